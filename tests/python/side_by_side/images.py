# SPDX-License-Identifier: MIT
"""Images: their sizes and formats, their files, and single pixels of drawings."""
import io

import mapscript
from PIL import Image
from scene import FOLDER, box, scene, tried


def _pixel(image, x, y):
    return Image.open(io.BytesIO(image.getBytes())).convert("RGB").getpixel((x, y))


def an_image_has_a_size_and_a_format():
    image = scene().draw()
    return image.width, image.height, image.format.name, image.getBytes()[:4], image.getSize() == len(image.getBytes())


def an_empty_image():
    image = mapscript.imageObj(30, 20)
    return image.width, image.height, image.format.name, image.format.driver, _pixel(image, 3, 3)


def images_of_no_size():
    return [tried(lambda: mapscript.imageObj(0, 5)), tried(lambda: mapscript.imageObj(-1, -1)), tried(lambda: mapscript.imageObj("a", 5))]


def an_image_of_a_format():
    image = mapscript.imageObj(30, 20, mapscript.outputFormatObj("AGG/JPEG"))
    return image.format.mimetype, image.getBytes()[:2]


def an_image_is_saved():
    the_map = scene()
    image = the_map.draw()
    image.save(str(FOLDER / "image.png"), the_map)
    return (FOLDER / "image.png").read_bytes() == image.getBytes(), tried(lambda: image.save("/nonexistent/x.png"))


def an_image_is_written():
    image, file = scene().draw(), io.BytesIO()
    image.write(file)
    return file.getvalue() == image.getBytes(), tried(lambda: image.write("name"))


def an_image_is_read():
    scene().draw().save(str(FOLDER / "read.png"))
    image = mapscript.imageObj(str(FOLDER / "read.png"))
    return image.width, image.height


def fields_have_their_colors():
    the_map = scene()
    the_map.getLayer(1).status = mapscript.MS_OFF
    the_map.getLayer(0).getClass(0).removeStyle(1)
    the_map.getLayer(0).getClass(0).removeLabel(0)
    image = the_map.draw()
    return _pixel(image, 50, 50), _pixel(image, 150, 50), _pixel(image, 2, 2)


def a_changed_color_is_drawn():
    the_map = scene()
    the_map.draw()
    the_map.getLayer(0).getClass(1).getStyle(0).color.setRGB(1, 2, 3)
    the_map.getLayer(1).status = mapscript.MS_OFF
    return _pixel(the_map.draw(), 150, 50)


def a_point_is_drawn():
    the_map = scene()
    image = the_map.prepareImage()
    mapscript.pointObj(5, 5).draw(the_map, the_map.getLayer(1), image, 0, "")
    return _pixel(image, 50, 50), _pixel(image, 100, 20)


def a_shape_is_drawn():
    the_map = scene()
    image = the_map.prepareImage()
    layer = the_map.getLayer(0)
    shape = mapscript.shapeObj.fromWKT("POLYGON((1 1,9 1,9 9,1 9,1 1))")
    shape.classindex = 1
    done = shape.draw(the_map, layer, image)
    return done, _pixel(image, 50, 50)


def a_box_is_drawn():
    the_map = scene()
    image = the_map.prepareImage()
    layer = the_map.getLayer(0)
    mapscript.rectObj(2, 2, 8, 8).draw(the_map, layer, image, 1, "")
    return _pixel(image, 50, 50), _pixel(image, 5, 5)


def a_layer_is_drawn_into_a_image():
    the_map = scene()
    layer = the_map.getLayer(2)
    layer.status = mapscript.MS_ON
    image = the_map.prepareImage()
    return layer.draw(the_map, image), _pixel(image, 100, 50), _pixel(image, 10, 10)


def _queried():
    the_map = scene()
    for kind in (the_map.getLayer(0).getClass(0),):
        kind.removeLabel(0)
        kind.removeStyle(1)
    the_map.getLayer(1).status = mapscript.MS_OFF
    the_map.queryByPoint(mapscript.pointObj(15, 3), mapscript.MS_SINGLE, -1)
    return the_map


def results_are_highlighted():
    the_map = _queried()
    image = the_map.drawQuery()
    return image.width, image.height, _pixel(image, image.width * 3 // 4, image.height // 2), _pixel(image, image.width // 4, image.height // 2)


def results_are_drawn_alone():
    the_map = _queried()
    the_map.querymap.style = mapscript.MS_SELECTED
    image = the_map.drawQuery()
    return _pixel(image, image.width * 3 // 4, image.height // 2), _pixel(image, image.width // 4, image.height // 2)


def results_are_drawn_as_the_rest():
    the_map = _queried()
    the_map.querymap.style = mapscript.MS_NORMAL
    image = the_map.drawQuery()
    return _pixel(image, image.width * 3 // 4, image.height // 2), _pixel(image, image.width // 4, image.height // 2)


def results_of_a_layer_are_drawn_into_a_image():
    the_map = _queried()
    image = the_map.prepareImage()
    done = the_map.getLayer(0).drawQuery(the_map, image)
    return done, _pixel(image, 150, 50), _pixel(image, 50, 50)


def a_query_map_that_is_off():
    the_map = _queried()
    the_map.querymap.status = mapscript.MS_OFF
    image = the_map.drawQuery()
    return image.width, _pixel(image, image.width * 3 // 4, image.height // 2)


def a_query_map_without_a_query():
    the_map = scene()
    image = the_map.drawQuery()
    return image.width, image.height


def a_map_without_a_size():
    the_map = mapscript.mapObj()
    return tried(lambda: the_map.draw()), tried(lambda: the_map.prepareImage())


def a_map_without_an_extent():
    the_map = mapscript.mapObj()
    the_map.setSize(10, 10)
    return tried(lambda: the_map.draw().width)


def a_class_that_is_not_there_is_not_drawn():
    the_map = scene()
    image = the_map.prepareImage()
    return tried(lambda: mapscript.pointObj(5, 5).draw(the_map, the_map.getLayer(1), image, 7, ""))


def the_extent_fits_the_image():
    the_map = scene()
    the_map.setSize(100, 100)
    the_map.draw()
    return box(the_map.extent), round(the_map.cellsize, 6), round(the_map.scaledenom, 2)


def transparency_of_a_format():
    the_map = scene()
    the_map.outputformat.transparent = mapscript.MS_TRUE
    the_map.outputformat.imagemode = mapscript.MS_IMAGEMODE_RGBA
    image = Image.open(io.BytesIO(the_map.draw().getBytes()))
    return image.mode, image.convert("RGBA").getpixel((2, 2))[3]


def formats_by_name():
    seen = []
    for name in ("png", "jpeg", "png24", "svg", "pdf"):
        the_map = scene()
        the_map.selectOutputFormat(name)
        seen.append((the_map.imagetype, the_map.outputformat.mimetype, the_map.draw().getBytes()[:4]))
    return seen


def formats_that_draw_nothing_have_names():
    return [tried(lambda: (lambda format: (format.name, format.driver, format.mimetype, format.extension, format.imagemode, format.renderer))(
        mapscript.outputFormatObj(driver, "mine"))) for driver in ("MVT", "KML", "OGR/GML", "UTFGRID")]
