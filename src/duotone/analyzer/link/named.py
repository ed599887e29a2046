"""Methods of one name over the whole project: what its name alone tells about a call, and who would know."""

from __future__ import annotations

import itertools
import re
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence

from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.decorators import UNREAD, may_begin
from duotone.analyzer.link.operations import awaitability
from duotone.analyzer.link.symbols import ClassSymbol, ModuleSymbol
from duotone.analyzer.link.values import (
    UNKNOWN,
    ClassObject,
    Coroutine,
    Foreign,
    FunctionObject,
    Unknown,
    Value,
    options,
)
from duotone.analyzer.outline import Binding, Class, Function, Import

__all__ = ["Named", "absolute", "async_methods", "classes_with", "is_near", "is_of_face", "is_recolored", "tallied"]

_FACE = re.compile("^_*A(?:io|nyio|sync(?:io)?|sgi)?(?=[A-Z])|Async(?:io)?(?![a-z])|Aio(?![a-z])")


class Named(typing.NamedTuple):
    """How many methods of one name the project defines in either color, and which modules define the async ones."""

    asynchronous: int
    sync: int
    modules: Sequence[str]


def tallied(counts: Iterable[tuple[str, Mapping[str, Sequence[int]]]]) -> dict[str, Named]:
    """The methods of all modules together, from how many of each color every module has."""
    found: dict[str, tuple[list[int], list[str]]] = {}
    for module, methods in counts:
        for name, (asynchronous, sync) in methods.items():
            numbers, modules = found.setdefault(name, ([0, 0], []))
            numbers[0] += asynchronous
            numbers[1] += sync
            if asynchronous:
                modules.append(module)
    return {name: Named(numbers[0], numbers[1], sorted(modules)) for name, (numbers, modules) in found.items()}


def async_methods(module: ModuleSymbol, name: str) -> Iterator[Function]:
    """The async methods of one name that the classes of a module define."""
    for outer, bindings in module.outline.names.items():
        for binding in bindings:
            if isinstance(binding, Class):
                module.project.touch(module.node_of(outer))
                yield from _methods(binding.names, name)


def classes_with(module: ModuleSymbol, name: str) -> Iterator[ClassSymbol]:
    """The classes of a module that define an async method of one name themselves."""
    for outer, bindings in module.outline.names.items():
        if any(isinstance(one, Class) and any(_methods({name: one.names.get(name, ())}, name)) for one in bindings):
            found = module.own(outer)
            if isinstance(found, ClassObject):
                yield found.symbol


def is_recolored(module: ModuleSymbol, name: str, *, is_awaited: bool) -> bool:
    """Tell whether a decorator made something of an async method of one name that needn't give anything to await.

    One that can't be read may do so unless the project awaits calls of that name, and may begin a task even then.
    """
    given = (module.project.call(one.raw(name) or UNKNOWN) for one in classes_with(module, name))
    found = [one for result in given for one in options(result)]
    doubts = [one.doubt for one in found if isinstance(one, Coroutine) and one.doubt.endswith(UNREAD)]
    if any(not is_awaited or may_begin(doubt) for doubt in doubts):
        return True
    return not all(map(awaitability, found))


def is_of_face(module: ModuleSymbol, name: str) -> bool:
    """Tell whether a class is the async face of one of a library, which has a method of one name in plain, or may.

    Where that one can't be read, the names of the two classes tell.
    """
    return any(
        _is_face(one, base, name)
        for one in classes_with(module, name)
        for base in zip(one.bases(), one.outline.bases, strict=True)
    )


def _is_face(symbol: ClassSymbol, base: tuple[Value, str], name: str) -> bool:
    value, text = base
    if isinstance(value, ClassObject):
        found = find(value.symbol, name) if value.symbol.module.kind != "project" else None
        return found is not None and isinstance(found[0], FunctionObject) and not found[0].symbol.outline.is_async
    last = text.partition("[")[0].rpartition(".")[2]
    is_unread = isinstance(value, Foreign | Unknown)
    return is_unread and bool(last) and _FACE.sub("", symbol.outline.name) == last != symbol.outline.name


def _methods(names: Mapping[str, Sequence[Binding]], name: str) -> Iterator[Function]:
    for own, bindings in names.items():
        for binding in bindings:
            if isinstance(binding, Class):
                yield from _methods(binding.names, name)
            elif own == name and isinstance(binding, Function) and binding.is_async and not binding.is_generator:
                yield binding


def is_near(module: ModuleSymbol, other: str) -> bool:
    """Tell whether a module is likely to meet objects of another: it stands beside, above or below it, or imports it.

    What the package around both of them imports is what that package is about.
    In a tree of many parts that know nothing of one another, the same name in two of them is chance.
    """
    package, home = f"{_package(module.name)}.", f"{_package(other)}."
    if package.startswith(home) or home.startswith(package):
        return True
    if any(_leads_to(name, module.name, other) for name in _imported(module)):
        return True
    above = module.project.module(_common(module.name, other))
    return above is not None and any(_leads_to(name, above.name, other) for name in _imported(above))


def _leads_to(name: str, importer: str, other: str) -> bool:
    """Tell whether an import of a module reaches into the package of another, further than the importer itself is."""
    if f"{name}.".startswith(f"{_package(other)}."):
        return True
    return f"{other}.".startswith(f"{name}.") and not f"{importer}.".startswith(f"{name}.")


def _common(one: str, other: str) -> str:
    """The innermost package that two modules are in."""
    parts = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one.split("."), other.split("."), strict=False))
    return ".".join(part for part, _ in parts)


def _package(name: str) -> str:
    return name.rpartition(".")[0]


def _imported(module: ModuleSymbol) -> Iterator[str]:
    """The modules that a module imports, and what might be one."""
    outline = module.outline
    bindings = (binding for found in outline.names.values() for binding in found if isinstance(binding, Import))
    for binding in (*bindings, *outline.stars):
        name = absolute(module, binding)
        if name is not None:
            # A file has one name, and may be imported by another, from another root.
            found = module.project.seen_from(module, name)
            home = found.name if found is not None and found.kind == "project" else name
            yield home
            yield f"{home}.{binding.name}"


def absolute(importer: ModuleSymbol, binding: Import) -> str | None:
    """The dotted name of the module that an import names, relative ones resolved."""
    if not binding.level:
        return binding.module
    parts = importer.name.split(".")
    keep = len(parts) - binding.level + (1 if importer.is_package else 0)
    if keep < 0 or (keep == 0 and not binding.module):
        return None
    return ".".join([*parts[:keep], *([binding.module] if binding.module else [])])
