"""Where a soak takes place, and what its conversations are held with, in whichever face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duotone.runtime import AsyncProcesses, Limits, Processes, ProcessPolicy
from duotone.runtime.tools.terminal import process_tools
from tests.runtime.soak.board import Board
from tests.runtime.soak.cast import AGENTS, look, look_again

__all__ = ["MARK", "Scene"]

MARK = "DUOTONE_SOAK"
"""The variable by which everything that a soak starts is known."""


@dataclass(frozen=True)
class Scene:
    """Where a soak takes place, and with how many."""

    folder: Path
    conversations: int
    pause: float
    """Seconds between two turns of a conversation, on average."""

    @property
    def log(self) -> Path:
        """The log, on which all hosts go on one after the other."""
        return self.folder / "soak.db"

    @property
    def board(self) -> Path:
        """Where all that is delivered is written to."""
        return self.folder / "board"

    @property
    def mark(self) -> str:
        """What the environment of all processes of this soak has in it."""
        return f"{MARK}={self.folder}"

    def policy(self) -> ProcessPolicy:
        """Return what commands may have."""
        return ProcessPolicy(root=self.folder, sets={MARK: str(self.folder)}, grace=0.5)

    def board_of(self, number: int) -> Board:
        """Return where what is delivered of a conversation is to be read."""
        return Board(f"talk-{number}", str(self.board))

    def setting(self, number: int) -> dict[str, Any]:
        """Return what a conversation is held with; every second of each kind of agent wakes."""
        agent = AGENTS[number % len(AGENTS)]
        wakes = bool(number // len(AGENTS) % 2)
        return {"agent": agent, "id": f"talk-{number}", "limits": Limits(history=40), "wakes": wakes}

    def tools(self, processes: Processes | AsyncProcesses) -> list[Callable[..., Any]]:
        """Return what agents may call."""
        return [look, look_again, *process_tools(processes)]
