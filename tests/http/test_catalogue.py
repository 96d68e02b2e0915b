# SPDX-License-Identifier: MIT
"""A dimension whose values stand for entries of a catalogue in PostgreSQL: each is drawn by itself, in the catalogue's order."""

import contextlib
import io
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.parse

import database_log
import numpy
import pytest
import servers
from osgeo import gdal
from PIL import Image

sys.path.insert(0, str(servers.SOURCE / "tests/tools"))

import vector_tiles  # noqa: E402

NAME = "ms-catalogue"
PEAKS = ("everest", "aconcagua", "elbrus", "kilimanjaro")
COLORS = ("220 30 30", "30 180 60", "40 60 220", "230 200 40")
# Squares whose edges are those of pixels, each over a part of the one before; "coast" lies apart.
TABLES = """
drop schema if exists catalogue_test cascade; create schema catalogue_test;
create table catalogue_test.products (gid serial primary key, product text, geom geometry(Polygon, 4326));
insert into catalogue_test.products (product, geom) values
  ('everest', ST_MakeEnvelope(10, 10, 50, 50, 4326)), ('aconcagua', ST_MakeEnvelope(30, 30, 70, 70, 4326)),
  ('elbrus', ST_MakeEnvelope(20, 40, 60, 80, 4326)), ('kilimanjaro', ST_MakeEnvelope(40, 20, 80, 60, 4326)),
  ('coast', ST_MakeEnvelope(0, 0, 90, 90, 4326)), ('late', ST_MakeEnvelope(5, 5, 15, 15, 4326));
create index on catalogue_test.products using gist (geom);
create table catalogue_test.catalogue (keyword text, rank int, product text, minx float8, miny float8, maxx float8, maxy float8);
insert into catalogue_test.catalogue
  select keyword, case keyword when 'peak' then gid else -gid end, product, ST_XMin(geom), ST_YMin(geom), ST_XMax(geom), ST_YMax(geom)
    from catalogue_test.products, (values ('peak'), ('backwards')) as k (keyword) where gid <= 4;
create table catalogue_test.images as
  select product, product || '.tif' as location, ST_MakeEnvelope(0, 0, 100, 100, 4326) as geom from catalogue_test.products;
insert into catalogue_test.catalogue values ('peak', 9, 'far', 120, 10, 130, 20), ('peak', 10, 'everest', 10, 10, 50, 50);
"""
QUERY = ("SELECT product FROM catalogue_test.catalogue WHERE keyword = :dim AND minx <= :maxx AND maxx >= :minx"
         " AND miny <= :maxy AND maxy >= :miny ORDER BY rank")
DIMENSION = """"wms_dimensionlist" "product" "wms_product_item" "product" "wms_product_units" "" "wms_product_default" "peak"
      "wms_product_extent" "peak,backwards,desert" "wms_product_catalogue" "{query}" """
LAYER = """
  LAYER NAME "{name}" TYPE POLYGON STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "" TEMPLATE "x"
    DATA "geom from catalogue_test.products using unique gid using srid=4326" PROCESSING "DATA_VERSION=SELECT 1"
    {more}
    METADATA "ows_title" "{name}" "wms_include_items" "product" {metadata} END
    COMPOSITE OPACITY 50 END
    {classes}
  END"""
CLASSES = "".join(f'CLASS NAME "{product}" EXPRESSION "{product}" STYLE COLOR {color} END END ' for product, color in zip(PEAKS, COLORS)) + \
    "CLASS STYLE COLOR 90 90 90 END END"
PEAK = DIMENSION.format(query=QUERY)


def layer(name, more="", metadata=""):
    return LAYER.format(name=name, more=f'CLASSITEM "product" {more}', metadata=metadata, classes=CLASSES)


MAPFILE = ('MAP NAME "catalogue" SIZE 100 100 EXTENT 0 0 100 100 SHAPEPATH "IMAGES" PROJECTION "EPSG:4326" END WEB METADATA "ows_title" "x"'
           ' "ows_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*" "wms_tile_cache_store" "products" END END'
           + layer("products", metadata=PEAK) + layer("again", metadata=PEAK)
           + layer("tiled", metadata=PEAK + '"wms_tile_cache" "true"')
           + layer("lenient", metadata=PEAK + '"wms_product_unknown" "empty"')
           + layer("broken", metadata=DIMENSION.format(query="SELECT product FROM catalogue_test.nothing WHERE keyword = :dim"))
           + layer("many", metadata=DIMENSION.format(query="SELECT i FROM generate_series(1, 10000) i WHERE :dim > ''"))
           + """
  LAYER NAME "images" TYPE POLYGON STATUS OFF CONNECTIONTYPE POSTGIS CONNECTION ""
    DATA "geom from catalogue_test.images using unique location using srid=4326" END
  LAYER NAME "rasters" TYPE RASTER STATUS ON TILEINDEX "images" TILEITEM "location" METADATA "ows_title" "r" """ + PEAK + "END END"
           + "".join(layer(product, f'FILTER ("[product]" = "{product}")') for product in (*PEAKS, "late")) + "\nEND\n")


@pytest.fixture(scope="module")
def server(cluster):
    folder = servers.own_folder()
    write_rasters(folder)
    stores = {"MS_TILE_STORES": str(folder)}
    with servers.listener_over_tables(TABLES, "catalogue_test", "catalogue", MAPFILE.replace("IMAGES", str(folder)),
                                      database_log.settings(NAME) | stores | {"MS_TILE_CACHE_MB": "16"}) as started:
        started.stores = folder
        yield started
    shutil.rmtree(folder)


def write_rasters(folder):
    """A file for each product, transparent but for a square of its own colour."""
    for number, (product, color) in enumerate(zip(PEAKS, COLORS)):
        pixels = numpy.zeros((4, 100, 100), dtype=numpy.uint8)
        pixels[:, 20:60, 10 * number:10 * number + 40] = numpy.array([*map(int, color.split()), 255])[:, None, None]
        file = gdal.GetDriverByName("GTiff").Create(str(folder / f"{product}.tif"), 100, 100, 4)
        file.SetGeoTransform((0, 1, 0, 100, 0, -1))
        file.WriteArray(pixels)


def psql(sql):
    subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql], check=True)


def ask(server, headers=None, **parameters):
    common = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "SRS": "EPSG:4326", "WIDTH": 100, "HEIGHT": 100,
              "FORMAT": "image/png", "LAYERS": "products", "STYLES": "", "BBOX": "0,0,100,100", "TRANSPARENT": "TRUE"}
    return servers.fetch(f"{server.address}catalogue?{urllib.parse.urlencode(common | parameters)}", headers=headers or {})


def image(answer):
    assert answer.is_png, answer.text
    return Image.open(io.BytesIO(answer.body)).convert("RGBA")


def largest_difference(one, other):
    return int(numpy.abs(numpy.asarray(one, dtype=int) - numpy.asarray(other, dtype=int)).max())


@pytest.mark.parametrize("value, products", [("peak", PEAKS), ("backwards", PEAKS[::-1])])
def test_entries_are_composited_in_the_order_of_the_catalogue(server, value, products):
    drawn = ask(server, DIM_PRODUCT=value)
    assert drawn.body == ask(server, LAYERS=",".join(products)).body  # as layers of their own
    together = Image.new("RGBA", (100, 100))
    for product in products:
        together.alpha_composite(image(ask(server, LAYERS=product)))
    assert largest_difference(image(drawn), together) <= 2  # of 255: both round
    assert image(drawn).getpixel((45, 55))[3] > 200  # four on one another


def test_entries_are_files_of_a_tile_index(server):
    def colors(value):
        drawn = image(ask(server, LAYERS="rasters", DIM_PRODUCT=value))
        return [" ".join(map(str, drawn.getpixel((x, 40))[:3])) for x in (5, 15, 25, 35)]
    assert colors("peak") == list(COLORS)  # each above those before it
    assert colors("backwards") == [COLORS[0]] * 4


def test_vector_tiles_have_the_features_of_all_entries(server):
    layer_of_tile, = vector_tiles.read(ask(server, FORMAT="application/vnd.mapbox-vector-tile", DIM_PRODUCT="peak").body)
    assert layer_of_tile.name == "products" and len(layer_of_tile.features) == len(PEAKS)


def test_the_catalogue_is_asked_once_for_a_map(server):
    start = database_log.size()
    both = ask(server, LAYERS="products,again", DIM_PRODUCT="peak")
    assert both.is_png
    asked = [entry for entry in database_log.statements(NAME, start) if "catalogue_test.catalogue" in entry]
    assert len(asked) == 1, asked
    assert "$1" in asked[0] and ":dim" not in asked[0] and "'peak'" not in asked[0].split("DETAIL")[0]


def test_where_the_catalogue_has_nothing_no_data_are_asked_for(server):
    start = database_log.size()
    empty = ask(server, DIM_PRODUCT="peak", BBOX="-170,-80,-160,-70")
    assert image(empty).getextrema()[3] == (0, 0)
    assert not [entry for entry in database_log.statements(NAME, start) if "catalogue_test.products" in entry]
    assert image(ask(server, DIM_PRODUCT="desert")).getextrema()[3] == (0, 0)  # a value without entries


def test_box_is_that_of_the_layers_crs(server):
    box = "1113194,1118889,5565974,6446275"  # 10 to 50 degrees
    projected = image(ask(server, DIM_PRODUCT="peak", SRS="EPSG:3857", BBOX=box))
    assert projected.getpixel((5, 95)) == image(ask(server, LAYERS="everest")).getpixel((15, 85))


def test_values_that_are_not_listed(server):
    for value in ("coast", "peak,backwards", "peak/peak"):
        answer = ask(server, DIM_PRODUCT=value)
        assert 'code="InvalidDimensionValue"' in answer.text, value
    for value in ("coast", "'; drop table catalogue_test.catalogue; --", "%"):
        assert image(ask(server, LAYERS="lenient", DIM_PRODUCT=value)).getextrema()[3] == (0, 0)
    assert ask(server, LAYERS="lenient", DIM_PRODUCT="peak").body == ask(server, DIM_PRODUCT="peak").body


def test_feature_info_finds_what_the_entries_have(server):
    def found(**more):
        text = ask(server, REQUEST="GetFeatureInfo", QUERY_LAYERS="products", X=45, Y=55, FEATURE_COUNT=10,
                   INFO_FORMAT="text/plain", **more).text
        return sorted(re.findall(r"product = '(\w+)'", text))
    assert found(DIM_PRODUCT="peak") == sorted(PEAKS)
    assert found(DIM_PRODUCT="desert") == []


def test_a_legend_of_the_map_has_the_classes_of_the_entries(server):
    def height(**more):
        return image(ask(server, REQUEST="GetLegendGraphic", LAYER="products", LAYERS="products", SRCWIDTH=100, SRCHEIGHT=100, **more)).height
    assert height(DIM_PRODUCT="peak") > 3 * height(DIM_PRODUCT="desert")


def test_clients_learn_the_values(server):
    wms = servers.fetch(f"{server.address}catalogue?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities").text
    assert re.search(r'<Dimension name="product" units="" default="peak" multipleValues="0"[^>]*>peak,backwards,desert<', wms)
    wmts = servers.fetch(f"{server.address}catalogue?SERVICE=WMTS&REQUEST=GetCapabilities").text
    assert "<ows:Identifier>product</ows:Identifier>" in wmts and "<Value>backwards</Value>" in wmts


def test_a_tile_of_wmts_has_the_dimension(server):
    def tile(value):
        return image(servers.fetch(f"{server.address}catalogue/wmts/1.0.0/tiled/default/{value}/GoogleMapsCompatible/1/0/1.png"))
    assert tile("peak").tobytes() == tile("default").tobytes() != tile("backwards").tobytes()


def test_tiles_of_listed_values_are_kept_on_disk(server):
    def tilesets():
        file = server.stores / "products.sqlite"
        if not file.exists():
            return []
        with contextlib.closing(sqlite3.connect(file)) as database:
            return [name for (name,) in database.execute("SELECT name FROM tileset, tiles WHERE tileset.id = tiles.tileset")]
    tile = f"{server.address}catalogue/wmts/1.0.0/tiled/default/backwards/GoogleMapsCompatible/2/1/2.png"
    assert servers.fetch(tile).is_png
    end = time.monotonic() + servers.PATIENCE_S  # tiles are written behind the answers
    while not any("dim_product=9:backwards" in name for name in tilesets()):
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("layers", ["products", "tiled"])
def test_new_entries_are_seen_at_once(server, layers):
    before = ask(server, LAYERS=layers, DIM_PRODUCT="peak")
    tag = before.headers["etag"]
    assert ask(server, {"If-None-Match": tag}, LAYERS=layers, DIM_PRODUCT="peak").status == 304
    psql("insert into catalogue_test.catalogue values ('peak', 20, 'late', 5, 5, 15, 15)")
    try:
        after = ask(server, {"If-None-Match": tag}, LAYERS=layers, DIM_PRODUCT="peak")
        assert after.status == 200 and after.headers["etag"] != tag
        assert image(before).getpixel((7, 92))[3] == 0 and image(after).getpixel((7, 92))[3] > 100
    finally:
        psql("delete from catalogue_test.catalogue where product = 'late'")
    assert ask(server, {"If-None-Match": tag}, LAYERS=layers, DIM_PRODUCT="peak").status == 304


def test_entries_of_kept_tiles_are_those_of_a_drawing(server):
    for place in ("0,0,100,100", "20,30,60,70"):
        drawn, kept = (image(ask(server, LAYERS=layers, DIM_PRODUCT="peak", BBOX=place)) for layers in ("products", "tiled"))
        middle = (30, 30, 70, 70)
        assert numpy.asarray(drawn.crop(middle)).mean() == pytest.approx(numpy.asarray(kept.crop(middle)).mean(), abs=4)


def test_a_catalogue_that_fails(server):
    answer = ask(server, LAYERS="broken", DIM_PRODUCT="peak")
    assert "ServiceException" in answer.text and "broken" in answer.text
    assert not re.search("nothing|SELECT|host=|password", answer.text)
    assert "METADATA wms_product_catalogue: PostgreSQL 42P01" in server.log()
    assert "ServiceException" in ask(server, LAYERS="many", DIM_PRODUCT="peak").text
    assert "more than 256 entries" in server.log()
