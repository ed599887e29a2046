"""Async generators and async context managers, used from sync code."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from benchmarks.probes.trial import expect, point

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from benchmarks.probes.trial import Trial


@point("async generator as an iterator, closed early")
def async_generator(trial: Trial) -> None:
    """Three of many values are taken; leaving early runs the generator's own clean-up, awaits included."""
    closed: list[str] = []

    async def numbers(start: int) -> AsyncIterator[int]:
        try:
            for number in range(start, start + 1_000):
                await asyncio.sleep(0)
                yield number
        finally:
            await asyncio.sleep(0)
            closed.append("closed")

    def main() -> None:
        stream = trial.adapter.iterate(numbers, 5)
        taken = [next(stream) for _ in range(3)]
        expect(taken == [5, 6, 7], f"other values: {taken}")
        close = getattr(stream, "close", None)
        expect(close is not None, "no way to close the iterator early")
        if close is not None:
            close()
        expect(closed == ["closed"], "the generator was not closed")

    trial.script(main)


@point("async context manager entered and left in one task")
def async_context_manager(trial: Trial) -> None:
    """Entered and left in the same task, as TaskGroup and timeout need, with the caller's exception inside."""
    tasks: list[asyncio.Task[Any] | None] = []
    seen: list[str] = []

    @contextlib.asynccontextmanager
    async def resource() -> AsyncIterator[str]:
        tasks.append(asyncio.current_task())
        await asyncio.sleep(0)
        try:
            yield "open"
        except KeyError as error:
            seen.append(type(error).__name__)
            raise
        finally:
            await asyncio.sleep(0)
            tasks.append(asyncio.current_task())

    def main() -> None:
        with trial.adapter.manage(resource) as got:
            expect(got == "open", f"another value: {got!r}")
        with contextlib.suppress(KeyError), trial.adapter.manage(resource):
            raise KeyError
        expect(seen == ["KeyError"], "the caller's exception did not get in")
        expect(len(tasks) == 4, "not left")
        expect(tasks[0] is tasks[1] and tasks[2] is tasks[3], "entered in one task and left in another")

    trial.script(main)
