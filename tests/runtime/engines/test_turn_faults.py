"""Workers that die in the middle of a turn: another goes on by itself, and no tool is called twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.runtime import Runtime
from duotone.runtime.events import Event
from duotone.runtime.log import Log
from duotone.runtime.log.verify import verify
from tests.runtime.engines.clerks import enlist
from tests.runtime.engines.deeds import lines
from tests.runtime.engines.workers import Worker, wait_until, workers

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def worker(remote: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    monkeypatch.setenv("DEEDS", str(tmp_path))
    monkeypatch.delenv("DUOTONE_ENGINE", raising=False)
    with workers("clerks", str(path), remote) as work:
        yield work


def events_in(path: Path) -> list[Event]:
    with Log(path) as log:
        return log.read("c1")


def ends(path: Path) -> list[tuple[object, object]]:
    told = [event.data for event in events_in(path) if event.kind == "step.ended"]
    return [(data["step"], data["outcome"]) for data in told]


def has_ended(path: Path) -> bool:
    return any(event.kind == "run.ended" for event in events_in(path))


def test_a_turn_whose_process_was_killed_in_a_call_goes_on_elsewhere_without_being_asked_to(
    worker: Worker, path: Path, tmp_path: Path, remote: str
) -> None:
    first = worker("clerk")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    first.kill()
    worker()
    (tmp_path / "go").touch()
    wait_until(lambda: has_ended(path))
    assert lines(tmp_path) == ["first begins", "first ends", "slow begins", "last begins", "last ends"]
    assert ends(path)[:4] == [("agent/1", "ok"), ("call/c0", "ok"), ("agent/2", "ok"), ("call/c1", "unknown")]
    with Runtime(path, engine=remote) as runtime:
        enlist(runtime)
        talk = runtime.conversation("clerk", id="c1")
        talk.refresh()
        assert talk.last.text.startswith("first done | ")
        assert talk.last.text.endswith(" | last done")
        assert runtime.replay(talk.last.run).problems == []
    assert verify(path) == []


def test_a_step_whose_process_was_killed_is_taken_again_and_its_calls_have_an_end(
    worker: Worker, path: Path, tmp_path: Path
) -> None:
    first = worker("insider")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    first.kill()
    (tmp_path / "go").touch()
    worker()
    wait_until(lambda: has_ended(path))
    outcomes = ends(path)
    assert [outcome for step, outcome in outcomes if step == "agent/1"] == ["unknown", "ok"]
    inner = [outcome for step, outcome in outcomes if str(step).startswith("call/")]
    assert inner == ["ok", "unknown", "ok", "ok", "ok"]
    assert verify(path) == []
