"""A saga as a workflow of Temporal: its function is one activity, since it is the user's and decides by itself."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from temporalio import workflow as temporal
from temporalio.exceptions import ActivityError, ApplicationError

from duotone.runtime.engines.temporal import orders
from duotone.runtime.engines.temporal.flights import ONCE, UNTIL_DONE, begun
from duotone.runtime.engines.temporal.orders import Order
from duotone.runtime.shielding import shielded

__all__ = ["SagaConductor"]

_MANY = 1 << 32
"""More attempts than Temporal makes of one activity: whoever is asked after that has a greater fence than all."""


@temporal.defn(name=orders.SAGA, sandboxed=False)
class SagaConductor:
    """Has the function of a saga called: by the process that asked for it, and after its death by any other."""

    def __init__(self) -> None:
        """Have asked nobody."""
        self._fence = 0

    @temporal.run
    async def run(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return how the saga stands once its function has ended."""
        order = Order(**data)
        self._fence = order.fence
        try:
            return await self._called(order)
        except asyncio.CancelledError:
            pass
        except ActivityError:
            if not _is_cancelled():
                raise
        # Nobody was at it when the workflow was cancelled, so somebody has to undo what was done.
        return await shielded(self._asked, order, None, is_cancelled=True)

    async def _called(self, order: Order) -> dict[str, Any]:
        try:
            return await self._asked(order, order.queue)
        except ActivityError as error:
            is_hopeless = isinstance(error.cause, ApplicationError) and error.cause.non_retryable
            if is_hopeless or _is_cancelled():
                raise
        return await self._asked(order, None)

    async def _asked(self, order: Order, queue: str | None, *, is_cancelled: bool = False) -> dict[str, Any]:
        """Ask a queue: that of one process once, and that of all for as long as it takes, each under its own fence."""
        data = {"run": order.run, "base": order.fence, "fence": self._fence, "is_cancelled": is_cancelled}
        beat = timedelta(seconds=order.heartbeat)
        if queue is None:
            self._fence += _MANY
            handle = begun(orders.BODY, data, None, beat, retry=UNTIL_DONE)
        else:
            self._fence += 1
            handle = begun(orders.BODY, data, queue, beat, retry=ONCE, unstarted=beat)
        result: dict[str, Any] = await handle
        return result

    @temporal.signal
    def tell(self, data: dict[str, Any]) -> None:
        """Leave a signal to whoever drives the saga, who reads the log."""


def _is_cancelled() -> bool:
    """Tell whether somebody has cancelled the workflow, whatever has become of what was under way."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
