# SPDX-License-Identifier: MIT
"""Random PostGIS tables and layers (random_tables.py), files that GDAL reads (random_files.py) and output formats (random_outputs.py): MapServer's answer, or known_random_sources.json has the reason.

    pytest test_random_sources.py                                    as ctest runs it; the tables need MS_TEST_PG
    python3 test_random_sources.py PART FIRST LAST COUNT [REGEX]     prints the differences of COUNT requests (of each kind) about each map of the seeds; maps and images stay in ./random_PART
"""

import json
import os
import pathlib
import re
import subprocess

import pytest
import random_comparison
from random_comparison import layers_named, text_of
from test_variations import CONFIG, HERE, ORACLE, content_of

pytest.importorskip("osgeo.ogr", reason="python3-gdal is not installed (scripts/setup installs it)")
import random_files  # noqa: E402
import random_outputs  # noqa: E402
import random_services  # noqa: E402
import random_table_requests  # noqa: E402
from answered_files import api_content, file_content  # noqa: E402
from random_tables import CONNECTION_PLACE  # noqa: E402

PARTS = {"tables": random_table_requests, "outputs": random_outputs, "files": random_files}
# Entries: "requests" and "layers" of the map that they name, and "lines" of documents that are not compared, or "differences" as they are printed.
KNOWN = json.loads((HERE / "known_random_sources.json").read_text())
COUNTS = {"tables": (3, 4), "outputs": (8, 15), "files": (3, 3)}  # seeds, and requests of each kind
# What no reason is known for yet: 5 of 48, 21 of 120, 6 of 36.
MAX_UNKNOWN = {"tables": 0.105, "outputs": 0.176, "files": 0.167}


def fill_database(seeds):
    statements = ";\n".join(["SET client_min_messages TO warning", *random_table_requests.statements(seeds)]) + ";\n"
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", os.environ["MS_TEST_PG"]], input=statements, text=True, check=True)


def write_maps(folder, part, seeds):
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    if part == "tables":
        fill_database(seeds)
    elif not any(data.iterdir()):
        (random_files if part == "files" else random_services).write_data(data)
    connection = os.environ.get("MS_TEST_PG", "")
    random_comparison.write_maps(folder, seeds, lambda seed: {name: text.replace(CONNECTION_PLACE, connection) for name, text in PARTS[part].files(seed).items()})


def requests(folder, part, first, last, count):
    """Pairs of a name and parameters; writes the maps."""
    write_maps(folder, part, range(first, last))
    for seed in range(first, last):
        for name, parameters in PARTS[part].requests(seed, count):
            yield name, (parameters if "PATH_INFO" in parameters else {"map": folder / str(seed) / "map.map"} | parameters)


def layers_of(pair, folder):
    """The LAYERs of the map that the request names, or all."""
    names = " ".join(pair[1].get(key, "") for key in ("LAYERS", "TYPENAME", "TYPENAMES", "qlayer", "layers", "slayer", "PATH_INFO"))
    return layers_named(folder / pair[0].split(".")[0] / "map.map", re.split("[ ,/]", names))


def content(pair, head, body):
    if "PATH_INFO" in pair[1]:
        return "application/json", api_content(body)
    kind = (re.search(rb"(?im)^content-type: *([^;\r\n]*)", head) or [None, b""])[1].decode().strip()
    found = file_content(kind, body) or content_of(head, body)
    disposition = re.search(rb"(?im)^content-disposition: *(.*?)\r?$", head)
    return (f"{found[0]} as {disposition[1].decode()}" if disposition else found[0]), found[1]


def comparable(answer, text):
    """The answer without the lines that are known to differ."""
    return answer[0], random_comparison.without_known_lines(answer[1], KNOWN, text)


def difference_of(theirs, ours):
    if "layer " in str(theirs[1])[:6] and is_same_tile(theirs[1], ours[1]):
        return None
    found = random_comparison.difference_of(theirs, ours)
    if found and found.startswith("type"):
        return f"{found} :: {said(theirs[1])} | {said(ours[1])}"
    if found and any(isinstance(answer[1], list) and answer[1] and "Exception" in answer[1][0][0] for answer in (theirs, ours)):
        found = f"{found} :: {said(theirs[1])} | {said(ours[1])}"
    return windowed(theirs[1], ours[1]) if found and found.startswith("text") and isinstance(theirs[1], str) and isinstance(ours[1], str) else found


def is_same_tile(theirs, ours):
    """Boxes of vector tiles are quarters of their units, which noise may round up or down."""
    if not isinstance(theirs, str) or not isinstance(ours, str):
        return False
    box = re.compile(r"\[(-?\d+), (-?\d+), (-?\d+), (-?\d+)\]")
    if box.sub("[]", theirs) != box.sub("[]", ours):
        return False
    return all(abs(int(one) - int(other)) <= 1 for a, b in zip(box.findall(theirs), box.findall(ours)) for one, other in zip(a, b))


def said(answer):
    """The words of a document that is another one than expected: mostly an error."""
    if not isinstance(answer, list):
        return answer[:200] if isinstance(answer, str) else "image"
    return " ".join(text for _, _, text in answer if text)[:200]


def windowed(theirs, ours):
    """Texts from a little before where they differ."""
    at = next((number for number, (a, b) in enumerate(zip(theirs, ours)) if a != b), min(len(theirs), len(ours)))
    return f"text: {theirs[max(at - 60, 0):at + 200]} | {ours[max(at - 60, 0):at + 200]}"


def compared(folder, pair, theirs, ours):
    """The difference, and its reason if it is known; nothing for equal answers."""
    text = text_of(*pair)
    found = difference_of(comparable(content(pair, *theirs), text), comparable(content(pair, *ours), text))
    if not found:
        return None
    reasons = [entry["reason"] for entry in KNOWN if re.search(entry.get("requests", ""), text) and any(re.search(known, found, re.S) for known in entry.get("differences", [])) and ("layers" not in entry or re.search(entry["layers"], layers_of(pair, folder), re.S))]
    return found, reasons[0] if reasons else None


def compare_all(folder, chosen, keep=False, verdicts=None):
    """For each request None, or the difference and its reason."""
    maps = "".join(f'    M{place.parent.name} "{place}"\n' for place in sorted(folder.glob("*/map.map")))
    config = CONFIG.replace("  END\nEND", f"  END\n  MAPS\n{maps}  END\nEND")
    return random_comparison.compare_all(folder, chosen, config, lambda pair, theirs, ours, _: compared(folder, pair, theirs, ours), keep, verdicts)


@pytest.mark.parametrize("part", PARTS)
def test_answers_are_those_of_mapserver_but_for_known_reasons(part, tmp_path):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    if part == "tables" and "MS_TEST_PG" not in os.environ:
        pytest.skip("there is no database (MS_TEST_PG)")
    seeds, count = COUNTS[part]
    chosen = list(requests(tmp_path, part, 0, seeds, count))
    rules = random_comparison.RULES + pathlib.Path(__file__).read_text() + json.dumps(KNOWN)
    found = list(compare_all(tmp_path, chosen, verdicts=(f"random_{part}", tmp_path, rules)))
    random_comparison.check_unknown(chosen, found, MAX_UNKNOWN[part])


def test_every_known_difference_has_a_reason():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20 and (entry.get("lines") or entry.get("differences"))


if __name__ == "__main__":
    random_comparison.main(requests, lambda place, pairs: compare_all(place, pairs, keep=True))
