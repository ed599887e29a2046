# Made by `duotone mirror` from ../_async/workflows.py: edit that file, and run it again.
"""Workflows: begun from a definition, gone on with from the log, and run inside of one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from typing import Any

from duotone.contract.settings import check_timeout
from duotone.errors import NeedsDecision, WorkflowChanged
from duotone.runtime._sync.engine import Engine
from duotone.runtime._sync.saga import refuse_other
from duotone.runtime._sync.watching import OnEvent
from duotone.runtime.branching import copies, is_upstream
from duotone.runtime.calling import Callees, Child
from duotone.runtime.drafts import run_started
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.transitions import RESUMABLE
from duotone.runtime.engines.jobs import WorkflowJob
from duotone.runtime.events import Draft, Json
from duotone.runtime.keys import current_key
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.standing import checked, result_of
from duotone.runtime.workflow import Definition, Source, accepted, from_json, load
from duotone.runtime.workflow.difference import difference

__all__ = ["How", "Workflows"]


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


class Workflows:
    """The workflows of a runtime."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def run(  # noqa: PLR0913  # what a run can be given
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
        if deadline is not None:
            check_timeout(deadline)
        how = How(run=run, units=units, on_event=on_event, deadline=None if deadline == inf else deadline)
        return self._run(load(source), inputs, how)

    def _run(self, definition: Definition, inputs: Mapping[str, Json], how: How) -> RunResult:
        row = None if how.run is None else self._engine.log.run(how.run)
        if row is not None:
            refuse_other(row, "workflow")
            return self._known(row, definition, how)
        given = accepted(definition, inputs)
        return self._begin(definition, given, how, [])

    def _known(self, row: RunRow, definition: Definition, how: How) -> RunResult:
        if Status(row.status).is_final and Status(row.status) not in RESUMABLE:
            return result_of(row.run, self._engine.log.read_run(row.run))
        return self._resume(row, definition, how)

    def _begin(
        self, definition: Definition, inputs: Mapping[str, Json], how: How, copied: Sequence[Draft]
    ) -> RunResult:
        run = how.run or self._engine.new_run(definition.name)
        callees = self._callees(definition, how)
        limits = [seconds for seconds in (definition.timeout, how.deadline) if seconds is not None]
        begun = run_started(
            run,
            "workflow",
            definition.name,
            self._engine.port.owner,
            definition=definition.hash,
            spec=definition.to_json(),
            inputs=inputs,
            deadline=self._engine.log.time() + min(limits) if limits else None,
            **how.details,
        )
        first = [Draft(draft.kind, draft.data, run) for draft in (begun, *copied)]
        return self._engine.port.conduct(
            WorkflowJob(
                run=run,
                session=run,
                definition=definition,
                inputs=inputs,
                callees=callees,
                units=self._units(how),
                own_units=bool(how.units),
                on_event=how.on_event,
                first=first,
            )
        )

    def resume(self, row: RunRow, source: Source | None = None) -> RunResult:
        """Go on with a run; raises `WorkflowChanged` if it was begun with another workflow than the given one."""
        return self._resume(row, None if source is None else load(source), How())

    def _resume(self, row: RunRow, given: Definition | None, how: How) -> RunResult:
        if given is not None and given.hash != row.definition:
            begun: Any = self._engine.log.read_run(row.run)[0].data
            raise WorkflowChanged(row.run, difference(from_json(begun["spec"]), given))
        return self._taken_over(row, how)

    def _taken_over(self, row: RunRow, how: How, undone_by: str | None = None) -> RunResult:
        """Take over a run that nobody drives, to go on with it, or to undo it as a part of another."""
        begun: Any = self._engine.log.read_run(row.run)[0].data
        definition = from_json(begun["spec"])
        callees = self._callees(definition, how)
        return self._engine.port.conduct(
            WorkflowJob(
                run=row.run,
                session=row.session,
                definition=definition,
                inputs=begun["inputs"],
                callees=callees,
                units=self._units(how),
                own_units=bool(how.units),
                on_event=how.on_event,
                row=row,
                limit=definition.timeout if how.deadline is None else how.deadline,
                undone_by=undone_by,
            )
        )

    def branch(self, row: RunRow, step: str, inputs: Mapping[str, Json] | None, *, run: str | None = None) -> RunResult:
        """Begin a run that has what an older one had before `step`, and goes its own way from there."""
        events = self._engine.log.read_run(row.run)
        begun: Any = events[0].data
        definition = from_json(begun["spec"])
        given = accepted(definition, {**begun["inputs"], **(inputs or {})})
        run = run or self._engine.new_run(definition.name)
        kept = copies(events, run, is_upstream(definition, step))
        return self._begin(definition, given, How(run=run, details={"branch_of": row.run}), kept)

    def _callees(self, definition: Definition, how: How) -> Callees:
        """Find what a workflow calls; looking for it imports modules, which takes its time."""
        callees = self.callees(definition, how)
        callees.check()
        return callees

    def callees(self, definition: Definition, how: How) -> Callees:
        """Return what a workflow calls, found when it is asked for."""
        return Callees(definition, self._units(how), partial(self._child, how))

    def _units(self, how: How) -> Mapping[str, Callable[..., Any]]:
        return {**self._engine.units, **how.units}

    def _child(self, how: How, definition: Definition) -> Child:
        """Return what runs a workflow as a step of another one, under the key of that step, and what undoes it."""

        def run_child(**inputs: Any) -> Any:
            key = current_key() or ""
            runs = self._runs_of(key)
            # One that was undone has nothing to go on from, so another attempt of its step is another run.
            run = _next_of(key, runs) if not runs or runs[-1].status == Status.COMPENSATED else runs[-1].run
            inner = How(run=run, units=how.units, details={"parent": key.rpartition("/")[0]})
            result = self._run(definition, inputs, inner)
            if result.status is Status.WAITING:
                raise NeedsDecision(result.run, self._unknown_of(result.run))
            return checked(result, had_effect=self._has_left_something(result)).outputs

        def undo_child(key: str) -> None:
            runs = self._runs_of(key)
            if runs:
                self._undo(runs[-1], key.rpartition("/")[0], How(units=how.units))

        return Child(run_child, undo_child)

    def _runs_of(self, key: str) -> list[RunRow]:
        """Return the runs of a workflow that is a step, one for each time that it was begun anew."""
        runs: list[RunRow] = []
        while (row := self._engine.log.run(_next_of(key, runs))) is not None:
            runs.append(row)
        return runs

    def _has_left_something(self, result: RunResult) -> bool:
        """Tell whether a run that failed without being undone has done something that could be."""
        if result.status not in RESUMABLE:
            return False
        course = self._course(result.run)
        return any(step.needs_undo and step.has_undo for step in course.steps)

    def _unknown_of(self, run: str) -> list[str]:
        return list(self._course(run).steps.unknown)

    def _course(self, run: str) -> Course:
        course = Course()
        for event in self._engine.log.read_run(run):
            course.apply(event)
        return course

    def _undo(self, row: RunRow, by: str, how: How) -> None:
        """Undo a run as a part of another one; raises `RunFailed` with what is left to do."""
        result = result_of(row.run, self._engine.log.read_run(row.run))
        if row.status not in {Status.COMPENSATED, Status.ESCALATED}:
            result = self._taken_over(row, how, by)
        if result.status is Status.ESCALATED:
            checked(result)


def _next_of(key: str, runs: Sequence[RunRow]) -> str:
    """Return the run that follows these of the same step."""
    return f"{key}#{len(runs) + 1}" if runs else key
