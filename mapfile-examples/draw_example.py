#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws one example and looks whether there is a map on the picture: draw_example.py MAP2IMG MAPFILE OUT.png

Exit status 0: drawn; 1: not, or (nearly) empty; 77: the mapfile needs PostGIS and no cluster is named (MS_TEST_PG).
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

# The most frequent colour is the sea or the paper; a map that shows its data leaves it less than this.
LARGEST_BACKGROUND = 0.9
FEWEST_COLOURS = 20


def share_and_colours(picture):
    """The share of the most frequent colour, and how many colours there are."""
    pixels = np.asarray(Image.open(picture).convert("RGB")).reshape(-1, 3)
    _, counts = np.unique(pixels, axis=0, return_counts=True)
    return counts.max() / counts.sum(), len(counts)


def main():
    map2img, mapfile, picture = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    needs_database = re.search(r"^\s*(CONNECTIONTYPE POSTGIS|INCLUDE \"postgis.inc\")", mapfile.read_text(), re.M)
    if needs_database and "MS_TEST_PG" not in os.environ:
        print("skipped: no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
        return 77
    picture.unlink(missing_ok=True)
    done = subprocess.run([map2img, "-m", mapfile, "-o", picture], text=True, capture_output=True, timeout=120)
    print(done.stdout + done.stderr, end="")
    if done.returncode != 0 or not picture.exists():
        print(f"{mapfile.name}: map2img ended with {done.returncode}" + ("" if picture.exists() else ", no picture"))
        return 1
    share, colours = share_and_colours(picture)
    print(f"{mapfile.name}: {colours} colours, the most frequent covers {share:.0%}")
    return 0 if share < LARGEST_BACKGROUND and colours >= FEWEST_COLOURS else 1


if __name__ == "__main__":
    sys.exit(main())
