#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs map-driven regression tests: every RUN_PARMS line of every mapfile below this folder (see case.py).

    run_test.py --bin build/dev/bin                  run all
    run_test.py --bin build/dev/bin -k polygon       those whose id matches a regular expression
    run_test.py --bin build/dev/bin -k polygon --bless   make the results the expected ones (look at them first)

Results and index.html (expected, ours, difference) go to --out. An intended difference is listed in
known_differences.json, under "cases", as id: reason. Such a case must differ: once it passes, remove its entry. Under
"mapserver_suite" it lists the cases of MapServer's own msautotest that differ intentionally.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import compare
from case import find_cases, prepare
from page import write_page

HERE = Path(__file__).resolve().parent
PROGRAMS = {"MAPSERV": "mapserv", "MAP2IMG": "map2img", "SHP2IMG": "map2img", "MAPCHECK": "mapcheck",
            "LEGEND": "legend", "SCALEBAR": "scalebar"}
TIMEOUT_S = 60
# Variables that a web server or the caller's shell may have set and a test must not see.
CGI_VARIABLES = ("QUERY_STRING", "REQUEST_METHOD", "CONTENT_LENGTH", "CONTENT_TYPE", "PATH_INFO", "SCRIPT_NAME",
                 "HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "HTTPS", "MS_MAPFILE", "MS_ERRORFILE")


@dataclass
class Outcome:
    case: object
    status: str  # passed, known, failed, skipped
    text: str
    result: Path | None = None


def missing_requirement(case, programs, version):
    """Why a case cannot run here, or None."""
    for token, path in programs.items():
        if f"[{token}]" in case.command and not path.exists():
            return f"there is no {path}"
    for requirement in case.requires:
        if requirement == "INPUT=POSTGIS" and "MS_TEST_PG" not in os.environ:
            return "no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)"
        if requirement.startswith("FILE="):
            if not Path(requirement[len("FILE="):]).exists():
                return f"there is no {requirement[len('FILE='):]} (scripts/setup installs it)"
            continue
        # MapServer's -v lists its build options; ours has everything in every build.
        if "SUPPORTS=" in version and requirement not in version:
            return f"this build lacks {requirement}"
    return None


def postprocess(data, call):
    if call.strip_headers:
        head, blank, body = data.partition(b"\r\n\r\n")
        if not blank:
            head, blank, body = data.partition(b"\n\n")
        data = body if blank else data
    if call.strip_version:
        data = re.sub(rb"<!-- MapServer version[^>]*-->\s*\n?", b"", data)
    return data


def environment(call, config):
    base = {name: value for name, value in os.environ.items() if name not in CGI_VARIABLES}
    return base | {"MAPSERVER_CONFIG_FILE": str(config), "SERVER_NAME": "localhost", "SERVER_PORT": "80",
                   "SCRIPT_NAME": "/mapserv"} | call.environment


def run_case(case, programs, out):
    """Runs a case; returns the path of its result and the error of the run, if any."""
    result = out / case.mapfile.parent.name / case.name
    result.parent.mkdir(parents=True, exist_ok=True)
    result.unlink(missing_ok=True)
    call = prepare(case, programs, result)
    try:
        done = subprocess.run(call.arguments, cwd=case.mapfile.parent, env=environment(call, HERE / "mapserv.conf"),
                              input=call.body, stdin=None if call.body is not None else subprocess.DEVNULL,
                              capture_output=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return None, f"not finished after {TIMEOUT_S} s"
    if done.returncode < 0:
        return None, f"killed by signal {-done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"
    if call.to_stdout:
        result.write_bytes(postprocess(done.stdout, call))
    if not result.exists() or not result.stat().st_size:
        return None, f"no result, exit status {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"
    return result, None


def judge(case, programs, out, version, known):
    reason = missing_requirement(case, programs, version)
    if reason:
        return Outcome(case, "skipped", reason)
    result, trouble = run_case(case, programs, out)
    if trouble:
        return Outcome(case, "failed", trouble)
    if not case.expected.exists():
        return Outcome(case, "failed", "nothing is expected yet: look at the result, then --bless", result)
    verdict = compare.compare(case.expected.read_bytes(), result.read_bytes())
    if case.id in known:
        if verdict.passed:
            return Outcome(case, "failed", "is listed in known_differences.json but does not differ", result)
        return Outcome(case, "known", f"{verdict.text} (known: {known[case.id]})", result)
    return Outcome(case, "passed" if verdict.passed else "failed", verdict.text, result)


def difference(outcome):
    """Writes the difference of two images of one size beside the result; returns its path or None."""
    expected, result = outcome.case.expected, outcome.result
    if outcome.status not in ("failed", "known") or not result or not expected.exists():
        return None
    one, other = expected.read_bytes(), result.read_bytes()
    if not (compare.is_image(one) and compare.is_image(other)):
        return None
    one, other = compare.pixels(one), compare.pixels(other)
    if one.shape != other.shape:
        return None
    path = result.with_suffix(".difference.png")
    path.write_bytes(compare.difference_image(one, other))
    return path


def bless(outcomes):
    for outcome in outcomes:
        if outcome.result and outcome.status != "known":
            outcome.case.expected.parent.mkdir(exist_ok=True)
            shutil.copyfile(outcome.result, outcome.case.expected)
            print(f"blessed {outcome.case.id}")


def main():
    parser = argparse.ArgumentParser(description="Map-driven regression tests in MapServer's format")
    parser.add_argument("--bin", type=Path, required=True, help="folder of mapserv and map2img")
    parser.add_argument("--suite", type=Path, default=HERE, help="folder of the mapfiles")
    parser.add_argument("--out", type=Path, help="folder for results and index.html (default: build/msautotest)")
    parser.add_argument("-k", metavar="PATTERN", default="", help="only cases whose id matches")
    parser.add_argument("--bless", action="store_true", help="copy results to expected/")
    arguments = parser.parse_args()

    out = (arguments.out or HERE.parent / "build/msautotest").resolve()
    programs = {token: (arguments.bin / name).resolve() for token, name in PROGRAMS.items()}
    if not programs["MAPSERV"].exists():
        sys.exit(f"run_test: there is no {programs['MAPSERV']}")
    version = subprocess.run([programs["MAPSERV"], "-v"], capture_output=True, text=True, check=False).stdout
    known = json.loads((HERE / "known_differences.json").read_text())["cases"]
    cases = [case for case in find_cases(arguments.suite.resolve()) if re.search(arguments.k, case.id)]
    if not cases:
        sys.exit(f"run_test: no case matches {arguments.k!r}")
    if unknown := set(known) - {case.id for case in find_cases(HERE)}:
        sys.exit(f"run_test: known_differences.json names cases that are not there: {', '.join(sorted(unknown))}")

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda case: judge(case, programs, out, version, known), cases))
    if arguments.bless:
        bless(outcomes)
        return 0
    for outcome in outcomes:
        if outcome.status != "passed":
            print(f"{outcome.status:8}{outcome.case.id}: {outcome.text}")
    count = {status: sum(outcome.status == status for outcome in outcomes)
             for status in ("passed", "known", "failed", "skipped")}
    summary = ", ".join(f"{number} {status}" for status, number in count.items())
    out.mkdir(parents=True, exist_ok=True)
    outcomes.sort(key=lambda outcome: outcome.status != "failed")
    write_page(out / "index.html", "Map-driven tests", summary,
               [(outcome.case.id, outcome.status != "failed", f"{outcome.status}: {outcome.text}",
                 [outcome.case.expected, outcome.result, difference(outcome)])
                for outcome in outcomes if outcome.status != "skipped"])
    print(f"{summary}; images: {out / 'index.html'}")
    return 1 if count["failed"] or count["skipped"] == len(outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
