# SPDX-License-Identifier: MIT
"""Bytes on a connection that no library sends: chunks, lengths, forms in parts, packed bodies, paths.

Each connection is answered, or closed, soon; the memory of the server stays where it was.
"""

import gzip
import re
import socket

import pytest
import servers
from conftest import DEADLINE_S, GRACE_S, IS_SANITIZED

MAP = """MAP NAME "m" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
  LAYER NAME "point" TYPE POINT STATUS ON METADATA "ows_title" "p" END FEATURE POINTS 5 5 END END CLASS STYLE COLOR 0 0 0 END END END END"""
MAX_GROWTH_MB = 200 if IS_SANITIZED else 60  # of several bodies of 5 MB, which are the largest
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
MANY = 50_000 if IS_SANITIZED else 1_000_000


@pytest.fixture(scope="module")
def target(attack):
    started = attack({"m": MAP})
    assert started.send("map=m&SERVICE=WMS&REQUEST=GetCapabilities").answer.status == 200
    return started


def address(target):
    host, port = re.fullmatch(r"http://([^:/]+):(\d+).*", target.server.address).groups()
    return host, int(port)


def talk(target, pieces, patience=60):
    """What comes back until the server closes, or until it has answered and is idle for a second; and the seconds that took."""
    watch, answer = target.server.watch(), b""
    with socket.create_connection(address(target), timeout=patience) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
            while block := connection.recv(65536):
                answer += block
                connection.settimeout(1)
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            pass
    return answer, watch.seconds


def post(*headers, body=(), path=b"/?map=m"):
    return [b"POST " + path + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + b"".join(headers) + b"\r\n", *body]


def chunk(text):
    return b"%x\r\n%s\r\n" % (len(text), text)


LAST = b"0\r\n\r\n"
PARTS = b"".join(b'--x\r\nContent-Disposition: form-data; name="a%d"\r\n\r\n%s\r\n' % (i, b"b" * 9) for i in range(50_000)) + b"--x--\r\n"
PACKED = gzip.compress(bytes(200_000_000), 9) if not IS_SANITIZED else gzip.compress(bytes(20_000_000), 9)
BODIES = {
    "chunks of a byte": post(FORM, CHUNKED, body=[chunk(b"a") * MANY, LAST]),
    "chunks beyond the largest body": post(FORM, CHUNKED, body=[chunk(b"a" * 100_000) * 100, LAST]),
    "chunk of more bytes than there are": post(FORM, CHUNKED, body=[b"ffffffffffffffff\r\n" + b"a" * 1000]),
    "chunk of a size beyond 64 bits": post(FORM, CHUNKED, body=[b"1ffffffffffffffff\r\naa\r\n", LAST]),
    "chunk of a negative size": post(FORM, CHUNKED, body=[b"-1\r\naa\r\n", LAST]),
    "size without end": post(FORM, CHUNKED, body=[b"0" * 2_000_000]),
    "extension without end": post(FORM, CHUNKED, body=[b"1;" + b"a" * 2_000_000]),
    "extensions": post(FORM, CHUNKED, body=[b"1;a=b\r\na\r\n" * (MANY // 3), LAST]),
    "trailers without end": post(FORM, CHUNKED, body=[chunk(b"a=b"), b"0\r\n", b"X: y\r\n" * (MANY // 2)]),
    "chunks in chunks": post(FORM, CHUNKED, CHUNKED, body=[chunk(chunk(b"a=b") + LAST), LAST]),
    "another coding": post(FORM, b"Transfer-Encoding: gzip, chunked\r\n", body=[chunk(PACKED[:100_000]), LAST]),
    "length of exabytes": post(FORM, b"Content-Length: 9223372036854775807\r\n", body=[b"a" * 1000]),
    "length beyond 64 bits": post(FORM, b"Content-Length: 99999999999999999999999\r\n", body=[b"a" * 1000]),
    "parameters": post(FORM, b"Content-Length: 4000000\r\n", body=[b"a=b&" * 1_000_000]),
    "ampersands": post(FORM, b"Content-Length: 5000000\r\n", body=[b"&" * 5_000_000]),
    "equals signs": post(FORM, b"Content-Length: 5000000\r\n", body=[b"=" * 5_000_000]),
    "percent signs": post(FORM, b"Content-Length: 5000000\r\n", body=[b"%" * 5_000_000]),
    "broken escapes": post(FORM, b"Content-Length: 4000000\r\n", body=[b"%zz%" * 1_000_000]),
    "NUL bytes": post(FORM, b"Content-Length: 1000000\r\n", body=[bytes(1_000_000)]),
    "form in parts": post(b"Content-Type: multipart/form-data; boundary=x\r\n", b"Content-Length: %d\r\n" % len(PARTS), body=[PARTS]),
    "related parts": post(b"Content-Type: multipart/related; boundary=x\r\n", b"Content-Length: %d\r\n" % len(PARTS), body=[PARTS]),
    "packed body": post(FORM, b"Content-Encoding: gzip\r\n", b"Content-Length: %d\r\n" % len(PACKED), body=[PACKED]),
    "document of UTF-16": post(b"Content-Type: text/xml\r\n", b"Content-Length: 4000002\r\n", body=[b"\xff\xfe" + "<a>".encode("utf-16-le") * 666_666, b"a" * 4]),
    "document of one name": post(b"Content-Type: text/xml\r\n", b"Content-Length: 4000001\r\n", body=[b"<" + b"a" * 4_000_000]),
    "document of instructions": post(b"Content-Type: text/xml\r\n", b"Content-Length: 4000000\r\n", body=[b"<?a ?>  " * 500_000]),
    "path of escapes": post(FORM, b"Content-Length: 0\r\n", path=b"/" + b"%2e%2e%2f" * 3000),
    "path of broken escapes": post(FORM, b"Content-Length: 0\r\n", path=b"/%" + b"%g0%" * 3000),
    "path of NUL bytes": post(FORM, b"Content-Length: 0\r\n", path=b"/m%00/ogcapi%00"),
    "path of slashes": post(FORM, b"Content-Length: 0\r\n", path=b"/" * 30_000),
    "path of parameters": post(FORM, b"Content-Length: 0\r\n", path=b"/?" + b"map=m&" * 5000),
    "host without end": post(FORM, b"Content-Length: 0\r\n", b"Host: " + b"a" * 1_000_000 + b"\r\n"),
    "cookies": post(FORM, b"Content-Length: 0\r\n", b"Cookie: a=b\r\n" * 100_000),
    "preface of HTTP/2": [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(100_000)],
    "an upgrade": post(FORM, b"Content-Length: 0\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n", body=[bytes(100_000)]),
    "greeting of TLS": [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100_000)],
    "requests sent ahead": [b"GET /?map=m&SERVICE=WMS&REQUEST=GetCapabilities HTTP/1.1\r\nHost: a\r\n\r\n" * (30 if IS_SANITIZED else 300) + b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_connection_is_answered_or_closed(target, kind):
    before = target.rss_mb("VmRSS")
    answer, seconds = talk(target, BODIES[kind])
    assert seconds < DEADLINE_S + GRACE_S, seconds
    assert not re.match(rb"HTTP/1\.1 5", answer), answer[:300]
    assert target.rss_mb("VmRSS") - before < MAX_GROWTH_MB
    assert servers.fetch(f"{target.server.address}/livez").status == 200
