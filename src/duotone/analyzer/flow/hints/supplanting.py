"""What of the standard library a file puts something of its own in the place of, among what takes callbacks."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.knowledge import callbacks
from duotone.analyzer.parsing.walking import walk

__all__ = ["supplanted", "taker_name"]

_PUTTING = frozenset({"setattr", "patch", "object", "replace"})


def taker_name(name: str) -> str:
    """The name of a taker by its package and itself: `multiprocessing.context.Process` is `multiprocessing.Process`."""
    return f"{name.partition('.')[0]}.{name.rpartition('.')[2]}"


@functools.cache
def _takers() -> Mapping[str, frozenset[str]]:
    """The packages of what can be replaced in a module, by its name; methods are those of a class."""
    found: dict[str, set[str]] = {}
    for name in (*callbacks.DROPPED, *callbacks.USED_AS_VALUE):
        owner, _, own = name.rpartition(".")
        if not owner.rpartition(".")[2].lstrip("_")[:1].isupper():
            found.setdefault(own, set()).add(name.partition(".")[0])
    return {own: frozenset(packages) for own, packages in found.items()}


@functools.cache
def _looks_like_one() -> re.Pattern[str]:
    names = "|".join(sorted(_takers()))
    return re.compile(rf"""["'.](?:{names})["']|\.(?:{names})[ ]=[ ]""")


def supplanted(source: str, tree: ast.Module) -> Iterator[str]:
    """The takers of callbacks that a file assigns to in their module, patches, or lists with what comes in their place.

    What is called in their place may await what the callback gives.
    """
    if _looks_like_one().search(source) is None:
        return
    for node in walk(tree):
        name = _put_in_place(node)
        own = name.rpartition(".")[2]
        for package in _takers().get(own, ()):
            is_other = "." in name and name.partition(".")[0].lstrip("_") != package
            if not is_other and re.search(rf"\b_?{package}\b", source):
                yield f"{package}.{own}"


def _put_in_place(node: ast.AST) -> str:
    """The name of what something else is put in the place of, with what it is of where that is written, or nothing."""
    match node:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr=_) as target], value=value) if _is_own(value):
            return ast.unparse(target)
        case ast.Call(func=function, args=args):
            called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            return _in_row(args, is_told=called in _PUTTING)
        case ast.Tuple(elts=elements):
            return _in_row(elements, is_told=len(elements) == 3)  # noqa: PLR2004  # an owner, a name, and what comes
        case _:
            return ""


def _in_row(parts: Sequence[ast.expr], *, is_told: bool) -> str:
    """The name in a row whose last is what comes in its place; a row that says no more is of two that are alike."""
    match parts:
        case [*_, ast.Constant(value=str(name)), new] if _is_own(new):
            last = ast.unparse(new).rpartition(".")[2]
            own = name.rpartition(".")[2]
            return name if is_told or (own in last and own != last) else ""
        case _:
            return ""


def _is_own(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute | ast.Lambda)
