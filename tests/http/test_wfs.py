# SPDX-License-Identifier: MIT
"""WFS over PostGIS: the statements to the database, the reading of stock clients, and the errors for hostile ones."""

import json
import os
import subprocess
import xml.etree.ElementTree as ElementTree
from urllib.parse import quote

import database_log
import pytest
import servers

NAME = f"ms-wfs-{os.getpid()}"
SCHEMA = f"ms_wfs_{os.getpid()}"
MARK = "zzwfs"
TABLE = f"""
create extension if not exists postgis;
drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};
create table {SCHEMA}.t as
  select i as id, 'name ' || i as name, timestamp '2024-01-01' + i * interval '1 day' as seen, i % 7 as level, 'hidden' as secret,
         ST_Point(i, i / 2.0, 4326)::geometry(Point,4326) as geom from generate_series(1, 40) i;
alter table {SCHEMA}.t add primary key (id); create index on {SCHEMA}.t using gist (geom);
create table {SCHEMA}.areas as
  select i as id, ST_Multi(ST_Buffer(ST_Point(i * 3, 0, 4326), 1, 1))::geometry(MultiPolygon,4326) as geom from generate_series(1, 3) i;
alter table {SCHEMA}.areas add primary key (id);
create table {SCHEMA}.places as
  select i as id, 'place ' || i as name, case when i <> 2 then ST_Point(i, i, 4326) end::geometry(Point,4326) as geom from generate_series(1, 3) i;
alter table {SCHEMA}.places add primary key (id);
analyze {SCHEMA}.t; analyze {SCHEMA}.areas; analyze {SCHEMA}.places;
"""
MAPFILE = f"""
MAP NAME "wfs" SIZE 100 100 EXTENT 0 0 40 40 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "wfs" "wfs_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*" "wfs_onlineresource" "http://localhost/?"
    "wfs_compute_number_matched" "true" "wfs_getfeature_formatlist" "geojson,gpkg" END END
  OUTPUTFORMAT NAME "gpkg" DRIVER "OGR/GPKG" MIMETYPE "application/geopackage+sqlite3" FORMATOPTION "FORM=simple"
    FORMATOPTION "FILENAME=result.gpkg" END
  LAYER NAME "points" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326"
    METADATA "wfs_title" "points" "wfs_featureid" "id" "gml_include_items" "all" "gml_exclude_items" "secret" "gml_types" "auto" END END
  LAYER NAME "areas" TYPE POLYGON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.areas using unique id using srid=4326"
    METADATA "wfs_title" "areas" "wfs_featureid" "id" "gml_include_items" "all" "gml_types" "auto" END END
  LAYER NAME "placed" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.places using unique id using srid=4326"
    METADATA "ows_title" "placed" "ows_featureid" "id" "gml_include_items" "all" END END
  LAYER NAME "listed" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo"
    DATA "geom from {SCHEMA}.places using unique id using srid=4326"
    METADATA "ows_title" "listed" "ows_featureid" "id" "gml_include_items" "all" "ows_use_default_extent_for_getfeature" "false" END END
END
"""
HOSTILE = {
    "drop": f"{MARK}'; DROP TABLE {SCHEMA}.t; --", "quote": f"{MARK}' OR '1'='1", "double quote": f'{MARK}" OR 1=1 --',
    "name in quotes": f'name" {MARK}, (select 1) --', "backslash": f"{MARK}\\' OR 1=1 --", "percent": f"{MARK}%_%s%n%value%",
    "dollar": f"{MARK}$1 $$ $x$", "comment": f"{MARK}/* */ -- ", "brackets": f"{MARK}[name]{{a,b}}`([id] = 1)`",
}


@pytest.fixture(scope="module")
def server(cluster):
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", TABLE], check=True, stderr=subprocess.DEVNULL)
    folder = servers.own_folder()
    (folder / "wfs.map").write_text(MAPFILE)
    started = servers.start_listener(database_log.settings(NAME) | {"MS_MAPFILE": str(folder / "wfs.map")})
    yield started
    assert started.stop() == [0]
    (folder / "wfs.map").unlink()
    folder.rmdir()
    subprocess.run(["psql", "-X", "-q", "-c", f"drop schema {SCHEMA} cascade"], check=True, stderr=subprocess.DEVNULL)


def ask(server, **parameters):
    values = {"SERVICE": "WFS", "VERSION": "2.0.0", "REQUEST": "GetFeature"} | parameters
    return servers.fetch(server.address + "?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in values.items()))


def post(server, body):
    return servers.fetch(server.address, data=body.encode(), headers={"Content-Type": "text/xml"})


def ids(answer):
    assert answer.status == 200, answer.text[:1000]
    root = ElementTree.fromstring(answer.body)
    return [element.get("{http://www.opengis.net/gml/3.2}id") for member in root.iter("{http://www.opengis.net/wfs/2.0}member")
            for element in member if element.get("{http://www.opengis.net/gml/3.2}id")]


def sent(server, **parameters):
    """The database's statements for a request like those before it."""
    for _ in range(2):
        ask(server, **parameters)
    before = database_log.size()
    answer = ask(server, **parameters)
    assert answer.status == 200, answer.text[:1000]
    return [entry for entry in database_log.entries(NAME, before) if database_log.STATEMENT.search(entry)]


def test_all_features_are_one_statement(server):
    statements = sent(server, TYPENAMES="points")
    assert len(statements) == 1, statements
    assert "secret" not in statements[0]


def test_a_page_with_its_count_is_two_statements_of_which_one_gives_the_page(server):
    statements = sent(server, TYPENAMES="points", COUNT="3", STARTINDEX="4", SORTBY="level DESC,id")
    assert len(statements) == 2, statements
    joined = "\n".join(statements)
    assert "count(" in joined and "LIMIT 3 OFFSET 4" in joined and 'ORDER BY "level" DESC,"id"' in joined


def test_hits_are_counted_by_the_database(server):
    statements = sent(server, TYPENAMES="points", RESULTTYPE="hits", BBOX="0,0,5,10")
    assert len(statements) == 1 and "count(" in statements[0] and "ST_AsBinary" not in statements[0]


def test_pages_follow_each_other(server):
    seen = []
    for start in range(0, 40, 7):
        seen += ids(ask(server, TYPENAMES="points", COUNT="7", STARTINDEX=str(start), SORTBY="id"))
    assert seen == [f"points.{i}" for i in range(1, 41)]


@pytest.mark.parametrize("layer, expected", [("placed", [1, 3]), ("listed", [1, 2, 3])])
def test_features_without_a_geometry_need_a_layer_without_default_extent(server, layer, expected):
    """As in MapServer since 8.2."""
    answer = ask(server, TYPENAMES=layer, SORTBY="id")
    assert ids(answer) == [f"{layer}.{i}" for i in expected]
    assert f'numberMatched="{len(expected)}"' in answer.text
    assert answer.text.count("<gml:Point") == 2 and answer.text.count("<gml:boundedBy>") == 2
    assert ids(ask(server, TYPENAMES=layer, SORTBY="id", BBOX="0,0,2.5,2.5,urn:ogc:def:crs:EPSG::4326")) == [f"{layer}.1"]
    features = json.loads(ask(server, TYPENAMES=layer, SORTBY="id", OUTPUTFORMAT="geojson").body)["features"]
    assert [feature["geometry"] is None for feature in features] == [i == 2 for i in expected]


def test_boxes_and_filters_reach_the_database_as_values(server):
    spatial = ("<Filter xmlns:gml='http://www.opengis.net/gml/3.2'><And><Intersects><ValueReference>geom</ValueReference>"
               "<gml:Envelope srsName='urn:ogc:def:crs:EPSG::4326'><gml:lowerCorner>0 0</gml:lowerCorner><gml:upperCorner>5 10</gml:upperCorner>"
               "</gml:Envelope></Intersects><PropertyIsGreaterThan><ValueReference>level</ValueReference><Literal>4</Literal>"
               "</PropertyIsGreaterThan></And></Filter>")
    assert ids(ask(server, TYPENAMES="points", BBOX="0,0,2,10", SORTBY="id")) == [f"points.{i}" for i in range(1, 5)]
    assert sorted(ids(ask(server, TYPENAMES="points", FILTER=spatial))) == ["points.5", "points.6"]
    statement, = sent(server, TYPENAMES="points", FILTER=spatial)
    assert "ST_Intersects" in statement and "POLYGON" not in statement.split("parameters:")[0].split("DETAIL")[0]


def test_ids_select_features_of_several_types(server):
    assert sorted(ids(ask(server, RESOURCEID="areas.2,points.9,points.3,nothing"))) == ["areas.2", "points.3", "points.9"]
    assert ids(ask(server, RESOURCEID="points.x' or true")) == []


def test_xml_asks_as_parameters_do(server):
    body = ("<GetFeature service='WFS' version='2.0.0' count='2' xmlns='http://www.opengis.net/wfs/2.0' "
            "xmlns:fes='http://www.opengis.net/fes/2.0'><Query typeNames='points'><fes:Filter><fes:PropertyIsLike wildCard='*' "
            "singleChar='.' escapeChar='!'><fes:ValueReference>name</fes:ValueReference><fes:Literal>name 3*</fes:Literal>"
            "</fes:PropertyIsLike></fes:Filter><fes:SortBy><fes:SortProperty><fes:ValueReference>id</fes:ValueReference>"
            "<fes:SortOrder>DESC</fes:SortOrder></fes:SortProperty></fes:SortBy></Query></GetFeature>")
    answer = post(server, body)
    assert ids(answer) == ["points.39", "points.38"]
    assert 'numberMatched="11"' in answer.text


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE.keys())
def test_nothing_a_client_writes_becomes_sql(server, value):
    markup = value.replace("&", "&amp;").replace("<", "&lt;")
    equal = ("<Filter><PropertyIsEqualTo><ValueReference>{}</ValueReference><Literal>{}</Literal></PropertyIsEqualTo></Filter>")
    before = database_log.size()
    answers = [ask(server, **({"TYPENAMES": "points"} | {name: text})) for name, text in (
        ("FILTER", equal.format("name", markup)), ("FILTER", equal.format(markup, "1")), ("FILTER", equal.format("id", markup)),
        ("SORTBY", value), ("PROPERTYNAME", value), ("RESOURCEID", "points." + value), ("BBOX", f"0,0,1,1,{value}"),
        ("TYPENAMES", value), ("COUNT", value), ("STARTINDEX", value), ("SRSNAME", value))]
    assert all(answer.status in (200, 400, 404) for answer in answers), [answer.text[:300] for answer in answers]
    assert all("points.1\"" not in answer.text for answer in answers[:1])
    for entry in database_log.entries(NAME, before):
        if database_log.STATEMENT.search(entry):
            assert MARK not in entry, entry
        assert "ERROR" not in entry.split("|")[-1][:8], entry
    assert len(ids(ask(server, TYPENAMES="points"))) == 40


def test_what_is_not_published_cannot_be_told_from_answers(server):
    for parameters in ({"FILTER": "<Filter><PropertyIsEqualTo><ValueReference>secret</ValueReference><Literal>hidden</Literal>"
                                  "</PropertyIsEqualTo></Filter>"}, {"SORTBY": "secret"}, {"PROPERTYNAME": "secret"}):
        answer = ask(server, TYPENAMES="points", **parameters)
        assert answer.status == 400 and "hidden</" not in answer.text, answer.text


def test_geojson_is_typed(server):
    answer = ask(server, TYPENAMES="points", OUTPUTFORMAT="application/json", RESOURCEID="points.3")
    feature, = json.loads(answer.body)["features"]
    assert feature["id"] == "points.3" and feature["geometry"]["coordinates"] == [3, 1.5]
    assert feature["properties"] == {"id": 3, "name": "name 3", "seen": "2024-01-04T00:00:00Z", "level": 3}


@pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")
def test_files_of_gdal_have_what_was_asked_for(server):
    gdal = pytest.importorskip("osgeo.gdal")
    answer = ask(server, TYPENAMES="points", OUTPUTFORMAT="gpkg", COUNT="5", PROPERTYNAME="name", SRSNAME="EPSG:3857")
    assert answer.headers["content-type"] == "application/geopackage+sqlite3", answer.text[:500]
    gdal.FileFromMemBuffer("/vsimem/wfs.gpkg", answer.body)
    try:
        layer = (data := gdal.OpenEx("/vsimem/wfs.gpkg", gdal.OF_VECTOR)).GetLayer(0)
        assert layer.GetFeatureCount() == 5 and layer.GetSpatialRef().GetAuthorityCode(None) == "3857"
        assert list(dict(next(iter(layer)).items())) == ["name"]
        del layer, data
    finally:
        gdal.Unlink("/vsimem/wfs.gpkg")


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "2.0.0"])
def test_gdal_reads_types_features_and_shapes(server, version):
    gdal = pytest.importorskip("osgeo.gdal")
    gdal.UseExceptions()
    # As MapServer's, answers of 1.1.0 say "EPSG:4326" where northing comes first, unless a URN was requested.
    gdal.SetConfigOption("GML_CONSIDER_EPSG_AS_URN", "YES" if version == "1.1.0" else None)
    data = gdal.OpenEx(f"WFS:{server.address}?VERSION={version}", gdal.OF_VECTOR)
    names = {data.GetLayer(i).GetName().split(":")[-1]: i for i in range(data.GetLayerCount())}
    assert set(names) >= {"points", "areas"}
    points = data.GetLayer(names["points"])
    assert points.GetFeatureCount() == 40
    places = {feature.GetField("id"): feature.geometry().GetPoint_2D() for feature in points}
    assert len(places) == 40 and places[4] == pytest.approx((4, 2))
    points.SetAttributeFilter("level = 6 AND id < 20")
    assert sorted(feature.GetField("id") for feature in points) == [6, 13]
    points.SetAttributeFilter(None)
    points.SetSpatialFilterRect(0.5, 0, 3.5, 2)
    assert sorted(feature.GetField("id") for feature in points) == [1, 2, 3]
    areas = data.GetLayer(names["areas"])
    assert sum(feature.geometry().GetArea() for feature in areas) == pytest.approx(3 * 2)
