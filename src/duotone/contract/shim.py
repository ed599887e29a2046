"""Shims: async methods that merely cover a sync one, and overrides that only call them."""

from __future__ import annotations

import dis
import functools
import re
import types
from collections.abc import Callable
from typing import Any, TypeGuard, TypeVar

from duotone.contract.evidence import DECIDED, DEEPEST, find, is_class, mro_of, remember, static
from duotone.errors import NotCallable

__all__ = ["only_awaits_super", "shim", "shim_behind", "shim_of"]

F = TypeVar("F", bound=Callable[..., Any])  # Any: a decorator that gives back what it was given

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

_shims: dict[int, str] = {}


def shim(*, of: str) -> Callable[[F], F]:
    """Mark an async method as a mere cover of the sync method named `of`, so that its color is sync.

    Overrides that only await it through `super()` count as covers too; every other override is native.
    Raises `NotCallable` when it is put on anything but a function; it goes below `@classmethod`.
    """

    def mark(method: F) -> F:
        if type(method) is not types.FunctionType:
            raise NotCallable(method, "shim")
        DECIDED.pop(id(method), None)
        remember(_shims, method, of)
        return method

    return mark


def shim_of(callee: object, /) -> str | None:
    """Give the name of the sync method that `callee` merely covers, or None when it works by itself."""
    if type(callee) is types.MethodType:
        return shim_behind(callee.__func__, callee.__self__)
    return shim_behind(callee, None)


def shim_behind(method: object, owner: object) -> str | None:
    """Follow overrides that only await `super()` until one is marked as a shim, or works by itself."""
    for _ in range(DEEPEST):
        if type(method) in (classmethod, staticmethod):
            method = static(method, "__func__")
        if id(method) in _shims:
            return _shims[id(method)]
        if not only_awaits_super(method):
            break
        method = _inherited(method, owner)
    return None


def only_awaits_super(method: object) -> TypeGuard[types.FunctionType]:
    """Tell whether a method does nothing but to await what `super()` has under its own name."""
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
        bases = iter(mro_of(heir) if is_class(heir) else ())
        if any(base is home for base in bases):  # which leaves the iterator just behind `home`
            return find(method.__code__.co_name, bases)
    return None
