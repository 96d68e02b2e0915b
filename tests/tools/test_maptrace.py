# SPDX-License-Identifier: MIT
"""scripts/maptrace: trees and durations out of logs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
STUDIES = Path(os.environ.get("MS_STUDIES", "nowhere"))


def maptrace(log, *options):
    done = subprocess.run([sys.executable, SOURCE / "scripts/maptrace", *options], input=log, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def line(second, thread, kind, name):
    return (f"[Wed Jan 15 12:17:{second:09.6f} 2020] [mapserv:debug] [pid 43:tid {thread}] a.c(3): "
            f"[client 127.0.0.1] {kind} {name}\n")


def test_pairs_become_a_tree_with_microseconds():
    log = line(50.5, 7, "BEGIN", "request") + line(50.6, 7, "BEGIN", "encode") + "[another line]\n" + \
        line(50.65, 7, "END", "encode") + line(50.75, 7, "END", "request")
    assert maptrace(log, "--calls") == (0, "Thread #43:7:0:\n"
                                "{'BEGIN:request': 250000}\n"
                                "  {'BEGIN:encode': 50000}\n"
                                "  {'END..:encode': 50000}\n"
                                "{'END..:request': 250000}\n", "")


def test_threads_stay_apart_and_calls_are_counted():
    log = line(1, 7, "BEGIN", "a") + line(2, 8, "BEGIN", "a") + line(3, 7, "END", "a") + line(5, 8, "END", "a") + \
        line(6, 7, "BEGIN", "b") + line(6.5, 7, "END", "b")
    _, out, _ = maptrace(log, "--calls")
    assert re.findall(r"Thread #(.*):\n.*: (\d+)}", out) == [("43:7:0", "2000000"), ("43:8:0", "3000000"),
                                                            ("43:7:1", "500000")]


def test_the_same_thread_number_in_two_processes_is_two_threads():
    log = line(1, 7, "BEGIN", "a") + line(2, 7, "BEGIN", "a").replace("pid 43", "pid 44") + \
        line(3, 7, "END", "a") + line(4, 7, "END", "a").replace("pid 43", "pid 44")
    code, out, _ = maptrace(log, "--calls")
    assert code == 0 and out.count("BEGIN:a': 2000000") == 2


def test_pairs_that_lack_one_half_are_reported_with_their_line():
    log = line(1, 7, "BEGIN", "a") + line(2, 7, "BEGIN", "lost") + line(3, 7, "END", "a") + line(4, 7, "END", "stray")
    code, out, complaints = maptrace(log, "--calls")
    assert code == 1 and "'BEGIN:a': 2000000" in out
    assert "-:2: BEGIN lost without END in thread 43:7" in complaints
    assert "-:4: END stray without BEGIN" in complaints


def test_flame_lines_hold_the_own_time_of_each_stack():
    log = line(1, 7, "BEGIN", "a") + line(2, 7, "BEGIN", "b") + line(4, 7, "END", "b") + line(5, 7, "END", "a")
    assert maptrace(log, "--flame")[1] == "a 2000000\na;b 2000000\n"


def test_names_with_semicolons_are_one_frame():
    log = line(1, 7, "BEGIN", "layer:a;b") + line(2, 7, "END", "layer:a;b")
    assert maptrace(log, "--flame")[1] == "layer:a,b 1000000\n"


def test_files_that_are_not_there_and_logs_without_calls_are_told():
    done = subprocess.run([sys.executable, SOURCE / "scripts/maptrace", "/nonexistent"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "maptrace: /nonexistent: No such file or directory\n")
    assert maptrace("nothing\n") == (1, "", "maptrace: no BEGIN and END found\n")


def test_summary_and_json_have_the_same_numbers():
    log = "".join(line(i, 7, "BEGIN", "a") + line(i + 0.25, 7, "END", "a") for i in range(4))
    assert re.search(r"^ +4 +1000000 +1000000  a$", maptrace(log, "--summary")[1], re.M)
    assert [tree["us"] for tree in json.loads(maptrace(log, "--json")[1])] == [250000] * 4


def printed_graphs():
    """The call graphs that the tile cache's study prints."""
    if not STUDIES.is_dir():
        return []
    texts = [path.read_text(errors="replace") for path in sorted(STUDIES.glob("*.txt"))]
    graph = re.compile(r"(?:Thread #\d+:\d+:\d+:\n(?:\{'(?:BEGIN|END\.\.):.*\n)+)+")
    return [found for text in texts for found in graph.findall(text)]


@pytest.mark.skipif(not STUDIES.is_dir(), reason="MS_STUDIES names no folder of them")
def test_graphs_printed_in_the_study_come_out_as_they_are():
    graphs = printed_graphs()
    assert len(graphs) >= 6
    for graph in graphs:
        code, out, complaints = maptrace(graph, "--calls")
        assert (code, complaints) == (0, "")
        again = re.sub(r"^ +", "", out, flags=re.M)
        begins = re.compile(r"^Thread.*|^\{'BEGIN.*", re.M)
        assert begins.findall(again) == begins.findall(graph)
        assert sorted(again.splitlines()) == sorted(graph.splitlines())


@pytest.mark.skipif(not STUDIES.is_dir(), reason="MS_STUDIES names no folder of them")
def test_log_lines_of_the_study_give_the_duration_printed_below_them():
    text = next(path.read_text(errors="replace") for path in sorted(STUDIES.glob("*.txt")) if "MOCKUP BEGIN" in
                path.read_text(errors="replace"))
    log = "".join(found + "\n" for found in re.findall(r"^\[Wed Jan 15 .*MOCKUP (?:BEGIN|END) .*$", text, re.M))
    assert maptrace(log, "--calls")[1].splitlines()[1] == "{'BEGIN:mapcache_handler': 200889}"
