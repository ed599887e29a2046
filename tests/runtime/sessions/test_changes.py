"""The life of a session and of those in it, as pure decisions over the fold of its events."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from duotone.errors import (
    BadInput,
    BadTransition,
    Denied,
    NoSuchParticipant,
    NotActive,
    OverLimit,
    SessionExists,
    Stale,
)
from duotone.runtime.events import Draft
from duotone.runtime.sessions import Ring, Session, SessionConfig, SessionState
from duotone.runtime.sessions.audit import Audit
from duotone.runtime.sessions.changes import (
    activating,
    archiving,
    creating,
    elevating,
    joining,
    leaving,
    lowering,
    rating,
    terminating,
)
from duotone.runtime.sessions.lifecycle import ENTERED_BY, NEXT, moved
from duotone.runtime.sessions.rings import Elevation
from tests.runtime.sessions.chains import Chain


@pytest.mark.parametrize(("state", "asked"), list(itertools.product(SessionState, SessionState)))
def test_H9_every_change_of_state_goes_through_the_one_table(state: SessionState, asked: SessionState) -> None:
    if asked in NEXT[state]:
        assert moved("s", state, asked) is asked
        return
    with pytest.raises(BadTransition, match=f"is {state} and can't become {asked}"):
        moved("s", state, asked)


@pytest.mark.parametrize(("state", "asked"), list(itertools.product(SessionState, SessionState)))
def test_H9_the_fold_takes_no_way_past_the_table(state: SessionState, asked: SessionState) -> None:
    chain = Chain(is_active=False)
    chain.session.state = state
    if asked in NEXT[state]:
        chain.write([Draft(ENTERED_BY[asked], {})])
        assert chain.session.state is asked
    elif asked is not SessionState.CREATED:
        with pytest.raises(BadTransition):
            chain.write([Draft(ENTERED_BY[asked], {})])


def test_H12_a_whole_life_has_one_event_for_each_transition() -> None:
    chain = Chain()
    chain.write(terminating(chain.session, "done", "owner"))
    chain.write(archiving(chain.session, root=chain.events[-1].hash, seq=chain.session.seq, now=101.0))
    assert chain.kinds == [
        "session.created",
        "session.handshaking",
        "participant.joined",
        "participant.joined",
        "session.activated",
        "session.terminating",
        "session.archived",
    ]
    assert not chain.session.state.is_open
    with pytest.raises(Stale):
        archiving(chain.session, root="f" * 64, seq=3, now=101.0)
    assert chain.session.root == chain.events[-2].hash


def test_a_session_is_created_once_and_by_somebody() -> None:
    chain = Chain()
    with pytest.raises(SessionExists, match="is active"):
        creating(chain.session, SessionConfig(), "owner", 1.0)
    with pytest.raises(BadInput, match="creator"):
        creating(Session("t"), SessionConfig(), "", 1.0)


def test_nobody_activates_a_session_that_nobody_has_joined() -> None:
    with pytest.raises(BadTransition, match="it may become handshaking"):
        activating(Chain(is_active=False).session)


def test_joining_is_refused_twice_without_a_name_below_the_trust_and_after_the_end() -> None:
    chain = Chain(SessionConfig(min_trust=0.5))
    with pytest.raises(BadTransition, match="is joined"):
        joining(chain.session, "bot", 0.7, Ring.STANDARD)
    with pytest.raises(BadInput, match="name who joins"):
        joining(chain.session, "", 0.7, Ring.STANDARD)
    with pytest.raises(Denied, match=r"its trust is 0\.4"):
        joining(chain.session, "stranger", 0.4, Ring.SANDBOX)
    chain.write(terminating(chain.session, None, None))
    with pytest.raises(NotActive, match="can't be joined"):
        joining(chain.session, "late", 0.7, Ring.STANDARD)


def test_H15_no_more_participants_than_accepted() -> None:
    chain = Chain(SessionConfig(max_participants=2))
    with pytest.raises(OverLimit, match="max_participants is limited to 2"):
        joining(chain.session, "third", 0.7, Ring.STANDARD)
    chain.write(leaving(chain.session, "bot", None))
    assert joining(chain.session, "third", 0.7, Ring.STANDARD)


def test_H15_a_session_ends_when_its_time_is_over_with_one_event() -> None:
    chain = Chain(SessionConfig(max_duration=60))
    assert chain.session.due(159.9) == []
    chain.write(chain.session.due(160.0))
    assert chain.kinds[-1] == "session.terminating"
    assert chain.session.due(1e9) == []
    with pytest.raises(OverLimit, match="max_duration is limited to 60 s"):
        joining(chain.session, "late", 0.7, Ring.STANDARD)


def test_a_session_without_a_duration_goes_on() -> None:
    chain = Chain(SessionConfig(max_duration=None))
    assert chain.session.ends_at() is None
    assert chain.session.due(1e12) == []


def test_who_is_not_there_can_not_leave() -> None:
    with pytest.raises(NoSuchParticipant, match="nobody named 'ghost'"):
        leaving(Chain().session, "ghost", None)


def test_H15_a_lent_ring_ends_by_the_clock_and_says_so_once() -> None:
    chain = Chain()
    bot = chain.session.participants["bot"]
    chain.write(elevating(chain.session, "bot", Elevation(Ring.ROOT, 130.0, "owner"), "an incident", 100.0))
    assert [bot.ring_at(now) for now in (100.0, 129.9, 130.0, 1e9)] == [0, 0, 2, 2]
    assert chain.session.due(129.9) == []
    chain.write(chain.session.due(130.0))
    assert chain.kinds[-1] == "ring.restored"
    assert chain.session.due(131.0) == []


def test_an_elevation_that_is_none_is_refused() -> None:
    chain = Chain()
    with pytest.raises(BadInput, match="is no better than 2"):
        elevating(chain.session, "bot", Elevation(Ring.SANDBOX, 130.0, "owner"), "", 100.0)
    with pytest.raises(BadInput, match="above 0"):
        elevating(chain.session, "bot", Elevation(Ring.ROOT, 100.0, "owner"), "", 100.0)
    with pytest.raises(Denied, match="to themselves"):
        elevating(chain.session, "bot", Elevation(Ring.ROOT, 130.0, "bot"), "", 100.0)


def test_what_was_lent_can_be_taken_back_and_ends_with_a_rating() -> None:
    chain = Chain()
    with pytest.raises(BadTransition, match="the ring of 'bot' is its own"):
        lowering(chain.session, "bot")
    chain.write(elevating(chain.session, "bot", Elevation(Ring.ROOT, 130.0, "owner"), "", 100.0))
    chain.write(lowering(chain.session, "bot"))
    assert chain.session.participants["bot"].ring_at(100.0) is Ring.STANDARD
    chain.write(elevating(chain.session, "bot", Elevation(Ring.ROOT, 130.0, "owner"), "", 100.0))
    chain.write(rating(chain.session, "bot", 0.1, Ring.SANDBOX, "it lied"))
    bot = chain.session.participants["bot"]
    assert (bot.trust, bot.ring_at(100.0)) == (0.1, Ring.SANDBOX)


def test_the_audit_holds_until_a_byte_is_changed() -> None:
    chain = Chain()
    open_audit = Audit()
    open_audit.add(chain.events)
    assert not open_audit.holds
    chain.write(terminating(chain.session, None, None))
    chain.write(archiving(chain.session, root=chain.events[-1].hash, seq=chain.session.seq, now=101.0))
    audit = Audit()
    audit.add(chain.events)
    assert (audit.holds, audit.root) == (True, chain.session.root)


def test_the_audit_names_the_event_that_was_changed_left_out_or_sealed_wrongly() -> None:
    chain = Chain()
    chain.write(terminating(chain.session, None, None))
    whole = list(chain.events)
    chain.write(archiving(chain.session, root="f" * 64, seq=chain.session.seq, now=101.0))
    wrong = Audit()
    wrong.add(chain.events)
    assert wrong.problem == "event 7 seals another history"
    missing = Audit()
    missing.add([*whole[:2], *whole[3:]])
    assert missing.problem == "event 3 is missing"
    changed = Audit()
    changed.add([whole[0], replace(whole[1], data={"x": 1}), *whole[2:]])
    assert changed.problem == "event 2 (session.handshaking) is not what was written"
