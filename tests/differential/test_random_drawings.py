# SPDX-License-Identifier: MIT
"""Random maps of points, lines and areas (random_drawings.py), of layers of every kind as viewers ask for them (random_views.py), of rarely combined keywords (random_combinations.py) and their legends, drawn by MapServer 8.0.0 and by us: they look the same, or known_random_drawings.json has the reason, but for a measured share.

    pytest test_random_drawings.py                            as ctest runs it
    python3 test_random_drawings.py [GENERATOR] FIRST LAST [REGEX]    prints the differences of the maps of these seeds, and keeps maps and images
    python3 test_random_drawings.py [GENERATOR] FIRST LAST REGEX reduce   ... and what remains of each map when all lines without which it still differs are left out
"""

import concurrent.futures
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import pytest
from PIL import Image
from random_combinations import all_combinations
from random_combinations import write_files as write_combined_files
from random_drawings import all_documents, all_drawings, write_file
from random_legends import all_legends
from random_texts import all_texts
from random_views import all_views
from random_views import write_files as write_view_files
from test_drawings import CONFIG, LEVELS, ORACLE, OURS, RULES, SHARE, keep_images, side_by_side, strange_in, write_images

GENERATORS = {"drawings": all_drawings, "documents": all_documents, "texts": all_texts, "legends": all_legends, "views": all_views, "combinations": all_combinations}
# Seeds of each generator, and how many of their images may differ without a reason: as many as when it was measured.
SEEDS = {"drawings": (45, 3), "documents": (40, 5), "texts": (60, 5), "legends": (25, 3), "views": (24, 5), "combinations": (60, 2)}
KNOWN = json.loads((pathlib.Path(__file__).resolve().parent / "known_random_drawings.json").read_text())
BLOCKS = {"MAP", "LAYER", "CLASS", "STYLE", "LABEL", "LEGEND", "OUTPUTFORMAT", "COMPOSITE", "CLUSTER", "GRID", "LEADER", "WEB", "SCALEBAR"}
BEHIND = (255, 0, 255, 255)  # of what is transparent


def as_image(body):
    """Bytes of an image, also of what a PDF or an SVG shows at one pixel to a unit; None of anything else."""
    if body.startswith(b"%PDF"):
        return subprocess.run(["pdftoppm", "-r", "72", "-png", "-singlefile", "-"], input=body, capture_output=True).stdout
    if b"<svg" in body[:300]:
        width, height = re.search(rb'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', body).groups()
        return subprocess.run(["rsvg-convert", "-w", width, "-h", height], input=body, capture_output=True).stdout
    return body if body.startswith((b"\x89PNG", b"\xff\xd8", b"GIF8")) else None


def pixels(answer):
    """An array of RGB; None if the program refuses the map."""
    body = as_image(answer[1])
    if not body:
        return None
    image = Image.open(io.BytesIO(body)).convert("RGBA")
    return np.asarray(Image.alpha_composite(Image.new("RGBA", image.size, BEHIND), image).convert("RGB")).astype(int)


def difference(theirs, ours):
    """The share of painted pixels that differ visibly by more than a pixel's move; 1 if one is not an image of the same size, None if MapServer makes no image."""
    one, other = pixels(theirs), pixels(ours)
    if one is None:
        return None
    if other is None or one.shape != other.shape:
        return 1.0
    differs = (np.abs(one - other) > LEVELS).any(axis=2)
    if not differs.any():
        return 0.0
    colors, counts = np.unique(one.reshape(-1, 3), axis=0, return_counts=True)
    ground = colors[counts.argmax()]
    painted = (one != ground).any(axis=2) | (other != ground).any(axis=2)
    return (strange_in(one, other, differs) | strange_in(other, one, differs)).sum() / painted.sum()


def visible(theirs, ours):
    """difference(), 0 if it is too small to see; -1 if MapServer makes no image."""
    share = difference(theirs, ours)
    if share is None:
        return -1.0
    return float(share) if share > SHARE else 0.0


def compared(both, mapfile, text, parameters, keeps=False):
    """The difference of one map: 0 to 1; None if MapServer makes no image."""
    mapfile.write_text(text)
    request = {"map": mapfile} | parameters
    share = both.compare(request, visible)
    if keeps and share:
        keep_images(both, mapfile, request)
    return share if share >= 0 else None


def units_of(lines):
    """(first, last + 1) of each block and of each line that is a statement, blocks first, larger ones first."""
    opened, units = [], []
    for number, line in enumerate(lines):
        word = line.strip()
        if word in BLOCKS:
            opened.append(number)
        elif word == "END":
            units.append((opened.pop(), number + 1))
        elif not word.startswith(("SYMBOL NAME", "FONTSET", "FONT ", "SIZE 3", "EXTENT", "TYPE", "NAME", "STATUS ON", "PROJECTION", "COLORRANGE", "DATARANGE", "RANGEITEM", "UNITS", "IMAGETYPE", "PROCESSING \"ITEMS")):
            units.append((number, number + 1))
    return sorted(units, key=lambda unit: unit[0] - unit[1])


def without(lines, first, last):
    return lines[:first] + lines[last:]


def reduced(differs, text):
    """The map without all that its difference does not need."""
    lines = text.split("\n")
    changed = True
    while changed:
        changed = False
        for unit in units_of(lines)[1:]:
            fewer = without(lines, *unit)
            if differs("\n".join(fewer)):
                lines, changed = fewer, True
                break
    return "\n".join(lines)


def as_text(lines):
    return "\n".join(line.strip() for line in lines)


def left_out(entry, layer):
    """The lines of a layer without the STYLEs, or the lines, that a reason is about."""
    if "line" in entry:
        return [line for line in layer if not re.fullmatch(entry["line"], line.strip())]
    for first, last in sorted(units_of(layer), reverse=True):
        if layer[first].strip() == "STYLE" and re.search(entry["style"], as_text(layer[first:last]), re.S):
            layer = without(layer, first, last)
    return layer


def without_what_is_known(name, text):
    """(reasons, the map without the styles and lines that they are about)."""
    lines, reasons = text.split("\n"), []
    for entry in KNOWN:
        if not re.search(entry.get("map", ""), f"{text}{name}") or not re.search(entry.get("of", ""), name):
            continue
        for first, last in sorted(units_of(lines), reverse=True):
            layer = lines[first:last]
            if layer[0].strip() == "LAYER" and re.search(entry["layer"], as_text(layer), re.S):
                less = left_out(entry, layer)
                reasons += [entry["reason"]] if less != layer else []
                lines[first:last] = less
    return reasons, "\n".join(lines)


def differences(folder, drawings, verdicts=None):
    """[(name, number, share, reason or None)] of what differs. A reason holds only if the map without the styles and lines that it is about looks the same. Without verdicts their images are kept."""
    write_images(folder)
    write_file(folder)
    write_view_files(folder)
    write_combined_files(folder)

    def one(item):
        number, (name, text, parameters) = item
        share = compared(both, folder / f"{number}.map", text, parameters, verdicts is None)
        if share is None or share <= SHARE:
            return None
        reasons, rest = without_what_is_known(name, text)
        left = compared(both, folder / f"{number}-rest.map", rest, parameters) if reasons else 1.0
        return name, number, share, reasons[0] if reasons and (left is None or left <= SHARE) else None

    with side_by_side(OURS, CONFIG, verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [found for found in pool.map(one, enumerate(drawings)) if found]


@pytest.mark.parametrize("kind", SEEDS)
def test_maps_look_as_in_mapserver(tmp_path, kind):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    count, most = SEEDS[kind]
    drawings = list(GENERATORS[kind](0, count))
    found = differences(tmp_path, drawings, (f"random_{kind}", tmp_path, pathlib.Path(__file__).read_text() + RULES))
    unexplained = [f"{name}: {share:.0%}" for name, _, share, reason in found if reason is None]
    print(f"{len(found)} of {len(drawings)} differ, {len(unexplained)} without a known reason", *unexplained, sep="\n")
    assert len(unexplained) <= most, "\n".join(unexplained)


def reduce_all(kept, drawings, found):
    with side_by_side(OURS, CONFIG, 1) as both:
        for name, number, _, reason in found:
            _, text, parameters = drawings[number]
            shares = []

            def differs(fewer):
                shares.append(compared(both, kept / f"{number}-less.map", fewer, parameters))
                return shares[-1] is not None and shares[-1] > max(SHARE, shares[0] / 3) and (shares[-1] < 1 or shares[0] == 1)

            less = reduced(differs, text) if reason is None and differs(text) else ""
            print(f"--- {name} {number}", *(line for line in less.split("\n") if not line.strip().startswith(("SYMBOL NAME", "FONTSET", "END", "MAP"))), sep="\n", flush=True)
            compared(both, kept / f"{number}-less.map", less or text, parameters, keeps=True)


if __name__ == "__main__":
    kept = pathlib.Path(tempfile.mkdtemp(prefix="drawings-"))
    generator = GENERATORS[sys.argv.pop(1)] if sys.argv[1] in GENERATORS else all_drawings
    chosen = [drawing for drawing in generator(*map(int, sys.argv[1:3])) if re.search(sys.argv[3] if len(sys.argv) > 3 else "", drawing[0])]
    found = differences(kept, chosen)
    for name, number, share, reason in sorted(found, key=lambda item: -item[2]):
        print(f"{share:4.0%}  {number}  {name}  {f'({reason})' if reason else ''}")
    print(f"{len(found)} of {len(chosen)} differ; images in {kept}")
    if sys.argv[4:] == ["reduce"]:
        reduce_all(kept, chosen, found)
