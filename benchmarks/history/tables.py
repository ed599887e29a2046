"""Tables of which historic faults were noticed: by use of the value, by what is around it, by project."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.measure import table
from benchmarks.mutation.tables import USES

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.history.finding import Fault


@dataclass
class Project:
    """One repository: how many faults its history has, and which of those that were drawn were noticed."""

    name: str
    newest: str
    is_held_out: bool
    found: int
    verdicts: list[tuple[Fault, bool]] = field(default_factory=list["tuple[Fault, bool]"])

    @property
    def trees(self) -> int:
        """How many commits were checked."""
        return len({fault.parent for fault, _ in self.verdicts})


def render(projects: list[Project]) -> str:
    """Return all tables."""
    groups: list[tuple[str, Callable[[Fault], bool]]] = [
        *((title, _of_use(use)) for use, title in USES.items()),
        ("**all**", lambda _: True),
        ("in a function that was async already", lambda one: one.was_async),
        ("in a function that the fix made async", lambda one: not one.was_async),
        ("under a broad except", lambda one: one.is_hidden),
    ]
    rows = [
        [title, *_cells(projects, test, held_out=False), *_cells(projects, test, held_out=True)]
        for title, test in groups
    ]
    by_use = table(
        ["use of the value", "n", "noticed", "n, held out", "noticed"],
        [row for row in rows if row[1] != "0" or row[3] != "0"],
    )
    return f"## Missing awaits that were fixed later\n\n{by_use}\n\n## By project\n\n{_by_project(projects)}\n"


def _of_use(use: str) -> Callable[[Fault], bool]:
    return lambda one: one.use == use


def _cells(projects: list[Project], test: Callable[[Fault], bool], *, held_out: bool) -> list[str]:
    seen = [hit for one in projects if one.is_held_out == held_out for fault, hit in one.verdicts if test(fault)]
    return [str(len(seen)), _share(seen)]


def _share(seen: list[bool]) -> str:
    return f"{sum(seen) / len(seen):.0%}" if seen else "–"


def _by_project(projects: list[Project]) -> str:
    rows = [
        [
            f"{one.name}{', held out' if one.is_held_out else ''}",
            one.newest[:12],
            str(one.found),
            str(one.trees),
            str(len(one.verdicts)),
            _share([hit for _, hit in one.verdicts]),
        ]
        for one in projects
    ]
    return table(["project", "newest commit", "faults", "trees checked", "n", "noticed"], rows, left=2)
