"""The governed sessions of a server."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from duotone.cli.stores.client import Client, path
from duotone.cli.stores.shapes import Row, Rows

__all__ = ["RemoteSessions"]


class RemoteSessions:
    """Asks a server about sessions; who does something is the name of the token, whatever the command says."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self) -> Rows:
        """Return all sessions, by name."""
        return [_row(one) for one in self._client.every(path("sessions"), whole=True)]

    def show(self, session: str) -> Row:
        """Return a session with participants and approvals."""
        return _row(self._client.get(path("sessions", session)))

    def create(self, session: str | None, limits: Mapping[str, Any], by: str) -> Row:  # noqa: ARG002  # see above
        """Create a session."""
        made = self._client.post(path("sessions"), {"id": session, "config": limits})
        return self.show(made["id"])

    def join(self, session: str, participant: str, trust: float | None) -> Row:
        """Let somebody in."""
        self._client.post(path("sessions", session, "participants"), {"participant": participant, "trust": trust})
        return self.show(session)

    def leave(self, session: str, participant: str, because: str | None) -> Row:
        """Let somebody go."""
        where = path("sessions", session, "participants", participant)
        self._client.ask("DELETE", where, query={"because": because})
        return self.show(session)

    def activate(self, session: str) -> Row:
        """Let participants act."""
        self._client.post(path("sessions", session, "activate"))
        return self.show(session)

    def elevate(self, session: str, participant: str, lent: Mapping[str, Any]) -> Row:
        """Lend somebody a better ring."""
        body = {name: lent[name] for name in ("ring", "seconds", "because")}
        self._client.ask("PUT", path("sessions", session, "participants", participant, "ring"), body=body)
        return self.show(session)

    def lower(self, session: str, participant: str) -> Row:
        """Take back what was lent."""
        self._client.ask("DELETE", path("sessions", session, "participants", participant, "ring"))
        return self.show(session)

    def decide(self, session: str, request: str, by: str, *, approved: bool) -> Row:  # noqa: ARG002  # as above
        """Approve or reject what waits for it, once."""
        self._client.post(path("approvals", session, request), {"decision": "approve" if approved else "reject"})
        return self.show(session)

    def kill(self, session: str, participant: str | None, by: str, reason: str) -> Row:  # noqa: ARG002  # as above
        """Stop a participant or the whole session, and return what was really stopped."""
        body = {"participant": participant, "reason": reason}
        report: Row = self._client.post(path("sessions", session, "kill"), body)
        return report

    def terminate(self, session: str, by: str, because: str | None) -> Row:  # noqa: ARG002  # as above
        """End a session."""
        self._client.post(path("sessions", session, "terminate"), {"because": because or ""})
        return self.show(session)

    def verify(self, session: str) -> Row:
        """Let the server read all of its events again, and say whether they are those that were written."""
        audit = self._client.get(path("sessions", session, "audit"))
        found = self._client.get(path("sessions", session))
        told = {"events": found["seq"], "root": audit["root"], "problem": audit["problem"]}
        return {"session": session, **told}


def _row(found: Row) -> Row:
    now = time.time()
    same = ("state", "creator", "created", "because", "root", "actions", "going", "unknown")
    return {
        "session": found["id"],
        **{name: found[name] for name in same},
        "events": found["seq"],
        "participants": [_participant(one, now) for one in found["participants"]],
        "approvals": [_approval(one) for one in found["approvals"] if now < one["expires"]],
    }


def _participant(one: Row, now: float) -> Row:
    lent = one["elevation"]
    ring = min(one["ring"], lent["ring"]) if lent is not None and now < lent["until"] else one["ring"]
    return {"participant": one["id"], "ring": ring, "trust": one["trust"], "actions": one["actions"]}


def _approval(one: Row) -> Row:
    return {name: one[name] for name in ("request", "action", "participant", "state", "reason")}
