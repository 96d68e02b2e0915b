# SPDX-License-Identifier: MIT
"""GDAL's WMS driver as a client: it reads the capabilities, and its pixels equal those of our GetMap."""

import io
import xml.etree.ElementTree as ElementTree

import numpy
import pytest
import servers
from PIL import Image

gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
gdal.UseExceptions()
gdal.SetConfigOption("GDAL_ENABLE_WMS_CACHE", "NO")
gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")

# Europe in 512 x 256 pixels.
BOX, SIZE = (-30.0, 30.0, 70.0, 80.0), (512, 256)
# GDAL sends the axes in the order that <BBoxOrder> names; 1.3.0 has the latitude of EPSG:4326 first.
SERVICES = {"1.1.1": ("<SRS>EPSG:4326</SRS>", "SRS", "xyXY"), "1.3.0": ("<CRS>EPSG:4326</CRS>", "CRS", "yxYX")}


def description(listener, version, layers, block):
    system, _, order = SERVICES[version]
    west, south, east, north = BOX
    return f"""<GDAL_WMS>
      <Service name="WMS"><Version>{version}</Version><ServerUrl>{listener.address}?map=shapefile&amp;</ServerUrl>{system}
        <ImageFormat>image/png</ImageFormat><Layers>{layers}</Layers><Styles></Styles><BBoxOrder>{order}</BBoxOrder></Service>
      <DataWindow><UpperLeftX>{west}</UpperLeftX><UpperLeftY>{north}</UpperLeftY><LowerRightX>{east}</LowerRightX>
        <LowerRightY>{south}</LowerRightY><SizeX>{SIZE[0]}</SizeX><SizeY>{SIZE[1]}</SizeY></DataWindow>
      <Projection>EPSG:4326</Projection><BandsCount>3</BandsCount>
      <BlockSizeX>{block[0]}</BlockSizeX><BlockSizeY>{block[1]}</BlockSizeY></GDAL_WMS>"""


def get_map(listener, version, layers, box=BOX, size=SIZE):
    _, system, order = SERVICES[version]
    west, south, east, north = box
    sides = (west, south, east, north) if order == "xyXY" else (south, west, north, east)
    answer = servers.fetch(f"{listener.address}?map=shapefile&SERVICE=WMS&VERSION={version}&REQUEST=GetMap&LAYERS={layers}&STYLES=&"
                           f"{system}=EPSG:4326&BBOX={','.join(map(str, sides))}&WIDTH={size[0]}&HEIGHT={size[1]}&FORMAT=image/png")
    assert answer.is_png, answer.text
    return numpy.asarray(Image.open(io.BytesIO(answer.body)).convert("RGB"))


def pixels(dataset):
    return numpy.moveaxis(dataset.ReadAsArray()[:3], 0, -1)


@pytest.mark.parametrize("version", list(SERVICES))
def test_one_request_gives_the_pixels_of_our_map(listener, version):
    image = pixels(gdal.Open(description(listener, version, "countries,rivers", SIZE)))
    assert numpy.array_equal(image, get_map(listener, version, "countries,rivers"))
    # A map and not a blank: sea, and four of the five colours of countries.
    assert len(numpy.unique(image.reshape(-1, 3), axis=0)) > 4


@pytest.mark.parametrize("version", list(SERVICES))
def test_blocks_are_maps_of_their_own_that_meet(listener, version):
    tiled = pixels(gdal.Open(description(listener, version, "countries", (128, 128))))
    west, _, _, north = BOX
    block_degrees = 128 * (BOX[2] - BOX[0]) / SIZE[0]
    box = (west + 2 * block_degrees, north - 2 * block_degrees, west + 3 * block_degrees, north - block_degrees)
    assert numpy.array_equal(tiled[128:256, 256:384], get_map(listener, version, "countries", box, (128, 128)))
    whole = get_map(listener, version, "countries")
    # A block is its bbox (through pixels' outer edges): lines meet, but for the rounding of some pixels.
    assert (abs(tiled.astype(int) - whole).max(axis=-1) > 60).mean() < 0.001


@pytest.mark.parametrize("version", list(SERVICES))
def test_capabilities_name_the_layers_and_their_boxes(listener, version):
    found = gdal.Open(f"WMS:{listener.address}?map=shapefile&SERVICE=WMS&VERSION={version}&REQUEST=GetCapabilities").GetSubDatasets()
    titles = [title for _, title in found]
    assert {"Countries by area", "Rivers by length", "Capitals and other large cities"} <= set(titles), titles
    layer = gdal.Open(next(name for name, title in found if title == "Countries by area"))
    # The box of countries.shp, bytes 36 to 67 of its header.
    header = numpy.fromfile(servers.EXAMPLES / "data/shape/countries.shp", dtype="<f8", count=4, offset=36)
    west, step, _, north, _, down = layer.GetGeoTransform()
    assert numpy.allclose([west, north], header[[0, 3]], atol=1e-3)
    assert numpy.allclose([west + step * layer.RasterXSize, north + down * layer.RasterYSize], header[[2, 1]], atol=0.01)


def test_a_dataset_of_the_capabilities_is_translated_to_a_image(listener, tmp_path):
    found = gdal.Open(f"WMS:{listener.address}?map=shapefile&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities").GetSubDatasets()
    name = next(name for name, title in found if title == "Countries by area")
    made = gdal.Translate(str(tmp_path / "countries.png"), name, format="PNG", width=360, height=180, projWin=[-180, 83, 180, -90])
    image = pixels(made)
    # Iberia is land, the Atlantic is sea: mapfile-examples/shapefile.map's colours, for any resampling.
    land, sea = image[int((83 - 40) * 180 / 173), 180 - 4], image[int((83 - 30) * 180 / 173), 180 - 40]
    assert abs(sea.astype(int) - (214, 229, 238)).max() <= 3 and abs(land.astype(int) - (194, 213, 194)).max() <= 3


def test_a_pixel_asks_what_is_there(listener, cluster):
    # Zurich is at 8.54 east, 47.37 north: the pixel in the middle of a degree around it.
    source = description(listener, "1.1.1", "countries", SIZE).replace("map=shapefile", "map=world")
    dataset = gdal.Open(source)
    column = int((8.54 - BOX[0]) / (BOX[2] - BOX[0]) * SIZE[0])
    row = int((BOX[3] - 47.37) / (BOX[3] - BOX[1]) * SIZE[1])
    report = dataset.GetRasterBand(1).GetMetadataItem(f"Pixel_{column}_{row}", "LocationInfo")
    assert report and "Switzerland" in report, report
    assert ElementTree.fromstring(report).tag == "LocationInfo"
