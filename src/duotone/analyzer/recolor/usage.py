"""How a mention of an async function is used: awaited, run, gathered, forwarded, or in a way that needs a coroutine."""

from __future__ import annotations

import ast
import dataclasses

from duotone.analyzer.flow.sites import Site
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.recolor.mentions import Mentions
from duotone.analyzer.rules.fixing.layout import Layout
from duotone.analyzer.rules.fixing.seams import BRIDGES

__all__ = ["Usage", "usage_of"]

_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
_ASSERTIONS = frozenset(
    {
        "assert_any_await", "assert_awaited", "assert_awaited_once", "assert_awaited_once_with", "assert_awaited_with",
        "assert_has_awaits", "assert_not_awaited", "await_args", "await_args_list", "await_count",
    }
)  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True)
class Usage:
    """What happens to what a call gives.

    `kind` is "awaited", "run", "timed", "gathered", "task", "forwarded", "dropped", "bound", "given", "streamed",
    "entered", "stacked", "asserted", "value" or "kept"; `node` is the call, or the name where nothing is called, and
    `outer` what is done with it.
    """

    kind: str
    node: ast.expr
    outer: tuple[ast.AST, ...] = ()


def usage_of(file: Mentions, layout: Layout, node: ast.Name | ast.Attribute) -> Usage:
    """Return how a mention is used."""
    call = layout.parents.get(node)
    if isinstance(call, ast.Call) and call.func is node:
        return _of_call(file, layout, call)
    if isinstance(call, ast.Attribute) and call.attr in _ASSERTIONS:
        return Usage("asserted", node, (call,))
    return Usage("value", node)


def _of_call(file: Mentions, layout: Layout, call: ast.Call) -> Usage:
    parent = layout.parents.get(call)
    if isinstance(parent, ast.Call) and call in parent.args:
        return _taken(file, layout, call, parent)
    if isinstance(parent, ast.AsyncFor | ast.For | ast.comprehension) and parent.iter is call:
        return Usage("streamed", call, (parent,))
    if isinstance(parent, ast.withitem):
        return Usage("entered", call, (layout.parents[parent],))
    for kind, place in (("awaited", ast.Await), ("dropped", ast.Expr), ("forwarded", ast.Return)):
        if isinstance(parent, place):
            return Usage(kind, call, (parent,))
    return _gathered(file, layout, call) or _bound(file, call)


def _taken(file: Mentions, layout: Layout, call: ast.Call, taker: ast.Call) -> Usage:
    """What a function does with the coroutine that it is given."""
    name = file.callees.get(taker, "")
    around = layout.parents.get(taker)
    if (name in scheduling.LOOP_RUNNERS or name in BRIDGES) and taker.args[0] is call:
        return Usage("run", call, (taker,))
    if name.endswith(".wait_for") and isinstance(around, ast.Await) and taker.args[0] is call:
        return Usage("timed", call, (around,))
    if name.endswith(".enter_async_context") and isinstance(around, ast.Await):
        return Usage("stacked", call, (around, taker.func))
    if name in scheduling.GATHERS:
        return _gathered(file, layout, call) or Usage("kept", call, (taker,))
    if name in scheduling.TASK_MAKERS or name.endswith((".create_task", ".ensure_future")):
        return Usage("timed", call, (around,)) if isinstance(around, ast.Await) else Usage("task", call, (taker,))
    return Usage("given", call, (taker,))


def _gathered(file: Mentions, layout: Layout, call: ast.Call) -> Usage | None:
    """Say whether a call is one of those that a `gather` which is awaited takes, also out of a comprehension."""
    for parent in layout.above(call):
        if isinstance(parent, ast.Call):
            around = layout.parents.get(parent)
            is_gather = file.callees.get(parent, "").endswith(".gather")
            return Usage("gathered", call, (around, parent)) if is_gather and isinstance(around, ast.Await) else None
        if not isinstance(parent, ast.Starred | ast.List | ast.ListComp | ast.GeneratorExp | ast.Tuple):
            return None
    return None


def _bound(file: Mentions, call: ast.Call) -> Usage:
    """A coroutine that is kept in a name and awaited later, and used in no other way."""
    sites = [site for ran in file.ran for site in ran.sites if site.node is call]
    awaits = [use.node for site in sites for use in site.uses if use.kind == "await"]
    if sites and all(_is_only_awaited(site) for site in sites):
        return Usage("bound", call, tuple(dict.fromkeys(awaits)))
    return Usage("kept", call)


def _is_only_awaited(site: Site) -> bool:
    return bool(site.bound_to) and not site.is_contained and all(use.kind in {"await", "assign"} for use in site.uses)
