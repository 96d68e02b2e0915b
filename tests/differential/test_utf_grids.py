# SPDX-License-Identifier: MIT
"""UTFGrids of MapServer 8.0.0 and of us: the same keys and data, and nearly the same cells, or known_utf_grids.json has the reason.

    pytest test_utf_grids.py            as ctest runs it
    python3 test_utf_grids.py [REGEX]   prints what differs, listed or not: theirs | ours
"""

import concurrent.futures
import itertools
import json
import pathlib
import re
import sys
import tempfile

import pytest
from test_drawings import CONFIG, HERE, ORACLE, OURS, side_by_side, write_images

EXAMPLES = HERE.parents[1] / "mapfile-examples"
KNOWN = json.loads((HERE / "known_utf_grids.json").read_text())
SHARE = 0.01  # of the cells that either covers; 273 of the 286 grids that are not listed are equal, the largest difference is 0.55 %

SYMBOLS = """
SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
SYMBOL NAME "oval" TYPE ELLIPSE FILLED FALSE POINTS 2 1 END END
SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 0 1 0 1 1 0 1 0 0 END END
SYMBOL NAME "open" TYPE VECTOR POINTS 0 0 4 0 4 2 -99 -99 0 1 1 3 END END
SYMBOL NAME "holed" TYPE VECTOR FILLED TRUE ANCHORPOINT 0 1 POINTS 0 0 8 0 8 8 0 8 0 0 -99 -99 2 2 6 2 6 6 2 6 2 2 END END
SYMBOL NAME "letter" TYPE TRUETYPE FONT "sans" CHARACTER "g" END
SYMBOL NAME "dot" TYPE TRUETYPE FONT "sans" CHARACTER "." ANCHORPOINT 0 0.5 END
SYMBOL NAME "image" TYPE PIXMAP IMAGE "image.png" ANCHORPOINT 1 0 END
SYMBOL NAME "drawing" TYPE SVG IMAGE "drawing.svg" END
SYMBOL NAME "hatch" TYPE HATCH END
"""
SHAPES = {"POINT": ["40 40", "61.3 77.9"], "LINE": ["10 10 40 90 70 20 110 95", "5 60 115 63", "20 100 20 100.5 22 101"],
          "POLYGON": ["10 10 60 10 60 60 10 60 10 10 END POINTS 20 20 20 40 40 40 40 20 20 20", "50 50 110 60 90 110 50 50", "130 10 140 10 140 20 130 10"]}
VALUES = ["One;7", 'T"w\\o <é>;x', "One;8"]


def styles():
    """(type, STYLE) of each drawing."""
    for symbol, size, angle in itertools.product(("circle", "oval", "square", "open", "holed", "letter", "dot", "image", "drawing"), (5, 12.5, 31), (0, 30)):
        yield "POINT", f'SYMBOL "{symbol}" SIZE {size} ANGLE {angle} COLOR 0 0 0'
    for more in ("COLOR 0 0 0", "SYMBOL \"square\" OUTLINECOLOR 0 0 0 WIDTH 6 SIZE 9", "SYMBOL \"square\" COLOR 0 0 0 SIZE 9 OFFSET 9 -4", "SYMBOL \"circle\" COLOR 0 0 0 SIZE [b]", "SYMBOL \"square\" SIZE 9"):
        yield "POINT", more
    for width, more in itertools.product((0.5, 1, 3, 5, 11), ("", "LINECAP SQUARE LINEJOIN MITER", "LINECAP ROUND LINEJOIN ROUND", "PATTERN 10 10 END", "OPACITY 0", "OFFSET 6 -99", "OUTLINEWIDTH 3 OUTLINECOLOR 1 1 1")):
        yield "LINE", f"COLOR 0 0 0 WIDTH {width} {more}"
    for more in ("SYMBOL \"square\" SIZE 7 GAP 20 COLOR 0 0 0", "SYMBOL \"letter\" SIZE 9 GAP -25 COLOR 0 0 0", "SYMBOL \"circle\" SIZE 9 COLOR 0 0 0 GEOMTRANSFORM \"vertices\"", "SYMBOL \"square\" SIZE 9 COLOR 0 0 0 GEOMTRANSFORM \"end\"",
                 "COLOR 0 0 0 WIDTH 2 GEOMTRANSFORM (buffer([shape],9))"):
        yield "LINE", more
    for more in ("COLOR 0 0 0", "OUTLINECOLOR 0 0 0", "OUTLINECOLOR 0 0 0 WIDTH 5", "COLOR 0 0 0 OUTLINECOLOR 0 0 0 WIDTH 7", "COLOR 0 0 0 OFFSET 5 5", "COLOR 0 0 0 OPACITY 20", "SYMBOL \"hatch\" SIZE 16 WIDTH 3 COLOR 0 0 0 ANGLE 45",
                 "SYMBOL \"square\" SIZE 9 COLOR 0 0 0 GEOMTRANSFORM \"centroid\"", "COLOR 0 0 0 GEOMTRANSFORM \"bbox\"", "COLOR 0 0 0 GEOMTRANSFORM (simplify([shape],15))", "SYMBOL \"square\" SIZE 5 COLOR 0 0 0"):
        yield "POLYGON", more


def layer(kind, style, keywords=""):
    features = "".join(f" FEATURE POINTS {points} END ITEMS {json.dumps(values, ensure_ascii=False) if chr(34) not in values else repr(values)} END\n" for points, values in zip(SHAPES[kind], VALUES))
    return f'LAYER NAME "l" TYPE {kind} STATUS ON PROCESSING "ITEMS=a,b" {keywords} CLASS STYLE {style} END END\n{features}END\n'


def map_of(layers, options=(), head="SIZE 120 118 EXTENT 0 0 119 117"):
    chosen = " ".join(f'FORMATOPTION "{option}"' for option in options)
    return f'MAP {head} UNITS METERS FONTSET "{EXAMPLES}/fonts.list" OUTPUTFORMAT NAME "grid" DRIVER "UTFGrid" {chosen} END\n{SYMBOLS}{layers}END\n'


def of_data():
    """UTFITEM, UTFDATA and DUPLICATES."""
    items = ("", 'UTFITEM "a"', 'UTFITEM "B"')
    data = ("", "UTFDATA '{\"name\":\"[a]\",\"n\":\"[b]\"}'", "UTFDATA ('{\"n\":' + tostring([b]*2,'%.2f') + '}')", "UTFDATA '[b]'", "UTFDATA ([b]>7)", "UTFDATA '{\"constant\":[1,2,{}]}'")
    for item, value, duplicates in itertools.product(items, data, ("TRUE", "FALSE")):
        yield f"{item} {value} {duplicates}", map_of(layer("POLYGON", "COLOR 0 0 0", f"{item} {value}"), (f"DUPLICATES={duplicates}",))
    others = {"CLASSITEM": 'CLASSITEM "b" UTFITEM "b" CLASS EXPRESSION "7" END', "MAXFEATURES": "MAXFEATURES 1", "all classes": 'PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES" UTFITEM "b" CLASS STYLE OUTLINECOLOR 0 0 0 WIDTH 9 END END',
              "FILTER": "FILTER ([b] > 7)", "OPACITY": "COMPOSITE OPACITY 40 END", "STATUS DEFAULT": "STATUS DEFAULT", "labels": "CLASS TEXT 'x' LABEL SIZE 20 COLOR 0 0 0 END STYLE COLOR 0 0 0 END END"}
    for name, keywords in others.items():
        yield name, map_of(layer("POLYGON", "COLOR 0 0 0", keywords))


def of_sizes():
    for resolution, (width, height) in itertools.product((1, 2, 3, 4, 7, 64), ((120, 118), (121, 119), (64, 3), (255, 257))):
        yield f"resolution {resolution} {width}x{height}", map_of(layer("POLYGON", "COLOR 0 0 0 OUTLINECOLOR 0 0 0"), (f"UTFRESOLUTION={resolution}",), f"SIZE {width} {height} EXTENT 0 0 {width - 1} {height - 1}")


def of_files():
    """Layers of the examples in some CRSs, from the world to a country."""
    extents = {"4326": ("-180 -90 180 90", "5 43 18 50"), "3857": ("-2e7 -2e7 2e7 2e7", "5e5 5e6 2e6 7e6"), "3035": ("0 0 8e6 6e6", "3.9e6 2.5e6 4.6e6 3e6")}
    looks = {"countries": ("POLYGON", "COLOR 0 0 0 OUTLINECOLOR 0 0 0"), "rivers": ("LINE", "COLOR 0 0 0 WIDTH 3"), "capitals": ("POINT", 'SYMBOL "circle" SIZE 9 COLOR 0 0 0')}
    for (crs, boxes), (name, (kind, style)), duplicates in itertools.product(extents.items(), looks.items(), ("TRUE", "FALSE")):
        for box in boxes:
            text = f'LAYER NAME "l" TYPE {kind} STATUS ON DATA "{EXAMPLES}/data/shape/{name}" PROJECTION "EPSG:4326" END UTFITEM "name" UTFDATA \'{{"name":"[name]"}}\' CLASS STYLE {style} END END END\n'
            yield f"{name} {crs} {box} {duplicates}", map_of(text, (f"DUPLICATES={duplicates}",), f'SIZE 512 400 EXTENT {box} PROJECTION "EPSG:{crs}" END')


def all_grids():
    grids = {f"{kind} {style}": map_of(layer(kind, style)) for kind, style in styles()}
    grids |= {f"fine {kind} {style}": map_of(layer(kind, style), ("UTFRESOLUTION=1",)) for kind, style in styles()}
    return grids | dict(of_data()) | dict(of_sizes()) | dict(of_files())


GRIDS = all_grids()


def grid_of(answer):
    """The document, or None if the program refuses, crashes or writes what is not JSON."""
    try:
        return json.loads(answer[1].decode("utf-8"))
    except ValueError:
        return None


def difference(theirs, ours):
    """What differs, in words; '' if nothing does; None where MapServer refuses."""
    theirs, ours = grid_of(theirs), grid_of(ours)
    if theirs is None:
        return None
    if ours is None:
        return "ours fails"
    sizes = [(len(grid["grid"]), {len(row) for row in grid["grid"]}) for grid in (theirs, ours)]
    if sizes[0] != sizes[1]:
        return f"sizes {sizes[0]} | {sizes[1]}"
    for part in ("keys", "data"):
        if theirs[part] != ours[part]:
            return f"{part} {str(theirs[part])[:300]} | {str(ours[part])[:300]}"
    pairs = [pair for rows in zip(theirs["grid"], ours["grid"]) for pair in zip(*rows) if pair != (" ", " ")]
    share = sum(one != other for one, other in pairs) / max(len(pairs), 1)
    return f"{share:.2%} of the {len(pairs)} cells" if share > SHARE else ""


def compared(both, folder, name):
    mapfile = folder / f"{list(GRIDS).index(name)}.map"
    mapfile.write_text(GRIDS[name])
    return both.compare({"map": mapfile, "mode": "map", "layers": "l", "map.imagetype": "grid"}, difference)


def results(folder, names, verdicts=None):
    write_images(folder)
    with side_by_side(OURS, CONFIG, verdicts=verdicts) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(lambda name: compared(both, folder, name), names)))


def reason_of(name):
    return next((entry["reason"] for entry in KNOWN if any(re.fullmatch(pattern, name) for pattern in entry["grids"])), None)


@pytest.mark.skipif(not ORACLE.exists(), reason="MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
def test_grids_are_those_of_mapserver(tmp_path):
    found = results(tmp_path, list(GRIDS), ("utf_grids", tmp_path, pathlib.Path(__file__).read_text()))
    assert sum(text is not None for text in found.values()) > 280
    unknown = [f"{name}: {text}" for name, text in found.items() if text and reason_of(name) is None]
    gone = [name for name, text in found.items() if text == "" and reason_of(name) is not None]
    assert not unknown, "\n".join(unknown)
    assert not gone, f"listed and the same: {gone}"


if __name__ == "__main__":
    kept = pathlib.Path(tempfile.mkdtemp(prefix="utf-grids-"))
    everything = results(kept, [name for name in GRIDS if re.search(sys.argv[1] if len(sys.argv) > 1 else "", name)])
    for each, found_text in everything.items():
        if found_text:
            print(f"{each}: {found_text}{'' if reason_of(each) else '   NOT LISTED'}")
    print(f"{len(everything)} compared, {sum(text is None for text in everything.values())} refused by MapServer; {kept}")
