"""What would fail next: uses that the result of a coroutine has nothing for, and awaits in what is entered plainly."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from duotone.analyzer.findings import Step
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.operations import entered
from duotone.analyzer.link.symbols import ClassSymbol
from duotone.analyzer.link.values import NONE, UNKNOWN, Instance, Value, options
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.fixing.chains import Chain, awaited_chain
from duotone.analyzer.rules.writer import Writer, class_name

__all__ = ["awaited_within", "gives_nothing", "missing"]

_MAPPING = frozenset({"get", "items", "keys", "values", "setdefault"})
_NEEDS = {
    "async enter": (("__aenter__",), "can't be entered"),
    "async iterate": (("__aiter__",), "can't be iterated over"),
    "call": (("__call__",), "can't be called"),
    "enter": (("__enter__",), "can't be entered"),
    "iterate": (("__iter__", "__getitem__"), "can't be iterated over"),
    "subscript": (("__getitem__",), "has no `[…]`"),
    "unpack": (("__iter__", "__getitem__"), "can't be unpacked"),
}
"""What uses ask the class of an object for, one of several methods, and what is said where it has none."""
_ANYTHING = frozenset({"builtins.object", "builtins.tuple"})
"""Classes that say little of what an object has: named tuples are tuples."""


def missing(site: Site, writer: Writer) -> list[Step]:
    """The uses of a coroutine that its result would not take either, as steps of a proof."""
    if site.made is None:
        return []
    found = options(site.made.awaited())
    if not all(_is_known(one, site) for one in found):
        return []
    named = next((one for one in found if isinstance(one, Instance)), None)
    what = f"a `{class_name(named.symbol)}`" if named is not None else "`None`"
    return [
        Step("next", f"after the await this is {what}, which {lacks[0]}", writer.place(use.node))
        for use in site.uses
        if all(lacks := [_lacks(one, use) for one in found])
    ]


def awaited_within(
    writer: Writer, node: ast.expr, values: Mapping[Node, Value]
) -> Iterator[tuple[ast.Await, bool | None]]:
    """The awaits in a block of what it binds, each with whether that could be awaited if `with` entered all items."""
    item = writer.layout.parents.get(node)
    block = writer.layout.parents.get(item) if isinstance(item, ast.withitem) else None
    if not isinstance(block, ast.AsyncWith):
        return
    project = writer.file.project
    bound = {
        one.optional_vars.id: entered(project, values.get(one.context_expr, UNKNOWN), is_async=False)
        for one in block.items
        if isinstance(one.optional_vars, ast.Name)
    }
    for part in walk(block):
        if isinstance(part, ast.Name) and part.id in bound:
            parent = writer.layout.parents.get(part)
            chain = Chain([], parent) if isinstance(parent, ast.Await) else awaited_chain(writer.layout, part)
            if chain is not None:
                yield chain.outer, chain.awaitability(project, bound[part.id])


def gives_nothing(site: Site) -> bool:
    """Tell whether all that awaiting a coroutine gives is None; an empty method may be overridden."""
    if site.callee is None or site.made is None or site.made.awaited() is not NONE:
        return False
    return _is_told(site) or not site.callee.outline.is_stub


def _is_known(result: Value, site: Site) -> bool:
    """Tell whether it is known all that a result has."""
    if result is NONE:
        return _is_told(site) and all(use.kind not in {"absence", "identity"} for use in site.uses)
    if not isinstance(result, Instance) or result.symbol.name in _ANYTHING:
        return False
    return result.symbol.module.kind == "project" or result.symbol.module.name == "builtins"


def _is_told(site: Site) -> bool:
    """Tell whether a function is sure to give nothing where it returns nothing; a method may be overridden."""
    callee = site.callee
    return callee is not None and (bool(callee.outline.annotation) or callee.owner is None)


def _lacks(result: Value, use: Use) -> str:
    """What a use needs and a result doesn't have."""
    if use.kind == "attribute" and isinstance(use.node, ast.Attribute):
        return f"has no `.{use.node.attr}`" if _has_no(result, use.node.attr) else ""
    needed, told = _NEEDS.get(use.kind, ((), ""))
    return told if needed and all(_has_no(result, name) for name in needed) else ""


def _has_no(result: Value, name: str) -> bool:
    if not isinstance(result, Instance):
        return not hasattr(None, name)
    symbol: ClassSymbol = result.symbol
    if find(symbol, name) is not None or find(symbol, "__getattr__") is not None:
        return False
    return not symbol.has_unknown_base or name in _MAPPING
