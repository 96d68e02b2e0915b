# SPDX-License-Identifier: MIT
"""Rows that a thread of their own reads while others are drawn: the same images, errors, deadlines and ends of clients."""

import concurrent.futures
import contextlib
import os
import socket
import subprocess
import time

import pytest
import servers

APPLICATION = "read_ahead"
NOTE = "a thread reads rows ahead"
LAYER = """
  LAYER NAME "{name}" TYPE LINE STATUS ON CONNECTIONTYPE POSTGIS
    CONNECTION "dbname={database} application_name={application}"
    DATA "geom from (select i, ST_SetSRID(ST_MakeLine(ST_Point(i % 360 - 180, i / 400 - 90), ST_Point(i % 359 - 180 + {extra}, i / 401 - 90)), 4326) as geom
          from generate_series({first}, {last}) i) as t using unique i using srid=4326"
    METADATA "ows_title" "{name}" END
    CLASS STYLE COLOR {color} WIDTH {width} END END
  END"""
# Rows that are drawn before the one that matters are as many as are read without a thread, and more.
LAYERS = {"one": ("0", 1, 60000, "200 60 60", 1), "two": ("0.5", 20000, 70000, "40 90 200", 2), "few": ("1", 1, 300, "0 0 0", 3),
          "broken": ("1 / (50000 - i)", 1, 60000, "0 160 0", 1),
          "slow": ("(case when i = 40000 then length(pg_sleep(30)::text) else 0 end)", 1, 60000, "0 160 0", 1)}
LOGGED = {"MS_DEBUGLEVEL": "3", "MS_ERRORFILE": "stderr", "PGAPPNAME": APPLICATION}


def query(layers, number=0):
    return ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&WIDTH=500&HEIGHT=250&FORMAT=image/png&STYLES="
            f"&BBOX={-180 - number},-90,{180 + number},90&LAYERS={layers}")


@contextlib.contextmanager
def server_with(read_ahead, **environment):
    layers = "".join(LAYER.format(name=name, extra=extra, first=first, last=last, color=color, width=width, application=APPLICATION,
                                  database=os.environ["PGDATABASE"]) for name, (extra, first, last, color, width) in LAYERS.items())
    mapfile = ('MAP NAME "m" SIZE 500 250 EXTENT -180 -90 180 90 PROJECTION "EPSG:4326" END WEB METADATA'
               f' "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END{layers}\nEND\n')
    server = servers.start_listener_of(servers.own_folder(), {"m": mapfile},
                                       LOGGED | {"MS_READ_AHEAD": read_ahead, "MS_IMAGE_EFFORT": "FIXED"} | environment)
    try:
        yield server
    finally:
        assert server.stop() == [0]


def draw(server, layers, number=0):
    return servers.fetch(f"{server.address}/?map=m&{query(layers, number)}")


def statements():
    """Those of the server that PostgreSQL is working on."""
    done = subprocess.run(["psql", os.environ["MS_TEST_PG"], "-AtXc",
                           f"SELECT count(*) FROM pg_stat_activity WHERE application_name = '{APPLICATION}' AND state = 'active'"],
                          capture_output=True, text=True, check=True)
    return int(done.stdout)


def wait_for(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def expected(cluster):
    """Without such a thread."""
    with server_with("OFF") as server:
        answers = {layers: draw(server, layers) for layers in ("one,two,few", "two,one", "one,broken")}
        assert NOTE not in server.log()
    return answers


@pytest.mark.parametrize("connections", ["4", "1"])
def test_images_are_the_same_bytes(expected, connections):
    with server_with("ON", MS_POSTGIS_MAX_CONNECTIONS_PER_REQUEST=connections) as server:
        for layers in ("one,two,few", "two,one"):
            answer = draw(server, layers)
            assert answer.is_png and answer.body == expected[layers].body
        assert server.log().count(NOTE) == 2


def test_maps_of_few_rows_have_no_thread(expected):
    with server_with("ON") as server:
        assert draw(server, "few").is_png
        assert NOTE not in server.log()


def test_a_request_without_the_memory_for_it_reads_as_before(expected):
    with server_with("ON", MS_REQUEST_MEMORY_MB="6") as server:
        assert draw(server, "one,two,few").body == expected["one,two,few"].body
        assert NOTE not in server.log()


def test_several_clients_at_once(expected):
    with server_with("ON") as server, concurrent.futures.ThreadPoolExecutor(6) as pool:
        alone = [draw(server, "one,two,few", number).body for number in range(3)]
        answers = list(pool.map(lambda number: draw(server, "one,two,few", number % 3), range(12)))
        assert [answer.body for answer in answers] == [alone[number % 3] for number in range(12)]


def test_by_the_load(expected):
    with server_with("AUTO", MS_THREADS="2") as server, concurrent.futures.ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda number: draw(server, "one,two,few", number), range(6)))
        assert all(answer.is_png for answer in answers)
        assert answers[0].body == expected["one,two,few"].body


def test_an_error_in_the_middle_is_reported_as_before(expected):
    with server_with("ON") as server:
        answer = draw(server, "one,broken")
        assert (answer.status, answer.text) == (expected["one,broken"].status, expected["one,broken"].text)
        assert "broken" in answer.text
        assert "division by zero" in server.log()
        assert draw(server, "two,one").body == expected["two,one"].body


def test_the_deadline_ends_it():
    answers = []
    for read_ahead in ("OFF", "ON"):
        with server_with(read_ahead, MS_REQUEST_TIMEOUT="8") as server:  # most of it for the database, also on a busy machine
            began = time.monotonic()
            answers.append(draw(server, "one,slow"))
            assert not answers[-1].is_png and time.monotonic() - began < 25
            wait_for(lambda: statements() == 0)
    assert answers[0].text == answers[1].text
    assert answers[0].status == answers[1].status


def test_a_client_that_leaves_takes_the_statements_along(expected):
    with server_with("ON") as server:
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as client:
            client.sendall(f"GET /?map=m&{query('one,slow')} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            wait_for(lambda: NOTE in server.log())
            wait_for(lambda: statements() == 1)
        wait_for(lambda: statements() == 0)
        assert draw(server, "two,one").body == expected["two,one"].body


def test_a_setting_that_is_none_is_an_error(cluster):
    with pytest.raises(Exception) as failure, server_with("OFTEN"):
        pass
    assert 'MS_READ_AHEAD: "OFTEN" is not AUTO, ON or OFF' in str(failure.value)
