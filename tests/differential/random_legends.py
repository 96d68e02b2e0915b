# SPDX-License-Identifier: MIT
"""Random legends and scale bars, alone, in the map and as icons of WMS, with every keyword of LEGEND and SCALEBAR, KEYIMAGEs, groups and titles, in every output format; the same ones for the same seed. Every keyword has its own line, so that a map can be reduced line by line."""

import random

from drawings import FONTS, SYMBOLS
from random_drawings import COLORS, MORE_SYMBOLS, STYLES, block, inline, some

FONT_LABELS = (['FONT "sans"', "TYPE TRUETYPE", "SIZE 8"], ['FONT "sans-bold"', "TYPE TRUETYPE", "SIZE 11", "COLOR 0 0 120"], ["TYPE BITMAP", "SIZE SMALL"], ["TYPE BITMAP", "SIZE MEDIUM", "COLOR 200 0 0"], [], ['FONT "sans"', "TYPE TRUETYPE", "SIZE 14", "OUTLINECOLOR 200 200 255"],
               ['FONT "sans"', "TYPE TRUETYPE", "SIZE 9", "OFFSET 4 3"], ['FONT "sans"', "TYPE TRUETYPE", "SIZE 9", 'WRAP " "'], ['FONT "sans"', "TYPE TRUETYPE", "SIZE 9", "SHADOWCOLOR 160 160 160", "SHADOWSIZE 2 2"], ['FONT "sans"', "TYPE TRUETYPE", "SIZE 9", 'WRAP "/"', "MAXLENGTH 6"],
               ['FONT "sans"', "TYPE TRUETYPE", "SIZE 8", "BUFFER 3", "POSITION UR", "PARTIALS FALSE"])
NAMES = ("Town", "A longer name of class", "Gjpqy", "North/South", "x", "12.5", "")
PLACES = ("UL", "UC", "UR", "LL", "LC", "LR")


def lines_of(parts):
    return [line for part in parts for line in part.split("\n")]


def placed(choose):
    return [f"STATUS {choose.choice(['ON', 'EMBED', 'EMBED', 'EMBED', 'OFF'])}", *some(choose, 0.7, *[f"POSITION {place}" for place in PLACES]), *some(choose, 0.25, "POSTLABELCACHE TRUE"), *some(choose, 0.25, "TRANSPARENT ON", "TRANSPARENT OFF"), *some(choose, 0.25, "IMAGECOLOR 255 250 220", "IMAGECOLOR 200 220 255")]


def label(choose):
    lines = choose.choice(FONT_LABELS)
    return [block("LABEL", lines, *some(choose, 0.3, "COLOR 90 0 90" if not any(line.startswith("COLOR") for line in lines) else "BUFFER 1"))] if lines else []


def legend(choose):
    return block("LEGEND", placed(choose), *some(choose, 0.5, "KEYSIZE 30 20", "KEYSIZE 12 8", "KEYSIZE 40 40", "KEYSIZE 5 5"), *some(choose, 0.4, "KEYSPACING 10 3", "KEYSPACING 0 0", "KEYSPACING 20 12"), *some(choose, 0.3, "OUTLINECOLOR 0 0 0", "OUTLINECOLOR 200 0 0"), *label(choose))


def scale_bar(choose):
    return block("SCALEBAR", placed(choose), *some(choose, 0.6, "STYLE 0", "STYLE 1"), *some(choose, 0.6, "SIZE 150 5", "SIZE 200 3", "SIZE 90 10"), *some(choose, 0.5, "INTERVALS 2", "INTERVALS 5", "INTERVALS 3"), *some(choose, 0.5, "UNITS KILOMETERS", "UNITS MILES", "UNITS METERS", "UNITS FEET", "UNITS NAUTICALMILES"),
                 *some(choose, 0.3, "COLOR 0 0 120"), *some(choose, 0.3, "BACKGROUNDCOLOR 220 220 220"), *some(choose, 0.3, "OUTLINECOLOR 0 0 0"), *some(choose, 0.3, "ALIGN LEFT", "ALIGN RIGHT", "ALIGN CENTER"), *some(choose, 0.15, "OFFSET 10 10"), *label(choose))


def class_label(choose):
    return block("LABEL", 'FONT "sans"', "TYPE TRUETYPE", f"SIZE {choose.choice([7, 9, 12])}", "COLOR 0 0 0", *some(choose, 0.3, "ANGLE 30", "OUTLINECOLOR 255 200 200", 'TEXT "[name]"'), *some(choose, 0.3, 'STYLE\n  GEOMTRANSFORM "labelpnt"\n  SYMBOL "circle"\n  SIZE 9\n  COLOR 200 100 0\nEND'))


def class_(choose, kind, number):
    styles = [block("STYLE", lines_of(STYLES[kind](choose, True))) for _ in range(choose.choice([1, 1, 1, 2, 3, 0]))]
    return block("CLASS", *some(choose, 0.9, *[f'NAME "{name}"' for name in NAMES]), *some(choose, 0.15, 'TITLE "Its title"'), *some(choose, 0.15, 'GROUP "one"', 'GROUP "two"'), *some(choose, 0.05, "STATUS OFF"), *some(choose, 0.12, 'KEYIMAGE "image.png"'), *some(choose, 0.08, "MAXSCALEDENOM 3e7", "MINSCALEDENOM 3e7"),
                 *some(choose, 0.3, "EXPRESSION ([n] > 5)"), *some(choose, 0.06, 'TEXT "text"'), *styles, *([lines_of(class_label(choose))] if choose.random() < 0.2 else []))


def layer(choose, number):
    kind = choose.choice(["POINT", "LINE", "POLYGON"])
    return block("LAYER", f'NAME "layer {number}"', f"TYPE {kind}", f"STATUS {choose.choice(['ON', 'ON', 'ON', 'DEFAULT'])}", inline(choose, kind, False), *some(choose, 0.1, 'CLASSGROUP "one"'), *some(choose, 0.1, "SYMBOLSCALEDENOM 2e7", "SYMBOLSCALEDENOM 6e7"), *some(choose, 0.08, "MAXSCALEDENOM 2e7", "MINSCALEDENOM 1e6"),
                 *some(choose, 0.06, "SIZEUNITS KILOMETERS", "SIZEUNITS METERS"), *some(choose, 0.05, 'GROUP "layers"'), *some(choose, 0.06, 'COMPOSITE\n  OPACITY 50\nEND')[:1], *(class_(choose, kind, place) for place in range(choose.choice([1, 1, 2, 3]))))


def output(choose):
    driver = choose.choice(["AGG", "CAIRO"])
    own = block("OUTPUTFORMAT", 'NAME "own"', f"DRIVER {driver}/PNG", f"IMAGEMODE {choose.choice(['RGB', 'RGBA', 'PC256' if driver == 'AGG' else 'RGB'])}", f"TRANSPARENT {choose.choice(['ON', 'OFF'])}")
    return choose.choice([["IMAGETYPE png"]] * 4 + [["IMAGETYPE png8"], ["IMAGETYPE cairopng"], ["IMAGETYPE svg"], ["IMAGETYPE pdf"], [*own, "IMAGETYPE own"], [*own, "IMAGETYPE own"]])


def map_of(seed):
    choose = random.Random(f"legends {seed}")
    around = [*some(choose, 0.2, "RESOLUTION 96", "RESOLUTION 144", "RESOLUTION 144\nDEFRESOLUTION 96"), *some(choose, 0.2, "IMAGECOLOR 220 230 245", "IMAGECOLOR 40 40 60")]
    layers = [layer(choose, number) for number in range(choose.choice([1, 2, 2, 3, 4]))]
    furniture = [legend(choose), *([scale_bar(choose)] if choose.random() < 0.5 else [])]
    lines = ['NAME "legends"', f"SIZE {choose.choice(['320 240', '300 300', '500 200'])}", "EXTENT 0 40 24 58", "UNITS DD", output(choose), lines_of(around), 'WEB\n  METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" END\nEND'.replace("\n  ", " ").replace("\n", " "),
             f'FONTSET "{FONTS}"', *(line.strip() for line in (SYMBOLS + MORE_SYMBOLS).strip().split("\n")), 'PROJECTION "init=epsg:4326" END', *furniture, *layers]
    return "\n".join(block("MAP", *lines)) + "\n"


def requests_of(seed, text):
    choose = random.Random(f"requests of legends {seed}")
    yield "map", {"mode": "map", "layers": "all"}
    yield "legend", {"mode": "legend", "layers": "all"}
    if "SCALEBAR" in text and choose.random() < 0.5:
        yield "scalebar", {"mode": "scalebar"}
    if "OUTPUTFORMAT" not in text:
        more = choose.choice([{}, {}, {"WIDTH": "60", "HEIGHT": "40"}, {"RULE": "Town"}, {"STYLE": "one"}, {"SCALE": "2e7"}, {"WIDTH": "15", "HEIGHT": "15", "RULE": "x"}, {"TRANSPARENT": "TRUE"}])
        yield "icons", {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "FORMAT": "image/png", "LAYER": "layer 0", "SLD_VERSION": "1.1.0"} | more


def all_legends(first, last):
    """(name, mapfile, parameters)."""
    for seed in range(first, last):
        text = map_of(seed)
        for what, parameters in requests_of(seed, text):
            yield f"{seed} {what}", text, parameters
