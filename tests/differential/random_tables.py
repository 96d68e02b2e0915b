# SPDX-License-Identifier: MIT
"""Random PostGIS tables (every kind of geometry, type of column, key and name) and random layers on them; the same ones for the same seed. random_table_requests.py has the requests."""

import random
import re
from dataclasses import dataclass

from random_services import some

SCHEMA = "random_tables"
GEOMETRIES = {
    "points": ["POINT(5 5)", "POINT(2 7)", "POINT(8 2)", "MULTIPOINT(1 1,3 3)", "POINT(9 9)", "MULTIPOINT(6 2)", "POINT(4 8.5)", "POINT Z(7 6 12.5)", "POINT M(3 5 7)", "POINT ZM(6.5 8 1 2)", None],
    "lines": ["LINESTRING(1 1,9 9)", "LINESTRING(1 9,5 6,9 1)", "MULTILINESTRING((0 5,10 5),(5 0,5 10))", "LINESTRING Z(2 0 1,2 4 2,3 4 3)", "CIRCULARSTRING(1.1 3,2 3.9,2.9 3)", "COMPOUNDCURVE(CIRCULARSTRING(6.2 7,7.1 7.9,8 7),(8 7,9 6))",
              "MULTICURVE((4 1,5 2),CIRCULARSTRING(7.1 3,8 3.9,8.9 3))", "LINESTRING M(0 8 1,3 9 2)", "MULTILINESTRING((8 8,8.5 9.5))", None],
    "areas": ["POLYGON((3 1,3 4,8 4,8 1,3 1))", "POLYGON((1 5,1 9,6 9,6 5,1 5),(2 6,4 6,4 8,2 8,2 6))", "MULTIPOLYGON(((4 3,4 8,9 8,9 3,4 3)),((0 0,0 1,1 1,1 0,0 0)))", "POLYGON Z((7 7 1,7 9.5 2,9.5 9.5 3,9.5 7 4,7 7 1))",
              "CURVEPOLYGON(CIRCULARSTRING(1.1 2,2 2.9,2.9 2,2 1.1,1.1 2))", "MULTISURFACE(((8 5,8 6,9.5 6,9.5 5,8 5)),CURVEPOLYGON(CIRCULARSTRING(5.2 0.6,5.6 1,6 0.6,5.6 0.2,5.2 0.6)))", "MULTIPOLYGON(((0 7,0 8,0.8 8,0.8 7,0 7)))", None],
    "mixed": ["GEOMETRYCOLLECTION(POINT(1 1),LINESTRING(2 2,4 4),POLYGON((5 5,5 8,8 8,8 5,5 5)))", "POINT(2 8)", "LINESTRING(1 6,4 9)", "POLYGON((6 1,6 3,9 3,9 1,6 1))", "GEOMETRYCOLLECTION(POLYGON((1 3,1 5,3 5,3 3,1 3)),POLYGON((3.5 3,3.5 4,4.5 4,3.5 3)))",
              "GEOMETRYCOLLECTION EMPTY", "MULTIPOINT(9 5,9 6)", "GEOMETRYCOLLECTION(LINESTRING(0 0,9 0.5),LINESTRING(0 9.5,9 9.5))", None],
}
LAYER_TYPES = {"points": "POINT", "lines": "LINE", "areas": "POLYGON", "mixed": "POLYGON"}
BASIC = {
    "name": ("text", ["five", "A & <b>", "O'Neil \"x\"", "near", "", "Größe", None, "up", "two words", "a\\b", "100%", "holed"]),
    "num": ("int", ["5", "7", "8", None, "0", "100000", "-3", "22", "12", "3", "40", "1"]),
    "val": ("double precision", ["1.5", "-2.25", "1234567.125", None, "0.5", "3", "1e-7", "99.9", "0.1", "7.5", "1e20", "8"]),
    "day": ("date", ["2020-01-01", "2020-06-01", "2021-01-01", None, "2021-06-15", "2021-07-15", "2020-02-29", "2019-12-31", "2022-01-01", "2020-03-01", "2020-01-02", "2021-12-31"]),
    "kind": ("varchar(4)", ["a", "b", "a", "b", "c", "a", None, "", "a", "b", "c", "A"]),
}
MORE = {
    "big": ("bigint", ["9007199254740993", "-1", "0", None, "5000000000"]), "small": ("smallint", ["1", "2", None]), "price": ("numeric(10,2)", ["12.50", "0.05", None, "-1000.00"]), "amount": ("numeric", ["1", "2.50000", None, "1234567890.123456789"]),
    "whole": ("numeric(8,0)", ["3", None, "12345678"]), "ratio": ("real", ["0.1", "1.5", None, "16777217"]), "flag": ("boolean", ["true", "false", None]), "at": ("timestamp", ["2020-01-01 12:00:00", "2020-06-01 00:00:00.5", None, "2021-01-01 23:59:59"]),
    "atz": ("timestamptz", ["2020-01-01 12:00:00+02", None, "2021-06-15 00:00:00Z"]), "clock": ("time", ["12:30:00", None, "00:00:01.25"]), "ident": ("uuid", ["11111111-2222-3333-4444-555555555555", None, "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"]),
    "doc": ("jsonb", ['{"a": 1, "b": "<x>"}', None, "[1, 2]"]), "plain": ("json", ['{"a":"b"}', None]), "tags": ("text[]", ['{a,"b c"}', None, "{}"]), "mood": (f"{SCHEMA}.mood", ["sad", "happy", None]), "fixed": ("char(6)", ["ab", None, "abcdef"]),
    "MixedCase": ("text", ["Mixed", None, "case"]), "two words": ("int", ["1", None, "2"]), "blob": ("bytea", ["\\x01ff", None]), "span": ("interval", ["1 day 02:00:00", None]), "order": ("int", ["3", "2", "1"]), "umlaut_ä": ("text", ["ö", None]),
}


@dataclass
class Table:
    kind: str  # of GEOMETRIES
    name: str
    geometry: str
    srid: int
    key: str
    key_is_primary: bool
    columns: list
    is_untyped: bool  # its column holds every SRID and Z

    @property
    def samples(self):
        """Values of its columns."""
        return {name: (BASIC | MORE)[name][1] for name in self.columns}

    @property
    def quoted(self):
        return f'{SCHEMA}."{self.name}"' if self.name != self.name.lower() or " " in self.name else f"{SCHEMA}.{self.name}"


def identifier(name):
    return f'"{name}"'


def literal(value):
    return "NULL" if value is None else "'" + value.replace("'", "''") + "'"


KEYS = {"gid": "serial", "id": "bigint", "code": "text", "ident_key": "uuid", "Gid": "int", "ogc_fid": "int"}


def table_of(choose, seed, kind):
    key = choose.choice(["gid"] * 4 + ["id", "code", "Gid", "ogc_fid"])
    name = choose.choice([f"{kind}_{seed}"] * 4 + [f"{kind.title()}_{seed}", f"{kind} {seed}"])
    columns = [*BASIC, *choose.sample(list(MORE), 4)]
    choose.shuffle(columns)
    return Table(kind, name, choose.choice(["geom"] * 4 + ["the_geom", "Geom", "wkb_geometry"]), choose.choice([4326] * 6 + [3857, 3857, 32631, 0]), key, choose.random() < 0.7, columns, choose.random() < 0.5)


def sql_of(table):
    """Statements that create and fill it; no index, so that both read it in the same order."""
    columns = [f'{identifier(table.key)} {KEYS[table.key].replace("serial", "int")} {"PRIMARY KEY" if table.key_is_primary else ""}', *(f"{identifier(name)} {(BASIC | MORE)[name][0]}" for name in table.columns),
               f"{identifier(table.geometry)} geometry{'' if table.is_untyped else f'(Geometry,{table.srid})'}"]
    yield f"CREATE TABLE {table.quoted} ({', '.join(columns)})"
    for number, wkt in enumerate(GEOMETRIES[table.kind]):
        key = f"key {number}" if table.key == "code" else str(5000000000 + number if table.key == "id" else number + 1)
        values = [literal((BASIC | MORE)[name][1][number % len((BASIC | MORE)[name][1])]) for name in table.columns]
        shape = "NULL" if wkt is None else f"ST_GeomFromText('{wkt}')" if table.is_untyped else f"ST_Force2D(ST_GeomFromText('{wkt}'))"
        if wkt is not None and table.srid:
            shape = f"ST_Transform(ST_SetSRID({shape},4326),{table.srid})" if table.srid != 4326 else f"ST_SetSRID({shape},4326)"
        yield f"INSERT INTO {table.quoted} VALUES ({', '.join([literal(key), *values, shape])})"
    yield f'CREATE VIEW {SCHEMA}."{table.name}_view" AS SELECT * FROM {table.quoted}'


def prelude():
    yield f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"
    yield f"CREATE SCHEMA {SCHEMA}"
    yield f"CREATE TYPE {SCHEMA}.mood AS ENUM ('sad', 'ok', 'happy')"
    yield f"CREATE TABLE {SCHEMA}.more (code text, remark text)"
    yield f"INSERT INTO {SCHEMA}.more VALUES ('a', 'first of a'), ('b', '<b> & more'), ('a', 'second of a'), ('c', NULL)"
    yield "DROP TABLE IF EXISTS public.random_tables_more"  # MapServer's joins know no schemas
    yield f"CREATE TABLE public.random_tables_more AS SELECT * FROM {SCHEMA}.more"
    yield f"CREATE FUNCTION {SCHEMA}.doubled(double precision) RETURNS double precision LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2'"


def tables(seed):
    choose = random.Random(f"tables {seed}")
    return [table_of(choose, seed, kind) for kind in GEOMETRIES]


# Layers

def source_of(choose, table):
    """(source, whether it needs USING UNIQUE)"""
    plain, key, shape = table.quoted, identifier(table.key), identifier(table.geometry)
    columns = ", ".join(identifier(name) for name in table.columns)
    inner = choose.choice([
        f"select * from {plain}", f"select * from {plain}", f"select {key}, {shape}, {columns} from {plain}", f"SELECT * FROM {plain} WHERE num > 3", f"select * from {plain} where kind = 'a' or kind is null", f"select * from {plain} where {shape} && !BOX!",
        f"select {key}, name, num, val, day, kind, ST_Buffer({shape}, 0.0) as {shape} from {plain}", f"select {key}, upper(name) as name, num + 1 as num, {SCHEMA}.doubled(val) as val, day, kind, {shape} from {plain}",
        f"with w as (select * from {plain}) select * from w", f"select * from {plain} /* a comment */ where true", f"select\n t.*,\n\tm.remark from {plain} t left join {SCHEMA}.more m on m.code = t.kind and m.remark like 'first%'", f"select * from {plain} order by num desc",
        f"select * from {plain} where %kind% limit 100".replace("%kind%", "'%kind%' in (kind, 'a')"), f"select * from {plain} where num > %low%", f"select * from {plain} where num > %token%", f"select * from {plain} where name like '%e%' or num in (5, 7)",
        f"select *, 'from here' as said from {plain}", f"select * from (select * from {plain} where num is not null) as inner_one", f"select row_number() over (order by {key}) as rid, name, num, val, day, kind, {key}, {shape} from {plain}",
        f"select * from {plain} union all select * from {plain} where false", f"select {key}, name, num, val, day, kind, ST_Centroid({shape}) as {shape} from {plain}" if table.kind == "points" else f"select * from {plain}"])
    form = choose.choice(["table"] * 4 + ["view", "select", "select", "select", "select"])
    if form == "table":
        return plain, not table.key_is_primary or " " in plain
    if form == "view":
        return f'{SCHEMA}."{table.name}_view"' if table.quoted.endswith('"') else f"{SCHEMA}.{table.name}_view", True
    return f"({inner}){choose.choice([' as sub', ' AS sub', ' sub', ' as foo_bar'])}", True


def data_of(choose, table):
    source, needs_key = source_of(choose, table)
    using = []
    if needs_key or choose.random() < 0.5:
        using.append(f"{choose.choice(['using unique', 'USING UNIQUE', 'using unique'])} {table.key}")
    if source.startswith("(") or choose.random() < 0.8:
        using.append(f"{choose.choice(['using', 'USING'])} {choose.choice(['srid', 'SRID'])}={table.srid}")
    choose.shuffle(using)
    return f"{table.geometry} {choose.choice(['from', 'from', 'FROM'])} {' '.join([source, *using])}"


def own_condition(choose, table):
    """Of FILTER and EXPRESSION, on columns that only tables have."""
    conditions = {"big": ["[big] > 0", "[big] = 9007199254740993"], "price": ["[price] >= 0.05", '"[price]" = "12.50"'], "amount": ["[amount] > 2"], "flag": ['"[flag]" = "t"', '"[flag]" = "true"', "[flag] = 1"], "at": ["(`[at]` >= `2020-06`)", "(`[at]` = `2020-01-01`)"],
                  "ident": ['"[ident]" = "11111111-2222-3333-4444-555555555555"'], "mood": ['"[mood]" = "sad"', '"[mood]" IN "sad,happy"', '"[mood]" ~ "^s"'], "fixed": ['"[fixed]" = "ab"'], "MixedCase": ['"[MixedCase]" = "Mixed"', '"[mixedcase]" = "Mixed"'],
                  "tags": ['"[tags]" ~ "b c"'], "ratio": ["[ratio] > 0.05", "[ratio] = 0.1"], "doc": ['"[doc]" ~ "x"'], "small": ["[small] IN \"1,3\""], "whole": ["[whole] < 100"], "atz": ["(`[atz]` > `2020-12-31`)"], "clock": ['"[clock]" > "12"'], "order": ["[order] > 1"]}
    found = [condition for name in table.columns for condition in conditions.get(name, [])]
    common = ["[num] > 4", '"[kind]" = "b"', '"[kind]" = "A"', '"[name]" ~ "e"', '[num] > 2 AND "[kind]" = "a"', '"[kind]" IN "a,c"', "NOT ([num] = 5)", '[num] IN "5,7"', '"[name]" =* "FIVE"', "[num] * 2 - 1 < 20", "length('[name]') > 3", "(`[day]` > `2020-06`)", "(`[day]` = `2020`)",
              '"[name]" = "O\'Neil \\"x\\""', "round([val],1) = 2", '"[kind]" != "a"', "[num] != 5", '"[kind]" = ""', 'intersects([shape],fromText("POLYGON((0 0,6 0,6 6,0 6,0 0))"))', '"[name]" ~* "^[a-f]"', '"%kind%" = "[kind]"', "[num] > %low%", '"[name]" IN "five,near,Größe"', "[val] = 1e20", "[num] % 2 = 1"]
    return f"({choose.choice(found * 2 + common if found else common)})"


def filter_of(choose, table):
    item = choose.choice(["kind", "name", "num", "day", *table.columns])
    value = choose.choice([value for value in table.samples[item] if value]).replace('"', "")
    return choose.choice([f"FILTER {own_condition(choose, table)}"] * 4 + [f'FILTERITEM "{item}"\n    FILTER "{value}"', f'FILTERITEM "{item}"\n    FILTER "{value}"', f'FILTERITEM "{item}"\n    FILTER /^[a-f0-5]/', f'FILTERITEM "{item}"\n    FILTER /{value[:1] if value[:1].isalnum() else "e"}/i',
                          f'FILTERITEM "{item}"\n    FILTER "{value.upper()}"i', 'PROCESSING "NATIVE_FILTER=num > 3"', "PROCESSING \"NATIVE_FILTER=kind in ('a', 'b')\"", f"PROCESSING \"NATIVE_FILTER=num < 50\"\n    FILTER {own_condition(choose, table)}", 'FILTERITEM "kind"\n    FILTER {a,c}'])


COLORS = ("200 0 0", "0 0 200", "0 150 0", "200 150 0")


def class_(choose, table, number):
    style = {"points": 'SYMBOL "square" SIZE 12', "lines": "WIDTH 4", "areas": "OUTLINECOLOR 0 0 0", "mixed": "OUTLINECOLOR 0 0 0"}[table.kind]
    expression = choose.choice(["", "", 'EXPRESSION "a"', "EXPRESSION {a,c}", "EXPRESSION /^[ab]$/", 'EXPRESSION "A"i', f"EXPRESSION {own_condition(choose, table)}", f"EXPRESSION {own_condition(choose, table)}", 'EXPRESSION ""'])
    label = choose.choice([""] * 5 + ['LABEL TEXT "[name]" SIZE SMALL TYPE BITMAP COLOR 0 0 0 FORCE TRUE POSITION CC END', "LABEL SIZE TINY TYPE BITMAP COLOR 0 0 0 FORCE TRUE POSITION CC END"])
    return f"    CLASS NAME \"c{number}\" {expression}\n     STYLE COLOR {COLORS[number]} {style} END {label} END\n"


LAYER_KEYS = {
    "gml_exclude_items": ["val", "name,day"], "gml_name_alias": ["label"], "gml_num_alias": ["number"], "gml_num_type": ["Integer", "Character", "Real"], "gml_val_type": ["Real"], "gml_val_precision": ["1"], "gml_day_type": ["Date"],
    "gml_geometries": ["place", "none"], "gml_place_type": ["point", "multipolygon", "line"], "gml_groups": ["about"], "gml_about_group": ["name,num"], "gml_constants": ["source"], "gml_source_value": ["const"], "gml_source_type": ["Character"],
    "gml_mandatory_items": ["name"], "gml_default_items": ["kind,num"], "wfs_geometry_precision": ["1"], "wms_exclude_items": ["val"], "wms_timeitem": ["day"], "wms_timeextent": ["2019-01-01/2022-12-31"], "wms_timedefault": ["2020-01-01"], "wms_extent": ["0 0 10 10"],
    "wfs_extent": ["0 0 10 10"], "wfs_srs": ["EPSG:3857 EPSG:4326"], "wfs_use_default_extent_for_getfeature": ["false"], "wfs_maxfeatures": ["3"],
}
CONNECTION_PLACE = "%connection%"  # random_table_requests.py writes where the database is


def layer(choose, table, name, more=""):
    kind = LAYER_TYPES[table.kind] if choose.random() < 0.85 else choose.choice(["POINT", "LINE", "POLYGON"])
    data = data_of(choose, table)
    lines = [f'NAME "{name}" TYPE {kind} STATUS {choose.choice(["ON", "ON", "DEFAULT", "OFF"])} CONNECTIONTYPE {choose.choice(["POSTGIS", "POSTGIS", "postgis"])} CONNECTION "{CONNECTION_PLACE}"',
             f"DATA {chr(39) + data + chr(39) if chr(34) in data and chr(39) not in data else chr(34) + data.replace(chr(34), chr(92) + chr(34)) + chr(34)}", f'PROJECTION "init=epsg:{table.srid or 4326}" END' if choose.random() < 0.95 or table.srid not in (0, 4326) else "", more]
    lines += [choose.choice(['PROCESSING "CLOSE_CONNECTION=DEFER"', 'PROCESSING "CLOSE_CONNECTION=ALWAYS"', "", ""]), 'TEMPLATE "row.html"' if choose.random() < 0.9 else ""]
    lines += some(choose, {1: ["MAXFEATURES 3"], 2: ["TOLERANCE 10", "TOLERANCE 1 TOLERANCEUNITS DD"], 3: ['LABELITEM "name"', 'LABELITEM "num"'], 4: ['PROCESSING "LABEL_NO_CLIP=ON"', 'PROCESSING "ITEMS=name,num,kind"', 'PROCESSING "FORCE2D=YES"'], 5: ["EXTENT 0 0 10 10"] if table.srid in (0, 4326) else ["SIZEUNITS PIXELS"], 6: ["MAXSCALEDENOM 1e8", "MINSCALEDENOM 1e5"],
                           7: ['ENCODING "UTF-8"'], 8: ['GROUP "all_of_them"'], 9: ['HEADER "head.html"'], 10: ['FOOTER "foot.html"']}, 0.15).values()
    if choose.random() < 0.2:
        lines.append(f'JOIN NAME "extra" CONNECTIONTYPE POSTGRESQL CONNECTION "{CONNECTION_PLACE}" TABLE "random_tables_more" FROM "kind" TO "code" TYPE {choose.choice(["ONE-TO-ONE", "ONE-TO-MANY TEMPLATE {}join.html{}".format(chr(34), chr(34))])} END')
    if choose.random() < 0.5:
        lines.append(filter_of(choose, table))
    if "%token%" in data:
        lines.append('SCALETOKEN NAME "%token%" VALUES "0" "3" "1000000" "6" END END')
    lines.append('VALIDATION "kind" "^[a-z]$" "default_kind" "a" "low" "^-?[0-9]+$" "default_low" "2" "qstring" "." END')
    if choose.random() < 0.7:
        lines.append('CLASSITEM "kind"')
    keys = some(choose, LAYER_KEYS, 0.15) | {"wms_title": "L", "wfs_title": "L", "gml_types": choose.choice(["auto", "auto", "none"]), "gml_include_items": choose.choice(["all"] * 7 + ["name,num", "none"]), "wms_include_items": choose.choice(["all", "all", "name,num"])} | ({"gml_featureid": table.key} if choose.random() < 0.8 else {})
    lines.append("METADATA " + " ".join(f'"{key}" "{value}"' for key, value in keys.items()) + " END")
    return "  LAYER " + "\n    ".join(line for line in lines if line) + "\n" + "".join(class_(choose, table, number) for number in range(choose.choice([1, 1, 2, 3]))) + "  END\n"


def union_of(name, members, kind):
    return f"""  LAYER NAME "{name}" TYPE {kind} STATUS OFF CONNECTIONTYPE UNION CONNECTION "{','.join(members)}" TEMPLATE "row.html" PROJECTION "init=epsg:4326" END
    METADATA "wms_title" "U" "wfs_title" "U" "gml_include_items" "all" "wms_include_items" "all" END CLASS STYLE COLOR 200 0 0 OUTLINECOLOR 0 0 0 END END
  END
"""


def map_of(seed):
    choose = random.Random(f"map of tables {seed}")
    found = tables(seed)
    layers = [layer(choose, table, table.kind) for table in found]
    if choose.random() < 0.2:
        layers.append(layer(choose, found[0], "clustered", f'CLUSTER MAXDISTANCE {choose.choice(["20", "50"])} REGION "{choose.choice(["ellipse", "rectangle"])}" END'))
    if choose.random() < 0.15:
        kinds = [re.search(" TYPE (\\w+)", layers[number])[1] for number in (2, 3)]  # which have to be those of the union
        layers.append(union_of("united", ["areas", "mixed"] if kinds[0] == kinds[1] and choose.random() < 0.5 else ["areas"], kinds[0]))
    keys = {"ows_enable_request": "*", "ows_srs": "EPSG:4326 EPSG:3857", "wfs_title": "Tables", "wms_title": "Tables", "ows_onlineresource": "http://maps.example/?", "wms_feature_info_mime_type": "text/html", "wms_getfeatureinfo_formatlist": "text/plain,text/html,application/vnd.ogc.gml,csv,geojson",
            "wfs_getfeature_formatlist": "csv,geojson"} | some(choose, {"wfs_maxfeatures": ["4"], "wfs_compute_number_matched": ["false"], "wfs_return_srs_as_urn": ["true"], "wfs_features_cache_count": ["2"]}, 0.15)
    return f"""MAP
  NAME "tables" SIZE 200 200 EXTENT 0 0 10 10 UNITS DD IMAGECOLOR 255 255 255 IMAGETYPE "png"
  PROJECTION "init=epsg:4326" END
  SYMBOL NAME "square" TYPE VECTOR FILLED TRUE POINTS 0 1 0 0 1 0 1 1 0 1 END END
  WEB TEMPLATE "web.html" IMAGEPATH "/tmp/" IMAGEURL "/tmp/" METADATA {" ".join(f'"{key}" "{value}"' for key, value in keys.items())} END VALIDATION "qstring" "." END END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" FORMATOPTION "LCO:GEOMETRY=AS_WKT" END
  OUTPUTFORMAT NAME "geojson" DRIVER "OGR/GEOJSON" MIMETYPE "application/json" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" END
  QUERYMAP STATUS {choose.choice(["OFF", "ON"])} STYLE HILITE COLOR 255 255 0 END
{"".join(layers)}END
"""
