"""Random sagas end on both faces, in memory and in a file, as the model says."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from duotone.runtime.log import MemoryStore, SqliteStore, Store
from tests.runtime.model.prediction import Prediction, predict
from tests.runtime.model.scripts import SagaScript, scripts
from tests.runtime.model.stage import Played, play, play_async

EXAMPLES = pytest.mark.parametrize("examples", [60, pytest.param(2_000, marks=pytest.mark.nightly)])
ENDED = {"completed", "compensated", "escalated", "failed", "cancelled"}


def assert_as_predicted(played: Played, seen: Prediction) -> None:
    assert played.result is not None
    status = str(played.result.status)
    assert status == seen.status if seen.status else status in ENDED, (status, seen, played.error)
    for name, times in seen.calls.items():
        assert played.calls[name] in times, name
    undone = [name for name in played.undone if name not in seen.maybe_undone]
    assert undone == seen.undone
    assert len(set(played.undone)) == len(played.undone), "something was undone twice"
    if seen.left_over is not None:
        assert bool(played.result.todo) == seen.left_over


def assert_ends(make_store: Callable[[Path], Store], script: SagaScript, face: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = make_store(Path(folder))
        try:
            played = play(script, store) if face == "sync" else asyncio.run(play_async(script, store))
            assert_as_predicted(played, predict(script))
        finally:
            store.close()


@EXAMPLES
@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_saga_ends_as_the_model_says(face: str, examples: int) -> None:
    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(scripts())
    def check(script: SagaScript) -> None:
        assert_ends(lambda _: MemoryStore(), script, face)

    check()


@EXAMPLES
@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_saga_in_a_file_ends_as_the_model_says(face: str, examples: int) -> None:
    @settings(max_examples=examples // 3, suppress_health_check=list(HealthCheck))
    @given(scripts())
    def check(script: SagaScript) -> None:
        assert_ends(lambda folder: SqliteStore(folder / "log.db", durability="normal"), script, face)

    check()
