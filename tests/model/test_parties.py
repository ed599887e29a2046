"""A world of threads and tasks, stepped through at random and compared with a model that knows who must wait."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from duotone.contract import bridge as bridge_module
from duotone.contract.workers import default_pool
from tests.model.world import STEPS, World

# The programs hold loops up on purpose, on a machine that may be busy.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


def steps_of_worlds(worlds: int, steps: int) -> int:
    before = STEPS["taken"]
    options = settings(max_examples=worlds, stateful_step_count=steps, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(World, settings=options)
    return STEPS["taken"] - before


@pytest.fixture(autouse=True)
def _short_linger_and_enough_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_module, "LINGER", 0.003)
    monkeypatch.setattr(default_pool, "size", 64)


def test_threads_and_tasks_get_locks_and_values_in_the_order_of_the_model() -> None:
    assert steps_of_worlds(40, 40) >= 300


@pytest.mark.nightly
def test_threads_and_tasks_follow_the_model_for_a_hundred_thousand_steps() -> None:
    taken = 0
    while taken < 100_000:
        taken += steps_of_worlds(500, 100)
    assert taken >= 100_000
