// SPDX-License-Identifier: MIT
// Functions of the module that are Python's own; they come last.

%pythoncode %{
def fromstring(data, mappath=None, configpath=None):
    """The map, layer, class or style that a text describes.

    >>> fromstring("MAP NAME 'test' END").name
    'test'
    """
    import re
    word = re.search(r"^\s*(MAP|LAYER|CLASS|STYLE|LABEL)\b", data, re.I)
    if word is None:
        raise ValueError(
            "No map, layer, class, or style found. Can not load from provided string")
    kind = word.group(1).upper()
    if kind == "MAP":
        return msLoadMapFromString(data, mappath, _config_of(configpath))
    part = {"LAYER": layerObj, "CLASS": classObj, "STYLE": styleObj, "LABEL": labelObj}[kind]()
    part.updateFromString(data)
    return part


def _of_type(thing, kind):
    if not isinstance(thing, kind):
        raise TypeError("expected %s, not %s" % (kind.__name__, type(thing).__name__))
    return thing


def _config_of(config):
    return config if config is None or isinstance(config, configObj) else configObj(config)


def _names_and_values(names, values):
    if isinstance(names, dict):
        return [str(name) for name in names], [str(value) for value in names.values()]
    return names, values


def msSaveImage(map, image, filename):
    """Writes an image as image.save() does."""
    image.save(filename, map)
    return MS_SUCCESS


def msFreeImage(image):
    """Images are freed when nothing refers to them any more."""


def msFreeConfig(config):
    """Configurations are freed when nothing refers to them any more."""


class intarray(list):
    """Whole numbers, as setLayersDrawingOrder() takes them."""

    def __init__(self, size):
        super().__init__([0] * size)


MS_ERROR_LANGUAGE = "en-US"


def _line_of(points):
    line = lineObj()
    for point in points:
        line.add(pointObj(*point))
    return line


def _shape_of(kind, lines, values, attributes):
    shape = shapeObj(kind)
    for points in lines:
        shape.add(_line_of(points))
    if values:
        shape.initValues(len(values))
        for i, value in enumerate(values):
            shape.setValue(i, value)
    for name, value in attributes.items():
        setattr(shape, name, value)
    return shape


def _table_of(pairs):
    table = hashTableObj()
    table.update(pairs)
    return table


def _set_up():
    import atexit
    msSetup()
    atexit.register(msCleanup)


_set_up()
%}
