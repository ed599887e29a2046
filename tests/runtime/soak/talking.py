"""What one user does with one conversation: asks, streams, interrupts and goes on, with pauses, until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time

from duotone.runtime import Abilities, AsyncConversation, Notice
from duotone.runtime.conversation.states import State
from tests.runtime.soak.figures import Figures

__all__ = ["Board", "User"]

_SLOW = 1.5
"""Seconds of thought of an agent that is to be interrupted."""


class Board:
    """A channel that outlives its process; what is delivered is a line of a file, which all processes append to."""

    abilities = Abilities(in_turn=True, streaming=True, durable=True)

    def __init__(self, session: str, path: str) -> None:
        """Write to the file in `path`."""
        self.name = f"board-{session}"
        self._path = path

    def deliver(self, notice: Notice, /) -> None:
        """Write down what has come."""
        with open(self._path, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(f"{notice.key}\n")


class User:
    """Somebody who talks to one agent."""

    def __init__(self, conversation: AsyncConversation, board: Board, chance: random.Random, figures: Figures) -> None:
        """Talk on `board`."""
        self._conversation = conversation
        self._board = board
        self._chance = chance
        self._figures = figures
        self.is_leaving = False

    async def talk(self, pause: float) -> None:
        """Go on with what was left, and talk with pauses of about so many seconds until it is time to leave."""
        await asyncio.sleep(self._chance.uniform(0, pause))  # nobody comes at the same moment
        await self._conversation.run(self._board)
        while not self.is_leaving:
            await self._do_something()
            self._figures.turns += 1
            await asyncio.sleep(self._chance.uniform(0.5, 1.5) * pause)
        await self._conversation.ask("talk 0", self._board)
        await self._conversation.close()

    async def _do_something(self) -> None:
        chances = {self._ask: 6, self._stream: 2, self._stop_reading: 0.5, self._interrupt: 1.5}
        (deed,) = self._chance.choices(list(chances), list(chances.values()))
        await deed()

    async def _ask(self) -> None:
        (deed,) = self._chance.choices(["talk", "look", "start", "run"], [5, 5, 0.7, 0.3])
        await self._conversation.ask(f"{deed} {self._seconds()}", self._board)

    async def _stream(self) -> None:
        async for _ in self._conversation.stream(f"talk {self._seconds()}", self._board):
            pass

    async def _stop_reading(self) -> None:
        """Leave in the middle of an answer, which interrupts it."""
        async with contextlib.aclosing(self._conversation.stream(f"talk {_SLOW}", self._board)) as stream:
            async for _ in stream:
                if self._chance.random() < 0.5:
                    break

    async def _interrupt(self) -> None:
        turn = asyncio.create_task(self._conversation.ask(f"talk {_SLOW}", self._board))
        try:
            await asyncio.sleep(self._chance.uniform(0, _SLOW / 2))
            since = time.perf_counter()
            if await self._conversation.interrupt():
                self._figures.interrupts.append(time.perf_counter() - since)
            result = await turn
        finally:
            turn.cancel()
            await asyncio.gather(turn, return_exceptions=True)
        assert result.state in {State.PAUSED, State.IDLE}, result

    def _seconds(self) -> float:
        return round(self._chance.uniform(0.02, 0.6), 3)
