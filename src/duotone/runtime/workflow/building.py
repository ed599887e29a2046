"""A workflow made from what was read: every part of its type, every key one that is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.events import Json
from duotone.runtime.workflow.model import (
    Definition,
    InputDefinition,
    OnError,
    StepDefinition,
    StepKind,
)
from duotone.runtime.workflow.nodes import Node, data_of, kind_of
from duotone.runtime.workflow.problems import Problems
from duotone.runtime.workflow.schemas import faults
from duotone.runtime.workflow.tables import Table, better_name, is_name
from duotone.runtime.workflow.types import read_schema

__all__ = ["Child", "build"]

Child = Callable[[Node, Problems], "Definition | None"]
"""Finds the definition of a workflow that a step names, or None where that is bound when it runs."""

# A name that is bound when the workflow runs, or a module and what is in it.
_UNIT = re.compile(r"[\w./-]+|[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_EVER = 1e9
_FAN_OUT = ("policy", "concurrency")
_OF_BRANCHES = ("with", "outputs", "retry", "timeout", "undo", "idempotent", "effect")


class _Backoff(StrEnum):
    FIXED = "fixed"
    EXPONENTIAL = "exponential"


def build(root: Node, problems: Problems, child: Child) -> Definition:
    """Return the workflow that is written in `root`; where `problems` has any after this, it is not to be used."""
    table = Table(root, "a workflow", problems)
    name = table.text("name", "a name for the workflow")
    if table.is_mapping and table.node("name") is None:
        problems.add(root.place, "the workflow has no name", "write 'name: …' at its top")
    definition = Definition(
        name=name or "",
        description=table.text("description") or "",
        inputs={key: _input(entry.node, problems) for key, entry in table.members("inputs").items()},
        on_error=table.choice("on_error", OnError, OnError.FAIL_FAST),
        timeout=table.seconds("timeout"),
        concurrency=table.count("concurrency"),
        steps=_steps(table, child),
        outputs={key: data_of(entry.node) for key, entry in table.members("outputs").items()},
    )
    table.finish()
    return definition


def _input(node: Node, problems: Problems) -> InputDefinition:
    if not isinstance(node.value, Mapping):
        return InputDefinition(read_schema(node, problems))
    own = {"default"}
    if isinstance(node.at("required").value, bool):
        own.add("required")
        place = node.value["required"].key
        problems.add(place, "an input is required unless it has a default", "remove this, or add 'default'")
    schema = read_schema(Node({key: node.value[key] for key in node.value if key not in own}, node.place), problems)
    description = Table(node, "an input", problems).text("description") or ""
    if "default" not in node.value:
        return InputDefinition(schema, description=description)
    default = node.value["default"].node
    for fault in faults(data_of(default), schema):
        problems.add(default.place, f"the default {fault}", "make it fit the type")
    return InputDefinition(schema, is_required=False, default=data_of(default), description=description)


def _steps(table: Table, child: Child) -> tuple[StepDefinition, ...]:
    node = table.node("steps")
    if not table.is_mapping:
        return ()
    if node is None or not isinstance(node.value, tuple) or not node.value:
        place = table.key_place("steps") if node is None else node.place
        table.problems.add(place, "the workflow has no steps", "write 'steps:' with a list of them")
        return ()
    return tuple(_step(Table(one, "a step", table.problems), child) for one in node.value)


def _step(table: Table, child: Child) -> StepDefinition:
    if not table.is_mapping:
        return StepDefinition("")
    kind, unit, definition = _called(table, child)
    matrix = {key: data_of(entry.node) for key, entry in table.members("matrix").items()}
    common = _common(table)
    branches = _branches(table, child) if kind is StepKind.PARALLEL else ()
    for key in _OF_BRANCHES if branches else ():
        if table.has(key):
            table.problems.add(table.key_place(key), f"{key!r} is about one call", "write it in the branches")
    _refuse_fan_out_alone(table, is_fan_out=table.has("matrix") or kind is StepKind.PARALLEL)
    step = StepDefinition(
        kind=kind,
        unit=unit,
        child=definition,
        needs=table.names("needs"),
        condition=_condition(table),
        matrix=_matrix(table, matrix),
        branches=branches,
        policy=table.choice("policy", Policy, Policy.ALL),
        concurrency=table.count("concurrency"),
        is_optional=table.flag("optional") or False,
        default=_default(table),
        **common,
    )
    table.finish()
    return step


def _branches(table: Table, child: Child) -> tuple[StepDefinition, ...]:
    node = table.node("parallel")
    if node is None or not isinstance(node.value, tuple) or not node.value:
        table.problems.add(table.key_place("parallel"), "'parallel' has no branches", "write a list of steps")
        return ()
    if table.has("matrix"):
        place = table.key_place("matrix")
        table.problems.add(place, "a step has both 'matrix' and 'parallel'", "keep one, and make another step")
    return tuple(_branch(Table(one, "a branch", table.problems), child) for one in node.value)


def _branch(table: Table, child: Child) -> StepDefinition:
    if not table.is_mapping:
        return StepDefinition("")
    kind, unit, definition = _called(table, child, is_branch=True)
    branch = StepDefinition(kind=kind, unit=unit, child=definition, **_common(table))
    table.finish()
    return branch


def _common(table: Table) -> dict[str, Any]:
    """Return what steps and branches of steps have alike."""
    undo, effect = table.text("undo", "the function that takes the step back"), table.flag("effect")
    if undo is not None and effect is False:
        place = table.key_place("undo")
        table.problems.add(place, "a step without effect has nothing to undo", "remove 'undo', or 'effect: false'")
    outputs = {key: read_schema(entry.node, table.problems) for key, entry in table.members("outputs").items()}
    arguments = {key: data_of(entry.node) for key, entry in table.members("with").items()}
    return {
        "id": _id(table),
        "description": table.text("description") or "",
        "arguments": arguments,
        "outputs": outputs or None,
        "retry": _retry(table),
        "timeout": table.seconds("timeout"),
        "undo": undo,
        "idempotent": table.flag("idempotent"),
        "effect": effect,
    }


def _id(table: Table) -> str:
    name = table.text("id", "a name for the step")
    if name is None:
        if not table.has("id"):
            table.problems.add(table.place, "the step has no id", "write 'id: …' as its first line")
        return ""
    node = table.node("id")
    if node is not None and not is_name(name):
        table.problems.add(node.place, f"the id {name!r} can't be used in expressions", better_name(name))
    return name


def _called(table: Table, child: Child, *, is_branch: bool = False) -> tuple[StepKind, str, Definition | None]:
    """Return which kind of step this is, and what it calls."""
    kinds = [kind for kind in StepKind if not (is_branch and kind is StepKind.PARALLEL)]
    given = [kind for kind in kinds if table.has(kind.value)]
    if len(given) != 1:
        _refuse_kinds(table, kinds, given)
        return StepKind.FUNCTION, "", None
    kind = given[0]
    node = table.node(kind.value)
    if kind is StepKind.PARALLEL:
        return kind, "", None
    if kind is StepKind.WORKFLOW and node is not None and (definition := child(node, table.problems)):
        return kind, definition.name, definition
    unit = table.text(kind.value, "a name, or 'package.module:function'")
    if unit is not None and node is not None and not _UNIT.fullmatch(unit):
        table.problems.add(node.place, f"{unit!r} names no {kind.value}", "write a name, or 'package.module:function'")
    if node is None:
        table.problems.add(table.key_place(kind.value), f"{kind.value!r} is empty", "name what the step calls")
    return kind, unit or "", None


def _refuse_kinds(table: Table, kinds: list[StepKind], given: list[StepKind]) -> None:
    words = ", ".join(kind.value for kind in kinds)
    if given:
        place = table.key_place(given[1].value)
        table.problems.add(place, f"the step is a {given[0].value} and a {given[1].value}", "keep one of them")
    elif table.has("type"):
        place = table.key_place("type")
        table.problems.add(place, f"unknown step type {table.data('type')!r}", f"name what it calls under {words}")
    else:
        table.problems.add(table.place, "the step calls nothing", f"give it one of {words}")


def _condition(table: Table) -> str | None:
    node = table.node("if")
    if node is None or isinstance(node.value, bool):
        return None if node is None else str(node.value).lower()
    return table.text("if", 'an expression, such as "inputs.depth > 1"')


def _matrix(table: Table, matrix: Mapping[str, Json]) -> Mapping[str, Json] | None:
    if not table.has("matrix"):
        return None
    if not matrix:
        table.problems.add(table.key_place("matrix"), "'matrix' has no axes", "write a name with a list of values")
    for name, entry in table.members("matrix").items():
        value = entry.node.value
        if not isinstance(value, tuple) and not (isinstance(value, str) and "${{" in value):
            said = f"the axis {name!r} is {kind_of(data_of(entry.node))}"
            table.problems.add(entry.node.place, said, "write a list, or '${{ an expression }}' that gives one")
    return matrix


def _refuse_fan_out_alone(table: Table, *, is_fan_out: bool) -> None:
    for key in _FAN_OUT:
        if table.has(key) and not is_fan_out:
            said = f"{key!r} is about several cells, and the step has one"
            table.problems.add(table.key_place(key), said, "give it 'matrix' or 'parallel', or remove it")


def _default(table: Table) -> Json:
    if table.has("default") and not table.data("optional") and not table.has("if"):
        place = table.key_place("default")
        said = "'default' is for a step that may fail or be skipped"
        table.problems.add(place, said, "add 'optional: true' or 'if', or remove it")
    return table.data("default")


def _retry(table: Table) -> Retry | None:
    node = table.node("retry")
    if node is None:
        return None
    if isinstance(node.value, int):
        return Retry(table.count("retry") or 1)
    retry = Table(node, "'retry'", table.problems)
    if retry.is_mapping and not retry.has("attempts"):
        table.problems.add(node.place, "'retry' doesn't say how often", "add 'attempts: 3'")
    definition = Retry(
        attempts=retry.count("attempts") or 1,
        delay=retry.number("delay", 0, _EVER, "a number of seconds from 0 up", 0.0),
        backoff="exponential" if retry.choice("backoff", _Backoff, _Backoff.FIXED) is _Backoff.EXPONENTIAL else "fixed",
        factor=retry.number("factor", 1, _EVER, "a number from 1 up", 2.0),
        max_delay=retry.number("max_delay", 0, _EVER, "a number of seconds from 0 up", 60.0),
        jitter=retry.number("jitter", 0, 1, "a share of the delay, from 0 to 1", 0.0),
        on=retry.names("on"),
        not_on=retry.names("not_on"),
    )
    retry.finish()
    return definition
