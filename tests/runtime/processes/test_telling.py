"""What is told of a process once the turn has ended: promised by a channel that can, refused by all others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import CommandNotStarted
from duotone.runtime import Log, Outbox, ProcessPolicy, ProcessState
from duotone.runtime.delivery import Abilities, Notice, turn_channel
from duotone.runtime.processes.matching import WatchRate
from tests.runtime.processes.host import another_host
from tests.runtime.processes.stage import Faced, faced, until


class Board:
    """A channel that says what it can do, and is never asked to do it here."""

    def __init__(self, name: str = "board", **abilities: bool) -> None:
        self.name = name
        self.abilities = Abilities(**abilities)

    def deliver(self, notice: Notice, /) -> None:
        raise AssertionError(notice)


@pytest.fixture
def late() -> Iterator[None]:
    """Be in a turn whose channel can deliver late."""
    with turn_channel(Board(after_turn=True)):
        yield


def promises(processes: Faced) -> list[tuple[str, str, Any]]:
    """The kind, the status and the data of each promise of the log."""
    found = Outbox(Log(processes.store)).promises()
    return [(one.promise.kind, one.status.value, one.data) for one in found]


def told(processes: Faced, kind: str) -> list[Any]:
    return [data for one, status, data in promises(processes) if one == kind and status == "pending"]


def lines(processes: Faced) -> list[str]:
    return [line for data in told(processes, "process.matched") for line in data["lines"]]


def test_the_end_of_a_process_is_told_where_the_channel_can(processes: Faced, late: None) -> None:
    info = processes.start("echo almost; read x; exit 3", session="talk", notify=True)
    assert info.note is None
    assert promises(processes) == [("process.completed", "promised", None)]
    processes.close_input(info.id)
    processes.wait(info.id, 20)
    [(kind, status, data)] = promises(processes)
    assert (kind, status) == ("process.completed", "pending")
    assert (data["process"], data["state"], data["code"], data["output"]) == (info.id, "ended", 3, "almost\n")


@pytest.mark.parametrize("channel", [None, Board(in_turn=True, streaming=True)])
def test_G1_without_such_a_channel_the_wish_is_refused_and_the_work_runs(
    processes: Faced, channel: Board | None
) -> None:
    with turn_channel(channel):
        info = processes.start("echo ready; exit 3", session="talk", notify=True, watch=["ready"])
    assert info.note is not None
    assert "process(action='poll')" in info.note
    assert (info.promise, info.watch) == (None, None)
    assert processes.wait(info.id, 20).code == 3
    assert promises(processes) == []
    assert "matched" not in processes.kinds(info)


def test_nothing_is_asked_for_by_a_process_that_wishes_nothing(processes: Faced) -> None:
    info = processes.start("true")
    assert (info.note, info.promise) == (None, None)


def test_what_could_not_be_started_is_not_promised_any_more(processes: Faced, late: None) -> None:
    with pytest.raises(CommandNotStarted):
        processes.start(["no-such-program"], notify=True)
    assert promises(processes) == [("process.completed", "withdrawn", None)]


def test_a_line_that_was_watched_for_is_told_while_the_process_runs(processes: Faced, late: None) -> None:
    info = processes.start("echo one; echo server ready; echo two; read x; printf 'ready at last'", watch=["ready"])
    until(lambda: lines(processes) == ["server ready"])
    assert processes.poll(info.id).state is ProcessState.RUNNING
    processes.close_input(info.id)
    processes.wait(info.id, 20)
    assert lines(processes) == ["server ready", "ready at last"]
    assert processes.kinds(info) == ["asked", "started", "matched", "matched", "ended"]
    assert told(processes, "process.completed") == []


def test_a_flood_of_matches_becomes_a_notice_of_the_end(processes: Faced, late: None) -> None:
    processes.processes.rate = WatchRate(most=1, window=0.3, strikes=2)
    info = processes.start("while echo hot; do sleep 0.02; done", watch=["hot"])
    until(lambda: [data for data in told(processes, "process.matched") if data["is_last"]])
    count = len(lines(processes))
    assert ("process.completed", "promised", None) in promises(processes)
    processes.kill(info.id)
    [end] = told(processes, "process.completed")
    assert (end["process"], end["reason"]) == (info.id, "killed")
    assert len(lines(processes)) == count


def test_a_megabyte_of_matches_is_a_few_notices(processes: Faced, late: None) -> None:
    info = processes.start("yes match | head -n 200000", watch=["match"])
    processes.wait(info.id, 20)
    notices = told(processes, "process.matched")
    assert len(notices) <= 9
    assert sum(len(data["lines"]) + data["held_back"] for data in notices) >= 100_000


def test_after_kill_9_of_the_host_every_promise_is_ready_once(
    face: str, path: Path, policy: ProcessPolicy, mark: str
) -> None:
    command = "echo first ready; read x; echo second ready; exit 5"
    with another_host(path, mark, [command, "exit 4"], promises=True) as host:
        with faced(face, path, policy) as looking:
            until(lambda: lines(looking) == ["first ready"])
        host.kill()
    with faced(face, path, policy) as processes:
        processes.close_input(host.names[0])
        for name in host.names:
            processes.wait(name, 20)
    with faced(face, path, policy) as processes:
        assert lines(processes) == ["first ready", "second ready"]
        ends = {data["process"]: data["code"] for data in told(processes, "process.completed")}
        assert ends == dict(zip(host.names, [5, 4], strict=True))
        readied = [event for event in processes.store.read("talk") if event.kind == "promise.ready"]
        assert len(readied) == 4
        assert len({json.dumps(event.data["promise"]) for event in readied}) == 4
