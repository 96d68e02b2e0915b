# SPDX-License-Identifier: MIT
"""Draws one mapfile after another: reads lines of a mapfile and an image, separated by a tab; answers each by a line, empty or what is wrong."""

import sys

import mapscript

for line in sys.stdin:
    mapfile, image = line.rstrip("\n").split("\t")
    try:
        mapscript.mapObj(mapfile).draw().save(image)
        print(flush=True)
    except mapscript.MapServerError as error:
        print(" ".join(str(error).split()), flush=True)
