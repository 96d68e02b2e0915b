# SPDX-License-Identifier: MIT
"""Slow clients and very many clients cost no thread and little memory, and do not delay others."""

import os
import re
import resource
import signal
import socket
import statistics
import time
from pathlib import Path

import pytest
import servers

PATIENCE_S = 10
INLINE = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=a&STYLES=&SRS=EPSG:4326&BBOX=0,0,10,10&FORMAT=image/png"
MAP = """MAP NAME "m" EXTENT 0 0 10 10 MAXSIZE 4096 PROJECTION "epsg:4326" END
OUTPUTFORMAT NAME "raw" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGB FORMATOPTION "COMPRESSION=0" END
WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "ows_allowed_ip_list" "198.51.100.7 127.0.0.1"
 "ows_sld_enabled" "true" END END
LAYER NAME "a" TYPE POLYGON STATUS ON FEATURE POINTS 1 1 9 1 5 9 1 1 END END CLASS STYLE COLOR 200 0 0 END END END END"""


def start(folder, **environment):
    return servers.start_listener_of(folder, {"m": MAP}, environment)


@pytest.fixture(name="server", scope="module")
def one_for_all():
    folder = servers.own_folder()
    made = start(folder, MS_MAX_CONNECTIONS="100")
    yield made
    made.stop()


def connect(server, patience=PATIENCE_S):
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=patience)


def get(target, *headers):
    return "\r\n".join([f"GET {target} HTTP/1.1", "Host: a", *headers, "", ""]).encode()


def read_all(link):
    answer = b""
    while part := link.recv(65536):
        answer += part
    return answer


def read_answer(link):
    """One answer of a keep-alive connection."""
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = link.recv(65536)
        assert part, "closed"
        answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    size = int(re.search(rb"Content-Length: (\d+)", head)[1])
    while len(body) < size:
        body += link.recv(65536)
    return head, body


def read_answer_of(link):
    """The rest of an answer of a keep-alive connection."""
    head, body = read_answer(link)
    assert b"image/png" in head
    return body


def livez_seconds(server, times=5):
    """The median of some: on a busy machine one may be late."""
    def one():
        begin = time.monotonic()
        assert servers.fetch(f"{server.address}/livez").status == 200
        return time.monotonic() - begin
    return statistics.median(one() for _ in range(times))


def rss_mb(server):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.processes[0].pid}/status").read_text())[1]) / 1024


def threads(server):
    return len(list(Path(f"/proc/{server.processes[0].pid}/task").iterdir()))


def test_slow_heads_keep_nobody_from_being_answered(server):
    before = threads(server)
    slow = [connect(server) for _ in range(90)]
    for link in slow:
        link.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    assert livez_seconds(server, 20) < 0.5
    assert threads(server) == before
    for link in slow:
        link.close()


def test_those_who_are_idle_for_longest_make_room(server):
    kept = []
    for _ in range(150):
        link = connect(server)
        link.sendall(get("/livez"))
        assert read_answer(link)[1] == b"ok\n"
        kept.append(link)
    kept[-1].sendall(get("/livez"))
    assert read_answer(kept[-1])[1] == b"ok\n"
    assert kept[0].recv(1) == b""
    assert livez_seconds(server) < 0.5
    for link in kept:
        link.close()


def test_ten_thousand_idle_connections_are_held():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(9_900, hard - 1000)  # MS_MAX_CONNECTIONS is 10,000
    if count < 2000:
        pytest.skip(f"the system allows {hard} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = servers.own_folder()
    server, links = start(folder), []
    try:
        livez_seconds(server)
        before = rss_mb(server)
        for _ in range(count):
            links.append(connect(server))
            links[-1].sendall(get("/livez"))
            read_answer(links[-1])
        assert livez_seconds(server) < 0.5
        links[0].sendall(get("/livez"))
        assert read_answer(links[0])[1] == b"ok\n"
        growth = rss_mb(server) - before
        print(f"{count} idle connections: {growth:.0f} MiB, {growth / count * 1024:.1f} KiB each")
        assert growth < 300 * count / 10_000
    finally:
        for link in links:
            link.close()
        server.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_answers_that_are_not_taken_are_held_within_a_budget():
    """Twenty images of 17 MB for clients that read no bytes; 100 MB are allowed."""
    folder = servers.own_folder()
    server = start(folder, MS_UNSENT_MB="100")
    try:
        image = f"/mapserv?map=m&{INLINE.replace('image/png', 'raw')}&WIDTH=2800"
        assert len(servers.fetch(f"{server.address}{image}&HEIGHT=2000").body) > 16_000_000
        links = []
        for i in range(20):
            link = connect(server)
            link.sendall(get(f"{image}&HEIGHT=2{i:03}"))
            assert link.recv(13) == b"HTTP/1.1 200 "  # this one is being sent
            links.append(link)
        assert livez_seconds(server) < 0.5
        end = time.monotonic() + PATIENCE_S
        while rss_mb(server) >= 300 and time.monotonic() < end:
            time.sleep(0.1)  # dropped memory is returned to the system
        assert rss_mb(server) < 300
        assert len(read_answer_of(links[-1])) > 16_000_000
        with pytest.raises(ConnectionResetError):
            read_answer_of(links[0])
    finally:
        server.stop()


def test_a_body_is_asked_for_where_the_client_waits_to_be(server):
    form = f"map=m&{INLINE}&WIDTH=30&HEIGHT=30".encode()
    with connect(server) as link:
        link.sendall(b"POST /mapserv HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                     b"Content-Length: %d\r\n\r\n" % len(form))
        assert link.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        link.sendall(form)
        assert read_answer(link)[1].startswith(b"\x89PNG")


def test_too_large_a_body_is_refused_before_it_is_sent(server):
    with connect(server) as link:
        link.sendall(b"POST /mapserv HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n")
        assert link.recv(13) == b"HTTP/1.1 413 "


@pytest.mark.parametrize("head, is_kept", [(b"GET /livez HTTP/1.0\r\n\r\n", False), (b"GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", True),
                                           (get("/livez"), True), (get("/livez", "Connection: close"), False), (get("http://a/livez"), True)])
def test_a_connection_is_kept_as_the_client_wishes(server, head, is_kept):
    with connect(server) as link:
        link.sendall(head)
        answer = read_answer(link)
        assert answer[0].startswith(b"HTTP/1.1 200 ") and b"\r\nDate: " in answer[0]
        if is_kept:
            link.sendall(get("/livez", "Connection: close"))
            read_answer(link)
        assert link.recv(1) == b""


def test_what_is_no_http_is_refused_at_once(server):
    with connect(server) as link:
        link.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc")
        assert link.recv(13) == b"HTTP/1.1 400 "


def test_a_request_that_has_begun_is_answered_while_the_server_ends():
    folder = servers.own_folder()
    server = start(folder)
    process = server.processes[0]
    with connect(server) as half, connect(server) as idle, connect(server) as stuck:
        request = get(f"/mapserv?map=m&{INLINE}&WIDTH=300&HEIGHT=300")
        half.sendall(request[:30])
        stuck.sendall(b"POST /mapserv HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nslow")
        time.sleep(0.3)
        livez_seconds(server, 20)  # served in turn with the others, whose bytes are read by then
        watch = server.watch()
        os.kill(process.pid, signal.SIGTERM)
        assert idle.recv(1) == b""
        half.sendall(request[30:])
        head, body = read_answer(half)
        assert body.startswith(b"\x89PNG") and b"Connection: close" in head
        while process.poll() is None:
            assert watch.seconds < 8  # the stalled one gets 5
            time.sleep(0.05)
        assert process.returncode == 0
    server.stop()


@pytest.mark.parametrize("headers, is_allowed", [
    ({}, True),
    ({"X-Forwarded-For": "198.51.100.7"}, True),
    ({"X-Forwarded-For": "198.51.100.8"}, False),
    ({"X-Forwarded-For": "198.51.100.7, 198.51.100.8"}, False),  # the first is the client's own claim
    ({"X-Forwarded-For": "unknown"}, False),
    ({"Forwarded": "for=198.51.100.8"}, False),
    ({"Forwarded": 'for="198.51.100.7:80"'}, True),
    ({"Forwarded": "for=198.51.100.7", "X-Forwarded-For": "198.51.100.8"}, False),
])
def test_lists_of_addresses_are_about_the_client_behind_the_proxy(server, headers, is_allowed):
    answer = servers.fetch(f"{server.address}/mapserv?map=m&{INLINE}&WIDTH=30&HEIGHT=30", headers)
    assert answer.is_png == is_allowed, answer.text


def test_links_begin_where_the_client_came_in(server):
    headers = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "maps.example", "X-Forwarded-Prefix": "/gis/"}
    answer = servers.fetch(f"{server.address}/mapserv?map=m&SERVICE=WMS&REQUEST=GetCapabilities", headers)
    assert 'href="https://maps.example/gis/mapserv?map=m&amp;"' in answer.text
