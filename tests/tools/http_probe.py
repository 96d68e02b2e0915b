#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Small HTTP requests for the scripts, with only Python's standard library.

    http_probe.py port WANTED     print WANTED if that port is free on 127.0.0.1, else another free one
    http_probe.py demo ADDRESS    wait for the demo's server, then request capabilities, a map and the page
"""

import socket
import sys
import time
import urllib.error
import urllib.request

PATIENCE_S = 20


def free_port(requested):
    for port in (requested, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                return probe.getsockname()[1]
            except OSError:
                continue
    sys.exit("no port is free on 127.0.0.1")


def wait_for(address):
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return urllib.request.urlopen(address, timeout=PATIENCE_S)
        except urllib.error.HTTPError as answer:
            return answer
        except OSError:
            if time.monotonic() > end:
                sys.exit(f"nobody answers at {address}")
            time.sleep(0.1)


def expect(url, start, contains=b""):
    with urllib.request.urlopen(url, timeout=60) as answer:
        body = answer.read()
    if not body.startswith(start) or contains not in body:
        sys.exit(f"{url}\nanswered {body[:400]!r}")
    print(f"{len(body):8} bytes  {url}")


def check_demo(address):
    wait_for(address).close()
    wms = f"{address}/?map=world&SERVICE=WMS&VERSION=1.3.0"
    expect(f"{wms}&REQUEST=GetCapabilities", b"<?xml", b"<Name>countries</Name>")
    expect(f"{wms}&REQUEST=GetMap&LAYERS=countries,cities&STYLES=,&CRS=EPSG:4326&BBOX=35,-12,60,30&WIDTH=600&HEIGHT=357"
           "&FORMAT=image/png", b"\x89PNG")
    expect(f"{address}/static/index.html", b"<!doctype html>", b"viewer.js")


if __name__ == "__main__":
    if sys.argv[1:2] == ["port"]:
        print(free_port(int(sys.argv[2])))
    elif sys.argv[1:2] == ["demo"]:
        check_demo(sys.argv[2])
    else:
        sys.exit(__doc__)
