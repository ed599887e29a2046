"""The truth of a coroutine is asked, and a coroutine is always true.

## What it does
Finds coroutines in `if`, `while`, `assert`, `not`, `and`, `or`, conditional expressions and filters.

## Why is this bad?
A coroutine object is true whatever its function would have returned, so the check always passes: access is granted, the
loop never ends, the assertion holds.

## Example
```python
async def read(user):
    if not permissions.allows(user):
        raise PermissionError
```

## Use instead
```python
async def read(user):
    if not await permissions.allows(user):
        raise PermissionError
```

## When it stays silent
A coroutine is left alone if it is awaited, gathered, scheduled as a task, kept for later, returned to a caller that
awaits it, yielded, or given to something that can't be read. So is a name that may also be None, since the condition
may ask for that.

## Fix
In an async function `await` is put before the call: safe where the definition proves the finding, and not offered where
it would uncover a second fault. In a sync function `duotone.run(…)` is offered, which is unsafe.

The result of a coroutine that gives nothing is always false. So `assert check()` becomes `await check()`, and no other
condition on it has a fix.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity
from duotone.analyzer.flow.verdicts import Verdict
from duotone.analyzer.rules.fixing.uncovered import gives_nothing
from duotone.analyzer.rules.lost import report
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["SEVERITY", "on_verdict"]

SEVERITY = Severity.ERROR


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a coroutine whose truth is asked."""
    # What gives nothing was written there to be done, and awaited it would always be false.
    is_meant = not gives_nothing(verdict.site)
    end = "its result was meant" if is_meant else "nobody awaits it, so it does not run"
    report(rule, verdict, writer, f"the coroutine of {{name}} is always true here; {end}", is_result_meant=is_meant)
