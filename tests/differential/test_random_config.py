# SPDX-License-Identifier: MIT
"""Random CONFIG files (ENV, MAPS, their syntax, patterns and limits) and ways to name a map: MapServer's answer, or a reason below.

    pytest test_random_config.py                          as ctest runs it
    python3 test_random_config.py FIRST LAST [REGEX]      prints the differences of the seeds
"""

import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from urllib.parse import urlencode

import pytest
from compare import difference
from random_services import some
from test_variations import ORACLE, OURS, content_of

MAP = """MAP
  NAME "small" SIZE 60 60 EXTENT 0 0 10 10 IMAGETYPE "png" PROJECTION "init=epsg:4326" END
  {}
  WEB IMAGEPATH "/tmp/" METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326" "ows_title" "Small" {} END END
  LAYER NAME "area" TYPE POLYGON STATUS DEFAULT FEATURE POINTS 2 2 2 8 8 8 8 2 2 2 END END CLASS STYLE COLOR 200 0 0 END END METADATA "ows_title" "area" END END
END
"""
REASONS = [
    # (what of the configuration and request, difference, reason)
    ("MS_MAP_PATTERN|MS_MAP_BAD_PATTERN", r"Failed to compile expression \(.*\| The map is not configured|Failed to compile expression \(.*MapServer Message The map is not configured", "A pattern that cannot be compiled is an error that the log explains; MapServer's answer has the pattern."),
    ("", r"(?:Unknown identifier|Parsing error near).*\| MapServer Message The map is not configured", "Errors of mapfiles are in the log, not in answers, which could quote them."),
    ("", r"Parsing error near \(.*\| MapServer Message (?:Premature End-of-File|Unknown identifier)", "A CONFIG file that is not closed, or has an END too many, is reported as that."),
    ("", r"No query information to decode", "A request without a query is one for the default map."),
    ("", r"Unable to access file. \(HERE.*\| MapServer Message Unable to access file", "A map of MAPS whose file is missing is named by its key, not by its path."),
    (r"HERE(?:/maps/\.\.)?//?maps", r"^type: image/png \| text/html|Filename validation failed.*fails to validate", "Paths with .. or // are refused whatever MS_MAP_BAD_PATTERN allows."),
    ("MS_ERRORFILE", r"Failed to open MS_ERRORFILE", "A log file that cannot be opened does not stop the server, which writes to stderr."),
    ("MS_ONLINERESOURCE", r"OnlineResource href=", "MS_ONLINERESOURCE is the address of services, as in later versions."),
    ("", r"MetadataURL", "Capabilities name only metadata that the map has."),
    ("MS_MAP_NO_PATH['\"]? ['\"](?:0|)['\"]", r"not configured for full paths", "MS_MAP_NO_PATH counts when it is on; MapServer does not read its value."),
    ("MS_NO_POST['\"]? ['\"]0['\"]", r"METHOD of GET", "MS_NO_POST counts when it is on; MapServer does not read its value."),
    ("", r"code=LayerNotDefined .*\| .*code=Missing", "Missing parameters are reported before layers that are not there."),
]
MAX_UNKNOWN = 0.03  # what no reason is known for yet: 1 of 100 when it was measured
SEEDS = 60


def write_maps(folder):
    (folder / "maps").mkdir()
    (folder / "maps/deep").mkdir()
    for name in ("maps/one.map", "maps/deep/two.map", "maps/three.txt", "maps/with space.map", "maps/with,comma.map"):
        (folder / name).write_text(MAP.format("", ""))
    (folder / "maps/resource.map").write_text(MAP.format("", '"ows_onlineresource" "http://own.example/?"'))
    (folder / "maps/config.map").write_text(MAP.format('CONFIG "MS_ERRORFILE" "stderr" CONFIG "ON_MISSING_DATA" "LOG"', ""))
    (folder / "maps/broken.map").write_text("MAP NAME 'x' NONSENSE 5 END")
    (folder / "maps/nomap.map").write_text("not a mapfile")


ENV = {"MS_MAP_NO_PATH": ["1", "yes", "", "0", "TRUE"], "MS_MAP_PATTERN": [".", "^HERE/maps/", "^HERE/maps/deep/", "[.]map$", "^/opt/", "[A-Z*", "", "(one|two)"], "MS_MAP_BAD_PATTERN": ["deep", "[/\\\\]{2}|[/\\\\]?\\\\.+[/\\\\]|,", "x^", "[a"], "MS_MAPFILE": ["HERE/maps/one.map", "maps/one.map", "ONE", "HERE/maps/absent.map"],
       "MS_MAPFILE_PATTERN": ["[.]map$", "[.](map|txt)$", "two"], "MS_NO_POST": ["1", "0"], "MS_MODE": ["map", "legend", "ows", "nonsense"], "MS_ERRORFILE": ["stderr", "HERE/log.txt", "/nowhere/log.txt"], "MS_DEBUGLEVEL": ["0", "5", "x"],
       "MS_ONLINERESOURCE": ["http://online.example/ms?", "http://online.example/ms"], "MS_WMS_ERROR_STATUS_CODE": ["OFF"], "MS_NO_VERSION": ["1"], "MS_TEMPPATH": ["/tmp/"], "PROJ_DEBUG": ["0"], "GDAL_CACHEMAX": ["64"], "UNKNOWN": ["x"], "MS_MAX_OPEN_FILES": ["10"]}
MAPS = {"ONE": "HERE/maps/one.map", "one": "maps/deep/two.map", "two": "HERE/maps/deep/two.map", "Absent": "HERE/maps/absent.map", "broken": "HERE/maps/broken.map", "text": "HERE/maps/three.txt", "with space": "HERE/maps/with space.map", "res": "HERE/maps/resource.map", "a/b": "HERE/maps/one.map", "ogcapi": "HERE/maps/one.map", "own": "HERE/maps/config.map"}


def config_of(choose):
    env = {"MS_MAP_PATTERN": choose.choice(["."] * 3 + ENV["MS_MAP_PATTERN"])} if choose.random() < 0.8 else {}
    env |= some(choose, {key: values for key, values in ENV.items() if key != "MS_MAP_PATTERN"}, 0.12)
    maps = dict(choose.sample(list(MAPS.items()), choose.choice([0, 2, 4, 6])))
    quote = choose.choice(['"', '"', "'"])
    word = choose.choice([str.upper, str.upper, str.lower])
    lines = [word("config"), "  # a comment", f"  {word('env')}"]
    lines += [f"    {quote}{key}{quote} {quote}{value}{quote}" if choose.random() < 0.8 else f"    {key} {quote}{value}{quote}" for key, value in env.items()]
    lines += [f"  {word('end')}", *([f"  {word('maps')}", *(f"    {quote}{key}{quote} {quote}{value}{quote}" for key, value in maps.items()), f"  {word('end')}"] if maps else []), *(["  PLUGINS", '    "x" "/tmp/x.so"', "  END"] if choose.random() < 0.1 else []), word("end"), ""]
    if choose.random() < 0.12:
        lines = choose.choice([lines[:-2], lines[1:], [], ["CONFIG", "END"], [*lines[:2], "  NONSENSE", *lines[2:]], [*lines[:-2], "  NONSENSE 5", *lines[-2:]], ["MAP", "END"], [*lines, "MORE"], [*lines[:3], '    "MS_MODE"', *lines[3:]], [*lines[:1], *lines[2:4], "  END", *lines[2:]]])
    return "\n".join(lines)


def request_of(choose):
    """Parameters, and whether they are posted; maps by path are of later versions."""
    name = choose.choice([*MAPS, *MAPS, "Two", "ABSENT", "nix", "HERE/maps/one.map", "HERE/maps/one.map", "HERE/maps/deep/two.map", "HERE/maps/three.txt", "HERE/maps/absent.map", "HERE/maps/broken.map", "HERE/maps/nomap.map", "HERE/maps/../maps/one.map", "HERE//maps/one.map", "HERE/maps/with,comma.map", "HERE/maps/with space.map", "maps/one.map", "/etc/passwd", "", "one.map"])
    what = choose.choice([{"mode": "map"}, {"mode": "map"}, {"mode": "map"}, {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetCapabilities"}, {"mode": "legend"}, {}, {"mode": "browse"}, {"SERVICE": "WMS", "VERSION": "1.1.1", "REQUEST": "GetMap", "LAYERS": "nix", "FORMAT": "image/png"}, {"mode": "nix"}, {"SERVICE": "WFS"}])
    form = choose.choice(["query", "query", "query", "none", "post"])
    if form != "none":
        what = {"map": name} | what
    return what, form == "post"


def case_of(seed):
    choose = random.Random(f"config {seed}")
    return config_of(choose), *request_of(choose)


def ask(program, folder, seed):
    config, parameters, is_post = case_of(seed)
    file = folder / f"{seed}.conf"
    file.write_text(config.replace("HERE", str(folder)))
    query = urlencode({name: value.replace("HERE", str(folder)) for name, value in parameters.items()})
    environment = {"PATH": os.environ["PATH"], "MAPSERVER_CONFIG_FILE": str(file), "SERVER_NAME": "maps.example", "SERVER_PORT": "80", "SCRIPT_NAME": "/ms", "REQUEST_METHOD": "POST" if is_post else "GET", "QUERY_STRING": "" if is_post else query}
    if is_post:
        environment |= {"CONTENT_LENGTH": str(len(query)), "CONTENT_TYPE": "application/x-www-form-urlencoded"}
    try:
        done = subprocess.run([program], env=environment, input=query.encode() if is_post else None, stdin=None if is_post else subprocess.DEVNULL, capture_output=True, timeout=20, cwd=folder)
    except subprocess.TimeoutExpired:
        return b"", b"does not answer"
    head, _, body = done.stdout.replace(b"\r\n\r\n", b"\n\n", 1).partition(b"\n\n")
    return head, body.replace(str(folder).encode(), b"HERE")


def text_of(seed):
    """What the patterns of reasons match."""
    config, parameters, is_post = case_of(seed)
    return f"{'post ' if is_post else ''}{parameters}\n{config}"


def compared(folder, seed):
    found = difference(*(content_of(*ask(program, folder, seed)) for program in (ORACLE, OURS)))
    if not found:
        return None
    return found, next((reason for about, pattern, reason in REASONS if re.search(about, text_of(seed), re.S) and re.search(pattern, found)), None)


def compare_all(folder, seeds):
    write_maps(folder)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(lambda seed: compared(folder, seed), seeds)


def test_answers_are_those_of_mapserver_but_for_known_reasons(tmp_path):
    if not ORACLE.exists():
        pytest.skip("MapServer is not installed (cgi-mapserver; scripts/setup installs it)")
    found = list(compare_all(tmp_path, range(SEEDS)))
    unknown = [f"{seed} {text_of(seed)}\n :: {each[0]}" for seed, each in enumerate(found) if each and not each[1]]
    print(f"{SEEDS} requests, {sum(map(bool, found))} differ, {len(unknown)} without a known reason", *unknown, sep="\n")
    assert len(unknown) <= SEEDS * MAX_UNKNOWN, "\n".join([f"{len(unknown)} differences, theirs | ours:", *unknown])


if __name__ == "__main__":
    wanted = [seed for seed in range(*map(int, sys.argv[1:3])) if re.search(sys.argv[3] if len(sys.argv) > 3 else "", text_of(seed), re.S)]
    with tempfile.TemporaryDirectory() as directory:
        count = 0
        for each_seed, each_found in zip(wanted, compare_all(pathlib.Path(directory), wanted)):
            if each_found and not each_found[1]:
                count += 1
                print(f"== {each_seed} {text_of(each_seed)} :: {each_found[0]}\n", flush=True)
        print(f"{len(wanted)} requests: {count} differ without a reason")
