# SPDX-License-Identifier: MIT
"""Random maps of points, lines and areas as cartographers write them: layers, classes and stacked styles, symbols of every kind, transformed shapes, groups of effects, projections and scales; the same ones for the same seed. MINFEATURESIZE is left out of reprojected layers, where MapServer compares the lengths of layers with the units of maps. Every keyword has its own line, so that a map can be reduced line by line."""

import json
import math
import random

from drawings import FONTS, SYMBOLS

SHAPES = FONTS.parent / "data/shape"
MORE_SYMBOLS = """
  SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 0 0 1 1 1 1 0 0 0 END END
  SYMBOL NAME "tick" TYPE VECTOR FILLED FALSE POINTS 0 0 0 4 END END
  SYMBOL NAME "zigzag" TYPE VECTOR FILLED FALSE POINTS 0 4 2 0 4 4 6 0 END END
  SYMBOL NAME "letter" TYPE TRUETYPE FONT "sans-bold" CHARACTER "A" END
  SYMBOL NAME "half" TYPE VECTOR FILLED TRUE ANCHORPOINT 0.5 0 POINTS 0 0 6 0 6 3 0 3 0 0 END END
"""
FILLED = ("circle", "oval", "triangle", "arrow", "anchored", "square", "half")
OPEN = ("ring", "cross", "tick", "zigzag")
GLYPHS, FILES = ("star", "letter"), ("image", "drawing")
MARKERS = FILLED * 3 + OPEN * 2 + GLYPHS * 2 + FILES
COLORS = ("255 0 0", "0 90 200", "0 130 60", "30 30 30", "240 190 60", "150 60 160", '"#3388aa"', '"#cc5500aa"')
PALE = ("235 235 210", "210 230 210", "225 215 235", "250 225 200")
# The CRS, its units, and an extent in it: Europe, or a part of it.
CRSS = {"": ("DD", ("0 40 24 58", "5 44 17 53", "-10 35 40 70")), "4326": ("DD", ("0 40 24 58", "2 46 14 55")), "3857": ("METERS", ("0 4865942 2671667 7967317", "600000 5600000 1700000 6700000")),
        "32632": ("METERS", ("-100000 4500000 1700000 6300000",)), "3035": ("METERS", ("3200000 1900000 5300000 3500000",)), "3995": ("METERS", ("-1000000 -5500000 3000000 -2500000",))}
TYPES = {"capitals": "POINT", "rivers": "LINE", "countries": "POLYGON"}
EFFECTS = ("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "xor", "plus", "minus", "src-atop", "dst-over", "dst-out", "src-in", "contrast", "invert")


def some(choose, share, *lines):
    """One of the lines, or nothing."""
    return [choose.choice(lines)] if choose.random() < share else []


def block(name, *parts):
    return [name, *(f"  {line}" for part in parts for line in ([part] if isinstance(part, str) else part)), "END"]


# Features in the mapfile and in a file

def ring(choose, x, y, radius, corners):
    turns = sorted(choose.uniform(0, 2 * math.pi) for _ in range(corners))
    points = [(x + radius * choose.uniform(0.5, 1) * math.cos(turn), y + radius * 0.7 * choose.uniform(0.5, 1) * math.sin(turn)) for turn in turns]
    return [(round(u, 2), round(v, 2)) for u, v in (*points, points[0])]


def parts_of(choose, kind):
    x, y = round(choose.uniform(2, 22), 2), round(choose.uniform(42, 56), 2)
    if kind == "POINT":
        return [[(x, y)]] if choose.random() < 0.9 else [[(x, y), (round(x + 2, 2), y)]]
    if kind == "LINE":
        line = [(x, y)]
        turn = choose.uniform(0, 6.3)
        for _ in range(choose.choice([1, 2, 4, 7])):
            turn += choose.uniform(-1.3, 1.3)
            line.append((round(line[-1][0] + 2.5 * math.cos(turn), 2), round(line[-1][1] + 2 * math.sin(turn), 2)))
        return [line]
    outer = ring(choose, x, y, choose.uniform(1.5, 4.5), choose.choice([4, 6, 9]))
    if choose.random() < 0.2:
        return [outer, [(x, y), (round(x + 0.6, 2), round(y + 0.1, 2)), (round(x + 0.3, 2), round(y + 0.6, 2)), (x, y)]]
    return [outer, ring(choose, x + 5, y, 1.5, 5)] if choose.random() < 0.15 else [outer]


def values_of(choose, number):
    return {"name": choose.choice(["north wood", "Lake", "old Town", "hill 7", "a"]), "a": choose.choice([0, 20, 45, 130, -60, 270]), "n": choose.choice([2, 3, 5, 6, 8, 12.5, 15]),
            "c": choose.choice(["#ff0000", "#0044cc", "#118833", "#aa8800"]), "s": choose.choice(["circle", "triangle", "star", "image", "cross", "square"]), "o": choose.choice([30, 60, 100]), "v": number * 1234.5,
            "t": choose.choice(["STYLE COLOR 200 0 0 WIDTH 3 OUTLINECOLOR 0 0 0 END", "STYLE SYMBOL 'circle' SIZE 12 COLOR 0 0 200 END", "PEN(c:#FF0000,w:3px)", "BRUSH(fc:#88FF00)", "SYMBOL(c:#0000FF,s:9px)"])}


def inline(choose, kind, to_pixels):
    lines = ['PROCESSING "ITEMS=name,a,n,c,s,o,v,t"']
    for number in range(choose.choice([3, 5, 8])):
        points = parts_of(choose, kind)
        if to_pixels:
            points = [[(round((x - 0) * 12), round((58 - y) * 12)) for x, y in part] for part in points]
        shape = " ".join(f"POINTS {' '.join(f'{x} {y}' for x, y in part)} END" for part in points)
        lines.append(f'FEATURE {shape} ITEMS "{";".join(str(value) for value in values_of(choose, number).values())}" END')
    return lines


def write_file(folder):
    """Features of the three kinds as GeoJSON."""
    choose = random.Random("file")
    for kind, name in (("POINT", "Point"), ("LINE", "LineString"), ("POLYGON", "Polygon")):
        rows = []
        for number in range(9):
            parts = parts_of(choose, kind)
            coordinates = parts[0][0] if kind == "POINT" else parts[0] if kind == "LINE" else parts[:1]
            rows.append({"type": "Feature", "properties": values_of(choose, number), "geometry": {"type": name, "coordinates": coordinates}})
        (folder / f"{kind.lower()}.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": rows}))


# Styles

def color(choose, bound, share=0.08):
    return "[c]" if bound and choose.random() < share else choose.choice(COLORS)


def number(choose, bound, *values):
    return "[n]" if bound and choose.random() < 0.1 else choose.choice(values)


def limits(choose, what):
    return some(choose, 0.08, f"MIN{what} 6", f"MAX{what} 4", f"MIN{what} 3", f"MAX{what} 12")


def places(choose, bound):
    return some(choose, 0.12, "OFFSET 4 -6", "OFFSET -3 3", "POLAROFFSET 10 45", *(["POLAROFFSET [n] [a]", "OFFSET [n] [n]", "POLAROFFSET 12 [a]"] if bound else []))


def common(choose, bound):
    return [*some(choose, 0.12, "OPACITY 40", "OPACITY 75", *(["OPACITY [o]"] if bound else [])), *some(choose, 0.06, "MAXSCALEDENOM 3e7", "MINSCALEDENOM 3e7", "MINSCALEDENOM 1000")]


def marker(choose, bound):
    name = choose.choice(MARKERS)
    symbol = "SYMBOL [s]" if bound and choose.random() < 0.06 else f'SYMBOL "{name}"'
    size = some(choose, 0.9, *[f"SIZE {value}" for value in ("6", "9", "12.5", "16", "24", number(choose, bound, "10"))])
    looks = [[f"COLOR {color(choose, bound)}"], [f"COLOR {color(choose, bound)}"], [f"COLOR {color(choose, bound)}", f"OUTLINECOLOR {choose.choice(COLORS)}"], [f"OUTLINECOLOR {choose.choice(COLORS)}"]]
    return [symbol, *size, *choose.choice(looks), *some(choose, 0.25, "WIDTH 2", "WIDTH 0.5", "WIDTH 3.5", "WIDTH [n]" if bound else "WIDTH 1"), *some(choose, 0.25, "ANGLE 30", "ANGLE -75", "ANGLE [a]" if bound else "ANGLE 180"),
            *limits(choose, "SIZE"), *places(choose, bound), *common(choose, bound)]


def point_style(choose, bound):
    if choose.random() < 0.05:
        return [f"COLOR {choose.choice(COLORS)}", f'GEOMTRANSFORM (buffer([shape],{choose.choice([4, 9])}))']
    return marker(choose, bound)


def pen(choose, bound):
    return [f"COLOR {color(choose, bound)}", *some(choose, 0.85, *[f"WIDTH {value}" for value in ("0.6", "1", "2", "3", "5", "9", number(choose, bound, "4"))])]


def ends(choose):
    return [*some(choose, 0.2, "LINECAP BUTT", "LINECAP ROUND", "LINECAP SQUARE"), *some(choose, 0.2, "LINEJOIN MITER", "LINEJOIN BEVEL", "LINEJOIN ROUND", "LINEJOIN NONE"), *some(choose, 0.04, "LINEJOINMAXSIZE 1")]


def dashes(choose, share):
    return [*some(choose, share, "PATTERN 10 5 END", "PATTERN 4 4 END", "PATTERN 12 4 2 4 END", "PATTERN 1 6 END", "PATTERN 20 10 5 10 END"), *some(choose, share * 0.2, "INITIALGAP 6")]


def transform(choose, bound):
    return choose.choice([["GEOMTRANSFORM (simplify([shape],8))"], ["GEOMTRANSFORM (smoothsia([shape],3,1))"], ["GEOMTRANSFORM (generalize([shape],10))"], ["GEOMTRANSFORM (simplifypt([shape],6))"],
                          ["GEOMTRANSFORM (buffer([shape],5))"], ["GEOMTRANSFORM (buffer([shape],[n]))" if bound else "GEOMTRANSFORM (buffer([shape],2))"], ["GEOMTRANSFORM (densify([shape],10))"],
                          ["GEOMTRANSFORM (buffer(simplify([shape],9),3))"]])


def along(choose, bound):
    """Symbols along a line."""
    gap = choose.choice(["GAP 20", "GAP -25", "GAP 40", "GAP -12", "GAP -60"])
    return [*marker(choose, bound), gap, *some(choose, 0.25, "INITIALGAP 8", "INITIALGAP 0", "INITIALGAP 25"), *some(choose, 0.1, "OFFSET 6 -99")]


def line_style(choose, bound):
    kind = choose.random()
    if kind < 0.4:
        beside = some(choose, 0.2, "OFFSET 5 -99", "OFFSET -4 -99", "OFFSET 4 -999", "OFFSET 3 4", "OFFSET [n] -99" if bound else "OFFSET 2 -99")
        return [*pen(choose, bound), *ends(choose), *dashes(choose, 0.25), *beside, *limits(choose, "WIDTH"), *common(choose, bound), *some(choose, 0.1, "OUTLINECOLOR 20 20 20\nOUTLINEWIDTH 1.5", "OUTLINEWIDTH 2")]
    if kind < 0.6:
        return along(choose, bound)
    if kind < 0.7:
        return marker(choose, bound)  # a brush
    if kind < 0.88:
        return [f'GEOMTRANSFORM "{choose.choice(["start", "end", "vertices", "centroid", "bbox", "start", "end"])}"', *marker(choose, bound), *some(choose, 0.4, "ANGLE AUTO")]
    return [*pen(choose, bound), *transform(choose, bound), *dashes(choose, 0.2), *common(choose, bound)]


def fill(choose, bound):
    return [f"COLOR {choose.choice(PALE) if choose.random() < 0.5 else color(choose, bound)}", *some(choose, 0.5, "OUTLINECOLOR 90 90 90"), *some(choose, 0.3, "WIDTH 0.5", "WIDTH 2", "WIDTH 4"), *some(choose, 0.08, "OFFSET 4 4", "OFFSET -3 2"), *limits(choose, "WIDTH"), *common(choose, bound)]


def hatch(choose, bound):
    return ['SYMBOL "hatch"', f"COLOR {color(choose, bound)}", *some(choose, 0.9, *[f"SIZE {value}" for value in (3, 6, 10, 15, number(choose, bound, 8))]), *some(choose, 0.4, "WIDTH 2", "WIDTH 0.5", "WIDTH 4"),
            *some(choose, 0.7, "ANGLE 45", "ANGLE -30", "ANGLE 90", "ANGLE 120", "ANGLE [a]" if bound else "ANGLE 10"), *dashes(choose, 0.15), *some(choose, 0.15, "OUTLINECOLOR 0 0 0"), *limits(choose, "SIZE"), *common(choose, bound)]


def polygon_style(choose, bound):
    kind = choose.random()
    if kind < 0.35:
        return fill(choose, bound)
    if kind < 0.5:
        beside = some(choose, 0.2, "OFFSET 5 -99", "OFFSET -4 -99", "OFFSET 4 -999", "OFFSET 3 4")
        return [f"OUTLINECOLOR {choose.choice(COLORS)}", *some(choose, 0.8, "WIDTH 1", "WIDTH 2.5", "WIDTH 6"), *ends(choose), *dashes(choose, 0.3), *beside, *limits(choose, "WIDTH"), *common(choose, bound)]
    if kind < 0.63:
        return hatch(choose, bound)
    if kind < 0.76:
        return [*marker(choose, bound), *some(choose, 0.6, "GAP 14", "GAP 25", "GAP 8")]
    if kind < 0.83:
        return [line for line in along(choose, bound) if not line.startswith(("COLOR", "OUTLINECOLOR"))] + [f"OUTLINECOLOR {choose.choice(COLORS)}"]
    if kind < 0.92:
        return [f'GEOMTRANSFORM "{choose.choice(["centroid", "labelpnt", "vertices", "bbox", "start", "end"])}"', *marker(choose, bound)]
    inside = "GEOMTRANSFORM (difference([shape],buffer([shape],-6)))"
    own = [[inside], ["GEOMTRANSFORM (outer([shape]))"], ["GEOMTRANSFORM (inner([shape]))"], ["GEOMTRANSFORM (buffer([shape],-4))"], ["GEOMTRANSFORM (centerline(densify([shape],10)))"]]
    return [choose.choice([f"COLOR {choose.choice(PALE)}", f"OUTLINECOLOR {choose.choice(COLORS)}"]), *(choose.choice(own) if choose.random() < 0.5 else transform(choose, bound)), *some(choose, 0.3, "WIDTH 2"), *common(choose, bound)]


def ramp(choose, item):
    low, high = {"area_km2": (1e4, 6e5), "length_km": (50, 2500), "gid": (1, 240), "v": (0, 9000)}[item]
    return [*choose.choice([["COLORRANGE 255 255 200 200 0 0"], ['COLORRANGE "#0000ff" "#00ff00"']]), f"DATARANGE {low:g} {high:g}", f'RANGEITEM "{item}"']


STYLES = {"POINT": point_style, "LINE": line_style, "POLYGON": polygon_style}


def styles_of(choose, kind, bound, item):
    styles = [STYLES[kind](choose, bound) for _ in range(choose.choice([1, 1, 1, 2, 2, 3]))]
    if kind == "LINE" and choose.random() < 0.15:  # a casing
        wide = choose.choice([5, 7, 10])
        styles = [[f"COLOR {choose.choice(COLORS)}", f"WIDTH {wide}", *ends(choose)], [f"COLOR {choose.choice(PALE)}", f"WIDTH {wide - choose.choice([2, 3])}", *dashes(choose, 0.2)]]
    if choose.random() < 0.08:
        styles[0] = [line for line in styles[0] if not line.startswith("COLOR ")] + ramp(choose, item)
    return [block("STYLE", *[part for line in style for part in line.split("\n")]) for style in styles]


# Classes and layers

OF_SOURCE = {
    "capitals": ("gid", ['("[name]" ~ "^B")', '(length("[name]") < 7)', '(upper("[name]") > "M")', "([gid] % 3 = 0)", '("[name]" IN "Paris,Rome,Bern,Prague")', "(intersects([shape],fromText('POLYGON((0 40,12 40,12 60,0 60,0 40))')))", "(dwithin([shape],fromText('POINT(10 50)'),6))"]),
    "rivers": ("length_km", ["([length_km] > 1000)", "([length_km] >= 200 AND [length_km] < 1500)", "(round([length_km],100) > 500)", "(NOT ([length_km] < 300))", "([gid] % 2 = 1)"]),
    "countries": ("area_km2", ["([area_km2] > 100000)", '("[iso_a2]" IN "DE,FR,IT,PL")', "(area([shape]) > 20)", '(lower("[name]") ~ "land")', '(initcap("[name]") = "France")', "(contains([shape],fromText('POINT(10 50)')))", "(round([area_km2] / 1000) > 80)"]),
    "own": ("v", ["([n] > 5)", '("[name]" ~* "o")', '([a] > 0 AND [n] < 9)', '("[s]" = "circle" OR [o] = 60)', '(firstcap("[name]") ~ "^N")', '(tostring([n],"%.1f") = "12.5")', '(commify(tostring([v],"%.0f")) ~ ",")']),
}
TEXTS = {"capitals": ['"[name]"', '(upper("[name]"))'], "rivers": ['(tostring([length_km],"%.1f") + " km")', '(commify("[length_km]"))'], "countries": ['(initcap("[name]"))', '"[iso_a2]"'], "own": ['"[name]"', '(firstcap("[name]"))', '(commify("[v]"))', '(round([v],100))', '(tostring([n]/3,"%.2f"))']}


def label(choose, source):
    extra = choose.sample(["OUTLINECOLOR 255 255 255", "POSITION UR", "POSITION AUTO", "ANGLE 20", "BUFFER 3", "OFFSET 3 4", "PARTIALS TRUE", "FORCE TRUE", "MINFEATURESIZE 20"], 2)
    return block("LABEL", f"TEXT {choose.choice(TEXTS[source])}", 'FONT "sans"', "TYPE TRUETYPE", f"SIZE {choose.choice([7, 9, 12])}", "COLOR 0 0 0", *extra)


def class_(choose, source, kind, bound, counted, projected):
    item, conditions = OF_SOURCE[source]
    return block("CLASS", f'NAME "class {counted}"', *some(choose, 0.45, *[f"EXPRESSION {condition}" for condition in conditions]), *some(choose, 0.05, "MAXSCALEDENOM 3e7", "MINSCALEDENOM 2e7"), *(some(choose, 0.05, "MINFEATURESIZE 12") if not projected else []),
                 *some(choose, 0.1, 'GROUP "one"', 'GROUP "two"'), *some(choose, 0.02, "STATUS OFF"), *styles_of(choose, kind, bound, item), *([label(choose, source)] if choose.random() < 0.12 else []))


def composite(choose):
    parts = [*some(choose, 0.6, *[f'COMPOP "{name}"' for name in EFFECTS]), *some(choose, 0.5, "OPACITY 50", "OPACITY 80"), *some(choose, 0.2, 'COMPFILTER "blur(4)"', 'COMPFILTER "grayscale()"', 'COMPFILTER "translate(4,-3)"', 'COMPFILTER "blacken()"', 'COMPFILTER "whiten()"')]
    return block("COMPOSITE", *(parts or ["OPACITY 60"]))


def of_layer(choose, source, kind, projected):
    item, conditions = OF_SOURCE[source]
    shapes = {"POINT": ["GEOMTRANSFORM (buffer([shape],0.5))"], "LINE": ["GEOMTRANSFORM (simplify([shape],0.4))", "GEOMTRANSFORM (buffer([shape],[map_cellsize]*4))", "GEOMTRANSFORM (smoothsia([shape],3,1))"],
              "POLYGON": ["GEOMTRANSFORM (buffer([shape],-0.2))", "GEOMTRANSFORM (simplifypt([shape],0.5))", "GEOMTRANSFORM (generalize([shape],0.5))", "GEOMTRANSFORM (outer([shape]))"]}
    return [*some(choose, 0.12, "SYMBOLSCALEDENOM 2e7", "SYMBOLSCALEDENOM 4e7", "SYMBOLSCALEDENOM 6e7"), *some(choose, 0.05, "SIZEUNITS KILOMETERS\nSYMBOLSCALEDENOM 1e7", "SIZEUNITS PIXELS"), *some(choose, 0.04, "MAXSCALEDENOM 2e8", "MINSCALEDENOM 100"),
            *(some(choose, 0.04, "MINFEATURESIZE 15") if not projected else []), *some(choose, 0.05, "MAXFEATURES 4"), *some(choose, 0.06, *[f"FILTER {condition}" for condition in conditions]), *some(choose, 0.06, *shapes[kind]), *some(choose, 0.06, 'CLASSGROUP "one"'), *(some(choose, 0.04, 'STYLEITEM "t"') if item == "v" else []),
            *some(choose, 0.04, 'PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES"', 'PROCESSING "POLYLINE_NO_CLIP=ON"', 'PROCESSING "APPROXIMATION_SCALE=FULL"', 'PROCESSING "GAMMA=0.4"', 'PROCESSING "RANGE_COLORSPACE=HSL"')]


def cluster(choose):
    return [*block("CLUSTER", f"MAXDISTANCE {choose.choice([20, 40])}", f'REGION "{choose.choice(["ellipse", "rectangle"])}"'),
            *block("CLASS", 'NAME "groups"', 'EXPRESSION ("[Cluster_FeatureCount]" != "1")', block("STYLE", *marker(choose, False)), block("LABEL", 'TEXT "[Cluster_FeatureCount]"', 'FONT "sans"', "TYPE TRUETYPE", "SIZE 8"))]


def layer(choose, number, projected):
    source = choose.choice(["capitals", "rivers", "countries", "own", "own", "own", "file"])
    kind = TYPES.get(source) or choose.choice(["POINT", "LINE", "LINE", "POLYGON", "POLYGON"])
    if choose.random() < 0.05 and kind == "POLYGON":
        kind = "LINE"
    to_pixels = source == "own" and choose.random() < 0.12
    data = inline(choose, kind, to_pixels) if source == "own" else [f'DATA "{SHAPES / source}"'] if source in TYPES else ["CONNECTIONTYPE OGR", f'CONNECTION "{kind.lower()}.geojson"']
    bound = source in ("own", "file")
    source = "own" if bound else source
    where = [choose.choice(["TRANSFORM FALSE", "TRANSFORM FALSE", "TRANSFORM UL", "TRANSFORM LR", "TRANSFORM CC"]), "UNITS PIXELS"] if to_pixels else ['PROJECTION "init=epsg:4326" END'] if projected else []
    own = cluster(choose) if kind == "POINT" and not to_pixels and choose.random() < 0.06 else []
    classes = [class_(choose, source, kind, bound, counted, projected) for counted in range(choose.choice([1, 1, 2, 3]))]
    return block("LAYER", f'NAME "layer {number}"', f"TYPE {kind}", "STATUS ON", where, data, [part for line in of_layer(choose, source, kind, projected) for part in line.split("\n")], composite(choose) if choose.random() < 0.12 else [], own, *classes)


def graticule(choose, projected):
    return block("LAYER", 'NAME "grid"', "TYPE LINE", "STATUS ON", *(['PROJECTION "init=epsg:4326" END'] if projected else []), block("GRID", *some(choose, 0.8, "MININTERVAL 5", "MAXINTERVAL 10", "MINARCS 4", "MAXARCS 6"), *some(choose, 0.5, 'LABELFORMAT "DD"', 'LABELFORMAT "DDMM"')),
                 block("CLASS", 'NAME "grid"', block("STYLE", *pen(choose, False), *dashes(choose, 0.2))))


def masked(choose, layers, projected):
    """A layer of areas whose pixels another one is limited to."""
    mask = block("LAYER", 'NAME "mask"', "TYPE POLYGON", "STATUS OFF", *(['PROJECTION "init=epsg:4326" END'] if projected else []), "FEATURE POINTS 4 43 18 43 18 56 11 48 4 56 4 43 END END", block("CLASS", block("STYLE", "COLOR 0 0 0")))
    at = choose.randrange(len(layers))
    layers[at] = [*layers[at][:2], '  MASK "mask"', *layers[at][2:]]
    return [mask, *layers]


def formats(choose):
    driver = choose.choice(["AGG", "AGG", "CAIRO"])
    mode = choose.choice(["RGB", "RGB", "RGBA", "PC256" if driver == "AGG" else "RGBA"])
    return choose.choice([[], [], ["IMAGETYPE png"], ["IMAGETYPE png8"], ["IMAGETYPE cairopng"], block("OUTPUTFORMAT", 'NAME "own"', f"DRIVER {driver}/PNG", f"IMAGEMODE {mode}", *some(choose, 0.5, "TRANSPARENT ON"))])


def furniture(choose):
    return [*([block("LEGEND", "STATUS ON", *some(choose, 0.4, "KEYSIZE 30 20", "KEYSIZE 12 8"), *some(choose, 0.2, "KEYSPACING 10 3"), *some(choose, 0.2, "OUTLINECOLOR 0 0 0"), block("LABEL", 'FONT "sans"', "TYPE TRUETYPE", "SIZE 8"))] if choose.random() < 0.4 else [])]


def map_of(seed, kind=None):
    """The map of a seed; `kind` are the lines of its output format, if not random ones."""
    choose = random.Random(f"drawings {seed}")
    crs = choose.choice(["", "", "", "4326", "3857", "32632", "3035", "3995"])
    units, extents = CRSS[crs]
    layers = [layer(choose, number, crs) for number in range(choose.choice([1, 2, 2, 3, 4]))]
    if choose.random() < 0.06:
        layers.append(graticule(choose, crs))
    if choose.random() < 0.06:
        layers = masked(choose, layers, crs)
    around = [*some(choose, 0.15, "RESOLUTION 96", "RESOLUTION 144", "RESOLUTION 144\nDEFRESOLUTION 96"), *(some(choose, 0.12, "ANGLE 20", "ANGLE -45") if crs else []), *some(choose, 0.15, "IMAGECOLOR 220 230 245", "IMAGECOLOR 40 40 60")]
    kind = kind or formats(choose)
    if kind and kind[0] == "OUTPUTFORMAT":
        kind = [*kind, "IMAGETYPE own"]
    lines = ['NAME "drawings"', f"SIZE {choose.choice(['320 240', '320 240', '300 300'])}", f"EXTENT {choose.choice(extents)}", f"UNITS {units}", *([f'PROJECTION "init=epsg:{crs}" END'] if crs else []), *[part for line in around for part in line.split("\n")], kind,
             'WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" END END', f'FONTSET "{FONTS}"', *(line.strip() for line in (SYMBOLS + MORE_SYMBOLS).strip().split("\n")), *furniture(choose), *layers]
    return "\n".join(block("MAP", *lines)) + "\n"


def requests_of(seed, text):
    """(what, parameters): the map, and the legend or an icon of it."""
    choose = random.Random(f"requests {seed}")
    yield "map", {"mode": "map", "layers": "all"}
    if choose.random() < 0.3:
        yield "legend", {"mode": "legend", "layers": "all"}
    if "DRIVER CAIRO" in text:
        return  # FORMAT=image/png may mean another format of the map
    if choose.random() < 0.2:
        yield "icons", {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "FORMAT": "image/png", "LAYER": "layer 0", "SLD_VERSION": "1.1.0"}
    if "PROJECTION" in text and choose.random() < 0.4:
        names = [line.split('"')[1] for line in text.split("\n") if line.strip().startswith("NAME \"layer")]
        yield "GetMap", {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "FORMAT": "image/png", "LAYERS": ",".join(names), "STYLES": "", "SRS": "EPSG:3857", "BBOX": "300000,5400000,2000000,6700000", "WIDTH": "340", "HEIGHT": "260"} | choose.choice([{}, {"TRANSPARENT": "TRUE"}, {"BGCOLOR": "0xDDEEFF"}])


def all_drawings(first, last):
    """(name, mapfile, parameters)."""
    for seed in range(first, last):
        text = map_of(seed)
        for what, parameters in requests_of(seed, text):
            yield f"{seed} {what}", text, parameters


def all_documents(first, last):
    """Maps of cairo: images, SVG and PDF; (name, mapfile, parameters)."""
    for seed in range(first, last):
        kind = ("cairopng", "svg", "pdf")[seed % 3]
        yield f"{seed} {kind}", map_of(f"{kind} {seed}", [f"IMAGETYPE {kind}"]), {"mode": "map", "layers": "all"}
