# SPDX-License-Identifier: MIT
"""FastCGI processes that are signalled to end: accepted requests are answered, and no client prevents the end."""

import http.client
import itertools
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import servers
from crowd import QUERIES, under_load

sys.path.insert(0, str(servers.SOURCE / "tests/tools"))
import fastcgi  # noqa: E402

CONFIG = {"MAPSERVER_CONFIG_FILE": str(servers.EXAMPLES / "mapserver.conf")}


def start(threads=2, processes=1, **environment):
    return fastcgi.Program(servers.MAPSERV, processes, {"MS_THREADS": str(threads)} | CONFIG | environment, keeps_socket=True)


@pytest.fixture
def program():
    made = start()
    yield made
    made.stop()


def waits_for_sigterm(process):
    """Whether it is so far that SIGTERM makes it finish instead of ending it: its workers have that blocked."""
    masks = [re.search(r"^SigBlk:\s*(\w+)$", status.read_text(), re.M)[1]
             for status in Path(f"/proc/{process.pid}/task").glob("*/status")]
    return any(int(mask, 16) >> (signal.SIGTERM - 1) & 1 for mask in masks)


def is_map(answer):
    return isinstance(answer, bytes) and answer.startswith(b"\x89PNG")


def end(process):
    """Signals a process to end; returns its status and the seconds it took."""
    begin = time.monotonic()
    process.terminate()
    return fastcgi.wait_for_end(process, 20), time.monotonic() - begin


def replace(program, number, answers):
    """Starts a process and ends an older one, under load."""
    program.start()
    seen, begin = len(answers), time.monotonic()
    while len(answers) < seen + 10 or not waits_for_sigterm(program.processes[number]):
        assert time.monotonic() < begin + 60, "nobody answers:\n" + "\n".join(map(fastcgi.what_threads_do, program.processes[number:]))
        time.sleep(0.001)
    assert end(program.processes[number])[0] == 0


def check(answers):
    failed = [answer for answer in answers if not is_map(answer)]
    assert not failed, f"{len(failed)} of {len(answers)} failed, the first with {failed[0]!r}"


def test_processes_that_are_replaced_one_by_one_lose_no_request():
    program = start(processes=2)
    try:
        with under_load(lambda query: program.ask(query)[1]) as answers:
            for number in range(16):
                replace(program, number, answers)
        check(answers)
    finally:
        program.stop()


def test_a_request_that_has_come_in_half_when_its_process_is_told_to_end_is_answered(program):
    # SIGTERM must not disturb reading: a request of any web server may come in two packets.
    data = fastcgi.request(QUERIES[0])
    for cut in (1, 8, 20, len(data) // 2, len(data) - 8, len(data) - 1):
        process = program.processes[-1]
        program.ask(QUERIES[0])  # it is up
        with program.connect() as link:
            link.sendall(data[:cut])
            fastcgi.wait_until_read(link)
            process.terminate()
            program.start()
            time.sleep(0.2)
            assert process.poll() is None, f"after {cut} bytes nobody waited for the rest"
            link.sendall(data[cut:])
            assert is_map(fastcgi.answer(link)[1]), f"cut after {cut} bytes"
        assert fastcgi.wait_for_end(process, 20) == 0


def test_who_sends_nothing_or_half_a_request_does_not_keep_a_process_from_ending(program):
    # libfcgi's own accept() loops for ever when it drops a silent connection in a process that is to end.
    data = fastcgi.request(QUERIES[0])
    program.ask(QUERIES[0])
    with program.connect(), program.connect() as half:
        half.sendall(data[:len(data) // 2])
        fastcgi.wait_until_read(half)
        status, seconds = end(program.processes[0])
    assert status == 0 and seconds < 10  # 5 s for requests that have begun


def test_half_a_request_whose_client_goes_does_not_cost_a_thread():
    program = start(threads=1)
    try:
        data = fastcgi.request(QUERIES[0])
        for cut in (0, 5, 16, 17, 40, len(data) // 2, len(data) - 9, len(data) - 1):
            with program.connect() as link:
                link.sendall(data[:cut])
            assert is_map(program.ask(QUERIES[0])[1]), f"after {cut} bytes"
    finally:
        program.stop()


def test_a_kept_connection_is_used_again_and_does_not_keep_a_process_from_ending(program):
    alone = [program.ask(query)[1] for query in QUERIES]
    with program.connect() as link:
        for query, image in zip(QUERIES, alone):
            link.sendall(fastcgi.request(query, keeps=True))
            assert fastcgi.answer(link)[1] == image
        status, seconds = end(program.processes[0])
        assert status == 0 and seconds < 10  # an uninterrupted wait would not end
        assert link.recv(1) == b"", "the connection is still open"


def test_kept_connections_do_not_keep_others_from_being_answered():
    program = start(threads=2)
    try:
        kept = [program.connect() for _ in range(6)]
        for link, query in zip(kept, itertools.cycle(QUERIES)):
            link.sendall(fastcgi.request(query, keeps=True))
            assert is_map(fastcgi.answer(link)[1])
        assert is_map(program.ask(QUERIES[0])[1])
        for link in kept:
            link.close()
    finally:
        program.stop()


def test_a_kept_connection_is_left_in_peace_while_another_thread_is_free(program):
    broken = 0
    for first, second in itertools.pairwise(QUERIES):
        with program.connect() as link:
            link.sendall(fastcgi.request(first, keeps=True))
            assert is_map(fastcgi.answer(link)[1])
            fastcgi.wait_until_idle(program.processes[0])  # the other thread is back from the request before
            assert is_map(program.ask(second)[1])
            try:
                link.sendall(fastcgi.request(second))
                assert is_map(fastcgi.answer(link)[1])
            except OSError:
                broken += 1
    assert broken < len(QUERIES) / 2


def test_only_listed_web_servers_may_connect():
    # FastCGI 1.0, 3.2: "If FCGI_WEB_SERVER_ADDRS is bound, the application ... checks the peer IP address of each new
    # transport connection for membership in the list. If the check fails ... the application responds by closing it."
    for listed, is_answered in (("192.0.2.1", False), ("192.0.2.1,127.0.0.1", True)):
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            process = subprocess.Popen([servers.MAPSERV], stdin=listening, stdout=subprocess.DEVNULL,
                                       env=CONFIG | {"FCGI_WEB_SERVER_ADDRS": listed})
            try:
                with socket.create_connection(listening.getsockname(), timeout=20) as link:
                    if is_answered:
                        link.sendall(fastcgi.request(QUERIES[0]))
                        assert is_map(fastcgi.answer(link)[1])
                    else:
                        assert link.recv(1) == b""
            finally:
                assert end(process)[0] == 0


def test_a_listener_that_is_told_to_end_as_soon_as_it_could_answer_ends():
    folder = servers.own_folder()
    program, environment = servers.install(folder)
    for pause in range(0, 60, 4):
        server = servers.Server(f"http://127.0.0.1:{servers.free_port()}/", folder)
        server.start([program, "--http", server.address.split("/")[2]], environment)
        while not waits_for_sigterm(server.processes[0]):
            time.sleep(0.0001)
        time.sleep(pause / 10000)
        assert end(server.processes[0])[0] == 0


def test_a_kept_connection_of_a_listener_does_not_keep_it_from_ending():
    server = servers.start_listener({"MS_THREADS": "1"})
    try:
        link = http.client.HTTPConnection(server.address.split("/")[2], timeout=servers.PATIENCE_S)
        link.request("GET", f"/?{QUERIES[0]}")
        assert is_map(link.getresponse().read())
        status, seconds = end(server.processes[0])
        assert status == 0 and seconds < 10  # it may stay idle for 5 s
    finally:
        server.stop()
