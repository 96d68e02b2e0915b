# SPDX-License-Identifier: MIT
"""Answers in GDAL's formats of features, for which a shared object beside the module is loaded."""
import json
import pathlib

import mapscript
import pytest

MODULE = pathlib.Path(mapscript.__file__).with_name("mapserver-ogr.so")
QUERY = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&LAYERS=capitals&QUERY_LAYERS=capitals&STYLES=&SRS=EPSG:4326&BBOX=0,40,20,60&WIDTH=200"
         "&HEIGHT=200&X=23&Y=111&INFO_FORMAT=")

pytestmark = pytest.mark.skipif(not MODULE.exists(), reason="built without GDAL")


def answer_of(map, query):
    mapscript.msIO_installStdoutToBuffer()
    request = mapscript.OWSRequest()
    request.loadParamsFromURL(query)
    assert map.OWSDispatch(request) == mapscript.MS_SUCCESS
    kind = mapscript.msIO_stripStdoutBufferContentType()
    mapscript.msIO_stripStdoutBufferContentHeaders()
    body = mapscript.msIO_getStdoutBufferBytes()
    mapscript.msIO_resetHandlers()
    return kind, body


def test_feature_info_is_answered_as_a_file_of_gdal(examples):
    map = mapscript.mapObj(str(examples / "shapefile.map"))
    kind, body = answer_of(map, QUERY + "application/geo%2Bjson")
    assert kind == "application/geo+json"
    assert [feature["properties"]["name"] for feature in json.loads(body)["features"]] == ["Paris"]
    kind, body = answer_of(map, QUERY + "text/csv")
    assert kind == "text/csv" and b"Paris" in body
