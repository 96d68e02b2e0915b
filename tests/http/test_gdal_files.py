# SPDX-License-Identifier: MIT
"""Layers from files that GDAL reads, of several formats, beside MapServer's images of them."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest
import servers

gdal = pytest.importorskip("osgeo.gdal", reason="python3-gdal is not installed (scripts/setup installs it)")
ogr = pytest.importorskip("osgeo.ogr")
osr = pytest.importorskip("osgeo.osr")
gdal.UseExceptions()

pytestmark = pytest.mark.skipif(not servers.OGR_MODULE.exists(), reason="built without GDAL")

ORACLE = pathlib.Path("/usr/bin/map2img")
SHAPEFILE = "areas.shp"
FILES = {"areas.gpkg": "GPKG", "areas.fgb": "FlatGeobuf", "areas.geojson": "GeoJSON", "areas.tab": "MapInfo File", "areas.sqlite": "SQLite"}
SHAPES = [("Köln", 1, "POLYGON((1 1,5 1,5 5,1 5,1 1),(2 2,3 2,3 3,2 3,2 2))"), ("b", 2, "MULTIPOLYGON(((6 6,9 6,9 9,6 6)),((6 1,9 1,9 3,6 1)))")]
MAP = """MAP NAME "files" SIZE 100 100 EXTENT 0 0 10 10 IMAGETYPE png24 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_title" "files" "ows_onlineresource" "http://localhost/" END END
  LAYER NAME "areas" TYPE {type} STATUS ON CONNECTIONTYPE {kind} CONNECTION "{file}" {more}
    METADATA "ows_title" "areas" "gml_include_items" "all" END TEMPLATE "x" PROJECTION "EPSG:4326" END
    CLASS EXPRESSION ([n] = 1) STYLE COLOR 200 80 80 OUTLINECOLOR 0 0 200 END END
    CLASS STYLE COLOR 80 200 80 WIDTH 3 END END
  END
END"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("files")
    system = osr.SpatialReference()
    system.ImportFromEPSG(4326)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    for name, driver in {**FILES, SHAPEFILE: "ESRI Shapefile"}.items():
        data = ogr.GetDriverByName(driver).CreateDataSource(str(made / name))
        layer = data.CreateLayer("areas", system, ogr.wkbPolygon if name == SHAPEFILE else ogr.wkbUnknown)
        layer.CreateField(ogr.FieldDefn("name", ogr.OFTString))
        layer.CreateField(ogr.FieldDefn("n", ogr.OFTInteger))
        for title, number, wkt in SHAPES:
            feature = ogr.Feature(layer.GetLayerDefn())
            feature["name"], feature["n"] = title, number
            feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
            layer.CreateFeature(feature)
        del feature, layer, data
    (made / "any.conf").write_text('CONFIG ENV "MS_MAP_PATTERN" "." END END')
    return made


def written(folder, file, more="", kind="OGR", type="POLYGON"):
    (folder / "a.map").write_text(MAP.format(file=file, more=more, kind=kind, type=type))


def image(folder, program):
    done = subprocess.run([program, "-m", "a.map", "-o", "a.png"], cwd=folder, capture_output=True, text=True, timeout=60,
                          env=os.environ | {"MAPSERVER_CONFIG_FILE": str(folder / "any.conf")})
    assert done.returncode == 0, done.stderr
    return (folder / "a.png").read_bytes()


def answer(folder, query, program=servers.MAPSERV):
    done = subprocess.run([program, f"QUERY_STRING=map={folder / 'a.map'}&{query}"], cwd=folder, capture_output=True, text=True,
                          timeout=60, env=os.environ | {"MAPSERVER_CONFIG_FILE": str(folder / "any.conf")})
    return done.stdout, done.stderr


@pytest.mark.skipif(not ORACLE.exists(), reason="MapServer is not installed")
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("type, more", [("POLYGON", ""), ("LINE", ""), ("POLYGON", 'FILTER ([n] = 2)'), ("POLYGON", 'DATA "areas"'),
                                        ("POLYGON", 'DATA "SELECT * FROM areas WHERE n = 2"'), ("POLYGON", 'PROCESSING "NATIVE_FILTER=n = 1"')])
def test_files_look_as_in_mapserver(folder, file, type, more):
    import compare
    written(folder, file, more, type=type)
    requested, made = (compare.pixels(image(folder, program)) for program in (ORACLE, servers.MAPSERV.with_name("map2img")))
    # Where a ring begins, MapServer joins the lines of all features but the last.
    assert compare.ssim(requested, made) > 0.999


def test_flatgeobuf_has_a_type_of_its_own(folder):
    written(folder, "areas.fgb")
    ogr_image = image(folder, servers.MAPSERV.with_name("map2img"))
    written(folder, "areas.fgb", kind="FLATGEOBUF")
    assert image(folder, servers.MAPSERV.with_name("map2img")) == ogr_image


INFO = ("SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&CRS=CRS:84&BBOX=0,0,10,10&WIDTH=100&HEIGHT=100&LAYERS=areas&QUERY_LAYERS=areas"
        "&STYLES=&I=15&J=85&INFO_FORMAT=application/vnd.ogc.gml")


@pytest.mark.parametrize("file", FILES)
def test_services_answer_out_of_files(folder, file):
    written(folder, file)
    body, _ = answer(folder, INFO)
    assert "<name>Köln</name>" in body and "<n>1</n>" in body and "<name>b</name>" not in body
    body, _ = answer(folder, "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities")
    layer = body[body.index("<Name>areas</Name>"):]
    assert 'CRS="EPSG:4326" minx="1.000000" miny="1.000000" maxx="9.000000" maxy="9.000000"' in layer


@pytest.mark.parametrize("file", [*FILES, SHAPEFILE])
@pytest.mark.parametrize("query, names", [("SORTBY=n", ["Köln", "b"]), ("SORTBY=n+DESC", ["b", "Köln"]), ("SORTBY=name+DESC", ["b", "Köln"]),
                                          ("SORTBY=n+DESC&COUNT=1", ["b"]), ("SORTBY=n+DESC&STARTINDEX=1", ["Köln"]), ("SORTBY=n&STARTINDEX=1", ["b"])])
def test_wfs_sorts_and_pages_files(folder, file, query, names):
    written(folder, file)
    body, log = answer(folder, f"SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=areas&{query}")
    assert re.findall(r"<ms:name>(.*?)</ms:name>", body) == names, body + log


def test_shapefiles_are_read_and_paged_without_gdal_and_sorted_with_it_only(folder, tmp_path):
    written(folder, SHAPEFILE)
    alone = shutil.copy(servers.MAPSERV, tmp_path / "mapserv")  # GDAL's part is looked for beside the program
    page = "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=areas&STARTINDEX=1"
    for program in (alone, servers.MAPSERV):
        body, log = answer(folder, page, program)
        assert re.findall(r"<ms:name>(.*?)</ms:name>", body) == ["b"], body + log
    body, log = answer(folder, page + "&SORTBY=n", alone)
    assert "ExceptionReport" in body and "<ms:name>" not in body and "need mapserver-ogr.so" in log


@pytest.mark.parametrize("file", ["missing.gpkg", "PG:host=127.0.0.1 password=hidden", "/vsicurl/http://127.0.0.1/x.geojson", "a.map"])
def test_what_is_no_file_of_features_is_refused_and_the_log_says_why(folder, file):
    written(folder, file)
    body, log = answer(folder, "mode=map&layer=areas")
    assert "layer named &#39;areas&#39;." in body and file not in body and str(folder) not in body
    assert "no file on disk" in log or "no such file of features" in log
    assert "hidden" not in log
