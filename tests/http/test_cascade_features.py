# SPDX-License-Identifier: MIT
"""CONNECTIONTYPE WFS: features of another server, which may be slow, broken or hostile."""

import http.server
import json
import time
import urllib.parse

import pytest
import servers
from cascade import MAP, RED, Server, pixel, serving

POINTS = """MAP NAME "points" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" "ows_title" "points" "wfs_getfeature_formatlist" "gml,geojson" END END
  LAYER NAME "boxes" TYPE POLYGON STATUS ON TEMPLATE "x" PROCESSING "ITEMS=name,size"
    METADATA "wfs_title" "boxes" "gml_include_items" "all" "gml_featureid" "name" "gml_size_type" "Integer" "wfs_srs" "EPSG:4326 EPSG:3857" END
    FEATURE ITEMS "left;3" POINTS 1 1 1 9 4 9 4 1 1 1 END END
    FEATURE ITEMS "right;8" POINTS 6 1 6 9 9 9 9 1 6 1 END END
    FEATURE ITEMS "far;8" POINTS 40 1 40 9 50 9 50 1 40 1 END END
    CLASS STYLE COLOR 0 0 0 END END END
END"""
LAYER = """LAYER NAME "a" TYPE POLYGON STATUS ON CONNECTIONTYPE WFS CONNECTION "{url}" TEMPLATE "x" {extra}
  PROJECTION "EPSG:{srs}" END METADATA "ows_title" "a" "ows_include_items" "all" "wfs_typename" "{name}" "wfs_version" "{version}" {more} END
  CLASS EXPRESSION {expression} STYLE COLOR 255 0 0 END END END"""


def layer(url, version="1.0.0", name="boxes", srs="4326", more="", extra="", expression="([size] > 5)"):
    return LAYER.format(url=url, version=version, name=name, srs=srs, more=more, extra=extra, expression=expression)


class Hostile(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        self.asked.append((url.path, dict(urllib.parse.parse_qsl(url.query))))
        kind = url.path.strip("/").split("/")[0]
        if kind == "hang":
            time.sleep(5)
        entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 20))
        deep = "<a>" * 200000
        body, status = {
            "bomb": (f'<!DOCTYPE x [<!ENTITY e0 "aaaaaaaaaa">{entities}]><x>&e19;</x>', 200),
            "deep": (f"<wfs:FeatureCollection xmlns:wfs='http://www.opengis.net/wfs'>{deep}", 200),
            "outside": ('<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
                        f'xsi:schemaLocation="http://m/ http://127.0.0.1:{self.server.server_address[1]}/schema.xsd"/>', 200),
            "json": (json.dumps({"type": "FeatureCollection", "features": [
                {"type": "Feature", "properties": {"size": 9}, "geometry": {"type": "Polygon", "coordinates": [[[1, 1], [1, 9], [4, 9], [4, 1], [1, 1]]]}}]}), 200),
            "large": (json.dumps({"type": "FeatureCollection", "features": [], "note": "x" * (3 << 20)}), 200),
            "deepjson": ('{"type":"FeatureCollection","features":' + "[" * 100000, 200),
            "empty": ("", 200), "noise": ("\x00\x01" * 500, 200), "fail": ("no", 500),
            "exception": ("<ServiceExceptionReport><ServiceException>bad token topsecret</ServiceException></ServiceExceptionReport>", 200),
        }.get(kind, ("", 404))
        self.send_response(status)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        try:
            self.wfile.write(body.encode())
        except OSError:
            pass

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def hostile():
    yield from serving(Hostile)


@pytest.fixture(scope="module")
def other():
    server = Server(servers.own_folder(), {"points": POINTS})
    yield f"http://127.0.0.1:{server.port}/?map=points&"
    server.stop()


@pytest.fixture(scope="module")
def own(other, hostile):
    maps = {f"v{version.replace('.', '')}": MAP.format(web="", layers=layer(other, version)) for version in ("1.0.0", "1.1.0", "2.0.0")}
    maps |= {kind: MAP.format(web="", layers=layer(f"http://{hostile}/{kind}?token=topsecret", more='"wfs_connectiontimeout" "2"' if kind == "hang" else ""))
             for kind in ("bomb", "deep", "outside", "json", "deepjson", "empty", "noise", "fail", "exception", "hang")}
    maps |= {
        "metres": MAP.format(web="", layers=layer(other, "1.1.0", srs="3857")),
        "auto": MAP.format(web="", layers=layer(other, "1.1.0", more='"wfs_srs" "EPSG:3857"').replace('PROJECTION "EPSG:4326"', "PROJECTION AUTO")),
        "geojson": MAP.format(web="", layers=layer(other, "2.0.0", more='"wfs_outputformat" "application/json; subtype=geojson"')),
        "filter": MAP.format(web="", layers=layer(other, "1.1.0", more="""'wfs_filter' '<Filter><PropertyIsEqualTo><PropertyName>name</PropertyName>"""
                                                  """<Literal>left</Literal></PropertyIsEqualTo></Filter>'""", expression="([size] > 0)")),
        "attribute": MAP.format(web="", layers=layer(other, expression="([nothing] > 0)")),
        "own_filter": MAP.format(web="", layers=layer(other, extra="FILTER ([size] < 5)", expression="([size] > 0)")),
        "unlisted": MAP.format(web="", layers=layer("http://127.0.0.1:9/")),
    }
    server = Server(servers.own_folder(), maps, f'"MS_CASCADE_HOSTS" "{other.split("/")[2]} {hostile}" "MS_DEBUGLEVEL" "2"')
    yield server
    server.stop()


WHITE = (255, 255, 255)


def test_an_answer_that_is_too_large_for_the_memory_of_a_request_is_refused(hostile):
    maps = {kind: MAP.format(web="", layers=layer(f"http://{hostile}/{kind}", expression="(1 = 1)")) for kind in ("large", "json")}
    server = Server(servers.own_folder(), maps, f'"MS_CASCADE_HOSTS" "{hostile}" "MS_REQUEST_MEMORY_MB" "16"')
    try:
        assert pixel(server.get("json"), 25, 50) == RED
        assert "ServiceException" in server.get("large").text
        assert "its answer is too large for the memory of a request" in server.log.read_text()
    finally:
        server.stop()


@pytest.mark.parametrize("name", ["v100", "v110", "v200", "metres", "auto", "geojson"])
def test_features_of_another_server_are_drawn_by_our_classes(own, name):
    answer = own.get(name)
    assert pixel(answer, 25, 50) == WHITE and pixel(answer, 75, 50) == RED, answer


def test_filters_of_both_servers_hold(own):
    for name in ["filter", "own_filter"]:
        answer = own.get(name)
        assert pixel(answer, 25, 50) == RED and pixel(answer, 75, 50) == WHITE, name


def test_maps_in_another_crs_ask_for_the_box_of_the_layer(own):
    answer = own.get("v110", SRS="EPSG:3857", BBOX="0,0,1113194.9,1118889.97")
    assert pixel(answer, 25, 50) == WHITE and pixel(answer, 75, 50) == RED


def test_get_feature_info_finds_features(own):
    answer = own.get("v110", REQUEST="GetFeatureInfo", QUERY_LAYERS="a", X="75", Y="50")
    assert "'right'" in answer.text


def test_geojson_is_read(own):
    assert pixel(own.get("json"), 25, 50) == RED


def test_what_is_broken_is_an_error_that_names_the_layer(own):
    for kind in ["bomb", "deep", "deepjson", "empty", "noise", "fail", "exception", "hang", "attribute", "unlisted"]:
        watch = own.watch()
        answer = own.get(kind)
        assert "ServiceException" in answer.text and "layer" in answer.text, (kind, answer)
        assert "topsecret" not in answer.text and "127.0.0.1" not in answer.text, kind
        assert watch.seconds < 10, kind
    log = own.log.read_text()
    assert "topsecret" not in log and "bad token ..." in log and "document type" in log


def test_schemas_elsewhere_are_not_fetched(own):
    own.get("outside")
    assert not [path for path, _ in Hostile.asked if "schema" in path]
