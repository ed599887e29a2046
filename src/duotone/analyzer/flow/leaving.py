"""Coroutines that a function returns within a dictionary or a tuple, among other things."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.sites import Site

__all__ = ["is_among_others"]


def is_among_others(site: Site, sites: Sequence[Site], coroutine_like: re.Pattern[str]) -> bool:
    """Tell whether a value goes out as one part of what is returned, and no other coroutine does.

    In a dictionary its key must say nothing of coroutines; in a tuple something else must stand beside it.
    """
    if not _goes_out(site, coroutine_like):
        return False
    return not any(_goes_along(other, site) and _goes_out(other, coroutine_like) for other in sites)


def _goes_out(site: Site, coroutine_like: re.Pattern[str]) -> bool:
    statement = site.statement
    if not isinstance(statement, ast.Return) or {use.kind for use in site.uses} != {"leave"}:
        return False
    if isinstance(statement.value, ast.Tuple):
        parts = statement.value.elts
        return site.node in parts and not all(isinstance(part, ast.Call) for part in parts)
    if not isinstance(statement.value, ast.Dict):
        return False
    keys = [key for key, value in _items(statement.value) if value is site.node]
    is_named = bool(keys) and all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys)
    return is_named and not any(coroutine_like.search(ast.unparse(key).lower()) for key in keys if key)


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
