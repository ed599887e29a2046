"""What the driver of workflows asks of a definition and of its expressions, without knowing YAML or CEL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from duotone.runtime.drivers.retries import NO_RETRY, UNDO_RETRY, Retry
from duotone.runtime.events import Json

__all__ = ["CellShape", "Language", "RetryShape", "StepShape", "Terms", "WorkflowShape", "terms_of"]


class RetryShape(Protocol):
    """How often and when a step is tried again, as a definition says it."""

    @property
    def attempts(self) -> int:
        """All attempts, the first one too."""
        ...

    @property
    def delay(self) -> float:
        """Seconds before the second attempt."""
        ...

    @property
    def backoff(self) -> str:
        """`fixed` or `exponential`."""
        ...

    @property
    def factor(self) -> float:
        """By how much each wait is longer than the one before."""
        ...

    @property
    def max_delay(self) -> float | None:
        """The longest wait."""
        ...

    @property
    def jitter(self) -> float:
        """The share by which a wait may grow."""
        ...

    @property
    def on(self) -> tuple[str, ...]:
        """The errors that are tried again."""
        ...

    @property
    def not_on(self) -> tuple[str, ...]:
        """The errors that are not."""
        ...


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
    def retry(self) -> RetryShape | None:
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
    said = step.retry
    if said is None:
        return Terms(timeout=step.timeout)
    retry = Retry(
        attempts=said.attempts,
        delay=said.delay,
        backoff="exponential" if said.backoff == "exponential" else "fixed",
        factor=said.factor,
        max_delay=NO_RETRY.max_delay if said.max_delay is None else said.max_delay,
        jitter=said.jitter,
        on=said.on,
        not_on=said.not_on,
    )
    return Terms(retry, step.timeout)
