# SPDX-License-Identifier: MIT
"""GetCapabilities of very many PostGIS layers: what is written is not asked, what is asked is asked once, nothing is read whole."""

import os
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest
import servers

GENERATOR = servers.SOURCE / "tests/data/generate_layers.py"
SCHEMA = f"ms_many_{os.getpid()}"
NAME = f"ms-many-{os.getpid()}"
CAPABILITIES = "?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities"
WMS = "{http://www.opengis.net/wms}"


def generate(*words):
    return subprocess.run([sys.executable, GENERATOR, *map(str, words), "--schema", SCHEMA], check=True, capture_output=True, text=True).stdout


def start(mapfile, **environment):
    folder = servers.own_folder()
    (folder / "many.map").write_text(mapfile)
    return servers.start_listener({"MS_MAPFILE": str(folder / "many.map"), "PGAPPNAME": NAME,
                                   "PGOPTIONS": "-c log_statement=all"} | environment)


def log_of(begin):
    with open(os.environ["MS_TEST_PG_LOG"], "rb") as log:
        log.seek(begin)
        return [line for line in log.read().decode(errors="replace").splitlines() if line.startswith(f"{NAME}|")]


def leaves(document):
    return [layer for layer in ElementTree.fromstring(document).iter(f"{WMS}Layer") if layer.find(f"{WMS}Layer") is None]


def test_six_thousand_layers_with_extents_ask_no_database():
    server = start(generate("map", 6000), PGHOST="/nonexistent")
    try:
        times = []
        for _ in range(4):
            began = time.monotonic()
            answer = servers.fetch(server.address + CAPABILITIES)
            times.append(time.monotonic() - began)
        layers = leaves(answer.body)
        assert len(layers) == 6000
        assert layers[10].findtext(f"{WMS}EX_GeographicBoundingBox/{WMS}westBoundLongitude") == "6.000000"
        assert "layer" not in server.log().lower().replace("mslayer", ""), server.log()[:500]
        print(f"6,000 layers, {len(answer.body) / 1e6:.1f} MB: cold {times[0] * 1000:.0f} ms, warm {min(times[1:]) * 1000:.0f} ms")
        packed = servers.fetch(server.address + CAPABILITIES, headers={"Accept-Encoding": "gzip"})
        assert len(packed.body) < len(answer.body) / 10
    finally:
        assert server.stop() == [0]


@pytest.fixture(scope="module")
def tables(cluster):
    count = 300
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"], input=generate("sql", count), text=True, check=True,
                   stdout=subprocess.DEVNULL)
    yield count
    subprocess.run(["psql", "-X", "-q", "-c", f"set client_min_messages = warning; drop schema {SCHEMA} cascade"], check=True)


def test_extents_are_estimated_once_and_no_table_is_read_for_them(tables):
    server = start(generate("map", tables, "--no-extents"))
    try:
        begin = os.path.getsize(os.environ["MS_TEST_PG_LOG"])
        first = servers.fetch(server.address + CAPABILITIES)
        asked = log_of(begin)
        assert asked and not any("ST_Extent" in line for line in asked)
        assert not any(f"FROM {SCHEMA}.t" in line or f'FROM "{SCHEMA}"' in line for line in asked), "a table was read"
        layers = leaves(first.body)
        assert len(layers) == tables
        # What PostGIS itself estimates: the tables' boxes, widened by its histogram.
        west = float(layers[10].findtext(f"{WMS}EX_GeographicBoundingBox/{WMS}westBoundLongitude"))
        assert abs(west - 6) < 0.1
        begin = os.path.getsize(os.environ["MS_TEST_PG_LOG"])
        assert servers.fetch(server.address + CAPABILITIES).body == first.body
        assert log_of(begin) == []
    finally:
        assert server.stop() == [0]
