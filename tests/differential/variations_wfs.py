# SPDX-License-Identifier: MIT
"""WFS: every operator of Filter Encoding 1.0, 1.1 and 2.0, and metadata keys of WFS and GML, with the requests that show what they do."""

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
WFS_LAYERS = ("areas", "roads", "towns")
WFS_FILES = {"z.geojson": """{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"id":1},"geometry":{"type":"LineString","coordinates":[[1,2,7.123456789],[3,4,1234.5]]}},
{"type":"Feature","properties":{"id":2},"geometry":{"type":"LineString","coordinates":[[5,6],[7,8]]}},
{"type":"Feature","properties":{"id":3},"geometry":{"type":"MultiLineString","coordinates":[[[1,1,-1],[2,2,-2]],[[3,3,0],[4,4,0.5]]]}}]}
"""}


def wfs_map(metadata="", of_layers=""):
    keys = '"wfs_srs" "EPSG:4326" "gml_size_type" "Integer" "gml_featureid" "size" "wfs_title" "T" '
    layers = "".join(layer(name, metadata=keys + of_layers) for name in WFS_LAYERS)
    return mapfile(metadata=f'"wfs_title" "Variations" "wfs_onlineresource" "http://maps.example/wfs?" "wfs_srs" "EPSG:4326 EPSG:3857" {metadata}', layers=layers)


def feature_request(version, name, more=None):
    return {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetFeature", "TYPENAMES" if version == "2.0.0" else "TYPENAME": name} | (more or {})


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
        for (name, body), types in itertools.product(filters(version), WFS_LAYERS):
            f = NAMES[version]
            is_spatial = "msGeometry" in body
            if types != ("towns" if name == "identity" else "roads") and not is_spatial:
                continue
            yield f"WFS {version} filter {name} of {types}", text, feature_request(version, types, {"FILTER": f"<{f}:Filter {HEADS[version]}>{body}</{f}:Filter>"})


REQUESTS = [{"REQUEST": "GetCapabilities"}, {"REQUEST": "DescribeFeatureType", "TYPENAME": "towns"}, {"REQUEST": "GetFeature", "TYPENAME": "towns"}]
KEYS_OF_LAYERS = ['"gml_include_items" "name"', '"gml_include_items" "size,kind"', '"gml_exclude_items" "size"', '"gml_include_items" "none"', '"gml_name_alias" "label"', '"gml_types" "auto"', '"gml_size_type" "Real"',
                  '"gml_size_type" "Character" "gml_size_width" "5"', '"gml_size_type" "Real" "gml_size_precision" "2" "gml_size_width" "8"', '"gml_groups" "g" "gml_g_group" "name,size"',
                  '"gml_groups" "g" "gml_g_group" "name,size" "gml_g_type" "gType"', '"gml_constants" "c" "gml_c_value" "v" "gml_c_type" "Character"', '"gml_geometries" "geom" "gml_geom_type" "point"', '"gml_geometries" "none"',
                  '"gml_featureid" "size"', '"wfs_featureid" "name"', '"ows_featureid" "name"', '"gml_mandatory_items" "name"', '"gml_optional_items" "size"', '"gml_default_items" "kind"', '"gml_xml_items" "name"', '"gml_name_value" "x"',
                  '"wfs_extent" "0 0 5 5"', '"ows_extent" "0 0 5 5"', '"wfs_abstract" "About"', '"wfs_keywordlist" "a,b"', '"wfs_metadataurl_href" "http://m.example" "wfs_metadataurl_format" "text/html" "wfs_metadataurl_type" "TC211"',
                  '"wfs_srs" "EPSG:3857"', '"wfs_srs" "EPSG:4326 EPSG:3857"', '"wfs_maxfeatures" "1"', '"wfs_enable_request" "!GetFeature"', '"wfs_enable_request" "!*"', '"ows_enable_request" "!*"', '"wfs_geomtype" "point25d"',
                  '"wfs_getfeature_formatlist" "csv"', '"wfs_title" "Other"', '"wfs_geometry_precision" "2"', '"wfs_use_default_extent_for_getfeature" "false"']
KEYS_OF_MAPS = ['"wfs_abstract" "A"', '"wfs_fees" "F" "wfs_accessconstraints" "C"', '"wfs_keywordlist" "a,b"', '"ows_contactperson" "P" "ows_contactorganization" "O" "ows_city" "C" "ows_role" "owner"', '"wfs_namespace_prefix" "my" "wfs_namespace_uri" "http://n.example"',
                '"wfs_maxfeatures" "2"', '"wfs_maxfeatures" "2" "wfs_features_cache_count" "1"', '"wfs_geometry_precision" "3"', '"wfs_enable_request" "GetCapabilities"', '"wfs_enable_request" "* !DescribeFeatureType"', '"wfs_service_onlineresource" "http://s.example"',
                '"wfs_schemas_location" "http://schemas.example"', '"wfs_getcapabilities_version" "1.0.0"', '"ows_updatesequence" "5"', '"wfs_feature_collection" "Things"', '"wfs_srs" "EPSG:3857 EPSG:4326"', '"wfs_return_srs_as_urn" "true"']


def wfs_keys():
    for version, parameters in itertools.product(NAMES, REQUESTS):
        more = {name.replace("TYPENAME", "TYPENAMES") if version == "2.0.0" else name: value for name, value in parameters.items()}
        asked = {"SERVICE": "WFS", "VERSION": version} | more
        what = parameters["REQUEST"]
        yield f"WFS {version} {what}", wfs_map(), asked
        for key in KEYS_OF_LAYERS:
            yield f"WFS {version} {what} LAYER {key}", wfs_map(of_layers=key), asked
        for key in KEYS_OF_MAPS:
            yield f"WFS {version} {what} WEB {key}", wfs_map(key), asked
    text = wfs_map()
    for version, more in itertools.product(NAMES, ({"MAXFEATURES": "1"}, {"COUNT": "1"}, {"COUNT": "1", "STARTINDEX": "1"}, {"STARTINDEX": "1"}, {"PROPERTYNAME": "name"}, {"PROPERTYNAME": "name,msGeometry"}, {"PROPERTYNAME": "nothing"}, {"BBOX": "4,4,6,6"},
                                                   {"BBOX": "4,4,6,6,EPSG:4326"}, {"BBOX": "x"}, {"SRSNAME": "EPSG:3857"}, {"SRSNAME": "urn:ogc:def:crs:EPSG::4326"}, {"SRSNAME": "EPSG:9"}, {"RESULTTYPE": "hits"}, {"SORTBY": "size"}, {"SORTBY": "size D"},
                                                   {"SORTBY": "name DESC"}, {"FEATUREID": "towns.5"}, {"RESOURCEID": "towns.8"}, {"OUTPUTFORMAT": "nix"}, {"FILTER": "<nix"})):
        for types in ("towns", "areas,roads"):
            yield f"WFS {version} GetFeature {types} {more}", text, feature_request(version, types, more)


Z_TYPES = ["LineString25d", "LINESTRING25D", "LineString", "25d", "Point25d", "LineStringZ", "MultiLineString25D"]


def features_with_z():
    """Layers of OGR with Z: which keys make WFS write it, in which order they count, and in which CRS."""
    data = 'CONNECTIONTYPE OGR CONNECTION "z.geojson" PROJECTION "init=epsg:4326" END'
    every = '"wfs_srs" "EPSG:4326 EPSG:3857" "gml_featureid" "id" "wfs_title" "Z" '
    keys = [f'"{prefix}_geomtype" "{kind}"' for prefix, kind in itertools.product(("gml", "wfs", "ows", "wms", "oga"), Z_TYPES[:4])]
    keys += [f'"wfs_geomtype" "{kind}"' for kind in Z_TYPES[4:]]
    keys += [f'"{one}_geomtype" "LineString25d" "{other}_geomtype" "LineString"' for one, other in itertools.permutations(("gml", "wfs", "ows"), 2)]
    keys += ['"wfs_geomtype" "LineString25d" "wfs_geometry_precision" "2"', '"wfs_geomtype" "LineString25d" "gml_geometries" "way" "gml_way_type" "multiline"', '"wfs_geomtype" "LineString25d" "gml_geometries" "none"']
    for kind, key in [("LINE", key) for key in keys] + [("POINT", key) for key in keys[:4] + keys[-3:]]:
        text = mapfile(metadata='"wfs_title" "Variations" "wfs_onlineresource" "http://maps.example/wfs?" "wfs_srs" "EPSG:4326 EPSG:3857"',
                       layers=f'LAYER NAME "high" TYPE {kind} STATUS ON TEMPLATE "x" {data} METADATA {every} {key} END END\n')
        for version in NAMES:
            yield f"WFS {version} Z of {kind} {key}", text, feature_request(version, "high")
        yield f"WFS 1.1.0 Z of {kind} in EPSG:3857 {key}", text, feature_request("1.1.0", "high", {"SRSNAME": "EPSG:3857"})


PLACE = {"EPSG:4326": ("-61", "44", "-59", "46"), "EPSG:3857": ("-6790488", "5465442", "-6567849", "5780349")}  # of a point at 60 W, 45 N


def axis_order():
    """Boxes with each order of axes around one point: BBOX and Filter Encoding, with and without a CRS, with each way a map names its CRSs."""
    keys = ["", '"wfs_srs" "EPSG:4326 EPSG:3857"', '"ows_srs" "EPSG:3857 EPSG:4326"', '"wms_srs" "EPSG:4326"']
    point = 'LAYER NAME "place" TYPE POINT STATUS ON TEMPLATE "x" PROJECTION "init=epsg:4326" END METADATA "wfs_title" "Place" "gml_featureid" "id" END FEATURE POINTS -60 45 END END END\n'
    spellings = {"EPSG:4326": ("EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:OGC:1.3:CRS84"), "EPSG:3857": ("EPSG:3857", "urn:ogc:def:crs:EPSG::3857")}
    for key, version, (code, (x0, y0, x1, y1)), is_yx in itertools.product(keys, NAMES, PLACE.items(), (False, True)):
        text = mapfile(metadata=f'"wfs_title" "Variations" "wfs_onlineresource" "http://maps.example/wfs?" {key}', layers=point)
        low, high = ((y0, x0), (y1, x1)) if is_yx else ((x0, y0), (x1, y1))
        f = NAMES[version]
        prop = "ValueReference" if f == "fes" else "PropertyName"
        # What an SRSNAME in 1.0.0 and one as a URN do to the answer is among the keys below.
        for of_box, of_answer in itertools.product(("", *spellings[code]), ("",) if version == "1.0.0" else ("", "EPSG:4326", "EPSG:3857")):
            name = f"WFS {version} box {low} of {of_box} in {of_answer} with {key}"
            answer = {"SRSNAME": of_answer} if of_answer else {}
            yield f"{name}, BBOX", text, feature_request(version, "place", answer | {"BBOX": ",".join((*low, *high)) + (f",{of_box}" if of_box else "")})
            srs = f' srsName="{of_box}"' if of_box else ""
            envelope = (f"<gml:Box{srs}><gml:coordinates>{','.join(low)} {','.join(high)}</gml:coordinates></gml:Box>" if version == "1.0.0" else
                        f"<gml:Envelope{srs}><gml:lowerCorner>{' '.join(low)}</gml:lowerCorner><gml:upperCorner>{' '.join(high)}</gml:upperCorner></gml:Envelope>")
            yield f"{name}, filter", text, feature_request(version, "place", answer | {
                "FILTER": f"<{f}:Filter {HEADS[version]}><{f}:BBOX><{f}:{prop}>msGeometry</{f}:{prop}>{envelope}</{f}:BBOX></{f}:Filter>"})


CLUSTERS = ('LAYER NAME "groups" TYPE POINT STATUS ON TEMPLATE "x" METADATA "wfs_title" "Groups" "wms_title" "Groups" "gml_include_items" "all" END {more}'
            ' CLUSTER MAXDISTANCE 30 REGION "ellipse" END CLASS STYLE SYMBOL "circle" SIZE 9 COLOR 90 0 0 END END '
            + "".join(f"FEATURE POINTS {x} {y} END END " for x, y in ((3.4, 5), (4.1, 5), (4.8, 5), (5.9, 2), (8, 8), (8.4, 8), (8.9, 8))) + "END\n")


def conditions_on_clusters():
    """Filters and boxes of requests that cut what is grouped, or ask for the number of points."""
    for more, version in itertools.product(("", 'PROCESSING "CLUSTER_KEEP_LOCATIONS=ON"', 'PROCESSING "CLUSTER_GET_ALL_SHAPES=ON"'), NAMES):
        f = NAMES[version]
        prop = "ValueReference" if f == "fes" else "PropertyName"
        text = mapfile(metadata='"wfs_title" "Variations" "wfs_onlineresource" "http://maps.example/wfs?" "wfs_srs" "EPSG:4326"', layers=CLUSTERS.format(more=more))

        def count(operator, number):
            return f"<{f}:{operator}><{f}:{prop}>Cluster_FeatureCount</{f}:{prop}><{f}:Literal>{number}</{f}:Literal></{f}:{operator}>"
        conditions = [count("PropertyIsEqualTo", 3), count("PropertyIsEqualTo", 7), count("PropertyIsLessThan", 2), f"<{f}:BBOX><{f}:{prop}>msGeometry</{f}:{prop}>{BOXES[version]}</{f}:BBOX>"]
        conditions.append(f"<{f}:And>{conditions[0]}{conditions[3]}</{f}:And>")
        for body in conditions:
            encoded = f"<{f}:Filter {HEADS[version]}>{body}</{f}:Filter>"
            yield f"WFS {version} clusters {more} filter {body}", text, feature_request(version, "groups", {"FILTER": encoded})
            if version != "2.0.0":
                yield f"GetMap clusters {more} filter {body}", text, {
                    "SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "groups", "STYLES": "", "SRS": "EPSG:4326", "BBOX": "0,0,10,10", "WIDTH": "200", "HEIGHT": "200",
                    "FORMAT": "image/png", "FILTER": f"({encoded})"}
        for box in ("4,4,6,6", "3,4,4,6", "4.05,4.9,4.15,5.1", "7,7,8.45,9"):
            yield f"WFS {version} clusters {more} box {box}", text, feature_request(version, "groups", {"BBOX": box})


def wfs_variations():
    yield from conditions_on_clusters()
    yield from axis_order()
    yield from filter_encoding()
    yield from wfs_keys()
    yield from features_with_z()
