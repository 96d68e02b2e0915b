# SPDX-License-Identifier: MIT
"""Tests of MapScript: PYTHONPATH leads to the module that was built, MS_TEST_BIN to the programs."""
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Scripts compress images like files; so does a server with this setting.
os.environ.setdefault("MS_IMAGE_EFFORT", "FIXED")


@pytest.fixture
def examples():
    return ROOT / "mapfile-examples"


@pytest.fixture
def programs():
    return pathlib.Path(os.environ["MS_TEST_BIN"])


@pytest.fixture
def data():
    return ROOT / "tests" / "data"
