"""The tables of the bridge benchmark: one function per kind of figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.cells.dispatching import FLOORS
from benchmarks.measure import Reading, table
from benchmarks.peers import ADAPTERS

if TYPE_CHECKING:
    from collections.abc import Callable

Readings = dict[tuple[str, str], Reading]


@dataclass(frozen=True)
class Section:
    """One table: its columns are cells, its rows libraries or ways of doing the same."""

    key: str
    title: str
    columns: dict[str, str]
    rows: tuple[str, ...]
    render: Callable[[Section, Readings], str]
    single: bool = False


def title(row: str) -> str:
    """Name a row as its library calls itself."""
    return ADAPTERS[row].title if row in ADAPTERS else row


def figure(reading: Reading | None, ours: Reading | None) -> str:
    """Say microseconds per call, and how many times ours that is."""
    if reading is None:
        return ""
    if reading.best is None:
        return reading.note
    micros = reading.best * 1e6
    shown = f"{micros:.0f}" if micros >= 100 else f"{micros:.1f}"
    if ours is None or ours is reading or ours.best is None:
        return shown
    return f"{shown} ({reading.best / ours.best:.1f}×)"


def costs(section: Section, readings: Readings) -> str:
    """Render microseconds, each with its ratio to the first row."""
    first = section.rows[0]
    rows = [
        [title(row), *(figure(readings.get((cell, row)), readings.get((cell, first))) for cell in section.columns)]
        for row in section.rows
        if any((cell, row) in readings for cell in section.columns)
    ]
    return table(["µs per call", *section.columns.values()], rows)


def additions(section: Section, readings: Readings) -> str:
    """Render nanoseconds, each with what it adds to the direct call in the same color."""
    rows: list[list[str]] = []
    for row in section.rows:
        reading = readings.get(("dispatching", row), Reading())
        floor = readings.get(("dispatching", FLOORS.get(row, "")), Reading()).best
        best = reading.best
        if best is None:
            rows.append([row, reading.note, ""])
        else:
            rows.append([row, f"{best * 1e9:.0f}", f"+{(best - floor) * 1e9:.0f}" if floor is not None else ""])
    return table(["per handler", "ns", "over the direct one"], rows)


def memories(section: Section, readings: Readings) -> str:
    """Render KiB per waiting caller, with and without the caller's own thread."""
    bare = readings.get(("memory", "bare-thread"), Reading()).extra.get("bytes")
    rows: list[list[str]] = []
    for row in section.rows:
        reading = readings.get(("memory", row))
        if reading is None:
            continue
        held = reading.extra.get("bytes")
        more = f"{(held - bare) / 1024:+.1f}" if held is not None and bare is not None else ""
        rows.append([title(row), f"{held / 1024:.1f}" if held is not None else reading.note, more])
    return table(["KiB per waiting caller", "with its thread", "over a bare thread"], rows)


def crowds(section: Section, readings: Readings) -> str:
    """Render the time, the descriptors and the failures of many callers at once."""
    rows: list[list[str]] = []
    for row in section.rows:
        reading = readings.get(("thousand", row))
        if reading is None:
            continue
        seen = reading.extra
        rows.append(
            [
                title(row),
                f"{seen['seconds']:.2f}" if "seconds" in seen else reading.note,
                f"{seen['descriptors']:.0f}" if seen else "",
                f"{seen['failures']:.0f}" if seen else "",
            ]
        )
    return table(["all callers waiting at once", "s", "descriptors", "failures"], rows)
