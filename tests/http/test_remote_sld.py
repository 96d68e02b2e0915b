# SPDX-License-Identifier: MIT
"""SLD=http://...: fetched from listed hosts only, within bounds."""

import concurrent.futures
import http.server
import io
import os
import re
import subprocess
import threading
import time
from urllib.parse import quote

import pytest
import servers
from PIL import Image

GREEN = b"""<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>box</Name><UserStyle><FeatureTypeStyle><Rule>
<PolygonSymbolizer><Fill><CssParameter name="fill">#00ff00</CssParameter></Fill></PolygonSymbolizer>
</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>"""
MAPFILE = """MAP NAME "m" SIZE 10 10 EXTENT 0 0 9 9 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326" "wms_remote_sld_max_bytes" "2000" END END
  WEB VALIDATION "sld_external_graphic" "^http://[a-z0-9.:]+/icons/" END END
  LAYER NAME "box" TYPE POLYGON FEATURE POINTS -1 -1 -1 10 10 10 10 -1 -1 -1 END END
    CLASS STYLE COLOR 255 0 0 END END END
END"""


class Styles(http.server.BaseHTTPRequestHandler):
    asked = []
    style = GREEN

    def do_GET(self):
        self.asked.append(self.path)
        if self.path == "/moved.sld":
            self.send_response(302)
            self.send_header("Location", "/green.sld")
            self.end_headers()
            return
        if self.path == "/slow.sld":
            time.sleep(8)
        if self.path == "/icons/blue.svg":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'<svg xmlns="http://www.w3.org/2000/svg" width="6" height="6"><path d="M0 0h6v6H0z" fill="blue"/></svg>')
            return
        self.send_response(200 if self.path in ("/green.sld", "/large.sld", "/slow.sld") else 404)
        self.end_headers()
        self.wfile.write(self.style + (b" " * 2000 if self.path == "/large.sld" else b""))

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def styles():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Styles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()


def get_map(folder, hosts, url, *, with_headers=False, body=None):
    (folder / "m.map").write_text(MAPFILE)
    (folder / "ms.conf").write_text(f'CONFIG ENV "MS_SLD_HOSTS" "{hosts}" END MAPS "m" "m.map" END END')
    query = ("map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=box&STYLES=&SRS=EPSG:4326&BBOX=0,0,9,9&WIDTH=10&HEIGHT=10"
             f"&FORMAT=image/png" + (f"&SLD={quote(url, safe='')}" if body is None else f"&SLD_BODY={quote(body, safe='')}"))
    words = [] if with_headers else ["-nh"]
    done = subprocess.run([servers.MAPSERV, *words, "-conf", folder / "ms.conf", f"QUERY_STRING={query}"],
                          capture_output=True, timeout=60, env={"PATH": os.environ["PATH"], "MS_IMAGE_EFFORT": "FIXED"}, check=True)
    return done.stdout


def test_a_listed_host_styles_the_map(tmp_path, styles):
    plain = get_map(tmp_path, "", "")
    styled = get_map(tmp_path, f"127.0.0.1:{styles}", f"http://127.0.0.1:{styles}/green.sld")
    assert plain.startswith(b"\x89PNG") and styled.startswith(b"\x89PNG") and plain != styled


def test_a_fetched_style_that_changes_changes_the_validator(tmp_path, styles, monkeypatch):
    def tag():
        answer = get_map(tmp_path, f"127.0.0.1:{styles}", f"http://127.0.0.1:{styles}/green.sld", with_headers=True)
        return re.search(rb"\r\nETag: (\S+)\r\n", answer)[1]

    green = tag()
    assert tag() == green
    monkeypatch.setattr(Styles, "style", GREEN.replace(b"#00ff00", b"#0000ff"))
    assert tag() != green


@pytest.mark.parametrize("hosts, path, why", [
    ("", "green.sld", b"does not fetch"), ("127.0.0.1", "green.sld", b"does not fetch from there"),
    ("127.0.0.1:{}", "missing.sld", b"status 404"), ("127.0.0.1:{}", "moved.sld", b"status 302"),
    ("127.0.0.1:{}", "large.sld", b"larger than 2000 bytes"),
])
def test_whatever_else_is_an_exception(tmp_path, styles, hosts, path, why):
    answer = get_map(tmp_path, hosts.format(styles), f"http://127.0.0.1:{styles}/{path}")
    assert b"ServiceException" in answer and why in answer


def test_a_name_that_means_a_private_address_needs_that_address_listed(tmp_path, styles):
    url = f"http://localhost:{styles}/green.sld"
    Styles.asked.clear()
    assert b"nobody answers" in get_map(tmp_path, f"localhost:{styles}", url)
    assert not Styles.asked
    assert get_map(tmp_path, f"localhost:{styles} 127.0.0.0/8", url).startswith(b"\x89PNG")


def test_a_slow_server_keeps_no_other_request_waiting_and_no_request_beyond_its_time(styles):
    url = f"http://127.0.0.1:{styles}/slow.sld"
    query = "map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=box&STYLES=&SRS=EPSG:4326&BBOX=0,0,9,9&WIDTH={}&HEIGHT=10&FORMAT=image/png"
    server = servers.start_listener_of(servers.own_folder(), {"m": MAPFILE}, {"MS_SLD_HOSTS": f"127.0.0.1:{styles}", "MS_THREADS": "1", "MS_REQUEST_TIMEOUT": "60"})
    Styles.asked.clear()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        styled = [pool.submit(servers.fetch, f"{server.address}/?{query.format(width)}&SLD={quote(url, safe='')}") for width in (10, 11)]
        while not Styles.asked:
            time.sleep(0.01)
        assert servers.fetch(f"{server.address}/?{query.format(12)}").is_png
        assert not any(answer.done() for answer in styled)  # they wait for the style, and the only worker does not
        assert all(answer.result().is_png for answer in styled)
    assert Styles.asked == ["/slow.sld"]
    assert server.stop() == [0]
    hasty = servers.start_listener_of(servers.own_folder(), {"m": MAPFILE}, {"MS_SLD_HOSTS": f"127.0.0.1:{styles}", "MS_REQUEST_TIMEOUT": "1"})
    watch = hasty.watch()
    answer = servers.fetch(f"{hasty.address}/?{query.format(10)}&SLD={quote(url, safe='')}")
    assert "more time or memory than the server allows" in answer.text and watch.seconds < 3.5
    assert hasty.stop() == [0]


def sld_of_image(url):
    return f"""<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>box</Name><UserStyle><FeatureTypeStyle><Rule>
<PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="{url}"/>
<Format>image/svg+xml</Format></ExternalGraphic><Size>6</Size></Graphic></PointSymbolizer></Rule></FeatureTypeStyle></UserStyle>
</NamedLayer></StyledLayerDescriptor>"""


def with_image(folder, hosts, url):
    """The colour in the middle of a map whose only layer is drawn with the image at a URL."""
    image = Image.open(io.BytesIO(get_map(folder, hosts, "", body=sld_of_image(url)))).convert("RGB")
    return image.getpixel((5, 5))


def test_an_image_is_fetched_where_host_and_validation_allow_it(tmp_path, styles):
    host = f"127.0.0.1:{styles}"
    assert with_image(tmp_path, host, f"http://{host}/icons/blue.svg") == (0, 0, 255)
    Styles.asked.clear()
    for hosts, url in (("", f"http://{host}/icons/blue.svg"), ("styles.org", f"http://{host}/icons/blue.svg"),
                       (host, f"http://{host}/blue.svg"), (host, f"http://{host}/icons/../blue.svg"),
                       (host, f"http://user@{host}/icons/blue.svg")):
        assert with_image(tmp_path, hosts, url) == (255, 255, 255), (hosts, url)
    assert not Styles.asked
    assert with_image(tmp_path, host, f"http://{host}/icons/none.svg") == (255, 255, 255)


@pytest.mark.parametrize("age, fetched", [("300", 1), ("0", 3)])
def test_a_server_keeps_images_for_as_long_as_it_is_told(styles, age, fetched):
    host = f"127.0.0.1:{styles}"
    server = servers.Server(f"http://127.0.0.1:{servers.free_port()}/", servers.own_folder())
    (server.folder / "m.map").write_text(MAPFILE)
    (server.folder / "ms.conf").write_text(f'CONFIG ENV "MS_SLD_HOSTS" "{host}" "MS_SLD_PICTURE_AGE" "{age}" END MAPS "m" "m.map" END END')
    for name in ("m.map", "ms.conf"):
        servers.give_to_servers(server.folder / name)
    server.start([servers.MAPSERV, "--http", server.address.split("/")[2]], {"MAPSERVER_CONFIG_FILE": str(server.folder / "ms.conf")})
    try:
        server.wait()
        Styles.asked.clear()
        body = quote(sld_of_image(f"http://{host}/icons/blue.svg"), safe="")
        for width in (10, 11, 12):  # three images: no two requests are equal
            answer = servers.fetch(f"{server.address}?map=m&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=box&STYLES=&SRS=EPSG:4326"
                                   f"&BBOX=0,0,9,9&WIDTH={width}&HEIGHT=10&FORMAT=image/png&SLD_BODY={body}")
            assert Image.open(io.BytesIO(answer.body)).convert("RGB").getpixel((5, 5)) == (0, 0, 255)
        assert Styles.asked == ["/icons/blue.svg"] * fetched
    finally:
        server.stop()
