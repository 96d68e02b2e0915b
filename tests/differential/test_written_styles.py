# SPDX-License-Identifier: MIT
"""What GetStyles writes of random style sheets (random_sheets.py) draws what it was written of."""

import re

from random_sheets import get_map
from test_drawings import difference as drawn_difference
from random_comparison import SHARE
from test_random_requests import requests
from test_variations import CONFIG, OURS, content_of

import side_by_side

# GetStyles does not say: level texts beside a line, and where an area is drawn away from its place.
UNWRITTEN = re.compile(r"LinePlacement>\s*<(?:se:)?PerpendicularOffset|</(?:se:)?(?:Fill|Stroke)><(?:se:)?Displacement>")
NAMED_LAYER = re.compile(r"<NamedLayer>\s*<(?:se:)?Name>(\w+)<.*?</NamedLayer>", re.S)


def drawn(ours, parameters, sheet):
    _, content = content_of(*ours.ask(parameters | {"SLD_BODY": sheet}))
    return content[..., :3].astype(int)


def written_layers(folder, ours):
    """(name, parameters of GetMap, style sheet, what GetStyles writes of it) of each layer that is written whole: without symbols of the map, which become images, and what SLD cannot say."""
    for name, parameters in requests(folder, "sheets", 0, 20, 15):
        if parameters["REQUEST"] != "GetStyles" or not parameters.get("SLD_BODY"):
            continue
        written = ours.ask(parameters)[1].decode()
        styled = {found[1] for found in NAMED_LAYER.finditer(parameters["SLD_BODY"]) if "NamedStyle" not in found[0] and not UNWRITTEN.search(found[0])}
        for layer in NAMED_LAYER.finditer(written):
            if layer[1] in styled and "data:" not in layer[0] and "<!--" not in layer[0]:
                yield f"{name} {layer[1]}", {"map": parameters["map"]} | get_map(None, [layer[1]], "0,0,12,9"), parameters["SLD_BODY"], written


def test_what_get_styles_writes_draws_the_same(tmp_path):
    (tmp_path / "test.conf").write_text(CONFIG)
    ours = side_by_side.Worker(OURS, {"MAPSERVER_CONFIG_FILE": str(tmp_path / "test.conf")})
    try:
        shares = {name: drawn_difference(drawn(ours, request, sheet), drawn(ours, request, written)) for name, request, sheet, written in written_layers(tmp_path, ours)}
    finally:
        ours.stop()
    other = {name: f"{share:.0%}" for name, share in shares.items() if share > SHARE}
    print(f"{len(shares)} layers, {len(other)} are drawn otherwise")
    assert len(shares) > 30
    assert not other, other
