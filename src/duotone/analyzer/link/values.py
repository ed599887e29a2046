"""What an expression can be known to stand for: modules, classes, instances, functions, coroutines, or nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from duotone.analyzer.link.atoms import NONE, UNKNOWN, Foreign, Form, NoneObject, TypeVariable, Unknown, Value
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, ModuleSymbol, Scope

__all__ = [
    "NONE",
    "UNKNOWN",
    "Alias",
    "AsyncStream",
    "CallableType",
    "ClassObject",
    "Constant",
    "Coroutine",
    "Descriptor",
    "Foreign",
    "Form",
    "FunctionObject",
    "Instance",
    "LambdaType",
    "ModuleObject",
    "NoneObject",
    "Partial",
    "SuperObject",
    "Tuple",
    "TypeVariable",
    "Union",
    "Unknown",
    "Value",
    "options",
    "substitute",
    "unbound",
    "union",
]


class ModuleObject(Value):
    """A module."""

    __slots__ = ("module",)

    def __init__(self, module: ModuleSymbol) -> None:
        self.module = module


class ClassObject(Value):
    """A class itself, with its type arguments where they were written."""

    __slots__ = ("args", "symbol")

    def __init__(self, symbol: ClassSymbol, args: tuple[Value, ...] = ()) -> None:
        self.symbol = symbol
        self.args = args


class Instance(Value):
    """An object of a class."""

    __slots__ = ("args", "symbol")

    def __init__(self, symbol: ClassSymbol, args: tuple[Value, ...] = ()) -> None:
        self.symbol = symbol
        self.args = args


class Constant(Instance):
    """An object that is written down, or one of those that `Literal` names."""

    __slots__ = ("value",)

    def __init__(self, symbol: ClassSymbol, value: object) -> None:
        super().__init__(symbol)
        self.value = value


class FunctionObject(Value):
    """A function, perhaps bound to its receiver, with what is known of the type variables around it.

    `original` is the function that gets the arguments of a wrapper, as they are.
    """

    __slots__ = ("bound", "doubt", "known", "original", "symbol")

    def __init__(
        self,
        symbol: FunctionSymbol,
        bound: Value | None = None,
        known: Mapping[str, Value] | None = None,
        doubt: str = "",
        original: FunctionSymbol | None = None,
    ) -> None:
        self.symbol = symbol
        self.bound = bound
        self.known = known
        self.doubt = doubt
        self.original = original

    def doubted(self, doubt: str) -> FunctionObject:
        """The same, with a reason to doubt what it is; the first one stays."""
        return FunctionObject(self.symbol, self.bound, self.known, self.doubt or doubt, self.original)


class Descriptor(Value):
    """A class attribute that changes when it is taken: "property", "static", "class", or "value" (taken as it is)."""

    __slots__ = ("kind", "target")

    def __init__(self, kind: str, target: Value) -> None:
        self.kind = kind
        self.target = target


def unbound(raw: Value) -> Value:
    """The function of a class method or a static method, and anything else as it is."""
    return raw.target if isinstance(raw, Descriptor) and raw.kind in {"static", "class"} else raw


class Partial(Value):
    """A callable with some of its arguments given already."""

    __slots__ = ("keywords", "skipped", "target")

    def __init__(self, target: Value, skipped: int, keywords: frozenset[str]) -> None:
        self.target = target
        self.skipped = skipped
        self.keywords = keywords


class CallableType(Value):
    """Something callable of which only the result is declared, and perhaps what it is called with.

    `origin` is the function that a decorator has made it of, where it takes the same arguments, and `made_of` the one
    of the project where they may be others.
    """

    __slots__ = ("made_of", "origin", "params", "result", "site")

    def __init__(
        self,
        result: Value,
        site: object = None,
        params: tuple[Value, ...] = (),
        origin: FunctionSymbol | None = None,
        made_of: FunctionSymbol | None = None,
    ) -> None:
        self.result = result
        self.site = site
        self.params = params
        self.origin = origin
        self.made_of = made_of


class LambdaType(CallableType):
    """A lambda that a function returns, as text in the scope of the call: what it gives depends on what it is given."""

    __slots__ = ("scope", "text")

    def __init__(self, result: Value, text: str, scope: object) -> None:
        super().__init__(result)
        self.text = text
        self.scope = scope


class Coroutine(Value):
    """A coroutine that was made and not yet awaited."""

    __slots__ = ("_result", "callee", "doubt", "site")

    def __init__(
        self,
        result: Value | Callable[[], Value],
        callee: FunctionSymbol | None,
        doubt: str = "",
        site: object = None,
    ) -> None:
        self._result = result
        self.callee = callee
        self.doubt = doubt
        self.site = site

    def awaited(self) -> Value:
        """What `await` gives."""
        if not isinstance(self._result, Value):
            self._result = self._result()
        return self._result

    def at(self, site: object) -> Coroutine:
        """The same, made at another site."""
        return Coroutine(self._result, self.callee, self.doubt, site)


class AsyncStream(Value):
    """What an async generator function gives when it is called."""

    __slots__ = ("callee", "item", "site")

    def __init__(self, item: Value, callee: FunctionSymbol | None, site: object = None) -> None:
        self.item = item
        self.callee = callee
        self.site = site


class Tuple(Value):
    """A tuple of known length."""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[Value]) -> None:
        self.items = tuple(items)


class Union(Value):
    """One of several; never nested, never fewer than two."""

    __slots__ = ("options",)

    def __init__(self, options: tuple[Value, ...]) -> None:
        self.options = options


class Alias(Value):
    """A name for a type, with the scope in which its text is read, and what it means once that is known."""

    __slots__ = ("meaning", "node", "scope")

    def __init__(self, node: ast.expr, scope: Scope) -> None:
        self.node = node
        self.scope = scope
        self.meaning: Value | None = None


class SuperObject(Value):
    """What `super()` gives inside a method of a class."""

    __slots__ = ("receiver", "symbol")

    def __init__(self, symbol: ClassSymbol, receiver: Value) -> None:
        self.symbol = symbol
        self.receiver = receiver


def options(value: Value) -> tuple[Value, ...]:
    """The possibilities of a value."""
    return value.options if isinstance(value, Union) else (value,)


_MOST_OPTIONS = 12


def union(values: Sequence[Value]) -> Value:
    """One value for several possibilities, without repeats; of too many only those that are followed are kept."""
    if len(values) == 1:
        return values[0]
    kept: list[Value] = []
    for value in values:
        for option in options(value):
            if not any(option is other or _same(option, other) for other in kept):
                kept.append(option)
                if len(kept) > _MOST_OPTIONS:
                    return _too_many(values)
    if not kept:
        return UNKNOWN
    return kept[0] if len(kept) == 1 else Union(tuple(kept))


def _too_many(values: Sequence[Value]) -> Value:
    """As good as unknown, except that what was made and is followed must not get lost: it may be awaited later."""
    found = (option for value in values for option in options(value))
    followed = {id(option): option for option in found if getattr(option, "site", None) is not None}
    return Union((*followed.values(), UNKNOWN)) if followed else UNKNOWN


def _same(one: Value, other: Value) -> bool:
    if type(one) is not type(other):
        return False
    same = _SAME.get(type(one))
    return same is not None and same(one, other)


def _all_same(ones: tuple[Value, ...], others: tuple[Value, ...]) -> bool:
    return len(ones) == len(others) and all(a is b or _same(a, b) for a, b in zip(ones, others, strict=True))


def _same_class(one: Any, other: Any) -> bool:
    return one.symbol is other.symbol and (one.args is other.args or _all_same(one.args, other.args))


_SAME: dict[type[Value], Callable[[Any, Any], bool]] = {
    ClassObject: _same_class,
    Constant: lambda one, other: one.symbol is other.symbol and one.value == other.value,
    Instance: _same_class,
    Foreign: lambda one, other: one.name == other.name,
    FunctionObject: lambda one, other: one.symbol is other.symbol and one.bound is other.bound,
    NoneObject: lambda _one, _other: True,
    Unknown: lambda one, other: one.site is other.site,
}


def substitute(value: Value, known: Mapping[str, Value]) -> Value:  # noqa: PLR0911  # one line for each kind of value
    """Put what is known of type variables into a value."""
    if not known:
        return value
    if isinstance(value, TypeVariable):
        return known.get(value.name, value)
    if isinstance(value, Instance):
        return _instance(value, known) if value.args else value
    if isinstance(value, ClassObject):
        return ClassObject(value.symbol, _all(value.args, known)) if value.args else value
    if isinstance(value, Union):
        return union(_all(value.options, known))
    if isinstance(value, Tuple):
        return Tuple(_all(value.items, known))
    if isinstance(value, CallableType):
        result, params = substitute(value.result, known), _all(value.params, known)
        return CallableType(result, value.site, params, value.origin, value.made_of)
    if isinstance(value, Coroutine):
        return Coroutine(lambda: substitute(value.awaited(), known), value.callee, value.doubt, value.site)
    if isinstance(value, AsyncStream):
        return AsyncStream(substitute(value.item, known), value.callee, value.site)
    return value


def _instance(value: Instance, known: Mapping[str, Value]) -> Value:
    args = _all(value.args, known)
    if value.symbol.name == "builtins.type" and isinstance(args[0], Instance):
        return ClassObject(args[0].symbol, args[0].args)
    return Instance(value.symbol, args)


def _all(values: tuple[Value, ...], known: Mapping[str, Value]) -> tuple[Value, ...]:
    return tuple([substitute(value, known) for value in values])
