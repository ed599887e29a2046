"""The edits that make a use of an async function right once it is sync."""

from __future__ import annotations

import ast

from duotone.analyzer.findings import Edit
from duotone.analyzer.recolor.turned import Turned
from duotone.analyzer.recolor.usage import Usage
from duotone.analyzer.rules.fixing import mending
from duotone.analyzer.rules.writer import Writer

__all__ = ["turned_to_sync", "unwrapped"]

_RENAMED = {
    "assert_any_await": "assert_any_call",
    "assert_has_awaits": "assert_has_calls",
    "await_args": "call_args",
    "await_args_list": "call_args_list",
    "await_count": "call_count",
    "enter_async_context": "enter_context",
}


_REASONS = {
    "given": "its coroutine is given away, and who gets it may await it",
    "kept": "its coroutine is kept, and who gets it may await it",
    "task": "a task is made of it, and a sync call gives no coroutine to make one of",
    "value": "it is passed around as a value, and who calls it may await what it gives",
}


def turned_to_sync(writer: Writer, usage: Usage) -> Turned:
    """Return what changes where the function that is used becomes sync."""
    if usage.kind in _REASONS:
        return Turned(reason=_REASONS[usage.kind])
    match usage.kind, usage.outer:
        case "awaited" | "bound", outer:
            awaits = [node for node in outer if isinstance(node, ast.Await)]
            turned = Turned([edit for node in awaits for edit in mending.unawaited(writer, node)], awaits)
        case "run" | "timed", (ast.expr() as around,):
            turned = Turned(_inner(writer, around, usage.node), [around] if usage.kind == "timed" else [])
        case "gathered", (ast.Await() as around, ast.Call() as gather):
            turned = _gathered(writer, around, gather)
        case "streamed", (loop,):
            turned = _iterated(writer, loop)
        case "entered", (ast.AsyncWith() as block,):
            turned = Turned(mending.turned_with(writer, block), [block])
        case "stacked", (ast.Await() as around, ast.Attribute() as method):
            turned = Turned([*mending.unawaited(writer, around), _renamed(writer, method)], [around])
        case "asserted", (ast.Attribute() as assertion,):
            turned = Turned([_renamed(writer, assertion)])
        case _:
            turned = Turned()
    return turned


def unwrapped(writer: Writer, usage: Usage) -> tuple[Edit, ...]:
    """Return the edits that put a call in the place of the one that takes what it gives."""
    taker = usage.outer[0] if usage.kind == "given" else None
    return tuple(_inner(writer, taker, usage.node)) if isinstance(taker, ast.expr) else ()


def _inner(writer: Writer, outer: ast.expr, inner: ast.expr) -> list[Edit]:
    """Put what is inside in the place of what is around it."""
    layout = writer.layout
    start, end = layout.start(outer), layout.end(outer)
    return [writer.replace(start, layout.start(inner), ""), writer.replace(layout.end(inner), end, "")]


def _gathered(writer: Writer, around: ast.Await, gather: ast.Call) -> Turned:
    """`await gather(f(), g())` becomes `[f(), g()]`, and `await gather(*[f(x) for …])` the list itself."""
    if gather.keywords:
        return Turned(reason="`gather` with options has no sync form")
    layout = writer.layout
    start, end = layout.start(around), layout.end(around)
    if len(gather.args) == 1 and isinstance(gather.args[0], ast.Starred):
        value = gather.args[0].value
        if isinstance(value, ast.ListComp | ast.List):
            return Turned(_inner(writer, around, value), [around])
    if not gather.args:
        return Turned([writer.replace(start, end, "[]")], [around])
    opening = layout.end(gather.func)
    first = (opening[0], opening[1] + len(layout.after(opening)) - len(layout.after(opening).lstrip(" \t")) + 1)
    return Turned(
        [writer.replace(start, first, "["), writer.replace((end[0], end[1] - 1), end, "]")],
        [around],
    )


def _iterated(writer: Writer, loop: ast.AST) -> Turned:
    """`async for` becomes `for`, in a statement or a comprehension."""
    layout = writer.layout
    if isinstance(loop, ast.AsyncFor):
        at = layout.start(loop)
    elif isinstance(loop, ast.comprehension) and loop.is_async:
        found = layout.keyword_before(r"async[ \t]+for", layout.start(loop.target))
        if found is None:
            return Turned(reason="it is iterated over in a way that can't be edited; write the loop in one line")
        at = found
    else:
        return Turned()
    text = layout.after(at)
    width = len(text) - len(text.removeprefix("async").lstrip(" \t"))
    point = loop if isinstance(loop, ast.AsyncFor) else loop.target
    return Turned([writer.replace(at, (at[0], at[1] + width), "")], [point])


def _renamed(writer: Writer, node: ast.Attribute) -> Edit:
    end = writer.layout.end(node)
    name = _RENAMED.get(node.attr) or node.attr.replace("await", "call")
    return writer.replace((end[0], end[1] - len(node.attr)), end, name)
