"""One run whose process is killed, and killed again while others recover it, until it has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from duotone.runtime.events import Event
from duotone.runtime.log import SqliteStore
from tests.runtime.crash.driving import RUN
from tests.runtime.crash.effects import counted
from tests.runtime.crash.evidence import assert_acknowledged, assert_whole, events_of
from tests.runtime.crash.nursery import Job, Nursery

__all__ = ["Scenario"]

_MOST = 12


@dataclass
class Scenario:
    """A saga or workflow of one face in a folder of its own."""

    nursery: Nursery
    folder: Path
    program: str
    face: str
    rivals: int = 0
    """How many other processes try to recover the same run all the time."""
    durability: str = "normal"
    kills: int = 0

    def points(self) -> Sequence[str]:
        """Let it run to its end and return the points at which it could have died."""
        job = Job(f"begin{self.face}", str(self.folder), options=self._options(program=self.program))
        return self.nursery.run_to_the_end(job).points

    def play(self, fatal: int, fatal_in_recovery: int | None = None) -> str:
        """Kill the run at one point, its recovery at another, then let it end; returns its status."""
        self._run("begin", fatal, program=self.program)
        if fatal_in_recovery is not None:
            self._run("recover", fatal_in_recovery)
        self._look()
        if not self._has_begun():
            assert not counted(self.folder), "something happened that the log knows nothing of"
            self._run("begin", None, program=self.program)
        self._run("recover", None)
        for _ in range(_MOST):
            status = self._look()
            if status != "waiting":
                return status
            self._run("decide", None, decisions=self._decisions())
        raise AssertionError(f"the run never ended: {self._look()}")

    def _options(self, **options: object) -> dict[str, object]:
        return {"durability": self.durability, **options}

    def _run(self, what: str, fatal: int | None, **options: object) -> None:
        jobs = [Job(f"{what}{self.face}", str(self.folder), fatal, self._options(**options))]
        rivals = [f"recover{face}" for face in ("", "_async") for _ in range(self.rivals)]
        jobs += [Job(rival, str(self.folder), options=self._options()) for rival in rivals]
        for ending in self.nursery.run(*jobs):
            assert ending.was_killed or ending.code == 0, ending.answer
            self.kills += ending.was_killed

    def _look(self) -> str:
        """Return the status of the run, once the file is known to be sound."""
        assert_whole(self.folder)
        events = events_of(self.folder)
        assert_acknowledged(self.folder, events)
        store = SqliteStore(self.folder / "log.db")
        try:
            row = store.run(RUN)
        finally:
            store.close()
        return row.status if row else ""

    def _has_begun(self) -> bool:
        return any(event.kind == "run.started" for event in events_of(self.folder))

    def _decisions(self) -> list[tuple[str, str, str]]:
        """Look at the effects of the steps that are unknown, as a person would; a workflow inside goes on by itself."""
        effects = counted(self.folder)
        found: list[tuple[str, str, str]] = []
        for run, step in unknown_steps(events_of(self.folder)):
            worked = "failed" if step == "refuse" else "committed"
            found.append((run, step, worked if effects[BRANCHES.get(step, step)] else "retry"))
        return found


BRANCHES = {
    "fan_out/0": "book",
    "fan_out/1": "pay",
    "pack": "pack a",
    "pack[0]": "pack a",
    "pack[1]": "pack b",
}
"""The effects of steps that are not called as their unit is."""


def unknown_steps(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Return the steps whose last attempt ended nobody knows how, and that were not decided since, with their runs."""
    last: dict[tuple[str, str], Event] = {}
    for event in events:
        if event.kind in {"step.started", "step.ended", "step.decided"}:
            last[str(event.run), str(event.data["step"])] = event
    return [step for step, event in last.items() if event.data.get("outcome") == "unknown"]
