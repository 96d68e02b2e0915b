#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints everything that scripts see of the module: classes with their bases, members, signatures and docstrings, functions, and constants
with their values.

  surface.py > surface.txt    with the module in PYTHONPATH; test_members.py compares the two
"""
import inspect
import re

import mapscript


def described(member):
    """A member in one line: its kind, and what help() prints about it."""
    static = isinstance(member, staticmethod)
    member = member.__func__ if static else member
    if isinstance(member, property):
        kind = "attribute" if member.fset else "read-only attribute"
    else:
        kind = "static method" if static else "method" if callable(member) else type(member).__name__
    signature = str(inspect.signature(member)) if inspect.isfunction(member) else ""
    doc = re.sub(r"\s+", " ", member.__doc__ or "")
    return f"{kind} {signature} {doc!r}" if callable(member) or isinstance(member, property) else kind


def lines():
    for name, thing in sorted(vars(mapscript).items()):
        if name.startswith("_") or inspect.ismodule(thing):
            continue
        if inspect.isclass(thing):
            bases = ", ".join(base.__name__ for base in thing.__bases__)
            yield f"class {name}({bases})"
            for member, value in sorted(vars(thing).items()):
                is_own = member not in ("__dict__", "__weakref__", "__module__", "__doc__", "__swig_destroy__")
                if is_own:
                    yield f"  {name}.{member} {described(value)}"
        elif callable(thing):
            yield f"function {name} {described(thing)}"
        else:
            yield f"constant {name} = {thing!r}"


if __name__ == "__main__":
    print("\n".join(lines()))
