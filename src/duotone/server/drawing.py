"""Graphs of workflows and runs as they are sent: which step needs which, and how far each has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import Query

from duotone.runtime import Event, RunRow
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.records import Step
from duotone.runtime.workflow import Definition, StepDefinition, StepKind, from_json, graph
from duotone.server.schemas.workflows import GraphBody, GraphStep

__all__ = ["Drawn", "Format", "graph_of", "graph_of_run"]

Drawn: TypeAlias = Literal["mermaid", "dot", "text"] | None
Format = Annotated[Drawn, Query(description="Draw it, too.", examples=["mermaid"])]


def graph_of(definition: Definition, drawn: Drawn, course: Course | None = None) -> GraphBody:
    """Return the graph of a workflow; this takes its time, so never on a loop."""
    known = {} if course is None else course.steps.known
    steps = [_step(definition.step(name), known.get(name)) for name in definition.order]
    drawing = None if drawn is None else _DRAW[drawn](definition)
    return GraphBody(name=definition.name, steps=steps, format=drawn, drawing=drawing)


def graph_of_run(row: RunRow, events: Sequence[Event], drawn: Drawn) -> GraphBody:
    """Return the steps of a run; those of a saga or a turn each follow the one that was heard of before."""
    course = Course()
    for event in events:
        course.apply(event)
    begun: Any = events[0].data if events else {}
    if row.kind == "workflow":
        return graph_of(from_json(begun["spec"]), drawn, course)
    steps = list(course.steps.known.values())
    before: list[Step | None] = [None, *steps]
    shown = [
        _done(GraphStep(id=step.name, calls=step.unit, needs=[] if last is None else [last.name]), step)
        for last, step in zip(before, steps, strict=False)
    ]
    return GraphBody(name=row.name, steps=shown)


def _step(step: StepDefinition, done: Step | None) -> GraphStep:
    calls = ", ".join(branch.id for branch in step.branches) if step.kind is StepKind.PARALLEL else step.unit
    return _done(GraphStep(id=step.id, calls=calls, needs=list(step.needs)), done)


def _done(shown: GraphStep, step: Step | None) -> GraphStep:
    if step is not None:
        shown.phase, shown.attempts = str(step.phase), step.number
        shown.outcome = None if step.outcome is None else str(step.outcome)
    return shown


_DRAW = {"mermaid": graph.mermaid, "dot": graph.dot, "text": graph.drawing}
