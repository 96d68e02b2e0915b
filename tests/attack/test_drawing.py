# SPDX-License-Identifier: MIT
"""Requests that make drawing expensive: labels, style sheets, legends, documents, geometry operations.

Each must be answered by the deadline and a second, within memory, while /livez answers: whatever one request can make
the server compute or keep is under MS_REQUEST_TIMEOUT and MS_REQUEST_MEMORY_MB.
"""

import os
import re
import shutil
import socket
import sys
import threading
import time
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http"))
import servers  # noqa: E402

DEADLINE_S = 5
# The build decides how much there is besides what a request may keep: sanitizers take a multiple.
MAX_RSS_MB = int(os.environ.get("MS_ATTACK_MAX_RSS_MB", 600))
MAP = """MAP NAME "a" SIZE 300 300 EXTENT 0 0 1000 1000 MAXSIZE 4096 IMAGETYPE png
  WEB METADATA "ows_title" "a" "ows_srs" "EPSG:3857" "ows_enable_request" "*" "ows_onlineresource" "http://localhost/?" END END
  PROJECTION "EPSG:3857" END
  LEGEND STATUS ON KEYSIZE 20 10 LABEL SIZE 10 END END
"""
TABLE = """ LAYER NAME "{name}" TYPE {type} STATUS OFF CONNECTIONTYPE POSTGIS CONNECTION "{connection}"
    DATA "geom FROM ({sql}) AS t USING UNIQUE id USING SRID=3857" PROJECTION "EPSG:3857" END
    PROCESSING "CLOSE_CONNECTION=DEFER" METADATA "ows_title" "{name}" END {drawn} END
"""
PLAIN = "CLASS STYLE COLOR 9 9 9 END END"
# 500,000 lines of 4 pixels, and lines with very many sharp turns.
LINES = ("SELECT i AS id, 'name ' || i AS name, ST_MakeLine(ST_MakePoint(x, y), ST_MakePoint(x + 12, y + 9)) AS geom"
         " FROM (SELECT i, (i * 7919 % 990)::float8 AS x, (i * 104729 % 990)::float8 AS y FROM generate_series(1::bigint, 500000) i) p")
ZIGZAGS = ("SELECT k AS id, ST_MakeLine(ARRAY(SELECT ST_MakePoint((i * 7919 + k) % 1000, (i * 104729) % 997)"
           " FROM generate_series(1::bigint, {points}) i)) AS geom FROM generate_series(1, {count}) k")


def sld(names, rules, kind="NamedLayer"):
    layers = "".join(f"<{kind}><Name>{name}</Name><UserStyle><FeatureTypeStyle>{rules}</FeatureTypeStyle></UserStyle></{kind}>" for name in names)
    return f'<StyledLayerDescriptor version="1.0.0" xmlns:ogc="http://www.opengis.net/ogc">{layers}</StyledLayerDescriptor>'


def text_symbolizer(label="<ogc:PropertyName>name</ogc:PropertyName>", more=""):
    return f"<TextSymbolizer><Label>{label}</Label>{more}</TextSymbolizer>"


def get_map(**more):
    return {"SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "CRS": "EPSG:3857", "BBOX": "0,0,1000,1000", "STYLES": "", "WIDTH": "300",
            "HEIGHT": "300", "FORMAT": "image/png"} | more


def labels_that_never_fit():
    large = '<Font><CssParameter name="font-size">12</CssParameter></Font>'
    return get_map(LAYERS="lines", SLD_BODY=sld(["lines"], "<Rule>" + text_symbolizer(100 * "x", large) + "</Rule>"))


@dataclass
class Outcome:
    status: int
    body: bytes
    seconds: float
    livez_seconds: float
    peak_mb: float


class Target:
    def __init__(self, server):
        self.server = server
        self.process = server.processes[0].pid

    def rss_mb(self, field="VmHWM"):
        text = Path(f"/proc/{self.process}/status").read_text()
        return int(re.search(field + r":\s+(\d+)", text)[1]) / 1024

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def attack(self, parameters, map_name="a"):
        """One POST, while /livez is asked every 0.1 s."""
        Path(f"/proc/{self.process}/clear_refs").write_text("5")  # the peak begins anew (proc(5))
        over, worst = threading.Event(), 0.0

        def ask():
            nonlocal worst
            while not over.is_set():
                start = time.monotonic()
                assert servers.fetch(self.server.address + "livez").status == 200
                worst = max(worst, time.monotonic() - start)
                over.wait(0.1)

        asking = threading.Thread(target=ask)
        asking.start()
        start = time.monotonic()
        answer = servers.fetch(self.server.address, data=urllib.parse.urlencode({"map": map_name} | parameters).encode())
        seconds = time.monotonic() - start
        over.set()
        asking.join()
        return Outcome(answer.status, answer.body, seconds, worst, self.rss_mb())


def check(outcome):
    assert outcome.status == 200 or is_refused(outcome), outcome
    assert outcome.seconds <= DEADLINE_S + 1, outcome
    assert outcome.livez_seconds <= 1, outcome
    assert outcome.peak_mb <= MAX_RSS_MB, outcome


def is_refused(outcome):
    """As GetMap says it, or the reader of style sheets."""
    return b"more time or memory than the server allows" in outcome.body or b"needs more memory than allowed" in outcome.body


@pytest.fixture(scope="module")
def target():
    if "MS_TEST_PG" not in os.environ:
        pytest.skip("no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
    database = os.environ["MS_TEST_PG"]

    def table(name, kind, sql, drawn=PLAIN):
        return TABLE.format(name=name, type=kind, sql=sql, connection=database, drawn=drawn)

    def transformed(name, points, count, transform, kind="LINE"):
        style = "CLASS STYLE COLOR 9 9 9 OUTLINECOLOR 9 9 9 END END"
        return table(name, kind, ZIGZAGS.format(points=points, count=count), f"GEOMTRANSFORM ({transform}) {style}")

    layers = [
        table("lines", "LINE", LINES),
        table("marks", "POINT", "SELECT i AS id, 'a' || repeat(chr(769), 100000) AS name, ST_MakePoint(i * 9, 500) AS geom FROM generate_series(1, 100) i"),
        table("spaces", "LINE", "SELECT i AS id, repeat('a ', 8000) AS name, ST_MakeLine(ARRAY(SELECT ST_MakePoint(j % 1000, j % 3 * 300 + i)"
              " FROM generate_series(1, 5000) j)) AS geom FROM generate_series(1, 20) i"),
        transformed("buffers", 1000, 300, "buffer([shape],5)"),
        transformed("long_buffers", 500000, 3, "buffer([shape],5)"),
        transformed("combs", 3000, 3, "intersection([shape],buffer([shape],1))"),
        table("scribbles", "LINE", ZIGZAGS.format(points=30000, count=100)),
        table("marked_lines", "LINE", LINES, "CLASS STYLE COLOR 9 9 9 END STYLE COLOR 99 9 9 END END"),
    ]
    many = "".join(f'LAYER NAME "l{i}" GROUP "g" TYPE LINE STATUS OFF FEATURE POINTS 0 0 9 9 END END {PLAIN} METADATA "ows_title" "l{i}" END END\n' for i in range(3000))
    keys = "".join(f'CLASS NAME "{i} {"x" * 200}" STYLE COLOR 9 9 9 END END\n' for i in range(3000))
    maps = servers.own_folder()
    (maps / "a.map").write_text(MAP + "".join(layers) + "END")
    (maps / "many.map").write_text(MAP.replace('"ows_title" "a"', '"ows_title" "a" "ows_rootlayer_name" "root"') + many + "END")
    (maps / "keys.map").write_text(MAP + f'LAYER NAME "keys" TYPE LINE STATUS ON {keys} METADATA "ows_title" "keys" END END END')
    names = ("a", "many", "keys")
    (maps / "own.conf").write_text("CONFIG MAPS " + "".join(f'"{name}" "{maps}/{name}.map"\n' for name in names) + "END END")
    server = servers.start_listener({"MAPSERVER_CONFIG_FILE": str(maps / "own.conf"), "MS_REQUEST_TIMEOUT": str(DEADLINE_S), "MS_REQUEST_MEMORY_MB": "256",
                                     "MS_THREADS": "4"})
    for name in names:
        # What is learned once is no part of an attack.
        learned = servers.fetch(f"{server.address}?map={name}&SERVICE=WMS&REQUEST=GetCapabilities")
        assert learned.status == 200, learned.text + server.log()
    yield Target(server)
    shutil.rmtree(maps)
    assert server.stop() == [0]


def test_placing_half_a_million_labels_ends_in_time(target):
    style = sld(["lines"], "<Rule>" + text_symbolizer() + "</Rule>")
    check(target.attack(get_map(LAYERS="lines", SLD_BODY=style)))


def test_labels_that_never_fit_are_given_up_in_time(target):
    """Each is shaped, as nothing is in its way yet."""
    parameters = labels_that_never_fit()
    assert len(urllib.parse.urlencode(parameters)) < 1200
    outcome = target.attack(parameters)
    check(outcome)
    assert is_refused(outcome), outcome


def test_a_sheet_of_many_labels_stays_in_the_memory_budget(target):
    outcome = target.attack(get_map(LAYERS="lines", SLD_BODY=sld(["lines"], "<Rule>" + 20 * text_symbolizer() + "</Rule>")))
    check(outcome)
    assert is_refused(outcome), outcome


def test_labels_that_are_forced_and_repeated_end_in_time(target):
    options = "".join(f'<VendorOption name="{name}">{value}</VendorOption>' for name, value in
                      {"conflictResolution": "false", "repeat": "1", "followLine": "true", "partials": "true"}.items())
    check(target.attack(get_map(LAYERS="lines", SLD_BODY=sld(["lines"], "<Rule>" + 3 * text_symbolizer(more=options) + "</Rule>"))))


def test_a_label_of_very_many_marks_costs_what_others_cost(target):
    outcome = target.attack(get_map(LAYERS="marks", SLD_BODY=sld(["marks"], "<Rule>" + text_symbolizer() + "</Rule>")))
    check(outcome)
    assert outcome.status == 200 and outcome.seconds < 3, outcome


def test_text_of_many_spaces_along_bent_lines_ends_in_time(target):
    options = '<Font><CssParameter name="font-size">1</CssParameter></Font><VendorOption name="followLine">true</VendorOption>'
    options += '<VendorOption name="conflictResolution">false</VendorOption><VendorOption name="repeat">1</VendorOption>'
    check(target.attack(get_map(LAYERS="spaces", SLD_BODY=sld(["spaces"], "<Rule>" + text_symbolizer(more=options) + "</Rule>"))))


@pytest.mark.parametrize("name", ["root", "g"])
@pytest.mark.parametrize("layers", ["root", "l1"])
def test_rules_for_all_layers_of_a_map_stay_in_the_memory_budget(target, name, layers):
    rule = "<Rule><Name>{}</Name><LineSymbolizer><Stroke><CssParameter name='stroke'>#112233</CssParameter></Stroke></LineSymbolizer></Rule>"
    style = sld([name], "".join(rule.format(i) for i in range(400)))
    assert len(style) < 70_000
    outcome = target.attack(get_map(LAYERS=layers, SLD_BODY=style), "many")
    check(outcome)
    assert is_refused(outcome), outcome
    few = target.attack(get_map(LAYERS="l1", SLD_BODY=sld([name], rule.format(1))), "many")
    check(few)
    assert few.status == 200, few


def test_a_legend_has_no_more_pixels_than_a_map(target):
    legend = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "LAYER": "keys", "FORMAT": "image/png"}
    outcome = target.attack(legend | {"keysize": "1000 1000"}, "keys")
    check(outcome)
    assert is_refused(outcome) and outcome.peak_mb < 200, outcome


@pytest.mark.parametrize("format_", ["image/svg+xml", "application/x-pdf"])
def test_a_document_stays_in_the_memory_budget(target, format_):
    line = "<LineSymbolizer><Stroke><CssParameter name='stroke-width'>2</CssParameter></Stroke></LineSymbolizer>"
    outcome = target.attack(get_map(LAYERS="lines", FORMAT=format_, SLD_BODY=sld(["lines"], "<Rule>" + 20 * line + "</Rule>")))
    check(outcome)
    assert is_refused(outcome), outcome


@pytest.mark.parametrize("format_", ["image/svg+xml", "application/x-pdf"])
def test_a_document_of_long_lines_is_not_begun_when_it_would_be_late(target, format_):
    check(target.attack(get_map(LAYERS="scribbles", FORMAT=format_)))


@pytest.mark.parametrize("layer", ["buffers", "long_buffers", "combs"])
def test_geometry_operations_end_in_time_and_memory(target, layer):
    outcome = target.attack(get_map(LAYERS=layer))
    check(outcome)
    assert is_refused(outcome), outcome


@pytest.mark.parametrize("parameters", [get_map(LAYERS="buffers"), labels_that_never_fit()], ids=["buffers", "labels"])
def test_a_client_that_left_is_noticed_within_a_second(target, parameters):
    body = urllib.parse.urlencode({"map": "a"} | parameters).encode()
    host, port = urllib.parse.urlsplit(target.server.address).netloc.split(":")
    with socket.create_connection((host, int(port))) as client:
        client.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        time.sleep(2)  # it is in the middle of it
    time.sleep(1)
    before = target.cpu_seconds()
    time.sleep(0.5)
    assert target.cpu_seconds() - before < 0.1


def test_styles_that_wait_for_each_other_are_counted(target):
    check(target.attack(get_map(LAYERS="marked_lines")))


def test_what_large_requests_took_is_given_back(target):
    before = target.rss_mb("VmRSS")
    outcome = target.attack(get_map(LAYERS="lines", SLD_BODY=sld(["lines"], "<Rule>" + 20 * text_symbolizer() + "</Rule>")))
    assert outcome.peak_mb > before + 100 or before > 250, (outcome, before)
    assert target.rss_mb("VmRSS") < before + 60
