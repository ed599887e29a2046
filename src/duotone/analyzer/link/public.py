"""The name by which everybody imports what a library defines in a module of its own."""

from __future__ import annotations

import itertools

from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import UNKNOWN, ClassObject, FunctionObject, options

__all__ = ["exported_name"]


def exported_name(symbol: ClassSymbol | FunctionSymbol) -> str:
    """Return the dotted name of a symbol; one of a library begins with the outermost package that exports it."""
    module = symbol.module
    if module.kind not in {"library", "stub"}:
        return symbol.name
    inner = symbol.name.removeprefix(f"{module.name}.")
    first = inner.partition(".")[0]
    for name in itertools.accumulate(module.name.split(".")[:-1], "{}.{}".format):
        package = module.project.module(name)
        found = package.own(first) if package is not None and package.is_package else None
        symbols = [one.symbol for one in options(found or UNKNOWN) if isinstance(one, ClassObject | FunctionObject)]
        if any(one.name == f"{module.name}.{first}" for one in symbols):
            return f"{name}.{inner}"
    return symbol.name
