# SPDX-License-Identifier: MIT
"""Properties that layers lack, in FILTER and in the rules of an SLD: what the client sent is wrong, not the map."""

from urllib.parse import quote

import pytest
import servers

MAP = ("?map=shapefile&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&BBOX=0,40,20,60&WIDTH=100&HEIGHT=100&FORMAT=image/png"
       "&LAYERS=capitals&STYLES=&")
INFO = MAP.replace("GetMap", "GetFeatureInfo") + "QUERY_LAYERS=capitals&X=50&Y=50&INFO_FORMAT=text/plain&"
SQUARE = "<PointSymbolizer><Graphic><Mark><WellKnownName>square</WellKnownName><Fill/></Mark><Size>8</Size></Graphic></PointSymbolizer>"


def condition(name):
    return f"<Filter><PropertyIsEqualTo><PropertyName>{name}</PropertyName><Literal>Bern</Literal></PropertyIsEqualTo></Filter>"


def sld(name):
    return (f"<StyledLayerDescriptor version='1.0.0'><NamedLayer><Name>capitals</Name><UserStyle><FeatureTypeStyle><Rule>{condition(name)}{SQUARE}"
            "</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")


def fetched(listener, request, **parameters):
    return servers.fetch(listener.address + request + "&".join(f"{name}={quote(value)}" for name, value in parameters.items()))


def test_a_filter_of_a_property_that_there_is_not_is_the_clients_error(listener):
    answer = fetched(listener, MAP, FILTER=condition("nothing"))
    assert answer.status == 400 and 'code="InvalidParameterValue"' in answer.text and "&#39;nothing&#39; is unknown" in answer.text
    assert fetched(listener, MAP, FILTER=condition("NAME")).is_png


@pytest.mark.parametrize("request_", [MAP, INFO])
def test_a_rule_of_a_property_that_there_is_not_is_the_clients_error(listener, request_):
    answer = fetched(listener, request_, SLD_BODY=sld("nothing"))
    assert answer.status == 400 and "Failed to draw layer named &#39;capitals&#39;" in answer.text and "&#39;nothing&#39; is unknown" in answer.text
    assert fetched(listener, request_, SLD_BODY=sld("NAME")).status == 200
