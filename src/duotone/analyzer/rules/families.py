"""The methods that override one another, and which of them may have colors of their own."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterator, Mapping, Sequence

from duotone.analyzer.findings import Finding, Step
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.writer import short

__all__ = ["Families"]

_SEVERAL = 3
_PAIR = 2
_SHORTEST = 3
"""A name that begins with fewer characters than these could be any."""


class Families:
    """The families of methods of a project, with all that is done with one of them."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def is_at_odds(self, base: str, override: str) -> bool:
        """Tell whether somebody calls an override as its base is called, and nobody takes either color from it."""
        method = base.rpartition(".")[2]
        is_asked = f"asked {method}" in self._program.attributes or self._is_looked_up(base, method)
        is_open = is_asked or self._is_of_twins(base) or self._is_handed_out(base, method)
        return not is_open and self._is_reached(base, override)

    def is_left_behind(self, name: str) -> bool:
        """Tell whether all of the methods that override one, two or more, have another color than it has.

        A plain one that does something itself may be meant so.
        """
        marks, family = self._program.marks(name), self.members.get(name, ())
        if len(family) < _PAIR or "method" not in marks or "generator" in marks:
            return False
        color = {"async", "generator"} if "async" in marks else {"async"}
        return ("async" in marks or "stub" in marks) and all(color.issubset(self._program.marks(one)) for one in family)

    def of_base(self, name: str, finding: Finding) -> Finding:
        """What is said of a base in place of all that override it."""
        family = sorted(self.members[name])
        colors = ("async", "async generators") if "async" in self._program.marks(name) else ("plain", "async")
        several = "both" if len(family) == _PAIR else f"all {len(family)}"
        message = f"`{short(name)}` is {colors[0]}, and {several} methods that override it are {colors[1]}"
        kind = "an async generator" if "async" in self._program.marks(name) else "async"
        steps = (Step("because", f"`{short(one)}` is {kind}", self._program.place(one)) for one in family[:_SEVERAL])
        place = self._program.place(name) or finding.place
        place = dataclasses.replace(place, end_column=place.column + len(name.rpartition(".")[2]))
        return dataclasses.replace(finding, message=message, place=place, symbol=name, proof=tuple(steps))

    def _is_of_twins(self, name: str) -> bool:
        """Tell whether a method is overridden in both colors, and `Async` in the names of classes tells them apart."""
        colors: dict[str, bool] = {}
        for one in self.members.get(name, ()):
            colors[one.split(".")[-2]] = (
                "async" in self._program.functions[one].marks if one in self._program.functions else False
            )
        if len(set(colors.values())) > 1 and all(one is ("Async" in owner) for owner, one in colors.items()):
            return True
        return any(
            is_async and "Async" in owner and colors.get(owner.replace("Async", "", 1)) is False
            for owner, is_async in colors.items()
        )

    def _is_reached(self, base: str, override: str) -> bool:
        """Tell whether somebody may call an override as its base is called.

        So it isn't where only methods of the base call it, and the class of the override has its own in their place.
        """
        owner, color = override.rpartition(".")[0], "async" in self._program.marks(override)
        callers = [caller.name.rpartition(".") for caller, _ in self._program.callers(base)]
        lineage = self._program.lineage(owner)
        return not callers or not all(
            name in lineage and ("async" in self._program.marks(f"{owner}.{method}")) is color
            for name, _, method in callers
        )

    def _is_looked_up(self, name: str, method: str) -> bool:
        """Tell whether a method is only called by whoever puts its name together, and takes either color."""
        if any(method.startswith(pattern[:-1]) for pattern in self._program.patterns if len(pattern) > _SHORTEST):
            return True
        if not method.startswith("_") or name not in self._program.functions:
            return False
        return self._is_called_by_none([name, *self.members.get(name, ())], method)

    def _is_called_by_none(self, names: Sequence[str], method: str) -> bool:
        """Tell whether nobody calls methods of one name but those that override them."""
        callers = [caller for one in names for caller, _ in self._program.callers(one)]
        return all(caller.name.rpartition(".")[2] == method for caller in callers)

    def _is_handed_out(self, name: str, method: str) -> bool:
        """Tell whether a method is given away, and not awaited: to one who asks for its color, or just not called."""
        names = [name, *self.members.get(name, ())]
        by_name = self._program.attributes.get(f"handed to {method}", ())
        is_value = not self._program.values.isdisjoint(names)
        takers = [given[2] for file in self._program.files for given in file.given if given[0] in names and is_value]
        if any(map(self._asks_given, (*takers, *by_name))):
            return not self._is_awaited_by_others(names, method)
        return is_value and self._is_called_by_none(names, method) and not any(map(self._awaits_given, takers))

    def _asks_given(self, target: str) -> bool:
        """Tell whether a parameter, or one that it is passed on to, is asked for its color, or its result is."""
        return any(
            "()asked" in self._program.uses(one) or f"asked {one.rpartition('.')[2]}" in self._program.attributes
            for one in self._program.given_on(target)
        )

    def _is_awaited_by_others(self, names: Sequence[str], method: str) -> bool:
        """Tell whether somebody other than tests, and methods of the same name, calls methods and awaits them."""
        return any(
            call.is_awaited and caller.name.rpartition(".")[2] != method and not self._program.is_test(caller.name)
            for one in names
            for caller, call in self._program.callers(one)
        )

    def _awaits_given(self, target: str) -> bool:
        """Tell whether what a parameter gives when it is called is awaited, and neither is asked for its color."""
        uses, name = self._program.fate(target), target.rpartition(":")[2]
        return (
            "()await" in uses
            and uses.isdisjoint({"asked", "()asked"})
            and f"asked {name}" not in self._program.attributes
        )

    def beside(self, name: str) -> Collection[str]:
        """The other methods that do what the same empty method asks for, which those who call any of them tell of."""
        function = self._program.functions.get(name)
        asked = [base for base in function.overrides if "stub" in self._program.marks(base)] if function else []
        return {one for base in asked for one in (base, *self.members.get(base, ()))} - {name}

    @functools.cached_property
    def overridden(self) -> frozenset[str]:
        """Methods that override others or are overridden, so that calls of the one may be calls of the other."""
        overriding = [function for function in self._program.functions.values() if function.overrides]
        return frozenset(name for function in overriding for name in (function.name, *function.overrides))

    @functools.cached_property
    def members(self) -> Mapping[str, Collection[str]]:
        """The methods that each method overrides or is overridden by, which are called in its place."""
        found: dict[str, set[str]] = {}
        for function in self._program.functions.values():
            for base in function.overrides:
                found.setdefault(function.name, set()).add(base)
                found.setdefault(base, set()).add(function.name)
        return found

    def below(self, name: str) -> Iterator[str]:
        """The methods that override one."""
        for other in self.members.get(name, ()):
            if other in self._program.functions and name in self._program.functions[other].overrides:
                yield other
