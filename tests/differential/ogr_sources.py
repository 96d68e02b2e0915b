# SPDX-License-Identifier: MIT
"""Maps over files of many formats of GDAL, each with one keyword varied."""

import itertools

from osgeo import gdal, ogr, osr

gdal.UseExceptions()

ROWS = [("Alpha", 1, 1.5, "2020-01-02", True), ("Beta", 2, 2.25, "2020-02-03", False), ("Gamma delta", 3, -3.0, "2021-03-04", True), ("Größe", 4, 40.0, None, None),
        (None, 5, None, "2022-05-06", False), ("O'Neil \"x\"", 6, 6.5, "2023-01-01", True)]
GEOMETRIES = {
    "points": [f"POINT ({10 + 15 * i} {10 + 12 * i})" for i in range(6)],
    "lines": [f"LINESTRING ({5 + 10 * i} 10,{25 + 10 * i} 80,{40 + 10 * i} 40)" for i in range(5)] + ["MULTILINESTRING ((5 85,50 88),(60 85,110 88))"],
    "areas": [f"POLYGON (({5 + 18 * i} {10 + 8 * i},{20 + 18 * i} {10 + 8 * i},{20 + 18 * i} {35 + 8 * i},{5 + 18 * i} {30 + 8 * i},{5 + 18 * i} {10 + 8 * i}))" for i in range(5)]
    + ["MULTIPOLYGON (((5 70,15 70,15 85,5 85,5 70)),((20 70,30 70,30 85,20 85,20 70)))"],
}
MIXED = ["POINT (10 10)", "MULTIPOINT ((20 20),(30 15))", "GEOMETRYCOLLECTION (POINT (50 20),LINESTRING (55 10,75 30),POLYGON ((80 10,100 10,90 30,80 10)))",
         "MULTILINESTRING ((10 50,30 70),(15 50,35 60))", "GEOMETRYCOLLECTION (POLYGON ((50 50,70 50,60 70,50 50)),POLYGON ((75 50,85 50,80 60,75 50)))", "LINESTRING (90 50,110 80)"]
TYPES = {"points": "POINT", "lines": "LINE", "areas": "POLYGON"}
# name: (driver, extension, options of layers)
FORMATS = {
    "geojson": ("GeoJSON", "geojson", []), "gml": ("GML", "gml", []), "gpkg": ("GPKG", "gpkg", []), "sqlite": ("SQLite", "sqlite", []),
    "csv": ("CSV", "csv", ["GEOMETRY=AS_WKT", "CREATE_CSVT=YES"]), "shape": ("ESRI Shapefile", "shp", ["ENCODING=UTF-8"]), "tab": ("MapInfo File", "tab", []),
    "mif": ("MapInfo File", "mif", []), "kml": ("KML", "kml", []), "dxf": ("DXF", "dxf", []), "fgb": ("FlatGeobuf", "fgb", []), "gpx": ("GPX", "gpx", []), "gmt": ("OGR_GMT", "gmt", []),
    "geojsonseq": ("GeoJSONSeq", "geojsonl", []), "jml": ("JML", "jml", []),
}


def write_sources(folder):
    """One file for each format and kind of geometry; `all.gpkg` and `all.sqlite` have three layers; `folder` holds shapefiles."""
    system = osr.SpatialReference()
    system.ImportFromEPSG(4326)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)

    def fill(dataset, name, kind, options, plain):
        wkb = ogr.wkbUnknown if plain else {"points": ogr.wkbPoint}.get(kind, ogr.wkbUnknown)
        layer = dataset.CreateLayer(name, system, wkb, options)
        if layer is None:
            return  # a format that does not hold this
        definition = layer.GetLayerDefn()
        if not plain:
            for field, of in (("name", ogr.OFTString), ("number", ogr.OFTInteger), ("value", ogr.OFTReal), ("day", ogr.OFTDate), ("flag", ogr.OFTInteger)):
                layer.CreateField(ogr.FieldDefn(field, of))
        for (text, number, value, day, flag), wkt in zip(ROWS, MIXED if kind == "mixed" else GEOMETRIES[kind]):
            feature = ogr.Feature(definition)
            feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
            if not plain:
                for field, content in (("name", text), ("number", number), ("value", value), ("day", day), ("flag", None if flag is None else int(flag))):
                    if content is not None:
                        feature.SetField(field, content)
            layer.CreateFeature(feature)

    for (name, (driver, extension, options)), kind in itertools.product(FORMATS.items(), GEOMETRIES):
        try:
            dataset = ogr.GetDriverByName(driver).CreateDataSource(str(folder / f"{name}_{kind}.{extension}"), ["FORMAT=MIF"] if name == "mif" else [])
            layer = {"gpx": {"points": "waypoints", "lines": "routes"}.get(kind)}.get(name, kind)
            if layer is not None and not (name == "dxf" and kind == "x"):
                fill(dataset, "entities" if name == "dxf" else layer, kind, options, name in ("dxf", "gpx"))
            dataset = None
        except RuntimeError:
            pass  # a format that does not hold this
    for driver, extension in (("GPKG", "gpkg"), ("SQLite", "sqlite")):
        dataset = ogr.GetDriverByName(driver).CreateDataSource(str(folder / f"all.{extension}"))
        for kind in GEOMETRIES:
            fill(dataset, kind, kind, [], False)
        dataset = None
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(folder / "mixed.gpkg"))
    fill(dataset, "mixed", "mixed", [], False)
    dataset = None
    (folder / "folder").mkdir()
    dataset = ogr.GetDriverByName("ESRI Shapefile").CreateDataSource(str(folder / "folder"))
    for kind in GEOMETRIES:
        fill(dataset, kind, kind, ["ENCODING=UTF-8"], False)
    dataset = None
    (folder / "view.vrt").write_text('<OGRVRTDataSource><OGRVRTLayer name="view"><SrcDataSource relativeToVRT="1">gpkg_areas.gpkg</SrcDataSource>'
                                     "<SrcSQL>SELECT * FROM areas WHERE number &lt; 4</SrcSQL></OGRVRTLayer></OGRVRTDataSource>")
    (folder / "table.csv").write_text("number,remark\n1,first\n2,second\n4,fourth\n")
    for file, archive in (("gpkg_areas.gpkg", "areas.zip"),):
        import zipfile
        with zipfile.ZipFile(folder / archive, "w") as packed:
            packed.write(folder / file, file)
            for part in ("shp", "shx", "dbf", "prj"):
                packed.write(folder / f"folder/areas.{part}", f"areas.{part}")
    index = ogr.GetDriverByName("ESRI Shapefile").CreateDataSource(str(folder / "index.shp"))
    layer = index.CreateLayer("index", system, ogr.wkbPolygon)
    layer.CreateField(ogr.FieldDefn("LOCATION", ogr.OFTString))
    layer.CreateField(ogr.FieldDefn("srs", ogr.OFTString))
    for location in ("folder/areas.shp,0", "gpkg_areas.gpkg,0"):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetGeometry(ogr.CreateGeometryFromWkt("POLYGON ((0 0,120 0,120 90,0 90,0 0))"))
        feature.SetField("LOCATION", location)
        feature.SetField("srs", "EPSG:4326")
        layer.CreateFeature(feature)
    index = layer = feature = None


CLASSES = {
    "points": 'CLASS NAME "point" EXPRESSION ([number] < 4) STYLE SYMBOL "dot" SIZE 12 COLOR 200 0 0 END LABEL SIZE 9 COLOR 0 0 0 TEXT "[name]" END END\n'
              'CLASS NAME "other" STYLE SYMBOL "dot" SIZE 7 COLOR 0 0 200 END END',
    "lines": 'CLASS NAME "line" STYLE WIDTH 3 COLOR 200 0 0 END END',
    "areas": 'CLASS NAME "area" EXPRESSION ([number] < 4) STYLE COLOR 230 200 100 OUTLINECOLOR 0 0 0 END END\nCLASS NAME "other" STYLE COLOR 100 200 230 END END',
}
PLAIN = {"points": 'CLASS NAME "point" STYLE SYMBOL "dot" SIZE 12 COLOR 200 0 0 END END', "lines": CLASSES["lines"], "areas": 'CLASS NAME "area" STYLE COLOR 230 200 100 OUTLINECOLOR 0 0 0 END END'}


def layer(kind, connection, keywords="", data="", classes=None, metadata=""):
    return f"""  LAYER
    NAME "{kind}" TYPE {TYPES[kind]} STATUS ON CONNECTIONTYPE OGR CONNECTION "{connection}" {f'DATA "{data}"' if data else ""} TEMPLATE "row.html"
    {keywords}
    {"" if "PROJECTION" in keywords else 'PROJECTION "init=epsg:4326" END'}
    METADATA "ows_title" "{kind}" "gml_include_items" "all" "wms_include_items" "all" "ows_include_items" "all" {metadata} END
    {classes or CLASSES[kind]}
  END
"""


def mapfile(layers, projection="epsg:4326", metadata=""):
    return f"""MAP
  NAME "sources" SIZE 300 225 EXTENT 0 0 120 90 UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE png PROJECTION "init={projection}" END
  SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" "ows_title" "sources" "ows_onlineresource" "http://maps.example/ows?" {metadata} END END
{layers}END
"""


GET_MAP = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "SRS": "EPSG:4326", "BBOX": "0,0,120,90", "WIDTH": "300", "HEIGHT": "225", "FORMAT": "image/png", "STYLES": ""}
INFO = GET_MAP | {"REQUEST": "GetFeatureInfo", "X": "150", "Y": "112", "RADIUS": "200", "FEATURE_COUNT": "10", "INFO_FORMAT": "text/plain"}
FEATURES = {"SERVICE": "WFS", "VERSION": "1.1.0", "REQUEST": "GetFeature", "OUTPUTFORMAT": "text/xml; subtype=gml/3.1.1"}


def requests_of(kind, wfs=True):
    yield "map", GET_MAP | {"LAYERS": kind}
    yield "info", INFO | {"LAYERS": kind, "QUERY_LAYERS": kind}
    if wfs:
        yield "features", FEATURES | {"TYPENAME": kind}


def keyword_maps():
    """(name, keywords, data) of what is varied over a file."""
    for text in ('FILTER ([number] < 3)', "FILTER (\"[name]\" = 'Beta')", 'FILTER ("[name]" ~ "a$")', 'FILTER ("[name]" ~* "^B")', 'FILTER ("[name]" LIKE "%a")', 'FILTER ([number] IN "1,3")',
                 'FILTER ("[name]" IN "Alpha,Beta")', 'FILTER (NOT [number] = 2)', 'FILTER ([number] % 2 = 1)', 'FILTER ([value] * 2 > 3)', 'FILTER (length("[name]") > 4)',
                 'FILTER ([number] >= 2 AND ([number] <= 4 OR [value] > 6))', 'FILTER ("[day]" >= "2021-01-01")', 'FILTER ("[name]" =* "beta")', 'FILTER ("[name]" != "Beta")',
                 'FILTERITEM "name" FILTER "Beta"', 'FILTERITEM "name" FILTER /a$/', 'FILTERITEM "number" FILTER "3"', 'FILTERITEM "name" FILTER {Alpha,Beta}', 'FILTERITEM "name" FILTER "beta"i',
                 'FILTER "number < 3"', "FILTER \"WHERE number < 3\"", "FILTER \"name = 'Beta'\"", 'PROCESSING "NATIVE_FILTER=number < 3"', "PROCESSING \"NATIVE_FILTER=name = 'Beta'\"",
                 'PROCESSING "NATIVE_FILTER=number < 3" FILTER ([number] > 1)', 'FILTER (intersects([shape],fromText("POLYGON ((0 0,50 0,50 50,0 50,0 0))")))',
                 'FILTER ([number] = [flag])', 'FILTER (tostring([number],"%d") = "3")', 'FILTER (upper("[name]") = "BETA")', 'FILTER ([NUMBER] < 3)', 'FILTER ("[Name]" = "Beta")',
                 'PROCESSING "CLOSE_CONNECTION=DEFER"', 'PROCESSING "CLOSE_CONNECTION=ALWAYS"', 'MAXFEATURES 2', 'PROCESSING "ITEMS=name,number"', 'LABELITEM "name"', 'CLASSITEM "number"',
                 'ENCODING "UTF-8"', 'ENCODING "ISO-8859-1"', 'PROJECTION AUTO END', 'EXTENT 0 0 50 50', 'OFFSITE 0 0 0', 'TOLERANCE 5', 'SIZEUNITS DD', 'GEOMTRANSFORM (buffer([shape],2))',
                 'STYLEITEM "AUTO"', 'PROCESSING "FORCE2D=YES"', 'MINFEATURESIZE 10', 'PROCESSING "MAX_OPEN_CONNECTIONS=5"'):
        yield text, text, ""
    for data in ("areas", "AREAS", "0", "1", "7", "nothing", "select * from areas where number < 3", "SELECT name, number FROM areas", "SELECT * FROM areas ORDER BY number DESC",
                 "SELECT name, number * 2 AS number FROM areas", "SELECT * FROM areas LIMIT 2"):
        yield f"DATA {data}", "", data


def type_maps():
    """Every kind of geometry in layers of every TYPE."""
    files = [(f"{source}_{kind}.{FORMATS[source][1]}", kind) for source in ("gpkg", "shape") for kind in GEOMETRIES] + [("mixed.gpkg", "areas")]
    drawn = {"POINT": "points", "LINE": "lines", "POLYGON": "areas"}  # MapServer 8.0.0 refuses CIRCLE
    for (file, kind), (layer_type, shown) in itertools.product(files, drawn.items()):
        for label in ("", ' LABEL SIZE 9 COLOR 0 0 0 TEXT "[number]" END'):
            text = layer(kind, file, f"TYPE {layer_type}", classes=PLAIN[shown][:-3] + label + " END")
            yield f"{file} TYPE {layer_type}{' and labels' if label else ''}", mapfile(text), [("map", GET_MAP | {"LAYERS": kind})]


def source_maps():
    """(name, mapfile, requests)"""
    yield from type_maps()
    for (name, (_, extension, _)), kind in itertools.product(FORMATS.items(), GEOMETRIES):
        plain = name in ("dxf", "gpx", "kml")
        yield f"{name} {kind}", mapfile(layer(kind, f"{name}_{kind}.{extension}", classes=PLAIN[kind] if plain else None)), list(requests_of(kind, wfs=not plain))
    for source, kind in itertools.product(("gpkg", "geojson", "csv"), ("areas",)):
        extension = FORMATS[source][1]
        for name, keywords, data in keyword_maps():
            yield f"{source} {name}", mapfile(layer(kind, f"{source}_{kind}.{extension}", keywords, data)), list(requests_of(kind))
    others = {
        "folder": ("folder", "areas"), "folder without DATA": ("folder", ""), "folder by number": ("folder", "1"), "several layers": ("all.gpkg", "areas"), "several layers by number": ("all.gpkg", "2"),
        "several layers without DATA": ("all.gpkg", ""), "spatialite by name": ("all.sqlite", "areas"), "vrt": ("view.vrt", ""), "vrt by name": ("view.vrt", "view"), "absent": ("absent.gpkg", ""),
        "a join": ("gpkg_areas.gpkg", "SELECT areas.*, t.remark AS remark FROM areas LEFT JOIN 'table.csv'.table t ON areas.number = t.number"),
        "vsizip": ("/vsizip/HERE/areas.zip/gpkg_areas.gpkg", ""), "vsizip of a shapefile": ("/vsizip/HERE/areas.zip/areas.shp", ""), "vsizip without file": ("/vsizip/HERE/areas.zip", "areas"),
        "a zip file": ("areas.zip", "areas"), "with comma": ("gpkg_areas.gpkg,0", ""),
    }
    for name, (connection, data) in others.items():
        yield name, mapfile(layer("areas", connection, "", data)), list(requests_of("areas"))
    for name, item, index in (("index", "LOCATION", "index.shp"), ("index by default item", "", "index.shp"), ("index with a number", "LOCATION", "index.shp,0")):
        text = layer("areas", "", f'TILEINDEX "{index}" ' + (f'TILEITEM "{item}"' if item else "")).replace('CONNECTION ""', "")
        yield name, mapfile(text), list(requests_of("areas"))
        yield name + " with TILESRS", mapfile(text.replace("TILEINDEX", 'TILESRS "srs" TILEINDEX').replace('PROJECTION "init=epsg:4326" END', "PROJECTION AUTO END")), list(requests_of("areas"))
    for projection in ("epsg:3857", "epsg:3035"):
        for source in ("gpkg", "geojson"):
            extension = FORMATS[source][1]
            text = mapfile(layer("areas", f"{source}_areas.{extension}", "PROJECTION AUTO END"), projection)
            yield f"{source} PROJECTION AUTO {projection}", text, [("map", GET_MAP | {"LAYERS": "areas"})]
