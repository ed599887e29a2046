"""The life of sessions against a small model: whatever is asked, both faces do what the model says."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from duotone.errors import (
    ApprovalNeeded,
    BadInput,
    BadTransition,
    Denied,
    DuotoneError,
    NoSuchApproval,
    NoSuchParticipant,
    NotActive,
    OverLimit,
)
from duotone.runtime import Rate, Ring, Rule, SessionConfig, Verdict
from duotone.runtime.sessions.lifecycle import ENTERED_BY, NEXT, SessionState
from tests.runtime.sessions.faces import Faced, faced

DURATION, ACTIONS, WINDOW, BURST = 1000.0, 6, 200.0, 3
CONFIG = SessionConfig(
    max_participants=2,
    max_duration=DURATION,
    max_actions=ACTIONS,
    approval_window=WINDOW,
    rates={Ring.STANDARD: Rate(0.01, BURST)},
)
WHO = st.sampled_from(["a", "b", "c"])
TRUST = {"a": 0.95, "b": 0.7, "c": 0.1}


@dataclass
class Model:
    """What a session should be like."""

    ends: float
    state: str = "created"
    rings: dict[str, int] = field(default_factory=dict)
    lent_until: dict[str, float] = field(default_factory=dict)
    buckets: dict[str, tuple[float, float]] = field(default_factory=dict)
    requests: dict[str, tuple[str, float, str]] = field(default_factory=dict)  # who, until, answer
    actions: int = 0
    ended_by: type[DuotoneError] = NotActive

    def ring(self, who: str, now: float) -> int:
        return 1 if now < self.lent_until.get(who, 0.0) else self.rings[who]

    def let_time_pass(self, now: float) -> None:
        self.requests = {name: one for name, one in self.requests.items() if now < one[1]}
        if now >= self.ends and self.state in {"created", "handshaking", "active"}:
            self.state, self.ended_by = "terminating", OverLimit

    def tokens(self, who: str, now: float) -> float:
        left, since = self.buckets.get(who, (float(BURST), now))
        return min(float(BURST), left + (now - since) * 0.01)


class Sessions(RuleBasedStateMachine):
    """One hypervisor, and what its sessions should be like."""

    face: ClassVar[str]
    sessions = Bundle("sessions")
    requests = Bundle("requests")

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        policy = [Rule(Verdict.ASK, "pay"), Rule(Verdict.DENY, "close")]
        self.hv: Faced = self.stack.enter_context(faced(self.face, policy=policy))
        self.models: dict[str, Model] = {}

    def teardown(self) -> None:
        self.stack.close()

    def attempt(self, *call: Any, **kwargs: Any) -> type[DuotoneError] | None:
        """Call a method, and return the kind of error that it raises."""
        name, *args = call
        try:
            self.result = getattr(self.hv, name)(*args, **kwargs)
        except DuotoneError as error:
            self.error: Any = error
            return type(error)
        return None

    def at(self, session: str) -> tuple[Model, float]:
        model, now = self.models[session], self.hv.clock()
        model.let_time_pass(now)
        return model, now

    @rule(target=sessions)
    def create(self) -> str:
        session = self.hv.create_session(CONFIG, creator="owner")
        self.models[session.id] = Model(self.hv.clock() + DURATION)
        return str(session.id)

    @rule(seconds=st.sampled_from([1.0, 50.0, 150.0, 400.0]))
    def wait(self, seconds: float) -> None:
        self.hv.clock.advance(seconds)

    @rule(session=sessions, who=WHO)
    def join(self, session: str, who: str) -> None:
        model, _ = self.at(session)
        expected: type[DuotoneError] | None = None
        if model.state in {"terminating", "archived"}:
            expected = model.ended_by
        elif who in model.rings:
            expected = BadTransition
        elif len(model.rings) >= 2:
            expected = OverLimit
        assert self.attempt("join_session", session, who, trust=TRUST[who]) is expected
        if expected is None:
            model.rings[who] = {"a": 1, "b": 2, "c": 3}[who]
            model.state = "handshaking" if model.state == "created" else model.state

    def found(self, session: str) -> Any:
        return self.hv.get_session(session)

    @rule(session=sessions, who=WHO)
    def leave(self, session: str, who: str) -> None:
        model, _ = self.at(session)
        expected = None if who in model.rings else NoSuchParticipant
        assert self.attempt("leave_session", session, who) is expected
        if expected is None:
            del model.rings[who]
            model.lent_until.pop(who, None)
            model.buckets.pop(who, None)

    @rule(session=sessions)
    def activate(self, session: str) -> None:
        model, _ = self.at(session)
        expected = None if model.state == "handshaking" else BadTransition
        assert self.attempt("activate_session", session) is expected
        model.state = "active" if expected is None else model.state

    @rule(session=sessions)
    def terminate(self, session: str) -> None:
        model, _ = self.at(session)
        expected = BadTransition if model.state == "archived" else None
        assert self.attempt("terminate_session", session) is expected
        model.state = "archived"

    @rule(session=sessions, who=WHO)
    def elevate(self, session: str, who: str) -> None:
        model, now = self.at(session)
        expected: type[DuotoneError] | None = None
        if model.state in {"terminating", "archived"}:
            expected = model.ended_by
        elif who not in model.rings:
            expected = NoSuchParticipant
        elif model.ring(who, now) <= 1:
            expected = BadInput
        assert self.attempt("elevate", session, who, Ring.PRIVILEGED, seconds=100, by="owner") is expected
        if expected is None:
            model.lent_until[who] = now + 100

    @rule(session=sessions, who=WHO, action=st.sampled_from(["look", "draft", "close"]))
    def act(self, session: str, who: str, action: str) -> None:
        model, now = self.at(session)
        expected = self.refusal(model, who, {"look": 3, "draft": 2, "close": 0}[action], now)
        assert self.attempt("act", session, who, action, lambda: "done") is expected
        if expected is None:
            self.count(model, who, now)

    @rule(target=requests, session=sessions, who=WHO)
    def pay(self, session: str, who: str) -> str:
        model, now = self.at(session)
        expected = self.refusal(model, who, 1, now)
        known = next((name for name, one in model.requests.items() if one[0] == who), None)
        if expected is None and (known is None or model.requests[known][2] == "requested"):
            expected = ApprovalNeeded
        elif expected is None and known is not None and model.requests[known][2] == "rejected":
            expected = Denied
        assert self.attempt("act", session, who, "pay", lambda: "paid") is expected
        if expected is ApprovalNeeded and known is None:
            known = str(self.error.request)
            model.requests[known] = (who, now + WINDOW, "requested")
        elif expected is None and known is not None:
            del model.requests[known]
            self.count(model, who, now)
        return known or "none"

    @rule(session=sessions, request=requests, approved=st.booleans())
    def decide(self, session: str, request: str, *, approved: bool) -> None:
        model, _ = self.at(session)
        known = model.requests.get(request)
        expected: type[DuotoneError] | None = None if known else NoSuchApproval
        if known and known[2] != "requested":
            expected = BadTransition
        assert self.attempt("approve" if approved else "reject", session, request, by="owner") is expected
        if known and expected is None:
            model.requests[request] = (known[0], known[1], "approved" if approved else "rejected")

    def refusal(self, model: Model, who: str, needs: int, now: float) -> type[DuotoneError] | None:
        """What refuses an action without asking the policy."""
        if model.state != "active":
            gone = who not in model.rings
            return NoSuchParticipant if gone else model.ended_by if model.state != "handshaking" else NotActive
        if who not in model.rings:
            return NoSuchParticipant
        if model.actions >= ACTIONS:
            return OverLimit
        if model.ring(who, now) > needs:
            return Denied
        return OverLimit if model.ring(who, now) == 2 and model.tokens(who, now) < 1 else None

    def count(self, model: Model, who: str, now: float) -> None:
        model.actions += 1
        if model.ring(who, now) == 2:
            model.buckets[who] = (model.tokens(who, now) - 1, now)

    @rule()
    def monitor(self) -> None:
        for session in self.models:
            model, _ = self.at(session)
            if model.state == "terminating":
                model.state = "archived"
        self.hv.monitor_sessions()

    @invariant()
    def every_transition_is_one_event_along_the_table(self) -> None:
        states = {kind: state for state, kind in ENTERED_BY.items()}
        for session in self.models:
            path = [states[kind] for kind in self.hv.kinds(session) if kind in states]
            assert path[0] is SessionState.CREATED
            assert all(after in NEXT[before] for before, after in pairwise(path))

    @invariant()
    def the_lists_say_what_the_model_says(self) -> None:
        states = {entry.id: entry.state for entry in self.hv.sessions}
        for session, model in self.models.items():
            if self.hv.clock() < model.ends:  # after that, somebody has to look first
                assert states[session] == model.state
                assert set(self.found(session).participants) == set(model.rings)
                assert self.found(session).actions == model.actions
        assert self.hv.session_count == len(self.models)


class SyncSessions(Sessions):
    face = "sync"


class AsyncSessions(Sessions):
    face = "async"


TestSyncSessions = SyncSessions.TestCase
TestSyncSessions.settings = settings(max_examples=30, stateful_step_count=30)
TestAsyncSessions = AsyncSessions.TestCase
TestAsyncSessions.settings = settings(max_examples=10, stateful_step_count=30)
