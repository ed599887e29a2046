"""What must not live through a fork, and what must begin anew in the child: locks, threads and connections."""

from __future__ import annotations

import os
import weakref
from typing import Protocol

__all__ = ["Forgetful", "Halting", "forget_in_children", "halt_for_forks"]


class Forgetful(Protocol):
    """Something that can let go of everything that a fork has made useless."""

    def forget(self) -> None:
        """Be as at the start."""


class Halting(Forgetful, Protocol):
    """Something that must stand still while the process forks."""

    def halt(self) -> None:
        """Stop, and have nothing that a child could inherit."""

    def go_on(self) -> None:
        """Go on, in the parent."""


_forgetful: weakref.WeakSet[Forgetful] = weakref.WeakSet()
_halting: weakref.WeakSet[Halting] = weakref.WeakSet()
_halted: list[Halting] = []


def forget_in_children(thing: Forgetful) -> None:
    """Call `forget` of something in every child that is forked as long as it lives."""
    _forgetful.add(thing)


def halt_for_forks(thing: Halting) -> None:
    """Halt something before every fork, let it go on in the parent, and call `forget` in the child."""
    _halting.add(thing)


def _before() -> None:
    _halted[:] = _halting
    for thing in _halted:
        thing.halt()


def _in_parent() -> None:
    while _halted:
        _halted.pop().go_on()


def _in_child() -> None:
    _halted.clear()
    for thing in [*_halting, *_forgetful]:
        thing.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
