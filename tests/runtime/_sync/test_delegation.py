# Made by `duotone mirror` from ../_async/test_delegation.py: edit that file, and run it again.
"""Tasks that conversations give to agents of either color, inline or in the background where that can be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadUnit, NoSuchTool
from duotone.runtime import Conversation, InTurn, Limits, Runtime, State, TaskRole, tool
from duotone.runtime.conversation import Transcript
from duotone.runtime.messages import Reply, Role, ToolCall
from tests.runtime.delegates import CHIEFS, HANDS, Gate, asking
from tests.runtime.delivery.ends import End, wait_until
from tests.runtime.talkers import by_name, look


def told(text: str) -> Any:
    """What an agent was told in JSON."""
    return json.loads(text)


def sessions(runtime: Runtime) -> list[str]:
    return [row.session for row in runtime.log.sessions() if row.session.startswith("task-")]


@pytest.mark.parametrize("hand", HANDS, ids=by_name)
@pytest.mark.parametrize("chief", CHIEFS, ids=by_name)
def test_a_task_is_carried_out_by_another_agent_in_a_session_of_its_own(chief: Any, hand: Any) -> None:
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": hand})
        talk = runtime.conversation(chief, id="talk", tools=[delegation.tool])
        [result] = told(talk.ask("dig").text)["results"]
        [child] = sessions(runtime)
        assert result == {"task": "dig", "session": child, "agent": "hand", "state": "done", "result": "did dig"}
        started = runtime.log.read(child)[0].data
        assert isinstance(started["parent"], dict)
        assert (started["parent"]["session"], started["parent"]["depth"]) == ("talk", 1)
        kinds = [event.kind for event in runtime.log.read("talk") if event.kind.startswith("task.")]
        assert kinds == ["task.begun", "task.ended"]
        talk.close()


@pytest.mark.parametrize("color", ["sync", "async"])
def test_many_tasks_go_on_side_by_side_up_to_a_limit(color: str) -> None:
    gate = Gate()
    gate.is_open.set()
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": gate.agent(color)}, concurrency=3)
        talk = runtime.conversation(CHIEFS[0], tools=[delegation.tool])
        results = told(talk.ask("\n".join("abcdefgh")).text)["results"]
        assert [result["result"] for result in results] == [f"did {letter}" for letter in "abcdefgh"]
        assert 1 <= gate.most <= 3
        assert len(set(sessions(runtime))) == 8
        talk.close()


def test_G1_on_a_channel_that_closes_with_the_turn_a_background_task_is_done_inline_and_says_so() -> None:
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": HANDS[0]})
        talk = runtime.conversation(asking(task="dig", background=True), tools=[delegation.tool])
        for channel in (None, InTurn()):
            answer = told(talk.ask("go", channel).text)
            assert [one["result"] for one in answer["results"]] == ["did dig"]
            assert answer["note"].startswith("done inline and not in the background, since ")
        assert runtime.outbox.promises() == []
        talk.close()


@pytest.mark.parametrize("color", ["sync", "async"])
def test_a_task_in_the_background_is_told_of_once_it_has_ended_and_wakes_who_gave_it(color: str) -> None:
    gate = Gate()
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": gate.agent(color)})
        agent = asking(tasks=["dig", "sow"], background=True)
        talk, end = runtime.conversation(agent, tools=[delegation.tool], wakes=True), End()
        answer = told(talk.ask("go", end).text)
        assert [one["task"] for one in answer["begun"]] == ["dig", "sow"]
        assert end.notices == []
        gate.is_open.set()
        wait_until(lambda: sum(notice.kind == "task.completed" for notice in end.notices) == 2)
        done = [notice.data for notice in end.notices if notice.kind == "task.completed"]
        assert sorted(one["result"] for one in done if isinstance(one, dict)) == ["did dig", "did sow"]
        wait_until(lambda: any(notice.kind == "conversation.replied" for notice in end.notices))
        wait_until(lambda: not runtime.log.store.promises(status=("promised", "pending", "claimed")))
        talk.close()


def test_tasks_in_the_background_wait_for_room() -> None:
    gate = Gate()
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": gate.wait}, concurrency=2)
        agent = asking(tasks=["a", "b", "c", "d", "e"], background=True)
        talk, end = runtime.conversation(agent, tools=[delegation.tool]), End()
        talk.ask("go", end)
        wait_until(lambda: gate.begun == 2)
        gate.is_open.set()
        wait_until(lambda: len(end.notices) == 5)
        assert gate.most == 2
        talk.close()


def test_a_role_says_which_tools_somebody_has() -> None:
    seen: list[list[str]] = []

    def hand(turn: Any) -> str:
        seen.append([spec.name for spec in turn.tools])
        return str(turn.messages[0].text)

    @tool
    def shout(word: str) -> str:
        """Say it aloud."""
        return word.upper()

    roles = {"reader": TaskRole(tools=["look"], system="You read."), "any": TaskRole()}
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": hand}, tools=[look, shout], roles=roles)
        for role, tools, first in [(None, ["look"], "You read."), ("any", ["look", "shout"], "dig")]:
            talk = runtime.conversation(asking(task="dig", role=role), tools=[delegation.tool])
            [result] = told(talk.ask("go").text)["results"]
            assert (seen.pop(), result["result"]) == (tools, first)
            talk.close()


def test_depth_is_limited_and_who_may_not_delegate_has_no_tool_for_it() -> None:
    seen: list[list[str]] = []

    def lead(turn: Any) -> Any:
        names = [spec.name for spec in turn.tools]
        if turn.messages[-1].role is Role.USER:
            seen.append(names)
            if names:
                return Reply(calls=[ToolCall("", "delegate_task", {"task": f"{turn.text}+", "role": "lead"})])
        return turn.messages[-1].text

    with Runtime() as runtime:
        delegation = runtime.delegation({"lead": lead}, depth=3)
        talk = runtime.conversation(lead, tools=[delegation.tool])
        talk.ask("x")
        assert seen == [["delegate_task"], ["delegate_task"], ["delegate_task"], []]
        talk.close()


def test_the_description_says_what_the_channel_can_do() -> None:
    seen: list[str] = []

    def agent(turn: Any) -> str:
        seen.append(turn.tools[0].description)
        return "seen"

    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": HANDS[0], "foot": HANDS[1]}, tools=[look])
        talk = runtime.conversation(agent, tools=[delegation.tool])
        talk.ask("go", InTurn())
        talk.ask("go", End())
        assert "background=true has no effect" in seen[0]
        assert "you are told of each result when it is there" in seen[1]
        assert all("Agents: hand, foot. Roles: worker (tools: look), lead (tools: look)." in one for one in seen)
        talk.close()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "input 'task' is missing"),
        ({"task": "dig", "agent": "hnad"}, "did you mean 'hand'?"),
        ({"task": "dig", "role": "boss"}, "there is only 'worker', 'lead'"),
        ({"tasks": ["dig"] * 17}, "give at most 16 at once"),
        ({"tasks": "dig"}, "tasks"),
    ],
)
def test_what_can_not_be_delegated_is_answered_so_that_the_agent_can_mend_it(
    arguments: dict[str, Any], problem: str
) -> None:
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": HANDS[0]})
        talk = runtime.conversation(asking(**arguments), tools=[delegation.tool])
        result = talk.ask("go")
        assert (result.state, problem in result.text) == (State.IDLE, True)
        assert sessions(runtime) == []
        talk.close()


def failing(_turn: Any) -> str:
    message = "no spade"
    raise ValueError(message)


def endless(turn: Any) -> Any:
    return Reply(calls=[ToolCall("", "look", {"place": str(len(turn.messages))})])


def risky(turn: Any) -> Any:
    last = turn.messages[-1]
    return Reply(calls=[ToolCall("", "burn", {})]) if last.role is Role.USER else last.text


@tool(risk="irreversible")
def burn() -> str:
    """Burn it."""
    return "ashes"


@pytest.mark.parametrize(
    ("hand", "state", "said"),
    [
        (failing, "error", "ValueError: no spade"),
        (endless, "error", "the limit of 3 iterations was reached"),
        (risky, "done", "nobody can be asked inside of a task"),
    ],
)
def test_a_task_that_can_not_be_done_is_reported_with_the_reason(hand: Any, state: str, said: str) -> None:
    with Runtime() as runtime:
        delegation = runtime.delegation({"hand": hand}, tools=[look, burn], limits=Limits(iterations=3))
        talk = runtime.conversation(asking(task="dig"), tools=[delegation.tool])
        result = talk.ask("go")
        [report] = told(result.text)["results"]
        assert (result.state, report["state"]) == (State.IDLE, state)
        assert said in report["result"] + report.get("reason", "")
        talk.close()


def stands(runtime: Runtime, session: str) -> State:
    """Where a conversation stands, as the log has it."""
    transcript = Transcript()
    transcript.apply_all(runtime.log.store.read(session))
    return transcript.state


def interrupted(talk: Conversation, gate: Gate) -> bool:
    """Interrupt a conversation once its tasks have begun."""
    wait_until(lambda: gate.begun == 2)
    return talk.interrupt("enough")


@pytest.mark.parametrize("color", ["sync", "async"])
@pytest.mark.parametrize("chief", CHIEFS, ids=by_name)
def test_an_interrupt_reaches_the_tasks_that_a_turn_waits_for(chief: Any, color: str, path: Path) -> None:
    gate = Gate()
    with Runtime(path) as runtime:
        delegation = runtime.delegation({"hand": gate.agent(color)})
        talk = runtime.conversation(chief, id="talk", tools=[delegation.tool])
        talk.send("dig\nsow")
        running = talk.stream(None)
        try:
            for event in running:
                if getattr(event, "kind", "") == "step.started" and getattr(event, "data", {})["step"] != "agent/1":
                    assert interrupted(talk, gate)
                    break
            standing = ["talk", *sessions(runtime)]
            wait_until(lambda: {stands(runtime, one) for one in standing} == {State.PAUSED})
        finally:
            gate.is_open.set()
            talk.close()


@pytest.mark.parametrize("color", ["sync", "async"])
def test_who_cancels_a_turn_cancels_the_tasks_that_it_waits_for(color: str, path: Path) -> None:
    gate = Gate()
    with Runtime(path) as runtime:
        delegation = runtime.delegation({"hand": gate.agent(color)})
        talk = runtime.conversation(CHIEFS[1], id="talk", tools=[delegation.tool])
        talk.send("dig\nsow")
        try:
            for event in talk.stream(None):
                if getattr(event, "kind", "") == "step.started" and getattr(event, "data", {})["step"] != "agent/1":
                    wait_until(lambda: gate.begun == 2)
                    [turn] = [row for row in runtime.runs() if row.session == "talk"]
                    runtime.cancel(turn.run)
                    break
            children = sessions(runtime)
            wait_until(lambda: {stands(runtime, one) for one in children} == {State.PAUSED})
        finally:
            gate.is_open.set()
            talk.close()


def left_behind(path: Path, gate: Gate) -> None:
    """Let a host end in the middle of a task in the background."""
    with Runtime(path) as runtime:
        delegation = runtime.delegation({"hand": gate.wait_on_a_loop})
        talk = runtime.conversation(asking(task="dig", background=True), id="talk", tools=[delegation.tool])
        talk.ask("go", End())
        wait_until(lambda: gate.begun == 1)
        talk.close()
        runtime.log.close()
    gate.is_open.set()


@pytest.mark.parametrize("hand", HANDS, ids=by_name)
def test_a_task_in_the_background_goes_on_after_a_restart_when_its_conversation_is_attached(
    hand: Any, path: Path
) -> None:
    left_behind(path, Gate())
    with Runtime(path) as runtime:
        delegation = runtime.delegation({"hand": hand})
        talk, end = runtime.conversation(HANDS[0], id="talk", tools=[delegation.tool]), End()
        talk.attach(end)
        wait_until(lambda: len(end.notices) == 1)
        assert isinstance(end.notices[0].data, dict)
        assert (end.notices[0].data["state"], end.notices[0].data["result"]) == ("done", "did dig")
        assert delegation.recover() == []
        talk.close()


def test_a_task_in_the_background_goes_on_when_its_runtime_recovers(path: Path) -> None:
    left_behind(path, Gate())
    with Runtime(path) as runtime:
        runtime.delegation({"hand": HANDS[0]})
        end = End()
        runtime.outbox.bind(end)
        runtime.recover()
        wait_until(lambda: len(end.notices) == 1)
        assert isinstance(end.notices[0].data, dict)
        assert end.notices[0].data["result"] == "did dig"


def test_a_task_that_nobody_can_go_on_with_is_reported_as_lost(path: Path) -> None:
    left_behind(path, Gate())
    with Runtime(path) as runtime:
        end = End()
        runtime.outbox.bind(end)
        runtime.delegation({"somebody else": HANDS[0]})
        runtime.recover()
        wait_until(lambda: len(end.notices) == 1)
        assert isinstance(end.notices[0].data, dict)
        assert end.notices[0].data["state"] == "lost"
        assert "knows no agent 'hand'" in str(end.notices[0].data["reason"])
        assert runtime.outbox.drain(30) == []
        assert runtime.outbox.promised() == []


def test_what_is_wrong_with_a_delegation_is_said_when_it_is_made() -> None:
    with Runtime() as runtime:
        with pytest.raises(NoSuchTool):
            runtime.delegation({"hand": HANDS[0]}, roles={"reader": TaskRole(tools=["look"])})
        with pytest.raises(ValueError, match="at least one of agents"):
            runtime.delegation({})
        with pytest.raises(BadUnit, match="TaskRole"):
            runtime.delegation({"hand": HANDS[0]}, tools=[runtime.delegation({"hand": HANDS[0]}).tool])
