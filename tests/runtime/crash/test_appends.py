"""A process that appends dies around every commit: what was acknowledged is there, and nothing is there by halves."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.runtime.crash.appending import SIZE
from tests.runtime.crash.evidence import assert_acknowledged, assert_whole, events_of
from tests.runtime.crash.nursery import Job, Nursery

BATCHES = 4
ALONE = {"who": "one", "batches": BATCHES}


def assert_sound(folder: Path) -> None:
    assert_whole(folder)
    events = events_of(folder)
    assert_acknowledged(folder, events)
    batches = Counter((event.data["by"], event.data["batch"]) for event in events)
    assert set(batches.values()) <= {SIZE}


@pytest.mark.parametrize("durability", ["normal", "full"])
@pytest.mark.parametrize("program", ["append", "append_async"])
def test_a_kill_around_any_commit_loses_nothing_that_was_acknowledged(
    program: str, durability: str, nursery: Nursery, tmp_path: Path
) -> None:
    alone = ALONE | {"durability": durability}
    clean = tmp_path / "clean"
    clean.mkdir()
    points = nursery.run_to_the_end(Job(program, str(clean), options=alone)).points
    assert len(events_of(clean)) == SIZE * BATCHES
    for fatal in range(1, len(points) + 1):
        folder = tmp_path / f"{fatal}"
        folder.mkdir()
        [killed] = nursery.run(Job(program, str(folder), fatal, alone))
        assert killed.was_killed or len(killed.points) < fatal  # how many tasks share a commit is a matter of luck
        assert_sound(folder)
        nursery.run_to_the_end(Job(program, str(folder), options=alone | {"who": "another"}))
        assert_sound(folder)
        assert Counter(event.data["by"] for event in events_of(folder))["another"] == SIZE * BATCHES


def test_two_processes_on_one_file_lose_nothing_when_either_is_killed(nursery: Nursery, tmp_path: Path) -> None:
    for fatal in range(1, 2 * BATCHES + 1):
        folder = tmp_path / f"{fatal}"
        folder.mkdir()
        killed, other = nursery.run(
            Job("append", str(folder), fatal, ALONE), Job("append_async", str(folder), options=ALONE | {"who": "other"})
        )
        assert (killed.was_killed, other.code) == (True, 0), other.answer
        assert_sound(folder)
        assert Counter(event.data["by"] for event in events_of(folder))["other"] == SIZE * BATCHES


@pytest.mark.parametrize(("files", "processes"), [(10, 12), (1, 100)])
def test_many_processes_open_a_new_file_at_once(files: int, processes: int, nursery: Nursery, tmp_path: Path) -> None:
    for number in range(files):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        endings = nursery.run(*[Job("open", str(folder))] * processes)
        assert [ending.answer for ending in endings if ending.code] == []


@pytest.mark.nightly
def test_a_kill_from_outside_at_any_moment_loses_nothing_that_was_acknowledged(
    nursery: Nursery, tmp_path: Path
) -> None:
    moments = random.Random(5)  # noqa: S311  # no secret
    for number in range(1_000):
        folder = tmp_path / f"{number % 20}"
        folder.mkdir(exist_ok=True)
        jobs = [
            Job(program, str(folder), options={"who": f"{program} {number}", "batches": 1_000_000}, doom=doom)
            for program, doom in (("append", moments.uniform(0, 0.05)), ("append_async", moments.uniform(0, 0.02)))
        ]
        assert all(ending.was_killed for ending in nursery.run(*jobs))
        if number >= 980:
            assert_sound(folder)
