# SPDX-License-Identifier: MIT
"""Cells of CLASS, and of what CGI draws besides maps: QUERYMAP in each mode of a query, and REFERENCE with each of its keywords."""

from pathlib import Path

from cells import HEIGHT, WIDTH
from map_cells import ALL, CLASSES, ITEMS, LABEL, SHAPES, MapCell, layer

EXPRESSIONS = {
    "word": ('CLASSITEM "kind"', '"a"'), "word, any case": ('CLASSITEM "kind"', '"A"i'), "regular expression": ('CLASSITEM "kind"', "/^[b-z]/"),
    "regular expression, any case": ('CLASSITEM "kind"', "/^A/i"), "list": ('CLASSITEM "kind"', "{a,c}"), "list of numbers": ('CLASSITEM "size"', "{7,12}"),
    "equal": ("", '("[kind]" = "a")'), "eq": ("", '("[kind]" eq "a")'), "=*": ("", '("[kind]" =* "A")'), "~": ("", '("[kind]" ~ "[ab]")'),
    "~*": ("", '("[kind]" ~* "B")'), "in": ("", '("[kind]" in "a,c")'), "less": ("", "([size] < 10)"), "le and ge": ("", "([size] ge 7 and [size] le 12)"),
    "not": ("", "(not ([size] > 10))"), "or": ("", "([size] = 1 or [rank] = 1)"), "!=": ("", "([size] != 7)"), "arithmetic": ("", "(([size] + [rank]) * 2 > 20)"),
    "^": ("", "([rank] ^ 2 > 8)"), "%": ("", "([size] % 2 = 1)"), "length": ("", '(length("[kind]") = 1)'), "round": ("", "(round([size],10) = 10)"),
    "tostring": ("", "(tostring([size],'%02.0f') = '07')"), "area": ("", "(area([shape]) > 2000)"), "within": ("", "([shape] intersects fromText('POLYGON((0 0,60 0,60 60,0 60,0 0))'))"),
}
CLASS_VALUES = {
    "STATUS": ["OFF", "ON"], "MINSCALEDENOM": ["10", "100000"], "MAXSCALEDENOM": ["10", "100000"], "MINFEATURESIZE": ["60", "300"], "NAME": ['"x"'], "TITLE": ['"x"'],
    "GROUP": ['"g"'], "DEBUG": ["OFF"], "TEMPLATE": ['"x"'], "TEXT": ['"[kind] of [size]"', "('[kind]' + '!')", "(tostring([size],'%.1f'))"],
    "LEADER": ["GRIDSTEP 5 MAXDISTANCE 60 STYLE COLOR 255 0 0 WIDTH 1 END END"],
}
MODES = {  # CGI's modes with what they are asked with
    "nquery": {"mode": "nquery", "mapxy": "40 35"}, "query": {"mode": "query", "mapxy": "40 35"}, "box": {"mode": "nquery", "mapext": "0 0 100 60"},
    "shape": {"mode": "nquery", "mapshape": "30 20 90 20 90 70 30 70 30 20"}, "item": {"mode": "itemnquery", "qlayer": "polygon", "qitem": "kind", "qstring": "b"},
    "feature": {"mode": "featurenquery", "slayer": "polygon", "mapxy": "40 35"}, "index": {"mode": "indexquery", "qlayer": "polygon", "shapeindex": "1"},
}
REFERENCE = 'REFERENCE STATUS ON IMAGE "{image}" SIZE 160 100 EXTENT -150 -100 329 199 {rest} END\n'
OVERVIEW = Path(__file__).resolve().parents[2] / "msautotest/draw/expected/layers.png"  # any image


QUERIED = 'TEMPLATE "x" TOLERANCE 10 VALIDATION "qstring" "." END'


def of_classes():
    ends = {shape: classes[:-3] for shape, classes in CLASSES.items()}
    for name, (item, expression) in EXPRESSIONS.items():
        classes = {shape: f"{ends[shape]} EXPRESSION {expression} END CLASS STYLE COLOR 200 200 200 SYMBOL \"disc\" SIZE 9 GAP 12 END END" for shape in SHAPES}
        yield MapCell("CLASS", "EXPRESSION", name, "".join(layer(shape, item, classes[shape]) for shape in SHAPES))
    for keyword, values in CLASS_VALUES.items():
        for value in values:
            classes = {shape: f'{ends[shape]} {keyword} {value} {LABEL} END' for shape in SHAPES}
            yield MapCell("CLASS", keyword, value, "UNITS METERS\n" + "".join(layer(shape, 'LABELITEM "kind"', classes[shape]) for shape in SHAPES))
    mark = {"polygon": "", "line": "", "point": 'SYMBOL "disc" SIZE 5'}
    for group in ("g", "h", "none"):
        classes = {shape: f'{ends[shape]} GROUP "g" END CLASS GROUP "h" STYLE COLOR 90 90 90 WIDTH 2 {mark[shape]} END END' for shape in SHAPES}
        yield MapCell("CLASS", "GROUP of CLASSGROUP", group, "".join(layer(shape, f'CLASSGROUP "{group}"', classes[shape]) for shape in SHAPES))


def of_query_maps():
    body = "".join(layer(shape, QUERIED) for shape in SHAPES)
    for style in ("NORMAL", "HILITE", "SELECTED"):
        for mode, request in MODES.items():
            yield MapCell("QUERYMAP", f"STYLE {style}", mode, f"WEB TEMPLATE \"x\" QUERYFORMAT \"agg\" END QUERYMAP STATUS ON STYLE {style} END\n" + body, request=request | {"layers": "all"})
    for keyword in ("COLOR 255 0 255", "SIZE 90 60", "SIZE 200 100", "STATUS OFF"):
        yield MapCell("QUERYMAP", keyword.split()[0], keyword.split(" ", 1)[1], f"WEB TEMPLATE \"x\" QUERYFORMAT \"agg\" END QUERYMAP STATUS ON STYLE HILITE {keyword} END\n" + body, request=MODES["nquery"] | {"layers": "all"})
    classes = {"polygon": CLASSES["polygon"] + ' CLASS NAME "other" STYLE COLOR 0 200 0 END END', "line": 'CLASS STYLE COLOR 180 60 40 WIDTH 4 END STYLE COLOR 255 255 255 WIDTH 1 END END',
               "point": 'CLASS STYLE SYMBOL "star" SIZE 16 COLOR 60 120 60 END STYLE SYMBOL "disc" SIZE 4 COLOR 0 0 0 END END'}
    for shape in SHAPES:
        for style in ("NORMAL", "HILITE", "SELECTED"):
            yield MapCell("QUERYMAP", f"STYLE {style}, two styles", shape, f"WEB TEMPLATE \"x\" QUERYFORMAT \"agg\" END QUERYMAP STATUS ON STYLE {style} END\n" + layer(shape, f'{QUERIED} LABELITEM "kind"',
                          classes[shape]), request=MODES["box"] | {"layers": "all"})


def of_references():
    def cell(keyword, value, extent=f"0 0 {WIDTH - 1} {HEIGHT - 1}"):
        return MapCell("REFERENCE", keyword, value, REFERENCE.format(image=OVERVIEW, rest=f"{keyword} {value}") + ALL, extent, request={"mode": "reference"})
    for keyword, values in {"STATUS": ["ON"], "COLOR": ["255 0 0", "-1 -1 -1", '"#00ff00"'], "OUTLINECOLOR": ["0 0 255", "-1 -1 -1"], "EXTENT": ["0 0 149 99", "60 40 80 60"],
                            "MARKER": ['"star"', "1"], "MARKERSIZE": ["9", "3"], "MINBOXSIZE": ["2", "90"], "MAXBOXSIZE": ["4", "200"]}.items():
        for value in values:
            yield cell(keyword, value)
    yield cell("MARKER", '"star" MARKERSIZE 15 MINBOXSIZE 40', "70 45 76 49")
    yield cell("MINBOXSIZE", "3 COLOR 255 0 0", "70 45 76 49")


def query_cells():
    """All cells, in the order of the page."""
    for group in (of_classes, of_query_maps, of_references):
        yield from group()
