"""A coroutine is made by a call that stands alone, so its body never runs.

## What it does
Finds calls of async functions, methods and async generators as statements, whatever leads to the callee: names,
imports,
attributes, inheritance, factories, fixtures, containers, or a name that only async methods of the project have.

## Why is this bad?
Calling an async function runs nothing: it makes a coroutine, and only `await` or a task runs it. Without one the work
is lost
without an error; at most a `RuntimeWarning` appears when the object is collected.

## Example
```python
async def handle(order):
    store.save(order)
```

## Use instead
```python
async def handle(order):
    await store.save(order)
```

## When it stays silent
A coroutine that is awaited, gathered, scheduled as a task, kept for later, returned to a caller that awaits it,
yielded, or given to something that can't be read is left alone, as is what stands in a block that a test expects to
fail on entering. Under a decorator that can't be read, the awaits of
others tell that a coroutine is left to await, unless its name says that it begins a task, or plain code drops it too.
A plain function that is only said to give an awaitable has run: where it hands on a future or a task, its own or that
of another such function, nothing is lost.

## Fix
`await` is put before the call where the function around is async: safe where the definition proves it, and withheld
where a second fault would come to light. In a sync function `duotone.run(…)` is offered, which is unsafe, or `_x()`
where `x()` of the same object only has a thread do that.
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
    """Report a call whose coroutine is dropped on the spot."""
    what = (
        "this async generator is never iterated" if verdict.site.kind == "stream" else "this coroutine is never awaited"
    )
    report(rule, verdict, writer, f"{what}, so {{name}} does not run")
