"""Coroutines that wait for nothing but time or a task that is kept, so that timers or that task hold their own."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.hints.asking import has
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.seen import Ran, Seen
from duotone.analyzer.parsing.walking import walk

__all__ = ["is_sleep", "only_sleeps"]

_WORDS = ("sleep(", "create_task(", "ensure_future(")
_MAKERS = frozenset({"create_task", "ensure_future"})
_SLEEPS = frozenset({"asyncio.sleep", "asyncio.tasks.sleep"})
_SUSPENDING = (ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)


def only_sleeps(file: Seen, ran: Ran) -> bool:
    """Tell whether all that an async function awaits is `asyncio.sleep`, and functions of which that is to be asked.

    Those are surely the ones that it calls: no method of an unknown object, and none of several. A task that it makes
    and keeps in its object holds by its callback whoever awaits it, and does the work.
    """
    if not (ran.is_async and ran.suspends):
        return False
    sites = [(site.node, site.callee) for site in ran.sites if site.is_surely_called]
    sure = {node for node, callee in sites if callee is not None and callee.module.kind == "project"}
    if not (sure or has(file.source, _WORDS)):
        return False
    awaited: list[ast.expr] = []
    kept: set[str] = set()
    for part in walk(ran.node):
        if isinstance(part, _SUSPENDING) or (isinstance(part, ast.comprehension) and part.is_async):
            return False
        if isinstance(part, ast.Await):
            awaited.append(part.value)
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Call):
            kept |= {chain(one) for one in part.targets} if _is_maker(part.value.func) else set()
    held = {name for name in kept if name.startswith("self.")}
    return all(is_sleep(file, ran, one) or one in sure or chain(one) in held for one in awaited)


def is_sleep(file: Seen, ran: Ran, node: ast.expr) -> bool:
    """Tell whether a call in a function is that of `asyncio.sleep`."""
    return any(call is node and name in _SLEEPS for name, call, _ in file.calls(ran))


def _is_maker(node: ast.expr) -> bool:
    """Tell whether a call makes a task: of asyncio's, or of a loop."""
    return chain(node).rpartition(".")[2] in _MAKERS
