"""Functions that keep by hand what they have made once, and give it back from then on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.seen import Ran, Seen
from duotone.analyzer.parsing.walking import all_params, walk

__all__ = ["fills_memo", "lines_without_entry"]

_Block = Sequence[ast.stmt]


def fills_memo(file: Seen, ran: Ran) -> bool:
    """Tell whether a function does something only where nothing is kept yet, in one place for the whole process.

    That is a global name, an attribute of its class, or one of the only object of its class, which the module makes. A
    parameter may ask for it anew; what is asked besides, such as how old it is, may be otherwise the next time.
    """
    node = ran.node
    if isinstance(node, ast.Module | ast.AsyncFunctionDef):
        return False
    match [one for one in node.body if not isinstance(one, ast.Global) and not _is_text(one)]:
        case [ast.If(test=test, body=[ast.Return() as given], orelse=[]), *rest]:
            asked = _asked(node, test, is_there=True)
        case [ast.If(test=test, body=rest, orelse=[]), ast.Return() as given]:
            asked = _asked(node, test, is_there=False)
        case _:
            return False
    is_kept = asked is not None and ast.unparse(asked) in {*_assigned(rest)} and _is_shared(file, ran, asked)
    return is_kept and not any(isinstance(part, ast.Call) for part in walk(given))


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _asked(function: ast.FunctionDef, test: ast.expr, *, is_there: bool) -> ast.expr | None:
    """What a test asks for, whether it is there or not, where it asks for nothing else but parameters."""
    joint = ast.And if is_there else ast.Or
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, joint) else [test]
    own = {one.arg for one in all_params(function.args)}
    others = [part for part in parts if ast.unparse(part).removeprefix("not ") not in own]
    match others, is_there:
        case [ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)])], True:
            return left
        case [ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None)])], False:
            return left
        case ([ast.Name() | ast.Attribute() as left], True) | ([ast.UnaryOp(op=ast.Not(), operand=left)], False):
            return left
        case _:
            return None


def _is_shared(file: Seen, ran: Ran, kept: ast.expr) -> bool:
    """Tell whether what a function keeps is there once, whoever calls it."""
    match kept:
        case ast.Name(id=name):
            return any(isinstance(one, ast.Global) and name in one.names for one in walk(ran.node))
        case ast.Attribute(value=ast.Name(id="cls")):
            return True
        case ast.Attribute(value=ast.Name(id="self")):
            owner = ran.symbol.owner if ran.symbol is not None else None
            return owner is not None and _is_made_once(file, owner.outline.name)
        case _:
            return False


def _is_made_once(file: Seen, name: str) -> bool:
    """Tell whether a module makes an object of a class when it is imported, and its file makes no other."""
    made = [one.value for one in file.tree.body if isinstance(one, ast.Assign | ast.AnnAssign)]
    is_made = any(isinstance(one, ast.Call) and ast.unparse(one.func) == name for one in made)
    return is_made and len(re.findall(rf"(?<!class )\b{name}\(", file.source)) == 1


def _assigned(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """What some statements give a value."""
    for part in (part for one in statements for part in walk(one)):
        if isinstance(part, ast.Assign):
            yield from map(ast.unparse, part.targets)
        elif isinstance(part, ast.AnnAssign) and part.value is not None:
            yield ast.unparse(part.target)


def lines_without_entry(function: ast.FunctionDef) -> list[tuple[int, int]]:
    """The first and the last lines of what a function does where a look-up by key failed, and keeps under that key."""
    found = [rest for table, rest in _without_entry(function.body, []) if _puts(table, rest)]
    return [(rest[0].lineno, rest[-1].end_lineno or rest[-1].lineno) for rest in found]


def _without_entry(body: _Block, after: _Block, *, is_loop: bool = False) -> Iterator[tuple[ast.expr, _Block]]:
    """What is looked up in by key, and what is done where that failed: in a block, and after all that it is part of.

    Who may have left a loop before looks up nothing there.
    """
    for index, one in enumerate(body):
        rest = [*body[index + 1 :], *after]
        bound = body[index - 1] if index else None
        match one:
            case ast.If(test=test, body=missing, orelse=[]) if (table := _missed(test, bound)) is not None:
                yield table, missing
            case ast.If(test=test, body=[*_, ast.Return()]) if (table := _found(test, bound)) is not None:
                yield table, rest
            case ast.Try(body=[*_, ast.Return(value=ast.Subscript() as entry)], handlers=[handler]):
                if "KeyError" in ast.unparse(handler.type or handler):
                    yield entry, [*handler.body, *rest]
            case ast.With(body=inner):
                yield from _without_entry(inner, rest, is_loop=is_loop)
            case ast.While(test=ast.Constant(value=True), body=inner):
                yield from _without_entry(inner, rest, is_loop=True)
            case _:
                pass
        if is_loop and any(isinstance(part, ast.Break) for part in walk(one)):
            return


def _missed(test: ast.expr, bound: ast.stmt | None) -> ast.expr | None:
    """What a test says that something isn't in, by its key or by what was just got from there."""
    match test:
        case ast.Compare(ops=[ast.NotIn()], comparators=[table]):
            return table
        case ast.Compare(left=got, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return _got_from(got, bound)
        case ast.UnaryOp(op=ast.Not(), operand=got):
            return _got_from(got, bound)
        case _:
            return None


def _found(test: ast.expr, bound: ast.stmt | None) -> ast.expr | None:
    """What a test says that something is in, in the same ways."""
    match test:
        case ast.Compare(ops=[ast.In()], comparators=[table]):
            return table
        case ast.Compare(left=got, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return _got_from(got, bound)
        case _:
            return _got_from(test, bound)


def _got_from(got: ast.expr, bound: ast.stmt | None) -> ast.expr | None:
    """What something was got from by its key, in the test itself or in the statement before."""
    match got, bound:
        case ast.NamedExpr(value=call), _:
            pass
        case ast.Name(id=name), ast.Assign(targets=[ast.Name(id=given)], value=call) if given == name:
            pass
        case _:
            return None
    match call:
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_], keywords=[]):
            return table
        case _:
            return None


def _puts(table: ast.expr, statements: Sequence[ast.stmt]) -> bool:
    """Tell whether statements put something into what was looked up in, by key."""
    return any(_root(table) == text.partition("[")[0] for text in _assigned(statements) if text.endswith("]"))


def _root(table: ast.expr) -> str:
    return ast.unparse(table).partition("[")[0]
