"""What can't be seen in one step alone: ids, circles, and expressions that refer to what isn't there or comes later."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter

from duotone.runtime.workflow.model import Definition, StepDefinition
from duotone.runtime.workflow.nodes import Node
from duotone.runtime.workflow.problems import Problems, suggestion
from duotone.runtime.workflow.schemas import faults
from duotone.runtime.workflow.scoping import broken
from duotone.runtime.workflow.sights import Sight
from duotone.runtime.workflow.templates import spots

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
    outputs = Sight(definition, before, "", (), problems)
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
        outside, inside = self._sight(None), self._sight(self._step.matrix or ())
        condition = self._node.at("if")
        if self._step.condition is not None and isinstance(condition.value, str):
            outside.look_at_condition(condition)
        if self._step.matrix is not None:
            self._look(outside, self._node.at("matrix"))
        self._check_default()
        self._check_call(self._step, self._node, inside)
        for number, branch in enumerate(self._step.branches):
            self._check_call(branch, self._node.at("parallel", number), inside)

    def _check_default(self) -> None:
        """Check that those who need a step can rely on what it gives when it fails."""
        default = self._node.at("default")
        if any(True for _ in spots(default)) and self._step.default is not None:
            self._problems.add(default.place, "a default is plain data, without templates", "write the value itself")
        elif self._step.default is not None and not self._step.is_fan_out:
            for fault in broken(self._step, self._step.default):
                self._problems.add(default.place, f"the default breaks 'outputs': {fault}", "make both fit")

    def _sight(self, axes: Collection[str] | None) -> Sight:
        return Sight(self._definition, self._before, self._step.id, axes, self._problems)

    def _check_call(self, step: StepDefinition, node: Node, sight: Sight) -> None:
        if step.arguments:
            self._look(sight, node.at("with"))
        if step.child:
            _check_given(step, step.child, node, self._problems)

    def _look(self, sight: Sight, node: Node) -> None:
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
