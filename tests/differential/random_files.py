# SPDX-License-Identifier: MIT
"""Random layers of CONNECTIONTYPE OGR over files that GDAL wrote and over odd ones written by hand; the same ones for the same seed. Requests are those of random_table_requests.py."""

import random
import zipfile
from dataclasses import dataclass

import random_table_requests
import random_tables
from osgeo import gdal, ogr, osr
from random_services import some
from random_table_requests import BEGIN, KINDS, TAGS, page
from random_tables import BASIC, COLORS, GEOMETRIES

NAMES = ("points", "lines", "areas", "mixed")
MORE = {"big": (ogr.OFTInteger64, None, ["9007199254740993", "-1", None]), "flag": (ogr.OFTInteger, ogr.OFSTBoolean, ["1", "0", None]), "at": (ogr.OFTDateTime, None, ["2020/01/01 12:00:00", None, "2021/06/15 00:00:01.5"]), "clock": (ogr.OFTTime, None, ["12:30:00", None]),
        "Mixed": (ogr.OFTString, None, ["Mixed", None, "case"]), "two words": (ogr.OFTInteger, None, ["1", None, "2"]), "small": (ogr.OFTInteger, ogr.OFSTInt16, ["1", "2", None]), "ratio": (ogr.OFTReal, ogr.OFSTFloat32, ["0.5", "1.25", None])}
KINDS_OF_FIELD = {"name": ogr.OFTString, "num": ogr.OFTInteger, "val": ogr.OFTReal, "day": ogr.OFTDate, "kind": ogr.OFTString}
FORMATS = {"gpkg": ("GPKG", "gpkg", []), "geojson": ("GeoJSON", "geojson", []), "csv": ("CSV", "csv", ["GEOMETRY=AS_WKT", "CREATE_CSVT=YES"]), "untyped": ("CSV", "csv", ["GEOMETRY=AS_WKT"]), "gml": ("GML", "gml", []), "gml3": ("GML", "gml", []), "kml": ("KML", "kml", []), "sqlite": ("SQLite", "sqlite", []),
           "fgb": ("FlatGeobuf", "fgb", ["SPATIAL_INDEX=NO"]), "tab": ("MapInfo File", "tab", [])}
NAMED_LIKE_FILES = ("csv", "untyped", "tab")  # layers of the others have the name that they were written with
DSCO = {"gml3": ["FORMAT=GML3"], "kml": ["NameField=name"]}
VIEWS = {
    "renamed": '<OGRVRTLayer name="points"><SrcDataSource relativeToVRT="1">gpkg_points.gpkg</SrcDataSource><SrcLayer>points</SrcLayer><Field name="name" src="kind"/><Field name="num" src="num"/><Field name="val" src="val"/><Field name="day" src="day"/><Field name="kind" src="name"/></OGRVRTLayer>',
    "columns": '<OGRVRTLayer name="table"><SrcDataSource relativeToVRT="1">table.csv</SrcDataSource><GeometryType>wkbPoint</GeometryType><LayerSRS>EPSG:4326</LayerSRS><GeometryField encoding="PointFromColumns" x="lon" y="lat"/></OGRVRTLayer>',
    "region": '<OGRVRTLayer name="areas"><SrcDataSource relativeToVRT="1">gpkg_areas.gpkg</SrcDataSource><SrcRegion>POLYGON((0 0,0 5,5 5,5 0,0 0))</SrcRegion></OGRVRTLayer>',
    "union": '<OGRVRTUnionLayer name="both"><OGRVRTLayer name="points"><SrcDataSource relativeToVRT="1">gpkg_points.gpkg</SrcDataSource></OGRVRTLayer><OGRVRTLayer name="mixed"><SrcDataSource relativeToVRT="1">gpkg_mixed.gpkg</SrcDataSource></OGRVRTLayer></OGRVRTUnionLayer>',
    "warped": '<OGRVRTWarpedLayer><OGRVRTLayer name="areas"><SrcDataSource relativeToVRT="1">gpkg_areas.gpkg</SrcDataSource></OGRVRTLayer><TargetSRS>EPSG:3857</TargetSRS></OGRVRTWarpedLayer>',
    "select": '<OGRVRTLayer name="some"><SrcDataSource relativeToVRT="1">gpkg_lines.gpkg</SrcDataSource><SrcSQL dialect="sqlite">SELECT *, upper(kind) AS big FROM lines WHERE num &gt; 3</SrcSQL></OGRVRTLayer>',
}
BY_HAND = {
    "table.csv": "lon,lat,name,num,val,day,kind\n5,5,five,5,1.5,2020-01-01,a\n2,7,A & <b>,7,-2.25,2020-06-01,b\n8,2,near,8,3,2021-01-01,a\n9,9,,,,,c\n",
    "odd.geojson": '{"type":"FeatureCollection","name":"odd","features":[{"type":"Feature","id":"first","properties":{"name":"five","num":5,"val":1.5,"day":"2020-01-01","kind":"a","list":[1,2],"deep":{"x":1,"y":"z"},"flag":true},"geometry":{"type":"Point","coordinates":[5,5]}},'
                   '{"type":"Feature","id":7,"properties":{"name":"A & <b>","num":7.5,"val":"text","day":null,"kind":"b","late":"only here","flag":false},"geometry":{"type":"Point","coordinates":[2,7,12]}},{"type":"Feature","properties":{"name":"no place","num":8},"geometry":null},'
                   '{"type":"Feature","properties":{"name":null,"num":null,"kind":"c"},"geometry":{"type":"MultiPoint","coordinates":[[9,9],[8,2]]}}]}',
    "bare.geojson": '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[5,5]},{"type":"Point","coordinates":[2,7]}]}',
    "hand.kml": '<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>places</name><Placemark id="p1"><name>five</name><description>&lt;b&gt;x&lt;/b&gt;</description><ExtendedData><Data name="kind"><value>a</value></Data></ExtendedData>'
                '<Point><coordinates>5,5,10</coordinates></Point></Placemark><Placemark><name>Größe</name><Point><coordinates>2,7</coordinates></Point></Placemark></Folder></Document></kml>',
    "hand.gml": '<c:all xmlns:c="http://c.example/" xmlns:gml="http://www.opengis.net/gml"><gml:featureMember><c:thing fid="t.1"><c:name>five</c:name><c:num>5</c:num><c:kind>a</c:kind><c:place><gml:Point srsName="EPSG:4326"><gml:coordinates>5,5</gml:coordinates></gml:Point></c:place></c:thing></gml:featureMember>'
                '<gml:featureMember><c:thing fid="t.2"><c:name>near</c:name><c:num>7</c:num><c:place><gml:Point srsName="EPSG:4326"><gml:coordinates>2,7</gml:coordinates></gml:Point></c:place></c:thing></gml:featureMember></c:all>',
}


@dataclass
class File:
    kind: str
    columns: list

    @property
    def samples(self):
        return {name: (BASIC[name][1] if name in BASIC else MORE[name][2]) for name in self.columns}


def fill(dataset, kind, options, system):
    layer = dataset.CreateLayer(kind, system, ogr.wkbUnknown, options)
    columns = {**KINDS_OF_FIELD, **{name: of for name, (of, _, _) in MORE.items()}}
    for name, of in columns.items():
        field = ogr.FieldDefn(name, of)
        if name in MORE and MORE[name][1] is not None:
            field.SetSubType(MORE[name][1])
        layer.CreateField(field)
    rows = [wkt for wkt in GEOMETRIES[kind] if wkt is None or not any(word in wkt for word in ("CURVE", "CIRCULAR", "SURFACE"))]
    for number, wkt in enumerate(rows):
        feature = ogr.Feature(layer.GetLayerDefn())
        if wkt:
            shape = ogr.CreateGeometryFromWkt(wkt)
            shape.FlattenTo2D()
            feature.SetGeometry(shape)
        for name in columns:
            index = layer.GetLayerDefn().GetFieldIndex(name)
            values = BASIC[name][1] if name in BASIC else MORE[name][2]
            if index >= 0 and values[number % len(values)] is not None:
                feature.SetField(index, values[number % len(values)])
        layer.CreateFeature(feature)


def write_data(folder):
    """Every kind of geometry in every format; all.gpkg has them all; the views, and what is written by hand."""
    system = osr.SpatialReference()
    system.ImportFromEPSG(4326)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    gdal.PushErrorHandler("CPLQuietErrorHandler")  # some change names
    for name, (driver, extension, options) in FORMATS.items():
        for kind in NAMES:
            try:
                fill(ogr.GetDriverByName(driver).CreateDataSource(str(folder / f"{name}_{kind}.{extension}"), DSCO.get(name, [])), kind, options, system)
            except RuntimeError:
                pass  # a format that does not hold this
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(folder / "all.gpkg"))
    for kind in NAMES:
        fill(dataset, kind, [], system)
    dataset = None
    gdal.PopErrorHandler()
    for name, text in VIEWS.items():
        (folder / f"{name}.vrt").write_text(f"<OGRVRTDataSource>{text}</OGRVRTDataSource>")
    for name, text in BY_HAND.items():
        (folder / name).write_text(text, encoding="utf-8")
    with zipfile.ZipFile(folder / "zipped.zip", "w") as archive:
        for kind in NAMES:
            archive.write(folder / f"csv_{kind}.csv", f"csv_{kind}.csv")
            archive.write(folder / f"csv_{kind}.csvt", f"csv_{kind}.csvt")
    (folder / "latin.csv").write_bytes((folder / "table.csv").read_text().replace("near", "Größe").encode("latin-1"))


def source_of(choose, kind):
    """CONNECTION and DATA."""
    name = choose.choice(list(FORMATS))
    file = f"{name}_{kind}.{FORMATS[name][1]}"
    table = f"{name}_{kind}" if name in NAMED_LIKE_FILES else kind
    sql = choose.choice([f"SELECT * FROM {table}", f"SELECT * FROM {table} WHERE num > 3", f"SELECT name, num, val, day, kind FROM {table}", f"SELECT *, num * 2 AS num2 FROM {table}", f"SELECT * FROM {table} ORDER BY num DESC", f"SELECT * FROM {table} WHERE kind IN ('a', 'b') AND name IS NOT NULL", f"SELECT * FROM \"{table}\" WHERE name LIKE '%e%'",
                         f"select name as label, name, num, kind, day, val from {table}", f"SELECT * FROM {table} LIMIT 3", f"SELECT * FROM {table} WHERE num > %low%", f"SELECT DISTINCT kind FROM {table}", f"select * from {table} where num between 3 and 10", f"SELECT * FROM {table} WHERE kind ILIKE 'A'", f"SELECT num + 1 AS num, CAST(val AS integer) AS val, CONCAT(name, kind) AS name, kind, day FROM {table}", f"SELECT FID, * FROM {table} WHERE NOT num IS NULL ORDER BY kind, num DESC", f"SELECT * FROM {table} UNION ALL SELECT * FROM {table} WHERE num = 5", f"SELECT COUNT(*) AS num FROM {table}"])
    plain = choose.choice([(file, ""), (file, ""), (file, table), (file, "0"), (file, sql), (file, sql), (file, table.upper()), (f"./{file}", ""), (file, f'"{table}"')[:1] + (table,)])
    odd = {"points": [("renamed.vrt", ""), ("columns.vrt", "table"), ("union.vrt", "both"), ("odd.geojson", ""), ("odd.geojson", "odd"), ("bare.geojson", ""), ("hand.kml", "places"), ("hand.kml", ""), ("hand.gml", "thing"), ("latin.csv", "latin"), ("table.csv", "")], "areas": [("region.vrt", ""), ("warped.vrt", "")],
           "lines": [("select.vrt", "some")]}.get(kind, [])
    in_text = (f"<OGRVRTDataSource><OGRVRTLayer name='{kind}'><SrcDataSource relativeToVRT='1'>gpkg_{kind}.gpkg</SrcDataSource><SrcLayer>{kind}</SrcLayer></OGRVRTLayer></OGRVRTDataSource>", kind)
    of_all = sql.replace(table, kind)
    return choose.choice(odd) if odd and choose.random() < 0.25 else choose.choice([plain, plain, plain, in_text if choose.random() < 0.3 else plain, ("all.gpkg", choose.choice([kind, of_all, str(NAMES.index(kind))])), (choose.choice(["zipped.zip", "/vsizip/zipped.zip"]), "csv_" + kind if choose.random() < 0.5 else "") if choose.random() < 0.3 else plain])


def filter_of(choose):
    return choose.choice(['FILTERITEM "kind" FILTER "a"', 'FILTERITEM "num" FILTER "5"', 'FILTERITEM "name" FILTER /e/', 'FILTERITEM "kind" FILTER {a,c}', 'FILTERITEM "name" FILTER "FIVE"i', 'PROCESSING "NATIVE_FILTER=num > 3"', "PROCESSING \"NATIVE_FILTER=kind = 'a'\"", 'FILTER "num > 3"'])


def layer(choose, kind):
    connection, data = source_of(choose, kind)
    table = File(kind, [*BASIC, *(choose.sample(list(MORE), 3) if choose.random() < 0.3 else [])])
    of = random_tables.LAYER_TYPES[kind] if choose.random() < 0.85 else choose.choice(["POINT", "LINE", "POLYGON"])
    lines = [f'NAME "{kind}" TYPE {of} STATUS {choose.choice(["ON", "DEFAULT", "OFF"])} CONNECTIONTYPE {choose.choice(["OGR", "ogr"])} CONNECTION "{connection}"', f"DATA {chr(39) + data + chr(39) if chr(34) in data and chr(39) not in data else chr(34) + data.replace(chr(34), chr(92) + chr(34)) + chr(34)}" if data else "",
             choose.choice(['PROJECTION "init=epsg:4326" END'] * 4 + ["PROJECTION AUTO END"]), 'TEMPLATE "row.html"', 'VALIDATION "kind" "^[a-z]$" "default_kind" "a" "low" "^-?[0-9]+$" "default_low" "2" "qstring" "." END']
    lines += some(choose, {1: ["MAXFEATURES 3"], 2: ["TOLERANCE 10"], 3: ['LABELITEM "name"'], 4: ['PROCESSING "ITEMS=name,num,kind"', 'PROCESSING "CLOSE_CONNECTION=DEFER"'], 5: ['CONNECTIONOPTIONS "X_POSSIBLE_NAMES" "lon" "Y_POSSIBLE_NAMES" "lat" "AUTODETECT_TYPE" "YES" END', 'CONNECTIONOPTIONS "FLATTEN_NESTED_ATTRIBUTES" "YES" END'],
                           6: ['ENCODING "UTF-8"', 'ENCODING "ISO-8859-1"'], 7: ["EXTENT 0 0 10 10"]}, 0.15).values()
    if "lon" not in "".join(lines) and connection in ("table.csv", "latin.csv"):
        lines.append('CONNECTIONOPTIONS "X_POSSIBLE_NAMES" "lon" "Y_POSSIBLE_NAMES" "lat" END')
    if choose.random() < 0.5:
        lines.append(choose.choice([filter_of(choose), f"FILTER {random_tables.own_condition(choose, table)}"]))
    if choose.random() < 0.6:
        lines.append('CLASSITEM "kind"')
    if choose.random() < 0.1:
        lines.append(choose.choice(['STYLEITEM "AUTO"', 'PROCESSING "EXTENT_PRIORITY=WFS"', 'TOLERANCE 5 TOLERANCEUNITS PIXELS', 'PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES"']))
    keys = some(choose, random_tables.LAYER_KEYS, 0.12) | {"wms_title": "L", "wfs_title": "L", "gml_include_items": choose.choice(["all"] * 4 + ["name,num"]), "wms_include_items": choose.choice(["all", "all", "name,num"])} | ({"gml_featureid": choose.choice(["num", "fid", "name"])} if choose.random() < 0.8 else {})
    lines.append("METADATA " + " ".join(f'"{key}" "{value}"' for key, value in keys.items()) + " END")
    style = {"points": 'SYMBOL "square" SIZE 12', "lines": "WIDTH 4", "areas": "OUTLINECOLOR 0 0 0", "mixed": "OUTLINECOLOR 0 0 0"}[kind]
    classes = "".join(f"    CLASS NAME \"c{number}\" {choose.choice(['', 'EXPRESSION {}a{}'.format(chr(34), chr(34)), 'EXPRESSION {a,c}', 'EXPRESSION /^[ab]$/', f'EXPRESSION {random_tables.own_condition(choose, table)}'])}\n     STYLE COLOR {COLORS[number]} {style} END END\n" for number in range(choose.choice([1, 2])))
    return "  LAYER " + "\n    ".join(line for line in lines if line) + "\n" + classes + "  END\n", table


def map_of(seed):
    choose = random.Random(f"map of files {seed}")
    layers = [layer(choose, kind) for kind in NAMES]
    keys = {"ows_enable_request": "*", "ows_srs": "EPSG:4326 EPSG:3857", "ows_title": "Files", "ows_onlineresource": "http://maps.example/?", "wms_feature_info_mime_type": "text/html", "wms_getfeatureinfo_formatlist": "text/plain,text/html,application/vnd.ogc.gml,csv,geojson", "wfs_getfeature_formatlist": "csv,geojson"}
    text = f"""MAP
  NAME "files" SIZE 200 200 EXTENT 0 0 10 10 UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE "png"
  PROJECTION "init=epsg:4326" END
  SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 1 0 0 1 0 1 1 0 1 END END
  WEB TEMPLATE "web.html" IMAGEPATH "/tmp/" IMAGEURL "/tmp/" METADATA {" ".join(f'"{key}" "{value}"' for key, value in keys.items())} END VALIDATION "qstring" "." END END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" FORMATOPTION "LCO:GEOMETRY=AS_WKT" END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" END
{"".join(text for text, _ in layers)}END
"""
    return text, {table.kind: table for _, table in layers}


def files(seed):
    choose = random.Random(f"pages of files {seed}")
    web_tags = [tag for tag in TAGS if not tag.startswith(("[shp", "[item", "[name", "[num", "[val", "[lrn", "[extra", "[join"))]
    return {"map.map": map_of(seed)[0], "row.html": page(choose, TAGS, 8) + "[name]|[num]|[kind]|[day]|[val]\n", "web.html": page(choose, web_tags, 4), "part.html": BEGIN + "part\n"}


def requests(seed, count):
    return random_table_requests.requests_about(seed, count, map_of(seed)[1], "files", KINDS)
