# SPDX-License-Identifier: MIT
"""QGIS as a client of WFS and OGC API Features: all features, those of a box and of a filter, and a map that it draws of them."""

import base64
import importlib.util
import io
import json
import os
import subprocess

import numpy
import pytest
import servers
from PIL import Image

pytestmark = pytest.mark.skipif(importlib.util.find_spec("qgis") is None, reason="python3-qgis is not installed (scripts/setup installs it)")
MAP = """MAP NAME "plain" SIZE 400 200 EXTENT -180 -90 180 90 IMAGETYPE png PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "Plain" "ows_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*" END END
  LAYER NAME "cities" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname={database}" PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "geom from (select * from demo.cities where population > 300000) as t using unique gid using srid=4326" PROJECTION "EPSG:4326" END TEMPLATE "none" METADATA "ows_title" "Cities" "gml_include_items" "all" "wfs_featureid" "gid" END
    CLASS STYLE COLOR 200 0 0 SIZE 5 END END END
END"""
BOX, SIZE = (-10, 35, 30, 60), (400, 250)
# Names have the prefix in the capabilities of 2.0.0 only, as MapServer's do.
SOURCES = {
    "WFS 1.0.0": ("WFS", "url='{}/plain' typename='cities' version='1.0.0' srsname='EPSG:4326' pagingEnabled='false'"),
    "WFS 1.1.0": ("WFS", "url='{}/plain' typename='cities' version='1.1.0' srsname='EPSG:4326' pagingEnabled='false'"),
    "WFS 2.0.0": ("WFS", "url='{}/plain' typename='ms:cities' version='2.0.0' srsname='EPSG:4326'"),
    "WFS 2.0.0 by boxes": ("WFS", "url='{}/plain' typename='ms:cities' version='2.0.0' srsname='EPSG:4326' restrictToRequestBBOX='1'"),
    "OGC API": ("OAPIF", "url='{}/plain/ogcapi' typename='cities'"),
}


@pytest.fixture(scope="module")
def server(cluster):
    started = servers.start_listener_of(servers.own_folder(), {"plain": MAP.format(database=os.environ["PGDATABASE"])})
    yield started
    started.stop()


def cities(condition):
    rows = subprocess.run(["psql", "-XqAt", "-c", f"select json_build_array(gid, name, population, st_x(geom), st_y(geom)) from demo.cities where population > 300000 and ({condition}) order by gid"],
                          check=True, capture_output=True, text=True).stdout
    return [json.loads(row) for row in rows.splitlines()]


def check(features, condition):
    read = sorted([feature["id"], feature["name"], feature["population"], *feature["place"]] for feature in features)
    expected = cities(condition)
    assert [each[:3] for each in read] == [each[:3] for each in expected]
    assert numpy.allclose([each[3:] for each in read], [each[3:] for each in expected], atol=1e-6)


@pytest.mark.parametrize("kind", list(SOURCES))
def test_features_are_those_of_the_table(server, tmp_path, kind):
    provider, source = SOURCES[kind]
    requested = {"provider": provider, "source": source.format(server.address), "box": BOX, "size": SIZE, "expression": "population > 5000000"}
    done = subprocess.run(["/usr/bin/python3", servers.SOURCE / "tests/http/qgis_features.py", json.dumps(requested)], capture_output=True, text=True, timeout=120,
                          env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)})
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines, done.stderr[-3000:] + server.log()[-2000:]
    answer = json.loads(lines[-1])
    assert answer["crs"] in ("EPSG:4326", "OGC:CRS84")
    assert answer["fields"]["population"].lower() in ("integer", "integer64", "int", "long", "longlong")
    check(answer["all"], "true")
    check(answer["inside"], "geom && ST_MakeEnvelope(-10, 35, 30, 60, 4326)")
    check(answer["filtered"], "population > 5000000")
    image = numpy.asarray(Image.open(io.BytesIO(base64.b64decode(answer["image"]))).convert("RGB")).astype(int)
    for _, name, _, x, y in cities("geom && ST_MakeEnvelope(-9, 36, 29, 59, 4326)"):
        column, row = int((x - BOX[0]) * 10), int((BOX[3] - y) * 10)
        assert abs(image[row, column] - [255, 0, 0]).max() < 40, name
