"""Plays a random saga on a real runtime, and notes everything that its units do."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from duotone import call
from duotone.runtime import AsyncRuntime, Retry, RunResult, Runtime, nothing_to_undo, unit
from duotone.runtime.log import Store
from tests.runtime.model.scripts import Act, Fanned, SagaScript, Script

__all__ = ["Played", "play", "play_async"]

RUN = "run"
MOMENT = 0.02
"""How long an attempt that hangs may take, in seconds."""


@dataclass
class Played:
    """What has happened in the world, and how the runtime says that it stands."""

    calls: Counter[str] = field(default_factory=Counter[str])
    undos: Counter[str] = field(default_factory=Counter[str])
    undone: list[str] = field(default_factory=list[str])
    released: threading.Event = field(default_factory=threading.Event)
    result: RunResult | None = None
    error: Exception | None = None

    def attempt(self, name: str, script: Script) -> Act:
        self.calls[name] += 1
        return script.act(self.calls[name])

    def undo(self, name: str, script: Script) -> None:
        self.undos[name] += 1
        if self.undos[name] <= script.undo_failures:
            raise ConnectionError("not yet")
        self.undone.append(name)


def made(played: Played, cancel: Callable[[], Any], name: str, script: Script) -> Any:
    """Return the unit of one step, with its undo."""

    def finished(act: Act) -> object:
        if act == "fails":
            raise ValueError("as written")
        return object() if act == "misfits" else name

    def do() -> object:
        act = played.attempt(name, script)
        if act == "hangs":
            played.released.wait(20)
        return finished(act)

    async def do_async() -> object:
        act = played.attempt(name, script)
        if act == "cancels":
            await call(cancel)
            await asyncio.sleep(0.1)
        if act == "hangs":
            await asyncio.sleep(20)
        return finished(act)

    def undo() -> None:
        played.undo(name, script)

    async def undo_async() -> None:
        played.undo(name, script)

    chosen = unit(undo_async if script.is_undo_async else undo, retry=Retry(attempts=2), timeout=60)
    return unit(
        do_async if script.is_async else do,
        name=name,
        undo={"has": chosen, "lacks": None, "needs none": nothing_to_undo}[script.undo],
        retry=Retry(attempts=script.attempts),
        timeout=MOMENT if "hangs" in script.acts else None,
    )


def play(script: SagaScript, store: Store) -> Played:
    """Play a saga on the sync face."""
    played = Played()
    with Runtime(store) as runtime:

        def unit_of(name: str, step: Script) -> Any:
            return made(played, lambda: runtime.cancel(RUN), name, step)

        try:
            with runtime.saga("play", id=RUN) as saga:
                for part in script.parts:
                    if isinstance(part, Fanned):
                        saga.fan_out(_units(part, unit_of), policy=part.policy, name=part.name)
                    else:
                        saga.step(unit_of(part.name, part), name=part.name)
        except Exception as error:  # noqa: BLE001  # how it ended is in the log
            played.error = error
        played.result = runtime.get_run(RUN)
        played.released.set()
    return played


async def play_async(script: SagaScript, store: Store) -> Played:
    """Play a saga on the async face."""
    played = Played()
    async with AsyncRuntime(store) as runtime:

        def unit_of(name: str, step: Script) -> Any:
            return made(played, lambda: runtime.cancel(RUN), name, step)

        try:
            async with runtime.saga("play", id=RUN) as saga:
                for part in script.parts:
                    if isinstance(part, Fanned):
                        await saga.fan_out(_units(part, unit_of), policy=part.policy, name=part.name)
                    else:
                        await saga.step(unit_of(part.name, part), name=part.name)
        except Exception as error:  # noqa: BLE001  # how it ended is in the log
            played.error = error
        played.result = await runtime.get_run(RUN)
        played.released.set()
    return played


def _units(group: Fanned, unit_of: Callable[[str, Script], Any]) -> list[Any]:
    return [unit_of(f"{group.name}/{place}", branch) for place, branch in enumerate(group.branches)]
