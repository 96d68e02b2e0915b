# SPDX-License-Identifier: MIT
"""The demo's page in headless Chromium at both edges of the world, zooms 0 to 12: the screen equals MapServer's drawing of the
same view. Without labels, which the two may place differently by a pixel.
"""

import base64
import io
import json
import os
import re
import shutil
import subprocess
from urllib.parse import urlencode

import chromium
import numpy as np
import pytest
import servers
from conftest import need
from PIL import Image
from skimage.metrics import structural_similarity

MAPSERVER = "/usr/lib/cgi-bin/mapserv"
TILE = 256
WIDEST = 512
EDGE = 20037508.342789244
LEAST_SIMILAR = 0.97
LABEL = re.compile(r"(?ms)^( *)LABEL\n.*?^\1END\n")
# Where land meets the antimeridian: Chukotka and Taveuni, Fiji.
LATITUDES = (67.0, -16.8)
MOVE = """new Promise(done => {
  map.once('rendercomplete', () => done([view.getZoom(), ...view.calculateExtent(map.getSize())]));
  view.setCenter(ol.proj.fromLonLat([0, %f]));
  view.setCenter([%f, view.getCenter()[1]]);
  view.setZoom(%d);
  map.render();
})"""
BARE = "#panel, .ol-control, .ol-scale-line { display: none !important }"


@pytest.fixture(scope="module")
def maps():
    folder = servers.own_folder()
    copy = folder / "maps"
    shutil.copytree(servers.EXAMPLES, copy, ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    world = copy / "world.map"
    text, labels = LABEL.subn("", world.read_text())
    assert labels > 5
    world.write_text(text)
    (copy / "own.conf").write_text('CONFIG ENV "MS_MAP_PATTERN" "." END MAPS "world" "%s" END END\n' % world)
    yield copy
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def server(maps):
    started = servers.start_listener({"MAPSERVER_CONFIG_FILE": str(maps / "own.conf")})
    yield started
    started.stop()


@pytest.fixture(scope="module")
def page(server, cluster):
    need(chromium.PROGRAM, MAPSERVER)
    opened = chromium.Page(WIDEST, WIDEST)
    try:
        opened.open(f"{server.address}static/index.html")
        opened.until("/\\d+ layers?, \\d+ ms/.test(document.querySelector('#status').textContent)")
        opened.evaluate(f"document.head.append(Object.assign(document.createElement('style'), {{textContent: {json.dumps(BARE)}}}))")
        yield opened
    finally:
        opened.close()


def resize(page, zoom):
    """OpenLayers shows at most the world, which is 256 pixels wide at zoom 0."""
    side = min(TILE << zoom, WIDEST)
    page.command("Emulation.setDeviceMetricsOverride", width=side, height=side, deviceScaleFactor=1, mobile=False)
    page.until(f"map.updateSize() || map.getSize()[0] == {side} && map.getSize()[1] == {side}")


def screenshot(page):
    data = page.command("Page.captureScreenshot", format="png")["data"]
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"))


def by_mapserver(maps, box, side):
    query = {"map": "world", "SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "LAYERS": "countries,regions,rivers,lakes,cities",
             "STYLES": "", "CRS": "EPSG:3857", "BBOX": ",".join(map(repr, box)), "WIDTH": side, "HEIGHT": side, "FORMAT": "image/png"}
    done = subprocess.run([MAPSERVER], capture_output=True, timeout=60, cwd=maps, check=True,
                          env=os.environ | {"REQUEST_METHOD": "GET", "QUERY_STRING": urlencode(query), "MAPSERVER_CONFIG_FILE": str(maps / "own.conf")})
    head, _, body = done.stdout.partition(b"\r\n\r\n")
    assert b"image/png" in head, done.stdout[:2000]
    return np.asarray(Image.open(io.BytesIO(body)).convert("RGB"))


@pytest.mark.parametrize("edge", [-EDGE, EDGE], ids=["left", "right"])
def test_the_page_shows_what_mapserver_draws(page, maps, edge):
    page.complaints.clear()
    unlike, with_land = [], 0
    for zoom in range(13):
        resize(page, zoom)
        latitude = LATITUDES[zoom % len(LATITUDES)]
        shown, *box = page.evaluate(MOVE % (latitude, edge, zoom))
        assert shown == pytest.approx(zoom)
        ours = screenshot(page)
        theirs = by_mapserver(maps, box, ours.shape[0])
        assert ours.shape == theirs.shape
        with_land += len(np.unique(theirs.reshape(-1, 3), axis=0)) > 2
        similarity = structural_similarity(theirs, ours, channel_axis=2, data_range=255)
        if similarity < LEAST_SIMILAR:
            unlike.append((zoom, box, round(float(similarity), 4)))
            if folder := os.environ.get("MS_KEEP_IMAGES"):
                Image.fromarray(np.concatenate([theirs, ours])).save(f"{folder}/{'left' if edge < 0 else 'right'}_{zoom}.png")
    assert unlike == []
    assert with_land > 9, "hardly any view shows land"
    assert page.complaints == []
