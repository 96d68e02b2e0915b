# SPDX-License-Identifier: MIT
"""Random raster layers, and requests about them, for test_random_rasters.py: maps, coverages of every version, queries, legends and style sheets.

The same seed gives the same files and requests. Files are GeoTIFFs of 40 to 130 pixels in EPSG:4326 or 32631, of every type, with and
without missing values, overviews and square pixels; layers have random keys of PROCESSING, classes, or lie in an index.
"""

import json
import random

import numpy as np
from osgeo import gdal, osr

gdal.UseExceptions()
PIXEL = {4326: 0.05, 32631: 5000.0}
CORNER = {4326: (1.0, 46.0), 32631: (350000.0, 5100000.0)}
KINDS = {"grey": (1, gdal.GDT_Byte), "rgb": (3, gdal.GDT_Byte), "rgba": (4, gdal.GDT_Byte), "palette": (1, gdal.GDT_Byte), "int16": (1, gdal.GDT_Int16),
         "uint16": (1, gdal.GDT_UInt16), "float": (1, gdal.GDT_Float32), "nan": (1, gdal.GDT_Float32), "double": (1, gdal.GDT_Float64), "two": (2, gdal.GDT_Int16)}
NO_DATA = {"int16": -99, "uint16": 7000, "float": -9999.0, "nan": float("nan"), "grey": 50}
FORMATS = """
  OUTPUTFORMAT NAME "bytes" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE BYTE EXTENSION "tif" END
  OUTPUTFORMAT NAME "shorts" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; mode=int16" IMAGEMODE INT16 EXTENSION "tif" END
  OUTPUTFORMAT NAME "floats" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff; mode=float" IMAGEMODE FLOAT32 EXTENSION "tif" END
"""


def values_of(kind, width, height, rng):
    y, x = np.mgrid[0:height, 0:width]
    smooth = 120 + 80 * np.sin(x / 6.0 + rng.random()) + 50 * np.cos(y / 5.0)
    noise = rng.integers(0, 40, (height, width))
    if kind == "palette":
        return [(smooth // 20).astype(np.uint8)]
    if kind in ("grey", "rgb", "rgba"):
        bands = [np.clip(smooth + noise * (i + 1) / 2, 0, 255).astype(np.uint8) for i in range(KINDS[kind][0])]
        if kind == "rgba":
            bands[3] = np.where(noise > 30, 0, 255).astype(np.uint8)
        if kind == "grey":
            bands[0][noise > 37] = NO_DATA["grey"]
        return bands
    numbers = (smooth + noise) * {"uint16": 40}.get(kind, 1) - {"int16": 150, "two": 150}.get(kind, 0)
    if kind not in ("float", "nan", "double"):
        numbers = np.rint(numbers)
    if kind in NO_DATA:
        numbers[noise > 36] = NO_DATA[kind]
    return [numbers + 10 * i for i in range(KINDS[kind][0])]


def make_file(path, kind, code, seed):
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(40, 130, 2))
    count, type = KINDS[kind]
    file = gdal.GetDriverByName("GTiff").Create(str(path), width, height, count, type, ["COMPRESS=DEFLATE"] + (["TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=32"] if seed % 2 else []))
    step = PIXEL[code]
    tall = step * rng.choice([1, 1, 1, 1.3, 2])
    file.SetGeoTransform((CORNER[code][0], step, 0, CORNER[code][1], 0, -tall))
    system = osr.SpatialReference()
    system.ImportFromEPSG(code)
    file.SetProjection(system.ExportToWkt())
    for i, band in enumerate(values_of(kind, width, height, rng)):
        file.GetRasterBand(i + 1).WriteArray(band)
        if kind in NO_DATA:
            file.GetRasterBand(i + 1).SetNoDataValue(NO_DATA[kind])
    if kind == "palette":
        table = gdal.ColorTable()
        for i in range(16):
            table.SetColorEntry(i, (i * 40 % 256, 255 - i * 15, i * 90 % 256, 255))
        file.GetRasterBand(1).SetColorTable(table)
    if kind == "rgba":
        file.GetRasterBand(4).SetColorInterpretation(gdal.GCI_AlphaBand)
    file.FlushCache()
    if rng.random() < 0.3:
        file.BuildOverviews("NEAREST", [2, 4])
    return width * step, height * tall


def processing_of(rng, kind):
    keys = []
    if rng.random() < 0.4:
        keys.append("RESAMPLE=" + rng.choice(["NEAREST", "BILINEAR", "AVERAGE"]))
    if rng.random() < 0.25:
        keys.append("NODATA=" + rng.choice(["OFF", "AUTO", "100", "0"]))
    if rng.random() < 0.25:
        keys.append(rng.choice(["SCALE=AUTO", "SCALE=0,200", "SCALE=-50,150", "SCALE_1=20,120", "SCALE=0,9000"]))
    if rng.random() < 0.15:
        keys.append(rng.choice(["LUT=0:255,255:0", "LUT=50:0,100:200,200:10", "LUT_1=0:0,128:255"]))
    if rng.random() < 0.15:
        keys.append("OVERSAMPLE_RATIO=" + rng.choice(["1", "1.5", "4", "10"]))
    if rng.random() < 0.1:
        keys.append(rng.choice(["LOAD_FULL_RES_IMAGE=YES", "LOAD_WHOLE_IMAGE=YES", "CLOSE_CONNECTION=NORMAL", "USE_MASK_BAND=NO"]))
    if rng.random() < 0.15:
        keys.append("BANDS=" + rng.choice({1: ["1", "1,1,1"], 2: ["1", "2", "1,2"], 3: ["3,2,1", "2", "1,1,2"], 4: ["1,2,3", "4", "1,2,3,4", "3"]}[KINDS[kind][0]]))
    return keys


def classes_of(rng, kind):
    if KINDS[kind][0] > 1 or rng.random() < 0.6:
        return ""
    low, high = sorted(rng.sample([0, 3, 60, 100, 140, 180, 220], 2))
    return rng.choice([
        f"CLASS NAME \"low\" EXPRESSION ([pixel] < {low}) STYLE COLOR 255 0 0 END END\nCLASS NAME \"high\" EXPRESSION ([pixel] > {high}) STYLE COLOR 0 0 255 OPACITY 60 END END",
        f"CLASS NAME \"range\" STYLE COLORRANGE 0 0 0 255 255 0 DATARANGE {low} {high} END END",
        f"CLASS NAME \"a\" EXPRESSION ([pixel] >= {low} AND [pixel] < {high}) STYLE COLOR 0 255 0 END END CLASS NAME \"rest\" STYLE COLOR 90 90 90 END END",
        f"CLASS NAME \"r\" EXPRESSION ([red] > {low}) STYLE COLOR 10 200 30 END END",
    ])


def layer_of(rng, kind, code, has_index):
    keys = " ".join(f'PROCESSING "{key}"' for key in processing_of(rng, kind))
    data = 'TILEINDEX "index.json" TILEITEM "location"' if has_index else 'DATA "r.tif"'
    more = rng.choice(["", "", "", "OFFSITE 50 50 50", "COMPOSITE OPACITY 50 END"])
    return f"""  LAYER
    NAME "r" # {kind} in {code}
    TYPE RASTER STATUS ON {data} TEMPLATE "row.html" PROJECTION "init=epsg:{code}" END
    {keys} {more} {classes_of(rng, kind)}
    METADATA "ows_title" "R" "wcs_label" "R" "wcs_rangeset_name" "N" "wcs_rangeset_label" "L" "ows_include_items" "all" "gml_include_items" "all" EXTENT_OF_INDEX END
  END
"""


def files(seed, folder):
    """Writes the files of a seed; returns what requests() needs."""
    rng = random.Random(seed)
    kind, code = rng.choice(list(KINDS)), rng.choice([4326, 4326, 32631])
    width, height = make_file(folder / "r.tif", kind, code, seed)
    (west, north) = CORNER[code]
    box = (west, north - height, west + width, north)
    has_index = rng.random() < 0.2
    layer = layer_of(rng, kind, code, has_index)
    header = gdal.Open(str(folder / "r.tif"))
    size = f'"wcs_extent" "{box[0]} {box[1]} {box[2]} {box[3]}" "wcs_size" "{header.RasterXSize} {header.RasterYSize}" "wcs_bandcount" "{KINDS[kind][0]}"' if has_index else ""
    ring = [[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]], [box[0], box[1]]]
    (folder / "index.json").write_text(json.dumps({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"location": "r.tif"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}]}))
    (folder / "row.html").write_text("<!-- MapServer Template -->\n[x] [y] [value_0] [value_list] [red] [green] [blue]\n")
    index = f"""  LAYER NAME "index" TYPE POLYGON STATUS OFF CONNECTIONTYPE OGR CONNECTION "index.json" PROJECTION "init=epsg:{code}" END END
""" if has_index else ""
    (folder / "test.map").write_text(f"""MAP NAME "t" SHAPEPATH "." SIZE 200 150 IMAGETYPE png EXTENT {box[0]} {box[1]} {box[2]} {box[3]} IMAGECOLOR 200 220 240 PROJECTION "init=epsg:{code}" END
  WEB METADATA "ows_title" "T" "ows_srs" "EPSG:4326 EPSG:32631 EPSG:3857" "ows_enable_request" "*" "ows_onlineresource" "http://maps.example/ows?" "wcs_label" "C" END END
  LEGEND STATUS ON END
  {FORMATS}
{layer.replace("EXTENT_OF_INDEX", size).replace('TILEINDEX "index.json"', 'TILEINDEX "index"')}{index}END
""")
    return {"box": box, "code": code, "kind": kind, "bands": KINDS[kind][0]}


def part_of(rng, box):
    """A box over the file, as a whole, in part, or beyond an edge."""
    width, height = box[2] - box[0], box[3] - box[1]
    how = rng.random()
    if how < 0.2:
        return box
    share = rng.uniform(0.2, 1.3)
    x, y = rng.uniform(-0.2, 0.9), rng.uniform(-0.2, 0.9)
    return tuple(round(value, 4) for value in (box[0] + x * width, box[1] + y * height, box[0] + (x + share) * width, box[1] + (y + share) * height))


def transformed(box, code, to):
    if code == to:
        return box
    here, there = osr.SpatialReference(), osr.SpatialReference()
    here.ImportFromEPSG(code)
    there.ImportFromEPSG(to)
    for system in (here, there):
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    way = osr.CoordinateTransformation(here, there)
    corners = [way.TransformPoint(x, y)[:2] for x in box[::2] for y in box[1::2]]
    digits = 6 if to == 4326 else 1
    return tuple(round(value, digits) for value in (min(c[0] for c in corners), min(c[1] for c in corners), max(c[0] for c in corners), max(c[1] for c in corners)))


def text_of(box):
    return ",".join(str(value) for value in box)


def map_request(rng, about):
    width = rng.randrange(20, 190)
    box = part_of(rng, about["box"])
    height = max(2, round(width * (box[3] - box[1]) / (box[2] - box[0])) + rng.choice([0, 0, 3]))
    return {"mode": "map", "layers": "r", "mapext": text_of(box).replace(",", " "), "mapsize": f"{width} {height}", "map.imagetype": rng.choice(["png", "png"] + ["floats", "shorts", "bytes"] * (about["bands"] == 1))}


def coverage_10(rng, about):
    code = rng.choice([about["code"], about["code"], 4326, 3857])
    box = transformed(part_of(rng, about["box"]), about["code"], code)
    request = {"SERVICE": "WCS", "VERSION": "1.0.0", "REQUEST": "GetCoverage", "COVERAGE": "r", "CRS": f"EPSG:{code}", "BBOX": text_of(box), "FORMAT": rng.choice(["bytes", "shorts", "floats", "png"])}
    if rng.random() < 0.5:
        request |= {"WIDTH": rng.randrange(10, 120), "HEIGHT": rng.randrange(10, 120)}
    else:
        step = (box[2] - box[0]) / rng.randrange(10, 120)
        request |= {"RESX": f"{step:.6g}", "RESY": f"{step * rng.choice([1, 1, 1.5]):.6g}"}
    if rng.random() < 0.6:
        request["INTERPOLATION"] = rng.choice(["bilinear", "nearest neighbor", "average"])
    return request


def coverage_11(rng, about):
    code = rng.choice([about["code"], about["code"], 32631])
    box = transformed(part_of(rng, about["box"]), about["code"], code)
    is_north_first = code == 4326
    box = (box[1], box[0], box[3], box[2]) if is_north_first else box
    request = {"SERVICE": "WCS", "VERSION": rng.choice(["1.1.0", "1.1.1"]), "REQUEST": "GetCoverage", "IDENTIFIER": "r", "BOUNDINGBOX": f"{text_of(box)},urn:ogc:def:crs:EPSG::{code}",
               "FORMAT": rng.choice(["image/tiff", "image/tiff; mode=int16", "image/tiff; mode=float"])}
    if rng.random() < 0.7:
        x, y = (box[0], box[3]) if not is_north_first else (box[2], box[1])
        step = abs(box[2] - box[0]) / rng.randrange(8, 90)
        request |= {"GRIDBASECRS": f"urn:ogc:def:crs:EPSG::{code}", "GRIDORIGIN": f"{x},{y}", "GRIDOFFSETS": f"{-step:.6g},{step:.6g}" if is_north_first else f"{step:.6g},{-step:.6g}"}
    if rng.random() < 0.4:
        request["RANGESUBSET"] = f"N:{rng.choice(['bilinear', 'nearest', 'average'])}"
    return request


def coverage_20(rng, about):
    box = part_of(rng, about["box"])
    request = {"SERVICE": "WCS", "VERSION": "2.0.1", "REQUEST": "GetCoverage", "COVERAGEID": "r", "FORMAT": rng.choice(["image/tiff", "image/tiff; mode=int16", "image/tiff; mode=float", "image/png"])}
    names = ("long", "lat") if about["code"] == 4326 else ("x", "y")
    if rng.random() < 0.7:
        request |= {"SUBSETx": f"{names[0]}({box[0]},{box[2]})", "SUBSETy": f"{names[1]}({box[1]},{box[3]})"}
    how = rng.randrange(6)
    if how == 0:
        request |= {"SCALEFACTOR": f"{rng.uniform(0.2, 2.5):.3f}"}
    elif how == 1:
        request |= {"SCALESIZE": f"{names[0]}({rng.randrange(5, 90)}),{names[1]}({rng.randrange(5, 90)})"}
    elif how == 2:
        request |= {"SIZEx": f"{names[0]}({rng.randrange(5, 90)})", "SIZEy": f"{names[1]}({rng.randrange(5, 90)})"}
    elif how == 3:
        step = (about["box"][2] - about["box"][0]) / rng.randrange(10, 90)
        request |= {"RESOLUTIONx": f"{names[0]}({step:.6g})", "RESOLUTIONy": f"{names[1]}({step * rng.choice([1, 1.7]):.6g})"}
    if rng.random() < 0.6:
        request["INTERPOLATION"] = rng.choice(["NEAREST", "BILINEAR", "AVERAGE"])
    if rng.random() < 0.2:
        request["OUTPUTCRS"] = f"http://www.opengis.net/def/crs/EPSG/0/{rng.choice([3857, 4326, 32631])}"
    if rng.random() < 0.2 and about["bands"] > 1:
        request["RANGESUBSET"] = rng.choice(["1", "2", "2,1", "1:2"])
    return request


def described(rng, _about):
    version = rng.choice(["1.0.0", "1.1.0", "1.1.1", "2.0.1"])
    name = {"1.0.0": "COVERAGE", "2.0.1": "COVERAGEID"}.get(version, "IDENTIFIERS")
    return {"SERVICE": "WCS", "VERSION": version, "REQUEST": rng.choice(["DescribeCoverage", "DescribeCoverage", "GetCapabilities"]), name: "r"}


def wms(rng, about):
    code = rng.choice([about["code"], 4326, 3857])
    return of_box(transformed(part_of(rng, about["box"]), about["code"], code), code)


def of_box(box, code):
    """A request with square pixels, or nearly."""
    height = max(2, min(400, round(120 * (box[3] - box[1]) / (box[2] - box[0]))))
    north = round(box[1] + height * (box[2] - box[0]) / 120, 9)
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "LAYERS": "r", "STYLES": "", "SRS": f"EPSG:{code}", "BBOX": text_of((*box[:3], north)), "WIDTH": 120, "HEIGHT": height}


def info(rng, about):
    return wms(rng, about) | {"REQUEST": "GetFeatureInfo", "QUERY_LAYERS": "r", "INFO_FORMAT": rng.choice(["text/plain", "application/vnd.ogc.gml"]), "X": rng.randrange(120), "Y": rng.randrange(40),
                              "FEATURE_COUNT": rng.choice([1, 1, 5])}


def legend(rng, _about):
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "LAYER": "r", "FORMAT": "image/png"} | rng.choice([{}, {}, {"WIDTH": 30, "HEIGHT": 20}, {"RULE": "low"}])


def style_sheet(rng, about):
    entries = sorted(rng.sample([0, 20, 60, 90, 130, 170, 210, 250], 3))
    colors = ["#ff0000", "#00ff00", "#0000ff"]
    opacity = rng.choice(["", "<Opacity>0.5</Opacity>"])
    entry = "".join(f'<ColorMapEntry color="{color}" quantity="{quantity}"/>' for color, quantity in zip(colors, entries))
    sheet = f"""<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>r</Name><UserStyle><FeatureTypeStyle><Rule>
      <RasterSymbolizer>{opacity}<ColorMap>{entry}</ColorMap></RasterSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>"""
    # As large as a pixel of the file or smaller: how a program samples does not matter.
    return of_box(part_of(rng, about["box"]), about["code"]) | {"REQUEST": "GetMap", "FORMAT": "image/png", "SLD_BODY": sheet}


MAKERS = {"map": map_request, "wcs10": coverage_10, "wcs11": coverage_11, "wcs20": coverage_20, "description": described, "info": info, "legend": legend, "sheet": style_sheet}


def requests(seed, about, count):
    """Pairs of a name and parameters."""
    rng = random.Random(f"{seed} requests")
    for number in range(count):
        kind = rng.choice(list(MAKERS))
        yield f"{seed}.{number} {kind}", MAKERS[kind](rng, about)


def opened(answer):
    """Values, place and CRS of the GeoTIFF of an answer; nothing for others."""
    start = answer[1].find(b"II*\0")
    if start < 0:
        return None
    gdal.FileFromMemBuffer("/vsimem/answer.tif", answer[1][start:])
    file = gdal.Open("/vsimem/answer.tif")
    system = file.GetSpatialRef()
    return file.ReadAsArray().astype(float), file.GetGeoTransform(), system.GetAuthorityCode(None) if system else None


def differing_files(theirs, ours):
    """None, or a line that describes the difference of what opened() has."""
    (a, place_a, crs_a), (b, place_b, crs_b) = theirs, ours
    if a.shape != b.shape or crs_a != crs_b or not np.allclose(place_a, place_b, rtol=1e-9, atol=1e-9):
        return f"{a.shape} {place_a} {crs_a} | {b.shape} {place_b} {crs_b}"
    bad = ~(np.isclose(a, b, rtol=1e-5, atol=1e-5) | (np.isnan(a) & np.isnan(b)))
    return f"{bad.mean():.2%} of the values differ, by {np.nanmax(abs(a - b)):g} at the most" if bad.any() else None
