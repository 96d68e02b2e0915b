# SPDX-License-Identifier: MIT
"""Leaflet in headless Chromium, as its users write it: tile layers of our WMS, in both versions, and WMTS, and pages of OGC API Features."""

import shutil
import time
from pathlib import Path

import chromium
import pytest
import servers
from conftest import need

LEAFLET = Path("/usr/share/javascript/leaflet")
# Colours of mapfile-examples/shapefile.map: its sea, and a country of 1 to 5 million square kilometres.
SEA, LARGE = (214, 229, 238), (158, 187, 168)
LAND = (240, 232, 208)  # of wmts.map, over the same sea
ALGERIA, ATLANTIC = (26, 3), (30, -40)
PAGE = """<!DOCTYPE html><title>Leaflet</title><link rel="icon" href="data:,"><link rel="stylesheet" href="leaflet.css">
<style>body { margin: 0 } #map { width: 1000px; height: 600px }</style><div id="map"></div><script src="leaflet.js"></script><script src="page.js"></script>
"""
SCRIPT = """
const version = new URLSearchParams(location.search).get("version");
const map = L.map("map", {zoomControl: false, attributionControl: false, fadeAnimation: false, zoomAnimation: false});
const tiles = version == "WMTS" ? L.tileLayer("/wmts/wmts/1.0.0/base/default/GoogleMapsCompatible/{z}/{y}/{x}.png")
  : L.tileLayer.wms("/?map=shapefile", {layers: "countries", version, format: "image/png", transparent: version == "1.1.1"});
tiles.on("load", () => { window.loads = (window.loads || 0) + 1; });
tiles.on("tileerror", event => console.error("no tile", event.tile.src));
tiles.addTo(map);
map.setView([26, -10], 3);
fetch("/ogcapi/ogcapi/collections").then(answer => answer.json()).then(found => { window.collections = found.collections.map(each => each.id); });
const showFeatures = async collection => {
  const answer = await fetch(`/ogcapi/ogcapi/collections/${collection}/items?f=json&limit=20`);
  window.shown = 0;
  L.geoJSON(await answer.json(), {onEachFeature: () => { ++window.shown; }}).addTo(map);
};
"""


@pytest.fixture(scope="module")
def page():
    need(chromium.PROGRAM, LEAFLET / "leaflet.js")
    opened = chromium.Page()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def server():
    started = servers.start_listener()
    static = started.folder / "static"
    for name in ("leaflet.js", "leaflet.css"):
        shutil.copy(LEAFLET / name, static)
    (static / "leaflet.html").write_text(PAGE)
    (static / "page.js").write_text(SCRIPT)
    yield started
    started.stop()


def wait_for_color(page, place, color):
    end = time.monotonic() + 20
    x, y = page.evaluate(f"(point => [point.x, point.y])(map.latLngToContainerPoint([{place[0]}, {place[1]}]))")
    while max(abs(a - b) for a, b in zip(page.color_at(x, y), color)) > 2:
        assert time.monotonic() < end, f"{page.color_at(x, y)} is not {color}; {page.complaints}"
        time.sleep(0.1)


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_tiles_of_a_wms_lie_where_they_belong(page, server, version):
    page.complaints.clear()
    page.open(f"{server.address}static/leaflet.html?version={version}")
    page.until("window.loads > 0")
    wait_for_color(page, ALGERIA, LARGE)
    transparent = version == "1.1.1"  # over Leaflet's own grey
    wait_for_color(page, ATLANTIC, (221, 221, 221) if transparent else SEA)
    loads = page.evaluate("window.loads")
    page.evaluate("void map.setView([26, 3], 5)")
    page.until(f"window.loads > {loads}")
    wait_for_color(page, ALGERIA, LARGE)
    assert page.complaints == []


def test_tiles_of_a_wmts_lie_where_they_belong(page, server):
    page.complaints.clear()
    page.open(f"{server.address}static/leaflet.html?version=WMTS")
    page.until("window.loads > 0")
    for place, color in ((ALGERIA, LAND), (ATLANTIC, SEA)):
        wait_for_color(page, place, color)
    assert page.complaints == []


def test_features_of_the_api_are_shown(page, server, cluster):
    page.complaints.clear()
    page.open(f"{server.address}static/leaflet.html?version=1.3.0")
    collections = page.until("window.collections")
    page.evaluate(f"showFeatures('{collections[0]}')")
    page.until("window.shown > 0")
    assert 0 < page.evaluate("window.shown") <= 20
    assert page.complaints == []
