# SPDX-License-Identifier: MIT
"""Scripts that fork() after they have drawn, as servers of Python do that load the application first."""
import array
import hashlib
import os
import signal
import subprocess
import threading
import time

import mapscript
import pytest

SIDE = 2048
HEAD = 'MAP NAME "f" SIZE 300 300 EXTENT 0 0 100 100 IMAGETYPE "png" PROJECTION "EPSG:4326" END'
BOXES = [(0.5 * i, 0.3 * i, 60 + 0.5 * i, 60 + 0.4 * i) for i in range(20)]


def in_child(work, patience=60):
    """What work() returns in a child, an integer below 200; an exception is 255, no end 254."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(work())
        except BaseException as error:
            print(type(error), error, flush=True)
        finally:
            os._exit(255)
    end = time.monotonic() + patience
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 254


def sum_of(map, box):
    map.setExtent(*box)
    return hashlib.md5(map.draw().getBytes()).hexdigest()


def wrong_maps(map, expected, rounds):
    return sum(sum_of(map, box) != right for _ in range(rounds) for box, right in zip(BOXES, expected))


def check_forked(map, rounds):
    """Four children and the parent draw at the same time."""
    sum_of(map, (0, 0, 1, 1))  # what is open now is shared
    reading, writing = os.pipe()
    assert in_child(lambda: os.write(writing, " ".join(sum_of(map, box) for box in BOXES).encode()) * 0) == 0
    expected = os.read(reading, 10000).decode().split()
    os.close(reading)
    os.close(writing)
    assert len(set(expected)) == len(BOXES)
    results = {}

    def run(number):
        results[number] = in_child(lambda: min(wrong_maps(map, expected, rounds), 199))

    waiting = [threading.Thread(target=run, args=(i,)) for i in range(4)]
    for thread in waiting:
        thread.start()
    results["parent"] = wrong_maps(map, expected, rounds)
    for thread in waiting:
        thread.join()
    assert results == {0: 0, 1: 0, 2: 0, 3: 0, "parent": 0}


@pytest.fixture
def raster_map(tmp_path):
    gdal = pytest.importorskip("osgeo.gdal")
    file = gdal.GetDriverByName("GTiff").Create(str(tmp_path / "f.tif"), SIDE, SIDE, 1, gdal.GDT_Byte)
    file.SetGeoTransform((0, 100 / SIDE, 0, 100, 0, -100 / SIDE))
    for row in range(SIDE):
        file.GetRasterBand(1).WriteRaster(0, row, SIDE, 1, array.array("B", ((row * 7 + x * 3) % 251 for x in range(SIDE))).tobytes())
    file = None
    time.sleep(1.2)  # files that have just changed are not kept open
    return mapscript.fromstring(f'{HEAD} LAYER NAME "r" TYPE RASTER STATUS ON DATA "{tmp_path}/f.tif" END END')


def test_children_read_raster_files_at_positions_of_their_own(raster_map):
    check_forked(raster_map, 3)


@pytest.mark.parametrize("connection", ["", "CONNECTIONTYPE OGR CONNECTION"])
def test_children_read_shapefiles(data, connection):
    place = f'{connection} "{data}/shapefile/capitals.shp"' if connection else f'DATA "{data}/shapefile/capitals"'
    check_forked(mapscript.fromstring(f"""{HEAD} SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
      LAYER NAME "c" TYPE POINT STATUS ON {place} CLASS STYLE SYMBOL "dot" SIZE 9 COLOR 200 0 0 END END END END"""), 3)


database = pytest.mark.skipif("MS_TEST_PG" not in os.environ, reason="needs the database")


def database_map():
    rows = "select i as id, random() as r, ST_SetSRID(ST_MakeEnvelope(i % 20 * 5, i / 20 * 5, i % 20 * 5 + 3, i / 20 * 5 + 3), 4326) as geom from generate_series(0, 399) i"
    return mapscript.fromstring(f"""{HEAD}
      LAYER NAME "p" TYPE POLYGON STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "{os.environ['MS_TEST_PG']} application_name=fork_{os.getpid()}"
        DATA "geom from ({rows}) as s using unique id using srid=4326" TEMPLATE "x"
        CLASS STYLE COLOR 255 0 0 END END END END""")


@database
def test_children_have_connections_of_their_own():
    check_forked(database_map(), 10)


@database
def test_a_child_that_ends_leaves_the_parents_connection():
    map = database_map()
    with map.getLayer(0) as layer:  # its connection is in use
        layer.whichShapes(mapscript.rectObj(0, 0, 100, 100))
        first = layer.nextShape()

        def in_use():
            mapscript.msCleanup()
            map.getLayer(0).close()
            return wrong_maps(map, [sum_of(map, box) for box in BOXES], 1)

        assert in_child(in_use) == 0
        assert first is not None and sum(1 for _ in iter(layer.nextShape, None)) == 399


@database
def test_a_layer_that_the_parent_has_opened_must_be_opened_again():
    map = database_map()
    layer = map.getLayer(0)
    layer.open()
    layer.whichShapes(mapscript.rectObj(0, 0, 100, 100))
    assert layer.nextShape() is not None

    def read():
        with pytest.raises(mapscript.MapServerError, match="open it again"):
            layer.nextShape()
        layer.open()
        layer.whichShapes(mapscript.rectObj(0, 0, 100, 100))
        return sum(1 for _ in iter(layer.nextShape, None)) - 400

    assert in_child(read) == 0
    assert sum(1 for _ in iter(layer.nextShape, None)) == 399


@database
def test_fork_waits_for_a_drawing_of_another_thread():
    map = database_map()
    other = database_map()
    other.getLayer(0).data = "geom from (select 1 as id, ST_SetSRID(ST_Point(1, 1), 4326) as geom from pg_sleep(3)) as s using unique id using srid=4326"
    question = f"SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fork_{os.getpid()}' AND state = 'active' AND query LIKE '%pg_sleep%';\n"
    psql = subprocess.Popen(["psql", "-XAtq", os.environ["MS_TEST_PG"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    drawing = threading.Thread(target=other.draw)
    drawing.start()
    sleeping = "0"
    while sleeping == "0":
        psql.stdin.write(question)
        psql.stdin.flush()
        sleeping = psql.stdout.readline().strip()
    begin = time.monotonic()
    assert in_child(lambda: 0 if len(map.draw().getBytes()) > 100 else 1) == 0
    assert time.monotonic() - begin > 0.5
    drawing.join()
    psql.communicate()
