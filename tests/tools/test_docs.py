# SPDX-License-Identifier: MIT
"""Every table of numbers in the documentation says which command made it, and that command is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
SCRIPT = re.compile(r"\b((?:tests|scripts)/[\w/.]+\w)|\b(bench_\w+)")


def sections(page):
    """The heading and the text of each section with a table, what is below it in the hierarchy left out."""
    for section in re.split(r"^(?=##? )", (SOURCE / "docs" / page).read_text(), flags=re.M):
        if re.search(r"^\|(?:-+\|)+$", section, re.M):
            yield section.splitlines()[0], section


TABLES = list(sections("performance.md"))


def is_there(path, benchmark):
    return (SOURCE / path).exists() if path else (SOURCE / f"tests/bench/{benchmark}.cpp").exists() or (
        SOURCE / f"tests/bench/{benchmark}.py").exists()


def test_there_are_tables():
    assert len(TABLES) >= 4


@pytest.mark.parametrize("heading, text", TABLES, ids=[heading for heading, _ in TABLES])
def test_a_table_names_a_command_that_is_there(heading, text):
    named = SCRIPT.findall(text)
    assert named, f"{heading}: no script is named"
    assert not [found for found in named if not is_there(*found)]


@pytest.mark.parametrize("script", sorted(path.name for path in (SOURCE / "tests/load").iterdir() if not path.suffix and path.is_file()))
def test_load_tests_are_documented_and_explain_themselves(script):
    assert f"`{script} " in (SOURCE / "docs/load-tests.md").read_text()
    done = subprocess.run([sys.executable, SOURCE / "tests/load" / script, "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "--bin" in done.stdout, done.stderr
