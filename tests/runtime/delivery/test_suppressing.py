"""What nobody can be told of at the time is counted, and can be asked for."""

from __future__ import annotations

import pytest

from duotone import figures
from duotone.runtime import Log, MemoryStore, Outbox, Promise, suppressed_errors
from duotone.runtime.log import PromiseRow
from duotone.runtime.log.rows import Statuses
from duotone.runtime.suppressing import suppressing
from tests.runtime.delivery.ends import End


def test_G9_an_error_that_is_suppressed_is_counted_and_can_be_asked_for() -> None:
    before = figures().suppressed_errors
    for message in ("first", "second"):
        with suppressing("a test of suppressing", OSError):
            raise OSError(message)
    found = next(one for one in suppressed_errors() if one.where == "a test of suppressing")
    assert (found.kind, found.message, found.count) == ("OSError", "second", 2)
    assert figures().suppressed_errors == before + 2


def test_an_error_that_was_not_named_is_raised() -> None:
    with pytest.raises(KeyError), suppressing("a test", OSError):
        raise KeyError("k")


class Unreadable(MemoryStore):
    """A store that can't be asked for promises at first."""

    faults = 3

    def promises(self, *, status: Statuses = None, limit: int | None = None) -> list[PromiseRow]:
        if self.faults:
            self.faults -= 1
            raise OSError("the disk is away")
        return super().promises(status=status, limit=limit)


def test_G9_trouble_while_looking_at_the_outbox_is_counted_and_delivery_goes_on() -> None:
    store = Unreadable()
    with Log(store) as log, Outbox(log) as outbox:
        end = End()
        outbox.ready(Promise("p", "s", "end", "task.completed", "t", 10.0**10))
        outbox.bind(end)
        while store.faults:
            log.wait(10**9, 0.01)
        assert outbox.drain(5) == []
        assert len(end.notices) == 1
    found = next(one for one in suppressed_errors() if one.where == "looking at the outbox")
    assert found.message == "the disk is away"
    assert found.count >= 3
