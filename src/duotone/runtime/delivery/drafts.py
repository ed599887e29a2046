"""The events of a promise, one function for each, so that both faces and all who promise write the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duotone.runtime.delivery.promises import Promise
from duotone.runtime.delivery.standing import REPEATED, PromiseStatus
from duotone.runtime.events import Draft, Json

__all__ = [
    "promise_claimed",
    "promise_delivered",
    "promise_expired",
    "promise_failed",
    "promise_made",
    "promise_ready",
    "promise_released",
    "promise_unroutable",
    "promise_withdrawn",
    "repeat_refused",
]

_LONGEST: Final = 500
"""So many characters of an error are kept."""


def promise_made(promise: Promise) -> Draft:
    """Promise; whoever begins the work appends this together with its own event."""
    return _draft("made", promise.id, PromiseStatus.PROMISED, **promise.to_json())


def promise_ready(promise: str, data: Json) -> Draft:
    """Have what was promised, so that it can be delivered."""
    return _draft("ready", promise, PromiseStatus.PENDING, data=data)


def promise_claimed(promise: str, owner: str, outbox: str, tries: int) -> Draft:
    """Be about to deliver it, for the time with this number; others leave it alone as long as the owner lives."""
    return _draft("claimed", promise, PromiseStatus.CLAIMED, owner=owner, outbox=outbox, tries=tries)


def promise_delivered(promise: str, channel: str, receipt: Json) -> Draft:
    """Have delivered it; `receipt` is what the channel says about that."""
    return _draft("delivered", promise, PromiseStatus.DELIVERED, channel=channel, receipt=receipt)


def promise_failed(promise: str, error: str, tries: int, due: float) -> Draft:
    """Have tried in vain so many times; it is tried again when it is due."""
    return _draft("failed", promise, PromiseStatus.PENDING, error=error[:_LONGEST], tries=tries, due=due)


def promise_released(promise: str, owner: str) -> Draft:
    """Take a claim back whose owner is gone; what it did with it nobody knows, so it is tried again."""
    return _draft("released", promise, PromiseStatus.PENDING, owner=owner)


def promise_expired(promise: str, reason: str) -> Draft:
    """Give it up, since its time is over."""
    return _draft("expired", promise, PromiseStatus.EXPIRED, reason=reason)


def promise_withdrawn(promise: str, reason: str) -> Draft:
    """Say that nobody needs it any more: who waited has learned it in another way, or nothing was begun."""
    return _draft("withdrawn", promise, PromiseStatus.WITHDRAWN, reason=reason)


def promise_unroutable(promise: str, reason: str) -> Draft:
    """Say that nobody is there to whom it could be delivered; it stays as it is."""
    return Draft("promise.unroutable", {"promise": promise, "reason": reason})


def repeat_refused(promise: str, data: Json) -> Draft:
    """Say that something else was said to be ready than what is delivered; the promise stays as it is."""
    reason = "it was said to be ready before, with something else, which is what is delivered"
    return Draft(REPEATED, {"promise": promise, "data": data, "reason": reason})


def _draft(verb: str, promise: str, status: PromiseStatus, /, **data: Json) -> Draft:
    kept: Mapping[str, Json] = {**data, "promise": promise, "status": status.value}
    return Draft(f"promise.{verb}", kept)
