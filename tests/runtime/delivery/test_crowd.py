"""A hundred turns at once on channels of every kind: each gets its own, and nobody else's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from duotone import offload
from duotone.runtime import (
    AsyncConversation,
    AsyncLog,
    AsyncOutbox,
    AsyncRuntime,
    Callback,
    Channel,
    InProcess,
    InTurn,
    Iterate,
    Log,
    Notice,
    Outbox,
    Promise,
    Refusal,
    Role,
    ToolContext,
    ask_delivery,
    turn_channel,
)

TURNS = 100


class Crowd:
    """The channels of all turns, and what each of them was told: none, a reply, a queue, an iterator, callbacks."""

    def __init__(self) -> None:
        self.told: dict[str, list[Notice]] = {self.session(number): [] for number in range(TURNS)}
        self.channels = [self._channel(number) for number in range(TURNS)]
        self.answers: dict[str, Promise | Refusal] = {}

    @staticmethod
    def session(number: int) -> str:
        return f"session-{number}"

    def _channel(self, number: int) -> Channel | None:
        told = self.told[self.session(number)]

        async def tell(notice: Notice) -> None:
            await asyncio.sleep(0)
            told.append(notice)

        kinds: Sequence[Channel | None] = [
            None,
            InTurn(),
            InProcess(),
            Iterate(),
            Callback(told.append),
            Callback(tell),
        ]
        return kinds[number % len(kinds)]

    def ask(self, number: int) -> Promise | Refusal:
        session = self.session(number)
        answer = self.answers[session] = ask_delivery("task.completed", str(number), session=session)
        return answer

    def can_deliver(self, number: int) -> bool:
        channel = self.channels[number]
        return channel is not None and channel.abilities.can_deliver_late

    def check(self) -> None:
        """Every turn that was granted a promise got its own notice and no other; the others were refused."""
        for number in range(TURNS):
            session, channel, is_late = self.session(number), self.channels[number], self.can_deliver(number)
            if isinstance(channel, InProcess):
                self.told[session] += channel.take_all()
            elif isinstance(channel, Iterate):
                channel.close()
                self.told[session] += list(channel)
            assert isinstance(self.answers[session], Promise if is_late else Refusal)
            seen = [(notice.session, notice.data) for notice in self.told[session]]
            assert seen == ([(session, {"number": number})] if is_late else [])


async def test_a_hundred_turns_of_tasks_do_not_cross(path: Path) -> None:
    crowd = Crowd()

    async with AsyncLog(path, durability="normal") as log, AsyncOutbox(log) as outbox:

        async def turn(number: int) -> None:
            channel = crowd.channels[number]
            async with turn_channel(channel):
                await asyncio.sleep(0)
                # The tool that asks may be sync, and run on a worker.
                answer = await offload(crowd.ask, number) if number % 2 else crowd.ask(number)
                if isinstance(answer, Promise):
                    assert channel is not None
                    await outbox.bind(channel, session=answer.session)
                    await outbox.make(answer)

        await asyncio.gather(*(turn(number) for number in range(TURNS)))
        await asyncio.gather(
            *(
                outbox.ready(one, {"number": int(one.about)})
                for one in crowd.answers.values()
                if isinstance(one, Promise)
            )
        )
        assert await outbox.drain(30) == []
    await offload(crowd.check)


def test_a_hundred_turns_of_threads_do_not_cross(path: Path) -> None:
    crowd = Crowd()

    with Log(path, durability="normal") as log, Outbox(log) as outbox:

        def turn(number: int) -> None:
            channel = crowd.channels[number]
            with turn_channel(channel):
                answer = crowd.ask(number)
                if isinstance(answer, Promise):
                    assert channel is not None
                    outbox.bind(channel, session=answer.session)
                    outbox.make(answer)
            if isinstance(answer, Promise):
                outbox.ready(answer, {"number": number})

        threads = [threading.Thread(target=turn, args=(number,)) for number in range(TURNS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert outbox.drain(30) == []
    crowd.check()


@pytest.mark.duotone(limit=2.0)  # a hundred of them begin fifty threads at one moment
async def test_a_hundred_conversations_at_once_on_mixed_channels_do_not_cross(path: Path) -> None:
    crowd = Crowd()

    def begin(context: ToolContext) -> str:
        """Ask for the end of some work."""
        return type(crowd.ask(int(context.session.removeprefix("session-")))).__name__

    def agent(turn: Any) -> Any:
        last = turn.messages[-1]
        return {"calls": [{"name": "begin", "arguments": {}}]} if last.role is Role.USER else last.text

    async def agent_on_a_loop(turn: Any) -> Any:
        return agent(turn)

    async with AsyncRuntime(path, durability="normal") as runtime:

        async def talk(number: int) -> AsyncConversation:
            talk = runtime.conversation([agent, agent_on_a_loop][number % 2], id=crowd.session(number), tools=[begin])
            said = (await talk.ask("go", crowd.channels[number])).text
            assert said == ("Promise" if crowd.can_deliver(number) else "Refusal")
            return talk

        talks = await asyncio.gather(*(talk(number) for number in range(TURNS)))
        for one in crowd.answers.values():
            if isinstance(one, Promise):
                await runtime.outbox.ready(one, {"number": int(one.about)})
        assert await runtime.outbox.drain(30) == []
        await asyncio.gather(*(talk.close() for talk in talks))
    await offload(crowd.check)
