# SPDX-License-Identifier: MIT
"""What the tests of layers of other servers share: a map, a server with its log, and a server that answers as a test configures it."""

import http.server
import io
import os
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import servers
from PIL import Image

RED, BLUE = (255, 0, 0), (0, 0, 255)
MAP = """MAP NAME "m" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END IMAGECOLOR 255 255 255
  WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" "ows_title" "m" {web} END END
  {layers}
END"""


class Server:
    """A mapserv with an own folder, and its log."""

    def __init__(self, folder, maps, config=""):
        self.folder = folder
        for name, text in maps.items():
            (folder / f"{name}.map").write_text(text)
            servers.give_to_servers(folder / f"{name}.map")
        names = " ".join(f'"{name}" "{name}.map"' for name in maps)
        (folder / "ms.conf").write_text(f'CONFIG ENV {config} "MS_THREADS" "8" END MAPS {names} END END')
        program, _ = servers.install(folder)
        self.port = servers.free_port()
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen([program, "--http", f"127.0.0.1:{self.port}", "-conf", folder / "ms.conf"], stderr=log,
                                            stdout=log, env={"PATH": os.environ["PATH"]}, **servers.unprivileged())
        for _ in range(400):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=2).close()
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.05)

    def get(self, name, **parameters):
        query = {"map": name, "SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "a", "STYLES": "", "SRS": "EPSG:4326",
                 "BBOX": "0,0,10,10", "WIDTH": "100", "HEIGHT": "100", "FORMAT": "image/png"} | parameters
        url = f"http://127.0.0.1:{self.port}/?" + urllib.parse.urlencode(query)
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                return servers.Answer(answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read())
        except urllib.error.HTTPError as error:
            return servers.Answer(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read())

    def watch(self):
        return servers.Watch(self.process.pid)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=60)


def image(answer):
    assert answer.type == "image/png", answer.body[:500]
    return Image.open(io.BytesIO(answer.body)).convert("RGBA")


def pixel(answer, x, y):
    return image(answer).getpixel((x, y))[:3]


def serving(handler):
    """For a fixture: the address of a server with this handler."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()
