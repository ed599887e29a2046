"""Functions that a caller chooses between: it awaits one in each of its branches, so they are async together."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from duotone.analyzer.flow.file import File
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.facts import CallFact, FunctionFact
from duotone.analyzer.rules.program import Program

__all__ = ["Choices", "branches_in"]

_KEPT_BY = "DUO201"
_FEWEST_CASES = 3
_FEWEST_IN_A_ROW = 2
_FEWEST_WORDS = 3
_Branches = Sequence[tuple[int, int]]


def branches_in(file: File) -> dict[str, Sequence[_Branches]]:
    """The first and last lines of the branches of each async function, those together that exclude each other."""
    found: dict[str, Sequence[_Branches]] = {}
    for ran in file.ran:
        if ran.is_async and ran.suspends:
            chosen = [branches for part in walk(ran.node) if len(branches := [*_branches(part)]) > 1]
            if chosen:
                found[ran.name] = chosen
    return found


def _branches(node: ast.AST) -> Iterator[tuple[int, int]]:
    """The lines of the blocks of a `match`, or of an `if` with every `elif` and the `else` after it."""
    if isinstance(node, ast.Match):
        yield from (_lines(case.body) for case in node.cases)
    elif isinstance(node, ast.If):
        yield _lines(node.body)
        after = node.orelse
        if len(after) == 1 and isinstance(after[0], ast.If):
            yield from _branches(after[0])
        elif after:
            yield _lines(after)


def _lines(block: Sequence[ast.stmt]) -> tuple[int, int]:
    return block[0].lineno, block[-1].end_lineno or block[-1].lineno


class Choices:
    """What the callers of needless functions await in their place."""

    def __init__(self, program: Program, needless: Collection[str]) -> None:
        self._program = program
        self._needless = needless
        self._branches: Mapping[str, Sequence[_Branches]] = {
            name: rows for file in program.files for name, rows in file.kept[_KEPT_BY]["branches"].items()
        }

    def beside(self, function: FunctionFact) -> Sequence[FunctionFact]:
        """The functions with a reason to be async that a caller awaits where it doesn't await this one."""
        for caller, call in self._program.callers(function.name):
            for branches in self._branches.get(caller.name, ()):
                others = [one for one in caller.calls if _excludes(branches, call, one)]
                found = [self._program.functions.get(one.callee) for one in others if one.is_awaited]
                kin = [one for one in found if one is not None and self._is_kin(function, one)]
                if family := kin or self._handlers_like(function, others):
                    return family
        return ()

    def _handlers_like(self, function: FunctionFact, others: Sequence[CallFact]) -> Sequence[FunctionFact]:
        """The private methods beside a private one, for other cases, if they are many and each of them is awaited.

        Two may be plain together; of many, whoever adds a case expects each to be awaited.
        """
        beginning = _beginning(function.name)
        alike = {one.callee: one.is_awaited for one in others if _beginning(one.callee) == beginning}
        found = [self._program.functions[one] for one in alike if one in self._program.functions]
        reasoned = [one for one in found if self._has_reason(one)] if beginning and all(alike.values()) else []
        return reasoned if len(reasoned) >= _FEWEST_CASES else ()

    def in_a_row(self, function: FunctionFact) -> Sequence[FunctionFact]:
        """The functions of one kind, by their names, that a caller awaits with a reason, and none without."""
        for caller, _ in self._program.callers(function.name):
            names = {one.callee: one.is_awaited for one in caller.calls if one.callee != function.name}
            alike = {name: is_awaited for name, is_awaited in names.items() if _is_of_kind(function.name, name)}
            found = [one for name in alike if (one := self._program.functions.get(name)) is not None]
            if len(found) >= _FEWEST_IN_A_ROW and all(alike.values()) and all(map(self._has_reason, found)):
                return found
        return ()

    def _has_reason(self, function: FunctionFact) -> bool:
        return "async" in function.marks and function.name not in self._needless

    def _is_kin(self, function: FunctionFact, other: FunctionFact) -> bool:
        """Tell whether another function is of the same place, public with a word in common, and async with a reason."""
        (owner, _, name), (home, _, other_name) = function.name.rpartition("."), other.name.rpartition(".")
        is_public = owner == home and not name.startswith("_") and not other_name.startswith("_")
        is_alike = is_public and not {*name.split("_")}.isdisjoint(other_name.split("_"))
        return is_alike and self._has_reason(other)


def _beginning(name: str) -> str:
    """The owner of what is private, and the first of its words; nothing where it is public, or has but one word."""
    owner, _, own = name.rpartition(".")
    first, *others = own.strip("_").split("_")
    return f"{owner}._{first}" if own.startswith("_") and others else ""


def _is_of_kind(name: str, other: str) -> bool:
    """Tell whether two names end alike: in two words, or in one if they begin alike as well."""
    ours, theirs = ([word.rstrip("s") for word in one.rpartition(".")[2].split("_") if word] for one in (name, other))
    if min(len(ours), len(theirs)) < _FEWEST_WORDS or ours[-1] != theirs[-1]:
        return False
    return ours[-2] == theirs[-2] or ours[0] == theirs[0]


def _excludes(branches: _Branches, one: CallFact, other: CallFact) -> bool:
    """Tell whether two calls stand in different branches."""
    places = [[first <= call.line <= last for first, last in branches] for call in (one, other)]
    return all(map(any, places)) and places[0] != places[1]
