# SPDX-License-Identifier: MIT
"""mapload against servers of known speed, and against ours."""

import contextlib
import http.server
import json
import os
import pty
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree

import pgbouncer
import pytest
import servers
from conftest import need
from requests_of_wms import get_map

MAPLOAD = servers.MAPSERV.parent / "mapload"
sys.path.insert(0, str(servers.SOURCE / "tests/tools"))
import fastcgi  # noqa: E402
from slow_link import SlowLink  # noqa: E402


class Synthetic(http.server.ThreadingHTTPServer):
    """Answers each GET with an image of 1000 bytes after a fixed time, and records the request."""

    daemon_threads = True
    request_queue_size = 100
    headers = {}

    def __init__(self, delay=0.0, status=200, content_type="image/png"):
        synthetic = self
        self.paths = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                synthetic.paths.append(self.path)
                time.sleep(delay)
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", "1000")
                for name, value in synthetic.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(bytes(1000))

            def log_message(self, *arguments):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/?map=x"


class TimedTiles(Synthetic):
    """Reports that each answer took it 2 ms."""

    headers = {"Server-Timing": "plan;dur=0.5, request;dur=2.0"}

    def __init__(self, delay=0.0):
        super().__init__(max(delay, 0.002))


def mapload(*words):
    done = subprocess.run([MAPLOAD, *map(str, words)], capture_output=True, text=True, timeout=120)
    return done


def options(*synthetic, **more):
    words = ["--box", "0,0,100,100", "--quiet", "--format", "json"]
    for name, server in zip("ab", synthetic):
        words += ["--target", f"{name}={server.url}", "--about", f"{name}=synthetic"]
    return words


def rows(done, table=0):
    return json.loads(done.stdout)["tables"][table]["rows"]


def test_thread2015_finds_the_latency_that_was_built_in():
    fast, slow = Synthetic(0.02), Synthetic(0.3)  # so far apart that other tests do not hide it
    done = mapload("thread2015", *options(fast, slow), "--zooms", 4, "--clients", 2, "--requests", 5, "--rounds", 2)
    assert done.returncode == 0, done.stderr
    row = rows(done)[0]
    assert 20 <= float(row["a ms"].split()[0]) < 300 <= float(row["b ms"].split()[0])
    assert float(row["a req/s"].split()[0]) <= 100
    assert float(row["a / b"]) > 1.3


def test_thread2015_warms_up_as_long_as_it_is_told_to():
    one = Synthetic()
    mapload("thread2015", *options(one), "--zooms", 1, "--clients", 3, "--requests", 4, "--rounds", 1,
            "--warm-up", 10)
    assert len(one.paths) == 3 * 12 + 12  # 12 maps of a cell until they are 30 or more, and one round


def test_all_targets_are_asked_for_the_same_boxes():
    one, other = Synthetic(), Synthetic()
    mapload("thread2015", *options(one, other), "--zooms", "1,16", "--clients", 3, "--requests", 4, "--rounds", 1)
    assert sorted(one.paths) == sorted(other.paths)
    assert len(one.paths) == 2 * 2 * 12  # two zooms, warm-up and one round
    boxes = {re.search("BBOX=([^&]*)", path)[1] for path in one.paths}
    assert len(boxes) == 2 * 12  # also at zoom 1: a server may answer equal requests with one drawing


class Tiring(Synthetic):
    """Takes many times as long from the 60th request on."""

    @property
    def paths(self):
        time.sleep(0.005 if len(self.asked) < 60 else 0.2)
        return self.asked

    @paths.setter
    def paths(self, value):
        self.asked = value


def test_a_machine_that_changes_its_speed_is_told_of():
    words = ["--zooms", 4, "--clients", 2, "--requests", 10, "--warm-up", 1]
    done = mapload("thread2015", *options(Tiring()), *words, "--rounds", 4)
    notes = json.loads(done.stdout)["notes"]
    assert re.fullmatch(r"rounds of one cell differ by \d+ % \(a, zoom 4, 2 clients: [\d.]+ to [\d.]+ requests/s\): .*", notes[0])
    assert float(re.search(r"by (\d+) %", notes[0])[1]) > 100
    one_round = mapload("thread2015", *options(Synthetic(), Synthetic()), *words, "--rounds", 1)
    assert any(note.startswith("one round: ") for note in json.loads(one_round.stdout)["notes"])


def test_foss4g_asks_each_view_once_a_run_and_reports_the_best_of_three(tmp_path):
    views = tmp_path / "views.csv"
    views.write_text("".join(f"{100 + i};100;{i},0,{i + 10},10\n" for i in range(20)))
    server = Synthetic()
    done = mapload("foss4g", *options(server), "--csv", views, "--clients", "1,4")
    assert done.returncode == 0, done.stderr
    assert len(server.paths) == 2 * 3 * 20
    assert all(server.paths.count(path) == 6 for path in set(server.paths)) and len(set(server.paths)) == 20
    for row in rows(done):
        assert float(row["best"]) == max(float(row[f"run {i}"]) for i in (1, 2, 3))


def test_foss4g_goes_through_all_numbers_of_clients_before_it_begins_again():
    """A machine that gets slower meanwhile must not favour the number that came first."""
    words = [word for word in options(Synthetic(), Synthetic()) if word != "--quiet"]
    done = mapload("foss4g", *words, "--views", 4, "--clients", "1,2", "--runs", 2)
    steps = re.findall(r"run (\d), (\d) clients, ([ab])", done.stderr)
    assert ["".join(step) for step in steps] == ["11a", "11b", "12a", "12b", "22b", "22a", "21b", "21a"]


def test_latency_prints_five_timings_and_keeps_the_gaps():
    server = Synthetic(0.01)
    began = time.monotonic()
    done = mapload("latency", *options(server), "--requests", 5, "--gap", 100)
    assert time.monotonic() - began >= 0.4
    table = rows(done)
    assert len(table) == 5 + 2
    assert list(table[0]) == ["request", "time_namelookup", "time_connect", "time_pretransfer", "time_starttransfer",
                              "time_total"]
    assert all(float(row["time_total"]) >= 0.01 for row in table[:5])
    assert all(0 < float(row["time_connect"]) <= float(row["time_starttransfer"]) for row in table[:5])


def test_compare_is_sure_of_a_difference_and_unsure_without_one():
    done = mapload("compare", *options(Synthetic(0.005), Synthetic(0.1)), "--requests", 3, "--blocks", 8)
    other = rows(done)[1]
    assert 1 < float(other["from"]) <= float(other["time / a"]) <= float(other["to"])


def test_thread2015_prints_the_layout_of_the_thread_and_percentiles():
    done = mapload("thread2015", *options(Synthetic(), Synthetic()), "--zooms", "1,4", "--clients", "1,2", "--maps", 4, "--rounds", 1)
    report = json.loads(done.stdout)
    assert report["protocol"].startswith("thread2015: 1000 x 1000 px, 4 maps a cell and round, 1 rounds")
    flat, one, two, percentiles = report["tables"]
    assert [table["title"] for table in (one, two)] == ["nbThreads=1 nbIterations=4", "nbThreads=2 nbIterations=2"]
    assert [list(row) for row in one["rows"]] == [["zoom level", "1.00", "4.00"]] * 2
    assert [row["zoom level"] for row in two["rows"]] == ["a", "b"]
    assert re.fullmatch(r"[\d.]+ ± [\d.]+ ms, [\d.]+/s(, cpu-bound)?", one["rows"][0]["1.00"])
    assert len(flat["rows"]) == 4 and len(percentiles["rows"]) == 2 * 4
    for row in percentiles["rows"]:
        assert row["maps"] == "4" and row["errors"] == "0"
        assert float(row["p50"]) <= float(row["p95"]) <= float(row["p99"]) <= float(row["max"])


def test_boxes_may_be_told_to_lie_on_data():
    server = Synthetic()
    mapload("thread2015", *options(server), "--data", "0,0,10,100", "--zooms", 10, "--clients", 1, "--requests", 20, "--rounds", 1)
    boxes = [list(map(float, re.search("BBOX=([^&]*)", path)[1].split(","))) for path in server.paths]
    assert all(0 <= box[0] <= 5 and box[2] <= 15 and 0 <= box[1] and box[3] <= 100 for box in boxes)
    assert max(box[1] for box in boxes) > 50


def test_a_file_of_all_latencies_can_be_read_by_plotters_of_hdrhistogram(tmp_path):
    done = mapload("thread2015", *options(Synthetic(0.02), Synthetic()), "--zooms", 1, "--clients", 2, "--requests", 5, "--rounds", 2,
                   "--histogram", tmp_path / "{}.hgrm")
    assert done.returncode == 0
    head, *lines, last = (tmp_path / "a.hgrm").read_text().splitlines()
    assert head.split() == ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"]
    values = [line.split() for line in lines if line]
    assert all(float(value) >= 20 for value, _, _, _ in values)
    assert [float(value) for value, *_ in values] == sorted(float(value) for value, *_ in values)
    assert values[-1][1:] == ["1.000000000000", "20", "inf"] and "Total count    =           20" in last
    assert (tmp_path / "b.hgrm").exists()


def test_a_file_of_toml_names_configurations_types_and_zooms(tmp_path):
    one, other = TimedTiles(0.003), TimedTiles()
    config = tmp_path / "matrix.toml"
    targets = ", ".join(f'"{name}={server.url}"' for name, server in (("osm", one), ("catalog", other)))
    config.write_text(f"""target = [{targets}]
about = ["osm=synthetic", "catalog=synthetic"]
box = "0,0,100,100"
format = "csv"
quiet = true
[matrix]
types = "WMS_256,WMTS_16"
zooms = "0,3"
requests = 4
""")
    done = mapload("matrix", "--config", config)
    assert done.returncode == 0, done.stderr
    head, *lines = [line.split(";") for line in done.stdout.splitlines() if not line.startswith("#")]
    assert head == ["configuration", "type", "zoom", "n", "errors", "server mean", "mean", "sd", "p50", "p95", "p99"]
    assert [line[:5] for line in lines] == [[name, kind, zoom, "4", "0"] for kind in ("WMS_256", "WMTS_16")
                                            for zoom in ("0", "3") for name in ("osm", "catalog")]
    assert all(2 <= float(line[5]) <= float(line[6]) for line in lines)
    assert sorted(one.paths) == sorted(other.paths)
    assert len(one.paths) == 5 * (1 + 1 + 16 + 16)


def test_repeat_asks_what_it_is_told_and_says_what_it_costs():
    server = Synthetic(0.01)
    done = mapload("repeat", *options(server), "--requests", 40, "--clients", 4)
    assert len(server.paths) == 40 + 4 and set(server.paths) == {"/?map=x"}
    row = rows(done)[0]
    assert 10 <= float(row["p50"]) <= float(row["p99"]) and float(row["req/s"]) <= 400 and row["errors"] == "0"
    assert float(row["mapload CPU us/request"]) > 0


class Crowded(Synthetic):
    """Every client makes it slower for all."""

    def __init__(self):
        super().__init__()
        self.present = 0

    def process_request(self, request, client_address):
        self.present += 1
        super().process_request(request, client_address)

    @property
    def paths(self):
        time.sleep(0.01 * self.present**2)
        return self.asked

    @paths.setter
    def paths(self, value):
        self.asked = value


def test_throughput_that_falls_with_many_clients_is_told_and_checked():
    words = ["--views", 24, "--runs", 1, "--clients", "1,6"]
    done = mapload("foss4g", *options(Crowded()), *words, "--check")
    first, last = rows(done)
    assert float(first["of peak"]) > 0.9 and float(last["of peak"]) < 0.9 and done.returncode == 1
    assert "missed" in done.stderr
    assert mapload("foss4g", *options(Synthetic(0.05)), *words, "--check").returncode == 0


class Quick(Crowded):
    """Every client gets the same, after a pause that few clients cannot fill."""

    @property
    def paths(self):
        time.sleep(0.05)
        return self.asked

    @paths.setter
    def paths(self, value):
        self.asked = value


def test_the_peak_is_the_most_of_all_numbers_of_clients_not_of_those_before():
    done = mapload("foss4g", *options(Quick(), Synthetic(0.2)), "--views", 16, "--runs", 1, "--clients", "1,4")
    few, slow, many, _ = rows(done)
    assert many["of peak"] == "1.00" and float(few["of peak"]) < 0.6
    assert few["of the first target"] == "1.00" and float(slow["of the first target"]) < 0.9


def test_soak_mixes_queries_in_and_ends_after_so_many_requests():
    server = Synthetic()
    done = mapload("soak", *options(server), "--requests", 100, "--clients", 2, "--also", "map=y&a=1", "--also", "b=2")
    assert done.returncode == 0, done.stderr
    assert 100 <= len(server.paths) < 100 + 18
    others = [path for path in server.paths if "BBOX" not in path]
    assert set(others) == {"/?map=y&a=1", "/?b=2"} and abs(len(others) / len(server.paths) - 1 / 9) < 0.01
    assert sum(int(row["requests"]) for row in rows(done)) == len(server.paths)


class Leaking(Synthetic):
    """Leaks a megabyte per request."""

    kept = []

    @property
    def paths(self):
        self.kept.append(b"x" * (1 << 20))
        return self.asked

    @paths.setter
    def paths(self, value):
        self.asked = value


def test_soak_notices_memory_that_grows():
    words = ["--requests", 200, "--warm-up", 40, "--clients", 2, "--pid", os.getpid(), "--check"]
    done = mapload("soak", *options(Leaking()), *words)
    assert done.returncode == 1 and re.search(r"missed: memory after 40 requests .*\(2 % allowed\)", done.stderr)
    Leaking.kept.clear()
    assert mapload("soak", *options(Synthetic()), *words, "--growth", 9).returncode == 0


def test_soak_that_ends_within_its_warm_up_says_nothing_of_memory():
    words = ["--requests", 50, "--warm-up", 400, "--clients", 2, "--pid", os.getpid()]
    done = mapload("soak", *options(Synthetic()), *words)
    assert done.returncode == 0 and "requests of 400 to warm up" in done.stdout and "allowed" not in done.stdout
    assert mapload("soak", *options(Synthetic()), *words, "--check").returncode == 1


def test_soak_writes_a_line_an_interval():
    server = Synthetic(0.001)
    done = mapload("soak", *options(server), "--time", 2, "--interval", 1, "--clients", 2)
    assert [row["errors"] for row in rows(done)] == ["0"] * len(rows(done)) and len(rows(done)) >= 2
    assert {row["RSS MiB"] for row in rows(done)} == {""}  # no process was given


@pytest.mark.parametrize("synthetic", [Synthetic(status=500), Synthetic(content_type="text/xml")])
def test_answers_that_are_no_images_are_errors(synthetic):
    done = mapload("thread2015", *options(synthetic), "--zooms", 1, "--clients", 1, "--requests", 2, "--rounds", 1)
    assert done.returncode == 1
    notes = json.loads(done.stdout)["notes"]
    assert len(notes) == 1 and "4 of 4 requests failed" in notes[0]  # two that warm up, two that are measured


def dead_url():
    return f"http://127.0.0.1:{servers.free_port()}/"


@pytest.mark.parametrize("words", ["latency --requests 3 --gap 0", "repeat --requests 3", "perftest WMS_256 0 0 0 --requests 3",
                                   "matrix --zooms 0 --types WMS_256 --requests 3", "foss4g --views 3 --clients 1 --runs 2",
                                   "thread2015 --zooms 1 --clients 1 --requests 3", "compare --blocks 2 --requests 3"])
def test_a_server_that_is_not_there_is_one_note_and_no_milliseconds(words):
    done = mapload(*words.split(), "--target", f"a={dead_url()}", "--about", "a=nobody", "--box", "0,0,1,1", "--quiet", "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 1 and len(report["notes"]) == 1
    assert re.fullmatch(r"a: (\d+) of \1 requests failed; the first: Couldn't connect to server", report["notes"][0])
    for row in report["tables"][0]["rows"]:
        told = {name: cell for name, cell in row.items() if name in ("time_total", "mean", "p50", "TOTAL CLIENT-SIDE", "server mean")}
        assert set(told.values()) <= {"", "none measured", "not reported"}, row


def test_a_server_that_fails_is_not_called_fast():
    done = mapload("compare", *options(Synthetic(0.005), Synthetic(status=500)), "--requests", 3, "--blocks", 4)
    assert done.returncode == 1 and rows(done) == []
    row = rows(mapload("compare", *options(Synthetic(0.005)), "--requests", 3, "--blocks", 4))[0]
    assert row["blocks"] == "4"


def test_what_an_answer_says_is_quoted_by_latency_too():
    done = mapload("latency", *options(Rude()), "--requests", 2, "--gap", 0)
    assert "status 500, text/plain" in json.loads(done.stdout)["notes"][0] and "all is well" in done.stdout


def test_latency_has_mean_and_deviation_of_all_timings():
    done = mapload("latency", *options(Synthetic(0.01)), "--requests", 4, "--gap", 0)
    *single, mean, deviation = rows(done)
    for name in list(mean)[1:]:
        values = [float(row[name]) for row in single]
        assert float(mean[name]) == pytest.approx(statistics.mean(values), abs=2e-6)
        assert float(deviation[name]) == pytest.approx(statistics.stdev(values), abs=2e-6)


def progress_of(words, *more):
    """The output on a terminal, and the report."""
    terminal, end = pty.openpty()
    done = subprocess.run([MAPLOAD, *map(str, (*words, *more))], stdout=subprocess.PIPE, stderr=end, text=True, timeout=60)
    os.close(end)
    seen = b""
    with contextlib.suppress(OSError):  # the end of a terminal
        while part := os.read(terminal, 65536):
            seen += part
    os.close(terminal)
    return seen.decode(), json.loads(done.stdout)


@pytest.mark.parametrize("words", ["thread2015 --zooms 1,4 --clients 1,3 --requests 4 --rounds 2 --warm-up 7", "repeat --requests 30",
                                   "foss4g --views 5 --runs 2 --clients 1,2", "compare --requests 4 --blocks 3", "perftest WMTS_16 2 0 0 --requests 2",
                                   "matrix --zooms 1,2 --requests 3 --types WMS_256,WMTS_16", "latency --requests 4 --gap 1"])
def test_a_terminal_shows_a_bar_that_ends_at_all_and_goes(words):
    server = Synthetic(0.12 if words.startswith(("latency", "perftest")) else 0.03)
    seen, report = progress_of(words.split(), *(word for word in options(server) if word != "--quiet"))
    parts = [int(part) for part in re.findall(r"\r\[#*-*\] +(\d+) %", seen)]
    assert parts and parts == sorted(parts) and 50 < parts[-1] <= 100, seen
    assert seen.endswith("\r\x1b[K") and report["tables"][0]["rows"]


def test_without_a_terminal_there_is_a_line_for_each_step():
    words = [word for word in options(Synthetic()) if word != "--quiet"]
    done = mapload("thread2015", *words, "--zooms", "1,4", "--clients", 2, "--requests", 2, "--rounds", 1)
    assert done.stderr == "mapload: zoom 1, 2 clients\nmapload: zoom 4, 2 clients\n"


def test_two_targets_of_one_name_are_refused():
    server = Synthetic()
    done = mapload("latency", "--target", f"a={server.url}", "--target", f"a={server.url}", "--about", "a=b")
    assert done.returncode == 2 and "two of the name" in done.stderr and not server.paths


def test_a_target_that_does_not_say_what_it_is_is_measured_with_a_note():
    server = Synthetic()
    done = mapload("latency", "--target", f"a={server.url}", "--requests", 1)
    assert done.returncode == 0 and "--about a=" in done.stderr and "not given" in done.stdout


@pytest.mark.parametrize("words", ["foss4g --runs 0", "foss4g --views -1", "foss4g --clients 0", "thread2015 --clients 0 --maps 3",
                                   "thread2015 --zooms 0.5", "thread2015 --rounds 0", "compare --requests 0", "compare --blocks 0",
                                   "latency --requests 0", "latency --gap -4", "latency --time-limit -5", "repeat --clients 1000000",
                                   "perftest WMS_256 0 -1 0", "soak --interval 0"])
def test_counts_that_measure_nothing_are_refused(words):
    server = Synthetic()
    done = mapload(*words.split(), *options(server))
    assert done.returncode > 0 and "not in range" in done.stderr and not done.stdout and not server.paths


def test_a_file_without_views_is_refused(tmp_path):
    (tmp_path / "views.csv").write_text("# none\n")
    done = mapload("foss4g", *options(Synthetic()), "--csv", tmp_path / "views.csv")
    assert done.returncode == 2 and "has no views" in done.stderr


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_asked(tmp_path):
    server = Synthetic()
    for option in ("--out", "--histogram"):
        done = mapload("repeat", *options(server), "--requests", 2, option, tmp_path / "nowhere/report")
        assert done.returncode == 2 and "cannot write" in done.stderr and not server.paths


class Rude(Synthetic):
    """Every other answer is an error in terminal control sequences, and sooner there than a map."""

    def __init__(self):
        super().__init__(0.01)
        handler, count = self.RequestHandlerClass, iter(range(10**6))
        answer = handler.do_GET

        def do_GET(self):
            if next(count) % 2 == 0:
                return answer(self)
            body = b"\x1b]0;owned\x07\nno\n# Note: all is well"
            self.wfile.write(b"HTTP/1.1 500 no\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

        handler.do_GET = do_GET


def test_what_a_server_says_stays_on_its_line_and_off_the_terminal():
    words = [word if word != "json" else "csv" for word in options(Rude())]
    done = mapload("repeat", *words, "--requests", 20)
    assert done.returncode == 1 and "\x1b" not in done.stdout and "\x07" not in done.stdout
    assert [line for line in done.stdout.splitlines() if "all is well" in line][-1].startswith("# Note: a: 11 of 22 requests failed")
    assert "\n# Note: all" not in done.stdout


def test_errors_are_no_throughput():
    row = rows(mapload("repeat", *options(Rude()), "--requests", 20))[0]
    assert row["errors"] == "10" and float(row["req/s"]) <= 100  # ten maps of 10 ms each


def test_a_block_that_was_interrupted_does_not_count():
    server = Synthetic(0.02)
    process = subprocess.Popen([MAPLOAD, "compare", *options(server), "--blocks", "50", "--requests", "10"],
                               stdout=subprocess.PIPE, text=True)
    while len(server.paths) < 25:  # within the second counted block
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    row = json.loads(out)["tables"][0]["rows"][0]
    assert float(row["req/s"]) <= 50 and float(row["ms a request"]) >= 20


def test_an_interrupted_comparison_without_a_block_has_no_numbers():
    server = Synthetic(0.5)
    process = subprocess.Popen([MAPLOAD, "compare", *options(server)], stdout=subprocess.PIPE, text=True)
    while len(server.paths) < 2:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert json.loads(out)["tables"][0]["rows"] == [] and "inf" not in out


@pytest.mark.parametrize("words, numbers", [("foss4g --views 10 --clients 1 --runs 500", ("best",)),
                                            ("matrix --zooms 0 --types WMS_256 --requests 5000", ("n", "mean"))])
def test_an_interrupted_run_keeps_what_is_complete(words, numbers):
    server = Synthetic(0.005)
    process = subprocess.Popen([MAPLOAD, *words.split(), *options(server)], stdout=subprocess.PIPE, text=True)
    while len(server.paths) < 45:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    report = json.loads(out)
    row, = report["tables"][0]["rows"]
    assert all(float(row[name]) > 0 for name in numbers) and "interrupted" in report["notes"][-1]


def test_a_second_interruption_does_not_wait_for_the_answer():
    server = Synthetic(30)
    process = subprocess.Popen([MAPLOAD, "repeat", *options(server)], stdout=subprocess.PIPE, text=True)
    while not server.paths:
        time.sleep(0.005)
    began = time.monotonic()
    while process.poll() is None and time.monotonic() - began < 20:
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
    assert process.wait(timeout=1) == -signal.SIGINT


def test_an_interrupted_run_prints_what_it_has():
    server = Synthetic(0.01)
    process = subprocess.Popen([MAPLOAD, "thread2015", *options(server), "--clients", "1", "--requests", "100"],
                               stdout=subprocess.PIPE, text=True)
    while len(server.paths) < 5:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert "interrupted" in json.loads(out)["notes"][-1]


def test_a_fastcgi_program_is_asked_without_a_web_server():
    program = fastcgi.Program(servers.MAPSERV, env={"MAPSERVER_CONFIG_FILE": str(servers.EXAMPLES / "mapserver.conf")})
    try:
        query = get_map(BBOX=None, WIDTH=None, HEIGHT=None)
        done = mapload("thread2015", "--target", f"ours=fcgi://{program.address}?{query}", "--about", "ours=this build",
                       "--box", "0,0,600,400", "--quiet", "--format", "json", "--zooms", "1,4", "--clients", "2",
                       "--requests", "3", "--rounds", "1")
        assert done.returncode == 0, done.stdout + done.stderr
        assert all(float(row["ours req/s"].split()[0]) > 0 for row in rows(done))
    finally:
        program.stop()


@pytest.mark.parametrize("waiting", [0, 2])
def test_a_fastcgi_program_that_answers_nothing_is_given_up(tmp_path, waiting):
    """Nor is it waited for while its queue of connections is full."""
    with contextlib.ExitStack() as sockets:
        program = sockets.enter_context(socket.socket(socket.AF_UNIX))
        program.bind(str(tmp_path / "s"))
        program.listen(0)
        for _ in range(waiting):
            client = sockets.enter_context(socket.socket(socket.AF_UNIX))
            client.setblocking(False)
            client.connect_ex(str(tmp_path / "s"))
        done = mapload("latency", "--target", f"a=fcgi://{tmp_path}/s?x", "--about", "a=nobody", "--requests", 1, "--time-limit", 1)
    assert done.returncode == 1 and "a: 1 of 1 requests failed" in done.stdout


def database_bytes(server):
    """Our own counter of bytes from the database."""
    metrics = servers.fetch(f"{server.address}metrics").text
    return sum(float(value) for value in re.findall(r"^mapserver_database_bytes_total(?:{.*})? (\S+)$", metrics, re.M))


def thread2015_over(pooler, server, *words):
    query = get_map(map="world", LAYERS="countries,rivers", VERSION="1.1.1", CRS=None, SRS="EPSG:4326", BBOX=None,
                    WIDTH=None, HEIGHT=None)
    done = mapload("thread2015", "--target", f"ours={server.address}?{query}", "--about", "ours=this build",
                   "--box", "0,40,20,50",
                   "--pooler", f"ours=host=127.0.0.1 port={pooler.port} user=postgres", "--quiet", "--format", "json",
                   "--zooms", "1", "--clients", "2", "--requests", "5", "--rounds", "2", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return rows(done)[0]


def test_what_the_pooler_passes_on_is_what_we_count(cluster):
    need(str(pgbouncer.PROGRAM))
    pooler = pgbouncer.Pgbouncer("session")
    server = servers.start_listener(pooler.environment | {"MS_METRICS": "ON"})
    try:
        thread2015_over(pooler, server)  # learns the tables
        before = database_bytes(server)
        row = thread2015_over(pooler, server)
        ours_kb = (database_bytes(server) - before) / 1e3 / (2 * 5 * 3)  # two rounds and the one before
        assert float(row["ours DB kB"]) == pytest.approx(ours_kb, rel=0.05)
    finally:
        server.stop()
        pooler.stop()


def test_a_full_link_is_called_the_limit(cluster, monkeypatch):
    need(str(pgbouncer.PROGRAM))
    link = SlowLink(8e5)
    monkeypatch.setenv("PGHOST", "127.0.0.1")
    monkeypatch.setenv("PGPORT", str(link.port))
    pooler = pgbouncer.Pgbouncer("session")
    server = servers.start_listener(pooler.environment | {"MS_METRICS": "ON"})
    try:
        assert thread2015_over(pooler, server, "--link", "0.0008")["ours bound"] == "link-bound"
    finally:
        server.stop()
        pooler.stop()
        link.stop()


def test_a_page_with_charts_is_well_formed():
    as_page = ["html" if word == "json" else word for word in options(Synthetic())]
    done = mapload("thread2015", *as_page, "--zooms", "1,4", "--clients", "1,2", "--requests", 2, "--rounds", 1)
    page = xml.etree.ElementTree.fromstring(done.stdout.removeprefix("<!DOCTYPE html>\n"))
    assert len(page.findall(".//{http://www.w3.org/2000/svg}svg")) == 2


@pytest.mark.parametrize("words, images", [("WMTS_1 0 0 0", 1), ("WMS_256 0 0 0", 1), ("WMTS_16 2 0 0", 16),
                                             ("WMS_1024 2 0 0", 1)])
def test_perftest_takes_the_arguments_of_the_study_and_prints_its_columns(words, images):
    server = TimedTiles(0.005)
    done = subprocess.run([servers.SOURCE / "scripts/perftest.sh", *words.split(), "catalog", "base"], text=True,
                          capture_output=True, timeout=60,
                          env={"PATH": os.environ["PATH"], "nmes": "5", "MAPLOAD": str(MAPLOAD), "PERFTEST_URL":
                               server.url + "&configuration={configuration}&layer={layer}", "PERFTEST_ABOUT": "synthetic"})
    assert done.returncode == 0, done.stderr
    header, line = done.stdout.splitlines()
    assert header == "TYPE ZOOM MINX MINY CONFIGURATION LAYER TOTAL SERVER-SIDE TOTAL CLIENT-SIDE"
    found = re.fullmatch(words + r" catalog base ([\d.]+)ms / 5 = ([\d.]+)ms ([\d.]+)ms / 5 = ([\d.]+)ms", line)
    assert found, line
    server_ms, client_ms = float(found[2]), float(found[4])
    assert 2 <= server_ms <= client_ms
    assert len(server.paths) == 6 * images and all("configuration=catalog&layer=base" in path for path in server.paths)
    if words.startswith("WMTS"):
        assert len(set(server.paths)) == images and "TILEROW=0&TILECOL=0" in " ".join(server.paths)
    else:
        # The world's only tile at zoom 0, and all of the world again as 4 x 4 tiles of zoom 2.
        assert "BBOX=-20037508.3428,-20037508.3428,20037508.3428,20037508.3428&" in server.paths[0]
        assert f"WIDTH={words.split()[0].removeprefix('WMS_')}&" in server.paths[0]


def test_perftest_asks_servers_of_tiles_by_their_own_names():
    server = TimedTiles()
    target = server.url.split("?")[0] + "tiles/{z}/{x}/{y}.png"
    done = mapload("perftest", "WMTS_16", 3, 1, 2, "--target", f"tiles={target}", "--about", "tiles=synthetic", "--box", "0,0,100,100",
                   "--requests", 1, "--quiet")
    assert done.returncode == 0, done.stderr
    asked = {path.split("tiles/")[1] for path in server.paths}
    assert asked == {f"3/{x}/{y}.png" for x in range(1, 5) for y in range(2, 6)}


def test_perftest_takes_any_letter_in_names():
    server = TimedTiles()
    done = subprocess.run([servers.SOURCE / "scripts/perftest.sh", "WMS_256", "0", "0", "0", "a|b", "c&d\\1"], text=True, capture_output=True,
                          timeout=60, env={"PATH": os.environ["PATH"], "nmes": "1", "MAPLOAD": str(MAPLOAD), "PERFTEST_ABOUT": "synthetic",
                                           "PERFTEST_URL": server.url + "&configuration={configuration}&layer={layer}"})
    assert done.returncode == 0, done.stderr
    assert all("configuration=a|b&layer=c&d\\1&BBOX" in path for path in server.paths), server.paths
