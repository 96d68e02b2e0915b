# SPDX-License-Identifier: MIT
"""HTTP besides the image: status codes, HEAD, lengths, validators, compression, other origins."""

import gzip
import os
import re
import socket
import subprocess
import time
from urllib.parse import quote

import fastcgi
import pytest
import servers
from requests_of_wms import CAPABILITIES, get_map

GET_CAPABILITIES = f"?{CAPABILITIES}"
LEGEND = "?map=inline&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetLegendGraphic&LAYER=land&FORMAT=image/png&SLD_VERSION=1.1.0"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SLD = ("<StyledLayerDescriptor version='1.0.0'><NamedLayer><Name>land</Name><UserStyle><FeatureTypeStyle><Rule>"
       "<PolygonSymbolizer><Fill><CssParameter name='fill'>#ff0000</CssParameter></Fill></PolygonSymbolizer></Rule>"
       "</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")

# (method, path after the URL, status). RFC 9110, 15; OGC 06-042, 6.9 leaves statuses to HTTP.
STATUSES = [
    ("GET", GET_CAPABILITIES, 200), ("HEAD", GET_CAPABILITIES, 200), ("GET", f"?{get_map()}", 200),
    ("HEAD", f"?{get_map()}", 200), ("GET", LEGEND, 200), ("GET", "?map=inline&mode=map", 200),
    ("GET", "?map=inline&mode=tile&tile=0+0+0", 200), ("GET", "?map=inline&mode=legend", 200), ("GET", "livez", 200),
    ("HEAD", "livez", 200), ("GET", "readyz", 200), ("GET", "static/index.html", 200), ("HEAD", "static/index.html", 200),
    ("GET", "inline?SERVICE=WMS&REQUEST=GetCapabilities", 200), ("GET", "mapserv?map=inline&mode=map", 200),
    ("GET", "cgi-bin/mapserv?map=inline&mode=map", 200), ("GET", "cgi-bin/mapserv/inline?mode=map", 200),
    ("GET", f"?{get_map(EXCEPTIONS='INIMAGE', LAYERS='nix')}", 200), ("OPTIONS", "", 204), ("OPTIONS", GET_CAPABILITIES, 204),
    ("GET", "", 400), ("GET", "?map=inline", 400), ("GET", "?map=inline&SERVICE=WMS", 400), ("GET", "?map=inline&SERVICE=WFS", 400),
    ("GET", f"?{get_map(LAYERS='nix')}", 400), ("GET", f"?{get_map(BBOX='x')}", 400), ("GET", f"?{get_map(WIDTH='0')}", 400),
    ("HEAD", f"?{get_map(WIDTH='0')}", 400), ("GET", "?map=inline&mode=nonsense", 400), ("GET", "?map=inline&mode=tile&tile=9", 400),
    ("GET", "?map=nix", 404), ("GET", "?map=../inline.map", 404), ("GET", "?map=/etc/passwd", 404), ("GET", "nix", 404),
    ("GET", "favicon.ico", 404), ("GET", "static/nix", 404), ("GET", "inline/../nix", 404), ("GET", "inline/nix", 404), ("GET", "inline/ogcapi", 200), ("GET", "inline/ogcapi/nix", 404), ("GET", "inline/other", 404), ("GET", "metrics", 404),
    ("PUT", GET_CAPABILITIES, 405), ("DELETE", GET_CAPABILITIES, 405), ("PATCH", GET_CAPABILITIES, 405),
    ("GET", "?map=inline&x=" + "y" * 70000, 414),
]


@pytest.mark.parametrize("method, target, status", STATUSES, ids=lambda value: str(value)[:60])
def test_the_status_says_what_happened(listener, method, target, status):
    answer = servers.fetch(listener.address + target, method=method, data=b"" if method in ("PUT", "PATCH") else None)
    assert answer.status == status, answer.text[:300]
    if status == 405:
        assert answer.headers["allow"] == "GET, HEAD, POST, OPTIONS"
    if status >= 400 and "static" not in target:
        assert "etag" not in answer.headers


def raw(listener, request):
    """The answer to bytes as they are: head lines and body."""
    host, port = listener.address.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as link:
        link.sendall(request)
        head, _, body = b"".join(iter(lambda: link.recv(65536), b"")).partition(b"\r\n\r\n")
    return head.decode("latin-1").split("\r\n"), body


@pytest.mark.parametrize("target", [GET_CAPABILITIES, f"?{get_map()}", f"?{get_map(LAYERS='nix')}", "?map=nix"])
def test_a_length_is_exact_and_head_has_the_same(listener, target):
    def lines(method):
        return raw(listener, f"{method} /{target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, body = lines("GET")
    lengths = [line for line in head if line.lower().startswith("content-length")]
    assert lengths == [f"Content-Length: {len(body)}"]
    assert not any(line.lower().startswith("transfer-encoding") for line in head)
    head_only, nothing = lines("HEAD")
    assert nothing == b""
    assert [line for line in head_only if line.lower().startswith("content-length")] == lengths


@pytest.mark.parametrize("target", [GET_CAPABILITIES, f"?{get_map()}", LEGEND, "?map=inline&mode=map"])
def test_who_has_the_answer_gets_304(listener, target):
    first = servers.fetch(listener.address + target)
    tag = first.headers["etag"]
    again = servers.fetch(listener.address + target, headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    assert "content-type" not in again.headers
    assert servers.fetch(listener.address + target, headers={"If-None-Match": '"other"'}).body == first.body
    assert servers.fetch(listener.address + target, headers={"If-None-Match": tag}, method="HEAD").status == 304


def test_other_parameters_have_other_tags(listener):
    queries = [get_map(), get_map(WIDTH="301"), get_map(LAYERS="land", STYLES=""), get_map(TRANSPARENT="TRUE"), get_map(FORMAT="image/jpeg")]
    assert len({servers.fetch(f"{listener.address}?{query}").headers["etag"] for query in queries}) == len(queries)


def test_an_error_is_not_kept_by_caches_and_has_no_tag(listener):
    for query in (get_map(LAYERS="nix"), get_map(LAYERS="nix", EXCEPTIONS="INIMAGE"), "map=nix"):
        answer = servers.fetch(f"{listener.address}?{query}", headers={"If-None-Match": "*"})
        assert answer.status != 304
        assert answer.headers["cache-control"] == "no-store" and "etag" not in answer.headers


def test_texts_travel_compressed_if_the_client_takes_it(listener):
    plain = servers.fetch(listener.address + GET_CAPABILITIES)
    packed = servers.fetch(listener.address + GET_CAPABILITIES, headers={"Accept-Encoding": "br, gzip"})
    assert packed.headers["content-encoding"] == "gzip" and "accept-encoding" in packed.headers["vary"].lower()
    assert gzip.decompress(packed.body) == plain.body
    assert "content-encoding" not in plain.headers and "accept-encoding" in plain.headers["vary"].lower()
    assert len(packed.body) == int(packed.headers["content-length"]) < len(plain.body) / 3
    assert packed.headers["etag"] == plain.headers["etag"]
    refused = servers.fetch(listener.address + GET_CAPABILITIES, headers={"Accept-Encoding": "gzip;q=0"})
    assert refused.body == plain.body
    image = servers.fetch(f"{listener.address}?{get_map()}", headers={"Accept-Encoding": "gzip"})
    assert image.is_png and "content-encoding" not in image.headers


def test_an_sld_of_forty_kilobytes_may_be_posted_and_six_megabytes_may_not(listener):
    long = SLD.replace("<Rule>", "<Rule>" + f"<!-- {'x' * 40000} -->")
    answer = servers.fetch(listener.address, data=f"{get_map()}&SLD_BODY={quote(long)}".encode(), headers=FORM)
    assert answer.is_png, answer.text
    assert "etag" not in answer.headers
    try:
        answer = servers.fetch(listener.address, data=b"x=" + b"y" * (6 << 20), headers=FORM)
        assert answer.status == 413
    except OSError:
        pass  # it hung up while we were still sending
    assert servers.fetch(f"{listener.address}?{get_map()}").is_png


def test_pages_of_listed_origins_may_read_answers():
    server = servers.start_listener({"MS_CORS_ORIGINS": "https://maps.example https://other.example"})
    try:
        def ask(origin, method="GET"):
            return servers.fetch(server.address + GET_CAPABILITIES, headers={"Origin": origin} if origin else {}, method=method).headers
        assert ask("https://maps.example")["access-control-allow-origin"] == "https://maps.example"
        assert "access-control-allow-origin" not in ask("https://evil.example")
        assert "origin" in ask(None)["vary"].lower()
        preflight = ask("https://other.example", "OPTIONS")
        assert preflight["access-control-allow-origin"] == "https://other.example"
        assert "POST" in preflight["access-control-allow-methods"]
    finally:
        server.stop()


def test_nobody_is_allowed_unless_it_is_configured(listener):
    answer = servers.fetch(listener.address + GET_CAPABILITIES, headers={"Origin": "https://maps.example"})
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_a_changed_mapfile_ends_every_copy():
    server = servers.start_listener()
    try:
        path = server.folder / "maps/inline.map"
        url = f"{server.address}?{get_map()}"
        tag = servers.fetch(url).headers["etag"]
        assert servers.fetch(url, headers={"If-None-Match": tag}).status == 304
        path.write_text(path.read_text().replace("240 232 208", "0 0 255"))
        changed = servers.fetch(url, headers={"If-None-Match": tag})
        assert changed.status == 200 and changed.headers["etag"] != tag
    finally:
        server.stop()


def test_fastcgi_and_cgi_tell_the_same_tag(listener):
    # Not that of the listener: it serves a copy of the map.
    program = fastcgi.Program(servers.MAPSERV, env={"MAPSERVER_CONFIG_FILE": str(servers.EXAMPLES / "mapserver.conf")})
    environment = {"PATH": os.environ["PATH"], "REQUEST_METHOD": "GET", "QUERY_STRING": get_map(), "SERVER_NAME": "localhost",
                   "MAPSERVER_CONFIG_FILE": str(servers.EXAMPLES / "mapserver.conf")}

    def cgi(**more):
        return subprocess.run([servers.MAPSERV], capture_output=True, check=True, env=environment | more).stdout
    try:
        tag = re.search(rb'ETag: (W/"\w+")', cgi())[1].decode()
        assert tag.encode() in program.ask(get_map())[0]
        unchanged = cgi(HTTP_IF_NONE_MATCH=tag)
        assert unchanged.startswith(b"Status: 304 Not Modified") and unchanged.endswith(b"\r\n\r\n")
        assert b"Content-Length" not in unchanged
    finally:
        program.stop()


SCHEMA = f"ms_manners_{os.getpid()}"
TABLE = f"""
create extension if not exists postgis; drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};
create table {SCHEMA}.t as select i as id, ST_Point(i, i, 4326)::geometry(Point,4326) as geom from generate_series(1, 40) i;
alter table {SCHEMA}.t add primary key (id); analyze {SCHEMA}.t;
"""


def psql(sql):
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql], check=True, stderr=subprocess.DEVNULL)


@pytest.fixture
def versioned(cluster, request):
    psql(TABLE)
    folder = servers.own_folder()
    (folder / "versioned.map").write_text(f"""
MAP NAME "versioned" SIZE 100 100 EXTENT 0 0 40 40 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "versioned" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "wms_http_max_age" "60" END END
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  LAYER NAME "t" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326" PROCESSING "DATA_VERSION={request.param.format(SCHEMA=SCHEMA)}"
    METADATA "wms_http_max_age" "10" END
    CLASS STYLE SYMBOL "circle" SIZE 9 COLOR 255 0 0 END END END
END""")
    server = servers.start_listener({"MS_MAPFILE": str(folder / "versioned.map"), "MS_SERVER_TIMING": "ON"})
    yield server
    server.stop()
    (folder / "versioned.map").unlink()
    folder.rmdir()
    psql(f"drop schema {SCHEMA} cascade")


def eventually_unchanged(url, tag):
    """Others write to the same cluster, which may change its snapshot at any time; so may a vacuum."""
    for _ in range(20):
        answer = servers.fetch(url, headers={"If-None-Match": tag})
        if answer.status == 304:
            return answer
        tag = answer.headers["etag"]
        time.sleep(0.2)
    return answer


@pytest.mark.parametrize("versioned", ["SNAPSHOT", "SELECT count(*) FROM {SCHEMA}.t"], indirect=True)
def test_an_unchanged_table_costs_no_drawing(versioned):
    url = (f"{versioned.address}?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=t&STYLES=&SRS=EPSG:4326&BBOX=0,0,40,40&WIDTH=100&HEIGHT=100"
           "&FORMAT=image/png")
    first = servers.fetch(url)
    assert first.is_png and first.headers["cache-control"] == "max-age=10"
    unchanged = eventually_unchanged(url, first.headers["etag"])
    assert unchanged.status == 304 and unchanged.headers["cache-control"] == "max-age=10"
    stages = set(re.findall(r"(\w+);dur", unchanged.headers["server-timing"]))
    assert "plan" in stages and not stages & {"layer", "fetch", "raster", "encode"}
    psql(f"insert into {SCHEMA}.t values (41, ST_Point(10, 30, 4326))")
    changed = servers.fetch(url, headers={"If-None-Match": unchanged.headers["etag"]})
    assert changed.status == 200 and changed.body != first.body


@pytest.mark.parametrize("versioned", ["SELECT broken"], indirect=True)
def test_a_question_without_an_answer_falls_back_on_the_bytes(versioned):
    url = (f"{versioned.address}?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=t&STYLES=&SRS=EPSG:4326&BBOX=0,0,40,40&WIDTH=100&HEIGHT=100"
           "&FORMAT=image/png")
    first = servers.fetch(url)
    assert first.is_png
    again = servers.fetch(url, headers={"If-None-Match": first.headers["etag"]})
    assert again.status == 304 and "layer;dur" in again.headers["server-timing"]
    assert 'layer "t": DATA_VERSION' in versioned.log()
