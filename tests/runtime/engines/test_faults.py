"""Workers that die or are cut off in the middle of a step: every run ends, and nothing committed is done twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duotone.runtime import Runtime, Status
from duotone.runtime.events import Event
from duotone.runtime.log import Log
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.engines.deeds import lines
from tests.runtime.engines.workers import Worker, wait_until, workers

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(autouse=True)
def deeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Say where units leave their traces."""
    monkeypatch.setenv("DEEDS", str(tmp_path))
    monkeypatch.delenv("DUOTONE_ENGINE", raising=False)


@pytest.fixture
def worker(remote: str, path: Path) -> Iterator[Worker]:
    with workers("working", str(path), remote) as work:
        yield work


def has_status(path: Path | str, run: str, status: Status) -> Callable[[], bool]:
    def look() -> bool:
        with Log(path) as log:
            row = log.run(run)
            return row is not None and row.status == status

    return look


def events_of(path: Path | str, run: str) -> list[Event]:
    with Log(path) as log:
        return log.read_run(run)


def ends(path: Path | str, step: str) -> list[object]:
    told = [event for event in events_of(path, "w1") if event.kind == "step.ended" and event.data["step"] == step]
    return [event.data["outcome"] for event in told]


def test_a_run_whose_worker_was_killed_goes_on_elsewhere_without_being_asked_to(
    worker: Worker, path: Path, tmp_path: Path
) -> None:
    first = worker("w1", "do_again")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    first.kill()
    worker()
    (tmp_path / "go").touch()
    wait_until(has_status(path, "w1", Status.COMPLETED))
    assert lines(tmp_path) == [
        "first begins",
        "first ends",
        *["slow begins"] * 2,
        "slow ends",
        "last begins",
        "last ends",
    ]
    assert ends(path, "slow") == ["unknown", "ok"]
    assert verify(path) == []


def test_a_step_that_may_not_be_done_twice_is_left_to_a_person(
    worker: Worker, path: Path, tmp_path: Path, remote: str
) -> None:
    first = worker("w1", "do")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    first.kill()
    worker()
    (tmp_path / "go").touch()
    wait_until(has_status(path, "w1", Status.WAITING))
    with Runtime(path, engine=remote) as runtime:
        runtime.decide("w1", "slow", "committed", "slow done")
        assert runtime.resume("w1").outputs == {"said": "last done"}
    assert lines(tmp_path) == ["first begins", "first ends", "slow begins", "last begins", "last ends"]
    assert verify(path) == []


@pytest.mark.parametrize("remote", ["temporal"], indirect=True)
def test_a_worker_that_was_cut_off_can_not_write_as_if_nothing_had_happened(
    worker: Worker, path: Path, tmp_path: Path
) -> None:
    first = worker("w1", "do_again")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    os.kill(first.pid, signal.SIGSTOP)
    worker()
    wait_until(lambda: lines(tmp_path).count("slow begins") == 2)
    (tmp_path / "go").touch()
    wait_until(has_status(path, "w1", Status.COMPLETED))
    os.kill(first.pid, signal.SIGCONT)
    wait_until(lambda: lines(tmp_path).count("slow ends") == 2)
    wait_until(lambda: "step.late" in [event.kind for event in events_of(path, "w1")])
    assert ends(path, "slow") == ["unknown", "ok"]
    assert lines(tmp_path).count("last begins") == 1
    assert verify(path) == []


@pytest.mark.usefixtures("dbos")
def test_who_is_cut_off_from_a_log_that_many_machines_share_loses_its_run(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    place = postgres.fresh()
    with workers("working", place, "dbos?look=0.2") as worker:
        first = worker("w1", "do_again")
        wait_until(lambda: "slow begins" in lines(tmp_path))
        os.kill(first.pid, signal.SIGSTOP)
        worker()
        wait_until(lambda: lines(tmp_path).count("slow begins") == 2)
        (tmp_path / "go").touch()
        wait_until(has_status(place, "w1", Status.COMPLETED))
        written = events_of(place, "w1")
        os.kill(first.pid, signal.SIGCONT)
        assert first.wait(60) == 0  # it has waited for the end of its run, wherever that was
    assert lines(tmp_path).count("slow ends") == 2
    assert ends(place, "slow") == ["unknown", "ok"]
    assert lines(tmp_path).count("last begins") == 1
    assert events_of(place, "w1") == written
    assert verify(Address(place)) == []
