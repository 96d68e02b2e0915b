#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clang-tidy finds none of a few pitfalls in the C++ files of a change.

    check_tidy.py [--base REV] [--seconds N] [--max-files N] [FILE ...]

Without files: those that differ from REV, else from where the branch left main, else (on main) from the commit before; a header
counts with the .cpp of its name. What is left when the time is over is named. Exit status 77: there is no clang-tidy 16 or later,
or nothing to look at, or more files than --max-files (a merge of much work: run it by hand).
"""

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("clang-tidy-16", "clang-tidy-17", "clang-tidy-18", "clang-tidy-19")  # 14 lacks std::source_location
BUILD = ROOT / "build/files"
# What compilers do not say, with hardly a false report. All others of .clang-tidy are for editors. NewDeleteLeaks is false about
# unique_ptr in conditional expressions.
CHECKS = """-*,bugprone-dangling-handle,bugprone-fold-init-type,bugprone-inaccurate-erase,bugprone-infinite-loop,
bugprone-integer-division,bugprone-misplaced-widening-cast,bugprone-move-forwarding-reference,bugprone-sizeof-*,
bugprone-standalone-empty,bugprone-string-constructor,bugprone-suspicious-memset-usage,bugprone-suspicious-semicolon,
bugprone-terminating-continue,bugprone-throw-keyword-missing,bugprone-undefined-memory-manipulation,bugprone-unused-raii,
bugprone-unused-return-value,bugprone-use-after-move,clang-analyzer-core.*,clang-analyzer-cplusplus.*,-clang-analyzer-cplusplus.NewDeleteLeaks,
cppcoreguidelines-slicing,cppcoreguidelines-virtual-class-destructor,performance-for-range-copy,performance-move-const-arg,
performance-noexcept-move-constructor""".replace("\n", "")
# Options that GCC knows and clang does not.
# Boost.Asio does not know that clang 16 has coroutines.
EXTRA = ("--extra-arg=-DBOOST_ASIO_HAS_CO_AWAIT", "--extra-arg=-DBOOST_ASIO_HAS_STD_COROUTINE",
         "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-everything", "--extra-arg=-Wno-error")


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False).stdout.split()


def base_of_change():
    head, fork = git("rev-parse", "HEAD"), git("merge-base", "HEAD", "main")
    return fork[0] if fork and fork != head else "HEAD~1"


def changed(base):
    names = git("diff", "--name-only", "--diff-filter=d", base, "--", "mapserver", "mapscript")
    paths = {(ROOT / name).with_suffix(".cpp") for name in names if name.endswith((".cpp", ".hpp"))}
    return sorted(path for path in paths if path.exists())


def compiled():
    """Configures the build in which each file is compiled by itself: how, is all that is needed of it."""
    subprocess.run(["cmake", "--preset", "files"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return (BUILD / "compile_commands.json").read_text()


def look_at(program, path):
    done = subprocess.run([program, "-p", BUILD, f"--checks={CHECKS}", "--quiet", "--warnings-as-errors=*", *EXTRA, path],
                          capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + ("" if done.stdout else done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--max-files", type=int, default=10**6)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        print("skipped: there is no clang-tidy 16 here (scripts/setup installs it)")
        return 77
    paths = [path.resolve() for path in options.files] or changed(options.base or base_of_change())
    known = compiled() if paths else ""
    paths = [path for path in paths if str(path) in known]
    if not paths:
        print("skipped: the change has no C++ file that is compiled")
        return 77
    if len(paths) > options.max_files:
        print(f"skipped: {len(paths)} files differ, more than {options.max_files}; run tests/tools/check_tidy.py by hand")
        return 77
    end = time.monotonic() + options.seconds
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda path: look_at(program, path) if time.monotonic() < end else None, paths))
    left = [str(path.relative_to(ROOT)) for path, text in zip(paths, found) if text is None]
    print(*filter(None, found), sep="\n")
    print(f"{len(paths) - len(left)} files looked at" + (f"; no time for {' '.join(left)}" if left else ""))
    return 1 if any(found) else 0


sys.exit(main())
