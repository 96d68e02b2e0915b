# SPDX-License-Identifier: MIT
"""Reads PostgreSQL's log of one server's connections, which PGAPPNAME distinguishes from those of concurrent tests."""

import os
import re

STATEMENT = re.compile(r"LOG:\s+(statement|execute [^:]+|parse [^:]+|bind [^:]+):")


def settings(name):
    """The environment of a server whose statements are all logged under this name."""
    return {"PGAPPNAME": name, "PGOPTIONS": "-c log_statement=all"}


def size():
    """Bytes of the log; where entries() of later statements start."""
    return os.path.getsize(os.environ["MS_TEST_PG_LOG"])


def entries(name, start=0):
    """The entries of connections of this name from a byte on. A statement of several lines is one entry.

    A back end logs a statement before it runs it: after its answer the entry is there.
    """
    with open(os.environ["MS_TEST_PG_LOG"], "rb") as log:
        log.seek(start)
        text = log.read().decode(errors="replace")
    return [entry for entry in re.split(r"^(?=[^|\n]*\|\d+\|)", text, flags=re.MULTILINE) if entry.startswith(f"{name}|")]


def statements(name, start=0):
    """The entries that are statements: simple queries, and parsed, bound or executed ones."""
    return [entry for entry in entries(name, start) if STATEMENT.search(entry)]
