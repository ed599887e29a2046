"""What a step costs its driver doesn't grow with its run: counted in calls, so that no load disturbs it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from duotone.runtime.drivers.saga import Plan, SagaDriver
from duotone.runtime.drivers.workflow import WorkflowDriver
from tests.runtime.drivers.flows import Flow, FlowStep, Python
from tests.runtime.drivers.playing import PlayedDriver, Player, World


def saga(count: int) -> PlayedDriver:
    return SagaDriver([Plan(f"s{number}", "do") for number in range(count)])


def chain(count: int) -> PlayedDriver:
    steps = (FlowStep(f"s{number}", (f"s{number - 1}",) if number else ()) for number in range(count))
    return WorkflowDriver(Flow(tuple(steps)), {}, Python())


def wide(count: int) -> PlayedDriver:
    return WorkflowDriver(Flow(tuple(FlowStep(f"s{number}") for number in range(count)), concurrency=4), {}, Python())


def cells(count: int) -> PlayedDriver:
    step = FlowStep("m", matrix=lambda scope: list(range(count)), concurrency=4)
    return WorkflowDriver(Flow((step,)), {}, Python())


def calls_of(make: Callable[[int], PlayedDriver], count: int) -> float:
    """Return how many functions are called for each step of a run."""
    player = Player(make(count), World())
    called = 0

    def see(frame: FrameType, event: str, argument: object) -> None:
        nonlocal called
        called += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        player.start().play()
    finally:
        sys.setprofile(before)
    return called / count


@pytest.mark.parametrize("make", [saga, chain, wide, cells])
def test_a_step_costs_as_much_in_a_long_run_as_in_a_short_one(make: Callable[[int], PlayedDriver]) -> None:
    assert calls_of(make, 400) < 1.2 * calls_of(make, 40)
