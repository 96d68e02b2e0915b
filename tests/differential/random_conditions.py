# SPDX-License-Identifier: MIT
"""Random conditions about random maps over shapefiles: MapServer's expressions as FILTER, EXPRESSION and TEXT, with values of requests in them, and filters of WMS and WFS; the same ones for the same seed."""

import random

NAMES = ("points", "lines", "areas")
TYPES = {"points": "POINT", "lines": "LINE", "areas": "POLYGON"}
COLORS = ("200 0 0", "0 0 200", "0 150 0", "200 150 0")
LAYERS = 6  # of each geometry


# MapServer's expressions

def number(choose, depth=0):
    kind = choose.choice(["item"] * 5 + ["literal", "sum", "round", "length"] if depth < 2 else ["item", "literal"])
    if kind == "item":
        return choose.choice(["[NUM]", "[NUM]", "[VAL]"])
    if kind == "literal":
        return choose.choice(["0", "5", "7", "1.5", "-2.25", "22", "1e2", ".5"])
    if kind == "round":
        return f"round({number(choose, depth + 1)},{choose.choice(['1', '10', '0.5', '5'])})"
    if kind == "length":
        return f"length({text(choose, depth + 1)})"
    operator = choose.choice([" + ", " - ", " * ", "*", " / ", "+", "-", " ^ "])
    whole = f"{number(choose, depth + 1)}{operator}{number(choose, depth + 1)}"
    return f"({whole})" if choose.random() < 0.6 else whole


def text(choose, depth=0):
    kind = choose.choice(["item"] * 6 + ["tostring", "commify", "case", "sum"] if depth < 2 else ["item"])
    if kind == "item":
        quote = choose.choice('""\'')
        return f"{quote}[{choose.choice(['NAME', 'KIND', 'NAME', 'DAY', 'NUM'])}]{quote}"
    if kind == "tostring":
        form = choose.choice(["%.1f", "%.2f", "%g", "%5.0f", "%06.2f", "n: %.0lf"])
        return f'tostring({number(choose, depth + 1)},"{form}")'
    if kind == "commify":
        inner = choose.choice(['tostring([NUM],"%.0f")', 'tostring([VAL],"%.2f")', '"[NUM]"', '"[VAL]"'])
        return f"commify({inner})"
    if kind == "case":
        return f"{choose.choice(['upper', 'lower', 'initcap', 'firstcap'])}({text(choose, depth + 1)})"
    return f'{text(choose, depth + 1)} + {choose.choice([chr(34) + "-" + chr(34), text(choose, depth + 1)])}'


COMPARISONS = (" = ", " != ", " < ", " > ", " <= ", " >= ", "=", ">", "<=", " eq ", " ne ", " lt ", " gt ", " le ", " ge ", " EQ ", " Ge ", " == ")


def literal(choose):
    quote = choose.choice('""\'')
    return quote + choose.choice(["a", "b", "five", "near", "up", "UP", "holed", "low", "A & <b>", "Größe", "2020-01-01", "7", ""]) + quote


def comparison(choose):
    kind = choose.choice(["number"] * 4 + ["text"] * 4 + ["regex"] * 3 + ["in"] * 3 + ["time", "shape", "istring"])
    if kind == "number":
        return f"{number(choose)}{choose.choice(COMPARISONS)}{number(choose)}"
    if kind == "text":
        return f"{text(choose)}{choose.choice(COMPARISONS)}{literal(choose)}"
    if kind == "istring":
        return f'"[{choose.choice(["NAME", "KIND"])}]" =* {literal(choose)}'
    if kind == "regex":
        pattern = choose.choice(["e", "^f", "^[a-h]", "e$", "o+", "(up|low)", "^.{4}$", "0+", "E", "^$", ".", "ö", "l[^o]", "\\\\w+", "^(a|b)$", "n..r"])
        return f'"[{choose.choice(["NAME", "KIND", "DAY", "NUM"])}]" {choose.choice(["~", "~*", "~"])} "{pattern}"'
    if kind == "in":
        return choose.choice(['"[KIND]" IN "a,c"', '"[NAME]" in "five,up,low"', '[NUM] IN "5,7,22"', '"[KIND]" IN "b"', '"[NUM]" IN "5,7"', '[NUM] in "5"', '"[NAME]" IN "A & <b>,two"', '[VAL] IN "1.5,2.50"', '"[KIND]" IN "a, c"'])
    if kind == "time":
        return f"`[DAY]` {choose.choice(['=', '>', '<', '>=', '<=', '!=', 'eq', 'ge'])} `{choose.choice(['2020-01-01', '2020-06', '2020', '2021-01-01'])}`"
    place = choose.choice(["POLYGON((1 1,6 1,6 6,1 6,1 1))", "POINT(5 5)", "LINESTRING(0 0,10 10)"])
    call = choose.choice(["intersects", "disjoint", "within", "contains", "overlaps", "crosses", "touches", "equals", "dwithin"])
    if call == "dwithin":
        return f"dwithin([shape],fromText('{place}'),{choose.choice(['1', '2.5'])}) = TRUE"
    if choose.random() < 0.1:
        return f"area([shape]){choose.choice([' > ', ' < '])}{choose.choice(['10', '0', '15.5'])}"
    return f"{call}([shape],fromText('{place}')){choose.choice([' = TRUE', ' = true', '', ' = FALSE'])}"


def condition(choose, depth=0):
    kind = choose.choice(["one"] * 5 + ["and", "or", "not", "and", "or"] if depth < 3 else ["one"])
    if kind == "one":
        one = comparison(choose)
        return f"({one})" if choose.random() < 0.5 else one
    if kind == "not":
        return f"{choose.choice(['NOT ', 'not ', '!', 'NOT'])}({condition(choose, depth + 1)})"
    word = {"and": [" AND ", " and ", " && "], "or": [" OR ", " or ", " || "]}[kind]
    whole = f"{condition(choose, depth + 1)}{choose.choice(word)}{condition(choose, depth + 1)}"
    return f"({whole})" if choose.random() < 0.5 else whole


def simple(choose):
    """CLASSITEM or FILTERITEM, and an expression that is not logical."""
    item = choose.choice(["KIND", "NAME", "NUM", "DAY"])
    return item, choose.choice(['"a"', "'b'", '"A"i', "{a,c}", "{5,7,22}", "/^[ab]$/", "/E/i", "/e/", '"five"', '"5"', "{up,down}", "{2020-01-01}", "/2020/", '""', "/^f.*e$/", '"NEAR"i', "{A & <b>,two}", "/./"])


SUBSTITUTED = ('([NUM] > %low%)', '("[KIND]" = "%kind%")', '("[NAME]" ~ "%pattern%")', '("[KIND]" IN "%list%")', "([NUM] = %low% OR [NUM] = %high%)", '("%kind%" = "[KIND]" AND [NUM] < %high%)', '("[NAME]" =* "%kind%")', "(`[DAY]` > `%day%`)", '("%kind%" = "a")')
VALUES = {"low": ["5", "0", "x", "7 OR 1", "-1"], "high": ["22", "1e2", ""], "kind": ["a", "b", 'a" OR "b', "A", ""], "pattern": ["e", "^f", "[", "(up|low)"], "list": ["a,c", "b", ""], "day": ["2020-01-01", "2020", "x"]}


def class_(choose, color, expression, geometry):
    style = {"points": 'SYMBOL "square" SIZE 16', "lines": "WIDTH 5", "areas": ""}[geometry]
    return f"    CLASS NAME {color!r} EXPRESSION {expression}\n      STYLE COLOR {color} {style} END END\n".replace("'", '"', 2)


def layer(choose, geometry, number_):
    """A layer with a FILTER or several CLASSes."""
    head = [f'NAME "{geometry}{number_}" TYPE {TYPES[geometry]} STATUS ON DATA "{geometry}" TEMPLATE "row.html" ENCODING "utf-8" PROJECTION "init=epsg:4326" END',
            'METADATA "gml_include_items" "all" "wms_include_items" "all" "gml_featureid" "NUM" "wfs_title" "L" "wms_title" "L" "gml_types" "auto" END']
    validation = "VALIDATION " + " ".join(f'"{name}" "{choose.choice([".", "^[a-z0-9]*$", "."])}" "default_{name}" "{values[0]}"' for name, values in VALUES.items()) + " END"
    kind = choose.choice(["filter"] * 4 + ["class"] * 3 + ["filter item", "class item", "substituted", "substituted class", "label"])
    classes = class_(choose, COLORS[0], '""', geometry).replace(' EXPRESSION ""', "")
    if kind == "filter":
        head.append(f"FILTER (({condition(choose)}))")
    elif kind == "filter item":
        item, expression = simple(choose)
        head.append(f'FILTERITEM "{item}"\n    FILTER {expression}')
    elif kind == "substituted":
        head += [validation, f"FILTER {choose.choice(SUBSTITUTED)}"]
    elif kind == "class":
        classes = "".join(class_(choose, color, f"({condition(choose)})", geometry) for color in COLORS[:choose.choice([1, 2, 3])])
    elif kind == "class item":
        item = simple(choose)[0]
        head.append(f'CLASSITEM "{item}"')
        classes = "".join(class_(choose, color, simple(choose)[1], geometry) for color in COLORS[:3])
    elif kind == "substituted class":
        head.append(validation)
        classes = "".join(class_(choose, color, choose.choice(SUBSTITUTED), geometry) for color in COLORS[:2])
    else:
        classes = f'    CLASS STYLE COLOR 200 200 200 END LABEL TEXT ({text(choose)})\n      FONT "sans" TYPE TRUETYPE SIZE 7 COLOR 0 0 0 FORCE TRUE POSITION CC END END\n'
    return "  LAYER " + "\n    ".join(head) + "\n" + classes + "  END\n"


def files(seed):
    choose = random.Random(f"map of conditions {seed}")
    layers = "".join(layer(choose, geometry, number_) for geometry in NAMES for number_ in range(LAYERS))
    web = '"ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857 EPSG:32631" "wfs_title" "C" "wms_title" "C" "ows_onlineresource" "http://maps.example/?" "wms_feature_info_mime_type" "text/plain"'
    return {"row.html": "<!-- MapServer Template -->\n[NAME];[NUM]\n", "map.map": f"""MAP
  NAME "conditions" SIZE 200 200 EXTENT 0 0 10 10 UNITS DD IMAGECOLOR 255 255 255
  PROJECTION "init=epsg:4326" END
  FONTSET "fonts.txt"
  SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 1 0 0 1 0 1 1 0 1 END END
  WEB METADATA {web} END VALIDATION "qstring" "." END END
{layers}END
"""}


# Filters of requests

HEADS = {"1.0.0": 'xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"', "1.1.0": 'xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"',
         "2.0.0": 'xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"'}


class Filters:
    """What one version of Filter Encoding writes."""

    def __init__(self, choose, version):
        self.choose, self.version = choose, version
        self.f, self.item = ("fes", "ValueReference") if version == "2.0.0" else ("ogc", "PropertyName")

    def name(self, name):
        return f"<{self.f}:{self.item}>{name}</{self.f}:{self.item}>"

    def value(self, value):
        return f"<{self.f}:Literal>{value}</{self.f}:Literal>"

    def element(self, name, *parts, attributes=""):
        return f"<{self.f}:{name}{attributes}>{''.join(parts)}</{self.f}:{name}>"

    def comparison(self):
        choose = self.choose
        kind = choose.choice(["number", "number", "text", "text", "like", "like", "between", "null", "case"])
        names = ["EqualTo", "NotEqualTo", "LessThan", "GreaterThan", "GreaterThanOrEqualTo", "LessThanOrEqualTo"]
        if kind == "number":
            return self.element(f"PropertyIs{choose.choice(names)}", self.name(choose.choice(["NUM", "VAL"])), self.value(choose.choice([5, 7, 1.5, "10.0", -2, "x", ""])))
        if kind == "text":
            return self.element(f"PropertyIs{choose.choice(names[:2] * 3 + names)}", self.name(choose.choice(["NAME", "KIND", "DAY", "NAME"])), self.value(choose.choice(["a", "five", "up", "A &amp; &lt;b&gt;", "O'Neil \"x\"", "Größe", "2020-01-01", " a", ""])))
        if kind == "case":
            return self.element("PropertyIsEqualTo", self.name("NAME"), self.value(choose.choice(["FIVE", "Up", "five"])), attributes=f' matchCase="{choose.choice(["true", "false"])}"')
        if kind == "between":
            low, high = choose.choice([(1, 8), ("2.5", "10"), (10, 5), (-5, 1.5)])
            return self.element("PropertyIsBetween", self.name(choose.choice(["NUM", "VAL"])), self.element("LowerBoundary", self.value(low)), self.element("UpperBoundary", self.value(high)))
        if kind == "null":
            return self.element("PropertyIsNull", self.name(choose.choice(["NAME", "NUM", "DAY"])))
        wild, single, escape = choose.choice([("*", "?", "!"), ("%", "_", "\\"), ("*", ".", "!"), ("*", "#", "\\"), (".*", ".", "!"), ("*", "?", "\\")])
        pattern = choose.choice(["{w}e{w}", "f{w}", "{w}e", "{s}p", "u{s}", "{w}", "A &amp;{w}", "O'{w}", "f{s}v{s}", "five", "{w}[{w}", "{e}{w}", "F{w}", "n{w}r"]).format(w=wild, s=single, e=escape)
        names_of = f' wildCard="{wild}" singleChar="{single}" {"escape" if self.version == "1.0.0" else "escapeChar"}="{escape}"'
        return self.element("PropertyIsLike", self.name(choose.choice(["NAME", "NAME", "KIND"])), self.value(pattern), attributes=names_of + choose.choice(["", "", ' matchCase="false"']))

    def geometry(self):
        choose, version = self.choose, self.version
        srs = choose.choice(["", "", ' srsName="EPSG:4326"', ' srsName="urn:ogc:def:crs:EPSG::4326"', ' srsName="http://www.opengis.net/gml/srs/epsg.xml#4326"', ' srsName="EPSG:3857"', ' srsName="urn:ogc:def:crs:OGC:1.3:CRS84"'])
        is_flipped = "urn:ogc:def:crs:EPSG" in srs or (srs == "" and version != "1.0.0")
        factor = 111319.49 if "3857" in srs else 1
        x, y, w, h = choose.choice([1, 3, 4.5]), choose.choice([0.5, 4, 5]), choose.choice([2, 5]), choose.choice([2, 4.2])

        def pairs(*points):
            flat = [(py, px) if is_flipped else (px, py) for px, py in ((round(px * factor, 3), round(py * factor, 3)) for px, py in points)]
            return " ".join(f"{a},{b}" if version == "1.0.0" else f"{a} {b}" for a, b in flat)
        identity = ' gml:id="g"' if version == "2.0.0" else ""
        kind = choose.choice(["box", "polygon", "polygon", "point", "line"])
        old = version == "1.0.0"
        if kind == "box":
            if old:
                return f"<gml:Box{srs}><gml:coordinates>{pairs((x, y), (x + w, y + h))}</gml:coordinates></gml:Box>"
            low, high = pairs((x, y)), pairs((x + w, y + h))
            return f"<gml:Envelope{srs}><gml:lowerCorner>{low}</gml:lowerCorner><gml:upperCorner>{high}</gml:upperCorner></gml:Envelope>"
        if kind == "point":
            place = pairs(choose.choice([(5, 5), (8, 2), (x, y)]))
            return f"<gml:Point{srs}{identity}>{f'<gml:coordinates>{place}</gml:coordinates>' if old else f'<gml:pos>{place}</gml:pos>'}</gml:Point>"
        if kind == "line":
            way = pairs((x, y), (x + w, y + h))
            return f"<gml:LineString{srs}{identity}>{f'<gml:coordinates>{way}</gml:coordinates>' if old else f'<gml:posList>{way}</gml:posList>'}</gml:LineString>"
        ring = pairs((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))
        outer, inner = ("outerBoundaryIs", f"<gml:coordinates>{ring}</gml:coordinates>") if old else ("exterior", f"<gml:posList>{ring}</gml:posList>")
        return f"<gml:Polygon{srs}{identity}><gml:{outer}><gml:LinearRing>{inner}</gml:LinearRing></gml:{outer}></gml:Polygon>"

    def spatial(self):
        shape = self.geometry()
        if "Box" in shape or "Envelope" in shape:
            return self.element("BBOX", self.name("msGeometry"), shape)
        if self.choose.random() < 0.2:
            unit = self.choose.choice(["degree", ""])
            return self.element(self.choose.choice(["DWithin", "Beyond"]), self.name("msGeometry"), shape, f'<{self.f}:Distance {"uom" if self.f == "fes" else "units"}="{unit}">{self.choose.choice([1, 2])}</{self.f}:Distance>')
        return self.element(self.choose.choice(["Intersects", "Intersects", "Disjoint", "Within", "Contains", "Touches", "Crosses", "Overlaps", "Equals"]), self.name("msGeometry"), shape)

    def condition(self, depth=0):
        kind = self.choose.choice(["one"] * 5 + ["And", "Or", "Not", "And", "Or"] if depth < 2 else ["one"])
        if kind == "Not":
            return self.element(kind, self.condition(depth + 1))
        if kind != "one":
            return self.element(kind, *(self.condition(depth + 1) for _ in range(self.choose.choice([2, 2, 3]))))
        return self.spatial() if self.choose.random() < 0.3 else self.comparison()

    def filter(self):
        return f"<{self.f}:Filter {HEADS[self.version]}>{self.condition()}</{self.f}:Filter>"


def get_map(layers):
    return {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": layers, "STYLES": "", "SRS": "EPSG:4326", "BBOX": "0,0,10,10", "WIDTH": "200", "HEIGHT": "200", "FORMAT": "image/png"}


def one_request(choose, number_):
    name = f"{choose.choice(NAMES)}{choose.choice(range(LAYERS))}"
    kind = choose.choice(["GetFeature", "WMS FILTER", "itemnquery"])
    if kind == "GetFeature":
        version = choose.choice(list(HEADS))
        return kind, {"SERVICE": "WFS", "VERSION": version, "REQUEST": kind, "TYPENAMES" if version == "2.0.0" else "TYPENAME": name, "FILTER": Filters(choose, version).filter()}
    if kind == "WMS FILTER":
        filters = Filters(choose, choose.choice(["1.0.0", "1.0.0", "1.1.0", "2.0.0"]))
        return kind, get_map(name) | {"FILTER": f"({filters.filter()})"}
    item, expression = simple(choose)
    query = choose.choice([{"qitem": item, "qstring": expression.strip("\"'")}, {"qstring": f"(({condition(choose)}))"}, {"qitem": "NAME", "qstring": f"(({condition(choose)}))"}])
    return kind, {"mode": choose.choice([kind, "itemquery"]), "qlayer": name, "layers": name} | query


def requests(seed, count):
    """Names and parameters: what each layer shows, with values of the request, then `count` requests with conditions of their own."""
    choose = random.Random(f"conditions {seed}")
    layers = [f"{geometry}{number_}" for geometry in NAMES for number_ in range(LAYERS)]
    for number_, name in enumerate(layers):
        values = {key: choose.choice(values) for key, values in VALUES.items() if choose.random() < 0.7}
        yield f"{seed}.{number_} conditions layer {name}", get_map(name) | values
    for number_ in range(count):
        kind, parameters = one_request(choose, number_)
        yield f"{seed}.{number_ + len(layers)} conditions {kind}", parameters
