# SPDX-License-Identifier: MIT
"""Published advisories of map servers about files, other servers, private layers, and disclosing error messages.

A test's id or docstring names the advisory. See test_advisories.py and test_advisories_features.py for the others.
"""

import http.server
import io
import os
import subprocess
import threading
from urllib.parse import quote

import hostile
import pytest
import servers
from hostile import GET_FEATURE_INFO, GET_LEGEND, GET_MAP, ask
from PIL import Image

PASSWORD = "hunter2"
HEAD = """MAP NAME "{name}" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "{name}" "ows_srs" "EPSG:4326" "ows_enable_request" "*" "oga_enable_request" "OGCAPI" "wms_getcontext_enabled" "1"
    "ows_onlineresource" "http://localhost/{name}?" END END
"""
OPEN = """ LAYER NAME "point" TYPE POINT STATUS ON PROCESSING "ITEMS=name" TEMPLATE "none" METADATA "ows_title" "point" "gml_include_items" "all" END
    FEATURE POINTS 2 2 END ITEMS "public" END CLASS STYLE COLOR 0 0 255 SIZE 20 END END END
"""
CLOSED = """ LAYER NAME "closed" GROUP "group" TYPE POLYGON STATUS ON PROCESSING "ITEMS=name" TEMPLATE "none"
    METADATA "ows_title" "closed" "ows_enable_request" "!*" "gml_include_items" "all" "oga_featureid" "name" END
    FEATURE POINTS 0 0 0 10 10 10 10 0 0 0 END ITEMS "zzhidden" END CLASS STYLE COLOR 255 0 0 END END END
"""
BROKEN = """ LAYER NAME "{name}" TYPE POINT STATUS ON CONNECTIONTYPE {kind} CONNECTION "{connection}" DATA "{data}" TEMPLATE "none"
    METADATA "ows_title" "{name}" "gml_include_items" "all" "oga_featureid" "id" END CLASS STYLE COLOR 255 0 0 SIZE 3 END END END
"""
TABLE = "geom from zznowhere.zztable using unique id using srid=4326"


class Trap(http.server.BaseHTTPRequestHandler):
    """A server that must not get any request."""

    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!ENTITY all 'zztrapped'>")

    do_POST = do_HEAD = do_GET

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def trap():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Trap)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


def broken_layers():
    unreachable = f"host=127.0.0.1 port={servers.free_port()} user=zzuser password={PASSWORD} dbname=zzbase connect_timeout=2"
    database = f"dbname=demo password={PASSWORD}"
    return {"unreachable": ("POSTGIS", unreachable, TABLE), "no_table": ("POSTGIS", database, TABLE), "malformed": ("POSTGIS", f"zzbase password='{PASSWORD}", TABLE),
            "no_column": ("POSTGIS", database, "zzgeom from demo.cities using unique gid using srid=4326"),
            "no_file": ("OGR", f"/zzfolder/zzfile_{PASSWORD}.gpkg", "zzlayer"), "ogr_database": ("OGR", f"PG:{unreachable}", "zztable")}


@pytest.fixture(scope="module")
def server(cluster):
    folder = servers.own_folder()
    maps = {"open": HEAD.format(name="open") + OPEN + CLOSED + "END", "bad": "MAP zzsecretword END", "unclosed": 'MAP NAME "zzsecretword'}
    for name, (kind, connection, data) in broken_layers().items():
        maps[name] = HEAD.format(name=name) + OPEN + BROKEN.format(name="broken", kind=kind, connection=connection, data=data) + "END"
    (folder / "zzpresent").write_text("zzcontent")
    started = servers.start_listener_of(folder, maps, {"MS_REQUEST_TIMEOUT": "10", "MS_MAP_PATTERN": ".", "MS_MAP_BAD_PATTERN": "^$"})
    started.map_folder = folder
    before = sorted(os.listdir(folder))
    yield started
    assert sorted(os.listdir(folder)) == before, "a request wrote a file (CVE-2009-0841, CVE-2010-2539, CVE-2023-51444)"
    assert started.stop() == [0]


# Operations that read a layer, and those that describe it.
WFS = {"SERVICE": "WFS", "VERSION": "2.0.0"}
ABOUT_A_LAYER = [GET_MAP | {"LAYERS": "LAYER"}, GET_MAP | {"LAYERS": "LAYER", "EXCEPTIONS": "application/vnd.ogc.se_inimage"},
                 GET_FEATURE_INFO | {"LAYERS": "LAYER", "QUERY_LAYERS": "LAYER"}, GET_LEGEND | {"LAYER": "LAYER"},
                 GET_LEGEND | {"LAYER": "LAYER", "BBOX": "0,0,10,10", "SRS": "EPSG:4326"},
                 {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "DescribeLayer", "LAYERS": "LAYER"},
                 {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetStyles", "LAYERS": "LAYER"},
                 WFS | {"REQUEST": "GetFeature", "TYPENAMES": "LAYER"}, WFS | {"REQUEST": "GetFeature", "TYPENAMES": "LAYER", "RESULTTYPE": "hits"},
                 WFS | {"REQUEST": "DescribeFeatureType", "TYPENAMES": "LAYER"}, WFS | {"REQUEST": "GetPropertyValue", "TYPENAMES": "LAYER", "VALUEREFERENCE": "name"},
                 WFS | {"REQUEST": "GetFeature", "RESOURCEID": "LAYER.1,LAYER.zzhidden"}]
CGI = [{"mode": "map", "layers": "LAYER"}, {"mode": "nquery", "mapext": "0 0 10 10", "layers": "LAYER"}, {"mode": "itemnquery", "qlayer": "LAYER", "qitem": "name", "qstring": "x"},
       {"mode": "legend", "layers": "LAYER"}]
ABOUT_A_MAP = [{"SERVICE": "WMS", "REQUEST": "GetCapabilities"}, WFS | {"REQUEST": "GetCapabilities"}, {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetContext"},
               WFS | {"REQUEST": "DescribeFeatureType"}, {"SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetSchemaExtension"}]
API = ["", "/collections", "/collections/LAYER", "/collections/LAYER/items", "/collections/LAYER/items/1", "/collections/LAYER/items/zzhidden",
       "/collections/LAYER/queryables", "/collections/LAYER/schema", "/api"]


def answers_about(server, name, layer, cgi=()):
    """All services' answers to requests for a layer of a map."""
    for base in ABOUT_A_LAYER + list(cgi) + ABOUT_A_MAP:
        parameters = {key: value.replace("LAYER", layer) for key, value in base.items()}
        yield parameters, servers.fetch(f"{server.address}/{name}?{hostile.encode(parameters)}")
    for path in API:
        for form in ("json", "html"):
            address = f"{server.address}/{name}/ogcapi{path.replace('LAYER', quote(layer, safe='%'))}?f={form}"
            yield address, servers.fetch(address)


@pytest.mark.parametrize("name", list(broken_layers()))
def test_an_error_tells_nothing_of_the_connection(server, name):
    """CVE-2016-9839: errors of OGR showed the connection with its password; MapServer's msPostGISLayerOpen() did so before."""
    port = broken_layers()["unreachable"][1].split("port=")[1].split()[0]
    for request, answer in answers_about(server, name, "broken", CGI):
        assert answer.status in (200, 400, 404, 500, 503), (request, answer.text[:300])
        if answer.type.startswith("image/"):
            continue  # pixels are not text
        for secret in (PASSWORD, "zz", "127.0.0.1:" + port, "port=" + port, "dbname", "SELECT", "libpq", "PG:", "password"):
            assert secret not in answer.text, (request, secret, answer.text[:500])
    assert PASSWORD not in server.log()


@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/self/environ", "FOLDER/zzpresent", "FOLDER/mapserver.conf", "FOLDER/bad.map", "FOLDER/unclosed.map"])
def test_a_file_that_is_no_mapfile_is_not_shown(server, path):
    """CVE-2009-0842: the error about a mapfile contained its text. Here MS_MAP_PATTERN allows every path."""
    path = path.replace("FOLDER", str(server.folder))
    for query in (GET_MAP, {"SERVICE": "WMS", "REQUEST": "GetCapabilities"}, {"mode": "browse"}):
        answer = servers.fetch(f"{server.address}/?{hostile.encode({'map': path} | query)}")
        assert answer.status in (400, 404, 500)
        for secret in ("root:", "PATH=", "zzcontent", "zzsecretword", "CONFIG", path):
            assert secret not in answer.text, answer.text


def same_but_for_the_name(server, parameters, name):
    """Whether the answers about a file that is there and one that is not are the same."""
    present, absent = (servers.fetch(f"{server.address}/?{hostile.encode({'map': 'open'} | parameters | {name: f'{server.folder}/{file}'})}")
                       for file in ("zzpresent", "zzabsent"))
    return (present.status, present.body.replace(b"zzpresent", b"zzabsent")) == (absent.status, absent.body)


@pytest.mark.parametrize("name", ["queryfile", "template", "map_web_template", "CONTEXT", "SLD", "symbolset", "id", "qformat", "searchmap", "savequery", "imagepath"])
def test_answers_do_not_tell_which_files_exist(server, name):
    """CVE-2009-0843: queryfile= disclosed whether a file exists; CONTEXT= read it (MapServer#6780)."""
    assert same_but_for_the_name(server, GET_MAP | {"LAYERS": "point"}, name)
    assert same_but_for_the_name(server, {"mode": "browse"}, name)


def test_a_variable_of_the_environment_names_no_map(tmp_path):
    """CVE-2021-32062: map=NAME was looked up in the environment, where a web server puts the client's headers."""
    (tmp_path / "own.map").write_text(HEAD.format(name="zzown") + OPEN + "END")
    (tmp_path / "ms.conf").write_text('CONFIG ENV "MS_MAP_PATTERN" "^/srv/maps/" END MAPS "a" "/nowhere/a.map" END END')
    for query in ("map=HTTP_X_MAP", "map=a&map=HTTP_X_MAP", "map=HTTP_X_MAP&map=a", f"map=/srv/maps/a.map&MAP={tmp_path}/own.map", "map=",
                  f"map=/srv/maps/..{tmp_path}/own.map", f"map={tmp_path}/own.map%00/srv/maps/"):
        done = subprocess.run([servers.MAPSERV], capture_output=True, timeout=60, env={
            "PATH": os.environ["PATH"], "GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": "GET", "MAPSERVER_CONFIG_FILE": str(tmp_path / "ms.conf"),
            "HTTP_X_MAP": str(tmp_path / "own.map"), "QUERY_STRING": f"{query}&SERVICE=WMS&REQUEST=GetCapabilities"})
        assert b"zzown" not in done.stdout, query


def red_pixels(answer):
    return sum(pixel == (255, 0, 0) for pixel in Image.open(io.BytesIO(answer.body)).convert("RGB").getdata())


SPELLINGS = ["closed", "CLOSED", " closed", "closed ", "point,closed", "group", "open", "open,closed", "closed%00", "%63losed", "closed\n", "ｃlosed", "../closed", "ms:closed"]


@pytest.mark.parametrize("layer", SPELLINGS)
def test_a_closed_layer_stays_closed_however_it_is_named(server, layer):
    """qgis/QGIS#32475 (access control bypassed by WMS), CVE-2025-27505 of GeoServer (by the spelling of a path)."""
    for request, answer in answers_about(server, "open", layer):
        assert answer.status < 500, (request, answer.text[:300])
        assert "zzhidden" not in answer.text, (request, answer.text[:500])
        if answer.is_png and "GetLegendGraphic" not in str(request):
            assert red_pixels(answer) == 0, request


def test_a_closed_layer_is_not_drawn_by_a_style_sheet(server):
    for name in ("closed", "group", "open"):
        style = hostile.sld("<Rule><PolygonSymbolizer><Fill><CssParameter name='fill'>#ff0000</CssParameter></Fill></PolygonSymbolizer></Rule>", name)
        for layers in ("point", "open", "closed", ""):
            answer = ask(server, {"map": "open"} | GET_MAP | {"LAYERS": layers, "SLD_BODY": style}, post=True)
            assert not answer.is_png or name == "open" or red_pixels(answer) == 0, (name, layers)


XXE = {
    "external entity": ('<!DOCTYPE x [<!ENTITY all SYSTEM "{}">]>', "&all;"), "parameter entity": ('<!DOCTYPE x [<!ENTITY % p SYSTEM "{}"> %p;]>', "&all;"),
    "external subset": ('<!DOCTYPE x SYSTEM "{}">', "&all;"), "public": ('<!DOCTYPE x PUBLIC "-//a//b" "{}">', "&all;"),
    "inclusion": ("", '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{}" parse="text"/>'),
    "schema": ("", '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://a {}" xsi:noNamespaceSchemaLocation="{}"/>'),
    "style sheet": ('<?xml-stylesheet type="text/xsl" href="{}"?>', "x"),
}
FILTER = "<Filter><PropertyIsEqualTo><PropertyName>name</PropertyName><Literal>{}</Literal></PropertyIsEqualTo></Filter>"


def documents(inside):
    """(query, document) of each service that reads XML."""
    filtered = FILTER.format(inside)
    style = f"<StyledLayerDescriptor version='1.0.0'><NamedLayer><Name>{inside}</Name><UserStyle><FeatureTypeStyle><Rule>{filtered}</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>"
    return {"WFS": f'<GetFeature service="WFS" version="1.1.0"><Query typeName="point">{filtered}</Query></GetFeature>',
            "GetMap": f'<GetMap service="WMS" version="1.1.1">{style}<BoundingBox>{inside}</BoundingBox></GetMap>', "SLD_BODY": style, "FILTER": filtered,
            "context": f"<ViewContext>{inside}</ViewContext>"}


@pytest.mark.parametrize("kind", list(XXE))
@pytest.mark.parametrize("scheme", ["http", "file"])
def test_documents_bring_in_nothing(server, trap, kind, scheme):
    """CVE-2025-58360 (GetMap), CVE-2025-30220 (WFS and schemas), CVE-2024-34711 (entity resolution) of GeoServer."""
    secret = server.folder / "zzpresent"
    target = f"{trap}/{kind.replace(' ', '_')}" if scheme == "http" else f"file://{secret}"
    before, inside = (part.replace("{}", target) for part in XXE[kind])
    for name, document in documents(inside).items():
        text = f'<?xml version="1.0"?>{before}{document}'
        answers = [servers.fetch(f"{server.address}/open?SERVICE=WMS&REQUEST=GetMap", data=text.encode(), headers={"Content-Type": "application/xml"}),
                   servers.fetch(f"{server.address}/open", data=text.encode(), headers={"Content-Type": "text/xml"})]
        if name in ("SLD_BODY", "FILTER"):
            answers.append(ask(server, {"map": "open"} | GET_MAP | {"LAYERS": "point", name: text}, post=True))
            answers.append(ask(server, {"map": "open"} | WFS | {"REQUEST": "GetFeature", "TYPENAMES": "point", name: text}, post=True))
        for answer in answers:
            assert answer.status < 500 and "zzcontent" not in answer.text and "zztrapped" not in answer.text, (name, answer.text[:500])
    assert Trap.asked == []


def test_entities_are_not_expanded(server):
    """CVE-2024-34711's kin: a billion laughs in each document."""
    before, entities = hostile.peak_mib(server), "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(9))
    for document in documents("&e9;").values():
        text = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "aaaaaaaaaa">{entities}]>{document}'
        answer = servers.fetch(f"{server.address}/open", data=text.encode(), headers={"Content-Type": "text/xml"})
        assert answer.status < 500 and "aaaaaaaaaa" not in answer.text
    assert hostile.peak_mib(server) - before < 50


def test_no_request_makes_the_server_ask_another(server, trap):
    """CVE-2024-29198, CVE-2023-41339 (styles of other servers), CVE-2021-40822 (proxy host) of GeoServer; SLD= of MapServer."""
    graphic = hostile.sld('<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" '
                          f'xlink:href="{trap}/graphic.png"/><Format>image/png</Format></ExternalGraphic><Size>9</Size></Graphic></PointSymbolizer></Rule>')
    remote = (f'<StyledLayerDescriptor version="1.0.0"><UserLayer><RemoteOWS><Service>WFS</Service><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" '
              f'xlink:href="{trap}/remote?"/></RemoteOWS></UserLayer></StyledLayerDescriptor>')
    for name in ("SLD", "STYLE_URL", "CONTEXT", "map", "template", "REMOTE_OWS_URL", "LANGUAGE", "symbolset", "TYPENAMES", "SCHEMA", "CRS", "SRS", "crs", "filter-crs", "url"):
        for base in (GET_MAP | {"LAYERS": "point"}, GET_LEGEND, WFS | {"REQUEST": "GetFeature", "TYPENAMES": "point"}, {"mode": "browse"}):
            for url in (f"{trap}/{name}", f"{trap.replace('http:', '')}/{name}", f"/vsicurl/{trap}/{name}", f"gopher{trap[4:]}/{name}"):
                ask(server, {"map": "open"} | base | {"REMOTE_OWS_TYPE": "WFS", name: url})
    for style in (graphic, remote):
        for base in (GET_MAP | {"LAYERS": "point"}, GET_LEGEND, GET_MAP | {"REQUEST": "GetStyles", "LAYERS": "point"}):
            ask(server, {"map": "open"} | base | {"SLD_BODY": style}, post=True)
    namespaces = f'<GetFeature service="WFS" version="2.0.0" xmlns:a="{trap}/space"><Query typeNames="a:point" srsName="{trap}/crs"/></GetFeature>'
    servers.fetch(f"{server.address}/open", data=namespaces.encode(), headers={"Content-Type": "text/xml"})
    for header in ("X-Forwarded-Host", "Host", "Referer", "X-Forwarded-For", "Forwarded"):
        ask(server, {"map": "open", "SERVICE": "WMS", "REQUEST": "GetCapabilities"}, headers={header: trap[7:]})
    assert Trap.asked == []


LONG = {"long": "x" * 60_000, "formats": "%n%s%x%p" * 500, "slashes": "../" * 5000, "commas": "," * 20_000, "digits": "9" * 20_000, "brackets": "[" * 20_000, "signs": "%25" * 5000}


@pytest.mark.parametrize("kind", list(LONG))
def test_no_value_is_too_long_or_a_format(server, kind):
    """CVE-2007-4629 (layer names), CVE-2009-0839 and CVE-2010-2539 (id), CVE-2011-2975 and CVE-2017-5522 (filters), CVE-2009-1177 (buffers)."""
    for name in ("id", "map", "LAYERS", "STYLES", "SRS", "BBOX", "FORMAT", "SLD_BODY", "FILTER", "TYPENAMES", "PROPERTYNAME", "SORTBY", "FEATUREID", "TIME", "mapxy",
                 "qstring", "qitem", "qlayer", "icon", "mapshape", "LANGUAGE", "SERVICE", "REQUEST", "VERSION", "mode", "INFO_FORMAT", "EXCEPTIONS", "BGCOLOR"):
        for base in (GET_MAP | {"LAYERS": "point"}, WFS | {"REQUEST": "GetFeature", "TYPENAMES": "point"}, {"mode": "itemnquery", "qlayer": "point", "qitem": "name"}):
            answer = ask(server, {"map": "open"} | base | {name: LONG[kind]}, post=True)
            assert len(answer.body) < 500_000


def test_no_value_becomes_a_header(server):
    """Response splitting: CR and LF of a parameter or of a path."""
    for name in ("FORMAT", "INFO_FORMAT", "map", "LAYERS", "EXCEPTIONS", "qformat", "template", "LANGUAGE", "OUTPUTFORMAT", "f", "crs"):
        for base in (GET_MAP | {"LAYERS": "point"}, GET_FEATURE_INFO, WFS | {"REQUEST": "GetFeature", "TYPENAMES": "point"}, {"mode": "browse"}):
            answer = ask(server, {"map": "open"} | base | {name: "image/png\r\nX-Evil: 1\r\n\r\nzz"})
            assert "x-evil" not in answer.headers and not any("X-Evil" in value for value in answer.headers.values())
    for path in ("open%0d%0aX-Evil:%201", "open/ogcapi/collections/point%0d%0aX-Evil:%201"):
        assert "x-evil" not in servers.fetch(f"{server.address}/{path}").headers
