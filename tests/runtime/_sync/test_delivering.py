# Made by `duotone mirror` from ../_async/test_delivering.py: edit that file, and run it again.
"""An outbox delivers what is pending to the channels that are bound, once, whenever they come."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from duotone.errors import ClosesWithTurn, Undelivered
from duotone.runtime import Backoff, Callback, Channel, InProcess, InTurn, Log, Notice, Outbox, Promise
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


def test_a_completion_after_the_turn_reaches_the_channel_that_is_bound(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        end = End()
        outbox.bind(end)
        outbox.make(promise())
        assert outbox.drain(30) == []
        assert end.notices == []
        outbox.ready(promise(), {"code": 0})
        assert outbox.drain(30) == []
        assert end.notices == [Notice("p", "s", "process.completed", {"code": 0})]
        kinds = [event.kind for event in log.read("s")]
        assert kinds == ["promise.made", "promise.ready", "promise.claimed", "promise.delivered"]


def test_G8_without_a_channel_it_stays_pending_and_is_delivered_at_the_next_bind_once(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        outbox.ready(promise(), {"code": 0})
        [left] = outbox.drain(30)
        assert left.status is PromiseStatus.PENDING
        end = End()
        outbox.bind(end)
        outbox.bind(end)
        assert outbox.drain(30) == []
        later = End()
        outbox.bind(later)
        assert outbox.drain(30) == []
        assert keys(end) == ["p"]
        assert later.notices == []


def test_a_completion_is_delivered_after_a_restart(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        outbox.make(promise())
    with Log(path) as log, Outbox(log) as outbox:
        outbox.ready(promise(), {"code": 0})
    with Log(path) as log, Outbox(log) as outbox:
        end = End()
        outbox.bind(end)
        assert outbox.drain(30) == []
        assert keys(end) == ["p"]


def test_a_completion_reaches_two_subscribers(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        one, two = End(), End()
        outbox.bind(one)
        outbox.bind(two)
        outbox.ready(promise())
        assert outbox.drain(30) == []
        assert keys(one) == keys(two) == ["p"]


def test_of_two_outboxes_one_delivers(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox, Outbox(log) as other:
        end = End()
        outbox.bind(end)
        other.bind(end)
        for number in range(20):
            outbox.ready(promise().numbered(number))
        assert outbox.drain(30) == []
        assert sorted(keys(end)) == sorted(f"p.{number}" for number in range(20))


def test_what_is_for_one_reader_comes_in_its_order(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        for number in range(20):
            outbox.ready(promise().numbered(number))
        end = End()
        outbox.bind(end)
        assert outbox.drain(30) == []
        assert keys(end) == [f"p.{number}" for number in range(20)]


def test_a_channel_that_is_bound_for_one_session_gets_nothing_of_another(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        one, two = End(), End()
        outbox.bind(one, session="one")
        outbox.bind(two, session="two")
        for name, session in [("a", "one"), ("b", "two"), ("c", "three")]:
            outbox.ready(promise(name, session))
        assert [standing.promise.id for standing in outbox.drain(30)] == ["c"]
        assert (keys(one), keys(two)) == (["a"], ["b"])


def test_a_channel_gets_nothing_that_was_promised_to_another_name(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        end = End()
        outbox.bind(end)
        outbox.ready(promise(channel="other"))
        assert len(outbox.drain(30)) == 1
        assert end.notices == []


def test_a_delivery_that_fails_is_tried_again_and_every_try_is_in_the_log(path: Path) -> None:
    answers = [Undelivered("end", "it is down"), OSError("still"), None]

    def deliver(_notice: Notice) -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    with Log(path) as log, Outbox(log, backoff=SOON) as outbox:
        outbox.bind(Callback(deliver, name="end"))
        outbox.ready(promise())
        assert outbox.drain(30) == []
        events = [event for event in log.read("s") if event.kind in {"promise.failed", "promise.delivered"}]
        assert [event.data.get("tries") for event in events] == [1, 2, None]
        assert "it is down" in str(events[0].data["error"])
        assert answers == []


def test_of_two_subscribers_the_one_that_has_it_is_not_told_again(path: Path) -> None:
    answers = [OSError("no"), None]

    def deliver(_notice: Notice) -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    with Log(path) as log, Outbox(log, backoff=SOON) as outbox:
        end = End()
        outbox.bind(end)
        outbox.bind(Callback(deliver, name="end"))
        outbox.ready(promise())
        assert outbox.drain(30) == []
        assert keys(end) == ["p"]
        assert answers == []


def test_a_callback_of_either_color_is_called_and_waited_for(path: Path) -> None:
    told: list[str] = []

    def tell(notice: Notice) -> None:
        told.append(f"async {notice.key}")

    with Log(path) as log, Outbox(log) as outbox:
        outbox.bind(Callback(tell, name="end"))
        outbox.bind(Callback(lambda notice: told.append(f"sync {notice.key}"), name="end"))
        outbox.ready(promise())
        assert outbox.drain(30) == []
        assert sorted(told) == ["async p", "sync p"]


def test_a_slow_reader_keeps_no_other_waiting(path: Path) -> None:
    gate = threading.Event()

    with Log(path) as log, Outbox(log) as outbox:
        end = End()
        outbox.bind(Callback(lambda _: gate.wait(10), name="slow"))
        outbox.bind(end)
        outbox.ready(promise("a", channel="slow"))
        outbox.ready(promise("b"))
        for _ in range(100):
            if end.notices:
                break
            outbox.drain(0.05)
        assert keys(end) == ["b"]
        gate.set()
        assert outbox.drain(30) == []


def test_O8_a_drain_has_one_deadline_and_says_what_is_left(path: Path) -> None:
    def refuse(_notice: Notice) -> None:
        raise RuntimeError("the loop of this reader has ended")

    with Log(path) as log, Outbox(log) as outbox:
        outbox.bind(Callback(refuse, name="end"))
        outbox.ready(promise("a"))
        outbox.ready(promise("b"))
        left = outbox.drain(0.3)
        assert {standing.promise.id for standing in left} == {"a", "b"}
        outbox_of_another = Outbox(log)
        assert {standing.promise.id for standing in outbox_of_another.pending()} == {"a", "b"}


def test_what_an_owner_claimed_who_is_gone_is_pending_again(path: Path) -> None:
    with Log(path) as log:
        Outbox(log).ready(promise())
        log.append(Append("s", [promise_claimed("p", "host-1-00000000", "outbox-1", 1)]))
        with Outbox(log) as outbox:
            end = End()
            outbox.bind(end)
            assert outbox.drain(30) == []
            assert keys(end) == ["p"]
            kinds = [event.kind for event in log.read("s")][3:]
            assert kinds == ["promise.released", "promise.claimed", "promise.delivered"]


def test_what_somebody_delivers_who_is_alive_is_left_alone(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox, Log(path) as of_another:
        outbox.ready(promise())
        log.append(Append("s", [promise_claimed("p", of_another.owner(), "outbox-1", 1)]))
        end = End()
        outbox.bind(end)
        [left] = outbox.drain(0.2)
        assert left.status is PromiseStatus.CLAIMED
        assert end.notices == []


def test_a_claim_of_an_outbox_that_was_closed_in_this_process_is_taken_back(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        outbox.ready(promise())
        log.append(Append("s", [promise_claimed("p", log.owner(), "closed", 1)]))
        end = End()
        outbox.bind(end)
        assert outbox.drain(30) == []
        assert keys(end) == ["p"]


def test_an_idle_session_is_woken_once_with_the_notice_and_its_channel(path: Path) -> None:
    woken: list[tuple[Notice, Channel]] = []
    answers = [OSError("no"), None]

    def deliver(_notice: Notice) -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    def wake(notice: Notice, channel: Channel) -> None:
        woken.append((notice, channel))

    with Log(path) as log, Outbox(log, on_wake=wake, backoff=SOON) as outbox:
        channel = Callback(deliver, name="end")
        outbox.bind(channel)
        outbox.ready(promise(), {"code": 0})
        assert outbox.drain(30) == []
        assert woken == [(Notice("p", "s", "process.completed", {"code": 0}), channel)]


def test_who_binds_can_be_the_one_who_is_woken(path: Path) -> None:
    woken: list[str] = []

    def wake(_notice: Notice, _channel: Channel) -> None:
        woken.append("general")

    with Log(path) as log, Outbox(log, on_wake=wake) as outbox:
        outbox.bind(End(), session="s", on_wake=lambda notice, _: woken.append(notice.key))
        outbox.ready(promise())
        assert outbox.drain(30) == []
        assert woken == ["p"]


def test_a_delivery_sees_nothing_of_the_turn_in_which_the_channel_was_bound(path: Path) -> None:
    seen: list[Channel | None] = []

    with Log(path) as log, Outbox(log) as outbox:
        channel = Callback(lambda _: seen.append(current_channel()), name="end")
        with turn_channel(channel):
            outbox.bind(channel)
            outbox.ready(promise())
        assert outbox.drain(30) == []
        assert seen == [None]


def test_a_channel_that_closes_with_the_turn_can_not_be_bound(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        with pytest.raises(ClosesWithTurn, match="'reply' closes with the turn"):
            outbox.bind(InTurn())


def test_a_channel_that_is_unbound_or_closed_gets_no_more(path: Path) -> None:
    with Log(path) as log, Outbox(log, backoff=SOON) as outbox:
        end, mail = End(), InProcess()
        outbox.bind(end)
        outbox.bind(mail)
        outbox.unbind(end)
        mail.close()
        outbox.ready(promise("a"))
        outbox.ready(promise("b", channel="in-process"))
        assert len(outbox.drain(0.2)) == 2
        assert end.notices == mail.take_all() == []


def test_what_waits_for_a_reader_for_too_long_is_an_incident_and_goes_on_waiting(path: Path) -> None:
    now = [0.0]
    with Log(path) as log, Outbox(log, patience=60, clock=lambda: now[0]) as outbox:
        outbox.ready(promise())
        assert outbox.expire() == []
        assert outbox.incidents() == []
        now[0] = FOREVER - 1
        outbox.expire()
        outbox.expire()
        [incident] = outbox.incidents()
        assert (incident.kind, incident.promise.id) == ("unroutable", "p")
        assert "no channel 'end' was bound for over 60 s" in incident.reason
        end = End()
        outbox.bind(end)
        assert outbox.drain(30) == []
        assert keys(end) == ["p"]


def test_what_expires_while_nobody_looks_is_given_up_in_the_background(path: Path) -> None:
    with Log(path) as log, Outbox(log) as outbox:
        outbox.ready(promise("old", expires=1.0))
        end = End()
        outbox.bind(end)
        assert outbox.drain(30) == []
        assert end.notices == []
        assert [incident.kind for incident in outbox.incidents()] == ["expired"]


def test_an_outbox_that_is_closed_delivers_no_more(path: Path) -> None:
    with Log(path) as log:
        end = End()
        with Outbox(log) as outbox:
            outbox.bind(end)
        outbox.ready(promise())
        assert len(outbox.drain(0.1)) == 1
        assert end.notices == []
