# SPDX-License-Identifier: MIT
"""One list of requests (cross_requests.py) to every map of this repository: MapServer 8.0.0 and we give the same answer, or a rule of
known_cross_requests.json says why not.

    pytest test_cross_requests.py                           as ctest runs it
    python3 test_cross_requests.py [REGEX] [FOLDER]         prints the differences of the pairs "REQUEST @ MAP" that match;
                                                            FOLDER: about the maps there, not ours (it is written to)
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import zlib

import pytest
from compare import canonical, difference, flat
from cross_requests import completed, facts_of, requests
from test_variations import CONFIG, RULES, without_formats

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "tools"))

from side_by_side import ORACLE, side_by_side  # noqa: E402

OURS = pathlib.Path(os.environ.get("MS_TEST_MAPSERV", ROOT / "build/dev/bin/mapserv"))
FOLDERS = ("mapfile-examples", "msautotest", "tests/differential")
KNOWN = json.loads((HERE / "known_cross_requests.json").read_text())
DIFFERENT_PIXELS, GREY_LEVELS = 0.006, 30  # as test_random.py: edges and labels
SERVICE = "_service.map"
SHARE = 6  # all of them, which take some minutes, are compared by hand
NEEDS = {"postgis": "CONNECTIONTYPE POSTGIS|postgis.inc"}


def rule_of(pair, text):
    """The first rule that explains this difference."""
    return next((rule for rule in KNOWN if "lines" not in rule and re.fullmatch(rule["pairs"], pair) and re.search(rule.get("difference", ""), text, re.S)), None)


def without_lines(pair, answer):
    """The answer without the lines of documents that rules leave out."""
    kind, content = answer
    if isinstance(content, list):
        lines = [line for rule in KNOWN if re.fullmatch(rule["pairs"], pair) for line in rule.get("lines", [])]
        content = [element for element in content if not any(re.search(line, flat([element])[0]) for line in lines)]
    return kind, content


def copied(folder):
    """The maps that both load, in a copy, each with a service made of it beside it."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.csv.gz", "viewer", "__pycache__", "*.py"))
    shutil.copytree(ROOT / "tests/data", folder / "tests/data")
    return prepared(folder)


def prepared(folder):
    """{map: facts} of the maps in a folder that MapServer loads, without those that ask other servers or name a style sheet, which 8.0.0 does not know."""
    found = {}
    for path in sorted(folder.rglob("*.map")):
        text = path.read_text(errors="replace")
        if path.name.endswith(SERVICE) or re.search(r"CONNECTIONTYPE\s+(WMS|WFS)|sld://", text) or ("MS_TEST_PG" not in os.environ and re.search(NEEDS["postgis"], text)):
            continue
        facts = facts_of(path)
        if facts:
            path.with_name(path.stem + SERVICE).write_text(completed(text), errors="replace")
            found[path] = facts
    return found


def content_of(head, body):
    """Status, type and content of an answer, without what changes from one to the next."""
    text = head.decode("latin-1")
    kind, content = canonical(text, re.sub(rb' timeStamp="[^"]*"', b"", body))
    about = [match[1] for match in (re.search(pattern, text) for pattern in (r"(?im)^status: *(\d+)", r"(?im)^location: *(\S+)")) if match]
    return " ".join([kind, *about]), without_formats(content)


def pairs_of(maps, folder, share=1):
    """{"REQUEST @ MAP": parameters}; with a share of 6 each map gets every sixth request, and each request about a sixth of the maps, whatever others there are."""
    pairs = {}
    for path, facts in maps.items():
        name_of_map = str(path.relative_to(folder).with_suffix(""))
        turn = zlib.crc32(name_of_map.encode())
        for number, (name, parameters, is_service) in enumerate(requests(facts)):
            if (number + turn) % share == 0:
                pairs[f"{name} @ {name_of_map}"] = {"map": path.with_name(path.stem + SERVICE) if is_service else path, **parameters}
    return pairs


def differ(pair, theirs, ours):
    return difference(*(without_lines(pair, content_of(*answer)) for answer in (theirs, ours)), DIFFERENT_PIXELS, GREY_LEVELS)


def all_differences(pairs, folder, verdicts=None):
    """{pair: difference} of those that differ."""
    (folder / "test.conf").write_text(CONFIG)
    with side_by_side(OURS, folder / "test.conf", verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda pair: both.compare(pair[1], lambda theirs, ours: differ(pair[0], theirs, ours)), pairs.items())
        return {name: text for name, text in zip(pairs, found) if text}


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """All pairs, and the differences."""
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    folder = tmp_path_factory.mktemp("cross")
    pairs = pairs_of(copied(folder), folder, SHARE)
    rules = RULES + pathlib.Path(__file__).read_text() + json.dumps([rule for rule in KNOWN if "lines" in rule])
    return pairs, all_differences(pairs, folder, ("cross_requests", folder, rules))


def test_every_map_gets_all_requests(compared):
    assert len({name.split(" @ ")[1] for name in compared[0]}) > 30


def test_both_answer_alike_or_a_rule_says_why(compared):
    pairs, differences = compared
    unknown = [f"{name}\n    {text}" for name, text in differences.items() if not rule_of(name, text)]
    print(f"{len(pairs)} pairs, {len(differences)} differ")
    assert not unknown, "\n".join([f"{len(unknown)} differences without a reason, theirs | ours:", *unknown])


def test_every_rule_explains_a_difference_or_is_for_those_compared_by_hand(compared):
    used = [rule_of(name, text) for name, text in compared[1].items()]
    assert [rule["reason"] for rule in KNOWN if rule not in used and not {"lines", "by_hand"} & rule.keys()] == [], "no longer different"


def test_every_rule_has_a_reason():
    assert all(len(rule["reason"]) > 20 for rule in KNOWN)


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else temporary).resolve()
        maps = prepared(folder) if len(sys.argv) > 2 else copied(folder)
        pairs = {name: parameters for name, parameters in pairs_of(maps, folder).items() if re.search(pattern, name)}
        differences = all_differences(pairs, folder)
    for name, text in differences.items():
        print(f"{name}{'' if rule_of(name, text) else '   NOT LISTED'}\n    {text}")
    print(f"{len(maps)} maps, {len(pairs)} pairs, {len(differences)} differ, {sum(not rule_of(*found) for found in differences.items())} of them without a reason")


if __name__ == "__main__":
    main()
