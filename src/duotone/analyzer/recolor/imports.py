"""Imports after a recoloring: names of the other color come in, and those that only the old color needed go."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from duotone.analyzer import parsing
from duotone.analyzer.edits.content import edited, text_of
from duotone.analyzer.findings import Edit, Place
from duotone.analyzer.recolor.linking import Linked
from duotone.analyzer.rules.fixing.layout import Layout
from duotone.errors import DuotoneError

__all__ = ["adjusted"]

_MODULES = frozenset({"collections.abc", "contextlib", "mock", "typing", "typing_extensions", "unittest.mock"})
_PAIRS = (
    ("AbstractAsyncContextManager", "AbstractContextManager"),
    ("AsyncContextManager", "ContextManager"),
    ("AsyncGenerator", "Generator"),
    ("AsyncIterable", "Iterable"),
    ("AsyncIterator", "Iterator"),
    ("AsyncMock", "MagicMock"),
    ("asynccontextmanager", "contextmanager"),
)
_OTHERS = sorted({*_PAIRS, *((other, one) for one, other in _PAIRS), ("Mock", "AsyncMock")})
_DROPPED = frozenset({"Any", "Awaitable", "Coroutine"} | {name for pair in _PAIRS for name in pair})


def adjusted(linked: Linked, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield what the imports of files need beside the edits that are made in them."""
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.place.path, []).append(edit)
    for path, own in by_path.items():
        if path.endswith(".py") and any(_is_of_interest(edit) for edit in own):
            yield from _of_file(linked, path, own)


def _is_of_interest(edit: Edit) -> bool:
    """Only an edit that brings a name or takes one away can matter; the words of a color do neither."""
    place = edit.place
    is_long = place.line != place.end_line or place.end_column - place.column > len("(await ")
    return is_long or edit.text.strip("( )") not in {"", "async", "await"}


def _of_file(linked: Linked, path: str, edits: list[Edit]) -> Iterator[Edit]:
    data = (linked.settings.root / PurePosixPath(path)).read_bytes()
    try:
        before, after = text_of(data, path), text_of(edited(data, path, edits), path)
    except DuotoneError:
        return  # whoever writes it says so
    trees = parsing.parse(before).tree, parsing.parse(after).tree
    yield from _Imports(path, before, *trees).edits()


class _Imports:
    """The imports of one file as it was, and the names that it uses before and after."""

    def __init__(self, path: str, text: str, before: ast.Module, after: ast.Module) -> None:
        self._path = path
        self._tree = before
        self._layout = Layout(before, text.split("\n"))
        self._bound = _bound(before)
        self._used = _used(after)
        self._gone = (_used(before) - self._used) & _DROPPED
        self._words = " ".join(_strings(after))

    def edits(self) -> Iterator[Edit]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ImportFrom) and node.module in _MODULES and not node.level:
                names = [new for alias in node.names for new in self._renewed(alias)]
                if names != [ast.unparse(alias) for alias in node.names]:
                    yield from self._replaced(node, names)

    def _renewed(self, alias: ast.alias) -> Iterator[str]:
        """What an imported name becomes: itself, its counterpart, both or nothing."""
        is_gone = alias.asname is None and alias.name in self._gone and alias.name not in self._words
        if not is_gone:
            yield ast.unparse(alias)
        for one, other in _OTHERS:
            if one == alias.name and alias.asname is None and other in self._used and other not in self._bound:
                self._bound.add(other)
                yield other

    def _replaced(self, node: ast.ImportFrom, names: list[str]) -> Iterator[Edit]:
        layout, first, last = self._layout, node.names[0], node.names[-1]
        start, end = layout.start(first), layout.end(last)
        if not names:
            siblings = getattr(layout.parents.get(node), "body", [])
            if len(siblings) > 1 and layout.is_alone(node):
                yield self._edit((node.lineno, 1), ((node.end_lineno or node.lineno) + 1, 1), "")
            return
        between = ", " if len(node.names) == 1 else layout.between(layout.end(first), layout.start(node.names[1]))
        if "#" not in layout.between(start, end):
            yield self._edit(start, end, between.join(names))

    def _edit(self, start: tuple[int, int], end: tuple[int, int], text: str) -> Edit:
        return Edit(Place(self._path, *start, *end), text)


def _used(tree: ast.Module) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _bound(tree: ast.Module) -> set[str]:
    """Names that something in a file gives a meaning to."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.alias(name=name, asname=other):
                found.add(other or name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case _:
                pass
    return found


def _strings(tree: ast.Module) -> Iterator[str]:
    """Names may be written in strings: in `__all__`, and in annotations."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
