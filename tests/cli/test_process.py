"""`duotone process` and `duotone outbox` on a log of this machine, with real commands."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

import pytest

from duotone.runtime import InProcess, Log, Outbox, Processes, Promise, turn_channel
from tests.cli.conftest import Project

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")


def start(project: Project, command: str) -> str:
    done = project.run("process", "start", command, "--session", "build", "--json")
    assert done.code == 0, done.err
    process: str = json.loads(done.out)["process"]
    return process


def row(project: Project, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(project.run("process", *arguments, "--json").out)
    return found


def test_a_process_goes_on_when_its_command_has_ended(project: Project) -> None:
    process = start(project, "echo ready; read line; echo got $line; exit 4")
    assert row(project, "show", process)["state"] == "running"
    assert process in project.run("process", "list", "--running").out
    assert project.run("process", "write", process, "it").code == 0
    over = row(project, "wait", process, "--timeout", "30")
    assert (over["state"], over["code"]) == ("ended", 4)
    assert project.run("process", "output", process).out == "ready\ngot it\n"
    done = project.run("process", "list", "--running")
    assert (done.code, done.out) == (0, "")


def test_a_program_is_started_with_its_arguments_as_they_are(project: Project) -> None:
    done = project.run("process", "start", "--json", "--", "echo", "-n", "$HOME; two  words")
    process = json.loads(done.out)["process"]
    row(project, "wait", process, "--timeout", "30")
    assert project.run("process", "output", process).out == "$HOME; two  words"


def test_what_ended_unseen_is_told_without_a_host(project: Project) -> None:
    process = start(project, "exit 3")
    until = time.monotonic() + 30
    while row(project, "show", process)["state"] == "running" and time.monotonic() < until:
        time.sleep(0.05)
    over = row(project, "show", process)
    assert (over["state"], over["code"]) == ("ended", 3)


def test_output_is_followed_to_its_end(project: Project) -> None:
    process = start(project, "for n in 1 2 3; do echo $n; sleep 0.1; done")
    assert project.run("process", "output", process, "--follow").out == "1\n2\n3\n"


def test_a_kill_says_ended_when_it_is_and_1_when_there_was_nothing_to_end(project: Project) -> None:
    process = start(project, "sleep 60")
    done = project.run("process", "kill", process, "--at-once", "--json")
    assert (done.code, json.loads(done.out)["state"]) == (0, "ended")
    assert project.run("process", "kill", process).code == 1
    assert project.run("process", "kill", "nobody").err.startswith("error: ")


def test_a_process_of_a_host_that_lives_is_ended_through_the_log(project: Project) -> None:
    path = project.root / "duotone.db"
    with Log(path) as log, Processes(log) as processes:
        info = processes.start("sleep 60", session="build")
        command = [sys.executable, "-m", "duotone", "process", "kill", info.id, "--log", str(path), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=50)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["state"] == "ended"
        assert processes.wait(info.id, 10).state == "ended"


def test_a_wait_whose_time_is_up_is_exit_1(project: Project) -> None:
    process = start(project, "sleep 60")
    done = project.run("process", "wait", process, "--timeout", "0.1")
    assert (done.code, "running" in done.out) == (1, True)
    project.run("process", "kill", process, "--at-once")


def promise(name: str) -> Promise:
    return Promise(name, "build", "nobody", "task.completed", "a task", time.time() + 60)


def test_promises_are_listed_and_withdrawn(project: Project) -> None:
    with Log(project.root / "duotone.db") as log, Outbox(log) as outbox:
        outbox.make(promise("p1"))
        outbox.ready(promise("p2"), {"x": 1})
    lines = project.run("outbox", "list").out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["p1", "promised"], ["p2", "pending"]]
    done = project.run("outbox", "withdraw", "p1", "--json")
    assert (done.code, json.loads(done.out)["status"]) == (0, "withdrawn")
    done = project.run("outbox", "withdraw", "p1")
    assert (done.code, done.err) == (1, "p1 is being delivered or has ended, so nothing was done\n")
    assert project.run("outbox", "withdraw", "p9").code == 2
    assert len(project.run("outbox", "list", "--open").out.splitlines()) == 2


def test_what_is_over_its_time_is_given_up_and_an_incident(project: Project) -> None:
    late = Promise("p1", "build", "nobody", "task.completed", "a task", time.time() - 1)
    with Log(project.root / "duotone.db") as log, Outbox(log) as outbox:
        outbox.ready(late, None)
    assert project.run("outbox", "expire").code == 0
    done = project.run("outbox", "expire")
    assert (done.code, done.out) == (1, "")
    assert "expired" in project.run("outbox", "incidents").out


def test_a_promise_of_a_process_names_it(project: Project) -> None:
    with Log(project.root / "duotone.db") as log, Processes(log) as processes, turn_channel(InProcess()):
        info = processes.start("true", session="build", notify=True)
        processes.wait(info.id, 30)
    [found] = json.loads(project.run("outbox", "list", "--json").out)
    assert (found["about"], found["kind"], found["status"]) == (info.id, "process.completed", "pending")
