# SPDX-License-Identifier: MIT
"""A server for hostile requests: it must answer each in bounded time and memory, disclose nothing, and stay alive."""

from urllib.parse import quote, unquote

import servers

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
# The map of these tests: something of everything a request can reach, without a database.
MAPFILE = """
MAP
  NAME "hostile" SIZE 200 200 EXTENT 0 0 10 10 MAXSIZE 1000 PROJECTION "EPSG:4326" END
  WEB
    METADATA "wms_title" "hostile" "wms_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*"
             "wms_feature_info_mime_type" "text/html" END
    VALIDATION "digits" "[0-9]+" "default_digits" "5" "anything" '[^"]*' "default_anything" "x" END
    TEMPLATE "page.html"
  END
  OUTPUTFORMAT NAME "svg" DRIVER "CAIRO/SVG" MIMETYPE "image/svg+xml" IMAGEMODE RGB END
  SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  LAYER
    NAME "point" TYPE POINT STATUS ON TEMPLATE "point.html" PROCESSING "ITEMS=name,height" TOLERANCE 20
    METADATA "wms_title" "Points" "ows_include_items" "all" "gml_include_items" "all" "oga_featureid" "name" "oga_queryable_items" "all"
             "oga_sortable_items" "all" END
    FILTER ("%anything%" != "y")
    FEATURE POINTS 5 5 END ITEMS "<b>five</b>;5" END
    FEATURE POINTS 2 7 END ITEMS "seven;7" END
    CLASS NAME "all" GROUP "all" STYLE SYMBOL "circle" SIZE 9 COLOR 255 0 0 END
      LABEL TEXT "[name]" TYPE BITMAP SIZE SMALL END END
  END
  LAYER
    NAME "line" GROUP "ways" TYPE LINE STATUS ON MINSCALEDENOM %digits%
    METADATA "wms_title" "Lines" END
    FEATURE POINTS 1 1 9 9 END END
    FEATURE POINTS 1 9 9 1 END END
    CLASS NAME "way" STYLE GEOMTRANSFORM (smoothsia([shape], 3)) COLOR 0 128 0 WIDTH 3 END END
  END
  LAYER
    NAME "polygon" TYPE POLYGON STATUS OFF PROCESSING "ITEMS=seen"
    METADATA "wms_title" "Areas" "wms_timeextent" "2000-01-01/2030-01-01" "wms_timeitem" "seen" "wms_timedefault" "2020" END
    FEATURE POINTS 3 1 8 1 8 4 3 4 3 1 END ITEMS "2020-05-01" END
    CLASS NAME "area" STYLE COLOR 200 200 0 OUTLINECOLOR 0 0 0 END END
  END
  LEGEND STATUS ON KEYSIZE 20 10 LABEL TYPE BITMAP SIZE MEDIUM END END
  SCALEBAR STATUS ON END
END
"""
PAGES = {
    "page.html": "<!-- MapServer Template -->\n<html><body>[img] [mapext] [layers] [scaledenom] [get_layers] [host] [port] [id] [version]"
                 " [anything] [mapx] [mode] [zoom] [rubbish]</body></html>\n",
    "point.html": "<!-- MapServer Template -->\n<p>[name] [item name=height] [shpext] [anything]</p>\n",
}
SECRETS = ("/tmp/", "/root/", "/home/", "/usr/", "/etc/", "root:x:", "SELECT ", "hunter2", "mapserver/", ".cpp", "std::", "terminate")


def start(env=None):
    folder = servers.own_folder()
    (folder / "hostile.map").write_text(MAPFILE.replace("MINSCALEDENOM %digits%", "MINSCALEDENOM 1"))
    for name, text in PAGES.items():
        (folder / name).write_text(text)
    server = servers.start_listener({"MS_MAPFILE": str(folder / "hostile.map"), "MS_REQUEST_TIMEOUT": "10"} | (env or {}))
    server.map_folder = folder
    return server


def resident_mib(server):
    with open(f"/proc/{server.processes[0].pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def peak_mib(server):
    with open(f"/proc/{server.processes[0].pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))


def encode(parameters):
    """Like a client that repeats names and knows no UTF-8; values may be bytes."""
    def escaped(text):
        return quote(text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape"), safe="")
    pairs = parameters.items() if isinstance(parameters, dict) else parameters
    return "&".join(f"{escaped(name)}={escaped(value)}" for name, value in pairs if value is not None)


def judge(server, answer, seconds, sent=""):
    """Checks for every answer to a wrong request, and for the server afterwards."""
    assert server.processes[0].poll() is None, f"the server ended: {server.log()[-2000:]}"
    assert answer.status < 500, answer.text[:500]
    assert seconds < 10, f"it took {seconds:.1f} s"
    if not answer.type.startswith("image/"):
        for secret in SECRETS:
            assert secret in sent or secret not in answer.text, f"{secret!r} in {answer.text[:1000]}"
        assert str(server.map_folder) not in answer.text


def ask(server, parameters, post=False, headers=None, path=""):
    query = encode(parameters)
    watch = server.watch()
    answer = (servers.fetch(server.address + path, data=query.encode(), headers=FORM | (headers or {})) if post
              else servers.fetch(f"{server.address}{path}?{query}", headers=headers))
    judge(server, answer, watch.seconds, unquote(query + path))
    return answer


GET_MAP = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "point,line", "STYLES": "", "SRS": "EPSG:4326",
           "BBOX": "0,0,10,10", "WIDTH": "100", "HEIGHT": "100", "FORMAT": "image/png"}
GET_FEATURE_INFO = GET_MAP | {"REQUEST": "GetFeatureInfo", "QUERY_LAYERS": "point", "X": "50", "Y": "50", "INFO_FORMAT": "text/plain"}
GET_LEGEND = {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetLegendGraphic", "LAYER": "point", "FORMAT": "image/png"}


def sld(rules, layer="point", before=""):
    return (f'{before}<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>{layer}</Name><UserStyle><FeatureTypeStyle>{rules}'
            "</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>")
