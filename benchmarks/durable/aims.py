"""What the figures are to be, beside what they are: one line for each aim that a run has measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from benchmarks.durable.engines import ROWS
from benchmarks.measure import table

OURS = ("workflow-full", "next-full", "duotone-full")
PEERS = ("dbos", "langgraph", "restate")
COLORS = ("sync", "async")


class Aim(NamedTuple):
    """A figure, what it is measured to be, and whether that is enough."""

    what: str
    aim: str
    found: str
    is_met: bool


class Steps:
    """The medians of the cells, by row, color and callers."""

    def __init__(self, cells: Mapping[str, Mapping[str, Any]]) -> None:
        self._cells = cells

    def __call__(self, measure: str, row: str, color: str, callers: int) -> float | None:
        """Return a median, or None where there is none."""
        value: float | None = self._cells.get(f"{row} · {color} · {callers}", {}).get(measure)
        return value


def judged(sections: Mapping[str, Any]) -> str:
    """Render the aims that these sections tell something about; nothing if there are none."""
    found = [aim for key, look in LOOKS.items() if key in sections for aim in look(sections[key])]
    lines = [[aim.what, aim.aim, aim.found, "yes" if aim.is_met else "no"] for aim in found]
    return table(["figure", "aim", "here", "met"], lines) if lines else ""


def _steps(cells: Mapping[str, Mapping[str, Any]]) -> Iterator[Aim]:
    steps = Steps(cells)
    for row in OURS:
        for color in COLORS:
            yield from _rates(steps, row, color)
            yield from _processor(steps, row, color)
    for peer in PEERS:
        for color in COLORS:
            yield from _beside(steps, peer, color)


def _rates(steps: Steps, row: str, color: str) -> Iterator[Aim]:
    bare = steps("rate", "bare-full", "sync", 1)
    for callers, least in ((1, 0.8), (16, 9.0)):
        rate = steps("rate", row, color, callers)
        if bare and rate:
            what = f"{_named(row, color, callers)}, steps per second to those of bare inserts one by one"
            yield Aim(what, f"≥ {least}×", f"{rate / bare:.2f}×", rate >= least * bare)


def _processor(steps: Steps, row: str, color: str) -> Iterator[Aim]:
    for callers, most in ((1, 0.5), (16, 0.1)):
        cpu = steps("cpu", row, color, callers)
        if cpu is not None:
            what = f"{_named(row, color, callers)}, CPU ms per step"
            yield Aim(what, f"≤ {most}", f"{cpu * 1e3:.2f}", cpu * 1e3 <= most)


def _beside(steps: Steps, peer: str, color: str) -> Iterator[Aim]:
    for callers in (1, 16, 100):
        ours, theirs = (steps("rate", row, color, callers) for row in ("duotone-full", peer))
        if ours and theirs:
            what = f"{_named('duotone-full', color, callers)}, to {ROWS[peer].title} as it comes"
            yield Aim(what, "≥ 10×", f"{ours / theirs:.1f}×", ours >= 10 * theirs)


def _named(row: str, color: str, callers: int) -> str:
    return f"{ROWS[row].title}, {color}, {'one run' if callers == 1 else f'{callers} at once'}"


def _resumed(said: Mapping[str, Mapping[str, Any]]) -> Iterator[Aim]:
    for row in OURS:
        one = said.get(row, {})
        if "seconds" in one:
            is_met = one["seconds"] <= 0.1 and not one["again"]
            yield Aim(f"{ROWS[row].title}, resumed after kill -9, s", "≤ 0.1", f"{one['seconds']:.3f}", is_met)


def _imported(said: Mapping[str, Mapping[str, Any]]) -> Iterator[Aim]:
    limits = {"duotone": 30, "duotone.runtime, its Runtime": 150, "duotone.runtime, its AsyncRuntime": 150}
    for name, most in limits.items():
        cpu = said.get(name, {}).get("cpu")
        if cpu is not None:
            yield Aim(f"import of {name}, CPU ms", f"< {most}", f"{cpu * 1e3:.0f}", cpu * 1e3 < most)


def _held(said: Mapping[str, str]) -> Iterator[Aim]:
    for name, value in said.items():
        if name != "note":
            yield Aim(name, "< 10", value, float(value) < 10)


LOOKS: Mapping[str, Callable[[Any], Iterator[Aim]]] = {
    "steps": _steps,
    "resume": _resumed,
    "import": _imported,
    "loop": _held,
}
