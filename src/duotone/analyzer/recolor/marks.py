"""What test runners ask of async tests: who runs them at all, and which mark they have to carry."""

from __future__ import annotations

import ast
import configparser
import functools
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from duotone.analyzer.findings import Edit
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.outline import Param
from duotone.analyzer.rules.writer import Writer

__all__ = ["is_mark", "mark_for", "marked", "unmarked", "why_async"]

_MARK = re.compile(r"(pytest\.)?mark\.(anyio|asyncio|trio)\b")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_mark(decorator: str) -> bool:
    """Say whether a decorator only asks for a test to be run on a loop."""
    return _MARK.match(decorator) is not None


def mark_for(writer: Writer, symbol: FunctionSymbol, root: Path) -> str | None:
    """Return the mark that a test needs to be run as an async one: nothing where it needs none, None where none helps.

    Async tests that the file has already say how they are run here.
    """
    tree = writer.file.tree
    bases = {entry.name.rpartition(".")[2] for entry, _ in symbol.owner.mro} if symbol.owner is not None else set[str]()
    if "TestCase" in bases:
        return "" if "IsolatedAsyncioTestCase" in bases else None
    if any(map(_MARK.search, _common_marks(tree, symbol))) or _is_automatic(root / Path(writer.path).parent, root):
        return ""
    marks = Counter(mark for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef) for mark in _marks(node))
    return marks.most_common(1)[0][0] if marks else None


def why_async(writer: Writer, symbol: FunctionSymbol) -> str:
    """Say what keeps an async test from being sync, or nothing: a mark of all tests around it, or an async fixture."""
    common = next(filter(_MARK.search, _common_marks(writer.file.tree, symbol)), "")
    if common and symbol.outline.name.startswith("test"):
        return f"`{common}` holds for all tests around it"
    fixture = next(_async_fixtures(writer, symbol.outline.params), "")
    return f"it is given the async fixture `{fixture}`" if fixture else ""


def _async_fixtures(writer: Writer, params: Sequence[Param]) -> Iterator[str]:
    """The async fixtures among parameters, and those that other fixtures are given."""
    waiting, seen = [param.name for param in params], set[str]()
    while waiting:
        name = waiting.pop()
        fixture = writer.file.fixtures.function(name)
        if fixture is None or name in seen:
            continue
        seen.add(name)
        if fixture.is_async:
            yield name
        waiting += [param.name for param in fixture.params]


def marked(writer: Writer, node: _Function, mark: str) -> Edit:
    """Return the edit that makes a sync test an async one with a mark."""
    start = writer.layout.start(node)
    return writer.insert(start, f"@{mark}\n{writer.layout.before(start)}async ")


def unmarked(writer: Writer, node: _Function) -> Iterator[Edit]:
    """Yield the edits that take away the lines of marks which only async tests may have."""
    for one in node.decorator_list:
        if is_mark(ast.unparse(one)):
            yield writer.replace((one.lineno, 1), ((one.end_lineno or one.lineno) + 1, 1), "")


def _marks(node: _Function) -> Iterator[str]:
    return filter(is_mark, map(ast.unparse, node.decorator_list))


def _common_marks(tree: ast.Module, symbol: FunctionSymbol) -> Iterator[str]:
    """The marks that a test has from its file and from its class."""
    bodies = [tree.body]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and symbol.owner is not None and node.name == symbol.owner.outline.name:
            yield from map(ast.unparse, node.decorator_list)
            bodies.append(node.body)
    for body in bodies:
        for statement in body:
            match statement:
                case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                    yield ast.unparse(value)
                case _:
                    pass


@functools.cache
def _is_automatic(directory: Path, root: Path) -> bool:
    """Say whether the settings of pytest that hold for a directory run every async test."""
    for place in (directory, *directory.parents):
        for mode in _modes(place):
            return mode == "auto"
        if place == root:
            break
    return False


def _modes(directory: Path) -> Iterator[str]:
    """The mode of each file with settings of pytest that there is, the one that counts first."""
    parser = configparser.ConfigParser(interpolation=None)
    for name, section in (("pytest.ini", "pytest"), ("tox.ini", "pytest"), ("setup.cfg", "tool:pytest")):
        try:
            parser.read(directory / name, encoding="utf-8")
        except (configparser.Error, UnicodeDecodeError):
            continue
        if parser.has_section(section):
            yield parser.get(section, "asyncio_mode", fallback="strict")
    try:
        table = tomllib.loads((directory / "pyproject.toml").read_text(encoding="utf-8"))
        options = table["tool"]["pytest"]["ini_options"]
        yield str(options.get("asyncio_mode", "strict"))
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return
