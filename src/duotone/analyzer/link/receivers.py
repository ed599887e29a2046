"""Whether an object is what a method says that its receiver has to be, and gets from it what overloads promise."""

from __future__ import annotations

from collections.abc import Iterator

from duotone.analyzer.link.attributes import attribute, find
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, Linker
from duotone.analyzer.link.unify import is_protocol
from duotone.analyzer.link.values import (
    AsyncStream,
    Constant,
    Coroutine,
    FunctionObject,
    Instance,
    NoneObject,
    Tuple,
    Value,
    options,
)
from duotone.analyzer.outline import Function

__all__ = ["is_broken", "is_recolored", "suits_class"]

_PROMISES = frozenset({"typing.Awaitable", "typing.Coroutine"})


def suits_class(project: Linker, wanted: Instance, bound: Instance) -> bool | None:
    """Tell whether an object is of a class, or has what a protocol asks for; None if nobody knows."""
    if bound.symbol.is_subclass(wanted.symbol.name):
        return True
    if bound.symbol.has_unknown_base:
        return None
    if not is_protocol(wanted.symbol):
        # Inside of a mixin the receiver is the mixin, and what it is mixed into may be what is wanted.
        return None if bound.symbol.module.kind == "project" else False
    answers = [_has_alike(project, wanted, bound, name) for name in _members(wanted)]
    if False in answers:
        return False
    return True if answers and None not in answers else None


def _members(protocol: Instance) -> Iterator[str]:
    for entry, _ in protocol.symbol.mro:
        if is_protocol(entry):
            yield from entry.outline.names


def _has_alike(project: Linker, wanted: Instance, bound: Instance, name: str) -> bool | None:
    if find(bound.symbol, name) is None:
        return None
    want, have = attribute(project, wanted, name), attribute(project, bound, name)
    if isinstance(want, FunctionObject) and isinstance(have, FunctionObject):
        return _is_async(want) == _is_async(have)
    if isinstance(want, Constant):
        return want.value == have.value if isinstance(have, Constant) else None
    return True


def _is_async(function: FunctionObject) -> bool:
    return function.symbol.outline.is_async


def is_recolored(symbol: FunctionSymbol, bound: Value | None) -> bool:
    """Tell whether a method of a library may hand on what the receiver's class has made an async one of.

    By its annotation it gives what a plain method beside it gives, and a class of the project overrides that one.
    """
    owner, annotation = symbol.owner, symbol.outline.annotation
    if owner is None or annotation in {None, "None"} or not isinstance(bound, Instance):
        return False
    if symbol.module.kind == "project" or bound.symbol.module.kind != "project":
        return False
    return any(
        isinstance(one, Function) and one.is_async and _gives(owner, name, annotation)
        for entry, _ in bound.symbol.mro
        if entry.module.kind == "project"
        for name, bindings in entry.outline.names.items()
        for one in bindings
    )


def _gives(symbol: ClassSymbol, name: str, annotation: str | None) -> bool:
    """Tell whether a class has a plain method of a name with this annotation."""
    found = [one for one in symbol.outline.names.get(name, ()) if isinstance(one, Function)]
    return any(one.annotation == annotation and not one.is_async for one in found)


def is_broken(promised: Value, body: Value) -> bool:
    """Tell whether the body of a method, read for its receiver, gives other colors than its overload."""
    wanted, given = _colors(promised), _colors(body)
    return bool(wanted) and not given <= wanted


def _colors(value: Value) -> set[str]:
    return {color for option in options(value) if (color := _color(option))}


def _color(value: Value) -> str:
    if isinstance(value, Coroutine) or (isinstance(value, Instance) and value.symbol.name in _PROMISES):
        return "async"
    if isinstance(value, Tuple | NoneObject | AsyncStream):
        return "plain"
    # A class may say less of its objects than they are, and one of typing says next to nothing.
    is_said = isinstance(value, Instance) and value.symbol.module.name != "typing" and not value.symbol.has_unknown_base
    return "plain" if is_said else ""
