"""YAML with the place of every key and value; what says two things, too much, or nothing that JSON has is refused."""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Iterator
from typing import Any

from duotone.errors import MissingExtra
from duotone.runtime.workflow.nodes import Entry, Node, Scalar
from duotone.runtime.workflow.problems import Place, Problems

__all__ = ["read_yaml"]

_LARGEST = 1 << 20
_MOST_NODES = 20_000
_DEEPEST = 50
_MOST_DIGITS = 300

# The core schema of YAML 1.2: `no` and `on` are words, and a date is a text.
_NULL = re.compile(r"null|Null|NULL|~|")
_FLAG = re.compile(r"(true|True|TRUE)|false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


class _Refused(Exception):
    """Reading can't go on; the problem is noted."""


def read_yaml(data: bytes, problems: Problems) -> Node | None:
    """Return the one document of a file, or None where it can't be read; all that is wrong goes to `problems`.

    Raises `MissingExtra` if the `runtime` extra isn't installed.
    """
    text = _decoded(data, problems)
    if text is None:
        return None
    try:
        yaml: Any = importlib.import_module("yaml")
    except ModuleNotFoundError as error:
        feature = "reading a workflow from YAML"
        raise MissingExtra(feature, "runtime") from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Composer(yaml, text, problems).document(yaml.parse(text, loader))
    except yaml.YAMLError as error:
        _note_syntax(error, text, problems)
    except _Refused:
        pass
    return None


def _decoded(data: bytes, problems: Problems) -> str | None:
    if len(data) > _LARGEST:
        problems.add(Place(1, 1), f"has {len(data):,} bytes, and the most is {_LARGEST:,}", "divide it into workflows")
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problems.add(Place(line, 1), "is not UTF-8", "save it in that encoding")
        return None


def _note_syntax(error: Any, text: str, problems: Problems) -> None:
    mark = getattr(error, "problem_mark", None)
    place = Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
    said = " ".join(str(getattr(error, "problem", None) or getattr(error, "reason", None) or error).split())
    line = (text.splitlines() or [""])[place.line - 1 : place.line]
    if line and "\t" in line[0][: place.column].lstrip(" ")[:1]:
        problems.add(place, "a tab can't indent YAML", "use spaces")
    else:
        problems.add(place, f"is not YAML: {said}", "look at the indentation, quotes and brackets right before it")


class _Composer:
    """Builds nodes from the events of a YAML parser, within a budget that counts what aliases repeat."""

    def __init__(self, yaml: Any, text: str, problems: Problems) -> None:
        self._yaml = yaml
        self._lines: list[str] = text.splitlines()
        self._problems = problems
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._open: set[str] = set()
        self._count = 0

    def document(self, events: Iterator[Any]) -> Node | None:
        yaml, root = self._yaml, None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                self._problems.add(_start(event), "begins a second document", "keep one workflow in a file")
                return root
            if isinstance(event, yaml.NodeEvent):
                root = self._node(event, events, 0)
        if root is None:
            self._problems.add(Place(1, 1), "is empty", "write 'name:' and 'steps:'")
        return root

    def _node(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        yaml = self._yaml
        if isinstance(event, yaml.AliasEvent):
            return self._aliased(event)
        self._spend(1, event)
        if depth > _DEEPEST:
            self._problems.add(_start(event), f"is nested more than {_DEEPEST} deep", "make it flatter")
            raise _Refused
        if event.tag is not None:
            self._problems.add(_start(event), f"has the tag {_tag(event.tag)}", "remove it: a workflow is plain data")
        before = self._count
        if event.anchor:
            self._open.add(event.anchor)
        node = self._built(event, events, depth)
        if event.anchor:
            self._open.discard(event.anchor)
            self._anchors[event.anchor] = node, self._count - before + 1
        return node

    def _built(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        yaml = self._yaml
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.MappingStartEvent):
            return Node(self._entries(events, depth), _start(event))
        items: list[Node] = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(self._node(inner, events, depth + 1))
        return Node(tuple(items), _start(event))

    def _entries(self, events: Iterator[Any], depth: int) -> dict[str, Entry]:
        yaml = self._yaml
        entries: dict[str, Entry] = {}
        merged: dict[str, Entry] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self._node(event, events, depth + 1)
            node = self._node(next(events), events, depth + 1)
            word = event.value if isinstance(event, yaml.ScalarEvent) else None
            if word == "<<" and not event.style:
                merged = {**self._merged(node), **merged}
            elif word is None or not isinstance(key.value, str):
                self._problems.add(key.place, "a key must be a text", "put it in quotes")
            elif word in entries:
                first = entries[word].key.line
                self._problems.add(key.place, f"{word!r} is there twice, first on line {first}", "keep one of them")
            else:
                entries[word] = Entry(key.place, node)
        return {**merged, **entries}

    def _merged(self, node: Node) -> dict[str, Entry]:
        """Return what `<<` brings in, from one mapping or from a list of them, of which the first wins."""
        found: dict[str, Entry] = {}
        for one in reversed(node.value) if isinstance(node.value, tuple) else [node]:
            if isinstance(one.value, dict):
                found |= one.value
            else:
                self._problems.add(one.place, "'<<' takes a mapping", "name an anchor of one: '<<: *defaults'")
        return found

    def _aliased(self, event: Any) -> Node:
        if event.anchor in self._open:
            self._problems.add(_start(event), f"'*{event.anchor}' stands inside of itself", "write the value out")
            raise _Refused
        if event.anchor not in self._anchors:
            self._problems.add(_start(event), f"'*{event.anchor}' has no anchor", f"mark one with '&{event.anchor}'")
            return Node(None, _start(event))
        node, size = self._anchors[event.anchor]
        self._spend(size, event)
        return Node(node.value, _start(event))

    def _spend(self, nodes: int, event: Any) -> None:
        self._count += nodes
        if self._count > _MOST_NODES:
            problem = f"the file has over {_MOST_NODES:,} values once its aliases are written out"
            self._problems.add(_start(event), problem, "divide it, or repeat less")
            raise _Refused

    def _scalar(self, event: Any) -> Node:
        place = _start(event)
        if event.style:
            return Node(event.value, place, self._opening(event, 1 if event.style in "'\"" else None))
        value = self._resolved(event.value, place)
        return Node(value, place, self._opening(event, 0) if isinstance(value, str) else None)

    def _opening(self, event: Any, quote: int | None) -> int | None:
        if quote is None:
            return None
        row: int = event.start_mark.line
        column: int = event.start_mark.column
        line = self._lines[row] if row < len(self._lines) else ""
        return quote if line.startswith(event.value, column + quote) else None

    def _resolved(self, word: str, place: Place) -> Scalar:
        if _NULL.fullmatch(word):
            return None
        if flag := _FLAG.fullmatch(word):
            return flag[1] is not None
        if _NO_NUMBER.fullmatch(word):
            self._problems.add(
                place, f"{word} is no number that JSON has", "write a finite number, or a text in quotes"
            )
            return None
        if _INTEGER.fullmatch(word) and len(word) <= _MOST_DIGITS:
            return int(word, 0 if word[:2] in {"0o", "0x"} else 10)
        return self._number(word, place) if _NUMBER.fullmatch(word) else word

    def _number(self, word: str, place: Place) -> Scalar:
        value = float(word)
        if math.isinf(value):
            self._problems.add(place, "the number is too large", "write one that fits, or a text in quotes")
            return None
        return value


def _start(event: Any) -> Place:
    return Place(event.start_mark.line + 1, event.start_mark.column + 1)


def _tag(tag: str) -> str:
    return tag.replace("tag:yaml.org,2002:", "!!")
