# SPDX-License-Identifier: MIT
"""The installation works: by cmake --install, below DESTDIR as packages are made, and by pip install into a virtual
environment, where the tests of this folder and those of Debian's python3-mapscript run with the wheel. pip fetches the build and test
requirements; without a network those are skipped."""
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBIANS_TESTS = pathlib.Path("/usr/lib/python3/dist-packages/mapscript/tests")
# Of 314.
NOT_OURS = ("outputformat_test.py::MapOutputFormatTestCase::testAppendNewOutputFormat",  # a format of GDAL
            "ows_test.py::OWSRequestTestCase::testWFSPostRequest")  # WFS
# Half of the time of all others, for code that the wheel shares with the module of the build; with the wheel, too, if MS_TEST_ALL is set.
OF_CODE_ALONE = () if "MS_TEST_ALL" in os.environ else ("test_misuse.py", "test_side_by_side.py")
FILES = {"__init__.py", "__init__.pyi", "py.typed", "_mapscript.so", "LICENSE"}
OF_GDAL = "mapserver-ogr.so"
if (pathlib.Path(os.environ["MS_TEST_BIN"]) / OF_GDAL).exists():
    FILES.add(OF_GDAL)  # GDAL was there when the module was built
SCRIPT = """
import mapscript, sys
assert mapscript.__file__.startswith(sys.argv[1]), mapscript.__file__
map = mapscript.mapObj(sys.argv[2])
sys.stdout.buffer.write(map.draw().getBytes())
"""


def image_with(folder, mapfile):
    environment = dict(os.environ, PYTHONPATH=str(folder))
    return subprocess.run(["/usr/bin/python3", "-c", SCRIPT, str(folder), mapfile], env=environment, check=True, capture_output=True,
                          timeout=60, cwd="/").stdout


def map2img_image(programs, mapfile, folder):
    subprocess.run([programs / "map2img", "-m", mapfile, "-o", folder / "image"], check=True, timeout=60)
    return (folder / "image").read_bytes()


@pytest.mark.parametrize("way", ["prefix", "destdir"])
def test_cmake_installs_a_module_that_draws(programs, examples, tmp_path, way):
    prefix = tmp_path / "prefix"
    where = {"prefix": prefix, "destdir": "/usr"}[way]
    subprocess.run(["cmake", "--install", programs.parent, "--component", "mapscript", "--prefix", where], check=True, capture_output=True,
                   env=os.environ | ({"DESTDIR": str(prefix)} if way == "destdir" else {}), timeout=60)
    [package] = prefix.glob("**/lib/python3*/dist-packages/mapscript")
    assert {path.name for path in package.iterdir()} == FILES
    mapfile = examples / "inline.map"
    assert image_with(package.parent, mapfile) == map2img_image(programs, mapfile, tmp_path)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The Python of a virtual environment with the wheel. Built beside the build directory of the tests and with its flags, so that
    what it has compiled is not compiled again (built_object)."""
    folder = tmp_path_factory.mktemp("venv")
    python = folder / "bin" / "python3"
    subprocess.run(["/usr/bin/python3", "-m", "venv", folder], check=True, timeout=120)
    fetched = subprocess.run([python, "-m", "pip", "install", "-q", "--retries", "1", "--timeout", "10", "scikit-build-core", "pytest",
                              "hypothesis", "mypy", "pillow"], capture_output=True, text=True, timeout=600)
    if fetched.returncode != 0:
        pytest.skip("no package index can be reached: " + fetched.stderr.strip().splitlines()[-1])
    build = pathlib.Path(os.environ["MS_TEST_BIN"]).parent
    settings = {"build-dir": build.with_name(build.name + "-wheel"), "cmake.build-type": "None", "cmake.define.CMAKE_CXX_FLAGS": "-O1 -g1",
                "cmake.define.CMAKE_CXX_COMPILER": "c++", "cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR": "ON", "cmake.define.MS_PRECOMPILE": "ON",
                "cmake.define.CMAKE_CXX_COMPILER_LAUNCHER": pathlib.Path(__file__).with_name("built_object")}
    subprocess.run([python, "-m", "pip", "install", "-q", ROOT, "--no-build-isolation", "--no-deps", "--no-index",
                    *(f"--config-settings={key}={value}" for key, value in settings.items())], check=True, timeout=3000,
                   env={"CMAKE_BUILD_PARALLEL_LEVEL": "2"} | os.environ | {"MS_BUILT": str(build)})
    return python


def output_of(python, *arguments, cwd="/"):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([python, *arguments], capture_output=True, text=True, env=environment, cwd=cwd, timeout=1200)
    assert done.returncode == 0, done.stdout[-10000:] + done.stderr
    return done.stdout


def test_a_wheel_has_the_module_its_types_and_the_licence(installed):
    package = pathlib.Path(output_of(installed, "-c", "import mapscript; print(mapscript.__file__)").strip()).parent
    assert package.parent.name == "site-packages" and package.is_relative_to(installed.parents[1])
    assert {path.name for path in package.iterdir() if path.is_file()} | {"LICENSE"} == FILES
    [licence] = package.parent.glob("mapscript-*.dist-info/**/LICENSE")
    assert licence.read_text() == (ROOT / "LICENSE").read_text()


def test_the_tests_pass_with_the_wheel(installed):
    folder = pathlib.Path(__file__).parent
    output_of(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder, f"--ignore={__file__}", *(f"--ignore={folder / name}" for name in OF_CODE_ALONE))


@pytest.mark.skipif(not DEBIANS_TESTS.is_dir(), reason="needs python3-mapscript")
def test_debians_tests_pass_with_the_wheel(installed, tmp_path):
    shutil.copytree(DEBIANS_TESTS, tmp_path / "tests")  # away from Debian's module, and they write beside themselves
    left_out = [f"--deselect=tests/{name}" for name in NOT_OURS]
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob("tests/*_test.py"))
    text = output_of(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", *left_out, *files, cwd=tmp_path)
    assert "312 passed, 2 deselected" in text
