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
import subprocess
import sys
from urllib.parse import urlencode

import pytest
from compare import canonical, difference
from differential_requests import all_requests

HERE = pathlib.Path(__file__).resolve().parent
ORACLE = pathlib.Path("/usr/lib/cgi-bin/mapserv")
OURS = pathlib.Path(os.environ.get("MS_TEST_MAPSERV", HERE.parents[1] / "build/dev/bin/mapserv"))
REQUESTS = dict(all_requests())
KNOWN = json.loads((HERE / "known_differences.json").read_text())


def reason_of(name):
    """The reason of a known difference; nothing for an unknown one."""
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name) for pattern in entry["requests"])), None)


def ask(program, parameters):
    query = urlencode({"map": HERE / "differential.map"} | {name: value for name, value in parameters.items() if value is not None})
    environment = {"PATH": os.environ["PATH"], "REQUEST_METHOD": "GET", "QUERY_STRING": query, "SERVER_NAME": "maps.example",
                   "SERVER_PORT": "80", "SCRIPT_NAME": "/wms", "MAPSERVER_CONFIG_FILE": str(HERE / "differential.conf")}
    done = subprocess.run([program], capture_output=True, timeout=60, env=environment)
    head, _, body = done.stdout.replace(b"\r\n\r\n", b"\n\n", 1).partition(b"\n\n")
    return canonical(head.decode("latin-1"), body)


def compared(name):
    return difference(ask(ORACLE, REQUESTS[name]), ask(OURS, REQUESTS[name]))


@pytest.fixture(scope="module")
def differences():
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {name: text for name, text in zip(REQUESTS, pool.map(compared, REQUESTS)) if text}


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
    for wanted in REQUESTS:
        if re.search(sys.argv[1] if len(sys.argv) > 1 else "", wanted):
            if text := compared(wanted):
                print(f"{wanted}{'' if reason_of(wanted) else '   NOT LISTED'}\n    {text}")
