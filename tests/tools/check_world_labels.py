#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares a map with PROCESSING "LABEL_ANCHOR=WORLD", drawn as one image and as random tilings: check_world_labels.py MAP2IMG

A label must look the same in every image. Without the keyword the tilings must differ from the single image:
otherwise the test would show nothing. Exit status 0: passed.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

WIDTH, HEIGHT = 900, 600
TILINGS = 2
# Anchors are on a grid of 1/64 pixel, so that the edges of letters may differ by a few grey levels.
LARGEST_DIFFERENCE = 24


def features(rng):
    """Cities of two ranks, rivers and regions: denser than there is room for their names."""
    syllables = ["ka", "ro", "lin", "bad", "or", "ten", "vil", "mos", "ge", "har"]
    name = lambda: "".join(rng.choices(syllables, k=rng.randint(2, 5))).capitalize()  # noqa: E731
    points = [f'FEATURE POINTS {rng.uniform(-300, 1200):.3f} {rng.uniform(-300, 900):.3f} END ITEMS "{name()};{rng.randint(1, 10)}" END'
              for _ in range(900)]
    lines = []
    for _ in range(25):
        x, y = rng.uniform(-300, 1200), rng.uniform(-300, 900)
        line = [(x, y)]
        for _ in range(12):
            x, y = x + rng.uniform(10, 90), y + rng.uniform(-25, 25)
            line.append((x, y))
        lines.append("FEATURE POINTS " + " ".join(f"{px:.2f} {py:.2f}" for px, py in line) + f' END ITEMS "{name()}" END')
    squares = []
    for _ in range(15):
        x, y, size = rng.uniform(-200, 1000), rng.uniform(-200, 700), rng.uniform(80, 300)
        squares.append(f'FEATURE POINTS {x} {y} {x} {y + size} {x + size} {y + size} {x + size} {y} {x} {y} END ITEMS "{name()}" END')
    return points, lines, squares


def mapfile(anchor):
    points, lines, squares = features(random.Random(7))
    world = f'PROCESSING "LABEL_ANCHOR={anchor}"'
    return f"""MAP NAME "tiles" EXTENT 0 0 {WIDTH - 1} {HEIGHT - 1} SIZE {WIDTH} {HEIGHT} IMAGETYPE png
SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
LAYER NAME "regions" TYPE POLYGON STATUS ON PROCESSING "ITEMS=name" {world} LABELITEM "name" {' '.join(squares)}
  CLASS STYLE OUTLINECOLOR 200 200 200 END LABEL SIZE 14 COLOR 150 120 90 POSITION AUTO END END END
LAYER NAME "rivers" TYPE LINE STATUS ON PROCESSING "ITEMS=name" {world} LABELITEM "name" {' '.join(lines)}
  CLASS STYLE COLOR 120 160 220 END LABEL SIZE 9 ANGLE FOLLOW COLOR 30 60 160 PRIORITY 3 REPEATDISTANCE 150 END END END
LAYER NAME "cities" TYPE POINT STATUS ON PROCESSING "ITEMS=name,rank" {world} LABELITEM "name" {' '.join(points)}
  CLASS STYLE SYMBOL "dot" SIZE 4 COLOR 0 0 0 END
    LABEL SIZE 9 COLOR 0 0 0 OUTLINECOLOR 255 255 255 PRIORITY [rank] POSITION AUTO MINDISTANCE 60 END END END
END
"""


def draw(map2img, path, x, y, width, height, out):
    """The window whose upper left pixel is (x, y) of the single image."""
    box = (x, HEIGHT - y - height, x + width - 1, HEIGHT - 1 - y)
    done = subprocess.run([map2img, "-m", path, "-e", *map(str, box), "-s", str(width), str(height), "-o", out],
                          capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return np.asarray(Image.open(out).convert("RGB"), dtype=int)


def cuts(rng, length):
    """Random places that divide a side; no piece is narrower than 60 pixels."""
    places = [0]
    while length - places[-1] > 250:
        places.append(places[-1] + rng.randint(60, 240))
    return [*places, length] if length - places[-1] >= 60 else [*places[:-1], length]


def largest_difference(map2img, path, out):
    """Between the single image and its tilings, over all of them."""
    whole = draw(map2img, path, 0, 0, WIDTH, HEIGHT, out)
    rng = random.Random(11)
    worst = 0
    for _ in range(TILINGS):
        across, down = cuts(rng, WIDTH), cuts(rng, HEIGHT)
        for x, right in zip(across, across[1:]):
            for y, bottom in zip(down, down[1:]):
                tile = draw(map2img, path, x, y, right - x, bottom - y, out)
                worst = max(worst, int(np.abs(tile - whole[y:bottom, x:right]).max()))
    return worst


def main():
    map2img = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for anchor in ("WORLD", "PICTURE"):
            path = Path(folder) / f"{anchor}.map"
            path.write_text(mapfile(anchor), encoding="utf-8")
            found[anchor] = largest_difference(map2img, path, Path(folder) / "tile.png")
    print(f"largest difference of a pixel: {found['WORLD']} with LABEL_ANCHOR=WORLD, {found['PICTURE']} without")
    sys.exit(0 if found["WORLD"] <= LARGEST_DIFFERENCE < found["PICTURE"] else 1)


if __name__ == "__main__":
    main()
