# SPDX-License-Identifier: MIT
"""Test cases in the heads of mapfiles, in the format of MapServer's own suite.

    # REQUIRES: INPUT=POSTGIS OUTPUT=PNG
    # RUN_PARMS: out.png [MAP2IMG] -m [MAPFILE] -o [RESULT]
    # RUN_PARMS: caps.xml [MAPSERV] QUERY_STRING="map=[MAPFILE]&SERVICE=WMS&REQUEST=GetCapabilities" > [RESULT_DEVERSION]

The first word names the result and expected/<name> the answer; the rest is the command. A command that is left out
draws the map with map2img. No shell is involved: words are split as a shell would, and `>` is ours.
"""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_COMMAND = "[MAP2IMG] -m [MAPFILE] -o [RESULT]"
RESULT = re.compile(r"\[RESULT(?P<demime>_DEMIME)?(?P<deversion>_DEVERSION)?\]")


@dataclass
class Case:
    """One RUN_PARMS line."""

    mapfile: Path
    name: str
    command: str
    requires: list[str] = field(default_factory=list)

    @property
    def id(self):
        return f"{self.mapfile.parent.name}/{self.name}"

    @property
    def expected(self):
        return self.mapfile.parent / "expected" / self.name


@dataclass
class Call:
    """A case ready to run: arguments, environment, standard input and the comparison of the answer."""

    arguments: list[str]
    environment: dict[str, str]
    body: bytes | None
    to_stdout: bool
    strip_headers: bool
    strip_version: bool


def read_cases(mapfile):
    """The cases of one mapfile; empty for a mapfile without a RUN_PARMS line."""
    requires, runs = [], []
    for line in mapfile.read_text(encoding="utf-8", errors="replace").splitlines():
        if match := re.match(r"\s*#\s*REQUIRES:\s*(.*)", line):
            requires += match[1].split()
        elif match := re.match(r"\s*#\s*RUN_PARMS:\s*(\S+)\s*(.*)", line):
            runs.append((match[1], match[2].strip() or DEFAULT_COMMAND))
    return [Case(mapfile, name, command, requires) for name, command in runs]


def find_cases(root):
    """All cases below root, in order."""
    return [case for mapfile in sorted(root.rglob("*.map")) for case in read_cases(mapfile)]


def prepare(case, programs, result):
    """Turns a case's command into a Call. `programs` maps MAPSERV, MAP2IMG … to paths; `result` is the file to write."""
    text, environment, body = case.command, {}, None
    if match := re.search(r"\[POST\](.*)\[/POST\]", text):
        body = match[1].replace("[MAPFILE]", case.mapfile.name).encode()
        environment = {"REQUEST_METHOD": "POST", "CONTENT_LENGTH": str(len(body)),
                       "CONTENT_TYPE": "text/xml" if body.startswith(b"<") else "application/x-www-form-urlencoded"}
        text = text.replace(match[0], "")
    for setting in re.findall(r"\[ENV ([^\]]*)\]", text):
        name, _, value = setting.partition("=")
        environment[name] = value
        text = text.replace(f"[ENV {setting}]", "")

    demands = RESULT.search(text)
    words = shlex.split(text)
    to_stdout = ">" in words
    if to_stdout:
        words = words[: words.index(">")]
    while words and re.match(r"[A-Z_]+=", words[0]):
        name, _, value = words.pop(0).partition("=")
        environment[name] = value
    tokens = {"[MAPFILE]": case.mapfile.name, **{f"[{name}]": str(path) for name, path in programs.items()}}
    arguments = []
    for word in words:
        for token, value in tokens.items():
            word = word.replace(token, value)
        arguments.append(RESULT.sub(str(result), word))
    return Call(arguments, environment, body, to_stdout, bool(demands and demands["demime"]),
                bool(demands and demands["deversion"]))
