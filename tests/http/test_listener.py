# SPDX-License-Identifier: MIT
"""mapserv --http: statuses, types and forbidden disclosures."""

import concurrent.futures
import gzip
import io
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

import pytest
import servers
from conftest import need_no_sanitizer
from PIL import Image
from requests_of_wms import BAD_REQUESTS, CAPABILITIES, SIZE, get_map


def ask(listener, query, **more):
    return servers.fetch(f"{listener.address}?{query}", **more)


def test_a_map_is_a_png_of_the_size_asked_for(listener):
    answer = ask(listener, get_map())
    assert (answer.status, answer.type) == (200, "image/png")
    assert Image.open(io.BytesIO(answer.body)).size == SIZE


def test_a_map_as_jpeg_is_one(listener):
    answer = ask(listener, get_map(FORMAT="image/jpeg"))
    assert (answer.status, answer.type) == (200, "image/jpeg")
    assert Image.open(io.BytesIO(answer.body)).format == "JPEG"


def test_transparent_shows_through_where_nothing_is_drawn(listener):
    image = Image.open(io.BytesIO(ask(listener, get_map(TRANSPARENT="TRUE")).body)).convert("RGBA")
    assert image.getpixel((2, 2))[3] == 0
    assert image.getpixel((150, 120))[3] == 255


def test_capabilities_are_xml(listener):
    answer = ask(listener, CAPABILITIES)
    assert (answer.status, answer.type) == (200, "text/xml")
    assert "<Name>land</Name>" in answer.text


def test_capabilities_name_the_address_they_were_asked_at(listener):
    links = set(re.findall(r'href="(http://[^"?]*)', ask(listener, CAPABILITIES).text))
    own = {link for link in links if "127.0.0.1" in link}
    assert own and all(link.startswith(listener.address) for link in own)


@pytest.mark.parametrize("query, code, words", BAD_REQUESTS)
def test_a_bad_request_is_400_with_an_exception_report(listener, query, code, words):
    answer = ask(listener, query)
    assert answer.status == 400
    assert answer.type == "text/xml"
    assert "<ServiceException" in answer.text and words in answer.text
    if code:
        assert f'code="{code}"' in answer.text


def test_blank_exceptions_are_an_image_of_the_size_asked_for(listener):
    answer = ask(listener, get_map(LAYERS="atlantis", STYLES="", EXCEPTIONS="BLANK"))
    assert answer.is_png
    image = Image.open(io.BytesIO(answer.body)).convert("RGB")
    assert image.size == SIZE and len(image.getcolors()) == 1


def test_exceptions_in_the_image_are_drawn(listener):
    image = Image.open(io.BytesIO(ask(listener, get_map(LAYERS="atlantis", STYLES="", EXCEPTIONS="INIMAGE")).body))
    assert image.size == SIZE and len(image.convert("RGB").getcolors(100000)) > 1


@pytest.mark.parametrize("name", ["atlantis", "/etc/passwd", "../inline.map", "maps/../../etc/hosts", "inline.map"])
def test_a_map_that_is_not_allowed_is_refused_without_a_path(listener, name):
    answer = ask(listener, get_map(map=name))
    assert 400 <= answer.status < 500
    assert not answer.is_png
    assert str(listener.folder) not in answer.text


def test_no_answer_shows_a_path_of_the_server(listener):
    for query, _, _ in BAD_REQUESTS:
        assert str(listener.folder) not in ask(listener, query).text


def test_markup_in_a_parameter_is_escaped(listener):
    assert b"<script>" not in ask(listener, get_map(FORMAT="<script>alert(1)</script>")).body


def test_static_files_are_served(listener):
    answer = servers.fetch(f"{listener.address}static/index.html")
    assert (answer.status, answer.type) == (200, "text/html")
    assert servers.fetch(f"{listener.address}static/viewer.js").type in ("text/javascript", "application/javascript")


def raw_get(listener, target):
    """Sends a request line as it is; urllib would tidy the path."""
    host, port = listener.address.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as link:
        link.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: link.recv(65536), b""))


@pytest.mark.parametrize("target", ["/static/../maps/world.map", "/static/%2e%2e/maps/world.map",
                                    "/static/..%2fmaps/world.map", "/static//etc/passwd", "/static/%00"])
def test_static_never_leaves_its_folder(listener, target):
    answer = raw_get(listener, target)
    assert not answer.startswith(b"HTTP/1.1 200")
    assert b"LAYER" not in answer and b"root:" not in answer


def test_a_form_may_be_posted(listener):
    answer = servers.fetch(listener.address, data=get_map().encode(),
                           headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.is_png


def test_head_has_the_headers_and_no_body(listener):
    answer = servers.fetch(f"{listener.address}?{CAPABILITIES}", method="HEAD")
    assert (answer.status, answer.type, answer.body) == (200, "text/xml", b"")


def test_many_clients_get_the_same_image(listener):
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask(listener, get_map()).body, range(32)))
    assert len(set(answers)) == 1 and answers[0].startswith(b"\x89PNG")


def test_a_terminated_server_ends_with_0():
    server = servers.start_listener()
    assert server.stop() == [0]


def wake_ups(process):
    """How often the threads of a process have waited so far."""
    tasks = (task.read_text() for task in pathlib.Path(f"/proc/{process.pid}/task").glob("*/status"))
    return sum(int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.M)[1]) for text in tasks)


def test_a_server_without_clients_sleeps():
    need_no_sanitizer()  # ThreadSanitizer has a thread of its own, which wakes
    server = servers.start_listener()
    try:
        ask(server, CAPABILITIES)
        time.sleep(1.5)
        before = wake_ups(server.processes[0])
        time.sleep(2)
        assert wake_ups(server.processes[0]) - before <= 2
    finally:
        server.stop()


def test_a_hundred_clients_may_wait_to_be_accepted(listener):
    # Linux drops the first packet of clients beyond the backlog; they retry after a second, three, seven.
    host, port = re.fullmatch(r"http://([^:]+):(\d+)/", listener.address).groups()
    os.kill(listener.processes[0].pid, signal.SIGSTOP)
    try:
        clients = [socket.create_connection((host, int(port)), timeout=0.5) for _ in range(100)]
    finally:
        os.kill(listener.processes[0].pid, signal.SIGCONT)
    for client in clients:
        client.close()
    assert ask(listener, get_map()).status == 200


def raw(server, request, patience=8):
    """The answer to bytes that no client library would send."""
    host, port = server.address.removeprefix("http://").strip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=patience) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


@pytest.mark.parametrize("lines", [b"Content-Length : 3\r\n", b"Content-Length: +3\r\n", b"Content-Length: %33\r\n", b"X: y\n", b" folded\r\n",
                                   b"X: y\r\n folded\r\n", b"Host: b\r\n", b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"])
def test_a_malformed_head_is_refused(listener, lines):
    answer = raw(listener, b"POST /?map=world HTTP/1.1\r\nHost: a\r\n" + lines + b"\r\nabc")
    assert answer.startswith(b"HTTP/1.1 400 ") and b"malformed" in answer


def test_a_body_without_a_length_is_refused_at_once(listener):
    begin = time.monotonic()
    assert raw(listener, b"POST /?map=world HTTP/1.1\r\nHost: a\r\n\r\n").startswith(b"HTTP/1.1 411 ")
    assert time.monotonic() - begin < 5


def test_forms_in_parts_are_not_taken(listener):
    answer = servers.fetch(f"{listener.address}?map=world", data=b"--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n",
                           headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status == 415


def test_question_marks_may_stand_in_a_query(listener):
    answer = servers.fetch(f"{listener.address}?map=world&SERVICE=WMS&REQUEST=GetCapabilities&x=http://a/?b=c?d")
    assert answer.status == 200 and "<WMS_Capabilities" in answer.text


def test_a_port_that_is_taken_is_an_error_with_its_reason(listener):
    port = listener.address.strip("/").rsplit(":", 1)[1]
    second = subprocess.run([servers.MAPSERV, "--http", f"127.0.0.1:{port}"], capture_output=True, text=True, timeout=20, check=False)
    assert second.returncode != 0
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in second.stderr


def test_it_says_where_it_listens(listener):
    assert f"listening on {listener.address}" in listener.log()


def test_static_files_are_compressed_once_and_validated(listener):
    url = f"{listener.address}static/ol.js"
    packed = servers.fetch(url, {"Accept-Encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip" and packed.type == "text/javascript" and "max-age" in packed.headers["cache-control"]
    whole = (servers.EXAMPLES / "viewer/ol.js").read_bytes()
    assert gzip.decompress(packed.body) == whole
    assert servers.fetch(url).body == whole
    assert servers.fetch(url, {"If-None-Match": packed.headers["etag"]}).status == 304
    part = servers.fetch(url, {"Range": "bytes=100-199"})
    assert part.status == 206 and part.body == whole[100:200]
    before = listener.cpu_seconds()
    for _ in range(50):
        servers.fetch(url, {"Accept-Encoding": "gzip"})
    assert listener.cpu_seconds() - before < 5  # one compression of it with brotli took as long


def test_the_authority_of_a_whole_url_goes_before_host(listener):
    answer = raw(listener, f"GET http://maps.example:8080/?{CAPABILITIES} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n".encode())
    assert b'"http://maps.example:8080/?' in answer and b"other.example" not in answer


@pytest.mark.parametrize("path", ["static/../mapserver.conf", "static/..%2fmaps/mapserver.conf", "static/%2e%2e/log", "static/.hidden", "static/ol.js%00"])
def test_static_files_end_at_their_folder(listener, path):
    assert raw(listener, f"GET /{path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()).split()[1] in (b"404", b"400")


def test_a_slow_body_does_not_hold_the_end_of_the_server():
    server = servers.start_listener()
    host, port = server.address.removeprefix("http://").strip("/").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"POST /?map=world HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc")
        time.sleep(0.3)
        begin = time.monotonic()
        server.stop()
        assert time.monotonic() - begin < 9


@pytest.fixture(scope="module")
def one_map():
    """mapserv --http ADDRESS MAPFILE, without a CONFIG file."""
    folder, port = servers.own_folder(), servers.free_port()
    program, _ = servers.install(folder)
    server = servers.Server(f"http://127.0.0.1:{port}", folder)
    server.start([program, "--http", f"127.0.0.1:{port}", folder / "maps/inline.map"])
    yield server.wait()
    server.stop()


@pytest.mark.parametrize("path", ["/", "/mapserv", "/mapserv/", "/cgi-bin/mapserv"])
def test_a_mapfile_of_the_command_line_is_listed_wherever_one_begins(one_map, path):
    page = servers.fetch(one_map.address + path)
    assert page.status == 200 and page.type == "text/html" and "inline" in page.text


def test_a_mapfile_of_the_command_line_is_shown(one_map):
    assert servers.fetch(f"{one_map.address}/inline/").status == 200
    for map_ in ("", "map=inline&"):
        assert "<WMS_Capabilities" in servers.fetch(f"{one_map.address}/?{map_}SERVICE=WMS&REQUEST=GetCapabilities").text


def test_a_name_that_no_map_has_is_told(one_map):
    answer = servers.fetch(f"{one_map.address}/?map=atlantis&SERVICE=WMS&REQUEST=GetCapabilities")
    assert answer.status == 404 and "MS_MAP_PATTERN not set" in answer.text  # MapServer's words: only a path could be meant


def test_a_server_without_maps_says_so(tmp_path):
    port = servers.free_port()
    process = subprocess.Popen([servers.MAPSERV, "--http", f"127.0.0.1:{port}"], stderr=subprocess.PIPE, text=True,
                               env={name: value for name, value in os.environ.items() if not name.startswith(("MS_MAP", "MAPSERVER"))})
    try:
        lines = [process.stderr.readline() for _ in range(2)]
    finally:
        process.terminate()
        process.communicate()
    assert "listening on" in lines[0] and "no map to show" in lines[1]
    gone = subprocess.run([servers.MAPSERV, "--http", f"127.0.0.1:{port}", tmp_path / "none.map"], capture_output=True, text=True, check=False)
    assert gone.returncode != 0 and "there is no mapfile" in gone.stderr


def test_compressing_large_files_keeps_nobody_from_hearing_that_the_server_is_ready(listener):
    lines = (f'{{"x": {number * 7919 % 100_003}, "name": "feature {number}"}},\n' for number in range(700_000))
    (listener.folder / "static/large.json").write_text("".join(lines))  # 26 MB
    with concurrent.futures.ThreadPoolExecutor() as pool:
        files = [pool.submit(servers.fetch, f"{listener.address}static/{'/' * more}large.json", {"Accept-Encoding": "gzip"}) for more in range(6)]
        begin = time.monotonic()
        time.sleep(0.1)
        assert servers.fetch(f"{listener.address}readyz").status == 200
        ready_s = time.monotonic() - begin
        bodies = [file.result() for file in files]
    files_s = time.monotonic() - begin
    assert len({answer.body for answer in bodies}) == 1 and bodies[0].headers["content-encoding"] == "gzip"
    assert ready_s < max(1, files_s / 2), (ready_s, files_s)
