"""What one user does with one conversation: asks, streams, interrupts and goes on, with pauses, until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time

from duotone.runtime import AsyncConversation
from duotone.runtime.conversation.states import State
from tests.runtime.soak.board import Board
from tests.runtime.soak.figures import Figures
from tests.runtime.soak.moods import SLOW, Mood

__all__ = ["User"]


class User:
    """Somebody who talks to one agent."""

    def __init__(self, conversation: AsyncConversation, board: Board, chance: random.Random, figures: Figures) -> None:
        """Talk on `board`."""
        self._conversation = conversation
        self._board = board
        self._mood = Mood(chance)
        self._figures = figures
        self.is_leaving = False

    async def talk(self, pause: float) -> None:
        """Go on with what was left, and talk with pauses of about so many seconds until it is time to leave."""
        await asyncio.sleep(self._mood.uniform(0, pause))  # nobody comes at the same moment
        await self._conversation.attach(self._board)
        await self._conversation.run(self._board)
        while not self.is_leaving:
            await self._do_something()
            self._figures.turns += 1
            await asyncio.sleep(self._mood.uniform(0.5, 1.5) * pause)

    async def leave(self, pause: float) -> None:
        """Say goodbye within so many seconds."""
        await asyncio.sleep(self._mood.uniform(0, pause))
        await self._conversation.ask("talk 0", self._board)
        await self._conversation.close()

    async def _do_something(self) -> None:
        await self._mood.choose(self._ask, self._stream, self._stop_reading, self._interrupt)()

    async def _ask(self) -> None:
        await self._conversation.ask(self._mood.wish(), self._board)

    async def _stream(self) -> None:
        async for _ in self._conversation.stream(f"talk {self._mood.seconds()}", self._board):
            pass

    async def _stop_reading(self) -> None:
        """Leave in the middle of an answer, which interrupts it."""
        async with contextlib.aclosing(self._conversation.stream(f"talk {SLOW}", self._board)) as stream:
            async for _ in stream:
                if self._mood.is_bored():
                    break

    async def _interrupt(self) -> None:
        turn = asyncio.create_task(self._conversation.ask(f"talk {SLOW}", self._board))
        try:
            await asyncio.sleep(self._mood.uniform(0, SLOW / 2))
            since = time.perf_counter()
            if await self._conversation.interrupt():
                self._figures.interrupts.append(time.perf_counter() - since)
            result = await turn
        finally:
            turn.cancel()
            await asyncio.gather(turn, return_exceptions=True)
        assert result.state in {State.PAUSED, State.IDLE}, result
