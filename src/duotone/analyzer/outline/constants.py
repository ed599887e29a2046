"""What a test comes to where it asks for nothing but the version, or what is written in it or once for its module."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from duotone.analyzer.outline.versions import everywhere
from duotone.analyzer.parsing.walking import walk

__all__ = ["OPEN", "Constants", "Literal", "Open", "bound", "is_constant_name", "set_elsewhere", "verdict"]

Literal = bool | int | float | str | None


class Open:
    """Stands for what is not known."""


OPEN = Open()
_FOR_TYPES = frozenset({"MYPY", "TYPE_CHECKING"})
"""They are false, but what they guard is what others should see."""
_SET = re.compile(r"\.(_*[A-Z][A-Z0-9_]*)[ \t]*=(?!=)")
_REPLACED = re.compile(r"(?:patch|patch\.object|setattr)\([^()]*?[\"'.](_*[A-Z][A-Z0-9_]*)[\"']")
_LITERALS = (bool, int, float, str)
_ASKING = frozenset({"callable", "len"})
"""What a call knows of what it gives, although that isn't written down."""


def is_constant_name(name: str) -> bool:
    """Tell whether a name is written as that of a constant."""
    return name.isupper() and name not in _FOR_TYPES


def verdict(test: ast.expr, known: Callable[[str], Literal | Open]) -> bool | None:
    """What a test comes to with what is known of its names, of `callable` and `len`, and of each Python that is in use.

    None where that is open.
    """
    found = _value(test, known)
    return None if isinstance(found, Open) else bool(found)


def _value(node: ast.expr, known: Callable[[str], Literal | Open]) -> Literal | Open:
    if isinstance(node, ast.Name | ast.Call):
        return known(node.id if isinstance(node, ast.Name) else _asked(node))
    if isinstance(node, ast.Constant):
        return node.value if node.value is None or isinstance(node.value, _LITERALS) else bool(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        found = _value(node.operand, known)
        return OPEN if isinstance(found, Open) else not found
    if isinstance(node, ast.BoolOp):
        return _joined([_value(part, known) for part in node.values], isinstance(node.op, ast.Or))
    return _of_comparison(node, known) if isinstance(node, ast.Compare) and len(node.ops) == 1 else OPEN


def _of_comparison(node: ast.Compare, known: Callable[[str], Literal | Open]) -> bool | Open:
    left = _value(node.left, known)
    if isinstance(left, Open):
        found = everywhere(node)
        return OPEN if found is None else found
    right = _value(node.comparators[0], known)
    return OPEN if isinstance(right, Open) else _compared(left, node.ops[0], right)


def _asked(call: ast.Call) -> str:
    """The text of a call that asks what a parameter is like; nothing for any other."""
    is_asking = isinstance(call.func, ast.Name) and call.func.id in _ASKING and len(call.args) == 1
    return ast.unparse(call) if is_asking else ""


def _joined(values: Sequence[Literal | Open], deciding: bool) -> bool | Open:  # noqa: FBT001  # what one decides by
    """What `or` or `and` comes to: one part of the value that decides is enough."""
    if any(not isinstance(value, Open) and bool(value) is deciding for value in values):
        return deciding
    return OPEN if OPEN in values else not deciding


def _compared(left: Literal, operator: ast.cmpop, right: Literal) -> bool | Open:
    if isinstance(operator, ast.Eq | ast.Is):
        return left == right
    return left != right if isinstance(operator, ast.NotEq | ast.IsNot) else OPEN


class Constants:
    """The constants of a module: what it binds once, on its top level, to what is written down."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._written = {name: value for statement in tree.body for name, value in _written(statement)}

    def __call__(self, name: str) -> Literal | Open:
        """The value of a constant; most names are none, and then nothing else is looked at."""
        return self._written[name] if name in self._written and self._is_bound_once(name) else OPEN

    def _is_bound_once(self, name: str) -> bool:
        """Tell whether nothing else binds a name, nor brings along all names of another module."""
        return self._often[name] == 1 and (name.startswith("_") or not self._often["*"])

    @functools.cached_property
    def switches(self) -> list[str]:
        """Those that are True or False."""
        return [name for name, value in self._written.items() if isinstance(value, bool) and self._is_bound_once(name)]

    @functools.cached_property
    def _often(self) -> Counter[str]:
        """How often the names are bound, wherever in the module: whoever does it again may well mean the same."""
        names = (name for node in walk(self._tree) for name in bound(node))
        return Counter(name for name in names if name in self._written or name == "*")


def _written(statement: ast.stmt) -> Iterator[tuple[str, Literal]]:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
            pass
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=value)):
            pass
        case _:
            return
    if is_constant_name(name) and (value is None or isinstance(value, _LITERALS)):
        yield name, value


def set_elsewhere(source: str) -> Iterator[str]:
    """The constants that a file gives another value in some module or object, or has replaced by a name in quotes."""
    yield from _SET.findall(source)
    if "patch" in source or "setattr" in source:
        yield from _REPLACED.findall(source)


def bound(node: ast.AST) -> Iterator[str]:
    """The names that a node binds, or may have bound."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, ast.arg):
        yield node.arg
