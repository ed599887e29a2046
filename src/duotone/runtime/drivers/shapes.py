"""What the driver of workflows asks of a definition and of its expressions, without knowing YAML or CEL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from duotone.runtime.drivers.retries import NO_RETRY, UNDO_RETRY, Retry
from duotone.runtime.events import Json

__all__ = ["CellShape", "Language", "StepShape", "Terms", "WorkflowShape", "terms_of"]


class StepShape(Protocol):
    """A step of a definition."""

    @property
    def id(self) -> str:
        """What tells it from the others."""
        ...

    @property
    def unit(self) -> str:
        """What it calls."""
        ...

    @property
    def needs(self) -> tuple[str, ...]:
        """The steps that come before it."""
        ...

    @property
    def retry(self) -> Retry | None:
        """None where its unit decides."""
        ...

    @property
    def timeout(self) -> float | None:
        """Seconds for one attempt."""
        ...

    @property
    def is_fan_out(self) -> bool:
        """Whether it is called as several cells."""
        ...

    @property
    def policy(self) -> str:
        """How many of them must end well."""
        ...

    @property
    def concurrency(self) -> int | None:
        """How many of them go on at once."""
        ...

    @property
    def is_optional(self) -> bool:
        """Whether the run goes on if it fails."""
        ...

    @property
    def default(self) -> Json:
        """What it gives when it is skipped, or fails and is optional."""
        ...


class WorkflowShape(Protocol):
    """A whole definition."""

    @property
    def name(self) -> str:
        """The name of the workflow."""
        ...

    @property
    def steps(self) -> Sequence[StepShape]:
        """Its steps as they are written."""
        ...

    @property
    def order(self) -> Sequence[str]:
        """Their ids, each after those that it needs."""
        ...

    @property
    def on_error(self) -> str:
        """`fail-fast` or `continue`."""
        ...

    @property
    def concurrency(self) -> int | None:
        """How many attempts go on at once."""
        ...


class CellShape(Protocol):
    """One of the calls that a step makes."""

    @property
    def key(self) -> str:
        """What tells it from the other cells."""
        ...

    @property
    def step(self) -> StepShape:
        """What it calls, and how."""
        ...

    @property
    def scope(self) -> Mapping[str, Json]:
        """What its expressions see."""
        ...


class Language(Protocol):
    """The expressions of a definition; each of these raises an error of ours where one has no value.

    A scope has `inputs`, `steps` (`outputs` and `status` of each that has ended), `matrix` and `run`. An expression
    may only refer to steps that its own step needs, directly or not: what else has ended is a matter of chance.
    """

    # A definition and its language come from one place, and the driver only passes one to the other.
    def condition(self, step: Any, scope: Mapping[str, Json], /) -> bool:
        """Tell whether a step is to run."""
        ...

    def cells(self, step: Any, scope: Mapping[str, Json], /) -> Sequence[CellShape]:
        """Return the calls that a step makes, in order."""
        ...

    def arguments(self, step: Any, scope: Mapping[str, Json], /) -> Mapping[str, Json]:
        """Return what its unit is called with."""
        ...

    def gathered(self, step: Any, results: Mapping[str, Json], /) -> Json:
        """Return what a step gives whose cells these are by their keys, in the order in which they ended well."""
        ...

    def outputs(self, definition: Any, scope: Mapping[str, Json], /) -> Mapping[str, Json]:
        """Return what the run gives."""
        ...


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a step is called: those of its definition, and where that is silent those of its unit."""

    retry: Retry = NO_RETRY
    timeout: float | None = None
    undo_retry: Retry = UNDO_RETRY
    undo_timeout: float | None = None


def terms_of(step: StepShape) -> Terms:
    """Return the terms that the definition of a step says."""
    return Terms(step.retry or NO_RETRY, step.timeout)
