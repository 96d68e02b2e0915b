# SPDX-License-Identifier: MIT
"""Query strings the tests share. The map "inline" needs no database: an island in EPSG:3857."""

from urllib.parse import urlencode

CAPABILITIES = "map=inline&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities"
SIZE = (300, 200)


def get_map(**changes):
    """A GetMap of the island as a query string; a parameter given as None is left out."""
    parameters = {"map": "inline", "SERVICE": "WMS", "VERSION": "1.3.0", "REQUEST": "GetMap",
                  "LAYERS": "land,road", "STYLES": ",", "CRS": "EPSG:3857", "BBOX": "0,0,600,400",
                  "WIDTH": str(SIZE[0]), "HEIGHT": str(SIZE[1]), "FORMAT": "image/png"} | changes
    return urlencode({name: value for name, value in parameters.items() if value is not None}, safe=",:/")


# Mistakes of clients: (query, code of the standard or "", part of the message).
BAD_REQUESTS = [
    (get_map(LAYERS="atlantis"), "LayerNotDefined", ""),
    (get_map(LAYERS="land", STYLES="golden"), "StyleNotDefined", "golden"),
    (get_map(CRS="EPSG:27"), "InvalidCRS", ""),
    (get_map(CRS=None), "MissingParameterValue", "CRS"),
    (get_map(BBOX="600,0,0,400"), "", "BBOX"),
    (get_map(BBOX="0,0,600"), "", "BBOX"),
    (get_map(BBOX=None), "MissingParameterValue", "BBOX"),
    (get_map(WIDTH="0"), "", "WIDTH"),
    (get_map(HEIGHT="100000"), "", "HEIGHT"),
    (get_map(FORMAT="image/stone"), "InvalidFormat", "image/stone"),
    ("map=inline&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetTreasure", "", ""),
]
