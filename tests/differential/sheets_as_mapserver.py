# SPDX-License-Identifier: MIT
"""Requests rewritten to say what MapServer 8.0.0 makes of them: where our answer to such a request is MapServer's to the original one, the rewriting is all that differs."""

import pathlib
import re
import xml.etree.ElementTree as ElementTree

from style_sheets import NAMESPACES, compare, where

FILTER = re.compile(r"<(?:ogc:)?Filter\b[^>]*>.*?</(?:ogc:)?Filter>", re.S)
OPACITY = re.compile(r'<(se:Svg|Css)Parameter name="(fill|stroke)-opacity">[^<]*</\1Parameter>')
INNER = re.compile(r"<(?:ogc:)?Filter\b[^>]*>(.*?)</(?:ogc:)?Filter>", re.S)
RULE = re.compile(r"<(?:se:)?Rule>.*?</(?:se:)?Rule>", re.S)
TYPE_STYLE = re.compile(r"<(?:se:)?FeatureTypeStyle>.*?</(?:se:)?FeatureTypeStyle>", re.S)
NOTHING = where(compare("PropertyIsGreaterThan", "pop", "1e9"))


def in_sheet(change):
    """The request with its style sheet changed."""
    def rewritten(parameters):
        return parameters | {"SLD_BODY": change(parameters["SLD_BODY"])} if parameters.get("SLD_BODY") else parameters
    return rewritten


def name_of(element):
    return element.tag.split("}")[-1]


def as_null_is_read(found):
    """A condition that is PropertyIsNull, or has it as its first operand or as one of two, counts as true; with one farther below nothing is drawn."""
    if "PropertyIsNull" not in found[0]:
        return found[0]
    condition = ElementTree.fromstring(f"<whole {NAMESPACES}>{found[0]}</whole>")[0][0]
    near = [condition, *condition[:2 if len(condition) == 2 else 1]]
    is_near = any(name_of(part) == "PropertyIsNull" for part in near)
    return "" if is_near else NOTHING


def without_descriptions(sheet):
    return re.sub(r"<((?:se:)?Description)>.*?</\1>", "", sheet, flags=re.S)


def without_lost_opacity(sheet):
    """Opacities of fills and strokes where a size or an angle is an attribute."""
    return re.sub(r"<((?:se:)?Graphic)>.*?</\1>", lambda found: OPACITY.sub("", found[0]) if "PropertyName" in found[0] else found[0], sheet, flags=re.S)


def negated(conditions):
    """Filter for what none of them matches; a condition without a text always does."""
    if "" in conditions:
        return INNER.search(NOTHING)[1]
    parts = "".join(conditions)
    return f"<ogc:Not>{parts if len(conditions) == 1 else f'<ogc:Or>{parts}</ogc:Or>'}</ogc:Not>" if conditions else ""


def with_condition(rule, condition):
    """The rule with a filter instead of its own; a Filter goes before scales and symbolizers."""
    rule = re.sub(r"<(?:se:)?ElseFilter/>", "", FILTER.sub("", rule))
    place = re.search(r"<(?:se:)?(MinScale|MaxScale|\w+Symbolizer)", rule).start()
    return rule[:place] + (f"<ogc:Filter>{condition}</ogc:Filter>" if condition else "") + rule[place:]


def in_turn(style):
    """The rules of styles as MapServer tries them: the first ElseFilter ends them where one has drawn, the second always."""
    rules = [rule for of_style in TYPE_STYLE.findall(style) for rule in sorted(RULE.findall(of_style), key=lambda rule: "ElseFilter/>" in rule)]
    before, passed, changed = [], 0, {}
    for rule in rules:
        own = (INNER.search(rule) or ["", ""])[1]
        passed += "ElseFilter/>" in rule
        if passed == 0:
            before.append(own)
            continue
        rest = negated(before)
        both = f"<ogc:And>{own}{rest}</ogc:And>" if own and rest else own or rest
        changed[rule] = with_condition(rule, both if passed == 1 else INNER.search(NOTHING)[1])
    return RULE.sub(lambda found: changed.get(found[0], found[0]), style)


def as_else_is_read(sheet):
    def of_layer(layer):
        parts = re.compile(r"<UserStyle>.*?</UserStyle>", re.S) if re.search(r"IsDefault>(1|true)", layer[0]) else re.compile(r".*", re.S)
        return parts.sub(lambda style: in_turn(style[0]), layer[0])
    return re.sub(r"<NamedLayer>.*?</NamedLayer>", of_layer, sheet, flags=re.S)


def without_lost_lines(sheet):
    """Parallels in a layer with a spatial condition, which MapServer draws at the corner of the image."""
    def of_layer(layer):
        return re.sub(r"<((?:se:)?LineSymbolizer)>(?:(?!</\1>).)*PerpendicularOffset.*?</\1>", "", layer[0], flags=re.S) if "<gml:" in layer[0] else layer[0]
    return re.sub(r"<NamedLayer>.*?</NamedLayer>", of_layer, sheet, flags=re.S)


def with_texts_in_size_units(parameters):
    """Texts of the layers whose SIZEUNITS are metres have MapServer's smallest size."""
    metres = re.findall(r'^  LAYER NAME "(\w+)"(?:(?!^  END$).)*?SIZEUNITS METERS', pathlib.Path(parameters["map"]).read_text(), re.S | re.M)

    def smaller(layer):
        return re.sub(r'(name="font-size">)[^<]*', r"\g<1>4", layer[0]) if layer[1] in metres else layer[0]
    return parameters | {"SLD_BODY": re.sub(r"<NamedLayer><(?:se:)?Name>(\w+)<.*?</NamedLayer>", smaller, parameters.get("SLD_BODY", ""), flags=re.S)}


REWRITINGS = {"PropertyIsNull": in_sheet(lambda sheet: FILTER.sub(as_null_is_read, sheet)), "ElseFilter": in_sheet(as_else_is_read), "Description": in_sheet(without_descriptions), "PerpendicularOffset": in_sheet(without_lost_lines), "SIZEUNITS": with_texts_in_size_units, "opacity": in_sheet(without_lost_opacity)}
