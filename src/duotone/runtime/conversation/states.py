"""Where a conversation stands, and how a turn has ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from duotone.runtime.messages import Reply, Usage
from duotone.runtime.outcomes import Fault, Status

__all__ = ["State", "TurnResult", "state_of"]


class State(StrEnum):
    """Where a conversation stands; a word says only what happened."""

    IDLE = "idle"
    """Nothing goes on: the agent has answered, or nobody has said anything."""
    RUNNING = "running"
    PAUSED = "paused"
    """Somebody has paused or interrupted the turn, or its caller was cancelled; `run` goes on with it."""
    WAITING = "waiting"
    """Calls wait for somebody to approve or reject them."""
    FINISHED = "finished"
    """The agent says that all is done."""
    ERROR = "error"
    """The agent failed, or a limit was reached."""
    STUCK = "stuck"
    """The agent went round in circles, was told so, and went on."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """How a turn has ended, or why it stands still."""

    state: State
    reply: Reply | None = None
    """What the agent said last, unless the turn ended before it said anything."""
    run: str = ""
    """The turn's run in the log; empty if there was nothing to answer."""
    usage: Usage = field(default_factory=Usage)
    """What this turn has cost."""
    fault: Fault | None = None
    """What went wrong, if something did."""
    reason: str = ""
    """Why it stands still: who paused it, or what it waits for."""
    asked: Sequence[str] = ()
    """The ids of the calls that wait for approval."""
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why each of them waits, as the policy says."""

    @property
    def text(self) -> str:
        """What the agent said last, in words."""
        return "" if self.reply is None else self.reply.text


def state_of(kind: str, data: Mapping[str, Any]) -> State | None:
    """Return where a turn stands after one of its `run.*` events; None if that doesn't tell."""
    if kind in {"run.started", "run.resumed"}:
        return State.RUNNING
    if kind == "run.waiting":
        return State(data.get("state") or State.WAITING)
    if kind == "run.ended":
        outputs: Mapping[str, Any] = data.get("outputs") or {}
        fallback = State.ERROR if data["status"] == Status.FAILED else State.IDLE
        return State(outputs.get("state") or fallback)
    return None
