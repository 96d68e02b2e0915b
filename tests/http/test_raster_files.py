# SPDX-License-Identifier: MIT
"""Files of raster layers: indexes, VRTs, control points, refused files, written files, and files that change while they are read."""

import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import threading
import time

import numpy as np
import pytest

gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
import raster_data as data
import servers
from raster_data import NORTH, PIXEL, WEST

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")
CRS = 'PROJECTION "EPSG:25831" END'
SIDE = 20  # pixels of a tile of the index


@pytest.fixture(scope="module")
def folder():
    """S, cut into a hundred files, with a shapefile and a table of them."""
    made = servers.own_folder()  # which servers may read
    data.write(made / "s.tif", data.rgb(SIDE * 10, SIDE * 10))
    (made / "tiles").mkdir()
    for x in range(10):
        for y in range(10):
            data.program("gdal_translate", "-q", "-srcwin", x * SIDE, y * SIDE, SIDE, SIDE, made / "s.tif", made / f"tiles/{x}_{y}.tif")
    subprocess.run(["gdaltindex", "index.shp", *sorted(f"tiles/{p.name}" for p in (made / "tiles").iterdir())], cwd=made, check=True,
                   stdout=subprocess.DEVNULL)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def box_of(width, height, x=0, y=0):
    return (WEST + x * PIXEL, NORTH - (y + height) * PIXEL, WEST + (x + width) * PIXEL, NORTH - y * PIXEL)


@pytest.mark.parametrize("crs", ["EPSG:25831", "EPSG:3857"])
@pytest.mark.parametrize("kernel, gdal_kernel", [("NEAREST", "near"), ("AVERAGE", "average")])
def test_an_index_of_a_hundred_files_draws_what_the_whole_file_draws(folder, crs, kernel, gdal_kernel):
    frame = gdal.Warp("", str(folder / "s.tif"), format="VRT", dstSRS=crs)
    t = frame.GetGeoTransform()
    box = (t[0], t[3] + t[5] * frame.RasterYSize, t[0] + t[1] * frame.RasterXSize, t[3])
    index = f'TILEINDEX "index" TILEITEM "location" PROCESSING "RESAMPLE={kernel}" {CRS}'
    whole = f'DATA "s.tif" PROCESSING "RESAMPLE={kernel}" {CRS}'
    size = (192, 128)  # of tiles: other images show MapServer's pixels
    ours = data.draw(folder, index, box, size, crs).astype(int)
    expected = data.draw(folder, whole, box, size, crs).astype(int)
    assert np.array_equal(ours[:, :, 3] > 0, expected[:, :, 3] > 0)  # no gap between files
    seen = (ours[:, :, 3] == 255) & (expected[:, :, 3] == 255)
    if kernel == "NEAREST":
        assert np.array_equal(ours[seen], expected[seen])
    inner = data.warp(folder / "s.tif", box, size, crs, gdal_kernel).astype(int)
    different = (np.abs(ours - inner)[seen][:, :3] > (0 if kernel == "NEAREST" else 40)).any(axis=1)
    assert different.mean() <= 0.01


@pytest.mark.skipif("MS_TEST_PG" not in os.environ, reason="needs the database")
def test_an_index_in_postgis_names_files_and_their_crs(folder):
    schema = f"raster_index_{os.getpid()}"
    psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", re.search(r"dbname=(\S+)", os.environ["MS_TEST_PG"]).group(1), "-c"]
    rows = []
    for x in range(10):
        for y in range(10):
            box = box_of(SIDE, SIDE, x * SIDE, y * SIDE)
            rows.append(f"('tiles/{x}_{y}.tif', 'EPSG:25831', ST_MakeEnvelope({','.join(map(repr, box))}, 25831))")
    data.program("gdalwarp", "-q", "-t_srs", "EPSG:4326", folder / "tiles/0_0.tif", folder / "tiles/degrees.tif")
    moved = box_of(SIDE, SIDE)
    rows[0] = f"('tiles/degrees.tif', 'EPSG:4326', ST_MakeEnvelope({','.join(map(repr, moved))}, 25831))"
    try:
        subprocess.run([*psql, f"create extension if not exists postgis; create schema {schema};"
                        f"create table {schema}.tiles (id serial primary key, file text, srs text, geom geometry(Polygon, 25831));"
                        f"insert into {schema}.tiles (file, srs, geom) values {','.join(rows)}"], check=True)
        index = f"""LAYER NAME "tiles" TYPE POLYGON STATUS OFF CONNECTIONTYPE POSTGIS CONNECTION "{os.environ['MS_TEST_PG']}"
          DATA "geom from {schema}.tiles using unique id using srid=25831" {CRS} END"""
        layer = f'TILEINDEX "tiles" TILEITEM "file" TILESRS "srs" {CRS}'
        ours = data.draw(folder, layer, box_of(200, 200), (200, 200), extra=index)
        expected = data.draw(folder, f'DATA "s.tif" {CRS}', box_of(200, 200), (200, 200))
        assert np.array_equal(ours[:, SIDE + 2:], expected[:, SIDE + 2:])
        corner = ours[2:SIDE - 2, 2:SIDE - 2]
        assert (corner[:, :, 3] == 255).all()
        near = np.abs(corner[:, :, :3].astype(int) - expected[2:SIDE - 2, 2:SIDE - 2, :3]).max(axis=2)
        assert np.mean(near == 0) > 0.2  # it went through degrees and back
        only = data.draw(folder, layer + ' FILTERITEM "srs" FILTER "EPSG:4326"', box_of(200, 200), (200, 200), extra=index)
        assert (only[:, SIDE + 2:, 3] == 0).all() and (only[5, 5, 3] == 255)
    finally:
        subprocess.run([*psql, f"drop schema if exists {schema} cascade"], check=True, stderr=subprocess.DEVNULL)


def test_a_vrt_of_files_is_drawn_and_one_that_reaches_elsewhere_is_not(folder, tmp_path):
    data.program("gdalbuildvrt", "-q", folder / "all.vrt", *sorted((folder / "tiles").glob("?_?.tif")))
    box = box_of(200, 200)
    expected = data.draw(folder, f'DATA "s.tif" {CRS}', box, (200, 200))
    assert np.array_equal(data.draw(folder, f'DATA "all.vrt" {CRS}', box, (200, 200)), expected)
    data.program("gdalwarp", "-q", "-of", "VRT", "-t_srs", "EPSG:3857", folder / "s.tif", folder / "warped.vrt")
    t = gdal.Open(str(folder / "warped.vrt")).GetGeoTransform()
    drawn = data.draw(folder, 'DATA "warped.vrt" PROJECTION "EPSG:3857" END', (t[0], t[3] + 100 * t[5], t[0] + 100 * t[1], t[3]), (100, 100), "EPSG:3857")
    assert np.array_equal(drawn[:, :, :3], np.moveaxis(gdal.Open(str(folder / "warped.vrt")).ReadAsArray(0, 0, 100, 100), 0, 2)[:, :, :3])
    data.write(tmp_path / "secret.tif", data.rgb(20, 20))
    os.symlink(tmp_path / "secret.tif", folder / "link.tif")
    inner = folder / "inner.tif"
    text = ('<VRTDataset rasterXSize="20" rasterYSize="20"><VRTRasterBand dataType="Byte" band="1"{0}><SimpleSource>'
            '<SourceFilename relativeToVRT="0">{1}</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>')
    inner.write_text(text.format("", tmp_path / "secret.tif"))
    for source in (tmp_path / "secret.tif", folder / "link.tif", inner, "/etc/passwd", "/vsicurl/http://127.0.0.1:9/x.tif", "MEM:::DATAPOINTER=1"):
        (folder / "bad.vrt").write_text(text.format("", source))
        done = data.run_map2img(folder, data.mapfile('DATA "bad.vrt"', box_of(20, 20), (20, 20)), "bad.png", check=False)
        assert done.returncode != 0, source
        assert "a VRT names a source that is not a file below" in done.stderr or "neither absolute nor" in done.stderr, source
        assert str(tmp_path) not in done.stderr and "passwd" not in done.stderr
    (folder / "bad.vrt").write_text(text.format(' subClass="VRTRawRasterBand"', folder / "s.tif"))
    done = data.run_map2img(folder, data.mapfile('DATA "bad.vrt"', box_of(20, 20), (20, 20)), "bad.png", check=False)
    assert done.returncode != 0 and "VRTRawRasterBand" in done.stderr


def test_a_vrt_inside_overviews_is_refused(folder):
    data.write(folder / "host.tif", data.rgb(20, 20))
    (folder / "host.tif.ovr").write_text('<VRTDataset rasterXSize="10" rasterYSize="10"></VRTDataset>')
    done = data.run_map2img(folder, data.mapfile('DATA "host.tif"', box_of(20, 20), (20, 20)), check=False)
    assert done.returncode != 0 and "the .ovr file beside a raster is a VRT" in done.stderr


def with_points(path, bands, points):
    memory = gdal.GetDriverByName("MEM").Create("", bands.shape[2], bands.shape[1], 3, gdal.GDT_Byte)
    for i in range(3):
        memory.GetRasterBand(i + 1).WriteArray(bands[i])
    memory.SetGCPs([gdal.GCP(x, y, 0, column, row) for x, y, column, row in points], data.reference(25831))
    gdal.GetDriverByName("GTiff").CreateCopy(str(path), memory)


def test_control_points_say_where_a_file_lies(folder):
    bands = data.rgb(60, 40)
    corners = [(0, 0), (60, 0), (60, 40), (0, 40)]
    with_points(folder / "affine.tif", bands, [(WEST + c * PIXEL, NORTH - r * PIXEL, c, r) for c, r in corners])
    ours = data.draw(folder, 'DATA "affine.tif"', box_of(60, 40), (60, 40))
    assert np.array_equal(ours[:, :, :3], np.moveaxis(bands, 0, 2))
    bent = [(WEST + c * PIXEL + 0.002 * c * r, NORTH - r * PIXEL + 0.001 * c * c, c, r) for c in (0, 15, 30, 45, 60) for r in (0, 20, 40)]
    with_points(folder / "bent.tif", bands, bent)
    box = (WEST - 1, NORTH - 20, WEST + 38, NORTH + 5)
    size = (156, 100)
    ours = data.draw(folder, f'DATA "bent.tif" {CRS}', box, size)
    theirs = data.warp(folder / "bent.tif", box, size)
    assert ((ours[:, :, 3] > 0) != (theirs[:, :, 3] > 0)).mean() < 0.03
    both = (ours[:, :, 3] > 0) & (theirs[:, :, 3] > 0)
    near = (np.abs(ours[both][:, :3].astype(int) - theirs[both][:, :3]) == 0).all(axis=1)
    assert both.mean() > 0.4 and near.mean() > 0.5  # nearest of nearest: half a pixel is lost


@pytest.fixture(scope="module")
def server(folder):
    def layer(name, text):
        return f'LAYER NAME "{name}" TYPE RASTER STATUS ON METADATA "ows_title" "{name}" END {text} END'

    data.write(folder / "d.tif", data.heights(), gdal.GDT_Float32, no_data=-9999)
    formats = "\n".join(f'OUTPUTFORMAT NAME "{name}" DRIVER "{driver}" MIMETYPE "{mime}" IMAGEMODE {mode} EXTENSION "{extension}" {options} END'
                        for name, driver, mime, mode, extension, options in (
                            ("tiff", "GDAL/GTiff", "image/tiff", "RGB", "tif", 'FORMATOPTION "COMPRESS=DEFLATE" FORMATOPTION "TILED=YES"'),
                            ("tiffa", "GDAL/GTiff", "image/tiff; alpha", "RGBA", "tif", ""),
                            ("cog", "GDAL/COG", "image/cog", "RGB", "tif", ""),
                            ("grid", "GDAL/AAIGrid", "text/grid", "FLOAT32", "asc", 'FORMATOPTION "NULLVALUE=-1"'),
                            ("int", "GDAL/GTiff", "image/int", "INT16", "tif", 'FORMATOPTION "NULLVALUE=-1"'),
                            ("byte", "GDAL/GTiff", "image/byte", "BYTE", "tif", 'FORMATOPTION "BAND_COUNT=3"'),
                            ("none", "GDAL/Nowhere", "image/none", "RGB", "dat", ""),
                            ("wrong", "GDAL/GTiff", "image/wrong", "RGB", "tif", 'FORMATOPTION "TILED=YES" FORMATOPTION "BLOCKXSIZE=17"')))
    text = f"""MAP NAME "m" SIZE 100 100 EXTENT 0 0 1 1 {CRS} {formats} SHAPEPATH "{folder}"
      WEB METADATA "ows_title" "t" "ows_srs" "EPSG:25831 EPSG:3857" "ows_enable_request" "*" END END
      {layer("s", f'DATA "s.tif" {CRS}')} {layer("d", f'DATA "d.tif" {CRS}')} {layer("alias", f'DATA "current.tif" {CRS}')}
      {layer("huge", f'DATA "huge.tif" {CRS}')}
      {layer("many", f'DATA "many/%n%.tif" VALIDATION "n" "^[0-9]+$" "default_n" "0" END {CRS}')} END"""
    own = servers.own_folder()
    shutil.copy(servers.OGR_MODULE, own)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))  # a quarter of them: the fewest that are kept open
    started = servers.start_listener_of(own, {"m": text}, {"MS_REQUEST_TIMEOUT": "20"})
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    yield started
    assert started.stop() == [0]


def get(server, layer, box, size, kind="image/png", more=""):
    return servers.fetch(f"{server.address}?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={layer}&STYLES=&SRS=EPSG:25831"
                         f"&BBOX={','.join(map(repr, box))}&WIDTH={size[0]}&HEIGHT={size[1]}&FORMAT={kind.replace(' ', '%20').replace(';', '%3B')}{more}")


def opened(answer, name="answer.tif"):
    assert answer.status == 200 and b"Exception" not in answer.body[:500], answer.text[:500]
    gdal.FileFromMemBuffer(f"/vsimem/{name}", answer.body)
    return gdal.Open(f"/vsimem/{name}")


@pytest.mark.parametrize("kind, bands", [("image/tiff", 3), ("image/tiff; alpha", 4), ("image/cog", 3)])
def test_images_are_written_by_drivers_of_gdal_with_their_place(server, folder, kind, bands):
    box = box_of(100, 80, 10, 20)
    file = opened(get(server, "s", box, (100, 80), kind))
    source = gdal.Open(str(folder / "s.tif"))
    assert file.RasterCount == bands
    assert np.allclose(file.GetGeoTransform(), (box[0], PIXEL, 0, box[3], 0, -PIXEL))
    assert file.GetSpatialRef().IsSame(source.GetSpatialRef())
    assert np.array_equal(file.ReadAsArray()[:3], source.ReadAsArray(10, 20, 100, 80))
    if kind == "image/cog":
        assert file.GetMetadataItem("LAYOUT", "IMAGE_STRUCTURE") == "COG"
    if kind == "image/tiff":
        assert file.GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE") == "DEFLATE"


def test_values_of_rasters_are_written_raw(server, folder):
    box = box_of(100, 80, 250, 150)  # half of it lies outside the raster of 300 x 200
    source = gdal.Open(str(folder / "d.tif")).ReadAsArray(250, 150, 50, 50)
    for kind, name, kind_of in (("text/grid", "a.asc", np.float32), ("image/int", "b.tif", np.int16)):
        file = opened(get(server, "d", box, (100, 80), kind), name)
        values = file.ReadAsArray()
        expected = source if kind_of is np.float32 else np.floor(source + 0.5)
        assert np.allclose(values[:50, :50], expected, atol=1e-3)
        assert (values[50:] == -1).all() and (values[:, 50:] == -1).all() and file.GetRasterBand(1).GetNoDataValue() == -1
        assert np.allclose(file.GetGeoTransform(), (box[0], PIXEL, 0, box[3], 0, -PIXEL))
    bands = opened(get(server, "s", box_of(100, 80), (100, 80), "image/byte"), "c.tif").ReadAsArray()
    assert np.array_equal(bands, gdal.Open(str(folder / "s.tif")).ReadAsArray(0, 0, 100, 80))


@pytest.mark.parametrize("null", ["", 'FORMATOPTION "NULLVALUE=-1"'])
def test_floats_that_are_nan_stay_nan_where_the_format_names_no_other_value(folder, null):
    values = data.heights(40, 30)
    values[10:14, 20:25] = np.nan
    data.write(folder / "nan.tif", values, gdal.GDT_Float32, no_data=float("nan"))
    raw = f'OUTPUTFORMAT NAME "raw" DRIVER "GDAL/GTiff" MIMETYPE "image/tiff" IMAGEMODE FLOAT32 EXTENSION "tif" {null} END IMAGETYPE "raw"'
    data.run_map2img(folder, data.mapfile(f'DATA "nan.tif" {CRS}', box_of(40, 30), (40, 30), extra=raw), "raw.tif")
    assert np.array_equal(data.gdal.Open(str(folder / "raw.tif")).ReadAsArray(), np.where(np.isnan(values), -1, values) if null else values, equal_nan=True)


def test_what_gdal_does_not_write_is_said_and_so_are_wrong_numbers_of_bands(server):
    box = box_of(100, 80)
    assert "illegal band" in get(server, "d", box, (100, 80), "image/byte").text  # BAND_COUNT=3
    for kind in ("image/none", "image/wrong"):
        answer = get(server, "s", box, (100, 80), kind)
        assert b"Exception" in answer.body and "/vsimem" not in answer.text


def test_a_file_replaced_while_it_is_read_is_the_old_or_the_new_one(server, folder):
    versions = [data.write(folder / f"version{i}.tif", data.rgb(120, 100, seed=i)) for i in (10, 11)]
    allowed = {data.draw(folder, f'DATA "{path.name}" {CRS}', box_of(60, 60), (60, 60))[:, :, :3].tobytes(): i for i, path in enumerate(versions)}

    def put(i):
        (folder / "next.tif").write_bytes(versions[i].read_bytes())
        os.rename(folder / "next.tif", folder / "current.tif")

    put(0)
    seen, errors, done = [], [], threading.Event()

    def wait_for_answers(count):
        """So many more, and those that were under way before."""
        enough, end = len(seen) + count + len(threads), time.monotonic() + 60
        while len(seen) < enough and time.monotonic() < end:
            time.sleep(0.02)

    def ask():
        while not done.is_set():
            try:
                file = opened(get(server, "alias", box_of(60, 60), (60, 60)), f"{threading.get_ident()}.png")
                seen.append(allowed[np.moveaxis(file.ReadAsArray()[:3], 0, 2).tobytes()])
            except Exception as error:  # reported by the test
                errors.append(repr(error))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for i in (1, 0, 1):
        wait_for_answers(25)
        put(i)
    time.sleep(1.5)
    before = len(seen) + len(threads)
    wait_for_answers(25)
    done.set()
    for thread in threads:
        thread.join()
    assert not errors, errors[:3]
    assert len(seen) > before + 20 and set(seen) == {0, 1} and set(seen[before:]) == {1}
    tag = get(server, "alias", box_of(60, 60), (60, 60)).headers.get("etag")
    time.sleep(1.2)
    (folder / "current.wld").write_text("0.5\n0\n0\n-0.5\n0\n0\n")
    assert get(server, "alias", box_of(60, 60), (60, 60)).headers.get("etag") != tag


def traced(folder, calls, layer, box, size, *more):
    """Lines of strace about the files that map2img reads for an image."""
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    (folder / "traced.map").write_text(data.mapfile(layer, box, size, shape_path=folder))
    subprocess.run(["strace", "-f", "-y", "-o", folder / "strace.txt", "-e", f"trace={calls}",
                    data.MAP2IMG, "-m", folder / "traced.map", "-o", folder / "traced.png", *more], check=True, timeout=120, capture_output=True)
    return (folder / "strace.txt").read_text().splitlines()


def test_companions_that_a_file_does_not_have_are_not_looked_for_again(folder):
    alone = folder / "alone"
    alone.mkdir()
    data.write(alone / "a.tif", data.rgb(60, 60))
    time.sleep(1.2)  # until then another change of the folder might leave its time as it is
    count = 40
    lines = traced(folder, "%file", f'DATA "alone/a.tif" {CRS}', box_of(60, 60), (60, 60), "-c", str(count))
    named = [name for line in lines if (found := re.search(r'alone/(a[\w.]*)"', line)) and (name := found.group(1))]
    assert named.count("a.tif") >= count
    assert sum(name != "a.tif" for name in named) < 2 * count  # 14 each time when they are looked for
    assert sum("openat" in line and "alone/a.tif" in line for line in lines) < count / 4  # nor is it opened to see what it is


def test_an_image_opens_the_files_of_the_index_that_it_shows(folder):
    for column, row, width, height in ((1, 1, 10, 10), (25, 33, 30, 50), (0, 0, 200, 200)):
        box = (WEST + (column + 0.25) * PIXEL, NORTH - (row + height - 0.25) * PIXEL, WEST + (column + width - 0.25) * PIXEL, NORTH - (row + 0.25) * PIXEL)
        lines = traced(folder, "openat", f'TILEINDEX "index.shp" TILEITEM "location" {CRS}', box, (64, 64))
        opened_files = {found.group(1) for line in lines if (found := re.search(r'"[^"]*/tiles/(\w+\.tif)", .*= \d', line))}
        listed = subprocess.run(["ogrinfo", "-q", "-al", "-geom=NO", "-spat", *map(repr, box), folder / "index.shp"], check=True, capture_output=True, text=True)
        assert opened_files == set(re.findall(r"tiles/(\w+\.tif)", listed.stdout))


def test_a_part_of_a_huge_file_reads_its_blocks_and_little_more(folder):
    width, height, block = 130_000, 150_000, 256
    file = gdal.GetDriverByName("GTiff").Create(str(folder / "sparse.tif"), width, height, 1, gdal.GDT_Byte,
                                                ["TILED=YES", "SPARSE_OK=TRUE", "BIGTIFF=YES"])
    file.SetGeoTransform((WEST, PIXEL, 0, NORTH, 0, -PIXEL))
    column, row = 200 * block, 300 * block
    file.WriteArray(data.rgb(2 * block, 2 * block)[0], column, row)
    file = None
    west, north = WEST + (column + 128) * PIXEL, NORTH - (row + 128) * PIXEL
    box = (west, north - block * PIXEL, west + block * PIXEL, north)
    lines = traced(folder, "read,pread64", f'DATA "sparse.tif" {CRS}', box, (block, block))
    read = sum(int(found.group(1)) for line in lines if "/sparse.tif>" in line and (found := re.search(r"= (\d+)$", line)))
    file = gdal.Open(str(folder / "sparse.tif"))
    sizes = [int(file.GetRasterBand(1).GetMetadataItem(f"BLOCK_SIZE_{x}_{y}", "TIFF")) for x in (200, 201) for y in (300, 301)]
    assert sizes == [block * block] * 4
    assert sum(sizes) <= read <= 2 * sum(sizes)


def memory_of(server):
    status = pathlib.Path(f"/proc/{server.processes[0].pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024


@pytest.mark.skipif(servers.IS_SANITIZED, reason="sanitizers keep what was freed")
def test_requests_over_many_files_neither_grow_nor_keep_handles(server, folder):
    (folder / "many").mkdir(exist_ok=True)
    for i in range(100):
        data.write(folder / f"many/{i}.tif", data.rgb(64, 64, seed=i), options=())
    single = {}
    for i in range(0, 100, 7):
        single[i] = get(server, "many", box_of(64, 64), (64, 64), more=f"&n={i}").body

    def ask(seed, count):
        order = random.Random(seed)
        for _ in range(count):
            i = order.randrange(100)
            answer = get(server, "many", box_of(64, 64), (64, 64), more=f"&n={i}")
            assert answer.is_png and answer.body == single.get(i, answer.body)

    def rounds(count):
        threads = [threading.Thread(target=ask, args=(seed, count)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    rounds(100)
    before = memory_of(server)
    rounds(250)
    assert memory_of(server) - before < 50e6
    handles = [os.readlink(path) for path in pathlib.Path(f"/proc/{server.processes[0].pid}/fd").iterdir() if path.is_symlink()]
    assert sum("/many/" in each for each in handles) <= 64


def test_a_huge_file_of_strips_ends_with_the_time_of_the_request(folder):
    file = gdal.GetDriverByName("GTiff").Create(str(folder / "huge.tif"), 60000, 60000, 1, gdal.GDT_Byte, ["SPARSE_OK=YES", "COMPRESS=DEFLATE"])
    file.SetGeoTransform((WEST, PIXEL, 0, NORTH, 0, -PIXEL))
    file.SetProjection(data.reference(25831))
    file.GetRasterBand(1).WriteArray(np.ones((64, 60000), np.uint8), 0, 30000)
    file = None
    own = servers.own_folder()
    shutil.copy(servers.OGR_MODULE, own)
    text = f"""MAP NAME "m" SIZE 100 100 EXTENT 0 0 1 1 {CRS} SHAPEPATH "{folder}"
      WEB METADATA "ows_title" "t" "ows_srs" "EPSG:25831" "ows_enable_request" "*" END END
      LAYER NAME "huge" TYPE RASTER STATUS ON METADATA "ows_title" "h" END DATA "huge.tif" PROCESSING "RESAMPLE=AVERAGE" {CRS} END END"""
    started = servers.start_listener_of(own, {"m": text}, {"MS_REQUEST_TIMEOUT": "1"})
    try:
        watch = started.watch()
        answer = get(started, "huge", box_of(60000, 60000), (100, 100))
        assert b"Exception" in answer.body or answer.status != 200
        assert watch.seconds < (8 if servers.IS_SANITIZED else 3)
    finally:
        assert started.stop() == [0]
