"""Units that leave traces outside of any log: a line in a file for each time that they begin and end."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from duotone.runtime import unit

__all__ = ["do", "do_again", "flow", "lines", "undo"]

_PATIENCE = 60.0


def _note(line: str) -> None:
    with Path(os.environ["DEEDS"], "lines").open("a") as file:
        file.write(f"{line}\n")


def do(name: str) -> str:
    """Do something that is seen from outside."""
    _note(f"{name} begins")
    if name == "slow":
        until = time.monotonic() + _PATIENCE
        while not Path(os.environ["DEEDS"], "go").exists() and time.monotonic() < until:
            time.sleep(0.02)
    _note(f"{name} ends")
    return f"{name} done"


@unit(idempotent=True)
def do_again(name: str) -> str:
    """Do the same where it may be done twice."""
    return do(name)


def undo(name: str) -> None:
    """Take back what was done."""
    _note(f"{name} undone")


def flow(function: str = "do_again") -> dict[str, Any]:
    """Three steps of which the second takes long."""
    where = f"{__name__}:"
    steps: list[dict[str, Any]] = [
        {"id": "first", "function": f"{where}do", "with": {"name": "first"}},
        {"id": "slow", "needs": ["first"], "function": f"{where}{function}", "with": {"name": "slow"}},
        {"id": "last", "needs": ["slow"], "function": f"{where}do", "with": {"name": "last"}},
    ]
    return {"name": "deeds", "steps": steps, "outputs": {"said": "${{ steps.last.outputs }}"}}


def lines(place: Path) -> list[str]:
    """Return what was done so far."""
    path = place / "lines"
    return path.read_text().split("\n")[:-1] if path.exists() else []
