# SPDX-License-Identifier: MIT
"""What the check of includes finds in a small house."""

import pathlib
import subprocess
import sys

import pytest

CHECK = pathlib.Path(__file__).resolve().parent / "check_layers.py"
LAYERS = """base :
ows  : base
ows/common :
ows/wms    : common
ows/wfs    : common
"""


@pytest.fixture
def house(tmp_path):
    def build(files, layers=LAYERS):
        (tmp_path / "LAYERS").write_text(layers)
        for name, others in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f'#include "{other}"\n' for other in others))
        done = subprocess.run([sys.executable, CHECK, tmp_path], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.replace(str(tmp_path) + "/", "")
    return build


def test_what_is_below_may_be_included(house):
    assert house({"base/a.hpp": [], "ows/common/b.hpp": ["base/a.hpp"], "ows/wms/c.cpp": ["ows/common/b.hpp"],
                  "ows/pick.cpp": ["ows/wms/c.hpp"]}) == (0, "")


@pytest.mark.parametrize("file, other, words", [
    ("base/a.cpp", "ows/pick.hpp", "base may not include ows"),
    ("ows/wms/c.cpp", "ows/wfs/d.hpp", "ows/wms may not include ows/wfs"),
    ("ows/common/b.hpp", "ows/wms/c.hpp", "ows/common may not include ows/wms"),
    ("ows/wms/c.cpp", "ows/pick.hpp", "ows/wms may not include ows/pick.hpp"),
])
def test_nothing_else_may(house, file, other, words):
    assert house({file: [other]}) == (1, f"{file}:1: {words}\n")


def test_files_that_need_each_other_are_found_unless_one_is_a_registry(house):
    files = {"base/a.hpp": [], "base/a.cpp": ["base/b.hpp"], "base/b.hpp": [], "base/b.cpp": ["base/a.hpp"]}
    assert house(files) == (1, "these files need each other in a circle: base/a base/b\n")
    assert house(files, LAYERS + "registry : base/a\n") == (0, "")


def test_a_header_alone_counts_with_those_that_include_it(house):
    assert house({"base/a.hpp": [], "base/a.cpp": ["base/state.hpp"], "base/state.hpp": ["base/a.hpp"]}) == (0, "")


def test_a_registry_that_is_none_is_told(house):
    status, text = house({"base/a.hpp": []}, LAYERS + "registry : base/a\n")
    assert status == 1 and "base/a is no registry" in text
