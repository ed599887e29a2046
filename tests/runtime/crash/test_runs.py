"""A run whose process dies at every point goes on in another: nothing committed runs again, nothing is left over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.runtime.crash.effects import counted
from tests.runtime.crash.evidence import (
    assert_effects_match,
    assert_every_call_has_an_end,
    assert_nothing_committed_ran_again,
    events_of,
)
from tests.runtime.crash.nursery import Nursery
from tests.runtime.crash.scenario import BRANCHES, Scenario
from tests.runtime.crash.workflows import WORKFLOWS

ENDINGS = {
    "succeeds": "completed",
    "fails": "compensated",
    "raises": "compensated",
    "retries": "completed",
    "spreads": "compensated",
    "lines_up": "completed",
    "branches": "completed",
    "nests": "compensated",
    "gives_up": "compensated",
}
ONCE = {
    "succeeds": {"book", "pay", "ship"},
    "fails": {"book", "pay"},
    "raises": {"book"},
    "retries": set[str](),
    "spreads": {"book", "pay"},
    "lines_up": {"book", "pay", "ship"},
    "branches": {"book", "pay", "pack a", "pack b"},
    "nests": {"book", "pay", "pack a"},
    "gives_up": {"book", "pay", "pack a", "pack b"},
}
"""What must have happened exactly once, since whoever decided has looked before."""

Stage = Callable[[str], Scenario]


@pytest.fixture(params=["", "_async"], ids=["sync", "async"])
def face(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def stage(nursery: Nursery, tmp_path: Path, face: str) -> Stage:
    """Return what makes a scenario of a program in a folder of its own."""

    def made(name: str) -> Scenario:
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        return Scenario(nursery, folder, name if name in WORKFLOWS else f"{name}{face}", face)

    return made


def assert_ended_well(scenario: Scenario, program: str, status: str) -> None:
    events, effects = events_of(scenario.folder), counted(scenario.folder)
    assert status == ENDINGS[program]
    assert_every_call_has_an_end(events)
    assert_nothing_committed_ran_again(events)
    assert_effects_match(events, effects, BRANCHES)
    assert {what: effects[what] for what in ONCE[program]} == dict.fromkeys(ONCE[program], 1)
    undone = {what for what in effects if what.startswith("undo ")}
    assert undone >= {f"undo {what}" for what in ONCE[program]} if status == "compensated" else not undone


def play_all(stage: Stage, program: str, fatal: range, fatal_in_recovery: Sequence[int | None]) -> int:
    """Play a program with every combination of points at which it dies; returns how many kills that took."""
    kills = 0
    for point in fatal:
        for second in fatal_in_recovery:
            scenario = stage(program)
            # What the system has taken outlives the process, so one in four shows that waiting for the disk is as safe.
            scenario.durability = "normal" if point % 4 else "full"
            assert_ended_well(scenario, program, scenario.play(point, second))
            kills += scenario.kills
    return kills


@pytest.mark.parametrize("program", ENDINGS)
def test_a_run_that_is_killed_at_any_point_ends_as_it_should(program: str, face: str, stage: Stage) -> None:
    """Every second point on each face, which has the same ones; at night every point on both."""
    points = len(stage(program).points())
    fatal = range(2 if face else 1, points + 1, 2)
    # A slow machine writes results earlier, which makes for more points.
    assert play_all(stage, program, fatal, [None]) >= len(fatal) - 2


@pytest.mark.parametrize("program", ENDINGS)
def test_a_run_whose_recovery_is_killed_as_well_ends_as_it_should(program: str, face: str, stage: Stage) -> None:
    fatal = range(9 if face else 3, len(stage(program).points()), 12)
    assert play_all(stage, program, fatal, [1, 2, 5]) > 2


@pytest.mark.parametrize("program", ["fails", "lines_up"])
def test_a_run_that_several_processes_recover_at_once_ends_as_it_should(program: str, stage: Stage) -> None:
    for fatal in range(2, len(stage(program).points()), 6):
        scenario = stage(program)
        scenario.rivals = 1
        assert_ended_well(scenario, program, scenario.play(fatal))


@pytest.mark.nightly
@pytest.mark.parametrize("program", ENDINGS)
def test_a_run_of_either_face_that_is_killed_at_any_point_ends_as_it_should(program: str, stage: Stage) -> None:
    points = len(stage(program).points())
    assert play_all(stage, program, range(1, points + 1), [None]) >= points - 2


@pytest.mark.nightly
@pytest.mark.parametrize("program", ENDINGS)
def test_a_run_whose_recovery_is_killed_at_any_point_ends_as_it_should(program: str, stage: Stage) -> None:
    assert play_all(stage, program, range(1, len(stage(program).points()) + 1), range(1, 12)) > 150
