#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Generates a synthetic country and a synthetic catalogue for benchmarks, EPSG:3857: in the database of the libpq environment, or as
shapefiles.

    generate_benchmark.py [--seed 2015]                 tables benchmark.polygons, generalised, roads and places
    generate_benchmark.py --shapefiles DIR --bin BIN    polygons.shp, roads.shp, places.shp, each with .qix
    generate_benchmark.py --catalog                     tables benchmark.products and contours instead, besides present ones
    generate_benchmark.py --checksum                    only prints the checksum of its output

About 2,480 municipalities with 1.3 million vertices: neighbours share their borders, which are fractal lines of 129
points between the jittered knots of a grid. `generalised` has every eighth of them. 500,000 roads with a class and, in
part, a name; 2,500 places. The same seed gives the same bytes everywhere, which the checksum verifies.
"""

import argparse
import hashlib
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np

SRID = 3857
EXTENT = (664000.0, 5752000.0, 1174000.0, 6075000.0)
# Deviation of a border from the straight line, as a part of its length; half as far at each finer step.
ROUGHNESS = 0.09
GENERALISED_STEP = 8
ROAD_CLASSES = (("motorway", 0.01), ("primary", 0.04), ("secondary", 0.1), ("tertiary", 0.2), ("residential", 0.65))
POINT, LINE, POLYGON = 1, 2, 3
KINDS = {"polygons": POLYGON, "generalised": POLYGON, "roads": LINE, "places": POINT, "products": POLYGON, "contours": LINE}
COUNTRY, CATALOG = ("polygons", "generalised", "roads", "places"), ("products", "contours")
TYPES = {POINT: "Point", LINE: "LineString", POLYGON: "Polygon"}
COLUMNS = {"polygons": ("name", "population"), "generalised": ("name", "population"), "roads": ("class", "name"),
           "places": ("name", "population"), "products": ("name", "keyword", "continent", "acquired"),
           "contours": ("product", "keyword", "continent", "height")}
SQL_TYPES = {"name": "text", "population": "int", "class": "text", "keyword": "text", "continent": "text", "acquired": "timestamptz",
             "product": "int", "height": "int"}
# Of the products' centres: degrees, west, south, east, north; and their number.
CONTINENTS = {"America": ((-122, 31, -76, 48), 160), "Europe": ((-8, 38, 28, 58), 160), "Australia": ((118, -35, 150, -18), 81)}
KEYWORDS = ("coast", "forest", "town", "desert", "peak")
PRODUCT_WIDTH = 100e3
# The first product is where the study's deepest maps are, in Minnesota.
STUDY_PLACE = (-93.4, 44.9)
CONTOUR_DETAIL = 4
EARTH = 6378137.0


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


def rings(arguments):
    """Yields closed rings of rounded coordinates, row by row."""
    columns, rows, detail = arguments.columns, arguments.rows, arguments.detail
    random = np.random.Generator(np.random.PCG64(arguments.seed))
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


def polygons(arguments, step=1):
    random = np.random.Generator(np.random.PCG64(arguments.seed + 1))
    for number, ring in enumerate(rings(arguments), 1):
        yield ring[::step], (f"Municipality {number}", int(random.lognormal(7.5, 1.2)))


def roads(arguments):
    """Walks that keep their direction more or less, in towns shorter than between them."""
    random = np.random.Generator(np.random.PCG64(arguments.seed + 2))
    names, weights = zip(*ROAD_CLASSES)
    low, high = np.array(EXTENT[:2]), np.array(EXTENT[2:])
    for start in range(0, arguments.roads, 10000):
        count = min(10000, arguments.roads - start)
        kind = random.choice(len(names), count, p=weights)
        points = random.integers(3, 12, count)
        heading = random.uniform(0, 2 * np.pi, (count, 1)) + np.cumsum(random.normal(0, 0.35, (count, 11)), axis=1)
        stride = random.uniform(20, 60, (count, 1)) * np.array([40.0, 15.0, 8.0, 4.0, 1.0])[kind][:, None]
        steps = np.stack([np.cos(heading), np.sin(heading)], axis=-1) * stride[..., None]
        first = random.uniform(low, high, (count, 2))
        lines = np.round(np.clip(first[:, None] + np.cumsum(steps, axis=1), low, high), 2)
        named = random.random(count) < np.where(kind < 3, 0.95, 0.5)
        for i in range(count):
            yield lines[i, :points[i]], (names[kind[i]], f"Road {start + i + 1}" if named[i] else None)


def places(arguments):
    random = np.random.Generator(np.random.PCG64(arguments.seed + 3))
    where = np.round(random.uniform(EXTENT[:2], EXTENT[2:], (arguments.places, 2)), 2)
    for number in range(arguments.places):
        yield where[number:number + 1], (f"Place {number + 1}", int(random.lognormal(7, 1.6)))


def spherical_mercator(longitude, latitude):
    return EARTH * np.stack([np.radians(longitude), np.log(np.tan(np.pi / 4 + np.radians(latitude) / 2))], axis=-1)


def product_frames(seed):
    """Yields of each product: continent, keyword, days since the first, centre, and its half-axes; as satellites fly, it is
    turned by some degrees and as wide on the map as its latitude makes it."""
    random = np.random.Generator(np.random.PCG64(seed + 4))
    for continent, ((west, south, east, north), count) in CONTINENTS.items():
        longitude, latitude = random.uniform(west, east, count), random.uniform(south, north, count)
        if continent == "America":
            longitude[0], latitude[0] = STUDY_PLACE
        turn = random.normal(np.radians(-12), 0.02, count)
        centre = spherical_mercator(longitude, latitude)
        half = PRODUCT_WIDTH / 2 / np.cos(np.radians(latitude))
        right = half[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
        keyword, day = random.integers(0, len(KEYWORDS), count), random.integers(0, 365, count)
        for i in range(count):
            yield continent, KEYWORDS[keyword[i]], int(day[i]), centre[i], right[i], np.array([-right[i][1], right[i][0]])


def products(arguments):
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    for number, (continent, keyword, day, centre, right, up) in enumerate(product_frames(arguments.seed), 1):
        ring = np.array([centre + x * right + y * up for x, y in corners])
        acquired = np.datetime64("2019-01-01") + np.timedelta64(day, "D")
        yield np.round(ring, 2), (f"Product {number}", keyword, continent, f"{acquired}T10:30:00Z")


def contours(arguments):
    """Lines across the product, one above the other, so that none leaves it by much."""
    random = np.random.Generator(np.random.PCG64(arguments.seed + 5))
    for number, (continent, keyword, _, centre, right, up) in enumerate(product_frames(arguments.seed), 1):
        heights = np.linspace(-0.95, 0.95, arguments.contours)[:, None]
        lines = fractal(random, centre - right + heights * up, centre + right + heights * up, CONTOUR_DETAIL)
        for i, line in enumerate(lines):
            yield np.round(line, 2), (number, keyword, continent, 10 * (i + 1))


def features(table, arguments):
    """Yields coordinates and attributes of a table's rows in order."""
    if table == "products":
        return products(arguments)
    if table == "contours":
        return contours(arguments)
    if table == "roads":
        return roads(arguments)
    if table == "places":
        return places(arguments)
    return polygons(arguments, GENERALISED_STEP if table == "generalised" else 1)


def ewkb(kind, points):
    """Little-endian EWKB as hex."""
    counts = {POINT: [], LINE: [len(points)], POLYGON: [1, len(points)]}[kind]
    head = b"\x01" + np.array([kind | 0x20000000, SRID, *counts], dtype="<u4").tobytes()
    return (head + points.astype("<f8").tobytes()).hex()


class Summary:
    """The content of a table, and its checksum."""

    def __init__(self, table):
        self.table, self.rows, self.vertices, self.digest = table, 0, 0, hashlib.sha256()

    def add(self, line, points):
        self.rows += 1
        self.vertices += len(points)
        self.digest.update(line.encode())

    def __str__(self):
        return (f"benchmark.{self.table}: {self.rows} {self.table}, {self.vertices} vertices, "
                f"sha256 {self.digest.hexdigest()[:16]}")


def lines(table, arguments, summary):
    """The rows in COPY's format."""
    for number, (points, attributes) in enumerate(features(table, arguments), 1):
        values = "\t".join("\\N" if value is None else str(value) for value in attributes)
        line = f"{number}\t{values}\t{ewkb(KINDS[table], points)}\n"
        summary.add(line, points)
        yield line


def load(tables, arguments):
    psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"]

    def run(sql):
        subprocess.run([*psql, "-c", sql], check=True)
    run("set client_min_messages = warning; create extension if not exists postgis;"
        + ("" if arguments.catalog else "drop schema if exists benchmark cascade;") + "create schema if not exists benchmark;"
        + "".join(f"drop table if exists benchmark.{table};" for table in tables))
    for table in tables:
        columns = ", ".join(f"{name} {SQL_TYPES[name]}" for name in COLUMNS[table])
        run(f"create table benchmark.{table} "
            f"(gid int primary key, {columns}, geom geometry({TYPES[KINDS[table]]}, {SRID}))")
        summary = Summary(table)
        copy = subprocess.Popen([*psql, "-c", f"copy benchmark.{table} from stdin"], stdin=subprocess.PIPE, text=True)
        for line in lines(table, arguments, summary):
            copy.stdin.write(line)
        copy.stdin.close()
        if copy.wait() != 0:
            sys.exit("generate_benchmark: psql failed")
        run(f"create index {table}_geom on benchmark.{table} using gist (geom)")
        run(f"cluster benchmark.{table} using {table}_geom")
        run(f"vacuum analyze benchmark.{table}")
        print(summary)


def shape_record(kind, points):
    """The content of a record (ESRI Shapefile Technical Description, July 1998)."""
    coordinates = points.astype("<f8").tobytes()
    if kind == POINT:
        return struct.pack("<i", 1) + coordinates
    box = struct.pack("<4d", *points.min(axis=0), *points.max(axis=0))
    return struct.pack("<i", {LINE: 3, POLYGON: 5}[kind]) + box + struct.pack("<3i", 1, len(points), 0) + coordinates


def write_shapefile(table, folder, arguments):
    widths = {"population": ("N", 9), "class": ("C", 12), "name": ("C", 24), "keyword": ("C", 12), "continent": ("C", 12),
              "acquired": ("C", 20), "product": ("N", 9), "height": ("N", 9)}
    kind, records, offsets, dbf = KINDS[table], bytearray(), [], bytearray()
    box = np.array([np.inf, np.inf, -np.inf, -np.inf])
    for number, (points, attributes) in enumerate(features(table, arguments), 1):
        if kind == POLYGON:
            points = points[::-1]  # outer rings of shapefiles run clockwise
        content = shape_record(kind, points)
        offsets.append(((100 + len(records)) // 2, len(content) // 2))
        records += struct.pack(">2i", number, len(content) // 2) + content
        box = np.concatenate([np.minimum(box[:2], points.min(axis=0)), np.maximum(box[2:], points.max(axis=0))])
        dbf += b" " + str(number).rjust(9).encode()
        for name, value in zip(COLUMNS[table], attributes):
            letter, width = widths[name]
            text = "" if value is None else str(value)
            dbf += (text.rjust(width) if letter == "N" else text.ljust(width)).encode()[:width]

    def head(size):
        return (struct.pack(">7i", 9994, 0, 0, 0, 0, 0, size // 2)
                + struct.pack("<2i4d32x", 1000, {POINT: 1, LINE: 3, POLYGON: 5}[kind], *box))
    path = folder / table
    path.with_suffix(".shp").write_bytes(head(100 + len(records)) + records)
    index = b"".join(struct.pack(">2i", *offset) for offset in offsets)
    path.with_suffix(".shx").write_bytes(head(100 + len(index)) + index)
    fields = [("gid", "N", 9), *((name, *widths[name]) for name in COLUMNS[table])]
    size = 1 + sum(width for _, _, width in fields)
    descriptions = b"".join(struct.pack("<11sc4xBB14x", name.encode(), letter.encode(), width, 0)
                            for name, letter, width in fields)
    header = struct.pack("<4BiHH20x", 3, 115, 1, 1, len(offsets), 33 + len(descriptions), size)
    path.with_suffix(".dbf").write_bytes(header + descriptions + b"\r" + dbf + b"\x1a")
    subprocess.run([arguments.bin / "shptree", path.with_suffix(".shp")], check=True, stdout=subprocess.DEVNULL)
    print(f"{path}.shp: {len(offsets)} records")


def main():
    parser = argparse.ArgumentParser(description="Writes the data of the benchmarks")
    parser.add_argument("--seed", type=int, default=2015)
    parser.add_argument("--columns", type=int, default=62)
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--detail", type=int, default=7, help="a border has 2^detail segments")
    parser.add_argument("--roads", type=int, default=500000)
    parser.add_argument("--places", type=int, default=2500)
    parser.add_argument("--contours", type=int, default=250, help="of a product")
    parser.add_argument("--catalog", action="store_true", help="the catalogue's tables, not the country's")
    parser.add_argument("--tables", nargs="+", choices=list(KINDS))
    parser.add_argument("--shapefiles", type=Path, help="folder to write shapefiles to, instead of the database")
    parser.add_argument("--bin", type=Path, help="folder of shptree, for --shapefiles")
    parser.add_argument("--checksum", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    arguments.tables = arguments.tables or list(CATALOG if arguments.catalog else COUNTRY)
    if arguments.checksum:
        for table in arguments.tables:
            summary = Summary(table)
            for _ in lines(table, arguments, summary):
                pass
            print(summary)
    elif arguments.shapefiles:
        if not arguments.bin:
            parser.error("--shapefiles needs --bin, where shptree is")
        arguments.shapefiles.mkdir(parents=True, exist_ok=True)
        for table in arguments.tables:
            write_shapefile(table, arguments.shapefiles, arguments)
    else:
        load(arguments.tables, arguments)


if __name__ == "__main__":
    main()
