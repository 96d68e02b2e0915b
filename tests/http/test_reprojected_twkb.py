# SPDX-License-Identifier: MIT
"""What the database leaves out is not missed in a map of another CRS either: the tolerance is the layer's."""

import os
import re
import subprocess

import numpy
import pytest
import servers
from PIL import Image

MAP2IMG = servers.MAPSERV.parent / "map2img"
# Crooked adjacent areas in EPSG:3857, 40 times 720 vertices, two of them to a pixel of the map.
AREAS = """geom from (select i as id, ST_Translate(ST_MakePolygon(ST_MakeLine(array_append(ring, ring[1]))), x, y)::geometry(Polygon, 3857)
    as geom from (select i, 850000 + 50000 * (i % 8) as x, 5850000 + 50000 * (i / 8) as y, array_agg(ST_SetSRID(ST_Point(
      r * cosd(a / 2.0), r * sind(a / 2.0)), 3857) order by a) as ring from (select i, a, 20000 + 4000 * sind(3.5 * a * (1 + i % 3))
      + 90 * sind(997.0 * a) as r from generate_series(0, 39) i, generate_series(0, 719) a) as p group by i) as rings) as t
    using unique id using srid=3857"""
MAP = """MAP NAME "areas" SIZE 500 400 EXTENT {extent} IMAGETYPE png IMAGECOLOR 255 255 255 PROJECTION "EPSG:{epsg}" END
  LAYER NAME "areas" TYPE POLYGON STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname={database}"
    DATA "{data}" {processing}
    PROJECTION "EPSG:3857" END CLASS STYLE COLOR 230 220 200 OUTLINECOLOR 90 90 90 WIDTH 1 END END END
END"""
EXACT = ("GEOMETRY_ENCODING=WKB", "APPROXIMATION_SCALE=FULL", "REPROJECTION=EXACT")


@pytest.fixture
def draw(cluster, tmp_path):
    def draw(epsg, *processing):
        box = subprocess.run(["psql", "-XqAtF ", "-c", "select ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e) from ST_Transform("
                              f"ST_MakeEnvelope(820000, 5820000, 1230000, 6080000, 3857), {epsg}) e"],
                             check=True, capture_output=True, text=True).stdout.strip()
        mapfile, image = tmp_path / "areas.map", tmp_path / "areas.png"
        lines = "\n    ".join(f'PROCESSING "{line}"' for line in processing)
        mapfile.write_text(MAP.format(epsg=epsg, extent=box, database=os.environ["PGDATABASE"], data=AREAS, processing=lines))
        plan = subprocess.run([MAP2IMG, "-m", mapfile, "--explain"], check=True, capture_output=True, text=True).stdout
        subprocess.run([MAP2IMG, "-m", mapfile, "-o", image], check=True)
        return numpy.asarray(Image.open(image).convert("RGB")).astype(int), plan
    return draw


def share_off(drawn, exact):
    """Of the pixels more than 32 levels away."""
    return (numpy.abs(exact - drawn).max(axis=2) > 32).mean()


@pytest.mark.parametrize("epsg", [3857, 2056, 4326])
def test_a_map_of_integers_is_the_map_of_full_precision(draw, epsg):
    exact, _ = draw(epsg, *EXACT)
    drawn, plan = draw(epsg, "GEOMETRY_ENCODING=TWKB")
    assert "geometry: TWKB" in plan and (exact != 255).any()
    assert share_off(drawn, exact) <= 0.005


@pytest.mark.parametrize("epsg", [2056, 4326])
def test_vertices_are_left_out_by_pixels_in_units_of_the_layer(draw, epsg):
    native, _ = draw(3857, "GEOMETRY_ENCODING=AUTO")
    drawn, plan = draw(epsg, "GEOMETRY_ENCODING=AUTO")
    tolerance = float(re.search(r"tolerance ([0-9.]+)", plan)[1])
    # 0.235 pixels; 410 km are 499 pixels from the middle of the first to that of the last one. Turned and bent by the
    # projection the map is a little larger.
    assert tolerance == pytest.approx(410_000 / 499 * 0.235, rel=0.05)
    lost_natively = share_off(native, draw(3857, *EXACT)[0])
    lost = share_off(drawn, draw(epsg, *EXACT)[0])
    assert 0 < lost <= 1.5 * lost_natively  # wrong units would lose none or all
