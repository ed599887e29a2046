"""What an operator says about an agent that can be talked to, on a server or in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from duotone.runtime import Limits
from duotone.runtime.sessions.policy import Policy

__all__ = ["AgentEntry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEntry:
    """An agent that conversations can be held with, and on which terms."""

    agent: object
    tools: Sequence[Callable[..., Any]] = ()
    description: str = ""
    system: str | None = None
    limits: Limits | None = None
    approve: Policy | Sequence[Policy] | None = None
    runs_commands: bool = False
    """Whether it has the tools `terminal` and `process`, where commands may be run."""
    wakes: bool = False
    """Whether it answers by itself what is told to it once its turn is over, such as the end of a job."""
