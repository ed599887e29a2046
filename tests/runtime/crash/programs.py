"""What the children of the nursery run, by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.runtime.crash import appending, driving
from tests.runtime.crash.nursery import Job
from tests.runtime.crash.scene import Scene

__all__ = ["PROGRAMS", "run"]

PROGRAMS: dict[str, Callable[[Scene], Any]] = {**appending.PROGRAMS, **driving.PROGRAMS}


def run(job: Job) -> dict[str, Any]:
    """Run a program in its folder and return what it answers, with the points that it passed."""
    scene = Scene(Path(job.folder), job.fatal, job.options)
    try:
        answer = PROGRAMS[job.program](scene)
    finally:
        scene.store.close()
    return {"answer": answer, "points": scene.fuse.passed}
