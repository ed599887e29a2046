"""The driver of workflows: steps as soon as what they need has ended, in cells and branches, skipped and by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from duotone.errors import DuotoneError
from duotone.runtime.commands import Command, Finish, Record
from duotone.runtime.drivers.agenda import NEEDS, Agenda
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.groups import NOT_NEEDED, Groups
from duotone.runtime.drivers.nodes import Fate, Graph, Node
from duotone.runtime.drivers.records import Step
from duotone.runtime.drivers.runs import Ending, fault_of
from duotone.runtime.drivers.shapes import Language, Terms, WorkflowShape, terms_of
from duotone.runtime.drivers.transitions import FINAL, Phase
from duotone.runtime.drivers.undoing import leftovers
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.outcomes import Fault, Outcome, Status

__all__ = ["WorkflowDriver"]

_STOPPED = frozenset({Outcome.CANCELLED, Outcome.ABANDONED})


class WorkflowDriver:
    """What a workflow does next.

    Each step runs once what it needs has settled. A step whose condition doesn't hold is skipped, and those that need
    it go on with its default; those that need a step that failed are skipped too. A failure of a step that is not
    optional ends the run (`fail-fast`), or is left aside until all else is done (`continue`).

    A run that fails is undone if any of its steps can be; otherwise it ends as failed, and can be resumed. `terms`
    tells on which terms a step is called; without it, on those that its definition says.
    """

    def __init__(
        self,
        definition: WorkflowShape,
        inputs: Mapping[str, Json],
        language: Language,
        *,
        terms: Callable[[Any], Terms] = terms_of,
    ) -> None:
        self.course = Course()
        self._definition = definition
        self._inputs = inputs
        self._language = language
        self._terms = terms
        self._graph = Graph(definition)
        self._is_patient = definition.on_error == "continue"
        self._rebuild()

    def step(self, name: str) -> Step:
        """Return how far a step, or a cell of one, has come; raises `NoSuchStep`."""
        return self.course.steps[name]

    def seen(self, step: str) -> Json:
        """Return what expressions see of a step that has settled, its outputs and its status; None of any other."""
        return self._graph.seen.get(step)

    def apply(self, event: Event | Draft) -> None:
        """Take in one event of the run; raises `BadTransition` for one that can't follow."""
        name = event.data.get("step")
        node = self._graph.owner(name) if isinstance(name, str) else None
        if node is not None and name != node.id and node.cells is None:
            self._agenda.expand(node)
        step, goes_on = self.course.apply(event)
        if goes_on:
            self._reset()
        elif event.kind == "run.started":
            self._scope()
        elif step is not None and node is not None and node.fate is None:
            self._follow(node, step)

    def _follow(self, node: Node, step: Step) -> None:
        if step.phase is not Phase.PENDING:
            self._agenda.drop(step, node)
        if not step.is_settled:
            return
        if step.name == node.id:
            self._settle(node, step)
            return
        self._agenda.feed(node)
        if self._groups.settle(step) is not None:
            self._settle_group(node)

    def decide(self, now: float) -> list[Command]:
        """Return what is to be done; what may be repeated is the same as for a saga."""
        course = self.course
        status = course.run.status
        if status is None or status in FINAL:
            return []
        if status is Status.UNDOING:
            return course.undo(now)
        failed = min(self._graph.failed, key=_by_end) if self._graph.failed else None
        is_done = not self._graph.left and (failed is None or self._is_patient)
        if is_done and course.run.cancelled is None:
            return course.resume() or self._finish(failed)
        ending = course.ending(None if self._is_patient else failed, now)
        if ending is not None:
            return course.end(ending, for_lack_of_undo=False)
        notes = self._agenda.look()
        prunings = self._groups.prunings(course.run.id)
        first = [Record(notes), *prunings] if notes else prunings
        limit = self._definition.concurrency
        room = None if limit is None else limit - len(course.steps.in_flight)
        return course.go_on(now, first, self._agenda.backlog(), room)

    def _finish(self, failed: Step | None) -> list[Command]:
        todo = leftovers(self.course.steps)
        try:
            outputs: Json = self._language.outputs(self._definition, self._agenda.scope)
        except (DuotoneError, ValueError) as error:
            if failed is None:
                text = f"the outputs have no value: {error}"
                fault = Fault(type(error).__name__, str(error), is_retryable=False)
                return self.course.end(Ending(Status.FAILED, text, fault), for_lack_of_undo=False)
            outputs = None
        if failed is None:
            return [Finish(Status.COMPLETED, outputs, todo=todo)]
        fault_said = fault_of(failed.fault) or Fault("StepFailed", f"step {failed.name!r} ended {failed.outcome}")
        return [Finish(Status.FAILED, outputs, fault_said, todo)]

    def _settle(self, node: Node, step: Step) -> None:
        if step.phase is Phase.COMMITTED:
            self._note(node, Fate.COMPLETED, step.result)
        elif step.phase is Phase.SKIPPED:
            self._note(node, Fate.SKIPPED, step.result, is_usable=step.reason != NEEDS)
        else:
            self._fail(node, step)

    def _settle_group(self, node: Node) -> None:
        fanout, steps = self._groups[node.id], self.course.steps
        if fanout.is_ok:
            cells = node.cells or {}
            results = {cells[name][1].key: steps[name].result for name in fanout.winners}
            self._note(node, Fate.COMPLETED, self._language.gathered(node.step, results))
        else:
            self._fail(node, steps[fanout.losers[0]])

    def _fail(self, node: Node, step: Step) -> None:
        if node.step.is_optional:
            self._note(node, Fate.FAILED, deepcopy(node.step.default))
        else:
            self._note(node, Fate.FAILED, None, failed=step, is_usable=False)

    def _note(
        self, node: Node, fate: Fate, output: Json, *, failed: Step | None = None, is_usable: bool = True
    ) -> None:
        self._agenda.close(node)
        for free in self._graph.settle(node, fate, output, failed=failed, is_usable=is_usable):
            self._agenda.offer(free)

    def _reset(self) -> None:
        """Let what kept the run from being completed be called again."""
        steps = self.course.steps
        for node in self._graph.nodes.values():
            if not self._is_to_be_repeated(node):
                continue
            for name in (node.id, *(node.cells or ())):
                step = steps.known.get(name)
                if step is not None and _can_be_repeated(step):
                    steps.reset(step)
        self._rebuild()

    def _is_to_be_repeated(self, node: Node) -> bool:
        if node.fate is None or node.failed is not None or node.blocked is not None:
            return True
        # An optional step that was only stopped has not failed by itself; but nobody may have gone on without it.
        own = self.course.steps.known.get(node.id)
        was_stopped = node.fate is Fate.FAILED and own is not None and own.outcome in _STOPPED
        return was_stopped and all(dependent.fate is None for dependent in node.dependents)

    def _rebuild(self) -> None:
        """Find out from the steps what has become of each node."""
        steps = self.course.steps
        self._groups = Groups(steps)
        self._agenda = Agenda(self.course, self._groups, self._language, self._terms)
        free = self._graph.reset()
        self._scope()
        for node in free:
            self._agenda.offer(node)
        with_cells = {step.name.partition("[")[0] for step in steps if step.name not in self._graph.nodes}
        for node in self._graph.nodes.values():
            if node.waiting:
                continue
            own = steps.known.get(node.id)
            if own is not None and own.is_settled:
                self._settle(node, own)
            elif node.id in with_cells:
                self._agenda.expand(node)
                if self._groups[node.id].is_over:
                    self._settle_group(node)

    def _scope(self) -> None:
        run: Mapping[str, Json] = {"id": self.course.run.id, "name": self._definition.name}
        scope: dict[str, Json] = {"inputs": self._inputs, "steps": self._graph.seen, "matrix": {}, "run": run}
        self._agenda.scope = scope

    def to_json(self) -> Mapping[str, Json]:
        """Return the state as JSON; the definition and the inputs are the owner's to give again."""
        return {"course": self.course.to_json()}

    def restore(self, data: Mapping[str, Any]) -> None:
        """Take up the state that `to_json` has written."""
        self.course = Course.from_json(data["course"])
        self._rebuild()


def _can_be_repeated(step: Step) -> bool:
    return step.phase is Phase.FAILED or (step.phase is Phase.SKIPPED and step.reason in {NEEDS, NOT_NEEDED})


def _by_end(step: Step) -> int:
    return step.ended
