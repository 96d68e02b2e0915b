#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws randomly damaged mapfiles: values swapped for extreme ones, blocks repeated, geometries blown up.

    wild_maps.py --bin build/dev/bin [--seconds 10] [--maps N] [--seed 1] [--keep FOLDER]

The input are the examples and the cases of msautotest. For every variation map2img must end by itself within 10 seconds of processor
time and 1 GiB of memory, with an image or with a message. Variations that fail are printed and saved; exit status 1. A build with sanitizers
is detected by their messages, and gets more time. Tests draw the same maps everywhere; longer runs (MS_FUZZ_SECONDS, MS_FUZZ_SEED) try more.
"""

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
CPU_S, MEMORY_MIB = 10, 1024
SANITIZED = re.compile(r"Sanitizer|runtime error:|terminate called|Assertion")
TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|\'[^\'\n]*\'|\([^()\n]*\)|/[^/\n ]+/|[^\s"\'()#]+')
NUMBER = re.compile(r"[-+]?\d+(\.\d+)?$")

# That may mean something, and that cannot.
NUMBERS = ["0.001", "0.1", "0.5", "1", "2", "3", "7", "17", "45", "100", "200", "500", "1000", "10000", "99999", "1000000", "1000000000", "2147483647"]
NONSENSE = ["0", "-1", "-0.001", "1e-9", "1e-300", "1e5", "1e9", "1e15", "1e38", "1e308", "-1e9", "-1e308", "-2147483648", "4294967296", "9999999999999999999",
            "nan", "inf", "-inf", "1e999", "0x10", "1,5"]
# Additional lines of a block, inserted at its beginning. @ is an extreme number, ~ a small one.
LINES = {
    "MAP": ["SIZE @ @", "SIZE 4000 4000", "SIZE 1 1", "SIZE ~ 2048", "EXTENT @ @ @ @", "RESOLUTION @", "DEFRESOLUTION @", "MAXSIZE 9000", "ANGLE @", "UNITS DD",
            'PROJECTION "epsg:3857" END', 'PROJECTION "+proj=ortho +lat_0=40" END', 'PROJECTION "epsg:0" END', "IMAGETYPE pdf", "IMAGETYPE svg", "IMAGETYPE png8", "IMAGETYPE jpeg", "IMAGETYPE cairopng", 'FONTSET "nowhere"', 'SYMBOLSET "nowhere"',
            'INCLUDE "wild.map"', "SCALEBAR STATUS EMBED SIZE @ @ INTERVALS @ WIDTH @ LABEL SIZE @ END END",
            "LEGEND STATUS EMBED KEYSIZE @ @ KEYSPACING @ @ LABEL SIZE @ END END",
            'REFERENCE STATUS ON SIZE @ @ EXTENT @ @ @ @ IMAGE "wild.map" END',
            'SYMBOL NAME "circle" TYPE VECTOR FILLED TRUE POINTS ! END END', 'SYMBOL NAME "circle" TYPE ELLIPSE POINTS @ @ END END',
            'SYMBOL NAME "circle" TYPE HATCH END', 'SYMBOL NAME "circle" TYPE PIXMAP IMAGE "wild.map" END', 'SYMBOL NAME "circle" TYPE SVG IMAGE "wild.svg" END',
            'SYMBOL NAME "circle" TYPE TRUETYPE FONT "nowhere" CHARACTER "x" END', 'SYMBOL NAME "circle" TYPE SIMPLE END'],
    "LAYER": ["MAXFEATURES @", "MINSCALEDENOM @", "MAXSCALEDENOM @", "SYMBOLSCALEDENOM @", "SIZEUNITS METERS", "SIZEUNITS MILES", "TYPE POINT", "TYPE LINE",
              "TYPE POLYGON", "TYPE CIRCLE", "TYPE CHART", "TYPE QUERY", "TOLERANCE @", "LABELCACHE OFF", "POSTLABELCACHE TRUE", "TRANSFORM FALSE", "TRANSFORM UL",
              "UNITS PERCENTAGES", 'PROJECTION "epsg:3857" END', 'PROJECTION "+proj=gnom +lat_0=90" END', "OPACITY @", 'FILTER (?)', 'CLASSITEM "nix"',
              'LABELITEM "nix"', 'PROCESSING "CHART_SIZE=@ @"', 'PROCESSING "CHART_TYPE=BAR"', 'PROCESSING "CHART_SIZE_RANGE=a @ @ @ @"',
              'PROCESSING "LABEL_ANCHOR=WORLD"', 'PROCESSING "LABEL_ANCHOR_BUFFER=@"', 'PROCESSING "LABEL_NO_CLIP=ON"', 'PROCESSING "POLYLINE_NO_CLIP=ON"',
              'PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES"', "CLUSTER MAXDISTANCE @ REGION \"ellipse\" BUFFER @ END", 'MASK "countries"',
              "GRID MINARCS @ MAXARCS @ MININTERVAL @ MAXINTERVAL @ MINSUBDIVIDE @ MAXSUBDIVIDE @ END", 'CONNECTIONTYPE UNION CONNECTION "wild,countries"',
              "COMPOSITE OPACITY @ COMPFILTER \"blur(@)\" END", 'COMPOSITE COMPFILTER "translate(@,@)" COMPOP "multiply" END', "GEOMTRANSFORM ^",
              "FEATURE POINTS ! END TEXT \"wild\" END", "FEATURE POINTS @ @ @ @ @ @ END END", "FEATURE POINTS 0 0 0 0 END END", 'FEATURE WKT "POINT EMPTY" END',
              'TEMPLATE "x" HEADER "y"', 'STYLEITEM "nix"', 'SCALETOKEN NAME "%t%" VALUES "0" "x" END END', 'GROUP "wild"', 'NAME "wild"'],
    "CLASS": ["MINSCALEDENOM @", "MAXSCALEDENOM @", "MINFEATURESIZE @", "EXPRESSION (?)", 'EXPRESSION /(((((a*)*)*)*)*)$/', "TEXT (?)", 'TEXT "&"',
              "LEADER GRIDSTEP @ MAXDISTANCE @ STYLE COLOR 0 0 0 END END", "KEYIMAGE \"wild.map\"", 'NAME "&"', "SYMBOL @", "SIZE @"],
    "STYLE": ["SIZE @", "WIDTH @", "MINSIZE @", "MAXSIZE @", "MINWIDTH @", "MAXWIDTH @", "OUTLINEWIDTH @", "ANGLE @", "ANGLE AUTO", "GAP @", "INITIALGAP @", "OFFSET @ @",
              "OFFSET @ -99", "OFFSET @ 99", "POLAROFFSET @ @", "OPACITY @", "PATTERN @ @ END", "PATTERN ~ ~ ~ ~ END", "LINEJOIN MITER", "LINEJOINMAXSIZE @",
              "LINECAP ROUND", "COLOR 9 9 9", "OUTLINECOLOR 1 2 3", 'SYMBOL "circle"', "SYMBOL @", "SYMBOL \"nowhere\"", "GEOMTRANSFORM ^", "SIZE [nix]",
              'RANGEITEM "nix" COLORRANGE 0 0 0 255 255 255 DATARANGE @ @', "SIZE (?)", "MINSCALEDENOM @", "GAP -~ SIZE @", 'SYMBOL "square" GAP ~'],
    "LABEL": ["SIZE @", "SIZE giant", "MINSIZE @", "MAXSIZE @", "ANGLE @", "ANGLE FOLLOW", "ANGLE AUTO", "BUFFER @", "OFFSET @ @", "OFFSET @ 99", "SHADOWSIZE @ @ SHADOWCOLOR 9 9 9",
              "OUTLINEWIDTH @ OUTLINECOLOR 255 0 0", "WRAP ' ' MAXLENGTH @", "MAXLENGTH -@", "MINDISTANCE @", "REPEATDISTANCE @", "MINFEATURESIZE @",
              "MINFEATURESIZE AUTO", "MAXOVERLAPANGLE @", "PARTIALS FALSE", "FORCE TRUE", "FORCE GROUP", "PRIORITY @", 'FONT "nowhere"', "POSITION AUTO",
              'TEXT "&"', "TEXT (?)", "ALIGN CENTER", 'ENCODING "nowhere"', "STYLE GEOMTRANSFORM labelpoly COLOR 9 9 9 OFFSET @ @ WIDTH @ END", "SIZE [nix]"],
}
TRANSFORMS = ["(buffer([shape],@))", "(simplify([shape],@))", "(simplifypt([shape],@))", "(generalize([shape],@))", "(smoothsia([shape],~,@))",
              "(smoothsia([shape],@,@))", "(densify([shape],@))", "(difference([shape],buffer([shape],-@)))", '"bbox"', '"vertices"', '"start"', '"centroid"', '"labelpnt"',
              '"labelpoly"', "(outer([shape]))", "(inner([shape]))", "(buffer(buffer(buffer([shape],@),@),@))", "(centerline([shape]))"]
TEXTS = ["x" * 200000, "word " * 20000, "\u0627\u0644" * 5000, "\u202e" * 3000 + "a", "\U0001f5fa" * 1000, "e" + "\u0301" * 5000, "%" * 500, "[nix]" * 300, "&#x110000;" * 50]
BOMB = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><defs><g id="a0"><rect width="9" height="9"/></g>'
        + "".join(f'<g id="a{i}">' + f'<use xlink:href="#a{i - 1}"/>' * 10 + "</g>" for i in range(1, 10)) + '</defs><use xlink:href="#a9"/></svg>')


class Mutator:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def number(self):
        return self.chance.choice(NUMBERS if self.chance.random() < 0.85 else NONSENSE)

    def points(self):
        """Of a line or ring: a spiral, a comb, a star, anything."""
        count = self.chance.choice([3, 10, 1000, 30000])
        scale = float(self.chance.choice(["1", "50", "1e6", "1e-6", "1e12"]))
        kind = self.chance.randrange(3)
        if kind == 0:
            return " ".join(f"{i % 2 * scale} {i * scale / count}" for i in range(count))
        if kind == 1:
            return " ".join(f"{self.chance.uniform(-scale, scale)} {self.chance.uniform(-scale, scale)}" for _ in range(count))
        return " ".join(f"{(i * 7919 % count) * scale / count} {(i * 104729 % count) * scale / count}" for i in range(count))

    def expression(self):
        depth = self.chance.choice([1, 5, 50, 500, 20000])
        return self.chance.choice([
            "(" * depth + "1" + ")" * depth, "[nix] + " * depth + "1", "not " * depth + "1", "'" + "a" * depth + "' ~ '(a+)+$'", "-" * depth + "1",
            "1 / 0 > [nix]", "tostring([nix],'%" + str(depth) + ".9f') = 'x'", "[shape] intersects fromText('POINT(1 1)')", "round([nix], 0) = 9 ** 9 ** 9",
            "[nix] in '" + "a," * depth + "'", "length('" + "a" * depth + "') * @"])

    def filled(self, line):
        text = line.replace("^", self.chance.choice(TRANSFORMS))
        pieces = {"@": self.number, "~": lambda: str(self.chance.choice([0.001, 0.1, 1, 3, 20])), "!": self.points, "?": self.expression,
                  "&": lambda: self.chance.choice(TEXTS)}
        return "".join(pieces[letter]() if letter in pieces else letter for letter in text)

    def change_number(self, tokens):
        places = [i for i, token in enumerate(tokens) if NUMBER.match(token)]
        if places:
            tokens[self.chance.choice(places)] = self.number()

    def add_line(self, tokens):
        places = [i for i, token in enumerate(tokens) if token.upper() in LINES and not (i > 0 and tokens[i - 1].upper() in ("TYPE", "STYLEITEM"))]
        if places:
            place = self.chance.choice(places)
            tokens.insert(place + 1, self.filled(self.chance.choice(LINES[tokens[place].upper()])))

    def repeat_block(self, tokens):
        places = [i for i, token in enumerate(tokens) if token.upper() in ("STYLE", "CLASS", "LABEL", "LAYER", "FEATURE", "COMPOSITE")]
        if not places:
            return
        begin = self.chance.choice(places)
        ends = [i for i in range(begin, len(tokens)) if tokens[i].upper() == "END"]
        end = self.chance.choice(ends[:3]) if ends else begin
        times = self.chance.choice([2, 20, 1000])
        if (end - begin) * times < 200000:
            tokens[begin:begin] = tokens[begin:end + 1] * times

    def drop(self, tokens):
        place = self.chance.randrange(len(tokens))
        del tokens[place:place + self.chance.choice([1, 1, 1, 5])]

    def swap(self, tokens):
        a, b = self.chance.randrange(len(tokens)), self.chance.randrange(len(tokens))
        tokens[a], tokens[b] = tokens[b], tokens[a]

    def mutated(self, text):
        tokens = [token for token in TOKEN.findall(text) if not token.startswith("#")]
        changes = [self.change_number] * 8 + [self.add_line] * 16 + [self.repeat_block] * 3 + [self.drop, self.swap]
        for _ in range(self.chance.choice([1, 1, 2, 3, 6])):
            if tokens:
                self.chance.choice(changes)(tokens)
        return "\n".join(tokens)


def stock():
    """Mapfiles that draw without a database, largest folders first."""
    maps = [*sorted(SOURCE.glob("mapfile-examples/*.map")), *sorted(SOURCE.glob("msautotest/*/*.map")), SOURCE / "tests/differential/kinds.map"]
    return [path for path in maps if not re.search(r"CONNECTIONTYPE\s+POSTGIS|postgis\.inc", path.read_text(errors="replace"), re.I)]


class Drawing:
    """A folder in which a mapfile finds the files beside its original."""

    def __init__(self, program, is_sanitized):
        self.program, self.factor = program, 12 if is_sanitized else 1
        self.drawn = 0
        self.folder = tempfile.TemporaryDirectory(prefix="ms-wild-")
        (Path(self.folder.name) / "of/maps").mkdir(parents=True)
        for folder in ("mapfile-examples", "tests"):
            (Path(self.folder.name) / folder).symlink_to(SOURCE / folder)
            (Path(self.folder.name) / "of" / folder).symlink_to(SOURCE / folder)

    def draw(self, text, neighbours, form):
        """The failure, or nothing."""
        place = Path(self.folder.name) / "of" / "maps"  # as deep as its original
        for old in place.iterdir():
            old.unlink()
        for neighbour in neighbours.iterdir():
            (place / neighbour.name).symlink_to(neighbour)
        (place / "wild.svg").write_text(BOMB)
        (place / "wild.map").write_text(text, errors="surrogateescape")
        command = [self.program, "-m", place / "wild.map", "-o", place / "wild.out", "-i", form]

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_S * self.factor, CPU_S * self.factor + 1))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if self.factor == 1:  # so that this machine survives; sanitizers reserve more
                resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY_MIB << 20, 4 * MEMORY_MIB << 20))
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=limit,
                                       env=os.environ | {"ASAN_OPTIONS": "hard_rss_limit_mb=3000:allocator_may_return_null=1",
                                                         "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"})
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            said = errors.read(1 << 20).decode(errors="replace")
        if process.returncode < 0:
            return f"ended by signal {-process.returncode} after {used.ru_utime + used.ru_stime:.1f} s: {said[:3000]}"
        if SANITIZED.search(said):
            return said[:6000]
        if self.factor == 1 and used.ru_maxrss > MEMORY_MIB << 10:
            return f"took {used.ru_maxrss >> 10} MiB: {said[:300]}"
        if process.returncode not in (0, 1) or (process.returncode == 1 and not said.strip()):
            return f"exit status {process.returncode}: {said[:3000]}"
        self.drawn += process.returncode == 0
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, required=True, help="folder with map2img")
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("MS_FUZZ_SECONDS", "10")))
    parser.add_argument("--maps", type=int, default=sys.maxsize, help="so many at most")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("MS_FUZZ_SEED", "1")))
    parser.add_argument("--keep", type=Path, help="where mapfiles that break the rules go; without it the first one ends the run")
    arguments = parser.parse_args()
    program = arguments.bin.resolve() / "map2img"
    drawing = Drawing(program, b"__asan_init" in program.read_bytes())
    maps, found, count, end = stock(), 0, 0, time.monotonic() + arguments.seconds
    while time.monotonic() < end and count < arguments.maps:
        seed = arguments.seed * 1_000_000 + count
        mutator = Mutator(seed)
        path = mutator.chance.choice(maps)
        text = mutator.mutated(path.read_text(errors="surrogateescape"))
        form = mutator.chance.choice(["png", "png", "png", "png8", "svg", "pdf", "cairopng", "jpeg"])
        count += 1
        if wrong := drawing.draw(text, path.parent, form):
            found += 1
            print(f"{path.relative_to(SOURCE)}, seed {seed}, {form}: {wrong}", flush=True)
            if not arguments.keep:
                print(text[:20000])
                break
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / f"{path.stem}-{seed}-{form}.map").write_text(text, errors="surrogateescape")
    print(f"{count} maps, {drawing.drawn} of them drawn; {found} broke a rule")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
