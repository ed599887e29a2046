"""One saga as a drive at DBOS: its function is one step there, called on the loop of its runtime."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

from dbos import DBOS

from duotone.errors import CutOff
from duotone.runtime.engines.bodies import Bodies
from duotone.runtime.engines.dbos.drives import REFUSALS
from duotone.runtime.engines.dbos.errands import Errand, done_on
from duotone.runtime.engines.jobs import BodyJob
from duotone.runtime.engines.passing import PASSING
from duotone.runtime.engines.results import result_to_json
from duotone.runtime.outcomes import RunResult

__all__ = ["BodyConductor"]

_PAUSE = 1.0
"""Seconds before a function is called again whose log was away."""


class BodyConductor:
    """Has the function of one saga called here; made on the loop of its runtime, and working on that of DBOS."""

    def __init__(self, job: BodyJob, bodies: Bodies, on_called_off: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have done nothing; `on_called_off` is called at home when DBOS takes nothing more from this drive."""
        self.was_cut_off = False
        """Whether others hold this process for dead, and go on with the run."""
        self._job = job
        self._bodies = bodies
        self._on_called_off = on_called_off
        self._home = asyncio.get_running_loop()
        self._task: asyncio.Task[Any] | None = None
        self._is_left = False
        self._result: RunResult | None = None

    # -- on the loop of DBOS --------------------------------------------------------------------------------------

    async def drive(self) -> dict[str, Any]:
        """Have the function called, and return how the run stands once it has ended or waits."""
        self._task = asyncio.current_task()
        if self._is_left:
            raise asyncio.CancelledError
        try:
            await DBOS.run_step_async({"name": "body", "preemptible": True}, self._made)
        except REFUSALS:
            await done_on(self._home, self._on_called_off)
            raise
        assert self._result is not None
        return result_to_json(self._result)

    async def _made(self) -> dict[str, Any]:
        errand = Errand(self._home, self._called)
        try:
            self._result = await errand.result()
        except asyncio.CancelledError:
            if not errand.was_cancelled:  # DBOS ends this step, so what it does has to end before
                errand.cancel()
                await asyncio.wait({asyncio.ensure_future(errand.result())})
            raise
        except CutOff as error:
            # Others go on with the run, or will. DBOS is told of no end, so that they find it there.
            self.was_cut_off = True
            raise asyncio.CancelledError from error
        return {"status": self._result.status.value}

    def heed(self) -> None:
        """Leave a signal to whoever drives the saga, who reads the log."""

    def leave(self) -> None:
        """Drive no further, and leave the run to others."""
        self._is_left = True
        if self._task is not None:
            self._task.cancel()

    # -- on the loop of the runtime -------------------------------------------------------------------------------

    async def _called(self) -> RunResult:
        """Call the function, and again if the log was away meanwhile: each time under the next fence."""
        base = 0 if self._job.row is None else self._job.row.fence
        for fence in count(base + 1):
            try:
                return await self._bodies.run(self._job.run, fence, _always, base=base)
            except PASSING:
                await asyncio.sleep(_PAUSE)
        raise AssertionError


def _always() -> bool:
    """Who cancels this drive has begun another one, or will: then the run goes on there, also to be undone."""
    return True
