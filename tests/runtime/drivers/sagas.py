"""What a saga must do, told once more as a plain program that doesn't know of events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from duotone.runtime.outcomes import Outcome, Status
from tests.runtime.drivers.playing import Trait

__all__ = ["Terms", "Told", "tell"]

Ask = Callable[[str, int, bool], Outcome]

MAYBE = {Outcome.OK, Outcome.TIMED_OUT, Outcome.CANCELLED, Outcome.ABANDONED, Outcome.UNKNOWN}


@dataclass
class Told:
    """The calls in their order with their outcomes, and the end."""

    calls: list[tuple[str, int, bool]] = field(default_factory=list)
    status: Status = Status.COMPLETED
    by_hand: list[str] = field(default_factory=list)


@dataclass
class Terms:
    """What a saga is told in: the contracts of its steps, the world that answers, and how often it tries."""

    traits: dict[str, Trait]
    ask: Ask
    decide: Callable[[str], str]
    attempts: int = 2
    undos: int = 2


def tell(steps: Sequence[str], terms: Terms) -> Told:
    """Return how a saga goes."""
    told = Told()
    touched: list[str] = []
    for step in steps:
        is_ok, is_doubtful = _do(step, terms, told)
        if is_doubtful:
            touched.append(step)
        if not is_ok:
            _undo(touched, terms, told)
            break
    return told


def _do(step: str, terms: Terms, told: Told) -> tuple[bool, bool]:
    number = failures = 0
    is_doubtful = False
    while True:
        number += 1
        outcome = terms.ask(step, number, False)  # noqa: FBT003
        told.calls.append((step, number, False))
        is_doubtful |= outcome in MAYBE
        if outcome is Outcome.OK:
            return True, True
        if outcome is Outcome.UNKNOWN and not terms.traits[step].is_idempotent:
            decision = terms.decide(step)
            if decision == "committed":
                return True, True
            if decision == "failed":
                return False, False
        elif outcome is not Outcome.UNKNOWN:
            failures += 1
            if failures == terms.attempts or outcome not in {Outcome.FAILED, Outcome.TIMED_OUT}:
                return False, is_doubtful


def _undo(touched: list[str], terms: Terms, told: Told) -> None:
    undone = 0
    for step in reversed(touched):
        if not terms.traits[step].has_effect:
            continue
        if terms.traits[step].has_undo and _undo_one(step, terms, told):
            undone += 1
        else:
            told.by_hand.append(step)
    told.status = Status.ESCALATED if told.by_hand else Status.COMPENSATED if undone else Status.FAILED


def _undo_one(step: str, terms: Terms, told: Told) -> bool:
    number = failures = 0
    while failures < terms.undos:
        number += 1
        outcome = terms.ask(step, number, True)  # noqa: FBT003
        told.calls.append((step, number, True))
        if outcome is Outcome.OK:
            return True
        failures += outcome is not Outcome.UNKNOWN
    return False
