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
        return msLoadMapFromString(data, mappath, configpath)
    part = {"LAYER": layerObj, "CLASS": classObj, "STYLE": styleObj, "LABEL": labelObj}[kind]()
    part.updateFromString(data)
    return part


def _set_up():
    import atexit
    msSetup()
    atexit.register(msCleanup)


_set_up()
%}
