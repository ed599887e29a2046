"""A run as a workflow of Temporal: the shell and the driver of every engine, deterministic since the driver is pure.

Nothing here imports what users have written: contracts come as a sheet, and units are called by activities.
"""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from temporalio import workflow as temporal

from duotone.runtime import workflow as language
from duotone.runtime._async.shell import AsyncShell, Drive
from duotone.runtime.binding import Bound
from duotone.runtime.calling import shape_of
from duotone.runtime.commands import Call, Driver
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.engines.attempting import Claim, draft_from, draft_to_json
from duotone.runtime.engines.conducting import Flight, Ledger, Mission
from duotone.runtime.engines.jobs import first_of
from duotone.runtime.engines.results import standing_of
from duotone.runtime.engines.sheets import Sheet
from duotone.runtime.engines.temporal import orders
from duotone.runtime.engines.temporal.flights import MOMENT, UNTIL_DONE, ActivityFlight
from duotone.runtime.engines.temporal.orders import Order
from duotone.runtime.events import Draft, Event, decoded, encoded
from duotone.runtime.shielding import shielded
from duotone.runtime.workflow import Definition, from_json

__all__ = ["Conductor"]


@temporal.defn(name=orders.WORKFLOW, sandboxed=False)
class Conductor:
    """Decides on one run; carried out by activities, on whichever worker takes them."""

    def __init__(self) -> None:
        """Have been told nothing."""
        self._ledger = Ledger()
        self._session = ""
        self._crew: Mission | None = None
        self._shell: AsyncShell | None = None
        self._early: list[Draft] = []
        self._ahead = 0.0

    @temporal.run
    async def run(self, data: dict[str, Any]) -> dict[str, Any]:
        """Drive the run until nothing is left to do but to wait."""
        return await self._conduct(Order(**data))

    async def _conduct(self, order: Order) -> dict[str, Any]:
        self._session = order.session
        if order.ahead is None:
            order.ahead = order.asked - temporal.info().start_time.timestamp() if order.asked else 0.0
        self._ahead = order.ahead
        shell, crew = await self._prepared(order)
        for draft in self._early:
            self._ledger.receive(self._session, draft)
            shell.tell()
        self._shell = shell
        await shell.advance(self._is_too_long)
        await crew.flush()
        if shell.finish is None and shell.waiting is None:
            order.first, order.begun, order.fence, order.writes = [], [], crew.fence, crew.writes
            temporal.continue_as_new(order.to_json())
        return orders.result_to_json(standing_of(shell))

    async def _prepared(self, order: Order) -> tuple[AsyncShell, Mission]:
        """Return the shell of a run, which knows how far it has come, and its crew."""
        events, fence = await self._begun(order)
        begun: Any = order.first[0]["data"] if order.first else events[0].data
        driver, bound = self._driver_of(order, begun)
        remote = _Temporal(order, fence, self._on_cancel, self._fly)
        crew = self._crew = Mission(order.run, order.session, fence, self._ledger, remote)
        crew.is_first, crew.writes = bool(order.first), order.writes
        drive = Drive(order.run, order.session, order.room, clock=self._time)
        shell = AsyncShell(drive, self._ledger, driver, bound, crew)
        if events:
            shell.take_over(events, fence)
            self._ledger.follow(events)
        for draft in order.drafts or self._first(order):
            shell.note(draft)
        shell.deadline = self._deadline
        return shell, crew

    def _time(self) -> float:
        """Return what time it is for the log, by the clock of the workflow."""
        return temporal.time() + self._ahead

    def _driver_of(self, order: Order, begun: Any) -> tuple[Driver, Callable[[Call], Bound]]:
        """Return what decides on the run, and what a call of it means, from what the first event says."""
        definition = _definition(encoded(begun["spec"]))
        sheet = Sheet.from_json(definition, order.sheet)
        self._workflow = WorkflowDriver(shape_of(definition), begun["inputs"], language, terms=sheet.terms)
        return self._workflow, sheet.bound

    def _first(self, order: Order) -> list[Draft]:
        """Return what is noted first of a run that is taken over, and nothing for one that only goes on elsewhere."""
        if order.fence:
            return []
        return first_of(self._workflow.course.run, self._time(), order.limit, order.undone_by)

    @property
    def _deadline(self) -> float | None:
        return self._workflow.course.run.deadline

    def _fly(self, claim: Claim, order: Order) -> Flight:
        return ActivityFlight(orders.ATTEMPT, claim, order)

    async def _begun(self, order: Order) -> tuple[list[Event], int]:
        """Return the events of a run that is gone on with, and the fence under which that is done."""
        if order.first or order.begun:
            return [orders.event_from(one) for one in order.begun], 1
        kind = orders.READ if order.fence else orders.TAKE_OVER
        data = {"run": order.run, "owner": order.owner, "key": temporal.info().run_id, "fence": order.fence}
        found = await temporal.execute_activity(
            kind, data, start_to_close_timeout=MOMENT, retry_policy=UNTIL_DONE, result_type=dict
        )
        return [orders.event_from(one) for one in found["events"]], found["fence"]

    def _is_too_long(self) -> bool:
        """Tell whether the history is to end here: once it is long nothing more begins, until nothing is under way."""
        if not temporal.info().is_continue_as_new_suggested():
            return False
        assert self._crew is not None
        assert self._shell is not None
        self._shell.room = 0
        return not self._crew.size

    @temporal.signal
    def tell(self, data: dict[str, Any]) -> None:
        """Take in a signal that is in the log."""
        draft = draft_from(data)
        if self._shell is None:
            self._early.append(draft)
        else:
            self._ledger.receive(self._session, draft)
            self._shell.tell()

    def _on_cancel(self) -> None:
        """Write down that somebody has cancelled the workflow at Temporal itself, and let the run end."""
        assert self._shell is not None
        said = {"by": "temporal", "reason": "its workflow was cancelled"}
        self._shell.note(Draft("signal.cancel", said, self._shell.run))
        self._shell.tell()

    @temporal.query
    def standing(self) -> dict[str, Any]:
        """Return which steps are under way."""
        return {"under_way": [] if self._crew is None else self._crew.under_way}


class _Temporal:
    """What the crew of a run asks of Temporal."""

    def __init__(
        self, order: Order, fence: int, on_cancel: Callable[[], None], fly: Callable[[Claim, Order], Flight]
    ) -> None:
        self._order = order
        self._fence = fence
        self._on_cancel = on_cancel
        self._fly = fly

    def fly(self, claim: Claim) -> Flight:
        return self._fly(claim, self._order)

    async def write(self, drafts: Sequence[Draft], key: str, *, is_first: bool) -> None:
        order = self._order
        data: dict[str, Any] = {"run": order.run, "session": order.session, "fence": self._fence, "key": key}
        data |= {"is_first": is_first, "drafts": [draft_to_json(draft) for draft in drafts]}
        try:
            await shielded(self._written, data)
        except asyncio.CancelledError:
            self._on_cancel()

    async def _written(self, data: dict[str, Any]) -> None:
        await temporal.execute_local_activity(
            orders.WRITE, data, start_to_close_timeout=MOMENT, retry_policy=UNTIL_DONE
        )

    async def wait(self, condition: Callable[[], bool], seconds: float | None) -> None:
        try:
            await temporal.wait_condition(condition, timeout=None if seconds is None else max(0.001, seconds))
        except builtins.TimeoutError:
            pass
        except asyncio.CancelledError:
            self._on_cancel()

    def time(self) -> float:
        return temporal.time() + (self._order.ahead or 0.0)


@lru_cache(maxsize=256)
def _definition(spec: str) -> Definition:
    """Read a definition once for all its runs in this process; it is frozen, so nobody notices."""
    return from_json(decoded(spec))
