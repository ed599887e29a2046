"""The server that is measured, with all that it starts: begun, weighed, timed and ended as one group of processes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from benchmarks.durable import place
from benchmarks.measure import ROOT

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Running(NamedTuple):
    """A server that answers."""

    group: int
    host: str
    port: int

    def resident(self) -> int:
        """Return the memory of all its processes, in bytes."""
        return sum(int(fields[21]) * PAGE for fields in self._stats())

    def cpu(self) -> float:
        """Return the processor time of all its processes, in seconds."""
        return sum(int(fields[11]) + int(fields[12]) for fields in self._stats()) / TICKS

    def _stats(self) -> Iterator[list[str]]:
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = entry.read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            if int(fields[2]) == self.group:
                yield fields


@contextmanager
def started(python: Path, module: str, folder: Path) -> Generator[Running]:
    """Start a server, and end all of it with the block."""
    command = [str(python), "-m", "benchmarks.server.served", module, str(folder)]
    log = (folder / "stderr.log").open("wb")
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=place.variables(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        start_new_session=True,
    ) as child:
        try:
            assert child.stdout is not None
            parts = urlsplit(child.stdout.readline().strip())
            if parts.port is None:
                raise RuntimeError((folder / "stderr.log").read_text()[-200:] or f"{module} does not start")
            yield Running(child.pid, parts.hostname or "", parts.port)
        finally:
            os.killpg(child.pid, signal.SIGKILL)
            log.close()
