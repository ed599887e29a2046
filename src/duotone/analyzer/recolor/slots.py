"""Parameters that take functions: where all of them change color, so do the calls behind the parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.findings import Edit
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.parsing.walking import params
from duotone.analyzer.recolor.annotations import mentions_color, turned_callable
from duotone.analyzer.recolor.records import Point, Slot
from duotone.analyzer.rules.fixing import mending
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["slots"]


def slots(writer: Writer, ran: Ran) -> Iterator[Slot]:
    """Yield the parameters of a function that it calls, with what changes where they become sync."""
    node = ran.node
    if isinstance(node, ast.Module):
        return
    for argument in params(node.args):
        uses = [one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id == argument.arg]
        if any(_is_called(writer, one) for one in uses):
            yield _slot(writer, ran, argument, uses)


def _slot(writer: Writer, ran: Ran, argument: ast.arg, uses: list[ast.Name]) -> Slot:
    edits: list[Edit] = []
    removed: list[Point] = []
    reason = ""
    for use in uses:
        around = _awaited(writer, ran, use)
        if around is not None:
            edits += mending.unawaited(writer, around)
            removed.append((around.lineno, around.col_offset))
        elif not _is_test(writer, use):
            reason = f"`{short(ran.name)}` does more with it in line {use.lineno} than to await what it gives"
    if argument.annotation is not None and mentions_color(argument.annotation):
        turned = turned_callable(writer, argument.annotation)
        edits += turned.edits
        reason = reason or turned.reason
    return Slot(f"{ran.name}:{argument.arg}", ran.name, tuple(edits), tuple(removed), reason)


def _is_called(writer: Writer, use: ast.Name) -> bool:
    call = writer.layout.parents.get(use)
    return isinstance(call, ast.Call) and call.func is use


def _awaited(writer: Writer, ran: Ran, use: ast.Name) -> ast.Await | None:
    """The `await` of a call that the function itself makes, or None."""
    call = writer.layout.parents.get(use)
    around = writer.layout.parents.get(call) if isinstance(call, ast.Call) and call.func is use else None
    if not isinstance(around, ast.Await):
        return None
    function = next(one for one in writer.layout.above(around) if isinstance(one, _SCOPES))
    return around if function is ran.node else None


def _is_test(writer: Writer, use: ast.Name) -> bool:
    """Say whether a use only asks whether there is a function."""
    parent = writer.layout.parents.get(use)
    match parent:
        case ast.Compare(left=ast.Name(), ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
        case ast.If(test=test) | ast.IfExp(test=test):
            return test is use
        case ast.UnaryOp(op=ast.Not()):
            return True
        case _:
            return False


_SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef | ast.Module
