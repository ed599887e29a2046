"""Which sessions a log has: a fold of its own, so that looking after the open ones never touches the archived ones."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest

from duotone.runtime.events import Draft, Event
from duotone.runtime.log.rows import Names
from duotone.runtime.sessions.reading import text

__all__ = ["INDEX", "Index", "listing", "unlisting"]

INDEX = "duotone.sessions"
"""The session of the log that lists all governed sessions; it also has what belongs to none of them."""


def listing(session: str) -> Draft:
    """Say that a session is about to be created."""
    return Draft("session.listed", {"session": session})


def unlisting(session: str) -> Draft:
    """Say that a session is archived."""
    return Draft("session.unlisted", {"session": session})


class Index:
    """The ids of all sessions of a log, the open ones apart."""

    __slots__ = ("archived", "open", "seq")

    def __init__(self) -> None:
        """Know nothing yet."""
        self.seq = 0
        self.open: dict[str, None] = {}
        self.archived: dict[str, None] = {}

    def absorb(self, events: Iterable[Event]) -> None:
        """Take in events of the index."""
        for event in events:
            self.seq = event.seq
            if event.kind == "session.listed":
                self.list(text(event.data, "session"))
            elif event.kind == "session.unlisted":
                self.unlist(text(event.data, "session"))

    def page(self, within: Names | None, after: str, limit: int) -> list[str]:
        """Return so many names past `after`, in their order; this looks at all of them, so never on a loop."""
        known = (name for names in (list(self.open), list(self.archived)) for name in names)
        found = {name for name in known if name > after and (within is None or name in within)}
        return nsmallest(limit, found)

    def list(self, session: str) -> None:
        """Count a session as open, unless it is known to be archived."""
        if session not in self.archived:
            self.open[session] = None

    def unlist(self, session: str) -> None:
        """Count a session as archived."""
        self.open.pop(session, None)
        self.archived[session] = None
