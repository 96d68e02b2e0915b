# SPDX-License-Identifier: MIT
"""CQL2 through OGC API Features on the shipped data: the same number of features as SQL, and no client's text in SQL."""

import json
import os
import subprocess
from urllib.parse import quote

import database_log
import pytest
import servers

NAME = f"ms-cql2-{os.getpid()}"
MARK = "zzcql2"
MAPFILE = """
MAP NAME "cql2" SIZE 100 100 EXTENT -180 -90 180 90 PROJECTION "EPSG:4326" END
  WEB METADATA "oga_enable_request" "OGCAPI" "oga_title" "cql2" "oga_onlineresource" "http://localhost/cql2/ogcapi" END END
  LAYER NAME "countries" TYPE POLYGON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from demo.ne_countries using unique gid using srid=4326" PROJECTION "EPSG:4326" END
    METADATA "oga_title" "countries" "oga_featureid" "gid" "gml_include_items" "all" "gml_types" "auto"
      "gml_name_en_alias" "English" "oga_srs" "EPSG:4326 EPSG:3857" "oga_queryable_items" "gid,iso_a2,name_en,name_de,name_fr,name_el" END END
  LAYER NAME "pois" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from demo.osm_pois using unique gid using srid=3857" PROJECTION "EPSG:3857" END
    METADATA "oga_title" "pois" "oga_featureid" "gid" "gml_include_items" "all" "gml_types" "auto" "oga_queryable_items" "gid,osm_id,name,kind" END END
END
"""
# A filter and the equivalent SQL condition.
COUNTRIES = [
    ("English='France'", "name_en = 'France'"),
    ("NOT English LIKE 'S%' AND iso_a2 IS NOT NULL", "name_en NOT LIKE 'S%' AND iso_a2 IS NOT NULL"),
    ("name_de LIKE '_sterreich' OR name_de = 'Schweiz'", "name_de LIKE '_sterreich' OR name_de = 'Schweiz'"),
    ("CASEI(name_de) = CASEI('ÖSTERREICH')", "lower(name_de) = lower('ÖSTERREICH')"),
    ("casei(name_el) LIKE casei('ΕΛΛ%')", "lower(name_el) LIKE lower('ΕΛΛ%')"),
    ("iso_a2 IN ('FR', 'DE', 'x') OR name_fr IS NULL", "iso_a2 IN ('FR', 'DE', 'x') OR name_fr IS NULL"),
    ("gid BETWEEN 10 AND 19 AND gid % 3 = 1", "gid BETWEEN 10 AND 19 AND gid % 3 = 1"),
    ("gid * 2 - 1 > 400 OR 12 div gid = 4", "gid * 2 - 1 > 400 OR 12 / gid = 4"),
    ("English = name_de", "name_en = name_de"),
    ("English < name_de", 'name_en < name_de COLLATE "C"'),
    ("S_INTERSECTS(geom, POINT(10 50))", "ST_Intersects(geom, ST_Point(10, 50, 4326))"),
    ("S_INTERSECTS(geom, BBOX(5, 45, 15, 55))", "ST_Intersects(geom, ST_MakeEnvelope(5, 45, 15, 55, 4326))"),
    ("S_WITHIN(geom, POLYGON((0 40,20 40,20 60,0 60,0 40)))", "ST_Within(geom, ST_MakeEnvelope(0, 40, 20, 60, 4326))"),
    ("NOT S_DISJOINT(geom, LINESTRING(0 50, 20 50)) AND gid > 0",
     "ST_Intersects(geom, 'SRID=4326;LINESTRING(0 50, 20 50)')"),
    ("S_INTERSECTS(geom, BBOX(175, -50, -175, 0))",
     "ST_Intersects(geom, ST_MakeEnvelope(175, -50, 180, 0, 4326)) OR ST_Intersects(geom, ST_MakeEnvelope(-180, -50, -175, 0, 4326))"),
]
POIS = [
    ("kind IN ('restaurant', 'cafe') AND name IS NULL", "kind IN ('restaurant', 'cafe') AND name IS NULL"),
    ("NOT name LIKE '%a%'", "name NOT LIKE '%a%'"),
    ("osm_id * 2 > 45000", "osm_id > 22500"),
    ("name = kind OR kind < 'b'", "name = kind OR kind < 'b' COLLATE \"C\""),
]


@pytest.fixture(scope="module")
def server(cluster):
    folder = servers.own_folder()
    (folder / "cql2.map").write_text(MAPFILE)
    (folder / "mapserver.conf").write_text(f'CONFIG MAPS "cql2" "{folder}/cql2.map" END END')
    started = servers.start_listener(database_log.settings(NAME) | {"MAPSERVER_CONFIG_FILE": str(folder / "mapserver.conf")})
    yield started
    assert started.stop() == [0]
    (folder / "cql2.map").unlink()
    (folder / "mapserver.conf").unlink()
    folder.rmdir()


def items(server, collection, filter, **parameters):
    values = {"f": "json", "limit": "1", "filter": filter} | parameters
    words = "&".join(f"{name}={quote(value.encode('utf-8', 'surrogateescape'), safe='')}" for name, value in values.items())
    return servers.fetch(f"{server.address}cql2/ogcapi/collections/{collection}/items?{words}")


def matched(answer):
    assert answer.status == 200, answer.text[:1000]
    return json.loads(answer.body)["numberMatched"]


def counted(table, condition):
    return int(subprocess.run(["psql", "-XAt", "-d", "demo", "-c", f"select count(*) from demo.{table} where {condition}"], check=True,
                              capture_output=True, text=True).stdout)


@pytest.mark.parametrize("filter, condition", COUNTRIES)
def test_countries_are_as_many_as_sql_counts(server, filter, condition):
    number = counted("ne_countries", condition)
    assert 0 < number < 241
    assert matched(items(server, "countries", filter)) == number


@pytest.mark.parametrize("filter, condition", POIS)
def test_places_with_nulls_are_as_many_as_sql_counts(server, filter, condition):
    number = counted("osm_pois", condition)
    assert 0 < number < counted("osm_pois", "true")
    assert matched(items(server, "pois", filter)) == number


def test_json_and_reference_systems(server):
    point = {"op": "s_intersects", "args": [{"property": "geom"}, {"type": "Point", "coordinates": [10, 50]}]}
    assert matched(items(server, "countries", json.dumps(point), **{"filter-lang": "cql2-json"})) == 1
    for filter, system in [("POINT(50 10)", "EPSG/0/4326"), ("POINT(1113194.9 6446275.8)", "EPSG/0/3857")]:
        answer = items(server, "countries", f"S_INTERSECTS(geom, {filter})",
                       **{"filter-crs": f"http://www.opengis.net/def/crs/{system}"})
        assert json.loads(answer.body)["features"][0]["properties"]["English"] == "Germany"


def test_a_box_in_degrees_is_one_in_metres(server):
    inside = "geom && ST_Transform(ST_MakeEnvelope(-180, -90, 180, 90, 4326), 4326)"
    assert matched(items(server, "countries", "S_INTERSECTS(geom, BBOX(-180,-90,180,90))")) == counted("ne_countries", inside)
    west, south, east, north = (float(value) for value in subprocess.run(
        ["psql", "-XAt", "-F", " ", "-d", "demo", "-c", "select ST_XMin(b), ST_YMin(b), ST_XMax(b), (ST_YMin(b) + ST_YMax(b)) / 2 "
         "from (select ST_Transform(ST_SetSRID(ST_Extent(geom)::geometry, 3857), 4326) as b from demo.osm_pois) as t"],
        check=True, capture_output=True, text=True).stdout.split())
    box = f"{west - 1}, {south - 1}, {east + 1}, {north}"
    number = counted("osm_pois", f"ST_Intersects(geom, ST_Transform(ST_MakeEnvelope({box}, 4326), 3857))")
    assert 0 < number < counted("osm_pois", "true")
    assert matched(items(server, "pois", f"S_INTERSECTS(geom, BBOX({box}))")) == number


@pytest.mark.parametrize("filter, told", [
    ("English=", "Cannot parse filter: CQL2Text Expression Parsing Error: syntax error, unexpected end of string"),
    ("name_ko = 'x'", "'name_ko' is not a queryable item"), ("geom = 1", "is a geometry"), ("gid", "is not a condition"),
    ("pg_sleep(5) = 1", "Unhandled function pg_sleep"), ("(" * 500 + "1", "nested too deeply"),
    ("English = '\udcff'", "not UTF-8"), ("S_INTERSECTS(geom, POINT(1))", "malformed geometry"),
    ("S_WITHIN(geom, MULTIPOLYGON(((0 0,10 0,10 10,0 10,0 0)),((5 5,15 5,15 15,5 15,5 5))))", "a polygon crosses itself"),
])
def test_what_makes_no_sense_is_told(server, filter, told):
    answer = items(server, "countries", filter)
    assert answer.status == 400
    assert told in json.loads(answer.body)["description"]


@pytest.mark.parametrize("text", [f"{MARK}''; DROP TABLE demo.ne_countries; --", f"{MARK}$1 $$", f"{MARK}\\\\", f"{MARK}%_%s\"",
                                  f"{MARK}/* */ --", f"{MARK}[name]`{{a,b}}"])
@pytest.mark.parametrize("form", ["English = '{}'", "English LIKE '{}%'", "English IN ('{}', 'x')", "CASEI(English) = '{}'",
                                  "English < '{}' AND gid < 0", "'{}' = English", "\"{}\" = 1", "{}(gid) = 1"])
def test_a_clients_text_is_a_parameter_or_refused(server, form, text):
    before = database_log.size()
    answer = items(server, "countries", form.replace("{}", text))
    entries = database_log.entries(NAME, before)
    assert not any(MARK in entry for entry in entries if database_log.STATEMENT.search(entry))
    assert not any("ERROR:" in entry for entry in entries), entries
    assert answer.status == 400 or matched(answer) == 0
    assert counted("ne_countries", "true") == 241


@pytest.mark.parametrize("filter", ["gid * 1e300 * 1e300 > 0", "gid / 0 = 1", "gid % 0 = 1", "gid ^ 1e300 > 0", "gid = 1e308",
                                    "gid IN (1e308, 9223372036854775808)", "gid div 1e-308 = 1", "gid = 99999999999999999999"])
def test_numbers_at_the_ends_of_their_range_end_no_request(server, filter):
    assert items(server, "countries", filter).status == 200
