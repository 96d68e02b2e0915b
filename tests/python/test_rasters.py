# SPDX-License-Identifier: MIT
"""Layers of TYPE RASTER in scripts; results as Debian's python3-mapscript gives them."""
import struct
import subprocess

import mapscript
import pytest

gdal = pytest.importorskip("osgeo.gdal")
gdal.UseExceptions()


@pytest.fixture
def mapfile(tmp_path):
    file = gdal.GetDriverByName("GTiff").Create(str(tmp_path / "f.tif"), 40, 30, 1, gdal.GDT_Float32)
    file.SetGeoTransform((0, 10, 0, 300, 0, -10))
    file.GetRasterBand(1).WriteRaster(0, 0, 40, 30, b"".join(struct.pack("<f", x + y * 2) for y in range(30) for x in range(40)))
    file = None
    path = tmp_path / "m.map"
    path.write_text("""MAP NAME "x" SIZE 40 30 EXTENT 5 5 395 295 IMAGETYPE "png24"
      LAYER NAME "f" TYPE RASTER STATUS ON DATA "f.tif" TEMPLATE "x" END
      LAYER NAME "c" TYPE RASTER STATUS OFF DATA "f.tif" TEMPLATE "x" TOLERANCE 0
        CLASS NAME "low" EXPRESSION ([pixel] < 50)
        STYLE COLOR 1 2 3 END END END
    END""")
    return path


@pytest.mark.parametrize("size", [(40, 30), (27, 19), (128, 64)])  # the last is a tile's: under the centres
def test_raster_layers_are_drawn_as_map2img_draws_them(programs, mapfile, tmp_path, size):
    subprocess.run([programs / "map2img", "-m", mapfile, "-o", tmp_path / "o.png", "-s", *(str(side) for side in size)], check=True)
    map = mapscript.mapObj(str(mapfile))
    map.setSize(*size)
    assert map.draw().getBytes() == (tmp_path / "o.png").read_bytes()
    image = map.prepareImage()
    map.getLayerByName("f").draw(map, image)
    assert image.getBytes() == map.draw().getBytes()


def results(layer):
    layer.open()
    found = []
    for i in range(layer.getNumResults()):
        shape = layer.getShape(layer.getResult(i))
        found.append({layer.getItem(k): shape.getValue(k) for k in range(layer.numitems)})
    layer.close()
    return found


def test_queries_find_pixels(mapfile):
    map = mapscript.mapObj(str(mapfile))
    layer = map.getLayerByName("f")
    assert layer.queryByPoint(map, mapscript.pointObj(105, 155), mapscript.MS_SINGLE, -1) == mapscript.MS_SUCCESS
    value = {"x": "105", "y": "155", "value_0": "38", "value_list": "38", "red": "38", "green": "38", "blue": "38"}
    assert results(layer) == [value]
    # MapServer's numbers: the radius reaches the side of a pixel further, within the box of the tolerance.
    for tolerance, count in ((4.9, 1), (5.1, 9), (15.1, 21), (18.3, 25), (26.1, 45), (32.5, 49)):
        layer.queryByPoint(map, mapscript.pointObj(105, 155), mapscript.MS_MULTIPLE, tolerance)
        assert layer.getNumResults() == count, tolerance
    assert layer.queryByShape(map, mapscript.shapeObj.fromWKT("POLYGON((100 100,120 100,120 120,100 120,100 100))")) == mapscript.MS_SUCCESS
    assert [(r["x"], r["y"]) for r in results(layer)] == [("105", "115"), ("115", "115"), ("105", "105"), ("115", "105")]
    classified = map.getLayerByName("c")
    classified.status = mapscript.MS_ON
    classified.queryByPoint(map, mapscript.pointObj(105, 155), mapscript.MS_SINGLE, -1)
    assert [(r["class"], r["red"]) for r in results(classified)] == [("low", "1")]
    classified.queryByPoint(map, mapscript.pointObj(305, 5), mapscript.MS_SINGLE, -1)
    assert classified.getNumResults() == 0  # of no class


def test_raster_layers_are_saved_and_made(mapfile, tmp_path):
    map = mapscript.mapObj(str(mapfile))
    layer = map.getLayerByName("f")
    assert layer.type == mapscript.MS_LAYER_RASTER
    layer.addProcessing("SCALE=0,100")
    assert map.save(str(tmp_path / "saved.map")) == mapscript.MS_SUCCESS
    again = mapscript.mapObj(str(tmp_path / "saved.map"))
    assert again.getLayerByName("f").getProcessing(0) == "SCALE=0,100"
    assert again.draw().getBytes() == map.draw().getBytes() != mapscript.mapObj(str(mapfile)).draw().getBytes()
    extent = layer.getExtent()
    assert (extent.minx, extent.miny, extent.maxx, extent.maxy) == (0, 0, 400, 300)


def test_a_missing_file_is_an_exception(mapfile):
    map = mapscript.mapObj(str(mapfile))
    map.getLayerByName("f").data = "nowhere.tif"
    with pytest.raises(mapscript.MapServerError):
        map.draw()
