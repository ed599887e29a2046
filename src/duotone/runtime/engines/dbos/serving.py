"""One runtime on DBOS: it begins drives and waits for them, and takes over those whose processes have died."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from duotone.contract.offloading import offload
from duotone.errors import BadEngine, BadUnit, CutOff, EngineDown, Unbound
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.recovering import UNFINISHED
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.engines.attempting import Attempting, draft_from, draft_to_json
from duotone.runtime.engines.bodies import Bodies
from duotone.runtime.engines.dbos import drives
from duotone.runtime.engines.dbos.bodies import BodyConductor
from duotone.runtime.engines.dbos.conductor import Conductor
from duotone.runtime.engines.dbos.host import Host, give_back, lent
from duotone.runtime.engines.dbos.plans import Plan, TurnPlan, WorkflowPlan
from duotone.runtime.engines.dbos.settings import DbosSettings
from duotone.runtime.engines.following import Follower, followed, waited
from duotone.runtime.engines.jobs import BodyJob, TurnJob, WorkflowJob
from duotone.runtime.engines.naming import scope_of
from duotone.runtime.engines.turning import TurnAttempts
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import RunRow
from duotone.runtime.log.addresses import Address
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.shielding import shielded
from duotone.runtime.standing import result_of
from duotone.runtime.workflow import from_json

__all__ = ["Serving"]

_Job: TypeAlias = WorkflowJob | TurnJob | BodyJob
P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)
_PAUSE = 0.2
"""Seconds between two looks for the drive that goes on with a run."""


class Serving:
    """What a runtime has open at DBOS."""

    def __init__(self, settings: DbosSettings, ground: AsyncEngine) -> None:
        """Be connected to nothing."""
        self._settings = settings
        self._ground = ground
        self._host: Host | None = None
        self._scope = ""
        self._bodies = Bodies(ground, "dbos")
        self._attempting = Attempting(ground.log, ground.pool, ground.gate)
        self._attempts = TurnAttempts(ground)
        self._followers: dict[str, Follower] = {}
        self._conductors: dict[str, Conductor | BodyConductor] = {}
        """Who drives runs here, by their runs."""
        self._handles: dict[str, drives.Handle] = {}
        """The drives that have begun here and not ended, by their names; on the loop of DBOS."""
        self._ends: set[asyncio.Future[str | None]] = set()
        """What waits for the ends of these drives, held until then."""
        self._watch: asyncio.Task[None] | None = None
        self._is_closing = asyncio.Event()
        self._refused: set[str] = set()
        self._is_cut_off = False
        """Whether others hold this process for dead, so that nothing that begins here could be written."""

    # -- open -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, and begin to look for runs of the dead; raises `EngineDown` and `BadEngine`."""
        address = self._settings.address or self._address_of_log()
        self._host = await offload(lent, address, self._settings.schema, self._settings.patience)
        self._scope = await scope_of(self._ground.log)
        self._watch = asyncio.get_running_loop().create_task(self._watch_on())

    def _address_of_log(self) -> Address:
        address = getattr(self._ground.log.store, "address", None)
        if not isinstance(address, Address):
            reason = "the log is none of PostgreSQL's; name the database: dbos+postgresql://user@host:5432/database"
            raise BadEngine("dbos", reason)
        return address

    async def close(self) -> None:
        """Drive nothing more; what is under way is taken over by others, or by the next one."""
        if self._watch is not None:
            self._is_closing.set()
            await asyncio.gather(self._watch, return_exceptions=True)
        host, self._host = self._host, None
        if host is not None:
            await host.do(self._leave)
            await offload(give_back, host)

    async def _leave(self) -> None:
        """Leave all runs to others; on the loop of DBOS."""
        for conductor in self._conductors.values():
            conductor.leave()
        ends = [asyncio.ensure_future(drives.ended(handle)) for handle in self._handles.values()]
        if ends:
            await asyncio.wait(ends)

    # -- conduct --------------------------------------------------------------------------------------------------

    async def conduct(self, job: WorkflowJob | BodyJob) -> RunResult:
        """Begin a run or go on with it, or join the wait for it if it is under way, and return how it stands then."""
        self._check_alive()
        begun: list[str] = []

        async def result() -> RunResult:
            if not begun:
                begun.append(await shielded(self._begun, job))
            return await self._result(job.run, begun[0])

        return await waited(self._ground, job, result)

    async def conduct_body(self, job: BodyJob) -> RunResult:
        """Have the function of a saga called here, or join the wait for it if it is under way elsewhere."""
        self._bodies.jobs[job.run] = job
        try:
            return await self.conduct(job)
        finally:
            if self._bodies.jobs.get(job.run) is job:
                del self._bodies.jobs[job.run]

    async def conduct_turn(self, job: TurnJob) -> None:
        """Drive a turn here until it has ended or stands still; who is cancelled meanwhile wants it to stand still."""
        self._check_alive()
        await followed(self._ground, job, self._followers, partial(self._taken, job))

    def _check_alive(self) -> None:
        if self._is_cut_off:
            raise CutOff(self._ground.owner)

    async def _taken(self, job: TurnJob) -> None:
        name = await shielded(self._begun, job)
        try:
            await self._result(job.run, name)
        except asyncio.CancelledError as error:
            await shielded(self._interrupted, job, name, error)
            raise

    async def _interrupted(self, job: TurnJob, name: str, error: BaseException) -> None:
        draft = Draft("signal.interrupt", {"by": "caller", "reason": type(error).__name__}, job.run)
        await self._ground.log.append(Append(job.session, [draft]))
        await self.tell(job.run)
        await self._result(job.run, name)

    async def _begun(self, job: _Job) -> str:
        """Return the drive of a run: the one that is under way, or else a new one here."""
        dead: list[drives.Drive] = []
        number = 0
        if job.row is not None:
            for found in await self._at_dbos(drives.driving, self._name(job.run)):
                if await self._is_alive(found):
                    return found.name
                dead.append(found)
            number = max(job.row.fence, *(one.number + 1 for one in dead), 0)
        first = [draft_to_json(draft) for draft in job.first] if isinstance(job, WorkflowJob) else []  # or in the log
        order = {"run": job.run, "session": job.session, "first": first}
        while True:
            name = self._name(job.run, number)
            conductor = await self._conductor(name, job)
            if await self._at_dbos(self._begin, name, order, conductor):
                break
            known = await self._at_dbos(drives.find, name)
            if known.is_active:
                if await self._is_alive(known):
                    return name
                dead.append(known)
            elif job.row is None and await self._ground.log.run(job.run) is not None:
                return name  # somebody has begun and ended it meanwhile
            number += 1
        for one in dead:
            await self._at_dbos(drives.call_off, one.name)
        return name

    async def _conductor(self, name: str, job: _Job) -> Conductor | BodyConductor:
        on_called_off = partial(self._go_on, name, job)
        if isinstance(job, BodyJob):
            return BodyConductor(job, self._bodies, on_called_off)
        return Conductor(await self._plan(job), self._ground, on_called_off)

    async def _plan(self, job: WorkflowJob | TurnJob) -> Plan:
        if isinstance(job, WorkflowJob):
            return WorkflowPlan(job, self._attempting)
        [begun] = job.first[:1] or await self._ground.log.read_run(job.run, limit=1)
        data: Any = begun.data
        limits, follower = Limits.from_json(data["limits"]), self._followers.get(job.run)
        return TurnPlan(job, limits, self._attempts, None if follower is None else follower.catch_up)

    async def _begin(self, name: str, order: dict[str, Any], conductor: Conductor | BodyConductor) -> bool:
        """Begin a drive, and say whether it is one of ours; on the loop of DBOS."""
        handle = await drives.begin(name, self._ground.owner, order, conductor.drive)
        if handle is None:
            return False
        self._conductors[order["run"]] = conductor
        self._handles[name] = handle
        ended = asyncio.ensure_future(drives.ended(handle))
        self._ends.add(ended)
        ended.add_done_callback(partial(self._forget, name, order["run"], conductor))
        return True

    def _forget(
        self, name: str, run: str, conductor: Conductor | BodyConductor, ended: asyncio.Future[str | None]
    ) -> None:
        self._ends.discard(ended)
        del self._handles[name]
        self._is_cut_off |= conductor.was_cut_off
        if self._conductors.get(run) is conductor:
            del self._conductors[run]
        problem = None if ended.cancelled() else ended.result()
        if problem is not None:
            _log.warning("a drive of run %r has ended without the run: %s", run, problem)

    async def _result(self, run: str, name: str) -> RunResult:
        """Return how a run stands once its drive has ended, or the one that goes on where that was called off."""
        while True:
            try:
                return await self._at_dbos(self._ended, run, name)
            except drives.CalledOff:
                pass
            except EngineDown:
                if self._is_closing.is_set():
                    raise  # otherwise this process was cut off, and others go on with it
            while name := await self._successor(run):
                break
            else:
                return result_of(run, await self._ground.log.read_run(run))

    async def _ended(self, run: str, name: str) -> RunResult:
        return await drives.result(run, self._handles.get(name) or name)

    async def _successor(self, run: str) -> str:
        """Return the drive that goes on with a run; none once it has ended, or waits."""
        while True:
            found = await self._at_dbos(drives.driving, self._name(run))
            if found:
                return found[0].name
            row = await self._ground.log.run(run)
            if row is not None and (Status(row.status).is_final or row.status == Status.WAITING):
                return ""
            await asyncio.sleep(_PAUSE)

    async def _go_on(self, name: str, job: _Job) -> None:
        """Go on with a run whose drive here DBOS has called off, unless somebody else does that.

        Then somebody has cancelled the workflow at DBOS itself, and means the run.
        """
        others = [one for one in await self._at_dbos(drives.driving, self._name(job.run)) if one.name != name]
        row = await self._ground.log.run(job.run)
        if others or row is None or Status(row.status).is_final:
            return
        await self._note_cancelled(row, name)
        await self._at_dbos(drives.call_off, name)
        await self._begun(_gone_on_with(job, row))

    async def _note_cancelled(self, row: RunRow, name: str) -> None:
        draft = Draft("signal.cancel", {"by": "dbos", "reason": "its workflow was cancelled"}, row.run)
        await self._ground.log.append(Append(row.session, [draft], key=f"{name}/cancelled"))

    # -- those of the dead ----------------------------------------------------------------------------------------

    async def _watch_on(self) -> None:
        """Look for runs whose processes have died, from time to time, unless this one is held for dead itself."""
        while not self._is_closing.is_set() and not self._is_cut_off:
            try:
                active = await self._at_dbos(drives.active, f"{self._scope}/")
                for found in active:
                    if not self._ground.gate.is_closed and not await self._is_alive(found):
                        await self._take_over(found.name)
                await self._end_cancelled({found.run for found in active})
            except Exception as error:  # noqa: BLE001  # whatever it is, others may have left runs that can go on
                _log.warning("DBOS or the log can't be asked for runs that were left, and will be again: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_closing.wait(), self._settings.look)

    async def _end_cancelled(self, driven: set[str]) -> None:
        """Let runs end that somebody has cancelled at DBOS while nobody was at them, who could have seen it."""
        for row in await self._ground.log.runs(status=UNFINISHED):
            name = self._name(row.run)
            if row.owner != self._ground.port.owner or name in driven:
                continue
            found = await self._at_dbos(drives.last, name)
            if found is not None and found.is_cancelled and not await self._is_seen_to(row.run, found):
                await self._note_cancelled(row, found.name)
                await self._take_over(found.name)

    async def _is_seen_to(self, run: str, found: drives.Drive) -> bool:
        """Tell whether whoever drove a run that was cancelled is there to see it."""
        if found.owner == self._ground.owner:
            return run in self._conductors
        return await self._ground.log.is_alive(found.owner)

    async def _take_over(self, name: str) -> None:
        """Go on with a run whose process has died, if this one has what it calls."""
        order = await self._at_dbos(drives.order_of, name)
        row = await self._ground.log.run(order["run"])
        if row is not None and Status(row.status).is_final:
            await self._at_dbos(drives.call_off, name)
            return
        try:
            job = await self._job_of(order, row)
        except (Unbound, BadUnit) as error:
            if name not in self._refused:
                self._refused.add(name)
                _log.warning("run %r was left, and can't go on here: %s", order["run"], error)
            return
        _log.info("run %r was left, and goes on here", order["run"])
        await self._begun(job)

    async def _job_of(self, order: dict[str, Any], row: RunRow | None) -> _Job:
        """Return what it takes to go on with a run, or to begin one that is not in the log yet."""
        if row is not None and row.kind == "saga":
            await self._bodies.check(row)
            return BodyJob(run=row.run, row=row)
        if row is not None and row.kind == "turn":
            return TurnJob(run=row.run, setting=self._attempts.setting(row), row=row)
        from duotone.runtime._async.workflows import AsyncWorkflows, How  # noqa: PLC0415  # it knows the port

        first = [draft_from(one) for one in order["first"]]
        begun: Any = first[0].data if row is None else (await self._ground.log.read_run(row.run, limit=1))[0].data
        definition = from_json(begun["spec"])
        callees = AsyncWorkflows(self._ground).callees(definition, How())
        await offload(callees.check)
        return WorkflowJob(
            run=order["run"],
            session=order["session"],
            definition=definition,
            inputs=begun["inputs"],
            callees=callees,
            units=self._ground.units,
            first=first if row is None else (),
            row=row,
            limit=definition.timeout,
        )

    async def _is_alive(self, found: drives.Drive) -> bool:
        return found.owner == self._ground.owner or await self._ground.log.is_alive(found.owner)

    # -- signals and questions ------------------------------------------------------------------------------------

    async def tell(self, run: str) -> None:
        """Let the drive of a run look at the log, if it is one of ours; those of others look by themselves."""
        conductor = self._conductors.get(run)
        if conductor is not None:
            self._opened.loop.call_soon_threadsafe(conductor.heed)

    async def is_driving(self, row: RunRow) -> bool:
        """Ask DBOS whether a run has a drive, and the log whether its process lives."""
        found = await self._at_dbos(drives.driving, self._name(row.run))
        return any([await self._is_alive(one) for one in found])

    def _name(self, run: str, number: int | None = None) -> str:
        """Return the name of a drive, or that of its run: several logs may use one database."""
        return f"{self._scope}/{run}" if number is None else f"{self._scope}/{run}/{number}"

    @property
    def _opened(self) -> Host:
        if self._host is None:
            raise EngineDown("dbos", "the runtime is not open")
        return self._host

    async def _at_dbos(self, function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._opened.do(function, *args, **kwargs)


def _gone_on_with(job: _Job, row: RunRow) -> _Job:
    """Return what it takes to go on with a run that stands so."""
    if isinstance(job, WorkflowJob):
        return replace(job, row=row, first=())
    return replace(job, row=row, first=()) if isinstance(job, TurnJob) else replace(job, row=row)
