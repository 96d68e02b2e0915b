# SPDX-License-Identifier: MIT
"""Random maps of labels whose features are in the mapfile: properties bound to attributes, several LABELs, STYLEs of labels, groups, bitmap fonts, leaders, text along lines, turned maps and every output format; the same ones for the same seed. Every keyword has its own line, so that a map can be reduced line by line."""

import random

from drawings import FONTS, SYMBOLS
from random_drawings import MORE_SYMBOLS, block, some

ITEMS = ("name", "n", "a", "c", "o", "p", "pos", "align", "x", "y", "f", "wrap")
NAMES = ("Rom", "Old Town", "Saint Peter upon Hill", "Gjpqy", "A", "12.5", "North/South", "Long Lake", "École")
STYLES = ('GEOMTRANSFORM "labelpoly"\nCOLOR 255 230 150\nOUTLINECOLOR 100 100 100\nWIDTH 1', 'GEOMTRANSFORM "labelpoly"\nCOLOR 220 220 220\nOFFSET 2 2', 'GEOMTRANSFORM "labelpnt"\nSYMBOL "circle"\nSIZE 8\nCOLOR 200 100 0',
          'GEOMTRANSFORM "labelpnt"\nSYMBOL "triangle"\nSIZE 12\nCOLOR 0 100 0\nOFFSET 0 -4', 'GEOMTRANSFORM "labelcenter"\nSYMBOL "square"\nSIZE 6\nCOLOR 200 0 200', 'SYMBOL "image"\nSIZE 14', 'SYMBOL "star"\nSIZE 14\nCOLOR 90 90 200\nANGLE 20',
          'GEOMTRANSFORM "labelpoly"\nOUTLINECOLOR 200 0 0\nWIDTH 2', 'GEOMTRANSFORM "labelpoly"\nSYMBOL "hatch"\nSIZE 4\nCOLOR 150 150 255', 'GEOMTRANSFORM "labelpoly"\nCOLOR "#ff880080"', 'SYMBOL "drawing"\nSIZE 20', 'SYMBOL "circle"\nSIZE [n]\nCOLOR 230 230 90\nOUTLINECOLOR 0 0 0',
          'GEOMTRANSFORM "labelpnt"\nSYMBOL "circle"\nSIZE 10\nCOLOR [c]')
COMMON = {
    "OUTLINECOLOR": ["255 255 255", "255 0 0", "[c]"], "OUTLINEWIDTH": ["1", "2", "3"], "SHADOWCOLOR": ["160 160 160"], "SHADOWSIZE": ["2 2", "-2 3"], "SIZE": ["6", "8", "14", "20", "[n]", "[n]"], "FONT": ['"sans-bold"', "[f]", '"sans,sans-bold"'],
    "COLOR": ["[c]", '"#3388aa"', '"#aa000080"'], "POSITION": ["UL", "UC", "UR", "CL", "CC", "CR", "LL", "LC", "LR", "AUTO", "AUTO", "[pos]", "[pos]"], "OFFSET": ["5 5", "-3 8", "0 -12", "[x] [y]"], "BUFFER": ["2", "6"], "PARTIALS": ["TRUE", "FALSE"],
    "FORCE": ["TRUE"], "MINDISTANCE": ["30", "80"], "MINFEATURESIZE": ["20", "60", "AUTO"], "WRAP": ['" "', '"/"'], "MAXLENGTH": ["4", "8"], "ALIGN": ["CENTER", "RIGHT", "LEFT", "[align]"], "PRIORITY": ["3", "10", "[p]", "[p]"], "MINSIZE": ["12"],
    "MAXSIZE": ["8"], "ANGLE": ["30", "-90", "[a]", "[a]", "AUTO"], "MAXSCALEDENOM": ["5e7"], "MINSCALEDENOM": ["5e7"], "EXPRESSION": ["([n] > 8)", '("[align]" = "left")', '"Rom"'], "TEXT": ['"[name]!"', '(upper("[name]"))', '("[name]" + "\n" + "[n]")', '"[n] m"', '(tostring([n],"%.2f"))'],
    "REPEATDISTANCE": ["60"],
}
OWN = {
    "POINT": {"ANGLE": ["30", "45", "[a]"]},
    "LINE": {"ANGLE": ["FOLLOW", "FOLLOW", "FOLLOW", "AUTO", "AUTO2", "[a]"], "OFFSET": ["6 99", "-5 99", "0 -99", "3 3", "8 -99"], "REPEATDISTANCE": ["30", "60", "150"], "MAXOVERLAPANGLE": ["10", "40", "0"]},
    "POLYGON": {"POSITION": ["CC", "AUTO", "UC", "LR"]},
}
UNDER = {"POINT": 'SYMBOL "circle"\nSIZE 6\nCOLOR 200 50 50', "LINE": "COLOR 255 170 170", "POLYGON": "COLOR 235 235 215\nOUTLINECOLOR 150 150 150"}


def lines_of(text):
    return text.split("\n")


def shape_of(choose, kind):
    x, y = choose.randint(2, 95), choose.randint(5, 85)
    if kind == "POINT":
        return [[(x, y)]] if choose.random() < 0.9 else [[(x, y), (x + 9, y + 4)]]
    if kind == "LINE":
        line = [(x - 20, y)]
        for _ in range(choose.choice([1, 1, 2, 3, 6])):
            line.append((line[-1][0] + choose.choice([15, 25, 40, 8, -12]), line[-1][1] + choose.choice([-12, 0, 3, 9, 20, -20])))
        return [line if choose.random() < 0.7 else line[::-1]]
    w, h = choose.choice([12, 25, 40, 70]), choose.choice([8, 18, 40])
    area = [(x - w / 2, y), (x, y - h / 3), (x + w / 2, y), (x + w / 2, y + h), (x, y + h / 2), (x - w / 2, y + h), (x - w / 2, y)]
    return [area] if choose.random() < 0.7 else [[(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]]


def feature(choose, kind):
    values = (choose.choice(NAMES), choose.choice([6, 8, 9, 11, 14.5]), choose.choice([0, 20, 45, 90, -60, 200]), choose.choice(["#ff0000", "#0044cc", "#118833"]), choose.choice([30, 100]), choose.randint(1, 10), choose.choice(["ul", "uc", "lr", "cc", "cr", "AUTO", "auto"]),
              choose.choice(["left", "center", "right"]), choose.choice([-5, 0, 8]), choose.choice([-6, 0, 5]), choose.choice(["sans", "sans-bold"]), " ")
    points = " ".join(f"POINTS {' '.join(f'{x:g} {y:g}' for x, y in part)} END" for part in shape_of(choose, kind))
    return f'FEATURE {points} ITEMS "{";".join(map(str, values))}" END'


def label(choose, kind, first, others):
    table = COMMON | OWN[kind]
    wanted = [key for key in table if table[key]]
    keys = {"COLOR": choose.choice(["0 0 0", "120 0 120"]), "FONT": '"sans"', "SIZE": "9", "TYPE": "TRUETYPE"}
    if choose.random() < 0.06:
        keys = {"COLOR": "0 0 0", "TYPE": "BITMAP", "SIZE": choose.choice(["TINY", "SMALL", "MEDIUM", "LARGE", "GIANT"])}
        wanted = [key for key in wanted if key not in ("SIZE", "FONT", "MINSIZE", "MAXSIZE")]
    keys |= {key: choose.choice(table[key]) for key in choose.sample(sorted(wanted), choose.choice([1, 2, 2, 3, 4, 5]))}
    if others:
        keys["FORCE"] = choose.choice(["TRUE", "GROUP"])
    if not first:
        keys.setdefault("POSITION", choose.choice(["UC", "LC", "UR"]))
    styles = [block("STYLE", lines_of(choose.choice(STYLES))) for _ in range(choose.choice([0, 0, 0, 1, 1, 2]))]
    return block("LABEL", [f"{key} {value}".replace("\n", "\\n") for key, value in keys.items()], *styles)


def class_(choose, kind, number):
    count = choose.choice([1, 1, 1, 1, 2, 3])
    labels = [label(choose, kind, place == 0, count > 1 and kind != "LINE") for place in range(count)]
    leader = [block("LEADER", f"MAXDISTANCE {choose.choice([30, 60])}", f"GRIDSTEP {choose.choice([5, 10])}", block("STYLE", "COLOR 0 0 255"))] if kind == "POINT" and choose.random() < 0.1 else []
    return block("CLASS", f'NAME "class {number}"', *(["EXPRESSION ([n] > 8)"] if number == 0 and choose.random() < 0.3 else []), *some(choose, 0.1, 'TEXT "[name] [n]"', 'TEXT ("[name]")'), block("STYLE", lines_of(UNDER[kind])), *leader, *labels)


def layer(choose, number):
    kind = choose.choice(["POINT", "LINE", "LINE", "POLYGON"])
    extra = [*some(choose, 0.12, "SYMBOLSCALEDENOM 2e8", "SYMBOLSCALEDENOM 1e8"), *some(choose, 0.06, "LABELCACHE OFF"), *some(choose, 0.06, "LABELMAXSCALEDENOM 4e8", "LABELMINSCALEDENOM 1e7"), *some(choose, 0.08, 'PROCESSING "LABEL_NO_CLIP=ON"'),
             *some(choose, 0.05, "POSTLABELCACHE TRUE"), *some(choose, 0.06, "SIZEUNITS METERS", "SIZEUNITS PIXELS", "SIZEUNITS KILOMETERS"), *some(choose, 0.05, 'COMPOSITE\n  OPACITY 60\nEND'), *some(choose, 0.05, "MINFEATURESIZE 20"), *some(choose, 0.04, 'LABELREQUIRES "[layer 0]"')]
    count = choose.choice([2, 4, 8, 20])
    return block("LAYER", f'NAME "layer {number}"', f"TYPE {kind}", "STATUS ON", 'PROJECTION "init=epsg:4326" END', 'LABELITEM "name"', f'PROCESSING "ITEMS={",".join(ITEMS)}"', [part for line in extra for part in line.split("\n")], [feature(choose, kind) for _ in range(count)], *(class_(choose, kind, place) for place in range(choose.choice([1, 1, 2]))))


def map_of(seed):
    choose = random.Random(f"texts {seed}")
    around = [*some(choose, 0.2, "RESOLUTION 96", "RESOLUTION 144", "RESOLUTION 144\nDEFRESOLUTION 96"), *some(choose, 0.1, "PROJECTION \"init=epsg:4326\" END\nANGLE 20", "PROJECTION \"init=epsg:4326\" END\nANGLE -45"), *some(choose, 0.1, "IMAGECOLOR 220 230 245"),
              *some(choose, 0.12, 'WEB\n  METADATA "labelcache_map_edge_buffer" "-20" END\nEND', 'WEB\n  METADATA "labelcache_map_edge_buffer" "15" END\nEND')]
    kind = choose.choice(["png", "png", "png", "png8", "cairopng", "svg", "pdf"])
    layers = [layer(choose, number) for number in range(choose.choice([1, 1, 2, 3]))]
    lines = ['NAME "texts"', f"SIZE {choose.choice(['400 300', '300 225', '200 150'])}", "EXTENT 0 0 120 90", "UNITS DD", f"IMAGETYPE {kind}", [part for line in around for part in line.split("\n")], f'FONTSET "{FONTS}"', *(line.strip() for line in (SYMBOLS + MORE_SYMBOLS).strip().split("\n")), *layers]
    return "\n".join(block("MAP", *lines)) + "\n"


def all_texts(first, last):
    """(name, mapfile, parameters)."""
    for seed in range(first, last):
        yield f"{seed} texts", map_of(seed), {"mode": "map", "layers": "all"}
