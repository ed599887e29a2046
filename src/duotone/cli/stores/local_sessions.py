"""The governed sessions of a log on this machine."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Mapping
from dataclasses import asdict, replace
from typing import Any

from duotone.cli.stores.places import Place
from duotone.cli.stores.shapes import Row, Rows
from duotone.errors import NoSuchSession
from duotone.runtime import Hypervisor
from duotone.runtime.log.views import LogView
from duotone.runtime.sessions.audit import Audit
from duotone.runtime.sessions.deeds import Deed
from duotone.runtime.sessions.index import INDEX, Index
from duotone.runtime.sessions.limits import SessionConfig
from duotone.runtime.sessions.rings import Ring
from duotone.runtime.sessions.session import Session

__all__ = ["LocalSessions"]


class LocalSessions:
    """Reads sessions without a trace; what changes one is decided by a hypervisor, as everywhere."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def list(self) -> Rows:
        """Return all sessions, by name."""
        with self._place.looked_at() as view:
            index = Index()
            index.absorb(view.read(INDEX))
            return [_whole(_read(view, name)) for name in sorted([*index.archived, *index.open])]

    def show(self, session: str) -> Row:
        """Return a session with participants and approvals."""
        with self._place.looked_at() as view:
            return _whole(_read(view, session))

    def create(self, session: str | None, limits: Mapping[str, Any], by: str) -> Row:
        """Create a session; with the first one, the log."""
        config = replace(SessionConfig(), **limits)
        with self._place.opened(may_be_new=True) as log, Hypervisor(log) as hypervisor:
            made = hypervisor.create_session(config, creator=by, id=session)
        return self.show(made.id)

    def join(self, session: str, participant: str, trust: float | None) -> Row:
        """Let somebody in."""
        with self._hypervisor() as hypervisor:
            hypervisor.join_session(session, participant, trust=trust)
        return self.show(session)

    def leave(self, session: str, participant: str, because: str | None) -> Row:
        """Let somebody go."""
        with self._hypervisor() as hypervisor:
            hypervisor.leave_session(session, participant, because=because)
        return self.show(session)

    def activate(self, session: str) -> Row:
        """Let participants act."""
        with self._hypervisor() as hypervisor:
            hypervisor.activate_session(session)
        return self.show(session)

    def elevate(self, session: str, participant: str, lent: Mapping[str, Any]) -> Row:
        """Lend somebody a better ring."""
        with self._hypervisor() as hypervisor:
            why = {"by": lent["by"], "because": lent["because"]}
            hypervisor.elevate(session, participant, Ring(lent["ring"]), seconds=lent["seconds"], **why)
        return self.show(session)

    def lower(self, session: str, participant: str) -> Row:
        """Take back what was lent."""
        with self._hypervisor() as hypervisor:
            hypervisor.lower(session, participant)
        return self.show(session)

    def decide(self, session: str, request: str, by: str, *, approved: bool) -> Row:
        """Approve or reject what waits for it, once."""
        with self._hypervisor() as hypervisor:
            (hypervisor.approve if approved else hypervisor.reject)(session, request, by=by)
        return self.show(session)

    def kill(self, session: str, participant: str | None, by: str, reason: str) -> Row:
        """Stop a participant or the whole session, and return what was really stopped."""
        with self._hypervisor() as hypervisor:
            return asdict(hypervisor.kill(session, participant, by=by, reason=reason))

    def terminate(self, session: str, by: str, because: str | None) -> Row:
        """End a session."""
        with self._hypervisor() as hypervisor:
            hypervisor.terminate_session(session, by=by, because=because)
        return self.show(session)

    def verify(self, session: str) -> Row:
        """Read all of its events again, and say whether they are those that were written."""
        audit = Audit()
        with self._place.looked_at() as view:
            events = view.read(session)
        if not events:
            raise NoSuchSession(session)
        audit.add(events)
        told = {"events": len(events), "root": audit.root, "problem": audit.problem}
        return {"session": session, **told}

    @contextlib.contextmanager
    def _hypervisor(self) -> Generator[Hypervisor]:
        with self._place.opened() as log, Hypervisor(log) as hypervisor:
            yield hypervisor


def _read(view: LogView, name: str) -> Session:
    session = Session(name)
    session.absorb(view.read(name))
    if not session.exists:
        raise NoSuchSession(name)
    return session


def _deed(deed: Deed) -> Row:
    return {"action": deed.id, "name": deed.action, "participant": deed.participant}


def _whole(session: Session) -> Row:
    now = time.time()
    return {
        "session": session.id,
        "state": str(session.state),
        "creator": session.creator,
        "created": session.created,
        "because": session.because,
        "root": session.root,
        "events": session.seq,
        "actions": session.actions,
        "participants": [
            {"participant": one.id, "ring": int(one.ring_at(now)), "trust": one.trust, "actions": one.actions}
            for one in session.participants.values()
        ],
        "approvals": [
            {
                "request": one.request,
                "action": one.action,
                "participant": one.participant,
                "state": str(one.state),
                "reason": one.reason,
            }
            for one in session.approvals.values()
            if now < one.expires
        ],
        "going": [_deed(deed) for deed in session.going.values()],
        "unknown": [_deed(deed) for deed in session.unknown.values()],
    }
