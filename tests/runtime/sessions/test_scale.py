"""What sessions cost: archived ones nothing, open ones little, long ones no more than their snapshot."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections import Counter
from typing import Any

import pytest

from duotone.errors import LogBusy
from duotone.runtime import AsyncHypervisor, Hypervisor, Session, SessionConfig
from duotone.runtime._sync.ledger import SNAPSHOT_EVERY
from duotone.runtime.events import Append, Draft, Event, Json
from duotone.runtime.log import Log, MemoryStore
from duotone.runtime.sessions.index import INDEX, listing, unlisting
from duotone.testing import FakeClock
from tests.runtime.sessions.faces import ACTIONS, faced


class CountingStore(MemoryStore):
    """A log in memory that counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def read(self, session: str, **options: Any) -> list[Event]:
        self.counts["read"] += 1
        events = super().read(session, **options)
        self.counts["events"] += len(events)
        return events


def filled(archived: int, active: int) -> CountingStore:
    """A log that somebody else has written: so many archived sessions, and so many active ones."""
    store = CountingStore()
    created: dict[str, Json] = {"creator": "owner", "config": SessionConfig().to_json(), "at": 1_000_000.0}
    life = [Draft("session.created", created), Draft("session.terminating"), Draft("session.archived")]
    appends: list[Append] = []
    for number in range(archived):
        name = f"old {number}"
        appends += [Append(INDEX, [listing(name), unlisting(name)]), Append(name, life)]
    for number in range(active):
        name = f"open {number}"
        joined: dict[str, Json] = {"participant": "bot", "trust": 0.4, "ring": 3}
        begun = [life[0], Draft("session.handshaking"), Draft("participant.joined", joined), Draft("session.activated")]
        appends += [Append(INDEX, [listing(name)]), Append(name, begun)]
    store.commit(appends, [])
    return store


@pytest.fixture(scope="module")
def many() -> CountingStore:
    return filled(10_000, 5)


def test_monitoring_costs_as_much_as_the_active_sessions_however_many_are_archived(
    face: str, many: CountingStore
) -> None:
    few = filled(0, 5)
    for store in (few, many):
        with faced(face, store) as hv:
            assert len(hv.monitor_sessions()) == 5
            store.counts.clear()
            assert len(hv.monitor_sessions()) == 5
            assert hv.session_count == (5 if store is few else 10_005)
    assert few.counts == many.counts


def long_session(actions: int) -> tuple[MemoryStore, Session]:
    store, config = MemoryStore(), SessionConfig(rates={}, undo_window=0)
    with Hypervisor(Log(store), actions=ACTIONS, clock=FakeClock()) as hypervisor:
        session = hypervisor.create_session(config, creator="owner", id="long")
        hypervisor.join_session(session, "bot", trust=0.7)
        hypervisor.activate_session(session)
        for _ in range(actions):
            hypervisor.act(session, "bot", "look", lambda: None)
    return store, session


def test_a_long_session_opens_from_its_snapshot_and_is_the_same(face: str) -> None:
    store, session = long_session(1_200)
    counting = CountingStore()
    counting.__dict__.update(store.__dict__)
    with faced(face, counting) as hv:
        found = hv.get_session("long")
        assert found.to_json() == session.to_json()
        assert found.actions == 1_200
        assert counting.counts["events"] < SNAPSHOT_EVERY


def test_a_snapshot_of_another_format_is_passed_over(face: str) -> None:
    store, session = long_session(600)
    store.keep_snapshot("long", session.seq, {"format": 99})
    with faced(face, store) as hv:
        assert hv.get_session("long").to_json() == session.to_json()


def test_a_long_session_without_a_snapshot_has_one_once_it_was_opened(face: str) -> None:
    store, session = long_session(600)
    store.keep_snapshot("long", session.seq, {"format": 99})
    with faced(face, store) as hv:
        hv.get_session("long")
    kept = store.snapshot("long")
    assert kept is not None
    assert (kept.seq, kept.body) == (session.seq, session.to_json())


def test_a_snapshot_that_can_not_be_kept_stops_nobody(face: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*args: object) -> None:
        raise LogBusy("log.db", 5.0)

    monkeypatch.setattr(MemoryStore, "keep_snapshot", busy)
    with faced(face) as hv:
        session = hv.ready(config=SessionConfig(rates={}))
        for _ in range(SNAPSHOT_EVERY // 2):
            hv.act(session, "bot", "look", lambda: None)
        assert session.seq > SNAPSHOT_EVERY


def test_open_sessions_need_little_memory() -> None:
    store = filled(0, 1_000)
    tracemalloc.start()
    with Log(store) as log, Hypervisor(log, clock=FakeClock()) as hypervisor:
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(hypervisor.active_sessions) == 1_000
        assert held / 1_000 < 2_500


def test_the_events_of_runs_do_not_disturb_the_decisions_about_their_session(face: str) -> None:
    with faced(face) as hv:
        session = hv.ready()
        for number in range(5):
            run = Draft("step.started", {"step": str(number)}, run="r")
            hv.store.commit([Append(session.id, [run, run])], [])
            hv.act(session, "bot", "look", lambda: None)
        assert session.actions == 5
        assert session.version <= session.seq == len(hv.events(session))


def test_acts_at_the_same_time_in_one_session_all_happen_and_the_loop_goes_on() -> None:
    async def main() -> None:
        async with AsyncHypervisor(actions=ACTIONS) as hypervisor:
            session = await hypervisor.create_session(SessionConfig(rates={}), creator="owner")
            await hypervisor.join_session(session, "bot", trust=0.7)
            await hypervisor.activate_session(session)
            acts = [hypervisor.act(session, "bot", "look", asyncio.sleep, 0, number) for number in range(50)]
            assert await asyncio.gather(*acts) == list(range(50))
            assert (session.actions, session.going) == (50, {})

    asyncio.run(main())


def test_a_session_whose_process_ended_between_its_last_event_and_the_list_is_taken_from_it(face: str) -> None:
    store = filled(0, 2)
    store.commit([Append("open 1", [Draft("session.terminating"), Draft("session.archived")])], [])
    store.commit([Append(INDEX, [listing("never created")])], [])
    with faced(face, store) as hv:
        hv.monitor_sessions()
        assert [session.id for session in hv.active_sessions] == ["open 0"]
        assert store.read(INDEX)[-1].data == {"session": "open 1"}
