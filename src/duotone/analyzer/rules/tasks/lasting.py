"""Whether somebody has to hold a task: not in its one step, nor while nothing but a timer of the loop wakes it.

Where no loop is running there is no task.
"""

from __future__ import annotations

import functools
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

    def has_no_loop(self, name: str) -> bool:
        """Tell whether nobody but modules and threads of its own leads to a function, beside tests in plain code.

        Modules do so before anything runs a loop.
        """
        leading, is_imported = [name], False
        for one in leading:
            marks = self._program.marks(one)
            if "module" in marks:
                if self._program.paths[one].endswith(".ipynb"):
                    return False
                is_imported = True
                continue
            callers = {caller.name for caller, _ in self._program.callers(one)}
            is_entered = one in self._begun_as_threads or self._program.is_test(one)
            if self._is_open(one, marks) or not (callers or is_entered):
                return False
            leading += sorted(callers.difference(leading))
        begun = self._begun_as_threads.intersection(leading)
        return not any(map(self._is_for_others, set(leading) - begun)) if begun else is_imported

    def _is_for_others(self, name: str) -> bool:
        """Tell whether a function is a method that may be called of an object whose class isn't known there."""
        is_private = name.rpartition(".")[2].startswith("_")
        return "method" in self._program.marks(name) and not is_private and not self._program.is_test(name)

    def _is_open(self, name: str, marks: Collection[str]) -> bool:
        """Tell whether others than those who are known to call a function may do so; all that has a thread is known."""
        is_begun = name in self._begun_as_threads
        is_value = (name in self._program.values and not is_begun) or name in self._families.overridden
        return is_value or not _CALLED_OTHERWISE.difference({"nested"} if is_begun else ()).isdisjoint(marks)

    @functools.cached_property
    def _begun_as_threads(self) -> frozenset[str]:
        """The functions that threads are made for, and nothing else of the project has as values."""
        kept = [(file.kept.get("DUO501", {}).get("threads", ()), file.values) for file in self._program.files]
        given = {name for names, _ in kept for name in names}
        others = {name for names, values in kept if given for name in set(values).difference(names)}
        return frozenset(given - others)

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
            if "stub" in function.marks and (_is_public(one, function.marks) or not self._is_empty(one)):
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

    def _family(self, name: str) -> Collection[str]:
        """A function, and those that override it."""
        return name, *self._families.members.get(name, ())


def _is_public(name: str, marks: Collection[str]) -> bool:
    """Tell whether other projects may override a method: neither it nor its class has a private name."""
    return "method" in marks and not any(part.startswith("_") for part in name.split("."))
