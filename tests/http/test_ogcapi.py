# SPDX-License-Identifier: MIT
"""OGC API - Features over PostGIS: pages, boxes and filters compared with SQL, stock clients, and hostile ones."""

import json
import os
import random
import subprocess
from urllib.parse import quote, urlsplit

import database_log
import pytest
import servers

NAME = f"ms-ogcapi-{os.getpid()}"
SCHEMA = f"ms_ogcapi_{os.getpid()}"
MARK = "zzoga"
TABLE = f"""
create extension if not exists postgis;
drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};
create table {SCHEMA}.t as
  select i as id, case when i % 11 = 0 then null else 'Name ' || i end as name, timestamp '2024-01-01' + i * interval '1 day' as seen, i % 7 as level,
         i / 3.0 as weight, i % 2 = 0 as even, 'hidden' as secret, ST_Point(i * 7 - 175, i - 25, 4326)::geometry(Point,4326) as geom from generate_series(1, 50) i;
alter table {SCHEMA}.t add primary key (id); create index on {SCHEMA}.t using gist (geom);
create table {SCHEMA}.areas as
  select 'a/' || i as code, ST_Transform(ST_Multi(ST_Buffer(ST_Point(i * 3, 50, 4326), 1, 2)), 25832)::geometry(MultiPolygon,25832) as geom from generate_series(1, 3) i;
alter table {SCHEMA}.areas add primary key (code);
create table {SCHEMA}.places as
  select i as id, case when i <> 2 then ST_Point(i, i, 4326) end::geometry(Point,4326) as geom from generate_series(1, 3) i;
alter table {SCHEMA}.places add primary key (id);
analyze {SCHEMA}.t; analyze {SCHEMA}.areas; analyze {SCHEMA}.places;
"""
MAPFILE = f"""
MAP NAME "oga" SIZE 100 100 EXTENT 0 0 40 40 PROJECTION "EPSG:4326" END
  WEB METADATA "oga_title" "oga" "oga_enable_request" "OGCAPI" "oga_max_limit" "40" "oga_default_limit" "7" END END
  LAYER NAME "points" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326"
    METADATA "oga_title" "points" "oga_featureid" "id" "gml_include_items" "all" "gml_exclude_items" "secret" "gml_types" "auto" "ows_srs" "EPSG:4326 EPSG:3857"
      "oga_queryable_items" "id,name,seen,level,weight,even" "oga_sortable_items" "name,level,seen" END END
  LAYER NAME "areas" TYPE POLYGON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" PROJECTION "EPSG:25832" END
    DATA "geom from {SCHEMA}.areas using unique code using srid=25832"
    METADATA "oga_title" "areas" "oga_featureid" "code" "gml_include_items" "all" "gml_types" "auto" END END
  LAYER NAME "placed" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.places using unique id using srid=4326" METADATA "oga_title" "placed" "oga_featureid" "id" END END
  LAYER NAME "listed" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.places using unique id using srid=4326"
    METADATA "oga_title" "listed" "oga_featureid" "id" "oga_use_default_extent_for_getfeature" "false" END END
  LAYER NAME "broken" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo password=verysecret"
    DATA "geom from {SCHEMA}.nothing using unique id using srid=4326" METADATA "oga_title" "broken" "oga_featureid" "id"
      "oga_queryable_items" "all" END END
END
"""
HOSTILE = [f"{MARK}'; DROP TABLE {SCHEMA}.t; --", f"{MARK}' OR '1'='1", f'{MARK}" OR 1=1 --', f"{MARK}\\' OR 1=1 --", f"{MARK}%_%s%n%value%", f"{MARK}$1 $$ $x$",
           f"{MARK}/* */ -- ", f"{MARK}[name]{{a,b}}`([id] = 1)`", f"{MARK}</script><img src=x onerror=alert(1)>", f"{MARK}\r\nSet-Cookie: a=b", "(" * 5000, "1" * 400,
           "NOT " * 3000 + "true", '{"op":"not","args":[' * 2000, '{"op":"="}', "[1,2", "S_INTERSECTS(geom,POLYGON((0 0,1 1)))", "../../etc/passwd", "9" * 30, "1e999", "nan"]
CRS = "http://www.opengis.net/def/crs/"


@pytest.fixture(scope="module")
def server(cluster):
    with servers.listener_over_tables(TABLE, SCHEMA, "oga", MAPFILE, database_log.settings(NAME)) as started:
        yield started


def address(server, path, **parameters):
    query = "&".join(f"{quote(name.replace('_', '-'), safe='')}={quote(str(value), safe='')}" for name, value in ({"f": "json"} | parameters).items())
    return f"{server.address}oga/ogcapi{path}?{query}"


def ask(server, path, **parameters):
    return servers.fetch(address(server, path, **parameters))


def document(server, path, **parameters):
    answer = ask(server, path, **parameters)
    assert answer.status == 200, answer.text[:1000]
    return json.loads(answer.body)


def ids(server, **parameters):
    found = document(server, "/collections/points/items", **({"limit": 40} | parameters))
    assert found["numberReturned"] == len(found["features"])
    return [int(feature["id"]) for feature in found["features"]]


@pytest.mark.parametrize("layer, expected", [("placed", [1, 3]), ("listed", [1, 2, 3])])
def test_features_without_a_geometry_need_a_layer_without_default_extent(server, layer, expected):
    """As in MapServer since 8.4."""
    found = document(server, f"/collections/{layer}/items")
    assert found["numberMatched"] == len(expected)
    assert {int(feature["id"]): feature["geometry"] is None for feature in found["features"]} == {i: i == 2 for i in expected}
    inside = document(server, f"/collections/{layer}/items", bbox="0,0,2.5,2.5")
    assert [int(feature["id"]) for feature in inside["features"]] == [1]


def sql(condition):
    text = subprocess.run(["psql", "-XAtc", f"select id from {SCHEMA}.t where {condition} order by id limit 40"], check=True, capture_output=True, text=True).stdout
    return [int(line) for line in text.split()]


def links(found, relation):
    return [link["href"] for link in found["links"] if link.get("rel") == relation]


def test_links_lead_everywhere_and_each_answer_is_of_the_type_that_was_promised(server):
    seen, waiting = set(), [address(server, "")]
    while waiting:
        url = waiting.pop()
        if url in seen or not url.startswith(server.address) or "broken" in url:
            continue
        seen.add(url)
        answer = servers.fetch(url)
        assert answer.status == 200, (url, answer.text[:500])
        if "json" in answer.type:
            found = json.loads(answer.body)
            for part in [found, *found.get("collections", [])]:
                for link in part.get("links", []):
                    if link["href"].startswith(server.address):
                        assert servers.fetch(link["href"]).type == link["type"].split(";")[0] or "broken" in link["href"], link
                        waiting.append(link["href"])
        else:
            assert answer.type == "text/html" and answer.text.startswith("<!DOCTYPE html>")
    paths = {urlsplit(url).path for url in seen}
    assert {"/oga/ogcapi/api", "/oga/ogcapi/conformance", "/oga/ogcapi/collections/areas/queryables", "/oga/ogcapi/collections/points/items"} <= paths
    assert len(seen) > 40


def test_queryables_are_parameters_of_the_items(server):
    paths = document(server, "/api")["paths"]
    named = {path: {each["name"]: each["schema"] for each in paths[f"/collections/{path}/items"]["get"]["parameters"] if "name" in each}
             for path in ("points", "areas", "broken")}
    assert list(named["points"]) == ["limit", "sortby", "id", "name", "seen", "level", "weight", "even"]  # in the order of the list
    assert named["points"]["seen"] == {"type": "string", "format": "date-time"} and named["points"]["level"] == {"type": "integer"}
    assert named["points"]["limit"]["maximum"] == 40
    assert list(named["areas"]) == list(named["broken"]) == ["limit", "sortby"]


def test_pages_give_each_feature_once(server):
    seen, url = [], address(server, "/collections/points/items", sortby="level")
    while url:
        found = json.loads(servers.fetch(url).body)
        assert found["numberMatched"] == 50
        seen += [(feature["properties"]["level"], int(feature["id"])) for feature in found["features"]]
        url = next(iter(links(found, "next")), None)
    assert seen == sorted((i % 7, i) for i in range(1, 51))
    assert len(document(server, "/collections/points/items", limit=1000)["features"]) == 40  # oga_max_limit


def test_a_page_and_its_count_are_two_statements(server):
    for _ in range(2):
        ask(server, "/collections/points/items", limit=3, filter="level=3")
    before = database_log.size()
    ask(server, "/collections/points/items", limit=3, offset=2, filter="level=3")
    statements = database_log.statements(NAME, before)
    assert len(statements) == 2, statements
    page, count = sorted(statements, key=lambda text: "count(" in text)
    assert "LIMIT 3 OFFSET 2" in page and 'ORDER BY "id"' in page and "secret" not in page
    assert "count(" in count and "ST_AsBinary" not in count


def test_one_feature_is_asked_for_by_an_index(server):
    for _ in range(2):
        ask(server, "/collections/points/items/17")
    before = database_log.size()
    found = document(server, "/collections/points/items/17")
    assert found["properties"] == {"id": 17, "name": "Name 17", "seen": "2024-01-18T00:00:00Z", "level": 3, "weight": pytest.approx(17 / 3), "even": False}
    statement, = database_log.statements(NAME, before)
    assert '"id" = $1' in statement, statement
    assert document(server, "/collections/areas/items/a%2F2")["id"] == "a/2"
    for value in ("17.0", "x", "17 or true", "99999999999999999999999", "17'"):
        assert ask(server, f"/collections/points/items/{quote(value)}").status == 404


@pytest.mark.parametrize("seed", range(12))
def test_boxes_find_what_sql_finds(server, seed):
    chance = random.Random(seed)
    west, east = sorted(chance.uniform(-180, 180) for _ in range(2))
    south, north = sorted(chance.uniform(-30, 30) for _ in range(2))
    inside = f"ST_Intersects(geom, ST_MakeEnvelope({west},{south},{east},{north},4326))"
    assert ids(server, bbox=f"{west},{south},{east},{north}") == sql(inside)
    assert ids(server, bbox=f"{south},{west},{north},{east}", bbox_crs=CRS + "EPSG/0/4326") == sql(inside)
    around = f"(ST_X(geom) >= {east} or ST_X(geom) <= {west}) and ST_Y(geom) between {south} and {north}"
    assert ids(server, bbox=f"{east},{south},{west},{north}") == sql(around)


@pytest.mark.parametrize("cql, condition", [
    ("name='Name 3'", "name = 'Name 3'"), ("name<>'Name 3'", "name <> 'Name 3'"), ("NOT name='Name 3'", "not name = 'Name 3'"), ("name IS NULL", "name is null"),
    ("name LIKE 'Name 1%'", "name like 'Name 1%'"), ("CASEI(name) LIKE CASEI('NAME _')", "lower(name) like lower('NAME _')"), ("level>=5 AND NOT id>30", "level >= 5 and id <= 30"),
    ("level IN (1,3) OR id BETWEEN 40 AND 42", "level in (1,3) or id between 40 and 42"), ("id=3*4+1", "id = 13"), ("weight<2.5", "weight < 2.5"),
    ("seen<TIMESTAMP('2024-01-10T00:00:00Z')", "seen < '2024-01-10'"), ("seen>=DATE('2024-02-01')", "seen >= '2024-02-01'"),
    ("S_INTERSECTS(geom,BBOX(-50,-20,50,20))", "ST_Intersects(geom, ST_MakeEnvelope(-50,-20,50,20,4326))"),
    ("S_WITHIN(geom,POLYGON((0 -30,100 -30,0 30,0 -30)))", "ST_Within(geom, 'srid=4326;POLYGON((0 -30,100 -30,0 30,0 -30))'::geometry)"),
])
def test_filters_find_what_sql_finds(server, cql, condition):
    assert ids(server, filter=cql) == sql(condition)
    assert ids(server, filter=cql, level="3") == sql(f"({condition}) and level = 3")


@pytest.mark.parametrize("name, value, condition", [("name", "Name 3", "name = 'Name 3'"), ("level", "3", "level = 3"), ("even", "true", "even"),
                                                    ("seen", "2024-01-03 00:00:00", "id = 2"), ("weight", "2", "weight = 2")])
def test_properties_find_what_sql_finds(server, name, value, condition):
    assert ids(server, **{name: value}) == sql(condition) != []


def test_filters_in_json_and_in_other_systems(server):
    text = json.dumps({"op": "and", "args": [{"op": ">", "args": [{"property": "level"}, 4]}, {"op": "s_intersects", "args": [
        {"property": "geom"}, {"bbox": [-20, -50, 20, 50]}]}]})
    condition = "level > 4 and ST_Intersects(geom, ST_MakeEnvelope(-50,-20,50,20,4326))"
    assert ids(server, filter=text, filter_lang="cql2-json", filter_crs=CRS + "EPSG/0/4326") == sql(condition) != []


def test_coordinates_are_those_of_postgis(server):
    found = document(server, "/collections/areas/items")
    for feature in found["features"]:
        code = feature["id"]
        assert feature["geometry"]["type"] == "Polygon"
        text = subprocess.run(["psql", "-XAtc", f"select ST_AsGeoJSON(ST_Transform(geom,4326),9) from {SCHEMA}.areas where code='{code}'"], check=True,
                              capture_output=True, text=True).stdout
        requested = [tuple(point) for point in json.loads(text)["coordinates"][0][0]]
        given = [tuple(point) for point in feature["geometry"]["coordinates"][0]]
        assert len(given) == len(requested) and all(a == pytest.approx(b, abs=2e-6) for a, b in zip(sorted(given[:-1]), sorted(requested[:-1])))
    stored = document(server, "/collections/areas")["storageCrs"]
    metres = document(server, "/collections/areas/items", crs=stored, limit=1)["features"][0]["geometry"]["coordinates"][0][0]
    assert 100000 < metres[0] < 1000000 and 5000000 < metres[1] < 6000000


def test_what_cannot_be_read_is_told_without_what_is_the_servers_own(server):
    found = document(server, "/collections")  # one broken layer does not affect the others
    assert {each["id"] for each in found["collections"]} == {"points", "areas", "placed", "listed", "broken"}
    assert [each for each in found["collections"] if "extent" not in each][0]["id"] == "broken"
    answer = ask(server, "/collections/broken/items")
    assert answer.status == 500 and answer.type == "application/json"
    assert all(word not in answer.text for word in ("verysecret", SCHEMA, "nothing", "/tmp", "dbname")), answer.text


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_a_client_writes_becomes_sql_or_markup(server, value):
    before = database_log.size()
    path = "/collections/points/items"
    asked = [(path, {name: value}) for name in ("filter", "bbox", "bbox_crs", "crs", "limit", "offset", "sortby", "name", "level", "datetime", "filter_crs", "filter_lang",
                                                "unknown")]
    asked += [(path, {"filter": value, "filter_lang": "cql2-json"}), (path, {"filter": f"name='{value.replace(chr(39), chr(39) * 2)}'"}), (path, {value: "1"}),
              (f"{path}/{quote(value, safe='')}", {}), (f"/collections/{quote(value, safe='')}", {}), (f"/{quote(value, safe='')}", {})]
    for path, parameters in asked:
        for form in ("json", "html"):
            answer = ask(server, path, **({"f": form} | parameters))
            assert answer.status in (200, 400, 404, 414, 431), (path, parameters, answer.text[:500])
            assert "<img" not in answer.text or answer.type != "text/html"
            assert "set-cookie" not in answer.headers
            assert SCHEMA in value or SCHEMA not in answer.text, answer.text[:500]
    for entry in database_log.entries(NAME, before):
        if database_log.STATEMENT.search(entry):
            assert MARK not in entry.split("parameters:")[0].split("DETAIL")[0], entry
        assert "ERROR" not in entry.split("|")[-1][:8], entry
    assert len(ids(server)) == 40


def test_what_is_not_published_cannot_be_told_from_answers(server):
    for parameters in ({"secret": "hidden"}, {"filter": "secret='hidden'"}, {"sortby": "secret"}, {"filter": "\"secret\" LIKE 'h%'"}):
        answer = ask(server, "/collections/points/items", **parameters)
        assert answer.status == 400 and "hidden'" not in answer.text.replace("='hidden'", ""), answer.text
    for path in ("schema", "queryables", "sortables", "items"):
        assert "secret" not in ask(server, f"/collections/points/{path}").text


def test_the_format_is_what_accept_says(server):
    url = f"{server.address}oga/ogcapi/collections/points/items"
    assert servers.fetch(url, headers={"Accept": "application/geo+json"}).type == "application/geo+json"
    assert servers.fetch(url, headers={"Accept": "text/html,application/json;q=0.9,*/*;q=0.8"}).type == "text/html"
    assert "Accept" in servers.fetch(url).headers["vary"]


def test_gdal_reads_collections(server):
    gdal = pytest.importorskip("osgeo.gdal")
    gdal.UseExceptions()
    data = gdal.OpenEx(f"OAPIF:{server.address}oga/ogcapi", gdal.OF_VECTOR, open_options=["PAGE_SIZE=7"])
    points = data.GetLayerByName("points")
    assert points.GetFeatureCount() == 50
    assert sorted(int(feature.GetField("id")) for feature in points) == list(range(1, 51))
    points.SetSpatialFilterRect(-50, -20, 50, 20)
    assert sorted(int(feature.GetField("id")) for feature in points) == sql("ST_Intersects(geom, ST_MakeEnvelope(-50,-20,50,20,4326))")
    assert data.GetLayerByName("areas").GetFeatureCount() == 3
