"""From what the user wrote, `package.module:Class.method`, to the functions that are meant."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from duotone.analyzer import parsing
from duotone.analyzer.recolor.linking import Linked
from duotone.analyzer.recolor.records import Direction
from duotone.analyzer.settings import closest
from duotone.errors import NoSuchFunction

__all__ = ["functions_named"]

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_named(linked: Linked, texts: list[str], direction: Direction) -> list[str]:
    """Return the dotted names of the functions that are named; a class means its methods that need not be async.

    Raises `NoSuchFunction` with what there is instead.
    """
    return list(dict.fromkeys(name for text in texts for name in _named(linked, text, direction)))


def _named(linked: Linked, text: str, direction: Direction) -> Iterator[str]:
    head, colon, tail = text.partition(":")
    if not colon or not tail:
        raise NoSuchFunction(text, "write it as package.module:function or package.module:Class.method")
    path = _path(linked, head, text)
    module = linked.shared.modules.name_of(Path(path))
    tree = parsing.parse(linked.shared.bytes_of(path), path=path).tree
    found = _find(tree.body, tail.split("."), text)
    if isinstance(found, ast.ClassDef):
        methods = [one for one in found.body if isinstance(one, _Function) and _is_needless(one, direction)]
        if not methods:
            raise NoSuchFunction(text, "no method of that class is async without need; name the methods that you mean")
        yield from (f"{module}.{tail}.{one.name}" for one in methods)
    else:
        yield f"{module}.{tail}"


def _path(linked: Linked, head: str, text: str) -> str:
    if head.endswith(".py"):
        path = str(linked.settings.root / head)
        if path in linked.files:
            return path
        raise NoSuchFunction(text, f"{head!r} is none of the files that were read; give the paths that it is in")
    found = linked.shared.modules.path_of(head)
    if found is not None and str(found) in linked.files:
        return str(found)
    names = [linked.shared.modules.name_of(Path(path)) for path in linked.files]
    like = closest(head, names)
    hint = f"did you mean {like!r}?" if like else "give the paths that it is in"
    raise NoSuchFunction(text, f"there is no module {head!r} in the files that were read; {hint}")


def _find(body: list[ast.stmt], parts: list[str], text: str) -> _Function | ast.ClassDef:
    known = {one.name: one for one in _defined(body)}
    found = known.get(parts[0])
    if found is None:
        like = closest(parts[0], list(known))
        hint = f"did you mean {like!r}?" if like else f"there are {', '.join(known) or 'none'}"
        raise NoSuchFunction(text, f"there is no {parts[0]!r}; {hint}")
    return _find(found.body, parts[1:], text) if len(parts) > 1 else found


def _defined(body: list[ast.stmt]) -> Iterator[_Function | ast.ClassDef]:
    """The definitions of a block, those under conditions included."""
    for one in body:
        if isinstance(one, _Function | ast.ClassDef):
            yield one
        elif isinstance(one, ast.If | ast.Try | ast.With):
            yield from _defined([*one.body, *getattr(one, "orelse", []), *getattr(one, "finalbody", [])])


def _is_needless(node: _Function, direction: Direction) -> bool:
    if direction is Direction.ASYNC:
        return isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not node.decorator_list
    suspends = any(isinstance(one, ast.Await | ast.AsyncFor | ast.AsyncWith | ast.Yield) for one in ast.walk(node))
    return isinstance(node, ast.AsyncFunctionDef) and not suspends
