"""Interrupting turns of the sync face, from other threads and by Ctrl-C; the async face is in `test_interrupts`."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from duotone.contract import DualLock
from duotone.runtime import Runtime
from duotone.runtime.conversation.states import State
from duotone.runtime.events import Event
from duotone.runtime.messages import Reply, Role, ToolCall
from tests.runtime.agents.test_interrupts import STUCK, Stubborn, kinds, outcomes
from tests.runtime.delivery.ends import wait_until


def test_O1_step_tools_callbacks_and_lock_of_a_sync_agent_are_on_the_thread_of_the_caller() -> None:
    seen: list[tuple[str, int]] = []
    lock = DualLock()

    def note(where: str) -> None:
        with lock:
            seen.append((where, threading.get_ident()))

    def look() -> str:
        """Look."""
        note("tool")
        return "seen"

    def agent(turn: Any) -> Any:
        with lock:
            note("step")
            turn.stream("…")
        return "done" if turn.messages[-1].role is Role.TOOL else ToolCall("c", "look")

    def on_event(event: Event) -> None:
        note(event.kind)

    with Runtime() as runtime:
        talk = runtime.conversation(agent, tools=[look], on_event=on_event, on_text=lambda text: note("text"))
        assert talk.ask("go").text == "done"
        talk.close()
    assert {"step", "tool", "text", "run.started", "step.ended", "run.ended"} <= {where for where, _ in seen}
    assert {thread for _, thread in seen} == {threading.get_ident()}


@pytest.mark.parametrize("where", ["step", "tool"])
def test_O4_ctrl_c_is_written_down_and_raised_and_the_turn_can_be_gone_on_with(where: str) -> None:
    pressed: list[str] = []

    def press(place: str) -> None:
        if place == where and not pressed:
            pressed.append(place)
            raise KeyboardInterrupt

    def look() -> str:
        """Look."""
        press("tool")
        return "seen"

    def agent(turn: Any) -> Any:
        press("step")
        return "done" if turn.messages[-1].role is Role.TOOL else ToolCall("", "look")

    with Runtime() as runtime:
        talk = runtime.conversation(agent, tools=[look])
        with pytest.raises(KeyboardInterrupt):
            talk.ask("go")
        assert talk.refresh() is State.PAUSED
        [signal] = [event.data for event in talk.events() if event.kind == "signal.interrupt"]
        assert (signal["by"], signal["reason"]) == ("caller", "KeyboardInterrupt")
        assert talk.run().text == "done"
        talk.close()


@pytest.mark.parametrize("color", ["sync", "async"])
def test_O5_an_interrupt_of_another_thread_has_the_same_result_whenever_it_lands(color: str) -> None:
    for number in range(8):
        stubborn = Stubborn()

        async def waiting() -> str:
            import asyncio  # of this agent alone

            await asyncio.sleep(STUCK)
            return ""

        with Runtime() as runtime, ThreadPoolExecutor(1) as pool:
            talk = runtime.conversation(stubborn if color == "sync" else waiting)
            talk.send("dig")
            running = pool.submit(talk.run)
            time.sleep(number * 0.002)
            wait_until(lambda talk=talk: talk.interrupt("enough"))  # type: ignore[misc]  # bound at once
            stubborn.leave.set()
            assert running.result(STUCK).state is State.PAUSED
            assert "signal.interrupt" in kinds(list(talk.events()))
            talk.close()


def test_O6_interrupting_a_batch_of_tools_joins_no_thread() -> None:
    begun, leave = threading.Event(), threading.Event()

    def dig() -> str:
        """Dig."""
        begun.set()
        leave.wait(STUCK)
        return "dug"

    def agent(turn: Any) -> Any:
        return (
            "done" if turn.messages[-1].role is Role.TOOL else Reply(calls=[ToolCall("a", "dig"), ToolCall("b", "dig")])
        )

    with Runtime() as runtime, ThreadPoolExecutor(1) as pool:
        talk = runtime.conversation(agent, tools=[dig])
        running = pool.submit(talk.ask, "go")
        assert begun.wait(STUCK)
        since = time.monotonic()
        assert talk.interrupt("enough")
        assert time.monotonic() - since < 1
        assert outcomes(list(talk.events())) == {"agent/1": "ok", "call/a": "abandoned", "call/b": "refused"}
        leave.set()
        assert running.result(STUCK).state is State.PAUSED
        talk.close()


def test_O11_close_has_a_deadline_and_says_what_is_still_at_work_on_another_thread() -> None:
    agent = Stubborn()
    with Runtime() as runtime, ThreadPoolExecutor(1) as pool:
        talk = runtime.conversation(agent)
        running = pool.submit(talk.ask, "dig")
        assert agent.begun.wait(STUCK)
        since = time.monotonic()
        assert talk.close(deadline=0.2) == ("agent/1",)
        assert time.monotonic() - since < 2
        agent.leave.set()
        assert running.result(STUCK).state is State.PAUSED
