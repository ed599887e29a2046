"""Conversations of every color at once, with background processes, interrupts, restarts and killed hosts."""

from __future__ import annotations

import sys

import pytest

from tests.runtime.soak.figures import quantile
from tests.runtime.soak.soaking import Plan, Soak, soak

DAY = Plan(conversations=40, seconds=12, lives=3, kills=1, pause=0.8)
NIGHT = Plan(conversations=200, seconds=180, lives=6, kills=2, pause=3)

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts handles and processes in /proc"),
    pytest.mark.duotone(allow="blocked-loop"),  # measured here, apart from what other tests do meanwhile
]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(DAY, marks=pytest.mark.timeout(85), id="day"),  # a busy machine takes long to start a host
        pytest.param(NIGHT, marks=pytest.mark.nightly, id="night"),
    ],
)
def plan(request: pytest.FixtureRequest) -> Plan:
    assert isinstance(request.param, Plan)
    return request.param


@pytest.fixture(scope="module")
def came(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Soak:
    return soak(tmp_path_factory.mktemp("soak"), plan)


def test_every_step_has_one_outcome_and_every_promise_one_delivery(plan: Plan, came: Soak) -> None:
    assert came.evidence.problems == []
    assert came.evidence.turns > plan.conversations
    assert came.evidence.promises
    assert came.evidence.interrupts
    assert came.figures.kills == plan.kills
    assert {"ok", "unknown", "abandoned", "cancelled"} <= set(came.evidence.outcomes)


def test_no_thread_handle_or_process_is_left(came: Soak) -> None:
    assert came.after.threads <= came.before.threads
    assert came.after.handles <= came.before.handles
    assert came.after.processes == came.before.processes == 0


def test_the_loop_is_held_for_less_than_a_tenth_of_a_second(plan: Plan, came: Soak) -> None:
    if plan is NIGHT:
        assert max(came.figures.gaps) < 0.1
    assert max(came.figures.busy) < 0.1


@pytest.mark.nightly
def test_an_interrupt_returns_within_50_ms(plan: Plan, came: Soak) -> None:
    if plan is DAY:
        pytest.skip("measured on a machine that does nothing else")
    assert quantile(came.figures.interrupts, 0.99) < 0.05
    assert quantile(came.figures.thread_interrupts, 0.99) < 0.05
