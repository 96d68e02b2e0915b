#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates mapserver/ROOMS.md: every header of the library with the sentence of its `\\file` line.

    rooms.py            check that the page is up to date (exit status 1 and the first difference if not)
    rooms.py --write    write the page
"""
import difflib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2] / "mapserver"
PAGE = ROOT / "ROOMS.md"
HEAD = """# Rooms

Every header of the library with its first sentence, floor by floor, the lowest first; what a folder may include stands in [LAYERS](LAYERS). Generated from the
`\\file` lines by `tests/tools/rooms.py --write`. The [plan of the house](README.md) says how they work together.
"""


def sentence(header):
    """The `\\file` paragraph of a header, in one line."""
    found = re.search(r"^/// \\file\n((?:/// ?.*\n)+)", header.read_text(), re.M)
    if not found:
        sys.exit(f"{header}: no \\file line")
    text = re.split(r"\n/// *\n", found[1])[0]
    return " ".join(line.removeprefix("///").strip() for line in text.splitlines())


def floors():
    for line in (ROOT / "LAYERS").read_text().splitlines():
        name = line.split("#")[0].split(":")[0].strip()
        if name and "/" not in name and name != "registry":
            yield name


def page():
    parts = [HEAD]
    for floor in floors():
        headers = sorted((ROOT / floor).rglob("*.hpp"), key=lambda path: (len(path.parts), path))
        rows = [f"| [{h.relative_to(ROOT / floor).with_suffix('')}]({h.relative_to(ROOT)}) | {sentence(h).replace('|', chr(92) + '|')} |" for h in headers]
        if rows:
            parts.append(f"\n## {floor}\n\n| header | what |\n|---|---|\n" + "\n".join(rows) + "\n")
    return "".join(parts)


if __name__ == "__main__":
    requested = page()
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(requested)
    elif (found := PAGE.read_text() if PAGE.exists() else "") != requested:
        lines = difflib.unified_diff(found.splitlines(), requested.splitlines(), "ROOMS.md", "headers", lineterm="", n=0)
        print(*list(lines)[:12], "run tests/tools/rooms.py --write", sep="\n")
        sys.exit(1)
