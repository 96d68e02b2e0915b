# SPDX-License-Identifier: MIT
"""Cells of LABEL, LEADER and FONT: every keyword with every documented value, on points, lines and polygons."""

import math

from cells import SHAPES, Cell, layer

CURVE = "POINTS " + " ".join(f"{x} {50 + 28 * math.sin(x / 24):.2f}" for x in range(6, 148, 5)) + " END"
BACK = "POINTS " + " ".join(f"{x} {50 + 28 * math.sin(x / 24):.2f}" for x in range(146, 2, -5)) + " END"
CORNER = "POINTS 10 20 60 82 142 30 END"
LONE = "POINTS 75 50 END"

UNDER = {
    "point": 'STYLE SYMBOL "disc" SIZE 8 COLOR 220 120 100 END',
    "line": "STYLE COLOR 230 170 160 END",
    "polygon": "STYLE COLOR 235 235 205 END",
}
WHERE = {"point": LONE, "line": CORNER, "polygon": SHAPES["polygon"]}
POSITIONS = "UL UC UR CL CC CR LL LC LR AUTO".split()

# keyword and values -> on every shape
LABEL_VALUES = {
    "POSITION": POSITIONS,
    "ALIGN": ["LEFT", "CENTER", "RIGHT"],
    "ANGLE": ["0", "30", "90", "180", "-45", "270", "AUTO", "AUTO2", "FOLLOW", "[angle]"],
    "OFFSET": ["0 0", "6 0", "0 6", "-5 -7", "6 99", "-6 99", "6 -99", "[number] 4"],
    "SIZE": ["TINY", "SMALL", "MEDIUM", "LARGE", "GIANT", "5", "9.4", "24", "[number]", "([number] + 4)"],
    "MINSIZE": ["16"],
    "MAXSIZE": ["8"],
    "COLOR": ["200 30 30", '"#3060a0"', '"#3060a080"', "[color]"],
    "OUTLINECOLOR": ["240 200 90", '"#f0c85a80"'],
    "OUTLINEWIDTH": ["1", "3", "6"],
    "SHADOWCOLOR": ["120 170 220"],
    "SHADOWSIZE": ["2 2", "-2 3"],
    "BUFFER": ["0", "4", "20"],
    "FORCE": ["TRUE", "FALSE", "GROUP"],
    "PARTIALS": ["TRUE", "FALSE"],
    "MINDISTANCE": ["10", "200"],
    "REPEATDISTANCE": ["20", "60"],
    "MAXOVERLAPANGLE": ["0", "10", "60"],
    "MINFEATURESIZE": ["20", "300", "AUTO"],
    "PRIORITY": ["1", "10", "[number]"],
    "WRAP": ['" "', '"l"'],
    "MAXLENGTH": ["4", "20"],
    "MINSCALEDENOM": ["1"],
    "MAXSCALEDENOM": ["1"],
    "EXPRESSION": ["([number] > 5)", "([number] > 50)"],
    "TEXT": ['"[name]"', '"No. [number] m"', "(tostring([number],'%.2f'))", '("[name]" + " x")'],
    "FONT": ['"sans"', '"sans-bold"', '"serif,sans"', "[font]"],
    "ENCODING": ['"UTF-8"', '"ISO-8859-1"'],
}
# Settings that make another keyword visible.
WITH = {
    "ALIGN": 'TEXT "two|short lines" WRAP "|"',
    "OUTLINEWIDTH": "SIZE 18 OUTLINECOLOR 240 200 90",
    "OUTLINECOLOR": "SIZE 18",
    "SHADOWCOLOR": "SIZE 18",
    "SHADOWSIZE": "SIZE 18 SHADOWCOLOR 120 170 220",
    "WRAP": 'TEXT "label of lines"',
    "MAXLENGTH": 'TEXT "label of lines" WRAP " "',
    "MAXOVERLAPANGLE": 'ANGLE FOLLOW TEXT "around the corner"',
    "MINDISTANCE": "",
}
FOLLOWED = {
    "OFFSET": ["0 0", "8 0", "0 8", "7 99", "-7 99", "7 -99", "-7 -99"],
    "POSITION": ["UC", "LC", "CC", "AUTO"],
    "REPEATDISTANCE": ["10", "50"],
    "FORCE": ["TRUE"],
}
FONT_LISTS = {
    "a first font that has all": ('"sans,serif"', "Abc 12"),
    "digits of letters that the second has": ('"serif,sans"', "1 אב 2"),
    "signs alone": ('"serif,sans"', "(12)"),
    "Arabic joined": ('"serif,sans"', "مرحبا"),
    "what no font has": ('"serif,sans"', "a \u4e2d b"),
    "a space between two fonts": ('"serif,sans"', "ab אב"),
}
LEADERS = {
    "MAXDISTANCE": "MAXDISTANCE 40",
    "GRIDSTEP": "GRIDSTEP 12 MAXDISTANCE 40",
    "STYLE": "MAXDISTANCE 40 STYLE COLOR 200 40 40 WIDTH 1 END",
    "two STYLEs": "MAXDISTANCE 40 STYLE COLOR 240 200 60 WIDTH 4 END STYLE COLOR 90 60 0 WIDTH 1 END",
}
CROWD = "POINTS 60 50 66 54 72 47 80 52 75 60 END"
ITEMS = 'PROCESSING "ITEMS=name,number,angle,color,font"'
ROW = 'ITEMS "Label;9;25;#208040;sans-bold"'


def labelled(shape, where, label, more=""):
    """A layer whose feature has attributes."""
    return (f'  LAYER NAME "cell" TYPE {shape.upper()} STATUS ON {ITEMS} LABELITEM "name" FEATURE {where} {ROW} END '
            f"CLASS {UNDER[shape]} LABEL {label} END {more} END END")


def own(keywords, defaults):
    """Defaults of the other keywords."""
    said = keywords.split()
    return keywords + "".join(f" {key} {value}" for key, value in defaults.items() if key not in said)


def text_cells():
    usual = {"FONT": '"sans"', "SIZE": "12", "COLOR": "40 40 40"}
    for shape in WHERE:
        for keyword, values in LABEL_VALUES.items():
            for value in values:
                body = own(f"{keyword} {value} {WITH.get(keyword, '')}", usual)
                yield Cell("label", shape, f"{keyword} {value}", labelled(shape, WHERE[shape], body))
    for name, where in {"a curve": CURVE, "a curve, back": BACK, "a corner": CORNER}.items():
        for text in ("Main Street", "7"):
            for keyword, values in FOLLOWED.items():
                for value in values:
                    body = own(f'ANGLE FOLLOW TEXT "{text}" {keyword} {value}', usual)
                    yield Cell("label", f"FOLLOW on {name}", f"{text}: {keyword} {value}", labelled("line", where, body))
    for name, (fonts, text) in FONT_LISTS.items():
        body = f'FONT {fonts} SIZE 20 COLOR 40 40 40 TEXT "{text}"'
        yield Cell("label", "FONT list", name, layer("point", f"LABEL {body} END").replace(SHAPES["point"], LONE))
    for name, leader in LEADERS.items():
        body = 'LABEL TEXT "Label" FONT "sans" SIZE 10 COLOR 40 40 40 POSITION AUTO END'
        text = layer("point", f'{UNDER["point"]} {body} LEADER {leader} END').replace(SHAPES["point"], CROWD)
        yield Cell("label", "LEADER", name, text)
