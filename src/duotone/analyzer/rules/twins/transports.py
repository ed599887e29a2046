"""What the constructor of one twin takes for the library that talks for it, where the other twin has another one."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.parsing.walking import params, walk

__all__ = ["Talking", "is_for_transport"]

_IMPORTS = re.compile(
    r"^ *(?:import|from) +(aio\w+|asyncpg|httpx|motor|psycopg2|pymongo|pymysql|requests|urllib3|websockets?)\b"
    r"(?:[^\n(]*\([^)]*\)|[^\n]*)",
    re.MULTILINE,
)
_WORD = re.compile(r"\w+")
_TALKS = re.compile(r"\bself\.\w*(?:client|connection|connector|http|session|transport)", re.IGNORECASE)
"""What an object talks through, by its name."""
_NONE = frozenset({"as", "from", "import"})


@dataclasses.dataclass(frozen=True, slots=True)
class Talking:
    """A class, and the lines of its file."""

    node: ast.ClassDef
    lines: Sequence[str]

    def libraries(self) -> dict[str, set[str]]:
        """The libraries that the class uses to talk to others, and what it may have of them."""
        used = {part.id for part in walk(self.node) if isinstance(part, ast.Name)}
        found: dict[str, set[str]] = {}
        for one in _IMPORTS.finditer("\n".join(self.lines)):
            words = {word for word in _WORD.findall(one[0]) if word not in _NONE} & used
            if words:
                found.setdefault(one[1], set()).update(words)
        return found


def is_for_transport(name: str, ours: Talking, theirs: Talking) -> bool:
    """Tell whether a constructor only gives a parameter to a library, in the place of which the twin has another one.

    It may be put into another parameter as well, which the twin has.
    """
    mine, other = ours.libraries(), theirs.libraries()
    words = {word for library in mine.keys() - other.keys() for word in mine[library]}
    maker = _maker(ours.node)
    if not words or not other.keys() - mine.keys() or maker is None:
        return False
    kept, settled = _followed(name, maker)
    given = {*_given(ours.node, words)}
    direct = {*_named(maker, name)} - settled
    held = [id(part) for part in walk(ours.node) if _is_read(part, kept)]
    return given.issuperset({*direct, *held}) and bool(direct or held)


def _maker(owner: ast.ClassDef) -> ast.FunctionDef | None:
    makers = (one for one in owner.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
    return next(makers, None)


def _followed(name: str, maker: ast.FunctionDef) -> tuple[set[str], set[int]]:
    """The attributes that keep a parameter, and those uses of it that keep it, ask for it or put it into another."""
    others = {arg.arg for arg in params(maker.args)} - {name, "self"}
    kept: set[str] = set()
    settled: set[int] = set()
    for part in walk(maker):
        match part:
            case (
                ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)], value=value)
                | ast.AnnAssign(
                    target=ast.Attribute(value=ast.Name(id="self"), attr=attribute), value=ast.expr() as value
                )
            ) if [*_named(value, name)]:
                kept.add(attribute)
                settled.update(_named(value, name))
            case ast.If(test=test) | ast.IfExp(test=test):
                settled.update(_named(test, name))
            case ast.Assign(targets=[target]) | ast.Expr(value=ast.Call(func=target)) if _root(target) in others:
                settled.update(_named(part, name))
            case _:
                pass
    return kept, settled


def _given(owner: ast.ClassDef, words: set[str]) -> Iterator[int]:
    """All that is in the arguments of calls of a library, or of what an object talks through."""
    for part in walk(owner):
        if isinstance(part, ast.Call) and (_root(part.func) in words or _TALKS.search(ast.unparse(part.func))):
            for given in (*part.args, *(word.value for word in part.keywords)):
                yield from map(id, walk(given))


def _named(node: ast.AST, name: str) -> Iterator[int]:
    return (id(part) for part in walk(node) if isinstance(part, ast.Name) and part.id == name)


def _is_read(node: ast.AST, attributes: set[str]) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute, ctx=ast.Load()):
            return attribute in attributes
        case _:
            return False


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes, calls and subscripts begins with."""
    while True:
        match node:
            case ast.Attribute(value=value) | ast.Subscript(value=value) | ast.Call(func=value):
                node = value
            case ast.Name(id=name):
                return name
            case _:
                return ""
