# SPDX-License-Identifier: MIT
"""Random output formats over the shapefiles of random_services.py: KML, files of GDAL's drivers, vector tiles and templates, as maps and as answers to queries; the same ones for the same seed."""

import random

from random_services import ITEMS, NAMES, TYPES, page, some

DRIVERS = {"CSV": ("text/csv", "csv"), "GeoJSON": ("application/json", "json"), "GML": ("text/xml", "gml"), "ESRI Shapefile": ("application/shapefile", "shp"), "GPKG": ("application/geopackage+sqlite3", "gpkg"), "KML": ("application/vnd.google-earth.kml+xml", "kml"), "MapInfo File": ("text/plain", "mif"),
           "SQLite": ("application/x-sqlite3", "sqlite"), "GeoJSONSeq": ("application/geo+json-seq", "geojsonl"), "FlatGeobuf": ("application/flatgeobuf", "fgb"), "GPX": ("application/gpx", "gpx"), "DXF": ("image/vnd.dxf", "dxf")}
OPTIONS = {"CSV": ["LCO:GEOMETRY=AS_WKT", "LCO:GEOMETRY=AS_XY", "LCO:SEPARATOR=SEMICOLON", "LCO:CREATE_CSVT=YES", "LCO:LINEFORMAT=CRLF"], "GeoJSON": ["LCO:COORDINATE_PRECISION=2", "LCO:WRITE_BBOX=YES", "LCO:RFC7946=YES"], "GML": ["DSCO:FORMAT=GML3", "DSCO:XSISCHEMAURI=http://a.example/x.xsd", "DSCO:FORMAT=GML3.2"],
           "ESRI Shapefile": ["LCO:ENCODING=UTF-8", "LCO:RESIZE=YES"], "GPKG": ["LCO:GEOMETRY_NAME=shape", "LCO:FID=nummer"], "KML": ["DSCO:NameField=NAME", "DSCO:AltitudeMode=absolute"], "MapInfo File": ["DSCO:FORMAT=MIF"], "SQLite": ["DSCO:SPATIALITE=NO", "LCO:LAUNDER=NO"], "GPX": ["DSCO:GPX_USE_EXTENSIONS=YES"]}


def output(choose, number):
    driver = choose.choice(["CSV", "GeoJSON", "CSV", "GML", "ESRI Shapefile", "GPKG", "ESRI Shapefile", *DRIVERS])
    mime, extension = DRIVERS[driver]
    options = [f"FORM={choose.choice(['simple', 'simple', 'zip', 'multipart'] if driver in ('CSV', 'GeoJSON', 'GML', 'KML', 'GeoJSONSeq', 'GPX') else ['simple', 'zip'])}"] if choose.random() < 0.8 else []
    options += [f"STORAGE={choose.choice(['memory', 'filesystem', 'stream'])}"] if choose.random() < 0.7 else []
    options += [f"FILENAME={choose.choice([f'result.{extension}', 'out_%name%.' + extension, 'result.zip'])}"] if choose.random() < 0.7 else []
    options += ["USE_FEATUREID=true"] if choose.random() < 0.15 else []
    options += {option.split("=")[0]: option for option in OPTIONS.get(driver, []) if choose.random() < 0.4}.values()
    mime = choose.choice([mime, mime, "application/octet-stream; driver=ogr", "application/zip"])
    return f'  OUTPUTFORMAT NAME "out{number}" DRIVER "OGR/{driver}" {f"MIMETYPE {chr(34)}{mime}{chr(34)}" if choose.random() < 0.85 else ""} ' + " ".join(f'FORMATOPTION "{option}"' for option in options) + " END\n"


KML_KEYS = {"kml_name_item": ["NAME", "NUM", "nix"], "kml_description": ["<b>%NAME%</b>: %NUM%", "plain %VAL%", "%nix%"], "ows_description": ["of all %KIND%"], "kml_include_items": ["all", "NAME,NUM", "KIND"], "ows_include_items": ["all"], "kml_exclude_items": ["VAL", "NAME"], "kml_NAME_alias": ["label"],
            "kml_altitudemode": ["absolute", "relativeToGround", "clampToGround"], "kml_extrude": ["1", "0"], "kml_tessellate": ["1"], "kml_folder_display": ["checkHideChildren", "radioFolder", "checkOffOnly"], "maxfeaturestodraw": ["2"], "kml_outputasraster": ["true", "no", "false"],
            "wfs_abstract": ["x"]}
KEYS = {"gml_include_items": ["all", "all", "NAME,NUM", "none", "NAME,nix"], "gml_exclude_items": ["VAL"], "gml_NAME_alias": ["label", "a label"], "gml_types": ["auto", "auto"], "gml_NUM_type": ["Integer", "Long", "Character", "Real"], "gml_VAL_type": ["Real"], "gml_VAL_width": ["12"], "gml_VAL_precision": ["2"],
        "gml_DAY_type": ["Date", "DateTime"], "gml_KIND_type": ["Boolean"], "wfs_geomtype": ["Geometry", "MultiPolygon", "Point", "LineString25D"], "gml_geometries": ["none", "shape"], "ows_geomtype": ["Geometry"], "gml_groups": ["g"], "gml_g_group": ["NAME,NUM"], "gml_constants": ["c"], "gml_c_value": ["1"]}


def label(choose):
    return choose.choice(["", "", 'LABEL SIZE 9 COLOR 0 0 0 TEXT "[NAME]" END', 'LABEL TYPE TRUETYPE FONT "sans" SIZE 10 COLOR 255 0 0 OUTLINECOLOR 255 255 255 TEXT "n [NUM]" END', "LABEL SIZE MEDIUM TYPE BITMAP COLOR 0 0 255 END"])


def class_(choose, name):
    color = " ".join(str(choose.choice([0, 60, 128, 200, 255])) for _ in range(3))
    style = {"points": choose.choice([f'SYMBOL "circle" SIZE 8 COLOR {color}', f'SYMBOL "tri" SIZE 10 COLOR {color}', f"SIZE 3 COLOR {color}", f'SYMBOL "circle" SIZE [NUM] COLOR {color}']), "lines": choose.choice([f"WIDTH 3 COLOR {color}", f"COLOR {color}", f"COLOR {color} WIDTH 2 OPACITY 50", f"OUTLINECOLOR {color} WIDTH 2"]),
             "areas": choose.choice([f"COLOR {color}", f"COLOR {color} OUTLINECOLOR 0 0 0", f"OUTLINECOLOR {color} WIDTH 2", f"COLOR {color} OPACITY 40"])}[name]
    expression = choose.choice(["", "", 'EXPRESSION "a"', "EXPRESSION ([NUM] > 4)", "EXPRESSION {a,c}"])
    more = choose.choice(["", "", f"STYLE COLOR 9 9 9 WIDTH 1 {'SYMBOL ' + chr(34) + 'tri' + chr(34) + ' SIZE 4' if name == 'points' else ''} END", "MAXSCALEDENOM 1e3"])
    return f'    CLASS {choose.choice(["", "NAME {}one class{}".format(chr(34), chr(34))])} {expression}\n      STYLE {style} END {more} {label(choose)} END\n'


def layer(choose, name):
    lines = [f'NAME "{name}" TYPE {TYPES[name]} STATUS {choose.choice(["ON", "ON", "DEFAULT", "OFF"])} DATA "{name}{choose.choice(["", "", "_utm"])}"', 'CLASSITEM "KIND"']
    lines.append(f'PROJECTION "init=epsg:{32631 if "_utm" in lines[0] else 4326}" END')
    lines += some(choose, {1: ['LABELITEM "NAME"', 'LABELITEM "KIND"'], 2: ['TEMPLATE "row.html"'] * 3, 3: ["MAXFEATURES 2"], 4: ["FILTER ([NUM] > 2)"], 5: ["COMPOSITE OPACITY 50 END"], 6: ['GROUP "g"'], 7: ['STYLEITEM "AUTO"'][:0] or ["MINSCALEDENOM 10"]}, 0.3).values()
    keys = some(choose, KML_KEYS, 0.15) | some(choose, KEYS, 0.2) | {"gml_include_items": choose.choice(KEYS["gml_include_items"]), "gml_featureid": choose.choice(["NUM", "NAME"]), "wfs_title": choose.choice(["L", "A layer & more"]), "wms_title": "L"}
    return "  LAYER\n    " + "\n    ".join(lines) + "\n    METADATA " + " ".join(f'"{key}" "{value}"' for key, value in keys.items()) + " END\n" + "".join(class_(choose, name) for _ in range(choose.choice([1, 1, 2]))) + "  END\n"


SETS = ("[resultset layer={0}][feature][NAME],[/feature][/resultset]", '[resultset layer={0} nodata="none"][feature limit=2 trimlast=","][NAME],[/feature][/resultset]', "[resultset layer={0}]head [feature][shpext];[/feature] foot[/resultset]",
        '{{"type": "FeatureCollection", "features": [[resultset layer={0}][feature trimlast=","]{{"geometry": {{"type": "PointLineString", "coordinates": [[shpxy precision=3 xh="[" xf="]"]]}}, "name": "[NAME]"}},[/feature][/resultset]]}}', '[resultset layer={0}][feature limit=1][item name=VAL precision=1]|[NUM][/feature][/resultset]')


def files(seed):
    choose = random.Random(f"outputs {seed}")
    keys = {"ows_enable_request": "*", "ows_srs": choose.choice(["EPSG:4326 EPSG:3857", "EPSG:3857 EPSG:4326"]), "ows_title": choose.choice(["Outputs", "A & B"]), "ows_onlineresource": "http://maps.example/?", "wfs_getfeature_formatlist": "out0,out1,out2,out3,sets,csv", "wms_getfeatureinfo_formatlist": "out0,out1,out2,out3,sets,text/plain",
            "wms_feature_info_mime_type": "text/html"} | some(choose, {"wfs_namespace_prefix": ["my"], "wfs_geometry_precision": ["2"], "kml_folder_display": ["checkHideChildren"], "maxfeaturestodraw": ["3"], "wms_abstract": ["x"]}, 0.2)
    kml = " ".join(f'FORMATOPTION "{option}"' for option in some(choose, {1: ["MAXFEATURESTODRAW=2"], 2: ["ATTRIBUTION=x"]}, 0.2).values())
    tile = " ".join(f'FORMATOPTION "{option}"' for option in some(choose, {1: ["EXTENT=512", "EXTENT=1000"], 2: ["EDGE_BUFFER=0", "EDGE_BUFFER=32"]}, 0.3).values())
    begin = "<!-- MapServer Template -->\n"
    return {"map.map": f"""MAP
  NAME "{choose.choice(["outputs", "with space"])}" SIZE 200 200 EXTENT 0 0 10 10 UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE "{choose.choice(["png", "kml"])}"
  PROJECTION "init=epsg:4326" END
  FONTSET "fonts.txt"
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "tri" TYPE VECTOR FILLED TRUE POINTS 0 2 1 0 2 2 0 2 END END
  WEB IMAGEPATH "/tmp/" IMAGEURL "/tmp/" METADATA {" ".join(f'"{key}" "{value}"' for key, value in keys.items())} END VALIDATION "qstring" "." "name" "^[a-z]*$" "default_name" "n" END {choose.choice(["", "", f'QUERYFORMAT "out{choose.choice([0, 1])}"'])} END
  OUTPUTFORMAT NAME "kml" DRIVER KML MIMETYPE "application/vnd.google-earth.kml+xml" IMAGEMODE RGB EXTENSION "kml" {kml} END
  OUTPUTFORMAT NAME "kmz" DRIVER KMZ MIMETYPE "application/vnd.google-earth.kmz" IMAGEMODE RGB EXTENSION "kmz" {kml} END
  OUTPUTFORMAT NAME "mvt" DRIVER MVT {tile} END
  OUTPUTFORMAT NAME "sets" DRIVER "TEMPLATE" {choose.choice(['MIMETYPE "text/plain; template"', 'MIMETYPE "text/html"', 'MIMETYPE "application/json"', ''])} FORMATOPTION "FILE=sets.html" {choose.choice(["", 'FORMATOPTION "ATTACHMENT=queryresults.txt"'])} END
{"".join(output(choose, number) for number in range(4))}{"".join(layer(choose, name) for name in choose.sample(NAMES, 3))}END
""", "row.html": page(choose, [f"[{item}]" for item in ITEMS], 3), "sets.html": begin + "".join(choose.choice(SETS).format(name) + "\n" for name in choose.sample(NAMES, 2)), "fonts.txt": "sans /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf\n"}


def one_request(choose):
    kind = choose.choice(["kml", "kml", "kml", "mvt", "GetFeature", "GetFeature", "GetFeature", "GetFeature", "GetFeatureInfo", "nquery", "formats"])
    names = choose.sample(NAMES, choose.choice([1, 1, 2, 3]))
    out = choose.choice(["out0", "out1", "out2", "out3", "out0", "out1", "out2", "out3", "sets", "csv", "nix"])
    if kind == "kml":
        code, box = choose.choice([("EPSG:4326", "0,0,10,10"), ("EPSG:4326", "2,2,7,7"), ("EPSG:3857", "0,0,1113195,1118890")])
        return kind, {"SERVICE": "WMS", "VERSION": choose.choice(["1.1.1", "1.3.0"]), "REQUEST": "GetMap", "LAYERS": ",".join(names), "STYLES": "", "SRS": code, "CRS": code, "BBOX": box, "WIDTH": "200", "HEIGHT": "200", "FORMAT": choose.choice(["kml", "kml", "application/vnd.google-earth.kml+xml", "kmz"])}
    if kind == "mvt":
        return kind, {"mode": "tile", "layers": " ".join(names), "tilemode": "gmap", "tile": choose.choice(["0 0 0", "5 3 32", "8 7 4", "16 15 5"]).replace("5 3 32", "1 0 1"), "map.imagetype": "mvt"}
    if kind == "GetFeature":
        version = choose.choice(["1.0.0", "1.1.0", "2.0.0"])
        names = names if choose.random() < 0.3 else names[:1]
        return kind, {"SERVICE": "WFS", "VERSION": version, "REQUEST": kind, "TYPENAMES" if version == "2.0.0" else "TYPENAME": ",".join(names), "OUTPUTFORMAT": out} | some(choose, {"SRSNAME": ["EPSG:3857", "EPSG:4326"], "MAXFEATURES": ["2"], "PROPERTYNAME": ["NAME"] if len(names) == 1 else [""], "BBOX": ["0,0,6,6", "20,20,30,30"], "name": ["abc", "x.y"], "RESULTTYPE": ["hits"]}, 0.15)
    if kind == "GetFeatureInfo":
        return kind, {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": kind, "LAYERS": ",".join(names), "QUERY_LAYERS": ",".join(names), "STYLES": "", "SRS": choose.choice(["EPSG:4326"] * 3 + ["EPSG:3857"]), "BBOX": "0,0,10,10", "WIDTH": "200", "HEIGHT": "200", "X": "100", "Y": "100", "RADIUS": "80", "FEATURE_COUNT": choose.choice(["1", "10"]), "INFO_FORMAT": out}
    if kind == "nquery":
        return kind, {"mode": choose.choice(["nquery", "query"]), "layers": " ".join(names)} | choose.choice([{"mapext": "0 0 10 10"}, {"mapxy": "5 5"}]) | choose.choice([{"qformat": out}, {"qformat": out}, {}])
    return kind, {"SERVICE": choose.choice(["WFS", "WMS"]), "VERSION": "1.1.0", "REQUEST": "GetCapabilities"}


def requests(seed, count):
    choose = random.Random(f"requests of outputs {seed}")
    for number in range(count):
        kind, parameters = one_request(choose)
        yield f"{seed}.{number} outputs {kind}", parameters
