# SPDX-License-Identifier: MIT
"""Work that is done once when a map is loaded is not repeated for each request: expressions, layers, languages, plans of tiles."""

import json
import shutil
from urllib.parse import quote

import pytest
import servers

LAYERS = """
  LAYER NAME "land" TYPE POLYGON STATUS ON DATA "data/countries.shp" PROJECTION "EPSG:4326" END
    CLASS EXPRESSION ([area] >= 0)
      STYLE COLOR 200 200 180 OUTLINECOLOR 90 90 90 END END
  END
  LAYER NAME "towns" TYPE POINT STATUS ON DATA "data/capitals.shp" CLASSITEM "{item}" PROJECTION "EPSG:4326" END
    LABELITEM "{item}"
    FILTER (length('[{item}]') > 0)
    CLASS EXPRESSION /^[A-M]/ STYLE SYMBOL "dot" COLOR 200 0 0 SIZE (4 + length('[{item}]') * 0)
      END
      LABEL COLOR 0 0 0 EXPRESSION ('[{item}]' != 'x')
        TEXT ('[{item}]')
        SIZE (9 + 1)
      END END
    CLASS EXPRESSION {{Paris,Rome}} STYLE SYMBOL "dot" SIZE 5 COLOR 0 0 200 END END
    CLASS STYLE SYMBOL "dot" SIZE 3 COLOR 0 120 0 END END
  END
  LAYER NAME "lines" TYPE LINE STATUS ON REQUIRES ([land] = 1)
    LABELREQUIRES ([towns] = 1)
    FEATURE POINTS -100 -40 100 40 END TEXT "across" END
    CLASS STYLE COLOR 0 0 0 WIDTH 2 END LABEL COLOR 9 9 9 END END
  END
  LAYER NAME "chosen" TYPE POINT STATUS OFF DATA "data/capitals.shp" PROJECTION "EPSG:4326" END
    VALIDATION "start" "^[A-Z]$" "default_start" "A" END
    CLASS EXPRESSION ('[{item}]' ~ '^%start%')
      STYLE SYMBOL "dot" SIZE 5 COLOR 0 0 200 END END
    CLASS EXPRESSION ('[{item}]' != 'x')
      STYLE SYMBOL "dot" SIZE 2 COLOR 0 0 0 END END
  END
"""
MAP = """MAP NAME "compiled" SIZE 200 100 EXTENT -180 -90 180 90 PROJECTION "EPSG:4326" END
  SYMBOL NAME "dot" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END
  WEB METADATA "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" "ows_title" "Compiled" {metadata} END END
  {layers}
END"""
SLD = """<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>towns</Name><UserStyle><FeatureTypeStyle><Rule>
<Filter><PropertyIsEqualTo><PropertyName>{item}</PropertyName><Literal>Rome</Literal></PropertyIsEqualTo></Filter>
<PointSymbolizer><Graphic><Mark><WellKnownName>circle</WellKnownName></Mark><Size>9</Size></Graphic></PointSymbolizer>
</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>"""
ITEM = "name"


class Server:
    """A listener whose trace file shows the work of each request."""

    def __init__(self):
        self.folder = servers.own_folder()
        shutil.copytree(servers.SOURCE / "tests/data/shapefile", self.folder / "data")
        layers = LAYERS.format(item=ITEM)
        many = "".join(f'  LAYER NAME "other{i}" TYPE POINT STATUS OFF FEATURE POINTS {i % 90} 0 END END CLASS STYLE COLOR 1 1 1 END END END\n'
                       for i in range(300))
        for name, metadata, more in (("plain", "", ""), ("languages", '"wms_languages" "eng,ger"', ""), ("tiles", '"wms_tile_cache" "true"', ""),
                                     ("limited", '"wms_tile_cache" "true"', "MAXFEATURES 5"), ("many", "", many)):
            text = MAP.format(metadata=metadata, layers=layers + (more if name == "many" else ""))
            (self.folder / f"{name}.map").write_text(text.replace('NAME "towns"', f'NAME "towns" {more}') if name == "limited" else text)
        maps = " ".join(f'"{path.stem}" "{path}"' for path in self.folder.glob("*.map"))
        (self.folder / "ms.conf").write_text(f"CONFIG MAPS {maps} END END")
        self.trace = self.folder / "trace"
        self.server = servers.start_listener({"MAPSERVER_CONFIG_FILE": str(self.folder / "ms.conf"), "MS_TRACE_FILE": str(self.trace),
                                              "MS_TRACE_FORMAT": "JSON", "MS_THREADS": "1"})

    def get_map(self, name, layers="land,towns,lines", more=""):
        answer = servers.fetch(f"{self.server.address}?map={name}&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS={layers}"
                               f"&STYLES={',' * layers.count(',')}&SRS=EPSG:4326&BBOX=-180,-90,180,90&WIDTH=400&HEIGHT=200&FORMAT=image/png{more}")
        assert answer.is_png, answer.text[:1000]
        return answer

    def counts(self, *words, **changes):
        """Of a map that is requested for the second time."""
        self.get_map(*words, **changes)
        self.trace.write_text("")
        self.get_map(*words, **changes)
        counters = json.loads(self.trace.read_text().splitlines()[-1])["counters"]
        return [counters[name] for name in ("expressions_parsed", "layers_copied", "layers_planned")]


@pytest.fixture(scope="module")
def server():
    made = Server()
    yield made
    made.server.stop()
    shutil.rmtree(made.folder)


def test_a_plain_map_parses_and_copies_nothing(server):
    assert server.counts("plain") == [0, 0, 3]
    assert server.counts("many") == [0, 0, 3]


def test_a_map_in_a_language_parses_and_copies_nothing(server):
    for more in ("&LANGUAGE=ger", "&LANGUAGE=eng", ""):
        assert server.counts("languages", more=more) == [0, 0, 3]


def test_a_map_in_a_language_has_an_entity_tag_before_it_is_drawn(server):
    answer = server.get_map("languages", more="&LANGUAGE=ger")
    server.trace.write_text("")
    again = servers.fetch(f"{server.server.address}?map=languages&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=land,towns,lines&STYLES=,,"
                          "&SRS=EPSG:4326&BBOX=-180,-90,180,90&WIDTH=400&HEIGHT=200&FORMAT=image/png&LANGUAGE=ger",
                          headers={"If-None-Match": answer.headers["etag"]})
    assert again.status == 304
    assert json.loads(server.trace.read_text().splitlines()[-1])["counters"]["layers"] == 0, "it was drawn"


def test_a_substitution_counts_what_it_substitutes(server):
    # One layer is copied, and one of its expressions is another one.
    assert server.counts("plain", layers="land,chosen", more="&start=P") == [1, 1, 2]
    assert server.counts("plain", layers="land") == [0, 0, 1]


def test_an_sld_counts_what_it_sends(server):
    parsed, _, planned = server.counts("many", more="&SLD_BODY=" + quote(SLD.format(item=ITEM)))
    assert 0 < parsed <= 6 and planned == 3


def test_an_image_of_kept_tiles_plans_nothing(server):
    assert server.counts("tiles") == [0, 0, 0]
    # Another part of the same level: only drawn parts are planned.
    assert server.counts("tiles", more="&BGCOLOR=0xff0000") == [0, 0, 0]


def test_a_map_that_cannot_have_tiles_is_planned_once(server):
    assert server.counts("limited") == [0, 0, 3]


def test_a_request_whose_answer_has_no_state_plans_no_tiles(server):
    """A POST: its tiles could not be named, so they are not planned."""
    body = ("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=land,towns,lines&STYLES=,,&SRS=EPSG:4326&BBOX=-180,-90,180,90&WIDTH=400&HEIGHT=200"
            "&FORMAT=image/png")
    server.trace.write_text("")
    answer = servers.fetch(f"{server.server.address}?map=tiles", data=body.encode(), headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.is_png, answer.text[:1000]
    assert json.loads(server.trace.read_text().splitlines()[-1])["counters"]["layers_planned"] == 3
