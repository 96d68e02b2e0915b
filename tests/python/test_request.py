# SPDX-License-Identifier: MIT
"""OWSRequest: the parameters of a query string. Expected values: the WHATWG rules for
application/x-www-form-urlencoded, and MapServer where those have no rule."""
import os

import mapscript
import pytest

# the text, then the parameters in order
QUERIES = [
    ("a=1", [("a", "1")]),
    ("?a=1", [("a", "1")]),
    ("http://host/cgi-bin/mapserv?a=1", [("a", "1")]),
    ("https://host:8443/x?a=1&b=2#top", [("a", "1"), ("b", "2")]),
    ("/cgi-bin/mapserv?map=x.map", [("map", "x.map")]),
    ("mapserv?a=1", [("a", "1")]),
    ("a=1&b=2", [("a", "1"), ("b", "2")]),
    ("a=1&&b=2", [("a", "1"), ("b", "2")]),
    ("&a=1&", [("a", "1")]),
    ("a=", [("a", "")]),
    ("a", [("a", "")]),
    ("a&b", [("a", ""), ("b", "")]),
    ("=1", [("", "1")]),
    ("a==1", [("a", "=1")]),
    ("a=b=c", [("a", "b=c")]),
    ("a=1&a=2", [("a", "1"), ("a", "2")]),
    ("A=1&a=2", [("A", "1"), ("a", "2")]),
    ("SRS=EPSG%3A900913", [("SRS", "EPSG:900913")]),
    ("SRS=EPSG%3a900913", [("SRS", "EPSG:900913")]),
    ("SRS=EPSG:900913", [("SRS", "EPSG:900913")]),
    ("a=b+c", [("a", "b c")]),
    ("a+b=c", [("a b", "c")]),
    ("a=b%20c", [("a", "b c")]),
    ("a=b%2Bc", [("a", "b+c")]),
    ("a=%26&b=%3D", [("a", "&"), ("b", "=")]),
    ("a%3Db=c", [("a=b", "c")]),
    ("a=%25", [("a", "%")]),
    ("a=%2541", [("a", "%41")]),
    ("a=%", [("a", "%")]),
    ("a=%4", [("a", "%4")]),
    ("a=%zz", [("a", "%zz")]),
    ("a=100%", [("a", "100%")]),
    ("a=%C3%A4", [("a", "ä")]),
    ("a=ä", [("a", "ä")]),
    ("a=%E2%82%AC", [("a", "€")]),
    ("a=%FF", [("a", "\udcff")]),
    ("BBOX=1,2,3,4", [("BBOX", "1,2,3,4")]),
    ("FORMAT=image/jpeg", [("FORMAT", "image/jpeg")]),
    ("a=http://x/?y=1", [("a", "http://x/?y=1")]),
    ("?a=http://x/&b=2", [("a", "http://x/"), ("b", "2")]),
    ("?bgcolor=#ff0000", [("bgcolor", "#ff0000")]),
    ("a=1;b=2", [("a", "1;b=2")]),
    ("a=%0A", [("a", "\n")]),
    ("a=1?b=2", [("a", "1?b=2")]),
    ("?" + "&".join(f"p{i}={i}" for i in range(100)), [(f"p{i}", str(i)) for i in range(100)]),
]


@pytest.mark.parametrize("text,expected", QUERIES, ids=[text[:30] for text, _ in QUERIES])
def test_a_query_becomes_its_parameters_in_order(text, expected):
    request = mapscript.OWSRequest()
    count = request.loadParamsFromURL(text)
    found = [(request.getName(i), request.getValue(i)) for i in range(request.NumParams)]
    assert found == expected
    assert count == request.NumParams == len(expected)
    assert request.type == mapscript.MS_GET_REQUEST


@pytest.mark.parametrize("text", ["", "?", "http://host/path", "/path", None])
def test_a_text_without_a_query_raises_and_leaves_minus_one(text):
    request = mapscript.OWSRequest()
    with pytest.raises(mapscript.MapServerError, match="QUERY_STRING is set, but empty"):
        request.loadParamsFromURL(text)
    assert request.NumParams == -1


def test_a_query_with_a_nul_byte_raises():
    with pytest.raises(mapscript.MapServerError):
        mapscript.OWSRequest().loadParamsFromURL("a=%00")


def test_more_parameters_than_mapserver_holds_raise():
    with pytest.raises(mapscript.MapServerError):
        mapscript.OWSRequest().loadParamsFromURL("&".join(f"p{i}=1" for i in range(101)))


def test_a_load_forgets_the_one_before():
    request = mapscript.OWSRequest()
    request.contenttype = "text/xml"
    request.loadParamsFromPost("<x/>", "a=1&b=2")
    assert request.postrequest == "<x/>"
    assert request.type == mapscript.MS_POST_REQUEST
    request.loadParamsFromURL("c=3")
    assert (request.NumParams, request.getName(0)) == (1, "c")
    assert request.getValueByName("a") is None
    assert request.postrequest is None
    assert request.type == mapscript.MS_GET_REQUEST


def test_a_form_body_comes_before_the_query():
    request = mapscript.OWSRequest()
    request.contenttype = "application/x-www-form-urlencoded"
    assert request.loadParamsFromPost("a=1", "b=2") == 2
    assert [request.getName(i) for i in range(2)] == ["a", "b"]


def test_set_replaces_without_case_and_add_does_not():
    request = mapscript.OWSRequest()
    request.setParameter("BBOX", "1")
    request.setParameter("bbox", "2")
    assert (request.NumParams, request.getValueByName("Bbox")) == (1, "2")
    request.addParameter("bbox", "3")
    assert request.NumParams == 2
    assert request.getValueByName("BBOX") == "2"


@pytest.mark.parametrize("index", [-1, 0, 1000])
def test_an_index_beyond_the_parameters_raises_a_child_error(index):
    request = mapscript.OWSRequest()
    with pytest.raises(mapscript.MapServerChildError, match=r"valid range is \[0, -1\]"):
        request.getName(index)
    with pytest.raises(mapscript.MapServerChildError):
        request.getValue(index)


def test_the_hundred_and_first_parameter_raises_a_child_error():
    request = mapscript.OWSRequest()
    for i in range(mapscript.MS_DEFAULT_CGI_PARAMS):
        request.setParameter(f"p{i}", "1")
    with pytest.raises(mapscript.MapServerChildError, match="Maximum number of items"):
        request.setParameter("one more", "1")


def test_loading_from_the_environment(monkeypatch):
    monkeypatch.setenv("REQUEST_METHOD", "GET")
    monkeypatch.setenv("QUERY_STRING", "a=1&b=2")
    monkeypatch.setenv("HTTP_COOKIE", "x=y")
    request = mapscript.OWSRequest()
    assert request.loadParams() == 3  # cookies are parameters, as in MapServer
    assert request.getValueByName("x") == "y"
    assert request.httpcookiedata == "x=y"


def resident_kib():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="sanitizers keep what is freed for a while")
def test_one_request_loaded_two_hundred_thousand_times_does_not_grow():
    """MapServer 8.0.0 grows by 1.1 KiB a call."""
    query = "LAYERS=a&FORMAT=image/png&SRS=EPSG%3A3857&BBOX=1,2,3,4&WIDTH=256&HEIGHT=256"
    request = mapscript.OWSRequest()
    for _ in range(1000):
        request.loadParamsFromURL(query)
    before = resident_kib()
    for _ in range(200_000):
        request.loadParamsFromURL(query)
    assert resident_kib() - before < 1024


@pytest.mark.parametrize("length", ["16777217", "4294967296", "-1", "many"])
def test_a_body_that_cannot_be_read_whole_is_refused(monkeypatch, length):
    monkeypatch.setenv("REQUEST_METHOD", "POST")
    monkeypatch.setenv("CONTENT_LENGTH", length)
    with pytest.raises(mapscript.MapServerError, match="CONTENT_LENGTH"):
        mapscript.OWSRequest().loadParams()
