# SPDX-License-Identifier: MIT
"""Answers of maps with layers that are always on or never drawn, and formats by their names."""
import os

import mapscript
from scene import answer_of, scene, tried

GET_MAP = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={layers}&STYLES=&SRS=EPSG:4326&BBOX=0,0,20,10&WIDTH=40&HEIGHT=20&"
           "FORMAT=image/png")
LAYER = """LAYER NAME "{name}" TYPE POINT STATUS {status} FEATURE POINTS 1 1 END END CLASS STYLE COLOR 1 2 3 SIZE 5 END END END"""


def _served(projection, status, more=""):
    return mapscript.fromstring(f"""MAP NAME "m" SIZE 10 10 EXTENT 0 0 20 10 PROJECTION "{projection}" END
      WEB METADATA "ows_enable_request" "*" "ows_onlineresource" "http://localhost/?" END END
      {more} {LAYER.format(name="a", status=status)} {LAYER.format(name="b", status="ON")} END""")


def _begun(the_map, query):
    """The first bytes of an answer identify it."""
    status, kind, body = answer_of(the_map, query)
    return status, kind, body[:4]


def a_layer_that_is_always_on_has_every_system():
    return [_begun(_served("init=epsg:2056", status), GET_MAP.format(layers=layers)) for status in ("DEFAULT", "ON") for layers in ("a", "a,b", "b")]


def a_map_with_a_photo_is_answered():
    photo = 'LAYER NAME "photo" TYPE RASTER STATUS OFF DATA "photo.tif" END'
    return _begun(_served("init=epsg:4326", "ON", photo), GET_MAP.format(layers="a"))


def a_service_that_nobody_knows():
    return _begun(_served("init=epsg:4326", "ON"), "SERVICE=NONSENSE&REQUEST=GetMap")


def formats_by_name_and_mime_type():
    the_map = scene()
    seen = []
    for name in ("png", "PNG", "image/png", "image/jpeg", "mine", "AGG/PNG", "agg/png", "", None, "nonsense"):
        seen.append((tried(lambda: the_map.selectOutputFormat(name)), the_map.imagetype, the_map.outputformat.name))
    return seen


def formats_that_are_not_asked_for_by_name():
    the_map = scene()
    return [the_map.getOutputFormatByName(name) for name in ("AGG/PNG", "", "nonsense")], the_map.removeOutputFormat("nonsense")


def a_transparent_format_is_mended():
    seen = []
    for driver in ("AGG/PNG", "AGG/JPEG", "CAIRO/PNG"):
        format = mapscript.outputFormatObj(driver)
        format.transparent = mapscript.MS_TRUE
        seen.append((format.validate(), format.imagemode, format.transparent, format.validate()))
    return seen


def a_transparent_format_of_a_mapfile_has_alpha():
    the_map = mapscript.fromstring('MAP OUTPUTFORMAT NAME "x" DRIVER "AGG/PNG" IMAGEMODE RGB TRANSPARENT ON END END')
    return the_map.outputformat.imagemode, the_map.outputformat.transparent


def _loaded(**environment):
    for name in ("REQUEST_METHOD", "QUERY_STRING", "HTTP_COOKIE"):
        os.environ.pop(name, None)
    os.environ.update(environment)
    request = mapscript.OWSRequest()
    count = tried(request.loadParams)
    return count, request.NumParams, [(request.getName(i), request.getValue(i)) for i in range(max(request.NumParams, 0))], request.httpcookiedata


def cookies_are_parameters():
    return _loaded(REQUEST_METHOD="GET", QUERY_STRING="a=b", HTTP_COOKIE="c=d; e=f")


def a_method_that_is_none_of_cgi():
    return _loaded(REQUEST_METHOD="PUT", QUERY_STRING="a=b")[:2]


def sld_begins_as_scripts_know_it():
    the_map = scene()
    return [the_map.generateSLD(version)[:300] for version in ("1.0.0", "1.1.0")]


def sizes_set_by_method():
    the_map = scene()
    return the_map.set_width(30), the_map.set_height(20), the_map.getSize()


def an_image_that_is_not_there():
    return [tried(lambda: mapscript.imageObj(1, 1, None, "/nonexistent.png"))]


def a_table_has_no_key_of_none():
    return [tried(lambda: mapscript.hashTableObj().get(None))]
