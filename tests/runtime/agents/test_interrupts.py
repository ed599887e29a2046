"""Interrupting turns: from any thread, loop or process, whatever the agent is at and of whichever color it is."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from duotone.contract import DualLock, offload
from duotone.errors import ConversationBusy
from duotone.runtime import AsyncConversation, AsyncRuntime, Limits, Runtime
from duotone.runtime.conversation.states import State
from duotone.runtime.events import Event
from duotone.runtime.messages import Reply, Role, ToolCall
from duotone.testing import LoopGaps

PROMPT = 0.05
"""Seconds within which an interrupt returns."""

HELD = 1.0
"""Seconds that only something that blocks explains; a busy machine takes less."""

STUCK = 20.0
"""Seconds after which a test that went wrong ends by itself."""


class Stubborn:
    """A sync agent that can't be stopped: it works until it is let go."""

    def __init__(self) -> None:
        self.begun, self.leave = threading.Event(), threading.Event()
        self.threads: list[int] = []

    def step(self, turn: Any) -> str:
        self.threads.append(threading.get_ident())
        self.begun.set()
        self.leave.wait(STUCK)
        return f"late answer to {turn.text}"


async def begun(event: threading.Event) -> None:
    assert await offload(event.wait, STUCK)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def outcomes(events: list[Event]) -> dict[str, Any]:
    return {str(event.data["step"]): event.data["outcome"] for event in events if event.kind == "step.ended"}


async def until_late(talk: AsyncConversation, count: int = 1) -> None:
    """Wait until what was abandoned has returned."""
    async with asyncio.timeout(STUCK):
        async for event in talk.events(follow=True):
            count -= event.kind == "step.late"
            if not count:
                return


async def test_O1_loop_step_tools_callbacks_and_lock_of_a_sync_agent_are_on_one_thread() -> None:
    seen: list[tuple[str, int]] = []
    lock = DualLock()

    def note(where: str) -> None:
        seen.append((where, threading.get_ident()))

    def look() -> str:
        """Look."""
        with lock:
            note("tool")
        return "seen"

    def agent(turn: Any) -> Any:
        with lock:
            note("step")
            turn.stream("…")
        return "done" if turn.messages[-1].role is Role.TOOL else ToolCall("c", "look")

    def on_event(event: Event) -> None:
        with lock:
            note(event.kind)

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[look], on_event=on_event, on_text=lambda text: note("text"))
        for _ in range(2):
            assert (await talk.ask("go")).text == "done"
        await talk.close()
    assert {"step", "tool", "text", "run.started", "step.ended", "run.ended"} <= {where for where, _ in seen}
    threads = {thread for _, thread in seen}
    assert len(threads) == 1
    assert threads != {threading.get_ident()}


async def test_O3_interrupting_a_sync_agent_returns_at_once_and_the_loop_goes_on(path: Path) -> None:
    times: list[float] = []
    async with AsyncRuntime(path) as runtime, LoopGaps() as gaps:
        for number in range(3):
            agent = Stubborn()
            talk = runtime.conversation(agent, id=f"t{number}")
            running = asyncio.create_task(talk.ask("dig"))
            await begun(agent.begun)
            since = time.monotonic()
            assert await talk.interrupt("enough", by="ann")
            times.append(time.monotonic() - since)
            result = await running
            assert result.state is State.PAUSED
            assert result.reason == "interrupted by ann: enough"
            events = [event async for event in talk.events()]
            assert kinds(events)[-4:] == ["signal.interrupt", "run.claimed", "step.ended", "run.waiting"]
            assert outcomes(events) == {"agent/1": "abandoned"}
            agent.leave.set()
            await until_late(talk)
    assert min(times) < PROMPT
    assert gaps.longest < HELD


async def test_O3_a_turn_that_was_left_behind_goes_on_while_its_old_thread_is_at_work() -> None:
    agent = Stubborn()
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent)
        running = asyncio.create_task(talk.ask("dig"))
        await begun(agent.begun)
        await talk.interrupt()
        await running
        first, agent.leave = agent.leave, threading.Event()
        agent.leave.set()
        result = await talk.resume()
        assert result.text == "late answer to dig"
        assert len(set(agent.threads)) == 2
        first.set()
        await until_late(talk)
        assert await talk.refresh() is State.IDLE
        assert [message.text for message in talk.messages] == ["dig", "late answer to dig"]
        await talk.close()


async def test_O3_interrupting_an_async_agent_cancels_it() -> None:
    cancelled, working = asyncio.Event(), threading.Event()

    async def agent() -> str:
        working.set()
        try:
            await asyncio.sleep(STUCK)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return "never"

    async with AsyncRuntime() as runtime, LoopGaps() as gaps:
        talk = runtime.conversation(agent)
        running = asyncio.create_task(talk.ask("wait"))
        await begun(working)
        since = time.monotonic()
        assert await talk.interrupt()
        assert time.monotonic() - since < HELD
        result = await running
        assert result.state is State.PAUSED
        assert cancelled.is_set()
        assert outcomes([event async for event in talk.events()]) == {"agent/1": "cancelled"}
        assert not await talk.interrupt()
    assert gaps.longest < HELD


async def test_O3_an_async_agent_that_does_not_heed_its_cancellation_is_left_behind() -> None:
    leave, working = asyncio.Event(), threading.Event()

    async def agent() -> str:
        working.set()
        while not leave.is_set():
            try:
                await leave.wait()
            except asyncio.CancelledError:
                continue
        return "at last"

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent)
        running = asyncio.create_task(talk.ask("wait"))
        await begun(working)
        await talk.interrupt()
        assert (await running).state is State.PAUSED
        assert outcomes([event async for event in talk.events()]) == {"agent/1": "abandoned"}
        leave.set()
        await until_late(talk)


def test_O3_a_sync_conversation_is_interrupted_from_another_thread() -> None:
    agent = Stubborn()
    times: list[float] = []
    with Runtime() as runtime:
        talk = runtime.conversation(agent, id="t")

        def interrupt() -> None:
            agent.begun.wait(STUCK)
            since = time.monotonic()
            assert runtime.conversation(agent, id="t").interrupt("enough")
            times.append(time.monotonic() - since)
            agent.leave.set()

        other = threading.Thread(target=interrupt)
        other.start()
        result = talk.ask("dig")
        other.join()
        assert result.state is State.PAUSED
        events = list(talk.events())
        assert outcomes(events) == {"agent/1": "abandoned"}
        assert kinds(events)[-1] == "step.late"
        assert talk.resume().text == "late answer to dig"
    assert times[0] < HELD


INTERRUPTER = """
import sys, time
from duotone.runtime import Runtime
with Runtime(sys.argv[1]) as runtime:
    talk = runtime.conversation(lambda: "", id="t")
    since = time.monotonic()
    assert talk.interrupt("enough", by="another process")
    print(time.monotonic() - since)
"""


@pytest.mark.parametrize("color", ["sync", "async"])
async def test_O3_a_turn_is_interrupted_from_another_process(path: Path, color: str) -> None:
    stubborn, working = Stubborn(), threading.Event()

    async def waiting() -> str:
        working.set()
        await asyncio.sleep(STUCK)
        return ""

    async with AsyncRuntime(path) as runtime, LoopGaps() as gaps:
        talk = runtime.conversation(stubborn if color == "sync" else waiting, id="t")
        running = asyncio.create_task(talk.ask("dig"))
        await begun(stubborn.begun if color == "sync" else working)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", INTERRUPTER, str(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        out, error = await process.communicate()
        assert process.returncode == 0, error.decode()
        assert float(out) < HELD
        result = await asyncio.wait_for(running, 5)
        assert (result.state, result.reason) == (State.PAUSED, "interrupted by another process: enough")
        stubborn.leave.set()
        await talk.close()
    assert gaps.longest < HELD


@pytest.mark.parametrize("color", ["sync", "async"])
async def test_O4_a_foreign_timeout_is_written_down_and_raised(color: str) -> None:
    stubborn = Stubborn()

    async def waiting() -> str:
        await asyncio.sleep(STUCK)
        return ""

    async with AsyncRuntime() as runtime, LoopGaps() as gaps:
        talk = runtime.conversation(stubborn if color == "sync" else waiting)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(talk.ask("dig"), 0.3)
        assert await talk.refresh() is State.PAUSED
        events = [event async for event in talk.events()]
        (signal,) = [event for event in events if event.kind == "signal.interrupt"]
        assert signal.data["by"] == "caller"
        assert signal.data["reason"] == "CancelledError"
        assert outcomes(events)["agent/1"] == ("abandoned" if color == "sync" else "cancelled")
        stubborn.leave.set()
        await talk.close()
    assert gaps.longest < HELD


@pytest.mark.parametrize("color", ["sync", "async"])
async def test_O4_a_cancelled_caller_is_cancelled_and_the_turn_can_be_gone_on_with(color: str) -> None:
    stubborn, is_first = Stubborn(), [True]

    async def waiting() -> str:
        if is_first:
            is_first.pop()
            await asyncio.sleep(STUCK)
        return "late answer to dig"

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(stubborn if color == "sync" else waiting)
        running = asyncio.create_task(talk.ask("dig"))
        await asyncio.sleep(0.2)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        stubborn.leave.set()
        assert (await talk.run()).text == "late answer to dig"
        await talk.close()


@pytest.mark.parametrize("color", ["sync", "async"])
async def test_O5_an_interrupt_has_the_same_result_whenever_it_lands(color: str) -> None:
    for ticks in range(12):
        stubborn = Stubborn()

        async def waiting() -> str:
            await asyncio.sleep(STUCK)
            return ""

        async with AsyncRuntime() as runtime:
            talk = runtime.conversation(stubborn if color == "sync" else waiting)
            await talk.send("dig")
            running = asyncio.create_task(talk.run())
            for _ in range(ticks + 1):
                await asyncio.sleep(0)
            assert await talk.interrupt("enough")
            result = await asyncio.wait_for(running, 5)
            assert result.state is State.PAUSED
            events = [event async for event in talk.events()]
            assert kinds(events)[-1] == "run.waiting"
            assert "signal.interrupt" in kinds(events)
            stubborn.leave.set()
            await talk.close()


async def test_O6_interrupting_a_batch_of_sync_tools_joins_no_thread_on_the_loop() -> None:
    leave, working = threading.Event(), threading.Semaphore(0)

    def dig(place: str) -> str:
        """Dig."""
        working.release()
        leave.wait(STUCK)
        return f"dug {place}"

    async def agent(turn: Any) -> Any:
        if turn.messages[-1].role is Role.TOOL:
            return "done"
        return Reply("", [ToolCall("c1", "dig", {"place": "here"}), ToolCall("c2", "dig", {"place": "there"})])

    async with AsyncRuntime() as runtime, LoopGaps() as gaps:
        talk = runtime.conversation(agent, tools=[dig])
        running = asyncio.create_task(talk.ask("dig"))
        for _ in range(2):
            assert await offload(partial(working.acquire, timeout=STUCK))
        since = time.monotonic()
        await talk.interrupt()
        result = await running
        assert time.monotonic() - since < HELD
        assert result.state is State.PAUSED
        events = [event async for event in talk.events()]
        assert outcomes(events) == {"agent/1": "ok", "call/c1": "abandoned", "call/c2": "abandoned"}
        leave.set()
        await until_late(talk, 2)
        assert next(one.text for one in talk.messages if one.role is Role.TOOL).startswith("dig was given up")
    assert gaps.longest < HELD


async def test_O6_a_queue_of_tools_on_one_thread_ends_with_the_interrupt() -> None:
    leave, dug = threading.Event(), list[str]()
    working = threading.Event()

    def dig(place: str) -> str:
        """Dig."""
        dug.append(place)
        working.set()
        leave.wait(STUCK)
        return f"dug {place}"

    def agent(turn: Any) -> Any:
        return Reply("", [ToolCall("c1", "dig", {"place": "here"}), ToolCall("c2", "dig", {"place": "there"})])

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[dig])
        running = asyncio.create_task(talk.ask("dig"))
        await begun(working)
        await talk.interrupt()
        assert (await running).state is State.PAUSED
        assert outcomes([event async for event in talk.events()]) == {
            "agent/1": "ok",
            "call/c1": "abandoned",
            "call/c2": "refused",
        }
        leave.set()
        await until_late(talk)
        assert dug == ["here"]


async def test_O9_the_async_face_of_a_sync_agent_leaves_the_loop_alone() -> None:
    def agent(turn: Any) -> str:
        time.sleep(0.4)
        return "slow"

    async with AsyncRuntime() as runtime, LoopGaps() as gaps:
        talk = runtime.conversation(agent)
        assert (await talk.ask("hi")).text == "slow"
        await talk.close()
    assert gaps.longest < HELD


async def test_O11_close_has_a_deadline_and_says_what_is_still_at_work() -> None:
    agent = Stubborn()
    async with AsyncRuntime() as runtime, LoopGaps() as gaps:
        talk = runtime.conversation(agent)
        running = asyncio.create_task(talk.ask("dig"))
        await begun(agent.begun)
        since = time.monotonic()
        assert await talk.close(deadline=0.2) == ("agent/1",)
        assert time.monotonic() - since < HELD
        assert (await running).state is State.PAUSED
        agent.leave.set()
    assert gaps.longest < HELD


async def test_O11_close_waits_for_what_ends_in_time() -> None:
    agent = Stubborn()
    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent)
        running = asyncio.create_task(talk.ask("dig"))
        await begun(agent.begun)
        asyncio.get_running_loop().call_later(0.1, agent.leave.set)
        assert await talk.close(deadline=5) == ()
        assert (await running).state is State.PAUSED


async def test_a_pause_lets_the_step_end() -> None:
    agent = Stubborn()

    def look() -> str:
        """Look."""
        return "seen"

    def twice(turn: Any) -> Any:
        return agent.step(turn) if turn.messages[-1].role is Role.TOOL else (agent.step(turn), ToolCall("c", "look"))[1]

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(twice, tools=[look])
        running = asyncio.create_task(talk.ask("dig"))
        await begun(agent.begun)
        assert await talk.pause("lunch")
        agent.leave.set()
        result = await running
        assert (result.state, result.reason) == (State.PAUSED, "paused by user: lunch")
        assert outcomes([event async for event in talk.events()]) == {"agent/1": "ok"}
        assert (await talk.resume()).text == "late answer to dig"
        assert not await talk.pause()
        await talk.close()


async def test_two_turns_of_one_conversation_never_overlap() -> None:
    agent = Stubborn()
    async with AsyncRuntime() as runtime:
        one, two = runtime.conversation(agent, id="t"), runtime.conversation(agent, id="t")
        running = asyncio.create_task(one.ask("dig"))
        await begun(agent.begun)
        with pytest.raises(ConversationBusy, match="interrupt"):
            await two.ask("me too")
        agent.leave.set()
        assert (await running).text == "late answer to me too"
        await one.close()


async def test_a_sync_agent_that_takes_too_long_ends_with_the_limit_and_the_loop_goes_on() -> None:
    agent = Stubborn()
    async with AsyncRuntime() as runtime, LoopGaps() as gaps:
        talk = runtime.conversation(agent, limits=Limits(seconds=0.3))
        result = await talk.ask("dig")
        assert result.state is State.ERROR
        assert result.fault is not None
        assert "0.3 seconds" in result.fault.message
        assert outcomes([event async for event in talk.events()]) == {"agent/1": "abandoned"}
        agent.leave.set()
        await until_late(talk)
        await talk.close()
    assert gaps.longest < HELD


async def test_a_call_inside_of_a_step_that_ended_before_it_is_left_behind() -> None:
    leave, kept = asyncio.Event(), list[asyncio.Task[Any]]()

    async def dig() -> str:
        """Dig."""
        await leave.wait()
        return "gold"

    async def agent(turn: Any) -> str:
        kept.append(asyncio.create_task(turn.call("dig")))
        await asyncio.sleep(0.1)
        return "I don't wait"

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[dig])
        assert (await talk.ask("dig")).text == "I don't wait"
        assert "abandoned" in outcomes([event async for event in talk.events()]).values()
        leave.set()
        await until_late(talk)
        assert await kept[0] == "gold"
        await talk.refresh()
        assert talk.messages[-1].text.endswith("has returned: gold")


async def test_an_interrupt_stops_a_call_inside_of_a_step() -> None:
    working = threading.Event()

    async def dig() -> str:
        """Dig."""
        working.set()
        await asyncio.sleep(STUCK)
        return "gold"

    async def agent(turn: Any) -> Any:
        return await turn.call("dig")

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[dig])
        running = asyncio.create_task(talk.ask("dig"))
        await begun(working)
        await talk.interrupt()
        assert (await running).state is State.PAUSED
        ends = outcomes([event async for event in talk.events()])
        assert ends.pop("agent/1") == "cancelled"
        assert list(ends.values()) == ["cancelled"]


async def test_a_policy_that_fails_allows_nothing() -> None:
    def policy(ask: Any) -> bool:
        raise ValueError("no idea")

    async def agent(turn: Any) -> Any:
        return "done" if turn.messages[-1].role is Role.TOOL else ToolCall("c", "dig")

    def dig() -> str:
        """Dig."""
        raise AssertionError("it was called")

    async with AsyncRuntime() as runtime:
        talk = runtime.conversation(agent, tools=[dig], approve=policy)
        assert (await talk.ask("dig")).text == "done"
        assert "ValueError: no idea" in talk.messages[2].text
