# SPDX-License-Identifier: MIT
"""Contours of rasters compared with those of gdal_contour."""

import json
import math
import re
import subprocess
from collections import defaultdict

import pytest

pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
pytest.importorskip("numpy")
import raster_data as data
import servers
from osgeo import gdal
from raster_data import NORTH, PIXEL, WEST

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")
WIDTH, HEIGHT, INTERVAL = 300, 200, 100


def length_of(points):
    return sum(math.dist(a, b) for a, b in zip(points, points[1:]))


def lengths_of_gdal(folder):
    data.program("gdal_contour", "-q", "-i", INTERVAL, "-a", "elev", "-f", "GeoJSON", folder / "d.tif", folder / "lines.json")
    lengths = defaultdict(float)
    for feature in json.loads((folder / "lines.json").read_text())["features"]:
        lengths[round(feature["properties"]["elev"])] += length_of(feature["geometry"]["coordinates"])
    return lengths


def lengths_of_a_query(folder):
    (folder / "row.html").write_text("<!-- MapServer Template -->\n[elev]: [shpxy xf=\" \" yf=\";\" precision=4]\n")
    box = f"{WEST + PIXEL / 2} {NORTH - (HEIGHT - 0.5) * PIXEL} {WEST + (WIDTH - 0.5) * PIXEL} {NORTH - PIXEL / 2}"
    (folder / "m.map").write_text(f"""MAP NAME "m" SIZE {WIDTH} {HEIGHT} EXTENT {box} PROJECTION "EPSG:25831" END
      LAYER NAME "c" TYPE LINE STATUS ON DATA "d.tif" TEMPLATE "row.html" PROJECTION "EPSG:25831" END
        CONNECTIONTYPE CONTOUR PROCESSING "BANDS=1" PROCESSING "CONTOUR_INTERVAL={INTERVAL}" PROCESSING "CONTOUR_ITEM=elev" CLASS STYLE COLOR 0 0 0 END END END
    END""")
    (folder / "mapserv.conf").write_text('CONFIG ENV "MS_MAP_PATTERN" "." END END')
    query = f"map={folder}/m.map&mode=nquery&qlayer=c&layers=all&mapext={box.replace(' ', '+')}"
    done = subprocess.run([servers.MAPSERV, "-nh", "-conf", folder / "mapserv.conf", f"QUERY_STRING={query}"], check=True, capture_output=True, text=True, timeout=60)
    lengths = defaultdict(float)
    for level, line in re.findall(r"^([\d.-]+): (.*)$", done.stdout, re.MULTILINE):
        lengths[round(float(level))] += length_of([tuple(map(float, point.split())) for point in line.split(";") if point.strip()])
    return lengths


def test_contours_have_the_levels_and_lengths_of_gdal_contour(tmp_path):
    data.write(tmp_path / "d.tif", data.heights(WIDTH, HEIGHT), gdal.GDT_Float32)
    expected = lengths_of_gdal(tmp_path)
    found = lengths_of_a_query(tmp_path)
    assert len(expected) > 4 and set(found) == set(expected)
    for level, length in expected.items():
        assert found[level] == pytest.approx(length, rel=0.005), level
