"""Whether a call has the arguments that its function asks for; if not, it fails before there is a coroutine."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.awaiting import is_spread, takes
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.hints import expecting
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.decorators import leaves_alone

__all__ = ["fits", "fits_around", "misfit"]


def fits(site: Site) -> bool:
    """Tell whether a call has the arguments that its function asks for.

    What a class is asked for takes its object as the first of them.
    """
    callee = site.callee
    if callee is None or site.via is not None or callee.module.kind != "project" or not isinstance(site.node, ast.Call):
        return True
    return any(takes(callee, site.node, is_bound=is_bound) for is_bound in (True, False))


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


def misfit(site: Site, ran: Ran) -> str:
    """Say what is wrong with the arguments of a call, where it calls the function itself, and nothing where they fit.

    What was made of a function, as `partial` does, has some arguments by then, and a method that overrides another one
    may take others.
    """
    callee, node = site.callee, site.node
    if callee is None or callee.owner is not None or callee.overloads or not site.is_surely_called:
        return ""
    if not isinstance(node, ast.Call) or is_spread(node) or expecting.fits(callee, node):
        return ""
    is_itself = all(leaves_alone(callee, text) for text in callee.outline.decorators)
    if not is_itself or all(call is not node or symbol is not callee for symbol, call, _ in ran.calls):
        return ""
    names = ", ".join(f"`{name}`" for name in expecting.missing(callee, node))
    return (
        f"the call lacks what it requires: {names}"
        if names
        else f"the call gives `{callee.outline.name}` what it doesn't take"
    )
