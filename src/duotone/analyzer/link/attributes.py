"""What taking an attribute of a value gives."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping

from duotone.analyzer.link.nodes import delegate
from duotone.analyzer.link.scopes import FunctionScope
from duotone.analyzer.link.symbols import ClassSymbol, Lineage, Linker, ModuleSymbol
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    AsyncStream,
    ClassObject,
    Descriptor,
    Foreign,
    FunctionObject,
    Instance,
    ModuleObject,
    Partial,
    SuperObject,
    Tuple,
    TypeVariable,
    Union,
    Value,
    options,
    substitute,
    union,
)
from duotone.analyzer.outline import Value as Bound

__all__ = ["PUT_TOGETHER", "attribute", "by_prefix", "find"]

_DEEPEST = 24
_RECOLORS = re.compile(r"(?<![a-zA-Z])sync")
"""How decorators say that they make async methods plain: `@to_sync`, `@wrap("sync")`; `asyncio` is none."""
_ADDS = re.compile(r"\b(add|attach|generate|with)_")
"""How they say that the plain ones have names of their own, and the async ones stay: `@add_sync_methods`."""

PUT_TOGETHER = "its name is put together"
"""The doubt that another method is meant than those which are there."""
_INTERFACES = frozenset({"_typeshed", "abc", "collections.abc", "contextlib", "numbers", "typing", "typing_extensions"})


def attribute(project: Linker, value: Value, name: str) -> Value:  # noqa: PLR0911  # one case for each kind of value
    """What `value.name` stands for."""
    if isinstance(value, Instance):
        return _of_instance(project, value, name)
    if isinstance(value, ModuleObject):
        return _of_module(value.module, name)
    if isinstance(value, ClassObject):
        return _of_class(value, name)
    if isinstance(value, Union):
        parts = [attribute(project, option, name) for option in value.options if not _lacks(option, name)]
        return union(parts or [UNKNOWN])
    if isinstance(value, Foreign):
        return Foreign(f"{value.name}.{name}")
    if isinstance(value, TypeVariable):
        return attribute(project, value.bound, name) if value.bound is not None else UNKNOWN
    if isinstance(value, SuperObject):
        return _of_super(project, value, name)
    if isinstance(value, Tuple | AsyncStream):
        return attribute(project, _as_instance(project, value), name)
    if isinstance(value, Partial) and name == "func":
        return value.target
    return UNKNOWN


def _lacks(value: Value, name: str) -> bool:
    """Tell whether one of several possibilities can't be meant: nothing, or an object of Python's without the name.

    What is declared as no more than an interface may be anything that has it.
    """
    if value is NONE or not isinstance(value, Instance):
        return value is NONE
    symbol = value.symbol
    if symbol.module.kind != "typeshed" or symbol.module.name in _INTERFACES or symbol.name == "builtins.object":
        return False
    return all(find(symbol, one) is None for one in (name, "__getattr__")) and not symbol.has_unknown_base


def _as_instance(project: Linker, value: Tuple | AsyncStream) -> Value:
    if isinstance(value, AsyncStream):
        return project.named("typing", "AsyncGenerator", value.item, UNKNOWN)
    return project.builtin("tuple", union(list(value.items) or [UNKNOWN]))


def find(
    symbol: ClassSymbol, name: str, *, after: ClassSymbol | None = None
) -> tuple[Value, Mapping[str, Value], ClassSymbol] | None:
    """The first class in the order of resolution that has the name, and what its type variables stand for."""
    lineage = symbol.mro
    if after is not None:
        return _found(_behind(lineage, after), name)
    try:
        # Whoever depends on a class depends on its bases through it.
        return symbol.found[name]
    except KeyError:
        found = _found(lineage, name)
    is_settled = found is None or found[2].is_settled(name)
    if is_settled and (symbol.node or symbol.module.kind == "typeshed"):
        symbol.found[name] = found
    return found


def _behind(lineage: Lineage, after: ClassSymbol) -> Lineage:
    """The classes that come after one of them."""
    index = next((index for index, (entry, _) in enumerate(lineage) if entry is after), len(lineage))
    return lineage[index + 1 :]


def _found(lineage: Lineage, name: str) -> tuple[Value, Mapping[str, Value], ClassSymbol] | None:
    is_recolored = False
    for entry, known in lineage:
        if entry.outline.decorators and any(map(_recolors, entry.outline.decorators)):
            is_recolored = True
        raw = entry.raw(name)
        if raw is not None:
            is_method = isinstance(raw, FunctionObject | Descriptor) and not name.startswith("__")
            return (UNKNOWN if is_method and is_recolored else raw), known, entry
    return None


def _recolors(decorator: str) -> bool:
    """Tell whether a decorator puts plain methods in the place of the async ones of a class, as far as it says so."""
    return _RECOLORS.search(decorator) is not None and _ADDS.search(decorator) is None


def by_prefix(project: Linker, owner: Value, prefix: str) -> Value:
    """What `getattr(owner, prefix + …)` may give: any method whose name begins so, where that tells some apart.

    Classes below may have more of them. Those are async too where one of these is; where none is they may be either.
    """
    if not prefix.strip("_") or not isinstance(owner, Instance):
        return UNKNOWN
    names = {name for symbol, _ in owner.symbol.mro for name in symbol.outline.names if name.startswith(prefix)}
    found = [one for name in sorted(names) for one in options(project.attribute(owner, name))]
    meant = [_put_together(one) for one in found]
    return union(meant if meant != found else [*found, UNKNOWN])


def _put_together(value: Value) -> Value:
    if isinstance(value, FunctionObject) and value.symbol.outline.is_async:
        return value.doubted(PUT_TOGETHER)
    return value


def _of_module(module: ModuleSymbol, name: str) -> Value:
    found = module.own(name)
    if found is None:
        return UNKNOWN if module.kind == "project" and module.path else Foreign(f"{module.name}.{name}")
    return found


def _of_instance(project: Linker, value: Instance, name: str) -> Value:
    symbol = value.symbol
    if name == "__class__":
        return ClassObject(symbol, value.args)
    if symbol.name == "builtins.type" and value.args:
        made = value.args[0].bound if isinstance(value.args[0], TypeVariable) else None
        if isinstance(made, Instance):
            return _of_class(ClassObject(made.symbol, made.args), name)
    found = find(symbol, name)
    if found is None:
        if symbol.has_unknown_base:
            return _of_unknown_base(symbol, name)
        dynamic = find(symbol, "__getattr__")
        return _by_name(project, dynamic[0], value, name) if dynamic is not None else UNKNOWN
    raw, known, owner = found
    if owner is not symbol and isinstance(raw, Instance) and raw.args:
        raw = _with_others(raw, symbol, owner, name)
    if value.args:
        args = dict(zip(symbol.type_params, value.args, strict=False))
        known = {**{key: substitute(one, args) for key, one in known.items()}, **(args if not known else {})}
    if isinstance(raw, Instance | Union) and name in owner.outline.names and _is_assigned(owner, name):
        return union([_gotten(project, one, value) or _bound(project, one, value, known) for one in options(raw)])
    return _bound(project, raw, value, known)


def _with_others(container: Instance, symbol: ClassSymbol, owner: ClassSymbol, name: str) -> Instance:
    """A container of a base, with what classes below put into it: objects of the project that it isn't declared for."""
    declared = options(container.args[-1])
    classes = [one.symbol.name for one in declared if isinstance(one, Instance)]
    below = itertools.takewhile(lambda one: one[0] is not owner, symbol.mro)
    found = (one for entry, _ in below for one in options(entry.raw(f"{name}[]") or UNKNOWN))
    put = [one for one in found if isinstance(one, Instance) and one.symbol.module.kind == "project"]
    others = [one for one in put if not any(map(one.symbol.is_subclass, classes))]
    is_told = len(classes) == len(declared) - (NONE in declared) and bool(others)
    return Instance(container.symbol, (*container.args[:-1], union([*declared, *others]))) if is_told else container


def _is_assigned(owner: ClassSymbol, name: str) -> bool:
    """Tell whether the body of a class puts an object under a name, and doesn't just say what will be there."""
    bindings = [one for one in owner.outline.names[name] if isinstance(one, Bound)]
    return bool(bindings) and all(one.source is not None for one in bindings)


def _gotten(project: Linker, raw: Value, receiver: Instance) -> Value | None:
    """What a descriptor gives when it is taken from an instance; None where the object is none."""
    getter = find(raw.symbol, "__get__") if isinstance(raw, Instance) else None
    if getter is None or not isinstance(raw, Instance):
        return None
    if not isinstance(getter[0], FunctionObject) or project.depth > _DEEPEST:
        return UNKNOWN
    method = _of_instance(project, raw, "__get__")
    return project.call(method, [receiver, ClassObject(receiver.symbol, receiver.args)])


def _by_name(project: Linker, raw: Value, receiver: Instance, name: str) -> Value:
    """What `__getattr__` gives: what it declares, or an attribute of the object that it stands before."""
    if not isinstance(raw, FunctionObject) or raw.doubt or name.startswith("__"):
        return UNKNOWN
    symbol = raw.symbol
    if symbol.declared() is not None:
        return project.call(FunctionObject(symbol, receiver), [project.builtin("str")])
    scope = FunctionScope(project, symbol, receiver)
    owners = [delegate(text, symbol.outline.params[-1].name) for text in symbol.outline.results]
    # One that is asked again while it looks for that object would ask itself forever, once for each name in there.
    if len(owners) != 1 or owners[0] is None or project.depth > _DEEPEST or symbol.is_followed:
        return UNKNOWN
    previous, symbol.is_followed = project.enter(symbol.node), True
    try:
        return project.attribute(project.infer(owners[0], scope), name)
    finally:
        symbol.is_followed = False
        project.leave(previous)


def _of_unknown_base(symbol: ClassSymbol, name: str) -> Value:
    for entry, _ in symbol.mro:
        for base in entry.bases():
            if isinstance(base, Foreign):
                return Foreign(f"{base.name}.{name}")
    return UNKNOWN


def _of_class(value: ClassObject, name: str) -> Value:
    found = find(value.symbol, name)
    if found is None:
        return _of_unknown_base(value.symbol, name) if value.symbol.has_unknown_base else UNKNOWN
    raw, known, _ = found
    parts: list[Value] = []
    for option in options(raw):
        if isinstance(option, Descriptor):
            if option.kind == "class":
                parts.append(_receive(option.target, value, known))
            elif option.kind == "property":
                parts.append(UNKNOWN)
            else:
                parts.append(option.target)
        else:
            parts.append(substitute(option, known))
    return union(parts)


def _of_super(project: Linker, value: SuperObject, name: str) -> Value:
    symbol = value.receiver.symbol if isinstance(value.receiver, Instance | ClassObject) else value.symbol
    found = find(symbol if symbol.is_subclass(value.symbol.name) else value.symbol, name, after=value.symbol)
    if found is None:
        return _of_unknown_base(value.symbol, name) if value.symbol.has_unknown_base else UNKNOWN
    raw, known, _ = found
    return _bound(project, raw, value.receiver, known)


def _bound(project: Linker, raw: Value, receiver: Value, known: Mapping[str, Value]) -> Value:
    """Take a class attribute from an instance."""
    if isinstance(raw, FunctionObject):
        return _receive(raw, receiver, known)
    if isinstance(raw, Descriptor):
        return _taken(project, raw, receiver, known)
    if isinstance(raw, Union):
        return union([_bound(project, option, receiver, known) for option in raw.options])
    return substitute(raw, known) if known else raw


def _taken(project: Linker, raw: Descriptor, receiver: Value, known: Mapping[str, Value]) -> Value:
    if raw.kind == "property":
        return project.call(_receive(raw.target, receiver, known))
    if raw.kind == "class":
        owner = ClassObject(receiver.symbol, receiver.args) if isinstance(receiver, Instance) else receiver
        return _receive(raw.target, owner, known)
    return raw.target


def _receive(function: Value, receiver: Value, known: Mapping[str, Value]) -> Value:
    if isinstance(function, FunctionObject) and function.bound is None:
        return FunctionObject(function.symbol, receiver, known or None, function.doubt, function.original)
    return substitute(function, known)
