# SPDX-License-Identifier: MIT
"""Shapes and layers drawn into an image one by one: the canvas stays open, and changes between two calls count."""
import mapscript
import pytest

MAP = """
MAP
  EXTENT 0 0 99 99  SIZE 100 100  IMAGETYPE "{format}"  IMAGECOLOR 255 255 255
  OUTPUTFORMAT NAME "agg" DRIVER "AGG/PNG" IMAGEMODE RGB END
  OUTPUTFORMAT NAME "cairo" DRIVER "CAIRO/PNG" IMAGEMODE RGB END
  SYMBOL NAME "box" TYPE VECTOR POINTS 0 0 1 0 1 1 0 1 0 0 END FILLED TRUE END
  SYMBOL NAME "dot" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END
  LAYER NAME "points" TYPE POINT STATUS ON
    PROCESSING "ITEMS=size"
    CLASS STYLE SYMBOL "box" SIZE 10 COLOR 255 0 0 END END
    CLASS STYLE SYMBOL "box" SIZE [size] COLOR 0 0 255 END END
  END
  LAYER NAME "lines" TYPE LINE STATUS ON CLASS STYLE WIDTH 8 COLOR 0 0 0 END STYLE WIDTH 4 COLOR 255 255 0 END END END
  LAYER NAME "areas" TYPE POLYGON STATUS ON
    FEATURE POINTS 0 0 0 99 99 99 99 0 0 0 END END
    CLASS STYLE COLOR 0 255 0 END END
  END
END
"""
RED, BLUE, GREEN, WHITE, BLACK, YELLOW = ((255, 0, 0), (0, 0, 255), (0, 255, 0), (255, 255, 255), (0, 0, 0), (255, 255, 0))


@pytest.fixture(params=["agg", "cairo"])
def map(request):
    return mapscript.fromstring(MAP.format(format=request.param))


def pixel(image, x, y):
    from io import BytesIO
    from PIL import Image
    return Image.open(BytesIO(image.getBytes())).convert("RGB").getpixel((x, y))


def draw(map, image, x, y, layer="points", classindex=0):
    assert mapscript.pointObj(x, y).draw(map, map.getLayerByName(layer), image, classindex, "") == mapscript.MS_SUCCESS


def test_points_drawn_one_by_one_are_the_layer_with_all_of_them(map):
    layer, image = map.getLayer(0), map.prepareImage()
    places = [(7 + i * 13 % 90, 9 + i * 29 % 83) for i in range(40)]
    for place in places:
        draw(map, image, *place)
    for place in places:
        layer.addFeature(mapscript.pointObj(*place).toShape())
    map.getLayerByName("areas").status = mapscript.MS_OFF
    assert image.getBytes() == map.draw().getBytes()


def test_a_changed_colour_counts_for_the_next_point(map):
    image = map.prepareImage()
    style = map.getLayer(0).getClass(0).getStyle(0)
    draw(map, image, 20, 50)
    style.color.setRGB(0, 0, 255)
    draw(map, image, 50, 50)
    style.color = mapscript.colorObj(255, 0, 0)
    draw(map, image, 80, 50)
    assert [pixel(image, x, 49) for x in (20, 50, 80)] == [RED, BLUE, RED]


def test_a_changed_symbol_counts(map):
    image = map.prepareImage()
    draw(map, image, 20, 50)
    map.symbolset.getSymbolByName("box").setPoints(line((0, 0), (1, 0), (0, 1), (0, 0)))
    draw(map, image, 60, 50)
    assert [pixel(image, x, 53) for x in (23, 63)] == [RED, WHITE]


def line(*points):
    made = mapscript.lineObj()
    for point in points:
        made.add(mapscript.pointObj(*point))
    return made


def test_another_extent_moves_the_next_points(map):
    image = map.prepareImage()
    draw(map, image, 20, 50)
    map.setExtent(20, 0, 119, 99)
    draw(map, image, 80, 50)
    assert [pixel(image, x, 49) for x in (20, 60, 80)] == [RED, RED, WHITE]


def test_a_layer_that_is_off_is_drawn_and_one_beyond_its_scale_is_not(map):
    layer, image = map.getLayer(0), map.prepareImage()
    layer.status = mapscript.MS_OFF
    draw(map, image, 20, 50)
    layer.maxscaledenom = 1
    draw(map, image, 60, 50)
    assert [pixel(image, x, 49) for x in (20, 60)] == [RED, WHITE]


def test_an_image_is_drawn_on_after_it_was_encoded(map):
    image = map.prepareImage()
    draw(map, image, 20, 50)
    assert pixel(image, 20, 49) == RED and pixel(image, 60, 49) == WHITE
    draw(map, image, 60, 50)
    assert pixel(image, 20, 49) == RED and pixel(image, 60, 49) == RED


def test_layers_and_shapes_lie_in_the_order_of_the_calls(map):
    image = map.prepareImage()
    draw(map, image, 20, 50)
    map.getLayerByName("areas").draw(map, image)
    assert pixel(image, 20, 49) == GREEN
    draw(map, image, 60, 50)
    assert pixel(image, 60, 49) == RED


def test_a_line_of_several_styles_is_complete_before_the_next(map):
    layer, image = map.getLayerByName("lines"), map.prepareImage()
    for points in (((10, 50), (90, 50)), ((50, 10), (50, 90))):
        shape = mapscript.shapeObj(mapscript.MS_SHAPE_LINE)
        shape.add(line(*points))
        shape.draw(map, layer, image)
    assert [pixel(image, x, 49) for x in (30, 47, 50)] == [YELLOW, BLACK, YELLOW]


def test_a_style_that_reads_an_attribute_reads_that_of_the_shape(map):
    layer, image = map.getLayer(0), map.prepareImage()
    for x, size in ((20, "4"), (60, "16")):
        shape = mapscript.pointObj(x, 50).toShape()
        shape.classindex = 1
        shape.initValues(1)
        shape.setValue(0, size)
        shape.draw(map, layer, image)
    assert [pixel(image, x, 49) for x in (20, 26, 60, 66)] == [BLUE, WHITE, BLUE, BLUE]


def test_many_classes_are_drawn_in_turn(map):
    image, layer = map.prepareImage(), map.getLayer(0)
    for i in range(20):
        klass = mapscript.classObj(layer)
        style = mapscript.styleObj(klass)
        style.setSymbolByName(map, "box")
        style.size = 3
        style.color.setRGB(i * 10, 0, 0)
    for _ in range(3):
        for i in range(20):
            draw(map, image, i * 5, 50, classindex=2 + i)
    assert [pixel(image, i * 5, 49) for i in range(1, 20)] == [(i * 10, 0, 0) for i in range(1, 20)]


def test_an_image_of_another_size_shows_a_part(map):
    image = mapscript.imageObj(50, 50, map.outputformat)
    draw(map, image, 20, 80)
    map.getLayerByName("areas").draw(map, image)
    draw(map, image, 40, 80)
    assert [pixel(image, x, 19) for x in (20, 40)] == [GREEN, RED]


def test_a_wrong_class_is_an_error_and_the_image_stays(map):
    image = map.prepareImage()
    draw(map, image, 20, 50)
    with pytest.raises(mapscript.MapServerError, match="Invalid class index: 9"):
        draw(map, image, 60, 50, classindex=9)
    assert pixel(image, 20, 49) == RED


def test_a_shape_that_is_nowhere_near_draws_nothing(map):
    image = map.prepareImage()
    before = image.getBytes()
    for x, y in ((1e30, 5), (float("nan"), 5), (-500, -500)):
        draw(map, image, x, y)
    assert image.getBytes() == before
