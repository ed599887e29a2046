"""Writes functions without their color, statement by statement, so that two twins can be laid side by side."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterator
from typing import NamedTuple, cast

from duotone.analyzer.parsing.walking import walk

__all__ = ["FunctionNode", "Line", "Node", "identifiers", "lines_of", "plain_name", "sync_names", "tokens_of"]

Node = ast.stmt | ast.expr | ast.arg | ast.excepthandler | ast.pattern
"""What has a place of its own."""
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_WORDS = re.compile(
    r"(?:^|(?<=_))(?:async|asynchronous|asyncio|aio|sync|synchronous)(?:_+|$)|(?:A[Ss]ync|Sync)(?:hronous)?(?![a-z])",
    re.ASCII,
)
_SPECIAL = {
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "aclose": "close",
    "aiter": "iter",
    "anext": "next",
    "asynccontextmanager": "contextmanager",
    "acontextmanager": "contextmanager",
}
_MODULES = frozenset(
    ["asyncio", "anyio", "trio", "time", "threading", "queue", "aiofiles", "aiohttp", "requests", "httpx"]
)
_SKIPPED = frozenset(
    {"annotation", "ctx", "decorator_list", "is_async", "kind", "returns", "simple", "type_comment", "type_params"}
)
"""Fields of nodes that say nothing of what is done."""


class Line(NamedTuple):
    """One statement without its blocks: what it says in either color, and the node that shows where."""

    tokens: tuple[str, ...]
    node: Node


def plain_name(name: str) -> str:
    """A name without the words that tell a color: `AsyncClient` is `Client`, `_async_fetch` is `_fetch`."""
    found = _SPECIAL.get(name)
    if found is not None:
        return found
    if "sync" not in name and "Sync" not in name and "aio" not in name:
        return name
    start = len(name) - len(name.lstrip("_"))
    return name[:start] + (_WORDS.sub("", name[start:]).rstrip("_") or name[start:])


def sync_names(name: str) -> Iterator[str]:
    """The names that the sync twin of an async function may have."""
    start = len(name) - len(name.lstrip("_"))
    lead, rest = name[:start], name[start:]
    plain = plain_name(name)
    if plain != name:
        yield plain
    if rest.startswith("a") and len(rest) > 3:  # noqa: PLR2004  # `a` and a word
        yield lead + rest[1:]
    yield f"{name}_sync"
    yield f"{lead}sync_{rest}"


def identifiers(node: ast.AST) -> frozenset[str]:
    """All names that occur in a function."""
    found: set[str] = set()
    for part in walk(node):
        match part:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.keyword(arg=str(name)):
                found.add(name)
            case _:
                pass
    return frozenset(found)


class _Writer:
    """Writes nodes as tokens; a name like `acomplete` is `complete` where the twin has only that one."""

    def __init__(self, twin: frozenset[str]) -> None:
        self.twin = frozenset(map(plain_name, twin))

    def name(self, name: str) -> str:
        plain = plain_name(name)
        if plain in self.twin:
            return plain
        start = len(plain) - len(plain.lstrip("_"))
        shorter = plain[:start] + plain[start + 1 :]
        return shorter if plain[start : start + 1] == "a" and shorter in self.twin else plain

    def tokens(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Await(value=value) | ast.Call(func=ast.Name(id="cast"), args=[_, value]):
                yield from self.tokens(value)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield self.name(name)
            case ast.Attribute(value=value, attr=name):
                if isinstance(value, ast.Name) and value.id in _MODULES:
                    yield self.name(name)
                else:
                    yield from self.tokens(value)
                    yield f".{self.name(name)}"
            case ast.Constant(value=value):
                yield f"'{_WORDS.sub('', value).strip()}" if isinstance(value, str) else f"={value!r}"
            case ast.Call():
                yield from self._call(node)
            case _:
                yield from self._others(node)

    def _call(self, node: ast.Call) -> Iterator[str]:
        """A call, whose named arguments are the same in any order."""
        yield from self.tokens(node.func)
        yield "("
        for arg in node.args:
            yield from self.tokens(arg)
            yield ","
        for name, keyword in sorted(
            ((self._argument(one.arg or "~"), one) for one in node.keywords), key=operator.itemgetter(0)
        ):
            yield f"{name}=" if keyword.arg else "**="
            yield from self.tokens(keyword.value)
            yield ";"
        yield ")"

    def _argument(self, name: str) -> str:
        """The name of an argument, with its color where the twin has none of that name: `is_async` asks for one."""
        plain = self.name(name)
        return plain if plain in self.twin or not self.twin else name

    def _others(self, node: ast.AST) -> Iterator[str]:
        yield type(node).__name__.removeprefix("Async")
        for field, value in ast.iter_fields(node):
            if field in _SKIPPED or value is None:
                continue
            if isinstance(value, list):
                for part in cast("list[object]", value):
                    if isinstance(part, ast.AST):
                        yield from self.tokens(part)
                yield "]"
            elif isinstance(value, ast.AST):
                yield from self.tokens(value)
            else:
                yield self.name(value) if isinstance(value, str) else repr(value)

    def lines(self, body: list[ast.stmt]) -> Iterator[Line]:
        """The statements of a block and of the blocks in it, in order, each without its blocks."""
        for node in body:
            yield from self._statement(node)

    def _statement(self, node: ast.stmt) -> Iterator[Line]:
        kind = type(node).__name__.removeprefix("Async")
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    yield Line(("Assign", *self.tokens(target), "]", *self.tokens(value)), node)
            case (
                ast.FunctionDef(name=name, args=args, body=body) | ast.AsyncFunctionDef(name=name, args=args, body=body)
            ):
                yield Line(("FunctionDef", self.name(name), *self.tokens(args)), node)
                yield from self.lines(body)
            case ast.If(test=head) | ast.While(test=head):
                yield Line((kind, *self.tokens(head)), node)
                yield from self._blocks(node)
            case ast.For(target=target, iter=head) | ast.AsyncFor(target=target, iter=head):
                yield Line((kind, *self.tokens(target), "in", *self.tokens(head)), node)
                yield from self._blocks(node)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                yield Line((kind, *(token for item in items for token in self.tokens(item))), node)
                yield from self._blocks(node)
            case ast.Try() | ast.TryStar() | ast.ClassDef() | ast.Match():
                yield Line((kind,), node)
                yield from self._blocks(node)
            case _:
                yield Line(tuple(self.tokens(node)), node)

    def _blocks(self, node: ast.AST) -> Iterator[Line]:
        yield from self.lines(getattr(node, "body", []))
        for handler in getattr(node, "handlers", ()):
            kind = self.tokens(handler.type) if handler.type is not None else ()
            yield Line(("except", *kind), handler)
            yield from self.lines(handler.body)
        for case in getattr(node, "cases", ()):
            yield Line(("case", *self.tokens(case.pattern)), case.pattern)
            yield from self.lines(case.body)
        for field in ("orelse", "finalbody"):
            block = getattr(node, field, [])
            if block:
                yield Line((field,), block[0])
                yield from self.lines(block)


def lines_of(node: FunctionNode, twin: frozenset[str]) -> list[Line]:
    """The body of a function without its color; `twin` has the names that its twin uses."""
    return list(_Writer(twin).lines(node.body))


def tokens_of(node: ast.AST, twin: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """An expression without its color."""
    return tuple(_Writer(twin).tokens(node))
