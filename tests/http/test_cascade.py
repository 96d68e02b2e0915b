# SPDX-License-Identifier: MIT
"""CONNECTIONTYPE WMS: maps of another server, which may be slow, broken or hostile."""

import http.server
import io
import os
import re
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

import pytest
import servers
from cascade import BLUE, MAP, RED, Server, image, pixel, serving
from PIL import Image

HALVES = """MAP NAME "halves" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" "ows_title" "halves" END END
  LAYER NAME "west" TYPE POLYGON STATUS ON TEMPLATE "x" METADATA "ows_title" "west" "ows_include_items" "all" "ows_extent" "-5 -5 15 15" END
    PROCESSING "ITEMS=name" FEATURE ITEMS "left" POINTS -20 -20 -20 30 5 30 5 -20 -20 -20 END END
    CLASS NAME "west" STYLE COLOR 255 0 0 END END END
  LAYER NAME "east" TYPE POLYGON STATUS ON METADATA "ows_title" "east" END
    FEATURE POINTS 5 -20 5 30 30 30 30 -20 5 -20 END END
    CLASS STYLE COLOR 0 0 255 END END END
END"""
LAYER = """LAYER NAME "{name}" TYPE RASTER STATUS ON CONNECTIONTYPE WMS CONNECTION "{url}" TEMPLATE "x" {extra}
  PROJECTION "EPSG:4326" END
  METADATA "wms_title" "{name}" "wms_name" "{remote}" "wms_server_version" "{version}" "wms_srs" "{srs}" "wms_format" "image/png" {more} END END
"""
def layer(name="a", url="", remote="west,east", version="1.3.0", srs="EPSG:4326", more="", extra=""):
    return LAYER.format(name=name, url=url, remote=remote, version=version, srs=srs, more=more, extra=extra)


def png(width, height, color=(0, 128, 0, 255)):
    out = io.BytesIO()
    Image.new("RGBA", (width, height), color).save(out, "PNG")
    return out.getvalue()


class Hostile(http.server.BaseHTTPRequestHandler):
    """Answers by the first part of the path."""

    protocol_version = "HTTP/1.1"
    asked = []
    running = most_running = 0
    lock = threading.Lock()

    def send(self, body, kind="image/png", status=200, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = {k.upper(): v for k, v in urllib.parse.parse_qsl(url.query, keep_blank_values=True)}
        with self.lock:
            self.asked.append((url.path, query, dict(self.headers)))
            Hostile.running += url.path.startswith("/slow")
            Hostile.most_running = max(Hostile.most_running, Hostile.running)
        try:
            getattr(self, "do_" + url.path.strip("/").split("/")[0])(query)
        except OSError:
            self.close_connection = True
        finally:
            with self.lock:
                Hostile.running -= url.path.startswith("/slow")

    def size(self, query):
        return int(query.get("WIDTH", 20)), int(query.get("HEIGHT", 20))

    def do_good(self, query):
        self.send(png(*self.size(query)))

    def do_slow(self, query):
        time.sleep(2)  # until all that may come at once have come
        self.do_good(query)

    def do_hang(self, _):
        time.sleep(8)

    def do_fail(self, _):
        self.send(b"broken", "text/plain", 500)

    def do_busy(self, query):
        """503 once, then an image."""
        if sum(path == "/busy" for path, _, _ in self.asked) == 1:
            self.send(b"later", "text/plain", 503)
        else:
            self.do_good(query)

    def do_exception(self, query):
        self.send(f"<ServiceExceptionReport><ServiceException>no layer for {query.get('TOKEN')}</ServiceException></ServiceExceptionReport>".encode(),
                  "application/vnd.ogc.se_xml")

    def do_bomb(self, _):
        entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 20))
        self.send(f'<!DOCTYPE x [<!ENTITY e0 "aaaaaaaaaa">{entities}]><x>&e19;</x>'.encode(), "application/xml")

    def do_huge(self, query):
        """A small file of very many pixels."""
        out = io.BytesIO()
        Image.new("1", (8000, 8000)).save(out, "PNG")
        self.send(out.getvalue())

    def do_wrong(self, query):
        width, height = self.size(query)
        self.send(png(width + 1, height))

    def do_endless(self, _):
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.end_headers()
        self.close_connection = True
        for _ in range(4000):
            self.wfile.write(b"\x89PNG" * 65536)

    def do_gzip(self, _):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        body = b"".join(packer.compress(bytes(1 << 20)) for _ in range(20)) + packer.flush()
        self.send(body, headers=[("Content-Encoding", "gzip")])

    def do_moved(self, query):
        self.send(b"", status=302, headers=[("Location", f"/good?{urllib.parse.urlencode(query)}")])

    def do_away(self, query):
        self.send(b"", status=302, headers=[("Location", f"http://localhost:{self.server.server_address[1]}/good?" + urllib.parse.urlencode(query))])

    def do_file(self, _):
        self.send(b"", status=302, headers=[("Location", "file:///etc/passwd")])

    def do_around(self, query):
        self.send(b"", status=302, headers=[("Location", "/around?" + urllib.parse.urlencode(query))])

    def do_cut(self, query):
        body = png(*self.size(query))
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:len(body) // 2])
        self.close_connection = True

    def do_noise(self, _):
        self.send(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)

    def do_fresh(self, query):
        self.send(png(*self.size(query)), headers=[("Cache-Control", "max-age=60")])

    def do_tagged(self, query):
        if self.headers.get("If-None-Match") == '"v1"':
            self.send(b"", status=304, headers=[("ETag", '"v1"')])
        else:
            self.send(png(*self.size(query)), headers=[("ETag", '"v1"')])

    def do_nostore(self, query):
        self.send(png(*self.size(query)), headers=[("Cache-Control", "no-store")])

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def hostile():
    yield from serving(Hostile)


@pytest.fixture(scope="module")
def other():
    """The server whose maps are requested."""
    server = Server(servers.own_folder(), {"halves": HALVES})
    yield f"http://127.0.0.1:{server.port}/?map=halves&"
    server.stop()


@pytest.fixture(scope="module")
def own(other, hostile):
    bad = f"http://{hostile}"
    kinds = ["good", "slow", "hang", "fail", "busy", "bomb", "huge", "wrong", "endless", "gzip", "moved", "away", "file", "around", "cut",
             "noise", "fresh", "tagged", "nostore"]
    maps = {kind: MAP.format(web='"wms_http_max_age" "60"', layers=layer(url=f"{bad}/{kind}?", more='"wms_connectiontimeout" "2"' if kind == "hang" else ""))
            for kind in kinds}
    maps |= {
        "plain": MAP.format(web="", layers=layer(url=other)),
        "old": MAP.format(web="", layers=layer(url=other, version="1.1.1")),
        "warped": MAP.format(web="", layers=layer(url=other, version="1.1.1", srs="EPSG:3857")),
        "two": MAP.format(web="", layers=layer("a", other, "west") + layer("b", other, "east")),
        "merged": MAP.format(web="", layers=layer("a", f"{bad}/good/merged?", "x", more='"wms_style" "s"')
                             + layer("b", f"{bad}/good/merged?", "y") + layer("c", f"{bad}/good/merged?", "z", extra="COMPOSITE OPACITY 99 END")),
        "half": MAP.format(web="", layers=layer(url=other, extra="COMPOSITE OPACITY 50 END")),
        "offsite": MAP.format(web="", layers=layer(url=other, extra="OFFSITE 255 0 0")),
        "masked": MAP.format(web="", layers=layer(url=other, extra='MASK "hole"') + """LAYER NAME "hole" TYPE POLYGON STATUS OFF
            FEATURE POINTS 0 0 0 10 2 10 2 0 0 0 END END CLASS STYLE COLOR 0 0 0 END END END"""),
        "elsewhere": MAP.format(web="", layers=layer(url=other, more='"wms_extent" "100 0 120 10"')),
        "part": MAP.format(web="", layers=layer(url=other, more='"wms_extent" "2 2 8 8"')),
        "kept": MAP.format(web="", layers=layer(url=f"{bad}/good/kept?", more='"wms_cache_seconds" "60"')),
        "tiles": MAP.format(web='"wms_tile_cache" "true" "wms_tile_cache_max_age" "600"', layers=layer(url=f"{bad}/good/tiles?")),
        "failtiles": MAP.format(web='"wms_tile_cache" "true" "wms_tile_cache_max_age" "600"', layers=layer(url=f"{bad}/fail/tiles?")),
        "essential": MAP.format(web="", layers=layer(url=f"{bad}/exception?token=topsecret&", more='"wms_essential" "true"')),
        "exception": MAP.format(web="", layers=layer(url=f"{bad}/exception?token=topsecret&")),
        "secret": MAP.format(web="", layers=layer(url=f"http://me:topsecret@{hostile}/good/secret?")),
        "auth": MAP.format(web="", layers=layer(url=f"{bad}/good/auth?", more='"wms_auth_username" "me" "wms_auth_password" "topsecret"')),
        "moved_auth": MAP.format(web="", layers=layer(url=f"{bad}/moved?", more='"wms_auth_username" "me" "wms_auth_password" "topsecret"')),
        "unlisted": MAP.format(web="", layers=layer(url="http://127.0.0.1:9/?")),
        "many": MAP.format(web="", layers="".join(layer(f"l{i}", f"{bad}/slow/{i}?") for i in range(6))),
        "mixed": MAP.format(web="", layers=layer(url=other) + HALVES[HALVES.index('LAYER NAME "west"'):HALVES.index('LAYER NAME "east"')]),
    }
    listed = other.split("/")[2]
    server = Server(servers.own_folder(), maps, f'"MS_CASCADE_HOSTS" "{listed} {hostile}" "MS_CASCADE_CONNECTIONS" "4" "MS_DEBUGLEVEL" "2"')
    yield server
    server.stop()


def asked_for(path):
    return [query for seen, query, _ in Hostile.asked if seen == path]


@pytest.mark.parametrize("name", ["plain", "old", "two"])
def test_the_map_of_another_server_is_drawn(own, name):
    answer = own.get(name, LAYERS="a,b" if name == "two" else "a", STYLES="," if name == "two" else "")
    assert pixel(answer, 10, 50) == RED and pixel(answer, 90, 50) == BLUE


def test_pixels_are_those_of_the_other_server(own, other):
    query = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "west,east", "STYLES": ",", "SRS": "EPSG:4326",
             "BBOX": "0,0,10,10", "WIDTH": "100", "HEIGHT": "100", "FORMAT": "image/png"}
    direct = Image.open(io.BytesIO(urllib.request.urlopen(other + urllib.parse.urlencode(query), timeout=30).read())).convert("RGBA")
    assert image(own.get("plain")).tobytes() == direct.tobytes()


def test_a_crs_that_the_other_server_lacks_is_reprojected(own):
    answer = own.get("warped")
    assert pixel(answer, 10, 50) == RED and pixel(answer, 90, 50) == BLUE
    edge = [x for x in range(100) if pixel(answer, x, 50) == RED]
    assert abs(len(edge) - 50) <= 1
    own_crs = own.get("plain", SRS="EPSG:3857", BBOX="0,0,1113194.9,1118889.97")
    assert pixel(own_crs, 10, 50) == RED and pixel(own_crs, 90, 50) == BLUE


def test_opacity_offsite_and_masks_are_those_of_rasters(own):
    assert pixel(own.get("half"), 10, 50) == (255, 127, 127) or pixel(own.get("half"), 10, 50) == (255, 128, 128)
    assert pixel(own.get("offsite"), 10, 50) == (255, 255, 255)
    assert pixel(own.get("offsite"), 90, 50) == BLUE
    masked = own.get("masked")
    assert pixel(masked, 10, 50) == RED and pixel(masked, 30, 50) == (255, 255, 255)


def test_nothing_is_asked_outside_of_what_the_server_has(own, other):
    assert pixel(own.get("elsewhere"), 10, 50) == (255, 255, 255)
    part = own.get("part")
    assert pixel(part, 10, 10) == (255, 255, 255)
    assert pixel(part, 30, 50) == RED and pixel(part, 70, 50) == BLUE


def test_a_failing_server_leaves_its_layer_out_and_the_map_is_not_kept(own):
    for kind in ["fail", "bomb", "huge", "wrong", "endless", "gzip", "away", "file", "around", "cut", "noise", "hang"]:
        watch = own.watch()
        answer = own.get(kind)
        assert pixel(answer, 50, 50) == (255, 255, 255), kind
        assert answer.headers["cache-control"] == "no-store", kind
        assert watch.seconds < 15, kind
    log = own.log.read_text()
    for words in ["status 500", "larger than allowed", "more than", "redirects to a host that is not listed", "redirects too often",
                  "no answer in time"]:
        assert words in log, words
    assert not [path for path, _, headers in Hostile.asked if "localhost" in headers.get("Host", "")]


def test_a_busy_server_is_asked_once_more_and_redirections_are_followed(own):
    assert pixel(own.get("busy"), 50, 50) == (0, 128, 0)
    assert len(asked_for("/busy")) == 2
    assert pixel(own.get("moved"), 50, 50) == (0, 128, 0)


def test_an_essential_layer_fails_the_map(own):
    answer = own.get("essential")
    assert "Failed to draw WMS layer named &#39;a&#39;" in answer.text or "Failed to draw WMS layer named 'a'" in answer.text
    assert "topsecret" not in answer.text
    own.get("exception")
    log = own.log.read_text()
    assert "no layer for ..." in log and "topsecret" not in log


def test_passwords_are_sent_and_never_shown(own, hostile):
    for name in ["secret", "auth"]:
        assert pixel(own.get(name), 50, 50) == (0, 128, 0)
        sent = [headers for path, _, headers in Hostile.asked if path == f"/good/{name}"]
        assert sent[0]["Authorization"] == "Basic bWU6dG9wc2VjcmV0"
        for request in ["GetCapabilities", "GetContext", "DescribeLayer"]:
            assert "topsecret" not in own.get(name, REQUEST=request).text
    assert "topsecret" not in own.log.read_text()


def test_a_host_that_is_not_listed_is_refused_by_name(own):
    answer = own.get("unlisted")
    assert "layer &#39;a&#39;" in answer.text or "layer 'a'" in answer.text
    assert "127.0.0.1" not in answer.text
    assert "MS_CASCADE_HOSTS" in own.log.read_text()


def test_layers_of_one_server_come_as_one_image(own):
    assert pixel(own.get("merged", LAYERS="a,b,c", STYLES=",,"), 50, 50) == (0, 128, 0)
    # both are fetched at the same time: either may arrive first
    styles = {query["LAYERS"]: query["STYLES"] for query in asked_for("/good/merged")}
    assert sorted(styles) == ["x,y", "z"] and len(asked_for("/good/merged")) == 2
    assert styles["x,y"] == "s,"


def test_servers_work_at_the_same_time_and_not_too_many(own):
    Hostile.most_running = 0
    answer = own.get("many", LAYERS=",".join(f"l{i}" for i in range(6)), STYLES=",,,,,")
    assert pixel(answer, 50, 50) == (0, 128, 0)
    assert Hostile.most_running == 4


@pytest.mark.parametrize("name,requests", [("fresh", 1), ("tagged", 2), ("nostore", 2), ("kept", 1), ("good", 2)])
def test_a_map_asked_twice_asks_once_where_http_allows(own, name, requests):
    path = "/good/kept" if name == "kept" else f"/{name}"
    before = len(asked_for(path))
    assert pixel(own.get(name), 50, 50) == (0, 128, 0)
    assert pixel(own.get(name, TRANSPARENT="TRUE"), 50, 50) == (0, 128, 0)
    assert len(asked_for(path)) - before == requests


def test_no_mode_of_cgi_gives_an_incomplete_map_a_validator(own):
    for mode in ["map&layers=all&mapext=0+0+10+10&mapsize=100+100", "tile&tilemode=gmap&tile=0+0+0&layers=all"]:
        answer = servers.fetch(f"http://127.0.0.1:{own.port}/?map=fail&mode={mode}")
        assert answer.is_png and answer.headers["cache-control"] == "no-store", mode


def test_our_tiles_serve_again(own):
    assert pixel(own.get("tiles"), 50, 50) == (0, 128, 0)
    first = len(asked_for("/good/tiles"))
    assert first >= 1
    assert pixel(own.get("tiles", BBOX="1,1,11,11"), 50, 50) == (0, 128, 0)
    assert len(asked_for("/good/tiles")) == first
    for _ in range(2):
        answer = own.get("failtiles")
        assert pixel(answer, 50, 50) == (255, 255, 255) and answer.headers["cache-control"] == "no-store"


def test_get_feature_info_is_passed_on(own):
    answer = own.get("plain", REQUEST="GetFeatureInfo", QUERY_LAYERS="a", X="10", Y="50")
    assert answer.type == "text/plain" and "'left'" in answer.text, answer.text
    gml = own.get("plain", REQUEST="GetFeatureInfo", QUERY_LAYERS="a", X="10", Y="50", INFO_FORMAT="application/vnd.ogc.gml")
    assert "gml" in gml.type and "left" in gml.text
    warped = own.get("warped", REQUEST="GetFeatureInfo", QUERY_LAYERS="a", X="10", Y="50")
    assert "'left'" in warped.text
    mixed = own.get("mixed", LAYERS="a,west", STYLES=",", REQUEST="GetFeatureInfo", QUERY_LAYERS="a,west", X="10", Y="50")
    assert "LayerNotQueryable" in mixed.text
    failed = own.get("fail", REQUEST="GetFeatureInfo", QUERY_LAYERS="a", X="10", Y="50")
    assert "ServiceException" in failed.text and "layer" in failed.text


def test_get_legend_graphic_is_passed_on(own):
    asked = len(asked_for("/good"))
    answer = own.get("good", REQUEST="GetLegendGraphic", LAYER="a")
    assert image(answer).size == (20, 20)
    assert asked_for("/good")[asked]["REQUEST"] == "GetLegendGraphic"


def test_capabilities_say_that_layers_are_cascaded(own):
    answer = own.get("plain", REQUEST="GetCapabilities", VERSION="1.3.0")
    assert re.search(r'<Layer queryable="1" opaque="0" cascaded="1">\s*<Name>a</Name>', answer.text), answer.text


def test_without_a_list_of_hosts_nothing_is_fetched(other):
    server = Server(servers.own_folder(), {"plain": MAP.format(web="", layers=layer(url=other))})
    try:
        answer = server.get("plain")
        assert "layer" in answer.text and "ServiceException" in answer.text
        assert "MS_CASCADE_HOSTS" in server.log.read_text()
    finally:
        server.stop()


def test_a_request_ends_with_its_deadline(hostile):
    maps = {"hang": MAP.format(web="", layers=layer(url=f"http://{hostile}/hang?"))}
    server = Server(servers.own_folder(), maps, f'"MS_CASCADE_HOSTS" "{hostile}" "MS_REQUEST_TIMEOUT" "2"')
    try:
        watch = server.watch()
        answer = server.get("hang")
        assert pixel(answer, 50, 50) == (255, 255, 255)
        assert watch.seconds < 3
    finally:
        server.stop()


def test_the_example_draws(tmp_path):
    folder = servers.own_folder()
    program, _ = servers.install(folder)
    port = servers.free_port()
    example = folder / "maps/cascade.map"
    example.write_text(example.read_text().replace("127.0.0.1:8091", f"127.0.0.1:{port}"))
    process = subprocess.Popen([program, "--http", f"127.0.0.1:{port}", folder / "maps/tiles.map"], env={"PATH": os.environ["PATH"]},
                               stderr=subprocess.DEVNULL, **servers.unprivileged())
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2).close()
                break
            except OSError:
                time.sleep(0.05)
        subprocess.run([servers.MAPSERV.with_name("map2img"), "-m", example, "-o", tmp_path / "map.png"], check=True, timeout=60,
                       env={"PATH": os.environ["PATH"], "MS_CASCADE_HOSTS": f"127.0.0.1:{port}"})
        drawn = Image.open(tmp_path / "map.png").convert("RGB")
        assert len(drawn.getcolors(1 << 20)) > 20  # land, water, borders, letters
    finally:
        process.terminate()
        process.wait(timeout=20)
