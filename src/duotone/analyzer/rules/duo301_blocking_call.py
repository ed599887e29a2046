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

- calls with an argument that makes them return at once, and those handed to a thread;
- `get` of a queue that is asked whether it is `empty()`;
- `result` of a future that is asked whether it is `done()`, here or in what was awaited with it, or after an await for
  what its done callback tells;
- `wait` for an event that is set right before a loop runs, and `join` of a thread that was told to end by what it asks
  for before each round;
- quick operations on local files, such as `open`, `Path.exists` or `os.stat`: whether they are slow depends on the disk
  and the size, which nobody can see in the code;
- a database of SQLite, which is such a file, where it is asked for one row by a condition, or one is written, changed
  or deleted by its key;
- what is done only where a helper that gives the running loop gave None, or where asking for it here failed;
- what an editor or a question needs the terminal for, in Textual's `with app.suspend()` or prompt_toolkit's
  `in_terminal()`;
- what a comment for another linter, such as `# noqa: ASYNC251`, says may block.

Told once, or elsewhere:

- what is said to a database in one `with` block is told once;
- what blocks in a route that should be plain is told there, by DUO204.

No more than possible (`--min-confidence possible`):

- in tests, where nothing else has to go on;
- a question to the user, `input()`, in a file that starts nothing beside it, or in a coroutine that a command runs, and
  nothing else with it;
- what a program does before the first `await` of what it runs;
- what a thread or a callback runs on a loop of its own, and starts nothing beside it, as Flask does for each request;
- what a `lifespan` does, or functions that only it awaits, while no request is served;
- one row through SQLAlchemy in a project whose databases are all of SQLite by their addresses;
- what is in a file whose coroutines are driven by `send(None)`, without a loop;
- what never suspends where a flag chooses between it and another that does (`pause = wait if polite else block`);
- what needs modules of MicroPython, such as `uasyncio`, or `machine` and `network`, which nobody has installed;
- a rule of Pants, whose engine has no event loop.

## Fix
None here; the message names the replacement.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duotone.analyzer.findings import Confidence, Finding, Place, Severity
from duotone.analyzer.flow.file import File
from duotone.analyzer.rules.alone import Alone, kept
from duotone.analyzer.rules.alternatives import alternatives_in, blocking_by_choice
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
