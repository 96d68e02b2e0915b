# SPDX-License-Identifier: MIT
"""Shapefiles without a layer. Expected values: MapServer 8.0.0's module on the same files."""
import shutil

import mapscript
import pytest


@pytest.fixture
def capitals(data):
    return str(data / "shapefile" / "capitals.shp")


def point_layer(path):
    return mapscript.fromstring(
        f'MAP EXTENT 0 0 10 10 SIZE 10 10 LAYER NAME "l" TYPE POINT STATUS ON DATA "{path}" END END')


def test_shapes_of_a_file_are_read_by_number(capitals):
    file = mapscript.shapefileObj(capitals)
    assert (file.type, file.numshapes) == (mapscript.MS_SHAPEFILE_POINT, 243)
    shape = file.getShape(7)
    point = mapscript.pointObj()
    file.getPoint(7, point)
    assert (shape.index, shape.type) == (7, mapscript.MS_SHAPE_POINT)
    assert (shape.get(0).get(0).x, shape.get(0).get(0).y) == (point.x, point.y)
    box = mapscript.rectObj()
    file.getExtent(7, box)
    assert (box.minx, box.maxy) == (point.x, point.y)
    other = mapscript.shapeObj()
    file.get(7, other)
    assert other.toWKT() == shape.toWKT()
    assert point in file.bounds


def test_the_columns_of_a_table_are_known(capitals):
    table = mapscript.shapefileObj(capitals).getDBF()
    assert table.nRecords == 243
    names = [table.getFieldName(i) for i in range(table.nFields)]
    assert len(set(names)) == table.nFields > 1
    kinds = {table.getFieldType(i) for i in range(table.nFields)}
    assert kinds <= {mapscript.FTString, mapscript.FTInteger, mapscript.FTDouble}
    assert all(table.getFieldWidth(i) > 0 for i in range(table.nFields))
    with pytest.raises(mapscript.MapServerChildError):
        table.getFieldName(table.nFields)


SHAPES = [
    (mapscript.MS_SHAPEFILE_POINT, ["POINT (1 2)", "POINT (3 4)"]),
    (mapscript.MS_SHAPEFILE_ARC, ["LINESTRING (0 0, 5 5)", "MULTILINESTRING ((0 0, 1 1), (2 2, 3 5, 4 4))"]),
    (mapscript.MS_SHAPEFILE_POLYGON, ["POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 1))"]),
    (mapscript.MS_SHAPEFILE_MULTIPOINT, ["MULTIPOINT (1 2, 3 4)"]),
]


@pytest.mark.parametrize("kind,texts", SHAPES, ids=[str(kind) for kind, _ in SHAPES])
def test_what_is_written_is_read_again(capitals, tmp_path, kind, texts):
    path = tmp_path / "made.shp"
    written = mapscript.shapefileObj(str(path), kind)
    assert written.getDBF() is None
    shapes = [mapscript.shapeObj.fromWKT(text) for text in texts]
    assert [written.add(shape) for shape in shapes] == list(range(len(shapes)))
    assert written.numshapes == len(shapes)
    del written
    # as in MapServer the table is written separately, and a shapefile without one is not opened
    with pytest.raises(OSError, match="made.dbf"):
        mapscript.shapefileObj(str(path))
    shutil.copy(capitals.replace(".shp", ".dbf"), tmp_path / "made.dbf")
    again = mapscript.shapefileObj(str(path))
    assert (again.type, again.numshapes) == (kind, len(shapes))
    assert [again.getShape(i).toWKT() for i in range(len(shapes))] == [s.toWKT() for s in shapes]
    more = mapscript.shapefileObj(str(path), -2)
    assert more.add(shapes[0]) == len(shapes)
    assert mapscript.shapefileObj(str(path)).getShape(len(shapes)).toWKT() == shapes[0].toWKT()


def test_a_file_that_was_written_is_a_layers_data(capitals, tmp_path):
    written = mapscript.shapefileObj(str(tmp_path / "made.shp"), mapscript.MS_SHAPEFILE_POINT)
    written.addPoint(mapscript.pointObj(5, 5))
    shutil.copy(capitals.replace(".shp", ".dbf"), tmp_path / "made.dbf")
    with point_layer(tmp_path / "made").getLayer(0) as layer:
        assert [shape.toWKT() for shape in layer] == ["POINT (5.0000000000000000 5.0000000000000000)"]


def test_a_shape_is_moved_into_the_pixels_of_a_map(capitals):
    map = mapscript.fromstring("MAP EXTENT 0 0 10 10 SIZE 11 11 END")
    file = mapscript.shapefileObj(capitals)
    point, shape = mapscript.pointObj(), mapscript.shapeObj()
    file.getPoint(0, point)
    file.getTransformed(map, 0, shape)
    moved = shape.get(0).get(0)
    assert (moved.x, moved.y) == pytest.approx((point.x, 10 - point.y))


@pytest.mark.parametrize("misuse,exception", [
    (lambda f, w: mapscript.shapefileObj("/nowhere.shp"), OSError),
    (lambda f, w: mapscript.shapefileObj("/nowhere/made.shp", mapscript.MS_SHAPEFILE_POINT), OSError),
    (lambda f, w: mapscript.shapefileObj("made.shp", 99), mapscript.MapServerError),
    (lambda f, w: f.getShape(-1), mapscript.MapServerChildError),
    (lambda f, w: f.getShape(243), mapscript.MapServerChildError),
    (lambda f, w: f.getExtent(2**31 - 1, mapscript.rectObj()), mapscript.MapServerChildError),
    (lambda f, w: f.add(mapscript.pointObj(1, 2).toShape()), mapscript.MapServerError),
    (lambda f, w: w.getShape(0), mapscript.MapServerChildError),
    (lambda f, w: w.add(mapscript.shapeObj(mapscript.MS_SHAPE_POINT)), mapscript.MapServerError),
    (lambda f, w: w.add(mapscript.shapeObj.fromWKT("LINESTRING (0 0, 1 1)")), mapscript.MapServerError),
    (lambda f, w: w.addPoint(mapscript.pointObj(float("nan"), 0)), mapscript.MapServerError),
    (lambda f, w: f.getTransformed(mapscript.mapObj(), 0, mapscript.shapeObj()), mapscript.MapServerError),
])
def test_misuse_raises(capitals, tmp_path, misuse, exception):
    file = mapscript.shapefileObj(capitals)
    written = mapscript.shapefileObj(str(tmp_path / "made.shp"), mapscript.MS_SHAPEFILE_POINT)
    with pytest.raises(exception):
        misuse(file, written)
