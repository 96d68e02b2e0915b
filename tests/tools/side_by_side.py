# SPDX-License-Identifier: MIT
"""MapServer's mapserv and ours as FastCGI programs that answer many requests each: to start one costs more than to draw a small map."""

import os
import queue
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from fastcgi import Program
from verdicts import NoVerdicts, Verdicts

ORACLE = Path("/usr/lib/cgi-bin/mapserv")
VARIABLES = ("PATH_INFO", "HTTP_ACCEPT")
SECONDS = 60  # a request may take
PATIENCE_S = 8  # with a MapServer that has answered before: some errors leave one that never answers again, and a new one is asked
# MapServer's environment during a request is that of the request, also for libpq.
DATABASE = {name: value for name, value in os.environ.items() if name.startswith("PG")}


class Worker:
    """One process, started again when it has ended or does not answer (MapServer crashes and hangs on some maps, or after some)."""

    def __init__(self, path, env):
        self.path, self.env, self.program = path, env, None

    def ask(self, parameters):
        """Head and body; both empty if even a new process ends without an answer. Parameters that are None are left out; POST is the XML that is sent, PATH_INFO the path, and HTTP_ACCEPT what is preferred."""
        query = urlencode({name: value for name, value in parameters.items() if value is not None and name not in ("POST", *VARIABLES)})
        body = parameters.get("POST", "").encode()
        more = {"body": body, "REQUEST_METHOD": "POST", "CONTENT_TYPE": "text/xml", "CONTENT_LENGTH": str(len(body))} if body else {}
        more |= {name: parameters[name] for name in VARIABLES if parameters.get(name)}
        if body and self.path == ORACLE:
            self.stop()  # MapServer waits for ever for the body of a second request
        is_new = self.program is None
        if is_new:
            self.program = Program(self.path, env=self.env, keeps_socket=True)
        seconds = PATIENCE_S if self.path == ORACLE and not is_new else SECONDS
        try:
            return self.program.ask(query, seconds=seconds, SERVER_NAME="maps.example", SCRIPT_NAME="/wms", **DATABASE, **more)
        except ConnectionError:
            self.stop()
            return (b"", b"") if is_new else self.ask(parameters)
        except TimeoutError as error:
            self.stop()
            if not is_new:
                return self.ask(parameters)
            raise TimeoutError(f"{self.path} takes more than {SECONDS} s for {query}") from error

    def stop(self):
        if self.program:
            self.program.processes[0].kill()  # MapServer would wait for one more request
            self.program.stop()
            self.program = None


def if_it_ends(ask, parameters):
    """MapServer's (head, body); None if it does not end: there is nothing to compare with."""
    try:
        return ask(parameters)
    except TimeoutError:
        return None


class SideBySide:
    """`pairs` of processes of both; threads take turns with them."""

    def __init__(self, ours, config, pairs, verdicts):
        self.env, self.verdicts = {"MAPSERVER_CONFIG_FILE": str(config)}, verdicts
        self.free = queue.SimpleQueue()
        for _ in range(pairs):
            self.free.put((Worker(ORACLE, self.env), Worker(ours, self.env)))

    @contextmanager
    def pair(self):
        """MapServer and ours, for one thread."""
        pair = self.free.get()
        try:
            yield pair
        finally:
            self.free.put(pair)

    def ask_anew(self, parameters):
        """(head, body) of a new MapServer: an old one may keep something of earlier requests; ours must not."""
        oracle = Worker(ORACLE, self.env)
        try:
            return oracle.ask(parameters)
        finally:
            oracle.stop()

    def ask(self, parameters, is_alike=lambda theirs, ours: True):
        """(head, body) of MapServer's answer and of ours; unless they are alike, of a new MapServer's."""
        with self.pair() as pair:
            theirs, ours = (worker.ask(parameters) for worker in pair)
        return theirs if is_alike(theirs, ours) else self.ask_anew(parameters), ours

    def ask_ours(self, parameters):
        """(head, body) of our answer alone."""
        with self.pair() as (_, ours):
            return ours.ask(parameters)

    def compare(self, parameters, difference):
        """difference(theirs, ours) of the two answers, each (head, body), or what is known of it; false if they are alike."""
        with self.pair() as (their_worker, our_worker):
            ours = our_worker.ask(parameters)
            digest = self.verdicts.digest(parameters, ours)
            is_known, found = self.verdicts.find(digest)
            if is_known:
                return found
            theirs = if_it_ends(their_worker.ask, parameters)
        found = theirs and difference(theirs, ours)
        if found:
            theirs = if_it_ends(self.ask_anew, parameters)
            found = theirs and difference(theirs, ours)
        self.verdicts.add(digest, found)
        return found

    def stop(self):
        while not self.free.empty():
            for worker in self.free.get():
                worker.stop()
        self.verdicts.close()


@contextmanager
def side_by_side(ours, config, pairs=2, verdicts=None):
    """Both, with MAPSERVER_CONFIG_FILE=config, while the context lasts. \
verdicts: arguments of Verdicts, for what is asked in each run of the tests."""
    both = SideBySide(ours, config, pairs, Verdicts(*verdicts) if verdicts else NoVerdicts())
    try:
        yield both
    finally:
        both.stop()
