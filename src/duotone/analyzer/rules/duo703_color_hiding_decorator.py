"""A decorator drops, or misreads, the coroutine of what it wraps.

## What it does
Finds plain wrappers that call an async function and neither return nor await the coroutine, and caches that keep the
coroutine.

## Why is this bad?
The decorated function looks async and does nothing, or gives a coroutine that has been awaited before.

## Example
```python
import functools


@functools.lru_cache
async def rates(day):
    return await download(day)
```

## Use instead
```python
cache = {}


async def rates(day):
    if day not in cache:
        cache[day] = await download(day)
    return cache[day]
```

## When it stays silent
Wrappers that return the coroutine, await it, or run it are left alone, as are decorators that can't be read.

## Fix
None here; make the wrapper async, or let it look with `duotone.color_of`.
"""

from __future__ import annotations

from collections.abc import Iterator

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.knowledge import callbacks
from duotone.analyzer.rules.duo701_dropped_callback import LOST
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import short

__all__ = ["SEVERITY", "on_program"]

SEVERITY = Severity.ERROR


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report decorators that lose the coroutine of an async function."""
    for file in program.files:
        for function, color, target, line, column, end in file.given:
            if color != "async" or not target.startswith("@"):
                continue
            name = target.removeprefix("@")
            decorator = name.rpartition(":")[0] or name
            steps: tuple[Step, ...] = ()
            if name in callbacks.CACHES:
                message = f"`{short(name)}` keeps the coroutine of `{short(function)}`, which can be awaited only once"
            else:
                fate = program.fate(name) - {"absence", "condition", "identity", "attribute", "()condition"}
                if not fate or not fate <= LOST:
                    continue
                message = f"`{short(decorator)}` calls `{short(function)}`, which is async, and loses its coroutine"
                steps = (Step("lost", f"`{short(decorator)}` has the wrapper", program.place(decorator)),)
            place = Place(file.path, line, column, line, end)
            yield Finding(rule.code, rule.name, message, rule.severity, Confidence.CERTAIN, place, function, steps)
