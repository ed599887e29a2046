"""A function is async and never suspends.

## What it does
Finds `async def` functions and methods that nothing requires to be async, without an `await`, `async for`, `async with`
or async comprehension anywhere in them, even in code that is never reached.

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
Left alone, since something may ask for the color:

- a contract: overrides and what is overridden, implementations of protocols, special methods, empty bodies and those
  that only raise, and functions that use none of their parameters, or leave one unused in a few lines;
- tests, fixtures, mocks and fakes;
- functions that somebody else calls: registered by a decorator, given as a value, or scheduled;
- methods that others may stand for: other classes have the name as async, or an object is given another async function
  in the place of one;
- methods whose calls can't be seen: of a class that a call makes another one of (`Volume = blocking(_Volume)`), awaited
  through an object whose `__getattr__` asks for their color, called by a name that is put together or listed, or public
  ones that only tests call where a library is given the whole object;
- functions with a plain twin beside them, and those that stand in for a failed import or for what another branch gives
  the same name;
- hooks: methods that only give back what they are given and are hooks by their name or docstring, and functions whose
  docstring invites to override them;
- functions that say so: the docstring of one, of its class or of its module says that it is async to be uniform or has
  to be, or that FastAPI or Litestar call it as a dependency, where a plain one would go to a thread;
- functions that make what wants a running loop, such as a client session.

Some are reported only where it is known who calls them:

- functions within functions and helpers of tests, where somebody awaits them by name; within a test they are only
  possible, since it may be about their color;
- methods of a class of tests, where its own methods await them, such as private ones of a fake;
- private methods of a class with a base from a library, where they are called here;
- private functions that need a running loop, where only coroutines call them;
- functions that drop what an unreadable call gives, where everybody who calls them is known; the proof says that an
  `await` may be missing there.

Only possible, and shown with `--min-confidence possible`, since others may need the color:

- one of a family: those beside a public one whose names begin with the same word, or nearly all of them, are async with
  a reason; or a caller that chooses awaits one in another branch whose name shares a word, or several whose names end
  alike, and these have a reason;
- a private one whose caller awaits at least three others of its class in other branches, as it does handlers of events:
  their names begin with the same word, all of them are awaited, and three have a reason;
- a public one that somebody outside may await: only tests call it, its docstring calls it a coroutine (`|coro|`), or it
  is awaited of a class which callers may pass;
- a public method that only its own class calls, where its package exports the class and the project overrides other
  async methods of it; or of any public class, where such an override suspends and what it overrides doesn't;
- one that may be found by name: an import that leads to no file may mean it, its module is asked for names like its own
  (`getattr(getters, f"get_{kind}")`), or its name is awaited of an object that can't be read and that tests give to an
  async mock or function, or that is given away as a value of something unknown;
- one that nobody calls, where a loader of the project refuses plain functions, or an alias such as `Callable[[Order],
  Awaitable[None]]` takes what it takes;
- one in which DUO301 or DUO302 tells of something that blocks, since it would await the remedy;
- what was copied into `vendor` or `third_party`.

## Fix
None here; `duotone recolor` makes it plain, with all its callers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duotone.analyzer.findings import Finding, Place, Severity, Step
from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.rules.needs.choices import branches_in
from duotone.analyzer.rules.needs.contracts import contracts_in
from duotone.analyzer.rules.needs.doubts import weighed
from duotone.analyzer.rules.needs.extending import offered
from duotone.analyzer.rules.needs.stand_ins import mocked
from duotone.analyzer.rules.needs.unfollowed import imported
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
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
        "unread": {ran.name: row for ran in file.ran if (row := _unread(writer, ran))},
    }


def _unread(writer: Writer, ran: Ran) -> tuple[str, int, int] | None:
    """What an idle function calls and drops and nobody can read, and where; of several calls the first."""
    call = ran.drops_unknown
    if call is None or not ran.is_async or ran.suspends:
        return None
    name = known.chain(call.func) or known.called(call.func)
    return name, call.lineno, writer.column(call.lineno, call.col_offset)


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report async functions that never suspend."""
    unread = {name: row for file in program.files for name, row in file.kept[rule.code]["unread"].items()}
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
        if function.name in unread:
            called, line, column = unread[function.name]
            what = f"what `{called}(…)` gives" if called else "what this gives"
            text = f"{what} can't be read, and is dropped: an `await` may be missing there"
            steps.append(Step("because", text, Place(place.path, line, column, line, column)))
        message = f"`{short(function.name)}` is async and never suspends"
        proof = (*steps, *reasons)
        yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, function.name, proof)
