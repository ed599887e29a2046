"""What a drive at DBOS goes by: what decides on the run, and what is done for it on the loop of its runtime."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias

from duotone.runtime import workflow as language
from duotone.runtime.binding import Bound
from duotone.runtime.bindings import Bindings
from duotone.runtime.calling import shape_of
from duotone.runtime.commands import Call, Driver
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.conversation.states import State
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.engines.attempting import Attempting
from duotone.runtime.engines.casts import Cast, cast_of
from duotone.runtime.engines.claims import Claim
from duotone.runtime.engines.jobs import TurnJob, WorkflowJob, first_of
from duotone.runtime.engines.turning import TurnAttempts
from duotone.runtime.events import Draft, Event
from duotone.runtime.outcomes import Attempt

__all__ = ["Made", "Plan", "TurnPlan", "WorkflowPlan"]

Made: TypeAlias = tuple[Attempt, Sequence[Draft]]
"""How an attempt ended, and what was called inside of it."""
_Making: TypeAlias = Callable[[Callable[[], bool]], Coroutine[Any, Any, Made]]
"""Makes an attempt, unless it was made before; is told how to find out whether anybody still waits for it."""


class Plan(Protocol):
    """One drive of a run."""

    @property
    def job(self) -> WorkflowJob | TurnJob:
        """What was asked for."""
        ...

    @property
    def driver(self) -> Driver:
        """What decides."""
        ...

    @property
    def begun(self) -> Sequence[Event]:
        """What the log has of a run that has just begun."""
        ...

    @property
    def deadline(self) -> float | None:
        """When the run is to have ended."""
        ...

    def bound(self, call: Call) -> Bound:
        """Return what a call means."""
        ...

    def first(self, now: float) -> Sequence[Draft]:
        """Return what is noted first."""
        ...

    def making(self, claim: Claim) -> _Making:
        """Return what makes an attempt."""
        ...


class WorkflowPlan:
    """A drive of a workflow."""

    def __init__(self, job: WorkflowJob, attempting: Attempting) -> None:
        """Let a driver of its own decide."""
        self.job = job
        self.driver = WorkflowDriver(shape_of(job.definition), job.inputs, language, terms=job.callees.terms)
        self.begun: Sequence[Event] = ()
        self.bound = Bindings(job.run, job.units, self.driver, job.callees.bound, job.callees.unit_at)
        self._attempting = attempting

    @property
    def deadline(self) -> float | None:
        """That of the run."""
        return self.driver.course.run.deadline

    def first(self, now: float) -> Sequence[Draft]:
        """Return the beginning of a run, or that it is gone on with."""
        job = self.job
        return job.first if job.row is None else first_of(self.driver.course.run, now, job.limit, job.undone_by)

    def making(self, claim: Claim) -> _Making:
        """Return what calls a unit."""
        return partial(self._made, claim, self.bound(claim.call))

    async def _made(self, claim: Claim, bound: Bound, is_lost: Callable[[], bool]) -> Made:
        return await self._attempting.make(claim, bound, is_lost), ()


class TurnPlan:
    """A drive of a turn: contracts as data, since what the agent is may belong to another loop."""

    def __init__(
        self,
        job: TurnJob,
        limits: Limits,
        attempts: TurnAttempts,
        on_begun: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Let a driver of its own decide, within the limits that the turn has begun with.

        `on_begun` is called once a step of the agent has begun.
        """
        self.job = job
        self._cast = Cast.from_json(cast_of(job.setting))
        self.driver = self._cast.driver(limits)
        self.begun = job.first
        self._attempts = attempts
        self._on_begun = on_begun

    @property
    def deadline(self) -> float | None:
        """That of the turn."""
        return self.driver.until

    def bound(self, call: Call) -> Bound:
        """Return what a call means, as far as its events tell."""
        return self._cast.bound(self.driver, call)

    def first(self, now: float) -> Sequence[Draft]:
        """Return that a turn goes on which was paused."""
        return [self.driver.resumption(now)] if self.driver.state is State.PAUSED else []

    def making(self, claim: Claim) -> _Making:
        """Return what takes a step of the agent, or makes a call that it asks for."""
        return partial(self._made, claim)

    async def _made(self, claim: Claim, is_lost: Callable[[], bool]) -> Made:
        return await self._attempts.make(claim, self.job, is_lost, self._on_begun)
