# SPDX-License-Identifier: MIT
"""Random style sheets, conditions and query modes (random_sheets.py, random_conditions.py, random_queries.py): MapServer's answer, or known_random_requests.json has the reason.

    pytest test_random_requests.py                                    as ctest runs it
    python3 test_random_requests.py PART FIRST LAST COUNT [REGEX]     prints the differences of COUNT requests about each map of the seeds; the maps and images of what differs stay in ./random_PART
"""

import itertools
import json
import pathlib
import re

import pytest
import random_comparison
from random_comparison import difference_of, layers_named, text_of
from test_drawings import write_images
from test_style_sheets import FONTS
from test_variations import CONFIG, HERE, ORACLE, content_of

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
    random_comparison.write_maps(folder, seeds, PARTS[part].files)


def requests(folder, part, first, last, count):
    """Pairs of a name and parameters; writes the maps."""
    write_maps(folder, part, range(first, last))
    for seed in range(first, last):
        for name, parameters in PARTS[part].requests(seed, count):
            yield name, {"map": folder / str(seed) / "map.map"} | parameters


def comparable(answer, text):
    """The answer without the lines that are known to differ."""
    kind, content = answer
    if isinstance(content, str):
        content = content.replace(" Parameter pattern validation failed.", "")
    kind = "text/xml" if kind == "application/vnd.ogc.sld+xml" else kind
    return kind, random_comparison.without_known_lines(content, KNOWN, text)


def layers_of(parameters):
    """The LAYERs of the map that the request names, or all."""
    names = parameters.get("LAYERS") or parameters.get("LAYER") or parameters.get("TYPENAME") or parameters.get("qlayer") or ""
    return layers_named(parameters["map"], re.split("[ ,]", names))


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


def compare_all(folder, chosen, keep=False, verdicts=None):
    """For each request None, or the difference and its reason."""
    return random_comparison.compare_all(folder, chosen, CONFIG, compared, keep, verdicts)


@pytest.mark.parametrize("part", PARTS)
def test_answers_are_those_of_mapserver_but_for_known_reasons(part, tmp_path):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    chosen = list(requests(tmp_path, part, 0, 8, COUNTS.get(part, 15)))
    rules = random_comparison.RULES + pathlib.Path(__file__).read_text() + json.dumps(KNOWN)
    found = list(compare_all(tmp_path, chosen, verdicts=(f"random_{part}", tmp_path, rules)))
    random_comparison.check_unknown(chosen, found, MAX_UNKNOWN[part])


def test_every_known_difference_has_a_reason():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20 and (entry.get("lines") or entry.get("differences") or entry["as"] in REWRITINGS)


if __name__ == "__main__":
    random_comparison.main(requests, lambda place, pairs: compare_all(place, pairs, keep=True))
