"""A plain helper that is called from async code blocks the event loop.

## What it does
Follows plain calls from async functions through any number of helpers, across modules, to a call that is known to
block, and shows the path. A generator counts where somebody iterates over it, even if a thread has made it.

## Why is this bad?
The helper looks harmless at the call; what it does three modules away stops the whole loop.

## Example
```python
import time


def backoff():
    time.sleep(1)


async def fetch():
    backoff()
```

## Use instead
```python
import asyncio
import time


def backoff():
    time.sleep(1)


async def fetch():
    await asyncio.to_thread(backoff)
```

## When it stays silent
Left alone are

- helpers that are handed to a thread or an executor, are only called from plain code, or have the terminal to
  themselves;
- helpers that look at their thread or for a running loop before they decide, that may return a coroutine instead, or
  whose decorator can't be read;
- what a helper does only with other values of a parameter than the call gives it: constants, defaults, an object that
  is made for it, or what a test of its class around the call leaves. The helper may ask in a statement, in an
  expression, or through a name that is made of it;
- code for a Python older than 3.10, by a test of `sys.version_info`, and code that runs where asking for the running
  loop failed, or where nothing can have failed but to make a coroutine or an async generator, which runs none of it;
- results of what was awaited until it was `done()`, and sleeping for a few milliseconds.

Told once, and not for each call that leads there:

- what is more than two calls away, for each call that blocks;
- a constructor, which counts where it blocks itself, and what keeps its result, for each file;
- what a function asks of one object that asks a database, for each file where that is SQLite;
- what a function without parameters remembers (`functools.cache`), and what one keeps by hand in a global name or in
  the only object of a class, for those who call it;
- a helper that blocks only for keys which it doesn't have yet and keeps what it finds, where eight or more calls reach
  through it;
- what blocks in a route that should be plain: DUO204 tells it there.

Only possible, and shown with `--min-confidence possible`:

- where nothing else has to go on: in tests, before anything else can run, in a `lifespan` and in what `on_event` of
  FastAPI and Starlette decorates, which no request runs beside, on a loop of its own that a thread or a callback runs
  alone, as Flask does for each request and asgiref's `async_to_sync` for each call from plain code that no server of
  ASGI runs, and for a question to the user where nothing is started beside it, as in a coroutine that is all that a
  command runs;
- what depends on many conditions: a way through more than one branch, or of more than three calls and through one;
- what may have been remembered by then: what a function without parameters remembers, for those who get there through
  others or where a module has asked for it when it was imported, and what a function keeps by hand, in the latter case;
- what needs modules of MicroPython, where there is no thread to go to.

## Fix
None here; offload the call, or make the helper async. The message names the async twin of the helper where it has one,
and a thread where plain code calls the helper too, so that it can't become async.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duotone.analyzer.findings import Confidence, Finding, Severity, Step
from duotone.analyzer.flow.file import File
from duotone.analyzer.flow.waiting.statements import is_of_database, is_of_local_file
from duotone.analyzer.rules.blocking.alone import Alone
from duotone.analyzer.rules.blocking.lookups import lookups_in, told_once
from duotone.analyzer.rules.blocking.offering import at_call
from duotone.analyzer.rules.blocking.paths import Path, paths
from duotone.analyzer.rules.blocking.remembering import Remembering
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.standing import names_in
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["SEVERITY", "collect", "on_program"]

SEVERITY = Severity.WARNING


def collect(file: File, writer: Writer) -> dict[str, Any]:
    """What the wrappers of decorators are called where they are called, and where look-ups have failed."""
    return {"names": names_in(file, writer), "lookups": lookups_in(file)}


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report blocking calls that async functions reach through helpers."""
    lookups = {name: lines for file in program.files for name, lines in file.kept[rule.code]["lookups"].items()}
    yield from told_once([*_found(rule, program)], lookups)


def _found(rule: Rule, program: Program) -> Iterator[tuple[Path, Finding]]:
    alone = Alone(program)
    told: set[tuple[str, str]] = set()
    names = {file.path: file.kept[rule.code]["names"] for file in program.files}
    found = [path for path in paths(program, "blocking") if path.links and path.caller not in program.idle_routes]
    remembering = Remembering(program, found)
    for path in found:
        if alone.is_over(path.caller, path.start) or remembering.is_told_elsewhere(path):
            continue
        if alone.has_terminal(path.start, *(place for *_, place in path.links[1:]), path.end):
            continue
        confidence = _confidence(program, alone, path)
        if remembering.is_mostly_over(path):
            confidence = Confidence.POSSIBLE
        keys = [*_keys(program, path)]
        if not told.isdisjoint(keys):
            continue
        if confidence is not Confidence.POSSIBLE:
            told.update(keys)
        first = path.links[0][1]
        name = names[path.start.path].get(f"{path.start.line}:{path.start.column}:{first}", "")
        steps = [Step("path", f"`{name}` is `{short(first)}` here", program.place(first))] if name else []
        steps += [
            Step("path", f"`{short(caller)}` calls `{short(callee)}`", place)
            for caller, callee, place in path.links[1:]
        ]
        remedy = at_call(program, path)
        steps.append(Step("because", f"`{path.name}` blocks{'' if remedy else path.advice}", path.end))
        message = f"`{name or short(first)}` blocks the event loop: it leads to `{path.name}`{remedy}"
        proof = tuple(steps)
        finding = Finding(rule.code, rule.name, message, rule.severity, confidence, path.start, path.caller, proof)
        yield path, finding


def _confidence(program: Program, alone: Alone, path: Path) -> Confidence:
    """How sure it is that somebody is held up; a way that is long and has no branch is likely to be gone to its end."""
    if program.is_test(path.caller) or alone.holds_up_nobody(path.name, path.caller, path.start, path.end):
        return Confidence.POSSIBLE
    is_long_alone = path.confidence is Confidence.POSSIBLE and not path.choices
    return Confidence.LIKELY if is_long_alone else path.confidence


def _keys(program: Program, path: Path) -> Iterator[tuple[str, str]]:
    """By what a fault is told once: whoever makes an object that blocks mostly makes many, in one file.

    What keeps its result blocks the first time. What a function asks of one object that asks a database is mended
    together, and so is all that a file asks of one that has its own on a local disk.
    """
    callee = path.links[0][1]
    if callee.endswith("__") or "keeps" in program.functions[callee].marks:
        yield path.start.path, callee
    if is_of_database(path.name):
        yield path.start.path if is_of_local_file(path.name) else path.caller, callee.rpartition(".")[0]
