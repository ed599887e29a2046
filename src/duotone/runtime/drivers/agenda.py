"""What a workflow can do next: steps that are free to begin, looked at once, and then called in their order."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import islice
from typing import Any

from duotone.errors import DuotoneError
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.drivers.groups import Group, Groups
from duotone.runtime.drivers.nodes import Node
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.shapes import Language, StepShape, Terms
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.events import Draft, Json
from duotone.runtime.outcomes import Fault, Outcome

__all__ = ["NEEDS", "Agenda"]

NEEDS, _CONDITION, _MATRIX = "needs", "condition", "matrix"
"""Why a step is skipped, as its event says."""


class Agenda:
    """Steps that are free to begin.

    A node is looked at when the run asks what to do, not when its log is folded: expressions are then evaluated only
    for what has yet to be called. What follows doesn't depend on when that is, since all has its place by `index`.
    """

    def __init__(self, course: Course, groups: Groups, language: Language, terms: Callable[[Any], Terms]) -> None:
        self.scope: Mapping[str, Json] = {}
        self._course = course
        self._groups = groups
        self._language = language
        self._terms = terms
        self._free: dict[str, Node] = {}
        self._notes: dict[str, tuple[int, int, Draft]] = {}
        self._backlog: list[tuple[int, int, str]] = []

    def offer(self, node: Node) -> None:
        """Take up a node whose needs have settled."""
        if node.blocked is not None:
            reason = f"it needs {node.blocked}, which gave nothing"
            self._notes[node.id] = (node.index, 0, self._skipped(node.id, reason, node.step.default, NEEDS))
            return
        self._free[node.id] = node
        if not node.step.is_fan_out:
            self._course.steps.expect(self._plan(node.id, node.step))

    def look(self) -> list[Draft]:
        """Look at what is free; returns what is to be written before anything is called."""
        if self._free:
            free, self._free = self._free, {}
            for node in free.values():
                self._look_at(node)
        return [draft for _, _, draft in sorted(self._notes.values(), key=lambda note: note[:2])] if self._notes else []

    def backlog(self) -> Iterator[Step]:
        """Return what can be called, in order."""
        steps = self._course.steps
        return (steps[name] for _, _, name in self._backlog)

    def drop(self, step: Step, node: Node) -> None:
        """Forget a step that was called or has ended."""
        self._notes.pop(step.name, None)
        place = (node.index, _number_in(node, step.name), step.name)
        index = bisect_left(self._backlog, place)
        if index < len(self._backlog) and self._backlog[index] == place:
            del self._backlog[index]

    def close(self, node: Node) -> None:
        """Forget a node that has settled."""
        self._free.pop(node.id, None)
        self._notes.pop(node.id, None)

    def feed(self, node: Node, count: int = 1) -> None:
        """Let further cells of a node be called, since others have ended."""
        steps = self._course.steps
        waiting = (name for name in node.queue if steps[name].phase is Phase.PENDING)
        for name in islice(waiting, count):
            insort(self._backlog, (node.index, _number_in(node, name), name))

    def expand(self, node: Node) -> None:
        """Find out which cells a node has."""
        cells = self._language.cells(node.step, self.scope)
        node.cells = {f"{node.id}[{cell.key}]": (number, cell) for number, cell in enumerate(cells)}
        plans = [self._plan(name, cell.step) for name, (_, cell) in node.cells.items()]
        for plan in plans:
            self._course.steps.expect(plan)
        self._groups.add(Group(node.id, plans, Policy(node.step.policy)))

    def _look_at(self, node: Node) -> None:
        step = node.step
        try:
            if not self._has_begun(node) and not self._language.condition(step, self.scope):
                draft = self._skipped(node.id, "its condition does not hold", step.default, _CONDITION)
                self._notes[node.id] = (node.index, 0, draft)
            elif step.is_fan_out:
                self._look_at_cells(node)
            else:
                self._prepare(node, node.id, step, self.scope)
        except (DuotoneError, ValueError) as error:
            self._notes[node.id] = (node.index, 0, self._refused(node.id, error))

    def _has_begun(self, node: Node) -> bool:
        return node.cells is not None or (node.id in self._course.steps and self._course.steps[node.id].number > 0)

    def _look_at_cells(self, node: Node) -> None:
        if node.cells is None:
            self.expand(node)
        cells = node.cells or {}
        if not cells:
            empty = self._skipped(node.id, "it has no cells", [], _MATRIX)
            self._notes[node.id] = (node.index, 0, empty)
        begun = 0
        pending: list[str] = []
        for name, (number, cell) in cells.items():
            step = self._course.steps[name]
            try:
                if step.is_settled:
                    continue
                if self._is_prepared(step, cell.step, cell.scope):
                    pending.append(name)
                else:
                    begun += 1
            except DuotoneError as error:
                self._notes[name] = (node.index, number, self._refused(name, error))
        node.queue = iter(pending)
        limit = node.step.concurrency
        self.feed(node, len(pending) if limit is None else max(limit - begun, 0))

    def _prepare(self, node: Node, name: str, step: StepShape, scope: Mapping[str, Json]) -> None:
        known = self._course.steps[name]
        if not known.is_settled and self._is_prepared(known, step, scope):
            insort(self._backlog, (node.index, 0, name))

    def _is_prepared(self, step: Step, shape: StepShape, scope: Mapping[str, Json]) -> bool:
        """Give a step its arguments, the ones it has had if it was called; returns whether it is to be called now."""
        kept = step.arguments if step.number else None
        arguments = kept if isinstance(kept, Mapping) else self._language.arguments(shape, scope)
        if arguments and step.plan is not None:
            step.plan = step.plan.called_with(arguments)
        return step.phase is Phase.PENDING and step.name not in self._course.steps.due

    def _plan(self, name: str, step: StepShape) -> Plan:
        terms = self._terms(step)
        return Plan(name, step.unit, {}, terms.retry, terms.timeout, terms.undo_retry, terms.undo_timeout)

    def _skipped(self, step: str, reason: str, output: Json, cause: str) -> Draft:
        data: dict[str, Json] = {"step": step, "reason": reason, "output": deepcopy(output), "cause": cause}
        return Draft("step.skipped", data, self._course.run.id)

    def _refused(self, step: str, error: Exception) -> Draft:
        """Return the end of a step that can't be called, since what it is to be called with has no value."""
        fault = Fault(type(error).__name__, str(error), is_retryable=False).to_json()
        number = self._course.steps[step].number + 1 if step in self._course.steps else 1
        data: dict[str, Json] = {"step": step, "attempt": number, "outcome": Outcome.CONTRACT_ERROR, "fault": fault}
        return Draft("step.ended", {**data, "seconds": 0.0, "had_effect": False}, self._course.run.id)


def _number_in(node: Node, name: str) -> int:
    return node.cells[name][0] if node.cells and name in node.cells else 0
