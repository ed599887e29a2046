"""Hosts die by `kill -9` while a call waits for a task: after the restart that has ended too, and the log says so."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from duotone.runtime import AsyncRuntime, Event, Log, Runtime, Status
from duotone.runtime.conversation.states import TurnResult
from duotone.runtime.log.verify import verify
from duotone.runtime.outcomes import RunResult
from tests.meta.sources import ROOT
from tests.runtime.delivery.waiting_host import chief, staff
from tests.runtime.processes.stage import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs kill")

FACES = ["sync", "async"]


def kill_while_it_waits(path: Path, face: str, color: str) -> None:
    """Let a host give a task that gives a task, and kill it once the last one is at work."""
    command = [sys.executable, "-m", "tests.runtime.delivery.waiting_host", face, str(path), color]
    with subprocess.Popen(command, cwd=ROOT) as host:
        try:
            until(lambda: path.exists() and len(running(path)) == 3)
        finally:
            host.kill()


def running(path: Path) -> list[str]:
    """Return the sessions with a turn that has begun its first step and not ended."""
    with Log(path) as log:
        rows = log.runs(status=Status.RUNNING)
        return [row.session for row in rows if any(one.kind == "step.started" for one in log.read_run(row.run))]


def ends(path: Path) -> list[Event]:
    with Log(path) as log:
        return [event for event in log.read_all() if event.kind == "task.ended"]


def recover(path: Path, face: str) -> list[RunResult]:
    if face == "sync":
        with Runtime(path) as runtime:
            return runtime.recover()

    async def main() -> list[RunResult]:
        async with AsyncRuntime(path) as runtime:
            return await runtime.recover()

    return asyncio.run(main())


def go_on(path: Path, face: str) -> TurnResult:
    if face == "sync":
        with Runtime(path) as runtime:
            talk = runtime.conversation(chief, id="talk", tools=[runtime.delegation(**staff("sync")).tool])
            return talk.run()

    async def main() -> TurnResult:
        async with AsyncRuntime(path) as runtime:
            talk = runtime.conversation(chief, id="talk", tools=[runtime.delegation(**staff("async")).tool])
            return await talk.run()

    return asyncio.run(main())


def check_ends(path: Path) -> None:
    """Both tasks have ended once, with the reason, and nothing goes on below the conversation."""
    told: list[Any] = [event.data for event in ends(path)]
    assert [(data["state"], data["reason"]) for data in told] == [("lost", "the host that waited for it has ended")] * 2
    with Log(path) as log:
        tasks = [row for row in log.runs() if row.session != "talk"]
    assert {row.status for row in tasks} == {Status.CANCELLED}
    assert verify(path) == []


@pytest.mark.parametrize("color", FACES)
@pytest.mark.parametrize("face", FACES)
def test_who_recovers_lets_the_tasks_end_that_a_killed_host_has_waited_for(face: str, color: str, path: Path) -> None:
    kill_while_it_waits(path, face, color)
    results = recover(path, face)
    assert sorted(result.status for result in results) == [Status.CANCELLED, Status.CANCELLED, Status.RUNNING]
    check_ends(path)
    recover(path, face)
    check_ends(path)  # and once is enough


@pytest.mark.parametrize("color", FACES)
@pytest.mark.parametrize("face", FACES)
def test_who_goes_on_with_the_conversation_lets_them_end_and_its_agent_is_told(
    face: str, color: str, path: Path
) -> None:
    kill_while_it_waits(path, face, color)
    result = go_on(path, face)
    assert result.text.startswith("nobody knows how delegate_task ended")
    check_ends(path)
    assert running(path) == []
