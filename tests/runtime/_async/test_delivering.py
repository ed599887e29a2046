"""An outbox delivers what is pending to the channels that are bound, once, whenever they come."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from duotone.errors import ClosesWithTurn, Undelivered
from duotone.runtime import AsyncLog, AsyncOutbox, Backoff, Callback, Channel, InProcess, InTurn, Notice, Promise
from duotone.runtime.delivery import PromiseStatus, current_channel, turn_channel
from duotone.runtime.delivery.drafts import promise_claimed
from duotone.runtime.events import Append
from tests.runtime.delivery.ends import End

FOREVER = 10.0**10
SOON = Backoff(0.01)


def promise(name: str = "p", session: str = "s", *, channel: str = "end", expires: float = FOREVER) -> Promise:
    return Promise(name, session, channel, "process.completed", "process-1", expires)


def keys(end: End) -> list[str]:
    return [notice.key for notice in end.notices]


async def test_a_completion_after_the_turn_reaches_the_channel_that_is_bound(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        end = End()
        await outbox.bind(end)
        await outbox.make(promise())
        assert await outbox.drain(30) == []
        assert end.notices == []
        await outbox.ready(promise(), {"code": 0})
        assert await outbox.drain(30) == []
        assert end.notices == [Notice("p", "s", "process.completed", {"code": 0})]
        kinds = [event.kind for event in await log.read("s")]
        assert kinds == ["promise.made", "promise.ready", "promise.claimed", "promise.delivered"]


async def test_G8_without_a_channel_it_stays_pending_and_is_delivered_at_the_next_bind_once(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        await outbox.ready(promise(), {"code": 0})
        [left] = await outbox.drain(30)
        assert left.status is PromiseStatus.PENDING
        end = End()
        await outbox.bind(end)
        await outbox.bind(end)
        assert await outbox.drain(30) == []
        later = End()
        await outbox.bind(later)
        assert await outbox.drain(30) == []
        assert keys(end) == ["p"]
        assert later.notices == []


async def test_a_completion_is_delivered_after_a_restart(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        await outbox.make(promise())
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        await outbox.ready(promise(), {"code": 0})
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        end = End()
        await outbox.bind(end)
        assert await outbox.drain(30) == []
        assert keys(end) == ["p"]


async def test_a_completion_reaches_two_subscribers(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        one, two = End(), End()
        await outbox.bind(one)
        await outbox.bind(two)
        await outbox.ready(promise())
        assert await outbox.drain(30) == []
        assert keys(one) == keys(two) == ["p"]


async def test_of_two_outboxes_one_delivers(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox, AsyncOutbox(log) as other:
        end = End()
        await outbox.bind(end)
        await other.bind(end)
        for number in range(20):
            await outbox.ready(promise().numbered(number))
        assert await outbox.drain(30) == []
        assert sorted(keys(end)) == sorted(f"p.{number}" for number in range(20))


async def test_what_is_for_one_reader_comes_in_its_order(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        for number in range(20):
            await outbox.ready(promise().numbered(number))
        end = End()
        await outbox.bind(end)
        assert await outbox.drain(30) == []
        assert keys(end) == [f"p.{number}" for number in range(20)]


async def test_a_channel_that_is_bound_for_one_session_gets_nothing_of_another(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        one, two = End(), End()
        await outbox.bind(one, session="one")
        await outbox.bind(two, session="two")
        for name, session in [("a", "one"), ("b", "two"), ("c", "three")]:
            await outbox.ready(promise(name, session))
        assert [standing.promise.id for standing in await outbox.drain(30)] == ["c"]
        assert (keys(one), keys(two)) == (["a"], ["b"])


async def test_a_channel_gets_nothing_that_was_promised_to_another_name(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        end = End()
        await outbox.bind(end)
        await outbox.ready(promise(channel="other"))
        assert len(await outbox.drain(30)) == 1
        assert end.notices == []


async def test_a_delivery_that_fails_is_tried_again_and_every_try_is_in_the_log(path: Path) -> None:
    answers = [Undelivered("end", "it is down"), OSError("still"), None]

    def deliver(_notice: Notice) -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    async with AsyncLog(path) as log, AsyncOutbox(log, backoff=SOON) as outbox:
        await outbox.bind(Callback(deliver, name="end"))
        await outbox.ready(promise())
        assert await outbox.drain(30) == []
        events = [event for event in await log.read("s") if event.kind in {"promise.failed", "promise.delivered"}]
        assert [event.data.get("tries") for event in events] == [1, 2, None]
        assert "it is down" in str(events[0].data["error"])
        assert answers == []


async def test_of_two_subscribers_the_one_that_has_it_is_not_told_again(path: Path) -> None:
    answers = [OSError("no"), None]

    def deliver(_notice: Notice) -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    async with AsyncLog(path) as log, AsyncOutbox(log, backoff=SOON) as outbox:
        end = End()
        await outbox.bind(end)
        await outbox.bind(Callback(deliver, name="end"))
        await outbox.ready(promise())
        assert await outbox.drain(30) == []
        assert keys(end) == ["p"]
        assert answers == []


async def test_a_callback_of_either_color_is_called_and_waited_for(path: Path) -> None:
    told: list[str] = []

    async def tell(notice: Notice) -> None:
        told.append(f"async {notice.key}")

    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        await outbox.bind(Callback(tell, name="end"))
        await outbox.bind(Callback(lambda notice: told.append(f"sync {notice.key}"), name="end"))
        await outbox.ready(promise())
        assert await outbox.drain(30) == []
        assert sorted(told) == ["async p", "sync p"]


async def test_a_slow_reader_keeps_no_other_waiting(path: Path) -> None:
    gate = threading.Event()

    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        end = End()
        await outbox.bind(Callback(lambda _: gate.wait(10), name="slow"))
        await outbox.bind(end)
        await outbox.ready(promise("a", channel="slow"))
        await outbox.ready(promise("b"))
        for _ in range(100):
            if end.notices:
                break
            await outbox.drain(0.05)
        assert keys(end) == ["b"]
        gate.set()
        assert await outbox.drain(30) == []


async def test_O8_a_drain_has_one_deadline_and_says_what_is_left(path: Path) -> None:
    def refuse(_notice: Notice) -> None:
        raise RuntimeError("the loop of this reader has ended")

    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        await outbox.bind(Callback(refuse, name="end"))
        await outbox.ready(promise("a"))
        await outbox.ready(promise("b"))
        left = await outbox.drain(0.3)
        assert {standing.promise.id for standing in left} == {"a", "b"}
        outbox_of_another = AsyncOutbox(log)
        assert {standing.promise.id for standing in await outbox_of_another.pending()} == {"a", "b"}


async def test_what_an_owner_claimed_who_is_gone_is_pending_again(path: Path) -> None:
    async with AsyncLog(path) as log:
        await AsyncOutbox(log).ready(promise())
        await log.append(Append("s", [promise_claimed("p", "host-1-00000000", "outbox-1", 1)]))
        async with AsyncOutbox(log) as outbox:
            end = End()
            await outbox.bind(end)
            assert await outbox.drain(30) == []
            assert keys(end) == ["p"]
            kinds = [event.kind for event in await log.read("s")][3:]
            assert kinds == ["promise.released", "promise.claimed", "promise.delivered"]


async def test_what_somebody_delivers_who_is_alive_is_left_alone(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox, AsyncLog(path) as of_another:
        await outbox.ready(promise())
        await log.append(Append("s", [promise_claimed("p", await of_another.owner(), "outbox-1", 1)]))
        end = End()
        await outbox.bind(end)
        [left] = await outbox.drain(0.2)
        assert left.status is PromiseStatus.CLAIMED
        assert end.notices == []


async def test_a_claim_of_an_outbox_that_was_closed_in_this_process_is_taken_back(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        await outbox.ready(promise())
        await log.append(Append("s", [promise_claimed("p", await log.owner(), "closed", 1)]))
        end = End()
        await outbox.bind(end)
        assert await outbox.drain(30) == []
        assert keys(end) == ["p"]


async def test_an_idle_session_is_woken_once_with_the_notice_and_its_channel(path: Path) -> None:
    woken: list[tuple[Notice, Channel]] = []
    answers = [OSError("no"), None]

    def deliver(_notice: Notice) -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    async def wake(notice: Notice, channel: Channel) -> None:
        woken.append((notice, channel))

    async with AsyncLog(path) as log, AsyncOutbox(log, on_wake=wake, backoff=SOON) as outbox:
        channel = Callback(deliver, name="end")
        await outbox.bind(channel)
        await outbox.ready(promise(), {"code": 0})
        assert await outbox.drain(30) == []
        assert woken == [(Notice("p", "s", "process.completed", {"code": 0}), channel)]


async def test_who_binds_can_be_the_one_who_is_woken(path: Path) -> None:
    woken: list[str] = []

    def wake(_notice: Notice, _channel: Channel) -> None:
        woken.append("general")

    async with AsyncLog(path) as log, AsyncOutbox(log, on_wake=wake) as outbox:
        await outbox.bind(End(), session="s", on_wake=lambda notice, _: woken.append(notice.key))
        await outbox.ready(promise())
        assert await outbox.drain(30) == []
        assert woken == ["p"]


async def test_a_delivery_sees_nothing_of_the_turn_in_which_the_channel_was_bound(path: Path) -> None:
    seen: list[Channel | None] = []

    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        channel = Callback(lambda _: seen.append(current_channel()), name="end")
        with turn_channel(channel):
            await outbox.bind(channel)
            await outbox.ready(promise())
        assert await outbox.drain(30) == []
        assert seen == [None]


async def test_a_channel_that_closes_with_the_turn_can_not_be_bound(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        with pytest.raises(ClosesWithTurn, match="'reply' closes with the turn"):
            await outbox.bind(InTurn())


async def test_a_channel_that_is_unbound_or_closed_gets_no_more(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log, backoff=SOON) as outbox:
        end, mail = End(), InProcess()
        await outbox.bind(end)
        await outbox.bind(mail)
        outbox.unbind(end)
        mail.close()
        await outbox.ready(promise("a"))
        await outbox.ready(promise("b", channel="in-process"))
        assert len(await outbox.drain(0.2)) == 2
        assert end.notices == mail.take_all() == []


async def test_what_waits_for_a_reader_for_too_long_is_an_incident_and_goes_on_waiting(path: Path) -> None:
    now = [0.0]
    async with AsyncLog(path) as log, AsyncOutbox(log, patience=60, clock=lambda: now[0]) as outbox:
        await outbox.ready(promise())
        assert await outbox.expire() == []
        assert await outbox.incidents() == []
        now[0] = FOREVER - 1
        await outbox.expire()
        await outbox.expire()
        [incident] = await outbox.incidents()
        assert (incident.kind, incident.promise.id) == ("unroutable", "p")
        assert "no channel 'end' was bound for over 60 s" in incident.reason
        end = End()
        await outbox.bind(end)
        assert await outbox.drain(30) == []
        assert keys(end) == ["p"]


async def test_what_expires_while_nobody_looks_is_given_up_in_the_background(path: Path) -> None:
    async with AsyncLog(path) as log, AsyncOutbox(log) as outbox:
        await outbox.ready(promise("old", expires=1.0))
        end = End()
        await outbox.bind(end)
        assert await outbox.drain(30) == []
        assert end.notices == []
        assert [incident.kind for incident in await outbox.incidents()] == ["expired"]


async def test_an_outbox_that_is_closed_delivers_no_more(path: Path) -> None:
    async with AsyncLog(path) as log:
        end = End()
        async with AsyncOutbox(log) as outbox:
            await outbox.bind(end)
        await outbox.ready(promise())
        assert len(await outbox.drain(0.1)) == 1
        assert end.notices == []
