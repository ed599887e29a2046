"""Whose objects a parameter is given of which nothing else is known: methods of a library's are not the project's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duotone.analyzer.flow.declared import Argument, target_of
from duotone.analyzer.flow.hints import naming
from duotone.analyzer.flow.seen import Seen
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.values import ClassObject, Foreign, FunctionObject, Instance, Value, options

__all__ = ["is_of_others", "show"]


def show(seen: Seen, argument: Argument) -> None:
    """Remember what objects a parameter of this file is given."""
    function = argument.function
    if not isinstance(function, FunctionObject | ClassObject) or function.symbol.module is not seen.module:
        return
    for one in options(argument.value):
        if isinstance(one, Foreign | Instance):
            name = one.name if isinstance(one, Foreign) else one.symbol.name
            seen.objects_given.setdefault(target_of(argument), {})[name] = one


def is_of_others(seen: Seen, site: Site) -> bool:
    """Tell whether a method is asked of a parameter that is given objects of libraries, and none that has it async.

    A private name is nobody's business but the project's, whatever it is asked of.
    """
    given = seen.objects_given.get(site.param, {}) if site.param and not site.name.startswith("_") else {}
    told = {*_told(given.values(), site.name)}
    return told == {False}


def _told(given: Iterable[Value], name: str) -> Iterator[bool]:
    """Whether a method is async, of each object that tells; what a library's function gives may be anybody's."""
    for one in given:
        if isinstance(one, Foreign):
            if not naming.may_be_anybodys(one):
                yield False
        elif isinstance(one, Instance):
            found = find(one.symbol, name)
            made = found[0] if found is not None else None
            if isinstance(made, FunctionObject):
                yield made.symbol.outline.is_async
