"""A coroutine stands among plain values in a container.

## What it does
Finds lists and dicts with a coroutine beside plain values, of which nothing awaits the coroutine.

## Why is this bad?
The container is serialized, compared or sent with a coroutine object in it.

## Example
```python
async def payload(user):
    return {"id": user.id, "name": user.display_name()}
```

## Use instead
```python
async def payload(user):
    return {"id": user.id, "name": await user.display_name()}
```

## When it stays silent
A coroutine that is awaited, gathered, scheduled as a task, kept for later, returned to a caller that awaits it,
yielded, or given to something that can't be read is left alone.
A container of coroutines alone is on its way to `gather`.

## Fix
`await` is put before the call where the function around is async: safe where the definition proves it, and withheld
where a second fault would come to light. In a sync function `duotone.run(…)` is offered, which is unsafe.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity
from duotone.analyzer.flow.verdicts import Verdict
from duotone.analyzer.rules.lost import report
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["SEVERITY", "on_verdict"]

SEVERITY = Severity.ERROR


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a coroutine among plain values."""
    report(rule, verdict, writer, "the coroutine of {name} stands among plain values; its result was meant")
