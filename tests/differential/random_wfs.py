# SPDX-License-Identifier: MIT
"""Random requests of WFS beyond those of random_services.py, about the same maps: names of CRSs, sorting, pages, every form of a query, stored queries, schemas and malformed parameters; the same ones for the same seed."""

import random

from random_services import HEADS, ITEMS, NAMES, ROOTS, condition, geometry, some

SYSTEMS = ["EPSG:4326", "EPSG:3857", "urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:EPSG::3857", "urn:ogc:def:crs:EPSG:6.9:4326", "urn:x-ogc:def:crs:EPSG:4326", "http://www.opengis.net/gml/srs/epsg.xml#4326", "http://www.opengis.net/def/crs/EPSG/0/4326",
           "http://www.opengis.net/def/crs/EPSG/0/3857", "epsg:4326", "EPSG:32631", "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "CRS:84", "EPSG:2154", "nix", ""]
BOXES = ["1,1,6,6", "1,1,6,6,EPSG:4326", "1,1,6,6,urn:ogc:def:crs:EPSG::4326", "4,0,6,10,http://www.opengis.net/gml/srs/epsg.xml#4326", "4,0,6,10,http://www.opengis.net/def/crs/EPSG/0/4326", "111319,111325,667916,669141,urn:ogc:def:crs:EPSG::3857", "1,1,6", "a,b,c,d", "6,6,1,1", "1,1,6,6,EPSG:99999", "1.5,1.5,1.5,1.5", "20,20,30,30", "1,1,6,6,7,8", ""]
FORMATS = ["GML2", "GML3", "gml3", "GML32", "text/xml; subtype=gml/2.1.2", "text/xml; subtype=gml/3.1.1", "text/xml; subtype=gml/3.2.1", "application/gml+xml; version=3.2", "text/xml", "XMLSCHEMA", "csv", "CSV", "geojson", "nix", ""]


def versions(choose):
    return choose.choice(["1.0.0", "1.1.0", "1.1.0", "2.0.0", "2.0.0"])


def filtered(choose, version):
    f = "fes" if version == "2.0.0" else "ogc"
    prop = "ValueReference" if f == "fes" else "PropertyName"
    item = choose.choice(["NUM", "VAL"])
    name = f"<{f}:{prop}>{item}</{f}:{prop}>"
    kind = choose.choice(["plain"] * 4 + ["arithmetic", "distance", "distance", "function", "nothing", "case", "action", "swapped", "nested"])
    inner = condition(choose, version)
    if kind == "arithmetic" and f == "ogc":
        operator = choose.choice(["Add", "Sub", "Mul", "Div"])
        inner = f"<ogc:PropertyIsGreaterThan><ogc:{operator}>{name}<ogc:Literal>2</ogc:Literal></ogc:{operator}><ogc:Literal>9</ogc:Literal></ogc:PropertyIsGreaterThan>"
    if kind == "distance":
        units = choose.choice(["degree", "m", "km", "meters", "http://www.uomdict.com/uom.html#meters", "urn:ogc:def:uom:UCUM::m", "mi", "px"])
        amount = {"degree": "2", "km": "200"}.get(units, "200000")
        operator = choose.choice(["DWithin", "DWithin", "Beyond"])
        inner = f"<{f}:{operator}><{f}:{prop}>msGeometry</{f}:{prop}>{geometry(choose, version, choose.choice(['point', 'line', 'polygon']))}<{f}:Distance {'uom' if f == 'fes' else 'units'}=\"{units}\">{amount}</{f}:Distance></{f}:{operator}>"
    if kind == "function":
        inner = f'<{f}:PropertyIsEqualTo><{f}:Function name="{choose.choice(["strlen", "nix"])}"><{f}:{prop}>NAME</{f}:{prop}></{f}:Function><{f}:Literal>4</{f}:Literal></{f}:PropertyIsEqualTo>'
    if kind == "nothing":
        return f"<{f}:Filter {HEADS[version]}/>"
    if kind == "case":
        inner = f'<{f}:PropertyIsLike wildCard="%" singleChar="_" {"escape" if version == "1.0.0" else "escapeChar"}="\\" matchCase="false"><{f}:{prop}>NAME</{f}:{prop}><{f}:Literal>{choose.choice(["F%", "%E%", "_P", "five"])}</{f}:Literal></{f}:PropertyIsLike>'
    if kind == "action" and f == "fes":
        inner = f'<fes:PropertyIsEqualTo matchAction="{choose.choice(["Any", "All", "One"])}">{name}<fes:Literal>7</fes:Literal></fes:PropertyIsEqualTo>'
    if kind == "swapped":
        inner = f"<{f}:PropertyIsLessThan><{f}:Literal>7</{f}:Literal>{name}</{f}:PropertyIsLessThan>"
    if kind == "nested":
        inner = f"<{f}:Not><{f}:Not>{inner}</{f}:Not></{f}:Not>"
    return f"<{f}:Filter {HEADS[version]}>{inner}</{f}:Filter>"


def feature(choose):
    version = versions(choose)
    names = choose.sample(NAMES, choose.choice([1, 1, 1, 2, 3]))
    types = choose.choice(["TYPENAMES", "TYPENAMES", "TYPENAME"]) if version == "2.0.0" else "TYPENAME"
    spelled = ",".join(choose.choice(["", "", "ms:", "my:"]) + name for name in names)
    request = {"SERVICE": choose.choice(["WFS", "WFS", "wfs"]), "VERSION": version, "REQUEST": choose.choice(["GetFeature", "GetFeature", "getfeature"]), types: spelled if choose.random() < 0.9 else choose.choice([f"({names[0]})", "nix", f"{names[0]},nix", "", names[0].upper(), f" {names[0]}"])}
    where = choose.choice(["", "filter", "filter", "filter", "box", "box", "id"])
    if where == "filter":
        request["FILTER"] = "".join(f"({filtered(choose, version)})" for _ in names) if len(names) > 1 else filtered(choose, version)
    if where == "box":
        request["BBOX"] = choose.choice(BOXES)
    if where == "id":
        request[choose.choice(["RESOURCEID", "RESOURCEID", "FEATUREID"]) if version == "2.0.0" else "FEATUREID"] = choose.choice([f"{names[0]}.7", f"{names[0]}.7,{names[-1]}.3", f"{names[0]}.up", f"{names[0]}.7,{names[0]}.7", "7", "nix.7", f"{names[0]}.", ""])
    return f"feature {where}", request | some(choose, {
        "SORTBY": ["NUM", "NUM DESC", "NUM D", "KIND,NUM D", "KIND ASC,NUM DESC", "nix", "NUM X", ""], "MAXFEATURES" if version != "2.0.0" else "COUNT": ["0", "1", "2", "100", "-1", "x", ""], "STARTINDEX": ["0", "1", "3", "50", "-1", "x"], "SRSNAME": SYSTEMS, "RESULTTYPE": ["hits", "results", "HITS", "nix"],
        "PROPERTYNAME": ["NAME", "NAME,NUM", "(NAME,NUM)", "ms:NAME", f"{names[0]}/NAME", "*", "nix", "NAME,nix", "msGeometry", "", "(NAME)(NUM)", "!"], "OUTPUTFORMAT": FORMATS, "NAMESPACES": ["xmlns(ms,http://mapserver.gis.umn.edu/mapserver)"], "TRAVERSEXLINKDEPTH": ["1"]}, 0.17)


def query(choose, version, name):
    f = "fes" if version == "2.0.0" else "ogc"
    value = "ValueReference" if f == "fes" else "PropertyName"
    attribute = "typeNames" if version == "2.0.0" else "typeName"
    columns = "" if choose.random() < 0.6 else "".join(f"<{'' if f == 'fes' else 'ogc:'}PropertyName>{choose.choice(['NAME', 'NUM', 'ms:KIND', 'nix'])}</{'' if f == 'fes' else 'ogc:'}PropertyName>" for _ in range(choose.choice([1, 2])))
    order = "" if version == "1.0.0" or choose.random() < 0.7 else f"<{f}:SortBy>" + "".join(f"<{f}:SortProperty><{f}:{value}>{item}</{f}:{value}><{f}:SortOrder>{choose.choice(['ASC', 'DESC'])}</{f}:SortOrder></{f}:SortProperty>" for item in choose.sample(["NUM", "KIND", "NAME"], choose.choice([1, 2]))) + f"</{f}:SortBy>"
    system = choose.choice(["", "", f' srsName="{choose.choice(SYSTEMS[:10])}"'])
    return f'<Query {attribute}="{choose.choice(["", "ms:"])}{name}"{system} xmlns:ms="http://mapserver.gis.umn.edu/mapserver">{columns}{filtered(choose, version) if choose.random() < 0.7 else ""}{order}</Query>'


def posted(choose):
    version = versions(choose)
    names = choose.sample(NAMES, choose.choice([1, 1, 2]))
    if version == "2.0.0" and choose.random() < 0.25:
        return "posted value", {"POST": f'<GetPropertyValue service="WFS" version="2.0.0" valueReference="{choose.choice(ITEMS)}" {ROOTS[version]}>{query(choose, version, names[0])}</GetPropertyValue>'}
    if choose.random() < 0.15:
        return "posted schema", {"POST": f'<DescribeFeatureType service="WFS" version="{version}" {ROOTS[version]}>' + "".join(f"<TypeName>{name}</TypeName>" for name in names) + "</DescribeFeatureType>"}
    limits = " ".join(f'{key}="{value}"' for key, value in some(choose, {"count" if version == "2.0.0" else "maxFeatures": ["1", "2", "0"], "startIndex": ["1", "2"], "resultType": ["hits", "results"], "outputFormat": FORMATS[:8]}, 0.2).items())
    return "posted feature", {"POST": f'<GetFeature service="WFS" version="{version}" {limits} {ROOTS[version]}>' + "".join(query(choose, version, name) for name in names) + "</GetFeature>"}


def described(choose):
    version = versions(choose)
    kind = choose.choice(["DescribeFeatureType"] * 4 + ["GetPropertyValue", "GetPropertyValue", "GetCapabilities", "ListStoredQueries", "DescribeStoredQueries", "stored", "odd"])
    name = choose.choice(NAMES)
    request = {"SERVICE": "WFS", "VERSION": version, "REQUEST": kind}
    if kind == "DescribeFeatureType":
        return kind, request | {"TYPENAMES" if version == "2.0.0" and choose.random() < 0.5 else "TYPENAME": choose.choice([name, name, ",".join(NAMES), None, f"ms:{name}", "nix", f"{name},nix", ""])} | some(choose, {"OUTPUTFORMAT": [*FORMATS, "SFE_XMLSCHEMA"]}, 0.5)
    if kind == "GetPropertyValue":
        return kind, {"SERVICE": "WFS", "VERSION": "2.0.0", "REQUEST": kind, "TYPENAMES": name, "VALUEREFERENCE": choose.choice(["NAME", "NUM", "ms:KIND", f"{name}/DAY", "msGeometry", "@gml:id", "label", "nix", "", None])} | some(choose, {"COUNT": ["1", "2"], "STARTINDEX": ["1"], "RESULTTYPE": ["hits"], "FILTER": [filtered(choose, "2.0.0")], "BBOX": BOXES[:4], "SORTBY": ["NUM", "NUM DESC"], "SRSNAME": SYSTEMS[:6]}, 0.25)
    if kind == "GetCapabilities":
        return kind, request | some(choose, {"SECTIONS": ["ServiceIdentification", "FeatureTypeList", "OperationsMetadata,Filter_Capabilities", "All", "nix", "ServiceProvider"], "ACCEPTVERSIONS": ["2.0.0", "1.0.0,1.1.0", "3.0.0", ""], "VERSION": [None, "1.0", "3.0.0", "0.0.0", "1.1"], "UPDATESEQUENCE": ["1"], "ACCEPTFORMATS": ["text/xml"], "LANGUAGE": ["de"]}, 0.35)
    if kind == "stored":
        return kind, {"SERVICE": "WFS", "VERSION": "2.0.0", "REQUEST": "GetFeature", choose.choice(["STOREDQUERY_ID", "storedQuery_id"]): choose.choice(["urn:ogc:def:query:OGC-WFS::GetFeatureById", "urn:ogc:def:query:OGC-WFS::GetFeatureById", "http://www.opengis.net/def/query/OGC-WFS/0/GetFeatureById", "nix", ""])} | some(choose, {"ID": [f"{name}.7", f"{name}.3", "nix.3", "7", ""]}, 0.9) | some(choose, {"OUTPUTFORMAT": FORMATS[:8], "SRSNAME": SYSTEMS[:6]}, 0.15)
    if kind in ("ListStoredQueries", "DescribeStoredQueries"):
        return kind, {"SERVICE": "WFS", "VERSION": "2.0.0", "REQUEST": kind} | some(choose, {"STOREDQUERY_ID": ["urn:ogc:def:query:OGC-WFS::GetFeatureById", "nix"]}, 0.4)
    return kind, choose.choice([{"SERVICE": "WFS"}, {"SERVICE": "WFS", "REQUEST": "nix"}, {"SERVICE": "WFS", "VERSION": version}, {"SERVICE": "WFS", "REQUEST": "GetFeature"}, {"SERVICE": "WFS", "VERSION": "9.9.9", "REQUEST": "GetFeature", "TYPENAME": name}, {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetFeature"}, {"SERVICE": "WFS", "VERSION": version, "REQUEST": "Transaction"},
                                {"SERVICE": "WFS", "VERSION": version, "REQUEST": "LockFeature"}, {"VERSION": version, "REQUEST": "GetFeature", "TYPENAME": name}, {"SERVICE": "WFS", "VERSION": "", "REQUEST": "GetFeature", "TYPENAME": name, "MAXFEATURES": "1"}, {"SERVICE": "WFS", "VERSION": "1.2.0", "REQUEST": "DescribeFeatureType", "TYPENAME": name},
                                {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetFeature", "TYPENAME": name, "FILTER": "<Filter", "BBOX": "1,1,6,6"}, {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetFeature", "TYPENAME": name, "FEATUREID": f"{name}.7", "BBOX": "1,1,6,6"}])


KINDS = {"feature": feature, "posted": posted, "described": described}


def requests(seed, count):
    """Names and parameters of `count` requests of each kind about the map of the seed."""
    for kind, make in KINDS.items():
        choose = random.Random(f"wfs {kind} {seed}")
        for number in range(count):
            name, parameters = make(choose)
            yield f"{seed}.{number} wfs {name}", {key: value for key, value in parameters.items() if value is not None}
