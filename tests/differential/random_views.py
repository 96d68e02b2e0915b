# SPDX-License-Identifier: MIT
"""Random maps as viewers ask for them (MINFEATURESIZE is left out, as in reprojected layers of random_drawings.py): layers of every kind (unions, grids, circles, charts, clusters, masks, styles of attributes), PROCESSING and keywords around styles and labels, symbols of every type, seen by GetMap and the CGI modes with every parameter; the same ones for the same seed. Every keyword has its own line, so that a map can be reduced line by line."""

import json
import random

import random_texts
from drawings import FONTS, SYMBOLS
from random_drawings import CRSS, MORE_SYMBOLS, STYLES, block, composite, some

ITEMS = "name,n,a,c,o,p,pos,align,x,y,f,s,t,v"
VIEW_SYMBOLS = """
  SYMBOL NAME "two letters" TYPE TRUETYPE FONT "sans" CHARACTER "Ab" END
  SYMBOL NAME "digit" TYPE TRUETYPE FONT "sans-bold" CHARACTER "&#x41;" ANCHORPOINT 0 0.5 END
  SYMBOL NAME "shifted" TYPE VECTOR FILLED TRUE POINTS -2 -1 2 -1 2 1 -2 1 -2 -1 END END
  SYMBOL NAME "pair" TYPE VECTOR FILLED TRUE POINTS 0 0 2 0 2 2 0 2 0 0 -99 -99 3 0 5 0 5 2 3 2 3 0 END END
  SYMBOL NAME "flat" TYPE VECTOR POINTS 0 0 6 0 END END
  SYMBOL NAME "flag" TYPE VECTOR FILLED TRUE ANCHORPOINT 0 1 POINTS 0 0 4 1 1 2 1 6 0 6 0 0 END END
  SYMBOL NAME "anchored ring" TYPE ELLIPSE FILLED FALSE ANCHORPOINT 0.5 1 POINTS 3 1 END END
  SYMBOL NAME "unnamed size" TYPE ELLIPSE FILLED TRUE POINTS 10 10 END END
"""
VIEW_MARKERS = ("two letters", "digit", "shifted", "pair", "flat", "flag", "anchored ring", "unnamed size", "anchored oval", "anchored star", "anchored image", "anchored drawing", "image.png", "drawing.svg")
NAMES = (*random_texts.NAMES, "Ñandú Ölberg", "Москва", "שלום 12", "مرحبا", "東京", "a & b <c>", "it's \\\"so\\\"", "")
TYPE_OF = {"points": "POINT", "lines": "LINE", "areas": "POLYGON"}


def lines_of(parts):
    return [line for part in parts for line in part.split("\n")]


def values_of(choose):
    return (choose.choice(NAMES), choose.choice([6, 8, 9, 11, 14.5]), choose.choice([0, 20, 45, 90, -60, 200]), choose.choice(["#ff0000", "#0044cc", "#118833"]), choose.choice([30, 100]), choose.randint(1, 10), choose.choice(["ul", "uc", "lr", "cc", "cr", "auto"]),
              choose.choice(["left", "center", "right"]), choose.choice([-5, 0, 8]), choose.choice([-6, 0, 5]), choose.choice(["sans", "sans-bold"]), choose.choice(["circle", "triangle", "star", "cross"]),
              choose.choice(["STYLE COLOR 200 0 0 WIDTH 3 END", "STYLE SYMBOL 'circle' SIZE 12 COLOR 0 0 200 END", "PEN(c:#FF0000,w:3px)", "BRUSH(fc:#88FF00)", "SYMBOL(c:#0000FF,s:9px)", "CLASS STYLE COLOR 0 90 0 OUTLINECOLOR 0 0 0 END END"]), choose.randint(0, 9000))


def feature(choose, kind):
    points = " ".join(f"POINTS {' '.join(f'{x / 2:g} {y / 2:g}' for x, y in part)} END" for part in random_texts.shape_of(choose, kind))
    return f'FEATURE {points} ITEMS "{";".join(map(str, values_of(choose)))}" END'


def write_files(folder):
    """Features of the three kinds as GeoJSON, twice: what a UNION reads of the attributes of FEATUREs is at random in MapServer 8.0.0."""
    for kind, name in (("POINT", "Point"), ("LINE", "LineString"), ("POLYGON", "Polygon")):
        for letter in "ab":
            choose = random.Random(f"{kind} {letter}")
            shapes = [[[(x / 2, y / 2) for x, y in part] for part in random_texts.shape_of(choose, kind)] for _ in range(6)]
            rows = [{"type": "Feature", "properties": dict(zip(ITEMS.split(","), values_of(choose))), "geometry": {"type": name, "coordinates": shape[0][0] if kind == "POINT" else shape[0] if kind == "LINE" else shape}} for shape in shapes]
            (folder / f"view_{kind.lower()}_{letter}.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": rows}))


def features(choose, kind):
    return [f'PROCESSING "ITEMS={ITEMS}"', *(feature(choose, kind) for _ in range(choose.choice([3, 5, 9])))]


def style(choose, kind):
    lines = lines_of(STYLES[kind](choose, True))
    if choose.random() < 0.3 and any(line.startswith("SYMBOL") and "hatch" not in line for line in lines):
        lines = [f'SYMBOL "{choose.choice(VIEW_MARKERS)}"' if line.startswith("SYMBOL") else line for line in lines]
    return block("STYLE", lines)


CONDITIONS = ("EXPRESSION ([n] > 8)", 'EXPRESSION ("[align]" = "left")', "EXPRESSION ([v] >= 1000 AND [v] < 6000)", 'EXPRESSION ("[s]" IN "circle,star")', "EXPRESSION {circle,cross}", "EXPRESSION /^c/", 'EXPRESSION "star"', 'EXPRESSION "STAR"i')


def label(choose, kind, first, others):
    lines = random_texts.label(choose, kind, first, others)
    more = some(choose, 0.08, "MAXOVERLAPANGLE 30", "REPEATDISTANCE 40", "MINSCALEDENOM 1000", "PARTIALS TRUE")
    return [*lines[:1], *(f"  {line}" for line in more if not any(each.strip().startswith(line.split()[0]) for each in lines)), *lines[1:]]


def class_(choose, kind, number, labelled=0.45):
    count = choose.choice([1, 1, 1, 2]) if choose.random() < labelled else 0
    labels = [label(choose, kind, place == 0, count > 1 and kind != "LINE") for place in range(count)]
    styles = [style(choose, kind) for _ in range(choose.choice([1, 1, 2]))]
    return block("CLASS", f'NAME "class {number}"', *some(choose, 0.5, *CONDITIONS), *some(choose, 0.25, 'GROUP "one"', 'GROUP "two"'), *some(choose, 0.06, "MAXSCALEDENOM 1e8", "MINSCALEDENOM 1e8"), *some(choose, 0.1, 'TEXT "[name] [n]"', 'TEXT ("[name]")'),
                 *styles, *labels)


PROCESSING = ("RENDERMODE=ALL_MATCHING_CLASSES", "RENDERMODE=ALL_MATCHING_CLASSES", "APPROXIMATION_SCALE=FULL", "APPROXIMATION_SCALE=ROUND", "APPROXIMATION_SCALE=4", "FORCE_DRAW_LABEL_CACHE=FLUSH", "LABEL_NO_CLIP=ON", "LABEL_NO_CLIP=ON", "POLYLINE_NO_CLIP=ON", "LABEL_POSITIONS=UR,LL,CC", "GAMMA=0.5", "GAMMA=0.9", "RANGE_COLORSPACE=HSL")
AROUND = ("REQUIRES \"[other]\"", "LABELREQUIRES \"![other]\"", "MAXFEATURES 4", "LABELMAXSCALEDENOM 1.2e8", "LABELMINSCALEDENOM 1e8", "MINSCALEDENOM 1000", "MAXGEOWIDTH 90", "MINGEOWIDTH 20", "EXTENT 0 0 30 45", "SYMBOLSCALEDENOM 6e7", "SYMBOLSCALEDENOM 2e8", "SIZEUNITS KILOMETERS", "SIZEUNITS METERS",
          "LABELCACHE OFF", "POSTLABELCACHE TRUE", "CLASSGROUP \"one\"", "STYLEITEM \"t\"", "FILTER ([n] > 7)", "FILTERITEM \"s\"\nFILTER \"circle\"", "CLASSITEM \"s\"", "OFFSITE 255 255 255", "GEOMTRANSFORM (buffer([shape],1))", "GEOMTRANSFORM (simplify([shape],2))", "TEMPLATE \"t\"", "GROUP \"all\"")


def around(choose):
    return lines_of([*dict.fromkeys(choose.sample(AROUND, choose.choice([0, 0, 1, 1, 2]))), *(f'PROCESSING "{choose.choice(PROCESSING)}"' for _ in range(choose.choice([0, 0, 0, 1])))])


def plain(choose, number, kind=None):
    kind = kind or choose.choice(["POINT", "LINE", "POLYGON", "POLYGON"])
    drawn = "LINE" if kind == "POLYGON" and choose.random() < 0.06 else kind
    classes = [class_(choose, drawn, place) for place in range(choose.choice([1, 1, 2, 3]))]
    return block("LAYER", f'NAME "layer {number}"', f"TYPE {drawn}", "STATUS ON", *some(choose, 0.8, 'PROJECTION "init=epsg:4326" END'), *features(choose, kind), 'CLASSITEM "s"', 'LABELITEM "name"', around(choose), composite(choose) if choose.random() < 0.08 else [], *classes)


def cluster(choose, number):
    looks = choose.choice([[f'EXPRESSION ([Cluster_FeatureCount] > {choose.choice([1, 2])})'], ['EXPRESSION ("[Cluster_FeatureCount]" != "1")'], []])
    group = some(choose, 0.3, 'GROUP ("[align]")', 'GROUP ("[s]")')
    return block("LAYER", f'NAME "layer {number}"', "TYPE POINT", "STATUS ON", 'PROJECTION "init=epsg:4326" END', *(line for _ in range(3) for line in features(choose, "POINT")[1:]), f'PROCESSING "ITEMS={ITEMS}"', *some(choose, 0.2, 'PROCESSING "CLUSTER_KEEP_LOCATIONS=ON"', 'PROCESSING "CLUSTER_GET_ALL_SHAPES=ON"', 'PROCESSING "CLUSTER_ALGORITHM=SIMPLE"'),
                 block("CLUSTER", f"MAXDISTANCE {choose.choice([20, 40, 80])}", f'REGION "{choose.choice(["ellipse", "rectangle"])}"', *some(choose, 0.2, "BUFFER 30"), *group, *some(choose, 0.15, "FILTER ([Cluster_FeatureCount] > 1)")),
                 block("CLASS", *looks, style(choose, "POINT"), block("LABEL", f'TEXT "{choose.choice(["[Cluster_FeatureCount]", "[Cluster_FeatureCount] of [name]", "[Cluster_Group]"])}"', 'FONT "sans"', "TYPE TRUETYPE", "SIZE 8", "COLOR 0 0 0", *some(choose, 0.5, "POSITION UC", "POSITION CC", "POSITION AUTO"))), class_(choose, "POINT", 1, 0))


def union(choose, number):
    kind = choose.choice(["POINT", "POLYGON", "LINE"])
    members = [block("LAYER", f'NAME "member {number} {letter}"', f"TYPE {kind}", f"STATUS {choose.choice(['OFF', 'ON'])}", 'PROJECTION "init=epsg:4326" END', "CONNECTIONTYPE OGR", f'CONNECTION "view_{kind.lower()}_{letter}.geojson"', *some(choose, 0.3, 'STYLEITEM "t"', "FILTER ([n] > 7)", 'CLASSITEM "s"'), class_(choose, kind, 0, 0.2)) for letter in "ab"]
    looks = [block("CLASS", *some(choose, 0.6, f"EXPRESSION ('[Union_SourceLayerName]' = 'member {number} a')", 'EXPRESSION ("[align]" = "left")'), style(choose, kind), label(choose, kind, True, False)) for _ in range(2)]
    return [*members, block("LAYER", f'NAME "layer {number}"', f"TYPE {kind}", "STATUS ON", 'PROJECTION "init=epsg:4326" END', "CONNECTIONTYPE UNION", f'CONNECTION "member {number} a,member {number} b"', *some(choose, 0.2, 'STYLEITEM "AUTO"', 'PROCESSING "UNION_STATUS_CHECK=TRUE"'), *looks)]


def grid(choose, number):
    text = block("LABEL", 'FONT "sans"', "TYPE TRUETYPE", f"SIZE {choose.choice([7, 9])}", "COLOR 0 0 120", *some(choose, 0.6, "POSITION AUTO", "POSITION UR", "OFFSET 2 2"), *some(choose, 0.3, "BUFFER 2", "PARTIALS FALSE", "OUTLINECOLOR 255 255 255", "FORCE TRUE"))
    return block("LAYER", f'NAME "layer {number}"', "TYPE LINE", "STATUS ON", 'PROJECTION "init=epsg:4326" END', block("GRID", *some(choose, 0.7, "MININTERVAL 5\nMAXINTERVAL 10", "MINARCS 4\nMAXARCS 6", "MINSUBDIVIDE 2", "MAXSUBDIVIDE 20"), *some(choose, 0.7, 'LABELFORMAT "DD"', 'LABELFORMAT "DDMM"', 'LABELFORMAT "DDMMSS"', 'LABELFORMAT "%g°"', "LABELFORMAT '%5.1f'")),
                 block("CLASS", block("STYLE", "COLOR 120 120 120", *some(choose, 0.5, "PATTERN 4 4 END", "WIDTH 2")), *([text] if choose.random() < 0.8 else [])))


def circles(choose, number):
    rows = [f"FEATURE POINTS {x} {y} {x + r} {y + r} END END" for x, y, r in ((choose.randint(5, 50), choose.randint(5, 35), choose.choice([2, 5, 9])) for _ in range(4))]
    return block("LAYER", f'NAME "layer {number}"', "TYPE CIRCLE", "STATUS ON", *rows, block("CLASS", block("STYLE", *choose.choice([["COLOR 240 220 160"], ["COLOR 240 220 160", "OUTLINECOLOR 0 0 0"], ["OUTLINECOLOR 200 0 0", "WIDTH 3"], ["OUTLINECOLOR 0 0 200", "PATTERN 6 3 END"], ['SYMBOL "hatch"', "SIZE 6", "COLOR 0 0 0"]]))))


def charts(choose, number):
    kind = choose.choice(["PIE", "BAR", "VBAR"])
    sizes = choose.choice([['PROCESSING "CHART_SIZE=30"'], ['PROCESSING "CHART_SIZE=40 24"'] if kind != "PIE" else ['PROCESSING "CHART_SIZE=26"'], ['PROCESSING "CHART_SIZE_RANGE=v 15 50 0 9000"'] if kind == "PIE" else ['PROCESSING "CHART_BAR_MINVAL=0"', 'PROCESSING "CHART_BAR_MAXVAL=20"'], []])
    parts = [block("CLASS", f'NAME "part {item}"', block("STYLE", f"SIZE [{item}]", f"COLOR {color}", *some(choose, 0.3, "OUTLINECOLOR 0 0 0", "OUTLINECOLOR 0 0 0\nWIDTH 2", "OFFSET 4 4"))) for item, color in (("n", "200 0 0"), ("p", "0 0 200"), ("o", "0 160 0"))]
    return block("LAYER", f'NAME "layer {number}"', "TYPE CHART", "STATUS ON", *features(choose, choose.choice(["POINT", "POLYGON"])), f'PROCESSING "CHART_TYPE={kind}"', *sizes, *parts)


def masked(choose, number):
    kind = choose.choice(["POINT", "POLYGON", "LINE"])
    inner = plain(choose, number, kind)
    return [block("LAYER", f'NAME "mask {number}"', "TYPE POLYGON", f"STATUS {choose.choice(['OFF', 'ON'])}", 'PROJECTION "init=epsg:4326" END', "FEATURE POINTS 8 5 45 5 50 40 28 20 8 40 8 5 END END", block("CLASS", block("STYLE", "COLOR 220 220 250", *some(choose, 0.3, "OUTLINECOLOR 0 0 0\nWIDTH 8", "OPACITY 50")))), [*inner[:2], f'  MASK "mask {number}"', *inner[2:]]]


KINDS = {"plain": 9, "cluster": 2, "union": 2, "grid": 1.5, "circles": 0.5, "charts": 1, "masked": 1.5}
MAKERS = {"plain": plain, "cluster": cluster, "union": union, "grid": grid, "circles": circles, "charts": charts, "masked": masked}


def layer(choose, number):
    kind = choose.choices(list(KINDS), list(KINDS.values()))[0]
    made = MAKERS[kind](choose, number)
    return made if isinstance(made[0], list) else [made]


def output(choose):
    own = choose.choice(["AGG/PNG", "AGG/PNG8", "AGG/JPEG", "CAIRO/PNG"])
    options = some(choose, 0.4, 'FORMATOPTION "GAMMA=0.5"', 'FORMATOPTION "QUANTIZE_FORCE=ON"', 'FORMATOPTION "COMPRESSION=9"', 'FORMATOPTION "QUANTIZE_COLORS=32"' if own != "AGG/JPEG" else 'FORMATOPTION "QUALITY=90"')
    return choose.choice([["IMAGETYPE png"]] * 5 + [["IMAGETYPE png8"], ["IMAGETYPE cairopng"], ["IMAGETYPE svg"], ["IMAGETYPE pdf"], ["IMAGETYPE jpeg"],
                         [*block("OUTPUTFORMAT", 'NAME "own"', f"DRIVER {own}", f"IMAGEMODE {choose.choice(['RGB', 'RGBA'])}", *some(choose, 0.5, "TRANSPARENT ON"), *options), "IMAGETYPE own"]])


def map_of(seed):
    choose = random.Random(f"views {seed}")
    crs = choose.choice(["", "", "4326", "4326", "3857"])
    extent = "0 0 6679169 5621521" if crs == "3857" else choose.choice(["0 0 60 45", "0 0 60 45", "10 5 40 27.5"])
    layers = [each for number in range(choose.choice([1, 1, 2, 3])) for each in layer(choose, number)]
    turned = some(choose, 0.1, "ANGLE 20", "ANGLE -45") if crs and all(any("PROJECTION" in line for line in each) for each in layers) else []  # MapServer draws a layer without a CRS in pixels on a turned map
    other = block("LAYER", 'NAME "other"', "TYPE LINE", f"STATUS {choose.choice(['ON', 'OFF'])}", *(['PROJECTION "init=epsg:4326" END'] if crs else []), "FEATURE POINTS 0 0 60 45 END END", block("CLASS", block("STYLE", "COLOR 220 220 220")))
    more = [*some(choose, 0.15, "RESOLUTION 96", "RESOLUTION 144", "RESOLUTION 144\nDEFRESOLUTION 96"), *turned, *some(choose, 0.15, "IMAGECOLOR 220 230 245", "IMAGECOLOR 40 40 60"), *some(choose, 0.06, 'WEB METADATA "labelcache_map_edge_buffer" "-20" END END')]
    lines = ['NAME "views"', f"SIZE {choose.choice(['400 300', '320 240', '300 300'])}", f"EXTENT {extent}", f"UNITS {CRSS[crs][0]}", *([f'PROJECTION "init=epsg:{crs}" END'] if crs else []), *lines_of(more), *output(choose),
             'WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" "wms_allow_getmap_without_styles" "true" END END' if not any(line.startswith("WEB") for line in more) else "", f'FONTSET "{FONTS}"',
             *(line.strip() for line in (SYMBOLS + MORE_SYMBOLS + VIEW_SYMBOLS).strip().split("\n")), other, *layers]
    return "\n".join(block("MAP", *lines)) + "\n"


def names_of(text):
    return [line.split('"')[1] for line in text.split("\n") if line.strip().startswith('NAME "layer')]


def get_map(choose, text):
    version = choose.choice(["1.1.1", "1.3.0"])
    crs, box = choose.choice([("EPSG:4326", "0,0,60,45"), ("EPSG:4326", "5,5,35,27.5"), ("EPSG:3857", "0,0,6679169,5621521"), ("EPSG:3857", "1000000,500000,4000000,2750000"), ("EPSG:4326", "0,0,60,60")])
    if version == "1.3.0" and crs == "EPSG:4326":
        west, south, east, north = box.split(",")
        box = ",".join((south, west, north, east))
    names = names_of(text)
    names = names if choose.random() < 0.8 else names[::-1]
    may_turn = text.count("  LAYER\n") == text.count("PROJECTION") - 1
    styles = choose.choice([{"STYLES": ""}] * 5 + [{"STYLES": ",".join(choose.choice(["one", "", "default"]) for _ in names)}])
    more = choose.choice([{}] * 5 + [{"TRANSPARENT": "TRUE"}, {"BGCOLOR": "0xDDEEFF"}, {"ANGLE": "30"} if may_turn else {}, {"map_resolution": "144"}, {"MAP_RESOLUTION": "96"}, {"BBOX_PIXEL_IS_POINT": "TRUE"}, {"TRANSPARENT": "TRUE", "BGCOLOR": "0x102030"}])
    return {"SERVICE": "WMS", "VERSION": version, "REQUEST": "GetMap", "LAYERS": ",".join(names), "SRS" if version == "1.1.1" else "CRS": crs, "BBOX": box, "WIDTH": choose.choice(["400", "400", "300"]), "HEIGHT": "300", "FORMAT": choose.choice(["image/png"] * 4 + ["image/jpeg", "image/png; mode=8bit", "image/svg+xml"])} | styles | more


def requests_of(seed, text):
    choose = random.Random(f"requests of views {seed}")
    yield "map", {"mode": "map", "layers": "all"}
    if "PROJECTION" in text.split("FONTSET")[0] and "OUTPUTFORMAT" not in text:
        yield "GetMap", get_map(choose, text)
    if choose.random() < 0.35:
        more = choose.choice([{"mapext": "0 0 30 22.5"}, {"mapsize": "200 150"}, {"classgroup": "one"}, {"map_resolution": "120"}, {"mapext": "20 10 70 60", "mapsize": "260 260"}, {"imgbox": "50 50 250 200", "imgext": "0 0 60 45", "imgsize": "400 300"}, {"imgxy": "100 100", "imgext": "0 0 60 45", "imgsize": "400 300", "zoom": "2"}, {"scaledenom": "5e7", "mapxy": "20 20"}])
        yield "CGI", {"mode": "map", "layers": "all"} | more


def all_views(first, last):
    """(name, mapfile, parameters)."""
    for seed in range(first, last):
        text = map_of(seed)
        for what, parameters in requests_of(seed, text):
            yield f"{seed} {what}", text, parameters
