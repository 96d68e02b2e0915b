#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the mapfile of the layers that the OGC's conformance suites of WMS ask for.

    cite_map.py --data FOLDER > cite.map     over the suites' own shapefiles, to run the suites against
    cite_map.py > cite.map                   over a few geometries of the same extent, which the tests of this project use
"""

import argparse
from pathlib import Path

# Name, shapefile, type, shape without a shapefile (degrees), more keywords.
BLUE = "POLYGON((0.001 -0.001, 0.002 -0.001, 0.002 -0.0005, 0.001 -0.0005, 0.001 -0.001))"
LAYERS = [
    ("BasicPolygons", "BasicPolygons", "POLYGON", "POLYGON((-1 0, 0 1, 1 0, 0 -1, -1 0))", ""),
    ("MapNeatline", "MapNeatline", "LINE",
     "LINESTRING(0 -0.0024, 0.0042 -0.0024, 0.0042 0.0018, 0 0.0018, 0 -0.0024)", ""),
    ("Forests", "Forests", "POLYGON",
     "POLYGON((-0.0014 -0.0024, 0.0042 -0.0024, 0.0042 0.0018, -0.0014 0.0018, -0.0014 -0.0024))", ""),
    ("Lakes", "lakesWithElevation", "POLYGON", BLUE,
     '"wms_dimensionlist" "elevation" "wms_elevation_item" "ELEV" "wms_elevation_units" "EPSG:5030" '
     '"wms_elevation_extent" "480,490,500" "wms_elevation_default" "500"'),
    ("Ponds", "Ponds", "POLYGON", "POLYGON((0.003 0.001, 0.0035 0.001, 0.0035 0.0015, 0.003 0.001))", ""),
    ("Streams", "Streams", "LINE", "LINESTRING(-0.0004 0.0021, 0.0015 -0.0008, 0.0036 -0.0024)", ""),
    ("Buildings", "Buildings", "POLYGON", "POLYGON((0.0008 0.0005, 0.0012 0.0005, 0.0012 0.0007, 0.0008 0.0005))", ""),
    ("BuildingCenters", "BuildingCenters", "POINT", "POINT(0.001 0.0006)", ""),
    ("DividedRoutes", "DividedRoutes", "LINE", "LINESTRING(-0.0032 -0.0024, -0.0032 0.0018)", ""),
    ("RoadSegments", "RoadSegments", "LINE", "LINESTRING(-0.0014 -0.0024, 0.0002 -0.0001, 0.0042 0.0006)", ""),
    ("Bridges", "Bridges", "POINT", "POINT(0.0002 0.0007)", ""),
    ("NamedPlaces", "NamedPlaces", "POLYGON", "POLYGON((0.0014 -0.0002, 0.0042 -0.0002, 0.0042 0.0018, 0.0014 -0.0002))", ""),
    ("Autos", "Autos", "POINT", "POINT(0.001 0.0002)",
     '"wms_timeextent" "2000-01-01T00:00:00Z/2000-01-01T00:01:00Z/PT5S" "wms_timeitem" "TIME" '
     '"wms_timedefault" "2000-01-01T00:00:30Z"'),
]
NOT_QUERYABLE = {"MapNeatline", "Forests"}
STYLES = {"POLYGON": "COLOR 60 120 200 OUTLINECOLOR 0 0 0", "LINE": "COLOR 160 60 60 WIDTH 2",
          "POINT": 'SYMBOL "circle" SIZE 8 COLOR 40 140 40'}

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
    "ows_metadataurl_href" "http://example.com/metadata.xml" "ows_metadataurl_format" "text/xml"
    "ows_metadataurl_type" "TC211" "wms_feature_info_mime_type" "text/html"
    "wms_getmap_formatlist" "image/png,image/jpeg,image/svg+xml"
  END END
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
"""
LAYER = """  LAYER
    NAME "cite:{name}" TYPE {type} STATUS OFF EXTENT {extent}
    {source}
{template}    PROJECTION "init=epsg:4326" END
    METADATA "ows_title" "{name}" "ows_abstract" "{name} of Blue Lake" "ows_keywordlist" "{name}"
      "ows_include_items" "all" "gml_include_items" "all" {metadata} END
    CLASS NAME "{name}" STYLE {style} END END
  END
"""


def features(shape, name):
    """Inline features with the attributes that the dimensions of the layers ask for."""
    values = {"Lakes": ["500", "490", "480"], "Autos": ["2000-01-01T00:00:30Z", "2000-01-01T00:00:05Z"]}.get(name, [""])
    item = {"Lakes": "ELEV", "Autos": "TIME"}.get(name, "KIND")
    rows = [f'    FEATURE WKT "{shape}" ITEMS "{name};{value}" END' for value in values]
    return "\n".join([f'PROCESSING "ITEMS=NAME,{item}"', *rows])


def layer(row, has_data):
    name, shapefile, kind, shape, metadata = row
    extent = "-2 -1 2 6" if name == "BasicPolygons" else "-0.0042 -0.0024 0.0042 0.0024"
    return LAYER.format(name=name, type=kind, extent=extent, metadata=metadata, style=STYLES[kind],
                        source=f'DATA "{shapefile}"' if has_data else features(shape, name),
                        template="" if name in NOT_QUERYABLE else '    TEMPLATE "queryable"\n')


def cite_map(data=None, systems="EPSG:4326 CRS:84 EPSG:3857"):
    head = HEAD.format(systems=systems, shape_path=f'  SHAPEPATH "{Path(data).resolve()}"\n' if data else "")
    return head + "".join(layer(row, data is not None) for row in LAYERS) + "END\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", help="folder of the suites' shapefiles")
    print(cite_map(parser.parse_args().data), end="")
