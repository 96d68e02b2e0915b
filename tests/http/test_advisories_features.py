# SPDX-License-Identifier: MIT
"""Published advisories of feature services (WFS, OGC API, filters) of map servers: each attack's analogue, sent to ours.

A test's id names the advisory. Those of style sheets, drawing and the CGI are in test_advisories.py, those about files, other servers
and error messages in test_advisories_disclosure.py.
"""

import json
import os
import subprocess
from urllib.parse import quote
from xml.sax.saxutils import escape

import database_log
import hostile
import pytest
import servers

NAME = f"ms-advisories-{os.getpid()}"
SCHEMA = f"ms_advisories_features_{os.getpid()}"
MARK = "zzadvisory"
TABLE = f"""
create extension if not exists postgis;
drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};
create table {SCHEMA}.t as
  select i as id, 'name ' || i as name, timestamp '2024-01-01' + i * interval '1 day' as seen, '["a"]'::text as list, 'zzhidden' as secret,
         ST_Point(i, i, 4326)::geometry(Point,4326) as geom from generate_series(1, 9) i;
alter table {SCHEMA}.t add primary key (id);
"""
MAPFILE = f"""
MAP NAME "a" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "a" "ows_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*" "oga_enable_request" "OGCAPI" END END
  LAYER NAME "t" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" TEMPLATE "none"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326"
    METADATA "ows_title" "t" "ows_featureid" "id" "gml_include_items" "all" "gml_exclude_items" "secret" "gml_types" "auto"
      "oga_queryable_items" "id,name,seen,list" "oga_sortable_items" "id,name" "wms_timeitem" "seen" "wms_timeextent" "2024-01-01/2024-12-31" END
    CLASS STYLE COLOR 255 0 0 SIZE 3 END END END
END
"""


@pytest.fixture(scope="module")
def server(cluster):
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", TABLE], check=True, stderr=subprocess.DEVNULL)
    started = servers.start_listener_of(servers.own_folder(), {"a": MAPFILE}, database_log.settings(NAME) | {"MS_REQUEST_TIMEOUT": "10"})
    started.map_folder = started.folder
    yield started
    assert started.stop() == [0]
    rows = subprocess.run(["psql", "-XAtc", f"select count(*) from {SCHEMA}.t"], check=True, capture_output=True, text=True)
    subprocess.run(["psql", "-X", "-q", "-c", f"drop schema {SCHEMA} cascade"], check=True, stderr=subprocess.DEVNULL)
    assert rows.stdout.strip() == "9", "a request changed the table"


def fetch(server, path, parameters=None, body=None, content_type="text/xml"):
    """The answer, which hostile.judge() has accepted: no 5xx, no secret, the server alive."""
    query = hostile.encode(parameters) if parameters else ""
    if len(query) > 7000 and body is None:  # as a form: the length of URLs is limited
        query, body, content_type = "", query, hostile.FORM["Content-Type"]
    address = f"{server.address}{path}" + (f"?{query}" if query else "")
    watch = server.watch()
    answer = servers.fetch(address, data=body.encode() if body is not None else None, headers={"Content-Type": content_type} if body is not None else None)
    hostile.judge(server, answer, watch.seconds, f"{parameters}{body}")
    return answer


def without_sql(server, ask):
    """The answers; no part of a request became a part of a statement, and no statement failed."""
    before = database_log.size()
    answers = ask()
    for entry in database_log.entries(NAME, before):
        assert "ERROR:" not in entry, entry
        if database_log.STATEMENT.search(entry):
            assert MARK not in entry, entry
    for answer in answers:
        assert "zzhidden" not in answer.text
    return answers


WFS = {"SERVICE": "WFS", "VERSION": "2.0.0", "REQUEST": "GetFeature", "TYPENAMES": "t"}
ITEMS = "/a/ogcapi/collections/t/items"
FES = 'xmlns="http://www.opengis.net/fes/2.0" xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"'


def wfs_filter(server, inside):
    """The same filter in a parameter, in a document, and in WFS 1.1.0's words."""
    old = inside.replace("ValueReference>", "PropertyName>")
    document = f'<GetFeature service="WFS" version="2.0.0" {FES}><Query typeNames="t"><fes:Filter>{inside}</fes:Filter></Query></GetFeature>'
    return [fetch(server, "/a", WFS | {"FILTER": f"<Filter {FES}>{inside}</Filter>"}), fetch(server, "/a", body=document),
            fetch(server, "/a", {"SERVICE": "WFS", "VERSION": "1.1.0", "REQUEST": "GetFeature", "TYPENAME": "t", "FILTER": f"<Filter>{old}</Filter>"})]


def equal(name, value):
    return f"<PropertyIsEqualTo><ValueReference>{escape(name)}</ValueReference><Literal>{escape(value)}</Literal></PropertyIsEqualTo>"


def call(function, *values):
    """A function of a filter that would be true for each row if its last argument became SQL."""
    literals = "".join(f"<Literal>{escape(value)}</Literal>" for value in values)
    return (f'<PropertyIsEqualTo><Function name="{escape(function)}"><ValueReference>name</ValueReference>{literals}</Function>'
            "<Literal>true</Literal></PropertyIsEqualTo>")


LEAVES_QUOTES = f"{MARK}') = true OR 1=1 --"
FILTERS = {
    "CVE-2025-59431 name of a column": equal(f'{MARK}" OR 1=1 --', "1"),
    "CVE-2025-59431 backslash": equal(f"{MARK}\\\" OR 1=1 --", "1"),
    "CVE-2023-25157 strEndsWith": call("strEndsWith", LEAVES_QUOTES),
    "CVE-2023-25157 strStartsWith": call("strStartsWith", LEAVES_QUOTES),
    "CVE-2023-25157 jsonArrayContains": call("jsonArrayContains", "/x", LEAVES_QUOTES),
    "CVE-2023-25157 PropertyIsLike": f'<PropertyIsLike wildCard="%" singleChar="_" escapeChar="\\"><ValueReference>name</ValueReference><Literal>{MARK}\\\' OR 1=1 -- %</Literal></PropertyIsLike>',
    "CVE-2023-25157 escape character": f'<PropertyIsLike wildCard="*" singleChar="." escapeChar="\'"><ValueReference>name</ValueReference><Literal>{MARK}\' OR 1=1 --</Literal></PropertyIsLike>',
    "CVE-2023-25157 FeatureId": f'<ResourceId rid="t.{MARK}\' OR \'1\'=\'1"/>',
    "CVE-2023-25157 DWithin": f'<DWithin><ValueReference>geom</ValueReference><gml:Point srsName="EPSG:4326"><gml:pos>1 1</gml:pos></gml:Point><Distance uom="m">1) OR 1=1 -- {MARK}</Distance></DWithin>',
    "CVE-2013-7262 time": "<During><ValueReference>seen</ValueReference><gml:TimePeriod><gml:beginPosition>2024-01-01' OR 1=1 -- " + MARK
                          + "</gml:beginPosition><gml:endPosition>2024-01-02</gml:endPosition></gml:TimePeriod></During>",
    "CVE-2011-2703 literal": equal("name", f"{MARK}' OR '1'='1"),
    "CVE-2011-2703 system": f'<BBOX><ValueReference>geom</ValueReference><gml:Envelope srsName="EPSG:4326) OR 1=1 -- {MARK}"><gml:lowerCorner>0 0</gml:lowerCorner>'
                            "<gml:upperCorner>0.5 0.5</gml:upperCorner></gml:Envelope></BBOX>",
    "CVE-2011-2704 long literal": equal("name", MARK + "x" * 50_000),
    "CVE-2017-5522 long name": equal(MARK + "x" * 50_000, "1"),
    "CVE-2024-36401 code as a name": equal("exec(java.lang.Runtime.getRuntime(),'touch /tmp/" + MARK + "')", "1"),
}


@pytest.mark.parametrize("kind", list(FILTERS))
def test_a_filter_is_values_and_known_names(server, kind):
    for answer in without_sql(server, lambda: wfs_filter(server, FILTERS[kind])):
        assert answer.status in (200, 400) and answer.text.count("name 1<") == 0 and answer.text.count("name 9<") == 0, answer.text[:500]
    assert not os.path.exists(f"/tmp/{MARK}")


EVERY = f"1 OR 1=1 {MARK}"
EXEC = f"exec(java.lang.Runtime.getRuntime(),'touch /tmp/{MARK}')"
PARAMETERS = {
    "GHSA-xp29-8wp5-wc3p id": [("/a", WFS | {"FEATUREID": f"t.{EVERY}"}), ("/a", WFS | {"RESOURCEID": f"t.{EVERY}"}),
                               ("/a", WFS | {"STOREDQUERY_ID": "urn:ogc:def:query:OGC-WFS::GetFeatureById", "ID": f"t.{EVERY}"}),
                               (f"{ITEMS}/{quote(EVERY)}", None), (ITEMS, {"id": EVERY}), (ITEMS, {"filter": f'id = "{EVERY}"'}),
                               ("/a", {"mode": "indexquery", "qlayer": "t", "shapeindex": EVERY}),
                               ("/a", {"mode": "itemnquery", "qlayer": "t", "qitem": "id", "qstring": EVERY})],
    "MapServer#4834 time": [("/a", hostile.GET_MAP | {"LAYERS": "t", "TIME": f"2024-01-01' OR 1=1 -- {MARK}"}),
                            (ITEMS, {"datetime": f"2024-01-01T00:00:00Z' OR 1=1 -- {MARK}"}),
                            (ITEMS, {"filter": f"seen = TIMESTAMP('2024-01-01'' OR 1=1 -- {MARK}')"})],
    "CVE-2025-59431 order": [("/a", WFS | {"SORTBY": f'id", (select 1) -- {MARK}'}), ("/a", WFS | {"SORTBY": f"id {MARK}; select 1"}),
                             (ITEMS, {"sortby": f'id",(select 1) -- {MARK}'})],
    "CVE-2025-59431 selection": [("/a", WFS | {"PROPERTYNAME": f'id", secret as "{MARK}'}), (ITEMS, {"properties": f'id", secret as "{MARK}'}),
                                 ("/a", WFS | {"REQUEST": "GetPropertyValue", "VALUEREFERENCE": f'id", secret as "{MARK}'})],
    "CVE-2011-2703 box": [("/a", WFS | {"BBOX": f"0,0,1,1,EPSG:4326) OR 1=1 -- {MARK}"}), ("/a", WFS | {"SRSNAME": f"EPSG:4326; {MARK}"}),
                          (ITEMS, {"bbox": f"0,0,1,1) OR 1=1 -- {MARK}"}), (ITEMS, {"bbox": "0,0,1,1", "bbox-crs": f"EPSG:4326) {MARK}"})],
    "GHSA-288j offset": [(ITEMS, {"offset": f"0; {MARK}"}), (ITEMS, {"limit": f"1; {MARK}"}), ("/a", WFS | {"STARTINDEX": f"0; {MARK}"}),
                         ("/a", WFS | {"COUNT": f"1; {MARK}"})],
    "CVE-2024-36401 code": [("/a", WFS | {"REQUEST": "GetPropertyValue", "VALUEREFERENCE": EXEC}), ("/a", WFS | {"PROPERTYNAME": EXEC}),
                            ("/a", WFS | {"SORTBY": EXEC}), (ITEMS, {"filter": EXEC}), (ITEMS, {"sortby": EXEC}),
                            ("/a", hostile.GET_FEATURE_INFO | {"LAYERS": "t", "QUERY_LAYERS": "t", "PROPERTYNAME": EXEC})],
}


@pytest.mark.parametrize("kind", list(PARAMETERS))
def test_a_parameter_is_a_value_or_a_known_name(server, kind):
    answers = without_sql(server, lambda: [fetch(server, path, parameters) for path, parameters in PARAMETERS[kind]])
    for answer, request in zip(answers, PARAMETERS[kind]):
        is_all = "name 1" in answer.text and "name 9" in answer.text
        # A parameter that OGC API does not know is refused, an unknown ID finds no feature.
        assert not is_all or answer.status == 200 and request[0] == "/a" and "REQUEST" not in request[1], (request, answer.text[:300])
    assert not os.path.exists(f"/tmp/{MARK}")


QGIS_FILTERS = ["t: \"id\" = 1; DROP TABLE x", "t:\"id\" = 1 OR 1=1", "t:id in (select pg_sleep(9))", "t:\"name\" = 'a' UNION SELECT 1", "t:1=1;--"]


@pytest.mark.parametrize("text", QGIS_FILTERS)
def test_no_parameter_of_wms_is_a_condition_of_sql(server, text):
    """QGIS Server's FILTER= of WMS and EXP_FILTER= of WFS (its tests of injection, qgis/QGIS#4124)."""
    def ask():
        return [fetch(server, "/a", base | {name: f"{text} {MARK}"}) for name in ("FILTER", "EXP_FILTER", "CQL_FILTER")
                for base in (hostile.GET_MAP | {"LAYERS": "t"}, hostile.GET_FEATURE_INFO | {"LAYERS": "t", "QUERY_LAYERS": "t"}, WFS)]
    without_sql(server, ask)


def nested(operator, depth, inside):
    return f'{{"op":"{operator}","args":[' * depth + inside + "]}" * depth


IS_ONE = '{"op":"=","args":[{"property":"id"},1]}'
CQL2_JSON = {
    "MapServer#7542 many arguments": '{"op":"and","args":[' + ",".join([IS_ONE] * 1100) + "]}",
    "MapServer#7542 arrays in arrays": '{"op":"in","args":[{"property":"id"},' + "[" * 20_000 + "]" * 20_000 + "]}",
    "MapServer#7542 empty arguments": '{"op":"or","args":[' + ",".join(["{}"] * 14_000) + "]}",
    "MapServer#7538 depth": nested("not", 1700, IS_ONE), "MapServer#7538 functions": nested("casei", 1700, '"a"'),
    "GHSA-v4x2 no arguments": '{"op":"and"}', "GHSA-v4x2 half an operator": '{"op":"and","args":[' + IS_ONE + ',{"op":', "GHSA-v4x2 null": '{"op":"and","args":[null,null]}',
    "GHSA-v4x2 wrong types": '{"op":["and"],"args":{"a":1}}', "GHSA-v4x2 one argument": '{"op":"between","args":[{"property":"id"}]}',
    "GHSA-v4x2 geometry": '{"op":"s_intersects","args":[{"property":"geom"},{"type":"Polygon","coordinates":[[],[[]],[[[]]]]}]}',
}
CQL2_TEXT = {
    "GHSA-v4x2 unfinished": ["id =", "id = 1 AND", "(", ")", "NOT", "id IN (", "id BETWEEN 1", "'", '"', "S_INTERSECTS(geom,", "POINT(", "casei(", "id = DATE(", "1 1 1", "\0"],
    "GHSA-v4x2 twice": ["(id = 1) (id = 1)", "id = 1 = 1", "id IS NOT", "id IS NULL NULL", "S_INTERSECTS(geom, geom, geom)", "S_INTERSECTS(1, 1)"],
    "MapServer#7538 depth": ["(" * 4000 + "id = 1" + ")" * 4000, "NOT " * 4000 + "id = 1", "id = 1" + "+1" * 4000, "id = " + "-" * 4000 + "1"],
}


def ask_bounded(server, parameters):
    """Within 4 times the largest document plus the memory that a heap retains; MapServer took 1 GB for 43 kB."""
    before = hostile.peak_mib(server)
    answer = fetch(server, ITEMS, parameters)
    assert answer.status in (200, 400), answer.text[:500]
    assert hostile.peak_mib(server) - before < 64
    return answer


@pytest.mark.parametrize("kind", list(CQL2_JSON))
def test_a_filter_in_json_is_bounded(server, kind):
    assert len(CQL2_JSON[kind]) < 65_000
    ask_bounded(server, {"filter": CQL2_JSON[kind], "filter-lang": "cql2-json"})


@pytest.mark.parametrize("kind", list(CQL2_TEXT))
def test_a_filter_in_text_is_bounded(server, kind):
    for text in CQL2_TEXT[kind]:
        ask_bounded(server, {"filter": text})


def test_page_of_features_has_no_markup_of_a_request(server):
    """GHSA-288j (offset in a page's links), GHSA-cr49-pm9v-m788 of QGIS Server, CVE-2020-15500 of TileServer GL (key in its links)."""
    script = "\"'><script>alert(1)</script>"
    for path in ("/a/ogcapi", "/a/ogcapi/collections", "/a/ogcapi/collections/t", ITEMS, f"{ITEMS}/1", "/a/ogcapi/api", "/a/ogcapi/conformance"):
        for name in ("offset", "limit", "bbox", "crs", "sortby", "filter", "f", "key", "datetime", "properties", script):
            answer = fetch(server, path, {"f": "html"} | {name: script})
            assert answer.type == "application/json" or "<script>alert" not in answer.text and "'><script" not in answer.text, (path, name)
    for path in (f"/a/ogcapi/{quote(script)}", f"/a/ogcapi/collections/{quote(script)}", f"{ITEMS}/{quote(script)}"):
        assert "<script>alert" not in fetch(server, path, {"f": "html"}).text
    assert json.loads(fetch(server, ITEMS, {"f": "json"}).body)["numberReturned"] == 9
