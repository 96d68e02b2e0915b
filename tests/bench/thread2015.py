#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The polygon benchmark of the MapServer mailing list's 2015 thread: ours and Debian's MapServer in turn.

Both run as FastCGI programs over the same PostGIS table. A request is a 1000 x 1000 PNG of a random box whose side is
the full extent's divided by the zoom. Every box goes to both programs in turn, after a warm-up; of each cell the
slowest and the fastest answer are dropped, and mean and standard deviation of the rest are printed.

    tests/tools/cluster exec DIR -- tests/data/generate_benchmark.py
    tests/tools/cluster exec DIR -- tests/bench/thread2015.py --bin build/release/bin

With --clients N, N clients send requests concurrently and the table shows requests per second. --check fails if we are slower by
more than the noise in any cell.
"""

import argparse
import math
import os
import random
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tools"), str(HERE.parents[1] / "msautotest")]

import compare  # noqa: E402
from fastcgi import Program  # noqa: E402

MAPSERVER = Path("/usr/lib/cgi-bin/mapserv")
EXTENT = (664000.0, 5658500.0, 1174000.0, 6168500.0)  # the data's, made square
DATA = (664000.0, 5752000.0, 1174000.0, 6075000.0)
PIXELS = 1000
WARM_UP = 3
# libfcgi's FCGI_Accept puts the request's parameters in the place of the environment, so that MapServer's libpq finds
# the cluster only when a request names it.
CLUSTER = {name: value for name, value in os.environ.items() if name.startswith("PG")}


def boxes(zoom, count, seed):
    """Random square boxes inside the extent whose centres lie on data. No two are equal: at zoom 1 they differ by a tenth
    of a pixel at most, as a threaded program merges equal concurrent requests."""
    source = random.Random(f"{seed}/{zoom}")
    for _ in range(count):
        side = (EXTENT[2] - EXTENT[0]) / (zoom * (1 + 1e-4 * source.random()))
        centre = []
        for low, high, inner_low, inner_high in ((EXTENT[0], EXTENT[2], DATA[0], DATA[2]),
                                                 (EXTENT[1], EXTENT[3], DATA[1], DATA[3])):
            value = source.uniform(inner_low, inner_high)
            centre.append(min(max(value, low + side / 2), high - side / 2))
        yield tuple(round(value, 3) for value in (centre[0] - side / 2, centre[1] - side / 2, centre[0] + side / 2,
                                                  centre[1] + side / 2))


def query(box):
    return (f"map={HERE / 'thread2015.map'}&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=polygons&STYLES="
            f"&SRS=EPSG:3857&BBOX={','.join(map(str, box))}&WIDTH={PIXELS}&HEIGHT={PIXELS}&FORMAT=image/png")


def timed_image(program, query_string):
    """Milliseconds and image of one request."""
    began = time.perf_counter()
    head, body = program.ask(query_string, **CLUSTER)
    took = (time.perf_counter() - began) * 1000
    if not compare.is_image(body):
        sys.exit(f"{program.processes[0].args[0]} answered no image:\n{(head + body)[:800].decode(errors='replace')}")
    return took, body


def trimmed(times):
    """Mean and standard deviation without the slowest and the fastest."""
    kept = sorted(times)[1:-1]
    return statistics.mean(kept), statistics.stdev(kept) if len(kept) > 1 else 0.0


def one_client(programs, zoom, arguments):
    """Times of every program, box by box in turn, and the lowest SSIM between the first two."""
    times, cpu = {name: [] for name in programs}, {}
    chosen = list(boxes(zoom, arguments.requests, arguments.seed))
    for program in programs.values():
        for box in chosen[:WARM_UP]:
            timed_image(program, query(box))
    before = {name: program.cpu_seconds() for name, program in programs.items()}
    likeness = []
    for number, box in enumerate(chosen):
        order = list(programs.items())
        images = {}
        for name, program in order if number % 2 == 0 else reversed(order):
            took, images[name] = timed_image(program, query(box))
            times[name].append(took)
        if len(images) == 2 and number < 3:
            likeness.append(compare.ssim(*(compare.pixels(image) for image in images.values())))
    for name, program in programs.items():
        cpu[name] = (program.cpu_seconds() - before[name]) * 1000 / len(chosen)
    return times, cpu, min(likeness, default=math.nan)


def many_clients(programs, zoom, arguments):
    """Requests per second of every program with the given number of clients, three rounds in turn."""
    chosen = list(boxes(zoom, arguments.requests, arguments.seed))
    rates = {name: [] for name in programs}
    for _ in range(3):
        for name, program in programs.items():
            with ThreadPoolExecutor(arguments.clients) as pool:
                list(pool.map(lambda box: timed_image(program, query(box)), chosen[:WARM_UP]))
                began = time.perf_counter()
                list(pool.map(lambda box: timed_image(program, query(box)), chosen))
                rates[name].append(len(chosen) / (time.perf_counter() - began))
    return rates


def table(rows, header):
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def report_times(programs, arguments):
    """Prints the table of one client; returns the zooms at which the first program is slower than the second."""
    rows, slower = [], []
    for zoom in arguments.zooms:
        times, cpu, likeness = one_client(programs, zoom, arguments)
        results = {name: trimmed(values) for name, values in times.items()}
        row = [f"z{zoom}"]
        for name, (mean, deviation) in results.items():
            row += [f"{mean:.1f} ± {deviation:.1f}", f"{cpu[name]:.1f}"]
        if len(results) == 2:
            (ours, _), (theirs, deviation) = results.values()
            row += [f"{theirs / ours:.2f}", f"{likeness:.4f}"]
            if ours > theirs + deviation / math.sqrt(max(1, arguments.requests - 2)):
                slower.append(zoom)
        rows.append(row)
    header = ["zoom"]
    for name in programs:
        header += [f"{name}, ms", "CPU, ms"]
    table(rows, header + (["ratio", "SSIM"] if len(programs) == 2 else []))
    print("\npeak memory, MiB: " + ", ".join(f"{name} {program.peak_mib():.0f}" for name, program in programs.items()))
    return slower


def main():
    parser = argparse.ArgumentParser(description="The polygon benchmark of the 2015 thread")
    parser.add_argument("--bin", type=Path, required=True, help="folder of our mapserv")
    parser.add_argument("--zooms", type=int, nargs="+", default=[1, 4, 16, 32])
    parser.add_argument("--requests", type=int, default=20, help="boxes a zoom (at least 3)")
    parser.add_argument("--clients", type=int, default=1)
    parser.add_argument("--processes", type=int, help="FastCGI processes of each program; as many as clients, but at most 4")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--only", choices=["ours", "mapserver"])
    parser.add_argument("--check", action="store_true", help="fail when ours is slower in any cell")
    arguments = parser.parse_args()
    if arguments.requests < 3:
        parser.error("--requests: the slowest and the fastest are thrown out, so at least 3")

    # One process of MapServer draws one map at a time: fewer than the cores would make it look slow.
    arguments.processes = arguments.processes or min(arguments.clients, 4)
    paths = {"ours": (arguments.bin / "mapserv").resolve(), "MapServer": MAPSERVER}
    if arguments.only:
        paths = {name: path for name, path in paths.items() if name.lower() == arguments.only}
    if missing := [str(path) for path in paths.values() if not path.exists()]:
        print(f"skipped: {', '.join(missing)} is not there")
        return 77
    env = {"MAPSERVER_CONFIG_FILE": str(HERE / "benchmarks.conf")}
    programs = {name: Program(path, arguments.processes, env) for name, path in paths.items()}
    try:
        if arguments.clients == 1:
            slower = report_times(programs, arguments)
            if slower and arguments.check:
                print(f"slower than MapServer at zoom {', '.join(map(str, slower))}")
                return 1
        else:
            rates = {zoom: many_clients(programs, zoom, arguments) for zoom in arguments.zooms}
            table([[f"z{zoom}", *(f"{statistics.median(values):.1f}" for values in rate.values())]
                   for zoom, rate in rates.items()],
                  ["zoom", *(f"{name}, requests/s, {arguments.clients} clients" for name in programs)])
    finally:
        for program in programs.values():
            program.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
