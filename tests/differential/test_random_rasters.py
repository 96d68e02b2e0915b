# SPDX-License-Identifier: MIT
"""Random raster layers, as they are sampled (random_rasters.py) and as they are coloured, queried and described (random_pixels.py): MapServer's answer, or known_random_rasters.json has the reason.

    pytest test_random_rasters.py                                    as ctest runs it
    python3 test_random_rasters.py PART FIRST LAST COUNT [REGEX]     prints the differences of COUNT requests about each map of the seeds; maps and images stay in ./random_PART
"""

import json
import pathlib
import re
import sys

import numpy as np
import pytest
import random_comparison
from compare import difference
from random_comparison import layers_named, text_of
from test_variations import CONFIG, HERE, ORACLE, content_of

pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
import random_computed  # noqa: E402
import random_pixels  # noqa: E402
import random_rasters  # noqa: E402

PARTS = {"sampled": random_rasters, "pixels": random_pixels, "computed": random_computed}
# Entries: "requests", "layers" that they name (with a line about their file), and "differences" as they are printed.
KNOWN = json.loads((HERE / "known_random_rasters.json").read_text())
COUNTS = {"sampled": (10, 6), "pixels": (5, 18), "computed": (5, 12)}  # seeds, and requests about each
DIRECT, RESAMPLED = 0.006, 0.03  # shares of the pixels that may differ
LOSSY = 40  # levels of grey
ABOUT = {}  # what requests() knows of the maps, by their folders


def requests(folder, part, first, last, count):
    """Pairs of a name and parameters; writes the maps."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, last):
        place = folder / str(seed)
        place.mkdir(exist_ok=True)
        about = ABOUT[place] = PARTS[part].files(seed, place)
        for name, parameters in PARTS[part].requests(seed, about, count):
            yield name, {"map": place / "test.map"} | parameters


def layers_of(parameters):
    """The LAYERs that a request names, with a line each about their files."""
    map_file = parameters["map"]
    names = " ".join(str(parameters.get(key, "")) for key in ("LAYERS", "QUERY_LAYERS", "LAYER", "layers", "qlayer", "COVERAGE", "COVERAGEID", "IDENTIFIER", "IDENTIFIERS"))
    return layers_named(map_file, re.split("[ ,]", names))


def shifted(image, x, y):
    return np.roll(np.roll(image, y, 0), x, 1)


def visible(image):
    """Colours by how opaque they are; of two images, pixels that nobody sees are alike."""
    if image.shape[2] != 4:
        return image
    return np.concatenate([image[..., :3] * image[..., 3:] // 255, image[..., 3:]], axis=-1)


def lonely(a, b, levels):
    """Share of the pixels of a that are like no neighbour in b: where pixels of the file begin is not compared."""
    nearest = np.min([abs(a - shifted(b, x, y)).max(axis=-1) for x in (-1, 0, 1) for y in (-1, 0, 1)], axis=0)
    return (nearest > levels).mean()


def drawn(a, b, levels, most):
    a, b = (visible(np.nan_to_num(each.astype(float), nan=-7e30)) for each in (a, b))
    share = max(lonely(a, b, levels), lonely(b, a, levels))
    return f"drawn: {share:.1%} differ" if share > most else None


def differing_values(theirs, ours, most):
    """Of two files, as random_rasters.opened() reads them."""
    (a, *place_a), (b, *place_b) = theirs, ours
    if a.shape != b.shape or place_a[1] != place_b[1] or not np.allclose(place_a[0], place_b[0], rtol=1e-9, atol=1e-9):
        return f"{a.shape} {place_a} | {b.shape} {place_b}"
    bands = [each if each.ndim == 3 else each[np.newaxis] for each in (a, b)]
    levels = 12 if len(bands[0]) > 2 else 1e-5 + 2e-3 * float(np.ptp(a[np.isfinite(a)])) if np.isfinite(a).any() else 0
    return drawn(*(np.moveaxis(each, 0, 2) for each in bands), levels, most)


def differing(part, parameters, theirs, ours):
    files = [random_rasters.opened(each) for each in (theirs, ours)]
    # Along the edges of small pixels, more than a neighbour is between MapServer's approximation and the pixel itself.
    most = RESAMPLED if is_resampled(parameters) else DIRECT
    if None not in files:
        exactly = part == "sampled" and not is_resampled(parameters)
        return random_rasters.differing_files(*files) if exactly else differing_values(*files, most)
    contents = [content_of(*each) for each in (theirs, ours)]
    (kind, a), (_, b) = contents
    if all(isinstance(each[1], np.ndarray) for each in contents) and a.shape == b.shape:
        return drawn(a, b, LOSSY if kind == "image/jpeg" else 12, most)
    return difference(*contents)


def is_resampled(parameters):
    """Whether the file is shown in another CRS."""
    about = ABOUT[parameters["map"].parent]
    if isinstance(about.get("layers"), dict):
        code = about["layers"][(parameters.get("LAYERS") or parameters.get("layers") or parameters.get("LAYER")).split(",")[0]]["code"]
    else:
        code = about["code"]
    named = " ".join(str(parameters.get(key, "")) for key in ("SRS", "CRS", "OUTPUTCRS", "BOUNDINGBOX"))
    codes = re.findall(r"EPSG(?:/0/|::?)(\d+)", named) or [str(about.get("map_code", code))]
    return codes[0] != str(code)


def compared(part, pair, theirs, ours):
    """The difference, and its reason if it is known; nothing for equal answers."""
    found = differing(part, pair[1], theirs, ours)
    if not found:
        return None
    text, layers = "reprojected " * is_resampled(pair[1]) + text_of(*pair), layers_of(pair[1])
    reasons = [entry["reason"] for entry in KNOWN if re.search(entry.get("requests", ""), text, re.S) and re.search(entry.get("layers", ""), layers, re.S) and any(re.search(known, found, re.S) for known in entry["differences"])]
    return found, reasons[0] if reasons else None


def compare_all(folder, part, chosen, keep=False, verdicts=None):
    return random_comparison.compare_all(folder, chosen, CONFIG, lambda pair, theirs, ours, _: compared(part, pair, theirs, ours), keep, verdicts)


@pytest.mark.parametrize("part", PARTS)
def test_answers_are_those_of_mapserver_but_for_known_reasons(part, tmp_path):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    seeds, count = COUNTS[part]
    chosen = list(requests(tmp_path, part, 0, seeds, count))
    rules = random_comparison.RULES + pathlib.Path(__file__).read_text() + json.dumps(KNOWN)
    found = list(compare_all(tmp_path, part, chosen, verdicts=(f"random_{part}", tmp_path, rules)))
    random_comparison.check_unknown(chosen, found, 0)


def test_every_known_difference_has_a_reason():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20 and entry["differences"]


if __name__ == "__main__":
    random_comparison.main(requests, lambda place, pairs: compare_all(place, sys.argv[1], pairs, keep=True))
