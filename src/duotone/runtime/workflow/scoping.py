"""What a driver asks while a workflow runs: pure functions of a definition and of what the run has so far."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from duotone.errors import BadExpression, BadInput
from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.events import Json, encoded
from duotone.runtime.workflow.expressions import Scope
from duotone.runtime.workflow.model import Definition, StepDefinition
from duotone.runtime.workflow.nodes import kind_of
from duotone.runtime.workflow.problems import suggestion
from duotone.runtime.workflow.schemas import faults
from duotone.runtime.workflow.templates import evaluate, filled

__all__ = ["Cell", "accepted", "arguments", "broken", "cells", "condition", "gathered", "outputs"]

_MOST_CELLS = 10_000


@dataclass(frozen=True, slots=True)
class Cell:
    """One of the calls that a step makes: the step itself, a point of its matrix, or one of its branches."""

    key: str
    step: StepDefinition
    scope: Scope


def accepted(definition: Definition, given: Mapping[str, Json]) -> dict[str, Json]:
    """Return the inputs of a run with their defaults. Raises `BadInput` for the first that isn't as declared."""
    if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]  # not every caller is typed
        raise BadInput("inputs", f"are {kind_of(given)}; pass a mapping from names to values")
    for name in given:
        if name not in definition.inputs:
            raise BadInput(name, f"is none of workflow {definition.name!r}; {suggestion(name, definition.inputs)}")
    values: dict[str, Json] = {}
    for name, one in definition.inputs.items():
        if name not in given and one.is_required:
            raise BadInput(name, f"is missing; workflow {definition.name!r} needs it")
        value = given[name] if name in given else deepcopy(one.default)  # another run begins with it as well
        for fault in faults(value, one.schema) if name in given else ():
            raise BadInput(name, f"{fault}; pass one that fits")
        values[name] = value
    _check_keepable(values)
    return values


def _check_keepable(values: Mapping[str, Json]) -> None:
    for name, value in values.items():
        try:
            encoded({name: value})
        except (TypeError, ValueError, RecursionError) as error:
            raise BadInput(name, f"can't be kept in the log: {error}; pass plain JSON") from error


def condition(step: StepDefinition, scope: Scope) -> bool:
    """Tell whether a step is to run. Raises `BadExpression` if its condition has no boolean value."""
    if step.condition is None:
        return True
    text = step.condition.strip()
    value = evaluate(text[3:-2] if text.startswith("${{") else text, scope)
    if isinstance(value, bool):
        return value
    raise BadExpression(text, f"it gives {kind_of(value)}, and a condition is true or false")


def arguments(step: StepDefinition, scope: Scope) -> dict[str, Json]:
    """Return what a unit is called with. Raises `BadExpression` if a template has no value."""
    return {name: filled(value, scope) for name, value in step.arguments.items()}


def cells(step: StepDefinition, scope: Scope) -> list[Cell]:
    """Return the calls that a step makes, in their order; none if an axis of its matrix is empty.

    Raises `BadExpression` if an axis is no list, or if they are too many.
    """
    if step.branches:
        return [Cell(branch.id, branch, scope) for branch in step.branches]
    if step.matrix is None:
        return [Cell("", step, scope)]
    axes = [_axis(name, value, scope) for name, value in step.matrix.items()]
    count = 1
    for axis in axes:
        count *= len(axis)
    if count > _MOST_CELLS:
        raise BadExpression(step.id, f"its matrix has {count:,} cells, and the most is {_MOST_CELLS:,}")
    points = [dict(zip(step.matrix, values, strict=True)) for values in itertools.product(*axes)]
    return [Cell(str(number), step, {**scope, "matrix": point}) for number, point in enumerate(points)]


def _axis(name: str, value: Json, scope: Scope) -> Sequence[Json]:
    values = filled(value, scope)
    if isinstance(values, list | tuple):
        return values
    raise BadExpression(str(value), f"the axis {name!r} is {kind_of(values)}, and must be a list")


def gathered(step: StepDefinition, results: Mapping[str, Json]) -> Json:
    """Return the output of a step with several cells from the results of those that succeeded, by their keys.

    They come in the order in which they ended. Where any was enough that is the result of the first; else branches give
    a mapping from their ids, and a matrix a list in the order of its cells.
    """
    if step.policy is Policy.ANY:
        return next(iter(results.values()), None)
    if step.branches:
        return {branch.id: results[branch.id] for branch in step.branches if branch.id in results}
    return [results[key] for key in sorted(results, key=int)]


def broken(step: StepDefinition, result: Json) -> list[str]:
    """Return how a result breaks the contract of its step; a workflow inside of it has kept its own."""
    if not step.outputs:
        return []
    if not isinstance(result, Mapping):
        return [f"the result is {kind_of(result)}, and must be a mapping with {', '.join(step.outputs)}"]
    missing = [f"output {name!r} is missing" for name in step.outputs if name not in result]
    wrong = [
        f"output {name!r} {fault}"
        for name, schema in step.outputs.items()
        if name in result
        for fault in faults(result[name], schema)
    ]
    return missing + wrong


def outputs(definition: Definition, scope: Scope) -> dict[str, Json]:
    """Return the outputs of a run that has ended. Raises `BadExpression` if one of them has no value."""
    return {name: filled(value, scope) for name, value in definition.outputs.items()}
