#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that clang-format accepts all C++ files.

    check_format.py CLANG_FORMAT ROOT   names the unformatted files, with the command that formats them
"""

import concurrent.futures
import os
import subprocess
import sys
from pathlib import Path

FOLDERS = ("mapserver", "mapscript", "tests")


def unformatted(program, files):
    made = subprocess.run([program, "--dry-run", "-Werror", *files], capture_output=True, text=True, check=False)
    return sorted({line.split(":")[0] for line in made.stderr.splitlines() if "clang-format-violations" in line})


def main(program, root):
    files = sorted(path for folder in FOLDERS for path in (Path(root) / folder).rglob("*.?pp"))
    files = [str(path) for path in files if path.suffix in (".cpp", ".hpp") and "build" not in path.relative_to(root).parts]
    assert len(files) > 1000, f"only {len(files)} C++ files in {root}"
    parts = [files[i::32] for i in range(32)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [name for found in pool.map(lambda part: unformatted(program, part), parts) for name in found]
    if wrong:
        print("not formatted; to mend:\n  clang-format -i " + " ".join(os.path.relpath(name, root) for name in sorted(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
