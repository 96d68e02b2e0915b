# SPDX-License-Identifier: MIT
"""Stock clients, as their users run them, over a PostGIS table with a minimal mapfile: GDAL, OWSLib and MapProxy.

QGIS has test_qgis.py and test_qgis_features.py, OpenLayers test_openlayers.py, Leaflet test_leaflet.py, GDAL's WMS driver test_gdal_client.py.
"""

import io
import json
import os
import re
import shutil
import subprocess

import numpy
import pytest
import servers
from PIL import Image

MAP = """MAP NAME "plain" SIZE 400 200 EXTENT -180 -90 180 90 IMAGETYPE png PROJECTION "EPSG:4326" END
  SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  WEB METADATA "ows_title" "Plain" "ows_keywordlist" "plain" "ows_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*" END END
  LAYER NAME "cities" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname={database}" PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "geom from demo.cities" PROJECTION "EPSG:4326" END TEMPLATE "none" METADATA "ows_title" "Cities" "gml_include_items" "all" "wfs_featureid" "gid" END
    CLASS STYLE SYMBOL "dot" COLOR 200 0 0 SIZE 5 END END END
END"""


@pytest.fixture(scope="module")
def plain(cluster):
    text = MAP.format(database=os.environ["PGDATABASE"])
    bare = text.replace('"wfs_featureid" "gid"', "")
    files = 'OUTPUTFORMAT NAME "gpkg" DRIVER "OGR/GPKG" MIMETYPE "application/geopackage+sqlite3" EXTENSION "gpkg" END WEB'
    formats = text.replace("WEB METADATA", f'{files} METADATA "wfs_getfeature_formatlist" "gpkg"')
    server = servers.start_listener_of(servers.own_folder(), {"plain": text, "bare": bare, "gpkg": formats})
    yield server
    server.stop()


def rows(sql):
    return subprocess.run(["psql", "-XqAt", "-c", sql], check=True, capture_output=True, text=True).stdout.split("\n")[:-1]


LARGE = "select name from demo.cities where population > 8000000 order by name"


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "2.0.0"])
def test_gdal_filters_numbers_of_a_wfs(plain, version):
    ogr = pytest.importorskip("osgeo.ogr", reason="python3-gdal is not installed (scripts/setup installs it)")
    ogr.UseExceptions()
    source = ogr.Open(f"WFS:{plain.address}/plain?SERVICE=WFS&VERSION={version}")
    layer = source.GetLayerByName("cities") or source.GetLayerByName("ms:cities")
    assert layer.GetLayerDefn().GetFieldDefn(layer.GetLayerDefn().GetFieldIndex("population")).GetTypeName().startswith("Integer")
    layer.SetAttributeFilter("population > 8000000")
    assert sorted(feature.GetField("name") for feature in layer) == sorted(rows(LARGE))


def test_gdal_reads_ogc_api_features(plain):
    ogr = pytest.importorskip("osgeo.ogr", reason="python3-gdal is not installed (scripts/setup installs it)")
    ogr.UseExceptions()
    gdal = pytest.importorskip("osgeo.gdal")
    source = gdal.OpenEx(f"OAPIF:{plain.address}/plain/ogcapi", gdal.OF_VECTOR, open_options=["PAGE_SIZE=10000"])
    layer = source.GetLayerByName("cities")
    assert layer.GetFeatureCount() == int(rows("select count(*) from demo.cities")[0])
    layer.SetAttributeFilter("population > 8000000")
    assert sorted(feature.GetField("name") for feature in layer) == sorted(rows(LARGE))


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_owslib_draws_maps(plain, version):
    wms = pytest.importorskip("owslib.wms", reason="python3-owslib is not installed (scripts/setup installs it)")
    service = wms.WebMapService(f"{plain.address}/plain", version=version)
    assert "cities" in service.contents
    answer = service.getmap(layers=["cities"], srs="EPSG:4326", bbox=(-180, -90, 180, 90), size=(300, 150), format="image/png")
    assert answer.read().startswith(b"\x89PNG")


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "2.0.0"])
def test_owslib_reads_features_by_their_ids(plain, version):
    wfs = pytest.importorskip("owslib.wfs", reason="python3-owslib is not installed (scripts/setup installs it)")
    service = wfs.WebFeatureService(f"{plain.address}/plain", version=version)
    name = next(iter(service.contents))
    assert name.endswith("cities")
    gid, city = rows("select gid || '|' || name from demo.cities order by gid limit 1")[0].split("|")
    assert city.encode() in service.getfeature(typename=[name], featureid=[f"cities.{gid}"]).read()
    schema = servers.fetch(f"{plain.address}/plain?SERVICE=WFS&VERSION={version}&REQUEST=DescribeFeatureType&TYPENAME={name}").text
    assert re.search(r'<element name="population"[^>]* type="(long|integer)"', schema)


def test_owslib_reads_ogc_api_features(plain):
    features = pytest.importorskip("owslib.ogcapi.features", reason="python3-owslib is not installed (scripts/setup installs it)")
    service = features.Features(f"{plain.address}/bare/ogcapi/")  # its ids are the table's key
    assert "cities" in service.feature_collections()
    page = service.collection_items("cities", limit=2)
    assert len(page["features"]) == 2 and all("id" in feature for feature in page["features"])
    one = service.collection_item("cities", str(page["features"][0]["id"]))
    assert one["properties"] == page["features"][0]["properties"]


def test_the_api_document_tells_how_large_a_page_may_be(plain):
    document = json.loads(servers.fetch(f"{plain.address}/plain/ogcapi/api?f=json").text)
    limit = document["components"]["parameters"]["limit"]  # where QGIS looks
    assert limit["name"] == "limit" and limit["schema"]["maximum"] == 10000


def test_no_markup_stands_in_json(plain):
    for path in ("", "/collections", "/collections/cities", "/api", "/conformance"):
        text = servers.fetch(f"{plain.address}/plain/ogcapi{path}?f=json").text
        assert "<!--" not in text and "OCG" not in text


def test_files_of_gdal_are_offered_where_its_module_is(plain):
    capabilities = f"{plain.address}/gpkg?SERVICE=WFS&VERSION=2.0.0&REQUEST=GetCapabilities"
    assert "geopackage" not in servers.fetch(capabilities).text  # the server was installed without it
    if servers.OGR_MODULE.exists():
        shutil.copy(servers.OGR_MODULE, plain.folder)
        os.utime(plain.folder / "gpkg.map")  # invalidates cached capabilities
        assert "geopackage" in servers.fetch(capabilities).text


def test_mapproxy_makes_tiles_of_our_maps(plain, tmp_path):
    app = pytest.importorskip("mapproxy.wsgiapp", reason="python3-mapproxy is not installed (scripts/setup installs it)")
    (tmp_path / "mapproxy.yaml").write_text(f"""
services: {{tms: {{}}}}
layers: [{{name: cities, title: Cities, sources: [kept]}}]
caches: {{kept: {{grids: [GLOBAL_WEBMERCATOR], sources: [ours], cache: {{type: file, directory: {tmp_path}/tiles}}}}}}
sources: {{ours: {{type: wms, req: {{url: "{plain.address}/plain", layers: cities}}}}}}
""")
    proxy = app.make_wsgi_app(str(tmp_path / "mapproxy.yaml"))
    statuses = []
    environ = {"REQUEST_METHOD": "GET", "SCRIPT_NAME": "", "PATH_INFO": "/tms/1.0.0/cities/EPSG3857/1/1/1.png", "QUERY_STRING": "",
               "SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.url_scheme": "http", "HTTP_HOST": "localhost"}
    body = b"".join(proxy(environ, lambda status, headers, *_: statuses.append(status)))
    assert statuses[0].startswith("200") and body.startswith(b"\x89PNG")
    tile = numpy.asarray(Image.open(io.BytesIO(body)).convert("RGB")).astype(int)
    assert (numpy.abs(tile - [200, 0, 0]).max(axis=2) < 60).any()  # a city
