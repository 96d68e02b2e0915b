# SPDX-License-Identifier: MIT
"""Every example over its whole extent in four CRSs, by MapServer 8.0.0 and by us; PostGIS layers with
GEOMETRY_ENCODING AUTO, TWKB and WKB, which are compared with each other too.

    pytest test_examples.py                 as ctest runs it
    python3 test_examples.py [FOLDER]       prints known_examples.json as measured now; writes the images to FOLDER

known_examples.json holds the structural similarity (SSIM) of each case as measured and, if it is low, the reason.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pytest
from osgeo import osr
from PIL import Image
from skimage.metrics import structural_similarity

osr.UseExceptions()
HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "mapfile-examples"
ORACLE = pathlib.Path("/usr/bin/map2img")
OURS = pathlib.Path(os.environ.get("MS_TEST_MAP2IMG", HERE.parents[1] / "build/dev/bin/map2img"))
KNOWN_FILE = HERE / "known_examples.json"
SLACK = 0.005  # tolerance below the measured value: fonts and versions of PROJ differ slightly

CRSS = ("EPSG:4326", "EPSG:3857", "EPSG:3035", "EPSG:2056")
ENCODINGS = ("AUTO", "TWKB", "WKB")
# The whole world has no box in the last two; this is the part they can show without extreme distortion.
WORLD = {
    "EPSG:4326": (-180, -90, 180, 90),
    "EPSG:3857": (-20037508.34, -20037508.34, 20037508.34, 20037508.34),
    "EPSG:3035": (-6e6, -5e6, 14e6, 12e6),
    "EPSG:2056": (-4e6, -4e6, 8e6, 6e6),
}
PIXELS = 160_000  # where grids of 1/16 pixel do not happen to meet 180 degrees
MAP_PROJECTION = re.compile(r'(?m)^  PROJECTION\n    "(?:init=)?([^"]*)"\n  END$')
EXTENT = re.compile(r"(?m)^  EXTENT (\S+) (\S+) (\S+) (\S+)$")
SIZE = re.compile(r"(?m)^  SIZE \d+ \d+$")


def examples():
    """{name: its text} of those that are somewhere on Earth and that MapServer 8.0 can draw: no STYLEITEM "sld://...", no other server, no RASTERLABEL."""
    texts = {path.stem: path.read_text() for path in sorted(EXAMPLES.glob("*.map"))}
    return {name: text for name, text in texts.items() if MAP_PROJECTION.search(text) and "sld://" not in text and not re.search("CONNECTIONTYPE (WMS|RASTERLABEL)", text)}


def needs_database(text):
    return "postgis.inc" in text


def reference(name):
    system = osr.SpatialReference()
    system.ImportFromEPSG(int(name.split(":")[1]))
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return system


def box_in(text, crs):
    box = tuple(map(float, EXTENT.search(text).groups()))
    own = MAP_PROJECTION.search(text)[1].upper()
    if own == crs:
        return box
    if own == "EPSG:4326" and box[2] - box[0] >= 360:
        return WORLD[crs]
    return osr.CoordinateTransformation(reference(own), reference(crs)).TransformBounds(*box, 21)


def in_crs(text, crs):
    """The mapfile in another CRS, in few pixels."""
    west, south, east, north = box_in(text, crs)
    width = round((PIXELS * (east - west) / (north - south)) ** 0.5)
    text = MAP_PROJECTION.sub(f'  PROJECTION\n    "{crs}"\n  END', text, count=1)
    text = EXTENT.sub(f"  EXTENT {west!r} {south!r} {east!r} {north!r}", text, count=1)
    return SIZE.sub(f"  SIZE {width} {round(PIXELS / width)}", text, count=1)


def with_encoding(text, encoding):
    return text.replace('INCLUDE "postgis.inc"', f'INCLUDE "postgis.inc"\n    PROCESSING "GEOMETRY_ENCODING={encoding}"')


def draw(program, mapfile, image):
    done = subprocess.run([program, "-m", mapfile, "-o", image], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and image.exists(), f"{program} {mapfile}: {done.stderr}"
    return np.asarray(Image.open(image).convert("RGB"))


def similarity(one, other):
    return float(structural_similarity(one, other, channel_axis=2, data_range=255))


def measured(folder):
    """{name of a case: SSIM}, drawing all that can be drawn."""
    maps = folder / "maps"
    shutil.copytree(EXAMPLES, maps, ignore=shutil.ignore_patterns("*.csv.gz", "viewer"))
    texts = examples() if "MS_TEST_PG" in os.environ else {name: text for name, text in examples().items() if not needs_database(text)}

    def compare(job):
        name, crs = job
        text = in_crs(texts[name], crs)
        stem = f"{name}_{crs.split(':')[1]}"

        def drawn(program, label, content):
            (maps / f"{stem}_{label}.map").write_text(content)
            return draw(program, maps / f"{stem}_{label}.map", folder / f"{stem}_{label}.png")
        theirs = drawn(ORACLE, "mapserver", text)
        if not needs_database(text):
            return {f"{name} {crs}": similarity(theirs, drawn(OURS, "ours", text))}
        ours = {encoding: drawn(OURS, encoding, with_encoding(text, encoding)) for encoding in ENCODINGS}
        found = {f"{name} {crs} {encoding}": similarity(theirs, image) for encoding, image in ours.items()}
        return found | {f"{name} {crs} {encoding} to WKB": similarity(ours["WKB"], ours[encoding]) for encoding in ("AUTO", "TWKB")}

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {case: value for found in pool.map(compare, [(name, crs) for name in texts for crs in CRSS])
                for case, value in found.items()}


@pytest.fixture(scope="module")
def similarities(tmp_path_factory):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (scripts/setup installs it)")
    return measured(tmp_path_factory.mktemp("examples"))


def test_examples_look_as_they_did_beside_mapserver_and_in_each_encoding(similarities):
    known = json.loads(KNOWN_FILE.read_text())
    unlike = {case: f"{value:.4f}, was {known[case]['ssim']}" for case, value in similarities.items()
              if value < known[case]["ssim"] - SLACK}
    assert unlike == {}


def test_cases_that_are_not_like_mapserver_have_a_reason():
    known = json.loads(KNOWN_FILE.read_text())
    assert [case for case, entry in known.items() if entry["ssim"] < 0.97 and not entry.get("why")] == []


def test_encodings_draw_the_same_example(similarities):
    unlike = {case: round(value, 4) for case, value in similarities.items() if case.endswith("to WKB") and value < 0.97}
    assert unlike == {}


POINTS = """MAP NAME "points" SIZE 400 200 EXTENT -180 -90 180 90 IMAGECOLOR 255 255 255 IMAGETYPE png
  SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  LAYER NAME "vertices" TYPE POINT STATUS ON {data} CLASS STYLE SYMBOL "dot" SIZE 3 COLOR 200 0 0 END END END
END"""
AREAS = {
    "shapefile": f'DATA "{EXAMPLES}/data/shape/countries"',
    "postgis": 'CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" DATA "geom from demo.ne_countries using unique gid using srid=4326"',
    "inline": 'FEATURE WKT "POLYGON((-100 0,0 50,100 0,-100 0))" END',
}


@pytest.mark.parametrize("kind", AREAS)
def test_areas_in_a_point_layer_are_marked_at_their_vertices(tmp_path, kind):
    if not ORACLE.exists() or (kind == "postgis" and "MS_TEST_PG" not in os.environ):
        pytest.skip("needs MapServer, and for PostGIS the private cluster")
    (tmp_path / "points.map").write_text(POINTS.format(data=AREAS[kind]))
    theirs, ours = (draw(program, tmp_path / "points.map", tmp_path / "drawn.png") for program in (ORACLE, OURS))
    assert (theirs != 255).any()
    assert similarity(theirs, ours) > 0.99


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    reasons = json.loads(KNOWN_FILE.read_text()) if KNOWN_FILE.exists() else {}
    entries = {case: {"ssim": round(value, 3)} | {key: text for key, text in reasons.get(case, {}).items() if key == "why"}
               for case, value in measured(where).items()}
    print("{\n" + ",\n".join(f" {json.dumps(case)}: {json.dumps(entry)}" for case, entry in entries.items()) + "\n}")
