"""Agents of either color that give tasks, and that carry them out."""

from __future__ import annotations

import threading
from typing import Any

from duotone import offload
from duotone.runtime.messages import Reply, Role, ToolCall

__all__ = ["CHIEFS", "HANDS", "Gate", "asking", "chief", "chief_on_a_loop", "doer", "doer_on_a_loop"]


def asking(**arguments: Any) -> Any:
    """Return an agent that makes one call of `delegate_task`, and repeats what it hears."""

    def agent(turn: Any) -> Any:
        last = turn.messages[-1]
        return Reply(calls=[ToolCall("", "delegate_task", arguments)]) if last.role is Role.USER else last.text

    return agent


def chief(turn: Any) -> Any:
    """Give each line that a user says to somebody, and repeat what comes back."""
    last = turn.messages[-1]
    if last.role is not Role.USER:
        return last.text
    return Reply(calls=[ToolCall("", "delegate_task", {"tasks": last.text.splitlines()})])


async def chief_on_a_loop(turn: Any) -> Any:
    return chief(turn)


def doer(turn: Any) -> str:
    return f"did {turn.text}"


async def doer_on_a_loop(turn: Any) -> str:
    return f"did {turn.text}"


CHIEFS: list[Any] = [chief, chief_on_a_loop]
HANDS: list[Any] = [doer, doer_on_a_loop]


class Gate:
    """Agents that wait until they are let go, and say how many of them were at work at once."""

    def __init__(self) -> None:
        self.is_open = threading.Event()
        self.begun = 0
        self.most = 0
        self._going = 0
        self._changing = threading.Lock()

    def _enter(self) -> None:
        with self._changing:
            self.begun += 1
            self._going += 1
            self.most = max(self.most, self._going)

    def _leave(self) -> None:
        with self._changing:
            self._going -= 1

    def wait(self, turn: Any) -> str:
        self._enter()
        try:
            self.is_open.wait(30)
        finally:
            self._leave()
        return f"did {turn.text}"

    async def wait_on_a_loop(self, turn: Any) -> str:
        self._enter()
        try:
            await offload(self.is_open.wait, 30)
        finally:
            self._leave()
        return f"did {turn.text}"

    def agent(self, color: str) -> Any:
        return self.wait if color == "sync" else self.wait_on_a_loop
