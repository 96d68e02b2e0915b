# SPDX-License-Identifier: MIT
"""Style sheets of clients for one map: what the standards, GeoServer's cookbook and QGIS's export write, element by element.

A sheet is written once, in the terms of SE 1.1; `document` writes it as SLD 1.0 or 1.1.
"""

import itertools

MAP = """MAP
  NAME "sheets" SIZE 240 180 EXTENT 0 0 12 9 IMAGECOLOR 255 255 255 UNITS DD
  PROJECTION "init=epsg:4326" END
  FONTSET "fonts.txt"
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "own" TYPE VECTOR FILLED TRUE POINTS 0 0 2 1 0 2 0 0 END END
  WEB METADATA "ows_enable_request" "*" "wms_title" "Sheets" "wms_srs" "EPSG:4326 EPSG:3857" "wms_onlineresource" "http://maps.example/wms?" END
    VALIDATION "sld_external_graphic" "." END END
  LAYER NAME "points" TYPE POINT STATUS ON TEMPLATE "t" METADATA "wms_title" "P" "gml_include_items" "all" "gml_types" "auto" "gml_featureid" "name" END
    PROCESSING "ITEMS=name,pop,kind,turn"
    FEATURE POINTS 2 2 END ITEMS "Rom;10;a;0" END
    FEATURE POINTS 6 2 END ITEMS "Ulm;20;b;45" END
    FEATURE POINTS 10 2 END ITEMS "Oslo City;30;a;90" END
    FEATURE POINTS 2 6 END ITEMS "Bern;40;c;135" END
    FEATURE POINTS 6 6 END ITEMS "ROM;50;;200" END
    FEATURE POINTS 10 6 END ITEMS "Lima_1;60;d;-30" END
    CLASS STYLE SYMBOL "circle" SIZE 8 COLOR 0 0 0 END END
  END
  LAYER NAME "lines" TYPE LINE STATUS ON TEMPLATE "t" METADATA "wms_title" "L" "gml_include_items" "all" "gml_types" "auto" "gml_featureid" "name" END
    PROCESSING "ITEMS=name,pop,kind,turn"
    FEATURE POINTS 1 1 5 3 7 1 11 3 END ITEMS "Main Street;2;a;0" END
    FEATURE POINTS 1 5 11 5 END ITEMS "Rail;4;b;30" END
    FEATURE POINTS 11 8 6 6.5 1 8 END ITEMS "Way;6;c;60" END
    CLASS STYLE COLOR 0 0 0 END END
  END
  LAYER NAME "areas" TYPE POLYGON STATUS ON TEMPLATE "t" METADATA "wms_title" "A" "gml_include_items" "all" "gml_types" "auto" "gml_featureid" "name" END
    PROCESSING "ITEMS=name,pop,kind,turn"
    FEATURE POINTS 1 1 5 1 5 4 3 2.5 1 4 1 1 END ITEMS "East;5;a;0" END
    FEATURE POINTS 6 1 11 1 11 5 6 5 6 1 END ITEMS "West End;15;b;45" END
    FEATURE POINTS 1 5 5 6 5 8.5 1 8 1 5 END ITEMS "Nord;25;a;20" END
    CLASS STYLE COLOR 200 200 200 OUTLINECOLOR 0 0 0 END END
  END
END
"""
NAMESPACES = ('xmlns="http://www.opengis.net/sld" xmlns:sld="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se" xmlns:ogc="http://www.opengis.net/ogc" '
              'xmlns:gml="http://www.opengis.net/gml" xmlns:xlink="http://www.w3.org/1999/xlink"')
LAYERS = ("points", "lines", "areas")
GET_MAP = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "SRS": "EPSG:4326", "BBOX": "0,0,12,9", "WIDTH": "240", "HEIGHT": "180", "FORMAT": "image/png", "STYLES": ""}


def document(layer, styles, version):
    """The whole document; se: is left out and SvgParameter is CssParameter in 1.0."""
    body = (f'<StyledLayerDescriptor version="{version}" {NAMESPACES}><NamedLayer><se:Name>{layer}</se:Name><UserStyle><se:Name>s</se:Name>'
            f"{styles}</UserStyle></NamedLayer></StyledLayerDescriptor>")
    return body if version == "1.1.0" else body.replace("<se:", "<").replace("</se:", "</").replace("SvgParameter", "CssParameter")


def style(*rules):
    return f"<se:FeatureTypeStyle>{''.join(rules)}</se:FeatureTypeStyle>"


def rule(*parts):
    return f"<se:Rule>{''.join(parts)}</se:Rule>"


def svg(**parameters):
    return "".join(f'<se:SvgParameter name="{name.replace("_", "-")}">{value}</se:SvgParameter>' for name, value in parameters.items())


def fill(color="#cc3300", **more):
    return f"<se:Fill>{svg(**({'fill': color} if color else {}), **more)}</se:Fill>"


def stroke(color="#0033cc", **more):
    return f"<se:Stroke>{svg(**({'stroke': color} if color else {}), **more)}</se:Stroke>"


def mark(name, *parts):
    return f"<se:Mark><se:WellKnownName>{name}</se:WellKnownName>{''.join(parts)}</se:Mark>"


def graphic(inner, size=12, *more):
    return f"<se:Graphic>{inner}{f'<se:Size>{size}</se:Size>' if size is not None else ''}{''.join(more)}</se:Graphic>"


def point(*graphics):
    return f"<se:PointSymbolizer>{''.join(graphics)}</se:PointSymbolizer>"


def line(*parts):
    return f"<se:LineSymbolizer>{''.join(parts)}</se:LineSymbolizer>"


def polygon(*parts):
    return f"<se:PolygonSymbolizer>{''.join(parts)}</se:PolygonSymbolizer>"


def text(label="<ogc:PropertyName>name</ogc:PropertyName>", *parts, font=True):
    face = f"<se:Font>{svg(font_family='DejaVu Sans', font_size=11)}</se:Font>" if font is True else font or ""
    return f"<se:TextSymbolizer><se:Label>{label}</se:Label>{face}{''.join(parts)}</se:TextSymbolizer>"


def placement(**members):
    """PointPlacement from anchor=(x, y), displacement=(x, y), rotation."""
    inner = ""
    if "anchor" in members:
        inner += "<se:AnchorPoint><se:AnchorPointX>{}</se:AnchorPointX><se:AnchorPointY>{}</se:AnchorPointY></se:AnchorPoint>".format(*members["anchor"])
    if "displacement" in members:
        inner += "<se:Displacement><se:DisplacementX>{}</se:DisplacementX><se:DisplacementY>{}</se:DisplacementY></se:Displacement>".format(*members["displacement"])
    if "rotation" in members:
        inner += f"<se:Rotation>{members['rotation']}</se:Rotation>"
    return f"<se:LabelPlacement><se:PointPlacement>{inner}</se:PointPlacement></se:LabelPlacement>"


def along(inner=""):
    return f"<se:LabelPlacement><se:LinePlacement>{inner}</se:LinePlacement></se:LabelPlacement>"


def halo(radius=None, color="#ffff00", opacity=None):
    more = {} if opacity is None else {"fill_opacity": opacity}
    return f"<se:Halo>{f'<se:Radius>{radius}</se:Radius>' if radius is not None else ''}{fill(color, **more) if color else ''}</se:Halo>"


def vendor(name, value):
    return f'<se:VendorOption name="{name}">{value}</se:VendorOption>'


def item(name):
    return f"<ogc:PropertyName>{name}</ogc:PropertyName>"


def literal(value):
    return f"<ogc:Literal>{value}</ogc:Literal>"


def compare(operator, name, value, attributes=""):
    return f"<ogc:{operator}{attributes}>{item(name)}{literal(value)}</ogc:{operator}>"


def where(condition):
    return f"<ogc:Filter>{condition}</ogc:Filter>"


BASE = {"points": point(graphic(mark("circle", fill()), 10)), "lines": line(stroke("#0033cc", stroke_width=3)), "areas": polygon(fill("#99cc99"), stroke("#336633"))}
MARKS = ("square", "circle", "triangle", "star", "cross", "x", "X", "Circle", "shape://vertline", "shape://horline", "shape://slash", "shape://backslash", "shape://dot",
         "shape://plus", "shape://times", "shape://oarrow", "shape://carrow", "diamond", "pentagon", "hexagon", "arrow", "filled_arrowhead", "cross_fill",
         "equilateral_triangle", "ttf://DejaVu Sans#0x25B2", "own", "nothing")
EXTERNAL = '<se:ExternalGraphic><se:OnlineResource xlink:type="simple" xlink:href="{}"/><se:Format>{}</se:Format></se:ExternalGraphic>'
VENDOR_OPTIONS = [("followLine", "true"), ("repeat", "60"), ("maxDisplacement", "50"), ("group", "yes"), ("spaceAround", "10"), ("spaceAround", "-1"), ("autoWrap", "30"),
                  ("conflictResolution", "false"), ("partials", "true"), ("maxAngleDelta", "30"), ("forceLeftToRight", "false"), ("goodnessOfFit", "0.3"), ("polygonAlign", "mbr"),
                  ("labelAllGroup", "true"), ("graphic-resize", "stretch"), ("placement", "centroid"), ("placementType", "generalized")]
EXPRESSIONS = {"item": item("turn"), "Add": f"<ogc:Add>{item('pop')}{literal(3)}</ogc:Add>", "Mul": f"<ogc:Mul>{item('pop')}{literal('0.5')}</ogc:Mul>",
               "Div": f"<ogc:Div>{item('pop')}{literal(4)}</ogc:Div>", "Sub": f"<ogc:Sub>{item('pop')}{literal(1)}</ogc:Sub>", "Literal": literal(7),
               "mixed": f"{literal(3)}", "nested": f"<ogc:Add><ogc:Div>{item('pop')}{literal(5)}</ogc:Div><ogc:Mul>{literal(2)}{literal(2)}</ogc:Mul></ogc:Add>",
               "Function": f"<ogc:Function name=\"round\">{item('pop')}</ogc:Function>", "text": " 9 "}


def point_sheets():
    for name, (kind, parts) in itertools.product(MARKS, {"fill": (fill(),), "stroke": (stroke(),), "both": (fill(), stroke(stroke_width=2)), "none": (),
                                                         "half": (fill(fill_opacity=0.5), stroke(stroke_opacity=0.5, stroke_width=2)), "unset": (fill(None), stroke(None))}.items()):
        yield f"mark {name} {kind}", "points", point(graphic(mark(name, *parts), 16))
    for size, rotation, opacity in itertools.product((None, 6, 13, "16.5"), (None, 30, -45), (None, "0.4")):
        more = (f"<se:Opacity>{opacity}</se:Opacity>" if opacity else "", f"<se:Rotation>{rotation}</se:Rotation>" if rotation else "")
        yield f"square size {size} rotation {rotation} opacity {opacity}", "points", point(graphic(mark("square", fill(), stroke(None)), size, *more))
    for of_fill, of_stroke, of_all in itertools.product((None, "0.3", 1), (None, "0.7", 1), ("0.6", 0)):
        parts = (fill(**({"fill_opacity": of_fill} if of_fill else {})), stroke(stroke_width=4, **({"stroke_opacity": of_stroke} if of_stroke else {})))
        opacity = f"<se:Opacity>{of_all}</se:Opacity>"
        for name, chosen in {"square": parts, "fill": parts[:1], "stroke": parts[1:], "cross": parts}.items():
            kind = "cross" if name == "cross" else "square"
            yield f"opacities {of_fill} {of_stroke} {of_all} of {name}", "points", point(graphic(mark(kind, *chosen), 16, opacity))
        yield f"opacities {of_fill} {of_all} on a line", "lines", line(f"<se:Stroke><se:GraphicStroke>{graphic(mark('square', parts[0]), 14, opacity)}</se:GraphicStroke></se:Stroke>")
        yield f"opacities {of_fill} {of_all} in areas", "areas", polygon(f"<se:Fill><se:GraphicFill>{graphic(mark('square', parts[0]), 14, opacity)}</se:GraphicFill></se:Fill>")
    for name, value in EXPRESSIONS.items():
        yield f"size {name}", "points", point(graphic(mark("circle", fill()), value))
        yield f"rotation {name}", "points", point(graphic(mark("triangle", fill()), 14, f"<se:Rotation>{value}</se:Rotation>"))
        yield f"mark stroke-width {name}", "points", point(graphic(mark("square", fill(), stroke(stroke_width=value)), 14))
        yield f"displacement {name}", "points", point(graphic(mark("square", fill()), 8, f"<se:Displacement><se:DisplacementX>{value}</se:DisplacementX><se:DisplacementY>5</se:DisplacementY></se:Displacement>"))
    for x, y in itertools.product((0, "0.5", 1), repeat=2):
        yield f"graphic anchor {x} {y}", "points", point(graphic(mark("square", fill()), 14, f"<se:AnchorPoint><se:AnchorPointX>{x}</se:AnchorPointX><se:AnchorPointY>{y}</se:AnchorPointY></se:AnchorPoint>"))
    for x, y in ((5, 0), (0, 5), (-8, 3)):
        yield f"graphic displacement {x} {y}", "points", point(graphic(mark("square", fill()), 10, f"<se:Displacement><se:DisplacementX>{x}</se:DisplacementX><se:DisplacementY>{y}</se:DisplacementY></se:Displacement>"))
    for file, form in (("image.png", "image/png"), ("drawing.svg", "image/svg+xml"), ("drawing.svg", "image/svg"), ("image.png", ""), ("missing.png", "image/png"), ("image.gif", "image/gif")):
        for size, more in itertools.product((None, 24), ("", "<se:Rotation>30</se:Rotation>", "<se:Opacity>0.5</se:Opacity>")):
            yield f"external {file} {form} {size} {more}", "points", point(graphic(EXTERNAL.format(file, form), size, more))
    yield "external, then mark", "points", point(graphic(EXTERNAL.format("image.png", "image/png") + mark("square", fill()), 20))
    yield "mark, then external", "points", point(graphic(mark("square", fill()) + EXTERNAL.format("image.png", "image/png"), 20))
    yield "empty graphic", "points", point(graphic("", None))
    yield "no graphic", "points", point()
    yield "two symbolizers", "points", point(graphic(mark("square", fill()), 16)) + point(graphic(mark("circle", fill("#ffffff")), 8))
    yield "Geometry", "points", "<se:PointSymbolizer><se:Geometry><ogc:PropertyName>geom</ogc:PropertyName></se:Geometry>" + graphic(mark("square", fill())) + "</se:PointSymbolizer>"
    for color in ("#f00", "#FF0000", "red", "ff0000", "#ff000080", "rgb(255,0,0)", ""):
        yield f"color {color}", "points", point(graphic(mark("circle", fill(color or "")), 12))


def line_sheets():
    for width, cap, join in itertools.product((None, 1, "2.5", 8), (None, "butt", "round", "square"), (None, "mitre", "round", "bevel", "miter")):
        more = {name: value for name, value in (("stroke_width", width), ("stroke_linecap", cap), ("stroke_linejoin", join)) if value is not None}
        yield f"line {more}", "lines", line(stroke(**more))
    for dashes, offset, cap in itertools.product(("5 2", "5,2", "10 5 2 5", "5", "0 6", "5 5 1", "2.5 1.5", "4 0"), (None, 5, "2.5"), (None, "round")):
        more = {"stroke_width": 4} | ({"stroke_dashoffset": offset} if offset else {}) | ({"stroke_linecap": cap} if cap else {})
        yield f"dashes {dashes} {offset} {cap}", "lines", line(stroke(stroke_dasharray=dashes, **more))
    for opacity in (0, "0.3", 1):
        yield f"line opacity {opacity}", "lines", line(stroke(stroke_width=6, stroke_opacity=opacity))
    for offset in (-6, 3, "4.5", item("pop")):
        yield f"line offset {offset}", "lines", line(stroke(stroke_width=2), f"<se:PerpendicularOffset>{offset}</se:PerpendicularOffset>")
    for name, gap, initial in itertools.product(("shape://vertline", "circle", "triangle", "cross", "x", "star", "square"), (None, 10, 30), (None, 5)):
        more = (f"<se:InitialGap>{initial}</se:InitialGap>" if initial else "") + (f"<se:Gap>{gap}</se:Gap>" if gap else "")
        symbol = graphic(mark(name, fill(), stroke(stroke_width=1)), 10)
        yield f"graphic stroke {name} gap {gap} initial {initial}", "lines", line(f"<se:Stroke><se:GraphicStroke>{symbol}{more}</se:GraphicStroke></se:Stroke>")
    for dashes, offset in itertools.product(("4 6", "10 10"), (None, 5)):
        more = svg(**({"stroke_dasharray": dashes} | ({"stroke_dashoffset": offset} if offset else {})))
        yield f"graphic stroke dashes {dashes} {offset}", "lines", line(f"<se:Stroke><se:GraphicStroke>{graphic(mark('circle', fill()), 5)}</se:GraphicStroke>{more}</se:Stroke>")
    yield "graphic fill of stroke", "lines", line(f"<se:Stroke><se:GraphicFill>{graphic(mark('circle', fill()), 5)}</se:GraphicFill>{svg(stroke_width=9)}</se:Stroke>")
    yield "external graphic stroke", "lines", line(f"<se:Stroke><se:GraphicStroke>{graphic(EXTERNAL.format('image.png', 'image/png'), 12)}</se:GraphicStroke></se:Stroke>")
    for name, value in EXPRESSIONS.items():
        yield f"stroke-width {name}", "lines", line(stroke(stroke_width=value))
    yield "stroke-opacity item", "lines", line(stroke(stroke_width=5, stroke_opacity=f"<ogc:Div>{item('pop')}{literal(10)}</ogc:Div>"))
    yield "two styles", "lines", style(rule(line(stroke("#333333", stroke_width=7)))) + style(rule(line(stroke("#ffcc00", stroke_width=3))))
    yield "railway", "lines", line(stroke("#333333", stroke_width=3)) + line(f"<se:Stroke><se:GraphicStroke>{graphic(mark('shape://vertline', stroke('#333333', stroke_width=1)), 12)}</se:GraphicStroke></se:Stroke>")
    yield "no stroke", "lines", line()


def polygon_sheets():
    for kind, parts in {"fill": (fill(),), "stroke": (stroke(),), "both": (fill(), stroke(stroke_width=3)), "half": (fill(fill_opacity="0.5"), stroke(stroke_width=5, stroke_opacity="0.5")),
                        "none": (), "default fill": ("<se:Fill/>",), "opaque 0": (fill(fill_opacity=0), stroke()), "dashes": (fill(), stroke(stroke_dasharray="6 3", stroke_width=2)),
                        "joins": (stroke(stroke_width=8, stroke_linejoin="bevel"),), "round": (stroke(stroke_width=8, stroke_linejoin="round"),)}.items():
        yield f"polygon {kind}", "areas", polygon(*parts)
        yield f"polygon {kind} displaced", "areas", polygon(*parts, "<se:Displacement><se:DisplacementX>6</se:DisplacementX><se:DisplacementY>4</se:DisplacementY></se:Displacement>")
        yield f"polygon {kind} offset", "areas", polygon(*parts, "<se:PerpendicularOffset>4</se:PerpendicularOffset>")
    for name, size, kind in itertools.product(("square", "circle", "triangle", "star", "cross", "x", "shape://slash", "shape://backslash", "shape://horline", "shape://vertline", "shape://times", "shape://plus", "own"),
                                              (4, 12), ("fill", "stroke", "both")):
        parts = {"fill": (fill(),), "stroke": (stroke(),), "both": (fill(), stroke())}[kind]
        yield f"graphic fill {name} {size} {kind}", "areas", polygon(f"<se:Fill><se:GraphicFill>{graphic(mark(name, *parts), size)}</se:GraphicFill></se:Fill>", stroke())
    for name in ("shape://slash", "circle"):
        for more in ({"stroke_width": 3}, {"stroke_opacity": "0.4"}):
            yield f"graphic fill {name} {more}", "areas", polygon(f"<se:Fill><se:GraphicFill>{graphic(mark(name, stroke(**more)), 10)}</se:GraphicFill></se:Fill>")
        yield f"graphic fill {name} rotated", "areas", polygon(f"<se:Fill><se:GraphicFill>{graphic(mark(name, stroke()), 10, '<se:Rotation>30</se:Rotation>')}</se:GraphicFill></se:Fill>")
        yield f"graphic fill {name} no size", "areas", polygon(f"<se:Fill><se:GraphicFill>{graphic(mark(name, stroke()), None)}</se:GraphicFill></se:Fill>")
    yield "external fill", "areas", polygon(f"<se:Fill><se:GraphicFill>{graphic(EXTERNAL.format('image.png', 'image/png'), None)}</se:GraphicFill></se:Fill>")
    yield "external fill 20", "areas", polygon(f"<se:Fill><se:GraphicFill>{graphic(EXTERNAL.format('image.png', 'image/png'), 20)}</se:GraphicFill></se:Fill>")
    yield "graphic stroke", "areas", polygon(f"<se:Stroke><se:GraphicStroke>{graphic(mark('circle', fill()), 8)}</se:GraphicStroke></se:Stroke>")
    yield "fill-opacity item", "areas", polygon(fill(fill_opacity=f"<ogc:Div>{item('pop')}{literal(30)}</ogc:Div>"))
    for name, value in EXPRESSIONS.items():
        yield f"outline stroke-width {name}", "areas", polygon(stroke(stroke_width=value))
    for symbolizer, layer in itertools.product((*BASE, "text"), LAYERS):
        if symbolizer != layer:
            yield f"symbolizer of {symbolizer} on {layer}", layer, text() if symbolizer == "text" else BASE[symbolizer]
    yield "polygon and point", "areas", BASE["areas"] + point(graphic(mark("circle", fill()), 10))
    yield "polygon and line", "areas", BASE["areas"] + line(stroke("#ff0000", stroke_width=4))
    yield "line and point", "lines", BASE["lines"] + point(graphic(mark("circle", fill()), 10))


def text_sheets():
    yield "text only", "points", text()
    yield "text without font", "points", text(font=False)
    yield "text without label", "points", f"<se:TextSymbolizer>{fill()}</se:TextSymbolizer>"
    for label, value in {"mixed": f"No {item('name')}", "mixed after": f"{item('name')} pop.", "two items": f"{item('name')} ({item('pop')})", "literal": literal("Town"),
                         "CDATA": f"{item('name')}<![CDATA[ / ]]>{item('pop')}", "lines": f"{item('name')}<![CDATA[\n]]>{item('pop')}", "Add": f"<ogc:Add>{item('pop')}{literal(1)}</ogc:Add>",
                         "Div": f"<ogc:Div>{item('pop')}{literal(4)}</ogc:Div>", "plain": "Plain", "upper": f'<ogc:Function name="strToUpperCase">{item("name")}</ogc:Function>',
                         "Concatenate": f'<ogc:Function name="Concatenate">{item("name")}{literal("-")}{item("pop")}</ogc:Function>', "unknown item": item("nothing")}.items():
        yield f"label {label}", "points", text(value)
    for family, slant, weight, size in itertools.product(("DejaVu Sans", "Arial", "Times"), (None, "normal", "italic", "oblique"), (None, "normal", "bold"), (None, 14)):
        more = {name: value for name, value in (("font_family", family), ("font_style", slant), ("font_weight", weight), ("font_size", size)) if value}
        yield f"font {more}", "points", text(item("name"), font=f"<se:Font>{svg(**more)}</se:Font>")
    for x, y in itertools.product((0, "0.5", 1), repeat=2):
        yield f"anchor {x} {y}", "points", BASE["points"] + text(item("name"), placement(anchor=(x, y)))
    for anchor, displacement, rotation in itertools.product((None, (0, "0.5"), ("0.5", "0.5"), ("0.5", 0), (1, 1), ("0.3", "0.8")), (None, (10, 0), (0, 10), (-5, -12)), (None, 30, -45)):
        members = {name: value for name, value in (("anchor", anchor), ("displacement", displacement), ("rotation", rotation)) if value is not None}
        for layer in LAYERS if rotation != -45 else ("points",):
            yield f"placement {members} {layer}", layer, BASE[layer] + text(item("name"), placement(**members))
    for radius, color, opacity in itertools.product((None, 0, 1, 2, 3, "1.5"), (None, "#ffff00"), (None, "0.5")):
        yield f"halo {radius} {color} {opacity}", "points", text(item("name"), halo(radius, color, opacity), fill("#000000"))
    for color, more in (("#cc3300", {}), ("#cc3300", {"fill_opacity": "0.4"}), (None, {})):
        yield f"text fill {color} {more}", "points", text(item("name"), fill(color, **more))
    inners = {"empty": "", "offset": "<se:PerpendicularOffset>8</se:PerpendicularOffset>", "offset -": "<se:PerpendicularOffset>-8</se:PerpendicularOffset>",
              "repeated": "<se:IsRepeated>true</se:IsRepeated>", "repeated gap": "<se:IsRepeated>true</se:IsRepeated><se:Gap>30</se:Gap>",
              "aligned": "<se:IsAligned>true</se:IsAligned>", "not aligned": "<se:IsAligned>false</se:IsAligned>", "generalized": "<se:GeneralizeLine>true</se:GeneralizeLine>"}
    for name, inner in inners.items():
        for layer in ("lines", "areas"):
            yield f"along {name} {layer}", layer, BASE[layer] + text(item("name"), along(inner), halo(1))
    yield "no placement lines", "lines", BASE["lines"] + text()
    yield "no placement areas", "areas", BASE["areas"] + text()
    for (name, value), layer in itertools.product(VENDOR_OPTIONS, ("points", "lines")):
        yield f"vendor {name} {value} {layer}", layer, BASE[layer] + text(item("name"), along() if layer == "lines" else placement(anchor=("0.5", 0), displacement=(0, 5)), vendor(name, value))
    for value in (item("pop"), literal(5)):
        yield f"priority {value}", "points", BASE["points"] + text(item("name"), f"<se:Priority>{value}</se:Priority>")
    yield "text graphic", "points", text(item("name"), f"{graphic(mark('square', fill('#ffffcc'), stroke()), 20)}")
    for name, value in EXPRESSIONS.items():
        yield f"font-size {name}", "points", text(item("name"), font=f"<se:Font>{svg(font_family='DejaVu Sans', font_size=value)}</se:Font>")
        yield f"text rotation {name}", "points", text(item("name"), placement(anchor=("0.5", "0.5"), rotation=value))
    yield "text before mark", "points", text(item("name"), placement(anchor=(0, "0.5"), displacement=(8, 0))) + BASE["points"]
    yield "two texts", "points", text(item("name"), placement(anchor=(0, "0.5"), displacement=(8, 0))) + text(item("pop"), placement(anchor=(1, "0.5"), displacement=(-8, 0)))


def filter_sheets():
    for operator in ("EqualTo", "NotEqualTo", "LessThan", "LessThanOrEqualTo", "GreaterThan", "GreaterThanOrEqualTo"):
        for name, value in (("pop", 30), ("pop", "30.0"), ("name", "Rom"), ("kind", "")):
            yield f"PropertyIs{operator} {name} {value}", compare(f"PropertyIs{operator}", name, value)
    for operator in ("EqualTo", "NotEqualTo"):
        for match in ("true", "false"):
            yield f"{operator} matchCase {match}", compare(f"PropertyIs{operator}", "name", "rom", f' matchCase="{match}"')
    for pattern, (wild, single, escape) in itertools.product(("R*", "*o*", "?OM", "Rom", "Lima!_1", "Lima_1", "O%", "B.rn", "*"), (("*", "?", "!"), ("%", "_", "\\"), ("*", ".", "!"))):
        yield f"like {pattern} {wild}{single}{escape}", f'<ogc:PropertyIsLike wildCard="{wild}" singleChar="{single}" escapeChar="{escape}">{item("name")}{literal(pattern)}</ogc:PropertyIsLike>'
    yield "like escape", f'<ogc:PropertyIsLike wildCard="*" singleChar="?" escape="!">{item("name")}{literal("R*")}</ogc:PropertyIsLike>'
    yield "like matchCase", f'<ogc:PropertyIsLike wildCard="*" singleChar="?" escapeChar="!" matchCase="false">{item("name")}{literal("r*")}</ogc:PropertyIsLike>'
    for low, high in ((20, 40), ("20.5", 60), (50, 10)):
        yield f"between {low} {high}", f"<ogc:PropertyIsBetween>{item('pop')}<ogc:LowerBoundary>{literal(low)}</ogc:LowerBoundary><ogc:UpperBoundary>{literal(high)}</ogc:UpperBoundary></ogc:PropertyIsBetween>"
    yield "between texts", f"<ogc:PropertyIsBetween>{item('name')}<ogc:LowerBoundary>{literal('B')}</ogc:LowerBoundary><ogc:UpperBoundary>{literal('P')}</ogc:UpperBoundary></ogc:PropertyIsBetween>"
    a, b, c = compare("PropertyIsEqualTo", "kind", "a"), compare("PropertyIsGreaterThan", "pop", 15), compare("PropertyIsLessThan", "pop", 55)
    for name, condition in {"And": f"<ogc:And>{a}{b}</ogc:And>", "Or": f"<ogc:Or>{a}{b}</ogc:Or>", "Not": f"<ogc:Not>{a}</ogc:Not>", "And 3": f"<ogc:And>{a}{b}{c}</ogc:And>", "Or 3": f"<ogc:Or>{a}{b}{c}</ogc:Or>",
                            "Not And": f"<ogc:Not><ogc:And>{a}{b}</ogc:And></ogc:Not>", "And Or": f"<ogc:And><ogc:Or>{a}{c}</ogc:Or>{b}</ogc:And>", "Or And": f"<ogc:Or><ogc:And>{a}{c}</ogc:And><ogc:Not>{b}</ogc:Not></ogc:Or>"}.items():
        yield name, condition
    box = '<gml:Box srsName="EPSG:4326"><gml:coordinates>{},{} {},{}</gml:coordinates></gml:Box>'
    envelope = '<gml:Envelope srsName="{}"><gml:lowerCorner>{} {}</gml:lowerCorner><gml:upperCorner>{} {}</gml:upperCorner></gml:Envelope>'
    yield "BBOX", f"<ogc:BBOX>{item('geom')}{box.format(1, 1, 7, 4)}</ogc:BBOX>"
    yield "BBOX envelope", f"<ogc:BBOX>{item('geom')}{envelope.format('EPSG:4326', 1, 1, 7, 4)}</ogc:BBOX>"
    yield "BBOX and", f"<ogc:And>{a}<ogc:BBOX>{item('geom')}{box.format(1, 1, 7, 4)}</ogc:BBOX></ogc:And>"
    ring = "<gml:Polygon srsName=\"EPSG:4326\"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>1,1 7,1 7,7 1,1</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon>"
    way = '<gml:LineString srsName="EPSG:4326"><gml:coordinates>0,2 12,2</gml:coordinates></gml:LineString>'
    spot = '<gml:Point srsName="EPSG:4326"><gml:coordinates>6,2</gml:coordinates></gml:Point>'
    for operator, (kind, shape) in itertools.product(("Intersects", "Intersect", "Disjoint", "Within", "Contains", "Touches", "Crosses", "Overlaps", "Equals"), {"polygon": ring, "line": way, "point": spot}.items()):
        yield f"{operator} {kind}", f"<ogc:{operator}>{item('geom')}{shape}</ogc:{operator}>"
    for operator, far in itertools.product(("DWithin", "Beyond"), (1, 5)):
        yield f"{operator} {far}", f'<ogc:{operator}>{item("geom")}{spot}<ogc:Distance units="deg">{far}</ogc:Distance></ogc:{operator}>'
    yield "compare items", f"<ogc:PropertyIsEqualTo>{item('pop')}{item('turn')}</ogc:PropertyIsEqualTo>"
    yield "literal first", f"<ogc:PropertyIsGreaterThan>{literal(25)}{item('pop')}</ogc:PropertyIsGreaterThan>"
    yield "Add right", f"<ogc:PropertyIsEqualTo>{item('pop')}<ogc:Add>{literal(10)}{literal(20)}</ogc:Add></ogc:PropertyIsEqualTo>"
    yield "Mul left", f"<ogc:PropertyIsEqualTo><ogc:Mul>{item('pop')}{literal(2)}</ogc:Mul>{literal(40)}</ogc:PropertyIsEqualTo>"
    yield "ids", '<ogc:FeatureId fid="points.Rom"/><ogc:FeatureId fid="points.Bern"/>'
    yield "spaces", f"<ogc:PropertyIsEqualTo><ogc:PropertyName> kind </ogc:PropertyName><ogc:Literal> a </ogc:Literal></ogc:PropertyIsEqualTo>"
    yield "apostrophe", compare("PropertyIsEqualTo", "name", "O'Rom")
    yield "quote", compare("PropertyIsEqualTo", "name", 'O"Rom')
    yield "unknown item", compare("PropertyIsEqualTo", "nothing", 1)
    yield "other case of item", compare("PropertyIsEqualTo", "KIND", "a")


def rule_sheets():
    first, second = rule(where(compare("PropertyIsEqualTo", "kind", "a")), BASE["points"]), rule(where(compare("PropertyIsGreaterThan", "pop", 25)), point(graphic(mark("square", fill("#00cc00")), 6)))
    other = rule("<se:ElseFilter/>", point(graphic(mark("triangle", fill("#888888")), 12)))
    yield "two rules", "points", style(first, second)
    yield "else last", "points", style(first, other)
    yield "else first", "points", style(other, first)
    yield "else of two", "points", style(first, second, other)
    yield "else alone", "points", style(other)
    yield "styles with rules", "points", style(first) + style(second)
    yield "else in the second style", "points", style(first) + style(second, other)
    for name, scale in itertools.product(("MinScaleDenominator", "MaxScaleDenominator"), ("1000", "1e7", "2.5E7", "100000000", "")):
        yield f"{name} {scale}", "points", style(rule(f"<se:{name}>{scale}</se:{name}>", BASE["points"]))
    for low, high in ((1, "1e9"), ("1e7", "1e8"), ("1e9", "1e10")):
        yield f"scales {low} {high}", "points", style(rule(f"<se:MinScaleDenominator>{low}</se:MinScaleDenominator><se:MaxScaleDenominator>{high}</se:MaxScaleDenominator>", BASE["points"]), other)
    yield "rule with all", "points", style(rule("<se:Name>n</se:Name><se:Description><se:Title>T</se:Title></se:Description>", f"<se:LegendGraphic>{graphic(mark('x', stroke()))}</se:LegendGraphic>", where(compare("PropertyIsEqualTo", "kind", "a")), BASE["points"]))
    yield "rule without symbolizer", "points", style(rule(where(compare("PropertyIsEqualTo", "kind", "a"))), second)
    yield "style without rule", "points", style()
    yield "feature type name", "points", "<se:FeatureTypeStyle><se:FeatureTypeName>other</se:FeatureTypeName><se:SemanticTypeIdentifier>generic:point</se:SemanticTypeIdentifier>" + first + "</se:FeatureTypeStyle>"
    for name, value in (("sortBy", "pop"), ("composite", "multiply"), ("ruleEvaluation", "first")):
        yield f"style option {name}", "points", f'<se:FeatureTypeStyle>{first}{second}<se:VendorOption name="{name}">{value}</se:VendorOption></se:FeatureTypeStyle>'
    for uom, width in itertools.product(("metre", "foot", "pixel"), (4, 30000)):
        named = line(stroke(stroke_width=width)).replace("<se:LineSymbolizer>", f'<se:LineSymbolizer uom="http://www.opengeospatial.org/se/units/{uom}">')
        yield f"uom {uom} {width}", "lines", named
        yield f"uom {uom} {width} and pixels", "lines", named + line(stroke("#ff0000", stroke_width=2)) + text(item("name"), placement(anchor=("0.5", "0.5")))


def all_sheets():
    """(name, layer, document): in SE 1.1 and SLD 1.0 by turns, rules in both."""
    of_symbolizers = itertools.chain(point_sheets(), line_sheets(), polygon_sheets(), text_sheets())
    turns = ((sheet, (("1.0.0", "1.1.0")[number % 2],)) for number, sheet in enumerate(of_symbolizers))
    for (name, layer, symbolizers), versions in itertools.chain(turns, ((sheet, ("1.0.0", "1.1.0")) for sheet in rule_sheets())):
        styles = symbolizers if symbolizers.startswith("<se:FeatureTypeStyle") else style(rule(symbolizers))
        for version in versions:
            yield f"{version} {name}", layer, document(layer, styles, version)
    for (name, condition), layer in itertools.product(filter_sheets(), LAYERS):
        yield f"{layer} filter {name}", layer, document(layer, style(rule(where(condition), BASE[layer])), "1.0.0" if len(name) % 2 else "1.1.0")
