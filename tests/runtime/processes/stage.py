"""Both faces of processes behind one way to call them, and a count of what is left of a test."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any

from duotone.runtime import AsyncLog, AsyncProcesses, Event, Log, Processes, ProcessInfo, ProcessPolicy
from duotone.runtime.log import SqliteStore, Store

MARK = "DUOTONE_TEST_MARK"
"""The variable by which the processes of a test are known, wherever they have fled to."""


class Faced:
    """Processes of either color over one store; what a call of the async ones gives is awaited on one loop."""

    def __init__(self, face: str, runner: asyncio.Runner, store: Store, policy: ProcessPolicy) -> None:
        self.is_async = face == "async"
        self.store = store
        self._runner = runner
        made: Any = AsyncProcesses(AsyncLog(store), policy) if self.is_async else Processes(Log(store), policy)
        self.processes = made

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.processes, name)
        return found if not callable(found) else lambda *a, **k: self.call(found(*a, **k))

    def call(self, result: Any) -> Any:
        """Return the result, awaited if it is a coroutine; the sync face never gives one."""
        assert isinstance(result, Coroutine) <= self.is_async
        return self._runner.run(result, context=copy_context()) if isinstance(result, Coroutine) else result

    def open(self) -> Faced:
        self.call(self.processes.__aenter__() if self.is_async else self.processes.__enter__())
        return self

    def events(self, process: str | ProcessInfo) -> list[Event]:
        """The events of a process."""
        name = process if isinstance(process, str) else process.id
        sessions = [row.session for row in self.store.sessions()]
        found = [event for session in sessions for event in self.store.read(session)]
        return [event for event in found if event.data.get("process") == name]

    def kinds(self, process: str | ProcessInfo) -> list[str]:
        return [event.kind.removeprefix("process.") for event in self.events(process)]

    def printed(self, process: str | ProcessInfo, text: str) -> None:
        """Wait until a process has printed something."""
        name = process if isinstance(process, str) else process.id
        until(lambda: text in self.output(name).text)


@contextmanager
def faced(face: str, path: Path, policy: ProcessPolicy, *, is_open: bool = True) -> Generator[Faced]:
    """Have processes of this face, whose log is a file, as one host has them."""
    store = SqliteStore(path, durability="normal")
    with asyncio.Runner() as runner:
        processes = Faced(face, runner, store, policy)
        try:
            yield processes.open() if is_open else processes
        finally:
            processes.close()
            store.close()


def until(holds: Callable[[], Any], seconds: float = 20.0) -> Any:
    """Wait until something holds, and return it."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)
    return found


def alive(*marks: str) -> list[str]:
    """The commands of all processes that have one of these marks in their environment or in their arguments."""
    found: list[str] = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit() and int(path.name) != os.getpid():
            with suppress(OSError):
                command = (path / "cmdline").read_bytes()
                text = command + (path / "environ").read_bytes()
                if any(mark.encode() in text for mark in marks):
                    found.append(command.replace(b"\0", b" ").decode())
    return found


def threads() -> set[str]:
    """The threads that belong to processes."""
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("duotone-processes")}


def descriptors() -> set[tuple[str, str]]:
    """What this process has open, but for what Python itself keeps."""
    found: set[tuple[str, str]] = set()
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.add((path.name, str(path.readlink())))
    return found
