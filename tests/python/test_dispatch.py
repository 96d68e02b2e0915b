# SPDX-License-Identifier: MIT
"""The profiling loop, the buffer, and bytes that equal those of the programs."""
import os
import pathlib
import subprocess

import mapscript
import pytest

GET_MAP = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&SRS=EPSG:3857&"
           "WIDTH=256&HEIGHT=256&EXCEPTIONS=application/vnd.ogc.se_inimage&")

# A map without a database: the result must depend on the script, not on data.
MAP = """
MAP
  NAME "tile"
  SIZE 256 256
  EXTENT 0 0 100 100
  PROJECTION "init=epsg:900913" END
  WEB METADATA "ows_enable_request" "*" "wms_title" "t" "wms_srs" "EPSG:900913 EPSG:3857" END END
  LAYER
    NAME "truemarble-gdal" TYPE POLYGON STATUS OFF
    FEATURE POINTS 1663269 1203424 1673053 1203424 1668000 1213208 1663269 1203424 END END
    CLASS STYLE COLOR 40 120 200 OUTLINECOLOR 0 0 0 WIDTH 3 END END
  END
END
"""

# As printed in "MapServer TIFF Overview Performance" (2011), for Python 3.
PROFILING_SCRIPT = """
import mapscript

map = mapscript.mapObj( 'cnes.map')
mapscript.msIO_installStdoutToBuffer()

for i in range(1000):
    req = mapscript.OWSRequest()
    req.loadParamsFromURL( 'LAYERS=truemarble-gdal&FORMAT=image/jpeg&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&EXCEPTIONS=application/vnd.ogc.se_inimage&SRS=EPSG%3A900913&BBOX=1663269.7343875,1203424.5723063,1673053.6740063,1213208.511925&WIDTH=256&HEIGHT=256')
    map.OWSDispatch( req )
"""


@pytest.fixture
def buffer():
    mapscript.msIO_installStdoutToBuffer()
    yield
    mapscript.msIO_resetHandlers()


@pytest.fixture
def tile(tmp_path):
    path = tmp_path / "cnes.map"
    path.write_text(MAP)
    return path


def dispatch(map, query):
    request = mapscript.OWSRequest()
    request.loadParamsFromURL(query)
    return map.OWSDispatch(request)


def tile_query(format="image/png", layer="truemarble-gdal"):
    return (f"LAYERS={layer}&FORMAT={format}&BBOX=1663269,1203424,1673053,1213208&" + GET_MAP)


def test_the_profiling_script_runs_as_printed(tile, monkeypatch, buffer):
    monkeypatch.chdir(tile.parent)
    exec(PROFILING_SCRIPT.replace("range(1000)", "range(20)"), {})
    answer = mapscript.msIO_getStdoutBufferBytes()
    assert answer.count(b"Content-Type: image/jpeg") == 20
    assert answer.count(b"\xff\xd8\xff") >= 20


def resident_kib():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4


def test_a_thousand_dispatches_keep_memory_files_and_images_as_they_are(tile, buffer):
    map = mapscript.mapObj(str(tile))
    images = []
    resident = {}
    files = {}
    for i in range(1, 1001):
        assert dispatch(map, tile_query()) == mapscript.MS_SUCCESS
        image = mapscript.msIO_getStdoutBufferBytes()
        if i in (1, 1000):
            images.append(image)
        if i in (100, 1000):
            resident[i] = resident_kib()
            files[i] = len(os.listdir("/proc/self/fd"))
    assert images[0] == images[1]
    assert resident[1000] - resident[100] < 1024
    assert files[1000] == files[100]


def test_a_request_for_no_service_is_left_to_others(tile, buffer):
    map = mapscript.mapObj(str(tile))
    assert dispatch(map, "mode=browse") == mapscript.MS_DONE
    assert mapscript.msIO_getStdoutBufferBytes() == b""


def test_an_exception_report_is_in_the_buffer_and_raised(tile, buffer):
    map = mapscript.mapObj(str(tile))
    with pytest.raises(mapscript.MapServerError, match="WMS server error"):
        dispatch(map, "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap")
    assert mapscript.msIO_stripStdoutBufferContentType().startswith("application/vnd.ogc.se_xml")
    assert b"ServiceException" in mapscript.msIO_getStdoutBufferBytes()
    assert mapscript.msGetErrorObj().code == mapscript.MS_NOERR


def test_the_buffer_is_stripped_read_and_emptied(tile, buffer):
    map = mapscript.mapObj(str(tile))
    dispatch(map, tile_query())
    assert mapscript.msIO_stripStdoutBufferContentType() == "image/png"
    assert mapscript.msIO_stripStdoutBufferContentType() is None
    image = mapscript.msIO_getStdoutBufferBytes()
    assert image.startswith(b"\x89PNG")
    assert mapscript.msIO_getStdoutBufferBytes() == b""
    dispatch(map, tile_query())
    headers = mapscript.msIO_getAndStripStdoutBufferMimeHeaders()
    assert headers["content-type"] == "image/png"
    assert mapscript.msIO_getStdoutBufferBytes() == image


def test_without_a_buffer_asking_for_it_raises():
    mapscript.msIO_resetHandlers()
    with pytest.raises(mapscript.MapServerError, match="Can't identify msIO buffer"):
        mapscript.msIO_getStdoutBufferBytes()


def test_nothing_reaches_standard_output_while_the_buffer_is_installed(tile, capfd, buffer):
    map = mapscript.mapObj(str(tile))
    for format in ("image/png", "image/jpeg", "image/png; mode=8bit", "image/svg%2Bxml",
                   "application/x-pdf"):
        dispatch(map, tile_query(format))
    dispatch(map, "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities")
    assert capfd.readouterr().out == ""


def test_answers_do_not_change_the_map(tile, buffer):
    map = mapscript.mapObj(str(tile))
    before = map.convertToString()
    dispatch(map, tile_query())
    assert map.convertToString() == before
    assert map.getLayer(0).status == mapscript.MS_OFF


def cgi_answer(programs, mapfile, query):
    environment = dict(os.environ, REQUEST_METHOD="GET", QUERY_STRING=query,
                       MS_MAPFILE=str(mapfile), MS_MAP_PATTERN=".")
    out = subprocess.run([programs / "mapserv"], env=environment, capture_output=True, timeout=60)
    head, _, body = out.stdout.partition(b"\r\n\r\n")
    return body


@pytest.mark.parametrize("format", ["image/png", "image/jpeg", "image/png; mode=8bit",
                                    "image/svg%2Bxml"])
def test_bytes_equal_those_of_the_server(programs, tile, buffer, format):
    map = mapscript.mapObj(str(tile))
    dispatch(map, tile_query(format).replace(" ", "%20"))
    mapscript.msIO_stripStdoutBufferContentHeaders()
    ours = mapscript.msIO_getStdoutBufferBytes()
    assert ours == cgi_answer(programs, tile, tile_query(format).replace(" ", "%20"))
    assert len(ours) > 500


@pytest.mark.parametrize("query", [
    "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap",
    tile_query(layer="nothing"),
    "SERVICE=SOS&REQUEST=GetCapabilities"])
def test_exception_reports_equal_those_of_the_server(programs, tile, buffer, query):
    map = mapscript.mapObj(str(tile))
    with pytest.raises(mapscript.MapServerError):
        dispatch(map, query)
    mapscript.msIO_stripStdoutBufferContentHeaders()
    assert mapscript.msIO_getStdoutBufferBytes() == cgi_answer(programs, tile, query)


EXAMPLES = sorted(path.stem for path in (pathlib.Path(__file__).parents[2] / "mapfile-examples").glob("*.map") if path.stem != "cascade")  # scripts fetch nothing


@pytest.fixture
def example(examples, request, monkeypatch):
    if "postgis.inc" in (examples / f"{request.param}.map").read_text():
        if "MS_TEST_PG" not in os.environ:
            pytest.skip("needs the database of the examples")
        for name, value in (word.split("=") for word in os.environ["MS_TEST_PG"].split()):
            if name in ("host", "port", "user"):
                monkeypatch.setenv(f"PG{name.upper()}", value)
    return examples / f"{request.param}.map"


@pytest.mark.parametrize("example", EXAMPLES, indirect=True)
def test_drawn_examples_equal_those_of_map2img(programs, example, tmp_path):
    image = tmp_path / "image"
    subprocess.run([programs / "map2img", "-m", example, "-o", image], timeout=120, check=True)
    map = mapscript.mapObj(str(example))
    assert map.draw().getBytes() == image.read_bytes()


@pytest.mark.parametrize("example", EXAMPLES, indirect=True)
def test_answers_about_examples_equal_those_of_the_server(programs, example, buffer):
    map = mapscript.mapObj(str(example))
    box = map.extent
    srs = map.web.metadata.get("ows_srs", "EPSG:3857").split()[0]
    layers = ",".join(layer.name for layer in map.layers if layer.name)
    query = (f"SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&SRS={srs}&LAYERS={layers}&FORMAT=image/png&"
             f"BBOX={box.minx},{box.miny},{box.maxx},{box.maxy}&WIDTH=200&HEIGHT=160")
    for question in (query, "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities"):
        dispatch_or_report(map, question)
        mapscript.msIO_stripStdoutBufferContentHeaders()
        ours = mapscript.msIO_getStdoutBufferBytes()
        assert ours == cgi_answer(programs, example, question)
        assert len(ours) > 300  # labels and symbols are not services: reports


def dispatch_or_report(map, query):
    try:
        return dispatch(map, query)
    except mapscript.MapServerError:
        return mapscript.MS_FAILURE


# Every driver that writes: each answer goes through the one sink.
FORMATS = ["png", "png8", "png24", "jpeg", "svg", "cairopng", "pdf", "jpegpng", "jpegpng8", "webp"]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_fills_the_buffer_and_nothing_else(programs, tile, buffer, capfd, format):
    map = mapscript.mapObj(str(tile))
    if map.getOutputFormatByName(format) is None:
        pytest.skip("this build has no such format")
    query = tile_query(format)
    dispatch(map, query)
    mapscript.msIO_stripStdoutBufferContentHeaders()
    ours = mapscript.msIO_getStdoutBufferBytes()
    assert capfd.readouterr().out == ""
    assert len(ours) > 300
    if format != "pdf":  # which has the time in it
        assert ours == cgi_answer(programs, tile, query)


# Answers that are not images of the map: documents, pages, texts, legends.
OTHERS = ["SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities",
          "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities",
          "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetStyles&LAYERS=truemarble-gdal",
          "SERVICE=WMS&VERSION=1.1.1&REQUEST=DescribeLayer&LAYERS=truemarble-gdal",
          "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetLegendGraphic&LAYER=truemarble-gdal&FORMAT=image/png",
          *(tile_query().replace("GetMap", "GetFeatureInfo") + f"QUERY_LAYERS=truemarble-gdal&X=100&Y=100&INFO_FORMAT={kind}"
            for kind in ("text/plain", "text/html", "application/vnd.ogc.gml", "nonsense"))]


@pytest.mark.parametrize("query", OTHERS)
def test_other_answers_fill_the_buffer_and_nothing_else(programs, tile, buffer, capfd, query):
    text = tile.read_text().replace("TYPE POLYGON", 'TYPE POLYGON TEMPLATE "feature.html"')
    tile.write_text(text)
    tile.with_name("feature.html").write_text("<!-- MapServer Template -->\n[shpidx] was found")
    dispatch_or_report(mapscript.mapObj(str(tile)), query)
    mapscript.msIO_stripStdoutBufferContentHeaders()
    ours = mapscript.msIO_getStdoutBufferBytes()
    assert capfd.readouterr().out == ""
    assert ours == cgi_answer(programs, tile, query)
    assert ours != b""


@pytest.mark.parametrize("format", FORMATS)
def test_images_of_every_format_equal_those_of_map2img(programs, tile, tmp_path, format):
    map = mapscript.mapObj(str(tile))
    map.getLayer(0).status = mapscript.MS_ON
    map.setExtent(1663269, 1203424, 1673053, 1213208)
    if map.getOutputFormatByName(format) is None or format == "pdf":
        pytest.skip("this build has no such format, or it has the time in it")
    changed, image = tmp_path / "changed.map", tmp_path / "image"
    map.save(str(changed))
    subprocess.run([programs / "map2img", "-m", changed, "-i", format, "-o", image], timeout=60, check=True)
    map.selectOutputFormat(format)
    assert map.draw().getBytes() == image.read_bytes()


def connections():
    """TCP and local sockets of this process."""
    there = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if fd_is_open(fd)]
    return sum(name.startswith("socket:") for name in there)


def fd_is_open(fd):
    return os.path.islink(f"/proc/self/fd/{fd}")


@pytest.mark.parametrize("example", ["world"], indirect=True)
def test_a_thousand_dispatches_to_a_database_keep_memory_files_and_connections(example, buffer):
    map = mapscript.mapObj(str(example))
    box = map.extent
    query = (f"SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&SRS={map.web.metadata['ows_srs'].split()[0]}&"
             f"LAYERS={map.getLayer(0).name}&FORMAT=image/png&BBOX={box.minx},{box.miny},{box.maxx},{box.maxy}&"
             "WIDTH=64&HEIGHT=64")
    seen = {}
    for i in range(1, 1001):
        assert dispatch(map, query) == mapscript.MS_SUCCESS
        image = mapscript.msIO_getStdoutBufferBytes()
        if i in (100, 1000):
            seen[i] = (image, len(os.listdir("/proc/self/fd")), connections())
            seen[f"{i} KiB"] = resident_kib()
    assert seen[100] == seen[1000]
    assert seen[1000][2] > 0
    assert seen["1000 KiB"] - seen["100 KiB"] < 1024


@pytest.mark.skipif("MS_TEST_PG" not in os.environ, reason="needs the database of the examples")
def test_rows_of_a_database_are_counted_there_and_read_up_to_maxfeatures():
    map = mapscript.mapObj()
    layer = mapscript.layerObj(map)
    layer.type = mapscript.MS_LAYER_POLYGON
    layer.setConnectionType(mapscript.MS_POSTGIS, "")
    layer.connection = os.environ["MS_TEST_PG"]
    layer.data = "geom from demo.ne_countries using unique gid using srid=4326"
    layer.addProcessing("ITEMS=gid")
    number = layer.getNumFeatures()
    layer.maxfeatures = 3
    with layer:
        layer.whichShapes(mapscript.rectObj(-180, -90, 180, 90))
        assert [shape.numvalues for shape in layer] == [1, 1, 1]
    assert layer.getNumFeatures() == number > 3
    # The columns are not queried for it.
    layer.data = "geom from (select * from demo.ne_countries) as t using unique missing using srid=4326"
    assert layer.getNumFeatures() == number
