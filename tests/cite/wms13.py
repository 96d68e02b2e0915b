# SPDX-License-Identifier: MIT
"""The assertions of the OGC's suite of WMS 1.3.0 (conformance classes data independent, basic, queryable, time, vector elevation, recommendations).

Names and requests are those of the suite; the numbers of sections are those of OGC 06-042.
"""

import sys
from pathlib import Path

import lxml.etree
from suite import BLUE_LAKE, NAMESPACES, Answer, NotApplicable, Service, Suite, expect_empty, expect_type

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
        """LAYERS, CRS, BBOX and size of a layer: the wanted ones where it has them, else others that it has."""
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


@check("getcapabilities:updatesequence-ignored")
def _(s):
    if s.root.get("updateSequence") is not None:
        raise NotApplicable
    expect_capabilities(s.capabilities(UPDATESEQUENCE="ignored"))


@check("getcapabilities:updatesequence-current")
def _(s):
    expect_exception(s.capabilities(UPDATESEQUENCE=sequence(s)[0]), "CurrentUpdateSequence")


@check("getcapabilities:updatesequence-lower")
def _(s):
    expect_capabilities(s.capabilities(UPDATESEQUENCE=sequence(s)[1]))


@check("getcapabilities:updatesequence-higher")
def _(s):
    expect_exception(s.capabilities(UPDATESEQUENCE=sequence(s)[2]), "InvalidUpdateSequence")


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


# What must be found, and what must not.
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
    """(format, address, width, height) of what the capabilities point at, where it is the service itself."""
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
        assert answer.picture().size == (int(width), int(height)), f"{answer.picture().size} instead of {width}x{height}"


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
    """Every layer with every system that it has: what the suite calls exhaustive."""
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
    assert s.map(**s.of("Lakes", width=size[0], height=size[1]), FORMAT=s.lossless).picture().size == size


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
    plain = blue_lake(s, "-0.005,-0.0025,0.005,0.0025").picture()
    assert plain.tobytes() == blue_lake(s, "-.0005E1,-25E-4,%2B05E-3,.00025E%2B1").picture().tobytes()


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


# What a person is asked about in the suite, by pixels.

@check("basic:basic-polygons-sanity-check")
def _(s):
    answer = s.map(LAYERS=s.layer("BasicPolygons"), CRS="CRS:84", BBOX="-1,-1,1,1", WIDTH=300, HEIGHT=300, FORMAT=s.lossless)
    corners = [(0, 0, 100, 20), (200, 0, 100, 20), (0, 280, 100, 20), (200, 280, 100, 20)]
    assert [answer.pixels(WHITE, box) for box in corners] == [2000] * 4, "the corners are not empty"
    assert answer.pixels(WHITE, (80, 80, 140, 140)) == 0, "the middle is not full"


@check("basic:blue-lake-sanity-check")
def _(s):
    picture = blue_lake(s, "-0.005,-0.0025,0.005,0.0025")
    assert 0 < picture.pixels(WHITE) < 80000
    assert picture.pixels(WHITE, (0, 0, 30, 200)) == 6000, "something is outside the neatline"


@check("basic:layer-order")
def _(s):
    def drawn(*titles):
        return s.map(LAYERS=s.layers(*titles), CRS="CRS:84", BBOX="-0.0042,-0.0024,0.0042,0.0024", WIDTH=168, HEIGHT=96, FORMAT=s.lossless).picture()
    left, right, forest = (drawn(*titles) for titles in (("Forests", "Lakes", "NamedPlaces"), ("NamedPlaces", "Lakes", "Forests"), ("Forests",)))
    lake = s.map(LAYERS=s.layer("Lakes"), CRS="CRS:84", BBOX="-0.0042,-0.0024,0.0042,0.0024", WIDTH=168, HEIGHT=96, FORMAT=s.lossless).picture()
    inside = (110, 68)  # (0.0013, -0.001), in the lake
    assert left.tobytes() != right.tobytes()
    assert right.getpixel(inside) == forest.getpixel(inside) and left.getpixel(inside) == lake.getpixel(inside) != forest.getpixel(inside)


@check("basic:aspect-ratio")
def _(s):
    wide, tall = (blue_lake(s, "-0.005,-0.0025,0.005,0.0025", 200, height).picture().convert("L") for height in (100, 200))
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
    wanted = "99 default value used: time=" + s.text("wms:Dimension[@name='time']/@default", layer[0]).lower()
    assert answer.headers.get("warning", "").lower().startswith(wanted), answer.headers.get("warning")


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


def start(ask, query):
    """The service whose capabilities `ask(query)` returns."""
    return Wms13(ask, query + "&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities")


__all__ = ["SUITE", "start", "Answer"]
