# SPDX-License-Identifier: MIT
"""Cells of SYMBOL, and of the keywords of STYLE that the first sheet leaves out."""

from cells import DATA, Cell, layer

POINTS = {
    "unit": "TYPE VECTOR FILLED TRUE POINTS 0 0 1 0 1 1 0 0 END",
    "below 0": "TYPE VECTOR FILLED TRUE POINTS -5 -5 5 -5 5 5 -5 -5 END",
    "all below 0": "TYPE VECTOR FILLED TRUE POINTS -10 -10 -2 -10 -2 -2 -10 -10 END",
    "off the origin": "TYPE VECTOR FILLED TRUE POINTS 5 5 15 5 15 15 5 5 END",
    "wide": "TYPE VECTOR FILLED TRUE POINTS 0 0 40 0 40 10 0 0 END",
    "not filled": "TYPE VECTOR POINTS 0 0 10 0 10 10 END",
    "two parts": "TYPE VECTOR FILLED TRUE POINTS 0 0 4 0 4 4 0 4 0 0 -99 -99 6 6 10 6 10 10 6 10 6 6 END",
    "upright": "TYPE VECTOR POINTS 0 0 0 1 END",
    "narrow": "TYPE VECTOR POINTS 0 0 0.02 1 END",
    "ellipse": "TYPE ELLIPSE FILLED TRUE POINTS 4 10 END",
    "ellipse, not filled": "TYPE ELLIPSE POINTS 10 4 END",
    "simple": "TYPE SIMPLE",
    "letter": 'TYPE TRUETYPE FONT "sans" CHARACTER "g"',
    "letter by number": 'TYPE TRUETYPE FONT "sans-bold" CHARACTER "&#65;"',
    "pixmap": f'TYPE PIXMAP IMAGE "{DATA / "bushes.png"}"',
    "pixmap, TRANSPARENT": f'TYPE PIXMAP IMAGE "{DATA / "bushes.png"}" TRANSPARENT 0',
    "svg": f'TYPE SVG IMAGE "{DATA / "house.svg"}"',
}
ANCHORS = ["ANCHORPOINT 0 0", "ANCHORPOINT 0.5 1", "ANCHORPOINT 1 0.25"]
ON_POINTS = {"SIZE": "SIZE 24", "ANGLE": "SIZE 24 ANGLE 40", "OFFSET, OPACITY": "SIZE 24 OFFSET 9 5 OPACITY 50"}
ON_LINES = {"GAP": "SIZE 14 GAP 30", "GAP, turned": "SIZE 14 GAP -30", "GAP, turned, ANGLE": "SIZE 14 GAP -30 ANGLE 45"}
ON_AREAS = {"SIZE": "SIZE 14", "GAP": "SIZE 14 GAP 26", "OFFSET": "SIZE 14 OFFSET 5 5"}

LINE_VALUES = {
    "LINECAP": ["BUTT", "ROUND", "SQUARE"],
    "LINEJOIN": ["NONE", "ROUND", "MITER", "BEVEL"],
    "LINEJOINMAXSIZE": ["1", "10"],
    "MINWIDTH": ["20"],
    "MAXWIDTH": ["3"],
    "ANTIALIAS": ["TRUE", "FALSE"],
    "OUTLINEWIDTH": ["1", "2.5"],
    "PATTERN": ["1 1 END", "8 4 END", "10 3 2 3 END"],
    "OFFSET": ["4 4", "5 -99", "-5 -99", "4 -999"],
    "GEOMTRANSFORM": ['"start"', '"end"', '"vertices"', '"bbox"', '"centroid"', "(buffer([shape],6))", "(simplify([shape],20))",
                      "(smoothsia([shape],3,1))"],
    "OPACITY": ["0", "35", "100"],
    "MINSCALEDENOM": ["1"],
    "MAXSCALEDENOM": ["1"],
    "POLAROFFSET": ["8 45"],
}


def symbol_cell(kind, name, anchor, property_, style):
    symbol = f'  SYMBOL NAME "own" {POINTS[name]} {anchor} END\n'
    cell = Cell(kind, name, f"{anchor} {property_}".strip(), layer(kind, f'STYLE SYMBOL "own" COLOR 40 90 160 {style} END'))
    cell.layer = symbol + cell.layer
    return cell


def symbol_cells():
    for name in POINTS:
        for property_, style in ON_POINTS.items():
            yield symbol_cell("point", name, "", property_, style)
        for property_, style in ON_LINES.items():
            yield symbol_cell("line", name, "", property_, style)
        for anchor in ANCHORS:
            yield symbol_cell("point", name, anchor, "ANGLE", ON_POINTS["ANGLE"])
            yield symbol_cell("line", name, anchor, "GAP, turned", ON_LINES["GAP, turned"])
        for property_, style in ON_AREAS.items():
            yield symbol_cell("polygon", name, "", property_, style)
    for shape in ("line", "polygon"):
        for keyword, values in LINE_VALUES.items():
            for value in values:
                ink = "COLOR" if shape == "line" else "OUTLINECOLOR"
                symbol = 'SYMBOL "disc" SIZE 8' if value.strip('"') in ("start", "end", "vertices", "centroid") else ""
                outline = "OUTLINECOLOR 200 60 40" if keyword == "OUTLINEWIDTH" else ""
                style = f"{ink} 30 60 140 WIDTH 8 {symbol} {outline} {keyword} {value}"
                yield Cell(shape, "none", f"{keyword} {value}", layer(shape, f"STYLE {style} END"))
