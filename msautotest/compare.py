# SPDX-License-Identifier: MIT
"""Measures the similarity of two answers: images by their pixels, everything else as text."""

import io
import re
from dataclasses import dataclass

import numpy as np
from PIL import Image
from skimage.metrics import structural_similarity

# An image passes when no more than this share of its pixels differs visibly from the expected one.
VISIBLE_LEVELS = 8
VISIBLE_SHARE = 0.0005


@dataclass
class Verdict:
    passed: bool
    text: str


def is_image(data):
    return data.startswith((b"\x89PNG", b"\xff\xd8\xff"))


def pixels(data):
    """The image as an RGBA array."""
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")).astype(np.int16)


def on_white(image):
    """RGBA composed over white: the visible colours."""
    alpha = image[..., 3:4] / 255
    return np.rint(image[..., :3] * alpha + 255 * (1 - alpha)).astype(np.int16)


def ssim(one, other):
    """Structural similarity (Wang et al. 2004) of two RGBA arrays of one size, over white, mean of the channels."""
    return float(structural_similarity(on_white(one).astype(np.uint8), on_white(other).astype(np.uint8),
                                       channel_axis=2, data_range=255))


def difference_image(one, other):
    """PNG bytes: black where equal, brighter with the difference (four times)."""
    levels = np.clip(np.abs(on_white(one) - on_white(other)) * 4, 0, 255).astype(np.uint8)
    out = io.BytesIO()
    Image.fromarray(levels).save(out, "PNG")
    return out.getvalue()


def compare_images(expected, result):
    one, other = pixels(expected), pixels(result)
    if one.shape != other.shape:
        return Verdict(False, f"size {other.shape[1]}x{other.shape[0]}, expected {one.shape[1]}x{one.shape[0]}")
    if np.array_equal(one, other):
        return Verdict(True, "the same pixels")
    share = float((np.abs(one - other).max(axis=2) > VISIBLE_LEVELS).mean())
    return Verdict(share <= VISIBLE_SHARE, f"{share:.3%} of the pixels differ visibly, SSIM {ssim(one, other):.4f}")


def as_text(data):
    """Line ends and blanks at line ends do not matter."""
    return "\n".join(line.rstrip() for line in data.decode("utf-8", "replace").splitlines()).strip()


def compare(expected, result):
    """Verdict on the bytes of a result against the bytes expected."""
    if is_image(expected):
        if not is_image(result):
            return Verdict(False, "no image: " + re.sub(r"\s+", " ", as_text(result))[:200])
        return compare_images(expected, result)
    one, other = as_text(expected), as_text(result)
    if one == other:
        return Verdict(True, "the same text")
    for number, (wanted, got) in enumerate(zip(one.splitlines(), other.splitlines()), 1):
        if wanted != got:
            return Verdict(False, f"line {number}: {got.strip()[:120]!r}, expected {wanted.strip()[:120]!r}")
    return Verdict(False, f"{len(other.splitlines())} lines, expected {len(one.splitlines())}")
