# Made by `duotone mirror` from ../_async/test_outbox.py: edit that file, and run it again.
"""The outbox keeps promises in the log: made, ready, withdrawn, expired, each said once whoever says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.errors import PromiseMoved
from duotone.runtime import Log, Outbox, Promise
from duotone.runtime.delivery import PromiseStatus
from duotone.runtime.events import Draft

FOREVER = 10.0**10


def promise(name: str = "p", session: str = "s", *, channel: str = "mail", expires: float = FOREVER) -> Promise:
    return Promise(name, session, channel, "process.completed", "process-1", expires)


def test_a_promise_is_made_together_with_what_begins_the_work(path: Path) -> None:
    with Log(path) as log:
        events = Outbox(log).make(promise(), [Draft("process.started", {"process": "process-1"})])
        assert [event.kind for event in events] == ["promise.made", "process.started"]
        assert [row.status for row in log.promises()] == ["promised"]


def test_a_promise_can_be_made_once(path: Path) -> None:
    with Log(path) as log:
        outbox = Outbox(log)
        outbox.make(promise())
        with pytest.raises(PromiseMoved):
            outbox.make(promise())


def test_the_same_completion_said_twice_counts_once(path: Path) -> None:
    with Log(path) as log:
        outbox, other = Outbox(log), Outbox(log)
        outbox.make(promise())
        assert outbox.ready(promise(), {"code": 0})
        assert not other.ready(promise(), {"code": 1})
        [standing] = other.pending()
        assert (standing.data, standing.status) == ({"code": 0}, PromiseStatus.PENDING)


def test_something_else_that_comes_second_is_kept_as_an_incident(path: Path) -> None:
    with Log(path) as log:
        outbox = Outbox(log, clock=lambda: FOREVER / 2, patience=0)
        outbox.make(promise())
        assert outbox.ready(promise(), {"code": 0})
        assert not outbox.ready(promise(), {"code": 0})  # the same again is no news
        assert outbox.incidents() == []
        row = log.promise("p")
        assert not outbox.ready(promise(), {"code": 1})
        assert log.promise("p") == row  # so whoever is about to deliver it does
        assert [(one.kind, one.promise.id) for one in outbox.incidents()] == [("repeated", "p")]
        assert log.read("s")[-1].data["data"] == {"code": 1}
        outbox.expire()  # what has no reader is still told
        assert [one.kind for one in outbox.incidents()] == ["repeated", "unroutable"]


def test_a_promise_that_was_not_made_is_made_when_it_is_ready(path: Path) -> None:
    with Log(path) as log:
        outbox = Outbox(log)
        assert outbox.ready(promise().numbered(1), {"line": "error"}, [Draft("process.matched")])
        assert [event.kind for event in log.read("s")] == ["promise.made", "promise.ready", "process.matched"]


def test_what_nobody_needs_any_more_is_withdrawn(path: Path) -> None:
    with Log(path) as log:
        outbox = Outbox(log)
        outbox.make(promise())
        assert outbox.withdraw(promise(), "the agent has polled")
        assert not outbox.withdraw(promise(), "again")
        assert not outbox.ready(promise())
        assert not outbox.withdraw(promise("unknown"), "never made")
        assert outbox.pending() == []


def test_what_is_pending_can_be_asked_for_by_session(path: Path) -> None:
    with Log(path) as log:
        outbox = Outbox(log)
        for name, session in [("a", "one"), ("b", "two"), ("c", "one")]:
            outbox.ready(promise(name, session))
        assert [standing.promise.id for standing in outbox.pending("one")] == ["a", "c"]
        assert [standing.promise.id for standing in outbox.pending()] == ["a", "b", "c"]


def test_what_is_over_its_time_expires_and_is_an_incident(path: Path) -> None:
    with Log(path) as log:
        outbox = Outbox(log, clock=lambda: 100.0)
        outbox.make(promise("a", expires=100.0))
        outbox.ready(promise("b", expires=99.0))
        outbox.ready(promise("c", expires=101.0))
        assert [standing.promise.id for standing in outbox.expire()] == ["a", "b"]
        assert outbox.expire() == []
        assert [(one.promise.id, one.kind) for one in outbox.incidents()] == [("a", "expired"), ("b", "expired")]
        assert "a reader for channel 'mail'" in outbox.incidents()[1].reason
        statuses = {standing.promise.id: standing.status.value for standing in outbox.promises("s")}
        assert statuses == {"a": "expired", "b": "expired", "c": "pending"}


def test_another_process_that_opens_the_log_finds_what_is_pending(path: Path) -> None:
    with Log(path) as log:
        Outbox(log).ready(promise(), {"code": 0})
    with Log(path) as log:
        [standing] = Outbox(log).pending()
        assert standing.promise == promise()
