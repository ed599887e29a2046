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
methods whose name other classes have as async, or in whose place an object is given another async function, functions
with a plain twin beside them, those that stand in for a failed import or for what another branch gives the same name,
those that leave all their parameters alone, or one of them in a few lines, since a contract asks for it, those whose
docstring invites to override them, or says, as that of their class or module may, that they are async to be uniform, or
have to be, or that they are a dependency which FastAPI or Litestar calls, since a plain one goes to a thread, those
that make what wants a running loop, such as a client session, methods of a class that a call makes another one of,
`Volume = blocking(_Volume)`, those that are awaited through an object whose `__getattr__` asks for their color, public
ones that only tests call where a library is given the whole object, and those that are called by a name which is put
together or listed are left alone. Functions within functions and the helpers of tests count where somebody awaits them
by name, and methods of a class of tests where its own do, as private ones of a fake; those within a test are only
possible, since it may be about their color. Of a class whose base comes from a library, private methods count that are
called here. One that drops what a call gives which can't be read counts where everybody who calls it is known, and the
proof says that an `await` may be missing there. Only possible is one of an interface too: a public method or function
that others call, where those beside it whose names begin with the same word, or nearly all of them, are async with a
reason. And so is one of those that a caller chooses between, where it awaits another with a reason, and with a word of
the same name, in another branch, or awaits several with a reason whose names end alike. So is a public one that only
tests call, since somebody outside may await it, as a framework does with what it finds by name, one whose name is
awaited of an object that can't be read, one whose name tests give to an async mock or function, and one whose name is
given away as a value of an object of which nothing is known. So is one that an import may mean which leads to no file,
as where a copy of another project is put on the path at run time, or a script finds what is beside it. So is one in
which DUO301 or DUO302 tells of something that blocks, since it would await that. So is a public one whose docstring
says to others that it is a coroutine (`|coro|`), one that is awaited of a class which callers may pass, and one that
nobody calls where a loader of the project refuses plain functions, or an alias such as `Callable[[Order],
Awaitable[None]]` takes what it takes. So is one whose module is asked for names like its own, `getattr(getters,
f"get_{kind}")`, even where others call it by its name. So is a public method of a class that its package exports, where
nobody but that class calls it and the project overrides other async methods of it, or of any public class where such an
override suspends and what it overrides doesn't, and so is what was copied into `vendor` or `third_party`. A method that
only gives back what it is given, and by its name or docstring is a hook, is left alone.

## Fix
None here; `duotone recolor` makes it plain, with all its callers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duotone.analyzer.findings import Finding, Place, Severity, Step
from duotone.analyzer.flow.file import File
from duotone.analyzer.rules.choices import branches_in
from duotone.analyzer.rules.contracts import contracts_in
from duotone.analyzer.rules.doubts import weighed
from duotone.analyzer.rules.extending import offered
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.stand_ins import mocked
from duotone.analyzer.rules.unfollowed import imported
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["SEVERITY", "collect", "on_program"]

SEVERITY = Severity.NOTE


def collect(file: File, writer: Writer) -> dict[str, Any]:
    """Between what functions choose, what is asked of them, what a file imports, and what it puts async mocks for."""
    return {
        "branches": branches_in(file),
        "contracts": contracts_in(file, writer.path),
        "imports": sorted({*imported(file)}),
        "offered": sorted({*offered(file)}),
        "mocked": sorted(mocked(file, writer.path)),
    }


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report async functions that never suspend."""
    for function, confidence, reasons in weighed(program):
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
        message = f"`{short(function.name)}` is async and never suspends"
        proof = (*steps, *reasons)
        yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, function.name, proof)
