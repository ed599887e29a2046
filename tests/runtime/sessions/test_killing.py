"""Kills on both faces: the report says what was really stopped, handed over or abandoned."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from duotone import offload
from duotone.errors import BadTransition, Killed, NoSuchParticipant, NotActive
from duotone.runtime import AsyncHypervisor, Consistency, Hypervisor, KillReport, Session, SessionConfig
from duotone.runtime.events import Append
from duotone.runtime.log import AsyncLog, Log, MemoryStore
from duotone.runtime.outcomes import Outcome
from duotone.runtime.sessions.acting import ending
from tests.runtime.sessions.faces import ACTIONS, Faced

Make = Callable[..., Faced]


def events_of(store: MemoryStore, session: Session) -> list[tuple[str, object]]:
    kinds = {"action.ended", "action.late", "kill.ended", "participant.killed", "session.archived"}
    return [(e.kind, e.data.get("outcome")) for e in store.read(session.id) if e.kind in kinds]


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110  # what happens there has no event to wait for
        await asyncio.sleep(0.001)


async def async_session(hypervisor: AsyncHypervisor) -> Session:
    session = await hypervisor.create_session(creator="owner")
    for name in ("bot", "other"):
        await hypervisor.join_session(session, name, trust=0.7)
    return await hypervisor.activate_session(session)


def sync_session(hypervisor: Hypervisor) -> Session:
    session = hypervisor.create_session(creator="owner")
    for name in ("bot", "other"):
        hypervisor.join_session(session, name, trust=0.7)
    return hypervisor.activate_session(session)


def test_H14_an_async_action_on_the_async_face_is_really_stopped() -> None:
    async def main() -> None:
        begun, store = asyncio.Event(), MemoryStore()

        async def wait() -> None:
            begun.set()
            await asyncio.sleep(60)

        async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)
            act = asyncio.create_task(hypervisor.act(session, "bot", "draft", wait))
            await begun.wait()
            (action,) = session.going
            report = await hypervisor.kill(session, "bot", by="owner", reason="it went astray")
            assert (report.stopped, report.abandoned, dict(report.handed_over)) == ((action,), (), {})
            with pytest.raises(Killed, match="'draft' of 'bot'"):
                await act
            assert not act.cancelled()
            assert events_of(store, session) == [
                ("participant.killed", None),
                ("action.ended", "cancelled"),
                ("kill.ended", None),
            ]
            with pytest.raises(NoSuchParticipant):
                await hypervisor.act(session, "bot", "look", pytest.fail)

    asyncio.run(main())


@pytest.mark.parametrize("fails", [False, True])
def test_H14_a_thread_that_can_not_be_stopped_is_abandoned_and_what_it_gives_is_late(*, fails: bool) -> None:
    async def main() -> None:
        begun, go_on, store = threading.Event(), threading.Event(), MemoryStore()

        def block() -> str:
            begun.set()
            go_on.wait(30)
            if fails:
                raise ValueError("too late")
            return "done after all"

        async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)
            act = asyncio.create_task(hypervisor.act(session, "bot", "draft", block))
            await offload(begun.wait, 30)
            (action,) = session.going
            report = await hypervisor.kill(session, "bot", by="owner", reason="it went astray")
            assert (report.stopped, report.abandoned) == ((), (action,))
            with pytest.raises(Killed):
                await act
            go_on.set()
            await until(lambda: bool(hypervisor.notes))
            await hypervisor.leave_session(session, "other")
            assert events_of(store, session) == [
                ("participant.killed", None),
                ("action.ended", "abandoned"),
                ("kill.ended", None),
                ("action.late", "failed" if fails else "ok"),
            ]

    asyncio.run(main())


@pytest.mark.parametrize("fails", [False, True])
def test_H14_on_the_sync_face_a_sync_action_is_abandoned_and_its_caller_is_told(*, fails: bool) -> None:
    begun, go_on, store = threading.Event(), threading.Event(), MemoryStore()

    def block() -> str:
        begun.set()
        go_on.wait(30)
        if fails:
            raise ValueError("too late")
        return "done after all"

    with Log(store) as log, Hypervisor(log, actions=ACTIONS) as hypervisor, ThreadPoolExecutor(1) as pool:
        session = sync_session(hypervisor)
        act = pool.submit(hypervisor.act, session, "bot", "draft", block)
        begun.wait(30)
        (action,) = session.going
        report = hypervisor.kill(session, "bot", by="owner", reason="it went astray")
        assert (report.stopped, report.abandoned) == ((), (action,))
        go_on.set()
        with pytest.raises(Killed):
            act.result(30)
        hypervisor.leave_session(session, "other")
    assert events_of(store, session) == [
        ("participant.killed", None),
        ("kill.ended", None),
        ("action.ended", "abandoned"),
        ("action.late", "failed" if fails else "ok"),
    ]


def test_H14_on_the_sync_face_an_async_action_is_really_stopped() -> None:
    begun, store = threading.Event(), MemoryStore()

    async def wait() -> None:
        begun.set()
        await asyncio.sleep(60)

    with Log(store) as log, Hypervisor(log, actions=ACTIONS) as hypervisor, ThreadPoolExecutor(1) as pool:
        session = sync_session(hypervisor)
        act = pool.submit(hypervisor.act, session, "bot", "draft", wait)
        begun.wait(30)
        report = hypervisor.kill(session, "bot", by="owner", reason="it went astray")
        assert (len(report.stopped), report.abandoned) == (1, ())
        with pytest.raises(Killed):
            act.result(30)


def test_H14_what_swallows_its_cancellation_was_not_stopped() -> None:
    async def main() -> None:
        begun, store = asyncio.Event(), MemoryStore()

        async def stubborn() -> str:
            begun.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                return "went on"
            raise AssertionError

        async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)
            act = asyncio.create_task(hypervisor.act(session, "bot", "draft", stubborn))
            await begun.wait()
            report = await hypervisor.kill(session, "bot", by="owner", reason="it went astray")
            assert len(report.abandoned) == 1
            with pytest.raises(Killed):
                await act
            assert act.cancelling() == 0

    asyncio.run(main())


@pytest.mark.parametrize("is_async", [False, True])
def test_H14_an_action_is_handed_over_only_if_somebody_has_taken_it(*, is_async: bool) -> None:
    async def main() -> None:
        begun = asyncio.Event()
        takers: list[Any] = ["other", None, "nobody", ValueError("no")]

        def quick(deed: Any) -> Any:
            taker = takers.pop(0)
            if isinstance(taker, Exception):
                raise taker
            return taker

        async def slow(deed: Any) -> Any:
            await asyncio.sleep(0)
            return quick(deed)

        async def wait() -> None:
            begun.set()
            await asyncio.sleep(60)

        async with AsyncHypervisor(actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)
            acts = [asyncio.create_task(hypervisor.act(session, "bot", "draft", wait)) for _ in range(4)]
            await until(lambda: len(session.going) == 4)
            await begun.wait()
            report = await hypervisor.kill(
                session, "bot", by="owner", reason="r", hand_over=slow if is_async else quick
            )
            assert list(report.handed_over.values()) == ["other"]
            assert (len(report.stopped), report.abandoned, len(report.failures)) == (3, (), 2)
            assert {type(found) for found in await asyncio.gather(*acts, return_exceptions=True)} == {Killed}

    asyncio.run(main())


def test_H10_kill_handlers_of_either_color_have_finished_when_the_kill_is_reported(make: Make) -> None:
    called: list[str] = []

    async def slow(report: KillReport) -> None:
        await asyncio.sleep(0.001)
        called.append(report.reason)

    def broken(report: KillReport) -> None:
        raise ValueError("no phone")

    hv = make(on_kill=slow)
    hv.hypervisor.kill_handlers.add(broken)
    session = hv.ready()
    report = hv.kill(session, by="owner", reason="enough")
    assert (called, report.failures) == (["enough"], ("ValueError: no phone",))
    assert hv.kinds(session)[-3:] == ["session.terminating", "kill.ended", "session.archived"]
    assert session.because == "killed: enough"
    assert hv.verify_audit(session).holds
    with pytest.raises(BadTransition):
        hv.kill(session, by="owner", reason="again")


def test_a_session_that_has_begun_to_end_can_still_be_killed(make: Make) -> None:
    hv = make()
    session = hv.ready()
    hv.clock.advance(3600)
    with pytest.raises(Exception, match="max_duration"):
        hv.act(session, "bot", "look", pytest.fail)
    hv.kill(session, by="owner", reason="now")
    assert session.state == "archived"
    with pytest.raises(NoSuchParticipant):
        hv.kill(hv.ready(), "ghost", by="owner", reason="now")


def test_H14_what_another_process_executes_is_abandoned_and_not_called_stopped(make: Make) -> None:
    store = MemoryStore()
    here, there = make(store=store), make(store=store)
    session = here.ready()
    seen: list[KillReport] = []

    def killed_meanwhile() -> str:
        (action,) = session.going
        with ThreadPoolExecutor(1) as pool:  # the other one has its own thread, as another process has
            seen.append(pool.submit(there.kill, session.id, "bot", by="owner", reason="r").result())
        assert seen[0].abandoned == (action,)
        return "done"

    assert here.act(session, "bot", "draft", killed_meanwhile) == "done"
    assert seen[0].stopped == ()


def test_who_kills_from_within_its_own_action_is_not_stopped_by_that() -> None:
    async def main() -> None:
        async with AsyncHypervisor(actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)

            async def kill_myself() -> None:
                report = await hypervisor.kill(session, by="bot", reason="done")
                assert len(report.abandoned) == 1

            with pytest.raises(Killed):
                await hypervisor.act(session, "bot", "draft", kill_myself)
            assert session.state == "archived"
            assert session.going == {}

    asyncio.run(main())


def test_an_action_that_is_killed_before_it_begins_does_not_begin() -> None:
    async def main() -> None:
        killing: list[asyncio.Task[KillReport]] = []

        async with AsyncHypervisor(actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)

            async def kill_first(event: Any) -> None:
                if event.kind == "action.started":
                    killing.append(asyncio.create_task(hypervisor.kill(session, "bot", by="owner", reason="r")))
                    await until(lambda: "bot" not in session.participants)

            hypervisor.subscribers.add(kill_first)
            with pytest.raises((Killed, NoSuchParticipant)):
                await hypervisor.act(session, "bot", "draft", pytest.fail)
            assert len((await killing[0]).stopped) == 1

    asyncio.run(main())


def test_a_cancellation_from_outside_is_recorded_and_goes_on() -> None:
    async def main() -> None:
        begun, store = asyncio.Event(), MemoryStore()

        async def wait() -> None:
            begun.set()
            await asyncio.sleep(60)

        async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)
            act = asyncio.create_task(hypervisor.act(session, "bot", "draft", wait))
            await begun.wait()
            act.cancel()
            with pytest.raises(asyncio.CancelledError):
                await act
            assert events_of(store, session) == [("action.ended", "cancelled")]

    asyncio.run(main())


def test_an_action_whose_coroutine_is_closed_is_noted_as_cancelled() -> None:
    async def main() -> None:
        begun, store = asyncio.Event(), MemoryStore()

        async def wait() -> None:
            begun.set()
            await asyncio.sleep(60)

        async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
            session = await async_session(hypervisor)
            coroutine = hypervisor.act(session, "bot", "draft", wait)
            act = asyncio.create_task(coroutine)
            await begun.wait()
            coroutine.close()
            act.cancel()
            await asyncio.wait([act])
            await hypervisor.leave_session(session, "other")
            assert events_of(store, session) == [("action.ended", "cancelled")]

    asyncio.run(main())


def test_an_eventual_action_is_withdrawn_if_the_log_shows_that_the_session_has_ended(make: Make) -> None:
    store = MemoryStore()
    here, there = make(store=store), make(store=store)
    session = here.ready(config=SessionConfig(consistency=Consistency.EVENTUAL))
    assert here.act(session, "bot", "draft", lambda: "fine") == "fine"
    there.kill(session.id, by="owner", reason="enough")
    with pytest.raises(NotActive):
        here.act(session, "bot", "draft", pytest.fail)
    assert here.kinds(session)[-2:] == ["action.started", "action.ended"]
    assert here.events(session)[-1].data["outcome"] == "refused"


def test_the_end_of_an_action_that_is_in_the_log_twice_changes_nothing_more(make: Make) -> None:
    hv = make()
    session = hv.ready()
    hv.act(session, "bot", "draft", lambda: 1)
    action = str(hv.events(session)[-1].data["action"])
    hv.store.commit([Append(session.id, ending(action, Outcome.OK, 1.0))], [])
    hv.leave_session(session, "bot")
    assert session.going == {}
