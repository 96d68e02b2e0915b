# SPDX-License-Identifier: MIT
"""Cells of the blocks LAYER and CLUSTER: each keyword with each of its documented values, on points, lines and polygons."""

import itertools
from dataclasses import replace
from random import Random

from map_cells import CLASSES, ITEMS, LABEL, SHAPES, UNITS, MapCell, layer

LABELLED = {shape: CLASSES[shape][:-3] + LABEL + " END" for shape in SHAPES}
PLACE = ("UL", "UC", "UR", "CL", "CC", "CR", "LL", "LC", "LR")
EXPRESSIONS = ("([size] = 7)", "([size] != 7)", "([size] >= 7 AND [rank] < 3)", "([size] > 100 OR [rank] = 2)", "(NOT [rank] = 1)", '("[kind]" = "a")', '("[kind]" != "a")', '("[kind]" ~ "^[ab]$")',
               '("[kind]" ~* "A")', '("[kind]" =* "B")', '("[kind]" IN "b,c")', '([size] IN "1,12")', '("[kind]" > "a")', "([size] + [rank] = 13)", "([size] * 2 > [rank] * 9)", "([size] % 2 = 1)",
               "([size] ^ 2 > 140)", "(-[size] < -10)", '(length("[kind]") = 1)', '(tostring([size],"%.1f") = "7.0")', "(round([size],10) = 10)", '(upper("[kind]") = "A")', '(lower("[kind]") = "a")',
               '(initcap("[kind]") = "B")', '(firstcap("[kind]") = "B")', "(area([shape]) > 2000)", '(intersects([shape],fromText("POLYGON((0 0,60 0,60 100,0 100,0 0))")))',
               '(dwithin([shape],fromText("POINT(140 80)"),40))', '([shape] within fromText("POLYGON((0 0,100 0,100 100,0 100,0 0))"))', '(disjoint([shape],fromText("POINT(40 35)")))', '("[kind]")', "([size])", '("[nothing]" = "a")')
FILTERS = ('FILTERITEM "kind" FILTER "a"', 'FILTERITEM "kind" FILTER "A"i', 'FILTERITEM "kind" FILTER /[bc]/', 'FILTERITEM "kind" FILTER /B/i', 'FILTERITEM "kind" FILTER {a,c}', 'FILTERITEM "size" FILTER "7"',
           'FILTERITEM "size" FILTER {7,1}', 'FILTERITEM "size" FILTER /^1/', 'FILTERITEM "nothing" FILTER "a"', 'FILTER "a"', "FILTER /a/")
CLASSIFIED = {
    "string": 'CLASSITEM "kind" {} EXPRESSION "a"', "string without case": 'CLASSITEM "kind" {} EXPRESSION "A"i', "list": 'CLASSITEM "kind" {} EXPRESSION {{b,c}}', "regex": 'CLASSITEM "kind" {} EXPRESSION /^[bc]/',
    "regex without case": 'CLASSITEM "kind" {} EXPRESSION /B/i', "number as text": 'CLASSITEM "size" {} EXPRESSION "7"', "number in another form": 'CLASSITEM "size" {} EXPRESSION "7.0"', "list of numbers": 'CLASSITEM "size" {} EXPRESSION {{7,1}}',
    "case of the item": 'CLASSITEM "KIND" {} EXPRESSION "a"', "string without item": '{} EXPRESSION "a"', "empty": 'CLASSITEM "kind" {} EXPRESSION ""', "unknown item": 'CLASSITEM "nothing" {} EXPRESSION "a"',
    "logical": '{} EXPRESSION ("[kind]" = "a")', "list with spaces": 'CLASSITEM "kind" {} EXPRESSION {{a, b}}',
}
SIZED = {
    "line": 'CLASS STYLE COLOR 180 60 40 WIDTH 4 MAXWIDTH 20 END END',
    "polygon": 'CLASS STYLE COLOR 170 200 230 OUTLINECOLOR 40 70 130 WIDTH 3 END END',
    "point": 'CLASS STYLE SYMBOL "star" SIZE 16 MINSIZE 3 MAXSIZE 40 COLOR 60 120 60 END END',
}
PROCESSING = ("LABEL_NO_CLIP=ON", "LABEL_NO_CLIP=1", "LABEL_NO_CLIP=YES", "POLYLINE_NO_CLIP=ON", "POLYLINE_NO_CLIP=TRUE", "RENDERMODE=ALL_MATCHING_CLASSES", "RENDERMODE=FIRST_MATCHING_CLASS",
              "APPROXIMATION_SCALE=FULL", "APPROXIMATION_SCALE=ROUND", "FORCE2D=YES", "CLOSE_CONNECTION=DEFER",
              "OPACITY=50", "SORTBY=size", "CLASS_MAX_FEATURES=1", "NOTHING=1")


def every(keywords, classes=CLASSES, shapes=SHAPES):
    """A layer of each type with the keywords."""
    return "UNITS METERS\n" + "".join(layer(shape, keywords, classes[shape]) for shape in shapes)


def cell(keyword, value, body=None, extent=None):
    more = {"extent": extent} if extent else {}
    return MapCell("LAYER", keyword, value, body or every(f"{keyword} {value}"), **more)


def of_types():
    for shape, kind in itertools.product(SHAPES, ("POINT", "LINE", "POLYGON", "CIRCLE", "QUERY")):
        classes = CLASSES.get(kind.lower(), CLASSES["polygon"])
        yield cell("TYPE", f"{kind} of {shape}", layer(shape, f"TYPE {kind}", classes))
        yield cell("TYPE", f"{kind} of {shape}, labels", layer(shape, f'TYPE {kind} LABELITEM "kind"', classes[:-3] + LABEL + " END"))


def of_charts_and_circles():
    """WKT of other kinds than the layer's."""
    chart = 'LAYER NAME "charts" TYPE CHART STATUS ON PROCESSING "ITEMS=a,b" PROCESSING "CHART_SIZE=20" FEATURE WKT "{}" ITEMS "1;2" END CLASS NAME "a" STYLE SIZE [a] COLOR 255 0 0 END END CLASS NAME "b" STYLE SIZE [b] COLOR 0 0 255 END END END\n'
    for wkt in ("MULTIPOINT(30 40,100 70)", "LINESTRING(20 20,120 20)", "LINESTRING(20 20,120 20,120 80)", "LINESTRING(20 20,50 80,120 40,130 80)", "LINESTRING(20 20,50 80,120 40,130 80,100 85)",
                "MULTILINESTRING((20 20,60 20),(30 80,130 80))", "POLYGON((20 20,120 20,120 80,20 80,20 20))", "POLYGON((20 20,120 20,120 80,20 80,20 20),(40 31,110 31,110 70,40 70,40 31))",
                "MULTIPOLYGON(((20 20,60 20,60 60,20 60,20 20)),((80 20,130 20,130 80,80 80,80 20)))"):
        yield cell("TYPE", f"CHART of {wkt}", chart.format(wkt))
    for wkt in ("LINESTRING(30 30,90 70)", "MULTIPOINT(30 30,90 70)", "MULTIPOINT(30 30,90 70,100 80)", "LINESTRING(30 30,60 70,90 60)", "POINT(40 40)"):
        yield cell("TYPE", f"CIRCLE of {wkt}", f'LAYER NAME "circle" TYPE CIRCLE STATUS ON FEATURE WKT "{wkt}" END CLASS STYLE COLOR 90 120 160 OUTLINECOLOR 0 0 0 END END END\n')


def of_filters():
    for expression in EXPRESSIONS:
        yield cell("FILTER", expression)
        yield cell("CLASS EXPRESSION", expression, every("", {shape: f"CLASS EXPRESSION {expression} {CLASSES[shape][6:]}" for shape in SHAPES}))
    for text in FILTERS:
        yield cell(*text.split(" ", 1), every(text))
    for name, text in CLASSIFIED.items():
        yield cell("CLASSITEM", name, every("", {shape: text.format("CLASS") + " " + CLASSES[shape][6:] for shape in SHAPES}))
    for group in ('"a"', '"b"', '"c"'):
        classes = {shape: 'CLASS GROUP "a" ' + CLASSES[shape][6:] + ' CLASS GROUP "b" STYLE SYMBOL "disc" SIZE 9 WIDTH 2 COLOR 0 0 0 END END' for shape in SHAPES}
        yield cell("CLASSGROUP", group, every(f"CLASSGROUP {group}", classes))


def of_scales():
    for keyword, value in itertools.product(("MAXSCALEDENOM", "MINSCALEDENOM", "LABELMAXSCALEDENOM", "LABELMINSCALEDENOM"), ("-1", "0", "10", "2834.5", "100000", "1e9")):
        yield cell(keyword, value, every(f'LABELITEM "kind" {keyword} {value}', LABELLED))
    for keyword, value in itertools.product(("MAXGEOWIDTH", "MINGEOWIDTH"), ("-1", "0", "10", "149", "150", "1000")):
        yield cell(keyword, value)
    yield cell("MAXGEOWIDTH", "10 with MAXSCALEDENOM", every("MAXGEOWIDTH 10 MAXSCALEDENOM 100000"))
    for value in ("0", "1", "100", "2834.6", "5000", "100000"):
        yield cell("SYMBOLSCALEDENOM", value, every(f'LABELITEM "kind" SYMBOLSCALEDENOM {value}', LABELLED))
        yield cell("SYMBOLSCALEDENOM", f"{value}, limits", every(f"SYMBOLSCALEDENOM {value}", SIZED))
    for unit in ("PIXELS", *UNITS):
        yield cell("SIZEUNITS", unit, every(f"SIZEUNITS {unit}", SIZED))
        yield cell("SIZEUNITS", f"{unit}, labels", every(f'LABELITEM "kind" SIZEUNITS {unit}', LABELLED))


def of_transforms():
    for value in ("TRUE", "FALSE", *PLACE):
        yield cell("TRANSFORM", value, extent="0 0 75 50")
        yield cell("TRANSFORM", f"{value}, labels", every(f'LABELITEM "kind" TRANSFORM {value}', LABELLED), "0 0 75 50")
    for unit, value in itertools.product(("PIXELS", "PERCENTAGES", "METERS"), ("FALSE", "UL", "LR")):
        yield cell("UNITS", f"{unit}, TRANSFORM {value}", every(f"UNITS {unit} TRANSFORM {value}"))
    for shape, text in itertools.product(SHAPES, ("(buffer([shape],5))", "(buffer([shape],-5))", "(simplify([shape],20))", "(simplifypt([shape],20))", "(smoothsia([shape]))", "(smoothsia([shape],5,1,'all'))",
                                                  "(generalize([shape],20))", "(centerline([shape]))", "(outer([shape]))", "(inner([shape]))", "(densify([shape],5))", '(difference([shape],fromText("POLYGON((0 0,60 0,60 60,0 60,0 0))")))',
                                                  "(buffer(simplify([shape],10),3))")):
        is_drawn = shape != "point" or not text.startswith(("(smoothsia", "(difference"))  # MapServer 8.0.0 ends with an error
        if is_drawn and not (shape == "polygon" and text.startswith("(centerline")):
            yield cell("GEOMTRANSFORM", f"{text} of {shape}", layer(shape, f"GEOMTRANSFORM {text}"))


def of_rest():
    for keyword, values in {"MAXFEATURES": ("-1", "0", "1", "2"), "MINFEATURESIZE": ("0", "9", "90", "1000"), "EXTENT": ("0 0 10 10", "0 0 149 99", "500 500 600 600"), "STATUS": ("ON", "OFF", "DEFAULT"),
                            "OFFSITE": ("0 0 0",), "TOLERANCE": ("9",), "TOLERANCEUNITS": ("PIXELS", "DD"), "DEBUG": ("ON", "5"), "TEMPLATE": ('"t"',), "HEADER": ('"t"',), "FOOTER": ('"t"',),
                            "GROUP": ('"g"',), "ENCODING": ('"UTF-8"', '"ISO-8859-1"', '"nothing"'), "REQUIRES": ('"1"', '"0"'), "STYLEITEM": ('"kind"', '"AUTO"', '"nothing"'),
                            "CONNECTIONTYPE": ("INLINE", "LOCAL"), "PROJECTION": ('"init=epsg:4326" END', "AUTO END", "END"), "METADATA": ('"a" "b" END', "END"), "VALIDATION": ('"a" "b" END',)}.items():
        for value in values:
            yield cell(keyword, value)
    for keyword, values in {"LABELCACHE": ("ON", "OFF"), "POSTLABELCACHE": ("TRUE", "FALSE"), "LABELREQUIRES": ('"1"', '"0"'),
                            "LABELITEM": ('"kind"', '"KIND"', '"size"', '"nothing"')}.items():
        for value in values:
            yield cell(keyword, value + ", labels", every(("" if keyword == "LABELITEM" else 'LABELITEM "kind" ') + f"{keyword} {value}", LABELLED))
    for key in PROCESSING:
        both = {shape: CLASSES[shape] + " " + LABELLED[shape] for shape in SHAPES}
        yield cell("PROCESSING", key, every(f'LABELITEM "kind" PROCESSING "{key}"', both), "30 20 110 70")
    for condition in ("[polygon] = 1", "![polygon]", "[polygon] AND [line]", "[polygon] OR [line]", "NOT [line]"):
        others = layer("polygon") + layer("line", "STATUS OFF")
        yield cell("REQUIRES", condition, others + layer("point", f'REQUIRES "({condition})"'))
        yield cell("LABELREQUIRES", condition, others + layer("point", f'LABELITEM "kind" LABELREQUIRES "({condition})"', LABELLED["point"]))
    mask = 'LAYER NAME "mask" TYPE {} STATUS {} FEATURE POINTS 30 10 120 10 75 90 30 10 END END CLASS STYLE COLOR 0 0 0 WIDTH 20 SYMBOL "disc" SIZE 40 END END END\n'
    for kind, status in itertools.product(("POLYGON", "LINE", "POINT"), ("OFF", "ON", "DEFAULT")):
        yield cell("MASK", f"{kind} {status}", mask.format(kind, status) + every('MASK "mask"'))
        yield cell("MASK", f"{kind} {status}, labels", mask.format(kind, status) + every('MASK "mask" LABELITEM "kind"', LABELLED))
    yield cell("MASK", "a later layer", every('MASK "mask"') + mask.format("POLYGON", "OFF"))
    for order in itertools.permutations(SHAPES):
        yield cell("order", " ".join(order), every('LABELITEM "kind"', LABELLED, order))
    for text in ('SCALETOKEN NAME "%f%" VALUES "0" "7" "5000" "12" END END FILTER ([size] = %f%)', 'SCALETOKEN NAME "%f%" VALUES "0" "7" "100" "12" END END FILTER ([size] = %f%)',
                 'SCALETOKEN NAME "%f%" VALUES "0" "a" "100" "b" END END CLASSITEM "kind" FILTERITEM "kind" FILTER "%f%"'):
        yield cell("SCALETOKEN", text[16:], every(text))


def clusters(keywords, points=None, style=None, item=ITEMS):
    points = points or SHAPES["point"]
    style = style or 'STYLE SYMBOL "disc" SIZE 16 COLOR 60 120 60 END LABEL TEXT "[Cluster_FeatureCount]" FONT "sans" SIZE 9 COLOR 0 0 0 POSITION CC FORCE TRUE END'
    return f'LAYER NAME "points" TYPE POINT STATUS ON {item} {points} {keywords}\nCLASS {style} END END\n'


def of_clusters():
    random = Random(1)
    many = "".join(f'FEATURE POINTS {random.uniform(2, 148):.3f} {random.uniform(2, 98):.3f} END ITEMS "{"abc"[i % 3]};{i};{i % 4}" END ' for i in range(30))
    row = "".join(f'FEATURE POINTS {10 + random.uniform(0, 130):.3f} 50 END ITEMS "{"ab"[i % 2]};{i};1" END ' for i in range(14))
    twice = "".join(f'FEATURE POINTS {30 + 40 * (i % 3)} 50 END ITEMS "{"ab"[i % 2]};{i};1" END ' for i in range(9))
    for name, points in {"30": many, "row": row, "same place": twice}.items():
        for distance, region in itertools.product((1, 9, 15, 20, 40, 200), ('"rectangle"', '"ellipse"')):
            yield MapCell("CLUSTER", f"MAXDISTANCE, {name}", f"{distance} {region}", clusters(f"CLUSTER MAXDISTANCE {distance} REGION {region} END", points))
        for buffer in (10, 60):
            yield MapCell("CLUSTER", f"BUFFER, {name}", str(buffer), clusters(f'CLUSTER MAXDISTANCE 20 REGION "rectangle" BUFFER {buffer} END', points), "30 20 110 70")
        for group in ('("[kind]")', "([rank])", '("[rank]")', '("[nothing]")', '("[kind]" + "[rank]")', "([size] > 10)"):
            yield MapCell("CLUSTER", f"GROUP, {name}", group, clusters(f'CLUSTER MAXDISTANCE 30 REGION "ellipse" GROUP {group} END', points))
        for condition in ("([Cluster_FeatureCount] > 1)", "([Cluster_FeatureCount] = 1)", '("[Cluster_FeatureCount]" = "1")', '("[Cluster_Group]" = "a")', '("[kind]" = "a")', "([size] > 5)"):
            yield MapCell("CLUSTER", f"FILTER, {name}", condition, clusters(f'CLUSTER MAXDISTANCE 30 REGION "ellipse" FILTER {condition} END', points))
        for condition in ('("[kind]" = "a")', "([size] > 5)", '("[kind]" IN "a,b")'):
            yield MapCell("CLUSTER", f"FILTER of the layer, {name}", condition, clusters(f'FILTER {condition} CLUSTER MAXDISTANCE 30 REGION "ellipse" END', points))
        for text in ("[kind]", "[Cluster_Group]", "[Min:size]", "[Max:size]", "[Sum:size]", "[Count:size]", "[Cluster_BaseFID]"):
            style = f'STYLE SYMBOL "disc" SIZE 12 COLOR 200 220 200 END LABEL TEXT "{text}" FONT "sans" SIZE 9 COLOR 0 0 0 POSITION CC FORCE TRUE END'
            yield MapCell("CLUSTER", f"item, {name}", text, clusters('CLUSTER MAXDISTANCE 30 REGION "ellipse" GROUP ("[kind]") END', points, style))
        for key in ("CLUSTER_GET_ALL_SHAPES=ON", "CLUSTER_KEEP_LOCATIONS=ON", "CLUSTER_USE_MAP_UNITS=ON", "CLUSTER_ALGORITHM=SIMPLE", "CLUSTER_ALGORITHM=FULL"):
            yield MapCell("CLUSTER", f"PROCESSING, {name}", key, clusters(f'PROCESSING "{key}" CLUSTER MAXDISTANCE 20 REGION "ellipse" END', points), "0 0 298 198")
        style = 'STYLE SYMBOL "disc" SIZE [Cluster_FeatureCount] COLOR 60 120 60 END'
        yield MapCell("CLUSTER", f"SIZE, {name}", "[Cluster_FeatureCount]", clusters('CLUSTER MAXDISTANCE 30 REGION "ellipse" END', points, style))
        yield MapCell("CLUSTER", f"EXPRESSION, {name}", "[Cluster_FeatureCount]", clusters('CLUSTER MAXDISTANCE 30 REGION "ellipse" END', points, 'EXPRESSION ([Cluster_FeatureCount] > 2) ' + style))


def layer_cells():
    for group in (of_types, of_charts_and_circles, of_filters, of_scales, of_transforms, of_rest):
        for made in group():
            yield replace(made, is_plain=True)


def cluster_cells():
    for made in of_clusters():
        yield replace(made, is_plain=True)
