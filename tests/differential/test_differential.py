# SPDX-License-Identifier: MIT
"""The same requests to MapServer 8.0.0 and to us: the answers mean the same, or known_differences.json has the reason.

    pytest test_differential.py                 as ctest runs it
    python3 test_differential.py [REGEX]        prints the differences of the requests whose names match, listed or not
"""

import concurrent.futures
import json
import os
import pathlib
import re
import sys

import pytest
from compare import canonical, difference
from differential_requests import all_requests

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

from side_by_side import ORACLE, side_by_side  # noqa: E402

OURS = pathlib.Path(os.environ.get("MS_TEST_MAPSERV", HERE.parents[1] / "build/dev/bin/mapserv"))
REQUESTS = dict(all_requests())
KNOWN = json.loads((HERE / "known_differences.json").read_text())


def reason_of(name):
    """The reason of a known difference; nothing for an unknown one."""
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name) for pattern in entry["requests"])), None)


def content_of(head, body):
    return canonical(head.decode("latin-1"), body)


def differences_of(requests, differ):
    """What differ(number, theirs, ours) says of the two contents of each request."""
    def compared(numbered):
        number, parameters = numbered
        return both.compare({"map": HERE / "differential.map", **parameters}, lambda *pair: differ(number, *(content_of(*answer) for answer in pair)))

    with side_by_side(OURS, HERE / "differential.conf") as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(compared, enumerate(requests)))


def all_differences(names):
    texts = differences_of([REQUESTS[name] for name in names], lambda _, *pair: difference(*pair))
    return {name: text for name, text in zip(names, texts) if text}


@pytest.fixture(scope="module")
def differences():
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    return all_differences(REQUESTS)


def test_there_are_more_than_three_hundred_requests():
    assert len(REQUESTS) > 300


def test_every_reason_is_one_for_some_request():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20
        for pattern in entry["requests"]:
            assert any(re.fullmatch(pattern, name) for name in REQUESTS), f"no request is called {pattern}"


def test_both_answer_alike_or_the_difference_is_known(differences):
    unknown = [f"{name}\n    {text}" for name, text in differences.items() if not reason_of(name)]
    print(f"{len(REQUESTS)} requests, {len(differences)} differ")
    assert not unknown, "\n".join([f"{len(unknown)} differences, theirs | ours:", *unknown])


def test_what_is_listed_still_differs(differences):
    patterns = [pattern for entry in KNOWN for pattern in entry["requests"]]
    gone = [pattern for pattern in patterns if not any(re.fullmatch(pattern, name) for name in differences)]
    assert not gone, "remove from the list:\n" + "\n".join(gone)


def test_most_answers_are_alike(differences):
    assert len(differences) < len(REQUESTS) * 0.16  # 80 of 532


if __name__ == "__main__":
    for each, found in all_differences([name for name in REQUESTS if re.search(sys.argv[1] if len(sys.argv) > 1 else "", name)]).items():
        print(f"{each}{'' if reason_of(each) else '   NOT LISTED'}\n    {found}")
