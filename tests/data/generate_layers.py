#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A mapfile of very many layers over PostGIS, as basemaps and cadastres have them, for GetCapabilities.

    generate_layers.py map COUNT [--no-extents] [--schema NAME] > many.map    the mapfile
    generate_layers.py sql COUNT [--schema NAME] | psql                       its tables, one for each layer
"""

import argparse

HEAD = """# SPDX-License-Identifier: MIT
MAP
  NAME "many" SIZE 400 300 EXTENT 5 45 15 55 PROJECTION "EPSG:4326" END
  WEB METADATA
    "ows_title" "Many layers" "ows_srs" "EPSG:4326 EPSG:3857 EPSG:25832" "ows_enable_request" "*"
    "ows_onlineresource" "http://maps.example/wms?"
  END END
"""
LAYER = """  LAYER
    NAME "layer{number}" GROUP "theme{theme}" TYPE {kind} STATUS OFF TEMPLATE "x"
    CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" DATA "geom from {schema}.t{number} using unique id using srid=4326"
    PROJECTION "EPSG:4326" END
    METADATA "ows_title" "Layer {number}" "ows_abstract" "Made up" "ows_group_title" "Theme {theme}"{extent} END
    CLASSITEM "name"
    CLASS NAME "first" EXPRESSION "1" STYLE COLOR 200 {colour} 0 {size} END END
    CLASS NAME "rest" STYLE COLOR 0 {colour} 200 {size} END END
  END
"""
KINDS = ("POINT", "LINE", "POLYGON")
SHAPES = ("ST_Point({x}, {y}, 4326)", "ST_MakeLine(ST_Point({x}, {y}, 4326), ST_Point({x} + 1, {y} + 1, 4326))",
          "ST_MakeEnvelope({x}, {y}, {x} + 1, {y} + 1, 4326)")


def place(number):
    return 5 + number % 9, 45 + number // 9 % 9


def mapfile(count, schema, has_extents):
    yield HEAD
    for number in range(count):
        x, y = place(number)
        extent = f' "wms_extent" "{x} {y} {x + 1} {y + 1}"' if has_extents else ""
        kind = KINDS[number % 3]
        yield LAYER.format(number=number, theme=number // 50, kind=kind, schema=schema, extent=extent, colour=number % 256,
                           size="" if kind == "POLYGON" else "WIDTH 2")
    yield "END\n"


def sql(count, schema):
    yield f"set client_min_messages = warning; drop schema if exists {schema} cascade; create schema {schema};\n"
    for number in range(count):
        x, y = place(number)
        shape = SHAPES[number % 3].format(x=x, y=y)
        # No index and a dozen rows: only the number of tables matters.
        yield (f"create table {schema}.t{number} as select i as id, (i % 3)::text as name, {shape}::geometry(geometry,4326) as geom"
               f" from generate_series(1, 12) i; analyze {schema}.t{number};\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("map", "sql"))
    parser.add_argument("count", type=int)
    parser.add_argument("--schema", default="many")
    parser.add_argument("--no-extents", action="store_true")
    arguments = parser.parse_args()
    lines = (mapfile(arguments.count, arguments.schema, not arguments.no_extents) if arguments.what == "map"
             else sql(arguments.count, arguments.schema))
    for line in lines:
        print(line, end="")


if __name__ == "__main__":
    main()
