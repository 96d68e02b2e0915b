# SPDX-License-Identifier: MIT
"""Random metadata keys of maps and layers, several at once, and what the documents of WMS and WFS make of them; the same ones for the same seed."""

import random

from random_services import NAMES, TYPES, some

PREFIXES = ["wms", "ows", "wfs"]
TEXTS = ["Plain", "A & <b>", "it's", "two words"]
LEGEND = {"legendurl_href": "http://l.example/a.png?x=1&y=2", "legendurl_format": "image/png", "legendurl_width": "20", "legendurl_height": "30"}


def join(prefix, keys):
    return {f"{prefix}_{key}": value for key, value in keys.items()}


def some_of(choose, keys, share=0.75):
    return {key: value for key, value in keys.items() if choose.random() < share}


# Groups of keys that belong together: of a prefix, in WEB and in LAYER.
BOTH = [lambda c: {"title": c.choice(TEXTS)}, lambda c: {"abstract": c.choice(TEXTS)}, lambda c: {"keywordlist": c.choice(["one,two, three", "a", "", "a,,b"])},
        lambda c: {"keywordlist_vocabulary": "ISO", "keywordlist_ISO_items": "x, y"} | some(c, {"keywordlist": ["z"]}, 0.5),
        lambda c: some_of(c, {"attribution_title": "T", "attribution_onlineresource": "http://o.example/?a&b"} | {f"attribution_logourl_{key}": value for key, value in {"href": "http://l.example", "format": "image/png", "width": "9", "height": "8"}.items()}),
        lambda c: some_of(c, {"authorityurl_name": "N", "authorityurl_href": "http://h.example", "identifier_authority": "N", "identifier_value": "V"}, 0.85),
        lambda c: {"srs": c.choice(["EPSG:3857", "EPSG:4326 EPSG:3857", "EPSG:32631 EPSG:4326", "CRS:84 EPSG:4326", "EPSG:4326 EPSG:3035"])},
        lambda c: {"bbox_extended": c.choice(["true", "false", "TRUE"])}, lambda c: {"extent": c.choice(["0 0 10 10", "1 2 3 4", "1,2,3,4", "-180 -90 180 90", "5 5 5 5", "x"])},
        lambda c: {"enable_request": c.choice(["*", "* !GetFeature", "GetCapabilities GetMap", "!*", "* !GetMap", "*, !GetLegendGraphic", "GetCapabilities GetFeature DescribeFeatureType", "!GetFeatureInfo *"])},
        lambda c: some_of(c, {"metadataurl_href": "http://m.example/?x&y", "metadataurl_type": c.choice(["TC211", "FGDC", "ISO19115:2003", "odd"]), "metadataurl_format": c.choice(["text/xml", "text/plain"])}, 0.85),
        lambda c: {"metadataurl_list": "a b"} | some_of(c, {"metadataurl_a_href": "http://a.example", "metadataurl_a_type": "TC211", "metadataurl_a_format": "text/xml", "metadataurl_b_href": "http://b.example", "metadataurl_b_type": "FGDC", "metadataurl_b_format": "text/html"}),
        lambda c: some_of(c, {"dataurl_href": "http://d.example", "dataurl_format": "text/html"}, 0.85),
        lambda c: {"style_name": c.choice(["s", "default"]), "style_title": "Styled"} | some_of(c, {f"style_{key}": value for key, value in LEGEND.items()}),
        lambda c: {"style": c.choice(["s", "g1"])} | some_of(c, {f"style_{name}_{key}": value for name in ("s", "g1", "default") for key, value in (LEGEND | {"title": f"Of {name}"}).items()}, 0.6),
        lambda c: {"geometry_precision": c.choice(["2", "4"])}, lambda c: {"maxfeatures": c.choice(["2", "0", "-1"])}, lambda c: {"opaque": c.choice(["1", "0", "true"])},
        lambda c: {"resx": "0.5", "resy": "0.25"}, lambda c: {"encoding": c.choice(["UTF-8", "ISO-8859-1"])}, lambda c: {"onlineresource": c.choice(["http://o.example/?", "http://o.example/x", "http://o.example/?a=b", "http://o.example/?map=a&b="])},
        lambda c: {"layer_group": c.choice(["/one", "/one/two", "/other"])} | some(c, {"group_title": ["G", ""], "group_abstract": ["A"]}, 0.5), lambda c: {"group_title": "GT"} | some(c, {"group_abstract": ["GA"]}, 0.5),
        lambda c: {"getfeature_formatlist": c.choice(["csv", "csv,geojson", "sets", "nix", "geojson, csv"])},
        # Keys of other servers' layers, and words that mapfiles in use write for others: they mean nothing here.
        lambda c: some_of(c, {"name": "published", "server_version": "1.1.1", "format": "image/jpeg", "connectiontimeout": "60", "keywords": "k1,k2", "formats": "image/gif", "typename": "other", "version": "1.0.0", "label": "L", "transparent": "true"}, 0.4)]
OF_MAP = [lambda c: some_of(c, {"contactperson": "P", "contactorganization": "O & Co", "contactposition": "Q", "contactvoicetelephone": "1", "contactfacsimiletelephone": "2", "contactelectronicmailaddress": "a@b.example"}, 0.6),
          lambda c: some_of(c, {"addresstype": "postal", "address": "A", "city": "C", "stateorprovince": "S", "postcode": "12", "country": "L"}, 0.7), lambda c: {"fees": c.choice(["none", "1 & 2", ""])}, lambda c: {"accessconstraints": c.choice(["all", ""])},
          lambda c: some_of(c, {"rootlayer_name": "root", "rootlayer_title": "Root", "rootlayer_abstract": "RA", "rootlayer_keywordlist": "r1,r2"}), lambda c: {"layerlimit": "2"}, lambda c: {"updatesequence": "7"}, lambda c: {"service_onlineresource": "http://s.example/?a&b"},
          lambda c: {"getmap_formatlist": c.choice(["image/png", "image/jpeg,image/png", "png8", "nix"])}, lambda c: {"getlegendgraphic_formatlist": c.choice(["image/png", "image/jpeg"])}, lambda c: {"getfeatureinfo_formatlist": c.choice(["text/plain", "gml,text/html", "csv", "geojson,text/plain"])},
          lambda c: {"feature_info_mime_type": c.choice(["text/html", "text/csv"])}, lambda c: {"sld_enabled": c.choice(["true", "false"])}, lambda c: {"schemas_location": c.choice(["http://sch.example", "http://sch.example/x/"])},
          lambda c: {"namespace_prefix": c.choice(["my", "ms"]), "namespace_uri": "http://my.example/"}, lambda c: {"feature_collection": "Things"}, lambda c: {"languages": c.choice(["eng,ger", "ger"]), "title.ger": "Titel", "abstract.ger": "Kurz"},
          lambda c: {"getcapabilities_version": c.choice(["1.1.1", "1.3.0", "1.0.0", "2.0.0"])}, lambda c: some_of(c, {"role": "R", "hoursofservice": "always", "contactinstructions": "call"}), lambda c: {"timeformat": "YYYY-MM-DD"},
          lambda c: {"inspire_capabilities": "url"} | some_of(c, {"inspire_metadataurl_href": "http://i.example", "inspire_metadataurl_format": "application/xml", "languages": "eng,ger", "inspire_dsid_code": "1,2", "inspire_dsid_ns": "http://n.example"}),
          lambda c: {"inspire_capabilities": "embed"} | some_of(c, {"languages": "ger", "inspire_temporal_reference": "2020-01-01", "inspire_mpoc_name": "M", "inspire_mpoc_email": "m@b.example", "inspire_metadatadate": "2020-02-02", "inspire_resourcelocator": "http://r.example", "inspire_keyword": "infoMapAccessService",
                                                                   "inspire_dsid_code": "1"}),
          lambda c: {"allow_getmap_without_styles": c.choice(["true", "false"])}, lambda c: {"http_max_age": "3600"}, lambda c: some_of(c, {"uri": "http://u.example/", "schema": "http://u.example/ s.xsd", "description": "Of <all>", "rootname": "Root"}),
          lambda c: {"return_srs_as_urn": c.choice(["true", "false"])}, lambda c: {"features_cache_count": "3"}, lambda c: {"compute_number_matched": "true"}, lambda c: {"compliance_mode": "true"}]
DIMENSIONS = [lambda c: {"timeitem": "DAY"} | some_of(c, {"timeextent": c.choice(["2020-01-01/2021-12-31", "2020-01-01,2021-01-01", "2020-01-01/2021-12-31/P1D"]), "timedefault": "2020-01-01"}),
              lambda c: {"dimensionlist": c.choice(["height", "height,other"]), "height_item": "NUM", "height_units": "m", "height_extent": c.choice(["1,2,3,5", "1/10/1", "0/100"])} | some_of(c, {"height_unitsymbol": "M", "height_default": "5", "height_nearestvalue": "1", "height_multiplevalues": "0"}, 0.4)]
OF_FEATURES = [lambda c: {"include_items": c.choice(["all", "NAME", "NAME,NUM", "none", "", "nix,NAME"])}, lambda c: {"exclude_items": c.choice(["NUM", "NAME,VAL", "all"])}, lambda c: {"NAME_alias": c.choice(["label", "NAMED"])}, lambda c: {"NUM_alias": "number"},
            lambda c: {"featureid": c.choice(["NUM", "NAME", "nix"])}, lambda c: {"types": "auto"}, lambda c: {"NUM_type": c.choice(["Integer", "Long", "Real", "Character"]), "VAL_type": c.choice(["Real", "Integer", "Boolean"])},
            lambda c: {"DAY_type": c.choice(["Date", "DateTime", "Time", "Character"])}, lambda c: {"geometries": c.choice(["geom", "none", "a,b"])} | some_of(c, {"geom_type": c.choice(["point", "line", "polygon", "multipoint", "multiline", "multipolygon", "polygon,multipolygon"]), "a_type": "point", "b_type": "line"})
            | some(c, {"geom_occurances": ["0,1", "1,UNBOUNDED"]}, 0.3), lambda c: {"groups": c.choice(["about", "about,more"]), "about_group": "NAME,NUM"} | some(c, {"about_type": ["AboutType"], "more_group": ["VAL", "nix"]}, 0.5),
            lambda c: {"constants": "source", "source_value": "const"} | some(c, {"source_type": ["Character", "Integer"]}, 0.5), lambda c: {"xml_items": "KIND"}, lambda c: {"mandatory_items": c.choice(["NAME", "all"])}, lambda c: {"default_items": c.choice(["KIND,NUM", "all"])},
            lambda c: {"optional_items": "VAL"}, lambda c: {"layername": "L"}, lambda c: {"featurename": "F"}, lambda c: {"use_default_extent_for_getfeature": "false"}, lambda c: {"NAME_width": "10", "VAL_precision": "1"}, lambda c: {"sld_symbol_onlineresource": "http://sym.example/"}, lambda c: {"rootname": "R"}, lambda c: {"template": "x"},
            lambda c: {"NAME_template": c.choice(["<q>$value</q>", "<q/>"])}, lambda c: {"NUM_nillable": "true"}, lambda c: {"geomtype": c.choice(["Point", "LineString", "Polygon25D"])}, lambda c: {"title": "Of GML"}]


def keys_of(choose, groups, count, prefixes=PREFIXES):
    found = {}
    for group in choose.sample(groups, count):
        found |= join(choose.choice(prefixes), group(choose))
    return found


def metadata(values):
    return "METADATA\n" + "".join(f'      "{key}" "{value}"\n' for key, value in values.items()) + "    END"


def class_(choose, number):
    parts = [choose.choice(['NAME "first"', 'NAME "second class"', f'NAME "Class {number}"', ""])] + list(some(choose, {1: ['GROUP "g1"', 'GROUP "g2"'], 2: ['TITLE "Titled"'], 3: ["MINSCALEDENOM 1e6", "MAXSCALEDENOM 1e9"], 4: ['EXPRESSION "a"', "EXPRESSION ([NUM] > 4)"], 5: ["STATUS OFF"]}, 0.15).values())
    return "    CLASS " + " ".join(parts) + " STYLE COLOR 200 100 0 END END\n"


def layer(choose, name):
    utm = choose.random() < 0.2
    lines = [f'NAME "{name}" TYPE {TYPES[name]} STATUS {choose.choice(["ON", "OFF", "DEFAULT"])} DATA "{name}{"_utm" if utm else ""}" CLASSITEM "KIND"', f'PROJECTION "init=epsg:{32631 if utm else 4326}" END']
    if choose.random() < 0.85:
        lines.append('TEMPLATE "row.html"')
    lines += some(choose, {1: ['GROUP "ways"', 'GROUP "all"'], 2: ["MINSCALEDENOM 100", "MAXSCALEDENOM 5e8", "MINSCALEDENOM 50 MAXSCALEDENOM 1e6"], 3: ["EXTENT -500 -500 10000000 10000000" if utm else "EXTENT -1 -1 11 11"], 4: ['CLASSGROUP "g1"'], 5: ["MAXGEOWIDTH 20"], 6: ["UNITS DD"], 7: ["FILTER ([NUM] > 2)"]}, 0.15).values()
    keys = some(choose, {"wms_title": [f"About {name}"], "wfs_title": [f"About {name}"], "gml_include_items": ["all"], "wms_include_items": ["all"], "gml_featureid": ["NUM"]}, 0.7)
    keys |= keys_of(choose, BOTH, choose.choice([0, 1, 2, 4])) | keys_of(choose, DIMENSIONS, choose.choice([0, 0, 1]), ("wms",)) | keys_of(choose, OF_FEATURES, choose.choice([0, 1, 2, 4]), ("gml", "gml", "wms"))
    return "  LAYER\n    " + "\n    ".join(line for line in lines if line) + f"\n    {metadata(keys)}\n" + "".join(class_(choose, number) for number in range(choose.choice([1, 1, 2, 3]))) + "  END\n"


def map_of(choose):
    keys = {"ows_enable_request": "*"} | some(choose, {"ows_title": ["Random"], "wms_title": ["Random"], "wfs_title": ["Random"], "ows_srs": ["EPSG:4326 EPSG:3857", "EPSG:3857 EPSG:4326"], "wms_onlineresource": ["http://maps.example/wms?"], "wfs_onlineresource": ["http://maps.example/wfs?"]}, 0.8)
    keys |= keys_of(choose, BOTH + OF_MAP, choose.choice([2, 3, 5, 8, 12]))
    projection = choose.choice(['PROJECTION "init=epsg:4326" END'] * 4 + ['PROJECTION "init=epsg:3857" END'])
    extent, units = ("0 0 1113195 1118890", "METERS") if "3857" in projection else ("0 0 10 10", "DD")
    return f"""MAP
  NAME "{choose.choice(["random", "random", "with space"])}" SIZE 200 200 EXTENT {extent} UNITS {units} IMAGETYPE "png" {choose.choice(["", "", "MAXSIZE 1000"])}
  {projection}
  WEB
    IMAGEPATH "/tmp/" IMAGEURL "/tmp/" {choose.choice(["", "", "MINSCALEDENOM 10 MAXSCALEDENOM 1e8"])}
    {metadata(keys)}
  END
  OUTPUTFORMAT NAME "sets" DRIVER "TEMPLATE" MIMETYPE "text/plain; template" FORMATOPTION "FILE=sets.html" END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" FORMATOPTION "LCO:GEOMETRY=AS_WKT" END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" END
{"".join(layer(choose, name) for name in choose.sample(NAMES, 3))}END
"""


def files(seed):
    begin = "<!-- MapServer Template -->\n"
    return {"map.map": map_of(random.Random(f"metadata {seed}")), "row.html": begin + "[NAME] [NUM]\n", "sets.html": begin + "[resultset layer=points][feature][NAME],[/feature][/resultset]\n"}


def capabilities(choose):
    service = choose.choice(["WMS", "WFS"])
    version = choose.choice(["1.0.0", "1.1.0", "1.1.1", "1.3.0", None] if service == "WMS" else ["1.0.0", "1.1.0", "2.0.0", None])
    more = some(choose, {"LANGUAGE": ["ger", "fre"], "UPDATESEQUENCE": ["7", "3"], "SECTIONS": ["FeatureTypeList", "ServiceIdentification,OperationsMetadata", "Filter_Capabilities", "All", "nix"], "ACCEPTVERSIONS": ["1.1.0,1.0.0", "2.0.0"]} if service == "WFS" else {"LANGUAGE": ["ger", "fre"], "UPDATESEQUENCE": ["7", "3", "9"]}, 0.15)
    return f"{service} capabilities", {"SERVICE": service, "VERSION": version, "REQUEST": "GetCapabilities"} | more


def describe(choose):
    names = ",".join(choose.sample(NAMES, choose.choice([1, 2, 3])))
    if choose.random() < 0.5:
        return "DescribeLayer", {"SERVICE": "WMS", "VERSION": choose.choice(["1.1.1", "1.3.0"]), "REQUEST": "DescribeLayer", "LAYERS": choose.choice([names, names, "ways", "one", "root"]), "SLD_VERSION": choose.choice(["1.1.0", "1.1.0", "1.0.0", None])}
    version = choose.choice(["1.0.0", "1.1.0", "2.0.0"])
    return "DescribeFeatureType", {"SERVICE": "WFS", "VERSION": version, "REQUEST": "DescribeFeatureType", "TYPENAMES" if version == "2.0.0" else "TYPENAME": choose.choice([names, names, None, "my:points"])} | some(choose, {
        "OUTPUTFORMAT": ["XMLSCHEMA", "text/xml; subtype=gml/3.1.1", "application/gml+xml; version=3.2", "nix"]}, 0.2)


def features(choose):
    version = choose.choice(["1.0.0", "1.1.0", "2.0.0"])
    names = ",".join(choose.sample(NAMES, choose.choice([1, 1, 2])))
    return "GetFeature", {"SERVICE": "WFS", "VERSION": version, "REQUEST": "GetFeature", "TYPENAMES" if version == "2.0.0" else "TYPENAME": names} | some(choose, {
        "SRSNAME": ["EPSG:3857", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "EPSG:32631"], "MAXFEATURES" if version != "2.0.0" else "COUNT": ["1", "3"], "STARTINDEX": ["1"], "RESULTTYPE": ["hits"], "PROPERTYNAME": ["NAME", "label", "NUM,NAME"],
        "SORTBY": ["NUM", "NAME DESC"], "OUTPUTFORMAT": ["csv", "geojson", "text/csv", "SHAPE-ZIP", "GML3", "text/xml; subtype=gml/2.1.2", "application/gml+xml; version=3.2"], "BBOX": ["1,1,6,6", "4,4,5,5,EPSG:4326"]}, 0.15)


def info(choose):
    version = choose.choice(["1.1.1", "1.3.0"])
    names = ",".join(choose.sample(NAMES, choose.choice([1, 2, 3])))
    i, j = ("I", "J") if version == "1.3.0" else ("X", "Y")
    return "GetFeatureInfo", {"SERVICE": "WMS", "VERSION": version, "REQUEST": "GetFeatureInfo", "LAYERS": names, "QUERY_LAYERS": names, "STYLES": "", "CRS" if version == "1.3.0" else "SRS": "EPSG:4326", "BBOX": "0,0,10,10", "WIDTH": "200", "HEIGHT": "200",
                              "FORMAT": "image/png", i: "100", j: "100", "FEATURE_COUNT": "5", "INFO_FORMAT": choose.choice(["application/vnd.ogc.gml", "application/vnd.ogc.gml", "text/plain", "text/html", "csv", "geojson"])} | some(choose, {
                                  "TIME": ["2020-01-01"], "DIM_HEIGHT": ["5"], "FORMAT": [None, "image/x"], "STYLES": [None], i: [None, "x"], "QUERY_LAYERS": ["nix", "ways", None]}, 0.06)


def styles(choose):
    if choose.random() < 0.5:
        return "GetStyles", {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetStyles", "LAYERS": ",".join(choose.sample(NAMES, 2)), "SLD_VERSION": choose.choice(["1.0.0", "1.1.0"])}
    if choose.random() < 0.5:
        return "GetLegendGraphic", {"SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetLegendGraphic", "LAYER": choose.choice([*NAMES, "ways", "one"]), "FORMAT": "image/png", "SLD_VERSION": "1.1.0", "STYLE": choose.choice(["", "s", "g1", "default"])} | some(choose, {
            "RULE": ["first", "nix"], "SCALE": ["1000", "5e7"], "WIDTH": ["60"], "HEIGHT": ["40"], "FORMAT": ["image/jpeg", None]}, 0.1)
    return "GetMap", {"SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap", "LAYERS": choose.choice([*NAMES, "ways", "one", "root", "points,lines,areas"]), "STYLES": choose.choice(["", "s", "g1", "default"]), "CRS": choose.choice(["EPSG:4326", "EPSG:3857", "EPSG:3035"]),
                      "BBOX": "0,0,10,10", "WIDTH": "100", "HEIGHT": "100", "FORMAT": choose.choice(["image/png", "image/jpeg"])} | some(choose, {"TIME": ["2020-01-01", "2020-01-01/2020-12-31", "x"], "DIM_HEIGHT": ["5", "1/10"], "LANGUAGE": ["ger"]}, 0.2)


KINDS = {"capabilities": capabilities, "describe": describe, "features": features, "info": info, "styles": styles}


def requests(seed, count, kinds=tuple(KINDS)):
    """Names and parameters of `count` requests of each kind about the map of the seed."""
    for kind in kinds:
        choose = random.Random(f"{kind} {seed}")
        for number in range(count):
            name, parameters = KINDS[kind](choose)
            yield f"{seed}.{number} {kind} {name}", {key: value for key, value in parameters.items() if value is not None}
