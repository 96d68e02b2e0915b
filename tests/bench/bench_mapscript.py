#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Milliseconds per dispatch in a script, ours and MapServer's on the same map, in turns.

  /usr/bin/python3 bench_mapscript.py BUILD MAPFILE QUERY [--rounds 5] [--count 100]

BUILD is a build folder: BUILD/python has our module. MapServer's is that of Debian's python3-mapscript. Every round starts a
new interpreter for each, so that neither profits from what the other has left in the machine. map2img -c N draws the same map
without a script.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time

LOOP = """
import sys, time, mapscript
map = mapscript.mapObj(sys.argv[1])
mapscript.msIO_installStdoutToBuffer()
def one():
    request = mapscript.OWSRequest()
    request.loadParamsFromURL(sys.argv[2])
    map.OWSDispatch(request)
    return mapscript.msIO_getStdoutBufferBytes()
one()
start = time.perf_counter()
for _ in range(int(sys.argv[3])):
    size = len(one())
print((time.perf_counter() - start) / int(sys.argv[3]) * 1000, size)
"""


def dispatch_ms(path, mapfile, query, count):
    environment = dict(os.environ, PYTHONPATH=path)
    out = subprocess.run(["/usr/bin/python3", "-c", LOOP, mapfile, query, str(count)], env=environment,
                         capture_output=True, text=True, check=True, cwd="/")
    return float(out.stdout.split()[0])


def draw_ms(program, mapfile, count):
    start = time.perf_counter()
    subprocess.run([program, "-m", mapfile, "-o", os.devnull, "-c", str(count)], check=True, capture_output=True)
    return (time.perf_counter() - start) / count * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("mapfile")
    parser.add_argument("query")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    mapfile = os.path.abspath(options.mapfile)
    build = os.path.abspath(options.build)
    subjects = {
        "script, ours": lambda: dispatch_ms(f"{build}/python", mapfile, options.query, options.count),
        "script, MapServer": lambda: dispatch_ms("", mapfile, options.query, options.count),
        "map2img -c, ours": lambda: draw_ms(f"{build}/bin/map2img", mapfile, options.count),
        "map2img -c, MapServer": lambda: draw_ms("/usr/bin/map2img", mapfile, options.count),
    }
    times = {name: [] for name in subjects}
    for _ in range(options.rounds):
        for name, measure in subjects.items():
            times[name].append(measure())
    for name, values in times.items():
        print(f"{name:24} {statistics.median(values):8.2f} ms   {min(values):.2f} to {max(values):.2f}")


if __name__ == "__main__":
    sys.exit(main())
