# SPDX-License-Identifier: MIT
"""Random style sheets, conditions and query modes (random_sheets.py, random_conditions.py, random_queries.py): MapServer's answer, or known_random_requests.json has the reason.

    pytest test_random_requests.py                                    as ctest runs it
    python3 test_random_requests.py PART FIRST LAST COUNT [REGEX]     prints the differences of COUNT requests about each map of the seeds; the maps and images of what differs stay in ./random_PART
"""

import concurrent.futures
import io
import itertools
import json
import pathlib
import re
import sys

import pytest
from compare import difference, flat
from PIL import Image
from test_drawings import difference as drawn_difference
from test_drawings import write_images
from test_style_sheets import FONTS
from test_variations import CONFIG, HERE, ORACLE, OURS, content_of, side_by_side

pytest.importorskip("osgeo.ogr", reason="python3-gdal is not installed (scripts/setup installs it)")
import random_conditions  # noqa: E402
import random_metadata  # noqa: E402
import random_queries  # noqa: E402
import random_services  # noqa: E402
import random_sheets  # noqa: E402
from sheets_as_mapserver import REWRITINGS  # noqa: E402

PARTS = {"sheets": random_sheets, "conditions": random_conditions, "queries": random_queries, "metadata": random_metadata}
# Entries: "requests" and "layers" of the map that they name, and "lines" of documents that are not compared, "differences" as they are printed, or a rewriting "as" which our answer is MapServer's.
KNOWN = json.loads((HERE / "known_random_requests.json").read_text())
SHARE = 0.05  # of what is painted, as in test_style_sheets.py
COUNTS = {"metadata": 4}  # of each kind of document
# What no reason is known for yet: 4 of 120, 1 of 264, 2 of 120, 11 of 160.
MAX_UNKNOWN = {"sheets": 0.034, "conditions": 0.004, "queries": 0.017, "metadata": 0.07}


def write_maps(folder, part, seeds):
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    random_services.write_data(data)
    write_images(data)
    faces = "".join(f"{name}{face} /usr/share/fonts/truetype/dejavu/DejaVuSans{file}.ttf\n" for name in ("sans", "dejavu_sans", "dejavu-sans", "arial", "default") for face, file in FONTS.items())
    (data / "fonts.txt").write_text(faces)
    for seed in seeds:
        place = folder / str(seed)
        place.mkdir(exist_ok=True)
        for name, text in PARTS[part].files(seed).items():
            (place / name).write_text(text)
        for file in data.iterdir():
            if not (place / file.name).exists():
                (place / file.name).symlink_to(file)


def requests(folder, part, first, last, count):
    """Pairs of a name and parameters; writes the maps."""
    write_maps(folder, part, range(first, last))
    for seed in range(first, last):
        for name, parameters in PARTS[part].requests(seed, count):
            yield name, {"map": folder / str(seed) / "map.map"} | parameters


def text_of(name, parameters):
    """What the patterns of "requests" match."""
    return " ".join([name.split(" ", 1)[1], *(f"{key}={value}" for key, value in parameters.items() if key != "map")])


def comparable(answer, text):
    """The answer without the lines that are known to differ."""
    kind, content = answer
    if isinstance(content, str):
        content = content.replace(" Parameter pattern validation failed.", "")
    kind = "text/xml" if kind == "application/vnd.ogc.sld+xml" else kind
    if isinstance(content, list):
        known = [line for entry in KNOWN if re.search(entry.get("requests", ""), text) for line in entry.get("lines", [])]
        content = [element for element in content if not any(re.search(line, flat([element])[0]) for line in known)]
    return kind, content


def difference_of(theirs, ours):
    """As compare.difference; images as test_style_sheets.py compares them."""
    if theirs[0] == ours[0] == "image/png" and not isinstance(theirs[1], str) and not isinstance(ours[1], str) and theirs[1].shape == ours[1].shape:
        share = drawn_difference(theirs[1][..., :3].astype(int), ours[1][..., :3].astype(int))
        return f"drawn: {share:.0%} differ" if share > SHARE else None
    return difference(theirs, ours)


def layers_of(parameters):
    """The LAYERs of the map that the request names, or all."""
    blocks = dict(re.findall(r'^  LAYER NAME "(\w+)"(.*?)^  END$', pathlib.Path(parameters["map"]).read_text(), re.S | re.M))
    names = re.split("[ ,]", parameters.get("LAYERS") or parameters.get("LAYER") or parameters.get("TYPENAME") or parameters.get("qlayer") or "")
    return "\n".join(text for name, text in blocks.items() if name in names or not set(names) & set(blocks))


def concerns(entry, pair):
    return re.search(entry.get("requests", ""), text_of(*pair)) and ("layers" not in entry or re.search(entry["layers"], layers_of(pair[1])))


def rewritten_reason(pair, theirs, ask_ours):
    """The reasons of rewritings by which our answer becomes theirs."""
    entries = [entry for entry in KNOWN if "as" in entry and concerns(entry, pair)]
    for size in range(1, len(entries) + 1):
        for chosen in itertools.combinations(entries, size):
            request = pair[1]
            for entry in chosen:
                request = REWRITINGS[entry["as"]](request)
            if request != pair[1] and not difference_of(theirs, comparable(content_of(*ask_ours(request)), text_of(*pair))):
                return " ".join(entry["reason"] for entry in chosen)
    return None


def compared(pair, theirs, ours, ask_ours):
    """The difference and its reason if it is known; nothing for equal answers."""
    text = text_of(*pair)
    theirs = comparable(content_of(*theirs), text)
    found = difference_of(theirs, comparable(content_of(*ours), text))
    reasons = [entry["reason"] for entry in KNOWN if found and concerns(entry, pair) and any(re.search(known, found) for known in entry.get("differences", []))]
    return found and (found, reasons[0] if reasons else rewritten_reason(pair, theirs, ask_ours))


def keep_images(place, answers):
    try:
        images = [Image.open(io.BytesIO(body)).convert("RGB") for _, body in answers]
    except OSError:
        return
    both = Image.new("RGB", (sum(image.width for image in images) + 6, max(image.height for image in images)), (255, 0, 255))
    both.paste(images[0], (0, 0))
    both.paste(images[1], (images[0].width + 6, 0))
    both.save(place)


def compare_all(folder, chosen, keep=False):
    """For each request None, or the difference and its reason."""
    config = folder / "test.conf"
    config.write_text(CONFIG)

    def compare(pair):
        found = both.compare(pair[1], lambda theirs, ours: compared(pair, theirs, ours, both.ask_ours))
        if keep and found and found[0].startswith(("drawn", "size")):
            keep_images(folder / (re.sub(r"[^\w.-]+", "_", pair[0]) + ".png"), both.ask(pair[1]))
        return found
    with side_by_side(OURS, config) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(compare, chosen)


@pytest.mark.parametrize("part", PARTS)
def test_answers_are_those_of_mapserver_but_for_known_reasons(part, tmp_path):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    chosen = list(requests(tmp_path, part, 0, 8, COUNTS.get(part, 15)))
    found = list(compare_all(tmp_path, chosen))
    unknown = [f"{name} :: {each[0]}" for (name, _), each in zip(chosen, found) if each and not each[1]]
    print(f"{len(chosen)} requests, {sum(map(bool, found))} differ, {len(unknown)} without a known reason", *unknown, sep="\n")
    assert len(unknown) <= len(chosen) * MAX_UNKNOWN[part], "\n".join([f"{len(unknown)} differences, theirs | ours:", *unknown])


def test_every_known_difference_has_a_reason():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20 and (entry.get("lines") or entry.get("differences") or entry["as"] in REWRITINGS)


if __name__ == "__main__":
    chosen_part = sys.argv[1]
    place = pathlib.Path(f"random_{chosen_part}").resolve()
    pattern = sys.argv[5] if len(sys.argv) > 5 else ""
    wanted = [pair for pair in requests(place, chosen_part, *map(int, sys.argv[2:5])) if re.search(pattern, pair[0])]
    count = {True: 0, False: 0}
    for (request, parameters), each in zip(wanted, compare_all(place, wanted, keep=True)):
        if each:
            count[each[1] is not None] += 1
            print(request, "::", each[0], "\n    ", each[1] or {key: str(value) for key, value in parameters.items()}, flush=True)
    print(f"{len(wanted)} requests: {count[True]} differ as known, {count[False]} differ otherwise")
