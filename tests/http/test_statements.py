# SPDX-License-Identifier: MIT
"""Our statements in the server's own log: a warm GetMap of k PostGIS layers is k statements."""

import concurrent.futures
import os
import time

import database_log
import pytest
import servers

LAYERS = ["countries", "regions", "rivers", "lakes", "cities"]
NAME = f"ms-statements-{os.getpid()}"


@pytest.fixture(scope="module")
def watched(cluster):
    """A listener whose connections have every statement logged under a unique name."""
    server = servers.start_listener(database_log.settings(NAME))
    yield server
    server.stop()


def statements():
    """Lines of the log that are statements of ours: simple queries, and executions of parsed ones."""
    return database_log.statements(NAME)


def get_map(server, layers, west=4):
    answer = servers.fetch(f"{server.address}?map=world&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326"
                           f"&BBOX={west},44,14,50&WIDTH=500&HEIGHT=300&FORMAT=image/png&LAYERS={','.join(layers)}"
                           f"&STYLES={',' * (len(layers) - 1)}")
    assert answer.is_png, answer.text


def sent_by(server, layers):
    before = len(statements())
    get_map(server, layers)
    time.sleep(0.2)  # the log is written by other processes
    return statements()[before:]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_warm_map_of_k_layers_sends_k_statements(watched, count):
    for _ in range(3):
        get_map(watched, LAYERS)
    sent = sent_by(watched, LAYERS[:count])
    assert len(sent) == count, "\n".join(sent)


def test_a_statement_asks_for_the_columns_it_needs_and_no_others(watched):
    get_map(watched, LAYERS)
    sent = "\n".join(sent_by(watched, ["countries"]))
    assert "iso_a2" in sent and "name_en" not in sent


def test_layers_that_are_off_cost_no_connection_and_no_statement(cluster):
    """What a map of 300 layers needs for one of them is what a map of that layer needs."""
    layer = ('LAYER NAME "l{}" TYPE POLYGON STATUS OFF CONNECTIONTYPE POSTGIS CONNECTION "application_name={}"'
             ' DATA "geom from demo.ne_countries" CLASS STYLE COLOR 9 9 9 END END END\n')
    sent = {}
    for count in (1, 300):
        name = f"{NAME}-{count}"
        # Each layer has a pool of its own.
        layers = layer.format(0, name) + "".join(layer.format(number, f"{name}-{number}") for number in range(1, count))
        mapfile = ('MAP NAME "m" SIZE 99 99 EXTENT -180 -90 180 90 PROJECTION "EPSG:4326" END WEB METADATA "ows_title" "m"'
                   f' "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END {layers} END')
        server = servers.start_listener_of(servers.own_folder(), {"m": mapfile}, {"PGOPTIONS": "-c log_statement=all"})
        start = database_log.size()
        try:
            answer = servers.fetch(f"{server.address}/?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&LAYERS=l0"
                                   "&STYLES=&BBOX=-180,-90,180,90&WIDTH=99&HEIGHT=99&FORMAT=image/png")
            assert answer.is_png, answer.text
            time.sleep(0.2)
            sent[count] = len(database_log.statements(name, start))
            assert not [number for number in range(1, count) if database_log.entries(f"{name}-{number}", start)]
        finally:
            server.stop()
    assert sent[300] == sent[1] > 0


def test_a_tile_beyond_all_rows_asks_for_the_version_only(cluster):
    """Capitals of the north, and empty tiles in the Gulf of Guinea: the extent is read once for a version of the data."""
    name = f"{NAME}-beyond"
    mapfile = ('MAP NAME "m" SIZE 99 99 EXTENT -180 -90 180 90 PROJECTION "EPSG:4326" END WEB METADATA "ows_title" "m"'
               ' "ows_srs" "EPSG:3857" "ows_enable_request" "*" END END LAYER NAME "cities" TYPE POINT STATUS OFF'
               f' CONNECTIONTYPE POSTGIS CONNECTION "application_name={name}" PROJECTION "EPSG:4326" END'
               ' DATA "geom from (SELECT * FROM demo.ne_capitals WHERE ST_Y(geom) > 55) AS t using unique gid using srid=4326"'
               """ PROCESSING "DATA_VERSION=SELECT 'never changes'" CLASS STYLE COLOR 9 9 9 SIZE 3 END END END END""")
    server = servers.start_listener_of(servers.own_folder(), {"m": mapfile}, {"PGOPTIONS": "-c log_statement=all"})

    def tile(column):
        start = database_log.size()
        answer = servers.fetch(f"{server.address}/?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:3857&LAYERS=cities"
                               f"&STYLES=&TRANSPARENT=true&BBOX={column * 1e5},0,{column * 1e5 + 1e5},100000&WIDTH=256&HEIGHT=256"
                               "&FORMAT=image/png")
        assert answer.is_png, answer.text
        time.sleep(0.2)
        return answer.body, database_log.statements(name, start)

    try:
        empty = [tile(column) for column in range(5)]
    finally:
        server.stop()
    assert len({body for body, _ in empty}) == 1
    assert sum("ne_capitals" in sent for sent in empty[0][1]) >= 1
    for _, sent in empty[2:]:
        assert len(sent) == 1 and "never changes" in sent[0], sent


def test_a_layer_out_of_scale_sends_nothing(watched):
    get_map(watched, LAYERS)
    before = len(statements())
    answer = servers.fetch(f"{watched.address}?map=world&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326"
                           "&BBOX=-180,-90,180,90&WIDTH=400&HEIGHT=200&FORMAT=image/png&LAYERS=regions&STYLES=")
    assert answer.is_png
    time.sleep(0.2)
    assert len(statements()) == before


def ask(server, layers):
    answer = servers.fetch(f"{server.address}?map=world&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&SRS=EPSG:4326"
                           f"&BBOX=4,44,14,50&WIDTH=500&HEIGHT=300&LAYERS={','.join(layers)}&QUERY_LAYERS={','.join(layers)}"
                           f"&STYLES={',' * (len(layers) - 1)}&X=200&Y=150&FEATURE_COUNT=10")
    assert answer.text.startswith("GetFeatureInfo results:"), answer.text
    return answer.text


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_warm_question_about_k_layers_sends_k_statements(watched, count):
    for _ in range(3):
        ask(watched, LAYERS)
    before = len(statements())
    ask(watched, LAYERS[:count])
    time.sleep(0.2)
    sent = statements()[before:]
    assert len(sent) == count, "\n".join(sent)
    # Geometry as exact as it is stored: neither coded on a grid nor thinned.
    assert not any("ST_AsTWKB" in line or "ST_Simplify" in line for line in sent), "\n".join(sent)


def test_warm_capabilities_send_nothing(watched):
    question = f"{watched.address}?map=world&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities"
    servers.fetch(question)
    before = len(statements())
    assert "<Name>countries</Name>" in servers.fetch(question).text
    assert len(statements()) == before


def test_a_server_that_has_just_started_learns_each_table_once_for_all_its_clients(cluster):
    name = f"{NAME}-cold"
    server = servers.start_listener(database_log.settings(name) | {"MS_THREADS": "8"})
    start = database_log.size()
    try:
        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            list(clients.map(lambda west: get_map(server, LAYERS[:3], west / 100), range(64)))
        time.sleep(0.2)
        sent = database_log.statements(name, start)
    finally:
        server.stop()
    assert sum("pg_inherits" in line for line in sent) == 3  # only the question about a table reads it
