# SPDX-License-Identifier: MIT
"""Layers of CONNECTIONTYPE OGR, drawn by MapServer 8.0.0 and by us.

    pytest test_ogr.py                   as ctest runs it
    python3 test_ogr.py [REGEX]          prints what differs, listed or not, and keeps its images
"""

import argparse
import concurrent.futures
import json
import re
import sys
import tempfile
import pathlib

import pytest
from ogr_styles import CELL, COLUMNS, PIXEL, style_drawings
from test_drawings import CONFIG, HERE, ORACLE, OURS, RULES, difference, keep_images, pixels, side_by_side, write_images

KNOWN = json.loads((HERE / "known_ogr.json").read_text())
SHARE = 0.05  # of what is painted; nine of 1,464 cells differ by more, each with a reason


def cell(image, number):
    (width, height), column, row = (round(side / PIXEL) for side in CELL), number % COLUMNS, number // COLUMNS
    return image[row * height:(row + 1) * height, column * width:(column + 1) * width]


def different_cells(names, theirs, ours):
    """{name: how much its cell differs, 0 to 1} of those that differ too much; nothing where MapServer refuses."""
    theirs, ours = pixels(theirs), pixels(ours)
    if theirs is None:
        return {}
    shares = {name: 1.0 if ours is None else float(difference(cell(theirs, at), cell(ours, at))) for at, name in enumerate(names)}
    return {name: share for name, share in shares.items() if share > SHARE}


def compared(both, folder, number, names, text, files, keeps):
    """different_cells() of a page."""
    own = folder / str(number)
    own.mkdir()
    write_images(own)
    for name, content in files.items():
        (own / name).write_text(content)
    mapfile = own / "map.map"
    mapfile.write_text(text)
    request = {"map": mapfile, "mode": "map", "layers": "all"}
    found = both.compare(request, lambda theirs, ours: different_cells(names, theirs, ours))
    if found and keeps:
        keep_images(both, mapfile, request)
    return found


def differences(folder, drawings, verdicts=None):
    """{name of a cell: (number of its page, difference)} of what differs too much. Without verdicts images of these pages are kept."""
    with side_by_side(OURS, CONFIG, verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        pages = pool.map(lambda item: compared(both, folder, item[0], *item[1], verdicts is None), enumerate(drawings))
        return {name: (number, share) for number, page in enumerate(pages) for name, share in page.items()}


def reason_of(name):
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name, re.S) for pattern in entry["drawings"])), None)


@pytest.mark.skipif(not ORACLE.exists(), reason="MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
def test_styles_of_features_look_as_in_mapserver(tmp_path):
    found = differences(tmp_path, list(style_drawings()), ("ogr_styles", tmp_path, pathlib.Path(__file__).read_text() + RULES))
    unknown = [f"{name}: {share:.0%}" for name, (_, share) in found.items() if reason_of(name) is None]
    assert not unknown, "\n".join(unknown)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Layers of CONNECTIONTYPE OGR drawn by MapServer and by us")
    parser.add_argument("names", nargs="?", default="", help="regular expression")
    options = parser.parse_args()
    kept = pathlib.Path(tempfile.mkdtemp(prefix="ogr-drawings-"))
    chosen = [page for page in style_drawings() if any(re.search(options.names, name) for name in page[0])]
    found = differences(kept, chosen)
    for name, (number, share) in sorted(found.items(), key=lambda item: -item[1][1]):
        print(f"{share:4.0%}  {number:4}  {name}  {'(' + reason_of(name) + ')' if reason_of(name) else ''}")
    print(f"{len(found)} of {sum(len(page[0]) for page in chosen)} differ; images in {kept}")
    sys.exit(0)
