# SPDX-License-Identifier: MIT
"""WMTS: stock clients (OWSLib, GDAL) read the capabilities and the tiles; parameters, paths, limits and errors; the URLs of the tile cache study."""

import io
import itertools
import re
import urllib.parse
from xml.etree import ElementTree

import numpy
import ogc_schemas
import pytest
import servers
from PIL import Image

HALF = 20037508.342789244
GRID = "GoogleMapsCompatible"
OWS = {"ows": "http://www.opengis.net/ows/1.1", "wmts": "http://www.opengis.net/wmts/1.0"}
TILE = {"SERVICE": "WMTS", "VERSION": "1.0.0", "REQUEST": "GetTile", "LAYER": "base", "STYLE": "default", "FORMAT": "image/png",
        "TILEMATRIXSET": GRID, "TILEMATRIX": "2", "TILEROW": "1", "TILECOL": "2"}


def by_parameters(listener, **changes):
    """A value of None leaves the parameter out."""
    parameters = {name: value for name, value in (TILE | changes).items() if value is not None}
    return servers.fetch(f"{listener.address}wmts?{urllib.parse.urlencode(parameters)}")


def by_path(listener, path):
    return servers.fetch(f"{listener.address}wmts/wmts/1.0.0/{path}")


def pixels(answer):
    assert answer.is_png, answer.text
    return numpy.asarray(Image.open(io.BytesIO(answer.body)).convert("RGB"))


def get_map(listener, layers, box, size, more="", name="wmts"):
    return servers.fetch(f"{listener.address}{name}?SERVICE=WMS&REQUEST=GetMap&BBOX={','.join(map(str, box))}&WIDTH={size}&HEIGHT={size}"
                         f"&SRS=EPSG:3857&LAYERS={layers}{more}")


def fault(answer):
    """Status, code and locator of an exception report."""
    report = ElementTree.fromstring(answer.body)
    assert report.tag == f"{{{OWS['ows']}}}ExceptionReport", answer.text
    exception = report.find("ows:Exception", OWS)
    return answer.status, exception.get("exceptionCode"), exception.get("locator")


@pytest.fixture(scope="module")
def capabilities(listener):
    answer = by_path(listener, "WMTSCapabilities.xml")
    assert answer.status == 200 and answer.type == "text/xml"
    return answer.body


def test_capabilities_keep_to_the_schemas(capabilities):
    xml = ogc_schemas.etree()
    schema = ogc_schemas.FOLDER / "wmts/1.0/wmtsGetCapabilities_response.xsd"
    schema = xml.XMLSchema(xml.parse(str(schema), ogc_schemas.parser()))
    schema.validate(xml.fromstring(capabilities))
    # Until 2012 the schemas counted rows and columns from 1, in contradiction to the standard (OGC 07-057r7, table 12).
    assert [error.message for error in schema.error_log if not re.search(r"M(in|ax)Tile(Row|Col)': '0' is not", error.message)] == []


def test_parameters_and_paths_give_the_same_capabilities_but_for_addresses(listener, capabilities):
    by_name = servers.fetch(f"{listener.address}wmts?SERVICE=WMTS&REQUEST=GetCapabilities")
    assert by_name.body == capabilities
    without_path = servers.fetch(f"{listener.address}?map=wmts&SERVICE=WMTS&REQUEST=GetCapabilities").text
    assert "ResourceURL" not in without_path and "<ows:Value>KVP" in without_path


def test_owslib_finds_layers_grids_and_tiles(listener):
    wmts = pytest.importorskip("owslib.wmts").WebMapTileService(f"{listener.address}wmts")
    assert list(wmts.contents) == ["world", "base", "countries", "rivers", "capitals"]
    assert wmts["base"].title == "Countries and rivers"
    assert list(wmts["rivers"].styles) == ["default", "blue", "red"]
    assert list(wmts.tilematrixsets) == [GRID, "WorldCRS84Quad", "europe"]
    assert wmts.tilematrixsets["europe"].crs == "urn:ogc:def:crs:EPSG::3035"
    assert wmts.tilematrixsets["europe"].tilematrix["0"].topleftcorner == (6120000, 2000000)  # northing first
    tile = wmts.gettile(layer="rivers", style="red", tilematrixset=GRID, tilematrix="1", row=0, column=1, format="image/png").read()
    assert tile == by_parameters(listener, LAYER="rivers", STYLE="red", TILEMATRIX="1", TILEROW="0", TILECOL="1").body
    assert tile != by_parameters(listener, LAYER="rivers", STYLE="", TILEMATRIX="1", TILEROW="0", TILECOL="1").body


def test_gdal_puts_tiles_together_as_our_map(listener):
    gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
    gdal.UseExceptions()
    for name, value in (("GDAL_PAM_ENABLED", "NO"), ("GDAL_DEFAULT_WMS_CACHE_PATH", str(listener.folder / "gdal-cache"))):
        gdal.SetConfigOption(name, value)
    dataset = gdal.Open(f"WMTS:{listener.address}wmts/wmts/1.0.0/WMTSCapabilities.xml,layer=base,tilematrixset={GRID},tilematrix=2")
    left, cell, _, top, _, _ = dataset.GetGeoTransform()
    column, row = round((left + HALF) / cell), round((HALF - top) / cell)  # GDAL leaves out what is beyond the layer's box,
    whole = pixels(get_map(listener, "base", (-HALF, -HALF, HALF, HALF), 1024))[row:, column:]
    image = numpy.moveaxis(dataset.ReadAsArray()[:3], 0, -1)[:len(whole)]  # and draws nothing beyond the grid
    assert image.shape == whole.shape and len(image) > 900
    assert numpy.array_equal(image, whole)


def test_a_tile_by_parameters_and_by_path_is_the_same(listener):
    tile = by_parameters(listener)
    assert tile.status == 200 and tile.type == "image/png"
    for path in (f"base/default/{GRID}/2/1/2.png", f"base/default/{GRID}/2/1/2"):
        other = by_path(listener, path)
        assert (other.body, other.headers["etag"]) == (tile.body, tile.headers["etag"])
    unchanged = servers.fetch(f"{listener.address}wmts/wmts/1.0.0/base/default/{GRID}/2/1/2", {"If-None-Match": tile.headers["etag"]})
    assert unchanged.status == 304
    assert by_path(listener, f"base/default/{GRID}/2/1/2.jpeg").type == "image/jpeg"


def test_the_urls_of_the_tile_cache_study(listener):
    """GetMap has neither VERSION nor FORMAT nor STYLES there; four tiles are the map."""
    answer = by_path(listener, f"base/default/{GRID}/0/0/0")
    assert pixels(answer).shape == (256, 256, 3)
    whole = pixels(get_map(listener, "base", (-20037508.342789, -20037508.342789, 20037508.342789, 20037508.342789), 512))
    tiles = [[pixels(by_path(listener, f"base/default/{GRID}/1/{row}/{column}.png")) for column in (0, 1)] for row in (0, 1)]
    assert numpy.array_equal(numpy.vstack([numpy.hstack(row) for row in tiles]), whole)
    assert len(numpy.unique(whole.reshape(-1, 3), axis=0)) > 20


def test_get_map_without_version_needs_the_setting(listener):
    answer = get_map(listener, "countries", (-HALF, -HALF, HALF, HALF), 64, name="tiles")
    assert answer.status == 400 and "VERSION" in answer.text


def test_degrees_are_longitude_latitude(listener):
    tile = pixels(by_parameters(listener, TILEMATRIXSET="WorldCRS84Quad", TILEMATRIX="1", TILEROW="0", TILECOL="2"))
    same = servers.fetch(f"{listener.address}?map=wmts&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=base&STYLES=&SRS=EPSG:4326&BBOX=0,0,90,90"
                         "&WIDTH=256&HEIGHT=256&FORMAT=image/png")
    assert numpy.array_equal(tile, pixels(same))


def limits(capabilities, layer, grid):
    root = ElementTree.fromstring(capabilities)
    for entry in root.iterfind(".//wmts:Layer", OWS):
        if entry.findtext("ows:Identifier", namespaces=OWS) == layer:
            for link in entry.iterfind("wmts:TileMatrixSetLink", OWS):
                if link.findtext("wmts:TileMatrixSet", namespaces=OWS) == grid:
                    return {one.findtext("wmts:TileMatrix", namespaces=OWS):
                            [int(one.findtext(f"wmts:{name}", namespaces=OWS)) for name in ("MinTileRow", "MaxTileRow", "MinTileCol", "MaxTileCol")]
                            for one in link.iterfind(".//wmts:TileMatrixLimits", OWS)}
    return {}


@pytest.mark.parametrize("grid, levels", [(GRID, range(6)), ("WorldCRS84Quad", range(5)), ("europe", range(4))])
def test_tiles_within_the_limits_exist_and_their_neighbours_do_not(listener, capabilities, grid, levels):
    ranges = limits(capabilities, "capitals", grid)
    for level in levels:
        first_row, last_row, first_column, last_column = ranges[str(level)]
        for row, column in itertools.product({first_row, last_row}, {first_column, last_column}):
            assert by_path(listener, f"capitals/default/{grid}/{level}/{row}/{column}.png").is_png
        beside = [(first_row - 1, first_column), (last_row + 1, first_column), (first_row, first_column - 1), (first_row, last_column + 1)]
        for row, column in beside:
            assert by_path(listener, f"capitals/default/{grid}/{level}/{row}/{column}.png").status == 404
            by_name = by_parameters(listener, LAYER="capitals", TILEMATRIXSET=grid, TILEMATRIX=level, TILEROW=row, TILECOL=column)
            assert fault(by_name)[:2] == (400, "TileOutOfRange")


def test_layers_without_a_written_extent_have_no_limits(capabilities):
    assert limits(capabilities, "base", GRID) == {}


FAULTS = [
    *(({name: None}, (400, "MissingParameterValue", name)) for name in
      ("VERSION", "LAYER", "STYLE", "FORMAT", "TILEMATRIXSET", "TILEMATRIX", "TILEROW", "TILECOL", "REQUEST")),
    ({"LAYER": "nowhere"}, (400, "InvalidParameterValue", "LAYER")),
    ({"STYLE": "nothing"}, (400, "InvalidParameterValue", "STYLE")),
    ({"FORMAT": "image/x-none"}, (400, "InvalidParameterValue", "FORMAT")),
    ({"FORMAT": "application/pdf"}, (400, "InvalidParameterValue", "FORMAT")),
    ({"TILEMATRIXSET": "none"}, (400, "InvalidParameterValue", "TILEMATRIXSET")),
    ({"TILEMATRIX": "99"}, (400, "InvalidParameterValue", "TILEMATRIX")),
    ({"TILEMATRIX": "GoogleMapsCompatible:2"}, (400, "InvalidParameterValue", "TILEMATRIX")),
    ({"TILEROW": "x"}, (400, "InvalidParameterValue", "TILEROW")),
    ({"TILEROW": "4"}, (400, "TileOutOfRange", "TILEROW")),
    ({"TILECOL": "-1"}, (400, "TileOutOfRange", "TILECOL")),
    ({"TILECOL": "99999999999999999999"}, (400, "InvalidParameterValue", "TILECOL")),
    ({"VERSION": "2.0.0"}, (400, "InvalidParameterValue", "VERSION")),
    ({"REQUEST": "GetNothing"}, (501, "OperationNotSupported", "REQUEST")),
    ({"REQUEST": "GetCapabilities", "ACCEPTVERSIONS": "2.0.0", "VERSION": None}, (400, "VersionNegotiationFailed", None)),
    ({"REQUEST": "GetFeatureInfo", "LAYER": "capitals", "I": "256", "J": "0", "INFOFORMAT": "text/plain"}, (400, "PointIJOutOfRange", "I")),
    ({"REQUEST": "GetFeatureInfo", "LAYER": "capitals", "I": "1", "INFOFORMAT": "text/plain"}, (400, "MissingParameterValue", "J")),
    ({"REQUEST": "GetFeatureInfo", "LAYER": "countries", "I": "1", "J": "1", "INFOFORMAT": "text/plain"},
     (400, "InvalidParameterValue", "LAYER")),
]


@pytest.mark.parametrize("changes, expected", FAULTS)
def test_faults_name_the_parameter(listener, changes, expected):
    assert fault(by_parameters(listener, **changes)) == expected


@pytest.mark.parametrize("path", ["base", "base/default", f"base/default/{GRID}/2/1", f"nowhere/default/{GRID}/0/0/0", f"base/default/{GRID}/0/0/1.png",
                                  f"base/default/{GRID}/0/0/0.tif", "base/default/none/0/0/0", f"base/default/{GRID}/0/..%2f0/0", "a/b/c/d/e/f/g/h/i/j"])
def test_paths_that_lead_nowhere_are_not_found(listener, path):
    assert fault(by_path(listener, path))[0] == 404


def test_another_version_is_not_found(listener):
    assert servers.fetch(f"{listener.address}wmts/wmts/2.0.0/base/default/{GRID}/0/0/0").status == 404


def test_features_at_a_pixel(listener):
    """Berlin: 13.4 degrees east, 52.5 north is in tile 17, 10 of level 5."""
    info = {"REQUEST": "GetFeatureInfo", "LAYER": "capitals", "TILEMATRIX": "5", "TILEROW": "10", "TILECOL": "17", "INFOFORMAT": "text/plain"}
    place = (13.4 + 180) / 360 * 32 - 17
    latitude = numpy.radians(52.52)
    row = (1 - numpy.arcsinh(numpy.tan(latitude)) / numpy.pi) / 2 * 32 - 10
    i, j = int(place * 256), int(row * 256)
    answer = by_parameters(listener, **info, I=i, J=j)
    assert answer.status == 200 and "Berlin" in answer.text
    assert by_path(listener, f"capitals/default/{GRID}/5/10/17/{j}/{i}.txt").text == answer.text
    assert "Berlin" not in by_parameters(listener, **info, I=(i + 128) % 256, J=j).text
