"""A plan: everything that a recoloring would do, and what it would leave alone."""

from __future__ import annotations

import dataclasses

from duotone.analyzer.findings import Edit, Place
from duotone.analyzer.recolor.records import NEEDS_COROUTINE, Direction, Site, Verdict

__all__ = ["Plan"]


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What a recoloring would do.

    `asked` are the functions that were named, `joined` those that have to change with them, each with its reason.
    `losing` are async functions that await nothing afterwards, `elsewhere` counts mentions of the same names that mean
    something else, `imports` are the edits that names in the others need, and `remarks` is what comments say.
    """

    direction: Direction
    asked: tuple[str, ...]
    joined: tuple[tuple[str, str], ...]
    definitions: tuple[Site, ...]
    sites: tuple[Site, ...]
    losing: tuple[tuple[str, str], ...]
    elsewhere: int
    imports: tuple[Edit, ...] = ()
    remarks: tuple[Site, ...] = ()

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All edits, each once; of two insertions at one point, whole lines come first."""
        every = dict.fromkeys(edit for site in self.of(Verdict.CHANGED) for edit in site.edits)
        return tuple(sorted({**every, **dict.fromkeys(self.imports)}, key=_order))

    def of(self, verdict: Verdict) -> list[Site]:
        """The sites that have one verdict."""
        return [site for site in (*self.definitions, *self.sites) if site.verdict is verdict]

    @property
    def unproved(self) -> list[Site]:
        """The sites of code that nothing proves, and that fail if they mean what loses its coroutine."""
        return [one for one in self.of(Verdict.OPEN) if one.kind in NEEDS_COROUTINE and not one.is_in_document]


def _order(edit: Edit) -> tuple[Place, bool]:
    return edit.place, not edit.text.endswith("\n")
