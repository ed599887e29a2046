"""What the parameters of a function decide about its body, and what a call gives them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.link.nodes import blocks
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.outline import Param
from duotone.analyzer.parsing.walking import walk

__all__ = ["Decided", "asked_lines", "decided_lines", "given", "is_open"]

Decided = tuple[int, int, str, Sequence[str]]
"""The first and the last line of what is run only if a parameter, or what a call gave, has one of these values.

"name:Class" stands for whether it is an object of a class.
"""

_VALUES = ("True", "False", "None")
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def decided_lines(function: ast.FunctionDef | ast.AsyncFunctionDef, *, is_blocking: bool) -> list[Decided]:
    """What is run only with some values of parameters that keep what they were given.

    In one that blocks, names that hold what one call gave count too; such a one stands there as `@` and its line.
    """
    rows = [*_decided(function.body)]
    names = {row[2] for row in rows}
    kept = {name: name for name in names if _is_kept(function, name.partition(":")[0])}
    if is_blocking and names:
        kept = {**_made(function), **kept}
    return [(first, last, kept[name], wanted) for first, last, name, wanted in rows if name in kept]


def asked_lines(function: ast.AST) -> list[Decided]:
    """What is run only if names are objects of some classes, or are not."""
    return [row for row in _decided(getattr(function, "body", ())) if ":" in row[2]]


def _made(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, str]:
    """The names in a function that are assigned once, what a call gives, with the line of that call."""
    parts = [*walk(function)]
    stored = Counter(part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    return {
        part.targets[0].id: f"@{part.value.lineno}"
        for part in parts
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and isinstance(part.value, ast.Call)
        if stored[part.targets[0].id] == 1
    }


def is_open(rows: Sequence[Decided], line: int, values: Mapping[str, str]) -> bool:
    """Tell whether a line may be run with what is known of the parameters."""
    return not any(
        first <= line <= last and values.get(name, wanted[0]) not in wanted for first, last, name, wanted in rows
    )


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
    for param, value in _bound(symbol, params, call):
        text = _text(value, caller, param)
        if text:
            values[param.name] = text
        else:
            values.pop(param.name, None)
        if asked and isinstance(value, ast.Name):
            known = _known_of(value, asked, caller)
            values.update({f"{param.name}:{kind}": text for kind, text in known})
    return values


def _known_of(name: ast.Name, asked: Sequence[Decided], caller: ast.AST) -> Iterator[tuple[str, str]]:
    """The classes that a name is known to be of, or not to be of, where it stands, with True or False."""
    for first, last, about, wanted in asked:
        subject, _, kind = about.partition(":")
        if subject == name.id and first <= name.lineno <= last and not _is_changed(caller, subject, first, name.lineno):
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


def _bound(symbol: FunctionSymbol, params: Sequence[Param], call: ast.Call) -> Iterator[tuple[Param, ast.expr]]:
    """The arguments of a call with the parameters that they are for."""
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
    """What is known of an argument; a name counts where the callee takes it for a switch."""
    if isinstance(value, ast.Constant):
        return str(value.value) if value.value is None or isinstance(value.value, bool) else ""
    if not isinstance(value, ast.Name) or not isinstance(caller, ast.FunctionDef) or param.default not in _VALUES:
        return ""
    return value.id if _is_kept(caller, value.id) else ""


def _is_kept(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Tell whether a name is a parameter that keeps what it was given."""
    args = function.args
    is_param = any(arg.arg == name for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs))
    return is_param and not any(
        isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load) for part in walk(function)
    )


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
        for block in blocks(statement):
            yield from _decided(block)


def _rows(test: ast.expr, block: Sequence[ast.stmt], *, is_true: bool) -> Iterator[Decided]:
    if block:
        first, last = block[0].lineno, block[-1].end_lineno or 0
        yield from ((first, last, name, wanted) for name, wanted in _needs(test, is_true=is_true))


def _needs(test: ast.expr, *, is_true: bool) -> Iterator[tuple[str, Sequence[str]]]:
    """The names that a test is about, and the values that they must have for it to hold, or not to hold."""
    match test:
        case ast.Name(id=name):
            yield name, ["True"] if is_true else ["False", "None"]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _needs(operand, is_true=not is_true)
        case ast.BoolOp(op=op, values=parts) if isinstance(op, ast.And) is is_true:
            for part in parts:
                yield from _needs(part, is_true=is_true)
        case ast.Compare(
            left=ast.Name(id=name),
            ops=[ast.Is() | ast.IsNot() as op],
            comparators=[ast.Constant(value=bool() | None as value)],
        ):
            is_same = isinstance(op, ast.Is) is is_true
            yield name, [one for one in _VALUES if (one == str(value)) is is_same]
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), kinds]):
            parts = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
            # One of several classes says nothing of each.
            for kind in parts if len(parts) == 1 or not is_true else ():
                yield f"{name}:{ast.unparse(kind)}", [str(is_true)]
        case _:
            pass
