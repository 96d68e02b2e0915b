# SPDX-License-Identifier: MIT
"""The benchmark of the 2015 thread still runs, on a small country in a separate database."""

import os
import subprocess
import sys

import pytest
import servers
from conftest import need

DATABASE = f"benchmark_small_{os.getpid()}"
GENERATE = servers.SOURCE / "tests/data/generate_benchmark.py"
SMALL = ["--columns", "8", "--rows", "5", "--detail", "4", "--roads", "300", "--places", "20"]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=200,
                          env=os.environ | {"PGDATABASE": DATABASE})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def small_country(cluster):
    for statement in (f"drop database if exists {DATABASE}", f"create database {DATABASE}"):
        subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", statement], check=True)
    yield run(GENERATE, *SMALL)
    subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", f"drop database {DATABASE} with (force)"], check=True)


def test_the_same_seed_gives_the_same_country(small_country):
    # 40 rings of 4 borders with 16 segments each, closed; every eighth point of them.
    assert small_country.splitlines() == [
        "benchmark.polygons: 40 polygons, 2600 vertices, sha256 912069f8058b97de",
        "benchmark.generalised: 40 generalised, 360 vertices, sha256 16cf20cb403f7e62",
        "benchmark.roads: 300 roads, 2127 vertices, sha256 1a1834e3b53c80aa",
        "benchmark.places: 20 places, 20 vertices, sha256 0956ab744dd51a9f"]
    assert run(GENERATE, "--checksum", *SMALL) == small_country


def test_the_tables_hold_what_was_generated(small_country):
    for table, kind, rows in (("polygons", "ST_Polygon", 40), ("roads", "ST_LineString", 300), ("places", "ST_Point", 20)):
        text = run("psql", "-XAtc", "select count(*), min(ST_GeometryType(geom)), max(ST_SRID(geom)), bool_and(ST_IsValid(geom))"
                   f" from benchmark.{table}")
        assert text.strip() == f"{rows}|{kind}|3857|t"
    assert run("psql", "-XAtc", "select sum(ST_NPoints(geom)) from benchmark.polygons").strip() == "2600"


def test_the_catalogue_has_401_products_on_three_continents(small_country):
    summary = run(GENERATE, "--catalog", "--contours", 3)
    assert summary.splitlines() == ["benchmark.products: 401 products, 2005 vertices, sha256 8b71a047574601d6",
                                    "benchmark.contours: 1203 contours, 20451 vertices, sha256 f062153ec8839309"]
    assert run(GENERATE, "--checksum", "--catalog", "--contours", 3) == summary
    text = run("psql", "-XAtc", "select continent, count(*), bool_and(ST_IsValid(geom)), bool_and(acquired < '2020-01-01') from"
               " benchmark.products group by 1 order by 1")
    assert text.split() == ["America|160|t|t", "Australia|81|t|t", "Europe|160|t|t"]
    # Each line is one of its product's, and nowhere farther from it than a line strays.
    far = "ST_Distance(c.geom, p.geom) > 0 or ST_HausdorffDistance(c.geom, p.geom) > 300000"
    assert run("psql", "-XAtc", f"select count(*) from benchmark.contours c join benchmark.products p on p.gid = c.product where {far}").strip() == "0"
    assert run("psql", "-XAtc", "select count(*) from benchmark.polygons").strip() == "40", "the country stays"


def test_shapefiles_hold_the_same_rows(small_country, tmp_path):
    run(GENERATE, *SMALL, "--shapefiles", tmp_path, "--bin", servers.MAPSERV.parent)
    for table in ("polygons", "roads", "places"):
        assert sorted(path.suffix for path in tmp_path.glob(f"{table}.*")) == [".dbf", ".qix", ".shp", ".shx"]
    # ESRI Shapefile Technical Description: file code 9994, length in 16-bit words.
    head = (tmp_path / "polygons.shp").read_bytes()
    assert int.from_bytes(head[:4], "big") == 9994 and int.from_bytes(head[24:28], "big") * 2 == len(head)
    assert len(head) == 100 + 40 * (8 + 4 + 32 + 12) + 2600 * 16


def test_the_table_has_a_row_for_every_zoom(small_country):
    table = run(sys.executable, servers.SOURCE / "tests/bench/thread2015.py", "--bin", servers.MAPSERV.parent,
                "--only", "ours", "--requests", 3, "--zooms", 1, 16)
    assert [row.split("|")[1].strip() for row in table.splitlines() if row.startswith("| z")] == ["zoom", "z1", "z16"]


@pytest.mark.parametrize("section", ["bytes", "memory"])
def test_the_benchmark_of_postgis_runs(small_country, section):
    text = run(sys.executable, servers.SOURCE / "tests/bench/postgis.py", "--bin", servers.MAPSERV.parent, "--sections",
               section, "--requests", 3)
    assert "(bar" in text


def test_the_benchmark_of_wfs_finds_the_same_features_as_mapserver(small_country):
    need("/usr/lib/cgi-bin/mapserv")
    text = run(sys.executable, servers.SOURCE / "tests/bench/wfs.py", "--bin", servers.MAPSERV.parent, "--requests", 3)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()[2:]]
    found = {row[0].split(",")[0]: row[1] for row in rows}
    assert len(rows) == 9 and found["one place by id"] == "1" and found["how many roads"] == "300"
