"""An async generator is awaited, which it can't be.

## What it does
Finds `await` of what an async generator function returns.

## Why is this bad?
It raises `TypeError: object async_generator can't be used in 'await' expression` when it runs.

## Example
```python
async def show(feed):
    print(await feed.quotes())
```

## Use instead
```python
async def show(feed):
    print([quote async for quote in feed.quotes()])
```

## When it stays silent
`anext(…)`, `aclose()` and the other methods of an async generator give awaitables, and are left alone.

## Fix
None; whether all items or the first are meant is for the author to say.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.link.values import AsyncStream, options
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.ERROR
OBSERVES = ("await stream",)


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report an await of an async generator."""
    value = observation.data["value"]
    callees = [option.callee for option in options(value) if isinstance(option, AsyncStream) and option.callee]
    message = "an async generator can't be awaited; iterate over it with `async for`"
    writer.add(
        rule,
        observation.node,
        message,
        proof=[writer.definition(callee) for callee in callees],
        ran=observation.function,
    )
