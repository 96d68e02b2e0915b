# SPDX-License-Identifier: MIT
"""The page of keywords: in how many maps of how many repositories each occurs, and whether both programs read it. Names and numbers only."""

import collections

import mapfile_text
import substituted_data

HEAD = """# Keywords that public mapfiles use

Counted by `tests/differential/public_maps.py` over {maps} mapfiles of {repositories} public repositories, {layers} layers in all. Maps were read through an index of
public code, long lists of similar layers and classes shortened; so the numbers say how many maps and repositories have a keyword, not how often it stands in them.

- Of the {maps} maps, completed with the files that they lack, MapServer 8.0.0 loads {theirs} and this server {ours}; {missing} load in MapServer only.
- *here*: **yes**: it does what MapServer's documentation says; **kept**: read and written again, nothing acts on it; **ignored**: as in MapServer, which
  reads it and does nothing; **old**: MapServer 8 rejects maps with it, here it means what it meant before (a warning of `mapcheck`); **no**: unknown to both.
- *MapServer*: how many of the maps with the keyword MapServer 8.0.0 loads.

To count another folder of maps: `tests/differential/public_maps.py FOLDER --bin build/release/bin --out /tmp/maps --statistics docs/keyword-use.md`.
"""
WORDS = {"full": "yes", "kept": "kept", "ignored": "ignored", "removed": "old"}
ENUMERATED = {("LAYER", "TYPE"), ("LAYER", "CONNECTIONTYPE"), ("LAYER", "STATUS"), ("LAYER", "SIZEUNITS"), ("LAYER", "UNITS"), ("MAP", "UNITS"), ("MAP", "IMAGETYPE"), ("LABEL", "POSITION"),
              ("LABEL", "TYPE"), ("LABEL", "ALIGN"), ("LABEL", "ANGLE"), ("LABEL", "SIZE"), ("SYMBOL", "TYPE"), ("OUTPUTFORMAT", "DRIVER"), ("OUTPUTFORMAT", "IMAGEMODE"),
              ("SCALEBAR", "STATUS"), ("LEGEND", "STATUS"), ("SCALEBAR", "UNITS"), ("QUERYMAP", "STYLE"), ("STYLE", "LINECAP"), ("STYLE", "LINEJOIN")}
PLAIN_VALUE = r"^[A-Za-z][A-Za-z0-9/]{0,20}$"


def page(results, rows):
    import re
    support = {(row["block"], name): WORDS[row["support"]] for row in rows for name in filter(None, (row["keyword"], row.get("alias")))}
    uses, values, settings = (collections.defaultdict(set) for _ in range(3))
    loads = {result.name: result.their_error is None for result in results}
    layers = 0
    for result in results:
        for block in [result.tree, *substituted_data.every_block(result.tree)]:
            layers += block.name == "LAYER"
            uses[block.name, ""].add(result.name)
            for statement in block.statements:
                if not re.match(r"^[A-Z][A-Z0-9]*$", statement.keyword):
                    continue
                uses[block.name, statement.keyword].add(result.name)
                first = statement.values[0] if statement.values else None
                if first and (block.name, statement.keyword) in ENUMERATED and re.match(PLAIN_VALUE, first.value):
                    values[block.name, statement.keyword, first.value.upper()].add(result.name)
                if first and statement.keyword == "PROCESSING":
                    settings["PROCESSING", first.value.split("=")[0].strip().upper()].add(result.name)
                if first and statement.keyword == "CONFIG":
                    settings["CONFIG", first.value.upper()].add(result.name)
                if statement.keyword in ("METADATA", "VALIDATION"):
                    for key in statement.values[::2] if statement.keyword == "METADATA" else ():
                        if re.match(r"^[a-z]+_[a-z_]+$", key.value.lower()):
                            settings["METADATA", key.value.lower()].add(result.name)

    def number(maps):
        return f"{len(maps)} | {len({name.split('/')[0] for name in maps})}"

    ours = sum(result.our_error is None for result in results)
    missing = sum(result.our_error is not None and result.their_error is None for result in results)
    text = [HEAD.format(maps=len(results), repositories=len({r.repository for r in results}), layers=layers, theirs=sum(loads.values()), ours=ours, missing=missing)]
    known = [row["block"] for row in rows]
    for name in sorted({block for block, _ in uses if block in known}, key=known.index):
        text += [f"## {name}", "", "| keyword | maps | repositories | here | MapServer |", "|---|--:|--:|---|--:|"]
        for (block, keyword), maps in sorted(uses.items(), key=lambda use: (-len(use[1]), use[0])):
            if block == name and keyword and len(maps) and ((block, keyword) in support or keyword in mapfile_text.PLAIN_BLOCKS):
                text.append(f"| {keyword} | {number(maps)} | {support.get((block, keyword), 'yes')} | {sum(loads[m] for m in maps)} |")
        text.append("")
    text += ["## Values", "", "| block | keyword | value | maps | repositories |", "|---|---|---|--:|--:|"]
    text += [f"| {b} | {k} | {v} | {number(maps)} |" for (b, k, v), maps in sorted(values.items(), key=lambda use: (use[0][:2], -len(use[1]), use[0]))]
    for title in ("PROCESSING", "CONFIG", "METADATA"):
        text += ["", f"## {title} keys", "", "| key | maps | repositories |", "|---|--:|--:|"]
        text += [f"| `{key}` | {number(maps)} |" for (kind, key), maps in sorted(settings.items(), key=lambda use: (-len(use[1]), use[0]))
                 if kind == title and re.match(r"^[\w:.]+$", key)]
    return "\n".join(text) + "\n"
