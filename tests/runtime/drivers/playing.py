"""A shell without a runtime: it carries out a driver's commands in a world whose outcomes are written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from duotone.runtime.commands import Call, Command, Driver, Finish, Record, Sleep, Stop, Wait
from duotone.runtime.drivers.course import Course
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.outcomes import Outcome

__all__ = ["PlayedDriver", "Player", "Stuck", "Trait", "World", "event_of"]


class Stuck(AssertionError):
    """Nothing is in flight, nothing is asked for, and the run has not ended."""


@dataclass
class Trait:
    """The contract of a unit, as `step.started` tells it."""

    has_undo: bool = True
    has_effect: bool = True
    is_idempotent: bool = False


@dataclass
class World:
    """How each attempt ends: the outcomes of a step in order, the last one for ever; everything else is ok.

    `outcome_of` may say it in another way, and `decision_of` what a person says of a step whose outcome is unknown.
    """

    outcomes: Mapping[str, list[Outcome]] = field(default_factory=dict)
    undos: Mapping[str, list[Outcome]] = field(default_factory=dict)
    traits: Mapping[str, Trait] = field(default_factory=dict)
    outcome_of: Callable[[Call], Outcome] | None = None
    decision_of: Callable[[str], str] | None = None
    result_of: Callable[[Call], Json] = lambda call: {"of": call.step}
    had_effect: bool = False

    def outcome(self, call: Call) -> Outcome:
        if self.outcome_of is not None:
            return self.outcome_of(call)
        script = (self.undos if call.is_undo else self.outcomes).get(call.step, [])
        return script[min(call.number, len(script)) - 1] if script else Outcome.OK

    def trait(self, step: str) -> Trait:
        return self.traits.get(step, self.traits.get("", Trait()))


def event_of(draft: Draft, number: int, at: float) -> Event:
    return Event(number, "s", number, draft.kind, at, draft.run, draft.data, "")


class PlayedDriver(Driver, Protocol):
    """A driver whose steps can be looked at."""

    course: Course


class Player:
    """Plays one run to its end, and keeps what was asked for and what happened."""

    def __init__(self, driver: PlayedDriver, world: World, *, pick: Callable[[int], int] = lambda count: 0) -> None:
        self.driver = driver
        self.world = world
        self.pick = pick
        self.now = 100.0
        self.events: list[Event] = []
        self.calls: list[Call] = []
        self.in_flight: dict[tuple[str, bool], Call] = {}
        self.finished: Finish | None = None
        self.most_in_flight = 0
        self.before_wait: Callable[[Player], bool] = lambda player: False

    def start(self, **data: Json) -> Player:
        self.append("run.started", {"kind": "saga", "status": "running", "owner": "o", "fence": 1, **data})
        return self

    def append(self, kind: str, data: Mapping[str, Json]) -> None:
        event = event_of(Draft(kind, data, "r"), len(self.events) + 1, self.now)
        self.events.append(event)
        self.driver.apply(event)

    def ask(self) -> list[Command]:
        commands = list(self.driver.decide(self.now))
        assert list(self.driver.decide(self.now)) == commands, "asked twice, answered differently"
        return commands

    def play(self, limit: int = 20_000) -> Player:
        for _ in range(limit):
            if self.finished is not None:
                assert self.ask() == []
                return self
            self.turn()
        raise Stuck(limit)

    def turn(self) -> None:
        commands = self.ask()
        did_something = False
        # An attempt that is stopped ends some time later, so all else comes first.
        for command in sorted(commands, key=lambda command: isinstance(command, Stop)):
            did_something |= self._carry_out(command)
        if not did_something:
            self._pass_time(commands)

    def _carry_out(self, command: Command) -> bool:
        match command:
            case Call():
                self._begin(command)
            case Record(drafts=drafts):
                for draft in drafts:
                    self.append(draft.kind, draft.data)
            case Finish():
                assert self.finished is None
                self.finished = command
                fault = command.fault.to_json() if command.fault else None
                data: dict[str, Json] = {"status": command.status, "outputs": command.outputs, "fault": fault}
                self.append("run.ended", {**data, "todo": list(command.todo)})
            case Stop(step=step):
                return (step, False) in self.in_flight and self._end(self.in_flight[step, False], Outcome.CANCELLED)
            case _:
                return False
        return True

    def _begin(self, call: Call) -> None:
        self.calls.append(call)
        self.in_flight[call.step, call.is_undo] = call
        self.most_in_flight = max(self.most_in_flight, len(self.in_flight))
        if call.is_undo:
            self.append("undo.started", {"step": call.step, "attempt": call.number})
            return
        trait = self.world.trait(call.step)
        data: dict[str, Json] = {"step": call.step, "attempt": call.number, "unit": call.unit, "color": "sync"}
        data |= {"key": f"r/{call.step}", "idempotent": trait.is_idempotent, "has_undo": trait.has_undo}
        data |= {"undo": f"un{call.step}" if trait.has_undo else None, "effect": trait.has_effect}
        self.append("step.started", {**data, "arguments": dict(call.arguments)})

    def _pass_time(self, commands: list[Command]) -> None:
        if self.before_wait(self):
            return
        if self.in_flight:
            calls = list(self.in_flight.values())
            call = calls[self.pick(len(calls))]
            self._end(call, self.world.outcome(call))
            return
        for command in commands:
            if isinstance(command, Wait) and self._decide():
                return
        sleeps = [command.until for command in commands if isinstance(command, Sleep)]
        if not sleeps:
            raise Stuck(commands, self.events)
        self.now = max(self.now, *sleeps)

    def _end(self, call: Call, outcome: Outcome) -> bool:
        del self.in_flight[call.step, call.is_undo]
        self.now += 1
        is_said = outcome not in {Outcome.OK, Outcome.UNKNOWN}  # a crash leaves no words
        fault: Json = {"type": "E", "message": outcome, "retryable": True} if is_said else None
        data: dict[str, Json] = {"step": call.step, "attempt": call.number, "outcome": outcome, "fault": fault}
        if call.is_undo:
            self.append("undo.ended", data)
        else:
            result = self.world.result_of(call) if outcome is Outcome.OK else None
            effect = self.world.had_effect and outcome is Outcome.FAILED
            self.append("step.ended", {**data, "result": result, "seconds": 1.0, "had_effect": effect})
        return True

    def _decide(self) -> bool:
        """Let a person say what became of the first step whose outcome nobody knows."""
        if self.world.decision_of is None:
            return False
        step = next(iter(self.driver.course.steps.unknown))
        decision = self.world.decision_of(step)
        self.append("signal.decide", {"step": step, "decision": decision, "by": "p", "result": 7})
        return True
