# SPDX-License-Identifier: MIT
"""Requests that a grammar makes up: no answer of 5xx, no crash, no secret, no growth.

A short run belongs to the tests; MS_FUZZ_SECONDS=600 makes it ten minutes, MS_FUZZ_SEED repeats one. A request that breaks a
rule is printed as it was sent.
"""

import os
import random
import string
import time
import urllib.error
import urllib.request

import hostile
import servers
from test_advisories import DEEP, DOCUMENTS, NUMBERS, PATHS, POINT, SCRIPT

SECONDS = float(os.environ.get("MS_FUZZ_SECONDS", "12"))
SEED = int(os.environ.get("MS_FUZZ_SEED", "20240229"))
# Caches fill and heaps settle: the first thousands of requests may cost more than all that follow.
WARM_UP, FIRST_GROWTH_MIB = 300, 96
SETTLED, LATER_GROWTH_MIB = 10000, 24  # a leak of 1 KB a request shows within ten minutes

NAMES = ("SERVICE VERSION WMTVER REQUEST LAYERS LAYER QUERY_LAYERS STYLES STYLE SRS CRS BBOX WIDTH HEIGHT FORMAT INFO_FORMAT TRANSPARENT BGCOLOR"
         " EXCEPTIONS TIME ELEVATION DIM_X SLD SLD_BODY SLD_VERSION FILTER RULE SCALE X Y I J FEATURE_COUNT RADIUS UPDATESEQUENCE LANGUAGE ANGLE"
         " MAP_RESOLUTION TILED map mode mapext mapsize mapxy imgxy imgbox imgext img.x img.y ref.x ref.y zoom zoomdir zoomsize scale scaledenom"
         " buffer tile tilemode layer layers qlayer qitem qstring qformat shapeindex tileindex icon classgroup imagetype template id digits"
         " anything BBOX_PIXEL_IS_POINT minx maxx miny maxy searchmap slayer mapshape imgshape TYPENAME TYPENAMES PROPERTYNAME MAXFEATURES COUNT STARTINDEX"
         " RESULTTYPE SRSNAME FEATUREID RESOURCEID SORTBY OUTPUTFORMAT VALUEREFERENCE STOREDQUERY_ID SECTIONS ACCEPTVERSIONS NAMESPACES").split()
WORDS = {
    "SERVICE": ["WMS", "wms", "WFS", "WCS"], "VERSION": ["1.0.0", "1.1.0", "1.1.1", "1.3.0", "1.3", "2.0.0"],
    "REQUEST": ["GetMap", "GetCapabilities", "GetFeatureInfo", "GetLegendGraphic", "DescribeLayer", "GetStyles", "GetSchemaExtension", "map", "GetFeature", "GetPropertyValue", "DescribeFeatureType", "ListStoredQueries", "Transaction"],
    "LAYERS": ["point", "line", "polygon", "ways", "hostile", "point,line", "polygon,point,line"], "STYLES": ["", ",", "all", "all,", "default"],
    "SRS": ["EPSG:4326", "EPSG:3857", "EPSG:25832", "CRS:84", "AUTO2:42001,1,8,50", "EPSG:0", "EPSG:999999"],
    "BBOX": ["0,0,10,10", "5,5,5,5", "10,10,0,0", "-180,-90,180,90", "1e9,1e9,2e9,2e9", "0,0,1e-12,1e-12"],
    "FORMAT": ["image/png", "image/jpeg", "image/svg+xml", "png8", "application/pdf", "image/png; mode=8bit"],
    "INFO_FORMAT": ["text/plain", "text/html", "application/vnd.ogc.gml", "application/geo+json", "gml", "MIME"],
    "EXCEPTIONS": ["INIMAGE", "BLANK", "XML", "application/vnd.ogc.se_xml", "application/vnd.ogc.se_inimage"],
    "mode": "browse zoomin zoomout map legend legendicon maplegend maplegendicon reference scalebar coordinate query nquery itemquery itemnquery"
            " featurequery featurenquery itemfeaturequery indexquery tile ows wfs".split(),
    "WIDTH": ["1", "2", "100", "256"], "X": ["0", "50", "99", "100"], "tile": ["0 0 0", "1 1 1", "0 0 30", "0123"], "tilemode": ["gmap", "ve"],
    "mapext": ["0 0 10 10", "shape", "5 5 5 5"], "mapxy": ["5 5"], "zoom": ["-25", "2", "0"], "icon": ["point,0", "point", ",", "line,9"],
    "qitem": ["name", "height", "nix"], "qstring": ["/./", "[height] > 1", "seven", "("], "SLD_VERSION": ["1.1.0", "1.0.0"],
    "TIME": ["2020", "2020-01-01/2021-01-01", "now", "2020,2021/2022"], "imagetype": ["png", "jpeg", "svg"], "mapshape": ["0 0 5 0 5 5 0 0"],
    "PROPERTYNAME": ["name", "(name)(*)", "msGeometry", "nix"], "COUNT": ["0", "1", "3", "-1"], "RESULTTYPE": ["hits", "results"], "FEATUREID": ["point.1", "point.", "nix.1"],
    "SORTBY": ["name", "name DESC", "nix"], "OUTPUTFORMAT": ["GML2", "GML3", "GML32", "geojson", "text/xml; subtype=gml/3.1.1", "SHAPEZIP"],
    "STOREDQUERY_ID": ["urn:ogc:def:query:OGC-WFS::GetFeatureById", "nix"], "SECTIONS": ["FeatureTypeList", "All"], "ACCEPTVERSIONS": ["2.0.0", "9.0.0,1.1.0"],
}
SAME = {"LAYER": "LAYERS", "QUERY_LAYERS": "LAYERS", "CRS": "SRS", "HEIGHT": "WIDTH", "Y": "X", "I": "X", "J": "X", "STYLE": "STYLES", "layer": "LAYERS",
        "layers": "LAYERS", "qlayer": "LAYERS", "TYPENAME": "LAYERS", "TYPENAMES": "LAYERS", "SRSNAME": "SRS", "RESOURCEID": "FEATUREID",
        "VALUEREFERENCE": "PROPERTYNAME", "MAXFEATURES": "COUNT", "STARTINDEX": "COUNT", "WMTVER": "VERSION", "mapsize": "mapxy", "imgxy": "mapxy", "imgbox": "mapext", "imgext": "mapext"}
SEEDS = [hostile.GET_MAP, hostile.GET_FEATURE_INFO, hostile.GET_LEGEND, {"SERVICE": "WMS", "REQUEST": "GetCapabilities"},
         hostile.GET_MAP | {"VERSION": "1.3.0", "CRS": "EPSG:4326"}, hostile.GET_MAP | {"REQUEST": "GetStyles"}, hostile.GET_MAP | {"REQUEST": "DescribeLayer"},
         {"mode": "map", "layers": "all"}, {"mode": "browse"}, {"mode": "tile", "tile": "0 0 0", "layers": "all"}, {"mode": "query", "mapxy": "5 5"},
         {"mode": "itemnquery", "qlayer": "point", "qitem": "name", "qstring": "/./"}, {"mode": "legend"}, {"mode": "scalebar"}]
WFS = {"SERVICE": "WFS", "VERSION": "2.0.0"}
WFS_SEEDS = [WFS | {"REQUEST": "GetFeature", "TYPENAMES": "point"}, WFS | {"REQUEST": "GetFeature", "VERSION": "1.1.0", "TYPENAME": "line", "BBOX": "0,0,10,10"},
             WFS | {"REQUEST": "GetPropertyValue", "TYPENAMES": "point", "VALUEREFERENCE": "name"}, WFS | {"REQUEST": "DescribeFeatureType"},
             WFS | {"REQUEST": "GetCapabilities"}, WFS | {"REQUEST": "GetFeature", "STOREDQUERY_ID": "urn:ogc:def:query:OGC-WFS::GetFeatureById", "ID": "point.1"},
             WFS | {"REQUEST": "DescribeStoredQueries"}]
SEEDS += WFS_SEEDS
PIECES = [b"\0", b"\xff\xfe", b"%", b"%zz", b"'", b'"', b"<", b"&", b";", b"\r\nX: y", b"[", b"]", b"/*", b"--", b"$1", b"%anything%", b"`", b"\\", "é".encode(),
          "\u202e".encode(), b"{}", b"(" * 300, b"[" * 300, b"a" * 5000, b"\xf0\x9f\x97\xba"]
ELEMENTS = ("Rule Name Title Filter ElseFilter Not And Or PropertyIsEqualTo PropertyIsLike PropertyIsBetween PropertyName Literal BBOX Within gml:Point"
            " gml:coordinates gml:Polygon MinScaleDenominator MaxScaleDenominator PointSymbolizer LineSymbolizer PolygonSymbolizer TextSymbolizer"
            " RasterSymbolizer Graphic GraphicFill GraphicStroke Mark WellKnownName Fill Stroke Size Rotation Opacity Label Font Halo LabelPlacement"
            " PointPlacement LinePlacement Geometry se:Categorize se:Interpolate se:Recode Function Add Mul ExternalGraphic").split()


def value(chance, name):
    """One for the parameter as clients mean it, else a number, a path, markup, or bytes."""
    kind = chance.random()
    words = WORDS.get(SAME.get(name, name))
    if words and kind < 0.6:
        return chance.choice(words)
    if kind < 0.75:
        return chance.choice(NUMBERS)
    if kind < 0.8:
        return chance.choice(PATHS + [SCRIPT])
    if kind < 0.9:
        return b"".join(chance.choice(PIECES) for _ in range(chance.randint(1, 4)))
    return "".join(chance.choice(string.printable) for _ in range(chance.randint(0, 30)))


def mutated(chance, text):
    """Bytes of a word or a document with some cut, doubled or replaced."""
    data = bytearray(text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape"))
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(data))
        data[at:at + chance.choice([0, 1, 5])] = chance.choice(PIECES + [b"", b"", bytes(data[at:at + 40])])
    return bytes(data)


def element(chance, depth=0):
    name = chance.choice(ELEMENTS)
    inside = ("".join(element(chance, depth + 1) for _ in range(chance.randint(0, 3))) if depth < 6 and chance.random() < 0.7
              else chance.choice(["name", "height", "5", "1e9", "-1", "#ff0000", "0,0 1,1", "circle", ""]))
    return f"<{name}>{inside}</{name}>"


def document(chance):
    kind = chance.random()
    if kind < 0.5:
        return hostile.sld("<Rule>" + element(chance) + POINT + "</Rule>" + element(chance), chance.choice(["point", "line", "polygon"]))
    if kind < 0.9:
        return mutated(chance, chance.choice(list(DOCUMENTS.values())))
    return chance.choice(list(DEEP.values()))[:100000]


def wfs_document(chance):
    """A request of WFS in XML, with a filter out of the grammar, often broken."""
    version, names = chance.choice([("2.0.0", "typeNames"), ("1.1.0", "typeName"), ("1.0.0", "typeName")])
    operation = chance.choice(["GetFeature", "GetFeature", "GetPropertyValue", "DescribeFeatureType", "GetCapabilities", "Transaction"])
    query = f'<Query {names}="{chance.choice(WORDS["LAYERS"])}">{element(chance)}<Filter>{element(chance)}</Filter></Query>'
    text = (f'<{operation} service="WFS" version="{version}" valueReference="name" count="{value(chance, "nothing") if chance.random() < 0.2 else 5}">'
            f"{query}</{operation}>")
    return mutated(chance, text) if chance.random() < 0.4 else text.encode("utf-8", "surrogateescape")


API_PATHS = ["", "/", "/api", "/conformance", "/collections", "/collections/point", "/collections/line/items", "/collections/point/items", "/collections/point/items/five",
             "/collections/polygon/queryables", "/collections/point/schema", "/collections/point/sortables", "/nix", "/collections/%00", "/collections/point/items/%27%3C%2F"]
CRS = ["http://www.opengis.net/def/crs/EPSG/0/3857", "http://www.opengis.net/def/crs/EPSG/0/4326", "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "EPSG:3857", "nix"]
API_WORDS = {"f": ["json", "html", "xml"], "limit": NUMBERS, "offset": NUMBERS, "bbox": ["0,0,10,10", "170,-80,-170,80", "0,0,0,10,10,0"], "crs": CRS, "bbox-crs": CRS,
             "filter-crs": CRS, "filter-lang": ["cql2-text", "cql2-json"], "sortby": ["name", "-height,name", "+nix"], "datetime": ["2024-01-01/..", "x"],
             "name": ["five", "'"], "height": NUMBERS,
             "filter": ["name='five' AND height>5", "S_INTERSECTS(geom,BBOX(0,0,5,5))", "CASEI(name) LIKE CASEI('F%')", "NOT (height IN (1,2,3))", "height BETWEEN 1 AND 2",
                        "S_WITHIN(geom,POLYGON((0 0,9 0,9 9,0 0)))", '{"op":"=","args":[{"property":"name"},"five"]}',
                        '{"op":"s_intersects","args":[{"property":"geom"},{"bbox":[0,0,5,5]}]}']}


def api_request(chance):
    """Pairs and a path of OGC API."""
    names = chance.sample(list(API_WORDS), chance.randint(0, 4))
    pairs = [("f", chance.choice(["json", "json", "html"]))] if "f" not in names else []
    for name in names:
        word = chance.choice(API_WORDS[name]) if chance.random() < 0.8 else value(chance, name)
        pairs.append((name, mutated(chance, word) if chance.random() < 0.2 else word))
    return pairs, "hostile/ogcapi" + chance.choice(API_PATHS)


def made_up(chance):
    """(parameters as pairs, is it posted, path behind the address, a document that is posted instead)."""
    if chance.random() < 0.15:
        pairs, path = api_request(chance)
        return pairs, chance.random() < 0.05, path, None
    if chance.random() < 0.08:
        return [], True, "", wfs_document(chance)
    pairs = list(chance.choice(SEEDS).items())
    for _ in range(chance.randint(1, 4)):
        kind, at = chance.random(), chance.randrange(len(pairs))
        if kind < 0.45:
            pairs[at] = (pairs[at][0], value(chance, pairs[at][0]))
        elif kind < 0.75:
            name = chance.choice(NAMES)
            pairs.append((name, value(chance, name)))
        elif kind < 0.85:
            pairs[at] = (pairs[at][0], mutated(chance, pairs[at][1]))
        elif kind < 0.92 and len(pairs) > 1:
            del pairs[at]
        else:
            pairs.insert(at, pairs[chance.randrange(len(pairs))])
    has_document = chance.random() < 0.2
    if has_document:
        pairs.append((chance.choice(["SLD_BODY", "FILTER"]), document(chance)))
    path = chance.choice(["", "", "", "", "mapserv", "cgi-bin/mapserv", "hostile", "%2e%2e/x", "static/", "a/b/c", "livez"])
    return pairs, has_document or chance.random() < 0.1, path, None


def send(server, pairs, posted, path, document=None):
    """The answer, and what was asked as text."""
    if document is not None:
        return sent(urllib.request.Request(server.address + path, data=document, headers={"Content-Type": "text/xml"})), document.decode("latin-1")
    query = hostile.encode(pairs)
    if not posted and len(query) > 7000:
        posted = True
    url = server.address + path + ("" if posted else f"?{query}")
    request = urllib.request.Request(url, data=query.encode() if posted else None, headers=hostile.FORM if posted else {})
    return sent(request), query


def sent(request):
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return servers.Answer(answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read())
    except urllib.error.HTTPError as answer:
        with answer:
            return servers.Answer(answer.code, {k.lower(): v for k, v in answer.headers.items()}, answer.read())


def test_a_server_survives_what_a_grammar_makes_up():
    chance = random.Random(SEED)
    server = hostile.start()
    count, kinds, sizes = 0, {}, {}
    end = time.monotonic() + SECONDS
    try:
        while time.monotonic() < end or count < WARM_UP + 50:
            pairs, posted, path, document = made_up(chance)
            began = time.monotonic()
            try:
                answer, query = send(server, pairs, posted, path, document)
            except OSError as error:
                raise AssertionError(f"no answer to request {count} of seed {SEED}: /{path} {pairs} {document}") from error
            try:
                hostile.judge(server, answer, time.monotonic() - began, hostile.unquote(query + path))
            except AssertionError as error:
                raise AssertionError(f"request {count} of seed {SEED}: {'POST' if posted else 'GET'} /{path}?{query[:3000]}\n{error}") from None
            kinds[answer.status] = kinds.get(answer.status, 0) + 1
            count += 1
            if count in (WARM_UP, SETTLED):
                sizes[count] = hostile.resident_mib(server)
        size = hostile.resident_mib(server)
        print(f"{count} requests, {kinds}, MiB after so many: {sizes}, at the end {size:.1f}")
        if not servers.IS_SANITIZED:
            assert size - sizes[WARM_UP] < FIRST_GROWTH_MIB
            assert size - sizes.get(SETTLED, size) < LATER_GROWTH_MIB
        assert kinds.get(200, 0) > count / 10, f"the grammar is all wrong: {kinds}"
        assert kinds.get(400, 0) > count / 10, f"the grammar is all right: {kinds}"
    finally:
        assert server.stop() == [0]
