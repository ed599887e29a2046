"""What the steps of a workflow call: the units that they name, on the terms that the workflow adds to theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, cast

from duotone.errors import BadOutput, NoSuchStep, RunFailed
from duotone.runtime.binding import Bound, bind, check_names, find_unit
from duotone.runtime.commands import Call
from duotone.runtime.drivers.retries import NO_RETRY, UNDO_RETRY
from duotone.runtime.drivers.shapes import Terms, WorkflowShape, terms_of
from duotone.runtime.events import Json
from duotone.runtime.units import AnyUnit, unit_of
from duotone.runtime.workflow import Definition, StepDefinition, broken

__all__ = ["Callees", "Child", "calling_steps", "shape_of", "step_at"]

_PATIENCE = replace(UNDO_RETRY, not_on=(RunFailed,))


class Child(NamedTuple):
    """A workflow that is a step of another one, as callables of the right color; `undo` takes the key of the step."""

    run: Callable[..., Any]
    undo: Callable[[str], Any]


class Callees:
    """The units of a workflow, each found once."""

    def __init__(
        self, definition: Definition, units: Mapping[str, Callable[..., Any]], child: Callable[[Definition], Child]
    ) -> None:
        self._definition = definition
        self._units = units
        self._child = child
        self._found: dict[str, AnyUnit] = {}

    def check(self) -> None:
        """Find everything before anything runs.

        Raises `Unbound` for what nobody has given, and `BadUnit` for what can't be called as the workflow calls it.
        """
        for step in calling_steps(self._definition):
            check_names(self.unit(step), step.arguments)
            if step.child is not None:
                self._inside(step.child).check()

    def _inside(self, definition: Definition) -> Callees:
        return Callees(definition, self._units, self._child)

    def unit(self, step: StepDefinition) -> AnyUnit:
        """Return what a step calls."""
        found = self._found.get(step.id)
        if found is None:
            found = self._found[step.id] = self._find(step)
        return found

    def _find(self, step: StepDefinition) -> AnyUnit:
        base = find_unit(step.unit, self._units, step.id) if step.child is None else self._find_child(step.child)
        undo = None if step.undo is None else find_unit(step.undo, self._units, step.id)
        made = unit_of(base, undo=undo, idempotent=step.idempotent, effect=step.effect)
        terms = terms_of(step)
        return made if step.retry is None else replace(made, retry=terms.retry)

    def _find_child(self, definition: Definition) -> AnyUnit:
        """Return a workflow as a unit: it can be undone if anything in it can, and has an effect if anything has."""
        child, inside = self._child(definition), self._inside(definition)
        units = [inside.unit(step) for step in calling_steps(definition)]
        name = f"workflow:{definition.name}"
        can_undo = any(unit.needs_undo and unit.undo is not None for unit in units)
        undo = unit_of(child.undo, name=f"undo of {name}", retry=_PATIENCE) if can_undo else None
        has_effect = any(unit.needs_undo for unit in units)
        # Run again, it goes on with its own run, so it can be called as often as it takes.
        return unit_of(child.run, name=name, idempotent=True, undo=undo, effect=has_effect)

    def terms(self, step: StepDefinition) -> Terms:
        """Return on which terms a step is called: its own, and where it is silent those of its unit."""
        if step.is_fan_out and step.branches:
            return Terms()
        unit = self.unit(step)
        undo_retry = UNDO_RETRY if unit.undo is None or unit.undo.retry is NO_RETRY else unit.undo.retry
        timeout = unit.timeout if step.timeout is None else step.timeout
        return Terms(unit.retry, timeout, undo_retry, None if unit.undo is None else unit.undo.timeout)

    def bound(self, call: Call) -> Bound:
        """Return what a call means; raises `BadUnit` if its arguments don't fit."""
        step = step_at(self._definition, call.step)
        bound = bind(self.unit(step), (), call.arguments)
        return replace(bound, check=_Contract(step)) if step.outputs else bound

    def unit_at(self, step: str) -> AnyUnit:
        """Return what a step of a run calls."""
        return self.unit(step_at(self._definition, step))


def calling_steps(definition: Definition) -> list[StepDefinition]:
    """Return the steps, and the branches of steps, that call something."""
    return [one for step in definition.steps for one in step.branches or (step,)]


def step_at(definition: Definition, name: str) -> StepDefinition:
    """Return the step, or the branch of one, that a step of a run comes from."""
    owner, _, key = name.partition("[")
    step = definition.step(owner)
    for branch in step.branches:
        if branch.id == key.removesuffix("]"):
            return branch
    if step.branches:
        raise NoSuchStep(name, f"workflow {definition.name!r}")
    return step


def shape_of(definition: Definition) -> WorkflowShape:
    """Return a definition as drivers see it; pyright doesn't take a cached property for one."""
    return cast("WorkflowShape", definition)


class _Contract:
    """What a step has to give."""

    def __init__(self, step: StepDefinition) -> None:
        self._step = step

    def __call__(self, result: Json) -> None:
        """Raise `BadOutput` if a result is not what the step has promised."""
        faults = broken(self._step, result)
        if faults:
            raise BadOutput(self._step.id, faults)
