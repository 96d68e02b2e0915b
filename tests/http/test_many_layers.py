# SPDX-License-Identifier: MIT
"""GetCapabilities of very many PostGIS layers: metadata saves queries, each query runs once, no table is read completely."""

import gzip
import os
import re
import shutil
import struct
import subprocess
import sys
import time
from xml.etree import ElementTree

import database_log
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
    return servers.start_listener({"MS_MAPFILE": str(folder / "many.map"), **database_log.settings(NAME)} | environment)


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


def kept(server):
    """The number of cached answers, and their bytes, from /metrics."""
    text = servers.fetch(server.address + "metrics").text
    return [float(value) for value in re.findall(r'^mapserver_cache_(?:entries|bytes){cache="answers"} (\S+)$', text, re.M)]


def test_a_kept_answer_goes_with_what_it_was_made_of():
    folder = servers.own_folder()
    shutil.copytree(servers.SOURCE / "tests/data/shapefile", folder / "data")
    mapfile = folder / "kept.map"
    text = """MAP NAME "before" SIZE 100 100 EXTENT 0 0 1 1 PROJECTION "EPSG:4326" END
      WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326" "wms_languages" "eng,ger" "wms_title.ger" "Karte"
                   "wms_abstract" "a long document" END END
      LAYER NAME "a" TYPE POINT STATUS ON DATA "data/capitals.shp" PROJECTION "EPSG:4326" END CLASS END END END"""
    text = text.replace("long", "long " * 8000)
    mapfile.write_text(text)
    server = servers.start_listener({"MS_MAPFILE": str(mapfile), "MS_METRICS": "ON"})
    try:
        def ask(query="", headers=None):
            return servers.fetch(server.address + CAPABILITIES + query, headers=headers)

        first = ask()
        entries, size = kept(server)
        assert entries == 1 and len(first.body) < size < len(first.body) + 2000
        # The same bytes and tag; a client that has them gets 304.
        assert ask().body == first.body and ask().headers["etag"] == first.headers["etag"]
        assert ask(headers={"If-None-Match": first.headers["etag"]}).status == 304
        assert gzip.decompress(ask(headers={"Accept-Encoding": "gzip"}).body) == first.body
        assert kept(server)[0] == 2
        # Other requests, other answers.
        assert b"http://other.example" in ask(headers={"Host": "other.example"}).body
        assert b"Karte" in ask("&LANGUAGE=ger").body
        assert ask("&UPDATESEQUENCE=1").body == first.body  # the map has no update sequence
        assert b'version="1.1.1"' in servers.fetch(server.address + CAPABILITIES.replace("1.3.0", "1.1.1")).body
        # The extent of a source: the header of a shapefile (bytes 36 to 67: xmin, ymin, xmax, ymax).
        shape = folder / "data/capitals.shp"
        header = bytearray(shape.read_bytes())
        header[36:68] = struct.pack("<4d", 1, 2, 3, 4)
        shape.write_bytes(header)
        assert b"<westBoundLongitude>1.000000<" in ask().body and b"<westBoundLongitude>1.000000<" not in first.body
        # The map.
        mapfile.write_text(text.replace("before", "afterwards"))
        assert b"afterwards" in ask().body
        mapfile.write_text(text.replace('"ows_srs"', '"wms_denied_ip_list" "127.0.0.1" "ows_srs"'))
        assert b"not enabled" in ask().body
    finally:
        server.stop()
        shutil.rmtree(folder)


def test_capabilities_of_few_layers_are_written_anew():
    """Invented parameters make distinct requests; these must not fill the memory with copies of one small document."""
    server = servers.start_listener({"MS_METRICS": "ON"})
    try:
        for number in range(50):
            assert "<WMS_Capabilities" in servers.fetch(f"{server.address}{CAPABILITIES}&map=world&anything={number}").text
        assert kept(server) in ([], [0, 0])
    finally:
        server.stop()


@pytest.fixture(scope="module")
def tables(cluster):
    count = 300
    # Small tables are read, which takes no time; these are treated as large ones.
    large = f"update pg_class set reltuples = 1e6 where relnamespace = '{SCHEMA}'::regnamespace and relkind = 'r';"
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"], input=generate("sql", count) + large, text=True, check=True,
                   stdout=subprocess.DEVNULL)
    yield count
    subprocess.run(["psql", "-X", "-q", "-c", f"set client_min_messages = warning; drop schema {SCHEMA} cascade"], check=True)


def test_extents_are_estimated_once_and_no_table_is_read_for_them(tables):
    server = start(generate("map", tables, "--no-extents"))
    try:
        begin = database_log.size()
        first = servers.fetch(server.address + CAPABILITIES)
        asked = database_log.entries(NAME, begin)
        assert asked and not any('ST_Extent("' in line for line in asked)
        assert not any(f"FROM {SCHEMA}.t" in line or f'FROM "{SCHEMA}"' in line for line in asked), "a table was read"
        layers = leaves(first.body)
        assert len(layers) == tables
        # PostGIS's own estimates: the tables' boxes, widened by its histogram.
        west = float(layers[10].findtext(f"{WMS}EX_GeographicBoundingBox/{WMS}westBoundLongitude"))
        assert abs(west - 6) < 0.1
        begin = database_log.size()
        assert servers.fetch(server.address + CAPABILITIES).body == first.body
        assert database_log.entries(NAME, begin) == []
    finally:
        assert server.stop() == [0]
