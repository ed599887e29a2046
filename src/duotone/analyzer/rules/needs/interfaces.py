"""Which needless `async` is one of an interface: those beside it are async with a reason, and others await them all."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence

from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.program import Program

__all__ = ["Interfaces"]

_FEWEST_ALIKE = 2
"""So many others whose names begin with the same word make a family."""
_FEWEST = 3
_NEARLY_ALL = 0.75
"""Where names don't tell, so many others, and such a part of all, make one if they have a reason themselves."""


class Interfaces:
    """The families of a project: the public methods of a class, or functions of a module, that others call.

    Who makes one of them plain gives its users what DUO203 complains of: they have to know which one needs `await`.
    """

    def __init__(self, program: Program, needless: Collection[str]) -> None:
        self._program = program
        self._needless = needless
        self._members: dict[str, list[FunctionFact]] = {}
        for function in program.functions.values():
            if not _last(function).startswith("_") and "nested" not in function.marks:
                self._members.setdefault(function.name.rpartition(".")[0], []).append(function)

    def around(self, function: FunctionFact) -> Sequence[FunctionFact]:
        """Those of the family of a function that have a reason to be async; none where it isn't one of a family."""
        owner, _, name = function.name.rpartition(".")
        if name.startswith("_") or self._is_internal(function):
            return ()
        named = self._public(self._program.lineage(owner) if "method" in function.marks else {owner}, name)
        alike = _alike(named, name)
        if len(alike) < _FEWEST_ALIKE:
            found = self._with_reason([*named.values()])
            return found if len(found) >= max(_FEWEST, _NEARLY_ALL * len(named)) else ()
        return self._with_reason(alike) or self._with_reason(_alike(self._public(self._related(owner), name), name))

    def _public(self, owners: Collection[str], name: str) -> Mapping[str, FunctionFact]:
        """What others can call of some classes, or of a module, but for what has a name."""
        found = {_last(one): one for owner in sorted(owners) for one in self._members.get(owner, ())}
        found.pop(name, None)
        return found

    def _related(self, owner: str) -> Collection[str]:
        """The classes that have a base of the project in common with a class."""
        bases = self._lineages.get(owner, set())
        return [name for name, lineage in self._lineages.items() if not bases.isdisjoint(lineage)]

    @functools.cached_property
    def _lineages(self) -> Mapping[str, set[str]]:
        return {name: self._program.lineage(name) & self._program.classes.keys() for name in self._program.classes}

    def _is_internal(self, function: FunctionFact) -> bool:
        """Tell whether a function is called where it is defined, and nowhere else, by whoever is no test.

        What tests have for themselves is called by them.
        """
        callers = [one.name for one, _ in self._program.callers(function.name)]
        if not self._program.is_test(function.name):
            callers = [one for one in callers if not self._program.is_test(one)]
        home = self._program.paths[function.name]
        return bool(callers) and all(self._program.paths[one] == home for one in callers)

    def _with_reason(self, family: Sequence[FunctionFact]) -> Sequence[FunctionFact]:
        """Those of a family that aren't needless; none where one is plain, but for properties and the like."""
        if not all({"async", "decorated"} & set(one.marks) for one in family):
            return ()
        return [one for one in family if "async" in one.marks and one.name not in self._needless]


def _last(function: FunctionFact) -> str:
    return function.name.rpartition(".")[2]


def _alike(named: Mapping[str, FunctionFact], name: str) -> Sequence[FunctionFact]:
    """Those whose names begin with the same word as a name."""
    word = f"{name.partition('_')[0]}_"
    return [one for other, one in named.items() if other.startswith(word)]
