# SPDX-License-Identifier: MIT
"""The assertions of the OGC's suite of WMS 1.3.0 about its own data set: the visible features by place, time and elevation."""

from suite import BLUE_LAKE, NotApplicable, expect_type
from wms13 import LAKE_VIEW, WHITE, check, expect_exception

# --- the data set of the suites: basic

DATA = ("BasicPolygons", "Bridges", "Buildings", "DividedRoutes", "Forests", "Lakes", "MapNeatline", "NamedPlaces", "Ponds", "RoadSegments", "Streams",
        "Autos")


@check("main:data-preconditions", each=lambda s: DATA)
def _(s, title):
    layer = s.find(f"//wms:Layer[wms:Title='cite:{title}']")
    assert layer, "no such layer"
    assert "CRS:84" in s.find("ancestor-or-self::wms:Layer/wms:CRS/text()", layer[0])
    assert layer[0].get("noSubsets") in (None, "0", "false") and layer[0].get("fixedWidth") in (None, "0")


def blue_lake(s, bbox, width=400, height=200):
    return s.fetch("GetMap", {"LAYERS": s.layers(*BLUE_LAKE), "CRS": "CRS:84", "WIDTH": width, "HEIGHT": height, "VERSION": "1.3.0",
                              "REQUEST": "GetMap", "STYLES": "", "FORMAT": s.lossless}, {"BbOx": bbox})


@check("basic:bbox-exponential")
def _(s):
    plain = blue_lake(s, "-0.005,-0.0025,0.005,0.0025").image()
    assert plain.tobytes() == blue_lake(s, "-.0005E1,-25E-4,%2B05E-3,.00025E%2B1").image().tobytes()


def lakes(s, bbox=LAKE_VIEW, width=200, height=100, **more):
    return s.map(LAYERS=s.layer("Lakes"), CRS="CRS:84", BBOX=bbox, WIDTH=width, HEIGHT=height, FORMAT=s.lossless, **more)


@check("basic:bbox-pixel-interpretation")
def _(s):
    answer = lakes(s, "0.0016,-0.0012,0.0026,-0.0005", 10, 7)
    assert [answer.pixels(WHITE, box) for box in ((0, 0, 10, 1), (0, 6, 10, 1), (0, 1, 1, 5), (9, 1, 1, 5))] == [0, 0, 0, 0]


@check("basic:no-bgcolor and blue-bgcolor", each=lambda s: [(None, WHITE), ("0x0000FF", (0, 0, 255))])
def _(s, what):
    answer = lakes(s, BGCOLOR=what[0])
    assert [answer.pixels(what[1], box) for box in ((0, 0, 25, 100), (150, 0, 50, 50))] == [2500, 2500]


@check("basic:transparent-true")
def _(s):
    assert lakes(s, TRANSPARENT="TRUE").transparent_pixels() > 0


# Checks that the suite leaves to a person, by pixels.

@check("basic:basic-polygons-sanity-check")
def _(s):
    answer = s.map(LAYERS=s.layer("BasicPolygons"), CRS="CRS:84", BBOX="-1,-1,1,1", WIDTH=300, HEIGHT=300, FORMAT=s.lossless)
    corners = [(0, 0, 100, 20), (200, 0, 100, 20), (0, 280, 100, 20), (200, 280, 100, 20)]
    assert [answer.pixels(WHITE, box) for box in corners] == [2000] * 4, "the corners are not empty"
    assert answer.pixels(WHITE, (80, 80, 140, 140)) == 0, "the middle is not full"


@check("basic:blue-lake-sanity-check")
def _(s):
    image = blue_lake(s, "-0.005,-0.0025,0.005,0.0025")
    assert 0 < image.pixels(WHITE) < 80000
    assert image.pixels(WHITE, (0, 0, 30, 200)) == 6000, "something is outside the neatline"


@check("basic:layer-order")
def _(s):
    def drawn(*titles):
        return s.map(LAYERS=s.layers(*titles), CRS="CRS:84", BBOX="-0.0042,-0.0024,0.0042,0.0024", WIDTH=168, HEIGHT=96, FORMAT=s.lossless).image()
    left, right, forest = (drawn(*titles) for titles in (("Forests", "Lakes", "NamedPlaces"), ("NamedPlaces", "Lakes", "Forests"), ("Forests",)))
    lake = s.map(LAYERS=s.layer("Lakes"), CRS="CRS:84", BBOX="-0.0042,-0.0024,0.0042,0.0024", WIDTH=168, HEIGHT=96, FORMAT=s.lossless).image()
    inside = (110, 68)  # (0.0013, -0.001), in the lake
    assert left.tobytes() != right.tobytes()
    assert right.getpixel(inside) == forest.getpixel(inside) and left.getpixel(inside) == lake.getpixel(inside) != forest.getpixel(inside)


@check("basic:aspect-ratio")
def _(s):
    wide, tall = (blue_lake(s, "-0.005,-0.0025,0.005,0.0025", 200, height).image().convert("L") for height in (100, 200))
    assert tall.size == (200, 200)
    squeezed = tall.resize((200, 100))
    differing = sum(abs(a - b) > 100 for a, b in zip(wide.tobytes(), squeezed.tobytes()))
    assert differing < 400, f"{differing} of 20000 pixels are elsewhere"


# --- queryable

@check("queryable:std-data-queryable", each=lambda s: ["BasicPolygons", "Forests", "Lakes", "NamedPlaces"])
def _(s, title):
    assert s.find(f"//wms:Layer[wms:Title='cite:{title}' and (@queryable='1' or @queryable='true')]")


@check("queryable:feature_count-default and feature_count-1", each=lambda s: [None, 1])
def _(s, count):
    view = {"LAYERS": s.layer("BasicPolygons"), "QUERY_LAYERS": s.layer("BasicPolygons"), "CRS": "CRS:84", "BBOX": "-2,2,2,6", "WIDTH": 100,
            "HEIGHT": 100, "I": 50, "J": 50, "INFO_FORMAT": s.info_format}
    one, two = (s.info(**view, FEATURE_COUNT=number) for number in (count, 2))
    expect_type(one, s.info_format)
    assert len(one.body) < len(two.body), f"{len(one.body)} bytes of one, {len(two.body)} of two"


# --- time: at which instants (PT5S, counted from 1) something is at which place of 420 by 240 pixels

PLACES = [(135, 105), (95, 115), (60, 125), (45, 135), (45, 155), (45, 185), (45, 225), (45, 5), (45, 55), (45, 105), (45, 205), (75, 215), (75, 175),
          (75, 135), (75, 95), (75, 55), (350, 20), (345, 45)]
AT = {1: {1}, 2: {2}, 3: {3}, 4: {4}, 5: {5, 8}, 6: {6, 9}, 7: {7, 10}, 8: {5}, 9: {11, 12}, 10: {13}, 11: {14}, 12: {15, 17}, 13: {16, 18}}


def instant(number):
    return f"2000-01-01T00:{(number - 1) // 12:02}:{(number - 1) % 12 * 5:02}Z"


def autos(s, **more):
    return s.map(LAYERS=s.layer("Autos"), CRS="CRS:84", BBOX="-0.0042,-0.0024,0.0042,0.0024", WIDTH=420, HEIGHT=240, FORMAT=s.lossless, **more)


def expect_autos(answer, instants):
    taken = {number for number, (x, y) in enumerate(PLACES, 1) if answer.pixels(WHITE, (x, y, 10, 10)) < 100}
    assert taken == set().union(*(AT[number] for number in instants)), taken


@check("time:time-options-requirements")
def _(s):
    dimension = s.find("//wms:Layer[wms:Title='cite:Autos']/wms:Dimension[@name='time']")[0]
    assert dimension.get("units") == "ISO8601"
    assert "2000-01-01T00:00:00Z/2000-01-01T00:01:00Z/PT5S" in dimension.text.split(",")
    assert dimension.get("multipleValues") in ("1", "true"), "multipleValues"
    assert dimension.get("nearestValue") in ("1", "true"), "nearestValue"


@check("time:time-each-instant", each=lambda s: range(1, 14))
def _(s, number):
    expect_autos(autos(s, TIME=instant(number)), [number])


LAST = f"{instant(11)}/{instant(13)}"


@check("time:time-interval, -interval-and-instant, -interval-list, -instant-list", each=lambda s: [
    (LAST, (11, 12, 13)), (f"{instant(1)},{LAST}", (1, 11, 12, 13)), (f"{instant(1)}/{instant(3)},{LAST}", (1, 2, 3, 11, 12, 13)),
    (f"{instant(1)},{instant(3)},{instant(6)}", (1, 3, 6))])
def _(s, what):
    expect_autos(autos(s, TIME=what[0]), what[1])


@check("time:time-default")
def _(s):
    layer = s.find("//wms:Layer[wms:Name and wms:Dimension[@name='time' and @default]]")
    if not layer:
        raise NotApplicable
    answer = s.map(**s.view(s.text("wms:Name", layer[0]), bbox="")[0], FORMAT=s.format)
    expect_type(answer, s.format)
    requested = "99 default value used: time=" + s.text("wms:Dimension[@name='time']/@default", layer[0]).lower()
    assert answer.headers.get("warning", "").lower().startswith(requested), answer.headers.get("warning")


@check("time:time-and-other-layer")
def _(s):
    answer = s.map(**s.of("Lakes") | {"LAYERS": s.layers("Autos", "Lakes")}, TIME=instant(3), FORMAT=s.lossless)
    expect_type(answer, s.lossless)


# --- elevation of the lakes

def elevation(s):
    found = s.find("//wms:Layer[wms:Title='cite:Lakes']/wms:Dimension[@name='elevation']")
    if not found:
        raise NotApplicable
    return found[0]


# Boxes of 200 by 100 pixels that are empty, and that are full.
LEVELS = {480: ([(0, 0, 50, 100), (100, 0, 100, 100)], [(65, 35, 10, 30)]),
          490: ([(0, 0, 40, 100), (100, 0, 100, 50), (130, 50, 70, 50)], [(60, 30, 15, 45), (60, 60, 60, 10)]),
          500: ([(0, 0, 20, 100), (170, 0, 30, 100)], [(50, 30, 35, 50), (85, 55, 55, 20)])}


def expect_level(answer, level):
    empty, full = LEVELS[level]
    assert all(answer.pixels(WHITE, box) == box[2] * box[3] for box in empty), "not empty where it should be"
    assert all(answer.pixels(WHITE, box) == 0 for box in full), "empty where it should not be"


@check("vector_elevation:vector_elevation")
def _(s):
    node = elevation(s)
    assert (node.get("units"), node.get("unitSymbol"), node.get("default")) == ("CRS:88", "m", "500")
    assert node.get("multipleValues") in (None, "0", "false"), "multipleValues"
    assert node.get("nearestValue") in ("1", "true"), "nearestValue"
    assert set(node.text.split(",")) == {"480", "490", "500"}


@check("vector_elevation:geometry-low, -med, -high", each=lambda s: LEVELS)
def _(s, level):
    elevation(s)
    expect_level(lakes(s, ELEVATION=level), level)


@check("vector_elevation:geometry-multiple-values")
def _(s):
    elevation(s)
    expect_exception(lakes(s, ELEVATION="500,480"), "InvalidDimensionValue")


@check("vector_elevation:geometry-nearest-value")
def _(s):
    elevation(s)
    answer = lakes(s, ELEVATION=492)
    expect_level(answer, 490)
    assert answer.headers.get("warning", "").startswith("99 Nearest value used: elevation=490"), answer.headers.get("warning")


@check("vector_elevation:geometry-default-value")
def _(s):
    elevation(s)
    answer = lakes(s)
    expect_level(answer, 500)
    assert answer.headers.get("warning", "").startswith("99 Default value used: elevation=500"), answer.headers.get("warning")


@check("vector_elevation:geometry-and-other-layer")
def _(s):
    elevation(s)
    expect_type(s.map(**s.of("Lakes") | {"LAYERS": s.layers("Lakes", "Streams")}, ELEVATION=480, FORMAT=s.lossless), s.lossless)
