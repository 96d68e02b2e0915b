#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare a report of MapServer's suite with the list of known differences.

    known.py REPORT       or MS_CONFORMANCE_REPORT in the environment, as ctest calls it

REPORT is the JSON of a conformance run: {"cases": [{"id": "folder/mapfile:result", "level": ...}]}. A case that is listed
in msautotest/known_differences.json must differ: once it passes, its line goes. Cases that differ and are not listed are
printed, but do not fail: their causes are still to be mended.
"""

import json
import os
import pathlib
import sys

KNOWN = pathlib.Path(__file__).resolve().parents[2] / "msautotest/known_differences.json"
PASSED = ("exact", "near")
SKIPPED = 77  # as ctest understands it


def stale(known, levels):
    """Listed cases that pass."""
    return [case for case in known if levels.get(case) in PASSED]


def unlisted(known, levels):
    """Cases that differ without a reason."""
    return [case for case, level in levels.items() if level not in PASSED and case not in known]


def main(arguments):
    report = arguments[0] if arguments else os.environ.get("MS_CONFORMANCE_REPORT")
    if not report:
        print("no report (MS_CONFORMANCE_REPORT is not set)")
        return SKIPPED
    known = json.loads(KNOWN.read_text())["mapserver_suite"]
    levels = {case["id"]: case["level"] for case in json.loads(pathlib.Path(report).read_text())["cases"]}
    for case in unlisted(known, levels):
        print(f"differs, not listed: {case}")
    gone = stale(known, levels)
    for case in gone:
        print(f"listed in {KNOWN.name}, and no longer different: {case}")
    return 1 if gone else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
