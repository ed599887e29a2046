"""Functions that are kept in the containers of attributes: where they go in, and who takes them out again."""

from __future__ import annotations

import re

from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.flow.values import sites_in
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import CallableType, FunctionObject, Instance, Tuple, Unknown, Value
from duotone.analyzer.outline import Value as Bound

__all__ = ["CONTAINERS", "FUNCTIONS", "holder", "is_held_by", "put", "starts_empty", "tagged"]

CONTAINERS = frozenset(
    {"builtins.list", "builtins.dict", "builtins.set", "collections.deque", "collections.defaultdict"}
)
FUNCTIONS = frozenset({"param", "callable", "element"})
"""The kinds of sites that may be functions, whose calls are followed."""
_EMPTY = re.compile(r"\[\]|\{\}|(\w+\.)*\w+\((list|dict|set|default_factory=(list|dict|set))?\)")
_DEEPEST = 3


def tagged(value: Value, site: Site, depth: int = 0) -> Value | None:
    """The container with the site on its elements; None where it is none, or they can't be functions."""
    if depth and isinstance(value, CallableType):
        return CallableType(value.result, site, value.params)
    if depth and isinstance(value, Unknown) and value.site is None:
        return Unknown(site)
    if depth and isinstance(value, Tuple):
        return _tagged_part(value, site)
    if not isinstance(value, Instance) or value.symbol.name not in CONTAINERS or not value.args or depth > _DEEPEST:
        return None
    inner = tagged(value.args[-1], site, depth + 1)
    return Instance(value.symbol, (*value.args[:-1], inner)) if inner is not None else None


def _tagged_part(value: Tuple, site: Site) -> Tuple | None:
    """A tuple with the site on its function; None where it has none, or several."""
    if sum(isinstance(part, CallableType) for part in value.items) != 1:
        return None
    return Tuple([(tagged(part, site, 1) or part) if isinstance(part, CallableType) else part for part in value.items])


def holder(symbol: ClassSymbol, name: str) -> ClassSymbol | None:
    """The class of the project whose attribute this is."""
    for entry, _ in symbol.mro:
        if name in entry.outline.names or name in entry.outline.attributes:
            return entry if entry.module.kind == "project" else None
    return None


def starts_empty(symbol: ClassSymbol, name: str) -> bool:
    """Tell whether everything that is ever in a container of a class was put there later."""
    bindings = (*symbol.outline.names.get(name, ()), *symbol.outline.attributes.get(name, ()))
    sources = [binding.source for binding in bindings if isinstance(binding, Bound) and binding.source]
    return bool(sources) and all(_EMPTY.fullmatch(source.replace(" ", "")) for source in sources)


def is_held_by(container: Value) -> list[Site]:
    """The attributes whose container this is."""
    return [site for site in sites_in(container, deep=True) if site.kind == "element"]


def put(container: Value, value: Value, node: Node) -> list[tuple[FunctionSymbol, str]]:
    """Note that a value is put into a container; gives the functions among them, each with where it went."""
    known: list[tuple[FunctionSymbol, str]] = []
    value = _function_of(value) if isinstance(value, Tuple) else value
    given = [site for site in sites_in(value) if site.kind in FUNCTIONS]
    for holding in is_held_by(container):
        if isinstance(value, FunctionObject) and not value.doubt:
            known.append((value.symbol, holding.name))
        elif given:
            for site in given:
                site.uses.append(Use("param", node, detail=holding.name))
        else:
            holding.uses.append(Use("filled", node))
    return known


def _function_of(value: Tuple) -> Value:
    """The function in a tuple, where it has one."""
    found = [part for part in value.items if isinstance(part, FunctionObject | CallableType)]
    return found[0] if len(found) == 1 else value
