# SPDX-License-Identifier: MIT
"""The programs at the shell: their settings from a CONFIG file, and the findings of mapcheck."""

import os
import re
import subprocess

import pytest
import servers

BIN = servers.MAPSERV.parent
REPROJECTED = """MAP SIZE 20 20 EXTENT 0 0 1000 1000 PROJECTION "EPSG:3857" END
  LEGEND LABEL SIZE 8 END END SCALEBAR INTERVALS 2 END
  LAYER TYPE POINT STATUS ON PROJECTION "EPSG:2056" END FEATURE POINTS 2600000 1200000 END END CLASS NAME "c" STYLE END END END
END"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.map").write_text(REPROJECTED)
    (tmp_path / "no_proj.conf").write_text(f'CONFIG ENV "PROJ_DATA" "{tmp_path}" END END')
    (tmp_path / "broken.conf").write_text("CONFIG ENV")
    return tmp_path


def run(folder, program, *words, **env):
    """Runs a program; no_proj.conf names the folder as PROJ_DATA, without a proj.db, so that nothing can be reprojected."""
    environment = {name: value for name, value in os.environ.items() if name not in ("MAPSERVER_CONFIG_FILE", "PROJ_DATA", "PROJ_LIB")}
    return subprocess.run([BIN / program, *words], cwd=folder, env=environment | env, capture_output=True, text=True, timeout=60)


def test_the_version_names_what_scripts_ask_for():
    words = subprocess.run([servers.MAPSERV, "-v"], capture_output=True, text=True).stdout.split()
    assert {"OUTPUT=PNG", "SUPPORTS=CAIRO", "SUPPORTS=GEOS", "SUPPORTS=RSVG", "SUPPORTS=WMS_SERVER", "SUPPORTS=WFS_SERVER", "SUPPORTS=WCS_SERVER", "SUPPORTS=OGCAPI_SERVER", "INPUT=POSTGIS"} <= set(words)
    assert ("INPUT=OGR" in words) == servers.OGR_MODULE.exists()
    assert "INPUT=GDAL" not in words


MAP2IMG = ("map2img", "-m", "a.map", "-o", "a.png")


@pytest.mark.parametrize("option", ["-conf", "--conf"])
def test_map2img_heeds_the_config_file_it_is_told(folder, option):
    assert run(folder, *MAP2IMG).returncode == 0
    done = run(folder, *MAP2IMG, option, "no_proj.conf")
    assert done.returncode == 1 and "EPSG" in done.stderr


@pytest.mark.parametrize("words", [MAP2IMG, ("legend", "a.map", "a.png"), ("scalebar", "a.map", "a.png")])
def test_programs_heed_the_config_file_of_the_environment(folder, words):
    assert run(folder, *words).returncode == 0
    assert run(folder, *words, MAPSERVER_CONFIG_FILE="no_proj.conf").returncode == 1


@pytest.mark.parametrize("program", ["legend", "scalebar"])
def test_legend_and_scalebar_have_the_options_of_programs(folder, program):
    assert run(folder, program, "--version").stdout.startswith(program + " ")
    helped = run(folder, program, "--help")
    assert helped.returncode == 0 and "mapfile" in helped.stdout and "--conf" in helped.stdout
    assert run(folder, program).returncode == run(folder, program, "a.map").returncode == run(folder, program, "a.map", "a.png", "b").returncode == 2
    assert run(folder, program, "-conf", "no_proj.conf", "a.map", "a.png").returncode == 1
    assert run(folder, program, "a.map", "a.png").returncode == 0


@pytest.mark.parametrize("file", ["broken.conf", "missing.conf"])
def test_a_config_file_that_is_named_must_be_one_and_the_environments_may_be_none(folder, file):
    done = run(folder, *MAP2IMG, "-conf", file)
    assert done.returncode == 1 and file in done.stderr
    assert run(folder, *MAP2IMG, MAPSERVER_CONFIG_FILE=file).returncode == 0


@pytest.mark.parametrize("words", [("mapcheck", "--write", "a.map"), ("mapcheck", "--json", "a.map"), ("mapcheck", "--keywords"),
                                   ("map2img", "-m", "a.map", "--explain"), ("map2img", "-m", "a.map", "-o", "stdout"), ("scalebar", "a.map", "stdout")])
def test_programs_notice_that_their_output_has_no_room(folder, words):
    def write_to(path):
        with open(path, "wb") as out:
            return subprocess.run([BIN / words[0], *words[1:]], cwd=folder, stdout=out, stderr=subprocess.PIPE, text=True, check=False)

    done = write_to("/dev/full")
    assert done.returncode in (1, 2) and f"{words[0]}: cannot write" in done.stderr, (done.returncode, done.stderr)
    assert write_to("/dev/null").returncode == 0


def test_missing_files_of_an_index_are_one_line_of_the_log(folder):
    rows = "".join(f'FEATURE POINTS 0 0 9 0 9 9 0 0 END ITEMS "data/lost{i}.tif" END ' for i in range(50))
    (folder / "lost.map").write_text(f"""MAP SIZE 20 20 EXTENT 0 0 9 9 CONFIG "ON_MISSING_DATA" "LOG"
      LAYER NAME "lost" TYPE POLYGON STATUS OFF PROCESSING "ITEMS=location" {rows} END
      LAYER NAME "image" TYPE RASTER STATUS ON TILEINDEX "lost" END END""")
    done = run(folder, "map2img", "-m", "lost.map", "-o", "a.png", "-all_debug", "3")
    lines = [line for line in done.stderr.splitlines() if "data/lost" in line]
    assert done.returncode == 0 and len(lines) == 1 and lines[0].endswith("there is no raster file data/lost0.tif, and 49 more"), done.stderr


BROKEN = """MAP NAME "b" SIZE 10 10 EXTENT 0 0 1 1 SYMBOL NAME "image" TYPE PIXMAP IMAGE "nothere.png" END
  LAYER NAME "l" TYPE POINT STATUS ON {layer} CLASS STYLE COLOR 0 0 0 SIZE 3 {style} END END END
END"""


@pytest.mark.parametrize("layer, style, complaint", [
    ('DATA "nothing.shp"', "", "cannot open nothing.shp"), ('PROJECTION "EPSG:99999" END FEATURE POINTS 1 1 END END', "", "EPSG:99999"),
    ("FEATURE POINTS 1 1 END END", 'SYMBOL "nowhere"', "nowhere"), ("FEATURE POINTS 1 1 END END FILTERITEM \"a\" FILTER /(/", "", "FILTER"),
    ('FEATURE POINTS 1 1 END END CLASS STYLE SYMBOL "image" END END', "", "nothere.png"),
    ("CONNECTIONTYPE ORACLESPATIAL CONNECTION \"a\" DATA \"b\"", "", "not supported")])
def test_mapcheck_finds_what_would_fail_when_it_is_drawn(tmp_path, layer, style, complaint):
    (tmp_path / "b.map").write_text(BROKEN.format(layer=layer, style=style))
    done = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and complaint in done.stderr and re.search(r"b\.map:2:\d+: error: ", done.stderr), done.stderr
    assert subprocess.run([BIN / "mapcheck", "--syntax", tmp_path / "b.map"], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("keywords, complaint", [
    ('CLASSITEM "nosuch" CLASS EXPRESSION "x"', 'has no column "nosuch"'), ('LABELITEM "nosuch" CLASS LABEL COLOR 0 0 0 END', 'has no column "nosuch"'),
    ('CLASSITEM "name" CLASS EXPRESSION "x"', None)])
def test_mapcheck_knows_the_columns_of_files(tmp_path, keywords, complaint):
    (tmp_path / "b.map").write_text(f"""MAP SIZE 10 10 EXTENT 0 0 1 1 LAYER NAME "l" TYPE POLYGON DATA "{servers.EXAMPLES / "data/shape/countries"}"
      {keywords} STYLE COLOR 0 0 0 END END END END""")
    done = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert done.returncode == (1 if complaint else 0) and (complaint or "") in done.stderr, done.stderr


@pytest.mark.parametrize("keywords, complaint", [
    ("IMAGETYPE agg", 'there is no output format "agg"'), ("IMAGETYPE png", ""),
    ('IMAGETYPE old OUTPUTFORMAT NAME "old" DRIVER IMAGEMAP END', "the driver IMAGEMAP is not supported")])
def test_mapcheck_knows_what_images_can_be_written_as(tmp_path, keywords, complaint):
    (tmp_path / "b.map").write_text(f"MAP SIZE 10 10 EXTENT 0 0 1 1 {keywords} END")
    done = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert done.returncode == (1 if complaint else 0) and complaint in done.stderr, done.stderr


def test_mapcheck_asks_the_data_of_a_layer_with_projection_auto(tmp_path):
    layer = f'PROJECTION AUTO END DATA "{servers.EXAMPLES / "data/shape/capitals"}"'
    (tmp_path / "b.map").write_text(BROKEN.format(layer=layer, style=""))
    done = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "AUTO" not in done.stderr, done.stderr


def test_mapcheck_asks_the_database_where_it_may(tmp_path):
    if "MS_TEST_PG" not in os.environ:
        pytest.skip("no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
    layer = f'CONNECTIONTYPE POSTGIS CONNECTION "dbname={os.environ["PGDATABASE"]}" DATA "geom from demo.no_such_table"'
    (tmp_path / "b.map").write_text(BROKEN.format(layer=layer, style=""))
    alone = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    asked = subprocess.run([BIN / "mapcheck", "--connect", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert alone.returncode == 0 and asked.returncode == 1 and "no_such_table" in asked.stderr


@pytest.mark.parametrize("data, more, severity, complaint", [
    ("geom from demo.ne_rivers using unique no_key using srid=4326", "", "error", 'PostgreSQL 42703: column "no_key" does not exist'),
    ("geom from demo.ne_rivers", 'PROCESSING "NATIVE_FILTER=no_column = 1"', "error", 'PostgreSQL 42703: column "no_column" does not exist'),
    ("geom from demo.ne_rivers", 'MAXSCALEDENOM 1 MINSCALEDENOM 0.5 PROCESSING "NATIVE_FILTER=name ="', "error", "PostgreSQL 42601: syntax error"),
    ("geom from pg_catalog.pg_class", "", "error", 'column "geom" does not exist'),
    ("geom from demo.ne_rivers using unique gid using srid=3857", "", "warning", "3857"),
    ("geom from demo.ne_rivers", 'METADATA "wms_dimensionlist" "d" "wms_d_item" "name" "wms_d_units" "" "wms_d_extent" "x"'
     ' "wms_d_catalogue" "SELECT a FROM no_such_table WHERE b = :dim" END', "error", "wms_d_catalogue: PostgreSQL 42P01"),
    ("geom from demo.ne_rivers", "", "", "")])
def test_mapcheck_has_the_database_plan_statements(tmp_path, data, more, severity, complaint):
    if "MS_TEST_PG" not in os.environ:
        pytest.skip("no PostGIS cluster (MS_TEST_PG is not set; scripts/test starts one)")
    layer = f'CONNECTIONTYPE POSTGIS CONNECTION "dbname={os.environ["PGDATABASE"]}" DATA "{data}" {more}'
    text = BROKEN.format(layer=layer, style="").replace("nothere.png", str(servers.SOURCE / "docs/images/examples.png"))
    (tmp_path / "b.map").write_text(text)
    done = subprocess.run([BIN / "mapcheck", "--connect", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert done.returncode == (1 if severity == "error" else 0), done.stderr
    found = [line for line in done.stderr.splitlines() if 'layer "l"' in line]
    assert len(found) == (1 if complaint else 0) and all(severity in line and complaint in line for line in found), done.stderr


def test_mapcheck_counts_warnings_of_one_kind(tmp_path):
    style = "STYLE COLOR 0 0 0 END " * 5
    (tmp_path / "b.map").write_text(BROKEN.format(layer="FEATURE POINTS 1 1 END END", style="END " + style + "STYLE COLOR 0 0 0"))
    def lines(*options):
        return subprocess.run([BIN / "mapcheck", *options, tmp_path / "b.map"], capture_output=True, text=True, check=False).stderr.splitlines()
    assert len(lines()) == 1 and "more; --all shows them" in lines()[0] and len(lines("--all")) == 7


@pytest.mark.parametrize("name, is_wrong", [("world", False), ("world.gpkg", False), ("world.gpk", True), ("../world", True)])
def test_mapcheck_knows_names_of_tile_stores(tmp_path, name, is_wrong):
    (tmp_path / "b.map").write_text(f'MAP EXTENT 0 0 1 1 WEB METADATA "wms_tile_cache_store" "{name}" END END END')
    done = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert ("is not the name of a tile store" in done.stderr) == is_wrong and done.returncode == 0, done.stderr


@pytest.mark.parametrize("query, is_wrong", [("SELECT a FROM t WHERE b = :dim", False), ("SELECT a FROM t WHERE b = :dm", True)])
def test_mapcheck_reads_queries_of_catalogues(tmp_path, query, is_wrong):
    (tmp_path / "b.map").write_text(f'''MAP EXTENT 0 0 1 1 LAYER NAME "p" TYPE POINT CONNECTIONTYPE POSTGIS CONNECTION "dbname=x" DATA "geom from p"
      METADATA "wms_dimensionlist" "p" "wms_p_item" "a" "wms_p_units" "" "wms_p_extent" "x" "wms_p_catalogue" "{query}" END END END''')
    done = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
    assert ("METADATA wms_p_catalogue has :dm" in done.stderr) == is_wrong and done.returncode == 0, done.stderr


@pytest.mark.parametrize("program", ["map2img", "mapcheck", "mapload", "mapseed"])
def test_programs_tell_their_version_and_refuse_wrong_arguments(program):
    done = subprocess.run([BIN / program, "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and re.fullmatch(rf"{program} \d+\.\d+\.\d+\n", done.stdout)
    assert subprocess.run([BIN / program, "--no-such-option"], capture_output=True, check=False).returncode == 2


@pytest.mark.parametrize("words, text", [(("-s", "640"), "-s needs 2 space separated arguments"), (("-e", "0", "1"), "-e needs 4 space separated arguments"),
                                         (("-o",), "-o requires an additional argument"), (("-layer_debug", "3"), "-layer_debug needs 2 space separated arguments")])
def test_map2img_says_as_mapserver_does_which_option_lacks_values(folder, words, text):
    done = run(folder, "map2img", "-m", "a.map", *words)
    assert (done.returncode, done.stderr) == (2, f"Argument {text}.\n")


def test_a_mistyped_name_is_told_with_the_one_that_was_meant(folder):
    (folder / "mistyped.map").write_text("""MAP SIZE 10 10 EXTENT 0 0 1 1 SYMBOL NAME "circle" TYPE ELLIPSE POINTS 1 1 END END
      LAYER NAME "roads" TYPE POINT STATUS ON MASK "rods" CLASS STYLE SYMBOL "cirlce" COLOR 1 1 1 END END END END""")
    done = run(folder, "mapcheck", "mistyped.map")
    assert done.returncode == 1
    assert 'MASK "rods" is no layer; did you mean roads?' in done.stdout + done.stderr
    assert '"cirlce"; did you mean circle?' in done.stdout + done.stderr
    done = run(folder, "map2img", "-m", "mistyped.map", "-l", "raods", "-o", "a.png")
    assert done.returncode == 1 and "did you mean" in done.stderr


def test_mapcheck_tells_how_rasters_become_fast(tmp_path):
    gdal = pytest.importorskip("osgeo.gdal")
    if not (BIN / "mapserver-ogr.so").exists():
        pytest.skip("built without GDAL")
    gdal.UseExceptions()

    def check(data):
        (tmp_path / "b.map").write_text(f'MAP EXTENT 0 0 1 1 SIZE 9 9 PROJECTION "epsg:4326" END LAYER NAME "r" TYPE RASTER STATUS ON DATA "{data}"'
                                        ' PROJECTION AUTO END END END')
        done = subprocess.run([BIN / "mapcheck", tmp_path / "b.map"], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    file = gdal.GetDriverByName("GTiff").Create(str(tmp_path / "large.tif"), 3000, 2100, 1, options=["TILED=YES", "SPARSE_OK=TRUE"])
    file = None  # closes it
    status, said = check("large.tif")
    assert status == 0 and "3000 x 2100 pixels has no overviews" in said and "gdaladdo -r average large.tif 2 4 8 16" in said
    file = gdal.Open(str(tmp_path / "large.tif"), gdal.GA_Update)
    file.BuildOverviews("AVERAGE", [2, 4])
    file = None
    assert check("large.tif") == (0, check("large.tif")[1]) and "overviews" not in check("large.tif")[1]
    for name, kind, bands, options in (("strips.tif", gdal.GDT_Byte, 1, []), ("plain.tif", gdal.GDT_Byte, 3, ["TILED=YES"]),
                                       ("wide.tif", gdal.GDT_UInt16, 1, ["TILED=YES", "COMPRESS=DEFLATE"])):
        file = gdal.GetDriverByName("GTiff").Create(str(tmp_path / name), 3000, 2100, bands, kind, options=[*options, "SPARSE_OK=TRUE"])
        file.BuildOverviews("AVERAGE", [2])
        file = None
    assert "is stored in blocks of 3000 x" in check("strips.tif")[1] and "gdal_translate -of COG -co COMPRESS=DEFLATE strips.tif" in check("strips.tif")[1]
    assert "gdal_translate -of COG -co COMPRESS=JPEG plain.tif" in check("plain.tif")[1]
    assert "values above 255 are white" in check("wide.tif")[1] and "gdalinfo -mm wide.tif" in check("wide.tif")[1]
    (tmp_path / "many").mkdir()
    for i in range(201):
        gdal.GetDriverByName("GTiff").Create(str(tmp_path / f"many/{i}.tif"), 2, 2, 1).SetGeoTransform((i * 2, 1, 0, 0, 0, -1))
    subprocess.run(["gdalbuildvrt", "-q", "many.vrt", *(f"many/{i}.tif" for i in range(201))], cwd=tmp_path, check=True)
    assert "the VRT has 201 files" in check("many.vrt")[1]
    status, said = check("none.tif")
    assert status != 0 and "there is no raster file none.tif" in said and str(tmp_path) + "/none" not in said
