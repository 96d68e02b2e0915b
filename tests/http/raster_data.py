# SPDX-License-Identifier: MIT
"""Seeded raster files for tests, and images of them as arrays."""

import atexit
import functools
import os
import pathlib
import subprocess

import numpy as np
import servers
from osgeo import gdal, osr

gdal.UseExceptions()
MAP2IMG = servers.MAPSERV.with_name("map2img")
MODULE = servers.MAPSERV.parents[1] / "python/mapscript"
WEST, NORTH, PIXEL = 420000.0, 4590000.0, 0.5
WIDTH, HEIGHT = 1000, 800


def reference(code):
    system = osr.SpatialReference()
    system.ImportFromEPSG(code)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return system.ExportToWkt()


def write(path, bands, kind=gdal.GDT_Byte, code=25831, transform=(WEST, PIXEL, 0, NORTH, 0, -PIXEL), no_data=None, options=("TILED=YES",),
          driver="GTiff"):
    """`bands`: array of count x height x width."""
    bands = np.atleast_3d(bands) if bands.ndim == 3 else bands[np.newaxis]
    count, height, width = bands.shape
    memory = gdal.GetDriverByName("MEM").Create("", width, height, count, kind)
    memory.SetGeoTransform(transform)
    if code:
        memory.SetProjection(reference(code))
    for i in range(count):
        memory.GetRasterBand(i + 1).WriteArray(bands[i])
        if no_data is not None:
            memory.GetRasterBand(i + 1).SetNoDataValue(no_data)
    gdal.GetDriverByName(driver).CreateCopy(str(path), memory, options=list(options))
    return path


def rgb(width=WIDTH, height=HEIGHT, seed=1):
    """Smooth shapes with noise on them."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    bands = [127 + 90 * np.sin(x / (11 + 9 * i)) * np.cos(y / (17 + 5 * i)) + random.integers(-30, 31, (height, width)) for i in range(3)]
    return np.clip(bands, 0, 255).astype(np.uint8)


def heights(width=300, height=200, seed=2):
    random = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    return (500 + 300 * np.sin(x / 40) * np.cos(y / 30) + random.normal(0, 2, (height, width))).astype(np.float32)


def mapfile(layer, box, size, crs="EPSG:25831", extra="", shape_path=""):
    """`box` is the view's edges; EXTENT goes through the centres of pixels."""
    width, height = size
    cell_x, cell_y = (box[2] - box[0]) / width, (box[3] - box[1]) / height
    extent = (box[0] + cell_x / 2, box[1] + cell_y / 2, box[2] - cell_x / 2, box[3] - cell_y / 2)
    return f"""MAP
  NAME "m"
  SIZE {width} {height}
  EXTENT {" ".join(repr(float(v)) for v in extent)}
  {"" if abs(cell_x / cell_y - 1) < 1e-5 else 'CONFIG "MS_NONSQUARE" "YES"'}
  {f'SHAPEPATH "{shape_path}"' if shape_path else ''}
  PROJECTION "{crs}" END
  OUTPUTFORMAT NAME "out" DRIVER "AGG/PNG" IMAGEMODE RGBA TRANSPARENT ON END
  IMAGETYPE "out"
  {extra}
  LAYER NAME "r" TYPE RASTER STATUS ON
    {layer}
  END
END
"""


def run_map2img(folder, text, output="out.png", check=True):
    (folder / "m.map").write_text(text)
    return subprocess.run([MAP2IMG, "-m", folder / "m.map", "-o", folder / output], check=check, capture_output=True, text=True, timeout=120)


@functools.cache
def drawer():
    """A process that draws all maps of the tests: to start map2img, which loads GDAL, takes ten times as long as a small map. It ends with the tests."""
    process = subprocess.Popen(["/usr/bin/python3", pathlib.Path(__file__).with_name("drawer.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=os.environ | {"PYTHONPATH": str(MODULE.parent)})
    atexit.register(process.communicate)
    return process


def draw(folder, layer, box, size, crs="EPSG:25831", extra=""):
    """RGBA of height x width x 4."""
    text = mapfile(layer, box, size, crs, extra)
    if MODULE.exists():
        (folder / "m.map").write_text(text)
        print(folder / "m.map", folder / "out.png", sep="\t", file=drawer().stdin, flush=True)
        answer = drawer().stdout.readline()
        assert answer == "\n", answer or "the process that draws has ended"
    else:  # built without MapScript
        done = run_map2img(folder, text)
        assert done.returncode == 0, done.stderr
    return read(folder / "out.png")


def read(path):
    bands = gdal.Open(str(path)).ReadAsArray()
    if bands.ndim == 2:
        bands = bands[np.newaxis]
    image = np.moveaxis(bands, 0, 2)
    if image.shape[2] == 3:  # no transparency
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    return image


def warp(path, box, size, crs="EPSG:25831", kernel="near", alpha=True, source_crs=None, open_options=()):
    """The result of gdalwarp: exact positions, without overviews."""
    file = gdal.OpenEx(str(path), open_options=list(open_options))
    made = gdal.Warp("", file, format="MEM", dstSRS=crs, srcSRS=source_crs, outputBounds=box, width=size[0], height=size[1],
                     resampleAlg=kernel, errorThreshold=0, overviewLevel="NONE", dstAlpha=alpha, multithread=False)
    bands = made.ReadAsArray()
    return np.moveaxis(bands, 0, 2) if bands.ndim == 3 else bands[:, :, np.newaxis]


def program(name, *arguments):
    return subprocess.run([name, *map(str, arguments)], check=True, capture_output=True, text=True, timeout=120).stdout


def views(seed, count, finest, coarsest, size=(120, 90), width=WIDTH, height=HEIGHT):
    """Views within a raster of 0.5 m whose pixels are `finest` to `coarsest` times as large, at any phase."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        ratio = np.exp(random.uniform(np.log(finest), np.log(coarsest)))
        cell = ratio * PIXEL
        span = (size[0] * cell, size[1] * cell)
        x = WEST + random.uniform(0, max(width * PIXEL - span[0], 0.01))
        y = NORTH - random.uniform(0, max(height * PIXEL - span[1], 0.01))
        yield (x, y - span[1], x + span[0], y), size


def positions(box, size):
    """Of the centres of pixels, in base pixels."""
    x = (box[0] + (np.arange(size[0]) + 0.5) * (box[2] - box[0]) / size[0] - WEST) / PIXEL
    y = (NORTH - (box[3] - (np.arange(size[1]) + 0.5) * (box[3] - box[1]) / size[1])) / PIXEL
    return x, y


def away_from_borders(box, size, least=1e-5):
    """Pixels whose centre is not on a border between two of the raster's, where rounding decides."""
    x, y = positions(box, size)
    return np.outer(np.abs(y - np.round(y)) > least, np.abs(x - np.round(x)) > least)


def folder_of(tmp_path_factory, name):
    return pathlib.Path(tmp_path_factory.mktemp(name))
