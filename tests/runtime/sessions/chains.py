"""A session whose events are only kept in a list, for tests of what is pure."""

from __future__ import annotations

from collections.abc import Iterable

from duotone.runtime.events import GENESIS, Draft, Event, encoded, link
from duotone.runtime.outcomes import Outcome
from duotone.runtime.sessions import Action, Ask, Ring, Risk, Session, SessionConfig
from duotone.runtime.sessions.acting import Admission, admitting, asking, ending
from duotone.runtime.sessions.changes import activating, creating, joining
from duotone.runtime.sessions.policy import Ruling, Verdict, default_ruling

READ = Action("look", Risk.READ)
WRITE = Action("draft", Risk.REVERSIBLE)
PAY = Action("pay", Risk.IRREVERSIBLE)


class Chain:
    """Events in a list, and the session that is their fold."""

    def __init__(self, config: SessionConfig | None = None, *, is_active: bool = True) -> None:
        self.session = Session("s")
        self.events: list[Event] = []
        self.now = 100.0
        self.write(creating(self.session, config or SessionConfig(), "owner", self.now))
        if is_active:
            self.write(joining(self.session, "bot", 0.7, Ring.STANDARD))
            self.write(joining(self.session, "chief", 0.95, Ring.PRIVILEGED))
            self.write(activating(self.session))

    def write(self, drafts: Iterable[Draft]) -> None:
        for draft in drafts:
            seq = len(self.events) + 1
            before = self.events[-1].hash if self.events else GENESIS
            place = (seq, "s", seq, draft.kind, self.now, draft.run)
            seal = link(before, place, encoded(draft.data))
            event = Event(seq, "s", seq, draft.kind, self.now, draft.run, draft.data, seal)
            self.events.append(event)
            self.session.apply(event)

    def ask(self, action: Action, who: str = "bot", *args: object) -> Ask:
        participant = self.session.participants.get(who)
        ring = participant.ring_at(self.now) if participant else Ring.SANDBOX
        return Ask("s", who, participant.trust if participant else 0.0, ring, action, args, {})

    def admit(self, action: Action, who: str = "bot", *args: object, verdict: Verdict | None = None) -> Admission:
        ask = self.ask(action, who, *args)
        ruling = default_ruling(ask) if verdict is None else Ruling(verdict, "the test says so")
        name = f"a{len(self.events)}"
        admission = asking(self.session, ask, self.now) or admitting(self.session, ask, ruling, name, self.now)
        self.write(admission.drafts)
        return admission

    def act(self, action: Action, who: str = "bot", *args: object, verdict: Verdict | None = None) -> str:
        """Begin and end an action that is allowed, and return its id."""
        admission = self.admit(action, who, *args, verdict=verdict)
        assert admission.refusal is None
        name = str(admission.drafts[0].data["action"])
        self.write(ending(name, Outcome.OK, self.now, can_undo=True))
        return name

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]
