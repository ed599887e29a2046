"""Every way in which a small saga can go, against a model that was written apart from the driver."""

from __future__ import annotations

import itertools

import pytest

from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.saga import Plan, SagaDriver
from duotone.runtime.events import Event
from duotone.runtime.outcomes import Outcome
from tests.runtime.drivers.choices import Chooser, every_path
from tests.runtime.drivers.playing import Player, Trait, World
from tests.runtime.drivers.sagas import Terms, Told, tell

OUTCOMES = [Outcome.OK, Outcome.FAILED, Outcome.TIMED_OUT, Outcome.CONTRACT_ERROR, Outcome.UNKNOWN]
UNDO_OUTCOMES = [Outcome.OK, Outcome.FAILED]
DECISIONS = ["committed", "failed", "retry"]
TRAITS = {
    "with undo": Trait(),
    "idempotent": Trait(is_idempotent=True),
    "without undo": Trait(has_undo=False),
    "only reading": Trait(has_effect=False, has_undo=False),
}


class Chance:
    """One path: how attempts end and what people decide. A crash or a retry by hand comes once for each step."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser
        self._asked: dict[str, int] = {}

    def outcome(self, step: str, number: int, is_undo: bool) -> Outcome:  # noqa: FBT001
        if is_undo:
            return self._chooser.choose(UNDO_OUTCOMES)
        count = self._asked[step] = self._asked.get(step, 0) + 1
        return self._chooser.choose(OUTCOMES if count == 1 else OUTCOMES[:2])

    def decision(self, step: str) -> str:
        return self._chooser.choose(DECISIONS)


def plans(steps: list[str], attempts: int, undos: int) -> list[Plan]:
    retry, undo_retry = Retry(attempts=attempts, delay=1), Retry(attempts=undos, delay=1)
    return [Plan(step, f"do{step}", {"n": step}, retry, undo_retry=undo_retry) for step in steps]


def play(steps: list[str], traits: dict[str, Trait], chooser: Chooser) -> Player:
    chance = Chance(chooser)
    world = World(
        traits=traits,
        outcome_of=lambda call: chance.outcome(call.step, call.number, call.is_undo),
        decision_of=chance.decision,
    )
    return Player(SagaDriver(plans(steps, 2, 2)), world).start().play()


def model(steps: list[str], traits: dict[str, Trait], chooser: Chooser) -> Told:
    chance = Chance(chooser)
    return tell(steps, Terms(traits, chance.outcome, chance.decision))


def check(steps: list[str], traits: dict[str, Trait], chooser: Chooser) -> list[Event]:
    player = play(steps, traits, chooser)
    told = model(steps, traits, Chooser(chooser.path))
    assert player.finished is not None
    assert [(call.step, call.number, call.is_undo) for call in player.calls] == told.calls
    assert player.finished.status is told.status
    assert [line.split("'")[1] for line in player.finished.todo] == told.by_hand
    return player.events


@pytest.mark.parametrize("trait", TRAITS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_saga_does_what_the_model_says(count: int, trait: str) -> None:
    steps = list("abc"[:count])
    traits = dict.fromkeys(steps, TRAITS[trait])
    paths = 0
    for chooser in every_path():
        check(steps, traits, chooser)
        paths += 1
    assert paths > 7**count


@pytest.mark.parametrize("kinds", list(itertools.product(TRAITS, repeat=2)), ids="-".join)
def test_a_saga_of_different_steps_does_what_the_model_says(kinds: tuple[str, str]) -> None:
    traits = {step: TRAITS[kind] for step, kind in zip("ab", kinds, strict=True)}
    for chooser in every_path():
        check(["a", "b"], traits, chooser)


def test_every_prefix_and_every_snapshot_gives_the_same_state_and_the_same_commands() -> None:
    steps = ["a", "b"]
    parts = plans(steps, 2, 2)
    for chooser in every_path():
        events = check(steps, dict.fromkeys(steps, Trait()), chooser)
        driver = SagaDriver(parts)
        for count, event in enumerate(events, 1):
            driver.apply(event)
            whole = SagaDriver(parts)
            for earlier in events[:count]:
                whole.apply(earlier)
            restored = SagaDriver.from_json(driver.to_json(), parts)
            assert whole.to_json() == driver.to_json() == restored.to_json()
            assert whole.decide(event.at) == driver.decide(event.at) == restored.decide(event.at)
