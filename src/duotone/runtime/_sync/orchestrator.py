# Made by `duotone mirror` from ../_async/orchestrator.py: edit that file, and run it again.
"""A saga that is driven step by step, from somebody else's loop: steps are named first, and given an executor later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from duotone.errors import NoSuchRun, NoSuchStep, Unbound
from duotone.runtime._sync.runtime import Runtime
from duotone.runtime._sync.saga import Saga
from duotone.runtime.binding import find_unit
from duotone.runtime.drivers.retries import UNDO_RETRY, Retry
from duotone.runtime.dropping import Notes, notices_drops
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.units import unit_of

__all__ = ["SagaOrchestrator"]


_PATIENCE = replace(UNDO_RETRY, not_on=(Unbound,))


class _Step:
    """A step that was named, and what is known of how it is to be called and undone."""

    def __init__(self, name: str, unit: str, contract: dict[str, Any]) -> None:
        self.name = name
        self.unit = unit
        self.compensator: Callable[..., Any] | None = None
        self.contract = contract
        if contract["undo"] is None:
            contract["undo"] = unit_of(self.undo, name=f"the compensator of {name}", retry=_PATIENCE)

    def undo(self, result: Any) -> Any:
        """Undo it with whatever the one who compensates has given; that may be async."""
        if self.compensator is None:
            raise Unbound(self.name, "compensator")
        return self.compensator(self.name, result)


@notices_drops
class SagaOrchestrator:
    """Sagas by their ids, each with steps that are added, executed one by one, finished or undone."""

    def __init__(self, runtime: Runtime) -> None:
        """Drive sagas of a runtime that is open."""
        self._runtime = runtime
        self._sagas: dict[str, Saga] = {}
        self._steps: dict[str, dict[str, _Step]] = {}

    @property
    def notes(self) -> Notes:
        """What has happened and is not written yet; its runtime writes it."""
        return self._runtime.notes

    def create_saga(self, name: str, *, session: str | None = None, deadline: float | None = None) -> str:
        """Begin a saga, and return its id."""
        saga = self._runtime.saga(name, session=session, deadline=deadline).open()
        saga.checkpoint()
        self._sagas[saga.run] = saga
        self._steps[saga.run] = {}
        return saga.run

    def add_step(  # noqa: PLR0913  # the contract of a unit
        self,
        saga: str,
        step: str,
        *,
        unit: str | None = None,
        undo: Callable[..., Any] | None = None,
        retry: Retry | None = None,
        timeout: float | None = None,
        idempotent: bool | None = None,
    ) -> None:
        """Name a step; `unit` is the name of the unit that executes it if no executor is given."""
        self._saga(saga)
        contract = {"undo": undo, "retry": retry, "timeout": timeout, "idempotent": idempotent}
        self._steps[saga][step] = _Step(step, unit or step, contract)

    def execute_step(
        self, saga: str, step: str, executor: Callable[..., Any] | None = None, /, *args: Any, **kwargs: Any
    ) -> Any:
        """Execute a step with an executor of either color, or with the unit of its name; returns its result.

        Raises `Unbound` if there is neither, before anything is written, and what the executor raises.
        """
        driven = self._saga(saga)
        named = self._steps[saga].get(step)
        if named is None:
            raise NoSuchStep(step, f"saga {saga!r}", list(self._steps[saga]))
        do = find_unit(named.unit, self._runtime.units, step) if executor is None else executor
        return driven.step(unit_of(do, **named.contract), *args, name=step, **kwargs)

    def compensate(self, saga: str, compensator: Callable[..., Any] | None = None) -> RunResult:
        """Undo what was executed, in reverse order; `compensator` undoes each step that has no undo of its own.

        It is called with the name of the step and its result.
        """
        driven = self._saga(saga)
        for step in self._steps[saga].values():
            step.compensator = compensator
        return driven.compensate()

    def finish(self, saga: str) -> RunResult:
        """Complete a saga."""
        return self._saga(saga).finish()

    def status(self, saga: str) -> Status:
        """Return how far a saga has come."""
        return self._saga(saga).status

    def _saga(self, saga: str) -> Saga:
        if saga not in self._sagas:
            raise NoSuchRun(saga)
        return self._sagas[saga]
