"""The result of an await is an object, and it is used as a dict.

## What it does
Finds `.get(…)`, `.items()`, `.keys()`, `.values()` and string subscripts, after an `await`, on an instance of a project
class that has none of them. Where the `await` is missing as well, the finding about the coroutine names this fault as
the next.

## Why is this bad?
Code behind a lost coroutine never ran, so it was never tested either: once the `await` is there, the next line fails.

## Example
```python
async def label(client):
    user = await client.fetch_user()
    return user.get("name")
```

## Use instead
```python
async def label(client):
    user = await client.fetch_user()
    return user.name
```

## When it stays silent
Left alone are

- classes with a base that can't be read, or with `__getattr__`, since they may have anything;
- results of functions that are seen to return dictionaries, or to put some into the list that they return, whatever
  their annotation says;
- objects into which the same function has put something under a key before.

In tests, which would fail on it, the finding is only possible.

## Fix
None; which attribute was meant is for the author to say.
"""

from __future__ import annotations

from duotone.analyzer.findings import Confidence, Severity
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.link.values import Instance
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer, class_name

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.ERROR
OBSERVES = ("not a mapping",)


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report an object that is used as a dict."""
    ran = observation.function
    value, what = observation.data["value"], observation.data["what"]
    assert isinstance(value, Instance)
    message = f"the awaited result is a `{class_name(value.symbol)}`, which has no {what}"
    # An annotation isn't true where the body returns dictionaries.
    pending = f"no mapping:{','.join(observation.data['callees'])}"
    # A test runs and would fail, so that what it calls gives something else than it is declared to.
    confidence = Confidence.POSSIBLE if is_of_tests(writer.path) else Confidence.CERTAIN
    proof = [writer.defined(value.symbol)]
    writer.add(rule, observation.node, message, ran=ran, proof=proof, confidence=confidence, pending=pending)
