# SPDX-License-Identifier: MIT
"""Cells of SLD 1.0 and SE 1.1: every member of the symbolizers, with numbers, attributes and arithmetic."""

from cells import DATA, SHAPES, Cell, layer

NAMESPACES = ('xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc" '
              'xmlns:xlink="http://www.w3.org/1999/xlink"')
ITEMS = 'PROCESSING "ITEMS=name,number,angle,part,color"'
ROW = 'ITEMS "Label;9;25;0.4;#208040"'
WHERE = {"point": "POINTS 75 50 END", "line": SHAPES["line"], "polygon": SHAPES["polygon"]}


def attribute(name):
    return f"<ogc:PropertyName>{name}</ogc:PropertyName>"


def arithmetic(name, literal):
    """Every operator: between 1 and 3 times as much."""
    values = {"Add": literal, "Sub": literal / 3, "Mul": 2, "Div": 1.25}
    return {op: f"<ogc:{op}>{attribute(name)}<ogc:Literal>{value:g}</ogc:Literal></ogc:{op}>" for op, value in values.items()}


def values_of(number, name, literal):
    return {"number": f"{number:g}", "Literal": f"<ogc:Literal>{number:g}</ogc:Literal>", "attribute": attribute(name),
            **arithmetic(name, literal)}


SIZES = values_of(16, "number", 6)
OPACITIES = values_of(0.4, "part", 0.3)
ANGLES = values_of(30, "angle", 15)
COLORS = {"hex": "#208040", "attribute": attribute("color")}


def css(**parameters):
    return "".join(f'<CssParameter name="{name.replace("_", "-")}">{value}</CssParameter>' for name, value in parameters.items())


def graphic(name="triangle", fill=None, stroke=None, size="20", more=""):
    filled = "" if fill is None else f"<Fill>{fill}</Fill>"
    stroked = "" if stroke is None else f"<Stroke>{stroke}</Stroke>"
    return f"<Graphic><Mark><WellKnownName>{name}</WellKnownName>{filled}{stroked}</Mark><Size>{size}</Size>{more}</Graphic>"


def point(inside):
    return f"<PointSymbolizer>{inside}</PointSymbolizer>"


def text(inside, font="sans", size="14", label=attribute("name")):
    # Above something drawn: of texts alone MapServer 8.0.0 makes a layer of points.
    return f"<TextSymbolizer><Label>{label}</Label><Font>{css(font_family=font, font_size=size)}</Font>{inside}</TextSymbolizer>"


BLUE = css(fill="#3060a0")
BASES = {"point": point(graphic("circle", css(fill="#e0a090"), size="6")),
         "line": f'<LineSymbolizer><Stroke>{css(stroke="#e0a090")}</Stroke></LineSymbolizer>',
         "polygon": f'<PolygonSymbolizer><Fill>{css(fill="#f0e0d0")}</Fill></PolygonSymbolizer>'}
PLACEMENTS = {
    "AnchorPoint": [f"<AnchorPoint><AnchorPointX>{x}</AnchorPointX><AnchorPointY>{y}</AnchorPointY></AnchorPoint>"
                    for x in (0, 0.5, 1) for y in (0, 0.5, 1)],
    "Displacement": [f"<Displacement><DisplacementX>{x}</DisplacementX><DisplacementY>{y}</DisplacementY></Displacement>"
                     for x, y in ((5, 0), (0, 8), (-6, 4))],
    "nothing": [""],
}


def point_cells():
    for name in ("square", "circle", "triangle", "star", "cross", "x"):
        for what, inks in {"Fill": (BLUE, None), "Stroke": (None, css(stroke="#a03030")), "both": (BLUE, css(stroke="#a03030"))}.items():
            yield "point", f"{name}: {what}", point(graphic(name, *inks))
    for name, value in SIZES.items():
        yield "point", f"Size: {name}", point(graphic(fill=BLUE, size=value))
        stroke = css(stroke="#a03030", stroke_width=value)
        yield "point", f"stroke-width of a mark: {name}", point(graphic("square", css(fill="#c0d060"), stroke))
    for name, value in OPACITIES.items():
        yield "point", f"Opacity: {name}", point(graphic(fill=BLUE, more=f"<Opacity>{value}</Opacity>"))
    for name, value in ANGLES.items():
        yield "point", f"Rotation: {name}", point(graphic(fill=BLUE, more=f"<Rotation>{value}</Rotation>"))
    for name, value in COLORS.items():
        yield "point", f"fill of a mark: {name}", point(graphic(fill=css(fill=value)))
    for file, kind in (("bushes.png", "image/png"), ("house.svg", "image/svg+xml")):
        link = f'<OnlineResource xlink:type="simple" xlink:href="{DATA / file}"/><Format>{kind}</Format>'
        for size in ("", "<Size>30</Size>"):
            image = f"<Graphic><ExternalGraphic>{link}</ExternalGraphic>{size}</Graphic>"
            yield "point", f"ExternalGraphic {kind} {size[6:8]}".strip(), point(image)


def line_cells():
    for shape in ("line", "polygon"):
        kind = f"{shape.title()}Symbolizer"

        def stroked(inside, kind=kind, **parameters):
            return f'<{kind}><Stroke>{inside}{css(**({"stroke": "#3060a0"} | parameters))}</Stroke></{kind}>'

        for name, value in SIZES.items():
            yield shape, f"stroke-width: {name}", stroked("", stroke_width=value)
        for name, value in OPACITIES.items():
            yield shape, f"stroke-opacity: {name}", stroked("", stroke_width="8", stroke_opacity=value)
        for name, value in COLORS.items():
            yield shape, f"stroke: {name}", stroked("", stroke=value, stroke_width="6")
        for dashes in ("5 5", "10 3 2 3"):
            yield shape, f"stroke-dasharray: {dashes}", stroked("", stroke_width="3", stroke_dasharray=dashes)
    for gap in ("", "<Gap>24</Gap>", "<Gap>24</Gap><InitialGap>5</InitialGap>"):
        for spread in ("GraphicStroke", "GraphicFill"):
            body = f"<{spread}>{graphic(fill=BLUE, size='9')}{gap}</{spread}>"
            yield "line", f"{spread}: {gap.replace('</', ' </')}", f"<LineSymbolizer><Stroke>{body}</Stroke></LineSymbolizer>"
    for offset in ("6", "-6"):
        body = f'<Stroke>{css(stroke="#3060a0", stroke_width="3")}</Stroke><PerpendicularOffset>{offset}</PerpendicularOffset>'
        yield "line", f"PerpendicularOffset: {offset}", f"<LineSymbolizer>{body}</LineSymbolizer>"


def area_cells():
    def filled(inside):
        return f"<PolygonSymbolizer><Fill>{inside}</Fill></PolygonSymbolizer>"

    for name, value in COLORS.items():
        yield "polygon", f"fill: {name}", filled(css(fill=value))
    for name, value in OPACITIES.items():
        yield "polygon", f"fill-opacity: {name}", filled(css(fill="#3060a0", fill_opacity=value))
    for name, value in SIZES.items():
        yield "polygon", f"GraphicFill, Size: {name}", filled(f"<GraphicFill>{graphic(fill=BLUE, size=value)}</GraphicFill>")
    yield "polygon", "GraphicFill, Gap", filled(f"<GraphicFill>{graphic(fill=BLUE, size='9')}<Gap>15</Gap></GraphicFill>")


def label_cells():
    labels = {"attribute": attribute("name"), "text": "Text", "text and attribute": f"No. {attribute('number')}",
              "arithmetic": arithmetic("number", 5)["Add"], "text and arithmetic": f"({arithmetic('number', 5)['Mul']})"}
    for shape in WHERE:
        for name, value in labels.items():
            yield shape, f"Label: {name}", BASES[shape] + text("", label=value)
        for name, value in SIZES.items():
            yield shape, f"font-size: {name}", BASES[shape] + text("", size=value)
        for keyword, values in PLACEMENTS.items():
            for number, value in enumerate(values):
                placed = f"<LabelPlacement><PointPlacement>{value}</PointPlacement></LabelPlacement>"
                yield shape, f"PointPlacement, {keyword} {number}", BASES[shape] + text(placed)
        if shape != "line":
            for name, value in ANGLES.items():
                turned = f"<LabelPlacement><PointPlacement><Rotation>{value}</Rotation></PointPlacement></LabelPlacement>"
                yield shape, f"PointPlacement, Rotation: {name}", BASES[shape] + text(turned)
        for radius in ("2", "4"):
            halo = f'<Halo><Radius>{radius}</Radius><Fill>{css(fill="#f0c85a")}</Fill></Halo>'
            yield shape, f"Halo: {radius}", BASES[shape] + text(halo)
        yield shape, "Fill", BASES[shape] + text(f"<Fill>{BLUE}</Fill>")
    for name, value in {"nothing": "", "IsAligned": "<IsAligned>false</IsAligned>",
                        "PerpendicularOffset": "<PerpendicularOffset>8</PerpendicularOffset>"}.items():
        placed = f"<LabelPlacement><LinePlacement>{value}</LinePlacement></LabelPlacement>"
        yield "line", f"LinePlacement, {name}", BASES["line"] + text(placed)


def document(symbolizers):
    return (f'<StyledLayerDescriptor version="1.0.0" {NAMESPACES}><NamedLayer><Name>cell</Name><UserStyle><FeatureTypeStyle><Rule>'
            f"{symbolizers}</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")


def sld_cells():
    for shape, name, symbolizers in (*point_cells(), *line_cells(), *area_cells(), *label_cells()):
        body = layer(shape, "").replace(f"FEATURE {SHAPES[shape]} END", f"FEATURE {WHERE[shape]} {ROW} END")
        body = body.replace("STATUS ON", f'STATUS ON {ITEMS} METADATA "wms_title" "cell" END')
        yield Cell("SLD", shape, name, body, sld=document(symbolizers))
