#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Requests per second of the listener, in turn with nginx and other builds: a file of 43 kB, and a map of 256 x 256 pixels; the same with
10,000 idle connections. Needs wrk and nginx.

    tests/bench/listener.py --bin build/release/bin [--before OTHER/bin] [--seconds 3] [--rounds 5]
"""

import argparse
import contextlib
import os
import re
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

MAP = """MAP NAME "m" EXTENT 0 0 10 10 PROJECTION "epsg:4326" END
WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
LAYER NAME "a" TYPE POLYGON STATUS ON FEATURE POINTS 1 1 9 1 5 9 1 1 END END CLASS STYLE COLOR 200 0 0 END END END END"""
GET_MAP = "mapserv?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=a&STYLES=&SRS=EPSG:4326&BBOX=0,0,10,10&WIDTH=256&HEIGHT=256&FORMAT=image/png"
IDLE = 10_000


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def wait_for(url):
    for _ in range(200):
        try:
            return urllib.request.urlopen(url, timeout=5).read()
        except OSError:
            time.sleep(0.05)
    sys.exit(f"nobody answers at {url}")


@contextlib.contextmanager
def running(command, url):
    """A server that answers at a URL, until the end of the block, whatever happens in it."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(url)
        yield process
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def ours(program, folder):
    address = f"127.0.0.1:{free_port()}"
    with running([program, "--http", address, "--static", folder / "static", folder / "m.map"], f"http://{address}/livez") as process:
        yield process, f"http://{address}/", "static/file.png"


@contextlib.contextmanager
def nginx(folder):
    port = free_port()
    (folder / "nginx.conf").write_text(f"""worker_processes 2; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 4096; }}
http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  types {{ image/png png; }} server {{ listen 127.0.0.1:{port} backlog=4096; root {folder}/static; }} }}
""")
    with running([shutil.which("nginx") or "/usr/sbin/nginx", "-c", folder / "nginx.conf"], f"http://127.0.0.1:{port}/file.png") as process:
        yield process, f"http://127.0.0.1:{port}/", "file.png"


def rate(url, connections, seconds):
    said = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", url], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said:
        sys.exit(said)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])


def measure(servers, what, connections, options):
    """Median of requests per second, by name; the servers in turn."""
    rates = {name: [] for name in servers}
    for _ in range(options.rounds):
        for name, url in servers.items():
            rates[name].append(rate(url, connections, options.seconds))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    print(f"| {what} | {connections} | " + " | ".join(f"{name} {value:,.0f}" for name, value in medians.items()) + " |", flush=True)
    return medians


def hold_idle(address, count):
    host, port = address.removeprefix("http://").strip("/").split(":")
    links = []
    for _ in range(count):
        link = socket.create_connection((host, int(port)))
        link.sendall(b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
        link.recv(1000)
        links.append(link)
    return links


def rss_mib(process):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--before", type=Path, help="programs of another build, to compare with")
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as servers:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "static").mkdir()
        (folder / "static/file.png").write_bytes(os.urandom(43_000))
        (folder / "m.map").write_text(MAP)
        started = {"ours": servers.enter_context(ours(options.bin / "mapserv", folder)), "nginx": servers.enter_context(nginx(folder))}
        if options.before:
            started["before"] = servers.enter_context(ours(options.before / "mapserv", folder))
        print("| what | connections | requests/s |\n|---|---|---|")
        for connections in (1, 16):
            measure({key: url + path for key, (_, url, path) in started.items()}, "file of 43 kB", connections, options)
        maps = {key: url + GET_MAP for key, (_, url, _) in started.items() if key != "nginx"}
        for connections in (1, 16):
            measure(maps, "map of 256 x 256", connections, options)
        process, address, path = started["ours"]
        alone = rss_mib(process)
        links = hold_idle(address, min(IDLE, hard - 1000) - 100)
        print(f"{len(links)} idle connections: {rss_mib(process) - alone:.0f} MiB")
        measure({"ours": address + path}, "file of 43 kB beside them", 16, options)
        measure({"ours": maps["ours"]}, "map of 256 x 256 beside them", 16, options)
        for link in links:
            link.close()


if __name__ == "__main__":
    main()
