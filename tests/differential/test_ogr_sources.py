# SPDX-License-Identifier: MIT
"""Files of GDAL's formats as layers: MapServer 8.0.0 and we answer alike, or known_ogr_sources.json says why not.

    pytest test_ogr_sources.py                  as ctest runs it
    python3 test_ogr_sources.py [REGEX]         prints what differs, listed or not
"""

import concurrent.futures
import json
import pathlib
import re
import sys
import tempfile

import pytest
from compare import difference
from test_variations import CONFIG, HERE, ORACLE, OURS, RULES, content_of, side_by_side

pytest.importorskip("osgeo.ogr", reason="python3-gdal is not installed (scripts/setup installs it)")
from ogr_sources import source_maps, write_sources  # noqa: E402

KNOWN = json.loads((HERE / "known_ogr_sources.json").read_text())
MAPS = {name: rest for name, *rest in source_maps()}


def reason_of(name):
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name, re.S) for pattern in entry["requests"])), None)


def is_refusal(content):
    return "xception" in str(content[1])[:200]


def different(theirs, ours):
    """What two answers differ in; how they say that they cannot is left out."""
    theirs, ours = content_of(*theirs), content_of(*ours)
    return None if is_refusal(theirs) and is_refusal(ours) else difference(theirs, ours, pixels=0.02, levels=60)


def compared(both, sources, name):
    """{request: difference}"""
    text, requests = MAPS[name]
    folder = pathlib.Path(tempfile.mkdtemp(dir=sources))  # of its own, but the files are shared
    for file in sources.iterdir():
        if not file.name.startswith("tmp"):
            (folder / file.name).symlink_to(file)
    for file, content in {"test.map": text.replace("HERE", str(sources)), "row.html": "<!-- MapServer Template -->\n[name] [number]\n"}.items():
        (folder / file).write_text(content)
    found = {f"{name}: {kind}": both.compare({"map": folder / "test.map", **request}, different) for kind, request in requests}
    return {request: text for request, text in found.items() if text}


def all_differences(sources, names, verdicts=None):
    write_sources(sources)
    config = sources / "tmp.conf"  # not one of the sources
    config.write_text(CONFIG)
    with side_by_side(OURS, config, verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {request: text for found in pool.map(lambda name: compared(both, sources, name), names) for request, text in found.items()}


@pytest.mark.skipif(not ORACLE.exists(), reason="MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
def test_files_are_read_as_by_mapserver_or_the_difference_is_known(tmp_path):
    differences = all_differences(tmp_path, MAPS, ("ogr_sources", tmp_path, RULES + pathlib.Path(__file__).read_text()))
    unknown = [f"{request}\n    {text}" for request, text in differences.items() if not reason_of(request)]
    assert not unknown, "\n".join([f"{len(unknown)} differences, theirs | ours:", *unknown])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        requested = [name for name in MAPS if re.search(sys.argv[1] if len(sys.argv) > 1 else "", name, re.S)]
        for each, text in all_differences(pathlib.Path(directory), requested).items():
            print(f"{each}{'' if reason_of(each) else '   NOT LISTED'}\n    {text[:400]}")
        print(len(requested), "maps compared")
