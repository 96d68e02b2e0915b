# SPDX-License-Identifier: MIT
"""Vector tiles over HTTP (docs/output.md#vector-tiles): what PostGIS itself makes of the same rows, and how clients get them."""

import gzip
import json
import math
import os
import random
import subprocess

import pytest
import servers
import vector_tiles

SCHEMA = f"ms_tiles_{os.getpid()}"
# Polygons have holes; every third row lacks a name. Two columns of each type that a tile knows.
TABLES = f"""
create schema {SCHEMA};
create table {SCHEMA}.places as
  select i as id, i::bigint * 10000000000 as far, i / 8.0::double precision as share, (i / 10.0)::double precision as tenth, i % 2 = 0 as even,
         case when i % 3 > 0 then 'place ' || i end as name, ST_Point(i * 7919 % 3400 / 10.0 - 170, i * 104729 % 1600 / 10.0 - 80, 4326)::geometry(Point,4326) as geom
    from generate_series(1, 3000) i;
create table {SCHEMA}.ways as
  select id, name, ST_MakeLine(array[geom, ST_Translate(geom, 3, 2), ST_Translate(geom, 5, -2), ST_Translate(geom, 5, -2.001)])::geometry(LineString,4326) as geom from {SCHEMA}.places where id % 5 = 0;
create table {SCHEMA}.areas as
  select id, name, ST_Difference(ST_Buffer(geom, 1 + id % 4), ST_Buffer(geom, 0.5))::geometry(Polygon,4326) as geom from {SCHEMA}.places where id % 7 = 0;
create table {SCHEMA}.metric as
  select id, name, ST_Transform(geom, 3035)::geometry(Polygon,3035) as geom from {SCHEMA}.areas where geom && ST_MakeEnvelope(-8, 36, 30, 68, 4326);
alter table {SCHEMA}.places add primary key (id); alter table {SCHEMA}.ways add primary key (id); alter table {SCHEMA}.areas add primary key (id); alter table {SCHEMA}.metric add primary key (id);
analyze {SCHEMA}.places; analyze {SCHEMA}.ways; analyze {SCHEMA}.areas; analyze {SCHEMA}.metric;
"""
LAYERS = {"places": ("POINT", 4326), "ways": ("LINE", 4326), "areas": ("POLYGON", 4326), "metric": ("POLYGON", 3035)}


def layer(name):
    kind, crs = LAYERS[name]
    return f"""
  LAYER NAME "{name}" TYPE {kind} STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" DATA "geom from {SCHEMA}.{name} using unique id using srid={crs}"
    PROJECTION "EPSG:{crs}" END METADATA "ows_title" "{name}" "gml_include_items" "all" END CLASS STYLE COLOR 0 0 0 END END
  END"""


MAP = f"""
MAP NAME "tiles" SIZE 256 256 EXTENT -20037508.34 -20037508.34 20037508.34 20037508.34 PROJECTION "EPSG:3857" END
  WEB METADATA "ows_title" "tiles" "ows_srs" "EPSG:3857 EPSG:4326 EPSG:3035" "ows_enable_request" "*" END END
  OUTPUTFORMAT NAME "small" DRIVER "MVT" MIMETYPE "application/x-small" FORMATOPTION "EXTENT=512" FORMATOPTION "EDGE_BUFFER=0" END
{"".join(map(layer, LAYERS))}
END
"""


@pytest.fixture(scope="module")
def server(cluster):
    with servers.listener_over_tables(TABLES, SCHEMA, "tiles", MAP, {}) as started:
        yield started


def tile_url(server, tile, layers, imagetype="mvt"):
    return f"{server.address}tiles?mode=tile&tilemode=gmap&tile={'+'.join(map(str, tile))}&layers={'+'.join(layers)}&map.imagetype={imagetype}"


def read_tile(server, tile, layers, imagetype="mvt"):
    answer = servers.fetch(tile_url(server, tile, layers, imagetype))
    assert answer.status == 200, answer.text
    return answer, {found.name: found for found in vector_tiles.read(answer.body)}


def postgis_tile(name, tile):
    """ST_AsMVT of the same rows, with the same buffer, without what collapses."""
    column, row, zoom = tile
    crs = LAYERS[name][1]
    envelope = f"ST_TileEnvelope({zoom}, {column}, {row})"
    margin = f"ST_Expand({envelope}, (ST_XMax({envelope}) - ST_XMin({envelope})) * 160 / 4096)"
    query = f"""select coalesce(encode(ST_AsMVT(t, '{name}', 4096, 'g', 'id'), 'hex'), '') from (
      select id, name, ST_AsMVTGeom(ST_Transform(geom, 3857), {envelope}, 4096, 160, true) as g from {SCHEMA}.{name}
       where ST_Transform(geom, 3857) && {margin} order by id) t where g is not null"""
    done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", query], check=True, stdout=subprocess.PIPE, text=True)
    tiles = vector_tiles.read(bytes.fromhex(done.stdout.strip()), is_strict=False)
    return {feature.id: feature for found in tiles for feature in found.features}, crs


def vertices(feature):
    return {point for part in feature.parts for point in part}


def distance(point, start, end):
    (x, y), (u, v) = (point[0] - start[0], point[1] - start[1]), (end[0] - start[0], end[1] - start[1])
    along = min(max((x * u + y * v) / ((u * u + v * v) or 1), 0), 1)
    return math.hypot(x - along * u, y - along * v)


def is_on(point, feature):
    """Whether it is within a unit of another feature's outline. PostGIS leaves out vertices that the outline does not need."""
    if any((point[0] + dx, point[1] + dy) in vertices(feature) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
        return True
    ends = [(part[i - 1], part[i]) for part in feature.parts for i in range(feature.kind == "line", len(part))]
    return feature.kind != "point" and any(distance(point, *end) <= 1.5 for end in ends)


def is_seen(feature):
    points = vertices(feature)
    return all(min(p[axis] for p in points) < 4096 and max(p[axis] for p in points) > 0 for axis in (0, 1))


def random_tiles():
    """From the world down to some kilometres."""
    numbers = random.Random(7)
    for zoom in [0, 1, 2, 2] + 8 * [3, 4, 5, 6]:
        yield numbers.randrange(1 << zoom), numbers.randrange(1 << zoom), zoom


def test_the_features_of_postgis(server):
    """The same ones, and 99 % of the vertices within a unit of what PostGIS draws."""
    total = strange = features = 0
    for tile in random_tiles():
        _, ours = read_tile(server, tile, LAYERS)
        for name in LAYERS:
            theirs, _ = postgis_tile(name, tile)
            mine = {feature.id: feature for feature in ours[name].features} if name in ours else {}
            missing = [key for key in theirs.keys() ^ mine.keys() if is_seen(theirs.get(key) or mine[key])]
            assert not missing, (tile, name, missing)
            for key in theirs.keys() & mine.keys():
                assert mine[key].kind == theirs[key].kind
                assert mine[key].attributes.get("name") == theirs[key].attributes.get("name"), (tile, name, key)
                inner = [point for point in vertices(mine[key]) if 0 < point[0] < 4096 and 0 < point[1] < 4096]
                total += len(inner)
                strange += sum(not is_on(point, theirs[key]) for point in inner)
                features += 1
    assert features > 3000
    assert strange <= total / 100, f"{strange} of {total} vertices"


def test_types_and_nulls(server):
    _, ours = read_tile(server, (0, 0, 0), ["places"])
    found = {feature.id: feature.attributes for feature in ours["places"].features}
    assert len(found) == 3000
    assert found[3] == {"id": ("int", 3), "far": ("sint", 30000000000), "share": ("float", 0.375), "tenth": ("double", 0.3), "even": ("bool", False)}
    assert found[4]["name"] == ("string", "place 4")
    assert found[4]["even"] == ("bool", True)


def test_options_of_the_format(server):
    answer, ours = read_tile(server, (4, 5, 3), ["areas"], "small")
    assert answer.type == "application/x-small"
    assert ours["areas"].extent == 512
    assert all(0 <= place <= 512 for feature in ours["areas"].features for part in feature.parts for point in part for place in point)


def test_neighbours_fit(server):
    """What two tiles have of a feature around their common edge is at the same places."""
    _, left = read_tile(server, (3, 3, 3), ["areas"])
    _, right = read_tile(server, (4, 3, 3), ["areas"])
    others = {feature.id: feature for feature in right["areas"].features}
    seen = 0
    for feature in left["areas"].features:
        strip = [(x - 4096, y) for x, y in vertices(feature) if abs(x - 4096) < 150 and 0 < y < 4096]
        assert not strip or feature.id in others
        assert all(is_on(point, others[feature.id]) for point in strip)
        seen += len(strip)
    assert seen > 50


def test_how_clients_get_them(server):
    url = tile_url(server, (1, 1, 1), LAYERS)
    plain = servers.fetch(url)
    assert plain.type == "application/vnd.mapbox-vector-tile"
    packed = servers.fetch(url, {"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(packed.body) == plain.body
    empty = servers.fetch(tile_url(server, (0, 0, 12), LAYERS))
    assert (empty.status, empty.body, empty.type) == (200, b"", "application/vnd.mapbox-vector-tile")


def test_unchanged_tiles_are_not_sent_again(server):
    url = tile_url(server, (1, 1, 1), ["places"])
    tag = servers.fetch(url).headers.get("etag")
    assert tag
    assert servers.fetch(url, {"If-None-Match": tag}).status == 304


def test_getmap(server):
    """The same tile by WMS, in any CRS; capabilities name both media types."""
    query = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=areas&STYLES=&WIDTH=256&HEIGHT=256"
    world = 20037508.342789244
    box = f"{-world / 2},{0},{0},{world / 2}"
    by_wms = servers.fetch(f"{server.address}tiles?{query}&SRS=EPSG:3857&BBOX={box}&FORMAT=application/x-protobuf")
    assert by_wms.type == "application/x-protobuf"
    assert by_wms.body == servers.fetch(tile_url(server, (1, 1, 2), ["areas"])).body
    in_degrees = servers.fetch(f"{server.address}tiles?{query}&SRS=EPSG:4326&BBOX=0,0,45,45&FORMAT=mvt")
    assert vector_tiles.read(in_degrees.body)[0].features
    capabilities = servers.fetch(f"{server.address}tiles?SERVICE=WMS&REQUEST=GetCapabilities").text
    for kind in ("application/vnd.mapbox-vector-tile", "application/x-protobuf"):
        assert f"<Format>{kind}</Format>" in capabilities


def test_gdal_reads_them(server, tmp_path):
    ogr = pytest.importorskip("osgeo.ogr", reason="python3-gdal is not installed")
    ogr.UseExceptions()
    tile = (2, 1, 2)
    answer, ours = read_tile(server, tile, LAYERS)
    path = tmp_path / "2" / "2" / "1.pbf"
    path.parent.mkdir(parents=True)
    path.write_bytes(answer.body)
    source = ogr.Open(f"MVT:{path}")
    names = {source.GetLayer(number).GetName(): source.GetLayer(number) for number in range(source.GetLayerCount())}
    assert set(names) == set(ours)
    for name, opened in names.items():
        assert opened.GetFeatureCount() == len(ours[name].features)
        assert all(feature.GetGeometryRef().IsValid() for feature in opened)


def test_the_budget_holds(cluster, tmp_path):
    with servers.listener_over_tables(TABLES.replace(SCHEMA, SCHEMA + "b"), SCHEMA + "b", "tiles", MAP.replace(SCHEMA, SCHEMA + "b"), {"MS_REQUEST_MEMORY_MB": "1"}) as small:
        answer = servers.fetch(tile_url(small, (0, 0, 0), ["places"]))
        assert answer.status >= 400 and b"MVT" not in answer.body[:4]
        assert servers.fetch(tile_url(small, (8, 5, 4), ["places"])).status == 200


def test_refusals(server):
    for tile in ("0+0", "9+9+1", "a+b+c"):
        assert servers.fetch(f"{server.address}tiles?mode=tile&tilemode=gmap&tile={tile}&layers=all&map.imagetype=mvt").status == 400


def description(server, query, headers=None, path="tiles"):
    answer = servers.fetch(f"{server.address}{path}?mode=tilejson&{query}", headers or {})
    assert (answer.status, answer.type) == (200, "application/json"), answer.text
    return json.loads(answer.text)


def test_tilejson(server):
    """https://github.com/mapbox/tilejson-spec 3.0.0: a client that reads it needs to know nothing else."""
    found = description(server, "layers=places+ways&map.imagetype=mvt")
    assert (found["tilejson"], found["scheme"], found["name"]) == ("3.0.0", "xyz", "tiles")
    assert (found["minzoom"], found["maxzoom"]) == (0, 22)
    west, south, east, north = found["bounds"]
    assert -180 <= west < -160 and 160 < east <= 180 and -85.06 < south < -75 and 75 < north < 85.06
    assert [entry["id"] for entry in found["vector_layers"]] == ["places", "ways"]
    assert found["vector_layers"][0] == {
        "id": "places", "description": "places", "minzoom": 0, "maxzoom": 22,
        "fields": {"id": "Number", "far": "Number", "share": "Number", "tenth": "Number", "even": "Boolean", "name": "String"}}
    url, = found["tiles"]
    tile = url.replace("{x}", "1").replace("{y}", "1").replace("{z}", "1")
    assert servers.fetch(tile).body == servers.fetch(tile_url(server, (1, 1, 1), ["places", "ways"])).body


def test_tilejson_fields_are_those_of_the_tiles(server):
    _, ours = read_tile(server, (0, 0, 0), LAYERS)
    names = {"string": "String", "bool": "Boolean"}
    for entry in description(server, "layers=all&map.imagetype=mvt")["vector_layers"]:
        seen = {name: names.get(kind, "Number") for feature in ours[entry["id"]].features for name, (kind, _) in feature.attributes.items()}
        assert seen == entry["fields"]


def test_tilejson_of_images(server):
    found = description(server, "layers=areas&map.imagetype=png")
    assert "vector_layers" not in found
    tile = servers.fetch(found["tiles"][0].replace("{x}", "1").replace("{y}", "1").replace("{z}", "1"))
    assert tile.type == "image/png"
    refused = servers.fetch(f"{server.address}tiles?mode=tilejson&layers=areas&map.imagetype=svg")
    assert refused.status == 400 and "Tiles are images" in refused.text


def test_tilejson_behind_a_proxy(server, cluster):
    """The address is the client's if the proxy is trusted, which one on the same machine is by default."""
    proxied = {"Host": "maps.example", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "tiles.example"}
    assert description(server, "layers=areas&map.imagetype=mvt", proxied)["tiles"][0].startswith("https://tiles.example/tiles?mode=tile&")
    own = SCHEMA + "p"
    with servers.listener_over_tables(TABLES.replace(SCHEMA, own), own, "tiles", MAP.replace(SCHEMA, own), {"MS_TRUSTED_PROXIES": "192.0.2.0/24"}) as wary:
        assert description(wary, "layers=areas&map.imagetype=mvt", proxied)["tiles"][0].startswith("http://maps.example/tiles?mode=tile&")


def test_gdal_reads_tiles_by_address(server):
    """GDAL's driver with the address that TileJSON gives."""
    ogr, gdal = (pytest.importorskip(f"osgeo.{name}", reason="python3-gdal is not installed") for name in ("ogr", "gdal"))
    ogr.UseExceptions()
    url = description(server, "layers=all&map.imagetype=mvt")["tiles"][0].replace("{x}", "2").replace("{y}", "1").replace("{z}", "2")
    source = gdal.OpenEx(f"MVT:{url}", gdal.OF_VECTOR, open_options=["X=2", "Y=1", "Z=2"])
    _, ours = read_tile(server, (2, 1, 2), LAYERS)
    assert {source.GetLayer(number).GetName() for number in range(source.GetLayerCount())} == set(ours)
    assert source.GetLayerByName("areas").GetFeatureCount() == len(ours["areas"].features)
    left, right, low, high = source.GetLayerByName("areas").GetExtent()
    assert -1e6 < left and right < 1.1e7 and -1e6 < low and high < 1.1e7  # metres, of tile 2/2/1


LIMITED = MAP.replace('OUTPUTFORMAT NAME "small"', """
  OUTPUTFORMAT NAME "few" DRIVER "MVT" FORMATOPTION "MAX_FEATURES=100" END
  OUTPUTFORMAT NAME "little" DRIVER "MVT" FORMATOPTION "MAX_BYTES=20000" END
  OUTPUTFORMAT NAME "strict" DRIVER "MVT" FORMATOPTION "MAX_FEATURES=3000" FORMATOPTION "WHEN_FULL=ERROR" END
  OUTPUTFORMAT NAME "small\"""")


def test_limits_of_a_tile(cluster):
    with servers.listener_over_tables(TABLES.replace(SCHEMA, SCHEMA + "l"), SCHEMA + "l", "tiles", LIMITED.replace(SCHEMA, SCHEMA + "l"), {}) as limited:
        _, few = read_tile(limited, (0, 0, 0), LAYERS, "few")
        assert [(name, len(layer.features)) for name, layer in few.items()] == [("places", 100)]
        answer, little = read_tile(limited, (0, 0, 0), ["ways", "areas"], "little")
        assert 19900 < len(answer.body) <= 20000 and set(little) == {"ways"}
        assert read_tile(limited, (0, 0, 0), ["places"], "strict")[1]["places"].features
        assert servers.fetch(tile_url(limited, (0, 0, 0), ["places", "ways"], "strict")).status == 500
