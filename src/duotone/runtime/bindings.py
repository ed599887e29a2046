"""What a run calls: the units of its steps, found again by their names after a crash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from duotone.errors import DuotoneError
from duotone.runtime.binding import Bound, bind, bind_undo, find_unit
from duotone.runtime.commands import Call
from duotone.runtime.drivers.records import Step
from duotone.runtime.keys import key_of
from duotone.runtime.undo import wishes_of
from duotone.runtime.units import AnyUnit

__all__ = ["Bindings", "StepSource"]


class StepSource(Protocol):
    """A driver that knows how far each of its steps has come."""

    def step(self, name: str) -> Step:
        """Return how far a step has come."""
        ...


class Bindings:
    """The units of one run. Those of this process are given as they are; others are looked up by their names."""

    def __init__(
        self,
        run: str,
        units: Mapping[str, Callable[..., Any]],
        source: StepSource,
        callee: Callable[[Call], Bound] | None = None,
        unit_at: Callable[[str], AnyUnit] | None = None,
    ) -> None:
        """Look for units among `units`, unless `callee` says what a call means, and `unit_at` what a step calls."""
        self._run = run
        self._callee = callee
        self._unit_at = unit_at
        self._units = units
        self._source = source
        self._bound: dict[str, Bound] = {}

    def give(self, step: str, bound: Bound) -> None:
        """Say what a step calls."""
        self._bound[step] = bound

    def __call__(self, call: Call) -> Bound:
        """Return what a call means; raises `Unbound` or `BadUnit` if it can't be made."""
        if call.is_undo:
            return self._undo(call)
        bound = self._bound.get(call.step)
        if bound is None:
            bound = self._bound[call.step] = (self._callee or self._found)(call)
        return bound

    def _found(self, call: Call) -> Bound:
        return bind(find_unit(call.unit, self._units, call.step), (), call.arguments)

    def _undo(self, call: Call) -> Bound:
        step, bound = self._source.step(call.step), self._bound.get(call.step)
        if bound is not None and bound.unit.undo is not None:
            undo, arguments = bound.unit.undo, bound.arguments
        else:
            known = None if self._unit_at is None else self._unit_at(call.step).undo
            undo, arguments = known or self._found_undo(call, step), call.arguments
        return bind_undo(undo, arguments, step.result_for_undo, key_of(self._run, call.step))

    def _found_undo(self, call: Call, step: Step) -> AnyUnit:
        undo = find_unit(call.unit, self._units, call.step)
        try:
            signature = find_unit(step.unit, self._units, call.step).signature
        except DuotoneError:  # what it undoes can't be found, and need not be
            signature = None
        return replace(undo, wishes=wishes_of(undo.name, undo.signature, signature))
