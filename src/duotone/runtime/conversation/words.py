"""What an agent is told: of each call, whatever became of it, and of what the runtime itself has to say."""

from __future__ import annotations

import json

from duotone.runtime.events import Json
from duotone.runtime.outcomes import Fault, Outcome

__all__ = ["CIRCLES", "answer_to", "in_words", "late", "news", "not_made", "pending"]

_ANSWERS = {
    Outcome.FAILED: "{tool} failed: {error}",
    Outcome.REFUSED: "{tool} was not called: {why}",
    Outcome.TIMED_OUT: "{tool} was stopped: {why}; what it has done until then may be there",
    Outcome.ABANDONED: "{tool} was given up and may still be at work: {why}; don't count on what it does",
    Outcome.CANCELLED: "{tool} was stopped before it had ended; what it has done until then may be there",
    Outcome.CONTRACT_ERROR: "{tool} has a fault that another call won't mend: {why}",
    Outcome.UNKNOWN: "nobody knows how {tool} ended, since its process did; look before you call it again",
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


def in_words(result: Json) -> str:
    """Return a result as the text of a message."""
    if isinstance(result, str):
        return result
    return "(done, without a result)" if result is None else json.dumps(result, ensure_ascii=False)


def answer_to(tool: str, outcome: Outcome, result: Json = None, fault: Fault | None = None) -> str:
    """Return what the agent is told of a call, whatever became of it."""
    if outcome is Outcome.OK:
        return in_words(result)
    if fault is None:
        fault = Fault("", f"{tool} was {outcome.value.replace('_', ' ')}")
    why = (fault.message or fault.type).removeprefix(f"{tool} was not called: ")  # our own errors say so as well
    error = f"{fault.type}: {fault.message}" if fault.type and fault.message else why
    return _ANSWERS[outcome].format(tool=tool, why=why, error=error)


def not_made(tool: str, cause: str = "") -> str:
    """Return what is said of a call that was never made."""
    return f"{tool} was not called: {cause or 'the turn was interrupted before'}"


def pending(tool: str) -> str:
    """Return what is said of a call as long as it goes on."""
    return f"{tool} has not ended"


def news(kind: str, about: str, data: Json) -> str:
    """Return what an agent is told of work in the background once that has something to say."""
    return f"News of {about} ({kind}): {in_words(data)}"


def late(name: str, call: str, text: str) -> str:
    """Return what an agent is told of a call that had been given up and has returned since."""
    return f"The call {call} of {name}, which had been given up, has returned: {text}"
