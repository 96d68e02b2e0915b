# SPDX-License-Identifier: MIT
"""Cells of blocks other than STYLE and LABEL: each keyword of MAP, OUTPUTFORMAT, LEGEND, SCALEBAR, GRID and COMPOSITE with each of its values."""

from dataclasses import dataclass

from cells import HEIGHT, SYMBOLS, WIDTH

SHAPES = {
    "polygon": 'FEATURE POINTS 20 20 20 70 80 80 90 30 20 20 END ITEMS "a;7;3" TEXT "area" END FEATURE POINTS 70 10 70 60 130 65 140 15 70 10 END ITEMS "b;12;1" TEXT "b" END',
    "line": 'FEATURE POINTS 10 15 60 85 90 30 140 80 END ITEMS "a;7;3" TEXT "way" END FEATURE POINTS 10 80 140 20 END ITEMS "b;12;1" TEXT "b" END',
    "point": 'FEATURE POINTS 40 35 END ITEMS "a;7;3" TEXT "place" END FEATURE POINTS 46 40 END ITEMS "b;12;1" TEXT "b" END FEATURE POINTS 110 60 END ITEMS "a;1;2" TEXT "c" END',
}
ITEMS = 'PROCESSING "ITEMS=kind,size,rank"'
CLASSES = {
    "polygon": 'CLASS NAME "Areas" STYLE COLOR 170 200 230 OUTLINECOLOR 40 70 130 WIDTH 2 END END',
    "line": 'CLASS NAME "Ways" STYLE COLOR 180 60 40 WIDTH 4 END END',
    "point": 'CLASS NAME "Places" STYLE SYMBOL "star" SIZE 16 COLOR 60 120 60 END END',
}
FORMATS = {"agg": ("AGG/PNG", "IMAGEMODE RGB"), "cairo": ("CAIRO/PNG", "IMAGEMODE RGB")}
LABEL = 'LABEL FONT "sans" SIZE 9 COLOR 20 20 20 END'
UNITS = ["INCHES", "FEET", "MILES", "METERS", "KILOMETERS", "NAUTICALMILES", "DD"]
CORNERS = ["UL", "UC", "UR", "LL", "LC", "LR"]
COMPOPS = ["clear", "src", "dst", "src-over", "dst-over", "src-in", "dst-in", "src-out", "dst-out", "src-atop", "dst-atop", "xor", "plus", "multiply", "screen",
           "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion"]


@dataclass
class MapCell:
    """One small map of a keyword: the content of MAP, and the options of its formats."""

    shape: str  # the block
    symbol: str  # the keyword
    property: str  # its value
    body: str
    extent: str = f"0 0 {WIDTH - 1} {HEIGHT - 1}"
    options: str = ""
    sld: str = ""  # none
    request: dict | None = None  # of CGI, which draws it instead of map2img
    is_plain: bool = False  # what it shows does not depend on the renderer: with AGG only

    @property
    def name(self):
        return f"{self.shape}, {self.symbol}: {self.property}"

    def mapfile(self, fonts):
        formats = "\n".join(f'  OUTPUTFORMAT NAME "{name}" DRIVER "{driver}" MIMETYPE "image/png" {self.options or mode} END'
                            for name, (driver, mode) in FORMATS.items())
        return (f'MAP\n  NAME "cell" EXTENT {self.extent} SIZE {WIDTH} {HEIGHT} IMAGECOLOR 255 255 255 FONTSET "{fonts}"\n{formats}\n  IMAGETYPE "agg"\n'
                f"{SYMBOLS}\n{self.body}\nEND\n")


def layer(shape, keywords="", classes=None):
    return f"LAYER NAME \"{shape}\" TYPE {shape.upper()} STATUS ON {ITEMS} {keywords} {SHAPES[shape]} {classes or CLASSES[shape]} END\n"


ALL = "".join(layer(shape) for shape in SHAPES)


def of_map():
    for angle in (30, -45, 90, 180, 359):
        yield MapCell("MAP", "ANGLE", str(angle), f"ANGLE {angle}\n" + ALL)
    for text in ("10 10 60 80", "-50 -50 400 60", "40 40 40.5 40.4"):
        yield MapCell("MAP", "EXTENT", text, ALL, text)
    for color in ('"#ffcc66"', "10 60 90", '"#ffcc6680"'):
        yield MapCell("MAP", "IMAGECOLOR", color, f"IMAGECOLOR {color}\n" + ALL)
    for resolution, default in ((144, 72), (72, 144), (300, 96)):
        yield MapCell("MAP", "RESOLUTION", f"{resolution}, DEFRESOLUTION {default}", f"RESOLUTION {resolution} DEFRESOLUTION {default}\n" + ALL)
    for size in ("151 99", "90 90", "150 40"):
        yield MapCell("MAP", "SIZE", size, f"SIZE {size}\n" + ALL)


def of_formats():
    body = ALL
    for options in ("IMAGEMODE RGBA", "IMAGEMODE RGB TRANSPARENT ON", "IMAGEMODE RGBA TRANSPARENT OFF", 'IMAGEMODE RGB FORMATOPTION "QUANTIZE_FORCE=ON"',
                    'IMAGEMODE RGBA FORMATOPTION "QUANTIZE_FORCE=ON" FORMATOPTION "QUANTIZE_COLORS=16"', 'IMAGEMODE RGB FORMATOPTION "INTERLACE=ON"',
                    'IMAGEMODE RGB FORMATOPTION "COMPRESSION=9"', 'IMAGEMODE RGB FORMATOPTION "GAMMA=0.5"'):
        yield MapCell("OUTPUTFORMAT", "options", options.replace('"', ""), body, options=options)


def of_composites():
    for op in COMPOPS:
        yield MapCell("COMPOSITE", "COMPOP", op, layer("polygon") + layer("line", f'COMPOSITE COMPOP "{op}" END'))
    for opacity in (0, 40, 100):
        yield MapCell("COMPOSITE", "OPACITY", str(opacity), layer("polygon") + layer("line", f"COMPOSITE OPACITY {opacity} END"))
    for op in ("multiply", "xor"):
        yield MapCell("COMPOSITE", "COMPOP and OPACITY", op, layer("polygon") + layer("line", f'COMPOSITE COMPOP "{op}" OPACITY 50 END'))
    for text in ("blur(3)", "translate(6,4)", "grayscale()", "blacken()", "whiten()"):
        yield MapCell("COMPOSITE", "COMPFILTER", text, layer("polygon") + layer("line", f'COMPOSITE COMPFILTER "{text}" END'))
    yield MapCell("COMPOSITE", "several", "shadow", layer("polygon") + layer("line", 'COMPOSITE OPACITY 60 COMPFILTER "blacken()" COMPFILTER "translate(4,4)" END COMPOSITE END'))


def of_legends():
    def cell(keyword, value, extra=""):
        shown = f"{keyword} {value}" if keyword else ""
        return MapCell("LEGEND", keyword or "STATUS", value, f"LEGEND STATUS EMBED {shown} {extra or LABEL} END\n" + ALL)
    yield cell("", "EMBED")
    for value in CORNERS:
        yield cell("POSITION", value)
    for value in ("8 8", "30 14", "12 20"):
        yield cell("KEYSIZE", value)
    for value in ("0 0", "12 2", "2 9"):
        yield cell("KEYSPACING", value)
    yield cell("IMAGECOLOR", "255 240 200")
    yield cell("OUTLINECOLOR", "200 0 0")
    yield cell("TRANSPARENT", "ON")
    yield cell("POSTLABELCACHE", "TRUE")
    for value in ("tiny", "small", "medium", "large", "giant"):
        yield cell("", f"LABEL SIZE {value}", f"LABEL TYPE BITMAP SIZE {value} COLOR 0 0 90 END")
    for value in ("SIZE 14", "SIZE 9 OUTLINECOLOR 255 255 0 OUTLINEWIDTH 2", "SIZE 9 SHADOWCOLOR 180 180 180 SHADOWSIZE 1 1", 'SIZE 9 WRAP "e"', "SIZE 9 OFFSET 6 3"):
        yield cell("", f"LABEL {value}", f'LABEL FONT "sans" COLOR 20 20 20 {value} END')


def of_scale_bars():
    def cell(keyword, value, extent="0 0 149 99", units="METERS", label=LABEL):
        size = "" if keyword == "SIZE" else "SIZE 100 5"
        return MapCell("SCALEBAR", keyword or "LABEL", value if keyword else label[6:-4],
                       f"UNITS {units}\nSCALEBAR STATUS EMBED {size} COLOR 0 0 0 {f'{keyword} {value}' if keyword else ''} {label} END\n" + layer("polygon"), extent)
    for value in CORNERS:
        yield cell("POSITION", value)
    for value in ("0", "1"):
        yield cell("STYLE", value)
    for value in ("LEFT", "CENTER", "RIGHT"):
        yield cell("ALIGN", value)
    for value in UNITS[:-1]:
        yield cell("UNITS", value)
        yield cell("UNITS", f"{value} STYLE 1", "0 0 20000 13000")
    for value in UNITS:
        yield MapCell("SCALEBAR", "UNITS of the MAP", value, f"UNITS {value}\nSCALEBAR STATUS EMBED SIZE 100 5 COLOR 0 0 0 {LABEL} END\n" + layer("polygon"))
    for value in ("1", "2", "3", "6"):
        yield cell("INTERVALS", value)
    for value in ("60 3", "140 10"):
        yield cell("SIZE", value)
    for keyword, value in (("BACKGROUNDCOLOR", "255 200 0"), ("OUTLINECOLOR", "200 0 0"), ("IMAGECOLOR", "220 240 255"), ("TRANSPARENT", "ON"), ("OFFSET", "10 8"), ("POSTLABELCACHE", "TRUE")):
        yield cell(keyword, value)
        yield cell(keyword, f"{value} STYLE 1")
    for value in ("tiny", "small", "medium", "large", "giant"):
        yield cell("", "", label=f"LABEL TYPE BITMAP SIZE {value} COLOR 0 0 90 END")
    yield cell("", "", label='LABEL FONT "sans" SIZE 8 COLOR 0 0 0 OUTLINECOLOR 255 255 0 OUTLINEWIDTH 2 END')


def of_grids():
    def cell(keyword, value, rest='LABELFORMAT "%.0f"'):
        body = (f'PROJECTION "init=epsg:4326" END\nLAYER NAME "grid" TYPE LINE STATUS ON PROJECTION "init=epsg:4326" END GRID {rest} {keyword} {value} END\n'
                f'CLASS STYLE COLOR 120 120 120 END LABEL FONT "sans" SIZE 7 COLOR 0 0 0 PARTIALS FALSE END END END')
        return MapCell("GRID", keyword, value, body, "5 40 20 50")
    for value in ('"DD"', '"DDMM"', '"DDMMSS"', '"%g"', '"%.1f deg"'):
        yield cell("LABELFORMAT", value, "MININTERVAL 2")
    for keyword, values in {"MININTERVAL": ("1", "5"), "MAXINTERVAL": ("2", "1"), "MINARCS": ("2", "8"), "MAXARCS": ("3", "20"), "MINSUBDIVIDE": ("2", "64"), "MAXSUBDIVIDE": ("2", "64")}.items():
        for value in values:
            yield cell(keyword, value)


def map_cells():
    """All cells, in the order of the page."""
    for group in (of_map, of_formats, of_composites, of_legends, of_scale_bars, of_grids):
        yield from group()
