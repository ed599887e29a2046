"""An async route does only blocking work, which the framework would have moved to a thread.

## What it does
Finds async endpoints, dependencies and background tasks of frameworks that run plain ones on a thread, whose body never
suspends and blocks.

## Why is this bad?
As a plain function it would run on a worker thread; being async, it holds up the loop and every other request with it.

## Example
```python
@app.get("/report")
async def report():
    return requests.get(URL).json()
```

## Use instead
```python
@app.get("/report")
def report():
    return requests.get(URL).json()
```

## When it stays silent
Left alone are

- routes whose body returns at once;
- frameworks that don't move plain functions to threads;
- routes that suspend, or that other async code awaits: DUO301 and DUO302 tell what blocks in them, and are silent where
  this rule speaks;
- routes below a decorator of the project whose wrapper awaits them and never asks for their color, since plain ones
  would fail there: DUO301 and DUO302 tell of these too.

What is only reached through several branches is only possible.

## Fix
None here: on a thread the function runs beside others, so look first at what it shares with them. Then remove `async`,
and the `await` in tests that call it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.flow.file import File
from duotone.analyzer.rules.blocking.paths import Path, paths
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["SEVERITY", "collect", "on_program"]

SEVERITY = Severity.WARNING
_MOST_SHOWN = 5


def collect(file: File, _writer: Writer) -> dict[str, list[str]]:
    """The parameters of the project's decorators that get an async function, or what came of it, before a framework."""
    return file.takers


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report async routes that only block."""
    blocking: dict[str, list[Path]] = {}
    for path in paths(program, "blocking"):
        if path.caller in program.idle_routes:
            blocking.setdefault(path.caller, []).append(path)
    for name in sorted(blocking):
        function = program.functions[name]
        column = function.column
        place = Place(program.paths[name], function.line, column, function.line, column + len(name.rpartition(".")[2]))
        message = (
            f"`{short(name)}` never suspends and blocks; as a plain function the framework would run it on a thread"
        )
        steps = tuple(_because(blocking[name]))
        confidence = _confidence(blocking[name])
        yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, name, steps)


def _confidence(found: Sequence[Path]) -> Confidence:
    """How sure it is that a route blocks, by the surest way; one that is long and has no branch is likely."""
    if any(path.confidence is Confidence.CERTAIN for path in found):
        return Confidence.CERTAIN
    return Confidence.POSSIBLE if all(path.choices for path in found) else Confidence.LIKELY


def _because(found: Sequence[Path]) -> Iterator[Step]:
    """Everything that blocks, since no other rule speaks of it, and how the surest is reached."""
    first, *others = sorted(found, key=lambda path: (path.choices, len(path.links), path.start.line))[:_MOST_SHOWN]
    for caller, callee, place in first.links:
        yield Step("path", f"`{short(caller)}` calls `{short(callee)}`", place)
    yield Step("because", f"`{first.name}` blocks", first.end)
    for path in others:
        what = f"`{short(path.links[0][1])}` leads to `{path.name}`, which" if path.links else f"`{path.name}`"
        yield Step("because", f"{what} blocks", path.start)
