# SPDX-License-Identifier: MIT
"""Finds the labels on a map: draws it as SVG with a unique colour for every feature's label, and reads it back.

Colours come from the data: DATA of every layer with a LABEL gives the column label_color, made of the number of the
layer and the feature's gid, and the labels of a copy of the mapfile are drawn with it. A label is then all paths that are
filled with one colour, in the SVG of either program.
"""

import math
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
GID_BITS = 19
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COMMAND = re.compile(r"([MLCHVZmlz])([^MLCHVZmlz]*)")


@dataclass
class Label:
    """The ink of one label: a box for every contour."""

    boxes: list = field(default_factory=list)

    def box(self):
        return (min(box[0] for box in self.boxes), min(box[1] for box in self.boxes),
                max(box[2] for box in self.boxes), max(box[3] for box in self.boxes))

    def overlaps(self, other, slack):
        """Whether a letter of one is more than `slack` pixels into a letter of the other."""
        return any(one[0] + slack < two[2] and two[0] + slack < one[2] and one[1] + slack < two[3]
                   and two[1] + slack < one[3] for one in self.boxes for two in other.boxes)


def coloured(text):
    """The mapfile with a colour for every feature's label; the numbers of its labelled layers."""
    pieces, layers = re.split(r"(?m)^(?=  LAYER$)", text), []
    for index, piece in enumerate(pieces[1:], 1):
        if not re.search(r"(?m)^\s*LABEL$", piece):
            continue
        layers.append(index)
        color = f"'#' || lpad(to_hex({index << GID_BITS} + gid), 6, '0') as label_color"
        piece = re.sub(r'DATA "geom from (.*) using unique gid',
                       lambda match: f'DATA "geom from (select *, {color} from {match[1]}) as coloured using unique gid',
                       piece)
        pieces[index] = re.sub(r"(?ms)^([ ]*)LABEL$.*?^\1END$", colour_label, piece)
    return "".join(pieces), layers


def colour_label(match):
    return re.sub(r"(?m)^(\s*)COLOR .*$", r"\1COLOR [label_color]", match[0])


def path_boxes(text, matrix=(1, 0, 0, 1, 0, 0)):
    """The boxes of a path's contours in a matrix's coordinates."""
    contours = []
    for letter, rest in COMMAND.findall(text):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        if letter not in "MLCZz":
            raise ValueError(f"path command {letter} is not expected of cairo")
        if letter == "M":
            contours.append([])
        for x, y in zip(numbers[0::2], numbers[1::2]):
            contours[-1].append((matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]))
    # cairo ends a path with the beginning of another one, of a single point
    return [(min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points))
            for points in contours if len(points) > 1]


def matrix_of(element):
    """transform="matrix(...)" or "translate(...)" of an element."""
    text = element.get("transform", "")
    numbers = [float(number) for number in NUMBER.findall(text)]
    if text.startswith("matrix"):
        return tuple(numbers)
    if text.startswith("translate"):
        return (1, 0, 0, 1, *numbers)
    if text:
        raise ValueError(f"transform {text} is not expected of cairo")
    return (1, 0, 0, 1, 0, 0)


def multiply(outer, inner):
    """The transformation that applies the inner matrix first."""
    a, b, c, d, x, y = inner
    return (outer[0] * a + outer[2] * b, outer[1] * a + outer[3] * b, outer[0] * c + outer[2] * d,
            outer[1] * c + outer[3] * d, outer[0] * x + outer[2] * y + outer[4], outer[1] * x + outer[3] * y + outer[5])


def color_of(element):
    """The fill as 0xrrggbb, or None."""
    style = re.search(r"fill:([^;]*)", element.get("style", ""))
    text = element.get("fill") or (style[1] if style else "")
    if match := re.search(r"rgb\(([^)]*)\)", text):
        parts = [part.strip() for part in match[1].split(",")]
        levels = [round(float(part[:-1]) * 2.55) if part.endswith("%") else int(part) for part in parts]
        return levels[0] << 16 | levels[1] << 8 | levels[2]
    if match := re.search(r"#([0-9a-f]{6})\b", text):
        return int(match[1], 16)
    return None


def read_labels(svg, layers):
    """The labels of an SVG document by (layer, gid). Other things may have a colour that looks like one of theirs, but
    hardly that of a labelled layer."""
    root = ElementTree.fromstring(svg)
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    labels = {}

    def visit(element, color, at):
        color = color_of(element) if element.get("fill") or element.get("style") else color
        if element.tag == f"{SVG}path" and color is not None and color >> GID_BITS in layers:
            boxes = path_boxes(element.get("d", ""), multiply(at, matrix_of(element)))
            if boxes:
                labels.setdefault((color >> GID_BITS, color & (1 << GID_BITS) - 1), Label()).boxes.extend(boxes)
        inside = element
        if element.tag == f"{SVG}use":
            at = multiply(at, (1, 0, 0, 1, float(element.get("x", 0)), float(element.get("y", 0))))
            inside = named.get(element.get(LINK, "#")[1:], ())
        for child in inside:
            if child.tag != f"{SVG}defs":
                visit(child, color, at)

    visit(root, None, (1, 0, 0, 1, 0, 0))
    return labels


def draw(map2img, mapfile, layers, box, size, environment):
    """The map as SVG; the labels by (layer, gid)."""
    out = mapfile.with_suffix(".svg")
    out.unlink(missing_ok=True)
    done = subprocess.run([map2img, "-m", mapfile, "-i", "svg", "-e", *map(str, box), "-s", *map(str, size), "-o", out],
                          capture_output=True, text=True, timeout=300, env=environment, check=False)
    if not out.exists():
        raise RuntimeError(f"{map2img}: {done.stdout + done.stderr}")
    return read_labels(out.read_bytes(), layers)


@dataclass
class Comparison:
    """The labels of two images of one window."""

    theirs: dict
    ours: dict
    size: tuple

    def difference(self):
        """Labels only one of them has, as a share of theirs."""
        return len(self.theirs.keys() ^ self.ours.keys()) / max(1, len(self.theirs))

    def moved(self, more_than=1.0):
        """Labels both have, with their middles more than so many pixels apart."""
        def middle(label):
            box = label.box()
            return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

        return [key for key in self.theirs.keys() & self.ours.keys()
                if math.dist(middle(self.theirs[key]), middle(self.ours[key])) > more_than]

    def overlapping(self, labels, slack=1.0):
        names = sorted(labels)
        return {(one, two) for number, one in enumerate(names) for two in names[number + 1:]
                if Label([labels[one].box()]).overlaps(Label([labels[two].box()]), slack)
                and labels[one].overlaps(labels[two], slack)}

    def cut(self, labels):
        width, height = self.size
        return {key for key, label in labels.items()
                if (box := label.box())[0] < -0.5 or box[1] < -0.5 or box[2] > width + 0.5 or box[3] > height + 0.5}

    def new_overlaps(self):
        """Labels that overlap in ours and not in theirs."""
        return self.overlapping(self.ours) - self.overlapping(self.theirs)

    def newly_cut(self):
        return self.cut(self.ours) - self.cut(self.theirs)
