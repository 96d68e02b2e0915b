# SPDX-License-Identifier: MIT
"""Polygons that reach far beyond a view are cut in their own CRS, where a side of the box is straight: its image is not, and must not be
seen as a chord across the map."""

import io
import shutil
from urllib.parse import urlencode

import numpy
import pytest
import servers
from PIL import Image

osr = pytest.importorskip("osgeo.osr")

WEST, SOUTH, EAST, NORTH = -20, -30, 120, 70
# Parts of maps around a pole, of an azimuthal and a conic one, and of an oblique one, to whose corners the polygon reaches.
VIEWS = {"EPSG:32661": (2000000, -2000000, 6000000, 2000000), "EPSG:3413": (-1000000, -6000000, 6000000, 1000000), "EPSG:3035": (1000000, -3000000, 11000000, 5000000),
         "EPSG:3034": (1000000, -2000000, 10000000, 4000000), "EPSG:3857": (-20000000, -20000000, 20000000, 20000000), "EPSG:25832": (-500000, 4000000, 1500000, 7000000)}
SIZE = 200


def outline():
    """With a point at each degree, so that its own edges are bent in all programs."""
    south = [(x, SOUTH) for x in range(WEST, EAST)]
    east = [(EAST, y) for y in range(SOUTH, NORTH)]
    north = [(x, NORTH) for x in range(EAST, WEST, -1)]
    west = [(WEST, y) for y in range(NORTH, SOUTH - 1, -1)]
    return " ".join(f"{x} {y}" for x, y in south + east + north + west)


@pytest.fixture(scope="module")
def listener():
    folder = servers.own_folder()
    shape = f'FEATURE POINTS {outline()} END END CLASS STYLE COLOR 0 0 0 END END END'
    layers = "".join(f'LAYER NAME "{name}" TYPE POLYGON STATUS ON {keywords} {shape}\n' for name, keywords in (
        ("area", ""), ("exact", 'PROCESSING "REPROJECTION=EXACT"')))
    text = f"""MAP NAME "m" SIZE 200 200 EXTENT -180 -90 180 90 PROJECTION "init=epsg:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_srs" "{' '.join(VIEWS)}" END END
  {layers}END"""
    started = servers.start_listener_of(folder, {"cut": text})
    yield started
    assert started.stop() == [0]
    shutil.rmtree(folder, ignore_errors=True)


def expected(system, box):
    """1 inside, 0 outside, by the place of the middle of each pixel; 2 near the outline."""
    reference = osr.SpatialReference()
    reference.ImportFromEPSG(int(system.split(":")[1]))
    degrees = osr.SpatialReference()
    degrees.ImportFromEPSG(4326)
    for each in (reference, degrees):
        each.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    cell = (box[2] - box[0]) / SIZE, (box[3] - box[1]) / SIZE
    places = [(box[0] + (i + 0.5) * cell[0], box[3] - (j + 0.5) * cell[1]) for j in range(SIZE) for i in range(SIZE)]
    found = numpy.array(osr.CoordinateTransformation(reference, degrees).TransformPoints(places))[:, :2]
    inside = ((found >= (WEST, SOUTH)) & (found <= (EAST, NORTH))).all(axis=1).astype(int).reshape(SIZE, SIZE)
    around = numpy.pad(inside, 2, mode="edge")
    shifted = [around[y:y + SIZE, x:x + SIZE] for y in range(5) for x in range(5)]
    return numpy.where(numpy.min(shifted, axis=0) == numpy.max(shifted, axis=0), inside, 2)


@pytest.mark.parametrize("layer", ["area", "exact"])
@pytest.mark.parametrize("system", VIEWS)
def test_no_cut_edge_is_visible(listener, system, layer):
    box = VIEWS[system]
    answer = servers.fetch(f"{listener.address}/mapserv?" + urlencode({
        "map": "cut", "SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": layer, "STYLES": "", "SRS": system, "FORMAT": "image/png",
        "BBOX": ",".join(map(str, box)), "WIDTH": SIZE, "HEIGHT": SIZE}))
    assert answer.is_png, answer.text
    drawn = numpy.asarray(Image.open(io.BytesIO(answer.body)).convert("L")) < 128
    exact = expected(system, box)
    assert {0, 1} <= set(exact.flat) | {0}
    assert int(((drawn != exact) & (exact != 2)).sum()) == 0
