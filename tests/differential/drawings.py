# SPDX-License-Identifier: MIT
"""Small maps that differ in one property or two: the drawing of points, lines and polygons, and their labels."""

import itertools
import math
import random
import re
from pathlib import Path

FONTS = Path(__file__).resolve().parents[2] / "mapfile-examples/fonts.list"

SVG = ('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><rect x="2" y="2" width="12" '
       'height="12" fill="#3070c0" stroke="#000"/><circle cx="8" cy="8" r="3" fill="#fff"/></svg>')

SYMBOLS = """
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "oval" TYPE ELLIPSE FILLED TRUE POINTS 1 2 END END
  SYMBOL NAME "ring" TYPE ELLIPSE FILLED FALSE POINTS 1 1 END END
  SYMBOL NAME "triangle" TYPE VECTOR FILLED TRUE POINTS 0 4 2 0 4 4 0 4 END END
  SYMBOL NAME "arrow" TYPE VECTOR FILLED TRUE POINTS 0 0 6 3 0 6 2 3 0 0 END END
  SYMBOL NAME "anchored" TYPE VECTOR FILLED TRUE ANCHORPOINT 1 0.5 POINTS 0 0 6 3 0 6 2 3 0 0 END END
  SYMBOL NAME "cross" TYPE VECTOR FILLED FALSE POINTS 2 0 2 4 -99 -99 0 2 4 2 END END
  SYMBOL NAME "hatch" TYPE HATCH END
  SYMBOL NAME "star" TYPE TRUETYPE FONT "sans" CHARACTER "&#9733;" END
  SYMBOL NAME "image" TYPE PIXMAP IMAGE "image.png" END
  SYMBOL NAME "drawing" TYPE SVG IMAGE "drawing.svg" END
  SYMBOL NAME "anchored oval" TYPE ELLIPSE FILLED TRUE ANCHORPOINT 0 0.2 POINTS 2 1 END END
  SYMBOL NAME "anchored star" TYPE TRUETYPE FONT "sans" CHARACTER "&#9733;" ANCHORPOINT 0 1 END
  SYMBOL NAME "anchored image" TYPE PIXMAP IMAGE "image.png" ANCHORPOINT 1 0 END
  SYMBOL NAME "anchored drawing" TYPE SVG IMAGE "drawing.svg" ANCHORPOINT 0 0 END
"""


def features(*rows):
    """FEATUREs of (name, angle, number, parts)."""
    return "\n".join("    FEATURE " + " ".join(f"POINTS {part} END" for part in parts)
                     + f' ITEMS "{name};{angle};{number}" END' for name, angle, number, *parts in rows)


FEATURES = {
    "POINT": features(("Alpha", 30, 12, "20 20"), ("Beta gamma", 60, 8, "60 25"), ("Delta", 0, 15, "100.5 60.3"),
                      ("Eps", -45, 5, "30 70"), ("Zeta long name", 10, 20, "34 72"), ("Edge", 10, 9, "119 3")),
    "LINE": features(("Main street", 20, 10, "5 10 40 40 75 12 115 50"),
                     ("Curved avenue", 0, 6, "5 60 20 70 35 74 50 75 65 74 80 70 95 62 110 55"),
                     ("Two parts", 0, 14, "10 85 60 85", "70 85 110 80"), ("Corner", 0, 4, "60 30 60 50 70 35")),
    "POLYGON": features(("Concave", 20, 10, "10 10 50 10 50 45 33 25 10 42 10 10"),
                        ("Hole", 0, 6, "60 10 110 10 110 60 60 60 60 10", "75 22 75 42 95 45 95 25 75 22"),
                        ("Quad name", 45, 14, "10 60 50 55 55 80 20 85 10 60"), ("Tri", 0, 4, "60 65 115 65 115 88 60 65")),
}

STYLE = {
    "COLOR": ["255 0 0", '"#ff00ff80"'], "OUTLINECOLOR": ["0 0 255"], "WIDTH": ["0.5", "3.7", "8", "[n]"],
    "SIZE": ["1", "7.5", "20", "[n]"], "ANGLE": ["30", "AUTO", "[a]"], "OPACITY": ["30"], "OUTLINEWIDTH": ["1", "2.5"],
    "GAP": ["15", "-20"], "INITIALGAP": ["5"], "PATTERN": ["10 4 2 4 END"], "LINECAP": ["BUTT", "SQUARE"],
    "LINEJOIN": ["MITER", "BEVEL", "NONE"], "LINEJOINMAXSIZE": ["1"], "OFFSET": ["3 4", "5 -99", "4 99"],
    "POLAROFFSET": ["10 45", "8 [a]"], "MINSIZE": ["10"], "MAXSIZE": ["6"], "MINWIDTH": ["4"], "MAXWIDTH": ["2"],
    "GEOMTRANSFORM": ['"bbox"', '"centroid"', '"start"', '"end"', '"vertices"', '"labelpnt"', "(buffer([shape],3))",
                      "(simplify([shape],5))", "(smoothsia([shape],3,1))"],
    "SYMBOL": [f'"{name}"' for name in ("circle", "oval", "ring", "triangle", "arrow", "anchored", "cross", "hatch", "star",
                                        "image", "drawing")],
}

LABEL = {
    "OUTLINECOLOR": ["255 0 0"], "OUTLINEWIDTH": ["1", "3"], "SHADOWCOLOR": ["0 0 255"], "SHADOWSIZE": ["2 2", "-1 3"],
    "SIZE": ["6", "14", "LARGE", "[n]"], "FONT": ['"sans-bold"', '"sans,sans-bold"'],
    "ANGLE": ["30", "AUTO", "AUTO2", "FOLLOW", "[a]"], "POSITION": "UL UC UR CL CC CR LL LC LR AUTO".split(),
    "OFFSET": ["5 5", "-3 8", "6 99", "-5 99"], "BUFFER": ["2", "6"], "PARTIALS": ["TRUE", "FALSE"], "FORCE": ["TRUE", "GROUP"],
    "MINDISTANCE": ["50"], "REPEATDISTANCE": ["40", "80"], "MINFEATURESIZE": ["60", "AUTO"], "MAXOVERLAPANGLE": ["10", "60"],
    "WRAP": ['" "'], "MAXLENGTH": ["4", "8"], "ALIGN": ["CENTER", "RIGHT"], "PRIORITY": ["3", "[n]"], "MINSIZE": ["12"],
    "MAXSIZE": ["8"], "TEXT": ['"[name]!"', '(tostring([n],"%.1f"))'], "EXPRESSION": ["([n] > 7)"],
    "STYLE": ['GEOMTRANSFORM "labelpoly" COLOR 255 230 150 OUTLINECOLOR 100 100 100 WIDTH 1 END',
              'GEOMTRANSFORM "labelpnt" SYMBOL "circle" SIZE 8 COLOR 200 100 0 END',
              'GEOMTRANSFORM "labelpoly" COLOR 220 220 220 OFFSET 2 2 END'],
}

UNDER_LABELS = {"POINT": 'STYLE SYMBOL "circle" SIZE 6 COLOR 200 50 50 END', "LINE": "STYLE COLOR 200 50 50 END",
                "POLYGON": "STYLE COLOR 220 220 180 OUTLINECOLOR 90 90 90 END"}


def block(properties):
    return "\n".join(f"        {keyword} {value}" for keyword, value in properties.items())


def mapfile(kind, drawn):
    return f"""# SPDX-License-Identifier: MIT
MAP
  NAME "drawing" SIZE 300 225 EXTENT 0 0 120 90 UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE png
  FONTSET "{FONTS}"{SYMBOLS}
  LAYER
    NAME "features" TYPE {kind} STATUS DEFAULT PROCESSING "ITEMS=name,a,n" LABELITEM "name"
{FEATURES[kind]}
    CLASS
      {drawn}
    END
  END
END
"""


def styled(kind, properties):
    if "COLOR" not in properties and "OUTLINECOLOR" not in properties:
        properties = properties | {"COLOR": "80 80 80"}
    return mapfile(kind, f"STYLE\n{block(properties)}\n      END")


def labelled(kind, properties):
    label = {"COLOR": "0 0 0", "FONT": '"sans"', "SIZE": "9"} | properties
    return mapfile(kind, f"{UNDER_LABELS[kind]}\n      LABEL\n{block(label)}\n      END")


def combinations(table, count):
    values = [(keyword, value) for keyword, values in table.items() for value in values]
    return [dict(chosen) for chosen in itertools.combinations(values, count) if len({keyword for keyword, _ in chosen}) == count]


# Rivers and streets: corners of so many degrees, bends, hairpins; pixels from the upper left corner.
BENDS = {f"{degrees} degrees": lambda at, turn=math.radians(degrees): [
    (20, 120), (20 + at, 120), (20 + at + (240 - at) * math.cos(turn), 120 + (240 - at) * 0.8 * math.sin(turn))]
    for degrees in (20, 60, -90, 130, -165)}
BENDS["a hairpin"] = lambda at: [(60 + at, 60), (90, 62), (60, 75), (48, 95), (60, 110), (95, 118), (55 + at, 120)]
BENDS["an S"] = lambda at: [(20 + 2 * x, 110 + at / 3 * math.sin(x / 20)) for x in range(0, 130, 5)]
NAMES = ("Nnnnnnnn", "Long Street", "Rue de la Paix", "A Wide Boulevard")


def along_bends(bend, name, at, label):
    points = " ".join(f"{x * 0.4:.3f} {90 - y * 0.4:.3f}" for x, y in BENDS[bend](at))
    return f"""# SPDX-License-Identifier: MIT
MAP
  NAME "drawing" SIZE 300 225 EXTENT 0 0 120 90 UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE png FONTSET "{FONTS}"
  LAYER
    NAME "bend" TYPE LINE STATUS DEFAULT
    FEATURE POINTS {points} END TEXT "{name}" END
    CLASS
      STYLE COLOR 255 180 180 END
      LABEL FONT "sans" SIZE 10 COLOR 0 0 0 ANGLE FOLLOW {label} END
    END
  END
END
"""


def followed():
    """Text along bends; the obstacle of the text changes with `at`."""
    limits = {95: (None,), 113: (40,), 128: (None, 0), 142: (None, 360)}
    for bend, name, (at, angles) in itertools.product(BENDS, NAMES, limits.items()):
        for label in ("" if angle is None else f"MAXOVERLAPANGLE {angle}" for angle in angles):
            yield f"LINE text: {bend} at {at}, {name} {label}".strip(), along_bends(bend, name, at, label)


STACKS = {
    "LINE": ("COLOR 0 180 0 WIDTH 8", "OUTLINECOLOR 0 0 255 WIDTH 12", "COLOR 255 0 0 WIDTH 4 OUTLINECOLOR 0 0 0 OUTLINEWIDTH 2",
             'OUTLINECOLOR 0 0 255 SYMBOL "circle" SIZE 9 GAP 20', "COLOR 0 0 0 PATTERN 8 6 END WIDTH 2"),
    "POLYGON": ("COLOR 220 220 120", "OUTLINECOLOR 0 0 255 WIDTH 5", "COLOR 255 0 0 OUTLINECOLOR 0 0 0 OPACITY 40",
                'SYMBOL "hatch" COLOR 0 120 0 SIZE 6 ANGLE 45', "OUTLINECOLOR 0 180 0 PATTERN 8 6 END WIDTH 2"),
    "POINT": ('SYMBOL "circle" COLOR 220 120 0 SIZE 14', 'SYMBOL "circle" OUTLINECOLOR 0 0 255 SIZE 18 WIDTH 2',
              'SYMBOL "cross" COLOR 0 0 0 SIZE 10', 'SYMBOL "image" SIZE 9'),
}


def stacked():
    """Two styles of a class, one on the other."""
    for kind, styles in STACKS.items():
        for below, above in itertools.permutations(styles, 2):
            yield f"{kind} styles: {below} | {above}", mapfile(kind, f"STYLE {below} END\n      STYLE {above} END")


def anchored():
    """Symbols with an ANCHORPOINT, and letters, whose SIZE is not of whole pixels."""
    symbols = [f"anchored{kind}" for kind in ("", " oval", " star", " image", " drawing")]
    sizes = ("SIZE 9.4", "SIZE 9.7", "SIZE 16.5", "SIZE 9.7 ANGLE 30", "MINSIZE 20", "MAXSIZE 5", "SIZE 9.7 MINSIZE 12.6", "SIZE 30 MAXSIZE 14.4")
    for symbol, size in (*itertools.product(symbols, sizes), *(("star", size) for size in sizes[:4])):
        yield f"POINT symbol: {symbol} {size}", mapfile("POINT", f'STYLE SYMBOL "{symbol}" COLOR 0 0 200 {size} END')
    for symbol, gap in itertools.product(symbols, ("90", "-90")):  # longer and shorter than its half
        short = features(("a", 0, 1, "20 20 40 20"), ("b", 0, 1, "60 20 65 20 65 26"), ("c", 0, 1, "20 60 24 64 26 66"))
        yield f"LINE symbol: {symbol} {gap}", mapfile("LINE", f'STYLE SYMBOL "{symbol}" COLOR 0 0 200 SIZE 9 GAP {gap} END').replace(FEATURES["LINE"], short)
    for symbol, part in itertools.product(symbols, ("start", "centroid")):
        style = f'STYLE SYMBOL "{symbol}" COLOR 0 0 200 SIZE 9.7 ANGLE AUTO GEOMTRANSFORM "{part}" END'
        yield f"LINE symbol: {symbol} {part}", mapfile("LINE", style)


def around_letters():
    """Shadows of turned labels, and outlines of labels whose SIZE has limits."""
    for kind, size, angle in itertools.product(("POINT", "LINE"), ("4 0", "2 6"), ("30", "90", "-60", "AUTO", "FOLLOW")):
        if kind == "LINE" or angle[-1] == "0":
            yield f"{kind} shadow: {size} {angle}", labelled(kind, {"SHADOWCOLOR": "0 0 255", "SHADOWSIZE": size, "ANGLE": angle})
    for size, width in itertools.product((9, 10, 12, 15, 16, 30), (1, 2, 3)):
        for limit in ("MAXSIZE 8", "MINSIZE 20"):
            properties = {"OUTLINECOLOR": "255 0 0", "SIZE": size, "OUTLINEWIDTH": width, limit[:7]: limit[8:]}
            yield f"POINT outline: {width} of SIZE {size} {limit}", labelled("POINT", properties)


def cased_symbols():
    """Lines of symbols with OUTLINEWIDTH."""
    colors = ("COLOR 0 0 0", "OUTLINECOLOR 255 0 0", "COLOR 0 0 0 OUTLINECOLOR 255 0 0")
    sizes = ("", "SIZE 8", "SIZE 8 WIDTH 4", "SIZE 8 GAP 20", "SIZE 8 GAP -20 ANGLE 30")
    for symbol, color, size in itertools.product(("circle", "triangle", "star", "image"), colors, sizes):
        if symbol == "star" and not size:
            continue  # a letter of one pixel
        yield f"LINE casing: {symbol} {color} {size}", mapfile("LINE", f'STYLE SYMBOL "{symbol}" {color} {size} OUTLINEWIDTH 2 END')


def at_once():
    """Labels without the label cache, with symbols and areas of their own."""
    parts = ("", 'STYLE GEOMTRANSFORM "labelpnt" SYMBOL "circle" SIZE 12 COLOR 0 100 0 END', 'STYLE GEOMTRANSFORM "labelpoly" COLOR 200 220 0 END')
    places = ("UR", "LC", "AUTO", "UR ANGLE 30", "AUTO ANGLE AUTO")
    for kind, layer, part, place, offset in itertools.product(FEATURES, ("LABELCACHE OFF", "POSTLABELCACHE TRUE"), parts, places, ("0 0", "4 3")):
        label = labelled(kind, {"POSITION": f"{place} OFFSET {offset} {part}"})
        yield f"{kind} at once: {layer} {place} {offset} {part}".strip(), label.replace("LABELITEM", f"{layer} LABELITEM")


def texts_as_numbers():
    """Attributes that are more or less than a number."""
    styles = ({"SIZE": "[n]", "SYMBOL": '"triangle"'}, {"WIDTH": "[n]"},
              {"ANGLE": "[n]", "SYMBOL": '"triangle"', "SIZE": "14"}, {"OPACITY": "[n]", "SIZE": "9", "SYMBOL": '"circle"'}, {"OFFSET": "[n] [n]"})
    labels = ({"SIZE": "[n]"}, {"ANGLE": "[n]"}, {"OFFSET": "[n] [n]"}, {"PRIORITY": "[n]"}, {"SHADOWSIZE": "[n] [n]", "SHADOWCOLOR": "255 0 0"})
    for (make, looks), text in itertools.product(((styled, styles), (labelled, labels)), ("9 px", "6,5", "50%", "abc", "", "+7", "1e1", " 8", ".5", "-")):
        for kind, look in itertools.product(FEATURES, looks):
            words = ", ".join(f"{keyword} {value}" for keyword, value in look.items())
            drawn = make(kind, look).replace(FEATURES[kind], re.sub(r";[0-9]+\" END", f';{text}" END', FEATURES[kind]))
            yield f"{kind} number as text {text!r}: {words}", drawn


def label_areas():
    """Symbols that fill the areas behind texts."""
    fills = [f'SYMBOL "{name}" SIZE 5 COLOR 200 0 0' for name in ("circle", "triangle", "cross", "star", "image")]
    fills += ['SYMBOL "circle" SIZE 4 GAP 9 COLOR 200 0 0', 'SYMBOL "hatch" SIZE 4 ANGLE 30 WIDTH 2 COLOR 200 0 0', 'SYMBOL "image"']
    for kind, layer, fill in itertools.product(FEATURES, ("", "LABELCACHE OFF", "COMPOSITE OPACITY 60 END"), fills):
        label = labelled(kind, {"SIZE": "14", "STYLE": f'GEOMTRANSFORM "labelpoly" {fill} END'})
        yield f"{kind} label area: {layer} {fill}", label.replace("LABELITEM", f"{layer} LABELITEM")


def label_sizes():
    """SIZE of labels: numbers and attributes, which SYMBOLSCALEDENOM and the limits change."""
    scales = ("", "SYMBOLSCALEDENOM 120000000", "SYMBOLSCALEDENOM 131000000", "SYMBOLSCALEDENOM 200000000", "SIZEUNITS DD")
    for scale, size in itertools.product(scales, ("5", "9.7", "12", "[n]", "[n] MINSIZE 10.6", "12 MAXSIZE 9.6")):
        label = labelled("POINT", {"SIZE": size}).replace("LABELITEM", f"{scale} LABELITEM")
        for number in ("12", "15"):
            label = label.replace(f";{number}\"", f";{number}.6\"")
        yield f"POINT label size: {size} {scale}".strip(), label


CROSSING = """    FEATURE POINTS 10 10 110 80 END ITEMS "a;100;10" END
    FEATURE POINTS 10 80 110 10 END ITEMS "b;100;6" END"""
CASED = "STYLE COLOR 0 180 0 WIDTH 8 OUTLINECOLOR 255 0 0 OUTLINEWIDTH 3 END"
WIDE, NARROW, OUTLINE = "STYLE COLOR 255 0 0 WIDTH 14 END", "STYLE COLOR 0 180 0 WIDTH 6 END", "STYLE OUTLINECOLOR 0 0 255 WIDTH 10 END"
BOUND, MARKED = "STYLE COLOR 0 0 0 WIDTH 3 OPACITY [a] END", 'STYLE GEOMTRANSFORM "bbox" OUTLINECOLOR 0 0 255 WIDTH 3 END'
OWN_CASING = "STYLE COLOR 0 0 0 WIDTH 4 OUTLINEWIDTH 3 END"


def crossing():
    """Two roads that cross: the order in which styles and classes are drawn."""
    classes = [WIDE + NARROW, WIDE + BOUND, BOUND + NARROW, CASED, CASED + NARROW, CASED + BOUND, WIDE + OUTLINE + NARROW,
               WIDE + OUTLINE + BOUND, WIDE + NARROW + MARKED, WIDE + MARKED + BOUND, OWN_CASING + NARROW, WIDE + OWN_CASING]
    for styles in classes:
        yield f"LINE crossing: {styles}", mapfile("LINE", styles).replace(FEATURES["LINE"], CROSSING)
    for below, above in itertools.product((WIDE + NARROW, CASED, OUTLINE, WIDE + OUTLINE), (NARROW, CASED, BOUND)):
        both = f'{below} END CLASS {above}'
        all_matching = mapfile("LINE", both).replace('LABELITEM', 'PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES" LABELITEM')
        yield f"LINE crossing: {both} ALL_MATCHING_CLASSES", all_matching.replace(FEATURES["LINE"], CROSSING)


MARKERS = ["", "STYLE COLOR 255 0 0 END", "STYLE COLOR 255 0 0 SIZE 30 END", "STYLE OUTLINECOLOR 255 0 0 SIZE 15 END",
           "STYLE SYMBOL 0 COLOR 255 0 0 SIZE 10 MINSIZE 24 OFFSET 20 20 END", 'STYLE SYMBOL "circle" SIZE 12 END',
           'STYLE SYMBOL "circle" COLOR 255 0 0 SIZE 12 OPACITY 0 END', 'STYLE SYMBOL "triangle" COLOR 255 0 0 SIZE 12 POLAROFFSET 20 45 END',
           'STYLE SYMBOL "ring" COLOR 0 0 255 SIZE 12 WIDTH 4 ANGLE 30 END', 'STYLE SYMBOL "star" COLOR 255 0 0 SIZE 14 END',
           'STYLE SIZE 30 COLOR 255 0 0 END STYLE SYMBOL "oval" SIZE 8 COLOR 0 0 255 END']


def crowded():
    """More labels than fit: the space around a marker, also an invisible one, that labels must avoid."""
    for number, (marker, position) in enumerate(itertools.product(MARKERS, ("CC", "UR", "AUTO"))):
        numbers = random.Random(number)
        rows = (("ab" * numbers.randint(1, 4), 0, 0, f"{numbers.uniform(4, 116):.2f} {numbers.uniform(4, 86):.2f}") for _ in range(40))
        label = f'LABEL FONT "sans" TYPE TRUETYPE SIZE 8 COLOR 0 0 0 POSITION {position} END'
        yield f"POINT crowd: {marker} {position}", mapfile("POINT", f"{marker}\n      {label}").replace(FEATURES["POINT"], features(*rows))


def off_classes():
    """A class with STATUS OFF before another."""
    second = ("", "EXPRESSION ([n] > 9)", "FALLBACK TRUE", "STATUS OFF")
    processing = ("", 'PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES"', 'CLASSGROUP "g"')
    for kind, first, then, layer in itertools.product(FEATURES, ("", "EXPRESSION ([n] > 7)", 'GROUP "g"'), second, processing):
        look = 'SYMBOL "circle" SIZE 9'
        classes = f"STATUS OFF {first} STYLE COLOR 255 0 0 {look} END END CLASS {then} STYLE COLOR 0 0 255 {look} END"
        yield f"{kind} off: {first} then {then} {layer}", mapfile(kind, classes).replace("LABELITEM", f"{layer} LABELITEM")


def limited_widths():
    """OFFSET of lines and outlines whose WIDTH has limits, and letters that have only an outline."""
    limits = ("MINWIDTH 4", "WIDTH 8 MAXWIDTH 2", "WIDTH 2 MINWIDTH 4")
    for kind, offset, limit in itertools.product(("LINE", "POLYGON"), ("3 4", "5 -99", "1 9"), limits):
        yield f"{kind} limited: OFFSET {offset} {limit}", mapfile(kind, f"STYLE OUTLINECOLOR 0 0 255 OFFSET {offset} {limit} END")
    for kind, size, look in itertools.product(FEATURES, (8, 16, 30), ("", "WIDTH 3", "COLOR 255 0 0", "GAP 40")):
        if kind != "POLYGON" or "COLOR" not in look:
            yield f"{kind} letter: {size} {look}", mapfile(kind, f'STYLE SYMBOL "star" SIZE {size} OUTLINECOLOR 0 0 255 {look} END')


LED = ["", "MINDISTANCE 50", "POSITION UR", "OFFSET -5 99", "BUFFER 4", "ANGLE [a]", 'WRAP " "', "FORCE GROUP", "OUTLINECOLOR 255 0 0", "PRIORITY [n]"]


def led():
    """Crowds of labels with LEADER: where they search, and which lines and texts may cross."""
    for number, (label, step, distance, count) in enumerate(itertools.product(LED, (3, 10), (20, 80), (10, 20))):
        numbers = random.Random(f"led {number}")
        names = [name * numbers.randint(1, 3) for name in ("ab", "cde", "fghi", "jk l", "mno")] * (count // 5)
        rows = ((name, numbers.choice([0, 30]), numbers.randint(3, 14), f"{numbers.uniform(20, 100):.2f} {numbers.uniform(20, 80):.2f}") for name in names)
        leader = f"LEADER GRIDSTEP {step} MAXDISTANCE {distance} STYLE COLOR 0 0 255 END END"
        text = f'{leader} {UNDER_LABELS["POINT"]} LABEL FONT "sans" SIZE 9 COLOR 0 0 0 {label} END'
        yield f"POINT led: {label} {step} {distance} {count}", mapfile("POINT", text).replace(FEATURES["POINT"], features(*rows))


VALUES = ((15, 70, "5;5;5"), (45, 70, "10;-4;5"), (75, 70, "-10;-4;-5"), (105, 70, "0;0;0"), (15, 25, "1;0;0"), (45, 25, "3;3;4"),
          (75, 25, "-45;10;5"), (105, 25, "2.5;10;30"))
CHARTS = ["", "OUTLINECOLOR 0 0 0 WIDTH 3", "OFFSET 5 0", "OFFSET 4 6", "MAXSCALEDENOM 1"]
CHART_SIZES = ["CHART_SIZE=40", "CHART_SIZE=40 50", "CHART_SIZE_RANGE=q 10 40 5 20", "CHART_SIZE_RANGE=q 10 40 5 20 2", "CHART_BAR_MINVAL=0",
               "CHART_BAR_MAXVAL=20", "CHART_SCALE=2"]


def charts():
    """Pies and bars of values of all signs. (MapServer may crash for pies whose classes have no name.)"""
    rows = "\n".join(f'    FEATURE POINTS {x} {y} END ITEMS "{values}" END' for x, y, values in VALUES)
    looks = [(look, "CHART_SIZE=40", "") for look in CHARTS] + [("", size, "") for size in CHART_SIZES]
    looks += [("", "CHART_SIZE=40", extra) for extra in ("EXPRESSION ([p] > 3)", "STATUS OFF", 'GROUP "other"')]
    for kind, (look, size, extra) in itertools.product(("PIE", "BAR", "VBAR"), looks):
        classes = "\n".join(f'    CLASS NAME "{column}" '
                            f"{extra if column == 'p' else ''} STYLE SIZE [{column}] COLOR {color} {look} END END"
                            for column, color in zip("pqr", ("255 0 0", "0 180 0", "0 0 255"), strict=True))
        text = mapfile("POINT", "").replace(FEATURES["POINT"], rows).replace("TYPE POINT", f'TYPE CHART PROCESSING "CHART_TYPE={kind}"')
        text = text.replace("ITEMS=name,a,n", f'ITEMS=p,q,r" PROCESSING "{size}').replace("LABELITEM", "#")
        yield f"{kind} {look} {size} {extra}", re.sub(r"    CLASS\s+END", lambda _, inside=classes: inside, text)


def scale_bars():
    """The length of a bar, and the places of its numbers."""
    sizes = ("SIZE 200 3", "SIZE 60 2", "SIZE 112 3", "SIZE 250 10")
    for units, size, intervals in itertools.product(("MILES", "KILOMETERS", "NAUTICALMILES"), sizes, (1, 2, 4)):
        label = 'LABEL FONT "sans" TYPE TRUETYPE SIZE 8 COLOR 0 0 0 END'
        bar = f"SCALEBAR STATUS EMBED COLOR 255 0 0 UNITS {units} {size} INTERVALS {intervals} {label} END\n  LAYER"
        yield f"SCALEBAR {units} {size} INTERVALS {intervals}", mapfile("POINT", "STYLE COLOR 0 0 0 END").replace("LAYER", bar, 1)


def cut_shapes():
    """Outlines and lines that the image cuts: where dashes and symbols along them begin, also beside a transformed style."""
    beside = ("", 'STYLE GEOMTRANSFORM "centroid" SYMBOL "circle" SIZE 9 COLOR 0 0 200 END', "STYLE GEOMTRANSFORM (simplify([shape],5)) OUTLINECOLOR 0 0 200 END")
    looks = ("PATTERN 10 6 END WIDTH 2", 'SYMBOL "triangle" SIZE 8 GAP 20', 'SYMBOL "arrow" SIZE 8 GAP -15', 'GEOMTRANSFORM "bbox" PATTERN 10 6 END WIDTH 2')
    for kind, look, other in (*itertools.product(("LINE",), looks, beside), *itertools.product(("POLYGON",), looks, beside[:1])):
        drawn = mapfile(kind, f"STYLE OUTLINECOLOR 200 0 0 {look} END {other}")
        yield f"{kind} cut: {look} {other}", drawn.replace("EXTENT 0 0 120 90", "EXTENT 30 20 90 65")


def filled_with_halves():
    """Symbols in areas whose tiles are half a pixel larger than whole ones."""
    for symbol, size in itertools.product(("oval", "triangle", "cross", "star", "image", "drawing"), ("SIZE 12.5", "SIZE 9 GAP 14.5")):
        yield f"POLYGON fill: {symbol} {size}", mapfile("POLYGON", f'STYLE SYMBOL "{symbol}" {size} COLOR 200 0 0 END')


def all_drawings(pairs, seed):
    """(name, mapfile) of every single property, of so many random pairs of each kind of thing drawn; of text along bends, of
    styles above each other, of crowds of labels with and without leaders, charts and scale bars."""
    yield from charts()
    yield from cut_shapes()
    yield from filled_with_halves()
    yield from scale_bars()
    yield from crowded()
    yield from led()
    yield from limited_widths()
    yield from off_classes()
    yield from followed()
    yield from stacked()
    yield from crossing()
    yield from anchored()
    yield from around_letters()
    yield from cased_symbols()
    yield from at_once()
    yield from texts_as_numbers()
    yield from label_areas()
    yield from label_sizes()
    for what, table, make in (("style", STYLE, styled), ("label", LABEL, labelled)):
        for kind in FEATURES:
            chosen = combinations(table, 1) + random.Random(f"{seed}/{what}/{kind}").sample(combinations(table, 2), pairs)
            for properties in chosen:
                words = ", ".join(f"{keyword} {value}" for keyword, value in properties.items())
                yield f"{kind} {what}: {words}", make(kind, properties)
