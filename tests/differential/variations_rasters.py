# SPDX-License-Identifier: MIT
"""Raster layers that differ in one key, class or style sheet, and the requests that show its effect.

Pixels of the files are half a degree wide, ten pixels of the image: how a program samples does not matter."""

import io
import itertools

import numpy
from PIL import Image
from variations import INFO, SIZE, WMS, mapfile

SIDE, PIXEL = 20, 0.5
MAP = WMS | SIZE | {"REQUEST": "GetMap", "LAYERS": "r"}
INFO_RASTER = INFO | {"LAYERS": "r", "QUERY_LAYERS": "r", "I": "57", "J": "93"}
LEGEND = WMS | {"REQUEST": "GetLegendGraphic", "FORMAT": "image/png", "SLD_VERSION": "1.1.0", "LAYER": "r"}


def png(pixels, mode=None, **options):
    file = io.BytesIO()
    image = Image.fromarray(pixels)
    if mode == "P":
        image = Image.fromarray(pixels, "P")
        image.putpalette([value for i in range(256) for value in (i * 40 % 256, 255 - i * 30 % 256, i * 90 % 256)])
    image.save(file, "PNG", **options)
    return file.getvalue().decode("latin-1")


def grid(values, form):
    head = f"ncols {SIDE}\nnrows {SIDE}\nxllcorner 0\nyllcorner 0\ncellsize {PIXEL}\nNODATA_value -9999\n"
    return head + "\n".join(" ".join(form.format(value) for value in row) for row in values) + "\n"


def raster_files():
    y, x = numpy.mgrid[0:SIDE, 0:SIDE]
    grey = (x * 7 + y * 6).astype(numpy.uint8)
    grey[0, 0], grey[0, 1] = 0, 255
    shown = numpy.where((x > 3) & (y > 3), 255, (x * 60 + y * 13) % 256).astype(numpy.uint8)
    rgb = numpy.dstack([grey, grey[::-1], grey[:, ::-1]])
    heights = 1000.25 + x * 11.5 - y * 3.75
    heights[3:5, 3:5] = -9999
    files = {"grey.png": png(grey), "palette.png": png(grey // 32, "P"), "clear.png": png(grey // 32, "P", transparency=3), "rgb.png": png(rgb),
             "rgba.png": png(numpy.dstack([rgb, shown])), "deep.png": png((grey.astype(numpy.uint16) * 101).astype(numpy.uint16)),
             "two.png": png(numpy.dstack([grey, shown])), "float.asc": grid(heights, "{:.2f}"), "whole.asc": grid(numpy.trunc(heights), "{:.0f}")}
    world = f"{PIXEL}\n0\n0\n{-PIXEL}\n{PIXEL / 2}\n{10 - PIXEL / 2}\n"
    return files | {name.replace(".png", ".pgw"): world for name in files if name.endswith(".png")}


RASTER_FILES = raster_files() | {
    "row.html": "<!-- MapServer Template -->\n[x] [y] [value_0] [value_list] [red] [green] [blue]\n",
    "curve.txt": "0:255,100:50,255:0",
    "index.json": '{"type": "FeatureCollection", "features": [' + ", ".join(
        f'{{"type": "Feature", "properties": {{"location": "{name}", "srs": "EPSG:4326"}}, "geometry": '
        '{"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]]}}'
        for name in ("grey.png", "rgba.png", "rgb.png")) + "]}",
    "days.json": '{"type": "FeatureCollection", "features": [' + ", ".join(
        f'{{"type": "Feature", "properties": {{"location": "{name}", "day": "{day}", "rank": {rank}}}, "geometry": '
        f'{{"type": "Polygon", "coordinates": [[[{west}, 0], [10, 0], [10, 10], [{west}, 10], [{west}, 0]]]}}}}'
        for rank, (name, day, west) in enumerate((("grey.png", "2020-01-05", 0), ("palette.png", "2020-06-10T12:00:00", 4), ("deep.png", "2021-01-01", 0)))) + "]}",
}
FILE_NAMES = [name for name in RASTER_FILES if name.endswith((".png", ".asc"))]


def raster(text, file="grey.png", metadata="", kind="RASTER", data=None):
    data = f'DATA "{file}"' if data is None else data
    return f"""  LAYER
    NAME "r" TYPE {kind} STATUS ON {data} {"" if "TEMPLATE" in text else 'TEMPLATE "row.html"'}
    {"" if "PROJECTION" in text else 'PROJECTION "init=epsg:4326" END'}
    METADATA "wms_title" "Raster" "ows_include_items" "all" "gml_include_items" "all" {metadata} END
    {text}
  END
"""


def shown(text, file="grey.png", **more):
    return mapfile(layers=raster(text, file, **more))


KEYS = ["BANDS=1", "BANDS=1,1,1", "BANDS=3,2,1", "BANDS=2", "BANDS=1,2", "BANDS=3,2,1,4", "SCALE=AUTO", "SCALE=0,100", "SCALE=100,0", "SCALE=50,50", "SCALE_1=0,100", "SCALE_2=AUTO",
        "SCALE=1000,1200", "SCALE=x", "LUT=0:255,255:0", "LUT=0:0,50:200,100:10,255:255", "LUT=20:30", "LUT_1=0:255,255:0", "LUT_2=0:255,255:0", "LUT=curve.txt",
        "NODATA=0", "NODATA=255", "NODATA=100", "NODATA=OFF", "NODATA=AUTO", "NODATA=1011", "RESAMPLE=NEAREST", 'SCALE=0,100" PROCESSING "SCALE=0,200', 'SCALE_1=0,100" PROCESSING "SCALE=0,200', 'LUT=0:255,255:0" PROCESSING "LUT_1=0:0,128:255',
        "USE_MASK_BAND=NO", "USE_MASK_BAND=FALSE", "USE_MASK_BAND=OFF", "USE_MASK_BAND=0", "USE_MASK_BAND=nix", "CLOSE_CONNECTION=NORMAL"]


def processing_maps():
    for key, file in itertools.product(KEYS, FILE_NAMES):
        yield f"raster {file} PROCESSING {key}", shown(f'PROCESSING "{key}"', file), MAP
    for more, file in itertools.product(("", "OFFSITE 0 0 0", "OFFSITE 91 91 91", "OFFSITE 0 255 0", "COMPOSITE OPACITY 50 END", 'COMPOSITE COMPOP "multiply" END', "STATUS OFF",
                                         'PROCESSING "SCALE=0,100" PROCESSING "LUT=0:255,255:0"', 'PROCESSING "BANDS=1" OFFSITE 33 33 33'), FILE_NAMES):
        yield f"raster {file} {more}", shown(more, file), MAP


def reprojected_maps():
    """The same keys, and those of the resampler, in another CRS; and pixels of the image that are not square, with centres on the borders of those of the file."""
    mercator = MAP | {"CRS": "EPSG:3857", "BBOX": "0,0,1113194.9,1113194.9"}
    for key, file in itertools.product([*KEYS, "RESAMPLE=BILINEAR", "RESAMPLE=AVERAGE", "OVERSAMPLE_RATIO=1", "OVERSAMPLE_RATIO=10", "LOAD_FULL_RES_IMAGE=YES", "LOAD_WHOLE_IMAGE=YES"], FILE_NAMES):
        yield f"raster reprojected {file} PROCESSING {key}", shown(f'PROCESSING "{key}"', file), mercator
    for more, file in itertools.product(("OFFSITE 91 91 91", "TRANSFORM FALSE", "COMPOSITE OPACITY 50 END", "CLASS EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 END END"), FILE_NAMES):
        yield f"raster reprojected {file} {more}", shown(more, file), mercator
    for width, height in (("100", "50"), ("50", "100"), ("40", "20"), ("30", "50"), ("20", "12"), ("12", "20"), ("8", "5")):
        for more, file in itertools.product(("", 'PROCESSING "RESAMPLE=NEAREST"'), ("grey.png", "float.asc", "palette.png")):
            yield f"raster oblong {width} x {height} {file} {more}", shown(more, file), MAP | {"WIDTH": width, "HEIGHT": height}
            yield f"raster oblong part {width} x {height} {file} {more}", shown(more, file), MAP | {"WIDTH": width, "HEIGHT": height, "BBOX": "2,1,8,9"}


def class_maps():
    red, blue = "STYLE COLOR 255 0 0 END", "STYLE COLOR 0 0 255 END"
    ramp = "COLORRANGE 0 0 0 255 255 0"
    classes = {
        "pixel": f"CLASS EXPRESSION ([pixel] < 100) {red} END", "catch all": f"CLASS EXPRESSION ([pixel] < 100) {red} END CLASS {blue} END",
        "first catch all": f"CLASS {blue} END CLASS EXPRESSION ([pixel] < 100) {red} END",
        "string": f'CLASS EXPRESSION "100" {red} END CLASS EXPRESSION "1011" {blue} END', "regex": f"CLASS EXPRESSION /^1/ {red} END", "list": f"CLASS EXPRESSION {{26,39,1011}} {red} END",
        "red": f"CLASS EXPRESSION ([red] > 100) {red} END", "colours": f"CLASS EXPRESSION ([red] > 50 and [green] < 200 and [blue] < 150) {red} END",
        "text": f'CLASS EXPRESSION ("[pixel]" = "100") {red} END CLASS EXPRESSION ("[pixel]" ~ "^10") {blue} END', "in": f'CLASS EXPRESSION ("[pixel]" in "13,26,1000") {red} END',
        "no colour": "CLASS EXPRESSION ([pixel] < 100) END", "empty style": "CLASS EXPRESSION ([pixel] < 100) STYLE END END", "opacity": "CLASS EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 OPACITY 40 END END",
        "alpha": 'CLASS EXPRESSION ([pixel] < 100) STYLE COLOR "#ff000080" END END', "two styles": f"CLASS EXPRESSION ([pixel] < 100) {red} {blue} END", "off": f"CLASS STATUS OFF EXPRESSION ([pixel] < 100) {red} END CLASS {blue} END",
        "scales": f"CLASS MAXSCALEDENOM 10 EXPRESSION ([pixel] < 100) {red} END CLASS {blue} END", "no expression": f"CLASS {red} END", "name only": f'CLASS NAME "n" {red} END',
        "range": f"CLASS STYLE {ramp} DATARANGE 0 200 END END", "narrow range": f"CLASS STYLE {ramp} DATARANGE 60 120 END END", "heights": f"CLASS STYLE {ramp} DATARANGE 1000 1200 END END",
        "range of class": f"CLASS EXPRESSION ([pixel] < 100) STYLE {ramp} DATARANGE 0 100 END END CLASS {blue} END", "range item": f'CLASS STYLE {ramp} DATARANGE 0 200 RANGEITEM "pixel" END END',
        "two ranges": f"CLASS STYLE {ramp} DATARANGE 0 60 END STYLE COLORRANGE 0 0 255 255 0 255 DATARANGE 60 130 END END", "range in two classes": f"CLASS STYLE {ramp} DATARANGE 0 60 END END CLASS STYLE COLORRANGE 0 0 255 255 0 255 DATARANGE 60 130 END END",
        "reversed range": f"CLASS STYLE {ramp} DATARANGE 200 0 END END", "range alpha": 'CLASS STYLE COLORRANGE "#00000000" "#ffff00ff" DATARANGE 0 200 END END',
        "range opacity": f"CLASS STYLE {ramp} DATARANGE 0 200 OPACITY 40 END END", "colour and range": f"CLASS {red} STYLE {ramp} DATARANGE 60 120 END END", "range and colour": f"CLASS STYLE {ramp} DATARANGE 60 120 END {red} END",
        "outline": "CLASS EXPRESSION ([pixel] < 100) STYLE OUTLINECOLOR 255 0 0 END END", "group": f'CLASSGROUP "g" CLASS GROUP "h" EXPRESSION ([pixel] < 100) {red} END CLASS GROUP "g" EXPRESSION ([pixel] >= 100) {blue} END',
        "item": f'CLASSITEM "[pixel]" CLASS EXPRESSION "100" {red} END', "item red": f'CLASSITEM "red" CLASS EXPRESSION "100" {red} END', "color of pixel": "CLASS EXPRESSION ([pixel] < 100) STYLE COLOR [pixel] END END",
        "hex": 'CLASS EXPRESSION ([pixel] = 0x64) STYLE COLOR "#ff0000" END END',
        "symbol": 'CLASS EXPRESSION ([pixel] < 100) STYLE SYMBOL "circle" COLOR 255 0 0 SIZE 4 END END', "label": f'CLASS EXPRESSION ([pixel] < 100) {red} LABEL TEXT "x" COLOR 0 0 0 END END',
    }
    for (name, text), file in itertools.product(classes.items(), ("grey.png", "palette.png", "clear.png", "deep.png", "float.asc", "rgba.png")):
        wide = text.replace("100)", "1100)") if file.endswith(".asc") else text.replace("100)", "3)") if file in ("palette.png", "clear.png") else text
        yield f"raster classes {name} of {file}", shown(wide, file), MAP
        if file in ("grey.png", "palette.png", "deep.png", "float.asc", "rgb.png"):
            yield f"raster info {name} of {file}", shown(wide, file), INFO_RASTER
        if file in ("grey.png", "palette.png"):
            yield f"raster legend {name} of {file}", shown(wide, file), LEGEND
    for scale, (name, text) in itertools.product(("SCALE=0,100", "SCALE=AUTO", "SCALE=1000,1200", "NODATA=100", "LUT=0:255,255:0", "BANDS=2", "SCALE_BUCKETS=8", "CLASSIFY_SCALED=YES", "CLASSIFY_SCALED=TRUE", "CLASSIFY_SCALED=1", "CLASSIFY_SCALED=OFF", "RANGE_COLORSPACE=HSL"), (
            ("pixel", classes["pixel"]), ("catch all", classes["catch all"]), ("range", classes["range"]), ("heights", classes["heights"]))):
        for file in ("grey.png", "palette.png", "deep.png", "float.asc", "two.png"):
            yield f"raster classes {name} of {file} PROCESSING {scale}", shown(f'PROCESSING "{scale}" {text}', file), MAP


def info_maps():
    formats = ("text/plain", "text/html", "application/vnd.ogc.gml")
    for file, form in itertools.product(FILE_NAMES, formats):
        yield f"raster info of {file} as {form}", shown("", file), INFO_RASTER | {"INFO_FORMAT": form}
    for metadata in ('"ows_include_items" "value_0"', '"ows_include_items" "class,value_list"', '"ows_exclude_items" "x"', '"gml_value_0_alias" "height"', '"gml_types" "auto"', '"wms_include_items" "nix"',
                     '"gml_geometries" "none"', '"wms_feature_info_mime_type" "text/html"', '"gml_featureid" "value_0"', '"wms_enable_request" "!GetFeatureInfo"', '"wms_getfeatureinfo_formatlist" "text/plain"'):
        for form in formats:
            yield f"raster info {metadata} as {form}", shown("", metadata=metadata), INFO_RASTER | {"INFO_FORMAT": form}
    for version, request in itertools.product(("1.1.1", "1.3.0"), ("GetCapabilities", "DescribeLayer")):
        for more in ("", 'TEMPLATE ""', 'CLASS NAME "a" EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 END END CLASS NAME "b" STYLE COLORRANGE 0 0 0 255 255 0 DATARANGE 0 100 END END', "EXTENT 1 1 9 9"):
            yield f"raster {request} {version} {more}", shown(more), {"SERVICE": "WMS", "VERSION": version, "REQUEST": request, "LAYERS": "r", "SLD_VERSION": "1.1.0"}
    for version, url in itertools.product(("1.1.1", "1.3.0"), ('"wcs_onlineresource" "http://maps.example/wcs?"', '"wfs_onlineresource" "http://maps.example/wfs?"')):
        yield f"raster DescribeLayer {version} {url}", shown("", metadata=url), {"SERVICE": "WMS", "VERSION": version, "REQUEST": "DescribeLayer", "LAYERS": "r", "SLD_VERSION": "1.1.0"}
    where = {"point": {"mapxy": "2.8 5.3"}, "box": {"mapext": "2 5 3 6"}, "shape": {"mapshape": "1 1 2 1 2 2 1 1"}, "nothing": {"mapxy": "20 20"}}
    for mode, (place, parameters), file in itertools.product(("query", "nquery", "featurenquery"), where.items(), ("grey.png", "float.asc")):
        yield f"raster mode {mode} {place} of {file}", shown("", file), {"mode": mode, "layers": "all", "qlayer": "r"} | parameters


def sld_of(symbolizer, version="1.0.0"):
    return (f'<StyledLayerDescriptor version="{version}" xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se"><NamedLayer><Name>r</Name><UserStyle><FeatureTypeStyle><Rule>'
            f"<RasterSymbolizer>{symbolizer}</RasterSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")


def sld_maps():
    def entries(*pairs, **more):
        extra = "".join(f' {name}="{value}"' for name, value in more.items())
        return "".join(f'<ColorMapEntry color="{color}" quantity="{quantity}"{extra}/>' for quantity, color in pairs)
    steps = ((0, "#ff0000"), (100, "#00ff00"), (200, "#0000ff"))
    sheets = {"steps": f"<ColorMap>{entries(*steps)}</ColorMap>", "one": f"<ColorMap>{entries((91, '#ff0000'))}</ColorMap>", "opacity": f"<Opacity>0.5</Opacity><ColorMap>{entries(*steps)}</ColorMap>", "only opacity": "<Opacity>0.3</Opacity>",
              "labels": f"<ColorMap>{entries(*steps, label='a')}</ColorMap>", "empty": "", "heights": f"<ColorMap>{entries((1000, '#ff0000'), (1100.5, '#00ff00'), (1200, '#0000ff'))}</ColorMap>",
              "falling": f"<ColorMap>{entries(*reversed(steps))}</ColorMap>", "mixed": f"<ColorMap>{entries((100, '#00ff00'), (0, '#ff0000'), (200, '#0000ff'))}</ColorMap>",
              "equal": f"<ColorMap>{entries((91, '#ff0000'), (91, '#00ff00'), (200, '#0000ff'))}</ColorMap>",
              "upper case": f"<ColorMap>{entries((0, '#FF0000'), (100, '#00FF00'))}</ColorMap>", "negative": f"<ColorMap>{entries((-10, '#ff0000'), (50, '#00ff00'))}</ColorMap>",
              "categorize": "<ColorMap><Categorize><Value>#ff0000</Value><Threshold>50</Threshold><Value>#00ff00</Value><Threshold>100</Threshold><Value>#0000ff</Value></Categorize></ColorMap>"}
    for (name, symbolizer), file in itertools.product(sheets.items(), ("grey.png", "palette.png", "deep.png", "float.asc")):
        for version in ("1.0.0", "1.1.0") if file == "grey.png" else ("1.1.0",):
            yield f"raster SLD {version} {name} of {file}", shown("", file), MAP | {"SLD_BODY": sld_of(symbolizer, version)}
        yield f"raster SLD {name} of {file} with classes", shown("CLASS EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 255 END END", file), MAP | {"SLD_BODY": sld_of(symbolizer)}
        yield f"raster SLD {name} legend of {file}", shown("", file), LEGEND | {"SLD_BODY": sld_of(symbolizer)}


def styles_maps():
    """GetStyles of rasters."""
    classes = {"none": "", "values": 'CLASS NAME "low" EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 END END CLASS NAME "high" EXPRESSION ([pixel] >= 100) STYLE COLOR 0 0 255 OPACITY 40 END END',
               "ranges": "CLASS EXPRESSION ([pixel] >= 0 AND [pixel] < 50) STYLE COLOR 255 0 0 END END CLASS EXPRESSION ([pixel] >= 50 AND [pixel] < 100) STYLE COLOR 0 255 0 END END",
               "one": "CLASS EXPRESSION ([pixel] = 100) STYLE COLOR 255 0 0 END END", "text": 'CLASS EXPRESSION "100" STYLE COLOR 255 0 0 END END', "catch all": "CLASS STYLE COLOR 255 0 0 END END",
               "ramp": "CLASS STYLE COLORRANGE 0 0 0 255 255 0 DATARANGE 0 200 END END", "opacity": "COMPOSITE OPACITY 50 END CLASS EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 END END",
               "scales": "CLASS MINSCALEDENOM 10 MAXSCALEDENOM 1000 EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 END END", "red": "CLASS EXPRESSION ([red] < 100) STYLE COLOR 255 0 0 END END"}
    for (name, text), version in itertools.product(classes.items(), ("1.0.0", "1.1.0")):
        yield f"raster GetStyles {version} {name}", shown(text), {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetStyles", "LAYERS": "r", "SLD_VERSION": version}


def days_maps():
    """Rows of an index chosen by FILTER and TIME."""
    def text(more="", index="", metadata=""):
        layer = f'''  LAYER NAME "days" TYPE POLYGON STATUS OFF CONNECTIONTYPE OGR CONNECTION "days.json" PROJECTION "init=epsg:4326" END {index} END
'''
        return mapfile('SHAPEPATH "."', layers=layer + raster(more, metadata=metadata, data='TILEINDEX "days" TILEITEM "location"'))
    info = INFO_RASTER | {"INFO_FORMAT": "text/plain"}
    modes = ({"mode": mode, "layers": "all", "qlayer": "r"} | place for mode in ("query", "nquery") for place in ({"mapxy": "2.8 5.3"}, {"mapext": "2 5 3 6"}))
    filters = ("([rank] = 1)", "([rank] < 2)", '("[location]" = "grey.png")', '("[day]" < "2021")', "([rank] > 5)")
    by_item = (("location", '"grey.png"'), ("rank", '"1"'), ("day", "/^2020/"), ("location", '/^P/i'))
    conditions = [f"FILTER {each}" for each in filters] + [f'FILTERITEM "{item}" FILTER {value}' for item, value in by_item] + ['PROCESSING "NATIVE_FILTER=rank = 1"']
    for (on, condition), (kind, request) in itertools.product(itertools.product(("raster", "index"), conditions), (("map", MAP), ("info", info))):
        yield f"raster index filter of {on} {condition} {kind}", text(condition) if on == "raster" else text(index=condition), request
    for i, request in enumerate((info, INFO_RASTER, INFO_RASTER | {"INFO_FORMAT": "application/vnd.ogc.gml"}, info | {"FEATURE_COUNT": "5"}, info | {"I": "10"}, *modes)):
        for more in ("", "CLASS EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 END END", "TOLERANCE 0", 'PROCESSING "RASTER_QUERY_MAX_RESULT=1"'):
            yield f"raster index query {i} {more}", text(more), request
    keys = ('"wms_timeextent" "2020-01-01/2021-12-31" "wms_timeitem" "day"', '"wms_timeextent" "2020-01-01/2021-12-31/P1D" "wms_timeitem" "day" "wms_timedefault" "2020-06-10T12:00:00"',
            '"wms_timeextent" "2020-01-05,2020-06-10T12:00:00Z" "wms_timeitem" "day"')
    times = ("", "2020", "2020-01", "2020-06", "2020-01-05", "2020-06-10", "2020-06-10T12", "2020-06-10T12:00:00", "2020-06-10T12:00:00Z", "2021-01-01", "2019", "2020-01-05,2021-01-01", "2020-01-01/2020-12-31",
             "2020/2021", "2020-01-01/2020-12-31/P1M", "2020-01/2020-02", "2020-01-05,2020-06-01/2020-07-01")
    for key, time in itertools.product(keys, times):
        yield f"raster index {key} TIME={time}", text(metadata=key), MAP | ({"TIME": time} if time else {})
    for time in times[:6]:
        yield f"raster index info TIME={time}", text(metadata=keys[0]), info | ({"TIME": time} if time else {})


def index_maps():
    index = """  LAYER NAME "index" TYPE POLYGON STATUS OFF CONNECTIONTYPE OGR CONNECTION "index.json" PROJECTION "init=epsg:4326" END METADATA "wms_title" "i" END END
"""
    data = 'TILEINDEX "index" TILEITEM "location"'
    for more in ("", 'TILESRS "srs"', "OFFSITE 0 0 0", 'PROCESSING "BANDS=1"', "CLASS EXPRESSION ([pixel] < 100) STYLE COLOR 255 0 0 END END",
                 "EXTENT 0 0 10 10", 'PROCESSING "SCALE=AUTO"', "COMPOSITE OPACITY 50 END", "STATUS DEFAULT"):
        text = mapfile('SHAPEPATH "."', layers=index + raster(more, data=data))
        for request, parameters in (("map", MAP), ("legend", LEGEND)):
            yield f"raster index {more} {request}", text, parameters
    missing = mapfile(layers=raster("", "nix.png"))
    for config in ("", 'CONFIG "ON_MISSING_DATA" "IGNORE"', 'CONFIG "ON_MISSING_DATA" "LOG"', 'CONFIG "ON_MISSING_DATA" "FAIL"'):
        yield f"raster missing file {config}", missing.replace("SIZE 200", f"{config} SIZE 200", 1), MAP


def mask_maps():
    masks = {"polygon": """  LAYER NAME "m" TYPE POLYGON STATUS ON FEATURE POINTS 1 1 8 1 4 8 1 1 END END CLASS STYLE COLOR 0 0 0 END END METADATA "wms_title" "m" END END
""", "raster": '  LAYER NAME "m" TYPE RASTER STATUS ON DATA "clear.png" METADATA "wms_title" "m" END END\n', "classes": """  LAYER NAME "m" TYPE RASTER STATUS ON DATA "grey.png"
    CLASS EXPRESSION ([pixel] < 100) STYLE COLOR 0 0 0 END END METADATA "wms_title" "m" END END
""", "off": '  LAYER NAME "m" TYPE RASTER STATUS OFF DATA "rgba.png" METADATA "wms_title" "m" END END\n'}
    for (name, mask), file, more in itertools.product(masks.items(), ("grey.png", "rgba.png", "palette.png", "float.asc"), ("", "COMPOSITE OPACITY 50 END", 'PROCESSING "RESAMPLE=NEAREST"', "CLASS EXPRESSION ([pixel] < 1100) STYLE COLOR 255 0 0 END END")):
        yield f"raster MASK {name} of {file} {more}", mapfile(layers=mask + raster(f'MASK "m" {more}', file)), MAP


def computed_maps():
    style = 'CLASS STYLE COLOR 255 0 0 WIDTH 3 END END'
    for file, key in itertools.product(("grey.png", "float.asc", "deep.png"), ("CONTOUR_INTERVAL=20", "CONTOUR_INTERVAL=50", "CONTOUR_LEVELS=50,100,1050,1100", "CONTOUR_INTERVAL=0,100000000000:30", "CONTOUR_LEVELS=0,1000:50,100", "CONTOUR_INTERVAL=7")):
        for more in ("", 'PROCESSING "CONTOUR_ITEM=elev" LABELITEM "elev"', 'PROCESSING "BANDS=1" PROCESSING "CONTOUR_ITEM=elev" CLASSITEM "elev"'):
            yield f"raster contour {key} {more} of {file}", shown(f'CONNECTIONTYPE CONTOUR PROCESSING "{key}" {more} {style}', file, kind="LINE"), MAP
    for classes in ('CLASS EXPRESSION ([elev] > 1100) STYLE COLOR 255 0 0 WIDTH 3 END END CLASS STYLE COLOR 0 0 0 WIDTH 2 END END', 'CLASS STYLE COLOR 0 0 255 WIDTH 2 END LABEL TEXT "[elev]" SIZE 10 COLOR 0 0 0 END END', 'CLASS STYLE COLORRANGE 0 0 0 255 0 0 DATARANGE 900 1300 RANGEITEM "elev" WIDTH 3 END END', 'FILTER ([elev] > 1100) ' + style):
        yield f"raster contour {classes}", shown(f'CONNECTIONTYPE CONTOUR PROCESSING "BANDS=1" PROCESSING "CONTOUR_INTERVAL=25" PROCESSING "CONTOUR_ITEM=elev" {classes}', "float.asc", kind="LINE"), MAP
        yield f"raster contour info {classes}", shown(f'CONNECTIONTYPE CONTOUR PROCESSING "BANDS=1" PROCESSING "CONTOUR_INTERVAL=25" PROCESSING "CONTOUR_ITEM=elev" {classes}', "float.asc", kind="LINE"), INFO_RASTER | {"I": "50", "J": "50", "FEATURE_COUNT": "3"}
    arrow = 'STYLE SYMBOL "circle" SIZE 6 COLOR 255 0 0 END'
    for key, file in itertools.product(("", 'PROCESSING "UV_SPACING=20"', 'PROCESSING "UV_SPACING=40" PROCESSING "UV_SIZE_SCALE=0.1"', 'PROCESSING "RESAMPLE=NEAREST"'), ("rgb.png",)):
        for style in (f"CLASS {arrow} END", 'CLASS STYLE SYMBOL "circle" SIZE [uv_length] COLOR 0 0 255 END END', f"CLASS EXPRESSION ([u] > 80) {arrow} END CLASS EXPRESSION ([v] > 80) STYLE SYMBOL 0 COLOR 0 0 0 SIZE 3 END END", 'CLASS LABEL TEXT "[u]" SIZE 8 COLOR 0 0 0 END END'):
            yield f"raster arrows {key} {style} of {file}", shown(f'CONNECTIONTYPE UVRASTER PROCESSING "BANDS=1,2" {key} {style}', file, kind="POINT"), MAP
        for tolerance, form in itertools.product((3, 25, 100), ("text/plain", "application/vnd.ogc.gml")):
            yield f"raster arrows info {key} {tolerance} as {form}", shown(f'CONNECTIONTYPE UVRASTER PROCESSING "BANDS=1,2" {key} TOLERANCE {tolerance} CLASS {arrow} END', file, kind="POINT"), INFO_RASTER | {"INFO_FORMAT": form, "FEATURE_COUNT": "9"}


def raster_variations():
    yield from processing_maps()
    yield from reprojected_maps()
    yield from class_maps()
    yield from info_maps()
    yield from sld_maps()
    yield from index_maps()
    yield from days_maps()
    yield from styles_maps()
    yield from mask_maps()
    yield from computed_maps()
