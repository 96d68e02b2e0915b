#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes __init__.pyi: the package's stub for editors and type checkers. Types are those of the C++ headers, which SWIG
leaves in the docstrings: "getLayer(mapObj self, int i) -> layerObj".

  make_stubs.py FOLDER    with the package mapscript/, into which the stub is written
"""
import ast
import inspect
import os
import re
import sys

PLAIN = {"int": "int", "long": "int", "double": "float", "bool": "bool", "char": "str", "void": "None",
         "Text": "str | None", "Bytes": "bytes", "std::string": "str", "std::vector< int >": "Sequence[int]",
         "std::vector< double >": "Sequence[float]", "std::vector< std::string >": "Sequence[str] | None"}


def python_type(written, module):
    """"ms::script::Text const &" -> "str | None"."""
    name = re.sub(r"\bms::script::|\bconst\b|[&*]", "", written).strip()
    name = re.sub(r"^std::shared_ptr<\s*(.*?)\s*>$", r"\1", name)
    if name in PLAIN:
        return PLAIN[name]
    return name if inspect.isclass(getattr(module, name, None)) else "Any"


def split_parameters(text):
    """At commas that are in no <> or ()."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def parameter(text, module):
    """"int index=-1" -> "index: int = ..."."""
    declared, _, default = text.partition("=")
    written, _, name = declared.strip().rpartition(" ")
    if not name.isidentifier():
        return None
    kind = python_type(written, module)
    if inspect.isclass(getattr(module, kind, None)) and (default or "shared_ptr" in written):
        kind += " | None"
    return f"{name}: {kind}" + (" = ..." if default else "")


def from_line(line, module):
    """A signature that SWIG wrote down, without self, or None."""
    match = re.match(r"(?:__init__|\w+)\((.*)\)(?: -> (.*))?$", line)
    if match is None:
        return None
    parameters = [part for part in split_parameters(match[1]) if not part.endswith(" self")]
    parameters = [parameter(part, module) for part in parameters]
    if None in parameters:
        return None
    return parameters, "None" if match[2] is None else python_type(match[2], module)


def from_signature(function):
    """Python's own signature: names and defaults."""
    parameters = []
    for name, known in inspect.signature(function).parameters.items():
        star = {known.VAR_POSITIONAL: "*", known.VAR_KEYWORD: "**"}.get(known.kind, "")
        if name not in ("self", "cls"):
            parameters.append(star + name + ": Any" + (" = ..." if known.default is not known.empty else ""))
    return parameters, "Any"


def describe(function, module):
    """Its parameters, and its result, for every overload."""
    lines = (inspect.getdoc(function) or "").split("\n")
    known = [from_line(line, module) for line in lines]
    return [ways for ways in known if ways] if known[0] else [from_signature(function)]


def definitions(name, function, module, before=("self",), marks=()):
    """Lines "def name(...) -> ...: ...", marked as overloads where there are several."""
    ways = describe(function, module)
    for parameters, result in ways:
        yield from (("@overload",) if len(ways) > 1 else ())
        yield from marks
        yield f"def {name}({', '.join([*before, *parameters])}) -> {'None' if name == '__init__' else result}: ..."


def write_class(name, kind, module, out):
    bases = [base.__name__ for base in kind.__bases__ if base is not object]
    out.append(f"class {name}" + (f"({', '.join(bases)})" if bases else "") + ":")
    start = len(out)
    for member, value in sorted(vars(kind).items()):
        if isinstance(value, property):
            known = re.match(r"\w+ : (.*)$", inspect.getdoc(value) or "")
            hint = python_type(known[1], module) if known else "Any"
            out.append(f"    @property\n    def {member}(self) -> {hint}: ...")
            if value.fset is not None:
                out.append(f"    @{member}.setter\n    def {member}(self, value: {hint}) -> None: ...")
        elif member.startswith("_") and not (member.startswith("__") and member.endswith("__")):
            continue
        elif inspect.isfunction(value) and member not in ("__repr__", "__str__", "__bool__", "__reduce__"):
            out.extend("    " + line for line in definitions(member, value, module))
        elif isinstance(value, staticmethod) and not member.startswith("__"):
            out.extend("    " + line for line in definitions(member, value.__func__, module, (), ("@staticmethod",)))
    if len(out) == start:
        out.append("    ...")


def stub_of(module):
    out = ["# Written by make_stubs.py.", "from typing import Any, Sequence, overload", ""]
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or getattr(value, "__module__", module.__name__) not in (module.__name__, "_mapscript"):
            continue
        if inspect.isclass(value) and issubclass(value, Exception):
            out.append(f"class {name}({'Exception' if name == 'MapServerError' else 'MapServerError'}): ...")
        elif inspect.isclass(value):
            write_class(name, value, module, out)
        elif inspect.isroutine(value):
            out.extend(definitions(name, value, module, ()))
        elif isinstance(value, (int, float, str)):
            out.append(f"{name}: {type(value).__name__}")
    return "\n".join(out) + "\n"


def main():
    folder = sys.argv[1]
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    import mapscript
    text = stub_of(mapscript)
    ast.parse(text)
    with open(os.path.join(folder, "mapscript", "__init__.pyi"), "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
