# SPDX-License-Identifier: MIT
"""Maps whose features carry their own styles (STYLEITEM "AUTO"): feature style strings of OGR, one variation each."""

import itertools
from pathlib import Path

FONTS = Path(__file__).resolve().parents[2] / "mapfile-examples/fonts.list"

SYMBOLS = """
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "default-circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "brick" TYPE VECTOR FILLED FALSE POINTS 0 10 0 0 20 0 20 10 0 10 END END
  SYMBOL NAME "triangle" TYPE VECTOR FILLED TRUE POINTS 0 4 2 0 4 4 0 4 END END
  SYMBOL NAME "cross" TYPE VECTOR FILLED FALSE POINTS 2 0 2 4 -99 -99 0 2 4 2 END END
  SYMBOL NAME "hatch" TYPE HATCH END
  SYMBOL NAME "star" TYPE TRUETYPE FONT "sans" CHARACTER "&#9733;" END
  SYMBOL NAME "image" TYPE PIXMAP IMAGE "image.png" END
  SYMBOL NAME "drawing" TYPE SVG IMAGE "drawing.svg" END
  SYMBOL NAME "default-marker" TYPE VECTOR FILLED FALSE POINTS 0 0 4 4 -99 -99 0 4 4 0 END END
"""

# In a cell of 160 by 120 pixels of 0.4 units each, from its lower left corner.
GEOMETRIES = {
    "POINT": ("POINT", [[(12, 18)]], "POINT", [[(30, 12)]]),
    "LINE": ("LINESTRING", [[(4, 8), (20, 30), (36, 8)]], "LINESTRING", [[(34, 4), (46, 34)]]),
    "POLYGON": ("POLYGON", [[(4, 4), (24, 4), (24, 20), (14, 12), (4, 20), (4, 4)]],
                "POLYGON", [[(20, 22), (48, 20), (48, 36), (20, 36), (20, 22)], [(28, 25), (28, 31), (36, 31), (36, 25), (28, 25)]]),
}
CELL = (64, 48)  # units
PIXEL = 0.4  # units
COLUMNS, ROWS = 6, 7

SYMBOL_NAMES = ("circle", "brick", "triangle", "cross", "star", "image", "drawing")

PEN = ["c:#FF0000", "c:#FF000080", "c:#F00", "C:#ff0000", "w:3", "w:3px", "w:5pt", "w:2mm", "w:0.3cm", "w:0.1in", "w:4g", "w:0px", "w:-2px",
       'p:"10px 5px"', 'p:"4 2 1 2"', 'p:"2mm 1mm"', 'p:"10px"', 'p:"8g 4g"', "cap:b", "cap:r", "cap:p", "j:m", "j:r", "j:b", "dp:5px", "dp:-4px",
       'id:"ogr-pen-0"', 'id:"ogr-pen-1"', 'id:"ogr-pen-2"', 'id:"ogr-pen-5"', 'id:"mapinfo-pen-2"', 'id:"mapinfo-pen-5,ogr-pen-1"', 'id:"nothing"',
       *(f'id:"{name}"' for name in SYMBOL_NAMES), 'id:"nothing,circle"', "l:3", "x:1", "cap:r,p:\"10px 8px\""]
BRUSH = ["fc:#00AA00", "fc:#00AA0080", "bc:#FFFF00", "fc:#00AA00,bc:#FFFF00", "fc:#0A0", "a:30", "s:3", "s:6px", "s:2mm", "dx:6", "dy:6", "dx:6,dy:12",
         "fc:#00AA0000", "bc:#FFFF0000",
         *(f'id:"ogr-brush-{number}"' for number in range(9)), *(f'id:"ogr-brush-{number}",bc:#FFFF00' for number in range(9)), 'id:"mapinfo-brush-3"',
         'id:"mapinfo-brush-2,ogr-brush-0"', 'id:"nothing"', *(f'id:"{name}"' for name in SYMBOL_NAMES), *(f'id:"{name}",bc:#FFFF00' for name in SYMBOL_NAMES),
         *(f'id:"{name}",s:{size}{angle}{gap}' for name in ("circle", "brick", "triangle") for size in ("0.5", "2", "6px")
           for angle in ("", ",a:20") for gap in ("", ",dx:3,dy:3", ",dx:10,dy:4"))]
HATCH = [f'id:"hatch",s:{size}{more}' for size in ("0.5", "2", "6px") for more in ("", ",a:20", ",dx:3,dy:3", ",bc:#FFFF00")]
SYMBOL = ["c:#0000FF", "o:#FF0000", "c:#0000FF,o:#FF0000", "c:#0000FF80", "s:12", "s:20px", "s:8pt", "s:4mm", "s:5g", "a:30", "dx:5", "dy:10", "ds:5",
          "dp:5", "di:10", *(f'id:"ogr-sym-{number}"' for number in range(11)), *(f'id:"ogr-sym-{number}",o:#FF0000' for number in (1, 3, 5, 7, 9)),
          'id:"mapinfo-sym-34"', 'id:"mapinfo-sym-35,ogr-sym-8"', 'id:"nothing"', 'id:"image.png"',
          'id:"nowhere/image.png,ogr-sym-3"', 'id:"http://icons.example/image.png"', 'id:"font-sym-65"', 'id:"font-sym-65",f:"sans"', 'id:"font-sym-9733",f:"sans"',
          *(f'id:"{name}"' for name in SYMBOL_NAMES), *(f'id:"{name}",s:16,a:30' for name in SYMBOL_NAMES)]
LABEL = ['t:"Text"', "t:{name}", 't:"{name}"', 't:"[name]"', 't:"two {name} parts {number}"', 't:"{missing}"', 't:"a\\"quote"', "t:'single'",
         't:"Line\\nbreak"', 't:"komma, colon: (brackets)"', 't:"größer"',
         's:12', "s:20px", "s:10pt", "s:4mm", "s:5g", "s:14.7", "s:0", 'f:"sans"', 'f:"Sans"', 'f:"sans-bold"', 'f:"sans,serif"', 'f:"Arial"',
         "bo:1", "it:1", "un:1", "st:1", 'bo:1,f:"sans"', 'bo:1,it:1,f:"sans"', 'bo:0,f:"sans"', "c:#FF0000", "c:#FF000080",
         "o:#FFFF00", "h:#00FF00", "b:#00FFFF", "o:#FFFF00,h:#00FF00,b:#00FFFF", *(f"p:{number}" for number in range(14)), *(f"m:{mode}" for mode in "psllaw"), "a:30", "a:-45.5",
         "a:90,p:5", "dx:10", "dy:10", "dx:8px,dy:5px", "dp:5", "w:150", "w:50", "l:3", "m:w", "hc:1"]

# What several tools make together.
TOOLS = ["PEN(c:#FF00FF,w:10px);PEN(c:#00FF00,w:2px)", "PEN(c:#FF00FF,w:10px,l:2);PEN(c:#00FF00,w:2px,l:1)", "PEN(c:#FF00FF,w:10px,l:2);PEN(c:#00FF00,w:2px)",
         "PEN(c:#0000FF,w:4px);BRUSH(fc:#FFFF00)", "BRUSH(fc:#FFFF00);PEN(c:#0000FF,w:4px)", "BRUSH(fc:#FFFF00,l:3);PEN(c:#0000FF,w:6px,l:1)",
         "BRUSH(fc:#FFFF00);BRUSH(fc:#00FF0080)", 'BRUSH(fc:#FFFF00);BRUSH(fc:#0000FF,id:"brick",s:3)',
         'SYMBOL(c:#0000FF,id:"circle",s:16);SYMBOL(c:#FFFFFF,id:"circle",s:8)', 'SYMBOL(c:#0000FF,id:"circle",s:8);LABEL(t:"Text",s:10,p:1)',
         'SYMBOL(c:#0000FF,id:"circle",s:8,l:3);SYMBOL(c:#00FF00,id:"circle",s:16,l:1)', 'PEN(c:#FF0000,w:3px);SYMBOL(c:#0000FF,id:"circle",s:12)',
         'BRUSH(fc:#FFFF00);PEN(c:#0000FF);SYMBOL(c:#FF0000,id:"triangle",s:14);LABEL(t:"all",s:12,f:"sans")', 'LABEL(t:"one",s:9,p:1);LABEL(t:"two",s:9,p:9)',
         'LABEL(t:"only",s:12)', "PEN(c:#FF0000,w:3px", "PEN(w:3px", "PEN()", "BRUSH()", "SYMBOL()", "LABEL()", "PENCIL(c:#FF0000)", "@name", "nonsense", "",
         "  PEN(c:#FF0000,w:3px)  ", "pen(c:#FF0000,w:3px)", "PEN(c:#FF0000,w:3px)|BRUSH(fc:#00FF00)", "PEN (c:#FF0000, w:3px)", "PEN(c: #FF0000,w: 3px)",
         "PEN(c:red,w:3px)", "PEN(c:#GGGGGG,w:3px)", "STYLE COLOR 255 0 0 WIDTH 3 END", "CLASS STYLE COLOR 255 0 0 WIDTH 3 OUTLINECOLOR 0 0 255 END END",
         "STYLE OUTLINECOLOR 255 0 0 WIDTH 3 END STYLE COLOR 0 0 255 SYMBOL \"circle\" SIZE 6 END"]


def quoted(value):
    return '"' + value.replace('"', '""') + '"'


def text_of(kind, parts, dx, dy):
    rings = [", ".join(f"{x + dx} {y + dy}" for x, y in part) for part in parts]
    return f"POLYGON (({'), ('.join(rings)}))" if kind == "POLYGON" else f"{kind} ({rings[0]})"


def place(number):
    """The lower left corner of a cell, in units; the first is above."""
    return number % COLUMNS * CELL[0], (ROWS - 1 - number // COLUMNS) * CELL[1]


def data(kind, styles):
    """Two features for each style, in the cell of its number."""
    rows = ["WKT,name,number,OGR_STYLE"]
    for number, style in enumerate(styles):
        for geometry in (0, 1):
            name, parts = GEOMETRIES[kind][2 * geometry:2 * geometry + 2]
            rows.append(f'{quoted(text_of(name, parts, *place(number)))},"Name {geometry + 1}",{geometry + 1},{quoted(style)}')
    return "\n".join(rows) + "\n"


def mapfile(kind, csv="styles.csv", more="", classes="CLASS END", item="AUTO", head=""):
    width, height = COLUMNS * CELL[0], ROWS * CELL[1]
    return f"""# SPDX-License-Identifier: MIT
MAP
  NAME "drawing" SIZE {width / PIXEL:.0f} {height / PIXEL:.0f} EXTENT {PIXEL / 2} {PIXEL / 2} {width - PIXEL / 2} {height - PIXEL / 2}
  {"" if "UNITS" in head else "UNITS DD"} IMAGECOLOR 255 255 255 IMAGETYPE png {head}
  FONTSET "{FONTS}"{SYMBOLS}
  LAYER
    NAME "features" TYPE {kind} STATUS DEFAULT CONNECTIONTYPE OGR CONNECTION "{csv}" STYLEITEM "{item}"
    {more}
    {classes}
  END
END
"""


def strings():
    """(kind of tool, string)"""
    for parameter in PEN:
        base = [] if parameter.lower().startswith("c:") else ["c:#0000FF"]
        width = [] if parameter.startswith("w:") else ["w:4px"]
        yield f"PEN({','.join(base + width + [parameter])})"
    for parameter in BRUSH:
        yield f"BRUSH({','.join(([] if 'fc:' in parameter or 'bc:' in parameter and 'id:' not in parameter else ['fc:#00AA00']) + [parameter])})"
    for parameter in SYMBOL:
        base = [] if "c:" in parameter or "o:" in parameter and "id:" not in parameter else ["c:#0000FF"]
        size = [] if parameter.startswith("s:") or ",s:" in parameter else ["s:14"]
        name = [] if "id:" in parameter else ['id:"triangle"']
        yield f"SYMBOL({','.join(base + size + name + [parameter])})"
    for parameter in LABEL:
        text = [] if "t:" in parameter else ['t:"Text"']
        size = [] if parameter.startswith("s:") else ["s:12"]
        yield f"LABEL({','.join(text + size + [parameter])})"


CONTEXTS = {
    "with a style": {"classes": "CLASS STYLE COLOR 200 200 200 OUTLINECOLOR 0 0 0 WIDTH 2 END END"},
    "with a label": {"classes": 'CLASS LABEL COLOR 0 0 0 SIZE 12 TEXT "[name]" END END'},
    "no class": {"classes": ""},
    "two classes": {"classes": 'CLASS EXPRESSION ([number] = 1) STYLE COLOR 1 2 3 END END CLASS EXPRESSION ([number] = 2) STYLE COLOR 255 0 0 END END'},
    "second class": {"classes": 'CLASS EXPRESSION ([number] = 2) STYLE COLOR 1 2 3 END END'},
    "LABELITEM": {"more": 'LABELITEM "name"'},
    "LABELITEM with a label": {"more": 'LABELITEM "name"', "classes": "CLASS LABEL COLOR 0 0 0 SIZE 12 END END"},
    "OPACITY": {"more": "COMPOSITE OPACITY 50 END"},
    "SYMBOLSCALEDENOM": {"more": "SYMBOLSCALEDENOM 100000000"},
    "SIZEUNITS": {"more": "SIZEUNITS DD"},
    "RESOLUTION": {"head": "RESOLUTION 144"},
    "RESOLUTION DEFRESOLUTION": {"head": "RESOLUTION 144 DEFRESOLUTION 144"},
    "UNITS METERS": {"head": "UNITS METERS"},
    "attribute": {"item": "OGR_STYLE"},
    "LABELCACHE OFF": {"more": "LABELCACHE OFF"},
    "FILTER": {"more": "FILTER ([number] = 1)"},
    "CLASSITEM": {"more": 'CLASSITEM "name"', "classes": 'CLASS EXPRESSION "Name 2" STYLE COLOR 255 0 0 END END'},
    "AUTO in lower case": {"item": "auto"},
}
IN_CONTEXT = ["PEN(c:#FF0000,w:4px)", "BRUSH(fc:#00AA00)", 'BRUSH(fc:#00AA00,id:"brick",s:2)', 'SYMBOL(c:#0000FF,id:"triangle",s:14)', 'LABEL(t:"Text",s:12)',
              'LABEL(t:{name},s:12,a:20)', 'BRUSH(fc:#FFFF00);PEN(c:#0000FF,w:3px);LABEL(t:"all",s:12)', "PEN(c:#FF0000,w:2mm)", ""]


def style_drawings():
    """(names of the cells, mapfile, {file: content}): pages of COLUMNS by ROWS cells, the upper left one first."""
    styles, size = list(strings()), COLUMNS * ROWS
    for kind in GEOMETRIES:
        for first in range(0, len(styles), size):
            page = styles[first:first + size]
            yield [f"{kind} {style}" for style in page], mapfile(kind), {"styles.csv": data(kind, page)}
        for name, context in CONTEXTS.items():
            yield [f"{kind} {name}: {style}" for style in IN_CONTEXT], mapfile(kind, **context), {"styles.csv": data(kind, IN_CONTEXT)}
        # MapServer refuses hatches at points and along lines.
        if kind == "POLYGON":
            page = [f"BRUSH(fc:#00AA00,{parameters})" for parameters in HATCH]
            yield [f"{kind} {style}" for style in page], mapfile(kind), {"styles.csv": data(kind, page)}
        # Each by itself: some of them end the drawing of a layer.
        for style in TOOLS:
            yield [f"{kind} {style}"], mapfile(kind), {"styles.csv": data(kind, [style])}
    for geometries, kind in itertools.permutations(GEOMETRIES, 2):
        yield [f"{geometries} as {kind}: {style}" for style in IN_CONTEXT], mapfile(kind), {"styles.csv": data(geometries, IN_CONTEXT)}
