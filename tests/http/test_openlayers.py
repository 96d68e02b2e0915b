# SPDX-License-Identifier: MIT
"""OpenLayers in headless Chromium: the viewer of the examples, and the server's own page of a map.

Both load the examples' copy of OpenLayers, so nothing is fetched from elsewhere.
"""

import json
import time

import chromium
import pytest
import servers
from conftest import need

# Colours of mapfile-examples/shapefile.map: its sea, and a country of 1 to 5 million square kilometres.
SEA, LARGE = (214, 229, 238), (158, 187, 168)
WORLDS_SEA = (205, 225, 236)
# Countries that are drawn as one colour around these places, far from rivers: lon, lat.
ALGERIA, ATLANTIC = (3, 26), (-40, 30)
PIXEL_OF = "map.getPixelFromCoordinate(ol.proj.fromLonLat(%s, map.getView().getProjection()))"


@pytest.fixture(scope="module")
def page():
    need(chromium.PROGRAM)
    opened = chromium.Page()
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def forget(page):
    page.complaints.clear()


@pytest.fixture(scope="module")
def server():
    started = servers.start_listener({"MS_OPENLAYERS_JS_URL": "/static/ol.js", "MS_OPENLAYERS_CSS_URL": "/static/ol.css"})
    yield started
    started.stop()


def color_at(page, place):
    x, y = page.until(PIXEL_OF % json.dumps(place))
    return page.color_at(x, y)


def wait_for_color(page, place, color):
    """Images come a little after their events."""
    end = time.monotonic() + 20
    while max(abs(a - b) for a, b in zip(color_at(page, place), color)) > 2:
        assert time.monotonic() < end, f"{color_at(page, place)} is not {color}; {page.complaints}"
        time.sleep(0.1)


def wait_for_status(page):
    page.until("/\\d+ layers?, \\d+ ms/.test(document.querySelector('#status').textContent)")


def show(page, server, title):
    """Opens the viewer, which begins with the world, and chooses a map by its title."""
    page.open(f"{server.address}static/index.html")
    wait_for_status(page)
    chosen = f"[...document.querySelectorAll('#maps label')].find(label => label.innerText.trim() == '{title}').querySelector('input')"
    if not page.evaluate(f"{chosen}.checked"):
        page.evaluate(f"document.querySelector('#status').textContent = ''; {chosen}.click()")
        wait_for_status(page)


def switch(page, layer):
    page.evaluate("document.querySelector('#status').textContent = ''")
    page.press(f"input[name={layer}]")
    page.until("document.querySelector('#status').textContent != '' || document.querySelectorAll('#layers :checked').length == 0")


def test_a_map_is_drawn_and_a_layer_is_switched_off_and_on(page, server, cluster):
    show(page, server, "World (shapefiles)")
    assert page.evaluate("[...document.querySelectorAll('#layers input')].map(box => box.name)") == ["countries", "rivers", "capitals"]
    wait_for_color(page, ALGERIA, LARGE)
    wait_for_color(page, ATLANTIC, SEA)
    switch(page, "countries")
    wait_for_color(page, ALGERIA, SEA)
    switch(page, "countries")
    wait_for_color(page, ALGERIA, LARGE)
    assert page.complaints == []


def test_a_click_tells_what_is_there(page, server, cluster):
    show(page, server, "World")
    wait_for_color(page, ATLANTIC, WORLDS_SEA)
    page.click(*page.until(PIXEL_OF % json.dumps(ALGERIA)))
    page.until("document.querySelector('#info dl') !== null")
    text = page.evaluate("document.querySelector('#info').innerText")
    assert "countries" in text and "Algeria" in text, text
    page.evaluate("document.querySelector('#info').replaceChildren()")
    page.click(*page.until(PIXEL_OF % json.dumps(ATLANTIC)))
    page.until("document.querySelector('#info').innerText == 'Nothing here.'")
    assert page.complaints == []


WMS = ("SERVICE=WMS&VERSION={version}&REQUEST=GetMap&LAYERS=countries&STYLES=&{system}=EPSG:4326&BBOX={box}&WIDTH=800&HEIGHT=400"
       "&FORMAT=application/openlayers")


PAGES = ["mode=browse&template=openlayers&layers=all", WMS.format(version="1.1.1", system="SRS", box="-90,-10,90,80"),
         WMS.format(version="1.3.0", system="CRS", box="-10,-90,80,90")]


@pytest.mark.parametrize("query", PAGES)
def test_the_page_that_the_server_makes_draws_the_map_under_its_policy(page, server, query):
    page.open(f"{server.address}?map=shapefile&{query}")
    wait_for_color(page, ALGERIA, LARGE)  # a top-level const, as map is, is seen by its name
    wait_for_color(page, ATLANTIC, SEA)
    assert page.complaints == []


def test_nothing_of_a_request_runs_in_that_page(page, server):
    page.open(f"{server.address}?map=shapefile&mode=browse&template=openlayers&layers=%3C/script%3E%3Cscript%3Ewindow.evil=1%3C/script%3E"
              "&%22%3E%3Cimg%20src=x%20onerror=window.evil=2%3E=1")
    assert page.evaluate("typeof window.evil") == "undefined"


@pytest.fixture(scope="module")
def bare():
    """A server whose configuration names no library."""
    started = servers.start_listener()
    yield started
    started.stop()


@pytest.mark.parametrize("query", PAGES)
def test_without_a_library_the_page_needs_nothing_from_elsewhere(page, bare, query):
    page.open(f"{bare.address}?map=shapefile&{query}")
    source = "document.querySelector('#map > img')?.src"
    first = page.until(source)
    assert first.startswith(bare.address)
    page.evaluate("document.querySelector('#map').dispatchEvent(new WheelEvent('wheel', {deltaY: -300, clientX: 500, clientY: 300}))")
    page.until(f"{source} !== {json.dumps(first)}")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: '-'}))")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft'}))")
    page.until(f"{source} !== {json.dumps(first)} && document.querySelectorAll('#map > img').length === 1")
    assert not page.complaints  # nor was anything refused by its policy


LARGE_LAND, SMALL_LAND, TILES_SEA = (201, 178, 124), (158, 187, 168), (214, 229, 238)  # of viewer/vector.js


def test_vector_tiles_are_styled_by_the_page(page, server):
    page.open(f"{server.address}static/vector.html")
    wait_for_color(page, ALGERIA, LARGE_LAND)
    wait_for_color(page, (8.2, 46.9), SMALL_LAND)  # Switzerland
    wait_for_color(page, ATLANTIC, TILES_SEA)
    page.evaluate("map.getView().setZoom(5)")
    page.until("map.getFeaturesAtPixel(map.getPixelFromCoordinate(ol.proj.fromLonLat([7.467, 46.917])), {hitTolerance: 8}).some(feature => feature.get('name') == 'Bern')")
    assert page.evaluate("layer.getSource().getTileGrid().getMaxZoom()") == 12  # of TileJSON, as the attribution
    page.until("document.querySelector('.ol-attribution').textContent.includes('Made with Natural Earth')")
    # OpenLayers reads pixels to know what is under a place.
    assert [text for text in page.complaints if "willReadFrequently" not in text] == []


def test_openlayers_reads_tilejson(page, server):
    """Its own source for tiles of images, in place of the page's."""
    page.open(f"{server.address}static/vector.html")
    page.evaluate("map.setLayers([new ol.layer.Tile({source: new ol.source.TileJSON({url: '/?map=vector_tiles&mode=tilejson&layers=countries&map.imagetype=png'})})])")
    wait_for_color(page, ALGERIA, LARGE)  # of the map's style
    assert [text for text in page.complaints if "willReadFrequently" not in text] == []
