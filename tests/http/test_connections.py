# SPDX-License-Identifier: MIT
"""Connections of the listener with well-behaved and hostile clients. Expected: RFC 9112 (HTTP/1.1), and no bytes besides
the answer."""

import re
import socket

import pytest

PATIENCE_S = 10
PICTURE = (
    "/?map=inline&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&CRS=EPSG:3857&BBOX=0,0,600,400"
    "&WIDTH=300&HEIGHT=200&LAYERS=land&STYLES=&FORMAT=image/png"
)


def talk(listener, *parts):
    """Sends bytes as they are; returns all that comes back until the server closes."""
    host, port = re.fullmatch(r"http://([^:/]+):(\d+).*", listener.address).groups()
    answer = b""
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as connection:
        try:
            for part in parts:
                connection.sendall(part)
            while block := connection.recv(65536):
                answer += block
        except (BrokenPipeError, ConnectionResetError):
            pass
    return answer


def get(target, *headers):
    lines = [f"GET {target} HTTP/1.1", "Host: a", *headers, "", ""]
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize(
    "asked",
    ["0-", "5-9", "-7", "1000000-1000010", "0-99999999", "-99999999", ",".join(["0-"] * 500)],
    ids=["all", "inside", "end", "behind", "beyond", "before", "many"],
)
def test_an_answer_is_given_as_a_whole_whatever_range_is_asked_for(listener, asked):
    """The library believes any range: bytes of the server's memory would follow those of the answer."""
    whole = talk(listener, get(PICTURE, "Connection: close")).partition(b"\r\n\r\n")[2]
    head, _, body = talk(listener, get(PICTURE, "Connection: close", f"Range: bytes={asked}")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"Content-Range" not in head
    assert body == whole and body.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "start, status",
    [(b"GET /", b"414"), (b"GET / HTTP/1.1\r\nHost: a\r\nX: ", b"431")],
    ids=["target", "header"],
)
def test_a_line_without_end_is_not_read_to_its_end(listener, start, status):
    assert talk(listener, start + b"a" * 1_000_000).startswith(b"HTTP/1.1 " + status)


def test_headers_without_end_are_not_read_to_their_end(listener):
    answer = talk(listener, b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 200_000)
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_what_stands_in_a_body_is_no_request(listener):
    """Behind a proxy it could be taken for another client's."""
    hidden = get("/livez", "Connection: close")
    head = get("/livez", f"Content-Length: {len(hidden)}")
    assert talk(listener, head + hidden + get("/livez", "Connection: close")).count(b"HTTP/1.1 200 ") == 2


@pytest.mark.parametrize("length", ["Content-Length: 4", "Content-Length: 5\r\nContent-Length: 4"])
def test_behind_a_body_of_two_lengths_nothing_is_read(listener, length):
    """RFC 9112, 6.1: a server "MUST close the connection after responding to such a request"."""
    head = f"POST /?map=inline HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n{length}\r\n"
    answer = talk(listener, head.encode() + b"\r\n0\r\n\r\n" + get("/livez", "Connection: close"))
    assert answer.count(b"HTTP/1.1 ") == 1


def test_requests_sent_ahead_are_all_answered(listener):
    answer = talk(listener, get("/livez") + get("/livez") + get("/livez", "Connection: close"))
    assert answer.count(b"HTTP/1.1 200 ") == 3
