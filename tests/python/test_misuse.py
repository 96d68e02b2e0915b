# SPDX-License-Identifier: MIT
"""Whatever a script does with the objects, it gets an answer or an exception: hypothesis makes up scripts
of calls and attributes with right and wrong arguments. A crash of the interpreter fails the test."""
import gc
import inspect
import os

import hypothesis
import mapscript
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

MAP = """MAP NAME "m" SIZE 40 30 EXTENT 0 0 10 10 UNITS METERS
  PROJECTION "init=epsg:3857" END
  SYMBOL NAME "dot" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  LEGEND STATUS ON END SCALEBAR STATUS ON UNITS METERS END
  LAYER NAME "l" TYPE POLYGON STATUS ON TEMPLATE "x" PROCESSING "ITEMS=kind" CLASSITEM "kind"
    METADATA "gml_include_items" "all" END
    FEATURE POINTS 0 0 9 0 9 9 0 0 END ITEMS "wood" END
    CLUSTER MAXDISTANCE 5 END
    CLASS NAME "c" EXPRESSION "wood" STYLE COLOR 0 0 255 SYMBOL "dot" END LABEL SIZE 8 TEXT "[kind]" END
      LEADER STYLE COLOR 0 0 0 END END END
  END
END"""

# They write files named by arguments, or read a stream.
LEFT_OUT = {"save", "saveQuery", "saveQueryAsGML", "saveWebImage", "saveMapContext", "write", "msSaveImage",
            "fromstring", "applyConfigOptions", "processTemplate", "this", "thisown", "set_interpreter",
            "loadParams"}
CLASSES = sorted(name for name, kind in vars(mapscript).items()
                 if inspect.isclass(kind) and kind.__module__ == mapscript.__name__ and name.endswith("Obj"))
EXPECTED = (mapscript.MapServerError, OSError, EOFError, TypeError, ValueError, OverflowError, AttributeError, MemoryError,
            IndexError, KeyError)

numbers = st.one_of(st.integers(-2, 50), st.sampled_from([-2**31, 2**31 - 1, 2**40, 0.5, -1.5, 1e300,
                                                          float("nan"), float("inf")]))
texts = st.sampled_from(["", "l", "kind", "dot", "wood", "epsg:4326", "png", "svg", "([kind] = 'x')", "/a(/", "\x00",
                         "\udcff", "STYLE END", "POINT(1 2)", "CLASS END", "ä" * 300])
others = st.sampled_from([None, True, b"bytes", (), [1, 2], (0.5, "x"), {"a": "b"}, object()])


def public(thing):
    return sorted(name for name in dir(thing) if not name.startswith("_") and name not in LEFT_OUT)


class Script(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.things = [mapscript.fromstring(MAP)]

    def thing(self, number):
        return self.things[number % len(self.things)]

    def argument(self, data):
        kind = data.draw(st.integers(0, 5))
        if kind >= 3:
            return self.thing(data.draw(st.integers(0, 999)))
        return data.draw((numbers, texts, others)[kind])

    def arguments(self, data):
        return [self.argument(data) for _ in range(data.draw(st.integers(0, 4)))]

    def keep(self, result):
        if type(result).__name__ in CLASSES:
            self.things.append(result)
        elif isinstance(result, list):
            self.things.extend(thing for thing in result[:2] if type(thing).__name__ in CLASSES)

    def attempt(self, action):
        try:
            self.keep(action())
        except EXPECTED:
            pass

    @rule(data=st.data())
    def make(self, data):
        kind = getattr(mapscript, data.draw(st.sampled_from(CLASSES)))
        arguments = self.arguments(data)
        self.attempt(lambda: kind(*arguments))

    @rule(number=st.integers(0, 999), data=st.data())
    def look(self, number, data):
        thing = self.thing(number)
        name = data.draw(st.sampled_from(public(thing)))
        self.attempt(lambda: getattr(thing, name))

    @rule(number=st.integers(0, 999), data=st.data())
    def call(self, number, data):
        thing = self.thing(number)
        methods = [name for name in public(type(thing)) if callable(getattr(type(thing), name))]
        if methods:
            name = data.draw(st.sampled_from(methods))
            arguments = self.arguments(data)
            self.attempt(lambda: getattr(thing, name)(*arguments))

    @rule(number=st.integers(0, 999), data=st.data())
    def change(self, number, data):
        thing = self.thing(number)
        # Images are created in any requested size.
        names = [name for name in public(thing)
                 if name not in ("maxsize", "keysizex", "keysizey", "resolution", "defresolution")]
        value = self.argument(data)
        self.attempt(lambda: setattr(thing, data.draw(st.sampled_from(names)), value))

    @rule(number=st.integers(0, 999))
    def forget(self, number):
        if len(self.things) > 1:
            del self.things[number % len(self.things)]
            gc.collect()

    @rule()
    def begin_another_map(self):
        self.things.append(mapscript.fromstring(MAP))

    @invariant()
    def errors_were_raised_and_not_left(self):
        assert mapscript.msGetErrorObj().code == mapscript.MS_NOERR

    def teardown(self):
        self.things = []
        mapscript.msIO_resetHandlers()


TestScript = Script.TestCase
# tests/python/run_sanitized sets others, and more of them.
EXAMPLES = int(os.environ.get("MS_MISUSE_EXAMPLES", "0"))
TestScript.settings = hypothesis.settings(
    max_examples=EXAMPLES or 80, stateful_step_count=60, derandomize=EXAMPLES == 0, database=None, deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck))


def test_a_layer_that_reads_survives_its_map():
    map = mapscript.fromstring(MAP)
    layer = map.getLayer(0)
    layer.open()
    del map
    gc.collect()
    assert layer.nextShape() is not None
    assert layer.nextShape() is None


def test_a_layer_that_is_removed_while_it_is_read_goes_on():
    map = mapscript.fromstring(MAP)
    layer = map.getLayer(0)
    with layer:
        assert map.removeLayer(0).name == "l"
        assert layer.nextShape() is not None
    with pytest.raises(mapscript.MapServerError, match="parent object is null"):
        layer.open()


def test_a_file_that_draws_while_it_is_written_gets_its_image():
    map = mapscript.fromstring(MAP)
    images = []

    class File:
        def write(self, data):
            images.append(data)
            if len(images) < 3:
                map.draw().write(self)

    map.draw().write(File())
    assert len(images) == 3 and len(set(images)) == 1


def test_a_class_inserted_twice_or_into_two_layers_is_one_class():
    map = mapscript.fromstring(MAP)
    layer, other = map.getLayer(0), mapscript.layerObj(map)
    kind = layer.getClass(0)
    layer.insertClass(kind)
    other.insertClass(kind)
    kind.name = "shared"
    assert [layer.getClass(1).name, other.getClass(0).name] == ["shared", "shared"]
    layer.removeClass(0)
    map.draw()
    assert other.getClass(0).name == "shared"


def test_a_layer_is_queried_in_the_view_of_a_map_that_has_fewer_layers():
    """MapServer uses the extent and the projection of the given map; here with the layers that it has."""
    map, seen = mapscript.fromstring(MAP), mapscript.fromstring(MAP)
    layer = mapscript.layerObj(map)
    layer.type, layer.status, layer.template = mapscript.MS_LAYER_POINT, mapscript.MS_ON, "x"
    layer.addFeature(mapscript.shapeObj.fromWKT("POINT(5 5)"))
    mapscript.classObj(layer)
    assert layer.queryByRect(seen, mapscript.rectObj(0, 0, 9, 9)) == mapscript.MS_SUCCESS
    assert layer.getNumResults() == 1
    assert layer.queryByRect(seen, mapscript.rectObj(6, 6, 9, 9)) == mapscript.MS_SUCCESS
    assert layer.getNumResults() == 0
    assert seen.getLayer(0).getNumResults() == 0


def test_an_index_that_is_not_there_adds_nothing_to_what_was_found():
    map = mapscript.fromstring(MAP)
    layer = map.getLayer(0)
    assert layer.queryByIndex(map, -1, 0) == mapscript.MS_SUCCESS
    assert layer.queryByIndex(map, -1, 99, mapscript.MS_TRUE) == mapscript.MS_FAILURE
    assert layer.getNumResults() == 1
