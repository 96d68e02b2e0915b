# SPDX-License-Identifier: MIT
"""mapserv as CGI: everything by environment, headers and body on standard output."""

import html
import io
import json
import os
import re
import subprocess
import zipfile
from xml.etree import ElementTree

import pytest
import servers
from PIL import Image
from requests_of_wms import BAD_REQUESTS, CAPABILITIES, get_map

CONFIG = str(servers.EXAMPLES / "mapserver.conf")


def cgi(query, body=b"", arguments=(), **environment):
    """Runs mapserv once; returns its Answer (status 200 by default)."""
    settings = {"GATEWAY_INTERFACE": "CGI/1.1", "SERVER_PROTOCOL": "HTTP/1.1", "SERVER_NAME": "maps.example",
                "SERVER_PORT": "80", "SCRIPT_NAME": "/wms", "REQUEST_METHOD": "GET", "MAPSERVER_CONFIG_FILE": CONFIG}
    if query is not None:
        settings["QUERY_STRING"] = query
    done = subprocess.run([servers.MAPSERV, *arguments], input=body, capture_output=True, timeout=60,
                          env={"PATH": os.environ["PATH"]} | settings | environment)
    head, _, rest = done.stdout.replace(b"\r\n\r\n", b"\n\n", 1).partition(b"\n\n")
    lines = [line.split(":", 1) for line in head.decode().splitlines()]
    headers = {name.strip().lower(): value.strip() for name, value in lines}
    return servers.Answer(int(headers.get("status", "200").split()[0]), headers, rest)


def test_a_map_is_a_png():
    answer = cgi(get_map())
    assert answer.status == 200 and answer.type == "image/png" and answer.is_png


def test_the_query_may_be_an_argument():
    answer = cgi(None, arguments=[f"QUERY_STRING={get_map()}"])
    assert answer.is_png


def test_a_post_needs_no_query_string():
    body = b"<GetCapabilities service='WFS' version='2.0.0'/>"
    settings = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "text/xml", "CONTENT_LENGTH": str(len(body)), "MAPSERVER_CONFIG_FILE": CONFIG,
                "MS_MAPFILE": str(servers.EXAMPLES / "wfs.map")}
    done = subprocess.run([servers.MAPSERV], input=body, capture_output=True, timeout=60, env={"PATH": os.environ["PATH"]} | settings)
    assert b"WFS_Capabilities" in done.stdout


def test_headers_can_be_left_out():
    done = subprocess.run([servers.MAPSERV, "-nh", "-conf", CONFIG, f"QUERY_STRING={get_map()}"],
                          capture_output=True, timeout=60, env={"PATH": os.environ["PATH"]})
    assert done.stdout.startswith(b"\x89PNG")


def test_arguments_are_not_read_when_there_is_a_query():
    # A web server hands the words of a query without "=" to a CGI program as arguments.
    answer = cgi(get_map(), arguments=["-conf", "/nonexistent/other.conf"])
    assert answer.is_png


def test_capabilities_name_the_address_of_the_request():
    assert 'href="http://maps.example/wms?' in cgi(CAPABILITIES).text


FORWARDED = {"HTTP_X_FORWARDED_HOST": "public.example", "HTTP_X_FORWARDED_PROTO": "https",
             "HTTP_X_FORWARDED_PORT": "443"}


def test_capabilities_name_the_address_a_proxy_was_asked_at():
    assert 'href="https://public.example' in cgi(CAPABILITIES, REMOTE_ADDR="127.0.0.1", **FORWARDED).text
    trusted = cgi(CAPABILITIES, REMOTE_ADDR="192.0.2.7", MS_TRUSTED_PROXIES="192.0.2.0/24", **FORWARDED)
    assert 'href="https://public.example' in trusted.text


def test_what_a_stranger_forwards_is_not_believed():
    assert "public.example" not in cgi(CAPABILITIES, REMOTE_ADDR="192.0.2.7", **FORWARDED).text


def test_a_form_is_read_from_standard_input():
    body = get_map().encode()
    answer = cgi("", body=body, REQUEST_METHOD="POST", CONTENT_TYPE="application/x-www-form-urlencoded",
                 CONTENT_LENGTH=str(len(body)))
    assert answer.is_png


@pytest.mark.parametrize("length", ["-1", "99999999999999999999", "twelve"])
def test_a_wrong_content_length_is_refused(length):
    answer = cgi("", body=b"SERVICE=WMS", REQUEST_METHOD="POST", CONTENT_LENGTH=length,
                 CONTENT_TYPE="application/x-www-form-urlencoded")
    assert answer.status >= 400 and not answer.is_png


@pytest.mark.parametrize("query, code, words", BAD_REQUESTS)
def test_a_bad_request_has_a_status_header(query, code, words):
    answer = cgi(query)
    assert answer.status == 400 and answer.type == "text/xml" and words in answer.text
    assert not code or f'code="{code}"' in answer.text


def test_a_switch_restores_the_status_200_of_mapserver():
    query, code, _ = BAD_REQUESTS[0]
    answer = cgi(query, MS_WMS_ERROR_STATUS_CODE="OFF")
    assert answer.status == 200 and f'code="{code}"' in answer.text


def test_at_the_shell_exceptions_have_no_status_unless_it_is_wished_for():
    query, code, _ = BAD_REQUESTS[0]
    words = (f"QUERY_STRING={query}",)
    answer = cgi(None, arguments=words)
    assert answer.status == 200 and f'code="{code}"' in answer.text
    assert cgi(None, arguments=words, MS_WMS_ERROR_STATUS_CODE="ON").status == 400


def test_without_a_config_file_the_answer_says_so_and_names_no_path():
    answer = cgi(get_map(), MAPSERVER_CONFIG_FILE="/nonexistent/secret-place.conf")
    assert not answer.is_png and "secret-place" not in answer.text
    assert answer.body


def test_a_page_shows_images_of_what_it_is_about(tmp_path):
    (tmp_path / "page.html").write_text('<!-- MapServer Template -->\n<img src="[img]"><img src="[legend]"><img src="[scalebar]">\n')
    (tmp_path / "a.map").write_text("""MAP SIZE 90 60 EXTENT 0 0 90 60 IMAGECOLOR 255 255 255 UNITS METERS WEB TEMPLATE "page.html" END
        LAYER NAME "square" TYPE POLYGON STATUS OFF VALIDATION "side" "^[0-9]+$" "default_side" "1" END
          FEATURE POINTS 0 0 0 60 60 60 60 0 0 0 END END FILTER (%side% < 5)
          CLASS NAME "a" STYLE COLOR 255 0 0 END END END END""")
    (tmp_path / "ms.conf").write_text('CONFIG MAPS "a" "a.map" END END')
    config = {"MAPSERVER_CONFIG_FILE": str(tmp_path / "ms.conf")}

    def colors(query):
        page = cgi(query, **config)
        assert page.type == "text/html", page.text
        addresses = [html.unescape(address) for address in re.findall('src="([^"]*)"', page.text)]
        assert len(addresses) == 3 and all(address.startswith("http://maps.example/wms?map=a&") for address in addresses)
        answers = [cgi(address.partition("?")[2], **config) for address in addresses]
        assert all(answer.is_png for answer in answers), [answer.text[:200] for answer in answers]
        image = Image.open(io.BytesIO(answers[0].body)).convert("RGB")
        assert image.size == (90, 60)
        return image.getpixel((30, 30))
    assert colors("map=a&mode=browse&layers=square") == (255, 0, 0)
    assert colors("map=a&mode=browse") == (255, 255, 255)
    # Values that VALIDATION allows are repeated.
    assert colors("map=a&mode=browse&layers=square&side=7") == (255, 255, 255)


def test_kml_of_wms_and_of_mode_map():
    answer = cgi("map=kml&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=capitals&STYLES=&SRS=EPSG:4326&BBOX=0,40,20,55&WIDTH=200&HEIGHT=150&FORMAT=kml")
    assert answer.type == "application/vnd.google-earth.kml+xml"
    document = ElementTree.fromstring(answer.body)
    names = [name.text for name in document.iter("{http://www.opengis.net/kml/2.2}name")]
    assert names[:2] == ["The world", "capitals"] and "Bern" in names and "Oslo" not in names
    answer = cgi("map=kml&mode=map&layers=capitals&map.imagetype=kmz")
    assert answer.type == "application/vnd.google-earth.kmz"
    assert answer.headers["content-disposition"] == "attachment; filename=mapserver.kmz"
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        assert archive.testzip() is None and archive.namelist() == ["mapserver.kml", "icons/0.png"]



def grid_key(grid, column, row):
    """The key that clients find by UTFGrid 1.3: https://github.com/mapbox/utfgrid-spec/blob/master/1.3/utfgrid.md"""
    code = ord(grid["grid"][row][column])
    return grid["keys"][code - 32 - (code >= 93) - (code >= 35)]


def test_utf_grids_of_wms_and_of_modes_map_and_tile():
    answer = cgi("map=utfgrid&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=countries&STYLES=&SRS=EPSG:4326&BBOX=0,40,20,55&WIDTH=200&HEIGHT=150&FORMAT=application/json")
    assert answer.type == "application/json"
    grid = json.loads(answer.body)
    assert len(grid["grid"]) == 37 and {len(row) for row in grid["grid"]} == {50}
    assert grid_key(grid, 25, 10) == "DE" and grid["data"]["DE"]["name"] == "Germany"  # 10 degrees east, 50 north
    assert set(grid["data"]) == set(grid["keys"]) - {""}
    answer = cgi("map=utfgrid&mode=map&layers=countries&map.imagetype=json")
    assert len(json.loads(answer.body)["grid"]) == 100
    answer = cgi("map=utfgrid&mode=tile&tilemode=gmap&tile=1+0+1&layers=countries&map.imagetype=json")
    grid = json.loads(answer.body)
    assert len(grid["grid"]) == 64 and grid_key(grid, 40, 24) == "RU"
    unchanged = cgi("map=utfgrid&mode=tile&tilemode=gmap&tile=1+0+1&layers=countries&map.imagetype=json", HTTP_IF_NONE_MATCH=answer.headers["etag"])
    assert unchanged.status == 304


def test_utf_grids_refuse_several_layers_and_legends():
    both = cgi("map=utfgrid&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=countries,capitals&STYLES=,&SRS=EPSG:4326&BBOX=0,40,20,55&WIDTH=200&HEIGHT=150&FORMAT=json")
    assert both.status == 400 and b"a UTFGrid is of one layer" in both.body
    assert cgi("map=utfgrid&mode=legend&map.imagetype=json").status == 400