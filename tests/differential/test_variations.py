# SPDX-License-Identifier: MIT
"""Maps that differ in one keyword or key (variations.py): MapServer 8.0.0 and we give the same answer, or known_variations.json has the reason.

    pytest test_variations.py                 as ctest runs it: of those of WFS every fourth; with MS_ALL_DIFFERENCES=1 all
    python3 test_variations.py [REGEX]        prints the differences of the variations whose names match, listed or not
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
from urllib.parse import urlencode

import pytest
from compare import canonical, difference
from PIL import Image, ImageDraw
from variations import FILES, all_variations
from variations_wfs import WFS_FILES, wfs_variations

HERE = pathlib.Path(__file__).resolve().parent
ORACLE = pathlib.Path("/usr/lib/cgi-bin/mapserv")
OURS = pathlib.Path(os.environ.get("MS_TEST_MAPSERV", HERE.parents[1] / "build/dev/bin/mapserv"))
VARIATIONS = {name: rest for name, *rest in all_variations()} | {name: [*rest, FILES | WFS_FILES] for name, *rest in wfs_variations()}
IS_WHOLE = bool(os.environ.get("MS_ALL_DIFFERENCES"))
CHOSEN = list(VARIATIONS) if IS_WHOLE else [name for name, *_ in all_variations()] + [name for name, *_ in wfs_variations()][::4]
MAKING = threading.Lock()
KNOWN = json.loads((HERE / "known_variations.json").read_text())
CONFIG = 'CONFIG\n  ENV\n    "MS_MAP_PATTERN" "."\n    "MS_WMS_ERROR_STATUS_CODE" "OFF"\n  END\nEND\n'


def reason_of(name):
    """The reason of a known difference; nothing for an unknown one."""
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name, re.S) for pattern in entry["variations"])), None)


def folder_of(root, text, files):
    """The map and the files beside it, once for each content; only one thread makes one."""
    folder = root / hashlib.sha256(json.dumps([text, files], sort_keys=True).encode()).hexdigest()[:16]
    with MAKING:
        if folder.exists():
            return folder
        folder.mkdir()
        for name, content in {"test.map": text, "test.conf": CONFIG, **files}.items():
            (folder / name).write_text(content)
        for name in ("key.png", "reference.png"):
            image = Image.new("RGB", (100, 100) if name == "reference.png" else (20, 10), (200, 220, 255))
            ImageDraw.Draw(image).rectangle((4, 3, 12, 8), (0, 120, 0))
            image.save(folder / name)
    return folder


def without_formats(content):
    """A document without the formats that are offered: these two programs can write different ones."""
    return content if isinstance(content, str) or not isinstance(content, list) else [part for part in content if not re.search(r"/(GetMap|GetLegendGraphic|Map)/Format(/|$)", part[0])]


def ask(program, folder, parameters):
    query = urlencode({"map": folder / "test.map"} | {name: value for name, value in parameters.items() if value is not None})
    environment = {"PATH": os.environ["PATH"], "REQUEST_METHOD": "GET", "QUERY_STRING": query, "SERVER_NAME": "maps.example",
                   "SERVER_PORT": "80", "SCRIPT_NAME": "/wms", "MAPSERVER_CONFIG_FILE": str(folder / "test.conf")}
    done = subprocess.run([program], capture_output=True, timeout=60, env=environment)
    head, _, body = done.stdout.replace(b"\r\n\r\n", b"\n\n", 1).partition(b"\n\n")
    kind, content = canonical(head.decode("latin-1"), re.sub(rb' timeStamp="[^"]*"', b"", body))
    location = re.search(r"(?im)^location: *(\S+)", head.decode("latin-1"))
    return (f"{kind} to {location[1]}" if location else kind), without_formats(content)


def compared(root, name):
    text, parameters, files = VARIATIONS[name]
    folder = folder_of(root, text, files)
    return difference(ask(ORACLE, folder, parameters), ask(OURS, folder, parameters), pixels=0.02, levels=60)


@pytest.fixture(scope="module")
def differences(tmp_path_factory):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    root = tmp_path_factory.mktemp("variations")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {name: text for name, text in zip(CHOSEN, pool.map(lambda name: compared(root, name), CHOSEN)) if text}


def test_every_reason_is_one_for_some_variation():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20
        for pattern in entry["variations"]:
            assert any(re.fullmatch(pattern, name, re.S) for name in VARIATIONS), f"no variation is called {pattern}"


def test_both_answer_alike_or_the_difference_is_known(differences):
    unknown = [f"{name}\n    {text}" for name, text in differences.items() if not reason_of(name)]
    gone = [name for name in CHOSEN if reason_of(name) and name not in differences]
    print(f"{len(CHOSEN)} of {len(VARIATIONS)} variations, {len(differences)} differ; listed and no longer different: {gone}")
    assert not unknown, "\n".join([f"{len(unknown)} differences, theirs | ours:", *unknown])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(4) as workers:
        wanted = [name for name in VARIATIONS if re.search(sys.argv[1] if len(sys.argv) > 1 else "", name, re.S)]
        for each, found in zip(wanted, workers.map(lambda name: compared(pathlib.Path(directory), name), wanted)):
            if found:
                print(f"{each}{'' if reason_of(each) else '   NOT LISTED'}\n    {found}")
        print(len(wanted), "compared")
