"""What a keeper is told to do, as whoever starts it writes it down."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["Order"]


class Order(TypedDict):
    """What a keeper is told to do."""

    argv: list[str]
    cwd: str
    env: dict[str, str]
    segment: int
    """Bytes of one file of output."""
    segments: int
    """How many of them stay, the first included."""
    grace: float
    timeout: float | None
    host: int | None
    """The process with which the command ends, if it is tied to one."""
    has_input: bool
    waits: bool
    """Whether what the command leaves behind is waited for, and not ended with it."""
