# SPDX-License-Identifier: MIT
"""At least one test for every class of security advisory of map servers, with the input that exploited it.

Values that become SQL have separate tests: test_injection.py.
"""

import html
import os
import subprocess

import database_log
import hostile
import pytest
import servers
from hostile import GET_FEATURE_INFO, GET_LEGEND, GET_MAP, ask, sld

POINT = ("<PointSymbolizer><Graphic><Mark><WellKnownName>circle</WellKnownName></Mark><Size>9</Size></Graphic></PointSymbolizer>")


@pytest.fixture(scope="module")
def server():
    started = hostile.start()
    yield started
    assert started.stop() == [0]


# Names of columns in filters (CVE-2025-59431: a quote in a PropertyName left the identifier).
SCHEMA = f"ms_advisories_{os.getpid()}"
COLUMNS = ['name" OR 1=1 --', "name'; DROP TABLE t; --", 'x"; SELECT pg_sleep(9); --', "name\\", 'na"me', "1=1", "*", "name::text", "a.b.c"]


@pytest.fixture(scope="module")
def database_server(cluster):
    psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c"]
    subprocess.run([*psql, f"create extension if not exists postgis; drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};"
                    f" create table {SCHEMA}.t as select i as id, 'name ' || i as name, ST_Point(i, i, 4326)::geometry(Point,4326) as geom"
                    f" from generate_series(1, 9) i; alter table {SCHEMA}.t add primary key (id)"], check=True, stderr=subprocess.DEVNULL)
    folder = servers.own_folder()
    (folder / "hostile.map").write_text(f"""
MAP NAME "db" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "db" "ows_srs" "EPSG:4326" "ows_enable_request" "*" END END
  LAYER NAME "point" TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION "dbname=demo" TEMPLATE "x"
    DATA "geom from {SCHEMA}.t using unique id using srid=4326" METADATA "ows_include_items" "all" END
    VALIDATION "qstring" ".*" "digits" "[0-9]+" "default_digits" "5" END
    CLASS EXPRESSION ([id] < %digits%) STYLE COLOR 255 0 0 WIDTH 3 END END END
END""")
    started = servers.start_listener({"MS_MAPFILE": str(folder / "hostile.map")} | database_log.settings(SCHEMA))
    started.map_folder = folder
    yield started
    assert started.stop() == [0]
    (folder / "hostile.map").unlink()
    folder.rmdir()
    rows = subprocess.run(["psql", "-XAtc", f"select count(*) from {SCHEMA}.t"], check=True, capture_output=True, text=True)
    assert rows.stdout.strip() == "9", "a request changed the table"
    subprocess.run([*psql, f"drop schema {SCHEMA} cascade"], check=True, stderr=subprocess.DEVNULL)


def answered_without_sql(server, parameters, unknown_property=None):
    """Database errors are statuses of 5xx, which judge() would not let pass; here they may be, if they are in our words."""
    answer = servers.fetch(server.address, data=hostile.encode(parameters).encode(), headers=hostile.FORM)
    text = html.unescape(answer.text).replace(f"Property '{unknown_property}' is unknown.", "")
    assert "syntax" not in text and "DROP" not in text or answer.is_png
    assert not answer.type.startswith("text/") or "ERROR:" not in answer.text
    assert server.processes[0].poll() is None
    return answer


@pytest.mark.parametrize("column", COLUMNS)
def test_names_of_columns_come_from_the_catalogue(database_server, column):
    escaped = column.replace("&", "&amp;").replace("<", "&lt;")
    rule = (f"<Rule><Filter><PropertyIsEqualTo><PropertyName>{escaped}</PropertyName><Literal>1</Literal></PropertyIsEqualTo></Filter>{POINT}</Rule>")
    before = database_log.size()
    answer = answered_without_sql(database_server, GET_MAP | {"LAYERS": "point", "SLD_BODY": sld(rule)}, unknown_property=column)
    assert answer.is_png or answer.status >= 400
    for more in ({"mode": "itemquery", "qlayer": "point", "qitem": column, "qstring": "x"},
                 {"mode": "itemnquery", "qlayer": "point", "qitem": column, "qstring": column},
                 {"mode": "indexquery", "qlayer": "point", "shapeindex": column}):
        answered_without_sql(database_server, more)
    logged = database_log.entries(SCHEMA, before)
    assert logged, "nothing was asked"
    for entry in logged:
        assert not any(hostile_text in entry for hostile_text in ("ERROR:", "pg_sleep", "DROP", "OR 1=1")), entry


@pytest.mark.parametrize("value", ["5) OR (1=1", "5\n1", "5'", "abc5", "5;", "5 ", "٥"])
def test_a_value_of_an_expression_must_match_its_pattern_as_a_whole(database_server, value):
    # An unanchored "[0-9]+" matches a part of each; the class is then the default.
    drawn = answered_without_sql(database_server, GET_MAP | {"LAYERS": "point", "digits": value})
    default = answered_without_sql(database_server, GET_MAP | {"LAYERS": "point"})
    assert not drawn.is_png or drawn.body == default.body


SCRIPT = "\"><script>alert(1)</script>'"


@pytest.mark.parametrize("name", ["SRS", "CRS", "LAYERS", "STYLES", "FORMAT", "BBOX", "VERSION", "REQUEST", "SERVICE", "INFO_FORMAT", "QUERY_LAYERS",
                                  "EXCEPTIONS", "TIME", "SLD", "SLD_BODY", "offset", "map", "mode", "layer", "qlayer", "anything", "id"])
def test_no_parameter_comes_back_as_markup(server, name):
    for base in (GET_MAP, GET_FEATURE_INFO, GET_FEATURE_INFO | {"INFO_FORMAT": "text/html"}, GET_LEGEND,
                 {"SERVICE": "WMS", "REQUEST": "GetCapabilities"}, {"mode": "browse"}, {"mode": "query", "mapxy": "5 5"}, {}):
        assert "<script>" not in ask(server, base | {name: SCRIPT}).text


@pytest.mark.parametrize("header", ["X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "Host", "Referer", "Origin", "User-Agent"])
def test_no_header_comes_back_as_markup(server, header):
    for base in ({"SERVICE": "WMS", "REQUEST": "GetCapabilities"}, {"mode": "browse"}, GET_MAP | {"LAYERS": "nix"}):
        answer = ask(server, base, headers={header: 'x"><script>alert(1)</script>'})
        assert "<script>" not in answer.text
        assert not any("<script>" in value for value in answer.headers.values())


def test_what_an_unlisted_peer_forwards_is_not_believed():
    started = hostile.start({"MS_TRUSTED_PROXIES": "192.0.2.0/24"})
    try:
        answer = ask(started, {"SERVICE": "WMS", "REQUEST": "GetCapabilities"}, headers={"X-Forwarded-Host": "evil.example"})
        assert answer.status == 200 and "evil.example" not in answer.text
    finally:
        started.stop()


def test_data_are_escaped_where_a_page_shows_them(server):
    answer = ask(server, GET_FEATURE_INFO | {"INFO_FORMAT": "text/html"})
    assert "&lt;b&gt;five" in answer.text and "<b>" not in answer.text


def categorize(count):
    steps = "".join(f"<se:Threshold>{i}</se:Threshold><se:Value>#{i % 256:02x}0000</se:Value>" for i in range(count))
    return f'<se:Categorize fallbackValue="#000000"><se:LookupValue>height</se:LookupValue><se:Value>#ffffff</se:Value>{steps}</se:Categorize>'


def interpolate(count):
    points = "".join(f"<se:InterpolationPoint><se:Data>{i}</se:Data><se:Value>#{i % 256:02x}0000</se:Value></se:InterpolationPoint>" for i in range(count))
    return f'<se:Interpolate fallbackValue="#000000" method="color"><se:LookupValue>height</se:LookupValue>{points}</se:Interpolate>'


def filled(value):
    return ('<StyledLayerDescriptor version="1.1.0" xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se">'
            "<NamedLayer><se:Name>point</se:Name><UserStyle><se:FeatureTypeStyle><se:Rule><se:PointSymbolizer><se:Graphic><se:Mark>"
            f'<se:WellKnownName>circle</se:WellKnownName><se:Fill><se:SvgParameter name="fill">{value}</se:SvgParameter></se:Fill></se:Mark>'
            "<se:Size>9</se:Size></se:Graphic></se:PointSymbolizer></se:Rule></se:FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 5000])
@pytest.mark.parametrize("function", [categorize, interpolate])
def test_a_style_may_have_any_number_of_steps(server, function, count):
    ask(server, GET_MAP | {"SLD_BODY": filled(function(count))}, post=True)


ELSE = "<Rule><ElseFilter/>" + POINT + "</Rule>"
DOCUMENTS = {
    "else alone": sld(ELSE), "else twice": sld(ELSE + ELSE), "no rules": sld(""), "empty rule": sld("<Rule/>"), "no layer": sld(ELSE, ""),
    "another layer": sld(ELSE, "nix"), "a group": sld(ELSE, "ways"), "no style": "<StyledLayerDescriptor version='1.0.0'><NamedLayer>"
    "<Name>point</Name></NamedLayer></StyledLayerDescriptor>", "thousand rules": sld("<Rule>" + POINT + "</Rule>" + ELSE) * 1,
    "many rules": sld(("<Rule><Name>r</Name>" + POINT + "</Rule>") * 5000), "huge size": sld(f"<Rule>{POINT}</Rule>".replace(">9<", ">1e30<")),
    "no size": sld(f"<Rule>{POINT}</Rule>".replace(">9<", ">nan<")), "negative": sld(f"<Rule>{POINT}</Rule>".replace(">9<", ">-9<")),
    "not closed": sld(ELSE)[:-9], "not XML": "<" * 5000, "empty": " ", "utf-16": sld(ELSE).encode("utf-16"), "nul": sld(ELSE).replace("circle", "\0"),
    "dash of nothing": sld('<Rule><LineSymbolizer><Stroke><CssParameter name="stroke">#0000ff</CssParameter><CssParameter name="stroke-dasharray">'
                           '0 0 0</CssParameter></Stroke></LineSymbolizer></Rule>', "line"),
    "width of 1e9": sld('<Rule><LineSymbolizer><Stroke><CssParameter name="stroke-width">1e9</CssParameter></Stroke></LineSymbolizer></Rule>', "line"),
}


@pytest.mark.parametrize("kind", list(DOCUMENTS))
def test_an_sld_that_is_odd_is_drawn_or_refused(server, kind):
    for base in (GET_MAP, GET_LEGEND, GET_FEATURE_INFO, GET_MAP | {"REQUEST": "GetStyles"}):
        ask(server, base | {"SLD_BODY": DOCUMENTS[kind]}, post=True)


def test_a_parameter_may_be_repeated(server):
    for name, value in (("LAYER", "point"), ("LAYER", "line"), ("LAYERS", "point"), ("STYLE", "all"), ("RULE", "all"), ("BBOX", "0,0,1,1"),
                        ("SLD_BODY", sld(ELSE)), ("FORMAT", "image/png"), ("WIDTH", "10")):
        for base in (GET_LEGEND, GET_MAP):
            ask(server, [*base.items(), *[(name, value)] * 100], post=True)
    ask(server, [*GET_MAP.items(), *[(f"x{i}", "y") for i in range(100000)]], post=True)
    ask(server, GET_MAP | {"LAYERS": ",".join(["point"] * 20000), "STYLES": "," * 19999}, post=True)


XML_ROOTS = ['<GetMap service="WMS"/>', '<GetCoverage service="WCS" version="1.1.0"/>', '<GetFeature service="WFS" version="2.0.0"/>', "<x/>",
             '<GetCoverage service="WCS"><Identifier/></GetCoverage>', '{"op":"and","args":[]}', "<", "", "\0" * 100]


@pytest.mark.parametrize("body", XML_ROOTS)
def test_a_body_of_another_service_is_refused(server, body):
    for kind in ("text/xml", "application/xml", "application/json", "text/plain", "multipart/form-data; boundary=x", ""):
        answer = servers.fetch(server.address, data=body.encode(), headers={"Content-Type": kind})
        hostile.judge(server, answer, 0)
        assert not answer.is_png


NUMBERS = ["0", "-1", "-0", "nan", "inf", "-inf", "1e308", "1e-308", "1e999", "99999999999999999999", "0x10", "1,5", "", " ", "1;2", "+5", "2147483648"]


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_ends_the_process(server, number):
    for name in ("WIDTH", "HEIGHT", "MAP_RESOLUTION", "RESOLUTION", "ANGLE", "RADIUS", "FEATURE_COUNT", "X", "I", "SCALE", "map_angle", "DPI"):
        for base in (GET_MAP, GET_FEATURE_INFO, GET_LEGEND):
            ask(server, base | {name: number})
    for name in ("BBOX", "mapext", "mapsize", "imgxy", "mapxy", "scale", "scaledenom", "zoom", "zoomsize", "buffer", "tile", "imgext", "ref.x"):
        for mode in ("map", "tile", "browse", "query", "legend", "scalebar"):
            ask(server, {"mode": mode, name: " ".join([number] * 4)})
            ask(server, {"mode": mode, name: number})
    ask(server, GET_MAP | {"BBOX": ",".join([number] * 4)})
    ask(server, GET_MAP | {"BBOX": f"0,0,{number or 0},{number or 0}", "SRS": "EPSG:3857"})


def test_the_largest_image_is_the_largest(server):
    before = hostile.peak_mib(server)
    for size in ("1001", "30000", "100000", "2147483647"):
        assert not ask(server, GET_MAP | {"WIDTH": size, "HEIGHT": size}).is_png
    assert ask(server, GET_MAP | {"WIDTH": "1000", "HEIGHT": "1000"}).is_png
    assert hostile.peak_mib(server) - before < 150


def nested(depth):
    return "<Not>" * depth + "<PropertyIsNull><PropertyName>name</PropertyName></PropertyIsNull>" + "</Not>" * depth


DEEP = {
    "filters": sld(f"<Rule><Filter>{nested(50000)}</Filter>{POINT}</Rule>"),
    "elements": "<a>" * 200000 + "</a>" * 200000,
    "functions": sld(f"<Rule><Filter><PropertyIsEqualTo>{'<Function name=&quot;f&quot;>' * 20000}{'</Function>' * 20000}"
                     f"<Literal>1</Literal></PropertyIsEqualTo></Filter>{POINT}</Rule>".replace("&quot;", '"')),
    "arithmetic": sld(f"<Rule><Filter><PropertyIsEqualTo>{'<Add><Literal>1</Literal>' * 20000}<Literal>1</Literal>{'</Add>' * 20000}"
                      f"<Literal>1</Literal></PropertyIsEqualTo></Filter>{POINT}</Rule>"),
    "attributes": "<a " + " ".join(f"a{i}='x'" for i in range(100000)) + "/>",
    "entities": '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9)) + "]>" + sld(ELSE).replace("circle", "&j;"),
    "outside": '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + sld(ELSE).replace("circle", "&a;"),
    "literal": sld(f"<Rule><Filter><PropertyIsLike wildCard='*' singleChar='.' escape='!'><PropertyName>name</PropertyName><Literal>"
                   f"{'*a' * 20000}</Literal></PropertyIsLike></Filter>{POINT}</Rule>"),
}


@pytest.mark.parametrize("kind", list(DEEP))
def test_depth_and_amplification_are_bounded(server, kind):
    before = hostile.peak_mib(server)
    answer = ask(server, GET_MAP | {"SLD_BODY": DEEP[kind]}, post=True)
    assert "root:" not in answer.text
    ask(server, GET_MAP | {"FILTER": f"(<Filter>{nested(20000)}</Filter>)"}, post=True)
    # 4 MB may be sent; a parser may need some times that for a moment, never gigabytes.
    assert hostile.peak_mib(server) - before < 400


PATHS = ["/etc/passwd", "../../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "file:///etc/passwd", "http://169.254.169.254/latest/", "/proc/self/environ",
         "/dev/zero", "\\\\host\\share", "....//....//etc/passwd", "/etc/passwd\0.map", "hostile.map/../../etc/passwd", "|id", "$(id)"]


@pytest.mark.parametrize("path", PATHS)
def test_no_value_becomes_a_path(server, path):
    for name in ("map", "CONTEXT", "SLD", "template", "map_web_template", "queryfile", "savequery", "imagepath", "id", "qformat", "mapfile", "symbolset",
                 "fontset", "LANGUAGE", "map.web", "searchmap"):
        for base in (GET_MAP, {"mode": "browse"}, {"mode": "query", "mapxy": "5 5"}, {"mode": "itemnquery", "qlayer": "point"}):
            answer = ask(server, base | {name: path})
            assert "root:" not in answer.text and "PATH=" not in answer.text
    graphic = sld(f'<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" '
                  f'xlink:href="{path.replace(chr(0), "")}"/><Format>image/png</Format></ExternalGraphic><Size>9</Size></Graphic></PointSymbolizer></Rule>')
    ask(server, GET_MAP | {"SLD_BODY": graphic}, post=True)
    for target in (f"{path}/x", f"static/{path}", f"mapserv/{path}"):
        address = server.address + target.replace("\0", "%00").replace(" ", "%20").replace("\\", "%5C")
        answer = servers.fetch(f"{address}?id=1")
        assert "root:" not in answer.text
        if answer.status == 200:  # an empty path names no map: the page of the default one
            assert answer.text.replace(address, server.address) == servers.fetch(f"{server.address}?id=1").text
