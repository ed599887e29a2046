"""What async functions return of a value that they await where they can, and give back as it is where they can't."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from duotone.analyzer.outline.binding import Bound
from duotone.analyzer.parsing.walking import all_params, walk

__all__ = ["Locals", "settled"]

Locals = Mapping[str, Sequence[Bound]]

_BARE = (ast.Attribute, ast.Name)
_WAITING = frozenset({"create_task", "ensure_future", "shield", "wait_for"})
"""What gives, once it is awaited, what its first argument gives."""


class _Part(NamedTuple):
    """One of the values that are returned, and the bindings of local names through which it is."""

    value: ast.expr
    through: tuple[Bound, ...] = ()


def settled(
    function: ast.FunctionDef | ast.AsyncFunctionDef, returned: list[ast.expr], local: Locals
) -> tuple[list[ast.expr], Locals]:
    """What a function returns, and its local names, without the bare values that it returns awaited too.

    Whoever returns both has asked which of them the value is: by a test, or by an error.
    """
    if isinstance(function, ast.FunctionDef) or not any(isinstance(value, (*_BARE, ast.IfExp)) for value in returned):
        return returned, local
    parts = [*_parts(returned, local, {arg.arg for arg in all_params(function.args)})]
    awaited = _all_awaited([part.value for part in parts], local)
    again = {name: [one for one in local.get(name, ()) if _is_of_itself(one)] for name in awaited}
    kept = [part for part in parts if not _is_bare(part.value, awaited) and not _is_replaced(part, again)]
    if len(kept) == len(parts):
        return returned, local
    others = {name: [one for one in local[name] if one not in again.get(name, ())] for name in local}
    return [part.value for part in kept], others


def _parts(returned: Sequence[ast.expr], local: Locals, params: Collection[str]) -> Iterator[_Part]:
    """The values that are chosen from, or that local names are assigned, each by the first way that leads to it."""
    waiting = [_Part(value) for value in reversed(returned)]
    met: set[str] = set()
    while waiting:
        part = waiting.pop()
        value, through = part
        if isinstance(value, ast.IfExp):
            waiting += (_Part(value.orelse, through), _Part(value.body, through))
            continue
        found = _bindings(value, local)
        if not isinstance(value, ast.Name) or not found or not all(map(_is_plain, found)):
            yield part
        elif value.id not in met:
            met.add(value.id)
            if value.id in params:
                yield part
            waiting += (_Part(one.value, (*through, one)) for one in reversed(found) if one.value is not None)


def _all_awaited(values: Sequence[ast.expr], local: Locals) -> set[str]:
    """What some values await, by whatever names: `x = v` and `x = create_task(v)` make it `v` that `await x` awaits."""
    known = [one.value for value in values for one in _bindings(value, local) if one.value is not None]
    waiting = [text for value in (*values, *known) for text in _awaited(value)]
    found: set[str] = set()
    while waiting:
        text = waiting.pop()
        if text not in found:
            found.add(text)
            others = (_waited_for(one.value) for one in local.get(text, ()) if one.value is not None)
            waiting += (ast.unparse(other) for other in others if isinstance(other, _BARE))
    return found


def _bindings(value: ast.expr, local: Locals) -> Sequence[Bound]:
    return local.get(value.id, ()) if isinstance(value, ast.Name) else ()


def _is_plain(one: Bound) -> bool:
    return one.how == "=" and one.annotation is None and one.value is not None


def _is_bare(value: ast.expr, awaited: Collection[str]) -> bool:
    return isinstance(value, _BARE) and ast.unparse(value) in awaited


def _is_replaced(part: _Part, again: Locals) -> bool:
    """Tell whether a name that a value is returned by is bound to what awaiting it gives, further down."""
    return any(
        one not in bindings and any(later.line > one.line for later in bindings)
        for one in part.through
        if (bindings := again.get(one.name))
    )


def _is_of_itself(one: Bound) -> bool:
    """Tell whether a name is bound to what awaiting it gives: `name = await name`."""
    return one.value is not None and one.name in _awaited(one.value)


def _awaited(node: ast.expr) -> Iterator[str]:
    """The values that an expression awaits, as text."""
    for part in walk(node):
        if isinstance(part, ast.Await) and isinstance(value := _waited_for(part.value), _BARE):
            yield ast.unparse(value)


def _waited_for(value: ast.expr) -> ast.expr:
    """What awaiting a value waits for."""
    while isinstance(value, ast.Call) and value.args:
        called = value.func
        if getattr(called, "attr", getattr(called, "id", "")) not in _WAITING:
            break
        value = value.args[0]
    return value
