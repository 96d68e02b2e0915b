# SPDX-License-Identifier: MIT
"""Layers of other servers in scripts."""
import http.server
import subprocess
import sys
import threading
from io import BytesIO

import pytest

Image = pytest.importorskip("PIL.Image")
SCRIPT = """
import sys, mapscript
map = mapscript.fromstring(sys.argv[1])
map.draw().save(sys.argv[2])
"""
MAP = """MAP SIZE 20 20 EXTENT 0 0 10 10 IMAGETYPE png PROJECTION "EPSG:4326" END
  LAYER NAME "w" TYPE RASTER STATUS ON CONNECTIONTYPE WMS CONNECTION "http://{}/?" PROJECTION "EPSG:4326" END
    METADATA "wms_name" "a" "wms_server_version" "1.1.1" "wms_format" "image/png" "wms_srs" "EPSG:4326" END
  END
END"""


@pytest.fixture
def server():
    class Red(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = BytesIO()
            Image.new("RGB", (20, 20), (255, 0, 0)).save(body, "PNG")
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.send_header("Content-Length", str(len(body.getvalue())))
            self.end_headers()
            self.wfile.write(body.getvalue())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Red)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()


def test_layers_of_listed_servers_are_drawn(server, tmp_path, monkeypatch):
    def run():
        return subprocess.run([sys.executable, "-c", SCRIPT, MAP.format(server), tmp_path / "o.png"], capture_output=True, text=True, check=False, timeout=60)

    refused = run()
    assert refused.returncode != 0 and "MS_CASCADE_HOSTS" in refused.stderr
    monkeypatch.setenv("MS_CASCADE_HOSTS", server)
    drawn = run()
    assert drawn.returncode == 0, drawn.stderr
    assert Image.open(tmp_path / "o.png").convert("RGB").getpixel((10, 10)) == (255, 0, 0)
