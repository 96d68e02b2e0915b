# SPDX-License-Identifier: MIT
"""Reading features with and without a previous query, and the rest of a query."""
import mapscript
from scene import FOLDER, box, capitals, scene, tried


def _names(layer):
    names = []
    shape = layer.nextShape()
    while shape is not None:
        names.append(shape.getValue(1))
        shape = layer.nextShape()
    return names


def a_filter_holds_while_features_are_read():
    _, layer = capitals()
    seen = []
    for text, item in (("('[name]' ~ '^P')", None), ("/^P/", "name"), ('"Paris"', "name"), ("([gid] < 5)", None)):
        layer.filteritem = item
        layer.setFilter(text)
        layer.open()
        layer.whichShapes(layer.getExtent())
        seen.append(sorted(_names(layer)))
        layer.close()
    return seen, layer.getNumFeatures()


def results_are_read_without_opening_the_layer():
    the_map, layer = capitals()
    layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
    shapes = [layer.getShape(layer.getResult(i)) for i in range(layer.getNumResults())]
    return layer.numitems, layer.getItem(1), sorted(shape.getValue(1) for shape in shapes), sorted({shape.classindex for shape in shapes})


def results_outlive_closing():
    the_map, layer = capitals()
    layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
    layer.close()
    seen = [layer.getNumResults(), tried(lambda: layer.getShape(layer.getResult(0)))]
    layer.open()
    return seen, layer.getNumResults(), layer.getShape(layer.getResult(0)).index


def features_that_are_not_there():
    _, layer = capitals()
    layer.open()
    return [tried(lambda: layer.getShape(mapscript.resultObj(index))) for index in (99999, -1)], layer.getShape(mapscript.resultObj(7)).classindex


def a_query_that_looks_and_finds_nothing_has_results():
    the_map, layer = capitals()
    seen = []
    for query in (lambda: layer.queryByAttributes(the_map, "name", "Nowhere", mapscript.MS_MULTIPLE),
                  lambda: layer.queryByPoint(the_map, mapscript.pointObj(2.5, 48.8), mapscript.MS_SINGLE, 0.01),
                  lambda: layer.queryByFilter(the_map, "('[name]' = 'Nowhere')")):
        query()
        seen.append((layer.getNumResults(), layer.getResults().numresults, box(layer.getResultsBounds()), layer.getResult(0)))
    return seen


def a_query_beyond_the_file_has_none():
    the_map, layer = capitals()
    layer.queryByRect(the_map, mapscript.rectObj(-179, -89, -178, -88))
    return layer.getResults(), layer.getNumResults()


def a_query_that_fails_leaves_no_results():
    the_map, layer = capitals()
    layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
    tried(lambda: layer.queryByFilter(the_map, "('[name]'"))
    return layer.getNumResults()


def shapes_know_no_value_of_none():
    shape = mapscript.shapeObj(mapscript.MS_SHAPE_POINT)
    shape.initValues(1)
    return [tried(lambda: shape.setValue(0, None))]


def texts_that_are_no_geometry():
    return [tried(lambda: mapscript.shapeObj.fromWKT(text)) for text in ("LINESTRING(1 1)", "POLYGON((0 0,1 1))")]


def shapes_without_anything_have_no_text():
    return [mapscript.shapeObj(kind).toWKT() for kind in (mapscript.MS_SHAPE_POINT, mapscript.MS_SHAPE_LINE, mapscript.MS_SHAPE_NULL)]


def only_polygons_contain_points():
    point = mapscript.pointObj(1, 1)
    return [mapscript.shapeObj.fromWKT(text).contains(point) for text in ("LINESTRING(0 0,2 2)", "POINT(1 1)", "POLYGON((0 0,3 0,3 3,0 0))")]


def shapes_that_cannot_be_compared():
    empty, square = mapscript.shapeObj(), mapscript.shapeObj.fromWKT("POLYGON((0 0,4 0,4 4,0 4,0 0))")
    return [getattr(empty, name)(square) for name in ("contains", "overlaps", "within", "crosses", "intersects", "touches", "equals", "disjoint")]


def a_point_in_the_plane_has_no_height():
    point = mapscript.pointObj(1, 2, 3, 4)
    point.setXY(5, 6)
    return point.x, point.y, point.z


def a_drawn_shape_needs_no_values():
    the_map = mapscript.fromstring("""MAP SIZE 20 20 EXTENT 0 0 10 10 LAYER NAME "l" TYPE POLYGON STATUS ON CLASSITEM "kind"
      FEATURE POINTS 1 1 2 1 2 2 1 1 END ITEMS "a" END PROCESSING "ITEMS=kind"
      CLASS EXPRESSION "a" STYLE COLOR 255 0 0 END END END END""")
    image = the_map.prepareImage()
    return mapscript.shapeObj.fromWKT("POLYGON((0 0,9 0,9 9,0 9,0 0))").draw(the_map, the_map.getLayer(0), image)


def zooming_in_stops_at_the_least_scale():
    seen = []
    for least in (-1, 2000, 1000000):
        the_map = mapscript.mapObj()
        the_map.setSize(100, 100)
        the_map.setExtent(-50, -50, 50, 50)
        the_map.web.minscaledenom = least
        whole = mapscript.rectObj(-50, -50, 50, 50)
        for zoom in (lambda: the_map.zoomPoint(2, mapscript.pointObj(50, 50), 100, 100, whole, None),
                     lambda: the_map.zoomPoint(-2, mapscript.pointObj(50, 50), 100, 100, whole, None),
                     lambda: the_map.zoomRectangle(mapscript.rectObj(10, 50, 50, 10, mapscript.MS_TRUE), 100, 100, whole, None),
                     lambda: the_map.zoomScale(1000, mapscript.pointObj(50, 50), 100, 100, whole, None)):
            seen.append((zoom(), box(the_map.extent), round(the_map.scaledenom, 1)))
    return seen


def arguments_have_names():
    return (mapscript.rectObj(minx=0, miny=0, maxx=1, maxy=2).maxy, mapscript.pointObj(x=3).x, mapscript.shapeObj(type=1).type,
            mapscript.colorObj(red=1).red, tried(lambda: mapscript.pointObj(xx=3)), scene().save(filename=str(FOLDER / "named.map")))


def parents_of_wrong_types():
    return [tried(lambda: kind("x")) for kind in (mapscript.layerObj, mapscript.classObj, mapscript.styleObj)]


def texts_that_are_cut_off():
    return [tried(lambda: mapscript.fromstring(text)) for text in ("MAP", 'LAYER NAME "x"')] + [
        tried(lambda: mapscript.layerObj().updateFromString(text)) for text in ("LAYER", "", "LAYER CLASS")]


def transformations_that_are_none():
    style = mapscript.styleObj()
    return [tried(lambda: style.setGeomTransform("nonsense")), style.getGeomTransform()]


def a_plugin_needs_a_library():
    layer = mapscript.layerObj()
    return [tried(lambda: layer.setConnectionType(mapscript.MS_PLUGIN, None))]


def no_error_has_an_empty_message():
    error = mapscript.msGetErrorObj()
    return error.code, error.routine, error.message


def patterns_by_method():
    style = mapscript.styleObj()
    style.pattern_set((4, 2))
    return style.pattern_get(), style.pattern
