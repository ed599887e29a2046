"""Whether what an `await` stands before does nothing by itself: a query that is put together, and that nobody sends."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.known import chain
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import Instance, Value
from duotone.analyzer.outline import Function
from duotone.analyzer.rules.fixing.layout import Layout

__all__ = ["is_idle"]


def is_idle(layout: Layout, node: ast.Await, ran: Ran | None, value: Value) -> bool:
    """Tell whether a statement makes an object of a library that is there to be refined, and hands it to nobody."""
    if ran is None or not isinstance(layout.parents.get(node), ast.Expr) or not isinstance(value, Instance):
        return False
    if value.symbol.module.kind != "library" or not _is_refined(value.symbol):
        return False
    callees = {call: symbol for symbol, call, _ in ran.calls}
    made = node.value
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and _refines(callees.get(made)):
        made = made.func.value
    return isinstance(made, ast.Call) and bool(chain(made.func)) and _is_of_library(callees.get(made))


def _is_of_library(callee: FunctionSymbol | None) -> bool:
    """Tell whether what is called is a function, or a class, and no method of an object that was there before."""
    if callee is None:
        return True  # a class without a constructor of its own
    is_constructor = callee.outline.name in {"__init__", "__new__"}
    return callee.module.kind == "library" and (callee.owner is None or is_constructor)


def _is_refined(symbol: ClassSymbol) -> bool:
    """Tell whether a class has methods that give its own objects, as queries have."""
    names = (names for entry, _ in symbol.mro for names in entry.outline.names.items())
    methods = (one for name, bindings in names if not name.startswith("_") for one in bindings)
    return any(isinstance(one, Function) and _gives_own(one) for one in methods)


def _refines(callee: FunctionSymbol | None) -> bool:
    return callee is not None and callee.owner is not None and _gives_own(callee.outline)


def _gives_own(outline: Function) -> bool:
    is_own = (outline.annotation or "").strip("'\"").rpartition(".")[2] == "Self"
    return is_own and "classmethod" not in outline.decorators
