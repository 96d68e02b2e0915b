# SPDX-License-Identifier: MIT
"""Comparisons with MapServer that were made once: while a question, our answer and the rules stay the same, MapServer need not answer again.

tests/differential/verdicts/NAME.txt has a line for the version of MapServer's package and the rules of comparison, and one for each
question with our answer: a digest, and what differs. Anything else is compared as ever: new questions, other answers of ours, and
all of it under other rules or beside another MapServer.

    MS_ASK_AGAIN=1        compares everything
    MS_WRITE_VERDICTS=1   compares what is not known, and writes the file
"""

import functools
import hashlib
import io
import json
import os
import re
import subprocess
import threading
from pathlib import Path
from urllib.parse import quote

from PIL import Image

FOLDER = Path(__file__).resolve().parents[1] / "differential"
LARGEST = 1 << 20  # of a file beside a map
DIGITS = 12        # of a digest: 48 bits, for some ten thousand of them


def oracle_version():
    """Of Debian's package."""
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "cgi-mapserver"], capture_output=True, text=True).stdout


@functools.cache
def texts_beside(folder, root):
    """A digest of the texts in a map's folder: includes, templates, styles, data. Not of other maps, nor of binary files, many of which have the day they were made on."""
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.suffix != ".map" and path.is_file() and path.stat().st_size <= LARGEST and b"\0" not in (content := path.read_bytes()):
            text = without_places(content, root)
            digest.update(f"{path.name} {len(text)} ".encode() + text)
    return digest.hexdigest()


def without_places(content, root):
    """Bytes without what changes from run to run: the folder of the test, the database's socket and port, and the time."""
    places = [os.environ.get("MS_TEST_PG", ""), str(root), os.environ.get("PGHOST", "")]
    for place in filter(None, places):
        for written in dict.fromkeys((place, quote(place), quote(place, safe=""))):
            content = content.replace(written.encode(), b"PLACE")
    return re.sub(rb' timeStamp="[^"]*"', b"", content)


def content_of(body):
    """The pixels of a PNG, which is compressed as there is time for it; any other body as it is."""
    if not body.startswith(b"\x89PNG"):
        return body
    image = Image.open(io.BytesIO(body)).convert("RGBA")
    return f"{image.size} ".encode() + image.tobytes()


class Verdicts:
    """Of one test. \
root: its folder, whose name changes from run to run; rules: a text of all that the outcome of a comparison depends on."""

    def __init__(self, name, root, rules):
        self.file, self.root = FOLDER / "verdicts" / f"{name}.txt", root
        self.is_writing = os.environ.get("MS_WRITE_VERDICTS") == "1"
        self.lock, self.used, self.known = threading.Lock(), {}, {}
        rules = (FOLDER / "compare.py").read_text() + rules
        self.basis = f"{oracle_version()} {hashlib.sha256(rules.encode()).hexdigest()[:DIGITS]}"
        if self.file.exists() and os.environ.get("MS_ASK_AGAIN") != "1":
            basis, *lines = self.file.read_text().splitlines()
            self.known = {digest: json.loads(text or "null") for digest, _, text in (line.partition(" ") for line in lines)} if basis == self.basis else {}

    def digest(self, parameters, answer):
        """Of a question and our (head, body); None without a map that is named."""
        if "map" not in parameters:
            return None
        map_file = Path(parameters["map"])
        question = json.dumps({name: str(value) for name, value in parameters.items() if name != "map"}, sort_keys=True)
        beside = (map_file.read_bytes(), texts_beside(map_file.parent, self.root)) if map_file.is_file() else (b"", "")
        head = answer[0].decode("latin-1")
        lines = [line for line in head.lower().splitlines() if line.startswith(("content-type:", "status:", "location:"))]
        parts = [without_places(question.encode(), self.root), without_places(beside[0], self.root), beside[1].encode(),
                 without_places("\n".join(lines).encode(), self.root), without_places(content_of(answer[1]), self.root)]
        digest = hashlib.sha256()
        for part in parts:
            digest.update(f"{len(part)} ".encode() + part)
        return digest.hexdigest()[:DIGITS]

    def find(self, digest):
        """(True, the difference) if it is known."""
        if digest not in self.known:
            return False, None
        self.add(digest, self.known[digest])
        return True, self.known[digest]

    def add(self, digest, difference):
        """A difference that can be written: a text or a number; None if both are alike."""
        if digest:
            with self.lock:
                self.used[digest] = difference

    def close(self):
        """Writes what was found in this run, if that is wanted."""
        if self.is_writing and self.used:
            self.file.parent.mkdir(exist_ok=True)
            lines = [f"{digest} {json.dumps(self.used[digest])}".removesuffix(" null") for digest in sorted(self.used)]
            self.file.write_text("\n".join([self.basis, *lines]) + "\n")


class NoVerdicts:
    """Everything is compared."""

    def digest(self, parameters, answer):
        return None

    def find(self, digest):
        return False, None

    def add(self, digest, difference):
        pass

    def close(self):
        pass
