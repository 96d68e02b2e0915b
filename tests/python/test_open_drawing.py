# SPDX-License-Identifier: MIT
"""Shapes and layers drawn into an image one by one: the canvas stays open, and changes between two calls count."""
import os

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


LAYERS = """
MAP
  EXTENT 0 0 99 99  SIZE 100 100  IMAGETYPE "png"  IMAGECOLOR 255 255 255
  SYMBOL NAME "dot" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END
  SYMBOL NAME "box" TYPE VECTOR POINTS 0 0 1 0 1 1 0 1 0 0 END FILLED TRUE END
  LAYER NAME "ground" TYPE POLYGON STATUS ON
    FEATURE POINTS 5 5 5 90 90 90 5 5 END ITEMS "a" END FEATURE POINTS 20 5 90 5 90 60 20 5 END ITEMS "b" END PROCESSING "ITEMS=kind" CLASSITEM "kind"
    CLASS EXPRESSION "a" STYLE COLOR 0 255 0 OUTLINECOLOR 0 0 0 END END
    CLASS EXPRESSION "b" STYLE COLOR 0 0 255 END STYLE OUTLINECOLOR 255 0 0 WIDTH 3 END END
  END
  LAYER NAME "thin" TYPE LINE STATUS ON FEATURE POINTS 0 0 99 70 END END COMPOSITE OPACITY 50 END CLASS STYLE COLOR 0 0 0 WIDTH 6 END END END
  LAYER NAME "masked" TYPE LINE STATUS ON MASK "ground" FEATURE POINTS 0 99 99 0 END END CLASS STYLE COLOR 255 255 0 WIDTH 9 END END END
  LAYER NAME "both" TYPE POINT STATUS ON CONNECTIONTYPE UNION CONNECTION "dots" CLASS STYLE SYMBOL "dot" SIZE 9 COLOR 255 0 255 END END END
  LAYER NAME "dots" TYPE POINT STATUS ON FEATURE POINTS 30 30 END END FEATURE POINTS 60 70 END END CLASS STYLE SYMBOL "dot" SIZE 5 COLOR 200 30 30 END END END
  LAYER NAME "file" TYPE POINT STATUS ON DATA "dots.shp" CLASS STYLE SYMBOL "dot" SIZE 5 COLOR 30 30 200 END END END
  LAYER NAME "far" TYPE POINT STATUS ON MAXSCALEDENOM 1 FEATURE POINTS 50 50 END END CLASS STYLE SYMBOL "dot" SIZE 50 COLOR 0 0 0 END END END
END
"""


def shapefile(path, *places):
    file = mapscript.shapefileObj(str(path), mapscript.MS_SHAPEFILE_POINT)
    for place in places:
        file.add(mapscript.pointObj(*place).toShape())
    del file
    # A table without columns that the library reads.
    path.with_suffix(".dbf").write_bytes(bytes([3, 95, 7, 26]) + len(places).to_bytes(4, "little") + (65).to_bytes(2, "little") + (2).to_bytes(2, "little")
                                         + bytes(20) + b"n".ljust(11, b"\0") + b"N" + bytes(4) + bytes([1]) + bytes(15) + b"\r" + b" 1" * len(places))


@pytest.fixture(name="layers")
def fixture_layers(tmp_path):
    shapefile(tmp_path / "dots.shp", (80, 20), (20, 80))
    return mapscript.fromstring(LAYERS, str(tmp_path))


def test_layers_drawn_one_by_one_are_the_map(layers):
    image = layers.prepareImage()
    for i in range(layers.numlayers):
        layers.getLayer(i).draw(layers, image)
    assert image.getBytes() == layers.draw().getBytes()


def test_layers_are_drawn_again_as_the_first_time(layers):
    image = layers.prepareImage()
    for _ in range(3):
        for i in range(layers.numlayers):
            if layers.getLayer(i).name != "thin":  # half transparent
                layers.getLayer(i).draw(layers, image)
    layers.getLayerByName("thin").status = mapscript.MS_OFF
    once = layers.prepareImage()
    for i in range(layers.numlayers):
        layers.getLayer(i).draw(layers, once)
    assert pixel(image, 30, 69) == pixel(once, 30, 69) == (200, 30, 30)


def add_style(map, klass):
    style = mapscript.styleObj(klass)
    style.setSymbolByName(map, "dot")
    style.size = 3
    style.color.setRGB(4, 5, 6)


CHANGES = {
    "colour": lambda map, layer: layer.getClass(0).getStyle(0).color.setRGB(1, 2, 3),
    "part of a colour": lambda map, layer: setattr(layer.getClass(0).getStyle(0).color, "red", 77),
    "size": lambda map, layer: setattr(layer.getClass(0).getStyle(0), "size", 9),
    "symbol's name": lambda map, layer: layer.getClass(0).getStyle(0).setSymbolByName(map, "box"),
    "side of the extent": lambda map, layer: setattr(map.extent, "maxx", 119),
    "another class": lambda map, layer: layer.insertClass(layer.getClass(0).clone(), 0) or layer.getClass(0).getStyle(0).color.setRGB(9, 9, 9),
    "class": lambda map, layer: layer.removeClass(0),
    "style": lambda map, layer: add_style(map, layer.getClass(0)),
    "expression": lambda map, layer: layer.getClass(0).setExpression("('a' = 'b')"),
    "scale": lambda map, layer: setattr(layer, "maxscaledenom", 1),
    "extent": lambda map, layer: map.setExtent(20, 0, 119, 99),
    "size of the map's pixels": lambda map, layer: map.setExtent(0, 0, 49.5, 49.5),
    "symbol": lambda map, layer: map.symbolset.getSymbolByName("dot").setPoints(line((5, 1))),
    "data": lambda map, layer: setattr(layer, "data", "others.shp"),
    "features": lambda map, layer: layer.addFeature(mapscript.pointObj(50, 60).toShape()),
    "opacity": lambda map, layer: layer.updateFromString("LAYER COMPOSITE OPACITY 30 END END"),
    "mask": lambda map, layer: setattr(layer, "mask", "thin"),
}
UNSEEN = {("ground", "symbol"), ("ground", "size"), ("ground", "data"), ("dots", "data"), ("ground", "features")}  # it has no such thing, or a point has no area


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["ground", "dots", "file"])
def test_what_has_changed_between_two_calls_counts(tmp_path, name, change):
    shapefile(tmp_path / "dots.shp", (80, 20), (20, 80))
    shapefile(tmp_path / "others.shp", (40, 40))

    def drawn(is_open, change):
        map = mapscript.fromstring(LAYERS, str(tmp_path))
        layer, image = map.getLayerByName(name), map.prepareImage()
        layer.draw(map, image)
        if not is_open:
            image.getBytes()  # closes the canvas: what follows is planned anew
        change(map, layer)
        layer.draw(map, image)
        return image.getBytes()

    changed = drawn(True, CHANGES[change])
    assert changed == drawn(False, CHANGES[change])
    assert (changed == drawn(True, lambda map, layer: None)) == ((name, change) in UNSEEN)


def test_a_point_that_moves_is_drawn_where_it_is(map):
    layer, image, point = map.getLayer(0), map.prepareImage(), mapscript.pointObj(20, 50)
    point.draw(map, layer, image, 0, "")
    point.x = 50
    point.draw(map=map, layer=layer, image=image, classindex=0, text="")
    point.setXY(80, 50)
    layer.getClass(0).getStyle(0).color.blue = 255
    point.draw(map, layer, image, text="", classindex=0)
    assert [pixel(image, x, 49) for x in (20, 50, 80)] == [RED, RED, (255, 0, 255)]


def test_a_file_that_has_changed_is_read_again(layers, tmp_path):
    layer, image = layers.getLayerByName("file"), layers.prepareImage()
    layer.draw(layers, image)
    shapefile(tmp_path / "dots.shp", (50, 50))
    layer.draw(layers, image)
    assert [pixel(image, x, 99 - y) for x, y in ((80, 20), (50, 50))] == [(30, 30, 200)] * 2


def test_a_layer_that_cannot_be_read_leaves_the_image_usable(layers):
    layer, image = layers.getLayerByName("file"), layers.prepareImage()
    layers.getLayerByName("ground").draw(layers, image)
    data, layer.data = layer.data, "nowhere.shp"
    with pytest.raises(mapscript.MapServerError):
        layer.draw(layers, image)
    layer.data = data
    layer.draw(layers, image)
    assert pixel(image, 80, 79) == (30, 30, 200) and pixel(image, 10, 50) == GREEN


LABELLED = """MAP EXTENT 0 0 100 100 SIZE 300 300 IMAGETYPE png {limit}
  LAYER NAME "p" TYPE POINT STATUS ON MAXFEATURES 2 METADATA "note" "{note}" END
    CLASS STYLE COLOR 255 0 0 SIZE 3 END LABEL TYPE BITMAP SIZE TINY COLOR 0 0 0 END END
    CLASS STYLE COLOR 255 0 0 SIZE 3 END LABEL TYPE BITMAP SIZE TINY COLOR 0 0 255 END END
  END
END"""


@pytest.mark.parametrize("classes", [(0,), (0, 1)])
def test_shapes_that_wait_with_their_labels_are_placed_as_if_each_were_a_layer(classes):
    images = []
    for limit in ("", 'WEB METADATA "maxfeaturestodraw" "9" END END'):  # a layer each: the limit is one of layers
        map = mapscript.fromstring(LABELLED.format(limit=limit, note=""))
        image = map.prepareImage()
        for i in range(60):
            mapscript.pointObj(i * 37 % 100, i * 61 % 100).draw(map, map.getLayer(0), image, classes[i % len(classes)], f"text {i}")
        map.drawLabelCache(image)
        images.append((map.labelcache.num_rendered_members, image.getBytes()))
    assert images[0] == images[1] and 10 < images[0][0] < 60


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="sanitizers keep what is freed for a while")
def test_labels_that_wait_take_little_memory():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    map = mapscript.fromstring(LABELLED.format(limit="", note="x" * 20000))
    image = map.prepareImage()
    layer = map.getLayer(0)
    mapscript.pointObj(1, 1).draw(map, layer, image, 0, "first")
    before = resident()
    for i in range(2000):
        mapscript.pointObj(i % 100, i // 100).draw(map, layer, image, 0, f"text {i}")
    assert resident() - before < 20 << 20
