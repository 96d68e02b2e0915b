# SPDX-License-Identifier: MIT
"""A server with small limits, and a fixture that watches it: for every request the answer comes by the deadline plus a second,
other requests are answered meanwhile, and memory stays within the budget."""

import http.client
import os
import re
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http"))
import servers 

# Under sanitizers a slow request is cut earlier, and maps have a part of their layers, so that the suite takes as long
# as without.
IS_SANITIZED = servers.IS_SANITIZED
# A sanitizer takes seconds to free the memory of an interrupted GEOS operation.
DEADLINE_S, GRACE_S = (2, 6) if IS_SANITIZED else (5, 1)
LIMITS = {"MS_REQUEST_TIMEOUT": str(DEADLINE_S), "MS_REQUEST_MEMORY_MB": "256"}
if IS_SANITIZED:  # the quarantine of freed memory, 256 MB by default, counts as memory of the server
    os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=64"
MAX_RSS_MB = 2400 if IS_SANITIZED else 600
LIVE_WITHIN_S = 3 if IS_SANITIZED else 1
LAYERS = 600 if IS_SANITIZED else 3000


@dataclass
class Outcome:
    answer: servers.Answer
    seconds: float
    livez_seconds: float
    peak_mb: float

    @property
    def is_answered(self):
        """Under sanitizers, and beside other tests, harmless requests may be late."""
        return self.answer.status == 200 or IS_SANITIZED and self.is_refused

    @property
    def is_refused(self):
        """The message of GetMap, of the SLD reader, or of a layer whose database took most of the time."""
        return any(words in self.answer.body for words in (b"more time or memory than the server allows", b"needs more memory than allowed",
                                                           b"the query took longer than the server allows"))


class Target:
    """A server under attack. Seconds are its own: those for which it waits for a processor are not counted."""

    def __init__(self, server):
        self.server = server
        self.process = server.processes[0].pid

    def rss_mb(self, field="VmHWM"):
        text = Path(f"/proc/{self.process}/status").read_text()
        return int(re.search(field + r":\s+(\d+)", text)[1]) / 1024

    def learn(self, query, patience_s=200):
        """What a server learns about tables once, which is not part of an attack: it may take more than one request's time."""
        end = time.monotonic() + patience_s
        while servers.fetch(f"{self.server.address}/?{query}").status != 200:
            assert time.monotonic() < end, self.server.log()

    def send(self, query="", path="/mapserv", **options):
        """One request, with /livez requested every 0.1 s meanwhile."""
        Path(f"/proc/{self.process}/clear_refs").write_text("5")  # the peak begins anew (proc(5))
        over, slowest = threading.Event(), 0.0

        def watch():
            nonlocal slowest
            while not over.is_set():
                one = self.server.watch()
                try:
                    is_alive = servers.fetch(f"{self.server.address}/livez").status == 200
                except OSError:
                    is_alive = False
                slowest = max(slowest, one.seconds if is_alive else float("inf"))
                over.wait(0.1)

        watching = threading.Thread(target=watch)
        watching.start()
        watch = self.server.watch()
        try:
            answer = self.fetch(f"{self.server.address}{path}?{query}", **options)
            seconds = watch.seconds
        finally:
            over.set()
            watching.join()
        return Outcome(answer, seconds, slowest, self.rss_mb())

    def fetch(self, address, **options):
        """The answer. Under sanitizers, one that is streamed may be cut off by its deadline, as the server's log says then: a refusal."""
        logged = len(self.server.log())
        try:
            return servers.fetch(address, **options)
        except (ConnectionResetError, http.client.IncompleteRead):
            if not IS_SANITIZED or "the request took longer than allowed" not in self.server.log()[logged:]:
                raise
            return servers.Answer(504, {}, b"it needs more time or memory than the server allows")

    def ask(self, *request, **options):
        """The answer, which came in time and in memory, while others were answered."""
        return self.ask_measured(*request, **options).answer

    def ask_measured(self, *request, **options):
        """As ask(), with the measurements. A late request is sent once more: others may use the machine, too."""
        outcome = self.send(*request, **options)
        if is_late(outcome):
            outcome = self.send(*request, **options)
        check(outcome)
        return outcome


def is_late(outcome):
    return outcome.seconds > DEADLINE_S + GRACE_S or outcome.livez_seconds > LIVE_WITHIN_S


def check(outcome):
    shown = f"{outcome} {outcome.answer.text[:200]}"
    assert outcome.seconds <= DEADLINE_S + GRACE_S, shown
    assert outcome.livez_seconds <= LIVE_WITHIN_S, shown
    assert outcome.peak_mb <= MAX_RSS_MB, shown


@pytest.fixture(scope="session")
def cluster():
    if "MS_TEST_PG" not in os.environ:
        pytest.skip("no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
    return os.environ["MS_TEST_PG"]


@pytest.fixture(scope="module")
def attack():
    """attack({"name": text of the mapfile}): a server of these maps."""
    started = []

    def start(maps, **settings):
        server = servers.start_listener_of(servers.own_folder(), maps, LIMITS | settings)
        started.append(Target(server))
        return started[-1]
    yield start
    for target in started:
        assert target.server.stop() == [0]
