# SPDX-License-Identifier: MIT
"""Requests of test_cross_requests.py: the same list for any map, filled with what the map has (its layers, box, CRS and classes)."""

import re
from dataclasses import dataclass, field

from osgeo import osr

osr.UseExceptions()
WIDTH = 200
GEOGRAPHIC, MERCATOR = "EPSG:4326", "EPSG:3857"
ENABLED = '  WEB METADATA "ows_enable_request" "*" END END\n'
PROJECTED = '  PROJECTION "init=epsg:3857" END\n'  # 8.0.0 tells clients of no CRS that is written "EPSG:3857"


@dataclass
class Facts:
    """What a client would learn of a map before it sends requests."""

    box: tuple
    crs: str
    layers: list = field(default_factory=list)   # names, in the map's order
    groups: list = field(default_factory=list)
    classes: dict = field(default_factory=dict)  # layer: names of classes
    vectors: list = field(default_factory=list)  # layers with features
    items: dict = field(default_factory=dict)    # layer: names of attributes
    with_ids: list = field(default_factory=list)  # vectors with a key

    @property
    def height(self):
        west, south, east, north = self.box
        return max(1, min(400, round(WIDTH * (north - south) / (east - west))))


def completed(text):
    """The map as a service: all requests are allowed, and maps without PROJECTION are in web Mercator."""
    start = re.search(r"(?mi)^\s*MAP\s*$", text).end() + 1
    own = re.sub(r"(?s)\n  LAYER\b.*", "", text)
    more = (ENABLED if "enable_request" not in text else "") + (PROJECTED if not re.search(r"(?m)^\s*PROJECTION\b", own) else "")
    return text[:start] + more + text[start:]


def facts_of(path):
    """Read by MapServer's own module; None if it does not load the map or the map has no layers."""
    import mapscript
    try:
        made = mapscript.mapObj(str(path))
    except Exception:  # of many kinds; the map is not for MapServer
        return None
    code = re.search(r"epsg:(\d+)", made.getProjection() or "", re.I)
    facts = Facts((made.extent.minx, made.extent.miny, made.extent.maxx, made.extent.maxy), f"EPSG:{code[1]}" if code else MERCATOR)
    for layer in (made.getLayer(i) for i in range(made.numlayers)):
        if not layer.name:
            continue
        facts.layers.append(layer.name)
        facts.groups += [layer.group] if layer.group and layer.group not in facts.groups else []
        facts.classes[layer.name] = [layer.getClass(i).name for i in range(layer.numclasses) if layer.getClass(i).name]
        if layer.type in (mapscript.MS_LAYER_POINT, mapscript.MS_LAYER_LINE, mapscript.MS_LAYER_POLYGON) and not layer.tileindex:
            facts.vectors.append(layer.name)
            facts.items[layer.name] = items_of(layer)
            facts.with_ids += [layer.name] if any(layer.metadata.get(f"{prefix}_featureid", "") for prefix in ("wfs", "ows", "gml")) else []
    return facts if facts.layers and facts.box[0] < facts.box[2] else None


def items_of(layer):
    try:
        layer.open()
        return [layer.getItem(i) for i in range(layer.numitems)]
    except Exception:  # of many kinds: a layer without data, a union
        return []
    finally:
        layer.close()


def reference(name):
    made = osr.SpatialReference()
    made.ImportFromEPSG(int(name.split(":")[1]))
    made.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return made


def box_in(facts, crs):
    """The map's box in another CRS; without one there, the box of the world or of the CRS."""
    if crs == facts.crs:
        return facts.box
    whole = {GEOGRAPHIC: (-180, -85, 180, 85), MERCATOR: (-2e7, -2e7, 2e7, 2e7), "EPSG:3035": (2e6, 1e6, 7e6, 6e6), "EPSG:32633": (2e5, 4e6, 8e5, 7e6)}[crs]
    try:
        box = osr.CoordinateTransformation(reference(facts.crs), reference(crs)).TransformBounds(*facts.box, 21)
    except RuntimeError:
        return whole
    return box if all(abs(value) < 1e8 for value in box) and box[0] < box[2] and box[1] < box[3] else whole


def written(box):
    return ",".join(f"{value:.10g}" for value in box)


def flipped(box):
    return (box[1], box[0], box[3], box[2])


def get_map(facts):
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": ",".join(facts.layers), "STYLES": "", "SRS": facts.crs,
            "BBOX": written(facts.box), "WIDTH": str(WIDTH), "HEIGHT": str(facts.height), "FORMAT": "image/png"}


def get_map_130(facts, crs=GEOGRAPHIC):
    box = box_in(facts, crs)
    is_north_first = crs in (GEOGRAPHIC, "EPSG:3035")
    return get_map(facts) | {"VERSION": "1.3.0", "SRS": None, "CRS": crs, "BBOX": written(flipped(box) if is_north_first else box)}


def maps(facts):
    first, last = facts.layers[0], facts.layers[-1]
    west, south, east, north = facts.box
    wide, high = east - west, north - south
    inner = (west + wide * .3, south + high * .3, west + wide * .7, south + high * .7)
    changes = {
        "plain": {}, "a part": {"BBOX": written(inner)}, "beyond": {"BBOX": written((east + wide, north + high, east + 2 * wide, north + 2 * high))},
        "TRANSPARENT": {"TRANSPARENT": "TRUE"}, "BGCOLOR": {"BGCOLOR": "0x336699"}, "BGCOLOR TRANSPARENT": {"BGCOLOR": "0xCC9966", "TRANSPARENT": "true"},
        "BGCOLOR malformed": {"BGCOLOR": "blue"}, "TRANSPARENT malformed": {"TRANSPARENT": "maybe"},
        "jpeg": {"FORMAT": "image/jpeg"}, "8 bits": {"FORMAT": "image/png; mode=8bit"}, "FORMAT missing": {"FORMAT": None}, "FORMAT unknown": {"FORMAT": "image/foo"},
        "STYLES default": {"STYLES": "default"}, "STYLES unknown": {"STYLES": "zzz"}, "STYLES too many": {"STYLES": "," * len(facts.layers)}, "STYLES missing": {"STYLES": None},
        "first layer": {"LAYERS": first}, "last layer": {"LAYERS": last}, "twice": {"LAYERS": f"{first},{last},{first}"}, "backwards": {"LAYERS": ",".join(reversed(facts.layers))},
        "LAYERS unknown": {"LAYERS": f"{first},zzz"}, "LAYERS empty": {"LAYERS": ""}, "LAYERS missing": {"LAYERS": None}, "LAYERS in capitals": {"LAYERS": first.upper()},
        "unknown in image": {"LAYERS": "zzz", "EXCEPTIONS": "application/vnd.ogc.se_inimage"}, "unknown as blank": {"LAYERS": "zzz", "EXCEPTIONS": "application/vnd.ogc.se_blank"},
        "narrow": {"WIDTH": "31", "HEIGHT": "177"}, "a line of pixels": {"WIDTH": "150", "HEIGHT": "2"}, "WIDTH 0": {"WIDTH": "0"}, "WIDTH malformed": {"WIDTH": "12x"},
        "too large": {"WIDTH": "9999"}, "HEIGHT missing": {"HEIGHT": None}, "MAP_RESOLUTION": {"MAP_RESOLUTION": "144"}, "DPI": {"DPI": "144"}, "FORMAT_OPTIONS": {"FORMAT_OPTIONS": "dpi:144"},
        "ANGLE": {"ANGLE": "30"}, "TIME": {"TIME": "2004-01-01"}, "ELEVATION": {"ELEVATION": "5"}, "BBOX reversed": {"BBOX": written((east, south, west, north))},
        "BBOX of three": {"BBOX": "1,2,3"}, "BBOX malformed": {"BBOX": "1,2,3,x"}, "BBOX missing": {"BBOX": None}, "SRS unknown": {"SRS": "EPSG:99999"}, "SRS missing": {"SRS": None},
        "VERSION missing": {"VERSION": None}, "VERSION 1.0.0": {"VERSION": "1.0.0"}, "SERVICE missing": {"SERVICE": None}, "REQUEST unknown": {"REQUEST": "GetFoo"},
    }
    for name, change in changes.items():
        yield f"GetMap {name}", get_map(facts) | change
    if facts.groups:
        yield "GetMap group", get_map(facts) | {"LAYERS": facts.groups[0]}
        yield "GetMap group and first", get_map(facts) | {"LAYERS": f"{facts.groups[0]},{first}"}
    for crs in (GEOGRAPHIC, MERCATOR, "EPSG:3035", "EPSG:32633"):
        yield f"GetMap 1.1.1 {crs}", get_map(facts) | {"SRS": crs, "BBOX": written(box_in(facts, crs))}
        yield f"GetMap 1.3.0 {crs}", get_map_130(facts, crs)
    yield "GetMap 1.3.0 CRS:84", get_map_130(facts) | {"CRS": "CRS:84", "BBOX": written(box_in(facts, GEOGRAPHIC))}
    yield "GetMap 1.3.0 BLANK", get_map_130(facts) | {"EXCEPTIONS": "BLANK", "LAYERS": "zzz"}
    yield "GetMap 1.3.0 CRS unknown", get_map_130(facts) | {"CRS": "AUTO2:42001,1,8,50"}


def infos(facts):
    base = get_map(facts) | {"REQUEST": "GetFeatureInfo", "QUERY_LAYERS": ",".join(facts.vectors or facts.layers), "X": str(WIDTH // 2), "Y": str(facts.height // 2)}
    for kind in ("text/plain", "text/html", "application/vnd.ogc.gml", "application/json", "text/foo", None):
        yield f"GetFeatureInfo {kind}", base | {"INFO_FORMAT": kind}
    changes = {"X outside": {"X": "-5"}, "X beyond": {"X": "5000"}, "X missing": {"X": None}, "X malformed": {"X": "x"}, "RADIUS": {"RADIUS": "40"}, "RADIUS bbox": {"RADIUS": "bbox"},
               "FEATURE_COUNT": {"FEATURE_COUNT": "5", "RADIUS": "60"}, "FEATURE_COUNT malformed": {"FEATURE_COUNT": "x"}, "QUERY_LAYERS unknown": {"QUERY_LAYERS": "zzz"},
               "QUERY_LAYERS missing": {"QUERY_LAYERS": None}, "all layers": {"QUERY_LAYERS": ",".join(facts.layers)}}
    for name, change in changes.items():
        yield f"GetFeatureInfo {name}", base | {"INFO_FORMAT": "text/plain"} | change
    new = base | get_map_130(facts) | {"REQUEST": "GetFeatureInfo", "I": base["X"], "J": base["Y"], "X": None, "Y": None, "INFO_FORMAT": "application/vnd.ogc.gml", "RADIUS": "30"}
    yield "GetFeatureInfo 1.3.0", new
    yield "GetFeatureInfo 1.3.0 I outside", new | {"I": "-5"}


def legends(facts):
    base = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "LAYER": facts.layers[0], "FORMAT": "image/png"}
    for layer in facts.layers:
        yield f"GetLegendGraphic of {layer}", base | {"LAYER": layer}
    rule = next((names[0] for names in facts.classes.values() if names), None)
    owner = next((layer for layer, names in facts.classes.items() if names), facts.layers[0])
    changes = {"SCALE": {"SCALE": "1000000"}, "WIDTH HEIGHT": {"WIDTH": "61", "HEIGHT": "33"}, "RULE": {"LAYER": owner, "RULE": rule}, "RULE WIDTH HEIGHT": {"LAYER": owner, "RULE": rule, "WIDTH": "40", "HEIGHT": "30"},
               "RULE unknown": {"RULE": "zzz"}, "STYLE unknown": {"STYLE": "zzz"}, "SERVICE missing": {"SERVICE": None}, "LAYER unknown": {"LAYER": "zzz"}, "LAYER missing": {"LAYER": None},
               "FORMAT missing": {"FORMAT": None}, "FORMAT unknown": {"FORMAT": "image/foo"}, "SCALE malformed": {"SCALE": "x"}, "1.3.0": {"VERSION": "1.3.0", "SLD_VERSION": "1.1.0"},
               "1.3.0 SLD_VERSION missing": {"VERSION": "1.3.0"}, "BBOX": {"BBOX": written(facts.box), "SRS": facts.crs, "WIDTH": "200", "HEIGHT": "200"}}
    for name, change in changes.items():
        yield f"GetLegendGraphic {name}", base | change
    if facts.groups:
        yield "GetLegendGraphic of a group", base | {"LAYER": facts.groups[0]}


def descriptions(facts):
    for version in ("1.0.0", "1.1.0", "1.1.1", "1.3.0", None):
        yield f"WMS GetCapabilities {version}", {"SERVICE": "WMS", "VERSION": version, "REQUEST": "GetCapabilities"}
    for version in ("1.1.1", "1.3.0"):
        base = {"SERVICE": "WMS", "VERSION": version, "SLD_VERSION": "1.1.0"}
        yield f"DescribeLayer {version}", base | {"REQUEST": "DescribeLayer", "LAYERS": ",".join(facts.layers)}
        yield f"DescribeLayer {version} unknown", base | {"REQUEST": "DescribeLayer", "LAYERS": "zzz"}
        yield f"GetStyles {version}", base | {"REQUEST": "GetStyles", "LAYERS": ",".join(facts.layers)}
        yield f"GetStyles {version} unknown", base | {"REQUEST": "GetStyles", "LAYERS": "zzz"}


def features(facts):
    types = facts.vectors or facts.layers
    first = types[0]
    known = next(iter(facts.with_ids), None)  # of other layers: MapServer's next answer never comes
    items = [item for item in facts.items.get(first, []) if re.fullmatch(r"[a-z]\w*", item)] or ["name"]
    for version in ("1.0.0", "1.1.0", "2.0.0"):
        key = "TYPENAMES" if version == "2.0.0" else "TYPENAME"
        limit = "COUNT" if version == "2.0.0" else "MAXFEATURES"
        base = {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetFeature", key: first, limit: "3"}
        yield f"WFS {version} GetCapabilities", {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetCapabilities"}
        yield f"WFS {version} DescribeFeatureType", {"SERVICE": "WFS", "VERSION": version, "REQUEST": "DescribeFeatureType", key: ",".join(types)}
        yield f"WFS {version} DescribeFeatureType of all", {"SERVICE": "WFS", "VERSION": version, "REQUEST": "DescribeFeatureType"}
        box = written(flipped(facts.box) if version != "1.0.0" and facts.crs in (GEOGRAPHIC, "EPSG:3035") else facts.box)
        literal = f"<PropertyIsNotEqualTo><PropertyName>{items[0]}</PropertyName><Literal>zzz</Literal></PropertyIsNotEqualTo>"
        if version == "2.0.0":
            literal = literal.replace("PropertyName", "ValueReference")
        space = {"1.0.0": "", "1.1.0": ' xmlns="http://www.opengis.net/ogc"', "2.0.0": ' xmlns="http://www.opengis.net/fes/2.0"'}[version]
        changes = {"plain": {}, "of all": {key: ",".join(types)}, "PROPERTYNAME": {"PROPERTYNAME": items[0]}, "PROPERTYNAME unknown": {"PROPERTYNAME": "zzz"}, "STARTINDEX": {"STARTINDEX": "2"}, "STARTINDEX malformed": {"STARTINDEX": "x"},
                   "SORTBY": {"SORTBY": items[0]}, "BBOX": {"BBOX": box}, "BBOX malformed": {"BBOX": "1,2,3"}, "BBOX with CRS": {"BBOX": f"{written(facts.box)},{facts.crs}"},
                   "FILTER": {"FILTER": f"<Filter{space}>{literal}</Filter>"}, "FILTER malformed": {"FILTER": "<Filter><Foo"}, "hits": {"RESULTTYPE": "hits"},
                   "GML2": {"OUTPUTFORMAT": "GML2"}, "gml 3.2": {"OUTPUTFORMAT": "application/gml+xml; version=3.2"}, "OUTPUTFORMAT unknown": {"OUTPUTFORMAT": "foo"},
                   "type unknown": {key: "zzz"}, "type missing": {key: None}, "limit malformed": {limit: "x"}, "limit 0": {limit: "0"}, "SRSNAME": {"SRSNAME": MERCATOR}, "SRSNAME unknown": {"SRSNAME": "EPSG:99999"},
                   "FEATUREID": {key: None, "FEATUREID": f"{known}.1", "RESOURCEID": f"{known}.1" if version == "2.0.0" else None} if known else None}
        for name, change in changes.items():
            if change is not None:
                yield f"WFS {version} GetFeature {name}", base | change
    new = {"SERVICE": "WFS", "VERSION": "2.0.0"}
    yield "WFS 2.0.0 ListStoredQueries", new | {"REQUEST": "ListStoredQueries"}
    yield "WFS 2.0.0 DescribeStoredQueries", new | {"REQUEST": "DescribeStoredQueries"}
    yield "WFS 2.0.0 GetPropertyValue", new | {"REQUEST": "GetPropertyValue", "TYPENAMES": first, "VALUEREFERENCE": items[0], "COUNT": "3"}
    yield "WFS REQUEST unknown", new | {"REQUEST": "GetFoo"}
    yield "WFS VERSION missing", {"SERVICE": "WFS", "REQUEST": "GetFeature", "TYPENAME": first, "MAXFEATURES": "2"}


def modes(facts):
    west, south, east, north = facts.box
    size = f"{WIDTH} {facts.height}"
    extent = " ".join(f"{value:.10g}" for value in facts.box)
    middle = f"{(west + east) / 2:.10g} {(south + north) / 2:.10g}"
    layers = " ".join(facts.layers)
    first = (facts.vectors or facts.layers)[0]
    view = {"layers": layers, "mapsize": size}
    made = {
        "map": view, "map of all": view | {"layers": "all"}, "map of STATUS": {"mapsize": size, "layers": None}, "map mapext": view | {"mapext": f"{west} {south} {(west + east) / 2} {(south + north) / 2}"}, "map imgext": view | {"imgext": extent, "imgxy": "50 50", "imgsize": size, "zoom": "2"},
        "map zoomed out": view | {"imgext": extent, "imgxy": "100 50", "imgsize": size, "zoomdir": "-1", "zoomsize": "2"}, "map imgbox": view | {"imgext": extent, "imgbox": "20 20 80 60", "imgsize": size, "zoomdir": "1"},
        "map scaledenom": view | {"mapxy": middle, "scaledenom": "5000000"}, "map mapxy": view | {"mapxy": middle}, "map malformed extent": view | {"mapext": "1 2 x 4"}, "map malformed imgxy": view | {"imgext": extent, "imgxy": "x y"},
        "map malformed size": view | {"mapsize": "0 0"}, "map of unknown": view | {"layers": "zzz"}, "map ANGLE": view | {"map.angle": "30"}, "map map.size": view | {"mapsize": None, "map.size": "120 90"}, "map map.imagecolor": view | {"map.imagecolor": "120 130 140"},
        "map map.layer": view | {f"map.layer[{first}]": "STATUS OFF"}, "map map.layer class": view | {f"map.layer[{first}].class[0].style[0]": "COLOR 255 0 0"}, "map map.layer unknown": view | {"map.layer[zzz]": "STATUS OFF"}, "map map.extent": view | {"map.extent": extent},
        "map jpeg": view | {"map.imagetype": "jpeg"}, "map unknown format": view | {"map.imagetype": "zzz"}, "legend": {"layers": layers}, "legend of all": {"layers": "all"}, "scalebar": {"layers": layers}, "scalebar mapsize": view | {"mapext": extent}, "reference": {"layers": layers},
        "legendicon": {"icon": f"{first},0"}, "legendicon unknown": {"icon": "zzz,0"}, "legendicon class": {"icon": f"{first},99"}, "maplegend": view, "browse": view,
        "query": view | {"mapxy": middle, "qlayer": first}, "query image": view | {"imgext": extent, "imgxy": "100 50", "imgsize": size, "qformat": "png"}, "query nowhere": {"qlayer": first},
        "nquery": view | {"mapext": extent, "qlayer": first}, "nquery image": view | {"mapext": extent, "qlayer": first, "qformat": "png", "mapxy": middle}, "itemquery": view | {"qlayer": first, "qitem": "name", "qstring": "a"}, "itemnquery": view | {"qlayer": first, "qstring": "('a' = 'a')"},
        "indexquery": view | {"qlayer": first, "shapeindex": "0"}, "itemquery without layer": view | {"qstring": "a"}, "featurequery": view | {"slayer": first, "mapxy": middle, "qlayer": first}, "zzz": view,
        "tile": {"layers": layers, "tilemode": "gmap", "tile": "0 0 0"}, "tile at 5": {"layers": layers, "tilemode": "gmap", "tile": "16 10 5"}, "tile by key": {"layers": layers, "tilemode": "ve", "tile": "1202"}, "tile malformed": {"layers": layers, "tilemode": "gmap", "tile": "0 x 0"},
        "tile unknown": {"layers": layers, "tilemode": "zzz", "tile": "0 0 0"}, "coordinate": view | {"mapxy": middle, "imgxy": "5 5"},
    }
    for name, parameters in made.items():
        yield f"mode {name}", {"mode": name.split()[0]} | parameters


def requests(facts):
    """(name, parameters, whether the map needs to be a service) of all requests."""
    for group in (descriptions, maps, infos, legends, features):
        for name, parameters in group(facts):
            yield name, parameters, True
    for name, parameters in modes(facts):
        yield name, parameters, False
    for name, parameters in (("GetMap of the map as it is", get_map(facts)), ("GetCapabilities of the map as it is", {"SERVICE": "WMS", "REQUEST": "GetCapabilities"}),
                             ("GetLegendGraphic of the map as it is", {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "LAYER": facts.layers[0], "FORMAT": "image/png"}),
                             ("GetFeature of the map as it is", {"SERVICE": "WFS", "VERSION": "1.1.0", "REQUEST": "GetFeature", "TYPENAME": facts.layers[0], "MAXFEATURES": "1"})):
        yield name, parameters, False
