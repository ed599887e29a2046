"""What color a callable is: decided from what it is, never by calling it, and once for as long as it lives.

1. Evidence is read as it is stored: no `__getattr__`, `__class__` or metaclass of the callable's is asked.
2. `EITHER` is the answer where the evidence ends; a plain body is `SYNC`, and its result is still inspected.
3. What is remembered is found by identity and keeps nothing alive.
"""

from __future__ import annotations

import asyncio.coroutines
import contextlib
import enum
import functools
import gc
import inspect
import re
import types
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeGuard, Union

from duotone.contract.evidence import DECIDED, DEEPEST, is_class, remember, static, stored
from duotone.contract.shim import only_awaits_super, shim_behind
from duotone.errors import NotCallable

__all__ = ["Color", "color_of", "is_awaitable"]


class Color(enum.Enum):
    """What a call gives: a value, an awaitable, a stream of either color, or what only its result can tell."""

    SYNC = "sync"
    ASYNC = "async"
    SYNC_GENERATOR = "sync generator"
    ASYNC_GENERATOR = "async generator"
    EITHER = "either"

    @property
    def is_async(self) -> bool:
        """Whether the result needs an event loop: an awaitable or an async generator."""
        return self in (Color.ASYNC, Color.ASYNC_GENERATOR)

    @property
    def is_stream(self) -> bool:
        """Whether the result is many values, of either color."""
        return self in (Color.SYNC_GENERATOR, Color.ASYNC_GENERATOR)


# In this order, since `types.coroutine` leaves the flag of the generator as well.
_FLAGS = {
    inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE: Color.ASYNC,
    inspect.CO_ASYNC_GENERATOR: Color.ASYNC_GENERATOR,
    inspect.CO_GENERATOR: Color.SYNC_GENERATOR,
}

# What gives back exactly the result of what it holds, and where it holds it.
_TRANSPARENT: dict[type, str] = {
    types.MethodType: "__func__",
    staticmethod: "__func__",
    classmethod: "__func__",
    functools.partial: "func",
    functools.partialmethod: "func",
    type(functools.cache(len)): "__wrapped__",
    types.GenericAlias: "__origin__",
}
_C_CALLABLES: set[object] = {
    types.BuiltinFunctionType,
    types.ClassMethodDescriptorType,
    types.MethodDescriptorType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
}
_AWAITABLE_BY_PROTOCOL = {"anext", "__anext__", "asend", "athrow", "aclose", "__aenter__", "__aexit__"}

# Decorators of the standard library whose wrapper says nothing about the color of what it wraps.
_DECORATORS: dict[Callable[[Any], Any], Color] = {
    contextlib.contextmanager: Color.SYNC,
    contextlib.asynccontextmanager: Color.SYNC,
    functools.singledispatch: Color.EITHER,
    types.coroutine: Color.EITHER,
}
_WRAPPERS: dict[types.CodeType, Color] = {decorate(iter).__code__: color for decorate, color in _DECORATORS.items()}

# What says "I am a coroutine function" by hand, and as which attribute: for asyncio, and since 3.12 for `inspect`.
_mark: Callable[[Any], object] = getattr(inspect, "markcoroutinefunction", lambda unmarked: unmarked)
_MARKS = {"_is_coroutine": getattr(asyncio.coroutines, "_is_coroutine", object()), **vars(_mark(lambda: None))}

# Names in string annotations that can't be found at run time; a `Future` may as well be that of a thread.
_UNRESOLVED = {"Awaitable": Color.ASYNC, "Coroutine": Color.ASYNC, "Future": Color.EITHER, "Task": Color.EITHER}

_decided: dict[int, Color] = DECIDED
_awaitable_types: dict[type, bool] = {}


def color_of(callee: object, /) -> Color:
    """Tell what calling `callee` gives, without calling it.

    Raw `staticmethod`, `classmethod` and `partialmethod` objects count as callables. The answer stands for as
    long as the function lives: a mark that is set on it afterwards is not seen.

    Raises `NotCallable` for what can't be called, a coroutine object included.
    """
    if _is_bare_partial(callee):  # made for one call, so not worth remembering
        inner = static(callee, "func")
        if not _is_bare_partial(inner):  # functools makes one of two, unless somebody has tied a knot
            return color_of(inner)
    key = callee.__func__ if type(callee) is types.MethodType else callee
    try:
        return _decided[id(key)]
    except KeyError:
        pass
    if not callable(callee) and not issubclass(type(callee), (classmethod, functools.partialmethod)):
        raise NotCallable(callee, "color_of")
    color = _decide(callee)
    if only_awaits_super(key):
        return color  # what `super()` finds depends on the class that it is bound to, so it is asked each time
    return remember(_decided, key, color)


def _is_bare_partial(callee: object) -> bool:
    """Tell whether something is a partial that says nothing of itself, as one with a mark would."""
    kind: object = type(callee)
    return kind is functools.partial and not static(callee, "__dict__")


def is_awaitable(value: object, /) -> TypeGuard[Awaitable[object]]:
    """Tell whether `value` can be awaited, at the price of one lookup by its type.

    A class that gets its `__await__` after an instance was seen may count as it did until the next garbage collection.
    """
    try:
        return _awaitable_types[type(value)]
    except (KeyError, TypeError):  # TypeError: a metaclass can make its classes unhashable
        pass
    if type(value) is types.GeneratorType:
        return bool(value.gi_code.co_flags & inspect.CO_ITERABLE_COROUTINE)
    answer = _makes_awaitables(type(value))
    if stored(type(type(value)), "__hash__") is object.__hash__:
        _awaitable_types[type(value)] = answer
    return answer


def _forget_types(phase: str, _info: object, forget: Callable[[], None] = _awaitable_types.clear) -> None:
    # A class dies in a garbage collection and nowhere else, so a cache that is emptied first keeps none alive, and
    # lookups need no weak references, which would double their price. A default outlives the module's names at exit.
    if phase == "start":
        forget()


gc.callbacks.append(_forget_types)


def _makes_awaitables(kind: object) -> bool:
    return is_class(kind) and stored(kind, "__await__") is not None


def _decide(given: object, owner: object = None, depth: int = 0) -> Color:
    if depth == DEEPEST:
        return Color.EITHER
    kind, call = type(given), stored(type(given), "__call__")
    for transparent, inside in _TRANSPARENT.items():
        if issubclass(kind, transparent) and call is stored(transparent, "__call__"):
            bound_to = static(given, "__self__") if kind is types.MethodType else owner
            return _decide(static(given, inside), bound_to, depth + 1)
    return _color_of_call(given, call, owner, depth + 1)


def _color_of_call(given: object, call: object, owner: object, depth: int) -> Color:
    if call is None:
        return Color.EITHER
    if is_class(given):
        return _color_of_class(given, depth)
    if type(given) in _C_CALLABLES:
        return Color.ASYNC if static(given, "__name__") in _AWAITABLE_BY_PROTOCOL else Color.SYNC
    if shim_behind(given, owner) is not None:
        return Color.SYNC
    is_called_in_c = type(call) is types.WrapperDescriptorType
    color = _color_of_code(static(given, "__code__")) if is_called_in_c else _decide(call, given, depth)
    return _color_behind(given, color, depth) if color in (Color.SYNC, Color.EITHER) else color


def _color_of_class(kind: object, depth: int) -> Color:
    for maker in (stored(type(kind), "__call__"), stored(kind, "__new__")):
        if (color := _decide(maker, kind, depth)) is not Color.SYNC:
            return color
    return Color.ASYNC if _makes_awaitables(kind) else Color.SYNC


def _color_of_code(code: object) -> Color:
    if type(code) is not types.CodeType:
        return Color.EITHER  # not a function, but an object such as `operator.methodcaller("close")`
    return next((color for flags, color in _FLAGS.items() if code.co_flags & flags), Color.SYNC)


def _color_behind(given: object, color: Color, depth: int) -> Color:
    """What a body that is sync by itself may pass on; `functools.wraps` copies marks and annotations."""
    if type(given) is types.FunctionType and given.__code__ in _WRAPPERS:
        return _WRAPPERS[given.__code__]
    wrapped = static(given, "__wrapped__")
    if _is_marked(given) and not _is_marked(wrapped):
        return Color.ASYNC
    if wrapped is not None:
        return color if _decide(wrapped, None, depth) is Color.SYNC else Color.EITHER
    for attribute in ("_partialmethod", "__partialmethod__"):  # where 3.11 and 3.13 keep it when asked of the class
        method: object = static(given, attribute)
        if issubclass(type(method), functools.partialmethod):
            return _decide(method, None, depth)
    if type(given) is types.FunctionType:
        hints: dict[str, object] = static(given, "__annotations__") or {}
        return _color_of_hint(hints.get("return"), given.__globals__)
    return color


def _is_marked(given: object) -> bool:
    return any(static(given, attribute) is mark for attribute, mark in _MARKS.items())


def _color_of_hint(hint: object, names: Mapping[str, object]) -> Color:
    """What a return annotation promises; a string is read as text, since evaluating it could run anything."""
    if type(hint) is str:
        return _blend(_color_of_name(name, names) for name in _alternatives(hint))
    origin = static(hint, "__origin__")
    if issubclass(type(hint), types.UnionType) or origin is Union:
        return _blend(_color_of_hint(each, names) for each in static(hint, "__args__"))
    return Color.ASYNC if _makes_awaitables(hint if origin is None else origin) else Color.SYNC


def _blend(colors: Iterable[Color]) -> Color:
    first, *others = set(colors)
    return Color.EITHER if others else first


def _alternatives(text: str) -> list[str]:
    """The names at the top of an annotation: `int` and `Awaitable` of `Union[int, Awaitable[list[str]]]`."""
    text = re.sub(r"^(\w+\.)?(Union|Optional)\[(.*)\]$", r"\3|None", re.sub(r"[\s'\"]", "", text))
    while (flat := re.sub(r"\[[^\[\]]*\]", "", text)) != text:
        text = flat
    return re.split(r"[|,]", text)


def _color_of_name(dotted: str, names: Mapping[str, object]) -> Color:
    head, *rest = dotted.split(".")
    found = functools.reduce(static, rest, names.get(head))
    return _UNRESOLVED.get(dotted.rpartition(".")[2], Color.SYNC) if found is None else _color_of_hint(found, {})
