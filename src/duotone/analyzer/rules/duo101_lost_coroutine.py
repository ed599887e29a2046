"""A coroutine is made by a call that stands alone, so its body never runs.

## What it does
Finds calls of async functions, methods and async generators that stand alone as statements, whatever leads to the
callee: names, imports, attributes, inheritance, factories, fixtures, containers, or a method name that only async
methods of the project have.

## Why is this bad?
Calling an async function runs nothing: it makes a coroutine, and only `await` or a task runs that. Without one the work
is lost, without an error; at most a `RuntimeWarning` appears when the object is collected.

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
A coroutine is left alone if it is awaited, gathered, scheduled as a task, kept for later, returned to a caller that
awaits it, yielded, or given to something that can't be read. So is a call

- in a block that a test expects to fail on entering;
- below a decorator that can't be read, unless others await what such a call gives; even then, if the name of the
  decorator says that it begins a task, or plain code drops the result too;
- of a plain function that is only declared to give an awaitable and hands on a future or a task, its own or that of
  another such function: it has run, and nothing is lost.

Of a plain function without a body to read, which is only declared to give an awaitable, the message says no more than
that nobody learns what came of it: that may be a future.

## Fix
In an async function `await` is put before the call: safe where the definition proves the finding, and not offered where
it would uncover a second fault. In a sync function `duotone.run(…)` is offered, which is unsafe, or `_x()` where `x()`
of the same object does nothing but run that on a thread. Where the arguments don't fit, the message says so, and there
is no fix, unless a method is overridden, by one that may take them.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.flow.verdicts import Verdict
from duotone.analyzer.rules.lost import report
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["SEVERITY", "on_verdict"]

SEVERITY = Severity.ERROR


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a call whose coroutine is dropped on the spot."""
    if _may_run_by_itself(verdict.site):
        report(rule, verdict, writer, "this awaitable is never awaited, so nobody learns what came of {name}")
        return
    what = (
        "this async generator is never iterated" if verdict.site.kind == "stream" else "this coroutine is never awaited"
    )
    report(rule, verdict, writer, f"{what}, so {{name}} does not run")


def _may_run_by_itself(site: Site) -> bool:
    """Tell whether a plain function without a body is only declared to give something to await, as a future is."""
    outline = site.callee.outline if site.callee is not None else None
    if outline is None or outline.is_async or not outline.is_stub:
        return False
    return (outline.annotation or "").partition("[")[0].rpartition(".")[2] == "Awaitable"
