"""What both faces do with a table: find its place, begin a command that may be given up, write to a process."""

from __future__ import annotations

import errno
import os
import select
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path

from duotone.errors import Abandoned, InputClosed
from duotone.runtime.log import SqliteStore, Store
from duotone.runtime.processes.adopting import adopt_all
from duotone.runtime.processes.entries import Entry
from duotone.runtime.processes.output import ends_of
from duotone.runtime.processes.records import Finished, ProcessInfo, Request
from duotone.runtime.processes.sightings import send
from duotone.runtime.processes.table import ProcessTable

__all__ = ["Begin", "Place", "close_input", "finished", "write_input"]


class Place:
    """Where the processes of a log are: beside its file, or in a directory that goes with a log in memory."""

    def __init__(self, store: Store) -> None:
        self._is_lasting = isinstance(store, SqliteStore)
        path = Path(f"{store.name}-processes").absolute() if self._is_lasting else Path(tempfile.mkdtemp("-processes"))
        self.table = ProcessTable(store, path, is_tied=not self._is_lasting)

    def open(self) -> list[ProcessInfo]:
        """Find the processes of earlier hosts again."""
        self.table.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return adopt_all(self.table)

    def ending(self, *, keep: bool | None) -> list[Entry]:
        """Return what has to end with this host: all that nobody finds again, or that nobody wants to keep."""
        keeps = self._is_lasting if keep is None else keep and self._is_lasting
        entries = list(self.table.entries.values())
        return [one for one in entries if not (one.info.state.is_over or (keeps and one.info.session))]

    def close(self) -> None:
        """Watch nothing any more."""
        self.table.close()
        if not self._is_lasting:
            shutil.rmtree(self.table.directory, ignore_errors=True)


class Begin:
    """The start of a command for somebody who may be gone before it has started."""

    def __init__(self, table: ProcessTable) -> None:
        self._table = table
        self._changed = threading.Condition()
        self._entry: Entry | None = None
        self._is_starting = self._is_unwanted = False

    def start(self, request: Request) -> Entry:
        """Start it; raises `Abandoned` if it was given up before."""
        with self._changed:
            if self._is_unwanted:
                raise Abandoned(request.command)
            self._is_starting = True
        try:
            self._entry = self._table.run(request)
        finally:
            with self._changed:
                self._is_starting = False
                self._changed.notify_all()
        return self._entry

    def give_up(self) -> Entry | None:
        """End it, as soon as it has started if it is about to; return it unless it never starts."""
        with self._changed:
            self._is_unwanted = True
            self._changed.wait_for(lambda: not self._is_starting)
            entry = self._entry
        if entry is not None:
            self._table.stop(entry, "caller")
            entry.when_over(lambda: self._table.remove(entry))
        return entry


def finished(table: ProcessTable, entry: Entry, show: int) -> Finished:
    """Return how a command has ended, and forget it."""
    info = entry.info
    output, total = ends_of(entry.directory, entry.size, show)
    table.remove(entry)
    return Finished(info.code, output, total, info.state, info.reason, info.left)


def write_input(entry: Entry, data: bytes, timeout: float) -> None:
    """Write to the input of a process; raises `InputClosed` if it doesn't take all of it in time."""
    with entry.writing:
        try:
            end = os.open(entry.directory / "input", os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            reason = "it has ended" if error.errno == errno.ENXIO else "its input is closed"
            raise InputClosed(entry.info.id, reason) from error
        try:
            _write_all(entry, end, memoryview(data), time.monotonic() + timeout)
        finally:
            os.close(end)


def _write_all(entry: Entry, end: int, data: memoryview, until: float) -> None:
    size = len(data)
    while data:
        if not select.select([], [end], [], max(0.0, until - time.monotonic()))[1]:
            raise InputClosed(entry.info.id, f"it has read only {size - len(data)} of {size} bytes in time")
        try:
            data = data[os.write(end, data) :]
        except BlockingIOError:
            continue
        except BrokenPipeError as error:
            raise InputClosed(entry.info.id, "it has closed its input") from error


def close_input(entry: Entry) -> None:
    """Let a process see the end of its input."""
    with entry.writing:
        if not (entry.directory / "input").exists() or not send(entry.info.pid, entry.info.since, signal.SIGUSR1):
            raise InputClosed(entry.info.id, "its input is closed")
