"""Agents and tools of either color that tests of conversations talk to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from duotone.runtime.messages import Reply, Role, ToolCall, Usage


def echo(turn: Any) -> str:
    return f"you said {turn.text}"


async def echo_on_a_loop(turn: Any) -> str:
    return f"you said {turn.text}"


def spell(turn: Any) -> Iterator[str]:
    yield from ("you ", "said ", turn.text)


async def spell_on_a_loop(turn: Any) -> AsyncIterator[str]:
    for part in ("you ", "said ", turn.text):
        yield part


class Stepper:
    def step(self, turn: Any) -> str:
        return f"you said {turn.text}"


class Both(Stepper):
    async def astep(self, turn: Any) -> str:
        return f"you said {turn.text}"


AGENTS: list[Any] = [echo, echo_on_a_loop, spell, spell_on_a_loop, Stepper(), Both()]


def by_name(agent: Any) -> str:
    return str(getattr(agent, "__name__", type(agent).__name__))


def look(place: str) -> str:
    """Look somewhere."""
    return f"nothing in {place}"


async def look_again(place: str) -> str:
    """Look somewhere."""
    return f"nothing in {place}"


def looker(turn: Any) -> Any:
    results = [message.text for message in turn.messages if message.role is Role.TOOL]
    if results:
        return Reply(f"I found {' and '.join(results)}", usage=Usage(3, 1))
    names = [spec.name for spec in turn.tools]
    return Reply("", [ToolCall(f"c{place}", name, {"place": f"box {place}"}) for place, name in enumerate(names)])


async def look_on_a_loop(turn: Any) -> Any:
    return looker(turn)
