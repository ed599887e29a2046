"""How a call leads to a method: of which class its object is, and where one can see that."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from duotone.analyzer.findings import Place, Step
from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.parsing.walking import all_params, walk
from duotone.analyzer.rules.writer import Writer

__all__ = ["reached"]

_OWN = frozenset({"", "cls", "self", "super"})
"""What needs no explaining, or has no name."""


def reached(writer: Writer, site: Site, ran: Ran) -> list[Step]:
    """The step that tells of which class the object of a call is; there is none for modules and one's own methods."""
    owner = site.callee.owner if site.callee is not None else None
    called = site.node.func if isinstance(site.node, ast.Call) else None
    if owner is None or not isinstance(called, ast.Attribute) or site.doubt or site.is_alternative or site.via:
        return []
    is_made = isinstance(called.value, ast.Call)
    name = known.chain(called.value.func if isinstance(called.value, ast.Call) else called.value)
    if name in _OWN or name.rpartition(".")[2] == owner.outline.name:
        return []
    if is_made:
        return [Step("reached", f"`{name}()` gives an object of class `{owner.outline.name}`")]
    place = _place(writer, ran, name, site.node.lineno)
    return [Step("reached", f"`{name}` is of class `{owner.outline.name}`", place)]


def _place(writer: Writer, ran: Ran, name: str, line: int) -> Place | None:
    """Where a name, or a field of the own object, gets what it stands for on a line, if that is in the same file."""
    first, _, field = name.partition(".")
    if field:
        is_own = first in _OWN and "." not in field
        found = next(_bindings_of_field(writer, ran, field), None) if is_own else None
    else:
        own = [one for one in _bindings(ran, name) if one.lineno <= line]
        found = max(own or _bindings_of_module(writer, ran, name), key=_position, default=None)
    return writer.place(found) if found is not None else None


def _position(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _bindings(ran: Ran, name: str) -> Iterator[ast.expr]:
    """Where a function binds a name; nothing where it asks which class that is of, since that tells more."""
    parts = [*walk(ran.node)]
    if any(isinstance(part, ast.Call) and _asks_for_class(part, name) for part in parts):
        return
    if not isinstance(ran.node, ast.Module):
        yield from (arg.annotation for arg in all_params(ran.node.args) if arg.arg == name and arg.annotation)
    for part in parts:
        if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store):
            yield part


def _bindings_of_module(writer: Writer, ran: Ran, name: str) -> list[ast.expr]:
    """Where the module of a function binds a name that the function has from there."""
    if not isinstance(ran.node, ast.Module) and any(arg.arg == name for arg in all_params(ran.node.args)):
        return []
    return [*_targets(writer.file.tree.body, name)]


def _asks_for_class(call: ast.Call, name: str) -> bool:
    return known.chain(call.func) == "isinstance" and bool(call.args) and known.chain(call.args[0]) == name


def _bindings_of_field(writer: Writer, ran: Ran, field: str) -> Iterator[ast.expr]:
    """Where a class declares a field, or else its methods assign it."""
    owner = ran.symbol.owner if ran.symbol is not None else None
    bodies = [node for node, symbol in writer.file.classes if symbol is owner]
    for node in bodies:
        yield from _targets(node.body, field)
    for node in bodies:
        yield from _targets(walk(node), f"self.{field}")


def _targets(nodes: Iterable[ast.AST], name: str) -> Iterator[ast.expr]:
    """The places at which statements bind a name to something, or declare it."""
    for node in nodes:
        targets: list[ast.expr] = [node.target] if isinstance(node, ast.AnnAssign) else []
        if isinstance(node, ast.Assign) and not _is_none(node.value):
            targets = node.targets
        yield from (target for target in targets if known.chain(target) == name)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
