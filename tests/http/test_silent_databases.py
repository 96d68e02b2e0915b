# SPDX-License-Identifier: MIT
"""Layers in databases on hosts that accept a connection and never answer, as behind some firewalls: they are waited for
together, not one after another, and the rest of the map is served."""

import contextlib
import socket
import time

import pytest
import servers

HOSTS = 5
TIMEOUT_S = 2  # the least that libpq knows
LAYER = """
  LAYER
    NAME "{name}" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "{connection}"
    DATA "geom from demo.cities" PROJECTION "EPSG:4326" END METADATA "gml_include_items" "all" END
    CLASS STYLE COLOR 90 140 90 SIZE 4 END END
  END"""


@pytest.fixture()
def server(cluster):
    """With a layer that is served, and one on each of the hosts; knows nothing of them yet."""
    folder = servers.own_folder()
    with contextlib.ExitStack() as stack:
        layers = LAYER.format(name="cities", connection="dbname=demo")
        for number in range(HOSTS):
            host = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            layers += LAYER.format(name=f"away{number}", connection=f"host=127.0.0.1 port={host.getsockname()[1]} dbname=away "
                                   f"sslmode=disable gssencmode=disable connect_timeout={TIMEOUT_S}")
        mapfile = ('MAP NAME "silent" SIZE 200 200 EXTENT -180 -90 180 90 PROJECTION "EPSG:4326" END'
                   f' WEB METADATA "ows_title" "silent" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END{layers}\nEND\n')
        started = servers.start_listener_of(folder, {"silent": mapfile})
        yield started
        assert started.stop() == [0]


@pytest.mark.parametrize("document", ["/?map=silent&SERVICE=WMS&REQUEST=GetCapabilities",
                                      "/?map=silent&SERVICE=WFS&REQUEST=GetCapabilities", "/silent/ogcapi/collections?f=json"])
def test_capabilities_wait_for_all_hosts_together(server, document):
    begin = time.monotonic()
    answer = servers.fetch(server.address + document)
    assert time.monotonic() - begin < 2 * TIMEOUT_S + 1
    assert answer.status == 200
    for name in ("cities", "away0", f"away{HOSTS - 1}"):
        assert name in answer.text


def test_a_map_of_them_fails_once_all_were_waited_for_and_the_next_at_once(server):
    names = [f"away{number}" for number in range(HOSTS)]
    query = "/?map=silent&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&BBOX=-180,-90,180,90&WIDTH=200&HEIGHT=200&FORMAT=image/png&STYLES="
    for limit in (2 * TIMEOUT_S + 1, TIMEOUT_S):
        begin = time.monotonic()
        answer = servers.fetch(f"{server.address}{query}&LAYERS={','.join(names)}")
        assert time.monotonic() - begin < limit
        assert answer.status == 503 and "retry-after" in answer.headers
        assert "the database cannot be reached: connection timeout" in answer.text
    assert servers.fetch(f"{server.address}{query}&LAYERS=cities").is_png
