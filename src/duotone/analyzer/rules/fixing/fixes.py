"""The fixes that rules offer: which edits are right at a place, what they are called, and whether they are safe."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from duotone.analyzer.findings import Edit, Fix
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.values import UNKNOWN, Value
from duotone.analyzer.rules.fixing import mending
from duotone.analyzer.rules.fixing.beneath import plain_beneath
from duotone.analyzer.rules.fixing.binding import fits, fits_around
from duotone.analyzer.rules.fixing.chains import Chain, awaited_chain
from duotone.analyzer.rules.fixing.seams import why_async
from duotone.analyzer.rules.writer import Writer

__all__ = ["await_it", "do_it", "enter_it", "iterate_it", "keep_it", "start_it", "stop_awaiting", "wait_for_it"]


def wait_for_it(writer: Writer, site: Site, ran: Ran) -> Fix | None:
    """Offer `await` where the function around may await, and `duotone.run` at a sync seam that is meant to be one.

    Where a method only has a thread do a plain one, plain code calls that, since a thread may need what it holds.
    """
    node = site.node
    if not isinstance(node, ast.Call) or site.kind == "stream":
        return None
    if _may_await(writer, ran):
        is_bound = fits(site) and fits_around(site, ran, writer.layout.parents.get(node))
        is_safe = not site.doubt and not _is_collected(site) and is_bound
        chain = awaited_chain(writer.layout, node)
        can_be = chain.awaitability(writer.file.project, _result(site)) if chain is not None else True
        fix = await_it(writer, node, ran, is_safe=is_safe and can_be is not None)
        return fix if fix is None or chain is None or can_be else _moved(writer, chain, fix)
    layout = writer.layout
    if site.kind != "coroutine" or not layout.is_there(node) or not _is_in_body(writer, node, ran):
        return None
    if why_async(writer, ran) is not None:
        return None
    if plain := plain_beneath(writer, site):
        return _fix(f"call `{plain}`, which it has a thread do", [mending.renamed(writer, node, plain)], is_safe=False)
    return _fix("run it with `duotone.run`", mending.bridged(writer, node), is_safe=False)


def start_it(writer: Writer, site: Site, ran: Ran) -> Fix | None:
    """Offer a task where a future is wanted and a loop runs; plain code may have none."""
    node = site.node
    if not isinstance(node, ast.Call) or site.kind != "coroutine" or not _may_await(writer, ran):
        return None
    if not writer.layout.is_there(node) or not writer.layout.takes_await(node, ran.node):
        return None
    return _fix("make a task of it", mending.started(writer, node), is_safe=False)


def do_it(writer: Writer, site: Site, ran: Ran) -> Fix | None:
    """Offer to await what gives nothing in place of the `assert` that asks for it, and would always fail."""
    node, layout = site.node, writer.layout
    statement = layout.parents.get(node)
    if not isinstance(node, ast.Call) or not isinstance(statement, ast.Assert) or not _may_await(writer, ran):
        return None
    if statement.test is not node or not layout.takes_await(node, ran.node) or not layout.is_there(node):
        return None
    is_safe = not site.doubt and fits(site)
    return _fix("await it in place of the `assert`", mending.unasserted(writer, statement), is_safe=is_safe)


def _result(site: Site) -> Value:
    """What awaiting the coroutine of a site gives."""
    return site.made.awaited() if site.made is not None else UNKNOWN


def _moved(writer: Writer, chain: Chain, fix: Fix) -> Fix | None:
    """Take the `await` around a chain away as well, since what the chain gives is none to wait for."""
    edits = mending.unawaited(writer, chain.outer)
    return _fix("move the `await` to it", (*edits, *fix.edits), is_safe=fix.is_safe) if edits else None


def _is_collected(site: Site) -> bool:
    """Tell whether a container of coroutines is given away, to what may have others run them later."""
    return site.is_contained and any(use.kind in {"escape", "param", "pass"} for use in site.uses)


def await_it(writer: Writer, node: ast.expr, ran: Ran | None, *, is_safe: bool) -> Fix | None:
    """Offer `await` where it may be written."""
    layout = writer.layout
    if ran is None or not _may_await(writer, ran):
        return None
    if not layout.takes_await(node, ran.node) or not layout.is_there(node):
        return None
    return _fix("await it", mending.awaited(writer, node), is_safe=is_safe)


def stop_awaiting(writer: Writer, node: ast.Await, *, is_safe: bool) -> Fix | None:
    """Offer to take an `await` away."""
    if not writer.layout.is_there(node):
        return None
    return _fix("don't await it", mending.unawaited(writer, node), is_safe=is_safe)


def iterate_it(writer: Writer, node: ast.expr, ran: Ran | None) -> Fix | None:
    """Offer `async for`, or a list made with it."""
    if ran is None or not _may_await(writer, ran) or not writer.layout.takes_await(node, ran.node):
        return None
    if not writer.layout.is_there(node):
        return None
    edits = mending.iterated(writer, node) or mending.collected(writer, node)
    return _fix("iterate with `async for`", edits, is_safe=True)


def enter_it(
    writer: Writer, node: ast.expr, ran: Ran | None, others: Collection[Node], *, is_async: bool
) -> Fix | None:
    """Offer `async with` or `with`; `others` are all expressions of the file that are entered in the wrong color."""
    if is_async and (ran is None or not _may_await(writer, ran) or not writer.layout.takes_await(node, ran.node)):
        return None
    edits = mending.recolored_with(writer, node, others)
    return _fix("enter it with `async with`" if is_async else "enter it with `with`", edits, is_safe=True)


def keep_it(writer: Writer, node: ast.expr, ran: Ran | None) -> Fix | None:
    """Offer to keep a task until it is done."""
    if ran is None or not isinstance(node, ast.Call) or not _is_in_body(writer, node, ran):
        return None
    return _fix("keep it until it is done", mending.kept(writer, node, ran.node), is_safe=False)


def _fix(title: str, edits: Sequence[Edit], *, is_safe: bool) -> Fix | None:
    return Fix(title, tuple(edits), is_safe) if edits else None


def _may_await(writer: Writer, ran: Ran) -> bool:
    """An async function may, and so may the cells of a notebook."""
    return ran.is_async or (isinstance(ran.node, ast.Module) and bool(writer.cells))


def _is_in_body(writer: Writer, node: ast.AST, ran: Ran) -> bool:
    """Say whether a node runs when its function does, and not where that, or something in it, is defined."""
    child = node
    for parent in writer.layout.above(node):
        if parent is ran.node:
            return child in ran.node.body
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return False
        child = parent
    return False
