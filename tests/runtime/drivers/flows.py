"""Workflows without YAML and CEL: records whose expressions are functions of Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from typing import Any

from duotone.errors import BadInput
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.events import Json

__all__ = ["Cell", "Flow", "FlowStep", "Python", "completed", "outputs_of", "retries"]

Scope = Mapping[str, Any]


def completed(scope: Scope, step: str) -> bool:
    return bool(scope["steps"][step]["status"] == "completed")


def outputs_of(scope: Scope, step: str) -> Any:
    return scope["steps"][step]["outputs"]


def retries(attempts: int, delay: float = 0.0) -> Retry:
    return Retry(attempts=attempts, delay=delay)


@dataclass(frozen=True)
class FlowStep:
    id: str
    needs: tuple[str, ...] = ()
    unit: str = "do"
    condition: Callable[[Scope], bool] | None = None
    arguments: Callable[[Scope], Mapping[str, Json]] | None = None
    matrix: Callable[[Scope], Sequence[Json]] | None = None
    branches: tuple[FlowStep, ...] = ()
    retry: Any = None
    timeout: float | None = None
    policy: str = "all"
    concurrency: int | None = None
    is_optional: bool = False
    default: Json = None

    @property
    def is_fan_out(self) -> bool:
        return self.matrix is not None or bool(self.branches)


@dataclass(frozen=True)
class Flow:
    steps: tuple[FlowStep, ...]
    name: str = "flow"
    on_error: str = "fail-fast"
    concurrency: int | None = None
    outputs: Callable[[Scope], Mapping[str, Json]] | None = None
    order: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        order = TopologicalSorter({step.id: step.needs for step in self.steps}).static_order()
        object.__setattr__(self, "order", tuple(order))


@dataclass(frozen=True)
class Cell:
    key: str
    step: FlowStep
    scope: Scope


class Python:
    """The language: each expression is a function. One that looks up what is not there has no value."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def condition(self, step: FlowStep, scope: Scope, /) -> bool:
        self.asked.append(f"if {step.id}")
        return step.condition is None or _value(step.condition, scope)

    def cells(self, step: FlowStep, scope: Scope, /) -> list[Cell]:
        self.asked.append(f"cells {step.id}")
        if step.branches:
            return [Cell(branch.id, branch, scope) for branch in step.branches]
        assert step.matrix is not None
        points = _value(step.matrix, scope)
        return [Cell(str(number), step, {**scope, "matrix": point}) for number, point in enumerate(points)]

    def arguments(self, step: FlowStep, scope: Scope, /) -> Mapping[str, Json]:
        self.asked.append(f"with {step.id}")
        return {} if step.arguments is None else _value(step.arguments, scope)

    def gathered(self, step: FlowStep, results: Mapping[str, Json], /) -> Json:
        if step.policy == "any":
            return next(iter(results.values()))
        return dict(results) if step.branches else [results[key] for key in sorted(results, key=int)]

    def outputs(self, definition: Flow, scope: Scope, /) -> Mapping[str, Json]:
        return {} if definition.outputs is None else _value(definition.outputs, scope)


def _value(function: Callable[[Scope], Any], scope: Scope) -> Any:
    try:
        return function(scope)
    except LookupError as error:
        raise BadInput("expression", f"has no value: {error!r}") from error
