# SPDX-License-Identifier: MIT
"""One layer with PROCESSING "LOD=AUTO" draws what a layer for each level draws within the limits of its scale."""

import shutil
import subprocess

import pytest
import servers

MAP2IMG = servers.MAPSERV.parent / "map2img"
LEVELS = servers.SOURCE / "scripts/mapserver_lod.sql"
SCHEMA = "ms_levels"
TABLE = f"""
drop schema if exists {SCHEMA} cascade; create schema {SCHEMA}; set search_path = {SCHEMA}, public;
create table discs as select i as id, ST_Buffer(ST_Point(i % 10 * 10000, i / 10 * 10000, 3857), 4800, 128)::geometry(Polygon,3857) as geom
  from generate_series(0, 99) i;
alter table discs add primary key (id);
analyze discs;
"""
SIZES = [400, 100, 25]  # units of a pixel
INCHES_PER_METRE, DOTS_PER_INCH = 39.3701, 72
LAYER = """ LAYER NAME "{table}" TYPE POLYGON STATUS DEFAULT {limits} CONNECTIONTYPE POSTGIS
  CONNECTION "options='-c search_path={schema},public'" DATA "geom from {table}" {more}
  CLASS STYLE COLOR 200 220 200 OUTLINECOLOR 0 0 0 END END END"""
MAP = 'MAP NAME "levels" SIZE 300 300 EXTENT 0 0 1 1 UNITS METERS PROJECTION "EPSG:3857" END {layers} END'


def psql(*words):
    subprocess.run(["psql", "-Xq", "-v", "ON_ERROR_STOP=1", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def with_limits():
    bounds = [None, *SIZES, 0]
    for number, table in enumerate([*(f"discs_lod{level}" for level in (1, 2, 3)), "discs"]):
        below, above = bounds[number + 1], bounds[number]
        scale = INCHES_PER_METRE * DOTS_PER_INCH
        limits = f"MINSCALEDENOM {below * scale}" + (f" MAXSCALEDENOM {above * scale}" if above else "")
        yield LAYER.format(table=table, schema=SCHEMA, limits=limits, more="")


@pytest.fixture(scope="module")
def maps(cluster):
    psql("-c", TABLE)
    psql("-c", f"set search_path = {SCHEMA}, public", "-f", LEVELS,
         "-c", f"select mapserver_lod_build('discs', 'geom', '{{{','.join(map(str, SIZES))}}}')")
    folder = servers.own_folder()
    one = LAYER.format(table="discs", schema=SCHEMA, limits="", more='PROCESSING "LOD=AUTO"')
    for name, layers in (("one", one), ("several", "".join(with_limits()))):
        (folder / f"{name}.map").write_text(MAP.format(layers=layers))
    yield folder
    shutil.rmtree(folder)
    psql("-c", f"drop schema {SCHEMA} cascade")


def draw(folder, name, pixel):
    half = pixel * 150
    extent = [str(45000 + side * half) for side in (-1, -1, 1, 1)]
    path = folder / f"{name}.png"
    subprocess.run([MAP2IMG, "-m", folder / f"{name}.map", "-o", path, "-e", *extent], check=True)
    return path.read_bytes()


@pytest.mark.parametrize("pixel", [5 * 1.7**step for step in range(10)], ids="{:.0f}".format)
def test_one_layer_draws_what_layers_by_scale_draw(maps, pixel):
    assert draw(maps, "one", pixel) == draw(maps, "several", pixel)
