# SPDX-License-Identifier: MIT
"""Tiles on disk (docs/tile-cache.md): drawn once, also across processes and restarts, until something in them changes; and what never gets there."""

import contextlib
import gzip
import io
import shutil
import sqlite3
import subprocess
import time
from urllib.parse import urlencode

import numpy
import pytest
import servers
from PIL import Image

GRID = "GoogleMapsCompatible"
HALF = 20037508.342789244
STORE = '"wms_tile_cache_store"    "world"'


class Site:
    """The example "wmts" with a tile store; servers over it come and go."""

    def __init__(self, store=STORE):
        self.folder = servers.own_folder()
        self.maps = self.folder / "maps"
        self.stores = self.folder / "stores"
        self.stores.mkdir()
        shutil.copytree(servers.EXAMPLES, self.maps, ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
        text = (self.maps / "wmts.map").read_text()
        assert STORE in text
        (self.maps / "wmts.map").write_text(text.replace(STORE, store))
        (self.maps / "own.conf").write_text('CONFIG MAPS "wmts" "wmts.map" "vector" "vector_tiles.map" END END')
        for path in (self.folder, self.maps, self.stores):
            path.chmod(0o777)

    @contextlib.contextmanager
    def server(self, **settings):
        made = servers.start_listener({"MS_METRICS": "ON", "MS_SERVER_TIMING": "ON", "MAPSERVER_CONFIG_FILE": str(self.maps / "own.conf"),
                                       "MS_TILE_STORES": str(self.stores)} | settings)
        try:
            yield made
        finally:
            made.stop()

    def database(self, name="world"):
        return contextlib.closing(sqlite3.connect(self.stores / f"{name}.sqlite"))

    def rows(self, name="world"):
        with self.database(name) as database:
            return database.execute("SELECT z, x, y FROM tiles ORDER BY z, x, y").fetchall()

    def wait_for_rows(self, number):
        """Tiles are written behind the answers."""
        end = time.monotonic() + 20
        while not (self.stores / "world.sqlite").exists() or len(self.rows()) < number:
            assert time.monotonic() < end, self.rows()
            time.sleep(0.02)


@pytest.fixture
def site():
    made = Site()
    yield made
    shutil.rmtree(made.folder, ignore_errors=True)


def tile(server, zoom=2, row=1, column=2, layer="base", extension="png", headers=None):
    return servers.fetch(f"{server.address}wmts/wmts/1.0.0/{layer}/default/{GRID}/{zoom}/{row}/{column}.{extension}", headers=headers or {})


def get_map(server, zoom=2, row=1, column=2, shift=0.0, **changes):
    side = 2 * HALF / 2 ** zoom
    left, top = -HALF + column * side + shift, HALF - row * side
    parameters = {"SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "LAYERS": "base", "STYLES": "", "CRS": "EPSG:3857", "WIDTH": 256,
                  "HEIGHT": 256, "BBOX": f"{left},{top - side},{left + side},{top}", "FORMAT": "image/png"} | changes
    return servers.fetch(f"{server.address}wmts?{urlencode({name: value for name, value in parameters.items() if value is not None})}")


def pixels(answer):
    assert answer.is_png, answer.text
    return numpy.asarray(Image.open(io.BytesIO(answer.body)).convert("RGBA"))


def counters(server):
    lines = servers.fetch(f"{server.address}metrics").text.splitlines()
    return {line.rpartition(" ")[0].removeprefix("mapserver_"): float(line.rpartition(" ")[2]) for line in lines if line.startswith("mapserver_")}


def test_a_tile_is_drawn_once_also_across_a_restart(site):
    with site.server() as server:
        drawn = tile(server)
        assert drawn.is_png
        site.wait_for_rows(1)
    assert site.rows() == [(2, 2, 1)]
    with site.server() as server:
        stored = tile(server)
        seen = counters(server)
    assert stored.body == drawn.body and stored.headers["etag"] == drawn.headers["etag"]
    assert seen["tiles_read_total"] == 1 and seen["tiles_drawn_total"] == 0 and seen["layers_total"] == 0
    assert seen['stage_seconds_total{stage="encode"}'] == 0
    assert seen['cache_lookups_total{cache="tile_store",result="hit"}'] == 1 and seen["tile_store_bytes"] > 0


@pytest.mark.parametrize("name", ["world.gpkg", "world.files", "world.bundles"])
def test_stores_of_all_kinds_keep_tiles_across_a_restart(name):
    with_kind = Site(f'"wms_tile_cache_store" "{name}"')
    try:
        with with_kind.server() as server:
            drawn = tile(server)
        assert (with_kind.stores / name).exists()
        with with_kind.server() as server:
            stored = tile(server)
            seen = counters(server)
        assert stored.body == drawn.body and seen["tiles_read_total"] == 1 and seen["tiles_drawn_total"] == 0 and seen["tile_store_bytes"] > 0
    finally:
        shutil.rmtree(with_kind.folder, ignore_errors=True)


def test_gdal_opens_a_geopackage_store():
    gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
    gdal.UseExceptions()
    with_package = Site('"wms_tile_cache_store" "world.gpkg"')
    try:
        with with_package.server() as server:
            expected = {place: pixels(tile(server, 2, *place)) for place in ((1, 2), (1, 3), (3, 0))}
        path = str(with_package.stores / "world.gpkg")
        package = gdal.OpenEx(path, gdal.OF_RASTER, open_options=["TABLE=tileset_1", "ZOOM_LEVEL=2"])
        assert package.GetSpatialRef().GetAuthorityCode(None) == "3857"
        left, cell, _, top, _, _ = package.GetGeoTransform()
        assert left == pytest.approx(-HALF) and top == pytest.approx(HALF) and cell == pytest.approx(2 * HALF / 1024)
        for (row, column), drawn in expected.items():
            read = package.ReadAsArray(column * 256, row * 256, 256, 256).transpose(1, 2, 0)
            assert numpy.array_equal(read, drawn[:, :, :read.shape[2]])
    finally:
        shutil.rmtree(with_package.folder, ignore_errors=True)


def test_gdal_opens_a_store_of_bundles():
    gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
    gdal.UseExceptions()
    with_bundles = Site('"wms_tile_cache_store" "world.bundles"')
    try:
        with with_bundles.server() as server:
            expected = {place: pixels(tile(server, 2, *place)) for place in ((1, 2), (1, 3), (3, 0))}
        description, = (with_bundles.stores / "world.bundles").rglob("conf.xml")
        cache = gdal.Open(str(description))
        assert cache.GetSpatialRef().GetAuthorityCode(None) == "3857"
        left, cell, _, top, _, _ = cache.GetGeoTransform()
        assert left == pytest.approx(-HALF) and top == pytest.approx(HALF)
        step = round(2 * HALF / 1024 / cell)  # the finest level is the whole
        band = cache.GetRasterBand(1)
        level = next(i for i in range(band.GetOverviewCount()) if band.GetOverview(i).XSize * step == cache.RasterXSize)
        for (row, column), drawn in expected.items():
            read = numpy.dstack([cache.GetRasterBand(number).GetOverview(level).ReadAsArray(column * 256, row * 256, 256, 256) for number in (1, 2, 3)])
            assert numpy.array_equal(read, drawn[:, :, :3])
    finally:
        shutil.rmtree(with_bundles.folder, ignore_errors=True)


def test_a_file_of_a_store_begins_with_the_tile_as_clients_get_it():
    with_files = Site('"wms_tile_cache_store" "world.files"')
    try:
        with with_files.server() as server:
            drawn = tile(server)
        file, = (with_files.stores / "world.files").rglob("*.tile")
        assert file.relative_to(with_files.stores).parts[2:] == ("2", "2", "1.tile")
        assert file.read_bytes().startswith(drawn.body)
        file.write_bytes(file.read_bytes()[:100])
        with with_files.server() as server:  # a damaged file is drawn again, and replaced
            assert tile(server).body == drawn.body
        assert file.read_bytes().startswith(drawn.body)
    finally:
        shutil.rmtree(with_files.folder, ignore_errors=True)


def test_wmts_and_wms_share_the_tile_of_the_grid_whatever_the_version(site):
    with site.server() as server:
        whole = tile(server)
        site.wait_for_rows(1)
        for changes in ({}, {"VERSION": "1.1.1", "SRS": "EPSG:3857", "CRS": None}, {"EXCEPTIONS": "XML"}, {"shift": 0.001}):
            assert numpy.array_equal(pixels(get_map(server, **changes)), pixels(whole))
        beside = get_map(server, shift=1000.0)
        larger = get_map(server, WIDTH=512, HEIGHT=512)
        assert beside.is_png and larger.is_png
        assert counters(server)['tile_store_writes_total{result="written"}'] == 1


def test_a_format_that_chooses_by_the_image_keeps_what_it_chose(site):
    query = {"FORMAT": "image/vnd.jpeg-png", "TRANSPARENT": "TRUE"}
    text = (site.maps / "wmts.map").read_text()
    (site.maps / "wmts.map").write_text(text.replace('"image/png,image/jpeg"', '"image/png,image/jpeg,image/vnd.jpeg-png"'))
    with site.server() as server:
        drawn = [get_map(server, 5, 11, column, **query) for column in (15, 16)]
        assert {answer.type for answer in drawn} <= {"image/png", "image/jpeg"}, drawn[0].text[:200]
        site.wait_for_rows(2)
    with site.server() as server:
        stored = [get_map(server, 5, 11, column, **query) for column in (15, 16)]
        assert counters(server)["tiles_read_total"] == 2
    assert [(answer.type, answer.body) for answer in stored] == [(answer.type, answer.body) for answer in drawn]


def test_equal_tiles_are_stored_once(site):
    with site.server() as server:
        sea = [tile(server, 6, 40, column) for column in (2, 3, 4, 5)]
        assert len({answer.body for answer in sea}) == 1
        site.wait_for_rows(4)
    with site.database() as database:
        assert database.execute("SELECT count(*), sum(uses) FROM image").fetchone() == (1, 4)


def test_a_changed_map_draws_its_tiles_again_and_replaces_them(site):
    with site.server() as server:
        before = tile(server)
        site.wait_for_rows(1)
        text = (site.maps / "wmts.map").read_text()
        (site.maps / "wmts.map").write_text(text.replace("COLOR 240 232 208", "COLOR 10 200 10"))
        after = tile(server)
        assert not numpy.array_equal(pixels(before), pixels(after))
        end = time.monotonic() + 20
        while counters(server)['tile_store_writes_total{result="written"}'] < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
    assert len(site.rows()) == 1
    with site.server() as server:
        assert tile(server).body == after.body
        assert counters(server)["tiles_read_total"] == 1


def test_what_clients_could_write_without_end_is_not_stored(site):
    with site.server() as server:
        tile(server)
        site.wait_for_rows(1)
        style = "<StyledLayerDescriptor version='1.0.0'><NamedLayer><Name>rivers</Name></NamedLayer></StyledLayerDescriptor>"
        for changes in ({"BGCOLOR": "0x112233"}, {"_": "17"}, {"SLD_BODY": style, "LAYERS": "rivers"}, {"TIME": "2020-01-01"},
                        {"LAYERS": ",".join(["base"] * 300), "STYLES": ",".join(["default"] * 300)}):
            assert get_map(server, **changes).status == 200, changes
        for path in ("99/0/0", "2/9/0", "2/-1/0"):
            assert servers.fetch(f"{server.address}wmts/wmts/1.0.0/base/default/{GRID}/{path}.png").status == 404
        assert servers.fetch(f"{server.address}wmts/wmts/1.0.0/no-layer/default/{GRID}/0/0/0.png").status == 404
        assert get_map(server, LAYERS="base", STYLES="no-style").status == 400
        assert counters(server)['tile_store_writes_total{result="written"}'] == 1
    assert len(site.rows()) == 1


def test_processes_of_one_request_use_it_too(site):
    side = 2 * HALF / 4
    query = urlencode({"map": "wmts", "SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "base", "STYLES": "", "SRS": "EPSG:3857",
                       "BBOX": f"0,0,{side},{side}", "WIDTH": 256, "HEIGHT": 256, "FORMAT": "image/png"})
    environment = {"REQUEST_METHOD": "GET", "QUERY_STRING": query, "GATEWAY_INTERFACE": "CGI/1.1", "MAPSERVER_CONFIG_FILE": str(site.maps / "own.conf"),
                   "MS_TILE_STORES": str(site.stores), "MS_SERVER_TIMING": "ON"}
    answers = [subprocess.run([servers.MAPSERV], env=environment, capture_output=True, check=True, timeout=60).stdout for _ in range(2)]
    heads, bodies = zip(*(answer.split(b"\r\n\r\n", 1) for answer in answers))
    assert bodies[0] == bodies[1] and bodies[0].startswith(b"\x89PNG")
    assert site.rows() == [(2, 2, 1)]
    assert b"encode" in heads[0] and b"encode" not in heads[1], heads


def test_a_broken_store_makes_maps_slower_and_not_wrong(site):
    (site.stores / "world.sqlite").write_bytes(b"not a database" * 500)
    with site.server() as server:
        first, second = tile(server), tile(server, 3)
        assert first.is_png and second.is_png
        seen = counters(server)
        assert seen['tile_store_writes_total{result="error"}'] >= 1 and seen['cache_lookups_total{cache="tile_store",result="miss"}'] == 2
    assert (site.stores / "world.sqlite").read_bytes() == b"not a database" * 500


@pytest.mark.parametrize("name", ["../world", "a/b", "/tmp/world", ""])
def test_a_store_lies_in_the_folder_of_the_operator(name):
    site = Site(store=STORE.replace('"world"', f'"{name}"'))
    try:
        with site.server() as server:
            assert tile(server).is_png
            time.sleep(0.3)
        assert list(site.folder.rglob("*.sqlite*")) == []
    finally:
        shutil.rmtree(site.folder, ignore_errors=True)


def test_without_a_folder_nothing_is_written(site):
    with site.server(MS_TILE_STORES="") as server:
        assert tile(server).is_png and tile(server).is_png
        assert "tile_store_bytes" not in counters(server)
    assert list(site.folder.rglob("*.sqlite*")) == []


def test_a_full_disk_or_store_keeps_to_its_bound(site):
    with site.server(MS_TILE_STORE_MB="1") as server:
        for row in range(16):
            for column in range(16):
                assert tile(server, 4, row, column).is_png
        end = time.monotonic() + 20
        while counters(server)['tile_store_writes_total{result="written"}'] < 256:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert counters(server)["tile_store_bytes"] <= 1.1 * 2 ** 20
    assert sum(file.stat().st_size for file in site.stores.iterdir()) < 12 * 2 ** 20


def test_several_processes_write_at_once(site):
    with site.server() as one, site.server() as other:
        for column in range(16):
            for server in (one, other):
                assert tile(server, 4, 5, column).is_png
        site.wait_for_rows(16)
        seen = [counters(server) for server in (one, other)]
    assert sum(each['tile_store_writes_total{result="error"}'] for each in seen) == 0
    assert len(site.rows()) == 16


def test_vector_tiles_are_stored_compressed(site):
    text = (site.maps / "vector_tiles.map").read_text()
    (site.maps / "vector_tiles.map").write_text(text.replace("METADATA", f'METADATA\n      "wms_tile_cache" "true"\n      {STORE}', 1))
    query = "vector?mode=tile&tilemode=gmap&tile=1+1+2&layers=countries&map.imagetype=mvt"
    with site.server() as server:
        plain = servers.fetch(f"{server.address}{query}")
        assert plain.status == 200 and len(plain.body) > 1024, plain.text[:300]
        site.wait_for_rows(1)
    with site.server() as server:
        packed = servers.fetch(f"{server.address}{query}", headers={"Accept-Encoding": "gzip"})
        assert counters(server)["tiles_read_total"] == 1
    with site.database() as database:
        (stored,) = database.execute("SELECT bytes FROM image").fetchone()
    assert packed.headers["content-encoding"] == "gzip" and packed.body == stored and gzip.decompress(stored) == plain.body


MAPSEED = servers.MAPSERV.with_name("mapseed")


def mapseed(site, *arguments, status=0, **settings):
    """Its output and what it complained about. It writes as the user that the servers run as."""
    environment = {"MAPSERVER_CONFIG_FILE": str(site.maps / "own.conf"), "MS_TILE_STORES": str(site.stores)} | settings
    done = subprocess.run([MAPSEED, *arguments], env=environment, capture_output=True, text=True, timeout=120, cwd=site.folder, **servers.unprivileged())
    assert done.returncode == status, done.stderr
    return done.stdout.splitlines(), done.stderr


def test_seeded_tiles_are_never_drawn_for_a_client(site):
    lines, _ = mapseed(site, "wmts", "--layer", "base", "--zoom", "0-2,4", "--threads", "2")
    assert lines == ["base 0: 1 tiles, 1 new", "base 1: 4 tiles, 4 new", "base 2: 16 tiles, 16 new", "base 4: 256 tiles, 256 new"]
    assert len(site.rows()) == 277
    with site.server() as server:
        for zoom, row, column in ((0, 0, 0), (2, 1, 2), (4, 5, 8)):
            assert tile(server, zoom, row, column).is_png
        assert get_map(server, 4, 6, 9).is_png
        seen = counters(server)
    assert seen["tiles_read_total"] == 4 and seen["layers_total"] == 0


def test_seeding_again_draws_what_is_missing_or_outdated(site):
    mapseed(site, "wmts", "--layer", "base", "--zoom", "0-2")
    with contextlib.closing(sqlite3.connect(site.stores / "world.sqlite")) as database, database:
        database.execute("DELETE FROM tiles WHERE z = 2 AND x = 1")
    assert mapseed(site, "wmts", "--layer", "base", "--zoom", "0-2")[0] == ["base 0: 1 tiles, 0 new", "base 1: 4 tiles, 0 new", "base 2: 16 tiles, 4 new"]
    text = (site.maps / "wmts.map").read_text()
    (site.maps / "wmts.map").write_text(text.replace("COLOR 240 232 208", "COLOR 10 200 10"))
    assert mapseed(site, "wmts", "--layer", "base", "--zoom", "1")[0] == ["base 1: 4 tiles, 4 new"]
    assert len(site.rows()) == 21


def test_seeding_keeps_to_the_layer_s_extent_and_the_box(site):
    every = mapseed(site, "wmts", "--layer", "capitals", "--zoom", "5", "--dry-run")[0]
    assert every == ["capitals 5: 42 tiles"]  # of 1024: EXTENT -20 30 40 70
    within = mapseed(site, "wmts", "--layer", "capitals", "--zoom", "5", "--bbox", "0,5000000,1000000,6000000", "--dry-run")[0]
    assert within == ["capitals 5: 2 tiles"]
    europe = mapseed(site, "wmts", "--layer", "base", "--grid", "europe", "--zoom", "2")[0]
    assert europe == ["base 2: 64 tiles, 64 new"]  # 5,120 km in tiles of 256 pixels of 2,500 m
    assert mapseed(site, str(site.maps / "wmts.map"), "--layer", "rivers", "--style", "red", "--zoom", "0")[0] == ["rivers 0: 1 tiles, 1 new"]


@pytest.mark.parametrize("arguments,words", [
    (["nowhere", "--layer", "base"], 'neither a map of the CONFIG file nor a mapfile'),
    (["wmts", "--layer", "nothing"], 'no layer "nothing"'),
    (["wmts", "--layer", "base", "--grid", "mars"], 'no grid "mars"'),
    (["wmts", "--layer", "base", "--zoom", "5-2"], "is not a level or a range"),
    (["wmts", "--layer", "base", "--zoom", "40"], "has levels 0 to 22"),
    (["wmts", "--layer", "base", "--bbox", "1,2,3"], "four numbers"),
    (["wmts"], "--layer is required"),
])
def test_mapseed_says_what_is_wrong(site, arguments, words):
    assert words in mapseed(site, *arguments, status=2)[1]


def test_mapseed_fails_if_a_tile_is_not_stored(site):
    _, complaint = mapseed(site, "wmts", "--layer", "base", "--style", "none", "--zoom", "0-1", status=1)
    assert 'base 0/0/0: The layer has no style "none"' in complaint and "5 tiles failed" in complaint
    assert "MS_TILE_STORES does not name" in mapseed(site, "wmts", "--layer", "base", status=2, MS_TILE_STORES="")[1]
    text = (site.maps / "wmts.map").read_text()
    (site.maps / "wmts.map").write_text(text.replace('"wms_tile_cache" ', '"wms_no_tile_cache" '))
    assert "no tile was stored" in mapseed(site, "wmts", "--layer", "base", "--zoom", "0", status=1)[1]


def test_an_mbtiles_file_has_the_tiles_of_the_server(site):
    file = site.folder / "world.mbtiles"
    box = "0,5100000,2000000,7000000"
    lines, _ = mapseed(site, "wmts", "--layer", "base", "--zoom", "2-4", "--bbox", box, "--to", str(file), MS_TILE_STORES="")
    assert lines == ["base 2: 1 tiles, 1 new", "base 3: 1 tiles, 1 new", "base 4: 1 tiles, 1 new"]
    with contextlib.closing(sqlite3.connect(file)) as database:
        facts = dict(database.execute("SELECT name, value FROM metadata"))
        rows = database.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles ORDER BY 1").fetchall()
    assert (facts["format"], facts["minzoom"], facts["maxzoom"]) == ("png", "2", "4")
    west, south, east, north = map(float, facts["bounds"].split(","))
    assert (west, east) == (0, pytest.approx(17.966, abs=1e-3)) and (south, north) == (pytest.approx(41.595, abs=0.01), pytest.approx(53.095, abs=0.01))
    with site.server() as server:
        for zoom, column, row, image in rows:
            served = tile(server, zoom, 2 ** zoom - 1 - row, column)
            assert numpy.array_equal(pixels(servers.Answer(200, {"content-type": "image/png"}, image)), pixels(served))


def test_gdal_reads_the_mbtiles_file(site):
    gdal = pytest.importorskip("osgeo.gdal")
    file = site.folder / "world.mbtiles"
    mapseed(site, "wmts", "--layer", "base", "--zoom", "0-3", "--to", str(file))
    data = gdal.Open(str(file)).ReadAsArray()
    with site.server() as server:
        rows = [numpy.hstack([pixels(tile(server, 3, row, column)) for column in range(8)]) for row in range(8)]
    assert numpy.array_equal(data[:3].transpose(1, 2, 0), numpy.vstack(rows)[:, :, :3])


def test_an_mbtiles_file_is_there_when_it_is_whole(site):
    file = site.folder / "world.mbtiles"
    assert "no file is left" in mapseed(site, "wmts", "--layer", "base", "--style", "none", "--zoom", "0-1", "--to", str(file), status=1)[1]
    assert not list(site.folder.glob("world.mbtiles*"))
    file.write_bytes(b"mine")
    assert "is there already" in mapseed(site, "wmts", "--layer", "base", "--zoom", "0", "--to", str(file), status=2)[1]
    assert file.read_bytes() == b"mine"


@pytest.mark.parametrize("arguments", [["--layer", "base", "--grid", "europe"], ["--layer", "base", "--layer", "rivers"],
                                       ["--layer", "base", "--format", "application/vnd.mapbox-vector-tile"]])
def test_mbtiles_files_have_images_of_one_layer_on_the_grid_of_web_maps(site, arguments):
    assert "an MBTiles file has" in mapseed(site, "wmts", *arguments, "--zoom", "0", "--to", str(site.folder / "x.mbtiles"), status=2)[1]
