# SPDX-License-Identifier: MIT
"""The map that the snippets begin with."""
import os
import pathlib

import mapscript

DATA = pathlib.Path(os.environ["MS_TEST_DATA"])
FOLDER = pathlib.Path(os.environ["MS_TEST_FOLDER"])

TEXT = """
MAP
  NAME "scene" SIZE 200 100 EXTENT 0 0 20 10 UNITS METERS IMAGECOLOR 10 20 30 MAXSIZE 1000
  CONFIG "ON_MISSING_DATA" "IGNORE"
  SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "star" TYPE VECTOR FILLED TRUE POINTS 0 .375 .35 .365 .5 0 .65 .375 1 .375 .75 .625 .875 1 .5 .75 .125 1 .25 .625 0 .375 END END
  OUTPUTFORMAT NAME "mine" DRIVER "AGG/PNG" MIMETYPE "image/x-mine" IMAGEMODE RGB TRANSPARENT OFF FORMATOPTION "GAMMA=0.75" END
  WEB TEMPLATE "page.html" IMAGEPATH "/tmp/" IMAGEURL "/images/" MINSCALEDENOM 10 MAXSCALEDENOM 1e9
    METADATA "Ows_Title" "scene" "wms_srs" "EPSG:3857" END
    VALIDATION "kind" "^[a-z]+$" "default_kind" "wood" END END
  LEGEND STATUS ON KEYSIZE 18 12 KEYSPACING 4 3 LABEL SIZE 8 COLOR 1 2 3 END POSITION LL END
  SCALEBAR STATUS OFF UNITS KILOMETERS INTERVALS 4 SIZE 150 4 COLOR 9 9 9 STYLE 1 END
  QUERYMAP STATUS ON SIZE 50 50 STYLE HILITE COLOR 255 0 0 END
  PROJECTION "init=epsg:3857" END
  LAYER
    NAME "fields" GROUP "land" TYPE POLYGON STATUS ON TEMPLATE "x" PROCESSING "ITEMS=kind,size" CLASSITEM "kind"
    TOLERANCE 2 TOLERANCEUNITS PIXELS MINSCALEDENOM 1 MAXSCALEDENOM 1e8
    METADATA "ows_title" "Fields" "gml_include_items" "all" "gml_types" "auto" END
    FEATURE POINTS 1 1 9 1 9 9 1 9 1 1 END ITEMS "wood;4" END
    FEATURE POINTS 11 1 19 1 19 9 11 9 11 1 END ITEMS "meadow;7" END
    CLASS NAME "Wood" TITLE "The wood" GROUP "green" EXPRESSION "wood"
      STYLE COLOR 0 90 0 OUTLINECOLOR 1 1 1 WIDTH 2 END
      STYLE SYMBOL "dot" SIZE 6 COLOR 0 250 0 GAP 10 PATTERN 2 3 END ANGLE 30 END
      LABEL SIZE 9 COLOR 0 0 0 TEXT "[kind]" POSITION UR OFFSET 2 3 PRIORITY 4 END
    END
    CLASS NAME "Rest" EXPRESSION ([size] > 5) STYLE COLOR 200 200 0 END END
  END
  LAYER
    NAME "dots" TYPE POINT STATUS DEFAULT TEMPLATE "x"
    FEATURE POINTS 5 5 END TEXT "five" END
    FEATURE POINTS 15 5 END TEXT "fifteen" END
    CLASS STYLE SYMBOL "dot" SIZE 5 COLOR 255 0 0 END LABEL SIZE 8 COLOR 0 0 255 END END
  END
  LAYER NAME "hidden" TYPE LINE STATUS OFF
    FEATURE POINTS 0 0 20 10 END END
    CLASS STYLE COLOR 0 0 0 WIDTH 1 END END
  END
END
"""


def scene():
    return mapscript.fromstring(TEXT)


def capitals():
    """The scene with a layer of a shapefile."""
    the_map = scene()
    layer = mapscript.layerObj(the_map)
    layer.name = "capitals"
    layer.type = mapscript.MS_LAYER_POINT
    layer.status = mapscript.MS_ON
    layer.template = "x"
    layer.data = str(DATA / "shapefile" / "capitals")
    layer.setProjection("init=epsg:4326")
    the_map.setProjection("init=epsg:4326")
    the_map.setExtent(-180, -90, 180, 90)
    return the_map, layer


def box(rect):
    return tuple(round(side, 6) + 0.0 for side in (rect.minx, rect.miny, rect.maxx, rect.maxy))


def points(line):
    return [(round(line.get(i).x, 6), round(line.get(i).y, 6)) for i in range(line.numpoints)]


def lines(shape):
    return [points(shape.get(i)) for i in range(shape.numlines)]


def color(value):
    return (value.red, value.green, value.blue, value.alpha)


def tried(action):
    """The result of an action, or the kind of its exception."""
    try:
        return action()
    except Exception as error:
        return type(error).__name__


def answer_of(the_map, query):
    """The result of OWSDispatch() for a request, and the type and the bytes of its answer."""
    mapscript.msIO_installStdoutToBuffer()
    request = mapscript.OWSRequest()
    request.loadParamsFromURL(query)
    status = tried(lambda: the_map.OWSDispatch(request))
    kind = mapscript.msIO_stripStdoutBufferContentType()
    mapscript.msIO_stripStdoutBufferContentHeaders()
    body = mapscript.msIO_getStdoutBufferBytes()
    mapscript.msIO_resetHandlers()
    return status, kind, body
