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
Left alone, since something asks for the color:

- overrides and what is overridden, implementations of protocols, special methods, tests, fixtures, mocks and fakes;
- empty bodies and those that only raise;
- functions that are registered by a decorator, given as a value, or scheduled;
- methods whose name other classes have as async, or in whose place an object is given another async function;
- functions with a plain twin beside them, and those that stand in for a failed import or for what another branch gives
  the same name;
- those that leave all their parameters alone, or one of them in a few lines, since a contract asks for it;
- methods that only give back what they are given, and by their name or docstring are hooks;
- those whose docstring invites to override them, or says, as that of their class or module may, that they are async to
  be uniform, or have to be;
- those whose docstring says that they are a dependency which FastAPI or Litestar calls, since a plain one goes to a
  thread;
- those that make what wants a running loop, such as a client session;
- methods of a class that a call makes another one of, `Volume = blocking(_Volume)`;
- those that are awaited through an object whose `__getattr__` asks for their color, and those that are called by a name
  which is put together or listed;
- public ones that only tests call where a library is given the whole object.

Some count only where it is known who calls them:

- functions within functions and the helpers of tests, where somebody awaits them by name; those within a test are only
  possible, since it may be about their color;
- methods of a class of tests, where its own await them, as private ones of a fake;
- private methods of a class whose base comes from a library, where they are called here;
- one that drops what a call gives which can't be read, where everybody who calls it is known; the proof says that an
  `await` may be missing there.

Only possible, since others may need the color:

- one of an interface: a public method or function that others call, where those beside it whose names begin with the
  same word, or nearly all of them, are async with a reason;
- one of those that a caller chooses between, where it awaits another with a reason, and with a word of the same name,
  in another branch, or awaits several with a reason whose names end alike;
- a public one that only tests call, since somebody outside may await it, as a framework does with what it finds by
  name;
- one whose name is awaited of an object that can't be read, which tests give to an async mock or function, or which is
  given away as a value of an object of which nothing is known;
- one that an import may mean which leads to no file, as where a copy of another project is put on the path at run time,
  or a script finds what is beside it;
- one in which DUO301 or DUO302 tells of something that blocks, since it would await that;
- a public one whose docstring says to others that it is a coroutine (`|coro|`), and one that is awaited of a class
  which callers may pass;
- one that nobody calls where a loader of the project refuses plain functions, or an alias such as `Callable[[Order],
  Awaitable[None]]` takes what it takes;
- one whose module is asked for names like its own, `getattr(getters, f"get_{kind}")`, even where others call it by its
  name;
- a public method of a class that its package exports, where nobody but that class calls it and the project overrides
  other async methods of it, or of any public class where such an override suspends and what it overrides doesn't;
- what was copied into `vendor` or `third_party`.

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
