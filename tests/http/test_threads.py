# SPDX-License-Identifier: MIT
"""Many concurrent requests to one process: the same images, no lost request, and a clear error beyond the limit."""

import concurrent.futures
import http.client
import io
import sys
import time

import pytest
import servers
from crowd import BOXES, QUERIES, under_load
from PIL import Image
from requests_of_wms import get_map

sys.path.insert(0, str(servers.SOURCE / "tests/tools"))
import fastcgi  # noqa: E402


@pytest.fixture
def program():
    made = fastcgi.Program(servers.MAPSERV, env={"MS_THREADS": "4", **config()})
    yield made
    made.stop()


def config():
    return {"MAPSERVER_CONFIG_FILE": str(servers.EXAMPLES / "mapserver.conf")}


def images_of(ask):
    """Every query several times, as many concurrently as the pool has threads, in random order."""
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        return list(pool.map(ask, QUERIES * 3))


def test_threads_of_a_fastcgi_process_draw_what_one_thread_draws(program):
    alone = [program.ask(query)[1] for query in QUERIES]
    assert all(body.startswith(b"\x89PNG") for body in alone)
    assert images_of(lambda query: program.ask(query)[1]) == alone * 3


def test_requests_under_way_are_finished_when_the_process_is_told_to_stop(program):
    assert program.ask(QUERIES[0])[1].startswith(b"\x89PNG")
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        idle = program.cpu_seconds()
        big = [pool.submit(program.ask, get_map(BBOX=box, WIDTH="2000", HEIGHT="2000")) for box in BOXES[:4]]
        while program.cpu_seconds() < idle + 0.02 and not any(future.done() for future in big):
            time.sleep(0.005)  # until one is being drawn; a connection that is not accepted yet may be refused
        program.processes[0].terminate()
        answered = [future for future in big if future.exception() is None]
        assert answered, "no request was finished"
        for future in answered:
            assert Image.open(io.BytesIO(future.result()[1])).size == (2000, 2000)
    assert fastcgi.wait_for_end(program.processes[0], 10) == 0


def test_connections_that_are_kept_do_not_keep_others_from_being_answered():
    server = servers.start_listener({"MS_THREADS": "1"})
    try:
        idle = [http.client.HTTPConnection(server.address.split("/")[2], timeout=servers.PATIENCE_S) for _ in range(20)]
        for link in idle:
            link.request("GET", f"/?{QUERIES[0]}")
            assert link.getresponse().read().startswith(b"\x89PNG")
        assert servers.fetch(f"{server.address}?{QUERIES[0]}").is_png
        assert all(link.sock for link in idle), "the server has closed a connection to be kept"
    finally:
        server.stop()


def test_who_comes_when_too_many_wait_is_told_to_come_again():
    server = servers.start_listener({"MS_THREADS": "1", "MS_MAX_WAITING": "1"})
    try:
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(
                lambda box: servers.fetch(f"{server.address}?{get_map(BBOX=box, WIDTH='2000', HEIGHT='2000')}"), BOXES))
        assert {answer.status for answer in answers} == {200, 503}
        refused = [answer for answer in answers if answer.status == 503]
        assert all(answer.headers["retry-after"] == "1" and "busy" in answer.text for answer in refused)
        assert servers.fetch(f"{server.address}?{QUERIES[0]}").is_png
    finally:
        server.stop()


def test_the_same_request_at_the_same_time_is_drawn_once():
    server = servers.start_listener({"MS_THREADS": "2", "MS_DEBUGLEVEL": "2"})
    try:
        query = get_map(WIDTH="2000", HEIGHT="2000", BBOX=BOXES[0])
        bodies = {answer.partition(b"\r\n\r\n")[2] for answer in servers.fetch_at_once(server, query, 50)}
        assert len(bodies) == 1 and bodies.pop().startswith(b"\x89PNG")
        drawn = server.log().count("msDrawMap() total time")
        assert 1 <= drawn <= 10, f"50 equal requests were drawn {drawn} times"
    finally:
        server.stop()


def test_a_map_that_is_edited_all_the_time_fails_no_request():
    server = servers.start_listener({"MS_THREADS": "4"})
    mapfile = server.folder / "maps/inline.map"
    text = mapfile.read_text()
    try:
        with under_load(lambda query: servers.fetch(f"{server.address}?{query}")) as answers:
            for number in range(100):
                edited = text.replace("COLOR 240 232 208", f"COLOR 10 20 {number}")
                seen = len(answers)
                mapfile.write_text(edited if number % 10 != 5 else edited.replace("LAYER", "LAYERS OF PAINT", 1))
                while len(answers) < seen + 2:
                    time.sleep(0.001)
        assert len(answers) >= 200
        assert all(answer.is_png for answer in answers), next(answer.text for answer in answers if not answer.is_png)
        image = Image.open(io.BytesIO(servers.fetch(f"{server.address}?{get_map()}").body)).convert("RGB")
        assert (10, 20, 99) in image.getdata(), "the last edit is not what is drawn"
    finally:
        server.stop()


def test_a_layer_that_is_added_is_there_for_the_next_request():
    server = servers.start_listener({"MS_THREADS": "4"})
    mapfile = server.folder / "maps/inline.map"
    head, end, _ = mapfile.read_text().rpartition("END")
    query = get_map(LAYERS="added")
    try:
        with under_load(lambda query: servers.fetch(f"{server.address}?{query}")) as answers:
            assert "LayerNotDefined" in servers.fetch(f"{server.address}?{query}").text
            mapfile.write_text(f'{head} LAYER NAME "added" TYPE POINT STATUS ON FEATURE POINTS 300 200 END END'
                               f" CLASS STYLE COLOR 0 0 0 SIZE 5 END END END {end}\n")
            assert servers.fetch(f"{server.address}?{query}").is_png
        assert all(answer.is_png for answer in answers)
    finally:
        server.stop()
