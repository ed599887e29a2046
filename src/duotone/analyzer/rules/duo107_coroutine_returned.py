"""A coroutine is returned where its result was promised.

## What it does
Finds `return call()` of a coroutine where its result was promised:

- the function is annotated to return a plain value;
- the function is async itself, so that its callers hold a coroutine after they have awaited;
- the function is plain, and all its callers use what they get as the result.

`yield call()` is found where a generator is annotated to yield plain values.

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
Left alone are

- plain functions without an annotation, or annotated with an awaitable, since their callers may await what they get;
  one caller that does, keeps it or passes it on is enough;
- plain functions whose annotation is too narrow: a call of theirs is awaited, a flag among their parameters chooses the
  coroutine, or the line tells a type checker to ignore it;
- async functions of which a flag chooses whether the very same call is awaited or its coroutine handed back, unless who
  asks for the coroutine drops it or needs its result;
- async overrides that only hand on to a parameter, which their base annotates the same: they are taken to make a plain
  function async.

## Fix
In an async function `await` is put before the call: safe where the definition proves the finding, and not offered where
it would uncover a second fault. In a sync function `duotone.run(…)` is offered, which is unsafe.
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
