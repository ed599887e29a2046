"""The engine port: the few questions that the runtime asks of whatever makes its runs durable.

The log is the home of events on every engine: whoever reads a run, follows, replays, branches or lists reads the log.
The engine says who drives a run, and when it goes on after its process has ended. What others call its operations is
here:

| operation | where |
|---|---|
| start, resume | `conduct`, with a job that begins a run or goes on with one; `conduct_turn`, `conduct_body` |
| step, timer | what the shell of a run asks of its crew and of its clock, which an engine may replace |
| signal, cancel | `tell`, once the signal is in the log |
| query | `is_driving`; how far a run has come is in the log |
| list | the log's `runs` |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from duotone.runtime.engines.jobs import BodyJob, TurnJob, WorkflowJob
from duotone.runtime.events import Draft
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult

__all__ = [
    "OWNED",
    "AsyncBodyPort",
    "AsyncEnginePort",
    "AsyncTurnPort",
    "BodyPort",
    "DurableEngine",
    "EngineAbilities",
    "EnginePort",
    "TurnPort",
]

OWNED = "engine:"
"""How the owner of a run begins that an engine drives, and no process of its own."""


@dataclass(frozen=True, slots=True)
class EngineAbilities:
    """What an engine can do; what it can't is refused when it is asked for."""

    name: str
    moves_workflows: bool
    """Whether a workflow whose process has ended goes on elsewhere without being asked to."""
    moves_bodies: bool
    """Whether a saga does so whose function was enlisted by name: then the port has `conduct_body`."""
    runs_here: bool
    """Whether units are called in the context of whoever asks for the run, and sync code on its thread."""
    moves_turns: bool = False
    """Whether a turn with an agent that was enlisted by name does so: then the port has `conduct_turn`."""
    largest_payload: int | None = None
    """How many bytes of inputs or results it takes before they are kept in the log instead."""
    patience: float = 0.0
    """Seconds for which a runtime that opens waits for a log that is down, as it does for the engine."""


class AsyncEnginePort(Protocol):
    """An engine as one runtime sees it, in async code."""

    @property
    def abilities(self) -> EngineAbilities:
        """What it can do."""
        ...

    @property
    def owner(self) -> str:
        """Who drives a run that begins here."""
        ...

    async def open(self) -> None:
        """Be ready to conduct; raises `EngineDown` if that can't be."""

    async def close(self) -> None:
        """Take on nothing more; what is under way goes on elsewhere, or when it is resumed."""

    async def conduct(self, job: WorkflowJob) -> RunResult:
        """Begin a run or go on with it, and return how it stands once nothing is left to do but to wait.

        Who is cancelled meanwhile cancels the run, and waits for its end. Raises `RunTaken` if somebody else drives it.
        """
        ...

    async def tell(self, run: str, draft: Draft) -> None:
        """Let whoever drives a run know of a signal that is in the log."""

    async def is_driving(self, row: RunRow) -> bool:
        """Say whether a run that has an engine for its owner is driven at this moment."""
        ...


class AsyncTurnPort(AsyncEnginePort, Protocol):
    """The port of an engine that moves turns."""

    async def conduct_turn(self, job: TurnJob) -> None:
        """Let a turn be decided on by the engine until it has ended or stands still; the log says how.

        Who is cancelled meanwhile interrupts it, and waits for that. Raises `RunTaken` if somebody else drives it, and
        `RunFinished` if it has just ended.
        """


class AsyncBodyPort(AsyncEnginePort, Protocol):
    """The port of an engine that moves the functions of sagas."""

    async def conduct_body(self, job: BodyJob) -> RunResult:
        """Let the function of a saga be run by a worker, and return how the run stands once it has ended or waits.

        Who is cancelled meanwhile cancels the run, and waits for its end. Raises `RunTaken` if somebody else drives it.
        """
        ...


class EnginePort(Protocol):
    """The same for sync code."""

    @property
    def abilities(self) -> EngineAbilities:
        """What it can do."""
        ...

    @property
    def owner(self) -> str:
        """Who drives a run that begins here."""
        ...

    def open(self) -> None:
        """Be ready to conduct."""

    def close(self) -> None:
        """Take on nothing more."""

    def conduct(self, job: WorkflowJob) -> RunResult:
        """Begin a run or go on with it."""
        ...

    def tell(self, run: str, draft: Draft) -> None:
        """Let whoever drives a run know of a signal."""

    def is_driving(self, row: RunRow) -> bool:
        """Say whether a run that has an engine for its owner is driven at this moment."""
        ...


class TurnPort(EnginePort, Protocol):
    """The same for an engine that moves turns."""

    def conduct_turn(self, job: TurnJob) -> None:
        """Let a turn be decided on by the engine until it has ended or stands still."""


class BodyPort(EnginePort, Protocol):
    """The same for an engine that moves the functions of sagas."""

    def conduct_body(self, job: BodyJob) -> RunResult:
        """Let the function of a saga be run by a worker, and return how the run stands then."""
        ...


class DurableEngine(Protocol):
    """An engine that several runtimes may be given: ``AsyncRuntime(log, engine=...)``."""

    def serve(self, ground: Any) -> AsyncEnginePort:
        """Return the port of one runtime, whose ground this is; nothing is connected before it is opened."""
        ...
