"""An override has another color than what it stands for.

## What it does
Finds methods that are async where the base's is plain, or plain where the base's is async, for bases in the project, in
libraries and in the
standard library.

## Why is this bad?
Whoever holds the base type calls it the base's way: a plain override breaks the `await`, an async one is never awaited.

## Example
```python
class Sink:
    async def write(self, row): ...


class Memory(Sink):
    def write(self, row):
        self.rows.append(row)
```

## Use instead
```python
class Sink:
    async def write(self, row): ...


class Memory(Sink):
    async def write(self, row):
        self.rows.append(row)
```

## When it stays silent
A plain override that returns an awaitable, a base that is declared to return one, and decorated methods are left alone.

## Fix
None here; `duotone recolor` changes the color of a method with its callers.
"""

from __future__ import annotations

import ast

from duotone.analyzer.findings import Severity, Step
from duotone.analyzer.flow.declared import refuses
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import Descriptor, FunctionObject, Value
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["SEVERITY", "on_function"]

SEVERITY = Severity.ERROR
_HARMLESS = frozenset(
    {"staticmethod", "classmethod", "override", "typing.override", "abstractmethod", "abc.abstractmethod"}
)


def on_function(rule: Rule, ran: Ran, writer: Writer) -> None:
    """Report a method whose color differs from that of the nearest base that has it."""
    node, symbol = ran.node, ran.symbol
    if isinstance(node, ast.Module) or symbol is None or symbol.owner is None or not _is_comparable(symbol):
        return
    base = _base(symbol)
    if base is None or base.outline.is_async is symbol.outline.is_async or not _is_comparable(base):
        return
    if not _is_promise_broken(symbol, base, writer):
        return
    mine = "async" if symbol.outline.is_async else "plain"
    theirs = "async" if base.outline.is_async else "plain"
    message = f"`{short(symbol.name)}` is {mine}, and `{short(base.name)}`, which it overrides, is {theirs}"
    proof: list[Step] = [writer.definition(base)]
    writer.add(rule, writer.header(node), message, proof=proof, ran=ran)


def _is_comparable(symbol: FunctionSymbol) -> bool:
    outline = symbol.outline
    if outline.name.startswith("__") or outline.is_generator:
        return False
    return all(text in _HARMLESS for text in outline.decorators)


def _base(symbol: FunctionSymbol) -> FunctionSymbol | None:
    assert symbol.owner is not None
    for entry, _ in symbol.owner.mro[1:]:
        raw = entry.raw(symbol.outline.name)
        if raw is not None:
            return _function(raw)
    return None


def _function(raw: Value) -> FunctionSymbol | None:
    if isinstance(raw, Descriptor) and raw.kind in {"static", "class"}:
        raw = raw.target
    return raw.symbol if isinstance(raw, FunctionObject) and not raw.symbol.overloads else None


def _is_promise_broken(symbol: FunctionSymbol, base: FunctionSymbol, writer: Writer) -> bool:
    """The plain one of the two must promise something that can't be awaited."""
    project = writer.file.project
    plain = base if symbol.outline.is_async else symbol
    declared = plain.declared()
    if declared is not None:
        return refuses(project, declared)
    if plain.outline.is_stub:
        # An empty body without annotation promises nothing, except by the color of its name.
        return plain is base and plain.module.kind != "typeshed"
    return refuses(project, project.call(FunctionObject(plain)))
