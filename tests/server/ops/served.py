"""A server in a process of its own, as operators run it: ``python -m tests.server.ops.served LOG``."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from duotone.runtime import ModelAgent, ScriptedModel, ToolCall
from duotone.runtime.models.model import Request
from tests.forking import Forked, forked
from tests.server.ops.works import SAGAS, UNITS

ROOT = Path(__file__).parents[3]


async def nap(seconds: float) -> str:
    """Sleep on the loop."""
    await asyncio.sleep(seconds)
    return "slept"


def block(seconds: float) -> str:
    """Sleep on a worker."""
    time.sleep(seconds)
    return "blocked"


def echo(request: Request) -> Any:
    """Say what was said, word by word; call a tool if that is the first word."""
    last = request.messages[-1]
    name, _, seconds = last.text.partition(" ")
    if last.role == "user" and name in {"nap", "block"}:
        return ToolCall("", name, {"seconds": float(seconds)})
    return [f"{word} " for word in last.text.split()]


def clerk(request: Request) -> Any:
    """Run what it is told to in the background, wishing to be told of its end, and say again what it is told."""
    last = request.messages[-1]
    if last.role == "user" and last.text.startswith("run "):
        wish: dict[str, Any] = {
            "command": last.text.removeprefix("run "),
            "background": True,
            "notify_on_complete": True,
        }
        return ToolCall("", "terminal", wish)
    if last.role == "user" and last.text == "able?":
        return next(tool.description for tool in request.tools if tool.name == "terminal")
    return f"{last.role}: {last.text}"


def agents() -> dict[str, Any]:
    """Return an agent that says what it hears, with a tool of each color, and some that run commands."""
    from duotone.server.ground import AgentEntry

    hands = AgentEntry(agent=ModelAgent(ScriptedModel(clerk)), runs_commands=True, description="Runs commands.")
    return {
        "echo": AgentEntry(agent=ModelAgent(ScriptedModel(echo)), tools=[nap, block], description="Says it again."),
        "clerk": hands,
        "slow": replace(hands, agent=ModelAgent(ScriptedModel(clerk, delay=1.0))),
        "watchman": replace(hands, wakes=True),
    }


@contextmanager
def process(log: Path, *options: str) -> Generator[tuple[Forked, httpx.Client]]:
    """Start a server, wait until it answers, and end it with the block."""
    errors = log.parent / f"{uuid4().hex}.errors"
    with closing(forked("tests.server.ops.served", [str(log), *options], errors)) as child:
        url = child.stdout.readline().strip()
        assert url, errors.read_text()
        with httpx.Client(base_url=url, timeout=20) as client:
            yield child, client


def main(log: str, *options: str) -> int:
    """Serve until a signal comes."""
    from duotone.runtime import ProcessPolicy
    from duotone.server.ground import Settings
    from duotone.server.serving import serve

    given: dict[str, Any] = {"port": 0, "rate": 1e9, "burst": 10**9, "drain_seconds": 3.0, "keeper_seconds": 5.0}
    given |= {"head_seconds": 20.0}
    for option in options:
        name, _, value = option.partition("=")
        given[name] = type(given.get(name, ""))(value)
    return serve(
        Settings(log=log, **given),
        agents=agents(),
        units={"nap": nap, "block": block, **UNITS},
        sagas=SAGAS,
        commands=ProcessPolicy(root=Path(log).parent),
        on_ready=lambda url: print(url, flush=True),  # noqa: T201  # whoever has started it waits for this
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
