# SPDX-License-Identifier: MIT
"""Large selections of the query modes, of GetFeatureInfo and of WFS with templates are streamed, whatever they are written as; their numbers are right."""

import http.client
import os
import re
import shutil
import subprocess
import time
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
import raster_data
import servers

pytestmark = pytest.mark.skipif("MS_TEST_PG" not in os.environ, reason="MS_TEST_PG is not set: no database")

COUNT = 150_000
APPLICATION = "selection_streams"
PIXELS = 600, 300
PAGES = {"head": "[nr] in [nl]\n", "layer": "[cl]: [nlr], next [lrn]\n", "feature": "[rn] [lrn] [id] [text]\n", "end": "[cl] had [nlr], next [lrn]\n",
         "foot": "all [nr]\n", "begin": "begin\n",
         "whole": '{"a":[[resultset layer=many][feature trimlast=","]"[id] [text]" ,\n [/feature][/resultset]],\n'
                  '"b":[[resultset layer=none nodata=nothing][feature][id][/feature][/resultset]],\n'
                  '"c":[[resultset layer=many][feature limit=3 trimlast=","][rn],[/feature][/resultset]],"d":[[resultset layer=many][nlr][/resultset]]}\n',
         "both": "".join(f"[resultset layer={name}]{name} [nlr] of [nr]: [feature trimlast=','][rn] [lrn] [id] [shpidx],[/feature]\n[/resultset]" for name in ("many", "few"))
                 + "[resultset layer=broken][feature][id] [text]\n[/feature][/resultset]"}


def layer(name, text="repeat('x', 50)", count=COUNT, pages='HEADER "layer.html" FOOTER "end.html"'):
    return f"""LAYER NAME "{name}" TYPE POINT STATUS OFF CONNECTIONTYPE POSTGIS CONNECTION "{os.environ.get('MS_TEST_PG')}"
  DATA "geom FROM (SELECT i AS id, ST_SetSRID(ST_MakePoint((i % 360) - 180, (i % 180) - 90), 4326) AS geom, {text} AS text
        FROM generate_series(1, {count}) i) AS t USING UNIQUE id USING SRID=4326"
  EXTENT -180 -90 180 90 PROJECTION "epsg:4326" END TEMPLATE "feature.html" {pages} VALIDATION "qstring" ".*" END
  METADATA "ows_title" "{name}" "gml_include_items" "all" "ows_include_items" "all" END CLASS STYLE COLOR 0 0 0 SIZE 3 END END END"""


RASTER = """LAYER NAME "pixels" TYPE RASTER STATUS OFF DATA "pixels.tif" PROJECTION "epsg:4326" END TEMPLATE "feature.html"
  METADATA "ows_title" "pixels" "ows_include_items" "all" END END"""
MAP = "\n".join(["""MAP NAME "m" EXTENT -180 -90 180 90 SIZE 360 180 IMAGETYPE png PROJECTION "epsg:4326" END
  OUTPUTFORMAT NAME "json" DRIVER "TEMPLATE" MIMETYPE "text/json" FORMATOPTION "FILE=whole.html" END
  OUTPUTFORMAT NAME "both" DRIVER "TEMPLATE" MIMETYPE "text/both" FORMATOPTION "FILE=both.html" END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "FORM=simple" FORMATOPTION "FILENAME=a.csv" END
  WEB HEADER "begin.html" FOOTER "foot.html" METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "wms_feature_info_mime_type" "text/html"
    "wfs_getfeature_formatlist" "json,both" END END""",
                 layer("many"), layer("few", count=10), layer("none", count=0), *(layer(f"large{i}", count=20_000) for i in range(8)),
                 layer("broken", f"(100 / ({COUNT} - 1000 - i))::text"), RASTER, "END"])
WORLD = "mapext=-180+-90+180+90"
INFO = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&STYLES=&SRS=EPSG:4326&BBOX=-190,-95,190,95&WIDTH=380&HEIGHT=190&X=5&Y=5&RADIUS=bbox"
GML = "application/vnd.ogc.gml"
WFS = "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature"


@pytest.fixture(name="server", scope="module")
def one_for_all():
    folder = servers.own_folder()
    for name, text in PAGES.items():
        (folder / f"{name}.html").write_text("<!-- MapServer Template -->\n" + text)
    raster_data.write(folder / "pixels.tif", raster_data.heights(*PIXELS), raster_data.gdal.GDT_Float32, 4326, (-180, 0.6, 0, 90, 0, -0.6))
    if servers.OGR_MODULE.exists():
        shutil.copy(servers.OGR_MODULE, folder)
    made = servers.start_listener_of(folder, {"m": MAP, "counted": MAP.replace("begin", "head"),
                                                  "selected": MAP.replace("WEB", "QUERYMAP STATUS ON STYLE SELECTED END WEB")}, {"MS_REQUEST_MEMORY_MB": "16", "PGAPPNAME": APPLICATION})
    yield made
    made.stop()


def memory_mb(server, line):
    return int(re.search(rf"{line}:\s+(\d+)", Path(f"/proc/{server.processes[0].pid}/status").read_text())[1]) / 1024


def fetch(server, query, name="m"):
    """A large body; the server's memory grows little while it is made."""
    address = f"{server.address}/mapserv?map={name}&{query}"
    servers.fetch(f"{server.address}/mapserv?map={name}&mode=nquery&layers=few&{WORLD}")
    Path(f"/proc/{server.processes[0].pid}/clear_refs").write_text("5")
    before = memory_mb(server, "VmRSS")
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.headers["Transfer-Encoding"] == "chunked" and "ETag" not in answer.headers
        body = answer.read()
    more = memory_mb(server, "VmHWM") - before
    print(f"{query}: {len(body) / 1e6:.1f} MB, peak {more:+.0f} MiB")
    assert more < 32
    return body.decode()


def lines_of(count, before=0):
    return [f"{before + i} {i} {i} {'x' * 50}" for i in range(1, count + 1)]


@pytest.mark.parametrize("query", [f"mode=nquery&layers=many&{WORLD}", "mode=itemnquery&qlayer=many&qitem=text&qstring=/x/", f"{INFO}&LAYERS=many&QUERY_LAYERS=many&INFO_FORMAT=text/html",
                                   f"{INFO}&LAYERS=many&QUERY_LAYERS=many&INFO_FORMAT=text/html&FEATURE_COUNT=100000"], ids=["nquery", "itemnquery", "info", "some"])
@pytest.mark.parametrize("name", ["m", "counted"])
def test_pages_count_right(server, query, name):
    count = 100_000 if "FEATURE_COUNT" in query else COUNT
    lines = fetch(server, query, name).splitlines()
    assert lines[:2] == ["begin" if name == "m" else f"{count} in 1", f"many: {count}, next 0"]
    assert lines[-2:] == [f"many had {count}, next {count + 1}", f"all {count}"]
    numbers = [line.split() for line in lines[2:-2]]
    assert [number[0] for number in numbers] == [number[1] for number in numbers] == [str(i) for i in range(1, count + 1)]
    assert len({number[2] for number in numbers}) == count


@pytest.mark.parametrize("name", ["m", "counted"])
def test_layers_follow_each_other(server, name):
    lines = fetch(server, f"mode=nquery&layers=few+many+none&{WORLD}", name).splitlines()
    total = COUNT + 10
    assert lines == ["begin" if name == "m" else f"{total} in 2", f"many: {COUNT}, next 0", *lines_of(COUNT), f"many had {COUNT}, next {COUNT + 1}",
                     "few: 10, next 0", *lines_of(10, COUNT), "few had 10, next 11", f"all {total}"]


def test_a_template_of_the_whole_page_reads_a_layer_as_often_as_it_says(server):
    text = fetch(server, f"mode=nquery&layers=many+few&{WORLD}&qformat=json")
    many, rest = text.split('"b"')
    assert many == '{"a":[' + " ,\n ".join(f'"{i} {"x" * 50}"' for i in range(1, COUNT + 1)) + " ],\n"
    assert rest == f':[nothing],\n"c":[1,2,3],"d":[{COUNT}]}}\n'


def test_the_features_of_a_styled_map(server):
    sld = urllib.parse.quote('<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>many</Name><UserStyle><FeatureTypeStyle><Rule><PointSymbolizer>'
                             "<Graphic><Mark/></Graphic></PointSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")
    text = fetch(server, f"{INFO}&LAYERS=many&QUERY_LAYERS=many&INFO_FORMAT=text/plain&FEATURE_COUNT={COUNT}&SLD_BODY={sld}")
    assert text.count("  Feature ") == COUNT


def test_templates_of_wfs(server):
    many, rest = fetch(server, f"{WFS}&TYPENAMES=many,few&OUTPUTFORMAT=json").split('"b"')
    assert many == '{"a":[' + " ,\n ".join(f'"{i} {"x" * 50}"' for i in range(1, COUNT + 1)) + " ],\n"
    assert rest == f':[nothing],\n"c":[1,2,3],"d":[{COUNT}]}}\n'


@pytest.mark.parametrize("page, many, few", [("", range(1, COUNT + 1), range(1, 11)), ("&COUNT=150005&SORTBY=id", range(1, COUNT + 1), range(1, 6)),
                                             ("&STARTINDEX=3&COUNT=150000&SORTBY=id", range(4, COUNT + 1), range(1, 4)),
                                             ("&SORTBY=id&STARTINDEX=5", range(6, COUNT + 1), range(1, 11))], ids=["all", "count", "page", "rest"])
def test_pages_of_wfs_in_templates_count_right(server, page, many, few):
    lines = fetch(server, f"{WFS}&TYPENAMES=many,few&OUTPUTFORMAT=both{page}".replace("SORTBY=id", "SORTBY=(id)(id)")).splitlines()
    total = len(many) + len(few)

    def line(name, ids, before):
        return f"{name} {len(ids)} of {total}: " + ",".join(f"{before + i + 1} {i + 1} {id_} {id_}" for i, id_ in enumerate(ids))
    assert lines == [line("many", many, 0), line("few", few, len(many))]


def test_plain_text_and_gml(server):
    text = fetch(server, f"{INFO}&LAYERS=few,many&QUERY_LAYERS=few,many&STYLES=,&INFO_FORMAT=text/plain")
    assert text.startswith("GetFeatureInfo results:\n\nLayer 'many'\n  Feature 1: \n") and text.count("  Feature ") == COUNT + 10
    gml = fetch(server, f"{INFO}&LAYERS=many&QUERY_LAYERS=many&INFO_FORMAT={GML}")
    assert gml.count("<many_feature>") == gml.count("</many_feature>") == COUNT and gml.endswith("</msGMLOutput>\n")


def test_files_of_gdal(server):
    if not servers.OGR_MODULE.exists():
        pytest.skip("built without GDAL")
    assert len(fetch(server, f"mode=nquery&layers=many&{WORLD}&qformat=csv").splitlines()) == COUNT + 1


def test_features_that_touch_those_of_a_layer(server):
    assert len(fetch(server, f"mode=featurenquery&slayer=few&layers=many&{WORLD}").splitlines()) > COUNT // 100


def test_the_extent_of_what_is_found_is_read_before_the_page(server):
    lines = fetch(server, f"mode=nquery&layers=many&{WORLD}&mapext=shape").splitlines()
    assert len(lines) == COUNT + 4


def test_query_maps_are_drawn_of_them(server):
    maps = [servers.fetch(f"{server.address}/mapserv?map=selected&layers=many&{WORLD}&{mode}") for mode in ("mode=nquery&qformat=png", "mode=map")]
    assert maps[0].is_png and maps[0].body == maps[1].body


def test_pixels(server):
    text = fetch(server, f"{INFO}&LAYERS=pixels&QUERY_LAYERS=pixels&INFO_FORMAT=text/plain")
    assert [int(number) for number in re.findall(r"Feature (\d+):", text)] == list(range(PIXELS[0] * PIXELS[1]))


@pytest.mark.parametrize("query", [f"mode=nquery&layers=broken&{WORLD}", f"{INFO}&LAYERS=broken&QUERY_LAYERS=broken&INFO_FORMAT=text/plain",
                                   f"{INFO}&LAYERS=broken&QUERY_LAYERS=broken&INFO_FORMAT={GML}",
                                   f"{WFS}&TYPENAMES=broken&OUTPUTFORMAT=both"], ids=["page", "text", "gml", "wfs"])
def test_an_error_within_it_is_seen_by_the_client(server, query):
    size = len(server.log())
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        urllib.request.urlopen(f"{server.address}/mapserv?map=m&{query}", timeout=60).read()
    assert "division by zero" in server.log()[size:]


def test_many_large_layers_need_few_connections(server):
    def sessions():
        return int(subprocess.run(["psql", os.environ["MS_TEST_PG"], "-AtXc", f"SELECT count(*) FROM pg_stat_activity WHERE application_name = '{APPLICATION}'"],
                                  capture_output=True, text=True, check=True).stdout)

    layers = "+".join(f"large{i}" for i in range(8))
    with urllib.request.urlopen(f"{server.address}/mapserv?map=counted&mode=nquery&layers={layers}&{WORLD}", timeout=60) as answer:
        begin = answer.read(100)
        assert sessions() <= 5  # those of a map, and one to count
        lines = (begin + answer.read()).decode().splitlines()
    assert lines[0] == "160000 in 8" and lines[-1] == "all 160000"
    assert lines[2:-1:20_002][0].startswith("1 1 ") and sum(line.endswith("next 20001") for line in lines) == 8


def test_small_ones_have_a_length_and_a_tag(server):
    for query in (f"{WFS}&TYPENAMES=few&OUTPUTFORMAT=both", f"mode=nquery&layers=few&{WORLD}"):
        answer = servers.fetch(f"{server.address}/mapserv?map=m&{query}")
        assert "etag" in answer.headers and int(answer.headers["content-length"]) == len(answer.body)
    assert answer.text.splitlines() == ["begin", "few: 10, next 0", *lines_of(10), "few had 10, next 11", "all 10"]


def test_a_client_that_goes_ends_the_search(server):
    with urllib.request.urlopen(f"{server.address}/mapserv?map=m&mode=nquery&layers=many&{WORLD}", timeout=60) as answer:
        answer.read(100)
    until = time.monotonic() + 60
    while servers.fetch(f"{server.address}/readyz").status != 200:
        assert time.monotonic() < until
