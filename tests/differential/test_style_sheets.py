# SPDX-License-Identifier: MIT
"""Style sheets of clients (style_sheets.py): MapServer 8.0.0 and we draw the same, or known_style_sheets.json has the reason.

    pytest test_style_sheets.py                     as ctest runs it
    python3 test_style_sheets.py [REGEX] [FOLDER]   prints what differs, listed or not, and keeps its images in the folder
"""

import concurrent.futures
import functools
import io
import json
import os
import pathlib
import re
import sys
import tempfile

import pytest
from compare import canonical
from PIL import Image
from style_sheets import GET_MAP, MAP, all_sheets
from test_drawings import difference as drawn_difference
from test_drawings import RULES, write_images

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

from side_by_side import ORACLE, side_by_side  # noqa: E402

OURS = pathlib.Path(os.environ.get("MS_TEST_MAPSERV", HERE.parents[1] / "build/dev/bin/mapserv"))
KNOWN = json.loads((HERE / "known_style_sheets.json").read_text())
SHEETS = {name: rest for name, *rest in all_sheets()}
CONFIG = 'CONFIG\n  ENV\n    "MS_MAP_PATTERN" "."\n    "MS_WMS_ERROR_STATUS_CODE" "OFF"\n  END\nEND\n'
FONTS = {"": "", "-bold": "-Bold", "-italic": "-Oblique", "-italic-bold": "-BoldOblique", "-bold-italic": "-BoldOblique", "-oblique": "-Oblique", "-oblique-bold": "-BoldOblique", "-bold-oblique": "-BoldOblique"}
SHARE = 0.05  # of what is painted, as in test_ogr.py


def reason_of(name):
    """The reason of a known difference; nothing for an unknown one."""
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name, re.S) for pattern in entry["sheets"])), None)


def write_files(folder):
    write_images(folder)
    Image.open(folder / "image.png").convert("RGB").save(folder / "image.gif")
    faces = "".join(f"{name}{face} /usr/share/fonts/truetype/dejavu/DejaVuSans{file}.ttf\n" for name in ("dejavu_sans", "dejavu-sans", "arial", "default") for face, file in FONTS.items())
    for name, content in {"test.map": MAP, "test.conf": CONFIG, "fonts.txt": faces}.items():
        (folder / name).write_text(content)


def drawn(head, body):
    """What the server answers: ("image", array) or (type, text)."""
    kind, content = canonical(head.decode("latin-1"), body)
    if kind == "image/png":
        return "image", content[..., :3].astype(int)
    return kind or "ended", " ".join(" ".join(part[2] for part in content).split()) if isinstance(content, list) else content


def share_of(theirs, ours):
    """The share of painted pixels that differ if it is too large; a text where only one draws; None where both refuse."""
    theirs, ours = drawn(*theirs), drawn(*ours)
    if theirs[0] == ours[0] == "image":
        share = float(drawn_difference(theirs[1], ours[1]))
        return share if share > SHARE else None
    return None if theirs[0] == ours[0] else f"{'' if theirs[0] == 'image' else theirs} | {'' if ours[0] == 'image' else ours}"


def keep_images(keep, name, answers):
    images = [Image.open(io.BytesIO(body)).convert("RGB") for _, body in answers]
    both = Image.new("RGB", (images[0].width * 2 + 6, images[0].height), (255, 0, 255))
    for at, image in enumerate(images):
        both.paste(image, (at * (image.width + 6), 0))
    both.save(keep / (re.sub(r"[^\w.-]+", "_", name)[:120] + ".png"))


def compared(both, folder, keep, name):
    layer, sheet = SHEETS[name]
    request = {"map": folder / "test.map"} | GET_MAP | {"LAYERS": layer, "SLD_BODY": sheet}
    share = both.compare(request, share_of)
    if keep and isinstance(share, float):
        keep_images(keep, name, both.ask(request))
    return share


def differences(folder, names, keep=None, verdicts=None):
    write_files(folder)
    with side_by_side(OURS, folder / "test.conf", verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        shares = zip(names, pool.map(functools.partial(compared, both, folder, keep), names))
        return {name: share for name, share in shares if share}


@pytest.fixture(scope="module")
def unlike(tmp_path_factory):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    folder = tmp_path_factory.mktemp("sheets")
    return differences(folder, SHEETS, verdicts=("style_sheets", folder, pathlib.Path(__file__).read_text() + RULES))


def test_style_sheets_look_as_in_mapserver_or_a_reason_is_known(unlike):
    unknown = [f"{name}: {share}" for name, share in unlike.items() if reason_of(name) is None]
    print(f"{len(SHEETS)} style sheets, {len(unlike)} differ")
    assert not unknown, "\n".join([f"{len(unknown)} differ", *unknown])


def test_every_reason_is_one_for_some_difference(unlike):
    gone = [pattern for entry in KNOWN for pattern in entry["sheets"] if not any(re.fullmatch(pattern, name, re.S) for name in unlike)]
    assert not gone, f"no longer different: {gone}"


if __name__ == "__main__":
    kept = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as directory:
        chosen = [name for name in SHEETS if re.search(sys.argv[1] if len(sys.argv) > 1 else "", name, re.S)]
        found = differences(pathlib.Path(directory), chosen, kept)
    for each, amount in found.items():
        print(f"{amount if isinstance(amount, str) else f'{amount:.0%}'}  {each}{'  (' + reason_of(each) + ')' if reason_of(each) else ''}")
    print(f"{len(found)} of {len(chosen)} differ")
