"""What workers do for sagas on Temporal: they call the function of one, and are heard of as long as it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from temporalio import activity
from temporalio.exceptions import ApplicationError, ApplicationErrorCategory

from duotone.errors import CutOff
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.engines.bodies import Bodies
from duotone.runtime.engines.jobs import BodyJob
from duotone.runtime.engines.temporal import orders
from duotone.runtime.engines.temporal.activities import beat_on, is_lost, refusing

__all__ = ["BodyActivities"]

_ENDED = "its worker has ended, and another one goes on"


class BodyActivities:
    """The activity of one runtime for sagas."""

    def __init__(self, ground: AsyncEngine, heartbeat: float, on_cut_off: Callable[[CutOff], None]) -> None:
        """Let `on_cut_off` know once others hold this process for dead."""
        self._beat = heartbeat / 4
        self._on_cut_off = on_cut_off
        self._bodies = Bodies(ground, "temporal")

    @property
    def jobs(self) -> dict[str, BodyJob]:
        """The sagas that this process has asked for."""
        return self._bodies.jobs

    @activity.defn(name=orders.BODY)
    async def call(self, data: dict[str, Any]) -> dict[str, Any]:
        """Call the function of a saga under the fence that this attempt has, and return how its run stands then."""
        run, base, fence = data["run"], data["base"], data["fence"] + activity.info().attempt
        beating = asyncio.get_running_loop().create_task(beat_on(self._beat))
        try:
            with refusing(self._on_cut_off):
                if data["is_cancelled"]:
                    await self._bodies.cancel(run)
                return orders.result_to_json(await self._bodies.run(run, fence, is_lost, base=base))
        except asyncio.CancelledError as error:
            if is_lost():  # which is no wish of the run, and must not look like one
                raise ApplicationError(_ENDED, type="WorkerEnded", category=ApplicationErrorCategory.BENIGN) from error
            raise
        finally:
            beating.cancel()
