# SPDX-License-Identifier: MIT
"""Common parts of this folder's load tests: servers from tests/http, mapload, and a verdict."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("http", "tools", "bench")] + [str(HERE.parents[1] / "msautotest")]

import servers  # noqa: E402

WMS = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&SRS=EPSG:{epsg}&FORMAT={format}&map={map}&LAYERS={layers}"
# Of each example: its layers, its CRS and the box that contains the requests.
EXAMPLES = {"inline": ("land,road,places", 3857, "0,0,600,400"),
            "shapefile": ("countries,rivers,capitals", 4326, "-20,30,40,70"),
            "world": ("countries,rivers,cities", 4326, "-20,30,40,70"),
            "osm": ("buildings,roads", 3857, "1056400,5963400,1063600,5970600")}
# The same box in another CRS, for examples that are drawn in it, too.
PROJECTED = {("shapefile", 3857): "-2226389.8,3503549.8,4452779.6,11068715.7",
             ("world", 3857): "-2226389.8,3503549.8,4452779.6,11068715.7"}


def add_bin(parser):
    parser.add_argument("--bin", type=Path, required=True, help="folder of mapserv and mapload")


def use(arguments):
    """From now on servers are started from --bin."""
    servers.MAPSERV = (arguments.bin / "mapserv").resolve()


def version():
    return " ".join(subprocess.run([servers.MAPSERV, "-v"], capture_output=True, text=True).stdout.split()[:3])


def url(base, example, image="image/png", epsg=None):
    layers, own, _ = EXAMPLES[example]
    return f"{base}?" + WMS.format(epsg=epsg or own, format=image, map=example, layers=layers)


def box(example, epsg=None):
    return PROJECTED.get((example, epsg)) or EXAMPLES[example][2]


def mapload(arguments, *words):
    """Runs it, shows its output meanwhile; returns its report and exit status."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        done = subprocess.run([str(word) for word in (arguments.bin / "mapload", *words, "--format", "json", "--out", out)])
        if not out.exists():
            sys.exit(done.returncode or 1)
        return json.loads(out.read_text()), done.returncode


def print_report(report, titles=None):
    """As Markdown; only tables with titles that begin with it."""
    print("\n".join([report["protocol"], f"Machine: {report['machine']}", f"Caches: {report['caches']}",
                     *(f"{target['name']}: {target['about']}, {target['url']}" for target in report["targets"])]))
    for table in report["tables"]:
        if table["rows"] and (titles is None or table["title"].startswith(titles)):
            print(f"\n{table['title']}\n")
            print_table(table["rows"])
    for note in report["notes"]:
        print(f"\nNote: {note}")


def print_table(rows):
    print("| " + " | ".join(rows[0]) + " |\n|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(row.values()) + " |")
