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
`async` is put before `with` in an async function, or taken away. A `with` of several items is changed only if all of
them ask for it. It is safe, but for an `async with` whose block awaits something of what it binds, where nobody knows
whether a plain `with` gives that, and where the message names an async twin, in the same class or module, since that
may be what was meant. There is none where both is so, and none where a plain `with` is known to give nothing to await
there, since the code would fail next.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence

from duotone.analyzer.findings import Fix, Severity, Step
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import Instance
from duotone.analyzer.rules.fixing import fixes
from duotone.analyzer.rules.fixing.uncovered import awaited_within
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.twins.entering import entered_twin
from duotone.analyzer.rules.writer import Writer, class_name, short

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.ERROR
OBSERVES = ("enter async", "enter sync")


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a context manager of the other color."""
    value, callee = observation.data["value"], observation.data["callee"]
    assert isinstance(value, Instance)
    assert callee is None or isinstance(callee, FunctionSymbol)
    is_async = observation.kind == "enter async"
    # What a decorator makes of a function is known to its authors by the name of that.
    maker = callee if callee is not None and callee.outline.decorators else None
    made = f"`{short(maker.name)}` gives" if maker is not None else f"`{class_name(value.symbol)}` is"
    twin = "" if is_async else _twin(writer, callee, value)
    if is_async:
        message = f"{made} an async context manager; `with` can't enter it, `async with` can"
    else:
        message = f"{made} a plain context manager; `async with` can't enter it, `with` can"
    if twin:
        message += f"; `{short(twin, beside=(maker or value.symbol).name)}` is its async twin"
    proof = [_decorated(writer, maker) if maker is not None else writer.defined(value.symbol)]
    fix = None
    if isinstance(observation.node, ast.expr):
        faults, fix = _mended(writer, observation, observation.node, has_twin=bool(twin))
        proof += faults
    writer.add(rule, observation.node, message, proof=proof, ran=observation.function, fix=fix)


def _twin(writer: Writer, callee: FunctionSymbol | None, value: Instance) -> str:
    """The async twin of the function that gives a manager, or else of the class that it is of."""
    project = writer.file.project
    return (entered_twin(project, callee) if callee is not None else "") or entered_twin(project, value.symbol)


def _decorated(writer: Writer, maker: FunctionSymbol) -> Step:
    """The step that shows a function, and the decorators that made it give a manager."""
    step = writer.definition(maker)
    names = " and ".join(f"`@{text.partition('(')[0]}`" for text in maker.outline.decorators)
    return dataclasses.replace(step, text=f"{step.text} under {names}")


def _mended(
    writer: Writer, observation: Observation, node: ast.expr, *, has_twin: bool
) -> tuple[Sequence[Step], Fix | None]:
    """What would fail in a plain `with`, as steps of a proof, and the fix, if it doesn't lead there."""
    is_async = observation.kind == "enter async"
    alike = {one.node: one.data["value"] for one in writer.file.observations if one.kind == observation.kind}
    awaited = [] if is_async else [*awaited_within(writer, node, alike)]
    faults = [
        Step("next", "in a plain `with` there is nothing to await here", writer.place(one))
        for one, can_be in awaited
        if can_be is False
    ]
    is_known = all(can_be for _, can_be in awaited)
    if faults or (has_twin and not is_known):
        return faults, None
    fix = fixes.enter_it(writer, node, observation.function, alike, is_async=is_async)
    if fix is not None and (has_twin or not is_known):
        fix = dataclasses.replace(fix, is_safe=False)
    return faults, fix
