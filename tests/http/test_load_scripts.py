# SPDX-License-Identifier: MIT
"""The ready-made load tests of tests/load run to their end, shortened; their targets are for idle machines."""

import argparse
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys

import pytest
import servers
from conftest import need
from test_benchmark import DATABASE, small_country  # noqa: F401  (a fixture)

LOAD = servers.SOURCE / "tests/load"
WITH_BARS = ("catalog_study", "compare_with_mapserver", "floor", "static_file", "tile_store", "trace_overhead", "workers")


def run(script, *words, status=0, **env):
    bars = ["--no-check"] if script in WITH_BARS and status == 0 else []
    done = subprocess.run([sys.executable, LOAD / script, "--bin", servers.MAPSERV.parent, *bars, *map(str, words)], capture_output=True,
                          text=True, timeout=300, env=os.environ | env)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stderr if status else done.stdout


def test_a_missed_bar_is_a_failure():
    need("/usr/sbin/nginx")
    run("static_file", "--requests", 500, "--bar", 10**9, status=1)


def test_one_command_prints_the_table_of_2015_for_us_and_mapserver(small_country):  # noqa: F811
    need(servers.APACHE, f"{servers.APACHE_MODULES}/mod_fcgid.so", "/usr/sbin/pgbouncer", "/usr/lib/cgi-bin/mapserv")
    text = run("compare_with_mapserver", "--zooms", "1,16", "--clients", "1,2", "--maps", 4, "--rounds", 1, "--processes", 2,
               PGDATABASE=DATABASE)
    assert "MapServer version 8" in text and "mapserver-pg version" in text and "Apache mod_fcgid with 2 processes" in text
    for clients in (1, 2):
        assert f"nbThreads={clients} nbIterations={4 // clients}" in text
    for variant in ("auto", "hex", "wkb", "twkb", "lod", "stock", "tuned"):
        cells = re.findall(rf"^\| {variant} \| (.*) \| (.*) \|$", text, re.M)
        assert len(cells) == 2
        assert all(re.match(r"[\d.]+ ± [\d.]+ ms, [\d.]+/s, [\d.]+ kB", cell) for row in cells for cell in row)
    for variant in ("auto", "lod"):
        assert len(re.findall(rf"^zoom \d+, \d clients: {variant} [\d.]+ x stock", text, re.M)) == 4
        shares = re.findall(rf"^zoom \d+, \d clients: {variant} ([\d.]+) x the time of our shapefile \((met|MISSED), at most 1.2\)$", text, re.M)
        assert len(shares) == 4 and all(word == ("met" if float(share) < 1.2 else "MISSED") for share, word in shares if share != "1.20")

    def kilobytes(variant):
        return float(re.search(rf"^\| {variant} \| .*?([\d.]+) kB", text, re.M)[1])
    # Hexadecimal digits are twice the bytes; since the thread MapServer requests binary.
    assert 1.8 < kilobytes("hex") / kilobytes("wkb") < 2.2 and kilobytes("twkb") < kilobytes("wkb")
    assert kilobytes("stock") == pytest.approx(kilobytes("wkb"), rel=0.1)


def test_tiles_and_images_of_256_colours_are_compared_with_mapserver(small_country):  # noqa: F811
    need(servers.APACHE, f"{servers.APACHE_MODULES}/mod_fcgid.so", "/usr/sbin/pgbouncer", "/usr/lib/cgi-bin/mapserv")
    text = run("compare_with_mapserver", "--variants", "auto,stock", "--zooms", 4, "--clients", 1, "--maps", 2, "--rounds", 1,
               "--processes", 1, "--size", 256, "--image", "png8", "--bar", 0.125, PGDATABASE=DATABASE)
    assert "256 x 256" in text and "FORMAT=image/png%3B%20mode%3D8bit" in text
    assert re.search(r"^zoom 4, 1 clients: auto [\d.]+ x stock \(met, bar 0.125\)$", text, re.M)


def test_servers_that_draw_no_map_are_not_compared(cluster):
    need(servers.APACHE, f"{servers.APACHE_MODULES}/mod_fcgid.so", "/usr/sbin/pgbouncer", "/usr/lib/cgi-bin/mapserv")
    said = run("compare_with_mapserver", "--variants", "stock,auto", "--zooms", 4, "--clients", 1, "--maps", 2, "--rounds", 1,
               "--processes", 1, status=1, PGDATABASE="template1")
    assert said.startswith("stock draws no map: ") and "tests/data/generate_benchmark.py" in said


def test_cells_in_which_requests_failed_are_compared_with_nobody(monkeypatch):
    monkeypatch.syspath_prepend(LOAD)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = importlib.machinery.SourceFileLoader("compare_with_mapserver", str(LOAD / "compare_with_mapserver"))
    script = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(script)
    variants = ["auto", "shapefile", "stock"]
    row = {"zoom": "4", "clients": "5"}
    rates = {"auto req/s": "0.0 ± 0.0", "shapefile req/s": "90.0 ± 1.0", "stock req/s": "30.0 ± 1.0"}
    errors = [row | {"target": name, "errors": "7" if name == "auto" else "0"} for name in variants]
    options = argparse.Namespace(variants=variants, link=0, size=1000, image="png", bar=1)
    report = {"tables": [{"rows": [row | rates]}, {"rows": errors}]}
    assert list(script.verdicts(report, options)) == [("zoom 4, 5 clients: requests of auto failed, nobody is compared with them", False, "no errors")]


def test_the_tables_of_the_tile_cache_study_are_printed(small_country):  # noqa: F811
    subprocess.run([servers.SOURCE / "tests/data/generate_benchmark.py", "--catalog", "--contours", "20"], check=True,
                   env=os.environ | {"PGDATABASE": DATABASE})
    text = run("catalog_study", "--requests", 2, "--places", 2, PGDATABASE=DATABASE)
    tables = text.split("Table ")[1:]
    assert [len(re.findall(r"^\| [23] \| 0, [01] \|( [\d.]+ ms \|)+ [\d.]+ \|$", table, re.M)) for table in tables] == [2, 2, 0]
    assert re.findall(r"^\| (\d+) ms \| [\d.]+ ms \| [\d.]+ ms \| [\d.]+ \|$", tables[2], re.M) == ["0", "5", "20"]
    assert len(re.findall(r"\(bar [\d.]+\): (met|MISSED)$", text, re.M)) == 4


def test_mapload_is_measured_against_a_file():
    need("/usr/sbin/nginx")
    assert re.search(r"^\d+ requests a second \(bar 5000", run("static_file", "--requests", 500), re.M)


def test_the_cost_of_the_trace_is_told():
    if not (servers.MAPSERV.parent / "bench_trace").exists():
        pytest.skip("bench_trace is not built (target bench)")
    text = run("trace_overhead", "--blocks", 3, "--requests", 3, "--map", "inline")
    assert re.search(r"^on: [+-][\d.]+% \([+-][\d.]+% to [+-][\d.]+%\), bar 5%", text, re.M)
    assert int(re.search(r"^off: (\d+) spans x", text, re.M)[1]) > 10


def test_clients_are_counted_up_beside_mapserver(cluster):
    need("/usr/sbin/nginx", "/usr/lib/cgi-bin/mapserv")
    text = run("clients", "--views", 12, "--runs", 1, "--clients", "1,2", "--map", "inline", "--only-ours")
    assert re.search(r"^\| ours \| 2 \|", text, re.M)
    text = run("clients", "--views", 6, "--runs", 1, "--clients", "1", "--epsg", 4326, 3857)
    assert re.findall(r"^ours: .*SRS=EPSG:(\d+)", text, re.M) == ["4326", "3857"] and text.count("Requests per second") == 2
    assert re.search(r"^\| mapserver \| 1 \| [\d.]+ .*\| 0 \| 1.00 \| [\d.]+ \|$", text, re.M)


def test_threads_are_counted_up():
    text = run("workers", "--map", "inline", "--threads", "1,2", "--blocks", 2, "--requests", 8)
    assert re.search(r"^best: (1|2|default); the default gets [01]\.\d\d of it", text, re.M)


def test_a_short_soak_has_no_failures():
    text = run("soak", "--requests", 1500, "--map", "shapefile", "--interval", 5, "--growth", 1)
    assert "server: exit status 0, 0 lines of sanitizers" in text
    assert "memory after 150 requests" in text


def test_rasters_are_compared_with_mapserver(tmp_path):
    need("/usr/lib/cgi-bin/mapserv", servers.OGR_MODULE)
    text = run("rasters", "--data", tmp_path, "--side", 2000, "--sizes", 256, "--clients", 2, "--requests", 2, "--rounds", 1)
    rows = re.findall(r"^\| (deflate|jpeg|index) \| (25832|3857) \| 256 \| \S+ \| 2 \| [\d.]+ \| [\d.]+ \|", text, re.M)
    assert len(rows) == 12 and len(set(rows)) == 6


def test_tiles_on_disk_are_found_by_their_index():
    text = run("tile_store", "--tiles", 10_000, "--requests", 100)
    assert "SEARCH t USING INDEX xyz" in text and re.search(r"^\| disk \| \d+ ", text, re.M)


def test_many_raster_files_neither_fill_memory_nor_stay_open():
    need(servers.OGR_MODULE)
    text = run("raster_files", "--requests", 400, "--files", 80, "--check")
    assert "| other images than for one client | 0 | 0 |" in text


SLEEPING = """MAP NAME "sleeping" SIZE 200 200 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "s" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
  LAYER NAME "l" TYPE POLYGON STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname={database}"
    DATA "geom from (select 1 as id, ST_Buffer(ST_Point(5, 5, 4326), 3) as geom from pg_sleep(4)) as t using unique id using srid=4326"
    METADATA "ows_title" "l" END
    CLASS STYLE COLOR 200 90 40 END END
  END
END"""


def test_a_hundred_equal_requests_at_once_are_drawn_once(cluster):
    folder = servers.own_folder()
    (folder / "sleeping.map").write_text(SLEEPING.format(database=os.environ["PGDATABASE"]))
    server = servers.start_listener({"MS_MAPFILE": str(folder / "sleeping.map"), "MS_DEBUGLEVEL": "2", "MS_THREADS": "8"})
    query = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&SRS=EPSG:4326&BBOX=0,0,10,10&WIDTH=200&HEIGHT=200&FORMAT=image/png"
             "&LAYERS=l&STYLES=")
    try:
        bodies = {answer.partition(b"\r\n\r\n")[2] for answer in servers.fetch_at_once(server, query, 100)}
        assert len(bodies) == 1 and bodies.pop().startswith(b"\x89PNG")
        assert server.log().count("msDrawMap() total time") == 1
    finally:
        server.stop()
        (folder / "sleeping.map").unlink()
        folder.rmdir()


def test_the_least_a_request_costs_is_told(cluster):
    text = run("floor", "--requests", 5)
    assert re.search(r"^[\d.]+ ms without encoding \((met|MISSED), bar 0.6\)", text, re.M)
    assert {"request", "plan", "fetch", "encode"} <= set(re.findall(r"^\| (\w+) \| [\d.]+ \|", text, re.M))
