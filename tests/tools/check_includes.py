#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_includes.py [FOLDER ...]: each header includes what it uses of the standard library, itself or through our headers.

The preset `headers`, which compiles each header alone, has the standard library parsed beforehand and cannot see this. Only names
that stand in one place of the library are looked for; what its headers include of each other is not relied on."""

import functools
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("mapserver", "mapscript/script")

# Header: names in namespace std. Several headers: one of them is enough.
NAMES = {
    "algorithm": "sort stable_sort find_if any_of all_of none_of clamp min_element max_element lower_bound upper_bound",
    "array": "array to_array", "atomic": "atomic atomic_bool atomic_flag", "bit": "bit_cast countl_zero countr_zero popcount endian",
    "charconv": "from_chars to_chars", "chrono": "chrono", "cmath": "sqrt hypot floor ceil lround llround isfinite isnan",
    "condition_variable": "condition_variable condition_variable_any", "coroutine": "coroutine_handle suspend_always",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t", "deque": "deque", "filesystem": "filesystem",
    "fstream": "ifstream ofstream fstream", "functional": "function hash reference_wrapper", "initializer_list": "initializer_list",
    "limits": "numeric_limits", "list": "list", "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared enable_shared_from_this", "mutex": "mutex lock_guard unique_lock once_flag",
    "numbers": "numbers", "numeric": "accumulate iota", "optional": "optional nullopt nullopt_t", "queue": "queue priority_queue",
    "set": "set multiset", "shared_mutex": "shared_mutex shared_lock", "span": "span", "sstream": "ostringstream istringstream stringstream",
    "stdexcept": "runtime_error logic_error invalid_argument", "stop_token": "stop_token stop_source", "string": "string to_string",
    "string_view": "string_view", "thread": "thread jthread", "tuple": "tuple tie", "typeinfo": "type_info",
    "unordered_map": "unordered_map unordered_multimap", "unordered_set": "unordered_set", "variant": "variant visit monostate get_if",
    "vector": "vector"}
HEADER_OF = {name: header for header, names in NAMES.items() for name in names.split()}
# Headers that bring another with them by the standard.
ALSO = {"string": {"string_view", "initializer_list"}, "thread": {"stop_token"}, "condition_variable_any": {"stop_token"},
        "vector": {"initializer_list"}, "map": {"initializer_list"}, "set": {"initializer_list"}, "stdexcept": {"string", "string_view"},
        "filesystem": {"string", "string_view"}}


@functools.cache
def parts(path):
    """(standard headers, own headers, names of std with their lines) of a file."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), path.read_text(), flags=re.S)
    standard = set(re.findall(r"#\s*include\s+<(\w+)>", text))
    own = re.findall(r'#\s*include\s+"([^"]+)"', text)
    used = {}
    for number, line in enumerate(text.splitlines(), 1):
        for name in re.findall(r"\bstd::(\w+)", line):
            used.setdefault(name, number)
    return standard, own, used


@functools.cache
def provided(path):
    """Standard headers that a file includes, itself or through ours."""
    seen, waiting, headers = set(), [path], set()
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        standard, own, _ = parts(file)
        headers |= standard
        waiting += [found for name in own if (found := locate(name, file))]
    return headers.union(*(ALSO.get(header, set()) for header in headers))


@functools.cache
def locate(name, file):
    places = (ROOT / "mapserver" / name, ROOT / "mapscript" / name, file.parent / name)
    return next((place for place in places if place.is_file()), None)


def complaints(path):
    have = provided(path)
    for name, line in parts(path)[2].items():
        header = HEADER_OF.get(name)
        if header and header not in have:
            yield f"{path.relative_to(ROOT)}:{line}: std::{name} needs #include <{header}>"


def main(folders):
    headers = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.hpp"))
    found = [complaint for path in headers for complaint in complaints(path)]
    print(*found, f"{len(headers)} headers, {len(found)} missing includes", sep="\n")
    return bool(found) or not headers


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or FOLDERS))
