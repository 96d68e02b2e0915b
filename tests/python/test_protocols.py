# SPDX-License-Identifier: MIT
"""Python's own protocols: pickling, copying, text forms, iteration, dictionaries; and members that
were added to MapServer after 8.0."""
import copy
import pickle

import mapscript
import pytest

LAYER = """LAYER NAME "l" TYPE POLYGON STATUS ON PROCESSING "ITEMS=kind"
  FEATURE POINTS 0 0 9 0 9 9 0 0 END ITEMS "wood" END
  FEATURE POINTS 1 1 9 0 9 9 1 1 END ITEMS "lake" END
  CLASSITEM "kind"
  CLASS NAME "water" EXPRESSION "lake" STYLE COLOR 0 0 255 END LABEL SIZE 8 END END
  CLASS NAME "rest" STYLE COLOR 0 255 0 END STYLE WIDTH 3 END END
END"""


@pytest.fixture
def map():
    return mapscript.fromstring(f"MAP NAME 'm' SIZE 50 50 EXTENT 0 0 10 10 {LAYER} END")


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def test_blocks_of_a_map_are_pickled_and_copied(map):
    layer = map.getLayer(0)
    for block in (map, layer, layer.getClass(0), layer.getClass(1).getStyle(1), layer.getClass(0).getLabel(0)):
        for other in (again(block), copy.copy(block), copy.deepcopy(block)):
            assert type(other) is type(block)
            assert other.convertToString() == block.convertToString()


def test_shapes_are_pickled_with_all_they_have():
    shape = mapscript.shapeObj.fromWKT("POLYGON ((0 0, 4 0, 4 4, 0 0))")
    shape.initValues(2)
    shape.setValue(1, "x")
    shape.index, shape.text = 7, "label"
    shape.itemdefinitions = [{"name": "a", "type": "Integer"}]
    other = again(shape)
    assert (other.toWKT(), other.index, other.text) == (shape.toWKT(), 7, "label")
    assert [other.getValue(i) for i in range(2)] == ["", "x"]
    assert other.itemdefinitions == shape.itemdefinitions
    assert str(again(shape.get(0)).get(1)) == str(shape.get(0).get(1))


def test_values_have_readable_forms():
    assert str(mapscript.rectObj(0, 1, 2, 3)) == "{ 'minx': 0 , 'miny': 1 , 'maxx': 2 , 'maxy': 3 }"
    assert str(mapscript.pointObj(1, 2, 3, 4)) == "{ 'x': 1, 'y': 2, 'z': 3, 'm': 4 }"
    assert repr(mapscript.colorObj(1, 2, 3, 4)) == "colorObj(1, 2, 3, 4)"
    table = mapscript.hashTableObj()
    table["a"] = "b"
    assert repr(table) == "hashTableObj({'a': 'b'})"
    assert dict(again(table).items()) == {"a": "b"}


def test_children_are_iterated_over(map):
    assert [layer.name for layer in map.layers] == ["l"]
    assert [c.name for layer in map.layers for c in layer.classes] == ["water", "rest"]
    assert [len(c.styles) for c in map.getLayer(0).classes] == [1, 2]
    assert [style.width for style in map.getLayer(0).getClass(1)] == [1, 3]
    assert map.layers[0].p_map is map


def test_the_order_of_drawing_may_be_given_as_an_intarray(map):
    map.insertLayer(mapscript.layerObj())
    order = mapscript.intarray(2)
    order[0], order[1] = 1, 0
    map.setLayersDrawingOrder(order)
    assert map.getLayersDrawingOrder()[0] == 1
    with pytest.raises(OverflowError):
        map.setLayersDrawingOrder([2**40, 0])
    with pytest.raises(TypeError):
        map.setLayersDrawingOrder(["a", "b"])


def test_the_class_that_draws_a_shape_is_found(map):
    layer = map.getLayer(0)
    with layer:
        found = [layer.getClassIndex(map, shape) for shape in layer]
        shape = layer.getShape(mapscript.resultObj(1))
        assert layer.getClassIndex(map, shape, (1,), 1) == 1
        assert layer.getClassIndex(map, shape, [0, 1], 2) == 0
    assert found == [1, 0]


def test_only_chosen_items_are_read(map):
    layer = map.getLayer(0)
    with pytest.raises(mapscript.MapServerError, match="not been opened"):
        layer.setItems(["kind"])
    with layer:
        layer.setItems([])
        assert (layer.numitems, layer.nextShape().numvalues) == (0, 0)
        layer.setItems(("KIND",), 1)
        layer.whichShapes(mapscript.rectObj(0, 0, 10, 10))
        assert (layer.getItem(0), layer.nextShape().getValue(0)) == ("kind", "wood")
        with pytest.raises(mapscript.MapServerError, match="no item"):
            layer.setItems(["nothing"])


def test_sizes_and_priorities_are_computed_by_expressions(map):
    label = map.getLayer(0).getClass(0).getLabel(0)
    label.setExpressionBinding(mapscript.MS_LABEL_BINDING_PRIORITY, "[kind] * 2")
    assert label.getExpressionBinding(mapscript.MS_LABEL_BINDING_PRIORITY) == "([kind] * 2)"
    assert "PRIORITY ([kind] * 2)" in label.convertToString()
    label.removeExpressionBinding(mapscript.MS_LABEL_BINDING_PRIORITY)
    assert label.getExpressionBinding(mapscript.MS_LABEL_BINDING_PRIORITY) is None
    style = mapscript.styleObj()
    style.setExpressionBinding(mapscript.MS_STYLE_BINDING_SIZE, "([a] + 1)")
    assert style.getExpressionBinding(mapscript.MS_STYLE_BINDING_SIZE) == "([a] + 1)"
    with pytest.raises(mapscript.MapServerError, match="Invalid binding"):
        style.setExpressionBinding(mapscript.MS_STYLE_BINDING_COLOR, "([a])")


def test_a_map_takes_a_config_as_an_object_or_a_path(tmp_path):
    path = tmp_path / "ms.conf"
    path.write_text('CONFIG ENV "MS_MAPFILE_PATTERN" "[.]map$" END END')
    config = mapscript.configObj(str(path))
    for given in (config, str(path)):
        map = mapscript.mapObj("", given)
        assert map.config.env["ms_mapfile_pattern"] == "[.]map$"
    assert mapscript.mapObj().config is None


def test_well_known_text_becomes_proj4_words():
    # MapServer 8.0.0: getProjection() after setWKTProjection()
    map = mapscript.mapObj()
    map.setWKTProjection("WGS84")
    assert map.getProjection() == "+init=epsg:4326"
    map.setWKTProjection(
        'ESRI::PROJCS["Zone", GEOGCS["GCS", DATUM["D", SPHEROID["Krasovsky_1940", 6378245, 298.3]], '
        'PRIMEM["Greenwich", 0], UNIT["Degree", 0.017453292519943295]], PROJECTION["Gauss_Kruger"], '
        'PARAMETER["False_Easting", 2500000], PARAMETER["False_Northing", 0], '
        'PARAMETER["Central_Meridian", 9], PARAMETER["Scale_Factor", 1], '
        'PARAMETER["Latitude_Of_Origin", 0], UNIT["Meter", 1]]')
    words = map.getProjection().split()
    assert {"+proj=tmerc", "+lon_0=9", "+x_0=2500000", "+ellps=krass"} <= set(words)
    assert mapscript.projectionObj(map.getProjection()).getUnits() == mapscript.MS_METERS
    with pytest.raises(mapscript.MapServerError):
        map.setWKTProjection("PROJCS[")


def test_shapes_are_written_as_geos_writes_them():
    # MapServer 8.0.0 with GEOS 3.11
    assert mapscript.shapeObj.fromWKT("POINT(-105.5 40)").toWKT() == (
        "POINT (-105.5000000000000000 40.0000000000000000)")
    polygon = mapscript.shapeObj.fromWKT("POLYGON((0 0,0 1,1 1,0 0))").toWKT()
    assert polygon.startswith("POLYGON ((0.0000000000000000 0.0000000000000000, 0.0")


def test_a_font_of_a_script_is_found(tmp_path, data):
    map = mapscript.fromstring(f"MAP SIZE 50 50 EXTENT 0 0 10 10 {LAYER} END")
    map.getLayer(0).getClass(0).getLabel(0).font = "mine"
    map.getLayer(0).getClass(0).getLabel(0).setText("x")
    with pytest.raises(mapscript.MapServerError, match="FONTSET"):
        map.draw()
    map.fontset.fonts.set("mine", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    assert map.fontset.numfonts == 1
    map.draw()


def test_a_format_of_gdal_draws_a_file_that_says_where_it_lies():
    map = mapscript.fromstring("MAP SIZE 50 50 EXTENT 0 0 10 10 END")
    map.selectOutputFormat("GTiff")
    assert (map.outputformat.mimetype, map.outputformat.extension) == ("image/tiff", "tif")
    assert map.outputformat.validate() == mapscript.MS_TRUE
    assert map.draw().getBytes()[:2] in (b"II", b"MM")


def test_polygons_of_a_shape_are_found_by_where_their_rings_lie():
    # the rings of two polygons in one list; MapServer 8.0.0 writes a MULTIPOLYGON
    text = "MULTIPOLYGON(((0 0,0 9,9 9,9 0,0 0),(1 1,2 1,2 2,1 1)),((15 15,15 16,16 16,15 15)))"
    shape = mapscript.shapeObj.fromWKT(text)
    assert (shape.numlines, shape.getArea()) == (3, 81)
    assert shape.toWKT().startswith("MULTIPOLYGON (((0.0000000000000000 0.0000000000000000, 0.0")
    assert mapscript.shapeObj.fromWKT(shape.toWKT()).toWKT() == shape.toWKT()
    two = mapscript.shapeObj.fromWKT("MULTIPOLYGON(((0 0,0 1,1 1,0 0)),((5 5,5 6,6 6,5 5)))")
    assert (two.getCentroid().x, two.getCentroid().y) == pytest.approx((17 / 6, 19 / 6))


def test_the_extent_grows_to_the_shape_of_the_image():
    # MapServer 8.0.0: draw(), prepareImage() and setExtent() leave square pixels in the extent
    map = mapscript.fromstring("MAP SIZE 300 100 EXTENT 0 50 1 51 UNITS METERS END")
    assert (map.extent.minx, map.extent.maxx) == (0, 1)
    first = map.draw().getBytes()
    assert (map.extent.minx, map.extent.maxx) == pytest.approx((-1.01010101, 2.01010101))
    seen = str(map.extent)
    assert map.draw().getBytes() == first and str(map.extent) == seen
    map.setExtent(-10, -5, 10, 5)
    assert (map.extent.minx, map.extent.miny) == pytest.approx((-15.1010101, -5))


def test_a_box_is_fitted_from_the_middle_of_its_first_pixel_to_that_of_the_last():
    box = mapscript.rectObj(0, 0, 10, 5)
    assert box.fit(200, 50) == pytest.approx(0.10204081632653061)  # MapServer 8.0.0
    assert (box.minx, box.miny, box.maxx) == pytest.approx((-5.153061224489796, 0, 15.1530612244898))


def test_the_first_layer_cannot_be_moved_up(map):
    assert map.moveLayerUp(0) == mapscript.MS_FAILURE
    assert map.moveLayerDown(0) == mapscript.MS_FAILURE
    assert map.getLayerOrder() == (0,)


def test_a_list_that_changes_while_it_is_read_is_read_as_it_was(map):
    class Shrinking:
        def __float__(self):
            del items[1:]
            return 4.0

    items = [Shrinking(), *(float(i) for i in range(5, 12))]
    style = map.getLayer(0).getClass(1).getStyle(1)
    style.pattern = items
    assert tuple(style.pattern) == (4.0, *range(5, 12)) and len(items) == 1
