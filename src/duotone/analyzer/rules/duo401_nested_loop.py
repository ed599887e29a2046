"""A loop is started where one is already running.

## What it does
Finds `asyncio.run`, `run_until_complete`, `Runner.run` and their like in async functions, directly or through plain
helpers, and shows the path; and in the handler of an `asyncio.run` that failed because a loop is running.

## Why is this bad?
It raises `RuntimeError: asyncio.run() cannot be called from a running event loop`, in production and not in the script
that tried it out.

## Example
```python
import asyncio


def load(client):
    return asyncio.run(client.fetch())


async def handler(client):
    return load(client)
```

## Use instead
```python
import duotone


def load(client):
    return duotone.run(client.fetch())


async def handler(client):
    return load(client)
```

## When it stays silent
Left alone are

- helpers that are handed to a thread;
- helpers that decide first: they look at their thread or for a running loop, call one that raises where a loop is
  running, try to begin a task, or choose between a call, a task and a thread;
- a project in which anything calls `nest_asyncio.apply()`; where a test or a notebook calls it, or a server before it
  runs a file, as Chainlit does, only that file;
- what helpers run for a test that uses mocks;
- what only a forked child runs.

What is more than two calls away is told once for each place that starts a loop.

Only possible, and shown with `--min-confidence possible`, are ways that depend on conditions:

- through more than three calls, or through more than one branch of helpers;
- where helpers start a loop only with something to be awaited, or once, for what a global name keeps, and plain code
  calls them too;
- through what imports `js` or `pyodide`, whose loop can run others.

## Fix
None here; await the coroutine, or call `duotone.run`, which works inside a running loop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.findings import Confidence, Finding, Severity, Step
from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Observation
from duotone.analyzer.flow.waiting.lending import runs_in_browser
from duotone.analyzer.outline import Import
from duotone.analyzer.rules.blocking.paths import paths
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.tasks.refused import fails_again, refused
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["OBSERVES", "SEVERITY", "collect", "on_observation", "on_program"]

SEVERITY = Severity.ERROR
OBSERVES = ("call",)
_REMEDY = "await what it runs, or use duotone.run"


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a loop that is started once more where it could not be; what is in async functions is told with others."""
    node, ran, name = observation.node, observation.function, str(observation.data["name"])
    if not known.starts_loop(name) or observation.data["is_guarded"] or not isinstance(node, ast.Call):
        return
    before = refused(node, ran, writer) if ran is not None and not ran.is_async else None
    if ran is not None and before is not None and fails_again(node, ran, writer):
        message = f"`{short(name)}` can't start a loop where one is running; {_REMEDY}"
        steps = [Step("because", "this fails first, for the loop that is running", writer.place(before))]
        pending = f"no nesting:{writer.path}"
        confidence = Confidence.POSSIBLE if runs_in_browser(writer.file, ran) else Confidence.LIKELY
        writer.add(rule, node, message, proof=steps, ran=ran, confidence=confidence, pending=pending)


def collect(file: File, _writer: Writer) -> str:
    """Tell where loops may nest by what the file does: "anywhere", "here", or nowhere."""
    if any(known.lets_loops_nest(name) for ran in file.ran for name, _, _ in file.calls(ran)):
        return "anywhere"
    bound = (one for found in file.module.outline.names.values() for one in found if isinstance(one, Import))
    return "here" if any(known.runs_where_loops_nest(one.module) for one in bound) else ""


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report loops that are started inside a running one."""
    for path in paths(program, "loops"):
        if program.lets_loops_nest(path.start.path):
            continue
        name = short(path.name)
        if path.links:
            first = path.links[0][1]
            message = f"`{short(first)}` starts a loop (`{name}`) where one is running; make it async and {_REMEDY}"
        else:
            message = f"`{name}` can't start a loop where one is running; {_REMEDY}"
        steps = [
            Step("path", f"`{short(caller)}` calls `{short(callee)}`", place)
            for caller, callee, place in path.links[1:]
        ]
        if path.links:
            steps.append(Step("because", f"`{name}` starts a loop", path.end))
        is_in_browser = any("browser" in program.marks(one) for one in (path.caller, *(link[1] for link in path.links)))
        confidence = Confidence.POSSIBLE if is_in_browser else path.confidence
        yield Finding(rule.code, rule.name, message, rule.severity, confidence, path.start, path.caller, tuple(steps))
