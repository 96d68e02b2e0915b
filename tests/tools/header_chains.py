#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""header_chains.py --out DIR BASE [BASE ...]: files that compile each header below the folders alone, as few as there can be.

A header compiles alone if it compiles after nothing but what it includes itself, directly or not. So one file may include a whole
chain of headers, the innermost first, if each of them includes all before it. The fewest chains that contain every header are those
of a largest matching of headers with headers that include them. Prints the files, one a line; an unchanged one is not written again.
"""

import argparse
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def included(bases):
    """Of each header, as it is included, all that it includes, directly or not."""
    texts = {str(path.relative_to(base)): path.read_text() for base in bases for path in sorted(base.rglob("*.hpp"))}
    direct = {name: [other for other in INCLUDE.findall(text) if other in texts] for name, text in texts.items()}
    found = {}

    def visit(name):
        if name not in found:
            found[name] = set()  # of a header that includes itself by others
            for other in direct[name]:
                found[name] |= {other} | visit(other)
        return found[name]

    for name in sorted(texts):
        visit(name)
    return found


def chains(included_by):
    """Lists of headers of which each includes all before it; every header is in one of them."""
    nearest_first = {name: sorted(below, key=lambda other: (-len(included_by[other]), other)) for name, below in included_by.items()}
    above = {}  # the header that follows in the chain

    def can_follow(name, seen):
        for other in nearest_first[name]:
            if other not in seen:
                seen.add(other)
                if other not in above or can_follow(above[other], seen):
                    above[other] = name
                    return True
        return False

    for name in sorted(included_by, key=lambda header: (len(included_by[header]), header)):
        can_follow(name, set())
    for first in sorted(set(included_by) - set(above.values())):
        chain = [first]
        while chain[-1] in above:
            chain.append(above[chain[-1]])
        yield chain


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("bases", type=Path, nargs="+", help="folders that headers are included from")
    arguments = parser.parse_args()
    sys.setrecursionlimit(10_000)
    for chain in chains(included(arguments.bases)):
        file = arguments.out / f"{chain[-1]}.cpp"
        text = "".join(f'#include "{name}"\n' for name in chain)
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        print(file)


if __name__ == "__main__":
    main()
