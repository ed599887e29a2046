"""What the steps of a workflow call: the units that they name, on the terms that the workflow adds to theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, cast

from duotone.errors import BadOutput, NoSuchStep
from duotone.runtime.binding import Bound, bind, check_names, find_unit
from duotone.runtime.commands import Call
from duotone.runtime.drivers.retries import NO_RETRY, UNDO_RETRY
from duotone.runtime.drivers.shapes import Terms, WorkflowShape, terms_of
from duotone.runtime.events import Json
from duotone.runtime.units import AnyUnit, unit_of
from duotone.runtime.workflow import Definition, StepDefinition, broken

__all__ = ["Callees", "RunChild", "shape_of"]

RunChild: TypeAlias = Callable[[Definition], Callable[..., Any]]
"""What makes a callable of the right color of a workflow that is a step of another one."""


class Callees:
    """The units of a workflow, each found once."""

    def __init__(self, definition: Definition, units: Mapping[str, Callable[..., Any]], run_child: RunChild) -> None:
        self._definition = definition
        self._units = units
        self._run_child = run_child
        self._found: dict[str, AnyUnit] = {}

    def check(self) -> None:
        """Find everything before anything runs.

        Raises `Unbound` for what nobody has given, and `BadUnit` for what can't be called as the workflow calls it.
        """
        for step in self._definition.steps:
            for one in step.branches or (step,):
                check_names(self.unit(one), one.arguments)

    def unit(self, step: StepDefinition) -> AnyUnit:
        """Return what a step calls."""
        found = self._found.get(step.id)
        if found is None:
            found = self._found[step.id] = self._find(step)
        return found

    def _find(self, step: StepDefinition) -> AnyUnit:
        if step.child is not None:
            # Run again, it goes on with its own run, so it can be called as often as it takes.
            base = unit_of(self._run_child(step.child), name=f"workflow:{step.child.name}", idempotent=True)
        else:
            base = find_unit(step.unit, self._units, step.id)
        undo = None if step.undo is None else find_unit(step.undo, self._units, step.id)
        made = unit_of(base, undo=undo, idempotent=step.idempotent, effect=step.effect)
        terms = terms_of(step)
        return made if step.retry is None else replace(made, retry=terms.retry)

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
        step = self._step_of(call.step)
        bound = bind(self.unit(step), (), call.arguments)
        return replace(bound, check=_Contract(step)) if step.outputs else bound

    def _step_of(self, name: str) -> StepDefinition:
        """Return the step, or the branch of one, that a step of a run comes from."""
        owner, _, key = name.partition("[")
        step = self._definition.step(owner)
        for branch in step.branches:
            if branch.id == key.removesuffix("]"):
                return branch
        if step.branches:
            raise NoSuchStep(name, f"workflow {self._definition.name!r}")
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
