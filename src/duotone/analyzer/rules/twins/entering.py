"""The async twin of what gives a plain context manager, which may be meant where `async with` stands."""

from __future__ import annotations

from duotone.analyzer.link.attributes import attribute, find
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.public import exported_name
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import UNKNOWN, ClassObject, Instance
from duotone.analyzer.rules.twins.colorless import sync_names

__all__ = ["entered_twin"]


def entered_twin(project: Project, maker: FunctionSymbol | ClassSymbol) -> str:
    """The name of the twin of a function or a class, beside it, whose call gives what `async with` can enter.

    What is private to a library is nobody else's to call.
    """
    if maker.module.kind != "project" and maker.outline.name.startswith("_"):
        return ""
    owner = maker.owner if isinstance(maker, FunctionSymbol) else None
    home = owner or maker.module
    if maker.name != f"{home.name}.{maker.outline.name}":
        return ""
    project.touch(owner.node if owner is not None else maker.module.node_of("*"))
    for name in home.outline.names:
        if maker.outline.name in sync_names(name):
            twin = attribute(project, Instance(owner), name) if owner is not None else maker.module.own(name)
            given = project.call(twin or UNKNOWN)
            if isinstance(given, Instance) and find(given.symbol, "__aenter__") is not None:
                return exported_name(twin.symbol) if isinstance(twin, ClassObject) else f"{home.name}.{name}"
    return ""
