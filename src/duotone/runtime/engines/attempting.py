"""An attempt of a step on whichever worker it lands: made once, however often an engine asks for it.

The key of an attempt in the log decides. Who writes its start under that key makes the attempt; whoever comes later
gives back how it ended, and where that is not written says that nobody knows, which is then the end: what the first
one gives after that came late. Who settles an attempt that may never have begun writes its end under the same key, so
that it can't begin any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from duotone.contract.workers import Pool
from duotone.errors import RunTaken
from duotone.runtime.binding import Bound
from duotone.runtime.crew import AsyncCrew
from duotone.runtime.drafts import call_ended, came_late
from duotone.runtime.drivers.runs import fault_of
from duotone.runtime.engines.claims import Claim, open_within
from duotone.runtime.engines.passing import tried_for
from duotone.runtime.events import Append, Draft, Event, Expected, Json, Repeated
from duotone.runtime.lateness import late_writer
from duotone.runtime.log import AsyncLog
from duotone.runtime.outcomes import Attempt, Fault, Outcome
from duotone.runtime.parking import Gate
from duotone.runtime.shielding import shielded

__all__ = ["Attempting", "Claim", "attempt_from", "attempt_of", "attempt_to_json", "draft_from", "draft_to_json"]

_DEFINITE = frozenset({Outcome.OK, Outcome.FAILED})
_PATIENCE = 60.0
"""Seconds for which the end of an attempt is kept for a log that is away; after that nobody knows how it ended."""


class Attempting:
    """The attempts that a worker makes on one log."""

    def __init__(self, log: AsyncLog, pool: Pool | None, gate: Gate | None = None) -> None:
        """Make no more once the gate is closed, since the process is about to end."""
        self._log = log
        self._pool = pool
        self._gate = gate or Gate()

    async def make(
        self,
        claim: Claim,
        bound: Bound,
        is_lost: Callable[[], bool],
        on_begun: Callable[[Event], Awaitable[None]] | None = None,
    ) -> Attempt:
        """Make an attempt, unless somebody has begun it before; returns how it ended, which is in the log then.

        `is_lost` is asked when it was cancelled, and says whether that is because nobody waits for it here any more:
        then its end is left open, and the cancellation is raised. `on_begun` is told of its start before it is made.
        """
        async with self._gate.passed(claim.run):
            return await self._made(claim, bound, is_lost, on_begun)

    async def _made(
        self,
        claim: Claim,
        bound: Bound,
        is_lost: Callable[[], bool],
        on_begun: Callable[[Event], Awaitable[None]] | None,
    ) -> Attempt:
        begun = await self._begin(claim, claim.started)
        if isinstance(begun, Repeated):
            return await self._known(claim, begun)
        if on_begun is not None:
            await on_begun(begun[-1])
        attempt, interruption = await self._called(claim, bound)
        if interruption is not None and is_lost() and attempt.outcome not in _DEFINITE:
            raise interruption
        return await shielded(self._end, claim, attempt)

    async def settle(self, claim: Claim, fault: Fault | None = None) -> Attempt:
        """Return how an attempt ended that nobody is at any more; one that has not begun is refused for good."""
        fault = fault or Fault("Cancelled", "it was stopped before it began", is_retryable=False)
        never = Attempt(claim.call.step, claim.call.number, Outcome.REFUSED, fault=fault, is_undo=claim.call.is_undo)
        begun = await self._begin(claim, claim.started, call_ended(claim.run, never))
        return await self._known(claim, begun) if isinstance(begun, Repeated) else never

    async def _begin(self, claim: Claim, *drafts: Draft) -> Sequence[Event]:
        """Write drafts under the key of the attempt, after what has happened before it."""
        return await self._append(claim, [*claim.before, *drafts], claim.key, is_first=claim.is_first)

    async def _append(self, claim: Claim, drafts: Sequence[Draft], key: str, *, is_first: bool = False) -> list[Event]:
        seq, expected = (0, None) if is_first else (None, Expected(claim.run, claim.fence))
        return await self._log.append(Append(claim.session, drafts, seq, expected, key))

    async def _known(self, claim: Claim, begun: Sequence[Event]) -> Attempt:
        """Return how an attempt has ended that was begun elsewhere; if nobody has said so, nobody knows."""
        last = begun[-1]
        if last.kind.endswith(".ended"):
            return attempt_of(last)
        unknown = Attempt(claim.call.step, claim.call.number, Outcome.UNKNOWN, is_undo=claim.call.is_undo)
        [ended] = await self._append(claim, [call_ended(claim.run, unknown)], f"{claim.key}/end")
        if attempt_of(ended).outcome is Outcome.UNKNOWN:
            await self._end_within(claim, begun[-1].id)
        return attempt_of(ended)

    async def _end_within(self, claim: Claim, after: int) -> None:
        """Let the calls inside of an attempt that was given up have an end, each under its key, so that it is one."""
        for draft in open_within(await self._log.read_run(claim.run, after=after), claim):
            await self._append(claim, [draft], f"{claim.key_within(draft.data)}/end")

    async def _called(self, claim: Claim, bound: Bound) -> tuple[Attempt, BaseException | None]:
        crew = AsyncCrew(claim.run, on_late=late_writer(self._log.store, claim.session, claim.run), pool=self._pool)
        crew.may_go_alone = False  # so that what doesn't heed its cancellation is left behind
        crew.start(claim.call, bound)
        attempt = None
        while attempt is None:
            attempt = await crew.next()
        if isinstance(crew.interruption, asyncio.CancelledError):
            task = asyncio.current_task()
            assert task is not None
            task.uncancel()
        return attempt, crew.interruption

    async def _end(self, claim: Claim, attempt: Attempt) -> Attempt:
        """Write how an attempt ended, once the log is there; who was given up meanwhile by somebody else came late."""
        try:
            drafts = [call_ended(claim.run, attempt)]
            [ended] = written = await tried_for(_PATIENCE, self._append, claim, drafts, f"{claim.key}/end")
        except RunTaken:
            await self._come_late(claim, attempt)
            raise
        if isinstance(written, Repeated):
            await self._come_late(claim, attempt)
            return attempt_of(ended)
        return attempt

    async def _come_late(self, claim: Claim, attempt: Attempt) -> None:
        if attempt.outcome in _DEFINITE:
            await self._log.append(Append(claim.session, [came_late(claim.run, attempt)]))


def attempt_of(ended: Event) -> Attempt:
    """Return the attempt that `step.ended` or `undo.ended` tells of."""
    data: Any = ended.data
    outcome, fault = Outcome(data["outcome"]), fault_of(data.get("fault"))
    is_undo = ended.kind == "undo.ended"
    seconds, had_effect = data.get("seconds", 0.0), data.get("had_effect", False)
    return Attempt(data["step"], data["attempt"], outcome, data.get("result"), fault, seconds, had_effect, is_undo)


def attempt_to_json(attempt: Attempt) -> dict[str, Any]:
    """Return an attempt as data."""
    fault = None if attempt.fault is None else attempt.fault.to_json()
    named = {name: getattr(attempt, name) for name in Attempt.__slots__}
    return {**named, "outcome": attempt.outcome.value, "fault": fault}


def attempt_from(data: Mapping[str, Any]) -> Attempt:
    """Return what `attempt_to_json` has written."""
    named: dict[str, Any] = {**data, "outcome": Outcome(data["outcome"]), "fault": fault_of(data["fault"])}
    return Attempt(**named)


def draft_to_json(draft: Draft) -> dict[str, Json]:
    """Return a draft as data."""
    return {"kind": draft.kind, "data": draft.data, "run": draft.run}


def draft_from(data: Mapping[str, Any]) -> Draft:
    """Return what `draft_to_json` has written."""
    return Draft(data["kind"], data["data"], data["run"])
