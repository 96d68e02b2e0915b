# SPDX-License-Identifier: MIT
"""The benchmark of the 2015 thread still runs, on a small country in a database of its own."""

import os
import subprocess
import sys

import pytest
import servers

DATABASE = "benchmark_small"


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=200,
                          env=os.environ | {"PGDATABASE": DATABASE})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def small_country(cluster):
    for statement in (f"drop database if exists {DATABASE}", f"create database {DATABASE}"):
        subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", statement], check=True)
    yield run(servers.SOURCE / "tests/data/generate_benchmark.py", "--columns", 8, "--rows", 5, "--detail", 4)
    subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", f"drop database {DATABASE} with (force)"], check=True)


def test_the_same_seed_gives_the_same_country(small_country):
    # 40 rings of 4 borders with 16 segments each, closed.
    assert "40 polygons, 2600 vertices" in small_country
    text = run("psql", "-XAtc", "select md5(string_agg(ST_AsBinary(geom)::text, '' order by gid)) from benchmark.polygons")
    assert text.strip() == "f7cb91fde5884bd062b76e6cb60ad1f6"


def test_the_table_has_a_row_for_every_zoom(small_country):
    table = run(sys.executable, servers.SOURCE / "tests/bench/thread2015.py", "--bin", servers.MAPSERV.parent,
                "--only", "ours", "--requests", 3, "--zooms", 1, 16)
    assert [row.split("|")[1].strip() for row in table.splitlines() if row.startswith("| z")] == ["zoom", "z1", "z16"]
