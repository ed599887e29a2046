"""Evidence about callables: what they store, read past everything that could make it up, and what is remembered."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

__all__ = ["DECIDED", "DEEPEST", "find", "is_class", "mro_of", "remember", "static", "stored"]

T = TypeVar("T")

DEEPEST: Final = 64
"""Where a circle of wrappers, or a chain that grows while it is followed, ends."""

DECIDED: Final[dict[int, Any]] = {}
"""The colors that were decided, by the identity of the callable; `shim` takes back what was decided too early."""

mro_of: Final[Callable[[object], tuple[type, ...]]] = type.__dict__["__mro__"].__get__
_namespace: Final[Callable[[type], Mapping[str, object]]] = type.__dict__["__dict__"].__get__


def remember(cache: dict[int, T], key: object, value: T) -> T:
    """Keep `value` for as long as `key` lives, found by its identity; gives `value` back."""
    with contextlib.suppress(TypeError):  # what can't be referred to weakly is decided anew each time
        # The finalizer runs before the memory of the key is given back, so no other object is ever taken for it.
        weakref.finalize(key, cache.pop, id(key), None).atexit = False
        cache[id(key)] = value
    return value


def find(name: str, bases: Iterable[type]) -> object:
    """What the first of some classes that has the name holds under it; None when they hold nothing."""
    return next((_namespace(base)[name] for base in bases if name in _namespace(base)), None)


def stored(kind: object, name: str) -> object:
    """What a class or its bases hold under a name, past every metaclass; None when they hold nothing."""
    return find(name, mro_of(kind))


def static(given: object, name: str) -> Any:
    """An attribute past `__getattr__` and `__getattribute__`, so that no mock or proxy can make one up."""
    try:
        return object.__getattribute__(given, name)
    except Exception:  # noqa: BLE001  a property may raise anything, and then it is no evidence
        return None


def is_class(given: object) -> bool:
    """Tell whether something is a class, whatever it says of itself."""
    return issubclass(type(given), type)
