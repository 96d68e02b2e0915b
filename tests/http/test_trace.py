# SPDX-License-Identifier: MIT
"""Where the time went: Server-Timing, the trace file in its three forms, and the numbers for Prometheus."""

import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import servers
from requests_of_wms import BAD_REQUESTS, get_map

MAPTRACE = servers.SOURCE / "scripts/maptrace"


@pytest.fixture
def observed(request):
    """A listener with everything on; yields it with the path of its trace file."""
    folder = servers.own_folder()
    path = folder / "trace"
    server = servers.start_listener({"MS_SERVER_TIMING": "ON", "MS_METRICS": "ON", "MS_TRACE_FILE": str(path), "MS_THREADS": "4",
                                     "MS_TRACE_FORMAT": getattr(request, "param", "LINES")})
    path.write_text("" if getattr(request, "param", "") != "CHROME" else path.read_text())
    yield server, path
    server.stop()
    shutil.rmtree(folder)


def stages(header):
    return {name: float(duration) for name, duration in re.findall(r"(\w+);dur=([\d.]+)", header)}


def test_server_timing_names_the_stages_of_a_map(observed):
    server, _ = observed
    answer = servers.fetch(f"{server.address}?{get_map()}")
    times = stages(answer.headers["server-timing"])
    assert {"request", "map_cache", "plan", "layer", "fetch", "raster", "encode"} <= set(times)
    assert sum(times[name] for name in ("map_cache", "plan", "start", "layer", "encode")) <= times["request"] + 0.01


def test_nobody_gets_timings_or_numbers_that_were_not_wished_for():
    server = servers.start_listener()
    try:
        assert "server-timing" not in servers.fetch(f"{server.address}?{get_map()}").headers
        assert servers.fetch(f"{server.address}metrics").status != 200
        assert servers.fetch(f"{server.address}livez").text == servers.fetch(f"{server.address}readyz").text == "ok\n"
    finally:
        server.stop()


def test_a_server_is_ready_when_its_maps_can_be_read():
    folder = servers.own_folder()
    mapfile = folder / "own.map"
    mapfile.write_text("MAP LAYER TYPE NONSENSE END END")
    server = servers.start_listener({"MS_MAPFILE": str(mapfile)})
    try:
        answer = servers.fetch(f"{server.address}readyz")
        assert (answer.status, answer.text) == (503, 'not ready: the map "MS_MAPFILE" cannot be read\n')
        assert servers.fetch(f"{server.address}livez").status == 200
        assert "own.map:1:" in server.log()  # the client sees no path, the operator does
        mapfile.write_text("MAP EXTENT 0 0 1 1 SIZE 10 10 END")
        assert servers.fetch(f"{server.address}readyz").status == 200
        mapfile.write_text("MAP LAYER TYPE NONSENSE END END")
        assert servers.fetch(f"{server.address}readyz").status == 200  # the last good one stays in use
    finally:
        server.stop()
        shutil.rmtree(folder)


def trees_of(path):
    """maptrace's call trees of a trace file, all matched."""
    done = subprocess.run([sys.executable, MAPTRACE, "--json", path], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def request_trees(path):
    return [tree for tree in trees_of(path) if tree["name"] == "request"]


def test_maptrace_reads_the_trace_of_maps_and_of_errors(observed):
    server, path = observed
    for query in (get_map(), BAD_REQUESTS[0][0], get_map(WIDTH="50")):
        servers.fetch(f"{server.address}?{query}")
    trees = trees_of(path)
    assert {tree["name"] for tree in trees} == {"request", "write"}
    trees = [tree for tree in trees if tree["name"] == "request"]
    assert len(trees) == 3
    drawn = [call["name"] for call in trees[0]["calls"]]
    assert drawn[:5] == ["parse", "queue", "map_cache", "plan", "start"] and drawn[-1] == "encode:small"
    assert "layer:land" in drawn and "layer:road" in drawn
    assert all(sum(call["us"] for call in tree["calls"]) <= tree["us"] for tree in trees)


@pytest.mark.parametrize("observed", ["JSON"], indirect=True)
def test_json_has_a_line_a_request_with_its_counters(observed):
    server, path = observed
    servers.fetch(f"{server.address}?{get_map()}")
    servers.fetch(f"{server.address}?{BAD_REQUESTS[0][0]}")
    good, bad = map(json.loads, path.read_text().splitlines())
    assert (good["status"], bad["status"]) == (200, 400)
    assert good["layers_asked"] == "land,road" and [layer["name"] for layer in good["layers"]] == ["land", "road"]
    assert good["counters"]["rows"] >= 2 and good["counters"]["vertices"] > good["counters"]["rows"]
    assert good["bytes"] > 500 and good["stages_ms"]["encode"] > 0


@pytest.mark.parametrize("observed", ["CHROME"], indirect=True)
def test_chrome_events_lie_within_their_request(observed):
    server, path = observed
    servers.fetch(f"{server.address}?{get_map()}")
    events = json.loads(path.read_text().rstrip().rstrip(",") + "]")
    whole = [event for event in events if event["name"] == "request"][-1]
    inner = [event for event in events[events.index(whole) + 1:] if event["name"] != "write"]
    assert len(inner) > 8
    for event in inner:
        assert event["ph"] == "X"
        assert whole["ts"] - 1 <= event["ts"] <= event["ts"] + event["dur"] <= whole["ts"] + whole["dur"] + 2


@pytest.mark.parametrize("mode", ["", "map=inline&mode=map&layers=land+road&mapext={i}+{j}+{k}+{l}&mapsize={k}+200"])
def test_the_stages_of_a_request_add_up_to_it(observed, mode):
    server, path = observed
    for i in range(100):
        query = get_map(BBOX=f"{i},{i / 2},{300 + 3 * i},{200 + 2 * i}", WIDTH=str(300 + i))
        query = mode.format(i=i, j=i / 2, k=300 + 3 * i, l=200 + 2 * i) or query
        assert servers.fetch(f"{server.address}?{query}").is_png
    requests = request_trees(path)
    assert len(requests) == 100
    # Of each request, so that one that had to wait for a processor between two stages is one of a hundred.
    # What no stage accounts for is below 5 %, or 100 us: small requests take less time than the scheduler's noise.
    missing = [max(0, tree["us"] - sum(call["us"] for call in tree["calls"]) - max(tree["us"] * 0.05, 100)) for tree in requests]
    assert statistics.median(missing) == 0, sorted(missing)


SLEEPY = """MAP NAME "sleepy" SIZE 100 100 EXTENT 0 0 40 40 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "s" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
  LAYER NAME "points" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname={database}"
    DATA "geom from (select i as id, ST_Point(i, i, 4326) as geom from generate_series(1, 30) i, pg_sleep({sleep})) as t using unique id using srid=4326"
    METADATA "ows_title" "p" END
    CLASS STYLE COLOR 255 0 0 SIZE 3 END END
  END
END"""
SLEEP_S = 2  # long enough for all clients to come meanwhile, on a busy machine, too


def sleepy(seconds=SLEEP_S):
    return SLEEPY.format(database=os.environ["PGDATABASE"], sleep=seconds)


def test_requests_at_the_same_time_are_trees_of_threads_of_their_own(observed, cluster):
    server, path = observed
    (server.folder / "maps/inline.map").write_text(sleepy())
    server.processes[0].send_signal(signal.SIGHUP)
    while "reloaded" not in server.log():
        time.sleep(0.02)
    maps = [get_map(LAYERS="points", STYLES="", CRS="EPSG:4326", BBOX="0,0,40,40", WIDTH=str(100 + i)) for i in range(4)]
    urls = [f"{server.address}?{query}" for query in maps]
    with ThreadPoolExecutor(len(urls)) as clients:
        assert all(answer.is_png for answer in clients.map(servers.fetch, urls))
    trees = request_trees(path)
    assert len({(tree["pid"], tree["tid"]) for tree in trees}) == len(trees) == len(urls)
    began, ended = [tree["begin_us"] for tree in trees], [tree["begin_us"] + tree["us"] for tree in trees]
    assert max(began) < min(ended)  # each waits for the database
    for tree in trees:
        assert sum(call["name"] == "layer:points" for call in tree["calls"]) == 1
        assert sum(call["us"] for call in tree["calls"]) <= tree["us"]
        assert tree["us"] >= SLEEP_S * 1_000_000


@pytest.mark.parametrize("observed", ["JSON"], indirect=True)
def test_statements_in_the_log_account_for_the_wait_of_the_trace(observed, cluster):
    server, path = observed
    mapfile = server.folder / "maps/inline.map"
    mapfile.write_text(sleepy())
    config = server.folder / "maps/mapserver.conf"
    config.write_text(config.read_text().replace("ENV", 'ENV "MS_LOG_LEVELS" "source/postgis:3"', 1))
    server.processes[0].send_signal(signal.SIGHUP)
    while "reloaded" not in server.log():
        time.sleep(0.02)
    query = get_map(LAYERS="points", STYLES="", CRS="EPSG:4326", BBOX="0,0,40,40")
    assert servers.fetch(f"{server.address}?{query}").is_png
    said = re.findall(r'layer "points": (\d+) rows, (\d+) bytes, first row after (\d+) us, waited (\d+) us, end after (\d+) us: SELECT',
                      server.log())
    assert len(said) == 1
    rows, size, first, waited, end = map(int, said[0])
    spans = json.loads(path.read_text().splitlines()[-1])
    assert (rows, size) == (30, spans["counters"]["database_bytes"])
    assert SLEEP_S * 1_000_000 <= first <= end and waited <= end
    assert waited / 1000 == pytest.approx(spans["stages_ms"]["db_wait"], rel=0.05)
    assert spans["stages_ms"]["first_row"] >= 0.9 * spans["stages_ms"]["db_wait"]


def calls_of(tree):
    """Names of all its calls, depth first."""
    return [name for call in tree["calls"] for name in (call["name"], *calls_of(call))]


@pytest.mark.parametrize("observed", ["LINES"], indirect=True)
def test_what_is_asked_about_a_table_has_a_span_and_is_asked_once(observed, cluster):
    server, path = observed
    (server.folder / "maps/inline.map").write_text(sleepy())
    for box in ("0,0,40,40", "0,0,50,50"):
        assert servers.fetch(f"{server.address}?{get_map(LAYERS='points', STYLES='', CRS='EPSG:4326', BBOX=box)}").is_png
    first, second = [calls_of(tree) for tree in request_trees(path)]
    assert first.count("learn:points") == 1 and first[first.index("learn:points") + 1:][:2] == ["pool_wait", "connect"]
    assert not any(name.startswith("learn") for name in second)


@pytest.mark.parametrize("observed", ["LINES"], indirect=True)
def test_a_request_that_gets_the_answer_of_an_equal_one_has_a_trace_of_its_own(observed, cluster):
    server, path = observed
    (server.folder / "maps/inline.map").write_text(sleepy())
    query = get_map(LAYERS="points", STYLES="", CRS="EPSG:4326", BBOX="0,0,40,40")
    with ThreadPoolExecutor(20) as clients:
        assert all(answer.is_png for answer in clients.map(lambda _: servers.fetch(f"{server.address}?{query}"), range(20)))
    trees = request_trees(path)
    joined = [tree for tree in trees if "join" in calls_of(tree)]
    assert len(trees) == 20 and len(joined) >= 10
    assert all(calls_of(tree) == ["parse", "join"] for tree in joined)
    assert max(tree["us"] for tree in joined) >= SLEEP_S * 1_000_000  # the database sleeps so long


def number(text, name):
    return float(re.search(rf"^{re.escape(name)} ([\d.e+-]+)$", text, re.M)[1])


def test_metrics_count_requests_rows_and_layers(observed):
    server, _ = observed
    for _ in range(3):
        servers.fetch(f"{server.address}?{get_map()}")
    servers.fetch(f"{server.address}?{BAD_REQUESTS[0][0]}")
    answer = servers.fetch(f"{server.address}metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert number(answer.text, 'mapserver_requests_total{operation="GetMap",status="200"}') == 3
    assert number(answer.text, 'mapserver_requests_total{operation="GetMap",status="400"}') == 1
    assert number(answer.text, 'mapserver_request_seconds_count{operation="GetMap"}') == 4
    assert number(answer.text, 'mapserver_layer_seconds_count{layer="land"}') == 3
    assert number(answer.text, "mapserver_layers_total") == 6
    assert number(answer.text, 'mapserver_stage_seconds_total{stage="encode"}') > 0


def test_metrics_name_operations_that_parameters_do_not(observed):
    server, _ = observed
    xml = '<ListStoredQueries xmlns="http://www.opengis.net/wfs/2.0" service="WFS" version="2.0.0"/>'
    made_up = '<Nonsense xmlns="http://www.opengis.net/wfs/2.0" service="WFS" version="2.0.0"/>'
    for body in (xml, made_up):
        servers.fetch(f"{server.address}?map=wfs", data=body.encode(), headers={"Content-Type": "text/xml"})
    for path in ("", "/conformance", "/collections/nix/items", "/nonsense"):
        servers.fetch(f"{server.address}ogcapi/ogcapi{path}?f=json")
    text = servers.fetch(f"{server.address}metrics").text
    seen = dict(re.findall(r'^mapserver_requests_total\{operation="([^"]+)",status="(\d+)"\}', text, re.M))
    assert seen["ListStoredQueries"] == seen["ogcapi/conformance"] == "200" and seen["ogcapi/items"] == "404"
    assert number(text, 'mapserver_requests_total{operation="ogcapi",status="404"}') == 1
    assert not any("onsense" in name for name in seen)


def test_metrics_count_errors_by_their_kind(observed):
    server, _ = observed
    (server.folder / "maps/inline.map").write_text("MAP NAME 'x' LAYER END")
    for query in ("map=nix", "map=world&SERVICE=WMS&REQUEST=GetMap", "map=inline&SERVICE=WMS&REQUEST=GetCapabilities",
                  "map=wfs&SERVICE=WFS&REQUEST=GetFeature&TYPENAMES=nix", "map=world&mode=nonsense"):
        assert servers.fetch(f"{server.address}?{query}").status >= 400
    text = servers.fetch(f"{server.address}metrics").text
    kinds = {kind: number(text, f'mapserver_errors_total{{kind="{kind}"}}')
             for kind in ("bad_request", "not_found", "mapfile", "source", "limit", "internal")}
    assert kinds["mapfile"] == 1 and kinds["bad_request"] >= 4 and sum(kinds.values()) == 6 and kinds["internal"] == 0  # the first was to see whether the server is up
    assert number(text, 'mapserver_requests_total{operation="GetFeature",status="400"}') == 1
    assert servers.fetch(f"{server.address}?{get_map(map='world')}").status >= 400  # no layer has that name
    again = servers.fetch(f"{server.address}metrics").text
    assert number(again, 'mapserver_errors_total{kind="bad_request"}') + number(again, 'mapserver_errors_total{kind="not_found"}') == 6


def wait_for_a_connection_in_use(server):
    """The number of them, as soon as there is one."""
    end, in_use = time.monotonic() + servers.PATIENCE_S, 0
    while not in_use and time.monotonic() < end:
        in_use = number(servers.fetch(f"{server.address}metrics").text, 'mapserver_database_connections{state="in_use"}')
    return in_use


def test_metrics_tell_the_connections_to_databases_and_what_is_answered_together(observed, cluster):
    server, _ = observed
    (server.folder / "maps/inline.map").write_text(sleepy())
    query = get_map(LAYERS="points", STYLES="", CRS="EPSG:4326", BBOX="0,0,40,40")
    with ThreadPoolExecutor(20) as clients:
        answers = list(clients.map(lambda _: servers.fetch(f"{server.address}?{query}"), range(20)))
    assert all(answer.is_png for answer in answers)
    text = servers.fetch(f"{server.address}metrics").text
    drawn = number(text, 'mapserver_requests_total{operation="GetMap",status="200"}')
    shared = number(text, "mapserver_shared_answers_total")
    assert drawn + shared == 20 and shared >= 10
    assert number(text, 'mapserver_database_connections{state="idle"}') >= 1
    assert number(text, 'mapserver_database_connections{state="in_use"}') == 0
    assert number(text, 'mapserver_cache_entries{cache="maps"}') == 1
    with ThreadPoolExecutor(1) as clients:
        slow = clients.submit(servers.fetch, f"{server.address}?{query}")
        assert wait_for_a_connection_in_use(server) == 1 and slow.result().is_png


def test_metrics_do_not_take_clients_that_left_for_errors(observed, cluster):
    server, _ = observed
    (server.folder / "maps/inline.map").write_text(sleepy(20))
    query = get_map(LAYERS="points", STYLES="", CRS="EPSG:4326", BBOX="0,0,40,40")
    host, port = server.address.removeprefix("http://").strip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=servers.PATIENCE_S) as link:
        link.sendall(f"GET /?{query} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        wait_for_a_connection_in_use(server)
    end, text = time.monotonic() + servers.PATIENCE_S, ""
    while 'status="499"' not in text and time.monotonic() < end:
        text = servers.fetch(f"{server.address}metrics").text
    assert number(text, 'mapserver_requests_total{operation="GetMap",status="499"}') == 1
    assert number(text, 'mapserver_errors_total{kind="limit"}') == 0


def test_a_trace_file_that_was_moved_away_is_made_anew_on_sighup(observed):
    server, path = observed
    servers.fetch(f"{server.address}?{get_map()}")
    path.rename(path.with_name("old"))
    server.processes[0].send_signal(signal.SIGHUP)
    while "reloaded" not in server.log():
        time.sleep(0.02)
    seen = path.with_name("old").read_text()
    servers.fetch(f"{server.address}?{get_map()}")
    assert " BEGIN request" in path.read_text() and path.with_name("old").read_text() == seen


def test_labels_never_come_from_clients(observed):
    server, _ = observed
    servers.fetch(f"{server.address}?map=inline&SERVICE=WMS&REQUEST=Evil%22%7D%0A")
    text = servers.fetch(f"{server.address}metrics").text
    assert "Evil" not in text and 'operation="other"' in text


def test_the_dashboard_asks_for_numbers_that_there_are(observed):
    server, _ = observed
    servers.fetch(f"{server.address}?{get_map()}")
    text = servers.fetch(f"{server.address}metrics").text
    dashboard = json.loads((servers.SOURCE / "docs/deploy/grafana.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    names = {name for query in queries for name in re.findall(r"\bmapserver_\w+", query)}
    assert len(names) >= 8
    assert not {name for name in names if not re.search(rf"^{name}(?:{{| )", text, re.M)}
    stages_asked = {stage for query in queries for found in re.findall(r'stage=~?"([^"]+)"', query)
                    for stage in found.split("|")}
    assert all(f'stage="{stage}"' in text for stage in stages_asked)


WIDE = """
MAP SIZE 100 100 EXTENT 0 0 10 10
  LAYER NAME "points" TYPE POINT STATUS ON {uses} CONNECTIONTYPE POSTGIS CONNECTION "{connection}"
    DATA "geom from (select i as id, ST_Point(i, i, 3857)::geometry(Point, 3857) as geom{columns} from generate_series(1, 9) i) as t
          using unique id using srid=3857"
    PROJECTION "init=epsg:3857" END
    CLASS STYLE COLOR 255 0 0 SIZE 5 END LABEL TYPE BITMAP SIZE TINY COLOR 0 0 0 END END
  END
  PROJECTION "init=epsg:3857" END
END
"""


def test_a_text_of_a_megabyte_that_nothing_shows_stays_in_the_database(cluster):
    folder = servers.own_folder()
    text = ", repeat('x', 1000000) as note"
    maps = {"narrow": WIDE.format(uses="", columns="", connection=cluster), "wide": WIDE.format(uses="", columns=text, connection=cluster),
            "shown": WIDE.format(uses='LABELITEM "note"', columns=text.replace("1000000", "1000"), connection=cluster)}
    for name, mapfile in maps.items():
        (folder / f"{name}.map").write_text(mapfile)
    (folder / "ms.conf").write_text("CONFIG MAPS " + " ".join(f'"{name}" "{folder}/{name}.map"' for name in maps) + " END END")
    trace = folder / "trace"
    server = servers.start_listener({"MAPSERVER_CONFIG_FILE": str(folder / "ms.conf"), "MS_TRACE_FILE": str(trace), "MS_TRACE_FORMAT": "JSON"})
    try:
        trace.write_text("")
        for name in maps:
            answer = servers.fetch(f"{server.address}?map={name}&mode=map&layers=points")
            assert answer.is_png, answer.text
        counters = [json.loads(line)["counters"] for line in trace.read_text().splitlines()]
        assert [each["rows"] for each in counters] == [9, 9, 9]
        narrow, wide, shown = (each["database_bytes"] for each in counters)
        assert 0 < narrow == wide and shown >= narrow + 9 * 1000
    finally:
        server.stop()
        shutil.rmtree(folder)
