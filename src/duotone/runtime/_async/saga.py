"""A saga as its caller sees it: steps with their undo, taken one after the other or together, then finished."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Self

from duotone.contract.offloading import offload
from duotone.contract.settings import check_timeout
from duotone.errors import BadInput, NeedsDecision, RunFailed, RunFinished, RunTaken, SagaBusy, StepFailed
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.shell import AsyncShell
from duotone.runtime._async.watching import OnEvent
from duotone.runtime.binding import Bound, Branch, bind, split
from duotone.runtime.bindings import Bindings
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.drafts import run_resumed, run_started
from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.drivers.groups import Group
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.retries import NO_RETRY, UNDO_RETRY, Retry
from duotone.runtime.drivers.saga import SagaDriver
from duotone.runtime.drivers.transitions import RESUMABLE, Phase
from duotone.runtime.dropping import Notes, notices_drops
from duotone.runtime.events import Event, Json
from duotone.runtime.log import AsyncLog, RunRow
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.results import kept
from duotone.runtime.shielding import shielded
from duotone.runtime.units import unit_of

if TYPE_CHECKING:
    from duotone.runtime._async.admitting import AsyncAdmission

__all__ = ["AsyncSaga", "refuse_other", "refuse_undone"]


@notices_drops
class AsyncSaga:
    """A run whose steps are undone when it fails.

    Made by `AsyncRuntime.saga` and used as ``async with``: leaving the block finishes it, and an exception undoes what
    was done, in reverse order, and is raised again. With the id of an earlier run it goes on with that one: steps
    that have ended give what the log has of them, and are not called.
    """

    def __init__(  # noqa: PLR0913  # what a run can be given
        self,
        engine: AsyncEngine,
        name: str,
        *,
        run: str | None = None,
        session: str | None = None,
        deadline: float | None = None,
        on_event: OnEvent | None = None,
        spec: Json = None,
        fence: int | None = None,
    ) -> None:
        """Prepare a saga; nothing is written before its first step.

        With a `fence` it goes on under a claim that an engine has made, and who asked that engine shows its events.
        """
        self.name = name
        self.run = engine.new_run(name) if run is None else run
        self.session = self.run if session is None else session
        self._is_named = run is not None
        self._engine = engine
        self._driver = SagaDriver(is_open=True)
        self._bindings = Bindings(self.run, engine.units, self._driver)
        self._fence = fence
        self._watch = engine.watch(on_event) if fence is None else None
        self._shell: AsyncShell | None = None
        self._deadline = None if deadline is None else check_timeout(deadline)
        self._spec = spec
        self._counts: dict[str, int] = {}
        self._noted: Notes = deque()
        self._is_busy = False

    @property
    def status(self) -> Status:
        """How far the saga has come."""
        return self._driver.course.run.status or Status.RUNNING

    @property
    def notes(self) -> Notes:
        """What has happened and is not written yet; the saga writes it as long as it is open, then its runtime."""
        return self._noted if self._shell is not None and self._shell.finish is None else self._engine.notes

    @property
    def _driven(self) -> AsyncShell:
        if self._shell is None:
            raise RunFinished(self.run, "not open", "used", "use it inside its 'with' block")
        return self._shell

    def _note_drops(self, shell: AsyncShell) -> None:
        """Let what was dropped be written with whatever is written next."""
        while self._noted:
            shell.note(self._noted.popleft().draft)

    async def __aenter__(self) -> Self:
        """Begin the saga, or go on with it if its id is that of an earlier run."""
        return await self.open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Finish the saga, or undo what it did if the block raised."""
        if error is not None:
            await shielded(self.fail, error)
        elif self._driven.finish is None:
            try:
                await self.finish()
            except BaseException:
                self._release()  # whoever decides, or finds the log writable again, goes on with it
                raise

    async def open(self) -> Self:
        """Begin the saga, or go on with it if its id is that of an earlier run.

        Raises `RunTaken` if somebody else drives it, and `RunFinished` if it was undone.
        """
        self._engine.hold(self.run)
        try:
            row = await self._engine.log.run(self.run) if self._is_named else None
            if row is not None:
                refuse_other(row, "saga")
                refuse_undone(row)
            self.session = self.session if row is None else row.session
            shell = self._engine.shell(self._driver, self.run, self.session, self._bindings, self._watch)
            shell.gate = self._engine.gate
            if row is None:
                deadline = None if self._deadline in {None, inf} else self._engine.log.time() + (self._deadline or 0.0)
                owner = self._engine.owner
                begun: dict[str, Json] = {"spec": self._spec, "deadline": deadline}
                if self.session != self.run:
                    begin = partial(run_started, self.run, "saga", self.name, owner, **begun)
                    await (await self._admission()).begin(shell, begin)
                else:
                    shell.note(run_started(self.run, "saga", self.name, owner, **begun))
            else:
                closes = None
                if row.session != row.run and row.status in RESUMABLE:  # any other has something to undo, or to decide
                    closes = await (await self._admission()).check(row.session)
                shell.take_over(*await self._claimed(row))
                if self.status in RESUMABLE:
                    shell.note(run_resumed(self.run, closes=closes))
        except BaseException:
            self._engine.release(self.run)
            raise
        shell.deadline, shell.closes = self._driver.course.run.deadline, self._driver.course.run.closes
        self._shell = shell
        return self

    async def _claimed(self, row: RunRow) -> tuple[list[Event], int]:
        """Return the events of a run, and the fence under which it is gone on with here."""
        if self._fence is None:
            return await self._engine.claim(row)
        if row.fence != self._fence:
            raise RunTaken(row.run, row.owner)
        return await self._engine.log.read_run(row.run), self._fence

    async def _admission(self) -> AsyncAdmission:
        return await offload(_load_admission, self._engine.log)

    # -- steps ----------------------------------------------------------------------------------------------------

    async def step(  # noqa: PLR0913  # the contract of a unit can be said where it is used
        self,
        do: Callable[..., Any],
        /,
        *args: Any,
        undo: Callable[..., Any] | None = None,
        name: str | None = None,
        retry: Retry | None = None,
        timeout: float | None = None,
        idempotent: bool | None = None,
        **kwargs: Any,
    ) -> Any:
        """Call `do` of either color as a step, and return what the log keeps of its result.

        Raises what `do` raised, once all attempts are used up. Raises `BadUnit` before the call if the arguments don't
        fit, and `RunFailed` when the saga was ended meanwhile: cancelled, or past its deadline.
        """
        unit = unit_of(do, undo=undo, retry=retry, timeout=timeout, idempotent=idempotent)
        bound = bind(unit, args, kwargs)
        step = self._named(name or unit.name.rpartition(":")[2].rpartition(".")[2])
        await self._take(step, self._plan(step, bound))
        return self._outcome(self._driver.step(step))

    async def fan_out(
        self,
        branches: Sequence[Branch],
        *,
        policy: Literal["all", "majority", "any"] = "all",
        name: str = "fan_out",
    ) -> Any:
        """Call several at once, and return the results that the policy asks for.

        ``"all"`` gives a list and fails with the first that fails; ``"majority"`` gives the results of those that made
        it; ``"any"`` gives the first result. Those that are not needed any more are stopped.
        """
        group = self._named(name)
        plans: list[Plan] = []
        for place, branch in enumerate(branches):
            do, args = split(branch)
            plans.append(self._plan(f"{group}/{place}", bind(unit_of(do), args, {})))
        await self._take(group, Group(group, plans, Policy(policy)))
        fanout = self._driver.fanout(group)
        if fanout.is_ok:
            return self._driver.result(group)
        return self._outcome(self._driver.step(fanout.losers[0]))

    def _named(self, name: str) -> str:
        """Return the name of the next step; the second of the same name is another one."""
        count = self._counts[name] = self._counts.get(name, 0) + 1
        return name if count == 1 else f"{name}#{count}"

    def _plan(self, step: str, bound: Bound) -> Plan:
        unit, undo = bound.unit, bound.unit.undo
        self._bindings.give(step, bound)
        if undo is None:
            return Plan(step, unit.name, retry=unit.retry, timeout=unit.timeout)
        undo_retry = UNDO_RETRY if undo.retry is NO_RETRY else undo.retry
        return Plan(step, unit.name, {}, unit.retry, unit.timeout, undo_retry, undo.timeout)

    async def _take(self, name: str, part: Plan | Group) -> None:
        """Let a step or group be called until it is over."""
        shell = self._driven
        if self._is_busy:
            raise SagaBusy(self.name, name)
        if shell.finish is not None:
            self._refuse(f"given the step {name!r}")
        self._note_drops(shell)
        self._is_busy = True
        try:
            self._driver.add(part)
            await shell.advance(partial(self._driver.is_over, name))
            if self._driver.course.run.wants_to_end(self._engine.log.time()) is not None:
                await shell.advance(_never)
        finally:
            self._is_busy = False
        if shell.finish is not None:
            raise self._failure(shell)
        if shell.waiting is not None:
            raise NeedsDecision(self.run, list(self._driver.course.steps.unknown))
        if self._engine.is_prompt:
            await shell.commit()

    def _outcome(self, step: Step) -> Any:
        """Return or raise what became of a step."""
        if step.phase is Phase.COMMITTED or step.phase is Phase.SKIPPED:
            return step.result
        fault = step.fault or {}
        failed = StepFailed(step.name, str(step.outcome), str(fault.get("type", "")), str(fault.get("message", "")))
        error = self._driven.crew.errors.pop(step.name, None)
        if error is None or self._spec is not None:  # a function that is called again must meet the same error
            raise failed from error
        raise error

    async def checkpoint(self) -> None:
        """Make durable what the steps so far have given, before something that takes long."""
        shell = self._driven
        self._note_drops(shell)
        await shell.commit()

    # -- ends -----------------------------------------------------------------------------------------------------

    async def finish(self, outputs: Any = None) -> RunResult:
        """Complete the saga.

        Raises `RunFinished` if it has ended, `NeedsDecision` if a step is unknown, and `RunFailed` once it is undone if
        somebody has cancelled it.
        """
        shell = self._driven
        if shell.finish is not None:
            self._refuse("finished")
        self._note_drops(shell)
        if self.status is Status.WAITING and not self._driver.course.steps.unknown:
            shell.note(run_resumed(self.run))  # what it waited for has been decided
        result = kept(outputs, self.name)
        await shell.advance(self._is_not_cancelled)
        if shell.finish is not None:
            raise self._failure(shell)
        shell.end(self._driver.finish(result))
        await shell.commit()
        return self._settled()

    def _is_not_cancelled(self) -> bool:
        return self._driver.course.run.cancelled is None

    async def compensate(self, reason: str = "asked for") -> RunResult:
        """Undo what the saga did, in reverse order, and return how that ended; raises `RunFinished` if it has ended."""
        if self._driven.finish is not None:
            self._refuse("undone")
        await self._undo(reason, Status.COMPENSATED, None)
        return self._settled()

    async def fail(self, error: BaseException) -> None:
        """Undo what the saga did because of an error, to which it adds what is left to do."""
        shell = self._driven
        try:
            is_lost = isinstance(error, RunTaken) and error.run == self.run  # that of another run is a failure like any
            if shell.finish is None and not is_lost and not isinstance(error, NeedsDecision):
                cause = Status.FAILED if isinstance(error, Exception) else Status.CANCELLED
                await self._undo(fault_of(error).message or type(error).__name__, cause, error)
            elif is_lost:
                await shell.leave()
        finally:
            self._release()
        if shell.finish is not None and shell.finish.todo:
            error.add_note("\n".join((f"saga {self.name!r} is {shell.finish.status}; to do:", *shell.finish.todo)))

    async def _undo(self, because: str, cause: Status, error: BaseException | None) -> None:
        shell = self._driven
        self._note_drops(shell)
        if self.status is not Status.UNDOING:
            fault = None if error is None else fault_of(error, is_retryable=False)
            shell.note(self._driver.begin_undo(because, cause=cause, fault=fault))
        await shell.advance(_never)

    def result(self) -> RunResult:
        """Return how the saga stands."""
        finish = None if self._shell is None else self._shell.finish
        if finish is None:
            return RunResult(self.run, self.status, reason=self._driver.course.run.reason)
        return RunResult(self.run, finish.status, finish.outputs, finish.fault, tuple(finish.todo))

    def _release(self) -> None:
        """Let others drive the run, unless they do already."""
        if self._engine.live.get(self.run) is self._shell:
            self._engine.release(self.run)

    def _settled(self) -> RunResult:
        self._release()
        if self._watch is not None:
            self._watch.settle()
        return self.result()

    def _refuse(self, asked: str) -> NoReturn:
        raise RunFinished(self.run, self.status, asked, "begin another one")

    def _failure(self, shell: AsyncShell) -> RunFailed:
        assert shell.finish is not None
        self._release()
        reason = "it was ended" if shell.finish.fault is None else shell.finish.fault.message
        return RunFailed(self.run, shell.finish.status, reason, shell.finish.todo)


def refuse_other(row: RunRow, kind: str) -> None:
    """Raise `BadInput` for a run of another kind, whose events would mean something else here."""
    if row.kind != kind:
        reason = f"{row.run!r} is a {row.kind} and no {kind}: it was begun as {row.name!r}"
        raise BadInput("id", f"{reason}; take another, or resume it as what it is")


def refuse_undone(row: RunRow) -> None:
    """Raise `RunFinished` for a run that was undone, since what it did is not there any more."""
    if row.status in {Status.COMPENSATED, Status.ESCALATED}:
        raise RunFinished(row.run, row.status, "resumed", "begin another one, with an id of its own")


def _load_admission(log: AsyncLog) -> AsyncAdmission:
    from duotone.runtime._async.admitting import AsyncAdmission  # noqa: PLC0415  # most runs have a session of their own

    return AsyncAdmission(log)


def _never() -> bool:
    return False
