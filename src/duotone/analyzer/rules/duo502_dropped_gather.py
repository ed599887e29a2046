"""The result of a gather is neither awaited nor kept.

## What it does
Finds `gather`, `shield` and their like without `await`: as a statement, bound to a name that nothing uses, or returned
by a helper whose caller drops it.

## Why is this bad?
The function goes on before the work is done, and what fails in it is reported nowhere.

## Example
```python
import asyncio


async def refresh(feeds):
    asyncio.gather(*(feed.load() for feed in feeds))
```

## Use instead
```python
import asyncio


async def refresh(feeds):
    await asyncio.gather(*(feed.load() for feed in feeds))
```

## When it stays silent
A result that is kept, returned or given to something else is left alone, and so is what a helper makes of futures that
its object holds anyway.

## Fix
In an async function `await` is put before the call: safe where nothing runs without it, and unsafe where the work goes
on by itself, so that the function would begin to wait for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.findings import Confidence, Finding, Severity
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.flow.verdicts import Verdict
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.rules.fixing import fixes
from duotone.analyzer.rules.lost import report
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.tasks import handed
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["OBSERVES", "SEVERITY", "on_observation", "on_program", "on_verdict"]

SEVERITY = Severity.ERROR
OBSERVES = ("drop",)


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a wait that nobody awaits."""
    report(rule, verdict, writer, "{name} is never awaited, so nobody waits, and what it was given does not run")


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a gather that nobody awaits."""
    name = str(observation.data["name"])
    if name in scheduling.GATHERS and not observation.data["has_callback"]:
        node, ran = observation.node, observation.function
        fix = fixes.await_it(writer, node, ran, is_safe=False) if isinstance(node, ast.expr) else None
        writer.add(rule, node, _message(name), proof=writer.unheard(writer.hiding_at(node)), ran=ran, fix=fix)


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report what a helper of the project has gathered and its caller drops."""
    for place, symbol, _, maker, steps in handed.dropped(program, scheduling.GATHERS):
        yield Finding(rule.code, rule.name, _message(maker), rule.severity, Confidence.CERTAIN, place, symbol, steps)


def _message(maker: str) -> str:
    return f"the result of `{short(maker)}` is neither awaited nor kept, so nobody waits for it or sees it fail"
