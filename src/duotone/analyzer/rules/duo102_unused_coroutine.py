"""A coroutine is bound to a name that nothing ever uses.

## What it does
Finds coroutines that are assigned to a name, even to `_`, and that no path awaits, passes on or returns.

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
A coroutine is left alone if it is awaited, gathered, scheduled as a task, kept for later, returned to a caller that
awaits it, yielded, or given to something that can't be read. So is one from below a decorator that can't be read,
unless others await what such a call gives; even then, if the name of the decorator says that it begins a task, or plain
code drops the result too.

## Fix
In an async function `await` is put before the call: safe where the definition proves the finding, and not offered where
it would uncover a second fault. In a sync function `duotone.run(…)` is offered, which is unsafe.
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
