"""A process as its table has it: how it stands, where it is, and who waits for its end."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias

from duotone.runtime._sync.outbox import Outbox
from duotone.runtime.delivery import Promise, promise_made
from duotone.runtime.events import Append, Draft, Json
from duotone.runtime.log import Log, Store
from duotone.runtime.processes.drafts import after
from duotone.runtime.processes.launching import Kept, kept_in, read_json
from duotone.runtime.processes.records import ProcessInfo
from duotone.runtime.processes.traces import write_whole

__all__ = ["Entry", "OnOver", "Scanning"]

OnOver: TypeAlias = "Callable[[], None]"
"""What is called, on any thread, once nobody has to wait for a process any more."""


class Scanning(Protocol):
    """Somebody who looks at what a process prints."""

    is_over: bool

    def scan(self, *, is_final: bool = False) -> None:
        """Look at what was printed since."""


class Entry:
    """One process of a table; whoever changes it holds its lock."""

    def __init__(self, info: ProcessInfo, size: int, grace: float, store: Store | None) -> None:
        self.info = info
        self.size, self.grace = size, grace
        """Bytes of one file of its output; seconds between SIGTERM and SIGKILL."""
        self.directory = Path(info.log)
        self.lock = threading.RLock()
        self.writing = threading.Lock()
        """Held by whoever writes to its input, so that what two write is not mixed."""
        self.watching: Scanning | None = None
        """Who looks for patterns in what it prints."""
        self._store = store
        """Where its events go; None for a command that somebody waits for, and for what has ended."""
        self._waiting: list[OnOver] = []
        self._mutex = threading.Lock()
        """Held for moments only, never while anything is written, so that a loop may wait for it."""

    @classmethod
    def found(cls, directory: Path, info: ProcessInfo, store: Store | None) -> Entry:
        """Return a process whose directory `keep` has written."""
        said = read_json(directory / "process.json")
        return cls(info, said["size"], said["grace"], store)

    def keep(self) -> None:
        """Write down what a later host needs to find it again, whatever the log says of it."""
        said = {"session": self.info.session, "size": self.size, "grace": self.grace}
        write_whole(os.fspath(self.directory / "process.json"), said)

    @property
    def kept(self) -> Kept:
        """What its keeper has written down."""
        return kept_in(self.directory)

    def record(self, draft: Draft, *, made: Promise | None = None, ready: tuple[Promise, Json] | None = None) -> None:
        """Write an event about it, with a promise that is made and one that is ready, and stand as it says."""
        with self.lock:
            if self._store is not None:
                self._write([draft] if made is None else [draft, promise_made(made)], ready)
            told = self._stand(draft)
        for call in told:
            call()

    def _write(self, drafts: list[Draft], ready: tuple[Promise, Json] | None) -> None:
        """Write all at once; a promise that nobody needs any more is left as it is."""
        assert self._store is not None
        log = Log(self._store)
        if ready is None or not Outbox(log).ready(*ready, drafts):
            log.append(Append(self.info.session, drafts))

    def become(self, draft: Draft) -> None:
        """Stand as an event says that can't be written."""
        with self.lock:
            told = self._stand(draft)
        for call in told:
            call()

    def _stand(self, draft: Draft) -> list[OnOver]:
        """Stand as an event says, and return who is to be told."""
        with self._mutex:
            self.info = after(self.info, draft.kind, draft.data, time.time())
            if not self.info.state.is_over:
                return []
            told, self._waiting = self._waiting, []
            return told

    def when_over(self, call: OnOver) -> None:
        """Call something once nobody has to wait for this any more; at once if that is so."""
        with self._mutex:
            if not self.info.state.is_over:
                self._waiting.append(call)
                return
        call()

    def forget(self, call: OnOver) -> None:
        """Don't call it."""
        with self._mutex:
            if call in self._waiting:
                self._waiting.remove(call)
