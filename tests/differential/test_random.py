# SPDX-License-Identifier: MIT
"""Random requests to random maps (random_maps.py): always a complete answer; MapServer's, or known_random.json has the reason.

    pytest test_random.py                                 as ctest runs it
    python3 test_random.py FIRST LAST COUNT [REGEX]       prints the differences of COUNT requests about each map of the seeds, and
                                                          leaves the maps in ./random
"""

import json
import pathlib
import re
import sys

import pytest
import random_maps
from compare import difference, flat
from test_differential import HERE, ORACLE, differences_of

# Labels and edges of maps at random: 0.5 % of the pixels differ at the most where no reason is known.
DIFFERENT_PIXELS = 0.006

# Entries: "kinds" of requests (all by default), and "lines" of documents that are not compared, or "differences" as
# they are printed.
KNOWN = json.loads((HERE / "known_random.json").read_text())


def requests(folder, first, last, count):
    """Pairs of a name and parameters; writes the maps."""
    for seed in range(first, last):
        place = folder / str(seed)
        place.mkdir(parents=True, exist_ok=True)
        for name, text in random_maps.files(seed).items():
            (place / name).write_text(text)
        for name, parameters in random_maps.requests(seed, count):
            yield name, {"map": place / "map.map"} | parameters


def kind_of(name, parameters):
    """The text that the "kinds" of a known difference match: "GetMap 1.1.1 LAYERS=point ..."."""
    said = [f"{key}={value}" for key, value in parameters.items() if key not in ("map", "VERSION", "SLD_BODY")]
    return " ".join([name.split(" ", 1)[1], str(parameters.get("VERSION", "")), *said])


def comparable(answer, kind):
    """The answer without the lines that are known to differ."""
    mime_type, content = answer
    if isinstance(content, list):
        known = [line for entry in KNOWN if re.match(entry.get("kinds", ""), kind) for line in entry.get("lines", [])]
        content = [element for element in content if not any(re.search(line, flat([element])[0]) for line in known)]
    return ("text/xml" if mime_type == "application/vnd.ogc.sld+xml" else mime_type), content


def compared(pair, theirs, ours):
    """The difference, and its reason if it is known; nothing for equal answers."""
    kind = kind_of(*pair)
    text = difference(comparable(theirs, kind), comparable(ours, kind), DIFFERENT_PIXELS)
    reasons = [entry["reason"] for entry in KNOWN
               if text and re.match(entry.get("kinds", ""), kind) and any(re.search(known, text) for known in entry.get("differences", []))]
    return text, reasons[0] if reasons else None


def compare_all(chosen):
    """(text, reason) of the difference of each, and the names of those to which we gave no whole answer."""
    broken = []

    def differ(number, theirs, ours):
        kind, content = ours
        if str(content).startswith("malformed") or (not kind and not content):
            broken.append(chosen[number][0])
        text, reason = compared(chosen[number], theirs, ours)
        return text and (text, reason)

    return [found or (None, None) for found in differences_of([parameters for _, parameters in chosen], differ)], broken


@pytest.fixture(scope="module")
def chosen(tmp_path_factory):
    return list(requests(tmp_path_factory.mktemp("random"), 0, 16, 10))


@pytest.fixture(scope="module")
def found(chosen):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    return compare_all(chosen)


def test_every_request_gets_a_whole_answer(found):
    assert not found[1]


def test_answers_are_those_of_mapserver_but_for_known_reasons(chosen, found):
    unknown = [f"{name} :: {text}" for (name, _), (text, reason) in zip(chosen, found[0]) if text and not reason]
    print("\n".join(unknown))
    assert not unknown
    assert sum(text is not None for text, _ in found[0]) <= len(chosen) * 0.2  # 31 of 160


def test_every_known_difference_has_a_reason():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20 and (entry.get("lines") or entry.get("differences"))


if __name__ == "__main__":
    pattern = sys.argv[4] if len(sys.argv) > 4 else ""
    chosen = [pair for pair in requests(pathlib.Path("random").resolve(), *map(int, sys.argv[1:4])) if re.search(pattern, pair[0])]
    count = {True: 0, False: 0}
    differences, unfinished = compare_all(chosen)
    for (name, parameters), (text, reason) in zip(chosen, differences):
        if text:
            count[reason is not None] += 1
            print(name, "::", text, "\n    ", reason or {key: str(value)[:200] for key, value in parameters.items()})
    print(f"{len(chosen)} requests: {count[True]} differ as known, {count[False]} differ otherwise; no whole answer: {unfinished}")
