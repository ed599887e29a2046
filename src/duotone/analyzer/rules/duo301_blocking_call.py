"""A blocking call holds up the event loop.

## What it does
Finds calls in async functions that are known to block: `time.sleep`, synchronous HTTP, database and process calls,
locks and queues of threads.

## Why is this bad?
While it blocks, nothing else on the loop runs: other requests wait, timeouts fire late, heartbeats stop.

## Example
```python
import time


async def poll():
    time.sleep(5)
```

## Use instead
```python
import asyncio


async def poll():
    await asyncio.sleep(5)
```

## When it stays silent
Left alone, since they hold up nobody:

- calls with an argument that makes them return at once, and calls that are handed to a thread;
- waits that are over: `get` of a queue that is asked whether it is `empty()`; `result` of a future that is asked
  whether it is `done()`, here or in what was awaited with it, or after an await of what its done callback tells, of
  `asyncio.wrap_future` of it, or of the None that its coroutine sends in the end; `wait` for an event that is set right
  before a loop runs; `join` of a thread that was told to end by what it asks for before each round; any wait for a
  process or a thread that has ended by `poll()`, `is_alive()` or an earlier wait;
- what only a forked child runs, whose loop is a copy;
- quick operations on local files, such as `open`, `Path.exists` or `os.stat`: whether they are slow depends on the disk
  and the size, which the code doesn't show; so too a database of SQLite that is asked for one row by a condition, or in
  which one is written, changed or deleted by its key;
- what runs only where no loop does: a helper that gives the running loop gave None, or asking for it here failed;
- what needs the terminal for an editor or a question, in Textual's `with app.suspend()` or prompt_toolkit's
  `in_terminal()`;
- what a comment for another linter allows, such as `# noqa: ASYNC251`.

What is said to a database in one `with` block is told once. What blocks in a route that should be plain is told there,
by DUO204.

Only possible, and shown with `--min-confidence possible`, since nothing else may have to go on:

- in tests, and in a `lifespan`, what `on_event` of FastAPI and Starlette decorates, or functions that only these await,
  while no request is served;
- before the first `await` of what a program runs, and on a loop of its own that a thread or a callback runs, and starts
  nothing beside it, as Flask does for each request and asgiref's `async_to_sync` for each call from plain code, unless
  the project sends plain code to threads by `sync_to_async` or a server of ASGI;
- a question to the user, `input()`, in a file that starts nothing beside it, or in a coroutine that is all that a
  command runs;
- one row through SQLAlchemy in a project whose databases are all of SQLite by their addresses;
- what never suspends where a flag chooses between it and another that does (`pause = wait if polite else block`);
- where there is no event loop or no thread to go to: coroutines that are driven by `send(None)`, rules of Pants, and
  code that needs modules of MicroPython, such as `uasyncio`, or `machine` and `network`, which nobody has installed.

## Fix
None here; the message names the replacement.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duotone.analyzer.findings import Confidence, Finding, Place, Severity
from duotone.analyzer.flow.file import File
from duotone.analyzer.rules.blocking.alone import Alone, kept
from duotone.analyzer.rules.blocking.alternatives import alternatives_in, blocking_by_choice
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["SEVERITY", "collect", "on_program"]

SEVERITY = Severity.WARNING


def collect(file: File, writer: Writer) -> dict[str, Any]:  # noqa: ARG001  # the rest has no say in it
    """Where functions have the loop alone, and which are chosen in the place of others."""
    return {**kept(file), "alternatives": alternatives_in(file)}


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report what blocks directly in async functions."""
    alone = Alone(program)
    by_choice = blocking_by_choice(program, rule.code)
    for file in program.files:
        for function in file.functions:
            if "async" not in function.marks or function.name in program.idle_routes:
                continue
            is_meant = function.name in by_choice or (bool(function.blocking) and program.is_test(function.name))
            for name, line, column, instead in program.reached(function, function.blocking, {}):
                message = f"`{name}` blocks the event loop; use {instead}"
                place = Place(file.path, line, column, line, column)
                if alone.is_over(function.name, place) or alone.has_terminal(place):
                    continue
                is_harmless = is_meant or alone.holds_up_nobody(name, function.name, place, place)
                confidence = Confidence.POSSIBLE if is_harmless else Confidence.CERTAIN
                yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, function.name)
