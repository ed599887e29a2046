"""`asyncio.get_event_loop()` is asked for a loop that may not be there.

## What it does
Finds `asyncio.get_event_loop()`: in an async function it can only mean the running loop, and elsewhere it depends on
the thread and the version.

## Why is this bad?
Since Python 3.14 it raises `RuntimeError` where no loop is set; before, it made one that nobody runs.

## Example
```python
import asyncio


async def later(callback):
    asyncio.get_event_loop().call_later(1, callback)
```

## Use instead
```python
import asyncio


async def later(callback):
    asyncio.get_running_loop().call_later(1, callback)
```

## When it stays silent
Code that catches or suppresses the `RuntimeError` knows what it does. In a plain function inside an async one, or one
that is given a `loop`, the finding is only possible.

## Fix
In an async function the name is replaced by `get_running_loop`; safe.
"""

from __future__ import annotations

import ast

from duotone.analyzer.findings import Confidence, Edit, Fix, Place, Severity
from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import Observation, Ran
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.WARNING
OBSERVES = ("call",)


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a loop that is asked for by guess."""
    node = observation.node
    if (
        not isinstance(node, ast.Call)
        or not known.guesses_loop(str(observation.data["name"]))
        or observation.data["is_guarded"]
    ):
        return
    ran = observation.function
    if ran is None or not ran.is_async:
        message = "`get_event_loop()` raises where no loop is set; use asyncio.run, or duotone.run from plain code"
        if "set_event_loop(" not in writer.file.source:
            confidence = Confidence.POSSIBLE if ran is not None and _may_have_a_loop(ran) else Confidence.LIKELY
            writer.add(rule, node, message, ran=ran, confidence=confidence)
        return
    place = writer.place(node.func)
    start = place.end_column - len("get_event_loop")
    span = Place(place.path, place.end_line, start, place.end_line, place.end_column)
    fix = Fix("use the running loop", (Edit(span, "get_running_loop"),), is_safe=isinstance(node.func, ast.Attribute))
    writer.add(rule, node, "a loop is running here; `get_running_loop()` says so and can't guess", fix=fix, ran=ran)


def _may_have_a_loop(ran: Ran) -> bool:
    """Tell whether a plain function is given a loop, or stands in an async function, from where anybody may call it.

    A generator with a decorator may be a coroutine of an older kind.
    """
    outline = ran.symbol.outline if ran.symbol is not None else None
    is_older = outline is not None and outline.is_generator and bool(outline.decorators)
    given = is_older or (outline is not None and any(one.name == "loop" for one in outline.params))
    return given or (ran.outer is not None and ran.outer.is_async)
