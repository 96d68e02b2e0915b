# SPDX-License-Identifier: MIT
"""CLASS, STYLE, LABEL, LEADER, CLUSTER and tables of strings."""
import mapscript
from scene import color, scene, tried


def _fields():
    the_map = scene()
    return the_map, the_map.getLayer(0)


def a_style_has_what_the_mapfile_says():
    _, layer = _fields()
    style = layer.getClass(0).getStyle(1)
    return (color(style.color), style.size, style.gap, style.angle, style.symbolname, style.pattern, style.patternlength,
            style.width, style.opacity, color(style.outlinecolor))


def a_new_style_has_defaults():
    style = mapscript.styleObj()
    return (color(style.color), color(style.outlinecolor), style.size, style.minsize, style.maxsize, style.width,
            style.minwidth, style.maxwidth, style.outlinewidth, style.symbol, style.symbolname, style.angle, style.offsetx,
            style.offsety, style.opacity, style.gap, style.initialgap, style.linecap, style.linejoin, style.linejoinmaxsize,
            style.pattern, style.antialiased, style.minscaledenom, style.maxscaledenom, style.autoangle, style.rangeitem,
            style.minvalue, style.maxvalue, color(style.mincolor), style.polaroffsetpixel, style.polaroffsetangle)


def a_new_label_has_defaults():
    label = mapscript.labelObj()
    return (label.font, label.size, label.minsize, label.maxsize, color(label.color), color(label.outlinecolor),
            label.outlinewidth, color(label.shadowcolor), label.shadowsizex, label.shadowsizey, label.position,
            label.offsetx, label.offsety, label.angle, label.anglemode, label.buffer, label.align, label.wrap,
            label.maxlength, label.minfeaturesize, label.autominfeaturesize, label.minscaledenom, label.maxscaledenom,
            label.mindistance, label.repeatdistance, label.maxoverlapangle, label.partials, label.force, label.encoding,
            label.priority, label.numstyles)


def a_new_class_has_defaults():
    kind = mapscript.classObj()
    return (kind.name, kind.title, kind.group, kind.status, kind.minscaledenom, kind.maxscaledenom, kind.template,
            kind.keyimage, kind.numstyles, kind.numlabels, kind.getExpressionString(), kind.getTextString(), kind.debug,
            kind.minfeaturesize, kind.isfallback, kind.layer)


def a_class_has_what_the_mapfile_says():
    _, layer = _fields()
    return [(kind.name, kind.title, kind.group, kind.getExpressionString(), kind.numstyles, kind.numlabels)
            for kind in (layer.getClass(0), layer.getClass(1))]


def a_label_has_what_the_mapfile_says():
    _, layer = _fields()
    label = layer.getClass(0).getLabel(0)
    return (label.size, color(label.color), label.position, label.offsetx, label.offsety, label.priority,
            label.getTextString(), label.getExpressionString(), label.refcount)


def expressions_are_given_back_as_written():
    kind = mapscript.classObj()
    seen = []
    for text in ("wood", '"wood"', "/^wo+/", "([size] > 5)", "('[kind]' = 'wood')", "{wood,meadow}", "/wood/i", '"Wood"i'):
        kind.setExpression(text)
        seen.append(kind.getExpressionString())
    return seen


def texts_of_a_class_are_given_back_as_written():
    kind = mapscript.classObj()
    seen = []
    for text in ("[kind]", '"[kind] x"', "('[kind]' + 'x')"):
        kind.setText(text)
        seen.append(kind.getTextString())
    return seen


def an_expression_that_is_not_closed():
    return tried(lambda: mapscript.classObj().setExpression("([size] > 5"))


def bindings_of_a_style():
    style = mapscript.styleObj()
    before = style.getBinding(mapscript.MS_STYLE_BINDING_SIZE)
    style.setBinding(mapscript.MS_STYLE_BINDING_SIZE, "population")
    style.setBinding(mapscript.MS_STYLE_BINDING_COLOR, "paint")
    there = [style.getBinding(i) for i in (mapscript.MS_STYLE_BINDING_SIZE, mapscript.MS_STYLE_BINDING_COLOR,
                                           mapscript.MS_STYLE_BINDING_ANGLE)]
    style.removeBinding(mapscript.MS_STYLE_BINDING_SIZE)
    return before, there, style.getBinding(mapscript.MS_STYLE_BINDING_SIZE)


def bindings_that_are_none():
    style, label = mapscript.styleObj(), mapscript.labelObj()
    return [tried(lambda: style.setBinding(-1, "x")), tried(lambda: style.setBinding(1000, "x")),
            tried(lambda: style.setBinding(0, "")), tried(lambda: label.setBinding(1000, "x")),
            tried(lambda: style.getBinding(1000)), tried(lambda: style.removeBinding(1000))]


def bindings_of_a_label():
    label = mapscript.labelObj()
    label.setBinding(mapscript.MS_LABEL_BINDING_COLOR, "paint")
    there = label.getBinding(mapscript.MS_LABEL_BINDING_COLOR)
    label.removeBinding(mapscript.MS_LABEL_BINDING_COLOR)
    return there, label.getBinding(mapscript.MS_LABEL_BINDING_COLOR)


def a_pattern_is_a_tuple():
    style = mapscript.styleObj()
    style.pattern = (5, 2, 3.5)
    return style.pattern, style.patternlength


def a_pattern_that_is_none():
    style = mapscript.styleObj()

    def assign(value):
        style.pattern = value

    return [tried(lambda: assign((1.0,))), tried(lambda: assign("x")), tried(lambda: assign(5))]


def a_geometry_transformation_of_a_style():
    style = mapscript.styleObj()
    before = style.getGeomTransform()
    style.setGeomTransform("centroid")
    return before, style.getGeomTransform()


def styles_are_inserted_moved_and_removed():
    kind = mapscript.classObj()
    for size in (1, 2, 3):
        style = mapscript.styleObj(kind)
        style.size = size
    moved = [kind.moveStyleUp(1), kind.moveStyleDown(0)]
    sizes = [kind.getStyle(i).size for i in range(kind.numstyles)]
    gone = kind.removeStyle(1)
    return moved, sizes, gone.size, kind.numstyles, kind.getStyle(7)


def a_style_is_inserted_at_an_index():
    kind = mapscript.classObj()
    places = []
    for size, index in ((1, -1), (2, 0), (3, 1)):
        style = mapscript.styleObj()
        style.size = size
        places.append(kind.insertStyle(style, index))
    return places, [kind.getStyle(i).size for i in range(3)]


def indices_of_styles_that_are_none():
    kind = mapscript.classObj()
    return [tried(lambda: kind.insertStyle(mapscript.styleObj(), 5)), tried(lambda: kind.removeStyle(0)),
            tried(lambda: kind.insertStyle(None)), tried(lambda: kind.getStyle(-1)), tried(lambda: kind.moveStyleUp(0)),
            tried(lambda: kind.moveStyleDown(3))]


def a_clone_of_a_style_is_its_own():
    style = mapscript.styleObj()
    style.size = 7
    copy = style.clone()
    copy.size = 8
    return style.size, copy.size, copy.refcount


def a_clone_of_a_class_is_its_own():
    _, layer = _fields()
    kind = layer.getClass(0)
    copy = kind.clone()
    copy.name = "other"
    copy.getStyle(0).color.red = 77
    return kind.name, copy.name, kind.getStyle(0).color.red, copy.numstyles, copy.numlabels, copy.layer is None


def labels_are_added_and_removed():
    kind = mapscript.classObj()
    label = mapscript.labelObj()
    label.size = 12
    added = kind.addLabel(label)
    gone = kind.removeLabel(0)
    return added, gone.size, kind.numlabels, tried(lambda: kind.removeLabel(0)), tried(lambda: kind.getLabel(4))


def a_style_of_a_label():
    label = mapscript.labelObj()
    style = mapscript.styleObj()
    style.setGeomTransform("labelpoly")
    label.insertStyle(style)
    return label.numstyles, label.getStyle(0).getGeomTransform()


def parts_are_updated_from_text():
    style, label, kind = mapscript.styleObj(), mapscript.labelObj(), mapscript.classObj()
    return ([style.updateFromString("STYLE SIZE 4 COLOR 1 2 3 END"), style.size, color(style.color)],
            [label.updateFromString("LABEL SIZE 11 ANGLE AUTO POSITION UL END"), label.size, label.anglemode, label.position],
            [kind.updateFromString('CLASS NAME "x" STYLE WIDTH 2 END END'), kind.name, kind.numstyles])


def parts_updated_from_nonsense():
    return [tried(lambda: mapscript.styleObj().updateFromString("STYLE NONSENSE 4 END")),
            tried(lambda: mapscript.classObj().updateFromString("LAYER END"))]


def a_color_by_numbers_and_by_name():
    first, second = mapscript.colorObj(1, 2, 3), mapscript.colorObj()
    second.setHex("#fF8000")
    return color(first), color(mapscript.colorObj()), first.toHex(), color(second), second.toHex()


def a_color_with_alpha():
    value = mapscript.colorObj(255, 255, 255, 100)
    value.setHex("#01020364")
    return color(value), value.toHex()


def colors_that_are_none():
    value = mapscript.colorObj()
    return [tried(lambda: value.setHex("fffffi")), tried(lambda: value.setHex("#12345")), tried(lambda: value.setHex("")),
            tried(lambda: mapscript.colorObj(256, 0, 0)), tried(lambda: value.setRGB(-1, 300, 0)), tried(lambda: value.toHex()),
            tried(lambda: mapscript.colorObj("a"))]


def a_color_set_by_numbers():
    value = mapscript.colorObj()
    return value.setRGB(9, 8, 7), color(value), tried(lambda: value.setRGB(9, 8, 7, 6)), color(value)


def a_table_of_strings_ignores_case():
    table = mapscript.hashTableObj()
    table.set("Key", "value")
    table.set("other", "second")
    return (table.get("KEY"), table.get("none"), table.get("none", "otherwise"), table.numitems, sorted(table.keys()),
            table["key"], "kEy" in table, len(table), sorted(table))


def a_table_of_strings_is_changed():
    table = mapscript.hashTableObj()
    table["a"] = "1"
    table["A"] = "2"
    there = table.numitems, table.get("a")
    removed = tried(lambda: table.remove("b"))
    table.remove("a")
    table.clear()
    return there, removed, table.numitems, table.nextKey(None)


def keys_of_a_table_follow_one_another():
    table = mapscript.hashTableObj()
    table["one"] = "1"
    first = table.nextKey()
    return first, table.nextKey(first)


def a_table_of_wrong_things():
    table = mapscript.hashTableObj()
    return [tried(lambda: table.set(1, "x")), tried(lambda: table.set("x", 1)), tried(lambda: table.get(5))]


def metadata_of_a_layer_and_its_class():
    _, layer = _fields()
    kind = layer.getClass(0)
    kind.metadata.set("a", "b")
    return (layer.metadata.get("OWS_TITLE"), sorted(layer.metadata.keys()), kind.metadata.get("A"),
            layer.getClass(0).metadata["a"], kind.validation.numitems)


def a_leader_is_none_until_there_is_one():
    _, layer = _fields()
    return layer.getClass(0).leader is None


def a_cluster_of_a_layer():
    layer = mapscript.layerObj()
    cluster = layer.cluster
    before = cluster.maxdistance, cluster.buffer, cluster.region, cluster.getFilterString(), cluster.getGroupString()
    cluster.maxdistance = 20
    cluster.region = "ellipse"
    cluster.setGroup("([a] = 1)")
    cluster.setFilter("([Cluster_FeatureCount] > 1)")
    return before, layer.cluster.maxdistance, cluster.region, cluster.getGroupString(), cluster.getFilterString()


def a_cluster_written_and_read():
    layer = mapscript.layerObj()
    layer.cluster.updateFromString("CLUSTER MAXDISTANCE 5 REGION 'rectangle' GROUP ('[x]') END")
    return layer.cluster.maxdistance, layer.cluster.region, layer.cluster.getGroupString()


def references_are_counted():
    kind = mapscript.classObj()
    style = mapscript.styleObj()
    before = style.refcount
    kind.insertStyle(style)
    return before, style.refcount, kind.getStyle(0).refcount


def wrong_types_of_attributes():
    style, kind = mapscript.styleObj(), mapscript.classObj()

    def assign(thing, name, value):
        setattr(thing, name, value)

    return [tried(lambda: assign(style, "size", "big")), tried(lambda: assign(kind, "name", 5)),
            tried(lambda: assign(style, "color", "red")), tried(lambda: assign(kind, "status", "ON"))]


def colors_are_assigned_as_objects():
    style = mapscript.styleObj()
    style.color = mapscript.colorObj(5, 6, 7)
    style.color.red = 50
    return color(style.color)


def a_name_of_none():
    kind = mapscript.classObj()
    kind.name = "x"
    kind.name = None
    return kind.name


def colours_beyond_the_range():
    return [tried(lambda: mapscript.colorObj(*parts).red) for parts in ((-1, 0, 0), (-2, 0, 0), (0, -255, 0), (0, 0, 0, -1), (0, 0, 0, 256), (256, 0, 0))]


def patterns_that_are_none():
    style = mapscript.styleObj()
    seen = []
    for lengths in ([1], list(range(1, 20)), "abc", None):
        try:
            style.pattern = lengths
        except Exception as error:
            seen.append((type(error).__name__, str(error) if type(error).__name__ == "MapServerError" else ""))
    return seen, style.pattern
