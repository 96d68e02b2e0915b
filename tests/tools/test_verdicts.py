# SPDX-License-Identifier: MIT
"""verdicts.py: what is known of a comparison holds for the same question, answer, rules and MapServer, and for nothing else."""

import pytest
import verdicts
from side_by_side import SideBySide
from verdicts import Verdicts, without_places

ANSWER = (b"Content-Type: text/plain", b"one")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Verdicts of the test, written."""
    monkeypatch.setattr(verdicts, "FOLDER", tmp_path)
    monkeypatch.setattr(verdicts, "oracle_version", lambda: "8.0.0")
    monkeypatch.setenv("MS_WRITE_VERDICTS", "1")
    (tmp_path / "compare.py").write_text("rules of all tests")


def place_of(root, text, **beside):
    root.mkdir()
    for name, content in {"test.map": text, **{f"{name}.txt": content for name, content in beside.items()}}.items():
        (root / name).write_text(content)
    return {"map": root / "test.map", "mode": "map"}


def learn(root, parameters, answer=ANSWER, difference=None, rules="rules"):
    known = Verdicts("test", root, rules)
    known.add(known.digest(parameters, answer), difference)
    known.close()


def is_known(root, parameters, answer=ANSWER, rules="rules"):
    known = Verdicts("test", root, rules)
    return known.find(known.digest(parameters, answer))


def test_the_same_is_known_in_another_folder(tmp_path):
    learn(tmp_path / "a", place_of(tmp_path / "a", f"SHAPEPATH {tmp_path / 'a'}"))
    assert is_known(tmp_path / "b", place_of(tmp_path / "b", f"SHAPEPATH {tmp_path / 'b'}")) == (True, None)


def test_a_difference_is_known_by_its_text(tmp_path):
    question = place_of(tmp_path / "a", "MAP END")
    learn(tmp_path / "a", question, difference="pixels: 5 % differ")
    assert is_known(tmp_path / "a", question) == (True, "pixels: 5 % differ")


@pytest.mark.parametrize("other", ["map", "file", "parameter", "answer", "status", "rules", "version", "again"])
def test_anything_else_is_not_known(tmp_path, monkeypatch, other):
    learn(tmp_path / "a", place_of(tmp_path / "a", "MAP END", style="red"))
    question = place_of(tmp_path / "b", "MAP NAME x END" if other == "map" else "MAP END", style="blue" if other == "file" else "red")
    question |= {"mode": "legend"} if other == "parameter" else {}
    answer = {"answer": (ANSWER[0], b"two"), "status": (ANSWER[0] + b"\nStatus: 404 Not Found", ANSWER[1])}.get(other, ANSWER)
    if other == "version":
        monkeypatch.setattr(verdicts, "oracle_version", lambda: "8.0.1")
    if other == "again":
        monkeypatch.setenv("MS_ASK_AGAIN", "1")
    assert is_known(tmp_path / "b", question, answer, "other rules" if other == "rules" else "rules") == (False, None)


def test_what_was_not_asked_again_is_not_kept(tmp_path):
    first, second = place_of(tmp_path / "a", "MAP END"), place_of(tmp_path / "b", "MAP NAME x END")
    learn(tmp_path / "a", first)
    learn(tmp_path / "b", second)
    assert is_known(tmp_path / "a", first) == (False, None)
    assert is_known(tmp_path / "b", second) == (True, None)


def test_places_are_left_out_however_they_are_written(tmp_path, monkeypatch):
    monkeypatch.setenv("MS_TEST_PG", "host=/tmp/x port=1")
    text = f"{tmp_path} {str(tmp_path).replace('/', '%2F')} host=/tmp/x port=1 timeStamp=\"2026\"".encode()
    assert without_places(text, tmp_path) == b"PLACE PLACE PLACE"


class Program:
    """Answers as it was made to, and counts."""

    def __init__(self, body):
        self.body, self.count = body, 0

    def ask(self, parameters):
        self.count += 1
        return ANSWER[0], self.body

    def stop(self):
        pass


def test_mapserver_is_asked_only_for_what_is_not_known(tmp_path):
    question, oracle, ours = place_of(tmp_path / "a", "MAP END"), Program(b"one"), Program(b"one")
    for _ in range(2):
        both = SideBySide("ours", "config", 0, Verdicts("test", tmp_path / "a", "rules"))
        both.free.put((oracle, ours))
        assert both.compare(question, lambda theirs, ours: None if theirs == ours else "other") is None
        both.stop()
    assert (oracle.count, ours.count) == (1, 2)
