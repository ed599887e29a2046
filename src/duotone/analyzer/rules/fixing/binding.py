"""Whether a call has the arguments that its function asks for; if not, it fails before there is a coroutine."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.awaiting import is_spread, takes
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.hints import expecting
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.decorators import BARE, leaves_alone
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.unify import is_protocol

__all__ = ["fits", "fits_around", "misfit"]

_OF_FIELDS = frozenset({"attrs", "dataclass", "define", "final", "frozen", "mutable"})
"""Decorators of classes that leave their methods alone, as they are called."""


def fits(site: Site) -> bool:
    """Tell whether a call has the arguments that its function asks for.

    What a class is asked for takes its object as the first of them.
    """
    callee = site.callee
    if callee is None or site.via is not None or callee.module.kind != "project" or not isinstance(site.node, ast.Call):
        return True
    ways = (True, False) if site.is_bound is None else (site.is_bound,)
    return any(takes(callee, site.node, is_bound=is_bound) for is_bound in ways)


def fits_around(site: Site, ran: Ran, around: ast.AST | None) -> bool:
    """Tell whether a call that is given a coroutine on the spot can be made at all, with its result in its place."""
    if not isinstance(around, ast.Call) or around.func is site.node:
        return True
    callee = next((symbol for symbol, call, _ in ran.calls if call is around), None)
    signatures = () if callee is None else callee.overloads or (callee,)
    is_bound = callee is None or callee.owner is None or _receiver(around) != callee.owner.outline.name
    return not signatures or any(takes(one, around, is_bound=is_bound) for one in signatures)


def _receiver(call: ast.Call) -> str:
    """The last name of what a method is asked of, which is that of its class where no object is given by that."""
    return chain(call.func).rpartition(".")[0].rpartition(".")[2]


def misfit(site: Site) -> str:
    """Say what is wrong with the arguments of a call, where it calls the function itself, and nothing where they fit.

    What was made of a function, as `partial` does, has some arguments by then. A method that overrides another one may
    take others, which the project has to tell.
    """
    callee, node, is_bound = site.callee, site.node, site.is_bound
    if callee is None or is_bound is None or callee.overloads or not site.is_surely_called:
        return ""
    if not isinstance(node, ast.Call) or is_spread(node) or expecting.fits(callee, node, is_bound=is_bound):
        return ""
    if not _is_itself(callee, is_bound=is_bound):
        return ""
    names = ", ".join(f"`{name}`" for name in expecting.missing(callee, node, is_bound=is_bound))
    return (
        f"the call lacks what it requires: {names}"
        if names
        else f"the call gives `{callee.outline.name}` what it doesn't take"
    )


def _is_itself(callee: FunctionSymbol, *, is_bound: bool) -> bool:
    """Tell whether it is a function as it is written that is called: its decorators, and its class, leave it alone.

    What looks like a protocol may take more than that asks for.
    """
    owner = callee.owner
    if owner is None:
        return not is_bound and all(leaves_alone(callee, text) for text in callee.outline.decorators)
    if owner.has_unknown_base or is_protocol(owner) or not all(map(_is_of_fields, owner.outline.decorators)):
        return False
    return all(text in BARE or leaves_alone(callee, text) for text in callee.outline.decorators)


def _is_of_fields(decorator: str) -> bool:
    """Tell whether a decorator of a class is about its fields alone."""
    return decorator.partition("(")[0].rpartition(".")[2] in _OF_FIELDS
