"""The tools `terminal` and `process` as agents of either color call them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from duotone.runtime.delivery import Abilities, turn_channel
from duotone.runtime.tools import process_tools
from tests.runtime.processes.stage import Faced, until
from tests.runtime.processes.test_telling import Board, promises
from tests.runtime.tools.calls import Caller


@pytest.fixture
def caller(processes: Faced) -> Caller:
    return Caller("async" if processes.is_async else "sync", *process_tools(processes.processes))


@pytest.fixture
def ask(caller: Caller) -> Callable[..., Any]:
    """Call a tool and read its answer."""

    def asked(name: str, **arguments: Any) -> Any:
        return json.loads(caller.answer(name, **arguments))

    return asked


@pytest.fixture
def late() -> Iterator[None]:
    with turn_channel(Board(after_turn=True)):
        yield


def test_an_agent_runs_a_command_and_reads_its_end(ask: Callable[..., Any]) -> None:
    assert ask("terminal", command="echo hi; exit 3") == {"code": 3, "output": "hi\n"}


def test_an_agent_is_told_why_a_command_was_ended(ask: Callable[..., Any]) -> None:
    answer = ask("terminal", command="echo on; sleep 100", timeout=0.2)
    assert (answer["code"], answer["signal"], answer["output"]) == (-15, "SIGTERM", "on\n")
    assert "longer timeout, or run it with background=true" in answer["note"]


def test_an_agent_is_told_what_was_ended_with_a_command(ask: Callable[..., Any]) -> None:
    assert "1 of its processes went on" in ask("terminal", command="sleep 100 & echo up")["note"]


def test_a_refused_command_says_what_to_do(caller: Caller) -> None:
    assert "outside of the root; choose one inside" in caller.answer("terminal", command="pwd", cwd="..")


def test_a_megabyte_of_output_fits_what_an_agent_reads(ask: Callable[..., Any]) -> None:
    answer = ask("terminal", command="head -c 1000000 /dev/zero | tr '\\0' x")
    assert len(answer["output"]) < 21_000
    assert "980,000 of 1,000,000 bytes left out" in answer["output"]


def test_an_agent_looks_after_a_background_command(ask: Callable[..., Any]) -> None:
    name = ask("terminal", command="echo up; read x; echo got $x; read y; exit 4", background=True)["process"]
    until(lambda: ask("process", action="poll", process=name)["output"] == "up\n")
    assert ask("process", action="write", process=name, text="it\n")["done"]
    until(lambda: ask("process", action="log", process=name, after=3)["output"] == "got it\n")
    assert [one["process"] for one in ask("process", action="list")["processes"]] == [name]
    assert ask("process", action="wait", process=name, timeout=0)["state"] == "running"
    assert ask("process", action="close", process=name)["done"]
    over = ask("process", action="wait", process=name)
    assert (over["state"], over["code"], over["bytes"]) == ("ended", 4, 10)


def test_a_killed_process_is_said_to_have_ended_when_it_has(ask: Callable[..., Any]) -> None:
    name = ask("terminal", command="trap '' TERM; echo up; while :; do sleep 0.05; done", background=True)["process"]
    until(lambda: ask("process", action="poll", process=name)["output"] == "up\n")
    stopping = ask("process", action="kill", process=name, timeout=0)
    assert (stopping["state"], "code" in stopping) == ("stopping", False)
    assert "has not ended yet" in stopping["note"]
    over = ask("process", action="kill", process=name)
    assert (over["state"], over["code"], over["reason"]) == ("ended", -9, "killed")


@pytest.mark.usefixtures("late")
def test_what_the_channel_can_keep_is_promised(ask: Callable[..., Any], processes: Faced) -> None:
    answer = ask("terminal", command="true", background=True, notify_on_complete=True, watch_patterns=["x"])
    assert (answer["notify_on_complete"], answer["watch_patterns"]) == (True, ["x"])
    assert "note" not in answer
    until(lambda: [status for _, status, _ in promises(processes)] == ["pending"])


def test_G1_what_the_channel_can_not_keep_is_off_and_the_answer_names_polling(
    ask: Callable[..., Any], processes: Faced
) -> None:
    with turn_channel(Board(in_turn=True)):
        answer = ask("terminal", command="exit 6", background=True, notify_on_complete=True, watch_patterns=["x"])
    assert (answer["notify_on_complete"], answer["watch_patterns"]) == (False, [])
    assert "process(action='poll')" in answer["note"]
    assert ask("process", action="wait", process=answer["process"])["code"] == 6
    assert promises(processes) == []


def test_what_a_model_is_told_depends_on_what_the_channel_can_do(caller: Caller) -> None:
    can, can_not = (caller.box["terminal"].spec(Abilities(after_turn=late)) for late in (True, False))
    assert "you are told when a background command has ended" in can.description
    assert "ask with process(action='poll')" in can_not.description
    assert "context" not in str(can.schema)


def test_processes_of_another_session_are_nobodys_business(caller: Caller, ask: Callable[..., Any]) -> None:
    name = ask("terminal", command="sleep 100", background=True)["process"]
    caller.context = replace(caller.context, session="other")
    for action in ("poll", "log", "kill", "write", "close", "wait"):
        assert f"there is no process '{name}'" in caller.answer("process", action=action, process=name)
    assert ask("process", action="list") == {"processes": []}
    caller.context = replace(caller.context, session="fork", origins=("talk",))
    assert ask("process", action="poll", process=name)["state"] == "running"


def test_an_action_without_a_process_says_how_to_find_one(caller: Caller) -> None:
    assert "action='list' shows" in caller.answer("process", action="poll")
