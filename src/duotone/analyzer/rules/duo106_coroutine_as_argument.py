"""A coroutine is given to a parameter that takes a plain value.

## What it does
Finds coroutines as arguments where the parameter is annotated with a type that can't be awaited, or where the body of
the callee uses it as a plain value and never awaits it.

## Why is this bad?
The callee gets the coroutine and not its result, and fails far from the missing `await`, or stores the object.

## Example
```python
async def total(cart):
    return round(cart.price())
```

## Use instead
```python
async def total(cart):
    return round(await cart.price())
```

## When it stays silent
A coroutine is left alone if it is awaited, gathered, scheduled as a task, kept for later, returned to a caller that
awaits it, yielded, or given to something that can't be read. So is one for a parameter that is annotated to take an
awaitable or anything, or that has no annotation and is passed on.

## Fix
In an async function `await` is put before the call: safe where the definition proves the finding, and not offered where
it would uncover a second fault. In a sync function `duotone.run(…)` is offered, which is unsafe.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity
from duotone.analyzer.flow.verdicts import Verdict
from duotone.analyzer.rules.lost import report
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["SEVERITY", "on_verdict"]

SEVERITY = Severity.ERROR


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a coroutine that is given where a value is taken."""
    target = verdict.use.detail if verdict.use is not None else ""
    function, _, param = target.rpartition(":")
    where = f"`{param}` of `{short(function)}`" if function else f"`{short(target)}`"
    report(rule, verdict, writer, f"the coroutine of {{name}} is given to {where}, which takes its result")
