"""Names that the project itself pairs: `aread` beside `read` in one class, `handle_async_request` in a source."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from duotone.analyzer.mirror.names import without_async

__all__ = ["inferred_names"]

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_PROMISES = ("AsyncIterator", "AsyncGenerator", "AsyncIterable", "Awaitable", "Coroutine", "AsyncContextManager")


def inferred_names(sources: Iterable[ast.Module], others: Iterable[ast.Module]) -> dict[str, str]:
    """Return the names of functions that are called otherwise on the sync side.

    In the sources, an async function loses the part of its name that says so. Elsewhere in the project a name is paired
    with another only where one class, or one module, has both and they have the two colors.
    """
    sources = list(sources)
    names: dict[str, str] = {}
    for scope in _scopes(sources):
        for function in scope.values():
            if _is_async(function) and (other := without_async(function.name)) and other not in scope:
                names.setdefault(function.name, other)
    for scope in _scopes([*sources, *others]):
        for name, function in scope.items():
            other = _plain(name)
            if other in scope and _is_async(function) and not _is_async(scope[other]):
                names.setdefault(name, other)
    return names


def _plain(name: str) -> str:
    """What a name would be without its mark."""
    other = without_async(name)
    if other is not None:
        return other
    bare = name.lstrip("_")
    dashes = name[: len(name) - len(bare)]
    return dashes + bare[1:] if bare.startswith("a") and bare[1:].isidentifier() else ""


def _scopes(trees: Iterable[ast.Module]) -> Iterator[dict[str, _Function]]:
    for tree in trees:
        classes = [one.body for one in ast.walk(tree) if isinstance(one, ast.ClassDef)]
        for body in (tree.body, *classes):
            yield {one.name: one for one in body if isinstance(one, _Function)}


def _is_async(function: _Function) -> bool:
    if isinstance(function, ast.AsyncFunctionDef):
        return True
    promise = function.returns
    head = promise.value if isinstance(promise, ast.Subscript) else promise
    name = head.attr if isinstance(head, ast.Attribute) else head.id if isinstance(head, ast.Name) else ""
    if isinstance(head, ast.Constant) and isinstance(head.value, str):
        name = head.value.split("[")[0].split(".")[-1]
    return name in _PROMISES
