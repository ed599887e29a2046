"""Workers under load while processes and services are killed and stopped; the long form is `make nightly`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.engines.storm.judging import judged
from tests.runtime.engines.storm.storming import storm

ENGINES = ["temporal", "dbos"]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("engine", ENGINES)
def test_every_accepted_run_ends_once_although_a_worker_and_the_services_were_killed(
    engine: str, tmp_path: Path
) -> None:
    with storm(engine, tmp_path, seed=1) as made:
        made.rage(0, [harm for harm in made.harms[:-2] if harm != made.stop_worker], pause=0.5)
        made.settle()
        verdict = judged(made)
    assert verdict.problems == []
    assert verdict.figures["completed"] > 0


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("engine", ENGINES)
def test_two_minutes_of_it_with_workers_that_are_stopped_as_well(engine: str, tmp_path: Path) -> None:
    with storm(engine, tmp_path, seed=2) as made:
        made.rage(120, made.harms, pause=2)
        made.settle()
        verdict = judged(made)
    assert verdict.problems == []
    assert verdict.figures["completed"] > 100
