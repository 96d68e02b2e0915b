# SPDX-License-Identifier: MIT
"""Random layers on rasters of every kind, for test_random_rasters.py.

Where random_rasters.py has one layer on a GeoTIFF and asks how it is sampled, these maps have nine layers on files of many formats, types of
numbers and places, with two or three keywords or keys each. Pixels of the files are large (about ten of an image), so that it hardly
matters which of two neighbours a program takes.
"""

import json
import random

import numpy as np
from osgeo import gdal, osr
from random_rasters import text_of, transformed

gdal.UseExceptions()
SIDES = (26, 20)
PIXEL = {4326: 0.5, 32631: 50000.0, 3857: 60000.0, 3995: 100000.0}
CORNER = {4326: (1.0, 52.0), 32631: (200000.0, 5700000.0), 3857: (100000.0, 6600000.0), 3995: (-1300000.0, 1000000.0)}
TYPES = {"grey": (1, gdal.GDT_Byte), "two": (2, gdal.GDT_Byte), "rgb": (3, gdal.GDT_Byte), "rgba": (4, gdal.GDT_Byte), "five": (5, gdal.GDT_Byte), "palette": (1, gdal.GDT_Byte), "clear": (1, gdal.GDT_Byte),
         "int16": (1, gdal.GDT_Int16), "uint16": (1, gdal.GDT_UInt16), "int32": (1, gdal.GDT_Int32), "uint32": (1, gdal.GDT_UInt32), "float": (1, gdal.GDT_Float32), "double": (1, gdal.GDT_Float64),
         "complex": (1, gdal.GDT_CFloat32), "rgb16": (3, gdal.GDT_UInt16), "bit": (1, gdal.GDT_Byte), "nibble": (1, gdal.GDT_Byte), "rgbfloat": (3, gdal.GDT_Float32)}
WHOLE = "AUTO"  # of WMS, whose pixels of the file are those below the centres
FRACTIONS = ("float", "double", "complex", "rgbfloat")
MASKED = ("", "", "", "", "nodata", "nodata", "mask")
FORMATS = """
  OUTPUTFORMAT NAME "bytes" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE BYTE EXTENSION "tif" FORMATOPTION "NULLVALUE=7" END
  OUTPUTFORMAT NAME "shorts" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; mode=int16" IMAGEMODE INT16 EXTENSION "tif" END
  OUTPUTFORMAT NAME "floats" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; mode=float" IMAGEMODE FLOAT32 EXTENSION "tif" FORMATOPTION "NULLVALUE=-1" END
  OUTPUTFORMAT NAME "rgbtiff" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; mode=rgb" IMAGEMODE RGB EXTENSION "tif" END
  OUTPUTFORMAT NAME "rgbatiff" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; mode=rgba" IMAGEMODE RGBA TRANSPARENT ON EXTENSION "tif" END
  OUTPUTFORMAT NAME "png24a" DRIVER "AGG/PNG" MIMETYPE "image/png; mode=rgba" IMAGEMODE RGBA TRANSPARENT ON EXTENSION "png" END
"""


def values_of(kind, rng):
    """Bands of SIDES."""
    width, height = SIDES
    y, x = np.mgrid[0:height, 0:width]
    smooth = 128 + 90 * np.sin(x / 4.0 + rng.random()) * np.cos(y / 5.0 + rng.random())
    noise = rng.integers(0, 30, (height, width))
    if kind == "bit":
        return [(smooth > 120).astype(int)]
    if kind in ("palette", "clear", "nibble"):
        return [np.clip(smooth // 16, 0, 15).astype(int)]
    bands = [np.clip(np.rint(smooth if i % 2 else np.roll(smooth, 3 * i, 1)) + noise, 0, 255) for i in range(TYPES[kind][0])]
    if kind in ("rgba", "two"):
        bands[-1] = np.where(noise > 20, 0, 255)
    if kind == "five":
        bands[3] = np.where(noise > 24, 0, 255)
    factor, shift = {"int16": (10, -900), "uint16": (200, 0), "rgb16": (200, 0), "int32": (1000, -90000), "uint32": (9000, 0), "float": (1.37, -80), "rgbfloat": (1.1, 0), "double": (0.01, 0), "complex": (1, 0)}.get(kind, (1, 0))
    return [band * factor + shift for band in bands]


def palette_of(kind):
    table = gdal.ColorTable()
    for i in range(16):
        table.SetColorEntry(i, (i * 40 % 256, 255 - i * 15, i * 90 % 256, 0 if kind == "clear" and i == 9 else 255))
    return table


def is_possible(kind, format):
    """Whether a driver writes files of a kind."""
    if format == "png":
        return kind in ("grey", "two", "rgb", "rgba", "palette", "clear", "uint16", "rgb16")
    if format == "jpg":
        return kind in ("grey", "rgb")
    if format == "asc":
        return kind in ("float", "double", "int16", "int32", "grey")
    return kind not in ("bit", "nibble") or format in ("tif", "vrt")


DRIVERS = {"png": "PNG", "jpg": "JPEG", "asc": "AAIGrid", "img": "HFA", "bil": "EHdr", "gif": "GIF", "dat": "ENVI"}


def placed(rng, code):
    """A geotransform: upright, the south above, turned, or oblong pixels."""
    step, (west, north) = PIXEL[code], CORNER[code]
    how = rng.random()
    if how < 0.7:
        return (west, step, 0, north, 0, -step)
    if how < 0.8:
        return (west, step, 0, north - SIDES[1] * step, 0, step)
    if how < 0.9:
        return (west + 4 * step, step * 0.8, step * 0.25, north - 2 * step, -step * 0.2, -step * 0.9)
    return (west, step, 0, north, 0, -step * 0.7)


def make_file(folder, name, seed):
    """Writes a file; returns its facts."""
    rng, numbers = random.Random(f"{seed} {name}"), np.random.default_rng([seed, *name.encode()])
    kind, code = rng.choice(list(TYPES)), rng.choice([4326, 4326, 4326, 32631, 3857])
    format = rng.choice(["tif", "tif", "tif", "tif", "vrt", "png", "jpg", "asc", "img"])
    format = format if is_possible(kind, format) else "tif"
    masked = rng.choice(MASKED) if format in ("tif", "vrt") else rng.choice(["", "nodata"]) if format in ("png", "img", "asc") else ""
    count, type = TYPES[kind]
    options = {"bit": ["NBITS=1"], "nibble": ["NBITS=4"]}.get(kind, [])
    base = folder / f"{name}.tif"
    place = placed(rng, code)
    if format == "asc":
        place = (place[0], place[1], 0, place[3], 0, -place[1])
    system = osr.SpatialReference()
    system.ImportFromEPSG(code)
    file = gdal.GetDriverByName("GTiff").Create(str(base), *SIDES, count, type, options + rng.choice([[], ["INTERLEAVE=BAND"], ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16", "COMPRESS=DEFLATE"]]))
    file.SetProjection(system.ExportToWkt())
    by_extent = format in ("tif", "png") and place[5] < 0 and place[2] == 0 and rng.random() < 0.08
    if not by_extent:
        file.SetGeoTransform(place)
    bands = values_of(kind, numbers)
    for i, band in enumerate(bands):
        file.GetRasterBand(i + 1).WriteArray(band)
    none = float(np.asarray(bands[0]).flat[40])
    if masked == "nodata":
        for i in range(count):
            file.GetRasterBand(i + 1).SetNoDataValue(none)
    if kind in ("palette", "clear"):
        file.GetRasterBand(1).SetColorTable(palette_of(kind))
    if kind in ("rgba", "two", "five"):
        file.GetRasterBand({"rgba": 4, "two": 2, "five": 4}[kind]).SetColorInterpretation(gdal.GCI_AlphaBand)
    if masked == "mask" and kind not in ("rgba", "two", "five"):
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", rng.choice(["YES", "NO"]))
        file.CreateMaskBand(gdal.GMF_PER_DATASET)
        file.GetRasterBand(1).GetMaskBand().WriteArray(np.where(numbers.random(SIDES[::-1]) > 0.15, 255, 0).astype(np.uint8))
    file.FlushCache()
    if rng.random() < 0.2 and masked != "mask":
        file.BuildOverviews("NEAREST", [2])
    file = None
    path = base
    if format == "vrt":
        path = folder / f"{name}.vrt"
        gdal.Translate(str(path), str(base), format="VRT")
    elif format != "tif":
        path = folder / f"{name}.{format}"
        gdal.Translate(str(path), str(base), format=DRIVERS[format], creationOptions=["WORLDFILE=YES"] if format in ("png", "jpg") else [])
        base.unlink()
        if format in ("png", "jpg"):
            path.with_suffix(f".{format}.aux.xml").unlink(missing_ok=True)
    corners = [(place[0] + x * place[1] + y * place[2], place[3] + x * place[4] + y * place[5]) for x in (0, SIDES[0]) for y in (0, SIDES[1])]
    xs, ys = zip(*corners)
    facts = f"# {kind} as {format} {masked} {'upright' if place[2] == 0 and place[5] < 0 else 'turned'} in {code}"
    return {"name": path.name, "facts": facts, "kind": kind, "code": code, "bands": count, "box": (min(xs), min(ys), max(xs), max(ys)), "by_extent": by_extent, "none": none, "low": float(min(b.min() for b in bands)), "high": float(max(b.max() for b in bands)), "place": place}


def number(value):
    return f"{value:.6g}"


def scale_of(rng, about):
    low, high = sorted(rng.uniform(about["low"], about["high"]) for _ in range(2))
    return rng.choice(["AUTO", "AUTO", f"{number(low)},{number(high)}", f"{number(about['low'])},{number(about['high'])}", f"{number(high)},{number(low)}"])


def key_of(rng, about):
    """One key of PROCESSING."""
    count = about["bands"]

    def bands(number_of_bands):
        return ",".join(str(rng.randint(1, count)) for _ in range(number_of_bands))
    color = rng.randint(1, 4)
    lut = rng.choice(["0:255,255:0", "50:0,100:200,200:10", "0:0,128:255", "20:30", "0:100", "0:0,1000:255", "curve.txt", "gimp.txt", "10:20,10:200,255:255"])
    return rng.choice([
        f"BANDS={bands(rng.choice([1, 1, 2, 3, 3, 4]))}", f"BANDS={bands(1)}", f"SCALE={scale_of(rng, about)}", f"SCALE={scale_of(rng, about)}", f"SCALE_{color}={scale_of(rng, about)}", f"LUT={lut}", f"LUT_{color}={lut}",
        f"NODATA={rng.choice(['OFF', 'AUTO', number(about['none']), '0', '255', ''])}", "USE_MASK_BAND=NO", f"RESAMPLE={rng.choice(['NEAREST', 'NEAREST', 'BILINEAR', 'AVERAGE'])}",
        f"OVERSAMPLE_RATIO={rng.choice(['1', '3', '10'])}", "LOAD_FULL_RES_IMAGE=YES", "LOAD_WHOLE_IMAGE=YES", "CLOSE_CONNECTION=NORMAL", f"SCALE_BUCKETS={rng.choice([2, 10, 200])}", f"CLASSIFY_SCALED={rng.choice(['YES', 'NO'])}",
        "DITHER=YES", "COLOR_MATCH_THRESHOLD=10", "RANGE_COLORSPACE=HSL", "EXTENT_PRIORITY=WORLD", "FORCE_DRAW_LABEL_CACHE=FLUSH",
    ])


def color_of(rng):
    return " ".join(str(rng.randrange(256)) for _ in range(3))


def classes_of(rng, about):
    a, b = sorted(rng.uniform(about["low"], about["high"]) for _ in range(2))
    whole = about["kind"] not in FRACTIONS
    a, b = (round(a), round(b)) if whole else (float(number(a)), float(number(b)))
    red, blue = f"COLOR {color_of(rng)}", f"COLOR {color_of(rng)}"
    item = rng.choice(["pixel", "pixel", "pixel", "red", "green", "blue"])
    start = str(abs(int(a)))[:1]
    chosen = rng.choice([
        f'CLASS NAME "low" EXPRESSION ([{item}] < {a}) STYLE {red} END END CLASS NAME "high" EXPRESSION ([{item}] > {b}) STYLE {blue} END END',
        f'CLASS NAME "a" EXPRESSION ([pixel] >= {a} AND [pixel] < {b}) STYLE {red} END END CLASS NAME "rest" STYLE {blue} END END',
        f'CLASS NAME "text" EXPRESSION "{a}" STYLE {red} END END CLASS NAME "other" EXPRESSION "{b}" STYLE {blue} END END',
        f'CLASS NAME "like" EXPRESSION /^ *{start}/ STYLE {red} END END CLASS NAME "rest" EXPRESSION /./ STYLE {blue} END END',
        f'CLASS NAME "range" STYLE COLORRANGE {color_of(rng)} {color_of(rng)} DATARANGE {a} {b} END END',
        f'CLASS NAME "ranges" STYLE COLORRANGE {color_of(rng)} {color_of(rng)} DATARANGE {number(about["low"])} {a} END STYLE COLORRANGE {color_of(rng)} {color_of(rng)} DATARANGE {a} {number(about["high"])} END END',
        f'CLASS NAME "range of class" EXPRESSION ([pixel] < {b}) STYLE COLORRANGE {color_of(rng)} {color_of(rng)} DATARANGE {number(about["low"])} {b} END END CLASS NAME "rest" STYLE {blue} END END',
        f'CLASS NAME "plain" STYLE {red} END END', f'CLASS NAME "own" EXPRESSION ([{item}] < {b}) STYLE SIZE 1 END END',
        f'CLASSGROUP "g" CLASS GROUP "h" EXPRESSION ([pixel] < {b}) STYLE {red} END END CLASS NAME "g" GROUP "g" EXPRESSION ([pixel] >= {a}) STYLE {blue} END END',
        f'CLASSITEM "pixel" CLASS NAME "item" EXPRESSION "{a}" STYLE {red} END END CLASS EXPRESSION ([pixel] * 2 > {2 * b} OR "[pixel]" ~ "^ *{start}") STYLE {blue} END END',
        f'CLASS NAME "color" EXPRESSION ([red] + [green] > 200 AND NOT ([blue] = 0)) STYLE {red} END END',
    ])
    chosen = chosen.replace("STYLE", "\n      STYLE")  # an expression ends with the last parenthesis of the line
    # MapServer compares the red of an entry with DATARANGE.
    # Of numbers that are no bytes, it looks at the class of the last number first.
    overlaps = 'NAME "rest"' in chosen or 'NAME "item"' in chosen
    is_other = about["kind"] in ("palette", "clear") and "DATARANGE" in chosen or overlaps and TYPES[about["kind"]][1] != gdal.GDT_Byte
    return classes_of(rng, about) if is_other else chosen


def colors_of(rng, about):
    """OFFSITE: a colour that the file is likely to have."""
    value = max(0, min(255, round(about["none"])))
    return rng.choice([f"OFFSITE {value} {value} {value}", "OFFSITE 0 0 0", f"OFFSITE {color_of(rng)}", "OFFSITE 255 255 255"])


def more_of(rng, about):
    return rng.choice([colors_of(rng, about), colors_of(rng, about), "COMPOSITE OPACITY 50 END", f'COMPOSITE COMPOP "{rng.choice(["multiply", "screen", "difference", "dst-over", "xor", "darken", "src-in", "plus", "hard-light"])}" OPACITY {rng.choice([40, 100])} END', 'MASK "hole"',
                       'MASK "pixels"', "MAXSCALEDENOM 10000000", "MINSCALEDENOM 10000000", 'CONNECTIONOPTIONS "OVERVIEW_LEVEL" "NONE" END', "TRANSFORM FALSE", "TOLERANCE 0", "STATUS OFF", 'COMPOSITE COMPFILTER "grayscale()" END', "MAXGEOWIDTH 9"])


def layer_of(rng, name, about):
    parts, texts = rng.choices(["key", "classes", "more"], [5, 3, 2], k=rng.choice([1, 2, 2, 3, 3])), []
    if "classes" in parts:
        texts.append(classes_of(rng, about))
        parts = [part for part in parts if part != "classes"]
    texts += [f'PROCESSING "{key_of(rng, about)}"' if part == "key" else more_of(rng, about) for part in parts]
    projection = rng.choice([f'PROJECTION "init=epsg:{about["code"]}" END'] * 4 + ["PROJECTION AUTO END"])
    if about["name"].endswith((".png", ".jpg", ".asc")):
        projection = f'PROJECTION "init=epsg:{about["code"]}" END'
    extent = f"EXTENT {' '.join(map(str, about['box']))}" if about["by_extent"] else ""
    data = f'DATA "{about["name"]}"'
    if rng.random() < 0.12 and not about["by_extent"]:
        data = f'TILEINDEX "index_{about["name"].split(".")[0]}" TILEITEM "location"' + rng.choice(["", ' TILESRS "srs"', ' FILTER ([rank] = 1)'])
    status = "" if "STATUS" in " ".join(texts) else "STATUS ON"
    inner = "\n    ".join(texts)
    return f"""  LAYER
    NAME "{name}" {about["facts"]}
    TYPE RASTER {status} {data} TEMPLATE "row.html" {projection} {extent}
    {inner}
    METADATA "ows_title" "{name}" "ows_include_items" "all" "gml_include_items" "all" END
  END
"""


FILES = ("one", "six", "ten")
LAYERS = 9


def index_of(folder, about):
    west, south, east, north = about["box"]
    middle = (west + east) / 2
    rings = [[[a, south], [b, south], [b, north], [a, north], [a, south]] for a, b in ((west, middle), (middle, east))]
    name = about["name"].split(".")[0]
    features = [{"type": "Feature", "properties": {"location": about["name"], "srs": f"EPSG:{about['code']}", "rank": i + 1}, "geometry": {"type": "Polygon", "coordinates": [ring]}} for i, ring in enumerate(rings)]
    (folder / f"index_{name}.json").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return f"""  LAYER NAME "index_{name}" TYPE POLYGON STATUS OFF CONNECTIONTYPE OGR CONNECTION "index_{name}.json" PROJECTION "init=epsg:{about['code']}" END END
"""


GIMP = "# GIMP Curves File\n" + "\n".join(" ".join(f"{x} {y}" if x >= 0 else "-1 -1" for x, y in points) for points in (
    [(0, 0), *[(-1, -1)] * 15, (255, 255)], [(0, 30), *[(-1, -1)] * 7, (120, 200), *[(-1, -1)] * 7, (255, 240)], [(0, 0), *[(-1, -1)] * 15, (255, 100)], [(0, 255), *[(-1, -1)] * 15, (255, 0)], [(0, 0), *[(-1, -1)] * 15, (255, 255)])) + "\n"


def files(seed, folder):
    """Writes the files of a seed; returns what requests() needs."""
    rng = random.Random(f"{seed} pixels")
    sources = [make_file(folder, name, seed) for name in FILES]
    (folder / "row.html").write_text("<!-- MapServer Template -->\n[x] [y] [value_0] [value_list] [red] [green] [blue] [class]\n")
    (folder / "curve.txt").write_text("0:255,100:50,255:0")
    (folder / "gimp.txt").write_text(GIMP)
    layers = {}
    about_of = {}
    for i in range(LAYERS):
        about = rng.choice(sources)
        layers[f"r{i}"] = layer_of(rng, f"r{i}", about)
        about_of[f"r{i}"] = about
    index = "".join(index_of(folder, about) for about in sources)
    main = sources[0]
    box = " ".join(map(str, main["box"]))
    mode = rng.choice(["png", "png", "png24a"])
    (folder / "test.map").write_text(f"""MAP NAME "t" SHAPEPATH "." SIZE 240 190 IMAGETYPE {mode} EXTENT {box} IMAGECOLOR 200 220 240 PROJECTION "init=epsg:{main['code']}" END
  WEB METADATA "ows_title" "T" "ows_srs" "EPSG:4326 EPSG:32631 EPSG:3857 EPSG:3995 EPSG:3035" "ows_enable_request" "*" "ows_onlineresource" "http://maps.example/ows?" "wms_feature_info_mime_type" "text/html" END END
  LEGEND STATUS ON END
  {FORMATS}
  LAYER NAME "hole" TYPE POLYGON STATUS OFF FEATURE POINTS 2 43 6 50 13 47 9 42 2 43 END END PROJECTION "init=epsg:4326" END CLASS STYLE COLOR 0 0 0 END END END
  LAYER NAME "pixels" TYPE RASTER STATUS OFF DATA "{sources[1]['name']}" PROJECTION "init=epsg:{sources[1]['code']}" END {"EXTENT " + " ".join(map(str, sources[1]['box'])) if sources[1]['by_extent'] else ""} END
{"".join(layers.values())}{index}END
""")
    return {"layers": about_of, "texts": layers, "map_code": main["code"]}


def view_of(rng, about, code, text="", side=240):
    """A box of nearly square pixels over a file, or over most of it. What MapServer makes of AUTO and of floats in classes depends on the view: there it is all of the file."""
    west, south, east, north = transformed(about["box"], about["code"], code)
    width, height = east - west, north - south
    by_view = "AUTO" in text.replace("PROJECTION AUTO", "").replace("NODATA=AUTO", "") or (about["kind"] in FRACTIONS and "CLASS" in text) or "Normalize" in text
    share = 1.1 if by_view else rng.choice([1.1, 0.5, 0.3])
    x, y = west + rng.uniform(-0.05, 1 - share + 0.05) * width, south + rng.uniform(-0.05, 1 - share + 0.05) * height
    step = share * width / side
    rows = max(20, min(400, round(share * height / step)))
    return (round(x, 7), round(y, 7), round(x + side * step, 7), round(y + rows * step, 7)), side, rows


def get_map(rng, about, layer, _files):
    code = rng.choice([about["code"]] * 4 + ([3857, 3995] if about["code"] == 4326 else [4326, about["code"]]))
    box, width, height = view_of(rng, about, code, WHOLE)
    form = rng.choice(["image/png"] * 5 + ["image/png; mode=8bit", "image/png; mode=rgba", "image/gif", "image/jpeg", "image/tiff; mode=rgb", "image/tiff; mode=rgba"])
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": layer, "STYLES": "", "SRS": f"EPSG:{code}", "BBOX": text_of(box), "WIDTH": width, "HEIGHT": height, "FORMAT": form,
            "TRANSPARENT": rng.choice(["TRUE", "FALSE"]) if "jpeg" not in form else "FALSE"}


def cgi_map(rng, about, layer, files):
    box, width, height = view_of(rng, about, files["map_code"], files["texts"][layer])
    return {"mode": "map", "layers": layer, "mapext": text_of(box).replace(",", " "), "mapsize": f"{width} {height}", "map.imagetype": rng.choice(["png", "png", "png24a", "rgbtiff", "rgbatiff"] + ["bytes", "shorts", "floats"] * ("MASK \"" not in files["texts"][layer]))}  # MapServer 8.0.0 ends there


def info(rng, about, layer, files):
    request = get_map(rng, about, layer, files) | {"REQUEST": "GetFeatureInfo", "QUERY_LAYERS": layer, "LAYERS": layer, "FORMAT": "image/png", "INFO_FORMAT": rng.choice(["text/plain", "text/html", "application/vnd.ogc.gml"])}
    return request | {"X": rng.randrange(240), "Y": rng.randrange(min(190, request["HEIGHT"])), "FEATURE_COUNT": rng.choice([1, 1, 3, 9])}


def query(rng, about, layer, files):
    box, width, height = view_of(rng, about, files["map_code"])
    x, y = rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3])
    step = (box[2] - box[0]) / 20
    where = rng.choice([{"mode": "query", "mapxy": f"{number(x)} {number(y)}"}, {"mode": "nquery", "mapxy": f"{number(x)} {number(y)}"}, {"mode": "nquery", "mapext": f"{number(x)} {number(y)} {number(x + step)} {number(y + step)}", "searchmap": "true"},
                        {"mode": "query", "img.x": rng.randrange(width), "img.y": rng.randrange(height), "imgsize": f"{width} {height}"}])
    return {"layers": layer, "qlayer": layer, "imgext": text_of(box).replace(",", " "), "mapsize": f"{width} {height}"} | where


def legend(rng, _about, layer, _files):
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "LAYER": layer, "FORMAT": "image/png"} | rng.choice([{}, {}, {"WIDTH": 30, "HEIGHT": 20}, {"RULE": "low"}, {"RULE": "range"}, {"SCALE": 1000000}])


def symbolizer(rng, about):
    a = sorted(rng.uniform(about["low"], about["high"]) for _ in range(3))
    a = [round(v) for v in a] if about["kind"] not in FRACTIONS else [float(number(v)) for v in a]
    colors = [f"#{rng.randrange(1 << 24):06x}" for _ in range(3)]
    opacity = rng.choice(["", "", "<Opacity>0.5</Opacity>"])
    own = rng.choice(["", "", "", ' label="words"'])
    kind = rng.choice(["", "", ' type="values"', ' type="intervals"'])
    entries = "".join(f'<ColorMapEntry color="{color}" quantity="{quantity}"{own}/>' for color, quantity in zip(colors, a))
    # Other elements have an effect here, and none in MapServer.
    return rng.choice([f"{opacity}<ColorMap{kind}>{entries}</ColorMap>"] * 4 + [opacity])


def sheet(rng, about, layer, _files):
    style = f"<Rule><RasterSymbolizer>{symbolizer(rng, about)}</RasterSymbolizer></Rule>"
    if rng.random() < 0.15:
        style = f'<Rule><MaxScaleDenominator>{rng.choice(["1e9", "1e5"])}</MaxScaleDenominator><RasterSymbolizer>{symbolizer(rng, about)}</RasterSymbolizer></Rule>'
    text = f'<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>{layer}</Name><UserStyle><FeatureTypeStyle>{style}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>'
    box, width, height = view_of(rng, about, about["code"], WHOLE)
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": layer, "STYLES": "", "SRS": f"EPSG:{about['code']}", "BBOX": text_of(box), "WIDTH": width, "HEIGHT": height, "FORMAT": "image/png", "SLD_BODY": text}


MAKERS = {"map": get_map, "cgi": cgi_map, "info": info, "query": query, "legend": legend, "sheet": sheet}


def requests(seed, about, count):
    """Pairs of a name and parameters."""
    rng = random.Random(f"{seed} requests")
    names = list(about["layers"])
    for number in range(count):
        kind = rng.choices(list(MAKERS), [5, 3, 2, 2, 1, 2])[0]
        layer = names[number % len(names)]
        yield f"{seed}.{number} {kind}", MAKERS[kind](rng, about["layers"][layer], layer, about)
