"""The tables of the durable benchmark: rates, latencies and processor time of steps, resuming, imports, sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchmarks.durable.engines import ROWS
from benchmarks.durable.measuring import COLORS, Figures, Table
from benchmarks.measure import table

Plain = Mapping[str, Mapping[str, float | str]]


def named(row: str) -> list[str]:
    """Return the engine and how it keeps steps."""
    return [ROWS[row].title, ROWS[row].kept]


def columns(readings: Table) -> list[tuple[str, int]]:
    """Return color and number of callers of each column, in order."""
    callers = sorted({many for _, _, many in readings})
    return [(color, many) for many in callers for color in COLORS]


def rates(readings: Table, rows: Sequence[str]) -> str:
    """Render steps per second, each with its ratio to the first row."""

    def cell(figures: Figures, ours: Figures) -> str:
        rate, first = figures.median("rate"), ours.median("rate")
        if rate is None:
            return figures.note
        ratio = f" ({rate / first:.2f}×)" if first and figures is not ours else ""
        return f"{rate:,.0f}{ratio}"

    return _table("steps per second", readings, rows, cell)


def latencies(readings: Table, rows: Sequence[str]) -> str:
    """Render the milliseconds from the beginning of a step to that of the one after it: median and 99th percentile."""

    def cell(figures: Figures, ours: Figures) -> str:
        half, worst = figures.median("p50"), figures.median("p99")
        return figures.note if half is None or worst is None else f"{half * 1e3:.2f} / {worst * 1e3:.1f}"

    return _table("ms from step to step, p50 / p99", readings, rows, cell)


def processor(readings: Table, rows: Sequence[str]) -> str:
    """Render the processor time of a step, the time of servers included."""

    def cell(figures: Figures, ours: Figures) -> str:
        cpu = figures.median("cpu")
        return figures.note if cpu is None else f"{cpu * 1e3:.3f}"

    return _table("CPU ms per step", readings, rows, cell)


def _table(title: str, readings: Table, rows: Sequence[str], cell: Callable[[Figures, Figures], str]) -> str:
    heads = [f"{color}, {many} at once" if many > 1 else f"{color}, one run" for color, many in columns(readings)]
    lines = [
        [*named(row), *(cell(readings[row, *one], readings[rows[0], *one]) for one in columns(readings))]
        for row in rows
    ]
    return table([title, "kept in", *heads], lines, left=2)


def resumptions(said: Plain) -> str:
    """Render the seconds to resume after a kill, and how many finished steps ran again."""
    lines = [
        [*named(row), str(one["note"]), "–"]
        if "note" in one
        else [*named(row), f"{float(one['seconds']):.2f}", f"{int(one['again'])}"]
        for row, one in said.items()
    ]
    return table(["resume after kill -9", "kept in", "s", "finished steps run again"], lines, left=2)


def imports(said: Plain) -> str:
    """Render what importing an engine costs over a bare interpreter."""
    lines = [
        [name, str(one["note"]), "", "", ""]
        if "note" in one
        else [name, f"{float(one['cpu']) * 1e3:.0f}", f"{float(one['bytes']) / 2**20:.1f}", *_counts(one)]
        for name, one in said.items()
    ]
    return table(["import", "CPU ms", "MiB", "modules", "packages, itself included"], lines)


def _counts(one: Mapping[str, float | str]) -> list[str]:
    return [f"{int(one['modules'])}", f"{int(one['packages'])}"]


def loops(said: Mapping[str, float | str]) -> str:
    """Render how long the loop is held."""
    return table(
        ["duotone saga, durable on return, WAL FULL", ""], [[name, str(value)] for name, value in said.items()]
    )


def sessions(said: Mapping[str, float | str]) -> str:
    """Render what sessions cost to open and to hold."""
    return table(["duotone sessions", ""], [[name, str(value)] for name, value in said.items()])
