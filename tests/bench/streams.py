#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures whole tables by WFS and OGC API Features: first byte, complete answer, and the server's processor time and memory. Builds in turn.

    tests/tools/cluster exec DIR -- tests/bench/streams.py --bin build/release/bin [--before OTHER/bin] [--rows 1100000] [--rounds 3]
    ... --files [--rows 2000000] [--memory-mb 256] [--only CSV]

With --files points as files of GDAL's formats, else lines in the formats of the services.
"""

import argparse
import contextlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import listener  # noqa: E402

TABLE = """DROP TABLE IF EXISTS bench_streams; CREATE TABLE bench_streams AS SELECT i AS gid, 'road ' || i AS name, i % 7 AS class,
 ST_SetSRID(ST_MakeLine(ARRAY(SELECT ST_MakePoint((i % 3600) * 0.1 - 180 + k * 0.01, (i / 3600) * 0.3 - 80 + ((i * k) % 13) * 0.001)
                              FROM generate_series(1, 8) k)), 4326) AS geom
 FROM generate_series(1, {rows}) i; ALTER TABLE bench_streams ADD PRIMARY KEY (gid); CREATE INDEX ON bench_streams USING gist (geom); ANALYZE bench_streams"""
POINTS = """DROP TABLE IF EXISTS bench_streams; CREATE TABLE bench_streams AS SELECT i AS gid, 'place ' || i AS name, i % 7 AS class,
 ST_SetSRID(ST_MakePoint((i % 3600) * 0.1 - 180 + (i % 977) * 0.00012345, ((i / 3600) % 560) * 0.3 - 80), 4326) AS geom
 FROM generate_series(1, {rows}) i; ALTER TABLE bench_streams ADD PRIMARY KEY (gid); ANALYZE bench_streams"""
# OUTPUTFORMAT by name: driver and options.
FILES = {"shapefile": ("ESRI Shapefile", "FORM=zip", "FILENAME=roads.zip"), "GeoPackage": ("GPKG", "FORM=simple", "FILENAME=roads.gpkg"),
         "CSV": ("CSV", "FORM=simple", "FILENAME=roads.csv", "LCO:GEOMETRY=AS_XY"), "GeoJSON": ("GeoJSON", "FORM=simple", "FILENAME=roads.json"),
         "FlatGeobuf": ("FlatGeobuf", "FORM=simple", "FILENAME=roads.fgb"), "KML": ("KML", "FORM=simple", "FILENAME=roads.kml"),
         "GML": ("GML", "FORM=zip"), "MapInfo": ("MapInfo File", "FORM=zip")}
FORMATS = "\n".join(f'OUTPUTFORMAT NAME "{name}" DRIVER "OGR/{driver}" MIMETYPE "application/x-{name}" ' + " ".join(f'FORMATOPTION "{each}"' for each in options)
                    + " END" for name, (driver, *options) in FILES.items())
MAP = """MAP NAME "m" EXTENT -180 -90 180 90 PROJECTION "epsg:4326" END
{formats}
WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "wfs_getfeature_formatlist" "{names}" "oga_max_limit" "10000000" "oga_onlineresource" "http://localhost/m/ogcapi" END END
LAYER NAME "roads" TYPE {type} STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "{pg}" DATA "geom FROM bench_streams USING UNIQUE gid USING SRID=4326"
  PROJECTION "epsg:4326" END METADATA "ows_title" "roads" "gml_include_items" "all" "gml_featureid" "gid" "gml_types" "auto" END CLASS STYLE COLOR 0 0 0 END END END END"""
REQUESTS = {"WFS 2.0 GML": "mapserv?map=m&SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=roads",
            "WFS 1.1 GML": "mapserv?map=m&SERVICE=WFS&VERSION=1.1.0&REQUEST=GetFeature&TYPENAME=roads",
            "WFS GeoJSON": "mapserv?map=m&SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=roads&OUTPUTFORMAT=geojson",
            "OGC API": "m/ogcapi/collections/roads/items?f=json&limit={rows}"}
FILE_REQUESTS = {name: f"mapserv?map=m&SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=roads&OUTPUTFORMAT={name}" for name in FILES}


@contextlib.contextmanager
def started(program, folder):
    """A server as (process, address), which ends with the block."""
    port = listener.free_port()
    with listener.running([program, "-conf", folder / "ms.conf", "--http", f"127.0.0.1:{port}"], f"http://127.0.0.1:{port}/livez") as process:
        yield process, f"http://127.0.0.1:{port}/"


def ask(url):
    """Seconds to the first byte, to the last one, and bytes."""
    begin, size = time.perf_counter(), 1
    with urllib.request.urlopen(url, timeout=300) as answer:
        answer.read(1)
        first = time.perf_counter() - begin
        while part := len(answer.read(1 << 20)):
            size += part
    return first, time.perf_counter() - begin, size


def processor_s(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_mib(process):
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1]) / 1024


def measure(what, path, folder, options):
    with contextlib.ExitStack() as ends:
        builds = {"ours": options.bin} | ({"before": options.before} if options.before else {})
        servers = {key: ends.enter_context(started(programs / "mapserv", folder)) for key, programs in builds.items()}
        for _, url in servers.values():
            ask(url + path.format(rows=10) + ("&COUNT=10" if "SERVICE=WFS" in path else ""))  # loads GDAL, connects
        idle = {key: peak_mib(process) for key, (process, _) in servers.items()}
        took = {key: [] for key in servers}
        for _ in range(options.rounds):
            for key, (process, url) in servers.items():
                before = processor_s(process)
                took[key].append((*ask(url + path.format(rows=options.rows)), processor_s(process) - before))
        for key, (process, _) in servers.items():
            first, whole, busy = (statistics.median(each[i] for each in took[key]) for i in (0, 1, 3))
            size = took[key][0][2] / 1e6
            print(f"| {what} | {key} | {first * 1000:,.0f} | {whole:.2f} | {busy:.2f} | {size:,.0f} | {size / whole:,.0f} | +{peak_mib(process) - idle[key]:,.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--before", type=Path, help="programs of another build, to compare with")
    parser.add_argument("--rows", type=int, default=1_100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--files", action="store_true", help="files of GDAL's formats")
    parser.add_argument("--only", action="append", help="this request; may be repeated")
    parser.add_argument("--memory-mb", type=int, default=4000, help="MS_REQUEST_MEMORY_MB; before it was streamed, a server stored all of an answer")
    options = parser.parse_args()
    database = os.environ["MS_TEST_PG"]
    table, kind = (POINTS, "POINT") if options.files else (TABLE, "LINE")
    subprocess.run(["psql", database, "-qXc", table.format(rows=options.rows)], check=True, stderr=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "m.map").write_text(MAP.format(pg=database, type=kind, formats=FORMATS if options.files else "", names=",".join(["gml", "geojson", *(FILES if options.files else [])])))
        (folder / "ms.conf").write_text(f'CONFIG ENV "MS_REQUEST_MEMORY_MB" "{options.memory_mb}" "MS_REQUEST_DISK_MB" "8000" "MS_THREADS" "1" END MAPS "m" "m.map" END END')
        print("| request | build | first byte, ms | all, s | processor, s | MB | MB/s | memory, MiB |\n|---|---|---|---|---|---|---|---|")
        for what, path in (FILE_REQUESTS if options.files else REQUESTS).items():
            if not options.only or what in options.only:
                measure(what, path, folder, options)


if __name__ == "__main__":
    main()
