# SPDX-License-Identifier: MIT
"""Parts of mapfiles in the documentation can be pasted: they load as they are printed, but for the dots of what is left out."""

import re
import subprocess

import pytest
import servers

MAPCHECK = servers.MAPSERV.parent / "mapcheck"
BLOCKS = "LAYER|OUTPUTFORMAT|SYMBOL|WEB|CLASS|STYLE|IDENTIFY|LABELITEM|PROCESSING|METADATA"


def parts():
    """(page, text) of each; blank lines divide those that do not belong together."""
    for page in sorted((servers.SOURCE / "docs").glob("*.md")):
        text = page.read_text()
        for block in re.findall(r"^```\n(.*?)^```", text, re.M | re.S) + re.findall(r"\n\n((?:    .*\n)+)", text):
            for part in re.split(r"\n\n(?=\S)", block):
                if re.match(rf"\s*(?:{BLOCKS})\b", part):
                    yield page.name, re.sub(r"^\s*\.\.\.$", "", part, flags=re.M)


PARTS = list(parts())


def test_there_are_some():
    assert len(PARTS) > 12 and len({page for page, _ in PARTS}) > 7


@pytest.mark.parametrize("page, text", PARTS, ids=[f"{page}-{number}" for number, (page, _) in enumerate(PARTS)])
def test_a_part_of_a_mapfile_loads(tmp_path, page, text):
    path = tmp_path / "part.map"
    path.write_text(text + "\n")
    done = subprocess.run([MAPCHECK, "--syntax", path], capture_output=True, text=True)
    assert done.returncode == 0, f"{page}:\n{text}\n{done.stdout}{done.stderr}"
