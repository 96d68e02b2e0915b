# SPDX-License-Identifier: MIT
"""OWSRequest, the buffer of standard output, answers of services."""
import mapscript
from scene import answer_of, box, scene, tried


def _request(**parameters):
    request = mapscript.OWSRequest()
    for name, value in parameters.items():
        request.setParameter(name, value)
    return request


def parameters_are_set_and_added():
    request = mapscript.OWSRequest()
    request.setParameter("A", "1")
    request.setParameter("a", "2")
    request.addParameter("b", "3")
    request.addParameter("b", "4")
    return request.NumParams, [(request.getName(i), request.getValue(i)) for i in range(request.NumParams)], request.getValueByName("B")


def parameters_that_are_none():
    request = _request(a="1")
    return [tried(lambda: request.getName(1)), tried(lambda: request.getValue(-1)), request.getValueByName("none"),
            tried(lambda: request.setParameter(1, "x")), tried(lambda: request.getName("x"))]


def a_new_request():
    request = mapscript.OWSRequest()
    return request.NumParams, request.type, request.contenttype, request.postrequest, request.httpcookiedata


def a_query_is_loaded():
    request = mapscript.OWSRequest()
    count = request.loadParamsFromURL("MAP=x&BBOX=1%2C2&name=a+b&empty=&MAP=y")
    return count, request.NumParams, [(request.getName(i), request.getValue(i)) for i in range(request.NumParams)], request.type


def an_empty_query():
    request = mapscript.OWSRequest()
    return tried(lambda: request.loadParamsFromURL("")), request.NumParams


def a_form_is_loaded():
    request = mapscript.OWSRequest()
    request.contenttype = "application/x-www-form-urlencoded"
    count = request.loadParamsFromPost("a=1&b=2", "c=3")
    return count, sorted((request.getName(i), request.getValue(i)) for i in range(request.NumParams)), request.type


def a_document_is_loaded():
    request = mapscript.OWSRequest()
    request.contenttype = "text/xml"
    count = request.loadParamsFromPost("<xml/>", "c=3")
    return count, request.postrequest, request.getValueByName("c"), request.type, request.contenttype


def too_many_parameters():
    request = mapscript.OWSRequest()
    for i in range(100):
        request.addParameter(f"p{i}", "x")
    return request.NumParams, tried(lambda: request.addParameter("more", "x"))


GET_MAP = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=fields&STYLES=&SRS=EPSG:3857&BBOX=0,0,20,10&WIDTH=40&HEIGHT=20&"
           "FORMAT=image/png")


def _served():
    the_map = scene()
    the_map.web.metadata.set("ows_enable_request", "*")
    the_map.web.metadata.set("ows_onlineresource", "http://localhost/?")
    return the_map


def a_map_is_got():
    status, kind, body = answer_of(_served(), GET_MAP)
    return status, kind, body[:4]


def a_map_of_an_unknown_layer():
    status, kind, body = answer_of(_served(), GET_MAP.replace("fields", "none"))
    return status, kind, b"LayerNotDefined" in body


def an_exception_in_the_image():
    status, kind, body = answer_of(_served(), GET_MAP.replace("fields", "none") + "&EXCEPTIONS=application/vnd.ogc.se_inimage")
    return status, kind, body[:4]


def capabilities_are_got():
    status, kind, body = answer_of(_served(), "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities")
    return status, kind, b"<Name>fields</Name>" in body


def features_are_told_of():
    the_map = _served()
    status, kind, body = answer_of(the_map, GET_MAP.replace("GetMap", "GetFeatureInfo") + "&QUERY_LAYERS=fields&X=10&Y=10&INFO_FORMAT=text/plain")
    return status, kind, b"fields" in body


def a_legend_is_got():
    status, kind, body = answer_of(_served(), "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetLegendGraphic&LAYER=fields&FORMAT=image/png")
    return status, kind, body[:4]


def a_request_for_nothing():
    return answer_of(_served(), "a=b")[0]


def a_service_that_is_off():
    the_map = scene()
    return answer_of(the_map, GET_MAP)[0]


def parameters_make_a_view():
    the_map = _served()
    the_map.loadOWSParameters(_request(SERVICE="WMS", VERSION="1.1.0", REQUEST="GetMap", LAYERS="fields", STYLES="", SRS="EPSG:3857", BBOX="0,0,20,10",
                                       WIDTH="40", HEIGHT="20", FORMAT="image/png"))
    return the_map.getSize(), box(the_map.extent), [the_map.getLayer(i).status for i in range(3)], the_map.units


def parameters_make_a_projection():
    the_map = _served()
    the_map.loadOWSParameters(_request(SERVICE="WMS", VERSION="1.1.1", REQUEST="GetMap", LAYERS="fields,hidden", STYLES="", SRS="EPSG:3857", BBOX="0,0,20,10",
                                       WIDTH="40", HEIGHT="20", FORMAT="image/png", TRANSPARENT="TRUE"))
    return the_map.getProjection(), the_map.outputformat.transparent, the_map.getLayerOrder(), the_map.imagetype


def headers_of_ananswer_of():
    mapscript.msIO_installStdoutToBuffer()
    request = mapscript.OWSRequest()
    request.loadParamsFromURL(GET_MAP)
    _served().OWSDispatch(request)
    headers = mapscript.msIO_getAndStripStdoutBufferMimeHeaders()
    body = mapscript.msIO_getStdoutBufferBytes()
    mapscript.msIO_resetHandlers()
    return headers.get("Content-Type"), body[:4]


def an_empty_buffer():
    mapscript.msIO_installStdoutToBuffer()
    seen = mapscript.msIO_stripStdoutBufferContentType(), mapscript.msIO_getStdoutBufferBytes(), mapscript.msIO_getStdoutBufferString()
    mapscript.msIO_resetHandlers()
    return seen


def no_buffer_at_all():
    mapscript.msIO_resetHandlers()
    return tried(lambda: mapscript.msIO_getStdoutBufferBytes()), tried(lambda: mapscript.msIO_stripStdoutBufferContentType())


def an_image_written_to_the_buffer():
    mapscript.msIO_installStdoutToBuffer()
    image = scene().draw()
    image.write()
    written = mapscript.msIO_getStdoutBufferBytes()
    mapscript.msIO_resetHandlers()
    return written == image.getBytes()


def sld_is_applied():
    the_map = scene()
    sld = """<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>fields</Name><UserStyle><FeatureTypeStyle><Rule><Name>r</Name>
      <PolygonSymbolizer><Fill><CssParameter name="fill">#010203</CssParameter></Fill></PolygonSymbolizer></Rule></FeatureTypeStyle>
      </UserStyle></NamedLayer></StyledLayerDescriptor>"""
    the_map.applySLD(sld)
    layer = the_map.getLayer(0)
    style = layer.getClass(0).getStyle(0)
    return layer.numclasses, layer.getClass(0).name, (style.color.red, style.color.green, style.color.blue)


def sld_is_written():
    the_map = scene()
    text = the_map.generateSLD()
    return text.startswith("<StyledLayerDescriptor"), "<Name>fields</Name>" in text.replace("se:", ""), "#005a00" in text.lower()


def sld_of_a_layer():
    text = scene().getLayer(0).generateSLD()
    return text.startswith("<StyledLayerDescriptor"), "Wood" in text


def sld_that_is_none():
    return tried(lambda: scene().applySLD("<nonsense"))


def bodies_that_are_documents():
    seen = []
    for kind, body in (("text/xml", '<GetCapabilities service="WMS" version="1.1.1"/>'), ("text/xml", "<GetMap/>"), ("text/xml", "<x"),
                       ("application/octet-stream", "hello"), ("text/xml", ""), (None, "<x/>")):
        request = mapscript.OWSRequest()
        request.contenttype = kind
        request.loadParamsFromPost(body, "")
        mapscript.msIO_installStdoutToBuffer()
        seen.append((tried(lambda: scene().OWSDispatch(request)), mapscript.msIO_getStdoutBufferBytes() == b"", request.contenttype))
        mapscript.msIO_resetHandlers()
    return seen


def boxes_of_pixels_that_are_not_square():
    seen = []
    for corners, width, height in (("0,0,20,20", "40", "20"), ("-1,-2,3,4", "60", "80"), ("0,0,20,10", "40", "20")):
        the_map = scene()
        the_map.web.metadata.set("ows_enable_request", "*")
        request = mapscript.OWSRequest()
        for name, value in (("SERVICE", "WMS"), ("VERSION", "1.1.1"), ("REQUEST", "GetMap"), ("LAYERS", "fields"), ("STYLES", ""),
                            ("SRS", "EPSG:3857"), ("BBOX", corners), ("WIDTH", width), ("HEIGHT", height), ("FORMAT", "image/png")):
            request.setParameter(name, value)
        seen.append((tried(lambda: the_map.loadOWSParameters(request)), box(the_map.extent)))
        the_map.draw()
        seen.append(box(the_map.extent))
    return seen
