"""Numbers and constants, and strings without placeholders."""

from __future__ import annotations

import ast
import codecs
import re

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import Broken, Source, build, expression

__all__ = ["PREFIXES", "opening_of", "plain_of", "unescape"]

_SINGLETONS = {b"True": True, b"False": False, b"None": None, b"...": ...}

_OPENING = re.compile(rb"""([a-zA-Z]*)('''|\"""|'|")""")
# By prefix, whatever its case: whether it is raw, and what it makes.
PREFIXES = {
    b"": (False, "text"),
    b"u": (False, "text"),
    b"r": (True, "text"),
    b"b": (False, "bytes"),
    b"br": (True, "bytes"),
    b"rb": (True, "bytes"),
    b"f": (False, "joined"),
    b"fr": (True, "joined"),
    b"rf": (True, "joined"),
    b"t": (False, "template"),
    b"tr": (True, "template"),
    b"rt": (True, "template"),
}

# One escape at a time, so that what isn't ASCII stays out of the codec, which would take it for Latin-1.
_ESCAPE = re.compile(r"\\(?:N\{[^}]*\}|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\x00-\x7f])")


@expression("true", "false", "none", "ellipsis")
def _singleton(source: Source, node: Node) -> ast.expr:
    raw = source.data[node.start_byte : node.end_byte]
    if raw not in _SINGLETONS:
        raise Broken(node)
    return build(ast.Constant, node, value=_SINGLETONS[raw], kind=None)


@expression("integer", "float")
def _number(source: Source, node: Node) -> ast.expr:
    text = source.data[node.start_byte : node.end_byte].decode()
    try:
        value = _number_of(text)
    except ValueError:
        raise Broken(node, "invalid number") from None
    return build(ast.Constant, node, value=value, kind=None)


def _number_of(text: str) -> complex:
    if text.isdecimal() and text[0] != "0":
        return int(text)
    if text[-1] in "jJ":
        # Zeros may lead an imaginary number, and underscores may be anywhere between digits.
        return complex(text)
    try:
        return int(text, 0)
    except ValueError:
        if text.isdecimal() or text[:2].lower() in {"0x", "0o", "0b"}:
            raise
        return float(text)


def opening_of(source: Source, node: Node) -> tuple[bytes, bytes]:
    """The prefix of a string in lower case, and its quotes."""
    found = _OPENING.match(source.data, node.start_byte)
    if found is None:
        raise Broken(node)
    prefix, quotes = found.groups()
    prefix = prefix.lower()
    if prefix not in PREFIXES:
        raise Broken(node, "invalid string prefix")
    return prefix, quotes


def plain_of(source: Source, node: Node) -> tuple[str | bytes, str | None]:
    """What a string without placeholders stands for, and its kind, which is ``u`` or nothing."""
    prefix, quotes = opening_of(source, node)
    start = node.start_byte
    raw = source.data[start + len(prefix) + len(quotes) : node.end_byte - len(quotes)]
    is_raw, makes = PREFIXES[prefix]
    if makes == "bytes":
        if not raw.isascii():
            raise Broken(node, "bytes can only contain ASCII literal characters")
        return (raw if is_raw else _unescape_bytes(node, raw)), None
    text = raw.decode()
    return (text if is_raw else unescape(node, text)), ("u" if source.data[start] == ord("u") else None)


def _unescape_bytes(node: Node, raw: bytes) -> bytes:
    if b"\\" not in raw:
        return raw
    try:
        return codecs.escape_decode(raw)[0]
    except ValueError:
        raise Broken(node, "invalid escape in bytes") from None


def unescape(node: Node, text: str) -> str:
    """The text that a literal with escapes stands for."""
    if "\\" not in text:
        return text
    try:
        if text.isascii():
            return text.encode().decode("unicode_escape")
        return _ESCAPE.sub(lambda found: found[0].encode().decode("unicode_escape"), text)
    except UnicodeDecodeError:
        raise Broken(node, "invalid escape in string") from None
