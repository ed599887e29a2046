"""Whether a call goes to a database that is kept in memory, for which nobody has to wait."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk

__all__ = ["is_in_memory"]

_OPENED = re.compile(r"([\w.]+\.)?connect\(\s*(database=)?(['\"]):memory:\3")
_GIVES_CURSOR = frozenset({"cursor", "execute", "executemany", "executescript"})
_DEEPEST = 4


def is_in_memory(source: str, scopes: Sequence[ast.AST], name: str, node: ast.Call) -> bool:
    """Tell whether a call of sqlite opens, or asks, a database that is opened in memory and nowhere else here.

    The scopes are those that its names may be bound in, the nearest first.
    """
    if "sqlite3." not in name or ":memory:" not in source:
        return False
    if name.endswith(".connect"):
        return _OPENED.match(ast.unparse(node)) is not None
    return isinstance(node.func, ast.Attribute) and _is_opened(source, scopes, node.func.value, _DEEPEST)


def _is_opened(source: str, scopes: Sequence[ast.AST], owner: ast.expr, depth: int) -> bool:
    """Tell whether whatever an expression stands for comes from such a database."""
    while isinstance(owner, ast.Call) and isinstance(owner.func, ast.Attribute) and owner.func.attr in _GIVES_CURSOR:
        owner = owner.func.value
    if isinstance(owner, ast.Call):
        return _OPENED.match(ast.unparse(owner)) is not None
    text = chain(owner)
    if "." in text:
        kept = re.findall(rf"(?<![\w.]){re.escape(text)}(?:: *[^=\n]+)? = (.*)", source)
        return bool(kept) and all(map(_OPENED.match, kept))
    for scope in scopes if text and depth else ():
        bound = [*_bound(scope, text)]
        if bound:
            return all(_is_opened(source, scopes, value, depth - 1) for value in bound)
    return False


def _bound(around: ast.AST, name: str) -> Iterator[ast.expr]:
    """What a function, or a module, binds a name to, by assignment or by `with`; a parameter may be anything."""
    for part in walk(around):
        match part:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if found == name:
                yield value
            case ast.withitem(context_expr=value, optional_vars=ast.Name(id=found)) if found == name:
                yield value
            case ast.arg(arg=found) if found == name:
                yield ast.Constant(None)
            case _:
                pass
