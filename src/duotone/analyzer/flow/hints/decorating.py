"""What the rest of the project tells of async functions that a decorator which can't be read has made something of."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.flow.file import File
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.decorators import UNREAD, WRAPPED, may_begin
from duotone.analyzer.link.values import Instance
from duotone.analyzer.outline import Function

__all__ = ["is_awaitable", "left_to_themselves", "pending"]


def is_awaitable(file: File, site: Site, *, is_async: bool) -> bool:
    """Tell whether others await what a decorated function gives, so that it is nothing to be dropped.

    A decorator of a library may have made it fit for plain code, or begin it at once. What the project itself wraps its
    coroutines in may be asked for more than to be awaited, as where its methods return it again.
    """
    if site.doubt.endswith(WRAPPED) and not all(_is_of_result(site, use) for use in site.uses):
        return False
    if site.doubt.endswith(UNREAD) and (not is_async or (_is_left(site) and may_begin(site.doubt))):
        return False
    names = [*_decorated_alike(site)]
    for name in names:
        file.project.touch(f"!{name}")
    return any(name in file.project.awaited_names for name in names)


def pending(site: Site) -> str:
    """What to ask the project where a call is dropped: that plain code, which couldn't await it, doesn't do so."""
    is_open = site.kind == "coroutine" and site.doubt.endswith(UNREAD) and _is_left(site)
    return f"waits:{_decorator(site)}" if is_open else ""


def left_to_themselves(file: File) -> Iterator[str]:
    """The decorators that can't be read of those that plain code calls for nothing, as if they went on alone."""
    for ran in file.ran:
        for site in ran.sites if not ran.is_async else ():
            if site.kind == "coroutine" and site.uses and _is_left(site) and site.doubt.endswith(UNREAD):
                yield _decorator(site)


def _is_left(site: Site) -> bool:
    return all(use.kind == "discard" for use in site.uses)


def _is_of_result(site: Site, use: Use) -> bool:
    """Tell whether a use asks for no attribute but one that the result is known to have."""
    if use.kind != "attribute" or not isinstance(use.node, ast.Attribute):
        return True
    result = site.made.awaited() if site.made is not None else None
    return isinstance(result, Instance) and find(result.symbol, use.node.attr) is not None


def _decorator(site: Site) -> str:
    return site.doubt.removesuffix(UNREAD).strip()


def _decorated_alike(site: Site) -> Iterator[str]:
    """The names of a decorated function, and of others of its class, or else of its module, that have the same ones."""
    callee = site.callee
    if callee is None:
        return
    yield callee.outline.name
    if not site.doubt.endswith(UNREAD):
        return
    names = callee.owner.outline.names if callee.owner is not None else callee.module.outline.names
    mine = set(callee.outline.decorators)
    for name, bindings in names.items():
        if any(isinstance(one, Function) and one.is_async and mine.issubset(one.decorators) for one in bindings):
            yield name
