# SPDX-License-Identifier: MIT
"""Requests at random about maps at random (random_maps.py): always a whole answer, often MapServer's.

    pytest test_random.py                                 as ctest runs it
    python3 test_random.py FIRST LAST COUNT [REGEX]       prints the differences of COUNT requests about each map of the seeds, and
                                                          leaves the maps in ./random
"""

import concurrent.futures
import pathlib
import re
import sys

import pytest
import random_maps
from compare import difference
from test_differential import ORACLE, OURS, ask

LEFT_OUT = ("VendorSpecificCapabilities", "GetMap/Format", "Map/Format")  # what a build can do


def requests(folder, first, last, count):
    """Pairs of a name and parameters; writes the maps."""
    for seed in range(first, last):
        place = folder / str(seed)
        place.mkdir(parents=True, exist_ok=True)
        for name, text in random_maps.files(seed).items():
            (place / name).write_text(text)
        for name, parameters in random_maps.requests(seed, count):
            yield name, {"map": place / "map.map"} | parameters


def comparable(answer):
    kind, content = answer
    if isinstance(content, list):
        content = [element for element in content if not any(path in element[0] for path in LEFT_OUT)]
    return ("text/xml" if kind == "application/vnd.ogc.sld+xml" else kind), content


def answers(program, asked):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda pair: ask(program, pair[1]), asked))


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    return list(requests(tmp_path_factory.mktemp("random"), 0, 16, 10))


@pytest.fixture(scope="module")
def ours(asked):
    return answers(OURS, asked)


def test_every_request_gets_a_whole_answer(asked, ours):
    broken = [name for (name, _), (kind, content) in zip(asked, ours) if str(content).startswith("malformed") or (not kind and not content)]
    assert not broken


def test_answers_are_often_those_of_mapserver(asked, ours):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    texts = [difference(comparable(a), comparable(b)) for a, b in zip(answers(ORACLE, asked), ours)]
    for (name, _), text in zip(asked, texts):
        if text:
            print(name, "::", text)
    assert sum(text is not None for text in texts) < len(texts) * 0.6


if __name__ == "__main__":
    pattern = sys.argv[4] if len(sys.argv) > 4 else ""
    chosen = [pair for pair in requests(pathlib.Path("random").resolve(), *map(int, sys.argv[1:4])) if re.search(pattern, pair[0])]
    for (name, parameters), a, b in zip(chosen, answers(ORACLE, chosen), answers(OURS, chosen)):
        if text := difference(comparable(a), comparable(b)):
            print(name, "::", text, "\n    ", {key: str(value)[:200] for key, value in parameters.items()})
