# SPDX-License-Identifier: MIT
"""Scripts with threads: drawing lets other threads run, and they do not disturb one another."""
import os
import subprocess
import sys
import threading
import time

import mapscript
import pytest

QUERY = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&SRS=EPSG:3857&LAYERS=capitals&FORMAT=image/png&"
         "BBOX=-20000000,-20000000,20000000,20000000&WIDTH=256&HEIGHT=256")


@pytest.fixture
def mapfile(data, tmp_path):
    path = tmp_path / "capitals.map"
    path.write_text(f"""MAP NAME "m" SIZE 1500 1500 EXTENT -180 -90 180 90
      PROJECTION "init=epsg:4326" END
      WEB METADATA "ows_enable_request" "*" "ows_title" "t" "ows_srs" "EPSG:3857" END END
      SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
      LAYER NAME "capitals" TYPE POINT STATUS ON DATA "{data}/shapefile/capitals"
        PROJECTION "init=epsg:4326" END
        CLASS STYLE SYMBOL "dot" SIZE 9 COLOR 200 0 0 OUTLINECOLOR 0 0 0 END END
      END
    END""")
    return str(path)


def run(work, count):
    failures = []

    def guarded(number):
        try:
            work(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_another_thread_runs_while_a_map_is_drawn(mapfile):
    map = mapscript.mapObj(mapfile)
    gate = threading.Lock()
    has_run = threading.Event()
    gate.acquire()

    def wait():
        with gate:
            has_run.set()

    other = threading.Thread(target=wait)
    other.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # no thread is forced to release the interpreter
    try:
        gate.release()
        for _ in range(200):  # on a busy machine the other one may come late
            map.draw()
            if has_run.is_set():
                break
        assert has_run.is_set()
    finally:
        sys.setswitchinterval(interval)
        other.join()


def test_eight_threads_answer_with_maps_and_buffers_of_their_own(mapfile):
    answers = []

    def work(number):
        map = mapscript.mapObj(mapfile)
        mapscript.msIO_installStdoutToBuffer()
        for _ in range(10):
            request = mapscript.OWSRequest()
            request.loadParamsFromURL(QUERY)
            assert map.OWSDispatch(request) == mapscript.MS_SUCCESS
            answers.append(mapscript.msIO_getStdoutBufferBytes())
        mapscript.msIO_resetHandlers()

    run(work, 8)
    assert len(answers) == 80 and len(set(answers)) == 1


def test_eight_threads_draw_one_map_that_nobody_changes(mapfile):
    map = mapscript.mapObj(mapfile)
    map.setSize(200, 200)
    expected = map.draw().getBytes()
    images = []
    run(lambda number: images.extend(map.draw().getBytes() for _ in range(5)), 8)
    assert len(images) == 40 and set(images) == {expected}


def test_errors_belong_to_their_thread(mapfile):
    def work(number):
        for _ in range(50):
            with pytest.raises(mapscript.MapServerError, match=f"LAYER{number}"):
                mapscript.fromstring(f"MAP layer{number} END")
            assert mapscript.msGetErrorObj().code == mapscript.MS_NOERR

    run(work, 8)


def test_threads_that_read_one_layer_get_errors_at_worst(mapfile):
    map = mapscript.mapObj(mapfile)
    layer = map.getLayer(0)
    layer.open()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def work(number):
        for i in range(300):
            try:
                if (i + number) % 7 == 0:
                    layer.close()
                elif (i + number) % 7 == 1:
                    layer.open()
                    layer.whichShapes(map.extent)
                else:
                    layer.nextShape()
            except mapscript.MapServerError as error:
                assert "not been opened" in str(error) or "Another thread" in str(error)

    try:
        run(work, 8)
    finally:
        sys.setswitchinterval(interval)


def test_a_layer_may_be_removed_while_its_map_is_queried(mapfile):
    map = mapscript.mapObj(mapfile)
    map.getLayer(0).template = "t"
    for _ in range(30):
        map.insertLayer(map.getLayer(0).clone())

    def work(number):
        if number == 0:
            while map.numlayers > 1:
                map.removeLayer(map.numlayers - 1)
            return
        for _ in range(5):
            try:
                map.queryByRect(map.extent)
            except mapscript.MapServerError:
                pass  # nothing was found

    run(work, 4)
    assert map.numlayers == 1


@pytest.mark.skipif("MS_TEST_PG" not in os.environ, reason="needs the database")
@pytest.mark.parametrize("work", [lambda layer: layer.open(), lambda layer: layer.getNumFeatures(), lambda layer: layer.getExtent()])
def test_other_threads_run_while_a_layer_waits_for_its_database(work):
    table = f"thread_{os.getpid()}"
    psql = ["psql", "-Xqc", f"CREATE TABLE {table} (id int PRIMARY KEY, geom geometry(Point,4326)); INSERT INTO {table} SELECT i, ST_Point(i, i, 4326) FROM generate_series(1, 9) i", os.environ["MS_TEST_PG"]]
    subprocess.run(psql, check=True)
    map = mapscript.fromstring(f"""MAP EXTENT 0 0 10 10 SIZE 10 10 LAYER NAME "p" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "{os.environ['MS_TEST_PG']}"
      DATA "geom from (SELECT * FROM {table}) AS t USING UNIQUE id USING SRID=4326" END END""")
    try:
        lock = subprocess.Popen(["psql", "-XAt", os.environ["MS_TEST_PG"]], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        lock.stdin.write(f"BEGIN;\nLOCK TABLE {table};\n\\warn locked\nSELECT pg_sleep(4);\nCOMMIT;\n")
        lock.stdin.flush()
        while lock.stderr.readline().strip() != "locked":
            assert lock.poll() is None
        reader = threading.Thread(target=work, args=(map.getLayer(0),))
        worst, begin = 0, time.monotonic()
        last = begin
        reader.start()
        while reader.is_alive() or last - begin < 0.1:
            time.sleep(0.01)
            worst, last = max(worst, time.monotonic() - last), time.monotonic()
        waited = last - begin
        assert waited > 0.5  # it did wait
        assert worst < waited / 2
        lock.communicate()
    finally:
        subprocess.run(["psql", "-Xqc", f"DROP TABLE {table}", os.environ["MS_TEST_PG"]], check=True)
