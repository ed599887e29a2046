"""One life of a host: a runtime with many conversations on a log, that is closed abruptly, killed, or comes to rest."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duotone.runtime import AsyncProcesses, AsyncRuntime, Limits, ProcessPolicy
from duotone.runtime.tools.terminal import process_tools
from tests.meta.sources import ROOT
from tests.runtime.soak.cast import AGENTS, look, look_again
from tests.runtime.soak.figures import Figures
from tests.runtime.soak.talking import Board, User

__all__ = ["MARK", "Scene", "kill_a_host", "live", "settle"]

MARK = "DUOTONE_SOAK"
"""The variable by which everything that a soak starts is known."""
_PATIENCE = 60.0
"""Seconds that all have to come to rest."""


@dataclass(frozen=True)
class Scene:
    """Where a soak takes place, and with how many."""

    folder: Path
    conversations: int
    pause: float
    """Seconds between two turns of a conversation, on average."""

    @property
    def log(self) -> Path:
        """The log, on which all hosts go on one after the other."""
        return self.folder / "soak.db"

    @property
    def board(self) -> Path:
        """Where all that is delivered is written to."""
        return self.folder / "board"

    @property
    def mark(self) -> str:
        """What the environment of all processes of this soak has in it."""
        return f"{MARK}={self.folder}"

    def policy(self) -> ProcessPolicy:
        """Return what commands may have."""
        return ProcessPolicy(root=self.folder, sets={MARK: str(self.folder)}, grace=0.5)


class _Host:
    """A runtime on which everybody talks."""

    def __init__(self, scene: Scene, figures: Figures, seed: int) -> None:
        self._scene, self._figures = scene, figures
        self._chance = random.Random(seed)  # noqa: S311  # no secret
        self.runtime = AsyncRuntime(scene.log, durability="normal")
        self.processes = AsyncProcesses(self.runtime.log, scene.policy())

    async def invite(self) -> list[User]:
        """Open all conversations; those that an earlier host has left are the same."""
        tools: list[Callable[..., Any]] = [look, look_again, *process_tools(self.processes)]
        users: list[User] = []
        for number in range(self._scene.conversations):
            session = f"talk-{number}"
            agent = AGENTS[number % len(AGENTS)]
            conversation = self.runtime.conversation(agent, id=session, tools=tools, limits=Limits(history=40))
            board = Board(session, str(self._scene.board))
            users.append(User(conversation, board, random.Random(self._chance.random()), self._figures))  # noqa: S311
            await asyncio.sleep(0)
        return users


async def live(scene: Scene, seconds: float, figures: Figures, seed: int) -> None:
    """Let everybody talk for a while, and close the runtime in the middle of it."""
    heart = asyncio.create_task(figures.watch_the_loop())
    host = _Host(scene, figures, seed)
    async with host.runtime, host.processes:
        talks = [asyncio.create_task(user.talk(scene.pause)) for user in await host.invite()]
        await asyncio.wait(talks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        _raise_early(talks)
        await host.runtime.close()
    for talk in talks:
        talk.cancel()
    await asyncio.gather(*talks, return_exceptions=True)  # each is told of the closed log in its own way
    await _stopped(heart)


async def settle(scene: Scene, seconds: float, figures: Figures, seed: int) -> None:
    """Let everybody talk for a while, and wait until all that was begun has ended and all that was promised arrived."""
    heart = asyncio.create_task(figures.watch_the_loop())
    host = _Host(scene, figures, seed)
    async with host.runtime, host.processes:
        users = await host.invite()
        talks = [asyncio.create_task(user.talk(scene.pause)) for user in users]
        await asyncio.wait(talks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for user in users:
            user.is_leaving = True
        async with asyncio.timeout(_PATIENCE):
            await asyncio.gather(*talks)
            for info in await host.processes.list():
                await host.processes.wait(info.id)
        assert await host.runtime.outbox.drain(_PATIENCE) == []
    await _stopped(heart)


def _raise_early(talks: list[asyncio.Task[None]]) -> None:
    """Raise what has ended somebody's talk before its time."""
    for talk in talks:
        if talk.done():
            talk.result()


async def _stopped(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})


def kill_a_host(scene: Scene, seconds: float, seed: int) -> None:
    """Let a process of its own be the host for a while, and kill it as the system would."""
    command = [sys.executable, "-m", __name__, str(scene.folder), str(scene.conversations), str(scene.pause), str(seed)]
    environment = {**os.environ, MARK: str(scene.folder)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        host.stdout.readline()
        try:
            host.wait(seconds)
        except subprocess.TimeoutExpired:
            host.kill()
        else:
            message = f"the host has ended by itself, with code {host.returncode}"
            raise AssertionError(message)


def main(folder: str, conversations: str, pause: str, seed: str) -> None:
    """Be a host until killed."""
    print("ready", flush=True)  # noqa: T201  # whoever has started us reads it
    asyncio.run(live(Scene(Path(folder), int(conversations), float(pause)), 3600, Figures(), int(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
