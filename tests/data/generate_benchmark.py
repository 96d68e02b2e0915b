#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the benchmark's polygons into the database of the libpq environment: table benchmark.polygons, EPSG:2056.

About 2,480 municipalities of a made-up country, 1.3 million vertices. Neighbours share their borders, which are
fractal lines of 129 points between the jittered knots of a grid. The same seed gives the same bytes everywhere.

    generate_benchmark.py [--seed 2015] [--columns 62] [--rows 40] [--detail 7]
"""

import argparse
import subprocess
import sys

import numpy as np

SRID = 2056
EXTENT = (2485000.0, 1075000.0, 2834000.0, 1296000.0)
# A border strays this far from the straight line, as a part of its length, and half as far at each finer step.
ROUGHNESS = 0.09
TABLE = """
set client_min_messages = warning;
create extension if not exists postgis;
drop schema if exists benchmark cascade;
create schema benchmark;
create table benchmark.polygons (gid int primary key, name text, population int, geom geometry(Polygon, 2056));
"""
FINISH = """
create index polygons_geom on benchmark.polygons using gist (geom);
cluster benchmark.polygons using polygons_geom;
vacuum analyze benchmark.polygons;
"""


def fractal(random, start, end, detail):
    """Midpoint displacement of many borders at once: (n, 2) starts and ends to (n, 2**detail + 1, 2) points."""
    points = np.stack([start, end], axis=1)
    for _ in range(detail):
        a, b = points[:, :-1], points[:, 1:]
        across = np.stack([a[..., 1] - b[..., 1], b[..., 0] - a[..., 0]], axis=-1)
        middle = (a + b) / 2 + across * random.uniform(-ROUGHNESS, ROUGHNESS, a.shape[:2])[..., None]
        finer = np.empty((points.shape[0], points.shape[1] * 2 - 1, 2))
        finer[:, 0::2], finer[:, 1::2] = points, middle
        points = finer
    return points


def polygons(seed, columns, rows, detail):
    """Yields closed rings of rounded coordinates, row by row."""
    random = np.random.Generator(np.random.PCG64(seed))
    cell = np.array([(EXTENT[2] - EXTENT[0]) / columns, (EXTENT[3] - EXTENT[1]) / rows])
    x, y = np.meshgrid(np.arange(columns + 1), np.arange(rows + 1))
    knots = np.stack([x, y], axis=-1) + random.uniform(-0.25, 0.25, (rows + 1, columns + 1, 2))
    knots = np.array(EXTENT[:2]) + knots * cell
    across = fractal(random, knots[:, :-1].reshape(-1, 2), knots[:, 1:].reshape(-1, 2), detail)
    across = across.reshape(rows + 1, columns, -1, 2)
    upward = fractal(random, knots[:-1].reshape(-1, 2), knots[1:].reshape(-1, 2), detail)
    upward = upward.reshape(rows, columns + 1, -1, 2)
    for row in range(rows):
        for column in range(columns):
            ring = [across[row, column], upward[row, column + 1, 1:], across[row + 1, column, -2::-1],
                    upward[row, column, -2::-1]]
            yield np.round(np.concatenate(ring), 2)


def ewkb(ring):
    """Little-endian EWKB of a polygon of one ring, as hex."""
    head = b"\x01" + np.array([3 | 0x20000000, SRID, 1, len(ring)], dtype="<u4").tobytes()
    return (head + ring.astype("<f8").tobytes()).hex()


def main():
    parser = argparse.ArgumentParser(description="Writes the polygons of the benchmark into PostGIS")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--columns", type=int, default=62)
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--detail", type=int, default=7, help="a border has 2^detail segments")
    arguments = parser.parse_args()

    psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"]
    subprocess.run([*psql, "-c", TABLE], check=True)
    copy = subprocess.Popen([*psql, "-c", "copy benchmark.polygons from stdin"], stdin=subprocess.PIPE, text=True)
    random = np.random.Generator(np.random.PCG64(arguments.seed + 1))
    count = vertices = 0
    for ring in polygons(arguments.seed, arguments.columns, arguments.rows, arguments.detail):
        count += 1
        vertices += len(ring)
        copy.stdin.write(f"{count}\tMunicipality {count}\t{int(random.lognormal(7.5, 1.2))}\t{ewkb(ring)}\n")
    copy.stdin.close()
    if copy.wait() != 0:
        sys.exit("generate_benchmark: psql failed")
    for statement in FINISH.strip().split("\n"):
        subprocess.run([*psql, "-c", statement], check=True)
    print(f"benchmark.polygons: {count} polygons, {vertices} vertices")


if __name__ == "__main__":
    main()
