# SPDX-License-Identifier: MIT
"""The OGC's conformance suites of WMS 1.3.0 and 1.1.1 on their layers, and further consequences of the standards.

The numbers are those of OGC 06-042 (WMS 1.3.0) and OGC 01-068r3 (WMS 1.1.1). With MS_TEST_CITE_DATA naming a folder of
the suites' own shapefiles these are drawn; without, a few shapes of the same extent. The assertions of the suites are
those of tests/cite.
"""

import io
import os
import shutil
import sys
import xml.etree.ElementTree as ET
from urllib.parse import urlencode

import ogc_schemas
import pytest
import servers
from cite_map import LAYERS, METADATA_URL, NOT_QUERYABLE, cite_map
from PIL import Image

WMS = "{http://www.opengis.net/wms}"
OGC = "{http://www.opengis.net/ogc}"
XLINK = "{http://www.w3.org/1999/xlink}href"
NAMES = [f"cite:{row[0]}" for row in LAYERS]
DEGREES = (-0.0042, -0.0024, 0.0042, 0.0024)


@pytest.fixture(scope="module")
def service():
    """A listener with the map of each suite."""
    folder, port, data = servers.own_folder(), servers.free_port(), os.environ.get("MS_TEST_CITE_DATA")
    (folder / "cite.map").write_text(cite_map(data, "1.3.0"))
    (folder / "cite-1.1.1.map").write_text(cite_map(data, "1.1.1"))
    (folder / "ms.conf").write_text('CONFIG MAPS "cite" "cite.map" "cite-1.1.1" "cite-1.1.1.map" END END')
    program = folder / "mapserv"
    shutil.copy(servers.MAPSERV, program)
    server = servers.Server(f"http://127.0.0.1:{port}/", folder)
    server.start([program, "--http", f"127.0.0.1:{port}"], {"MAPSERVER_CONFIG_FILE": str(folder / "ms.conf")})
    yield server.wait()
    server.stop()


@pytest.fixture(scope="module")
def ask(service):
    def answer(version="1.3.0", **parameters):
        return servers.fetch(f"{service.address}?{urlencode({'map': 'cite', 'SERVICE': 'WMS', 'VERSION': version} | parameters)}")
    return answer


def get_map(version, **changes):
    box = (DEGREES[1], DEGREES[0], DEGREES[3], DEGREES[2]) if version == "1.3.0" else DEGREES
    usual = {"REQUEST": "GetMap", "LAYERS": "cite:Lakes", "STYLES": "", "BBOX": ",".join(map(str, box)), "WIDTH": 200,
             "HEIGHT": 100, "FORMAT": "image/png", "CRS" if version == "1.3.0" else "SRS": "EPSG:4326"}
    return {name: value for name, value in (usual | changes).items() if value is not None}


def get_feature_info(version, **changes):
    x, y = ("I", "J") if version == "1.3.0" else ("X", "Y")
    usual = {"REQUEST": "GetFeatureInfo", "QUERY_LAYERS": "cite:Lakes", "INFO_FORMAT": "text/plain", x: 135, y: 60}
    return get_map(version) | {name: value for name, value in (usual | changes).items() if value is not None}


def image(answer):
    assert answer.type == "image/png", answer.text[:500]
    return Image.open(io.BytesIO(answer.body)).convert("RGBA")


def code(answer):
    """The code of an exception that is valid by its DTD or schema; "" for one without."""
    assert answer.type in ("text/xml", "application/vnd.ogc.se_xml"), answer.type
    is_new = b"http://www.opengis.net/ogc" in answer.body
    exception = ET.fromstring(answer.body).find(OGC + "ServiceException" if is_new else "ServiceException")
    return exception.get("code", "")


def layers_of(answer):
    root = ET.fromstring(answer.body)
    prefix = WMS if root.tag.startswith(WMS) else ""
    return {layer.findtext(prefix + "Name"): layer for layer in root.iter(prefix + "Layer")}, prefix


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.1.1"])
def test_capabilities_keep_to_their_dtd(ask, version):
    ogc_schemas.check_dtd(ask(version, REQUEST="GetCapabilities").body)


def test_capabilities_of_1_3_0_keep_to_the_schemas(ask, tmp_path):
    (tmp_path / "ms.xsd").write_bytes(ask(REQUEST="GetSchemaExtension").body)
    ogc_schemas.check_schemas(ask(REQUEST="GetCapabilities").body,
                              f'<xs:import namespace="http://mapserver.gis.umn.edu/mapserver" schemaLocation="{tmp_path}/ms.xsd"/>')


@pytest.mark.parametrize("version", ["1.1.0", "1.1.1"])
def test_exceptions_keep_to_their_dtd(ask, version):
    ogc_schemas.check_dtd(ask(version, **get_map(version, LAYERS="none")).body)


def test_exceptions_of_1_3_0_keep_to_the_schema(ask):
    ogc_schemas.check_schemas(ask(**get_map("1.3.0", LAYERS="none")).body)


def test_descriptions_keep_to_their_dtd(ask):
    ogc_schemas.check_dtd(ask("1.1.1", REQUEST="DescribeLayer", LAYERS="cite:Lakes,cite:Ponds").body)


# 6.2.4: the requested version, else the highest below it, else the lowest.
@pytest.mark.parametrize("asked, got", [("1.3.0", "1.3.0"), ("1.1.1", "1.1.1"), ("9.9.9", "1.3.0"), ("1.2.0", "1.1.1"),
                                        ("0.0.1", "1.0.0"), ("", "1.3.0")])
def test_the_version_is_negotiated(ask, asked, got):
    assert ET.fromstring(ask(asked, REQUEST="GetCapabilities").body).get("version") == got


# 6.8.1: names of parameters without case, in any order, unknown ones ignored.
def test_parameters_are_read_without_case_and_order(ask):
    answer = ask(**{"bOgUs": "x", "rEqUeSt": "GetCapabilities"})
    assert ET.fromstring(answer.body).tag == WMS + "WMS_Capabilities"


# 7.2.3.5
@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
@pytest.mark.parametrize("sequence, expected", [("6", None), ("7", "CurrentUpdateSequence"), ("8", "InvalidUpdateSequence")])
def test_the_update_sequence_is_heeded(ask, version, sequence, expected):
    answer = ask(version, REQUEST="GetCapabilities", UPDATESEQUENCE=sequence)
    if expected:
        assert code(answer) == expected
    else:
        assert ET.fromstring(answer.body).get("updateSequence") == "7"


# 7.2.4.6
@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_every_layer_has_a_title_a_place_and_a_system(ask, version):
    layers, prefix = layers_of(ask(version, REQUEST="GetCapabilities"))
    assert set(NAMES) < set(layers)
    geographic = "EX_GeographicBoundingBox" if version == "1.3.0" else "LatLonBoundingBox"
    for name in NAMES:
        assert layers[name].findtext(prefix + "Title")
        assert layers[name].find(prefix + geographic) is not None
        assert layers[name].find(prefix + "BoundingBox") is not None
    root = layers["cite"]
    assert {node.text for node in root.findall(prefix + ("CRS" if prefix else "SRS"))} >= {"EPSG:4326", "CRS:84"}
    assert root.find(f"{prefix}MetadataURL/{prefix}OnlineResource").get(XLINK) == METADATA_URL


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_queryable_layers_are_those_that_answer(ask, version):
    layers, _ = layers_of(ask(version, REQUEST="GetCapabilities"))
    for name in NAMES:
        is_queryable = layers[name].get("queryable") == "1"
        assert is_queryable == (name.removeprefix("cite:") not in NOT_QUERYABLE)
        answer = ask(version, **get_feature_info(version, LAYERS=name, QUERY_LAYERS=name))
        assert answer.type == "text/plain" if is_queryable else code(answer) == "LayerNotQueryable"


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
@pytest.mark.parametrize("name", NAMES)
def test_every_layer_is_drawn(ask, version, name):
    assert image(ask(version, **get_map(version, LAYERS=name))).size == (200, 100)


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_every_format_and_every_system_that_is_offered_is_served(ask, version):
    answer = ask(version, REQUEST="GetCapabilities")
    layers, prefix = layers_of(answer)
    for node in ET.fromstring(answer.body).findall(f".//{prefix}GetMap/{prefix}Format"):
        assert ask(version, **get_map(version, FORMAT=node.text)).type == node.text.split(";")[0], node.text
    for node in layers["cite"].findall(prefix + ("CRS" if prefix else "SRS")):
        box = {"EPSG:3857": "-467,-267,467,267", "CRS:84": ",".join(map(str, DEGREES))}.get(node.text)
        system = {"CRS" if prefix else "SRS": node.text} | ({"BBOX": box} if box else {})
        image(ask(version, **get_map(version, **system)))


# 7.3.3.5: "the layer listed first in the request is drawn at the bottom".
def test_layers_are_drawn_in_the_order_of_the_request(ask):
    one = image(ask(**get_map("1.3.0", LAYERS="cite:Forests,cite:Lakes", STYLES=",")))
    other = image(ask(**get_map("1.3.0", LAYERS="cite:Lakes,cite:Forests", STYLES=",")))
    assert one.tobytes() != other.tobytes()


# 6.7.3: EPSG:4326 has latitude first in 1.3.0, CRS:84 longitude.
def test_axes_are_those_of_the_system(ask):
    swapped = image(ask(**get_map("1.3.0", CRS="CRS:84", BBOX=",".join(map(str, DEGREES)))))
    assert swapped.tobytes() == image(ask(**get_map("1.3.0"))).tobytes()
    assert swapped.tobytes() == image(ask("1.1.1", **get_map("1.1.1"))).tobytes()


# 7.3.3.6 to 7.3.3.10
def test_background_and_transparency(ask):
    corner = (0, 0)
    assert image(ask(**get_map("1.3.0"))).getpixel(corner) == (255, 255, 255, 255)
    assert image(ask(**get_map("1.3.0", BGCOLOR="0xFFA000"))).getpixel(corner) == (255, 160, 0, 255)
    assert image(ask(**get_map("1.3.0", TRANSPARENT="TRUE"))).getpixel(corner)[3] == 0
    assert image(ask(**get_map("1.3.0", TRANSPARENT="FALSE"))).getpixel(corner)[3] == 255


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
@pytest.mark.parametrize("change, expected", [
    ({"LAYERS": "cite:NoSuch"}, "LayerNotDefined"), ({"STYLES": "nosuch"}, "StyleNotDefined"),
    ({"FORMAT": "image/nosuch"}, "InvalidFormat"), ({"BBOX": "1,1,0,0"}, None), ({"BBOX": "0,0,0,0"}, None),
    ({"BBOX": "0,0,1"}, None), ({"WIDTH": 0}, None), ({"HEIGHT": -1}, None), ({"WIDTH": None}, "MissingParameterValue"),
    ({"SYSTEM": "EPSG:99999"}, "Invalid{}"), ({"REQUEST": "NoSuch"}, None),
])
def test_bad_maps_are_exceptions(ask, version, change, expected):
    system = "CRS" if version == "1.3.0" else "SRS"
    change = {system if name == "SYSTEM" else name: value for name, value in change.items()}
    answer = code(ask(version, **get_map(version, **change)))
    if expected:
        assert answer == expected.format(system)


# 7.3.3.11
def test_exceptions_may_be_images(ask):
    blank = image(ask(**get_map("1.3.0", LAYERS="none", EXCEPTIONS="BLANK", BGCOLOR="0x0000FF")))
    assert blank.getcolors() == [(200 * 100, (0, 0, 255, 255))]
    assert len(image(ask(**get_map("1.3.0", LAYERS="none", EXCEPTIONS="INIMAGE"))).getcolors()) > 1
    old = "application/vnd.ogc.se_blank"
    assert image(ask("1.1.1", **get_map("1.1.1", LAYERS="none", EXCEPTIONS=old))).size == (200, 100)


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
def test_every_format_of_feature_info_that_is_offered_is_served(ask, version):
    answer = ask(version, REQUEST="GetCapabilities")
    _, prefix = layers_of(answer)
    formats = [node.text for node in ET.fromstring(answer.body).findall(f".//{prefix}GetFeatureInfo/{prefix}Format")]
    assert {"text/plain", "application/vnd.ogc.gml"} <= set(formats)
    for name in formats:
        assert ask(version, **get_feature_info(version, INFO_FORMAT=name)).type == name


@pytest.mark.parametrize("version", ["1.1.1", "1.3.0"])
@pytest.mark.parametrize("change, expected", [
    ({"QUERY_LAYERS": "cite:NoSuch"}, "LayerNotDefined"), ({"QUERY_LAYERS": "cite:MapNeatline"}, "LayerNotQueryable"),
    ({"QUERY_LAYERS": "cite:Lakes,cite:MapNeatline"}, "LayerNotQueryable"), ({"QUERY_LAYERS": None}, None),
    ({"INFO_FORMAT": "text/nosuch"}, "InvalidFormat"), ({"X": None, "I": None}, None),
])
def test_bad_questions_are_exceptions(ask, version, change, expected):
    answer = code(ask(version, **get_feature_info(version, **change)))
    if expected:
        assert answer == expected


# 7.4.3.7
@pytest.mark.parametrize("place", [{"I": -1}, {"J": -1}, {"I": 200}, {"J": 100}, {"I": "x"}])
def test_points_beside_the_map_are_exceptions(ask, place):
    assert code(ask(**get_feature_info("1.3.0", **place))) == "InvalidPoint"


# Annex C
def test_dimensions_choose_what_is_drawn(ask):
    autos = {"LAYERS": "cite:Autos"}
    at = {time: image(ask(**get_map("1.3.0", TIME=time, **autos))).tobytes()
          for time in ["2000-01-01T00:00:30Z", "2000-01-01T00:00:05Z", "2000-01-01T00:00:00Z/2000-01-01T00:01:00Z"]}
    assert image(ask(**get_map("1.3.0", **autos))).tobytes() == at["2000-01-01T00:00:30Z"]  # the default
    assert code(ask(**get_map("1.3.0", ELEVATION="480,490"))) == "InvalidDimensionValue"
    assert ask(**get_map("1.3.0", ELEVATION="1000")).headers["warning"] == "99 Nearest value used: elevation=500 CRS:88"
    assert code(ask("1.1.1", **get_map("1.1.1", map="cite-1.1.1", ELEVATION="1000"))) == "InvalidDimensionValue"


# More than 230 and 140 assertions; those that are about something the map lacks are left out.
@pytest.mark.parametrize("version, least", [("1.3.0", 230), ("1.1.1", 140)])
def test_every_assertion_of_the_suites_holds(service, version, least):
    ogc_schemas.etree()
    sys.path.insert(0, str(servers.SOURCE / "tests/cite"))
    import run
    results = run.walk(version, run.over_http(service.address), "map=" + {"1.3.0": "cite", "1.1.1": "cite-1.1.1"}[version])
    assert len(results) >= least
    assert [f"{result.name}: {result.problem}" for result in results if result.problem] == []
