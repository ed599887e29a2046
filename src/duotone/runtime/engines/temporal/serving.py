"""One runtime on Temporal: a client that begins runs and waits for them, and workers that carry them out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from importlib.metadata import version
from time import monotonic
from typing import Any

from temporalio.api.workflowservice.v1 import DescribeNamespaceRequest
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowFailureError, WorkflowHandle
from temporalio.common import WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.converter import DataConverter
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError, RPCStatusCode
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

from duotone.contract.offloading import offload
from duotone.errors import BadEngine, CutOff, DuotoneError, EngineDown, RunFailed, RunFinished, RunTaken
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.engines.attempting import draft_to_json
from duotone.runtime.engines.casts import cast_of
from duotone.runtime.engines.following import followed, waited
from duotone.runtime.engines.jobs import BodyJob, TurnJob, WorkflowJob
from duotone.runtime.engines.naming import scope_of
from duotone.runtime.engines.sheets import sheet_of
from duotone.runtime.engines.temporal import orders
from duotone.runtime.engines.temporal.activities import Activities
from duotone.runtime.engines.temporal.bodies import BodyActivities
from duotone.runtime.engines.temporal.conductor import Conductor
from duotone.runtime.engines.temporal.payloads import KeptInLog
from duotone.runtime.engines.temporal.sagas import SagaConductor
from duotone.runtime.engines.temporal.settings import TemporalSettings
from duotone.runtime.engines.temporal.turn_activities import TurnActivities
from duotone.runtime.engines.temporal.turns import TurnConductor
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult
from duotone.runtime.shielding import shielded

__all__ = ["Serving"]

_log = logging.getLogger(__name__)
_ROOM = 1_000
"""How many attempts a worker makes at once; those that only wait for an inner workflow count too."""
_PAUSE = 1.0
"""Seconds between two looks at a service that is down."""
_ANSWERS = frozenset(
    {
        RPCStatusCode.INVALID_ARGUMENT,
        RPCStatusCode.NOT_FOUND,
        RPCStatusCode.ALREADY_EXISTS,
        RPCStatusCode.PERMISSION_DENIED,
        RPCStatusCode.FAILED_PRECONDITION,
        RPCStatusCode.OUT_OF_RANGE,
        RPCStatusCode.UNIMPLEMENTED,
        RPCStatusCode.UNAUTHENTICATED,
    }
)
"""What a service says of the question itself. Anything else says that it was away, or has gone: a connection that
breaks in the middle of an answer is "unknown" or "internal" as often as "unavailable"."""


class Serving:
    """What a runtime has open at Temporal."""

    def __init__(self, settings: TemporalSettings, ground: AsyncEngine) -> None:
        """Be connected to nothing."""
        self._settings = settings
        self._ground = ground
        self._activities = Activities(ground, settings.heartbeat, self._end_work)
        self._turns = TurnActivities(ground, settings.heartbeat, self.tell, self._end_work)
        self._bodies = BodyActivities(ground, settings.heartbeat, self._end_work)
        self._client: Client | None = None
        self._workers: dict[str, tuple[Worker, asyncio.Task[None]]] = {}
        self._scope = ""
        self._cut_off: CutOff | None = None
        self._ending: list[asyncio.Task[None]] = []

    # -- open -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, and begin to work; waits for a service that is down, and raises `EngineDown` if it stays so."""
        self._scope = await scope_of(self._ground.log)
        self._client = await self._connected()
        await self._work_on(self._queue, [Conductor, TurnConductor, SagaConductor])

    async def _work_on(self, queue: str, workflows: Sequence[type] = ()) -> None:
        """Begin to work for a queue, unless that is done already."""
        if queue in self._workers:
            return
        worker = await offload(self._worker, queue, workflows)  # making one takes longer than a loop may stand still
        task = asyncio.get_running_loop().create_task(worker.run())
        task.add_done_callback(_report)
        self._workers[queue] = worker, task

    @property
    def _queue(self) -> str:
        return f"{self._settings.queue}-{self._scope}"

    @property
    def _own_queue(self) -> str:
        return f"{self._queue}-{self._ground.owner}"

    async def _connected(self) -> Client:
        settings, until = self._settings, monotonic() + self._settings.patience
        converter = DataConverter(payload_codec=KeptInLog(self._ground.log))
        while True:
            try:
                client = await Client.connect(settings.target, namespace=settings.namespace, data_converter=converter)
                await self._check_namespace(client)
            except (RuntimeError, RPCError) as error:
                if monotonic() > until:
                    raise EngineDown(settings.target, str(error)) from error
                _log.warning("Temporal at %s can't be reached, and is waited for: %s", settings.target, error)
                await asyncio.sleep(_PAUSE)
            else:
                return client

    async def _check_namespace(self, client: Client) -> None:
        try:
            request = DescribeNamespaceRequest(namespace=self._settings.namespace)
            await client.workflow_service.describe_namespace(request)
        except RPCError as error:
            if error.status not in _ANSWERS:
                raise
            if error.status is not RPCStatusCode.NOT_FOUND:
                raise EngineDown(self._settings.target, str(error)) from error
            name = self._settings.namespace
            remedy = f"it has no namespace {name!r}; make it: temporal operator namespace create -n {name}"
            raise BadEngine(self._settings.address, remedy) from error

    def _worker(self, queue: str, workflows: Sequence[type]) -> Worker:
        beat = timedelta(seconds=self._settings.heartbeat / 4)
        return Worker(
            self._opened,
            task_queue=queue,
            workflows=workflows,
            activities=[*self._activities.all, self._turns.attempt, self._bodies.call],
            workflow_runner=UnsandboxedWorkflowRunner(),
            workflow_failure_exception_types=[DuotoneError],
            build_id=f"duotone-{version('duotone')}",
            max_concurrent_activities=_ROOM,
            max_heartbeat_throttle_interval=beat,
            default_heartbeat_throttle_interval=beat,
            sticky_queue_schedule_to_start_timeout=timedelta(seconds=min(10.0, self._settings.heartbeat)),
        )

    async def close(self) -> None:
        """Take on nothing more; what is under way is gone on with by other workers, or by the next one."""
        workers, self._workers = self._workers, {}
        await asyncio.gather(*(worker.shutdown() for worker, _ in workers.values()), return_exceptions=True)
        await asyncio.gather(*(task for _, task in workers.values()), return_exceptions=True)

    def _end_work(self, error: CutOff) -> None:
        """Leave all work to others, who hold this process for dead: nothing that it does could be written."""
        if self._cut_off is None:
            self._cut_off = error
            _log.error("no work is taken on here any more: %s", error)
            loop = asyncio.get_running_loop()
            self._ending = [loop.create_task(worker.shutdown()) for worker, _ in self._workers.values()]

    # -- conduct --------------------------------------------------------------------------------------------------

    async def conduct(self, job: WorkflowJob) -> RunResult:
        """Begin a run or go on with it, or join the wait for it if it is under way, and return how it stands then."""
        self._activities.jobs[job.run] = job
        try:
            handle = await self._started(job)
            return await waited(self._ground, job, partial(self._result, handle, job.run))
        finally:
            self._activities.jobs.pop(job.run, None)

    async def _started(self, job: WorkflowJob) -> WorkflowHandle[Any, Any]:
        if job.own_units:
            await self._work_on(self._own_queue)
        order = orders.Order(
            job.run,
            job.session,
            self._ground.port.owner,
            sheet_of(job.definition, job.callees),
            [draft_to_json(draft) for draft in job.first],
            room=self._ground.room,
            asked=self._ground.log.time(),
            limit=job.limit,
            undone_by=job.undone_by,
            queue=self._own_queue if job.own_units else None,
            heartbeat=self._settings.heartbeat,
        )
        return await self._start(orders.WORKFLOW, order)

    async def _start(self, kind: str, order: orders.Order) -> WorkflowHandle[Any, Any]:
        if self._cut_off is not None:
            raise CutOff(self._cut_off.owner)
        with self._reached():
            return await self._opened.start_workflow(
                kind,
                order.to_json(),
                id=self._id(order.run),
                task_queue=self._queue,
                result_type=dict,
                id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE,
                id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
            )

    async def conduct_turn(self, job: TurnJob) -> None:
        """Let a turn be decided on at Temporal, its steps be taken here as long as this process lives, and wait."""
        await self._work_on(self._own_queue)
        self._turns.jobs[job.run] = job
        try:
            await followed(self._ground, job, self._turns.followers, partial(self._taken, job))
        finally:
            self._turns.jobs.pop(job.run, None)

    async def _taken(self, job: TurnJob) -> None:
        await self._awaited(await self._started_turn(job), job)

    async def _started_turn(self, job: TurnJob) -> WorkflowHandle[Any, Any]:
        order = orders.Order(
            job.run,
            job.session,
            self._ground.port.owner,
            cast_of(job.setting),
            room=self._ground.room,
            asked=self._ground.log.time(),
            queue=self._own_queue,
            heartbeat=self._settings.heartbeat,
            begun=[orders.event_to_json(event) for event in job.first],
        )
        return await self._start(orders.TURN, order)

    async def _awaited(self, handle: WorkflowHandle[Any, Any], job: TurnJob) -> None:
        """Wait for a turn; who is cancelled meanwhile wants it to stand still, and waits for that."""
        try:
            await self._result(handle, job.run)
        except asyncio.CancelledError as error:
            await shielded(self._end, handle, job, error)
            raise

    async def _end(self, handle: WorkflowHandle[Any, Any], job: TurnJob, error: BaseException) -> None:
        draft = Draft("signal.interrupt", {"by": "caller", "reason": type(error).__name__}, job.run)
        await self._ground.log.append(Append(job.session, [draft]))
        await self.tell(job.run, draft)
        # Where the workers end as well there is nobody here to end it: other workers do, or the next ones.
        ending = asyncio.get_running_loop().create_task(self._result(handle, job.run))
        workers = [task for _, task in self._workers.values()]
        await asyncio.wait([ending, *workers], return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        await asyncio.wait([ending])
        if not ending.cancelled():
            ending.exception()  # what the caller is told is its cancellation

    async def conduct_body(self, job: BodyJob) -> RunResult:
        """Let the function of a saga be called, here as long as this process lives, and wait for its end."""
        await self._work_on(self._own_queue)
        self._bodies.jobs[job.run] = job
        fence = 0 if job.row is None else job.row.fence
        order = orders.Order(
            job.run,
            job.session,
            self._ground.port.owner,
            {},
            queue=self._own_queue,
            heartbeat=self._settings.heartbeat,
            fence=fence,
        )
        try:
            handle = await self._start(orders.SAGA, order)
            return await waited(self._ground, job, partial(self._result, handle, job.run))
        finally:
            if self._bodies.jobs.get(job.run) is job:
                del self._bodies.jobs[job.run]

    async def _result(self, handle: WorkflowHandle[Any, Any], run: str) -> RunResult:
        while True:
            try:
                return orders.result_from(await handle.result())
            except WorkflowFailureError as error:
                raise _as_ours(error, run) from error
            except RPCError as error:
                if error.status in _ANSWERS:
                    raise
                _log.warning("Temporal at %s is away, and is waited for: %s", self._settings.target, error)
                await asyncio.sleep(_PAUSE)

    # -- signals and questions ------------------------------------------------------------------------------------

    async def tell(self, run: str, draft: Draft) -> None:
        """Send a signal to the workflow of a run, if there is one."""
        with self._reached(), _missing_allowed():
            await self._opened.get_workflow_handle(self._id(run)).signal("tell", draft_to_json(draft))

    async def is_driving(self, row: RunRow) -> bool:
        """Ask Temporal whether the workflow of a run is open."""
        with self._reached(), _missing_allowed():
            found = await self._opened.get_workflow_handle(self._id(row.run)).describe()
            return found.status is WorkflowExecutionStatus.RUNNING
        return False

    @contextmanager
    def _reached(self) -> Generator[None]:
        """Raise `EngineDown` where Temporal doesn't answer; what was asked for can be asked for again."""
        try:
            yield
        except RPCError as error:
            if error.status in _ANSWERS:
                raise
            raise EngineDown(self._settings.target, error.message) from error

    def _id(self, run: str) -> str:
        """Return the id of a run's workflow: several logs may use one namespace, and know nothing of each other."""
        return f"{run}@{self._scope}"

    @property
    def _opened(self) -> Client:
        if self._client is None:
            raise EngineDown(self._settings.target, "the runtime is not open")
        return self._client


class _missing_allowed:  # noqa: N801  # a block that is entered
    """Do nothing where Temporal has no such workflow, or it has ended."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        return isinstance(error, RPCError) and error.status is RPCStatusCode.NOT_FOUND


def _report(task: asyncio.Task[None]) -> None:
    """Say why a worker has ended, if nobody has asked for it."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a worker for Temporal has ended: %s", error)


def _as_ours(error: WorkflowFailureError, run: str) -> DuotoneError:
    """Return what the failure of a workflow means: that somebody else has the run, or that it can't be decided on."""
    cause: BaseException | None = error.cause
    while cause is not None and not isinstance(cause, ApplicationError):
        cause = cause.__cause__
    if isinstance(cause, ApplicationError) and cause.type == RunTaken.__name__:
        return RunTaken(run, "somebody else")
    if isinstance(cause, ApplicationError) and cause.type == RunFinished.__name__:
        return RunFinished(run, "over", "taken over", "its owner has just ended it")
    return RunFailed(run, "failed", str(cause or error.cause), ())
