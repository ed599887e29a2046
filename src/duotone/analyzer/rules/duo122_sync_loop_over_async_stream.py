"""A plain `for` runs over something that only `async for` can iterate.

## What it does
Finds `for`, comprehensions, unpacking and `list(…)` over async generators and objects with `__aiter__` alone.

## Why is this bad?
It raises `TypeError: 'async_generator' object is not iterable` when it runs.

## Example
```python
async def total(feed):
    return sum([quote.price for quote in feed.quotes()])
```

## Use instead
```python
async def total(feed):
    return sum([quote.price async for quote in feed.quotes()])
```

## When it stays silent
Objects that can be iterated both ways are left alone.

## Fix
`async` is put before `for`, and `list(…)` becomes a list comprehension: safe, and only in async functions. Unpacking
and generator expressions are left to the author.
"""

from __future__ import annotations

import ast

from duotone.analyzer.findings import Severity, Step
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.link.values import AsyncStream
from duotone.analyzer.rules.fixing import fixes
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.ERROR
OBSERVES = ("iterate stream",)


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a plain iteration over an async stream."""
    value = observation.data["value"]
    proof: list[Step] = []
    if isinstance(value, AsyncStream) and value.callee is not None:
        proof.append(writer.definition(value.callee))
    node = observation.node
    inner = node.value if isinstance(node, ast.Starred) else node
    ran = observation.function
    fix = fixes.iterate_it(writer, inner, ran) if isinstance(inner, ast.expr) else None
    writer.add(rule, inner, "this can only be iterated with `async for`", proof=proof, ran=ran, fix=fix)
