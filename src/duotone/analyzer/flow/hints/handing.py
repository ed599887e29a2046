"""Flags of an async function that choose between awaiting a call and handing its coroutine back to be awaited later."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.deciding import given
from duotone.analyzer.flow.needing import Need, is_kept, needs
from duotone.analyzer.flow.seen import Ran
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.nodes import blocks

__all__ = ["asked_for", "handed_back"]


def handed_back(ran: Ran, call: ast.AST) -> Need | None:
    """The parameter that has the coroutine of a call handed back, with its values, where others have it awaited.

    That is so only where the branch that awaits does nothing else: where it does, the flag chooses something else, and
    the other branch may lack an `await`.
    """
    if not isinstance(ran.node, ast.AsyncFunctionDef) or not isinstance(call, ast.Call):
        return None
    for test, is_true in _tests(ran.node.body, call):
        for name, wanted in needs(test, is_true=is_true):
            if is_kept(ran.node, name):
                return name, wanted
    return None


def _tests(body: Sequence[ast.stmt], call: ast.Call) -> Iterator[tuple[ast.expr, bool]]:
    """The tests of which one branch awaits a call and another one returns it, and what leads to the latter."""
    for index, one in enumerate(body):
        if isinstance(one, ast.If):
            rest = one.orelse or body[index + 1 :]
            if _returns(one.body, call) and _only_awaits(rest, call):
                yield one.test, True
            elif _returns(rest, call) and _only_awaits(one.body, call):
                yield one.test, False
        elif isinstance(one, ast.Return) and isinstance(one.value, ast.IfExp):
            first, second = one.value.body, one.value.orelse
            if (first is call and _awaits(second, call)) or (second is call and _awaits(first, call)):
                yield one.value.test, first is call
        for block in blocks(one):
            yield from _tests(block, call)


def _returns(branch: Sequence[ast.stmt], call: ast.Call) -> bool:
    return any(isinstance(one, ast.Return) and one.value is call for one in branch)


def _only_awaits(branch: Sequence[ast.stmt], call: ast.Call) -> bool:
    """Tell whether a branch awaits the very same call, and does nothing more than statements of one expression do."""
    is_short = all(isinstance(one, ast.Expr | ast.Return) for one in branch)
    return is_short and any(_awaits(getattr(one, "value", None), call) for one in branch)


def _awaits(node: ast.expr | None, call: ast.Call) -> bool:
    return isinstance(node, ast.Await) and ast.unparse(node.value) == ast.unparse(call)


def asked_for(site: Site, ran: Ran) -> Iterator[str]:
    """How what an `await` gave once more was asked for: "return function(flag=value)" for each flag that is known."""
    call = site.node.value if isinstance(site.node, ast.Await) else None
    callee = next((symbol for symbol, made, _ in ran.calls if made is call), None) if call is not None else None
    if callee is not None and call is not None and callee.module.kind == "project":
        values = given(callee, call, ran.node)
        yield from (f"return {callee.name}({name}={value})" for name, value in values.items())
