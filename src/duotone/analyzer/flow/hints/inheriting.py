"""Attributes that a class has from its bases: what others of the family await of them tells what they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.symbols import ClassSymbol

__all__ = ["awaited", "home"]

_PARTS = 3
"""The object itself, its attribute and the method."""


def awaited(file: File) -> Iterator[str]:
    """The methods of attributes that a file awaits, as "Class.attribute.method" with the class that binds it."""
    owners = {ran.symbol.owner.name: ran.symbol.owner for ran in file.ran if ran.symbol and ran.symbol.owner}
    for owner, text in file.awaited_texts:
        if owner in owners and (bound := _bound(owners[owner], text)):
            yield bound


def home(site: Site, ran: Ran) -> str:
    """The same of a method that is called, where the attribute comes from a base; nothing otherwise."""
    owner = ran.symbol.owner if ran.symbol is not None else None
    text = known.chain(site.node.func) if isinstance(site.node, ast.Call) else ""
    bound = _bound(owner, text) if owner is not None else ""
    return bound if owner is not None and not bound.startswith(f"{owner.name}.") else ""


def _bound(owner: ClassSymbol, text: str) -> str:
    itself, *parts = text.split(".")
    if itself != "self" or len(parts) != _PARTS - 1:
        return ""
    for entry, _ in owner.mro:
        if entry.module.kind == "project" and parts[0] in entry.outline.attributes:
            return f"{entry.name}.{text.removeprefix('self.')}"
    return ""
