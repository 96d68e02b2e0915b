# SPDX-License-Identifier: MIT
"""WFS: every operator of Filter Encoding 1.0, 1.1 and 2.0."""

import itertools

from variations import layer, mapfile

NAMES = {"1.0.0": "ogc", "1.1.0": "ogc", "2.0.0": "fes"}
HEADS = {"1.0.0": 'xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"', "1.1.0": 'xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"',
         "2.0.0": 'xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"'}
COMPARISONS = ["PropertyIsEqualTo", "PropertyIsNotEqualTo", "PropertyIsLessThan", "PropertyIsGreaterThan", "PropertyIsLessThanOrEqualTo", "PropertyIsGreaterThanOrEqualTo"]
SPATIAL = ["Equals", "Disjoint", "Touches", "Within", "Overlaps", "Crosses", "Intersects", "Contains"]
POLYGONS = {"1.0.0": "<gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>1,1 6,1 6,6 1,6 1,1</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon>",
            "1.1.0": "<gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>1 1 6 1 6 6 1 6 1 1</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>",
            "2.0.0": '<gml:Polygon gml:id="p"><gml:exterior><gml:LinearRing><gml:posList>1 1 6 1 6 6 1 6 1 1</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>'}
POINTS = {"1.0.0": "<gml:Point><gml:coordinates>5,5</gml:coordinates></gml:Point>", "1.1.0": "<gml:Point><gml:pos>5 5</gml:pos></gml:Point>",
          "2.0.0": '<gml:Point gml:id="q"><gml:pos>5 5</gml:pos></gml:Point>'}
BOXES = {"1.0.0": "<gml:Box><gml:coordinates>4,4 6,6</gml:coordinates></gml:Box>", "1.1.0": "<gml:Envelope><gml:lowerCorner>4 4</gml:lowerCorner><gml:upperCorner>6 6</gml:upperCorner></gml:Envelope>",
         "2.0.0": "<gml:Envelope><gml:lowerCorner>4 4</gml:lowerCorner><gml:upperCorner>6 6</gml:upperCorner></gml:Envelope>"}


def wfs_map():
    keys = '"wfs_srs" "EPSG:4326" "gml_size_type" "Integer" "gml_featureid" "size" "wfs_title" "T" '
    layers = "".join(layer(name, metadata=keys) for name in ("areas", "roads", "towns"))
    return mapfile(metadata='"wfs_title" "Variations" "wfs_onlineresource" "http://maps.example/wfs?" "wfs_srs" "EPSG:4326 EPSG:3857"', layers=layers)


def feature_request(version, name, more):
    return {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetFeature", "TYPENAMES" if version == "2.0.0" else "TYPENAME": name} | more


def filters(version):
    """Of name and filter without its root."""
    f = NAMES[version]
    prop = "ValueReference" if f == "fes" else "PropertyName"

    def compare(operator, name, value, attributes=""):
        return f"<{f}:{operator} {attributes}><{f}:{prop}>{name}</{f}:{prop}><{f}:Literal>{value}</{f}:Literal></{f}:{operator}>"
    for operator, (name, value) in itertools.product(COMPARISONS, (("size", "10"), ("size", "7"), ("name", "two"), ("kind", "a"), ("name", "five"), ("name", "&lt;seven&gt; &amp; more"))):
        yield f"{operator} {name} {value}", compare(operator, name, value)
    for case in ("true", "false"):
        yield f"matchCase {case}", compare("PropertyIsEqualTo", "kind", "A", f'matchCase="{case}"')
    wild = {"1.0.0": "escape", "1.1.0": "escapeChar", "2.0.0": "escapeChar"}[version]
    for pattern, case in itertools.product(("t*", "*e*", "?wo", "f!*", "*", "T*", "%"), ("", 'matchCase="false"')):
        yield f"like {pattern} {case}", compare("PropertyIsLike", "name", pattern, f'wildCard="*" singleChar="?" {wild}="!" {case}')
    for low, high in ((5, 10), (7, 7), (20, 1)):
        yield f"between {low} {high}", (f"<{f}:PropertyIsBetween><{f}:{prop}>size</{f}:{prop}><{f}:LowerBoundary><{f}:Literal>{low}</{f}:Literal></{f}:LowerBoundary>"
                                        f"<{f}:UpperBoundary><{f}:Literal>{high}</{f}:Literal></{f}:UpperBoundary></{f}:PropertyIsBetween>")
    yield "null", f"<{f}:PropertyIsNull><{f}:{prop}>name</{f}:{prop}></{f}:PropertyIsNull>"
    one, other = compare("PropertyIsGreaterThan", "size", "5"), compare("PropertyIsEqualTo", "kind", "a")
    for logic in ("And", "Or"):
        yield logic, f"<{f}:{logic}>{one}{other}</{f}:{logic}>"
        yield f"{logic} of three", f"<{f}:{logic}>{one}{other}{compare('PropertyIsLessThan', 'size', '15')}</{f}:{logic}>"
    yield "Not", f"<{f}:Not>{one}</{f}:Not>"
    yield "Not Or", f"<{f}:Not><{f}:Or>{one}{other}</{f}:Or></{f}:Not>"
    for shape, (what, geometry) in itertools.product(SPATIAL, (("polygon", POLYGONS), ("point", POINTS))):
        yield f"{shape} {what}", f"<{f}:{shape}><{f}:{prop}>msGeometry</{f}:{prop}>{geometry[version]}</{f}:{shape}>"
    for shape in ("DWithin", "Beyond"):
        for distance in ("0.5", "3"):
            yield f"{shape} {distance}", (f'<{f}:{shape}><{f}:{prop}>msGeometry</{f}:{prop}>{POINTS[version]}<{f}:Distance {"uom" if f == "fes" else "units"}="deg">{distance}</{f}:Distance></{f}:{shape}>')
    yield "BBOX", f"<{f}:BBOX><{f}:{prop}>msGeometry</{f}:{prop}>{BOXES[version]}</{f}:BBOX>"
    yield "BBOX and", f"<{f}:And><{f}:BBOX><{f}:{prop}>msGeometry</{f}:{prop}>{BOXES[version]}</{f}:BBOX>{other}</{f}:And>"
    identity = {"1.0.0": '<ogc:FeatureId fid="towns.5"/>', "1.1.0": '<ogc:GmlObjectId gml:id="towns.5"/>', "2.0.0": '<fes:ResourceId rid="towns.5"/>'}[version]
    yield "identity", identity
    yield "unknown property", compare("PropertyIsEqualTo", "nothing", "1")


def filter_encoding():
    text = wfs_map()
    for version in NAMES:
        for name, body in filters(version):
            f = NAMES[version]
            types = "towns" if name == "identity" else "roads"
            yield f"WFS {version} filter {name} of {types}", text, feature_request(version, types, {"FILTER": f"<{f}:Filter {HEADS[version]}>{body}</{f}:Filter>"})


def wfs_variations():
    """Of name, mapfile and parameters."""
    yield from filter_encoding()
