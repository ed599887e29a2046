"""What a task is, who has given it, what has come of it, and which wait for their turn."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.delivery.promises import Promise
from duotone.runtime.events import Json

__all__ = ["COMPLETED", "LOST", "Parent", "Queue", "Report", "Task"]

COMPLETED: Final = "task.completed"
"""The kind of the notice that a task in the background has ended."""
LOST: Final = "lost"
"""The state of a task that no host can go on with."""

_LONGEST: Final = 20_000
"""Characters of a result that are in a report; the whole is in the session of the task."""


@dataclass(frozen=True, slots=True)
class Parent:
    """The call that has given a task."""

    session: str
    run: str
    call: str
    depth: int
    """How many conversations are above the one that carries it out."""

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {"session": self.session, "run": self.run, "call": self.call, "depth": self.depth}

    @classmethod
    def from_json(cls, data: Any) -> Parent:
        """Return the parent that `to_json` has written."""
        return cls(data["session"], data["run"], data["call"], data["depth"])


@dataclass(frozen=True, slots=True)
class Task:
    """Something that another agent is to do, in a session of its own."""

    id: str
    """The session in which it is done."""
    text: str
    agent: str
    role: str
    parent: Parent
    owner: str
    """The host that carries it out."""
    promise: Promise | None = None
    """What was promised about its end, if it is done in the background."""

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {
            "task": self.id,
            "text": self.text,
            "agent": self.agent,
            "role": self.role,
            "parent": self.parent.to_json(),
            "owner": self.owner,
            "promise": None if self.promise is None else self.promise.to_json(),
        }

    @classmethod
    def from_json(cls, data: Any) -> Task:
        """Return the task that `to_json` has written."""
        promise = None if data["promise"] is None else Promise.from_json(data["promise"])
        parent = Parent.from_json(data["parent"])
        return cls(data["task"], data["text"], data["agent"], data["role"], parent, data["owner"], promise)


@dataclass(frozen=True, slots=True)
class Report:
    """What has come of a task: where its conversation stands, what it said last, and why it went no further."""

    state: str
    result: str = ""
    reason: str = ""

    @classmethod
    def of(cls, result: TurnResult) -> Report:
        """Return the report on a task whose turn has ended like this."""
        reason = result.reason if result.fault is None else f"{result.fault.type}: {result.fault.message}"
        is_done = result.state in {State.IDLE, State.FINISHED}
        text = result.text
        if len(text) > _LONGEST:
            text = f"{text[:_LONGEST]}\n[… {len(text) - _LONGEST:,} more characters are in the session of the task …]"
        return cls("done" if is_done else result.state.value, text, "" if is_done else reason)

    def about(self, task: Task) -> Mapping[str, Json]:
        """Return what whoever gave the task is told."""
        told: dict[str, Json] = {"task": task.text, "session": task.id, "agent": task.agent, "state": self.state}
        told["result"] = self.result
        return {**told, "reason": self.reason} if self.reason else told


class Queue:
    """The tasks in the background of one host: so many go on at once, and the others wait; safe from any thread."""

    def __init__(self, most: int) -> None:
        """Have none."""
        self._most = most
        self._waiting: deque[Task] = deque()
        self._going: set[str] = set()
        self._changing = threading.Lock()

    def __contains__(self, task: str) -> bool:
        """Tell whether a task goes on or waits here."""
        with self._changing:
            return task in self._going or any(one.id == task for one in self._waiting)

    def add(self, task: Task) -> None:
        """Let a task wait."""
        with self._changing:
            self._waiting.append(task)

    def next(self) -> Task | None:
        """Return a task that can begin, None if there is none, or no room."""
        with self._changing:
            if not self._waiting or len(self._going) >= self._most:
                return None
            task = self._waiting.popleft()
            self._going.add(task.id)
            return task

    def leave(self, task: Task) -> None:
        """Let the place of a task be free."""
        with self._changing:
            self._going.discard(task.id)
