# SPDX-License-Identifier: MIT
"""Random small maps of points, lines, areas and their multi-parts and holes, in the mapfile, in files of GDAL's drivers and as shapefiles, with two to four keywords of STYLE, SYMBOL, LABEL and LAYER that other generators do not combine; the same ones for the same seed. Every keyword has its own line, so that a map can be reduced line by line."""

import json
import random

from drawings import FONTS
from random_drawings import block

ITEMS = ("name", "n", "a", "c", "o", "p", "pos", "x")
# (attributes, parts: rings of areas, lines, points); the last number of rings says which are holes.
ROWS = {
    "POINT": [(("Rom", 8, 20, "#ff0000", 40, 3, "ul", 4), [(15, 15)]), (("Old Town", 12, 0, "#0044cc", 100, 9, "lr", -3), [(55, 20)]), (("A", 5, -60, "#118833", 70, 1, "cc", 0), [(95.5, 30.25)]),
              (("Many", 14, 90, "#aa8800", 100, 5, "uc", 6), [(20, 60), (35, 70), (50, 62)]), (("Edge", 9, 200, "#0044cc", 30, 7, "cr", 0), [(119, 88)]), (("Near", 6, 45, "#ff0000", 100, 8, "lc", 2), [(98, 33)])],
    "LINE": [(("Main street", 8, 20, "#ff0000", 40, 3, "ul", 4), [[(5, 10), (40, 40), (75, 12), (115, 50)]]), (("Curved avenue", 3, 0, "#0044cc", 100, 9, "lr", -3), [[(5, 60), (20, 70), (35, 74), (50, 75), (65, 74), (80, 70), (95, 62), (110, 55)]]),
             (("Two", 5, -60, "#118833", 70, 1, "cc", 0), [[(10, 85), (60, 85)], [(70, 85), (110, 80), (112, 60)]]), (("Loop", 2, 90, "#aa8800", 100, 5, "uc", 6), [[(20, 30), (30, 20), (20, 10), (10, 20), (20, 30)]]),
             (("Back", 4, 45, "#0044cc", 100, 8, "lc", 2), [[(110, 10), (80, 30), (110, 31)]])],
    "POLYGON": [(("Concave", 8, 20, "#ff0000", 40, 3, "ul", 4), [[(10, 10), (50, 10), (50, 45), (33, 25), (10, 42), (10, 10)]]),
                (("Hole", 3, 0, "#0044cc", 100, 9, "lr", -3), [[(60, 10), (60, 60), (110, 60), (110, 10), (60, 10)], [(75, 22), (95, 25), (95, 45), (75, 42), (75, 22)]]),
                (("Two parts", 5, -60, "#118833", 70, 1, "cc", 0), [[(10, 60), (20, 85), (55, 80), (50, 55), (10, 60)], None, [(60, 65), (60, 88), (80, 88), (60, 65)]]),
                (("Thin", 2, 90, "#aa8800", 100, 5, "uc", 6), [[(85, 66), (118, 70), (118, 66), (85, 66)]])],
}
SYMBOLS = {
    "VECTOR": ["POINTS 0 4 2 0 4 4 0 4 END", "POINTS 0 0 6 3 0 6 2 3 0 0 END", "POINTS 2 0 2 4 -99 -99 0 2 4 2 END", "POINTS 0 0 0 4 END", "POINTS 0 4 2 0 4 4 6 0 END", "POINTS 0 0 2 0 2 2 0 2 0 0 -99 -99 3 0 5 0 5 2 3 2 3 0 END", "POINTS 0 0 6 0 6 3 0 3 0 0 END",
               "POINTS 0 2 3 0 6 2 3 4 0 2 -99 -99 2 2 3 3 4 2 3 1 2 2 END", "POINTS -2 -1 2 -1 2 1 -2 1 -2 -1 END", "POINTS 0.5 0 1 0.5 0.5 1 0 0.5 0.5 0 END"],
    "ELLIPSE": ["POINTS 1 1 END", "POINTS 1 2 END", "POINTS 3 1 END", "POINTS 10 10 END"],
    "HATCH": [""], "PIXMAP": ['IMAGE "image.png"'], "SVG": ['IMAGE "drawing.svg"'],
    "TRUETYPE": ['FONT "sans" CHARACTER "&#9733;"', 'FONT "sans-bold" CHARACTER "A"', 'FONT "sans" CHARACTER "gj"', 'FONT "sans" CHARACTER "&#x25B2;"'],
}
ANCHORS = ["0 0", "1 1", "0.5 0", "0 0.5", "1 0.2", "0.3 1"]
STYLE = {
    "SIZE": ["4", "7.5", "12", "20", "[n]"], "WIDTH": ["0.5", "2", "3.5", "6", "[n]"], "ANGLE": ["30", "-45", "AUTO", "[a]"], "OPACITY": ["30", "60", "[o]"], "GAP": ["12", "25", "-15", "-30"], "INITIALGAP": ["5", "12"], "PATTERN": ["8 4 END", "12 3 2 3 END", "1 5 END"],
    "LINECAP": ["BUTT", "SQUARE", "ROUND"], "LINEJOIN": ["MITER", "BEVEL", "ROUND", "NONE"], "OFFSET": ["3 4", "6 -99", "-5 -99", "4 99", "0 -6", "[x] 3", "[x] -99"], "POLAROFFSET": ["10 45", "12 [a]", "[n] 90", "8 -99"], "MINSIZE": ["6", "10"], "MAXSIZE": ["5", "9"], "MINWIDTH": ["4"], "MAXWIDTH": ["2"],
    "OUTLINECOLOR": ["0 0 0", "200 0 0", "[c]", '"#0000ff80"'], "OUTLINEWIDTH": ["1", "2.5"], "COLOR": ["255 0 0", "0 90 200", "[c]", '"#cc5500aa"'],
    "GEOMTRANSFORM": ['"bbox"', '"centroid"', '"start"', '"end"', '"vertices"', '"labelpnt"', "(buffer([shape],3))", "(buffer([shape],-2))", "(simplify([shape],5))", "(simplifypt([shape],5))", "(generalize([shape],4))", "(smoothsia([shape],3,1))", "(buffer([shape],[n]))", "(difference(buffer([shape],4),[shape]))", "(inner([shape]))",
                      "(outer([shape]))", "(intersection([shape],fromText('POLYGON((20 5,100 5,100 80,20 80,20 5))')))", "(centerline([shape]))", "(densify([shape],5))"],
    "COLORRANGE": ["255 0 0 0 0 255\nDATARANGE 0 15\nRANGEITEM \"n\""],
}
LABEL = {
    "ANGLE": ["FOLLOW", "AUTO", "AUTO2", "[a]", "25"], "PARTIALS": ["FALSE", "TRUE"], "FORCE": ["TRUE", "GROUP"], "MINDISTANCE": ["40", "100"], "REPEATDISTANCE": ["40", "90"], "MAXOVERLAPANGLE": ["10", "40", "90"], "MINFEATURESIZE": ["AUTO", "30", "80"], "EXPRESSION": ["([n] > 4)", '("[pos]" != "ul")', "/o/"],
    "WRAP": ['" "', '"o"'], "MAXLENGTH": ["3", "6", "9"], "ALIGN": ["CENTER", "RIGHT", "LEFT"], "BUFFER": ["1", "4", "12"], "PRIORITY": ["2", "[p]"], "OUTLINECOLOR": ["255 255 255", "[c]"], "OUTLINEWIDTH": ["1", "3"], "SHADOWCOLOR": ["150 150 150"], "SHADOWSIZE": ["2 2", "-2 1"], "SIZE": ["7", "13", "[n]"],
    "POSITION": ["UL", "UC", "UR", "CL", "CC", "CR", "LL", "LC", "LR", "AUTO", "[pos]"], "OFFSET": ["4 4", "-3 6", "5 -99", "-6 99", "[x] 2"], "MINSIZE": ["9"], "MAXSIZE": ["8"], "TEXT": ['"[name] [n]"', '(upper("[name]"))', '"[name]"'], "COLOR": ["0 0 120", "[c]"],
}
LABEL_STYLES = ['GEOMTRANSFORM "labelpoly"\nCOLOR 255 230 150\nOUTLINECOLOR 100 100 100', 'GEOMTRANSFORM "labelpnt"\nSYMBOL "s0"\nSIZE 9\nCOLOR 200 100 0', 'GEOMTRANSFORM "labelcenter"\nSYMBOL "s0"\nSIZE 6\nCOLOR 0 0 200', 'GEOMTRANSFORM "labelpoly"\nCOLOR 200 220 255\nOFFSET 2 2', 'GEOMTRANSFORM "labelpoly"\nOUTLINECOLOR 0 120 0\nWIDTH 2']
LAYER = ["COMPOSITE\n  OPACITY 50\nEND", "COMPOSITE\n  COMPOP \"multiply\"\nEND", "COMPOSITE\n  COMPFILTER \"blur(3)\"\nEND", "MASK \"mask\"", "SYMBOLSCALEDENOM 2e8", "SYMBOLSCALEDENOM 3e7", "MINGEOWIDTH 200", "MAXGEOWIDTH 200", "MINFEATURESIZE 30", "SIZEUNITS METERS", "SIZEUNITS DD", "SIZEUNITS FEET",
         "GEOMTRANSFORM (buffer([shape],2))", "GEOMTRANSFORM (simplify([shape],4))", "GEOMTRANSFORM (smoothsia([shape],5,2))", "REQUIRES \"([mask] = 1)\"", "REQUIRES \"([mask] = 0)\"", "LABELREQUIRES \"([mask] = 1)\"", "LABELREQUIRES \"(![mask])\"", "FILTER ([n] > 4)", "MAXFEATURES 2", "LABELCACHE OFF",
         "POSTLABELCACHE TRUE", "PROCESSING \"LABEL_NO_CLIP=ON\"", "PROCESSING \"POLYLINE_NO_CLIP=ON\"", "PROCESSING \"APPROXIMATION_SCALE=full\"", "LABELMINSCALEDENOM 1e5", "MINSCALEDENOM 1e10", "STYLEITEM \"c\"", "OFFSITE 0 0 0", "CLASSITEM \"pos\"", "FILTERITEM \"name\"\nFILTER /o/", "EXTENT 0 0 60 45", "EXTENT 200 200 300 300"]
MAP = ["PROJECTION \"init=epsg:4326\" END\nANGLE 30", "RESOLUTION 144", "RESOLUTION 96\nDEFRESOLUTION 96", "EXTENT 20 10 80 55", "EXTENT -60 -45 180 135", "IMAGETYPE png8", "IMAGETYPE jpeg", "IMAGETYPE cairopng", "IMAGETYPE svg", "MAXSIZE 4096", "SCALEDENOM 2e8", "PROJECTION \"init=epsg:3857\" END\nEXTENT 0 0 13358339 11258799\nUNITS METERS"]


def lines_of(text):
    return text.split("\n")


def picked(choose, table, count):
    return [line for key in choose.sample(sorted(table), count) for line in lines_of(f"{key} {choose.choice(table[key])}")]


def symbol(choose, number):
    kind = choose.choice(["VECTOR"] * 4 + ["ELLIPSE"] * 3 + ["TRUETYPE"] * 2 + ["HATCH", "PIXMAP", "SVG"])
    filled = f"FILLED {choose.choice(['TRUE', 'TRUE', 'FALSE'])} " if kind in ("VECTOR", "ELLIPSE", "TRUETYPE") else ""
    anchor = f"ANCHORPOINT {choose.choice(ANCHORS)} " if kind != "HATCH" and choose.random() < 0.35 else ""
    return f'SYMBOL NAME "s{number}" TYPE {kind} {filled}{anchor}{choose.choice(SYMBOLS[kind])} END'


def style(choose):
    keys = picked(choose, STYLE, choose.choice([1, 2, 2, 3, 3, 4]))
    has_color = any(line.startswith(("COLOR ", "COLORRANGE")) for line in keys)
    color = [] if has_color or choose.random() < 0.1 else [f"COLOR {choose.choice(STYLE['COLOR'][:2])}"]
    return block("STYLE", *([f'SYMBOL "s{choose.choice([0, 0, 1])}"'] if choose.random() < 0.65 else []), color, keys)


def label(choose, is_second):
    keys = ["FONT \"sans\"", "TYPE TRUETYPE", *picked(choose, LABEL, choose.choice([2, 2, 3, 4, 5]))]
    words = {line.split()[0] for line in keys}
    keys += ["FORCE TRUE"] if is_second and "FORCE" not in words else []
    styles = [block("STYLE", lines_of(choose.choice(LABEL_STYLES)))] if choose.random() < 0.3 else []
    return block("LABEL", *([] if "SIZE" in words else ["SIZE 9"]), *([] if "COLOR" in words else ["COLOR 0 0 0"]), keys, *styles)


UNDER = {"POINT": 'SYMBOL "s0"\nSIZE 8\nCOLOR 200 50 50', "LINE": "COLOR 255 170 170\nWIDTH 2", "POLYGON": "COLOR 235 235 215\nOUTLINECOLOR 150 150 150"}


def class_(choose, number):
    expression = [choose.choice(["EXPRESSION ([n] > 4)", 'EXPRESSION "ul"', "EXPRESSION {cc,uc}", "EXPRESSION /c/"])] if choose.random() < 0.15 else []
    return expression, f'NAME "class {number}"'


def shape_text(kind, parts):
    rings = [[part] for part in parts] if kind == "POINT" else [part for part in parts if part]
    return " ".join(f"POINTS {' '.join(f'{x:g} {y:g}' for x, y in ring)} END" for ring in ([parts] if kind == "POINT" else rings))


def inline(kind):
    return ['PROCESSING "ITEMS=' + ",".join(ITEMS) + '"', *(f'FEATURE {shape_text(kind, parts)} ITEMS "{";".join(map(str, values))}" END' for values, parts in ROWS[kind])]


def polygons(parts):
    found = [[]]
    for ring in parts:
        if ring is None:
            found.append([])
        else:
            found[-1].append(ring)
    return found


def geometry(kind, parts):
    if kind == "POINT":
        return {"type": "Point", "coordinates": parts[0]} if len(parts) == 1 else {"type": "MultiPoint", "coordinates": parts}
    if kind == "LINE":
        return {"type": "LineString", "coordinates": parts[0]} if len(parts) == 1 else {"type": "MultiLineString", "coordinates": parts}
    areas = polygons(parts)
    return {"type": "Polygon", "coordinates": areas[0]} if len(areas) == 1 else {"type": "MultiPolygon", "coordinates": areas}


def write_files(folder):
    """The features as GeoJSON and as shapefiles."""
    from osgeo import gdal
    for kind, rows in ROWS.items():
        features = [{"type": "Feature", "properties": dict(zip(ITEMS, values)), "geometry": geometry(kind, parts)} for values, parts in rows]
        file = folder / f"combined_{kind.lower()}.geojson"
        file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        gdal.VectorTranslate(str(folder / f"combined_{kind.lower()}.shp"), str(file), format="ESRI Shapefile", geometryType=f"{'MULTI' if kind == 'POINT' else ''}{kind if kind != 'LINE' else 'LINESTRING'}")


def layer(choose, number, kind):
    source = choose.choice(["inline", "ogr", "ogr", "shape", "shape"])
    if source == "inline":
        data = inline(kind)
    elif source == "ogr":
        data = ["CONNECTIONTYPE OGR", f'CONNECTION "combined_{kind.lower()}.geojson"']
    else:
        data = [f'DATA "combined_{kind.lower()}"']
    drawn_as = choose.choice([kind] * 5 + {"POINT": ["POINT"], "LINE": ["LINE", "POINT"], "POLYGON": ["LINE", "POINT"]}[kind]) if source != "inline" else kind
    extra = [line for text in choose.sample(LAYER, choose.choice([0, 0, 1, 1, 2])) for line in lines_of(text)]
    classes = []
    for place in range(choose.choice([1, 1, 1, 2])):
        expression, name = class_(choose, place)
        has_labels = choose.random() < 0.5
        styles = [block("STYLE", lines_of(UNDER[drawn_as]))] if has_labels else [style(choose) for _ in range(choose.choice([1, 1, 2]))]
        labels = [label(choose, place > 0) for place in range(choose.choice([1, 1, 2]))] if has_labels else []
        classes.append(block("CLASS", name, expression, *styles, *labels))
    return block("LAYER", f'NAME "layer {number}"', f"TYPE {drawn_as}", "STATUS ON", 'PROJECTION "init=epsg:4326" END', 'LABELITEM "name"', data, extra, *classes)


def map_of(seed):
    choose = random.Random(f"combinations {seed}")
    kind = choose.choice(["POINT", "LINE", "LINE", "POLYGON", "POLYGON"])
    layers = [layer(choose, number, kind) for number in range(choose.choice([1, 1, 2]))]
    around = lines_of(choose.choice(MAP)) if choose.random() < 0.3 else []
    words = {line.split()[0] for line in around}
    base = [line for line in ("EXTENT 0 0 120 90", "UNITS DD", "IMAGETYPE png") if line.split()[0] not in words]
    mask = block("LAYER", 'NAME "mask"', "TYPE POLYGON", f"STATUS {choose.choice(['ON', 'ON', 'OFF'])}", "FEATURE POINTS 10 10 80 10 80 70 10 70 10 10 END END", block("CLASS", block("STYLE", "COLOR 240 240 225")))
    lines = ['NAME "combinations"', "SIZE 400 300", *base, around, f'FONTSET "{FONTS}"', symbol(choose, 0), symbol(choose, 1), mask, *layers]
    return "\n".join(block("MAP", *lines)) + "\n"


def all_combinations(first, last):
    """(name, mapfile, parameters)."""
    for seed in range(first, last):
        yield f"{seed} combinations", map_of(seed), {"mode": "map", "layers": "all"}
