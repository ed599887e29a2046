"""One call of a tool as a crew makes it: in its context, drained, and with a result that fits what an agent can read.

1. It has the color of its function: sync work stays on the thread that calls, and so does what is written for it.
2. A process that the tool has forked ends where the tool would return: one runtime goes on, and not two.
3. A tool that exits has failed, and ends nobody else; where signals are handled, the exit may be meant for the process.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, NamedTuple

from duotone.contract.color import is_awaitable
from duotone.contract.offloading import drain, offload
from duotone.errors import ToolExited
from duotone.runtime.conversation.words import in_words
from duotone.runtime.events import Json
from duotone.runtime.tools.artifacts import keep
from duotone.runtime.tools.context import CALL, ToolContext
from duotone.runtime.tools.parameters import Given
from duotone.runtime.tools.seeing import as_seen, shortened

__all__ = ["FORKED", "Invocation", "Room"]

FORKED = 70
"""The exit code of a forked process that came back from its tool."""


class Room(NamedTuple):
    """How many characters of a result an agent sees, and the tool with which it reads on, empty if it has none."""

    longest: int
    reader: str = ""


class Invocation:
    """A function with its arguments, called once for each attempt."""

    __slots__ = ("_context", "_function", "_given", "_room")

    def __init__(self, function: Callable[..., Any], given: Given, context: ToolContext, room: Room) -> None:
        """Let an agent see no more of the result than there is room for."""
        self._function = function
        self._given = given
        self._context = context
        self._room = room

    def __call__(self) -> Any:
        """Call the function, and return its result as the agent sees it, or an awaitable for that."""
        args, kwargs, contexts = self._given
        with _during(self._context):
            value = self._function(*args, **kwargs, **dict.fromkeys(contexts, self._context))
        if is_awaitable(value):
            return self._finished(value)
        result = as_seen(value, self._context.step)
        return self._in_part(result) if self._is_long(result) else result

    async def _finished(self, awaitable: Any) -> Json:
        with _during(self._context):
            value = await drain(awaitable)
        result = as_seen(value, self._context.step)
        return await offload(self._in_part, result) if self._is_long(result) else result

    def _is_long(self, result: Json) -> bool:
        return not isinstance(result, bool | int | float | None) and len(in_words(result)) > self._room.longest

    def _in_part(self, result: Json) -> str:
        """Keep the whole in the log, and return what fits."""
        text = in_words(result)
        return shortened(text, self._room.longest, keep(text, self._context), self._room.reader)


@contextmanager
def _during(context: ToolContext) -> Generator[None]:
    """Let a call go on in this context, and in this process alone."""
    process, token = os.getpid(), CALL.set(context)
    try:
        yield
    except SystemExit as error:
        if threading.current_thread() is threading.main_thread():
            raise
        raise ToolExited(context.step, error.code) from error
    finally:
        CALL.reset(token)
        if os.getpid() != process:
            os._exit(FORKED)
