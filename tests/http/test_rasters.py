# SPDX-License-Identifier: MIT
"""Raster layers by WMS: drawn at their place, beside GDAL's own reading of the file, and the errors of unreadable ones."""

import os
import random
import re
import struct
import subprocess
import time

import numpy
import pytest
import servers

gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
osr = pytest.importorskip("osgeo.osr")
gdal.UseExceptions()

WIDTH, HEIGHT = 64, 48
PIXEL_M = 10.0
WEST, NORTH = 500000.0, 5600000.0

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")


def color(x, y):
    return x * 4 % 256, y * 5 % 256, (x * 7 + y * 3) % 256


def write_raster(path, west=WEST, width=WIDTH, origin=0, options=()):
    """An RGB GeoTIFF whose colours identify the pixel; `origin` is the first column."""
    system = osr.SpatialReference()
    system.ImportFromEPSG(25832)
    file = gdal.GetDriverByName("GTiff").Create(str(path), width, HEIGHT, 3, gdal.GDT_Byte, list(options))
    file.SetGeoTransform((west, PIXEL_M, 0, NORTH, 0, -PIXEL_M))
    file.SetProjection(system.ExportToWkt())
    for band in range(3):
        file.GetRasterBand(band + 1).WriteRaster(
            0, 0, width, HEIGHT, bytes(color(x + origin, y)[band] for y in range(HEIGHT) for x in range(width)))
    file = None
    os.chmod(path, 0o644)


def mapfile(layer, extra=""):
    return f"""MAP
  NAME "rasters"
  SIZE {WIDTH} {HEIGHT}
  EXTENT {WEST} {NORTH - HEIGHT * PIXEL_M} {WEST + WIDTH * PIXEL_M} {NORTH}
  UNITS METERS
  PROJECTION "EPSG:25832" END
  {extra}
  WEB METADATA "ows_title" "rasters" "ows_srs" "EPSG:25832 EPSG:3857" "ows_enable_request" "*" END END
  LAYER
    NAME "image" TYPE RASTER STATUS ON
    METADATA "ows_title" "image" END
    {layer}
  END
END
"""


@pytest.fixture(scope="module")
def rasters():
    server = servers.start_listener()
    write_raster(server.folder / "maps/data/rgb.tif")
    half = WIDTH // 2
    write_raster(server.folder / "maps/data/west.tif", width=half)
    write_raster(server.folder / "maps/data/east.tif", west=WEST + half * PIXEL_M, width=half, origin=half)
    folder = server.folder / "maps/data"
    subprocess.run(["gdaltindex", "index.shp", "west.tif", "east.tif"], cwd=folder, check=True)
    for path in folder.glob("index.*"):
        path.chmod(0o644)
    # The map that "shapefile" names is another now: maps are read again when their files change.
    yield server
    assert server.stop() == [0]


def get_map(server, layer, extra="", query=""):
    path = server.folder / "maps/inline.map"
    path.write_text(mapfile(layer, extra))
    # A change within the resolution of the clock is detected by its size.
    path.write_text(mapfile(layer, extra) + "# " + "x" * (hash((layer, extra, query)) % 997) + "\n")
    box = f"{WEST},{NORTH - HEIGHT * PIXEL_M},{WEST + WIDTH * PIXEL_M},{NORTH}"
    return servers.fetch(f"{server.address}?map=inline&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=image&STYLES=&SRS=EPSG:25832"
                         f"&BBOX={box}&WIDTH={WIDTH}&HEIGHT={HEIGHT}&FORMAT=image/png&TRANSPARENT=true{query}")


def pixels(answer):
    """RGBA rows of a PNG."""
    assert answer.is_png, answer.text[:500]
    gdal.FileFromMemBuffer("/vsimem/answer.png", answer.body)
    try:
        file = gdal.Open("/vsimem/answer.png")
        bands = [file.GetRasterBand(b + 1).ReadRaster() for b in range(file.RasterCount)]
        return [tuple(band[i] for band in bands) for i in range(WIDTH * HEIGHT)]
    finally:
        gdal.Unlink("/vsimem/answer.png")


EXPECTED = [color(x, y) for y in range(HEIGHT) for x in range(WIDTH)]


def test_a_raster_in_its_own_crs_is_drawn_pixel_by_pixel(rasters):
    assert [p[:3] for p in pixels(get_map(rasters, 'DATA "data/rgb.tif"'))] == EXPECTED


def test_a_tile_index_draws_the_same_without_a_seam(rasters):
    for kernel in ("NEAREST", "AVERAGE"):
        answer = get_map(rasters, f'TILEINDEX "data/index" TILEITEM "location" PROCESSING "RESAMPLE={kernel}"')
        assert [p[:3] for p in pixels(answer)] == EXPECTED


def test_bands_are_chosen(rasters):
    answer = get_map(rasters, 'DATA "data/rgb.tif" PROCESSING "BANDS=3,2,1"')
    assert [p[:3] for p in pixels(answer)] == [p[::-1] for p in EXPECTED]


def test_a_reprojected_raster_is_what_gdalwarp_makes(rasters):
    box = (1001200.0, 6541700.0, 1002000.0, 6542300.0)
    size = f"&WIDTH={WIDTH}&HEIGHT={HEIGHT}&SRS=EPSG:3857&BBOX=" + ",".join(map(str, box))
    ours = pixels(get_map(rasters, 'DATA "data/rgb.tif" PROJECTION "EPSG:25832" END', query=size))
    warped = gdal.Warp("", str(rasters.folder / "maps/data/rgb.tif"), format="MEM", dstSRS="EPSG:3857", outputBounds=box, width=WIDTH,
                       height=HEIGHT, errorThreshold=0, dstAlpha=True)
    bands = [warped.GetRasterBand(b + 1).ReadRaster() for b in range(4)]
    theirs = [tuple(band[i] for band in bands) for i in range(WIDTH * HEIGHT)]
    differing = sum((a[3] != b[3]) or (b[3] and a[:3] != b[:3]) for a, b in zip(ours, theirs))
    assert sum(p[3] > 0 for p in theirs) > WIDTH * HEIGHT / 10
    assert differing <= 0.01 * WIDTH * HEIGHT


def test_a_missing_file_is_told_without_its_path(rasters):
    answer = get_map(rasters, 'DATA "data/nowhere.tif"')
    assert "ServiceException" in answer.text and "image" in answer.text
    assert "nowhere" not in answer.text and str(rasters.folder) not in answer.text
    for words, is_logged in (("IGNORE", False), ("LOG", True)):
        before = rasters.log().count("nowhere.tif")
        left_out = get_map(rasters, 'DATA "data/nowhere.tif"', f'CONFIG "ON_MISSING_DATA" "{words}"')
        assert left_out.is_png and (rasters.log().count("nowhere.tif") > before) == is_logged


@pytest.mark.parametrize("data", ["/vsicurl/http://127.0.0.1:1/x.tif", "MEM:::DATAPOINTER=1", "data/outer.vrt", "/etc/passwd", "data/raster"])
def test_what_is_no_raster_file_is_refused(rasters, data):
    (rasters.folder / "maps/data/outer.vrt").write_text(
        '<VRTDataset rasterXSize="9" rasterYSize="9"><VRTRasterBand dataType="Byte" band="1"><SimpleSource>'
        '<SourceFilename>/etc/passwd</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>')
    answer = get_map(rasters, f'DATA "{data}"')
    assert "ServiceException" in answer.text and "passwd" not in answer.text and "vsicurl" not in answer.text


@pytest.mark.parametrize("processing, words", [("BANDS=9", "should be from 1 to 3"), ("SCALE=x", "SCALE option unparsable"), ("RESAMPLE=CUBIK", "RESAMPLE is not")])
def test_wrong_processing_is_told(rasters, processing, words):
    assert words in get_map(rasters, f'DATA "data/rgb.tif" PROCESSING "{processing}"').text


def write_numbers(path, width, height, value, options=()):
    """A Float32 GeoTIFF of rows that `value` gives."""
    file = gdal.GetDriverByName("GTiff").Create(str(path), width, height, 1, gdal.GDT_Float32, list(options))
    file.SetGeoTransform((WEST, WIDTH * PIXEL_M / width, 0, NORTH, 0, -HEIGHT * PIXEL_M / height))
    for y in range(height):
        file.GetRasterBand(1).WriteRaster(0, y, width, 1, struct.pack(f"{width}f", *value(y)))
    file = None
    os.chmod(path, 0o644)


def test_scale_auto_does_not_read_a_large_file_whole(rasters):
    """20000 rows of 1000 pixels without overviews: every second strip is read, which the image does not depend on."""
    path = rasters.folder / "maps/data/large.tif"
    write_numbers(path, 1000, 20000, lambda y: [float(y // 200)] * 1000, ("BLOCKYSIZE=1",))
    answer = get_map(rasters, 'DATA "data/large.tif" PROCESSING "SCALE=AUTO"')
    # Rows 0 to 19998 are among those that are read: 0 to 99.
    assert [pixels(answer)[y * WIDTH][0] for y in range(HEIGHT)] == [
        min(255, int((int((y + 0.5) * 20000 / HEIGHT) // 200) * 256 / 99)) for y in range(HEIGHT)]


def test_an_average_over_a_huge_ratio_ends_with_the_deadline():
    server = servers.start_listener({"MS_REQUEST_TIMEOUT": "1"})
    try:
        path = server.folder / "maps/data/huge.tif"
        subprocess.run(["gdal_create", "-of", "GTiff", "-co", "SPARSE_OK=TRUE", "-co", "BLOCKYSIZE=1", "-outsize", "30000", "30000", "-bands", "1",
                        "-a_ullr", str(WEST), str(NORTH), str(WEST + WIDTH * PIXEL_M), str(NORTH - HEIGHT * PIXEL_M), str(path)],
                       check=True, stdout=subprocess.DEVNULL)
        path.chmod(0o644)
        watch = server.watch()
        answer = get_map(server, 'DATA "data/huge.tif" PROCESSING "RESAMPLE=AVERAGE"')
        assert "ServiceException" in answer.text and "image/png" not in answer.text
        assert watch.seconds < 4
    finally:
        assert server.stop() == [0]


def test_capabilities_list_rasters_with_their_extent(rasters):
    get_map(rasters, 'DATA "data/rgb.tif"')
    text = servers.fetch(rasters.address + "?map=inline&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities").text
    assert "<Name>image</Name>" in text and "500000" in text


def feature_info(server, layer, x, y, count=1):
    """The features found at a pixel of the map: their items."""
    get_map(server, layer)
    box = f"{WEST},{NORTH - HEIGHT * PIXEL_M},{WEST + WIDTH * PIXEL_M},{NORTH}"
    answer = servers.fetch(f"{server.address}?map=inline&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&LAYERS=image&QUERY_LAYERS=image&STYLES="
                           f"&SRS=EPSG:25832&BBOX={box}&WIDTH={WIDTH}&HEIGHT={HEIGHT}&FORMAT=image/png&INFO_FORMAT=text/plain&X={x}&Y={y}"
                           f"&FEATURE_COUNT={count}")
    assert "GetFeatureInfo results" in answer.text, answer.text
    return [dict(re.findall(r"(\w+) = '([^']*)'", feature)) for feature in answer.text.split("Feature ")[1:]]


QUERIED = 'TEMPLATE "data/q.html" METADATA "wms_include_items" "all" END '


def test_feature_info_is_the_pixel_below_the_point(rasters):
    assert feature_info(rasters, QUERIED + 'DATA "data/rgb.tif"', 10, 20) == [
        {"x": "500105", "y": "5599795", "value_0": "40", "value_1": "100", "value_2": "130", "value_list": "40,100,130",
         "red": "40", "green": "100", "blue": "130"}]
    assert feature_info(rasters, QUERIED + 'DATA "data/rgb.tif" PROCESSING "BANDS=2"', 10, 20)[0]["value_list"] == "100"


def test_feature_info_finds_pixels_within_tolerance_and_no_more_than_allowed(rasters):
    layer = QUERIED + 'DATA "data/rgb.tif" TOLERANCE 1 TOLERANCEUNITS PIXELS '
    nine = feature_info(rasters, layer, 10, 20, 20)
    assert sorted((f["x"], f["y"]) for f in nine) == [(str(x), str(y)) for x in (500095, 500105, 500115) for y in (5599785, 5599795, 5599805)]
    assert len(feature_info(rasters, layer + 'PROCESSING "RASTER_QUERY_MAX_RESULT=4"', 10, 20, 20)) == 4
    assert feature_info(rasters, QUERIED + 'DATA "data/west.tif"', 40, 20, 9) == []  # it ends at column 32


def test_feature_info_of_classes_names_them_and_skips_what_is_not_drawn(rasters):
    path = rasters.folder / "maps/data/numbers.tif"
    write_numbers(path, WIDTH, HEIGHT, lambda y: [y * 10 + 0.25] * WIDTH)
    classes = ('CLASS NAME "low" EXPRESSION ([pixel] < 100)\nSTYLE COLOR 1 2 3 END END CLASS EXPRESSION ([pixel] < 200)\nSTYLE COLOR 4 5 6 END END '
               'TOLERANCE 0 PROCESSING "NODATA=50.25"')
    layer = QUERIED + 'DATA "data/numbers.tif" ' + classes
    low, = feature_info(rasters, layer, 3, 7)
    assert (low["value_0"], low["class"], low["red"], low["green"], low["blue"]) == ("70.25", "low", "1", "2", "3")
    middle, = feature_info(rasters, layer, 3, 15)
    assert (middle["class"], middle["red"]) == ("1", "4")
    assert feature_info(rasters, layer, 3, 30) == []  # of no class
    wide = layer.replace("TOLERANCE 0", "TOLERANCE 20")
    assert feature_info(rasters, wide, 3, 30) == []  # the same, and it has been found
    assert len(feature_info(rasters, wide, 3, 30, 9)) == 9
    assert feature_info(rasters, layer, 3, 5) == []  # NODATA


def test_a_query_by_cgi_fills_its_template(rasters):
    (rasters.folder / "maps/data/q.html").write_text("<!-- MapServer Template -->\n<p>[x] [value_list]</p>\n")
    get_map(rasters, QUERIED + 'DATA "data/rgb.tif"')
    point = f"{WEST + 105}+{NORTH - 205}"
    text = servers.fetch(f"{rasters.address}?map=inline&mode=query&layers=image&mapxy={point}").text
    assert "<p>500105 40,100,130</p>" in text


def found_by_cgi(rasters, layer, query):
    """Columns and rows."""
    (rasters.folder / "maps/data/q.html").write_text("<!-- MapServer Template -->\n<p>[x] [y]</p>\n")
    get_map(rasters, QUERIED + layer)
    text = servers.fetch(f"{rasters.address}?map=inline&mode=nquery&layers=image&{query}").text
    places = [tuple(map(float, words)) for words in re.findall(r"<p>(\S+) (\S+)</p>", text)]
    return sorted({int((x - WEST) // PIXEL_M) for x, _ in places}), sorted({int((NORTH - y) // PIXEL_M) for _, y in places})


# As MapServer 8.0.0.
@pytest.mark.parametrize("more", ["", "TRANSFORM FALSE"])
def test_a_box_finds_the_pixels_that_it_touches(rasters, more):
    def box(left, top, right, bottom):
        return f"mapext={WEST + left * PIXEL_M}+{NORTH - bottom * PIXEL_M}+{WEST + right * PIXEL_M}+{NORTH - top * PIXEL_M}"
    layer = f'DATA "data/rgb.tif" {more}'
    assert found_by_cgi(rasters, layer, box(10.2, 20.2, 12.1, 21.9)) == ([10, 11, 12], [20, 21])
    assert found_by_cgi(rasters, layer, box(10.1, 20.1, 10.3, 20.3)) == ([10], [20])
    assert found_by_cgi(rasters, layer, box(10, 20, 12, 22)) == ([10, 11], [20, 21])


def test_searchmap_searches_the_map_that_a_box_leads_to(rasters):
    box = f"mapext={WEST + 102}+{NORTH - 219}+{WEST + 141}+{NORTH - 202}&mapsize=40+40"
    assert found_by_cgi(rasters, 'DATA "data/rgb.tif"', box) == ([10, 11, 12, 13, 14], [20, 21])
    columns, rows = found_by_cgi(rasters, 'DATA "data/rgb.tif"', box + "&searchmap=true")
    assert (columns, rows) == ([10, 11, 12, 13, 14], [19, 20, 21, 22])


def write_kind(path, kind):
    """A file of one kind whose values identify the pixel; heights have a hole without data."""
    if kind in ("colors", "turned"):
        write_raster(path)
    else:
        x, y = numpy.meshgrid(numpy.arange(WIDTH), numpy.arange(HEIGHT))
        values, kind_of_number = {"heights": (numpy.where((x > 20) & (x < 30), -9999, x * 10.25 - y * 3.5), gdal.GDT_Float32),
                                  "numbers": (x * 1000 + y, gdal.GDT_UInt16), "palette": ((x + y) % 16, gdal.GDT_Byte)}[kind]
        file = gdal.GetDriverByName("GTiff").Create(str(path), WIDTH, HEIGHT, 1, kind_of_number)
        band = file.GetRasterBand(1)
        if kind == "palette":
            table = gdal.ColorTable()
            for entry in range(16):
                table.SetColorEntry(entry, (entry * 16, 255 - entry * 16, 40, 255))
            band.SetColorTable(table)
        elif kind == "heights":
            band.SetNoDataValue(-9999)
        file.SetProjection("EPSG:25832")
        band.WriteArray(values)
        file.SetGeoTransform((WEST, PIXEL_M, 0, NORTH, 0, -PIXEL_M))
        band = file = None
    if kind == "turned":
        file = gdal.Open(str(path), gdal.GA_Update)
        file.SetGeoTransform((WEST + 100, 8.66, 3, NORTH - 30, -5, -6.8))
        file = None
    path.chmod(0o644)


@pytest.mark.parametrize("kind", ["colors", "turned", "heights", "numbers", "palette"])
def test_feature_info_agrees_with_gdallocationinfo(rasters, kind):
    path = rasters.folder / f"maps/data/{kind}.tif"
    write_kind(path, kind)
    random.seed(3)
    points = [(random.randrange(WIDTH), random.randrange(HEIGHT)) for _ in range(60)]
    places = "".join(f"{WEST + (x + 0.5) * PIXEL_M} {NORTH - (y + 0.5) * PIXEL_M}\n" for x, y in points)
    output = subprocess.run(["gdallocationinfo", "-geoloc", "-xml", str(path)], input=places, capture_output=True, text=True).stdout
    expected = [[float(value) for value in re.findall(r"<Value>([-.\d]+)</Value>", report)] for report in output.split("<Report")[1:]]
    expected = [[] if values == [-9999] else values for values in expected]
    assert len(expected) == 60 and sum(map(bool, expected)) > 20
    layer = QUERIED + f'DATA "data/{kind}.tif" TOLERANCE 0'
    found = [feature_info(rasters, layer, x, y) for x, y in points]
    assert [[float(value) for value in f[0]["value_list"].split(",")] if f else [] for f in found] == expected


def metric(server, name):
    lines = servers.fetch(server.address + "metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("mapserver_" + name) and not line.startswith("#"))


def test_files_stay_open_until_they_are_replaced():
    server = servers.start_listener({"MS_METRICS": "ON"})
    try:
        path = server.folder / "maps/data/rgb.tif"
        write_raster(path)
        subprocess.run(["gdaladdo", "-q", "-r", "nearest", str(path), "2"], check=True)
        time.sleep(1.1)  # a file that has just changed might change again within the clock's resolution
        for _ in range(3):
            answer = get_map(server, 'DATA "data/rgb.tif"')
            assert [p[:3] for p in pixels(answer)] == EXPECTED
        assert metric(server, "raster_opens_total") == 1 and metric(server, "raster_reuses_total") == 2
        assert metric(server, 'raster_files{state="idle"}') == 1 and metric(server, 'raster_files{state="in_use"}') == 0
        assert metric(server, "raster_bytes_total") == 3 * 3 * WIDTH * HEIGHT
        assert metric(server, "raster_windows_total") == 3 and metric(server, "raster_overviews_total") == 0
        assert metric(server, "raster_blocks_total") >= 9
        half = f"&WIDTH={WIDTH // 2}&HEIGHT={HEIGHT // 2}"
        assert get_map(server, 'DATA "data/rgb.tif"', query=half).is_png
        assert metric(server, "raster_overviews_total") == 1
        other = server.folder / "maps/data/other.tif"
        write_raster(other, origin=1)
        other.rename(path)
        changed = [color(x + 1, y) for y in range(HEIGHT) for x in range(WIDTH)]
        assert [p[:3] for p in pixels(get_map(server, 'DATA "data/rgb.tif"'))] == changed
        opened = metric(server, "raster_opens_total")
        for _ in range(2):
            assert get_map(server, 'DATA "data/rgb.tif" PROCESSING "CLOSE_CONNECTION=NORMAL"').is_png
        assert metric(server, "raster_opens_total") == opened + 2
    finally:
        assert server.stop() == [0]


def start_with_a_young_file(**settings):
    """A server that has drawn a file within a second of its making; another one if the machine is too busy for that."""
    while True:
        server = servers.start_listener({"MS_METRICS": "ON"} | settings)
        begin = time.monotonic()
        write_raster(server.folder / "maps/data/rgb.tif", options=["COMPRESS=DEFLATE"])
        drawn = [p[:3] for p in pixels(get_map(server, 'DATA "data/rgb.tif"'))]
        if time.monotonic() - begin < 0.9:
            assert drawn == EXPECTED
            return server
        server.stop()


@pytest.mark.parametrize("megabytes", [None, "0"])
def test_decoded_blocks_stay_for_later_requests_until_the_file_is_replaced(megabytes):
    server = start_with_a_young_file(**({"MS_RASTER_CACHE_MB": megabytes} if megabytes else {}))
    try:
        path = server.folder / "maps/data/rgb.tif"
        time.sleep(1.1)
        for _ in range(2):
            assert [p[:3] for p in pixels(get_map(server, 'DATA "data/rgb.tif"'))] == EXPECTED
        blocks = metric(server, 'cache_entries{cache="raster_blocks"}')
        assert blocks == 0 if megabytes else blocks > 0
        assert metric(server, 'cache_bytes{cache="raster_blocks"}') >= (0 if megabytes else 3 * WIDTH * HEIGHT)
        hits, misses = (metric(server, f'cache_lookups_total{{cache="raster_blocks",result="{what}"}}') for what in ["hit", "miss"])
        # A young file's blocks are cached for it alone, so the second image decodes them once more.
        assert (hits, misses) == (blocks, 2 * blocks)
        write_raster(path, origin=1, options=["COMPRESS=DEFLATE"])
        time.sleep(1.1)
        changed = [color(x + 1, y) for y in range(HEIGHT) for x in range(WIDTH)]
        for _ in range(2):
            assert [p[:3] for p in pixels(get_map(server, 'DATA "data/rgb.tif"'))] == changed
    finally:
        assert server.stop() == [0]


def test_the_example_is_drawn(rasters):
    answer = servers.fetch(rasters.address + "?map=raster&mode=map")
    assert answer.is_png


def test_without_the_module_the_layer_says_so_and_others_are_drawn():
    server = servers.start_listener()
    try:
        (server.folder / servers.OGR_MODULE.name).unlink()
        write_raster(server.folder / "maps/data/rgb.tif")
        answer = get_map(server, 'DATA "data/rgb.tif"')
        assert "ServiceException" in answer.text and "without GDAL" in answer.text
        assert "whose module is not installed" in server.log()
        assert str(server.folder) not in answer.text
        assert servers.fetch(server.address + "?map=shapefile&mode=map").is_png
    finally:
        assert server.stop() == [0]
