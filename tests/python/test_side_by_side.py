# SPDX-License-Identifier: MIT
"""Snippets of scripts give the same with MapServer 8.0.0's module (Debian's python3-mapscript) and with ours, or the list has the
reason; one that has become the same must be removed from the list."""
import ast
import json
import os
import pathlib
import subprocess

import mapscript
import pytest

FOLDER = pathlib.Path(__file__).parent / "side_by_side"
DEBIANS = pathlib.Path("/usr/lib/python3/dist-packages/mapscript")
OURS = pathlib.Path(mapscript.__file__).parents[1]

MISUSE = "misuse raises instead of returning MS_FAILURE or of being taken as it is"
CRASHES = "MapServer 8.0.0 reads what is not there"
NEWER = "what later MapServers have, and 8.0.0 has not"
DIFFERENCES = {
    "blocks.an_expression_that_is_not_closed": MISUSE,
    "blocks.bindings_that_are_none": MISUSE,
    "blocks.parts_are_updated_from_text": "a CLASS with STYLEs can be read from a text",
    "blocks.parts_updated_from_nonsense": MISUSE,
    "blocks.a_table_of_strings_ignores_case": NEWER,
    "blocks.texts_of_a_class_are_given_back_as_written": "an attribute in brackets keeps them",
    "features.a_query_by_features_of_another_layer": "points select, too",
    "features.columns_of_a_file_of_shapes": CRASHES,
    "features.features_are_described": NEWER,
    "features.items_are_chosen": NEWER,
    "features.results_are_saved_and_loaded": "a file that is missing is an OSError, whatever its name ends with",
    "layers.a_filter_that_is_not_closed": MISUSE,
    "layers.a_layer_written_and_read_is_the_same": CRASHES,
    "layers.compositors_are_built": NEWER,
    "maps.a_map_has_what_the_mapfile_says": NEWER + ": keys() in small letters",
    "maps.a_size_is_set": MISUSE,
    "maps.an_order_is_assigned": NEWER,
    "maps.an_order_of_layers_is_set": MISUSE,
    "maps.extents_that_are_none": "a refused extent changes nothing",
    "maps.indices_of_layers_that_are_none": CRASHES,
    "maps.parts_are_updated_from_text": CRASHES,
    "maps.parts_of_a_map_know_it": NEWER,
    "maps.texts_become_objects": NEWER,
    "maps.texts_that_are_no_objects": "MAPS is no MAP",
    "maps.wrong_types_of_arguments": CRASHES,
    "maps.zooming_nonsense": "None for a point is a ValueError of SWIG's",
    "images.an_image_is_written": "a name is no file: MapServerError instead of SystemError",
    "images.a_box_is_drawn": "where the map has a PROJECTION and the layer none, 8.0.0 draws points only",
    "images.a_shape_is_drawn": "where the map has a PROJECTION and the layer none, 8.0.0 draws points only",
    "images.an_empty_image": "an empty image is white, and its format has the name of its driver's",
    "images.images_of_no_size": "MapServerError instead of MemoryError",
    "projections.one_object_says_from_where_to_where": CRASHES,
    "recipes.a_style_document_is_applied": "one pair of parentheses around a rule's condition instead of two",
    "shapes.a_point_becomes_a_shape": "bounds are those of the shape without setBounds()",
    "shapes.a_shape_as_a_mapping": CRASHES,
    "shapes.a_shape_with_values_as_a_mapping": "all attributes instead of the last",
    "shapes.bounds_follow_setbounds": "bounds are those of the shape without setBounds()",
    "shapes.empty_shapes_as_text": CRASHES,
    "shapes.operations_that_give_nothing": "nothing has no line, not one without points; None is a ValueError of SWIG's",
    "shapes.points_in_space_as_text": CRASHES,
    "shapes.shapes_of_all_types": "bounds are those of the shape without setBounds()",
    "symbols.a_map_takes_a_symbol_set": "save() of a symbol set writes the symbols of the mapfile, too",
    "symbols.a_new_symbol_has_defaults": CRASHES,
    "symbols.a_pixmap_that_is_missing": MISUSE,
    "symbols.a_style_takes_a_symbol_by_name": "a name that is no symbol and no file is told by -1",
    "symbols.a_symbol_of_a_mapfile": CRASHES,
    "symbols.a_symbol_set_is_written_and_read": "save() of a symbol set writes the symbols of the mapfile, too",
    "symbols.symbols_that_are_not_there": CRASHES,
}


def names():
    for part in sorted(FOLDER.glob("*.py")):
        if part.stem not in ("run", "scene"):
            for item in ast.parse(part.read_text()).body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                    yield f"{part.stem}.{item.name}"


NAMES = list(names())


def results_with(path, folder):
    """The result of each snippet; those that end the interpreter give "crashed" and the others are run again."""
    folder.mkdir()
    environment = dict(os.environ, PYTHONPATH=f"{path}:{FOLDER}", MS_TEST_DATA=str(FOLDER.parents[1] / "data"), MS_TEST_FOLDER=str(folder),
                       PYTHONDONTWRITEBYTECODE="1")
    results, requested = {}, []
    while len(results) < len(NAMES):
        out = subprocess.run(["/usr/bin/python3", FOLDER / "run.py", *requested], env=environment, capture_output=True, timeout=300, cwd=folder)
        assert out.stdout == b"", "images are written to the buffer"
        results.update(json.loads(line) for line in (folder / "results").read_text().splitlines())
        if out.returncode == 0:
            break
        assert out.returncode < 0, out.stderr
        requested = [name for name in NAMES if name not in results]
        results[requested.pop(0)] = "crashed"
    return results


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    if not DEBIANS.exists():
        pytest.skip("needs python3-mapscript")
    folder = tmp_path_factory.mktemp("side_by_side")
    return results_with(DEBIANS.parent, folder / "mapserver"), results_with(OURS, folder / "ours")


@pytest.mark.parametrize("name", NAMES)
def test_a_snippet_gives_the_same(both, name):
    theirs, ours = (results[name] for results in both)
    if name in DIFFERENCES:
        # Memory that MapServer reads out of place does not end it every time.
        assert ours != theirs or DIFFERENCES[name] == CRASHES, "no longer different"
        assert ours != "crashed"
    else:
        assert ours == theirs


def test_the_differences_are_of_snippets():
    assert set(DIFFERENCES) <= set(NAMES)
    assert len(NAMES) >= 350
