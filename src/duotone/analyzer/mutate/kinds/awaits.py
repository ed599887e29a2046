"""A missing `await`: the keyword is taken away at a call whose callee is async wherever the tree defines its name."""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Iterator

from duotone.analyzer.mutate.drafts import Drafts
from duotone.analyzer.mutate.inventory import Inventory, last_name
from duotone.analyzer.mutate.receivers import Bindings, receiver_of
from duotone.analyzer.mutate.records import Mutation
from duotone.analyzer.mutate.source import Source
from duotone.analyzer.mutate.uses import is_handed_on, use_of

__all__ = ["Site", "plant", "sites"]


@dataclasses.dataclass(frozen=True)
class Site:
    """An awaited call of a coroutine function of the tree."""

    node: ast.Await
    callee: str
    use: str
    receiver: str


# Several kinds are planted at the same places, one file after the other.
@functools.lru_cache(maxsize=1)
def sites(source: Source, inventory: Inventory) -> tuple[Site, ...]:
    """Return the places where a missing `await` would lose a coroutine of the tree."""
    return tuple(_sites(source, inventory))


def _sites(source: Source, inventory: Inventory) -> Iterator[Site]:
    cache: dict[ast.AST, Bindings] = {}
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Await) or not isinstance(node.value, ast.Call):
            continue
        if isinstance(source.parents[node], ast.Await):
            continue  # what is awaited twice would lose its result, and no coroutine
        callee = last_name(node.value.func) if isinstance(node.value.func, ast.Name | ast.Attribute) else ""
        if callee not in inventory.coroutines or source.function(node) is None or is_handed_on(source, node):
            continue
        receiver, origin = receiver_of(source, node.value, inventory, cache)
        if not inventory.is_foreign(origin) and inventory.is_reached(node.value, receiver):
            yield Site(node, callee, use_of(source, node), receiver)


def plant(source: Source, inventory: Inventory) -> Iterator[Mutation]:
    """Yield one mutation per site."""
    drafts = Drafts(source, "await")
    for site in sites(source, inventory):
        yield drafts.make(
            site.node,
            (site.use, site.receiver),
            f"`await` is missing before {site.callee}(...)",
            [source.without_await(site.node)],
        )
