# SPDX-License-Identifier: MIT
"""Random style sheets about random maps: whole documents of several layers, styles, rules and symbolizers, and what GetMap, GetStyles, GetLegendGraphic and GetFeatureInfo make of them; the same ones for the same seed."""

import random

from style_sheets import NAMESPACES, along, compare, fill, graphic, halo, item, line, literal, mark, placement, point, polygon, rule, stroke, style, text, where

NAMES = ("points", "lines", "areas")
ITEMS = "name,pop,kind,turn"
FEATURES = {
    "points": [("2 2", "Rom;10;a;0"), ("6 2", "Ulm;20;b;45"), ("10 2", "Oslo City;30;a;90"), ("2 6", "Bern;40;c;135"), ("6 6", "ROM;50;;200"), ("10 6", "Lima_1;60;d;-30")],
    "lines": [("1 1 5 3 7 1 11 3", "Main Street;2;a;0"), ("1 5 11 5", "Rail;4;b;30"), ("11 8 6 6.5 1 8", "Way;6;c;60")],
    "areas": [("1 1 5 1 5 4 3 2.5 1 4 1 1", "East;5;a;0"), ("6 1 11 1 11 5 6 5 6 1", "West End;15;b;45"), ("1 5 5 6 5 8.5 1 8 1 5", "Nord;25;a;20")],
}
TYPES = {"points": "POINT", "lines": "LINE", "areas": "POLYGON"}
COLORS = ("#cc3300", "#0033cc", "#00aa55", "#333333", "#FFCC00")
SCALES = ("1e6", "2.5e7", "50000000", "1e9", "1000")
BOXES = ("0,0,12,9", "0,0,12,9", "0,0,12,9", "0,0,6,4.5", "-12,-9,24,18")


def some(choose, share, *parts):
    return "".join(part for part in parts if choose.random() < share)


# Style sheets

def of_fill(choose):
    return fill(choose.choice(COLORS), **({"fill_opacity": choose.choice(["0.5", "1", "0.25"])} if choose.random() < 0.25 else {}))


def of_stroke(choose, *, widths=("1", "2", "3.5", "6")):
    more = {"stroke_width": choose.choice(widths)} if choose.random() < 0.7 else {}
    for name, values in {"stroke_opacity": ["0.5", "1"], "stroke_linecap": ["butt", "round", "square"], "stroke_linejoin": ["mitre", "round", "bevel"], "stroke_dasharray": ["10 5", "4 4 8 4", "6 6"]}.items():
        if choose.random() < 0.15:
            more[name] = choose.choice(values)
    return stroke(choose.choice(COLORS), **more)


def of_mark(choose, size=None):
    parts = choose.choice([(of_fill(choose),), (of_fill(choose),), (of_stroke(choose, widths=("1", "2")),), (of_fill(choose), of_stroke(choose, widths=("1", "2")))])
    more = some(choose, 0.12, f"<se:Opacity>{choose.choice(['0.5', '0.8'])}</se:Opacity>") + some(choose, 0.15, f"<se:Rotation>{choose.choice([30, 45, item('turn')])}</se:Rotation>")
    more += some(choose, 0.1, "<se:Displacement><se:DisplacementX>4</se:DisplacementX><se:DisplacementY>-6</se:DisplacementY></se:Displacement>")
    return graphic(mark(choose.choice(("square", "circle", "triangle", "star", "cross", "x", "own", "arc")), *parts), size or choose.choice(["8", "12", "20", "15.5", item("pop")]), more)


def geometry_function(choose):
    return some(choose, 0.04, f'<se:Geometry><ogc:Function name="{choose.choice(["centroid", "vertices", "start_point"])}">{item("geom")}</ogc:Function></se:Geometry>')


def point_symbolizer(choose):
    return point(of_mark(choose))


def line_symbolizer(choose):
    if choose.random() < 0.15:
        gap = some(choose, 0.5, f"<se:Gap>{choose.choice([10, 24])}</se:Gap>")
        return line(f"<se:Stroke><se:GraphicStroke>{of_mark(choose, '8')}{gap}</se:GraphicStroke></se:Stroke>")
    return line(of_stroke(choose), some(choose, 0.12, f"<se:PerpendicularOffset>{choose.choice([4, -6])}</se:PerpendicularOffset>"))


def polygon_symbolizer(choose):
    patterned = f"<se:Fill><se:GraphicFill>{of_mark(choose, choose.choice(['8', '12']))}</se:GraphicFill></se:Fill>"
    inside = choose.choice([of_fill(choose)] * 4 + [patterned, ""])
    return polygon(inside, of_stroke(choose, widths=("1", "2", "4")) if not inside or choose.random() < 0.6 else "", some(choose, 0.06, "<se:Displacement><se:DisplacementX>6</se:DisplacementX><se:DisplacementY>4</se:DisplacementY></se:Displacement>"))


LABELS = (item("name"), item("name"), f"{item('name')} {item('pop')}", f"No {item('pop')}", literal("Town"), "Plain")


def text_symbolizer(choose, name):
    face = {"font_family": choose.choice(["DejaVu Sans", "Arial"]), "font_size": choose.choice([8, 11, 14])} | ({"font_weight": "bold"} if choose.random() < 0.2 else {})
    font = "<se:Font>" + "".join(f'<se:SvgParameter name="{key.replace("_", "-")}">{value}</se:SvgParameter>' for key, value in face.items()) + "</se:Font>"
    at = placement(anchor=choose.choice([("0.5", "0.5"), (0, "0.5"), (1, 1), ("0.5", 0)]), **({"displacement": choose.choice([(5, 5), (-8, 0)])} if choose.random() < 0.4 else {}), **({"rotation": choose.choice([0, 45])} if choose.random() < 0.2 and name == "points" else {}))
    where_ = choose.choice(["", at, at]) if name != "lines" else choose.choice(["", along(), along("<se:PerpendicularOffset>8</se:PerpendicularOffset>"), at])
    return text(choose.choice(LABELS), where_, halo(choose.choice([1, 2])) if choose.random() < 0.25 else "", fill(choose.choice(COLORS)), font=font)


def comparison(choose):
    number = choose.choice([("pop", choose.choice([5, 10, 15, 25, "30.0", 40])), ("turn", choose.choice([0, 45, 60]))])
    letters = choose.choice([("kind", "a"), ("kind", "b"), ("name", "Rom"), ("name", "West End"), ("kind", "")])
    kind = choose.choice(["number"] * 3 + ["text"] * 3 + ["between", "like", "like", "null"])
    if kind == "number":
        return compare(f"PropertyIs{choose.choice(['EqualTo', 'NotEqualTo', 'LessThan', 'LessThanOrEqualTo', 'GreaterThan', 'GreaterThanOrEqualTo'])}", *number)
    if kind == "text":
        return compare(f"PropertyIs{choose.choice(['EqualTo', 'NotEqualTo', 'EqualTo'])}", *letters)
    if kind == "between":
        low = choose.choice([2, 4, 10, "20.5"])
        return f"<ogc:PropertyIsBetween>{item('pop')}<ogc:LowerBoundary>{literal(low)}</ogc:LowerBoundary><ogc:UpperBoundary>{literal(float(low) + choose.choice([2, 20]))}</ogc:UpperBoundary></ogc:PropertyIsBetween>"
    if kind == "null":
        return f"<ogc:PropertyIsNull>{item('kind')}</ogc:PropertyIsNull>"
    wild, single, escape = choose.choice([("*", "?", "!"), ("%", "_", "\\"), ("*", ".", "!"), ("*", "#", "\\"), ("?", ".", "!")])
    pattern = choose.choice(["R{w}", "{w}o{w}", "{s}om", "W{w}t{w}", "{w}", "{w}st", "R{s}{s}l", "Main Street", "{w}a{s}n{w}"]).format(w=wild, s=single)
    case = choose.choice(["", "", ' matchCase="false"', ' matchCase="true"'])
    return f'<ogc:PropertyIsLike wildCard="{wild}" singleChar="{single}" escapeChar="{escape}"{case}>{item("name")}{literal(pattern)}</ogc:PropertyIsLike>'


def spatial(choose):
    x, y = choose.choice([0, 1, 5.5]), choose.choice([0.5, 2, 4.5])
    w, h = choose.choice([3, 6]), choose.choice([2, 4])
    if choose.random() < 0.5:
        return f'<ogc:BBOX>{item("geom")}<gml:Box srsName="EPSG:4326"><gml:coordinates>{x},{y} {x + w},{y + h}</gml:coordinates></gml:Box></ogc:BBOX>'
    ring = f"{x},{y} {x + w},{y} {x + w},{y + h} {x},{y + h} {x},{y}"
    name = choose.choice(["Intersects", "Disjoint", "Within", "Overlaps", "Crosses"])
    return f'<ogc:{name}>{item("geom")}<gml:Polygon srsName="EPSG:4326"><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>{ring}</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></ogc:{name}>'


def condition(choose, depth=0):
    kind = choose.choice(["one"] * 5 + ["And", "Or", "Not", "And", "Or"] if depth < 2 else ["one"])
    if kind == "Not":
        return f"<ogc:Not>{condition(choose, depth + 1)}</ogc:Not>"
    if kind != "one":
        return f"<ogc:{kind}>{''.join(condition(choose, depth + 1) for _ in range(choose.choice([2, 2, 3])))}</ogc:{kind}>"
    return spatial(choose) if choose.random() < 0.12 and depth == 0 else comparison(choose)


def symbolizers(choose, name):
    own = {"points": point_symbolizer, "lines": line_symbolizer, "areas": polygon_symbolizer}[name]
    parts = [own(choose) for _ in range(choose.choice([1, 1, 1, 2]))]
    if choose.random() < 0.15:
        parts.append({"points": point_symbolizer, "lines": line_symbolizer, "areas": line_symbolizer}[name](choose))
    if choose.random() < 0.3:
        parts.append(text_symbolizer(choose, name))
    return "".join(parts)


def one_rule(choose, name, number):
    head = f"<se:Name>{choose.choice(['rule', 'R', 'Rule'])}{number}</se:Name>" if choose.random() < 0.6 else ""
    head += some(choose, 0.15, "<se:Description><se:Title>A &amp; title</se:Title></se:Description>" if choose.random() < 0.5 else "<se:Title>Plain title</se:Title>")
    condition_ = where(condition(choose)) if choose.random() < 0.6 else some(choose, 0.2, "<se:ElseFilter/>")
    scales = some(choose, 0.1, f"<se:MinScaleDenominator>{choose.choice(SCALES)}</se:MinScaleDenominator>") + some(choose, 0.1, f"<se:MaxScaleDenominator>{choose.choice(SCALES)}</se:MaxScaleDenominator>")
    return rule(head, condition_, scales, symbolizers(choose, name))


def user_style(choose, name, number):
    many = choose.choice([1, 1, 1, 2])
    styles = "".join(style(*(one_rule(choose, name, place) for place in range(choose.choice([1, 1, 2, 3])))) for _ in range(many))
    default = some(choose, 0.2, f"<se:IsDefault>{choose.choice(['1', '0', 'true'])}</se:IsDefault>").replace("se:", "")
    named = f"<se:Name>{choose.choice(['s', 'blue', 'style' + str(number)])}</se:Name>" if choose.random() < 0.8 else ""
    return f"<UserStyle>{named}{default}{styles}</UserStyle>"


def named_layer(choose, name):
    styles = "".join(user_style(choose, name, number) for number in range(choose.choice([1, 1, 1, 2])))
    if choose.random() < 0.04:
        styles = "<NamedStyle><se:Name>default</se:Name></NamedStyle>"
    return f"<NamedLayer><se:Name>{name}</se:Name>{styles}</NamedLayer>"


def sheet(choose, names):
    version = choose.choice(["1.0.0", "1.1.0"])
    whole = f'<StyledLayerDescriptor version="{version}" {NAMESPACES}>{"".join(named_layer(choose, name) for name in names)}</StyledLayerDescriptor>'
    return whole if version == "1.1.0" else whole.replace("<se:", "<").replace("</se:", "</").replace("SvgParameter", "CssParameter")


# Maps

EXPRESSIONS = ("", "", 'EXPRESSION "a"', "EXPRESSION {a,b}", "EXPRESSION /^[ab]$/", "EXPRESSION ([pop] > 10)", 'EXPRESSION ("[name]" = "Rom" OR [pop] >= 25)', "EXPRESSION ([pop] > 5 AND [pop] < 45)", 'EXPRESSION (NOT ("[kind]" = "a"))',
               'EXPRESSION ("[kind]" != "a")', 'EXPRESSION ("[kind]" eq "a")', "EXPRESSION ([turn] ge 30)", 'EXPRESSION ([pop] > 10 AND ("[kind]" = "a" OR "[kind]" = "c"))', 'EXPRESSION ("[name]" ~ "^R")', 'EXPRESSION ("[name]" ~* "^r")', 'EXPRESSION ("[name]" =* "rom")',
               'EXPRESSION ("[kind]" IN "a,c")', 'EXPRESSION "a"i', "EXPRESSION ([pop] = 10)", "EXPRESSION ([pop]=20)", 'EXPRESSION ("[kind]"="b")', "EXPRESSION (([pop] > 10) AND ([pop] < 40))", "EXPRESSION ([turn] = -30)", "EXPRESSION ([pop] * 2 > 50)")
STYLES = {
    "points": ['SYMBOL "circle" SIZE 10 COLOR 200 0 0', 'SYMBOL "square" SIZE 12 COLOR "#00aa55" OUTLINECOLOR 0 0 0', 'SYMBOL "square" SIZE 9 OUTLINECOLOR 0 0 200 WIDTH 2', 'SYMBOL "star" SIZE 14 COLOR 255 200 0 ANGLE 20', 'SYMBOL "own" SIZE [pop] COLOR 0 90 0',
               'SYMBOL "circle" SIZE 12 COLOR 0 0 200 OPACITY 40', 'SYMBOL "letter" SIZE 14 COLOR 90 0 90', 'SYMBOL "circle" SIZE 8 COLOR 0 0 0 OFFSET 3 4', 'SIZE 6 COLOR 200 0 0', 'SYMBOL "square" SIZE 8 ANGLE [turn] COLOR 1 2 3', 'SYMBOL "square" SIZE 8 COLOR 0 0 0 MINSIZE 2 MAXSIZE 20',
               'SYMBOL "hollow" SIZE 9 COLOR 20 120 20', 'SYMBOL "wide" SIZE 10 COLOR 20 120 20', 'SYMBOL "triangle" SIZE 11 COLOR 20 120 20', 'SYMBOL "cross" SIZE 11 COLOR 20 20 20', 'SYMBOL "x" SIZE 9 COLOR 20 20 20 WIDTH 2'],
    "lines": ["COLOR 0 0 200 WIDTH 3", "COLOR 200 0 0 WIDTH 2 PATTERN 6 4 END", "COLOR 0 0 0 WIDTH 4 LINECAP butt LINEJOIN bevel", "COLOR 0 0 0 WIDTH 4 LINECAP square LINEJOIN miter", "COLOR 0 120 0 WIDTH 5 OPACITY 50", "COLOR 0 0 0 WIDTH 2 OFFSET 4 -99",
              'SYMBOL "circle" SIZE 7 COLOR 200 0 0 GAP 20', 'SYMBOL "own" SIZE 9 COLOR 0 0 0 GAP -24', "COLOR 0 0 0 WIDTH [pop]", "COLOR 255 200 0 WIDTH 2 OUTLINECOLOR 0 0 0 OUTLINEWIDTH 1", "COLOR 0 0 0", 'COLOR 0 0 0 GEOMTRANSFORM "end"', "COLOR 9 9 9 WIDTH 0.5"],
    "areas": ["COLOR 200 200 0", "COLOR 200 230 200 OUTLINECOLOR 0 0 0", "OUTLINECOLOR 200 0 0 WIDTH 3", "COLOR 0 0 200 OPACITY 30", 'SYMBOL "hatch" SIZE 8 ANGLE 45 WIDTH 2 COLOR 0 0 0', 'SYMBOL "hatch" SIZE 6 ANGLE 0 COLOR 200 0 0', 'SYMBOL "circle" SIZE 8 GAP 14 COLOR 0 0 0',
              'SYMBOL "square" SIZE 6 COLOR 0 0 0 OUTLINECOLOR 200 0 0', "COLOR 0 90 90 OUTLINECOLOR 0 0 0 WIDTH 2 PATTERN 4 4 END", 'SYMBOL "hatch" SIZE 10 ANGLE 30 COLOR 0 0 0', 'SYMBOL "x" SIZE 9 COLOR 20 20 20 GAP 12', "OUTLINECOLOR 1 1 1"],
}
LABELS_OF_MAPS = ('FONT "sans" TYPE TRUETYPE SIZE 8 COLOR 0 0 0', 'FONT "sans-bold" TYPE TRUETYPE SIZE 10 COLOR 90 0 0 OUTLINECOLOR 255 255 255 OUTLINEWIDTH 2', 'FONT "sans" TYPE TRUETYPE SIZE 9 COLOR 0 0 90 POSITION UR OFFSET 3 3', 'FONT "sans" TYPE TRUETYPE SIZE 9 COLOR 0 0 90 POSITION CC ANGLE 30',
                  'FONT "sans" TYPE TRUETYPE SIZE 9 COLOR 0 0 90 ANGLE FOLLOW', "TYPE BITMAP SIZE MEDIUM COLOR 0 0 0", 'FONT "sans" TYPE TRUETYPE SIZE 8 COLOR 0 0 0 PRIORITY 5 MINSCALEDENOM 1000', 'FONT "sans" TYPE TRUETYPE SIZE 8 COLOR 0 0 0 PRIORITY [pop]', 'FONT "sans" TYPE TRUETYPE SIZE 8 COLOR 0 0 0 STYLE GEOMTRANSFORM "labelpnt" SYMBOL "square" SIZE 9 COLOR 0 0 0 END')


def class_of(choose, name, number):
    parts = some(choose, 0.7, f'NAME "{choose.choice(["first", "A & <b>", "class " + str(number)])}"') + " " + choose.choice(EXPRESSIONS) + "\n      "
    parts += some(choose, 0.1, f"MINSCALEDENOM {choose.choice(SCALES)} ") + some(choose, 0.1, f"MAXSCALEDENOM {choose.choice(SCALES)} ") + some(choose, 0.15, f'GROUP "{choose.choice(["s", "blue"])}" ') + some(choose, 0.1, 'TITLE "Titled" ')
    parts += " ".join(f"STYLE {choose.choice(STYLES[name])} END" for _ in range(choose.choice([1, 1, 1, 2])))
    if choose.random() < 0.35:
        wording = choose.choice(['TEXT "[name]"', 'TEXT ("[name]" + " " + "[pop]")', 'TEXT ("No " + "[pop]")', 'TEXT "fixed"', "", 'TEXT (tostring([pop],"%.1f"))', 'TEXT "[name] ([kind])"'])
        parts += f" LABEL {wording}\n      {choose.choice(LABELS_OF_MAPS)} END"
    return f"    CLASS {parts} END\n"


def layer_of(choose, name):
    keys = '"wms_title" "T" "gml_include_items" "all" "gml_types" "auto" "gml_featureid" "name" "ows_include_items" "all"'
    head = some(choose, 0.3, 'CLASSITEM "kind" ') + some(choose, 0.2, 'LABELITEM "name" ') + some(choose, 0.08, "FILTER ([pop] > 4)\n    ", 'CLASSGROUP "s" ', "MAXSCALEDENOM 5e7 ", "MINSCALEDENOM 1e6 ", "LABELMAXSCALEDENOM 5e7 ", "SYMBOLSCALEDENOM 2e7 ", "SIZEUNITS METERS ")
    features = "".join(f'    FEATURE POINTS {points} END ITEMS "{values}" END\n' for points, values in FEATURES[name])
    classes = "".join(class_of(choose, name, number) for number in range(choose.choice([1, 1, 2, 3])))
    return (f'  LAYER NAME "{name}" TYPE {TYPES[name]} STATUS ON TEMPLATE "t" METADATA {keys} END\n    PROCESSING "ITEMS={ITEMS}" {head}\n{features}{classes}  END\n')


SYMBOLS = """  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "oval" TYPE ELLIPSE FILLED TRUE POINTS 2 1 END END
  SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 1 0 0 1 0 1 1 0 1 END END
  SYMBOL NAME "triangle" TYPE VECTOR FILLED TRUE POINTS 0 4 2 0 4 4 0 4 END END
  SYMBOL NAME "star" TYPE VECTOR FILLED TRUE POINTS 0 .375 .35 .365 .5 0 .65 .375 1 .375 .75 .625 .875 1 .5 .75 .125 1 .25 .625 0 .375 END END
  SYMBOL NAME "own" TYPE VECTOR FILLED TRUE POINTS 0 0 2 1 0 2 0 0 END END
  SYMBOL NAME "arc" TYPE VECTOR POINTS 0 2 1 0 2 2 END END
  SYMBOL NAME "hollow" TYPE ELLIPSE FILLED FALSE POINTS 1 1 END END
  SYMBOL NAME "wide" TYPE VECTOR FILLED TRUE POINTS 0 0 4 0 4 1 0 1 0 0 END END
  SYMBOL NAME "cross" TYPE VECTOR POINTS 2 0 2 4 -99 -99 0 2 4 2 END END
  SYMBOL NAME "x" TYPE VECTOR POINTS 0 0 1 1 -99 -99 0 1 1 0 END END
  SYMBOL NAME "letter" TYPE TRUETYPE FONT "sans" CHARACTER "A" END
  SYMBOL NAME "hatch" TYPE HATCH END
"""


def files(seed):
    """Name and text of a map."""
    choose = random.Random(f"map of sheets {seed}")
    layers = "".join(layer_of(choose, name) for name in ("areas", "lines", "points"))
    text_ = f"""MAP
  NAME "sheets" SIZE 240 180 EXTENT 0 0 12 9 IMAGECOLOR 255 255 255 UNITS DD
  PROJECTION "init=epsg:4326" END
  FONTSET "fonts.txt"
{SYMBOLS}  WEB METADATA "ows_enable_request" "*" "wms_title" "Sheets" "wms_srs" "EPSG:4326 EPSG:3857" "wms_onlineresource" "http://maps.example/wms?" END
    VALIDATION "sld_external_graphic" "." END END
  LEGEND KEYSIZE 30 20 LABEL FONT "sans" TYPE TRUETYPE SIZE 8 COLOR 0 0 0 END END
{layers}END
"""
    return {"map.map": text_}


# Requests

def get_map(choose, names, box):
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": ",".join(names), "STYLES": "", "SRS": "EPSG:4326", "BBOX": box, "WIDTH": "240", "HEIGHT": "180", "FORMAT": "image/png"}


def one_request(choose):
    names = choose.sample(NAMES, choose.choice([1, 1, 2, 3]))
    of_sheet = names if choose.random() < 0.8 else choose.sample(NAMES, choose.choice([1, 2]))
    kind = choose.choice(["GetMap"] * 6 + ["GetStyles"] * 3 + ["GetLegendGraphic"] * 2 + ["GetFeatureInfo", "own styles", "own styles"])
    body = {"SLD_BODY": sheet(choose, of_sheet)}
    base = get_map(choose, names, choose.choice(BOXES))
    if kind == "GetMap":
        styles = choose.choice([""] * 6 + [",".join("s" for _ in names), ",".join("blue" for _ in names), None])
        return kind, base | body | {"STYLES": styles} | ({"LAYERS": None} if choose.random() < 0.06 else {})
    if kind == "own styles":
        return "GetStyles", {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetStyles", "LAYERS": ",".join(names)} | ({"SLD_VERSION": "1.1.0", "VERSION": "1.3.0"} if choose.random() < 0.5 else {})
    if kind == "GetStyles":
        return kind, {"SERVICE": "WMS", "VERSION": choose.choice(["1.1.1", "1.3.0"]), "REQUEST": "GetStyles", "LAYERS": ",".join(names)} | body
    if kind == "GetLegendGraphic":
        more = choose.choice([{}, {"RULE": choose.choice(["rule0", "R1", "Rule0"])}, {"STYLE": "blue"}, {"WIDTH": "60", "HEIGHT": "40"}])
        return kind, {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": kind, "LAYER": names[0], "FORMAT": "image/png", "SLD_VERSION": "1.1.0"} | more | body
    return kind, base | body | {"REQUEST": kind, "QUERY_LAYERS": ",".join(names), "X": choose.choice(["40", "120", "90"]), "Y": choose.choice(["140", "60", "80"]), "INFO_FORMAT": choose.choice(["text/plain", "application/vnd.ogc.gml"]), "FEATURE_COUNT": "9"}


def requests(seed, count):
    """Names and parameters of `count` requests about the map of the seed."""
    choose = random.Random(f"sheets {seed}")
    for number in range(count):
        name, parameters = one_request(choose)
        yield f"{seed}.{number} sheets {name}", parameters
