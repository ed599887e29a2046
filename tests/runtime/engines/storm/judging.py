"""What came of a storm: the log held against the external counter and against what the receiver was told."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from duotone.runtime import Log, Status
from duotone.runtime.events import Event
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.verify import verify
from tests.runtime.engines.storm.storming import Storm
from tests.runtime.engines.storm.work import STEPS

__all__ = ["Verdict", "judged"]


@dataclass
class Verdict:
    """Figures, and everything that is not as it must be."""

    figures: dict[str, int | float] = field(default_factory=dict[str, "int | float"])
    problems: list[str] = field(default_factory=list[str])


def judged(storm: Storm) -> Verdict:
    """Judge what a storm has left."""
    verdict, lines = Verdict(), storm.lines
    noted = Counter(lines)
    asked = {line.split()[0] for line in lines if line.endswith(" asked")}
    with Log(storm.place) as log:
        rows = {row.run: row for row in log.runs()}
        events = {run: log.read_run(run) for run in rows}
        promises = log.promises()
    outcomes: Counter[str] = Counter()
    for run, row in rows.items():
        if row.status != Status.COMPLETED:
            verdict.problems.append(f"{run} has ended as {row.status}")
        for step in STEPS:
            verdict.problems += _problems_of(run, step, events[run], noted)
        outcomes.update(str(event.data["outcome"]) for event in events[run] if event.kind == "step.ended")
    verdict.problems += [f"{run} was answered, and is not in the log" for run in _answered(lines) - rows.keys()]
    told = Counter(str(message["data"]["run"]) for message in storm.receiver.counted)
    verdict.problems += [f"{run} was told of {told[run]} times" for run in rows if told[run] != 1]
    verdict.problems += [f"{one.promise} is {one.status}" for one in promises if one.status != "delivered"]
    verdict.problems += [str(one) for one in verify(Address(storm.place))]
    verdict.figures = {
        **dict(sorted(storm.deeds.items())),
        "runs asked for": len(asked),
        "accepted: in the log": len(rows),
        "asked by a worker that died before anything was accepted": len(asked - rows.keys()),
        "completed": sum(row.status == Status.COMPLETED for row in rows.values()),
        "attempts of steps": sum(outcomes.values()),
        "of these unknown, since their worker died": outcomes["unknown"],
        "calls that the external counter has seen": sum(line.endswith(" begins") for line in lines),
        "results that came after somebody else had gone on": sum(
            event.kind == "step.late" for told in events.values() for event in told
        ),
        "promises kept": len(promises),
        "requests that the receiver got for them": len(storm.receiver.seen),
        "events in the chain": sum(map(len, events.values())),
        "seconds until the last run had ended, after the storm": round(storm.ended_after, 1),
    }
    return verdict


def _answered(lines: list[str]) -> set[str]:
    return {line.split()[0] for line in lines if " answered " in line}


def _problems_of(run: str, step: str, events: list[Event], noted: Counter[str]) -> list[str]:
    """Return what is wrong with one step: each call is an attempt of the log, and after its commit there is none."""
    problems: list[str] = []
    mine = [event for event in events if event.data.get("step") == step]
    started = sum(event.kind == "step.started" for event in mine)
    begun = noted[f"{run} {step} begins"]
    if begun > started:
        problems.append(f"{run} {step}: called {begun} times, in {started} attempts")
    if step == "charge" and begun != 1:
        problems.append(f"{run} {step}: called {begun} times, which may be once only")
    committed = [n for n, event in enumerate(mine) if event.kind == "step.ended" and event.data["outcome"] == "ok"]
    if len(committed) > 1 or (committed and any(event.kind == "step.started" for event in mine[committed[0] :])):
        problems.append(f"{run} {step}: went on after it was committed")
    by_number: dict[object, int] = defaultdict(int)
    for event in mine:
        if event.kind == "step.ended":
            by_number[event.data["attempt"]] += 1
    problems += [f"{run} {step}: attempt {n} has {ends} ends" for n, ends in by_number.items() if ends != 1]
    return problems
