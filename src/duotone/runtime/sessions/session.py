"""A session as the fold of its events: no I/O, no clock, no color."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Self

from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.outcomes import Outcome
from duotone.runtime.sessions.approvals import Approval, ApprovalState
from duotone.runtime.sessions.deeds import Deed
from duotone.runtime.sessions.lifecycle import ENTERED_BY, SessionState, moved
from duotone.runtime.sessions.limits import SessionConfig, config_from
from duotone.runtime.sessions.participants import Participant
from duotone.runtime.sessions.reading import number, optional_text, rows, table, text, texts
from duotone.runtime.sessions.rings import Elevation, Ring

__all__ = ["FORMAT", "Session"]

FORMAT = 1
"""The version of the snapshots of sessions; others are passed over, since the events say it all."""


class Session:
    """A governed session, to be read: only events of the log change it.

    `seq` is the last event of the session that has been taken in, `version` the last one that changed anything here.
    """

    __slots__ = (
        "abandoned",
        "actions",
        "approvals",
        "because",
        "config",
        "created",
        "creator",
        "going",
        "id",
        "participants",
        "root",
        "seq",
        "state",
        "undoable",
        "unknown",
        "version",
    )

    def __init__(self, id: str) -> None:  # noqa: A002  # what it is everywhere
        """Describe a session of which nothing is known yet; its first event creates it."""
        self.id = id
        self.seq = 0
        self.version = 0
        self.state = SessionState.CREATED
        self.creator = ""
        self.created = 0.0
        self.config = _NO_CONFIG
        self.because: str | None = None
        self.root: str | None = None
        self.actions = 0
        self.abandoned: tuple[str, ...] = ()
        """What could not be stopped when the session ended: actions and runs, by their ids."""
        self.participants: dict[str, Participant] = {}
        self.going: dict[str, Deed] = {}
        self.undoable: dict[str, Deed] = {}
        self.unknown: dict[str, Deed] = {}
        """Actions whose process has ended before it said how they went; nobody knows whether they took effect."""
        self.approvals: dict[str, Approval] = {}

    def __repr__(self) -> str:
        return f"<Session {self.id!r} {self.state}, {len(self.participants)} participants, event {self.seq}>"

    @property
    def exists(self) -> bool:
        """Whether the log has created this session."""
        return bool(self.creator)

    def ends_at(self) -> float | None:
        """Return when the accepted duration is over, None if there is no such limit."""
        has_end = self.exists and self.config.max_duration is not None
        return self.created + (self.config.max_duration or 0.0) if has_end else None

    def apply(self, event: Event) -> None:
        """Take in the next event of the session. The same events always give the same state."""
        fold = _FOLDS.get(event.kind)
        if fold is not None:
            fold(self, event.data)
            self.version = event.seq
        self.seq = max(self.seq, event.seq)

    def absorb(self, events: Iterable[Event]) -> None:
        """Take in those of the events that are not known yet."""
        for event in events:
            if event.seq > self.seq:
                self.apply(event)

    def due(self, now: float) -> list[Draft]:
        """Return what time alone has brought about and no event says yet, each thing once."""
        ends = self.ends_at()
        drafts = [
            Draft("ring.restored", {"participant": one.id, "ring": int(one.own_ring)})
            for one in self.participants.values()
            if one.elevation is not None and now >= one.elevation.until
        ]
        drafts += [
            Draft("approval.expired", {"request": one.request}) for one in self.approvals.values() if now >= one.expires
        ]
        if self.state.may_go_on and ends is not None and now >= ends:
            drafts.append(Draft(ENTERED_BY[SessionState.TERMINATING], {"because": "max_duration", "by": None}))
        return drafts

    def to_json(self) -> Mapping[str, Json]:
        """Return the snapshot that stands for all events up to `seq`."""
        return {
            "format": FORMAT,
            "version": self.version,
            "state": str(self.state),
            "creator": self.creator,
            "created": self.created,
            "config": self.config.to_json(),
            "because": self.because,
            "root": self.root,
            "actions": self.actions,
            "abandoned": list(self.abandoned),
            "participants": [one.to_json() for one in self.participants.values()],
            "going": [deed.to_json() for deed in self.going.values()],
            "undoable": [deed.to_json() for deed in self.undoable.values()],
            "unknown": [deed.to_json() for deed in self.unknown.values()],
            "approvals": [one.to_json() for one in self.approvals.values()],
        }

    @classmethod
    def from_json(cls, id: str, seq: int, data: Mapping[str, Json]) -> Self:  # noqa: A002  # as above
        """Return the session that a snapshot stands for."""
        self = cls(id)
        self.seq = seq
        self.version = int(number(data, "version"))
        self.state = SessionState(text(data, "state"))
        self.creator, self.created = text(data, "creator"), number(data, "created")
        self.config = config_from(table(data, "config"))
        self.because, self.root = optional_text(data, "because"), optional_text(data, "root")
        self.actions = int(number(data, "actions"))
        self.abandoned = texts(data, "abandoned")
        self.participants = {one.id: one for one in map(Participant.from_json, rows(data, "participants"))}
        self.going = {deed.id: deed for deed in map(Deed.from_json, rows(data, "going"))}
        self.undoable = {deed.id: deed for deed in map(Deed.from_json, rows(data, "undoable"))}
        self.unknown = {deed.id: deed for deed in map(Deed.from_json, rows(data, "unknown"))}
        self.approvals = {one.request: one for one in map(Approval.from_json, rows(data, "approvals"))}
        return self


_NO_CONFIG = SessionConfig()
_Data = Mapping[str, Json]


def _created(session: Session, data: _Data) -> None:
    session.creator, session.created = text(data, "creator"), number(data, "at")
    session.config = config_from(table(data, "config"))


def _moved_to(state: SessionState) -> Callable[[Session, _Data], None]:
    def fold(session: Session, data: _Data) -> None:
        session.state = moved(session.id, session.state, state)
        session.because = optional_text(data, "because") or session.because
        session.root = optional_text(data, "root")

    return fold


def _stopped(session: Session, data: _Data) -> None:
    if data.get("participant") is None:
        session.abandoned = texts(data, "abandoned")


def _joined(session: Session, data: _Data) -> None:
    name = text(data, "participant")
    session.participants[name] = Participant(name, number(data, "trust"), Ring(int(number(data, "ring"))))


def _left(session: Session, data: _Data) -> None:
    del session.participants[text(data, "participant")]


def _rated(session: Session, data: _Data) -> None:
    participant = session.participants[text(data, "participant")]
    participant.trust, participant.own_ring = number(data, "trust"), Ring(int(number(data, "ring")))
    participant.elevation = None


def _elevated(session: Session, data: _Data) -> None:
    session.participants[text(data, "participant")].elevation = Elevation.from_json(data)


def _restored(session: Session, data: _Data) -> None:
    session.participants[text(data, "participant")].elevation = None


def _started(session: Session, data: _Data) -> None:
    deed = Deed.from_json(data)
    session.going[deed.id] = deed
    session.actions += 1
    session.approvals.pop(optional_text(data, "request") or "", None)
    participant = session.participants.get(deed.participant)
    if participant is not None:  # it may have been killed before an eventual session knew
        participant.take_token(session.config.rates.get(participant.ring_at(deed.started)), deed.started)


def _ended(session: Session, data: _Data) -> None:
    name, at, is_unknown = text(data, "action"), number(data, "at"), data["outcome"] == Outcome.UNKNOWN
    # One that was given up for lost may have its end written after all, by a process that only seemed to be gone.
    deed = session.going.pop(name, None) or session.unknown.pop(name, None)
    if deed is not None and (is_unknown or (data["outcome"] == Outcome.OK and data.get("undo"))):
        session.undoable[deed.id] = replace(deed, undo_until=at + session.config.undo_window)
    elif deed is not None:
        session.undoable.pop(deed.id, None)
    if deed is not None and is_unknown:
        session.unknown[deed.id] = deed
    while (first := next(iter(session.undoable.values()), None)) and (first.undo_until or 0.0) < at:
        del session.undoable[first.id]


def _undoing(session: Session, data: _Data) -> None:
    session.undoable.pop(text(data, "action"), None)
    session.unknown.pop(text(data, "action"), None)


def _undone(session: Session, data: _Data) -> None:
    if data.get("deed") is not None:  # it was not, and still can be
        deed = Deed.from_json(table(data, "deed"))
        session.undoable[deed.id] = deed


def _throttled(session: Session, data: _Data) -> None:
    session.participants[text(data, "participant")].is_throttled = True


def _requested(session: Session, data: _Data) -> None:
    approval = Approval.from_json(data)
    session.approvals[approval.request] = approval


def _decided(state: ApprovalState) -> Callable[[Session, _Data], None]:
    def fold(session: Session, data: _Data) -> None:
        request = text(data, "request")
        session.approvals[request] = replace(session.approvals[request], state=state, by=text(data, "by"))

    return fold


def _expired(session: Session, data: _Data) -> None:
    session.approvals.pop(text(data, "request"), None)


_FOLDS: Mapping[str, Callable[[Session, _Data], None]] = {
    "session.created": _created,
    **{ENTERED_BY[state]: _moved_to(state) for state in SessionState if state is not SessionState.CREATED},
    "session.stopped": _stopped,
    "kill.ended": _stopped,
    "participant.joined": _joined,
    "participant.left": _left,
    "participant.killed": _left,
    "participant.rated": _rated,
    "ring.elevated": _elevated,
    "ring.restored": _restored,
    "action.started": _started,
    "action.ended": _ended,
    "action.undoing": _undoing,
    "action.undone": _undone,
    "action.throttled": _throttled,
    "approval.requested": _requested,
    "approval.approved": _decided(ApprovalState.APPROVED),
    "approval.rejected": _decided(ApprovalState.REJECTED),
    "approval.expired": _expired,
}
