# SPDX-License-Identifier: MIT
"""Maps of cached tiles (docs/tile-cache.md): tiles are drawn once, and the map looks like one drawn directly."""

import concurrent.futures
import gzip
import io
import os
import random
import re
import shutil
import subprocess
import time
from urllib.parse import urlencode

import database_log
import numpy as np
import pytest
import servers
from PIL import Image

ON = '"ows_enable_request" "*"\n      "wms_tile_cache" "true"'
THREADS = '"wms_tile_cache_assembly_threads" "4" "wms_tile_cache_assembly_threads_maxzoom" "6"'
LAYERS = "countries,rivers,capitals"


def start(settings=None):
    """Separate maps: the examples "tiles" and "inline", "direct", which is "tiles" drawn each time, "plain", whose
    labels have no anchors in the world, "threads", whose images are put together by several, "alone", the same by one,
    and "island", which is "inline" of tiles."""
    folder = servers.own_folder()
    maps = folder / "maps"
    shutil.copytree(servers.EXAMPLES, maps, ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    derive(maps / "tiles.map", maps / "direct.map", ('"wms_tile_cache" ', '"wms_no_tile_cache" '))
    derive(maps / "inline.map", maps / "island.map", ('"ows_enable_request" "*"', ON))
    derive(maps / "tiles.map", maps / "plain.map", *[('    PROCESSING "LABEL_ANCHOR=WORLD"\n', "")] * 2)
    derive(maps / "tiles.map", maps / "threads.map", ('"wms_tile_cache" ', THREADS + ' "wms_tile_cache" '))
    derive(maps / "tiles.map", maps / "alone.map")
    names = "".join(f'    "{name}" "{name}.map"\n' for name in ("tiles", "plain", "inline", "direct", "island", "threads", "alone"))
    (maps / "own.conf").write_text(f"CONFIG\n  MAPS\n{names}  END\nEND\n")
    made = servers.start_listener({"MS_METRICS": "ON", "MS_SERVER_TIMING": "ON", "MS_THREADS": "2",
                                   "MAPSERVER_CONFIG_FILE": str(maps / "own.conf")} | (settings or {}))
    made.maps = maps
    return made


def stop(server):
    server.stop()
    shutil.rmtree(server.maps.parent, ignore_errors=True)


@pytest.fixture(scope="module")
def server():
    made = start()
    yield made
    stop(made)


def derive(source, target, *changes):
    text = re.sub(r'("wms_tile_cache") +', r"\1 ", source.read_text())
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    target.write_text(text)


def get_map(server, map_name="tiles", **changes):
    layers = changes.get("LAYERS", LAYERS)
    parameters = {"map": map_name, "SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "LAYERS": layers,
                  "STYLES": "," * layers.count(","), "CRS": "EPSG:3857", "BBOX": "0,5000000,1000000,5600000", "WIDTH": "500", "HEIGHT": "300",
                  "FORMAT": "image/png"} | changes
    return servers.fetch(f"{server.address}?{urlencode(parameters)}")


def island(server, **changes):
    return get_map(server, "island", **{"LAYERS": "shallows,land,road", "BBOX": "0,0,600,400", "WIDTH": "600", "HEIGHT": "400"} | changes)


def pixels(answer, mode="RGB"):
    assert answer.type.startswith("image/"), answer.text[:500]
    return np.asarray(Image.open(io.BytesIO(answer.body)).convert(mode)).astype(int)


def counted(server):
    text = servers.fetch(f"{server.address}metrics").text
    return {name: float(re.search(rf"^mapserver_{name}_total (\S+)$", text, re.M)[1])
            for name in ("layers", "tiles_kept", "tiles_drawn", "tile_pictures", "tile_threads")}


class Spent:
    """The tiles drawn meanwhile."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        self.before = counted(self.server)
        return self

    def __exit__(self, *_):
        now = counted(self.server)
        for name, value in now.items():
            setattr(self, name, value - self.before[name])


def psnr(a, b):
    error = np.mean((a - b) ** 2)
    return 99 if error == 0 else 10 * np.log10(255 ** 2 / error)


def random_views(seed, count):
    """Boxes within Europe of any size in pixels, with pixels of some 1500 to 3000 m."""
    numbers = random.Random(seed)
    for _ in range(count):
        cell = 1500 * 2 ** numbers.random()
        width, height = numbers.randint(1, 700), numbers.randint(1, 500)
        x, y = numbers.uniform(-500_000, 1_000_000), numbers.uniform(5_000_000, 6_000_000)
        yield {"BBOX": f"{x},{y},{x + width * cell},{y + height * cell}", "WIDTH": str(width), "HEIGHT": str(height)}


def test_any_box_and_size_is_made_of_what_is_kept(server):
    for cell in (1500, 2150, 2999):  # everything that the random views below may touch, in their three levels
        get_map(server, BBOX=f"-600000,4900000,{-600000 + 2000 * cell},{4900000 + 1500 * cell}", WIDTH="2000", HEIGHT="1500")
    with Spent(server) as spent:
        answers = [get_map(server, **view) for view in random_views(1, 60)]
    assert all(answer.is_png for answer in answers)
    assert (spent.layers, spent.tiles_drawn, spent.tile_pictures) == (0, 0, 0)
    assert spent.tiles_kept >= 60


@pytest.mark.parametrize("box, zoom, threads", [("0,3000000,6000000,6600000", 6, 4), ("0,5000000,50000,5030000", 11, 1)])
def test_threads_put_images_together_up_to_a_zoom(server, box, zoom, threads):
    view = {"BBOX": box, "WIDTH": "1500", "HEIGHT": "900"} if zoom == 6 else {"BBOX": box}
    alone = get_map(server, "alone", **view)
    with Spent(server) as spent:
        together = get_map(server, "threads", **view)
    assert together.body == alone.body and spent.tile_threads == threads


def test_images_look_like_those_that_are_drawn(server):
    alike = []
    for view in random_views(2, 25):
        ours, drawn = pixels(get_map(server, **view)), pixels(get_map(server, "direct", **view))
        assert ours.shape == drawn.shape
        if min(ours.shape[:2]) >= 100:
            alike.append(psnr(ours, drawn))
            assert np.abs(ours.mean((0, 1)) - drawn.mean((0, 1))).max() < 2, view
    assert len(alike) > 10
    assert np.median(alike) > 30 and min(alike) > 26, alike  # 31.6 and 27.2 were measured


def test_pixels_that_lie_on_those_of_a_level_are_those_of_the_drawing(server):
    cell = 40075016.68557849 / 256 / 2 ** 6
    for column, row, width, height in ((3, 95, 256, 256), (-40, 90, 300, 200)):
        x, y = column * 64 * cell, row * 32 * cell
        view = {"BBOX": f"{x!r},{y!r},{x + width * cell!r},{y + height * cell!r}", "WIDTH": str(width), "HEIGHT": str(height), "LAYERS": "countries,rivers"}
        difference = np.abs(pixels(get_map(server, **view)) - pixels(get_map(server, "direct", **view)))
        # Drawn on a transparent image and blended with the background: rounded twice.
        assert difference.max() <= 3


@pytest.mark.parametrize("map_name", ["tiles", "plain"])
def test_tiles_drawn_one_by_one_fit_together(server, map_name):
    """Names across the border of two images are the same in both, as by LABEL_ANCHOR=WORLD, with and without the keyword."""
    cell = 40075016.68557849 / 256 / 2 ** 7
    def view(column, row, width, height):
        x, y = column * cell, row * cell
        return {"BBOX": f"{x!r},{y!r},{x + width * cell!r},{y + height * cell!r}", "WIDTH": str(width), "HEIGHT": str(height)}
    pieces = [(column, row) for column in range(300, 1500, 200) for row in range(4500, 5300, 200)]
    random.Random(4).shuffle(pieces)
    with Spent(server) as spent:
        for column, row in pieces:
            get_map(server, map_name, **view(column, row, 40, 40))
    assert spent.tile_pictures > 6
    with Spent(server) as spent:
        whole = pixels(get_map(server, map_name, **view(300, 4500, 1000, 600)))
    assert spent.tile_pictures == 0
    assert np.abs(whole - pixels(get_map(server, "direct", **view(300, 4500, 1000, 600)))).max() <= 3


def test_an_image_is_drawn_in_one_piece_where_nothing_of_it_is_there(server):
    with Spent(server) as spent:
        get_map(server, BBOX="3000000,5000000,5000000,6500000", WIDTH="1000", HEIGHT="750")
    assert spent.tile_pictures == 1
    with Spent(server) as spent:  # a little to the east: a column of tiles at most
        get_map(server, BBOX="3200000,5000000,5200000,6500000", WIDTH="1000", HEIGHT="750")
    assert spent.tile_pictures <= 1
    assert spent.tiles_kept >= 4


def test_versions_and_axes_show_the_same_place(server):
    new = get_map(server, CRS="EPSG:4326", BBOX="40,0,50,20", WIDTH="400", HEIGHT="200")
    old = get_map(server, VERSION="1.1.1", SRS="EPSG:4326", BBOX="0,40,20,50", WIDTH="400", HEIGHT="200")
    east_first = get_map(server, CRS="CRS:84", BBOX="0,40,20,50", WIDTH="400", HEIGHT="200")
    assert np.array_equal(pixels(new), pixels(old)) and np.array_equal(pixels(new), pixels(east_first))
    assert psnr(pixels(new), pixels(get_map(server, "direct", CRS="EPSG:4326", BBOX="40,0,50,20", WIDTH="400", HEIGHT="200"))) > 20


def test_what_becomes_of_the_tiles_is_no_reason_to_draw_them_again(server):
    get_map(server)
    with Spent(server) as spent:
        blue = pixels(get_map(server, BGCOLOR="0x0000FF"))
        transparent = pixels(get_map(server, TRANSPARENT="TRUE"), "RGBA")
        jpeg = pixels(get_map(server, FORMAT="image/jpeg"))
        png8 = pixels(get_map(server, FORMAT="image/png; mode=8bit"))
        get_map(server, EXCEPTIONS="INIMAGE")
    assert spent.tile_pictures == 0
    plain = pixels(get_map(server))
    sea, land = transparent[..., 3] == 0, transparent[..., 3] == 255
    assert sea.mean() > 0.1 and land.mean() > 0.1
    assert np.all(blue[sea] == (0, 0, 255)) and np.all(plain[sea] == (214, 229, 238))
    assert np.array_equal(blue[land], plain[land]) and np.array_equal(transparent[land][:, :3], plain[land])
    assert psnr(jpeg, plain) > 38 and psnr(png8, plain) > 60  # 40.0 and 64.9 were measured


def test_layers_styles_and_their_order_are_not_mixed(server):
    first = pixels(island(server, LAYERS="land,road"))
    assert not np.array_equal(first, pixels(island(server, LAYERS="road,land")))
    assert not np.array_equal(first, pixels(island(server, LAYERS="land")))
    assert np.array_equal(first, pixels(island(server, LAYERS="land,road")))
    sld = ("<StyledLayerDescriptor version='1.0.0'><NamedLayer><Name>land</Name><UserStyle><FeatureTypeStyle><Rule>"
           "<PolygonSymbolizer><Fill><CssParameter name='fill'>#ff0000</CssParameter></Fill></PolygonSymbolizer></Rule>"
           "</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")
    red = pixels(island(server, LAYERS="land", SLD_BODY=sld))
    assert np.any(np.all(red == (255, 0, 0), axis=2)) and not np.any(np.all(first == (255, 0, 0), axis=2))
    with Spent(server) as spent:
        island(server, LAYERS="land", SLD_BODY=sld, WIDTH="610", HEIGHT="407")
    assert spent.tile_pictures == 0
    red = pixels(island(server, LAYERS="land", SLD_BODY=sld.replace("ff0000", "00ff00")))
    assert not np.any(np.all(red == (255, 0, 0), axis=2))


def test_a_resolution_of_its_own_has_tiles_of_its_own(server):
    fine, coarse = (pixels(island(server, MAP_RESOLUTION=dpi)) for dpi in ("72", "144"))
    assert not np.array_equal(fine, coarse)
    assert np.array_equal(fine, pixels(island(server, MAP_RESOLUTION="72")))


def test_who_has_the_image_gets_304_until_the_map_changes(server):
    first = island(server)
    query = urlencode({"map": "island", "SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "LAYERS": "shallows,land,road", "STYLES": ",,",
                       "CRS": "EPSG:3857", "BBOX": "0,0,600,400", "WIDTH": "600", "HEIGHT": "400", "FORMAT": "image/png"})
    tag = {"If-None-Match": servers.fetch(f"{server.address}?{query}").headers["etag"]}
    assert servers.fetch(f"{server.address}?{query}", tag).status == 304
    mapfile = server.maps / "island.map"
    text = mapfile.read_text()
    mapfile.write_text(text.replace("COLOR 240 232 208", "COLOR 1 2 3"))
    changed = servers.fetch(f"{server.address}?{query}", tag)
    assert changed.status == 200 and np.any(np.all(pixels(changed) == (1, 2, 3), axis=2))
    mapfile.write_text(text)
    assert np.array_equal(pixels(island(server)), pixels(first))


def test_shapefiles_that_change_are_drawn_again(server):
    before = pixels(get_map(server))
    (server.maps / "data/shape/countries.shp").touch()
    with Spent(server) as spent:
        assert np.array_equal(pixels(get_map(server)), before)
    assert spent.tile_pictures == 1


def test_what_is_not_a_part_of_any_image_is_drawn_by_itself(server):
    for changes in ({"BBOX": "0,5000000,1000000,6200000"},  # pixels twice as high as they are wide
                    {"FORMAT": "image/svg+xml"}, {"WIDTH": "2049", "HEIGHT": "1229"}):
        with Spent(server) as spent:
            assert get_map(server, **changes).status == 200
        assert (spent.tiles_kept, spent.tiles_drawn) == (0, 0), changes
        assert spent.layers > 0


@pytest.mark.parametrize("change", [
    ("  EXTENT 0 0 600 400", "  EXTENT 0 0 600 400\n  ANGLE 20"),
    ("  IMAGETYPE png", "  IMAGETYPE png\n  SCALEBAR STATUS EMBED END"),
    ('    NAME "land"', '    NAME "land"\n    MAXFEATURES 1'),
    ('    NAME "land"', '    NAME "land"\n    MAXGEOWIDTH 100000'),
    ('    NAME "land"', '    NAME "land"\n    METADATA "wms_tile_cache" "false" END'),
    ("  WEB\n", '  WEB\n    VALIDATION "bbox" "." END\n')], ids=lambda change: change[1].strip().split("\n")[-1].strip())
def test_maps_whose_parts_are_not_theirs_are_drawn(server, change):
    maps = server.maps
    text = (maps / "island.map").read_text()
    try:
        derive(maps / "island.map", maps / "island.map", change)
        with Spent(server) as spent:
            assert island(server).is_png
        assert spent.tiles_drawn == 0 and spent.layers > 0
    finally:
        (maps / "island.map").write_text(text)


def test_what_cannot_be_asked_for_is_answered_as_ever(server):
    for changes in ({"WIDTH": "0"}, {"HEIGHT": "100000"}, {"BBOX": "1,1,0,0"}, {"LAYERS": "nix"}, {"CRS": "EPSG:27"}, {"BBOX": "nan,0,1,1"},
                    {"BBOX": "0,0,inf,inf"}):
        ours, drawn = get_map(server, **changes), get_map(server, "direct", **changes)
        assert (ours.status, ours.body) == (drawn.status, drawn.body)
    for box in ("-1e300,-1e300,1e300,1e300", "0,0,1e-300,1e-300", "1e17,0,1.00001e17,1e12", "-1e-9,-1e-9,1e-9,1e-9", "1e11,1e11,2e11,2e11"):
        ours, drawn = get_map(server, BBOX=box), get_map(server, "direct", BBOX=box)
        assert ours.status == drawn.status, box
    assert get_map(server, WIDTH="1", HEIGHT="1").is_png


def test_an_image_costs_a_bounded_number_of_pixels(server):
    """For any size: as many tiles as it touches."""
    with Spent(server) as spent:
        for number in range(10):
            get_map(server, BBOX=f"{number * 7e6 % 4e7 - 2e7},{number * 3e6 % 1.6e7 - 8e6},{number * 7e6 % 4e7 - 2e7 + 25.6 * (number + 1)},"
                                 f"{number * 3e6 % 1.6e7 - 8e6 + 25.6 * (number + 1)}", WIDTH="256", HEIGHT="256")
    assert spent.tiles_drawn <= 10 * 4


def test_many_at_once_draw_each_tile_once(server):
    views = [{"BBOX": f"{x},{y},{x + 1_000_000},{y + 600_000}"} for x in range(-9_000_000, -7_000_000, 500_000) for y in range(-4_000_000, -2_000_000, 500_000)]
    with Spent(server) as spent, concurrent.futures.ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda view: get_map(server, **view).body, views * 2))
    assert len(set(answers[:len(views)])) > 4
    assert answers[:len(views)] == answers[len(views):]
    # 500 px at 2,000 m: 4,000,000 m by 3,600,000 m in all, tiles of 512 px at 1,730 m
    assert spent.tiles_drawn <= 6 * 6


def test_memory_is_bounded_and_told():
    server = start({"MS_TILE_CACHE_MB": "1"})
    try:
        for view in random_views(3, 30):
            assert get_map(server, **view).is_png
        text = servers.fetch(f"{server.address}metrics").text
        assert 0 < float(re.search(r'^mapserver_cache_bytes\{cache="tiles"\} (\S+)$', text, re.M)[1]) <= 2 ** 20 * 17 / 16
        assert float(re.search(r'^mapserver_cache_entries\{cache="tiles"\} (\S+)$', text, re.M)[1]) > 0
        timing = get_map(server, BBOX="7000000,1000000,8000000,1600000").headers["server-timing"]
        assert re.search(r'tiles;dur=[\d.]+;desc="0 kept, [1-9] drawn"', timing), timing
    finally:
        stop(server)


def test_without_memory_all_is_drawn():
    server = start({"MS_TILE_CACHE_MB": "0"})
    try:
        with Spent(server) as spent:
            assert get_map(server).is_png and get_map(server).is_png
        assert spent.tiles_drawn == 0 and spent.layers == 6
    finally:
        stop(server)


# PostGIS

SCHEMA = f"ms_tiles_{os.getpid()}"
POINTS = """
MAP NAME "points" SIZE 100 100 EXTENT 0 0 40 40 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "points" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "wms_tile_cache" "true" {metadata} END END
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  LAYER NAME "t" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {schema}.t using unique id using srid=4326" {processing}
    CLASS STYLE SYMBOL "circle" SIZE 9 COLOR 255 0 0 END END END
END"""


def psql(sql):
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql], check=True, stderr=subprocess.DEVNULL)


@pytest.fixture
def points(cluster, request):
    """A map of a table with or without a version."""
    psql(f"create schema {SCHEMA}; create table {SCHEMA}.t (id int primary key, geom geometry(Point, 4326));"
         f"insert into {SCHEMA}.t values (1, ST_Point(10, 10, 4326)); analyze {SCHEMA}.t")
    made = start(database_log.settings(SCHEMA))
    (made.maps / "island.map").write_text(POINTS.format(schema=SCHEMA, **{name: text.format(schema=SCHEMA) for name, text in request.param.items()}))
    yield made
    stop(made)
    psql(f"drop schema {SCHEMA} cascade")


def points_of(server, **changes):
    return island(server, **{"LAYERS": "t", "CRS": "CRS:84", "BBOX": "0,0,40,40", "WIDTH": "100", "HEIGHT": "100"} | changes)


def red(answer):
    return int(np.all(pixels(answer) == (255, 0, 0), axis=2).sum())


@pytest.mark.parametrize("points", [{"metadata": "", "processing": 'PROCESSING "DATA_VERSION=SELECT count(*) FROM {schema}.t"'}], indirect=True)
def test_a_row_that_comes_is_there_at_once(points):
    first = red(points_of(points))
    assert first > 20
    with Spent(points) as spent:
        assert red(points_of(points, WIDTH="101", HEIGHT="101")) > 20
    assert spent.tile_pictures == 0
    psql(f"insert into {SCHEMA}.t values (2, ST_Point(30, 30, 4326))")
    assert red(points_of(points)) > 1.5 * first


@pytest.mark.parametrize("points", [{"metadata": "", "processing": ""}], indirect=True)
def test_tables_that_do_not_tell_are_drawn_each_time(points):
    with Spent(points) as spent:
        first = red(points_of(points))
        psql(f"insert into {SCHEMA}.t values (2, ST_Point(30, 30, 4326))")
        assert red(points_of(points)) > 1.5 * first
    assert spent.tiles_drawn == 0


TWO = """PROCESSING "DATA_VERSION=SELECT max(id) FROM {schema}.t" CLASS STYLE SYMBOL "circle" SIZE 9 COLOR 0 0 255 END END END
  LAYER NAME "u" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" DATA "geom from {schema}.t using unique id using srid=4326"
"""


@pytest.mark.parametrize("points", [{"metadata": "", "processing": TWO}], indirect=True)
def test_tables_are_asked_for_their_version_once_where_no_tiles_can_be_kept(points):
    assert points_of(points, LAYERS="t,u", STYLES=",").is_png
    assert len([entry for entry in database_log.statements(SCHEMA) if "SELECT max(id)" in entry]) == 1


@pytest.mark.parametrize("points", [{"metadata": '"wms_tile_cache_max_age" "86400"', "processing": ""}], indirect=True)
def test_tables_that_do_not_tell_may_be_kept_for_a_while(points):
    first = red(points_of(points))
    psql(f"insert into {SCHEMA}.t values (2, ST_Point(30, 30, 4326))")
    with Spent(points) as spent:
        assert red(points_of(points)) == first
    assert spent.tile_pictures == 0


@pytest.mark.parametrize("points", [{"metadata": '"wms_tile_cache_max_age" "1"', "processing": ""}], indirect=True)
def test_and_no_longer(points):
    first = red(points_of(points))
    psql(f"insert into {SCHEMA}.t values (2, ST_Point(30, 30, 4326))")
    end = time.monotonic() + servers.PATIENCE_S
    while red(points_of(points)) < 1.5 * first:
        assert time.monotonic() < end
        time.sleep(0.1)


def tile(server, imagetype, number="2+1+2", headers=None, map_name="tiles", **more):
    query = urlencode(more)
    return servers.fetch(f"{server.address}?map={map_name}&mode=tile&tile={number}&layers=countries&map.imagetype={imagetype}&{query}", headers or {})


@pytest.mark.parametrize("imagetype", ["mvt", "png"])
def test_tiles_are_drawn_once(server, imagetype):
    first = tile(server, imagetype)
    with Spent(server) as spent:
        again = tile(server, imagetype)
        quadkey = tile(server, imagetype, "12", tilemode="ve")  # the same tile; another request
    assert first.status == 200 and len(first.body) > 1000
    assert again.body == quadkey.body == first.body and again.type == first.type
    assert (spent.layers, spent.tiles_kept, spent.tiles_drawn) == (0, 2, 0)
    assert tile(server, imagetype, map_name="direct").body == first.body
    assert tile(server, imagetype, headers={"If-None-Match": first.headers["etag"]}).status == 304
    assert tile(server, imagetype, "3+1+2").body != first.body


def test_vector_tiles_are_kept_compressed(server):
    plain = tile(server, "mvt", "1+1+1")
    with Spent(server) as spent:
        packed = tile(server, "mvt", "1+1+1", {"Accept-Encoding": "gzip"})
        refused = tile(server, "mvt", "1+1+1", {"Accept-Encoding": "gzip;q=0"})
    assert (spent.tiles_kept, spent.tiles_drawn) == (2, 0)
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(packed.body) == plain.body == refused.body
    assert all("Accept-Encoding" in answer.headers["vary"] for answer in (plain, packed, refused))
    assert "content-encoding" not in plain.headers and "content-encoding" not in refused.headers
    empty = tile(server, "mvt", "0+0+9")
    assert (empty.status, empty.body, tile(server, "mvt", "0+0+9").body) == (200, b"", b"")


def test_parameters_of_a_tile_count(server):
    few = tile(server, "mvt", "1+1+1", map_name="tiles")
    other = servers.fetch(f"{server.address}?map=tiles&mode=tile&tile=1+1+1&layers=rivers&map.imagetype=mvt")
    assert few.body != other.body


def test_a_tile_is_drawn_once_for_all_who_wait(server):
    with Spent(server) as spent, concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: tile(server, "mvt", "0+1+1", {"Accept-Encoding": "gzip"} if number % 2 else {"If-None-Match": f'"{number}"'}), range(16)))
    assert spent.tiles_drawn == 1
    assert all(answer.status == 200 for answer in answers)


def test_without_compression_tiles_are_sent_plain():
    other = start({"MS_COMPRESSION": "OFF"})
    answers = [tile(other, "mvt", "1+1+1", {"Accept-Encoding": "gzip"}) for _ in range(2)]
    assert all("content-encoding" not in answer.headers for answer in answers)
    assert answers[0].body == answers[1].body
    stop(other)
