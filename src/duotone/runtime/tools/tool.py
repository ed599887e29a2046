"""Tools: a callable of either color with what a model is told of it, and on which terms it may be called."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, overload

from duotone.errors import BadUnit
from duotone.runtime.delivery.channels import NOTHING, Abilities
from duotone.runtime.drivers.retries import NO_RETRY, Retry
from duotone.runtime.events import Json
from duotone.runtime.sessions.actions import Action, Risk
from duotone.runtime.tools.docstrings import Doc, doc_of
from duotone.runtime.tools.parameters import Parameters, SchemaParameters, parameters_of
from duotone.runtime.tools.specs import ToolSpec
from duotone.runtime.units import AnyUnit, unit_of

__all__ = ["LONGEST", "Tool", "tool", "tool_of"]

LONGEST = 30_000
"""Characters of a result that an agent sees; more than that is kept in the log, and can be read there."""

_KEPT = "__duotone_tool__"
"""The attribute of a function that keeps its tool, and goes with it."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What every model takes for the name of a tool."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Tool:
    """A unit that agents may call; made by `tool`."""

    unit: AnyUnit
    name: str
    description: str
    risk: Risk
    locks: tuple[str, ...] = ()
    """Calls that name the same lock never overlap."""
    parallel: bool = True
    """Whether other calls of the same reply may go on meanwhile."""
    longest: int = LONGEST
    describe: Callable[[Abilities], str] | None = None
    """Says what it is for where that depends on what the channel of the turn can do."""
    given: Parameters | None = None
    """What it takes, where that isn't read from its signature."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function itself, outside of any run."""
        return self.unit.function(*args, **kwargs)

    def __get__(self, instance: object, owner: type | None = None) -> Tool:
        """Return the tool of an instance, where this is one of its methods."""
        bind: Any = getattr(type(self.unit.function), "__get__", None)
        if bind is None or (instance is None and inspect.isfunction(self.unit.function)):
            return self
        unit = unit_of(bind(self.unit.function, instance, owner))
        kept = {name: getattr(self.unit, name) for name in _CONTRACT}
        return replace(self, unit=replace(unit, name=self.unit.name, **kept))

    @cached_property
    def parameters(self) -> Parameters:
        """What it takes; raises `BadUnit` where a model could not call it."""
        if self.given is None and _is_method(self.unit.function):
            raise BadUnit(self.name, f"is a method without its instance; give that of one: thing.{self.name}")
        return self.given or parameters_of(self.name, self.unit.function, self._doc)

    @cached_property
    def _doc(self) -> Doc:
        return doc_of(_documented(self.unit.function))

    @property
    def action(self) -> Action:
        """What a policy is asked about."""
        return Action(self.name, self.risk)

    def spec(self, abilities: Abilities = NOTHING) -> ToolSpec:
        """Return what a model is told of it, where the channel of the turn can do this."""
        description = self.description if self.describe is None else self.describe(abilities)
        return ToolSpec(self.name, description, self.parameters.schema)


_CONTRACT = ("undo", "retry", "timeout", "idempotent", "effect", "blocking", "home")
_OWN = ("description", "risk", "locks", "parallel", "longest", "describe")


@overload
def tool(
    function: Callable[..., Any],
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    timeout: float | None = None,
    retry: Retry = NO_RETRY,
    idempotent: bool = False,
    effect: bool = True,
    risk: Risk | str | None = None,
    locks: tuple[str, ...] = (),
    parallel: bool = True,
    undo: Callable[..., object] | None = None,
    longest: int = LONGEST,
    describe: Callable[[Abilities], str] | None = None,
    schema: Mapping[str, Json] | None = None,
) -> Tool: ...
@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    timeout: float | None = None,
    retry: Retry = NO_RETRY,
    idempotent: bool = False,
    effect: bool = True,
    risk: Risk | str | None = None,
    locks: tuple[str, ...] = (),
    parallel: bool = True,
    undo: Callable[..., object] | None = None,
    longest: int = LONGEST,
    describe: Callable[[Abilities], str] | None = None,
    schema: Mapping[str, Json] | None = None,
) -> Callable[[Callable[..., Any]], Tool]: ...
def tool(function: Any = None, /, **terms: Any) -> Any:
    """Let agents call a function, method, partial or callable object of either color; also as a decorator.

    What a model is told comes from the signature and the docstring; `describe` gives the description where that depends
    on what the channel of the turn can do. `effect=False` is for tools that only read. `risk` is what a policy decides
    upon, where it is not said that of the effect. Calls that name the same of `locks` never overlap, and one with
    `parallel=False` runs alone. Results over `longest` characters are kept in the log, and shown in part. With a
    `schema`, the arguments are given as they are, by their names.

    Raises `BadUnit` for what no model could call: a generator function, `*args`, a name or a type that JSON can't have.
    """
    if function is None:
        return partial(tool, **terms)
    made = _made(function, terms)
    if not _is_method(made.unit.function):  # it gets its instance first
        _ = made.parameters
    return made


def tool_of(given: Callable[..., Any]) -> Tool:
    """Return a tool for what was given as one, on the usual terms unless it has its own.

    That of a function is made once: a hundred conversations with the same functions need no hundred schemas.
    """
    if isinstance(given, Tool):
        return given
    if not inspect.isfunction(given):
        return tool(given)
    kept: Tool | None = vars(given).get(_KEPT)
    if kept is None or kept.unit.function is not given:  # a wrapper gets what its function has
        kept = tool(given)
        setattr(given, _KEPT, kept)
    return kept


def _made(function: Any, terms: dict[str, Any]) -> Tool:
    own = {key: terms.pop(key) for key in _OWN if terms.get(key) is not None}
    name: str = terms.pop("name", None) or _named(function)
    if not _NAME.fullmatch(name):
        raise BadUnit(name, "is no name for a tool; give it one of letters, digits, _ and -: tool(…, name='look_up')")
    schema = terms.pop("schema", None)
    unit = unit_of(function, **terms)
    own["risk"] = Risk(own["risk"]) if "risk" in own else _risk_of(unit)
    own.setdefault("description", doc_of(_documented(function)).description)
    own["locks"] = tuple(own.get("locks", ()))
    return Tool(unit=unit, name=name, given=None if schema is None else SchemaParameters(schema), **own)


def _risk_of(unit: AnyUnit) -> Risk:
    """Return the class of what nobody has classed."""
    if not unit.effect:
        return Risk.READ
    return Risk.UNKNOWN if unit.undo is None else Risk.REVERSIBLE


def _documented(function: Any) -> Any:
    """Return where the docstring is; that of a callable object is its method's, or else its class's."""
    held: object = _inside(function)
    if inspect.isroutine(held):
        return held
    kind = type(held)
    call: Any = getattr(kind, "__call__", None)  # noqa: B004  # asked for its docstring
    return call if getattr(call, "__doc__", None) else kind


def _inside(function: Any) -> Any:
    """Return what a partial, a static method or a class method holds."""
    held: Any = function
    while isinstance(held, partial | staticmethod | classmethod):
        held = getattr(held, "func", None) or getattr(held, "__func__", None)  # pyright: ignore[reportUnknownArgumentType]
    return held


def _named(function: Any) -> str:
    function = _inside(function)
    return str(getattr(function, "__name__", type(function).__name__))


def _is_method(function: Any) -> bool:
    """Tell whether a function is in the body of a class, and waits for its instance."""
    if not inspect.isfunction(function):
        return isinstance(function, classmethod)
    return next(iter(inspect.signature(function).parameters), "") == "self"
