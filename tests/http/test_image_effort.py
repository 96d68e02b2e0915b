# SPDX-License-Identifier: MIT
"""A busy server packs images for speed, an idle one for size; pixels are the same."""

import concurrent.futures
import io
import re

import pytest
import servers
from PIL import Image, ImageChops

# Every pixel row differs: drawing takes long enough for other requests to queue up. With a line every five pixels it is dense: an idle
# server packs it for size.
MAP = """MAP NAME "m" SIZE 900 900 EXTENT 0 0 100 100 IMAGECOLOR 250 240 230 PROJECTION "EPSG:4326" END
  OUTPUTFORMAT NAME "webp" DRIVER "AGG/WEBP" FORMATOPTION "LOSSLESS=YES" END
  WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
  LAYER NAME "grid" TYPE LINE STATUS ON PROJECTION "EPSG:4326" END METADATA "ows_title" "grid" END
    CLASS STYLE COLOR 90 30 160 WIDTH 1.3 END END
    GRID LABELFORMAT "DD" MININTERVAL 1 MAXINTERVAL 1 MAXARCS 60 END
  END
  LAYER NAME "empty" TYPE POINT STATUS ON PROJECTION "EPSG:4326" END METADATA "ows_title" "empty" END FEATURE POINTS 500 500 END END END
END"""


def query(number=0, image="image/png"):
    """Each number is another box, so that no request is answered with another's map."""
    return (f"SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&WIDTH=900&HEIGHT=900&FORMAT={image}&LAYERS=grid&STYLES="
            f"&BBOX={number * 0.01},0,{180 + number * 0.01},45")


@pytest.fixture(scope="module", params=["AUTO", "FIXED", "IDLE", "BUSY"])
def server(request):
    folder = servers.own_folder()
    server = servers.start_listener_of(folder, {"m": MAP}, {"MS_IMAGE_EFFORT": request.param, "MS_THREADS": "1", "MS_SERVER_TIMING": "ON",
                                                            "MS_METRICS": "ON"})
    server.effort = request.param
    yield server
    server.stop()


def packing(answer):
    found = re.search(r'encode;dur=[\d.]+;desc="(\w+)"', answer.headers["server-timing"])
    assert found, answer.headers
    return found[1]


def at_once(server, count, image="image/png"):
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        urls = [f"{server.address}/?map=m&{query(number, image)}" for number in range(count)]
        return list(pool.map(servers.fetch, urls))


def test_requests_that_wait_make_the_encoder_hurry(server):
    answers = at_once(server, 12)
    assert all(answer.is_png for answer in answers)
    packings = {packing(answer) for answer in answers}
    if server.effort in ("FIXED", "IDLE"):
        assert packings == {"small"}
    else:
        assert "fast" in packings
        counted = servers.fetch(f"{server.address}/metrics").text
        assert int(re.search(r"^mapserver_images_fast_total (\d+)", counted, re.M)[1]) >= 1


def test_pixels_are_the_same_whatever_packs_them(server):
    alone = servers.fetch(f"{server.address}/?map=m&{query(3)}")
    hurried = at_once(server, 12)[3]
    with Image.open(io.BytesIO(alone.body)) as one, Image.open(io.BytesIO(hurried.body)) as other:
        assert ImageChops.difference(one.convert("RGBA"), other.convert("RGBA")).getbbox() is None


@pytest.mark.parametrize("image", ["image/jpeg", "image/webp"])
def test_other_formats_hurry_too(server, image):
    answers = at_once(server, 12, image)
    assert all(answer.headers["content-type"] == image for answer in answers)
    assert ("fast" in {packing(answer) for answer in answers}) == (server.effort in ("AUTO", "BUSY"))
    alone = servers.fetch(f"{server.address}/?map=m&{query(3, image)}")
    with Image.open(io.BytesIO(alone.body)) as one, Image.open(io.BytesIO(answers[3].body)) as other:
        assert ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is None


def test_an_idle_server_packs_for_size(server):
    if server.effort != "AUTO":
        pytest.skip("it does not depend on the load: see above")
    for _ in range(40):
        if packing(servers.fetch(f"{server.address}/?map=m&{query()}")) != "fast":
            return
    pytest.skip("other programs keep the processors of this machine busy")


def test_a_setting_that_is_neither_is_an_error():
    with pytest.raises(Exception) as failure:
        servers.start_listener_of(servers.own_folder(), {"m": MAP}, {"MS_IMAGE_EFFORT": "QUICK"})
    assert 'MS_IMAGE_EFFORT: "QUICK" is not AUTO, FIXED, IDLE or BUSY' in str(failure.value)


def test_a_pinned_effort_packs_alike_whatever_the_load(server):
    expected = {"FIXED": "small", "IDLE": "small", "BUSY": "fast"}.get(server.effort)
    if expected is None:
        pytest.skip("AUTO depends on the load: see above")
    alone = servers.fetch(f"{server.address}/?map=m&{query(5)}")
    together = at_once(server, 8)
    assert {packing(answer) for answer in [alone, *together]} == {expected}
    assert together[5].body == alone.body


def test_a_flat_map_is_packed_small_whatever_the_load(server):
    url = f"{server.address}/?map=m&{query()}".replace("LAYERS=grid", "LAYERS=empty")
    answer = servers.fetch(url)
    assert packing(answer) == "small"
    with Image.open(io.BytesIO(answer.body)) as image:
        assert image.convert("RGB").getcolors() == [(900 * 900, (250, 240, 230))]
