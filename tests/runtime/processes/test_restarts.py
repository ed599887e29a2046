"""Hosts that are killed, and those that come after them: nothing is lost, and everything is said once."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from duotone.runtime import Log, Processes, ProcessInfo, ProcessPolicy, ProcessState
from duotone.runtime.events import Append
from duotone.runtime.processes.drafts import process_asked
from duotone.runtime.processes.launching import kept_in
from duotone.runtime.processes.traces import write_once
from tests.runtime.processes.host import another_host
from tests.runtime.processes.stage import alive, faced, until


def test_a_process_outlives_its_host_and_is_found_again(
    face: str, path: Path, policy: ProcessPolicy, mark: str
) -> None:
    with another_host(path, mark, ["echo up; read x; echo got $x; exit 6"]) as host:
        host.kill()
    with faced(face, path, policy) as processes:
        [found] = processes.found
        assert (found.id, found.state) == (host.names[0], ProcessState.RUNNING)
        processes.write(found.id, "it\n")
        over = processes.wait(found.id, 20)
        assert (over.state, over.code) == (ProcessState.ENDED, 6)
        assert processes.output(found.id).text == "up\ngot it\n"
        assert processes.kinds(found) == ["asked", "started", "adopted", "ended"]


def test_the_end_of_a_process_that_had_no_host_is_known(
    face: str, path: Path, policy: ProcessPolicy, mark: str
) -> None:
    with another_host(path, mark, ["read x; exit 6"]) as host:
        host.kill()
    directory = Path(f"{path}-processes") / host.names[0]
    with (directory / "input").open("w") as end:
        end.write("go\n")
    until(lambda: kept_in(directory).ended)
    with faced(face, path, policy) as processes:
        over = processes.poll(host.names[0])
        assert (over.state, over.code) == (ProcessState.ENDED, 6)
        assert processes.kinds(host.names[0])[-1] == "ended"
    with faced(face, path, policy) as processes:
        assert list(processes.found) == []
        assert processes.kinds(host.names[0]).count("ended") == 1
        assert processes.poll(host.names[0]).code == 6


def test_a_process_that_is_gone_with_its_keeper_is_reported_as_lost(
    face: str, path: Path, policy: ProcessPolicy, mark: str
) -> None:
    with another_host(path, mark, ["sleep 100"]) as host:
        host.kill()
        kept = kept_in(Path(f"{path}-processes") / host.names[0])
        assert kept.pid is not None
        os.kill(kept.pid, signal.SIGKILL)
    until(lambda: not alive(str(path)))
    with faced(face, path, policy) as processes:
        [found] = processes.found
        assert (found.state, found.reason) == (ProcessState.LOST, "its keeper was killed")
    assert alive(mark) == []


def test_a_process_can_be_ended_by_a_later_host(face: str, path: Path, policy: ProcessPolicy, mark: str) -> None:
    with another_host(path, mark, ["(setsid sleep 100 &); sleep 100"]) as host:
        host.kill()
    with faced(face, path, policy) as processes:
        over = processes.kill(host.names[0])
        assert (over.state, over.reason) == (ProcessState.ENDED, "killed")
        assert alive(mark) == []


def test_what_a_host_waits_for_ends_with_it(path: Path, mark: str) -> None:
    with another_host(path, mark, [], waits="(setsid sleep 100 &); sleep 100") as host:
        until(lambda: len([one for one in alive(mark) if one.startswith("sleep 100")]) == 2)
        host.kill()
        until(lambda: not alive(mark))


def test_a_process_of_a_living_host_is_left_to_it(face: str, path: Path, policy: ProcessPolicy, mark: str) -> None:
    with another_host(path, mark, ["sleep 100"]) as host:
        with faced(face, path, policy) as processes:
            assert list(processes.found) == []
        host.kill()
    with faced(face, path, policy) as processes:
        assert processes.kill(host.names[0]).state is ProcessState.ENDED


def test_a_process_goes_on_when_its_host_closes_and_is_found_by_the_next(
    face: str, path: Path, policy: ProcessPolicy
) -> None:
    with faced(face, path, policy) as processes:
        info = processes.start("read x; exit 3")
    with faced(face, path, policy) as processes:
        assert [found.id for found in processes.found] == [info.id]
        processes.close_input(info.id)
        assert processes.wait(info.id, 20).code == 3


def test_what_a_closed_host_has_left_running_is_no_zombie_for_ever(
    face: str, path: Path, policy: ProcessPolicy
) -> None:
    with faced(face, path, policy) as processes:
        info = processes.start("read x; exit 3")
    with faced(face, path, policy) as processes:
        processes.close_input(info.id)
        assert processes.wait(info.id, 20).code == 3
        processes.run("true")
    assert info.pid is not None
    with pytest.raises(ChildProcessError):
        os.waitpid(info.pid, os.WNOHANG)


def test_two_hosts_that_come_at_once_adopt_a_process_once(path: Path, policy: ProcessPolicy, mark: str) -> None:
    with another_host(path, mark, ["sleep 100"] * 3) as host:
        host.kill()
    with another_host(path, mark, []) as one, another_host(path, mark, []) as two, Log(path) as log:
        events = [event for event in log.read("talk") if event.kind == "process.adopted"]
        assert sorted(str(event.data["process"]) for event in events) == sorted(host.names)
        one.kill()
        two.kill()
    with Log(path) as log, Processes(log, policy) as processes:
        assert all(processes.kill(name).state is ProcessState.ENDED for name in host.names)


def _asked(path: Path) -> ProcessInfo:
    """Be a host that has died between its word and its deed."""
    directory = Path(f"{path}-processes") / "process-early"
    directory.mkdir(parents=True)
    (directory / "process.json").write_text('{"session": "talk", "size": 1024, "grace": 1}')
    info = ProcessInfo("process-early", "talk", "true", "/", str(directory), owner="nobody-1-00000000")
    with Log(path) as log:
        log.append(Append("talk", [process_asked(info, [])]))
    return info


def test_a_process_that_was_never_started_is_lost_and_never_starts(
    face: str, path: Path, policy: ProcessPolicy
) -> None:
    info = _asked(path)
    with faced(face, path, policy) as processes:
        [found] = processes.found
        assert (found.state, found.reason) == (ProcessState.LOST, "its host ended before it was started")
    assert not write_once(f"{info.log}/keeper.json", {}), "a keeper that comes late finds the claim taken"


def test_a_process_whose_start_nobody_wrote_down_is_found_in_its_directory(
    face: str, path: Path, policy: ProcessPolicy
) -> None:
    info = _asked(path)
    (Path(info.log) / "keeper.json").write_text('{"pid": 1, "since": "long ago"}')
    (Path(info.log) / "exit.json").write_text('{"code": 2, "reason": null, "left": 0, "abandoned": []}')
    with faced(face, path, policy) as processes:
        assert processes.poll(info.id).code == 2
        assert processes.kinds(info) == ["asked", "adopted", "started", "ended"]


def test_what_could_not_be_ended_is_abandoned(face: str, path: Path, policy: ProcessPolicy) -> None:
    info = _asked(path)
    (Path(info.log) / "keeper.json").write_text('{"pid": 1, "since": "long ago"}')
    (Path(info.log) / "exit.json").write_text('{"code": null, "reason": "killed", "left": 0, "abandoned": [77]}')
    with faced(face, path, policy) as processes:
        assert processes.poll(info.id).state is ProcessState.ABANDONED
        assert processes.events(info)[-1].data["pids"] == [77]
