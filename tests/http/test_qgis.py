# SPDX-License-Identifier: MIT
"""QGIS as a client: its WMS provider draws, identifies and shows a legend; its pixels are those of our GetMap."""

import base64
import importlib.util
import io
import json
import os
import subprocess

import numpy
import pytest
import servers
from PIL import Image

pytestmark = pytest.mark.skipif(importlib.util.find_spec("qgis") is None,
                                reason="python3-qgis is not installed (scripts/setup installs it)")
BOX, SIZE, DPI = (-2000000.0, 4000000.0, 4000000.0, 8000000.0), (600, 400), 96


@pytest.fixture(scope="module")
def qgis(tmp_path_factory):
    home = tmp_path_factory.mktemp("qgis")

    def ask(**requested):
        done = subprocess.run(["/usr/bin/python3", servers.SOURCE / "tests/http/qgis_client.py", json.dumps(requested)], capture_output=True,
                              text=True, timeout=120, env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home),
                                                                        "XDG_RUNTIME_DIR": str(home)})
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        assert lines, done.stderr[-3000:]
        return json.loads(lines[-1])
    return ask


def image(encoded):
    return numpy.asarray(Image.open(io.BytesIO(base64.b64decode(encoded))).convert("RGB"))


def get_map(listener, name, layers, **more):
    """As QGIS requests: transparent, with the resolution in three spellings (its dpiMode 7)."""
    query = {"map": name, "SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "LAYERS": ",".join(layers), "STYLES": "," * (len(layers) - 1),
             "CRS": "EPSG:3857", "BBOX": ",".join(map(str, BOX)), "WIDTH": SIZE[0], "HEIGHT": SIZE[1], "FORMAT": "image/png",
             "TRANSPARENT": "TRUE", "DPI": DPI, "MAP_RESOLUTION": DPI, "FORMAT_OPTIONS": f"dpi:{DPI}"} | more
    answer = servers.fetch(listener.address + "?" + "&".join(f"{key}={value}" for key, value in query.items()))
    assert answer.is_png, answer.text
    image = Image.open(io.BytesIO(answer.body)).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    return numpy.asarray(Image.alpha_composite(white, image).convert("RGB"))


def differing(a, b):
    """Share of the pixels; QGIS composes premultiplied colours onto its white with its own rounding."""
    return (abs(a.astype(int) - b.astype(int)).max(axis=-1) > 3).mean()


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_a_map_is_drawn_with_the_pixels_of_our_map(listener, qgis, version):
    url = f"{listener.address}?map=shapefile&VERSION={version}"
    answer = qgis(url=url, layers=["countries", "rivers"], crs="EPSG:3857", box=BOX, size=SIZE, dpi=DPI)
    drawn = image(answer["image"])
    requested = get_map(listener, "shapefile", ["countries", "rivers"])
    assert drawn.shape == requested.shape
    assert differing(drawn, requested) == 0
    assert len(numpy.unique(drawn.reshape(-1, 3), axis=0)) > 20
    assert version in answer["capabilities"] and "The world from shapefiles" in answer["capabilities"]


def test_a_resolution_makes_lines_wider(listener, qgis):
    request = dict(url=f"{listener.address}?map=shapefile", layers=["rivers"], crs="EPSG:3857", box=BOX, size=SIZE)
    fine, coarse = (image(qgis(dpi=dpi, **request)["image"]) for dpi in (192, 96))
    assert differing(fine, get_map(listener, "shapefile", ["rivers"], DPI=192, MAP_RESOLUTION=192, FORMAT_OPTIONS="dpi:192")) == 0
    assert (fine.min(axis=-1) < 200).sum() > 1.3 * (coarse.min(axis=-1) < 200).sum()


@pytest.mark.parametrize("crs, box", [("EPSG:4326", (-20, 30, 40, 70)), ("CRS:84", (-20, 30, 40, 70))])
def test_axes_are_where_both_expect_them(listener, qgis, crs, box):
    drawn = image(qgis(url=f"{listener.address}?map=shapefile", layers=["countries"], crs=crs, box=box, size=(360, 240), dpi=DPI)["image"])
    # Iberia's interior is land (6 pixels a degree), the Atlantic is not painted at all in a transparent map.
    assert tuple(drawn[(70 - 40) * 6, (20 - 4) * 6]) == (194, 213, 194)
    assert tuple(drawn[(70 - 45) * 6, (20 - 15) * 6]) == (255, 255, 255)


# Zurich is at 950705 east, 6003230 north of EPSG:3857: in Switzerland.
@pytest.mark.parametrize("kind", ["text", "feature"])
def test_a_click_tells_the_country(listener, qgis, cluster, kind):
    answer = qgis(url=f"{listener.address}?map=world", layers=["countries"], crs="EPSG:3857", box=BOX, size=SIZE, dpi=DPI,
                  at=(950705, 6003230), identify_as=kind)
    assert "Switzerland" in json.dumps(answer["identified"]), answer["identified"]
    if kind == "feature":
        assert [feature["name"] for found in answer["identified"] for feature in found["features"]] == ["Switzerland"]


def test_the_legend_is_shown(listener, qgis):
    legend = image(qgis(url=f"{listener.address}?map=shapefile", layers=["countries"], crs="EPSG:3857", box=BOX, size=SIZE, dpi=DPI,
                          legend=True)["legend"])
    colors = {tuple(color) for color in legend.reshape(-1, 3)}
    # The classes of countries in mapfile-examples/shapefile.map.
    assert {(120, 156, 140), (158, 187, 168), (194, 213, 194), (222, 232, 214)} <= colors


@pytest.mark.parametrize("grid, crs, north_west, cell", [("GoogleMapsCompatible", "EPSG:3857", (0, 10018754.171394622), 9783.939620502561),
                                                         ("europe", "EPSG:3035", (3280000, 4840000), 5000)])
def test_tiles_of_a_wmts_lie_where_they_belong(listener, qgis, grid, crs, north_west, cell):
    """The box is one of whole tiles, at the resolution of a level; QGIS smooths them as it puts them together."""
    (west, north), (width, height) = north_west, (512, 256)
    box = west, north - height * cell, west + width * cell, north
    drawn = image(qgis(url=f"{listener.address}wmts?SERVICE=WMTS&REQUEST=GetCapabilities", layers=["base"], grid=grid, crs=crs, box=box, size=(width, height),
                       dpi=DPI)["image"])
    query = f"wmts?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=base&STYLES=&SRS={crs}&BBOX={','.join(map(repr, box))}&WIDTH={width}&HEIGHT={height}&FORMAT=image/png"
    requested = numpy.asarray(Image.open(io.BytesIO(servers.fetch(listener.address + query).body)).convert("RGB"))
    land, sea = ([(each == color).all(axis=-1) for each in (drawn, requested)] for color in ((240, 232, 208), (214, 229, 238)))
    assert land[1].mean() > 0.2 and sea[1].mean() > 0.1
    assert (land[0] & sea[1]).sum() + (sea[0] & land[1]).sum() < 0.002 * land[1].size  # along coasts
    assert (land[0] & land[1]).sum() > 0.9 * land[1].sum()
