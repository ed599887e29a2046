"""Readings that a project contradicts: where most of what it does would be wrong by one, that one isn't true."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from pathlib import Path

from duotone.analyzer.findings import Finding
from duotone.analyzer.modules.typeshed import directory
from duotone.analyzer.rules.program import Program

__all__ = ["doubted"]

_MANY = 8
"""So many functions don't make the same mistake."""
_LOST = ("DUO10", "DUO110")
"""What should be awaited."""
_AWAITED = ("DUO12",)
"""What should not be awaited, or not so."""
_RECOLORED = "DUO601"


class _Ground(typing.NamedTuple):
    """What a finding rests on: a function, a class, `@` and a decorator, or a message where nothing has a name.

    `base` is the class whose methods a class has in another color.
    """

    name: str
    is_lost: bool
    base: str = ""

    @property
    def doubt(self) -> str:
        if self.base:
            return "the class may be meant to have another color"
        if self.name.startswith("@"):
            return f"`{self.name}` may change what it is given"
        return "the declaration may not be true" if self.is_lost else "it may be another one when it runs"


def doubted(program: Program, findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, with less confidence in those that rest on one reading, and outnumber what it is right about.

    What is `async def` is async, however often that was forgotten, and so is what the standard library has so. But what
    a function is only declared to give, as an annotation or an overload says, is believed no longer than its users do,
    and not where its body gives an async generator too, for some arguments. Nor is it believed that a decorator leaves
    functions as they are, that many functions await what would fail in each of them, or that a class lacks the color
    of a base by mistake where hardly any of its methods has it.
    """
    grounds = [[*_grounds(program, finding)] for finding in findings]
    places: dict[_Ground, set[str]] = {}
    for found, finding in zip(grounds, findings, strict=True):
        for ground in found:
            places.setdefault(ground, set()).add(finding.symbol)
    crowds = {
        ground: len(found)
        for ground, found in places.items()
        if len(found) >= _MANY and len(found) > _keeping(program, ground)
    }
    for found, finding in zip(grounds, findings, strict=True):
        crowd = next((ground for ground in found if ground in crowds), None)
        if crowd is not None:
            text = f"{crowds[crowd]} functions do so, more than don't: {crowd.doubt}"
        elif any(ground.is_lost and "streams" in program.marks(ground.name) for ground in found):
            text = "it may return an async generator: the declaration may not be true"
        else:
            yield finding
            continue
        yield finding.doubted(text)


def _grounds(program: Program, finding: Finding) -> Iterator[_Ground]:
    """What must be so for a finding to be right, and is not written down where nobody can mean anything else by it."""
    is_lost = finding.code.startswith(_LOST)
    if not is_lost and not finding.code.startswith((*_AWAITED, _RECOLORED)):
        return
    names = (step.place.path for step in finding.proof if step.kind == "definition" and step.place is not None)
    _, name, path = next((path.split(":", 2) for path in names if path.startswith("symbol:")), ("", "", ""))
    if Path(path).is_relative_to(directory()):
        return
    if finding.code == _RECOLORED:
        yield _Ground(finding.symbol.rpartition(".")[0], is_lost, name.rpartition(".")[0])
        return
    marks = program.marks(name)
    if not is_lost or "async" not in marks:
        yield _Ground(name or finding.message, is_lost)
    for mark in marks:
        if mark.startswith("@"):
            yield _Ground(mark, is_lost)


def _keeping(program: Program, ground: _Ground) -> int:
    """How many calls, or methods, are right by a reading."""
    if ground.base:
        return sum(
            ("async" in function.marks) == ("async" in program.marks(base))
            for function in program.functions.values()
            for base in function.overrides
            if (function.name.rpartition(".")[0], base.rpartition(".")[0]) == (ground.name, ground.base)
        )
    names = [ground.name]
    if ground.name.startswith("@"):
        names = [one.name for one in program.functions.values() if ground.name in one.marks]
    return sum(call.is_awaited is ground.is_lost for name in names for _, call in program.callers(name))
