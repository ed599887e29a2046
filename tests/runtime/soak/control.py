"""A loop that does nothing, in a process of its own: by how much its beats come late is not our doing."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Generator

from tests.meta.sources import ROOT

__all__ = ["BEAT", "controlled"]

BEAT = 0.005
"""Seconds between two beats of the heart by which gaps are seen."""


@contextlib.contextmanager
def controlled(gaps: list[float]) -> Generator[None]:
    """Measure the machine for the block: `gaps` gets by how many seconds each beat came late."""
    command = [sys.executable, "-m", __name__]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as control:
        try:
            yield
        finally:
            said, _ = control.communicate("enough\n")
    gaps += map(float, said.split())


async def _beat(gaps: list[float]) -> None:
    while True:
        due = time.monotonic() + BEAT
        await asyncio.sleep(BEAT)
        gaps.append(max(0.0, time.monotonic() - due))


async def _measure() -> list[float]:
    gaps: list[float] = []
    heart = asyncio.create_task(_beat(gaps))
    await asyncio.to_thread(sys.stdin.readline)
    heart.cancel()
    return gaps


if __name__ == "__main__":
    print(*asyncio.run(_measure()))  # noqa: T201  # whoever has started us reads it
