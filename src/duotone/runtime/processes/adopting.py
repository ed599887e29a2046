"""Finds processes again whose host is gone: those that run are watched, and of the others it is said how they ended."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Final

from duotone.errors import Stale
from duotone.runtime.events import Append
from duotone.runtime.log import Log
from duotone.runtime.processes.drafts import process_adopted, process_lost, process_started, standing
from duotone.runtime.processes.entries import Entry
from duotone.runtime.processes.launching import read_json
from duotone.runtime.processes.records import ProcessInfo, ProcessState
from duotone.runtime.processes.sightings import is_same, send
from duotone.runtime.processes.table import ProcessTable
from duotone.runtime.processes.traces import write_once, write_whole

__all__ = ["adopt_all"]

_MOST_KEPT: Final = 200
"""So many processes that are over keep their output."""


def adopt_all(table: ProcessTable) -> list[ProcessInfo]:
    """Watch every process of the log whose host is gone, and return how each of them stands."""
    adopted: list[ProcessInfo] = []
    settled: list[Path] = []
    for directory in table.directory.glob("process-*"):
        if (directory / "settled.json").exists():
            settled.append(directory)
        elif directory.name not in table.entries:
            entry = _adopted(table, directory)
            adopted += [] if entry is None else [entry.info]
    for directory in sorted(settled, key=lambda path: path.stat().st_mtime)[:-_MOST_KEPT]:
        table.remove(table.entry(directory.name))
    return sorted(adopted, key=lambda info: info.started or 0.0)


def _adopted(table: ProcessTable, directory: Path) -> Entry | None:
    said = read_json(directory / "process.json")
    info = None if said is None else _claimed(table, directory.name, said["session"])
    if info is None:
        return None
    entry = Entry.found(directory, info, table.store)
    table.entries[info.id] = entry
    _go_on(table, entry)
    return entry


def _claimed(table: ProcessTable, process: str, session: str) -> ProcessInfo | None:
    """Become the host of a process; None if it has one, if it is over, or if nobody ever asked for it."""
    log, owner = Log(table.store), table.store.owner()
    while True:
        head = log.head(session)
        events = log.read(session, with_runs=False)
        info = standing(process, session, events)
        if info is None or table.store.is_alive(info.owner):
            return None
        if info.state.is_over:
            write_whole(os.fspath(table.directory / process / "settled.json"), info.to_json())
            return None
        try:
            events += log.append(Append(session, [process_adopted(process, owner)], seq=head))
        except Stale:  # another host may have been faster
            continue
        return standing(process, session, events)


def _go_on(table: ProcessTable, entry: Entry) -> None:
    """Watch a process, or say what has become of it."""
    claim = os.fspath(entry.directory / "keeper.json")
    if write_once(claim, {}):
        table.settle(entry, process_lost(entry.info.id, "its host ended before it was started"))
        return
    kept = entry.kept
    if entry.info.state is ProcessState.STARTING:
        entry.record(process_started(entry.info, kept.pid, kept.since))
    if kept.ended is not None or not is_same(kept.pid, kept.since):
        table.gone(entry)
        return
    table.watch(entry, kept.pid, kept.since, is_child=False)
    if entry.info.state is ProcessState.STOPPING:
        send(kept.pid, kept.since, signal.SIGTERM)
