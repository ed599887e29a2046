"""What workers do for runs on Temporal: attempts, made once, and what is read from and written to the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from temporalio import activity
from temporalio.exceptions import ApplicationError

from duotone.contract.offloading import offload
from duotone.errors import CutOff, DuotoneError, LogClosed, Unbound
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.binding import Bound
from duotone.runtime.bindings import Bindings
from duotone.runtime.calling import Callees
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.records import Step
from duotone.runtime.engines.attempting import Attempting, Claim, attempt_to_json, draft_from
from duotone.runtime.engines.jobs import WorkflowJob
from duotone.runtime.engines.passing import PASSING
from duotone.runtime.engines.temporal import orders
from duotone.runtime.events import Append, Draft, Event, Expected
from duotone.runtime.workflow import from_json

__all__ = ["Activities", "beat_on", "is_lost", "refusing"]

_PASSING = (*PASSING, CutOff, LogClosed, Unbound)
"""What may be over when it is tried again, here or by another worker."""
_LATELY = 1_000
"""For how many runs the log is not asked again what they call."""


class Activities:
    """The activities of one runtime."""

    def __init__(self, ground: AsyncEngine, heartbeat: float, on_cut_off: Callable[[CutOff], None]) -> None:
        """Let `on_cut_off` know once others hold this process for dead."""
        self.jobs: dict[str, WorkflowJob] = {}
        """The runs that this process has asked for, with units that it alone may have."""
        self._ground = ground
        self._log = ground.log
        self._beat = heartbeat / 4
        self._attempting = Attempting(ground.log, ground.pool, ground.gate)
        self._on_cut_off = on_cut_off
        self._known: dict[str, Callees] = {}
        """What each definition calls."""
        self._lately: dict[str, Callees] = {}
        """What the runs call that had attempts made here last; a run keeps its definition."""

    @property
    def all(self) -> Sequence[Callable[..., Any]]:
        """All of them, to be registered."""
        return [self.attempt, self.settle, self.write, self.take_over, self.read]

    @activity.defn(name=orders.ATTEMPT)
    async def attempt(self, data: dict[str, Any]) -> dict[str, Any]:
        """Make an attempt, and return how it ended."""
        claim = orders.claim_from(data)
        with refusing(self._on_cut_off):
            bound = await self._bound(claim)
            beating = asyncio.get_running_loop().create_task(beat_on(self._beat))
            try:
                return attempt_to_json(await self._attempting.make(claim, bound, is_lost))
            finally:
                beating.cancel()

    @activity.defn(name=orders.SETTLE)
    async def settle(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return how an attempt ended that nobody is at any more."""
        with refusing(self._on_cut_off):
            return attempt_to_json(await self._attempting.settle(orders.claim_from(data)))

    @activity.defn(name=orders.WRITE)
    async def write(self, data: dict[str, Any]) -> None:
        """Write what has happened and no attempt has taken along."""
        drafts = [draft_from(one) for one in data["drafts"]]
        seq, expected = (0, None) if data["is_first"] else (None, Expected(data["run"], data["fence"]))
        with refusing(self._on_cut_off):
            await self._log.append(Append(data["session"], drafts, seq, expected, data["key"]))

    @activity.defn(name=orders.TAKE_OVER)
    async def take_over(self, data: dict[str, Any]) -> dict[str, Any]:
        """Claim a run that nobody drives, once for each workflow, and return its events and the fence of the claim."""
        with refusing(self._on_cut_off):
            row = await self._ground.row(data["run"])
            key = f"{row.run}/claim/{data['key']}"
            events, fence = await self._ground.claim(row, owner=data["owner"], key=key)
            return {"events": [orders.event_to_json(event) for event in events], "fence": fence}

    @activity.defn(name=orders.READ)
    async def read(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the events of a run that goes on in another workflow."""
        events = await self._log.read_run(data["run"])
        return {"events": [orders.event_to_json(event) for event in events], "fence": data["fence"]}

    # -- what is called -------------------------------------------------------------------------------------------

    async def _bound(self, claim: Claim) -> Bound:
        """Return what an attempt calls; raises `Unbound` where this process doesn't have it, and others may."""
        run, call = claim.run, claim.call
        job = self.jobs.get(run)
        callees = self._callees_of(claim) if job is None else job.callees
        found = callees if isinstance(callees, Callees) else await callees
        units = self._ground.units if job is None else job.units
        if call.is_undo:  # which may be a function that was not looked for yet
            return await offload(Bindings(run, units, await self._steps(run), found.bound, found.unit_at), call)
        return found.bound(call)

    async def _callees_of(self, claim: Claim) -> Callees:
        found = self._lately.get(claim.run)
        if found is None:
            found = self._lately[claim.run] = await self._defined(claim)
            if len(self._lately) > _LATELY:
                del self._lately[next(iter(self._lately))]
        return found

    async def _defined(self, claim: Claim) -> Callees:
        begun = await self._begun(claim)
        known = self._known.get(begun["definition"])
        if known is None:
            from duotone.runtime._async.workflows import AsyncWorkflows, How  # noqa: PLC0415  # it knows the port

            known = AsyncWorkflows(self._ground).callees(from_json(begun["spec"]), How())
            await offload(known.check)
            self._known[begun["definition"]] = known
        return known

    async def _begun(self, claim: Claim) -> Any:
        """Return the data with which a run has begun."""
        first: Sequence[Draft | Event] = (
            claim.before if claim.is_first else await self._log.read_run(claim.run, limit=1)
        )
        return first[0].data

    async def _steps(self, run: str) -> _Steps:
        course = Course()
        for event in await self._log.read_run(run):
            course.apply(event)
        return _Steps(course)


class _Steps:
    """The steps of a run as its events tell them."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def step(self, name: str) -> Step:
        return self._course.steps[name]


class refusing:  # noqa: N801  # a block that is entered
    """Tell Temporal which errors would be the same again; others may be over soon, or another worker may do better."""

    def __init__(self, on_cut_off: Callable[[CutOff], None]) -> None:
        """Let `on_cut_off` know once nothing can be written here any more, so that only other workers can do better."""
        self._on_cut_off = on_cut_off

    def __enter__(self) -> None:
        """Have met none."""

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Raise what must not be tried again as such."""
        if isinstance(error, CutOff):
            self._on_cut_off(error)
        if isinstance(error, DuotoneError) and not isinstance(error, _PASSING):
            raise ApplicationError(str(error), type=type(error).__name__, non_retryable=True) from error


async def beat_on(seconds: float) -> None:
    """Let Temporal know that somebody is at it, as long as that is so; it knows that it has begun."""
    while True:
        await asyncio.sleep(seconds)
        activity.heartbeat()


def is_lost() -> bool:
    """Tell whether a cancellation is none of the run's wishes: the worker ends, or was given up."""
    details = activity.cancellation_details()
    return details is None or not details.cancel_requested
