"""Commands in the background: they are in the log from before their start to their end, and end when told to."""

from __future__ import annotations

import os
import signal
import time

import pytest

from duotone.errors import CommandNotStarted, InputClosed, NoSuchProcess
from duotone.runtime import ProcessState
from tests.runtime.processes.stage import Faced, alive, until


def test_a_process_is_in_the_log_from_before_its_start_to_its_end(processes: Faced) -> None:
    info = processes.start("sleep 0.1; echo done; exit 7", session="talk")
    assert info.state is ProcessState.RUNNING
    over = processes.wait(info.id, 20)
    assert (over.state, over.code, over.reason) == (ProcessState.ENDED, 7, None)
    assert processes.kinds(info) == ["asked", "started", "ended"]
    assert {event.session for event in processes.events(info)} == {"talk"}
    assert processes.output(info.id).text == "done\n"


def test_processes_are_listed_by_session(processes: Faced) -> None:
    one, two = processes.start("true", session="one"), processes.start("true", session="two")
    assert [info.id for info in processes.list("one")] == [one.id]
    assert [info.id for info in processes.list()] == [one.id, two.id]


def test_waiting_ends_when_the_time_is_up(processes: Faced) -> None:
    info = processes.start("sleep 100")
    assert processes.wait(info.id, 0.05).state is ProcessState.RUNNING
    assert processes.poll(info.id).state is ProcessState.RUNNING


def test_output_is_read_on_from_where_one_was(processes: Faced) -> None:
    info = processes.start("echo one; read x; echo two; read x")
    processes.printed(info, "one")
    first = processes.output(info.id, after=0)
    processes.write(info.id, "\n")
    processes.printed(info, "two")
    assert (first.text, processes.output(info.id, after=first.end).text) == ("one\n", "two\n")


def test_output_that_is_no_longer_kept_is_said_to_be_missing(processes: Faced) -> None:
    info = processes.start("head -c 4000000 /dev/zero; echo end")
    processes.wait(info.id, 20)
    part = processes.output(info.id, after=1_000_000, limit=10)
    assert part.missing == part.start - 1_000_000 > 0
    assert part.total == 4_000_004
    assert processes.output(info.id, limit=4).text == "end\n"


def test_a_process_reads_what_is_written_and_sees_the_end_of_it(processes: Faced) -> None:
    info = processes.start("cat; echo over")
    processes.write(info.id, "grüße ")
    processes.write(info.id, b"bytes\n")
    processes.printed(info, "bytes")
    processes.close_input(info.id)
    assert processes.wait(info.id, 20).code == 0
    assert processes.output(info.id).text == "grüße bytes\nover\n"


def test_a_closed_input_takes_nothing(processes: Faced) -> None:
    info = processes.start("cat > /dev/null; sleep 100")
    processes.close_input(info.id)
    until(lambda: not os.path.exists(f"{info.log}/input"))  # noqa: PTH110
    with pytest.raises(InputClosed, match="its input is closed"):
        processes.write(info.id, "x")
    with pytest.raises(InputClosed, match="its input is closed"):
        processes.close_input(info.id)


def test_a_process_that_does_not_read_keeps_no_writer_waiting(processes: Faced) -> None:
    info = processes.start("sleep 100")
    with pytest.raises(InputClosed, match="only 65536 of 100000 bytes"):
        processes.write(info.id, "x" * 100_000, timeout=0.1)


def test_what_has_ended_takes_nothing(processes: Faced) -> None:
    info = processes.start("exec <&-; echo ready; sleep 100")
    processes.printed(info, "ready")
    with pytest.raises(InputClosed, match="since it has ended"):
        processes.write(info.id, "x")


def test_a_killed_process_ends_with_all_that_came_from_it(processes: Faced, mark: str) -> None:
    info = processes.start("(setsid sleep 100 &) ; sleep 100 & echo up; wait")
    processes.printed(info, "up")
    until(lambda: len([one for one in alive(mark) if one.startswith("sleep 100")]) == 2)
    over = processes.kill(info.id, by="me")
    assert (over.state, over.reason) == (ProcessState.ENDED, "killed")
    assert alive(mark) == []
    assert processes.kinds(info) == ["asked", "started", "stopping", "ended"]
    assert processes.events(info)[2].data["by"] == "me"


def test_G6_a_process_is_stopping_until_it_has_ended(processes: Faced, mark: str) -> None:
    info = processes.start("trap '' TERM; echo up; while :; do sleep 0.05; done")
    processes.printed(info, "up")
    stopping = processes.kill(info.id, timeout=0.0)
    assert stopping.state is ProcessState.STOPPING
    assert alive(mark)
    assert processes.kinds(info)[-1] == "stopping"
    over = processes.wait(info.id, 20)
    assert (over.state, over.code) == (ProcessState.ENDED, -signal.SIGKILL)
    assert alive(mark) == []


def test_a_process_can_be_killed_at_once(processes: Faced) -> None:
    info = processes.start("trap '' TERM; echo up; while :; do sleep 0.05; done")
    processes.printed(info, "up")
    assert processes.kill(info.id, at_once=True).code == -signal.SIGKILL


def test_killing_what_has_ended_changes_nothing(processes: Faced) -> None:
    info = processes.start("exit 3")
    processes.wait(info.id, 20)
    assert processes.kill(info.id).code == 3
    assert processes.kinds(info) == ["asked", "started", "ended"]


def test_a_process_that_leaves_children_runs_as_long_as_they_do(processes: Faced, mark: str) -> None:
    info = processes.start("(sleep 100 &) ; echo up; exit 4")
    processes.printed(info, "up")
    assert processes.wait(info.id, 0.2).state is ProcessState.RUNNING
    over = processes.kill(info.id)
    assert (over.state, over.code) == (ProcessState.ENDED, 4)
    assert alive(mark) == []


def test_a_background_process_ends_when_its_time_is_up(processes: Faced) -> None:
    info = processes.start("sleep 100", timeout=0.2)
    assert processes.wait(info.id, 20).reason == "timeout"


def test_a_keeper_that_does_not_answer_is_ended_with_its_command(processes: Faced, mark: str) -> None:
    info = processes.start("echo up; sleep 100")
    processes.printed(info, "up")
    processes.processes._table.patience = 0.2
    assert info.pid is not None
    os.kill(info.pid, signal.SIGSTOP)
    over = processes.kill(info.id, timeout=20)
    assert (over.state, over.code, over.reason) == (ProcessState.ENDED, -signal.SIGKILL, "killed")
    assert alive(mark) == []


def test_a_process_whose_keeper_was_killed_is_lost_and_runs_no_more(processes: Faced, mark: str) -> None:
    info = processes.start("sleep 100 & sleep 100")
    assert info.pid is not None
    os.kill(info.pid, signal.SIGKILL)
    over = processes.wait(info.id, 20)
    assert (over.state, over.reason) == (ProcessState.LOST, "its keeper was killed")
    until(lambda: not alive(mark))
    assert processes.events(info)[-1].data["lost"] == "its keeper was killed"


def test_what_can_not_be_started_is_in_the_log_as_such(processes: Faced) -> None:
    with pytest.raises(CommandNotStarted):
        processes.start(["no-such-program"])
    [info] = processes.list()
    assert (info.state, info.code) == (ProcessState.ENDED, None)
    assert info.reason is not None
    assert info.reason.startswith("not started: FileNotFoundError")
    assert processes.kinds(info) == ["asked", "ended"]


@pytest.mark.parametrize("name", ["process-nope", "../etc", "", "."])
def test_a_process_that_nobody_knows_is_an_error(processes: Faced, name: str) -> None:
    with pytest.raises(NoSuchProcess):
        processes.poll(name)


def test_closing_ends_what_is_not_to_be_kept_and_says_what_has_not_ended(processes: Faced) -> None:
    quick = processes.start("sleep 100")
    slow = processes.start("trap '' TERM; echo up; while :; do sleep 0.05; done")
    processes.printed(slow, "up")
    begun = time.monotonic()
    left = processes.close(0.1, keep=False)
    assert time.monotonic() - begun < 5
    assert [(info.id, info.state) for info in left if info.id != quick.id] == [(slow.id, ProcessState.STOPPING)]
