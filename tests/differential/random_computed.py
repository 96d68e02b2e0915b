# SPDX-License-Identifier: MIT
"""Random layers that are computed of rasters or drawn as rasters (contours, arrows, densities of points), for test_random_rasters.py."""

import random

import numpy as np
from osgeo import gdal, osr
from random_rasters import text_of, transformed

SIDES = (60, 46)
STEP = {4326: 0.2, 32631: 20000.0}
CORNER = {4326: (1.0, 51.0), 32631: (200000.0, 5700000.0)}
SYMBOLS = """
  SYMBOL NAME "arrow" TYPE VECTOR FILLED TRUE POINTS 0 2 6 2 6 0 10 3 6 6 6 4 0 4 0 2 END END
  SYMBOL NAME "disc" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
"""


def write_rasters(folder, code, rng):
    y, x = np.mgrid[0:SIDES[1], 0:SIDES[0]]
    heights = 300 + 220 * np.sin(x / 9 + rng.random()) * np.cos(y / 8 + rng.random()) + x
    u, v = 10 * np.sin(x / 8 + rng.random()), 8 * np.cos(y / 7)
    system = osr.SpatialReference()
    system.ImportFromEPSG(code)
    step, (west, north) = STEP[code], CORNER[code]
    turned = rng.random() < 0.1
    for name, bands, kind in (("heights.tif", [heights], gdal.GDT_Float32), ("whole.tif", [heights // 3], gdal.GDT_Byte), ("wind.tif", [u, v], gdal.GDT_Float32)):
        file = gdal.GetDriverByName("GTiff").Create(str(folder / name), *SIDES, len(bands), kind)
        file.SetGeoTransform((west, step, step * 0.15 * turned, north, step * 0.1 * turned, -step))
        file.SetProjection(system.ExportToWkt())
        for i, band in enumerate(bands):
            file.GetRasterBand(i + 1).WriteArray(band)
        if name == "heights.tif" and rng.random() < 0.3:
            file.GetRasterBand(1).SetNoDataValue(float(np.float32(heights[5, 5])))
    return (west, north - SIDES[1] * step, west + SIDES[0] * step, north), "turned" if turned else "upright"


def color(rng):
    return " ".join(str(rng.randrange(200)) for _ in range(3))


def contour(rng):
    file, scale = rng.choice([("heights.tif", 1), ("whole.tif", 0.33)])
    levels = rng.choice([f"CONTOUR_INTERVAL={number(rng.choice([20, 50, 100]) * scale)}", f"CONTOUR_LEVELS={','.join(number(v * scale) for v in sorted(rng.sample(range(100, 520, 20), 3)))}", f"CONTOUR_INTERVAL=0,1000000:{number(25 * scale)}\" PROCESSING \"CONTOUR_INTERVAL=1000000,1e11:{number(80 * scale)}"])
    more = rng.choice(["", "", "GEOMTRANSFORM (smoothsia([shape], 3))", "GEOMTRANSFORM (simplify([shape], 0.1))", 'LABELITEM "elev"', f"FILTER ([elev] > {number(300 * scale)})"])
    classes = rng.choice([f"CLASS STYLE COLOR {color(rng)} WIDTH {rng.choice([1, 2, 3])} END END", f'CLASSITEM "elev" CLASS EXPRESSION ([elev] > {number(320 * scale)}) STYLE COLOR {color(rng)} WIDTH 2 END END\n CLASS STYLE COLOR {color(rng)} END END',
                          f'CLASS STYLE COLORRANGE {color(rng)} {color(rng)} DATARANGE {number(100 * scale)} {number(500 * scale)} RANGEITEM "elev" WIDTH 3 END END'])
    return f'TYPE LINE CONNECTIONTYPE CONTOUR DATA "{file}" PROCESSING "BANDS=1" PROCESSING "CONTOUR_ITEM=elev" PROCESSING "{levels}" {more}\n {classes}'


def number(value):
    return f"{value:.6g}"


def arrows(rng):
    keys = [f"UV_SPACING={rng.choice([10, 17, 40])}", f"UV_SIZE_SCALE={rng.choice([0.5, 2])}", f"RESAMPLE={rng.choice(['AVERAGE', 'NEAREST', 'BILINEAR'])}"]
    chosen = "".join(f' PROCESSING "{key}"' for key in rng.sample(keys, rng.choice([0, 1, 2])))
    bands = rng.choice(["BANDS=1,2", "BANDS=1,2", "BANDS=2,1"])
    style = rng.choice([f'STYLE SYMBOL "arrow" ANGLE [uv_angle] SIZE [uv_length] COLOR {color(rng)} END', f'STYLE SYMBOL "arrow" ANGLE [uv_minus_angle] SIZE 9 COLOR {color(rng)} END', f'STYLE SYMBOL "disc" SIZE [uv_length_2] COLOR {color(rng)} END'])
    classes = rng.choice([f"CLASS {style} END", f"CLASS EXPRESSION ([uv_length] > 7)\n {style} END", f"CLASS EXPRESSION ([u] > 0 AND [v] < 3)\n {style} END"])
    return f'TYPE POINT CONNECTIONTYPE UVRASTER DATA "wind.tif" PROCESSING "{bands}"{chosen} {classes}'


def density(rng):
    kind = "KERNELDENSITY"
    keys = [f"{kind}_RADIUS={rng.choice([5, 15, 30])}", f"{kind}_COMPUTE_BORDERS={rng.choice(['ON', 'OFF'])}", f"{kind}_NORMALIZATION={rng.choice(['AUTO', '40', '200'])}"]
    chosen = "".join(f' PROCESSING "{key}"' for key in rng.sample(keys, rng.choice([1, 2, 3])))
    return f'TYPE RASTER CONNECTIONTYPE {kind} CONNECTION "points" {chosen} {ramp(rng)} {rng.choice(["", "", "OFFSITE 0 0 0", "COMPOSITE OPACITY 50 END"])}'


def inverse_distance(rng):
    keys = [f"IDW_RADIUS={rng.choice([20, 60])}", f"IDW_COMPUTE_BORDERS={rng.choice(['ON', 'OFF'])}", f"IDW_POWER={rng.choice([1, 2])}"]
    chosen = "".join(f' PROCESSING "{key}"' for key in rng.sample(keys, rng.choice([0, 1, 2])))
    return f'TYPE RASTER CONNECTIONTYPE IDW CONNECTION "points" {chosen} {ramp(rng)}'


def ramp(rng):
    return rng.choice([f"CLASS STYLE COLORRANGE {color(rng)} {color(rng)} DATARANGE 0 255 END END", f"CLASS STYLE COLORRANGE {color(rng)} {color(rng)} DATARANGE 20 100 END\n STYLE COLORRANGE {color(rng)} {color(rng)} DATARANGE 100 255 END END",
                       f"CLASS EXPRESSION ([pixel] > 100)\n STYLE COLOR {color(rng)} END END\n CLASS EXPRESSION ([pixel] > 40)\n STYLE COLOR {color(rng)} END END", ""])


LAYERS = {"contour": contour, "arrows": arrows, "density": density, "idw": inverse_distance}


def files(seed, folder):
    """Writes the files of a seed; returns what requests() needs."""
    rng = random.Random(f"{seed} computed")
    code = rng.choice([4326, 32631])
    box, place = write_rasters(folder, code, rng)
    (west, south, east, north) = box
    points = "".join(f"    FEATURE POINTS {rng.uniform(west, east):.6g} {rng.uniform(south, north):.6g} END ITEMS \"{rng.randrange(1, 200)}\" END\n" for _ in range(12))
    size = rng.choice(["", "STYLE SIZE [weight] END", "STYLE SIZE 40 END"])
    texts = {}
    for i in range(6):
        kind = rng.choice(list(LAYERS))
        texts[f"c{i}"] = f"""  LAYER
    NAME "c{i}" # {kind} of {place} files in {code}, points {"with" if size else "without"} sizes
    {LAYERS[kind](rng)}
    STATUS ON PROJECTION "init=epsg:{code}" END TEMPLATE "row.html" METADATA "ows_title" "c{i}" "ows_include_items" "all" "gml_include_items" "all" END
  END
"""
    (folder / "row.html").write_text("<!-- MapServer Template -->\n[shplabel]\n")
    (folder / "test.map").write_text(f"""MAP NAME "t" SHAPEPATH "." SIZE 240 180 IMAGETYPE png EXTENT {" ".join(map(number, box))} IMAGECOLOR 235 240 245 PROJECTION "init=epsg:{code}" END
  WEB METADATA "ows_title" "T" "ows_srs" "EPSG:4326 EPSG:32631 EPSG:3857" "ows_enable_request" "*" "ows_onlineresource" "http://maps.example/ows?" END END
  {SYMBOLS}
  LAYER NAME "points" TYPE POINT STATUS OFF PROJECTION "init=epsg:{code}" END PROCESSING "ITEMS=weight"
{points}    CLASS {size} END
  END
{"".join(texts.values())}END
""")
    about = {"box": box, "code": code}
    return {"layers": {name: about for name in texts}, "texts": texts, "map_code": code}


def requests(seed, about, count):
    """Pairs of a name and parameters."""
    rng = random.Random(f"{seed} requests")
    names = list(about["layers"])
    for i in range(count):
        layer = names[i % len(names)]
        facts = about["layers"][layer]
        is_map = rng.random() < 0.8
        code = rng.choice([facts["code"], facts["code"], 4326, 3857])
        west, south, east, north = transformed(facts["box"], facts["code"], code)
        share = rng.choice([1.2, 1.2, 0.8, 0.4])
        width, height = share * (east - west), share * (north - south)
        x, y = west + rng.uniform(-0.1, 1.1 - share) * (east - west), south + rng.uniform(-0.1, 1.1 - share) * (north - south)
        columns = rng.choice([200, 240, 310])
        rows = max(20, round(columns * height / width))
        box = (round(x, 7), round(y, 7), round(x + width, 7), round(y + rows * width / columns, 7))
        request = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": layer, "STYLES": "", "SRS": f"EPSG:{code}", "BBOX": text_of(box), "WIDTH": columns, "HEIGHT": rows, "FORMAT": "image/png"}
        if is_map:
            yield f"{seed}.{i} computed", request
        else:
            yield f"{seed}.{i} cinfo", request | {"REQUEST": "GetFeatureInfo", "QUERY_LAYERS": layer, "INFO_FORMAT": "text/plain", "X": rng.randrange(columns), "Y": rng.randrange(rows), "FEATURE_COUNT": 3}
