# SPDX-License-Identifier: MIT
"""Everything in MapServer 8.0.0's module is here: members.txt was made from it by
introspection, without the members of its own memory management. surface.txt has all that our module shows, with signatures
and docstrings: scripts and type checkers rely on them."""
import pathlib

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
