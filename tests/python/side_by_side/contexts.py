# SPDX-License-Identifier: MIT
"""Web Map Context documents, written and read."""
import xml.etree.ElementTree as ET

import mapscript
from scene import FOLDER, answer_of, box, tried

MAP_KEYS = ("title", "abstract", "keywordlist", "logourl_width", "logourl_height", "logourl_format", "logourl_href", "descriptionurl_format",
            "descriptionurl_href", "dataurl", "contactperson", "contactorganization", "contactposition", "addresstype", "address", "city",
            "stateorprovince", "postcode", "country", "contactvoicetelephone", "contactfacsimiletelephone", "contactelectronicmailaddress")
NEEDED = {"title": "Roads & more", "name": "roads", "server_version": "1.1.1", "onlineresource": "http://roads.example/?a=1&b=2"}
VERSIONS = ("1.1.0", "1.0.0", "0.1.7", "0.1.4")


def _map(version, more, text=""):
    metadata = " ".join(f'"wms_{key}" "{key} <1>,2"' for key in MAP_KEYS)
    layer = " ".join(f'"wms_{key}" "{value}"' for key, value in (NEEDED | more).items())
    return mapscript.fromstring(f"""MAP NAME "m" SIZE 200 100 EXTENT -10 0 10 10.5 PROJECTION "init=epsg:4326" END
      WEB METADATA {metadata} "wms_context_version" "{version}" END END
      LAYER NAME "other" TYPE POINT STATUS ON END
      LAYER NAME "roads" TYPE RASTER STATUS ON CONNECTIONTYPE WMS CONNECTION "http://roads.example/?" METADATA {layer} END {text} END
    END""")


def _written(*arguments):
    path = str(FOLDER / "context.xml")
    _map(*arguments).saveMapContext(path)
    with open(path, encoding="utf-8") as file:
        text = ET.canonicalize(file.read(), strip_text=True)
    return " ".join(text.split())  # drafts have lists of lines


STYLES = {"style": "a", "stylelist": "a,b", "style_a_title": "The a", "style_a_legendurl_href": "http://l", "style_a_legendurl_format": "image/png",
          "style_a_legendurl_width": "5", "style_a_legendurl_height": "6"}
DIMENSIONS = {"dimensionlist": "time,elevation,none", "dimension": "elevation", "dimension_time_uservalue": "2001", "dimension_elevation_units": "m",
              "dimension_elevation_unitsymbol": "m", "dimension_elevation_uservalue": "5", "dimension_elevation_default": "6",
              "dimension_elevation_multiplevalues": "1", "dimension_none_uservalue": "7"}
LISTS = STYLES | DIMENSIONS | {"formatlist": "image/png,image/gif", "format": "image/gif", "srs": "EPSG:4326 EPSG:3857", "abstract": "abs",
                               "metadataurl_href": "http://m", "metadataurl_format": "text/xml", "dataurl_href": "http://d", "dataurl_format": "f",
                               "server_title": "A server"}


def contexts_are_written():
    return [_written(version, more) for version in VERSIONS for more in ({}, LISTS)]


def what_a_layer_says_itself_is_written():
    return [_written(version, {}, text) for version in VERSIONS for text in
            ('TEMPLATE "x" MINSCALEDENOM 10 MAXSCALEDENOM 1000.5', 'STATUS OFF PROJECTION "init=epsg:3857" END')]


def styles_that_are_documents():
    return [_written("1.1.0", {"style": "a", "stylelist": "a,b", **more}) for more in
            ({"style_a_sld": "http://sld"}, {"style_a_sld_body": "<StyledLayerDescriptor><NamedLayer/></StyledLayerDescriptor>"})]


def formats_without_a_list():
    return [_written("1.1.0", more) for more in ({"format": "image/png"}, {"style": "a"}, {"formatlist": "a,b"}, {"stylelist": "a,b"})]


def versions_that_are_none():
    return [tried(lambda: _written(version, {})) for version in ("0.1.2", "2.0.0", "nonsense")]


def _said(layer):
    return (layer.name, layer.status, layer.type, layer.connection, layer.connectiontype, layer.template, layer.minscaledenom,
            layer.maxscaledenom, sorted((key, layer.metadata.get(key)) for key in NEEDED.keys() | LISTS.keys()),
            sorted((key.lower(), layer.metadata.get(key)) for key in layer.metadata.keys()))


def contexts_are_read():
    seen = []
    for version in ("1.1.0", "1.0.0"):
        _map(version, LISTS, 'TEMPLATE "x" MINSCALEDENOM 10 MAXSCALEDENOM 1000.5').saveMapContext(str(FOLDER / "read.xml"))
        for unique in (0, 1):
            the_map = mapscript.mapObj()
            done = the_map.loadMapContext(str(FOLDER / "read.xml"), unique)
            seen.append((done, the_map.name, the_map.getSize(), box(the_map.extent), the_map.getProjection(), the_map.units,
                         [_said(the_map.getLayer(i)) for i in range(the_map.numlayers)],
                         sorted((key, the_map.web.metadata.get(key)) for key in the_map.web.metadata.keys())))
    return seen


GENERAL = '<General><BoundingBox SRS="EPSG:4326" minx="1" miny="2" maxx="3" maxy="4"/><Title>t</Title></General>'
SERVER = '<Server service="WMS" version="1.1.1" title="s"><OnlineResource xlink:href="http://x"/></Server>'


def _read(text):
    path = FOLDER / "other.xml"
    path.write_text(text)
    the_map = mapscript.mapObj()
    return tried(lambda: the_map.loadMapContext(str(path))), [_said(the_map.getLayer(i)) for i in range(the_map.numlayers)]


def _with_layer(layer):
    return _read(f'<ViewContext version="1.1.0" id="i" xmlns:xlink="x">{GENERAL}<LayerList>{layer}</LayerList></ViewContext>')


def layers_that_say_little():
    return [_with_layer(layer) for layer in (f"<Layer>{SERVER}<Name>n</Name><Title>L</Title></Layer>",
                                             f'<Layer queryable="1" hidden="1">{SERVER}<Name>n</Name></Layer>',
                                             f'<Layer queryable="0" hidden="0">{SERVER}<Title>L</Title></Layer>')]


def documents_that_are_no_contexts():
    return [_read(text)[0] for text in ("<ViewContext", "", "<a/>", '<ViewContext version="2.0" id="i"/>')] + [
        tried(lambda: mapscript.mapObj().loadMapContext("/nowhere/context.xml")), tried(lambda: _map("1.1.0", {}).saveMapContext("/nowhere/x"))]


def a_context_is_answered():
    the_map = _map("1.1.0", LISTS)
    the_map.web.metadata.set("wms_enable_request", "*")
    the_map.web.metadata.set("wms_getcontext_enabled", "1")
    status, kind, body = answer_of(the_map, "SERVICE=WMS&REQUEST=GetContext&VERSION=1.0.0")
    return status, kind, ET.canonicalize(body.decode(), strip_text=True)
