# SPDX-License-Identifier: MIT
"""A server with small limits, and who watches it: whatever one request asks for, the answer comes by the deadline and a second, other
requests are answered meanwhile, and memory stays within the budget."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http"))
import servers  # noqa: E402

DEADLINE_S, GRACE_S = 5, 1
LIMITS = {"MS_REQUEST_TIMEOUT": str(DEADLINE_S), "MS_REQUEST_MEMORY_MB": "256"}
# Sanitizers keep shadows of all memory and are slower.
IS_SANITIZED = b"__asan_init" in servers.MAPSERV.read_bytes() if servers.MAPSERV.exists() else False
MOST_RSS_MB = 2400 if IS_SANITIZED else 600
LIVE_WITHIN_S = 3 if IS_SANITIZED else 1


class Target:
    """A server under attack."""

    def __init__(self, server):
        self.server, self.slowest_livez, self.stopped = server, 0.0, threading.Event()
        self.watch = threading.Thread(target=self._watch)
        self.watch.start()

    def _watch(self):
        while not self.stopped.wait(0.1):
            begin = time.monotonic()
            try:
                assert servers.fetch(f"{self.server.address}/livez").status == 200
            except OSError:
                self.slowest_livez = float("inf")
                return
            self.slowest_livez = max(self.slowest_livez, time.monotonic() - begin)

    def stop(self):
        self.stopped.set()
        self.watch.join()
        self.server.stop()

    def rss_mb(self, field="VmHWM"):
        text = Path(f"/proc/{self.server.processes[0].pid}/status").read_text()
        return int(next(line.split()[1] for line in text.splitlines() if line.startswith(field))) / 1024

    def ask(self, query="", path="/mapserv", **options):
        """The answer, which came in time and while others were answered."""
        self.slowest_livez = 0
        begin = time.monotonic()
        answer = servers.fetch(f"{self.server.address}{path}?{query}", **options)
        took = time.monotonic() - begin
        assert took <= DEADLINE_S + GRACE_S, f"answered after {took:.1f} s: {answer.text[:200]}"
        assert self.server.processes[0].poll() is None, self.server.log()
        assert self.slowest_livez <= LIVE_WITHIN_S, f"/livez took {self.slowest_livez:.1f} s"
        assert self.rss_mb() <= MOST_RSS_MB, f"{self.rss_mb():.0f} MB"
        return answer


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
        target.stop()
