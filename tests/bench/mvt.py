#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures vector tiles of PostGIS layers, beside Debian's MapServer and ST_AsMVT on the same tables.

    tests/tools/cluster exec DIR -- tests/data/generate_benchmark.py
    tests/tools/cluster exec DIR -- tests/bench/mvt.py --bin build/release/bin [--tiles 20]
        [--table SCHEMA.NAME:POINT|LINE|POLYGON:SRID:ZOOM[:COLUMN,COLUMN] ...]

Both programs run as FastCGI programs, ST_AsMVT in one connection of psql with the query of a tile server (ST_AsMVTGeom, a buffer of 160 of 4096 units).
Tiles are those around random rows (determined by a seed) of each table, at its zoom; each is asked of all in turn, after a round that does not count.
Prints the median of milliseconds until the tile is complete, the bytes, the features, and how many polygons GDAL (GEOS) calls invalid.
"""

import argparse
import math
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools"), str(HERE.parents[1] / "msautotest")]

import postgis  # noqa: E402
import thread2015  # noqa: E402
import vector_tiles as reader  # noqa: E402  (of tests/tools)

TABLES = ("benchmark.polygons:POLYGON:3857:10", "benchmark.roads:LINE:3857:12", "benchmark.places:POINT:3857:8")
WORLD = 20037508.342789244
MAPFILE = """MAP
  NAME "tiles" SIZE 256 256 EXTENT -20037508 -20037508 20037508 20037508
  PROJECTION "EPSG:3857" END
  OUTPUTFORMAT NAME "mvt" DRIVER "MVT" FORMATOPTION "EDGE_BUFFER=10" END
  {layers}
END
"""
LAYER = """LAYER
    NAME "{name}" TYPE {kind} STATUS ON
    CONNECTIONTYPE POSTGIS CONNECTION "{connection}" PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "geom from {table} using unique gid using srid={srid}"
    PROJECTION "EPSG:{srid}" END
    METADATA "gml_include_items" "{columns}" "gml_types" "auto" END
    CLASS STYLE COLOR 0 0 0 END END
  END
"""
AS_MVT = """select coalesce(encode(ST_AsMVT(t, '{name}', 4096, 'g'{key}), 'hex'), '') from (
  select {columns} ST_AsMVTGeom({geom}, ST_TileEnvelope({zoom}, {column}, {row}), 4096, 160, true) as g from {table}
   where geom && {box}) t where g is not null"""


class Table:
    def __init__(self, text):
        self.table, self.kind, self.srid, zoom, *columns = text.split(":")
        self.name, self.zoom, self.columns = self.table.split(".")[1], int(zoom), columns[0] if columns else "gid"

    def layer(self):
        return LAYER.format(**vars(self), connection=postgis.conninfo())

    def as_mvt(self, column, row):
        envelope = f"ST_TileEnvelope({self.zoom}, {column}, {row}, margin => {160 / 4096})"
        box, geom = (envelope, "geom") if self.srid == "3857" else (f"ST_Transform({envelope}, {self.srid})", "ST_Transform(geom, 3857)")
        key = ", 'gid'" if "gid" in self.columns.split(",") else ""
        return AS_MVT.format(**vars(self) | {"columns": self.columns + ","}, geom=geom, box=box, column=column, row=row, key=key)

    def tiles(self, count, seed):
        points = psql_once(f"select ST_X(p), ST_Y(p) from (select ST_Transform(ST_PointOnSurface(geom), 3857) as p from {self.table} "
                           f"where geom && ST_Transform(ST_MakeEnvelope(-179, -80, 179, 80, 4326), {self.srid}) order by gid) t")
        side = 2 * WORLD / 2 ** self.zoom
        for x, y in random.Random(seed).sample([tuple(map(float, line.split("|"))) for line in points.split()], count):
            yield math.floor((x + WORLD) / side), math.floor((WORLD - y) / side)


def psql_once(query):
    return subprocess.run(["psql", "-XAtq", "-c", query], check=True, stdout=subprocess.PIPE, text=True).stdout


class Database:
    """One connection, which answers query after query."""

    def __init__(self):
        self.process = subprocess.Popen(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, query):
        self.process.stdin.write(query + ";\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("psql has ended")
        return bytes.fromhex(line.strip())

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def invalid_polygons(body):
    from osgeo import gdal, ogr
    gdal.UseExceptions()
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.pbf"
        path.write_bytes(body)
        source = ogr.Open(f"MVT:{path}")
        return sum(not feature.GetGeometryRef().IsValid() for number in range(source.GetLayerCount()) for feature in source.GetLayer(number))


def measure(table, asked, options):
    """For each of `asked`: milliseconds, bytes, features and invalid polygons of its tiles."""
    found = {name: ([], [], [], [0]) for name in asked}
    tiles = list(table.tiles(options.tiles, options.seed))
    for number, (column, row) in enumerate(tiles[:2] + tiles):
        for name in asked if number % 2 else reversed(list(asked)):
            began = time.perf_counter()
            body = asked[name](table, column, row)
            spent = (time.perf_counter() - began) * 1000
            if number < 2:
                continue
            times, sizes, features, invalid = found[name]
            times.append(spent)
            sizes.append(len(body))
            features.append(sum(len(layer.features) for layer in reader.read(body, is_strict=False)))
            if table.kind == "POLYGON" and body:
                invalid[0] += invalid_polygons(body)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="folder of mapserv")
    parser.add_argument("--tiles", type=int, default=20, help="of each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="append", help="instead of the benchmark's")
    bench = postgis.Bench(options := parser.parse_args())
    tables = [Table(text) for text in options.table or TABLES]
    mapfile = bench.folder / "tiles.map"
    mapfile.write_text(MAPFILE.format(layers="".join(table.layer() for table in tables)))
    programs = {name: bench.program(name) for name in bench.paths}
    database = Database()

    def by_program(name):
        return lambda table, column, row: programs[name].ask(
            f"map={mapfile}&mode=tile&tilemode=gmap&tile={column}+{row}+{table.zoom}&layers={table.name}&map.imagetype=mvt", **thread2015.CLUSTER)[1]
    asked = {name: by_program(name) for name in programs} | {"ST_AsMVT": lambda table, column, row: database.ask(table.as_mvt(column, row))}
    print("| table, zoom | from | ms, median | ms, mean | bytes, mean | features | invalid |\n|---|---|--:|--:|--:|--:|--:|")
    try:
        for table in tables:
            for name, (times, sizes, features, invalid) in measure(table, asked, options).items():
                print(f"| {table.name}, {table.zoom} | {name} | {statistics.median(times):.2f} | {statistics.mean(times):.2f} | {statistics.mean(sizes):.0f} | {sum(features)} "
                      f"| {invalid[0] if table.kind == 'POLYGON' else ''} |", flush=True)
    finally:
        database.stop()
        for program in programs.values():
            program.stop()
        shutil.rmtree(bench.folder)


if __name__ == "__main__":
    main()
