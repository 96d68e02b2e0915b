# SPDX-License-Identifier: MIT
"""Maps with random metadata, classes and templates, and random requests about them; the same ones for the same seed."""

import random

ITEMS = ["name", "height", "kind", "when"]
ROWS = {"point": [("POINT(5 5)", "five;5;a;2020-01-01"), ("POINT(2 7)", "seven;7;b;2020-06-01"), ("POINT(8 2)", "A & <b>;2.5;a;2021-01-01"),
                  ("POINT(5.2 5.1)", "near;;b;2021-06-15")],
        "line": [("LINESTRING(1 1,9 9)", "up;1;a;2020-01-01"), ("LINESTRING(1 9,5 6,9 1)", "down;22;b;2020-02-01"),
                 ("MULTILINESTRING((0 5,10 5),(5 0,5 10))", "cross;10;b;2020-03-01")],
        "polygon": [("POLYGON((3 1,8 1,8 4,3 4,3 1))", "low;3;a;2020-01-01"),
                    ("POLYGON((1 5,6 5,6 9,1 9,1 5),(2 6,4 6,4 8,2 8,2 6))", "holed;12;b;2020-02-01"),
                    ("POLYGON((4 3,9 3,9 8,4 8,4 3))", "over;7;a;2020-03-01")]}
STYLES = {"point": ['SYMBOL "circle" SIZE {n} COLOR {c}', 'SYMBOL "square" SIZE {n} COLOR {c} OUTLINECOLOR 0 0 0',
                    'SYMBOL "star" SIZE {n} COLOR {c} ANGLE 30'],
          "line": ["COLOR {c} WIDTH {w}", "COLOR {c} WIDTH {w} PATTERN 8 4 END", "COLOR {c} WIDTH {w} OPACITY 50"],
          "polygon": ["COLOR {c} OUTLINECOLOR 0 0 0", "COLOR {c}", "OUTLINECOLOR {c} WIDTH {w}", "COLOR {c} OPACITY 40"]}
EXPRESSIONS = ["", 'EXPRESSION "a"', "EXPRESSION {a,x}", "EXPRESSION ([height] > 4)", 'EXPRESSION ("[kind]" = "b")', "EXPRESSION /^[ab]$/",
               'EXPRESSION ("[name]" ~ "e")', 'EXPRESSION ([height] > 2 AND "[kind]" = "a")', 'EXPRESSION ("[name]" IN "five,up,low")',
               'EXPRESSION (NOT ([height] = 5))', "EXPRESSION ([height] >= 1 AND [height] <= 10)", 'EXPRESSION "A"i']
MAP_METADATA = {
    "title": ["A & B", "Title"], "abstract": ["What <it> is"], "keywordlist": ["one,two"], "fees": ["none"], "accessconstraints": ["None"],
    "contactperson": ["Somebody"], "contactorganization": ["Example"], "contactposition": ["Boss"], "addresstype": ["postal"],
    "address": ["Street 1"],
    "city": ["Town"], "stateorprovince": ["State"], "postcode": ["123"], "country": ["DE"], "contactvoicetelephone": ["+49"],
    "contactfacsimiletelephone": ["+50"], "contactelectronicmailaddress": ["a@b.example"], "layerlimit": ["9"], "updatesequence": ["5"],
    "feature_info_mime_type": ["text/html"], "getfeatureinfo_formatlist": ["text/plain", "text/html,text/plain,application/vnd.ogc.gml"],
    "getmap_formatlist": ["image/png,image/jpeg", "image/png"], "getlegendgraphic_formatlist": ["image/png"], "rootlayer_title": ["Root"],
    "rootlayer_abstract": ["Of the root"], "rootlayer_keywordlist": ["r1,r2"], "rootlayer_name": ["rootname"], "attribution_title": ["Us"],
    "attribution_onlineresource": ["http://us.example/"], "attribution_logourl_href": ["http://us.example/l.png"],
    "attribution_logourl_format": ["image/png"], "attribution_logourl_width": ["20"], "attribution_logourl_height": ["10"],
    "service_onlineresource": ["http://service.example/"],
    "authorityurl_name": ["auth"], "authorityurl_href": ["http://auth.example/"], "identifier_authority": ["auth"],
    "identifier_value": ["id1"],
    "resx": ["1"], "resy": ["1"], "bbox_extended": ["true"], "allow_getmap_without_styles": ["true"], "sld_enabled": ["true", "false"],
    "compliance_mode": ["true"], "getcapabilities_version": ["1.1.1"], "extent": ["-1 -1 11 11"], "encoding": ["UTF-8"],
    "style_name": ["mapstyle"],
    "rootlayer_keywordlist_vocabulary": ["ISO"], "rootlayer_keywordlist_ISO_items": ["x,y"], "keywordlist_vocabulary": ["ISO"],
    "keywordlist_ISO_items": ["u,v"],
    "metadataurl_href": ["http://meta.example/"], "metadataurl_type": ["TC211"], "metadataurl_format": ["text/xml"],
    "return_srs_extent": ["x"],
}
CONTACT = [key for key in MAP_METADATA if key.startswith(("contact", "address", "city", "state", "postcode", "country"))]
LAYER_METADATA = {
    "title": ["Layer <1>"], "abstract": ["Of & a layer"], "keywordlist": ["k1,k2"],
    "srs": ["EPSG:4326", "EPSG:4326 EPSG:25832", "EPSG:3857"],
    "extent": ["0 0 10 10", "-5 -5 15 15"], "opaque": ["1"], "group_title": ["Of the group"], "group_abstract": ["Group's"],
    "layer_group": ["/one", "/one/two", "/other"], "metadataurl_href": ["http://meta.example/"], "metadataurl_type": ["TC211", "FGDC"],
    "metadataurl_format": ["text/xml"], "dataurl_href": ["http://data.example/"], "dataurl_format": ["text/plain"],
    "attribution_title": ["Owner"],
    "attribution_onlineresource": ["http://owner.example/"], "authorityurl_name": ["auth"], "authorityurl_href": ["http://auth.example/"],
    "identifier_authority": ["auth"], "identifier_value": ["id"], "style": ["default"], "style_default_title": ["The style"],
    "style_default_legendurl_href": ["http://legend.example/l.png"], "style_default_legendurl_width": ["30"],
    "style_default_legendurl_height": ["40"],
    "style_default_legendurl_format": ["image/png"],
    "enable_request": ["*", "GetMap GetCapabilities", "!GetFeatureInfo *", "!GetMap GetCapabilities"],
    "getfeatureinfo_formatlist": ["text/plain"], "group_style_name": ["gs"], "style_name": ["layerstyle"], "bbox_extended": ["true"],
    "timeitem": ["when"], "timeextent": ["2020-01-01/2021-12-31"], "timedefault": ["2020-01-01"], "dimensionlist": ["depth"],
    "depth_item": ["height"],
    "depth_units": ["m"], "depth_extent": ["1,3,5,7", "0/30"], "depth_default": ["5"], "rootlayer_title": ["x"],
}
ITEM_METADATA = {
    "wms_include_items": ["all", "name,height", "name", ""], "wms_exclude_items": ["height", "name"], "wms_name_alias": ["Called"],
    "gml_include_items": ["all", "name,kind"], "gml_exclude_items": ["kind"], "gml_name_alias": ["called"], "gml_featureid": ["name"],
    "gml_geometries": ["place", "none"], "gml_place_type": ["point", "line", "polygon", "multipoint", "multiline,line"],
    "gml_place_occurances": ["0,1"],
    "gml_groups": ["about"], "gml_about_group": ["name,height"], "gml_about_type": ["About"], "gml_constants": ["source"],
    "gml_source_value": ["const"],
    "gml_types": ["auto"], "gml_height_type": ["Integer", "Real"], "gml_xml_items": ["name"], "gml_root_name": ["Root"],
    "wms_gml_layer_name": ["L"],
    "wms_layer_name": ["LN"], "wms_feature_name": ["FN"], "gml_height_precision": ["2"], "gml_height_template": ["<h>$value</h>"],
    "gml_encoding": ["UTF-8"],
}
TAGS = ["[name]", "[height]", "[item name=name]", '[item name="name" pattern="e" case=upper format="<i>$value</i>"]',
        "[item name=height precision=2]",
        '[item name=height nullformat="none"]', "[item name=name escape=url]", "[item name=name escape=none]", "[item name=name uc=true]",
        "[item name=height commas=true]",
        "[shpext]", '[shpext format="$minx,$maxy"]', "[shpext expand=1]", "[shpminx]", "[shpmaxy]", "[shpmid]", "[shpmidx]", "[shpidx]",
        "[shpclass]", "[lrn]", "[rn]",
        "[nr]", "[nl]", "[cl]", "[nlr]", "[shplabel]", '[shplabel format="$x,$y"]', "[shpxy]", '[shpxy cs="|" ps=";"]',
        '[shpxy xh="<" xf=">" yh="(" yf=")"]',
        "[shpxy precision=1 proj=image]", '[shpxy ph="(" pf=")" ps=";"]', "[shpext_esc]", "[name_esc]", "[date]", "[id]", "[map]",
        "[mapext]", "[mapext_esc]", "[minx]", "[maxy]",
        "[dx]", "[dy]", "[mapsize]", "[mapwidth]", "[mapheight]", "[scaledenom]", "[cellsize]", "[center]", "[center_x]", "[mapx]",
        "[mapy]", "[layers]", "[toggle_layers]",
        "[mode]", "[zoom]", "[zoomdir]", "[zoom_1_select]", "[zoomdir_0_check]", "[point_check]", "[point_select]", "[rawext]",
        "[rawext_esc]", "[version]", "[host]",
        "[port]", "[img_x]", "[metadata_x]", "[layername]", "[web_wms_title]", "[web_wms_title_esc]", "[web_foo]",
        "[web_foo_esc]", "[point_wms_title]",
        "[point_foo]", "[foo]", "[foo_esc]", "[unknown]", "[mapext expand=1]", '[mapext format="$minx $miny" precision=1]',
        "[maplayers_esc]", "[layers_esc]",
        "[tileindex]", "[shpproj]", "[map_name]", "[qlayer]", "[mapidx]", "[legend]", "[scalebar]", "[ref]", "[img]", "[classname]",
        "[leg_class_name]"]
WEB_TAGS = [tag for tag in TAGS if not tag.startswith(("[shp", "[item", "[name", "[height", "[lrn", "[rn",
                                                       "[img]", "[legend]",
                                                       "[scalebar]", "[ref]", "[date]", "[id]", "[version]", "[port]", "[host]", "[nr]",
                                                       "[nl]", "[cl]", "[nlr]"))]
FEATURE_TAGS = [tag for tag in TAGS if not tag.startswith(("[date]", "[id]", "[version]", "[img]", "[legend]", "[scalebar]", "[ref]",
                                                           "[port]", "[host]"))]
RESULTSETS = ["[resultset layer={0}][feature]{1}\n[/feature][/resultset]",
              '[resultset layer={0} nodata="none"][feature limit=1 trimlast=","]{1},[/feature][/resultset]',
              "[resultset layer={0}]head [feature trimlast=\",\"]{1},[/feature] foot[/resultset]"]


def some(choose, table, share):
    return {key: choose.choice(values) for key, values in table.items() if choose.random() < share}


def metadata(values, prefix="wms_"):
    lines = [f'      "{key if key.startswith(("wms_", "gml_", "ows_")) else prefix + key}" "{value}"' for key, value in values.items()]
    return "    METADATA\n" + "\n".join(lines) + "\n    END\n" if lines else ""


def style(choose, kind):
    color = " ".join(str(choose.choice([0, 60, 128, 200, 255])) for _ in range(3))
    return choose.choice(STYLES[kind]).format(c=color, n=choose.choice([8, 12, 20]), w=choose.choice([1, 2, 4]))


def class_(choose, kind, number, groups):
    parts = [f'      NAME "{choose.choice(["first", "second", "Class " + str(number)])}"', choose.choice(EXPRESSIONS)]
    if groups:
        parts.append(f'GROUP "{choose.choice(groups)}"')
    if choose.random() < 0.2:
        parts.append(choose.choice(['TITLE "Titled"', "MINSCALEDENOM 1000", "MAXSCALEDENOM 1e9", "MAXSCALEDENOM 10000",
                                    'KEYIMAGE "none.png"'][:4]))
    parts += [f"STYLE {style(choose, kind)} END" for _ in range(choose.choice([1, 1, 2]))]
    if choose.random() < 0.3:
        parts.append('LABEL TEXT "[name]" SIZE 8 TYPE TRUETYPE FONT "sans" COLOR 0 0 0 POSITION UR END'
                     if choose.random() < 0.5 else 'LABEL TEXT "[name]" TYPE BITMAP SIZE SMALL COLOR 0 0 200 END')
    return "    CLASS\n" + "\n".join("      " + part for part in parts if part) + "\n    END\n"


def layer(choose, kind, template):
    groups = choose.choice([[], [], ["g1", "g2"]])
    text = f'  LAYER\n    NAME "{kind}" TYPE {kind} STATUS {choose.choice(["ON", "OFF", "OFF", "DEFAULT"])}\n'
    text += f'    PROCESSING "ITEMS={",".join(ITEMS)}"\n'
    if choose.random() < 0.85:
        text += f'    TEMPLATE "{template}"\n'
    if choose.random() < 0.3:
        text += f'    GROUP "{choose.choice(["ways", "all"])}"\n'
    for line in ("MINSCALEDENOM 100", "MAXSCALEDENOM 5e8", "TOLERANCE 10", 'HEADER "header.html"', 'FOOTER "footer.html"',
                 "TOLERANCEUNITS PIXELS", 'CLASSITEM "kind"',
                 'LABELITEM "name"', 'PROJECTION "init=epsg:4326" END', 'FILTER ([height] > 2)', 'FILTERITEM "kind" FILTER "a"',
                 "EXTENT 0 0 10 10", "MAXFEATURES 1"):
        if choose.random() < (0.95 if "EXTENT" in line else 0.5 if "PROJ" in line or "CLASSITEM" in line else 0.1):
            text += f"    {line}\n"
    about = some(choose, LAYER_METADATA, 0.15)
    if "    GROUP" in text:
        about.pop("layer_group", None)  # the two exclude each other
    text += metadata(about | some(choose, ITEM_METADATA, 0.25) | {"foo": "bar <x>"})
    text += "".join(f'    FEATURE WKT "{wkt}" ITEMS "{values}" END\n' for wkt, values in ROWS[kind])
    if groups:
        text += f'    CLASSGROUP "{groups[0]}"\n'
    text += "".join(class_(choose, kind, number, groups) for number in range(choose.choice([1, 1, 2, 3])))
    return text + "  END\n"


def template(choose, tags):
    chosen = choose.sample(tags, min(len(tags), 14))
    return "<!-- MapServer Template -->\n" + "\n".join(f"{tag.strip('[]').split(']')[0].replace('<', '').replace('>', '')}: {tag}" for tag in chosen) + "\n"


def files(seed):
    """Names and texts of a map and its templates."""
    choose = random.Random(seed)
    order = choose.sample(["point", "line", "polygon"], 3)
    layers = "".join(layer(choose, kind, choose.choice(["feature.html", "feature.html", "ttt"])) for kind in order)
    web = some(choose, MAP_METADATA, 0.3)
    if any(key.startswith(("contact", "address", "city", "state", "postcode", "country")) for key in web):
        web |= {key: MAP_METADATA[key][0] for key in CONTACT}  # the schemas want all of them
    web |= {"enable_request": "*", "srs": "EPSG:4326 EPSG:3857", "foo": "of the map"}
    if choose.random() < 0.7:
        web["title"] = "Title"
    if choose.random() < 0.7:
        web["onlineresource"] = "http://maps.example/wms?"
    texts = {"feature.html": template(choose, FEATURE_TAGS), "header.html": "<!-- MapServer Template -->\nHEAD [layername] [nlr]\n",
             "footer.html": "<!-- MapServer Template -->\nFOOT [lrn]\n", "web.html": template(choose, WEB_TAGS),
             "results.html": "<!-- MapServer Template -->\nBEGIN [nr] [nl]\n" + "\n".join(
                 choose.choice(RESULTSETS).format(kind,
                                                  choose.choice(["[name]", "[shpidx]:[item name=height]", "[shpext]", "[lrn]/[nlr]",
                                                      "[cl]"])) for kind in order)}
    texts["map.map"] = f"""MAP
  NAME "random"
  SIZE {choose.choice(["200 200", "300 200", "150 250"])}
  EXTENT 0 0 10 10
  UNITS {choose.choice(["DD", "METERS"])}
  IMAGECOLOR 255 255 255
  PROJECTION "init=epsg:4326" END
  FONTSET "fonts.txt"
  WEB TEMPLATE "web.html" {choose.choice(["", 'HEADER "header.html"', 'EMPTY "http://empty.example/"', 'ERROR "http://error.example/"'])}
{metadata(web)}
    VALIDATION "qstring" ".*" "sld_external_graphic" "^none$" END
    IMAGEPATH "/tmp/" IMAGEURL "/tmp/"
  END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
  OUTPUTFORMAT NAME "results" DRIVER "TEMPLATE" MIMETYPE "text/plain; template" FORMATOPTION "FILE=results.html" END
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 0 0 1 1 1 1 0 0 0 END END
  SYMBOL NAME "star" TYPE VECTOR FILLED TRUE POINTS 0 .375 .35 .365 .5 0 .65 .375 1 .375 .75 .625 .875 1 .5 .75 .125 1 .25 .625 0 .375 END END
  LEGEND KEYSIZE {choose.choice(["20 10", "30 20"])} {choose.choice(["KEYSPACING 5 5", ""])} LABEL TYPE BITMAP SIZE MEDIUM COLOR 0 0 0 END {choose.choice(["", 'TEMPLATE "leg.html"'])} END
  SCALEBAR UNITS {choose.choice(["kilometers", "miles", "meters"])} INTERVALS {choose.choice([2, 4])} SIZE 150 3 STYLE {choose.choice([0, 1])} LABEL TYPE BITMAP SIZE SMALL COLOR 0 0 0 END END
  QUERYMAP STATUS {choose.choice(["OFF", "ON"])} STYLE {choose.choice(["HILITE", "SELECTED", "NORMAL"])} COLOR 255 255 0 END
{layers}END
"""
    texts["fonts.txt"] = "sans /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf\n"
    texts["leg.html"] = ("<!-- MapServer Template -->\n[leg_group_html]G [leg_group_name]\n[/leg_group_html][leg_layer_html]L [leg_layer_name] [leg_layer_index]\n"
                         "[/leg_layer_html][leg_class_html]C [leg_class_name] [leg_class_title] [leg_class_index]\n[/leg_class_html]")
    return texts


MARKS = ["square", "circle", "triangle", "star", "cross", "x"]


def filter_(choose, deep=0):
    prefix = ""
    literal = choose.choice(["five", "5", "a", "7", "2.5", "A & <b>"]).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    item = choose.choice(["name", "height", "kind"])
    compare = ["EqualTo", "NotEqualTo", "LessThan", "GreaterThan", "LessThanOrEqualTo", "GreaterThanOrEqualTo"]
    options = [f"<{prefix}PropertyIs{choose.choice(compare)}><PropertyName>{item}</PropertyName><Literal>{literal}</Literal></TAG>",
               f'<PropertyIsLike wildCard="*" singleChar="." escape="!"><PropertyName>name</PropertyName><Literal>{choose.choice(["*e*", "f*", ".ive", "low"])}</Literal></TAG>',
               f"<PropertyIsBetween><PropertyName>height</PropertyName><LowerBoundary><Literal>2</Literal></LowerBoundary><UpperBoundary><Literal>{choose.choice([5, 12])}</Literal></UpperBoundary></TAG>",
               f'<PropertyIsEqualTo matchCase="false"><PropertyName>kind</PropertyName><Literal>{choose.choice("AB")}</Literal></TAG>',
               "<BBOX><PropertyName>geom</PropertyName><gml:Box srsName=\"EPSG:4326\"><gml:coordinates>3,3 6,6</gml:coordinates></gml:Box></TAG>",
               "<Intersects><PropertyName>geom</PropertyName><gml:Polygon srsName=\"EPSG:4326\"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>0,0 6,0 6,6 0,6 0,0</gml:coordinates>"
               "</gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></TAG>"]
    text = choose.choice(options)
    text = text.replace("TAG", text[1:].split(" ")[0].split(">")[0])
    if deep < 2 and choose.random() < 0.35:
        name = choose.choice(["And", "Or", "Not"])
        inner = text + (filter_(choose, deep + 1) if name != "Not" else "")
        return f"<{name}>{inner}</{name}>"
    return text


def css(choose, values, se):
    name = "SvgParameter" if se else "CssParameter"
    return "".join(f'<{name} name="{key}">{value}</{name}>' for key, value in values.items())


def symbolizer(choose, kind, se):
    color = choose.choice(["#ff0000", "#00ff00", "#0000FF", "#808080"])
    stroke = {"stroke": color} | some(choose,
                                      {"stroke-width": ["1", "3", "5.5"], "stroke-opacity": ["0.5"],
                                       "stroke-dasharray": ["8 4", "10 5 2 5"], "stroke-linecap": ["round", "butt"],
                                               "stroke-linejoin": ["round", "bevel"]}, 0.35)
    fill = {"fill": color} | some(choose, {"fill-opacity": ["0.4"]}, 0.3)
    if kind == "line":
        offset = "<PerpendicularOffset>5</PerpendicularOffset>" if se and choose.random() < 0.2 else ""
        return f"<LineSymbolizer><Stroke>{css(choose, stroke, se)}</Stroke>{offset}</LineSymbolizer>"
    if kind == "polygon":
        parts = choose.choice([(1, 0), (1, 1), (0, 1)])
        return ("<PolygonSymbolizer>" + (f"<Fill>{css(choose, fill, se)}</Fill>" if parts[0] else "") + (f"<Stroke>{css(choose, stroke, se)}</Stroke>" if parts[1] else "")
                + "</PolygonSymbolizer>")
    mark = f"<WellKnownName>{choose.choice(MARKS)}</WellKnownName>" + (f"<Fill>{css(choose, fill, se)}</Fill>" if choose.random() < 0.8 else "") + (
        f"<Stroke>{css(choose, stroke, se)}</Stroke>" if choose.random() < 0.3 else "")
    more = "<Opacity>0.5</Opacity>" * (choose.random() < 0.2) + f"<Size>{choose.choice([6, 12, 20])}</Size>" * (choose.random() < 0.9) + "<Rotation>45</Rotation>" * (choose.random() < 0.2)
    return f"<PointSymbolizer><Graphic><Mark>{mark}</Mark>{more}</Graphic></PointSymbolizer>"


def text_symbolizer(choose, se):
    label = "<PropertyName>name</PropertyName>"
    placement = choose.choice(["",
                               "<LabelPlacement><PointPlacement><AnchorPoint><AnchorPointX>0</AnchorPointX><AnchorPointY>1</AnchorPointY></AnchorPoint></PointPlacement></LabelPlacement>",
                               "<LabelPlacement><LinePlacement/></LabelPlacement>"])
    halo = choose.choice(["", f"<Halo><Radius>1</Radius><Fill>{css(choose, {'fill': '#ffffff'}, se)}</Fill></Halo>"])
    return f"<TextSymbolizer><Label>{label}</Label><Font>{css(choose, {'font-family': 'sans', 'font-size': '10'}, se)}</Font>{placement}{halo}<Fill>{css(choose, {'fill': '#000000'}, se)}</Fill></TextSymbolizer>"


def sld(choose, names):
    se = choose.random() < 0.4
    layers = ""
    for name in names:
        rules = ""
        for number in range(choose.choice([1, 1, 2])):
            condition = f"<Filter>{filter_(choose)}</Filter>" if choose.random() < 0.5 else choose.choice(["", "<ElseFilter/>",
                "<MaxScaleDenominator>1e9</MaxScaleDenominator>"])
            rules += f"<Rule><Name>r{number}</Name>{condition}{symbolizer(choose, name, se)}{text_symbolizer(choose, se) if choose.random() < 0.2 else ''}</Rule>"
        constraint = f"<LayerFeatureConstraints><FeatureTypeConstraint><Filter>{filter_(choose)}</Filter></FeatureTypeConstraint></LayerFeatureConstraints>" * (choose.random() < 0.1)
        layers += f"<NamedLayer><Name>{name}</Name>{constraint}<UserStyle><FeatureTypeStyle>{rules}</FeatureTypeStyle></UserStyle></NamedLayer>"
    if se:
        return ('<StyledLayerDescriptor version="1.1.0" xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc" xmlns:se="http://www.opengis.net/se" '
                f'xmlns:gml="http://www.opengis.net/gml">{layers}</StyledLayerDescriptor>')
    return f'<StyledLayerDescriptor version="1.0.0" xmlns:gml="http://www.opengis.net/gml">{layers}</StyledLayerDescriptor>'


def wms(choose, request):
    version = choose.choice(["1.1.1", "1.3.0", "1.3.0", "1.1.0", "1.0.0"] if request in ("GetCapabilities", "GetMap",
        "GetFeatureInfo") else ["1.1.1", "1.3.0"])
    names = choose.sample(["point", "line", "polygon"], choose.choice([1, 2, 3]))
    box = choose.choice(["0,0,10,10", "2,2,8,8", "4,4,6,6", "-10,-10,20,20", "1,2,9,7"])
    base = {"SERVICE": "WMS", "VERSION": version, "REQUEST": request}
    view = base | {"LAYERS": ",".join(names), "STYLES": "", "BBOX": box, "WIDTH": "200", "HEIGHT": choose.choice(["200", "200", "150"]),
                   "FORMAT": "image/png",
                   "CRS" if version == "1.3.0" else "SRS": "EPSG:4326"}
    view |= some(choose,
                 {"TIME": ["2020-01-01", "2020-01/2020-05", "2030"], "DIM_DEPTH": ["5", "3,7", "99"], "TRANSPARENT": ["TRUE"],
                  "BGCOLOR": ["0xFFA000"]}, 0.07)
    if choose.random() < 0.12:
        view["STYLES"] = ",".join(choose.choice(["", "default", "g1", "g2", "nix"]) for _ in names)
    if choose.random() < 0.08:
        view["LAYERS"] = choose.choice(["random", "ways", "all", "rootname", "one", "nix"])
        view["STYLES"] = ""
    if request == "GetMap":
        if choose.random() < 0.5:
            view["SLD_BODY"] = sld(choose, names)
        elif choose.random() < 0.2:
            view["FILTER"] = "".join(f"(<Filter>{filter_(choose)}</Filter>)" for _ in names)
        return view
    if request == "GetFeatureInfo":
        view["QUERY_LAYERS"] = choose.choice([view["LAYERS"], names[0]])
        view["INFO_FORMAT"] = choose.choice(["text/plain", "text/html", "application/vnd.ogc.gml", "text/plain; template", "gml"])
        i, j = ("I", "J") if version == "1.3.0" else ("X", "Y")
        view |= {i: choose.choice(["100", "50", "104"]), j: choose.choice(["100", "99", "60"])}
        return view | some(choose, {"FEATURE_COUNT": ["2", "10"], "RADIUS": ["30", "bbox"]}, 0.4)
    if request == "GetLegendGraphic":
        legend = base | {"LAYER": choose.choice(["point", "line", "polygon", "ways", "random"]), "FORMAT": "image/png",
                         "SLD_VERSION": "1.1.0"}
        legend |= some(choose,
                       {"STYLE": ["g1", "g2", "default"], "RULE": ["first", "second", "Class 0", "nix"], "SCALE": ["1000", "1e7"],
                        "WIDTH": ["50"], "HEIGHT": ["30"]}, 0.2)
        if choose.random() < 0.15:
            legend["SLD_BODY"] = sld(choose, [legend["LAYER"]] if legend["LAYER"] in ROWS else ["point"])
        return legend
    if request == "GetStyles":
        return base | {"LAYERS": ",".join(names), "SLD_VERSION": choose.choice(["1.0.0", "1.1.0"])}
    if request == "DescribeLayer":
        return base | {"LAYERS": ",".join(names), "SLD_VERSION": "1.1.0"}
    return base


def cgi(choose):
    names = choose.sample(["point", "line", "polygon"], choose.choice([1, 2, 3]))
    mode = choose.choice(["browse", "map", "query", "nquery", "itemquery", "itemnquery", "indexquery", "featurequery", "featurenquery",
                          "zoomin", "zoomout", "legend", "scalebar",
                          "tile", "legendicon", "queryextent", "maplegend", "itemfeaturequery", "itemfeaturenquery"])
    request = {"mode": mode, "layers": " ".join(names), "map_imagetype": None}
    if mode in ("query", "nquery", "featurequery", "featurenquery"):
        place = choose.choice([{"mapxy": "5 5"}, {"mapxy": "2 7"}, {"imgxy": "100 100", "imgext": "0 0 10 10", "imgsize": "200 200"},
                               {"mapxy": "5 5", "mapshape": None},
                               {"mapshape": "3 3 8 3 8 8 3 8 3 3"},
                               {"imgbox": "50 50 150 150", "imgext": "0 0 10 10", "imgsize": "200 200"}])
        request |= place
        request |= some(choose, {"qlayer": names, "buffer": ["1"], "qformat": ["results"]}, 0.4)
    if mode in ("featurequery", "featurenquery", "itemfeaturequery", "itemfeaturenquery"):
        request["slayer"] = "polygon"
    if "item" in mode:
        request |= {"qlayer": names[0], "qitem": choose.choice(["kind", "name", "height", ""]),
                    "qstring": choose.choice(["a", "/e/", "([height] > 4)", '("[kind]" = "b")', "five", "A"])}
        request |= some(choose, {"qformat": ["results"]}, 0.3)
    if mode == "indexquery":
        request |= {"qlayer": names[0], "shapeindex": choose.choice(["0", "1", "2", "9", "-1"])}
    if mode == "queryextent":
        request |= {"mapext": "3 3 8 8"}
    if mode in ("zoomin", "zoomout", "browse"):
        request |= choose.choice([{"mapxy": "5 5"}, {"imgxy": "50 150", "imgext": "0 0 10 10", "imgsize": "200 200"}, {},
                                  {"mapext": "2 2 8 8"},
                                  {"imgbox": "50 50 150 150", "imgext": "0 0 10 10", "imgsize": "200 200"}])
        request |= some(choose,
                        {"zoom": ["2", "-2", "1"], "zoomdir": ["1", "-1"], "zoomsize": ["3"], "mapsize": ["100 100"],
                         "scaledenom": ["1e7"], "foo": ["bar", "<x>&y"],
                                 "map.layer[point].class[0].style[0]": ["COLOR 255 0 0"], "minx": ["1"], "maxx": ["9"]}, 0.25)
    if mode == "tile":
        request |= choose.choice([{"tilemode": "gmap", "tile": choose.choice(["0 0 0", "1 1 1", "3 4 3"])},
                                  {"tilemode": "ve", "tile": choose.choice(["0", "1", "13"])},
                                  {"tilemode": "spheremap", "tile": "1 2 2"}])
    if mode == "legendicon":
        request["icon"] = choose.choice(["point,0", "line,0", "polygon", "polygon,1", "point,9"])
    return {name: value for name, value in request.items() if value is not None}


KINDS = {"GetMap": 4, "GetFeatureInfo": 6, "GetLegendGraphic": 3, "GetStyles": 2, "DescribeLayer": 1, "GetCapabilities": 4, "cgi": 7}


def requests(seed, count):
    """Pairs of a name and parameters about the map of the same seed."""
    choose = random.Random(f"requests {seed}")
    for number in range(count):
        kind = choose.choices(list(KINDS), list(KINDS.values()))[0]
        parameters = cgi(choose) if kind == "cgi" else wms(choose, kind)
        yield f"{seed}.{number} {kind}" + (f" {parameters['mode']}" if kind == "cgi" else ""), parameters
