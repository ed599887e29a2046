"""A coroutine function is given where it is called and its result is dropped.

## What it does
Finds async functions as thread targets, timers, signal handlers, sort keys, done callbacks, and as hooks of the project
whose caller never awaits what they return.

## Why is this bad?
The callback is called, which makes a coroutine that nobody awaits; its body never runs.

## Example
```python
import threading


async def refresh():
    ...


threading.Timer(60, refresh).start()
```

## Use instead
```python
import asyncio
import threading


async def refresh():
    ...


threading.Timer(60, lambda: asyncio.run(refresh())).start()
```

## When it stays silent
Left alone are

- parameters that are annotated to take an async function;
- takers that await, schedule or inspect the result, and takers that can't be read;
- annotations of a plain function, where the taker asks for colors, awaits after all, or gives the result to what takes
  nothing but an awaitable, as `create_task` does;
- branches whose test speaks of async code;
- cleanups of test cases that run them in their own way, as those of `IsolatedAsyncioTestCase` do.

Only possible, and shown with `--min-confidence possible`:

- where an annotation is all that tells: nobody is seen to call the function, or what comes of it is given back;
- takers of the standard library that the project, or its tests for themselves, replace by something else.

## Fix
None here; give a plain function, or a taker that awaits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.flow.declared import declared_param, refuses, taker_of
from duotone.analyzer.flow.file import Observation
from duotone.analyzer.flow.hints import either
from duotone.analyzer.flow.hints.supplanting import taker_name
from duotone.analyzer.flow.seen import Ran
from duotone.analyzer.knowledge import callbacks
from duotone.analyzer.knowledge.rows import takes
from duotone.analyzer.link.symbols import ClassSymbol
from duotone.analyzer.link.values import UNKNOWN, CallableType, FunctionObject, Instance, Partial, Value, options
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.facts import PLAIN
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["LOST", "OBSERVES", "SEVERITY", "on_observation", "on_program"]

SEVERITY = Severity.ERROR
OBSERVES = ("function given",)
_ANNOTATED = "the parameter, which is annotated to take a plain function,"


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report an async function where a known taker, or an annotation, has no use for its coroutine."""
    data = observation.data
    function = _async_function(data["value"])
    if function is None:
        return
    taker = _known_taker(data, function, writer)
    target = _declared_taker(data, writer) if not taker and str(data["name"]) not in callbacks.FOLDED else ""
    part, ran = data["part"], observation.function
    if not (taker or target) or not isinstance(part, ast.expr):
        return
    if ran is not None and (either.is_chosen(ran, part) or _is_awaited_in_the_end(ran, str(data["name"]))):
        return
    who = f"`{function.symbol.outline.name}` is async, and {taker or _ANNOTATED}"
    proof = [writer.definition(function.symbol)]
    surely, else_ = _conditions(data, writer, target)
    writer.add(rule, part, f"{who} only calls it, so its body never runs", proof=proof, ran=ran, pending=surely)
    if else_:
        message = f"{who} may only call it"
        writer.add(rule, part, message, proof=proof, confidence=Confidence.POSSIBLE, ran=ran, pending=else_)


def _conditions(data: Mapping[str, Any], writer: Writer, target: str) -> tuple[str, str]:
    """What the project has to confirm where the taker only calls the function, and where it may do otherwise."""
    if not target:
        # Something of the project may stand in its place, and await.
        name = f"{taker_name(str(data['name']))}&{'test' if is_of_tests(writer.path) else ''}"
        return f"in place:{name}", f"replaced:{name}"
    asked = f"takes plain:{target}"
    if _is_standard(data):
        return asked, ""
    # An annotation alone may be too narrow.
    return f"{asked} and called plainly:{target}", f"{asked} and unseen call:{target}"


def _known_taker(data: Mapping[str, Any], function: FunctionObject, writer: Writer) -> str:
    """Who is known to call a function that it is given here, and to drop or misread what comes of it, or nothing."""
    name = str(data["name"])
    argument = data["word"] if data["word"] is not None else data["index"]
    if name in callbacks.FOLDED and takes(callbacks.FOLDED[name], argument):
        first = declared_param(writer.file.project, function, 0, None)
        return f"`{short(name)}`" if first is not UNKNOWN and refuses(writer.file.project, first) else ""
    for table in (callbacks.DROPPED, callbacks.USED_AS_VALUE):
        if name in table and takes(table[name], argument) and not _is_run_otherwise(name, data["function"]):
            return f"`{short(name)}`"
    return ""


def _declared_taker(data: Mapping[str, Any], writer: Writer) -> str:
    """The parameter or the field that is annotated to take a plain function here, or nothing."""
    declared = declared_param(writer.file.project, data["function"], data["index"], data["word"])
    is_plain = isinstance(declared, CallableType) and refuses(writer.file.project, declared.result)
    return (_field(data) or str(data["target"])) if is_plain else ""


def _is_awaited_in_the_end(ran: Ran, name: str) -> bool:
    """Tell whether an executor is given a function, and what its future has is awaited: `await future.result()`."""
    return name.endswith(".submit") and any(
        isinstance(part, ast.Await) and isinstance(part.value, ast.Call) and _attribute(part.value) == "result"
        for part in walk(ran.node)
    )


def _attribute(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) and not call.args else ""


def _is_standard(data: Mapping[str, Any]) -> bool:
    """Tell whether the annotation is one of the standard library, which says what is done."""
    symbol, _ = taker_of(data["function"], data["index"], data["word"])
    return symbol is not None and symbol.module.kind == "typeshed"


def _is_run_otherwise(name: str, taker: object) -> bool:
    """Tell whether an object is of a class that runs what its base is given in a way of its own."""
    if not isinstance(taker, FunctionObject) or name not in callbacks.RUN_BY or not isinstance(taker.bound, Instance):
        return False
    below = takewhile(lambda entry: entry is not taker.symbol.owner, (entry for entry, _ in taker.bound.symbol.mro))
    own = {one for entry in below for one in entry.outline.names}
    return not own.isdisjoint(callbacks.RUN_BY[name].split())


def _field(data: Mapping[str, Any]) -> str:
    """The field of a class of the project that a function is given to; nothing where it is a parameter."""
    symbol, name = taker_of(data["function"], data["index"], data["word"])
    return f"{symbol.name}:{name}" if isinstance(symbol, ClassSymbol) and symbol.module.kind == "project" else ""


def _async_function(value: object) -> FunctionObject | None:
    """The async function in a value, where it is the one possibility."""
    if not isinstance(value, Value):
        return None
    found = options(value)
    if len(found) != 1:
        return None
    target = found[0].target if isinstance(found[0], Partial) else found[0]
    if not isinstance(target, FunctionObject) or target.doubt:
        return None
    outline = target.symbol.outline
    return target if outline.is_async and not outline.is_generator and not outline.may_be_stream else None


LOST = frozenset({"()discard", "()unused", *(f"(){kind}" for kind in PLAIN)})


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report async functions that are given to functions of the project which only call them."""
    for file in program.files:
        for function, color, target, line, column, end in file.given:
            if color != "async" or target.startswith("@"):
                continue
            fate = program.fate(target) - {"absence", "condition", "identity", "given back", "()condition"}
            if fate and fate <= LOST:
                taker, _, param = target.rpartition(":")
                message = f"`{short(function)}` is async, and `{short(taker)}` calls its `{param}` without awaiting it"
                steps = (
                    Step("definition", f"`{short(function)}` is `async def`", program.place(function)),
                    Step("lost", f"`{short(taker)}` drops the coroutine", program.place(taker)),
                )
                place = Place(file.path, line, column, line, end)
                yield Finding(
                    rule.code, rule.name, message, rule.severity, Confidence.CERTAIN, place, file.module, steps
                )
