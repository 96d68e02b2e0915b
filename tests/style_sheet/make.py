#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The style sheet: symbols, properties of styles and painters beside MapServer's: make.py --bin build/dev/bin --out DIR

Every cell of cells.py is drawn by our map2img and by Debian's, with AGG and with cairo; OUT/index.html shows all
four pictures and how alike ours are to MapServer's (SSIM). A cell fails below LOWEST_SSIM, or below the lower bar that
lowest.json gives it, with the reason. A bar that is more than SLACK too low fails as well, so that what has become
better stays so. Exit status 77 (skipped) without Debian's MapServer.
"""

import argparse
import html
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "msautotest"), str(HERE)]

import compare  # noqa: E402
from cells import cells  # noqa: E402
from map_cells import map_cells  # noqa: E402

MAPSERVER = Path("/usr/bin/map2img")
FONTS = HERE.parents[1] / "mapfile-examples/fonts.list"
PAINTERS = ("agg", "cairo")
LOWEST_SSIM = 0.95
SLACK = 0.05

HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Style sheet</title><style>
body{{font:14px/1.4 system-ui,sans-serif;margin:2rem;color:#222}} table{{border-collapse:collapse}}
td,th{{padding:.25rem .6rem;text-align:left;vertical-align:middle;border-bottom:1px solid #e4e4e4}}
th{{position:sticky;top:0;background:#fff}} img{{display:block;border:1px solid #ddd}}
.bad{{color:#b00020;font-weight:600}} .known{{color:#8a5a00}} .same{{color:#1b6e33}}
</style><h1>Style sheet</h1><p>{summary}</p>
<table><tr><th>symbol<th>property<th>AGG, ours<th>MapServer<th>SSIM<th>cairo, ours<th>MapServer<th>SSIM</tr>
"""


def draw(program, mapfile, painter, out):
    """Draws one cell; returns its bytes, or what the program said instead."""
    out.unlink(missing_ok=True)
    done = subprocess.run([program, "-m", mapfile, "-i", painter, "-o", out], capture_output=True, timeout=60, check=False,
                          env=os.environ | {"MAPSERVER_CONFIG_FILE": str(HERE.parents[1] / "msautotest/mapserv.conf")})
    return out.read_bytes() if out.exists() else done.stdout + done.stderr


def likeness(ours, theirs):
    """SSIM of two pictures; 0 where one of them is none or their sizes differ."""
    if not (compare.is_picture(ours) and compare.is_picture(theirs)):
        return 0.0
    one, other = compare.pixels(ours), compare.pixels(theirs)
    return compare.ssim(one, other) if one.shape == other.shape else 0.0


def make_cell(number, cell, map2img, out):
    """Draws a cell four times; returns the paths and the SSIM of both painters."""
    mapfile = out / f"{number:03}.map"
    mapfile.write_text(cell.mapfile(FONTS))
    paths, results = [], []
    for painter in PAINTERS:
        pair = [out / f"{number:03}.{painter}.{who}.png" for who in ("ours", "mapserver")]
        ours, theirs = (draw(program, mapfile, painter, path) for program, path in zip((map2img, MAPSERVER), pair))
        paths += pair
        results.append(likeness(ours, theirs))
    return paths, results


def verdict(ssim, bar):
    """Whether a cell is good, and the class its number is shown with."""
    if ssim < (bar or LOWEST_SSIM):
        return False, "bad"
    if bar and ssim > bar + SLACK:
        return False, "bad"
    return True, "known" if bar else "same" if ssim > 0.995 else ""


def row(cell, paths, results, marks):
    images = [f'<img src="{path.name}" width="150" height="100" alt="">' if path.exists() else "none" for path in paths]
    numbers = [f'<span class="{mark}">{ssim:.4f}</span>' for ssim, mark in zip(results, marks)]
    columns = [f"{cell.shape}, {cell.symbol}", html.escape(cell.property), *images[:2], numbers[0], *images[2:], numbers[1]]
    return "<tr><td>" + "<td>".join(columns) + "</tr>"


def main():
    parser = argparse.ArgumentParser(description="The style sheet, beside MapServer's")
    parser.add_argument("--bin", type=Path, required=True, help="folder of our map2img")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if not MAPSERVER.exists():
        print("skipped: Debian's MapServer (mapserver-bin) is not installed")
        return 77
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    map2img = (arguments.bin / "map2img").resolve()
    bars = json.loads((HERE / "lowest.json").read_text())
    table = [*cells(), *map_cells()]
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda item: make_cell(*item, map2img, out), enumerate(table)))
    rows, failures, numbers = [], [], []
    for cell, (paths, results) in zip(table, made):
        marks = []
        for painter, ssim in zip(PAINTERS, results):
            known = bars.get(f"{cell.name}, {painter}", {})
            good, mark = verdict(ssim, known.get("lowest"))
            marks.append(mark)
            numbers.append(ssim)
            if not good:
                bar = known.get("lowest", LOWEST_SSIM)
                what = "below" if ssim < bar else f"more than {SLACK} above"
                failures.append(f"{cell.name}, {painter}: SSIM {ssim:.4f}, {what} {bar}")
        rows.append(row(cell, paths, results, marks))
    names = {f"{cell.name}, {painter}" for cell in table for painter in PAINTERS}
    failures += [f"lowest.json: there is no cell {name!r}" for name in bars.keys() - names]
    summary = (f"{len(numbers)} pictures, {sum(number > 0.995 for number in numbers)} with SSIM above 0.995, "
               f"{len(bars)} known to differ, lowest {min(numbers):.4f}, {len(failures)} failures")
    (out / "index.html").write_text(HEAD.format(summary=summary) + "\n".join(rows) + "</table></html>\n", encoding="utf-8")
    print("\n".join(failures + [f"{summary}: {out / 'index.html'}"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
