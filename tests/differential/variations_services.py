# SPDX-License-Identifier: MIT
"""Services and what their documents say: runtime substitution in metadata and layers, and what each operation makes of it."""

import itertools

from variations import FILES, INFO, LAYERS, layer, mapfile

DOCUMENTS = {
    "WMS 1.1.1 capabilities": {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetCapabilities"},
    "WMS 1.3.0 capabilities": {"SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetCapabilities"},
    "WFS 1.0.0 capabilities": {"SERVICE": "WFS", "VERSION": "1.0.0", "REQUEST": "GetCapabilities"},
    "WFS 2.0.0 capabilities": {"SERVICE": "WFS", "VERSION": "2.0.0", "REQUEST": "GetCapabilities"},
    "DescribeFeatureType": {"SERVICE": "WFS", "VERSION": "1.1.0", "REQUEST": "DescribeFeatureType", "TYPENAME": "towns"},
    "DescribeLayer": {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "DescribeLayer", "LAYERS": "towns"},
    "GetStyles": {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetStyles", "LAYERS": "towns"},
    "GetFeature": {"SERVICE": "WFS", "VERSION": "1.1.0", "REQUEST": "GetFeature", "TYPENAME": "towns"},
    "GetFeatureInfo": INFO,
}
OF_MAP = ['"wms_title" "A %what% map" "wfs_title" "A %what% map"', '"ows_onlineresource" "http://maps.example/%what%?"', '"ows_abstract" "%WHAT%"', '"ows_enable_request" "* !Get%what%"', '"ows_keywordlist" "a,%what%"',
          '"ows_fees" "%nothing%"']
OF_LAYER = ['"ows_abstract" "%what%"', '"ows_enable_request" "!GetFeature%what%"', '"gml_include_items" "%what%"', '"gml_exclude_items" "%what%"', '"ows_include_items" "%what%"', '"gml_%what%_alias" "y"',
            '"gml_featureid" "%what%"', '"gml_types" "%what%"']
IN_LAYER = ['CLASS NAME "t" TITLE "%what%" STYLE COLOR 0 0 0 SIZE 5 END END', 'CLASS NAME "t" EXPRESSION ([size] > %what%) STYLE COLOR 0 0 0 SIZE 5 END END',
            'CLASS NAME "%what%" STYLE COLOR 0 0 0 SIZE 5 END END', 'CLASS NAME "t" STYLE COLOR 0 0 0 SIZE 5 END LABEL TEXT "%what%" COLOR 0 0 0 END END']
VALIDATIONS = {"": '"what" "^[A-Za-z0-9]+$"', "default": '"what" "^[A-Za-z0-9]+$" "default_what" "size"', "immutable": '"what" "^[A-Za-z0-9]+$" "immutable" "true"'}
VALUES = [None, "size", "Feature", "Info", "6", "a b"]


def substitutions():
    """%what% in metadata of map and layer and in classes, with and without a value."""
    both = '"wfs_title" "V" "wfs_onlineresource" "http://maps.example/wfs?" "wfs_srs" "EPSG:4326"'
    for validation, patterns in VALIDATIONS.items():
        web = f"VALIDATION {patterns} END"
        plain = 'CLASS NAME "t" STYLE COLOR 0 0 0 SIZE 5 END END'
        maps = {key: mapfile(metadata=key if "title" in key else f"{both} {key}", web=web, layers=layer("towns", metadata='"wfs_title" "T"', classes=plain), title="title" not in key) for key in OF_MAP}
        maps |= {key: mapfile(metadata=both, web=web, layers=layer("towns", metadata=f'"wfs_title" "T" {key}', classes=plain)) for key in OF_LAYER}
        maps |= {text: mapfile(metadata=both, web=web, layers=layer("towns", metadata='"wfs_title" "T"', classes=text)) for text in IN_LAYER}
        for (key, text), value, (document, request) in ((m, v, d) for m in maps.items() for v in VALUES for d in DOCUMENTS.items()):
            if "EXPRESSION" in key and value != "6":
                continue  # no expression
            if validation == "immutable" and value != "size" or validation == "default" and value is not None:
                continue
            yield f"substitution {validation} {key} what={value} {document}", text, request | ({} if value is None else {"what": value})


def boxes():
    """BoundingBox of layers: PROJECTION, wms_srs and wms_bbox_extended of map and layer."""
    projections = ['PROJECTION "init=epsg:32632" END', 'PROJECTION "+proj=utm" "+zone=32" "+datum=WGS84" END']
    systems = ["", '"wms_srs" "EPSG:32633"', '"wms_srs" "EPSG:32633 EPSG:32632"', '"wms_srs" "EPSG:4326 EPSG:32633"', '"ows_srs" "EPSG:32633"', '"wms_srs" "EPSG:99999"', '"wms_srs" "AUTO:42001 EPSG:32633"',
               '"wms_srs" "EPSG:43204 EPSG:4326"']
    of_map = ['"wms_title" "T"', '"wms_title" "T" "wms_bbox_extended" "true"']
    for projection, srs, extended, keys, version in itertools.product(projections, systems, ("", '"wms_bbox_extended" "true"'), of_map, ("1.1.1", "1.3.0")):
        text = mapfile(metadata=keys, layers=layer("towns", f"{projection} EXTENT 500000 5000000 600000 5100000", f"{srs} {extended}"), title=False)
        yield f"boxes {projection} {srs} {extended} MAP {keys} {version}", text, {"SERVICE": "WMS", "VERSION": version, "REQUEST": "GetCapabilities"}


def described_types():
    """DescribeFeatureType of several types, in other orders than the map's."""
    text = mapfile(metadata='"wfs_title" "V" "wfs_onlineresource" "http://maps.example/wfs?" "wfs_srs" "EPSG:4326"', layers="".join(layer(name, metadata='"wfs_title" "T"') for name in LAYERS))
    for version, names in itertools.product(("1.0.0", "1.1.0", "2.0.0"), ("towns,areas", "roads,towns,areas", "towns,towns", "towns", "ms:towns,areas", "nothing,towns")):
        yield f"described types {names} {version}", text, {"SERVICE": "WFS", "VERSION": version, "REQUEST": "DescribeFeatureType", "TYPENAME": names}


def service_variations():
    for family in (substitutions, boxes, described_types):
        for name, text, parameters, *files in family():
            yield name, text, parameters, FILES | (files[0] if files else {})
