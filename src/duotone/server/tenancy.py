"""Whose a session of the log is: its name says so, since a name can't be forgotten."""

from __future__ import annotations

import re
from typing import Final

from duotone.runtime.log import Names

__all__ = ["ID", "LOCAL", "TENANT", "inside", "names_of", "outside", "outside_run", "tenant_of"]

LOCAL: Final = "local"
"""The tenant of everything that was not made through a server with tokens."""

TENANT: Final = r"^[a-z0-9][a-z0-9-]{0,31}$"
"""What a tenant may be called."""

ID: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
"""What a resource may be called by whoever makes it; so nobody can write the mark of a tenant into a name."""

_MARK: Final = "@"
_OURS: Final = "duotone."
"""How the names of sessions begin that the runtime keeps for itself, and that are no tenant's."""
_MARKED = re.compile(r"@([a-z0-9][a-z0-9-]{0,31})\.(.*)", re.DOTALL)


def inside(tenant: str, name: str) -> str:
    """Return how the log calls what a tenant calls `name`."""
    return name if tenant == LOCAL else f"{_MARK}{tenant}.{name}"


def tenant_of(session: str) -> str:
    """Return whose a session of the log is.

    One with a mark that no server has written is nobody's, and so is what the runtime keeps for itself.
    """
    marked = _MARKED.fullmatch(session)
    if marked is None:
        return "" if session.startswith((_MARK, _OURS)) else LOCAL
    return marked[1]


def names_of(tenant: str) -> Names:
    """Return which sessions of the log are a tenant's."""
    return Names((_MARK, _OURS), is_inside=False) if tenant == LOCAL else Names((f"{_MARK}{tenant}.",))


def outside(session: str) -> str:
    """Return how the tenant calls what the log calls `session`."""
    marked = _MARKED.fullmatch(session)
    return session if marked is None else marked[2]


def outside_run(run: str) -> str:
    """Return how the tenant calls a run; that of a step of another one has a name that fits into a path."""
    return outside(run).replace("/", "~")
