"""The edits that make a use of a sync function right once it is async."""

from __future__ import annotations

import ast
import enum

from duotone.analyzer.recolor.turned import Turned
from duotone.analyzer.recolor.usage import Usage
from duotone.analyzer.rules.fixing import mending
from duotone.analyzer.rules.writer import Writer

__all__ = ["Kind", "bridged", "turned_to_async"]

_REASONS = {
    "asserted": "it is asserted on as a mock; use an AsyncMock there",
    "value": "it is passed around as a value, and who calls it would get a coroutine",
}


class Kind(enum.StrEnum):
    """What a function gives: a result, a stream to iterate over, or a context manager to enter."""

    RESULT = "run"
    STREAM = "iterate"
    MANAGER = "manage"


def turned_to_async(writer: Writer, usage: Usage, function: ast.AST, kind: Kind) -> Turned:
    """Return what changes where the function that is used becomes async; `function` is what it is used in."""
    if usage.kind in _REASONS:
        return Turned(reason=_REASONS[usage.kind])
    if usage.kind == "awaited":
        return Turned()
    if not isinstance(usage.node, ast.Call) or not writer.layout.is_there(usage.node):
        return Turned(reason="it is called within a string, where it can't be edited")
    if not writer.layout.takes_await(usage.node, function):
        return Turned(reason="it is called where `await` can't stand: a lambda, a default, or a generator expression")
    if kind is Kind.MANAGER:
        return _entered(writer, usage)
    edits = mending.iterated(writer, usage.node) if kind is Kind.STREAM else mending.awaited(writer, usage.node)
    return Turned(edits) if edits else Turned(reason="what it yields is used in a way that `async for` can't replace")


def _entered(writer: Writer, usage: Usage) -> Turned:
    """`with` becomes `async with`."""
    block = usage.outer[0] if usage.kind == "entered" else None
    if isinstance(block, ast.AsyncWith):
        return Turned()
    if not isinstance(block, ast.With):
        return Turned(reason="it isn't entered here, and who enters it may do so with a plain `with`")
    return Turned(mending.turned_with(writer, block))


def bridged(writer: Writer, usage: Usage, kind: Kind) -> Turned:
    """Return the edits that put the bridge at a seam."""
    if usage.kind in _REASONS or not isinstance(usage.node, ast.Call):
        return Turned(reason=_REASONS.get(usage.kind, ""))
    edits = mending.bridged(writer, usage.node, kind.value)
    return (
        Turned(edits)
        if edits
        else Turned(reason="the bridge can't be imported here; write `import duotone` at the top")
    )
