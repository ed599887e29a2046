"""How a turn ends that nobody can stop: what is written for whoever drove it, by somebody who takes it over."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.runtime.commands import Finish, Record, Stop
from duotone.runtime.drafts import call_ended, run_claimed, run_ended
from duotone.runtime.drivers.turn import TurnDriver, turn_begun_by
from duotone.runtime.events import Draft, Event
from duotone.runtime.log.rows import RunRow, run_after
from duotone.runtime.outcomes import Attempt, Fault, Outcome

__all__ = ["broken_off", "row_of"]


def row_of(events: Sequence[Event]) -> RunRow | None:
    """Return how a run stands after these events; what a table says may be older or younger than they are."""
    row: RunRow | None = None
    for event in events:
        if event.kind.startswith("run."):
            row = run_after(row, event)
    return row


def broken_off(row: RunRow, events: Sequence[Event], signal: Draft, claim: tuple[str, float]) -> list[Draft]:
    """Return a signal to a turn, a claim on it, and all that its driver would do about it at once.

    `claim` is who takes it over, and when. What is at work can't be stopped from here, so it is abandoned. On a thread
    one call follows the other, each written before the next begins: those behind the first have not begun, and never
    will under this claim.
    """
    owner, now = claim
    driver = turn_begun_by(events[0].data)
    for event in events:
        driver.apply(event)
    drafts = [signal, run_claimed(row.run, owner, row.fence + 1, row.status)]
    for draft in drafts:
        driver.apply(draft)
    side_by_side = _side_by_side(events)
    while more := _following(driver, row.run, side_by_side, now):
        for draft in more:
            driver.apply(draft)
        drafts += more
    return drafts


def _following(driver: TurnDriver, run: str, side_by_side: set[str], now: float) -> list[Draft]:
    drafts: list[Draft] = []
    commands = driver.decide(now)
    steps = [command.step for command in commands if isinstance(command, Stop)]
    first = next((step for step in steps if step not in side_by_side), None)
    for command in commands:
        match command:
            case Stop(step=step):
                is_at_work = step == first or step in side_by_side
                drafts.append(call_ended(run, _end_of(driver, step, is_at_work=is_at_work)))
            case Record(drafts=more):
                drafts += more
            case Finish():
                drafts.append(run_ended(run, command))
            case _:
                pass
    return drafts


def _end_of(driver: TurnDriver, step: str, *, is_at_work: bool) -> Attempt:
    outcome = Outcome.ABANDONED if is_at_work else Outcome.REFUSED
    text = "it can't be stopped, so the turn goes on without it" if is_at_work else "the turn was interrupted before"
    return Attempt(step, driver.step(step).number, outcome, fault=Fault("Interrupted", text, is_retryable=False))


def _side_by_side(events: Sequence[Event]) -> set[str]:
    """Return the steps that don't wait for others: async ones, and calls that an agent makes inside of its step."""
    begun = [event.data for event in events if event.kind == "step.started"]
    return {str(data["step"]) for data in begun if data.get("color") == "async" or data.get("within")}
