# SPDX-License-Identifier: MIT
"""Everything in MapServer 8.0.0's module is here: members.txt was made from it by
introspection, without the members of its own memory management. surface.txt has all that our module shows, with signatures
and docstrings: scripts and type checkers rely on them."""
import pathlib
import re

import mapscript
import pytest
import surface


def read_table():
    sections = {}
    words = None
    for line in (pathlib.Path(__file__).parent / "members.txt").read_text().splitlines():
        if line.startswith("["):
            words = sections.setdefault(line.strip("[]"), [])
        elif words is not None and not line.startswith("#"):
            words.extend(line.split())
    classes = {}
    for word in sections["classes"]:
        if word.endswith(":"):
            members = classes.setdefault(word[:-1], [])
        else:
            members.append(word)
    constants = dict(word.split("=", 1) for word in sections["constants"])
    return classes, sections["functions"], constants


CLASSES, FUNCTIONS, CONSTANTS = read_table()


def test_the_table_is_whole():
    assert len(CLASSES) == 41
    assert sum(len(members) for members in CLASSES.values()) > 650
    assert len(FUNCTIONS) > 20 and len(CONSTANTS) > 350


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_its_members(name):
    there = set(dir(getattr(mapscript, name)))
    assert [member for member in CLASSES[name] if member not in there] == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_can_be_called(name):
    assert callable(getattr(mapscript, name))


def test_constants_have_mapservers_values():
    wrong = {name: getattr(mapscript, name, None) for name, value in CONSTANTS.items()
             if str(getattr(mapscript, name, None)) != value}
    assert wrong == {}


def test_names_signatures_and_docstrings_stay():
    """After a requested change: surface.py > surface.txt."""
    known = (pathlib.Path(__file__).parent / "surface.txt").read_text().splitlines()
    now = list(surface.lines())
    assert [line for line in known if line not in now] == []
    assert [line for line in now if line not in known] == []


def test_a_default_is_one_that_the_argument_takes():
    """SWIG writes NULL as 0, which is no object."""
    lines = [line for line in surface.lines() if "shared_ptr" in line and "=0" in line]
    assert lines and [line for line in lines if "*args" not in line and re.search(r"shared_ptr<[^>]*> (\w+)=0", line)] == []


def test_arguments_have_names():
    """All but those of overloads and of functions with defaults that Python cannot write."""
    lines = [line for line in surface.lines() if " method (" in line or line.startswith("function")]
    assert len(lines) > 300
    assert sum("*args" in line for line in lines) < 40
    assert mapscript.colorObj(blue=3).blue == 3 and mapscript.imageObj(width=5, height=4).height == 4
    with pytest.raises(TypeError):
        mapscript.pointObj().setXY(y=1)
