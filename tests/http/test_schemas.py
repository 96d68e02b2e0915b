# SPDX-License-Identifier: MIT
"""Every document of every example in every version is valid by the DTDs and schemas of the OGC."""

import functools
import shutil
import xml.etree.ElementTree as ElementTree
from urllib.parse import urlencode

import ogc_schemas
import pytest
import se_order
import servers

EXAMPLES = ["inline", "kinds", "labels", "shapefile", "sld", "world", "osm"]  # symbols.map is not a service
ON_POSTGIS = {"world", "osm"}
OLD = ["1.0.0", "1.1.0", "1.1.1"]
# Every kind of exception: missing, unknown, not offered, out of range.
MISTAKES = {"of no layer": {"LAYERS": "nix"}, "of no format": {"FORMAT": "image/nix"}, "of no system": {"SRS": "EPSG:0", "CRS": "EPSG:0"},
            "without a box": {"BBOX": None}, "of nothing": {"WIDTH": "0"}, "of no style": {"STYLES": "nix"},
            "of no operation": {"REQUEST": "GetNix"}, "of no pixel": {"REQUEST": "GetFeatureInfo", "I": "-1", "X": "x"},
            "of markup": {"LAYERS": "</ServiceException><b x='\"&\">"}}


@pytest.fixture(scope="module")
def ask():
    folder = servers.own_folder()
    shutil.copytree(servers.EXAMPLES, folder / "maps", ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    (folder / "ms.conf").write_text("CONFIG MAPS " + " ".join(f'"{name}" "maps/{name}.map"' for name in EXAMPLES) + " END END")
    server = servers.start_listener({"MAPSERVER_CONFIG_FILE": str(folder / "ms.conf")})

    def answer(example, version, **parameters):
        query = {"map": example, "SERVICE": "WMS", "VERSION": version} | parameters
        got = servers.fetch(f"{server.address}?{urlencode({name: value for name, value in query.items() if value is not None})}")
        return got.type, got.body
    yield answer
    server.stop()
    shutil.rmtree(folder)


@pytest.fixture(params=EXAMPLES)
def example(request):
    if request.param in ON_POSTGIS:
        request.getfixturevalue("cluster")
    return request.param


@functools.cache
def layers_of(ask, example):
    root = ElementTree.fromstring(ask(example, "1.3.0", REQUEST="GetCapabilities")[1])
    wms = "{http://www.opengis.net/wms}"
    layers = [layer for layer in root.iter(f"{wms}Layer") if layer.find(f"{wms}Layer") is None]
    assert layers
    return [layer.findtext(f"{wms}Name") for layer in layers]


@pytest.mark.parametrize("version", OLD)
def test_capabilities_keep_to_their_dtd(ask, example, version):
    document = ask(example, version, REQUEST="GetCapabilities")[1]
    assert ElementTree.fromstring(document).get("version") == version
    ogc_schemas.check_dtd(document)


def test_capabilities_of_1_3_0_keep_to_the_schemas(ask, example, tmp_path):
    (tmp_path / "ms.xsd").write_bytes(ask(example, "1.3.0", REQUEST="GetSchemaExtension")[1])
    ogc_schemas.check_schemas(ask(example, "1.3.0", REQUEST="GetCapabilities")[1],
                              f'<xs:import namespace="http://mapserver.gis.umn.edu/mapserver" schemaLocation="{tmp_path}/ms.xsd"/>')


def test_descriptions_keep_to_their_dtd(ask, example):
    document = ask(example, "1.1.1", REQUEST="DescribeLayer", LAYERS=",".join(layers_of(ask, example)))[1]
    assert ElementTree.fromstring(document).tag == "WMS_DescribeLayerResponse"
    ogc_schemas.check_dtd(document)


# OGC 05-078r4, 6.2: DescribeLayerResponse is a Version, then LayerDescriptions of an owsType, an OnlineResource and a TypeName.
def test_descriptions_of_1_3_0_are_those_of_the_profile(ask, example):
    layers = layers_of(ask, example)
    root = ElementTree.fromstring(ask(example, "1.3.0", REQUEST="DescribeLayer", LAYERS=",".join(layers), SLD_VERSION="1.1.0")[1])
    sld, se = "{http://www.opengis.net/sld}", "{http://www.opengis.net/se}"
    assert root.tag == sld + "DescribeLayerResponse" and root[0].tag == sld + "Version"
    assert [layer.findtext(f"{sld}TypeName/{se}FeatureTypeName") for layer in root[1:]] == layers
    for layer in root[1:]:
        assert [child.tag for child in layer] == [sld + "owsType", se + "OnlineResource", sld + "TypeName"]
        assert layer[0].text in ("wfs", "wcs")


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_styles_are_in_the_order_of_the_standards(ask, example, version):
    for layer in layers_of(ask, example):
        kind, document = ask(example, version, REQUEST="GetStyles", LAYERS=layer)
        assert kind == "application/vnd.ogc.sld+xml", document
        assert se_order.check(document) >= 2


@pytest.mark.parametrize("version", [*OLD, "1.3.0"])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_exceptions_keep_to_theirs(ask, example, version, mistake):
    layer = layers_of(ask, example)[0]
    usual = {"REQUEST": "GetMap", "LAYERS": layer, "QUERY_LAYERS": layer, "STYLES": "", "SRS": "EPSG:3857", "CRS": "EPSG:3857", "BBOX": "0,0,9,9",
             "WIDTH": "20", "HEIGHT": "20", "FORMAT": "image/png",
             "EXCEPTIONS": {"1.0.0": "WMS_XML", "1.3.0": "XML"}.get(version, "application/vnd.ogc.se_xml")}
    document = ask(example, version, **(usual | MISTAKES[mistake]))[1]
    root = ElementTree.fromstring(document)
    if version == "1.0.0":  # its exceptions have no DTD
        assert root.tag == "WMTException" and root.get("version") == "1.0.0"
    elif version == "1.3.0":
        assert root.tag == "{http://www.opengis.net/ogc}ServiceExceptionReport"
        ogc_schemas.check_schemas(document)
    else:
        assert root.tag == "ServiceExceptionReport"
        ogc_schemas.check_dtd(document)
