"""What a class offers: its public members, their colors, and whether anything of it is async."""

from __future__ import annotations

import contextlib
import functools
from typing import Any, Generic, Protocol, cast

from duotone.contract.color import Color, color_of

__all__ = ["color_of_member", "is_async", "makes_blocks", "members_of", "name_of_face", "public_members"]

_ASYNC_FORMS = ("__aenter__", "__aexit__", "__aiter__", "__anext__")

# Special methods that are about the object itself and not about what it stands for.
_OWN = frozenset({
    "__annotate__", "__annotate_func__", "__await__", "__class_getitem__", "__del__", "__delattr__", "__dir__",
    "__enter__", "__eq__", "__exit__", "__getattr__", "__getattribute__", "__getnewargs__", "__getstate__", "__hash__",
    "__init__", "__init_subclass__", "__iter__", "__new__", "__next__", "__post_init__", "__reduce__", "__reduce_ex__",
    "__repr__", "__set_name__", "__setattr__", "__setstate__", "__sizeof__", "__subclasshook__",
})  # fmt: skip

_BLOCK_CODE = contextlib.asynccontextmanager(cast("Any", aiter)).__code__


def name_of_face(subject: type[Any]) -> str:
    """Return what the face of a class is called."""
    bare = subject.__name__.removeprefix("Async")
    return bare if bare[:1].isupper() else subject.__name__


def members_of(subject: Any) -> dict[str, Any]:
    """Return everything that a class and its bases define, the bases first."""
    kinds: list[type] = [kind for kind in subject.__mro__ if kind not in (object, Generic, Protocol)]
    return {name: member for kind in reversed(kinds) for name, member in vars(kind).items()}


def public_members(subject: type[Any]) -> dict[str, Any]:
    """Return the members that are part of what an object stands for: plain names, and methods behind operators."""
    return {name: member for name, member in members_of(subject).items() if _is_public(name, member)}


def _is_public(name: str, member: object) -> bool:
    if not name.startswith("_"):
        return True
    return name.endswith("__") and name not in _ASYNC_FORMS and name not in _OWN and callable(member)


def color_of_member(member: Any) -> Color | None:
    """Return the color of a method, or of the function behind a property; None for everything else."""
    if isinstance(member, property):
        member = member.fget
    elif isinstance(member, functools.cached_property):
        member = member.func
    return color_of(member) if _is_function(member) else None


def _is_function(member: object) -> bool:
    if isinstance(member, type):
        return False
    return callable(member) or isinstance(member, (classmethod, functools.partialmethod))


def makes_blocks(member: object) -> bool:
    """Tell whether a method was made with ``contextlib.asynccontextmanager``."""
    return getattr(getattr(member, "__func__", member), "__code__", None) is _BLOCK_CODE


def is_async(subject: type[Any], *, or_either: bool = False) -> bool:
    """Tell whether a class has anything public that is async; or, if asked, that its result may turn out to be."""
    members = members_of(subject)
    if any(name in members for name in _ASYNC_FORMS):
        return True
    colors = {Color.ASYNC, Color.ASYNC_GENERATOR, Color.EITHER if or_either else Color.ASYNC}
    return any(makes_blocks(each) or color_of_member(each) in colors for each in public_members(subject).values())
