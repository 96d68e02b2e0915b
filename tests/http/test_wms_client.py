# SPDX-License-Identifier: MIT
"""A stock client: OWSLib reads our capabilities and draws what they offer."""

import io
import json
from xml.etree import ElementTree

import numpy as np
import pytest
from owslib.wms import WebMapService
from PIL import Image


def connect(listener, name, version):
    return WebMapService(f"{listener.address}?map={name}", version=version)


def image(answer):
    return np.asarray(Image.open(io.BytesIO(answer.read())).convert("RGB")).astype(int)


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_capabilities_are_understood(listener, version):
    wms = connect(listener, "shapefile", version)
    assert wms.identification.title == "The world from shapefiles"
    assert [name for name in wms.contents if wms[name].parent] == ["countries", "rivers", "capitals"]
    assert wms["rivers"].title == "Rivers by length"
    assert "image/png" in wms.getOperationByName("GetMap").formatOptions
    assert {"EPSG:4326", "EPSG:3857"} <= set(wms["countries"].crsOptions)


def test_boxes_of_a_shapefile_are_those_of_its_header(listener):
    # The box in bytes 36 to 67 of countries.shp.
    header = np.fromfile(open_header(), dtype="<f8", count=4, offset=36)
    assert np.allclose(connect(listener, "shapefile", "1.3.0")["countries"].boundingBoxWGS84, header, atol=1e-3)


def open_header():
    from servers import EXAMPLES
    return EXAMPLES / "data/shape/countries.shp"


def test_both_versions_draw_the_same_image_whatever_the_axis_order(listener):
    images = []
    for version in ("1.1.1", "1.3.0"):
        # OWSLib swaps the axes of the box for 1.3.0 if the CRS requires it.
        images.append(image(connect(listener, "shapefile", version).getmap(
            layers=["countries"], styles=[""], srs="EPSG:4326", bbox=(-20, 30, 40, 70), size=(360, 240),
            format="image/png")))
    assert np.array_equal(*images)
    # Neither empty nor turned: Iberia's interior is land (240 x 360 pixels, 6 a degree), the Atlantic is sea.
    assert not np.array_equal(images[0][(70 - 40) * 6, (20 - 4) * 6], images[0][(70 - 45) * 6, (20 - 15) * 6])


def test_layers_come_in_the_order_of_the_request(listener):
    wms = connect(listener, "inline", "1.3.0")
    request = dict(styles=["", ""], srs="EPSG:3857", bbox=(0, 0, 600, 400), size=(300, 200), format="image/png")
    below = image(wms.getmap(layers=["road", "land"], **request))
    above = image(wms.getmap(layers=["land", "road"], **request))
    # The road crosses the land at (220, 165), where it is (250, 222, 160); covered, the land is (240, 232, 208).
    assert tuple(above[117, 110]) == (250, 222, 160)
    assert tuple(below[117, 110]) == (240, 232, 208)


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_every_layer_over_postgis_can_be_drawn(listener, cluster, version):
    for name, box in (("world", (500000, 5500000, 1700000, 6500000)), ("osm", (1058300, 5969200, 1059000, 5969800))):
        wms = connect(listener, name, version)
        layers = [layer for layer in wms.contents if wms[layer].parent]
        assert len(layers) >= 5
        for layer in layers:
            drawn = image(wms.getmap(layers=[layer], styles=[""], srs="EPSG:3857", bbox=box, size=(300, 250),
                                       format="image/png"))
            assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 1, f"{name}: {layer} is empty"


# Zurich is at 8.54 east, 47.37 north: in Switzerland, in either axis order.
@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_a_click_tells_the_country_and_the_city(listener, cluster, version):
    wms = connect(listener, "world", version)
    assert wms["countries"].queryable == 1
    assert {"text/plain", "application/vnd.ogc.gml", "application/geo+json"} <= set(
        wms.getOperationByName("GetFeatureInfo").formatOptions)

    def ask(info_format):
        return wms.getfeatureinfo(layers=["countries", "cities"], query_layers=["countries", "cities"], styles=["", ""],
                                  srs="EPSG:4326", bbox=(8.04, 46.87, 9.04, 47.87), size=(200, 200), xy=(100, 100),
                                  info_format=info_format, feature_count=5).read().decode()

    text = ask("text/plain")
    assert "name = 'Switzerland'" in text and "code = 'CH'" in text and "rich'" in text
    features = json.loads(ask("application/geo+json"))["features"]
    assert [feature["properties"]["name"] for feature in features if feature["properties"]["layer"] == "countries"] == [
        "Switzerland"]
    gml = ElementTree.fromstring(ask("application/vnd.ogc.gml"))
    assert gml.findtext("countries_layer/countries_feature/name") == "Switzerland"
