# SPDX-License-Identifier: MIT
"""CONFIG "PROJ_DATA": maps of one server with CRSs of their own, under the same code."""

import concurrent.futures
import io
import json
import re
from urllib.parse import urlencode

import numpy
import pytest
import servers
from PIL import Image

MAP = """MAP NAME "m" SIZE 200 100 EXTENT -10018754 -5009377 10018754 5009377 {config} PROJECTION "init=epsg:102977" END
  WEB METADATA "ows_enable_request" "*" "ows_title" "m" "ows_onlineresource" "http://localhost/" "ows_srs" "EPSG:102977 EPSG:4326 CRS:84" END END
  SYMBOL NAME "dot" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END
  LAYER NAME "own" TYPE POINT STATUS ON PROJECTION "init=epsg:102977" END EXTENT -1000000 -1000000 1000000 1000000
    FEATURE POINTS 0 0 END END TEMPLATE "x" METADATA "ows_title" "own" "gml_include_items" "all" END CLASS STYLE SYMBOL "dot" SIZE 8 COLOR 255 0 0 END END END
END"""
MERIDIANS = {"east": 20, "west": -30, "lib": 40, "both": 20}
CONFIG = {"east": 'CONFIG "PROJ_DATA" "east"', "west": 'CONFIG "proj_lib" "./west/"', "lib": 'CONFIG "PROJ_LIB" "{folder}/lib"',
          "both": 'CONFIG "PROJ_LIB" "west" CONFIG "PROJ_DATA" "east"'}


@pytest.fixture(scope="module")
def listener():
    folder = servers.own_folder()
    for name, meridian in MERIDIANS.items():
        (folder / name).mkdir()
        (folder / name / "epsg").write_text(f"<102977> +proj=merc +a=6378137 +b=6378137 +lon_0={meridian} +units=m +no_defs <>\n")
    maps = {name: MAP.format(config=text.format(folder=folder)) for name, text in CONFIG.items()}
    started = servers.start_listener_of(folder, maps | {"none": MAP.format(config="")})
    yield started
    assert started.stop() == [0]


def ask(listener, name, service, version, request, **more):
    query = {"map": name, "SERVICE": service, "VERSION": version, "REQUEST": request} | more
    return servers.fetch(f"{listener.address}/mapserv?{urlencode(query)}")


def longitude_of_image(listener, name):
    answer = ask(listener, name, "WMS", "1.1.1", "GetMap", LAYERS="own", STYLES="", SRS="EPSG:4326", BBOX="-90,-45,90,45", WIDTH=180, HEIGHT=90,
                 FORMAT="image/png")
    assert answer.is_png, answer.text
    rgb = numpy.asarray(Image.open(io.BytesIO(answer.body)).convert("RGB")).astype(int)
    columns = numpy.nonzero(rgb[:, :, 1] < 128)[1]
    return round(float(columns.mean()) - 89.5)


def longitude_of_features(listener, name):
    text = ask(listener, name, "WFS", "1.1.0", "GetFeature", TYPENAME="own", SRSNAME="EPSG:4326").text
    return float(re.search(r"<gml:pos>(\S+) (\S+)</gml:pos>", text).group(2))


def longitude_of_box(listener, name):
    text = ask(listener, name, "WMS", "1.3.0", "GetCapabilities").text
    west, east = (float(re.findall(rf"<{side}BoundLongitude>(.*)<", text)[-1]) for side in ("west", "east"))
    return round((west + east) / 2, 3)


@pytest.mark.parametrize("place", [longitude_of_image, longitude_of_features, longitude_of_box])
def test_maps_have_their_own_definitions_at_the_same_time(listener, place):
    names = list(MERIDIANS) * 4
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda name: place(listener, name), names))
    assert found == [MERIDIANS[name] for name in names]


@pytest.mark.parametrize("name", MERIDIANS)
def test_a_client_may_request_the_maps_own_code(listener, name):
    image = ask(listener, name, "WMS", "1.1.1", "GetMap", LAYERS="own", STYLES="", SRS="EPSG:102977", BBOX="-1000,-1000,1000,1000", WIDTH=100,
                HEIGHT=100, FORMAT="image/png")
    assert image.is_png, image.text
    box = ask(listener, name, "WFS", "1.1.0", "GetFeature", TYPENAME="own", SRSNAME="EPSG:102977", BBOX="-9,-9,9,9,EPSG:102977").text
    assert [round(float(x), 6) for x in re.search(r"<gml:pos>(\S+) (\S+)</gml:pos>", box).groups()] == [0, 0]


@pytest.mark.parametrize("name", MERIDIANS)
def test_ogc_api_features_has_the_maps_own_code(listener, name):
    url = f"{listener.address}/mapserv/{name}/ogcapi/collections/own/items?f=json&crs="
    own = json.loads(servers.fetch(url + "http://www.opengis.net/def/crs/EPSG/0/102977").text)
    degrees = json.loads(servers.fetch(url + "http://www.opengis.net/def/crs/OGC/1.3/CRS84").text)
    assert [round(x, 6) for x in own["features"][0]["geometry"]["coordinates"]] == [0, 0]
    assert [round(x, 6) for x in degrees["features"][0]["geometry"]["coordinates"]] == [MERIDIANS[name], 0]


def test_the_definitions_of_a_map_are_unknown_to_others(listener):
    answer = ask(listener, "none", "WMS", "1.1.1", "GetMap", LAYERS="own", STYLES="", SRS="EPSG:4326", BBOX="-90,-45,90,45", WIDTH=9, HEIGHT=9,
                 FORMAT="image/png")
    assert answer.status == 500 and "it is not configured correctly" in answer.text
