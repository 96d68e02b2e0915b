#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures a WFS of PostGIS layers, beside Debian's MapServer on the same tables.

    tests/tools/cluster exec DIR -- tests/data/generate_benchmark.py
    tests/tools/cluster exec DIR -- tests/bench/wfs.py --bin build/release/bin [--requests 7]

Both run as FastCGI programs and get every request in turn; milliseconds until the answer is complete, without the fastest and
the slowest. Nothing is printed of answers unless both have the same number of features.
"""

import argparse
import re
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tools"), str(HERE.parents[1] / "msautotest")]

import postgis  # noqa: E402
import thread2015  # noqa: E402

MAPFILE = """MAP
  NAME "wfs" SIZE 100 100 EXTENT {extent}
  PROJECTION "EPSG:3857" END
  WEB METADATA "ows_title" "Benchmark" "ows_srs" "EPSG:3857" "ows_enable_request" "*" "ows_onlineresource" "http://localhost/" END END
  {layers}
END
"""
LAYER = """LAYER
    NAME "{name}" TYPE {type} STATUS ON
    CONNECTIONTYPE POSTGIS CONNECTION "{connection}" PROCESSING "CLOSE_CONNECTION=DEFER"
    DATA "geom from benchmark.{name} using unique gid using srid=3857"
    PROJECTION "EPSG:3857" END
    METADATA "ows_title" "{name}" "gml_include_items" "all" "gml_featureid" "gid" END
  END
"""
BOX = "800000,5850000,840000,5890000"
WFS11, WFS20 = "VERSION=1.1.0&TYPENAME", "VERSION=2.0.0&TYPENAMES"
REQUESTS = {
    "capabilities, 2.0.0": "VERSION=2.0.0&REQUEST=GetCapabilities",
    "one place by id, 2.0.0": f"{WFS20}=places&REQUEST=GetFeature&FEATUREID=places.12",
    "2,500 places, 1.0.0": "VERSION=1.0.0&TYPENAME=places&REQUEST=GetFeature",
    "2,500 places, 2.0.0": f"{WFS20}=places&REQUEST=GetFeature",
    "places with a condition, 1.1.0": f"{WFS11}=places&REQUEST=GetFeature&FILTER=<Filter><PropertyIsGreaterThan><PropertyName>population"
                                      "</PropertyName><Literal>5000</Literal></PropertyIsGreaterThan></Filter>",
    "roads of a box, 1.1.0": f"{WFS11}=roads&REQUEST=GetFeature&BBOX={BOX}",
    "the second thousand roads, 2.0.0": f"{WFS20}=roads&REQUEST=GetFeature&COUNT=1000&STARTINDEX=1000",
    "how many roads, 2.0.0": f"{WFS20}=roads&REQUEST=GetFeature&RESULTTYPE=hits",
    "2,480 polygons of 1.27 M vertices, 1.1.0": f"{WFS11}=polygons&REQUEST=GetFeature",
}


def features_of(body):
    hits = re.search(rb'number(?:OfFeatures|Matched)="(\d+)"', body[:2000])
    return body.count(b"featureMember>") // 2 or body.count(b"<wfs:member>") or int(hits[1] if hits else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="folder of mapserv")
    parser.add_argument("--requests", type=int, default=7, help="of each kind, at least 3")
    bench = postgis.Bench(arguments := parser.parse_args())
    mapfile = bench.folder / "wfs.map"
    mapfile.write_text(MAPFILE.format(extent=" ".join(map(str, thread2015.EXTENT)), layers="".join(
        LAYER.format(name=name, type=kind, connection=postgis.conninfo())
        for name, kind in (("polygons", "POLYGON"), ("roads", "LINE"), ("places", "POINT")))))
    programs = {name: bench.program(name) for name in bench.paths}
    rows = []
    try:
        for title, query in REQUESTS.items():
            times, answers = {name: [] for name in programs}, {}
            for number in range(-1, arguments.requests):
                for name in programs if number % 2 else reversed(list(programs)):
                    began = time.perf_counter()
                    head, answers[name] = programs[name].ask(f"map={mapfile}&SERVICE=WFS&{query}", **thread2015.CLUSTER)
                    if number >= 0:
                        times[name].append((time.perf_counter() - began) * 1000)
                    if b"Exception" in answers[name][:1000]:
                        sys.exit(f"{name}, {title}: {answers[name][:800].decode(errors='replace')}")
            counts = {name: features_of(body) for name, body in answers.items()}
            if len(set(counts.values())) > 1:
                sys.exit(f"{title}: {counts} features")
            means = {name: thread2015.trimmed(values) for name, values in times.items()}
            rows.append([title, f"{counts['ours']:,}", *(f"{len(answers[name]) / 1000:,.0f}" for name in programs),
                         *(f"{mean:.1f} ± {deviation:.1f}" for mean, deviation in means.values()), f"{means['MapServer'][0] / means['ours'][0]:.1f}"])
    finally:
        for program in programs.values():
            program.stop()
    thread2015.table(rows, ["request", "features", "ours, kB", "MapServer, kB", "ours, ms", "MapServer 8.0.0, ms", "ratio"])


if __name__ == "__main__":
    main()
