"""Measures what a step of an agent with one call of a tool costs, with duotone and with the frameworks' own loops."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks.agents.worker import LOOPS
from benchmarks.measure import RESULTS, Cell, Progress, Silent, described, machine, table, versions

COMMAND = "python -m benchmarks.agents"
COLORS = ("sync", "async")
FEW, MANY = 1, 51
"""Calls in a short and in a long conversation: the difference is that of the steps alone."""
PACKAGES = ("pydantic-ai-slim", "openai-agents", "langgraph")
READING = """The model is a script that asks for one call of a trivial tool in each step. A figure is the best of the
rounds, in which all loops take turns: what one more step with its call adds to a conversation, and what a whole
conversation with one call takes, with all that has to be opened for it. The frameworks keep nothing; duotone writes
every step to its log before it goes on, so its rows in a file include what makes them durable."""

Figures = dict[str, float]


def measured(cells: Sequence[Cell], rounds: int, progress: Progress) -> dict[str, Figures | str]:
    """Let all loops take turns, and return what each came to, or why there is no figure."""
    best: dict[str, Figures] = {}
    notes: dict[str, str] = {}
    for number in range(rounds):
        for cell in cells:
            key = f"{cell.name} · {cell.library}"
            progress.say(f"{key} · round {number + 1} of {rounds}")
            try:
                few, many = cell.ask(FEW), cell.ask(MANY)
            except (Silent, BrokenPipeError) as error:
                notes[key] = str(error) or "ended early"
                continue
            if note := few.get("note") or many.get("note"):
                notes[key] = note
                continue
            found = {
                "step": (many["seconds"] - few["seconds"]) / (MANY - FEW),
                "cpu": (many["cpu"] - few["cpu"]) / (MANY - FEW),
                "whole": few["seconds"],
            }
            known = best.setdefault(key, found)
            best[key] = {name: min(known[name], value) for name, value in found.items()}
    return {f"{cell.name} · {cell.library}": _or_note(cell, best, notes) for cell in cells}


def _or_note(cell: Cell, best: dict[str, Figures], notes: dict[str, str]) -> Figures | str:
    key = f"{cell.name} · {cell.library}"
    return notes.get(key) or best[key]


def shown(found: dict[str, Figures | str]) -> str:
    """Return the table, in milliseconds."""

    def cells(loop: str, color: str) -> list[str]:
        figures = found[f"{loop} · {color}"]
        if isinstance(figures, str):
            return [figures, "", ""]
        return [f"{figures[name] * 1e3:.2f}" for name in ("step", "cpu", "whole")]

    columns = [f"{color}: {what}" for color in COLORS for what in ("a step", "its CPU", "a conversation")]
    rows = [[loop, *(cell for color in COLORS for cell in cells(loop, color))] for loop in LOOPS]
    return table(["ms", *columns], rows)


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the table, and write it if that was asked for."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="rounds of each loop (default: 7)")
    parser.add_argument("--write", action="store_true", help="write results/agents.md and agents.json")
    options = parser.parse_args(given)
    progress = Progress()
    load = f"The load of the machine was {os.getloadavg()[0]:.1f} before the run."
    command = [sys.executable, "-m", "benchmarks.agents.worker"]
    cells = [Cell(loop, color, 60, [*command, loop, color]) for loop in LOOPS for color in COLORS]
    try:
        found = measured(cells, options.rounds, progress)
    finally:
        for cell in cells:
            cell.close()
        progress.clear()
    said = " ".join((COMMAND, *(sys.argv[1:] if given is None else given)))
    head = f"# Steps of agents\n\n{described(machine(), versions(PACKAGES))} {load}\n"
    text = f"{head}\nThis is the output of `{said}`. {READING}\n\n{shown(found)}\n"
    sys.stdout.write(text)
    if options.write:
        plain: dict[str, Any] = {"machine": machine(), "packages": versions(PACKAGES), "loops": found}
        (RESULTS / "agents.md").write_text(text, encoding="utf-8")
        (RESULTS / "agents.json").write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
