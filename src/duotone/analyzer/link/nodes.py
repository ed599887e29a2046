"""What the nodes of an expression tell on their own."""

from __future__ import annotations

import ast
import functools

__all__ = ["Node", "awaits", "lambda_params", "parsed", "prefix"]

Node = ast.expr | ast.stmt
"""What stands somewhere in a file."""


@functools.lru_cache(maxsize=50_000)
def parsed(text: str) -> ast.expr | None:
    """The tree of an expression, or None where it can't be read."""
    try:
        # The parentheses let an expression of several lines stand as it was written.
        return ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def prefix(node: ast.expr) -> str:
    """The constant beginning of a string that is put together."""
    if isinstance(node, ast.BinOp):
        return prefix(node.left)
    if isinstance(node, ast.JoinedStr) and node.values:
        return prefix(node.values[0])
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def lambda_params(node: ast.Lambda) -> list[ast.arg]:
    """The parameters of a lambda."""
    args = node.args
    extra = [arg for arg in (args.vararg, args.kwarg) if arg]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *extra]


def awaits(node: ast.expr) -> bool:
    """Tell whether an expression awaits something."""
    return any(isinstance(part, ast.Await) for part in ast.walk(node))
