"""Governed sessions on both faces: their life, who takes part, and what they may do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from duotone.errors import (
    ApprovalNeeded,
    BadInput,
    BadTransition,
    BadUnit,
    Denied,
    NoSuchSession,
    NotActive,
    OverLimit,
    SessionExists,
)
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import MemoryStore
from duotone.runtime.sessions import Ask, Behavior, Claim, Newcomer, Ring, Rule, SessionConfig, SessionState, Verdict
from tests.runtime.sessions.faces import Faced

Make = Callable[..., Faced]


def test_H12_a_whole_life_is_one_event_for_each_transition_and_all_are_heard(make: Make) -> None:
    heard: list[str] = []
    hv = make(on_event=lambda event: heard.append(event.kind))
    session = hv.create_session(creator="owner")
    assert session.state == "created"
    assert hv.join_session(session, "bot", trust=0.7) is Ring.STANDARD
    assert session.state == "handshaking"
    assert hv.activate_session(session.id) is session
    hv.act(session, "bot", "look", lambda: 1)
    hv.leave_session(session, "bot")
    hv.terminate_session(session, by="owner", because="done")
    assert (
        hv.kinds(session)
        == heard
        == [
            "session.created",
            "session.handshaking",
            "participant.joined",
            "session.activated",
            "action.started",
            "action.ended",
            "participant.left",
            "session.terminating",
            "session.archived",
        ]
    )


def test_the_lists_know_open_and_archived_sessions(make: Make) -> None:
    hv = make()
    first, second = hv.ready(), hv.ready()
    hv.terminate_session(first)
    assert hv.active_sessions == [second]
    assert {entry.id: entry.state for entry in hv.sessions} == {first.id: "archived", second.id: "active"}
    assert hv.session_count == 2
    assert hv.get_session(second.id) is second
    assert hv.get_session(first.id).root == first.root
    assert hv.get_session("nope") is None


def test_an_id_is_taken_once_and_the_list_of_sessions_is_not_one(make: Make) -> None:
    hv = make()
    hv.create_session(creator="owner", id="s")
    with pytest.raises(SessionExists):
        hv.create_session(creator="owner", id="s")
    with pytest.raises(BadInput, match="take another"):
        hv.create_session(creator="owner", id="duotone.sessions")
    with pytest.raises(NoSuchSession):
        hv.activate_session("nope")


def test_H9_a_transition_that_does_not_follow_is_refused_and_leaves_no_event(make: Make) -> None:
    hv = make()
    session = hv.create_session(creator="owner")
    with pytest.raises(BadTransition):
        hv.activate_session(session)
    root = hv.terminate_session(session)
    for refused in (hv.activate_session, hv.terminate_session):
        with pytest.raises(BadTransition):
            refused(session)
    assert hv.kinds(session) == ["session.created", "session.terminating", "session.archived"]
    assert session.root == root == hv.events(session)[1].hash


def test_the_root_of_a_session_is_verified_from_the_log(make: Make) -> None:
    hv = make()
    session = hv.ready()
    assert not hv.verify_audit(session).holds
    hv.store.commit([Append(session.id, [Draft("run.started", {"status": "running"}, run="r")])], [])
    root = hv.terminate_session(session)
    audit = hv.verify_audit(session.id)
    assert (audit.holds, audit.root) == (True, root)
    hv.store._sessions[session.id][1] = hv.store._sessions[session.id][0]
    assert not hv.verify_audit(session.id).holds


def test_an_action_returns_what_it_returns_in_either_color(make: Make) -> None:
    async def draft(text: str, *, end: str) -> str:
        await asyncio.sleep(0)
        return text + end

    hv = make()
    session = hv.ready()
    assert hv.act(session, "bot", "draft", draft, "a", end="!") == "a!"
    assert hv.act(session, "bot", "draft", str.upper, "a") == "A"
    assert hv.act(session, "bot", "draft", lambda: draft("b", end="?")) == "b?"


def test_an_action_that_fails_is_in_the_log_with_its_fault(make: Make) -> None:
    def fail() -> None:
        raise ValueError("no ink")

    hv = make()
    session = hv.ready()
    with pytest.raises(ValueError, match="no ink"):
        hv.act(session, "bot", "draft", fail)
    assert hv.events(session)[-1].data["outcome"] == "failed"
    assert session.going == {}


def test_a_generator_is_refused_before_anything_is_asked(make: Make) -> None:
    def stream() -> Any:
        yield 1

    hv = make()
    session = hv.ready()
    with pytest.raises(BadUnit, match="never run"):
        hv.act(session, "bot", "look", stream)
    assert "action.started" not in hv.kinds(session)


def test_risky_and_unknown_actions_are_denied_by_default(make: Make) -> None:
    hv = make()
    session = hv.ready(trust=0.95)
    for action in ("pay", "whatever"):
        with pytest.raises(Denied):
            hv.act(session, "bot", action, pytest.fail)
    assert hv.kinds(session)[-2:] == ["action.denied", "action.denied"]


def test_policies_of_either_color_are_asked_in_their_order_until_one_rules(make: Make) -> None:
    asked: list[str] = []

    def no_opinion(ask: Ask) -> None:
        asked.append("sync")

    async def allow_small(ask: Ask) -> bool | None:
        await asyncio.sleep(0)
        asked.append("async")
        return True if ask.args == (5,) else None

    hv = make(policy=[no_opinion, allow_small, Rule(Verdict.DENY, "pay", reason="too much")])
    session = hv.ready(trust=0.95)
    assert hv.act(session, "bot", "pay", lambda amount: amount, 5) == 5
    with pytest.raises(Denied, match="too much"):
        hv.act(session, "bot", "pay", pytest.fail, 500)
    assert asked == ["sync", "async", "sync", "async"]


@pytest.mark.parametrize("answer", ["allow!", ValueError("the rules are lost")])
def test_a_policy_that_fails_allows_nothing(make: Make, answer: object) -> None:
    def broken(ask: Ask) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    hv = make(policy=broken)
    session = hv.ready()
    with pytest.raises(Denied, match="failed"):
        hv.act(session, "bot", "look", pytest.fail)


def test_an_approval_lets_the_same_call_through_once(make: Make) -> None:
    hv = make(policy=Rule(Verdict.ASK, "pay"))
    session = hv.ready(trust=0.95)
    with pytest.raises(ApprovalNeeded) as needed:
        hv.act(session, "bot", "pay", pytest.fail, 7)
    assert [issue.kind for issue in hv.monitor_sessions()] == ["approval_waits"]
    hv.approve(session, needed.value.request, by="owner")
    assert hv.act(session, "bot", "pay", lambda amount: amount, 7) == 7
    with pytest.raises(ApprovalNeeded) as again:
        hv.act(session, "bot", "pay", pytest.fail, 7)
    hv.reject(session, again.value.request, by="owner")
    with pytest.raises(Denied, match="owner has rejected"):
        hv.act(session, "bot", "pay", pytest.fail, 7)
    hv.clock.advance(3599)
    assert "approval.expired" not in hv.kinds(session)


def test_H15_a_session_ends_when_its_time_is_over(make: Make) -> None:
    hv = make()
    session = hv.ready(config=SessionConfig(max_duration=60))
    hv.clock.advance(60)
    with pytest.raises(OverLimit, match="max_duration"):
        hv.act(session, "bot", "look", pytest.fail)
    assert [issue.kind for issue in hv.monitor_sessions()] == ["time_over"]
    assert session.state is SessionState.ARCHIVED
    assert hv.kinds(session).count("session.terminating") == 1
    assert hv.monitor_sessions() == []


def test_H15_participants_actions_and_rates_are_limited(make: Make) -> None:
    hv = make()
    session = hv.ready(config=SessionConfig(max_participants=1, max_actions=12))
    with pytest.raises(OverLimit, match="max_participants"):
        hv.join_session(session, "other", trust=0.7)
    for _ in range(12):
        hv.act(session, "bot", "look", lambda: None)
    with pytest.raises(OverLimit, match="max_actions"):
        hv.act(session, "bot", "look", pytest.fail)
    quick = hv.ready(trust=0.1)
    for _ in range(10):
        hv.act(quick, "bot", "look", lambda: None)
    for _ in range(20):
        with pytest.raises(OverLimit, match="rate is limited to 5 actions per second in ring 3"):
            hv.act(quick, "bot", "look", pytest.fail)
    assert hv.kinds(quick).count("action.throttled") == 1
    hv.clock.advance(0.25)
    hv.act(quick, "bot", "look", lambda: None)


def test_H15_an_elevation_ends_by_the_clock(make: Make) -> None:
    hv = make(policy=Rule(Verdict.ALLOW))
    session = hv.ready()
    with pytest.raises(Denied, match="needs ring 1"):
        hv.act(session, "bot", "pay", pytest.fail)
    hv.elevate(session, "bot", Ring.PRIVILEGED, seconds=30, by="owner", because="an incident")
    assert hv.act(session, "bot", "pay", lambda: "paid") == "paid"
    hv.clock.advance(30)
    with pytest.raises(Denied, match="needs ring 1"):
        hv.act(session, "bot", "pay", pytest.fail)
    hv.elevate(session, "bot", Ring.ROOT, seconds=30, by="owner")
    hv.lower(session, "bot")
    with pytest.raises(Denied):
        hv.act(session, "bot", "pay", pytest.fail)
    assert hv.kinds(session).count("ring.restored") == 2
    with pytest.raises(BadInput, match="above 0"):
        hv.elevate(session, "bot", Ring.ROOT, seconds=0, by="owner")


def test_H15_an_action_is_undone_within_its_window_and_once(make: Make) -> None:
    undone: list[object] = []

    async def take_back(result: object) -> str:
        await asyncio.sleep(0)
        undone.append(result)
        return "gone"

    hv = make()
    session = hv.ready(config=SessionConfig(undo_window=10, max_duration=None))
    hv.act(session, "bot", "draft", lambda: "text", undo=take_back)
    first = next(iter(session.undoable))
    assert hv.undo(session, first, by="owner") == "gone"
    assert undone == ["text"]
    with pytest.raises(LookupError):
        hv.undo(session, first, by="owner")
    hv.act(session, "bot", "draft", lambda: "late", undo=take_back)
    second = next(iter(session.undoable))
    hv.clock.advance(10.1)
    with pytest.raises(OverLimit, match="undo_window"):
        hv.undo(session, second, by="owner")
    hv.act(session, "bot", "draft", lambda: "third", undo=take_back)
    assert undone == ["text"]
    assert hv.kinds(session).count("action.undone") == 1


def test_an_undo_that_fails_is_said_to_have_failed(make: Make) -> None:
    def stuck(result: object) -> None:
        raise OSError("the printer is on fire")

    hv = make()
    session = hv.ready()
    hv.act(session, "bot", "draft", lambda: 1, undo=stuck)
    with pytest.raises(OSError, match="on fire"):
        hv.undo(session, next(iter(session.undoable)), by="owner")
    assert hv.events(session)[-1].data["outcome"] == "failed"


def test_who_did_not_execute_an_action_must_say_how_to_undo_it(make: Make, face: str) -> None:
    store = MemoryStore()
    one, other = make(store=store), make(store=store)
    session = one.ready()
    one.act(session, "bot", "draft", lambda: 1, undo=lambda result: None)
    action = next(iter(session.undoable))
    other.get_session(session.id)
    with pytest.raises(BadInput, match="pass undo=function"):
        other.undo(session.id, action, by="owner")
    assert other.undo(session.id, action, by="owner", undo=lambda: "undone") == "undone"
    with pytest.raises(LookupError):
        one.undo(session, action, by="owner")


@pytest.mark.parametrize("is_async", [False, True])
def test_H10_the_trust_adapter_may_be_of_either_color_and_a_claim_only_lowers_it(make: Make, *, is_async: bool) -> None:
    async def slow(newcomer: Newcomer) -> float:
        await asyncio.sleep(0)
        return quick(newcomer)

    def quick(newcomer: Newcomer) -> float:
        return 0.95 if newcomer.history == "clean" else 0.65

    hv = make(trust=slow if is_async else quick)
    session = hv.create_session(creator="owner")
    assert hv.join_session(session, "a", history="clean") is Ring.PRIVILEGED
    assert hv.join_session(session, "b", trust=0.99) is Ring.STANDARD
    assert hv.join_session(session, "c", trust=0.2, history="clean") is Ring.SANDBOX
    assert session.participants["b"].trust == 0.65


def test_who_joins_without_any_trust_is_in_the_sandbox(make: Make) -> None:
    hv = make()
    session = hv.create_session(creator="owner")
    assert hv.join_session(session, "stranger") is Ring.SANDBOX
    with pytest.raises(BadInput, match="from 0 to 1"):
        hv.join_session(session, "liar", trust=7)


@pytest.mark.parametrize("is_async", [False, True])
def test_H13_a_configured_verifier_is_really_called(make: Make, *, is_async: bool) -> None:
    seen: list[Claim] = []

    def quick(claim: Claim) -> Behavior | float:
        seen.append(claim)
        return 0.1 if claim.claimed == claim.observed else 0.8

    async def slow(claim: Claim) -> Behavior | float:
        await asyncio.sleep(0)
        return quick(claim)

    hv = make(verifier=slow if is_async else quick)
    session = hv.ready(trust=0.95)
    assert hv.verify_behavior(session, "bot", "read", "read").passed
    assert session.participants["bot"].own_ring is Ring.PRIVILEGED
    found = hv.verify_behavior(session, "bot", "read", "wrote", action="a1")
    assert (found.passed, found.drift, len(seen)) == (False, 0.8, 2)
    bot = session.participants["bot"]
    assert (bot.own_ring, round(bot.trust, 6)) == (Ring.SANDBOX, 0.2)
    assert hv.kinds(session)[-2:] == ["behavior.verified", "participant.rated"]


def test_H13_no_verifier_verifies_nothing_and_one_that_can_not_be_called_is_refused(make: Make) -> None:
    hv = make()
    session = hv.ready()
    with pytest.raises(BadInput, match="pass verifier=function"):
        hv.verify_behavior(session, "bot", 1, 1)
    for adapter in ("verifier", "trust", "policy"):
        with pytest.raises(BadUnit, match="can't be called"):
            make(**{adapter: [7] if adapter == "policy" else 7})
    strict = make(verifier=lambda claim: False)
    session = strict.ready()
    strict.verify_behavior(session, "bot", 1, 1)
    assert session.participants["bot"].trust == 0.0


def test_H10_subscribers_of_either_color_have_finished_when_the_method_returns(make: Make) -> None:
    heard: list[str] = []

    async def slow(event: Any) -> None:
        await asyncio.sleep(0.001)
        heard.append(event.kind)

    def broken(event: Any) -> None:
        if event.kind == "session.created":
            raise ValueError("no paper")

    hv = make(on_event=slow)
    hv.hypervisor.subscribers.add(broken)
    session = hv.create_session(creator="owner")
    assert heard == ["session.created"]
    failed = hv.events(session)[-1]
    assert (failed.kind, failed.data["event"]) == ("subscriber.failed", 1)
    hv.join_session(session, "bot", trust=0.7)
    assert heard == ["session.created", "session.handshaking", "participant.joined"]


def test_monitoring_names_whom_nobody_trusts(make: Make) -> None:
    hv = make()
    session = hv.ready(trust=0.4)
    assert [(issue.kind, issue.participant) for issue in hv.monitor_sessions()] == [("low_trust", "bot")]
    assert hv.monitor_sessions(threshold=0.3) == []
    with pytest.raises(BadInput):
        hv.monitor_sessions(threshold=5)
    hv.clock.advance(3600)
    hv.monitor_sessions()
    assert session.state is SessionState.ARCHIVED


def test_nobody_acts_in_a_session_that_has_not_begun_or_is_over(make: Make) -> None:
    hv = make()
    session = hv.create_session(creator="owner")
    hv.join_session(session, "bot", trust=0.7)
    with pytest.raises(NotActive, match="activate_session"):
        hv.act(session, "bot", "look", pytest.fail)
    hv.terminate_session(session)
    with pytest.raises(NotActive):
        hv.act(session, "bot", "look", pytest.fail)
