#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The bars of a map's speed: ours and Debian's MapServer, box by box in turn, with the processor time of each request.

    tests/tools/cluster exec DIR -- tests/data/generate_benchmark.py
    tests/tools/cluster exec DIR -- tests/bench/bars.py --bin build/release/bin
    tests/tools/cluster exec DIR -- tests/bench/bars.py --bin build/release/bin --clients 20

Rows are polygons, six layers with labels (six_layers.map), tiles and images of 256 colours; columns are the milliseconds
and the processor time of the program for one request (medians, and the minimum), that of PostgreSQL's back end, kilobytes of
the image, and MapServer's divided by ours. On a machine that others use, only the ratio of processor time can be trusted: --judge cpu holds that to
the bars; and since there a server compresses for speed at one request and for size at the next, --effort IDLE or BUSY
(MS_IMAGE_EFFORT) pins what it does. With
--rounds N every box is drawn N times and the minima count; with --realtime the programs and PostgreSQL's back ends run before all others
(SCHED_RR, as root), which makes the clock's times those of an idle machine. With
--clients N requests per second of N clients against four processes of each program, three rounds in turn. `floor` is what the pixels alone cost (target `encoders`):
clearing them, writing them as rows, checksums, and ISA-L. --before OTHER/bin adds another build of ours. --check fails
when a bar is missed.
"""

import argparse
import contextlib
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from thread2015 import HERE, MAPSERVER, WARM_UP, boxes, table, timed_image

import compare  # noqa: E402, after thread2015 has said where it is
from fastcgi import Program  # noqa: E402

PNG8 = "image/png; mode=8bit"
FLOOR_BAR = 2.5  # of polygons at zoom 32


@dataclass(frozen=True)
class Kind:
    """A row of bars: MapServer's time divided by ours, by zoom, with one client and with twenty."""

    map: str
    layers: str
    size: int
    format: str
    one: dict
    many: dict

    def query(self, box):
        return (f"map={HERE / self.map}.map&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={self.layers}&STYLES=&SRS=EPSG:3857"
                f"&BBOX={','.join(map(str, box))}&WIDTH={self.size}&HEIGHT={self.size}&FORMAT={self.format}")


SIX = "areas,borders,minor,major,names,places"
KINDS = {
    "polygons": Kind("thread2015", "polygons", 1000, "image/png", {1: 6, 4: 4.5, 16: 3.5, 32: 3.5}, {1: 7, 4: 4, 16: 4, 32: 4}),
    "six": Kind("six_layers", SIX, 1000, "image/png", {1: 5, 4: 3.5, 16: 3.5, 32: 3.5}, {1: 7, 4: 4, 16: 4, 32: 4}),
    "tiles": Kind("thread2015", "polygons", 256, "image/png", {16: 3.5, 32: 3.5}, {16: 5, 32: 5}),
    "six-tiles": Kind("six_layers", SIX, 256, "image/png", {16: 3.5, 32: 3.5}, {16: 5, 32: 5}),
    "png8": Kind("thread2015", "polygons", 1000, PNG8, {1: 3.5, 4: 3.5, 16: 3.5, 32: 3.5}, {}),
}
MANY_BOXES = 1000  # of a row of many clients: so many that what is kept of one box's map is of no use to the next
BYTES_ONE, BYTES_MANY = 1.03, 1.25


def processor_ms(program):
    """Of all threads of all processes, also of those that have ended: clock_getcpuclockid(3)."""
    return 1e3 * sum(time.clock_gettime(~process.pid << 3 | 2) for process in program.processes)


def backends():
    """PostgreSQL's processes that serve the benchmark's database now."""
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            title = (path / "cmdline").read_bytes().decode(errors="replace").split()
            if title[:1] == ["postgres:"] and os.environ.get("PGDATABASE", "") in title:
                yield path


def backend_ms():
    """Of those processes: parallel workers that have ended are not seen."""
    total = 0
    for path in backends():
        with contextlib.suppress(OSError):
            total += int((path / "schedstat").read_text().split()[0])
    return total / 1e6


def run_first(programs):
    """Before all other processes of the machine: this one, the programs, and PostgreSQL's back ends for them."""
    pids = [0, *(process.pid for program in programs.values() for process in program.processes)]
    pids += [int(path.name) for path in backends()]
    for pid in pids:
        tasks = os.listdir(f"/proc/{pid}/task") if pid else ["0"]
        for task in tasks:
            with contextlib.suppress(ProcessLookupError):
                os.sched_setscheduler(int(task), os.SCHED_RR, os.sched_param(1))


def floor_ms(arguments, images):
    """The median over images; None without the program."""
    program = arguments.bin / "encoders"
    if not program.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, image in enumerate(images):
            paths.append(Path(folder) / f"{number}.png")
            paths[-1].write_bytes(image)
        lines = subprocess.run([program, "--floor", *paths], check=True, capture_output=True, text=True).stdout.split()
    return statistics.median(float(line.split(";")[1]) for line in lines)


def one_client(programs, kind, zoom, arguments):
    chosen = list(boxes(zoom, arguments.requests, arguments.seed))
    took, cpu, backend, sizes = ({name: [] for name in programs} for _ in range(4))
    images, likeness = [], []
    for program in programs.values():
        for box in chosen[:WARM_UP]:
            if arguments.realtime:  # a first request opens connections, and one of many rows begins threads
                run_first(programs)
            timed_image(program, kind.query(box))
    if arguments.realtime:
        run_first(programs)
    for number, box in enumerate(chosen):
        answers, least = {}, {}
        for turn in range(arguments.rounds):
            for name in sorted(programs, reverse=(number + turn) % 2 == 1):
                before, backend_before = processor_ms(programs[name]), backend_ms()
                wall, answers[name] = timed_image(programs[name], kind.query(box))
                figures = wall, processor_ms(programs[name]) - before, backend_ms() - backend_before
                least[name] = [min(pair) for pair in zip(figures, least.get(name, figures), strict=True)]
        for name in programs:
            for column, figure in zip((took, cpu, backend), least[name], strict=True):
                column[name].append(figure)
            sizes[name].append(len(answers[name]))
        if number < 3:
            images.append(answers["ours"])
            likeness.append(compare.ssim(*(compare.pixels(answers[name]) for name in ("ours", "MapServer"))))
    return took, cpu, backend, sizes, images, min(likeness)


def verdict(value, bar, is_most=False):
    return f"{value:.2f} ({'reached' if (value <= bar if is_most else value >= bar) else 'MISSED'}, {bar:g})"


def ratios(wall, busy, bar, arguments):
    """Of the clock and of processor time; the one that is judged with its verdict."""
    if arguments.judge == "cpu":
        return [f"{wall:.2f}", verdict(busy, bar)]
    return [verdict(wall, bar), f"{busy:.2f}"]


def report_one(programs, arguments):
    """Prints the table; returns whether all bars are reached."""
    rows, bytes_of = [], dict.fromkeys(programs, 0)
    is_met = True
    for kind_name in arguments.kinds:
        kind = KINDS[kind_name]
        for zoom, bar in kind.one.items():
            if arguments.zooms and zoom not in arguments.zooms:
                continue
            took, cpu, backend, sizes, images, likeness = one_client(programs, kind, zoom, arguments)
            row = [f"{kind_name} z{zoom}"]
            for name in programs:
                row.append(f"{statistics.median(took[name]):.1f} / {statistics.median(cpu[name]):.1f} / {min(cpu[name]):.1f}")
                row.append(f"{statistics.median(backend[name]):.1f}")
                row.append(f"{sum(sizes[name]) / len(sizes[name]) / 1024:.1f}")
                bytes_of[name] += sum(sizes[name])
            wall = statistics.median(took["MapServer"]) / statistics.median(took["ours"])
            busy = statistics.median(cpu["MapServer"]) / statistics.median(cpu["ours"])
            is_met = is_met and (busy if arguments.judge == "cpu" else wall) >= bar
            floor = floor_ms(arguments, images)
            row += ratios(wall, busy, bar, arguments)
            if floor is None:
                row += ["-", "-"]
            else:
                times = statistics.median(cpu["ours"]) / floor
                has_bar = (kind_name, zoom) == ("polygons", 32)
                is_met = is_met and (times <= FLOOR_BAR or not has_bar)
                row += [f"{floor:.2f}", verdict(times, FLOOR_BAR, True) if has_bar else f"{times:.1f}"]
            row.append(f"{likeness:.4f}")
            rows.append(row)
            print(" | ".join(row), file=sys.stderr, flush=True)
    header = ["map"]
    for name in programs:
        header += [f"{name}: ms / CPU / least CPU", "back end: CPU", "kB"]
    table(rows, [*header, "ratio", "of CPU", "floor, ms", "ours / floor", "SSIM"])
    share = bytes_of["ours"] / bytes_of["MapServer"]
    print(f"\nbytes of all images, ours / MapServer's: {verdict(share, BYTES_ONE, True)}")
    return is_met and share <= BYTES_ONE


def saturated(program, queries, clients, seconds):
    """Bytes of each image that `clients` get in about `seconds`, each asking for the next box as soon as it has one."""
    following, ends = itertools.cycle(queries), time.perf_counter() + seconds

    def client(_):
        sizes = []
        while time.perf_counter() < ends:
            sizes.append(len(timed_image(program, next(following))[1]))
        return sizes

    with ThreadPoolExecutor(clients) as pool:
        return list(itertools.chain.from_iterable(pool.map(client, range(clients))))


def report_many(programs, arguments):
    rows, is_met = [], True
    bytes_of = dict.fromkeys(programs, 0)
    for kind_name in arguments.kinds:
        kind = KINDS[kind_name]
        for zoom, bar in kind.many.items():
            if arguments.zooms and zoom not in arguments.zooms:
                continue
            queries = [kind.query(box) for box in boxes(zoom, MANY_BOXES, arguments.seed)]
            rates, cpu, sizes = ({name: [] for name in programs} for _ in range(3))
            for _ in range(3):
                for name, program in programs.items():
                    saturated(program, queries, arguments.clients, arguments.seconds / 4)  # connections and kept geometries
                    if arguments.realtime:
                        run_first(programs)
                    before, began = processor_ms(program), time.perf_counter()
                    images = saturated(program, queries, arguments.clients, arguments.seconds)
                    rates[name].append(len(images) / (time.perf_counter() - began))
                    cpu[name].append((processor_ms(program) - before) / len(images))
                    sizes[name] += images
            for name in programs:
                bytes_of[name] += statistics.mean(sizes[name])
            row = [f"{kind_name} z{zoom}"]
            for name in programs:
                row.append(f"{statistics.median(rates[name]):.1f} / {statistics.median(cpu[name]):.1f}")
            ratio = statistics.median(rates["ours"]) / statistics.median(rates["MapServer"])
            busy = statistics.median(cpu["MapServer"]) / statistics.median(cpu["ours"])
            is_met = is_met and (busy if arguments.judge == "cpu" else ratio) >= bar
            rows.append([*row, *ratios(ratio, busy, bar, arguments)])
            print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
    table(rows, ["map", *(f"{name}: requests/s / CPU ms" for name in programs), "ratio", "of CPU"])
    share = bytes_of["ours"] / bytes_of["MapServer"]
    print(f"\nbytes of all images, ours / MapServer's: {verdict(share, BYTES_MANY, True)}")
    return is_met and share <= BYTES_MANY


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="folder of our mapserv")
    parser.add_argument("--before", type=Path, help="folder of another mapserv of ours")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--zooms", type=int, nargs="+", help="only these")
    parser.add_argument("--requests", type=int, default=20, help="boxes a row of one client")
    parser.add_argument("--seconds", type=float, default=4, help="of each program in each of the three rounds of many clients")
    parser.add_argument("--clients", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="of each box of one client: the minima count")
    parser.add_argument("--realtime", action="store_true", help="run before all other processes")
    parser.add_argument("--processes", type=int, help="of each program; as many as clients, but at most 4")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--judge", choices=["time", "cpu"], default="time", help="which ratio the bars are for")
    parser.add_argument("--effort", choices=["AUTO", "IDLE", "BUSY", "FIXED"], default="AUTO", help="MS_IMAGE_EFFORT of ours")
    parser.add_argument("--effort-before", choices=["AUTO", "IDLE", "BUSY", "FIXED"], help="that of --before; as --effort")
    parser.add_argument("--check", action="store_true", help="fail when a bar is missed")
    arguments = parser.parse_args()
    arguments.processes = arguments.processes or min(arguments.clients, 4)
    paths = {"ours": (arguments.bin / "mapserv").resolve(), "MapServer": MAPSERVER}
    if arguments.before:
        paths["before"] = (arguments.before / "mapserv").resolve()
    if missing := [str(path) for path in paths.values() if not path.exists()]:
        print(f"skipped: {', '.join(missing)} is not there")
        return 77
    efforts = {"before": arguments.effort_before or arguments.effort}
    programs = {}
    for name, path in paths.items():
        env = {"MAPSERVER_CONFIG_FILE": str(HERE / "benchmarks.conf"), "MS_IMAGE_EFFORT": efforts.get(name, arguments.effort)}
        programs[name] = Program(path, arguments.processes, env)
    try:
        report = report_one if arguments.clients == 1 else report_many
        print(f"MS_IMAGE_EFFORT {arguments.effort}" + (f", before {efforts['before']}" if arguments.before else "") + "\n")
        is_met = report(programs, arguments)
    finally:
        for program in programs.values():
            program.stop()
    return 0 if is_met or not arguments.check else 1


if __name__ == "__main__":
    sys.exit(main())
