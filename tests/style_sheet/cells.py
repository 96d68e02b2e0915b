# SPDX-License-Identifier: MIT
"""The first cells of the style sheet: every type of symbol with every property of a style, on points, lines and polygons."""

from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "mapfile-examples/data/symbols"
WIDTH, HEIGHT = 150, 100

SYMBOLS = f"""
  SYMBOL NAME "disc" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "ring" TYPE ELLIPSE FILLED FALSE POINTS 1 1 END END
  SYMBOL NAME "egg" TYPE ELLIPSE FILLED TRUE POINTS 2 1 END END
  SYMBOL NAME "star" TYPE VECTOR FILLED TRUE POINTS 0 .375 .35 .375 .5 0 .65 .375 1 .375 .75 .625 .875 1 .5 .75 .125 1 .25 .625 0 .375 END END
  SYMBOL NAME "cross" TYPE VECTOR FILLED FALSE POINTS 0 .5 1 .5 -99 -99 .5 0 .5 1 END END
  SYMBOL NAME "pin" TYPE VECTOR FILLED TRUE ANCHORPOINT 0.5 1 POINTS 0 0 1 0 .5 1 0 0 END END
  SYMBOL NAME "letter" TYPE TRUETYPE FONT "sans" CHARACTER "&#9733;" END
  SYMBOL NAME "bushes" TYPE PIXMAP IMAGE "{DATA / 'bushes.png'}" END
  SYMBOL NAME "house" TYPE SVG IMAGE "{DATA / 'house.svg'}" END
  SYMBOL NAME "stripes" TYPE HATCH END
"""

POINT_SYMBOLS = ["disc", "ring", "egg", "star", "cross", "pin", "letter", "bushes", "house"]
TILE_SYMBOLS = ["disc", "star", "cross", "letter", "bushes", "house"]

SHAPES = {
    "point": "POINTS 40 50 110 50 END",
    "line": "POINTS 12 20 50 80 90 25 138 75 END",
    "polygon": "POINTS 15 15 25 85 80 60 135 88 130 20 70 35 15 15 END",
}

POINT_STYLES = {
    "SIZE": "SIZE 14",
    "SIZE, large": "SIZE 45",
    "SIZE, fraction": "SIZE 9.4",
    "ANGLE": "SIZE 26 ANGLE 30",
    "OUTLINECOLOR": "SIZE 26 OUTLINECOLOR 160 30 20",
    "OUTLINECOLOR, WIDTH": "SIZE 26 OUTLINECOLOR 160 30 20 WIDTH 3",
    "OPACITY": "SIZE 30 OPACITY 40",
    "OFFSET": "SIZE 20 OFFSET 12 -8",
    "POLAROFFSET": "SIZE 20 POLAROFFSET 20 60",
}

LINE_STYLES = {
    "WIDTH": "COLOR 30 60 140 WIDTH 1",
    "WIDTH, fraction": "COLOR 30 60 140 WIDTH 2.5",
    "WIDTH, large": "COLOR 30 60 140 WIDTH 14",
    "OUTLINEWIDTH": "COLOR 240 200 60 OUTLINECOLOR 90 60 0 WIDTH 6 OUTLINEWIDTH 2",
    "PATTERN": "COLOR 30 60 140 WIDTH 3 PATTERN 10 6 2 6 END",
    "PATTERN, LINECAP BUTT": "COLOR 30 60 140 WIDTH 5 LINECAP BUTT PATTERN 12 6 END",
    "INITIALGAP of a PATTERN": "COLOR 30 60 140 WIDTH 3 LINECAP BUTT PATTERN 12 12 END INITIALGAP 12",
    "LINECAP SQUARE": "COLOR 30 60 140 WIDTH 12 LINECAP SQUARE",
    "LINECAP BUTT": "COLOR 30 60 140 WIDTH 12 LINECAP BUTT",
    "LINEJOIN MITER": "COLOR 30 60 140 WIDTH 12 LINEJOIN MITER LINEJOINMAXSIZE 6",
    "LINEJOIN BEVEL": "COLOR 30 60 140 WIDTH 12 LINEJOIN BEVEL",
    "OPACITY": "COLOR 30 60 140 WIDTH 12 OPACITY 40",
    "OFFSET": "COLOR 30 60 140 WIDTH 2 OFFSET 4 6",
    "OFFSET beside": "COLOR 30 60 140 WIDTH 2 OFFSET 6 -99",
    "GEOMTRANSFORM START": 'GEOMTRANSFORM "start" SYMBOL "star" COLOR 30 60 140 SIZE 18',
    "GEOMTRANSFORM END, turned": 'GEOMTRANSFORM "end" SYMBOL "pin" COLOR 30 60 140 SIZE 18 ANGLE AUTO',
    "GEOMTRANSFORM VERTICES": 'GEOMTRANSFORM "vertices" SYMBOL "disc" COLOR 30 60 140 SIZE 10',
}
LINE_SYMBOL_STYLES = {
    "GAP": "SIZE 12 GAP 26",
    "GAP, turned": "SIZE 12 GAP -26",
    "GAP, INITIALGAP": "SIZE 12 GAP 30 INITIALGAP 5",
}

POLYGON_STYLES = {
    "COLOR": "COLOR 190 210 160",
    "OUTLINECOLOR": "OUTLINECOLOR 60 90 30",
    "COLOR, OUTLINECOLOR, WIDTH": "COLOR 190 210 160 OUTLINECOLOR 60 90 30 WIDTH 4",
    "OPACITY": "COLOR 60 90 30 OPACITY 40",
    "PATTERN of the outline": "OUTLINECOLOR 60 90 30 WIDTH 2 PATTERN 8 5 END",
    "OFFSET": "COLOR 190 210 160 OFFSET 6 4",
    "GEOMTRANSFORM CENTROID": 'GEOMTRANSFORM "centroid" SYMBOL "star" COLOR 60 90 30 SIZE 20',
    "GEOMTRANSFORM BBOX": 'GEOMTRANSFORM "bbox" OUTLINECOLOR 60 90 30 WIDTH 2',
    "HATCH, SIZE": 'SYMBOL "stripes" COLOR 60 90 30 SIZE 8',
    "HATCH, ANGLE, WIDTH": 'SYMBOL "stripes" COLOR 60 90 30 SIZE 12 ANGLE 20 WIDTH 4',
    "HATCH, PATTERN": 'SYMBOL "stripes" COLOR 60 90 30 SIZE 10 ANGLE 0 WIDTH 2 PATTERN 8 4 END',
}
TILE_STYLES = {"SIZE": "SIZE 14", "SIZE, GAP": "SIZE 12 GAP 24"}

LABELS = {
    "SIZE": "SIZE 14",
    "OUTLINECOLOR": "SIZE 18 OUTLINECOLOR 230 170 60",
    "OUTLINEWIDTH": "SIZE 18 OUTLINECOLOR 230 170 60 OUTLINEWIDTH 3",
    "SHADOWCOLOR": "SIZE 20 SHADOWCOLOR 200 190 170 SHADOWSIZE 2 2",
    "ANGLE": "SIZE 14 ANGLE 35",
    "POSITION UR": "SIZE 12 POSITION UR",
    "OFFSET": "SIZE 12 OFFSET 10 12",
    "LABELPOLY": 'SIZE 14 STYLE GEOMTRANSFORM "labelpoly" COLOR 250 235 180 OUTLINECOLOR 150 110 0 END',
    "LABELPNT": 'SIZE 14 POSITION LC STYLE GEOMTRANSFORM "labelpnt" SYMBOL "disc" SIZE 12 COLOR 200 60 40 END',
    "LABELCENTER": 'SIZE 14 POSITION UC STYLE GEOMTRANSFORM "labelcenter" SYMBOL "disc" SIZE 40 COLOR 250 220 150 END',
    "WRAP, ALIGN CENTER": 'TEXT "Two lines" SIZE 12 WRAP " " ALIGN CENTER',
}


@dataclass
class Cell:
    """One small map."""

    shape: str  # point, line, polygon, label, SLD
    symbol: str
    property: str
    layer: str
    sld: str = ""  # drawn by GetMap with this document

    @property
    def name(self):
        return f"{self.shape}, {self.symbol}: {self.property}"

    def mapfile(self, fonts):
        return f"""MAP
  NAME "cell" EXTENT 0 0 {WIDTH - 1} {HEIGHT - 1} SIZE {WIDTH} {HEIGHT} IMAGECOLOR 255 255 255 FONTSET "{fonts}"
  OUTPUTFORMAT NAME "agg" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGB END
  OUTPUTFORMAT NAME "cairo" DRIVER "CAIRO/PNG" MIMETYPE "image/png" IMAGEMODE RGB END
  IMAGETYPE "agg" UNITS METERS PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_title" "cells" "wms_enable_request" "*" "wms_srs" "EPSG:3857" END VALIDATION "sld_external_graphic" ".*" END END
{SYMBOLS}
{self.layer}
END
"""


def layer(shape, body):
    return f'  LAYER NAME "cell" TYPE {shape.upper()} STATUS ON FEATURE {SHAPES[shape]} END CLASS {body} END END'


def styled(shape, symbol, name, style):
    return Cell(shape, symbol, name, layer(shape, f"STYLE {style} END"))


def cells():
    """All cells, in the order of the page."""
    for symbol in POINT_SYMBOLS:
        for name, style in POINT_STYLES.items():
            yield styled("point", symbol, name, f'SYMBOL "{symbol}" COLOR 40 90 160 {style}')
    for name, style in LINE_STYLES.items():
        yield styled("line", "none", name, style)
    for symbol in TILE_SYMBOLS:
        for name, style in LINE_SYMBOL_STYLES.items():
            yield styled("line", symbol, name, f'SYMBOL "{symbol}" COLOR 40 90 160 {style}')
    for name, style in POLYGON_STYLES.items():
        yield styled("polygon", "hatch" if name.startswith("HATCH") else "none", name, style)
    for symbol in TILE_SYMBOLS:
        for name, style in TILE_STYLES.items():
            yield styled("polygon", symbol, name, f'SYMBOL "{symbol}" COLOR 40 90 160 {style}')
    for name, label in LABELS.items():
        text = "" if "TEXT" in label else 'TEXT "Label" '
        body = f'LABEL {text}FONT "sans" COLOR 40 40 40 {label} END'
        shape = layer("point", body).replace(SHAPES["point"], "POINTS 75 50 END")
        yield Cell("label", "none", name, shape)
