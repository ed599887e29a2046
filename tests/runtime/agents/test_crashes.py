"""Turns whose process was killed: another process goes on with them, and nothing is called twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from duotone.contract import offload
from duotone.runtime import AsyncRuntime, Role, Runtime, State, Status, ToolCall
from duotone.runtime.outcomes import Outcome

HOST = """
import sys, time
from pathlib import Path
from duotone.runtime import Runtime, Role, ToolCall

def dig():
    "Dig."
    with Path(sys.argv[2]).open("a") as file:
        file.write("dug\\n")
    time.sleep(60)

def agent(turn):
    if sys.argv[3] == "agent":
        Path(sys.argv[2]).write_text("stepped\\n")
        time.sleep(60)
    return ToolCall("c", "dig")

with Runtime(sys.argv[1]) as runtime:
    runtime.conversation(agent, id="t", tools=[dig]).ask("go")
"""


def killed_in_the_middle(path: Path, mark: Path, where: str) -> None:
    """Let a process hold a conversation, and kill it while it is at work."""
    program = HOST
    process = subprocess.Popen([sys.executable, "-c", program, str(path), str(mark), where])
    deadline = time.monotonic() + 30
    while not mark.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert mark.exists()


def dig() -> str:
    """Dig."""
    raise AssertionError("it was called twice")


def told(turn: Any) -> Any:
    last = turn.messages[-1]
    return f"I was told: {last.text}" if last.role is Role.TOOL else ToolCall("c", "dig")


def test_a_call_that_was_cut_off_is_told_and_not_made_again(path: Path, tmp_path: Path) -> None:
    killed_in_the_middle(path, tmp_path / "mark", "tool")
    with Runtime(path) as runtime:
        talk = runtime.conversation(told, id="t", tools=[dig])
        assert talk.refresh() is State.RUNNING
        result = talk.run()
        assert result.state is State.IDLE
        assert "nobody knows how dig ended" in result.text
        ends = [event.data["outcome"] for event in talk.events() if event.kind == "step.ended"]
        assert ends == [Outcome.OK, Outcome.UNKNOWN, Outcome.OK]
        assert runtime.replay(result.run).problems == []
    assert (tmp_path / "mark").read_text() == "dug\n"


async def test_recover_goes_on_with_turns_of_conversations_that_are_open(path: Path, tmp_path: Path) -> None:
    await offload(killed_in_the_middle, path, tmp_path / "mark", "agent")
    async with AsyncRuntime(path) as runtime:
        (unbound,) = await runtime.recover()
        assert unbound.status is Status.RUNNING
        assert "'t'" in unbound.reason
        runtime.conversation(lambda: "after all", id="t")
        (result,) = await runtime.recover()
        assert result.status is Status.COMPLETED
        talk = runtime.conversation(told, id="t")
        assert await talk.refresh() is State.IDLE
        assert talk.messages[-1].text == "after all"


@pytest.mark.parametrize("where", ["tool", "agent"])
def test_a_turn_that_nobody_drives_can_be_interrupted_and_cancelled(path: Path, tmp_path: Path, where: str) -> None:
    killed_in_the_middle(path, tmp_path / "mark", where)
    with Runtime(path) as runtime:
        talk = runtime.conversation(told, id="t", tools=[dig])
        assert talk.interrupt("its host is gone")
        assert talk.refresh() is State.PAUSED
        assert runtime.replay(runtime.runs()[0].run).problems == []
        (row,) = runtime.runs()
        runtime.cancel(row.run)
        assert talk.refresh() is State.IDLE
        assert runtime.get_run(row.run).status is Status.CANCELLED
