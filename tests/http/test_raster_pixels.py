# SPDX-License-Identifier: MIT
"""Pixels of raster layers compared with the results of GDAL's programs for the same files."""

import re
import subprocess

import numpy as np
import pytest

gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
pytest.importorskip("numpy")
import raster_data as data
import servers
from raster_data import HEIGHT, NORTH, PIXEL, WEST, WIDTH

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")
WHOLE = (WEST, NORTH - HEIGHT * PIXEL, WEST + WIDTH * PIXEL, NORTH)
CRS = 'PROJECTION "EPSG:25831" END'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = data.folder_of(tmp_path_factory, "rasters")
    data.write(made / "s.tif", data.rgb())
    data.write(made / "s2.tif", data.rgb())
    data.program("gdaladdo", "-q", "-r", "average", made / "s2.tif", 2, 4, 8)
    return made


def small_box(width, height, pixel=PIXEL):
    return (WEST, NORTH - height * pixel, WEST + width * pixel, NORTH)


def test_pixel_by_pixel_equals_gdal_translate(folder):
    data.program("gdal_translate", "-q", "-srcwin", 100, 200, 150, 90, folder / "s.tif", folder / "cut.tif")
    box = (WEST + 50, NORTH - 145, WEST + 125, NORTH - 100)
    ours = data.draw(folder, 'DATA "s.tif"', box, (150, 90))
    assert np.array_equal(ours[:, :, :3], data.read(folder / "cut.tif")[:, :, :3])


def test_nearest_is_the_pixel_under_the_centre_of_tiles_at_every_zoom_and_phase(folder):
    for box, size in data.views(3, 40, 0.05, 8, size=(128, 64)):
        ours = data.draw(folder, 'DATA "s.tif"', box, size)
        certain = data.away_from_borders(box, size)
        assert np.array_equal(ours[certain], data.warp(folder / "s.tif", box, size)[certain]), box


# What map2img of MapServer 8.0.0 draws of a file of 400 x 300 pixels.
@pytest.mark.parametrize("size, more, columns, rows", [
    ((200, 150), "", range(1, 400, 2), range(1, 300, 2)),
    ((30, 30), 'PROCESSING "RESAMPLE=NEAREST"', None, {1: 7, 10: 102}),
    ((30, 30), 'PROCESSING "RESAMPLE=NEAREST" PROCESSING "OVERSAMPLE_RATIO=40"', None, None)])
def test_an_image_that_stands_alone_shows_the_pixels_of_mapserver(folder, size, more, columns, rows):
    y, x = np.mgrid[0:300, 0:400]
    data.write(folder / "numbers.tif", np.array([x % 256, y % 256, x // 256 * 16 + y // 256], dtype=np.uint8), transform=(0, 1, 0, 300, 0, -1))
    extent = (0.5, 0.5, 399.5, 299.5) if columns else (0, 0, 300, 300)
    cell = (extent[2] - extent[0]) / (size[0] - 1)
    middle = (extent[1] + extent[3]) / 2
    box = (extent[0] - cell / 2, middle - cell * size[1] / 2, extent[2] + cell / 2, middle + cell * size[1] / 2)
    ours = data.draw(folder, f'DATA "numbers.tif" {more}', box, size)
    row = ours[:, size[0] // 2].astype(int)
    seen_rows = row[:, 1] + row[:, 2] % 16 * 256
    column = ours[size[1] // 2].astype(int)
    if columns:
        assert list(column[:, 0] + column[:, 2] // 16 * 256) == list(columns)
        assert list(seen_rows) == list(rows)
    elif rows:
        assert {number: seen_rows[number] for number in rows} == rows
    else:  # nothing is left out
        assert [seen_rows[number] for number in (1, 10, 20)] == [int((number + 0.5) * cell - cell / 2) for number in (1, 10, 20)]


def wms_map(folder, file, box, size):
    text = data.mapfile(f'DATA "{file}" {CRS} METADATA "wms_title" "r" END', (0, 0, 400, 300), (40, 30), extra="""
      WEB METADATA "ows_enable_request" "*" "wms_title" "m" "wms_srs" "EPSG:25831" "wms_onlineresource" "http://maps.example/" END END""")
    (folder / "wms.map").write_text(text)
    (folder / "mapserv.conf").write_text('CONFIG ENV "MS_MAP_PATTERN" "." END END')
    query = (f"map={folder}/wms.map&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:25831&LAYERS=r&STYLES=&FORMAT=image/png&WIDTH={size[0]}&HEIGHT={size[1]}"
             f"&BBOX={','.join(map(str, box))}")
    done = subprocess.run([servers.MAPSERV, "-nh", "-conf", folder / "mapserv.conf", f"QUERY_STRING={query}"], check=True, capture_output=True, timeout=60)
    (folder / "wms.png").write_bytes(done.stdout)
    return data.read(folder / "wms.png").astype(int)


# Of a map of the whole file, twice as many parts fit into its rows as the image has, less two, but for MapServer's rounding errors.
@pytest.mark.parametrize("side, is_one_missing", [(18, True), (20, False), (30, True), (31, False), (45, False), (46, True)])
def test_a_part_that_just_fits_is_missing_where_mapserver_loses_it(folder, side, is_one_missing):
    y, x = np.mgrid[0:300, 0:400]
    data.write(folder / "numbers.tif", np.array([x % 256, y % 256, x // 256 * 16 + y // 256], dtype=np.uint8), transform=(0, 1, 0, 300, 0, -1))
    text = data.mapfile('DATA "numbers.tif" PROCESSING "RESAMPLE=NEAREST"', (0, 0, 300, 300), (side, side))
    data.run_map2img(folder, re.sub("EXTENT .*", "EXTENT 0 0 300 300", text, count=1))
    ours = data.read(folder / "out.png").astype(int)
    rows = ours[1:-1, side // 2, 1] + ours[1:-1, side // 2, 2] % 16 * 256
    parts = 2 * side - 2 - is_one_missing
    assert set(rows) <= {int((number + 0.5) * 300 / parts) for number in range(parts)}


# The same of GetMap of MapServer 8.0.0; pixels of 30.7 x 19.9 metres.
def test_a_wms_map_with_oblong_pixels_shows_the_pixels_of_mapserver(folder):
    y, x = np.mgrid[0:300, 0:400]
    data.write(folder / "numbers.tif", np.array([x % 256, y % 256, x // 256 * 16 + y // 256], dtype=np.uint8), transform=(0, 1, 0, 300, 0, -1))
    seen = wms_map(folder, "numbers.tif", (10, 31, 317, 270), (10, 12))
    assert list(seen[5, :, 0] + seen[5, :, 2] // 16 * 256) == [32, 63, 93, 124, 155, 171, 202, 233, 263, 294]
    assert list(seen[:, 5, 1] + seen[:, 5, 2] % 16 * 256) == [37, 53, 85, 101, 117, 133, 165, 181, 197, 213, 245, 261]


# Of GetMap of MapServer 8.0.0: pixels of 0.12 x 0.05 of a file of 0.1, so that every fifth centre lies on a border.
def test_at_borders_between_pixels_rounding_errors_are_those_of_mapserver(folder):
    y, x = np.mgrid[0:100, 0:240]
    data.write(folder / "tenths.tif", np.array([x, y, 0 * x], dtype=np.uint8), transform=(7, 0.1, 0, 50, 0, -0.1))
    seen = wms_map(folder, "tenths.tif", (7, 40, 31, 50), (200, 200))
    on_the_left = [*range(2, 103, 5), 192, 197]
    assert list(seen[0, :, 0]) == [int((i + 0.5) * 1.2 + 1e-9) - (i in on_the_left) for i in range(200)]
    assert list(seen[:, 0, 1]) == [i // 2 for i in range(200)]


@pytest.mark.parametrize("kernel, finest, coarsest, word", [("bilinear", 0.1, 1, "BILINEAR"), ("bilinear", 1.2, 6, "BILINEAR"), ("average", 1, 8, "AVERAGE")])
def test_kernels_agree_with_gdalwarp_to_rounding(folder, kernel, finest, coarsest, word):
    differences = []
    for box, size in data.views(4, 8, finest, coarsest):
        ours = data.draw(folder, f'DATA "s.tif" PROCESSING "RESAMPLE={word}"', box, size)[4:-4, 4:-4, :3].astype(int)
        theirs = data.warp(folder / "s.tif", box, size, kernel=kernel)[4:-4, 4:-4, :3].astype(int)
        assert np.abs(ours - theirs).max() <= 1, box
        differences.append((ours - theirs).mean())
    assert abs(np.mean(differences)) < 0.02


def test_an_average_starts_from_the_overview_that_is_fine_enough(folder):
    box = (WEST, NORTH - 300, WEST + 420, NORTH)
    size = (280, 200)
    ours = data.draw(folder, 'DATA "s2.tif" PROCESSING "RESAMPLE=AVERAGE"', box, size)[:, :, :3].astype(int)
    theirs = data.warp(folder / "s2.tif", box, size, kernel="average", open_options=["OVERVIEW_LEVEL=0"])[:, :, :3].astype(int)
    assert np.abs(ours - theirs).max() <= 1


@pytest.mark.parametrize("ratio, level", [(1.0, 0), (1.98, 0), (2.0, 1), (2.02, 1), (3.96, 1), (4.0, 2), (4.04, 2), (7.9, 2), (8.0, 3), (8.1, 3), (30.0, 3)])
def test_the_level_read_is_the_coarsest_that_is_as_fine_as_the_image(folder, ratio, level):
    path = folder / "levels.tif"
    if not path.exists():
        data.write(path, np.full((512, 512), 10, np.uint8))
        data.program("gdaladdo", "-q", path, 2, 4, 8)
        file = gdal.Open(str(path), gdal.GA_Update)
        for i in range(3):  # each level contains its number
            overview = file.GetRasterBand(1).GetOverview(i)
            overview.WriteArray(np.full((overview.YSize, overview.XSize), 20 + 10 * i, np.uint8))
        file = None
    side = 64 * ratio * PIXEL
    ours = data.draw(folder, 'DATA "levels.tif"', (WEST, NORTH - side, WEST + side, NORTH), (64, 64))
    assert set(ours[ours[:, :, 3] > 0][:, 0]) == {10 + 10 * level}


@pytest.mark.parametrize("crs", ["EPSG:25831", "EPSG:3857"])
@pytest.mark.parametrize("kernel", ["NEAREST", "BILINEAR", "AVERAGE"])
@pytest.mark.parametrize("file", ["s.tif", "s2.tif"])
@pytest.mark.parametrize("shift", [0, 100])
def test_a_map_and_its_sixteen_tiles_are_the_same(folder, crs, kernel, file, shift):
    box = gdal.Warp("", str(folder / "s.tif"), format="VRT", dstSRS=crs).GetGeoTransform()
    cell = {"NEAREST": 0.7, "BILINEAR": 1.3, "AVERAGE": 2.9}[kernel]
    x = (np.floor(box[0] / cell) + shift) * cell
    y = (np.floor(box[3] / cell) - shift) * cell
    layer = f'DATA "{file}" PROCESSING "RESAMPLE={kernel}" {CRS}'
    whole = data.draw(folder, layer, (x, y - 512 * cell, x + 512 * cell, y), (512, 512), crs)
    assert (whole[:, :, 3] > 0).sum() > 2000
    tiles = [[data.draw(folder, layer, (x + 128 * i * cell, y - 128 * (j + 1) * cell, x + 128 * (i + 1) * cell, y - 128 * j * cell), (128, 128), crs)
              for i in range(4)] for j in range(4)]
    together = np.vstack([np.hstack(row) for row in tiles])
    assert (together != whole).any(axis=2).sum() == 0


def test_a_reprojected_raster_is_what_gdalwarp_makes(folder):
    frame = gdal.Warp("", str(folder / "s.tif"), format="VRT", dstSRS="EPSG:3857")
    t = frame.GetGeoTransform()
    box = (t[0], t[3] + t[5] * frame.RasterYSize, t[0] + t[1] * frame.RasterXSize, t[3])
    size = (frame.RasterXSize // 128 * 64, frame.RasterYSize // 128 * 64)  # of tiles
    ours = data.draw(folder, f'DATA "s.tif" {CRS}', box, size, "EPSG:3857")
    theirs = data.warp(folder / "s.tif", box, size, "EPSG:3857")
    differing = (ours[:, :, 3] != theirs[:, :, 3]) | ((theirs[:, :, 3] > 0) & (ours[:, :, :3] != theirs[:, :, :3]).any(axis=2))
    assert differing.mean() <= 0.002


@pytest.mark.parametrize("crs, box", [("EPSG:3857", (-20e6, -15e6, 20e6, 15e6)), ("EPSG:3031", (-4e6, -4e6, 4e6, 4e6)), ("ESRI:54030", (-17e6, -8e6, 17e6, 8e6))])
def test_a_raster_of_the_world_covers_what_gdalwarp_covers(folder, crs, box):
    path = folder / "world.tif"
    if not path.exists():
        data.write(path, data.rgb(720, 360), code=4326, transform=(-180, 0.5, 0, 90, 0, -0.5))
    size = (200, 150)
    ours = data.draw(folder, 'DATA "world.tif" PROJECTION "EPSG:4326" END', box, size, crs)
    theirs = data.warp(path, box, size, crs)
    assert ((ours[:, :, 3] > 0) != (theirs[:, :, 3] > 0)).mean() <= 0.001
    assert (ours[:, :, 3] > 0).mean() > 0.5


def test_a_view_across_180_degrees_finds_both_ends_of_a_raster(folder):
    path = folder / "world.tif"
    if not path.exists():
        data.write(path, data.rgb(720, 360), code=4326, transform=(-180, 0.5, 0, 90, 0, -0.5))
    west = data.draw(folder, 'DATA "world.tif" PROJECTION "EPSG:4326" END', (170, -10, 180, 10), (20, 40), "EPSG:4326")
    east = data.draw(folder, 'DATA "world.tif" PROJECTION "EPSG:4326" END', (-180, -10, -170, 10), (20, 40), "EPSG:4326")
    both = data.draw(folder, 'DATA "world.tif" PROJECTION "EPSG:4326" END', (170, -10, 190, 10), (40, 40), "EPSG:4326")
    assert np.array_equal(both, np.hstack([west, east]))


@pytest.mark.parametrize("transform", [(WEST, 0.4, 0.2, NORTH, 0.2, -0.4), (WEST, 0.5, 0, NORTH - 50, 0, 0.5), (WEST, 0.5, 0, NORTH, 0, -0.3)],
                         ids=["turned", "south up", "not square"])
def test_rotated_and_flipped_files_lie_where_gdalwarp_puts_them(folder, transform):
    path = data.write(folder / "turned.tif", data.rgb(160, 120), transform=transform)
    frame = (WEST - 10, NORTH - 80, WEST + 100, NORTH + 40)
    size = (440, 480)  # finer than the file: gdalwarp widens its kernel along other axes
    for kernel, word in (("near", "NEAREST"), ("bilinear", "BILINEAR")):
        ours = data.draw(folder, f'DATA "turned.tif" PROCESSING "RESAMPLE={word}" {CRS}', frame, size)
        theirs = data.warp(path, frame, size, kernel=kernel)
        inside = (ours[:, :, 3] == 255) & (theirs[:, :, 3] == 255)
        assert ((ours[:, :, 3] > 0) != (theirs[:, :, 3] > 0)).mean() <= 0.001 and inside.sum() > 30000
        different = (np.abs(ours[inside][:, :3].astype(int) - theirs[inside][:, :3]) > 1).any(axis=1)
        assert different.mean() <= 0.001, kernel


def test_world_file_extent_and_their_order(folder):
    bare = data.write(folder / "bare.png", data.rgb(64, 48), code=0, transform=(0, 1, 0, 0, 0, 1), options=(), driver="PNG")
    box = (WEST, NORTH - 24, WEST + 32, NORTH)
    expected = data.read(bare)[:, :, :3]
    extent = f'EXTENT {box[0]} {box[1]} {box[2]} {box[3]}'
    assert np.array_equal(data.draw(folder, f'DATA "bare.png" {extent}', box, (64, 48))[:, :, :3], expected)
    (folder / "bare.wld").write_text(f"0.5\n0\n0\n-0.5\n{WEST + 0.25}\n{NORTH - 0.25}\n")
    assert np.array_equal(data.draw(folder, 'DATA "bare.png"', box, (64, 48))[:, :, :3], expected)
    data.write(folder / "told.tif", data.rgb(64, 48))
    (folder / "other.wld").write_text(f"0.5\n0\n0\n-0.5\n{WEST + 100.25}\n{NORTH - 0.25}\n")
    layer = 'DATA "told.tif" PROCESSING "WORLDFILE=other.wld"'
    assert np.array_equal(data.draw(folder, layer, box, (64, 48))[:, :, :3], expected)
    moved = (box[0] + 100, box[1], box[2] + 100, box[3])
    assert np.array_equal(data.draw(folder, layer + ' PROCESSING "EXTENT_PRIORITY=WORLD"', moved, (64, 48))[:, :, :3], expected)


def test_transform_false_counts_where_nothing_is_resampled(folder):
    box, size = small_box(60, 40), (120, 80)
    in_pixels = data.draw(folder, f'DATA "s.tif" {CRS} TRANSFORM FALSE', box, size)
    assert np.array_equal(in_pixels[:, :, :3], data.read(folder / "s.tif")[:80, :120, :3])
    for more, crs in (('PROCESSING "RESAMPLE=NEAREST"', "EPSG:25831"), ("", "EPSG:25830")):  # as in MapServer
        placed = data.draw(folder, f'DATA "s.tif" {CRS} {more}', box, size, crs)
        assert np.array_equal(data.draw(folder, f'DATA "s.tif" {CRS} {more} TRANSFORM FALSE', box, size, crs), placed)


def test_bands_are_those_of_gdal_translate(folder):
    box, size = (WEST, NORTH - 45, WEST + 75, NORTH), (150, 90)
    source = gdal.Open(str(folder / "s.tif")).ReadAsArray(0, 0, 150, 90)
    assert np.array_equal(data.draw(folder, 'DATA "s.tif" PROCESSING "BANDS=3,2,1"', box, size)[:, :, :3], np.moveaxis(source[::-1], 0, 2))
    grey = data.draw(folder, 'DATA "s.tif" PROCESSING "BANDS=2"', box, size)
    assert all(np.array_equal(grey[:, :, i], source[1]) for i in range(3))
    for wrong, words in (("9", "illegal band '9'"), ("1,1,1,1,1", "at most 4")):
        done = data.run_map2img(folder, data.mapfile(f'DATA "s.tif" PROCESSING "BANDS={wrong}"', box, size), check=False)
        assert done.returncode != 0 and words in done.stderr


def test_scale_is_arithmetic_on_values(folder):
    values = np.random.default_rng(5).integers(0, 3000, (3, 48, 64)).astype(np.uint16)
    data.write(folder / "u.tif", values, gdal.GDT_UInt16)
    box = small_box(64, 48)

    def scaled(band, low, high):
        return np.clip(np.trunc((values[band].astype(float) - low) * 256 / (high - low)), 0, 255)

    ours = data.draw(folder, 'DATA "u.tif" PROCESSING "SCALE=100,2500"', box, (64, 48))
    assert all(np.array_equal(ours[:, :, i], scaled(i, 100, 2500)) for i in range(3))
    ours = data.draw(folder, 'DATA "u.tif" PROCESSING "SCALE_1=0,3000" PROCESSING "SCALE_2=500,900"', box, (64, 48))
    assert np.array_equal(ours[:, :, 0], scaled(0, 0, 3000)) and np.array_equal(ours[:, :, 1], scaled(1, 500, 900))
    ours = data.draw(folder, 'DATA "u.tif" PROCESSING "SCALE=0,3000" PROCESSING "SCALE_2=500,900"', box, (64, 48))
    assert all(np.array_equal(ours[:, :, i], scaled(i, 0, 3000)) for i in range(3))  # SCALE goes first, as in MapServer 8.0.0


def test_scale_auto_is_of_the_file_not_of_the_view(folder):
    values = data.heights().astype(np.int16)
    data.write(folder / "i.tif", values, gdal.GDT_Int16)
    low, high = int(values.min()), int(values.max())
    ours = data.draw(folder, 'DATA "i.tif" PROCESSING "SCALE=AUTO"', small_box(300, 200), (300, 200))[:, :, 0]
    assert np.array_equal(ours, np.clip(np.trunc((values.astype(float) - low) * 256 / (high - low)), 0, 255))
    part = data.draw(folder, 'DATA "i.tif" PROCESSING "SCALE=AUTO"', small_box(100, 100), (100, 100))[:, :, 0]
    assert np.array_equal(part, ours[:100, :100])


def test_no_data_is_transparent_and_does_not_bleed(folder):
    values = data.heights()
    values[50:90, 60:140] = -9999
    data.write(folder / "d.tif", values, gdal.GDT_Float32, no_data=-9999)
    grey = 'PROCESSING "SCALE=0,1000"'
    for kernel, word, size in (("near", "NEAREST", (300, 200)), ("average", "AVERAGE", (90, 60))):
        box = small_box(300, 200)
        ours = data.draw(folder, f'DATA "d.tif" {grey} PROCESSING "RESAMPLE={word}"', box, size)
        theirs = data.warp(folder / "d.tif", box, size, kernel=kernel)
        assert ((ours[:, :, 3] == 0) == (theirs[:, :, 1] == 0)).all()
        seen = ours[:, :, 3] == 255
        assert ours[seen][:, 0].min() >= 40  # 200 of 1000: -9999 does not contribute
    off = data.draw(folder, f'DATA "d.tif" {grey} PROCESSING "NODATA=OFF"', small_box(300, 200), (300, 200))
    assert (off[:, :, 3] == 255).all() and (off[50:90, 60:140, 0] == 0).all()


def test_masks_and_alpha(folder):
    bands = data.rgb(64, 48)
    mask = np.zeros((48, 64), np.uint8)
    mask[10:30, 20:50] = 255
    box, size = small_box(64, 48), (64, 48)
    for where in ("YES", "NO"):
        path = folder / f"masked_{where}.tif"
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", where)
        data.write(path, bands)
        file = gdal.Open(str(path), gdal.GA_Update)
        file.CreateMaskBand(gdal.GMF_PER_DATASET)
        file.GetRasterBand(1).GetMaskBand().WriteArray(mask)
        file = None
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
        assert np.array_equal(data.draw(folder, f'DATA "{path.name}"', box, size)[:, :, 3], mask)
        assert (data.draw(folder, f'DATA "{path.name}" PROCESSING "USE_MASK_BAND=NO"', box, size)[:, :, 3] == 255).all()
    alpha = np.random.default_rng(7).integers(0, 256, (48, 64)).astype(np.uint8)
    data.write(folder / "rgba.tif", np.concatenate([bands, alpha[np.newaxis]]), options=("PHOTOMETRIC=RGB", "ALPHA=YES"))
    ours = data.draw(folder, 'DATA "rgba.tif"', box, size)
    assert np.array_equal(ours[:, :, 3], alpha)
    solid = alpha > 128
    assert np.abs(ours[solid][:, :3].astype(int) - np.moveaxis(bands, 0, 2)[solid]).max() <= 1


PREDICTED = ("COMPRESS=DEFLATE", "PREDICTOR=2")
YCBCR = ("COMPRESS=JPEG", "PHOTOMETRIC=YCBCR", "JPEG_QUALITY=80")
FORMS = {
    "tiles": (3, ("TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64", "COMPRESS=DEFLATE")), "differences": (3, ("TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64", *PREDICTED)),
    "strips": (3, PREDICTED), "grey": (1, ("TILED=YES", *PREDICTED)), "alpha": (4, ("PHOTOMETRIC=RGB", "ALPHA=YES", *PREDICTED)), "five": (5, PREDICTED),
    "bands": (3, ("INTERLEAVE=BAND", *PREDICTED)), "other": (3, ("COMPRESS=LZW", "PREDICTOR=2")), "sparse": (3, ("TILED=YES", "SPARSE_OK=TRUE", *PREDICTED)),
    "big_endian": (3, ("ENDIANNESS=BIG", *PREDICTED)), "jpeg": (3, ("TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64", *YCBCR)), "jpeg_strips": (3, YCBCR),
    "jpeg_rgb": (3, ("TILED=YES", "COMPRESS=JPEG", "PHOTOMETRIC=RGB")), "jpeg_grey": (1, ("COMPRESS=JPEG",)),
}
SMALLER = ("jpeg", "jpeg_strips", "jpeg_grey")  # the server decodes blocks of these


@pytest.mark.parametrize("form, overviews", [(form, None) for form in FORMS]
                         + [(form, where) for form in ("tiles", "differences", "strips", "jpeg", "jpeg_strips") for where in ("inside", "beside")])
def test_files_of_any_form_show_what_gdal_reads(folder, form, overviews):
    count, options = FORMS[form]
    bands = np.concatenate([data.rgb(300, 250), data.rgb(300, 250, seed=5)])[:count]
    if form == "sparse":
        bands[:, :, 256:] = 0
    path = folder / f"form_{form}_{overviews}.tif"
    data.write(path, bands, options=options)
    if overviews:
        read_only = ["-ro"] if overviews == "beside" else []
        # Differences of those beside are of another kind than those of the file.
        more = ["--config", "COMPRESS_OVERVIEW", "DEFLATE", "--config", "PREDICTOR_OVERVIEW", "1"] if read_only else []
        data.program("gdaladdo", "-q", "-r", "nearest", *read_only, *more, path, 2, 4)
    plain = folder / "plain.tif"
    for view, (ratio, level) in enumerate([(1, "NONE"), (1, "NONE"), (2.5, "0" if overviews else "NONE"), (4.2, "1" if overviews else "NONE")]):
        if form in SMALLER and not overviews and ratio > 2:
            data.program("gdal_translate", "-q", "-outsize", 150, 125, path, plain)  # decodes blocks smaller, too
        else:
            data.program("gdal_translate", "-q", "-oo", f"OVERVIEW_LEVEL={level}", path, plain)
        x, y, width, height = [(0, 0, 300, 250), (70, 61, 90, 100), (10, 20, 160, 160), (0, 0, 268.8, 268.8)][view]
        box = (WEST + x * PIXEL, NORTH - (y + height) * PIXEL, WEST + (x + width) * PIXEL, NORTH - y * PIXEL)
        size = (round(width / ratio), round(height / ratio))
        for crs in ("EPSG:25831", "EPSG:32631"):
            ours = data.draw(folder, f'DATA "{path.name}" {CRS}', box, size, crs)
            assert np.array_equal(ours, data.draw(folder, f'DATA "plain.tif" {CRS}', box, size, crs)), (view, crs)


@pytest.mark.parametrize("side, scale", [(384, 2), (192, 4), (64, 8)])
def test_large_jpeg_files_without_overviews_show_the_levels_of_gdal(folder, side, scale):
    width, height = 1100, 1030
    path, plain = folder / "large_jpeg.tif", folder / "plain.tif"
    if not path.exists():
        data.write(path, data.rgb(width, height), options=("TILED=YES", *YCBCR))
    data.program("gdal_translate", "-q", "-outsize", -(-width // scale), -(-height // scale), path, plain)
    box = (WEST + 30 * PIXEL, NORTH - 930 * PIXEL, WEST + 930 * PIXEL, NORTH - 30 * PIXEL)
    ours, expected = (data.draw(folder, f'DATA "{file.name}" {CRS}', box, (side, side)) for file in (path, plain))
    assert np.array_equal(ours, expected)


def write_palette(path, values, colors, options=()):
    file = gdal.GetDriverByName("GTiff").Create(str(path), values.shape[1], values.shape[0], 1, gdal.GDT_Byte, list(options))
    file.SetGeoTransform((WEST, PIXEL, 0, NORTH, 0, -PIXEL))
    file.SetProjection(data.reference(25831))
    table = gdal.ColorTable()
    for i, color in enumerate(colors):
        table.SetColorEntry(i, color)
    file.GetRasterBand(1).SetColorTable(table)
    file.GetRasterBand(1).WriteArray(values)


@pytest.mark.parametrize("bits", [8, 4, 1])
def test_palettes_equal_gdal_translate_expand(folder, bits):
    random = np.random.default_rng(bits)
    colors = [tuple(int(v) for v in random.integers(0, 256, 3)) + (255,) for _ in range(2**bits)]
    path = folder / f"p{bits}.tif"
    write_palette(path, random.integers(0, 2**bits, (48, 64)).astype(np.uint8), colors, (f"NBITS={bits}",) if bits < 8 else ())
    data.program("gdal_translate", "-q", "-expand", "rgba", path, folder / "expanded.tif")
    ours = data.draw(folder, f'DATA "{path.name}"', small_box(64, 48), (64, 48))
    assert np.array_equal(ours, data.read(folder / "expanded.tif"))


def test_offsite_is_left_out_and_does_not_bleed(folder):
    bands = data.rgb(64, 48)
    bands[:, 10:30, 20:40] = np.array([[[1]], [[2]], [[3]]])
    data.write(folder / "off.tif", bands)
    hidden = (bands == np.array([[[1]], [[2]], [[3]]])).all(axis=0)
    box = small_box(64, 48)
    assert np.array_equal(data.draw(folder, 'DATA "off.tif" OFFSITE 1 2 3', box, (64, 48))[:, :, 3] == 0, hidden)
    bands[:, 10:30, 20:40] = 0
    grey = np.where(hidden, 0, 200).astype(np.uint8)
    data.write(folder / "grey.tif", grey)
    ours = data.draw(folder, 'DATA "grey.tif" OFFSITE 0 0 0 PROCESSING "RESAMPLE=BILINEAR"', box, (150, 110))
    assert set(ours[ours[:, :, 3] > 250][:, 0]) <= {199, 200, 201}


@pytest.mark.parametrize("kind", ["Byte", "Int16", "Float32"])
def test_classes_are_comparisons_of_values(folder, kind):
    values = data.heights() / (4 if kind == "Byte" else 1)
    values = values if kind == "Float32" else np.round(values)
    data.write(folder / f"c{kind}.tif", values, getattr(gdal, f"GDT_{kind}"))
    values = gdal.Open(str(folder / f"c{kind}.tif")).ReadAsArray().astype(float)
    low, high = np.percentile(values, [30, 60]).round(2)
    classes = f"""CLASS EXPRESSION ([pixel] < {low})
      STYLE COLOR 255 0 0 END END
      CLASS EXPRESSION ([pixel] < {high})
      STYLE COLOR 0 255 0 END END
      CLASS STYLE COLOR 0 0 255 END END"""
    number = np.where(values < low, 0, np.where(values < high, 1, 2))
    for box, size, part in ((small_box(300, 200), (300, 200), number), (small_box(90, 70), (90, 70), number[:70, :90])):
        ours = data.draw(folder, f'DATA "c{kind}.tif" {classes}', box, size)
        assert np.array_equal(np.argmax(ours[:, :, :3], axis=2), part)


@pytest.mark.parametrize("kind", ["Byte", "Int16", "Float32"])
def test_color_ranges_are_those_of_gdaldem(folder, kind):
    values = data.heights() / (4 if kind == "Byte" else 1)
    data.write(folder / f"r{kind}.tif", values, getattr(gdal, f"GDT_{kind}"))
    top = 250 if kind == "Byte" else 900
    (folder / "ramp.txt").write_text(f"0 0 0 255\n{top} 255 200 0\n")
    data.program("gdaldem", "color-relief", folder / f"r{kind}.tif", folder / "ramp.txt", folder / "relief.tif")
    layer = f'DATA "r{kind}.tif" CLASS STYLE COLORRANGE 0 0 255 255 200 0 DATARANGE 0 {top} END END'
    ours = data.draw(folder, layer, small_box(300, 200), (300, 200))[:, :, :3].astype(int)
    assert np.abs(ours - data.read(folder / "relief.tif")[:, :, :3]).max() <= 1


def test_lut_text_file_and_16_bit_and_gamma(folder):
    bands = data.rgb(64, 48)
    data.write(folder / "l.tif", bands)
    box, size = small_box(64, 48), (64, 48)

    def by_lut(values, inputs, outputs):
        return np.floor(np.interp(values, inputs, outputs) + 0.5)

    expected = by_lut(bands, [0, 100, 160, 255], [0, 30, 200, 255])
    (folder / "lut.txt").write_text("100:30\n160:200\n")
    for text in ("100:30,160:200", "lut.txt"):
        ours = data.draw(folder, f'DATA "l.tif" PROCESSING "LUT={text}"', box, size)[:, :, :3]
        assert np.array_equal(np.moveaxis(ours, 2, 0), expected)
    wide = (bands[0].astype(np.uint16)) * 16
    data.write(folder / "w.tif", wide, gdal.GDT_UInt16)
    ours = data.draw(folder, 'DATA "w.tif" PROCESSING "LUT=1000:100,4095:255"', box, size)[:, :, 0]
    assert np.array_equal(ours, by_lut(wide, [0, 1000, 4095], [0, 100, 255]))
    ours = data.draw(folder, 'DATA "l.tif" PROCESSING "GAMMA=0.5"', box, size)[:, :, :3]
    assert np.array_equal(np.moveaxis(ours, 2, 0), np.floor(255 * (bands / 255.0) ** 0.5 + 0.5))
    done = data.run_map2img(folder, data.mapfile('DATA "l.tif" PROCESSING "LUT=nowhere.txt"', box, size), check=False)
    assert done.returncode != 0 and "LUT names a file that cannot be read" in done.stderr and "nowhere" not in done.stderr


def test_a_mask_of_shapes_hides_parts_of_a_raster_and_a_raster_parts_of_shapes(folder):
    bands = data.rgb(64, 48)
    data.write(folder / "m.tif", bands)
    mask = np.zeros((48, 64), np.uint8)
    mask[12:36, 16:48] = 1
    write_palette(folder / "mask.tif", mask, [(0, 0, 0, 255), (9, 9, 9, 255)])
    box, size = small_box(64, 48), (64, 48)
    square = f"{WEST + 8} {NORTH - 18} {WEST + 24} {NORTH - 18} {WEST + 24} {NORTH - 6} {WEST + 8} {NORTH - 6} {WEST + 8} {NORTH - 18}"
    shapes = f'LAYER NAME "window" TYPE POLYGON STATUS OFF FEATURE POINTS {square} END END CLASS STYLE COLOR 0 0 0 END END END'
    ours = data.draw(folder, 'DATA "m.tif" MASK "window"', box, size, extra=shapes)
    # Shapes lie half a pixel to the upper left, as in MapServer.
    assert (ours[13:35, 17:47, 3] == 255).all() and (ours[:11, :, 3] == 0).all() and (ours[37:, :, 3] == 0).all()
    assert (ours[:, :15, 3] == 0).all() and (ours[:, 49:, 3] == 0).all()
    assert np.array_equal(ours[14:34, 18:46, :3], np.moveaxis(bands, 0, 2)[14:34, 18:46])
    holes = 'LAYER NAME "window" TYPE RASTER STATUS OFF DATA "mask.tif" OFFSITE 0 0 0 END'
    ours = data.draw(folder, 'DATA "m.tif" MASK "window"', box, size, extra=holes)
    assert np.array_equal(ours[:, :, 3] == 255, mask == 1)


def test_contours_around_a_pole_cross_180_degrees_and_not_the_map(folder):
    side, pixel = 100, 80000.0
    lines = np.tile(np.arange(side, dtype=np.float32), (side, 1)).T
    data.write(folder / "pole.tif", np.ascontiguousarray(lines), gdal.GDT_Float32, code=3995, transform=(-side * pixel / 2, pixel, 0, side * pixel / 2, 0, -pixel))
    for crs, box in (("EPSG:4326", (-180, 50, 180, 90)), ("EPSG:3857", (-20037508.34, 6446276, 20037508.34, 16000000))):
        text = data.mapfile('DATA "pole.tif" PROJECTION "EPSG:3995" END CONNECTIONTYPE CONTOUR PROCESSING "CONTOUR_INTERVAL=7" '
                            "CLASS STYLE COLOR 255 0 0 END END", box, (360, 90), crs).replace("TYPE RASTER", "TYPE LINE")
        data.run_map2img(folder, text)
        drawn = data.read(folder / "out.png")[:, :, 3] > 0
        assert 0.02 < drawn.mean() < 0.4
        # Nearly all lines end at 180 degrees, on both sides of it, and few rows have more than what crosses them.
        assert drawn[:, 0].sum() >= 5 and (drawn[:, 0] == drawn[:, -1]).mean() > 0.9
        assert (drawn.mean(axis=1) < 0.6).mean() > 0.9
