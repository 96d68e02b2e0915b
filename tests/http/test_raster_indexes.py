# SPDX-License-Identifier: MIT
"""TILEINDEX: the time of requests, several files of computed layers, and where an index lies."""

import re
import shutil

import numpy as np
import pytest
import raster_data as data
import servers
from osgeo import gdal, ogr, osr

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")

EAST, NORTH, SIDE = 500000, 5600000, 64
CRS = 'PROJECTION "EPSG:25832" END'
TIME = ('METADATA "wms_title" "t" "wms_include_items" "all" "wms_timeitem" "day" "wms_timeextent" "2026-01-01/2026-01-02" '
        '"wms_timedefault" "2026-01-01" END')


def write_index(path, rows, code=25832):
    """`rows`: box in EPSG:25832, file, day."""
    target = osr.SpatialReference()
    target.ImportFromEPSG(code)
    source = osr.SpatialReference()
    source.ImportFromEPSG(25832)
    for system in (source, target):
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    way = osr.CoordinateTransformation(source, target)
    file = ogr.GetDriverByName("ESRI Shapefile").CreateDataSource(str(path))
    layer = file.CreateLayer(path.stem, target, ogr.wkbPolygon)
    for name in ("location", "day"):
        layer.CreateField(ogr.FieldDefn(name, ogr.OFTString))
    for box, name, day in rows:
        ring = ogr.Geometry(ogr.wkbLinearRing)
        for x, y in ((0, 1), (2, 1), (2, 3), (0, 3), (0, 1)):
            ring.AddPoint_2D(box[x], box[y])
        shape = ogr.Geometry(ogr.wkbPolygon)
        shape.AddGeometry(ring)
        shape.Transform(way)
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetGeometry(shape)
        feature.SetField("location", name)
        feature.SetField("day", day)
        layer.CreateFeature(feature)


def box_of(column):
    west = EAST + column * SIDE
    return west, NORTH - SIDE, west + SIDE, NORTH


@pytest.fixture(scope="module")
def server():
    own = servers.own_folder()
    shutil.copy(servers.OGR_MODULE, own)
    rows = []
    for number, (column, day) in enumerate([(0, "2026-01-01"), (1, "2026-01-01"), (0, "2026-01-02"), (1, "2026-01-02")]):
        name, place = f"{number}.tif", (EAST + column * SIDE, 1, 0, NORTH, 0, -1)
        data.write(own / name, np.full((2, SIDE, SIDE), 40 * (number + 1)), code=25832, transform=place)
        rows.append((box_of(column), name, day))
    write_index(own / "index.shp", rows)
    write_index(own / "degrees.shp", rows[:2], 4326)
    arrow = 'SYMBOL NAME "dot" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END'
    layer = 'LAYER NAME "{}" TYPE {} STATUS ON TILEINDEX "{}" TILEITEM "location" {} {} END'
    uv = ('CONNECTIONTYPE UVRASTER PROCESSING "BANDS=1,2" PROCESSING "UV_SPACING=16" '
          'CLASS EXPRESSION ([u] < 60) STYLE SYMBOL "dot" SIZE 6 COLOR 255 0 0 END END\n'
          'CLASS EXPRESSION ([u] > 140) STYLE SYMBOL "dot" SIZE 6 COLOR 0 0 255 END END\n'
          'CLASS STYLE SYMBOL "dot" SIZE 6 COLOR 0 255 0 END END')
    named = 'LAYER NAME "rows" TYPE POLYGON STATUS OFF DATA "index.shp" END'
    text = f"""MAP NAME "m" SIZE 128 64 EXTENT 0 0 1 1 {CRS} SHAPEPATH "." {arrow} {named}
      WEB METADATA "ows_title" "t" "ows_srs" "EPSG:25832 EPSG:4326" "ows_enable_request" "*" END END
      {layer.format("image", "RASTER", "index.shp", TIME, CRS + ' PROCESSING "BANDS=1" TEMPLATE "x"')}
      {layer.format("named", "RASTER", "rows", TIME, CRS + ' PROCESSING "BANDS=1"')}
      {layer.format("auto", "RASTER", "degrees.shp", 'METADATA "wms_title" "a" "wms_include_items" "all" END', 'PROJECTION AUTO END PROCESSING "BANDS=1" TEMPLATE "x"')}
      {layer.format("uv", "POINT", "index.shp", TIME, f"{CRS} {uv}")}
      {layer.format("uv-named", "POINT", "rows", TIME, f"{CRS} {uv}")} END"""
    started = servers.start_listener_of(own, {"m": text}, {"MS_REQUEST_TIMEOUT": "20", "MS_METRICS": "ON"})
    yield started
    assert started.stop() == [0]


def get_map(server, layer, more="", box=(EAST, NORTH - SIDE, EAST + 2 * SIDE, NORTH)):
    answer = servers.fetch(f"{server.address}?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={layer}&STYLES=&SRS=EPSG:25832"
                           f"&BBOX={','.join(map(str, box))}&WIDTH={box[2] - box[0]}&HEIGHT=64&FORMAT=image/png{more}")
    assert answer.headers["content-type"] == "image/png", answer.text
    gdal.FileFromMemBuffer("/vsimem/answer.png", answer.body)
    file = gdal.Open("/vsimem/answer.png")
    return np.dstack([file.GetRasterBand(i).ReadAsArray() for i in (1, 2, 3)]), answer


@pytest.mark.parametrize("layer", ["image", "named"])
@pytest.mark.parametrize("time, values", [("", (40, 80)), ("&TIME=2026-01-02", (120, 160))])
def test_the_time_of_a_request_chooses_files(server, layer, time, values):
    image, _ = get_map(server, layer, time)
    assert (image[:, :SIDE] == values[0]).all() and (image[:, SIDE:] == values[1]).all()


def test_queries_look_at_files_of_the_time(server):
    for time, value in (("", b"40"), ("&TIME=2026-01-02", b"120")):
        answer = servers.fetch(
            f"{server.address}?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&LAYERS=image&QUERY_LAYERS=image&STYLES=&SRS=EPSG:25832"
            f"&BBOX={EAST},{NORTH - SIDE},{EAST + 2 * SIDE},{NORTH}&WIDTH=128&HEIGHT=64&X=10&Y=10&INFO_FORMAT=text/plain{time}")
        assert re.findall(rb"value_0 = '(\d+)'", answer.body) == [value], answer.text


@pytest.mark.parametrize("layer", ["uv", "uv-named"])
def test_arrows_come_from_all_files_of_the_time(server, layer):
    image, _ = get_map(server, layer)
    red, green, blue = ((image[:, :, i] > 200) & (image.sum(axis=2) < 300) for i in range(3))
    assert red[:, :SIDE].any() and green[:, SIDE:].any() and not blue.any()
    image, _ = get_map(server, layer, "&TIME=2026-01-02")
    red, green, blue = ((image[:, :, i] > 200) & (image.sum(axis=2) < 300) for i in range(3))
    assert green[:, :SIDE].any() and blue[:, SIDE:].any() and not red.any()


def test_an_index_in_another_crs_opens_only_what_shows(server):
    before = opens(server)
    image, _ = get_map(server, "auto", box=(EAST + SIDE + 10, NORTH - SIDE, EAST + 2 * SIDE, NORTH))
    assert (image == 80).all() and opens(server) == before + 1


@pytest.mark.parametrize("x, value", [(10, b"40"), (110, b"80")])
@pytest.mark.parametrize("more, count", [("", 1), ("&RADIUS=3&FEATURE_COUNT=4", 4)])
def test_queries_find_pixels_by_an_index_in_another_crs(server, x, value, more, count):
    answer = servers.fetch(
        f"{server.address}?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&LAYERS=auto&QUERY_LAYERS=auto&STYLES=&SRS=EPSG:25832"
        f"&BBOX={EAST},{NORTH - SIDE},{EAST + 2 * SIDE},{NORTH}&WIDTH=128&HEIGHT=64&X={x}&Y=10&INFO_FORMAT=text/plain{more}")
    assert re.findall(rb"value_0 = '(\d+)'", answer.body) == [value] * count, answer.text


def opens(server):
    text = servers.fetch(server.address + "/metrics").text
    return sum(float(value) for value in re.findall(r"^mapserver_raster_(?:opens|reuses)_total (\S+)", text, re.M))


def test_capabilities_tell_the_extent_of_an_index(server):
    text = servers.fetch(f"{server.address}?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities").text
    for layer in ("image", "uv", "named"):
        part = text.split(f"<Name>{layer}</Name>")[1].split("</Layer>")[0]
        box = re.search(r'SRS="EPSG:25832"\s+minx="(\S+)"\s+miny="(\S+)"\s+maxx="(\S+)"\s+maxy="(\S+)"', part)
        assert box, part
        west, south, east, north = map(float, box.groups())
        assert abs(west - EAST) < 2 and abs(east - EAST - 2 * SIDE) < 2
    part = text.split("<Name>auto</Name>")[1].split("</Layer>")[0]
    assert 'LatLonBoundingBox minx="9.000000" miny="50.55' in part and 'maxx="9.0018' in part
