"""A coroutine is returned where its result was promised.

## What it does
Finds `return call()` where the function is annotated to return a plain value, or is async itself, so that its callers
get a coroutine after having awaited, or where all callers of a plain function use what they get as the result; and
`yield call()` where a generator is annotated to yield plain values.

## Why is this bad?
The caller did everything right and still holds a coroutine; the fault shows wherever the value is used first.

## Example
```python
async def name_of(user_id) -> str:
    return directory.lookup(user_id)
```

## Use instead
```python
async def name_of(user_id) -> str:
    return await directory.lookup(user_id)
```

## When it stays silent
A plain function without annotation, or annotated with an awaitable, passes the coroutine on to a caller that awaits it;
one caller that does, keeps it or passes it on is enough. The annotation of a plain function is taken for too narrow
where a call of it is awaited, where a flag among its parameters chooses the coroutine, and where the line tells a type
checker to ignore it. An async override that only hands on to a parameter, which its base annotates the same, is taken
to make a plain function async.

## Fix
`await` is put before the call where the function around is async: safe where the definition proves it, and withheld
where a second fault would come to light. In a sync function `duotone.run(…)` is offered, which is unsafe.
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
    """Report a coroutine that is returned in place of its result."""
    if verdict.use is not None and verdict.use.kind == "yield":
        report(rule, verdict, writer, "the coroutine of {name} is yielded where the annotation promises its result")
    elif verdict.ran.is_async:
        report(
            rule,
            verdict,
            writer,
            "the coroutine of {name} is returned from an async function, whose callers await only once",
        )
    elif verdict.pending.startswith("callers "):
        report(rule, verdict, writer, "the coroutine of {name} is returned to callers that all use it as its result")
    else:
        report(rule, verdict, writer, "the coroutine of {name} is returned where the annotation promises its result")
