#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes __init__.pyi: what editors and type checkers are told of the package. Types are those of the C++ headers, which SWIG
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
    if inspect.isclass(getattr(module, kind, None)) and default:
        kind += " | None"
    return f"{name}: {kind}" + (" = ..." if default else "")


def from_docstring(function, module):
    """The signature without self that SWIG wrote down, or None."""
    match = re.match(r"(?:__init__|\w+)\((.*)\)(?: -> (.*))?$", (inspect.getdoc(function) or "").split("\n")[0])
    if match is None:
        return None
    parameters = [part for part in split_parameters(match[1]) if not part.endswith(" self")]
    parameters = [parameter(part, module) for part in parameters]
    if None in parameters:
        return None
    return parameters, "None" if match[2] is None else python_type(match[2], module)


def from_signature(function):
    """What Python itself knows: names and defaults."""
    parameters = []
    for name, known in inspect.signature(function).parameters.items():
        star = {known.VAR_POSITIONAL: "*", known.VAR_KEYWORD: "**"}.get(known.kind, "")
        if name not in ("self", "cls"):
            parameters.append(star + name + ": Any" + (" = ..." if known.default is not known.empty else ""))
    return parameters, "Any"


def describe(function, module):
    """Its parameters, and what it returns."""
    return from_docstring(function, module) or from_signature(function)


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
            parameters, result = describe(value, module)
            result = "None" if member == "__init__" else result
            out.append(f"    def {member}({', '.join(['self', *parameters])}) -> {result}: ...")
        elif isinstance(value, staticmethod) and not member.startswith("__"):
            parameters, result = describe(value.__func__, module)
            out.append(f"    @staticmethod\n    def {member}({', '.join(parameters)}) -> {result}: ...")
    if len(out) == start:
        out.append("    ...")


def stub_of(module):
    out = ["# Written by make_stubs.py.", "from typing import Any, Sequence", ""]
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or getattr(value, "__module__", module.__name__) not in (module.__name__, "_mapscript"):
            continue
        if inspect.isclass(value) and issubclass(value, Exception):
            out.append(f"class {name}({'Exception' if name == 'MapServerError' else 'MapServerError'}): ...")
        elif inspect.isclass(value):
            write_class(name, value, module, out)
        elif inspect.isroutine(value):
            parameters, result = describe(value, module)
            out.append(f"def {name}({', '.join(parameters)}) -> {result}: ...")
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
