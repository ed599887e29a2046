"""Functions that are sagas: called with the saga itself, and called again from the start when their run is resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar, overload

from duotone.contract.color import Color, color_of
from duotone.errors import BadInput, BadUnit
from duotone.runtime.units import name_for

__all__ = ["SagaFunction", "enlisted_saga", "is_begun_as", "saga", "saga_of"]

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SagaFunction(Generic[P, T]):
    """A function whose steps are journaled; its first parameter is the saga that it is run as."""

    function: Callable[P, T]
    name: str
    path: str
    """Where another process finds it: `package.module:function`."""
    is_async: bool
    is_named: bool = False
    """Whether somebody has named it, so that it is the same one wherever it is found."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function itself, with a saga that is open."""
        return self.function(*args, **kwargs)


@overload
def saga(function: Callable[P, T], /) -> SagaFunction[P, T]: ...
@overload
def saga(*, name: str | None = None) -> Callable[[Callable[P, T]], SagaFunction[P, T]]: ...
def saga(function: Any = None, /, *, name: str | None = None) -> Any:
    """Let a function of either color be run by `Runtime.run`, which gives it a saga to take its steps with.

    When its run is resumed it is called again, and steps that have ended give what the log has of them; so between
    its steps it must do the same each time. `name` is what it is known by in the log: under the same one it may be
    renamed or moved, and still goes on with the runs that it began. Raises `BadUnit` for a generator function.
    """
    return partial(_made, name=name) if function is None else _made(function, name)


def saga_of(function: Callable[..., Any]) -> SagaFunction[..., Any]:
    """Return a saga for a function that may be one already."""
    if isinstance(function, SagaFunction):
        known: SagaFunction[..., Any] = function  # pyright: ignore[reportUnknownVariableType]  # it can't say of what
        return known
    return _made(function, None)


def enlisted_saga(name: str, function: SagaFunction[..., Any], given: Mapping[str, object]) -> SagaFunction[..., Any]:
    """Return a function that is enlisted as a saga; raises `BadInput` for what only an agent works with."""
    for option, value in given.items():
        if value:
            raise BadInput(option, f"is for agents, and {name!r} is a saga; bind it to its steps instead")
    return function


def _made(function: Callable[..., Any], name: str | None) -> SagaFunction[..., Any]:
    color, path = color_of(function), name_for(function)
    if color.is_stream:
        raise BadUnit(path, "is a generator function, which can't be a saga; return its result instead")
    known_as = name or path.rpartition(":")[2].rpartition(".")[2]
    return SagaFunction(function, known_as, path, color is Color.ASYNC, is_named=name is not None)


def is_begun_as(made: SagaFunction[..., Any], name: str, path: str, units: Mapping[str, Callable[..., Any]]) -> bool:
    """Tell whether a run that was begun as the function at `path`, under this name, is one of this function.

    It is if that is where the function is, if it was given that name, or if `units` has it in that place. What a
    script has is `__main__` there and its module elsewhere, so a name of that kind counts without its module.
    """
    if made.path == path or (made.is_named and made.name == name) or units.get(path) in {made, made.function}:
        return True
    (module, _, place), (other, _, other_place) = made.path.partition(":"), path.partition(":")
    return place == other_place and "__main__" in {module, other}
