"""Async functions that an expression chooses between, so that one of them may block on purpose where another waits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.rules.program import Program

__all__ = ["alternatives_in", "blocking_by_choice"]

_ELSE = re.compile(r" else (?:self\.)?\w+\s*$", re.MULTILINE)
"""How a line ends that has a choice in it, which is found many times faster than how that begins."""
_CHOICE = re.compile(r"\b(?:self\.)?(\w+) if [^\n]+ else (?:self\.)?(\w+)\s*$")


def alternatives_in(file: File) -> Mapping[str, str]:
    """The async functions of a file that are chosen where another that takes the same isn't, and which that is."""
    pairs = {*_chosen(file.source)}
    if not pairs:
        return {}
    named: dict[str, list[Ran]] = {}
    for ran in file.ran:
        if ran.is_async:
            named.setdefault(ran.name.rpartition(".")[2], []).append(ran)
    found = [(one, other) for first, last in pairs for one in named.get(first, ()) for other in named.get(last, ())]
    alike = [
        (one.name, other.name) for one, other in found if _takes(one) == _takes(other) and _home(one) == _home(other)
    ]
    return {**dict(alike), **{other: one for one, other in alike}}


def _chosen(source: str) -> Iterator[tuple[str, str]]:
    """The names before and after the conditions at the ends of lines."""
    for end in _ELSE.finditer(source):
        choice = _CHOICE.search(source, source.rfind("\n", 0, end.start()) + 1, end.end())
        if choice is not None:
            yield choice[1], choice[2]


def _takes(ran: Ran) -> Sequence[str]:
    return [param.name for param in ran.symbol.outline.params] if ran.symbol is not None else []


def _home(ran: Ran) -> str:
    return ran.name.rpartition(".")[0]


def blocking_by_choice(program: Program, kept: str) -> frozenset[str]:
    """The functions that never suspend, beside one that does and can be chosen in their place."""
    return frozenset(_by_choice(program, kept))


def _by_choice(program: Program, kept: str) -> Iterator[str]:
    for file in program.files:
        for name, other in file.kept[kept]["alternatives"].items():
            if "suspends" not in program.marks(name) and "suspends" in program.marks(other):
                yield name
