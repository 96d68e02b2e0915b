#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws one example, looks whether there is a map on the image, and draws it with the other painter and as documents,
which have to look the same: draw_example.py MAP2IMG MAPFILE OUT.png

Exit status 0: drawn; 1: not, or (nearly) empty; 77: the mapfile needs PostGIS and no cluster is named (MS_TEST_PG).
"""

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import numpy as np
from PIL import Image

# The most frequent colour is the background; in a map that shows its data it covers less than this share.
LARGEST_BACKGROUND = 0.9
FEWEST_COLOURS = 20

# Renderers and viewers antialias differently; missing, moved or recoloured parts differ over whole areas.
# Images are compared after averaging over blocks of pixels: the share of blocks that differ by more than a sixteenth.
BLOCK_PX = 8
MOST_DIFFERENT_BLOCKS = {"cairopng": 0.02, "svg": 0.02, "pdf": 0.04}
PDF_SCALE = 4  # at 72 dpi the viewer draws small patterns coarsely
VIEWERS = {
    "svg": lambda file, out: ["rsvg-convert", "-f", "png", "-o", f"{out}.png", file],
    "pdf": lambda file, out: ["pdftoppm", "-r", str(72 * PDF_SCALE), "-singlefile", "-png", file, out],
}


def share_and_colours(image):
    """The share of the most frequent colour, and how many colours there are."""
    pixels = np.asarray(Image.open(image).convert("RGB")).reshape(-1, 3)
    _, counts = np.unique(pixels, axis=0, return_counts=True)
    return counts.max() / counts.sum(), len(counts)


def draw(map2img, mapfile, out, *options):
    """Runs map2img; raises RuntimeError when there is no image."""
    out.unlink(missing_ok=True)
    done = subprocess.run([map2img, "-m", mapfile, *options, "-o", out], text=True, capture_output=True, timeout=120)
    print(done.stdout + done.stderr, end="")
    if done.returncode != 0 or not out.exists():
        raise RuntimeError(f"map2img ended with {done.returncode}" + ("" if out.exists() else ", no image"))


def blocks(image, scale=1):
    size = BLOCK_PX * scale
    pixels = np.asarray(Image.open(image).convert("RGB"), dtype=float)
    height, width = (side // size * size for side in pixels.shape[:2])
    cut = pixels[:height, :width].reshape(height // size, size, width // size, size, 3)
    return cut.mean(axis=(1, 3))


def check_document(map2img, mapfile, kind, document):
    """The same bytes every time, and well-formed."""
    first = document.read_bytes()
    draw(map2img, mapfile, document, "-i", kind)
    if document.read_bytes() != first:
        raise RuntimeError(f"two {kind} files of the same map differ")
    if kind == "svg":
        xml.etree.ElementTree.fromstring(first)


def check_other_painter(map2img, mapfile, image, kind):
    out = image.with_suffix(f".{kind}.png" if kind not in VIEWERS else f".{kind}")
    draw(map2img, mapfile, out, "-i", kind)
    if kind in VIEWERS:
        check_document(map2img, mapfile, kind, out)
        command = VIEWERS[kind](out, out.with_suffix(f".{kind}.seen"))
        if shutil.which(command[0]) is None:
            print(f"{kind}: not looked at, there is no {command[0]}")
            return
        subprocess.run(command, check=True, timeout=120)
        out = out.with_suffix(f".{kind}.seen.png")
    different = np.mean(np.abs(blocks(image) - blocks(out, PDF_SCALE if kind == "pdf" else 1)).max(axis=2) > 16)
    print(f"{kind}: {different:.2%} of the blocks differ")
    if different > MOST_DIFFERENT_BLOCKS[kind]:
        raise RuntimeError(f"{kind} looks different")


def main():
    map2img, mapfile, image = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    needs_database = re.search(r"^\s*(CONNECTIONTYPE POSTGIS|INCLUDE \"postgis.inc\")", mapfile.read_text(), re.M)
    if needs_database and "MS_TEST_PG" not in os.environ:
        print("skipped: no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
        return 77
    try:
        draw(map2img, mapfile, image)
        share, colours = share_and_colours(image)
        print(f"{mapfile.name}: {colours} colours, the most frequent covers {share:.0%}")
        if share >= LARGEST_BACKGROUND or colours < FEWEST_COLOURS:
            raise RuntimeError("there is (nearly) nothing on the image")
        for kind in MOST_DIFFERENT_BLOCKS:
            check_other_painter(map2img, mapfile, image, kind)
    except RuntimeError as error:
        print(f"{mapfile.name}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
