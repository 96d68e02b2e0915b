# SPDX-License-Identifier: MIT
"""The statement of every PostGIS layer of the examples uses the index on its geometry."""

import json
import os
import re
import subprocess

import pytest
import servers

MAP2IMG = servers.MAPSERV.parent / "map2img"
PLACES = {"world": ("4", "44", "14", "50"), "osm": None}
# Tables of a few pages are read completely despite their indexes; this must not be taken for a lost index.
SETTINGS = "set enable_seqscan = off; set jit = off;"


def explained(name):
    """(layer, SQL, parameters) of each PostGIS layer."""
    extent = PLACES[name]
    done = subprocess.run([MAP2IMG, "-m", servers.EXAMPLES / f"{name}.map", "--explain", *(["-e", *extent] if extent else [])],
                          check=True, capture_output=True, text=True)
    layer, found = None, []
    for line in done.stdout.splitlines():
        if match := re.match(r'layer "([^"]*)"', line):
            layer = match[1]
        elif line.startswith("sql: "):
            found.append((layer, line[5:], []))
        elif match := re.match(r"  \$\d+ = (.*)", line):
            found[-1][2].append(match[1])
    return found


def plan(sql, parameters, mode):
    values = ", ".join("'" + value.replace("'", "''") + "'" for value in parameters)
    script = f"{SETTINGS} set plan_cache_mode = {mode}; prepare p as {sql}; explain (format json) execute p({values});"
    done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", script], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)[0]["Plan"]


def index_conditions(node):
    """All conditions that an index answers, anywhere in the plan."""
    found = [node["Index Cond"]] if "Index Cond" in node else []
    return found + [condition for child in node.get("Plans", []) for condition in index_conditions(child)]


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
@pytest.mark.parametrize("name", list(PLACES))
def test_the_box_is_a_condition_of_the_index(cluster, name, mode):
    layers = explained(name)
    assert len(layers) >= 3, "the example has lost its layers"
    for layer, sql, parameters in layers:
        conditions = index_conditions(plan(sql, parameters, mode))
        assert any("&&" in condition for condition in conditions), f"{layer}: {sql}"
    print(f"{name}: {len(layers)} layers, {mode}")
