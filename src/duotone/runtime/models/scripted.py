"""A model that says what it was told to say: for tests, and for programs that run without a key."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from duotone.errors import ScriptEnded
from duotone.runtime.agents.replies import reply_of
from duotone.runtime.messages import Reply
from duotone.runtime.models.model import Request

__all__ = ["After", "Line", "ScriptedModel"]


@dataclass(frozen=True, slots=True)
class After:
    """A line that is said after so many seconds; of one in parts, each part is."""

    seconds: float
    line: Any


Line: TypeAlias = Any
"""What is said to a request: text, a `Reply`, a `ToolCall`, a list of text for one reply in parts, an exception that is
raised, an `After` any of these, or a function of the request that returns one of these."""


class ScriptedModel:
    """A model of both colors that gives the next line of its script for each request, or what a function says."""

    def __init__(self, script: Sequence[Line] | Callable[[Request], Line], *, delay: float = 0.0) -> None:
        """Say these lines in their order; `delay` is waited before each of them."""
        self.requests: list[Request] = []
        """What it was asked."""
        self._script = script if callable(script) else iter(list(script))
        self._delay = delay
        self._mutex = threading.Lock()

    def complete(self, request: Request) -> Reply:
        """Return the next reply; raises `ScriptEnded` if there is none."""
        seconds, parts = self._next(request)
        time.sleep(seconds)
        return _whole(parts)

    async def acomplete(self, request: Request) -> Reply:
        """Return the next reply; raises `ScriptEnded` if there is none."""
        seconds, parts = self._next(request)
        await asyncio.sleep(seconds)
        return _whole(parts)

    def stream(self, request: Request) -> Iterator[Any]:
        """Yield the next reply in its parts."""
        seconds, parts = self._next(request)
        for part in parts:
            time.sleep(seconds)
            yield part

    async def astream(self, request: Request) -> AsyncIterator[Any]:
        """Yield the next reply in its parts."""
        seconds, parts = self._next(request)
        for part in parts:
            await asyncio.sleep(seconds)
            yield part

    def _next(self, request: Request) -> tuple[float, Sequence[Any]]:
        with self._mutex:
            self.requests.append(request)
            line = self._script(request) if callable(self._script) else next(self._script, _END)
        if line is _END:
            raise ScriptEnded(len(self.requests) - 1)
        seconds = self._delay
        while callable(line) or isinstance(line, After):
            if isinstance(line, After):
                seconds, line = line.seconds, line.line
            else:
                line = line(request)
        if isinstance(line, BaseException):
            raise line
        return seconds, cast("Sequence[Any]", line) if isinstance(line, list | tuple) else [line]


_END = object()


def _whole(parts: Sequence[Any]) -> Reply:
    """Return one reply for all parts."""
    replies = [reply_of(part, "ScriptedModel") for part in parts]
    whole = Reply()
    for reply in replies:
        calls = (*whole.calls, *reply.calls)
        whole = Reply(whole.text + reply.text, calls, whole.usage + reply.usage, whole.is_done or reply.is_done)
    return whole
