"""The only reference to a task is dropped.

## What it does
Finds `create_task` and `ensure_future` whose result is neither kept nor awaited, as a statement or bound to a name that
nothing uses.

## Why is this bad?
The loop keeps only weak references to tasks: one that nobody holds can be collected before it has finished, and its
exception is never seen.

## Example
```python
import asyncio


async def handle(event):
    asyncio.create_task(audit(event))
```

## Use instead
```python
import asyncio

background = set()


async def handle(event):
    task = asyncio.create_task(audit(event))
    background.add(task)
    task.add_done_callback(background.discard)
```

## When it stays silent
`TaskGroup.create_task` keeps its tasks, and a call that adds a callback on the spot keeps one too.

## Fix
None here; where the task should be kept is for the author to say.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["OBSERVES", "SEVERITY", "on_observation"]

SEVERITY = Severity.WARNING
OBSERVES = ("drop",)


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a task that nobody holds."""
    name = str(observation.data["name"])
    if name in scheduling.TASK_MAKERS:
        returns = f"`{short(name)}` returns its only reference, and it may be collected before it ends"
        writer.add(rule, observation.node, f"nobody holds this task: {returns}", ran=observation.function)
