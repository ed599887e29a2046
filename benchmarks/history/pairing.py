"""Finds calls that gained `await` in a commit while their statement stayed the same otherwise."""

from __future__ import annotations

import ast
import collections
import itertools
import re
from typing import TYPE_CHECKING

from duotone.analyzer.mutate.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.history.repository import Hunk

_AWAITED = re.compile(r"\bawait ([\w.]+)\(")


def may_gain(hunk: Hunk) -> bool:
    """Whether the new lines await something that the old ones only mention, by the look of them."""
    new, old = "\n".join(hunk.new), "\n".join(hunk.old)
    awaited = set(_AWAITED.findall(new)) if new.count("await ") > old.count("await ") else set[str]()
    return any(old.count(f"{one}(") > old.count(f"await {one}(") for one in awaited)


def gained(before: str, after: str, hunks: Iterable[Hunk]) -> tuple[Source, list[ast.Call]]:
    """Return the file as it was before a commit, and the calls in it that the commit put `await` before."""
    old, new = Source("", before), Source("", after)
    calls: list[ast.Call] = []
    old_statements, new_statements = _statements(old.tree), _statements(new.tree)
    for hunk in hunks:
        stood = _by_shape(_within(old_statements, hunk.old_start, len(hunk.old)))
        stands = _by_shape(_within(new_statements, hunk.new_start, len(hunk.new)))
        for shape, statements in stands.items():
            for was, now in zip(stood.get(shape, ()), statements, strict=False):
                calls += _paired(was, now)
    return old, calls


def _statements(tree: ast.Module) -> list[ast.stmt]:
    return [one for one in ast.walk(tree) if isinstance(one, ast.stmt)]


def _within(statements: Iterable[ast.stmt], start: int, count: int) -> Iterator[ast.stmt]:
    """Yield the statements whose heads touch some lines."""
    near = (one for one in statements if one.lineno < start + count and start <= (one.end_lineno or one.lineno))
    for one in near:
        last = max((node.end_lineno or node.lineno for node in _head(one)), default=one.lineno)
        if start <= last:
            yield one


def _head(statement: ast.stmt) -> list[ast.expr]:
    """Return the expressions of a statement, without those of its body."""
    parts = ast.iter_child_nodes(statement)
    items = ([one.context_expr, one.optional_vars] if isinstance(one, ast.withitem) else [one] for one in parts)
    return [one for one in itertools.chain.from_iterable(items) if isinstance(one, ast.expr)]


def _by_shape(statements: Iterable[ast.stmt]) -> dict[str, list[ast.stmt]]:
    shapes: dict[str, list[ast.stmt]] = collections.defaultdict(list)
    for one in statements:
        shapes["\n".join([type(one).__name__, *map(_shape, _head(one))])].append(one)
    return shapes


def _shape(node: object) -> str:
    """Return a text that is equal for what differs in `await` alone."""
    if isinstance(node, ast.Await):
        return _shape(node.value)
    if isinstance(node, ast.AST):
        return f"{type(node).__name__}({','.join(_shape(value) for _, value in ast.iter_fields(node))})"
    return f"[{','.join(map(_shape, node))}]" if isinstance(node, list) else repr(node)


def _paired(was: ast.AST, now: ast.AST) -> Iterator[ast.Call]:
    """Go through two heads that differ in `await` alone, and yield the calls that gained it."""
    if isinstance(now, ast.Await) and not isinstance(was, ast.Await):
        if isinstance(was, ast.Call):
            yield was
        now = now.value
    elif isinstance(was, ast.Await) and not isinstance(now, ast.Await):
        was = was.value
    for one, other in zip(_parts(was), _parts(now), strict=False):
        yield from _paired(one, other)


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    return _head(node) if isinstance(node, ast.stmt) else ast.iter_child_nodes(node)
