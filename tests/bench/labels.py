#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures roads with their names along them: requests per second of ours and of Debian's MapServer, box by box in turn.

    tests/tools/cluster exec DIR -- tests/data/generate_benchmark.py --roads 1100000
    tests/tools/cluster exec DIR -- tests/bench/labels.py --bin build/release/bin

A request is a 1000 x 1000 PNG of labels.map; a box of zoom 4 has about 100,000 roads, and those with a name have a
label. --check fails if ours answers less than 1.5 times as many requests per second.
"""

import argparse
import statistics
import sys
from pathlib import Path

from thread2015 import HERE, MAPSERVER, PIXELS, WARM_UP, boxes, table, timed_image, trimmed

import compare  # noqa: E402, after thread2015 has set its path
from fastcgi import Program  # noqa: E402

BAR = 1.5


def query(box, layers):
    return (f"map={HERE / 'labels.map'}&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={layers}&STYLES=&SRS=EPSG:3857"
            f"&BBOX={','.join(map(str, box))}&WIDTH={PIXELS}&HEIGHT={PIXELS}&FORMAT=image/png")


def measure(programs, zoom, arguments):
    """One row of the table, and the ratio of ours to MapServer."""
    times = {name: [] for name in programs}
    likeness = []
    chosen = list(boxes(zoom, arguments.requests, arguments.seed))
    for program in programs.values():
        for box in chosen[:WARM_UP]:
            timed_image(program, query(box, arguments.layers))
    before = {name: program.cpu_seconds() for name, program in programs.items()}
    for number, box in enumerate(chosen):
        images = {}
        for name in sorted(programs, reverse=number % 2 == 1):
            took, images[name] = timed_image(programs[name], query(box, arguments.layers))
            times[name].append(took)
        likeness.append(compare.ssim(*(compare.pixels(images[name]) for name in programs)))
    row = [f"z{zoom}"]
    for name, program in programs.items():
        mean, deviation = trimmed(times[name])
        cpu = (program.cpu_seconds() - before[name]) * 1000 / len(chosen)
        row += [f"{mean:.0f} ± {deviation:.0f}", f"{cpu:.0f}", f"{1000 / mean:.2f}"]
    ratio = trimmed(times["MapServer"])[0] / trimmed(times["ours"])[0]
    return [*row, f"{ratio:.2f}", f"{statistics.mean(likeness):.4f}"], ratio


def main():
    parser = argparse.ArgumentParser(description="Labels along roads, beside MapServer")
    parser.add_argument("--bin", type=Path, required=True, help="folder of our mapserv")
    parser.add_argument("--zooms", type=float, nargs="+", default=[4])
    parser.add_argument("--layers", default="roads,places")
    parser.add_argument("--requests", type=int, default=12, help="boxes a zoom (at least 4)")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--check", action="store_true", help=f"fail below {BAR} times MapServer's requests per second")
    arguments = parser.parse_args()
    if not MAPSERVER.exists():
        print(f"skipped: {MAPSERVER} is not there")
        return 77
    env = {"MAPSERVER_CONFIG_FILE": str(HERE / "benchmarks.conf")}
    paths = {"ours": (arguments.bin / "mapserv").resolve(), "MapServer": MAPSERVER}
    programs = {name: Program(path, 1, env) for name, path in paths.items()}
    try:
        rows, ratios = zip(*(measure(programs, zoom, arguments) for zoom in arguments.zooms))
    finally:
        for program in programs.values():
            program.stop()
    header = ["zoom"]
    for name in programs:
        header += [f"{name}, ms", "CPU, ms", "requests/s"]
    table(rows, [*header, "ratio", "SSIM"])
    return 1 if arguments.check and min(ratios) < BAR else 0


if __name__ == "__main__":
    sys.exit(main())
