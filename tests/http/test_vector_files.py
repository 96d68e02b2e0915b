# SPDX-License-Identifier: MIT
"""Queries answered as files of GDAL's formats, read back by GDAL; the error without GDAL; and tiles of several CRSs in WFS."""

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
import servers

gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
ogr = pytest.importorskip("osgeo.ogr")
gdal.UseExceptions()

NAMES = {"Bern", "Vienna", "Vaduz"}  # capitals of the box, of data/shape/capitals.shp
QUERY = "?map=shapefile&mode=nquery&qlayer=capitals&mapext=7+46+17+48.5&qformat="
INFO = ("?map=shapefile&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&CRS=CRS:84&BBOX=0,40,20,60&WIDTH=200&HEIGHT=200&LAYERS=capitals"
        "&QUERY_LAYERS=capitals&STYLES=&I=164&J=118&RADIUS=3&FEATURE_COUNT=5&INFO_FORMAT=")

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")


def features(body, name, opened=None):
    """GDAL's reading of a file: of each feature its attributes and its place."""
    path = f"/vsimem/{name}"
    gdal.FileFromMemBuffer(path, body)
    try:
        layer = (data := gdal.OpenEx((opened or "{}").format(path), gdal.OF_VECTOR)).GetLayer(0)
        return layer.GetName(), layer.GetSpatialRef(), [(dict(feature.items()), feature.geometry().GetPoint_2D()) for feature in layer], data
    finally:
        gdal.Unlink(path)


@pytest.mark.parametrize("requested, name, opened, kind", [
    ("geojson", "result.geojson", None, "application/geo+json"), ("gpkg", "result.gpkg", None, "application/geopackage+sqlite3"),
    ("shapefile", "result.zip", "/vsizip/{}", "application/zip"), ("csv", "result.csv", None, "text/csv")])
def test_gdal_reads_what_a_query_answers(listener, requested, name, opened, kind):
    answer = servers.fetch(listener.address + QUERY + requested)
    assert answer.status == 200, answer.text[:500]
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-disposition"].endswith(f"filename={'capitals.zip' if requested == 'shapefile' else name}")
    layer, system, found, _ = features(answer.body, name, opened)
    assert NAMES <= {values["name"] for values, _ in found}
    assert requested == "csv" or (layer == "capitals" and system.IsGeographic())
    bern = next(place for values, place in found if values["name"] == "Bern")
    assert abs(bern[0] - 7.45) < 0.1 and abs(bern[1] - 46.95) < 0.1


def test_get_feature_info_answers_with_a_listed_format(listener):
    answer = servers.fetch(listener.address + INFO + "application/geo%2Bjson")
    _, _, found, _ = features(answer.body, "info.json")
    assert [values["name"] for values, _ in found] == ["Vienna"]
    refused = servers.fetch(listener.address + INFO + "gpkg")
    assert refused.status == 400 and "INFO_FORMAT" in refused.text


def test_a_query_of_no_layer_is_an_empty_file(listener):
    answer = servers.fetch(listener.address + QUERY.replace("qlayer=capitals", "layers=") + "csv")
    assert (answer.status, answer.headers["content-type"], answer.body) == (200, "text/csv", b"")


def test_clients_ask_side_by_side(listener):
    kinds = ["geojson", "gpkg", "shapefile", "csv"] * 10
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda kind: servers.fetch(listener.address + QUERY + kind), kinds))
    assert [answer.status for answer in answers] == [200] * len(kinds)
    assert len({answer.body for answer in answers if answer.headers["content-type"] == "text/csv"}) == 1


def test_without_the_shared_object_it_is_told_and_all_else_goes_on():
    server = servers.start_listener()
    try:
        (server.folder / servers.OGR_MODULE.name).unlink()
        answer = servers.fetch(server.address + QUERY + "geojson")
        assert answer.status == 500 and str(server.folder) not in answer.text and "mapserver-ogr" not in answer.text
        assert f"need {servers.OGR_MODULE.name}" in server.log()
        assert servers.fetch(server.address + "?map=shapefile&mode=map").is_png
        # A file of any other name is not that template.
        shutil.copy(shutil.which("true"), server.folder / servers.OGR_MODULE.name)
        assert servers.fetch(server.address + QUERY + "geojson").status == 500
    finally:
        assert server.stop() == [0]


TILES = """
MAP NAME "m" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "T" "ows_enable_request" "*" "ows_srs" "EPSG:4326" "ows_onlineresource" "http://localhost/" END END
  LAYER NAME "l" TYPE POINT STATUS ON TILEINDEX "index.shp" TILEITEM "location" TILESRS "srs" PROJECTION "EPSG:4326" END END
END
"""


@pytest.mark.parametrize("box, count", [("", 2), ("&BBOX=1,48,4,51", 2), ("&BBOX=1,48,2.5,49.5", 1)])
def test_boxes_of_wfs_find_features_of_tiles_in_other_systems(tmp_path, box, count):
    # As MapServer 8.0.0; 3 degrees east is the central meridian of zone 31.
    def write(name, kind, rows):
        data = ogr.GetDriverByName("ESRI Shapefile").CreateDataSource(str(tmp_path / f"{name}.shp"))
        layer = data.CreateLayer(name, None, kind)
        for field in rows[0][1]:
            layer.CreateField(ogr.FieldDefn(field, ogr.OFTString))
        for wkt, values in rows:
            feature = ogr.Feature(layer.GetLayerDefn())
            feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
            for field, value in values.items():
                feature.SetField(field, value)
            layer.CreateFeature(feature)
    write("degrees", ogr.wkbPoint, [("POINT (2 49)", {"id": "a"})])
    write("meters", ogr.wkbPoint, [("POINT (500000 5538630)", {"id": "b"})])
    write("index", ogr.wkbPolygon, [("POLYGON ((1 48,1 50,2.5 50,2.5 48,1 48))", {"location": "degrees.shp", "srs": "EPSG:4326"}), ("POLYGON ((2 49,2 51,4 51,4 49,2 49))", {"location": "meters.shp", "srs": "EPSG:32631"})])
    (tmp_path / "a.map").write_text(TILES)
    (tmp_path / "ms.conf").write_text('CONFIG MAPS "a" "a.map" END END')
    done = subprocess.run([servers.MAPSERV, "-nh", "-conf", tmp_path / "ms.conf", f"QUERY_STRING=map=a&SERVICE=WFS&VERSION=1.0.0&REQUEST=GetFeature&TYPENAME=l{box}"], capture_output=True, text=True, timeout=60)
    assert done.stdout.count("<gml:Point") == count, done.stdout + done.stderr
