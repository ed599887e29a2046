"""The semantics table: 34 points times every library, each cell from a probe that ran just now."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

from benchmarks.measure import RESULTS, ROOT, Progress, described, machine, table, versions
from benchmarks.peers import ADAPTERS
from benchmarks.probes import ORDER, PROBES, Verdict, judge_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

Table = dict[tuple[str, str], Verdict]

COMMAND = "python -m benchmarks.semantics"
LIBRARIES = tuple(key for key in ADAPTERS if key not in {"own-loop", "loop-thread"})
# Few cells, none of which waits for a hang: what a test can afford.
QUICK = ("value", "exception", "context-in", "inside-loop")
LEGEND = (
    "✓ right · ! refused at once with a clear error · ✗ wrong, lost, hanging or crashing · "
    "– no such feature. Each cell is a script that ran in a process of its own."
)


def installed(library: str) -> bool:
    """Tell whether a library can be imported here."""
    module = ADAPTERS[library].module
    return module is None or importlib.util.find_spec(module.split(".")[0]) is not None


def fill(points: Sequence[str], libraries: Sequence[str], jobs: int) -> Table:
    """Run every probe for every library, a few at a time."""
    cells: Table = {}
    progress = Progress()
    with ThreadPoolExecutor(jobs) as pool:
        asked = {
            pool.submit(judge_apart, key, library): (key, library)
            for key in points
            for library in libraries
            if installed(library)
        }
        for count, done in enumerate(as_completed(asked), 1):
            cells[asked[done]] = done.result()
            progress.say(f"{count} of {len(asked)} cells, last {' · '.join(asked[done])}")
    progress.clear()
    return cells


def totals(cells: Table, points: Sequence[str], libraries: Sequence[str]) -> list[list[str]]:
    """Count each mark per library."""
    rows: list[list[str]] = []
    for mark, label in (("✓", "right"), ("!", "refused"), ("✗", "wrong"), ("–", "no such feature")):
        counts = [
            str(sum(cells[point, library].mark == mark for point in points)) if installed(library) else "not installed"
            for library in libraries
        ]
        rows.append([f"**{mark} {label}**", *(f"**{count}**" for count in counts)])
    return rows


def rendered(cells: Table, points: Sequence[str], libraries: Sequence[str]) -> str:
    """Return the table, its totals and a note for every cell that is not right."""
    header = ["", *(ADAPTERS[library].title for library in libraries)]
    rows = [
        [PROBES[key].title, *(cells[key, one].mark if (key, one) in cells else "" for one in libraries)]
        for key in points
    ]
    grid = table(header, [*rows, *totals(cells, points, libraries)]).replace("---:", ":---:")
    notes = [f"- **{PROBES[key].title}**: {said}" for key in points if (said := notes_of(cells, key, libraries))]
    packages = versions(ADAPTERS[library].package for library in libraries)
    head = f"<!-- Written by `{COMMAND}`; run it again instead of editing. -->\n\n{LEGEND}\n"
    facts = f"Measured with {described(machine(), packages)}\nReproduce it with `{COMMAND}`."
    return "\n".join(
        [head, grid, "", facts, "", "What the cells that are not ✓ did, and what some ✓ need:", "", *notes, ""]
    )


def notes_of(cells: Table, key: str, libraries: Sequence[str]) -> str:
    """Say what a point's cells did where they are not plainly right, libraries that did the same together."""
    alike: dict[tuple[str, str], list[str]] = {}
    for library in libraries:
        cell = cells.get((key, library))
        if cell is not None and cell.note:
            alike.setdefault((cell.mark, cell.note), []).append(ADAPTERS[library].title)
    return "; ".join(f"{mark} {', '.join(names)} {escaped(note)}" for (mark, note), names in alike.items())


def escaped(note: str) -> str:
    """Put a note into code, without addresses of objects and places of this machine."""
    shown = note.replace(str(ROOT), ".").replace("`", "'")
    return f"`{shown}`" if shown else ""


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--only", nargs="+", choices=ORDER, metavar="POINT", help="these points: " + ", ".join(ORDER))
    parser.add_argument("--libraries", nargs="+", choices=LIBRARIES, default=list(LIBRARIES), metavar="LIBRARY")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cells that run at the same time")
    parser.add_argument("--quick", action="store_true", help="a few points only, and write no file")
    parser.add_argument("--no-write", action="store_true", help="print the table and write no file")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Fill the table, print it and write it for the docs; 1 when our own column has a ✗."""
    options = arguments(given)
    points = options.only or (QUICK if options.quick else ORDER)
    cells = fill(points, options.libraries, options.jobs)
    text = rendered(cells, points, options.libraries)
    sys.stdout.write(text)
    # A part of the table must not replace the whole one.
    if not (options.quick or options.no_write or options.only or tuple(options.libraries) != LIBRARIES):
        RESULTS.mkdir(exist_ok=True)
        (ROOT / "docs").mkdir(exist_ok=True)
        (ROOT / "docs" / "semantics-table.md").write_text(text)
        plain = {f"{key} · {library}": [cell.mark, cell.note] for (key, library), cell in sorted(cells.items())}
        facts = machine() | {"versions": versions(ADAPTERS[one].package for one in LIBRARIES), "cells": plain}
        (RESULTS / "semantics.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    return int(any(cell.mark == "✗" for (_, library), cell in cells.items() if library == "duotone"))


if __name__ == "__main__":
    sys.exit(main())
