# SPDX-License-Identifier: MIT
"""Splits mapfiles into statements: keyword, values, place and block, without loading them. Also reads files that neither program loads."""

import re
from dataclasses import dataclass, field

# Comments, strings (with their i), lists, expressions up to the last parenthesis of the line, regular expressions, words.
TOKEN = re.compile(r"""(?P<comment>\#[^\n]*|//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<string>(?:"(?:\\["'\\]|[^"])*"|'(?:\\["'\\]|[^'])*')i?)"""
                   r"""|(?P<list>\{[^}\n]*\})|(?P<expression>\([^\n]*\))|(?P<binding>\[[^\]\n]*\])"""
                   r"""|(?P<regex>/[^\n/\s][^\n]*?/i?(?=\s|$))|(?P<word>[^\s"'#(){}]+)|(?P<odd>\S)""", re.S | re.X)
# Blocks of pairs or numbers: everything between their name and END are values.
PLAIN_BLOCKS = {"METADATA", "VALIDATION", "CONNECTIONOPTIONS", "PROJECTION", "POINTS", "PATTERN", "VALUES", "LATLON", "BINDVALS"}


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int

    @property
    def value(self):
        return self.text.rstrip("i")[1:-1] if self.kind == "string" else self.text


@dataclass
class Statement:
    keyword: str
    values: list
    start: int
    end: int


@dataclass
class Block:
    name: str
    start: int
    end: int = -1
    inside: int = -1  # where its first statement may be written
    statements: list = field(default_factory=list)
    blocks: list = field(default_factory=list)

    def all(self, name):
        """The blocks of a name at any depth."""
        for block in self.blocks:
            if block.name == name:
                yield block
            yield from block.all(name)

    def first(self, keyword):
        """The value tokens of the last statement of a keyword, which has priority; or []."""
        found = [statement.values for statement in self.statements if statement.keyword == keyword]
        return found[-1] if found else []


class Keywords:
    """The output of `mapcheck --keywords`: the names that a block reads and those that open blocks."""

    def __init__(self, rows):
        self.names, self.openers, self.support = {}, {}, {}
        for row in rows:
            for name in filter(None, (row["keyword"], row.get("alias"))):
                self.names.setdefault(row["block"], set()).add(name)
                self.support[row["block"], name] = row["support"]
                if row["opens_block"] or name in PLAIN_BLOCKS:
                    self.openers.setdefault(row["block"], set()).add(name)


def tokens_of(text):
    return [Token(match.lastgroup, match.group(), *match.span()) for match in TOKEN.finditer(text) if match.lastgroup != "comment"]


def parse(text, keywords):
    """The outermost block, MAP or, for an included file, the one that its first keyword suggests."""
    tokens = tokens_of(text)
    word = tokens[0].text.upper() if tokens else ""
    has_map = word == "MAP"
    root = Block("MAP" if has_map or word in keywords.names["MAP"] else next((b for b, n in keywords.names.items() if word in n), "MAP"), 0)
    root.inside = tokens[0].end if has_map else 0
    stack, i = [root], 1 if has_map else 0
    while i < len(tokens):
        token, block = tokens[i], stack[-1]
        name = token.text.upper() if token.kind == "word" else ""
        i += 1
        if name == "END":
            block.end = token.end
            stack.pop()
            if not stack:
                break
        elif name in keywords.openers.get(block.name, ()) or (name == "STYLE" and block.name == "SYMBOL"):
            if name in PLAIN_BLOCKS or block.name == "SYMBOL":
                start = i
                while i < len(tokens) and not (tokens[i].kind == "word" and tokens[i].text.upper() == "END"):
                    i += 1
                block.statements.append(Statement(name, tokens[start:i], token.start, tokens[min(i, len(tokens) - 1)].end))
                i += 1
            elif name == "SYMBOL" and block.name in ("STYLE", "CLASS") or (
                    name == "STYLE" and i < len(tokens) and tokens[i].text.upper() not in keywords.names["STYLE"] | {"END", "INCLUDE"}):
                i = value_statement(block, token, name, tokens, i, keywords)
            else:
                inner = Block(name, token.start, inside=token.end)
                block.blocks.append(inner)
                stack.append(inner)
        else:
            i = value_statement(block, token, name or token.text, tokens, i, keywords)
    for block in stack:
        block.end = block.end if block.end >= 0 else len(text)
    return root


def value_statement(block, token, name, tokens, i, keywords):
    """A keyword's first value may look like a keyword; the rest are values up to a keyword or END."""
    start = i
    names = keywords.names.get(block.name, set()) | {"END", "INCLUDE"}
    while i < len(tokens) and not (tokens[i].kind == "word" and tokens[i].text.upper() in names and (i > start or tokens[i].text.upper() == "END")):
        i += 1
    block.statements.append(Statement(name, tokens[start:i], token.start, tokens[i - 1].end))
    return i
