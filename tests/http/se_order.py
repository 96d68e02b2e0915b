# SPDX-License-Identifier: MIT
"""The children of the elements of a styled layer descriptor, and their order.

Debian has no schemas of SLD; these rows define the elements that GetStyles writes: OGC 02-070 (SLD 1.0), OGC 05-078r4
(SLD 1.1) and 05-077r4 (SE 1.1). Without prefixes: like MapServer, we write IsDefault of 1.1 as an element of SE, but its schema has it
in SLD.
"""

import xml.etree.ElementTree as ElementTree

SYMBOLIZERS = "PointSymbolizer|LineSymbolizer|PolygonSymbolizer|TextSymbolizer"
# An element, then its children in order; "?" may be missing, "*" may be repeated or missing, "+" repeated.
ORDER = {
    "StyledLayerDescriptor": "Name? Title? Abstract? NamedLayer*",
    "NamedLayer": "Name NamedStyle|UserStyle*",
    "UserStyle": "Name? Description? Title? IsDefault? FeatureTypeStyle+",
    "FeatureTypeStyle": "Name? Description? FeatureTypeName? Rule+",
    "Rule": f"Name? Description? Title? Filter|ElseFilter? MinScaleDenominator? MaxScaleDenominator? {SYMBOLIZERS}+",
    "PointSymbolizer": "Geometry? Graphic?",
    "LineSymbolizer": "Geometry? Stroke? PerpendicularOffset?",
    "PolygonSymbolizer": "Geometry? Fill? Stroke? Displacement? PerpendicularOffset?",
    "TextSymbolizer": "Geometry? Label? Font? LabelPlacement? Halo? Fill? Priority? VendorOption*",
    "Graphic": "ExternalGraphic|Mark* Opacity? Size? Rotation? AnchorPoint? Displacement?",
    "ExternalGraphic": "OnlineResource Format",
    "Mark": "WellKnownName? Fill? Stroke?",
    "Stroke": "GraphicFill|GraphicStroke? CssParameter|SvgParameter*",
    "Fill": "GraphicFill? CssParameter|SvgParameter*",
    "GraphicFill": "Graphic", "GraphicStroke": "Graphic InitialGap? Gap?",
    "Font": "CssParameter|SvgParameter*",
    "LabelPlacement": "PointPlacement|LinePlacement",
    "PointPlacement": "AnchorPoint? Displacement? Rotation?",
    "LinePlacement": "PerpendicularOffset? IsRepeated? InitialGap? Gap? IsAligned? GeneralizeLine?",
    "Halo": "Radius? Fill?", "AnchorPoint": "AnchorPointX AnchorPointY", "Displacement": "DisplacementX DisplacementY",
}
# Operators of filters (OGC 02-059, 04-095) with the number of their operands.
OPERANDS = {"And": (2, None), "Or": (2, None), "Not": (1, 1), "PropertyIsBetween": (3, 3), "PropertyIsLike": (2, 2), "PropertyIsNull": (1, 1),
            **{f"PropertyIs{name}": (2, 2) for name in ("EqualTo", "NotEqualTo", "LessThan", "GreaterThan", "LessThanOrEqualTo",
                                                        "GreaterThanOrEqualTo")}, "Filter": (1, None)}


def local(element):
    return element.tag.rpartition("}")[2]


def check_children(element):
    names = [local(child) for child in element]
    at = 0
    for word in ORDER[local(element)].split():
        choices, count = word.rstrip("?*+").split("|"), word[-1]
        begin = at
        while at < len(names) and names[at] in choices and (count in "*+" or at == begin):
            at += 1
        assert at > begin or count in "?*", f"<{local(element)}> has no <{'|'.join(choices)}>: {names}"
    assert at == len(names), f"<{local(element)}>: <{names[at]}> is no child of it, or not at this place: {names}"


def check(document):
    """Fails for an SLD whose elements are not those of the standard. Returns the number of elements."""
    root = ElementTree.fromstring(document)
    version = root.get("version")
    assert version in ("1.0.0", "1.1.0")
    for element in root.iter():
        name = local(element)
        assert name != ("SvgParameter" if version == "1.0.0" else "CssParameter")
        if name in ORDER:
            check_children(element)
        if name in OPERANDS:
            low, high = OPERANDS[name]
            assert low <= len(element) <= (high or len(element)), f"<{name}> has {len(element)} operands"
    return sum(1 for element in root.iter() if local(element) in ORDER)
