"""The log says of each step where it runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from duotone.runtime import AsyncRuntime, Runtime, unit

SEEN: dict[str, tuple[threading.Thread, bool]] = {}


def note(name: str) -> str:
    """Remember on which thread this is, and whether a loop runs there."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        SEEN[name] = threading.current_thread(), False
    else:
        SEEN[name] = threading.current_thread(), True
    return name


def plain(name: str) -> str:
    return note(name)


async def waits(name: str) -> str:
    await asyncio.sleep(0)
    return note(name)


@unit(blocking=False)
def quick(name: str) -> str:
    return note(name)


@unit(timeout=20)
def timed(name: str) -> str:
    return note(name)


UNITS: dict[str, Callable[..., Any]] = {"plain": plain, "waits": waits, "quick": quick, "timed": timed}


def flow_of(*names: str) -> Mapping[str, Any]:
    return {"name": "w", "steps": [{"id": name, "function": name, "with": {"name": name}} for name in names]}


def homes(events: list[Any]) -> dict[str, str]:
    return {event.data["step"]: event.data["home"] for event in events if event.kind == "step.started"}


def test_an_async_run_has_a_loop_and_workers() -> None:
    async def main() -> dict[str, str]:
        async with AsyncRuntime(units=UNITS) as runtime:
            await runtime.run_workflow(flow_of(*UNITS), id="run")
            return homes(await runtime.log.read_run("run"))

    found = asyncio.run(main())
    assert found == {"plain": "worker", "waits": "loop", "quick": "loop", "timed": "worker"}
    assert {name: "loop" if has_loop else "worker" for name, (_, has_loop) in SEEN.items()} == found


@pytest.mark.parametrize("name", UNITS)
def test_a_sync_run_has_its_thread_the_bridge_and_workers(name: str) -> None:
    with Runtime(units=UNITS) as runtime:
        runtime.run_workflow(flow_of(name), id="run")
        found = homes(list(runtime.log.read_run("run")))
    thread, has_loop = SEEN[name]
    really = "bridge" if has_loop else "thread" if thread is threading.current_thread() else "worker"
    assert found == {name: really}
