"""A coroutine is turned into text, which shows the object and not its result.

## What it does
Finds coroutines in f-strings, `%` and `format`, `str`, `repr`, `print`, logging and `json.dumps`.

## Why is this bad?
The text reads `<coroutine object …>`, in a log, a prompt or an answer to a user, and nothing raises.

## Example
```python
async def report(meter):
    print(f"usage: {meter.read()}")
```

## Use instead
```python
async def report(meter):
    print(f"usage: {await meter.read()}")
```

## When it stays silent
A coroutine is left alone if it is awaited, gathered, scheduled as a task, kept for later, returned to a caller that
awaits it, yielded, or given to something that can't be read.

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
    """Report a coroutine that becomes text."""
    report(rule, verdict, writer, "the coroutine of {name} becomes text here; its result was meant")
