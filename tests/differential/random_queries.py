# SPDX-License-Identifier: MIT
"""Random query modes of the CGI program about random maps over shapefiles: pages of templates with every tag, query maps, places in all their parameters, JOINs; the same ones for the same seed."""

import random

from random_services import ROW_TAGS, page, some

NAMES = ("points", "lines", "areas")
TYPES = {"points": "POINT", "lines": "LINE", "areas": "POLYGON"}
JOINS = ('JOIN NAME "extra" TABLE "more.dbf" FROM "KIND" TO "CODE" TYPE ONE-TO-ONE END', 'JOIN NAME "extra" TABLE "more.dbf" FROM "KIND" TO "CODE" TYPE ONE-TO-MANY TEMPLATE "join.html" HEADER "jhead.html" FOOTER "jfoot.html" END',
         'JOIN NAME "extra" TABLE "more.dbf" FROM "KIND" TO "CODE" TYPE ONE-TO-MANY TEMPLATE "join.html" END')
FILTERS = ("FILTER (([NUM] > 2))", 'FILTERITEM "KIND"\n    FILTER "a"', 'FILTER (("[KIND]" = "b"))', 'FILTERITEM "NAME"\n    FILTER /e/', 'FILTERITEM "KIND"\n    FILTER "A"i')
BEGIN = "<!-- MapServer Template -->\n"
MORE_TAGS = ["[items]", "[values]", "[refext]", "[refminx] [refmaxy]", "[item name=VAL commify=true precision=2]", "[item name=VAL commify=true]", "[item name=name]", "[item name=NAME escape=js]", '[item name=NAME format="$value/$value"]',
             '[item name=NAME pattern="e$" nullformat="no"]', '[item name=NUM precision=3 format="n=$value"]', '[item name=NAME lc=true format="<i>$value</i>" escape=none]', '[item name="NAME" padding=8 uc=true]', '[shpxy orh="(" orf=")" cs=", "]', '[shpxy ph="[" pf="]" cs="," xh="[" xf=" " yf="]" ps=","]',
             "[shpxy centroid=true precision=2]", '[shplabel proj="epsg:3857" precision=0]', "[tileidx]", "[mapext]", '[mapext expand=2 precision=1 format="$minx,$miny,$maxx,$maxy"]', "[minx] [maxy]", "[mapx] [mapy]", 
             "[dx] [dy]", "[mapsize] [mapsize_esc]", "[layers_esc]", "[toggle_layers]", "[toggle_layers_esc]", "[lines_foo]", "[areas_foo_esc]", "[points_check]", "[zoom_2_select] [zoom_1_check]", 
             '[metadata_foo]', '[item name=DAY nullformat="never"]',
             '[mapext escape=url]', "[name]", "[qlayer] [mapxy]", "[port]", '[web_foo_esc]', '[rn]/[lrn]/[nlr]']


LEGEND_TAGS = {"header": ["head"], "footer": ["foot"], "group": ["[leg_group_name]", "([if name=group_name value=ways]ways[/if])", "[metadata name=foo]"],
               "layer": ["[leg_layer_name]", "#[leg_layer_index]", "[leg_layer_group]", "[leg_layer_minscaledenom]-[leg_layer_maxscaledenom]", "[metadata name=wms_title]", "[if name=layer_status value=1]on[/if]", "[if name=layer_visible oper=neq value=1]hidden[/if]", "[if name=layer_type value=2]area[/if]",
                         "[if name=layer_queryable value=1]queryable[/if]", '[if name="layer_name" oper=eq value="areas"]the areas[/if]', "[if name=foo oper=isset]foo[/if]", "[if name=nix oper=isnull]no nix[/if]"],
               "class": ["[leg_class_name]", "[leg_class_title]", "[leg_class_index]", "[leg_layer_name]", "[leg_class_minscaledenom] [leg_class_maxscaledenom]", '[if name=class_name value="first"]the first[/if]']}


def legend_page(choose):
    """Blocks of a LEGEND TEMPLATE, in any order and with any of its flags."""
    blocks = []
    for name in choose.sample(list(LEGEND_TAGS), choose.choice([1, 2, 3, 5])):
        flag = choose.choice(["", "", f" opt_flag={choose.choice([1, 2, 3, 4, 6, 7, 14, 15])}"]) if name in ("group", "layer", "class") else ""
        order = choose.choice(["", "", ' order_metadata="place"']) if name in ("group", "layer") else ""
        blocks.append(f"[leg_{name}_html{flag}{order}]{choose.choice(['', name + ' '])}{' '.join(choose.sample(LEGEND_TAGS[name], min(2, len(LEGEND_TAGS[name]))))}\n[/leg_{name}_html]\n")
    return BEGIN + "".join(blocks)


def class_(choose, name):
    color = " ".join(str(choose.choice([0, 60, 128, 200, 255])) for _ in range(3))
    style = {"points": f'SYMBOL "square" SIZE {choose.choice([6, 12])} COLOR', "lines": f"WIDTH {choose.choice([2, 5])} COLOR", "areas": "OUTLINECOLOR 0 0 0 COLOR"}[name]
    more = some(choose, {1: ['TEMPLATE "other.html"'], 2: ["MAXSCALEDENOM 1e7", "MINSCALEDENOM 1e3"], 3: ['NAME "first"', 'NAME "A & B"'], 4: ["STATUS OFF"]}, 0.15).values()
    expression = choose.choice(["", "", 'EXPRESSION "a"', "EXPRESSION (([NUM] > 4))\n     ", "EXPRESSION {a,c}"])
    return f"    CLASS {expression} {' '.join(more)} STYLE {style} {color} END END\n"


def layer(choose, name):
    is_utm = choose.random() < 0.2
    head = [f'NAME "{name}" TYPE {TYPES[name]} STATUS {choose.choice(["ON", "ON", "OFF", "DEFAULT"])} DATA "{name}{"_utm" if is_utm else ""}" PROJECTION "init=epsg:{32631 if is_utm else 4326}" END CLASSITEM "KIND"']
    head += some(choose, {1: ['TEMPLATE "row.html"'] * 9 + [""]}, 0.92).values()
    head += some(choose, {1: ['GROUP "ways"'], 2: ["MAXSCALEDENOM 5e8", "MINSCALEDENOM 1e6", "MAXSCALEDENOM 1e4"], 3: ["TOLERANCE 10", "TOLERANCE 1 TOLERANCEUNITS DD", "TOLERANCE 0", "TOLERANCE 50 TOLERANCEUNITS KILOMETERS"], 4: ['HEADER "head.html"'], 5: ['FOOTER "foot.html"'], 6: FILTERS,
                          7: ["MAXFEATURES 2", "MAXFEATURES 1"], 8: JOINS, 9: ["MINFEATURESIZE 30"], 10: ['LABELITEM "NAME"'], 11: ["EXTENT 0 0 6 6"]}, 0.15).values()
    keys = f'METADATA "foo" "of <it>" "gml_include_items" "all" "wms_title" "L" {choose.choice(["", "", chr(34) + "place" + chr(34) + " " + chr(34) + choose.choice(["0", "1", "2", "-1"]) + chr(34)])} END'
    return "  LAYER " + "\n    ".join([*(line for line in head if line), keys]) + "\n" + "".join(class_(choose, name) for _ in range(choose.choice([1, 1, 2]))) + "  END\n"


def map_of(choose):
    query_map = f'QUERYMAP STATUS {choose.choice(["ON", "ON", "OFF"])} STYLE {choose.choice(["HILITE", "SELECTED", "NORMAL"])} COLOR {choose.choice(["255 255 0", "0 255 0"])} {choose.choice(["", "", "SIZE 100 80"])} END'
    web = some(choose, {1: ['HEADER "head.html"'], 2: ['FOOTER "foot.html"'], 3: ['QUERYFORMAT "text/plain"'], 4: ['EMPTY "http://empty.example/"'], 5: ['ERROR "http://error.example/"'], 6: ["MINSCALEDENOM 1e5"], 7: ["MAXSCALEDENOM 1e8"]}, 0.12).values()
    return f"""MAP
  NAME "queries" SIZE {choose.choice(["200 200", "300 200"])} EXTENT 0 0 10 10 UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE "png"
  PROJECTION "init=epsg:4326" END
  FONTSET "fonts.txt"
  SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 1 0 0 1 0 1 1 0 1 END END
  WEB TEMPLATE "web.html" IMAGEPATH "/tmp/" IMAGEURL "/tmp/" {" ".join(web)}
    METADATA "foo" "of the <map>" END VALIDATION "qstring" "." "foo" "." END END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
  OUTPUTFORMAT NAME "sets" DRIVER "TEMPLATE" MIMETYPE "text/plain; template" FORMATOPTION "FILE=sets.html" END
  {choose.choice(["", f'LEGEND STATUS {choose.choice(["ON", "OFF"])} TEMPLATE "legend.html" END'])}
  {query_map}
{"".join(layer(choose, name) for name in choose.sample(NAMES, 3))}END
"""


SETS = ("[resultset layer={0}][feature][NAME],[/feature][/resultset]", '[resultset layer={0} nodata="none"][feature limit=2 trimlast=","][NAME],[/feature][/resultset]', "[resultset layer={0}]head [feature][lrn]:[shpext];[/feature] foot[/resultset]",
        '[resultset layer={0}][feature][shplabel precision=1] [shpmid];[/feature][/resultset]', '[resultset layer={0}][join name=extra][REMARK];[/join][/resultset]', '[resultset layer={0}][feature][join_extra][extra_REMARK]|[/feature][/resultset]')


def files(seed):
    choose = random.Random(f"map of queries {seed}")
    web_tags = [tag for tag in ROW_TAGS + MORE_TAGS if not tag.startswith(("[shp", "[item", "[NAME", "[NUM", "[VAL", "[lrn", "[extra", "[join"))]
    text = map_of(choose)
    # Without a query map of the map's size MapServer places labels on pixels of no size.
    row_tags = [tag for tag in ROW_TAGS + MORE_TAGS if "QUERYMAP STATUS ON" in text and " SIZE 100 80 END" not in text or not tag.startswith("[shplabel")]
    return {"map.map": text, "row.html": page(choose, row_tags, 20), "other.html": page(choose, row_tags, 6), "web.html": page(choose, web_tags), "head.html": BEGIN + "HEAD [nlr] [nl] [nr] [cl] [layername]\n" + choose.choice(["", "[lines_foo] [web_foo] [items]\n"]), "foot.html": BEGIN + "FOOT [nlr] [lrn]\n",
            "legend.html": legend_page(choose), "part.html": BEGIN + "part\n", "join.html": BEGIN + "J [CODE] [REMARK] [NAME]\n", "jhead.html": BEGIN + "JH [NAME]\n", "jfoot.html": BEGIN + "JF\n", "sets.html": BEGIN + "SETS\n" + "\n".join(choose.choice(SETS[:4]).format(name) for name in choose.sample(NAMES, 3))}


QUERIES = [{"qitem": "KIND", "qstring": "a"}, {"qitem": "KIND", "qstring": "/^(a|b)$/"}, {"qitem": "NUM", "qstring": "7"}, {"qstring": "(([NUM] > 4))"}, {"qstring": '(("[KIND]" = "b"))'}, {"qitem": "NAME", "qstring": "five"}, {"qitem": "NAME", "qstring": "/e/"}, {"qstring": '(("[NAME]" ~ "e"))'},
           {"qitem": "NAME", "qstring": "nobody"}, {"qitem": "NAME", "qstring": ""}, {"qitem": "NIX", "qstring": "a"}, {"qitem": "DAY", "qstring": "2020-01-01"}, {"qstring": '(("[KIND]" IN "a,c"))'}]
PLACES = [{"mapxy": "5 5"}, {"mapxy": "2.05 7.1"}, {"mapxy": "5 0.5"}, {"imgxy": "100 100", "imgext": "0 0 10 10", "imgsize": "200 200"}, {"img.x": "104", "img.y": "96", "imgext": "0 0 10 10"}, {"imgxy": "40 60", "mapext": "0 0 10 10", "mapsize": "200 200"}, {"mapxy": "4 4", "mapext": "2 2 8 8"}]
AREAS = [{"mapext": "3 3 8 8"}, {"mapext": "0 0 10 10"}, {"mapext": "20 20 30 30"}, {"mapshape": "3 3 8 3 8 8 3 8 3 3"}, {"mapshape": "1 1 9 1 5 9 1 1"}, {"imgshape": "60 60 140 60 140 140 60 140 60 60", "imgext": "0 0 10 10", "imgsize": "200 200"}, {"imgbox": "40 40 160 160", "imgext": "0 0 10 10", "imgsize": "200 200"},
         {"mapshape": "POLYGON((3 3,8 3,8 8,3 8,3 3))"}, {"mapext": "shapes"}, {"mapshape": "0 5 10 5"}, {"mapxy": "5 5", "buffer": "2"}, {"mapxy": "5 5", "scaledenom": "5000000"}]


def one_request(choose):
    names = choose.sample(NAMES, choose.choice([1, 2, 3]))
    mode = choose.choice(["query", "query", "nquery", "nquery", "nquery", "itemquery", "itemnquery", "indexquery", "featurequery", "featurenquery", "itemfeaturequery", "itemfeaturenquery", "querymap", "nquerymap", "nquerymap", "indexquerymap", "browse", "map", "zoomin", "zoomout", "legend", "maplegend"])
    request = {"mode": mode, "layers": choose.choice([" ".join(names)] * 4 + ["all", None, ",".join(names), names[0]]), "foo": "b<r"}
    kind = mode.replace("map", "")
    if kind in ("query", "browse", "", "zoomin", "featurequery", "featurenquery", "legend"):
        request |= choose.choice(PLACES)
    if kind == "nquery":
        request |= choose.choice(PLACES + AREAS * 2)
    if "item" in kind:
        request |= {"qlayer": names[0]} | choose.choice(QUERIES)
        request |= choose.choice([{}, {}, {"mapext": "3 3 8 8"}])
    if "index" in kind:
        request |= {"qlayer": names[0], "shapeindex": choose.choice(["0", "1", "2", "3", "99", "-1"])} | choose.choice([{}, {"tileindex": "0"}])
    if "feature" in kind:
        request |= {"slayer": choose.choice(["areas", "areas", "lines"])}
    request |= some(choose, {"qlayer": [*names, "nix"]} if kind in ("query", "nquery") else {}, 0.25)
    request |= some(choose, {"qformat": ["sets", "text/plain"], "savequery": ["true"], "mapsize": ["100 100"], "map_imagetype": ["png"], "zoom": ["2"], "zoomdir": ["-1"], "zoomsize": ["3"], "map.layer[points]": ["TOLERANCE 20"], "qstring2": ["x"]}, 0.08)
    return mode, {key: value for key, value in request.items() if value is not None}


def requests(seed, count):
    choose = random.Random(f"queries {seed}")
    for number in range(count):
        mode, parameters = one_request(choose)
        yield f"{seed}.{number} queries {mode}", parameters
