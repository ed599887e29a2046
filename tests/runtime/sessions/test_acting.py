"""Actions as pure decisions: begun, denied, throttled, put before a person, undone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.errors import (
    ApprovalNeeded,
    BadTransition,
    Denied,
    NoSuchApproval,
    NoSuchParticipant,
    NoSuchStep,
    NotActive,
    OverLimit,
)
from duotone.runtime.outcomes import Fault, Outcome
from duotone.runtime.sessions import Rate, Ring, Session, SessionConfig, Verdict
from duotone.runtime.sessions.acting import deciding, ending, undoing
from duotone.runtime.sessions.approvals import Approval
from duotone.runtime.sessions.changes import leaving, terminating
from tests.runtime.sessions.chains import PAY, READ, WRITE, Chain


def test_an_allowed_action_begins_and_ends() -> None:
    chain = Chain()
    name = chain.act(WRITE)
    assert chain.kinds[-2:] == ["action.started", "action.ended"]
    assert (chain.session.going, list(chain.session.undoable)) == ({}, [name])
    assert chain.session.participants["bot"].actions == chain.session.actions == 1


def test_an_action_that_failed_can_not_be_undone_and_has_its_fault() -> None:
    chain = Chain()
    admission = chain.admit(WRITE)
    name = str(admission.drafts[0].data["action"])
    chain.write(ending(name, Outcome.FAILED, 101.0, fault=Fault("ValueError", "no"), can_undo=True))
    assert chain.session.undoable == {}
    assert chain.events[-1].data["fault"] == {"type": "ValueError", "message": "no", "retryable": True}


def test_nobody_acts_before_the_session_is_active_or_after_it_has_ended() -> None:
    with pytest.raises(NotActive, match="activate_session"):
        Chain(is_active=False).admit(READ)
    chain = Chain()
    chain.write(terminating(chain.session, "enough", "owner"))
    with pytest.raises(NotActive, match="is terminating"):
        chain.admit(READ)


def test_nobody_acts_who_is_not_in_the_session() -> None:
    with pytest.raises(NoSuchParticipant):
        Chain().admit(READ, "ghost")


def test_a_ring_that_does_not_reach_is_denied_whatever_the_policy_says() -> None:
    chain = Chain()
    admission = chain.admit(PAY, "bot", verdict=Verdict.ALLOW)
    assert isinstance(admission.refusal, Denied)
    assert "needs ring 1 and is in ring 2" in str(admission.refusal)
    assert chain.kinds[-1] == "action.denied"


def test_a_denial_is_in_the_log_with_its_reason() -> None:
    chain = Chain()
    admission = chain.admit(PAY, "chief")
    assert isinstance(admission.refusal, Denied)
    assert "denied unless a policy allows" in str(chain.events[-1].data["because"])


def test_H15_no_more_actions_than_accepted() -> None:
    chain = Chain(SessionConfig(max_actions=2))
    chain.act(READ)
    chain.act(READ, "chief")
    admission = chain.admit(READ)
    assert isinstance(admission.refusal, OverLimit)
    assert chain.kinds[-1] == "action.denied"


def test_a_row_of_throttled_actions_is_one_event_until_one_is_allowed_again() -> None:
    chain = Chain(SessionConfig(rates={Ring.STANDARD: Rate(1, 2)}))
    chain.act(READ)
    chain.act(READ)
    refusals = [chain.admit(READ).refusal for _ in range(50)]
    assert all(isinstance(refusal, OverLimit) for refusal in refusals)
    assert chain.kinds.count("action.throttled") == 1
    chain.now += 1.0
    chain.act(READ)
    assert isinstance(chain.admit(READ).refusal, OverLimit)
    assert chain.kinds.count("action.throttled") == 2


def test_a_ring_without_a_rate_is_not_limited() -> None:
    chain = Chain(SessionConfig(rates={Ring.SANDBOX: Rate(1, 1)}))
    for _ in range(100):
        chain.act(READ)
    assert chain.session.participants["bot"].tokens is None


def test_an_approval_is_asked_for_once_given_once_and_worth_one_action() -> None:
    chain = Chain()
    needed = chain.admit(PAY, "chief", 7, verdict=Verdict.ASK).refusal
    assert isinstance(needed, ApprovalNeeded)
    again = chain.admit(PAY, "chief", 7, verdict=Verdict.ASK)
    assert isinstance(again.refusal, ApprovalNeeded)
    assert (again.drafts, again.refusal.request) == ([], needed.request)
    chain.write(deciding(chain.session, needed.request, "owner", approved=True))
    with pytest.raises(BadTransition, match="is approved and can't become rejected"):
        deciding(chain.session, needed.request, "owner", approved=False)
    chain.act(PAY, "chief", 7, verdict=Verdict.ASK)
    assert chain.events[-2].data["approved_by"] == "owner"
    with pytest.raises(NoSuchApproval):
        deciding(chain.session, needed.request, "owner", approved=True)
    assert isinstance(chain.admit(PAY, "chief", 7, verdict=Verdict.ASK).refusal, ApprovalNeeded)


def test_an_approval_says_why_it_is_asked_for_unless_its_log_is_of_an_earlier_version() -> None:
    chain = Chain()
    chain.admit(PAY, "chief", 7, verdict=Verdict.ASK)
    [asked] = chain.session.approvals.values()
    assert asked.reason
    assert Approval.from_json(asked.to_json()) == asked
    earlier = {name: value for name, value in asked.to_json().items() if name != "reason"}
    assert Approval.from_json(earlier) == replace(asked, reason="")


def test_an_approval_is_worth_nothing_for_other_arguments() -> None:
    chain = Chain()
    needed = chain.admit(PAY, "chief", 7, verdict=Verdict.ASK).refusal
    assert isinstance(needed, ApprovalNeeded)
    chain.write(deciding(chain.session, needed.request, "owner", approved=True))
    other = chain.admit(PAY, "chief", 8, verdict=Verdict.ASK).refusal
    assert isinstance(other, ApprovalNeeded)
    assert other.request != needed.request


def test_what_was_rejected_is_denied_until_its_time_is_over() -> None:
    chain = Chain(SessionConfig(approval_window=60, max_duration=None))
    needed = chain.admit(PAY, "chief", verdict=Verdict.ASK).refusal
    assert isinstance(needed, ApprovalNeeded)
    chain.write(deciding(chain.session, needed.request, "owner", approved=False))
    assert "owner has rejected it" in str(chain.admit(PAY, "chief", verdict=Verdict.ASK).refusal)
    chain.now += 60
    chain.write(chain.session.due(chain.now))
    assert chain.kinds[-1] == "approval.expired"
    assert isinstance(chain.admit(PAY, "chief", verdict=Verdict.ASK).refusal, ApprovalNeeded)


def test_nobody_decides_on_their_own_requests_or_on_what_was_never_asked() -> None:
    chain = Chain()
    needed = chain.admit(PAY, "chief", verdict=Verdict.ASK).refusal
    assert isinstance(needed, ApprovalNeeded)
    for approved in (True, False):
        with pytest.raises(Denied, match="their own requests"):
            deciding(chain.session, needed.request, "chief", approved=approved)
    with pytest.raises(NoSuchApproval, match="'r9'"):
        deciding(chain.session, "r9", "owner", approved=True)


def test_H15_an_action_is_undone_once_and_only_within_the_window() -> None:
    chain = Chain(SessionConfig(undo_window=10))
    first, second = chain.act(WRITE), chain.act(WRITE)
    chain.write(undoing(chain.session, first, "owner", 105.0))
    with pytest.raises(NoSuchStep, match=first):
        undoing(chain.session, first, "owner", 105.0)
    with pytest.raises(OverLimit, match="undo_window is limited to 10 s"):
        undoing(chain.session, second, "owner", 110.1)


def test_what_can_not_be_undone_any_more_is_forgotten() -> None:
    chain = Chain(SessionConfig(undo_window=10))
    chain.act(WRITE)
    chain.now += 60
    late = chain.act(WRITE)
    assert list(chain.session.undoable) == [late]


def test_an_action_whose_participant_is_gone_still_ends() -> None:
    chain = Chain()
    admission = chain.admit(WRITE)
    chain.write(leaving(chain.session, "bot", None))
    chain.write(admission.drafts)
    chain.write(ending(str(admission.drafts[0].data["action"]), Outcome.REFUSED, 101.0))
    assert chain.session.going == {}


STEPS = st.lists(st.sampled_from(["read", "write", "pay", "ask", "approve", "reject", "wait", "due"]), max_size=25)


@given(STEPS, st.integers(0, 30))
def test_a_snapshot_at_any_place_and_the_rest_of_the_events_give_the_same_session(steps: list[str], cut: int) -> None:
    chain = Chain(SessionConfig(approval_window=20, rates={Ring.STANDARD: Rate(1, 3)}))
    for step in steps:
        take(step, chain)
    place = min(cut, len(chain.events))
    first = Session("s")
    first.absorb(chain.events[:place])
    copy = Session.from_json("s", first.seq, first.to_json())
    copy.absorb(chain.events)
    assert (copy.to_json(), copy.seq) == (chain.session.to_json(), chain.session.seq)
    assert repr(copy) == repr(chain.session)


def take(step: str, chain: Chain) -> None:
    chain.now += 1.0
    match step:
        case "read" | "write":
            chain.admit({"read": READ, "write": WRITE}[step])
        case "pay":
            chain.admit(PAY, "chief")
        case "ask":
            chain.admit(PAY, "chief", verdict=Verdict.ASK)
        case "wait":
            chain.now += 9.0
        case "due":
            chain.write(chain.session.due(chain.now))
        case _:
            for request, approval in list(chain.session.approvals.items()):
                if approval.by is None:
                    chain.write(deciding(chain.session, request, "owner", approved=step == "approve"))
