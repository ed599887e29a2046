"""The background processes of a log on this machine."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Generator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from duotone.cli.stores.places import Place
from duotone.cli.stores.shapes import Row, Rows
from duotone.errors import NoSuchProcess
from duotone.runtime import Processes, ProcessInfo, ProcessState
from duotone.runtime.events import Append
from duotone.runtime.log import Log
from duotone.runtime.log.owners import Owners
from duotone.runtime.log.views import LogView
from duotone.runtime.processes.drafts import process_stopping, standing
from duotone.runtime.processes.entries import Entry
from duotone.runtime.processes.hosting import write_input
from duotone.runtime.processes.launching import kept_in, read_json
from duotone.runtime.processes.output import read_output
from duotone.runtime.processes.sightings import is_same, send

__all__ = ["LocalProcesses"]

_SHOWN = 1 << 20
_LOOK = 0.2
_INPUT_SECONDS = 5.0


class LocalProcesses:
    """Looks at processes without becoming their host; what ends one does, if no other host is there."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def list(self, session: str | None) -> Rows:
        """Return the processes, the oldest first."""
        with self._place.looked_at() as view:
            found = [_seen(view, directory, self._owners()) for directory in self._directories()]
        infos = [info for info in found if info is not None and session in {None, info.session}]
        return [_row(info) for info in sorted(infos, key=lambda info: info.started or 0.0)]

    def show(self, process: str) -> Row:
        """Return how a process stands."""
        return _row(self._info(process))

    def start(self, command: str | Sequence[str], session: str, cwd: str | None, timeout: float | None) -> Row:
        """Start a command; it goes on when this host ends."""
        with self._place.opened(may_be_new=True) as log, Processes(log) as processes:
            return _row(processes.start(command, session=session, cwd=cwd, timeout=timeout))

    def output(self, process: str, after: int) -> Row:
        """Return what a process has printed past a byte, with `end` for the next time."""
        entry = self._entry(process)
        return asdict(read_output(entry.directory, entry.size, after, _SHOWN))

    def write(self, process: str, text: str) -> Row:
        """Write to the input of a process."""
        write_input(self._entry(process), text.encode(), _INPUT_SECONDS)
        return self.show(process)

    def wait(self, process: str, timeout: float | None) -> Row:
        """Return how a process stands once it is over, or the time is up."""
        with self._hosted(process) as (log, processes):
            info = self._info(process)
            if processes is not None:
                return _row(processes.wait(process, timeout))
            return _row(_awaited(log, info, timeout))

    def kill(self, process: str, by: str, *, at_once: bool) -> Row:
        """End a process with everything that came from it; one that another host watches is told to end."""
        with self._hosted(process) as (log, processes):
            if processes is not None:
                return _row(processes.kill(process, by=by, at_once=at_once))
            info = self._info(process)
            if info.state.is_over:
                return _row(info)
            log.append(Append(info.session, [process_stopping(process, by)]))
            send(info.pid, info.since, signal.SIGUSR2 if at_once else signal.SIGTERM)
            return _row(_awaited(log, info, None))

    # -- where they are -------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _hosted(self, process: str) -> Generator[tuple[Log, Processes | None]]:
        """Be the host of a process that has none; None stands for the host that it has."""
        self._info(process)
        with self._place.opened() as log, Processes(log) as processes:
            is_ours = any(info.id == process for info in processes.found)
            yield log, processes if is_ours else None

    def _directories(self) -> Sequence[Path]:
        place = self._place.existing()
        if not isinstance(place, Path):  # processes of a log in PostgreSQL end with their hosts
            return []
        return sorted(Path(f"{place}-processes").absolute().glob("process-*"))

    def _owners(self) -> Owners:
        return Owners(os.path.abspath(str(self._place.path)))  # noqa: PTH100  # a name

    def _info(self, process: str) -> ProcessInfo:
        with self._place.looked_at() as view:
            for directory in self._directories():
                info = _seen(view, directory, self._owners()) if directory.name == process else None
                if info is not None:
                    return info
        raise NoSuchProcess(process)

    def _entry(self, process: str) -> Entry:
        info = self._info(process)
        return Entry.found(Path(info.log), info, None)


def _seen(view: LogView, directory: Path, owners: Owners) -> ProcessInfo | None:
    """Return how a process stands: as the log says, and where its host is gone, as its keeper has left it."""
    said = read_json(directory / "process.json")
    if said is None:
        return None
    info = standing(directory.name, said["session"], view.read(said["session"], with_runs=False))
    if info is None or info.state.is_over or owners.is_alive(info.owner):
        return info
    kept = kept_in(directory)
    if kept.ended is not None:
        ended = kept.ended
        return replace(info, state=ProcessState.ENDED, code=ended["code"], reason=ended["reason"], left=ended["left"])
    if not is_same(kept.pid, kept.since):
        return replace(info, state=ProcessState.LOST, reason="its keeper is gone")
    return info


def _awaited(log: Log, info: ProcessInfo, timeout: float | None) -> ProcessInfo:
    """Wait until the host of a process has written that it is over."""
    until = None if timeout is None else time.monotonic() + timeout
    while not info.state.is_over and (until is None or time.monotonic() < until):
        log.wait(log.store.last(), _LOOK)
        found = standing(info.id, info.session, log.read(info.session, with_runs=False))
        info = found or info
    return info


def _row(info: ProcessInfo) -> Row:
    row = info.to_json()
    names = ("id", "session", "command", "state", "pid", "code", "reason", "cwd", "started", "ended", "note")
    return {("process" if name == "id" else name): row[name] for name in names}
