# SPDX-License-Identifier: MIT
"""Random raster layers, as they are sampled (random_rasters.py) and as they are coloured, queried and described (random_pixels.py): MapServer's answer, or known_random_rasters.json has the reason.

    pytest test_random_rasters.py                                    as ctest runs it
    python3 test_random_rasters.py PART FIRST LAST COUNT [REGEX]     prints the differences of COUNT requests about each map of the seeds; maps and images stay in ./random_PART
"""

import json
import pathlib

import numpy as np
import pytest
import random_comparison
from compare import difference
from random_comparison import text_of
from test_variations import CONFIG, HERE, ORACLE, content_of

pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
import random_pixels  # noqa: E402
import random_rasters  # noqa: E402

PARTS = {"rasters": random_rasters, "pixels": random_pixels}
ABOUT = {}


def requests(folder, part, first, last, count):
    """Pairs of a name and parameters; writes the maps."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, last):
        place = folder / str(seed)
        place.mkdir(exist_ok=True)
        about = PARTS[part].files(seed, place)
        ABOUT[place] = about
        for name, parameters in PARTS[part].requests(seed, about, count):
            yield name, {"map": place / "test.map"} | parameters


def with_alpha(bands):
    return bands if len(bands) == 4 else np.concatenate([bands[:3], np.full((4 - len(bands[:3]), *bands.shape[1:]), 255)])


def shifted(image, x, y):
    return np.roll(np.roll(image, y, 0), x, 1)


def drawn(a, b, levels):
    """Share of the pixels of which no neighbour in the other image is alike."""
    return max(lonely(a, b, levels), lonely(b, a, levels))


def lonely(a, b, levels):
    visible = [np.concatenate([i[..., :3].astype(int) * i[..., 3:] // 255, i[..., 3:].astype(int)], axis=-1) for i in (a, b)]
    nearest = np.min([abs(visible[0] - shifted(visible[1], x, y)).max(axis=-1) for x in (-1, 0, 1) for y in (-1, 0, 1)], axis=0)
    return (nearest > levels).mean()


def differing(theirs, ours):
    try:
        files = [random_rasters.opened(each) for each in (theirs, ours)]
    except RuntimeError as error:
        return f"tiff: {error}"
    if None not in files:
        (a, *place_a), (b, *place_b) = files
        if a.shape == b.shape and a.ndim == 3 and np.allclose(place_a[0], place_b[0], rtol=1e-9, atol=1e-9):
            share = drawn(*(np.moveaxis(each, 0, 2) for each in (with_alpha(a), with_alpha(b))), 12)
            return f"drawn: {share:.1%} differ" if share > 0.006 else None
        return random_rasters.differing_files(*files)
    contents = [content_of(*each) for each in (theirs, ours)]
    if all(isinstance(content[1], np.ndarray) for content in contents) and contents[0][1].shape == contents[1][1].shape:
        share = drawn(contents[0][1], contents[1][1], 40 if contents[0][0] == "image/jpeg" else 12)
        return f"drawn: {share:.1%} differ" if share > 0.006 else None
    return difference(*contents)


def compared(pair, theirs, ours):
    found = differing(theirs, ours)
    return (found, None) if found else None


def compare_all(folder, chosen, keep=False, verdicts=None):
    return random_comparison.compare_all(folder, chosen, CONFIG, lambda pair, theirs, ours, _: compared(pair, theirs, ours), keep, verdicts)


if __name__ == "__main__":
    random_comparison.main(requests, lambda place, pairs: compare_all(place, pairs, keep=True))
