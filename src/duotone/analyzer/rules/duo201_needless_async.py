"""A function is async and never suspends.

## What it does
Finds `async def` functions and methods without `await`, `async for`, `async with` or an async comprehension, even in
code that is never reached, that nothing requires to be async.

## Why is this bad?
Every caller has to be async for nothing, and a forgotten `await` loses work that a plain call would have done.

## Example
```python
class Registry:
    async def find(self, name):
        return self.agents.get(name)
```

## Use instead
```python
class Registry:
    def find(self, name):
        return self.agents.get(name)
```

## When it stays silent
Overrides and what is overridden, implementations of protocols, empty bodies and those that only raise, functions that
are registered by a decorator, given as a value, or scheduled, tests, fixtures, mocks and fakes, special methods,
methods whose name other classes have as async, functions with a plain twin beside them, those that stand in for a
failed import or for what another branch gives the same name, those that leave all their parameters alone, or one of
them in a few lines, since a contract asks for it, those whose docstring invites to override them, or says, as that of
their class or module may, that they are async to be uniform, or have to be, those that make what wants a running loop,
such as a client session, methods of a class that a call makes another one of, `Volume = blocking(_Volume)`, those that
are awaited through an object whose `__getattr__` asks for their color, public ones that only tests call where a library
is given the whole object, and those that are called by a name which is put together or listed are left alone. Functions
within functions and the helpers of tests count where somebody awaits them by name, and methods of a class of tests
where its own do; those within a test are only possible, since it may be about their color. Of a class whose base comes
from a library, private methods count that are called here. One that drops what a call gives which can't be read counts
where everybody who calls it is known, and the proof says that an `await` may be missing there. Only possible is one of
an interface too: a public method or function that others call, where those beside it whose names begin with the same
word, or nearly all of them, are async with a reason. And so is one of those that a caller chooses between, where it
awaits another with a reason, and with a word of the same name, in another branch, or awaits several with a reason whose
names end alike. So is a public one that only tests call, since somebody outside may await it, as a framework does with
what it finds by name, one whose name tests give to an async mock, and one whose name is given away as a value of an
object of which nothing is known. So is one that an import may mean which leads to no file, as where a copy of another
project is put on the path at run time, or a script finds what is beside it. So is one in which DUO301 or DUO302 tells
of something that blocks, since it would await that. So is a public one whose docstring says to others that it is a
coroutine (`|coro|`), one that is awaited of a class which callers may pass, and one that nobody calls where a loader of
the project refuses plain functions, or an alias such as `Callable[[Order], Awaitable[None]]` takes what it takes.

## Fix
None here; `duotone recolor` makes it plain, with all its callers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.flow.file import File
from duotone.analyzer.rules.choices import Choices, branches_in
from duotone.analyzer.rules.contracts import Contracts, contracts_in
from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.interfaces import Interfaces
from duotone.analyzer.rules.needless import is_left_to_others, may_be_given, needless
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.stand_ins import StandIns, mocked
from duotone.analyzer.rules.unfollowed import Unfollowed, imported
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["SEVERITY", "collect", "on_program"]

SEVERITY = Severity.NOTE


def collect(file: File, writer: Writer) -> dict[str, Any]:
    """Between what functions choose, what is asked of them, what a file imports, and what it puts async mocks for."""
    return {
        "branches": branches_in(file),
        "contracts": contracts_in(file, writer.path),
        "imports": sorted({*imported(file)}),
        "mocked": sorted(mocked(file, writer.path)),
    }


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report async functions that never suspend."""
    found = [*needless(program)]
    doubts = _Doubts(program, {function.name for function in found})
    for function in found:
        name = function.name.rpartition(".")[2]
        place = Place(
            program.paths[function.name], function.line, function.column, function.line, function.column + len(name)
        )
        awaits = [(caller, call) for caller, call in program.callers(function.name) if call.is_awaited]
        steps = [
            Step("because", f"`{short(caller.name)}` awaits it for nothing", program.call_place(caller, call))
            for caller, call in awaits[:3]
        ]
        if "drops" in function.marks:
            text = "what it calls and drops can't be read: an `await` may be missing there"
            steps.append(Step("because", text, None))
        reasons = [*doubts.about(function)]
        message = f"`{short(function.name)}` is async and never suspends"
        # A function within a test may be there for its color.
        is_meant = bool(reasons) or ("nested" in function.marks and program.is_test(function.name))
        sure = Confidence.LIKELY if "drops" in function.marks else Confidence.CERTAIN
        confidence = Confidence.POSSIBLE if is_meant else sure
        proof = (*steps, *reasons)
        yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, function.name, proof)


class _Doubts:
    """What may have asked for the color of a function, although nothing is seen to."""

    def __init__(self, program: Program, needless: Collection[str]) -> None:
        self._program = program
        self._interfaces = Interfaces(program, needless)
        self._choices = Choices(program, needless)
        self._contracts = Contracts(program)
        self._unfollowed = Unfollowed(program)
        self._stand_ins = StandIns(program)

    def about(self, function: FunctionFact) -> Iterator[Step]:
        """The reasons to doubt that a function could just be plain."""
        family = self._interfaces.around(function) or self._choices.beside(function) or self._choices.in_a_row(function)
        if family:
            others = ", ".join(f"`{short(one.name)}`" for one in family[:3])
            yield Step("because", f"it may be async to be like {others}", self._program.place(family[0].name))
        mention = self._unfollowed.may_mean(function)
        if mention:
            yield Step("because", f"`{mention}` is imported elsewhere, which may be this one", None)
        if is_left_to_others(self._program, function):
            yield Step("because", "only tests call it here, so somebody else may await it", None)
        if may_be_given(self._program, function):
            yield Step("because", "a method of this name is given away as a value, which may be this one", None)
        yield from (Step("because", text, None) for text in self._contracts.about(function))
        mocks = self._stand_ins.of(function)
        if mocks:
            yield Step("because", f"an async mock may stand for it in {mocks}", None)
