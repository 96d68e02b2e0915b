#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The style sheet: compares symbols, properties of styles and renderers with MapServer's: make.py --bin build/dev/bin --out DIR

Every cell of the sheets is drawn by our mapserv and by Debian's, with AGG and with cairo;
OUT/index.html shows all four images and the similarity of ours to MapServer's (SSIM); with --known there is no page, and what was
compared before is not compared again (tests/tools/verdicts.py). A cell fails below LOWEST_SSIM, or below
the lower threshold in lowest.json, with the reason. A threshold that is more than SLACK too low fails as well, so that
improvements stay. Exit status 77 (skipped) without Debian's MapServer.
"""

import argparse
import html
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "msautotest"), str(HERE.parent / "tools"), str(HERE)]

import compare  # noqa: E402
import numpy as np  # noqa: E402
from cells import HEIGHT, WIDTH, cells  # noqa: E402
from cells_query import query_cells  # noqa: E402
from cells_sld import sld_cells  # noqa: E402
from cells_symbol import symbol_cells  # noqa: E402
from cells_text import text_cells  # noqa: E402
from layer_cells import cluster_cells, layer_cells  # noqa: E402
from map_cells import map_cells  # noqa: E402
from side_by_side import ORACLE, side_by_side  # noqa: E402

SHEETS = {"symbols and styles": cells, "symbol": symbol_cells, "label": text_cells, "sld": sld_cells, "map": map_cells, "layer": layer_cells, "cluster": cluster_cells, "query": query_cells}
FONTS = HERE / "fonts.list"
CONFIG = HERE.parents[1] / "msautotest/mapserv.conf"
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


def request_of(cell, painter):
    """All layers of a map as map2img draws them, unless the cell has an SLD or a request of its own."""
    if cell.sld:
        return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "cell", "STYLES": "", "SRS": "EPSG:3857",
                "BBOX": f"-0.5,-0.5,{WIDTH - 0.5},{HEIGHT - 0.5}", "WIDTH": WIDTH, "HEIGHT": HEIGHT,
                "FORMAT": "image/png", "map.imagetype": painter, "SLD_BODY": cell.sld}
    return getattr(cell, "request", None) or {"mode": "map", "layers": "all", "map.imagetype": painter}


def drawn_part(one, other, margin=4):
    """Where either image differs from its background, with a margin: rows and columns."""
    ink = np.any(one != one[0, 0], axis=2) | np.any(other != other[0, 0], axis=2)
    if not ink.any():
        return slice(None), slice(None)
    spans = []
    for axis in (1, 0):
        where = np.flatnonzero(ink.any(axis=axis))
        spans.append(slice(max(where[0] - margin, 0), where[-1] + margin + 1))
    return tuple(spans)


def likeness(ours, theirs):
    """SSIM of the part of two images that either draws on; 0 if one is not an image or their sizes differ."""
    if not (compare.is_image(ours) and compare.is_image(theirs)):
        return 0.0
    one, other = compare.pixels(ours), compare.pixels(theirs)
    if one.shape != other.shape:
        return 0.0
    part = drawn_part(one, other)
    return compare.ssim(one[part], other[part])


def painters_of(cell):
    """An SLD becomes classes, which the other sheets draw with both, as they do what queries find and what a plain cell draws."""
    return PAINTERS[:1] if cell.sld or getattr(cell, "request", None) or getattr(cell, "is_plain", False) else PAINTERS


def requests_of(number, cell, out):
    """(painter, request) of a cell."""
    mapfile = out / f"{number:03}.map"
    mapfile.write_text(cell.mapfile(FONTS))
    return [(painter, {"map": mapfile, **request_of(cell, painter)}) for painter in painters_of(cell)]


def is_refused_by_both(cell, ours, theirs):
    return getattr(cell, "is_plain", False) and not (compare.is_image(ours) or compare.is_image(theirs))


def check_cell(both, number, cell, out):
    """The SSIM of each painter, LOWEST_SSIM if it is that or more."""
    def below(theirs, ours):
        ssim = 1.0 if is_refused_by_both(cell, ours[1], theirs[1]) else float(likeness(ours[1], theirs[1]))
        return f"{ssim:.6f}" if ssim < LOWEST_SSIM else None
    return [], [float(both.compare(request, below) or LOWEST_SSIM) for _, request in requests_of(number, cell, out)]


def make_cell(both, number, cell, out):
    """Draws a cell with each painter and program; returns the paths and the SSIM of each painter."""
    paths, results = [], []
    for painter, request in requests_of(number, cell, out):
        pair = [out / f"{number:03}.{painter}.{who}.png" for who in ("ours", "mapserver")]
        (_, theirs), (_, ours) = both.ask(request, lambda *pair: likeness(pair[1][1], pair[0][1]) >= LOWEST_SSIM)
        for path, body in zip(pair, (ours, theirs)):
            path.write_bytes(body)
        results.append(1.0 if is_refused_by_both(cell, ours, theirs) else likeness(ours, theirs))
        paths += pair
    return paths, results


def row(cell, paths, results, marks):
    images = [f'<img src="{path.name}" width="150" height="100" alt="">' if path.exists() else "none" for path in paths]
    numbers = [f'<span class="{mark}">{ssim:.4f}</span>' for ssim, mark in zip(results, marks)]
    columns = [f"{cell.shape}, {cell.symbol}", html.escape(cell.property)]
    for number, pair in zip(numbers, zip(images[::2], images[1::2])):
        columns += [*pair, number]
    return "<tr><td>" + "<td>".join(columns) + "</tr>"


class Bars:
    """The threshold of cells: LOWEST_SSIM, or the lower one of lowest.json with its reason.

    A name there is one cell's, or a regular expression for several; "lowest" applies to each, and the least similar one must be
    within SLACK of it."""

    def __init__(self, bars):
        self.bars = bars
        self.best = {}  # name in lowest.json -> the SSIM of its least similar cell

    def find(self, name):
        return next((key for key in self.bars if key == name or re.fullmatch(key, name)), None)

    def judge(self, name, ssim):
        """The CSS class of its number, and its error."""
        key = self.find(name)
        if key is None:
            return ("same" if ssim > 0.995 else "", None) if ssim >= LOWEST_SSIM else ("bad", f"below {LOWEST_SSIM}")
        self.best[key] = min(ssim, self.best.get(key, 1))
        lowest = self.bars[key]["lowest"]
        return ("known", None) if ssim >= lowest else ("bad", f"below {lowest}")

    def stale(self):
        """Bars that are too low, or of no cell."""
        for key, bar in self.bars.items():
            if key not in self.best:
                yield f"lowest.json: there is no cell {key!r}"
            elif self.best[key] > bar["lowest"] + SLACK:
                yield f"lowest.json: {key!r}: SSIM {self.best[key]:.4f}, more than {SLACK} above {bar['lowest']}"


def main():
    parser = argparse.ArgumentParser(description="The style sheet, beside MapServer's")
    parser.add_argument("--bin", type=Path, required=True, help="folder of our mapserv")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sheet", choices=SHEETS, action="append", help="only these sheets; lowest.json is not checked for cells it lacks")
    parser.add_argument("--known", action="store_true", help="compare only what is not known, and make no page")
    arguments = parser.parse_args()
    if not ORACLE.exists():
        print("skipped: Debian's MapServer (cgi-mapserver) is not installed")
        return 77
    out = arguments.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    bars = Bars(json.loads((HERE / "lowest.json").read_text()))
    table = [cell for name in arguments.sheet or SHEETS for cell in SHEETS[name]()]
    verdicts = ("style_sheet", out, Path(__file__).read_text()) if arguments.known else None
    work = check_cell if arguments.known else make_cell
    with side_by_side(arguments.bin.resolve() / "mapserv", CONFIG, verdicts=verdicts) as both, ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda item: work(both, *item, out), enumerate(table)))
    rows, failures, numbers = [], [], []
    for cell, (paths, results) in zip(table, made):
        marks = []
        for painter, ssim in zip(PAINTERS, results):
            mark, wrong = bars.judge(f"{cell.name}, {painter}", ssim)
            marks.append(mark)
            numbers.append(ssim)
            if wrong:
                failures.append(f"{cell.name}, {painter}: SSIM {ssim:.4f}, {wrong}")
        rows.append(row(cell, paths, results, marks))
    if not arguments.sheet:
        failures += bars.stale()
    summary = (f"{len(numbers)} images, {sum(number > 0.995 for number in numbers)} with SSIM above 0.995, "
               f"{sum(number < LOWEST_SSIM for number in numbers)} below {LOWEST_SSIM}, {len(failures)} failures")
    if not arguments.known:
        (out / "index.html").write_text(HEAD.format(summary=summary) + "\n".join(rows) + "</table></html>\n", encoding="utf-8")
        summary += f": {out / 'index.html'}"
    print("\n".join([*failures, summary]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
