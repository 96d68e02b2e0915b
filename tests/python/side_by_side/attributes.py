# SPDX-License-Identifier: MIT
"""Every attribute of the script classes: its value, and its value after assignments."""
import pathlib

import mapscript
from scene import capitals, scene, tried

VALUES = (None, 0, 1, -1, 99, 1.5, 2**31, 2**63, "", "text", "é\u4e2d", True, (1, 2), [])
# Attributes that later MapServers let scripts set, that 8.0.0 reads from invalid memory, or that the snippets of other
# files compare.
LEFT_OUT = {
    "classObj.leader", "errorObj.code", "errorObj.message", "errorObj.routine", "labelLeaderObj.gridstep", "labelObj.numstyles",
    "layerObj.compositer", "layerObj.map", "layerObj.utfdata", "mapObj.layerorder", "mapObj.mappath", "mapObj.outputformat",
    "projectionObj.automatic", "referenceMapObj.map", "resultObj.classindex", "shapeObj.itemdefinitions", "styleObj.rangeitemindex",
    "symbolObj.maxx", "symbolObj.maxy", "symbolObj.minx", "symbolObj.miny", "symbolSetObj.imagecachesize",
}


def _attributes():
    """The names that members.txt has of each class."""
    text = (pathlib.Path(__file__).parents[1] / "members.txt").read_text().partition("[classes]")[2].partition("[functions]")[0]
    words, kind = {}, None
    for line in text.splitlines():
        name, colon, members = line.partition(": ")
        kind = name if colon else kind
        words.setdefault(kind, []).extend((members if colon else line).split())
    return words


def _seen(value):
    if isinstance(value, (int, str, type(None))):
        return value
    return round(value, 9) if isinstance(value, float) else type(value).__name__


def _assigned(thing, name, value):
    is_refused = tried(lambda: setattr(thing, name, value)) is not None  # the exception's type differs for read-only attributes of MapServer
    return is_refused, _seen(getattr(thing, name))


def _round_trips(make):
    """A new object for each, as an assignment may touch other attributes."""
    kind = type(make()).__name__
    seen = {}
    for name in _attributes()[kind]:
        is_attribute = isinstance(getattr(type(make()), name, None), property)
        if is_attribute and f"{kind}.{name}" not in LEFT_OUT:
            value = getattr(make(), name)
            is_object = type(value).__name__.endswith("Obj")  # MapServer crashes if None is assigned to one
            seen[name] = _seen(value), [_assigned(make(), name, new) for new in VALUES[1 if is_object else 0:]]
    return seen


def _held(part):
    """Parts of a scene that stays."""
    maps = []

    def make():
        maps.append(scene())
        return part(maps[-1])

    return make


def attributes_of_maps():
    return _round_trips(_held(lambda the_map: the_map)), _round_trips(mapscript.mapObj)


def attributes_of_layers():
    return (_round_trips(_held(lambda the_map: the_map.getLayer(0))), _round_trips(_held(lambda the_map: the_map.getLayer(1))),
            _round_trips(lambda: capitals()[1]), _round_trips(mapscript.layerObj))


def attributes_of_classes():
    return _round_trips(_held(lambda the_map: the_map.getLayer(0).getClass(0))), _round_trips(mapscript.classObj)


def attributes_of_styles():
    return _round_trips(_held(lambda the_map: the_map.getLayer(0).getClass(0).getStyle(1))), _round_trips(mapscript.styleObj)


def attributes_of_labels():
    return _round_trips(_held(lambda the_map: the_map.getLayer(0).getClass(0).getLabel(0))), _round_trips(mapscript.labelObj)


def attributes_of_furniture():
    return [_round_trips(_held(part)) for part in (lambda the_map: the_map.web, lambda the_map: the_map.legend,
                                                   lambda the_map: the_map.scalebar, lambda the_map: the_map.querymap)]


def attributes_of_a_reference_map():
    return _round_trips(_held(lambda the_map: the_map.reference))


def attributes_of_formats():
    return (_round_trips(_held(lambda the_map: the_map.getOutputFormatByName("mine"))),
            _round_trips(lambda: mapscript.outputFormatObj("AGG/PNG")), _round_trips(lambda: mapscript.outputFormatObj("AGG/PNG8")))


def attributes_of_symbols():
    return (_round_trips(_held(lambda the_map: the_map.symbolset.getSymbol(2))), _round_trips(lambda: mapscript.symbolObj("new")),
            _round_trips(_held(lambda the_map: the_map.symbolset)))


def attributes_of_small_objects():
    return [_round_trips(make) for make in (lambda: mapscript.colorObj(1, 2, 3, 4), lambda: mapscript.pointObj(1, 2), mapscript.lineObj,
                                            lambda: mapscript.rectObj(1, 2, 3, 4), lambda: mapscript.resultObj(3),
                                            lambda: mapscript.projectionObj("init=epsg:3857"), mapscript.OWSRequest,
                                            _held(lambda the_map: the_map.getLayer(0).cluster), mapscript.hashTableObj)]


def attributes_of_shapes():
    return [_round_trips(lambda: mapscript.shapeObj.fromWKT(text)) for text in ("POINT(1 2)", "LINESTRING(0 0,4 4)",
                                                                               "POLYGON((0 0,4 0,4 4,0 0))")]


def scale_tokens():
    return _round_trips(mapscript.scaleTokenObj), _round_trips(mapscript.scaleTokenEntryObj)


def members_of_the_label_cache():
    return [_round_trips(make) for make in (mapscript.labelCacheMemberObj, mapscript.labelCacheSlotObj, mapscript.markerCacheMemberObj)]
