# SPDX-License-Identifier: MIT
"""Random requests to OGC API Features about random maps (random_api.py): MapServer's answer but for what later versions added.

    python3 compare_random_api.py FIRST LAST COUNT [REGEX]    prints the differences of COUNT requests about each map of the seeds, and leaves the maps in ./random_api
"""

import concurrent.futures
import json
import pathlib
import re
import sys

from compare import canonical
from test_variations import CONFIG, OURS, side_by_side

import random_api
import random_services

KNOWN = []  # {"requests", "differences", "reason"}
# What versions after 8.0.0 added: members of documents, relations of links, parameters in links.
NEWER_MEMBERS = {"crs", "storageCrs"}
NEWER_RELATIONS = ("/rel/ogc/1.0/schema", "/rel/ogc/1.0/queryables", "/rel/ogc/1.0/sortables")
MESSAGES = {"Collection items id query failed.": "Invalid feature id."}
TOLERANCE = 1.1e-6  # one in the last digit: noise of a transformation is rounded up


def write_maps(folder, seeds):
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    random_services.write_data(data)
    for seed in seeds:
        for name, text in random_api.files(seed).items():
            file = folder / str(seed) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        for file in data.iterdir():
            if not (folder / str(seed) / file.name).exists():
                (folder / str(seed) / file.name).symlink_to(file)


def common(document):
    """The document without what 8.0.0 does not write."""
    if isinstance(document, dict):
        if "conformsTo" in document:
            return "conformance"
        if "code" in document and "description" in document:
            return {"code": document["code"].replace("Paramter", "Parameter"), "description": MESSAGES.get(document["description"], document["description"]).split(" requested")[0]}
        return {key: common(value) for key, value in document.items() if key not in NEWER_MEMBERS}
    if isinstance(document, list):
        return [common(each) for each in document if not (isinstance(each, dict) and str(each.get("rel", "")).endswith(NEWER_RELATIONS))]
    if isinstance(document, str):
        return re.sub(r"(https?://[^\s?]*/items\?f=\w+&limit=\d+&offset=-?\d+)&bbox=[^&]*", r"\1", document.replace("OCG API", "OGC API"))
    return document


def paths_of(document, path=""):
    """{path: value} of the leaves."""
    if isinstance(document, dict) and document:
        return {place: value for key, each in document.items() for place, value in paths_of(each, f"{path}/{key}").items()}
    if isinstance(document, list) and document:
        return {place: value for number, each in enumerate(document) for place, value in paths_of(each, f"{path}/{number}").items()}
    return {path: document}


def is_same(one, other):
    if isinstance(one, (int, float)) and isinstance(other, (int, float)) and not isinstance(one, bool) and not isinstance(other, bool):
        return abs(one - other) <= TOLERANCE * max(1, abs(one))
    return type(one) is type(other) and one == other


def content(head, body):
    """Status, media type and content of an answer."""
    head = head.decode("latin1") if isinstance(head, bytes) else head
    status = (re.search(r"(?i)^status: *(\d+)", head, re.M) or [None, "200"])[1]
    kind = (re.search(r"(?i)^content-type: *([^;\s]*)", head, re.M) or [None, ""])[1].replace("geo+json", "json")
    try:
        return status, kind, common(json.loads(body))
    except ValueError:
        return status, kind, canonical(head, body)[1]


def difference(theirs, ours):
    if theirs[:2] != ours[:2]:
        return f"head: {theirs} | {ours}"[:900]
    one, other = paths_of(theirs[2]), paths_of(ours[2])
    found = [f"{path}: {one.get(path, 'nothing')} | {other.get(path, 'nothing')}" for path in {**one, **other} if path not in one or path not in other or not is_same(one[path], other[path])]
    return f"{len(found)} of {theirs[2] if 'code' in (theirs[2] if isinstance(theirs[2], dict) else {}) else 'document'}: " + "; ".join(found[:4])[:900] if found else None


def compared(pair, theirs, ours):
    found = theirs[1] and difference(content(*theirs), content(*ours))  # MapServer crashes over layers without PROJECTION
    text = pair[0].split(" ", 1)[1] + " " + " ".join(f"{key}={value}" for key, value in pair[1].items())
    return found and (found, next((entry["reason"] for entry in KNOWN if re.search(entry.get("requests", ""), text) and any(re.search(each, found) for each in entry["differences"])), None))


def compare_all(folder, chosen):
    """For each request None, or the difference and its reason."""
    config = folder / "test.conf"
    maps = "".join(f'    M{place.parent.name} "{place}"\n' for place in sorted(folder.glob("*/map.map")))
    config.write_text(CONFIG.replace("  END\nEND", f"  END\n  MAPS\n{maps}  END\nEND"))
    with side_by_side(OURS, config) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(lambda pair: both.compare(pair[1], lambda theirs, ours: compared(pair, theirs, ours)), chosen)


def requests(folder, first, last, count):
    write_maps(folder, range(first, last))
    return [pair for seed in range(first, last) for pair in random_api.requests(seed, count)]


if __name__ == "__main__":
    place = pathlib.Path("random_api").resolve()
    pattern = sys.argv[4] if len(sys.argv) > 4 else ""
    wanted = [pair for pair in requests(place, *map(int, sys.argv[1:4])) if re.search(pattern, pair[0])]
    count = {True: 0, False: 0}
    for (name, parameters), each in zip(wanted, compare_all(place, wanted)):
        if each:
            count[each[1] is not None] += 1
            print(name, parameters, "::", each[0], "\n    ", each[1] or "", flush=True)
    print(f"{len(wanted)} requests: {count[True]} differ as known, {count[False]} differ otherwise")
