"""Two functions that should differ in color only have drifted apart.

## What it does
Compares the sync and the async twin of a function (`fetch` with `fetch_async`, `afetch` or `async_fetch`), and the
methods of twin classes (`Client` and `AsyncClient`), and says which parameter, default, check or method one of them
lacks. The finding stands at the twin that lags, and at the async one where neither does.

## Why is this bad?
Users take twins for one function in two colors; a parameter or a check that only one of them has is a surprise.

## Example
```python
class Client:
    def fetch(self, url: str, retries: int = 3) -> str: ...


class AsyncClient:
    async def fetch(self, url: str) -> str: ...
```

## Use instead
```python
class Client:
    def fetch(self, url: str, retries: int = 3) -> str: ...


class AsyncClient:
    async def fetch(self, url: str, retries: int = 3) -> str: ...
```

## When it stays silent
Docstrings, annotations and names may differ as the colors ask, and bodies are compared only where they are mostly
equal. Left alone is what only one color needs:

- loops, locks, threads and what they are started with;
- callbacks (`on_…`, and functions that are told something and give nothing);
- a `timeout`, or whether to `wait`, that the async twin leaves to its caller, or that only ends what it awaits;
- what is an operator in plain code, as `__getitem__`, and a method in async code;
- an async function that a plain facade of its twin can't be given;
- what a plain constructor takes for a call that async code awaits later, such as whether to make it, or what it gave;
- what a class takes from something that it is built from, and its twin isn't;
- a check for None of what the twin declares never to be None.

So are parameters

- that are private, that a base lacks as well, or that nothing is done with;
- that are required functions, or take an object of an async library, of a part for asyncio of one that the plain twin
  has nothing of, of a module that is named so, or of a class that holds one;
- that take an object of a class with async methods only, unless there is a plain class beside it;
- that are the older spelling of another one, such as `maxRows` beside `max_rows`;
- that a constructor only gives to the library it talks through, where its twin uses another library;
- that a twin takes and hands on with all other keywords, or makes by itself;
- whose default differs in the same way in several pairs of twins, and in all that have the parameter;
- whose default in one twin the other refuses, and does nothing else with what it is given;
- with a call such as `Field(...)` or `Depends(…)` in place of a default, which is none.

And so are

- a plain twin that returns a coroutine, and so is async but for the word;
- a twin that runs the other one, does the same in its own way, at another place or under conditions that are put
  together otherwise, or gives an argument to another call;
- tests, and differences that most of the twins around have too;
- what a decorator that only one of them has may do or give;
- twins of which one is deprecated, or a parameter is;
- branches that only count or log something, and handlers that raise again but for an option which only one of the
  classes has.

Told once: what a constructor lacks, there only, and what most methods of only one class begin with, such as a setup
that the other class does in its constructor.

Only possible, and shown with `--min-confidence possible`:

- that a class lacks a method, since streams and servers may be there for one color;
- that a constructor lacks a parameter which the twin's requires, since the classes may be built from different things,
  unless the class has it as a constant;
- a difference that a docstring or a comment of a twin speaks of, or a line of the file that says what is not supported
  in one color;
- what only the body of an async twin does, or a default that only it has, since async code has to set up late, to clean
  up and to be cancelled.

## Fix
None here; the message names what is missing, and the proof shows both twins.
"""

from __future__ import annotations

import ast
import functools
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from duotone.analyzer import parsing
from duotone.analyzer.findings import Finding, Severity
from duotone.analyzer.flow.file import File
from duotone.analyzer.link.symbols import ClassSymbol
from duotone.analyzer.outline import Binding, Function
from duotone.analyzer.rules.facts import FileFacts
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.twins.colorless import FunctionNode, plain_name
from duotone.analyzer.rules.twins.comparing import differences
from duotone.analyzer.rules.twins.constructing import awaited_in
from duotone.analyzer.rules.twins.difference import ASYNC, EITHER, SYNC, Difference
from duotone.analyzer.rules.twins.drift import Source, Twin, in_common, lacking, method_drifts, undesigned, written
from duotone.analyzer.rules.twins.libraries import holders_in
from duotone.analyzer.rules.twins.pairing import (
    class_pairs,
    crossing_pairs,
    function_pairs,
    gives_awaitable,
    is_async_name,
)
from duotone.analyzer.rules.writer import Writer

__all__ = ["SEVERITY", "collect", "on_file", "on_program"]

SEVERITY = Severity.WARNING
_HARMLESS = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})


def on_file(rule: Rule, file: File, writer: Writer) -> None:
    """Compare the twins that stand in one file."""
    if is_of_tests(writer.path):
        return
    scopes = [*_scopes(file.tree.body, file.module.name)]
    is_paired = any(class_pairs(file.tree.body)) or any(any(function_pairs(body)) for body, *_ in scopes)
    source = Source(writer.path, writer.lines, holders_in(file.tree, file.module) if is_paired else ())
    symbols = dict(file.classes)
    awaited = functools.cache(lambda: frozenset(awaited_in(file.tree)))
    for body, name, owner in scopes:
        pairs = [
            (ours, theirs, _own(symbols.get(owner) if owner else None, ours, theirs))
            for ours, theirs in function_pairs(body)
            if not gives_awaitable(theirs, body)
        ]
        for ours, theirs, found in undesigned(pairs):
            common = [*in_common(found, source, source)]
            writer.findings += written(rule, Twin(source, ours, name), Twin(source, theirs, name), common)
        for one, other in class_pairs(body):
            pair = Twin(source, one, name), Twin(source, other, name)
            writer.findings += method_drifts(rule, *pair, awaited)
            inherited = [_inherited(symbols[node]) if node in symbols else None for node in (one, other)]
            writer.findings += lacking(rule, *pair, *inherited)


def _own(owner: ClassSymbol | None, ours: FunctionNode, theirs: FunctionNode) -> list[Difference]:
    """What differs between two functions, without what a base lacks as well whose parameters one keeps to."""
    found = differences(ours, theirs, is_method=owner is not None)
    if not found or owner is None:
        return found
    keeps = {ASYNC: _keeps(owner, ours.name), SYNC: _keeps(owner, theirs.name)}
    keeps[EITHER] = all(keeps.values())
    return [one for one in found if not (isinstance(one.asynchronous or one.sync, ast.arg) and keeps[one.lags])]


def _keeps(owner: ClassSymbol, name: str) -> bool:
    """Tell whether a method has the parameters of one that it overrides."""
    bases = [binding for entry, _ in owner.mro[1:] for binding in entry.outline.names.get(name, ())]
    mine = [*map(_params, owner.outline.names.get(name, ()))]
    return bool(mine) and any(_params(base) == mine[-1] for base in bases)


def _params(binding: Binding) -> list[tuple[str, bool]] | None:
    """The names of parameters, and whether each has a default."""
    return [(one.name, one.default is None) for one in binding.params] if isinstance(binding, Function) else None


def _scopes(
    body: list[ast.stmt], name: str, owner: ast.ClassDef | None = None
) -> Iterator[tuple[list[ast.stmt], str, ast.ClassDef | None]]:
    """The module and the classes in it."""
    yield body, name, owner
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _scopes(node.body, f"{name}.{node.name}", node)


def _inherited(symbol: ClassSymbol) -> set[str] | None:
    """The names that a class has from its bases, or None where some base can't be read."""
    if symbol.has_unknown_base:
        return None
    return {name for entry, _ in symbol.mro[1:] for name in entry.outline.names}


def collect(file: File, _writer: Writer) -> dict[str, Any]:
    """Keep where the file is, and a sum of its text: twins in two files are rare, and read again when found."""
    kept = {"path": file.module.path, "sum": zlib.crc32(file.source.encode(errors="replace"))}
    names = (f"{file.module.name}.{one.name}" for one in file.tree.body if isinstance(one, ast.ClassDef))
    holders = holders_in(file.tree, file.module) if any(map(is_async_name, names)) else ()
    return {**kept, "holders": sorted(holders)} if holders else kept


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Compare the twin classes that stand in two files."""
    modules = {file.module: file for file in program.files if not is_of_tests(file.path)}
    read: dict[str, dict[str, Twin]] = {}
    methods: dict[str, set[str]] = {}
    awaited = functools.cache(lambda: frozenset(_awaited(program)))
    for function in program.functions:
        owner, _, last = function.rpartition(".")
        methods.setdefault(owner, set()).add(last)
    for names in crossing_pairs(program.classes, modules):
        for module in (name.rpartition(".")[0] for name in names):
            if module not in read:
                read[module] = _read(rule, modules[module])
        ours, theirs = (read[module].get(last) for module, _, last in (name.rpartition(".") for name in names))
        if ours is not None and theirs is not None:
            yield from method_drifts(rule, ours, theirs, awaited)
            inherited = [_known(program, methods, name) for name in names]
            yield from lacking(rule, ours, theirs, *inherited)


def _awaited(program: Program) -> Iterator[str]:
    """The names, without color, of all that the project calls and awaits."""
    blindly = (name.removeprefix("awaited ") for name in program.attributes if name.startswith("awaited "))
    calls = (call.callee for function in program.functions.values() for call in function.calls if call.is_awaited)
    yield from map(plain_name, blindly)
    yield from (plain_name(callee.rpartition(".")[2]) for callee in calls)


def _read(rule: Rule, file: FileFacts) -> dict[str, Twin]:
    """The classes of a file once more, unless its text is another one than the one that was run."""
    kept = file.kept[rule.code]
    try:
        parsed = parsing.parse(Path(kept["path"]).read_bytes(), path=kept["path"])
    except OSError:
        return {}
    if zlib.crc32(parsed.text.encode(errors="replace")) != kept["sum"]:
        return {}
    source = Source(file.path, parsed.text.splitlines(), kept.get("holders", ()))
    return {node.name: Twin(source, node, file.module) for node in parsed.tree.body if isinstance(node, ast.ClassDef)}


def _known(program: Program, methods: Mapping[str, set[str]], name: str) -> set[str] | None:
    """The names of the methods that a class has from its bases, or None where some base is not of the project."""
    waiting, seen = [name], {name}
    while waiting:
        fact = program.classes.get(waiting.pop())
        if fact is None or "foreign" in fact.marks:
            return None
        for base in fact.bases:
            if base not in _HARMLESS and base not in seen:
                seen.add(base)
                waiting.append(base)
    return {method for owner in seen - {name} for method in methods.get(owner, ())}
