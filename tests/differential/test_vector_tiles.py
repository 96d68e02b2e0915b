# SPDX-License-Identifier: MIT
"""Vector tiles of MapServer 8.0.0 and of us: the same features and attributes, coordinates that differ by one unit at most, or known_vector_tiles.json has
the reason. MapServer cuts fractions off, we round as PostGIS.

    pytest test_vector_tiles.py            as ctest runs it
    python3 test_vector_tiles.py [REGEX]   prints what differs, listed or not: theirs | ours
"""

import concurrent.futures
import itertools
import json
import re
import sys

import pytest
from test_drawings import CONFIG, HERE, ORACLE, OURS, side_by_side  # which puts tests/tools on the path

import vector_tiles

EXAMPLES = HERE.parents[1] / "mapfile-examples"
KNOWN = json.loads((HERE / "known_vector_tiles.json").read_text())
FILES = {"countries": "POLYGON", "rivers": "LINE", "capitals": "POINT"}
CLASS = "CLASS STYLE COLOR 0 0 0 END END"
TILES = ("0 0 0", "1 0 1", "4 5 3", "8 5 4", "133 88 8", "34 23 6")
SHAPES = {"POINT": ["4e6 4e6", "1e7 0 -1e7 0 5e6 5e6"], "LINE": ["-2e7 0 2e7 1e7", "0 0 10 10", "1e6 1e6 2e6 1e6 END POINTS 3e6 3e6 4e6 4e6 4e6 5e6"],
          "POLYGON": ["1e6 1e6 9e6 1e6 9e6 9e6 1e6 9e6 1e6 1e6 END POINTS 3e6 3e6 3e6 6e6 6e6 6e6 6e6 3e6 3e6 3e6", "-1e7 -1e7 -2.5e7 -1e7 -2.5e7 -2e7 -1e7 -1e7"]}


def map_of(layers, options=""):
    return f'''MAP
  NAME "t" SIZE 256 256 EXTENT -20037508.34 -20037508.34 20037508.34 20037508.34 SHAPEPATH "{EXAMPLES}/data/shape" PROJECTION "EPSG:3857" END
  OUTPUTFORMAT NAME "mvt" DRIVER "MVT" {options} END
  {layers}
END
'''


def file_layer(name, metadata="", more="", classes=CLASS, kind=None):
    return f'LAYER NAME "{name}" TYPE {kind or FILES[name]} STATUS ON DATA "{name}" PROJECTION "EPSG:4326" END METADATA "ows_title" "x" {metadata} END {more} {classes} END\n'


def inline_layer(kind, more="", classes=CLASS):
    features = "".join(f'FEATURE POINTS {points} END ITEMS "{number};name {number}" END\n' for number, points in enumerate(SHAPES[kind]))
    return f'LAYER NAME "i" TYPE {kind} STATUS ON PROCESSING "ITEMS=n,name" METADATA "gml_include_items" "all" END {more} {classes} {features} END\n'


def maps():
    """(name, map, tile)"""
    everything = '"gml_include_items" "all" "gml_types" "auto"'
    for name, tile in itertools.product(FILES, TILES):
        yield f"{name} {tile}", map_of(file_layer(name, everything)), tile
    for kind, tile in itertools.product(SHAPES, ("0 0 0", "2 1 2", "1 1 1")):
        yield f"inline {kind} {tile}", map_of(inline_layer(kind)), tile
    for option, kind in itertools.product(("EXTENT=512", "EXTENT=1000", "EDGE_BUFFER=0", "EDGE_BUFFER=32"), SHAPES):
        yield f"{option} {kind}", map_of(inline_layer(kind), f'FORMATOPTION "{option}"'), "1 1 1"
    for name, metadata in {"include": '"gml_include_items" "name"', "exclude": '"gml_include_items" "all" "gml_exclude_items" "name"', "alias": '"gml_include_items" "all" "gml_name_alias" "a name"', "untyped": '"gml_include_items" "all"',
                           "ows": '"ows_include_items" "all"', "types": '"gml_include_items" "gid,area_km2" "gml_gid_type" "Long" "gml_area_km2_type" "Character"', "none": ""}.items():
        yield f"items {name}", map_of(file_layer("countries", metadata)), "8 5 4"
    for name, classes in {"no class": "", "no style": "CLASS END", "expression": "CLASS EXPRESSION ([gid] < 40) END", "label": 'CLASS EXPRESSION "x" END CLASS LABEL SIZE 8 TEXT "x" END END', "off": "CLASS STATUS OFF EXPRESSION ([gid] < 40) END",
                          "scale": "CLASS MAXSCALEDENOM 5 END", "min scale": "CLASS MINSCALEDENOM 5 END"}.items():
        yield f"class {name}", map_of(file_layer("capitals", everything, classes=classes)), "1 0 1"
    for name, more in {"FILTER": "FILTER ([gid] < 30)", "CLASSITEM": 'CLASSITEM "gid"', "MAXSCALEDENOM": "MAXSCALEDENOM 5", "MINSCALEDENOM": "MINSCALEDENOM 5", "COMPOSITE": "COMPOSITE OPACITY 40 END", "STYLEITEM": 'STYLEITEM "name"'}.items():
        yield f"layer {name}", map_of(file_layer("capitals", everything, more)), "0 0 0"
    for kind in ("LINE", "POINT"):
        yield f"countries as {kind}", map_of(file_layer("countries", everything, kind=kind, classes="CLASS EXPRESSION ([gid] < 9) END")), "0 0 0"
    yield "three layers", map_of("".join(file_layer(name, everything) for name in FILES)), "8 5 4"
    yield "nothing", map_of(file_layer("capitals")), "0 0 12"


MAPS = {name: (text, tile) for name, text, tile in maps()}


def tile_of(answer, is_strict=True):
    """The layers, or None for an error page."""
    head, body = answer
    return vector_tiles.read(body, is_strict) if b"mapbox" in head else None


def shape_of(feature):
    """Without points that are repeated, and what collapses: MapServer keeps them."""
    if feature.kind == "point":
        return [[point] for point in feature.parts[0]]
    parts = [[point for before, point in zip([None, *part], part) if point != before] for part in feature.parts]
    if feature.kind == "line":
        return [part for part in parts if len(part) > 1]
    rings = [ring[:-1] if ring[0] == ring[-1] else ring for ring in parts if ring]
    return [ring for ring in rings if len(ring) > 2 and vector_tiles.area(ring)]


def is_in_view(feature, extent):
    """MapServer looks for features in the tile alone, we look in its buffer, too."""
    points = [point for part in feature.parts for point in part]
    return all(min(point[axis] for point in points) <= extent and max(point[axis] for point in points) >= 0 for axis in (0, 1))


def features_of(tile):
    """Of each layer those in the tile itself, by their ids."""
    found = {layer.name: {feature.id: feature for feature in layer.features if shape_of(feature) and is_in_view(feature, layer.extent)} for layer in tile}
    return {name: features for name, features in found.items() if features}


def is_tiny(part):
    """Of a pixel of 256: parts of it may collapse or not, as they are rounded or cut off."""
    return all(max(point[axis] for point in part) - min(point[axis] for point in part) <= 16 for axis in (0, 1))


def is_within(point, extent):
    return all(1 < place < extent - 1 for place in point)


def parts_differ(theirs, ours, extent):
    """Whether a vertex of one is farther than a unit from all of the other; within the tile, as the two cut edges differently, and MapServer no points."""
    for one, other in ((theirs, ours), (ours, theirs)):
        others = {(x + dx, y + dy) for part in other for x, y in part for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        if any(point not in others for part in one if len(part) == 1 or not is_tiny(part) for point in part if is_within(point, extent)):
            return True
    return False


def is_value(one, other):
    """MapServer keeps seven digits of real numbers."""
    if one[0] in ("float", "double"):
        return other[0] in ("float", "double") and abs(one[1] - other[1]) <= 1e-6 * abs(other[1])
    return one == other


def has_values(one, other):
    return list(one.attributes) == list(other.attributes) and all(map(is_value, one.attributes.values(), other.attributes.values()))


def difference(theirs, ours):
    """What differs, in words; '' if nothing does."""
    theirs, ours = tile_of(theirs, is_strict=False), tile_of(ours)
    if theirs is None or ours is None:
        return f"{'an error' if theirs is None else 'a tile'} | {'an error' if ours is None else 'a tile'}" if theirs != ours else ""
    extent = next((layer.extent for layer in theirs + ours), 4096)
    theirs, ours = features_of(theirs), features_of(ours)
    if list(theirs) != list(ours):
        return f"{list(theirs)} | {list(ours)}"
    for name in theirs:
        lonely = [feature for one, other in ((theirs, ours), (ours, theirs)) for key, feature in one[name].items() if key not in other[name] and not all(map(is_tiny, feature.parts))]
        if lonely:
            return f"only one has {lonely[0]}"
    pairs = [(feature, ours[name][key]) for name in theirs for key, feature in theirs[name].items() if key in ours[name]]
    for one, other in pairs:
        if one.kind != other.kind or not has_values(one, other):
            return f"{one.kind} {one.attributes} | {other.kind} {other.attributes}"
    bent = [(shape_of(one), shape_of(other)) for one, other in pairs if parts_differ(shape_of(one), shape_of(other), extent)]
    return f"{len(bent)} of {len(pairs)} geometries: {bent[0][0]} | {bent[0][1]}"[:600] if bent else ""


def compared(both, folder, name):
    text, tile = MAPS[name]
    mapfile = folder / f"{list(MAPS).index(name)}.map"
    mapfile.write_text(text)
    return both.compare({"map": mapfile, "mode": "tile", "tilemode": "gmap", "tile": tile, "layers": "all", "map.imagetype": "mvt"}, difference)


def results(folder, names):
    with side_by_side(OURS, CONFIG) as both, concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(lambda name: compared(both, folder, name), names)))


def reason_of(name):
    return next((reason for pattern, reason in KNOWN.items() if re.fullmatch(pattern, name)), None)


def test_vector_tiles(tmp_path):
    if not ORACLE.exists():
        pytest.skip("Debian's cgi-mapserver is not installed")
    found = results(tmp_path, list(MAPS))
    unlisted = {name: text for name, text in found.items() if text and reason_of(name) is None}
    assert not unlisted, "\n".join(f"{name}: {text}" for name, text in unlisted.items())
    stale = [pattern for pattern in KNOWN if not any(text and re.fullmatch(pattern, name) for name, text in found.items())]
    assert not stale, f"these differ no longer: {stale}"


if __name__ == "__main__":
    import pathlib
    import tempfile

    wanted = [name for name in MAPS if re.search(sys.argv[1] if len(sys.argv) > 1 else "", name)]
    with tempfile.TemporaryDirectory() as directory:
        for name, text in results(pathlib.Path(directory), wanted).items():
            if text:
                print(f"{name}: {text}  [{reason_of(name) or 'not listed'}]")
        print(len(wanted), "tiles")
