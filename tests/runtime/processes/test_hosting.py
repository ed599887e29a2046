"""Hosts of all kinds: with a log in memory, with a log that is busy, on systems that lack something."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import LogBusy, LogClosed, ProcessesUnsupported
from duotone.runtime import (
    AsyncLog,
    AsyncProcesses,
    Log,
    MemoryStore,
    Processes,
    ProcessInfo,
    ProcessPolicy,
    ProcessState,
)
from duotone.runtime.events import Append
from duotone.runtime.log.store import Settled
from tests.runtime.processes.stage import Faced, alive, faced, until


def test_with_a_log_in_memory_nothing_outlives_the_host(policy: ProcessPolicy, mark: str) -> None:
    with Processes(Log(MemoryStore()), policy) as processes:
        info = processes.start("sleep 100")
        directory = Path(info.log)
        assert directory.is_dir()
    assert alive(mark) == []
    assert not directory.parent.exists()


async def test_with_an_async_log_in_memory_nothing_outlives_the_host(policy: ProcessPolicy, mark: str) -> None:
    async with AsyncLog() as log, AsyncProcesses(log, policy) as processes:
        await processes.start("sleep 100")
    assert await asyncio.to_thread(alive, mark) == []


def test_what_is_closed_starts_nothing(face: str, path: Path, policy: ProcessPolicy) -> None:
    with faced(face, path, policy) as processes:
        processes.close()
        with pytest.raises((LogClosed, RuntimeError), match="closed"):
            processes.start("true")


def test_without_descriptors_of_processes_they_are_looked_at(
    face: str, path: Path, policy: ProcessPolicy, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    monkeypatch.delattr(signal, "pidfd_send_signal", raising=False)
    with faced(face, path, policy) as processes:
        assert processes.run("exit 3").code == 3
        info = processes.start("sleep 100")
    with faced(face, path, policy) as processes:
        assert processes.kill(info.id, timeout=20).state is ProcessState.ENDED
    assert alive(mark) == []


class Busy:
    """A store that is busy when its end of a process is written, so many times."""

    def __init__(self, commit: Any, times: int) -> None:
        self._commit, self.times = commit, times

    def __call__(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        drafts = [draft for append in appends for draft in append.drafts]
        if self.times and any(draft.kind == "process.ended" for draft in drafts):
            self.times -= 1
            raise LogBusy("log.db", 0.1)
        self._commit(appends, settled)


def test_an_end_that_could_not_be_written_is_tried_again_and_the_error_can_be_asked_for(
    processes: Faced, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes.store, "commit", Busy(processes.store.commit, 2))
    info = processes.start("exit 3")
    assert processes.wait(info.id, 20).code == 3
    assert [type(error) for error in processes.errors] == [LogBusy, LogBusy]
    assert processes.kinds(info) == ["asked", "started", "ended"]


def test_an_end_that_came_after_the_log_was_closed_is_written_by_the_next_host(
    path: Path, policy: ProcessPolicy
) -> None:
    log = Log(path)
    with Processes(log, policy) as processes:
        info = processes.start("read x; exit 5")
        log.close()
        processes.close_input(info.id)
        assert processes.wait(info.id, 20).code == 5
    with Log(path) as again, Processes(again, policy) as processes:
        assert processes.poll(info.id).code == 5
        kinds = [event.kind for event in again.read("processes")]
        assert kinds == ["process.asked", "process.started", "process.adopted", "process.ended"]


def test_a_process_whose_start_could_not_be_written_does_not_run(
    processes: Faced, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    commit = processes.store.commit

    def refuse(appends: Sequence[Append], settled: list[Settled]) -> None:
        if any(draft.kind == "process.started" for append in appends for draft in append.drafts):
            raise LogBusy("log.db", 0.1)
        commit(appends, settled)

    monkeypatch.setattr(processes.store, "commit", refuse)
    with pytest.raises(LogBusy):
        processes.start("sleep 100")
    until(lambda: not alive(mark))


@pytest.mark.parametrize("missing", ["posix_spawn", "mkfifo"])
def test_a_system_that_can_not_keep_commands_is_told_so(
    processes: Faced, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.delattr(os, missing)
    with pytest.raises(ProcessesUnsupported, match="no process groups"):
        processes.run("true")
    with pytest.raises(ProcessesUnsupported, match="no process groups"):
        processes.start("true")
    assert processes.list() == []


def test_without_an_interpreter_nothing_is_kept(processes: Faced, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "")
    with pytest.raises(ProcessesUnsupported, match="path of its interpreter"):
        processes.run("true")


def test_of_many_that_are_over_the_last_are_kept(path: Path, policy: ProcessPolicy) -> None:
    directory = Path(f"{path}-processes")
    for number in range(203):
        one = directory / f"process-{number:03}"
        one.mkdir(parents=True)
        (one / "process.json").write_text('{"session": "talk", "size": 1024, "grace": 1}')
        info = ProcessInfo(one.name, "talk", "true", "/", str(one), ProcessState.ENDED, code=0)
        (one / "settled.json").write_text(json.dumps(info.to_json()))
        os.utime(one, (number, number))
        os.utime(one / "settled.json", (number, number))
    with Log(path) as log, Processes(log, policy) as processes:
        assert len(processes.list()) == 200
    assert not (directory / "process-002").exists()
    assert (directory / "process-003").exists()
