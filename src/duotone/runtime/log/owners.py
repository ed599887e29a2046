"""Who drives runs: a name for each process and store, alive as long as a lock on a file of its own is held."""

from __future__ import annotations

import os
import re
import socket
import threading
from pathlib import Path
from typing import IO
from uuid import uuid4

from duotone.errors import LogUnwritable
from duotone.runtime.log.locks import is_locked, lock

__all__ = ["Owners"]

_NAME = re.compile(r"[A-Za-z0-9_]+-\d+-[0-9a-f]{8}")


class Owners:
    """The owners of one log, as files in a directory beside it; the system lets go of a lock when its process dies."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._directory = Path(f"{path}-owners")
        self._held: IO[bytes] | None = None
        self._name = ""
        self._mutex = threading.Lock()

    def forget(self) -> None:
        """Have no name, as in a forked child: it closes what it got from its parent, whose lock that doesn't touch."""
        if self._held is not None:
            self._held.close()
        self._held = None
        self._mutex = threading.Lock()

    def name(self) -> str:
        """Return the name of this process, alive from here on; raises `LogUnwritable` where no file can be made."""
        with self._mutex:
            if self._held is None:
                try:
                    self._take_name()
                except OSError as error:
                    raise LogUnwritable(str(self._directory), error.strerror or str(error)) from error
            return self._name

    def _take_name(self) -> None:
        host = re.sub(r"\W+", "_", socket.gethostname(), flags=re.ASCII) or "host"
        name = f"{host}-{os.getpid()}-{uuid4().hex[:8]}"
        self._directory.mkdir(exist_ok=True)
        self._forget_the_dead()
        # Under its own name the file is never seen without its lock.
        hidden = self._directory / f".{name}"
        file = hidden.open("xb")
        try:
            lock(file)
            hidden.rename(self._directory / name)
        except BaseException:
            file.close()
            raise
        self._held, self._name = file, name

    def _forget_the_dead(self) -> None:
        for path in self._directory.iterdir():
            if _NAME.fullmatch(path.name) and not is_locked(path):
                path.unlink(missing_ok=True)

    def is_alive(self, owner: str) -> bool:
        """Say whether the process of that name runs, with its store open."""
        return _NAME.fullmatch(owner) is not None and is_locked(self._directory / owner)

    def living(self) -> list[str]:
        """Return the names of all processes that drive runs; nothing is made or removed for it."""
        if not self._directory.is_dir():
            return []
        return sorted(path.name for path in self._directory.iterdir() if self.is_alive(path.name))

    def close(self) -> None:
        """Give the name up."""
        with self._mutex:
            if self._held is not None:
                (self._directory / self._name).unlink(missing_ok=True)
                self._held.close()
                self._held = None
