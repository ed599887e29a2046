"""Conversations of every color at once, with background processes, interrupts, restarts and killed hosts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.runtime.soak.figures import quantile
from tests.runtime.soak.soaking import Plan, soak

DAY = Plan(conversations=40, seconds=12, lives=3, kills=1, pause=0.8)
NIGHT = Plan(conversations=200, seconds=180, lives=6, kills=2, pause=3)

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts handles and processes in /proc"),
    pytest.mark.duotone(allow="blocked-loop"),  # measured here, apart from what other tests do meanwhile
]


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(DAY, marks=pytest.mark.timeout(85), id="day"),  # a busy machine takes long to start a host
        pytest.param(NIGHT, marks=pytest.mark.nightly, id="night"),
    ],
)
def test_every_step_has_one_outcome_and_every_promise_one_delivery_and_nothing_is_left(
    plan: Plan, tmp_path: Path
) -> None:
    came = soak(tmp_path, plan)
    assert came.evidence.problems == []
    assert came.after.threads <= came.before.threads
    assert came.after.handles <= came.before.handles
    assert came.after.processes == came.before.processes == 0
    assert came.evidence.turns > plan.conversations
    assert came.evidence.promises
    assert came.evidence.interrupts
    assert came.figures.kills == plan.kills
    assert {"ok", "unknown", "abandoned", "cancelled"} <= set(came.evidence.outcomes)
    assert max(came.figures.busy) < 0.1
    if plan is NIGHT:
        assert max(came.figures.gaps) < 0.1
        assert quantile(came.figures.interrupts, 0.99) < 0.05
