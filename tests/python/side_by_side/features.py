# SPDX-License-Identifier: MIT
"""Features of layers: reading, queries, files of shapes."""
import mapscript
from scene import DATA, FOLDER, box, capitals, lines, scene, tried


def features_are_read_one_by_one():
    the_map, layer = capitals()
    layer.open()
    layer.whichShapes(mapscript.rectObj(0, 40, 20, 60))
    seen = []
    while True:
        shape = layer.nextShape()
        if shape is None:
            break
        seen.append((shape.type, shape.index, shape.getValue(0), shape.numvalues))
    layer.close()
    return sorted(seen)


def a_closed_layer_is_not_read():
    _, layer = capitals()
    return tried(lambda: layer.nextShape()), tried(lambda: layer.whichShapes(mapscript.rectObj(0, 0, 1, 1)))


def features_are_counted():
    _, layer = capitals()
    return layer.getNumFeatures(), scene().getLayer(0).getNumFeatures(), scene().getLayer(1).getNumFeatures()


def a_source_that_is_missing():
    _, layer = capitals()
    layer.data = "/nonexistent"
    return tried(lambda: layer.open())


NO_VIEW = '''MAP %s
  LAYER NAME "p" TYPE POINT STATUS ON TEMPLATE "t" %s
    FEATURE POINTS 1 1 END END FEATURE POINTS 2 2 END END FEATURE POINTS 20 20 END END END
  LAYER NAME "q" TYPE POLYGON STATUS ON TEMPLATE "t" %s FEATURE POINTS 0 0 0 5 5 5 5 0 0 0 END END END
END'''


def _all_queries(the_map):
    square = mapscript.rectObj(0.5, 0.5, 3, 3)
    found = []
    for layer in (the_map.getLayer(0), the_map.getLayer(1)):
        for action in (
                lambda: layer.queryByRect(the_map, square), lambda: layer.queryByShape(the_map, square.toPolygon()),
                lambda: layer.queryByPoint(the_map, mapscript.pointObj(1.1, 1), mapscript.MS_MULTIPLE, -1),
                lambda: layer.queryByPoint(the_map, mapscript.pointObj(1.1, 1), mapscript.MS_SINGLE, 3),
                lambda: layer.queryByIndex(the_map, -1, 0), lambda: the_map.queryByRect(square)):
            found.append((action(), layer.getNumResults()))
    return found


def queries_of_a_map_without_a_view():
    """Without an extent pixels are negligible, and scale limits apply only if a scale is known."""
    return [_all_queries(mapscript.fromstring(NO_VIEW % (head, limit, limit)))
            for head in ("", "SIZE 100 100", "UNITS METERS", "SIZE 100 100 EXTENT 0 0 10 10 UNITS METERS")
            for limit in ("", "TOLERANCE 5", "TOLERANCE 5 TOLERANCEUNITS METERS", "MINSCALEDENOM 10", "MAXSCALEDENOM 10")]


def limits_of_scale_count_for_queries_when_the_scale_is_known():
    seen = []
    for know in (lambda the_map: None, lambda the_map: the_map.draw(), lambda the_map: the_map.prepareImage(),
                 lambda the_map: the_map.setExtent(0, 0, 10, 10), lambda the_map: the_map.setExtent(0, 0, 0.1, 0.1),
                 lambda the_map: the_map.setSize(100, 100), lambda the_map: the_map.scaleExtent(2, 0, 0), lambda the_map: the_map.drawQuery(),
                 lambda the_map: the_map.zoomPoint(1, mapscript.pointObj(50, 50), 100, 100, the_map.extent, None),
                 lambda the_map: setattr(the_map, "scaledenom", 5)):
        the_map = mapscript.fromstring(NO_VIEW % ("SIZE 100 100 EXTENT 0 0 10 10 UNITS METERS", "MAXSCALEDENOM 10", "MINSCALEDENOM 100"))
        know(the_map)
        seen.append((round(the_map.scaledenom, 6), _all_queries(the_map)))
    return seen


def a_shapefile_of_ogr():
    seen = []
    for connection in (DATA / "shapefile" / "capitals.shp", DATA / "shapefile"):
        the_map, layer = capitals()
        layer.setConnectionType(mapscript.MS_OGR, "")
        layer.connection, layer.data = str(connection), "capitals"
        number = layer.getNumFeatures()
        layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
        found = [layer.getShape(layer.getResult(i)) for i in range(layer.getNumResults())]
        seen.append((number, sorted(shape.index for shape in found), [layer.getItem(i) for i in range(layer.numitems)],
                     box(layer.getExtent())))
    return seen


def items_are_chosen_by_processing():
    seen = []
    for items in ("name", "name,gid", "gid", "nothing"):
        the_map, layer = capitals()
        layer.addProcessing("ITEMS=" + items)

        def read():
            layer.open()
            layer.whichShapes(mapscript.rectObj(0, 40, 20, 60))
            shape = layer.nextShape()
            return [layer.getItem(i) for i in range(layer.numitems)], [shape.getValue(i) for i in range(shape.numvalues)]

        def query():
            layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
            shape = layer.getShape(layer.getResult(0))
            return layer.numitems, [shape.getValue(i) for i in range(shape.numvalues)]

        seen.append((tried(read), tried(query)))
    return seen


def a_query_at_a_point():
    the_map, layer = capitals()
    layer.queryByPoint(the_map, mapscript.pointObj(2.3, 48.9), mapscript.MS_SINGLE, 3)
    layer.open()
    result = layer.getResult(0)
    shape = layer.getShape(result)
    return layer.getNumResults(), result.shapeindex, result.classindex, result.tileindex, shape.getValue(0), box(layer.getResultsBounds())


def a_query_of_many_at_a_point():
    the_map, layer = capitals()
    done = layer.queryByPoint(the_map, mapscript.pointObj(10, 50), mapscript.MS_MULTIPLE, 10)
    return done, layer.getNumResults(), sorted(layer.getResult(i).shapeindex for i in range(layer.getNumResults()))


def a_query_in_a_box():
    the_map, layer = capitals()
    the_map.queryByRect(mapscript.rectObj(0, 40, 20, 60))
    results = layer.getResults()
    return results.numresults, box(results.bounds), sorted(results.getResult(i).shapeindex for i in range(results.numresults)), results.getResult(99)


def a_query_of_one_layer_in_a_box():
    the_map, layer = capitals()
    layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
    return layer.getNumResults(), the_map.getLayer(0).getNumResults()


def a_query_that_finds_nothing():
    the_map, layer = capitals()
    return (tried(lambda: layer.queryByRect(the_map, mapscript.rectObj(-170, -80, -160, -70))), layer.getResults() is None,
            layer.getNumResults(), layer.getResult(0))


def a_query_by_attributes():
    the_map, layer = capitals()
    layer.open()
    item = layer.getItem(0)
    layer.close()
    done = layer.queryByAttributes(the_map, item, "/^B/", mapscript.MS_MULTIPLE)
    return done, layer.getNumResults(), sorted(layer.getResult(i).shapeindex for i in range(layer.getNumResults()))


def a_query_by_a_filter():
    the_map, layer = capitals()
    layer.open()
    item = layer.getItem(0)
    layer.close()
    done = layer.queryByFilter(the_map, f"('[{item}]' = 'Paris')")
    return done, layer.getNumResults()


def a_query_by_a_shape():
    the_map, layer = capitals()
    shape = mapscript.shapeObj.fromWKT("POLYGON((0 40,20 40,20 60,0 60,0 40))")
    layer.queryByShape(the_map, shape)
    return layer.getNumResults()


def a_query_by_features_of_another_layer():
    the_map, layer = capitals()
    other = layer.clone()
    other.name = "other"
    the_map.insertLayer(other)
    layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
    other.tolerance = 0
    other.queryByFeatures(the_map, layer.index)
    return other.getNumResults(), layer.getNumResults()


def queries_by_index_are_added():
    the_map, layer = capitals()
    layer.queryByIndex(the_map, -1, 3)
    first = layer.getNumResults()
    layer.queryByIndex(the_map, -1, 4, mapscript.MS_TRUE)
    second = layer.getNumResults()
    layer.queryByIndex(the_map, -1, 5)
    return first, second, layer.getNumResults(), [layer.getResult(i).shapeindex for i in range(layer.getNumResults())]


def a_layer_without_a_template_is_not_queried():
    the_map, layer = capitals()
    layer.template = None
    return tried(lambda: layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))), layer.getNumResults()


def results_are_freed():
    the_map, layer = capitals()
    layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
    the_map.freeQuery()
    return layer.getNumResults(), layer.getResults() is None


def results_are_saved_and_loaded():
    the_map, layer = capitals()
    layer.queryByRect(the_map, mapscript.rectObj(0, 40, 20, 60))
    before = layer.getNumResults()
    the_map.saveQuery(str(FOLDER / "results.qy"))
    the_map.freeQuery()
    the_map.loadQuery(str(FOLDER / "results.qy"))
    return before == layer.getNumResults(), tried(lambda: the_map.loadQuery("/nonexistent"))


def inline_features_are_added():
    the_map = scene()
    layer = the_map.getLayer(2)
    done = layer.addFeature(mapscript.shapeObj.fromWKT("LINESTRING(0 0,1 1)"))
    return done, layer.getNumFeatures(), layer.connectiontype


def inline_features_are_read():
    layer = scene().getLayer(0)
    layer.open()
    layer.whichShapes(mapscript.rectObj(0, 0, 5, 5))
    shape = layer.nextShape()
    return shape.type, lines(shape), box(shape.bounds)


def a_query_of_inline_features():
    the_map = scene()
    layer = the_map.getLayer(0)
    layer.queryByPoint(the_map, mapscript.pointObj(5, 5), mapscript.MS_MULTIPLE, -1)
    return layer.getNumResults(), layer.getResult(0).classindex, box(layer.getResultsBounds())


def a_file_of_shapes():
    shapes = mapscript.shapefileObj(str(DATA / "shapefile" / "capitals"))
    shape = mapscript.shapeObj(mapscript.MS_SHAPE_POINT)
    shapes.get(0, shape)
    point = mapscript.pointObj()
    shapes.getPoint(1, point)
    again = shapes.getShape(2)
    rect = mapscript.rectObj()
    shapes.getExtent(0, rect)
    return shapes.numshapes, shapes.type, box(shapes.bounds), lines(shape), (round(point.x, 5), round(point.y, 5)), lines(again), box(rect)


def columns_of_a_file_of_shapes():
    table = mapscript.shapefileObj(str(DATA / "shapefile" / "capitals")).getDBF()
    return [(table.getFieldName(i), table.getFieldType(i), table.getFieldWidth(i), table.getFieldDecimals(i)) for i in range(table.nFields)], table.nRecords


def a_file_of_shapes_that_is_missing():
    return tried(lambda: mapscript.shapefileObj("/nonexistent"))


def polygons_of_a_file():
    shapes = mapscript.shapefileObj(str(DATA / "shapefile" / "countries"))
    shape = shapes.getShape(3)
    return shapes.type, shapes.numshapes, shape.numlines, round(shape.getArea(), 3), shape.index


def items_are_chosen():
    _, layer = capitals()
    layer.open()
    name = layer.getItem(1)
    layer.setItems([name])
    layer.whichShapes(mapscript.rectObj(2, 48, 3, 49))
    shape = layer.nextShape()
    return layer.numitems, shape.numvalues, shape.getValue(0)


def a_class_of_a_shape():
    the_map = scene()
    layer = the_map.getLayer(0)
    layer.open()
    layer.whichShapes(mapscript.rectObj(0, 0, 20, 10))
    return [layer.getClassIndex(the_map, layer.nextShape()) for _ in range(2)]


def features_are_described():
    _, layer = capitals()
    layer.open()
    return [definition["name"] for definition in layer.getItemDefinitions()]


def an_index_that_is_not_there_is_not_found():
    the_map, layer = capitals()
    mapscript.classObj(layer)
    seen = [(layer.queryByIndex(the_map, -1, index), layer.getNumResults()) for index in (3, 9999)]
    layer.queryByIndex(the_map, -1, 3)
    return seen, layer.queryByIndex(the_map, -1, 9999, mapscript.MS_TRUE), layer.getNumResults()
