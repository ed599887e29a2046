"""What the nodes of an expression tell on their own."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.outline import promises
from duotone.analyzer.parsing.walking import walk

__all__ = [
    "Node",
    "awaits",
    "blocks",
    "compared",
    "delegate",
    "is_either",
    "is_empty",
    "is_stream",
    "parsed",
    "pattern",
    "prefix",
    "statements",
]

_PLACE = re.compile(r"%\w|\{[^{}]*\}")
"""Where a template takes a value in."""

Node = ast.expr | ast.stmt
"""What stands somewhere in a file."""

_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Assert, ast.Import, ast.ImportFrom)
"""The most frequent statements that have no blocks."""
_BLOCKS = ("body", "orelse", "finalbody")
_STREAMS = frozenset({"AsyncGenerator", "AsyncIterable", "AsyncIterator"})


@functools.lru_cache(maxsize=50_000)
def parsed(text: str) -> ast.expr | None:
    """The tree of an expression, or None where it can't be read."""
    try:
        # The parentheses let an expression of several lines stand as it was written.
        return ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement of a block and of the blocks within, outer ones first; expressions are not looked into."""
    waiting = list(body)
    for node in waiting:
        yield node
        for block in blocks(node):
            waiting.extend(block)


def blocks(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """The blocks of a statement, those of its handlers and cases last."""
    if isinstance(statement, _SIMPLE):
        return
    for name in _BLOCKS:
        yield getattr(statement, name, ())
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def prefix(node: ast.expr) -> str:
    """The constant beginning of a string that is put together."""
    if isinstance(node, ast.BinOp):
        return prefix(node.left)
    if isinstance(node, ast.JoinedStr) and node.values:
        return prefix(node.values[0])
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def pattern(node: ast.expr) -> str:
    """A string that is put together, with a star for each part that isn't constant."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return f"{pattern(node.left)}{pattern(node.right)}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _PLACE.sub("*", pattern(node.left))
    if isinstance(node, ast.JoinedStr):
        return "".join(map(pattern, node.values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _PLACE.sub("*", pattern(node.func.value))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "*"


def compared(operator: ast.cmpop, right: ast.expr) -> str:
    """What a comparison asks: "absence" for `is None`, "identity" for any other `is`, and else "comparison"."""
    if not isinstance(operator, ast.Is | ast.IsNot):
        return "comparison"
    return "absence" if isinstance(right, ast.Constant) and right.value is None else "identity"


def delegate(text: str, key: str) -> str | None:
    """The text of the owner in `getattr(owner, key)`, or None for anything else."""
    node = parsed(text)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr" and node.args:
        asked = node.args[-1]
        if len(node.args) == 2 and isinstance(asked, ast.Name) and asked.id == key:  # noqa: PLR2004  # owner and name
            return ast.unparse(node.args[0])
    return None


def awaits(node: ast.expr) -> bool:
    """Tell whether an expression awaits something."""
    return any(isinstance(part, ast.Await) for part in walk(node))


def is_either(annotation: str) -> bool:
    """Tell whether an annotation says that something is there at once, or is to be awaited."""
    if "Awaitable[" not in annotation and "Coroutine[" not in annotation:
        return False
    node = parsed(annotation)
    return node is not None and promises.is_either(node)


def is_empty(node: ast.expr) -> bool:
    """Tell whether an expression is a container that is written down with nothing in it."""
    if isinstance(node, ast.Dict):
        return not node.values
    return isinstance(node, ast.List | ast.Tuple) and not node.elts


def is_stream(annotation: str) -> bool:
    """Tell whether an annotation names what `async for` goes through, and nothing else."""
    text = annotation.strip("'\"")
    return text.partition("[")[0].rpartition(".")[2] in _STREAMS and not isinstance(parsed(text), ast.BinOp)
