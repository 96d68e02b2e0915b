# SPDX-License-Identifier: MIT
"""Large answers with features are streamed: they need no memory, and no client takes a part for the whole."""

import concurrent.futures
import gzip
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import servers
from lxml import etree

sys.path.insert(0, str(servers.SOURCE / "tests/tools"))
import fastcgi  # noqa: E402
import open_folders  # noqa: E402

pytestmark = pytest.mark.skipif("MS_TEST_PG" not in os.environ, reason="MS_TEST_PG is not set: no database")

COUNT = 150_000
APPLICATION = "streaming"


def layer(name, text="repeat('x', 50)", x="(i % 360) - 180"):
    return f"""LAYER NAME "{name}" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "{os.environ.get('MS_TEST_PG')}"
  DATA "geom FROM (SELECT i AS id, ST_SetSRID(ST_MakePoint({x}, (i % 180) - 90), 4326) AS geom, {text} AS text
        FROM generate_series(1, {COUNT}) i) AS t USING UNIQUE id USING SRID=4326"
  EXTENT -180 -90 180 90 PROJECTION "epsg:4326" END
  METADATA "ows_title" "{name}" "gml_include_items" "all" "gml_featureid" "id" "ows_include_items" "all" END
  CLASS STYLE COLOR 0 0 0 END END END"""


MAP = f"""MAP NAME "m" EXTENT -180 -90 180 90 PROJECTION "epsg:4326" END
WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "oga_max_limit" "1000000" "oga_onlineresource" "http://localhost/m/ogcapi" END END
{layer("many")}
{layer("broken", f"(100 / ({COUNT} - 1000 - i))::text")}
{layer("slow", x="(i % 360) - 180 + CASE WHEN i % 1000 = 0 THEN length(pg_sleep(0.03)::text) ELSE 0 END")}
END"""
WFS = "map=m&SERVICE=WFS&REQUEST=GetFeature"
DOCUMENTS = {
    "wfs2": f"mapserv?{WFS}&VERSION=2.0.0&TYPENAMES=many",
    "wfs1": f"mapserv?{WFS}&VERSION=1.1.0&TYPENAME=many",
    "wfs0": f"mapserv?{WFS}&VERSION=1.0.0&TYPENAME=many",
    "geojson": f"mapserv?{WFS}&VERSION=2.0.0&TYPENAMES=many&OUTPUTFORMAT=geojson",
    "values": f"mapserv?{WFS.replace('GetFeature', 'GetPropertyValue')}&VERSION=2.0.0&TYPENAMES=many&VALUEREFERENCE=text",
    "ogcapi": f"m/ogcapi/collections/many/items?f=json&limit={COUNT}",
}
# Every format is written by one thread: sanitizers need not see each in its full length.
LONG = ["geojson"] if servers.IS_SANITIZED else list(DOCUMENTS)


@pytest.fixture(name="server", scope="module")
def one_for_all():
    made = start(servers.own_folder())
    yield made
    made.stop()


def start(folder, **environment):
    # A tenth of the documents' size.
    return servers.start_listener_of(folder, {"m": MAP}, {"MS_REQUEST_MEMORY_MB": "4", "PGAPPNAME": APPLICATION} | environment)


def url(server, name):
    return f"{server.address}/{DOCUMENTS[name]}"


def rss_mb(server):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.processes[0].pid}/status").read_text())[1]) / 1024


def sessions(state="active"):
    """Statements of the server that PostgreSQL is working on."""
    text = subprocess.run(["psql", os.environ["MS_TEST_PG"], "-AtXc", f"SELECT count(*) FROM pg_stat_activity WHERE application_name = '{APPLICATION}'"
                           f" AND state = '{state}' AND query LIKE '%generate_series%'"], capture_output=True, text=True, check=True).stdout
    return int(text)


def check(name, body):
    """The document is whole."""
    if name in ("geojson", "ogcapi"):
        document = json.loads(body)
        assert len(document["features"]) == COUNT
        assert document.get("numberReturned", COUNT) == document.get("numberMatched", COUNT) == COUNT
        return
    root = etree.fromstring(body, etree.XMLParser(huge_tree=True))
    members = [child for child in root if etree.QName(child).localname in ("member", "featureMember")]
    assert len(members) == COUNT
    if name in ("wfs2", "values"):
        assert root.get("numberReturned") == root.get("numberMatched") == str(COUNT)
    else:
        assert "unknown" in etree.tostring(root[0]).decode()  # the bounds


@pytest.mark.parametrize("name", LONG)
def test_a_large_document_is_sent_while_it_is_made(server, name):
    servers.fetch(f"{server.address}/livez")
    before = rss_mb(server)
    begin = time.monotonic()
    with urllib.request.urlopen(url(server, name), timeout=60) as answer:
        first = answer.read(1)
        first_s = time.monotonic() - begin
        assert answer.headers["Transfer-Encoding"] == "chunked" and "ETag" not in answer.headers
        body = first + answer.read()
    print(f"{name}: {len(body) / 1e6:.1f} MB, first byte {first_s * 1000:.0f} ms, all {time.monotonic() - begin:.2f} s, {rss_mb(server) - before:+.0f} MiB")
    check(name, body)
    assert len(body) > 14_000_000
    assert rss_mb(server) - before < 32


def test_it_begins_before_its_features_are_counted(server):
    begin = time.monotonic()
    with urllib.request.urlopen(url(server, "wfs2").replace("many", "slow"), timeout=60) as answer:
        head = answer.read(500)
        first_s = time.monotonic() - begin
        body = head + answer.read()
    assert b"<wfs:FeatureCollection" in head and b"numberReturned" not in head
    assert first_s < 4 and time.monotonic() - begin > 8  # 4.5 s to count, and as long to read
    check("wfs2", body)


def test_small_documents_have_a_length_and_a_tag(server):
    answer = servers.fetch(url(server, "wfs2") + "&COUNT=10")
    assert "etag" in answer.headers and int(answer.headers["content-length"]) == len(answer.body)
    assert 'numberReturned="10"' in answer.text


def test_pages_tell_their_numbers_and_the_next_one(server):
    answer = servers.fetch(url(server, "wfs2") + "&COUNT=20000&STARTINDEX=1000")
    assert answer.headers["transfer-encoding"] == "chunked"
    root = etree.fromstring(answer.body)
    assert root.get("numberReturned") == "20000" and "STARTINDEX=21000" in root.get("next") and root.get("previous")
    page = servers.fetch(f"{server.address}/m/ogcapi/collections/many/items?f=json&limit=20000&offset=140000")
    document = json.loads(page.body)
    assert document["numberReturned"] == len(document["features"]) == 10000 and document["numberMatched"] == COUNT
    assert page.headers["transfer-encoding"] == "chunked" and not [link for link in document["links"] if link["rel"] == "next"]


def test_geojson_of_several_types_is_sent_while_it_is_made(server):
    answer = servers.fetch(url(server, "geojson").replace("TYPENAMES=many", "TYPENAMES=many,many"))
    assert answer.headers["transfer-encoding"] == "chunked"
    document = json.loads(answer.body)
    assert len(document["features"]) == 2 * COUNT


@pytest.mark.parametrize("name", ["wfs2", "geojson"])
def test_compressed_on_its_way_it_is_the_same(server, name):
    answer = servers.fetch(url(server, name), {"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip" and "Accept-Encoding" in answer.headers["vary"]
    check(name, gzip.decompress(answer.body))


def test_an_error_within_it_is_seen_by_the_client(server):
    size = len(server.log())
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        urllib.request.urlopen(url(server, "wfs2").replace("many", "broken") + f"&COUNT={COUNT - 1}", timeout=60).read()
    assert "division by zero" in server.log()[size:]
    assert servers.fetch(f"{server.address}/livez").status == 200


def wait_until_no_statement_runs():
    until = time.monotonic() + 60
    while sessions():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_client_that_goes_ends_the_statement(server):
    with urllib.request.urlopen(url(server, "wfs1"), timeout=60) as answer:
        answer.read(100)
        assert sessions() == 1  # it waits for us, and we wait for the client
    wait_until_no_statement_runs()


def test_those_who_ask_the_same_at_once_each_get_all_of_it(server):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        bodies = list(pool.map(lambda _: servers.fetch(url(server, "geojson")).body, range(4)))
    for body in bodies:
        check("geojson", body)


def test_clients_that_take_their_time_keep_nobody_from_being_answered():
    server = start(servers.own_folder(), MS_THREADS="1")
    try:
        slow = [urllib.request.urlopen(url(server, "wfs1") + f"&MAXFEATURES={COUNT - i}", timeout=60) for i in range(3)]
        for answer in slow:
            answer.read(1)
        watch = server.watch()
        assert servers.fetch(url(server, "wfs1") + "&MAXFEATURES=5").status == 200
        assert watch.seconds < 3
        for answer in slow:
            assert answer.read().endswith(b"</wfs:FeatureCollection>\n")
    finally:
        server.stop()


def test_a_client_has_no_more_time_than_is_said():
    server = start(servers.own_folder(), MS_REQUEST_TIMEOUT="5", MS_STREAM_TIMEOUT="1")
    try:
        with urllib.request.urlopen(url(server, "wfs1"), timeout=60) as answer:
            until = time.monotonic() + 30
            with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
                while answer.read(1 << 20):  # a megabyte in 1 s: never so slow that a piece is late
                    assert time.monotonic() < until
                    time.sleep(1)
        wait_until_no_statement_runs()
        assert "took longer than allowed" in server.log()
    finally:
        server.stop()


def test_to_clients_of_http_1_0_it_ends_with_the_connection(server):
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as link:
        link.sendall(f"GET /{DOCUMENTS['geojson']} HTTP/1.0\r\n\r\n".encode())
        head, _, body = b"".join(iter(lambda: link.recv(65536), b"")).partition(b"\r\n\r\n")
    assert b"Transfer-Encoding" not in head and b"Connection: close" in head
    check("geojson", body)


def test_head_is_answered_without_it(server):
    answer = servers.fetch(url(server, "geojson"), method="HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert servers.fetch(f"{server.address}/livez").status == 200


@pytest.fixture(name="environment")
def fixture_environment(tmp_path):
    (tmp_path / "m.map").write_text(MAP)
    (tmp_path / "ms.conf").write_text(f'CONFIG ENV "MS_REQUEST_MEMORY_MB" "4" END MAPS "m" "{tmp_path}/m.map" END END')
    open_folders.let_others_in(tmp_path)
    return {"MAPSERVER_CONFIG_FILE": f"{tmp_path}/ms.conf", "PGAPPNAME": APPLICATION}


def test_over_fastcgi(environment):
    program = fastcgi.Program(servers.MAPSERV, 1, {"MS_THREADS": "1"} | environment, keeps_socket=True)
    try:
        with program.connect() as link:
            for _ in range(2):
                link.sendall(fastcgi.request(DOCUMENTS["geojson"].partition("?")[2], keeps=True))
                head, body = fastcgi.answer(link)
                assert b"Content-Length" not in head
                check("geojson", body)
            link.sendall(fastcgi.request(DOCUMENTS["geojson"].partition("?")[2].replace("many", "broken"), keeps=True))
            with pytest.raises(ConnectionError):
                fastcgi.answer(link)
    finally:
        program.stop()


def test_as_cgi(environment):
    done = subprocess.run([servers.MAPSERV, f"QUERY_STRING={DOCUMENTS['geojson'].partition('?')[2]}"], env=os.environ | environment, capture_output=True,
                          timeout=60, check=True)
    head, _, body = done.stdout.partition(b"\r\n\r\n")
    assert b"Content-Length" not in head
    check("geojson", body)
