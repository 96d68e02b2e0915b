#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs mapcheck on every mapfile below some folders: check_mapfiles.py [--broken NAME]... [--folder-of VARIABLE] [--syntax] MAPCHECK FOLDER...

Fragments, which other mapfiles include, are checked as fragments. A mapfile named by --broken must have an error.
--folder-of adds the folder that an environment variable names, if it is set.

Exit status 1 if one has an error or mapcheck fails in another way; 77 (skipped) if no folder exists.
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def check(mapcheck, mapfile, options):
    """None, or the message of mapcheck."""
    try:
        done = subprocess.run([mapcheck, *options, mapfile], capture_output=True, text=True, errors="replace", timeout=60)
    except subprocess.TimeoutExpired:
        return "not finished after 60 s"
    return None if done.returncode == 0 else f"exit status {done.returncode}\n{done.stdout}{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description="mapcheck over every mapfile below some folders")
    parser.add_argument("--broken", action="append", default=[], metavar="NAME")
    parser.add_argument("--syntax", action="store_const", const=["--syntax"], default=[], help="only whether they load")
    parser.add_argument("mapcheck", type=Path)
    parser.add_argument("--folder-of", metavar="VARIABLE")
    parser.add_argument("folders", type=Path, nargs="*")
    arguments = parser.parse_args()
    if arguments.folder_of and arguments.folder_of in os.environ:
        arguments.folders.append(Path(os.environ[arguments.folder_of]))
    mapfiles = sorted(mapfile for folder in arguments.folders for mapfile in folder.rglob("*.map"))
    if not mapfiles:
        print(f"skipped: no mapfiles in {', '.join(map(str, arguments.folders)) or arguments.folder_of}")
        return 77
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = list(pool.map(lambda mapfile: check(arguments.mapcheck, mapfile, arguments.syntax), mapfiles))
    for index, mapfile in enumerate(mapfiles):
        if mapfile.name in arguments.broken:
            complaints[index] = None if complaints[index] else "is named by --broken but has no error"
    for mapfile, complaint in zip(mapfiles, complaints):
        if complaint:
            print(f"{mapfile}: {complaint}")
    bad = sum(complaint is not None for complaint in complaints)
    print(f"{len(mapfiles)} mapfiles, {bad} with errors")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
