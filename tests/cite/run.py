#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the assertions of the OGC's conformance suites of WMS against a service and reports the failing ones.

    run.py --mapserv PROGRAM --data FOLDER [REGEX]    on the suites' own shapefiles; also for other CGI programs
    run.py --mapserv PROGRAM [REGEX]                  on a few shapes that replace them
    run.py --url http://host/path?map=cite [REGEX]    on a running service
"""

import argparse
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools")]
import wms11  # noqa: E402
import wms13  # noqa: E402
import wms13_data  # noqa: E402, F401  (adds to the suite of wms13)
from cite_map import cite_map  # noqa: E402
from suite import Answer  # noqa: E402

SUITES = {"1.3.0": wms13, "1.1.1": wms11}


def over_http(url):
    def ask(query):
        try:
            with urllib.request.urlopen(f"{url.partition('?')[0]}?{query}", timeout=60) as answer:
                return Answer({name.lower(): value for name, value in answer.headers.items()}, answer.read())
        except urllib.error.HTTPError as answer:
            with answer:
                return Answer({name.lower(): value for name, value in answer.headers.items()}, answer.read())
    return ask


def over_cgi(program, environment):
    def ask(query):
        variables = {"PATH": os.environ["PATH"], "SERVER_NAME": "maps.example", "SERVER_PORT": "80", "SCRIPT_NAME": "/wms",
                     "REQUEST_METHOD": "GET", "GATEWAY_INTERFACE": "CGI/1.1", "QUERY_STRING": query} | environment
        done = subprocess.run([program], capture_output=True, timeout=60, env=variables)
        head, _, body = done.stdout.replace(b"\r\n\r\n", b"\n\n", 1).partition(b"\n\n")
        lines = (line.partition(": ") for line in head.decode("latin-1").splitlines())
        return Answer({name.lower(): value.strip() for name, _, value in lines}, body)
    return ask


def walk(version, ask, query, select=""):
    """The results of one suite."""
    module = SUITES[version]
    return module.SUITE.run(module.start(ask, query), select)


def over_data(program, folder, version, data=None):
    """A function that queries a program about the suites' layers in a new folder, and the query that names the map."""
    (folder / "cite.map").write_text(cite_map(data, version))
    (folder / "cite.conf").write_text(f'CONFIG\n  ENV "MS_MAP_PATTERN" "." END\n  MAPS "cite" "{folder / "cite.map"}" END\nEND\n')
    return over_cgi(program, {"MAPSERVER_CONFIG_FILE": str(folder / "cite.conf")}), f"map={folder / 'cite.map'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a service that runs, up to its map parameter")
    parser.add_argument("--mapserv", help="a CGI program")
    parser.add_argument("--data", help="folder of the suites' shapefiles")
    parser.add_argument("select", nargs="?", default="", help="assertions whose names match")
    requested = parser.parse_args()
    failed = 0
    for version in SUITES:
        with tempfile.TemporaryDirectory() as folder:
            if requested.url:
                ask, query = over_http(requested.url), requested.url.partition("?")[2]
            else:
                ask, query = over_data(requested.mapserv, Path(folder), version, requested.data)
            results = walk(version, ask, query, requested.select)
        bad = [result for result in results if result.problem]
        failed += len(bad)
        print(f"WMS {version}: {len(results)} assertions, {len(results) - len(bad)} hold, {len(bad)} do not")
        for result in bad:
            print(f"  {result.name}\n      {result.problem}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
