"""Attempts in flight: what units of either color do for a run, started, awaited, stopped or abandoned.

`endings` says how an attempt has ended; `async_crew` and `sync_crew` are the two faces, the one place besides the log
where they are written by hand, since this is where the colors differ.
"""

from __future__ import annotations

from duotone.runtime.crew.async_crew import AsyncCrew
from duotone.runtime.crew.sync_crew import Crew

__all__ = ["AsyncCrew", "Crew"]
