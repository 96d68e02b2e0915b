# SPDX-License-Identifier: MIT
"""The assertions of the OGC's suite of WMS 1.3.0 (conformance classes data independent, basic, queryable, time, vector elevation, recommendations).

Names and requests are those of the suite; the numbers of sections are those of OGC 06-042.
"""

import sys
from pathlib import Path

import lxml.etree
from suite import NAMESPACES, Answer, NotApplicable, Service, Suite, check_update_sequence, expect_empty, expect_type

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http"))
import ogc_schemas  # noqa: E402

SUITE = Suite()
check = SUITE.check
LAKE_VIEW = "0,-0.0020,0.0040,0"
SMALL_VIEW = "-0.0025,-0.0025,0.0025,0.0025"
WHITE = (255, 255, 255)


class Wms13(Service):
    prefix = "wms:"
    version = "1.3.0"

    def view(self, name="", crs="CRS:84", bbox=SMALL_VIEW, width=100, height=100):
        """LAYERS, CRS, BBOX and size of a layer: the requested ones if it has them, else others that it has."""
        if not name or not self.find(f"//wms:Layer[wms:Name={name!r}]"):
            name = self.text("//wms:Layer[wms:Name and ancestor-or-self::wms:Layer/wms:BoundingBox]/wms:Name")
        layer = self.find(f"//wms:Layer[wms:Name={name!r}]")[0]
        systems = self.find("ancestor-or-self::wms:Layer/wms:CRS/text()", layer)
        if crs not in systems:
            crs = self.text("wms:BoundingBox[1]/@CRS", layer) or systems[-1]
            bbox = ""
        boxes = self.find(f"ancestor-or-self::wms:Layer/wms:BoundingBox[@CRS={crs!r}]", layer)
        if not bbox:
            bbox = ",".join(boxes[-1].get(side) for side in ("minx", "miny", "maxx", "maxy")) if boxes else "0,0,1,1"
        dimensions = {}
        for node in self.find("ancestor-or-self::wms:Layer/wms:Dimension[not(@default)]", layer):
            key = node.get("name").lower()
            dimensions[key if key in ("time", "elevation") else "dim_" + key] = node.text.replace("/", ",").split(",")[0]
        return {"LAYERS": name, "CRS": crs, "BBOX": bbox, "WIDTH": width, "HEIGHT": height}, dimensions

    def of(self, title, **changes):
        return self.view(self.layer(title), **changes)[0]

    def lake(self, **changes):
        """GetFeatureInfo of the lakes."""
        view = self.of("Lakes", bbox=LAKE_VIEW, width=200, height=100)
        return self.info(**{**view, "QUERY_LAYERS": view["LAYERS"], "INFO_FORMAT": self.info_format, "I": 60, "J": 60, **changes})


def expect_exception(answer, code=None):
    path = "/ogc:ServiceExceptionReport/ogc:ServiceException" + (f"[@code={code!r}]" if code else "")
    assert answer.xpath(path), f"no exception {code or ''}: {answer.type} {answer.body[:400]!r}"


def expect_valid_exception(answer):
    expect_type(answer, "text/xml")
    expect_exception(answer)
    ogc_schemas.check_schemas(answer.body)


def expect_capabilities(answer):
    assert answer.xpath("/wms:WMS_Capabilities"), f"no capabilities: {answer.body[:300]!r}"


# --- version negotiation and parameters (6.2.4, 6.3.2, 6.8.1)

@check("basic_elements:negotiate-no-version")
def _(s):
    assert s.capabilities(VERSION=None).xpath("/wms:WMS_Capabilities/@version") == ["1.3.0"]


@check("basic_elements:negotiate-basic_elements-version")
def _(s):
    assert s.capabilities().xpath("/wms:WMS_Capabilities/@version") == ["1.3.0"]


@check("basic_elements:negotiate-higher-version")
def _(s):
    assert s.capabilities(VERSION="100.0.0").xpath("/wms:WMS_Capabilities/@version") == ["1.3.0"]


@check("basic_elements:negotiate-lower-version")
def _(s):
    assert s.capabilities(VERSION="0.0.0").xpath("/*/@version")[0] <= "1.3.0"


@check("basic_elements:escaped-chars")
def _(s):
    escaped = "".join(f"%{ord(c):02X}" for c in "GetCapabilities")
    expect_capabilities(s.fetch("GetCapabilities", {"SERVICE": "WMS", "VERSION": "1.3.0"}, {"ReQuEsT": escaped}))


@check("basic_elements:escaped-space")
def _(s):
    name = s.text("//wms:Layer[contains(wms:Name, ' ')]/wms:Name")
    if not name:
        raise NotApplicable
    view, _ = s.view(name, width=200, height=200)
    view.pop("LAYERS")
    expect_type(s.fetch("GetMap", {**view, "VERSION": "1.3.0", "REQUEST": "GetMap", "STYLES": "", "FORMAT": s.format},
                        {"LaYeRs": name.replace(" ", "+")}), s.format)


@check("basic_elements:extra-GetCapabilities-param")
def _(s):
    expect_capabilities(s.capabilities(BOGUS="ignored"))


@check("basic_elements:extra-GetMap-param")
def _(s):
    expect_type(s.map(**s.of("Lakes", width=200, height=200), FORMAT=s.format, BOGUS="ignored"), s.format)


@check("basic_elements:extra-GetFeatureInfo-param")
def _(s):
    view = s.of("Lakes", width=200, height=200)
    expect_type(s.lake(**view, I=188, J=64, BOGUS="ignored"), s.info_format)


# --- GetCapabilities (7.2)

@check("getcapabilities:each-format", each=lambda s: s.find("wms:Capability/wms:Request/wms:GetCapabilities/wms:Format/text()"))
def _(s, name):
    expect_type(s.capabilities(FORMAT=name), name)


@check("getcapabilities:no-format")
def _(s):
    answer = s.capabilities()
    expect_type(answer, "text/xml")
    expect_capabilities(answer)


@check("getcapabilities:invalid-format")
def _(s):
    answer = s.capabilities(FORMAT="invalid")
    expect_type(answer, "text/xml")
    expect_capabilities(answer)


def sequence(s):
    """The update sequence, the one below and the one above."""
    current = s.root.get("updateSequence")
    if current is None:
        raise NotApplicable
    if current.isdigit():
        return current, str(int(current) - 1), str(int(current) + 1)
    low, high = "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijklmnopqrstuvwxy012345678", "BCDEFGHIJKLMNOPQRSTUVWXYZbcdefghijklmnopqrstuvwxyz123456789"
    return current, current.translate(str.maketrans(high, low)), current.translate(str.maketrans(low, high))


check_update_sequence(SUITE, [f"getcapabilities:updatesequence-{word}" for word in ("ignored", "current", "lower", "higher")],
                      sequence, expect_capabilities, expect_exception)


def schema_locations(s):
    words = (s.root.get("{%s}schemaLocation" % NAMESPACES["xsi"]) or "").split()
    return dict(zip(words[::2], words[1::2]))


@check("getcapabilities:normative-schema")
def _(s):
    assert schema_locations(s)[NAMESPACES["wms"]] == "http://schemas.opengis.net/wms/1.3.0/capabilities_1_3_0.xsd"


@check("getcapabilities:validate-using-schemaLocation")
def _(s):
    more = []
    for number, (space, place) in enumerate(schema_locations(s).items()):
        if "schemas.opengis.net" not in place:  # of the service itself
            file = Path(f"/tmp/cite-{id(s)}-{number}.xsd")
            file.write_bytes(s.ask(place.partition("?")[2]).body)
            more.append((file, f'<xs:import xmlns:xs="http://www.w3.org/2001/XMLSchema" namespace="{space}" schemaLocation="{file}"/>'))
    try:
        ogc_schemas.check_schemas(lxml.etree.tostring(s.root), "".join(text for _, text in more))
    finally:
        for file, _ in more:
            file.unlink()


@check("getcapabilities:capability-onlineresource")
def _(s):
    for operation in s.find("wms:Capability/wms:Request/*"):
        href = s.text("wms:DCPType/wms:HTTP/wms:Get/wms:OnlineResource/@xlink:href", operation)
        assert "?" in href and (href.endswith("?") or href.endswith("&")), href


# Operations that must be found, and others that must not.
PRESENT = {
    "getcapabilities:capability-xml-getcapabilities-format": "wms:Capability/wms:Request/wms:GetCapabilities/wms:Format[.='text/xml']",
    "getcapabilities:capability-xml-exception-format": "wms:Capability/wms:Exception/wms:Format[.='XML']",
    "basic:gif-or-png": "wms:Capability/wms:Request/wms:GetMap/wms:Format[.='image/gif' or contains(., 'image/png')]",
    "queryable:getfeatureinfo-supported": "wms:Capability/wms:Request/wms:GetFeatureInfo",
    "recommendations:service-keywords": "wms:Service/wms:KeywordList/wms:Keyword",
    "recommendations:service-contact-info":
        "wms:Service/wms:ContactInformation[wms:ContactAddress!='' or wms:ContactVoiceTelephone!='' or wms:ContactElectronicMailAddress!='']",
    "recommendations:png-getmap-format": "wms:Capability/wms:Request/wms:GetMap/wms:Format[.='image/png']",
}
LAYER = "wms:Capability//wms:Layer"
LOWER = "translate(@name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
ABSENT = {
    "getcapabilities:bbox-crs-advertised":
        "//wms:BoundingBox[not(@CRS = ancestor::wms:Layer/wms:CRS)]",
    "getcapabilities:bbox-present": LAYER + "[wms:Name and not(ancestor-or-self::wms:Layer/wms:BoundingBox)]",
    "getcapabilities:bbox-distinct-crs": LAYER + "/wms:BoundingBox[@CRS = following-sibling::*/@CRS]",
    "getcapabilities:crs-auto2-declarations": LAYER + "/wms:CRS[starts-with(., 'AUTO2:') and contains(., ',')]",
    "getcapabilities:crs-present": LAYER + "[wms:Name and not(ancestor-or-self::wms:Layer/wms:CRS)]",
    "getcapabilities:ex_geobbox-present": LAYER + "[wms:Name and not(ancestor-or-self::wms:Layer/wms:EX_GeographicBoundingBox)]",
    "getcapabilities:ex_geobbox-coordinates":
        "//wms:EX_GeographicBoundingBox[number(wms:westBoundLongitude) > number(wms:eastBoundLongitude)"
        " or number(wms:southBoundLatitude) > number(wms:northBoundLatitude)]",
    "getcapabilities:authorityurl-unique": LAYER + "/wms:AuthorityURL[@name = ../ancestor::wms:Layer/wms:AuthorityURL/@name]",
    "getcapabilities:identifier-matches-authorityurl":
        LAYER + "/wms:Identifier[not(@authority = ../ancestor-or-self::wms:Layer/wms:AuthorityURL/@name)]",
    "getcapabilities:style-unique": LAYER + "/wms:Style[wms:Name = ../ancestor::wms:Layer/wms:Style/wms:Name]",
    "getcapabilities:dims-time": LAYER + f"/wms:Dimension[{LOWER}='time' and not(@units='ISO8601')]",
    "getcapabilities:dims-elevation-crs88":
        LAYER + f"/wms:Dimension[{LOWER}='elevation' and @units='CRS:88' and not(@unitSymbol='m')]",
    "recommendations:layer-abstracts": LAYER + "[wms:Name and not(wms:Abstract)]",
    "recommendations:layer-keywordlists": LAYER + "[wms:Name and not(wms:KeywordList)]",
    "recommendations:layer-crs":
        LAYER + "[wms:Name and not(ancestor-or-self::wms:Layer/wms:CRS[.='EPSG:4326' or .='CRS:84'])]",
    "recommendations:metadataurls": LAYER + "[wms:Name and not(wms:MetadataURL)]",
    "recommendations:dims-no-whitespace": LAYER + "/wms:Dimension[translate(normalize-space(@name), ' ', 'X') != @name]",
    "recommendations:dims-defaults": LAYER + "/wms:Dimension[not(@default)]",
}
for _name, _path in PRESENT.items():
    @check(_name)
    def _(s, path=_path):
        assert s.find(path), f"nothing at {path}"
for _name, _path in ABSENT.items():
    @check(_name)
    def _(s, path=_path):
        expect_empty(s.find(path))


@check("getcapabilities:crs-for-all-layers")
def _(s):
    named = s.find(LAYER + "[wms:Name]")
    for crs in set(s.find(LAYER + "/wms:CRS/text()")):
        if all(crs in s.find("ancestor-or-self::wms:Layer/wms:CRS/text()", layer) for layer in named):
            assert s.find(f"wms:Capability/wms:Layer/wms:CRS[.={crs!r}]"), f"{crs} is common to all layers"


@check("getcapabilities:dims-no-redeclarations")
def _(s):
    for node in s.find(LAYER + "/wms:Dimension"):
        for other in s.find("../ancestor::wms:Layer/wms:Dimension", node):
            if other.get("name").lower() == node.get("name").lower():
                assert (other.get("units"), other.get("unitSymbol")) == (node.get("units"), node.get("unitSymbol"))


def links(s):
    """(format, URL, width, height) of the capabilities' links to the service itself."""
    found = []
    for kind in ("wms:Attribution/wms:LogoURL", "wms:DataURL", "wms:FeatureListURL", "wms:MetadataURL", "wms:Style/wms:LegendURL",
                 "wms:Style/wms:StyleSheetURL", "wms:Style/wms:StyleURL"):
        for node in s.find(f"{LAYER}/{kind}"):
            href = s.text("wms:OnlineResource/@xlink:href", node)
            if "?" in href:
                found.append((s.text("wms:Format", node), href, node.get("width"), node.get("height")))
    return list(dict.fromkeys(found))


@check("getcapabilities:resource-format and resource-size", each=links)
def _(s, link):
    kind, href, width, height = link
    answer = s.ask(href.partition("?")[2])
    expect_type(answer, kind)
    if width and kind.startswith("image/"):
        assert answer.image().size == (int(width), int(height)), f"{answer.image().size} instead of {width}x{height}"


@check("getcapabilities:layer-extents")
def _(s):
    for box in s.find("//wms:BoundingBox"):
        geographic = s.find("ancestor::wms:Layer/wms:EX_GeographicBoundingBox", box)[-1]
        west, south = (float(s.text(path, geographic)) for path in ("wms:westBoundLongitude", "wms:southBoundLatitude"))
        first, second = float(box.get("minx")), float(box.get("miny"))
        if box.get("CRS").endswith("4326"):
            assert (first, second) == (south, west), f"{(first, second)} instead of {(south, west)}"
        elif box.get("CRS").endswith("84"):
            assert (first, second) == (west, south), f"{(first, second)} instead of {(west, south)}"


# --- GetMap (7.3)

@check("getmap:bbox-direct")
def _(s):
    view, _ = s.view(s.text(LAYER + "[wms:Name and wms:BoundingBox]/wms:Name"), crs="", bbox="", width=200, height=200)
    expect_type(s.map(**view, FORMAT=s.format), s.format)


@check("getmap:bbox-inherited")
def _(s):
    name = s.text(LAYER + "[wms:Name and not(wms:BoundingBox) and ancestor::wms:Layer/wms:BoundingBox]/wms:Name")
    if not name:
        raise NotApplicable
    expect_type(s.map(**s.view(name, width=200, height=200)[0], FORMAT=s.format), s.format)


def scaled(s, element, factor):
    layer = s.find(LAYER + f"[wms:Name and ancestor-or-self::wms:Layer/wms:{element} > 0]")
    if not layer:
        raise NotApplicable
    scale = float(s.find(f"ancestor-or-self::wms:Layer/wms:{element}", layer[0])[-1].text)
    side = scale * factor * 0.00028 * 200 * 360 / (6378137 * 2 * 3.14159265)
    answer = s.map(LAYERS=s.text("wms:Name", layer[0]), CRS="CRS:84", BBOX=f"0,0,{side},{side}", WIDTH=200, HEIGHT=200, FORMAT=s.format)
    expect_type(answer, s.format)


@check("getmap:bbox-below-scale")
def _(s):
    scaled(s, "MinScaleDenominator", 0.9)


@check("getmap:bbox-above-scale")
def _(s):
    scaled(s, "MaxScaleDenominator", 1.1)


@check("getmap:bbox-minx-gt-maxx etc.", each=lambda s: ["1,0,0,1", "0,0,0,1", "0,1,1,0", "0,0,1,0"])
def _(s, box):
    expect_exception(s.map(**s.of("BasicPolygons", bbox="") | {"BBOX": box}, FORMAT=s.format))


@check("getmap:bbox-no-overlap")
def _(s):
    answer = s.map(LAYERS=s.layer("Lakes"), CRS="CRS:84", BBOX="-180,-90,-10,-10", WIDTH=100, HEIGHT=100, FORMAT=s.lossless)
    assert answer.pixels(WHITE) == 10000


@check("getmap:bbox-outside-crs")
def _(s):
    name = s.text(LAYER + "[wms:Name and ancestor-or-self::wms:Layer/wms:CRS='CRS:84']/wms:Name")
    assert s.map(LAYERS=name, CRS="CRS:84", BBOX="-10,90,10,110", WIDTH=100, HEIGHT=100, FORMAT=s.lossless).pixels(WHITE) == 10000


@check("getmap:crs-direct")
def _(s):
    crs = s.text(f"({LAYER}[wms:Name])[last()]/wms:CRS[1]") or s.text(LAYER + "/wms:CRS")
    view, _ = s.view(s.text(f"({LAYER}[wms:CRS={crs!r} and wms:Name])[last()]/wms:Name"), crs=crs, bbox="", width=200, height=200)
    expect_type(s.map(**view, FORMAT=s.format), s.format)


@check("getmap:crs-inherited")
def _(s):
    crs = s.text(LAYER + "[wms:Name and ancestor::wms:Layer/wms:CRS]/ancestor::wms:Layer/wms:CRS[1]")
    view, _ = s.view(s.text(LAYER + f"[wms:Name and ancestor::wms:Layer/wms:CRS={crs!r}]/wms:Name"), crs=crs, bbox="", width=200, height=200)
    expect_type(s.map(**view, FORMAT=s.format), s.format)


@check("getmap:invalid-crs")
def _(s):
    answer = s.map(LAYERS=s.text(LAYER + "/wms:Name"), CRS="UndefinedCRS", BBOX="-1,-1,1,1", WIDTH=200, HEIGHT=200, FORMAT=s.format)
    assert "/xml" in answer.headers["content-type"]
    expect_exception(answer, "InvalidCRS")


def named_systems(s):
    """Every layer with every CRS that it has: what the suite calls exhaustive."""
    pairs = []
    for layer in s.find(LAYER + "[wms:Name]"):
        for crs in dict.fromkeys(s.find("ancestor-or-self::wms:Layer/wms:CRS/text()", layer)):
            pairs.append((s.text("wms:Name", layer), crs))
    return pairs


@check("getmap:each-layer-crs-combination", each=named_systems)
def _(s, pair):
    view, dimensions = s.view(pair[0], crs=pair[1], bbox="")
    expect_type(s.map(**view, **dimensions, FORMAT=s.format), s.format)


NONE = {"LAYERS": "NonExistant", "CRS": "CRS:84", "BBOX": "0,0,1,1", "WIDTH": 100, "HEIGHT": 100}


@check("getmap:exceptions-default")
def _(s):
    expect_valid_exception(s.map(**NONE, FORMAT=s.format))


@check("getmap:exceptions-xml")
def _(s):
    expect_valid_exception(s.map(**NONE, FORMAT=s.format, EXCEPTIONS="XML"))


def needs_exceptions(s, name):
    if name not in s.find("wms:Capability/wms:Exception/wms:Format/text()"):
        raise NotApplicable


@check("getmap:exceptions-inimage-mime")
def _(s):
    needs_exceptions(s, "INIMAGE")
    expect_type(s.map(**NONE, FORMAT=s.format, EXCEPTIONS="INIMAGE"), s.format)


@check("getmap:exceptions-blank-red")
def _(s):
    needs_exceptions(s, "BLANK")
    assert s.map(**NONE, FORMAT=s.lossless, EXCEPTIONS="BLANK", BGCOLOR="0xFF0000").pixels((255, 0, 0)) == 10000


@check("getmap:exceptions-blank-transparent")
def _(s):
    needs_exceptions(s, "BLANK")
    assert s.map(**NONE, FORMAT=s.lossless, EXCEPTIONS="BLANK", TRANSPARENT="TRUE").transparent_pixels() == 10000


@check("getmap:exceptions-blank-mime")
def _(s):
    needs_exceptions(s, "BLANK")
    expect_type(s.map(**NONE, FORMAT=s.format, EXCEPTIONS="BLANK"), s.format)


@check("getmap:invalid-format")
def _(s):
    expect_exception(s.map(**s.of("Lakes"), FORMAT="UnknownFormat"), "InvalidFormat")


@check("getmap:each-format", each=lambda s: s.find("wms:Capability/wms:Request/wms:GetMap/wms:Format/text()"))
def _(s, name):
    expect_type(s.map(**s.of("Lakes"), FORMAT=name), name)


@check("getmap:two-layers and three-layers", each=lambda s: [("Lakes", "Streams"), ("Lakes", "Streams", "Bridges")])
def _(s, titles):
    expect_type(s.map(**s.of("Lakes") | {"LAYERS": s.layers(*titles)}, FORMAT=s.format), s.format)


@check("getmap:invalid-layer, first-layer-invalid, second-layer-invalid", each=lambda s: ["NonExistant", "NonExistant,{}", "{},NonExistant"])
def _(s, names):
    expect_exception(s.map(**s.of("Lakes") | {"LAYERS": names.format(s.layer("Lakes"))}, FORMAT=s.format), "LayerNotDefined")


@check("getmap:layerlimit")
def _(s):
    limit = s.text("wms:Service/wms:LayerLimit")
    if not limit:
        raise NotApplicable
    names = ",".join([s.layer("Lakes")] * (int(limit) + 1))
    expect_exception(s.map(**s.of("Lakes") | {"LAYERS": names}, FORMAT=s.format))


@check("getmap:each-layer", each=lambda s: s.find(LAYER + "/wms:Name/text()"))
def _(s, name):
    view, dimensions = s.view(name)
    expect_type(s.map(**view, **dimensions, FORMAT=s.format), s.format)


def styled(s, last=True):
    """A style and the (last) layer that has it."""
    style = s.text(LAYER + "[wms:Name]/ancestor-or-self::wms:Layer/wms:Style[1]/wms:Name")
    if not style:
        raise NotApplicable
    names = s.find(LAYER + f"[wms:Name and wms:Style/wms:Name={style!r}]/wms:Name/text()")
    return style, names[-1 if last else 0]


@check("getmap:styles-direct, two-styles, three-styles", each=lambda s: [1, 2, 3])
def _(s, count):
    style, name = styled(s)
    view = s.view(name)[0] | {"LAYERS": ",".join([name] * count), "STYLES": ",".join([style] * count)}
    expect_type(s.map(**view, FORMAT=s.format), s.format)


@check("getmap:styles-inherited")
def _(s):
    style = s.text(LAYER + "[wms:Name]/ancestor::wms:Layer/wms:Style[1]/wms:Name")
    if not style:
        raise NotApplicable
    name = s.text(LAYER + f"[wms:Name and wms:Style/wms:Name={style!r}]/wms:Name")
    expect_type(s.map(**s.view(name, crs="", bbox="")[0], STYLES=style, FORMAT=s.format), s.format)


@check("getmap:invalid-style")
def _(s):
    expect_exception(s.map(**s.of("Lakes"), STYLES="UndefinedStyle", FORMAT=s.format), "StyleNotDefined")


@check("getmap:styles-default-single-layer, -multiple-layers, -commas", each=lambda s: [("Lakes", ""), ("many", ""), ("many", ",,,")])
def _(s, what):
    names = s.layer("Lakes") if what[0] == "Lakes" else s.layers("Bridges", "RoadSegments", "DividedRoutes", "Buildings")
    expect_type(s.map(**s.of("Lakes") | {"LAYERS": names}, STYLES=what[1], FORMAT=s.format), s.format)


@check("getmap:styles-some-default")
def _(s):
    style, name = styled(s)
    names = ",".join([name, s.layer("Bridges"), name, s.layer("RoadSegments"), s.layer("DividedRoutes")])
    expect_type(s.map(**s.view(name)[0] | {"LAYERS": names}, STYLES=f"{style},,{style},,", FORMAT=s.format), s.format)


@check("getmap:first-style-invalid, second-style-invalid", each=lambda s: [0, 1])
def _(s, place):
    style, name = styled(s)
    names, styles = [name, s.layer("Lakes")], [style, "UndefinedStyle"]
    if place == 0:
        names, styles = names[::-1], styles[::-1]
    answer = s.map(**s.view(name)[0] | {"LAYERS": ",".join(names)}, STYLES=",".join(styles), FORMAT=s.format)
    expect_exception(answer, "StyleNotDefined")


@check("getmap:each-style", each=lambda s: [(s.text("../../wms:Name", node), node.text) for node in s.find(LAYER + "[wms:Name]/wms:Style/wms:Name")])
def _(s, pair):
    expect_type(s.map(**s.view(pair[0])[0], STYLES=pair[1], FORMAT=s.format), s.format)


@check("getmap:transparent-default and transparent-false", each=lambda s: [None, "FALSE"])
def _(s, value):
    assert s.map(**s.of("Lakes"), TRANSPARENT=value, FORMAT=s.lossless).transparent_pixels() == 0


@check("getmap:transparent-opaque-layer")
def _(s):
    name = s.text(LAYER + "[wms:Name and @opaque='1']/wms:Name")
    if not name:
        raise NotApplicable
    expect_type(s.map(**s.view(name, crs="", bbox="")[0], TRANSPARENT="TRUE", FORMAT=s.lossless), s.lossless)


@check("getmap:large-size and small-size", each=lambda s: ["large", (8, 5)])
def _(s, size):
    if size == "large":
        size = int(s.text("wms:Service/wms:MaxWidth") or 1024), int(s.text("wms:Service/wms:MaxHeight") or 768)
    assert s.map(**s.of("Lakes", width=size[0], height=size[1]), FORMAT=s.lossless).image().size == size


# --- GetFeatureInfo (7.4)

@check("getfeatureinfo:exceptions-default and exceptions-xml", each=lambda s: [None, "XML"])
def _(s, kind):
    view = NONE | {"LAYERS": "UndefinedLayer", "WIDTH": 200, "HEIGHT": 200, "QUERY_LAYERS": "UndefinedLayer"}
    expect_valid_exception(s.info(**view, I=100, J=100, INFO_FORMAT=s.info_format, EXCEPTIONS=kind))


@check("getfeatureinfo:invalid-info_format")
def _(s):
    expect_exception(s.lake(INFO_FORMAT="InvalidInfoFormat"), "InvalidFormat")


@check("getfeatureinfo:each-info_format", each=lambda s: s.find("wms:Capability/wms:Request/wms:GetFeatureInfo/wms:Format/text()"))
def _(s, name):
    expect_type(s.lake(INFO_FORMAT=name), name)


@check("getfeatureinfo:invalid-i and invalid-j", each=lambda s: [{"I": 250}, {"J": 150}])
def _(s, change):
    expect_exception(s.lake(**change), "InvalidPoint")


@check("getfeatureinfo:two-query_layers, three-query_layers, less-query_layers",
       each=lambda s: [(2, 2), (3, 3), (3, 2)])
def _(s, counts):
    titles = ["NamedPlaces", "Lakes", "Forests"]
    answer = s.lake(LAYERS=s.layers(*titles[:counts[0]]), QUERY_LAYERS=s.layers(*(titles[::2] if counts[1] < counts[0] else titles[:counts[1]])))
    expect_type(answer, s.info_format)


@check("getfeatureinfo:invalid-query_layers")
def _(s):
    expect_exception(s.lake(QUERY_LAYERS="InvalidLayer"), "LayerNotDefined")


@check("getfeatureinfo:query_layers-not-queryable", each=lambda s: s.find(LAYER + "[not(@queryable='1' or @queryable='true')]/wms:Name/text()"))
def _(s, name):
    view, _ = s.view(name, crs="", bbox="")
    expect_exception(s.info(**view, QUERY_LAYERS=name, I=50, J=50, INFO_FORMAT=s.info_format), "LayerNotQueryable")


@check("getfeatureinfo:each-queryable-layer", each=lambda s: s.find(LAYER + "[@queryable='1' or @queryable='true']/wms:Name/text()"))
def _(s, name):
    view, dimensions = s.view(name, crs="", bbox="")
    expect_type(s.info(**view, **dimensions, QUERY_LAYERS=name, I=50, J=50, INFO_FORMAT=s.info_format), s.info_format)


# --- dimensions (annex C)

@check("dims:missing-no-default")
def _(s):
    layer = s.find(LAYER + "[wms:Name and wms:Dimension[not(@default) or @default='0' or @default='false']]")
    if not layer:
        raise NotApplicable
    view, _ = s.view(s.text("wms:Name", layer[0]), bbox="")
    expect_exception(s.map(**view, FORMAT=s.lossless), "MissingDimensionValue")


def start(ask, query):
    """The service whose capabilities `ask(query)` returns."""
    return Wms13(ask, query + "&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities")


__all__ = ["SUITE", "start", "Answer"]
