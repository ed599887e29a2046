"""One call of a tool, made by a crew of either face, and what became of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from duotone import run
from duotone.runtime import Toolbox, ToolContext
from duotone.runtime.commands import Call
from duotone.runtime.crew import AsyncCrew, Crew
from duotone.runtime.log import MemoryStore
from duotone.runtime.messages import ToolCall
from duotone.runtime.outcomes import Attempt
from duotone.runtime.tools import answer_to

__all__ = ["FACES", "Caller"]

FACES = pytest.mark.parametrize("face", ["async", "sync"])


class Caller:
    """Calls tools as a turn does: bound by a toolbox, made by a crew, answered in words."""

    def __init__(self, face: str, *tools: Callable[..., Any], session: str = "talk") -> None:
        self.box = Toolbox(tools)
        self.store = MemoryStore()
        self.late: list[Attempt] = []
        self.came = threading.Event()
        self.context = ToolContext(session, "turn-1", store=self.store)
        self._crew: Any = (AsyncCrew if face == "async" else Crew)("turn-1", on_late=self._hear)
        self._count = 0

    def _hear(self, attempt: Attempt) -> None:
        self.late.append(attempt)
        self.came.set()

    def attempt(self, name: str, /, **arguments: Any) -> Attempt:
        """Call a tool, and return how that ended."""
        self._count += 1
        step = f"call/c{self._count}"
        bound = self.box.bound(ToolCall(f"c{self._count}", name, arguments), self.context)
        self._crew.start(Call(step, 1, name, arguments, self.box[name].unit.timeout), bound)
        while (attempt := run(self._crew.next)) is None:
            pass
        assert isinstance(attempt, Attempt)
        return attempt

    def answer(self, name: str, /, **arguments: Any) -> str:
        """Call a tool, and return what the agent is told."""
        attempt = self.attempt(name, **arguments)
        return answer_to(name, attempt.outcome, attempt.result, attempt.fault)
