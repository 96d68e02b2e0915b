# SPDX-License-Identifier: MIT
"""Common parts of the OGC's conformance suites: a service, assertions by name, and their results."""

import io
import re
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

import lxml.etree
import numpy
from PIL import Image

NAMESPACES = {"wms": "http://www.opengis.net/wms", "ogc": "http://www.opengis.net/ogc", "xlink": "http://www.w3.org/1999/xlink",
              "xsi": "http://www.w3.org/2001/XMLSchema-instance"}


class NotApplicable(Exception):
    """The assertion does not apply to the service; the suites count it as passed."""


@dataclass
class Answer:
    headers: dict  # names in lower case
    body: bytes

    @property
    def type(self):
        return re.sub(r"\(.*?\)", "", self.headers.get("content-type", "")).split(";")[0].strip().lower()

    def xpath(self, path):
        """What the path finds; nothing if the answer is not XML."""
        try:
            return lxml.etree.fromstring(self.body).xpath(path, namespaces=NAMESPACES)
        except lxml.etree.XMLSyntaxError:
            return []

    def image(self):
        assert self.type.startswith("image/"), f"{self.type}: {self.body[:300]!r}"
        return Image.open(io.BytesIO(self.body)).convert("RGBA")

    def pixels(self, color, box=None):
        """The number of pixels of the box (x, y, width, height) with the color (RGB)."""
        image = self.image()
        x, y, width, height = box or (0, 0, *image.size)
        part = numpy.asarray(image.crop((x, y, x + width, y + height)).convert("RGB"))
        return int((part == color).all(axis=2).sum())

    def transparent_pixels(self):
        return sum(self.image().getchannel("A").histogram()[:1])


@dataclass
class Result:
    name: str
    problem: str = ""  # empty when it holds


@dataclass
class Suite:
    """Assertions in the order of the official scripts, by the names they have there."""

    assertions: list = field(default_factory=list)

    def check(self, name, each=None):
        """Registers a function of the service, or, with `each`, of the service and each item that `each` finds there."""
        def register(function):
            self.assertions.append((name, each, function))
            return function
        return register

    def run(self, service, select=""):
        """Results of the assertions whose names match; those that do not apply are left out."""
        results = []
        for name, each, function in self.assertions:
            if not re.search(select, name):
                continue
            for arguments in [(item,) for item in each(service)] if each else [()]:
                result = Result(" ".join([name, *map(str, arguments)]))
                try:
                    function(service, *arguments)
                except NotApplicable:
                    continue
                except (AssertionError, lxml.etree.LxmlError) as problem:
                    result.problem = str(problem) or "does not hold"
                results.append(result)
        return results


def mixed_case(name):
    """ReQuEsT for REQUEST: the suites send names that way."""
    return "".join(c.upper() if i % 2 == 0 else c.lower() for i, c in enumerate(name))


class Service:
    """One service, requested at the URLs in its capabilities.

    ask: function of a query string that returns an Answer
    """

    prefix = ""  # of elements in the capabilities
    version = ""

    def __init__(self, ask, query):
        self.ask = ask
        answer = ask(query)
        self.root = lxml.etree.fromstring(answer.body)

    def find(self, path, node=None):
        return (self.root if node is None else node).xpath(path.replace("~", self.prefix), namespaces=NAMESPACES)

    def text(self, path, node=None):
        """The first item that the path finds, as text; "" without."""
        found = self.find(path, node)
        return (found[0] if isinstance(found[0], str) else found[0].text or "") if found else ""

    def address(self, operation):
        """The text after the '?' of the operation's URL."""
        path = f"~Capability/~Request/~{operation}/~DCPType/~HTTP/~Get/~OnlineResource/@xlink:href"
        return self.text(path).partition("?")[2]

    def fetch(self, operation, parameters, raw=None):
        """Sends names in mixed case; parameters of None are left out, `raw` are pairs that are written unchanged."""
        pairs = {mixed_case(name): value for name, value in parameters.items() if value is not None}
        more = "&".join(f"{name}={value}" for name, value in (raw or {}).items())
        start = self.address(operation)
        return self.ask("&".join(part for part in (start.rstrip("&"), urlencode(pairs, quote_via=quote, safe=","), more) if part))

    def capabilities(self, **parameters):
        usual = {"SERVICE": "WMS", "VERSION": self.version, "REQUEST": "GetCapabilities"}
        return self.fetch("GetCapabilities", usual | parameters)

    def map(self, **parameters):
        usual = {"VERSION": self.version, "REQUEST": "GetMap", "STYLES": ""}
        return self.fetch("GetMap", usual | parameters)

    def info(self, **parameters):
        usual = {"VERSION": self.version, "REQUEST": "GetFeatureInfo", "STYLES": "", "FORMAT": self.format}
        return self.fetch("GetFeatureInfo", usual | parameters)

    def layer(self, title):
        """The name of the layer with a title of the suites' data set."""
        return self.text(f"//~Layer[~Title='cite:{title}']/~Name")

    def layers(self, *titles):
        return ",".join(self.layer(title) for title in titles)

    @property
    def format(self):
        return self.text("~Capability/~Request/~GetMap/~Format[1]")

    @property
    def lossless(self):
        return self.text("~Capability/~Request/~GetMap/~Format[starts-with(., 'image/png') or starts-with(., 'image/gif')]")

    @property
    def info_format(self):
        return self.text("~Capability/~Request/~GetFeatureInfo/~Format[1]")


def expect_type(answer, requested):
    requested = requested.split(";")[0].strip().lower()
    assert answer.type == requested, f"{answer.type} instead of {requested}: {answer.body[:300]!r}"


def expect_empty(offenders):
    assert not offenders, "offenders: " + ", ".join(
        str(node) if not hasattr(node, "tag") else lxml.etree.tostring(node, with_tail=False)[:200].decode() for node in offenders[:5])


BLUE_LAKE = ("Streams", "Lakes", "Ponds", "Bridges", "RoadSegments", "DividedRoutes", "Buildings", "MapNeatline")


def check_update_sequence(suite, names, sequence, expect_capabilities, expect_exception):
    """Four checks of UPDATESEQUENCE: any value if the service has none, its own, the one below and the one above.

    `sequence(service)` gives the last three, or raises NotApplicable if the service has none.
    """
    ignored, current, lower, higher = (suite.check(name) for name in names)

    @ignored
    def _(s):
        if s.root.get("updateSequence"):
            raise NotApplicable
        expect_capabilities(s.capabilities(UPDATESEQUENCE="ignored"))

    @current
    def _(s):
        expect_exception(s.capabilities(UPDATESEQUENCE=sequence(s)[0]), "CurrentUpdateSequence")

    @lower
    def _(s):
        expect_capabilities(s.capabilities(UPDATESEQUENCE=sequence(s)[1]))

    @higher
    def _(s):
        expect_exception(s.capabilities(UPDATESEQUENCE=sequence(s)[2]), "InvalidUpdateSequence")
