"""Which sites a value comes from, whether it can come from nowhere else, and what is made of several of one kind."""

from __future__ import annotations

import typing
from collections.abc import Sequence

from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.values import (
    NONE,
    AsyncStream,
    CallableType,
    Coroutine,
    Instance,
    Tuple,
    Union,
    Unknown,
    Value,
    options,
    union,
)

__all__ = ["called_at", "is_unfollowed", "merged", "sites_in", "sure"]

_FOLLOWED = (Unknown, Coroutine, AsyncStream, CallableType)
_NOWHERE: list[Site] = []
_NEEDS_MORE = frozenset({"attribute", "subscript", "iterate", "unpack", "call", "operation", "enter"})


def sites_in(value: Value, *, deep: bool = False, level: int = 3) -> list[Site]:
    """The sites that a value may come from; `deep` looks into containers too."""
    if isinstance(value, _FOLLOWED):
        return [value.site] if isinstance(value.site, Site) else _NOWHERE
    if isinstance(value, Union):
        return [site for option in value.options for site in sites_in(option, deep=deep, level=level)]
    if deep and level:
        inner = value.args if isinstance(value, Instance) else value.items if isinstance(value, Tuple) else ()
        if inner:
            return [site for part in inner for site in sites_in(part, deep=True, level=level - 1)]
    return _NOWHERE


def called_at(value: Value, site: Site) -> Value:
    """The value with a site on the functions that it may be."""
    return union(
        [CallableType(one.result, site, one.params) if isinstance(one, CallableType) else one for one in options(value)]
    )


def is_unfollowed(value: Value) -> typing.TypeGuard[Coroutine]:
    """Tell whether a value is a coroutine that was made where nobody looked."""
    return isinstance(value, Coroutine) and value.site is None


def sure(value: Value, kind: str) -> bool:
    """Tell whether every possibility of a value is something that was made and not awaited.

    None is no obstacle where using None would fail as well.
    """
    for option in options(value):
        if option is NONE and kind in _NEEDS_MORE:
            continue
        if not isinstance(option, _FOLLOWED) or option.site is None:
            return False
    return True


def merged(parts: Sequence[Value]) -> Sequence[Value]:
    """One coroutine for several of the same function, which the receivers share."""
    made = [part for part in parts if isinstance(part, Coroutine) and part.doubt in {"", "named"}]
    callees = {(part.callee, part.doubt) for part in made}
    if len(made) < len(parts) or len(made) == 1 or len(callees) > 1 or made[0].callee is None:
        return parts
    return [Coroutine(lambda: union([part.awaited() for part in made]), made[0].callee, made[0].doubt)]
