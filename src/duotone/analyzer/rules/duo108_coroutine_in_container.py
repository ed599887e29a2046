"""A coroutine stands among plain values in a container.

## What it does
Finds lists and dicts with a coroutine among plain values that nothing awaits.

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
A coroutine is left alone if it is awaited, gathered, scheduled as a task, kept for later, returned to a caller that
awaits it, yielded, or given to something that can't be read. So is a container of coroutines alone, which is on its way
to `gather`.

In tests the finding is only possible where the container is returned or given away, and neither compared nor read
before: the coroutine may be there for the code under test to await.

## Fix
In an async function `await` is put before the call: safe where the definition proves the finding, and not offered where
it would uncover a second fault. In a sync function `duotone.run(…)` is offered, which is unsafe.

There is no fix where nobody reads the container, since nothing tells that the result is wanted at all, nor where the
function is declared to give None: the coroutine was put there to be run, and its function or a task may have been
meant.
"""

from __future__ import annotations

import ast
import re

from duotone.analyzer.findings import Confidence, Severity, Step
from duotone.analyzer.flow.dead_ends import is_unread
from duotone.analyzer.flow.verdicts import Verdict
from duotone.analyzer.link.values import NONE
from duotone.analyzer.rules.lost import named, report, shown
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer

__all__ = ["SEVERITY", "on_verdict"]

SEVERITY = Severity.ERROR
_OPEN = re.compile(r"\b(Any|object|Awaitable\w*|Coroutine|Future|dict|list|tuple)\b(?!\[)")
"""Annotations that have room for a coroutine."""
_LEAVING = frozenset({"escape", "leave", "param", "pass", "return", "yield"})


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a coroutine among plain values, or in what nobody reads."""
    container = _unread(verdict, writer)
    if not container:
        if is_of_tests(writer.path) and _goes_on(verdict):
            verdict.confidence = Confidence.POSSIBLE
        callee = verdict.site.callee
        is_meant = callee is None or callee.declared() is not NONE
        # What gives nothing was put there to be done, and in the place of its coroutine `await` would leave None.
        end = "its result was meant" if is_meant else "nobody awaits it there, so it does not run"
        message = f"the coroutine of {{name}} stands among plain values; {end}"
        report(rule, verdict, writer, message, is_result_meant=is_meant)
        return
    site, use = verdict.site, verdict.use
    assert use is not None
    told = Step("lost", f"`{container}` is filled here, and read nowhere", writer.place(use.node))
    message = f"the coroutine of `{named(site)}` is put into `{container}`, which nobody reads, and never awaited"
    # No use of it can fail, so there is nothing that a handler could hide.
    place, proof = writer.place(site.node), [*shown(writer, verdict), told]
    writer.add(
        rule, place, message, proof=proof, confidence=verdict.confidence, ran=verdict.ran, pending=verdict.pending
    )


def _goes_on(verdict: Verdict) -> bool:
    """Tell whether a container leaves the function with the coroutine in it, and nothing but its other values tells."""
    annotation = getattr(verdict.ran.node, "returns", None)
    is_promised = isinstance(annotation, ast.expr) and not _OPEN.search(ast.unparse(annotation))
    is_told = verdict.use is None or verdict.use.kind not in {"mixed", "uneven"}
    return not (is_told or is_promised) and any(use.kind in _LEAVING for use in verdict.site.uses)


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
