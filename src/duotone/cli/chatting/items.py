"""What comes of a turn, whether the agent is here or on a server: words, calls and what they gave, and the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

__all__ = ["Asked", "Called", "Ended", "Gave", "Item", "Talk", "Words", "items_of"]


@dataclass(frozen=True, slots=True)
class Words:
    """A part of what the agent says."""

    text: str


@dataclass(frozen=True, slots=True)
class Called:
    """A call that has begun."""

    call: str
    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Gave:
    """What a call gave, or how it failed."""

    call: str
    text: str
    is_ok: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A call that waits for somebody to approve it, and why."""

    call: str
    name: str
    arguments: Any
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """How the turn stands at its end: `idle`, `finished`, `waiting`, `paused`, `error` or `stuck`, and why."""

    state: str
    reason: str = ""


Item: TypeAlias = Words | Called | Gave | Asked | Ended


class Talk(Protocol):
    """A conversation with an agent, here or on a server."""

    @property
    def title(self) -> str:
        """What it is, for whoever begins it."""
        ...

    def say(self, text: str | None) -> Iterator[Item]:
        """Say something, or nothing to go on, and yield what comes of it."""
        ...

    def interrupt(self) -> bool:
        """Let the turn stand still, from any thread; False if none goes on."""
        ...

    def decide(self, call: str, *, approved: bool) -> None:
        """Approve or reject a call that waits for it."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait until all that was promised has come; False if the time is up before."""
        ...

    def left(self) -> Sequence[str]:
        """Return what goes on when this is left, a line each."""
        ...

    def close(self) -> None:
        """Leave."""


def items_of(kind: str, data: Mapping[str, Any], asked: dict[str, Asked]) -> Iterator[Item]:
    """Yield what an event of a turn means to somebody who watches; `asked` keeps the calls of the last reply."""
    step = str(data.get("step", ""))
    if step.startswith("agent/") and kind == "step.ended":
        result: Mapping[str, Any] = data.get("result") or {}
        asked.clear()
        rulings: Mapping[str, Mapping[str, str]] = result.get("rulings") or {}
        for one in result.get("calls", ()):
            reason = rulings.get(one["id"], {}).get("reason", "")
            asked[one["id"]] = Asked(one["id"], one["name"], one["arguments"], reason)
        if result.get("text") and result.get("calls"):
            yield Words("\n")  # what follows is another reply
    elif step.startswith("call/"):
        call = step.removeprefix("call/")
        if kind == "step.started":
            yield Called(call, str(data["unit"]), data.get("arguments"))
        elif kind == "step.ended":
            yield _gave(call, data)
    elif kind == "run.waiting":
        yield from (asked[call] for call in data.get("calls", ()) if call in asked)


def _gave(call: str, data: Mapping[str, Any]) -> Gave:
    is_ok = data["outcome"] == "ok"
    fault = data.get("fault")
    if is_ok:
        result = data.get("result")
        return Gave(call, result if isinstance(result, str) else json.dumps(result, ensure_ascii=False), is_ok)
    return Gave(call, f"{fault['type']}: {fault['message']}" if fault else str(data["outcome"]), is_ok)
