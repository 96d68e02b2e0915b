# SPDX-License-Identifier: MIT
"""A client's text never becomes SQL: the server's own log shows what arrived as text and what as a value."""

import os
import re
import subprocess
from urllib.parse import quote

import database_log
import pytest
import servers

NAME = f"ms-injection-{os.getpid()}"
SCHEMA = f"ms_injection_{os.getpid()}"
MARK = "zzinjection"
TABLE = f"""
create extension if not exists postgis;
drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};
create table {SCHEMA}.t as
  select i as id, 'name ' || i as name, timestamp '2024-01-01' + i * interval '1 day' as seen, i % 7 as level,
         ST_Point(i, i, 4326)::geometry(Point,4326) as geom from generate_series(1, 40) i;
alter table {SCHEMA}.t add primary key (id); create index on {SCHEMA}.t using gist (geom); analyze {SCHEMA}.t;
"""
# %name% occurs in a FILTER, in a class expression, in a table's name and in a BINDVALS; each with a VALIDATION that
# lets through as much as a careless author would.
MAPFILE = f"""
MAP NAME "injection" SIZE 100 100 EXTENT 0 0 40 40 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "injection" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
  LAYER NAME "filtered" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326"
    VALIDATION "value" ".*" "default_value" "name 1" END
    FILTER ("[name]" = "%value%")
    CLASS STYLE COLOR 255 0 0 END END END
  LAYER NAME "item" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326"
    VALIDATION "value" ".*" "default_value" "name 1" END
    FILTERITEM "name" FILTER "%value%"
    CLASS STYLE COLOR 255 0 0 END END END
  LAYER NAME "bound" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from (select * from {SCHEMA}.t where name = $1) as t using unique id using srid=4326"
    VALIDATION "value" ".*" "default_value" "name 1" END
    BINDVALS "1" "%value%" END
    CLASS STYLE COLOR 255 0 0 END END END
  LAYER NAME "strict" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from (select * from {SCHEMA}.t where level < %limit%) as t using unique id using srid=4326"
    VALIDATION "limit" "^[0-9]{{1,9}}$" "default_limit" "3" END
    CLASS STYLE COLOR 255 0 0 END END END
  LAYER NAME "timed" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326"
    METADATA "wms_title" "timed" "wms_timeextent" "2024-01-01/2024-12-31" "wms_timeitem" "seen"
             "wms_timedefault" "2024-01-05" END
    CLASS STYLE COLOR 255 0 0 END END END
END
"""
HOSTILE = {
    "drop": f"{MARK}'; DROP TABLE {SCHEMA}.t; --", "quote": f"{MARK}' OR '1'='1", "two quotes": f"{MARK}''",
    "double quote": f'{MARK}" OR 1=1 --', "backslash": f"{MARK}\\' OR 1=1 --", "percent": f"{MARK}%_%s%n%value%",
    "dollar": f"{MARK}$1 $$ $x$", "comment": f"{MARK}/* */ -- ", "nul": f"{MARK}\0'; DROP TABLE {SCHEMA}.t; --",
    "not utf-8": f"{MARK}\udcbf\\' OR 1=1 --", "brackets": f"{MARK}[name]{{a,b}}`([id] = 1)`", "newline": f"{MARK}\n;select 1;",
    "megabyte": MARK + "'" * (1 << 20),
}


@pytest.fixture(scope="module")
def server(cluster):
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", TABLE], check=True, stderr=subprocess.DEVNULL)
    folder = servers.own_folder()
    (folder / "injection.map").write_text(MAPFILE)
    started = servers.start_listener(database_log.settings(NAME) | {"MS_MAPFILE": str(folder / "injection.map")})
    yield started
    assert started.stop() == [0]
    (folder / "injection.map").unlink()
    folder.rmdir()
    subprocess.run(["psql", "-X", "-q", "-c", f"drop schema {SCHEMA} cascade"], check=True, stderr=subprocess.DEVNULL)


def ask(server, parameters):
    """A GetMap with these parameters besides; a POST, because a line of a GET has its limits."""
    values = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "SRS": "EPSG:4326", "BBOX": "0,0,40,40",
              "WIDTH": "100", "HEIGHT": "100", "FORMAT": "image/png", "STYLES": ""} | parameters
    body = "&".join(f"{name}={quote(value.encode('utf-8', 'surrogateescape'), safe='')}" for name, value in values.items())
    before = database_log.size()
    answer = servers.fetch(server.address, data=body.encode(),
                           headers={"Content-Type": "application/x-www-form-urlencoded"})
    return answer, database_log.entries(NAME, before)


def statements(entries):
    return [entry for entry in entries if database_log.STATEMENT.search(entry)]


def rows_left():
    return subprocess.run(["psql", "-XAtc", f"select count(*) from {SCHEMA}.t"], check=True, capture_output=True,
                          text=True).stdout.strip()


def check(answer, entries):
    assert not any(MARK in entry for entry in statements(entries)), "a client's text became SQL"
    errors = [entry for entry in entries if "ERROR:" in entry and "syntax" in entry]
    assert not errors, errors[0][:500]
    assert rows_left() == "40"
    assert "DROP" not in answer.text[:4000] or not answer.is_png
    assert "SELECT" not in answer.text[:4000]


@pytest.mark.parametrize("layer", ["filtered", "item", "bound"])
@pytest.mark.parametrize("kind", list(HOSTILE))
def test_a_substituted_value_is_a_parameter_or_refused(server, layer, kind):
    answer, entries = ask(server, {"LAYERS": layer, "value": HOSTILE[kind]})
    check(answer, entries)
    if answer.is_png and kind in ("drop", "quote", "two quotes", "percent", "dollar", "comment"):
        details = [entry for entry in entries if "DETAIL:" in entry and "parameters:" in entry]
        assert any(MARK in entry for entry in details), "the value did not arrive as a parameter"


@pytest.mark.parametrize("kind", list(HOSTILE))
@pytest.mark.parametrize("parameter, layer", [("TIME", "timed"), ("limit", "strict"), ("BBOX", "item"),
                                              ("LAYERS", "item"), ("STYLES", "item"), ("SRS", "item"),
                                              ("ELEVATION", "timed"), ("DIM_LEVEL", "timed"), ("ANGLE", "item"),
                                              ("FEATUREID", "item"), ("FILTER", "item"), ("map_size", "item")])
def test_other_parameters_reach_no_statement(server, parameter, layer, kind):
    answer, entries = ask(server, {"LAYERS": layer} | {parameter: HOSTILE[kind]})
    check(answer, entries)
    if parameter in ("BBOX", "LAYERS", "SRS"):  # an invalid TIME gives the default
        assert not answer.is_png


@pytest.mark.parametrize("box", ["0,0,40,40'; DROP TABLE t", "0,0,1e400,40", "nan,0,40,40", "0,0,inf,40", "0x0,0,40,40",
                                 "0,0,40," + "9" * 100000])
def test_a_box_is_numbers_or_refused(server, box):
    answer, entries = ask(server, {"LAYERS": "item", "BBOX": box})
    check(answer, entries)
    assert not answer.is_png


@pytest.mark.parametrize("time_value", ["2024-01-05", "2024-01-05/2024-01-08", "2024-01-05,2024-01-07"])
def test_moments_that_are_some_arrive_as_parameters(server, time_value):
    answer, entries = ask(server, {"LAYERS": "timed", "TIME": time_value})
    assert answer.is_png, answer.text
    sent = "".join(statements(entries))
    assert "2024" not in sent and re.search(r'"seen" (>=|<|BETWEEN) \$\d', sent), sent
    assert any("DETAIL:" in entry and "2024-01-05" in entry for entry in entries)


def test_the_box_arrives_as_parameters(server):
    _, entries = ask(server, {"LAYERS": "item", "BBOX": "1.25,2.5,30.125,31.0625"})
    assert "ST_MakeEnvelope($" in "".join(statements(entries))
    assert "30.125" not in "".join(statements(entries))
