"""Conversations with agents of every shape and color: what is said, what is called, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import BadAgent, BadInput, BadTransition, NoSuchCall
from duotone.runtime import AsyncRuntime
from duotone.runtime._async.turns import AsyncTurn
from duotone.runtime.agents.feeds import Part
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.events import Append, Event
from duotone.runtime.log import MemoryStore
from duotone.runtime.log.store import Settled
from duotone.runtime.messages import Message, Role, ToolCall, Usage
from duotone.runtime.side import IS_ASYNC
from duotone.runtime.tools import tool
from tests.runtime.talkers import (
    AGENTS,
    by_name,
    echo,
    echo_on_a_loop,
    look,
    look_again,
    look_on_a_loop,
    looker,
    spell,
    spell_on_a_loop,
)


@pytest.mark.parametrize("agent", AGENTS, ids=by_name)
async def test_an_agent_of_any_shape_and_color_answers(agent: Any) -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent)
        result = await talk.ask("hi")
        assert (result.state, result.text) == (State.IDLE, "you said hi")
        assert (await talk.ask("ho")).text == "you said ho"
        assert [message.text for message in talk.messages] == ["hi", "you said hi", "ho", "you said ho"]
        assert await talk.close() == ()


@pytest.mark.parametrize("agent", [looker, look_on_a_loop], ids=by_name)
async def test_tools_of_either_color_are_called(agent: Any) -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[look, look_again])
        result = await talk.ask("find it")
        assert result.text == "I found nothing in box 0 and nothing in box 1"
        assert result.usage == Usage(3, 1)
        steps = [event.data["step"] async for event in talk.events() if event.kind == "step.started"]
        assert steps == ["agent/1", "call/c0", "call/c1", "agent/2"]
        await talk.close()


async def test_a_model_that_calls_wrongly_is_told_what_would_be_right() -> None:
    asked = iter([ToolCall("c", "lok", {}), ToolCall("c", "look", "{broken"), ToolCall("", "look", {"plaec": "x"})])

    async def agent(turn: Any) -> Any:
        call = next(asked, None)
        return "enough" if call is None else call

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[look])
        result = await talk.ask("go")
        answers = [message.text for message in talk.messages if message.role is Role.TOOL]
        assert result.state is State.IDLE
        assert "look" in answers[0]
        assert "JSON" in answers[1]
        assert "place" in answers[2]
        ids = [call.id for message in talk.messages for call in message.calls]
        assert len(set(ids)) == 3


async def test_an_agent_that_fails_is_an_error_and_can_be_asked_again() -> None:
    fails = [True]

    async def agent() -> str:
        if fails:
            fails.pop()
            raise ValueError("not today")
        return "well"

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent)
        result = await talk.ask("hi")
        assert result.state is State.ERROR
        assert result.fault is not None
        assert (result.fault.type, result.fault.message) == ("ValueError", "not today")
        assert (await talk.run()).text == "well"


async def test_what_is_no_reply_is_an_error() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(lambda: 3)
        result = await talk.ask("hi")
        assert result.state is State.ERROR
        assert result.fault is not None
        assert "gave no reply" in result.fault.message
        await talk.close()


async def test_what_is_no_agent_is_refused_before_anything_is_said() -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(BadAgent):
            runtime.conversation("gpt")


async def test_nothing_to_answer_is_no_turn() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(echo_on_a_loop)
        assert await talk.run() == TurnResult(State.IDLE)
        await talk.ask("hi")
        assert (await talk.run()).run == ""
        assert [event.kind async for event in talk.events()].count("run.started") == 1


async def test_a_conversation_goes_on_in_another_runtime(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk = runtime.conversation(echo_on_a_loop, id="t", system="be brief")
        await talk.ask("one")
    async with AsyncRuntime(path) as runtime:
        talk = runtime.conversation(echo, id="t")
        await talk.refresh()
        assert [message.text for message in talk.messages] == ["be brief", "one", "you said one"]
        assert (await talk.ask("two")).text == "you said two"
        await talk.close()


@pytest.mark.parametrize("agent", AGENTS[:4], ids=by_name)
async def test_O13_parts_are_shown_as_they_come_or_the_reply_says_that_it_was_buffered(agent: Any) -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent)
        items = [item async for item in talk.stream("hi")]
        parts = [item for item in items if isinstance(item, Part)]
        if agent in (spell, spell_on_a_loop):
            assert parts == [Part("you "), Part("said "), Part("hi")]
        else:
            assert parts == [Part("you said hi", is_buffered=True)]
        kinds = [item.kind for item in items if isinstance(item, Event)]
        assert kinds[0] == "run.started"
        assert kinds[-1] == "run.ended"
        assert isinstance(items[-1], TurnResult)
        await talk.close()


async def test_a_turn_can_stream_and_return_the_whole() -> None:
    heard: list[str] = []

    async def agent(turn: AsyncTurn) -> str:
        turn.stream("o")
        turn.stream("k")
        return "ok"

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, on_text=heard.append)
        assert (await talk.ask("hi")).text == "ok"
        assert heard == ["o", "k"]


async def test_a_stream_that_nobody_reads_on_is_interrupted() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(spell_on_a_loop)
        stream = talk.stream("hi")
        async for item in stream:
            if isinstance(item, Part):
                break
        await stream.aclose()
        assert await talk.refresh() in {State.PAUSED, State.IDLE}


@pytest.mark.parametrize("agent", [looker, look_on_a_loop], ids=by_name)
async def test_a_call_that_needs_approval_waits_for_it(agent: Any) -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[tool(look, risk="irreversible")])
        result = await talk.ask("find it")
        assert (result.state, result.asked) == (State.WAITING, ("c0",))
        assert result.reasons == {"c0": "look is irreversible, so a person decides"}
        assert (await talk.run()).state is State.WAITING
        with pytest.raises(NoSuchCall, match="these do: c0"):
            await talk.approve("c9")
        await talk.approve("c0")
        with pytest.raises(NoSuchCall, match="none does"):
            await talk.approve("c9")
        assert (await talk.run()).text == "I found nothing in box 0"
        await talk.close()


async def test_a_call_is_decided_once() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(look_on_a_loop, tools=[tool(look, risk="irreversible")])
        await talk.ask("find it")
        await talk.approve("c0")
        for _ in range(2):
            with pytest.raises(BadTransition, match="'c0' is approved and can't become rejected"):
                await talk.reject("c0")
            await talk.run()
        kinds = [event.kind async for event in talk.events()]
        assert kinds.count("signal.approve") + kinds.count("signal.reject") == 1


async def test_a_conversation_can_begin_before_anything_is_said() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(look_on_a_loop, id="t", tools=[look])
        for _ in range(2):
            await talk.begin()
        await talk.send("find it", id="first")
        assert [event.kind async for event in talk.events()] == ["conversation.started", "message.sent"]
        result = await talk.run(id="turn-7")
        assert (result.run, (await runtime.get_run("turn-7")).status) == ("turn-7", "completed")
        said = [event.data["id"] async for event in talk.events() if event.kind == "message.sent"]
        assert said == ["first"]


async def test_a_rejected_call_is_not_made() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(look_on_a_loop, tools=[tool(look, risk="irreversible")])
        await talk.ask("find it")
        await talk.reject("c0", "not there")
        assert "not there" in (await talk.resume()).text


@pytest.mark.parametrize("is_allowed", [True, False])
async def test_a_policy_of_either_color_decides(*, is_allowed: bool) -> None:
    async def apolicy(ask: Any) -> bool:
        return is_allowed

    for policy in (apolicy, lambda ask: is_allowed):
        async with AsyncRuntime() as runtime:
            talk = runtime.conversation(look_on_a_loop, tools=[tool(look, risk="irreversible")], approve=policy)
            text = (await talk.ask("find it")).text
            assert ("nothing in box 0" in text) is is_allowed


async def test_a_fork_goes_its_own_way() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(echo_on_a_loop, system="be brief")
        await talk.ask("one")
        seq = [event.seq async for event in talk.events()][-1]
        await talk.ask("two")
        fork = await talk.fork(seq)
        await fork.ask("three")
        assert [message.text for message in fork.messages] == [
            "be brief",
            "one",
            "you said one",
            "three",
            "you said three",
        ]
        assert len(talk.messages) == 5
        whole = await talk.fork(id="whole")
        assert whole.id == "whole"
        assert len(whole.messages) == 5


async def test_older_messages_are_summed_up() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(echo_on_a_loop)
        for number in range(6):
            await talk.ask(str(number))
        assert await talk.compact(keep=20) is None
        summary = await talk.compact(lambda older: f"{len(older)} messages", keep=4)
        assert summary == "8 messages"
        assert [message.text for message in talk.messages][:2] == ["8 messages", "4"]
        assert (await talk.ask("more")).text == "you said more"


async def test_a_long_history_is_summed_up_by_itself() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(echo_on_a_loop, limits=Limits(history=6))
        for number in range(10):
            await talk.ask(str(number))
        assert len(talk.messages) < 10
        assert talk.messages[0].role is Role.NOTICE


async def test_a_message_that_comes_while_the_turn_ends_is_not_stranded() -> None:
    async with AsyncRuntime() as runtime:
        ends: list[Event] = []

        async def interfere(event: Event) -> None:
            if event.kind == "step.ended":
                ends.append(event)
                if len(ends) == 1:
                    await runtime.conversation(echo_on_a_loop, id="t").send("me too")

        talk = runtime.conversation(echo_on_a_loop, id="t", on_event=interfere)
        result = await talk.ask("hi")
        assert result.text == "you said me too"
        kinds = [event.kind async for event in talk.events()]
        assert kinds.count("run.started") == 2


class _Counting(MemoryStore):
    """Counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.commits = self.reads = 0

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        self.commits += 1
        super().commit(appends, settled)

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        self.reads += 1
        return super().read(session, after=after, limit=limit, with_runs=with_runs)


async def test_a_turn_writes_three_times_and_looks_once() -> None:
    store = _Counting()
    async with AsyncRuntime(store) as runtime:
        talk = runtime.conversation(echo_on_a_loop if IS_ASYNC else echo)
        await talk.ask("hi")
        # What was said; that the turn and its step begin; what the step gave, and that the turn has ended.
        assert (store.commits, store.reads) == (3, 1)


async def test_an_agent_may_call_tools_inside_of_its_step() -> None:
    async def agent(turn: AsyncTurn) -> str:
        found = await turn.call("look", place="the attic")
        wrong = await turn.call("lok")
        return f"{found}; {wrong}"

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[look])
        text = (await talk.ask("find it")).text
        assert text.startswith("nothing in the attic; ")
        assert "look" in text.partition("; ")[2]
        roles = [message.role for message in talk.messages]
        assert roles == [Role.USER, Role.AGENT, Role.TOOL, Role.TOOL, Role.AGENT]
        started = [event for event in [event async for event in talk.events()] if event.kind == "step.started"]
        assert [event.data.get("within") for event in started] == [None, "agent/1", "agent/1"]


async def test_a_limit_ends_the_turn_with_its_name() -> None:
    async def agent(turn: Any) -> Any:
        return ToolCall("", "look", {"place": str(len(turn.messages))})

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[look], limits=Limits(iterations=3))
        result = await talk.ask("go")
        assert result.state is State.ERROR
        assert result.fault is not None
        assert "3 iterations" in result.fault.message


async def test_messages_of_others_are_kept_as_they_are() -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(echo_on_a_loop)
        await talk.send(Message(Role.NOTICE, "the build has ended"), by="ci")
        assert (await talk.run()).text == "you said the build has ended"


@pytest.mark.parametrize("message", [None, 5, b"hello"])
async def test_what_is_no_text_is_not_said(message: Any) -> None:
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(echo)
        with pytest.raises(BadInput, match="say text, or a Message"):
            await talk.ask(message)
        assert await runtime.log.read(talk.id) == []
