"""Which names say that they stand for what a function gives, and not for its coroutine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.flow.sites import Site, Use

__all__ = ["is_named_after", "last", "targets"]

_ADDS = frozenset({"add", "append", "extend"})
_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_KEPT = frozenset({"escape", "param", "pass", "stored"})
_DOINGS = frozenset(
    {
        *("action", "call", "callback", "command", "connection", "context", "event", "handler", "hook", "lock"),
        *("loop", "operation", "process", "request", "run", "step", "stream", "timer", "update", "work", "worker"),
    }
)
"""What is still to be done, to be waited for or to be entered may be called so."""


def is_named_after(site: Site) -> bool:
    """Tell whether a coroutine is kept under the name of what its function gives: `form = render_form()`.

    Nothing more is done with it than to hand it on, or to put it into a record.
    """
    callee = site.callee
    if callee is None or site.doubt or site.is_contained or not site.uses:
        return False
    if not all(use.kind in _KEPT and (use.detail or _is_put(use)) for use in site.uses):
        return False
    *doing, given = _words(callee.outline.name) or [""]
    names = [_words(_name(target)) for target in targets(site)]
    return bool(doing) and given not in _DOINGS and bool(names) and all(name[-1:] == [given] for name in names)


def _is_put(use: Use) -> bool:
    """Tell whether a value is put under a key, or in an attribute of something unknown."""
    return isinstance(use.node, ast.Attribute) or (
        isinstance(use.node, ast.Subscript) and isinstance(use.node.slice, ast.Constant)
    )


def _name(target: ast.expr) -> str:
    """The name under which a target keeps something: its own, that of an attribute, or a key that is written there."""
    if isinstance(target, ast.Subscript):
        return str(target.slice.value) if isinstance(target.slice, ast.Constant) else ""
    return target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def last(text: str) -> str:
    """The last of the names in a chain, as one compares it."""
    return text.rpartition(".")[2].lower()


def targets(site: Site) -> Iterator[ast.expr]:
    """What the statement that makes a value assigns it to, or the list that it is added to."""
    statement = site.statement
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        if any(part is site.node for part in _outcomes(statement.value)):
            yield from statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        adding = statement.value.func
        is_added = any(one is site.node for part in statement.value.args for one in _outcomes(part))
        if is_added and isinstance(adding, ast.Attribute) and adding.attr in _ADDS:
            yield adding.value


def _outcomes(node: ast.expr | None) -> Iterator[ast.expr]:
    """What an expression may give: itself, one of its branches, or a container of its elements."""
    if isinstance(node, ast.IfExp):
        yield from _outcomes(node.body)
        yield from _outcomes(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _outcomes(value)
    elif isinstance(node, ast.ListComp | ast.SetComp):
        yield from _outcomes(node.elt)
    elif isinstance(node, ast.DictComp):
        yield from _outcomes(node.value)
    elif isinstance(node, ast.Dict | ast.List):
        for value in node.values if isinstance(node, ast.Dict) else node.elts:
            yield from _outcomes(value)
    elif node is not None:
        yield node
