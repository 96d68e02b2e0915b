# SPDX-License-Identifier: MIT
"""The edges of the world stay in place with every transfer of geometry: a vertex reduced to a pixel never lies beyond them,
where it would be on the other side of the map."""

import io
import math
import os
import random
from urllib.parse import urlencode

import numpy
import pytest
import servers
from PIL import Image

ENCODINGS = ["AUTO", "TWKB", "WKB"]
# name: the whole of it, and of Switzerland's oblique cylinder what it can show: farther off, maps are folded. Equal Earth (8857) and
# Europe's bend the antimeridian; 3395 is a cylinder as 3857.
EDGE = 20037508.342789244
SYSTEMS = {"EPSG:4326": (-180, -90, 180, 90), "EPSG:3857": (-EDGE, -EDGE, EDGE, EDGE), "EPSG:3395": (-EDGE, -EDGE, EDGE, EDGE),
           "EPSG:8857": (-17243959, -8392928, 17243959, 8392928), "EPSG:3035": (-3e6, -3e6, 12e6, 9e6), "EPSG:2056": (0, -1e6, 5e6, 3e6)}
LAYER = """LAYER NAME "{name}" TYPE POLYGON STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname={database}" PROCESSING "CLOSE_CONNECTION=DEFER"
  PROCESSING "GEOMETRY_ENCODING={encoding}" DATA "{data}" PROJECTION "{system}" END CLASS STYLE COLOR 0 0 0 END END END"""
MAP = """MAP NAME "edge" SIZE 256 256 EXTENT -180 -90 180 90 IMAGETYPE png IMAGECOLOR 255 255 255 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_srs" "{systems}" END END
  {layers}
END"""
COUNTRIES = "geom from demo.ne_countries using unique gid using srid=4326"
# The same in a CRS whose edge is a line of x, and in one whose edge is bent. Greenland and Antarctica reach latitudes that Mercator lacks.
PROJECTED = """geom from (select gid, ST_Transform(ST_Intersection(geom, ST_MakeEnvelope(-180, -80, 180, 80, 4326)), {srid}) as geom
  from demo.ne_countries) as t using unique gid using srid={srid}"""
LATITUDES_WITH_LAND = [65, 66, 68, 68.9, 71, -16.5, -16.8, -84]


@pytest.fixture(scope="module")
def ask(cluster):
    maps = {}
    for encoding in ENCODINGS:
        layers = [LAYER.format(name=name, database=os.environ["PGDATABASE"], encoding=encoding, data=data, system=system)
                  for name, data, system in [("land", COUNTRIES, "EPSG:4326"), ("mercator", PROJECTED.format(srid=3857), "EPSG:3857"),
                                             ("equal_earth", PROJECTED.format(srid=8857), "EPSG:8857")]]
        maps[encoding] = MAP.format(systems=" ".join(SYSTEMS), layers="\n".join(layers))
    server = servers.start_listener_of(servers.own_folder(), maps)

    def ask(encoding, system, box, width=256, height=256, layer="land"):
        query = {"map": encoding, "SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": layer, "STYLES": "", "SRS": system,
                 "BBOX": ",".join(map(repr, box)), "WIDTH": width, "HEIGHT": height, "FORMAT": "image/png"}
        answer = servers.fetch(f"{server.address}/mapserv?{urlencode(query)}")
        assert answer.is_png, answer.text
        return numpy.asarray(Image.open(io.BytesIO(answer.body)).convert("L")).astype(int)
    yield ask
    server.stop()


def off(drawn, exact):
    """Pixels that are land or sea although no neighbour within a pixel is so in the exact map."""
    around = numpy.pad(exact, 1, mode="edge")
    height, width = exact.shape
    shifted = [around[y:y + height, x:x + width] for y in range(3) for x in range(3)]
    return int(((drawn < numpy.min(shifted, axis=0) - 128) | (drawn > numpy.max(shifted, axis=0) + 128)).sum())


def check(ask, *view, **options):
    """A few islands of less than a pixel, where a pixel covers least, may be lost."""
    exact = ask("WKB", *view, **options)
    for encoding in ENCODINGS[:2]:
        drawn = ask(encoding, *view, **options)
        lost = max(off(drawn, exact), off(exact, drawn))
        assert lost <= max(8, 6e-4 * exact.size), f"{encoding}: {lost} pixels of {exact.size} are off in {view} {options}"


def row_of(latitude, zoom):
    y = EDGE / math.pi * math.asinh(math.tan(math.radians(latitude)))
    return int((EDGE - y) / (2 * EDGE / 2**zoom))


def tile(zoom, column, row):
    size = 2 * EDGE / 2**zoom
    return -EDGE + column * size, EDGE - (row + 1) * size, -EDGE + (column + 1) * size, EDGE - row * size


@pytest.mark.parametrize("zoom", range(14))
def test_tiles_at_both_edges_of_the_world(ask, zoom):
    for row in sorted({row_of(latitude, zoom) for latitude in LATITUDES_WITH_LAND}) if zoom > 3 else range(2**zoom):
        for column in {0, 2**zoom - 1}:
            check(ask, "EPSG:3857", tile(zoom, column, row))


@pytest.mark.parametrize("system", SYSTEMS)
def test_views_of_the_world_in_every_system(ask, system):
    pick = random.Random(system)
    left, bottom, right, top = SYSTEMS[system]
    for _ in range(84):
        share = pick.uniform(0.15, 0.6)
        width, height = (right - left) * share, (top - bottom) * share
        x, y = ((left + right) / 2, (bottom + top) / 2) if pick.random() < 0.5 else (pick.uniform(left, right), pick.uniform(bottom, top))
        pixels = pick.randint(60, 500)
        check(ask, system, (x - width, y - height, x + width, y + height), pixels,
              max(20, min(500, int(pixels * height / width * pick.uniform(0.8, 1.25)))))


@pytest.mark.parametrize("layer", ["mercator", "equal_earth"])
@pytest.mark.parametrize("size", [64, 100, 333, 500])
def test_tables_in_projected_systems_of_the_world(ask, layer, size):
    check(ask, "EPSG:4326", SYSTEMS["EPSG:4326"], size, size // 2, layer=layer)
    for latitude in (66, -16.8):
        check(ask, "EPSG:4326", (175, latitude - 2, 180, latitude + 2), size, size, layer=layer)
