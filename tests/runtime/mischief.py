"""Tools that misbehave in every way, and what their calls come to."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine
from typing import Any

from duotone.runtime import Tool, tool

__all__ = ["TOOLS", "ended", "let_go"]

let_go = threading.Event()
"""Set when a test is over, so that no thread hangs for longer."""


def raise_error() -> None:
    raise ValueError("the shelf is empty")


async def hang() -> None:
    await asyncio.Event().wait()


def hang_on_a_thread() -> None:
    let_go.wait(30)


def give_a_coroutine() -> Coroutine[Any, Any, str]:
    async def later() -> str:
        await asyncio.sleep(0)
        return "it was awaited"

    return later()


def print_a_megabyte() -> str:
    sys.stdout.write("x" * 1_000_000)
    return "printed"


def give_a_megabyte() -> str:
    return "x" * 1_000_000


def fork() -> str:
    child = os.fork()
    if child == 0:
        return "from the child"
    os.waitpid(child, 0)
    return "from the parent"


async def ignore_being_stopped() -> None:
    while not let_go.is_set():
        try:
            await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            continue


def give_what_no_log_can_hold() -> object:
    return {object(): threading.Lock()}


TOOLS: dict[str, tuple[Tool, str, str]] = {
    "raises": (tool(raise_error, name="act"), "failed", "the shelf is empty"),
    "hangs": (tool(hang, name="act", timeout=0.1), "timed_out", "what it has done until then may be there"),
    "hangs on a thread": (tool(hang_on_a_thread, name="act", timeout=0.1), "abandoned", "may still be at work"),
    "returns a coroutine": (tool(give_a_coroutine, name="act"), "ok", "it was awaited"),
    "prints a megabyte": (tool(print_a_megabyte, name="act"), "ok", "printed"),
    "returns a megabyte": (tool(give_a_megabyte, name="act"), "ok", "characters left out"),
    "forks": (tool(fork, name="act"), "ok", "from the parent"),
    "ignores being stopped": (tool(ignore_being_stopped, name="act", timeout=0.1), "abandoned", "may still be at work"),
    "returns what nobody can read": (tool(give_what_no_log_can_hold, name="act"), "ok", "object"),
}
"""Each with the outcome of its call, and with what the agent is told of it among other words."""


def ended(events: Any) -> list[str]:
    """The outcomes of all calls, in the order in which they were written."""
    return [
        str(event.data["outcome"])
        for event in events
        if event.kind == "step.ended" and str(event.data["step"]).startswith("call/")
    ]
