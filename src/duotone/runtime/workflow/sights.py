"""What expressions can see from where they stand, and what is wrong with those that look elsewhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from duotone.errors import BadExpression
from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.workflow.expressions import ROOTS, Reference, compiled, references
from duotone.runtime.workflow.model import Definition, StepDefinition
from duotone.runtime.workflow.nodes import Node
from duotone.runtime.workflow.problems import Place, Problems, suggestion
from duotone.runtime.workflow.templates import Spot, spots

__all__ = ["Sight"]

_RUN_KEYS = ("id", "name")
_STEP_KEYS = ("outputs", "status")


class Sight:
    """What expressions at one place can see.

    `before` has the steps that come before each; `step` is the one in which they stand, or empty for the workflow
    itself. `axes` are those of its matrix, or None where its cells are not made yet.
    """

    def __init__(
        self,
        definition: Definition,
        before: Mapping[str, set[str]],
        step: str,
        axes: Collection[str] | None,
        problems: Problems,
    ) -> None:
        self._definition, self._before, self._step, self._axes = definition, before, step, axes
        self._steps = before[step] if step else set(before)
        self._who, self._problems = f"step {step!r}" if step else "the workflow", problems

    def look_at_condition(self, node: Node) -> None:
        """Check an `if`, which is an expression as a whole, or one in the braces of a template."""
        text = str(node.value)
        inner = list(spots(node))
        spot = inner[0] if inner else Spot(text, node, 0)
        if inner and text.strip() != f"${{{{{spot.text}}}}}":
            self._problems.add(node.place, "a condition is one expression", "write it without ${{ }}")
        elif self.look(spot) not in {"BOOL", "DYN", ""}:
            place = node.place_in(spot.offset)
            self._problems.add(
                place, f"the condition gives no boolean: {spot.text.strip()!r}", "compare it with something"
            )

    def look(self, spot: Spot) -> str:
        """Check one expression, and return the type that it gives, or nothing where it is wrong."""
        if spot.is_open:
            self._problems.add(spot.node.place_in(spot.offset), "'${{' is never closed", "close it with '}}'")
            return ""
        if not spot.text.strip():
            self._problems.add(spot.node.place_in(spot.offset), "the expression is empty", "write one, or remove it")
            return ""
        wrong = list(self._wrong_references(spot))
        for place, problem, remedy in wrong:
            self._problems.add(place, problem, remedy)
        if wrong:
            return ""
        try:
            return compiled(spot.text).type
        except BadExpression as error:
            place = spot.node.place_in(spot.offset + error.offset)
            said = f"the expression {spot.text.strip()!r} makes no sense: {error.reason}"
            self._problems.add(place, said, _remedy(error.reason))
            return ""

    def _wrong_references(self, spot: Spot) -> Iterator[tuple[Place, str, str]]:
        found = references(spot.text)
        bound = {reference.path[0] for reference in found if reference.is_bound}
        for reference in found:
            place = spot.node.place_in(spot.offset + reference.offset)
            if reference.is_bound:
                yield place, f"the variable {reference.path[0]!r} hides what has that name", "call it otherwise"
            elif reference.path[0] not in bound and (wrong := self._wrong(reference)):
                yield place, *wrong

    def _wrong(self, reference: Reference) -> tuple[str, str] | None:
        match reference.path:
            case ("inputs", name, *_) if name not in self._definition.inputs:
                return _missing(f"the workflow has no input {name!r}", name, self._definition.inputs)
            case ("matrix", *rest):
                return self._wrong_matrix(rest)
            case ("run", name, *_) if name not in _RUN_KEYS:
                return _missing(f"the run has no {name!r}", name, _RUN_KEYS)
            case ("steps", name, *rest):
                return self._wrong_step(name, rest)
            case _:
                return None

    def _wrong_matrix(self, rest: list[str]) -> tuple[str, str] | None:
        if self._axes is None:
            return "the matrix is not there yet: this is looked at once, before its cells are made", "use it in 'with'"
        if not self._axes:
            return f"{self._who} has no matrix", "use it in 'with' of a step that has one"
        if rest and rest[0] not in self._axes:
            return _missing(f"the matrix has no axis {rest[0]!r}", rest[0], self._axes)
        return None

    def _wrong_step(self, name: str, rest: list[str]) -> tuple[str, str] | None:
        step = next((step for step in self._definition.steps if step.id == name), None)
        if step is None:
            return _missing(f"there is no step {name!r}", name, [step.id for step in self._definition.steps])
        if name not in self._steps:
            return self._too_early(name)
        if rest and rest[0] not in _STEP_KEYS:
            return _missing(f"steps.{name} has no {rest[0]!r}", rest[0], _STEP_KEYS)
        if rest[1:] and rest[0] == "outputs":
            return self._wrong_output(step, rest[1])
        return None

    def _too_early(self, name: str) -> tuple[str, str]:
        if self._step in self._before[name] or self._step == name:
            return f"{self._who} refers to {name!r}, which ends after it", "refer to a step that comes before"
        return f"{self._who} refers to {name!r}, which isn't sure to end before it", f"add {name!r} to its needs"

    def _wrong_output(self, step: StepDefinition, name: str) -> tuple[str, str] | None:
        if step.branches and step.policy is Policy.ANY:
            return None
        if step.matrix is not None and step.policy is not Policy.ANY:
            said = f"step {step.id!r} has a matrix, so its outputs are a list"
            return said, f"take one with steps.{step.id}.outputs[0], or each with .map(one, one.{name})"
        if step.branches:
            return _unless_known(step, name, [branch.id for branch in step.branches])
        if step.child:
            return _unless_known(step, name, list(step.child.outputs))
        return _unless_known(step, name, list(step.outputs)) if step.outputs else None


def _remedy(reason: str) -> str:
    missing = re.search(r"there is no '(\w+)", reason)
    return suggestion(missing[1], ROOTS, "mend it") if missing else "mend it: the language is CEL"


def _unless_known(step: StepDefinition, name: str, known: list[str]) -> tuple[str, str] | None:
    return None if name in known else _missing(f"step {step.id!r} has no output {name!r}", name, known)


def _missing(problem: str, name: str, known: Collection[str]) -> tuple[str, str]:
    return problem, suggestion(name, known)
