# SPDX-License-Identifier: MIT
"""mapserv --http: statuses, types and what must not leak."""

import concurrent.futures
import io
import os
import re
import signal
import socket

import pytest
import servers
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
    picture = Image.open(io.BytesIO(ask(listener, get_map(TRANSPARENT="TRUE")).body)).convert("RGBA")
    assert picture.getpixel((2, 2))[3] == 0
    assert picture.getpixel((150, 120))[3] == 255


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


def test_blank_exceptions_are_a_picture_of_the_size_asked_for(listener):
    answer = ask(listener, get_map(LAYERS="atlantis", STYLES="", EXCEPTIONS="BLANK"))
    assert answer.is_png
    picture = Image.open(io.BytesIO(answer.body)).convert("RGB")
    assert picture.size == SIZE and len(picture.getcolors()) == 1


def test_exceptions_in_the_image_are_drawn(listener):
    picture = Image.open(io.BytesIO(ask(listener, get_map(LAYERS="atlantis", STYLES="", EXCEPTIONS="INIMAGE")).body))
    assert picture.size == SIZE and len(picture.convert("RGB").getcolors(100000)) > 1


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


def test_many_clients_get_the_same_picture(listener):
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask(listener, get_map()).body, range(32)))
    assert len(set(answers)) == 1 and answers[0].startswith(b"\x89PNG")


def test_a_terminated_server_ends_with_0():
    server = servers.start_listener()
    assert server.stop() == [0]


def test_a_hundred_clients_may_wait_to_be_accepted(listener):
    # Linux drops the first packet of those for whom there is no room; they try again after a second, three, seven.
    host, port = re.fullmatch(r"http://([^:]+):(\d+)/", listener.address).groups()
    os.kill(listener.processes[0].pid, signal.SIGSTOP)
    try:
        clients = [socket.create_connection((host, int(port)), timeout=0.5) for _ in range(100)]
    finally:
        os.kill(listener.processes[0].pid, signal.SIGCONT)
    for client in clients:
        client.close()
    assert ask(listener, get_map()).status == 200
