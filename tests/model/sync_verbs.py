"""What programs do as sync code: run either color, lock, bind, and call through a portal."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import duotone
from duotone import scope
from duotone.errors import HomeClosed, WrongLoop
from tests.model.crossings import LIMITS, crossed, dressed
from tests.model.places import VARIABLES
from tests.model.sharing import Refusal, locked
from tests.model.verbs import PAUSES, callee, execute, is_to_be_swallowed, sync_verb

if TYPE_CHECKING:
    from tests.model.places import Place
    from tests.model.programs import Node

_HOME_MAY_HAVE_GONE = (WrongLoop, HomeClosed, asyncio.CancelledError)


@sync_verb("pause")
def _pause(node: Node, _place: Place) -> None:
    time.sleep(PAUSES[node.choice])


@sync_verb("sequence")
def _sequence(node: Node, place: Place) -> None:
    for child in node.children:
        execute(child, place)


@sync_verb("attempt")
def _attempt(node: Node, place: Place) -> None:
    try:
        execute(node.children[0], place)
    except BaseException as error:
        if not is_to_be_swallowed(error, place):
            raise


@sync_verb("scope")
def _scope(node: Node, place: Place) -> None:
    value, before = place.root.ledger.fresh(), place.values.now[0]
    with scope(VARIABLES[0], value):
        place.values.set(0, value)
        try:
            execute(node.children[0], place)
        finally:
            place.values.set(0, before)


@sync_verb("lock", "shared_lock")
def _lock(node: Node, place: Place) -> None:
    with locked(node, place) as inner:
        execute(node.children[0], inner)


@sync_verb("run", "run_awaitable")
def _run(node: Node, place: Place) -> None:
    child = node.children[0]
    stands_still = place.loop != "none"
    if child.is_async or node.limit != "none":
        target = "none" if not child.is_async else "bridge" if stands_still else place.home
        inner = place.across(
            node,
            loop=target,
            home="bridge",
            is_tight=place.is_tight or stands_still,
            holds_home=place.holds_home or place.loop == "home",
        )
    else:
        inner = place.across(node, owner=place.owner)
    is_elsewhere = child.is_async and not stands_still and place.home != "bridge"
    entry = place.open(node, refusal="maybe" if is_elsewhere and place.has_something() else "never")
    function = callee(child, inner, entry)
    if node.verb == "run_awaitable":
        crossed(place, inner, entry, lambda: duotone.run(function(), timeout=LIMITS[node.limit]))
    else:
        function = dressed(function, node, is_async=child.is_async)
        crossed(place, inner, entry, partial(duotone.run, function, timeout=LIMITS[node.limit]))


@sync_verb("portal")
def _portal(node: Node, place: Place) -> None:
    portal = place.root.portal
    if portal is None:
        _run(node, place)
        return
    inner = place.across(
        node, loop="home", home="bridge", is_tight=place.is_tight or place.loop != "none", holds_home=False
    )
    if place.is_detached:
        inner = replace(inner, is_doomed=True)
    # Beside this place, the home loop may be held up by a sync wait for what is held here.
    refusal: Refusal = "maybe" if place.has_something() else "never"
    if place.loop == "home" or place.holds_home:
        refusal = "surely"
    also = _HOME_MAY_HAVE_GONE if place.is_detached else ()
    entry = place.open(node, refusal=refusal, also=also)
    function = callee(node.children[0], inner, entry)
    crossed(place, inner, entry, partial(portal.run, function, timeout=LIMITS[node.limit]))
