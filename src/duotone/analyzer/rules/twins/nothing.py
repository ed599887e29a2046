"""Checks for None that a twin has no need of, since what they ask about is never None there."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator

from duotone.analyzer.parsing.walking import params, walk
from duotone.analyzer.rules.twins.colorless import FunctionNode

__all__ = ["Surroundings", "is_needless"]

_MAY_BE_NONE = re.compile(r"\b(?:None|Optional|Any|object)\b")
_MAY_BE_EMPTY = re.compile(
    r"\b(?:str|bytes|bytearray|bool|int|float|complex|[Ll]ist|[Dd]ict|[Ss]et|[Ff]rozen[Ss]et|[Tt]uple|Decimal|timedelta"
    r"|\w*(?:Sequence|Mapping|Collection|Iterable|Set|Deque|Sized))\b"
)
"""Types of which something that is there may still count as false."""


@dataclasses.dataclass(frozen=True, slots=True)
class Surroundings:
    """A function, and the class that it is a method of."""

    function: FunctionNode
    owner: ast.ClassDef | None

    def types(self, asked: ast.expr) -> list[str]:
        """What a parameter or an attribute is declared to be, "None" where it is set to it, and "Any" if unknown."""
        match asked:
            case ast.Name(id=name):
                stores = (part for part in walk(self.function) if isinstance(part, ast.Name) and part.id == name)
                is_set = any(isinstance(part.ctx, ast.Store) for part in stores)
                return ["Any"] if is_set else [_declared(self.function).get(name, "Any")]
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if self.owner is not None:
                return [*_of_attribute(name, self.owner)] or ["Any"]
            case _:
                return ["Any"]


def is_needless(test: ast.expr, here: Surroundings, there: Surroundings) -> bool:
    """Tell whether a test only holds for what is None, which may be here, and is declared to be never so there."""
    match test:
        case ast.BoolOp(op=ast.Or(), values=values):
            return all(is_needless(one, here, there) for one in values)
        case ast.BoolOp(values=values):
            return any(is_needless(one, here, there) for one in values)
        case ast.Compare(left=asked, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return _may_be_none(here.types(asked)) and not _may_be_none(there.types(asked))
        case ast.UnaryOp(op=ast.Not(), operand=asked):
            ours, theirs = here.types(asked), there.types(asked)
            is_empty = any(map(_MAY_BE_EMPTY.search, theirs))
            return _may_be_none(ours) and not _may_be_none(theirs) and not is_empty
        case _:
            return False


def _may_be_none(types: list[str]) -> bool:
    return any(map(_MAY_BE_NONE.search, types))


def _declared(function: FunctionNode) -> dict[str, str]:
    """The parameters, and what they are declared to be; one with None as its default may be that."""
    args = function.args
    positional = [*args.posonlyargs, *args.args]
    defaults = [*zip(positional[::-1], args.defaults[::-1], strict=False)]
    defaults += [(arg, one) for arg, one in zip(args.kwonlyargs, args.kw_defaults, strict=True) if one is not None]
    empty = {arg.arg for arg, one in defaults if isinstance(one, ast.Constant) and one.value is None}
    return {
        arg.arg: ast.unparse(arg.annotation) if arg.annotation is not None and arg.arg not in empty else "Any"
        for arg in params(args)
    }


def _of_attribute(name: str, owner: ast.ClassDef) -> Iterator[str]:
    """What an attribute of an object is declared to be, or what sets it; and "None" where it is set to that."""
    declared = [
        ast.unparse(part.annotation)
        for part in walk(owner)
        if isinstance(part, ast.AnnAssign) and (_is_own(part.target, name) or _is_field(part, name, owner))
    ]
    yield from declared
    for function in (one for one in owner.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)):
        for value in _set_to(name, function):
            if isinstance(value, ast.Constant) and value.value is None:
                yield "None"
            elif value is None:
                yield "Any"
            elif not declared:
                yield _declared(function).get(value.id, "Any") if isinstance(value, ast.Name) else "Any"


def _set_to(name: str, function: FunctionNode) -> Iterator[ast.expr | None]:
    """What an attribute of the object is set to in a method; None where that can't be told, or it is deleted."""
    told: set[int] = set()
    for part in walk(function):
        if isinstance(part, ast.Assign | ast.AnnAssign):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            own = [id(one) for one in targets if _is_own(one, name)]
            told.update(own)
            if own and part.value is not None:
                yield part.value
        elif isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load) and id(part) not in told:
            # Statements come before what is in them, so this one sets it in another way.
            yield from [None] if _is_own(part, name) else []


def _is_own(node: ast.expr, name: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
            return attribute == name
        case _:
            return False


def _is_field(node: ast.AnnAssign, name: str, owner: ast.ClassDef) -> bool:
    """Tell whether an annotation in the body of a class declares a field."""
    return isinstance(node.target, ast.Name) and node.target.id == name and node in owner.body
