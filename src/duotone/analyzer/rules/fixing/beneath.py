"""The plain method beneath an async one, which is there to have a thread do it for coroutines."""

from __future__ import annotations

import ast

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import FunctionObject
from duotone.analyzer.rules.writer import Writer

__all__ = ["plain_beneath"]


def plain_beneath(writer: Writer, site: Site) -> str:
    """The method of `self` that a thread does for the one that is called; nothing where that does more by its name."""
    callee, node = site.callee, site.node
    if callee is None or not isinstance(node, ast.Call) or known.chain(node.func) != f"self.{callee.outline.name}":
        return ""
    given = (one for one in writer.file.observations if one.kind == "function given")
    return next((name for one in given if (name := _given_to_thread(one, callee))), "")


def _given_to_thread(given: Observation, callee: FunctionSymbol) -> str:
    """The name of a plain method that a function has a thread do, if it is its own but for the lead or `_sync`."""
    data, method = given.data, given.data["value"]
    if given.function is None or given.function.name != callee.name or not isinstance(method, FunctionObject):
        return ""
    name, plain = method.symbol.outline.name, method.symbol.outline
    if plain.is_async or plain.is_generator or known.chain(data["part"]) != f"self.{name}":
        return ""
    if not known.gives_result(str(data["name"]), data["index"], data["word"]):
        return ""
    is_alike = name.strip("_").removesuffix("_sync") == callee.outline.name.strip("_")
    takes_alike = [one.name for one in plain.params] == [one.name for one in callee.outline.params]
    return name if is_alike and takes_alike else ""
