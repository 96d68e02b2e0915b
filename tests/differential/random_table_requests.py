# SPDX-License-Identifier: MIT
"""Random requests about the layers of random_tables.py: WMS, WFS with filters, CGI query modes and OGC API Features; the same ones for the same seed."""

import random

import random_tables
from random_conditions import Filters
from random_services import ROW_TAGS, page, some

NAMES = list(random_tables.GEOMETRIES)
LOWER = {"NAME": "name", "NUM": "num", "VAL": "val", "DAY": "day", "KIND": "kind"}
TAGS = [tag.replace("NAME", "name").replace("NUM", "num").replace("VAL", "val").replace("KIND", "kind").replace("extra_REMARK", "extra_remark") for tag in ROW_TAGS if "precision=0" not in tag]
BEGIN = "<!-- MapServer Template -->\n"


class TableFilters(Filters):
    """Filters about the columns of the tables; now and then about ids or a column that only this table has."""

    def __init__(self, choose, version, table):
        super().__init__(choose, version)
        self.table = table

    def name(self, name):
        return super().name(LOWER.get(name, name))

    def own(self):
        item = self.choose.choice([name for name in self.table.columns if name not in random_tables.BASIC and " " not in name])
        values = [value for value in self.table.samples[item] if value and "<" not in value]
        sign = self.choose.choice(["EqualTo", "EqualTo", "NotEqualTo", "GreaterThan", "LessThanOrEqualTo"])
        return self.element(f"PropertyIs{sign}", super().name(item), self.value(self.choose.choice(values)))

    def comparison(self):
        has_own = any(name not in random_tables.BASIC and " " not in name for name in self.table.columns)
        return self.own() if has_own and self.choose.random() < 0.2 else super().comparison()

    def filter(self, layer=""):
        if self.choose.random() < 0.15:
            ids = [f"{layer}.{self.choose.choice(['1', '2', '5', 'key 1', '5000000001', '77'])}" for _ in range(self.choose.choice([1, 2]))]
            inner = "".join(f'<fes:ResourceId rid="{one}"/>' if self.f == "fes" else f'<ogc:FeatureId fid="{one}"/>' for one in ids)
            return super().filter().split(">", 1)[0] + f">{inner}</{self.f}:Filter>"
        return super().filter()


def layer_names(seed):
    """Of the map, with the tables behind them."""
    found = {table.kind: table for table in random_tables.tables(seed)}
    text = random_tables.map_of(seed)
    return found | ({"clustered": found["points"]} if 'NAME "clustered"' in text else {}) | ({"united": found["areas"]} if 'NAME "united"' in text else {})


def wms(choose, layers):
    names = choose.sample(list(layers), choose.choice([1, 1, 1, 2, 4]))
    version = choose.choice(["1.1.1", "1.1.1", "1.3.0"])
    code = choose.choice(["EPSG:4326"] * 3 + ["EPSG:3857"])
    box = choose.choice(["0,0,10,10", "0,0,10,10", "2,2,8,8", "-20,-20,40,40"])
    if code == "EPSG:3857":
        box = {"0,0,10,10": "0,0,1113195,1118890", "2,2,8,8": "222639,222684,890556,893464"}.get(box, "-2226390,-2273031,4452780,4865942")
    request = {"SERVICE": "WMS", "VERSION": version, "REQUEST": choose.choice(["GetMap", "GetFeatureInfo"]), "LAYERS": ",".join(names), "STYLES": "", "CRS" if version == "1.3.0" else "SRS": code, "BBOX": box, "WIDTH": "200", "HEIGHT": "200", "FORMAT": "image/png"}
    request |= some(choose, {"TIME": ["2020-01-01", "2020", "2020-01-01/2020-12-31", "2020-01-01,2021-01-01", "2021-06", "x"], "kind": ["b", "x1", "A"], "low": ["5", "-1", "x"], "TRANSPARENT": ["TRUE"]}, 0.15)
    if choose.random() < 0.15:
        request["FILTER"] = "".join(f"({TableFilters(choose, choose.choice(['1.0.0', '1.1.0', '2.0.0']), layers[name]).filter(name)})" for name in names)
    if request["REQUEST"] == "GetMap":
        return "GetMap", request
    i, j = ("I", "J") if version == "1.3.0" else ("X", "Y")
    place = choose.choice([(100, 100), (40, 60), (160, 160), (60, 100), (20, 180), (120, 20)])
    return "GetFeatureInfo", request | {"QUERY_LAYERS": ",".join(names), i: str(place[0]), j: str(place[1]), "FEATURE_COUNT": choose.choice(["1", "10", "10", "100"]), "INFO_FORMAT": choose.choice(["text/plain", "text/plain", "application/vnd.ogc.gml", "text/html", "csv", "geojson"])} | some(choose, {"RADIUS": ["30", "bbox"]}, 0.3)


def wfs(choose, layers):
    name = choose.choice(list(layers))
    version = choose.choice(["1.0.0", "1.1.0", "1.1.0", "2.0.0", "2.0.0"])
    kind = choose.choice(["GetFeature"] * 8 + ["DescribeFeatureType", "GetPropertyValue", "GetCapabilities"])
    request = {"SERVICE": "WFS", "VERSION": version, "REQUEST": kind, "TYPENAMES" if version == "2.0.0" else "TYPENAME": name}
    if kind == "GetPropertyValue" and name == "united":
        kind = request["REQUEST"] = "GetFeature"  # MapServer 8.0.0 does not end
    if kind == "GetPropertyValue":
        return kind, request | {"VERSION": "2.0.0", "TYPENAMES": name, "TYPENAME": None, "VALUEREFERENCE": choose.choice(["name", "num", "msGeometry", "label", "@gml:id", "nix"])}
    if kind != "GetFeature":
        return kind, request if kind != "GetCapabilities" else {"SERVICE": "WFS", "VERSION": version, "REQUEST": kind}
    filters = TableFilters(choose, version, layers[name])
    sort = {"SORTBY": choose.choice(["num", "name DESC", "num D", "kind A,num D", "day+D", "nix", "label"])} if choose.random() < 0.25 else {}
    request |= choose.choice([{}, {"FILTER": filters.filter(name)}, {"FILTER": filters.filter(name)}, {"FILTER": filters.filter(name)}, {"BBOX": choose.choice(["0,0,6,6", "4,4,5,5,EPSG:4326", "0,0,500000,500000,EPSG:3857"])},
                              {"RESOURCEID" if version == "2.0.0" else "FEATUREID": choose.choice([f"{name}.1", f"{name}.2,{name}.5", f"{name}.key 3", f"{name}.5000000004", f"{name}.99", "x", f"{name}.x"])}])
    request |= sort | some(choose, {"COUNT" if version == "2.0.0" else "MAXFEATURES": ["1", "2", "5", "0"], "STARTINDEX": ["0", "1", "3"], "RESULTTYPE": ["hits"], "PROPERTYNAME": ["name", "num,kind", "msGeometry,name", "label", "nix"], "SRSNAME": ["EPSG:3857", "EPSG:4326", "urn:ogc:def:crs:EPSG::3857", "EPSG:2056"],
                                    "OUTPUTFORMAT": ["csv", "geojson", "GML2", "text/xml; subtype=gml/3.1.1", "application/gml+xml; version=3.2"], "kind": ["b", "x1"], "low": ["5"]}, 0.15)
    return kind, request


def pages(choose, layers):
    names = choose.sample(list(layers), choose.choice([1, 2, 3]))
    mode = choose.choice(["query", "nquery", "nquery", "itemquery", "itemnquery", "itemnquery", "indexquery", "featurequery", "featurenquery", "browse", "map", "itemnquerymap"])
    request = {"mode": mode, "layers": " ".join(names)}
    if mode in ("query", "nquery", "featurequery", "featurenquery", "browse"):
        request |= choose.choice([{"mapxy": "5 5"}, {"mapxy": "2 7"}, {"imgxy": "100 100", "imgext": "0 0 10 10", "imgsize": "200 200"}, *([{"mapext": "3 3 8 8"}, {"mapshape": "3 3 8 3 8 8 3 8 3 3"}, {"mapext": "0 0 10 10"}] if mode == "nquery" else [])])
        request |= some(choose, {"qlayer": names} if "feature" not in mode else {}, 0.3)
    if "feature" in mode:
        request |= {"slayer": "areas"}
    if "item" in mode:
        item = choose.choice(["kind", "name", "num", "day", *layers[names[0]].columns])
        values = [value for value in layers[names[0]].samples[item] if value]
        request |= {"qlayer": names[0]} | choose.choice([{"qitem": item, "qstring": choose.choice(values)}, {"qitem": item, "qstring": "/^[a-f0-5]/"}, {"qitem": item, "qstring": choose.choice(values)}, {"qstring": random_tables.own_condition(choose, layers[names[0]]).replace("%low%", "2").replace("%kind%", "a")}])
    if mode == "indexquery":
        request |= {"qlayer": names[0], "shapeindex": choose.choice(["0", "1", "2", "3", "99", "5000000001"])}
    return f"page {mode}", request | some(choose, {"mapsize": ["100 100"], "kind": ["b"], "low": ["5"]}, 0.1)


def api(choose, layers):
    name = choose.choice(list(layers))
    path = choose.choice(["items"] * 6 + ["item", "item", "collection"])
    if path == "item":
        return path, {"PATH_INFO": f"/collections/{name}/items/{choose.choice(['1', '2', '5', 'key 3', '5000000004', '99', 'x'])}", "f": "json"}
    if path == "collection":
        return path, {"PATH_INFO": f"/collections/{name}", "f": "json"}
    return path, {"PATH_INFO": f"/collections/{name}/items", "f": "json"} | some(choose, {"limit": ["1", "2", "3", "100"], "offset": ["1", "2", "50"], "bbox": ["0,0,6,6", "4.1,3.9,5.2,5.3", "-180,-90,180,90"]}, 0.4)


KINDS = {"wms": wms, "wfs": wfs, "pages": pages, "api": api}


def files(seed):
    choose = random.Random(f"pages of tables {seed}")
    web_tags = [tag for tag in TAGS if not tag.startswith(("[shp", "[item", "[name", "[num", "[val", "[lrn", "[extra", "[join"))]
    return {"map.map": random_tables.map_of(seed), "row.html": page(choose, TAGS, 10) + "[name]|[num]|[kind]|[day]|[val]\n", "web.html": page(choose, web_tags, 6), "head.html": BEGIN + "HEAD [nlr] [nl] [nr] [cl]\n", "foot.html": BEGIN + "FOOT [nlr] [lrn]\n", "part.html": BEGIN + "part\n",
            "join.html": BEGIN + "J [code] [remark] [name]\n"}


def requests_about(seed, count, layers, about, kinds):
    """Names and parameters of `count` requests of each kind about the layers."""
    for kind, make in kinds.items():
        choose = random.Random(f"{kind} of {about} {seed}")
        for number in range(count):
            name, parameters = make(choose, layers)
            if "PATH_INFO" in parameters:
                parameters["PATH_INFO"] = f"/M{seed}/ogcapi{parameters['PATH_INFO']}"
            yield f"{seed}.{number} {kind} {name}", {key: value for key, value in parameters.items() if value is not None}


def requests(seed, count):
    return requests_about(seed, count, layer_names(seed), "tables", KINDS)


def statements(seeds):
    """SQL that makes the tables of all of them."""
    yield from random_tables.prelude()
    for seed in seeds:
        for table in random_tables.tables(seed):
            yield from random_tables.sql_of(table)
