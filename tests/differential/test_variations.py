# SPDX-License-Identifier: MIT
"""Maps that differ in one keyword or key (variations.py): MapServer 8.0.0 and we give the same answer, or known_variations.json has the reason.

    pytest -k "maps or reason" test_variations.py    as ctest runs it, and -k coverages
    python3 test_variations.py [REGEX]        prints the differences of the variations whose names match, listed or not
"""

import concurrent.futures
import functools
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

import pytest
from compare import canonical, difference
from PIL import Image, ImageDraw
from variations import FILES, all_variations
from variations_rasters import RASTER_FILES, raster_variations
from variations_services import service_variations
from variations_wcs import WCS_FILES, wcs_variations
from variations_wfs import WFS_FILES, wfs_variations

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

from side_by_side import ORACLE, side_by_side  # noqa: E402

OURS = pathlib.Path(os.environ.get("MS_TEST_MAPSERV", HERE.parents[1] / "build/dev/bin/mapserv"))
VARIATIONS = {name: rest for name, *rest in all_variations()} | {name: [*rest, FILES | WFS_FILES] for name, *rest in wfs_variations()} | {
    name: rest for name, *rest in service_variations()} | {
    name: [*rest, RASTER_FILES] for name, *rest in raster_variations()} | {name: [*rest, WCS_FILES] for name, *rest in wcs_variations()}
RULES = pathlib.Path(__file__).read_text()  # of what is alike: a basis of verdicts
MAKING = threading.Lock()


def is_after(version):
    """Whether Debian's package of MapServer is newer: security updates mend some of its faults."""
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "cgi-mapserver"], capture_output=True, text=True).stdout
    return found != "" and subprocess.run(["dpkg", "--compare-versions", found, "gt", version]).returncode == 0


# Entries: "reason", "variations" (patterns of names), "until" (the last package of Debian that shows the difference).
KNOWN = [entry for entry in json.loads((HERE / "known_variations.json").read_text()) if "until" not in entry or not is_after(entry["until"])]
CONFIG = 'CONFIG\n  ENV\n    "MS_MAP_PATTERN" "."\n    "MS_WMS_ERROR_STATUS_CODE" "OFF"\n  END\nEND\n'


def reason_of(name):
    """The reason of a known difference; nothing for an unknown one."""
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name, re.S) for pattern in entry["variations"])), None)


@functools.cache
def drawn(side_x, side_y):
    """The bytes of a PNG for legends and reference maps."""
    image, file = Image.new("RGB", (side_x, side_y), (200, 220, 255)), io.BytesIO()
    ImageDraw.Draw(image).rectangle((4, 3, 12, 8), (0, 120, 0))
    image.save(file, "PNG")
    return file.getvalue()


def folder_of(root, text, files):
    """The map and the files beside it, once for each content; only one thread makes one."""
    folder = root / hashlib.sha256(json.dumps([text, files], sort_keys=True).encode()).hexdigest()[:16]
    with MAKING:
        if folder.exists():
            return folder
        folder.mkdir()
        for name, content in {"test.map": text, **files}.items():
            (folder / name).write_bytes(content.encode("latin-1" if name.endswith(".png") else "utf-8"))
        for name, size in {"key.png": (20, 10), "reference.png": (100, 100)}.items():
            (folder / name).write_bytes(drawn(*size))
    return folder


def without_formats(content):
    """A document without the formats that are offered: these two programs can write different ones."""
    def is_format(path, text):
        return re.search(r"/((GetMap|GetLegendGraphic|Map)/Format(/|$)|formatSupported$)", path) or (path.endswith("/AllowedValues/Value") and text.startswith("image/"))
    return content if isinstance(content, str) or not isinstance(content, list) else [part for part in content if not is_format(part[0], part[2])]


def content_of(head, body):
    """What one program answers, and where it sends the client."""
    body = re.sub(rb' timeStamp="[^"]*"', b"", body).replace(b"GCS_unknown", b"GCS_WGS_1984")  # MapServer loses the name of a CRS here and there
    kind, content = canonical(head.decode("latin-1"), body)
    location = re.search(r"(?im)^location: *(\S+)", head.decode("latin-1"))
    return (f"{kind} to {location[1]}" if location else kind), without_formats(content)


def compared(both, root, name):
    text, parameters, files = VARIATIONS[name]
    return both.compare({"map": folder_of(root, text, files) / "test.map", **parameters},
                        lambda theirs, ours: difference(content_of(*theirs), content_of(*ours), pixels=0.02, levels=60))


def all_differences(root, names, verdicts=None):
    (root / "test.conf").write_text(CONFIG)
    with side_by_side(OURS, root / "test.conf", verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {name: text for name, text in zip(names, pool.map(lambda name: compared(both, root, name), names)) if text}


PARTS = {"coverages": [name for name in VARIATIONS if name.startswith(("raster ", "WCS "))]}
PARTS["maps"] = [name for name in VARIATIONS if name not in set(PARTS["coverages"])]


def test_every_reason_is_one_for_some_variation():
    for entry in KNOWN:
        assert len(entry["reason"]) > 20
        for pattern in entry["variations"]:
            assert any(re.fullmatch(pattern, name, re.S) for name in VARIATIONS), f"no variation is called {pattern}"


@pytest.mark.parametrize("part", PARTS)
def test_both_answer_alike_or_the_difference_is_known(part, tmp_path):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    differences = all_differences(tmp_path, PARTS[part], (part, tmp_path, RULES))
    unknown = [f"{name}\n    {text}" for name, text in differences.items() if not reason_of(name)]
    gone = [name for name in PARTS[part] if reason_of(name) and name not in differences]
    print(f"{len(PARTS[part])} variations, {len(differences)} differ")
    assert not unknown, "\n".join([f"{len(unknown)} differences, theirs | ours:", *unknown])
    assert not gone, "\n".join(["listed, and no longer different:", *gone])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        requested = [name for name in VARIATIONS if re.search(sys.argv[1] if len(sys.argv) > 1 else "", name, re.S)]
        for each, found in all_differences(pathlib.Path(directory), requested).items():
            print(f"{each}{'' if reason_of(each) else '   NOT LISTED'}\n    {found}")
        print(len(requested), "compared")
