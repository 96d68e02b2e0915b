# SPDX-License-Identifier: MIT
"""MS_REQUEST_MEMORY_MB: the memory budget of one request; requests within it are answered as before."""

import io
import subprocess
import zipfile

import pytest
import servers
from requests_of_wms import get_map

FEATURES, BYTES = 300, 10_000  # 3 MB in all
POINTS = "\n".join(f'FEATURE POINTS 5 5 END ITEMS "{"x" * BYTES}" END' for _ in range(FEATURES))
MAPFILE = f"""
MAP NAME "large" SIZE 10 10 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "FORM=simple" FORMATOPTION "FILENAME=a.csv" END
  OUTPUTFORMAT NAME "zip" DRIVER "OGR/CSV" MIMETYPE "application/zip" FORMATOPTION "FORM=zip" END
  WEB TEMPLATE "page.html" METADATA "ows_title" "large" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "ows_onlineresource" "http://localhost/?"
    "oga_max_limit" "1000" END END
  LAYER NAME "points" TYPE POINT STATUS ON TEMPLATE "row.html" TOLERANCE 5 PROCESSING "ITEMS=text"
    METADATA "ows_title" "points" "gml_include_items" "all" "ows_include_items" "all" "wfs_getfeature_formatlist" "csv,zip" "gml_types" "auto" END
    {POINTS}
    CLASS STYLE COLOR 255 0 0 SIZE 3 END END
  END
  LAYER NAME "few" TYPE POINT STATUS ON FEATURE POINTS {"5 5 " * 10_000} END END END
  LAYER NAME "many" TYPE POINT STATUS ON FEATURE POINTS {"5 5 " * 40_000} END END END
  LAYER NAME "density of few" TYPE RASTER CONNECTIONTYPE KERNELDENSITY CONNECTION "few" STATUS ON METADATA "ows_title" "density" END END
  LAYER NAME "density of many" TYPE RASTER CONNECTIONTYPE KERNELDENSITY CONNECTION "many" STATUS ON METADATA "ows_title" "density" END END
  LAYER NAME "others" TYPE POINT STATUS ON METADATA "ows_title" "others" END FEATURE POINTS 1 1 END END CLASS STYLE COLOR 0 0 0 SIZE 3 END END END
END
"""
INFO = get_map(LAYERS="points", STYLES="", CRS="EPSG:4326", BBOX="0,0,10,10", WIDTH="10", HEIGHT="10").replace("GetMap", "GetFeatureInfo")
# Each for so many features, in a form that is not sent while it is made: collections of collections, pages, templates.
QUERIES = {
    "wfs": "?map=inline&SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=points,others&COUNT={}",
    "ogcapi": "inline/ogcapi/collections/points/items?f=html&limit={}",
    "info": f"?{INFO}&QUERY_LAYERS=points&I=5&J=5&FEATURE_COUNT={{}}&INFO_FORMAT=application/vnd.ogc.gml",
}


@pytest.fixture(scope="module")
def server():
    started = servers.start_listener({"MS_REQUEST_MEMORY_MB": "1"})
    (started.folder / "maps/inline.map").write_text(MAPFILE)
    (started.folder / "maps/row.html").write_text("<!-- mapserver template -->\n[text]")
    yield started
    assert started.stop() == [0]


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_that_keeps_more_is_refused_and_one_that_keeps_less_is_answered(server, name):
    few, many = (servers.fetch(server.address + QUERIES[name].format(count)) for count in (20, FEATURES))
    assert few.status == 200 and len(few.body) > 20 * BYTES, few.text[:500]
    assert many.status >= 400 and len(many.body) < BYTES, many.status
    assert "more time or memory than the server allows" in many.text, many.text


def test_an_answer_counts_twice_where_it_is_copied_into_the_response(server):
    half = servers.fetch(server.address + QUERIES["wfs"].format(45))  # 450 kB
    more = servers.fetch(server.address + QUERIES["wfs"].format(60))
    assert half.status == 200 and "more time or memory than the server allows" in more.text


@pytest.mark.parametrize("form", ["csv", "zip"])
def test_files_of_gdal_are_not_kept(server, form):
    query = f"?map=inline&SERVICE=WFS&VERSION=1.1.0&REQUEST=GetFeature&TYPENAME=points&OUTPUTFORMAT={form}"
    answer = servers.fetch(server.address + query)
    assert answer.status == 200, answer.text[:500]
    body = answer.body
    if form == "zip":
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            body = archive.read("points.csv")
    assert body.count(b"x" * BYTES) == FEATURES


def test_the_points_of_a_density_are_kept_too(server):
    few, many = (servers.fetch(server.address + "?map=inline&" + get_map(LAYERS=f"density of {which}", STYLES="", CRS="EPSG:4326", BBOX="0,0,10,10",
                                                                         WIDTH="10", HEIGHT="10")) for which in ("few", "many"))
    assert few.is_png, few.text[:500]
    assert many.status >= 400 and "more time or memory than the server allows" in many.text, many.text[:500]  # 40,000 of 32 bytes


def test_a_query_for_the_nearest_keeps_one_feature_however_many_it_passes(server):
    answer = servers.fetch(f"{server.address}?map=inline&mode=query&qlayer=points&mapxy=5+5")
    assert answer.status == 200 and answer.text.count("x" * BYTES) == 1, answer.text[:500]


def test_a_size_that_is_none_is_refused():
    done = subprocess.run([servers.MAPSERV, "--http", "127.0.0.1:0"], env={"MS_REQUEST_MEMORY_MB": "0"}, timeout=30, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "CONFIG: MS_REQUEST_MEMORY_MB must be a whole number from 1" in done.stderr
