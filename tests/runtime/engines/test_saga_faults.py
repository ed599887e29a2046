"""Workers that die or are cut off in the middle of a saga: another calls its function again, no step is done twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duotone.runtime import Runtime, Status
from duotone.runtime.events import Event
from duotone.runtime.log import Log, Place
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.engines.deeds import lines
from tests.runtime.engines.traders import enlist
from tests.runtime.engines.workers import Worker, wait_until, workers

pytestmark = pytest.mark.timeout(120)

FIRST, LAST = ["first begins", "first ends"], ["last begins", "last ends"]


@pytest.fixture
def worker(remote: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    monkeypatch.setenv("DEEDS", str(tmp_path))
    monkeypatch.delenv("DUOTONE_ENGINE", raising=False)
    with workers("traders", str(path), remote) as work:
        yield work


@pytest.fixture
def place(postgres: PostgresServer) -> str:
    """Return a log that holds whoever is stopped for dead, as no file can."""
    return postgres.fresh()


@pytest.fixture
def shared(
    request: pytest.FixtureRequest, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Worker]:
    """Start workers on that log, which are dead once they were not heard of for two seconds."""
    monkeypatch.setenv("DEEDS", str(tmp_path))
    monkeypatch.setenv("LEASE", "2")
    engine = "dbos?look=0.2" if request.param == "dbos" else request.getfixturevalue(request.param)
    with workers("traders", place, engine) as work:
        yield work


def has_status(path: Place, status: Status) -> Callable[[], bool]:
    def look() -> bool:
        with Log(path) as log:
            row = log.run("s1")
            return row is not None and row.status == status

    return look


def events_in(path: Place) -> list[Event]:
    with Log(path) as log:
        return log.read_run("s1")


def ends(path: Place, step: str) -> list[object]:
    told = [event.data for event in events_in(path) if event.kind == "step.ended"]
    return [data["outcome"] for data in told if data["step"] == step]


@pytest.mark.parametrize("name", ["trade", "trade_on_a_loop"])
def test_a_saga_whose_process_was_killed_goes_on_elsewhere_without_being_asked_to(
    worker: Worker, path: Path, tmp_path: Path, name: str
) -> None:
    first = worker(name, "do_again")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    worker()
    first.kill()
    first.wait()
    (tmp_path / "go").touch()
    wait_until(has_status(path, Status.COMPLETED))
    assert lines(tmp_path) == [*FIRST, "slow begins", "slow begins", "slow ends", *LAST]
    assert ends(path, "slow") == ["unknown", "ok"]
    assert [event.kind for event in events_in(path)].count("run.claimed") == 1
    assert verify(path) == []


def test_a_step_that_may_not_be_done_twice_is_left_to_a_person(
    worker: Worker, path: Path, tmp_path: Path, remote: str
) -> None:
    first = worker("trade", "do")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    first.kill()
    first.wait()
    worker()
    (tmp_path / "go").touch()
    wait_until(has_status(path, Status.WAITING))
    with Runtime(path, engine=remote) as runtime:
        enlist(runtime)
        runtime.decide("s1", "slow", "committed", "slow done")
        assert runtime.resume("s1").outputs == "last done"
        assert runtime.replay("s1").problems == []
    assert lines(tmp_path) == [*FIRST, "slow begins", *LAST]
    assert verify(path) == []


# Temporal gives work to who is cut off, and finds that out by its timeouts alone
@pytest.mark.parametrize("shared", ["dbos", pytest.param("temporal", marks=pytest.mark.nightly)], indirect=True)
@pytest.mark.parametrize(("name", "wakes_late"), [("trade", True), ("trade_on_a_loop", False)])
def test_a_worker_that_was_stopped_for_longer_than_its_lease_can_not_write_as_if_nothing_had_happened(
    shared: Worker, place: str, tmp_path: Path, name: str, *, wakes_late: bool
) -> None:
    first = shared(name, "do_again")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    shared()
    os.kill(first.pid, signal.SIGSTOP)
    wait_until(lambda: lines(tmp_path).count("slow begins") == 2)
    if not wakes_late:
        os.kill(first.pid, signal.SIGCONT)
    (tmp_path / "go").touch()
    wait_until(has_status(place, Status.COMPLETED))
    before = [event for event in events_in(place) if event.kind != "step.late"]
    os.kill(first.pid, signal.SIGCONT)
    assert first.wait(60) == 0  # it has waited for the run, which has ended elsewhere
    assert lines(tmp_path).count("slow ends") == 2
    assert [event for event in events_in(place) if event.kind != "step.late"] == before
    assert ends(place, "slow") == ["unknown", "ok"]
    assert lines(tmp_path).count("last begins") == 1
    assert verify(Address(place)) == []


@pytest.mark.nightly  # Temporal gives work to who is cut off, and finds that out by its timeouts alone
@pytest.mark.parametrize("remote", ["temporal"], indirect=True)
@pytest.mark.parametrize("name", ["trade", "trade_on_a_loop"])
def test_a_worker_that_was_cut_off_can_not_write_as_if_nothing_had_happened(
    worker: Worker, path: Path, tmp_path: Path, name: str
) -> None:
    first = worker(name, "do_again")
    wait_until(lambda: "slow begins" in lines(tmp_path))
    worker()
    os.kill(first.pid, signal.SIGSTOP)
    wait_until(lambda: lines(tmp_path).count("slow begins") == 2)
    (tmp_path / "go").touch()
    wait_until(has_status(path, Status.COMPLETED))
    os.kill(first.pid, signal.SIGCONT)
    wait_until(lambda: lines(tmp_path).count("slow ends") == 2)
    wait_until(lambda: "step.late" in [event.kind for event in events_in(path)])
    assert ends(path, "slow") == ["unknown", "ok"]
    assert lines(tmp_path).count("last begins") == 1
    assert verify(path) == []
