"""A plain function is given where its result is awaited.

## What it does
Finds plain functions as callbacks that an annotation, a known taker, or the body of a function of the project awaits.

## Why is this bad?
The function runs, then awaiting its result raises `TypeError`: the effect is there, the caller counts a failure, and a
retry runs it again.

## Example
```python
async def notify(hook, event):
    await hook(event)


def log(event):
    print(event)


async def main():
    await notify(log, "started")
```

## Use instead
```python
async def notify(hook, event):
    await hook(event)


async def log(event):
    print(event)


async def main():
    await notify(log, "started")
```

## When it stays silent
Functions that return an awaitable, and takers that look before they await, are left alone.

## Fix
None here; make the function async, or let the taker accept both with `duotone.call`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.flow.declared import declared_param, refuses
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.knowledge import callbacks
from duotone.analyzer.knowledge.rows import takes
from duotone.analyzer.link import operations
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.values import CallableType, FunctionObject, Partial, Value, options
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["OBSERVES", "SEVERITY", "on_observation", "on_program"]

SEVERITY = Severity.ERROR
OBSERVES = ("function given",)


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a plain function where a known taker, or an annotation, awaits what it returns."""
    data = observation.data
    project = writer.file.project
    function = _plain_function(project, data["value"])
    if function is None or not isinstance(data["part"], ast.expr):
        return
    name = str(data["name"])
    argument = data["word"] if data["word"] is not None else data["index"]
    taker = f"`{short(name)}`" if name in callbacks.AWAITED and takes(callbacks.AWAITED[name], argument) else ""
    if not taker:
        declared = declared_param(project, data["function"], data["index"], data["word"])
        if isinstance(declared, CallableType) and _is_awaitable(declared.result):
            taker = "the parameter, by its annotation,"
    if taker:
        message = f"`{function.symbol.outline.name}` is not async, and {taker} awaits what it returns"
        writer.add(rule, data["part"], message, proof=[writer.definition(function.symbol)], ran=observation.function)


def _is_awaitable(value: Value) -> bool:
    return all(operations.awaitability(option) is True for option in options(value))


def _plain_function(project: Project, value: object) -> FunctionObject | None:
    """The plain function in a value, where it is the one possibility and surely gives nothing to await."""
    found = options(value) if isinstance(value, Value) else ()
    if len(found) != 1:
        return None
    target = found[0].target if isinstance(found[0], Partial) else found[0]
    if not isinstance(target, FunctionObject) or target.doubt or target.symbol.outline.is_async:
        return None
    return target if refuses(project, project.call(target)) else None


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report plain functions that are given to functions of the project which await what they return."""
    for file in program.files:
        for function, color, target, line, column, end in file.given:
            if color != "plain" or target.startswith("@"):
                continue
            fate = program.fate(target) - {"condition", "identity"}
            if fate and fate <= {"()await"}:
                taker, _, param = target.rpartition(":")
                message = f"`{short(function)}` is not async, and `{short(taker)}` awaits what its `{param}` returns"
                steps = (Step("because", f"`{short(taker)}` awaits it", program.place(taker)),)
                place = Place(file.path, line, column, line, end)
                yield Finding(
                    rule.code, rule.name, message, rule.severity, Confidence.CERTAIN, place, file.module, steps
                )
