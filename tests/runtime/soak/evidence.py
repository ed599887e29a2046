"""What the log says of a soak: how much happened, and whatever should not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from duotone.runtime import Event, Log
from duotone.runtime.conversation.transcript import REPLIED, Transcript
from duotone.runtime.delivery.standing import PromiseStatus
from duotone.runtime.log.verify import verify

__all__ = ["Evidence", "evidence_in"]

_OVER = {"process.ended", "process.abandoned"}


@dataclass
class Evidence:
    """What happened, counted by the log, and what is wrong with it."""

    events: int = 0
    turns: int = 0
    steps: int = 0
    promises: int = 0
    answers: int = 0
    """Promises of answers to what has come between turns."""
    processes: int = 0
    interrupts: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    problems: list[str] = field(default_factory=list[str])


def evidence_in(path: Path, board: Path) -> Evidence:
    """Read the whole log, and the lines that were delivered."""
    found = Evidence(problems=[str(damage) for damage in verify(path)])
    with Log(path) as log:
        for row in log.sessions():
            events = log.read(row.session)
            found.events += len(events)
            for look in (_steps, _promises, _processes, _turns):
                found.problems += [f"{row.session}: {problem}" for problem in look(events, found)]
        promises = [row.promise for row in log.promises() if row.status != PromiseStatus.WITHDRAWN]
    found.problems += _deliveries(promises, board)
    return found


def _steps(events: list[Event], found: Evidence) -> Iterable[str]:
    """Every attempt that was begun has one outcome."""
    started, ended = Counter[str](), Counter[str]()
    for event in events:
        if event.kind in {"step.started", "step.ended"}:
            attempt = f"{event.run} {event.data['step']} attempt {event.data['attempt']}"
            (started if event.kind == "step.started" else ended)[attempt] += 1
        if event.kind == "step.ended":
            found.outcomes[str(event.data["outcome"])] += 1
    found.steps += started.total()
    for attempt in started.keys() | ended.keys():
        # What was refused has an outcome, and was never begun.
        if ended[attempt] != 1 or started[attempt] > 1:
            yield f"{attempt}: begun {started[attempt]} times, with {ended[attempt]} outcomes"


def _promises(events: list[Event], found: Evidence) -> Iterable[str]:
    """Every promise was delivered, once; an answer that nobody needs any more may be withdrawn instead."""
    made, delivered, withdrawn = Counter[str](), Counter[str](), _withdrawn(events)
    for event in events:
        if event.kind in {"promise.made", "promise.delivered"}:
            (made if event.kind == "promise.made" else delivered)[str(event.data["promise"])] += 1
        found.answers += event.kind == "promise.made" and event.data["kind"] == REPLIED
    found.promises += made.total() - len(withdrawn)
    for promise in made.keys() | delivered.keys():
        if (made[promise], delivered[promise]) != (1, 0 if promise in withdrawn else 1):
            yield f"promise {promise}: made {made[promise]} times, delivered {delivered[promise]} times"


def _withdrawn(events: list[Event]) -> set[str]:
    """Return the answers to news that somebody has got who has asked meanwhile."""
    made = [event.data for event in events if event.kind == "promise.made"]
    answers = {str(data["promise"]) for data in made if data["kind"] == REPLIED}
    return answers & {str(event.data["promise"]) for event in events if event.kind == "promise.withdrawn"}


def _processes(events: list[Event], found: Evidence) -> Iterable[str]:
    """Every process that was asked for is over, and it is said once how."""
    asked = [str(event.data["process"]) for event in events if event.kind == "process.asked"]
    over = Counter(str(event.data["process"]) for event in events if event.kind in _OVER)
    found.processes += len(asked)
    for process in {*asked, *over}:
        if over[process] != 1:
            yield f"{process} has {over[process]} ends"


def _turns(events: list[Event], found: Evidence) -> Iterable[str]:
    """Every turn has ended once, and nothing that was said is left without an answer."""
    begun = {event.run for event in events if event.kind == "run.started"}
    ended = Counter(event.run for event in events if event.kind == "run.ended")
    found.turns += len(begun)
    found.interrupts += sum(event.kind == "signal.interrupt" for event in events)
    for run in begun:
        if ended[run] != 1:
            yield f"turn {run} has {ended[run]} ends"
    transcript = Transcript()
    transcript.apply_all(events)
    if transcript.is_asked:
        yield "its last message has no answer"


def _deliveries(promises: list[str], board: Path) -> Iterable[str]:
    """What has reached the board is what was promised; a notice that came twice has the same key."""
    arrived = set(board.read_text("utf-8").split()) if board.exists() else set[str]()
    for promise in arrived ^ set(promises):
        yield f"promise {promise} " + ("was never made" if promise in arrived else "has not arrived")
