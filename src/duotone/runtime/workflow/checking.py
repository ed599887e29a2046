"""What can't be seen in one step alone: ids, circles, and expressions that refer to what isn't there or comes later."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from duotone.errors import BadExpression
from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.workflow.expressions import ROOTS, Reference, compiled, references
from duotone.runtime.workflow.model import Definition, StepDefinition
from duotone.runtime.workflow.nodes import Node
from duotone.runtime.workflow.problems import Place, Problems, suggestion
from duotone.runtime.workflow.schemas import faults
from duotone.runtime.workflow.templates import Spot, spots

__all__ = ["check"]

_RUN_KEYS = ("id", "name")
_STEP_KEYS = ("outputs", "status")


def check(definition: Definition, root: Node, problems: Problems) -> None:
    """Add every problem of a workflow whose parts are right by themselves; `root` is what it was made from."""
    _check_ids(definition.steps, root.at("steps"), problems)
    _check_needs(definition, root, problems)
    circle = _circle(definition)
    if circle:
        first = next(number for number, step in enumerate(definition.steps) if step.id == circle[0])
        place = root.at("steps", first, "needs").place
        problems.add(
            place, f"the steps need each other in a circle: {' → '.join(circle)}", "take one of these needs away"
        )
    before = _ancestors(definition, has_circle=bool(circle))
    for number, step in enumerate(definition.steps):
        _StepCheck(definition, step, before, root.at("steps", number), problems).run()
    outputs = _Sight(definition, before, "", (), problems)
    for spot in spots(root.at("outputs")) if definition.outputs else ():
        outputs.look(spot)


def _check_ids(steps: Collection[StepDefinition], node: Node, problems: Problems) -> None:
    seen: dict[str, int] = {}
    for number, step in enumerate(steps):
        place = node.at(number, "id").place
        if step.id and step.id in seen:
            first = node.at(seen[step.id], "id").place
            where = f" on line {first.line}" if first.line else ""
            problems.add(place, f"the id {step.id!r} is taken{where}", "give each step an id of its own")
        seen.setdefault(step.id, number)
        if step.branches:
            _check_ids(step.branches, node.at(number, "parallel"), problems)


def _check_needs(definition: Definition, root: Node, problems: Problems) -> None:
    known = list(dict.fromkeys(step.id for step in definition.steps))
    for number, step in enumerate(definition.steps):
        for index, need in enumerate(step.needs):
            place = root.at("steps", number, "needs", index).place
            if need not in known:
                others = [name for name in known if name != step.id]
                problems.add(place, f"{step.id!r} needs {need!r}, which is no step", suggestion(need, others))
            elif need in step.needs[:index]:
                problems.add(place, f"{step.id!r} needs {need!r} twice", "name it once")


def _graph(definition: Definition) -> dict[str, list[str]]:
    known = {step.id for step in definition.steps}
    return {step.id: [need for need in step.needs if need in known] for step in definition.steps}


def _circle(definition: Definition) -> list[str]:
    """Return the steps of a circle, the first one again at the end, or nothing."""
    try:
        TopologicalSorter(_graph(definition)).prepare()
    except CycleError as error:
        # It names each step before the one that needs it.
        circle: list[str] = list(reversed(error.args[1]))
        order = [step.id for step in definition.steps]
        first = min(range(len(circle) - 1), key=lambda index: order.index(circle[index]))
        return [*circle[first:-1], *circle[:first], circle[first]]
    return []


def _ancestors(definition: Definition, *, has_circle: bool) -> Mapping[str, set[str]]:
    """Return for each step those that have ended when it starts."""
    graph = _graph(definition)
    before: dict[str, set[str]] = {step: set(needs) for step, needs in graph.items()}
    for step in list(graph) if has_circle else TopologicalSorter(graph).static_order():
        before[step] |= {far for need in graph[step] for far in before[need]}
    return before


class _StepCheck:
    """The checks of one step, and of its branches."""

    def __init__(
        self,
        definition: Definition,
        step: StepDefinition,
        before: Mapping[str, set[str]],
        node: Node,
        problems: Problems,
    ) -> None:
        self._step, self._node, self._problems = step, node, problems
        self._definition, self._before = definition, before

    def run(self) -> None:
        outside, inside = self._sight(()), self._sight(self._step.matrix or ())
        condition = self._node.at("if")
        if self._step.condition is not None and isinstance(condition.value, str):
            outside.look_at_condition(condition)
        if self._step.matrix is not None:
            self._look(outside, self._node.at("matrix"))
        self._check_call(self._step, self._node, inside)
        for number, branch in enumerate(self._step.branches):
            self._check_call(branch, self._node.at("parallel", number), outside)

    def _sight(self, axes: Collection[str]) -> _Sight:
        return _Sight(self._definition, self._before, self._step.id, axes, self._problems)

    def _check_call(self, step: StepDefinition, node: Node, sight: _Sight) -> None:
        if step.arguments:
            self._look(sight, node.at("with"))
        if step.child:
            _check_given(step, step.child, node, self._problems)

    def _look(self, sight: _Sight, node: Node) -> None:
        for spot in spots(node):
            sight.look(spot)


def _check_given(step: StepDefinition, child: Definition, node: Node, problems: Problems) -> None:
    """Check what a step gives to a workflow whose inputs are known."""
    table = node.at("with")
    for name, value in step.arguments.items():
        place = table.at(name).place
        if name not in child.inputs:
            problems.add(place, f"workflow {child.name!r} has no input {name!r}", suggestion(name, child.inputs))
        elif not any(True for _ in spots(table.at(name))):
            for fault in faults(value, child.inputs[name].schema):
                problems.add(place, f"input {name!r} of workflow {child.name!r} {fault}", "make it fit the type")
    for name, one in child.inputs.items():
        if one.is_required and name not in step.arguments:
            said = f"workflow {child.name!r} needs the input {name!r}"
            problems.add(node.place, said, f"add it under 'with' of step {step.id!r}")


class _Sight:
    """What expressions at one place can see."""

    def __init__(
        self,
        definition: Definition,
        before: Mapping[str, set[str]],
        step: str,
        axes: Collection[str],
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
            case ("matrix", *rest) if not self._axes:
                return (
                    f"{'.'.join(['matrix', *rest])} is not there: {self._who} has no matrix",
                    "use it in 'with' of a step that has one",
                )
            case ("matrix", name, *_) if name not in self._axes:
                return _missing(f"the matrix has no axis {name!r}", name, self._axes)
            case ("run", name, *_) if name not in _RUN_KEYS:
                return _missing(f"the run has no {name!r}", name, _RUN_KEYS)
            case ("steps", name, *rest):
                return self._wrong_step(name, rest)
            case _:
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
