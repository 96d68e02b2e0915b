# SPDX-License-Identifier: MIT
"""When two answers mean the same."""

import html
import io
import re
import xml.etree.ElementTree as ElementTree

import numpy
from PIL import Image, UnidentifiedImageError

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
PIECE = re.compile(rf"{NUMBER.pattern}|[^-+.\d]+|.")
TOLERANCE = 1e-5       # relative: MapServer writes six digits
GREY_LEVELS = 30       # a pixel that differs by more is different; of 240 images beside MapServer all others are equal but for edges
DIFFERENT_PIXELS = 0.001


ROUTINE = re.compile(r"(?:\b\w+\(\))? ?: (?=[A-Z])|(?:[A-Z]\w*(?: \w+)? error(?: message)?\. )")


def words(text):
    """Without white space, the name of the routine, and the kind of error."""
    text = ROUTINE.sub("", text or "")
    return re.sub(r"\s+", " ", text).strip()


def elements(text):
    """A document as a list of (path, attributes in order, text); prefixes, comments and places of schemas are left out."""
    def visit(element, path):
        path = f"{path}/{element.tag.split('}')[-1]}"
        attributes = sorted((name.split("}")[-1], words(value)) for name, value in element.attrib.items() if "schemaLocation" not in name)
        yield path, tuple(attributes), words(element.text)
        for child in element:
            yield from visit(child, path)
    return list(visit(ElementTree.fromstring(text), ""))


def canonical(head, body):
    """(kind, content): an array for an image, elements for XML, words for the rest."""
    kind = (re.search(r"(?i)content-type: *([^;\s]*)", head) or [None, ""])[1]
    try:
        if kind in ("image/png", "image/jpeg"):
            return kind, numpy.asarray(Image.open(io.BytesIO(body)).convert("RGBA"))
        if kind == "image/tiff":
            image = Image.open(io.BytesIO(body))
            places = [words(str(image.tag_v2.get(tag))) for tag in (33550, 33922, 34264)]  # where it lies, as GeoTIFF says it
            return kind, f"{image.size} {image.mode} {places} {numpy.asarray(image).tolist()}"
    except UnidentifiedImageError:
        return kind, f"no image, {len(body)} bytes"
    text = body.decode("utf-8", "replace").strip()
    if "xml" in kind or text.startswith("<?xml"):
        try:
            return kind, elements(text)
        except ElementTree.ParseError:
            return kind, "malformed: " + words(text)
    return kind, words(html.unescape(re.sub(r"<!--.*?-->|<[^>]*>", " ", text)) if "html" in kind else text)


def is_same_text(a, b):
    """Equal, but for numbers that are close."""
    if NUMBER.sub("#", a) != NUMBER.sub("#", b):
        return False
    pairs = zip(map(float, NUMBER.findall(a)), map(float, NUMBER.findall(b)))
    return all(abs(x - y) <= TOLERANCE * max(1, abs(x), abs(y)) for x, y in pairs)


def first_difference(text, other):
    """Where a text begins to differ from the other one, numbers that are close aside."""
    pieces = zip(re.finditer(PIECE, text), re.finditer(PIECE, other))
    last = 0
    for one, another in pieces:
        if one[0] != another[0] and not is_same_text(one[0], another[0]):
            return one.start()
        last = one.end()
    return last


def shown(text, other):
    """The beginning of a text, and where it differs from the other one if that is far behind it."""
    at = first_difference(text, other)
    return text[:300] if at < 200 else f"{text[:80]} ... {text[max(at - 100, 0):at + 260]}"


def flat(document):
    """Lines of a document."""
    return [f"{path} {' '.join(f'{name}={value}' for name, value in attributes)} {text}" for path, attributes, text in document]


def differing_pixels(a, b, levels):
    """Share of the pixels; they have as much colour as they are opaque."""
    def visible(pixels):
        pixels = pixels.astype(int)
        return numpy.concatenate([pixels[..., :3] * pixels[..., 3:] // 255, pixels[..., 3:]], axis=-1)
    is_other = (a != b).any(axis=-1)  # mostly few
    return (abs(visible(a[is_other]) - visible(b[is_other])).max(axis=-1, initial=0) > levels).sum() / is_other.size


def difference(theirs, ours, pixels=DIFFERENT_PIXELS, levels=GREY_LEVELS):
    """None, or a line that describes the difference."""
    (their_kind, a), (our_kind, b) = theirs, ours
    if their_kind != our_kind:
        return f"type: {their_kind} | {our_kind}"
    if isinstance(a, numpy.ndarray):
        if a.shape != b.shape:
            return f"size: {a.shape[1::-1]} | {b.shape[1::-1]}"
        share = differing_pixels(a, b, levels)
        return f"pixels: {share:.1%} differ" if share > pixels else None
    a, b = ([text] if isinstance(text, str) else flat(text) for text in (a, b))
    for x, y in zip(a, b):
        if not is_same_text(x, y):
            return f"text: {shown(x, y)} | {shown(y, x)}"
    if len(a) != len(b):
        more = max(a, b, key=len)[min(len(a), len(b))]
        return f"length: {len(a)} | {len(b)}, {more[:200]}"
    return None
