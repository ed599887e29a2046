"""Whether somebody has to hold a task: not in its one step, nor while nothing but a timer of the loop wakes it.

Where no loop is running there is no task.
"""

from __future__ import annotations

from collections.abc import Collection

from duotone.analyzer.rules.families import Families
from duotone.analyzer.rules.program import Program

__all__ = ["Lasting"]

_HELD = frozenset({"starts", "lasting"})
_OTHERS = frozenset({"generator", "refuses", "decorated"})
"""Marks of functions whose coroutines may have more than one step, whatever is awaited there."""
_IN_PLACE = frozenset({"protocol", "fallback"})
"""Marks of functions with an empty body in whose place there is something else, which may have more than one step."""
_CALLED_OTHERWISE = frozenset({"async", "decorated", "nested"})
"""Marks of functions that may be called where a loop is running, whoever else calls them."""


class Lasting:
    """Knows how the coroutines of a project go on."""

    def __init__(self, program: Program, families: Families) -> None:
        self._program = program
        self._families = families

    def gives_task(self, name: str) -> bool:
        """Tell whether what a function gives is a task already, or may be one that its object holds.

        It may have it from other plain functions, which are only said to give something to await as well.
        """
        makers = [name]
        for maker in makers:
            marks = {mark for one in self._family(maker) for mark in self._program.marks(one)}
            if not _HELD.isdisjoint(marks):
                return True
            makers += sorted({mark[1:] for mark in marks if mark.startswith("=")}.difference(makers))
        return False

    def is_on_import(self, name: str) -> bool:
        """Tell whether nobody but modules leads to a function, which they do before anything runs a loop."""
        leading, is_imported = [name], False
        for one in leading:
            marks = self._program.marks(one)
            if "module" in marks:
                if self._program.paths[one].endswith(".ipynb"):
                    return False
                is_imported = True
                continue
            callers = {caller.name for caller, _ in self._program.callers(one)}
            if not callers or self._is_open(one, marks):
                return False
            leading += sorted(callers.difference(leading))
        return is_imported

    def _is_open(self, name: str, marks: Collection[str]) -> bool:
        """Tell whether others than those who are known to call a function may do so."""
        is_value = name in self._program.values or name in self._families.overridden
        return is_value or not _CALLED_OTHERWISE.isdisjoint(marks)

    def may_be_lost(self, name: str) -> bool:
        """Tell whether a coroutine isn't done in the one step for which the loop has it."""
        return not all(map(self._is_of_one_step, self._family(name)))

    def only_sleeps(self, name: str) -> bool:
        """Tell whether a coroutine waits for nothing but `asyncio.sleep`, by itself or in those that it awaits.

        One of an empty method waits for nothing, unless somebody who isn't seen overrides that.
        """
        awaited = [*self._family(name)]
        for one in awaited:
            if self._is_of_one_step(one) or self._is_empty(one):
                continue
            function = self._program.functions.get(one)
            if function is None or "sleeps" not in function.marks or not _OTHERS.isdisjoint(function.marks):
                return False
            for call in function.calls:
                if call.is_awaited:
                    awaited += [other for other in self._family(call.callee) if other not in awaited]
        return True

    def _is_of_one_step(self, name: str) -> bool:
        """Tell whether a coroutine never gives way to others, by itself or in those that it awaits."""
        waiting, seen = [name], {name}
        for one in waiting:
            function = self._program.functions.get(one)
            if function is None or "async" not in function.marks or not _OTHERS.isdisjoint(function.marks):
                return False
            if "stub" in function.marks and (self._is_for_others(one, function.marks) or not self._is_empty(one)):
                return False
            if "suspends" not in function.marks:
                continue
            if "puts" not in function.marks:
                return False
            awaited = {callee for call in function.calls if call.is_awaited for callee in self._family(call.callee)}
            waiting += sorted(awaited - seen)
            seen |= awaited
        return True

    def _is_empty(self, name: str) -> bool:
        """Tell whether an async function has an empty body, and the project has nothing in its place."""
        marks = self._program.marks(name)
        is_empty = {"async", "stub"}.issubset(marks) and _OTHERS.isdisjoint(marks)
        return is_empty and _IN_PLACE.isdisjoint(marks) and not any(self._families.below(name))

    @staticmethod
    def _is_for_others(name: str, marks: Collection[str]) -> bool:
        """Tell whether other projects may override a method: it is public, and so is its class."""
        return "method" in marks and not any(part.startswith("_") for part in name.split("."))

    def _family(self, name: str) -> Collection[str]:
        """A function, and those that override it."""
        return name, *self._families.members.get(name, ())
