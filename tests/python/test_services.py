# SPDX-License-Identifier: MIT
"""Changes of a map: styles from a URL, parameters of requests, values of templates."""
import http.server
import threading

import mapscript
import pytest

MAP = """
MAP
  NAME "m" SIZE 40 20 EXTENT 0 0 20 10
  PROJECTION "init=epsg:3857" END
  WEB METADATA "ows_enable_request" "*" "ows_title" "t" "ows_srs" "EPSG:3857" END END
  LAYER NAME "fields" TYPE POLYGON STATUS ON
    FEATURE POINTS 1 1 9 1 9 9 1 9 1 1 END END
    CLASS NAME "old" STYLE COLOR 0 90 0 END END
  END
  LAYER NAME "always" TYPE POINT STATUS DEFAULT CLASS STYLE SIZE 5 COLOR 255 0 0 END END END
END
"""
SLD = """<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>fields</Name><UserStyle><FeatureTypeStyle><Rule>
  <Name>new</Name><PolygonSymbolizer><Fill><CssParameter name="fill">#010203</CssParameter></Fill></PolygonSymbolizer></Rule>
  </FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>"""


@pytest.fixture
def map():
    return mapscript.fromstring(MAP)


@pytest.fixture
def address():
    """Of a server that has the SLD."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/style.sld" else 404)
            self.end_headers()
            self.wfile.write(SLD.encode() if self.path == "/style.sld" else b"")

        def log_message(self, *arguments):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def fill_of(map):
    kind = map.getLayer(0).getClass(0)
    return kind.name, kind.getStyle(0).color.toHex()


def test_styles_come_from_an_address(map, address):
    assert map.applySLDURL(f"{address}/style.sld") == mapscript.MS_SUCCESS
    assert fill_of(map) == ("new", "#010203")


def test_styles_of_one_layer_come_from_an_address(map, address):
    assert map.getLayer(0).applySLDURL(f"{address}/style.sld", None) == mapscript.MS_SUCCESS
    assert fill_of(map) == ("new", "#010203")


def test_an_address_without_styles_raises_and_changes_nothing(map, address):
    with pytest.raises(mapscript.MapServerError, match="status 404"):
        map.applySLDURL(f"{address}/none.sld")
    assert fill_of(map) == ("old", "#005a00")


# MapServer 8.0.0 on the same map: the box shrinks by half a pixel on each side, layers of STATUS DEFAULT keep it.
def test_parameters_of_a_request_make_the_view(map):
    request = mapscript.OWSRequest()
    request.loadParamsFromURL("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=fields&STYLES=&SRS=EPSG:3857&BBOX=0,0,20,10&WIDTH=80&"
                              "HEIGHT=40&FORMAT=image/png")
    map.loadOWSParameters(request)
    assert map.getSize() == (80, 40)
    assert (map.extent.minx, map.extent.miny, map.extent.maxx, map.extent.maxy) == (0.125, 0.125, 19.875, 9.875)
    assert [layer.status for layer in map.layers] == [mapscript.MS_ON, mapscript.MS_DEFAULT]


def test_an_image_written_without_a_file_is_in_the_buffer(map, capfd):
    mapscript.msIO_installStdoutToBuffer()
    image = map.draw()
    image.write()
    assert mapscript.msIO_getStdoutBufferBytes() == image.getBytes()
    mapscript.msIO_resetHandlers()
    assert capfd.readouterr().out == ""


def test_labels_that_were_drawn_are_counted():
    map = mapscript.fromstring("""MAP SIZE 200 100 EXTENT 0 0 20 10
      LAYER TYPE POINT STATUS ON
        FEATURE POINTS 5 5 END TEXT "one" END FEATURE POINTS 15 5 END TEXT "two" END FEATURE POINTS 15.01 5 END TEXT "no room" END
        CLASS LABEL SIZE 8 COLOR 0 0 0 END END
      END
    END""")
    map.draw()
    assert map.labelcache.num_rendered_members == 2
    map.labelcache.freeCache()
    assert map.labelcache.num_rendered_members == 0
