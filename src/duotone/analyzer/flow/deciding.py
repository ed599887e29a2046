"""What the parameters of a function decide about its body, and what a call gives them."""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from duotone.analyzer.flow.needing import (
    ANY,
    OBJECT,
    Function,
    Need,
    holds,
    is_kept,
    is_only_filled,
    needs,
    origins,
    text,
)
from duotone.analyzer.flow.waiting.failing import after_failing, wrapped
from duotone.analyzer.flow.waiting.running import LOOP, loop_names, without_loop
from duotone.analyzer.link.nodes import blocks
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.outline import Param
from duotone.analyzer.parsing.walking import walk

__all__ = ["Decided", "arguments", "asked_lines", "decided_lines", "given", "is_open"]

Decided = tuple[int, int, str, Sequence[str]]
"""The first and the last place of what is run only if a parameter, or what a call gave, has one of these values."""
_Column = Callable[[int, int], int]
"""The column of an offset in a line."""

_VALUES = ("True", "False", "None")
_WIDEST = 1000
"""So many columns of a line are told apart."""
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def decided_lines(function: Function, column: _Column, *, is_blocking: bool) -> list[Decided]:
    """What is run only with some values of parameters that keep what they were given.

    In one that blocks, names that hold what one call gave count too; such a one stands there as `@` and its line, and
    as `@` alone where that is the loop that it runs on.
    """
    rows = [*_decided(function.body), *_parts_of_expressions(function, column)]
    made = {**_made(function), **dict.fromkeys((LOOP, *loop_names(function)), LOOP)} if is_blocking and rows else {}
    known: dict[str, list[Need]] = {}
    found: list[Decided] = [(*_span(block), name, ["None"]) for block, name in after_failing(function, column)]
    for first, last, name, wanted in rows:
        key = f"{name} {wanted}"
        if key not in known:
            known[key] = [*_resolved(function, name, wanted, made)]
        found += [(first, last, *need) for need in known[key]]
    return found


def _resolved(function: Function, name: str, wanted: Sequence[str], made: Mapping[str, str]) -> Iterator[Need]:
    """A need as one of parameters, or of what a call gave."""
    if name == ANY:
        if all(is_kept(function, part.partition("=")[0]) for part in wanted):
            yield name, wanted
    elif is_kept(function, name.partition(":")[0]) or (wanted == ["None"] and is_only_filled(function, name)):
        yield name, wanted
    elif name in made:
        yield made[name], wanted
    elif ":" not in name:
        yield from origins(function, name, wanted)


def asked_lines(function: ast.AST) -> list[Decided]:
    """What is run only if names are objects of some classes, or are not."""
    return [row for row in _decided(getattr(function, "body", ())) if ":" in row[2]]


def _made(function: Function) -> dict[str, str]:
    """The names in a function that are assigned once, what a call gives, with the line of that call."""
    parts = [*walk(function)]
    stored = Counter(part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    return {
        part.targets[0].id: f"@{part.value.lineno}"
        for part in parts
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and isinstance(part.value, ast.Call)
        if stored[part.targets[0].id] == 1
    }


def is_open(rows: Sequence[Decided], line: int, column: int, values: Mapping[str, str]) -> bool:
    """Tell whether what stands at a place may be run with what is known of the parameters."""
    at = _place(line, column)
    return all(not first <= at <= last or holds((name, wanted), values) for first, last, name, wanted in rows)


def _place(line: int, column: int) -> int:
    """A line and a column as one number."""
    return line * _WIDEST + min(column, _WIDEST - 1)


def given(symbol: FunctionSymbol, call: ast.expr, caller: ast.AST, asked: Sequence[Decided] = ()) -> dict[str, str]:
    """What a call gives to parameters: True, False or None, or the name of a parameter of the caller.

    `asked` are the lines of the caller where the classes of its names are known, which is handed on too.
    """
    params = symbol.outline.params
    name = symbol.outline.name
    is_called_otherwise = name.startswith("__") and name not in {"__init__", "__new__"}
    if not isinstance(call, ast.Call) or not params or is_called_otherwise or symbol.overloads:
        return {}
    is_complete = _is_complete(call)
    values = {param.name: param.default for param in params if is_complete and param.default in _VALUES}
    for param, value in arguments(symbol, call):
        text = _text(value, caller, param)
        if text:
            values[param.name] = text
        else:
            values.pop(param.name, None)
        if asked and isinstance(value, ast.Name):
            known = _known_of(value, asked, caller)
            values.update({f"{param.name}:{kind}": text for kind, text in known})
    return {**values, **wrapped(symbol)}


def _known_of(name: ast.Name, asked: Sequence[Decided], caller: ast.AST) -> Iterator[tuple[str, str]]:
    """The classes that a name is known to be of, or not to be of, where it stands, with True or False."""
    for first, last, about, wanted in asked:
        subject, _, kind = about.partition(":")
        is_there = subject == name.id and first <= _place(name.lineno, name.col_offset + 1) <= last
        if is_there and not _is_changed(caller, subject, first // _WIDEST, name.lineno):
            yield kind, wanted[0]


def _is_changed(function: ast.AST, name: str, first: int, end: int) -> bool:
    """Tell whether a name gets another value from a line on, before another one."""
    return any(
        isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load)
        for part in walk(function)
        if first <= getattr(part, "lineno", 0) < end
    )


def _is_complete(call: ast.Call) -> bool:
    """Tell whether all that a call gives is to be seen."""
    return all(word.arg for word in call.keywords) and not any(isinstance(arg, ast.Starred) for arg in call.args)


def arguments(symbol: FunctionSymbol, call: ast.Call) -> Iterator[tuple[Param, ast.expr]]:
    """The arguments of a call with the parameters that they are for."""
    params = symbol.outline.params
    is_method = symbol.owner is not None and "staticmethod" not in symbol.outline.decorators
    is_unbound = bool(call.args) and getattr(call.args[0], "id", "") in {"self", "cls"}
    by_position = [param for param in params[is_method and not is_unbound :] if param.kind in {"/", ""}]
    for param, value in zip(by_position, call.args, strict=False):
        if isinstance(value, ast.Starred):
            break
        yield param, value
    by_name = {word.arg: word.value for word in call.keywords}
    if by_name:
        yield from ((param, by_name[param.name]) for param in params if param.name in by_name)


def _text(value: ast.expr, caller: ast.AST, param: Param) -> str:
    """What is known of an argument; a name, and what something makes or holds, count where it may be a switch."""
    if isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool)):
        return str(value.value)
    if param.default not in _VALUES or not isinstance(caller, ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    if isinstance(value, ast.Name) and isinstance(caller, ast.FunctionDef) and is_kept(caller, value.id):
        return value.id
    if param.default != "None" or not isinstance(value, ast.Call | ast.Name | ast.Subscript):
        return text(value)
    return OBJECT if not isinstance(value, ast.Name) or value.id in _made(caller) else ""


def _decided(statements: Sequence[ast.stmt]) -> Iterator[Decided]:
    for index, statement in enumerate(statements):
        if isinstance(statement, _OWN_SCOPE):
            continue
        if isinstance(statement, ast.If):
            rest = statements[index + 1 :]
            yield from _rows(statement.test, statement.body, is_true=True)
            yield from _rows(statement.test, statement.orelse, is_true=False)
            if isinstance(statement.body[-1], _LEAVING):
                yield from _rows(statement.test, rest, is_true=False)
            elif statement.orelse and isinstance(statement.orelse[-1], _LEAVING):
                yield from _rows(statement.test, rest, is_true=True)
        for block in without_loop(statement):
            yield *_span(block), LOOP, ["None"]
        for block in blocks(statement):
            yield from _decided(block)


def _rows(test: ast.expr, block: Sequence[ast.stmt], *, is_true: bool) -> Iterator[Decided]:
    if block:
        yield from ((*_span(block), name, wanted) for name, wanted in needs(test, is_true=is_true))


def _span(block: Sequence[ast.stmt]) -> tuple[int, int]:
    """The first and the last place of a block."""
    return _place(block[0].lineno, 0), _place(block[-1].end_lineno or 0, _WIDEST)


def _parts_of_expressions(function: Function, column: _Column) -> Iterator[Decided]:
    """The arms of `… if … else …`, and what comes after the first part of `… and …` and `… or …`."""

    def rows(test: ast.expr, first: ast.expr, last: ast.expr, *, is_true: bool) -> Iterator[Decided]:
        start = _place(first.lineno, column(first.lineno, first.col_offset))
        end = last.end_lineno or last.lineno
        until = _place(end, column(end, last.end_col_offset or 0))
        yield from ((start, until, name, wanted) for name, wanted in needs(test, is_true=is_true))

    for node in walk(function):
        if isinstance(node, ast.IfExp):
            yield from rows(node.test, node.body, node.body, is_true=True)
            yield from rows(node.test, node.orelse, node.orelse, is_true=False)
        elif isinstance(node, ast.BoolOp):
            for before, part in itertools.pairwise(node.values):
                yield from rows(before, part, node.values[-1], is_true=isinstance(node.op, ast.And))
