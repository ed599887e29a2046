"""Futures of which a function has seen the end, by itself or in what it awaited, so that their results are there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.hints.asking import has
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.seen import Ran
from duotone.analyzer.flow.way import before
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.parsing.walking import params, walk

__all__ = ["settled", "settles"]

_ASKED = (".done(", "wrap_future(")
_AWAITED = frozenset({"gather", "shield", "wait_for", "wrap_future"})
"""What has seen the end of the futures that it was given once it was awaited, or raises."""
_RESULTS = frozenset({"exception", "result"})
_TAKEN = (".exception(", ".result(")


def settles(source: str, ran: Ran) -> Iterator[str]:
    """The parameters, as "function:parameter", whose end an async function waits for whichever way it goes."""
    if not isinstance(ran.node, ast.AsyncFunctionDef) or not has(source, _ASKED):
        return
    for param in params(ran.node.args):
        if any(_waits_for(statement, param.arg) for statement in ran.node.body):
            yield f"{ran.name}:{param.arg}"


def settled(source: str, ran: Ran) -> list[tuple[int, list[str]]]:
    """The lines on which an async function asks for results after it has waited for them.

    Each comes with the parameters to which it gave the future in what it awaited before, of which that is to be asked;
    there are none where it has seen the end itself.
    """
    if not ran.is_async or not has(source, _TAKEN):
        return []
    found: list[tuple[int, list[str]]] = []
    for part in walk(ran.node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _RESULTS:
            future = chain(part.func.value)
            earlier = [*before(ran.node.body, part)] if future else []
            since = [*_since_bound(earlier, future)]
            if any(_waits_for(one, future) for one in since):
                found.append((part.lineno, []))
            elif given := [target for one in since for target in _awaited_with(one, future, ran)]:
                found.append((part.lineno, given))
    return found


def _since_bound(statements: Sequence[ast.stmt], future: str) -> Iterator[ast.stmt]:
    """The statements after the last one that may bind the name of a future anew."""
    first = future.partition(".")[0]
    names = {future, first}
    last = max((index for index, one in enumerate(statements) if not names.isdisjoint(_bound(one))), default=-1)
    yield from statements[last + 1 :]


def _bound(statement: ast.stmt) -> Iterator[str]:
    for part in walk(statement):
        if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield chain(part)


def _waits_for(statement: ast.stmt, future: str) -> bool:
    """Tell whether a statement is `while not future.done()`, with no other end, or awaits what wraps the future."""
    match statement:
        case ast.Expr(value=ast.Await(value=awaited)) | ast.Assign(value=ast.Await(value=awaited)):
            return _wraps(awaited, future)
        case ast.While(test=ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Attribute(value=asked, attr="done")))):
            return chain(asked) == future and not any(isinstance(part, ast.Break) for part in walk(statement))
        case _:
            return False


def _wraps(awaited: ast.expr, future: str) -> bool:
    """Tell whether what is awaited is a future of the loop for one of a thread."""
    if not isinstance(awaited, ast.Call):
        return False
    name = chain(awaited.func).rpartition(".")[2]
    if name == "wrap_future":
        return any(chain(one) == future for one in awaited.args)
    return name in _AWAITED and any(_wraps(one, future) for one in awaited.args)


def _awaited_with(statement: ast.stmt, future: str, ran: Ran) -> Iterator[str]:
    """The parameters to which a future is given in a statement that awaits one function."""
    match statement:
        case ast.Expr(value=ast.Await(value=ast.Call() as call)):
            for symbol in (symbol for symbol, one, _ in ran.calls if one is call):
                yield from (f"{symbol.name}:{name}" for name in _params_given(symbol, call, future))
        case _:
            pass


def _params_given(symbol: FunctionSymbol, call: ast.Call, future: str) -> Iterator[str]:
    own = symbol.outline.params[1 if symbol.owner is not None else 0 :]
    yield from (param.name for param, arg in zip(own, call.args, strict=False) if chain(arg) == future)
    yield from (word.arg for word in call.keywords if word.arg and chain(word.value) == future)
