"""A turn of a conversation as a workflow of Temporal: the driver of turns, on the shell of every run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from temporalio import workflow as temporal

from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call, Driver
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.conversation.states import State
from duotone.runtime.drivers.turn import TurnDriver
from duotone.runtime.engines.casts import Cast
from duotone.runtime.engines.claims import Claim
from duotone.runtime.engines.conducting import Flight
from duotone.runtime.engines.temporal import orders
from duotone.runtime.engines.temporal.conductor import Conductor
from duotone.runtime.engines.temporal.flights import TurnFlight
from duotone.runtime.engines.temporal.orders import Order
from duotone.runtime.events import Draft

__all__ = ["TurnConductor"]


@temporal.defn(name=orders.TURN, sandboxed=False)
class TurnConductor(Conductor):
    """Decides on one turn; the steps of its agent and the calls that it asks for are activities."""

    _turn: TurnDriver

    @temporal.run
    async def run(self, data: dict[str, Any]) -> dict[str, Any]:
        """Drive the turn until it has ended or stands still."""
        return await self._conduct(Order(**data))

    def _driver_of(self, order: Order, begun: Any) -> tuple[Driver, Callable[[Call], Bound]]:
        cast = Cast.from_json(order.sheet)
        self._turn = cast.driver(Limits.from_json(begun["limits"]))
        return self._turn, partial(cast.bound, self._turn)

    def _first(self, order: Order) -> list[Draft]:
        is_paused = not order.fence and self._turn.state is State.PAUSED
        return [self._turn.resumption(self._time())] if is_paused else []

    @property
    def _deadline(self) -> float | None:
        return self._turn.closes

    def _fly(self, claim: Claim, order: Order) -> Flight:
        return TurnFlight(claim, order, self._know_of)

    def _know_of(self, drafts: Sequence[Draft]) -> None:
        """Know of calls that the agent has made inside of its step, which are in the log."""
        for draft in drafts:
            self._turn.apply(draft)
