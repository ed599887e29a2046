"""Whether a file refines what a call gives by more calls before it awaits it, as it does with queries."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk

__all__ = ["is_refined"]


def is_refined(tree: ast.Module, name: str) -> bool:
    """Tell whether what a call of this name gives has methods that are awaited, and that no result has.

    So it is something that can be awaited and is no coroutine: the awaits of others tell nothing of where it is lost.
    """
    refined, results = _asked(tree)
    return not refined.get(name, results) <= results


@functools.lru_cache(maxsize=1)
def _asked(tree: ast.Module) -> tuple[dict[str, set[str]], set[str]]:
    """The methods of calls, by their names, that begin what is awaited, and the attributes of what came out."""
    refined: dict[str, set[str]] = {}
    parts = [*walk(tree)]
    for part in parts:
        for call, attribute in _chained(part.value) if isinstance(part, ast.Await) else ():
            refined.setdefault(chain(call.func), set()).add(attribute)
    names = {name for part in parts for name in _results(part)}
    owned = ((part.attr, part.value) for part in parts if isinstance(part, ast.Attribute))
    results = {
        attribute
        for attribute, owner in owned
        if isinstance(owner, ast.Await) or (isinstance(owner, ast.Name) and owner.id in names)
    }
    return refined, results


def _chained(node: ast.expr) -> Iterator[tuple[ast.Call, str]]:
    """The calls of which methods are called, one after the other, with the names of those."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        attribute, node = node.func.attr, node.func.value
        if isinstance(node, ast.Call):
            yield node, attribute


def _results(node: ast.AST) -> Iterator[str]:
    """The names that stand for what an `await` or an `async with` gave."""
    match node:
        case ast.Assign(targets=[target], value=ast.Await()) | ast.AnnAssign(target=target, value=ast.Await()):
            yield chain(target)
        case ast.NamedExpr(target=target, value=ast.Await()):
            yield target.id
        case ast.AsyncWith(items=items):
            yield from (chain(one.optional_vars) for one in items if one.optional_vars is not None)
        case _:
            pass
