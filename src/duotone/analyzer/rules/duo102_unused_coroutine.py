"""A coroutine is bound to a name that nothing ever uses.

## What it does
Finds coroutines that are assigned, also to `_`, and that no path awaits, passes on or returns.

## Why is this bad?
The name makes it look handled, but the body of the async function never runs.

## Example
```python
async def close(session):
    _ = session.close()
```

## Use instead
```python
async def close(session):
    await session.close()
```

## When it stays silent
A coroutine that is awaited, gathered, scheduled as a task, kept for later, returned to a caller that awaits it,
yielded, or given to something that can't be read is left alone. Under a decorator that can't be read, the awaits of
others tell that a coroutine is left to await, unless its name says that it begins a task, or plain code drops it too.

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
    """Report a coroutine that was only given a name."""
    name = verdict.site.bound_to[0]
    report(rule, verdict, writer, f"the coroutine of {{name}} is bound to `{name}` and never awaited")
