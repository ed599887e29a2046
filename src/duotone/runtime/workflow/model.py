"""A workflow as data: frozen records, their one canonical form, and the hash that names a version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from graphlib import TopologicalSorter
from hashlib import sha256

from duotone.errors import NoSuchStep
from duotone.runtime.drivers.fanout import Policy
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.events import Json, encoded

__all__ = ["Definition", "InputDefinition", "OnError", "StepDefinition", "StepKind"]


class StepKind(StrEnum):
    """What a step calls; the word is the key that names it."""

    FUNCTION = "function"
    TOOL = "tool"
    AGENT = "agent"
    WORKFLOW = "workflow"
    PARALLEL = "parallel"
    """Nothing of its own: its branches do the work."""


class OnError(StrEnum):
    """What a failed step means for the others."""

    FAIL_FAST = "fail-fast"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class InputDefinition:
    """What a run must or may be given under one name."""

    schema: Mapping[str, Json] = field(default_factory=dict[str, Json])
    is_required: bool = True
    default: Json = None
    description: str = ""

    def to_json(self, *, is_described: bool = True) -> dict[str, Json]:
        """Return this as it would be written in a workflow."""
        data = {**self.schema, **_said({"description": self.description if is_described else ""})}
        return data if self.is_required else {**data, "default": self.default}


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """One step. Expressions and templates are kept as they are written; None means that the unit itself decides."""

    id: str
    kind: StepKind = StepKind.FUNCTION
    unit: str = ""
    child: Definition | None = None
    needs: tuple[str, ...] = ()
    condition: str | None = None
    arguments: Mapping[str, Json] = field(default_factory=dict[str, Json])
    outputs: Mapping[str, Mapping[str, Json]] | None = None
    retry: Retry | None = None
    timeout: float | None = None
    undo: str | None = None
    idempotent: bool | None = None
    effect: bool | None = None
    matrix: Mapping[str, Json] | None = None
    branches: tuple[StepDefinition, ...] = ()
    policy: Policy = Policy.ALL
    concurrency: int | None = None
    is_optional: bool = False
    default: Json = None
    description: str = ""

    @property
    def is_fan_out(self) -> bool:
        """Whether this step runs as several cells or branches."""
        return self.matrix is not None or bool(self.branches)

    def to_json(self, *, is_described: bool = True) -> dict[str, Json]:
        """Return this as it would be written in a workflow."""
        data = _said(
            {
                "id": self.id,
                "description": self.description if is_described else None,
                "needs": list(self.needs),
                "if": self.condition,
                "with": self.arguments,
                "outputs": self.outputs,
                "retry": {"attempts": self.retry.attempts, **self.retry.to_json()} if self.retry else None,
                "timeout": self.timeout,
                "undo": self.undo,
                "idempotent": self.idempotent,
                "effect": self.effect,
                "matrix": self.matrix,
                "policy": None if self.policy is Policy.ALL else self.policy.value,
                "concurrency": self.concurrency,
                "optional": self.is_optional or None,
            }
        )
        data[self.kind.value] = self._called(is_described=is_described)
        return data if self.default is None else {**data, "default": self.default}

    def _called(self, *, is_described: bool) -> Json:
        if self.kind is StepKind.PARALLEL:
            return [branch.to_json(is_described=is_described) for branch in self.branches]
        return self.child.to_json(is_described=is_described) if self.child else self.unit


@dataclass(frozen=True)
class Definition:
    """A whole workflow. Two definitions that mean the same are equal and have the same hash."""

    name: str
    steps: tuple[StepDefinition, ...]
    inputs: Mapping[str, InputDefinition] = field(default_factory=dict[str, InputDefinition])
    outputs: Mapping[str, Json] = field(default_factory=dict[str, Json])
    on_error: OnError = OnError.FAIL_FAST
    timeout: float | None = None
    concurrency: int | None = None
    description: str = ""

    def to_json(self, *, is_described: bool = True) -> dict[str, Json]:
        """Return this as a workflow that can be loaded, with nothing in it that is so by default."""
        inputs = {name: one.to_json(is_described=is_described) for name, one in self.inputs.items()}
        return _said(
            {
                "name": self.name,
                "description": self.description if is_described else None,
                "inputs": inputs,
                "on_error": None if self.on_error is OnError.FAIL_FAST else self.on_error.value,
                "timeout": self.timeout,
                "concurrency": self.concurrency,
                "steps": [step.to_json(is_described=is_described) for step in self.steps],
                "outputs": self.outputs,
            }
        )

    @cached_property
    def hash(self) -> str:
        """What names this version: descriptions, comments and the order of keys don't change it, all else does."""
        return sha256(encoded(self.to_json(is_described=False)).encode()).hexdigest()

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The ids of the steps, each after those that it needs, otherwise as they were written."""
        return tuple(_sorted({step.id: step.needs for step in self.steps}))

    def step(self, id: str) -> StepDefinition:  # noqa: A002  # it is called id in the file too
        """Return a step. Raises `NoSuchStep`."""
        step = self._by_id.get(id)
        if step is None:
            raise NoSuchStep(id, f"workflow {self.name!r}", list(self._by_id))
        return step

    @cached_property
    def _by_id(self) -> Mapping[str, StepDefinition]:
        return {step.id: step for step in self.steps}


def _sorted(needs: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    place = {step: number for number, step in enumerate(needs)}
    sorter = TopologicalSorter(needs)
    sorter.prepare()
    ready: list[str] = []
    while sorter.is_active():
        ready = sorted([*ready, *sorter.get_ready()], key=place.__getitem__)
        first = ready.pop(0)
        yield first
        sorter.done(first)


def _said(data: Mapping[str, Json]) -> dict[str, Json]:
    """Return the entries that say something."""
    return {key: value for key, value in data.items() if value is not None and value not in ("", [], {})}
