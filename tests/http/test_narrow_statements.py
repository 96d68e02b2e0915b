# SPDX-License-Identifier: MIT
"""What a request names reaches the database as a condition that an index answers: few more rows travel than the map shows."""

import re
import subprocess
import time

import database_log
import pytest
import servers

NAME = "ms-narrow"
TABLES = """
drop schema if exists narrow cascade; create schema narrow;
create table narrow.seen as
  select i as gid, timestamptz '2024-01-01 00:00+00' + i * interval '1 minute' as at,
         ST_SetSRID(ST_MakePoint(i % 200, i / 200), 4326)::geometry(Point,4326) as geom
    from generate_series(0, 39999) i;
alter table narrow.seen add primary key (gid);
create index on narrow.seen using gist (geom);
create index on narrow.seen (at);
create table narrow.other (like narrow.seen including all);
insert into narrow.other select gid, at, ST_Translate(geom, 0.5, 0.5) from narrow.seen;
analyze narrow.seen, narrow.other;
"""
BOTH = "select * from narrow.seen union all select * from narrow.other"
LAYERS = {
    "table": ("narrow.seen", ["seen"]),
    "select": ("(select gid, at, geom from narrow.seen) as t using unique gid", ["seen"]),
    "union": (f"({BOTH}) as t using unique gid", ["seen", "other"]),
    "box": ("(select * from narrow.seen where geom && !BOX! union all select * from narrow.other where geom && !BOX!) as t"
            " using unique gid", ["seen", "other"]),
}
LAYER = """
  LAYER NAME "{name}" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS DATA "geom from {data} using srid=4326"
    METADATA "ows_title" "{name}" "wms_timeitem" "at" "wms_timeextent" "2024-01-01/2024-02-01" END
    CLASS STYLE COLOR 200 0 0 SIZE 2 END END
  END"""
MAPFILE = ('MAP NAME "narrow" SIZE 200 200 EXTENT 0 0 200 200 PROJECTION "EPSG:4326" END WEB METADATA "ows_title" "narrow"'
           ' "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END'
           + "".join(LAYER.format(name=name, data=data) for name, (data, _) in LAYERS.items()) + "\nEND\n")


@pytest.fixture(scope="module")
def server(cluster):
    with servers.listener_over_tables(TABLES, "narrow", "narrow", MAPFILE,
                                      database_log.settings(NAME) | {"MS_METRICS": "ON"}) as started:
        yield started


def psql(sql):
    done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def get_map(server, layer, box=(-1, -1, 201, 201), more=""):
    return servers.fetch(f"{server.address}?map=narrow&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&WIDTH=200&HEIGHT=200"
                         f"&FORMAT=image/png&LAYERS={layer}&STYLES=&BBOX={','.join(map(str, box))}{more}")


def rows_sent(server):
    return int(re.search(r"^mapserver_rows_total (\d+)", servers.fetch(f"{server.address}metrics").text, re.M)[1])


def statement_of(start):
    """The last statement since a place in the log, with its parameters in the text."""
    entry = [text for text in database_log.entries(NAME, start) if "DETAIL:  parameters:" in text or "execute" in text]
    sql = next(text for text in reversed(entry) if re.search(r"LOG:\s+execute", text))
    sql = sql.partition(": ")[2].strip() if sql.startswith("execute") else re.split(r"execute [^:]+: ", sql, maxsplit=1)[1]
    values = re.findall(r"\$(\d+) = ('(?:[^']|'')*')", next(text for text in reversed(entry) if "parameters:" in text))
    for number, value in sorted(values, key=lambda pair: -int(pair[0])):
        sql = re.sub(rf"\${number}\b", lambda _: value, sql)
    return sql


def index_conditions(sql):
    plan = psql(f"explain {sql}")
    return "\n".join(line for line in plan.splitlines() if "Index Cond" in line)


@pytest.mark.parametrize("layer", list(LAYERS))
def test_the_box_leaves_little_to_throw_away(server, layer):
    box = (50, 60, 70, 80)
    assert get_map(server, layer).is_png  # learns about the table
    before, start = rows_sent(server), database_log.size()
    assert get_map(server, layer, box).is_png
    sent = rows_sent(server) - before
    seen = sum(int(psql(f"select count(*) from narrow.{table} where ST_Intersects(geom, ST_MakeEnvelope({','.join(map(str, box))}, 4326))"))
               for table in LAYERS[layer][1])
    time.sleep(0.2)  # the log is written by other processes
    conditions = index_conditions(statement_of(start))
    assert len(re.findall("&&", conditions)) == len(LAYERS[layer][1]), conditions
    assert seen <= sent <= 1.1 * seen


@pytest.mark.parametrize("given, condition", [
    ("2024-01-02T03:04:00Z", "at = '2024-01-02T03:04:00Z'"),
    ("2024-01-03", "at >= '2024-01-03T00:00:00Z' and at < '2024-01-04T00:00:00Z'"),
    ("2024-01-03/2024-01-04/P1D", "at >= '2024-01-03T00:00:00Z' and at < '2024-01-05T00:00:00Z'"),
    ("2024-01-05T06:00:00Z/2024-01-05T07:00:00Z", "at between '2024-01-05T06:00:00Z' and '2024-01-05T07:00:00Z'"),
    ("2024-01-02T03:04:00Z,2024-01-06T00:00:00Z/2024-01-06T00:30:00Z",
     "at = '2024-01-02T03:04:00Z' or at between '2024-01-06T00:00:00Z' and '2024-01-06T00:30:00Z'"),
])
def test_a_time_is_a_condition_of_the_index(server, given, condition):
    assert get_map(server, "table").is_png
    before, start = rows_sent(server), database_log.size()
    answer = get_map(server, "table", more=f"&TIME={given}")
    assert answer.is_png, answer.text
    assert rows_sent(server) - before == int(psql(f"set timezone = 'UTC'; select count(*) from narrow.seen where {condition}"))
    time.sleep(0.2)
    assert re.search(r"\bat\b", index_conditions(statement_of(start)))


@pytest.mark.parametrize("given", ["yesterday", "2024-13-01", "2024-01-01/2024-01-02/P", "2024-01-01'--"])
def test_a_time_that_is_not_valid_reaches_no_database(server, given):
    assert get_map(server, "table").is_png
    start = database_log.size()
    answer = get_map(server, "table", more=f"&TIME={given}")
    assert answer.status == 400 and "InvalidDimensionValue" in answer.text
    time.sleep(0.2)
    assert database_log.statements(NAME, start) == []
