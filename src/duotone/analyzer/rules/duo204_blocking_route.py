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
Routes that suspend, or whose body returns at once, and frameworks that don't move plain functions to threads are left
alone.

## Fix
`async` is removed from the definition; unsafe where others await the function.
"""

from __future__ import annotations

from collections.abc import Iterator

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.rules.paths import paths
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import short

__all__ = ["SEVERITY", "on_program"]

SEVERITY = Severity.WARNING


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report async routes that only block."""
    offloaded = {name for file in program.files for name in file.offloaded}
    blocking = {path.caller: path for path in reversed(list(paths(program, "blocking")))}
    for name in sorted(offloaded & blocking.keys()):
        function, path = program.functions[name], blocking[name]
        if {"suspends", "generator"} & set(function.marks):
            continue
        column = function.column
        place = Place(program.paths[name], function.line, column, function.line, column + len(name.rpartition(".")[2]))
        steps = (Step("because", f"`{path.name}` blocks", path.start),)
        message = (
            f"`{short(name)}` never suspends and blocks; as a plain function the framework would run it on a thread"
        )
        yield Finding(rule.code, rule.name, message, rule.severity, Confidence.CERTAIN, place, name, steps)
