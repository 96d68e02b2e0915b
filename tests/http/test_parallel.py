# SPDX-License-Identifier: MIT
"""Layers of one map are worked on by the database at the same time, and drawn in their order all the same."""

import os
import time

import pytest
import servers

SLEEP_S = 0.05
LAYERS = 4
LAYER = """
  LAYER NAME "l{number}" TYPE POLYGON STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname={database}"
    DATA "geom from (select {number} as id, ST_Buffer(ST_Point({number} * 10, 20, 4326), 12, {number}) as geom
          from pg_sleep({sleep})) as t using unique id using srid=4326"
    METADATA "ows_title" "l{number}" END
    CLASS STYLE COLOR {color} OUTLINECOLOR 0 0 0 END END
  END"""
QUERY = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&BBOX=0,0,50,40&WIDTH=250&HEIGHT=200&FORMAT=image/png"
         "&LAYERS=l1,l2,l3,l4&STYLES=,,,")


@pytest.fixture(scope="module")
def mapfile(cluster):
    folder = servers.own_folder()
    layers = "".join(LAYER.format(number=number, sleep=SLEEP_S, color=f"{number * 60} 90 {250 - number * 50}",
                                  database=os.environ["PGDATABASE"]) for number in range(1, LAYERS + 1))
    path = folder / "parallel.map"
    path.write_text('MAP NAME "parallel" SIZE 250 200 EXTENT 0 0 50 40 PROJECTION "EPSG:4326" END WEB METADATA'
                    f' "ows_title" "p" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END{layers}\nEND\n')
    yield path
    path.unlink()
    folder.rmdir()


def measure(mapfile, connections):
    """The image, and the fastest of some warm requests in milliseconds."""
    server = servers.start_listener({"MS_MAPFILE": str(mapfile), "MS_POSTGIS_MAX_CONNECTIONS_PER_REQUEST": str(connections)})
    try:
        times, images = [], set()
        for _ in range(8):
            began = time.perf_counter()
            answer = servers.fetch(f"{server.address}?{QUERY}")
            times.append((time.perf_counter() - began) * 1000)
            assert answer.is_png, answer.text
            images.add(answer.body)
    finally:
        assert server.stop() == [0]
    assert len(images) == 1
    return images.pop(), min(times[1:])  # the first learns about the tables, on separate connections


def test_four_slow_layers_take_the_time_of_one_and_give_the_same_bytes(mapfile):
    one_by_one, sequential = measure(mapfile, 1)
    together, parallel = measure(mapfile, LAYERS)
    print(f"{LAYERS} layers of {SLEEP_S * 1000:.0f} ms: one connection {sequential:.0f} ms, {LAYERS} connections {parallel:.0f} ms")
    assert together == one_by_one
    assert sequential >= LAYERS * SLEEP_S * 1000
    assert parallel < sequential - SLEEP_S * 1000  # no tight times: other tests run
