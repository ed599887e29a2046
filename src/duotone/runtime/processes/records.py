"""What is said about processes: how one stands, how a command has ended, and a part of its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

from duotone.runtime.events import Json

__all__ = ["Command", "Finished", "Output", "ProcessInfo", "ProcessState", "Request"]

Command: TypeAlias = "str | Sequence[str]"
"""A line for the shell, or a program and its arguments."""


class ProcessState(StrEnum):
    """How a process stands; the words say only what is known."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    """It was told to end, and has not ended."""
    ENDED = "ended"
    ABANDONED = "abandoned"
    """It could not be ended, and nobody waits for it."""
    LOST = "lost"
    """It is gone, and nobody knows how it ended."""

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it."""
        return self in _OVER


_OVER: Final = frozenset({ProcessState.ENDED, ProcessState.ABANDONED, ProcessState.LOST})


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody wants to have run, once the policy has allowed it."""

    argv: Sequence[str]
    cwd: str
    env: Mapping[str, str] = field(repr=False)
    """Never written down; the log has the names of what was given."""
    command: str
    """What the log says was run."""
    variables: Sequence[str] = ()
    timeout: float | None = None
    grace: float = 2.0
    """Seconds between SIGTERM and SIGKILL."""
    limit: int = 1 << 20
    """Bytes of output that are kept at least: the first quarter and the last."""


@dataclass(frozen=True, slots=True)
class ProcessInfo:
    """A background process as the log and the system know it."""

    id: str
    session: str
    command: str
    cwd: str
    log: str
    """The directory with its output."""
    state: ProcessState = ProcessState.STARTING
    pid: int | None = None
    since: str | None = None
    """Tells its keeper from other processes that have had the same number."""
    owner: str = ""
    """The host that watches it."""
    started: float | None = None
    ended: float | None = None
    code: int | None = None
    """The exit code; negative for the signal that ended it."""
    reason: str | None = None
    """Why it ended, where that was not its own doing."""
    left: int = 0
    """How many processes it left behind, which were ended with it."""
    promise: Mapping[str, Json] | None = None
    """The promise to say when it has ended."""
    watch: Mapping[str, Json] | None = None
    """The patterns that are looked for in its output, and the promise to say when one is found."""
    note: str | None = None
    """Why nobody will be told of its end or of what it prints, where somebody has asked for that."""
    scanned: int = 0
    """Bytes of its output in which patterns have been looked for."""
    matches: int = 0
    """How often that was worth a notice."""

    def to_json(self) -> dict[str, Json]:
        """Return this as data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> ProcessInfo:
        """Return what `to_json` has written."""
        told: dict[str, Any] = {**data, "state": ProcessState(data["state"])}
        return cls(**told)


@dataclass(frozen=True, slots=True)
class Output:
    """A part of what a process has printed, from byte `start` to byte `end` of `total`."""

    text: str
    start: int
    end: int
    total: int
    missing: int = 0
    """Bytes between what was asked for and `start` that are no longer kept."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command has ended that somebody waited for."""

    code: int | None
    """The exit code; negative for the signal that ended it, None if nobody knows."""
    output: str
    """What it printed, errors included; of too much, the beginning and the end."""
    total: int
    """Bytes that it printed."""
    state: ProcessState
    reason: str | None = None
    """Why it ended, where that was not its own doing: `timeout`, `killed` …"""
    left: int = 0
    """How many processes it left behind, which were ended with it."""

    @property
    def is_timeout(self) -> bool:
        """Whether its time was up."""
        return self.reason == "timeout"
