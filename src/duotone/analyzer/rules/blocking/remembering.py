"""Functions that remember their only result, so that what blocks in them does so once for a whole process."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from duotone.analyzer.findings import Place
from duotone.analyzer.rules.blocking.paths import Path, choices
from duotone.analyzer.rules.program import Program

__all__ = ["Remembering"]


class Remembering:
    """Knows which of the ways through such a function is the one that fills it, as far as that can be told."""

    def __init__(self, program: Program, paths: Iterable[Path]) -> None:
        self._program = program
        self._first: dict[str, Path] = {}
        for path in paths:
            callee = path.links[0][1] if path.links else ""
            if callee and self._is_told_once(*path.links[0]) and not self._is_filled_by_a_module(callee):
                first = self._first.setdefault(callee, path)
                if self._rank(path) < self._rank(first):
                    self._first[callee] = path

    def is_told_elsewhere(self, path: Path) -> bool:
        """Tell whether what an async function calls itself is told where another does, which mostly comes first."""
        first = self._first.get(path.links[0][1])
        return first is not None and first is not path and self._is_told_once(*path.links[0])

    def is_mostly_over(self, path: Path) -> bool:
        """Tell whether others are likely to have filled what lies on a way, so that it ends there."""
        if any(self._is_filled_by_hand(*link) for link in path.links):
            return True
        callees = [callee for _, callee, _ in path.links]
        return any(map(self._remembers, callees)) and self._first.get(callees[0]) is not path

    def _remembers(self, name: str) -> bool:
        return "remembers" in self._program.marks(name)

    def _is_told_once(self, caller: str, callee: str, place: Place) -> bool:
        """Tell whether a call asks for what is made once, and kept by a decorator or by hand."""
        is_by_hand = "fills" in self._program.marks(callee) and self._asks_for_what_is_kept(caller, callee, place)
        return is_by_hand or self._remembers(callee)

    def _is_filled_by_a_module(self, name: str) -> bool:
        """Tell whether a module calls a function when it is imported, before there is a loop."""
        return any("module" in caller.marks for caller, _ in self._program.callers(name))

    def _is_filled_by_hand(self, caller: str, callee: str, place: Place) -> bool:
        """Tell whether a call asks for what was kept when a module was imported, and not to have it made anew."""
        is_kept = "fills" in self._program.marks(callee) and callee in self._filled_on_import
        return is_kept and self._asks_for_what_is_kept(caller, callee, place)

    def _asks_for_what_is_kept(self, caller: str, callee: str, place: Place) -> bool:
        """Tell whether a call gives nothing that may ask to have it made anew."""
        calls = self._program.functions[caller].calls
        here = [call for call in calls if (call.callee, call.line, call.column) == (callee, place.line, place.column)]
        return not any(set(call.given.values()) - {"False", "None"} for call in here)

    @functools.cached_property
    def _filled_on_import(self) -> set[str]:
        """The plain functions that modules call when they are imported, and those that these call, in all cases."""
        program = self._program
        waiting = [one for one in program.functions.values() if "module" in one.marks and not program.is_test(one.name)]
        found: set[str] = set()
        for function in waiting:
            for call in function.calls:
                callee = program.functions.get(call.callee)
                if callee is None or call.callee in found or choices(function, call.line):
                    continue
                if not {"async", "generator"}.intersection(callee.marks):
                    found.add(call.callee)
                    waiting.append(callee)
        return found

    def _rank(self, path: Path) -> tuple[bool, bool, bool]:
        """What the project calls itself mostly comes before what it leaves to be called, such as handlers."""
        caller, program = path.caller, self._program
        return program.is_test(caller), not program.callers(caller), "nested" in program.marks(caller)
