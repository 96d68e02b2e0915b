# SPDX-License-Identifier: MIT
"""Points, lines, boxes and shapes."""
import mapscript
from scene import box, lines, points, tried


def _shape(text):
    return mapscript.shapeObj.fromWKT(text)


def _line(*corners):
    line = mapscript.lineObj()
    for x, y in corners:
        line.add(mapscript.pointObj(x, y))
    return line


def a_point_has_coordinates():
    point = mapscript.pointObj()
    seen = [(point.x, point.y, point.z, point.m)]
    point.setXY(1, 2)
    seen.append((point.x, point.y))
    point.setXYZ(1, 2, 3)
    seen.append(point.z)
    point.setXYZM(1, 2, 3, 4)
    return seen, point.m


def points_as_text():
    return [str(mapscript.pointObj(1.5, 2)), str(mapscript.pointObj(1, 2, 3, 4)), mapscript.pointObj(0.123456789, 1e20).toString(),
            mapscript.pointObj(1, 2).__geo_interface__, mapscript.pointObj(1, 2, 3).__geo_interface__]


def distances_from_a_point():
    point = mapscript.pointObj(0, 0)
    shape = _shape("POLYGON((10 10,20 10,20 20,10 20,10 10))")
    return (point.distanceToPoint(mapscript.pointObj(3, 4)),
            point.distanceToSegment(mapscript.pointObj(2, -1), mapscript.pointObj(2, 1)), round(point.distanceToShape(shape), 9))


def a_point_becomes_a_shape():
    shape = mapscript.pointObj(3, 4).toShape()
    return shape.type, lines(shape), box(shape.bounds)


def a_point_is_projected():
    point = mapscript.pointObj(10, 50)
    done = point.project(mapscript.projectionObj("init=epsg:4326"), mapscript.projectionObj("init=epsg:3857"))
    return done, round(point.x, 3), round(point.y, 3)


def a_line_has_points():
    line = _line((1, 2), (3, 4))
    third = line.set(0, mapscript.pointObj(9, 9))
    return line.numpoints, points(line), third, tried(lambda: line.get(7)), tried(lambda: line.get(-1)), tried(lambda: line.set(5, mapscript.pointObj()))


def a_line_as_a_mapping():
    return _line((1, 2), (3, 4)).__geo_interface__


def a_line_is_projected():
    line = _line((10, 50), (11, 51))
    line.project(mapscript.projectionObj("init=epsg:4326"), mapscript.projectionObj("init=epsg:3857"))
    return [tuple(round(value, 2) for value in point) for point in points(line)]


def a_box_has_sides():
    rect = mapscript.rectObj(1, 2, 3, 4)
    center = rect.getCenter()
    return box(rect), (center.x, center.y), str(rect), rect.toString(), lines(rect.toPolygon()), mapscript.pointObj(2, 3) in rect


def boxes_that_are_none():
    return [tried(lambda: mapscript.rectObj(3, 0, 1, 1)), tried(lambda: mapscript.rectObj(0, 3, 1, 1)),
            tried(lambda: box(mapscript.rectObj(0, 0, 0, 1))), tried(lambda: mapscript.rectObj(1, 1, 0, 0, mapscript.MS_TRUE) and "pixels"),
            tried(lambda: mapscript.rectObj(0, 1, 1, 0, mapscript.MS_TRUE) and "pixels"), box(mapscript.rectObj())]


def a_box_is_fitted():
    rect = mapscript.rectObj(0, 0, 10, 10)
    return round(rect.fit(200, 100), 6), box(rect)


def a_box_is_projected():
    rect = mapscript.rectObj(10, 50, 11, 51)
    rect.project(mapscript.projectionObj("init=epsg:4326"), mapscript.projectionObj("init=epsg:3857"))
    return tuple(round(side, 1) for side in box(rect))


def shapes_of_all_types():
    seen = []
    for kind in (mapscript.MS_SHAPE_POINT, mapscript.MS_SHAPE_LINE, mapscript.MS_SHAPE_POLYGON, mapscript.MS_SHAPE_NULL):
        shape = mapscript.shapeObj(kind)
        shape.add(_line((0, 0), (1, 1)))
        seen.append((shape.type, shape.numlines, box(shape.bounds), shape.numvalues, shape.text, shape.index, shape.classindex,
                     shape.tileindex, shape.resultindex))
    return seen


def bounds_follow_setbounds():
    shape = mapscript.shapeObj(mapscript.MS_SHAPE_LINE)
    line = _line((0, 0), (5, 5))
    shape.add(line)
    shape.get(0).set(1, mapscript.pointObj(9, 9))
    return box(shape.bounds), (shape.setBounds(), box(shape.bounds))


def well_known_text_both_ways():
    texts = ("POINT(1 2)", "LINESTRING(0 0,1 1,2 0)", "POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,2 1,2 2,1 2,1 1))",
             "MULTIPOINT(1 1,2 2)", "MULTILINESTRING((0 0,1 1),(2 2,3 3))", "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))")
    return [(_shape(text).type, _shape(text).numlines, _shape(text).toWKT()) for text in texts]


def well_known_text_that_is_none():
    return [tried(lambda: _shape(text)) for text in ("nonsense", "POINT(1)", "")]


def empty_shapes_as_text():
    return [tried(lambda: _shape(text) and _shape(text).numlines) for text in ("POINT EMPTY", "LINESTRING EMPTY", "POLYGON EMPTY")]


def points_in_space_as_text():
    return [tried(lambda: (_shape(text).type, _shape(text).numlines, _shape(text).get(0).get(0).z))
            for text in ("POINT Z (1 2 3)", "LINESTRING Z (0 0 1,1 1 2)")]


def shapes_from_shapes():
    square, other = _shape("POLYGON((0 0,4 0,4 4,0 4,0 0))"), _shape("POLYGON((2 2,6 2,6 6,2 6,2 2))")
    return [(round(shape.getArea(), 6), box(shape.bounds)) for shape in (
        square.Union(other), square.intersection(other), square.difference(other), square.symDifference(other),
        square.convexHull(), square.simplify(0.1), square.topologyPreservingSimplify(0.1))]


def a_buffer_is_larger():
    buffer = _shape("POINT(0 0)").buffer(10)
    return buffer.type, box(buffer.bounds), round(buffer.getArea(), 0)


def relations_of_shapes():
    square, inner = _shape("POLYGON((0 0,4 0,4 4,0 4,0 0))"), _shape("POLYGON((1 1,2 1,2 2,1 2,1 1))")
    line, far = _shape("LINESTRING(-1 2,5 2)"), _shape("POINT(9 9)")
    names = ("contains", "overlaps", "within", "crosses", "intersects", "touches", "equals", "disjoint")
    return [[getattr(one, name)(other) for name in names] for one, other in (
        (square, inner), (inner, square), (square, line), (line, square), (square, far), (square, square))]


def a_shape_contains_points():
    square = _shape("POLYGON((0 0,4 0,4 4,0 4,0 0))")
    return [tried(lambda: square.contains(mapscript.pointObj(x, x))) for x in (2, 9, 4)]


def measures_of_shapes():
    square, line = _shape("POLYGON((0 0,4 0,4 4,0 4,0 0))"), _shape("LINESTRING(0 0,3 4)")
    center = square.getCentroid()
    return square.getArea(), square.getLength(), line.getLength(), line.getArea(), (center.x, center.y)


def distances_of_shapes():
    square = _shape("POLYGON((0 0,4 0,4 4,0 4,0 0))")
    return square.distanceToPoint(mapscript.pointObj(7, 0)), square.distanceToShape(_shape("LINESTRING(4 9,9 9)"))


def the_boundary_of_a_polygon():
    boundary = _shape("POLYGON((0 0,4 0,4 4,0 4,0 0))").boundary()
    return boundary.type, boundary.numlines, round(boundary.getLength(), 6)


def operations_that_give_nothing():
    square, far = _shape("POLYGON((0 0,4 0,4 4,0 4,0 0))"), _shape("POLYGON((20 20,21 20,21 21,20 20))")
    return tried(lambda: square.intersection(far).numlines), tried(lambda: square.Union(None))


def a_label_point_lies_inside():
    shape = _shape("POLYGON((0 0,10 0,10 10,0 10,0 0))")
    point = shape.getLabelPoint()
    return round(point.x, 3), round(point.y, 3)


def values_of_a_shape():
    shape = mapscript.shapeObj(mapscript.MS_SHAPE_POINT)
    before = shape.numvalues, tried(lambda: shape.getValue(0))
    shape.initValues(3)
    done = shape.setValue(1, "x"), tried(lambda: shape.setValue(9, "x"))
    return before, done, [shape.getValue(i) for i in range(3)], shape.numvalues


def a_clone_of_a_shape_is_its_own():
    shape = _shape("LINESTRING(0 0,1 1)")
    shape.initValues(1)
    shape.setValue(0, "v")
    shape.text = "t"
    copy = shape.clone()
    copy.text = "other"
    other = mapscript.shapeObj(mapscript.MS_SHAPE_POINT)
    shape.copy(other)
    return shape.text, copy.text, copy.getValue(0), other.type, other.numlines, other.getValue(0), lines(copy)


def a_shape_as_a_mapping():
    return [_shape(text).__geo_interface__ for text in ("POINT(1 2)", "LINESTRING(0 0,1 1)", "MULTIPOINT(1 1,2 2)",
                                                        "POLYGON((0 0,4 0,4 4,0 0))")]


def a_shape_with_values_as_a_mapping():
    shape = _shape("POINT(1 2)")
    shape.initValues(2)
    shape.setValue(0, "5")
    shape.setValue(1, "x")
    plain = shape.__geo_interface__["properties"]
    shape.itemdefinitions = [{"name": "number", "type": "Integer"}, {"name": "text", "type": "Character"}]
    return plain, shape.__geo_interface__["properties"]


def a_shape_is_projected():
    shape = _shape("LINESTRING(10 50,11 51)")
    done = shape.project(mapscript.projectionObj("init=epsg:4326"), mapscript.projectionObj("init=epsg:3857"))
    return done, [tuple(round(value, 2) for value in point) for point in lines(shape)[0]]


def projections_of_scripts():
    seen = []
    for text in ("init=epsg:4326", "init=epsg:3857", "+proj=utm +zone=32 +datum=WGS84", "init=epsg:2263"):
        projection = mapscript.projectionObj(text)
        seen.append((projection.numargs, projection.getUnits()))
    return seen


def projections_that_are_none():
    return [tried(lambda: mapscript.projectionObj("+proj=nonsense").getUnits()), tried(lambda: mapscript.projectionObj(5))]


def a_reprojection_is_made():
    source, target = mapscript.projectionObj("init=epsg:4326"), mapscript.projectionObj("init=epsg:3857")
    return type(mapscript.reprojectionObj(source, target)).__name__, tried(lambda: type(mapscript.reprojectionObj(None, target)).__name__)


def lines_beyond_the_end_of_a_shape():
    shape = _shape("LINESTRING(0 0,1 1)")
    return tried(lambda: shape.get(5)), tried(lambda: shape.get(-1))


def a_line_of_a_shape_is_shared():
    shape = _shape("LINESTRING(0 0,1 1)")
    shape.get(0).set(0, mapscript.pointObj(7, 7))
    return lines(shape)
