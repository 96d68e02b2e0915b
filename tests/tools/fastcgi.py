# SPDX-License-Identifier: MIT
"""FastCGI from the web server's side: starts programs on a socket and sends them requests (FastCGI 1.0, responder role)."""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import termios
import time
from pathlib import Path

VERSION, BEGIN, END, PARAMS, STDIN, STDOUT, STDERR = 1, 1, 3, 4, 5, 6, 7
RESPONDER, KEEP = 1, 1


def record(kind, content=b""):
    return struct.pack("!BBHHBx", VERSION, kind, 1, len(content), 0) + content


def pair(name, value):
    """A name-value pair; lengths from 128 on need four bytes."""
    lengths = b"".join(bytes([len(text)]) if len(text) < 128 else struct.pack("!I", len(text) | 0x80000000)
                       for text in (name, value))
    return lengths + name + value


def receive(link, count):
    data = bytearray()
    while len(data) < count:
        more = link.recv(count - len(data))
        if not more:
            raise ConnectionError("the FastCGI program closed the connection")
        data += more
    return bytes(data)


def request(query, keeps=False, body=b"", **parameters):
    """The records of one GET, or of a POST of `body` (up to 64 KiB) if parameters say so; with `keeps` the connection stays open for more."""
    values = {"QUERY_STRING": query, "REQUEST_METHOD": "GET", "SERVER_NAME": "localhost", "SERVER_PORT": "80",
              "SCRIPT_NAME": "/mapserv", "GATEWAY_INTERFACE": "CGI/1.1", "SERVER_PROTOCOL": "HTTP/1.1"} | parameters
    content = b"".join(pair(name.encode(), value.encode()) for name, value in values.items())
    return (record(BEGIN, struct.pack("!HB5x", RESPONDER, KEEP if keeps else 0)) + record(PARAMS, content) + record(PARAMS)
            + (record(STDIN, body) if body else b"") + record(STDIN))


def answer(link):
    """Of the request that was sent before: headers and body as bytes."""
    content = bytearray()
    while True:
        _, kind, _, length, padding = struct.unpack("!BBHHBx", receive(link, 8))
        data = receive(link, length + padding)[:length]
        if kind == STDOUT:
            content += data
        elif kind == END:
            break
    head, _, body = bytes(content).replace(b"\r\n\r\n", b"\n\n", 1).partition(b"\n\n")
    return head, body


def what_threads_do(process):
    """A line for each: its name, its state, where it sleeps in the kernel and its current system call."""
    lines = []
    for folder in sorted(Path(f"/proc/{process.pid}/task").glob("*")):
        try:
            state = (folder / "stat").read_text().rsplit(")", 1)[1].split()[0]
            lines.append(" ".join([folder.name, state, *((folder / name).read_text().strip() for name in ("comm", "wchan", "syscall"))]))
        except OSError as error:
            lines.append(f"{folder.name} {error}")
    return "\n".join(lines)


def wait_until_read(link, seconds=20):
    """Until somebody has taken everything from the connection that was sent through it."""
    end = time.monotonic() + seconds
    while struct.unpack("i", fcntl.ioctl(link, termios.TIOCOUTQ, bytes(4)))[0] > 0:  # unix(7): SIOCOUTQ has that number
        assert time.monotonic() < end, "nobody reads"
        time.sleep(0.005)


def wait_until_idle(process, seconds=20):
    """Until all threads sleep, and still do a moment later."""
    end, looks = time.monotonic() + seconds, 0
    while looks < 3:
        assert time.monotonic() < end, "its threads work:\n" + what_threads_do(process)
        states = [stat.read_text().rsplit(")", 1)[1].split()[0] for stat in Path(f"/proc/{process.pid}/task").glob("*/stat")]
        looks = looks + 1 if set(states) == {"S"} else 0
        time.sleep(0.005)


def wait_for_end(process, seconds):
    """The exit status of a process that was signalled to end; an error that describes what it does instead."""
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"process {process.pid} has not ended after {seconds} s:\n{what_threads_do(process)}") from error


class Program:
    """Processes of one FastCGI program that share a Unix socket; they get it as file descriptor 0, by the standard.

    With keeps_socket requests wait at the socket while no process takes them, as at one that systemd holds.
    """

    def __init__(self, path, processes=1, env=None, keeps_socket=False, backlog=64):
        self.folder = Path(tempfile.mkdtemp(prefix="ms-fcgi-", dir="/tmp"))
        self.address = str(self.folder / "socket")
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(self.address)
        self.listening.listen(backlog)
        self.log = open(self.folder / "log", "wb")
        self.command, self.env, self.processes = [str(path)], os.environ | (env or {}), []
        for _ in range(processes):
            self.start()
        if not keeps_socket:
            self.listening.close()

    def let_everybody_in(self):
        """A web server of another user may use the socket."""
        self.folder.chmod(0o755)
        Path(self.address).chmod(0o666)

    def start(self):
        """One process more."""
        self.processes.append(subprocess.Popen(self.command, stdin=self.listening, stdout=subprocess.DEVNULL,
                                               stderr=self.log, env=self.env))

    def ask(self, query, seconds=None, **parameters):
        """One request, which may take so long; returns headers and body as bytes."""
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(seconds)
            link.connect(self.address)
            link.sendall(request(query, **parameters))
            return answer(link)

    def connect(self):
        """A connection of one's own."""
        link = socket.socket(socket.AF_UNIX)
        link.settimeout(60)
        link.connect(self.address)
        return link

    def cpu_seconds(self):
        """User and system time of all processes so far."""
        ticks = 0
        for process in self.processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def peak_mib(self):
        """The largest resident set any process has had."""
        peaks = []
        for process in self.processes:
            status = Path(f"/proc/{process.pid}/status").read_text()
            peaks += [int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")]
        return max(peaks)

    def stop(self):
        for process in self.processes:
            process.terminate()
        end = time.monotonic() + 1
        for process in self.processes:
            try:
                process.wait(timeout=max(0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.listening.close()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
