"""A coroutine is used as if it were the result that it would give.

## What it does
Finds attributes, subscripts, iteration, unpacking, comparison, arithmetic and `with` on a coroutine that nothing has
awaited, in the same expression or through a name; and subscripts and unpacking of a task, or of what `gather` gives.

## Why is this bad?
The coroutine has none of this: the use raises `AttributeError` or `TypeError`, compares unequal to everything, or is
caught by a broad except and passes for a failure of something else.

## Example
```python
async def greet(client):
    user = client.fetch_user()
    return user.name
```

## Use instead
```python
async def greet(client):
    user = await client.fetch_user()
    return user.name
```

## When it stays silent
A coroutine is left alone if it is awaited, gathered, scheduled as a task, kept for later, returned to a caller that
awaits it, yielded, or given to something that can't be read. So is one

- that is given to a helper, alone or in a list that the helper splits or passes on, where what comes back is awaited
  later;
- that a generator yields, if it is declared to give awaitables, yields coroutines in several places and nothing else,
  or every item of it is awaited;
- that only the awaits of others tell to be a coroutine, where a method of it is awaited that results lack: it is taken
  for a query.

One that goes on to others is reported all the same where its function's callers show that the result was meant:

- everybody else awaits what the function gives;
- nobody else calls it, and what gets the value is plain, under a name that says nothing of coroutines;
- all who don't await it keep it under the name of its result, as in `form = render_form()`.

Where only the name of a method tells, the finding is only possible if the parameter that it is called on is given, in
the same file, objects of other packages and none of the project's that have it.

In documentation of older versions, such as `versioned_docs/version-0.6` or `docs/v1.2` beside `docs/v2.0`, the finding
is only possible where the function is one of the project, which may have had another color then.

## Fix
In an async function `await` is put before the call: safe where the definition proves the finding, unless a container of
coroutines is given away, and not offered where it would uncover a second fault. In a sync function `duotone.run(…)` is
offered, which is unsafe.

- An `await` that stands around the use, as in `await fetch().name`, is moved to the call, unless what the use gives can
  be awaited too; unsafe where that isn't known.
- What is used as a future, as by `add_done_callback`, becomes a task in an async function, which is unsafe too;
  elsewhere there may be no loop for it.
"""

from __future__ import annotations

from duotone.analyzer.findings import Confidence, Severity
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.flow.sites import Use
from duotone.analyzer.flow.verdicts import Verdict, wants_future
from duotone.analyzer.rules.lost import report, used_as
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer

__all__ = ["OBSERVES", "SEVERITY", "on_observation", "on_verdict"]

SEVERITY = Severity.ERROR
OBSERVES = ("future taken",)


def on_verdict(rule: Rule, verdict: Verdict, writer: Writer) -> None:
    """Report a coroutine that is used as its result, or as a future."""
    taken_for = "a future" if wants_future(verdict) else "its result"
    report(rule, verdict, writer, f"the coroutine of {{name}} is used as {taken_for}: {used_as(verdict.use)}")


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a task or a future that is used as its result."""
    way = used_as(Use(str(observation.data["way"]), observation.node))
    message = f"a future is used as its result: {way}; await it first"
    # That it is one is told by types, which may be wrong.
    writer.add(rule, observation.node, message, confidence=Confidence.LIKELY, ran=observation.function)
