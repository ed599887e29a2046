"""A dispatcher awaits whatever it calls, so its handlers are async for nothing.

## What it does
Finds functions that await the result of a handler from a table, a registry or a name, of which no handler ever
suspends.

## Why is this bad?
Every handler has to be async to satisfy the dispatcher; a plain one fails after it has run.

## Example
```python
HANDLERS = {"ping": ping}


async def dispatch(name):
    return await HANDLERS[name]()
```

## Use instead
```python
import duotone

HANDLERS = {"ping": ping}


async def dispatch(name):
    return await duotone.call(HANDLERS[name])
```

## When it stays silent
Dispatchers with a handler that suspends, or that look at the color, are left alone. In a test the finding is only
possible, since what is tested has its color from somebody else.

## Fix
None here; let the dispatcher take both colors, then make the handlers plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step
from duotone.analyzer.rules.needs.needless import is_idle
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import short

__all__ = ["SEVERITY", "on_program"]

SEVERITY = Severity.WARNING
_FEWEST = 2


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report dispatchers all of whose handlers are async for nothing."""
    for file in program.files:
        for handlers, line, column, end, symbol in file.dispatched:
            names = _in_use(program, handlers[0]) if handlers[0].endswith(":[]") else handlers
            # A function that is defined anew, as in another cell, has no choice.
            names = list(dict.fromkeys(names))
            facts = [program.functions[name] for name in names if name in program.functions]
            if len(facts) < _FEWEST or len(facts) < len(names) or not all(map(is_idle, facts)):
                continue
            steps = tuple(
                Step("because", f"`{short(fact.name)}` never suspends", program.place(fact.name)) for fact in facts[:6]
            )
            message = (
                f"this dispatcher awaits {len(facts)} handlers, none of which suspends; "
                "take either color with duotone.call"
            )
            place = Place(file.path, line, column, line, end)
            # What a test calls has its color from somebody else.
            confidence = Confidence.POSSIBLE if program.is_test(symbol) else Confidence.LIKELY
            yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, symbol, steps)


def _in_use(program: Program, container: str) -> Sequence[str]:
    """The functions in a container whose elements are always awaited, unless only tests fill it."""
    if not program.fate(container) - {"absence", "condition", "identity"} <= {"()await"}:
        return ()
    found = program.handlers.get(container, ())
    return found if sum(not program.is_test(name) for name in found) >= _FEWEST else ()
