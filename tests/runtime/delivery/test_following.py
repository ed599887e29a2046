"""Many readers of one session, each from wherever it was."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from duotone.runtime import AsyncLog, Log
from duotone.runtime._async.following import follow_session as follow_session_async
from duotone.runtime._sync.following import follow_session
from duotone.runtime.events import Append, Draft

TOTAL = 1200


def said(number: int) -> Append:
    return Append("s", [Draft("message.sent", {"number": number})])


def test_G5_every_reader_sees_every_event_and_one_that_comes_back_has_lost_nothing(path: Path) -> None:
    with Log(path, durability="normal") as log:
        for number in range(TOTAL):
            log.append(said(number))
            log.append(Append("other", [Draft("message.sent")]))
        one = list(follow_session(log, "s"))
        two = follow_session(log, "s")
        seen = [next(two) for _ in range(700)]
        again = list(follow_session(log, "s", after=seen[-1].id))
    assert [event.data["number"] for event in one] == list(range(TOTAL))
    assert seen + again == one


def test_G5_readers_on_threads_see_what_comes_while_they_read(path: Path) -> None:
    with Log(path, durability="normal") as log:

        def read(kept: list[object]) -> None:
            for event in follow_session(log, "s", follow=True):
                kept.append(event.data["number"])
                if len(kept) == 20:
                    return

        kept: list[list[object]] = [[], [], []]
        readers = [threading.Thread(target=read, args=(one,)) for one in kept]
        for reader in readers:
            reader.start()
        for number in range(20):
            log.append(said(number))
        for reader in readers:
            reader.join(10)
    assert kept == [list(range(20))] * 3


async def test_G5_readers_that_are_tasks_see_what_comes_and_can_leave_and_come_back(path: Path) -> None:
    async with AsyncLog(path, durability="normal") as log:

        async def read(after: int, count: int) -> list[tuple[int, object]]:
            kept: list[tuple[int, object]] = []
            async for event in follow_session_async(log, "s", after=after, follow=True):
                kept.append((event.id, event.data["number"]))
                if len(kept) == count:
                    break
            return kept

        readers = [asyncio.create_task(read(0, 20)) for _ in range(3)]
        leaver = asyncio.create_task(read(0, 5))
        for number in range(20):
            await log.append(said(number))
        first = await leaver
        rest = await read(first[-1][0], 15)
        for reader in readers:
            assert [number for _, number in await reader] == list(range(20))
        assert [number for _, number in first + rest] == list(range(20))
