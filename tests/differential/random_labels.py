# SPDX-License-Identifier: MIT
"""Random maps of labels on the example shapefiles: several layers, classes, LABELs and properties at once; the same ones for the same seed."""

import random

from drawings import FONTS, SYMBOLS

SHAPES = FONTS.parent / "data/shape"
# What labels are made of: TYPE, DATA, the drawing below them, LABELITEM.
LAYERS = {"capitals": ("POINT", 'STYLE SYMBOL "circle" SIZE 6 COLOR 200 50 50 END', "name"), "rivers": ("LINE", "STYLE COLOR 60 100 220 END", "length_km"),
          "countries": ("POLYGON", "STYLE COLOR 235 235 215 OUTLINECOLOR 150 150 150 END", "name")}
BOXES = ["-15 35 30 65", "60 0 130 45", "-20 -35 55 35", "-90 -56 -30 12", "-130 10 -60 60", "0 42 20 54", "20 35 60 60"]
COMMON = {
    "OUTLINECOLOR": ["255 255 255", "255 0 0"], "OUTLINEWIDTH": ["1", "3"], "SHADOWCOLOR": ["160 160 160"], "SHADOWSIZE": ["2 2"], "SIZE": ["6", "8", "14", "20"], "FONT": ['"sans-bold"'], "POSITION": "UL UC UR CL CC CR LL LC LR AUTO".split(),
    "OFFSET": ["5 5", "-3 8", "0 -12"], "BUFFER": ["2", "6"], "PARTIALS": ["TRUE", "FALSE"], "FORCE": ["TRUE"], "MINDISTANCE": ["30", "80"], "MINFEATURESIZE": ["20", "60", "AUTO"], "WRAP": ['" "', '"a"'], "MAXLENGTH": ["4", "8", "6"],
    "ALIGN": ["CENTER", "RIGHT", "LEFT"], "PRIORITY": ["3", "10", "1"], "MINSIZE": ["12"], "MAXSIZE": ["8"], "ANGLE": ["30", "AUTO", "-90"], "MAXSCALEDENOM": ["5e7"], "MINSCALEDENOM": ["5e7"],
    "STYLE": ['GEOMTRANSFORM "labelpoly" COLOR 255 230 150 OUTLINECOLOR 100 100 100 WIDTH 1 END', 'GEOMTRANSFORM "labelpnt" SYMBOL "circle" SIZE 8 COLOR 200 100 0 END', 'GEOMTRANSFORM "labelpoly" COLOR 220 220 220 OFFSET 2 2 END'],
}
OWN = {
    "capitals": {"EXPRESSION": ['("[name]" =~ /^[A-M]/)', '(length("[name]") < 7)'], "TEXT": ['"[name]!"', '(upper("[name]"))'], "ANGLE": ["30", "45"]},
    "rivers": {"ANGLE": ["FOLLOW", "FOLLOW", "AUTO", "AUTO2"], "OFFSET": ["6 99", "-5 99", "0 -99", "3 3"], "REPEATDISTANCE": ["60", "150"], "MAXOVERLAPANGLE": ["10", "60", "0"], "TEXT": ['"River [length_km]"', '"[length_km] km of water"'],
               "EXPRESSION": ["([length_km] > 1000)"], "MINFEATURESIZE": ["20", "100", "AUTO"]},
    "countries": {"EXPRESSION": ["([area_km2] > 300000)"], "TEXT": ['"[name] ([iso_a2])"'], "POSITION": ["CC", "AUTO", "UC"]},
}
# Around the labels: of a layer and of the map.
OF_LAYERS = ["SYMBOLSCALEDENOM 5e7", "SYMBOLSCALEDENOM 1e8", "LABELMAXSCALEDENOM 4e7", 'LABELREQUIRES "![rivers]"', 'LABELREQUIRES "[countries]"', "MINFEATURESIZE 20", "COMPOSITE OPACITY 60 END", 'PROCESSING "LABEL_NO_CLIP=ON"', "MAXFEATURES 30",
             "SYMBOLSCALEDENOM 5e7 SIZEUNITS PIXELS", 'ENCODING "UTF-8"']
OF_MAPS = ["RESOLUTION 144", "RESOLUTION 120 DEFRESOLUTION 96", 'WEB METADATA "labelcache_map_edge_buffer" "-20" END END',
           'SCALEBAR STATUS EMBED POSITION LR SIZE 120 4 UNITS KILOMETERS COLOR 0 0 0 LABEL TYPE TRUETYPE FONT "sans" SIZE 8 COLOR 0 0 0 END END',
           'LEGEND STATUS EMBED POSITION UL KEYSIZE 12 8 LABEL TYPE TRUETYPE FONT "sans" SIZE 8 COLOR 0 0 0 END END']
# Areas with holes and several parts, and points that are grouped.
INLINE = {
    "holes": """TYPE POLYGON
    FEATURE POINTS -10 36 25 36 25 60 -10 60 -10 36 END POINTS -5 40 20 40 20 56 -5 56 -5 40 END TEXT "Ring of land" END
    FEATURE POINTS 65 5 100 5 100 40 65 40 65 5 END POINTS 70 10 75 10 75 35 70 35 70 10 END POINTS 85 8 98 8 98 20 85 20 85 8 END TEXT "Two holes here" END
    FEATURE POINTS 0 -30 30 -30 30 20 25 20 25 -25 5 -25 5 20 0 20 0 -30 END TEXT "A cup" END
    CLASS STYLE COLOR 225 235 225 OUTLINECOLOR 120 150 120 END""",
    "groups": """TYPE POINT CLUSTER MAXDISTANCE 40 REGION "ellipse" END
    """ + " ".join(f"FEATURE POINTS {x} {y} END END" for x, y in ((2, 48), (3, 49), (4.5, 50), (13, 52), (14, 50), (77, 28), (78, 27), (88, 22), (31, 30), (35, 33), (36, 1), (38, -3), (28, -26), (31, -28), (44, 40), (47, 42), (-58, -34), (-56, -33))) + """
    CLASS TEXT "[Cluster_FeatureCount]" STYLE SYMBOL "circle" SIZE 14 COLOR 240 200 120 OUTLINECOLOR 0 0 0 END""",
}
LEADERS = ["LEADER MAXDISTANCE 40 GRIDSTEP 5 STYLE COLOR 0 0 255 END END", "LEADER MAXDISTANCE 80 GRIDSTEP 10 STYLE COLOR 255 0 0 WIDTH 2 END END"]


def label(choose, name, first, others):
    table = COMMON | OWN[name]
    keys = {"COLOR": choose.choice(["0 0 0", "120 0 120"]), "FONT": '"sans"', "SIZE": "9", "TYPE": "TRUETYPE"} | {key: choose.choice(table[key]) for key in choose.sample(sorted(table), choose.choice([1, 2, 2, 3, 4]))}
    if others:  # several texts of a point or an area that are not forced are not drawn at all (MapServer's issue 5441)
        keys["FORCE"] = choose.choice(["TRUE", "GROUP"])
    if not first:
        keys.setdefault("POSITION", choose.choice(["UC", "LC"]))
    return "      LABEL " + " ".join(f"{key} {value}" for key, value in keys.items()) + " END\n"


def class_(choose, name):
    count = choose.choice([1, 1, 1, 2, 3])
    labels = "".join(label(choose, name, number == 0, count > 1 and name != "rivers") for number in range(count))
    leader = choose.choice(LEADERS) if name == "capitals" and choose.random() < 0.15 else ""
    return f"    CLASS {LAYERS[name][1]}\n      {leader}\n{labels}    END\n"


def layer(choose, name):
    kind, _, item = LAYERS[name]
    extra = [f"LABELCACHE {choose.choice(['ON', 'OFF'])}" if choose.random() < 0.1 else "", 'LABELMINSCALEDENOM 1e7' if choose.random() < 0.05 else "", "POSTLABELCACHE TRUE" if choose.random() < 0.07 else ""]
    if choose.random() < 0.1:
        extra.append('PROCESSING "LABEL_NO_CLIP=ON"')
    return f'  LAYER NAME "{name}" TYPE {kind} STATUS DEFAULT DATA "{SHAPES / name}" LABELITEM "{item}" {" ".join(extra)}\n{class_(choose, name)}  END\n'


def around(more, text):
    """A layer with another keyword, perhaps."""
    return text.replace(" TYPE ", f" {more.choice(OF_LAYERS)} TYPE ", 1) if more.random() < 0.35 else text


def inline(more):
    if more.random() < 0.75:
        return ""
    name = more.choice(list(INLINE))
    keys = {"COLOR": "0 0 0", "FONT": '"sans"', "SIZE": "9", "TYPE": "TRUETYPE"} | {key: more.choice(COMMON[key]) for key in more.sample(["POSITION", "OFFSET", "BUFFER", "WRAP", "ALIGN", "OUTLINECOLOR", "MINFEATURESIZE", "STYLE"], 2)}
    return f'  LAYER NAME "{name}" STATUS DEFAULT {INLINE[name]} LABEL ' + " ".join(f"{key} {value}" for key, value in keys.items()) + " END END\n  END\n"


def map_of(seed):
    choose = random.Random(f"labels {seed}")
    names = choose.sample(list(LAYERS), choose.choice([1, 1, 2, 3]))
    more = random.Random(f"around labels {seed}")
    of_map = more.choice(OF_MAPS) if more.random() < 0.4 else ""
    return f"""MAP
  NAME "labels" SIZE {choose.choice(["400 300", "300 300"])} EXTENT {choose.choice(BOXES)} UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE png
  {choose.choice(["", "", "", "MAXSIZE 4096 RESOLUTION 96"])} {of_map}
  FONTSET "{FONTS}"{SYMBOLS}
{"".join(around(more, layer(choose, name)) for name in sorted(names, key=list(LAYERS)[::-1].index))}{inline(more)}END
"""


def all_maps(first, last):
    for seed in range(first, last):
        yield f"labels {seed}", map_of(seed)
