# SPDX-License-Identifier: MIT
"""Runs the snippets of this folder with any mapscript module; adds [snippet, result] as lines of JSON to the file results.

  run.py            all of them
  run.py FIRST ...  only these; a crash of the module is then the crash of one
"""
import importlib
import inspect
import json
import sys

from scene import FOLDER

PARTS = ("answers", "attributes", "blocks", "contexts", "features", "furniture", "images", "layers", "maps", "projections", "reading", "recipes", "requests", "shapes", "symbols")


def snippets():
    for part in PARTS:
        module = importlib.import_module(part)
        for name, function in vars(module).items():
            if inspect.isfunction(function) and function.__module__ == part and not name.startswith("_"):
                yield f"{part}.{name}", function


def result_of(function):
    try:
        return repr(function())
    except Exception as error:
        return f"raised {type(error).__name__}"


if __name__ == "__main__":
    requested = sys.argv[1:]
    with open(FOLDER / "results", "a") as results:
        for name, function in snippets():
            if not requested or name in requested:
                print(json.dumps([name, result_of(function)]), file=results, flush=True)
