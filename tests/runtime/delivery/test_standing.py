"""How a promise stands follows from its events alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from duotone.runtime import Promise
from duotone.runtime.delivery import drafts
from duotone.runtime.delivery.standing import PromiseStatus, Standing, fold
from duotone.runtime.events import Draft, Event

PROMISE = Promise("p", "s", "mail", "task.completed", "child", 50.0)


def told(*said: Draft) -> Sequence[Event]:
    return [Event(n, "s", n, draft.kind, float(n), draft.run, draft.data, "") for n, draft in enumerate(said, 1)]


def standing(*said: Draft) -> Standing:
    return fold({}, told(drafts.promise_made(PROMISE), *said))["p"]


READY = drafts.promise_ready("p", {"answer": 42})
CLAIMED = drafts.promise_claimed("p", "host-1", "outbox-1", 1)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ([], PromiseStatus.PROMISED),
        ([READY], PromiseStatus.PENDING),
        ([READY, CLAIMED], PromiseStatus.CLAIMED),
        ([READY, CLAIMED, drafts.promise_delivered("p", "mail", None)], PromiseStatus.DELIVERED),
        ([READY, CLAIMED, drafts.promise_failed("p", "down", 1, 9.0)], PromiseStatus.PENDING),
        ([READY, CLAIMED, drafts.promise_released("p", "host-1")], PromiseStatus.PENDING),
        ([READY, drafts.promise_unroutable("p", "nobody")], PromiseStatus.PENDING),
        ([drafts.promise_expired("p", "late")], PromiseStatus.EXPIRED),
        ([drafts.promise_withdrawn("p", "known")], PromiseStatus.WITHDRAWN),
    ],
)
def test_each_event_leads_to_its_state(said: Sequence[Draft], status: PromiseStatus) -> None:
    assert standing(*said).status is status


def test_what_is_ready_is_due_at_once_and_has_its_data() -> None:
    assert standing(READY) == Standing(PROMISE, PromiseStatus.PENDING, 2, {"answer": 42}, due=2.0)


def test_a_claim_says_whose_it_is_and_a_failure_when_it_is_due() -> None:
    claimed = standing(READY, CLAIMED)
    assert (claimed.owner, claimed.outbox, claimed.tries) == ("host-1", "outbox-1", 1)
    failed = standing(READY, CLAIMED, drafts.promise_failed("p", "down", 1, 9.0))
    assert (failed.owner, failed.error, failed.tries, failed.due) == ("", "down", 1, 9.0)


def test_incidents_are_kept_with_their_reasons() -> None:
    gone = standing(READY, drafts.promise_unroutable("p", "nobody"), drafts.promise_expired("p", "late"))
    assert [(one.kind, one.reason, one.at) for one in gone.incidents] == [
        ("unroutable", "nobody", 3.0),
        ("expired", "late", 4.0),
    ]


def test_events_of_others_and_of_promises_that_nobody_made_are_passed_over() -> None:
    assert fold({}, told(Draft("message.sent", {"id": "m"}), READY)) == {}


def test_a_very_long_error_is_cut() -> None:
    assert len(str(drafts.promise_failed("p", "x" * 10_000, 1, 0.0).data["error"])) == 500
