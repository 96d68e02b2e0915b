#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures point.draw(), shape.draw() and layer.draw() into one image: ours beside MapServer 8.0.0.

    tests/bench/mapscript_points.py --build build/release

Microseconds of processor time per call: 10,000 points, 10,000 squares, and a layer of one inline point 1,000 times, each with a class of one style and without
labels, into the image that map.prepareImage() gave. Every round runs each module once in its own process, in turns and every other round in
reverse. Prints medians and the range from the fastest to the slowest round; --check fails unless no median of ours is larger.
"""
import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

DRAW = """
import sys, time, mapscript

map = mapscript.fromstring('''
MAP
  EXTENT 0 0 100 100  SIZE 500 500  IMAGETYPE "png"  IMAGECOLOR 255 255 255
  SYMBOL NAME "dot" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END
  LAYER NAME "points" TYPE POINT STATUS ON CLASS STYLE SYMBOL "dot" SIZE 7 COLOR 200 30 30 END END END
  LAYER NAME "areas" TYPE POLYGON STATUS ON CLASS STYLE COLOR 30 30 200 OUTLINECOLOR 0 0 0 END END END
  LAYER NAME "one" TYPE POINT STATUS ON FEATURE POINTS 50 50 END END
    CLASS STYLE SYMBOL "dot" SIZE 7 COLOR 30 200 30 END END END
END''')
points, areas, one = (map.getLayerByName(name) for name in ("points", "areas", "one"))
image = map.prepareImage()
count = int(sys.argv[1])

def measure(draw, times):
    draw(0)
    start = time.process_time()
    for i in range(times):
        draw(i)
    return (time.process_time() - start) / times * 1e6

# The objects are made before: what is measured is drawing.
spots = [mapscript.pointObj(i * 37 % 100, i * 61 % 97) for i in range(count)]
squares = [mapscript.rectObj(x, y, x + 2, y + 2).toPolygon() for x, y in ((i * 37 % 100, i * 61 % 97) for i in range(count))]
print(measure(lambda i: spots[i].draw(map, points, image, 0, ""), count),
      measure(lambda i: squares[i].draw(map, areas, image), count),
      measure(lambda i: one.draw(map, image), max(count // 10, 1)))
if len(sys.argv) > 2:
    image.save(sys.argv[2])
"""
NAMES = ("point.draw()", "shape.draw()", "layer.draw()")


def run(build, count, image=None):
    environment = dict(os.environ, PYTHONPATH=str(build.resolve() / "python") if build else "")
    out = subprocess.run(["/usr/bin/python3", "-c", DRAW, str(count), *([str(image)] if image else [])], env=environment, capture_output=True,
                         check=True, cwd="/", text=True).stdout
    return [float(word) for word in out.split()]


def shown(times):
    return f"{statistics.median(times):9.2f}  {min(times):7.2f} to {max(times):7.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a build folder, with python/")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--images", type=Path, help="a folder for the two images")
    parser.add_argument("--check", action="store_true", help="fail if a median of ours is larger")
    options = parser.parse_args()
    if options.images:
        run(options.build, options.count, options.images.resolve() / "ours.png")
        run(None, options.count, options.images.resolve() / "mapserver.png")
    rounds = {options.build: [], None: []}
    for number in range(options.rounds):
        for build in (options.build, None) if number % 2 == 0 else (None, options.build):
            rounds[build].append(run(build, options.count))
    slower = []
    print(f"{options.rounds} rounds; microseconds a call\n{'':14}{'ours':>29}{'MapServer 8.0.0':>29}{'ratio':>8}")
    for name, ours, theirs in zip(NAMES, zip(*rounds[options.build]), zip(*rounds[None])):
        ratio = statistics.median(ours) / statistics.median(theirs)
        slower += [name] if ratio > 1 else []
        print(f"{name:14}{shown(ours)}{shown(theirs)}{ratio:8.2f}")
    return 1 if options.check and slower else 0


if __name__ == "__main__":
    sys.exit(main())
