"""Where the calls are written that an agent makes inside of a step."""

from __future__ import annotations

import threading
from typing import Protocol

from duotone.runtime._async.shell import AsyncShell
from duotone.runtime.drivers.turn import TurnDriver
from duotone.runtime.events import Draft
from duotone.runtime.side import IS_ASYNC

__all__ = ["AsyncBook", "AsyncShellBook", "prefix_of"]


class AsyncBook(Protocol):
    """What keeps the calls of one step."""

    @property
    def run(self) -> str:
        """The turn that they belong to."""
        ...

    @property
    def prefix(self) -> str:
        """What the ids of these calls begin with, so that no other call of the session has the same."""
        ...

    async def begin(self, started: Draft, *more: Draft) -> None:
        """Write that a call begins, and what else is known of it."""

    async def end(self, ended: Draft) -> bool:
        """Write how a call has ended; False if the step that made it has ended before, and the turn has gone on."""
        ...


class AsyncShellBook:
    """Calls that are written in the name of the shell, which waits for the step that makes them."""

    def __init__(self, shell: AsyncShell, driver: TurnDriver, step: str) -> None:
        """Let the driver know of them as well."""
        self.run = shell.run
        self.prefix = prefix_of(shell.run, step)
        self._shell = shell
        self._driver = driver
        self._mutex = threading.Lock()

    async def begin(self, started: Draft, *more: Draft) -> None:
        """Write that a call begins."""
        await self._write(started, *more)

    async def end(self, ended: Draft) -> bool:
        """Write how a call has ended, unless its step has gone."""
        if not self._driver.is_going(str(ended.data["step"])):
            return False
        await self._write(ended)
        return True

    async def _write(self, *drafts: Draft) -> None:
        if IS_ASYNC:
            self._note(drafts)
            await self._shell.commit()
            return
        with self._mutex:  # an agent on a thread may call from others
            self._note(drafts)
            await self._shell.commit()

    def _note(self, drafts: tuple[Draft, ...]) -> None:
        for draft in drafts:
            self._shell.note(draft)


def prefix_of(run: str, step: str) -> str:
    """Return what the ids of calls begin with that are made inside of a step."""
    return f"{run.rpartition('-')[2]}.{step.rpartition('/')[2]}"
