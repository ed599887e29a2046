"""Modules that are loaded by a name that is written down, and objects that are made without their constructor."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.link.symbols import Linker, Scope
from duotone.analyzer.link.values import UNKNOWN, ClassObject, FunctionObject, Instance, Value
from duotone.analyzer.outline import Import

__all__ = ["loaded", "made_bare"]

_OWN = frozenset({"__name__", "__package__"})


def loaded(project: Linker, scope: Scope, call: ast.Call) -> Value:
    """The module that `import_module` gives, as an `import` would; unknown where its name is put together."""
    given = [*call.args, *(word.value for word in call.keywords if word.arg in {"name", "package"})]
    match given:
        case [ast.Constant(value=str(name)), *_] if not name.startswith("."):
            return project.imported(scope.module, Import(name, "", 0))
        case [ast.Constant(value=str(name)), ast.Constant(value=str(package))]:
            above = package.split(".")[: len(package.split(".")) + 1 - _level(name)]
            return project.imported(scope.module, Import(".".join([*above, name.lstrip(".")]), "", 0))
        case [ast.Constant(value=str(name)), ast.Name(id=package)] if package in _OWN:
            # The name of a module counts as that of a package, of which its own package is one part less.
            is_deeper = package == "__name__" and not scope.module.is_package
            return UNKNOWN if is_deeper else project.imported(scope.module, Import(name.lstrip("."), "", _level(name)))
        case _:
            return UNKNOWN


def made_bare(node: ast.Call, function: Value, args: Sequence[Value]) -> Value | None:
    """What `Class.__new__(Class)` gives, as does `object.__new__(Class)`, where no class has a `__new__` of its own."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "__new__" and args):
        return None
    is_plain = function is UNKNOWN or (
        isinstance(function, FunctionObject) and function.symbol.name == "builtins.object.__new__"
    )
    made = args[0]
    if not is_plain or not isinstance(made, ClassObject) or made.symbol.has_unknown_base:
        return None
    return Instance(made.symbol, made.args)


def _level(name: str) -> int:
    return len(name) - len(name.lstrip("."))
