# SPDX-License-Identifier: MIT
"""Every table of numbers in the documentation names the command that made it, and that command exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
SCRIPT = re.compile(r"\b((?:tests|scripts)/[\w/.]+\w)|\b(bench_\w+)")


def sections(page):
    """The heading and the text of each section with a table, without its subsections."""
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


# Links

PAGES = [page for page in [*SOURCE.glob("*.md"), *SOURCE.glob("*/*.md"), *SOURCE.glob("docs/**/*.md"), *SOURCE.glob("tests/*/*.md")]
         if "build" not in page.relative_to(SOURCE).parts]


def prose(page):
    """Without code."""
    return re.sub(r"^```.*?^```|^ {4}.*?$|`[^`]*`", "", page.read_text(), flags=re.M | re.S)


def anchors(page):
    """As GitHub makes them of headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text, re.M)}


@pytest.mark.parametrize("page", sorted(set(PAGES)), ids=lambda page: str(page.relative_to(SOURCE)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        there = page.parent / name if name else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


# Settings. The code that reads them is found by its form.

CODE = {path: path.read_text() for folder in ("mapserver", "mapscript") for path in (SOURCE / folder).rglob("*.[ch]pp")}
DOCS = {path: path.read_text() for path in (SOURCE / "docs").rglob("*.md")}
KEYS = DOCS[SOURCE / "docs/keys.md"]
CALL = r"\b(?:%s)\(\s*[\w.,:\[\]*()>\s-]*?\s*(?:\w+ \+ )?\"(\w+)\""


def read_by(*functions):
    pattern = re.compile(CALL % "|".join(functions))
    return {key for text in CODE.values() for key in pattern.findall(text)}


def sections_of_keys():
    """The first cells of the tables below each heading."""
    return {section.splitlines()[0]: re.findall(r"^\| ([^|]+?) \|", section, re.M) for section in re.split(r"^## ", KEYS, flags=re.M)[1:]}


def test_settings_of_the_server_are_documented_and_the_other_way_round():
    in_code = {name for text in CODE.values() for name in re.findall(r'"(MS_[A-Z_]*[A-Z])"', text)}
    in_docs = {name for text in DOCS.values() for name in re.findall(r"\bMS_[A-Z_]*[A-Z]\b", text)}
    constants = {name for text in CODE.values() for name in re.findall(r"\b(MS_[A-Z_]+)\b", text)}  # MapScript's
    assert len(in_code) > 40
    assert in_code - in_docs == set()
    assert in_docs - in_code - constants == set()


def test_settings_that_a_config_file_may_have_are_those_that_the_code_reads():
    checked = SOURCE / "mapserver/server/config/check_settings.cpp"
    listed = set(re.findall(r'^    "(MS_[A-Z_]*[A-Z])",$', CODE[checked], re.M))
    read = {name for path, text in CODE.items() if path != checked for name in re.findall(r'"(MS_[A-Z_]*[A-Z])"', text)}
    assert listed == read - {"MS_NONSQUARE"}  # a key of MAP CONFIG


def test_keys_of_processing_are_documented_and_the_other_way_round():
    in_code = read_by("processing_value", "is_processing_on", "is_true", "is_on", "read_key") - {name for name in read_by("is_on") if name.startswith("MS_")}
    in_docs = {word for cell in sections_of_keys()["PROCESSING"] for word in re.findall(r"[A-Z_\d]{3,}", cell)}
    assert len(in_code) > 20
    assert in_docs == in_code


def test_keys_of_config_in_maps_are_documented_and_the_other_way_round():
    own = next(text for name, text in CODE.items() if str(name).endswith("mapfile/model/map.cpp"))
    in_code = {key for text in [*CODE.values(), own.replace("config.find", "map.config.find")]
               for key in re.findall(r'\bmap\.config\.find\(\s*"(\w+)"', text)}
    in_docs = {word for cell in sections_of_keys()["CONFIG in MAP"] for word in re.findall(r"[A-Z_]{3,}", cell)}
    assert in_docs == in_code != set()


METADATA = KEYS.partition("## METADATA")[2].partition("## PROCESSING")[0]


def test_keys_of_metadata_are_documented():
    in_code = read_by("find_wms", "find_gml", "wms_value", "is_wms_set", "metadata.find", "write_metadata", "write_keywords", "write_documents",
                      "find_of", "value_of", "layer_value", "writer.value", "find_gml_value", "find_text", "limit_of")
    words = set(re.findall(r"[\w<>]+", METADATA))
    assert len(in_code) > 80
    # Names such as "_href" begin with a variable, names such as "dataurl" end with one.
    assert {key for key in in_code
            if not any(word == key or word.startswith(f"{key}_") or (key.startswith("_") and word.endswith(key)) for word in words)} == set()


def test_keys_of_metadata_that_are_documented_are_read():
    literals = {word for text in CODE.values() for literal in re.findall(r'"([^"\n]*)"', text) for word in re.split(r"[^A-Za-z]+", literal) + re.split(r"[^A-Za-z0-9]+", literal)}
    for key in re.findall(r"`(\w+)`", "\n".join(sections_of_keys()["METADATA"])):
        assert set(key.split("_")) <= literals | {""}, key


# Commands

FOREIGN = {"--build", "--install", "--preset", "--workflow", "--component", "--no-build-isolation", "--benchmark_filter"}


def test_options_of_commands_are_there():
    programs = "\n".join(path.read_text(errors="replace") for folder in ("mapserver/programs", "scripts", "tests", "msautotest")
                         for path in (SOURCE / folder).rglob("*") if path.is_file() and path.suffix in ("", ".cpp", ".py", ".sh"))
    pages = [path.read_text() for path in [*DOCS, SOURCE / "README.md", SOURCE / "CONTRIBUTING.md"]]
    options = {option for text in pages for option in re.findall(r"(?<![\w-])--[a-z][\w-]*\w", text)} - FOREIGN
    assert len(options) > 30
    assert {option for option in options if not re.search(rf"[\"' \[|]{option}\b", programs)} == set()


def test_files_that_are_named_are_there():
    for page, text in {**DOCS, **{SOURCE / name: (SOURCE / name).read_text() for name in ("README.md", "CONTRIBUTING.md", "mapserver/README.md")}}.items():
        for name in re.findall(r"(?<![\w/.])((?:docs|tests|scripts|msautotest|mapfile-examples|mapserver|mapscript)/[\w/.-]*\w)", text):
            assert (SOURCE / name).exists() or (SOURCE / "mapserver" / name).exists(), f"{page.name}: {name}"


def test_what_the_code_promises_names_its_tests():
    rows = re.findall(r"^\| (?!promise)(.+) \| (.+) \|$", (SOURCE / "mapserver/README.md").read_text().partition("## What it promises")[2], flags=re.M)
    assert len(rows) > 10
    assert [promise for promise, tests in rows if not re.search(r"`tests/[\w/.]+`", tests)] == []
