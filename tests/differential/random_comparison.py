# SPDX-License-Identifier: MIT
"""What the comparisons of random requests with MapServer have in common: maps of seeds, known differences, and the count of those that have no reason."""

import concurrent.futures
import io
import pathlib
import re
import sys

import test_drawings
import test_variations
from compare import difference, flat
from PIL import Image
from test_drawings import difference as drawn_difference
from test_variations import OURS, side_by_side

SHARE = 0.05  # of what is painted, as in test_style_sheets.py


def write_maps(folder, seeds, files_of):
    """The files of each seed's map in a folder of its own, with links to those in folder/data."""
    for seed in seeds:
        place = folder / str(seed)
        place.mkdir(exist_ok=True)
        for name, text in files_of(seed).items():
            (place / name).write_text(text)
        for file in (folder / "data").iterdir():
            if not (place / file.name).exists():
                (place / file.name).symlink_to(file)


def text_of(name, parameters):
    """What the patterns of "requests" match."""
    return " ".join([name.split(" ", 1)[1], *(f"{key}={value}" for key, value in parameters.items() if key != "map")])


def layers_named(map_file, names):
    """The LAYERs of a map with one of the names, or all."""
    blocks = dict(re.findall(r'^  LAYER\s+NAME "(\w+)"(.*?)^  END$', map_file.read_text(), re.S | re.M))
    return "\n".join(text for name, text in blocks.items() if name in names or not set(names) & set(blocks))


def without_known_lines(content, known, text):
    """A document without the lines that are known to differ; any other answer as it is."""
    if not isinstance(content, list):
        return content
    lines = [line for entry in known if re.search(entry.get("requests", ""), text) for line in entry.get("lines", [])]
    return [element for element in content if not any(re.search(line, flat([element])[0]) for line in lines)]


def difference_of(theirs, ours):
    """As compare.difference; images as test_style_sheets.py compares them."""
    if theirs[0] == ours[0] == "image/png" and not isinstance(theirs[1], str) and not isinstance(ours[1], str) and theirs[1].shape == ours[1].shape:
        share = drawn_difference(theirs[1][..., :3].astype(int), ours[1][..., :3].astype(int))
        return f"drawn: {share:.0%} differ" if share > SHARE else None
    return difference(theirs, ours)


def keep_images(place, answers):
    try:
        images = [Image.open(io.BytesIO(body)).convert("RGB") for _, body in answers]
    except OSError:
        return
    both = Image.new("RGB", (sum(image.width for image in images) + 6, max(image.height for image in images)), (255, 0, 255))
    both.paste(images[0], (0, 0))
    both.paste(images[1], (images[0].width + 6, 0))
    both.save(place)


RULES = pathlib.Path(__file__).read_text() + test_drawings.RULES + test_variations.RULES


def compare_all(folder, chosen, config_text, compared, keep=False, verdicts=None):
    """For each request None, or the difference and its reason: what compared(pair, theirs, ours, ask_ours) returns. \
With keep, the images that differ stay in the folder."""
    config = folder / "test.conf"
    config.write_text(config_text)

    def compare(pair):
        found = both.compare(pair[1], lambda theirs, ours: compared(pair, theirs, ours, both.ask_ours))
        if keep and found and found[0].startswith(("drawn", "size")):
            keep_images(folder / (re.sub(r"[^\w.-]+", "_", pair[0]) + ".png"), both.ask(pair[1]))
        return found
    with side_by_side(OURS, config, verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(compare, chosen)


def check_unknown(chosen, found, max_share):
    """Fails if too many differ without a known reason."""
    unknown = [f"{name} :: {each[0]}" for (name, _), each in zip(chosen, found) if each and not each[1]]
    print(f"{len(chosen)} requests, {sum(map(bool, found))} differ, {len(unknown)} without a known reason", *unknown, sep="\n")
    assert len(unknown) <= len(chosen) * max_share, "\n".join([f"{len(unknown)} differences, theirs | ours:", *unknown])


def main(requests, compared_of):
    """PART FIRST LAST COUNT [REGEX]: prints the differences; maps and images stay in ./random_PART.

    requests(folder, part, first, last, count) are pairs of a name and parameters, compared_of(folder, pairs) their differences.
    """
    part = sys.argv[1]
    place = pathlib.Path(f"random_{part}").resolve()
    pattern = sys.argv[5] if len(sys.argv) > 5 else ""
    wanted = [pair for pair in requests(place, part, *map(int, sys.argv[2:5])) if re.search(pattern, pair[0])]
    count = {True: 0, False: 0}
    for (request, parameters), each in zip(wanted, compared_of(place, wanted)):
        if each:
            count[each[1] is not None] += 1
            print(request, "::", each[0], "\n    ", each[1] or {key: str(value) for key, value in parameters.items()}, flush=True)
    print(f"{len(wanted)} requests: {count[True]} differ as known, {count[False]} differ otherwise")
