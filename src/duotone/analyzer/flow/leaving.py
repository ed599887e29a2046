"""Coroutines that a function returns among other things, or as all that it does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.seen import Ran
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.outline import Function

__all__ = ["is_among_others", "is_at_odds", "is_lift", "is_of_wrapped"]


def is_among_others(site: Site, sites: Sequence[Site], coroutine_like: re.Pattern[str]) -> bool:
    """Tell whether a value goes out as one part of what is returned, and no other coroutine does.

    In a dictionary its key must say nothing of coroutines; in a tuple something else must stand beside it.
    """
    if not _goes_out(site, coroutine_like):
        return False
    return not any(_goes_along(other, site) and _goes_out(other, coroutine_like) for other in sites)


def is_at_odds(site: Site, ran: Ran) -> bool:
    """Tell whether a value goes out in a tuple, where other tuples that the function returns have a text or a number.

    A word beside it may say which of both there is. But then nobody would guard what only makes a coroutine: a handler
    that gives the text shows that the work was meant to be done there.
    """
    if site.hiding is None or not site.uses or {use.kind for use in site.uses} != {"leave"}:
        return False
    returned = [node.value.elts for _, node in ran.returned if isinstance(node.value, ast.Tuple)]
    places = {(len(parts), index) for parts in returned for index, one in enumerate(parts) if _stands_for(one, site)}
    others = [parts[index] for parts in returned for length, index in places if len(parts) == length]
    return any(map(_is_written_down, others))


def is_lift(site: Site, ran: Ran) -> bool:
    """Tell whether an async override does nothing but hand on what it is given to a function that it is given too.

    It would be good for nothing if that were async; the annotation, which it has from its base, says so all the same.
    """
    symbol, called = ran.symbol, site.node.func if isinstance(site.node, ast.Call) else None
    if symbol is None or symbol.owner is None or not symbol.outline.is_async or not isinstance(called, ast.Name):
        return False
    body = ran.node.body[1:] if ast.get_docstring(ran.node, clean=False) is not None else ran.node.body
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is not site.node:
        return False
    said = _annotation(symbol.outline, called.id)
    bases = [one for entry, _ in symbol.owner.mro[1:] for one in entry.outline.names.get(symbol.outline.name, ())]
    return said is not None and any(isinstance(one, Function) and _annotation(one, called.id) == said for one in bases)


def is_of_wrapped(site: Site, ran: Ran) -> bool:
    """Tell whether a plain wrapper that says whose it is gives what that gives, and has its annotation from there."""
    called = site.node.func if isinstance(site.node, ast.Call) else None
    if ran.is_async or ran.symbol is None or not isinstance(called, ast.Name):
        return False
    return any(
        text in {f"wraps({called.id})", f"functools.wraps({called.id})"} for text in ran.symbol.outline.decorators
    )


def _annotation(function: Function, name: str) -> str | None:
    return next((param.annotation for param in function.params if param.name == name), None)


def _stands_for(node: ast.expr, site: Site) -> bool:
    return node is site.node or (isinstance(node, ast.Name) and node.id in site.bound_to)


def _is_written_down(node: ast.expr) -> bool:
    """Tell whether an expression is a text or a number; an empty one, True, False and None may stand for nothing."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and not isinstance(node.value, bool) and bool(node.value)
    )


def _goes_out(site: Site, coroutine_like: re.Pattern[str]) -> bool:
    statement = site.statement
    if not isinstance(statement, ast.Return) or {use.kind for use in site.uses} != {"leave"}:
        return False
    if isinstance(statement.value, ast.Tuple):
        parts = statement.value.elts
        return site.node in parts and not all(isinstance(part, ast.Call) for part in parts)
    record = _record(statement.value)
    if record is None:
        return False
    keys = [key for key, value in _items(record) if value is site.node]
    is_named = bool(keys) and all(key is not None and _is_title(key) for key in keys)
    return is_named and not any(coroutine_like.search(ast.unparse(key).lower()) for key in keys if key)


def _record(value: ast.expr | None) -> ast.Dict | None:
    """The dictionary that is returned, or one of many that are, which has other things beside what is called."""
    if isinstance(value, ast.Dict):
        return value
    part = value.value if isinstance(value, ast.DictComp) else value.elt if isinstance(value, ast.ListComp) else None
    has_others = isinstance(part, ast.Dict) and not all(isinstance(one, ast.Call) for one in part.values)
    return part if has_others and isinstance(part, ast.Dict) else None


def _is_title(key: ast.expr) -> bool:
    """Tell whether a key is written down, or is a constant of something."""
    if isinstance(key, ast.Constant):
        return isinstance(key.value, str)
    return isinstance(key, ast.Attribute) and any(part.isupper() for part in ast.unparse(key).split("."))


def _goes_along(other: Site, site: Site) -> bool:
    """Tell whether a coroutine is that of another function, as where coroutines are carried."""
    return other.kind == site.kind and other.callee is not site.callee


def _items(node: ast.Dict) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    """The keys of a dictionary with their values, and those of the dictionaries in it."""
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(value, ast.Dict):
            yield from _items(value)
        else:
            yield key, value
