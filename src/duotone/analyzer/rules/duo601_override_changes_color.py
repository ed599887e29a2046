"""An override has another color than what it stands for.

## What it does
Finds methods that are async where the base's is plain, or plain where the base's is async, for bases in the project, in
libraries and in the standard library. A plain method is also reported where an interface that its class implements, as
`@implementer(IStore)` says, has an async one.

Async generators are a color of their own: what `async for` iterates over can't override what `for` iterates over, nor
what is awaited for its result.

Where a plain one is empty and all that override it, two or more, are async, or one is awaited and all of those are
async generators, that one is reported in their place.

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
Left alone, since callers get what they expect:

- plain overrides that return an awaitable or an async iterator, or that only raise;
- bases that are declared to return an awaitable, results whose class has one below it with `__await__`, and an async
  base without a result where generators override it;
- decorated methods, and methods of which somebody asks whether they are async, or whether their result can be awaited,
  or hands them on to one who does;
- methods that are back at the color of a base further up.

Left alone, since both colors are meant:

- classes that are `Async` or `Sync` by their names on top of others of the project whose methods are not abstract, and
  an abstract method that `Store` and `AsyncStore` both override;
- a method in a class that also has, in its own color, all methods that call it;
- the methods of a servicer that gRPC generates;
- a method with a comment such as `# type: ignore[override]` or `# pylint: disable=invalid-overridden-method`, on any
  line of its header.

Only possible, and shown with `--min-confidence possible`:

- a plain override that runs an async method of its object to its end, which is the face of an async class for plain
  code, and an async one that calls the base's with a callback, which is one for async code;
- a class that has eight or more methods of a base in another color, and fewer in the base's;
- fakes in tests that only give what is there, since the tests would fail if somebody asked them.

## Fix
None here; `duotone recolor` changes the color of a method with its callers.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Mapping
from pathlib import Path

from duotone.analyzer import parsing
from duotone.analyzer.findings import Confidence, Severity, Step
from duotone.analyzer.flow.declared import refuses
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.hints.asking import asked_methods
from duotone.analyzer.knowledge.frameworks import EITHER_BASES
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.decorators import IDENTITIES
from duotone.analyzer.link.implementing import stood_for
from duotone.analyzer.link.nodes import is_stream
from duotone.analyzer.link.operations import awaitability
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    AsyncStream,
    CallableType,
    Coroutine,
    FunctionObject,
    Instance,
    Tuple,
    TypeVariable,
    Value,
    options,
    substitute,
    unbound,
)
from duotone.analyzer.outline import Function
from duotone.analyzer.rules.bridging import is_face
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["SEVERITY", "on_function"]

SEVERITY = Severity.ERROR
_HARMLESS = IDENTITIES | {"staticmethod", "classmethod"}
_CALLED_BY_SYNTAX = frozenset(
    f"__{name}__"
    for name in (
        "bool", "bytes", "contains", "delitem", "enter", "eq", "exit", "float", "format", "ge", "getitem", "gt", "hash",
        "index", "int", "iter", "le", "len", "lt", "missing", "ne", "next", "repr", "reversed", "setitem", "str",
    )
)  # fmt: skip
"""Special methods whose result the language takes as it is."""
_THERE = (ast.Attribute, ast.Constant, ast.Name)
_SAYS_SYNC = re.compile("_*Sync(?=[A-Z])")
_ITERABLES = frozenset(
    f"typing.{name}" for name in ("Collection", "Generator", "Iterable", "Iterator", "Mapping", "Sequence")
)
_WORDS = {"async": "async", "plain": "plain", "stream": "an async generator"}


def on_function(rule: Rule, ran: Ran, writer: Writer) -> None:
    """Report a method whose color differs from that of the nearest base that has it."""
    node, symbol = ran.node, ran.symbol
    if isinstance(node, ast.Module) or symbol is None or symbol.owner is None or not _is_comparable(symbol):
        return
    if (symbol.outline.name.startswith("test") or symbol.outline.is_stub) and is_of_tests(writer.path):
        # Whoever runs tests takes each as it is, and what a fake leaves empty is there so that it can be made.
        return
    base, known = _base(symbol)
    if base is None or not _is_comparable(base) or _is_twin(symbol, base):
        return
    if _is_for_either(symbol, base) or _is_back_at_root(symbol, base):
        return
    if _is_kept_to(ran, node) or not _is_at_odds(symbol, base, known, writer) or _is_asked_by_library(base):
        return
    mine, theirs = _WORDS[_color(symbol)], _WORDS[_color(base)]
    message = f"`{short(symbol.name)}` is {mine}, and `{short(base.name)}`, which it overrides, is {theirs}"
    proof: list[Step] = [writer.definition(base)]
    pending = " and ".join([f"one color:{base.name}&{symbol.name}", *_open_promises(symbol, base, writer)])
    is_stand_in = is_of_tests(writer.path) and _is_canned(node)
    confidence = Confidence.POSSIBLE if is_stand_in or is_face(symbol, base, node, writer) else Confidence.CERTAIN
    writer.add(rule, writer.header(node), message, proof=proof, confidence=confidence, ran=ran, pending=pending)


def _is_canned(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether all that a method does is to give what is there: a fake that nobody asks can have either color."""
    body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return len(body) == 1 and isinstance(body[0], ast.Return) and isinstance(body[0].value, _THERE)


def _open_promises(symbol: FunctionSymbol, base: FunctionSymbol, writer: Writer) -> list[str]:
    """What the project has to confirm of what the plain one gives: no class below that of the result can be awaited."""
    plain = base if symbol.outline.is_async else symbol
    found = options(_promised(plain, writer) or UNKNOWN) if not plain.outline.is_async else ()
    return [f"no awaitable:{one.symbol.name}" for one in found if isinstance(one, Instance)]


def _is_kept_to(ran: Ran, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether the body of a plain override does what callers of an async one expect: it may give a coroutine.

    One that only raises fails in either color, where it is called or where it is awaited.
    """
    if isinstance(node, ast.AsyncFunctionDef):
        return False
    if not ran.returned:
        return isinstance(node.body[-1], ast.Raise)
    return any(isinstance(one, Coroutine | AsyncStream) for value, _ in ran.returned for one in options(value))


def _is_back_at_root(symbol: FunctionSymbol, base: FunctionSymbol) -> bool:
    """Tell whether a base further up has the color of an override again, or leaves it open what has its name."""
    assert symbol.owner is not None
    raws = [raw for entry, _ in symbol.owner.mro[1:] if (raw := entry.raw(symbol.outline.name)) is not None]
    further = [raw for raw in raws if _function(raw) is not base]
    return any(isinstance(raw, CallableType) or _has_color_of(symbol, _function(raw)) for raw in further)


def _has_color_of(symbol: FunctionSymbol, other: FunctionSymbol | None) -> bool:
    return other is not None and _color(other) == _color(symbol)


def _is_asked_by_library(base: FunctionSymbol) -> bool:
    """Tell whether the module of a library that calls its own method takes either color from it."""
    path = Path(base.module.path)
    if base.module.kind in {"project", "typeshed"} or path.suffix != ".py":
        return False
    try:
        return base.outline.name in _asked_in(path, path.stat().st_mtime_ns)
    except OSError:
        return False


@functools.lru_cache(maxsize=16)
def _asked_in(path: Path, _written: int) -> Collection[str]:
    """The methods that a file asks for their color, or their result, as it was written last."""
    parsed = parsing.parse(path.read_bytes(), path=str(path))
    return asked_methods(parsed.text, parsed.tree)


def _is_twin(symbol: FunctionSymbol, base: FunctionSymbol) -> bool:
    """Tell whether a class says its color by its name, and its base doesn't: nobody takes it for the other.

    Libraries, and bases that leave methods to others to write, call those of a class whatever its name is, unless it is
    that of the base.
    """
    assert symbol.owner is not None
    mine, theirs = symbol.owner.outline.name, "" if base.owner is None else base.owner.outline.name
    if "Async" in mine and mine.replace("Async", "", 1) in {theirs, theirs.replace("Sync", "", 1)}:
        return True
    is_left_open = base.outline.is_stub or any(text.endswith("abstractmethod") for text in base.outline.decorators)
    is_own = base.module.kind == "project" and not is_left_open
    if not symbol.outline.is_async and _SAYS_SYNC.match(mine) and not _SAYS_SYNC.match(theirs):
        return is_own
    return is_own and "Async" in symbol.owner.name and "async" not in theirs.lower()


def _is_for_either(symbol: FunctionSymbol, base: FunctionSymbol) -> bool:
    """Tell whether a base was written by a generator for servers of both colors, or only says what others have.

    That is the plain method of an interface: it isn't called itself, and may be older than the color of all of them.
    """
    assert symbol.owner is not None
    if base.owner is None:
        return False
    is_declared = not base.outline.is_async and not symbol.owner.is_subclass(base.owner.name)
    return is_declared or EITHER_BASES.search(base.owner.name) is not None


def _color(symbol: FunctionSymbol) -> str:
    if not symbol.outline.is_async:
        return "plain"
    return "stream" if symbol.outline.is_generator else "async"


def _is_comparable(symbol: FunctionSymbol) -> bool:
    outline = symbol.outline
    if outline.name.startswith("__") and outline.name not in _CALLED_BY_SYNTAX:
        return False
    return all(text in _HARMLESS for text in outline.decorators)


def _base(symbol: FunctionSymbol) -> tuple[FunctionSymbol | None, Mapping[str, Value]]:
    """What a method overrides, and what the type variables around that stand for."""
    assert symbol.owner is not None
    for entry, known in stood_for(symbol.owner, symbol.outline.name):
        raw = entry.raw(symbol.outline.name)
        if raw is not None:
            return (_function(raw) if entry.name != "builtins.object" else None), known
    return None, {}


def _function(raw: Value) -> FunctionSymbol | None:
    raw = unbound(raw)
    return raw.symbol if isinstance(raw, FunctionObject) and not raw.symbol.overloads else None


def _is_at_odds(symbol: FunctionSymbol, base: FunctionSymbol, known: Mapping[str, Value], writer: Writer) -> bool:
    """Tell whether who calls the one can't call the other: it breaks a promise, or yields where a result is awaited."""
    coroutines = [one.outline for one in (symbol, base) if _color(one) == "async"]
    if {_color(symbol), _color(base)} == {"async", "stream"}:
        return all(map(_gives_result, coroutines))
    return _is_promise_broken(symbol, base, known, writer)


def _is_promise_broken(
    symbol: FunctionSymbol, base: FunctionSymbol, known: Mapping[str, Value], writer: Writer
) -> bool:
    """The plain one of the two must promise something that has not the color of the other."""
    colors = {_color(symbol), _color(base)}
    plain = base if _color(base) == "plain" else symbol
    # With a `yield` that is never reached it is no stream, and promises one all the same.
    is_kept = "stream" in colors and is_stream(plain.outline.annotation or "")
    if "plain" not in colors or len(colors) == 1 or is_kept:
        return False
    result = _promised(plain, writer)
    if result is None:
        # An empty body without annotation promises nothing, except by the color of its name.
        return colors == {"plain", "async"} and plain is base and plain.module.kind != "typeshed"
    if "stream" in colors:
        return all(map(_is_no_stream, options(result)))
    if plain is base and len({_is_no_stream(one) for one in options(result)}) > 1:
        # Whoever takes what is iterated over in either way has asked for it.
        return False
    if isinstance(result, TypeVariable) and plain is base and plain.module.kind == "typeshed":
        # Where the subclass leaves open what this is, the rest of the base takes it for the thing itself.
        result = substitute(result, known)
        return isinstance(result, TypeVariable) or result is UNKNOWN or refuses(writer.file.project, result)
    return refuses(writer.file.project, result)


def _gives_result(coroutine: Function) -> bool:
    """Tell whether a coroutine is meant to give a result, and not written by one who leaves it to others to yield."""
    annotation = coroutine.annotation or "None"
    is_declared = annotation.strip("'\"") != "None" and not is_stream(annotation)
    return not coroutine.is_stub and (is_declared or bool(coroutine.results))


def _promised(plain: FunctionSymbol, writer: Writer) -> Value | None:
    """What a plain method gives, or None where it doesn't say."""
    declared = plain.declared()
    if declared is not None or plain.outline.is_stub:
        return declared
    return writer.file.project.call(FunctionObject(plain))


def _is_no_stream(value: Value) -> bool:
    """Tell whether `async for` surely can't iterate over a value."""
    if not isinstance(value, Instance):
        return value is NONE or isinstance(value, Tuple)
    if find(value.symbol, "__aiter__") is not None:
        return False
    return value.symbol.name in _ITERABLES or awaitability(value) is False
