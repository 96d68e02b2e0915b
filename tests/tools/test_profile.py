# SPDX-License-Identifier: MIT
"""scripts/profile: stacks from the output of perf, and the image of them."""

import importlib.machinery
import importlib.util
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "scripts/profile"
loader = importlib.machinery.SourceFileLoader("profile_program", str(PROGRAM))
profile = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(profile)

# As perf script -F comm,ip,sym,dso prints three samples: the innermost frame first.
PRINTED = """mapserv
\t    55d0c0a1 ms::image::blend_span(unsigned char*, ms::image::Color, std::span<unsigned char const, 18446744073709551615ul>)+0x12 (/opt/bin/mapserv)
\t    55d0c0b2 ms::paint::(anonymous namespace)::AggCanvas::fill(ms::paint::Path const&, ms::paint::Brush const&) (/opt/bin/mapserv)
\t    55d0c0c3 main (/opt/bin/mapserv)

mapserv
\t    7f00aa01 [unknown] (/usr/lib/x86_64-linux-gnu/libdeflate.so.0)
\t    55d0c0c3 main (/opt/bin/mapserv)

mapserv
\t    7f00aa05 [unknown] (/usr/lib/x86_64-linux-gnu/libdeflate.so.0)
\t    55d0c0c3 main (/opt/bin/mapserv)

"""
STACKS = {("mapserv", "main", "ms::paint::{anonymous}::AggCanvas::fill", "ms::image::blend_span"): 1,
          ("mapserv", "main", "[libdeflate.so.0]"): 2}


def test_samples_become_stacks_from_the_outside_with_short_names():
    assert profile.fold(PRINTED) == STACKS


def test_names_lose_their_arguments_and_keep_operators():
    assert profile.shortened("std::vector<int, std::allocator<int> >::push_back(int const&)") == "std::vector::push_back"
    assert profile.shortened("ms::run(int)::{lambda(int)#1}::operator()(int) const") == "ms::run::{lambda#1}::operator{}"
    assert profile.shortened("main") == "main"


def test_the_image_shows_each_frame_as_wide_as_its_share(tmp_path):
    folded, out = tmp_path / "folded", tmp_path / "out.svg"
    folded.write_text("".join(f"{';'.join(frames)} {count}\n" for frames, count in STACKS.items()))
    done = subprocess.run([sys.executable, PROGRAM, "-o", out, "--from", folded], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "100.0 % are resolved, 0.0 % are not"
    assert done.stdout.splitlines()[-2] == (
        "3 samples: 33.3 % have a function's name, 66.7 % their library's: 66.7 % [libdeflate.so.0]")
    svg = "{http://www.w3.org/2000/svg}"
    groups = xml.etree.ElementTree.parse(out).getroot().findall(f"{svg}g")
    widths = {group.find(f"{svg}title").text: float(group.find(f"{svg}rect").get("width")) for group in groups}
    assert widths["main: 3 samples, 100.0 %"] == 1200
    assert widths["[libdeflate.so.0]: 2 samples, 66.7 %"] == 800
    assert widths["ms::image::blend_span: 1 samples, 33.3 %"] == 400


def test_nothing_to_profile_is_an_error():
    done = subprocess.run([sys.executable, PROGRAM, "-o", "x.svg"], capture_output=True, text=True)
    assert done.returncode == 2 and "is needed" in done.stderr


def test_samples_are_resolved_by_function_or_by_library():
    own = profile.Counter({"ms::run": 90, "[libdeflate.so.0]": 6, "[python3.11]": 2, "[?]": 2})
    assert profile.resolved(own) == (90, 8, 2)
    lines = list(profile.summary(own))
    assert lines[-2] == ("100 samples: 90.0 % have a function's name, 8.0 % their library's: 6.0 % [libdeflate.so.0], 2.0 % [python3.11]")
    assert lines[-1] == "98.0 % are resolved, 2.0 % are not"


def test_few_samples_of_stripped_libraries_are_no_reason_for_advice():
    assert len(list(profile.summary(profile.Counter({"ms::run": 96, "[libz.so.1]": 4})))) == 2
    assert profile.resolved(profile.Counter()) == (0, 0, 0)
