"""What the declared type of a name, an attribute or a container says of a coroutine that is put there."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.flow import known
from duotone.analyzer.flow.declared import declared_attribute, has_no_room
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.flow.values import sites_in
from duotone.analyzer.link.nodes import is_empty
from duotone.analyzer.link.symbols import ClassSymbol
from duotone.analyzer.link.values import NONE, UNKNOWN, Coroutine, Instance, Value, options

__all__ = ["assigned", "bury", "displayed", "equated", "forget", "put"]

_DISPLAYS = (ast.Dict, ast.List, ast.Set, ast.Tuple)


def assigned(frame: Frame, name: str, value: Value, node: ast.expr) -> None:
    """Note that a name, whose declared type has no room for a coroutine, is made to stand for one."""
    if sites_in(value) and has_no_room(frame.project, frame.declared[name], value):
        frame.use(value, "annotation", node)


def put(frame: Frame, container: ast.expr, value: Value, node: ast.expr) -> bool:
    """Note that a coroutine is put into a container that is declared to hold something else; False where it isn't."""
    found = [site for site in sites_in(value) if site.kind in {"coroutine", "call"}]
    if not found or not _refuses_as_element(frame, _declared_as(frame, container), value):
        return False
    bury(value, node)
    return True


def bury(value: Value, node: ast.expr) -> None:
    """Note that a coroutine is put into a container in which it has no place, or out of which nobody takes it."""
    for site in sites_in(value):
        if site.kind in {"coroutine", "call"}:
            site.is_contained = True
            site.uses.append(Use("misplaced", node))


def _refuses_as_element(frame: Frame, declared: Value, value: Value) -> bool:
    """Tell whether a declared container has no room for a value."""
    found = [option for option in options(declared) if option is not NONE]
    if len(found) != 1 or not isinstance(found[0], Instance) or not found[0].args:
        return False
    return has_no_room(frame.project, found[0].args[-1], value)


def _declared_as(frame: Frame, node: ast.expr) -> Value:
    """The annotation of a name, here or in a function around, or of an attribute of a name; unknown without one."""
    if isinstance(node, ast.Attribute):
        return declared_attribute(frame.project, frame.owner_of(node), node.attr)
    inner: Frame | None = frame
    while isinstance(node, ast.Name) and inner is not None:
        if node.id in inner.declared or node.id in inner.ever:
            return inner.declared.get(node.id, UNKNOWN)
        inner = inner.outer
    return UNKNOWN


def displayed(node: ast.Dict | ast.List, value: Value) -> None:
    """A container is written down: a coroutine among results or plain values was meant to be a value too."""
    parts = options(value.args[-1]) if isinstance(value, Instance) and value.args else ()
    found = [site for option in parts if isinstance(option, Coroutine) for site in sites_in(option)]
    others = [option.symbol for option in parts if isinstance(option, Instance)]
    is_plain = any(symbol.module.name == "builtins" for symbol in others)
    for site in found:
        if is_plain or any(symbol in _results(site) for symbol in others):
            site.uses.append(Use("mixed", node))
    if found:
        _note_uneven(node, found)


def _results(site: Site) -> list[ClassSymbol]:
    """The classes of the project whose objects a coroutine gives."""
    given = options(site.made.awaited()) if site.made is not None else ()
    return [one.symbol for one in given if isinstance(one, Instance) and one.symbol.module.kind == "project"]


def equated(parts: Sequence[ast.expr], values: Sequence[Value]) -> None:
    """Two containers are compared, one of which is written down: a coroutine in them was meant to be a value."""
    if not any(isinstance(part, _DISPLAYS) and not is_empty(part) for part in parts):
        return
    for part, value in zip(parts, values, strict=True):
        for site in sites_in(value, deep=True):
            if site.kind == "coroutine" and site not in sites_in(value):
                site.uses.append(Use("comparison", part, not site.is_alternative))


def _note_uneven(node: ast.Dict | ast.List, found: Sequence[Site]) -> None:
    """Note the coroutines of a display in which another element awaits what the same function gives."""
    parts = node.values if isinstance(node, ast.Dict) else node.elts
    awaited = [part.value for part in parts if isinstance(part, ast.Await)]
    texts = {known.chain(call.func) for call in awaited if isinstance(call, ast.Call)} - {""}
    for site in found:
        if isinstance(site.node, ast.Call) and known.chain(site.node.func) in texts:
            site.uses.append(Use("uneven", node))


def forget(frame: Frame, function: ast.expr) -> None:
    """Forget the coroutines in the attributes of an object that a method of it, which is called, assigns."""
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return
    owner, root = frame.lookup(function.value.id), f"{function.value.id}."
    kept = [name for name, value in frame.env.items() if name.startswith(root) and isinstance(value, Coroutine)]
    for name in kept:
        if not isinstance(owner, Instance) or _assigns(owner, function.attr, name.removeprefix(root)):
            del frame.env[name]


def _assigns(owner: Instance, method: str, attribute: str) -> bool:
    return any(
        binding.method == method
        for symbol, _ in owner.symbol.mro
        for binding in symbol.outline.attributes.get(attribute, ())
    )
