# SPDX-License-Identifier: MIT
"""Small maps drawn by MapServer 8.0.0 and by us: they look the same, or known_drawings.json has the reason.

    pytest test_drawings.py                                     as ctest runs it
    python3 test_drawings.py [--pairs N] [--seed S] [REGEX]     prints the differences, listed or not, and keeps the images
"""

import argparse
import collections
import concurrent.futures
import io
import itertools
import json
import os
import pathlib
import re
import sys
import tempfile

import numpy as np
import pytest
from drawings import SVG, all_drawings
from PIL import Image, ImageDraw

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

from side_by_side import ORACLE, side_by_side  # noqa: E402

RULES = pathlib.Path(__file__).read_text()  # of what is alike: a basis of verdicts
OURS = pathlib.Path(os.environ.get("MS_TEST_MAPSERV", HERE.parents[1] / "build/dev/bin/mapserv"))
CONFIG = HERE.parents[1] / "msautotest/mapserv.conf"
KNOWN = json.loads((HERE / "known_drawings.json").read_text())

# Of the pixels that either paints, so many may differ so much from all around the same place in the other image.
LEVELS = 60
SHARE = 0.02
# What differs by more, each with a fifth more than was measured: letters at odd angles, crowded symbols, thick outlines of bars.
LARGER = {'POINT crowd: STYLE SYMBOL "star".*': 0.045, "LINE label: ANGLE FOLLOW, OFFSET 6 99": 0.032,
          "VBAR OUTLINECOLOR 0 0 0 WIDTH 3.*": 0.028}


def write_images(folder):
    image = Image.new("RGBA", (12, 12))
    pen = ImageDraw.Draw(image)
    pen.ellipse((1, 1, 10, 10), fill=(200, 50, 50, 255))
    pen.rectangle((5, 5, 7, 7), fill=(255, 255, 0, 128))
    image.save(folder / "image.png")
    (folder / "drawing.svg").write_text(SVG)


def strange_in(other, image, differs):
    """How many of the pixels that differ are unlike all nine around their place in the other image."""
    rows, columns = np.nonzero(differs)
    height, width = differs.shape
    around = [other[(rows + down) % height, (columns + right) % width] for down, right in itertools.product((-1, 0, 1), repeat=2)]
    strange = differs.copy()
    strange[rows, columns] = (np.abs(np.stack(around) - image[rows, columns]).max(axis=2) > LEVELS).all(axis=0)
    return strange


def difference(theirs, ours):
    """The share of painted pixels that differ visibly, by more than a pixel's move."""
    differs = (np.abs(theirs - ours) > LEVELS).any(axis=2)
    if not differs.any():
        return 0.0
    painted = (theirs != 255).any(axis=2) | (ours != 255).any(axis=2)
    return (strange_in(theirs, ours, differs) | strange_in(ours, theirs, differs)).sum() / max(painted.sum(), 1)


def pixels(answer):
    """An array of RGB; None if the program refuses the map."""
    _, body = answer
    return np.asarray(Image.open(io.BytesIO(body)).convert("RGB")).astype(int) if body.startswith(b"\x89PNG") else None


def visible(theirs, ours):
    """The difference of two answers, 0 if it is too small to see; -1 if MapServer refuses the map or crashes."""
    one, other = pixels(theirs), pixels(ours)
    if one is None:
        return -1.0
    share = 1.0 if other is None else float(difference(one, other))
    return share if share > SHARE else 0.0


def keep_images(both, mapfile, request):
    """The images of MapServer and of ours beside the map."""
    for (_, body), who in zip(both.ask(request), ("mapserver", "ours")):
        mapfile.with_suffix(f".{who}.png").write_bytes(body)


def compared(both, folder, number, text, keeps=False):
    """The difference of one map: 0 to 1; None if MapServer refuses it or crashes."""
    mapfile = folder / f"{number}.map"
    mapfile.write_text(text)
    request = {"map": mapfile, "mode": "map", "layers": "all"}
    share = both.compare(request, visible)
    if keeps and share:
        keep_images(both, mapfile, request)
    return share if share >= 0 else None


def bound_of(name):
    return next((bound for pattern, bound in LARGER.items() if re.fullmatch(pattern, name)), SHARE)


def differences(folder, drawings, verdicts=None):
    """{name: (number, difference)} of too large differences. Without verdicts their images are kept."""
    write_images(folder)
    with side_by_side(OURS, CONFIG, verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        shares = pool.map(lambda item: compared(both, folder, item[0], item[1][1], verdicts is None), enumerate(drawings))
        return {name: (number, share) for number, ((name, _), share) in enumerate(zip(drawings, shares))
                if share is not None and share > bound_of(name)}


def reason_of(name):
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name) for pattern in entry["drawings"])), None)


@pytest.fixture(scope="module")
def unlike(tmp_path_factory):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    folder = tmp_path_factory.mktemp("drawings")
    return differences(folder, list(all_drawings(pairs=15, seed=1)), ("drawings", folder, RULES))


def test_single_properties_and_pairs_look_as_in_mapserver_or_a_reason_is_known(unlike):
    unknown = [f"{name}: {share:.0%}" for name, (_, share) in unlike.items() if reason_of(name) is None]
    assert not unknown, "\n".join(unknown)


def test_what_is_listed_still_differs(unlike):
    names = [name for name, _ in all_drawings(pairs=15, seed=1)]
    gone = [entry["reason"] for entry in KNOWN
            if (drawn := {name for name in names if any(re.fullmatch(pattern, name) for pattern in entry["drawings"])}) and not drawn & set(unlike)]
    assert not gone, "remove from the list:\n" + "\n".join(gone)


def test_few_drawings_have_a_reason_to_differ(unlike):
    by_reason = collections.Counter(reason_of(name) for name in unlike)
    print(*(f"{count}: {reason}" for reason, count in by_reason.most_common()), sep="\n")
    assert len(unlike) < 0.01 * len(list(all_drawings(pairs=15, seed=1)))  # 2 of 737


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Small maps drawn by MapServer and by us")
    parser.add_argument("--pairs", type=int, default=25, help="random pairs of properties, of each kind")
    parser.add_argument("--seed", default=1)
    parser.add_argument("names", nargs="?", default="", help="regular expression")
    options = parser.parse_args()
    kept = pathlib.Path(tempfile.mkdtemp(prefix="drawings-"))
    chosen = [drawing for drawing in all_drawings(options.pairs, options.seed) if re.search(options.names, drawing[0])]
    found = differences(kept, chosen)
    for name, (number, share) in sorted(found.items(), key=lambda item: -item[1][1]):
        print(f"{share:4.0%}  {number:4}  {name}  {'(' + reason_of(name) + ')' if reason_of(name) else ''}")
    print(f"{len(found)} of {len(chosen)} differ; images in {kept}")
    sys.exit(0)
