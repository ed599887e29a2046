"""The outbox keeps promises in the log: made, ready, withdrawn, expired, each said once whoever says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.errors import PromiseMoved
from duotone.runtime import AsyncLog, AsyncOutbox, Promise
from duotone.runtime.delivery import PromiseStatus
from duotone.runtime.events import Draft

FOREVER = 10.0**10


def promise(name: str = "p", session: str = "s", *, channel: str = "mail", expires: float = FOREVER) -> Promise:
    return Promise(name, session, channel, "process.completed", "process-1", expires)


async def test_a_promise_is_made_together_with_what_begins_the_work(path: Path) -> None:
    async with AsyncLog(path) as log:
        events = await AsyncOutbox(log).make(promise(), [Draft("process.started", {"process": "process-1"})])
        assert [event.kind for event in events] == ["promise.made", "process.started"]
        assert [row.status for row in await log.promises()] == ["promised"]


async def test_a_promise_can_be_made_once(path: Path) -> None:
    async with AsyncLog(path) as log:
        outbox = AsyncOutbox(log)
        await outbox.make(promise())
        with pytest.raises(PromiseMoved):
            await outbox.make(promise())


async def test_the_same_completion_said_twice_counts_once(path: Path) -> None:
    async with AsyncLog(path) as log:
        outbox, other = AsyncOutbox(log), AsyncOutbox(log)
        await outbox.make(promise())
        assert await outbox.ready(promise(), {"code": 0})
        assert not await other.ready(promise(), {"code": 1})
        [standing] = await other.pending()
        assert (standing.data, standing.status) == ({"code": 0}, PromiseStatus.PENDING)


async def test_something_else_that_comes_second_is_kept_as_an_incident(path: Path) -> None:
    async with AsyncLog(path) as log:
        outbox = AsyncOutbox(log, clock=lambda: FOREVER / 2, patience=0)
        await outbox.make(promise())
        assert await outbox.ready(promise(), {"code": 0})
        assert not await outbox.ready(promise(), {"code": 0})  # the same again is no news
        assert await outbox.incidents() == []
        row = await log.promise("p")
        assert not await outbox.ready(promise(), {"code": 1})
        assert await log.promise("p") == row  # so whoever is about to deliver it does
        assert [(one.kind, one.promise.id) for one in await outbox.incidents()] == [("repeated", "p")]
        assert (await log.read("s"))[-1].data["data"] == {"code": 1}
        await outbox.expire()  # what has no reader is still told
        assert [one.kind for one in await outbox.incidents()] == ["repeated", "unroutable"]


async def test_a_promise_that_was_not_made_is_made_when_it_is_ready(path: Path) -> None:
    async with AsyncLog(path) as log:
        outbox = AsyncOutbox(log)
        assert await outbox.ready(promise().numbered(1), {"line": "error"}, [Draft("process.matched")])
        assert [event.kind for event in await log.read("s")] == ["promise.made", "promise.ready", "process.matched"]


async def test_what_nobody_needs_any_more_is_withdrawn(path: Path) -> None:
    async with AsyncLog(path) as log:
        outbox = AsyncOutbox(log)
        await outbox.make(promise())
        assert await outbox.withdraw(promise(), "the agent has polled")
        assert not await outbox.withdraw(promise(), "again")
        assert not await outbox.ready(promise())
        assert not await outbox.withdraw(promise("unknown"), "never made")
        assert await outbox.pending() == []


async def test_what_is_pending_can_be_asked_for_by_session(path: Path) -> None:
    async with AsyncLog(path) as log:
        outbox = AsyncOutbox(log)
        for name, session in [("a", "one"), ("b", "two"), ("c", "one")]:
            await outbox.ready(promise(name, session))
        assert [standing.promise.id for standing in await outbox.pending("one")] == ["a", "c"]
        assert [standing.promise.id for standing in await outbox.pending()] == ["a", "b", "c"]


async def test_what_is_over_its_time_expires_and_is_an_incident(path: Path) -> None:
    async with AsyncLog(path) as log:
        outbox = AsyncOutbox(log, clock=lambda: 100.0)
        await outbox.make(promise("a", expires=100.0))
        await outbox.ready(promise("b", expires=99.0))
        await outbox.ready(promise("c", expires=101.0))
        assert [standing.promise.id for standing in await outbox.expire()] == ["a", "b"]
        assert await outbox.expire() == []
        assert [(one.promise.id, one.kind) for one in await outbox.incidents()] == [("a", "expired"), ("b", "expired")]
        assert "a reader for channel 'mail'" in (await outbox.incidents())[1].reason
        statuses = {standing.promise.id: standing.status.value for standing in await outbox.promises("s")}
        assert statuses == {"a": "expired", "b": "expired", "c": "pending"}


async def test_another_process_that_opens_the_log_finds_what_is_pending(path: Path) -> None:
    async with AsyncLog(path) as log:
        await AsyncOutbox(log).ready(promise(), {"code": 0})
    async with AsyncLog(path) as log:
        [standing] = await AsyncOutbox(log).pending()
        assert standing.promise == promise()
