# SPDX-License-Identifier: MIT
"""WCS: the values of files, as stock clients (GDAL's WCS driver, OWSLib) and requests of their own get them; limits of memory, size and address."""

import io
import re
import shutil
import subprocess
from urllib.parse import quote

import numpy as np
import pytest
from PIL import Image

gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
import raster_data as data
import servers
from raster_data import NORTH, PIXEL, WEST

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")
CRS = 'PROJECTION "EPSG:25831" END'
WIDTH, HEIGHT = 60, 40
BOX = (WEST, NORTH - HEIGHT * PIXEL, WEST + WIDTH * PIXEL, NORTH)
VERSIONS = ("1.0.0", "2.0.1")  # which clients read; of 1.1, GDAL 3.6 takes edges for centres, and OWSLib finds no coverages, MapServer's neither


def text_of(folder):
    def layer(name, text, metadata=""):
        return f'LAYER NAME "{name}" TYPE RASTER STATUS OFF METADATA "wcs_label" "{name}" "wcs_formats" "float byte named" "wcs_native_format" "image/tiff; byte" "wcs_srs" "EPSG:25831 EPSG:3857" {metadata} END {text} END'
    grid = f'"wcs_extent" "{" ".join(map(repr, BOX))}" "wcs_size" "{WIDTH} {HEIGHT}" "wcs_bandcount" "3"'
    return f"""MAP NAME "m" SIZE 100 100 EXTENT {" ".join(map(repr, BOX))} MAXSIZE 3000 {CRS} SHAPEPATH "{folder}"
      OUTPUTFORMAT NAME "float" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE FLOAT32 EXTENSION "tif" END
      OUTPUTFORMAT NAME "named" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; named" IMAGEMODE BYTE EXTENSION "tif" FORMATOPTION "FILENAME=my map.tif" END
      OUTPUTFORMAT NAME "byte" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; byte" IMAGEMODE BYTE EXTENSION "tif" END
      OUTPUTFORMAT NAME "grid" DRIVER "GDAL/AAIGrid" MIMETYPE "image/x-aaigrid" IMAGEMODE INT16 EXTENSION "grd" END
      WEB METADATA "ows_title" "t" "wcs_label" "t" "ows_enable_request" "*" "wcs_denied_ip_list" "10.0.0.0/8" END END
      {layer("rgb", f'DATA "rgb.tif" {CRS}')} {layer("heights", f'DATA "heights.tif" {CRS}', '"wcs_rangeset_nullvalue" "-9999"')}
      {layer("index", f'TILEINDEX "index.shp" TILEITEM "location" MINSCALEDENOM 1e9 {CRS}', grid)} {layer("gridless", f'TILEINDEX "index.shp" TILEITEM "location" {CRS}')}
      {layer("timed", f'TILEINDEX "index.shp" TILEITEM "location" {CRS}', grid + ' "wcs_timeitem" "location" "wcs_timeposition" "west.tif,east.tif"')}
      {layer("masked", f'DATA "rgb.tif" MASK "mask" {CRS}')} {layer("faint", f'DATA "rgb.tif" COMPOSITE OPACITY 50 END {CRS}')}
      LAYER NAME "mask" TYPE POLYGON STATUS OFF FEATURE POINTS {WEST} {NORTH} {WEST + 10} {NORTH} {WEST + 10} {NORTH - 20} {WEST} {NORTH - 20} {WEST} {NORTH} END END
        CLASS STYLE COLOR 0 0 0 END END END
      LAYER NAME "vector" TYPE POINT FEATURE POINTS {WEST} {NORTH} END END END END"""


@pytest.fixture(scope="module")
def folder():
    made = servers.own_folder()
    data.write(made / "rgb.tif", data.rgb(WIDTH, HEIGHT))
    values = data.heights(WIDTH, HEIGHT)
    values[:5, :5] = -9999
    data.write(made / "heights.tif", values, gdal.GDT_Float32, no_data=-9999)
    for name, left in (("west.tif", 0), ("east.tif", WIDTH // 2)):
        data.program("gdal_translate", "-q", "-srcwin", left, 0, WIDTH // 2, HEIGHT, made / "rgb.tif", made / name)
    subprocess.run(["gdaltindex", "index.shp", "west.tif", "east.tif"], cwd=made, check=True, stdout=subprocess.DEVNULL)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def server(folder):
    own = servers.own_folder()
    shutil.copy(servers.OGR_MODULE, own)
    started = servers.start_listener_of(own, {"m": text_of(folder)}, {"MS_REQUEST_MEMORY_MB": "64", "MS_TRUSTED_PROXIES": "127.0.0.1"})
    yield started
    assert started.stop() == [0]


def ask(server, query, headers=None):
    return servers.fetch(f"{server.address}?map=m&SERVICE=WCS&{query}", headers=headers or {})


def coverage(server, query, version="2.0.1"):
    """The file of a GetCoverage, opened."""
    answer = ask(server, f"VERSION={version}&REQUEST=GetCoverage&{query}")
    assert answer.status == 200, answer.text[:500]
    gdal.FileFromMemBuffer("/vsimem/coverage.tif", answer.body)
    return gdal.Open("/vsimem/coverage.tif")


def source(folder, name="rgb"):
    return gdal.Open(str(folder / f"{name}.tif"))


def test_names_of_files_are_quoted_where_they_are_no_tokens(server):
    old = ask(server, f"VERSION=1.0.0&REQUEST=GetCoverage&COVERAGE=rgb&CRS=EPSG:25831&BBOX={','.join(map(repr, BOX))}&WIDTH=20&HEIGHT=10&FORMAT=named")
    assert old.headers["content-disposition"] == 'attachment; filename="my map.tif"', old.text[:300]
    new = ask(server, "VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=rgb&FORMAT=image/tiff%3B+named")
    assert new.headers["content-disposition"] == 'INLINE; filename="my map.tif"', new.text[:300]


@pytest.mark.parametrize("name, form", [("rgb", "byte"), ("heights", "float"), ("index", "byte")])
def test_a_whole_coverage_has_the_values_and_the_place_of_the_file(server, folder, name, form):
    ours = coverage(server, f"COVERAGEID={name}&FORMAT={form}")
    theirs = source(folder, "heights" if name == "heights" else "rgb")
    expected = theirs.ReadAsArray()
    values = ours.ReadAsArray()
    assert np.array_equal(values[..., 5:, 5:], expected[..., 5:, 5:])
    assert np.allclose(ours.GetGeoTransform(), theirs.GetGeoTransform()) and ours.GetSpatialRef().IsSame(theirs.GetSpatialRef())


def test_parts_bands_and_scales(server, folder):
    expected = source(folder).ReadAsArray()
    cut = coverage(server, f"COVERAGEID=rgb&FORMAT=byte&SUBSET=x,imageCRS(10,19)&SUBSET=y,imageCRS(5,24)&RANGESUBSET=3,1")
    assert np.array_equal(cut.ReadAsArray(), expected[[2, 0], 5:25, 10:20])
    assert np.allclose(cut.GetGeoTransform(), (WEST + 10 * PIXEL, PIXEL, 0, NORTH - 5 * PIXEL, 0, -PIXEL))
    half = coverage(server, "COVERAGEID=rgb&FORMAT=float&SCALEFACTOR=0.5&INTERPOLATION=AVERAGE").ReadAsArray()
    assert np.allclose(half, expected.reshape(3, HEIGHT // 2, 2, WIDTH // 2, 2).mean(axis=(2, 4)), atol=0.01)
    one = coverage(server, "COVERAGEID=rgb&FORMAT=byte&SUBSET=x,imageCRS(7,7)&SUBSET=y,imageCRS(9,9)").ReadAsArray()
    assert np.array_equal(one[:, 0, 0], expected[:, 9, 7])


def test_bilinear_values_lie_between_four_pixels(server, folder):
    # ISO 19123: between the four values around a position. From 1.5 pixels of the file for one of the answer on, a kernel that is as wide as a pixel of the answer would find others.
    values = source(folder, "heights").ReadAsArray()
    seen = coverage(server, "COVERAGEID=heights&FORMAT=float&SCALESIZE=x(40),y(25)&INTERPOLATION=BILINEAR").ReadAsArray()
    x, y = (np.arange(40) + 0.5) * WIDTH / 40 - 0.5, ((np.arange(25) + 0.5) * HEIGHT / 25 - 0.5)[:, None]
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    u, v = x - left, y - top
    right, below = np.minimum(left + 1, WIDTH - 1), np.minimum(top + 1, HEIGHT - 1)
    expected = (values[top, left] * (1 - u) + values[top, right] * u) * (1 - v) + (values[below, left] * (1 - u) + values[below, right] * u) * v
    known = np.s_[6:, 6:]  # the file has no values in its corner
    assert np.allclose(seen[known], expected[known], atol=1e-3)


def test_offsite_is_no_value_and_goes_before_that_of_the_file(folder):
    # Answers of MapServer 8.0.0.
    data.write(folder / "bands.tif", np.array([[[10, 20, 50, 70]] * 2, [[50, 20, 11, 60]] * 2, [[7, 60, 50, 70]] * 2], dtype=np.uint8), no_data=20)
    box = (WEST, NORTH - 2 * PIXEL, WEST + 4 * PIXEL, NORTH)
    own = servers.own_folder()
    shutil.copy(servers.OGR_MODULE, own)
    text = f"""MAP NAME "m" SIZE 4 2 EXTENT {" ".join(map(repr, box))} {CRS} SHAPEPATH "{folder}"
      OUTPUTFORMAT NAME "byte" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE BYTE EXTENSION "tif" FORMATOPTION "NULLVALUE=255" END
      WEB METADATA "ows_title" "t" "wcs_label" "t" "ows_enable_request" "*" END END
      LAYER NAME "plain" TYPE RASTER METADATA "wcs_label" "h" END DATA "bands.tif" {CRS} END
      LAYER NAME "off" TYPE RASTER OFFSITE 50 60 70 METADATA "wcs_label" "h" END DATA "bands.tif" {CRS} END END"""
    started = servers.start_listener_of(own, {"m": text})
    rows = {name: coverage(started, f"COVERAGEID={name}&FORMAT=byte").ReadAsArray()[:, 0].tolist() for name in ("plain", "off")}
    assert rows == {"plain": [[10, 255, 50, 70], [50, 255, 11, 60], [7, 60, 50, 70]], "off": [[10, 20, 255, 70], [50, 20, 11, 255], [7, 60, 50, 255]]}
    assert started.stop() == [0]


def test_a_coverage_has_the_format_of_its_file_and_the_crs_of_its_layer(folder):
    own = servers.own_folder()
    shutil.copy(servers.OGR_MODULE, own)
    text = f"""MAP NAME "m" SIZE 100 100 EXTENT {" ".join(map(repr, BOX))} {CRS} SHAPEPATH "{folder}"
      OUTPUTFORMAT NAME "grid" DRIVER "GDAL/AAIGrid" MIMETYPE "image/x-aaigrid" IMAGEMODE INT16 EXTENSION "grd" END
      OUTPUTFORMAT NAME "float" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; values" IMAGEMODE FLOAT32 EXTENSION "tif" END
      WEB METADATA "ows_title" "t" "wcs_label" "t" "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" END END
      LAYER NAME "heights" TYPE RASTER METADATA "wcs_label" "h" END DATA "heights.tif" {CRS} END END"""
    started = servers.start_listener_of(own, {"m": text})
    # As MapServer 8.0.0 answers: METADATA of WEB are for layers without a PROJECTION.
    assert "<wcs:nativeFormat>image/tiff; values</wcs:nativeFormat>" in ask(started, "VERSION=2.0.1&REQUEST=DescribeCoverage&COVERAGEID=heights").text
    assert ask(started, "VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=heights").headers["content-type"] == "image/tiff; values"
    described = ask(started, "VERSION=1.0.0&REQUEST=DescribeCoverage&COVERAGE=heights").text
    assert re.findall(r"<(?:requestResponse|native)CRSs>([^<]*)<", described) == ["EPSG:25831", "EPSG:25831"]
    assert started.stop() == [0]


def test_a_mask_hides_values(server, folder):
    values = coverage(server, "COVERAGEID=masked&FORMAT=byte").ReadAsArray()
    expected = source(folder).ReadAsArray()
    assert np.array_equal(values[:, 1:-1, 1:18], expected[:, 1:-1, 1:18])
    assert (values[:, :, 22:] == 0).all()


def test_images_are_transparent_where_the_coverage_has_no_values(server):
    answer = ask(server, f"VERSION=1.0.0&REQUEST=GetCoverage&COVERAGE=rgb&CRS=EPSG:25831&BBOX={WEST - 10},{NORTH - 10},{WEST + 10},{NORTH}&WIDTH=20&HEIGHT=10&FORMAT=png")
    alpha = np.asarray(Image.open(io.BytesIO(answer.body)).convert("RGBA"))[..., 3]
    assert (alpha[:, :10] == 0).all() and (alpha[:, 10:] == 255).all()


def test_how_a_layer_is_blended_into_maps_does_not_change_the_coverage(server):  # as in MapServer
    faint, plain = (ask(server, f"VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID={name}&FORMAT=image/png") for name in ("faint", "rgb"))
    assert faint.is_png and faint.body == plain.body


def test_values_that_a_file_does_not_have_are_the_null_value(server):
    answer = ask(server, f"VERSION=1.0.0&REQUEST=GetCoverage&COVERAGE=heights&CRS=EPSG:25831&BBOX={','.join(map(repr, BOX))}&WIDTH={WIDTH}&HEIGHT={HEIGHT}&FORMAT=float")
    gdal.FileFromMemBuffer("/vsimem/null.tif", answer.body)
    file = gdal.Open("/vsimem/null.tif")
    band = file.GetRasterBand(1)
    assert band.GetNoDataValue() == -9999 and (band.ReadAsArray()[:5, :5] == -9999).all()


@pytest.mark.parametrize("version", VERSIONS)
def test_gdal_reads_the_coverage_as_a_client(server, folder, tmp_path, version):
    if gdal.GetDriverByName("WCS") is None:
        pytest.skip("this GDAL has no WCS driver")
    gdal.SetConfigOption("GDAL_DEFAULT_WMS_CACHE_PATH", str(tmp_path))
    dataset = gdal.Open(f"WCS:{server.address}?map=m&version={version}&coverage=rgb")
    assert dataset is not None
    assert (dataset.RasterXSize, dataset.RasterYSize) == (WIDTH, HEIGHT)
    assert np.array_equal(dataset.ReadAsArray()[:3], source(folder).ReadAsArray())


@pytest.mark.parametrize("version", VERSIONS)
def test_owslib_finds_and_gets_coverages(server, folder, version):
    wcs = pytest.importorskip("owslib.wcs", reason="python3-owslib is not installed (scripts/setup installs it)")
    service = wcs.WebCoverageService(f"{server.address}?map=m&", version=version)
    assert {"rgb", "heights", "index"} <= set(service.contents) and "vector" not in service.contents
    if version == "1.0.0":
        answer = service.getCoverage(identifier="rgb", bbox=BOX, crs="EPSG:25831", format="byte", width=WIDTH, height=HEIGHT)
        gdal.FileFromMemBuffer("/vsimem/owslib.tif", answer.read())
        assert np.array_equal(gdal.Open("/vsimem/owslib.tif").ReadAsArray(), source(folder).ReadAsArray())
    if version == "2.0.1":
        answer = service.getCoverage(identifier=["rgb"], format="image/tiff; byte", subsets=[("x", WEST, WEST + 10), ("y", NORTH - 5, NORTH)])
        gdal.FileFromMemBuffer("/vsimem/owslib.tif", answer.read())
        assert np.array_equal(gdal.Open("/vsimem/owslib.tif").ReadAsArray(), source(folder).ReadAsArray()[:, :10, :20])


def test_answers_in_parts_name_their_files(server):
    answer = ask(server, "VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=rgb&FORMAT=byte&MEDIATYPE=multipart/related")
    boundary = re.search(r"boundary=(\w+)", answer.headers["content-type"])[1]
    parts = answer.body.split(f"\r\n--{boundary}".encode())
    assert b"gmlcov:RectifiedGridCoverage" in parts[1] and b"cid:coverage/out.tif" in parts[1]
    assert b"Content-ID: coverage/out.tif" in parts[2] and b"II*\0" in parts[2]


@pytest.mark.parametrize("query", ["VERSION=2.0.1&REQUEST=GetCoverage&FORMAT=byte&COVERAGEID=rgb&MEDIATYPE=multipart/related&SCALESIZE=x(2400),y(1600)",
                                   f"VERSION=1.1.1&REQUEST=GetCoverage&FORMAT=byte&IDENTIFIER=rgb&BOUNDINGBOX={','.join(map(repr, BOX))},urn:ogc:def:crs:EPSG::25831"
                                   f"&GRIDBASECRS=urn:ogc:def:crs:EPSG::25831&GRIDOFFSETS={PIXEL / 40},{-PIXEL / 40}"], ids=["2.0", "1.1"])
def test_large_answers_in_parts_are_streamed(server, query):
    small = ask(server, query.replace("2400", "60").replace("1600", "40").replace(f"{PIXEL / 40}", f"{PIXEL}"))
    assert small.status == 200 and "content-length" in small.headers and b"II*\0" in small.body
    answer = ask(server, query)
    assert answer.status == 200 and answer.headers["transfer-encoding"] == "chunked", answer.text[:300]
    boundary = re.search(r"boundary=(\w+)", answer.headers["content-type"])[1].encode()
    _, xml, file, end = answer.body.split(b"\r\n--" + boundary)
    assert end == b"--\r\n" and b"cid:coverage/out.tif" in xml
    gdal.FileFromMemBuffer("/vsimem/large.tif", file.partition(b"\r\n\r\n")[2])
    bands, height, width = gdal.Open("/vsimem/large.tif").ReadAsArray().shape
    assert bands == 3 and 1600 <= height <= 1601 and 2400 <= width <= 2401


def test_a_format_that_cannot_hold_the_bands_says_so(server):
    refused = ask(server, "VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=rgb&FORMAT=grid")
    assert refused.status == 500 and f'driver &quot;AAIGrid&quot; does not write this image of {WIDTH} x {HEIGHT} pixels with 3 bands' in refused.text and "vsimem" not in refused.text
    assert ask(server, "VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=rgb&FORMAT=grid&RANGESUBSET=1").status == 200


def test_a_time_selects_files_of_the_index(server):
    query = f"COVERAGE=timed&FORMAT=byte&CRS=EPSG:25831&BBOX={','.join(map(repr, BOX))}&WIDTH={WIDTH}&HEIGHT={HEIGHT}"
    west = coverage(server, f"{query}&TIME=west.tif", "1.0.0").ReadAsArray()
    whole = coverage(server, query, "1.0.0").ReadAsArray()
    assert np.array_equal(west[:, :, :WIDTH // 2], whole[:, :, :WIDTH // 2]) and whole[:, :, WIDTH // 2:].any() and not west[:, :, WIDTH // 2:].any()
    assert np.array_equal(coverage(server, f"{query}&TIME=west.tif,east.tif", "1.0.0").ReadAsArray(), whole)
    for times, text in (("north.tif", "does not have a time position of north.tif"), (",".join(["west.tif"] * 1001), "Too many values in time")):
        refused = ask(server, f"VERSION=1.0.0&REQUEST=GetCoverage&{query}&TIME={times}")
        assert refused.status == 400 and text in refused.text


def test_a_coverage_has_as_many_bands_as_are_asked_for(server, folder):
    wanted = [1, 2, 3] * 100
    found = coverage(server, f"COVERAGEID=rgb&FORMAT=byte&RANGESUBSET={','.join(map(str, wanted))}").ReadAsArray()
    assert np.array_equal(found, source(folder).ReadAsArray()[[band - 1 for band in wanted]])
    refused = ask(server, f"VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=rgb&FORMAT=byte&RANGESUBSET={','.join(['1'] * 1001)}")
    assert refused.status == 400


def test_limits_of_size_and_memory(server):
    large = ask(server, "VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=rgb&FORMAT=float&SCALESIZE=x(3001),y(1)")
    assert large.status == 400 and "MAXSIZE=3000" in large.text
    heavy = ask(server, "VERSION=2.0.1&REQUEST=GetCoverage&COVERAGEID=rgb&FORMAT=float&SCALESIZE=x(3000),y(3000)")
    assert heavy.status == 500 and "more time or memory than the server allows" in heavy.text
    assert coverage(server, "COVERAGEID=rgb&FORMAT=float&SCALESIZE=x(300),y(300)").RasterXSize == 300


def test_only_coverages_are_offered_and_only_to_those_who_may(server):
    for name in ("vector", "mask", "nix"):
        answer = ask(server, f"VERSION=2.0.1&REQUEST=DescribeCoverage&COVERAGEID={name}")
        assert answer.status == 404 and "NoSuchCoverage" in answer.text
    once, often = (ask(server, f"VERSION=2.0.1&REQUEST=DescribeCoverage&COVERAGEID={','.join(['rgb'] * n)}") for n in (1, 500))
    assert often.text == once.text and once.text.count("<wcs:CoverageId>") == 1
    answer = ask(server, "VERSION=2.0.1&REQUEST=DescribeCoverage&COVERAGEID=gridless")
    assert answer.status == 400 and "needs wcs_extent and wcs_size" in answer.text
    assert "gridless" not in ask(server, "VERSION=1.0.0&REQUEST=GetCapabilities").text
    denied = ask(server, "VERSION=2.0.1&REQUEST=GetCapabilities", {"X-Forwarded-For": "10.1.2.3"})
    assert denied.status == 400 and "not enabled" in denied.text


@pytest.mark.parametrize("version", ["1.0.0", "1.1.1", "2.0.1"])
def test_a_coverage_that_lies_nowhere_on_earth_hides_no_others(version):
    def layer(name, extent):
        return (f'LAYER NAME "{name}" TYPE RASTER DATA "none.tif" METADATA "wcs_label" "{name}" "wcs_extent" "{extent}" "wcs_size" "10 10" END {CRS} END')
    text = (f'MAP NAME "m" SIZE 9 9 EXTENT 0 0 9 9 {CRS} WEB METADATA "ows_title" "t" "wcs_label" "t" "ows_enable_request" "*" END END\n'
            f'{layer("here", "400000 5000000 500000 5100000")} {layer("a&b c", "400000 5000000 500000 5100000")} {layer("nowhere", "1e30 1e30 2e30 2e30")} END')
    lone = servers.start_listener_of(servers.own_folder(), {"m": text})
    document = ask(lone, f"VERSION={version}&REQUEST=GetCapabilities")
    listed = document.text[document.text.index("<ContentMetadata" if version == "1.0.0" else "Contents>"):]
    assert document.status == 200 and ">here<" in listed and (">nowhere<" not in listed or version == "2.0.1"), listed
    assert version != "1.0.0" or "request=GetMetadata&amp;layer=a%26b%20c" in document.text
    assert lone.stop() == [0]


def test_names_of_clients_stay_names(server, folder):
    for query in ("FORMAT=byte&COVERAGEID=" + quote("../rgb.tif"), "COVERAGEID=rgb&FORMAT=" + quote("GDAL/../x"), "COVERAGEID=rgb&FORMAT=byte&GEOTIFF:COMPRESSION=" + quote("LZW;x=1"),
                  "COVERAGEID=rgb&FORMAT=byte&GEOTIFF:NIX=1", "COVERAGEID=rgb&FORMAT=byte&OUTPUTCRS=" + quote("+proj=longlat +nadgrids=/etc/passwd")):
        answer = ask(server, "VERSION=2.0.1&REQUEST=GetCoverage&" + query)
        assert answer.status in (400, 404) and str(folder) not in answer.text, answer.text
