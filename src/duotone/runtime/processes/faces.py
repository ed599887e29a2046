"""The two faces of background processes, with the same methods: `Processes` for threads, `AsyncProcesses` for tasks."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, ParamSpec, Self, TypeVar

from duotone.contract.offloading import offload
from duotone.contract.workers import Pool
from duotone.runtime.log import AsyncLog, Log
from duotone.runtime.processes.entries import Entry
from duotone.runtime.processes.hosting import Begin, Place, close_input, finished, write_input
from duotone.runtime.processes.matching import WatchRate
from duotone.runtime.processes.output import read_output
from duotone.runtime.processes.policy import ProcessPolicy
from duotone.runtime.processes.records import Command, Finished, Output, ProcessInfo
from duotone.runtime.processes.telling import Wishes
from duotone.runtime.processes.waiting import wait_async, wait_sync
from duotone.runtime.shielding import shielded

__all__ = ["AsyncProcesses", "Processes"]

P = ParamSpec("P")
T = TypeVar("T")

_SHOWN: Final = 30_000
"""Bytes of an output that are shown at once."""


class Processes:
    """Commands in the foreground and in the background, for sync code: ``with Processes(log) as processes: ...``.

    With the block, background processes whose host is gone are found again; those that run when it is left go on, if
    the log is a file. Each process ends with everything that came from it.
    """

    def __init__(self, log: Log, policy: ProcessPolicy | None = None) -> None:
        """Keep processes beside `log`; `policy` says where commands run and what they get of the environment."""
        self.policy = policy or ProcessPolicy()
        self.rate = WatchRate()
        """How many lines may be told of one process."""
        self._place = Place(log.store)
        self._table = self._place.table
        self.found: Sequence[ProcessInfo] = ()
        """What earlier hosts have left, as it stood when the block was entered."""

    def __enter__(self) -> Self:
        """Find the processes of earlier hosts again."""
        self.found = self._place.open()
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Watch nothing any more."""
        self.close()

    @property
    def errors(self) -> Sequence[Exception]:
        """What went wrong while nobody was there to raise it to, the last hundred."""
        return tuple(self._table.errors)

    def run(
        self,
        command: Command,
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
        show: int = _SHOWN,
    ) -> Finished:
        """Run a command and return how it ended; it ends with its caller, and when its time is up.

        Raises `CommandRefused`, `CommandNotStarted` and `ProcessesUnsupported` before anything runs.
        """
        begin = Begin(self._table)
        request = self.policy.request(
            command, cwd=cwd, env=env, timeout=self.policy.timeout if timeout is None else timeout
        )
        try:
            entry = begin.start(request)
            wait_sync(entry)
        except BaseException:
            given_up = begin.give_up()
            if given_up is not None:
                wait_sync(given_up, request.grace + 1)
            raise
        return finished(self._table, entry, show)

    def start(  # noqa: PLR0913  # what a process can be given
        self,
        command: Command,
        *,
        session: str = "processes",
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
        notify: bool = False,
        watch: Sequence[str] = (),
        run: str | None = None,
    ) -> ProcessInfo:
        """Start a command in the background and return at once; its events are in the log under `session`.

        With `notify` its end is delivered to the channel of the turn, and with `watch` each line that has one of these
        texts in it; a channel that can't do that is the `note` of the answer, and the command runs all the same.
        Raises `CommandRefused`, `CommandNotStarted` and `ProcessesUnsupported` before anything runs.
        """
        request = self.policy.request(command, cwd=cwd, env=env, timeout=timeout)
        return self._table.start(request, Wishes(session, notify, watch, self.rate, run)).info

    def list(self, session: str | None = None) -> Sequence[ProcessInfo]:
        """Return how the processes of a session stand, or all, the oldest first."""
        return self._table.infos(session)

    def poll(self, process: str) -> ProcessInfo:
        """Return how a process stands; raises `NoSuchProcess`."""
        return self._table.entry(process).info

    def wait(self, process: str, timeout: float | None = None) -> ProcessInfo:
        """Return how a process stands once it is over, or the time is up."""
        entry = self._table.entry(process)
        wait_sync(entry, timeout)
        return entry.info

    def output(self, process: str, *, after: int = -1, limit: int = _SHOWN) -> Output:
        """Return what a process has printed past byte `after`, or the end of it all."""
        entry = self._table.entry(process)
        return read_output(entry.directory, entry.size, after, limit)

    def write(self, process: str, data: str | bytes, *, timeout: float = 5.0) -> None:
        """Write to the input of a process; raises `InputClosed` unless it takes all of it in time."""
        write_input(self._table.entry(process), data.encode() if isinstance(data, str) else data, timeout)

    def close_input(self, process: str) -> None:
        """Let a process see the end of its input; raises `InputClosed` if it is closed."""
        close_input(self._table.entry(process))

    def kill(
        self, process: str, *, by: str = "caller", at_once: bool = False, timeout: float | None = None
    ) -> ProcessInfo:
        """End a process with everything that came from it, and return how it stands.

        It is told with SIGTERM, or killed `at_once`; when the time is up and it has not ended, it is `stopping`.
        """
        entry = self._table.entry(process)
        self._table.stop(entry, by, at_once=at_once)
        wait_sync(entry, timeout)
        return entry.info

    def close(self, deadline: float = 10.0, *, keep: bool | None = None) -> Sequence[ProcessInfo]:
        """Watch nothing any more, and return what has not ended in time although it had to.

        Background processes go on if the log is a file, so that the next host finds them, unless `keep` is false.
        """
        if self._table.is_closed:
            return ()
        ending, until = self._place.ending(keep=keep), time.monotonic() + deadline
        for entry in ending:
            self._table.stop(entry, "host")
        for entry in ending:
            wait_sync(entry, max(0.0, until - time.monotonic()))
        self._place.close()
        return _unended(ending)


class AsyncProcesses:
    """Commands in the foreground and in the background, for async code; see `Processes`. Nothing holds the loop."""

    def __init__(self, log: AsyncLog, policy: ProcessPolicy | None = None) -> None:
        """Keep processes beside `log`; `policy` says where commands run and what they get of the environment."""
        self.policy = policy or ProcessPolicy()
        self.rate = WatchRate()
        """How many lines may be told of one process."""
        self._place = Place(log.store)
        self._table = self._place.table
        self._pool = Pool(4, name="duotone-commands")
        self.found: Sequence[ProcessInfo] = ()
        """What earlier hosts have left, as it stood when the block was entered."""

    async def __aenter__(self) -> Self:
        """Find the processes of earlier hosts again."""
        self.found = await self._away(self._place.open)
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Watch nothing any more."""
        await self.close()

    @property
    def errors(self) -> Sequence[Exception]:
        """What went wrong while nobody was there to raise it to, the last hundred."""
        return tuple(self._table.errors)

    async def run(
        self,
        command: Command,
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
        show: int = _SHOWN,
    ) -> Finished:
        """Run a command and return how it ended; it ends with its caller, and when its time is up.

        Raises `CommandRefused`, `CommandNotStarted` and `ProcessesUnsupported` before anything runs.
        """
        begin = Begin(self._table)
        ask = partial(
            self.policy.request, command, cwd=cwd, env=env, timeout=self.policy.timeout if timeout is None else timeout
        )
        try:
            entry = await self._away(lambda: begin.start(ask()))
            await wait_async(entry)
        except BaseException:
            await shielded(self._give_up, begin)
            raise
        return await self._away(finished, self._table, entry, show)

    async def _give_up(self, begin: Begin) -> None:
        given_up = await self._away(begin.give_up)
        if given_up is not None:
            await wait_async(given_up, given_up.grace + 1)

    async def start(  # noqa: PLR0913  # what a process can be given
        self,
        command: Command,
        *,
        session: str = "processes",
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
        notify: bool = False,
        watch: Sequence[str] = (),
        run: str | None = None,
    ) -> ProcessInfo:
        """Start a command in the background and return at once; its events are in the log under `session`.

        With `notify` its end is delivered to the channel of the turn, and with `watch` each line that has one of these
        texts in it; a channel that can't do that is the `note` of the answer, and the command runs all the same.
        Raises `CommandRefused`, `CommandNotStarted` and `ProcessesUnsupported` before anything runs.
        """
        ask = partial(self.policy.request, command, cwd=cwd, env=env, timeout=timeout)
        wishes = Wishes(session, notify, watch, self.rate, run)
        return await shielded(self._away, lambda: self._table.start(ask(), wishes).info)

    async def list(self, session: str | None = None) -> Sequence[ProcessInfo]:
        """Return how the processes of a session stand, or all, the oldest first."""
        return await self._away(self._table.infos, session)

    async def poll(self, process: str) -> ProcessInfo:
        """Return how a process stands; raises `NoSuchProcess`."""
        return (await self._entry(process)).info

    async def wait(self, process: str, timeout: float | None = None) -> ProcessInfo:
        """Return how a process stands once it is over, or the time is up."""
        entry = await self._entry(process)
        await wait_async(entry, timeout)
        return entry.info

    async def output(self, process: str, *, after: int = -1, limit: int = _SHOWN) -> Output:
        """Return what a process has printed past byte `after`, or the end of it all."""
        entry = await self._entry(process)
        return await self._away(read_output, entry.directory, entry.size, after, limit)

    async def write(self, process: str, data: str | bytes, *, timeout: float = 5.0) -> None:
        """Write to the input of a process; raises `InputClosed` unless it takes all of it in time."""
        entry = await self._entry(process)
        await self._away(write_input, entry, data.encode() if isinstance(data, str) else data, timeout)

    async def close_input(self, process: str) -> None:
        """Let a process see the end of its input; raises `InputClosed` if it is closed."""
        await self._away(close_input, await self._entry(process))

    async def kill(
        self, process: str, *, by: str = "caller", at_once: bool = False, timeout: float | None = None
    ) -> ProcessInfo:
        """End a process with everything that came from it, and return how it stands.

        It is told with SIGTERM, or killed `at_once`; when the time is up and it has not ended, it is `stopping`.
        """
        entry = await self._entry(process)
        await shielded(self._away, partial(self._table.stop, entry, by, at_once=at_once))
        await wait_async(entry, timeout)
        return entry.info

    async def close(self, deadline: float = 10.0, *, keep: bool | None = None) -> Sequence[ProcessInfo]:
        """Watch nothing any more, and return what has not ended in time although it had to.

        Background processes go on if the log is a file, so that the next host finds them, unless `keep` is false.
        """
        if self._table.is_closed:
            return ()
        ending, until = self._place.ending(keep=keep), asyncio.get_running_loop().time() + deadline
        for entry in ending:
            await self._away(self._table.stop, entry, "host")
        for entry in ending:
            await wait_async(entry, max(0.0, until - asyncio.get_running_loop().time()))
        await self._away(self._place.close)
        self._pool.close()
        return _unended(ending)

    async def _entry(self, process: str) -> Entry:
        return await self._away(self._table.entry, process)

    async def _away(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something on a thread that may wait for the disk."""
        return await offload(partial(function, *args, **kwargs), pool=self._pool)


def _unended(entries: list[Entry]) -> Sequence[ProcessInfo]:
    return [entry.info for entry in entries if not entry.info.state.is_over]
