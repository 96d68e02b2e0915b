# SPDX-License-Identifier: MIT
"""What is installed can be used: by cmake --install, and as a wheel where scikit-build-core is there."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = {"__init__.py", "__init__.pyi", "py.typed", "_mapscript.so"}
SCRIPT = """
import mapscript, sys
assert mapscript.__file__.startswith(sys.argv[1]), mapscript.__file__
map = mapscript.mapObj(sys.argv[2])
sys.stdout.buffer.write(map.draw().getBytes())
"""


def picture_with(folder, mapfile):
    environment = dict(os.environ, PYTHONPATH=str(folder))
    return subprocess.run(["/usr/bin/python3", "-c", SCRIPT, str(folder), mapfile], env=environment, check=True, capture_output=True,
                          timeout=60, cwd="/").stdout


def map2img_picture(programs, mapfile, folder):
    subprocess.run([programs / "map2img", "-m", mapfile, "-o", folder / "picture"], check=True, timeout=60)
    return (folder / "picture").read_bytes()


def test_cmake_installs_a_module_that_draws(programs, examples, tmp_path):
    prefix = tmp_path / "prefix"
    subprocess.run(["cmake", "--install", programs.parent, "--component", "mapscript", "--prefix", prefix], check=True,
                   capture_output=True, timeout=60)
    [package] = prefix.glob("lib/python3*/dist-packages/mapscript")
    assert {path.name for path in package.iterdir()} == FILES | {"LICENSE"}
    mapfile = examples / "inline.map"
    assert picture_with(package.parent, mapfile) == map2img_picture(programs, mapfile, tmp_path)


@pytest.mark.skipif(importlib.util.find_spec("scikit_build_core") is None, reason="needs scikit-build-core")
@pytest.mark.skipif(shutil.which("ccache") is None, reason="would compile the library once more: needs ccache")
def test_a_wheel_has_the_module_its_types_and_the_licence(programs, examples, tmp_path):
    """With the flags of the preset dev, whose objects ccache has."""
    settings = {"cmake.build-type": "None", "cmake.define.CMAKE_CXX_FLAGS": "-O1 -g1"}
    subprocess.run([sys.executable, "-m", "pip", "wheel", ROOT, "--no-build-isolation", "--no-deps", "--no-index", "-q", "-w", tmp_path,
                    *(f"--config-settings={key}={value}" for key, value in settings.items())], check=True, timeout=900)
    [wheel] = tmp_path.glob("mapscript-*.whl")
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
        files.extractall(tmp_path / "site")
    assert {f"mapscript/{name}" for name in FILES} <= names
    [licence] = [name for name in names if "dist-info" in name and name.endswith("LICENSE")]
    assert (tmp_path / "site" / licence).read_text() == (ROOT / "LICENSE").read_text()
    mapfile = examples / "inline.map"
    assert picture_with(tmp_path / "site", mapfile) == map2img_picture(programs, mapfile, tmp_path)
    tests = [ROOT / "tests" / "python" / f"test_{name}.py" for name in ("members", "objects", "protocols", "shapefile", "stubs")]
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, PYTHONPATH=str(tmp_path / "site")))
    assert done.returncode == 0, done.stdout
