#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Reads and draws public mapfiles with both programs.

    public_maps.py FOLDER --bin build/dev/bin --out DIR [--draw] [--statistics docs/keyword-use.md] [--only REGEX]

FOLDER has a folder for each repository (owner__name) with mapfiles in it; it stays outside our repository. `mapcheck --syntax` and MapServer's
mapscript read each; prints the maps that load in one program only, and each kind of problem. A map that lacks its
files (INCLUDE, SYMBOLSET, FONTSET, data) is completed first: see substituted_data.py. With --draw both programs draw the completed maps;
DIR/index.html shows those that differ. --statistics writes the page of keywords: names and numbers only.
Exit status 1 if MapServer loads a map that we do not.
"""

import argparse
import collections
import html
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "msautotest"), str(HERE)]  # both have a compare

import keyword_statistics  # noqa: E402
import mapfile_text  # noqa: E402
import substituted_data  # noqa: E402

PYTHON, MAPSERVER = "/usr/bin/python3", Path("/usr/bin/map2img")
LOADER = """import sys, mapscript
try:
    mapscript.mapObj(sys.argv[1])
except BaseException as error:
    print("ERROR", " ".join(str(error).split()))
else:
    print("LOADED")"""
LOWEST_SSIM = 0.95
TIMEOUT_S = 60


def theirs(path):
    """None if MapServer loads the map, or its message."""
    done = subprocess.run([PYTHON, "-c", LOADER, str(path)], capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=False)
    if "LOADED" in done.stdout:
        return None
    said = re.search(r"ERROR (.*)", done.stdout)
    return said.group(1) if said else f"ended with {done.returncode}"


def ours(path, bin_dir):
    """None if the map loads here, or the first error; and all problems."""
    done = subprocess.run([bin_dir / "mapcheck", "--syntax", "--json", str(path)], capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if done.returncode not in (0, 1):
        return f"mapcheck ended with {done.returncode}", []
    problems = json.loads(done.stdout)[0]["problems"]
    first = next((problem for problem in problems if problem["severity"] == "error"), None)
    return (f"{first['line']}:{first['column']}: {first['message']}" if first else None), problems


def kind_of(message):
    """A message without the names and numbers of one map."""
    return re.sub(r"[-+]?\b\d[\d.]*\b", "N", re.sub(r"\"[^\"]*\"|'[^']*'|/[^\s\"']+", '"..."', message))


def draw(program, mapfile, out):
    out.unlink(missing_ok=True)
    try:
        done = subprocess.run([program, "-m", mapfile, "-i", "png", "-o", out], capture_output=True, timeout=TIMEOUT_S, check=False, cwd=mapfile.parent,
                              env=os.environ | {"MAPSERVER_CONFIG_FILE": str(HERE.parents[1] / "msautotest/mapserv.conf")})
    except subprocess.TimeoutExpired:
        return b"timed out"
    return out.read_bytes() if out.exists() and out.stat().st_size else done.stdout + done.stderr or b"no image"


class Result:
    """The results of both programs for one mapfile."""

    def __init__(self, path, name, options, keywords):
        self.name, self.repository = name, name.split("/")[0]
        text = path.read_text("utf-8", errors="surrogateescape")
        self.tree = mapfile_text.parse(text, keywords)
        self.as_found = (ours(path, options.bin)[0], theirs(path))
        self.completed = options.out / (re.sub(r"[^\w.-]", "_", name) + ".map")
        self.completed.write_text(substituted_data.complete(text, path, options.out, keywords, keeps_removed=True), "utf-8", errors="surrogateescape")
        (self.our_error, self.problems), self.their_error = ours(self.completed, options.bin), theirs(self.completed)
        self.ssim, self.images = None, ()
        if options.draw:
            self.draw(text, path, options, keywords)

    def draw(self, text, path, options, keywords):
        import compare
        drawn = self.completed.with_suffix(".draw.map")
        drawn.write_text(substituted_data.complete(text, path, options.out, keywords, keeps_removed=False), "utf-8", errors="surrogateescape")
        outs = [drawn.with_suffix(f".{who}.png") for who in ("ours", "mapserver")]
        answers = [draw(program, drawn, out) for program, out in zip((options.bin / "map2img", MAPSERVER), outs)]
        self.images = [(out, None if compare.is_image(answer) else answer.decode("utf-8", "replace").strip()) for out, answer in zip(outs, answers)]
        if all(compare.is_image(answer) for answer in answers):
            one, other = map(compare.pixels, answers)
            self.ssim = compare.ssim(one, other) if one.shape == other.shape else 0.0
            self.is_empty = len({tuple(pixel) for pixel in other.reshape(-1, 4)[::7]}) == 1


def report(results, options):
    """Prints the differences; returns how many maps MapServer loads and we do not."""
    loads = collections.Counter((result.our_error is None, result.their_error is None) for result in results)
    print(f"{len(results)} maps of {len({r.repository for r in results})} repositories; as found {sum(r.as_found[0] is None for r in results)} load here, "
          f"{sum(r.as_found[1] is None for r in results)} in MapServer")
    print(f"completed: both load {loads[True, True]}, only ours {loads[True, False]}, only MapServer {loads[False, True]}, none {loads[False, False]}")
    for title, picks in (("ONLY MAPSERVER LOADS", lambda r: r.our_error and not r.their_error), ("NONE LOADS", lambda r: r.our_error and r.their_error)):
        for result in filter(picks, results):
            print(f"{title}: {result.name}\n    ours:   {result.our_error}\n    theirs: {result.their_error}")
    kinds = collections.defaultdict(list)
    for result in results:
        for problem in result.problems:
            kinds[problem["severity"], kind_of(problem["message"])].append(f"{result.name}:{problem['line']}: {problem['message']}")
    print("KINDS OF PROBLEMS (number, first place)")
    for (severity, _), places in sorted(kinds.items(), key=lambda entry: -len(entry[1])):
        print(f"  {len(places):5} {severity}: {places[0]}")
    refusals = collections.Counter(kind_of(result.their_error) for result in results if result.their_error and not result.our_error)
    print("WHAT MAPSERVER SAYS OF MAPS THAT LOAD HERE")
    for kind, number in refusals.most_common():
        print(f"  {number:5} {kind}")
    if options.draw:
        report_drawings(results, options)
    return loads[False, True]


def report_drawings(results, options):
    drawn = [result for result in results if result.ssim is not None]
    differing = sorted((r for r in results if r.ssim is None or r.ssim < LOWEST_SSIM), key=lambda r: r.ssim or 0)
    print(f"drawn by both {len(drawn)} (not empty {sum(not r.is_empty for r in drawn)}); alike (SSIM >= {LOWEST_SSIM}) {sum(r.ssim >= LOWEST_SSIM for r in drawn)}")
    rows = []
    for result in differing:
        said = [text for _, text in result.images]
        if result.ssim is None and all(said):
            print(f"  none draws {result.name}\n      ours: {said[0][:300]}\n      theirs: {said[1][:300]}")
            continue
        print(f"  {'%.3f' % result.ssim if result.ssim is not None else 'one'} {result.name} {' | '.join(text[:300] for text in said if text)}")
        cells = "".join(f"<td>{html.escape(text[:300]) if text else f'<img src={out.name!r}>'}" for out, text in result.images)
        rows.append(f"<tr><td>{html.escape(result.name)}<td>{result.ssim}{cells}")
    (options.out / "index.html").write_text("<table><tr><th>map<th>SSIM<th>ours<th>MapServer" + "".join(rows) + "</table>")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--statistics", type=Path)
    parser.add_argument("--only", type=re.compile, default=re.compile(""))
    options = parser.parse_args()
    options.bin, options.out = options.bin.resolve(), options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = json.loads(subprocess.run([options.bin / "mapcheck", "--keywords"], capture_output=True, check=True).stdout)
    keywords = mapfile_text.Keywords(rows)
    substituted_data.write_files(options.out)
    paths = [(path, str(path.relative_to(options.folder))) for path in sorted(options.folder.rglob("*.map"))]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda entry: Result(*entry, options, keywords), (e for e in paths if options.only.search(e[1]))))
    missing = report(results, options)
    if options.statistics:
        options.statistics.write_text(keyword_statistics.page(results, rows))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
