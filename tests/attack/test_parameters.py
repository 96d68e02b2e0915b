# SPDX-License-Identifier: MIT
"""Every parameter of every service with values that are huge, endless, broken or none at all.

Whatever a value is, the answer is one to the client: no status of 5xx but the refusal of what takes too much.
"""

import os
import random
from urllib.parse import quote, quote_plus

import pytest
import raster_data
import servers
from conftest import IS_SANITIZED
from osgeo import gdal

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")

UNCHANGED = "/,()[]<>'\"*:|!;=?@{}^~`\\-._"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MAP = """MAP NAME "m" SIZE 200 200 EXTENT -180 -90 180 90 MAXSIZE 2048 PROJECTION "EPSG:4326" END SHAPEPATH "{folder}"
  WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326 EPSG:3857 EPSG:25831" "ows_enable_request" "*" "ows_onlineresource" "http://localhost/?" "wms_languages" "en de"
      "wms_getmap_formatlist" "image/png,image/svg+xml,application/x-protobuf,application/vnd.google-earth.kml+xml"
      "wfs_getfeature_formatlist" "CSV,PAGE,geojson" "wcs_label" "m" END
    VALIDATION "qstring" "." "word" "^[a-z ]*$" "default_word" "a" END TEMPLATE "page.html" END
  OUTPUTFORMAT NAME "svg" DRIVER "CAIRO/SVG" MIMETYPE "image/svg+xml" END
  OUTPUTFORMAT NAME "mvt" DRIVER "MVT" MIMETYPE "application/x-protobuf" END
  OUTPUTFORMAT NAME "utfgrid" DRIVER "UTFGRID" MIMETYPE "application/json" FORMATOPTION "UTFRESOLUTION=4" END
  OUTPUTFORMAT NAME "kml" DRIVER "KML" MIMETYPE "application/vnd.google-earth.kml+xml" END
  OUTPUTFORMAT NAME "CSV" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "STORAGE=memory" FORMATOPTION "FORM=simple" END
  OUTPUTFORMAT NAME "PAGE" DRIVER "TEMPLATE" MIMETYPE "text/plain" FORMATOPTION "FILE=features.html" END
  OUTPUTFORMAT NAME "tif" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE FLOAT32 END
  LEGEND STATUS ON KEYSIZE 20 10 LABEL SIZE 10 END TEMPLATE "legend.html" END
  REFERENCE STATUS ON SIZE 100 50 EXTENT -180 -90 180 90 IMAGE "{folder}/reference.png" END
  LAYER NAME "cities" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "{connection}" PROCESSING "CLOSE_CONNECTION=DEFER" TEMPLATE "feature.html" UTFITEM "gid" UTFDATA "[name]"
    DATA "geom from demo.cities using unique gid using srid=4326" PROJECTION "EPSG:4326" END TOLERANCE 5 CLASSGROUP "all"
    METADATA "ows_title" "cities" "gml_include_items" "all" "gml_featureid" "gid" "oga_featureid" "gid" "oga_queryable_items" "all" "oga_sortable_items" "all"
      "wms_timeextent" "2000-01-01/2030-01-01" "wms_timeitem" "name" "wms_timedefault" "2020" "wms_dimensionlist" "height" "wms_height_item" "population"
      "wms_height_units" "m" "wms_height_extent" "0,1,2,3" "wms_height_default" "0" END
    CLASS NAME "all" GROUP "all" STYLE COLOR 0 0 0 SIZE 3 END LABEL TEXT "[name]" SIZE 6 END END END
  LAYER NAME "inline" TYPE POINT STATUS ON TEMPLATE "feature.html" PROCESSING "ITEMS=a" METADATA "ows_title" "inline" "gml_include_items" "all" END
    FEATURE POINTS 5 5 END ITEMS "1" END CLASS EXPRESSION ("%word%" != "b") STYLE COLOR 0 0 0 SIZE 3 END END END
  LAYER NAME "photo" TYPE RASTER STATUS OFF DATA "photo.tif" PROJECTION "EPSG:25831" END TEMPLATE "feature.html"
    METADATA "ows_title" "photo" "wcs_label" "photo" "wcs_rangeset_name" "raster" "wcs_rangeset_axes" "bands" "wcs_rangeset_label" "r" "wcs_formats" "tif" END END
  LAYER NAME "contours" TYPE LINE STATUS OFF CONNECTIONTYPE CONTOUR DATA "heights.tif" PROJECTION "EPSG:25831" END PROCESSING "CONTOUR_INTERVAL=50"
    METADATA "ows_title" "contours" END CLASS STYLE COLOR 0 0 0 END END END
END
"""
PAGES = {"page.html": "[img] [mapext] [layers] [legend] [get_layers] [word] [rubbish]", "feature.html": "[shpxy] [word]", "features.html": "[feature][shpxy] [word][/feature]",
         "legend.html": "[leg_layer_html][leg_layer_name][/leg_layer_html][leg_class_html][leg_class_name][/leg_class_html]"}


@pytest.fixture(scope="module")
def target(attack, cluster):
    folder = servers.own_folder()
    raster_data.write(folder / "photo.tif", raster_data.rgb())
    raster_data.write(folder / "heights.tif", raster_data.heights(), gdal.GDT_Float32)
    raster_data.write(folder / "reference.png", raster_data.rgb(100, 50), code=None, options=(), driver="PNG")
    started = attack({"m": MAP.format(folder=folder, connection=cluster)})
    (started.server.folder / servers.OGR_MODULE.name).symlink_to(servers.OGR_MODULE)
    for name, text in PAGES.items():
        (started.server.folder / name).write_text(f"<!-- MapServer Template -->\n{text}\n")
    return started


WMS = {"SERVICE": "WMS", "VERSION": "1.1.1"}
GET_MAP = WMS | {"REQUEST": "GetMap", "LAYERS": "cities,inline", "STYLES": ",", "SRS": "EPSG:4326", "BBOX": "-20,30,40,70", "WIDTH": "100", "HEIGHT": "100", "FORMAT": "image/png"}
GET_MAP_130 = GET_MAP | {"VERSION": "1.3.0", "CRS": "EPSG:4326", "BBOX": "30,-20,70,40"}
INFO = {"QUERY_LAYERS": "cities", "X": "50", "Y": "50", "INFO_FORMAT": "text/html"}
WFS = {"SERVICE": "WFS", "VERSION": "2.0.0"}
FEATURES = WFS | {"REQUEST": "GetFeature", "TYPENAMES": "cities", "COUNT": "2"}
WCS = {"SERVICE": "WCS", "VERSION": "2.0.1"}
COVERAGE = WCS | {"REQUEST": "GetCoverage", "COVERAGEID": "photo", "FORMAT": "image/tiff", "SUBSET": "x(420000,420010)"}
COVERAGE_10 = WCS | {"VERSION": "1.0.0", "REQUEST": "GetCoverage", "COVERAGE": "photo", "FORMAT": "tif", "CRS": "EPSG:25831", "BBOX": "420000,4589900,420100,4590000", "WIDTH": "20", "HEIGHT": "20"}
COVERAGE_11 = WCS | {"VERSION": "1.1.0", "REQUEST": "GetCoverage", "IDENTIFIER": "photo", "FORMAT": "image/tiff", "BOUNDINGBOX": "420000,4589900,420100,4590000,urn:ogc:def:crs:EPSG::25831"}
TILE = {"SERVICE": "WMTS", "VERSION": "1.0.0", "REQUEST": "GetTile", "LAYER": "inline", "STYLE": "", "FORMAT": "image/png", "TILEMATRIXSET": "GoogleMapsCompatible", "TILEMATRIX": "3", "TILEROW": "2", "TILECOL": "4"}
# A request, and the parameters that it may have besides.
REQUESTS = {
    "GetCapabilities": (WMS | {"REQUEST": "GetCapabilities"}, "WMTVER UPDATESEQUENCE LANGUAGE FORMAT SLD word"),
    "GetMap": (GET_MAP, "TRANSPARENT BGCOLOR EXCEPTIONS TIME ELEVATION DIM_HEIGHT HEIGHT SLD SLD_BODY SLD_VERSION FILTER ANGLE MAP_RESOLUTION FORMAT_OPTIONS TILED LANGUAGE CONTEXT word map"),
    "GetMap 1.3.0": (GET_MAP_130, "TIME DIM_HEIGHT SLD_BODY FILTER CRS"),
    "GetMap 1.0.0": (GET_MAP | {"WMTVER": "1.0.0", "REQUEST": "map"}, "FORMAT"),
    "vector tile": (GET_MAP | {"FORMAT": "application/x-protobuf"}, "SLD_BODY FILTER TIME"),
    "UTFGrid": (GET_MAP | {"FORMAT": "application/json", "LAYERS": "cities", "STYLES": ""}, "FILTER"),
    "KML": (GET_MAP | {"FORMAT": "application/vnd.google-earth.kml+xml"}, "FILTER"),
    "contours": (GET_MAP | {"LAYERS": "contours,photo", "SRS": "EPSG:25831", "BBOX": "420000,4589900,420100,4590000"}, "SLD_BODY FILTER"),
    "GetFeatureInfo": (GET_MAP | INFO | {"REQUEST": "GetFeatureInfo"}, "FEATURE_COUNT RADIUS FILTER TIME I J"),
    "GetLegendGraphic": (WMS | {"REQUEST": "GetLegendGraphic", "LAYER": "cities", "FORMAT": "image/png"}, "STYLE RULE SCALE SLD_BODY WIDTH HEIGHT BBOX SRS LANGUAGE keysize"),
    "DescribeLayer": (WMS | {"REQUEST": "DescribeLayer", "LAYERS": "cities", "SLD_VERSION": "1.1.0"}, ""),
    "GetStyles": (WMS | {"REQUEST": "GetStyles", "LAYERS": "cities", "SLD_VERSION": "1.0.0"}, "SLD_BODY STYLES"),
    "GetContext": (WMS | {"REQUEST": "GetContext"}, "LANGUAGE"),
    "GetMetadata": (WMS | {"REQUEST": "GetMetadata", "LAYER": "photo"}, "OUTPUTSCHEMA"),
    "WFS": (WFS | {"REQUEST": "GetCapabilities"}, "ACCEPTVERSIONS SECTIONS UPDATESEQUENCE ACCEPTFORMATS ACCEPTLANGUAGES LANGUAGE"),
    "DescribeFeatureType": (WFS | {"REQUEST": "DescribeFeatureType", "TYPENAMES": "cities"}, "TYPENAME OUTPUTFORMAT NAMESPACES"),
    "GetFeature": (FEATURES, "STARTINDEX RESULTTYPE PROPERTYNAME SRSNAME FEATUREID RESOURCEID SORTBY OUTPUTFORMAT FILTER FILTER_LANGUAGE BBOX NAMESPACES MAXFEATURES ALIASES word"),
    "GetFeature 1.1.0": (FEATURES | {"VERSION": "1.1.0", "TYPENAME": "cities", "MAXFEATURES": "2"}, "PROPERTYNAME SRSNAME FEATUREID SORTBY OUTPUTFORMAT FILTER BBOX"),
    "GetFeature 1.0.0": (FEATURES | {"VERSION": "1.0.0", "TYPENAME": "cities", "MAXFEATURES": "2"}, "PROPERTYNAME FEATUREID FILTER BBOX"),
    "page": (FEATURES | {"OUTPUTFORMAT": "PAGE"}, "PROPERTYNAME SORTBY word"),
    "CSV": (FEATURES | {"OUTPUTFORMAT": "CSV"}, "PROPERTYNAME SORTBY SRSNAME"),
    "GetPropertyValue": (FEATURES | {"REQUEST": "GetPropertyValue", "VALUEREFERENCE": "name"}, "FILTER"),
    "stored query": (WFS | {"REQUEST": "GetFeature", "STOREDQUERY_ID": "urn:ogc:def:query:OGC-WFS::GetFeatureById", "ID": "cities.1"}, ""),
    "DescribeStoredQueries": (WFS | {"REQUEST": "DescribeStoredQueries"}, "STOREDQUERY_ID"),
    "WCS": (WCS | {"REQUEST": "GetCapabilities"}, "ACCEPTVERSIONS SECTIONS UPDATESEQUENCE"),
    "DescribeCoverage": (WCS | {"REQUEST": "DescribeCoverage", "COVERAGEID": "photo"}, "COVERAGE IDENTIFIERS"),
    "GetCoverage": (COVERAGE, "SCALEFACTOR SCALEAXES SCALESIZE SCALEEXTENT SIZE RESOLUTION RANGESUBSET INTERPOLATION SUBSETTINGCRS OUTPUTCRS MEDIATYPE WIDTH HEIGHT SUBSETX SIZEX RESOLUTIONX"),
    "GetCoverage 1.1.0": (COVERAGE_11, "RANGESUBSET GRIDBASECRS GRIDCS GRIDTYPE GRIDORIGIN GRIDOFFSETS STORE TIMESEQUENCE"),
    "GetCoverage 1.0.0": (COVERAGE_10, "RESX RESY BANDS INTERPOLATION TIME RESPONSE_CRS EXCEPTIONS PARAMETER"),
    "WMTS": ({"SERVICE": "WMTS", "REQUEST": "GetCapabilities"}, "ACCEPTVERSIONS SECTIONS UPDATESEQUENCE LANGUAGE word"),
    "GetTile": (TILE, "TIME DIM_HEIGHT SLD_BODY BBOX LANGUAGE word"),
    "GetFeatureInfo of a tile": (TILE | {"REQUEST": "GetFeatureInfo", "I": "5", "J": "5", "INFOFORMAT": "text/plain"}, "FEATURE_COUNT"),
    "mode=map": ({"mode": "map", "layers": "cities", "imagetype": "png", "mapext": "4 44 8 48"}, "mapext mapsize mapxy scaledenom imgext imgbox imgxy img.x img.y zoom zoomdir zoomsize layer imagetype classgroup map.imagetype mapshape imgshape id context"
                 " map_layer_0_class word savequery queryfile program iname ref.x refxy minx buffer debug"),
    "mode=browse": ({"mode": "browse", "imagetype": "png"}, "layers zoom word template mapext lang"),
    "mode=tile": ({"mode": "tile", "tilemode": "gmap", "tile": "0 0 0", "layers": "cities", "map.imagetype": "mvt"}, "imagetype"),
    "mode=nquery": ({"mode": "query", "mapxy": "5 5", "mapext": "4 4 6 6", "layers": "inline cities"}, "qlayer qformat buffer scaledenom mapshape imgshape slayer searchmap mapext imgext imgbox tileindex"),
    "mode=itemquery": ({"mode": "itemnquery", "qlayer": "cities", "qitem": "name", "qstring": "Rome"}, "layers qformat mapext"),
    "mode=featurequery": ({"mode": "featurenquery", "mapxy": "5 5", "mapext": "4 4 6 6", "slayer": "inline"}, "qlayer layers"),
    "mode=indexquery": ({"mode": "indexquery", "qlayer": "cities", "shapeindex": "5"}, "tileindex"),
    "mode=legend": ({"mode": "legend", "layers": "all", "imagetype": "png"}, "icon mapext classgroup"),
    "mode=legendicon": ({"mode": "legendicon", "icon": "cities,0"}, ""),
    "mode=maplegend": ({"mode": "maplegend"}, "layers"),
    "mode=reference": ({"mode": "reference"}, "mapext"),
    "mode=scalebar": ({"mode": "scalebar"}, "mapext mapsize"),
    "mode=coordinate": ({"mode": "coordinate", "img.x": "5", "img.y": "5"}, "mapext"),
}
PATHS = ["", *"/api /conformance /collections /collections/cities /collections/cities/items /collections/cities/items/1 /collections/cities/queryables".split()]
TILE_PATHS = ["{}", "1.0.0/{}", "1.0.0/{}/default/GoogleMapsCompatible/0/0/0", "1.0.0/inline/{}/GoogleMapsCompatible/0/0/0", "1.0.0/inline/default/{}/0/0/0",
              *(f"1.0.0/inline/default/GoogleMapsCompatible/{place}" for place in ("{}/0/0", "0/{}/0", "0/0/{}", "0/0/0.{}", "0/0/0/{}/1", "0/0/0/1/{}"))]
OGC_API = "f limit offset bbox bbox-crs crs datetime filter filter-lang filter-crs sortby name population properties profile".split()

NUMBERS = ["1e308", "-1e308", "1e-320", "nan", "inf", "-1", "0", "2147483647", "2147483648", "-2147483649", "18446744073709551616", "9" * 400, "0x7fffffff", "1e9,1e9", "0 0 1e-300 1e-300",
           "-1e308,-1e308,1e308,1e308", "0,0,1e-310,1e-310", "x(-1e308,1e308)", "x(0,1e-320)", "x(1e300)"]
ODD = ["\0", "a\0b", "\ud83d\ude00" * 1000, "a" + "\u0301" * 50_000, "\u202e\u2066" * 10_000, b"\xff" * 10_000, b"\xed\xa0\x80" * 1000, b"\xc0\xaf" * 1000, "\r\n" * 10_000, "\x1b[2J" * 1000]
USUAL = 8_000_000  # bytes of the largest answer to what is asked for: all cities
LONGEST = 1_000_000  # bytes of a query, as it is sent; 1 MiB is the server's limit
PAIRS = " ".join(f"a{i}='x'" for i in range(50_000))
LONG = [*(sign * LONGEST for sign in "a9 ,/([.-'\\"), "%" * (LONGEST // 3), "<a>" * (LONGEST // 3), "<a>" * (LONGEST // 7) + "</a>" * (LONGEST // 7), f"<a {PAIRS}/>"]
LISTS = ["cities,", "cities ", "(cities)", "1,", "1 1 ", "2020-01-01,", "2001-01-01/2002-01-01/P1D,", "cities.7,", "name DESC,", "name:population,", "(<Filter><PropertyIsNull><PropertyName>name</PropertyName></PropertyIsNull></Filter>)", "x(5),", "name='a' OR ", "1+", "a|", "(a*)*", "NOT ", "2.0.0,", "[name]", "%word%", "0xff00ff;", "&amp;", "1:2,", "dpi:300;"]
ENDLESS = [piece * (LONGEST // len(quote_plus(piece, safe=UNCHANGED))) for piece in LISTS]


def encode(pairs):
    def escaped(value):
        return quote_plus(value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass"), safe=UNCHANGED)
    return "&".join(f"{escaped(name)}={escaped(value)}" for name, value in pairs).encode()


def judge(target, pairs, value, path="/mapserv"):
    """The answer is to the client, in time and in memory; errors do not send the value back at length, nor do others many times over."""
    query = encode([("map", "m"), *pairs])[:LONGEST + 1000] if path == "/mapserv" else encode(pairs)
    sent = {"data": query, "headers": FORM} if path == "/mapserv" else {}
    outcome = target.ask_measured("" if sent else query.decode(), path=path, **sent)
    answer = outcome.answer
    is_unknown_operation = answer.status == 501 and "OperationNotSupported" in answer.text  # WMTS, OGC 07-057r7, table 23
    assert answer.status < 500 or is_unknown_operation or outcome.is_refused, answer.text[:500]
    longest = 20_000 if answer.status >= 400 else USUAL + 6 * len(value)
    assert len(answer.body) < longest, (answer.status, len(answer.body), answer.text[:300])


def sample(name, values):
    """Some of the values, others for each name; MS_ATTACK_ALL=1 sends them all."""
    return values if "MS_ATTACK_ALL" in os.environ else random.Random(name).sample(values, 1 if IS_SANITIZED else 4)


@pytest.mark.parametrize("request_", REQUESTS)
def test_values_of_parameters(target, request_):
    parameters, others = REQUESTS[request_]
    for name in dict.fromkeys([*parameters, *others.split()]):
        for value in sample(f"{request_} {name}", NUMBERS + ODD + LONG + ENDLESS):
            judge(target, (parameters | {name: value}).items(), value)


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_parameter_that_is_sent_very_often(target, request_):
    parameters, others = REQUESTS[request_]
    for name in sample(request_, [*parameters, *others.split()] * 4):
        value = parameters.get(name, "1,1")
        judge(target, [*parameters.items(), *[(name, value)] * 900], value)


@pytest.mark.parametrize("path", PATHS)
def test_values_of_ogc_api(target, path):
    for name in OGC_API:
        for value in sample(f"{path} {name}", NUMBERS + ODD + [long[:20_000] for long in LONG + ENDLESS]):
            judge(target, [("f", "json"), (name, value[:3000] if isinstance(value, bytes) else value[:20_000])], value, f"/m/ogcapi{path}")


def get_feature(inside, attributes=""):
    return (f'<GetFeature service="WFS" version="2.0.0" count="2" xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"{attributes}>'
            f"{inside}</GetFeature>")


def query(inside):
    return f'<Query typeNames="cities">{inside}</Query>'


def intersects(geometry):
    return get_feature(query(f"<fes:Filter><fes:Intersects><fes:ValueReference>msGeometry</fes:ValueReference>{geometry}</fes:Intersects></fes:Filter>"))


def ring(kind, coordinates):
    return f"<gml:{kind}><gml:LinearRing><gml:posList>{coordinates}</gml:posList></gml:LinearRing></gml:{kind}>"


def get_coverage(inside):
    return f'<wcs:GetCoverage service="WCS" version="2.0.1" xmlns:wcs="http://www.opengis.net/wcs/2.0"><wcs:CoverageId>photo</wcs:CoverageId>{inside}</wcs:GetCoverage>'


IS_NULL = "<fes:PropertyIsNull><fes:ValueReference>name</fes:ValueReference></fes:PropertyIsNull>"
DOCUMENTS = {
    "queries": get_feature('<Query typeNames="cities"/>' * 50_000),
    "types": get_feature(f'<Query typeNames="{"cities " * 300_000}"/>'),
    "properties": get_feature(query("<PropertyName>name</PropertyName>" * 100_000)),
    "orders": get_feature(query("<fes:SortBy>" + "<fes:SortProperty><fes:ValueReference>name</fes:ValueReference></fes:SortProperty>" * 30_000 + "</fes:SortBy>")),
    "identifiers": get_feature(query("<fes:Filter>" + '<fes:ResourceId rid="cities.7"/>' * 100_000 + "</fes:Filter>")),
    "terms": get_feature(query(f"<fes:Filter><fes:Or>{IS_NULL * 20_000}</fes:Or></fes:Filter>")),
    "negations": get_feature(query("<fes:Filter>" + "<fes:Not>" * 100_000 + IS_NULL + "</fes:Not>" * 100_000 + "</fes:Filter>")),
    "literal": get_feature(query("<fes:Filter><fes:PropertyIsEqualTo><fes:ValueReference>name</fes:ValueReference><fes:Literal>" + "a" * 4_000_000
                                 + "</fes:Literal></fes:PropertyIsEqualTo></fes:Filter>")),
    "wild cards": get_feature(query('<fes:Filter><fes:PropertyIsLike wildCard="*" singleChar="." escapeChar="!"><fes:ValueReference>name</fes:ValueReference><fes:Literal>'
                                    + "*a" * 30_000 + "</fes:Literal></fes:PropertyIsLike></fes:Filter>")),
    "line": intersects("<gml:LineString><gml:posList>" + "1 1 2 2 " * 400_000 + "</gml:posList></gml:LineString>"),
    "rings": intersects("<gml:Polygon>" + ring("exterior", "0 0 0 9 9 9 9 0 0 0") + ring("interior", "1 1 1 2 2 2 1 1") * 20_000 + "</gml:Polygon>"),
    "knot": intersects("<gml:Polygon>" + ring("exterior", "0 0 " + " ".join(f"{i * 7919 % 89} {i * 104729 % 97}" for i in range(100_000)) + " 0 0") + "</gml:Polygon>"),
    "parts": intersects("<gml:MultiPoint>" + "<gml:pointMember><gml:Point><gml:pos>1 1</gml:pos></gml:Point></gml:pointMember>" * 40_000 + "</gml:MultiPoint>"),
    "namespaces": get_feature(query(""), "".join(f' xmlns:n{i}="http://n/{i}"' for i in range(80_000))),
    "types of a description": '<DescribeFeatureType service="WFS" version="2.0.0">' + "<TypeName>cities</TypeName>" * 150_000 + "</DescribeFeatureType>",
    "stored query": get_feature('<StoredQuery id="urn:ogc:def:query:OGC-WFS::GetFeatureById">' + '<Parameter name="ID">cities.1</Parameter>' * 100_000 + "</StoredQuery>"),
    "trims": get_coverage("<wcs:DimensionTrim><wcs:Dimension>x</wcs:Dimension><wcs:TrimLow>1</wcs:TrimLow></wcs:DimensionTrim>" * 40_000),
    "coverages": '<wcs:DescribeCoverage service="WCS" version="2.0.1" xmlns:wcs="http://www.opengis.net/wcs/2.0">' + "<wcs:CoverageId>photo</wcs:CoverageId>" * 100_000
                 + "</wcs:DescribeCoverage>",
    "capabilities": '<GetCapabilities service="WMS" version="1.3.0">' + "<a>" * 1_000_000,
}


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_documents(target, kind):
    outcome = target.ask_measured("map=m", data=DOCUMENTS[kind].encode(), headers={"Content-Type": "text/xml"})
    answer = outcome.answer
    assert answer.status < 500 or outcome.is_refused, answer.text[:500]
    assert len(answer.body) < (20_000 if answer.status >= 400 else USUAL), answer.text[:300]


@pytest.mark.parametrize("path", TILE_PATHS)
def test_values_in_paths_of_tiles(target, path):
    for value in sample(path, NUMBERS + ODD + LISTS + ["..", "../../etc/passwd", "a/" * 5000]):
        text = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
        judge(target, [], value, f"/m/wmts/{path.format(quote(text[:3000], safe='/'))}")
