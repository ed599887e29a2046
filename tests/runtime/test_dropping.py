"""What our async methods return is a coroutine like any other, except that it leaves a note when it is dropped."""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from typing import Any

import pytest

from duotone import Color, color_of, run
from duotone.errors import NoSuchSession
from duotone.runtime import AsyncHypervisor, AsyncOutbox, AsyncRuntime, AsyncSagaOrchestrator, Hypervisor, Promise
from duotone.runtime.dropping import Notes, Owed, notices_drops
from duotone.runtime.log import AsyncLog, MemoryStore
from duotone.runtime.sessions.index import INDEX

pytestmark = [
    pytest.mark.duotone(allow="lost-coroutine"),
    pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning"),
]


@notices_drops
class Face:
    def __init__(self) -> None:
        self.notes: Notes = deque()

    async def work(self, session: object = None) -> str:
        await asyncio.sleep(0)
        return f"worked in {session}"

    async def _own(self) -> str:
        await asyncio.sleep(0)
        return "own"

    def plain(self) -> str:
        return "plain"


def test_H2_work_that_is_dropped_is_noted_with_what_and_where() -> None:
    face = Face()
    face.work("s")  # type: ignore[unused-coroutine]
    assert [(note.session, note.draft.kind, note.draft.data["what"]) for note in face.notes] == [
        ("s", "work.dropped", "Face.work")
    ]
    assert str(face.notes[0].draft.data["where"]).startswith(f"{__file__}:")


def test_H2_work_that_is_about_no_session_is_noted_too() -> None:
    face = Face()
    face.work(object())  # type: ignore[unused-coroutine]
    assert face.notes[0].session is None


def test_work_that_is_awaited_in_any_way_leaves_no_note() -> None:
    face = Face()

    async def main() -> list[str]:
        task = asyncio.create_task(face.work(2))
        return [await face.work(1), await task, *await asyncio.gather(face.work(3))]

    assert asyncio.run(main()) == ["worked in 1", "worked in 2", "worked in 3"]
    assert run(face.work, 4) == run(face.work(4)) == "worked in 4"
    face.work(5).close()
    with pytest.raises(ValueError, match="thrown"):
        face.work(6).throw(ValueError("thrown"))
    assert not face.notes


def test_an_owed_coroutine_passes_for_the_coroutine_that_it_stands_for() -> None:
    face = Face()
    owed: Any = face.work(1)
    assert isinstance(owed, Owed)
    assert (owed.__name__, owed.cr_code.co_name) == ("work", "work")
    assert asyncio.iscoroutine(owed)
    owed.close()
    assert color_of(face.work) is Color.ASYNC
    assert inspect.signature(Face.work) == inspect.signature(Face.work.__wrapped__)  # type: ignore[attr-defined]
    assert face.plain() == "plain"
    coroutine: Any = face._own()
    assert type(coroutine) is not Owed
    coroutine.close()


def test_H2_discarded_work_is_an_error_event_in_its_session() -> None:
    async def main() -> list[tuple[str, str]]:
        store = MemoryStore()
        async with AsyncLog(store) as log, AsyncHypervisor(log) as hypervisor:
            session = await hypervisor.create_session(creator="owner")
            hypervisor.activate_session(session)  # type: ignore[unused-coroutine]
            hypervisor.terminate_session("nope")  # type: ignore[unused-coroutine]
            hypervisor.create_session(creator="owner")  # type: ignore[unused-coroutine]
            await hypervisor.join_session(session, "bot", trust=0.7)
            hypervisor.terminate_session(session.id)  # type: ignore[unused-coroutine]
        dropped = [event for name in (session.id, INDEX) for event in store.read(name) if event.kind == "work.dropped"]
        assert session.state == "handshaking"
        return [("session" if event.session == session.id else "index", str(event.data["what"])) for event in dropped]

    assert asyncio.run(main()) == [
        ("session", "AsyncHypervisor.activate_session"),
        ("session", "AsyncHypervisor.terminate_session"),
        ("index", "AsyncHypervisor.terminate_session"),
        ("index", "AsyncHypervisor.create_session"),
    ]


def test_H2_discarded_calls_of_a_runtime_are_error_events_where_their_run_is() -> None:
    async def main() -> list[tuple[str, str | None, object]]:
        store = MemoryStore()
        async with AsyncRuntime(store) as runtime:
            async with runtime.saga("trade", id="t1", session="s") as saga:
                await saga.step(print)
            runtime.cancel("t1")  # type: ignore[unused-coroutine]
            runtime.cancel("nowhere")  # type: ignore[unused-coroutine]
            await runtime.recover()
            runtime.run(print)  # type: ignore[unused-coroutine]
            runtime.saga("other", id="t2", session="s").open()  # type: ignore[unused-coroutine]
        return [
            (event.session, event.run or event.data.get("run"), event.data["what"])  # type: ignore[misc]
            for name in ("s", INDEX)
            for event in store.read(name)
            if event.kind == "work.dropped"
        ]

    assert asyncio.run(main()) == [
        ("s", "t1", "AsyncRuntime.cancel"),
        ("s", "t2", "AsyncSaga.open"),
        (INDEX, "nowhere", "AsyncRuntime.cancel"),
        (INDEX, None, "AsyncRuntime.run"),
    ]


def test_H2_discarded_calls_of_an_outbox_are_error_events_of_their_session() -> None:
    promise = Promise("p", "s", "mail", "task.completed", "work", 10.0**10)

    async def main() -> list[tuple[str, object]]:
        store = MemoryStore()
        async with AsyncRuntime(store) as runtime:
            runtime.outbox.ready(promise, "lost")  # type: ignore[unused-coroutine]
            await runtime.recover()
        async with AsyncOutbox(AsyncLog(store)) as outbox:
            outbox.withdraw(promise, "lost")  # type: ignore[unused-coroutine]
            await outbox.make(promise)
            outbox.pending("s")  # type: ignore[unused-coroutine]
        return [(event.kind, event.data.get("what")) for event in store.read("s")]

    assert asyncio.run(main()) == [
        ("work.dropped", "AsyncOutbox.ready"),
        ("work.dropped", "AsyncOutbox.withdraw"),
        ("promise.made", None),
        ("work.dropped", "AsyncOutbox.pending"),
    ]


def test_H2_a_step_that_is_discarded_is_an_error_event_of_its_saga() -> None:
    async def main() -> list[str]:
        async with AsyncRuntime() as runtime:
            async with runtime.saga("trade", id="t1") as saga:
                saga.step(print, "never")  # type: ignore[unused-coroutine]
                await saga.step(print, name="last")
                saga.fan_out([print])  # type: ignore[unused-coroutine]
            saga.step(print, "too late")  # type: ignore[unused-coroutine]
            await runtime.recover()
            assert (await runtime.replay("t1")).is_faithful
            return [str(event.data.get("what", event.kind)) async for event in runtime.events("t1")]

    assert asyncio.run(main()) == [
        "run.started",
        "AsyncSaga.step",
        "step.started",
        "step.ended",
        "AsyncSaga.fan_out",
        "run.ended",
        "AsyncSaga.step",
    ]


def test_H2_discarded_calls_of_an_orchestrator_are_error_events_of_their_saga() -> None:
    async def main() -> list[str]:
        async with AsyncRuntime() as runtime:
            orchestrator = AsyncSagaOrchestrator(runtime)
            saga = await orchestrator.create_saga("trade")
            orchestrator.add_step(saga, "print")
            orchestrator.execute_step(saga, "print", print)  # type: ignore[unused-coroutine]
            orchestrator.finish(saga)  # type: ignore[unused-coroutine]
            await runtime.recover()
            return [str(event.data.get("what", event.kind)) async for event in runtime.events(saga)]

    assert asyncio.run(main()) == [
        "run.started",
        "AsyncSagaOrchestrator.execute_step",
        "AsyncSagaOrchestrator.finish",
    ]


def test_H2_the_sync_face_drops_nothing_since_it_has_done_it_when_it_returns() -> None:
    hypervisor = Hypervisor()
    with pytest.raises(NoSuchSession):
        hypervisor.terminate_session("nope")
    hypervisor.create_session(creator="owner")
    assert hypervisor.session_count == 1
    hypervisor.close()
