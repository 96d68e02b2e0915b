# SPDX-License-Identifier: MIT
"""The server's log: its fields, its levels while it runs, and the trace id of the caller."""

import concurrent.futures
import json
import re
import signal
import time
from collections import defaultdict
from pathlib import Path

import fastcgi
import pytest
import servers
from requests_of_wms import BAD_REQUESTS, get_map

TEXT_LINE = re.compile(r"\[\w{3} \w{3} \d\d \d\d:\d\d:\d\d\.\d{6} \d{4}\] \[[\w/]+:\w+\] \[pid \d+:tid \d+\]"
                       r"( \[client [\d.:a-f]+\])?( \[request [0-9a-f]{16}\])? .+")
# The examples of the standard, https://www.w3.org/TR/trace-context/.
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PARENT}-01"
INVALID = ["", "nonsense", f"ff-{TRACE}-{PARENT}-01", f"00-{'0' * 32}-{PARENT}-01", f"00-{TRACE}-{'0' * 16}-01",
           f"00-{TRACE.upper()}-{PARENT}-01", f"00-{TRACE}-{PARENT}-01-x"]


def set_env(server, told="reloaded", **pairs):
    """Writes keys into the server's CONFIG file; returns after the server has read it and logged that."""
    path = server.folder / "maps/mapserver.conf"
    text = re.sub(r'\n *"MS_LOG\w+" "[^"]*"', "", path.read_text())
    new = "".join(f'\n    "{name}" "{value}"' for name, value in pairs.items())
    path.write_text(re.sub(r"\bENV\b", lambda found: found[0] + new, text, count=1))
    seen = server.log().count(told)
    server.processes[0].send_signal(signal.SIGHUP)
    end = time.monotonic() + servers.PATIENCE_S
    while server.log().count(told) == seen and time.monotonic() < end:
        time.sleep(0.02)


def test_ten_thousand_lines_of_json_have_all_fields_and_rising_times():
    server = servers.start_listener({"MS_LOG_FORMAT": "JSON", "MS_DEBUGLEVEL": "5", "MS_THREADS": "4"})
    try:
        queries = [get_map(BBOX=f"{i % 50},{i % 40},{300 + i},{200 + i}", WIDTH="30", HEIGHT="20") for i in range(2500)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            assert all(answer.is_png for answer in pool.map(lambda query: servers.fetch(f"{server.address}?{query}"), queries))
        lines = [json.loads(line) for line in server.log().splitlines()]
    finally:
        server.stop()
    assert len(lines) >= 10_000
    last = defaultdict(int)
    for line in lines:
        assert set(line) == {"time_us", "time", "level", "module", "pid", "tid", "client", "request", "trace", "message"}
        assert last[line["pid"], line["tid"]] <= line["time_us"]
        last[line["pid"], line["tid"]] = line["time_us"]
    drawn = [line for line in lines if line["module"] == "render"]
    assert len({line["request"] for line in drawn}) == len(queries)
    assert all(line["client"] == "127.0.0.1" and len(line["trace"]) == 32 for line in drawn)


def test_lines_of_text_have_all_fields():
    server = servers.start_listener({"MS_LOG_FORMAT": "TEXT", "MS_DEBUGLEVEL": "5"})
    try:
        servers.fetch(f"{server.address}?{get_map()}")
        servers.fetch(f"{server.address}?{BAD_REQUESTS[0][0]}")
        lines = server.log().splitlines()
    finally:
        server.stop()
    assert len(lines) > 4 and not [line for line in lines if not TEXT_LINE.fullmatch(line)]
    assert any("[render:timing]" in line and "[request " in line for line in lines)


def test_one_module_gets_another_level_without_a_restart():
    server = servers.start_listener({"MS_LOG_FORMAT": "JSON"})

    def modules(count=1):
        """Of the lines about a request; the one about the access comes after the answer."""
        seen = len(server.log().splitlines())
        assert servers.fetch(f"{server.address}?{get_map()}").is_png
        end = time.monotonic() + servers.PATIENCE_S
        while len(server.log().splitlines()) < seen + count and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.05)
        return {json.loads(line)["module"] for line in server.log().splitlines()[seen:]}
    try:
        assert modules(0) == set()
        set_env(server, MS_LOG_LEVELS="render:2")
        assert modules() == {"render"}
        set_env(server, MS_LOG_LEVELS="server:1")
        assert modules() == {"server"}
        set_env(server, "there is no such module", MS_LOG_LEVELS="nonsense:1")
        assert modules() == {"server"}, "a setting that is wrong leaves things as they were"
        set_env(server, MS_LOG_FORMAT="TEXT")
        assert TEXT_LINE.fullmatch(server.log().splitlines()[-1])
    finally:
        assert server.stop() == [0]


@pytest.fixture
def traced():
    folder = servers.own_folder()
    server = servers.start_listener({"MS_LOG_FORMAT": "JSON", "MS_DEBUGLEVEL": "2", "MS_TRACE_FILE": str(folder / "trace"),
                                     "MS_TRACE_FORMAT": "JSON"})
    yield server, folder / "trace"
    server.stop()
    (folder / "trace").unlink()
    folder.rmdir()


def ask_traced(traced, header):
    """The line of the log and the line of the trace about one request."""
    server, path = traced
    answer = servers.fetch(f"{server.address}?{get_map()}", headers={"traceparent": header} if header else {})
    assert answer.is_png
    spans = json.loads(path.read_text().splitlines()[-1])
    return [line for line in map(json.loads, server.log().splitlines()) if line["module"] == "render"][-1], spans


def test_a_trace_that_the_caller_began_goes_on(traced):
    line, spans = ask_traced(traced, TRACEPARENT)
    assert (spans["trace_id"], spans["parent_id"]) == (TRACE, PARENT)
    assert re.fullmatch("[0-9a-f]{16}", spans["span_id"]) and spans["span_id"] != PARENT
    assert (line["trace"], line["request"]) == (TRACE, spans["span_id"])


@pytest.mark.parametrize("header", INVALID)
def test_a_traceparent_that_is_none_begins_a_trace_of_our_own(traced, header):
    line, spans = ask_traced(traced, header)
    assert re.fullmatch("[0-9a-f]{32}", spans["trace_id"]) and spans["trace_id"] != TRACE
    assert spans["parent_id"] == "" and line["trace"] == spans["trace_id"]


def test_a_log_that_was_moved_away_is_made_anew_even_if_the_config_file_is_broken():
    folder = servers.own_folder()
    log = folder / "log"
    server = servers.start_listener_of(folder, {"m": 'MAP NAME "m" END'}, {"MS_ERRORFILE": str(log)})
    try:
        log.rename(folder / "old")
        config = folder / "mapserver.conf"
        config.write_text(config.read_text().replace("MAPS", "MAPZ"))
        server.processes[0].send_signal(signal.SIGHUP)
        end = time.monotonic() + servers.PATIENCE_S
        while not (log.exists() and "reloaded" in log.read_text()) and time.monotonic() < end:
            time.sleep(0.02)
        assert "MAPZ" in log.read_text() and "reloaded" not in (folder / "old").read_text()
    finally:
        server.stop()


def blocked_signals(server):
    """Those of all threads but the first, which waits for them."""
    pid = server.processes[0].pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        if task.name != str(pid):
            mask = int(re.search(r"SigBlk:\s+(\w+)", (task / "status").read_text())[1], 16)
            yield {number for number in signal.Signals if mask >> (number - 1) & 1}


def test_signals_that_come_while_one_is_handled_end_nothing():
    folder = servers.own_folder()
    server = servers.start_listener_of(folder, {"m": 'MAP NAME "m" END'}, {"MS_CASCADE_HOSTS": "127.0.0.1"})
    try:
        masks = list(blocked_signals(server))
        assert masks and all({signal.SIGHUP, signal.SIGTERM, signal.SIGINT} <= mask for mask in masks)
        for _ in range(100):
            server.processes[0].send_signal(signal.SIGHUP)
        assert servers.fetch(f"{server.address}/livez").status == 200
    finally:
        assert server.stop() == [0]


def test_the_access_log_names_the_client_behind_a_trusted_proxy():
    folder = servers.own_folder()
    server = servers.start_listener_of(folder, {"m": 'MAP NAME "m" END'},
                                       {"MS_TRUSTED_PROXIES": "127.0.0.1", "MS_DEBUGLEVEL": "2"})
    try:
        servers.fetch(f"{server.address}/livez", {"X-Forwarded-For": "203.0.113.9"})
        servers.fetch(f"{server.address}/livez", {"X-Forwarded-For": "nonsense"})
        lines = [line for line in server.log().splitlines() if "/livez" in line]
    finally:
        server.stop()
    assert re.search(r" 203\.0\.113\.9 GET /livez 200 3 \d+ ms$", lines[0])
    assert "203.0.113.9" not in lines[1] and "unknown GET /livez" in lines[1]


def test_the_access_log_names_the_page_that_a_request_comes_from():
    folder = servers.own_folder()
    server = servers.start_listener_of(folder, {"m": 'MAP NAME "m" END'}, {"MS_DEBUGLEVEL": "1"})
    try:
        servers.fetch(f"{server.address}/livez", {"Referer": "https://maps.example/viewer?a=b"})
        servers.fetch(f"{server.address}/livez", {"Referer": "x" * 10000 + "\tforged"})
        lines = [line for line in server.log().splitlines() if "/livez" in line]
    finally:
        server.stop()
    assert re.search(r" GET /livez 200 3 \d+ ms, referer: https://maps\.example/viewer\?a=b$", lines[0])
    assert re.search(r" ms, referer: x{2000}$", lines[1])


def test_a_web_server_hands_the_trace_on():
    folder = servers.own_folder()
    program = fastcgi.Program(servers.MAPSERV, env={"MAPSERVER_CONFIG_FILE": str(servers.EXAMPLES / "mapserver.conf"),
                                                    "MS_TRACE_FILE": str(folder / "trace")})
    try:
        program.ask(get_map(), HTTP_TRACEPARENT=TRACEPARENT)
    finally:
        program.stop()
    begins = [line for line in (folder / "trace").read_text().splitlines() if " BEGIN request" in line]
    (folder / "trace").unlink()
    folder.rmdir()
    assert len(begins) == 1 and re.search(rf"\[trace {TRACE} {PARENT} [0-9a-f]{{16}}\]", begins[0])
