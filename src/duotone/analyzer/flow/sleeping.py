"""Coroutines that wait for nothing but time, so that the timers of their loop hold their tasks."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.asking import has
from duotone.analyzer.flow.seen import Ran, Seen
from duotone.analyzer.parsing.walking import walk

__all__ = ["only_sleeps"]

_WORDS = ("sleep(",)
_SLEEPS = frozenset({"asyncio.sleep", "asyncio.tasks.sleep"})
_SUSPENDING = (ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)


def only_sleeps(file: Seen, ran: Ran) -> bool:
    """Tell whether all that an async function awaits is `asyncio.sleep`, and functions of which that is to be asked.

    Those are surely the ones that it calls: no method of an unknown object, and none of several.
    """
    if not (ran.is_async and ran.suspends and has(file.source, _WORDS)):
        return False
    awaited: list[ast.expr] = []
    for part in walk(ran.node):
        if isinstance(part, _SUSPENDING) or (isinstance(part, ast.comprehension) and part.is_async):
            return False
        if isinstance(part, ast.Await):
            awaited.append(part.value)
    sleeps = {node for name, node, _ in file.calls(ran) if name in _SLEEPS}
    called = [(site.node, site.callee) for site in ran.sites if site.is_surely_called]
    sure = {node for node, callee in called if callee is not None and callee.module.kind == "project"}
    return all(one in sleeps or one in sure for one in awaited)
