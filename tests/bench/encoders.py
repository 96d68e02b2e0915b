#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the encoders on 20 maps of the examples: milliseconds, bytes, PSNR; beside MapServer's.

    ninja -C build/release map2img encoders
    tests/tools/cluster exec DIR -- tests/bench/encoders.py --bin build/release/bin

Times are the processor's. Our map2img draws the maps (those of world.map and osm.map need the demo's database). Each image is then encoded by our
encoders, and by MapServer's: a map that contains only the image as RASTER layer, drawn pixel by pixel, so that both
encode the same. MapServer's time is only that of getting the bytes of the image that it has drawn.

Targets: PNG24 no larger than MapServer's and at least twice as fast; COMPRESSION=1 at least four times as fast and at most
a quarter larger; PNG8 at least three times as fast. --check fails if one is missed.
"""

import argparse
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "mapfile-examples"
sys.path.insert(0, str(HERE))

import thread2015  # noqa: E402

# Mapfile, size, extent ("" is the map's own).
MAPS = [("inline", "600 400", ""), ("inline", "1000 1000", "100 0 500 400"), ("labels", "860 560", ""),
        ("labels", "1024 768", "0 20 40 50"), ("kinds", "860 560", ""), ("kinds", "1000 1000", "0 3000000 4000000 7000000"),
        ("symbols", "1000 800", ""), ("sld", "600 400", ""), ("shapefile", "1000 500", ""), ("shapefile", "1024 768", "-12 35 30 66"),
        ("shapefile", "1000 1000", "5 40 15 50"), ("shapefile", "256 256", "0 40 11.25 51.25"), ("world", "1000 500", ""),
        ("world", "1000 1000", "5 40 15 50"), ("world", "1024 768", "-12 35 30 66"), ("world", "256 256", "0 40 11.25 51.25"),
        ("osm", "1000 1000", ""), ("osm", "1000 1000", "1057400 5965400 1059400 5967400"),
        ("osm", "1000 1000", "1058000 5966000 1058500 5966500"), ("osm", "256 256", "1057400 5965400 1058000 5966000")]
# Ours, MapServer's driver and options, how much faster ours has to be, how much larger it may be.
PAIRS = [("PNG24", "AGG/PNG", [], 2.0, 1.0), ("PNG24 COMPRESSION=1", "AGG/PNG", [], 4.0, 1.25), ("PNG8", "AGG/PNG", ["QUANTIZE_FORCE=on"], 3.0, None),
         ("JPEG", "AGG/JPEG", [], None, None)]


def draw(map2img, folder):
    """The images of all maps that can be drawn."""
    images = []
    for number, (name, size, extent) in enumerate(MAPS):
        path = folder / f"{number:02}-{name}.png"
        words = [map2img, "-m", EXAMPLES / f"{name}.map", "-o", path, "-s", *size.split()]
        words += ["-e", *extent.split()] if extent else []
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if path.exists() and path.stat().st_size:
            images.append(path)
        else:
            print(f"left out: {path.stem}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    return images


def ours(program, images):
    """(image, variant) -> (ms, bytes, PSNR)"""
    text = subprocess.run([program, *images], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in text.splitlines():
        image, variant, milliseconds, size, psnr = line.split(";")
        found[image, variant] = float(milliseconds), int(size), psnr
    return found


def mapserver_image(mapscript, image, driver, options):
    """The image as MapServer holds it after drawing."""
    from PIL import Image
    width, height = Image.open(image).size
    chosen = "".join(f' FORMATOPTION "{option}"' for option in options)
    # The middles of the border pixels, as EXTENT has them; the image has no coordinates but its pixels.
    (image.with_suffix(".pgw")).write_text(f"1\n0\n0\n-1\n0\n{height - 1}\n")
    map_ = mapscript.fromstring(f"""MAP SIZE {width} {height} EXTENT 0 0 {width - 1} {height - 1} UNITS METERS IMAGETYPE "x"
        OUTPUTFORMAT NAME "x" DRIVER "{driver}" IMAGEMODE RGB{chosen} END
        LAYER NAME "image" TYPE RASTER STATUS DEFAULT DATA "{image}" END END""")
    return map_.draw()


def theirs(mapscript, image, driver, options):
    """Milliseconds and bytes of MapServer's encoder."""
    image = mapserver_image(mapscript, image, driver, options)
    times, data = [], b""
    begin = time.thread_time()
    while len(times) < 3 or time.thread_time() - begin < 0.2:
        start = time.thread_time()
        data = image.getBytes()
        times.append((time.thread_time() - start) * 1000)
    return statistics.median(times), bytes(data)


def is_the_same(image, data):
    import numpy as np
    from PIL import Image
    one, other = (np.asarray(Image.open(source).convert("RGB")) for source in (image, io.BytesIO(data)))
    return one.shape == other.shape and (one == other).all()


def measure(program, mapscript, images):
    """(image, variant) -> (ms, bytes, PSNR) of ours, (ms, bytes) of MapServer's: image by image in turn."""
    found, beside = {}, {}
    for image in images:
        found |= ours(program, [image])
        for variant, driver, options, _, _ in PAIRS if mapscript else []:
            took, data = theirs(mapscript, image, driver, options)
            if not options and driver == "AGG/PNG" and not is_the_same(image, data):
                sys.exit(f"{image.name}: MapServer did not draw the same image")
            beside[image.name, variant] = took, len(data)
    return found, beside


def compare(images, found, beside):
    """Rows of the comparison, and the missed targets."""
    rows, missed = [], []
    for variant, _, _, faster, larger in PAIRS:
        speed, size, milliseconds = [], [0, 0], [0.0, 0.0]
        for image in images:
            took, their_bytes = beside[image.name, variant]
            our_ms, our_bytes, _ = found[image.name, variant]
            speed.append(took / our_ms)
            size = [size[0] + our_bytes, size[1] + their_bytes]
            milliseconds = [milliseconds[0] + our_ms, milliseconds[1] + took]
        ratio, share = milliseconds[1] / milliseconds[0], size[0] / size[1]
        verdict = "met"
        if (faster and ratio < faster) or (larger and share > larger):
            verdict = "MISSED"
            missed.append(variant)
        bar = ", ".join(filter(None, [faster and f"{faster:g} x as fast", larger and f"{larger:g} x the size"]))
        rows.append([variant, f"{milliseconds[0] / len(images):.2f}", f"{milliseconds[1] / len(images):.2f}", f"{ratio:.1f}",
                     f"{min(speed):.1f} to {max(speed):.1f}", f"{size[0] / 1000:,.0f}", f"{size[1] / 1000:,.0f}", f"{share:.4f}",
                     f"{bar}: {verdict}" if bar else "-"])
    return rows, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="folder of map2img and encoders")
    parser.add_argument("--maps", type=int, default=len(MAPS), help="only so many")
    parser.add_argument("--check", action="store_true", help="fail when a bar is missed")
    arguments = parser.parse_args()
    del MAPS[arguments.maps:]
    with tempfile.TemporaryDirectory(prefix="ms-encoders-") as name:
        images = draw(arguments.bin / "map2img", Path(name))
        try:
            import mapscript
        except ImportError:
            mapscript = None
        found, beside = measure(arguments.bin / "encoders", mapscript, images)
        variants = list(dict.fromkeys(variant for _, variant in found))
        print(f"{len(images)} maps, load {os.getloadavg()[0]:.1f}; of a map: milliseconds, bytes, PSNR in dB (inf: nothing is lost)\n")
        thread2015.table([[image.stem, *(f"{found[image.name, variant][0]:.2f}, {found[image.name, variant][1]:,}, "
                                           f"{found[image.name, variant][2]}" for variant in variants)] for image in images],
                         ["map", *variants])
        if mapscript is None:
            print("\nMapServer is not compared: python3-mapscript is not there")
            return 0
        rows, missed = compare(images, found, beside)
        print(f"\nBeside MapServer {mapscript.MS_VERSION}, the same images\n")
        thread2015.table(rows, ["format", "ours, ms a map", "MapServer, ms a map", "times as fast", "of single maps", "ours, kB",
                                "MapServer, kB", "size", "bar"])
    return 1 if missed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
