"""What happens when others change a session, or the facts about a participant, while something is decided."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from duotone.errors import BadInput, Killed, LogUnwritable, NoSuchParticipant, OverLimit
from duotone.runtime import Ask, Hypervisor, Ring, Session, SessionConfig
from duotone.runtime.dropping import Note
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log, MemoryStore, Names
from duotone.runtime.log.store import Settled
from duotone.runtime.outcomes import Outcome
from duotone.runtime.sessions.acting import check_admitted, ending
from duotone.runtime.sessions.deeds import Deed
from duotone.runtime.sessions.flights import AsyncFlight, Flight
from duotone.runtime.sessions.index import INDEX, listing, unlisting
from tests.runtime.sessions.chains import READ, Chain
from tests.runtime.sessions.faces import ACTIONS, Faced

Make = Callable[..., Faced]


def never(value: object, error: BaseException | None) -> None:
    raise AssertionError


def test_a_policy_is_asked_again_if_what_it_ruled_upon_has_changed(make: Make) -> None:
    store, asked = MemoryStore(), list[Ring]()
    there = make(store=store)

    async def elevated_meanwhile(ask: Ask) -> bool:
        await asyncio.sleep(0)
        asked.append(ask.ring)
        if len(asked) == 1:
            with ThreadPoolExecutor(1) as pool:
                lend = pool.submit(there.elevate, ask.session, "bot", Ring.PRIVILEGED, seconds=60, by="owner")
                lend.result()
        return True

    here = make(store=store, policy=elevated_meanwhile)
    session = here.ready()
    assert here.act(session, "bot", "draft", lambda: "done") == "done"
    assert asked == [Ring.STANDARD, Ring.PRIVILEGED]


def test_a_ruling_stands_while_others_do_what_does_not_concern_it(make: Make) -> None:
    store, asked = MemoryStore(), list[Ring]()
    there = make(store=store)

    def busy(ask: Ask) -> bool:
        asked.append(ask.ring)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(there.join_session, ask.session, "other", trust=0.7).result()
        return True

    here = make(store=store, policy=busy)
    session = here.ready()
    assert here.act(session, "bot", "draft", lambda: "done") == "done"
    assert (len(asked), set(session.participants)) == (1, {"bot", "other"})


def test_what_others_have_written_is_looked_up_before_anything_is_refused(make: Make) -> None:
    store = MemoryStore()
    here, there = make(store=store, verifier=lambda claim: True), make(store=store)
    session = here.ready()
    there.join_session(session.id, "second", trust=0.7)
    assert here.verify_behavior(session, "second", 1, 1).passed
    there.join_session(session.id, "third", trust=0.7)
    here.leave_session(session, "third")
    there.join_session(session.id, "fourth", trust=0.7)
    assert here.act(session, "fourth", "look", lambda: "seen") == "seen"
    with pytest.raises(NoSuchParticipant):
        here.leave_session(session, "third")


def test_what_another_hypervisor_has_archived_is_known_after_a_look(make: Make) -> None:
    store = MemoryStore()
    here, there = make(store=store), make(store=store)
    session = here.ready()
    assert there.active_sessions == []
    there.monitor_sessions()
    (seen,) = there.active_sessions
    here.terminate_session(session)
    there.monitor_sessions()
    assert (there.active_sessions, there.session_count, seen.state) == ([], 1, "archived")


def test_a_page_of_sessions_has_what_others_have_done(make: Make) -> None:
    store = MemoryStore()
    here, there = make(store=store), make(store=store)
    for name in ("c", "a", "@ours.b"):
        here.create_session(creator="owner", id=name)
    here.terminate_session("a")
    assert there.list_sessions() == [("@ours.b", "created"), ("a", "archived"), ("c", "created")]
    assert there.list_sessions(after="@ours.b", limit=1) == [("a", "archived")]
    assert there.list_sessions(within=Names(("@ours.",))) == [("@ours.b", "created")]


def test_a_session_is_sealed_after_all_that_its_runs_have_written(make: Make) -> None:
    hv = make()
    session = hv.ready()

    def write_late(event: Any) -> None:
        if event.kind == "session.terminating":
            hv.store.commit([Append(session.id, [Draft("step.ended", {"step": "s"}, run="r")])], [])

    hv.hypervisor.subscribers.add(write_late)
    root = hv.terminate_session(session)
    assert hv.events(session)[-2].kind == "step.ended"
    assert (hv.events(session)[-2].hash, hv.verify_audit(session).holds) == (root, True)


def test_the_end_of_an_action_is_written_whatever_others_have_written_meanwhile(make: Make) -> None:
    hv = make()
    session = hv.ready()

    def slow() -> str:
        hv.store.commit([Append(session.id, [Draft("participant.left", {"participant": "bot"})])], [])
        return "done"

    assert hv.act(session, "bot", "draft", slow) == "done"
    assert (session.going, session.participants) == ({}, {})


def test_undos_are_forgotten_with_their_window(make: Make) -> None:
    hv = make()
    session = hv.ready(config=SessionConfig(undo_window=10))
    hv.act(session, "bot", "draft", lambda: 1, undo=lambda result: None)
    hv.clock.advance(11)
    hv.act(session, "bot", "draft", lambda: 2, undo=lambda result: None)
    assert len(hv.hypervisor._acts._undos) == 1


def test_an_action_that_can_not_wait_for_its_end_is_noted(make: Make) -> None:
    def closed() -> None:
        raise GeneratorExit

    hv = make()
    session = hv.ready()
    if not hv.is_async:  # what that does to a coroutine is shown with the kills
        with pytest.raises(GeneratorExit):
            hv.act(session, "bot", "draft", closed)
    hv.hypervisor.notes.append(Note(None, Draft("work.dropped", {"what": "w", "where": "here"})))
    hv.leave_session(session, "bot")
    assert session.going == {}
    assert hv.store.read(INDEX)[-1].kind == "work.dropped"
    hv.monitor_sessions()


def test_a_session_that_is_listed_again_after_its_end_stays_archived(make: Make) -> None:
    hv = make()
    hv.store.commit([Append(INDEX, [listing("old"), unlisting("old"), listing("old")])], [])
    hv.monitor_sessions()
    assert [tuple(entry) for entry in hv.sessions] == [("old", "archived")]


def test_an_eventual_action_over_the_limit_is_withdrawn() -> None:
    chain = Chain(SessionConfig(max_actions=1))
    admissions = [chain.admit(READ)]
    check_admitted(chain.session, "bot")
    chain.write(admissions[0].drafts)
    with pytest.raises(OverLimit, match="max_actions"):
        check_admitted(chain.session, "bot")


@pytest.mark.parametrize("taker", ["nobody", ValueError("no"), None, "other"])
def test_a_hand_over_on_the_sync_face_says_who_has_taken_it(taker: Any) -> None:
    begun = threading.Event()

    async def wait() -> None:
        begun.set()
        await asyncio.sleep(60)

    def hand_over(deed: Deed) -> Any:
        if isinstance(taker, Exception):
            raise taker
        return taker

    with Hypervisor(actions=ACTIONS) as hypervisor, ThreadPoolExecutor(1) as pool:
        session = hypervisor.create_session(creator="owner")
        for name in ("bot", "other"):
            hypervisor.join_session(session, name, trust=0.7)
        hypervisor.activate_session(session)
        act = pool.submit(hypervisor.act, session, "bot", "draft", wait)
        begun.wait(30)
        report = hypervisor.kill(session, "bot", by="owner", reason="r", hand_over=hand_over)
        assert isinstance(act.exception(30), Killed)
    assert len(report.stopped) + len(report.handed_over) == 1
    assert len(report.handed_over) == (taker == "other")
    assert len(report.failures) == (taker == "nobody" or isinstance(taker, Exception))


def test_a_flight_that_was_stopped_before_it_began_does_not_begin() -> None:
    deed = Deed("a1", "draft", "bot", 1.0)
    flight = Flight("s", deed, never)
    assert flight.stop()
    with pytest.raises(Killed):
        flight.fly(pytest.fail, (), {})


def test_a_flight_that_has_landed_is_not_cancelled_any_more() -> None:
    async def main() -> None:
        flight = AsyncFlight("s", Deed("a1", "draft", "bot", 1.0), never)
        assert await flight.fly(asyncio.sleep, (0, "landed"), {}) == "landed"
        assert not flight.stop()
        flight._cancel()
        await asyncio.sleep(0)

    asyncio.run(main())


def test_an_end_that_nobody_began_changes_nothing(make: Make) -> None:
    hv = make()
    session: Session = hv.ready()
    hv.store.commit([Append(session.id, ending("ghost", Outcome.OK, 1.0, can_undo=True))], [])
    hv.leave_session(session, "bot")
    assert (session.going, session.undoable) == ({}, {})


def test_an_undo_that_only_another_process_knows_is_refused_before_it_is_used_up(make: Make) -> None:
    store, undone = MemoryStore(), list[int]()
    there, here = make(store=store), make(store=store)
    session = there.ready(trust=0.95)
    here.get_session(session.id)  # and knows nothing of what follows
    there.act(session, "bot", "draft", lambda: 7, undo=undone.append)
    (action,) = session.undoable
    with pytest.raises(BadInput, match="not known in this process; pass undo=function"):
        here.undo(session.id, action, by="chief")
    there.undo(session, action, by="chief")
    assert undone == [7]


class Rival(MemoryStore):
    """A log in which somebody else archives a session in the moment that it is about to be archived."""

    def __init__(self) -> None:
        super().__init__()
        self.deed: Callable[[], object] | None = None

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        if self.deed is not None and any(draft.kind == "session.archived" for one in appends for draft in one.drafts):
            deed, self.deed = self.deed, None
            deed()
        super().commit(appends, settled)


def test_a_kill_is_reported_although_somebody_else_archives_its_session(make: Make) -> None:
    store = Rival()
    there, here = make(store=store), make(store=store)
    session = here.ready()
    store.deed = lambda: Hypervisor(Log(store)).terminate_session(session.id)
    assert here.kill(session, by="chief", reason="enough").session == session.id
    other = here.ready(config=SessionConfig(max_duration=10))
    store.deed = lambda: Hypervisor(Log(store)).terminate_session(other.id)
    root = here.terminate_session(other)
    assert root == there.get_session(other.id).root
    assert there.kinds(other).count("session.archived") == 1


def test_a_note_that_could_not_be_written_is_written_later(make: Make) -> None:
    class Full(MemoryStore):
        is_full = False

        def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
            if self.is_full:
                raise LogUnwritable("memory", "disk is full")
            super().commit(appends, settled)

    store = Full()
    hypervisor = make(store=store)
    session = hypervisor.ready()
    hypervisor.notes.append(Note(session.id, Draft("work.dropped", {"what": "act", "where": "here"})))
    store.is_full = True
    with pytest.raises(LogUnwritable):
        hypervisor.join_session(session, "late", trust=0.5)
    store.is_full = False
    hypervisor.join_session(session, "late", trust=0.5)
    assert hypervisor.kinds(session).count("work.dropped") == 1
