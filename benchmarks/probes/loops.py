"""Other loops and newer asyncio: uvloop, trio, TaskGroup and timeout."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.probes.trial import Refused, describe, expect, point
from benchmarks.probes.values import double

if TYPE_CHECKING:
    from benchmarks.probes.trial import Trial


async def name_of_loop() -> str:
    """Say what loop this runs on, having suspended once."""
    await asyncio.sleep(0.001)
    return type(asyncio.get_running_loop()).__module__.split(".")[0]


@point("uvloop")
def on_uvloop(trial: Trial) -> None:
    """The call works where uvloop's policy is in force; which loop it ran on is in the notes."""

    def main() -> None:
        got = trial.run(name_of_loop)
        expect(got in {"uvloop", trial.adapter.own_loop}, f"ran on {got}")

    trial.script(main, "uvloop")


@point("inside a running uvloop")
def inside_uvloop(trial: Trial) -> None:
    """Sync code on the thread of a running uvloop calls a coroutine."""
    import uvloop

    async def outer() -> None:
        await trial.adapter.inside(lambda: expect(trial.run(double, 21) == 42, "another value"))

    with trial.adapter.ready():
        uvloop.run(outer())


@point("called under trio")
def under_trio(trial: Trial) -> None:
    """Sync code inside trio calls a coroutine, of trio's own where the library runs it there."""
    import trio

    async def double_on_trio(number: int) -> int:
        await trio.sleep(0.001)
        return number * 2

    work = double_on_trio if trial.adapter.key == "greenback" else double

    async def outer() -> None:
        await trial.adapter.inside(lambda: expect(trial.run(work, 21) == 42, "another value"))

    with trial.adapter.ready():
        trio.run(outer)


@point("running on trio")
def on_trio(trial: Trial) -> None:
    """A coroutine written for trio runs on trio, or is refused at its first await."""
    import trio

    async def nap() -> int:
        await trio.sleep(0.001)
        return 42

    def main() -> None:
        try:
            got = trial.run(nap)
        except RuntimeError as error:
            raise Refused(describe(error)) from error
        expect(got == 42, "another value")

    trial.script(main, "trio")


@point("modern asyncio inside (TaskGroup, timeout)")
def modern_asyncio(trial: Trial) -> None:
    """A TaskGroup gathers and cancels, a timeout expires, and both leave the loop as it was."""

    async def work() -> list[int]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(double(number)) for number in (1, 2)]
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(5)
        except TimeoutError:
            tasks.append(asyncio.create_task(double(3)))
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(asyncio.sleep(5))
                raise KeyError  # noqa: TRY301 - an error in the block itself is what the group has to handle
        except* KeyError:
            tasks.append(asyncio.create_task(double(4)))
        return list(await asyncio.gather(*tasks))

    def main() -> None:
        for _ in range(2):
            got = trial.run(work)
            expect(got == [2, 4, 6, 8], f"other values: {got}")

    trial.script(main)
