# SPDX-License-Identifier: MIT
"""Small requests for large answers that are no images: vector tiles, UTFGrids, KML, coverages; and layers that are computed.

Each is answered or refused by the deadline plus a second, within memory, while /livez answers.
"""

import urllib.parse

import numpy as np
import pytest
import raster_data
import servers
from conftest import IS_SANITIZED
from osgeo import gdal

pytestmark = [pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL"), pytest.mark.skipif(IS_SANITIZED, reason="the time of a sanitizer says nothing")]

COUNT, SIDE = 500_000, 4000
LINES = ("SELECT i AS id, 'name ' || i AS name, ST_MakeLine(ST_MakePoint(x, y), ST_MakePoint(x + 12, y + 9)) AS geom FROM (SELECT i, (i * 7919 % 990)::float8 AS x,"
         f" (i * 104729 % 990)::float8 AS y FROM generate_series(1::bigint, {COUNT}) i) p")
KNOTS = ("SELECT k AS id, 'knot' AS name, ST_MakePolygon(ST_AddPoint(l, ST_StartPoint(l))) AS geom FROM (SELECT k, ST_MakeLine(ARRAY(SELECT ST_MakePoint((i * 7919 + k) % 1000,"
         f" (i * 104729) % 997) FROM generate_series(1::bigint, {COUNT // 10}) i)) AS l FROM generate_series(1, 3) k) z")
POINTS = LINES.replace("ST_MakeLine(ST_MakePoint(x, y), ST_MakePoint(x + 12, y + 9))", "ST_MakePoint(x, y)")
MAP = """MAP NAME "m" SIZE 300 300 EXTENT 0 0 1000 1000 MAXSIZE 3000 PROJECTION "EPSG:3857" END SHAPEPATH "{folder}"
  WEB METADATA "ows_title" "m" "ows_srs" "EPSG:3857 EPSG:4326" "ows_enable_request" "*" "ows_onlineresource" "http://localhost/?" "wcs_label" "m"
    "wms_getmap_formatlist" "image/png,application/x-protobuf,application/json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz,image/tiff" END END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" END
  OUTPUTFORMAT NAME "mvt" DRIVER "MVT" MIMETYPE "application/x-protobuf" FORMATOPTION "EXTENT=32768" FORMATOPTION "EDGE_BUFFER=256" END
  OUTPUTFORMAT NAME "utfgrid" DRIVER "UTFGRID" MIMETYPE "application/json" FORMATOPTION "UTFRESOLUTION=1" END
  OUTPUTFORMAT NAME "kml" DRIVER "KML" MIMETYPE "application/vnd.google-earth.kml+xml" END
  OUTPUTFORMAT NAME "kmz" DRIVER "KMZ" MIMETYPE "application/vnd.google-earth.kmz" END
  OUTPUTFORMAT NAME "tif" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE FLOAT32 END
  {layers} END
"""
TABLE = """LAYER NAME "{name}" TYPE {type} STATUS OFF CONNECTIONTYPE POSTGIS CONNECTION "{connection}" PROCESSING "CLOSE_CONNECTION=DEFER" UTFITEM "id" UTFDATA "[name]"
    DATA "geom FROM ({sql}) AS t USING UNIQUE id USING SRID=3857" METADATA "ows_title" "{name}" "gml_include_items" "all" "wms_timeitem" "name" "wms_timeextent" "1000/3000" END
    CLASS STYLE COLOR 9 9 9 END LABEL TEXT "[name]" SIZE 8 END END END
"""
RASTER = """LAYER NAME "heights" TYPE RASTER STATUS OFF DATA "heights.tif" METADATA "ows_title" "h" "wcs_label" "h" "wcs_formats" "tif" "wcs_rangeset_axes" "bands" "wcs_rangeset_name" "r"
    "wcs_rangeset_label" "r" END END
  LAYER NAME "contours" TYPE LINE STATUS OFF CONNECTIONTYPE CONTOUR DATA "heights.tif" PROCESSING "CONTOUR_INTERVAL=0.1" METADATA "ows_title" "c" END CLASS STYLE COLOR 0 0 0 END END END
  LAYER NAME "density" TYPE RASTER STATUS OFF CONNECTIONTYPE KERNELDENSITY CONNECTION "points" PROCESSING "KERNELDENSITY_RADIUS=200" PROCESSING "RANGE_COLORSPACE=HSL"
    METADATA "ows_title" "d" END CLASS STYLE COLORRANGE "#00000000" "#ff0000" DATARANGE 0 255 END END END
  LAYER NAME "idw" TYPE RASTER STATUS OFF CONNECTIONTYPE IDW CONNECTION "points" PROCESSING "IDW_RADIUS=200" METADATA "ows_title" "i" END
    CLASS STYLE COLORRANGE "#00000000" "#ff0000" DATARANGE 0 255 END END END
"""
GET_MAP = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "SRS": "EPSG:3857", "BBOX": "0,0,1000,1000", "STYLES": "", "WIDTH": "3000", "HEIGHT": "3000", "FORMAT": "image/png"}
COVERAGE = {"SERVICE": "WCS", "VERSION": "2.0.1", "REQUEST": "GetCoverage", "COVERAGEID": "heights", "FORMAT": "image/tiff"}


@pytest.fixture(scope="module")
def target(attack, cluster):
    folder = servers.own_folder()
    noise = np.random.default_rng(1).normal(0, 100, (SIDE, SIDE)).astype(np.float32)
    raster_data.write(folder / "heights.tif", noise, gdal.GDT_Float32, code=3857, transform=(0, 1000 / SIDE, 0, 1000, 0, -1000 / SIDE))
    tables = "".join(TABLE.format(name=name, type=kind, sql=sql, connection=cluster) for name, kind, sql in
                     (("lines", "LINE", LINES), ("knots", "POLYGON", KNOTS), ("points", "POINT", POINTS)))
    started = attack({"m": MAP.format(folder=folder, layers=tables + RASTER)}, MS_THREADS="4")
    (started.server.folder / servers.OGR_MODULE.name).symlink_to(servers.OGR_MODULE)
    started.learn("map=m&SERVICE=WMS&REQUEST=GetCapabilities")
    return started


def ask(target, parameters):
    outcome = target.ask_measured(path="/", data=urllib.parse.urlencode({"map": "m"} | parameters).encode())
    answer = outcome.answer
    assert answer.status < 500 or outcome.is_refused, target.server.log()[-500:]
    return outcome


FORMATS = {"mvt": "application/x-protobuf", "utfgrid": "application/json", "kml": "application/vnd.google-earth.kml+xml", "tif": "image/tiff"}


@pytest.mark.parametrize("layer", ["lines", "knots", "points"])
@pytest.mark.parametrize("format_", FORMATS)
def test_documents_of_many_features(target, layer, format_):
    ask(target, GET_MAP | {"LAYERS": layer, "FORMAT": FORMATS[format_]})


@pytest.mark.parametrize("layer", ["lines", "knots", "points"])
@pytest.mark.parametrize("tile", ["0 0 0", "15 16384 16383"])
def test_tiles_of_many_features(target, layer, tile):
    zoom, column, row = tile.split()
    for format_ in ("mvt", "utfgrid", "png"):
        ask(target, {"mode": "tile", "tilemode": "gmap", "tile": f"{column} {row} {zoom}", "layers": layer, "map.imagetype": format_})


@pytest.mark.parametrize("layer", ["contours", "density", "idw", "heights"])
def test_computed_layers(target, layer):
    for format_ in ("image/png", FORMATS["mvt"], FORMATS["kml"]):
        ask(target, GET_MAP | {"LAYERS": layer, "FORMAT": format_})


@pytest.mark.parametrize("more", [
    {"RANGESUBSET": ",".join(["1"] * 1000), "SCALESIZE": "x(2000),y(2000)"}, {"RANGESUBSET": ",".join(["1"] * 1000)}, {"SCALEFACTOR": "1e6"}, {"SCALESIZE": "x(2147483647),y(1)"},
    {"SCALESIZE": "x(3000),y(3000)", "INTERPOLATION": "AVERAGE"}, {"SCALESIZE": "x(3000),y(3000)", "INTERPOLATION": "BILINEAR", "OUTPUTCRS": "http://www.opengis.net/def/crs/EPSG/0/4326"},
    {"SUBSET": "x(-1e15,1e15)"}, {"SUBSET": "x(0,1e-9)"}, {"VERSION": "1.0.0", "COVERAGE": "heights", "CRS": "EPSG:3857", "BBOX": "-1e9,-1e9,1e9,1e9", "RESX": "1", "RESY": "1"},
    {"VERSION": "1.0.0", "COVERAGE": "heights", "CRS": "EPSG:3857", "BBOX": "0,0,1000,1000", "WIDTH": "3000", "HEIGHT": "3000", "BANDS": ",".join(["1"] * 1000)},
    {"VERSION": "1.1.1", "IDENTIFIER": "heights", "BOUNDINGBOX": "0,0,1000,1000,urn:ogc:def:crs:EPSG::3857", "GRIDBASECRS": "urn:ogc:def:crs:EPSG::3857", "GRIDOFFSETS": "0.25,-0.25",
     "RANGESUBSET": f"r[bands[{','.join(['1'] * 1000)}]]"}], ids=lambda more: "-".join(more)[:60])
def test_coverages(target, more):
    ask(target, COVERAGE | more)


@pytest.mark.parametrize("times", [",".join(f"{year}-01-01/{year}-12-31" for year in range(1000, 2000)), ",".join(["1000/3000"] * 1000)], ids=["years", "all"])
def test_many_intervals(target, times):
    ask(target, GET_MAP | {"LAYERS": "lines", "TIME": times})
