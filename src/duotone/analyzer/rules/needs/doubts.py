"""How sure it is that functions are async for nothing: what may have asked for their color unseen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from duotone.analyzer.findings import Confidence, Step
from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.needs.choices import Choices
from duotone.analyzer.rules.needs.contracts import Contracts
from duotone.analyzer.rules.needs.extending import Extending
from duotone.analyzer.rules.needs.interfaces import Interfaces
from duotone.analyzer.rules.needs.needless import (
    asked_of_module,
    is_awaited_blindly,
    is_left_to_others,
    is_put_in_place,
    may_be_given,
    needless,
)
from duotone.analyzer.rules.needs.stand_ins import StandIns
from duotone.analyzer.rules.needs.unfollowed import Unfollowed
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.writer import short

__all__ = ["weighed"]


def weighed(program: Program) -> Iterator[tuple[FunctionFact, Confidence, Sequence[Step]]]:
    """Every function that is async for nothing, how sure that is, and the reasons to doubt it."""
    found = [*needless(program)]
    doubts = _Doubts(program, {function.name for function in found})
    for function in found:
        reasons = [*doubts.about(function)]
        # A function within a test may be there for its color.
        is_meant = bool(reasons) or ("nested" in function.marks and program.is_test(function.name))
        sure = Confidence.LIKELY if "drops" in function.marks else Confidence.CERTAIN
        yield function, Confidence.POSSIBLE if is_meant else sure, reasons


class _Doubts:
    """What may have asked for the color of a function, although nothing is seen to."""

    def __init__(self, program: Program, needless: Collection[str]) -> None:
        self._program = program
        self._interfaces = Interfaces(program, needless)
        self._choices = Choices(program, needless)
        self._contracts = Contracts(program)
        self._unfollowed = Unfollowed(program)
        self._stand_ins = StandIns(program)
        self._extending = Extending(program)

    def about(self, function: FunctionFact) -> Iterator[Step]:
        """The reasons to doubt that a function could just be plain."""
        family = self._interfaces.around(function) or self._choices.beside(function) or self._choices.in_a_row(function)
        if family:
            others = ", ".join(f"`{short(one.name)}`" for one in family[:3])
            yield Step("because", f"it may be async to be like {others}", self._program.place(family[0].name))
        mention = self._unfollowed.may_mean(function)
        if mention:
            yield Step("because", f"`{mention}` is imported elsewhere, which may be this one", None)
        asked = asked_of_module(self._program, function)
        if asked:
            yield Step("because", f"`{asked}` is asked for by name, which may be this one", None)
        if is_left_to_others(self._program, function):
            yield Step("because", "only tests call it here, so somebody else may await it", None)
        if is_awaited_blindly(self._program, function):
            yield Step("because", "a method of this name is awaited of what can't be read, which may be this one", None)
        if may_be_given(self._program, function):
            yield Step("because", "a method of this name is given away as a value, which may be this one", None)
        yield from (Step("because", text, None) for text in self._contracts.about(function))
        if is_put_in_place(self._program, function):
            yield Step("because", "a test puts an async function in its place", None)
        override = self._extending.beside(function)
        if override:
            text = f"others may override it, as `{short(override)}` does with another of its class"
            yield Step("because", text, self._program.place(override))
        mocks = self._stand_ins.of(function)
        if mocks:
            yield Step("because", f"an async mock may stand for it in {mocks}", None)
