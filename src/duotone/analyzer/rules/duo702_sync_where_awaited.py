"""A plain function is given where its result is awaited.

## What it does
Finds plain functions and lambdas as callbacks that an annotation, a known taker, or the body of a function of the
project awaits, also after they were put into a container, and among the functions of a table whose entries are awaited.

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
Functions that return an awaitable or only raise, those of tests that do nothing, and takers that look before they await
are left alone.

Only possible, and shown with `--min-confidence possible`, since the annotation may be what is wrong:

- in tests, where an annotation is all that tells, unless the test asserts what the function did;
- where the function goes on to a parameter that is called for a plain result.

## Fix
None here; make the function async, or let the taker accept both with `duotone.call`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.flow import narrowing
from duotone.analyzer.flow.declared import declared_param, refuses
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.knowledge import callbacks
from duotone.analyzer.knowledge.rows import takes
from duotone.analyzer.link import operations
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import CallableType, FunctionObject, Instance, Partial, Value, options
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.recording import is_expected_to_run
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["OBSERVES", "SEVERITY", "on_observation", "on_program"]

SEVERITY = Severity.ERROR
OBSERVES = ("function given", "await chosen")
_SETTLED = frozenset({"either", "refuses"})
"""The marks of plain functions that give something to await, or only raise."""
_BY_ANNOTATION = "the parameter, by its annotation,"


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a plain function where a known taker, an annotation, or the user of a table awaits what it returns."""
    if observation.kind == "await chosen":
        _report_choice(rule, observation, writer)
        return
    data = observation.data
    project = writer.file.project
    function = _plain_function(project, data["value"])
    if function is None or not isinstance(data["part"], ast.expr):
        return
    taker = _awaiting(project, data)
    symbol = function.symbol if isinstance(function, FunctionObject) else None
    if taker and not _is_placeholder(data["part"], symbol, writer):
        who = f"`{symbol.outline.name}`" if symbol is not None else "this lambda"
        message = f"{who} is not async, and {taker} awaits what it returns"
        proof = [writer.definition(symbol)] if symbol is not None else []
        # Tests make things that they never run.
        is_made_up = taker == _BY_ANNOTATION and is_of_tests(writer.path) and not _is_asked_for(observation, symbol)
        confidence = Confidence.POSSIBLE if is_made_up else Confidence.CERTAIN
        pending = [f"takes async:{data['target']}"] if taker == _BY_ANNOTATION else []
        # One that only raises fails where it is called, before anything could be awaited.
        pending += [f"returns:{symbol.name}"] if symbol is not None and symbol.module.kind == "project" else []
        ran = observation.function
        writer.add(
            rule, data["part"], message, proof=proof, confidence=confidence, ran=ran, pending=" and ".join(pending)
        )


def _is_asked_for(observation: Observation, symbol: FunctionSymbol | None) -> bool:
    """Tell whether a test looks at what a function within it has done."""
    ran, node = observation.function, observation.node
    return symbol is not None and ran is not None and is_expected_to_run(ran.node, symbol.outline.name, node.lineno)


def _is_placeholder(node: ast.expr, symbol: FunctionSymbol | None, writer: Writer) -> bool:
    """Tell whether a test gives a function that does nothing, since it has to give something."""
    is_idle = isinstance(node, ast.Lambda) and isinstance(node.body, ast.Constant)
    return (is_idle or (symbol is not None and symbol.outline.is_stub)) and is_of_tests(writer.path)


def _report_choice(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Whoever calls the same functions without `await`, or catches the TypeError, knows that some are plain."""
    data, node = observation.data, observation.node
    if frozenset(data["functions"]) in writer.file.called_plainly or _is_expected(writer.file.tree, node):
        return
    plain: list[FunctionSymbol] = data["plain"]
    names = ", ".join(f"`{symbol.outline.name}`" for symbol in plain)
    message = f"this awaits whatever it calls, and {names} {'is' if len(plain) == 1 else 'are'} not async"
    proof = [writer.definition(symbol) for symbol in plain]
    writer.add(rule, node, message, proof=proof, confidence=Confidence.LIKELY, ran=observation.function)


def _is_expected(tree: ast.Module, node: Node) -> bool:
    """Tell whether a handler around the node catches the TypeError of awaiting a plain value."""
    return any(
        isinstance(one, ast.Try | ast.TryStar)
        and narrowing.catches(one, "TypeError")
        and one.lineno < node.lineno < one.handlers[0].lineno
        for one in walk(tree)
    )


def _awaiting(project: Project, data: dict[str, Any]) -> str:
    """Who awaits what the function returns that is given here, or nothing."""
    name = str(data["name"])
    argument = data["word"] if data["word"] is not None else data["index"]
    if name in callbacks.AWAITED and takes(callbacks.AWAITED[name], argument):
        return f"`{short(name)}`"
    declared = declared_param(project, data["function"], data["index"], data["word"])
    is_awaited = isinstance(declared, CallableType) and _is_awaitable(declared.result)
    return _BY_ANNOTATION if is_awaited else ""


def _is_awaitable(value: Value) -> bool:
    """Tell whether a declared result is there to be awaited, and for nothing else: a connection may be entered too."""
    return all(
        operations.awaitability(option) is True
        and not (isinstance(option, Instance) and find(option.symbol, "__aenter__") is not None)
        for option in options(value)
    )


def _plain_function(project: Project, value: object) -> FunctionObject | CallableType | None:
    """The plain function or lambda in a value, where it is the one possibility and surely gives nothing to await."""
    found = options(value) if isinstance(value, Value) else ()
    if len(found) != 1:
        return None
    target = found[0].target if isinstance(found[0], Partial) else found[0]
    if isinstance(target, FunctionObject):
        is_plain = not target.doubt and not target.symbol.outline.is_async
        return target if is_plain and refuses(project, project.call(target)) else None
    return target if isinstance(target, CallableType) and refuses(project, target.result) else None


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report plain functions that are given to functions of the project which await what they return."""
    for file in program.files:
        for function, color, given_to, line, column, end in file.given:
            if color != "plain" or not _SETTLED.isdisjoint(program.marks(function)):
                continue
            target = given_to.removeprefix("@")
            fate = program.fate(target) - {"absence", "condition", "identity", "given back"}
            if fate and fate <= {"()await"}:
                taker, _, param = target.rpartition(":")
                what = f"what its `{param}` returns" if param.isidentifier() else "what it returns"
                message = f"`{short(function)}` is not async, and `{short(taker)}` awaits {what}"
                steps = (Step("because", f"`{short(taker)}` awaits it", program.place(taker)),)
                place = Place(file.path, line, column, line, end)
                yield Finding(
                    rule.code, rule.name, message, rule.severity, Confidence.CERTAIN, place, file.module, steps
                )
