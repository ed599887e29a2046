"""A unit with the arguments of one step: checked against its signature before anything is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from inspect import Parameter
from typing import Any, TypeAlias

from duotone.errors import BadUnit, Unbound
from duotone.runtime.results import is_plain, shown
from duotone.runtime.undo import fill_in
from duotone.runtime.units import AnyUnit, unit_of

__all__ = ["Bound", "Branch", "bind", "bind_undo", "check_names", "find_unit", "split"]

Branch: TypeAlias = Callable[..., Any] | tuple[Any, ...]
"""A callable without arguments, or one with its arguments."""

_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Bound:
    """What one attempt calls, and with what; `arguments` are the same by the names of the parameters."""

    unit: AnyUnit
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict[str, Any])
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    check: Callable[[Any], None] | None = None
    """Raises for a result that is not what was promised."""
    locks: Sequence[str] = ()
    """What nobody else of the runtime may hold meanwhile."""
    around: Sequence[tuple[str, str]] = ()
    """The calls that this one goes on inside of, each by its run and its step."""

    def call(self) -> Any:
        """Make the call; what it returns may be awaitable."""
        return self.unit.function(*self.args, **self.kwargs)

    def recorded(self) -> dict[str, Any]:
        """Return the arguments as an event keeps them: as they are if they are plain, else only to be shown."""
        if is_plain(self.arguments):
            return {"arguments": self.arguments}
        return {"arguments": None, "shown": {name: shown(value) for name, value in self.arguments.items()}}


def bind(unit: AnyUnit, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Bound:
    """Give a unit its arguments; raises `BadUnit` if it can't be called with them."""
    signature, places = unit.signature, unit.places
    if places is not None and len(args) + len(kwargs) == len(places):
        if not kwargs:
            return Bound(unit, args, _NOTHING, dict(zip(places, args, strict=True)))
        if not args and all(name in kwargs for name in places):
            return Bound(unit, args, kwargs, {name: kwargs[name] for name in places})
    if signature is None:  # a builtin that doesn't say what it takes
        return Bound(unit, args, kwargs, {**{str(place): value for place, value in enumerate(args)}, **kwargs})
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        raise BadUnit(unit.name, f"can't be called with these arguments: {error}; it takes {signature}") from None
    arguments = dict(bound.arguments)
    for name, parameter in signature.parameters.items():
        if parameter.kind is Parameter.VAR_KEYWORD:
            arguments.update(arguments.pop(name, {}))
    return Bound(unit, args, kwargs, arguments)


def check_names(unit: AnyUnit, names: Iterable[str]) -> None:
    """Raise `BadUnit` if a unit can't be called with arguments of these names, whatever their values are."""
    bind(unit, (), dict.fromkeys(names))


def split(branch: Branch) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return a callable and its arguments."""
    given: Any = branch
    return (given[0], tuple(given[1:])) if isinstance(branch, tuple) else (given, ())


def bind_undo(undo: AnyUnit, arguments: Mapping[str, Any] | None, result: Any, key: str) -> Bound:
    """Give an undo what it names; raises `BadUnit` if that was not kept."""
    try:
        args, kwargs = fill_in(undo.wishes, undo.signature, arguments or {}, result, key)
    except KeyError as missing:
        raise BadUnit(undo.name, f"needs {missing} of its step, which the log could not keep") from None
    return Bound(undo, tuple(args), kwargs)


def find_unit(name: str, units: Mapping[str, Callable[..., Any]], step: str) -> AnyUnit:
    """Return the unit of this name: one that was given, or else the one that `package.module:function` names.

    Raises `Unbound` if there is none.
    """
    if name in units:
        return unit_of(units[name])
    module, _, path = name.partition(":")
    if not path or "<" in path:
        raise Unbound(step, name)
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise Unbound(step, name) from error
    if not callable(found):
        raise BadUnit(name, f"is {type(found).__name__}, which can't be called")
    return unit_of(found)
