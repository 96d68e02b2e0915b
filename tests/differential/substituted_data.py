# SPDX-License-Identifier: MIT
"""Completes a mapfile whose files are elsewhere, so that it loads and draws: the same TYPE of features with the attributes its expressions name.

INCLUDEs are inserted or left out; SYMBOLSET and FONTSET are replaced with ones that have the names the map uses; layers get features
(a shapefile, or GeoJSON where names are longer than 10 characters) or a small raster, over the map's extent and in the layer's CRS, and are ON at
every scale. Layers of other servers are left out. `keeps_removed` False also rewrites keywords that MapServer 8 no longer reads to their present form.
"""

import re
from pathlib import Path

import mapfile_text
from mapfile_text import Block

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
SHAPES = {"POINT": "POINT", "LINE": "LINE", "POLYGON": "POLYGON", "ANNOTATION": "POINT", "QUERY": "POLYGON", "CHART": "POINT"}
SCALES = {"MINSCALE", "MAXSCALE", "MINSCALEDENOM", "MAXSCALEDENOM", "LABELMINSCALE", "LABELMAXSCALE", "LABELMINSCALEDENOM", "LABELMAXSCALEDENOM",
          "MINGEOWIDTH", "MAXGEOWIDTH"}
SOURCES = {"DATA", "CONNECTION", "CONNECTIONTYPE", "TILEINDEX", "TILEITEM", "TILESRS", "STATUS", "CONNECTIONOPTIONS"}
DRAWN_BY_BOTH = re.compile(r"(AGG|CAIRO)/(PNG8?|JPE?G)$", re.I)
BINDING = re.compile(r"\[\s*([A-Za-z_]\w*)\s*\]")
COMPARED = re.compile(r"\[\s*(\w+)\s*\][\"'`]?\s*(?:=|==|!=|>=|<=|>|<|~\*?|\bi?eq\b|\bne\b|\bg[et]\b|\bl[et]\b|\bin\b|\blike\b)\s*[\"'`]?([^\"'`)]+)", re.I)
ROWS = 12


def write_files(out):
    """The images that replace missing ones."""
    from PIL import Image
    image = Image.new("RGBA", (16, 16), (0, 0, 0, 0))
    image.paste((200, 30, 30, 255), (3, 3, 13, 13))
    image.save(out / "marker.png")
    (out / "marker.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="7" fill="#1e78c8"/></svg>')


def included(text, folder, keywords, depth=0):
    """The text with its includes inserted, or without those that are missing."""
    parts, at = [], 0
    for token, name in zip((tokens := mapfile_text.tokens_of(text)), tokens[1:]):
        if token.kind == "word" and token.text.upper() == "INCLUDE" and depth < 5:
            path = folder / name.value
            inner = path.read_text("utf-8", errors="surrogateescape") if path.is_file() else ""
            parts += [text[at:token.start], included(inner, path.parent, keywords, depth + 1), "\n"]
            at = name.end
    return "".join(parts) + text[at:]


class Edits:
    def __init__(self, text):
        self.text, self.edits = text, []

    def replace(self, start, end, new):
        self.edits.append((start, end, new))

    def drop(self, statement):
        self.replace(statement.start, statement.end, "")

    def result(self):
        text, last = self.text, len(self.text) + 1
        for start, end, new in sorted(self.edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
            if end <= last:
                text, last = text[:start] + new + text[end:], start
        return text


def complete(text, path, out, keywords, keeps_removed):
    text = included(text, path.parent, keywords)
    first = next(iter(mapfile_text.tokens_of(text)), None)
    if first is None or first.text.upper() != "MAP":
        text = wrapped(text, keywords)
    tree = mapfile_text.parse(text, keywords)
    edits = Edits(text)
    stem = re.sub(r"\W+", "_", f"{path.parent.name}_{path.stem}") + format(abs(hash(str(path))) % 10**6, "06")
    extent = extent_of(tree)
    complete_map(tree, edits, out, keywords, keeps_removed, extent)
    for number, layer in enumerate(b for b in tree.blocks if b.name == "LAYER"):
        complete_layer(layer, edits, out, f"{stem}_{number}", extent, projection(tree), keeps_removed)
    return edits.result()


def wrapped(text, keywords):
    """MapServer requires the word MAP, which old maps and parts of maps lack."""
    kind = mapfile_text.parse(text, keywords)
    if kind.name == "MAP" and not kind.blocks and not kind.statements:
        return text
    balance = kind.end < len(text)  # has its own END
    if kind.name == "MAP":
        return "MAP\n" + text + ("" if balance else "\nEND\n")
    opening = {"CLASS": "LAYER TYPE POLYGON CLASS", "STYLE": "LAYER TYPE POLYGON CLASS STYLE", "LABEL": "LAYER TYPE POLYGON CLASS LABEL"}.get(kind.name, kind.name)
    return f"MAP\n{opening}\n{text}\n" + "END\n" * (len(re.findall(r"LAYER|CLASS|STYLE|LABEL", opening)) or 1) + "END\n"


def numbers(tokens):
    try:
        return [float(token.value) for token in tokens]
    except ValueError:
        return []


def extent_of(tree):
    extent = numbers(tree.first("EXTENT"))
    return extent if len(extent) == 4 and extent[0] < extent[2] and extent[1] < extent[3] else [0.0, 0.0, 400.0, 300.0]


def projection(block):
    return [token.value for token in block.first("PROJECTION")]


def used_names(block, keyword, *names):
    for child in (b for name in names for b in block.all(name)):
        for token in child.first(keyword)[:1]:
            yield token.value


def complete_map(tree, edits, out, keywords, keeps_removed, extent):
    lines = ["", "SIZE 400 300", f"EXTENT {' '.join(map(repr, extent))}"]
    own = {token.value.lower() for symbol in tree.blocks if symbol.name == "SYMBOL" for token in symbol.first("NAME")}
    for statement in tree.statements:
        if statement.keyword in ("SIZE", "EXTENT", "SHAPEPATH", "IMAGETYPE") or (
                statement.keyword == "CONFIG" and statement.values and statement.values[0].value.upper() in ("PROJ_LIB", "MS_ERRORFILE")):
            edits.drop(statement)
        elif statement.keyword in ("SYMBOLSET", "FONTSET"):
            edits.drop(statement)
    for block in tree.blocks:
        if block.name == "OUTPUTFORMAT" and not DRAWN_BY_BOTH.match(block.first("DRIVER")[0].value if block.first("DRIVER") else ""):
            edits.replace(block.start, block.end, "")
    for block in [tree, *every_block(tree)]:
        for statement in block.statements:
            complete_statement(block, statement, edits, out, own)
        if not keeps_removed:
            replace_removed(block, edits, keywords)
    lines += [f'SYMBOLSET "{write_symbols(tree, own, out)}"', f'FONTSET "{write_fonts(tree, out)}"']
    edits.replace(tree.inside, tree.inside, "\n".join(lines) + "\n")


def every_block(block):
    for child in block.blocks:
        yield child
        yield from every_block(child)


def is_image_name(name):
    return re.search(r"\.(png|gif|jpe?g|svg)$", name, re.I)


def complete_statement(block, statement, edits, out, own):
    value = statement.values[0].value if statement.values else ""
    if statement.keyword in SCALES:
        edits.drop(statement)
    elif statement.keyword in ("IMAGE", "KEYIMAGE") or (statement.keyword == "SYMBOL" and is_image_name(value) and value.lower() not in own):
        kind = block.first("TYPE")[:1]
        is_svg = value.lower().endswith(".svg") or (kind and kind[0].value.upper() == "SVG")
        edits.replace(statement.start, statement.end, f'{statement.keyword} "{out / ("marker.svg" if is_svg else "marker.png")}"')


def replace_removed(block, edits, keywords):
    """Keywords that MapServer 8 rejects: styles in a CLASS become its STYLE, the rest is left out; annotations become points, as its message says."""
    style = []
    for statement in block.statements:
        if statement.keyword == "TYPE" and statement.values and statement.values[0].value.upper() == "ANNOTATION":
            edits.replace(statement.start, statement.end, "TYPE POINT")
        elif keywords.support.get((block.name, statement.keyword)) == "removed":
            edits.drop(statement)
            if block.name == "CLASS" and statement.keyword in ("COLOR", "OUTLINECOLOR", "SYMBOL", "SIZE", "WIDTH", "MINSIZE", "MAXSIZE"):
                style.append(" ".join([statement.keyword, *(token.text for token in statement.values)]))
    if style:
        edits.replace(block.inside, block.inside, "\nSTYLE " + "\n".join(style) + "\nEND\n")


def written(out, stem, suffix, text):
    path = out / f"{stem}_{abs(hash(text)) % 10**9}{suffix}"
    if not path.exists():  # two maps at a time may want the same one
        part = path.with_suffix(f".{abs(hash(stem + text)) % 10**6}.{id(text)}")
        part.write_text(text)
        part.replace(path)
    return path


def write_fonts(tree, out):
    names = set(used_names(tree, "FONT", "LABEL", "SYMBOL", "STYLE"))
    fonts = sorted({part.strip() for name in names for part in name.split(",") if part.strip() and not re.search(r"[\[\s]", part)} | {"default"})
    return written(out, "fonts", ".list", "".join(f"{font} {FONT}\n" for font in fonts))


def write_symbols(tree, own, out):
    names = {name for name in used_names(tree, "SYMBOL", "STYLE", "CLASS") if not is_image_name(name) and not re.match(r"[\[\d]", name)}
    names |= {token.value for token in (t for r in tree.all("REFERENCE") for t in r.first("MARKER"))}
    highest = max([int(name) for name in used_names(tree, "SYMBOL", "STYLE", "CLASS") if name.isdigit()] + [0])
    missing = sorted(names - {name for name in names if name.lower() in own})
    missing += [f"number {n}" for n in range(len(missing), highest)]
    shapes = ["TYPE ELLIPSE POINTS 1 1 END FILLED TRUE", "TYPE VECTOR FILLED TRUE POINTS 0 0 0 1 1 1 1 0 0 0 END", "TYPE VECTOR FILLED TRUE POINTS 0 4 2 0 4 4 0 4 END"]
    text = "SYMBOLSET\n" + "".join(f'SYMBOL NAME "{name}" {shapes[n % 3]} END\n' for n, name in enumerate(missing)) + "END\n"
    return written(out, "symbols", ".sym", text)


def complete_layer(layer, edits, out, stem, extent, map_projection, keeps_removed):
    kind = layer.first("TYPE")[0].value.upper() if layer.first("TYPE") else ""
    source = layer.first("CONNECTIONTYPE")[0].value.upper() if layer.first("CONNECTIONTYPE") else ""
    if any(block.name in ("FEATURE", "GRID") for block in layer.blocks) or source in ("UNION", "KERNELDENSITY"):
        for statement in (s for s in layer.statements if s.keyword == "STATUS"):
            edits.replace(statement.start, statement.end, "STATUS ON")
        return
    if source in ("WMS", "WFS", "CONTOUR", "PLUGIN", "SDE") or kind not in SHAPES.keys() | {"RASTER"}:
        if not keeps_removed:
            edits.replace(layer.start, layer.end, "")
        return
    for statement in layer.statements:
        first = statement.values[0] if statement.values else None
        is_sql = statement.keyword == "FILTER" and first and first.kind == "string" and not layer.first("FILTERITEM")
        native = statement.keyword == "PROCESSING" and first and re.match("NATIVE_FILTER|ITEMS=", first.value, re.I)
        if statement.keyword in SOURCES or is_sql or native:
            edits.drop(statement)
    target = projection(layer) or map_projection
    box = (extent, map_projection, target)
    data = raster(layer, out / f"{stem}.tif", box) if kind == "RASTER" else features(layer, kind, out / stem, box)
    edits.replace(layer.inside, layer.inside, f"\nSTATUS ON\n{data}\n")


def crs(parameters):
    from osgeo import osr
    osr.UseExceptions()
    text = " ".join(parameters)
    code = re.search(r"epsg:(\d+)", text, re.I)
    system = osr.SpatialReference()
    try:
        if code:
            system.ImportFromEPSG(int(code.group(1)))
        else:
            system.ImportFromProj4(" ".join(f"+{p.lstrip('+')}" for p in parameters))
    except RuntimeError:
        return None
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return system


def transformer(box):
    """From the map's CRS to the layer's; as it is where one of them is not known."""
    from osgeo import osr
    _, one, other = box
    source, target = (crs(one), crs(other)) if one and other and one != other else (None, None)
    if not source or not target:
        return lambda x, y: (x, y)
    change = osr.CoordinateTransformation(source, target)

    def apply(x, y):
        try:
            return change.TransformPoint(x, y)[:2]
        except RuntimeError:
            return x, y
    return apply


def candidates(layer, text):
    """Attribute name to values that distinguish the classes."""
    found = {}
    blocks = [layer, *every_block(layer)]
    for block in blocks:
        for statement in block.statements:
            if statement.keyword in ("CLASSITEM", "LABELITEM", "FILTERITEM", "RANGEITEM") and statement.values:
                found.setdefault(statement.values[0].value.strip("[]"), [])
            for token in statement.values:
                if token.kind in ("string", "expression", "binding", "word") and statement.keyword not in ("PROJECTION", "METADATA", "VALIDATION"):
                    for name in BINDING.findall(token.text):
                        found.setdefault(name, [])
                    for name, value in COMPARED.findall(token.text):
                        found.setdefault(name, []).extend(value.split(",") if re.search(r"\bin\b", token.text, re.I) else spread(value.strip()))
    item = next((t.value.strip("[]") for t in layer.first("CLASSITEM")), None)
    for token in (t for b in layer.all("CLASS") for t in b.first("EXPRESSION")[:1]) if item else ():
        if token.kind == "string":
            found[item].append(token.value)
        elif token.kind == "list":
            found[item] += token.text[1:-1].split(",")
        elif token.kind == "regex":
            found[item] += re.sub(r"[^\w |-]", "", token.text).split("|")
    for unwanted in ("pixel", "shape", "map_cellsize"):
        found.pop(unwanted, None)
    return found


def spread(value):
    try:
        number = float(value)
    except ValueError:
        return [value.strip("^$")]
    return [f"{number + d:g}" for d in (-1, 0, 1)]


def features(layer, kind, path, box):
    """DATA or CONNECTION of a written file."""
    from osgeo import ogr
    ogr.UseExceptions()
    names = candidates(layer, None)
    names = {name: values for n, (name, values) in enumerate(names.items()) if name.lower() not in {other.lower() for other in list(names)[:n]}}
    is_long = any(len(name) > 10 for name in names)
    path = path.with_suffix(".geojson" if is_long else ".shp")
    path.unlink(missing_ok=True)
    driver = ogr.GetDriverByName("GeoJSON" if is_long else "ESRI Shapefile")
    data = driver.CreateDataSource(str(path))
    shape = SHAPES[kind]
    table = data.CreateLayer("features", geom_type={"POINT": ogr.wkbPoint, "LINE": ogr.wkbLineString, "POLYGON": ogr.wkbPolygon}[shape])
    for name, values in names.items():
        is_number = bool(values) and all(re.fullmatch(r"\s*-?\d+(\.\d+)?\s*", value) for value in values)
        field = ogr.FieldDefn(name, ogr.OFTReal if is_number else ogr.OFTString)
        field.SetWidth(24 if is_number else 80)
        field.SetPrecision(6 if is_number else 0)
        table.CreateField(field)
    if not names:
        table.CreateField(ogr.FieldDefn("id", ogr.OFTInteger))
    change = transformer(box)
    for row in range(ROWS):
        feature = ogr.Feature(table.GetLayerDefn())
        for index, (name, values) in enumerate(names.items()):
            value = values[row % len(values)].strip() if values else f"Name {row + 1}"
            feature.SetField(index, value.encode("utf-8", "replace").decode())
        feature.SetGeometry(ogr.CreateGeometryFromWkt(geometry(shape, row, box[0], change)))
        table.CreateFeature(feature)
    del table, data
    return f'CONNECTIONTYPE OGR CONNECTION "{path}"' if is_long else f'DATA "{path}"'


def geometry(shape, row, extent, change):
    """A cell of a grid of 4 x 3 with a margin; lines and polygons fill it."""
    west, south, east, north = extent
    width, height = (east - west) / 4, (north - south) / 3
    x, y = west + (row % 4) * width, south + (row // 4) * height

    def at(u, v):
        return "%.10g %.10g" % change(x + u * width, y + v * height)
    if shape == "POINT":
        return f"POINT({at(.5, .5)})"
    if shape == "LINE":
        return f"LINESTRING({at(.1, .2)},{at(.4, .7)},{at(.6, .4)},{at(.9, .8)})"
    return f"POLYGON(({at(.1, .1)},{at(.1, .8)},{at(.5, .9)},{at(.9, .8)},{at(.9, .1)},{at(.1, .1)}))"


def raster(layer, path, box):
    """A slope of 60 x 60 pixels: one band where pixels have classes or are stretched, else three."""
    import numpy
    from osgeo import gdal
    gdal.UseExceptions()
    settings = [t.value.upper() for s in layer.statements if s.keyword == "PROCESSING" for t in s.values[:1]]
    bands = 1 if layer.blocks or any(s.startswith(("SCALE", "LUT", "NODATA")) for s in settings) else 3
    requested = max([int(n) for s in settings if s.startswith("BANDS=") for n in re.findall(r"\d+", s)] + [bands])
    change = transformer(box)
    west, south, east, north = box[0]
    corners = [change(x, y) for x in (west, east) for y in (south, north)]
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    target = gdal.GetDriverByName("GTiff").Create(str(path), 60, 60, min(requested, 8), gdal.GDT_Byte)
    target.SetGeoTransform((min(xs), (max(xs) - min(xs)) / 60, 0, max(ys), 0, -(max(ys) - min(ys)) / 60))
    slope = numpy.add.outer(numpy.arange(60) * 2, numpy.arange(60) * 2).astype(numpy.uint8)
    for band in range(target.RasterCount):
        target.GetRasterBand(band + 1).WriteArray(numpy.roll(slope, band * 15, axis=band % 2))
    system = crs(box[2]) if box[2] else None
    if system:
        target.SetProjection(system.ExportToWkt())
    del target
    return f'DATA "{path}"'
