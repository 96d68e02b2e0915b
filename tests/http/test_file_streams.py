# SPDX-License-Identifier: MIT
"""Large answers as files of GDAL's formats: on disk while they are made, never in memory, and nothing of them stays."""

import gzip
import http.client
import io
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest
import servers

sys.path.insert(0, str(servers.SOURCE / "tests/tools"))
import fastcgi  # noqa: E402
import open_folders  # noqa: E402

pytestmark = [pytest.mark.skipif("MS_TEST_PG" not in os.environ, reason="MS_TEST_PG is not set: no database"),
              pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")]

COUNT = 150_000
APPLICATION = "file_streams"


def layer(name, text="repeat('x', 50)", count=COUNT):
    return f"""LAYER NAME "{name}" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "{os.environ.get('MS_TEST_PG')}"
  DATA "geom FROM (SELECT i AS id, ST_SetSRID(ST_MakePoint((i % 360) - 180, (i % 180) - 90), 4326) AS geom, {text} AS text
        FROM generate_series(1, {count}) i) AS t USING UNIQUE id USING SRID=4326"
  EXTENT -180 -90 180 90 PROJECTION "epsg:4326" END TEMPLATE "x.html"
  METADATA "ows_title" "{name}" "gml_include_items" "all" "gml_featureid" "id" "ows_include_items" "all" "gml_types" "auto" END
  CLASS STYLE COLOR 0 0 0 END END END"""


FORMATS = {"csv": ("CSV", "FORM=simple", "FILENAME=a.csv", "LCO:GEOMETRY=AS_XY"), "geojson2": ("GeoJSON", "FORM=simple", "FILENAME=a.json"),
           "gpkg": ("GPKG", "FORM=simple", "FILENAME=a.gpkg"), "shp": ("ESRI Shapefile", "FORM=zip", "FILENAME=many.zip"),
           "parts": ("CSV", "FORM=multipart", "FILENAME=a.csv"), "memory": ("GPKG", "FORM=simple", "FILENAME=a.gpkg", "STORAGE=memory"),
           "bare": ("CSV", "FORM=simple", "FILENAME=a.csv", "STORAGE=stream", "LCO:GEOMETRY=AS_XY"), "ods": ("ODS", "FORM=simple", "FILENAME=a.ods"),
           "archive": ("GML", "FORM=zip", "FILENAME=a.zip"), "words": ("GeoJSON", "FORM=multipart", "FILENAME=a.json"),
           "fgb": ("FlatGeobuf", "FORM=simple", "FILENAME=a.fgb")}
MAP = "\n".join(['MAP NAME "m" EXTENT -180 -90 180 90 SIZE 100 100 PROJECTION "epsg:4326" END',
                 *(f'OUTPUTFORMAT NAME "{name}" DRIVER "OGR/{driver}" MIMETYPE "text/{name}" ' + " ".join(f'FORMATOPTION "{option}"' for option in options)
                   + " END" for name, (driver, *options) in FORMATS.items()),
                 f"""WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "wfs_getfeature_formatlist" "gml,{','.join(FORMATS)}" END END""",
                 layer("many"), layer("broken", f"(100 / ({COUNT} - 1000 - i))::text"), layer("few", count=10),
                 layer("endless").replace(f"generate_series(1, {COUNT}) i", "generate_series(1, 100000) i, generate_series(1, 1000) again"), "END"])
GET = "mapserv?map=m&SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES={}&OUTPUTFORMAT={}"


def start(folder, mapfile=MAP, **environment):
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    servers.give_to_servers(temporary)
    shutil.copy(servers.OGR_MODULE, folder)
    # Half of the smallest file.
    return servers.start_listener_of(folder, {"m": mapfile}, {"MS_REQUEST_MEMORY_MB": "4", "PGAPPNAME": APPLICATION, "MS_TEMPPATH": str(temporary)}
                                     | environment)


@pytest.fixture(name="server", scope="module")
def one_for_all():
    made = start(servers.own_folder())
    yield made
    made.stop()


def url(server, kind, layers="many"):
    return f"{server.address}/{GET.format(layers, kind)}"


def files(server):
    """Temporary ones, and their folders."""
    return list((server.folder / "tmp").glob("*/*"))


def until_none_is_left(server):
    until = time.monotonic() + 60
    while files(server) or sessions():
        assert time.monotonic() < until, (files(server), sessions())
        time.sleep(0.05)


def rss_mb(server):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.processes[0].pid}/status").read_text())[1]) / 1024


def sessions():
    text = subprocess.run(["psql", os.environ["MS_TEST_PG"], "-AtXc", f"SELECT count(*) FROM pg_stat_activity WHERE application_name = '{APPLICATION}'"
                           " AND state = 'active' AND query LIKE '%generate_series%'"], capture_output=True, text=True, check=True).stdout
    return int(text)


def count_of(kind, body):
    """Features in it, without GDAL."""
    if kind in ("csv", "bare"):
        assert body.startswith(b"X,Y,")
        return body.count(b"\n") - 1
    if kind == "geojson2":
        return len(json.loads(body)["features"])
    if kind == "parts":
        assert body.endswith(b"\r\n--xxOGRBoundaryxx--\r\n")
        return body.count(b"xxxxx\"\n")
    if kind == "shp":
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            assert archive.testzip() is None
            assert archive.namelist() == ["many.dbf", "many.prj", "many.shp", "many.shx"]
            return (len(archive.read("many.shx")) - 100) // 8
    assert body.startswith(b"SQLite format 3\0")
    with tempfile.NamedTemporaryFile(suffix=".gpkg") as file:
        file.write(body)
        file.flush()
        return sqlite3.connect(file.name).execute("SELECT count(*) FROM many").fetchone()[0]


@pytest.mark.parametrize("kind", ["csv", "geojson2", "gpkg", "shp", "bare"])
def test_a_large_file_takes_no_memory_and_nothing_of_it_stays(server, kind):
    servers.fetch(url(server, kind, "few"))  # loads GDAL
    before = rss_mb(server)
    with urllib.request.urlopen(url(server, kind), timeout=60) as answer:
        assert answer.headers["Transfer-Encoding"] == "chunked"
        assert answer.headers["Content-Type"].partition(";")[0] == ("application/zip" if kind == "shp" else f"text/{kind}")
        disposition = answer.headers["Content-Disposition"]
        assert disposition is None if kind == "bare" else disposition == f"attachment; filename={FORMATS[kind][2].partition('=')[2]}"
        body = answer.read()
    growth = rss_mb(server) - before
    print(f"{kind}: {len(body) / 1e6:.1f} MB, {growth:+.0f} MiB")
    assert growth < (32 if not servers.IS_SANITIZED else 200)
    assert count_of(kind, body) == COUNT
    until_none_is_left(server)


@pytest.mark.parametrize("kind", ["csv", "geojson2", "gpkg", "shp", "parts"])
def test_small_files_have_a_length_and_a_tag(server, kind):
    answer = servers.fetch(url(server, kind, "few"))
    assert answer.status == 200 and int(answer.headers["content-length"]) == len(answer.body) and "etag" in answer.headers
    until_none_is_left(server)


def test_pages_are_those_of_other_formats(server):
    body = servers.fetch(url(server, "csv") + "&COUNT=20000&STARTINDEX=1000&SORTBY=id").text
    ids = [int(line.split(",")[2].strip('"')) for line in body.splitlines()[1:]]
    assert ids == list(range(1001, 21001))


def test_several_layers_are_in_one_archive(server):
    answer = servers.fetch(url(server, "shp", "many,few") + "&COUNT=150005")
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        sizes = {name: len(archive.read(name)) for name in archive.namelist() if name.endswith(".shx")}
    assert sizes == {"many.shx": 100 + 8 * COUNT, "few.shx": 100 + 8 * 5}


def test_compressed_on_its_way_it_is_the_same(server):
    answer = servers.fetch(url(server, "csv"), {"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert count_of("csv", gzip.decompress(answer.body)) == COUNT


@pytest.mark.parametrize("kind", ["shp", "gpkg", "parts"])
def test_an_error_before_the_first_byte_is_a_report(server, kind):
    answer = servers.fetch(url(server, kind, "broken"))
    assert answer.status == 500 and answer.type == "text/xml" and "ExceptionReport" in answer.text
    until_none_is_left(server)


def test_an_error_after_it_is_seen_by_the_client(server):
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        urllib.request.urlopen(url(server, "csv", "broken"), timeout=60).read()
    until_none_is_left(server)


def test_a_client_that_goes_while_the_file_is_made_ends_it(server):
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as link:
        link.sendall(f"GET /{GET.format('many', 'gpkg')} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        until = time.monotonic() + 60
        while not files(server):
            assert time.monotonic() < until
            time.sleep(0.01)
    until_none_is_left(server)


def test_a_client_that_goes_while_it_is_sent_ends_it(server):
    for kind in ("csv", "shp"):
        with urllib.request.urlopen(url(server, kind), timeout=60) as answer:
            answer.read(100)
        until_none_is_left(server)


def test_the_deadline_ends_it():
    server = start(servers.own_folder(), MS_REQUEST_TIMEOUT="1", mapfile=MAP.replace("repeat('x', 50)", "pg_sleep(0.0005)::text"))
    try:
        answer = servers.fetch(url(server, "shp"))
        assert answer.status == 504 or "more time or memory" in answer.text
        until_none_is_left(server)
    finally:
        server.stop()


def test_sorting_ends_by_the_deadline():
    """It is refused before, or left out when the deadline comes."""
    timeout = 6
    server = start(servers.own_folder(), MS_REQUEST_TIMEOUT=str(timeout), MS_REQUEST_MEMORY_MB="2000")
    try:
        assert servers.fetch(url(server, "fgb", "few")).body.startswith(b"fgb")
        watch = server.watch()
        answer = servers.fetch(url(server, "fgb", "endless"))
        assert answer.status == 504 or "more time or memory" in answer.text
        assert watch.seconds < timeout + 1.5 or servers.IS_SANITIZED
        until_none_is_left(server)
    finally:
        server.stop()


def test_files_beyond_the_limit_are_refused_unless_they_are_sent_while_they_grow():
    server = start(servers.own_folder(), MS_REQUEST_DISK_MB="4")
    try:
        for kind in ("gpkg", "shp", "parts"):
            answer = servers.fetch(url(server, kind))
            assert answer.status >= 400 and "more time or memory than the server allows" in answer.text
        assert "the files of the answer are larger than allowed (MS_REQUEST_DISK_MB)" in server.log()
        assert count_of("csv", servers.fetch(url(server, "csv")).body) == COUNT
        until_none_is_left(server)
    finally:
        server.stop()


@pytest.fixture(name="small_disk")
def fixture_small_disk():
    """A server whose temporary files are on a file system of 3 MB."""
    folder = servers.own_folder()
    (folder / "tmp").mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", folder / "tmp"], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("mounting a file system is not allowed here")
    try:
        server = start(folder)
        yield server
        server.stop()
    finally:
        subprocess.run(["umount", "-l", folder / "tmp"], check=True)


@pytest.mark.parametrize("kind", ["archive", "gpkg", "shp", "parts", "words"])
def test_a_full_disk_ends_the_response_at_once(small_disk, kind):
    servers.fetch(url(small_disk, kind, "few"))  # loads GDAL
    watch = small_disk.watch()
    answer = servers.fetch(url(small_disk, kind, "endless"))
    took = watch.seconds
    assert answer.status == 500 and "ExceptionReport" in answer.text and took < (5 if not servers.IS_SANITIZED else 15), (took, answer.text[:300])
    until_none_is_left(small_disk)


@pytest.mark.parametrize("kind", ["gpkg", "shp", "parts", "archive", "words"])
def test_a_full_disk_is_said_to_be_full(small_disk, kind):
    size = len(small_disk.log())
    answer = servers.fetch(url(small_disk, kind))
    assert answer.status == 500 and "ExceptionReport" in answer.text
    assert str(small_disk.folder) not in answer.text and "mapserver-" not in answer.text
    assert "no space is left for temporary files" in small_disk.log()[size:]
    until_none_is_left(small_disk)
    assert servers.fetch(url(small_disk, kind, "few")).status == 200


@pytest.mark.parametrize("value", ["0", "-1", "much"])
def test_a_limit_that_is_none_is_refused(value):
    done = subprocess.run([servers.MAPSERV, "--http", "127.0.0.1:0"], env={"MS_REQUEST_DISK_MB": value}, timeout=30, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and "CONFIG: MS_REQUEST_DISK_MB must be a whole number from 1" in done.stderr


def test_files_in_memory_are_under_the_limit_of_memory(server):
    assert servers.fetch(url(server, "memory", "few")).body.startswith(b"SQLite")
    size = len(server.log())
    assert servers.fetch(url(server, "memory")).status >= 400
    assert "the files of the answer are larger than allowed (MS_REQUEST_MEMORY_MB)" in server.log()[size:]


def test_drivers_that_keep_features_are_under_the_limit_of_memory(server):
    assert servers.fetch(url(server, "ods", "few")).body.startswith(b"PK")
    size = len(server.log())
    answer = servers.fetch(url(server, "ods"))
    assert answer.status >= 400 and "more time or memory than the server allows" in answer.text
    assert 'GDAL\'s driver "ODS" keeps more of the features than allowed (MS_REQUEST_MEMORY_MB)' in server.log()[size:]


def test_what_a_killed_server_left_is_removed_by_the_next_one():
    folder = servers.own_folder()
    first = start(folder)
    with urllib.request.urlopen(url(first, "csv"), timeout=60) as answer:
        answer.read(100)
        first.processes[0].send_signal(signal.SIGKILL)
        first.processes[0].wait()
    (left,) = files(first)
    os.utime(left, (time.time() - 300, time.time() - 300))
    second = start(servers.own_folder(), MS_TEMPPATH=str(folder / "tmp"))
    try:
        assert servers.fetch(url(second, "csv", "few")).status == 200
        assert not files(first)
    finally:
        second.stop()
        first.stop()


def test_the_map_may_name_the_folder():
    folder = servers.own_folder()
    server = start(folder, mapfile=MAP.replace("WEB METADATA", 'WEB TEMPPATH "../elsewhere" METADATA'), MS_TEMPPATH="/nowhere")
    try:
        missing = servers.fetch(url(server, "shp", "few"))
        assert missing.status == 500 and "elsewhere" not in missing.text
        assert "cannot be made: No such file or directory" in server.log()
    finally:
        server.stop()


def test_a_query_of_the_cgi_is_written_in_the_same_way():
    server = start(servers.own_folder(), MS_REQUEST_MEMORY_MB="100")
    try:
        body = servers.fetch(f"{server.address}/mapserv?map=m&mode=nquery&qlayer=many&mapext=-180+-90+180+90&qformat=csv").body
        assert count_of("csv", body) == COUNT
        until_none_is_left(server)
    finally:
        server.stop()


@pytest.fixture(name="environment")
def fixture_environment(tmp_path):
    (tmp_path / "m.map").write_text(MAP)
    (tmp_path / "tmp").mkdir()
    (tmp_path / "ms.conf").write_text(f'CONFIG ENV "MS_REQUEST_MEMORY_MB" "4" "MS_TEMPPATH" "{tmp_path}/tmp" END MAPS "m" "{tmp_path}/m.map" END END')
    open_folders.let_others_in(tmp_path)
    return {"MAPSERVER_CONFIG_FILE": f"{tmp_path}/ms.conf", "PGAPPNAME": APPLICATION}


@pytest.mark.parametrize("kind", ["csv", "shp"])
def test_over_fastcgi(environment, kind):
    program = fastcgi.Program(servers.MAPSERV, 1, {"MS_THREADS": "1"} | environment, keeps_socket=True)
    try:
        with program.connect() as link:
            link.sendall(fastcgi.request(GET.format("many", kind).partition("?")[2], keeps=True))
            head, body = fastcgi.answer(link)
            assert b"Content-Length" not in head and count_of(kind, body) == COUNT
    finally:
        program.stop()


@pytest.mark.parametrize("kind", ["csv", "shp"])
def test_as_cgi(environment, kind):
    done = subprocess.run([servers.MAPSERV, f"QUERY_STRING={GET.format('many', kind).partition('?')[2]}"], env=os.environ | environment,
                          capture_output=True, timeout=60, check=True)
    head, _, body = done.stdout.partition(b"\r\n\r\n")
    assert b"Content-Length" not in head and count_of(kind, body) == COUNT
