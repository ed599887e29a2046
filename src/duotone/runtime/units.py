"""Units: a user's callable together with its contract, decided once when it is registered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MethodType
from typing import Any, Generic, ParamSpec, TypeVar, overload
from weakref import WeakKeyDictionary

from duotone.contract.color import Color, color_of
from duotone.contract.settings import check_timeout
from duotone.contract.workers import Pool
from duotone.errors import BadUnit
from duotone.runtime.drivers.retries import NO_RETRY, Retry
from duotone.runtime.undo import nothing_to_undo, wishes_of

__all__ = ["AnyUnit", "Unit", "name_for", "unit", "unit_of"]

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Unit(Generic[P, T]):
    """A callable of either color, and what a runtime may do with it; made by `unit`."""

    function: Callable[P, T]
    name: str
    color: Color
    signature: inspect.Signature | None
    places: tuple[str, ...] | None = None
    """The names of its parameters where arguments by place fill all of them, so that binding is quick."""
    undo: AnyUnit | None = None
    wishes: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of an undo: where each of its parameters comes from."""
    retry: Retry = NO_RETRY
    timeout: float | None = None
    idempotent: bool = False
    effect: bool = True
    blocking: bool | None = None
    home: Pool | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function itself, outside of any run."""
        return self.function(*args, **kwargs)

    @property
    def is_async(self) -> bool:
        """Whether it runs on a loop that others use too."""
        return self.color is Color.ASYNC and self.home is None and not self.blocking

    @property
    def needs_undo(self) -> bool:
        """Whether a run that is undone may not leave it as it is."""
        return self.effect and (self.undo is None or self.undo.function is not nothing_to_undo)


AnyUnit = Unit[Any, Any]


@overload
def unit(
    function: Callable[P, T],
    /,
    *,
    name: str | None = None,
    undo: Callable[..., object] | None = None,
    retry: Retry = NO_RETRY,
    timeout: float | None = None,
    idempotent: bool = False,
    effect: bool = True,
    blocking: bool | None = None,
    home: Pool | None = None,
) -> Unit[P, T]: ...
@overload
def unit(
    *,
    name: str | None = None,
    undo: Callable[..., object] | None = None,
    retry: Retry = NO_RETRY,
    timeout: float | None = None,
    idempotent: bool = False,
    effect: bool = True,
    blocking: bool | None = None,
    home: Pool | None = None,
) -> Callable[[Callable[P, T]], Unit[P, T]]: ...
def unit(function: Any = None, /, **contract: Any) -> Any:
    """Say how a runtime may treat a callable of either color; also as a decorator, ``@unit(idempotent=True)``.

    An `idempotent` unit runs again when nobody knows whether it has worked. `effect=False` is for those that only
    read, which need no undo. `blocking` overrides what the color says: an async body that blocks goes to a worker, and
    a sync one that is quick stays on the loop. Everything of a unit with a `home`, which is a `Worker`, runs there.

    `undo` is called with those arguments of its step that it names, with `result` and `key` if it names them; if it
    has one parameter that is none of these, that gets the result. `nothing_to_undo` says that there is none on purpose.

    Raises `BadUnit` for a generator function, and for an undo that asks for something else.
    """
    if function is None:
        return partial(unit, **contract)
    return unit_of(function, **contract)


def unit_of(function: Callable[..., Any], **contract: Any) -> AnyUnit:
    """Return a unit for `function`; what isn't given in `contract` is as it was, or as it is by default."""
    given = {key: value for key, value in contract.items() if value is not None}
    if isinstance(function, Unit):
        known: AnyUnit = function  # pyright: ignore[reportUnknownVariableType]  # it can't say of what
        return replace(known, **_checked(known.name, known.signature, given)) if given else known
    facts = _facts_of(function)
    name = given.pop("name", facts.name)
    return Unit(
        function=function,
        name=name,
        color=facts.color,
        signature=facts.signature,
        places=facts.places,
        **(_checked(name, facts.signature, given) if given else {}),
    )


def _checked(name: str, signature: inspect.Signature | None, given: dict[str, Any]) -> dict[str, Any]:
    if "timeout" in given:
        check_timeout(given["timeout"])
    if "undo" in given:
        undo = unit_of(given["undo"])
        if undo.function is nothing_to_undo:
            return {**given, "undo": undo}
        wishes = wishes_of(undo.name, undo.signature, signature)
        given = {**given, "undo": replace(undo, wishes=wishes)}
    return {"name": name, **given} if "name" in given else given


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a function is, whatever it is registered as."""

    name: str
    color: Color
    signature: inspect.Signature | None
    places: tuple[str, ...] | None


_known: WeakKeyDictionary[Any, _Facts] = WeakKeyDictionary()
_known_bound: WeakKeyDictionary[Any, _Facts] = WeakKeyDictionary()
"""The same of methods, by their functions: bound, those take one argument less."""


def _facts_of(function: Callable[..., Any]) -> _Facts:
    """Look at a function, or at a method of any object, once for as long as it lives."""
    known, key = (_known_bound, function.__func__) if isinstance(function, MethodType) else (_known, function)
    if not inspect.isfunction(key):
        return _look_at(function)
    facts = known.get(key)
    if facts is None:
        facts = known[key] = _look_at(function)
    return facts


def _look_at(function: Callable[..., Any]) -> _Facts:
    color = color_of(function)
    name = name_for(function)
    if color.is_stream:
        raise BadUnit(name, "is a generator function, whose call runs nothing; return a list instead")
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError):  # some builtins don't say what they take
        signature = None
    return _Facts(name, color, signature, _places(signature))


def _places(signature: inspect.Signature | None) -> tuple[str, ...] | None:
    parameters = () if signature is None else signature.parameters.values()
    if signature is None or any(one.kind is not one.POSITIONAL_OR_KEYWORD for one in parameters):
        return None
    return tuple(signature.parameters)


def name_for(function: Callable[..., Any]) -> str:
    """Return the name by which another process can find a function again: `package.module:function`."""
    while isinstance(function, partial):
        function = function.func
    if isinstance(function, MethodType):
        function = function.__func__
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{_module_of(named)}:{named.__qualname__}"


def _module_of(named: Any) -> str:
    """Return where something is defined; a method of a builtin type knows only whose it is."""
    module = getattr(named, "__module__", None)
    if module is None:
        home = getattr(named, "__objclass__", None) or getattr(named, "__self__", named)
        module = (home if isinstance(home, type) else type(home)).__module__
    return str(module)
