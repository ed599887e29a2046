"""A coroutine stands among plain values in a container.

## What it does
Finds lists and dicts with a coroutine beside plain values, of which nothing awaits the coroutine.

## Why is this bad?
The container is serialized, compared or sent with a coroutine object in it.

## Example
```python
async def payload(user):
    return {"id": user.id, "name": user.display_name()}
```

## Use instead
```python
async def payload(user):
    return {"id": user.id, "name": await user.display_name()}
```

## When it stays silent
A coroutine that is awaited, gathered, scheduled as a task, kept for later, returned to a caller that awaits it,
yielded, or given to something that can't be read is left alone.
A container of coroutines alone is on its way to `gather`.

## Fix
`await` is put before the call where the function around is async: safe where the definition proves it, and withheld
where a second fault would come to light. In a sync function `duotone.run(…)` is offered, which is unsafe. There is none
where nobody reads the container, since nothing tells that the result is wanted at all.
"""

from __future__ import annotations

import ast

from duotone.analyzer.findings import Severity, Step
from duotone.analyzer.flow.dead_ends import is_unread
from duotone.analyzer.flow.verdicts import Verdict
from duotone.analyzer.rules.lost import named, report
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["SEVERITY", "on_verdict"]

SEVERITY = Severity.ERROR


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a coroutine among plain values, or in what nobody reads."""
    container = _unread(verdict, writer)
    if not container:
        report(rule, verdict, writer, "the coroutine of {name} stands among plain values; its result was meant")
        return
    site, use = verdict.site, verdict.use
    assert use is not None
    told = Step("lost", f"`{container}` is filled here, and read nowhere", writer.place(use.node))
    message = f"the coroutine of `{named(site)}` is put into `{container}`, which nobody reads, and never awaited"
    # No use of it can fail, so there is nothing that a handler could hide.
    place, proof = writer.place(site.node), [*writer.proof(site), told]
    writer.add(
        rule, place, message, proof=proof, confidence=verdict.confidence, ran=verdict.ran, pending=verdict.pending
    )


def _unread(verdict: Verdict, writer: Writer) -> str:
    """The name of the container that a coroutine is put into, where nobody reads it, or nothing."""
    use, ran = verdict.use, verdict.ran
    if use is None or use.kind != "misplaced" or isinstance(ran.node, ast.Module):
        return ""
    filled = use.node if isinstance(use.node, ast.Subscript) else next(writer.layout.above(use.node), None)
    filled = filled.func if isinstance(filled, ast.Call) else filled
    if not isinstance(filled, ast.Attribute | ast.Subscript) or not isinstance(filled.value, ast.Name):
        return ""
    while ran.outer is not None and not isinstance(ran.outer.node, ast.Module):
        ran = ran.outer
    return filled.value.id if is_unread(ran.node, filled.value.id) else ""
