# SPDX-License-Identifier: MIT
"""Legends, icons, scale bars and reference maps: the images of the programs legend and scalebar, or
of MapServer's rules."""
import subprocess

import mapscript
import pytest

MAP = """
MAP
  SIZE 200 200 EXTENT 0 0 1000 1000 UNITS METERS IMAGECOLOR 255 255 255
  WEB IMAGEPATH "%(folder)s/" IMAGEURL "/images/" END
  LEGEND STATUS ON KEYSIZE 20 10 IMAGECOLOR 240 240 240 POSITION UR END
  SCALEBAR STATUS ON UNITS METERS INTERVALS 2 SIZE 100 3 IMAGECOLOR 255 255 255 POSITION LL END
  REFERENCE STATUS ON IMAGE "%(folder)s/world.png" SIZE 50 50 EXTENT 0 0 4000 4000
    COLOR -1 -1 -1 OUTLINECOLOR 255 0 0 END
  LAYER NAME "fields" TYPE POLYGON STATUS ON
    FEATURE POINTS 0 0 1000 0 1000 1000 0 1000 0 0 END END
    CLASS NAME "red" STYLE COLOR 255 0 0 END END
    CLASS NAME "far" MINSCALEDENOM 1000000 STYLE COLOR 0 0 255 END END
  END
END
"""


@pytest.fixture
def mapfile(tmp_path):
    mapscript.imageObj(50, 50).save(str(tmp_path / "world.png"))
    path = tmp_path / "furniture.map"
    path.write_text(MAP % {"folder": tmp_path})
    return path


@pytest.fixture
def map(mapfile):
    return mapscript.mapObj(str(mapfile))


def pixel(image, x, y):
    from io import BytesIO

    from PIL import Image
    return Image.open(BytesIO(image.getBytes())).convert("RGB").getpixel((x, y))


@pytest.mark.parametrize("program,draw", [("legend", "drawLegend"), ("scalebar", "drawScalebar")])
def test_furniture_equals_what_its_program_draws(programs, mapfile, map, tmp_path, program, draw):
    file = tmp_path / "image.png"
    subprocess.run([programs / program, mapfile, file], check=True, timeout=60)
    image = getattr(map, draw)()
    assert image.getBytes() == file.read_bytes()
    assert image.width > 50 and image.height > 5


def test_a_legend_that_depends_on_no_scale_has_the_classes_that_are_out_of_scale(map):
    assert map.drawLegend(mapscript.MS_TRUE).height > map.drawLegend().height


def test_an_icon_shows_the_class_and_is_put_where_it_is_wanted(map):
    layer = map.getLayer(0)
    icon = layer.getClass(0).createLegendIcon(map, layer, 24, 12)
    assert (icon.width, icon.height) == (24, 12)
    assert pixel(icon, 12, 6) == (255, 0, 0)
    sheet = mapscript.imageObj(60, 60)
    layer.getClass(0).drawLegendIcon(map, layer, 24, 12, sheet, 30, 40)
    assert pixel(sheet, 42, 46) == (255, 0, 0)
    assert pixel(sheet, 10, 10) == (255, 255, 255)


@pytest.mark.parametrize("size", [(0, 10), (10, -1), (10, 1 << 30)])
def test_an_icon_of_a_senseless_size_raises(map, size):
    layer = map.getLayer(0)
    with pytest.raises(mapscript.MapServerError, match="size of the icon"):
        layer.getClass(0).createLegendIcon(map, layer, *size)


def test_the_reference_map_marks_the_extent(map):
    image = map.drawReferenceMap()
    assert (image.width, image.height) == (50, 50)
    red, green, blue = pixel(image, 0, 45)
    assert red == 255 and green == blue < 200
    assert pixel(image, 40, 5) == (255, 255, 255)
    map.reference.image = None
    with pytest.raises(mapscript.MapServerError):
        map.drawReferenceMap()


def test_embedded_furniture_is_where_status_embed_puts_it(map):
    expected = map.clone()
    expected.legend.status = mapscript.MS_EMBED
    expected.legend.postlabelcache = mapscript.MS_TRUE
    expected.scalebar.status = mapscript.MS_EMBED
    expected.scalebar.postlabelcache = mapscript.MS_TRUE
    image = map.draw()
    map.embedLegend(image)
    map.embedScalebar(image)
    assert image.getBytes() == expected.draw().getBytes()


def test_a_document_has_no_pixels_to_embed_into(map):
    map.selectOutputFormat("svg")
    with pytest.raises(mapscript.MapServerError, match="images of pixels"):
        map.embedScalebar(map.draw())


def test_an_image_is_saved_under_a_new_name_and_its_address_given(map, tmp_path):
    image = map.draw()
    first, second = image.saveWebImage(), image.saveWebImage()
    assert first != second
    assert first.startswith("/images/") and first.endswith(".png")
    assert (tmp_path / first.removeprefix("/images/")).read_bytes() == image.getBytes()


def test_without_imagepath_an_image_is_saved_in_the_current_folder(map, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    map.web.imagepath = ""
    address = map.draw().saveWebImage()
    assert address.startswith("/images/")
    assert (tmp_path / address.removeprefix("/images/")).read_bytes() == map.draw().getBytes()


def test_an_image_is_pasted_over_another_one(map):
    image = mapscript.imageObj(20, 20)
    stamp = mapscript.imageObj(4, 4)
    layer = map.getLayer(0)
    layer.getClass(0).drawLegendIcon(map, layer, 4, 4, stamp, 0, 0)
    assert image.pasteImage(stamp, 1.0, 10, 10) == mapscript.MS_SUCCESS
    assert pixel(image, 12, 12) == (255, 0, 0)
    assert pixel(image, 8, 12) == (255, 255, 255)
    image.pasteImage(stamp, 0.5, 0, 0)
    assert pixel(image, 2, 2)[1] in (127, 128)
    image.pasteImage(stamp, 1, 2**31 - 1, -2**31)  # outside: nothing
    with pytest.raises(mapscript.MapServerError, match="opacity"):
        image.pasteImage(stamp, 2)


def test_a_symbol_made_of_an_image_is_drawn_saved_and_cloned(map):
    house = mapscript.imageObj(8, 8)
    layer = map.getLayer(0)
    layer.getClass(0).drawLegendIcon(map, layer, 8, 8, house, 0, 0)
    symbol = mapscript.symbolObj("house")
    symbol.setImage(house)
    assert (symbol.type, symbol.sizex, symbol.sizey) == (mapscript.MS_SYMBOL_PIXMAP, 8, 8)
    assert pixel(symbol.getImage(mapscript.outputFormatObj("AGG/PNG")), 4, 4) == (255, 0, 0)
    map.symbolset.appendSymbol(symbol)
    symbol.inmapfile = mapscript.MS_TRUE
    points = mapscript.fromstring(
        'LAYER NAME "p" TYPE POINT STATUS ON FEATURE POINTS 500 500 END END '
        'CLASS STYLE SYMBOL "house" END END END')
    layer.status = mapscript.MS_OFF
    map.insertLayer(points)
    drawn = map.draw()
    assert pixel(drawn, 100, 100) == (255, 0, 0)
    assert pixel(drawn, 110, 100) == (255, 255, 255)
    assert mapscript.fromstring(map.convertToString()).draw().getBytes() == drawn.getBytes()
    assert map.clone().draw().getBytes() == drawn.getBytes()
