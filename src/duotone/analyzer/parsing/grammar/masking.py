"""What the grammar reads wrongly, written so that it reads it right, byte for byte in the same place.

Defaults of type parameters (PEP 696), which it doesn't know, become bounds. A `type` that starts a line and no alias
gets another first letter, since ``type(a).b = c`` is taken for an alias otherwise. Names are read from the real source.
"""

from __future__ import annotations

import re

__all__ = ["masked"]

_DEFINITION = re.compile(rb"\b(?:def|class|type)[ \t]+[^\s\[\]():=.,]+[ \t]*\[")
_PLAIN_TYPE = re.compile(rb"^[ \t]*(type)(?=[ \t]*[^\s\w\x80-\xff])", re.MULTILINE)
# What can stand between the brackets: strings as a whole, brackets, equals signs alone or as part of an operator.
_TOKEN = re.compile(
    rb"""'''.*?'''|\"""*.*?\"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|#[^\n]*|[\[({]|[\])}]|[:!<>=]?=|:""", re.DOTALL
)


def masked(data: bytes) -> tuple[bytes, frozenset[int]]:
    """The source as the grammar should see it, and where the equals signs before defaults are."""
    marks = frozenset(mark for found in _DEFINITION.finditer(data) for mark in _marks(data, found.end()))
    types = [found.start(1) for found in _PLAIN_TYPE.finditer(data)]
    if not marks and not types:
        return data, marks
    changed = bytearray(data)
    for mark in marks:
        changed[mark] = ord(":")
    for start in types:
        changed[start] = ord("T")
    return bytes(changed), marks


def _marks(data: bytes, start: int) -> list[int]:
    """The places of the equals signs that belong to the brackets which open before `start`."""
    found: list[int] = []
    depth = 1
    for token in _TOKEN.finditer(data, start):
        text = token[0]
        if text in b"[({":
            depth += 1
        elif text in b"])}":
            depth -= 1
            if not depth:
                return found
        elif text == b"=" and depth == 1:
            found.append(token.start())
    return []
