"""What color a callable is: decided from what it is, never by calling it, and once for as long as it lives.

1. Evidence is read as it is stored: no `__getattr__`, `__class__` or metaclass of the callable's is asked.
2. `EITHER` is the answer where the evidence ends; a plain body is `SYNC`, and its result is still inspected.
3. What is remembered is found by identity and keeps nothing alive.
"""

from __future__ import annotations

import asyncio.coroutines
import contextlib
import dis
import enum
import functools
import gc
import inspect
import re
import types
import weakref
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeGuard, TypeVar, Union

from duotone.errors import NotCallable

__all__ = ["Color", "color_of", "is_awaitable", "shim", "shim_of"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])  # Any: a decorator that gives back what it was given


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

# A circle of wrappers, or a chain that grows while it is followed, ends here.
_DEEPEST = 64

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

# The instructions of `await super().name(arguments)`, returned or not, and of nothing else, from 3.11 on.
_AWAIT_SUPER = re.compile(
    r"COPY_FREE_VARS RETURN_GENERATOR POP_TOP RESUME (PUSH_NULL )?"
    r"LOAD_GLOBAL (PRECALL CALL LOAD_(METHOD|ATTR)|LOAD_DEREF LOAD_FAST\w* LOAD_SUPER_ATTR) "
    r"((LOAD_(FAST|CONST|SMALL_INT)|PUSH_NULL|KW_NAMES|BUILD|LIST|DICT|UNARY|BINARY_OP|CALL_INTRINSIC)\w* )*"
    r"(PRECALL )?CALL(_KW|_FUNCTION_EX)? "
    r"GET_AWAITABLE LOAD_CONST SEND YIELD_VALUE RESUME JUMP_BACKWARD_NO_INTERRUPT (END_SEND )?"
    r"(POP_TOP (RETURN_CONST|LOAD_CONST RETURN_VALUE)|(STORE_FAST[_ ]LOAD_FAST\w* )?RETURN_VALUE)"
    r"( CLEANUP_THROW JUMP_BACKWARD\w*)?( CALL_INTRINSIC_1 RERAISE)?"
)

_decided: dict[int, Color] = {}
_shims: dict[int, str] = {}
_awaitable_types: dict[type, bool] = {}


def color_of(callee: object, /) -> Color:
    """Tell what calling `callee` gives, without calling it.

    Raw `staticmethod`, `classmethod` and `partialmethod` objects count as callables. The answer stands for as
    long as the function lives: a mark that is set on it afterwards is not seen.

    Raises `NotCallable` for what can't be called, a coroutine object included.
    """
    key = callee.__func__ if type(callee) is types.MethodType else callee
    try:
        return _decided[id(key)]
    except KeyError:
        pass
    if not callable(callee) and not issubclass(type(callee), (classmethod, functools.partialmethod)):
        raise NotCallable(callee, "color_of")
    color = _decide(callee)
    if _only_awaits_super(key):
        return color  # what `super()` finds depends on the class that it is bound to, so it is asked each time
    return _remember(_decided, key, color)


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
    if _stored(type(type(value)), "__hash__") is object.__hash__:
        _awaitable_types[type(value)] = answer
    return answer


def shim(*, of: str) -> Callable[[F], F]:
    """Mark an async method as a mere cover of the sync method named `of`, so that its color is sync.

    Overrides that only await it through `super()` count as covers too; every other override is native.
    Raises `NotCallable` when it is put on anything but a function; it goes below `@classmethod`.
    """

    def mark(method: F) -> F:
        if type(method) is not types.FunctionType:
            raise NotCallable(method, "shim")
        _decided.pop(id(method), None)
        _remember(_shims, method, of)
        return method

    return mark


def shim_of(callee: object, /) -> str | None:
    """Give the name of the sync method that `callee` merely covers, or None when it works by itself."""
    if type(callee) is types.MethodType:
        return _shim_behind(callee.__func__, callee.__self__)
    return _shim_behind(callee, None)


def _remember(cache: dict[int, T], key: object, value: T) -> T:
    with contextlib.suppress(TypeError):  # what can't be referred to weakly is decided anew each time
        # The finalizer runs before the memory of the key is given back, so no other object is ever taken for it.
        weakref.finalize(key, cache.pop, id(key), None).atexit = False
        cache[id(key)] = value
    return value


def _forget_types(phase: str, _info: object, forget: Callable[[], None] = _awaitable_types.clear) -> None:
    # A class dies in a garbage collection and nowhere else, so a cache that is emptied first keeps none alive, and
    # lookups need no weak references, which would double their price. A default outlives the module's names at exit.
    if phase == "start":
        forget()


gc.callbacks.append(_forget_types)

_mro: Callable[[object], tuple[type, ...]] = type.__dict__["__mro__"].__get__
_namespace: Callable[[type], Mapping[str, object]] = type.__dict__["__dict__"].__get__


def _find(name: str, bases: Iterable[type]) -> object:
    return next((_namespace(base)[name] for base in bases if name in _namespace(base)), None)


def _stored(kind: object, name: str) -> object:
    """What a class or its bases hold under a name, past every metaclass; None when they hold nothing."""
    return _find(name, _mro(kind))


def _static(given: object, name: str) -> Any:
    """An attribute past `__getattr__` and `__getattribute__`, so that no mock or proxy can make one up."""
    try:
        return object.__getattribute__(given, name)
    except Exception:  # noqa: BLE001  a property may raise anything, and then it is no evidence
        return None


def _is_class(given: object) -> bool:
    return issubclass(type(given), type)


def _makes_awaitables(kind: object) -> bool:
    return _is_class(kind) and _stored(kind, "__await__") is not None


def _decide(given: object, owner: object = None, depth: int = 0) -> Color:
    if depth == _DEEPEST:
        return Color.EITHER
    kind, call = type(given), _stored(type(given), "__call__")
    for transparent, inside in _TRANSPARENT.items():
        if issubclass(kind, transparent) and call is _stored(transparent, "__call__"):
            bound_to = _static(given, "__self__") if kind is types.MethodType else owner
            return _decide(_static(given, inside), bound_to, depth + 1)
    return _color_of_call(given, call, owner, depth + 1)


def _color_of_call(given: object, call: object, owner: object, depth: int) -> Color:
    if call is None:
        return Color.EITHER
    if _is_class(given):
        return _color_of_class(given, depth)
    if type(given) in _C_CALLABLES:
        return Color.ASYNC if _static(given, "__name__") in _AWAITABLE_BY_PROTOCOL else Color.SYNC
    if _shim_behind(given, owner) is not None:
        return Color.SYNC
    is_called_in_c = type(call) is types.WrapperDescriptorType
    color = _color_of_code(_static(given, "__code__")) if is_called_in_c else _decide(call, given, depth)
    return _color_behind(given, color, depth) if color in (Color.SYNC, Color.EITHER) else color


def _color_of_class(kind: object, depth: int) -> Color:
    for maker in (_stored(type(kind), "__call__"), _stored(kind, "__new__")):
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
    wrapped = _static(given, "__wrapped__")
    if _is_marked(given) and not _is_marked(wrapped):
        return Color.ASYNC
    if wrapped is not None:
        return color if _decide(wrapped, None, depth) is Color.SYNC else Color.EITHER
    for attribute in ("_partialmethod", "__partialmethod__"):  # where 3.11 and 3.13 keep it when asked of the class
        method: object = _static(given, attribute)
        if issubclass(type(method), functools.partialmethod):
            return _decide(method, None, depth)
    if type(given) is types.FunctionType:
        hints: dict[str, object] = _static(given, "__annotations__") or {}
        return _color_of_hint(hints.get("return"), given.__globals__)
    return color


def _is_marked(given: object) -> bool:
    return any(_static(given, attribute) is mark for attribute, mark in _MARKS.items())


def _color_of_hint(hint: object, names: Mapping[str, object]) -> Color:
    """What a return annotation promises; a string is read as text, since evaluating it could run anything."""
    if type(hint) is str:
        return _blend(_color_of_name(name, names) for name in _alternatives(hint))
    origin = _static(hint, "__origin__")
    if issubclass(type(hint), types.UnionType) or origin is Union:
        return _blend(_color_of_hint(each, names) for each in _static(hint, "__args__"))
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
    found = functools.reduce(_static, rest, names.get(head))
    return _UNRESOLVED.get(dotted.rpartition(".")[2], Color.SYNC) if found is None else _color_of_hint(found, {})


def _shim_behind(method: object, owner: object) -> str | None:
    """Follow overrides that only await `super()` until one is marked as a shim, or works by itself."""
    for _ in range(_DEEPEST):
        if type(method) in (classmethod, staticmethod):
            method = _static(method, "__func__")
        if id(method) in _shims:
            return _shims[id(method)]
        if not _only_awaits_super(method):
            break
        method = _inherited(method, owner)
    return None


def _only_awaits_super(method: object) -> TypeGuard[types.FunctionType]:
    if type(method) is not types.FunctionType or method.__code__.co_names != ("super", method.__code__.co_name):
        return False
    return _is_await_of_super(method.__code__)


@functools.lru_cache  # which holds code alone, and code holds neither functions nor classes
def _is_await_of_super(code: types.CodeType) -> bool:
    names = (each.opname for each in dis.get_instructions(code) if each.opname not in ("EXTENDED_ARG", "NOP"))
    return _AWAIT_SUPER.fullmatch(" ".join(names)) is not None


def _inherited(method: types.FunctionType, owner: object) -> object:
    """What `super()` in `method` finds under the method's own name, for the owner that it is bound to."""
    cells = dict(zip(method.__code__.co_freevars, method.__closure__ or (), strict=True))
    try:
        home = cells["__class__"].cell_contents
    except (KeyError, ValueError):  # no method of a class, or its class is still being made
        return None
    for heir in (owner, type(owner), home):
        bases = iter(_mro(heir) if _is_class(heir) else ())
        if any(base is home for base in bases):  # which leaves the iterator just behind `home`
            return _find(method.__code__.co_name, bases)
    return None
