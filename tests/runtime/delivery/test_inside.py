"""Channels to readers in this process, each read as its reader likes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from duotone.errors import IsStream, NotCallable, Undelivered
from duotone.runtime import Callback, Channel, InProcess, InTurn, Iterate, Notice, Once, Webhook
from duotone.runtime.delivery import NOTHING
from duotone.runtime.delivery.mailbox import Mailbox


def notice(key: str = "k") -> Notice:
    return Notice(key, "s", "process.completed", {"code": 0})


def test_every_channel_is_one() -> None:
    channels: list[Channel] = [InProcess(), Iterate(), Callback(print), InTurn(), Webhook("https://host", "secret")]
    assert all(isinstance(channel, Channel) for channel in channels)
    assert [channel.abilities.can_deliver_late for channel in channels] == [True, True, True, False, True]
    assert [channel.abilities.durable for channel in channels] == [False, False, False, False, True]


def test_the_command_line_writes_a_line_for_each_notice() -> None:
    lines: list[str] = []
    InProcess(lines.append).deliver(notice())
    assert lines == ["[process.completed] {'code': 0}"]


def test_a_script_asks_for_what_has_come() -> None:
    channel = InProcess()
    assert channel.get(timeout=0) is None
    channel.deliver(notice("a"))
    channel.deliver(notice("b"))
    assert channel.get() == notice("a")
    assert channel.take_all() == [notice("b")]
    assert channel.take_all() == []


def test_an_iterator_yields_what_comes_until_it_is_closed() -> None:
    channel = Iterate()
    channel.deliver(notice("a"))

    def later() -> None:
        channel.deliver(notice("b"))
        channel.close()

    thread = threading.Timer(0.02, later)
    thread.start()
    assert [one.key for one in channel] == ["a", "b"]
    thread.join()
    with pytest.raises(Undelivered, match="its reader has closed it"):
        channel.deliver(notice("c"))


def test_an_iterator_is_read_from_async_code_while_others_deliver_from_threads() -> None:
    channel = Iterate()

    def deliver() -> None:
        for number in range(100):
            channel.deliver(notice(str(number)))
        channel.close()

    async def read() -> list[str]:
        thread = threading.Thread(target=deliver)
        reading = asyncio.create_task(_keys(channel))
        await asyncio.sleep(0)
        thread.start()
        keys = await asyncio.wait_for(reading, 10)
        thread.join()
        return keys

    assert asyncio.run(read()) == [str(number) for number in range(100)]


async def _keys(channel: Iterate) -> list[str]:
    return [one.key async for one in channel]


def test_a_reader_whose_loop_has_ended_keeps_nobody_from_delivering() -> None:
    mailbox = Mailbox()

    async def leave() -> None:
        task = asyncio.create_task(mailbox.aget())
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(leave())
    assert mailbox.put(notice())
    assert mailbox.take_all() == [notice()]


def test_a_closed_channel_can_do_nothing() -> None:
    for channel in (InProcess(), Iterate(), Callback(print), InTurn()):
        channel.close()
        assert channel.abilities is NOTHING
        with pytest.raises(Undelivered):
            channel.deliver(notice())


def test_a_reply_shows_what_comes_while_the_turn_goes_on() -> None:
    reply = InTurn()
    reply.deliver(notice())
    assert reply.take_all() == [notice()]


def test_a_callback_must_be_callable_and_no_stream() -> None:
    def stream(_: Notice) -> Iterator[int]:
        yield 1

    async def astream(_: Notice) -> AsyncIterator[int]:
        yield 1

    nothing: Any = 3
    with pytest.raises(NotCallable):
        Callback(nothing)
    for function in (stream, astream):
        with pytest.raises(IsStream):
            Callback(function)


def test_a_receiver_counts_a_key_once_and_forgets_the_oldest() -> None:
    once = Once(most=2)
    assert [once.is_first(key) for key in ("a", "a", "b")] == [True, False, True]
    once.add("c")
    assert "a" not in once
    assert "b" in once


def test_of_many_threads_one_is_the_first() -> None:
    once = Once()
    firsts: list[bool] = []
    threads = [threading.Thread(target=lambda: firsts.append(once.is_first("k"))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(firsts) == [False] * 19 + [True]
