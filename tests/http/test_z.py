# SPDX-License-Identifier: MIT
"""Layers whose features have Z: who gets it, in which form, and who does not pay for it."""

import json
import os
import re
from urllib.parse import quote

import database_log
import pytest
import servers

NAME = f"ms-z-{os.getpid()}"
SCHEMA = f"ms_z_{os.getpid()}"
TABLES = f"""
create extension if not exists postgis;
drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};
create table {SCHEMA}.lines (id int primary key, geom geometry(LineStringZ,4326));
insert into {SCHEMA}.lines values (1, 'SRID=4326;LINESTRING Z(1 2 3.25,4 5 -6)');
create table {SCHEMA}.areas (id int primary key, geom geometry(MultiPolygonZ,4326));
insert into {SCHEMA}.areas values (1, 'SRID=4326;MULTIPOLYGON Z(((0 0 1,9 0 2,9 9 3,0 0 1),(5 2 7,8 2 8,8 5 9,5 2 7)),((20 0 4,21 0 5,21 1 6,20 0 4)))');
create table {SCHEMA}.points (id int primary key, geom geometry);
insert into {SCHEMA}.points values (1, 'SRID=4326;POINT Z(1 2 3)'), (2, 'SRID=4326;POINT(4 5)'), (3, 'SRID=4326;POINT M(7 8 9)'),
  (4, 'SRID=4326;MULTIPOINT ZM(1 2 3 9,4 5 6 9)'), (5, ST_SetSRID(ST_MakePoint(1, 2, 'NaN'), 4326));
analyze {SCHEMA}.lines; analyze {SCHEMA}.areas; analyze {SCHEMA}.points;
"""


def layer(name, table, kind, keys, more=""):
    return (f'LAYER NAME "{name}" TYPE {kind} STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" DATA "geom from {SCHEMA}.{table} using unique id using srid=4326"\n'
            f'METADATA "wfs_title" "{name}" "gml_featureid" "id" "gml_include_items" "id" {keys} END TEMPLATE "x" CLASS STYLE COLOR 0 0 0 WIDTH 2 END END {more} END\n')


MAPFILE = f"""
MAP NAME "z" SIZE 100 100 EXTENT -1 -1 30 30 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "z" "ows_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*" "ows_onlineresource" "http://localhost/?" "wfs_getfeature_formatlist" "geojson,csv" END END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "FORM=simple" FORMATOPTION "LCO:GEOMETRY=AS_WKT" END
  {layer("lines", "lines", "LINE", '"wfs_geomtype" "LineString25d" "gml_geometries" "way"')}
  {layer("flat", "lines", "LINE", "")}
  {layer("forced", "lines", "LINE", '"ows_geomtype" "LineString25D"', 'PROCESSING "FORCE2D=YES"')}
  {layer("areas", "areas", "POLYGON", '"gml_geomtype" "MultiPolygon25D" "wfs_geometry_precision" "1"')}
  {layer("points", "points", "POINT", '"wfs_geomtype" "Point25D"')}
  {layer("api", "lines", "LINE", '"oga_geomtype" "LineString25D" "oga_featureid" "id" "oga_title" "api"')}
END
"""


@pytest.fixture(scope="module")
def server(cluster):
    with servers.listener_over_tables(TABLES, SCHEMA, "z", MAPFILE, database_log.settings(NAME)) as started:
        yield started


def ask(server, **parameters):
    answer = servers.fetch(server.address + "?map=z&" + "&".join(f"{name}={quote(value, safe='')}" for name, value in parameters.items()))
    assert answer.status == 200, answer.text[:1000]
    return answer


def wfs(server, version, layer, **more):
    return ask(server, SERVICE="WFS", VERSION=version, REQUEST="GetFeature", **{"TYPENAMES" if version == "2.0.0" else "TYPENAME": layer}, **more).text


def positions(text):
    return re.findall(r"<gml:(?:pos|posList)( srsDimension=\"\d\")?>([^<]*)<", text)


@pytest.mark.parametrize("version, written", [("1.1.0", "2.000000 1.000000 3.250000 5.000000 4.000000 -6.000000"), ("2.0.0", "2.000000 1.000000 3.250000 5.000000 4.000000 -6.000000")])
def test_positions_have_three_numbers_and_say_so(server, version, written):
    assert positions(wfs(server, version, "lines", SRSNAME="urn:ogc:def:crs:EPSG::4326")) == [(' srsDimension="3"', written)]


def test_gml_2_has_triples_but_boxes_do_not(server):
    text = wfs(server, "1.0.0", "lines")
    assert "<gml:coordinates>1.000000,2.000000,3.250000 4.000000,5.000000,-6.000000</gml:coordinates>" in text
    assert text.count("<gml:coordinates>1.000000,2.000000 4.000000,5.000000</gml:coordinates>") == 2


def test_z_is_rounded_as_x_and_y_are_and_holes_have_their_own(server):
    found = positions(wfs(server, "1.1.0", "areas", SRSNAME="EPSG:4326"))
    assert found == [(' srsDimension="3"', "0.0 0.0 1.0 0.0 9.0 2.0 9.0 9.0 3.0 0.0 0.0 1.0"), (' srsDimension="3"', "2.0 5.0 7.0 2.0 8.0 8.0 5.0 8.0 9.0 2.0 5.0 7.0"),
                     (' srsDimension="3"', "0.0 20.0 4.0 0.0 21.0 5.0 1.0 21.0 6.0 0.0 20.0 4.0")]


def test_features_without_z_have_0(server):
    found = positions(wfs(server, "1.1.0", "points", SRSNAME="EPSG:4326"))
    assert [place.split()[-1] for _, place in found] == ["3.000000", "0.000000", "0.000000", "3.000000", "6.000000", "0.000000"]
    assert {dimension for dimension, _ in found} == {' srsDimension="3"'}


def test_only_layers_that_declare_it_have_z(server):
    assert positions(wfs(server, "2.0.0", "flat")) == [(' srsDimension="2"', "2.000000 1.000000 5.000000 4.000000")]


def test_a_transformation_keeps_z(server):
    (_, text), = positions(wfs(server, "2.0.0", "lines", SRSNAME="EPSG:3857"))
    assert text.split()[2::3] == ["3.250000", "-6.000000"] and text.startswith("111319.490793 ")


def test_a_server_that_drops_z_leaves_0(server):
    assert [place.split()[2::3] for _, place in positions(wfs(server, "2.0.0", "forced"))] == [["0.000000", "0.000000"]]


def test_geojson_and_files_of_gdal_have_it(server):
    feature, = json.loads(wfs(server, "2.0.0", "lines", OUTPUTFORMAT="geojson"))["features"]
    assert feature["geometry"] == {"type": "LineString", "coordinates": [[1, 2, 3.25], [4, 5, -6]]}
    if servers.OGR_MODULE.exists():
        assert "LINESTRING Z (1 2 3.25,4 5 -6)" in wfs(server, "2.0.0", "lines", OUTPUTFORMAT="csv")
        assert "LINESTRING (1 2,4 5)" in wfs(server, "2.0.0", "flat", OUTPUTFORMAT="csv")


def test_ogc_api_has_its_own_key(server):
    def coordinates(layer):
        answer = servers.fetch(server.address + f"z/ogcapi/collections/{layer}/items?f=json")
        assert answer.status == 200, answer.text[:500]
        return json.loads(answer.text)["features"][0]["geometry"]["coordinates"]
    assert coordinates("api") == [[1, 2, 3.25], [4, 5, -6]]
    assert coordinates("lines") == [[1, 2], [4, 5]]


def test_the_database_sends_z_only_where_it_is_written(server):
    def sent(**parameters):
        for _ in range(2):
            ask(server, **parameters)
        before = database_log.size()
        ask(server, **parameters)
        return [entry for entry in database_log.statements(NAME, before) if "ST_AsBinary" in entry]
    get_map = dict(SERVICE="WMS", VERSION="1.1.1", REQUEST="GetMap", SRS="EPSG:4326", BBOX="-1,-1,30,30", WIDTH="100", HEIGHT="100", FORMAT="image/png", STYLES="")
    get_feature = dict(SERVICE="WFS", VERSION="1.1.0", REQUEST="GetFeature")
    assert all("ST_Force2D" in statement for statement in sent(**get_map, LAYERS="lines"))
    assert all("ST_Force2D" in statement for statement in sent(**get_feature, TYPENAME="flat"))
    assert not any("ST_Force2D" in statement for statement in sent(**get_feature, TYPENAME="lines"))
    assert all("ST_Force2D" in statement for statement in sent(**get_feature, TYPENAME="lines", PROPERTYNAME="id"))
