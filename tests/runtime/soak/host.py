"""One life of a host: a runtime with many conversations on a log, that is closed abruptly, killed, or comes to rest."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

from duotone.runtime import AsyncProcesses, AsyncRuntime
from tests.meta.sources import ROOT
from tests.runtime.soak.figures import Figures
from tests.runtime.soak.scene import MARK, Scene
from tests.runtime.soak.talking import User
from tests.runtime.soak.threads import live_on_threads

__all__ = ["kill_a_host", "live", "settle"]

_PATIENCE = 60.0
"""Seconds that all have to come to rest."""
_OPEN = ("promised", "pending", "claimed")


class _Host:
    """A runtime on which everybody talks."""

    def __init__(self, scene: Scene, figures: Figures, seed: int) -> None:
        self._scene, self._figures = scene, figures
        self._chance = random.Random(seed)  # noqa: S311  # no secret
        self.runtime = AsyncRuntime(scene.log, durability="normal")
        self.processes = AsyncProcesses(self.runtime.log, scene.policy())

    async def invite(self) -> list[User]:
        """Open all conversations; those that an earlier host has left are the same."""
        tools = self._scene.tools(self.processes)
        users: list[User] = []
        for number in range(self._scene.conversations):
            conversation = self.runtime.conversation(**self._scene.setting(number), tools=tools)
            board = self._scene.board_of(number)
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
            last = 0
            while await host.runtime.log.promises(status=_OPEN):
                last = await host.runtime.log.wait(last, 0.25)
            await asyncio.gather(*(user.leave(scene.pause) for user in users))
    await _stopped(heart)


def _raise_early(talks: list[asyncio.Task[None]]) -> None:
    """Raise what has ended somebody's talk before its time."""
    for talk in talks:
        if talk.done():
            talk.result()


async def _stopped(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})


def kill_a_host(scene: Scene, seconds: float, seed: int, face: str) -> None:
    """Let a process of its own be the host for a while, and kill it as the system would."""
    given = [str(scene.folder), str(scene.conversations), str(scene.pause), str(seed), face]
    environment = {**os.environ, MARK: str(scene.folder)}
    command = [sys.executable, "-m", __name__, *given]
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


def main(folder: str, conversations: str, pause: str, seed: str, face: str) -> None:
    """Be a host until killed."""
    print("ready", flush=True)  # noqa: T201  # whoever has started us reads it
    scene = Scene(Path(folder), int(conversations), float(pause))
    if face == "async":
        asyncio.run(live(scene, 3600, Figures(), int(seed)))
    else:
        live_on_threads(scene, 3600, Figures(), int(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
