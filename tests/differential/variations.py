# SPDX-License-Identifier: MIT
"""Small maps that differ in one keyword or metadata key, and the requests that show its effect."""

import itertools

WMS = {"SERVICE": "WMS", "VERSION": "1.3.0"}
SIZE = {"CRS": "EPSG:4326", "BBOX": "0,0,10,10", "WIDTH": "200", "HEIGHT": "200", "FORMAT": "image/png", "STYLES": ""}
CAPABILITIES = {"1.1.1": {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetCapabilities"},
                "1.3.0": {"SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetCapabilities"}}
LEGEND_OF_LAYER = WMS | {"REQUEST": "GetLegendGraphic", "FORMAT": "image/png", "SLD_VERSION": "1.1.0", "LAYER": "areas"}
INFO = WMS | SIZE | {"REQUEST": "GetFeatureInfo", "LAYERS": "towns", "QUERY_LAYERS": "towns", "I": "100", "J": "100", "INFO_FORMAT": "text/plain"}

LAYERS = {
    "areas": ("POLYGON", """
    FEATURE POINTS 1 1 6 1 6 6 1 6 1 1 END ITEMS "one;10;a" END
    FEATURE POINTS 5 4 9 4 9 9 5 9 5 4 END ITEMS "two;20;b" END""",
              'CLASS NAME "small" EXPRESSION ([size] < 15) STYLE COLOR 200 200 0 OUTLINECOLOR 0 0 0 END END\n'
              '    CLASS NAME "large" TITLE "Large areas" STYLE COLOR 0 200 200 END STYLE OUTLINECOLOR 0 0 255 WIDTH 3 END END'),
    "roads": ("LINE", """
    FEATURE POINTS 0 0 10 10 END ITEMS "up;1;a" END
    FEATURE POINTS 0 10 10 0 END ITEMS "down;2;b" END
    FEATURE POINTS 2 0 2 10 END ITEMS "north;3;a" END""",
              'CLASS NAME "road" STYLE COLOR 0 0 0 WIDTH 7 END STYLE COLOR 255 255 255 WIDTH 3 END END'),
    "towns": ("POINT", """
    FEATURE POINTS 5 5 END ITEMS "five;5;a" END
    FEATURE POINTS 2 7 END ITEMS "<seven> & more;7;b" END
    FEATURE POINTS 5.05 5.05 END ITEMS "near;8;b" END""",
              'CLASS NAME "town" STYLE SYMBOL "circle" SIZE 12 COLOR 255 0 0 OUTLINECOLOR 0 0 0 END END'),
}


def layer(name, keywords="", metadata="", classes=None):
    kind, features, own = LAYERS[name]
    return f"""  LAYER
    NAME "{name}" TYPE {kind} {"" if "STATUS" in keywords else "STATUS ON"} {"" if "TEMPLATE" in keywords else 'TEMPLATE "row.html"'}
    {keywords} {"" if "EXTENT" in keywords else "EXTENT 0.1 0.1 9.9 9.9"}
    METADATA "wms_title" "About {name}" "ows_include_items" "all" "gml_include_items" "all" {metadata} END
    VALIDATION "qstring" "." END
    PROCESSING "ITEMS=name,size,kind"{features}
    {classes or own}
  END
"""


def mapfile(keywords="", metadata="", web="", layers=None, title=True):
    """A map over 10 by 10 degrees, of areas, roads and towns."""
    layers = layers or "".join(map(layer, LAYERS))
    return f"""MAP
  NAME "variation" SIZE 200 200 EXTENT 0 0 10 10 {"" if "IMAGECOLOR" in keywords.split("LEGEND")[0].split("SCALEBAR")[0] else "IMAGECOLOR 240 240 240"}
  {"" if "UNITS" in keywords.split("SCALEBAR")[0] else "UNITS DD"}
  {"" if "PROJECTION" in keywords else 'PROJECTION "init=epsg:4326" END'}
  {keywords}
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  WEB
    {web}
    METADATA
      "ows_enable_request" "*" "wms_srs" "EPSG:4326 EPSG:3857" {'"wms_title" "Variations"' if title else ""}
      "wms_onlineresource" "http://maps.example/wms?" "wms_feature_info_mime_type" "text/html" {metadata}
    END
    VALIDATION "qstring" "." END
  END
{layers}END
"""


# The contents of the files beside the map.
FILES = {"row.html": "<!-- MapServer Template -->\n[name] [size] [kind] [shpmid] [shpext]\n"}


def query_maps():
    """Every query mode, QUERYMAP STYLE and kind of layer."""
    where = {"point": {"mapxy": "5 5"}, "box": {"mapext": "0 0 10 10"}, "part": {"mapext": "0 0 3 3"},
             "image": {"imgxy": "100 100", "imgext": "0 0 10 10", "imgsize": "200 200"}, "shape": {"mapshape": "1 1 4 1 4 8 1 1"}}
    modes = {"query": {}, "nquery": {}, "itemquery": {"qitem": "kind", "qstring": "a"}, "itemnquery": {"qitem": "name", "qstring": "/e/"},
             "featurequery": {"slayer": "areas"}, "featurenquery": {"slayer": "areas"},
             "itemfeaturequery": {"slayer": "areas", "qitem": "name", "qstring": "one"},
             "itemfeaturenquery": {"slayer": "areas", "qitem": "name", "qstring": "/o/"}, "indexquery": {"shapeindex": "1"}}
    for style in ("NORMAL", "HILITE", "SELECTED"):
        text = mapfile(f"QUERYMAP STATUS ON STYLE {style} COLOR 255 0 255 END", web='QUERYFORMAT "png"')
        for mode, parameters in modes.items():
            for place, layers in itertools.product(where, ("areas", "roads", "towns", "all")):
                if (mode in ("query",) and place not in ("point", "image")) or (place == "part" and style != "SELECTED") or (place == "image" and mode != "query"):
                    continue
                named = {"qlayer": layers} if layers != "all" else {}
                yield f"QUERYMAP {style} {mode} {place} {layers}", text, {"mode": mode, "layers": "all"} | where[place] | parameters | named
    for extra in ("STATUS OFF", "SIZE 100 100", "SIZE 100 50", "STYLE NORMAL SIZE 60 90", "COLOR -1 -1 -1"):
        text = mapfile(f"QUERYMAP STATUS ON {extra} END", web='QUERYFORMAT "png"')
        yield f"QUERYMAP {extra}", text, {"mode": "nquery", "layers": "all", "mapext": "0 0 6 6", "qlayer": "areas"}
        yield f"QUERYMAP {extra} of a map", text, {"mode": "map", "layers": "all"}
    grouped = "".join(layer(name, 'GROUP "ground"' if name != "towns" else 'GROUP "spots"') for name in LAYERS)
    for style, named in itertools.product(("NORMAL", "HILITE", "SELECTED"), ("ground", "spots", "ground spots", "towns")):
        text = mapfile(f"QUERYMAP STATUS ON STYLE {style} END", web='QUERYFORMAT "png"', layers=grouped)
        yield f"QUERYMAP {style} of groups {named}", text, {"mode": "nquery", "layers": named, "mapext": "0 0 10 10"}
    for classes in ('CLASS STYLE OUTLINECOLOR 255 0 0 WIDTH 2 END END', 'CLASS STYLE COLOR 1 2 3 END LABEL TEXT "[name]" SIZE 10 COLOR 0 0 0 END END',
                    'CLASS EXPRESSION ("[kind]" = "a") TEMPLATE "row.html" STYLE COLOR 1 2 3 END END CLASS STYLE COLOR 0 255 0 END END',
                    'CLASS STATUS OFF EXPRESSION ("[kind]" = "a") STYLE COLOR 1 2 3 END END CLASS STYLE COLOR 0 255 0 END END'):
        for style in ("HILITE", "SELECTED"):
            text = mapfile(f"QUERYMAP STATUS ON STYLE {style} END", web='QUERYFORMAT "png"', layers=layer("areas", classes=classes))
            yield f"QUERYMAP {style} of {classes}", text, {"mode": "nquery", "layers": "areas", "mapext": "0 0 10 10"}


def query_pages():
    """Templates of query modes, and their output."""
    tags = ["[nr] [nl] [nlr] [rn] [lrn]", "[cl]", "[shpminx] [shpminy] [shpmaxx] [shpmaxy]", "[shpidx] [shpclass]", "[shpmid]", "[shpext]", "[shpxy]",
            '[shpxy xf="%.1f" yf="%.1f" cs=" " ph="(" ps=")"]', '[shpxy proj="epsg:3857"]', "[shpext proj=\"epsg:3857\"]", '[shplabel]', "[item name=name]",
            '[item name="name" escape="none"]', '[item name=size format="<b>$value</b>" precision=2]', "[item name=size commify=true]",
            "[item name=name uc=true]", "[item name=kind pattern=a format=\"A\" nullformat=\"none\"]", '[item name="name" padding=12]', "[mapx] [mapy]",
            "[mapext] [mapwidth] [mapheight] [scaledenom] [cellsize]", "[layers] [layer]", "[port]", "[mapext_latlon]",
            "[web_wms_title] [metadata_wms_title]", "[wms_title]", "[minx] [maxx] [dx] [dy]",
            "[rawminx] [rawext]", "[minlon] [maxlat]", "[minx_esc] [name_esc] [name_raw]", "[zoom_0] [zoomdir_0_check]", "[areas_select] [areas_check]",
            '[if name="kind" oper="eq" value="a"]yes[/if]', '[if name="kind" oper="neq" value="a"]no[/if]', '[if name="nix" oper="isset"]set[/if]',
            '[shpxy centroid="true"]', '[shpxy precision=1]', "[shpxy sp=\"/\"]", "[shpxy scale=2 scale_x=3]", "[shpxy buffer=2]"]
    for tag in tags:
        # Both programs read row.html beside the map: the tag is sent with the request's name.
        yield f"TEMPLATE {tag}", mapfile(layers=layer("towns") + layer("areas")), {"mode": "nquery", "layers": "all", "mapext": "0 0 10 10"}, {
            "row.html": f"<!-- MapServer Template -->\n{tag}\n"}
    wrap = mapfile(web='HEADER "head.html" FOOTER "foot.html"', layers=layer("towns", 'HEADER "layer_head.html" FOOTER "layer_foot.html"') + layer("areas"))
    files = {name: f"<!-- MapServer Template -->\n{name.split('.')[0]} [nr] [nl] [nlr] [cl] [lrn]\n" for name in ("head.html", "foot.html", "layer_head.html", "layer_foot.html")}
    for mode, more in (("nquery", {}), ("query", {}), ("itemnquery", {"qlayer": "towns", "qitem": "kind", "qstring": "b"}), ("indexquery", {"qlayer": "towns", "shapeindex": "1"})):
        yield f"HEADER FOOTER {mode}", wrap, {"mode": mode, "layers": "all", "mapxy": "5 5"} | more, files
    sets = {"resultset": "[resultset layer=towns]<[feature][name],[/feature]>[/resultset]", "limit": "[resultset layer=towns][feature limit=1][name][/feature][/resultset]",
            "trimlast": '[resultset layer=towns][feature trimlast=","][name],[/feature][/resultset]', "nodata": '[resultset layer=nix nodata="nothing"]x[/resultset]',
            "two": "[resultset layer=areas][feature][name] [shpext] [/feature][/resultset][resultset layer=towns][feature][size] [/feature][/resultset]",
            "include": '[include src="part.html"]', "if": '[resultset layer=towns][feature][if name="kind" value="a"]A[/if][name] [/feature][/resultset]'}
    for name, text in sets.items():
        template = mapfile('OUTPUTFORMAT NAME "page" DRIVER "TEMPLATE" MIMETYPE "text/plain" FORMATOPTION "FILE=set.html" END')
        for where in ({"mapext": "0 0 10 10"}, {"mapext": "0 0 1.5 1.5"}):
            yield f"resultset {name} {where}", template, {"mode": "nquery", "layers": "all", "qformat": "page"} | where, {
                "set.html": f"<!-- MapServer Template -->\n{text}\n", "part.html": "<!-- MapServer Template -->\npart [nr]\n"}
    for web in ('EMPTY "http://maps.example/none"', 'ERROR "http://maps.example/error"', 'QUERYFORMAT "text/xml"', 'BROWSEFORMAT "text/plain"', 'LEGENDFORMAT "text/plain"'):
        text = mapfile(web=web)
        yield f"WEB {web} that finds", text, {"mode": "nquery", "layers": "all", "mapxy": "5 5"}
        yield f"WEB {web} that finds nothing", text, {"mode": "nquery", "qlayer": "towns", "mapxy": "9.9 0.1"}
        yield f"WEB {web} that fails", text, {"mode": "nquery", "qlayer": "nix", "mapxy": "5 5"}
    for mode in ("query", "nquery", "itemquery", "itemnquery", "featurequery", "featurenquery", "itemfeaturequery", "itemfeaturenquery", "indexquery", "coordinate"):
        yield f"mode {mode} without anything", mapfile(), {"mode": mode}
        yield f"mode {mode} at a point", mapfile(), {"mode": mode, "mapxy": "5 5", "layers": "all"}
        yield f"mode {mode} at nothing", mapfile(), {"mode": mode, "mapxy": "9.9 0.1", "qlayer": "towns", "slayer": "areas", "qstring": "/a/", "qitem": "kind"}
        yield f"mode {mode} of no layer", mapfile(), {"mode": mode, "mapxy": "5 5", "qlayer": "nix", "slayer": "nix", "qstring": "/a/", "qitem": "nix"}
    for keyword in ("TOLERANCE 0", "TOLERANCE 60", "TOLERANCE 1 TOLERANCEUNITS DD", "TOLERANCE 200 TOLERANCEUNITS KILOMETERS", "MAXSCALEDENOM 10", "STATUS OFF", "STATUS DEFAULT",
                    "MAXFEATURES 1", 'FILTER ("[kind]" = "b")', 'FILTERITEM "kind" FILTER "a"', 'CLASSITEM "kind"', "MINFEATURESIZE 500", "TYPE QUERY"):
        text = mapfile(layers=layer("areas", keyword) + layer("towns", keyword))
        for mode in ("query", "nquery"):
            yield f"LAYER {keyword} {mode}", text, {"mode": mode, "layers": "areas towns", "mapxy": "4 5"}
            yield f"LAYER {keyword} {mode} of towns", text, {"mode": mode, "qlayer": "towns", "mapxy": "5 5"}
        yield f"LAYER {keyword} in a box", text, {"mode": "nquery", "layers": "areas towns", "mapext": "4 4 10 10"}


def feature_info():
    """GetFeatureInfo: formats, items, aliases, tolerances."""
    formats = ("text/plain", "application/vnd.ogc.gml", "text/html")
    keys = ['"wms_include_items" "name"', '"wms_include_items" "all" "wms_exclude_items" "size"', '"wms_name_alias" "label"', '"ows_name_alias" "label"', '"gml_name_alias" "label"',
            '"gml_include_items" "size"', '"gml_exclude_items" "size"', '"gml_groups" "pair" "gml_pair_group" "name,size"', '"gml_constants" "c" "gml_c_value" "1"',
            '"gml_geometries" "place" "gml_place_type" "point"', '"gml_geometries" "none"', '"gml_size_type" "Integer"', '"gml_xml_items" "name"', '"gml_rootname" "root"',
            '"wms_layername" "L"', '"wms_featurename" "F"', '"gml_layername" "L"', '"gml_featurename" "F"', '"gml_description" "text"', '"gml_uri" "http://u.example"', '"gml_schema" "s.xsd"',
            '"gml_name_template" "<n>$value</n>"', '"gml_featureid" "name"', '"wms_getfeatureinfo_formatlist" "text/plain"', '"wms_enable_request" "!GetFeatureInfo"', '"ows_include_items" ""']
    for key, form in itertools.product(keys, formats):
        text = mapfile(layers=layer("towns", metadata=key))
        yield f"info {key} as {form}", text, INFO | {"INFO_FORMAT": form}
    for key, form in itertools.product(('"gml_rootname" "root"', '"wms_getfeatureinfo_formatlist" "text/html"', '"gml_uri" "http://u.example"', '"wms_rootname" "r"'), formats):
        yield f"info of WEB {key} as {form}", mapfile(metadata=key), INFO | {"INFO_FORMAT": form, "FEATURE_COUNT": "5"}
    for form, count, layers in itertools.product(formats, ("1", "2", "9"), ("towns", "areas,towns", "roads", "towns,roads,areas")):
        yield f"info {form} {count} {layers}", mapfile(), INFO | {"INFO_FORMAT": form, "FEATURE_COUNT": count, "LAYERS": layers, "QUERY_LAYERS": layers}
    for keyword, form in itertools.product(("TOLERANCE 0", "TOLERANCE 50", "TOLERANCE 1 TOLERANCEUNITS DD", 'TEMPLATE "a" MAXSCALEDENOM 1', "STATUS OFF", 'GROUP "g"', "EXTENT 0 0 1 1"), formats[:2]):
        yield f"info of LAYER {keyword} as {form}", mapfile(layers=layer("towns", keyword)), INFO | {"INFO_FORMAT": form, "I": "106", "FEATURE_COUNT": "9"}
    for system, box in (("EPSG:3857", "0,0,1113194,1118889"), ("CRS:84", "0,0,10,10")):
        for form in formats:
            yield f"info in {system} as {form}", mapfile(), INFO | {"CRS": system, "BBOX": box, "INFO_FORMAT": form, "FEATURE_COUNT": "5"}


def capabilities():
    """Every documented key of WEB and LAYER, in 1.1.1 and 1.3.0."""
    web = ["title", "abstract", "keywordlist", "service_onlineresource", "fees", "accessconstraints", "contactperson", "contactorganization", "contactposition",
           "contactvoicetelephone", "contactfacsimiletelephone", "contactelectronicmailaddress", "addresstype", "address", "city", "stateorprovince", "postcode", "country",
           "rootlayer_name", "rootlayer_title", "rootlayer_abstract", "rootlayer_keywordlist", "layerlimit", "updatesequence", "schemas_location", "style_name", "style_title", "resx", "resy",
           "timeformat", "encoding", "group_title", "attribution_title", "opaque", "authorityurl_name", "identifier_value", "metadataurl_href", "dataurl_href", "extent", "layer_group"]
    values = {"layerlimit": "4", "updatesequence": "7", "resx": "0.5", "resy": "0.5", "keywordlist": "one,two, three", "rootlayer_keywordlist": "a,b", "opaque": "1", "extent": "1 2 3 4",
              "encoding": "ISO-8859-1", "schemas_location": "http://s.example/", "layer_group": "/one/two", "service_onlineresource": "http://a.example/?x=1&y=2"}
    sets = [f'"wms_{key}" "{values.get(key, key + " <&> x")}"' for key in web] + [f'"ows_{key}" "{values.get(key, key)}"' for key in web]
    sets += ['"wms_keywordlist_vocabulary" "ISO" "wms_keywordlist_ISO_items" "x,y" "wms_keywordlist" "z"', '"wms_contactperson" "P" "wms_contactorganization" "O" "wms_contactposition" "Q"',
             '"wms_addresstype" "postal" "wms_address" "A" "wms_city" "C" "wms_stateorprovince" "S" "wms_postcode" "P" "wms_country" "L"',
             '"wms_addresstype" "postal" "wms_address" "A"', '"wms_getmap_formatlist" "image/png,image/jpeg"', '"wms_getlegendgraphic_formatlist" "image/jpeg"', '"wms_getfeatureinfo_formatlist" "text/plain"',
             '"wms_enable_request" "GetMap GetCapabilities"', '"ows_enable_request" "* !GetFeatureInfo"', '"wms_enable_request" "!*"', '"ows_sld_enabled" "false"', '"wms_getcapabilities_version" "1.1.1"',
             '"wms_bbox_extended" "true"', '"wms_srs" "EPSG:4326"', '"wms_srs" "EPSG:4326 EPSG:25832 CRS:84 AUTO:42001"', '"wms_srs" ""', '"wms_attribution_title" "T" "wms_attribution_onlineresource" "http://o.example"',
             '"wms_attribution_onlineresource" "http://o.example" "wms_attribution_logourl_href" "http://l.example" "wms_attribution_logourl_width" "10" "wms_attribution_logourl_height" "10" "wms_attribution_logourl_format" "image/png"',
             '"wms_authorityurl_name" "N" "wms_authorityurl_href" "http://h.example"', '"wms_identifier_authority" "N" "wms_identifier_value" "V"',
             '"wms_style_name" "s" "wms_style_title" "t" "wms_style_legendurl_href" "http://h.example/l.png" "wms_style_legendurl_width" "20" "wms_style_legendurl_height" "30" "wms_style_legendurl_format" "image/png"',
             '"wms_allow_getmap_without_styles" "true"', '"wms_remote_sld_max_bytes" "10"', '"ows_http_max_age" "60"', '"wms_onlineresource" "http://o.example/cgi?map=a b&"', '"wms_onlineresource" "http://o.example/cgi"',
             '"wms_timeextent" "2000/2001"', '"wms_languages" "eng,ger"', '"wms_inspire_capabilities" "url"', '"wms_compliance_mode" "true"', '"ows_compliance_mode" "true"']
    sets += [f'"wms_getfeatureinfo_formatlist" "{types}"' for types in ("gml", "gml,text/html", "text/plain,GML", "application/vnd.ogc.gml/3.1.1", "text/plain;x", "foo")]
    for key, version in itertools.product(sets, CAPABILITIES):
        yield f"capabilities {version} WEB {key}", mapfile(metadata=key, title="_title\" \"title" not in key), CAPABILITIES[version]
    layer_keys = ["title", "abstract", "keywordlist", "extent", "opaque", "resx", "resy", "srs", "group_title", "group_abstract", "layer_group", "style", "metadataurl_href", "dataurl_href", "attribution_title", "timeextent",
                  "dimensionlist", "authorityurl_name", "identifier_value", "enable_request"]
    layer_values = values | {"enable_request": "GetMap", "srs": "EPSG:3857 EPSG:25832", "timeextent": "2000/2001", "dimensionlist": "height"}
    layer_sets = [f'"wms_{key}" "{layer_values.get(key, key + " <&> x")}"' for key in layer_keys]
    layer_sets += ['"wms_enable_request" "!GetCapabilities"', '"wms_enable_request" "!*"', '"wms_enable_request" "!GetLegendGraphic"', '"ows_enable_request" "!GetFeatureInfo"', '"wms_opaque" "0"',
                   '"wms_metadataurl_type" "TC211" "wms_metadataurl_format" "text/xml" "wms_metadataurl_href" "http://m.example"',
                   '"wms_metadataurl_list" "a b" "wms_metadataurl_a_href" "http://a.example" "wms_metadataurl_a_type" "TC211" "wms_metadataurl_a_format" "text/xml" "wms_metadataurl_b_href" "http://b.example" "wms_metadataurl_b_type" "FGDC" "wms_metadataurl_b_format" "text/html"',
                   '"wms_dataurl_format" "text/html" "wms_dataurl_href" "http://d.example"', '"wms_attribution_title" "T" "wms_attribution_onlineresource" "http://o.example"',
                   '"wms_attribution_onlineresource" "http://o.example" "wms_attribution_logourl_href" "http://l.example" "wms_attribution_logourl_width" "10" "wms_attribution_logourl_height" "10" "wms_attribution_logourl_format" "image/png"',
                   '"wms_authorityurl_name" "N" "wms_authorityurl_href" "http://h.example" "wms_identifier_authority" "N" "wms_identifier_value" "V"',
                   '"wms_style" "s" "wms_style_s_title" "Styled" "wms_style_s_legendurl_href" "http://h.example/l.png" "wms_style_s_legendurl_width" "20" "wms_style_s_legendurl_height" "30" "wms_style_s_legendurl_format" "image/png"',
                   '"wms_timeitem" "name" "wms_timeextent" "2000/2001"', '"wms_timeitem" "name" "wms_timeextent" "2000/2001" "wms_timedefault" "2000"',
                   '"wms_dimensionlist" "height" "wms_height_item" "size" "wms_height_units" "m" "wms_height_extent" "1,2,3"', '"wms_dimensionlist" "height,depth" "wms_height_item" "size" "wms_height_units" "m" "wms_height_unitsymbol" "M" "wms_height_extent" "1/5" "wms_height_default" "2" "wms_depth_item" "size" "wms_depth_units" "m" "wms_depth_extent" "1"',
                   '"wms_keywordlist" "z" "wms_keywordlist_vocabulary" "ISO" "wms_keywordlist_ISO_items" "x,y"', '"wms_exclude_items" "all"', '"wms_identifier_authority" "N"',
                   '"wms_bbox_extended" "true"', '"ows_srs" "EPSG:25832"', '"wms_getfeatureinfo_formatlist" "text/plain"', '"wms_style_default_title" "D"',
                   '"wms_style_default_legendurl_href" "http://h.example/l.png" "wms_style_default_legendurl_width" "20" "wms_style_default_legendurl_height" "30" "wms_style_default_legendurl_format" "image/png"']
    for key, version in itertools.product(layer_sets, CAPABILITIES):
        yield f"capabilities {version} LAYER {key}", mapfile(layers=layer("towns", metadata=key) + layer("areas", 'GROUP "g"' if "layer_group" not in key else "")), CAPABILITIES[version]
    keywords = ['GROUP "a"', "STATUS DEFAULT", "STATUS OFF", "MAXSCALEDENOM 1000", "MINSCALEDENOM 1000", "MAXSCALEDENOM 5000 MINSCALEDENOM 1000", "EXTENT 1 1 2 2", 'TEMPLATE ""', "TYPE QUERY",
                'PROJECTION "init=epsg:3857" END', 'PROJECTION "init=epsg:25832" END EXTENT 500000 5000000 600000 5100000', "MAXGEOWIDTH 5", "MINGEOWIDTH 1 MAXGEOWIDTH 5", 'CLASSGROUP "x"', "UNITS METERS"]
    for keyword, version in itertools.product(keywords, CAPABILITIES):
        yield f"capabilities {version} of a LAYER {keyword}", mapfile(layers=layer("towns", keyword) + layer("areas")), CAPABILITIES[version]
    groups = 'CLASS NAME "a" GROUP "one" STYLE COLOR 0 0 0 END END CLASS NAME "b" GROUP "two" STYLE COLOR 9 9 9 END END'
    for version, more in itertools.product(CAPABILITIES, ("", 'CLASSGROUP "two"', "STATUS OFF")):
        yield f"capabilities {version} of groups of classes {more}", mapfile(layers=layer("areas", more, classes=groups)), CAPABILITIES[version]
    nested = layer("areas", metadata='"wms_layer_group" "/top" "wms_group_title" "G" "wms_group_abstract" "A"') + layer("roads", metadata='"wms_layer_group" "/top/sub"') + layer("towns", metadata='"wms_layer_group" "/other"')
    grouped = layer("areas", 'GROUP "top"', '"wms_group_title" "G" "wms_group_abstract" "A"') + layer("roads", 'GROUP "top"') + layer("towns")
    both = layer("areas", 'GROUP "top"', '"wms_layer_group" "/x"') + layer("roads", 'GROUP "top"')
    for (name, layers), version in itertools.product({"nested": nested, "grouped": grouped, "both": both}.items(), CAPABILITIES):
        yield f"capabilities {version} of {name}", mapfile(layers=layers), CAPABILITIES[version]
        for group in ("top", "sub", "other", "variation", "x"):
            yield f"map {version} of {name} {group}", mapfile(layers=layers), WMS | SIZE | {"REQUEST": "GetMap", "LAYERS": group}
            yield f"legend {version} of {name} {group}", mapfile(layers=layers), LEGEND_OF_LAYER | {"LAYER": group}
    for key in ("SLD_VERSION", "LAYERS"):
        yield f"describe without {key}", mapfile(), {name: value for name, value in (WMS | {"REQUEST": "DescribeLayer", "LAYERS": "towns", "SLD_VERSION": "1.1.0"}).items() if name != key}
    for key, version in itertools.product(('"wfs_onlineresource" "http://w.example/?"', '"ows_onlineresource" "http://o.example/"', '"wfs_enable_request" "*"', ""), ("1.1.1", "1.3.0")):
        for name, layers in {"nested": nested, "grouped": grouped}.items():
            yield f"describe {version} {key} {name}", mapfile(metadata=key, layers=layers), WMS | {"VERSION": version, "REQUEST": "DescribeLayer", "LAYERS": "top,towns", "SLD_VERSION": "1.1.0"}
            raster = 'LAYER NAME "pixels" TYPE RASTER DATA "key.png" METADATA "wms_title" "pixels" END END\n'
            yield f"describe {version} of a raster {key} {name}", mapfile(metadata=key, layers=layers + raster), WMS | {"VERSION": version, "REQUEST": "DescribeLayer", "LAYERS": "pixels,towns", "SLD_VERSION": "1.1.0"}
            yield f"describe {version} LAYER {key} {name}", mapfile(layers=layer("towns", metadata=key)), WMS | {"VERSION": version, "REQUEST": "DescribeLayer", "LAYERS": "towns", "SLD_VERSION": "1.1.0"}


def legends():
    """Legends, scale bars and reference maps, by keyword."""
    label = 'LABEL SIZE 10 COLOR 0 0 0 END'
    keywords = ["", "KEYSIZE 40 20", "KEYSIZE 5 5", "KEYSPACING 10 10", "KEYSPACING 0 0", "IMAGECOLOR 255 200 200", "OUTLINECOLOR 255 0 0", "TRANSPARENT ON", "TRANSPARENT ON IMAGECOLOR 1 2 3", "STATUS OFF",
                "STATUS EMBED", "STATUS EMBED POSITION UR", "STATUS EMBED POSITION UC", "STATUS EMBED POSITION LL", "STATUS EMBED POSITION LC", "STATUS EMBED POSITION LR", "STATUS EMBED POSITION UL",
                "STATUS EMBED POSTLABELCACHE TRUE", "STATUS EMBED TRANSPARENT ON", "KEYSIZE 30 30 OUTLINECOLOR 0 0 255 KEYSPACING 3 9"]
    for keyword in keywords:
        text = mapfile(f"LEGEND STATUS ON {keyword} {label} END".replace("STATUS ON STATUS", "STATUS"))
        for mode in ("legend", "map", "maplegend"):
            yield f"LEGEND {keyword} {mode}", text, {"mode": mode, "layers": "all"}
        yield f"LEGEND {keyword} of a layer", text, LEGEND_OF_LAYER
        for rule in ("small", "large"):
            yield f"LEGEND {keyword} of rule {rule}", text, LEGEND_OF_LAYER | {"RULE": rule}
        yield f"LEGEND {keyword} of rule in a size", text, LEGEND_OF_LAYER | {"RULE": "large", "WIDTH": "50", "HEIGHT": "30"}
    for labels in ('LABEL SIZE 20 COLOR 255 0 0 END', "LABEL SIZE LARGE END", "LABEL SIZE TINY END", 'LABEL SIZE 8 OUTLINECOLOR 255 255 0 OUTLINEWIDTH 2 END', "LABEL SIZE 10 OFFSET 5 3 END",
                   "LABEL SIZE 10 ANGLE 20 END", "LABEL SIZE 10 POSITION UR END", "LABEL SIZE 10 SHADOWCOLOR 255 0 0 SHADOWSIZE 2 2 END", "LABEL SIZE 10 ALIGN CENTER WRAP ' ' END", "LABEL SIZE 10 MAXLENGTH 3 END"):
        text = mapfile(f"LEGEND STATUS ON {labels} END")
        yield f"LEGEND {labels}", text, {"mode": "legend", "layers": "all"}
        yield f"LEGEND {labels} of a layer", text, LEGEND_OF_LAYER
    for keyword in ("STATUS OFF", "STATUS DEFAULT", "MAXSCALEDENOM 10", "MINSCALEDENOM 10", 'GROUP "g"', "SIZEUNITS METERS", "SIZEUNITS FEET", "SIZEUNITS DD", "SIZEUNITS KILOMETERS", "SYMBOLSCALEDENOM 1000000",
                    "SYMBOLSCALEDENOM 100000000", "COMPOSITE OPACITY 40 END", "LABELCACHE OFF", 'CLASSGROUP "x"', 'MASK "towns"', "OFFSITE 1 1 1", 'STYLEITEM "kind"'):
        text = mapfile(f"LEGEND STATUS ON {label} END", layers=layer("areas", keyword) + layer("roads", keyword if "MASK" not in keyword else "") + layer("towns", keyword if "MASK" not in keyword else ""))
        yield f"legend of LAYER {keyword}", text, {"mode": "legend", "layers": "areas roads towns"}
        for name in LAYERS:
            yield f"legend of LAYER {name} {keyword}", text, LEGEND_OF_LAYER | {"LAYER": name}
            yield f"legend of LAYER {name} {keyword} at a scale", text, LEGEND_OF_LAYER | {"LAYER": name, "SCALE": "5000"}
            yield f"legend icon of {name} {keyword}", text, {"mode": "legendicon", "icon": f"{name},0"}
            yield f"legend of LAYER {name} {keyword} in an extent", text, LEGEND_OF_LAYER | SIZE | {"LAYER": name, "LAYERS": name, "STYLES": "", "BBOX": "0,0,3,3"}
    dimension = '"wms_dimensionlist" "height" "wms_height_item" "size" "wms_height_units" "m" "wms_height_extent" "10,20"'
    extent = LEGEND_OF_LAYER | SIZE | {"LAYERS": "areas", "STYLES": ""}
    for more in ({}, {"DIM_height": "10"}, {"DIM_height": "20"}, {"DIM_height": "99"}):
        yield f"legend in an extent with a dimension {more}", mapfile(layers=layer("areas", metadata=dimension)), extent | more
    grouped = mapfile(layers=layer("areas", 'CLASSGROUP "red"', classes="".join(f'CLASS NAME "{name}" GROUP "{name}" STYLE COLOR {color} END END\n' for name, color in
                                                                             (("red", "255 0 0"), ("blue", "0 0 255")))))
    for style in ("", "red", "blue", "BLUE", "Red", "DEFAULT", "yellow"):
        yield f"legend of STYLE {style}", grouped, LEGEND_OF_LAYER | {"STYLE": style}
        yield f"map of STYLES {style}", grouped, WMS | SIZE | {"REQUEST": "GetMap", "LAYERS": "areas", "STYLES": style}
    for classes in ('CLASS NAME "" STYLE COLOR 1 2 3 END END', 'CLASS STYLE COLOR 1 2 3 END END', 'CLASS NAME "a" TITLE "b" STYLE COLOR 1 2 3 END END', 'CLASS TITLE "b" STYLE COLOR 1 2 3 END END', 'CLASS NAME "a" KEYIMAGE "key.png" STYLE COLOR 1 2 3 END END',
                    'CLASS NAME "a" STATUS OFF STYLE COLOR 1 2 3 END END', 'CLASS NAME "a" MAXSCALEDENOM 10 STYLE COLOR 1 2 3 END END', 'CLASS NAME "a" MINSCALEDENOM 10 STYLE COLOR 1 2 3 END END',
                    'CLASS NAME "a" GROUP "x" STYLE COLOR 1 2 3 END END CLASS NAME "b" GROUP "y" STYLE COLOR 200 2 3 END END', 'CLASS NAME "a\\nb" STYLE COLOR 1 2 3 END END', 'CLASS NAME "a" STYLE COLOR 1 2 3 MAXSCALEDENOM 10 END END',
                    'CLASS NAME "a" STYLE SYMBOL "circle" SIZE 4 COLOR 255 0 0 END END', 'CLASS NAME "a" STYLE SYMBOL "circle" SIZE 90 COLOR 255 0 0 END END', 'CLASS NAME "a" LABEL TEXT "x" SIZE 12 COLOR 255 0 0 END END',
                    'CLASS NAME "a" STYLE COLOR 255 0 0 WIDTH 30 END END', 'CLASS NAME "a" STYLE OUTLINECOLOR 255 0 0 WIDTH 5 END END', 'CLASS NAME "a" STYLE COLOR 255 0 0 OPACITY 40 END END', 'CLASS NAME "a" STYLE COLOR 255 0 0 OFFSET 5 5 END END',
                    'CLASS NAME "a" STYLE COLOR 255 0 0 WIDTH 2 PATTERN 4 4 END END END', 'CLASS NAME "a" STYLE COLOR 255 0 0 GEOMTRANSFORM "end" SYMBOL "circle" SIZE 6 END STYLE COLOR 0 0 255 END END', 'CLASS NAME "a" STYLE COLORRANGE 0 0 0 255 255 255 DATARANGE 0 9 RANGEITEM "size" END END',
                    'CLASS NAME "a" STYLE COLOR [kind] SIZE [size] END END', 'CLASS NAME "a" STYLE COLOR 255 0 0 ANGLE 45 SIZE 9 SYMBOL "circle" END END'):
        for name in LAYERS:
            text = mapfile(f"LEGEND STATUS ON {label} END", layers=layer(name, classes=classes))
            yield f"legend of {name} CLASS {classes}", text, {"mode": "legend", "layers": name}
            yield f"legend of {name} CLASS {classes} by WMS", text, LEGEND_OF_LAYER | {"LAYER": name}
            yield f"legend of {name} CLASS {classes} rule", text, LEGEND_OF_LAYER | {"LAYER": name, "RULE": "a"}
    for transform, name in itertools.product(('(buffer([shape],4))', '(buffer([shape],-3))', '(simplify([shape],10))', '(buffer(simplify([shape],10),3))', '"labelpnt"', '"labelpoly"', '"vertices"', '"bbox"'), LAYERS):
        text = mapfile("LEGEND KEYSIZE 40 30 END", layers=layer(name, classes=f'CLASS NAME "a" STYLE COLOR 255 0 0 WIDTH 2 GEOMTRANSFORM {transform} END END'))
        yield f"legend of {name} GEOMTRANSFORM {transform}", text, LEGEND_OF_LAYER | {"LAYER": name}
    mark, area = 'STYLE GEOMTRANSFORM "labelpnt" SYMBOL "circle" SIZE 9 COLOR 200 0 0 END', 'STYLE GEOMTRANSFORM "labelpoly" COLOR 0 0 200 END'
    for classes, request in itertools.product((f"LABEL SIZE 9 {mark} END", f"LABEL SIZE 9 {area} END", f"LABEL SIZE 9 {area} {mark} END", f"LABEL SIZE 9 {area} END LABEL SIZE 9 {mark} END", f"STYLE COLOR 0 255 0 END LABEL SIZE 9 {mark} END"), (
            LEGEND_OF_LAYER, LEGEND_OF_LAYER | {"SCALE": "5000"}, LEGEND_OF_LAYER | {"RULE": "a"}, {"mode": "legend", "layers": "areas"}, {"mode": "legendicon", "icon": "areas,0"})):
        text = mapfile("LEGEND KEYSIZE 40 30 END", layers=layer("areas", classes=f'CLASS NAME "a" {classes} END'))
        yield f"legend of {classes} {request.get('mode')} {request.get('SCALE')} {request.get('RULE')}", text, request
    for limits, requires in itertools.product(("", "MAXSCALEDENOM 10", "MAXGEOWIDTH 1", "STATUS OFF", 'CLASS MAXSCALEDENOM 10 STYLE COLOR 9 9 9 END END', 'CLASS STATUS OFF STYLE COLOR 9 9 9 END END'),
                                              ("([areas])", "(![areas])")):
        below = layer("areas", "" if limits.startswith("CLASS") else limits, classes=limits if limits.startswith("CLASS") else None)
        for keyword in ("REQUIRES", "LABELREQUIRES"):
            text = mapfile(layers=below + layer("roads", f'{keyword} "{requires}"'))
            yield f"{keyword} {requires} of a layer with {limits}", text, {"mode": "map", "layers": "areas roads"}
    bars = ["", "STYLE 1", "SIZE 100 10", "SIZE 300 5", "INTERVALS 1", "INTERVALS 7", "COLOR 255 0 0", "BACKGROUNDCOLOR 0 255 0", "OUTLINECOLOR 0 0 255", "IMAGECOLOR 255 255 0", "TRANSPARENT ON", "ALIGN LEFT", "ALIGN RIGHT", "ALIGN CENTER",
            "STATUS EMBED", "STATUS EMBED POSITION UL", "STATUS EMBED POSITION UR", "STATUS EMBED POSITION LC", "STATUS EMBED POSITION UC", "STATUS EMBED OFFSET 10 10", "STATUS EMBED TRANSPARENT ON", "STATUS EMBED POSTLABELCACHE TRUE", "STYLE 1 COLOR 255 0 0 OUTLINECOLOR 0 0 255",
            "STYLE 1 ALIGN LEFT SIZE 120 12"] + [f"UNITS {units}" for units in ("FEET", "INCHES", "KILOMETERS", "METERS", "MILES", "NAUTICALMILES")]
    for bar in bars:
        text = mapfile(f"SCALEBAR STATUS ON {bar} LABEL SIZE 10 COLOR 0 0 0 END END".replace("STATUS ON STATUS", "STATUS"))
        for mode in ("scalebar", "map"):
            yield f"SCALEBAR {bar} {mode}", text, {"mode": mode, "layers": "areas"}
        if "UNITS" in bar:
            yield f"SCALEBAR {bar} zoomed", text, {"mode": "scalebar", "mapext": "0 0 0.01 0.01"}
            yield f"SCALEBAR {bar} near the pole", text, {"mode": "scalebar", "mapext": "0 70 10 80"}
            yield f"SCALEBAR {bar} of meters", mapfile(f'PROJECTION "init=epsg:3857" END UNITS METERS SCALEBAR STATUS ON {bar} LABEL SIZE 10 COLOR 0 0 0 END END'), {"mode": "scalebar", "mapext": "0 0 12345 12345"}
    for size in ("TINY", "SMALL", "GIANT", "16"):
        yield f"SCALEBAR label {size}", mapfile(f"SCALEBAR STATUS ON LABEL SIZE {size} COLOR 0 0 0 END END"), {"mode": "scalebar"}
    for area in ("", 'SYMBOL "circle" SIZE 4', "SYMBOL 1 SIZE 4", "SYMBOL 1 SIZE 4 GAP 8"):
        label = f'LABEL SIZE 12 COLOR 0 0 0 STYLE GEOMTRANSFORM "labelpoly" COLOR 255 0 0 {area} END END'
        yield f"SCALEBAR label area {area}", mapfile(f"SCALEBAR STATUS ON {label} END"), {"mode": "scalebar"}
    references = ["", "COLOR 0 255 0", "COLOR -1 -1 -1", "OUTLINECOLOR 0 0 255", "MARKER \"circle\" MARKERSIZE 9 MINBOXSIZE 100", "MINBOXSIZE 100", "MAXBOXSIZE 5", "STATUS OFF", "MARKERSIZE 20 MINBOXSIZE 100"]
    for keyword, extent in itertools.product(references, ("0 0 10 10", "4 4 6 6", "4.9 4.9 5.1 5.1", "-5 -5 5 5")):
        yield f"REFERENCE {keyword} {extent}", mapfile(f'REFERENCE IMAGE "reference.png" EXTENT 0 0 10 10 SIZE 100 100 STATUS ON {keyword} END'.replace("STATUS ON STATUS", "STATUS")), {"mode": "reference", "mapext": extent}


def services():
    """Requests without SERVICE, strict compliance, metadata of layers, formats, times."""
    strict = '"ows_compliance_mode" "true"'
    for key, parameters in itertools.product(("", strict, '"wms_compliance_mode" "true"'), (
            {"REQUEST": "GetCapabilities"}, {"SERVICE": "", "REQUEST": "GetCapabilities"}, {"SERVICE": "zzz", "REQUEST": "GetCapabilities"}, {"SERVICE": "zzz", "VERSION": "2.0.0", "REQUEST": "GetCapabilities"},
            {"REQUEST": "GetFoo"}, {"REQUEST": "DescribeFeatureType"}, {"SERVICE": "WMS"}, {"VERSION": "1.1.1"}, {"VERSION": "1.1.1", "REQUEST": "DescribeLayer"}, {"SERVICE": "WMS", "REQUEST": "GetFoo", "VERSION": "1.3.0"},
            {"SERVICE": "WFS"}, {"SERVICE": "WFS", "REQUEST": "GetFoo", "VERSION": "2.0.0"}, {"mode": "ows"}, {"mode": "ows", "REQUEST": "GetCapabilities"}, {"layers": "all"}, {"mode": "wfs", "REQUEST": "GetCapabilities"})):
        yield f"service {key} {parameters}", mapfile(metadata=key), parameters
    for key, change in itertools.product(("", strict), ({"TRANSPARENT": "true"}, {"TRANSPARENT": "TRUE"}, {"TRANSPARENT": "zzz"}, {"BGCOLOR": "0xff0000"}, {"BGCOLOR": "red"}, {"BGCOLOR": "0xFF00"}, {"BGCOLOR": "#ff0000"}, {"EXCEPTIONS": "foo"},
                                                       {"STYLES": None}, {"FORMAT": "foo"}, {"LAYERS": ""}, {"BBOX": "5,5,5,9"}, {"WIDTH": "0"}, {"CRS": "EPSG:99999"}, {"VERSION": "1.1.1", "SRS": "EPSG:4326"})):
        yield f"compliance {key} {change}", mapfile(metadata=key), WMS | SIZE | {"REQUEST": "GetMap", "LAYERS": "areas", "EXCEPTIONS": "XML"} | change
    for key, form in itertools.product(('"wms_getmap_formatlist" "image/png"', '"wms_getmap_formatlist" "image/jpeg,png"', '"wms_getlegendgraphic_formatlist" "image/jpeg"', '"wms_layerlimit" "1"', '"wms_sld_enabled" "false"', '"wms_allow_getmap_without_styles" "true"', '"wms_enable_request" "GetMap"'),
                                       ("image/png", "image/jpeg", "png", "image/foo")):
        yield f"format {key} {form}", mapfile(metadata=key), WMS | SIZE | {"REQUEST": "GetMap", "LAYERS": "areas,towns", "FORMAT": form, "STYLES": None if "allow" in key else ""}
        yield f"legend format {key} {form}", mapfile(metadata=key), LEGEND_OF_LAYER | {"FORMAT": form}
    record = {"REQUEST": "GetMetadata", "LAYER": "towns"}
    contact = ['"ows_contactperson" "P"', '"ows_contactperson" "P" "ows_contactorganization" "O" "ows_contactposition" "Q" "ows_contactvoicetelephone" "1" "ows_contactfacsimiletelephone" "2" "ows_contactelectronicmailaddress" "m@e.example"',
               '"ows_addresstype" "postal" "ows_address" "A" "ows_city" "C" "ows_stateorprovince" "S" "ows_postcode" "P" "ows_country" "L" "ows_hoursofservice" "H" "ows_contactinstructions" "I" "ows_role" "owner"',
               '"ows_fees" "F" "ows_accessconstraints" "A" "ows_updatesequence" "2024-01-01"', '"ows_languages" "eng"', '"ows_inspire_capabilities" "embed" "ows_languages" "ger,eng"', '"ows_title" "T" "wms_title" "W"', '"wfs_enable_request" "!*"', '"ows_enable_request" "!GetMetadata"']
    for key in ["", *contact]:
        yield f"metadata WEB {key}", mapfile(metadata=key), record
    for key in ('"ows_abstract" "A"', '"ows_keywordlist" "a,b"', '"ows_title" "T"', '"ows_srs" "EPSG:25832 EPSG:4326"', '"wms_srs" "EPSG:3857"', '"ows_extent" "1 2 3 4"', '"wms_extent" "1 2 3 4"', '"ows_metadataurl_href" "http://m.example/md"', '"wms_metadataurl_href" "http://m.example/md"',
                '"ows_metadataurl_list" "a" "ows_metadataurl_a_href" "http://a.example"', '"ows_metadataurl_type" "TC211" "ows_metadataurl_format" "text/xml" "ows_metadataurl_href" "http://m.example"', '"ows_enable_request" "!*"', '"wms_enable_request" "!*"', '"ows_temporalextent" "2000/2001"',
                '"wms_attribution_title" "A"', '"ows_resx" "1"', '"ows_keywordlist_vocabulary" "ISO" "ows_keywordlist_ISO_items" "x"', '"ows_timeextent" "2000/2001"', '"ows_identifier_value" "I"'):
        yield f"metadata LAYER {key}", mapfile(layers=layer("towns", metadata=key)), record
    for name in (*LAYERS, "", None, "nix", "variation", "TOWNS", "towns,areas"):
        yield f"metadata of {name}", mapfile(), record | {"LAYER": name}
    for keyword in ('PROJECTION "init=epsg:25832" END', "EXTENT 1 2 3 4", 'GROUP "g"', "STATUS OFF", 'TEMPLATE ""', "MAXSCALEDENOM 5000"):
        yield f"metadata of LAYER {keyword}", mapfile(layers=layer("towns", keyword)), record
    for parameters in ({"SERVICE": "WMS"}, {"SERVICE": "WFS"}, {"VERSION": "1.3.0"}, {"OUTPUTSCHEMA": "http://www.isotc211.org/2005/gmd"}, {"OUTPUTSCHEMA": "nix"}, {"SERVICE": "zzz"}):
        yield f"metadata with {parameters}", mapfile(), record | parameters


def browse_pages():
    """Pages of BROWSE, and legends made by templates."""
    layers = "".join(layer(name, "" if name == "towns" else 'GROUP "g"') for name in LAYERS)
    tags = ["[mapext] [mapext_esc] [minx] [maxy]", "[mapwidth] [mapheight] [mapsize] [scaledenom] [scale] [cellsize]", "[layers] [layers_esc] [toggle_layers]",
            "[areas_select] [areas_check] [towns_check] [g_check]", "[zoom_0_select] [zoom_1_check] [zoomdir_0_check] [zoomdir_1_select] [zoom_minx]", "[center] [center_x] [center_y]",
            "[mapx] [mapy] [mapxy]", "[dx] [dy]", "[rawext] [rawminx]", "[refext]", "[wms_title] [web_wms_title] [areas_wms_title]", "[get_layers]", "[foo] [foo_esc]", "[mode]",
            '[mapext format="$minx,$miny,$maxx,$maxy" precision=2 expand="10%"]', "[mapext expand=2 escape=url]", '[date format="%Y"]', '[include src="part.html"]']
    places = ({}, {"imgxy": "50 50", "imgext": "0 0 10 10", "imgsize": "200 200", "zoom": "2"}, {"mapext": "2 2 4 4"})
    for tag, place in itertools.product(tags, places):
        yield f"BROWSE {tag} {place}", mapfile(web='TEMPLATE "page.html"', layers=layers), {"mode": "browse", "layers": "areas", "foo": "b<r"} | place, {
            "page.html": f"<!-- MapServer Template -->\n{tag}\n", "part.html": "<!-- MapServer Template -->\npart [mapwidth]"}
    legends = ["[leg_group_html][leg_group_name] <[/leg_group_html]", "[leg_layer_html][leg_layer_name] [leg_layer_index] [leg_layer_maxscale] [leg_layer_minscale] [leg_layer_minscaledenom];[/leg_layer_html]",
               "[leg_class_html][leg_class_name]:[leg_class_title] [leg_class_index] [leg_class_minscale] [leg_class_maxscaledenom];[/leg_class_html]",
               "[leg_group_html][leg_group_name]:[/leg_group_html][leg_layer_html][leg_layer_name],[/leg_layer_html][leg_class_html][leg_class_name];[/leg_class_html]",
               "[leg_layer_html order_metadata=legend_order][leg_layer_name];[/leg_layer_html]", "[leg_layer_html opt_flag=15][leg_layer_name];[/leg_layer_html]",
               "[leg_layer_html opt_flag=1][leg_layer_name];[/leg_layer_html]", "[leg_class_html opt_flag=12][leg_class_name] [layer_name];[/leg_class_html]",
               "[leg_header_html]head[/leg_header_html][leg_class_html][leg_class_name];[/leg_class_html][leg_footer_html]foot[/leg_footer_html]",
               "[leg_layer_html][metadata name=wms_title];[/leg_layer_html]",
               "[leg_layer_html][if name=layer_status value=1]on[/if][if name=wms_title oper=isset]t[/if][leg_layer_name];[/leg_layer_html]",
               "[leg_layer_html][leg_layer_group] [layer_type] [layer_status] [layer_visible] [layer_queryable];[/leg_layer_html]"]
    for legend, mode in itertools.product(legends, ("legend", "browse")):
        yield f"LEGEND TEMPLATE {legend} {mode}", mapfile('LEGEND TEMPLATE "legend.html" STATUS ON LABEL SIZE 10 END END', web='TEMPLATE "page.html"', layers=layers), {
            "mode": mode, "layers": "areas towns"}, {"legend.html": f"<!-- MapServer Template -->\n{legend}\n", "page.html": "<!-- MapServer Template -->\nlegend: [legend]\n"}


def legends_of_nothing():
    """Legends without a row, and those of a BBOX, whose scale counts or not."""
    kinds = {"no classes": ("", ""), "class off": ("", 'CLASS NAME "a" STATUS OFF STYLE COLOR 1 2 3 END END'), "class out of scale": ("", 'CLASS NAME "a" MAXSCALEDENOM 10 STYLE COLOR 1 2 3 END END'),
             "layer out of scale": ("MAXSCALEDENOM 10", 'CLASS NAME "a" STYLE COLOR 1 2 3 END END'), "no name": ("", "CLASS STYLE COLOR 1 2 3 END END"), "class near": ("", 'CLASS NAME "a" MAXSCALEDENOM 3e6 STYLE COLOR 1 2 3 END END CLASS NAME "b" MINSCALEDENOM 3e6 STYLE COLOR 200 2 3 END END'),
             "layer near": ("MAXSCALEDENOM 3e6", 'CLASS NAME "a" STYLE COLOR 1 2 3 END END'), "layer far": ("MINSCALEDENOM 3e6", 'CLASS NAME "a" STYLE COLOR 1 2 3 END END'), "status off": ("STATUS OFF", 'CLASS NAME "a" STYLE COLOR 1 2 3 END END')}
    boxes = {"": {}, "near": SIZE | {"BBOX": "1,1,2,2"}, "far": SIZE | {"BBOX": "-20,-20,30,30"}, "near, scale far": SIZE | {"BBOX": "1,1,2,2", "SCALE": "1e8"}, "scale near": {"SCALE": "1000000"}, "scale far": {"SCALE": "10000000"},
             "elsewhere": SIZE | {"BBOX": "50,50,51,51"}, "small": {"WIDTH": "30", "HEIGHT": "12"}, "box without size": {"BBOX": "1,1,2,2", "CRS": "EPSG:4326"}, "box without crs": {"BBOX": "1,1,2,2", "WIDTH": "200", "HEIGHT": "200"}}
    for (name, (keyword, classes)), legend in itertools.product(kinds.items(), ("", "TRANSPARENT ON", "IMAGECOLOR 255 200 200", "IMAGECOLOR 255 200 200 TRANSPARENT ON")):
        text = mapfile(f"LEGEND STATUS ON {legend} LABEL SIZE 10 COLOR 0 0 0 END END", layers=layer("areas", keyword, classes=classes or " "))
        for box, parameters in boxes.items():
            if legend and box in ("near, scale far", "scale near", "elsewhere", "box without size", "box without crs"):
                continue
            for form in ("image/png", "image/jpeg"):
                yield f"empty legend {name} LEGEND {legend} by WMS {box} as {form}", text, LEGEND_OF_LAYER | parameters | {"FORMAT": form} | ({"LAYERS": "areas"} if "BBOX" in parameters else {})
        yield f"empty legend {name} LEGEND {legend} of a rule", text, LEGEND_OF_LAYER | {"RULE": "a"}
        for mode in ("legend", "map", "maplegend"):
            yield f"empty legend {name} LEGEND {legend} {mode}", text, {"mode": mode, "layers": "all"}
    for legend in ("", "TRANSPARENT ON", "IMAGECOLOR 255 200 200"):
        text = mapfile(f"LEGEND STATUS ON {legend} END")
        yield f"empty legend without layers LEGEND {legend}", text, {"mode": "legend"}


def scales_of_styles():
    """GetStyles: which of the scales of WEB, LAYER and CLASS a rule gets."""
    of_class = 'CLASS NAME "all" {} STYLE COLOR 10 20 30 SIZE 5 END END'
    scales = ["", "MINSCALEDENOM 10", "MAXSCALEDENOM 5000", "MINSCALEDENOM 20 MAXSCALEDENOM 4000"]
    for web, layers, classes in itertools.product(scales, repeat=3):
        text = mapfile(web=web, layers=layer("towns", layers, classes=of_class.format(classes)))
        yield f"GetStyles WEB {web} LAYER {layers} CLASS {classes}", text, {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetStyles", "LAYERS": "towns"}


def drawn_exceptions():
    """The size of an exception that is drawn: of the request, of the map, or neither."""
    for sides in ({}, {"WIDTH": "50", "HEIGHT": "40"}, {"WIDTH": "50"}, {"HEIGHT": "40"}, {"WIDTH": "0", "HEIGHT": "40"}):
        yield f"exception in an image {sides}", mapfile(), WMS | {"VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "nix", "EXCEPTIONS": "application/vnd.ogc.se_blank"} | sides
    yield "exception in an image 1.0.0", mapfile(metadata='"wms_enable_request" "GetMap"'), WMS | {"VERSION": "1.0.0", "REQUEST": "GetMap", "LAYERS": "nix", "EXCEPTIONS": "BLANK"}


def scales_of_views():
    """WEB MINSCALEDENOM and MAXSCALEDENOM limit what the CGI modes show."""
    scales = ("MINSCALEDENOM 1e7", "MAXSCALEDENOM 1e7", "MINSCALEDENOM 2e6 MAXSCALEDENOM 1e7", "MINSCALEDENOM 0 MAXSCALEDENOM 0")
    places = ({}, {"mapext": "4 4 4.01 4.01"}, {"mapext": "-40 -40 50 30"}, {"imgxy": "50 50", "imgext": "0 0 10 10", "imgsize": "200 200", "zoom": "-3"}, {"mapxy": "3 3", "scaledenom": "5000"})
    for web, place in itertools.product(scales, places):
        text = mapfile("QUERYMAP STATUS ON END SCALEBAR UNITS KILOMETERS END", web=f'TEMPLATE "page.html" {web}')
        for mode in ("map", "scalebar", "browse"):
            yield f"scales of views {mode} WEB {web} {place}", text, {"mode": mode, "layers": "all"} | place, {
                "page.html": "<!-- MapServer Template -->\n[scaledenom] [mapext]\n"}
    for web in scales:
        text = mapfile("QUERYMAP STATUS ON END", web=web, layers=layer("areas", 'HEADER "head.html"'))
        yield f"scales of views nquery WEB {web}", text, {"mode": "nquery", "qlayer": "areas", "mapext": "-40 -40 50 30"}, {"head.html": "<!-- MapServer Template -->\n[scaledenom] [mapext]\n"}


def places_on_limited_views():
    """[mapx] and [mapy], where the limits of WEB change the view."""
    page = {"page.html": "<!-- MapServer Template -->\n[mapx] [mapy] [mapxy] [center_x] [mapext]\n"}
    scales = ("", "MINSCALEDENOM 1e7", "MAXSCALEDENOM 1e7", "MAXSCALEDENOM 1e5")
    places = ({}, {"mapext": "4 4 4.01 4.01"}, {"mapext": "1 2 5 9"}, {"mapxy": "3 3", "scaledenom": "5000"}, {"mapxy": "3 3", "scaledenom": "5e7"},
              *({"imgxy": "50 80", "imgext": "0 0 10 10", "imgsize": "200 200"} | zoom for zoom in ({}, {"zoom": "-3"}, {"zoom": "4"}, {"zoom": "0"}, {"scaledenom": "5000"})),
              {"imgbox": "50 50 60 60", "imgext": "0 0 10 10", "imgsize": "200 200"}, {"imgxy": "50 80", "mapext": "1 1 3 3"}, {"img.x": "20", "img.y": "30"},
              {"mapext": "1 2 5 9", "imgxy": "20 30", "zoom": "2"}, {"buffer": "1", "imgxy": "30 40"}, {"mapxy": "3 4", "buffer": "0.5"}, {"mapxy": "3 4"})
    for web, place in itertools.product(scales, places):
        for mode in ("browse", "zoomin", "zoomout"):
            yield f"place {mode} WEB {web} {place}", mapfile(web=f'TEMPLATE "page.html" {web}'), {"mode": mode, "layers": "all"} | place, page


def scales_of_queries():
    """WEB MINSCALEDENOM and MAXSCALEDENOM, MINTEMPLATE and MAXTEMPLATE in modes that search: they are for what QUERYMAP shows."""
    files = {name: f"<!-- MapServer Template -->\n{name} [nr] [mapext] [mapx] [mapy]\n" for name in ("page.html", "head.html", "row.html")}
    limits = ("MINSCALEDENOM 1e7", "MAXSCALEDENOM 1e6")
    addresses = ("MINSCALEDENOM 1e7 MINTEMPLATE 'http://maps.example/near?x=[mapx]'", "MAXSCALEDENOM 1e6 MAXTEMPLATE 'http://maps.example/far?[minx]'")
    places = ({"mapext": "0 0 10 10"}, {"mapxy": "5 5"}, {"mapext": "4 4 4.01 4.01"}, {"imgxy": "100 100", "imgext": "0 0 10 10", "imgsize": "200 200"}, {"mapxy": "9.9 0.1", "qlayer": "towns"},
              {"mapext": "shape", "mapxy": "5 5"})
    modes = {"map": {}, "nquery": {}, "query": {}, "itemnquery": {"qlayer": "towns", "qitem": "kind", "qstring": "b"}, "featurenquery": {"slayer": "areas"}, "indexquery": {"qlayer": "towns", "shapeindex": "1"}}
    for limit, querymap, place, (mode, more) in itertools.product(limits + addresses, ("ON", "OFF"), places, modes.items()):
        if limit in addresses and (querymap == "ON" or mode == "map"):
            continue # they redirect: tests/unit/ows/test_cgi_query.cpp
        if mode == "query" and "mapxy" not in place and "imgxy" not in place:
            continue
        text = mapfile(f"QUERYMAP STATUS {querymap} END", web=f'TEMPLATE "page.html" HEADER "head.html" {limit}')
        yield f"scales of {mode} QUERYMAP {querymap} WEB {limit} {place}", text, {"mode": mode, "layers": "all"} | place | more, files
    for limit in limits:
        text = mapfile("QUERYMAP STATUS OFF END", web=f'TEMPLATE "page.html" {limit}')
        yield f"scales of nquery as an image WEB {limit}", text, {"mode": "nquery", "layers": "all", "mapext": "0 0 10 10", "qformat": "png"}


def oblong_pixels():
    """CONFIG MS_NONSQUARE, with layers that have a PROJECTION: MapServer draws others elsewhere."""
    layers = "".join(layer(name, 'PROJECTION "init=epsg:4326" END') for name in LAYERS)
    for value, place in itertools.product(("YES", "ON", "TRUE", "NO"), ({}, {"mapsize": "200 120"}, {"mapext": "1 1 9 5"}, {"imgxy": "50 50", "imgext": "0 0 10 10", "imgsize": "200 200", "zoom": "2"})):
        yield f"MS_NONSQUARE {value} {place}", mapfile(f'CONFIG "MS_NONSQUARE" "{value}"', layers=layers), {"mode": "map", "layers": "all"} | place


def all_variations():
    """Of name, mapfile, parameters and files beside the map."""
    for variation in itertools.chain(query_maps(), query_pages(), browse_pages(), feature_info(), capabilities(), legends(), legends_of_nothing(), services(), scales_of_styles(), drawn_exceptions(), scales_of_views(), places_on_limited_views(), scales_of_queries(), oblong_pixels()):
        name, text, parameters, *files = variation
        yield name, text, parameters, FILES | (files[0] if files else {})
