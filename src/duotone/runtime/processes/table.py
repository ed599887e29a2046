"""The table of processes: starts them, watches them, ends them, and writes what becomes of them to the log.

Everything here is sync and safe to call from any thread; the faces decide who waits, and how.

1. A process is in the log before its keeper is started, and is started once or never.
2. Its end is written by one host: the one that started it, or the one that has adopted it.
3. It is over when its keeper says so, or is gone; a process that was told to end is `stopping` until then.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from collections import deque
from pathlib import Path
from typing import Final
from uuid import uuid4

from duotone.errors import CommandNotStarted, DuotoneError, LogClosed, NoSuchProcess
from duotone.runtime._sync.outbox import Outbox
from duotone.runtime.events import Draft
from duotone.runtime.log import Log, Store
from duotone.runtime.processes.drafts import (
    process_abandoned,
    process_asked,
    process_ended,
    process_lost,
    process_not_started,
    process_started,
    process_stopping,
)
from duotone.runtime.processes.entries import Entry
from duotone.runtime.processes.launching import launch, order_of, read_json, refuse_unless_supported
from duotone.runtime.processes.output import segment_size
from duotone.runtime.processes.records import ProcessInfo, ProcessState, Request
from duotone.runtime.processes.sightings import end_session, send
from duotone.runtime.processes.supervisor import Supervisor
from duotone.runtime.processes.telling import Wishes, completed
from duotone.runtime.processes.traces import write_whole
from duotone.runtime.processes.watching import Watching
from duotone.runtime.suppressing import note_suppressed

__all__ = ["ProcessTable"]

_AGAIN: Final = 0.5
"""Seconds after which an event that could not be written is tried again."""
_SCAN: Final = 0.2
"""Seconds between looks at the output of a process that is watched."""


class ProcessTable:
    """The processes that one host has started or adopted."""

    def __init__(self, store: Store, directory: Path, *, is_tied: bool = False) -> None:
        self.store, self.directory = store, directory
        self.is_tied = is_tied
        """Whether background processes end with this host, since nobody could find them again."""
        self.patience = 8.0
        """Seconds past the grace that a keeper has to end its command, before it is taken for stuck."""
        self.errors: deque[Exception] = deque(maxlen=100)
        """What went wrong while nobody was there to raise it to."""
        self.is_closed = False
        self.entries: dict[str, Entry] = {}
        self.supervisor = Supervisor(self.note)

    def note(self, error: Exception) -> None:
        """Keep and count what went wrong while nobody was there to raise it to."""
        self.errors.append(error)
        note_suppressed("watching processes", error)

    # -- start ----------------------------------------------------------------------------------------------------

    def start(self, request: Request, wishes: Wishes) -> Entry:
        """Start a command in the background; raises `CommandNotStarted` and `ProcessesUnsupported`."""
        entry = self._prepared(request, wishes.session, self.store)
        promise = wishes.ask(entry)
        entry.record(process_asked(entry.info, request.variables), made=promise)
        host = os.getpid() if self.is_tied else None
        try:
            kept = launch(entry.directory, order_of(request, host=host, in_foreground=False), request.command)
        except CommandNotStarted as error:
            if promise is not None:
                Outbox(Log(self.store)).withdraw(promise, "nothing was started")
            self.settle(entry, process_not_started(entry.info.id, error.reason))
            raise
        try:
            entry.record(process_started(entry.info, kept.pid, kept.since))
        except BaseException:
            send(kept.pid, kept.since, signal.SIGTERM)  # what nobody knows of must not run
            raise
        finally:
            self.watch(entry, kept.pid, kept.since, is_child=True)
        return entry

    def run(self, request: Request) -> Entry:
        """Start a command for somebody who waits: it ends with this host, and `remove` forgets it."""
        entry = self._prepared(request, "", None)
        order = order_of(request, host=os.getpid(), in_foreground=True)
        try:
            kept = launch(entry.directory, order, request.command)
        except CommandNotStarted:
            self.remove(entry)
            raise
        entry.record(process_started(entry.info, kept.pid, kept.since))
        self.watch(entry, kept.pid, kept.since, is_child=True)
        return entry

    def _prepared(self, request: Request, session: str, store: Store | None) -> Entry:
        refuse_unless_supported()
        if self.is_closed:
            raise LogClosed(self.store.name)
        kind = "command" if store is None else "process"
        directory = self.directory / f"{kind}-{uuid4().hex[:12]}"
        directory.mkdir(mode=0o700, parents=True)
        owner = "" if store is None else store.owner()
        info = ProcessInfo(directory.name, session, request.command, request.cwd, os.fspath(directory), owner=owner)
        entry = Entry(info, segment_size(request.limit), request.grace, store)
        entry.keep()
        self.entries[info.id] = entry
        return entry

    def watch(self, entry: Entry, pid: int | None, since: str | None, *, is_child: bool) -> None:
        """Write down how a process ended once its keeper has."""
        assert pid is not None
        if entry.info.watch is not None and entry.watching is None:
            entry.watching = Watching(entry, entry.info.watch)
            self.supervisor.call_later(_SCAN, lambda: self._scan(entry))
        self.supervisor.watch(pid, since, lambda: self.gone(entry), is_child=is_child)

    def _scan(self, entry: Entry) -> None:
        """Look at what a process has printed, as long as it runs."""
        if entry.watching is None or entry.watching.is_over or entry.info.state.is_over:
            return
        self.supervisor.call_later(_SCAN, lambda: self._scan(entry))
        entry.watching.scan()

    def remove(self, entry: Entry) -> None:
        """Forget a process, and what it has printed."""
        self.entries.pop(entry.info.id, None)
        with entry.lock:  # whoever was told of its end may be here while that is still written down
            shutil.rmtree(entry.directory, ignore_errors=True)

    def close(self) -> None:
        """Watch nothing any more, and start nothing."""
        self.is_closed = True
        self.supervisor.close()

    # -- look -----------------------------------------------------------------------------------------------------

    def entry(self, process: str) -> Entry:
        """Return a process that was started or adopted here, or has ended; raises `NoSuchProcess`."""
        entry = self.entries.get(process)
        if entry is not None:
            return entry
        directory = self.directory / process
        settled = read_json(directory / "settled.json") if directory.parent == self.directory else None
        if settled is None:
            raise NoSuchProcess(process)
        return Entry.found(directory, ProcessInfo.from_json(settled), None)

    def infos(self, session: str | None = None) -> list[ProcessInfo]:
        """Return how the processes of a session stand, or all, the oldest first."""
        found: list[ProcessInfo] = []
        for path in self.directory.glob("process-*"):
            with contextlib.suppress(NoSuchProcess):
                found.append(self.entry(path.name).info)
        mine = (info for info in found if session is None or info.session == session)
        return sorted(mine, key=lambda info: info.started or 0.0)

    # -- end ------------------------------------------------------------------------------------------------------

    def stop(self, entry: Entry, by: str, *, at_once: bool = False) -> None:
        """Tell a process to end, with everything that came from it; it is over when `when_over` says so."""
        with entry.lock:
            if entry.info.state.is_over:
                return
            if entry.info.state is not ProcessState.STOPPING:
                entry.record(process_stopping(entry.info.id, by))
                self.supervisor.call_later(entry.grace + self.patience, lambda: self._force(entry))
            send(entry.info.pid, entry.info.since, signal.SIGUSR2 if at_once else signal.SIGTERM)

    def _force(self, entry: Entry) -> None:
        """End a process whose keeper doesn't do it."""
        if not entry.info.state.is_over:
            kept = entry.kept
            end_session(kept.child, kept.child_since)
            send(kept.pid, kept.since, signal.SIGKILL)
            self.supervisor.call_later(self.patience, lambda: self._abandon(entry))

    def _abandon(self, entry: Entry) -> None:
        if not entry.info.state.is_over and entry.info.pid is not None:
            self.settle(entry, process_abandoned(entry.info.id, [entry.info.pid]))

    def gone(self, entry: Entry) -> None:
        """Write down how a process ended whose keeper has; what is left without one is ended here."""
        kept, process = entry.kept, entry.info.id
        if kept.error is not None:
            self.settle(entry, process_not_started(process, kept.error))
        elif kept.ended is None:
            end_session(kept.child, kept.child_since)
            was_told = entry.info.state is ProcessState.STOPPING
            lost = process_lost(process, "its keeper was killed")
            self.settle(entry, process_ended(process, -signal.SIGKILL, "killed") if was_told else lost)
        elif kept.ended["abandoned"]:
            self.settle(entry, process_abandoned(process, kept.ended["abandoned"]))
        else:
            self.settle(entry, process_ended(process, kept.ended["code"], kept.ended["reason"], kept.ended["left"]))

    def settle(self, entry: Entry, draft: Draft) -> None:
        """Write down that a process is over. A log that is closed learns it from the next host."""
        with entry.lock:
            self._settle(entry, draft)

    def _settle(self, entry: Entry, draft: Draft) -> None:
        try:
            if entry.watching is not None and draft.kind == "process.ended":
                entry.watching.scan(is_final=True)
            entry.record(draft, ready=completed(entry, draft))
        except LogClosed:
            entry.become(draft)
        except DuotoneError as error:
            self.note(error)
            self.supervisor.call_later(_AGAIN, lambda: self.settle(entry, draft))
        else:
            if entry.directory.exists():
                write_whole(os.fspath(entry.directory / "settled.json"), entry.info.to_json())
