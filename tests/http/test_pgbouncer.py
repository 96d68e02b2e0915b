# SPDX-License-Identifier: MIT
"""With Debian's pgbouncer between us and PostgreSQL, in session and in transaction mode."""

import concurrent.futures
import os

import compare
import pgbouncer
import pytest
import servers
from conftest import need

LAYERS = ["countries", "regions", "rivers", "lakes", "cities"]
# pgbouncer before 1.20 rejects our session settings unless it is configured to ignore them.
IGNORING = {"ignore_startup_parameters": "options"}


def get_map(server, layers=LAYERS, west=4):
    return servers.fetch(f"{server.address}?map=world&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326"
                         f"&BBOX={west},44,{west + 10},50&WIDTH=500&HEIGHT=300&FORMAT=image/png"
                         f"&LAYERS={','.join(layers)}&STYLES={',' * (len(layers) - 1)}")


def is_same(image, expected):
    """Without our session settings the server may choose another plan, and rows come in another order."""
    return image == expected or compare.compare(expected, image).passed


@pytest.fixture(scope="module", params=[("session", {}), ("transaction", {}), ("session", IGNORING),
                                        ("transaction", IGNORING)],
                ids=["session", "transaction", "session-ignoring", "transaction-ignoring"])
def pooled(request, cluster):
    """A pooler, and a listener that knows no other way to the database."""
    need(str(pgbouncer.PROGRAM))
    mode, settings = request.param
    # Fewer connections to the server than clients have: in transaction mode they change hands.
    pooler = pgbouncer.Pgbouncer(mode, **settings, **({"default_pool_size": 3} if mode == "transaction" else {}))
    server = servers.start_listener(pooler.environment)
    yield server, pooler
    assert server.stop() == [0]
    pooler.stop()


@pytest.fixture(scope="module")
def expected(cluster):
    """The same maps without a pooler."""
    server = servers.start_listener()
    images = {west: get_map(server, west=west).body for west in range(0, 8)}
    server.stop()
    return images


def test_warm_maps_are_those_of_a_direct_connection(pooled, expected):
    server, _ = pooled
    for _ in range(4):  # the second use of a statement would prepare it
        for west, image in expected.items():
            answer = get_map(server, west=west)
            assert answer.is_png, answer.text
            assert is_same(answer.body, image)


def test_many_clients_at_once_get_their_own_map(pooled, expected):
    server, _ = pooled
    wests = [west for west in expected for _ in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as clients:
        answers = list(clients.map(lambda west: get_map(server, west=west), wests))
    wrong = [(west, answer.text[:300]) for west, answer in zip(wests, answers)
             if not is_same(answer.body, expected[west])]
    assert not wrong, wrong[0]


@pytest.mark.parametrize("count", [1, 5])
def test_a_warm_map_of_k_layers_is_k_statements_for_the_pooler(pooled, count):
    server, pooler = pooled
    for _ in range(3):
        get_map(server)
    before = pooler.stats(os.environ["PGDATABASE"])
    assert get_map(server, LAYERS[:count]).is_png
    after = pooler.stats(os.environ["PGDATABASE"])
    assert after["queries"] - before["queries"] == count
    assert after["transactions"] - before["transactions"] == count
    print(f"{count} layers: {after['bytes'] - before['bytes']} bytes from the database")
    assert after["bytes"] > before["bytes"]


def test_capabilities_ask_the_database_nothing_when_warm(pooled):
    server, pooler = pooled
    capabilities = f"{server.address}?map=world&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities"
    servers.fetch(capabilities)
    before = pooler.stats(os.environ["PGDATABASE"])
    assert "<Name>countries</Name>" in servers.fetch(capabilities).text
    assert pooler.stats(os.environ["PGDATABASE"])["queries"] == before["queries"]


def test_prepared_statements_can_be_switched_off(cluster):
    need(str(pgbouncer.PROGRAM))
    pooler = pgbouncer.Pgbouncer("transaction", **IGNORING)
    server = servers.start_listener(pooler.environment | {"MS_POSTGIS_PREPARE": "OFF"})
    try:
        for _ in range(4):
            assert get_map(server).is_png
        assert "prepared statement" not in server.log()
    finally:
        server.stop()
        pooler.stop()


def test_a_killed_pooler_that_comes_back_costs_no_map(cluster):
    need(str(pgbouncer.PROGRAM))
    pooler = pgbouncer.Pgbouncer("session")
    server = servers.start_listener(pooler.environment)
    try:
        assert get_map(server).is_png
        pooler.kill()
        with concurrent.futures.ThreadPoolExecutor(1) as client:
            during = client.submit(get_map, server)
            pooler.start()
            assert during.result().is_png, during.result().text
        assert get_map(server).is_png
    finally:
        server.stop()
        pooler.stop()
