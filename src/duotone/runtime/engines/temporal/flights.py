"""An attempt as an activity of Temporal: made by whoever takes it, or first of all by the process that asked for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from temporalio import exceptions
from temporalio import workflow as temporal
from temporalio.common import RetryPolicy
from temporalio.exceptions import ActivityError, ApplicationError, CancelledError, TimeoutType

from duotone.runtime.engines.attempting import attempt_from, draft_from
from duotone.runtime.engines.claims import Claim
from duotone.runtime.engines.temporal import orders
from duotone.runtime.engines.temporal.orders import Order
from duotone.runtime.events import Draft
from duotone.runtime.outcomes import Attempt

__all__ = ["MOMENT", "ONCE", "UNTIL_DONE", "ActivityFlight", "TurnFlight", "begun"]

MOMENT = timedelta(seconds=60)
UNTIL_DONE = RetryPolicy(initial_interval=timedelta(milliseconds=200), maximum_interval=timedelta(seconds=10))
_FOREVER = timedelta(days=3650)
_UNSTARTED = timedelta(seconds=30)
"""How long a process may leave alone what only it can do, before others are asked."""
ONCE = RetryPolicy(maximum_attempts=1)


def begun(  # noqa: PLR0913  # what an activity is asked for with
    kind: str,
    data: dict[str, Any],
    queue: str | None,
    beat: timedelta,
    *,
    retry: RetryPolicy,
    unstarted: timedelta | None = None,
) -> temporal.ActivityHandle[Any]:
    """Have an activity begun that may take as long as it likes, as long as it is heard of."""
    return temporal.start_activity(
        kind,
        data,
        task_queue=queue,
        schedule_to_start_timeout=unstarted,
        start_to_close_timeout=_FOREVER,
        heartbeat_timeout=beat,
        retry_policy=retry,
        cancellation_type=temporal.ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
        result_type=dict,
    )


class ActivityFlight:
    """An attempt of a step, made by any worker, but where one process alone has the units first of all by that."""

    def __init__(self, kind: str, claim: Claim, order: Order) -> None:
        """Have it begun."""
        self._kind = kind
        self._claim = orders.claim_to_json(claim)
        self._beat = timedelta(seconds=order.heartbeat)
        self._handle = self._start(order.queue)

    def _start(self, queue: str | None) -> temporal.ActivityHandle[Any]:
        return self._activity(queue, UNTIL_DONE, None if queue is None else _UNSTARTED)

    def _activity(
        self, queue: str | None, retry: RetryPolicy, unstarted: timedelta | None
    ) -> temporal.ActivityHandle[Any]:
        return begun(self._kind, self._claim, queue, self._beat, retry=retry, unstarted=unstarted)

    def cancel(self) -> None:
        """Ask for its end."""
        self._handle.cancel()

    async def result(self) -> Attempt:
        """Return how it ended."""
        try:
            return self._read(await self._handle)
        except ActivityError as error:
            if isinstance(error.cause, CancelledError):
                return await self._settled()
            if not self._is_for_others(error):
                raise
        self._handle = self._start(None)
        return await self.result()

    def _read(self, data: dict[str, Any]) -> Attempt:
        return attempt_from(data)

    def _is_for_others(self, error: ActivityError) -> bool:
        """Tell whether the process that alone has the units of a run has not taken it on in time."""
        return isinstance(error.cause, exceptions.TimeoutError) and error.cause.type is TimeoutType.SCHEDULE_TO_START

    async def _settled(self) -> Attempt:
        """Have found out how an attempt ended that was stopped, and may never have begun."""
        return attempt_from(
            await temporal.execute_activity(
                orders.SETTLE, self._claim, start_to_close_timeout=MOMENT, retry_policy=UNTIL_DONE, result_type=dict
            )
        )


class TurnFlight(ActivityFlight):
    """An attempt for a turn: the process that asked for it is asked once, which has its listeners, and then others."""

    def __init__(self, claim: Claim, order: Order, on_within: Callable[[Sequence[Draft]], None]) -> None:
        """Have it begun; `on_within` is told of the calls that were made inside of it."""
        self._on_within = on_within
        self._is_asked_once = False
        super().__init__(orders.TURN_ATTEMPT, claim, order)

    def _start(self, queue: str | None) -> temporal.ActivityHandle[Any]:
        self._is_asked_once = queue is not None
        return self._activity(queue, UNTIL_DONE, None) if queue is None else self._activity(queue, ONCE, self._beat)

    def _read(self, data: dict[str, Any]) -> Attempt:
        self._on_within([draft_from(one) for one in data["within"]])
        return attempt_from(data["attempt"])

    def _is_for_others(self, error: ActivityError) -> bool:
        is_hopeless = isinstance(error.cause, ApplicationError) and error.cause.non_retryable
        return self._is_asked_once and not is_hopeless
