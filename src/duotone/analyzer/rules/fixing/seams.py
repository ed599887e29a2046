"""Where the colors meet: which sync functions stay sync although something that they call is async, and why."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.findings import Step
from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.link.implementing import stood_for
from duotone.analyzer.link.values import FunctionObject, unbound
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.writer import Writer, short

__all__ = [
    "BRIDGES",
    "HARMLESS",
    "MANAGERS",
    "has_async_tests",
    "is_run_as_test",
    "makes_manager",
    "odd_decorators",
    "why_async",
    "why_sync",
]

BRIDGES = frozenset(
    f"duotone.{module}{name}"
    for name, home in (("iterate", "streams"), ("manage", "blocks"), ("run", "calls"))
    for module in ("", "contract.", f"contract.{home}.")
)
"""The bridge, for calls, streams and context managers, under the names that it is found by."""

HARMLESS = frozenset(
    {"abc.abstractmethod", "abstractmethod", "classmethod", "final", "overload", "override", "staticmethod",
     "typing.final", "typing.override", "typing_extensions.override"}
)  # fmt: skip
"""Decorators that take functions of either color."""

MANAGERS = frozenset({"contextlib.asynccontextmanager", "contextlib.contextmanager"})
"""Decorators that make a context manager of a generator."""

_MARKS = ("pytest.mark.", "mark.")
_PROPERTIES = frozenset({"cached_property", "functools.cached_property", "property"})


def why_sync(writer: Writer, ran: Ran) -> str:
    """Say what keeps a function from being async, or nothing."""
    node = ran.node
    if isinstance(node, ast.Module) or ran.symbol is None:
        return "a module can't await"
    if node.name.startswith("__") and node.name.endswith("__"):
        return "Python calls special methods itself, and awaits none of them"
    if any(ast.unparse(one) in _PROPERTIES for one in node.decorator_list):
        return "a property can't be async"
    if "# duotone: seam" in writer.lines[node.lineno - 1]:
        return "a comment declares it a seam"
    odd = list(odd_decorators(node))
    if odd and (len(odd) > 1 or ran.name not in writer.file.offloaded):
        return f"`@{odd[0]}` may need the color that it has"
    line = next(_loops(writer.file, ran), 0)
    return f"it runs a loop of its own in line {line}" if line else ""


def why_async(writer: Writer, ran: Ran) -> Step | None:
    """Say why a plain function has to be async, where it overrides an async one or those beside it await it."""
    symbol = ran.symbol
    if ran.is_async or symbol is None:
        return None
    name, remedy = symbol.outline.name, f"make `{short(ran.name)}` async, and await this in it"
    for entry, _ in stood_for(symbol.owner, name) if symbol.owner is not None else ():
        raw = entry.raw(name)
        raw = unbound(raw) if raw is not None else None
        if isinstance(raw, FunctionObject) and raw.symbol.outline.is_async and not raw.symbol.outline.is_generator:
            return Step("because", f"this overrides `{short(raw.symbol.name)}`, which is async: {remedy}")
    before = "self." if symbol.owner is not None else ""
    awaited = re.search(rf"\bawait {re.escape(before)}{name}\(", writer.file.source)
    return Step("because", f"`{name}` is awaited where it is called: {remedy}") if awaited is not None else None


def odd_decorators(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield the decorators of which nothing says that they take either color, without their arguments."""
    for one in node.decorator_list:
        name = ast.unparse(one.func if isinstance(one, ast.Call) else one)
        if name not in HARMLESS and not name.startswith(_MARKS) and not makes_manager(one):
            yield name


def makes_manager(decorator: ast.expr) -> bool:
    """Say whether a decorator is one of those of `contextlib` that make a context manager of a generator."""
    return f"contextlib.{ast.unparse(decorator).removeprefix('contextlib.')}" in MANAGERS


def is_run_as_test(writer: Writer, ran: Ran) -> bool:
    """Say whether a function is one that a test runner calls."""
    last = writer.path.rpartition("/")[2]
    is_file = last.startswith("test") or last.endswith("_test.py")
    return is_file and not isinstance(ran.node, ast.Module) and ran.node.name.startswith("test")


def has_async_tests(writer: Writer) -> bool:
    """Say whether a file has async tests, so that something runs them."""
    names = (node.name for node in walk(writer.file.tree) if isinstance(node, ast.AsyncFunctionDef))
    return any(name.startswith("test") for name in names)


def _loops(file: File, ran: Ran) -> Iterator[int]:
    for name, node, _ in file.calls(ran):
        if name in BRIDGES or name in scheduling.LOOP_RUNNERS or known.starts_loop(name):
            yield node.lineno
