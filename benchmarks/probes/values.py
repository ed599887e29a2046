"""What comes back over the bridge: values, exceptions, and the context."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import traceback
from typing import TYPE_CHECKING

from benchmarks.probes.trial import describe, expect, point

if TYPE_CHECKING:
    from benchmarks.probes.trial import Trial

color: contextvars.ContextVar[str] = contextvars.ContextVar("color", default="none")


class Broken(Exception):
    """An error of the callee's own."""


async def double(number: int) -> int:
    """Suspend once and answer."""
    await asyncio.sleep(0.001)
    return number * 2


async def give(thing: object) -> object:
    """Answer without suspending."""
    return thing


@point("value")
def value(trial: Trial) -> None:
    """A value comes back, the same object, whether the coroutine suspends or not."""

    def main() -> None:
        thing = object()
        expect(trial.run(double, 21) == 42, "another value")
        expect(trial.run(give, thing) is thing, "another object")
        expect(trial.run(give, None) is None, "not None")

    trial.script(main)


@point("exception with traceback")
def exception(trial: Trial) -> None:
    """The same exception object comes back, with the frame that raised it and its cause."""
    raised = Broken("planted")

    async def deep_inside() -> None:
        await asyncio.sleep(0)
        raise raised from KeyError("why")

    def main() -> None:
        try:
            trial.run(deep_inside)
        except Broken as error:
            expect(error is raised, "another exception object")
            frames = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
            expect("deep_inside" in frames, "the traceback lost the frame that raised")
            expect(isinstance(error.__cause__, KeyError), "the cause is lost")
        else:
            expect(False, "the exception is lost")  # noqa: FBT003 - it reads as what it is

    trial.script(main)


@point("BaseException neither lost nor hanging")
def base_exception(trial: Trial) -> None:
    """SystemExit and CancelledError reach the caller, and the next call still works."""

    async def leave() -> None:
        await asyncio.sleep(0)
        raise SystemExit(3)

    async def cancelled() -> None:
        await asyncio.sleep(0)
        raise asyncio.CancelledError

    def main() -> None:
        for work, kinds in (
            (leave, (SystemExit,)),
            (cancelled, (asyncio.CancelledError, concurrent.futures.CancelledError)),
        ):
            try:
                got = trial.run(work)
            except kinds:
                pass
            else:
                expect(False, f"{kinds[0].__name__} lost, the call returned {got!r}")  # noqa: FBT003
            try:
                expect(trial.run(double, 21) == 42, "another value")
            except BaseException as error:  # noqa: BLE001 - whatever it is, the bridge is gone
                expect(False, f"the call after {kinds[0].__name__} failed: {describe(error)}")  # noqa: FBT003

    trial.script(main)


@point("contextvars in")
def context_in(trial: Trial) -> None:
    """The coroutine sees what the caller has set."""

    async def look() -> str:
        await asyncio.sleep(0)
        return color.get()

    def main() -> None:
        for wanted in ("red", "blue"):
            color.set(wanted)
            got = trial.run(look)
            expect(got == wanted, f"the coroutine saw {got!r} and not {wanted!r}")

    trial.script(main)


@point("contextvars back")
def context_back(trial: Trial) -> None:
    """The caller sees what the coroutine has set."""

    async def paint(name: str) -> None:
        await asyncio.sleep(0)
        color.set(name)

    def main() -> None:
        for wanted in ("red", "blue"):
            trial.run(paint, wanted)
            expect(color.get() == wanted, "what the coroutine set is lost")

    trial.script(main)
