"""What an agent is told of a call that gave no result, and of what is said to it by the runtime."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from duotone.runtime.events import Json
from duotone.runtime.outcomes import Outcome

__all__ = ["CIRCLES", "NOT_MADE", "PENDING", "late", "news", "of_outcome", "of_result", "skipped"]

NOT_MADE = "This call was not made: the turn was interrupted before it began."
PENDING = "This call has not ended."

_OUTCOMES = {
    Outcome.TIMED_OUT: "This call did not end in time and was stopped; it may have taken effect.",
    Outcome.CANCELLED: "This call was interrupted before it ended; it may have taken effect.",
    Outcome.ABANDONED: "This call was interrupted and can't be stopped: it may still be at work.",
    Outcome.UNKNOWN: "The process ended while this call was going on: nobody knows whether it has taken effect.",
}

CIRCLES = {
    "action": "You have made the same calls with the same results {times} times in a row. Do something else, or say "
    "what keeps you from going on.",
    "error": "Your calls have failed {times} times with the same error. Read it, change what you do, or say what keeps "
    "you from going on.",
    "alternation": "You go back and forth between the same two kinds of calls. Do something else, or say what keeps "
    "you from going on.",
    "monologue": "You have said the same {times} times and nobody has answered. Say something else, or wait.",
}
"""What an agent is told that goes round in circles, by the kind of circle."""


def of_result(result: Json) -> str:
    """Return a result as the text of a message."""
    if isinstance(result, str):
        return result
    return "(no result)" if result is None else json.dumps(result, ensure_ascii=False)


def of_outcome(outcome: str, fault: Mapping[str, Any] | None) -> str:
    """Return what a call is said to have come to that has no result."""
    said = _OUTCOMES.get(Outcome(outcome))
    if said is not None:
        return said
    what = "This call was refused" if outcome == Outcome.REFUSED else "This call failed"
    if fault is None:
        return f"{what}."
    kind, message = fault.get("type") or "", fault.get("message") or ""
    return f"{what}: {kind}: {message}" if kind not in {"", "Denied"} and message else f"{what}: {message or kind}"


def skipped(cause: str) -> str:
    """Return what is said of a call that was never made."""
    return f"This call was not made: {cause}." if cause else NOT_MADE


def news(kind: str, about: str, data: Json) -> str:
    """Return what an agent is told of work in the background once that has something to say."""
    return f"News of {about} ({kind}): {of_result(data)}"


def late(name: str, call: str, text: str) -> str:
    """Return what an agent is told of a call that had been given up and has returned since."""
    return f"The call {call} of {name}, which had been given up, has returned: {text}"
