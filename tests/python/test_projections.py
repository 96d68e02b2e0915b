# SPDX-License-Identifier: MIT
"""Names of projections: the value that a script reads after setting one. The left is set, the right is MapServer 8.0.0's value;
names of authorities without the + that it puts before them, as MapServer after 8.6, so that they can be set again."""
import os
import subprocess
import sys

import mapscript
import pytest

NAMES = {
    "+proj=utm +zone=11 +datum=WGS84": "+proj=utm +zone=11 +datum=WGS84",
    "proj=utm,zone=11,datum=WGS84": "+proj=utm +zone=11 +datum=WGS84",
    "EPSG:2157": "+init=epsg:2157",
    "CRS:84": "+init=epsg:4326",
    "crs:83": "+init=epsg:4269",
    "urn:ogc:def:crs:OGC:1.3:CRS84": "+init=epsg:4326",
    "urn:ogc:def:crs:OGC::CRS27": "+init=epsg:4267",
    "http://www.opengis.net/def/crs/OGC/1.3/CRS84": "+init=epsg:4326",
    "urn:ogc:def:crs:EPSG::4326": "+init=epsg:4326 +epsgaxis=ne",
    "urn:ogc:def:crs:EPSG:6.9:4326": "+init=epsg:4326 +epsgaxis=ne",
    "urn:x-ogc:def:crs:EPSG:4326": "+init=epsg:4326 +epsgaxis=ne",
    "urn:EPSG:geographicCRS:4326": "+init=epsg:4326 +epsgaxis=ne",
    "http://www.opengis.net/def/crs/EPSG/0/4326": "+init=epsg:4326 +epsgaxis=ne",
    "urn:ogc:def:crs:EPSG::3857": "+init=epsg:3857",
    "http://www.opengis.net/def/crs/EPSG/0/32615": "+init=epsg:32615",
    "http://www.opengis.net/gml/srs/epsg.xml#4326": "+init=epsg:4326",
    "ESRI:53009": "ESRI:53009",
    "urn:ogc:def:crs:ESRI::53009": "ESRI:53009",
    "IGNF:ATIGBONNE.BOURD": "IGNF:ATIGBONNE.BOURD",
    "OGC:CRS84": "OGC:CRS84",
    "AUTO:42001,9001,2.35,48.85": "AUTO:42001,9001,2.35,48.85",
    "+AUTO2:42005,1,0,90": "AUTO2:42005,1,0,90",
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", [mapscript.layerObj, mapscript.mapObj])
def test_a_name_is_given_back_and_can_be_set_again(kind, name):
    thing, other = kind(), kind()
    thing.setProjection(name)
    assert thing.getProjection() == NAMES[name]
    other.setProjection(thing.getProjection())
    assert other.getProjection() == NAMES[name]


def test_a_name_around_a_point_is_used():
    # MapServer 8.0.0's numbers.
    point = mapscript.pointObj(10, 50)
    assert point.project(mapscript.projectionObj("epsg:4326"), mapscript.projectionObj("AUTO:42001,9001,2.35,48.85")) == 0
    assert (point.x, point.y) == (pytest.approx(1001451.263, abs=1e-3), pytest.approx(5562149.766, abs=1e-3))


LOCAL = """
import mapscript
layer = mapscript.layerObj()
for name in ("local:1", "init=local:1"):
    layer.setProjection(name)
    assert layer.getProjection() == "+init=local:1", layer.getProjection()
point = mapscript.pointObj(10, 50)
point.project(mapscript.projectionObj("epsg:4326"), mapscript.projectionObj("local:1"))
assert abs(point.x - 1113194.908) < 1e-3, point.x
map = mapscript.fromstring('''MAP NAME "m" SIZE 9 9 EXTENT 0 0 9 9 PROJECTION "local:1" END
  WEB METADATA "ows_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "l" TYPE POINT STATUS ON FEATURE POINTS 4 4 END END CLASS STYLE COLOR 9 9 9 END END END END''')
map.draw()
request = mapscript.OWSRequest()
request.loadParamsFromURL("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=l&STYLES=&SRS=local:1&BBOX=0,0,9,9&WIDTH=9&HEIGHT=9&FORMAT=image/png")
mapscript.msIO_installStdoutToBuffer()
try:
    map.OWSDispatch(request)
except mapscript.MapServerError:
    print("refused")
"""


def test_a_name_may_be_in_a_file_of_projs_folder_but_not_a_clients(tmp_path):
    (tmp_path / "local").write_text("<1> +proj=merc +a=6378137 +b=6378137 +lon_0=0 +units=m +no_defs <>\n")
    folders = f"{tmp_path}:/usr/share/proj"
    done = subprocess.run([sys.executable, "-c", LOCAL], env=dict(os.environ, PROJ_DATA=folders, PROJ_LIB=folders), capture_output=True,
                          text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "refused\n"
