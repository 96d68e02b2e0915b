#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the transfer, images and cost of our PostGIS layers, beside Debian's MapServer on the same tables.

    tests/tools/cluster exec DIR -- tests/data/generate_benchmark.py
    tests/tools/cluster exec DIR -- tests/bench/postgis.py --bin build/release/bin [--sections bytes speed ...]

Both run as FastCGI programs and get every box in turn. A section prints its table and, after the number, its target;
--check fails if one is missed. Images are 1000 x 1000 PNGs; zoom z shows the country's width divided by z.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools"), str(HERE.parents[1] / "msautotest")]

import compare  # noqa: E402
import numpy as np  # noqa: E402
import thread2015  # noqa: E402
from fastcgi import Program  # noqa: E402
from pgbouncer import Pgbouncer  # noqa: E402
from slow_link import SlowLink  # noqa: E402

ZOOMS = (1, 4, 16, 32)
TYPES = {"polygons": "POLYGON", "generalised": "POLYGON", "roads": "LINE", "buildings": "POLYGON"}
TABLES = {"buildings": "demo.osm_buildings"}
STYLES = {"POLYGON": "COLOR 232 226 204 OUTLINECOLOR 110 110 110 WIDTH 1", "LINE": "COLOR 150 60 40 WIDTH 1.5"}
# The common recommendation for MapServer: the box by the index alone, vertices thinned by the server.
TUNED = ("geom from (select gid, ST_RemoveRepeatedPoints(geom, {pixel}) as geom from benchmark.polygons"
         " where geom && !BOX!) as t using unique gid using srid=3857")
MAPFILE = """MAP
  NAME "postgis" SIZE 1000 1000 EXTENT {extent} IMAGETYPE png IMAGECOLOR 255 255 255
  PROJECTION "EPSG:{map_epsg}" END
  WEB METADATA "ows_title" "Benchmark" "ows_srs" "EPSG:3857 EPSG:2056" "ows_enable_request" "*" END END
  LAYER
    NAME "{layer}" TYPE {type} STATUS ON
    {source}
    PROCESSING "CLOSE_CONNECTION=DEFER"
    {processing}
    PROJECTION "EPSG:{epsg}" END
    METADATA "ows_title" "{layer}" END
    CLASS STYLE {style} END END
  END
END
"""


def conninfo(**changes):
    values = {"host": os.environ["PGHOST"], "port": os.environ["PGPORT"], "user": os.environ["PGUSER"],
              "dbname": os.environ["PGDATABASE"]} | changes
    return " ".join(f"{name}={value}" for name, value in values.items())


def ask_database(sql):
    return subprocess.run(["psql", "-XAtc", sql], check=True, capture_output=True, text=True).stdout.strip()


def make_levels(table):
    """Levels of detail, as the table's owner makes them (docs/postgis.md)."""
    run = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"]
    subprocess.run([*run, "-f", HERE.parents[1] / "scripts/mapserver_lod.sql"], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([*run, "-c", f"select base, pixel_size, vertices from mapserver_lod_build('{table}', 'geom')"], check=True)


class Bench:
    """The programs, the folder of mapfiles, and the verdicts."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = Path(tempfile.mkdtemp(prefix="ms-bench-", dir="/tmp"))
        (self.folder / "mapserver.conf").write_text('CONFIG ENV MS_MAP_PATTERN "." END END\n')
        self.env = {"MAPSERVER_CONFIG_FILE": str(self.folder / "mapserver.conf")}
        self.paths = {"ours": (arguments.bin / "mapserv").resolve(), "MapServer": thread2015.MAPSERVER}
        self.missed = []

    def program(self, name, processes=1):
        return Program(self.paths[name], processes, self.env)

    def map(self, layer="polygons", map_epsg=3857, data=None, connection=None, shapefile=None, processing=()):
        kind = TYPES[layer]
        table = TABLES.get(layer, f"benchmark.{layer}")
        source = (f'DATA "{shapefile}"' if shapefile else
                  f'CONNECTIONTYPE POSTGIS CONNECTION "{connection or conninfo()}" '
                  f'DATA "{data or f"geom from {table} using unique gid using srid=3857"}"')
        path = self.folder / f"{len(list(self.folder.glob('*.map')))}.map"
        path.write_text(MAPFILE.format(layer=layer, type=kind, map_epsg=map_epsg, epsg=3857, source=source,
                                       processing=" ".join(f'PROCESSING "{word}"' for word in processing),
                                       style=STYLES[kind], extent=" ".join(map(str, thread2015.EXTENT))))
        return path

    def judge(self, what, value, bar, text=None):
        passed = value >= bar
        if not passed:
            self.missed.append(what)
        return f"{text or f'{value:.2f}'} (bar {bar:g}: {'met' if passed else 'MISSED'})"


def query(mapfile, box, layer="polygons", epsg=3857):
    return (f"map={mapfile}&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={layer}&STYLES=&SRS=EPSG:{epsg}"
            f"&BBOX={','.join(map(str, box))}&WIDTH=1000&HEIGHT=1000&FORMAT=image/png")


def ask(program, text):
    """Milliseconds and image."""
    began = time.perf_counter()
    head, body = program.ask(text, **thread2015.CLUSTER)
    if not compare.is_image(body):
        sys.exit(f"no image:\n{(head + body)[:800].decode(errors='replace')}")
    return (time.perf_counter() - began) * 1000, body


def race(contestants, queries):
    """Milliseconds per map of (program, queries of it), map by map in turn, without the extremes."""
    times = {name: [] for name in contestants}
    for number in range(-2, len(queries[next(iter(contestants))])):
        for name in contestants if number % 2 else reversed(list(contestants)):
            took, _ = ask(contestants[name], queries[name][max(number, 0)])
            if number >= 0:
                times[name].append(took)
    return {name: thread2015.trimmed(values) for name, values in times.items()}


def speed(bench, mapfiles, bars, zooms, epsg=3857, boxes=None):
    """One row per zoom: ours and MapServer, each with its own map."""
    programs = {name: bench.program(name) for name in bench.paths}
    rows = []
    try:
        for zoom in zooms:
            chosen = boxes or list(thread2015.boxes(zoom, bench.arguments.requests, 2015))
            queries = {name: [query(mapfiles[name], box, epsg=epsg) for box in chosen] for name in programs}
            results = race(programs, queries)
            ratio = results["MapServer"][0] / results["ours"][0]
            rows.append([f"z{zoom}", *(f"{mean:.1f} ± {deviation:.1f}" for mean, deviation in results.values()),
                         bench.judge(f"z{zoom}", ratio, bars[zoom])])
    finally:
        for program in programs.values():
            program.stop()
    thread2015.table(rows, ["zoom", "ours, ms", "MapServer 8.0.0, ms", "ratio"])


def section_bytes(bench):
    """Bytes from the database for a map, from pgbouncer's SHOW STATS."""
    pooler = Pgbouncer("session", ignore_startup_parameters="options")
    program = bench.program("ours")
    rows = []
    box = next(thread2015.boxes(1, 1, 2015))
    try:
        for layer, bar in (("polygons", 80), ("generalised", 12)):
            sent = {}
            for encoding in ("HEX", "WKB", "TWKB", "AUTO"):
                mapfile = bench.map(layer, connection=conninfo(host="127.0.0.1", port=pooler.port),
                                    processing=[f"GEOMETRY_ENCODING={encoding}"])
                ask(program, query(mapfile, box, layer))
                before = pooler.stats(os.environ["PGDATABASE"])["bytes"]
                ask(program, query(mapfile, box, layer))
                sent[encoding] = pooler.stats(os.environ["PGDATABASE"])["bytes"] - before
            rows.append([layer, *(f"{count / 1000:,.0f}" for count in sent.values()),
                         f"{sent['HEX'] / sent['WKB']:.2f}",
                         bench.judge(f"bytes {layer}", sent["WKB"] / sent["AUTO"], bar)])
    finally:
        program.stop()
        pooler.stop()
    thread2015.table(rows, ["layer", "HEX, kB", "WKB, kB", "TWKB, kB", "AUTO, kB", "HEX/WKB", "WKB/AUTO"])


def section_images(bench):
    """AUTO and levels of detail compared with all vertices: share of pixels within 32 grey levels. And all vertices from two sources."""
    program = bench.program("ours")
    exact = ["GEOMETRY_ENCODING=WKB", "APPROXIMATION_SCALE=FULL"]
    rows = []
    layers = ["polygons", "roads"] + ["buildings"] * (ask_database("select to_regclass('demo.osm_buildings')") != "")
    levels = [layer for layer in layers if layer not in TABLES]
    for layer in levels:
        make_levels(f"benchmark.{layer}")
    try:
        for layer, processing in [*((layer, []) for layer in layers), *((layer, ["LOD=AUTO"]) for layer in levels)]:
            maps = bench.map(layer, processing=processing), bench.map(layer, processing=exact)
            row = [", ".join([layer, *processing])]
            for zoom in ZOOMS:
                shares = []
                for box in image_boxes(layer, zoom):
                    ours, full = (compare.pixels(ask(program, query(path, box, layer))[1]) for path in maps)
                    shares.append(float((np.abs(ours - full).max(axis=2) <= 32).mean()))
                row.append(bench.judge(f"image {layer} z{zoom}", min(shares) * 100, 99.5, f"{min(shares):.3%}"))
            rows.append(row)
        thread2015.table(rows, ["layer", *(f"z{zoom}" for zoom in ZOOMS)])
        print("the same bytes as from a shapefile with the same rows, WKB and APPROXIMATION_SCALE=FULL: "
              + bench.judge("identical", float(is_identical(bench, program, exact)), 1))
    finally:
        program.stop()


def image_boxes(layer, zoom):
    if layer != "buildings":
        return list(thread2015.boxes(zoom, 2, 2015))
    west, south, east, north = map(float, ask_database(
        "select ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e) from (select ST_Extent(geom) e from demo.osm_buildings) t"
    ).split("|"))
    side = max(east - west, north - south) / zoom
    x, y = (west + east - side) / 2, (south + north - side) / 2
    return [(x, y, x + side, y + side)]


def is_identical(bench, program, exact):
    files = bench.folder / "shapefiles"
    subprocess.run([sys.executable, HERE.parent / "data/generate_benchmark.py", "--shapefiles", files, "--bin",
                    bench.arguments.bin, "--tables", "polygons"], check=True, stdout=subprocess.DEVNULL)
    # Outer rings of shapefiles run clockwise, and the order of vertices decides about the last bit of a blend.
    ordered = ("geom from (select gid, ST_Reverse(geom) as geom from benchmark.polygons order by gid) as t"
               " using unique gid using srid=3857")
    maps = bench.map(data=ordered, processing=exact), bench.map(shapefile=files / "polygons", processing=exact)
    return all(len({ask(program, query(path, box))[1] for path in maps}) == 1
               for zoom in ZOOMS for box in thread2015.boxes(zoom, 2, 2015))


def section_speed(bench):
    """The dense polygons as both draw them by default."""
    mapfile = bench.map()
    speed(bench, {"ours": mapfile, "MapServer": mapfile}, {1: 2.0, 4: 1.2, 16: 1.2, 32: 1.2}, ZOOMS)


def section_tuned(bench):
    """MapServer with a mapfile that an expert tuned; ours as it is."""
    pixel = (thread2015.EXTENT[2] - thread2015.EXTENT[0]) / 1000
    maps = {"ours": bench.map(), "MapServer": bench.map(data=TUNED.format(pixel=pixel))}
    speed(bench, maps, {1: 1.3}, (1,))


def section_reprojected(bench):
    """EPSG:3857 drawn as EPSG:2056."""
    west, south, east, north = thread2015.DATA
    corners = ask_database("select ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e) from (select ST_Extent(ST_Transform("
                           f"ST_Segmentize(ST_MakeEnvelope({west},{south},{east},{north},3857), 9999), 2056)) e) t")
    west, south, east, north = map(float, corners.split("|"))
    side, middle = east - west, (south + north) / 2
    box = (west, middle - side / 2, east, middle + side / 2)
    mapfile = bench.map(map_epsg=2056)
    speed(bench, {"ours": mapfile, "MapServer": mapfile}, {1: 5.0}, (1,), 2056, [box] * bench.arguments.requests)


def section_link(bench):
    """Requests per second of 20 clients when the database is 1 Gbit/s away."""
    link = SlowLink(1e9)
    mapfile = bench.map(connection=conninfo(host="127.0.0.1", port=link.port) + " sslmode=disable gssencmode=disable")
    programs = {name: bench.program(name, 4) for name in bench.paths}
    box = next(thread2015.boxes(1, 1, 2015))
    rates, sent = {name: [] for name in programs}, {}
    # One metre further each time: equal requests at the same time would be answered once.
    numbers = iter(range(10**6))

    def next_query(_):
        shift = next(numbers)
        return query(mapfile, tuple(value + shift for value in box))
    try:
        for turn in range(4):
            for name, program in programs.items():
                count = 2 * 20
                with ThreadPoolExecutor(20) as clients:
                    before, began = link.bytes, time.perf_counter()
                    list(clients.map(lambda number, program=program: ask(program, next_query(number)), range(count)))
                    if turn > 0:
                        rates[name].append(count / (time.perf_counter() - began))
                    sent[name] = (link.bytes - before) / count
        ours, theirs = (statistics.median(rates[name]) for name in ("ours", "MapServer"))
        thread2015.table([["z1", f"{ours:.1f}", f"{theirs:.1f}", f"{sent['ours'] / 1e3:,.0f}",
                           f"{sent['MapServer'] / 1e3:,.0f}", bench.judge("link", ours / theirs, 5.0)]],
                         ["zoom", "ours, requests/s", "MapServer 8.0.0, requests/s", "ours, kB a map",
                          "MapServer, kB a map", "ratio"])
    finally:
        for program in programs.values():
            program.stop()
        link.stop()


def section_memory(bench):
    """Peak memory of a fresh process that draws 10,000 and 500,000 roads, and the polygons."""
    rows = []
    box = next(thread2015.boxes(1, 1, 2015))
    few = "geom from (select * from benchmark.roads where gid <= 10000) as t using unique gid using srid=3857"
    maps = {"10,000 roads": (bench.map("roads", data=few), "roads"), "500,000 roads": (bench.map("roads"), "roads"),
            "1.27 M vertices": (bench.map(), "polygons"),
            "1.27 M vertices, all sent": (bench.map(processing=["GEOMETRY_ENCODING=WKB"]), "polygons")}
    peaks = {}
    for name in bench.paths:
        for what, (mapfile, layer) in maps.items():
            program = bench.program(name)
            for _ in range(3):
                ask(program, query(mapfile, box, layer))
            peaks[name, what] = program.peak_mib()
            program.stop()
    for what in list(maps)[1:]:
        grown = {name: peaks[name, what] - peaks[name, "10,000 roads"] for name in bench.paths}
        rows.append([what, *(f"{peaks[name, what]:.0f} ({grown[name]:+.0f})" for name in bench.paths),
                     bench.judge(f"memory {what}", -grown["ours"], -16, f"{grown['ours']:.1f}")])
    thread2015.table([["10,000 roads", *(f"{peaks[name, '10,000 roads']:.0f}" for name in bench.paths), ""], *rows],
                     ["layer", "ours, MiB (growth)", "MapServer 8.0.0, MiB (growth)", "ours grows by"])


SECTIONS = {"bytes": section_bytes, "images": section_images, "speed": section_speed, "tuned": section_tuned,
            "reprojected": section_reprojected, "link": section_link, "memory": section_memory}


def main():
    parser = argparse.ArgumentParser(description="PostGIS layers: bytes, images, speed, memory")
    parser.add_argument("--bin", type=Path, required=True, help="folder of our mapserv")
    parser.add_argument("--sections", nargs="+", choices=list(SECTIONS), default=list(SECTIONS))
    parser.add_argument("--requests", type=int, default=15, help="maps a cell (at least 3)")
    parser.add_argument("--check", action="store_true", help="fail when a bar is missed")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    if missing := [str(path) for path in bench.paths.values() if not path.exists()]:
        print(f"skipped: {', '.join(missing)} is not there")
        return 77
    try:
        for name in arguments.sections:
            print(f"\n{name}: {SECTIONS[name].__doc__} Load {os.getloadavg()[0]:.1f}.\n", flush=True)
            SECTIONS[name](bench)
    finally:
        shutil.rmtree(bench.folder)
    if bench.missed:
        print(f"\nmissed: {', '.join(bench.missed)}")
    return 1 if bench.missed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
