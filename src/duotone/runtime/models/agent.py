"""An agent that asks a model at each step, in whichever colors the model has."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

from duotone.contract.color import color_of
from duotone.errors import BadAgent
from duotone.runtime.agents.agent import Agent
from duotone.runtime.drivers.retries import NO_RETRY, Retry
from duotone.runtime.events import Json
from duotone.runtime.messages import Message, Role
from duotone.runtime.models.model import Model, Request

__all__ = ["ModelAgent"]


class ModelAgent:
    """Lets a model take the steps of a conversation.

    `system` is what it is told before all else; `options` go to the model with each request. With ``stream=False``
    nothing is shown before a reply is whole. Raises `BadAgent` for something that is no model.
    """

    def __init__(  # noqa: PLR0913  # what a step can be given
        self,
        model: Model,
        *,
        system: str | None = None,
        options: Mapping[str, Json] | None = None,
        stream: bool = True,
        retry: Retry = NO_RETRY,
        timeout: float | None = None,
        name: str | None = None,
    ) -> None:
        self._model = model
        self._system = system
        self._options = options or {}
        self._retry, self._timeout = retry, timeout
        self._name = name or f"model:{type(model).__name__}"
        self._sync, self._async = _methods(model, stream=stream)
        if self._sync is None and self._async is None:
            raise BadAgent(type(model).__name__, "it is no model: it has neither complete() nor acomplete()")

    def as_agent(self) -> Agent:
        """Return the agent that this is."""
        sync_step = None if self._sync is None else (self._parts if _is_stream(self._sync) else self._step)
        async_step = None if self._async is None else (self._aparts if _is_stream(self._async) else self._astep)
        how: dict[str, Any] = {"retry": self._retry, "timeout": self._timeout}
        return Agent(name=self._name, sync_step=sync_step, async_step=async_step, **how)

    def _request(self, turn: Any) -> Request:
        told = [] if self._system is None else [Message(Role.SYSTEM, self._system)]
        return Request([*told, *turn.messages], turn.tools, self._options)

    def _step(self, turn: Any) -> Any:
        assert self._sync is not None
        return self._sync(self._request(turn))

    async def _astep(self, turn: Any) -> Any:
        assert self._async is not None
        return await self._async(self._request(turn))

    def _parts(self, turn: Any) -> Iterator[Any]:
        assert self._sync is not None
        yield from self._sync(self._request(turn))

    async def _aparts(self, turn: Any) -> AsyncIterator[Any]:
        assert self._async is not None
        async for part in self._async(self._request(turn)):
            yield part


def _is_stream(method: Callable[..., Any]) -> bool:
    return color_of(method).is_stream


def _methods(model: object, *, stream: bool) -> tuple[Callable[..., Any] | None, Callable[..., Any] | None]:
    """Return what a model is asked with on a thread, and on a loop."""
    found: dict[bool, Callable[..., Any]] = {}
    for name in ("complete", "acomplete", *(("stream", "astream") if stream else ())):
        method = getattr(model, name, None)
        if callable(method):
            found[color_of(method).is_async] = method
    return found.get(False), found.get(True)
