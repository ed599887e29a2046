"""`with` and `async with` are mixed up.

## What it does
Finds `with` on an object that has only `__aenter__`, and `async with` on one that has only `__enter__`.

## Why is this bad?
It raises `TypeError` or `AttributeError` when it runs, before the block.

## Example
```python
async def read(pool):
    with pool.connection() as connection:
        return connection
```

## Use instead
```python
async def read(pool):
    async with pool.connection() as connection:
        return connection
```

## When it stays silent
Objects that have both pairs of methods, and those that can't be read, are left alone.

## Fix
`async` is put before `with` in an async function, or taken away; safe, unless the block awaits what it binds where that
uncovers a second fault, since a plain `with` gives nothing to await there, or where that isn't known. A `with` of
several items is changed only if all of them ask for it.
"""

from __future__ import annotations

import ast
import dataclasses

from duotone.analyzer.findings import Severity, Step
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.link.values import Instance
from duotone.analyzer.rules.fixing import fixes
from duotone.analyzer.rules.fixing.uncovered import awaited_within
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer, class_name

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.ERROR
OBSERVES = ("enter async", "enter sync")


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a context manager of the other color."""
    value = observation.data["value"]
    assert isinstance(value, Instance)
    name = class_name(value.symbol)
    is_async = observation.kind == "enter async"
    if is_async:
        message = f"`{name}` is an async context manager; `with` can't enter it, `async with` can"
    else:
        message = f"`{name}` is a plain context manager; `async with` can't enter it, `with` can"
    node, ran, proof = observation.node, observation.function, [writer.defined(value.symbol)]
    alike = {one.node: one.data["value"] for one in writer.file.observations if one.kind == observation.kind}
    fix = None
    if isinstance(node, ast.expr):
        awaited = [] if is_async else [*awaited_within(writer, node, alike)]
        faults = [one for one, can_be in awaited if can_be is False]
        proof += [Step("next", "in a plain `with` there is nothing to await here", writer.place(one)) for one in faults]
        fix = fixes.enter_it(writer, node, ran, alike, is_async=is_async)
        if fix is not None and not all(can_be for _, can_be in awaited):
            fix = dataclasses.replace(fix, is_safe=False)
    writer.add(rule, node, message, proof=proof, ran=ran, fix=fix)
