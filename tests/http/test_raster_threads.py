# SPDX-License-Identifier: MIT
"""Raster layers of every kind from four threads at once; each image is the one that a single client gets.

MS_RASTER_REQUESTS: of each thread (60); thousands for ThreadSanitizer, see scripts/test --tsan.
"""

import os
import random
import resource
import shutil
import subprocess
import threading

import pytest
import raster_data as data
import servers
from osgeo import gdal
from raster_data import NORTH, PIXEL, WEST

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")
CRS = 'PROJECTION "EPSG:25831" END'
REQUESTS = int(os.environ.get("MS_RASTER_REQUESTS", "60"))
FILES, SIDE, TILE = 90, 200, 40  # more files than stay open


@pytest.fixture(scope="module")
def server():
    own = servers.own_folder()
    shutil.copy(servers.OGR_MODULE, own)
    whole = data.write(own / "s.tif", data.rgb(SIDE, SIDE))
    subprocess.run(["gdaladdo", "-q", "-r", "average", whole, "2", "4"], check=True)
    for name, options in (("deflate", ["COMPRESS=DEFLATE", "PREDICTOR=2"]), ("jpeg", ["COMPRESS=JPEG", "PHOTOMETRIC=YCBCR"])):
        data.write(own / f"{name}.tif", data.rgb(SIDE, SIDE), options=["TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=32", *options])
        subprocess.run(["gdaladdo", "-q", "-r", "average", own / f"{name}.tif", "2"], check=True)
    data.write(own / "d.tif", data.heights(SIDE, SIDE), gdal.GDT_Float32, no_data=-9999)
    (own / "tiles").mkdir()
    for x in range(0, SIDE, TILE):
        for y in range(0, SIDE, TILE):
            gdal.Translate(str(own / f"tiles/{x}_{y}.tif"), str(whole), srcWin=[x, y, TILE, TILE])
    names = sorted(f"tiles/{path.name}" for path in (own / "tiles").iterdir())
    subprocess.run(["gdaltindex", "index.shp", *names], cwd=own, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["gdalbuildvrt", "-q", "m.vrt", *names], cwd=own, check=True, stdout=subprocess.DEVNULL)
    (own / "many").mkdir()
    for i in range(FILES):
        data.write(own / f"many/{i}.tif", data.rgb(TILE, TILE, seed=i))
    ramp = "STYLE COLORRANGE 0 0 0 255 255 255 DATARANGE 0 1000 END"
    layers = {
        "plain": 'DATA "s.tif"', "deflate": 'DATA "deflate.tif"', "jpeg": 'DATA "jpeg.tif"',
        "bilinear": 'DATA "s.tif" PROCESSING "RESAMPLE=BILINEAR"', "average": 'DATA "s.tif" PROCESSING "RESAMPLE=AVERAGE"',
        "scaled": 'DATA "d.tif" PROCESSING "SCALE=AUTO"', "classes": f'DATA "d.tif" CLASS EXPRESSION ([pixel] < 400) STYLE COLOR 255 0 0 END END CLASS {ramp} END',
        "index": 'TILEINDEX "index.shp" TILEITEM "location"', "vrt": 'DATA "m.vrt"', "closed": 'DATA "s.tif" PROCESSING "CLOSE_CONNECTION=NORMAL"',
        "many": 'DATA "many/%n%.tif" VALIDATION "n" "^[0-9]+$" "default_n" "0" END',
    }
    text = "".join(f'LAYER NAME "{name}" TYPE RASTER STATUS ON TEMPLATE "void" {CRS} METADATA "ows_title" "t" "ows_include_items" "all" END {more} END\n'
                   for name, more in layers.items())
    text += f"""LAYER NAME "contours" TYPE LINE STATUS ON CONNECTIONTYPE CONTOUR DATA "d.tif" {CRS} METADATA "ows_title" "t" END
                  PROCESSING "BANDS=1" PROCESSING "CONTOUR_INTERVAL=100" CLASS STYLE COLOR 0 0 0 END END END"""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))  # 64 files stay open
    started = servers.start_listener_of(own, {"m": f"""MAP NAME "m" SIZE 100 100 EXTENT 0 0 1 1 {CRS}
      WEB METADATA "ows_title" "t" "ows_srs" "EPSG:25831 EPSG:3857" "ows_enable_request" "*" END END {text} END"""})
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    started.layers = [*layers, "contours"]
    yield started
    assert started.stop() == [0]


def requests(layers):
    """Some hundred: every layer in two CRSs, whole and in parts, and what is at a point."""
    size = SIDE * PIXEL
    boxes = {"EPSG:25831": [(WEST, NORTH - size, WEST + size, NORTH), (WEST + size / 3, NORTH - size / 2, WEST + size / 2, NORTH - size / 3)],
             "EPSG:3857": [(227330, 5079940, 227461, 5080075), (227380, 5079980, 227420, 5080020)]}
    for layer in layers:
        for crs, several in boxes.items():
            for box in several:
                same = f"&VERSION=1.1.1&LAYERS={layer}&STYLES=&SRS={crs}&BBOX={','.join(map(str, box))}&WIDTH=120&HEIGHT=120&FORMAT=image/png"
                numbers = range(0, FILES, 3) if layer == "many" and crs == "EPSG:25831" else [0]
                yield from (f"&REQUEST=GetMap{same}&n={number}" for number in numbers)
                if layer != "contours":
                    yield f"&REQUEST=GetFeatureInfo{same}&QUERY_LAYERS={layer}&X=60&Y=60&INFO_FORMAT=text/plain"


def test_threads_get_what_a_single_client_gets(server):
    asked = list(requests(server.layers))

    def body(query):
        answer = servers.fetch(f"{server.address}?map=m&SERVICE=WMS{query}")
        assert answer.status == 200 and (answer.is_png or "GetFeatureInfo results" in answer.text), (query, answer.text[:500])
        return answer.body

    expected = {query: body(query) for query in asked}
    assert len(set(expected.values())) > len(asked) / 3  # they show something
    wrong = []

    def ask(seed):
        try:
            order = random.Random(seed)
            for _ in range(REQUESTS):
                query = order.choice(asked)
                if body(query) != expected[query]:
                    wrong.append(query)
        except Exception as error:  # noqa: BLE001
            wrong.append(error)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong[:3]
