# SPDX-License-Identifier: MIT
"""The requests of test_differential.py, each with a name: every operation, every parameter, good values and bad ones."""

import itertools
import pathlib

GET_MAP = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "point,line", "STYLES": "", "SRS": "EPSG:4326",
           "BBOX": "0,0,10,10", "WIDTH": "100", "HEIGHT": "100", "FORMAT": "image/png"}
NEW = {"VERSION": "1.3.0", "SRS": None, "CRS": "EPSG:4326"}
STYLED = ('<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>{layer}</Name><UserStyle><FeatureTypeStyle><Rule>'
          "{rule}</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")

# Values that clients send for one parameter of GetMap; None leaves it out.
VALUES = {
    "SERVICE": ["wms", "WFS"], "VERSION": [None, "", "1.0", "1.0.0", "1.1.0", "1.2.0", "2.0.0", "x", "1.1.1.1"],
    "REQUEST": [None, "", "getmap", "GETMAP", "GetFoo", "map"],
    "LAYERS": [None, "", "nix", "point", "POINT", "ways", "differential", "hidden", "point,nix", "polygon,point", "point,point",
               "point,line,polygon", "line,point,line,point,line,point,line", ",point"],
    "STYLES": [None, ",", "default", "default,default", "blue", "blue,", "plain,", "nix", "nix,", "blue,nix", "a,b,c"],
    "SRS": [None, "", "EPSG:3857", "EPSG:25832", "EPSG:999999", "EPSG:", "foo", "epsg:4326"],
    "BBOX": [None, "", "1,2,3", "1,2,3,4,5", "1,2,3,x", "5,5,5,9", "9,9,1,1", "2,2,8,8", "0,0,10,5", "-10,-10,20,20", "1e0,1,9.5,9",
             "100,50,110,60"],
    "WIDTH": [None, "", "0", "-5", "x", "1", "200", "4096", "4097", "100000"], "HEIGHT": [None, "", "0", "-5", "x", "1", "50", "4097"],
    "FORMAT": [None, "", "png", "image/jpeg", "image/foo", "IMAGE/PNG", "image/png; mode=24bit", "application/x-foo"],
    "TRANSPARENT": ["TRUE", "FALSE", "true", "maybe"], "BGCOLOR": ["0xff0000", "0xFF0000", "0x000000", "0xffffff", "red", ""],
    "EXCEPTIONS": ["application/vnd.ogc.se_xml", "application/vnd.ogc.se_inimage", "application/vnd.ogc.se_blank", "XML", "INIMAGE", "BLANK", "foo"],
    "UPDATESEQUENCE": ["4", "5", "6"], "ELEVATION": ["3"], "TIME": ["2020-01-01"], "MAP_RESOLUTION": ["72", "96", "144"],
    "BBOX_PIXEL_IS_POINT": ["TRUE", "FALSE"], "ANGLE": ["30"], "TILED": ["TRUE"],
}
LEGEND = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "LAYER": "point", "FORMAT": "image/png"}
LEGEND_VALUES = {
    "LAYER": [None, "", "nix", "line", "polygon", "ways", "differential", "hidden"], "FORMAT": [None, "", "image/jpeg", "image/foo"],
    "STYLE": ["", "plain", "blue", "nix"], "RULE": ["all", "ALL", "blue", "nix"], "SCALE": ["10", "1e6", "x"], "WIDTH": ["40"], "SLD_VERSION": [None, "1.0.0"],
}
CAPABILITIES = {"SERVICE": "WMS", "REQUEST": "GetCapabilities"}
INFO = GET_MAP | {"REQUEST": "GetFeatureInfo", "QUERY_LAYERS": "point", "X": "50", "Y": "50", "I": "50", "J": "50"}
INFO_CHANGES = [
    {}, {"X": None, "I": None}, {"X": "x", "I": "x"}, {"QUERY_LAYERS": None}, {"QUERY_LAYERS": ""}, {"QUERY_LAYERS": "nix"}, {"QUERY_LAYERS": "line"},
    {"QUERY_LAYERS": "point,polygon", "LAYERS": "point,polygon"}, {"INFO_FORMAT": "text/plain"}, {"INFO_FORMAT": "text/foo"},
    {"INFO_FORMAT": "application/vnd.ogc.gml"}, {"INFO_FORMAT": ""}, {"X": "5", "I": "5"}, {"X": "500", "I": "500"}, {"X": "-1", "I": "-1"},
    {"FEATURE_COUNT": "5"}, {"FEATURE_COUNT": "0"}, {"FEATURE_COUNT": "x"}, {"RADIUS": "60", "FEATURE_COUNT": "9"}, {"LAYERS": None}, {"STYLES": None},
    {"FORMAT": None}, {"BBOX": None}, {"WIDTH": None}, {"EXCEPTIONS": "XML", "QUERY_LAYERS": "nix"},
    {"INFO_FORMAT": "GML"}, {"INFO_FORMAT": "gml/3.2.1"}, {"INFO_FORMAT": "application/vnd.ogc.gml/3.1.1"}, {"INFO_FORMAT": "text/xml; subtype=gml/3.2.1"},
    {"INFO_FORMAT": "application/gml+xml; version=3.2"}, {"STYLES": "blue,"}, {"STYLES": "nix,"}, {"RADIUS": "bbox", "FEATURE_COUNT": "9"},
]
KINDS = [{"map": str(pathlib.Path(__file__).with_name("kinds.map")), "LAYERS": layer, "QUERY_LAYERS": layer, "FEATURE_COUNT": count, "INFO_FORMAT": kind} for layer in ("clusters", "both") for count in ("1", "9")
         for kind in ("text/plain", "application/vnd.ogc.gml")]
EQUAL = "<Filter><PropertyIsEqualTo><PropertyName>name</PropertyName><Literal>{value}</Literal></PropertyIsEqualTo></Filter>"
INFO_SLDS = {"that holds": EQUAL.format(value="five"), "that does not hold": EQUAL.format(value="six"), "of all": "", "of an ElseFilter": "<ElseFilter/>"}
MODES = {
    "map": {"layers": "point line"}, "map of all": {"mode": "map", "layers": "all"}, "map of nothing": {"mode": "map"},
    "map of an extent": {"mode": "map", "layers": "all", "mapext": "2 2 8 8"}, "map of a bad extent": {"mode": "map", "layers": "all", "mapext": "2 2 8"},
    "map of a size": {"mode": "map", "layers": "all", "mapsize": "100 50"}, "map too large": {"mode": "map", "layers": "all", "mapsize": "5000 50"},
    "map zoomed": {"mode": "map", "layers": "all", "zoom": "2", "imgxy": "50 50", "imgext": "0 0 10 10", "imgsize": "100 100"},
    "map as jpeg": {"mode": "map", "layers": "all", "imagetype": "jpeg"}, "map as nothing": {"mode": "map", "layers": "all", "imagetype": "nix"},
    "map of no layer": {"mode": "map", "layers": "nix"}, "legend": {"layers": "all"}, "scalebar": {}, "reference": {},
    "legendicon": {"icon": "point,0"}, "legendicon of nothing": {"mode": "legendicon", "icon": "nix"}, "maplegend": {"layers": "all"},
    "tile": {"layers": "all", "tile": "0 0 0"}, "tile too far": {"mode": "tile", "tile": "9 0 0"}, "tile of two": {"mode": "tile", "tile": "9 0"},
    "tile by key": {"mode": "tile", "tilemode": "ve", "tile": "1", "layers": "all"}, "tile by a bad key": {"mode": "tile", "tilemode": "ve", "tile": "4"},
    "tile without": {"mode": "tile"}, "browse": {}, "coordinate": {"imgxy": "50 50"}, "query": {"mapxy": "5 5", "qlayer": "point"},
    "nonsense": {}, "ows": {}, "itemquery": {"qlayer": "point", "qitem": "name", "qstring": "/x/"}, "nothing at all": {"mode": None},
}


def styles_of_clients():
    symbolizers = {
        "line": ['<LineSymbolizer><Stroke><CssParameter name="stroke">#0000ff</CssParameter></Stroke></LineSymbolizer>',
                 '<LineSymbolizer><Stroke><CssParameter name="stroke">#0000ff</CssParameter>'
                 '<CssParameter name="stroke-width">5</CssParameter></Stroke></LineSymbolizer>',
                 '<LineSymbolizer><Stroke><CssParameter name="stroke">#ff0000</CssParameter><CssParameter name="stroke-width">3'
                 '</CssParameter><CssParameter name="stroke-dasharray">8 4</CssParameter></Stroke></LineSymbolizer>'],
        "polygon": ['<PolygonSymbolizer><Fill><CssParameter name="fill">#00ff00</CssParameter></Fill></PolygonSymbolizer>',
                    '<PolygonSymbolizer><Fill><CssParameter name="fill">#00ff00</CssParameter></Fill><Stroke>'
                    '<CssParameter name="stroke">#000000</CssParameter></Stroke></PolygonSymbolizer>'],
        "point": [f'<PointSymbolizer><Graphic><Mark><WellKnownName>{name}</WellKnownName><Fill><CssParameter name="fill">#ff0000'
                  f"</CssParameter></Fill></Mark><Size>{size}</Size></Graphic></PointSymbolizer>"
                  for name in ("square", "circle", "triangle", "star") for size in (8, 15)],
    }
    filters = ["", "<Filter><PropertyIsGreaterThan><PropertyName>height</PropertyName><Literal>6</Literal></PropertyIsGreaterThan></Filter>",
               "<Filter><PropertyIsEqualTo><PropertyName>name</PropertyName><Literal>five</Literal></PropertyIsEqualTo></Filter>",
               '<Filter><PropertyIsLike wildCard="*" singleChar="." escape="!"><PropertyName>name</PropertyName><Literal>s*</Literal>'
               "</PropertyIsLike></Filter>",
               "<Filter><Not><PropertyIsEqualTo><PropertyName>name</PropertyName><Literal>five</Literal></PropertyIsEqualTo></Not></Filter>",
               "<MinScaleDenominator>1e9</MinScaleDenominator>", "<MaxScaleDenominator>1e9</MaxScaleDenominator>"]
    for layer, all_of_it in symbolizers.items():
        for symbolizer, condition in itertools.product(all_of_it, filters if layer == "point" else filters[:1] + filters[-2:]):
            yield {"LAYERS": layer, "SLD_BODY": STYLED.format(layer=layer, rule=condition + symbolizer)}
    yield {"SLD_BODY": "no XML"}
    yield {"SLD_BODY": "<Other/>"}


def of_version(base, version):
    return base | (NEW if version == "1.3.0" else {})


def get_map_requests(version):
    base = of_version(GET_MAP, version)
    yield f"{version} GetMap", base
    for name, values in VALUES.items():
        key = "CRS" if name == "SRS" and version == "1.3.0" else name
        for value in values:
            yield f"{version} GetMap {key}={value}", base | {key: value}


def other_requests(version):
    for layers in (None, "", "nix", "point", "line", "polygon", "ways", "point,line"):
        base = of_version(GET_MAP, version) | {"LAYERS": layers}
        yield f"{version} GetStyles {layers}", base | {"REQUEST": "GetStyles", "STYLES": None}
        yield f"{version} DescribeLayer {layers}", base | {"REQUEST": "DescribeLayer", "SLD_VERSION": "1.1.0"}
    for change in INFO_CHANGES:
        yield f"{version} GetFeatureInfo {change}", of_version(INFO, version) | change
    for change in KINDS:
        yield f"{version} GetFeatureInfo of {change['QUERY_LAYERS']} {change['FEATURE_COUNT']} {change['INFO_FORMAT']}", of_version(INFO, version) | change
    for name, rule in INFO_SLDS.items():
        document = STYLED.format(layer="point", rule=rule + "<PointSymbolizer><Graphic><Mark/></Graphic></PointSymbolizer>")
        yield f"{version} GetFeatureInfo SLD {name}", of_version(INFO, version) | {"LAYERS": "point", "SLD_BODY": document}
    legend = LEGEND | {"VERSION": version} | ({"SLD_VERSION": "1.1.0"} if version == "1.3.0" else {})
    yield f"{version} GetLegendGraphic", legend
    for name, values in LEGEND_VALUES.items():
        for value in values:
            yield f"{version} GetLegendGraphic {name}={value}", legend | {name: value}
    yield f"{version} GetSchemaExtension", {"SERVICE": "WMS", "VERSION": version, "REQUEST": "GetSchemaExtension"}


def all_requests():
    """Pairs of a name and the parameters, in a fixed order."""
    for version in (None, "", "1.0.0", "1.1.0", "1.1.1", "1.3.0", "1.2", "9.9.9", "x"):
        yield f"GetCapabilities {version}", CAPABILITIES | {"VERSION": version}
    for sequence in ("4", "5", "6", "x"):
        yield f"GetCapabilities UPDATESEQUENCE={sequence}", CAPABILITIES | {"UPDATESEQUENCE": sequence}
    yield "GetCapabilities of 1.0.0", {"SERVICE": "WMS", "WMTVER": "1.0.0", "REQUEST": "capabilities"}
    yield "GetCapabilities without SERVICE", {"REQUEST": "GetCapabilities"}
    for version in ("1.1.1", "1.3.0"):
        yield from get_map_requests(version)
        yield from other_requests(version)
    for number, change in enumerate(styles_of_clients()):
        yield f"SLD {number}", GET_MAP | change
    for name, parameters in MODES.items():
        yield f"mode {name}", {"mode": name} | parameters
