"""What a model is asked, and the protocol of what answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

from duotone.runtime.events import Json
from duotone.runtime.messages import Message
from duotone.runtime.tools.specs import ToolSpec

__all__ = ["AsyncCompletes", "Completes", "Model", "Request"]


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model: what was said, what may be called, and options that it knows."""

    messages: Sequence[Message]
    tools: Sequence[ToolSpec] = ()
    options: Mapping[str, Json] = field(default_factory=dict[str, Json])

    def to_json(self) -> Mapping[str, Json]:
        """Return this as JSON."""
        return {
            "messages": [message.to_json() for message in self.messages],
            "tools": [spec.to_json() for spec in self.tools],
            "options": dict(self.options),
        }


@runtime_checkable
class Completes(Protocol):
    """A model with `complete`, of either color: a coroutine function counts as an async one."""

    def complete(self, request: Request, /) -> Any:
        """Return a reply, or what stands for one."""


@runtime_checkable
class AsyncCompletes(Protocol):
    """A model with `acomplete`, which runs on a loop."""

    def acomplete(self, request: Request, /) -> Any:
        """Return an awaitable of a reply, or of what stands for one."""


Model: TypeAlias = Completes | AsyncCompletes
"""What answers requests: it has `complete`, `acomplete` or both. With `stream` or `astream` beside them, which give
text in parts and a `Reply` with the rest, its replies are shown as they come."""
