"""What a driver has to know of the units of a workflow, as data: so that it can run where none of them is imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from duotone.contract.color import Color
from duotone.runtime.binding import Bound
from duotone.runtime.calling import Callees, calling_steps, step_at
from duotone.runtime.commands import Call
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.shapes import Terms
from duotone.runtime.events import Json
from duotone.runtime.undo import nothing_to_undo
from duotone.runtime.units import AnyUnit, Unit
from duotone.runtime.workflow import Definition, StepDefinition

__all__ = ["Sheet", "sheet_of", "unit_from", "unit_to_json"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The contracts of all steps of a workflow, by their ids."""

    definition: Definition
    units: Mapping[str, AnyUnit]
    agreed: Mapping[str, Terms]

    def terms(self, step: StepDefinition) -> Terms:
        """Return on which terms a step is called."""
        return self.agreed.get(step.id) or Terms()

    def bound(self, call: Call) -> Bound:
        """Return what a call means, as far as its events tell; it is made elsewhere."""
        unit = self.units[step_at(self.definition, call.step).id]
        return Bound(unit, (), call.arguments, call.arguments)

    @classmethod
    def from_json(cls, definition: Definition, data: Mapping[str, Any]) -> Sheet:
        """Return the sheet of a definition that `sheet_of` has written."""
        units = {name: unit_from(one["unit"]) for name, one in data.items()}
        return cls(definition, units, {name: _terms_from(one["terms"]) for name, one in data.items()})


def sheet_of(definition: Definition, callees: Callees) -> Mapping[str, Json]:
    """Return the sheet of a definition whose units are these."""
    return {
        step.id: {"unit": unit_to_json(callees.unit(step)), "terms": _terms_to_json(callees.terms(step))}
        for step in calling_steps(definition)
    }


def unit_to_json(unit: AnyUnit) -> dict[str, Json]:
    """Return the contract of a unit as data."""
    undo = unit.undo
    # One with a home of its own doesn't run on the loop, which is all that has to be known of it elsewhere.
    blocking = True if unit.home is not None else unit.blocking
    data: dict[str, Json] = {"name": unit.name, "color": unit.color.value, "blocking": blocking}
    data |= {"idempotent": unit.idempotent, "effect": unit.effect, "undo": None if undo is None else undo.name}
    data["nothing_to_undo"] = undo is not None and undo.function is nothing_to_undo
    return data


def unit_from(data: Mapping[str, Any]) -> AnyUnit:
    """Return a unit with the contract that `unit_to_json` has written, and nothing that could be called."""
    undo = None
    if data["undo"] is not None:
        function = nothing_to_undo if data["nothing_to_undo"] else _elsewhere
        undo = Unit(function=function, name=data["undo"], color=Color.SYNC, signature=None)
    contract = {name: data[name] for name in ("name", "blocking", "idempotent", "effect")}
    return Unit(function=_elsewhere, color=Color(data["color"]), signature=None, undo=undo, **contract)


def _elsewhere(*_args: Any, **_kwargs: Any) -> NoReturn:
    message = "a unit is called by a worker, and never where its run is decided on"
    raise AssertionError(message)


def _terms_to_json(terms: Terms) -> dict[str, Json]:
    retries: dict[str, Json] = {"retry": terms.retry.to_json(), "undo_retry": terms.undo_retry.to_json()}
    return {**retries, "timeout": terms.timeout, "undo_timeout": terms.undo_timeout}


def _terms_from(data: Mapping[str, Any]) -> Terms:
    retry, undo_retry = Retry.from_json(data["retry"]), Retry.from_json(data["undo_retry"])
    return Terms(retry, data["timeout"], undo_retry, data["undo_timeout"])
