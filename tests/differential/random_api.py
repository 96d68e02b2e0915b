# SPDX-License-Identifier: MIT
"""Random requests to OGC API Features about random maps over shapefiles; the same ones for the same seed. Data as in random_services.py."""

import random

from random_services import NAMES, TYPES, metadata, some

ROOT_PAGES = ("landing", "conformance", "collections", "collection", "collection-items", "collection-item", "collection-queryables", "collection-schema", "collection-sortables")

MAP_KEYS = {
    "oga_title": ["The title", "A & <b> \"q\""], "ows_title": ["Of all services"], "wfs_title": ["Of WFS"], "oga_description": ["About the map"], "ows_abstract": ["An abstract"],
    "oga_keywords": ["k1,k2"], "oga_links": ["one,two", "one"], "ows_onlineresource": ["http://ows.example/"], "oga_srs": ["EPSG:3857 EPSG:4326"],
    "ows_srs": ["EPSG:4326 EPSG:32631 EPSG:3857"], "oga_default_limit": ["2", "4", "x"], "oga_max_limit": ["3", "100"], "oga_geometry_precision": ["2", "5", "0"], "ows_geometry_precision": ["3"],
    "oga_html_tags": ["a,b", "a"], "oga_tag_a": ["of a"], "oga_tag_b": ["<b>"], "oga_compliance_mode": ["true", "false"], "oga_keywordlist": ["k3"], "ows_keywordlist": ["k4,k5"],
}
LAYER_KEYS = {
    "oga_title": ["Titled", "A & <b>"], "ows_title": ["Of all"], "wfs_title": ["Of WFS"], "wms_title": ["Of WMS"], "oga_description": ["About it"], "ows_abstract": ["Abstract"], "wfs_abstract": ["Abstract of WFS"],
    "oga_keywords": ["k1,k2", "k1"], "wfs_keywordlist": ["w1,w2"], "ows_keywordlist": ["o1"], "oga_srs": ["EPSG:3857", "EPSG:4326 EPSG:32631", "EPSG:32631 EPSG:4326"], "ows_srs": ["EPSG:3857"], "wfs_srs": ["EPSG:2154"],
    "oga_extent": ["0 0 10 10", "-1 -2 11 12"], "ows_extent": ["1 1 9 9"], "wms_extent": ["2 2 8 8"], "oga_geometry_precision": ["1", "4", "0"], "ows_geometry_precision": ["2"], "oga_default_limit": ["1", "3"], "oga_max_limit": ["2"],
    "oga_links": ["one"], "gml_include_items": ["all", "NAME,NUM", "none", "name, num"], "oga_include_items": ["NAME", "all"],
    "gml_exclude_items": ["VAL", "NAME,DAY"], "oga_exclude_items": ["NUM"], "ows_include_items": ["KIND"], "gml_NAME_alias": ["label", "the label"], "oga_NUM_alias": ["number"], "gml_types": ["auto"],
    "gml_NUM_type": ["Integer", "Character", "Real", "Boolean", "Long"], "gml_VAL_type": ["Real", "Integer", "Character", "Long"], "gml_DAY_type": ["Date", "Character", "DateTime"], "gml_KIND_type": ["Character", "Integer"],
    "gml_VAL_precision": ["1"], "gml_VAL_width": ["6"], "gml_constants": ["source"], "gml_source_value": ["const"], "gml_source_type": ["Character"], "gml_groups": ["about"], "gml_about_group": ["NAME,NUM"],
    "gml_xml_items": ["NAME"], "gml_geometries": ["place", "none"], "gml_default_items": ["KIND,NUM"], "gml_mandatory_items": ["NAME"], "oga_enable_request": ["*", "OGCAPI", "!OGCAPI", ""],
    "ows_enable_request": ["!*", "*"], "wms_layer_group": ["/a/b"], "wfs_maxfeatures": ["2"],
}
LINKS = {"oga_one_href": "http://one.example/?a=1&b=2", "oga_one_title": "One", "oga_one_type": "application/pdf", "oga_two_href": "http://two.example", "oga_two_title": "Two"}
FEATURE_IDS = {"gml_featureid": ["NUM", "NAME"], "oga_featureid": ["NUM", "num", "KIND"], "ows_featureid": ["NUM"], "wfs_featureid": ["NAME"]}
LAYER_LINES = {1: ['GROUP "ways"'], 2: ["MINSCALEDENOM 100", "MAXSCALEDENOM 1e3"], 3: ["TOLERANCE 10"], 4: ["FILTER ([NUM] > 2)", 'FILTERITEM "KIND" FILTER "a"', 'FILTER ("[KIND]" = "b")', 'FILTERITEM "NAME" FILTER /e/'], 5: ["MAXFEATURES 2"],
               6: ["EXTENT 0 0 10 10"], 7: ['CLASSITEM "KIND"'], 9: ['PROCESSING "NATIVE_FILTER=x"'], 10: ["UNITS METERS"], 11: ['ENCODING "utf-8"', 'ENCODING "latin1"'], 12: ['VALIDATION "NUM" "^[0-9]$" END']}


def layer(choose, name):
    utm = choose.random() < 0.3
    lines = [f'NAME "{name}" TYPE {TYPES[name]} STATUS {choose.choice(["ON", "OFF", "DEFAULT"])} DATA "{name}{"_utm" if utm else ""}"', 'PROJECTION "init=epsg:32631" END' if utm else 'PROJECTION "init=epsg:4326" END', 'TEMPLATE "x"']
    lines += some(choose, LAYER_LINES, 0.07).values()
    key = choose.choice(list(FEATURE_IDS))
    keys = some(choose, LAYER_KEYS, 0.13) | {key: choose.choice(FEATURE_IDS[key])}
    if "oga_links" in keys:
        keys |= LINKS
    if not {"oga_description", "ows_abstract", "wfs_abstract"} & set(keys):
        keys["oga_description"] = "Words"
    keys = {"gml_include_items": choose.choice(["all", "all", "NAME,NUM,VAL"])} | keys
    return "  LAYER\n    " + "\n    ".join(line for line in lines if line) + "\n" + metadata(keys) + '    CLASS NAME "all" STYLE COLOR 0 0 0 END END\n  END\n'


def map_of(choose):
    keys = some(choose, MAP_KEYS, 0.3) | {"oga_enable_request": choose.choice(["*", "*", "*", "OGCAPI", "* !OGCAPI"]), "oga_onlineresource": "http://api.example/x/ogcapi", "oga_html_template_directory": "pages/"}
    if "oga_links" in keys:
        keys |= LINKS
    if choose.random() < 0.15:
        keys["ows_enable_request"] = keys.pop("oga_enable_request")
    projection, extent = choose.choice([("init=epsg:4326", "EXTENT -1 -1 11 11")] * 3 + [("init=epsg:3857", "EXTENT -200000 -200000 1300000 1300000")])
    return f"""MAP
  NAME "{choose.choice(["random", "A map"])}" SIZE 200 200 {extent} UNITS DD
  PROJECTION "{projection}" END
  WEB
{metadata(keys)}  END
{"".join(layer(choose, name) for name in choose.sample(NAMES, 3))}END
"""


# Templates say all that they get; lists and loops are MapServer's own (Inja).
PARTS = ["{{ response }}", "{{ template }}", "{{ template.path }} {{ length(template.path) }}", "{{ template.params }}", "{% for k, v in template.tags %}{{ k }}={{ v }};{% endfor %}", "{% if existsIn(template.tags, \"a\") %}a {{ template.tags.a }}{% else %}no a{% endif %}",
         "{{ template.title }} {{ template.api_root }}", "{% if existsIn(response, \"links\") %}{% for l in response.links %}{{ loop.index }} {{ l.href }} {{ l.title }}{% if not loop.is_last %}, {% endif %}{% endfor %}{% endif %}",
         "{% if existsIn(response, \"features\") %}{% for f in response.features %}{{ f.properties }} {{ f.geometry.type }}{% if existsIn(f, \"id\") %} {{ f.id }}{% endif %}\n{% endfor %}{% endif %}",
         "{% if existsIn(response, \"numberMatched\") %}{{ response.numberReturned }} of {{ response.numberMatched }}{% endif %}", "{% if existsIn(response, \"title\") %}{{ upper(response.title) }}{% endif %}"]


def files(seed):
    choose = random.Random(f"api {seed}")
    pages = {f"pages/{name}.html": "\n".join(choose.sample(PARTS, 5)) + "\n" for name in ROOT_PAGES}
    return {"map.map": map_of(choose)} | pages


BOXES = ["0,0,6,6", "4,4,5,5", "1,1,6", "x", "-180,-90,180,90", "20,20,30,30", "5,5,5,5", "0,0,,6", " 1,1,6,6", "6,6,1,1", "1,6,6,1", "0,0,0,6,6,9", "1,1,6,6,7", "-1e3,-1e3,1e3,1e3", "1.5e0,1.5,7,7", "nan,1,2,3", ""]
UTM_BOX = "166021,0,833978,663000"
CRSES = ["http://www.opengis.net/def/crs/OGC/1.3/CRS84", "http://www.opengis.net/def/crs/EPSG/0/4326", "http://www.opengis.net/def/crs/EPSG/0/3857", "http://www.opengis.net/def/crs/EPSG/0/32631", "EPSG:4326", "x", ""]
FORMATS = ["json"] * 12 + ["html"] * 4 + ["xml", "JSON", None]


def request(choose):
    """A name and its parameters."""
    name = choose.choice(NAMES)
    kind = choose.choice(["items"] * 9 + ["item"] * 4 + ["collection"] * 3 + ["collections", "collections", "landing", "landing", "conformance", "path", "path"])
    path = {"items": f"/collections/{name}/items", "item": f"/collections/{name}/items/{choose.choice([5, 7, 3, 22, 999, 'five', 'up', 'a', '', 'x%2Fy', '05', '5.0', 'A%20&%20%3Cb%3E', '1e0'])}", "collection": f"/collections/{choose.choice([name, name, 'nix', ''])}",
            "collections": "/collections", "landing": choose.choice(["", "/"]), "conformance": "/conformance",
            "path": choose.choice([f"/collections/{name.upper()}", f"/collections/{name}/", f"/collections/{name}/items/", f"/collections/{name}/nix", f"/collections/{name}/items/5/x", "/nix", "/collections/", "//collections", "/conformance/x", f"/Collections/{name}", f"//collections/{name}",
                                   "/collections/random", "/collections/ways/items", f"/collections/{name}//items"])}[kind]
    parameters = {"PATH_INFO": path, "f": choose.choice(FORMATS)}
    if kind == "items":
        parameters |= some(choose, {"limit": ["1", "2", "3", "100", "x", "", "1.0", "99999999999"], "offset": ["1", "2", "3", "50", "-1", "x", ""], "bbox": BOXES}, 0.35)
    if parameters["f"] is None:
        parameters["HTTP_ACCEPT"] = choose.choice(["application/json", "text/html", "application/geo+json", "*/*", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "image/png", ""])
    return kind, parameters


def requests(seed, count):
    """Names and parameters of `count` requests about the map of the seed."""
    choose = random.Random(f"api requests {seed}")
    for number in range(count):
        kind, parameters = request(choose)
        parameters["PATH_INFO"] = f"/M{seed}/ogcapi{parameters['PATH_INFO']}"
        yield f"{seed}.{number} {kind}", {key: value for key, value in parameters.items() if value is not None}
