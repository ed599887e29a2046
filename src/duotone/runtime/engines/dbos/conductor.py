"""One run as a drive at DBOS: the shell and the driver of every engine, on the loop of DBOS.

Each attempt is a step there. What users have written runs on the loop of their runtime, and so does the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS

from duotone.errors import CutOff
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.shell import AsyncShell, Drive
from duotone.runtime.crew.async_crew import LOOK
from duotone.runtime.engines.attempting import Attempting, Claim
from duotone.runtime.engines.conducting import Ledger, Mission
from duotone.runtime.engines.dbos.drives import REFUSALS, CalledOff
from duotone.runtime.engines.dbos.errands import Errand, done_on
from duotone.runtime.engines.dbos.plans import Made, Plan
from duotone.runtime.engines.passing import until_done
from duotone.runtime.engines.results import result_to_json, standing_of
from duotone.runtime.events import Append, Draft, Event, Expected
from duotone.runtime.outcomes import Attempt
from duotone.runtime.shielding import shielded

__all__ = ["Conductor"]

P = ParamSpec("P")
T = TypeVar("T")


class Conductor:
    """Drives one run here; made on the loop of its runtime, and working on that of DBOS."""

    def __init__(self, plan: Plan, ground: AsyncEngine, on_called_off: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have done nothing; `on_called_off` is called at home when DBOS takes nothing more from this drive."""
        self.is_left = False
        """Whether the runtime is about to close, and the run goes on elsewhere."""
        self.was_cut_off = False
        """Whether others hold this process for dead, and go on with the run."""
        self.job = plan.job
        self._plan = plan
        self._ground = ground
        self._on_called_off = on_called_off
        self._home = asyncio.get_running_loop()
        self._attempting = Attempting(ground.log, ground.pool)
        self._ledger = Ledger()
        self._task: asyncio.Task[Any] | None = None
        self._shell: AsyncShell | None = None
        self._flights: set[_Flight] = set()
        self._bell: asyncio.Future[None] | None = None
        self._is_due = False
        self._last = 0

    # -- on the loop of DBOS --------------------------------------------------------------------------------------

    async def drive(self) -> dict[str, Any]:
        """Drive the run until nothing is left to do but to wait, and return how it stands."""
        self._task = asyncio.current_task()
        if self.is_left:
            raise asyncio.CancelledError
        try:
            shell, crew = await self._prepared()
            await shell.advance(_never)
            await crew.flush()
        except CalledOff as error:
            await self._land_all()
            await self.at_home(self._on_called_off)
            raise error.cause from None
        except CutOff as error:
            # Others go on with the run, or will. DBOS is told of no end, so that they find it there.
            self.was_cut_off = True
            await shielded(self._land_all)
            raise asyncio.CancelledError from error
        except BaseException:
            await shielded(self._land_all)
            raise
        return result_to_json(standing_of(shell))

    async def _prepared(self) -> tuple[AsyncShell, Mission]:
        """Return the shell of the run, which knows how far it has come, and its crew."""
        job, plan = self.job, self._plan
        events, fence = (plan.begun, 1) if job.row is None else await self.at_home(until_done, self._claimed)
        crew = Mission(job.run, job.session, fence, self._ledger, _Remote(self, fence))
        crew.is_first = not events
        drive = Drive(job.run, job.session, self._ground.room, clock=self.time)
        shell = AsyncShell(drive, self._ledger, plan.driver, plan.bound, crew)
        if events:
            shell.take_over(list(events), fence)
            self._ledger.follow(events)
            self._last = events[-1].id
        for draft in plan.first(self.time()):
            shell.note(draft)
        shell.deadline = plan.deadline
        self._shell = shell
        return shell, crew

    async def _land_all(self) -> None:
        """Let everything end that is under way."""
        for flight in self._flights:
            flight.cancel()
        while self._flights:
            await asyncio.wait({flight.landed for flight in self._flights})

    def begin(self, claim: Claim) -> _Flight:
        """Have an attempt made."""
        flight = _Flight(self, claim)
        self._flights.add(flight)
        return flight

    def land(self, flight: _Flight) -> None:
        """Let an attempt have ended; whoever waits is told once that has been taken in."""
        self._flights.discard(flight)
        asyncio.get_running_loop().call_soon(self._ring)

    async def wait(self, condition: Callable[[], bool], seconds: float | None) -> None:
        """Wait until something holds, or the time has passed; looks at the log meanwhile."""
        until = None if seconds is None else monotonic() + seconds
        while not condition() and (until is None or monotonic() < until):
            left = LOOK if until is None else min(LOOK, until - monotonic())
            is_rung = await self._rung(left)
            if self._is_due or (not is_rung and left == LOOK):
                await self._look()

    async def _rung(self, seconds: float) -> bool:
        if self._is_due:
            return True
        bell = self._bell = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait({bell}, timeout=seconds)
        finally:
            self._bell = None
        return bell.done()

    def _ring(self) -> None:
        if self._bell is not None and not self._bell.done():
            self._bell.set_result(None)

    async def _look(self) -> None:
        """Take in what others have written about the run."""
        self._is_due = False
        for event in await self.at_home(until_done, self._news):
            self._last = event.id
            if event.kind.startswith("signal.") or event.kind in {"step.late", "undo.late"}:
                assert self._shell is not None
                self._ledger.receive(event.session, Draft(event.kind, event.data, event.run))
                self._shell.tell()

    async def at_home(self, function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something on the loop of the runtime."""
        return await done_on(self._home, function, *args, **kwargs)

    def errand(self, claim: Claim) -> Errand[Made]:
        """Have an attempt made on the loop of the runtime."""
        make = self._plan.making(claim)
        return Errand(self._home, lambda: until_done(make, self._is_lost))

    def take_in(self, made: Made) -> Attempt:
        """Know of what was called inside of an attempt, and return how that ended."""
        attempt, within = made
        for draft in within:
            self._plan.driver.apply(draft)
        return attempt

    def _is_lost(self) -> bool:
        return self.is_left

    async def settled(self, claim: Claim) -> Attempt:
        """Return how an attempt ended that was stopped, and may never have begun."""
        return await self.at_home(until_done, self._attempting.settle, claim)

    # -- on the loop of the runtime -------------------------------------------------------------------------------

    async def write(self, append: Append) -> None:
        """Write what no attempt takes along."""
        await until_done(self._ground.log.append, append)

    async def _claimed(self) -> tuple[list[Event], int]:
        row = self.job.row
        assert row is not None
        return await self._ground.claim(row, owner=self._ground.port.owner)

    async def _news(self) -> list[Event]:
        return await self._ground.log.read_run(self.job.run, after=self._last)

    def time(self) -> float:
        """Return what time it is for the log; from any thread."""
        return self._ground.log.time()

    # -- from any thread ------------------------------------------------------------------------------------------

    def heed(self) -> None:
        """Look at what somebody has written; on the loop of DBOS."""
        self._is_due = True
        self._ring()

    def leave(self) -> None:
        """Drive no further, and leave the run to others; on the loop of DBOS."""
        self.is_left = True
        if self._task is not None:
            self._task.cancel()


class _Remote:
    """What the crew of a run asks of DBOS."""

    def __init__(self, conductor: Conductor, fence: int) -> None:
        self._conductor = conductor
        self._fence = fence

    def fly(self, claim: Claim) -> _Flight:
        return self._conductor.begin(claim)

    async def write(self, drafts: Sequence[Draft], key: str, *, is_first: bool) -> None:
        conductor, job = self._conductor, self._conductor.job
        seq, expected = (0, None) if is_first else (None, Expected(job.run, self._fence))
        await conductor.at_home(conductor.write, Append(job.session, drafts, seq, expected, key))

    async def wait(self, condition: Callable[[], bool], seconds: float | None) -> None:
        await self._conductor.wait(condition, seconds)

    def time(self) -> float:
        return self._conductor.time()


class _Flight:
    """An attempt as a step of DBOS, which keeps how it ended; what it gave is in the log."""

    def __init__(self, conductor: Conductor, claim: Claim) -> None:
        self.landed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._conductor = conductor
        self._claim = claim
        self._errand: Errand[Made] | None = None
        self._attempt: Attempt | None = None
        self._is_unwanted = False

    def cancel(self) -> None:
        self._is_unwanted = True
        if self._errand is not None:
            self._errand.cancel()

    async def result(self) -> Attempt:
        call = self._claim.call
        name = f"undo of {call.step}" if call.is_undo else call.step
        try:
            await DBOS.run_step_async({"name": name, "preemptible": True}, self._made)
        except REFUSALS as error:
            raise CalledOff(error) from error
        finally:
            self.landed.set_result(None)
            self._conductor.land(self)
        assert self._attempt is not None
        return self._attempt

    async def _made(self) -> dict[str, Any]:
        if self._is_unwanted and self._conductor.is_left:
            raise asyncio.CancelledError  # it has not begun, and is for whoever goes on
        self._attempt = await (self._conductor.settled(self._claim) if self._is_unwanted else self._flown())
        return {"outcome": self._attempt.outcome.value, "key": self._claim.key}

    async def _flown(self) -> Attempt:
        errand = self._errand = self._conductor.errand(self._claim)
        try:
            return self._conductor.take_in(await errand.result())
        except asyncio.CancelledError:
            if not errand.was_cancelled:  # DBOS ends this step, so what it does has to end before
                errand.cancel()
                await asyncio.wait({asyncio.ensure_future(errand.result())})
                raise
        if self._conductor.is_left:
            raise asyncio.CancelledError
        return await self._conductor.settled(self._claim)


def _never() -> bool:
    return False
