"""What crossing the colors costs: duotone and its peers in one run, each cell in a process of its own."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.cells.dispatching import ASYNC_WAYS, SYNC_WAYS
from benchmarks.cells.offloading import WAYS
from benchmarks.measure import RESULTS, Cell, Progress, Reading, described, interleave, machine, versions
from benchmarks.peers import ADAPTERS
from benchmarks.tables import Section, additions, costs, crowds, memories

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.tables import Readings

COMMAND = "python -m benchmarks.bridge"
ALL = (
    "duotone",
    "asgiref",
    "anyio",
    "synchronicity",
    "greenback",
    "nest-asyncio2",
    "fastcore",
    "new-thread",
    "asyncio-run",
    "loop-thread",
    "own-loop",
)
# Libraries whose loop outlives a call, so that something can stay open on it or somebody wait on it.
LASTING = ("duotone", "anyio", "synchronicity", "nest-asyncio2", "fastcore", "loop-thread", "own-loop")
HOPPING = ("duotone", "anyio", "synchronicity", "fastcore", "loop-thread")
CROWDED = ALL[:-1]
SMOKE = ("duotone", "asgiref", "anyio", "asyncio-run", "loop-thread")


@dataclass(frozen=True)
class Effort:
    """How much time a run may take."""

    rounds: int
    seconds: float
    callers: int
    libraries: tuple[str, ...]


def both(place: str, said: str) -> dict[str, str]:
    """Return the two columns of one place."""
    return {f"{place}/returns": f"{said}, returns", f"{place}/suspends": f"{said}, suspends once"}


SECTIONS = (
    Section(
        "crossing",
        "Calling a coroutine from sync code",
        both("script", "script") | both("loop", "inside a loop") | both("thread", "worker thread"),
        ALL,
        costs,
    ),
    Section(
        "kept",
        "The same while something stays open on the library's loop (plain script)",
        both("timer", "a timer") | both("socket", "a socket"),
        LASTING,
        costs,
    ),
    Section(
        "busy",
        "The hop: another thread is waiting on the library's loop",
        both("busy", "busy loop"),
        HOPPING,
        costs,
    ),
    Section("offloading", "Moving a sync function to a worker", {"offloading": "await"}, WAYS, costs),
    Section(
        "dispatching",
        "Calling a handler of either color",
        {"dispatching": "ns"},
        (*SYNC_WAYS, *ASYNC_WAYS),
        additions,
    ),
    Section("memory", "Memory of a waiting caller", {"memory": ""}, ("bare-thread", *CROWDED), memories, single=True),
    Section(
        "thousand",
        "1,000 callers at once with 1,024 descriptors",
        {"thousand": ""},
        CROWDED,
        crowds,
        single=True,
    ),
)


def measure(section: Section, effort: Effort, progress: Progress) -> Readings:
    """Measure all cells of a section, those of one column in turns."""
    rows = [row for row in section.rows if row not in ADAPTERS or row in effort.libraries]
    if section.single:
        return {(name, row): at_once(name, row, effort, progress) for name in section.columns for row in rows}
    readings: Readings = {}
    for name in section.columns:
        cells = [Cell(name, row) for row in rows]
        try:
            interleave(cells, effort.rounds, effort.seconds, progress)
        finally:
            for cell in cells:
                cell.close()
        readings |= {(name, cell.library): cell.reading for cell in cells}
    return readings


def at_once(name: str, row: str, effort: Effort, progress: Progress) -> Reading:
    """Measure a crowd a few times, each in a fresh process, and keep the best of it."""
    kept = Reading()
    for number in range(min(effort.rounds, 3)):
        progress.say(f"{name} · {row} · round {number + 1}")
        cell = Cell(name, row, limit=60)
        try:
            seconds = cell.round(effort.callers)
        finally:
            cell.close()
        if seconds is None:
            kept.note = cell.reading.note
            break
        seen = cell.reading.extra | {"seconds": seconds * effort.callers}
        rank = "bytes" if name == "memory" else "seconds"
        # A round with failures is quick for the wrong reason.
        if not kept.extra or (seen.get("failures", 0), seen[rank]) < (kept.extra.get("failures", 0), kept.extra[rank]):
            kept.extra = seen
    return kept


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    keys = [section.key for section in SECTIONS]
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--only", nargs="+", choices=keys, metavar="SECTION", help="these tables: " + ", ".join(keys))
    parser.add_argument("--libraries", nargs="+", choices=ALL, metavar="LIBRARY", help="these rows: " + ", ".join(ALL))
    parser.add_argument("--rounds", type=int, help="rounds per cell (15, or 2 with --quick)")
    parser.add_argument(
        "--quick", action="store_true", help="a smoke run of seconds: few libraries, and no file written"
    )
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them for the docs when nothing was left out."""
    options = arguments(given)
    quick = options.quick
    effort = Effort(
        options.rounds or (2 if quick else 15),
        0.002 if quick else 0.03,
        100 if quick else 1_000,
        tuple(options.libraries or (SMOKE if quick else ALL)),
    )
    sections = [section for section in SECTIONS if not options.only or section.key in options.only]
    progress = Progress()
    packages = versions(ADAPTERS[one].package for one in ALL)
    parts = [f"# Crossing the colors\n\n{described(machine(), packages)}\n\nReproduce it with `{COMMAND}`. {READING}\n"]
    sys.stdout.write(parts[0])
    plain: dict[str, dict[str, dict[str, object]]] = {}
    for section in sections:
        readings = measure(section, effort, progress)
        progress.clear()
        parts.append(f"\n## {section.title}\n\n{section.render(section, readings)}\n")
        sys.stdout.write(parts[-1])
        sys.stdout.flush()
        plain[section.key] = {f"{cell} · {row}": one.as_json() for (cell, row), one in readings.items()}
    if not (quick or options.only or options.libraries):
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "bridge.md").write_text("".join(parts))
        facts = machine() | {"command": COMMAND, "versions": packages, "sections": plain}
        (RESULTS / "bridge.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    return 0


READING = (
    "Each figure is the best round of several that took turns; in brackets, how many times the first row. "
    "Ratios within a run count, since a machine's speed changes."
)


if __name__ == "__main__":
    sys.exit(main())
