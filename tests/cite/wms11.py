# SPDX-License-Identifier: MIT
"""The assertions of the OGC's suite of WMS 1.1.1 (profiles basic and queryable, recommendations, GML, fees, bounds of the world).

Names and requests are those of the suite; it cites OGC 01-068r3.
"""

import sys
from pathlib import Path

import lxml.etree
from suite import BLUE_LAKE, NotApplicable, Service, Suite, check_update_sequence, expect_empty, expect_type

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http"))
import ogc_schemas  # noqa: E402

SUITE = Suite()
check = SUITE.check
WHITE = (255, 255, 255)
BLUE_VIEW = {"SRS": "EPSG:4326", "BBOX": "-0.0042,-0.0024,0.0042,0.0024", "WIDTH": 168, "HEIGHT": 96}
LAKE_VIEW = {"SRS": "EPSG:4326", "BBOX": "0,-0.0020,0.0040,0", "WIDTH": 200, "HEIGHT": 100}
UNIT_VIEW = {"SRS": "EPSG:4326", "BBOX": "-1,-1,1,1", "WIDTH": 100, "HEIGHT": 100}
EXCEPTION_TYPE = "application/vnd.ogc.se_xml"


class Wms11(Service):
    version = "1.1.1"

    @property
    def info_format(self):
        """The first that is not GML."""
        return "".join((self.text("//GetFeatureInfo/Format[.!='application/vnd.ogc.gml']")
                        or self.text("//GetFeatureInfo/Format")).split())

    def lake(self, **changes):
        return self.info(**{**LAKE_VIEW, "LAYERS": self.layer("Lakes"), "QUERY_LAYERS": self.layer("Lakes"), "INFO_FORMAT": self.info_format,
                            "X": 60, "Y": 60, **changes})

    def lakes(self, **changes):
        return self.map(**{**LAKE_VIEW, "LAYERS": self.layer("Lakes"), "FORMAT": self.format, **changes})


def expect_exception(answer, code=None):
    path = "/ServiceExceptionReport/ServiceException" + (f"[@code={code!r}]" if code else "")
    assert answer.xpath(path), f"no exception {code or ''}: {answer.type} {answer.body[:400]!r}"


def expect_version(answer, version="1.1.1"):
    assert answer.xpath("/WMT_MS_Capabilities/@version") == [version], answer.body[:300]


def valid_by_dtd(answer):
    ogc_schemas.check_dtd(answer.body)


# --- parameters and versions

@check("basic_elements-param_rules-order_and_case-3")
def _(s):
    expect_version(s.capabilities(BOGUS="ignored"))


@check("basic_elements-param_rules-order_and_case-4")
def _(s):
    expect_type(s.lakes(BOGUS="ignored"), s.format)


@check("basic_elements-param_rules-order_and_case-5")
def _(s):
    expect_type(s.lake(BOGUS="ignored"), s.info_format)


@check("basic_elements-version-negotiation-2")
def _(s):
    expect_version(s.capabilities())


@check("basic_elements-version-negotiation-4")
def _(s):
    assert s.capabilities(VERSION="0.0.0").xpath("/WMT_MS_Capabilities/@version")[0] <= "1.1.1"


@check("basic_elements-validate-exception")
def _(s):
    valid_by_dtd(s.lakes(SRS="NONE"))


@check("wmsops-getcapabilities-params-request-1")
def _(s):
    expect_version(s.capabilities(VERSION=None, REQUEST="capabilities", WMTVER="1.1.1"))


@check("wmsops-getcapabilities-params-version-1")
def _(s):
    expect_version(s.capabilities(VERSION=None, WMTVER="1.1.1"))


@check("wmsops-getcapabilities-params-version-2")
def _(s):
    other = s.capabilities(VERSION="0.0.0").xpath("string(/*/@version)")
    if other == "1.1.1":
        other = s.capabilities(VERSION="100.0.0").xpath("string(/*/@version)")
    name = "capabilities" if other < "1.1.0" else "GetCapabilities"
    assert s.capabilities(VERSION=None, WMTVER=other, REQUEST=name).xpath("string(/*/@version)") == other


@check("wmsops-getcapabilities-params-version-3 to -6", each=lambda s: [
    ("VERSION=1.1.1", "WMTVER=0.0.0"), ("VERSION=1.1.1", "WMTVER=100.0.0"), ("WMTVER=0.0.0", "VERSION=1.1.1"), ("WMTVER=100.0.0", "VERSION=1.1.1")])
def _(s, pair):
    pairs = dict(text.split("=") for text in pair)
    expect_version(s.fetch("GetCapabilities", {"SERVICE": "WMS", "REQUEST": "GetCapabilities"}, pairs))


def sequence(s):
    current = s.root.get("updateSequence")
    if not current:
        raise NotApplicable
    return current, str(int(current) - 1), str(int(current) + 1)


check_update_sequence(SUITE, [f"wmsops-getcapabilities-params-updatesequence-{number}" for number in ("1", "2", "3 and -5", "4 and -6")],
                      sequence, expect_version, expect_exception)


# --- the capabilities

@check("wmsops-getcapabilities-response-1")
def _(s):
    expect_type(s.capabilities(), "application/vnd.ogc.wms_xml")


@check("wmsops-getcapabilities-response-2")
def _(s):
    valid_by_dtd(s.capabilities())


GET = "//Capability/Request//HTTP/Get/OnlineResource/@*[local-name()='href']"
PRESENT = {
    "wmsops-getcapabilities-output_formats-1": "Capability/Exception/Format[.='application/vnd.ogc.se_xml']",
    "wmsops-getcapabilities-response-capability_metadata-2": "Capability/Request/GetFeatureInfo/Format[.='application/vnd.ogc.gml']",
    "wmsops-getcapabilities-response-general_metadata-1": "Service/Name[.='OGC:WMS']",
    "wmsops-getcapabilities-response-general_metadata-2":
        "Service[translate(Fees, 'NOE', 'noe')='none' and translate(AccessConstraints, 'NOE', 'noe')='none']",
    "wmsops-getcapabilities-response-layer_properties-latlonbbox-1": "Capability/Layer/LatLonBoundingBox",
    "wmsops-getcapabilities-response-layer_properties-srs-1": "Capability/Layer/SRS",
}
LOWER = "translate(@name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
ABSENT = {
    "dims-declaring-1": "//Layer/Dimension[translate(normalize-space(@name), ' ', 'X') != @name]",
    "dims-declaring-3": f"//Layer/Dimension[{LOWER}='time' and @units!='ISO8601']",
    "dims-declaring-4": f"//Layer/Dimension[{LOWER}='elevation' and not(starts-with(@units, 'EPSG:'))]",
    "wmsops-getcapabilities-response-layer_properties-bbox-1": "//Layer/BoundingBox[@SRS = following-sibling::*/@SRS]",
    "wmsops-getcapabilities-response-layer_properties-dim_and_extent-1":
        "//Layer/Dimension[@name = ../ancestor::Layer/Dimension/@name or @name = following-sibling::Dimension/@name]",
    "wmsops-getcapabilities-response-layer_properties-dim_and_extent-2":
        "//Layer[Extent and not(Extent/@name = ancestor-or-self::Layer/Dimension/@name)]",
    "wmsops-getcapabilities-response-layer_properties-identifier_and_authorityurl-1":
        "//Layer[AuthorityURL/@name = ancestor::Layer/AuthorityURL/@name]",
    "wmsops-getcapabilities-response-layer_properties-identifier_and_authorityurl-2":
        "//Layer/Identifier[not(@authority = ../ancestor-or-self::Layer/AuthorityURL/@name)]",
    "wmsops-getcapabilities-response-layer_properties-latlonbbox-2":
        "//Layer/LatLonBoundingBox[contains(concat(number(@minx), number(@miny), number(@maxx), number(@maxy)), 'NaN')]",
    "wmsops-getcapabilities-response-layer_properties-style-1": "//Layer/Style[Name = ../ancestor::Layer/Style/Name]",
}
for _name, _path in PRESENT.items():
    @check(_name)
    def _(s, path=_path):
        assert s.find(path), f"nothing at {path}"
for _name, _path in ABSENT.items():
    @check(_name)
    def _(s, path=_path):
        expect_empty(s.find(path))


@check("wmsops-getcapabilities-response-capability_metadata-1")
def _(s):
    for href in s.find(GET):
        assert "?" in href and (href.endswith("?") or href.endswith("&")), href


# --- the profiles

DATA = ("BasicPolygons", "Bridges", "Buildings", "DividedRoutes", "Forests", "Lakes", "MapNeatline", "NamedPlaces", "Ponds", "RoadSegments", "Streams")


@check("profiles-basic-1 and profiles-queryable-1", each=lambda s: DATA)
def _(s, title):
    assert s.find(f"//Layer[Title='cite:{title}' and ancestor-or-self::Layer/SRS[contains(., 'EPSG:4326')] and not(@noSubsets=1)"
                  " and (not(@fixedWidth) or @fixedWidth=0) and (not(@fixedHeight) or @fixedHeight=0)]")


@check("profiles-basic-2 and profiles-queryable-2")
def _(s):
    assert s.lossless


@check("profiles-queryable-3", each=lambda s: ["BasicPolygons", "Forests", "Lakes", "NamedPlaces", "Ponds"])
def _(s, title):
    assert s.find(f"//Layer[Title='cite:{title}' and @queryable='1']") and s.find("//GetFeatureInfo")


# --- GetFeatureInfo

@check("wmsops-getfeatureinfo-params-exceptions-1 and -2", each=lambda s: [None, EXCEPTION_TYPE])
def _(s, kind):
    expect_type(s.lake(QUERY_LAYERS="UndefinedLayer", X=100, Y=50, EXCEPTIONS=kind), EXCEPTION_TYPE)


@check("wmsops-getfeatureinfo-params-feature_count-1 and -2", each=lambda s: [None, 1])
def _(s, count):
    view = {"LAYERS": s.layer("BasicPolygons"), "QUERY_LAYERS": s.layer("BasicPolygons"), "SRS": "EPSG:4326", "BBOX": "-2,2,2,6", "WIDTH": 100,
            "HEIGHT": 100, "X": 50, "Y": 50, "INFO_FORMAT": s.info_format}
    one, two = (s.info(**view, FEATURE_COUNT=number) for number in (count, 2))
    assert len(two.body) > len(one.body), f"{len(one.body)} bytes of one, {len(two.body)} of two"


@check("wmsops-getfeatureinfo-params-info_format-1")
def _(s):
    answer = s.lake(INFO_FORMAT=None)
    assert answer.type in s.find("//GetFeatureInfo/Format/text()"), f"{answer.type}: {answer.body[:200]!r}"


@check("wmsops-getfeatureinfo-params-info_format-2 and -3")
def _(s):
    answer = s.lake(INFO_FORMAT="application/vnd.ogc.gml")
    expect_type(answer, "application/vnd.ogc.gml")
    lxml.etree.fromstring(answer.body)


@check("wmsops-getfeatureinfo-each-info_format", each=lambda s: s.find("//GetFeatureInfo/Format/text()"))
def _(s, name):
    expect_type(s.lake(INFO_FORMAT=name), name)


@check("wmsops-getfeatureinfo-params-query_layers-1 to -4", each=lambda s: [
    (["Lakes"], ["Lakes"]), (["NamedPlaces", "Lakes"],) * 2, (["NamedPlaces", "Lakes", "Forests"],) * 2, (["NamedPlaces", "Lakes", "Streams"], ["Lakes"])])
def _(s, pair):
    expect_type(s.lake(LAYERS=s.layers(*pair[0]), QUERY_LAYERS=s.layers(*pair[1])), s.info_format)


@check("wmsops-getfeatureinfo-params-query_layers-5")
def _(s):
    expect_exception(s.lake(QUERY_LAYERS="UndefinedLayer"))


@check("wmsops-getfeatureinfo-params-query_layers-6", each=lambda s: s.find("//Layer[starts-with(Title, 'cite') and @queryable='0']/Name/text()"))
def _(s, name):
    expect_exception(s.info(**UNIT_VIEW, LAYERS=name, QUERY_LAYERS=name, INFO_FORMAT=s.info_format, X=50, Y=50), "LayerNotQueryable")


# --- GetMap

def ponds(s, bbox):
    return s.map(LAYERS=s.layer("Ponds"), SRS="EPSG:4326", BBOX=bbox, WIDTH=100, HEIGHT=100, FORMAT=s.lossless)


@check("wmsops-getmap-params-bbox-9, -10 and -11", each=lambda s: ["-180,-90,-179,-89", "-5,90,5,100", "359.9978,0.0014,359.9988,0.0022"])
def _(s, bbox):
    assert ponds(s, bbox).pixels(WHITE) == 10000


def blue_lake(s, bbox, height=200, width=400):
    return s.fetch("GetMap", {"LAYERS": s.layers(*BLUE_LAKE), "SRS": "EPSG:4326", "WIDTH": width, "HEIGHT": height, "VERSION": "1.1.1",
                              "REQUEST": "GetMap", "STYLES": "", "FORMAT": s.lossless}, {"BbOx": bbox})


@check("wmsops-getmap-params-bbox-3")
def _(s):
    plain = blue_lake(s, "-0.005,-0.0025,0.005,0.0025").image()
    assert plain.tobytes() == blue_lake(s, "-.0005E1,-25E-4,%2B05E-3,.00025E%2B1").image().tobytes()


@check("wmsops-getmap-params-bbox-4")
def _(s):
    answer = s.lakes(BBOX="0.0016,-0.0012,0.0026,-0.0005", WIDTH=10, HEIGHT=7, FORMAT=s.lossless)
    assert [answer.pixels(WHITE, box) for box in ((0, 0, 10, 1), (0, 6, 10, 1), (0, 1, 1, 5), (9, 1, 1, 5))] == [0, 0, 0, 0]


@check("wmsops-getmap-params-bbox-5 to -8", each=lambda s: ["1,-1,-1,1", "1,-1,1,1", "-1,1,1,-1", "-1,1,1,1"])
def _(s, bbox):
    expect_exception(s.lakes(BBOX=bbox, WIDTH=100))


@check("wmsops-getmap-params-bgcolor-1 and -2", each=lambda s: [(None, WHITE), ("0x0000FF", (0, 0, 255))])
def _(s, what):
    answer = s.lakes(BGCOLOR=what[0], FORMAT=s.lossless)
    assert [answer.pixels(what[1], box) for box in ((0, 0, 25, 100), (150, 0, 50, 50))] == [2500, 2500]


NONE = UNIT_VIEW | {"LAYERS": "NonExistant"}


@check("wmsops-getmap-params-exceptions-1 and -2", each=lambda s: [None, EXCEPTION_TYPE])
def _(s, kind):
    expect_type(s.map(**NONE, FORMAT=s.format, EXCEPTIONS=kind), EXCEPTION_TYPE)


def offered(s, kind):
    name = "application/vnd.ogc.se_" + kind
    if name not in s.find("Capability/Exception/Format/text()"):
        raise NotApplicable
    return name


@check("wmsops-getmap-params-exceptions-4 and -7", each=lambda s: ["inimage", "blank"])
def _(s, kind):
    expect_type(s.map(**NONE, FORMAT=s.format, EXCEPTIONS=offered(s, kind)), s.format)


@check("wmsops-getmap-params-exceptions-3")
def _(s):
    answer = s.map(**NONE | {"WIDTH": 400, "HEIGHT": 400}, FORMAT=s.lossless, EXCEPTIONS=offered(s, "inimage"))
    assert len(answer.image().getcolors(1 << 16)) > 1, "nothing is written"


@check("wmsops-getmap-params-exceptions-5")
def _(s):
    assert s.map(**NONE, FORMAT=s.lossless, EXCEPTIONS=offered(s, "blank"), BGCOLOR="0xFF0000").pixels((255, 0, 0)) == 10000


@check("wmsops-getmap-params-exceptions-6")
def _(s):
    assert s.map(**NONE, FORMAT=s.lossless, EXCEPTIONS=offered(s, "blank"), TRANSPARENT="TRUE").transparent_pixels() == 10000


@check("wmsops-getmap-params-format-1")
def _(s):
    expect_exception(s.lakes(**UNIT_VIEW, FORMAT="UnknownFormat"), "InvalidFormat")


@check("wmsops-getmap-params-format-2 to -4", each=lambda s: ["gif", "jpeg", "png"])
def _(s, kind):
    if f"image/{kind}" not in s.find("//GetMap/Format/text()"):
        raise NotApplicable
    answer = s.lakes(FORMAT=f"image/{kind}")
    expect_type(answer, f"image/{kind}")
    assert answer.body.startswith({"gif": b"GIF8", "jpeg": b"\xff\xd8\xff", "png": b"\x89PNG"}[kind])


@check("wmsops-getmap-each-format and each-format-transparent",
       each=lambda s: [(name, value) for name in s.find("//GetMap/Format/text()") for value in (None, "TRUE")])
def _(s, pair):
    expect_type(s.map(**BLUE_VIEW, LAYERS=s.layer("Lakes"), FORMAT=pair[0], TRANSPARENT=pair[1]), pair[0])


@check("wmsops-getmap-params-layers-1 to -3", each=lambda s: [["Lakes"], ["Lakes", "Streams"], ["MapNeatline", "RoadSegments", "DividedRoutes"]])
def _(s, titles):
    expect_type(s.map(**BLUE_VIEW, LAYERS=s.layers(*titles), FORMAT=s.format), s.format)


@check("wmsops-getmap-params-layers-4")
def _(s):
    def drawn(*titles):
        return s.map(**BLUE_VIEW, LAYERS=s.layers(*titles), FORMAT=s.lossless).image()
    left, right = drawn("Forests", "Lakes", "NamedPlaces"), drawn("NamedPlaces", "Lakes", "Forests")
    inside = (110, 68)  # (0.0013, -0.001), in the lake
    assert right.getpixel(inside) == drawn("Forests").getpixel(inside) != left.getpixel(inside) == drawn("Lakes").getpixel(inside)


@check("wmsops-getmap-params-layers-5 to -7", each=lambda s: ["NonExistant", "{},NonExistant", "NonExistant,{}"])
def _(s, names):
    expect_exception(s.map(**BLUE_VIEW, LAYERS=names.format(s.layer("Lakes")), FORMAT=s.format), "LayerNotDefined")


@check("wmsops-getmap-params-request-1")
def _(s):
    expect_type(s.lakes(REQUEST="map"), s.format)


@check("wmsops-getmap-params-srs-1 and -2", each=lambda s: ["SRS", "not(SRS)"])
def _(s, condition):
    name = s.text(f"//Layer[starts-with(Title, 'cite') and {condition}]/Name")
    if not name:
        raise NotApplicable
    expect_type(s.map(**BLUE_VIEW, LAYERS=name, FORMAT=s.format), s.format)


@check("wmsops-getmap-params-srs-3")
def _(s):
    expect_exception(s.lakes(**BLUE_VIEW | {"SRS": "UndefinedSRS"}), "InvalidSRS")


def bbox_of(s, layer, srs):
    boxes = s.find(f"ancestor-or-self::Layer/BoundingBox[@SRS={srs!r}]", layer)
    return ",".join(boxes[-1].get(side) for side in ("minx", "miny", "maxx", "maxy")) if boxes else "0,0,1,1"


def systems(s):
    """Every advertised CRS with the first named layer that has it."""
    found = {}
    for layer in s.find("//Layer[Name]"):
        for text in s.find("ancestor-or-self::Layer/SRS/text()", layer):
            for srs in text.split():
                found.setdefault(srs, (s.text("Name", layer), srs, bbox_of(s, layer, srs)))
    return list(found.values())


@check("wmsops-getmap-each-srs", each=systems)
def _(s, what):
    name, srs, bbox = what
    expect_type(s.map(LAYERS=name, SRS=srs, BBOX=bbox, WIDTH=100, HEIGHT=100, FORMAT=s.format), s.format)


@check("wmsops-getmap-each-layer and layer-encoded-name", each=lambda s: s.find("//Layer/Name/text()"))
def _(s, name):
    expect_type(s.lakes(LAYERS=name), s.format)


@check("wmsops-getmap-each-style", each=lambda s: [(s.text("../../Name", node), node.text) for node in s.find("//Layer[Name]/Style/Name")])
def _(s, pair):
    expect_type(s.lakes(LAYERS=pair[0], STYLES=pair[1]), s.format)


def styled(s):
    name = s.text("//Layer[starts-with(Title, 'cite') and ancestor-or-self::Layer/Style]/Name")
    if not name:
        raise NotApplicable
    return name, s.text(f"//Layer[Name={name!r}]/ancestor-or-self::Layer/Style/Name")


@check("wmsops-getmap-params-styles-1, -3 and -4", each=lambda s: [1, 2, 3])
def _(s, count):
    name, style = styled(s)
    expect_type(s.map(**BLUE_VIEW, LAYERS=",".join([name] * count), STYLES=",".join([style] * count), FORMAT=s.format), s.format)


@check("wmsops-getmap-params-styles-5")
def _(s):
    expect_exception(s.lakes(**BLUE_VIEW, STYLES="UndefinedStyle"), "StyleNotDefined")


@check("wmsops-getmap-params-styles-6, -8 and -9", each=lambda s: [(["Ponds"], "")] + [
    (["Bridges", "RoadSegments", "DividedRoutes", "Buildings"], styles) for styles in (",,,", "")])
def _(s, what):
    expect_type(s.map(**BLUE_VIEW, LAYERS=s.layers(*what[0]), STYLES=what[1], FORMAT=s.format), s.format)


@check("wmsops-getmap-params-styles-7")
def _(s):
    name, style = styled(s)
    names = ",".join([name, s.layer("Bridges"), name, s.layer("RoadSegments"), s.layer("DividedRoutes")])
    expect_type(s.map(**BLUE_VIEW, LAYERS=names, STYLES=f"{style},,{style},,", FORMAT=s.format), s.format)


@check("wmsops-getmap-params-styles-10")
def _(s):
    name, style = styled(s)
    answer = s.map(**BLUE_VIEW, LAYERS=f"{name},{s.layer('Lakes')}", STYLES=f"{style},UndefinedStyle", FORMAT=s.format)
    expect_exception(answer, "StyleNotDefined")


@check("wmsops-getmap-params-transparent-1 and -2", each=lambda s: [None, "FALSE"])
def _(s, value):
    assert s.lakes(TRANSPARENT=value, FORMAT=s.lossless).image().getchannel("A").getextrema() == (255, 255)


@check("wmsops-getmap-params-transparent-3")
def _(s):
    assert s.lakes(TRANSPARENT="TRUE", FORMAT=s.lossless).transparent_pixels() > 0


@check("wmsops-getmap-params-version-1")
def _(s):
    expect_type(s.lakes(VERSION=None, WMTVER="1.1.1"), s.format)


@check("wmsops-getmap-params-width_height-1 and -2", each=lambda s: [(1024, 768), (16, 16)])
def _(s, size):
    answer = s.map(LAYERS=s.layers("Lakes", "Streams", "Ponds"), SRS="EPSG:4326", BBOX="-0.0022,-0.0024,0.0042,0.0024", WIDTH=size[0], HEIGHT=size[1],
                   FORMAT=s.lossless)
    assert answer.image().size == size


# Checks that the suite leaves to a person, by pixels.

@check("wmsops-getmap-params-bbox-1")
def _(s):
    answer = s.fetch("GetMap", {"VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": s.layer("BasicPolygons"), "STYLES": "", "SRS": "EPSG:4326",
                                "WIDTH": 400, "HEIGHT": 400, "FORMAT": s.lossless}, {"BbOx": "-1,-1,1,+1"})
    assert answer.pixels(WHITE, (0, 0, 130, 25)) == 3250 and answer.pixels(WHITE, (110, 110, 180, 180)) == 0


@check("wmsops-getmap-params-bbox-2")
def _(s):
    far, near = blue_lake(s, "-0.005,-0.0025,.005,0.0025"), blue_lake(s, "-.004,-0.002,+.004,+0.002")
    assert far.pixels(WHITE, (0, 0, 30, 200)) == 6000 and near.pixels(WHITE) < 80000
    assert far.image().tobytes() != near.image().tobytes()


@check("wmsops-getmap-params-width_height-3")
def _(s):
    wide, tall = (blue_lake(s, "-0.005,-0.0025,0.005,0.0025", height, 200).image().convert("L") for height in (100, 200))
    differing = sum(abs(a - b) > 100 for a, b in zip(wide.tobytes(), tall.resize((200, 100)).tobytes()))
    assert tall.size == (200, 200) and differing < 400, f"{differing} of 20000 pixels are elsewhere"


def start(ask, query):
    """The service whose capabilities `ask(query)` returns."""
    return Wms11(ask, query + "&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities")
