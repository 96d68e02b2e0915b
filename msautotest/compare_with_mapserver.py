#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares the answers of our mapserv and of Debian's MapServer to the same WMS request on the same mapfile.

    compare_with_mapserver.py --bin build/dev/bin              the examples over PostGIS; fails below SSIM 0.98
    compare_with_mapserver.py --bin build/dev/bin --cases      every case of this folder that makes an image

Writes index.html with both images and their difference. Exit status 77 (skipped) without Debian's MapServer or,
for the examples, without a PostGIS cluster (MS_TEST_PG).
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import compare
from case import Call, find_cases
from page import write_page
from run_test import HERE, environment, postprocess, run_case

MAPSERVER = {"MAPSERV": "/usr/lib/cgi-bin/mapserv", "MAP2IMG": "/usr/bin/map2img", "SHP2IMG": "/usr/bin/map2img"}
EXAMPLES = HERE.parent / "mapfile-examples"
LOWEST_SSIM = 0.98

# Five windows each: from the whole extent to a street, on both sides of the scale limits, in two projections.
WINDOWS = {
    "world": [("whole", "EPSG:4326", (-180, -90, 180, 90), (1000, 500)),
              ("europe", "EPSG:4326", (-12, 35, 30, 60), (900, 536)),
              ("alps", "EPSG:4326", (4, 44, 14, 50), (900, 540)),
              ("japan", "EPSG:3857", (14000000, 3500000, 16500000, 5700000), (800, 704)),
              ("brazil", "EPSG:3857", (-8500000, -4200000, -3500000, 800000), (800, 800))],
    "osm": [("country", "EPSG:3857", (1052000, 5946000, 1076000, 5988000), (600, 1050)),
            ("vaduz", "EPSG:3857", (1056400, 5963400, 1063600, 5970600), (900, 900)),
            ("quarter", "EPSG:3857", (1057800, 5968600, 1059800, 5970600), (800, 800)),
            ("street", "EPSG:3857", (1058300, 5969200, 1059000, 5969800), (910, 780)),
            ("degrees", "EPSG:4326", (9.49, 47.10, 9.56, 47.15), (840, 600))],
}


def get_map(mapserv, mapfile, layers, window):
    """One GetMap through CGI; returns the body of the answer."""
    _, srs, box, (width, height) = window
    query = (f"map={mapfile}&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={layers}&STYLES=&SRS={srs}"
             f"&BBOX={','.join(map(str, box))}&WIDTH={width}&HEIGHT={height}&FORMAT=image/png")
    call = Call([], {"QUERY_STRING": query, "REQUEST_METHOD": "GET"}, None, True, True, False)
    done = subprocess.run([mapserv], env=environment(call, HERE / "mapserv.conf"), capture_output=True, timeout=120)
    return postprocess(done.stdout, call)


def judge(name, ours, theirs, out):
    """Writes both answers and their difference; returns a row of the page and the SSIM (0 without an image)."""
    paths = [out / f"{name}.mapserver.png", out / f"{name}.ours.png"]
    for path, data in zip(paths, (theirs, ours)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if not (compare.is_image(ours) and compare.is_image(theirs)):
        answers = {"MapServer": theirs, "ours": ours}
        text = "; ".join(f"{who} answered {data[:300]!r}" for who, data in answers.items() if not compare.is_image(data))
        return [name, False, text, [path if compare.is_image(path.read_bytes()) else None for path in paths]], 0.0
    one, other = compare.pixels(theirs), compare.pixels(ours)
    if one.shape != other.shape:
        return [name, False, f"sizes differ: {one.shape[:2]} and {other.shape[:2]}", paths], 0.0
    paths.append(out / f"{name}.difference.png")
    paths[-1].write_bytes(compare.difference_image(one, other))
    ssim = compare.ssim(one, other)
    return [name, ssim >= LOWEST_SSIM, f"SSIM {ssim:.4f}", paths], ssim


def compare_examples(mapserv, out):
    for example, windows in WINDOWS.items():
        mapfile = EXAMPLES / f"{example}.map"
        layers = {"world": "countries,regions,rivers,lakes,cities",
                  "osm": "country,built_up,buildings,paths,roads,pois"}[example]
        for window in windows:
            yield judge(f"{example}_{window[0]}", get_map(mapserv, mapfile, layers, window),
                        get_map(MAPSERVER["MAPSERV"], mapfile, layers, window), out)


def compare_cases(programs, out):
    for case in find_cases(HERE):
        if Path(case.name).suffix not in (".png", ".jpg"):
            continue
        answers = []
        for who, these in (("ours", programs), ("mapserver", MAPSERVER)):
            result, trouble = run_case(case, these, out / who)
            answers.append(trouble.encode() if trouble else result.read_bytes())
        yield judge(case.id.replace("/", "_"), *answers, out)


def main():
    parser = argparse.ArgumentParser(description="Our images beside those of Debian's MapServer")
    parser.add_argument("--bin", type=Path, required=True, help="folder of our mapserv and map2img")
    parser.add_argument("--out", type=Path, default=HERE.parent / "build/compare")
    parser.add_argument("--cases", action="store_true", help="the cases of this folder instead of the examples")
    arguments = parser.parse_args()
    if not Path(MAPSERVER["MAPSERV"]).exists():
        print("skipped: Debian's MapServer (cgi-mapserver) is not installed")
        return 77
    if "MS_TEST_PG" not in os.environ:
        print("skipped: no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
        return 77
    out = arguments.out.resolve()
    programs = {token: (arguments.bin / Path(path).name).resolve() for token, path in MAPSERVER.items()}
    rows, lowest = [], 1.0
    for row, ssim in compare_cases(programs, out) if arguments.cases else compare_examples(programs["MAPSERV"], out):
        print(f"{row[0]:32}{row[2]}")
        rows.append(row)
        lowest = min(lowest, ssim)
    write_page(out / "index.html", "Beside MapServer", f"{len(rows)} images, lowest SSIM {lowest:.4f}", rows,
               ("MapServer", "ours", "difference"))
    print(f"{len(rows)} images, lowest SSIM {lowest:.4f} (bar {LOWEST_SSIM}): {out / 'index.html'}")
    return 0 if lowest >= LOWEST_SSIM else 1


if __name__ == "__main__":
    sys.exit(main())
