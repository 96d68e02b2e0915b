# SPDX-License-Identifier: MIT
"""LAYER: attributes, classes, settings."""
import mapscript
from scene import box, capitals, color, scene, tried


def a_new_layer_has_defaults():
    layer = mapscript.layerObj()
    return (layer.name, layer.group, layer.type, layer.status, layer.data, layer.connection, layer.connectiontype,
            layer.classitem, layer.labelitem, layer.styleitem, layer.filteritem, layer.tileindex, layer.tileitem,
            layer.template, layer.header, layer.footer, layer.minscaledenom, layer.maxscaledenom, layer.labelminscaledenom,
            layer.labelmaxscaledenom, layer.units, layer.sizeunits, layer.symbolscaledenom, layer.tolerance,
            layer.toleranceunits, layer.transform, layer.numclasses, layer.numitems, layer.numprocessing, layer.index,
            layer.maxfeatures, layer.startindex, layer.mask, layer.labelcache, layer.postlabelcache, layer.requires,
            layer.labelrequires, layer.encoding, layer.classgroup, layer.mingeowidth, layer.maxgeowidth, layer.debug,
            color(layer.offsite), layer.getOpacity(), layer.getProjection(), layer.getFilterString(), box(layer.extent),
            layer.refcount, layer.compositer is None, layer.minfeaturesize)


def a_layer_has_what_the_mapfile_says():
    layer = scene().getLayer(0)
    return (layer.name, layer.group, layer.type, layer.status, layer.template, layer.classitem, layer.tolerance,
            layer.toleranceunits, layer.minscaledenom, layer.maxscaledenom, layer.getOpacity(), layer.numclasses,
            layer.index, layer.connectiontype, layer.numprocessing, layer.getProcessing(0), layer.units)


def layers_of_a_map_know_their_place():
    the_map = scene()
    return [(the_map.getLayer(i).name, the_map.getLayer(i).index, the_map.getLayer(i).map is not None) for i in range(3)]


def classes_are_inserted_moved_and_removed():
    layer = scene().getLayer(0)
    kind = mapscript.classObj()
    kind.name = "new"
    where = layer.insertClass(kind, 0)
    moved = layer.moveClassDown(0), layer.moveClassUp(2)
    names = [layer.getClass(i).name for i in range(layer.numclasses)]
    gone = layer.removeClass(1)
    return where, moved, names, gone.name, layer.numclasses


def indices_of_classes_that_are_none():
    layer = scene().getLayer(0)
    return [tried(lambda: layer.insertClass(mapscript.classObj(), 9)), tried(lambda: layer.removeClass(9)),
            tried(lambda: layer.insertClass(None)), layer.getClass(9), layer.getClass(-1)]


def a_class_made_for_a_layer_is_in_it():
    layer = mapscript.layerObj()
    kind = mapscript.classObj(layer)
    return layer.numclasses, kind.layer is not None, kind.refcount


def filters_are_given_back_as_written():
    layer = mapscript.layerObj()
    seen = [layer.getFilterString()]
    for text in ("([size] > 5)", "wood", '"wood"', "/wo+/", "{a,b}", "('[kind]' = 'wood' and [size] > 3)"):
        seen.append((layer.setFilter(text), layer.getFilterString()))
    return seen


def a_filter_that_is_not_closed():
    return tried(lambda: mapscript.layerObj().setFilter("([size] > 5"))


def a_filter_is_taken_away():
    layer = mapscript.layerObj()
    layer.setFilter("([size] > 5)")
    return tried(lambda: layer.setFilter(None)), layer.getFilterString()


def processing_directives():
    layer = mapscript.layerObj()
    layer.addProcessing("ONE=1")
    layer.addProcessing("TWO=2")
    layer.setProcessingKey("ONE", "eins")
    layer.setProcessingKey("three", "3")
    there = [layer.getProcessing(i) for i in range(layer.numprocessing)]
    key = layer.getProcessingKey("TWO"), layer.getProcessingKey("none"), layer.getProcessingKey("two")
    return there, key, layer.clearProcessing(), layer.numprocessing


def a_processing_directive_that_is_none():
    return tried(lambda: mapscript.layerObj().getProcessing(3))


def a_processing_key_is_taken_away():
    layer = mapscript.layerObj()
    layer.addProcessing("ONE=1")
    layer.setProcessingKey("ONE", None)
    return layer.numprocessing, layer.getProcessingKey("ONE")


def projections_of_a_layer():
    layer = mapscript.layerObj()
    seen = [layer.getProjection()]
    for text in ("init=epsg:4326", "+proj=utm +zone=32 +datum=WGS84", "proj=latlong,ellps=WGS84", "epsg:3857", "AUTO"):
        seen.append((tried(lambda: layer.setProjection(text)), layer.getProjection()))
    return seen


def projections_that_are_none():
    layer = mapscript.layerObj()
    return [tried(lambda: layer.setProjection("+proj=nonsense")), tried(lambda: layer.setWKTProjection("nonsense"))]


def a_projection_from_well_known_text():
    layer = mapscript.layerObj()
    seen = []
    for text in ("WGS84", "NAD27", "NAD83"):
        layer.setWKTProjection(text)
        seen.append(layer.getProjection())
    return seen


def connections_are_typed():
    layer = mapscript.layerObj()
    seen = []
    for kind in (mapscript.MS_POSTGIS, mapscript.MS_SHAPEFILE, mapscript.MS_INLINE, mapscript.MS_UNION):
        seen.append((tried(lambda: layer.setConnectionType(kind, "")), layer.connectiontype))
    return seen


def opacity_is_set():
    layer = mapscript.layerObj()
    seen = [layer.getOpacity()]
    for value in (50, 100, 0):
        layer.setOpacity(value)
        seen.append((layer.getOpacity(), layer.compositer is None))
    return seen


def compositors_are_built():
    layer = mapscript.layerObj()
    layer.compositer = mapscript.LayerCompositer()
    layer.compositer.opacity = 40
    layer.compositer.comp_op = mapscript.MS_COMPOP_MULTIPLY
    layer.compositer.next = mapscript.LayerCompositer()
    return layer.compositer.opacity, layer.compositer.comp_op, layer.compositer.next.opacity, layer.getOpacity()


def a_geometry_transformation_of_a_layer():
    layer = mapscript.layerObj()
    before = layer.getGeomTransform()
    layer.setGeomTransform("buffer([shape],2)")
    return before, layer.getGeomTransform()


def extents_of_layers():
    layer = mapscript.layerObj()
    seen = [box(layer.extent)]
    layer.setExtent(1, 2, 3, 4)
    seen.append(box(layer.extent))
    seen.append(tried(lambda: layer.setExtent(5, 5, 1, 1)))
    seen.append(box(layer.getExtent()))
    return seen


def the_extent_of_a_file():
    _, layer = capitals()
    found = box(layer.getExtent())
    layer.setExtent(0, 0, 1, 1)
    return found, box(layer.getExtent())


def a_clone_of_a_layer_is_its_own():
    layer = scene().getLayer(0)
    copy = layer.clone()
    copy.name = "copy"
    copy.getClass(0).name = "changed"
    return layer.name, copy.name, layer.getClass(0).name, copy.numclasses, copy.map is None, copy.refcount, copy.index


def a_layer_is_updated_from_text():
    layer = mapscript.layerObj()
    done = layer.updateFromString('LAYER NAME "x" TYPE LINE STATUS ON DATA "y" CLASS STYLE COLOR 1 2 3 END END END')
    return done, layer.name, layer.type, layer.status, layer.data, layer.numclasses


def a_layer_updated_from_nonsense():
    layer = mapscript.layerObj()
    return [tried(lambda: layer.updateFromString("LAYER FOO END")), tried(lambda: layer.updateFromString("x"))]


def a_layer_written_and_read_is_the_same():
    layer = scene().getLayer(0)
    again = mapscript.fromstring(layer.convertToString())
    return [(one.name, one.group, one.type, one.numclasses, one.getOpacity(), one.tolerance, one.classitem,
             one.getClass(0).getStyle(1).pattern, one.metadata.get("ows_title")) for one in (layer, again)]


def a_layer_in_the_map_is_the_one_that_was_inserted():
    the_map = scene()
    layer = mapscript.layerObj()
    layer.name = "new"
    place = the_map.insertLayer(layer)
    layer.name = "renamed"
    return place, the_map.getLayer(place).name, layer.refcount, the_map.numlayers, layer.index


def visibility_follows_status_and_scale():
    the_map = scene()
    the_map.prepareImage()
    seen = [the_map.getLayer(i).isVisible() for i in range(3)]
    layer = the_map.getLayer(0)
    layer.maxscaledenom = 1
    return seen, layer.isVisible()


def validation_of_a_layer():
    layer = mapscript.layerObj()
    layer.validation.set("x", "^[0-9]+$")
    return layer.validation.get("X"), layer.validation.numitems


def bind_values_and_connection_options():
    layer = mapscript.layerObj()
    layer.bindvals.set("1", "x")
    layer.connectionoptions.set("a", "b")
    return layer.bindvals.get("1"), layer.connectionoptions.get("A")


def items_of_an_open_layer():
    _, layer = capitals()
    before = layer.numitems, layer.getItem(0)
    layer.open()
    there = [layer.getItem(i) for i in range(layer.numitems)], layer.getItem(99), layer.getItem(-1)
    layer.close()
    return before, there


def types_of_items():
    _, layer = capitals()
    layer.metadata.set("gml_types", "auto")
    layer.open()
    return [layer.getItemType(i) for i in range(layer.numitems)]


def class_items_are_attributes():
    layer = scene().getLayer(0)
    layer.classitem = "size"
    layer.labelitem = "kind"
    layer.filteritem = None
    return layer.classitem, layer.labelitem, layer.filteritem


def a_layer_is_made_in_a_map():
    the_map = mapscript.mapObj()
    layer = mapscript.layerObj(the_map)
    return the_map.numlayers, layer.index, layer.map is not None


def a_database_that_is_not_there_cannot_be_opened():
    layer = mapscript.layerObj(scene())
    layer.type = mapscript.MS_LAYER_POINT
    layer.setConnectionType(mapscript.MS_POSTGIS, "")
    layer.connection, layer.data = "host=/nowhere dbname=none", "geom from none"
    return tried(layer.open)
