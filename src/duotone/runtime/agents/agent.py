"""Agents: a callable or an object of either color, and the step that each face can take with it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from duotone.contract.color import color_of
from duotone.contract.shim import only_awaits_super, shim_of
from duotone.errors import BadAgent
from duotone.runtime.drivers.retries import NO_RETRY, Retry
from duotone.runtime.units import Unit, name_for

__all__ = ["Agent", "agent_of", "takes_turn"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Agent:
    """What takes the steps of a conversation; made by `agent_of`."""

    name: str
    sync_step: Callable[..., Any] | None = None
    """What is called on a thread; what it returns may still be awaitable, and is awaited then."""
    async_step: Callable[..., Any] | None = None
    """What is called on a loop."""
    retry: Retry = NO_RETRY
    timeout: float | None = None

    @property
    def can_sync(self) -> bool:
        """Whether it has a step for threads."""
        return self.sync_step is not None

    @property
    def can_async(self) -> bool:
        """Whether it has a step for loops."""
        return self.async_step is not None


def agent_of(given: object) -> Agent:
    """Return the agent that something is, its color decided here and for good.

    A callable of either color, or a generator function of either, is called for each step. An object with `step`,
    `astep` or both has those; an `astep` that only covers `step` doesn't count. Each gets the turn if it takes
    anything at all. Agents of pydantic-ai, the OpenAI Agents SDK and LangGraph take their own loop as one step. What
    has `as_agent` says itself what it is. Raises `BadAgent` for everything else.
    """
    if isinstance(given, Agent):
        return given
    if callable(as_agent := getattr(given, "as_agent", None)) and not isinstance(given, type):
        return agent_of(as_agent())
    from duotone.runtime.agents.adapters import adapted  # noqa: PLC0415  # which make agents in turn

    if (adapter := adapted(given)) is not None:
        return adapter
    if isinstance(given, type):
        raise BadAgent(given.__qualname__, "it is a class; pass an instance of it")
    steps = [step for name in ("step", "astep") if callable(step := getattr(given, name, None))]
    if steps:
        return _from_steps(given)
    if not callable(given):
        raise BadAgent(type(given).__name__, "it has no step() and can't be called")
    if isinstance(given, Unit):
        made = _from_callable(given.function, given.name)
        return Agent(
            name=made.name,
            sync_step=made.sync_step,
            async_step=made.async_step,
            retry=given.retry,
            timeout=given.timeout,
        )
    return _from_callable(given, name_for(given))


def _from_callable(function: Callable[..., Any], name: str) -> Agent:
    _check_parameters(function, name)
    is_async = color_of(function).is_async
    return Agent(name=name, sync_step=None if is_async else function, async_step=function if is_async else None)


def _from_steps(given: object) -> Agent:
    name = f"{type(given).__module__}:{type(given).__qualname__}"
    step, astep = getattr(given, "step", None), getattr(given, "astep", None)
    sync_step = async_step = None
    if callable(step):
        _check_parameters(step, name)
        if color_of(step).is_async:
            async_step = step
        else:
            sync_step = step
    if callable(astep) and not _is_cover(given, astep, has_step=sync_step is not None):
        _check_parameters(astep, name)
        async_step = astep
    if sync_step is None and async_step is None:
        raise BadAgent(name, "its astep() only covers a step() that it hasn't got")
    return Agent(name=name, sync_step=sync_step, async_step=async_step)


def _is_cover(given: object, astep: Callable[..., Any], *, has_step: bool) -> bool:
    """Tell whether an `astep` adds nothing to `step`: it is no async function, is marked as a shim, or calls `step`."""
    if not color_of(astep).is_async or shim_of(astep) is not None:
        return True
    native = _native(given, astep)
    code = getattr(native, "__code__", None)
    return has_step and code is not None and "step" in code.co_names


def _native(given: object, astep: Callable[..., Any]) -> object:
    """Return what an `astep` comes to once overrides that only await the inherited one are taken away."""
    if not inspect.ismethod(astep):
        return astep
    for kind in type(given).__mro__:
        method = vars(kind).get("astep")
        if method is not None and not only_awaits_super(method):
            return method
    return astep.__func__


def _check_parameters(step: Callable[..., Any], name: str) -> None:
    """Raise `BadAgent` for a step that can't be called with a turn, nor with nothing."""
    try:
        signature = inspect.signature(step)
    except (ValueError, TypeError):  # some builtins don't say what they take
        return
    try:
        signature.bind(*((None,) if takes_turn(step) else ()))
    except TypeError:
        raise BadAgent(name, f"its step takes {signature}; it may take the turn, and nothing else") from None


def takes_turn(step: Callable[..., Any]) -> bool:
    """Tell whether a step takes anything that can be given by place."""
    try:
        parameters = inspect.signature(step).parameters.values()
    except (ValueError, TypeError):  # as above
        return True
    places = {
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
    }
    return any(parameter.kind in places for parameter in parameters)
