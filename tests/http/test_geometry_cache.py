# SPDX-License-Identifier: MIT
"""Maps with the geometry cache (docs/postgis.md): the same images as without, and every change of a row visible at once."""

import os
import random
import re
import shutil
import subprocess
import time
from urllib.parse import urlencode

import database_log
import pytest
import servers

NAME = f"ms_kept_{os.getpid()}"
OFF = 'PROCESSING "GEOMETRY_CACHE=OFF"'
# 2500 rings of 129 vertices in 50 by 50 degrees; each reaches over its neighbours, so that their order shows.
RINGS = f"""
create schema {NAME};
create table {NAME}.rings as
  select i as id, i % 7 as class, ST_Buffer(ST_Point(i % 50 + 0.5, i / 50 + 0.5, 4326), 0.7, 32)::geometry(Polygon,4326) as geom
    from generate_series(0, 2499) i;
alter table {NAME}.rings add primary key (id);
create index on {NAME}.rings using gist (geom);
analyze {NAME}.rings;
"""
CLASSES = "\n".join(f'    CLASS EXPRESSION "{number}" STYLE COLOR {30 * number} {250 - 30 * number} 90 OUTLINECOLOR 20 20 20 END END'
                    for number in range(7))
MAP = f"""
MAP NAME "rings" SIZE 300 300 EXTENT 0 0 50 50 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "rings" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
  LAYER NAME "rings" TYPE POLYGON STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {NAME}.rings" PROJECTION "EPSG:4326" END CLASSITEM "class"
    PROCESSING "CLOSE_CONNECTION=DEFER"
{CLASSES}
  END
END
"""


def psql(sql):
    """The number that a query gives, if it gives one."""
    done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql], check=True, stdout=subprocess.PIPE, text=True)
    return int(done.stdout or 0)


def wait_for_older_snapshots():
    """Until VACUUM may remove what was deleted before: other tests have transactions, too."""
    now = psql("select pg_current_xact_id()::text::bigint % 4294967296")
    end = time.monotonic() + 60
    while psql(f"select count(*) from pg_stat_activity where age(backend_xmin) >= age('{now}'::xid)"):
        assert time.monotonic() < end, "a transaction lasts for a minute"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def maps(cluster):
    """The example "world" and a map of the rings, each also without cache: "world_off", "rings_off"."""
    psql(RINGS)
    folder = servers.own_folder()
    shutil.copytree(servers.EXAMPLES, folder / "maps", ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    where = folder / "maps"
    (where / "rings.map").write_text(MAP)
    (where / "rings_off.map").write_text(MAP.replace('PROCESSING "CLOSE_CONNECTION=DEFER"', OFF))
    (where / "off.inc").write_text((where / "postgis.inc").read_text() + f"    {OFF}\n")
    (where / "world_off.map").write_text((where / "world.map").read_text().replace("postgis.inc", "off.inc"))
    names = "".join(f'    "{name}" "{name}.map"\n' for name in ("world", "world_off", "rings", "rings_off"))
    (where / "own.conf").write_text(f"CONFIG\n  MAPS\n{names}  END\nEND\n")
    yield where
    shutil.rmtree(folder)
    psql(f"set client_min_messages = warning; drop schema {NAME} cascade")


@pytest.fixture
def server(maps):
    """A server with an empty cache, and logged statements."""
    made = servers.start_listener(database_log.settings(NAME) | {"MS_METRICS": "ON", "MAPSERVER_CONFIG_FILE": str(maps / "own.conf")})
    yield made
    assert made.stop() == [0]


def get_map(server, name, layers, box, width=300, height=300):
    query = {"map": name, "SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": layers, "STYLES": "," * layers.count(","),
             "SRS": "EPSG:4326", "BBOX": ",".join(f"{side:.6f}" for side in box), "WIDTH": width, "HEIGHT": height, "FORMAT": "image/png"}
    answer = servers.fetch(f"{server.address}?{urlencode(query)}")
    assert answer.is_png, answer.text
    return answer.body


def kept(server):
    """The number of cached geometries, and their bytes."""
    text = servers.fetch(f"{server.address}metrics").text
    return tuple(int(float(re.search(rf'^mapserver_cache_{what}{{cache="geometries"}} (\S+)$', text, re.M)[1])) for what in ("entries", "bytes"))


class Asked:
    """The database's statements meanwhile: those for versions of rows, and those for geometries that were not cached."""

    def __enter__(self):
        self.start = database_log.size()
        return self

    def __exit__(self, *_):
        statements = database_log.statements(NAME, self.start)
        self.versions = sum("SELECT ctid,xmin," in entry and "= ANY(" not in entry for entry in statements)
        self.geometries = sum("SELECT ctid,xmin," in entry and "= ANY(" in entry for entry in statements)
        self.all = len(statements)


def random_views(seed, count, cells, extent):
    """Boxes within an extent, and their sizes in pixels of one of the given widths."""
    numbers = random.Random(seed)
    for number in range(count):
        cell = cells[number % len(cells)] * numbers.uniform(0.97, 1.03)
        width, height = numbers.randint(200, 400), numbers.randint(150, 300)
        x, y = (numbers.uniform(low, max(low, high - size * cell)) for low, high, size in zip(extent[:2], extent[2:], (width, height)))
        yield (x, y, x + width * cell, y + height * cell), width, height


def check_views(server, name, layers, views):
    """Draws each image three times, the last time without the cache; returns the number of cached geometries after each view."""
    numbers = []
    for box, width, height in views:
        first = get_map(server, name, layers, box, width, height)
        filled = kept(server)
        again = get_map(server, name, layers, box, width, height)
        assert kept(server) == filled, "the same map again has found what it shows"
        assert first == again, box
        assert get_map(server, f"{name}_off", layers, box, width, height) == first, box
        assert kept(server) == filled, "GEOMETRY_CACHE=OFF keeps nothing"
        numbers.append(filled[0])
    return numbers


def test_maps_of_kept_geometries_are_those_of_none(server):
    views = list(random_views(1, 40, (0.09, 0.12, 0.16), (0, 0, 50, 50)))
    numbers = check_views(server, "rings", "rings", views)
    assert numbers[0] > 100
    assert numbers == sorted(numbers)
    # Four of the levels, which are a fifth apart, and each row once in each.
    assert 2500 < numbers[-1] <= 4 * 2500
    with Asked() as asked:
        images = [get_map(server, "rings", "rings", *view) for view in views]
    assert (asked.versions, asked.geometries, asked.all) == (len(views), 0, len(views))
    with Asked() as asked:
        assert [get_map(server, "rings_off", "rings", *view) for view in views] == images
    assert (asked.versions, asked.all) == (0, len(views))


def test_areas_and_lines_of_the_world_in_any_box(server):
    """Some of them are large, and are cut where the box ends."""
    views = list(random_views(2, 30, (0.35, 0.5, 0.7), (-180, -90, 180, 90)))
    numbers = check_views(server, "world", "countries,rivers,lakes", views)
    assert numbers[-1] > 200
    with Asked() as asked:
        for view in views:
            get_map(server, "world", "countries,rivers,lakes", *view)
    assert asked.versions > len(views) / 2


WHOLE = (0, 0, 50, 50)


def test_a_change_is_shown_by_the_next_map(server):
    def draw():
        with Asked() as asked:
            image = get_map(server, "rings", "rings", WHOLE)
        assert get_map(server, "rings_off", "rings", WHOLE) == image
        return image, asked

    first, asked = draw()
    assert kept(server)[0] == 2500
    assert (asked.versions, asked.geometries) == (1, 1)
    before, asked = draw()
    assert before == first and (asked.versions, asked.geometries, asked.all) == (1, 0, 1)
    # The number of cached geometries afterwards: those of deleted rows stay until their place is needed.
    for change, has_new_rows, entries in (
            ("update {}.rings set geom = ST_Translate(geom, 0.2, 0.3) where id in (777, 1200)", True, 2502),
            ("update {}.rings set class = (class + 3) % 7 where id = 1301", True, 2503),
            ("delete from {}.rings where id between 600 and 640", False, 2503),
            ("insert into {}.rings select 3000, 1, ST_Buffer(ST_Point(25, 25, 4326), 6, 300)", True, 2504)):
        psql(change.format(NAME))
        after, asked = draw()
        assert after != before, change
        assert (asked.versions, asked.geometries) == (1, has_new_rows), change
        assert kept(server)[0] == entries, change
        before = after
    # The rows that are left get other places, in another file.
    psql(f"vacuum full {NAME}.rings")
    after, asked = draw()
    assert after == before
    assert (asked.versions, asked.geometries) == (1, 1)
    assert kept(server)[0] == 2500 - 41 + 1


def test_rows_in_the_places_of_others_are_not_taken_for_them(server):
    wait_for_older_snapshots()
    psql(f"vacuum full {NAME}.rings")  # no other places are free
    get_map(server, "rings", "rings", WHOLE)
    places = f"select count(*) from {NAME}.rings where ctid in (select place from {NAME}.places)"
    psql(f"create table {NAME}.places as select ctid as place from {NAME}.rings where id between 1500 and 1600")
    psql(f"delete from {NAME}.rings where id between 1500 and 1600")
    wait_for_older_snapshots()
    psql(f"vacuum {NAME}.rings")
    without = get_map(server, "rings", "rings", WHOLE)
    psql(f"insert into {NAME}.rings select i, 2, ST_Buffer(ST_Point(i % 50 + 0.5, i / 50 + 0.5, 4326), 0.3, 32) from generate_series(1500, 1600) i")
    assert psql(places) > 90
    with Asked() as asked:
        after = get_map(server, "rings", "rings", WHOLE)
    assert asked.geometries == 1
    assert after != without
    assert get_map(server, "rings_off", "rings", WHOLE) == after


def test_what_is_not_committed_is_not_shown(server):
    before = get_map(server, "rings", "rings", WHOLE)
    writer = subprocess.Popen(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        for line in ("begin", f"update {NAME}.rings set geom = ST_Translate(geom, 0.2, 0.3) where id < 500", "select 'done'"):
            writer.stdin.write(line + ";\n")
        writer.stdin.flush()
        assert writer.stdout.readline() == "done\n"
        assert get_map(server, "rings", "rings", WHOLE) == before
        writer.stdin.write("rollback; select 'done';\n")
        writer.stdin.flush()
        assert writer.stdout.readline() == "done\n"
        assert get_map(server, "rings", "rings", WHOLE) == before
        assert kept(server)[0] >= 2400
    finally:
        writer.stdin.close()
        assert writer.wait() == 0


def test_without_memory_nothing_is_kept(maps):
    server = servers.start_listener(database_log.settings(NAME) | {"MS_METRICS": "ON", "MS_POSTGIS_GEOMETRY_CACHE": "0",
                                                                   "MAPSERVER_CONFIG_FILE": str(maps / "own.conf")})
    try:
        with Asked() as asked:
            assert get_map(server, "rings", "rings", WHOLE) == get_map(server, "rings_off", "rings", WHOLE)
        assert kept(server) == (0, 0)
        assert asked.versions == 0
    finally:
        assert server.stop() == [0]
