#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Where a script's time goes that draws a GeoTIFF for WMS requests: reading, drawing, encoding.

    tests/bench/mapscript_rasters.py --module build/release/python [--side 8192]

The script of the profile is loadParamsFromURL(), loadOWSParameters(), draw() and getBytes(). It draws images of 512 x 512
pixels at random places of a JPEG-compressed GeoTIFF, once with overviews and once without, at 1, 4 and 16 pixels of the
file a pixel; with the module of --module and, where it is installed, with MapServer's (python3-mapscript). Prints medians
of processor time in milliseconds, which others on the machine do not change. "read" is what GDAL alone takes for the same
windows, in a process of its own; the rest of "draw" is the drawing.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZE, RATIOS, PLACES = 512, (1, 4, 16), 8


def make(path, side, overviews):
    import numpy as np
    from osgeo import gdal, osr
    gdal.UseExceptions()
    system = osr.SpatialReference()
    system.ImportFromEPSG(25832)
    file = gdal.GetDriverByName("GTiff").Create(str(path), side, side, 3, gdal.GDT_Byte,
                                                ["TILED=YES", "COMPRESS=JPEG", "PHOTOMETRIC=YCBCR", "JPEG_QUALITY=80"])
    file.SetGeoTransform((0, 1, 0, side, 0, -1))
    file.SetProjection(system.ExportToWkt())
    generator = np.random.default_rng(3)
    for top in range(0, side, 256):
        coarse = generator.integers(40, 200, (3, 4, side // 64 + 1)).repeat(64, axis=1).repeat(64, axis=2)[:, :, :side]
        rows = min(256, side - top)
        fine = np.clip(coarse + generator.normal(0, 12, coarse.shape), 0, 255).astype(np.uint8)[:, :rows]
        file.WriteArray(np.ascontiguousarray(fine), 0, top)
    file = None
    if overviews:
        subprocess.run(["gdaladdo", "-q", "-r", "average", path, "2", "4", "8", "16"], check=True)


def write_map(folder, name, side):
    path = folder / f"{name}.map"
    path.write_text(f"""MAP NAME "m" SIZE {SIZE} {SIZE} EXTENT 0 0 {side} {side} PROJECTION "EPSG:25832" END
  WEB METADATA "ows_title" "t" "ows_srs" "EPSG:25832" "ows_enable_request" "*" END END
  LAYER NAME "photo" TYPE RASTER STATUS ON DATA "{name}.tif" PROJECTION "EPSG:25832" END METADATA "ows_title" "p" END END
END
""")
    return path


def places(side, ratio):
    """Left and upper pixel of windows that are drawn into an image."""
    order, width = random.Random(ratio), SIZE * ratio
    return [(order.randrange(max(side - width, 1)), order.randrange(max(side - width, 1))) for _ in range(PLACES)]


def median_ms(times):
    return statistics.median(times) * 1000


def draw(path, side, ratio):
    """In a process that has the module: medians of request, draw and encode."""
    import mapscript
    source, times = mapscript.mapObj(str(path)), []
    for x, y in [*places(side, ratio)[:1], *places(side, ratio)]:  # the first opens the file
        map_object = source.clone()
        request = mapscript.OWSRequest()
        begin = time.process_time()
        request.loadParamsFromURL(f"SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=photo&STYLES=&SRS=EPSG:25832&FORMAT=image/jpeg"
                                  f"&BBOX={x},{side - y - SIZE * ratio},{x + SIZE * ratio},{side - y}&WIDTH={SIZE}&HEIGHT={SIZE}")
        map_object.loadOWSParameters(request)
        loaded = time.process_time()
        image = map_object.draw()
        drawn = time.process_time()
        encoded = image.getBytes()
        times.append((loaded - begin, drawn - loaded, time.process_time() - drawn))
        assert bytes(encoded[:2]) == b"\xff\xd8"
    return [median_ms(each) for each in zip(*times[1:])]


def read(path, side, ratio):
    """GDAL alone: what it takes from the file, or from the overview that fits, for an image."""
    from osgeo import gdal
    file, times = gdal.Open(str(path.with_suffix(".tif"))), []
    for x, y in [*places(side, ratio)[:1], *places(side, ratio)]:
        begin = time.process_time()
        file.ReadRaster(x, y, SIZE * ratio, SIZE * ratio, SIZE, SIZE, band_list=[1, 2, 3])
        times.append(time.process_time() - begin)
    return [median_ms(times[1:])]


def in_process(what, path, side, ratio, module=None):
    """A process each, so that nobody uses blocks that another has decoded."""
    folder = {"PYTHONPATH": str(module)} if module else {}
    done = subprocess.run([sys.executable, __file__, "--step", what, path, str(side), str(ratio)], capture_output=True, text=True,
                          env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | folder)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def has_debians():
    return subprocess.run([sys.executable, "-c", "import mapscript"], capture_output=True,
                          env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"}).returncode == 0


def main():
    if sys.argv[1:2] == ["--step"]:
        what, path, side, ratio = sys.argv[2:]
        print(json.dumps((draw if what == "draw" else read)(Path(path), int(side), int(ratio))))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", type=Path, required=True, help="folder of our mapscript")
    parser.add_argument("--side", type=int, default=8192, help="pixels of the file")
    arguments = parser.parse_args()
    modules = {"ours": arguments.module.resolve()} | ({"MapServer": None} if has_debians() else {})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("| overviews | of the file | module | request | draw | read | encode |\n|---|---|---|---|---|---|---|")
        for overviews in (False, True):
            title = "yes" if overviews else "no"
            make(folder / f"{title}.tif", arguments.side, overviews)
            path = write_map(folder, title, arguments.side)
            for ratio in (ratio for ratio in RATIOS if SIZE * ratio <= arguments.side):
                alone = in_process("read", path, arguments.side, ratio)[0]
                for module, where in modules.items():
                    request, drawn, encoded = in_process("draw", path, arguments.side, ratio, where)
                    print(f"| {title} | {ratio} | {module} | {request:.2f} | {drawn:.2f} | {alone:.2f} | {encoded:.2f} |", flush=True)


if __name__ == "__main__":
    main()
