# SPDX-License-Identifier: MIT
"""The type stubs for editors match the module."""
import ast
import importlib.util
import inspect
import os
import pathlib
import subprocess
import sys

import mapscript
import pytest

STUB = ast.parse(pathlib.Path(mapscript.__file__).with_suffix(".pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def members(node):
    own = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    return own.union(*(members(CLASSES[base.id]) for base in node.bases if base.id in CLASSES))


def signature(name, member):
    node = next(item for item in CLASSES[name].body if item.name == member)
    return ast.unparse(node)


@pytest.mark.parametrize("name", [name for name, kind in vars(mapscript).items()
                                  if inspect.isclass(kind) and kind.__module__ == "mapscript" and name[0] != "_"])
def test_a_class_is_described_with_all_its_members(name):
    public = {member for member in dir(getattr(mapscript, name)) if not member.startswith("_")}
    assert public - members(CLASSES[name]) - set(dir(list)) - {"thisown"} == set()


def test_types_are_those_of_the_library():
    assert signature("mapObj", "getLayer") == "def getLayer(self, i: int) -> layerObj:\n    ..."
    assert signature("mapObj", "setExtent").startswith("def setExtent(self, minx: float, miny: float")
    assert signature("imageObj", "getBytes") == "def getBytes(self) -> bytes:\n    ..."
    assert "str | None" in signature("hashTableObj", "get")


def test_every_way_to_call_is_described():
    ways = [ast.unparse(item) for item in CLASSES["pointObj"].body if getattr(item, "name", "") == "project"]
    assert ways == ["@overload\ndef project(self, projin: projectionObj | None, projout: projectionObj | None) -> int:\n    ...",
                    "@overload\ndef project(self, reprojector: reprojectionObj) -> int:\n    ..."]


SCRIPT = """
import mapscript

map = mapscript.mapObj("x.map")
body: bytes = map.draw().getBytes()
names: list[str] = [layer.name or "" for layer in map.layers]
mapscript.pointObj(1, 2).project(None, mapscript.projectionObj("epsg:3857"))
width: int = map.getLayer(0).getClass(0).getStyle(0).width  # a float
mapscript.OWSRequest().setParameter("a", 5)                 # no text
"""


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="needs mypy")
def test_a_checker_of_types_finds_what_is_wrong(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    folder = pathlib.Path(mapscript.__file__).parents[1]
    # mypy finds installed packages itself, and rejects an explicit path.
    is_installed = folder.name in ("site-packages", "dist-packages")
    environment = os.environ | ({} if is_installed else {"MYPYPATH": str(folder)})
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", tmp_path, script], env=environment, capture_output=True, text=True,
                          timeout=120)
    wrong = [line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line]
    assert wrong == ["8", "9"], done.stdout


def test_the_package_says_that_it_has_types():
    assert pathlib.Path(mapscript.__file__).with_name("py.typed").exists()


def test_functions_and_constants_are_described():
    functions = {node.name for node in STUB.body if isinstance(node, ast.FunctionDef)}
    constants = {node.target.id: node.annotation.id for node in STUB.body if isinstance(node, ast.AnnAssign)}
    assert {"fromstring", "msGetVersion", "msIO_getStdoutBufferBytes"} <= functions
    assert constants["MS_ON"] == "int" and constants["MS_VERSION"] == "str"
