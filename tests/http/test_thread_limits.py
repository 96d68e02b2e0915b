# SPDX-License-Identifier: MIT
"""A system that allows fewer threads than configured: the error is reported at the server's start."""

import resource
import socket
import subprocess

import servers
from conftest import need_no_sanitizer

# 1024 stacks of 8 MiB do not fit, all else does.
ADDRESS_SPACE = 3 << 30


def start(*words, **streams):
    """The exit status and the messages of a mapserv that needs more threads than allowed."""
    need_no_sanitizer()  # it needs a larger address space itself
    done = subprocess.run([servers.MAPSERV, *words], env={"MS_THREADS": "1024"}, timeout=30, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE)), **streams)
    return done.returncode, done.stderr


def test_a_listener_without_room_for_its_threads_says_so_and_ends():
    status, said = start("--http", f"127.0.0.1:{servers.free_port()}")
    assert status == 1
    assert "threads, MS_THREADS wants 1024" in said


def test_a_fastcgi_process_without_room_for_its_threads_says_so_and_ends():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        status, said = start(stdin=listening)
    assert status == 1
    assert "threads, MS_THREADS wants 1024" in said


def test_a_number_of_threads_that_is_none_is_refused():
    done = subprocess.run([servers.MAPSERV, "--http", "127.0.0.1:0"], env={"MS_THREADS": "many"}, timeout=30, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "CONFIG: MS_THREADS must be a whole number from 1" in done.stderr
