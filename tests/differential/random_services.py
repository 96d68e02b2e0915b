# SPDX-License-Identifier: MIT
"""Random requests about random maps over shapefiles: WFS, pages of query modes, GetFeatureInfo, legends, scale bars and reference maps; the same ones for the same seed."""

import random

from osgeo import ogr, osr

ogr.UseExceptions()

ITEMS = ["NAME", "NUM", "VAL", "DAY", "KIND"]
ROWS = {
    "points": [("POINT (5 5)", "five", 5, 1.5, "2020-01-01", "a"), ("POINT (2 7)", "A & <b>", 7, -2.25, "2020-06-01", "b"), ("POINT (8 2)", "O'Neil \"x\"", 8, 1234567.125, "2021-01-01", "a"),
               ("POINT (5.2 5.1)", "near", None, None, None, "b"), ("POINT (1 1)", "", 0, 0.5, "2021-06-15", "c"), ("POINT (9 9)", "Größe", 100000, 3.0, "2021-07-15", "a")],
    "lines": [("LINESTRING (1 1,9 9)", "up", 1, 1.0, "2020-01-01", "a"), ("LINESTRING (1 9,5 6,9 1)", "down", 22, 2.5, "2020-02-01", "b"),
              ("MULTILINESTRING ((0 5,10 5),(5 0,5 10))", "cross", 10, 99.9, "2020-03-01", "b"), ("LINESTRING (2 0,2 4,3 4)", "hook", 3, -1.0, None, "c")],
    "areas": [("POLYGON ((3 1,3 4,8 4,8 1,3 1))", "low", 3, 0.25, "2020-01-01", "a"),
              ("POLYGON ((1 5,1 9,6 9,6 5,1 5),(2 6,4 6,4 8,2 8,2 6))", "holed", 12, 7.5, "2020-02-01", "b"),
              ("MULTIPOLYGON (((4 3,4 8,9 8,9 3,4 3)),((0 0,0 1,1 1,1 0,0 0)))", "two", 7, 8.0, "2020-03-01", "a"),
              ("POLYGON ((7 7,7 9.5,9.5 9.5,9.5 7,7 7))", "corner", 40, 1e6, "2021-01-01", "c")],
}
TYPES = {"points": "POINT", "lines": "LINE", "areas": "POLYGON"}
NAMES = list(ROWS)


def system(code):
    found = osr.SpatialReference()
    found.ImportFromEPSG(code)
    found.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return found


def write_data(folder):
    """points.shp, lines.shp and areas.shp in degrees, the same as *_utm.shp, and more.dbf, which has rows for KIND."""
    source = system(4326)
    driver = ogr.GetDriverByName("ESRI Shapefile")
    for suffix, code in (("", 4326), ("_utm", 32631)):
        target = system(code)
        to_target = osr.CoordinateTransformation(source, target)
        for name, rows in ROWS.items():
            dataset = driver.CreateDataSource(str(folder / f"{name}{suffix}.shp"))
            layer = dataset.CreateLayer(f"{name}{suffix}", target, {"points": ogr.wkbPoint, "lines": ogr.wkbLineString, "areas": ogr.wkbPolygon}[name], ["ENCODING=UTF-8"])
            for field, kind, width, precision in (("NAME", ogr.OFTString, 20, 0), ("NUM", ogr.OFTInteger, 6, 0), ("VAL", ogr.OFTReal, 14, 3), ("DAY", ogr.OFTString, 10, 0), ("KIND", ogr.OFTString, 4, 0)):
                definition = ogr.FieldDefn(field, kind)
                definition.SetWidth(width)
                definition.SetPrecision(precision)
                layer.CreateField(definition)
            for wkt, *values in rows:
                feature = ogr.Feature(layer.GetLayerDefn())
                geometry = ogr.CreateGeometryFromWkt(wkt)
                geometry.Transform(to_target)
                feature.SetGeometry(geometry)
                for field, value in zip(ITEMS, values):
                    if value is not None:
                        feature.SetField(field, value)
                layer.CreateFeature(feature)
            dataset = None
    dataset = driver.CreateDataSource(str(folder / "more.dbf"))
    layer = dataset.CreateLayer("more", None, ogr.wkbNone)
    for field in ("CODE", "REMARK"):
        layer.CreateField(ogr.FieldDefn(field, ogr.OFTString))
    for code, remark in (("a", "first of a"), ("b", "<b> & more"), ("a", "second of a")):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetField("CODE", code)
        feature.SetField("REMARK", remark)
        layer.CreateFeature(feature)
    dataset = None


def some(choose, table, share):
    return {key: choose.choice(values) for key, values in table.items() if choose.random() < share}


LAYER_KEYS = {
    "wfs_title": ["A layer"], "wms_title": ["A layer <1>"], "wfs_srs": ["EPSG:4326", "EPSG:3857 EPSG:4326", "EPSG:32631"], "wfs_extent": ["0 0 10 10"],
    "gml_include_items": ["all", "all", "all", "NAME,NUM", "KIND,NAME", "none"], "gml_exclude_items": ["VAL", "NAME,DAY"], "gml_NAME_alias": ["label"], "gml_NUM_alias": ["number"],
    "gml_types": ["auto"], "gml_NUM_type": ["Integer", "Character", "Real"], "gml_VAL_type": ["Real", "Integer"], "gml_VAL_precision": ["1"], "gml_DAY_type": ["Date", "Character"],
    "gml_geometries": ["geom", "place", "none"], "gml_geom_type": ["point", "line", "polygon", "multipoint", "multipolygon,polygon"],
    "gml_place_type": ["multiline", "point", "multipolygon"], "gml_groups": ["about"], "gml_about_group": ["NAME,NUM"], "gml_about_type": ["AboutType"], "gml_constants": ["source"], "gml_source_value": ["const"],
    "gml_source_type": ["Character"], "gml_xml_items": ["KIND"], "gml_mandatory_items": ["NAME"], "gml_default_items": ["KIND,NUM"], "wfs_geometry_precision": ["1"], "ows_geometry_precision": ["3"],
    "wms_include_items": ["all", "all", "all", "NAME,VAL", ""], "wms_exclude_items": ["VAL"], "wms_NAME_alias": ["label"], "wfs_getfeature_formatlist": ["csv"], "wms_layer_name": ["L"], "wms_feature_name": ["F"],
    "wfs_use_default_extent_for_getfeature": ["false"], "gml_rootname": ["R"], "wms_timeitem": ["DAY"], "wms_timeextent": ["2020-01-01/2021-12-31"], "wfs_timeitem": ["DAY"],
}
MAP_KEYS = {"wfs_maxfeatures": ["3"], "wfs_namespace_prefix": ["my"], "wfs_namespace_uri": ["http://my.example/"], "wfs_geometry_precision": ["2"], "wfs_feature_collection": ["Things"], "wfs_schemas_location": ["http://s.example"],
            "wfs_abstract": ["About"], "wfs_keywordlist": ["k1,k2"], "wfs_features_cache_count": ["2"], "wfs_return_srs_as_urn": ["true"], "wfs_compute_number_matched": ["false"], "wms_feature_info_mime_type": ["text/html", "text/csv"],
            "ows_sld_enabled": ["true"], "wfs_default_version": ["1.1.0"]}
ROW_TAGS = ["[NAME]", "[NUM]", "[VAL]", "[NAME_raw]", "[NAME_esc]", "[item name=NAME]", '[item name="NAME" escape=url]', '[item name="NAME" escape=none]', "[item name=NAME uc=true]", "[item name=NAME lc=true]",
            "[item name=VAL precision=1]", "[item name=VAL precision=0 commas=true]", "[item name=VAL commas=true]", '[item name=NUM format="<b>$value</b>" nullformat="none"]', '[item name=KIND pattern="a" format="is a"]',
            '[item name=NAME pattern="^[a-z]+$" format="($value)" nullformat="-"]', "[item name=NUM padding=6]", "[item name=NAME uc=true lc=true]", "[shpext]", '[shpext format="$minx|$maxy" precision=2]', "[shpext expand=0.5]", "[shpext escape=url]", "[shpminx] [shpminy] [shpmaxx] [shpmaxy]", "[shpmid]", "[shpmidx] [shpmidy]", "[shpidx]",
            "[shplabel]", '[shplabel format="$x|$y" precision=2]', "[shpxy]", '[shpxy cs=" "]', '[shpxy cs="|" ps=";" ss="/"]', '[shpxy xh="<" xf=">" yh="(" yf=")"]',
            '[shpxy ph="{" pf="}" ps=","]', '[shpxy sh="S" sf="E" ph="P" pf="Q"]', "[shpxy precision=1]", "[shpxy centroid=true]", "[shpxy scale=10]",
            "[shpxy scale_x=2 scale_y=3 precision=0]", "[shpxy buffer=0.5 precision=1]", '[shpxy proj="epsg:3857" precision=0]', '[shpext proj="epsg:3857" precision=0]', "[shpext proj=epsg:4326]", "[lrn] [rn]", "[nr] [nl] [nlr]", "[cl]",
            "[mapwidth] [mapheight]", "[map] [map_esc]", "[foo] [foo_esc]", "[layers]", "[points_wms_title]", "[web_foo]", "[mode]", "[qstring]", "[extra_REMARK]", "[join_extra]", "[id_x]", '[include src="part.html"]',
            "[metadata_x]", "[layername]", "[center]", "[areas_select]",
            "[zoomdir_1_select]", '[shpxy cs=" " xf="" yf=""]', "[img_x]", "[shpproj]", "[web_wms_title]"]
SETS = ["[resultset layer={0}][feature][NAME],[/feature][/resultset]", '[resultset layer={0} nodata="none"][feature limit=2 trimlast=","][NAME],[/feature][/resultset]', "[resultset layer={0}]head [feature][lrn]:[shpext];[/feature] foot[/resultset]",
        "[resultset layer={0}][feature][item name=NUM][/feature][/resultset]", '[resultset layer={0}][feature limit=1][shpxy cs=" " precision=1][/feature][/resultset]',
        '[resultset layer={0}][feature][shplabel precision=1] [shpmid];[/feature][/resultset]', '[resultset layer={0}][include src="part.html"][/resultset]']
JOINS = ['JOIN NAME "extra" TABLE "more.dbf" FROM "KIND" TO "CODE" TYPE ONE-TO-ONE END', 'JOIN NAME "extra" TABLE "more.dbf" FROM "KIND" TO "CODE" TYPE ONE-TO-MANY TEMPLATE "join.html" HEADER "jhead.html" FOOTER "jfoot.html" END',
         'JOIN NAME "extra" TABLE "more.dbf" FROM "KIND" TO "CODE" TYPE ONE-TO-MANY TEMPLATE "join.html" END']
EXPRESSIONS = ["", "", '"a"', "{a,c}", "([NUM] > 4)", '("[KIND]" = "b")', "/^[ab]$/", '("[NAME]" ~ "e")', '([NUM] > 2 AND "[KIND]" = "a")', '("[KIND]" IN "a,c")', "(NOT ([NUM] = 5))", "([VAL] >= 1 AND [VAL] <= 10)", '"A"i',
               "(length('[NAME]') > 3)", '("[NAME]" =* "UP")', "([NUM] * 2 - 1 < 20)"]


def metadata(values):
    return "    METADATA\n" + "".join(f'      "{key}" "{value}"\n' for key, value in values.items()) + "    END\n"


def class_(choose, name, number):
    color = " ".join(str(choose.choice([0, 60, 128, 200, 255])) for _ in range(3))
    style = {"points": 'SYMBOL "circle" SIZE {} COLOR {}', "lines": "WIDTH {} COLOR {}", "areas": "OUTLINECOLOR 0 0 0 WIDTH 1 COLOR {1}"}[name].format(choose.choice([3, 8, 14]), color)
    expression = choose.choice(EXPRESSIONS)
    parts = [f'NAME "{choose.choice(["first", "second class", "Class " + str(number), "A & <b>"])}"', f"EXPRESSION {expression}" if expression else "", f"STYLE {style} END"]
    parts += some(choose, {1: ['GROUP "g1"', 'GROUP "g2"'], 2: ['TITLE "Titled"'], 3: ["MINSCALEDENOM 1e6", "MAXSCALEDENOM 1e9", "MAXSCALEDENOM 1e5"], 4: ['TEMPLATE "other.html"'], 5: ["STATUS OFF"]}, 0.12).values()
    return "    CLASS " + " ".join(part for part in parts if part) + " END\n"


def layer(choose, name):
    utm = choose.random() < 0.3
    lines = [f'NAME "{name}" TYPE {TYPES[name]} STATUS {choose.choice(["ON", "OFF", "OFF", "DEFAULT"])} DATA "{name}{"_utm" if utm else ""}"',
             'PROJECTION "init=epsg:32631" END' if utm else 'PROJECTION "init=epsg:4326" END']
    if choose.random() < 0.9:
        lines.append('TEMPLATE "row.html"')
    lines += some(choose, {1: ['GROUP "ways"', 'GROUP "all"'], 2: ["MINSCALEDENOM 100", "MAXSCALEDENOM 5e8", "MAXSCALEDENOM 1e6"], 3: ["TOLERANCE 10", "TOLERANCE 1 TOLERANCEUNITS DD", "TOLERANCE 0"], 4: ['HEADER "head.html"'], 5: ['FOOTER "foot.html"'],
                           6: ["FILTER ([NUM] > 2)", 'FILTERITEM "KIND" FILTER "a"', 'FILTER ("[KIND]" = "b")', 'FILTERITEM "NAME" FILTER /e/'], 7: ["MAXFEATURES 2"], 8: ["EXTENT 0 0 10 10"], 9: JOINS, 10: ['CLASSGROUP "g1"'], 11: ["MINFEATURESIZE 30"],
                           12: ['ENCODING "utf-8"']}, 0.15).values()
    lines.append(choose.choice(["", 'CLASSITEM "KIND"', 'CLASSITEM "KIND"', 'CLASSITEM "NAME"']))
    keys = {"oga_description": "About it"} | some(choose, LAYER_KEYS, 0.12) | some(choose, OGA_KEYS, 0.12) | {"gml_featureid": choose.choice(["NUM", "NUM", "NAME"]), "gml_include_items": choose.choice(LAYER_KEYS["gml_include_items"]), "wms_include_items": choose.choice(LAYER_KEYS["wms_include_items"])}
    return "  LAYER\n    " + "\n    ".join(line for line in lines if line) + "\n" + metadata(keys) + "".join(class_(choose, name, number) for number in range(choose.choice([1, 1, 2, 3]))) + "  END\n"


FONT = 'TYPE TRUETYPE FONT "sans"'


def legend(choose):
    keys = some(choose, {"KEYSIZE": ["10 10", "30 20", "5 5", "60 40"], "KEYSPACING": ["0 0", "5 10", "20 2"], "IMAGECOLOR": ["255 255 200"], "OUTLINECOLOR": ["0 0 0"], "TRANSPARENT": ["ON", "OFF"]}, 0.35)
    label = choose.choice([f"{FONT} SIZE {choose.choice([8, 12, 20])} COLOR 0 0 0", "TYPE BITMAP SIZE MEDIUM COLOR 0 0 0", f"{FONT} SIZE 10 COLOR 200 0 0 WRAP ' ' OFFSET 3 5", f"{FONT} SIZE 10 COLOR 0 0 0 WRAP ' ' MAXLENGTH 4"])
    embed = choose.choice(["STATUS ON"] * 2 + ["STATUS OFF"] + [f"STATUS EMBED POSITION {place}" for place in PLACES] + ["STATUS EMBED POSTLABELCACHE TRUE"])
    return "LEGEND " + embed + " " + " ".join(f"{key} {value}" for key, value in keys.items()) + f" LABEL {label} END END"


PLACES = ("UL", "UC", "UR", "LL", "LC", "LR")


def scalebar(choose):
    keys = some(choose, {"STYLE": ["0", "1"], "SIZE": ["160 5", "200 2", "220 12"], "INTERVALS": ["1", "2", "3", "5"], "UNITS": ["FEET", "INCHES", "KILOMETERS", "METERS", "MILES", "NAUTICALMILES"], "COLOR": ["255 0 0"], "BACKGROUNDCOLOR": ["0 0 255"],
                         "OUTLINECOLOR": ["0 128 0"], "IMAGECOLOR": ["255 255 200"], "TRANSPARENT": ["ON"], "ALIGN": ["LEFT", "CENTER", "RIGHT"], "POSITION": PLACES, "STATUS": ["ON", "EMBED"], "POSTLABELCACHE": ["TRUE"], "OFFSET": ["10 5"]}, 0.5)
    keys.setdefault("OUTLINECOLOR", "0 0 0")
    return "SCALEBAR " + " ".join(f"{key} {value}" for key, value in keys.items()) + f" LABEL {choose.choice(['TYPE BITMAP SIZE SMALL', FONT + ' SIZE 9', 'TYPE BITMAP SIZE GIANT'])} COLOR 0 0 0 END END"


def reference(choose):
    keys = some(choose, {"COLOR": ["255 0 0", "-1 -1 -1"], "OUTLINECOLOR": ["0 0 255"], "MARKER": ["'circle'"], "MARKERSIZE": ["10"], "MINBOXSIZE": ["3", "20"], "MAXBOXSIZE": ["30", "500"]}, 0.5)
    return f"REFERENCE STATUS ON IMAGE 'reference.png' SIZE 100 100 EXTENT {choose.choice(['0 0 10 10', '-10 -10 30 30', '-100 -50 100 60'])} " + " ".join(f"{key} {value}" for key, value in keys.items()) + " END"


def page(choose, tags, count=12):
    return "<!-- MapServer Template -->\n" + "".join(f"{number}: {tag}\n" for number, tag in enumerate(choose.sample(tags, count)))


def map_of(choose):
    order = choose.sample(NAMES, 3)
    keys = some(choose, MAP_KEYS, 0.15) | {"ows_enable_request": "*", "ows_srs": choose.choice(["EPSG:4326 EPSG:3857 EPSG:32631", "EPSG:3857 EPSG:4326 EPSG:32631"]), "wfs_title": "Random", "wms_title": "Random", "foo": "of the <map>", "wms_feature_info_mime_type": "text/html", "wms_getfeatureinfo_formatlist": "text/plain,text/html,application/vnd.ogc.gml,csv,geojson,sets", "wfs_getfeature_formatlist": "csv,geojson,sets",
                                           "wfs_onlineresource": "http://maps.example/wfs?", "wms_onlineresource": "http://maps.example/wms?"}
    projection = choose.choice(["init=epsg:4326"] * 3 + ["init=epsg:3857"])
    extent, units = ("0 0 10 10", "DD") if projection.endswith("4326") else ("0 0 1113195 1118890", "METERS")
    return f"""MAP
  NAME "random" SIZE {choose.choice(["200 200", "300 200", "150 250"])} EXTENT {extent} UNITS {units} IMAGECOLOR 255 255 255 IMAGETYPE "png"
  PROJECTION "{projection}" END
  FONTSET "fonts.txt"
  WEB TEMPLATE "web.html" IMAGEPATH "/tmp/" IMAGEURL "/tmp/" {choose.choice(["", "", 'HEADER "head.html"', 'QUERYFORMAT "text/plain"'])}
{metadata(keys)}
    VALIDATION "qstring" "." "foo" "." END
  END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
  OUTPUTFORMAT NAME "sets" DRIVER "TEMPLATE" MIMETYPE "text/plain; template" FORMATOPTION "FILE=sets.html" END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" FORMATOPTION "LCO:GEOMETRY=AS_WKT" END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" END
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  {legend(choose)}
  {scalebar(choose)}
  {reference(choose)}
  QUERYMAP STATUS {choose.choice(["OFF", "OFF", "ON"])} STYLE {choose.choice(["HILITE", "SELECTED", "NORMAL"])} COLOR 255 255 0 END
{"".join(layer(choose, name) for name in order)}END
"""


def files(seed):
    choose = random.Random(seed)
    begin = "<!-- MapServer Template -->\n"
    return {"map.map": map_of(choose), "row.html": page(choose, ROW_TAGS), "other.html": page(choose, ROW_TAGS, 4), "web.html": page(choose, [tag for tag in ROW_TAGS if not tag.startswith(("[shp", "[item", "[NAME", "[NUM", "[VAL", "[lrn"))]),
            "head.html": begin + "HEAD [nlr] [nl] [nr] [cl]\n", "foot.html": begin + "FOOT [nlr] [lrn]\n", "part.html": begin + "part\n", "join.html": begin + "J [CODE] [REMARK] [NAME]\n", "jhead.html": begin + "JH [NAME]\n",
            "jfoot.html": begin + "JF\n", "sets.html": begin + "SETS\n" + "\n".join(choose.choice(SETS).format(name) for name in choose.sample(NAMES, 3)), "fonts.txt": "sans /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf\n"}


# WFS

HEADS = {"1.0.0": 'xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"', "1.1.0": 'xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"',
         "2.0.0": 'xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"'}
ROOTS = {"1.0.0": 'xmlns="http://www.opengis.net/wfs" xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"', "1.1.0": 'xmlns="http://www.opengis.net/wfs" xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"',
         "2.0.0": 'xmlns="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"'}


def geometry(choose, version, kind):
    srs = choose.choice(["", "", ' srsName="EPSG:4326"', ' srsName="urn:ogc:def:crs:EPSG::4326"'])
    flip = "urn" in srs or (srs == "" and version != "1.0.0")
    identity = ' gml:id="g"' if version == "2.0.0" else ""

    def pair(x, y):
        return f"{y} {x}" if flip else f"{x} {y}"

    def pairs(points):
        return " ".join(pair(x, y).replace(" ", ",") if version == "1.0.0" else pair(x, y) for x, y in points)
    x, y = choose.choice([1, 3, 4.5]), choose.choice([0.5, 4, 5])
    w, h = choose.choice([2, 5]), choose.choice([2, 4.2])
    ring = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
    if kind == "box":
        if version == "1.0.0":
            return f"<gml:Box{srs}><gml:coordinates>{pairs([ring[0], ring[2]])}</gml:coordinates></gml:Box>"
        return f"<gml:Envelope{srs}><gml:lowerCorner>{pair(*ring[0])}</gml:lowerCorner><gml:upperCorner>{pair(*ring[2])}</gml:upperCorner></gml:Envelope>"
    if kind == "point":
        return f"<gml:Point{srs}{identity}>" + (f"<gml:coordinates>{pairs([(5, 5)])}</gml:coordinates>" if version == "1.0.0" else f"<gml:pos>{pair(5, 5)}</gml:pos>") + "</gml:Point>"
    if kind == "line":
        return f"<gml:LineString{srs}{identity}>" + (f"<gml:coordinates>{pairs(ring[:2])}</gml:coordinates>" if version == "1.0.0" else f"<gml:posList>{pairs(ring[:2])}</gml:posList>") + "</gml:LineString>"
    if version == "1.0.0":
        return f"<gml:Polygon{srs}><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>{pairs(ring)}</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon>"
    return f"<gml:Polygon{srs}{identity}><gml:exterior><gml:LinearRing><gml:posList>{pairs(ring)}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>"


def condition(choose, version, deep=0):
    f = "fes" if version == "2.0.0" else "ogc"
    prop = "ValueReference" if f == "fes" else "PropertyName"
    kind = choose.choice(["compare"] * 4 + ["like", "between", "null", "space", "space", "box", "logic", "logic", "not"] if deep < 2 else ["compare", "like", "box"])
    item, literal = choose.choice([("NUM", "7"), ("NUM", "10"), ("VAL", "2.5"), ("VAL", "8"), ("NAME", "five"), ("NAME", "up"), ("NAME", "A &amp; &lt;b&gt;"), ("NAME", "O'Neil \"x\""), ("KIND", "a"), ("DAY", "2020-02-01"), ("NAME", "Größe")])
    if kind == "compare":
        operator = "PropertyIs" + choose.choice(["EqualTo"] * 3 + ["NotEqualTo", "LessThan", "GreaterThan", "LessThanOrEqualTo", "GreaterThanOrEqualTo"])
        case = choose.choice(["", "", ' matchCase="false"'])
        return f"<{f}:{operator}{case}><{f}:{prop}>{item}</{f}:{prop}><{f}:Literal>{literal.upper() if case and '&' not in literal else literal}</{f}:Literal></{f}:{operator}>"
    if kind == "like":
        escape = "escape" if version == "1.0.0" else "escapeChar"
        return f'<{f}:PropertyIsLike wildCard="*" singleChar="." {escape}="!"><{f}:{prop}>{choose.choice(["NAME", "KIND", "DAY"])}</{f}:{prop}><{f}:Literal>{choose.choice(["*e*", "f*", ".p", "2020*", "A*"])}</{f}:Literal></{f}:PropertyIsLike>'
    if kind == "between":
        return f"<{f}:PropertyIsBetween><{f}:{prop}>{choose.choice(['NUM', 'VAL'])}</{f}:{prop}><{f}:LowerBoundary><{f}:Literal>1.5</{f}:Literal></{f}:LowerBoundary><{f}:UpperBoundary><{f}:Literal>{choose.choice([7, 12])}</{f}:Literal></{f}:UpperBoundary></{f}:PropertyIsBetween>"
    if kind == "null":
        return f"<{f}:PropertyIsNull><{f}:{prop}>{choose.choice(['NAME', 'NUM'])}</{f}:{prop}></{f}:PropertyIsNull>"
    where = f"<{f}:{prop}>{choose.choice(['msGeometry', 'geom'])}</{f}:{prop}>"
    if kind == "box":
        return f"<{f}:BBOX>{where}{geometry(choose, version, 'box')}</{f}:BBOX>"
    if kind == "space":
        operator = choose.choice(["Equals", "Disjoint", "Touches", "Within", "Overlaps", "Crosses", "Intersects", "Contains"])
        return f"<{f}:{operator}>{where}{geometry(choose, version, choose.choice(['point', 'line', 'polygon', 'polygon']))}</{f}:{operator}>"
    if kind == "not":
        return f"<{f}:Not>{condition(choose, version, deep + 1)}</{f}:Not>"
    logic = choose.choice(["And", "Or"])
    return f"<{f}:{logic}>" + "".join(condition(choose, version, deep + 1) for _ in range(choose.choice([2, 2, 3]))) + f"</{f}:{logic}>"


def identity(choose, version, name):
    key = f"{name}.{choose.choice([5, 7, 3, 999])}"
    return {"1.0.0": f'<ogc:FeatureId fid="{key}"/>', "1.1.0": choose.choice([f'<ogc:FeatureId fid="{key}"/>', f'<ogc:GmlObjectId gml:id="{key}"/>']), "2.0.0": f'<fes:ResourceId rid="{key}"/>'}[version]


def wfs(choose):
    version = choose.choice(["1.0.0", "1.1.0", "1.1.0", "2.0.0", "2.0.0"])
    f = "fes" if version == "2.0.0" else "ogc"
    base = {"SERVICE": "WFS", "VERSION": version}
    names = choose.sample(NAMES, choose.choice([1, 1, 1, 2]))
    request = choose.choice(["GetFeature"] * 8 + ["DescribeFeatureType", "GetCapabilities", "GetPropertyValue", "GetFeatureById", "post", "post"])
    types = "TYPENAMES" if version == "2.0.0" else "TYPENAME"
    if request == "GetCapabilities":
        return request, base | {"REQUEST": request} | some(choose, {"ACCEPTVERSIONS": ["1.1.0,2.0.0"], "UPDATESEQUENCE": ["1"]}, 0.2)
    if request == "DescribeFeatureType":
        return request, base | {"REQUEST": request, "TYPENAME": ",".join(names)} | some(choose, {"TYPENAME": [None, "nix", "ms:points"], "OUTPUTFORMAT": ["XMLSCHEMA", "text/xml; subtype=gml/3.1.1", "SFE_XMLSCHEMA", "nix"]}, 0.2)
    if request == "GetPropertyValue":
        return request, base | {"VERSION": "2.0.0", "REQUEST": request, "TYPENAMES": names[0], "VALUEREFERENCE": choose.choice(ITEMS + ["msGeometry", "nix", "@gml:id"])} | some(choose, {"COUNT": ["2"], "STARTINDEX": ["1"], "RESULTTYPE": ["hits"]}, 0.3)
    if request == "GetFeatureById":
        return request, base | {"VERSION": "2.0.0", "REQUEST": "GetFeature", "STOREDQUERY_ID": "urn:ogc:def:query:OGC-WFS::GetFeatureById", "ID": f"{names[0]}.{choose.choice([5, 7, 3, 999])}"}
    inner = f"{condition(choose, version)}" if choose.random() < 0.8 else identity(choose, version, names[0])
    if request == "post":
        attribute = "typeNames" if version == "2.0.0" else "typeName"
        srs = choose.choice(["", "", ' srsName="EPSG:3857"', ' srsName="urn:ogc:def:crs:EPSG::4326"'])
        limit = choose.choice(["", "", ' count="2"' if version == "2.0.0" else ' maxFeatures="2"'])
        prefix = "ms:" * (choose.random() < 0.5)
        order = "" if choose.random() < 0.95 else f"<{f}:SortBy><{f}:SortProperty><{f}:{'ValueReference' if f == 'fes' else 'PropertyName'}>NUM</{f}:{'ValueReference' if f == 'fes' else 'PropertyName'}><{f}:SortOrder>{choose.choice(['ASC', 'DESC'])}</{f}:SortOrder></{f}:SortProperty></{f}:SortBy>"
        columns = "" if choose.random() < 0.7 else ("<PropertyName>NAME</PropertyName>" if f == "fes" else "<ogc:PropertyName>NAME</ogc:PropertyName>")
        queries = "".join(f'<Query {attribute}="{prefix}{name}"{srs} xmlns:ms="http://mapserver.gis.umn.edu/mapserver">{columns}<{f}:Filter>{inner}</{f}:Filter>{order if version != "1.0.0" else ""}</Query>' for name in names)
        return request, {"POST": f'<GetFeature service="WFS" version="{version}"{limit} {ROOTS[version]}>{queries}</GetFeature>'}
    parameters = base | {"REQUEST": "GetFeature", types: ",".join(names)}
    filtered = f"<{f}:Filter {HEADS[version]}>{inner}</{f}:Filter>"
    where = choose.choice(["", "filter", "filter", "box", "box", "id"])
    if where == "filter":
        parameters["FILTER"] = "".join(f"({filtered})" for _ in names) if len(names) > 1 else filtered
    if where == "box":
        parameters["BBOX"] = choose.choice(["1,1,6,6", "1,1,6,6,EPSG:4326", "4,0,6,10,urn:ogc:def:crs:EPSG::4326", "0,4,10,5", "111319,111325,667916,669141,EPSG:3857"])
    if where == "id":
        parameters["RESOURCEID" if version == "2.0.0" else "FEATUREID"] = ",".join(f"{names[0]}.{key}" for key in choose.sample([5, 7, 3, 22, 999], 2))
    return "GetFeature", parameters | some(choose, {"MAXFEATURES" if version != "2.0.0" else "COUNT": ["1", "3"], "STARTINDEX": ["1", "2"], "SRSNAME": ["EPSG:3857", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "EPSG:32631"], "RESULTTYPE": ["hits"],
                                                   "PROPERTYNAME": ["NAME", "NAME,msGeometry", "(NAME,NUM)", "KIND"], "OUTPUTFORMAT": ["GML2", "text/xml; subtype=gml/3.1.1", "csv", "sets"]}, 0.16)


def info(choose):
    version = choose.choice(["1.1.1", "1.3.0"])
    names = choose.sample(NAMES, choose.choice([1, 2, 3]))
    code, box = choose.choice([("EPSG:4326", "0,0,10,10"), ("EPSG:4326", "1,2,9,8"), ("EPSG:3857", "0,0,1113195,1118890"), ("EPSG:32631", "166021,0,1280000,1110000")])
    i, j = ("I", "J") if version == "1.3.0" else ("X", "Y")
    return "GetFeatureInfo", {"SERVICE": "WMS", "VERSION": version, "REQUEST": "GetFeatureInfo", "LAYERS": ",".join(names), "QUERY_LAYERS": ",".join(names), "STYLES": "", "CRS" if version == "1.3.0" else "SRS": code, "BBOX": box, "WIDTH": "200",
                              "HEIGHT": choose.choice(["200", "200", "100"]), "FORMAT": "image/png", i: choose.choice(["100", "40", "104"]), j: choose.choice(["100", "60", "55"]),
                              "INFO_FORMAT": choose.choice(["text/plain", "text/html", "application/vnd.ogc.gml", "sets", "text/plain; template", "csv", "geojson", "sets"])} | some(choose, {
                                  "FEATURE_COUNT": ["2", "10"], "RADIUS": ["30", "bbox"], "TIME": ["2020-01-01", "2020-01-01/2020-12-31"]}, 0.3)


def pages(choose):
    names = choose.sample(NAMES, choose.choice([1, 2, 3]))
    mode = choose.choice(["query", "nquery", "nquery", "itemquery", "itemnquery", "indexquery", "featurequery", "featurenquery", "itemfeaturequery", "itemfeaturenquery", "browse"])
    request = {"mode": mode, "layers": " ".join(names), "foo": "b<r"}
    if mode in ("query", "nquery", "featurequery", "featurenquery", "browse"):
        request |= choose.choice([{"mapxy": "5 5"}, {"mapxy": "2 7"}, {"imgxy": "100 100", "imgext": "0 0 10 10", "imgsize": "200 200"}, *([{"mapext": "3 3 8 8"}, {"mapshape": "3 3 8 3 8 8 3 8 3 3"}, {"mapext": "0 0 10 10"}] if mode == "nquery" else [])])
        request |= some(choose, ({"qlayer": names} if "feature" not in mode else {}) | ({"buffer": ["1"]} if "mapxy" in request else {}), 0.3)
    if "feature" in mode:
        request |= {"slayer": "areas"} | ({"qlayer": choose.choice(["points", "lines"])} if choose.random() < 0.3 else {})
    if "item" in mode:
        request |= {"qlayer": names[0], "qitem": choose.choice(["KIND", "NAME", "NUM"]), "qstring": choose.choice(["a", "/e/", "([NUM] > 4)", '("[KIND]" = "b")', "five", "/^[ab]/"])}
    if mode == "indexquery":
        request |= {"qlayer": names[0], "shapeindex": choose.choice(["0", "1", "2", "3", "99"])}
    return f"page {mode}", request | some(choose, {"qformat": ["sets"], "savequery": ["true"], "mapsize": ["100 100"]}, 0.2)


def furniture(choose):
    names = choose.sample(NAMES, choose.choice([1, 2, 3]))
    kind = choose.choice(["legend", "maplegend", "legendicon", "scalebar", "scalebar", "reference", "reference", "map", "map", "GetLegendGraphic", "GetLegendGraphic", "GetLegendGraphic", "GetStyles", "DescribeLayer"])
    wms = {"SERVICE": "WMS", "VERSION": choose.choice(["1.1.1", "1.3.0"]), "REQUEST": kind}
    if kind == "GetLegendGraphic":
        return kind, wms | {"LAYER": choose.choice(NAMES + ["ways", "random", "points,areas"]), "FORMAT": "image/png", "SLD_VERSION": "1.1.0"} | some(choose, {
            "STYLE": ["g1", "g2", "default"], "RULE": ["first", "second class", "Class 0", "nix"], "SCALE": ["1000", "1e7"], "WIDTH": ["50", "200"], "HEIGHT": ["30"], "TRANSPARENT": ["TRUE"], "LANGUAGE": ["de"]}, 0.2)
    if kind in ("GetStyles", "DescribeLayer"):
        return kind, wms | {"LAYERS": ",".join(names), "SLD_VERSION": choose.choice(["1.0.0", "1.1.0"])}
    request = {"mode": kind, "layers": " ".join(names)}
    if kind == "legendicon":
        request["icon"] = choose.choice([f"{name},{number}" for name in NAMES for number in (0, 1)])
    return kind, request | some(choose, {"mapext": ["2 2 8 8", "4 4 4.5 4.5", "-50 -40 60 50"], "mapsize": ["100 100", "300 100"], "mapxy": ["3 3"]}, 0.3)


# OGC API Features

OGA_KEYS = {"oga_title": ["Titled"], "oga_keywords": ["k1"], "oga_featureid": ["NUM", "NAME"], "oga_srs": ["EPSG:3857"], "oga_geometry_precision": ["1", "3"], "gml_include_items": ["all", "NAME,NUM"], "oga_include_items": ["NAME"],
            "oga_keywords": ["k1,k2"], "oga_default_limit": ["2"], "oga_max_limit": ["3"], "oga_exclude_items": ["NUM"], "oga_NAME_alias": ["label"]}


KINDS = {"wfs": wfs, "info": info, "pages": pages, "furniture": furniture}


def requests(seed, count, kinds=tuple(KINDS)):
    """Names and parameters of `count` requests of each kind about the map of the seed."""
    for kind in kinds:
        choose = random.Random(f"{kind} {seed}")
        for number in range(count):
            name, parameters = KINDS[kind](choose)
            if "PATH_INFO" in parameters:
                parameters["PATH_INFO"] = f"/M{seed}/ogcapi{parameters['PATH_INFO']}"
            yield f"{seed}.{number} {kind} {name}", {key: value for key, value in parameters.items() if value is not None}
