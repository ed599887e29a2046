"""Futures whose coroutine sends None as the last that it does, so that whoever has received it finds the result."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.way import holding
from duotone.analyzer.parsing.walking import walk

__all__ = ["has_parted"]

_STARTS = frozenset({"run_coroutine_threadsafe", "start_task_soon"})
"""What starts a coroutine on a loop and gives a future for other threads."""
_SENDS = frozenset({"put", "put_nowait", "send", "send_nowait"})


def has_parted(tree: ast.Module, function: ast.AST, future: str, node: ast.Call) -> bool:
    """Tell whether None was received here, which nobody sends in the file but the coroutine of a future in the end.

    If it weren't over, the loop that it runs on would wait for it for ever.
    """
    if not any(_is_farewell(function, test, is_true=is_true) for test, is_true in holding(_body(function), node)):
        return False
    started = {*_started(tree, future)}
    senders = [one for one in walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and _says_none(one)]
    return bool(senders) and all(one.name in started and _ends_with_none(one.body) for one in senders)


def _body(function: ast.AST) -> Sequence[ast.stmt]:
    return getattr(function, "body", ())


def _is_farewell(function: ast.AST, test: ast.expr, *, is_true: bool) -> bool:
    """Tell whether a test that has come to this says that None was awaited."""
    match test:
        case ast.Compare(
            left=ast.Name(id=name), ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]
        ):
            is_none = isinstance(op, ast.Is) is is_true
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)):
            is_none = is_true
        case _:
            return False
    return is_none and isinstance(made_as(function, name), ast.Await)


def _started(tree: ast.Module, future: str) -> Iterator[str]:
    """The names of the functions whose coroutines a future stands for."""
    for part in walk(tree):
        match part:
            case ast.Assign(targets=targets, value=ast.Call(func=ast.Attribute(attr=start), args=[given, *_])):
                if start in _STARTS and future in map(chain, targets):
                    yield chain(given.func if isinstance(given, ast.Call) else given).rpartition(".")[2]
            case _:
                pass


def _says_none(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(map(_sends_none, walk(function)))


def _sends_none(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=way), args=[ast.Constant(value=None)]):
            return way in _SENDS
        case _:
            return False


def _ends_with_none(body: Sequence[ast.stmt]) -> bool:
    """Tell whether a body sends None and nothing after it, whichever way it goes where a `finally` does."""
    match body[-1]:
        case ast.Try(finalbody=[_, *_] as last) | ast.With(body=last) | ast.AsyncWith(body=last):
            return _ends_with_none(last)
        case ast.Expr(value=ast.Await(value=sent)) | ast.Expr(value=sent):
            return _sends_none(sent)
        case _:
            return False
