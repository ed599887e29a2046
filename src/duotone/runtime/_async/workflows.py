"""Workflows: begun from a definition, gone on with from the log, and run inside of one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import time
from typing import Any, TypeAlias

from duotone.contract.offloading import offload
from duotone.errors import NeedsDecision, WorkflowChanged
from duotone.runtime import workflow as language
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.shell import AsyncShell
from duotone.runtime._async.watching import OnEvent
from duotone.runtime.bindings import Bindings
from duotone.runtime.branching import copies, is_upstream
from duotone.runtime.calling import Callees, Child, shape_of
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.drafts import run_resumed, run_started, run_undoing
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.runs import Run
from duotone.runtime.drivers.transitions import RESUMABLE
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.events import Draft, Json
from duotone.runtime.keys import current_key
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.shielding import shielded
from duotone.runtime.standing import checked, result_of
from duotone.runtime.workflow import Definition, Source, accepted, from_json, load
from duotone.runtime.workflow.difference import difference

__all__ = ["AsyncWorkflows", "How"]

_GoOn: TypeAlias = Callable[[Run, float | None], Sequence[Draft]]
"""What is noted first of a run that is taken over, given how it stands and how long it may take."""


class How:
    """How one run of a workflow is to be run; what isn't said is as the runtime has it."""

    def __init__(
        self,
        *,
        run: str | None = None,
        units: Mapping[str, Callable[..., Any]] | None = None,
        on_event: OnEvent | None = None,
        deadline: float | None = None,
        details: Mapping[str, Json] | None = None,
    ) -> None:
        """Say it."""
        self.run = run
        self.units = units or {}
        self.on_event = on_event
        self.deadline = deadline
        self.details = details or {}


class AsyncWorkflows:
    """The workflows of a runtime."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(  # noqa: PLR0913  # what a run can be given
        self,
        source: Source,
        inputs: Mapping[str, Json],
        *,
        run: str | None = None,
        units: Mapping[str, Callable[..., Any]] | None = None,
        on_event: OnEvent | None = None,
        deadline: float | None = None,
    ) -> RunResult:
        """Begin a run, or go on with the one that has its id; returns how it stands when nothing is left to do.

        Raises `BadWorkflow`, `BadInput`, `Unbound` and `BadUnit` before anything is written.
        """
        how = How(run=run, units=units, on_event=on_event, deadline=deadline)
        return await self._run(await offload(load, source), inputs, how)

    async def _run(self, definition: Definition, inputs: Mapping[str, Json], how: How) -> RunResult:
        row = None if how.run is None else await self._engine.log.run(how.run)
        if row is not None:
            return await self._known(row, definition, how)
        given = accepted(definition, inputs)
        return await self._begin(definition, given, how, [])

    async def _known(self, row: RunRow, definition: Definition, how: How) -> RunResult:
        if Status(row.status).is_final and Status(row.status) not in RESUMABLE:
            return result_of(row.run, await self._engine.log.read_run(row.run))
        return await self._resume(row, definition, how)

    async def _begin(
        self, definition: Definition, inputs: Mapping[str, Json], how: How, copied: Sequence[Draft]
    ) -> RunResult:
        run = how.run or self._engine.new_run(definition.name)
        callees = await self._callees(definition, how)
        self._engine.hold(run)
        try:
            shell, driver = self._shell((run, run), definition, inputs, callees, how)
            limits = [seconds for seconds in (definition.timeout, how.deadline) if seconds is not None]
            deadline = time() + min(limits) if limits else None
            begun = run_started(
                run,
                "workflow",
                definition.name,
                self._engine.owner,
                definition=definition.hash,
                spec=definition.to_json(),
                inputs=inputs,
                deadline=deadline,
                **how.details,
            )
            for draft in (begun, *copied):
                shell.note(Draft(draft.kind, draft.data, run))
            return await self._drive(shell, driver)
        finally:
            self._engine.release(run)

    async def resume(self, row: RunRow, source: Source | None = None) -> RunResult:
        """Go on with a run; raises `WorkflowChanged` if it was begun with another workflow than the given one."""
        return await self._resume(row, None if source is None else await offload(load, source), How())

    async def _resume(self, row: RunRow, given: Definition | None, how: How) -> RunResult:
        if given is not None and given.hash != row.definition:
            begun: Any = (await self._engine.log.read_run(row.run))[0].data
            raise WorkflowChanged(row.run, difference(from_json(begun["spec"]), given))
        return await self._taken_over(row, how, _resumed)

    async def _taken_over(self, row: RunRow, how: How, go_on: _GoOn) -> RunResult:
        """Take over a run that nobody drives, and drive it to its end from where `go_on` says."""
        begun: Any = (await self._engine.log.read_run(row.run))[0].data
        definition = from_json(begun["spec"])
        callees = await self._callees(definition, how)
        self._engine.hold(row.run)
        try:
            shell, driver = self._shell((row.run, row.session), definition, begun["inputs"], callees, how)
            shell.take_over(*await self._engine.claim(row))
            limit = definition.timeout if how.deadline is None else how.deadline
            for draft in go_on(driver.course.run, limit):
                shell.note(draft)
            return await self._drive(shell, driver)
        finally:
            self._engine.release(row.run)

    async def branch(
        self, row: RunRow, step: str, inputs: Mapping[str, Json] | None, *, run: str | None = None
    ) -> RunResult:
        """Begin a run that has what an older one had before `step`, and goes its own way from there."""
        events = await self._engine.log.read_run(row.run)
        begun: Any = events[0].data
        definition = from_json(begun["spec"])
        given = accepted(definition, {**begun["inputs"], **(inputs or {})})
        run = run or self._engine.new_run(definition.name)
        kept = copies(events, run, is_upstream(definition, step))
        return await self._begin(definition, given, How(run=run, details={"branch_of": row.run}), kept)

    async def _callees(self, definition: Definition, how: How) -> Callees:
        """Find what a workflow calls; looking for it imports modules, which takes its time."""
        callees = Callees(definition, {**self._engine.units, **how.units}, partial(self._child, how))
        await offload(callees.check)
        return callees

    def _child(self, how: How, definition: Definition) -> Child:
        """Return what runs a workflow as a step of another one, under the key of that step, and what undoes it."""

        async def run_child(**inputs: Any) -> Any:
            key = current_key() or ""
            runs = await self._runs_of(key)
            # One that was undone has nothing to go on from, so another attempt of its step is another run.
            run = _next_of(key, runs) if not runs or runs[-1].status == Status.COMPENSATED else runs[-1].run
            inner = How(run=run, units=how.units, details={"parent": key.rpartition("/")[0]})
            result = await self._run(definition, inputs, inner)
            if result.status is Status.WAITING:
                raise NeedsDecision(result.run, await self._unknown_of(result.run))
            return checked(result, had_effect=await self._has_left_something(result)).outputs

        async def undo_child(key: str) -> None:
            runs = await self._runs_of(key)
            if runs:
                await self._undo(runs[-1], key.rpartition("/")[0], How(units=how.units))

        return Child(run_child, undo_child)

    async def _runs_of(self, key: str) -> list[RunRow]:
        """Return the runs of a workflow that is a step, one for each time that it was begun anew."""
        runs: list[RunRow] = []
        while (row := await self._engine.log.run(_next_of(key, runs))) is not None:
            runs.append(row)
        return runs

    async def _has_left_something(self, result: RunResult) -> bool:
        """Tell whether a run that failed without being undone has done something that could be."""
        if result.status not in RESUMABLE:
            return False
        course = await self._course(result.run)
        return any(step.needs_undo and step.has_undo for step in course.steps)

    async def _unknown_of(self, run: str) -> list[str]:
        return list((await self._course(run)).steps.unknown)

    async def _course(self, run: str) -> Course:
        course = Course()
        for event in await self._engine.log.read_run(run):
            course.apply(event)
        return course

    async def _undo(self, row: RunRow, by: str, how: How) -> None:
        """Undo a run as a part of another one; raises `RunFailed` with what is left to do."""
        result = result_of(row.run, await self._engine.log.read_run(row.run))
        if row.status not in {Status.COMPENSATED, Status.ESCALATED}:
            result = await self._taken_over(row, how, partial(_undone, by=by))
        if result.status is Status.ESCALATED:
            checked(result)

    def _shell(
        self, place: tuple[str, str], definition: Definition, inputs: Mapping[str, Json], callees: Callees, how: How
    ) -> tuple[AsyncShell, WorkflowDriver]:
        run, session = place
        driver = WorkflowDriver(shape_of(definition), inputs, language, terms=callees.terms)
        bindings = Bindings(run, {**self._engine.units, **how.units}, driver, callees.bound, callees.unit_at)
        return self._engine.shell(driver, run, session, bindings, self._engine.watch(how.on_event)), driver

    async def _drive(self, shell: AsyncShell, driver: WorkflowDriver) -> RunResult:
        shell.deadline = driver.course.run.deadline
        try:
            await shell.advance(_never)
        except BaseException as error:
            if not isinstance(error, Exception):
                await shielded(self._end, shell, error)
            raise
        if shell.watch is not None:
            shell.watch.settle()
        if shell.finish is None:
            return RunResult(shell.run, Status.WAITING, reason=shell.waiting or "")
        finish = shell.finish
        return RunResult(shell.run, finish.status, finish.outputs, finish.fault, tuple(finish.todo))

    async def _end(self, shell: AsyncShell, error: BaseException) -> None:
        """End a run that was cancelled from outside, and undo what it did."""
        reason = fault_of(error).message or type(error).__name__
        shell.note(Draft("signal.cancel", {"by": "caller", "reason": reason}, shell.run))
        await shell.advance(_never)


def _resumed(run: Run, limit: float | None) -> list[Draft]:
    """Let a run go on that had ended without being undone."""
    return [run_resumed(run.id, None if limit is None else time() + limit)] if run.status in RESUMABLE else []


def _undone(run: Run, limit: float | None, by: str) -> list[Draft]:  # noqa: ARG001  # an undo has its own time
    """Let a run be undone, as a part of the run `by`, unless that has begun."""
    return [] if run.status is Status.UNDOING else [run_undoing(run.id, f"{by} is undone", by)]


def _next_of(key: str, runs: Sequence[RunRow]) -> str:
    """Return the run that follows these of the same step."""
    return f"{key}#{len(runs) + 1}" if runs else key


def _never() -> bool:
    return False
