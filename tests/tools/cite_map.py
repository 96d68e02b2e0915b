#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the mapfile of the layers that the OGC's conformance suites of WMS use.

    cite_map.py --data FOLDER > cite.map     on the suites' own shapefiles, to run the suites against
    cite_map.py > cite.map                   on a few geometries of the same extent, for this project's tests
"""

import argparse
from pathlib import Path

# Where the suites look for cars: seconds after 2000-01-01T00:00:00Z, pixels of 420 by 240 over the vicinity of Blue Lake.
AUTOS = [(0, 140, 110), (5, 100, 120), (10, 65, 130), (15, 50, 140), (20, 50, 160), (20, 50, 10), (25, 50, 190), (25, 50, 60), (30, 50, 230),
         (30, 50, 110), (35, 50, 160), (40, 50, 210), (40, 80, 220), (45, 80, 180), (50, 80, 140), (55, 80, 100), (55, 355, 25), (60, 80, 60), (60, 350, 50)]
# Level, shape: the shapes that the suites expect empty and full at each.
LAKES = [(500, "POLYGON((0.0008 -0.0018, 0.0029 -0.0018, 0.0029 -0.0004, 0.0008 -0.0004, 0.0008 -0.0018))"),
         (490, "POLYGON((0.001 -0.0016, 0.0025 -0.0016, 0.0025 -0.0011, 0.0018 -0.0011, 0.0018 -0.0004, 0.001 -0.0004, 0.001 -0.0016))"),
         (480, "POLYGON((0.0011 -0.0015, 0.0019 -0.0015, 0.0019 -0.0005, 0.0011 -0.0005, 0.0011 -0.0015))")]
# A diamond, and two squares that overlap.
POLYGONS = ["POLYGON((-1 0, 0 1, 1 0, 0 -1, -1 0))", "POLYGON((-2 2, 1 2, 1 5, -2 5, -2 2))", "POLYGON((-1 3, 2 3, 2 6, -1 6, -1 3))"]
# Name, shapefile, type, shape without a shapefile (degrees), more keywords.
LAYERS = [
    ("BasicPolygons", "BasicPolygons", "POLYGON", "", ""),
    ("MapNeatline", "MapNeatline", "LINE",
     "LINESTRING(-0.0042 -0.0024, 0.0042 -0.0024, 0.0042 0.0024, -0.0042 0.0024, -0.0042 -0.0024)", ""),
    ("Forests", "Forests", "POLYGON",
     "POLYGON((-0.0014 -0.0024, 0.0042 -0.0024, 0.0042 0.0018, -0.0014 0.0018, -0.0014 -0.0024))", ""),
    ("Lakes", "lakesWithElevation", "POLYGON", "",
     '"wms_dimensionlist" "elevation" "wms_elevation_item" "ELEV" {vertical} '
     '"wms_elevation_extent" "480,490,500" "wms_elevation_default" "500"'),
    ("Ponds", "Ponds", "POLYGON", "POLYGON((0.003 0.001, 0.0035 0.001, 0.0035 0.0015, 0.003 0.001))", ""),
    ("Streams", "Streams", "LINE", "LINESTRING(-0.0004 0.0021, 0.0015 -0.0008, 0.0036 -0.0024)", ""),
    ("Buildings", "Buildings", "POLYGON", "POLYGON((0.0008 0.0005, 0.0012 0.0005, 0.0012 0.0007, 0.0008 0.0005))", ""),
    ("BuildingCenters", "BuildingCenters", "POINT", "POINT(0.001 0.0006)", ""),
    ("DividedRoutes", "DividedRoutes", "LINE", "LINESTRING(-0.0032 -0.0024, -0.0032 0.0018)", ""),
    ("RoadSegments", "RoadSegments", "LINE", "LINESTRING(-0.0014 -0.0024, 0.0002 -0.0001, 0.0042 0.0006)", ""),
    ("Bridges", "Bridges", "POINT", "POINT(0.0002 0.0007)", ""),
    ("NamedPlaces", "NamedPlaces", "POLYGON", "POLYGON((0.0014 -0.0002, 0.0042 -0.0002, 0.0042 0.0018, 0.0014 -0.0002))", ""),
    ("Autos", "Autos", "POINT", "",
     '"wms_timeextent" "2000-01-01T00:00:00Z/2000-01-01T00:01:00Z/PT5S" "wms_timeitem" "TIME" '
     '"wms_timedefault" "2000-01-01T00:00:30Z" "wms_time_nearestvalue" "1" "wms_time_multiplevalues" "1"'),
]
NOT_QUERYABLE = {"MapNeatline", "DividedRoutes"}
STYLES = {"POLYGON": "COLOR 60 120 200 OUTLINECOLOR 0 0 0", "LINE": "COLOR 160 60 60 WIDTH 2",
          "POINT": 'SYMBOL "circle" SIZE 8 COLOR 40 140 40'}
COLORS = {"Forests": "COLOR 40 120 60", "NamedPlaces": "COLOR 240 200 120"}  # show which layer is on top
# The suites contradict each other: 1.1.1 expects a datum of EPSG, 1.3.0 expects CRS:88 in metres.
VERTICAL = {"1.1.1": '"wms_elevation_units" "EPSG:5030"',
            "1.3.0": '"wms_elevation_units" "CRS:88" "wms_elevation_unitsymbol" "m" "wms_elevation_nearestvalue" "1" "wms_elevation_multiplevalues" "0"'}
METADATA_URL = "http://maps.example/wms?map=cite&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities"

HEAD = """MAP
  NAME "cite"
  SIZE 400 300
  EXTENT -2 -2 2 6
  PROJECTION "init=epsg:4326" END
{shape_path}  WEB METADATA
    "ows_title" "Blue Lake" "ows_abstract" "The layers of the conformance suites" "ows_keywordlist" "cite,blue lake"
    "ows_srs" "{systems}" "ows_enable_request" "*" "ows_updatesequence" "7" "ows_compliance_mode" "true"
    "ows_contactperson" "A person" "ows_contactorganization" "An organization" "ows_contactposition" "Operator"
    "ows_contactelectronicmailaddress" "nobody@example.com" "ows_fees" "none" "ows_accessconstraints" "none"
    "ows_metadataurl_href" "{link}" "ows_metadataurl_format" "text/xml"
    "ows_metadataurl_type" "TC211" "ows_rootlayer_keywordlist" "cite"
    "wms_getmap_formatlist" "image/png,image/jpeg,image/svg+xml"
  END END
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
"""
LAYER = """  LAYER
    NAME "cite:{name}" TYPE {type} STATUS OFF EXTENT {extent}
    {source}
{template}    PROJECTION "init=epsg:4326" END
    METADATA "ows_title" "cite:{name}" "ows_abstract" "{name} of Blue Lake" "ows_keywordlist" "{name}"
      "ows_metadataurl_href" "{link}" "ows_metadataurl_format" "text/xml" "ows_metadataurl_type" "TC211"
      "ows_include_items" "all" "gml_include_items" "all" {metadata} END
    CLASS NAME "{name}" STYLE {style} END END
  END
"""


def place_of_auto(auto):
    seconds, x, y = auto
    time = f"2000-01-01T00:{seconds // 60:02}:{seconds % 60:02}Z"
    return time, f"POINT({-0.0042 + x * 0.00002:.5f} {0.0024 - y * 0.00002:.5f})"


def features(shape, name):
    """Inline features with the attributes for the dimensions of the layers."""
    rows = {"Lakes": LAKES, "Autos": [place_of_auto(auto) for auto in AUTOS], "BasicPolygons": [("", polygon) for polygon in POLYGONS]}
    item = {"Lakes": "ELEV", "Autos": "TIME"}.get(name, "KIND")
    texts = [f'    FEATURE WKT "{wkt}" ITEMS "{name};{value}" END' for value, wkt in rows.get(name, [("", shape)])]
    return "\n".join([f'PROCESSING "ITEMS=NAME,{item}"', *texts])


def layer(row, has_data, version):
    name, shapefile, kind, shape, metadata = row
    extent = "-2 -1 2 6" if name == "BasicPolygons" else "-0.0042 -0.0024 0.0042 0.0024"
    return LAYER.format(name=name, type=kind, extent=extent, metadata=metadata.format(vertical=VERTICAL[version]), link=METADATA_URL,
                        style=COLORS.get(name, STYLES[kind]), source=f'DATA "{shapefile}"' if has_data else features(shape, name),
                        template="" if name in NOT_QUERYABLE else '    TEMPLATE "queryable"\n')


def cite_map(data=None, version="1.3.0", systems="EPSG:4326 CRS:84 EPSG:3857"):
    """The mapfile for the suite of a version of WMS."""
    head = HEAD.format(systems=systems, shape_path=f'  SHAPEPATH "{Path(data).resolve()}"\n' if data else "", link=METADATA_URL)
    return head + "".join(layer(row, data is not None, version) for row in LAYERS) + "END\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", help="folder of the suites' shapefiles")
    parser.add_argument("--version", choices=VERTICAL, default="1.3.0", help="of WMS, whose suite is to be run")
    requested = parser.parse_args()
    print(cite_map(requested.data, requested.version), end="")
