# SPDX-License-Identifier: MIT
"""convertToString() and save() write the same as MapServer 8.0.0 (Debian's python3-mapscript), line by line; except for lines
that MapServer writes to standard output instead or leaves out, without which the text would be another map."""
import difflib
import json
import os
import pathlib
import re
import subprocess

import mapscript
import pytest

ROOT = pathlib.Path(__file__).parents[2]
MAPS = sorted([*ROOT.glob("mapfile-examples/*.map"), *ROOT.glob("msautotest/*/*.map")])
DEBIANS = pathlib.Path("/usr/lib/python3/dist-packages/mapscript")
OURS = pathlib.Path(mapscript.__file__).parents[1]

# One child for each map: one that crashes or that a module cannot read has no text.
PROGRAM = """
import json, os, sys, mapscript
for path in sys.argv[1:]:
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            os.write(writer, mapscript.mapObj(path).convertToString().encode(errors="surrogateescape"))
        except Exception:
            pass
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        text = pipe.read().decode(errors="surrogateescape")
    os.wait()
    print(json.dumps([path, text]), flush=True)
"""

# Lines that only one of the two writes, and why.
TO_STANDARD_OUTPUT = re.compile(r"\+ +(EXPRESSION \{.*\}|GEOMTRANSFORM \(.*\))$|- *$")  # lists and layers' expressions
OPACITY_IN_COLOR = re.compile(r'- +(OUTLINE)?COLOR "#[0-9a-f]{8}"$|\+ +(OUTLINE)?COLOR \d+ \d+ \d+$')  # with OPACITY
LEFT_OUT = re.compile(r"\+ +OFFSET -?\d+ -?\d+$|\+ +(BINDVALS|UTFITEM|UTFDATA|SCALEDENOM|FALLBACK|DEBUG 0).*$")
QUOTES_IN_ITEMS = re.compile(r"""- +ITEMS ".*".*"$|\+ +ITEMS ('.*"|".*\\")""")  # unescaped, and unreadable
REASONS = (TO_STANDARD_OUTPUT, OPACITY_IN_COLOR, LEFT_OUT, QUOTES_IN_ITEMS)
# The STYLEITEM of a style sheet is classes when the map is read.
STYLE_SHEETS = {"sld.map"}


def texts_of(path):
    out = subprocess.run(["/usr/bin/python3", "-c", PROGRAM, *map(str, MAPS)], env=dict(os.environ, PYTHONPATH=str(path)), check=True,
                         capture_output=True, timeout=300).stdout
    return dict(json.loads(line) for line in out.splitlines())


@pytest.fixture(scope="module")
def both():
    if not DEBIANS.exists():
        pytest.skip("needs python3-mapscript")
    return texts_of(DEBIANS.parent), texts_of(OURS)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_map_is_written_as_mapserver_writes_it(both, path):
    theirs, ours = (texts[str(path)] for texts in both)
    if not theirs or path.name in STYLE_SHEETS:
        pytest.skip("MapServer 8.0.0 cannot read it, or keeps its style sheet")
    lines = difflib.unified_diff(theirs.split("\n"), ours.split("\n"), lineterm="", n=0)
    different = [line for line in lines if line[:3] not in ("---", "+++") and line[:2] != "@@"]
    assert [line for line in different if not any(reason.match(line) for reason in REASONS)] == []


def test_most_maps_are_read_by_both(both):
    assert sum(1 for text in both[0].values() if text) >= 0.8 * len(MAPS)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_written_map_is_read_as_the_same_map(path):
    the_map = mapscript.mapObj(str(path))
    again = mapscript.fromstring(the_map.convertToString(), the_map.mappath)
    # MapServer writes tables and options in the order of its hash tables: those of one row change places each time.
    assert sorted(again.convertToString().split("\n")) == sorted(the_map.convertToString().split("\n"))
    assert (again.width, again.height, again.numlayers, again.symbolset.numsymbols) == (
        the_map.width, the_map.height, the_map.numlayers, the_map.symbolset.numsymbols)
