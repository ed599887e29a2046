"""Small logs with something of everything, and ways to damage them."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from duotone.runtime.events import Append, Draft, Json
from duotone.runtime.log import Log, SqliteStore
from duotone.runtime.log.rows import PromiseRow, RunRow, SessionRow, Snapshot
from duotone.runtime.log.schema import TABLES, tables_of


def write_sample(path: Path, sessions: int = 3) -> None:
    """Write sessions with runs, steps, promises and snapshots, and close the file."""
    connection = sqlite3.connect(path)
    connection.execute("pragma page_size = 512")  # a small file, of which every byte can be looked at
    connection.execute("vacuum")
    connection.close()
    with Log(path, durability="normal") as log:
        for number in range(sessions):
            name = f"session-{number}"
            run = name if number % 2 else f"run-{number}"
            begin: dict[str, Json] = {"kind": "saga", "name": "refund", "status": "running", "owner": "me", "fence": 1}
            log.append(Append(name, [Draft("run.started", begin, run), Draft("step.started", {"step": "é"}, run)]))
            log.append(Append(name, [Draft("promise.made", {"promise": f"p{number}", "status": "open"})]))
            log.append(Append(name, [Draft("run.ended", {"status": "completed", "outputs": [1.5, None]}, run)]))
            log.keep_snapshot(name, 3, {"steps": number})


def turn_back(path: Path, version: int) -> None:
    """Make of a file what a version of duotone that knew this format has left."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for name in TABLES.keys() - tables_of(version).keys():
            kind = "table" if TABLES[name].startswith("CREATE TABLE") else "index"
            connection.execute(f"drop {kind} {name}")
        connection.execute(f"pragma user_version = {version}")
        connection.execute("vacuum")


def contents(path: Path) -> tuple[object, ...]:
    """Everything that a log tells."""
    store = SqliteStore(path)
    try:
        sessions: list[SessionRow] = store.sessions()
        runs: list[RunRow] = store.runs()
        promises: list[PromiseRow] = store.promises()
        snapshots: list[Snapshot | None] = [store.snapshot(row.session) for row in sessions]
        events = [store.read(row.session) for row in sessions]
        alone = [store.read(row.session, with_runs=False) for row in sessions]
        told = [store.read_run(row.run) for row in runs]
        return sessions, runs, promises, snapshots, events, alone, told
    finally:
        store.close()


def flipped(data: bytes, step: int, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """Every `step`-th byte of `data` turned around, one at a time, by a bit that moves on."""
    for place in range(start, len(data), step):
        changed = bytearray(data)
        changed[place] ^= 1 << (place % 8)
        yield place, bytes(changed)


class Interpreter(subprocess.Popen[str]):
    """A process that is gone when its block is left, with all that it has forked, however the block ends."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        super().__exit__(kind, error, traceback)


def python(code: str, *arguments: object) -> Interpreter:
    """Start an interpreter of its own, to be used as a block."""
    return Interpreter(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        start_new_session=True,
    )
