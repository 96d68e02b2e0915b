#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares maps made of cached tiles with the same maps drawn directly: similarity and processor time.

    tests/bench/tile_cache.py --bin build/release/bin
    tests/tools/cluster exec DIR -- tests/bench/tile_cache.py --bin build/release/bin --map world

Random boxes of random sizes (determined by a seed) go to two servers of one thread, one of which has no tile cache: once
with an empty cache, then in turns. Prints the peak signal-to-noise ratio, the mean difference of a channel (0..255) and
the share of pixels with a channel that is off by more than 32; for images whose pixels are those of a level and only
moved onto them, and for those that are scaled. The processor's time is that of the server alone.
"""

import argparse
import io
import random
import shutil
import statistics
import sys
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http"))
import servers  # noqa: E402

# The layers, and the part of the world (EPSG:3857) and the sizes of pixels (m) boxes are taken from.
MAPS = {"tiles": ("countries,rivers,capitals", (-1_000_000, 4_500_000, 3_500_000, 7_500_000), (600, 6000)),
        "world": ("countries,regions,rivers,lakes,cities", (-1_000_000, 4_500_000, 3_500_000, 7_500_000), (600, 6000))}
WEB = 40075016.68557849 / 256
SWITCHED_ON = '"ows_enable_request" "*"\n      "wms_tile_cache" "true"\n      "wms_tile_cache_max_scaling" "{}"'


def start(options, keeps_tiles):
    folder = servers.own_folder()
    maps = folder / "maps"
    shutil.copytree(servers.EXAMPLES, maps, ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    text = (maps / f"{options.map}.map").read_text()
    text = "\n".join(line for line in text.splitlines() if "wms_tile_cache" not in line)
    text = text.replace('"ows_enable_request"          "*"', '"ows_enable_request" "*"')
    if keeps_tiles:
        text = text.replace('"ows_enable_request" "*"', SWITCHED_ON.format(options.max_scaling), 1)
    if options.anchor == "image":
        text = text.replace("LABEL_ANCHOR=WORLD", "LABEL_ANCHOR=PICTURE")
    (maps / "bench.map").write_text(text)
    (maps / "own.conf").write_text('CONFIG\n  MAPS\n    "bench" "bench.map"\n  END\nEND\n')
    servers.MAPSERV = Path(options.bin) / "mapserv"
    server = servers.start_listener({"MS_THREADS": "1", "MS_TILE_CACHE_MB": "512" if keeps_tiles else "0", "MS_METRICS": "ON",
                                     "MS_POSTGIS_DATA_VERSION": "SNAPSHOT", "MAPSERVER_CONFIG_FILE": str(maps / "own.conf")})
    server.maps_folder = folder
    return server


def views(options):
    numbers = random.Random(options.seed)
    _, (west, south, east, north), (finest, coarsest) = MAPS[options.map]
    for number in range(options.views):
        width, height = numbers.randint(200, 1000), numbers.randint(200, 800)
        cell = finest * (coarsest / finest) ** numbers.random()
        is_moved = number % 4 == 0
        if is_moved:  # one of web maps
            cell = WEB / 2 ** round(np.log2(WEB / cell))
        x, y = numbers.uniform(west, east), numbers.uniform(south, north)
        yield is_moved, {"BBOX": f"{x!r},{y!r},{x + width * cell!r},{y + height * cell!r}", "WIDTH": width, "HEIGHT": height}


def ask(server, options, view):
    layers = MAPS[options.map][0]
    answer = servers.fetch(server.address + "?" + urlencode(
        {"map": "bench", "SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "CRS": "EPSG:3857", "LAYERS": layers,
         "STYLES": "," * layers.count(","), "FORMAT": options.format} | view))
    assert answer.type.startswith("image/"), answer.text
    return answer.body


def cpu_ms(server):
    """Of the server so far, by the scheduler's nanoseconds."""
    total = 0
    for task in Path(f"/proc/{server.processes[0].pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e6


def metric(server, name):
    return float(next(line.split()[1] for line in servers.fetch(server.address + "metrics").text.splitlines()
                      if line.startswith(f"mapserver_{name}_total ")))


def compare(ours, drawn):
    a, b = (np.asarray(Image.open(io.BytesIO(body)).convert("RGB")).astype(int) for body in (ours, drawn))
    difference = np.abs(a - b)
    error = (difference ** 2).mean()
    return (99.0 if error == 0 else 10 * np.log10(255 ** 2 / error), difference.mean(), (difference.max(axis=2) > 32).mean())


def told(name, rows):
    ratios, means, shares = zip(*rows)
    print(f"| {name} | {len(rows)} | {statistics.median(ratios):.1f} | {min(ratios):.1f} | {statistics.mean(means):.2f} | "
          f"{100 * statistics.mean(shares):.1f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/release/bin", help="folder of mapserv")
    parser.add_argument("--map", default="tiles", choices=MAPS)
    parser.add_argument("--views", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-scaling", default="1.25", help="wms_tile_cache_max_scaling")
    parser.add_argument("--anchor", default="world", choices=["world", "image"], help="image: with LABEL_ANCHOR=PICTURE")
    parser.add_argument("--format", default="image/png")
    parser.add_argument("--save", type=Path, help="folder for the first images, kept and drawn")
    options = parser.parse_args()
    tiles, direct = start(options, True), start(options, False)
    try:
        asked = list(views(options))
        ask(direct, options, asked[0][1])
        before = cpu_ms(tiles)
        for _, view in asked:
            ask(tiles, options, view)
        cold = (cpu_ms(tiles) - before) / len(asked)
        spent, rendered, rows = ([], []), metric(tiles, "tile_pictures"), []
        for number, (is_moved, view) in enumerate(asked):
            bodies = []
            for times, server in zip(spent, (tiles, direct)):
                before = cpu_ms(server)
                bodies.append(ask(server, options, view))
                times.append(cpu_ms(server) - before)
            rows.append((is_moved, compare(*bodies)))
            if options.save and number < 12:
                options.save.mkdir(parents=True, exist_ok=True)
                for name, body in zip(("kept", "drawn"), bodies):
                    (options.save / f"{number:02}-{name}.png").write_bytes(body)
        print(f"{options.map}, {len(asked)} views of seed {options.seed}, max_scaling {options.max_scaling}, labels by {options.anchor}")
        print("| images | number | PSNR, median, dB | least | mean difference | pixels off |")
        print("|---|---|---|---|---|---|")
        told("moved", [row for is_moved, row in rows if is_moved])
        told("scaled", [row for is_moved, row in rows if not is_moved])
        print(f"drawn while warm: {metric(tiles, 'tile_pictures') - rendered:.0f} images")
        print(f"CPU of an image, ms: kept {statistics.mean(spent[0]):.2f}, drawn {statistics.mean(spent[1]):.2f}; "
              f"while tiles are drawn, too {cold:.2f}")
    finally:
        for server in (tiles, direct):
            server.stop()
            shutil.rmtree(server.maps_folder, ignore_errors=True)


if __name__ == "__main__":
    main()
