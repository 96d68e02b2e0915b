#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares the labels that our map2img and Debian's MapServer place on the PostGIS examples: compare_labels.py --bin build/dev/bin

Both draw ten windows of each example; tests/tools/label_sets.py describes how labels are identified. Fails if, over all
windows of an example, the labels that only one of them draws are a larger part of MapServer's than MOST_DIFFERENT, or if
ours overlap or are cut where MapServer's are not. Exit status 77 (skipped) without Debian's MapServer or a PostGIS cluster.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests/tools"))

from label_sets import Comparison, coloured, draw  # noqa: E402

EXAMPLES = HERE.parent / "mapfile-examples"
MAPSERVER = Path("/usr/bin/map2img")
# Where cities crowd, one label that finds room by half a pixel decides about its neighbours.
MOST_DIFFERENT = {"world": 0.02, "osm": 0.01}

# In the map's own projection, of the images' shape.
WINDOWS = {
    "world": [("whole", (-180, -90, 180, 90), (1200, 600)), ("europe", (-12, 35, 30, 60), (900, 536)),
              ("alps", (4, 44, 14, 50), (900, 540)), ("japan", (128, 30, 146, 46), (900, 800)),
              ("brazil", (-60, -30, -35, -5), (800, 800)), ("india", (68, 6, 98, 36), (900, 900)),
              ("africa", (-20, -36, 54, 38), (900, 900)), ("ruhr", (6, 51, 8.4, 52.2), (1000, 500)),
              ("caribbean", (-90, 8, -58, 28), (960, 600)), ("pacific", (110, -50, 180, 0), (1050, 750))],
    "osm": [("country", (1052000, 5946000, 1076000, 5988000), (600, 1050)),
            ("vaduz", (1056400, 5963400, 1063600, 5970600), (900, 900)),
            ("quarter", (1057800, 5968600, 1059800, 5970600), (800, 800)),
            ("street", (1058300, 5969200, 1059000, 5969800), (910, 780)),
            ("schaan", (1057400, 5974200, 1060400, 5976900), (1000, 900)),
            ("balzers", (1055000, 5949500, 1058000, 5952500), (1000, 1000)),
            ("triesen", (1058500, 5961000, 1060900, 5963400), (1000, 1000)),
            ("eschen", (1058000, 5981000, 1062000, 5984000), (1200, 900)),
            ("malbun", (1067500, 5961500, 1070500, 5964500), (900, 900)),
            ("north", (1054000, 5972000, 1066000, 5988000), (900, 1200))],
}


def compare_windows(example, map2img, folder):
    """Compares the windows of one example one by one."""
    text, layers = coloured((EXAMPLES / f"{example}.map").read_text())
    text = text.replace('"fonts.list"', f'"{EXAMPLES / "fonts.list"}"')
    text = text.replace('"postgis.inc"', f'"{EXAMPLES / "postgis.inc"}"')
    mapfile = folder / f"{example}.map"
    mapfile.write_text(text)
    if not layers:
        raise RuntimeError(f"{example}.map has no labels")
    environment = os.environ | {"MAPSERVER_CONFIG_FILE": str(HERE / "mapserv.conf")}
    for name, box, size in WINDOWS[example]:
        theirs = draw(MAPSERVER, mapfile, layers, box, size, environment)
        ours = draw(map2img, mapfile, layers, box, size, environment)
        yield name, Comparison(theirs, ours, size)


def report(example, map2img, folder, verbose):
    """Prints a table; returns whether the bar is met."""
    total = different = faults = 0
    print(f"{example:12}{'MapServer':>10}{'ours':>6}{'only theirs':>13}{'only ours':>11}{'moved':>7}{'overlap':>9}{'cut':>5}")
    for name, pair in compare_windows(example, map2img, folder):
        lost, gained = pair.theirs.keys() - pair.ours.keys(), pair.ours.keys() - pair.theirs.keys()
        overlaps, cut = pair.new_overlaps(), pair.newly_cut()
        print(f"  {name:10}{len(pair.theirs):10}{len(pair.ours):6}{len(lost):13}{len(gained):11}{len(pair.moved()):7}"
              f"{len(overlaps):9}{len(cut):5}")
        if verbose:
            for what, found in (("only MapServer's", lost), ("only ours", gained), ("moved", pair.moved()),
                                ("overlap", overlaps), ("cut", cut)):
                if found:
                    print(f"    {what} (layer, gid): {sorted(found)}")
        total += len(pair.theirs)
        different += len(lost) + len(gained)
        faults += len(overlaps) + len(cut)
    share = different / max(1, total)
    print(f"{example}: {different} of {total} labels differ, {share:.1%} (bar {MOST_DIFFERENT[example]:.0%}); {faults} overlap or are cut\n")
    return total > 0 and share <= MOST_DIFFERENT[example] and faults == 0


def main():
    parser = argparse.ArgumentParser(description="Our labels beside those of Debian's MapServer")
    parser.add_argument("--bin", type=Path, required=True, help="folder of our map2img")
    parser.add_argument("--verbose", action="store_true", help="name the labels that differ")
    arguments = parser.parse_args()
    if not MAPSERVER.exists():
        print("skipped: Debian's MapServer (mapserver-bin) is not installed")
        return 77
    if "MS_TEST_PG" not in os.environ:
        print("skipped: no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        good = [report(example, (arguments.bin / "map2img").resolve(), Path(folder), arguments.verbose)
                for example in WINDOWS]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
