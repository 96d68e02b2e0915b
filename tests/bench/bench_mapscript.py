#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the same map from a script, from a FastCGI server, by CGI and on the command line: ours beside MapServer 8.0.0.

    tests/bench/bench_mapscript.py --build build/release mapfile-examples/shapefile.map

Milliseconds per map.OWSDispatch() in a loop (mapscript), per request to one FastCGI process (mapserv), per CGI request (a process of
mapserv each) and per image of map2img -c. The first three answer the same GetMap of the map's EXTENT, SIZE and layers, unless --query
is given; the last draws the map. Every round starts a new process for each, in turns and every other round in reverse, so that neither profits
from warm caches of the other. Prints medians and the range from the fastest to the slowest round. If answers are slow (a busy
machine, a large map) a round has fewer of them, so that no round takes much longer than --seconds; --rounds 3 --count 10 is a quick look.
--check fails unless ours is faster in all four.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tools"), str(HERE.parents[1] / "msautotest")]

import compare  # noqa: E402
from fastcgi import Program  # noqa: E402

MAPSERVER = {"mapserv": "/usr/lib/cgi-bin/mapserv", "map2img": "/usr/bin/map2img"}
# libfcgi puts a request's parameters in the place of the environment, so libpq finds the cluster only when they name it.
CLUSTER = {name: value for name, value in os.environ.items() if name.startswith("PG")}

LOOP = """
import sys, time, mapscript
map = mapscript.mapObj(sys.argv[1])
mapscript.msIO_installStdoutToBuffer()
def one():
    request = mapscript.OWSRequest()
    request.loadParamsFromURL(sys.argv[2])
    map.OWSDispatch(request)
    return mapscript.msIO_getStdoutBufferBytes()
answer = one()
start = time.perf_counter()
for _ in range(int(sys.argv[3])):
    one()
print((time.perf_counter() - start) / int(sys.argv[3]) * 1000)
sys.stdout.flush()
sys.stdout.buffer.write(answer)
"""

QUERY = """
import sys, mapscript
map = mapscript.mapObj(sys.argv[1])
box = map.extent
srs = (map.web.metadata.get("ows_srs") or map.web.metadata.get("wms_srs") or "EPSG:4326").split()[0]
layers = [map.getLayer(i) for i in range(map.numlayers)]
names = ",".join(layer.name for layer in layers if layer.name and layer.status != mapscript.MS_OFF)
print(f"SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&SRS={srs}&LAYERS={names}&FORMAT=image/png&"
      f"BBOX={box.minx},{box.miny},{box.maxx},{box.maxy}&WIDTH={map.width}&HEIGHT={map.height}")
"""


def python(folder, text, *arguments):
    """Runs a script with the module of a folder; without one, with MapServer's."""
    environment = dict(os.environ, PYTHONPATH=str(folder or ""))
    return subprocess.run(["/usr/bin/python3", "-c", text, *map(str, arguments)], env=environment, capture_output=True,
                          check=True, cwd="/").stdout


def image_of(answer):
    return answer.replace(b"\r\n\r\n", b"\n\n", 1).partition(b"\n\n")[2]


class Bench:
    """The measured programs: each method returns milliseconds and the image."""

    def __init__(self, options, query, folder):
        self.mapfile, self.query = options.mapfile.resolve(), query
        self.build, self.folder = options.build.resolve(), folder
        self.config = folder / "mapserver.conf"
        self.config.write_text('CONFIG ENV "MS_MAP_PATTERN" "." END END')

    def dispatch(self, ours, count):
        out = python(self.build / "python" if ours else None, LOOP, self.mapfile, self.query, count)
        took, _, answer = out.partition(b"\n")
        return float(took), image_of(answer)

    def request(self, ours, count):
        path = self.build / "bin/mapserv" if ours else MAPSERVER["mapserv"]
        program = Program(path, env={"MAPSERVER_CONFIG_FILE": str(self.config)})
        query = f"map={self.mapfile}&{self.query}"
        try:
            _, image = program.ask(query, **CLUSTER)
            began = time.perf_counter()
            for _ in range(count):
                program.ask(query, **CLUSTER)
            return (time.perf_counter() - began) / count * 1000, image
        finally:
            program.stop()

    def cgi(self, ours, count):
        path = self.build / "bin/mapserv" if ours else MAPSERVER["mapserv"]
        environment = CLUSTER | {"PATH": os.environ["PATH"], "MAPSERVER_CONFIG_FILE": str(self.config), "GATEWAY_INTERFACE": "CGI/1.1",
                                 "REQUEST_METHOD": "GET", "SCRIPT_NAME": "/mapserv", "SERVER_NAME": "localhost",
                                 "QUERY_STRING": f"map={self.mapfile}&{self.query}"}
        began = time.perf_counter()
        for _ in range(count):
            answer = subprocess.run([path], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
        return (time.perf_counter() - began) / count * 1000, image_of(answer)

    def draw(self, ours, count):
        path = self.build / "bin/map2img" if ours else MAPSERVER["map2img"]
        image = self.folder / "image.png"
        began = time.perf_counter()
        subprocess.run([path, "-m", self.mapfile, "-o", image, "-c", str(count)], check=True, capture_output=True)
        return (time.perf_counter() - began) / count * 1000, image.read_bytes()


def fitting(measure, options):
    """The number of answers in a round: --count, or as many as the slower of both makes in --seconds."""
    slowest = max(measure(ours, 1)[0] for ours in (True, False))
    return max(1, min(options.count, int(options.seconds * 1000 / slowest)))


def shown(times):
    return f"{statistics.median(times):8.2f}  {min(times):7.2f} to {max(times):7.2f}"


def likeness(images):
    if not all(map(compare.is_image, images)):
        sys.exit("bench_mapscript: an answer is no image:\n" + "\n".join(str(image[:300]) for image in images))
    return compare.ssim(*map(compare.pixels, images))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mapfile", type=Path)
    parser.add_argument("--build", type=Path, required=True, help="a build folder, with python/ and bin/")
    parser.add_argument("--query", help="instead of the GetMap that the map describes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=50, help="answers a round, at most")
    parser.add_argument("--seconds", type=float, default=20, help="about as long may a round of one of the two take")
    parser.add_argument("--check", action="store_true", help="fail unless ours is faster in all four")
    options = parser.parse_args()
    query = options.query or python(options.build.resolve() / "python", QUERY, options.mapfile.resolve()).decode().strip()
    print(f"{options.mapfile.name}: {query}\n{options.rounds} rounds of up to {options.count}; milliseconds, median and from the "
          f"fastest to the slowest round\n\n{'':22}{'ours':>28}{'MapServer 8.0.0':>30}{'ratio':>8}{'SSIM':>9}")
    slower = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, query, Path(folder))
        for name, measure in {"OWSDispatch (script)": bench.dispatch, "request (FastCGI)": bench.request,
                              "request (CGI)": bench.cgi, "map2img -c": bench.draw}.items():
            times, images, count = {True: [], False: []}, {}, fitting(measure, options)
            for turn in range(options.rounds):
                for ours in (True, False) if turn % 2 == 0 else (False, True):
                    took, images[ours] = measure(ours, count)
                    times[ours].append(took)
            ratio = statistics.median(times[False]) / statistics.median(times[True])
            slower += [name] if ratio <= 1 else []
            print(f"{name:22}{shown(times[True]):>28}{shown(times[False]):>30}{ratio:8.2f}"
                  f"{likeness([images[True], images[False]]):9.4f}{'' if count == options.count else f'  ({count} a round)'}", flush=True)
    if slower:
        print(f"\nnot faster: {', '.join(slower)}")
    return 1 if slower and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
