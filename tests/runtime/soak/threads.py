"""One life of a host in sync code: each user talks on a thread of its own, until the runtime is closed or killed."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

from duotone.errors import DuotoneError
from duotone.runtime import Conversation, Processes, Runtime
from duotone.runtime.conversation.states import State
from tests.runtime.soak.board import Board
from tests.runtime.soak.figures import Figures
from tests.runtime.soak.moods import SLOW, Mood
from tests.runtime.soak.scene import Scene

__all__ = ["live_on_threads"]


class _User:
    """Somebody who talks to one agent on a thread; as `User` does on a loop."""

    def __init__(self, conversation: Conversation, board: Board, chance: random.Random, figures: Figures) -> None:
        self._conversation = conversation
        self._board = board
        self._mood = Mood(chance)
        self._figures = figures

    def talk(self, pause: float, over: threading.Event) -> None:
        """Go on with what was left, and talk with pauses until it is over."""
        over.wait(self._mood.uniform(0, pause))
        self._conversation.attach(self._board)
        self._conversation.run(self._board)
        while not over.is_set():
            self._mood.choose(self._ask, self._stream, self._stop_reading, self._interrupt)()
            self._figures.turns += 1
            over.wait(self._mood.uniform(0.5, 1.5) * pause)

    def _ask(self) -> None:
        self._conversation.ask(self._mood.wish(), self._board)

    def _stream(self) -> None:
        for _ in self._conversation.stream(f"talk {self._mood.seconds()}", self._board):
            pass

    def _stop_reading(self) -> None:
        with contextlib.closing(self._conversation.stream(f"talk {SLOW}", self._board)) as stream:
            for _ in stream:
                if self._mood.is_bored():
                    break

    def _interrupt(self) -> None:
        with ThreadPoolExecutor(1) as other:
            turn = other.submit(self._conversation.ask, f"talk {SLOW}", self._board)
            time.sleep(self._mood.uniform(0, SLOW / 2))
            since = time.perf_counter()
            if self._conversation.interrupt():
                self._figures.thread_interrupts.append(time.perf_counter() - since)
            result = turn.result()
        assert result.state in {State.PAUSED, State.IDLE}, result


def live_on_threads(scene: Scene, seconds: float, figures: Figures, seed: int) -> None:
    """Let everybody talk for a while, and close the runtime in the middle of it."""
    chance, over = random.Random(seed), threading.Event()  # noqa: S311  # no secret
    with (
        Runtime(scene.log, durability="normal") as runtime,
        Processes(runtime.log, scene.policy()) as processes,
        ThreadPoolExecutor(scene.conversations) as pool,
    ):
        tools = scene.tools(processes)
        talks: list[Future[None]] = []
        for number in range(scene.conversations):
            conversation = runtime.conversation(**scene.setting(number), tools=tools)
            user = _User(conversation, scene.board_of(number), random.Random(chance.random()), figures)  # noqa: S311
            talks.append(pool.submit(user.talk, scene.pause, over))
        until = time.monotonic() + seconds
        while time.monotonic() < until and not any(talk.done() for talk in talks):
            time.sleep(0.1)
        early = [talk for talk in talks if talk.done()]
        over.set()
        runtime.close()
    for talk in early:
        talk.result()
    for talk in talks:  # each is told of the closed log in its own way
        with contextlib.suppress(DuotoneError):
            talk.result()
