# Made by `duotone mirror` from ../_async/parking.py: edit that file, and run it again.
"""Letting all runs of an engine stand still between two steps, since its process is about to end."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from duotone.runtime._sync.engine import Driven, Engine
from duotone.runtime.parking import Gate

__all__ = ["park"]

_LOOK: Final = 0.02
"""Seconds after which is looked again whether all stand still."""


def park(engine: Engine, seconds: float) -> list[str]:
    """Let no more steps begin, and return the runs that have not ended their last ones after so many seconds."""
    engine.gate.close()
    until = time.monotonic() + seconds
    while (left := _at_work(dict(engine.live), engine.gate)) and time.monotonic() < until:
        engine.hands.pause(_LOOK)
    return left


def _at_work(live: Mapping[str, Driven | None], gate: Gate) -> list[str]:
    """Return the runs that have something under way; one that waits for a run inside of it stands as still as that."""
    known = {*live, *list(gate.inside), *list(gate.standing)}
    busy = {*list(gate.inside), *(run for run, driven in live.items() if driven is not None and driven.is_at_work)}
    return [run for run in known if run in busy and not any(other.startswith(f"{run}/") for other in known)]
