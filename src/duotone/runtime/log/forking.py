"""What must begin anew in a forked child: locks, threads and connections are its parent's."""

from __future__ import annotations

import os
import weakref
from typing import Protocol

__all__ = ["Forgetful", "forget_in_children"]


class Forgetful(Protocol):
    """Something that can let go of everything that a fork has made useless."""

    def forget(self) -> None:
        """Be as at the start."""


_all: weakref.WeakSet[Forgetful] = weakref.WeakSet()


def forget_in_children(thing: Forgetful) -> None:
    """Call `forget` of something in every child that is forked as long as it lives."""
    _all.add(thing)


def _forget() -> None:
    for thing in list(_all):
        thing.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
