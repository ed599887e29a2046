"""Annotations that show a color: `Awaitable[T]` and `Coroutine[Any, Any, T]`, and the types of streams."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.findings import Edit
from duotone.analyzer.recolor.records import Direction
from duotone.analyzer.recolor.turned import Turned
from duotone.analyzer.rules.writer import Writer

__all__ = ["mentions_color", "turned_callable", "turned_result", "turned_stream"]

_MODULES = frozenset({"collections.abc", "typing", "typing_extensions"})
_STREAMS = {
    Direction.SYNC: {"AsyncGenerator": "Generator", "AsyncIterable": "Iterable", "AsyncIterator": "Iterator"},
    Direction.ASYNC: {"Generator": "AsyncGenerator", "Iterable": "AsyncIterable", "Iterator": "AsyncIterator"},
}
_AWAITABLES = {"Awaitable": 1, "Coroutine": 3}
"""How many arguments each has; what it gives is the last."""


def mentions_color(node: ast.expr) -> bool:
    """Say whether an annotation has a word that stands for one color."""
    words = {*_AWAITABLES, *_STREAMS[Direction.SYNC]}
    return any(_last(one) in words or _has_word(one, words) for one in ast.walk(node))


def turned_result(writer: Writer, node: ast.expr) -> Turned:
    """Turn the annotation of what gives a coroutine to one of what the coroutine gives."""
    return _without(writer, node, list(_alternatives(node)))


def turned_callable(writer: Writer, node: ast.expr) -> Turned:
    """Turn the annotation of a callable that gives a coroutine to one of what gives the result itself."""
    return _without(writer, node, [one for one in ast.walk(node) if isinstance(one, ast.expr)])


def turned_stream(writer: Writer, node: ast.expr, direction: Direction) -> Turned:
    """Turn the annotation of a generator to that of one of the other color."""
    other = _STREAMS[direction].get(_last(node.value if isinstance(node, ast.Subscript) else node))
    head = node.value if isinstance(node, ast.Subscript) else node
    if other is None or not _is_known(writer, head):
        return Turned(reason=_reason(node))
    end = writer.layout.end(head)
    edits = [writer.replace((end[0], end[1] - len(_last(head))), end, other)]
    if other.endswith("Generator") and isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        return _generator(writer, node, node.slice.elts, edits, direction)
    return Turned(edits)


def _generator(
    writer: Writer, node: ast.expr, parts: list[ast.expr], edits: list[Edit], direction: Direction
) -> Turned:
    """A sync generator has a third argument, what it returns, and an async one returns nothing."""
    layout = writer.layout
    match direction, parts:
        case Direction.SYNC, [_, sent]:
            return Turned([*edits, writer.insert(layout.end(sent), ", None")])
        case Direction.ASYNC, [_, sent, ast.Constant(value=None) as returned]:
            return Turned([*edits, writer.replace(layout.end(sent), layout.end(returned), "")])
        case _:
            return Turned(reason=_reason(node))


def _without(writer: Writer, whole: ast.expr, parts: list[ast.expr]) -> Turned:
    """Put what an awaitable gives in its place, wherever it is one of these parts."""
    edits: list[Edit] = []
    for part in parts:
        if _last(part) in _AWAITABLES and not isinstance(part, ast.Subscript) and _is_bare(writer, part):
            return Turned(reason=_reason(whole))
        result = _result(writer, part)
        if result is not None:
            layout = writer.layout
            edits.append(writer.replace(layout.start(part), layout.start(result), ""))
            edits.append(writer.replace(layout.end(result), layout.end(part), ""))
    return Turned(edits) if edits or not mentions_color(whole) else Turned(reason=_reason(whole))


def _result(writer: Writer, node: ast.expr) -> ast.expr | None:
    """What `Awaitable[T]` or `Coroutine[Any, Any, T]` gives, or None."""
    if not isinstance(node, ast.Subscript) or not _is_known(writer, node.value):
        return None
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return parts[-1] if _AWAITABLES.get(_last(node.value)) == len(parts) else None


def _is_bare(writer: Writer, node: ast.expr) -> bool:
    parent = writer.layout.parents.get(node)
    return not (isinstance(parent, ast.Subscript) and parent.value is node)


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of a union."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from _alternatives(left)
            yield from _alternatives(right)
        case ast.Subscript(value=head, slice=ast.Tuple(elts=parts)) if _last(head) == "Union":
            yield from parts
        case ast.Subscript(value=head, slice=part) if _last(head) == "Optional":
            yield part
        case _:
            yield node


def _is_known(writer: Writer, node: ast.expr) -> bool:
    """Say whether a name is one of those of `typing`, imported under its own name."""
    if isinstance(node, ast.Attribute):
        return ast.unparse(node.value) in _MODULES
    imports = (
        one for one in ast.walk(writer.layout.tree) if isinstance(one, ast.ImportFrom) and one.module in _MODULES
    )
    return any(alias.name == _last(node) and alias.asname is None for one in imports for alias in one.names)


def _last(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _has_word(node: ast.AST, words: set[str]) -> bool:
    """Say whether an annotation that is written in a string has one of some words."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and any(word in node.value for word in words)


def _reason(node: ast.expr) -> str:
    return f"the annotation `{ast.unparse(node)}` says another color, in a form that can't be edited"
