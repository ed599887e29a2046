"""Rounds of steps in which all engines take turns, each engine in a process of its own."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.durable import place
from benchmarks.durable.engines import STEPS
from benchmarks.measure import Cell, Progress, Silent

COLORS = ("sync", "async")
CALLERS = (1, 16, 100)
PATIENCE = 12.0
"""After so many seconds a cell gets no further round."""
MEASURES = ("rate", "cpu", "p50", "p99")


@dataclass
class Figures:
    """What the rounds of one cell came to, or why there are none."""

    rounds: list[dict[str, float]] = field(default_factory=list)
    note: str = ""

    def median(self, measure: str) -> float | None:
        """Return the median over the rounds."""
        return statistics.median(one[measure] for one in self.rounds) if self.rounds else None

    def as_json(self) -> dict[str, object]:
        """Return the medians, and the rounds behind them."""
        if self.note:
            return {"note": self.note}
        return {measure: self.median(measure) for measure in MEASURES} | {"rounds": self.rounds}


Table = dict[tuple[str, str, int], Figures]


class Contender:
    """One engine in one color with so many callers, in a process and a folder of its own."""

    def __init__(self, row: str, color: str, callers: int) -> None:
        self.key = (row, color, callers)
        self.figures = Figures()
        self.callers = callers
        self.runs = 0
        self.spent = 0.0
        self._folder = Path(tempfile.mkdtemp(prefix=f"{row}-", dir=place.work()))
        module = ["-m", "benchmarks.durable.worker", row, color, str(callers), str(self._folder)]
        self._cell = Cell(row, color, 120, [str(place.python()), *module], place.variables())

    def ask(self, runs: int) -> dict[str, float] | None:
        """Have so many runs measured; after a failure the reason is kept and nothing is asked any more."""
        if self.figures.note:
            return None
        began = time.monotonic()
        try:
            said = self._cell.ask(runs)
        except (Silent, BrokenPipeError) as error:
            self.figures.note = str(error) or "ended early"
            return None
        if "note" in said:
            self.figures.note = str(said["note"])
            return None
        self.spent += time.monotonic() - began
        return dict(said)

    def warm_up(self, seconds: float) -> None:
        """Run before it counts, twice unless that takes long, and settle how many runs fill a round."""
        said = self.ask(self.callers)
        if self.spent < PATIENCE / 4:
            said = self.ask(self.callers)
        if said is not None:
            self.runs = max(self.callers, int(said["rate"] * seconds / STEPS) // self.callers * self.callers)

    def take_turn(self) -> None:
        """Measure one round; a slow engine has fewer of them, and one at least."""
        if self.figures.rounds and self.spent > PATIENCE:
            return
        said = self.ask(self.runs)
        if said is not None:
            self.figures.rounds.append(said)

    def close(self) -> None:
        """End the process and remove what it has written."""
        self._cell.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def measure(rows: Sequence[str], callers: Sequence[int], rounds: int, seconds: float, progress: Progress) -> Table:
    """Measure all rows in both colors; those of one column take turns, so that noise hits every one alike."""
    table: Table = {}
    for color in COLORS:
        for many in callers:
            contenders = [Contender(row, color, many) for row in rows]
            try:
                for one in contenders:
                    progress.say(f"{' · '.join(map(str, one.key))} · warming up")
                    one.warm_up(seconds)
                for number in range(rounds):
                    for one in contenders:
                        progress.say(f"{' · '.join(map(str, one.key))} · round {number + 1} of {rounds}")
                        one.take_turn()
            finally:
                for one in contenders:
                    one.close()
            table |= {one.key: one.figures for one in contenders}
    return table
