"""Whether something else stands in the place of what a class says: of its fields, its methods, or what they give."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.flow.declared import refuses
from duotone.analyzer.flow.hints import asking
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link import operations
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.resolution import is_rewritten
from duotone.analyzer.link.symbols import ClassSymbol, Linker
from duotone.analyzer.link.values import (
    NONE,
    CallableType,
    ClassObject,
    FunctionObject,
    Instance,
    TypeVariable,
    Value,
    options,
)

__all__ = ["is_async_function", "is_by_metaclass", "is_by_override", "is_by_test", "is_misdeclared", "replaced_method"]

_ASYNC_MODULES = ("asyncio", "aio")


def is_by_metaclass(owner: Value, found: Sequence[Value]) -> bool:
    """Tell whether a metaclass may have put something else in the place of what the class of an object says."""
    if not isinstance(owner, Instance):
        return False
    return any(isinstance(one, Instance) and is_rewritten(one, owner.symbol) for one in found)


def is_by_override(project: Linker, owner: Value, name: str) -> bool:
    """Tell whether a method of a library may give what the project has put below it, or one is made up by its name.

    Its annotation says what it gives on top of the library's own methods; a class of the project that has some of them
    give something else, which can be awaited for all that is known, changes those that are built on them.
    """
    return any(_is_by_override(project, option, name) for option in options(owner))


def _is_by_override(project: Linker, owner: Value, name: str) -> bool:
    if isinstance(owner, TypeVariable) and owner.bound is not None:
        owner = owner.bound
    if not isinstance(owner, Instance):
        return False
    if owner.symbol.module.kind != "project":
        return _is_of_async_module(project, owner.symbol, name)
    found = find(owner.symbol, name)
    if found is None:
        return _is_made_up(owner.symbol)
    if found[2].module.kind == "project":
        return False
    return any(_is_remade(project, entry, found[2]) for entry, _ in owner.symbol.mro if entry.module.kind == "project")


def _is_of_async_module(project: Linker, symbol: ClassSymbol, name: str) -> bool:
    """Tell whether a library has a class of the same name below one, in a module for async code, with a method instead.

    Who is given an object of that one may say no more than that it is of the other.
    """
    package = symbol.module.name.partition(".")[0]
    for module in (project.module(f"{package}.{last}") for last in _ASYNC_MODULES):
        below = module.own(symbol.outline.name) if module is not None else None
        if isinstance(below, ClassObject) and below.symbol.is_subclass(symbol.name):
            found, other = find(below.symbol, name), find(symbol, name)
            return found is not None and other is not None and found[2] is not other[2]
    return False


def _is_made_up(symbol: ClassSymbol) -> bool:
    """Tell whether a class gives whatever is asked of it, by a method with one annotation for all of that."""
    dynamic = find(symbol, "__getattr__")
    return dynamic is not None and isinstance(dynamic[0], FunctionObject) and bool(dynamic[0].symbol.outline.annotation)


def _is_remade(project: Linker, symbol: ClassSymbol, base: ClassSymbol) -> bool:
    """Tell whether a class overrides a method of a base by one that gives something else."""
    names = [name for name in symbol.outline.names if not name.startswith("__") and find(base, name) is not None]
    methods = [name for name in names if isinstance(symbol.raw(name), FunctionObject)]
    return any(_gives_another(project, symbol, base, name) for name in methods)


def _gives_another(project: Linker, symbol: ClassSymbol, base: ClassSymbol, name: str) -> bool:
    given = project.call(project.attribute(Instance(symbol), name))
    expected = options(project.call(project.attribute(Instance(base), name)))
    if not refuses(project, given):
        return True
    classes = [option.symbol.name for option in expected if isinstance(option, Instance)]
    return len(classes) == len(expected) and not any(
        isinstance(option, Instance) and any(map(option.symbol.is_subclass, classes)) for option in options(given)
    )


def replaced_method(owner: Value, name: str) -> str:
    """The dotted name of the method in whose place an assignment to an attribute of an object puts something else."""
    found = find(owner.symbol, name) if isinstance(owner, Instance) and _is_of_body(owner.symbol, name) else None
    return found[0].symbol.name if found is not None and isinstance(found[0], FunctionObject) else ""


def is_async_function(value: Value) -> bool:
    """Tell whether a value is a function of the project whose calls are to be awaited."""
    return any(
        isinstance(one, FunctionObject) and one.symbol.outline.is_async and not one.symbol.outline.is_generator
        for one in options(value)
    )


def _is_of_body(symbol: ClassSymbol, name: str) -> bool:
    """Tell whether the body of a class has a name, and not just its methods, without finding out what it stands for."""
    for entry, _ in symbol.mro:
        if name in entry.outline.names:
            return True
        if name in entry.outline.attributes:
            return False
    return False


def is_misdeclared(function: Value, result: Value) -> bool:
    """Tell whether only an annotation says that a function gives nothing to await.

    Where it is awaited all the same, or a task is made of it, that has run, and the annotation never has; who is given
    a plain function there is told by what is given.
    """
    found = [one for one in options(function) if one is not NONE]
    if not all(isinstance(one, CallableType) and one.origin is None and one.made_of is None for one in found):
        return False
    return all(operations.awaitability(one) is False for one in options(result))


def is_by_test(site: Site, source: str, around: ast.AST) -> bool:
    """Tell whether a test replaces the async function that a plain one, which it calls, would have called.

    Where a plain one only says that it gives a coroutine, any attribute of its object may be the one.
    """
    callee = site.callee
    if callee is None or (site.via is None and callee.outline.is_async) or not asking.replaces(source, around):
        return False
    if site.via is not None:
        return asking.mentions(around, {callee.outline.name})
    function = site.node.func if isinstance(site.node, ast.Call) else None
    return isinstance(function, ast.Attribute) and asking.changes(around, ast.unparse(function.value))
