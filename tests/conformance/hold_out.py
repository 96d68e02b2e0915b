#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Split a list of conformance cases into a working part and a held-out part.

    hold_out.py CASES OUT       writes OUT/working.txt and OUT/held_out.txt
    hold_out.py --rates REPORT  prints the pass rate of each scope in both parts

A case is "folder/mapfile:result", as MapServer's msautotest names it. All cases of a
mapfile family (names that differ only in a trailing number or variant) fall into one part:
the family's SHA-256 decides, so new cases join the list without moving others. Nobody
opens the mapfiles or images of the held-out part; a held-out rate more than 3 points
below the working one means that cases were mended, not causes.
"""

import collections
import hashlib
import json
import pathlib
import re
import sys


def family(case):
    """The mapfile's name without a trailing number: "query/text2:a.txt" is of query/text."""
    return re.sub(r"[-_]*\d*$", "", case.split(":")[0])


def is_held_out(case):
    return hashlib.sha256(family(case).encode()).digest()[0] % 3 == 0


def split(cases, out):
    lines = [line.strip() for line in cases.read_text().splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    parts = {"working": [], "held_out": []}
    for line in lines:
        parts["held_out" if is_held_out(line) else "working"].append(line)
    out.mkdir(parents=True, exist_ok=True)
    for name, part in parts.items():
        (out / f"{name}.txt").write_text("".join(f"{line}\n" for line in part))
        print(f"{name}: {len(part)}")


def rates(report):
    """Passed and all cases by scope, for both parts; a case counts in each of its scopes."""
    counts = collections.defaultdict(lambda: [[0, 0], [0, 0]])
    for case in json.loads(report.read_text())["cases"]:
        held_out = int(is_held_out(case["id"]))
        for scope in ["all", *case["scopes"]]:
            counts[scope][held_out][0] += case["level"] in ("exact", "near")
            counts[scope][held_out][1] += 1
    print(f"{'':10} {'working':>16} {'held out':>16}")
    for scope, parts in sorted(counts.items()):
        cells = [f"{p}/{n} {100 * p / n:5.1f}%" if n else "-" for p, n in parts]
        print(f"{scope:10} {cells[0]:>16} {cells[1]:>16}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--rates":
        rates(pathlib.Path(sys.argv[2]))
    else:
        split(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
