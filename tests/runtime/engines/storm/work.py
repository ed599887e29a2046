"""What is done in a storm: units that leave traces outside of any log, in the folder DEEDS, and promise to tell."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any

from duotone.runtime import AsyncOutbox, Promise, unit

__all__ = ["FLOW", "HOOK", "OUTBOX", "STEPS", "has_to_stop", "note"]

HOOK = "hook"
OUTBOX: list[AsyncOutbox] = []
"""The outbox of this process."""
_chance = random.Random()  # noqa: S311  # no secret


def note(line: str) -> None:
    """Leave a trace that no log and no engine knows of; a line this short is written as a whole."""
    with Path(os.environ["DEEDS"], "lines").open("a") as file:
        file.write(f"{line}\n")


@unit(idempotent=True)
def again(run: str, name: str) -> str:
    """Do something that may be done twice if nobody knows whether it was done."""
    note(f"{run} {name} begins")
    time.sleep(_chance.uniform(0.0, 0.05))
    note(f"{run} {name} ends")
    return name


def charge(run: str) -> str:
    """Do something that may never be done twice."""
    return again(run, "charge")


@unit(idempotent=True)
async def tell(run: str) -> str:
    """Promise that somebody is told of this run, and have it delivered; the same promise each time."""
    note(f"{run} tell begins")
    promise = Promise(f"told-{run}", run, HOOK, "task.completed", run, 10.0**10)
    await OUTBOX[0].ready(promise, {"run": run})
    note(f"{run} tell ends")
    return "tell"


def _step(step: str, function: str, needs: str = "", **given: str) -> dict[str, Any]:
    where, run = f"{__name__}:{function}", "${{ inputs.run }}"
    return {"id": step, "function": where, "with": {"run": run, **given}, "needs": [needs] if needs else []}


STEPS = ("first", "charge", "tell", "last")
FLOW: dict[str, Any] = {
    "name": "storm",
    "inputs": {"run": {"type": "string"}},
    "steps": [
        _step("first", "again", name="first"),
        _step("charge", "charge", "first"),
        _step("tell", "tell", "charge"),
        _step("last", "again", "tell", name="last"),
    ],
}


def has_to_stop() -> bool:
    """Tell whether no more runs are to be asked for."""
    return Path(os.environ["DEEDS"], "stop").exists()
